"""Where a judgment says how it ended."""

import re
from collections.abc import Iterator, Sequence

from countercase.domain.case import SectionType
from countercase.domain.span import Span
from countercase.explanation.places import Place

_LAST = 8  # sentences at the end of a judgment among which its order stands, where nothing is labelled Held
_SENTENCE = 5  # words; less is a tag
_DONE = (
    r"(?:allowed|dismissed|acquitted|discharged|set\s+aside|quashed|upheld|affirmed|confirmed|restored|remanded|remitted"
    r"|granted|refused|rejected|enhanced|reduced|altered|converted|modified|released|disposed\s+of|maintained|convicted"
    r"|reinstated|sentenced|sustained)"
)
_FINAL = r"(?:allowed|dismissed|acquitted|discharged|set\s+aside|quashed|restored|remanded|convicted|reinstated)"
_ORDER = re.compile(
    rf"\b(?:appeals?|petitions?|suit|convictions?|acquittals?|sentence|orders?|judgments?|award|decree|complaint|bail"
    rf"|proceedings|prosecution|accused|appellants?|respondents?|FIR|matter|case|all|both|he|she|they|dismissal"
    rf"|reinstatement|detention)\b[^.;]{{0,120}}?\b(?:{_DONE}|succeeds?|fails?|ordered)\b"
    rf"|\b(?:was|were|is|are|stands?)\s+(?:\w+ly\s+|hereby\s+)?{_FINAL}\b"
    r"|\bwe\s+(?:\w+ly,?\s+|therefore,?\s+|hereby\s+)?(?:allow|dismiss|quash|acquit|alter|set\s+aside|uphold|affirm|confirm"
    r"|restore|remand|remit|convert|modify|reduce|direct)\b"
    rf"|\bthe\s+Court\s+(?:\w+ly\s+)?{_DONE}\b",
    re.IGNORECASE,
)
_REPORTER = re.compile(r"\bheadnotes?\s+prepared\b", re.IGNORECASE)  # the foot of a report, not the Court
_NOT_THE_COURT = frozenset({SectionType.FACTS, SectionType.ISSUES, SectionType.SUBMISSIONS})
_BEFORE = re.compile(r"\b(?:trial\s+court|high\s+court|sessions|tribunal|magistrate)\b", re.IGNORECASE)


def outcome_places(places: Sequence[Place]) -> Iterator[tuple[Place, Span]]:
    """Sentences that state the order, the likeliest first, each with the words that do."""
    held = [place for place in places if place.section is SectionType.HELD]
    last = [place for place in places[-_LAST:] if place.section not in _NOT_THE_COURT]
    for group in (held, last):
        found = [(place, match) for place in group if (match := _ORDER.search(place.text))]
        found = [(place, match) for place, match in found if not _REPORTER.search(place.text)]
        # The order comes last; what a court below did is only told; a reporter's "Appeal dismissed" says the least.
        found.sort(key=lambda item: (_told_or_tagged(item[0]), -item[0].span.start))
        yield from ((place, Span(*match.span())) for place, match in found)


def _told_or_tagged(place: Place) -> int:
    return 2 * (_BEFORE.search(place.text) is not None) + (len(place.text.split()) < _SENTENCE)
