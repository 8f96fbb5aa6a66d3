"""Plain BM25, by its formula."""

import numpy as np
import pytest

from countercase.retrieval.bm25 import PlainBm25


def test_plain_bm25_is_the_textbook_formula() -> None:
    texts = ["knife knife quarrel", "cheque notice", "knife cheque cheque"]
    k1, b, lengths, average = 1.2, 0.75, [3, 2, 3], 8 / 3
    idf = np.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    expected = [
        idf * count / (count + k1 * (1 - b + b * length / average))
        for count, length in zip([2, 0, 1], lengths, strict=True)
    ]
    found = PlainBm25(texts, str.split, k1, b).scores("knife unknown")
    assert found / found.max() == pytest.approx(np.array(expected) / max(expected), abs=1e-6)
    assert PlainBm25(texts, str.split).scores("nothing known").tolist() == [0, 0, 0]
