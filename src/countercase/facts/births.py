"""Dates of birth, with the words that give them: they interrupt the clause in which they stand."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from countercase.domain.span import Span
from countercase.facts.clause_ends import opens_entry
from countercase.facts.date_mentions import DateMention

_BORN_AFTER = re.compile(
    r"\s?[-–—:|]{0,2}\s?(?:the\s)?(?:(?:accused|victim|prosecutrix|appellant|deceased|petitioner|child|a-?\d)\s)?(?:(?:was\s)?born\b|birth\b|date\sof\sbirth\b|d\.?\s?o\.?\s?b\b)"
)
_BORN = re.compile(
    r"\b(?:(?:matric\w*|school|transfer|birth|leaving|municipal)\s(?:leaving\s)?(?:sheet|certificate|cert\.?|register|reg\.?|record|card)\s(?:says|shows|gives|reads|has|is\sof)(?:\s(?:it|his|her|birth|as)){0,3}"
    r"|birth\sas\sper\s[a-z][a-z\s]{2,36}?\s(?:is|was)|age\s?:\s[^.;\d\n]{0,30}?,|d\.?o\.?b\.?\s(?:of|by|in|from|on)\s[a-z][^.;\d]{1,60}?|d\.?o\.?b\.?\s\([^()]{2,40}\)|d\.?o\.?b\.?\s(?:as\sper|acc\.?\sto|according\sto|per|as\sin|recorded\sin)\s(?:the\s|his\s|her\s)?[a-z][a-z\s]{2,36}?(?:\s(?:is|was))?"
    r"|(?:birth[\s-]?date|date\sof\sbirth|d\.?o\.?b\.?)\b[^.;\d]{0,90}?\b(?:is|was|as|being|recorded|mentioned|shown)(?:\sto\sbe)?"
    r"|born(?:\s(?:on|in))?|(?:date|dt\.?)\sof\sbirth(?:\s(?:as\sper|according\sto|per|in)\s(?:the\s|his\s|her\s)?[a-z][a-z\s]{2,36}?(?:\s(?:is|was))?|\s(?:is|was|as|of\s[^.;,]{0,30}(?:is|as|was)?|recorded\sas|shown\sas))?"
    r"|birth\scertificate\s(?:shows|gives|records|mentions)(?:\s\w+){0,3}|d\.?o\.?b\.?(?:\s(?:is|was|being))?|birth\b[^.;\d]{0,50}?\b(?:recorded|entered|registered|shown)\b[^.;\d]{0,40}?\bas|birth-?\s?day\s(?:is|was)|(?:girl|victim|child|boy|accused|prosecutrix|his|her|deceased)(?:'s|’s)?\sbirth|(?:shows?|gives?|records?)\s(?:his\s|her\s)?birth(?:\sas)?|(?<=[\s(])b\.(?=\s?\Z))\s?[:=(-]{0,2}\s?(?:on\s|as\s|the\s)?\Z"
)
_REACH = 130  # characters before a date in which its words begin


@dataclass(frozen=True, slots=True)
class Birth:
    """A date of birth, its clause, and the words to skip when the clause is read for other events."""

    mention: DateMention
    clause: Span
    aside: tuple[int, int]


def births(lower: str, mentions: tuple[DateMention, ...], breaks: list[int]) -> Iterator[Birth]:
    """The births of a text: told right before their date or, in a list of dates, right after it."""
    told_to = 0
    for mention in mentions:
        low = max(told_to, mention.span.start - _REACH)
        told = _BORN.search(lower[low : mention.span.start])
        after = _BORN_AFTER.match(lower, mention.span.end) if told is None else None
        if told is not None or (after is not None and opens_entry(lower, mention.span.start)):
            at = bisect_right(breaks, mention.span.start)
            clause = Span(breaks[at - 1] if at else 0, breaks[at] if at < len(breaks) else len(lower))
            aside = (low + told.start(), mention.span.end) if told else (mention.span.start, clause.end)
            told_to = aside[1]
            yield Birth(mention, clause, aside)
