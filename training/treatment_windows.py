"""Writes what the treatment reader learns from: for every case that editors list, the places where the text treats it.

Two sources. The Supreme Court Reports of 2023-24 (`training.treatments`): judgments held out by hash are written
without their class. The older judgments of IN-Abs: their headnotes print the same words after the names of cases.

Each place is a window of tokens. The case itself is a mark, other cases are another mark, citations are dropped, and
the middle of a long quotation is left out, because the Court's own words often follow only after it. The lines that
name the editor of the report are cut off: a reader of the judgment does not know them.

Run: python -m training.treatment_windows TOKENIZER.json FOLDER [--data FOLDER]
"""

import argparse
import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from countercase.citator.catalogue import ResolutionOutcome, Resolved, same_parties, telling_tokens
from countercase.citator.references import CitedDecision, TreatmentSpeaker
from countercase.citator.treatments import STRENGTH, Treated, Treatment, by_phrases
from countercase.domain.span import Span
from countercase.law.citations import find_citations
from countercase.law.precedents import PrecedentMention, find_precedents
from training.sources import in_abs
from training.treatments import (
    CLASS_ORDER,
    DATA,
    DISTINGUISHED,
    REFERRED,
    RELIED,
    is_held_out,
    labelled_judgments,
)

PAD, THE_CASE, OTHER_CASE, SAME_CASE, TOGETHER = 0, 1, 2, 3, 4  # unused rows of the vocabulary
UNKNOWN, FIRST, LAST = 100, 101, 102
LEFT, RIGHT = 110, 230  # tokens read on either side
REACH = 9  # characters per token, at most, when text is cut before it is tokenised
MOST_PLACES = 6  # the first two and the last four
KEPT_TOKENS = 10_000  # commonest tokens; a small vocabulary makes a small model
WINDOW_FEATURES, CASE_FEATURES = 12, 24
_SPEAKERS = tuple(TreatmentSpeaker)
_QUOTATION = re.compile(r"[“\"][^“”\"]{400,6000}[”\"]")
_QUOTE = re.compile(r"[“\"]")
_COUNSEL = re.compile(r"\b(?:counsel|submi\w+|conten\w+|reliance|relied upon by|appearing)\b", re.IGNORECASE)
_TAIL = re.compile(r"(?:†?\s*Headnotes prepared by|Result of the case\s*:|\(Assisted by)", re.IGNORECASE)
# "The decisions relied upon by counsel are of no help": the word "judgments" is lost in the Reports at hand.
_TOGETHER = re.compile(
    r"\b(?:decisions|judge?ments|cases|authorities|rulings|precedents|\bs)\b[^.;]{0,160}?\b(?:distinguishable|distinguished"
    r"|not\s+applicable|inapplicable|no\s+application|not\s+(?:be\s+)?appl(?:y|ied)|of\s+no\s+(?:help|assistance|avail|relevance)"
    r"|not\s+(?:help|assist|relevant|attracted)|different\s+(?:facts|context|footing)|misplaced|own\s+facts)\b",
    re.IGNORECASE,
)
_EDITOR = re.compile(
    r"Headnotes prepared by:?\s*(?:\w+ (?:allowed|dismissed|disposed of)\.?\s*)?(?P<a>[A-Z]\w+ [A-Z]\w+)"
    r"|(?P<b>[A-Z][a-z]+ [A-Z][a-z]+) (?:Appeals?|Petitions?|Writ)\b[^.]{0,40}(?:allowed|dismissed|disposed)"
)
# The words after a case or a list of cases in older headnotes.
_OLD_WORDS = {
    "referred to": REFERRED,
    "relied on": RELIED,
    "relied upon": RELIED,
    "followed": RELIED,
    "applied": RELIED,
    "approved": RELIED,
    "affirmed": RELIED,
    "distinguished": DISTINGUISHED,
    "held inapplicable": DISTINGUISHED,
    "held not applicable": DISTINGUISHED,
    "inapplicable": DISTINGUISHED,
}
_OLD_WORD = re.compile(rf"[,;)\]]\s*(?P<word>{'|'.join(_OLD_WORDS)})\s*(?=[.;,\[(]|$)", re.MULTILINE)
_OLD_GAP = re.compile(
    r"(?:[^a-z]|\b(?:and|at|p|pp|ors|anr|others|another|etc|decided|on|unreported|also|ch|cal|bom|mad|all|pat|lah)\b){0,110}"
)


