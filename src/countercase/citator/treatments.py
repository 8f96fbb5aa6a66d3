"""How a judgment treats a case it cites, read from the words around each mention.

Rules read explicit words ("stands overruled", "is distinguishable", "placing reliance on"). A treatment belongs to the
case that the words govern, and to the speaker: this Court, another court that is reported, counsel, or a dissent. If no
words say more, a light model decides whether a case is *relied on* or merely *referred* to.
"""

import re
import tomllib
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib import resources
from io import BytesIO
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from countercase.citator.references import CitedDecision, Speakers, TreatmentSpeaker, cited_decisions
from countercase.domain.case import Paragraph
from countercase.domain.span import Span
from countercase.text.sentences import split_sentences

# What a judgment probably did with a case if no single phrase says so: a linear model over all its mentions.
#
# `training/treatments.py` trains it on the treatment words that the editors of the Supreme Court Reports print.
# Editors of one office differ on this question, so the score is a hint and never a finding of its own.

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
    word_weights = np.array([1 + np.log(count) for count in words.values()], np.float32) * rarity[buckets[: len(words)]]
    word_weights /= max(float(np.linalg.norm(word_weights)), 1e-6)
    return buckets, np.concatenate((word_weights, np.full(len(rest), _REST, np.float32)))


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


class Treatment(StrEnum):
    """How the earlier case was treated, strongest last."""

    REFERRED = "referred"
    RELIED_ON = "relied on"
    FOLLOWED = "followed"
    APPROVED = "approved"
    DISTINGUISHED = "distinguished"
    DOUBTED = "doubted"
    NOT_FOLLOWED = "not followed"
    DISAPPROVED = "disapproved"
    REVERSED = "reversed"
    OVERRULED = "overruled"


STRENGTH = {treatment: number for number, treatment in enumerate(Treatment)}


@dataclass(frozen=True, slots=True)
class Treated:
    """One mention with its treatment: `span` is the sentence in the citing text, `quote` its words."""

    cited: CitedDecision
    treatment: Treatment
    speaker: TreatmentSpeaker
    quote: str
    span: Span
    mention: Span


@dataclass(frozen=True, slots=True)
class _Cue:
    """Words that treat a case. `before`: the case comes before the words ("X is distinguishable")."""

    treatment: Treatment
    pattern: re.Pattern[str]
    before: bool


# Meanings of the blanks and braces in `treatment_cues.toml`.
_PLACEHOLDERS = (
    ("{be}", r"(?:is|are|was|were|be|been|being|stands?|stood)\s+(?:\w+\s+){0,2}?"),
    ("{not_the_point}", r"(?!\s+(?:the|his|her|their|an|any)\s+(?:objection|plea|contention|prelim))"),
)


@cache
def _cues() -> tuple[_Cue, ...]:
    text = resources.files("countercase.citator").joinpath("treatment_cues.toml").read_text(encoding="utf-8")
    return tuple(
        _Cue(Treatment(row["treatment"]), _pattern(row["words"]), row["case"] == "before")
        for row in tomllib.loads(text)["cue"]
    )


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    joined = "|".join(words).replace(" ", r"\s+")
    for mark, meaning in _PLACEHOLDERS:
        joined = joined.replace(mark, meaning)
    return re.compile(rf"\b(?:{joined})\b", re.IGNORECASE)


_LIST = re.compile(
    r"[\s,;&()\[\]“”\"'.:]*(?:and|as\s+well\s+as|or|followed\s+in|in|the\s+cases?\s+of)?[\s,;&()\[\]“”\"':]*"
)
_REACH = 170  # characters between a mention and the words that govern it
_NEAR = 120  # characters between those words and the other case that did it
_BY = re.compile(r"[\s,]*(?:\w+\s+){0,6}?(?:by|in|vide)\b[^.;]*$", re.IGNORECASE)
_NEGATED = re.compile(r"\b(?:not|never|nor|neither|without)\s+(?:\w+\s+){0,5}$", re.IGNORECASE)
# If one of these words follows the case, its holding is being stated, and the cue treats something else.
_TELLS_CONTENT = re.compile(r"\b(?:that|held|holds|holding|observed|wherein|because|whether|if)\b", re.IGNORECASE)
# "As held in X, the plea is misplaced": the words after X are about the plea.
_STATES_LAW = re.compile(
    r"(?:\bas\s+(?:\w+\s+){0,2}(?:held|laid\s+down|observed|explained)[^.;]{0,40}?\bin|\b(?:in|by)\s+(?:view|light|terms)\s+of[^.;]{0,60}?)\s*$",
    re.IGNORECASE,
)
_PASSIVE = re.compile(r"\b(?:is|are|was|were|been|be|stands?|stood)\s+(?:\w+\s+)?overruled$", re.IGNORECASE)
# Words that "not" reverses; "not applicable" and "not good law" are cues themselves.
_PLAIN_VERBS = frozenset(
    {
        Treatment.OVERRULED,
        Treatment.REVERSED,
        Treatment.APPROVED,
        Treatment.FOLLOWED,
        Treatment.RELIED_ON,
    }
)
# How the next sentence refers back to the case: "However, the said decision ...".
_BACK_REFERENCE = re.compile(
    r"^\W*(?:\d+\.?\s*)?(?:(?:however|therefore|thus|hence|in\s+our\s+\w+|we\s+\w+\s+that),?\s+)?(?:the\s+|that\s+|this\s+)?"
    r"(?:said|aforesaid|above|same|facts\s+(?:of|in)|decision|judge?ment|ratio|case|it|reliance|was)\b",
    re.IGNORECASE,
)


