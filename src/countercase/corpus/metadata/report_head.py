"""Heads of the Supreme Court Reports."""

import re
from dataclasses import replace

from countercase.corpus.headings import body_start
from countercase.corpus.metadata import bench
from countercase.corpus.metadata.dates import DATE, read_date
from countercase.corpus.metadata.head import SHOWN, Head
from countercase.corpus.metadata.numbers import find_case_numbers, first_case_number
from countercase.corpus.metadata.parties import split_title

# Supreme Court Reports: [2024] 8 S.C.R. 700 : 2024 INSC 642 A v. B (Criminal Appeal No. 1 of 2024) 29 August 2024
# [X* and Y, JJ.]
_REPORT = re.compile(
    r"""
    \s*(?P<citations>\[\d{4}\]\s(?:Suppl?\.?\s)?(?:\d+\s)?S\.\s?C\.\s?R\.\s\d+(?:\s?:\s?\d{4}\sINSC\s\d+)?)
    \s+(?:CASE\sDETAILS\s+)?(?P<rest>.{10,2500}?)
    (?P<bench>\[[^\[\]]{3,400}?(?:J|JJ|CJI|CJ)\.?\s*\]|(?<=\d{4}\s)\[[^\[\]\d]{8,400}\]|(?=Issues?\sfor\sConsideration|HEADNOTES|Headnotes))
    """,
    re.DOTALL | re.VERBOSE,
)
# A letter of the margin that cleaning left: one before the title and one before the date.
_MARGIN_BEFORE = re.compile(r"[A-H] (?=[A-Z]{2})")


def read_report(text: str) -> Head | None:
    """The head of a report: citation, title, numbers, date and bench in one line; None where the text is no report."""
    match = _REPORT.match(text)
    if match is None:
        return None
    rest = match["rest"]
    dates = [(m, found) for m in DATE.finditer(rest) if (found := read_date(m))]
    before = rest[: dates[-1][0].start()] if dates else rest
    if _MARGIN_BEFORE.match(before) and re.search(r"\)\s+[A-H]\s*$", before):
        before = before[2:]
    title, numbers = _title_and_numbers(before)
    parties = split_title(title)
    head = Head(
        title=title,
        court="Supreme Court of India",
        decided=dates[-1][1] if dates else None,
        judges=bench.read_judges(match["bench"] or ""),
        numbers=tuple(dict.fromkeys((*find_case_numbers(numbers), *_connected(text, match.end())))),
        citations=match["citations"],
    )
    return replace(head, petitioner=parties[0], respondent=parties[1]) if parties else head


_NUMBER_BRACKET = re.compile(
    r"""
    [\[(](?=(?:Civil|Criminal|Crl|Writ|Special|SLP|S\.L\.P|Petition|Contempt|Review|Curative|Transfer|Arbitration|Misc|Suo
      |Original|I\.?A|M\.?A|In\b|Appeal|Reference|Diary|C\.A|T\.[CP]|W\.P|Interlocutory|Election)[^()]*(?:\([^()]*\)[^()]*)*\d)
    """,
    re.IGNORECASE | re.VERBOSE,
)


def _title_and_numbers(before: str) -> tuple[str, str]:
    bracket = _NUMBER_BRACKET.search(before)
    starts = [start for start in (bracket.start() if bracket else None, first_case_number(before)) if start is not None]
    cut = min(starts, default=len(before))
    return " ".join(before[:cut].split()), before[cut:]


_JURISDICTION = re.compile(r"JURISDICTION\s?:(?P<matters>.{5,1500}?)(?:Appearances|Advs?\.|$)", re.DOTALL)
_WITH = re.compile(
    r"\b(?:With|WITH)\s(?P<matters>(?:Civil|Criminal|C\.A|Crl|Writ|Special|SLP|S\.L\.P|W\.P|Contempt|Transfer|T\.).{5,400})",
    re.DOTALL,
)


def _connected(text: str, start: int) -> tuple[str, ...]:
    """Matters decided together with the lead matter, named after `With` over the appearances."""
    body = body_start(text) or start + SHOWN
    stated = _JURISDICTION.search(text, start, body)
    if stated is None:
        return ()
    connected = _WITH.search(stated["matters"])
    own = find_case_numbers(stated["matters"])
    return (*own, *(find_case_numbers(connected["matters"]) if connected else ()))
