"""What the heading of a brief says of the dates below it: "SLP (Crl) ... E-filed at the Registry on 25.7.2018"."""

import re
from collections.abc import Iterator

from countercase.domain.span import Span
from countercase.facts.timeline import DatedEvent, Timeline

_HEADING = re.compile(r"[^\n;]{0,90}?(?:\.(?=\s+[A-Za-z0-9])|[\n;:]|\Z|$)", re.MULTILINE)
_HEADED = (
    (
        "special leave petition",
        re.compile(r"\bs\.?l\.?p\b|\bspecial\sleave\sp|\bleave\sto\sappeal\sto\s(?:the\s)?supreme"),
    ),
    ("review petition", re.compile(r"\breview\b(?!\s(?:board|committee|of\s(?:his\s|her\s|the\s)?suspension))")),
    ("revision", re.compile(r"\brevision\b|\b(?:crl|cr|criminal)\.?\s?rev\b")),
    ("appeal", re.compile(r"\bappeal\b|\b(?:crl|cr|criminal)\.?\s?a(?:pp|ppl)?\.(?=\s|,|\Z)|\bcra\b|\bcrla\b")),
)
# Words right before a date that say that something was filed, and not what.
_FILED = re.compile(
    r"\b(?:(?:e-?\s?|re-?\s?)?filed|filing|lodged|presented|moved|preferred|put\sin|handed\sin|tendered|received|recd\b\.?|reached|came\sin|stamped)"
    r"(?!\s(?:copy|a\scopy|the\scopy))(?:[^.;\n\d]|\.(?=\w)){0,40}\Z"
)
_ANOTHER_PAPER = re.compile(
    r"\b(?:cop(?:y|ies)|suit|plaint|complaint|f\.?i\.?r|charge-?\s?sheet|challan|reply|counter|objections?|bail|suspension|vakalat\w*|affidavit|certificate|certified"
    r"|report|statement|reference|notice|letter|summons|representation|mercy|r\.?t\.?i|sample|records?|amount|fine|deposit|money|cheque|written|caveat|cross-?\s?appeal|body|injured|information|application\sfor|original\sapplication|o\.?a\b|state(?:'s|’s)?\sappeal)\b"
)
_GENERAL = frozenset({"petition", "filed", "application", "case filed", "received", "presentation"})
_DECISIONS = ("judgment", "order", "sentence", "appeal decided", "acquittal", "decree", "bail order", "interim order")
_OF_CO_ACCUSED = re.compile(r"\bco-?\s?(?:acc\w*|convict\w*|appellant\w*|petitioner\w*)|\bstate\b")
_REMISSION = re.compile(r"\b(?:remission|policy|prematurely|premature|sentence\sreview|review\sboard|s\.?r\.?b)\b")
_LET_OUT = re.compile(
    r"\b(?:released|let\s(?:off|out)|freed|set\s(?:free|at\sliberty)|walked\sout)\s(?:only\s)?(?:on\s)?\Z"
)
_FOR_A_TIME = re.compile(r"[^.;\n]{0,20}\b(?:bail|parole|furlough|interim|leave)\b")
_LIFE_CONVICT = re.compile(r"\blifer\b|\blife\s(?:convict|sentence|imprisonment|term)\b|\b433-?\s?a\b")


def heading_of(lower: str) -> str:
    """The first sentence or line of a brief, if it is short."""
    first = _HEADING.match(lower)
    return first[0] if first else ""


def with_headed_filings(timeline: Timeline, lower: str) -> Timeline:
    """The timeline with the filing of the document that the heading names, and early releases of life convicts."""
    events = _with_early_releases(timeline, lower)
    heading = heading_of(lower)
    role = next((role for role, words in _HEADED if words.search(heading)), None)
    if role is None or any(event.role == role and not _is_of_another(event, lower) for event in events):
        return Timeline(tuple(sorted(events, key=_span)), timeline.mentions)
    filing = next(_filings(timeline, lower, role), None)
    if filing is not None:
        events = [*(event for event in events if event.span != filing.span), filing]
    return Timeline(tuple(sorted(events, key=_span)), timeline.mentions)


def _span(event: DatedEvent) -> Span:
    return event.span


def _filings(timeline: Timeline, lower: str, role: str) -> Iterator[DatedEvent]:
    """The dates after a decision on which something was filed that the text does not name."""
    told: dict[object, set[str]] = {}
    for event in timeline.events:
        told.setdefault(event.span, set()).add(event.role)
    decided = [event.day for event in timeline.of(*_DECISIONS)]
    previous = 0
    for mention in timeline.mentions:
        start = max(previous, mention.span.start - 70, 0)
        previous = mention.span.end
        words = _FILED.search(lower, start, mention.span.start)
        roles = told.get(mention.span, set()) - _GENERAL - ({"appeal"} if role != "revision" else set())
        if words is None or roles or not mention.exact or not any(day < mention.day for day in decided):
            continue
        clause = lower[start : mention.span.start].rpartition(". ")[2]
        if not _ANOTHER_PAPER.search(clause) and not _OF_CO_ACCUSED.search(clause):
            yield DatedEvent(role, mention.day, mention.span, mention.at, mention.exact, mention.until)


def _is_of_another(event: DatedEvent, lower: str) -> bool:
    """Whether an event is of a co-accused or the State."""
    clause = event.clause or event.span
    return _OF_CO_ACCUSED.search(lower, clause.start, event.span.start) is not None


def _with_early_releases(timeline: Timeline, lower: str) -> list[DatedEvent]:
    """ "Let off on 9 November 2017 under the policy of 2010": the release of a life convict, and no acquittal."""
    events = list(timeline.events)
    if not _LIFE_CONVICT.search(lower) or not _REMISSION.search(lower):
        return events
    for mention in timeline.mentions:
        is_let_out = _LET_OUT.search(lower[max(0, mention.span.start - 30) : mention.span.start]) is not None
        if is_let_out and mention.exact and not _FOR_A_TIME.match(lower, mention.span.end):
            events = [event for event in events if event.span != mention.span]
            events.append(DatedEvent("released early", mention.day, mention.span))
    return events