def read_treatments(
    text: str, cited: Sequence[CitedDecision] | None = None, paragraphs: Sequence[Paragraph] = ()
) -> tuple[Treated, ...]:
    """The treatment at every mention of every cited case, in text order."""
    cited = cited_decisions(text) if cited is None else cited
    return tuple(sorted(_with_reliance(text, by_phrases(text, cited, paragraphs)), key=lambda item: item.mention))


def by_phrases(text: str, cited: Sequence[CitedDecision], paragraphs: Sequence[Paragraph] = ()) -> list[Treated]:
    """The treatment phrases around every mention, before the model decides the cases without any."""
    reader = _Reader(text, cited, paragraphs)
    return [reader.treated(decision, mention) for decision in cited for mention in decision.mentions]


def strongest(treated: Sequence[Treated]) -> Treated | None:
    """The treatment that counts for one case: this Court's strongest; else the strongest reported one."""
    for speakers in ((TreatmentSpeaker.THIS_COURT,), (TreatmentSpeaker.ANOTHER_COURT,), tuple(TreatmentSpeaker)):
        candidates = [item for item in treated if item.speaker in speakers]
        if candidates:
            return max(candidates, key=lambda item: (STRENGTH[item.treatment], -item.mention.start))
    return None


@dataclass(frozen=True, slots=True)
class _Governing:
    """The words that treat a case, and whether another case did it."""

    treatment: Treatment
    words: Span
    reported: bool


