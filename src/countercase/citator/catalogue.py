"""The catalogue of Supreme Court decisions: their names, dates and parallel citations, and which one a text means."""

import lzma
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from importlib import resources

from countercase.law.citations import Citation, read_citation
from countercase.law.precedents.names import name_key, split_parties

# Decides whether a written case name can be the name of a decision.
#
# `countercase.law.precedents.names` decides whether two names are equal apart from form. Judgments are looser: they
# drop a party's first name, misspell it, or write "Bachan Singh". Three answers are needed here, because "cannot be
# told" must never become "wrong".

# Words that half of all cause titles share: they distinguish no case.
COMMON_WORDS = frozenset(
    "state union india limited private company corporation commissioner government municipal board bank committee"
    " central income tax excise customs officer collector director secretary chief general manager authority council"
    " department development electricity insurance singh kumar ram lal devi bai prasad sharma khan das rao reddy gupta"
    " uttar pradesh madhya andhra punjab haryana bihar bengal west tamil nadu kerala karnataka maharashtra gujarat"
    " rajasthan orissa odisha assam delhi bombay madras calcutta mysore himachal jharkhand chhattisgarh uttarakhand"
    " uttaranchal telangana goa jammu kashmir manipur tripura national industries and v in re mohd supreme court high"
    " bureau investigation police inspector superintendent district magistrate administration territory nct through"
    " lrs dead deceased others another international co assistant deputy additional special sales commercial new"
    " university college association society trust mills sons brothers workmen management tribunal labour land"
    " acquisition improvement housing transport road food station house rep represented by his her legal heirs"
    " commission chairman public service services regional fund provident exchange securities enforcement directorate"
    " ministry revenue divisional registrar".split()
)
_SIMILAR = 0.8  # share of equal letters at which two spellings count as one name
_LONG = 5
_TOKEN = re.compile(r"[a-z0-9]+")
_NOT_A_LETTER = re.compile(r"[^a-z]+")
_ACRONYM = re.compile(r"\b[A-Z]{3,6}\b")
_BRACKET = re.compile(r"\([^()]*\)")


class Fit(StrEnum):
    """How well a written name matches a decision's name."""

    SAME = "same"
    FITS = "fits"
    DIFFERENT = "different"
    CANNOT_BE_TOLD = "cannot be told"


@lru_cache(maxsize=65536)
def name_tokens(name: str) -> tuple[str, ...]:
    """The words of a name with abbreviations expanded, without forms of address and initials."""
    return tuple(token for token in _TOKEN.findall(name_key(_BRACKET.sub(" ", name))) if len(token) > 1)


@lru_cache(maxsize=65536)
def telling_tokens(name: str) -> frozenset[str]:
    """The distinctive words of a name."""
    return frozenset(token for token in name_tokens(name) if token not in COMMON_WORDS and len(token) > 2)


def name_fit(written: str, known: str) -> Fit:
    """Compare a name in a draft with the name of a decision; one shared distinctive word is a match."""
    if name_key(written) and name_key(written) == name_key(known):
        return Fit.SAME
    left, right = telling_tokens(written), telling_tokens(known)
    if left and right:
        close = _share_a_word(left, right) or _written_together(left, known) or _written_together(right, written)
        close = close or _abbreviates(written, known) or _abbreviates(known, written)
        return Fit.FITS if close else Fit.DIFFERENT
    shared = set(name_tokens(written)) & set(name_tokens(known)) - {"v", "in", "re"}
    return Fit.FITS if len(shared) >= 2 else Fit.CANNOT_BE_TOLD


def same_parties(written: str, known: str) -> bool:
    """Whether both sides agree: every distinctive word of the shorter side is in the longer one."""
    if name_key(written) and name_key(written) == name_key(known):
        return True
    left, right = split_parties(_BRACKET.sub(" ", written)), split_parties(_BRACKET.sub(" ", known))
    if left is None or right is None:
        return False
    return all(_same_side(a, b) for a, b in zip(left, right, strict=True))


