"""Events that the layout of a lawyer's notes tells.

Entries from one date to another, entries that open with the name of a court, the day on which something happened, a
plaint presented again after it was returned, and the document that the heading of a brief names as filed.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.clock_times import TIME_ANY, read_clock
from countercase.facts.date_mentions import DateMention
from countercase.facts.dated_events import DatedEvent
from countercase.facts.event_triggers import find_triggers, opens_entry
from countercase.facts.timeline import Timeline

_TO = re.compile(r"\s?(?:to|till|until|upto|up\sto|-|–)\s?")
_LEAD = r"\s?[-–—:,]?\s?(?:the\s)?"
# What lasted from one date to another, with the roles of its first and its last day.
_LASTED = (
    (
        re.compile(rf"{_LEAD}(?:preliminary\s(?:e|i)nquiry|p\.?\s?e\b)"),
        re.compile(
            r"\b(?:preliminary\s(?:e|i)nquiry|p\.?\s?e\b\.?|(?:e|i)nquiry\s(?:u/s|under)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?173\s?\(3\))"
            r"(?:\s(?:u/s|under)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?173\s?\(3\))?(?:\s(?:of\s(?:the\s)?)?(?:bnss|sanhita))?[\s:,-]{1,3}(?:(?:held|made|ran|was|conducted)\s)*(?:from\s)?\Z"
        ),
        ("preliminary enquiry", "enquiry completed"),
    ),
    (
        re.compile(rf"{_LEAD}(?:interim\s)?(?:stay\b(?!ed\s(?:at|with))|status\squo|proceedings\sstayed)"),
        re.compile(r"\b(?:stay(?:ed)?|status\squo)\s(?:(?:was\s)?in\s(?:force|operation)\s)?(?:from\s)?\Z"),
        ("stay", "stay vacated"),
    ),
    (
        re.compile(
            rf"{_LEAD}(?:he\s|she\s|was\s|accused\s|applicant\s|petitioner\s)*(?:held\b(?!\s(?:that|the|an?)\b)|detained\b|(?:kept\s)?in\s(?:the\s)?(?:lock-?up|custody|jail)\b|arrested\b|under\sarrest\b)"
        ),
        re.compile(r"\b(?:held|detained|in\s(?:the\s)?(?:lock-?up|custody|jail)|under\sarrest)\s(?:from\s)?\Z"),
        ("arrest", "release"),
    ),
)
_BEFORE_REACH = 60  # characters before a date in which the notes say what lasted


def with_events_of_notes(timeline: Timeline, lower: str) -> Timeline:
    """The timeline with the events that the layout of notes tells, and without those they rule out."""
    events = list(timeline.events)
    for extra in (_lasting_events, _days_of_events, _copies_of_award, _decisions, _plaints_presented_again):
        told = list(extra(Timeline(tuple(events), timeline.mentions), lower))
        replaced = {event.span for event in told} if extra in {_decisions, _plaints_presented_again} else set()
        known = {(event.role, event.span) for event in events}
        events = [event for event in events if event.span not in replaced]
        events += [event for event in told if event.span in replaced or (event.role, event.span) not in known]
    laid_out = Timeline(tuple(sorted(events, key=_span)), timeline.mentions)
    return _with_headed_filings(laid_out, lower)


def _at(role: str, mention: DateMention) -> DatedEvent:
    return DatedEvent(role, mention.day, mention.span, mention.at, mention.exact, mention.until)


def _lasting_events(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    """ "1.3.1998 to 10.6.1998 - stay of the High Court": the first and the last day of what lasted."""
    for first, last in pairwise(timeline.mentions):
        if first.day > last.day or not _TO.fullmatch(lower, first.span.end, last.span.start):
            continue
        before = lower[max(0, first.span.start - _BEFORE_REACH) : first.span.start]
        for after_dates, before_dates, (begun, ended) in _LASTED:
            if after_dates.match(lower, last.span.end) or before_dates.search(before):
                yield _at(begun, first)
                yield _at(ended, last)
                break


# "FIR 16.11.2011, the day she was found at Ratlam, 10 am": a second event of the date.
_THE_DAY_THAT = re.compile(
    r",?\s(?:i\.e\.?,?\s|being\s)?the\s(?:very\s|same\s)?day\s(?:on\swhich\s|when\s|that\s)?(?=\w)(?!before|after|of\b|to\b|was\b|is\b)"
)
_DAY_REACH = 80  # characters


def _days_of_events(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    for mention in timeline.mentions:
        lead = _THE_DAY_THAT.match(lower, mention.span.end)
        if lead is None or mention.days_after_previous is not None:
            continue
        stops = [at for stop in (";", "\n", ". ") if (at := lower.find(stop, lead.end())) >= 0]
        end = min([lead.end() + _DAY_REACH, *stops])
        clock = TIME_ANY.search(lower, lead.end(), end)
        for trigger in find_triggers(lower, lead.end(), end)[:1]:
            yield replace(
                _at(event_words.role_of(trigger), mention), at=(read_clock(clock) if clock else None) or mention.at
            )


# "Signed copy: by hand to counsel 25/10/2018; to the Engineer by post on 02/11/2018": who got the award, and when.
_SIGNED_COPY = re.compile(
    r"\bsigned\scop(?:y|ies)(?:\sof\s(?:the\s)?award)?\s?(?::|-|–|was|were|given|sent|delivered|received|recd\b\.?|handed|served)"
)
_REACHED = re.compile(r"\b(?:to|by|at|received|recd|reached|served|on)\b")
_AWARD = re.compile(r"\baward\b")


def _copies_of_award(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    told = {event.span for event in timeline.events}
    for copy in _SIGNED_COPY.finditer(lower) if _AWARD.search(lower) else ():
        stops = [at for stop in ("\n", ". ") if (at := lower.find(stop, copy.end())) >= 0]
        end, since = min([*stops, len(lower)]), copy.end()
        for mention in timeline.mentions:
            if not copy.end() <= mention.span.start < end:
                continue
            if mention.exact and mention.span not in told and _REACHED.search(lower, since, mention.span.start):
                yield _at("award received", mention)
            since = mention.span.end


_TRIAL_COURTS = (
    r"(?:trial\s(?:court|ct\b\.?|judge)|t\.?c\b\.?|(?:addl\.?\s|additional\s|principal\s|special\s|spl\.?\s)?(?:sessions\s(?:judge|court)|district\s(?:judge|court)|judge)"
    r"|(?:spl\.?|special)\s(?:judge|court)|a\.?s\.?j\b\.?|a\.?d\.?j\b\.?|commercial\scourt|civil\s(?:judge|court)|(?:court\sof\s)?(?:magistrate|j\.?m\.?f\.?c|c\.?j\.?m|m\.?m|j\.?m\.?i\.?c)\b\.?)"
)
# "28.6.2013 - Ld. Trial Ct: presumption on recovery": what follows the colon is what the court said.
_COURT_SAYS = re.compile(
    rf"\s?[-–—:]\s?(?:the\s)?(?:ld\.?\s|learned\s)?(?P<court>{_TRIAL_COURTS})(?:,?\s[a-z]{{3,14}})?\s?(?:[:;]|(?=\s(?:dismiss|reject|allow|refus|uph|set\saside)))"
)
# "District Judge 16/08/2022; appeal filed ...": a sentence that has nothing but the court before its date.
_COURT_BEFORE = re.compile(
    rf"(?:(?<=[.;]\s)|(?<=\n)|(?<=\d\.\s)|\A)(?:the\s)?(?:ld\.?\s|learned\s)?(?P<court>{_TRIAL_COURTS})(?:,?\s(?:by\s)?(?:order|judgment|decision))?,?\s(?:on\s|dt\.?\s|dated\s)?\Z"
)
_AFTER_COURT_AND_DATE = re.compile(r"\s?[:;,.]\s")
_DECISIONS = frozenset(
    "sentence|acquittal|judgment|decree|order|award|remand|cognizance|interim order|bail order|discharge order"
    "|charge framed|section 34 decided|appeal decided|preliminary assessment|maintenance order|production"
    "|plaint returned|injunction decided".split("|")
)
_ACQUITS = re.compile(r"\bacquit")
_CONVICTS = re.compile(
    r"\bconvict|\bsentence|\bguilty\b|\br\.?i\b|\bs\.?i\b|\blife\b|\b(?:years?|yrs?|months?)\s(?:\w+\s)?(?:u/s|under\ss)"
)
_DECIDES_PETITION = re.compile(
    r"(?:the\s|this\s|its\s|it|our\s)*(?:s(?:ection|\.)?\s?34\s)?(?:petition|petn|application|challenge|o\.?p|o\.?m\.?p|objections?|arb)\b"
)
_CIVIL_COURT = re.compile(r"district|commercial|civil|a\.?d\.?j\b|\bjudge\Z|court\Z")
_ENTRY_REACH = 200  # characters of an entry that say how a court decided


def _decisions(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    """The decision of each entry that opens with a court."""
    roles: dict[object, set[str]] = {}
    for event in timeline.events:
        roles.setdefault(event.span, set()).add(event.role)
    for mention in timeline.mentions:
        start, end = mention.span.start, mention.span.end
        says = _COURT_SAYS.match(lower, end) if opens_entry(lower, start) else None
        before = _COURT_BEFORE.search(lower[max(0, start - 70) : start])
        if before is not None and not _AFTER_COURT_AND_DATE.match(lower, end):
            before = None
        named = says or before
        if named is None or not roles.get(mention.span, set()).isdisjoint(_DECISIONS):
            continue
        opens = says.end() if says else end
        line_end = lower.find("\n", opens)
        words = lower[opens : min(opens + _ENTRY_REACH, line_end if line_end >= 0 else len(lower))]
        role = _role_of_decision(timeline, mention, named["court"], words, is_quoted=bool(says and says[0][-1] in ":;"))
        if role is not None:
            yield _at(role, mention)


def _role_of_decision(
    timeline: Timeline, mention: DateMention, court: str, words: str, *, is_quoted: bool
) -> str | None:
    """What a court decided, by its words and by what was before it."""
    challenges = [event for event in timeline.of("section 34 petition") if event.day <= mention.day]
    appeals = [event for event in timeline.of("appeal") if challenges and event.day < mention.day]
    if challenges and not appeals and _CIVIL_COURT.search(court):
        verb, _, rest = words.lstrip().partition(" ")
        is_of_petition = _DECIDES_PETITION.match(rest) is not None or verb not in {"dismissed", "rejected", "allowed"}
        return "section 34 decided" if is_of_petition else None
    if not is_quoted and words[:1] not in ":;,.":
        return None  # "Trial Court dismissed ...": its own words say what
    if _ACQUITS.search(words) and not _CONVICTS.search(words):
        return "acquittal"
    return "sentence" if _CONVICTS.search(words) else "judgment"


_PRESENTED = re.compile(
    r"\s?[-–—:,]?\s?(?:plaint\s|suit\s|it\s|same\s|was\s|again\s|then\s)*(?:re-?)?(?:presented|filed|lodged)\b"
)
_LONGEST_RETURN = 400  # days from the return of a plaint within which it is presented again


def _plaints_presented_again(timeline: Timeline, lower: str) -> Iterable[DatedEvent]:
    """The suit of a plaint that was returned: "11.2.2008 - Presented before Civil Judge (Sr. Dn.)"."""
    returned = timeline.of("plaint returned")
    if len(returned) != 1:
        return
    suits = {event.span for event in timeline.of("suit")}
    for mention in timeline.mentions:
        days = (mention.day - returned[0].day).days
        is_after = mention.span > returned[0].span and 0 <= days <= _LONGEST_RETURN and mention.span not in suits
        if is_after and _PRESENTED.match(lower, mention.span.end):
            yield _at("suit", mention)
            return


# What the heading of a brief says of the dates below it: "SLP (Crl) ... E-filed at the Registry on 25.7.2018".
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
    r"\b(?:cop(?:y|ies)|u/s|suit|plaint|complaint|f\.?i\.?r|charge-?\s?sheet|challan|reply|counter|objections?|bail|suspension|vakalat\w*|affidavit|certificate|certified"
    r"|report|statement|reference|notice|letter|summons|representation|mercy|r\.?t\.?i|sample|records?|amount|fine|deposit|money|cheque|written|caveat|cross-?\s?appeal|body|injured|information|application|o\.?a\b|tribunal|state(?:'s|’s)?\sappeal)\b"
)
_GENERAL = frozenset({"petition", "filed", "case filed", "received", "presentation"})
_MAY_BE_CHALLENGED = (
    "judgment",
    "order",
    "sentence",
    "appeal decided",
    "acquittal",
    "decree",
    "bail order",
    "interim order",
)
_OF_CO_ACCUSED = re.compile(r"\bco-?\s?(?:acc\w*|convict\w*|appellant\w*|petitioner\w*)|\bstate\b")
_REMISSION = re.compile(r"\b(?:remissions?|policy|prematurely|premature|sentence\sreview|review\sboard|s\.?r\.?b)\b")
_LET_OUT = re.compile(
    r"\b(?:released|let\s(?:off|out)|freed|set\s(?:free|at\sliberty)|walked\sout)\s(?:him\s|her\s|them\s)?(?:only\s)?(?:on\s)?\Z"
)
_FOR_A_TIME = re.compile(r"[^.;\n]{0,20}\b(?:bail|parole|furlough|interim|leave)\b")
_LIFE_CONVICT = re.compile(r"\blifer\b|\blife\s(?:convict|sentence|imprisonment|term)\b|\b433-?\s?a\b")


def _heading_of(lower: str) -> str:
    """The first sentence or line of a brief, if it is short."""
    first = _HEADING.match(lower)
    return first[0] if first else ""


def _with_headed_filings(timeline: Timeline, lower: str) -> Timeline:
    """The timeline with the filing of the document that the heading names, and early releases of life convicts."""
    events = _with_early_releases(timeline, lower)
    heading = _heading_of(lower)
    if any(mention.span.start < len(heading) for mention in timeline.mentions):
        heading = ""  # a sentence that tells of a day is no heading
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
    decided = [event.day for event in timeline.of(*_MAY_BE_CHALLENGED)]
    previous = 0
    for mention in timeline.mentions:
        start = max(previous, mention.span.start - 70, 0)
        previous = mention.span.end
        words = _FILED.search(lower, start, mention.span.start)
        roles = told.get(mention.span, set()) - _GENERAL - ({"appeal"} if role != "revision" else set())
        if words is None or roles or not mention.exact or not decided or max(decided) >= mention.day:
            continue
        clause = lower[start : mention.span.start].rpartition(". ")[2]
        if not _ANOTHER_PAPER.search(clause) and not _OF_CO_ACCUSED.search(clause):
            yield _at(role, mention)


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
