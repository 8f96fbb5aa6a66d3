"""Finds the sentences of a judgment that state its order."""

import re
from collections.abc import Iterator, Sequence

from countercase.domain.case import SectionType
from countercase.domain.span import Span
from countercase.domain.speaker import Speaker
from countercase.explanation.quotations import StoredSentence

_LAST = 8  # last sentences of a judgment to search for its order, if nothing is labelled Held
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
    rf"|reinstatement|detention)\b[^.;]{{0,120}}?\b(?:{_DONE}|succeed(?:s|ed)?|fail(?:s|ed)?|ordered)\b"
    rf"|\b(?:was|were|is|are|stands?)\s+(?:\w+ly\s+|hereby\s+)?{_FINAL}\b"
    r"|\bwe\s+(?:\w+ly,?\s+|therefore,?\s+|hereby\s+)?(?:allow|dismiss|quash|acquit|alter|set\s+aside|uphold|affirm|confirm"
    r"|restore|remand|remit|convert|modify|reduce|direct)\b"
    rf"|\bthe\s+Court\s+(?:\w+ly\s+)?{_DONE}\b",
    re.IGNORECASE,
)
ENDS = re.compile(
    r"\b(?:appeals?|petitions?|suit|revision|reference)\b[^;]{0,120}?\b(?:allowed|dismissed|disposed|fail(?:s|ed)?|succeed(?:s|ed)?|rejected)\b"
    r"|\b(?:allow|dismiss|dispose)\b[^.;]{0,40}?\b(?:appeals?|petitions?|suit)\b",
    re.IGNORECASE,
)
_DISPOSES = re.compile(
    r"\bset\s+aside|\bquash|\bacquit|\bconvict|\brestor|\breman?[dt]|\breleas|\bup(?:held|hold)|\baffirm|\bconfirm|\balter|\bmodif"
    r"|\breduc|\benhanc|\breinstat|\bgrant|\brefus|\breject|\bremit|\bsucceed|\bfails?\b|\bconvert|\bdischarg|\bmaintain",
    re.IGNORECASE,
)
_REPORTER = re.compile(r"\bheadnotes?\s+prepared\b", re.IGNORECASE)  # the foot of a report, not the Court
NOT_THE_COURT = frozenset({SectionType.FACTS, SectionType.ISSUES, SectionType.SUBMISSIONS})
_BEFORE = re.compile(r"\b(?:trial\s+court|high\s+court|sessions|tribunal|magistrate)\b", re.IGNORECASE)


# Interim orders, which decide nothing between the parties.
ANCILLARY = re.compile(
    r"\b(?:pending\s+(?:interlocutory\s+)?applications?|interlocutory\s+applications?|interim|I\.?A\.?s?\b|contempt|substitution"
    r"|impleadment|bail\s*-?\s*bonds?|surrender|registry|costs?|within\s+(?:a\s+period\s+of\s+)?\w+\s+(?:weeks|months|days)|intervention)\b",
    re.IGNORECASE,
)


def outcome_places(places: Sequence[StoredSentence]) -> Iterator[tuple[StoredSentence, Span]]:
    """Sentences of the Court or of our summary that state the order, likeliest first, with the deciding words."""
    candidates = [sentence for sentence in places if _may_order(sentence)]
    held = [sentence for sentence in candidates if sentence.section is SectionType.HELD]
    last = [sentence for sentence in candidates[-_LAST:] if sentence.section not in NOT_THE_COURT]
    for group in (held, last):
        orders = [(sentence, match) for sentence in group if (match := _ORDER.search(sentence.text))]
        orders = [(sentence, match) for sentence, match in orders if not _REPORTER.search(sentence.text)]
        orders = [(sentence, match) for sentence, match in orders if _decides_the_matter(sentence)]
        # The order comes last; an order of a court below is only reported; a reporter's "Appeal dismissed" says least.
        orders.sort(key=lambda item: (_told_or_tagged(item[0]), -item[0].span.start))
        yield from ((sentence, Span(*match.span())) for sentence, match in orders)


def _may_order(sentence: StoredSentence) -> bool:
    return sentence.sure or sentence.voice.speaker is Speaker.SUMMARY


def _told_or_tagged(sentence: StoredSentence) -> int:
    told, tag = _BEFORE.search(sentence.text) is not None, len(sentence.text.split()) < _SENTENCE
    return 4 * is_only_ancillary(sentence.text) + 2 * told + tag


def _decides_the_matter(sentence: StoredSentence) -> bool:
    """Whether the sentence disposes of the matter, the order below or a person."""
    if sentence.voice.speaker is Speaker.SUMMARY:
        return True
    return ENDS.search(sentence.text) is not None or (
        _DISPOSES.search(sentence.text) is not None and not is_only_ancillary(sentence.text)
    )


def is_only_ancillary(sentence: str) -> bool:
    """Whether the sentence only orders costs, bonds or the like and does not end the matter."""
    return ANCILLARY.search(sentence) is not None and ENDS.search(sentence) is None