def _same_side(written: str, known: str) -> bool:
    a, b = telling_tokens(written), telling_tokens(known)
    if not a and not b:  # "State of U.P.": the common words must agree
        x, y = set(name_tokens(written)), set(name_tokens(known))
        return bool(x and y) and (x <= y or y <= x)
    if not a or not b:
        return False
    shorter, longer = (a, b) if len(a) <= len(b) else (b, a)
    return all(any(similar(word, other) for other in longer) for word in shorter)


def _share_a_word(left: frozenset[str], right: frozenset[str]) -> bool:
    return bool(left & right) or any(similar(a, b) for a in left for b in right)


def _abbreviates(short: str, name: str) -> bool:
    """Whether one name is the initials of the other: "BSNL" for Bharat Sanchar Nigam Limited."""
    if short.isupper():
        return False  # a title in capitals shows no abbreviation
    words = re.findall(r"[A-Za-z]+", _BRACKET.sub(" ", name))
    initials = "".join(word[0] for word in words if word[0].isupper())
    return any(acronym in initials for acronym in _ACRONYM.findall(short.replace(".", "")))


def _written_together(words: frozenset[str], name: str) -> bool:
    """Whether a word is part of the other name: "Uma Devi" and "Umadevi", "s/o Shankar Pawar"."""
    squeezed = _NOT_A_LETTER.sub("", name.lower())
    return any(len(word) > _LONG and word in squeezed for word in words)


@lru_cache(maxsize=65536)
def similar(a: str, b: str) -> bool:
    """Whether two words are spellings of one name."""
    if a == b:
        return True
    shorter, longer = sorted((a, b), key=len)
    if len(shorter) < _LONG:
        return len(shorter) >= 4 and longer.startswith(shorter)
    if longer.startswith(shorter):
        return True
    if a[0] != b[0] or len(longer) - len(shorter) > 3:
        return False
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= _SIMILAR


# The catalogue of Supreme Court decisions: names, dates and parallel citations, as facts.
#
# `training/catalogue.py` builds `catalogue.tsv.xz`. A decision outside it may still exist: absence means something
# only if a series is complete for a year (`complete_years`).