@dataclass(frozen=True, slots=True)
class Place:
    """One window, and what is known of the place without reading it."""

    tokens: list[int]
    features: list[float]


@dataclass(frozen=True, slots=True)
class Example:
    """One cited case of one judgment; `label` is -1 where it is not told."""

    judgment: str
    name: str
    label: int
    editor: int
    places: list[Place]
    features: list[float]


class Windows:
    """One judgment, for the windows of any case that it cites."""

    def __init__(self, text: str, cited: Sequence[CitedDecision], tokenizer: Tokenizer) -> None:
        self._text = text
        self._tokenizer = tokenizer
        self._cited = cited
        self._citations = [mention.span for mention in find_citations(text)]
        self._mentions = sorted((span, number) for number, case in enumerate(cited) for span in case.mentions)
        self._together = [Span(*match.span()) for match in _TOGETHER.finditer(text)]
        self._treated: dict[int, list[Treated]] = {}
        places = {id(case): number for number, case in enumerate(cited)}
        for item in by_phrases(text, cited):
            self._treated.setdefault(places[id(item.cited)], []).append(item)

    def example(self, number: int, judgment: str, label: int, editor: int, year: int | None) -> Example:
        """The windows and features of one cited case."""
        treated = sorted(self._treated[number], key=lambda item: item.mention)
        chosen = treated if len(treated) <= MOST_PLACES else [*treated[:2], *treated[2 - MOST_PLACES :]]
        places = [Place(self._tokens(item.mention, number), self._place_features(item)) for item in chosen]
        about_several = [0.0] * (WINDOW_FEATURES - 1) + [1.0]
        places += [Place(self._tokens(span, None), about_several) for span in self._together[-1:]]
        features = self._case_features(number, treated, year)
        return Example(judgment, self._cited[number].name, label, editor, places, features)

    def _tokens(self, centre: Span, number: int | None) -> list[int]:
        """The window around a mention, or around words about several cases (`number` is None)."""
        mark = [TOGETHER] if number is None else [THE_CASE]
        left = self._encoded(max(0, centre.start - LEFT * REACH), centre.start, number)[-LEFT:]
        right_start = centre.start if number is None else centre.end
        right = self._encoded(right_start, min(len(self._text), right_start + RIGHT * REACH * 2), number)[:RIGHT]
        return [FIRST, *left, *mark, *right, LAST]

    def _encoded(self, start: int, end: int, number: int | None) -> list[int]:
        marked: list[tuple[Span, int]] = [
            (span, SAME_CASE if case == number else OTHER_CASE)
            for span, case in self._mentions
            if start <= span.start and span.end <= end
        ]
        marked += [(span, PAD) for span in self._citations if start <= span.start and span.end <= end]
        tokens: list[int] = []
        position = start
        for span, mark in sorted(marked):
            if span.start >= position:
                tokens += self._plain(position, span.start)
                tokens += [mark] if mark else []
                position = span.end
        return tokens + self._plain(position, end)

    def _plain(self, start: int, end: int) -> list[int]:
        text = _QUOTATION.sub(_shortened, self._text[start:end])
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids) if text.strip() else []

    def _place_features(self, item: Treated) -> list[float]:
        span, text = item.mention, self._text
        strength = STRENGTH[item.treatment]
        values = [
            span.start / max(1, len(text)),
            *(float(item.speaker is speaker) for speaker in _SPEAKERS),
            float(STRENGTH[Treatment.RELIED_ON] <= strength <= STRENGTH[Treatment.APPROVED]),
            float(item.treatment is Treatment.DISTINGUISHED),
            float(strength > STRENGTH[Treatment.DISTINGUISHED]),
            float(_QUOTE.search(text, span.end, span.end + 250) is not None),
            float(self._is_listed(span)),
            float(_COUNSEL.search(text, max(0, span.start - 300), span.start) is not None),
            0.0,  # 1 for words about several cases
        ]
        assert len(values) == WINDOW_FEATURES
        return values

    def _is_listed(self, span: Span) -> bool:
        return any(
            other != span and min(abs(other.start - span.end), abs(span.start - other.end)) < 40
            for other, _ in self._mentions
        )

    def _case_features(self, number: int, treated: Sequence[Treated], year: int | None) -> list[float]:
        text, case = self._text, self._cited[number]
        length = max(1, len(text))
        said = Counter((_kind(item.treatment), item.speaker) for item in treated)
        years = [int(found) for citation in case.citations for found in re.findall(r"\b(?:1[89]|20)\d\d\b", citation)]
        age = year - max(years) if year and years else None
        starts = [item.mention.start / length for item in treated]
        values = [
            math.log1p(len(treated)),
            math.log1p(len(self._cited)),
            math.log(length) - 10,
            starts[0],
            starts[-1],
            float(sum(start > 0.6 for start in starts) > 0),
            *(math.log1p(said[kind, speaker]) for kind in range(1, 4) for speaker in _SPEAKERS[:3]),
            *(sum(item.speaker is speaker for item in treated) / len(treated) for speaker in _SPEAKERS),
            sum(_QUOTE.search(text, i.mention.end, i.mention.end + 250) is not None for i in treated) / len(treated),
            sum(self._is_listed(item.mention) for item in treated) / len(treated),
            math.log1p(max(0, age)) if age is not None else 0.0,
            float(age is None),
            float(len(self._together) > 0),
        ]
        assert len(values) == CASE_FEATURES, len(values)
        return values


