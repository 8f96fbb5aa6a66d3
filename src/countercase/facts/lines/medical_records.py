"""How soon a hospital gave a patient the records that were asked for: three days by the rules of the profession."""

import re
from collections.abc import Iterator
from itertools import pairwise

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.facts.date_mentions import DateMention
from countercase.facts.lines.profile import MatterProfile
from countercase.law import dates

_PAPERS = r"(?:records?|case[\s-]?sheets?|case[\s-](?:file|papers|record)s?|treatment\spapers|hospital\spapers)"
_ASKED = re.compile(
    rf"\b{_PAPERS}\b[^.;\n]{{0,40}}\b(?:asked|requested|sought|applied|demanded)\b[^.;\n\d]{{0,30}}\Z"
    rf"|\b(?:letter|request(?:ed)?|application|notice|asked|applied|wrote|demand(?:ed)?)\b[^.;\n\d]{{0,20}}\bfor\s(?:\w+\s){{0,3}}?{_PAPERS}\b[^.;\n\d]{{0,50}}\Z"
)
_ASKED_AFTER = re.compile(
    rf"\s?[-–:,|]\s?(?:\w+\s){{0,3}}?(?:asks?|asked|requests?|requested|applie[sd]|letter)\s(?:\w+\s){{0,3}}?for\s(?:\w+\s){{0,3}}?{_PAPERS}\b"
)
_GIVEN = re.compile(r"\b(?:given|handed|supplied|furnished|delivered|received|recd|issued|got|came)\b")
_NOT_GIVEN = re.compile(
    r"\b(?:not|never|refus\w+|no)\s(?:\w+\s)?(?:given|handed|supplied|furnished|delivered|received|issued)\b"
)
_REACH, _GAP = 110, 130  # characters before a date, and between two dates
_DAYS = 3  # 72 hours


def medical_record_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The days from the request for the records to their supply."""
    if not matter.topic("medical"):
        return
    for asked, given in pairwise(matter.timeline.mentions):
        start, end = asked.span.start, asked.span.end
        told = _ASKED.search(matter.lower, max(0, start - _REACH), start) or _ASKED_AFTER.match(matter.lower, end)
        between = matter.lower[end : given.span.start]
        after = matter.lower[given.span.end : given.span.end + 40]
        is_given = _GIVEN.search(between) is not None and not _NOT_GIVEN.search(between + after)
        if told and is_given and len(between) <= _GAP and asked.exact and given.exact and asked.day <= given.day:
            yield _line(asked, given)
            return


def _line(asked: DateMention, given: DateMention) -> LawLine:
    days = dates.days_between(asked.day, given.day)
    kept = days <= _DAYS
    effect = (
        "the records came within the seventy-two hours that the rules of the profession allow"
        if kept
        else "the rules of the profession allow seventy-two hours; the delay tells against the hospital, but is not"
        " negligence by itself"
    )
    return LawLine(
        Provision.parse("IMCRegulations-1"),
        "days from the request for the medical records to their supply",
        dates.counted(days, "days"),
        "72 hours",
        Stands.of(kept),
        (given.span, asked.span),
        f"{dates.counted(days, 'days')} against 72 hours (asked {dates.written(asked.day)}, given"
        f" {dates.written(given.day)}): {effect} (Indian Medical Council Regulations 2002, 1.3.2).",
        "medical-records",
    )