_WORD = re.compile(r"[a-z0-9]{3,}")
_ROWS_SEARCHED = 4000  # a word that more names share than this finds nothing by itself


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of the Supreme Court. `decided` is None if only the year of its first report is known."""

    name: str
    year: int
    decided: date | None
    citations: tuple[str, ...]
    seen: int = 0  # number of known judgments that cite it

    @property
    def id(self) -> str:
        """Its first citation, or its name and year if it has none."""
        return self.citations[0] if self.citations else f"{self.name} ({self.year})"

    @property
    def title(self) -> str:
        """Name and first citation, as a reader would quote it."""
        return f"{self.name}, {self.citations[0]}" if self.citations else f"{self.name} ({self.year})"


class Catalogue:
    """Decisions by citation and by name. Rows become `Decision`s only on request."""

    def __init__(self, rows: Sequence[str], complete: Iterable[str] = ()) -> None:
        self._rows = rows
        self._complete = frozenset(complete)
        self._cited: dict[str, list[int]] = {}
        for number, row in enumerate(rows):
            for citation in row.split("\t", 3)[2].split(";"):
                if citation:
                    self._cited.setdefault(citation, []).append(number)

    def __len__(self) -> int:
        return len(self._rows)

    def by_citation(self, normal: str) -> tuple[Decision, ...]:
        """The decisions that carry a citation, given in its normal form."""
        return tuple(self.decision(number) for number in self._cited.get(normal, ()))

    def by_name(self, name: str) -> tuple[Decision, ...]:
        """The decisions with these parties, in any spelling."""
        numbers = self._with_words(name)
        decisions = (self.decision(number) for number in numbers)
        return tuple(decision for decision in decisions if same_parties(name, decision.name))

    def parallels(self, name: str, decided: date) -> tuple[str, ...]:
        """All citations of the decision with this name and day; none where it is unknown or two would fit."""
        that_day = [self.decision(number) for number in self._days.get(decided.isoformat(), ())]
        fitting = [decision for decision in that_day if same_parties(name, decision.name)]
        if len(fitting) > 1:
            fitting = [decision for decision in fitting if name_key(decision.name) == name_key(name)]
        return fitting[0].citations if len(fitting) == 1 else ()

    def is_complete(self, reporter: str, year: int) -> bool:
        """Whether every page or number of a series in a year is here, so that a missing one does not exist."""
        return f"{reporter} {year}" in self._complete

    def last_number(self, year: int) -> int:
        """The highest neutral citation (INSC) known for a year; 0 if none is known."""
        return self._last_numbers.get(year, 0)

    def last_volume(self, reporter: str, year: int, supp: bool = False) -> int:
        """The highest volume of a report known for a year; 0 if none is known."""
        return self._last_volumes.get((reporter, year, supp), 0)

    @cached_property
    def _last_numbers(self) -> dict[int, int]:
        last: dict[int, int] = {}
        for citation in self._cited:
            year, _, number = citation.partition(" INSC ")
            if number:
                last[int(year)] = max(last.get(int(year), 0), int(number))
        return last

    @cached_property
    def _last_volumes(self) -> dict[tuple[str, int, bool], int]:
        last: dict[tuple[str, int, bool], int] = {}
        form = re.compile(r"[(\[]?(\d{4})[)\]]? (Supp\.? )?\(?(\d+)\)? (SCC|SCR) \d+")
        for citation in self._cited:
            if match := form.fullmatch(citation):
                key = (match[4], int(match[1]), match[2] is not None)
                last[key] = max(last.get(key, 0), int(match[3]))
        return last

    @cached_property
    def _days(self) -> dict[str, list[int]]:
        index: dict[str, list[int]] = defaultdict(list)
        for number, row in enumerate(self._rows):
            index[row.split("\t", 2)[1]].append(number)
        return index

    @cached_property
    def _words(self) -> dict[str, list[int]]:
        index: dict[str, list[int]] = defaultdict(list)
        for number, row in enumerate(self._rows):
            for word in set(_WORD.findall(row.partition("\t")[0].lower())):
                index[word].append(number)
        return index

    def _with_words(self, name: str) -> list[int]:
        """Rows that share the rarest distinctive word of the name; a misspelt word is skipped for the next."""
        tokens = telling_tokens(name) or set(_WORD.findall(name_key(name)))
        lists = sorted((self._words[token] for token in tokens if token in self._words), key=len)
        numbers: dict[int, None] = {}
        for rows in lists[:3]:
            if len(rows) <= _ROWS_SEARCHED:
                numbers.update(dict.fromkeys(rows))
        return list(numbers)

    def decision(self, number: int) -> Decision:
        """The decision in one row."""
        name, day, citations, seen = self._rows[number].split("\t")
        return Decision(
            name=name,
            year=int(day[:4]),
            decided=date.fromisoformat(day) if len(day) == 10 else None,
            citations=tuple(filter(None, citations.split(";"))),
            seen=int(seen or 0),
        )


@cache
def catalogue() -> Catalogue:
    """The catalogue that comes with the package."""
    stored = resources.files("countercase.citator").joinpath("catalogue.tsv.xz").read_bytes()
    complete, _, rows = lzma.decompress(stored).decode("utf-8").partition("\n")
    return Catalogue(rows.splitlines(), complete.split(";"))


# Finds the decision that a name or a citation means: found, ambiguous, not fitting, or unknown, with the reason.

YEARS_LATE = 6  # years by which a report may follow the decision
_SEEN_ENOUGH = 3  # judgments that must cite a decision alike before its page counts against a name
YEARS_EARLY = 1  # dates in the list are sometimes those of a later order


class ResolutionOutcome(StrEnum):
    """How a resolution ended."""

    FOUND = "found"
    AMBIGUOUS = "ambiguous"
    NAME_DOES_NOT_FIT = "name does not fit"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Resolved:
    """The decision meant, or why none is named. `candidates` are the decisions it could be."""

    match: ResolutionOutcome
    reason: str
    decision: Decision | None = None
    candidates: tuple[Decision, ...] = ()


def resolve(name: str | None, citations: Sequence[str], known: Catalogue) -> Resolved:
    """The decision that a name, or parallel citations in normal form, stand for; at least one must be given."""
    cited = {normal: decisions for normal in citations if (decisions := known.by_citation(normal))}
    if cited:
        return _by_citations(name, cited)
    if name and split_parties(name):
        return _by_name(name, citations, known)
    if not citations:
        return Resolved(
            ResolutionOutcome.UNKNOWN, f"{name!r} does not name both parties" if name else "nothing was given"
        )
    return Resolved(ResolutionOutcome.UNKNOWN, f"{', '.join(citations)} is not in the catalogue")


def _by_citations(name: str | None, cited: dict[str, tuple[Decision, ...]]) -> Resolved:
    written = ", ".join(cited)
    everyone = tuple(dict.fromkeys(decision for decisions in cited.values() for decision in decisions))
    fitting = tuple(d for d in everyone if not name or name_fit(name, d.name) is not Fit.DIFFERENT)
    if name and not fitting:
        titles = "; ".join(d.name for d in everyone[:3])
        if not any(is_sure(decision) for decision in everyone):
            reason = f"{written} is known from a single reference, as {titles}"
            return Resolved(ResolutionOutcome.UNKNOWN, reason, candidates=everyone)
        return Resolved(ResolutionOutcome.NAME_DOES_NOT_FIT, f"{written} is {titles}", candidates=everyone)
    shared = tuple(d for d in fitting if all(d in decisions for decisions in cited.values()))
    if len(shared) == 1:
        return Resolved(ResolutionOutcome.FOUND, f"cited as {written}", shared[0])
    same = [d for d in fitting if name and name_fit(name, d.name) is Fit.SAME]
    if len(shared) > 1 and len(same) == 1:
        return Resolved(ResolutionOutcome.FOUND, f"cited as {written}, by that name", same[0])
    reason = f"{len(shared)} decisions carry {written}" if shared else f"{written} mean different decisions"
    return Resolved(ResolutionOutcome.AMBIGUOUS, reason, candidates=shared or fitting)


def is_sure(decision: Decision) -> bool:
    """Whether the pages of a decision come from the Court's own list or from several judgments."""
    return decision.seen >= _SEEN_ENOUGH or any(" INSC " in citation for citation in decision.citations)