class _Reader:
    """One text with its sentences and mentions, for questions about any mention."""

    def __init__(self, text: str, cited: Sequence[CitedDecision], paragraphs: Sequence[Paragraph]) -> None:
        self._text = text
        self._sentences = split_sentences(text)
        self._starts = [span.start for span in self._sentences]
        self._mentions = sorted(mention for decision in cited for mention in decision.mentions)
        self._speakers = Speakers(text, paragraphs)

    def treated(self, decision: CitedDecision, mention: Span) -> Treated:
        """The treatment of one mention."""
        sentence = shown = self._sentence(mention)
        governing = self._governing(mention, sentence)
        following = self._following(sentence)
        if governing is None and following is not None and not self._other_case_in(following, decision):
            governing = self._in_next_sentence(following)
            shown = Span(sentence.start, following.end) if governing else sentence
        treatment = governing.treatment if governing else Treatment.REFERRED
        strong = STRENGTH[treatment] > STRENGTH[Treatment.DISTINGUISHED]
        words, reported = (governing.words, governing.reported) if governing else (None, False)
        speaker = self._speakers.speaker(mention, shown, words, reported, strong)
        return Treated(decision, treatment, speaker, shown.of(self._text), shown, mention)

    def _sentence(self, mention: Span) -> Span:
        """The sentence that contains the mention; a full stop inside or right after the mention does not end it."""
        first = max(0, bisect_right(self._starts, mention.start) - 1)
        last = first
        while last + 1 < len(self._sentences) and self._sentences[last].end < mention.end:
            last += 1
        end = max(self._sentences[last].end, mention.end)
        if last + 1 < len(self._sentences) and not self._text[mention.end : end].strip(" ).]"):
            following = self._sentences[last + 1]
            if self._text[following.start].islower():
                end = following.end
        return Span(min(self._sentences[first].start, mention.start), end)

    def _following(self, sentence: Span) -> Span | None:
        index = bisect_left(self._starts, sentence.end)
        return self._sentences[index] if index < len(self._sentences) else None

    def _governing(self, mention: Span, sentence: Span) -> _Governing | None:
        """The first cue that governs the mention."""
        for cue in _cues():
            governing = self._behind(cue, mention, sentence) if cue.before else self._ahead(cue, mention, sentence)
            if governing is not None:
                return governing
        return None

    def _behind(self, cue: _Cue, mention: Span, sentence: Span) -> _Governing | None:
        """Words after the case: "X is distinguishable"."""
        match = cue.pattern.search(self._text, mention.end, sentence.end)
        if match is None or match.start() - mention.end > _REACH or not self._is_free(mention.end, match.start()):
            return None
        before = self._text[mention.end : match.start()] + match[0].rsplit(None, 1)[0] + " "
        if cue.treatment in _PLAIN_VERBS and _NEGATED.search(before):
            return None
        if cue.treatment is Treatment.DISTINGUISHED and self._is_of_something_else(mention, match.start()):
            return None
        return _Governing(cue.treatment, Span(*match.span()), self._case_follows(match.end(), sentence.end))

    def _is_of_something_else(self, mention: Span, cue_start: int) -> bool:
        """Whether the words after a case belong to its holding, or to a point that it only introduces."""
        if _TELLS_CONTENT.search(self._text, mention.end, cue_start):
            return True
        return _STATES_LAW.search(self._text[max(0, mention.start - 90) : mention.start]) is not None

    def _ahead(self, cue: _Cue, mention: Span, sentence: Span) -> _Governing | None:
        """Words before the case: "we overrule X". In "was overruled in Y", Y is not the one overruled."""
        finds = list(cue.pattern.finditer(self._text, sentence.start, mention.start))
        if not finds:
            return None
        start, end = finds[-1].span()
        if mention.start - end > _REACH or not self._is_free(end, mention.start):
            return None
        if _NEGATED.search(self._text, sentence.start, start):
            return None
        if cue.treatment is Treatment.OVERRULED and self._is_passive(sentence.start, end):
            return None
        return _Governing(cue.treatment, Span(start, end), self._case_precedes(sentence.start, start))

    def _is_passive(self, start: int, end: int) -> bool:
        return _PASSIVE.search(self._text, start, end) is not None or bool(_AGENT.match(self._text, end))

    def _in_next_sentence(self, sentence: Span) -> _Governing | None:
        """What the next sentence says about "the said decision"; only *distinguished* and stronger count there."""
        if not _BACK_REFERENCE.match(self._text, sentence.start, sentence.end):
            return None
        for cue in _cues():
            if STRENGTH[cue.treatment] >= STRENGTH[Treatment.DISTINGUISHED] and cue.before:
                match = cue.pattern.search(self._text, sentence.start, sentence.end)
                if match and match.start() - sentence.start <= _REACH:
                    reported = self._case_follows(match.end(), sentence.end)
                    return _Governing(cue.treatment, Span(*match.span()), reported)
        return None

    def _is_free(self, start: int, end: int) -> bool:
        """Whether no other case comes between, or only the rest of a list."""
        position = start
        for other in self._between(start, end):
            if not _LIST.fullmatch(self._text, position, other.start):
                return False
            position = other.end
        return True

    def _between(self, start: int, end: int) -> list[Span]:
        first = bisect_left(self._mentions, Span(start, start + 1))
        return [m for m in self._mentions[first : first + 12] if m.end <= end]

    def _case_follows(self, start: int, end: int) -> bool:
        """Whether "by" or "in" another case follows the words."""
        near = self._between(start, end)
        return bool(near) and near[0].start - start <= _NEAR and bool(_BY.match(self._text, start, near[0].start))

    def _case_precedes(self, start: int, end: int) -> bool:
        """Whether another case is the subject of the words ("In Y, this Court overruled X")."""
        return any(end - m.end <= _NEAR for m in self._between(start, end))

    def _other_case_in(self, sentence: Span, decision: CitedDecision) -> bool:
        return any(m not in decision.mentions for m in self._between(sentence.start, sentence.end))


_AGENT = re.compile(r"\s+(?:by|in)\b", re.IGNORECASE)


def cases_to_weigh(treated: Sequence[Treated]) -> dict[str, CaseInJudgment]:
    """Every cited case of one judgment as input for the model, by case id; `treated` holds the phrases."""
    spans: dict[str, list[Span]] = defaultdict(list)
    phrases: dict[str, list[str]] = defaultdict(list)
    for item in treated:
        spans[item.cited.id].append(item.mention)
        phrases[item.cited.id].append(f"{item.treatment}:{item.speaker}")
    return {
        key: CaseInJudgment(
            sorted(case_spans),
            [span for other, other_spans in spans.items() if other != key for span in other_spans],
            phrases[key],
        )
        for key, case_spans in spans.items()
    }


def _with_reliance(text: str, treated: Sequence[Treated]) -> list[Treated]:
    """Let the model decide, case by case, between *relied on* and *referred* if no words do."""
    cases = cases_to_weigh(treated)
    decided_by_words = {item.cited.id for item in treated if item.treatment is not Treatment.REFERRED}
    weighed = dict(zip(cases, weigh(text, list(cases.values())), strict=True)) if set(cases) - decided_by_words else {}
    return [
        replace(item, treatment=Treatment.RELIED_ON)
        if item.cited.id not in decided_by_words
        and item.speaker is TreatmentSpeaker.THIS_COURT
        and weighed[item.cited.id].relied > weighed[item.cited.id].referred
        else item
        for item in treated
    ]