def _shortened(quotation: re.Match[str]) -> str:
    """The first and last words of a long quotation."""
    return f"{quotation[0][:200]} … {quotation[0][-80:]}"


def _kind(treatment: Treatment) -> int:
    strength = STRENGTH[treatment]
    if treatment is Treatment.REFERRED:
        return 0
    if strength <= STRENGTH[Treatment.APPROVED]:
        return 1
    return 2 if treatment is Treatment.DISTINGUISHED else 3


def of_the_reports(data: Path, tokenizer: Tokenizer) -> Iterator[Example]:
    """The listed cases of 2023-24; the class only of those that are not held out."""
    editors: dict[str, int] = {}
    for judgment in labelled_judgments(data):
        tail = _TAIL.search(judgment.body, max(0, len(judgment.body) - 600))
        signed = _EDITOR.search(judgment.body, max(0, len(judgment.body) - 400))
        editor = editors.setdefault((signed["a"] or signed["b"]) if signed else "", len(editors))
        end = tail.start() if tail else len(judgment.body)
        cited = [_before(case, end) for case in judgment.cited]
        windows = Windows(judgment.body[:end], cited, tokenizer)
        held_out = is_held_out(judgment.id)
        for place, label in judgment.classes.items():
            if cited[place].mentions:
                known = -1 if held_out else CLASS_ORDER.index(label)
                yield windows.example(place, judgment.id, known, -1 if held_out else editor, int(judgment.id[:4]))


def _before(case: CitedDecision, end: int) -> CitedDecision:
    spans = tuple(span for span in case.mentions if span.end <= end)
    return CitedDecision(case.name, case.citations, spans, case.resolved)


def of_older_headnotes(data: Path, tokenizer: Tokenizer) -> Iterator[Example]:
    """Cases that the headnotes of IN-Abs list with a treatment, found by name in the judgment."""
    unknown = Resolved(ResolutionOutcome.UNKNOWN, "by name only")
    for judgment in in_abs(data / "caselaw" / "in_abs.tar.xz"):
        listed = old_labels(judgment.headnote)
        if not listed:
            continue
        mentions = find_precedents(judgment.text)
        cited, labels = [], []
        for name, label in listed.items():
            if spans := _named(judgment.text, name, mentions):
                cited.append(CitedDecision(name, (), spans, unknown))
                labels.append(CLASS_ORDER.index(label))
        taken = {span.start for case in cited for span in case.mentions}
        rest = [mention for mention in mentions if mention.name and mention.span.start not in taken]
        cited += [CitedDecision(mention.name or "", (), (mention.span,), unknown) for mention in rest]
        if labels:
            windows = Windows(judgment.text, cited, tokenizer)
            for number, known in enumerate(labels):
                yield windows.example(number, judgment.id, known, -1, judgment.year)