def _by_name(name: str, citations: Sequence[str], known: Catalogue) -> Resolved:
    years = [cited.year for text in citations if (cited := read_citation(text)) and cited.year]
    named = known.by_name(name)
    if not named:
        return Resolved(ResolutionOutcome.UNKNOWN, f"no decision of the catalogue is named {name!r}")
    agreeing = tuple(d for d in named if all(-YEARS_EARLY <= year - d.year <= YEARS_LATE for year in years))
    if not agreeing:
        decided = ", ".join(sorted({str(d.year) for d in named}))
        return Resolved(ResolutionOutcome.UNKNOWN, f"decisions of that name are of {decided}", candidates=named)
    same = tuple(d for d in agreeing if name_fit(name, d.name) is Fit.SAME)
    chosen = same or agreeing
    if len(chosen) > 1:
        return Resolved(ResolutionOutcome.AMBIGUOUS, f"{len(chosen)} decisions have that name", candidates=chosen)
    return Resolved(ResolutionOutcome.FOUND, "the only decision of that name in the catalogue", chosen[0])


def is_supreme_court(citation: Citation) -> bool:
    """Whether a citation is to a report that prints decisions of the Supreme Court of India."""
    return citation.reporter in {"INSC", "SCR", "SCC", "SCALE", "AIR SCW", "SCC (Cri)", "SCC (L&S)"} or (
        citation.reporter in {"AIR", "SCC OnLine", "JT"} and citation.court == "SC"
    )
