"""What a model that reads the words of a judgment is told besides them."""

import numpy as np

from countercase.corpus.sentence_roles import NAMES, feature_table
from countercase.domain.case import Speaker

SENTENCES = [
    "Leave granted",
    "Learned counsel for the appellant submitted that the notice was bad",
    "The High Court dismissed the appeal",
    "We allow the appeal",
]


def test_a_row_tells_cues_speaker_and_place() -> None:
    table = feature_table(SENTENCES)
    cues, speakers = table[:, : len(NAMES)], table[:, len(NAMES) : len(NAMES) + len(Speaker)]
    assert cues[:, NAMES.index("counsel_argue")].tolist() == [False, True, False, False]
    assert cues[:, NAMES.index("we_order")].tolist() == [False, False, False, True]
    assert speakers[:, [*Speaker].index(Speaker.COUNSEL)].tolist() == [False, True, False, False]
    assert speakers[:, [*Speaker].index(Speaker.BELOW)].tolist() == [False, False, True, False]


def test_the_width_does_not_depend_on_the_sentences() -> None:
    assert feature_table(["One"]).shape[1] == feature_table(SENTENCES).shape[1]


def test_a_sentence_alone_differs_from_the_same_one_in_a_judgment_only_in_its_place() -> None:
    spoken = len(NAMES) + len(Speaker)
    np.testing.assert_array_equal(feature_table(SENTENCES)[2, :spoken], feature_table(SENTENCES[2:3])[0, :spoken])
