"""What a judgment probably did with a case if no single phrase says so: a linear model over all its mentions.

`training/treatments.py` trains it on the treatment words that the editors of the Supreme Court Reports print. Editors
of one office differ on this question, so the score is a hint and never a finding of its own.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from countercase.domain.span import Span

BUCKETS = 1 << 15
_LEFT, _RIGHT = 300, 500  # characters read on either side of a mention
_LEFT_WORDS, _RIGHT_WORDS = 30, 60
_WORD = re.compile(r"[a-z']+|[“”;:]")
_CITATION = re.compile(r"[\[(]?(?:19|20)\d\d[\])]?[^.;]{0,30}?(?:scc|scr|s\.c\.r\.|sc|insc|online)[^.;]{0,14}?\d+")
_QUOTE = re.compile(r"[“\"]")
_QUOTE_REACH = 250  # characters after a mention in which a quotation from the case opens
_LIST_REACH = 40  # characters between two cases of one list
_REST = 0.15  # weight of a feature of the whole case, relative to a unit length of words
_MANY = 3  # higher counts of a kind are treated alike


@dataclass(frozen=True, slots=True)
class Weighed:
    """How likely each class is; they sum to one."""

    relied: float
    distinguished: float
    referred: float


@dataclass(frozen=True, slots=True)
class CaseInJudgment:
    """A cited case as the model sees it: its mentions, those of all other cases, and its treatment phrases."""

    mentions: Sequence[Span]
    others: Sequence[Span]
    phrases: Sequence[str]  # treatment and speaker of each mention, as the rules read them


def weigh(text: str, cases: Sequence[CaseInJudgment]) -> list[Weighed]:
    """The likelihood of each class for every case of one judgment."""
    weights, bias, factors, rarity = _model()
    weighed = []
    for case in cases:
        buckets, values = features(text, case, rarity)
        scores = weights[:, buckets] @ values + bias
        likely = np.exp(scores - scores.max()) * factors
        likely /= likely.sum()
        weighed.append(Weighed(*(float(share) for share in likely)))
    return weighed


def features(
    text: str, case: CaseInJudgment, rarity: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Hashed features of a case: their buckets and their weights."""
    return weighted(*counts(text, case), rarity)


def weighted(
    words: Counter[int], rest: Counter[int], rarity: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Counted features with their weights: rare words weigh more."""
    buckets = np.fromiter((*words, *rest), dtype=np.int64, count=len(words) + len(rest))
    said = np.array([1 + np.log(count) for count in words.values()], np.float32) * rarity[buckets[: len(words)]]
    said /= max(float(np.linalg.norm(said)), 1e-6)
    return buckets, np.concatenate((said, np.full(len(rest), _REST, np.float32)))


def counts(text: str, case: CaseInJudgment) -> tuple[Counter[int], Counter[int]]:
    """How often each bucket occurs: words near the mentions, and features of the case as a whole."""
    words: Counter[int] = Counter()
    for span in case.mentions:
        words.update(_bucket(feature) for feature in _word_features(text, span, case))
    return words, Counter(_bucket(feature) for feature in _case_features(text, case))


def _bucket(feature: str) -> int:
    return crc32(feature.encode()) % BUCKETS


def _word_features(text: str, span: Span, case: CaseInJudgment) -> Iterator[str]:
    """Words, pairs and nearest words on either side; case names are replaced by a mark."""
    left = _words(text, max(0, span.start - _LEFT), span.start, case)[-_LEFT_WORDS:]
    right = _words(text, span.end, min(len(text), span.end + _RIGHT), case)[:_RIGHT_WORDS]
    for side, words in (("l", left), ("r", right)):
        yield from (side + word for word in words)
        yield from (f"{side}{a}_{b}" for a, b in pairwise(words))
    yield from (f"n{word}" for word in left[-4:])
    yield from (f"m{word}" for word in right[:6])


def _words(text: str, start: int, end: int, case: CaseInJudgment) -> list[str]:
    pieces, position = [], start
    marked = [(span, " thecase ") for span in case.mentions] + [(span, " othercase ") for span in case.others]
    for span, mark in sorted(pair for pair in marked if pair[0].start >= start and pair[0].end <= end):
        if span.start >= position:
            pieces += [text[position : span.start], mark]
            position = span.end
    pieces.append(text[position:end])
    return _WORD.findall(_CITATION.sub(" ", "".join(pieces).lower()))


def _case_features(text: str, case: CaseInJudgment) -> Iterator[str]:
    """The treatment phrases, where and how often the case is mentioned, whether it is quoted, and with which cases."""
    length, spans = max(1, len(text)), case.mentions
    for phrase, count in Counter(case.phrases).items():
        yield from (f"says:{phrase}:{number}" for number in range(min(count, _MANY)))
    yield f"mentions:{min(len(spans), 8)}"
    yield f"first:{spans[0].start * 6 // length}"
    yield f"last:{spans[-1].start * 6 // length}"
    yield f"late:{min(_MANY, sum(span.start > 0.6 * length for span in spans))}"
    quoted = sum(_QUOTE.search(text, span.end, span.end + _QUOTE_REACH) is not None for span in spans)
    yield f"quoted:{min(_MANY, quoted)}"
    listed = sum(any(min(abs(o.start - s.end), abs(s.start - o.end)) < _LIST_REACH for o in case.others) for s in spans)
    yield f"listed:{listed * 2 // len(spans)}"
    yield f"company:{int(np.log2(1 + len(case.others)))}"
    yield f"length:{int(np.log2(length))}"


@cache
def _model() -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Weights of each class, their biases, the factors that balance the classes, and the rarity of each bucket."""
    stored = resources.files("countercase.citator").joinpath("reliance.npz").read_bytes()
    with np.load(BytesIO(stored), allow_pickle=False) as arrays:
        weights = arrays["weights"].astype(np.float32) * arrays["scale"].astype(np.float32)
        rest = tuple(arrays[name].astype(np.float32) for name in ("bias", "factors", "rarity"))
        return weights, rest[0], rest[1], rest[2]