def old_labels(headnote: str) -> dict[str, str]:
    """Names of cases and their class, from the words that end a list of cases; a name with two classes is left out."""
    text = " ".join(headnote.split())
    mentions = [mention for mention in find_precedents(text) if mention.name and " v" in mention.name.lower()]
    labels: dict[str, set[str]] = {}
    for match in _OLD_WORD.finditer(text):
        start = match.start()
        for mention in reversed([m for m in mentions if m.span.end <= match.start()][-8:]):
            if not _OLD_GAP.fullmatch(text, mention.span.end, start):
                break
            labels.setdefault(mention.name or "", set()).add(_OLD_WORDS[match["word"]])
            start = mention.span.start
    return {name: next(iter(classes)) for name, classes in labels.items() if len(classes) == 1}


def _named(text: str, name: str, mentions: Sequence[PrecedentMention]) -> tuple[Span, ...]:
    """Where a judgment names the case in full, and by the distinctive word of a party before "case" or "supra"."""
    spans = [mention.span for mention in mentions if mention.name and same_parties(name, mention.name)]
    if not spans:
        return ()
    taken = [mention.span for mention in mentions]
    for word in telling_tokens(name):
        short = re.compile(rf"\b{re.escape(word)}\b(?:['’]?s?\s+case\b|[^.;]{{0,20}}\(supra\))", re.IGNORECASE)
        for match in short.finditer(text, spans[0].end):
            span = Span(*match.span())
            if not any(other.overlaps(span) for other in taken):
                spans.append(span)
                taken.append(span)
    return tuple(sorted(spans))


def fold_of(judgment: str) -> int:
    """Which of the five folds a judgment belongs to, as in `training.treatments`."""
    return int(hashlib.sha256(f"fold {judgment}".encode()).hexdigest(), 16) % 5


def write(path: Path, examples: Sequence[Example], kept: np.ndarray) -> None:
    """All windows of all cases as plain arrays; rare tokens become unknown."""
    number = np.full(30522, UNKNOWN, dtype=np.uint16)
    number[kept] = kept
    places = [place for example in examples for place in example.places]
    tokens = np.concatenate([np.array(place.tokens, dtype=np.uint16) for place in places])
    np.savez_compressed(
        path,
        tokens=number[tokens],
        token_ends=np.cumsum([len(place.tokens) for place in places]),
        place_ends=np.cumsum([len(example.places) for example in examples]),
        place_features=np.array([place.features for place in places], dtype=np.float16),
        features=np.array([example.features for example in examples], dtype=np.float16),
        labels=np.array([example.label for example in examples], dtype=np.int8),
        editors=np.array([example.editor for example in examples], dtype=np.int16),
        folds=np.array([fold_of(example.judgment) for example in examples], dtype=np.int8),
        judgments=np.array([example.judgment for example in examples]),
        names=np.array([example.name[:60] for example in examples]),
    )


def main() -> None:
    """Write both sources and the kept tokens."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    reports = list(of_the_reports(options.data, tokenizer))
    older = list(of_older_headnotes(options.data, tokenizer))
    seen: Counter[int] = Counter()
    for example in (*reports, *older):
        if example.label >= 0:
            for place in example.places:
                seen.update(place.tokens)
    special = {PAD, THE_CASE, OTHER_CASE, SAME_CASE, TOGETHER, UNKNOWN, FIRST, LAST}
    common = [token for token, _ in seen.most_common(KEPT_TOKENS) if token not in special]
    kept = np.array(sorted({*special, *common[: KEPT_TOKENS - len(special)]}))
    write(options.out / "reports.npz", reports, kept)
    write(options.out / "older.npz", older, kept)
    np.save(options.out / "kept_tokens.npy", kept)
    for title, examples in (("reports", reports), ("older", older)):
        print(title, len(examples), Counter(example.label for example in examples))
        print("  windows", sum(len(example.places) for example in examples))


if __name__ == "__main__":
    main()
