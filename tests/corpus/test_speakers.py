"""The speaker of every sentence, from attributing clauses, quotation marks, opinions and the sentence model."""

import numpy as np
import pytest

from countercase.corpus.attribution import attributed
from countercase.corpus.roles import ROLES, context_features, load_sentence_roles
from countercase.corpus.speakers import SpokenSentence, _opinions, speakers
from countercase.domain.case import Speaker
from countercase.domain.span import Span

JUDGMENT = (
    "The appellant was tried for theft of a bullock on 4 June 1991.",
    "The trial court convicted him and the High Court dismissed his appeal.",
    "Learned counsel for the appellant submitted that the bullock was never identified.",
    "He also urged that the seizure memo was not proved.",
    "In Gopal v. State of Kerala this Court observed as under:",
    "“We are of the opinion that a seizure must be proved by those who saw it.",
    "We also hold that a memo is no substitute for evidence.”",
    "We have gone through the record with care.",
    "The witnesses to the seizure were not examined and no reason was given.",
    "The animal was not put up for identification.",
    "The evidence falls short of proof in every respect.",
    "There remains nothing on which a conviction can rest.",
    "It was for the prosecution to close these gaps.",
    "In our opinion, the prosecution has failed to prove the theft.",
    "It is not necessary to decide whether the sentence was excessive.",
    "The appeal is allowed and the conviction is set aside.",
)


def read(sentences: tuple[str, ...]) -> list[SpokenSentence]:
    text = "\n".join(sentences)
    spans, start = [], 0
    for sentence in sentences:
        spans.append(Span(start, start + len(sentence)))
        start += len(sentence) + 1
    return speakers(text, spans)


def test_each_speaker_is_told_apart() -> None:
    found = [spoken.voice for spoken in read(JUDGMENT)]
    assert found[1].speaker is Speaker.BELOW
    assert (found[2].speaker, found[2].name) == (Speaker.COUNSEL, "counsel for the appellant")
    assert (found[3].speaker, found[3].name) == (Speaker.COUNSEL, "counsel for the appellant")
    assert found[13].speaker is Speaker.COURT
    assert found[15].speaker is Speaker.COURT


def test_a_quotation_has_the_speaker_of_its_lead_in() -> None:
    found = read(JUDGMENT)
    for quoted in found[5:7]:  # both in the first person
        assert quoted.voice.speaker is Speaker.EARLIER
        assert not quoted.sure


def test_the_order_is_the_courts_own_beyond_doubt() -> None:
    found = read(JUDGMENT)
    assert found[15].sure
    assert not any(spoken.sure for spoken in found[:7])


def test_a_point_left_open_is_marked() -> None:
    assert read(JUDGMENT)[14].voice.left_open


@pytest.mark.parametrize(("head", "name"), [("RAO, J. (dissenting)", "dissenting"), ("RAO, J.", "separate opinion")])
def test_a_second_opinion_is_never_the_courts(head: str, name: str) -> None:
    sentences = ("SEN, J.", *JUDGMENT, head, "I hold that the memo was enough.", "I would dismiss the appeal.")
    second = read(sentences)[-1]
    assert second.voice.speaker is not Speaker.COURT
    assert not second.sure
    opinion = next(spoken for spoken in read(sentences) if spoken.voice.speaker is Speaker.SEPARATE)
    assert "Rao J." in opinion.voice.name
    assert name in opinion.voice.name


def test_an_opinion_that_opens_inside_a_long_line_is_seen() -> None:
    line = (
        "SEN, J. Leave granted. The appeal is disposed of. "
        "ASHOK RAO, J. 1. I tread the path of dissent. I would allow it."
    )
    start = line.index("I would")
    (last,) = speakers(line, [Span(start, len(line))])
    assert not last.sure
    assert _opinions(line) == [(line.index(" 1. I tread"), "Ashok Rao J., dissenting")]


def test_probabilities_are_of_all_roles_and_no_text_gives_none() -> None:
    model = load_sentence_roles()
    assert model.probabilities(JUDGMENT).shape == (len(JUDGMENT), len(ROLES))
    assert np.allclose(model.probabilities(JUDGMENT).sum(axis=1), 1)
    assert model.probabilities([]).shape == (0, len(ROLES))
    assert model.label(JUDGMENT)[0] == "Facts"


def test_context_tells_the_last_speaker_and_the_stretch_before() -> None:
    features = context_features(JUDGMENT)
    assert features[2]["v:counsel"] == 1.0
    assert features[4]["v-1:counsel"] == 1.0
    assert features[8]["L:this Court:1"] == 1.0
    assert features[5]["p4:counsel_argue"] > 0


def _opinions_of(*lines: str) -> list[str]:
    return [name for _, name in _opinions("\n".join(lines))]


def test_an_opinion_that_agrees_is_not_the_courts() -> None:
    assert _opinions_of(
        "The following Judgments were delivered: RAMA RAO, J.",
        "The appeal raises one point.",
        "The appeal is allowed.",
        "HARI DAS,J.",
        "I have read the judgment of my learned brother.",
    ) == ["Hari Das J., in a separate opinion"]


def test_the_report_says_whose_judgment_is_the_courts() -> None:
    told = (
        "The Judgment of Rao, C. J., Das and Sen, JJ., was delivered by Das, J. Iyer, J. delivered a dissenting"
        " Opinion."
    )
    assert _opinions_of(told, "Das, J.", "The appeal fails.", "Iyer, J.", "I regret that I cannot agree.") == [
        "Iyer J., dissenting"
    ]
    assert _opinions_of(told, "Das, J.", "The appeal fails.") == [
        "An opinion that the copy does not mark, in a separate opinion"
    ]


def test_a_line_that_ends_in_the_name_of_a_judge_below_opens_no_opinion() -> None:
    assert (
        _opinions_of("RAO, J.", "The suit was dismissed.", "The appeal was then heard by Badkas, J.", "He allowed it.")
        == []
    )


def test_what_the_court_was_told_is_counsels() -> None:
    voice = attributed(
        "But we were told that the manager would not have inflicted the punishment on that charge alone."
    )
    assert voice is not None
    assert voice.speaker is Speaker.COUNSEL


@pytest.mark.parametrize(
    "order",
    [
        "We, therefore, dismiss these appeals.",
        "We therefore allow the appeal and acquit the appellant.",
        "We, thus, find no merit in the appeal.",
        "We, accordingly, decline to interfere and reject this writ petition.",
    ],
)
def test_an_order_in_the_first_person_is_the_courts_own(order: str) -> None:
    reasons = ("The lease had expired.", "We are of the view that no notice was needed.", "The notice was bad.")
    assert read((*reasons, order))[-1].sure


def test_a_long_extract_between_marks_is_never_the_courts_own() -> None:
    inside = tuple(f"We hold that point {number} must be answered in the negative." for number in range(20))
    sentences = (
        "This Court held as follows in Rao v. Sen:",
        "“The facts were these.",
        *inside,
        "The appeal is allowed.”",
    )
    spoken = read((*sentences, "The present lease is another matter."))
    assert not any(sentence.sure for sentence in spoken[1 : len(sentences)])
