"""Takes out of a query what would give its answer away: the parties' names, citations, and names of other cases.

Placeholders hold no letters or digits that a search could match: `[…]` for a citation or case name, `[A]` and `[B]`
for the parties, which a reader can still tell apart.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from countercase.domain.span import Span
from countercase.law.precedents import find_precedents
from countercase.law.precedents.names import split_parties
from countercase.law.provisions import find_provisions

CITED = "[…]"
PARTIES = ("[A]", "[B]")


@dataclass(frozen=True, slots=True)
class MaskOptions:
    """What is masked besides names and citations. Provisions are facts of the matter, so they stay unless asked."""

    dates: bool = False
    provisions: bool = False


@dataclass(frozen=True, slots=True)
class Masked:
    """The masked text, and how often each kind of thing was masked."""

    text: str
    counts: Mapping[str, int] = field(default_factory=dict)


# Public bodies and common words: not names of the parties, and masking them would tear holes into the facts.
_COMMON = frozenset(
    """
    the of and for in on by at to through with others other another ors anr etc dead died lrs legal heirs representative
    representatives represented rep alias minor guardian son daughter wife widow shri sri smt mrs miss messrs kumari
    state states union india government govt central national public general high supreme court courts tribunal police
    inspector superintendent secretary principal chief director deputy joint additional assistant commissioner collector
    district officer engineer registrar department ministry board bank corporation company limited ltd private pvt
    commission committee council authority municipal university college school institute society association federation
    insurance industries industrial steel mills electric electricity power development housing land revenue income tax
    customs excise railway railways transport road services service life oil gas coal mines
    andhra arunachal assam bihar chhattisgarh goa gujarat haryana himachal jharkhand karnataka kerala madhya maharashtra
    manipur meghalaya mizoram nagaland odisha orissa punjab rajasthan sikkim tamil nadu telangana tripura uttar
    uttarakhand uttaranchal west bengal pradesh jammu kashmir delhi nct bombay calcutta madras mysore hyderabad mumbai
    enforcement directorate investigation bureau
    kolkata chennai city north south east new territory administration admn republic
    """.split()
)
_NAME_WORD = re.compile(r"[^\W\d_]{3,}")
_PUBLIC = re.compile(r"\s*(?:the\s+)?(?:state|union|government|govt|republic)\b", re.IGNORECASE)
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_DATE = re.compile(
    rf"\b\d{{1,2}}\s?[./-]\s?\d{{1,2}}\s?[./-]\s?(?:\d{{4}}|\d{{2}})\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}\.?,?\s+\d{{4}}\b"
    rf"|\b{_MONTH}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}\b"
)
_REPEATED = re.compile(r"(\[[AB…]\])(?:[\s.,;:&@]*(?:\1))+")


def mask(text: str, case_name: str, options: MaskOptions | None = None) -> Masked:
    """The text with the parties of `case_name`, every cited case, and what the options name, masked."""
    options = options or MaskOptions()
    marks = [(mention.span, CITED, "cited case") for mention in find_precedents(text)]
    if options.dates:
        marks += [(Span(*match.span()), CITED, "date") for match in _DATE.finditer(text)]
    if options.provisions:
        marks += [(mention.span, CITED, "provision") for mention in find_provisions(text)]
    marks += _party_marks(text, case_name)
    return _apply(text, marks)


def party_words(party: str) -> frozenset[str]:
    """The words that are this party's own name, in lower case; none for a State or the Union."""
    if _PUBLIC.match(party):
        return frozenset()
    return frozenset(word.lower() for word in _NAME_WORD.findall(party) if word.lower() not in _COMMON)


def _party_marks(text: str, case_name: str) -> list[tuple[Span, str, str]]:
    marks = []
    sides = split_parties(case_name) or (case_name,)
    for side, placeholder in zip(sides, PARTIES, strict=False):
        for word in sorted(party_words(side)):
            # A name is capitalised; "singh" in lower case inside another word is not this party.
            pattern = re.compile(rf"\b(?:{re.escape(word.capitalize())}|{re.escape(word.upper())})(?:['’]s)?\b")
            marks += [(Span(*match.span()), placeholder, "party") for match in pattern.finditer(text)]
    return marks


def _apply(text: str, marks: list[tuple[Span, str, str]]) -> Masked:
    counts: Counter[str] = Counter()
    parts: list[str] = []
    end = 0
    for span, placeholder, kind in sorted(marks, key=lambda mark: (mark[0].start, -mark[0].end)):
        if span.start < end:
            continue
        parts += [text[end : span.start], placeholder]
        end = span.end
        counts[kind] += 1
    masked = "".join([*parts, text[end:]])
    return Masked(_REPEATED.sub(r"\1", masked), dict(counts))
