"""The dates of a narrative with what happened on each: arrest, remand, marriage, notice, suit.

Also dates without a year, days that are only related to others ("the same day", "two days later"), whole months, nights
("3-4 August") and times of day. What cannot be placed has no role; nothing is guessed.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from itertools import pairwise

from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.law.dates import add
from countercase.text.narrative_words import lowered
from countercase.text.numbers import parse_number

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH_NUMBER = {name[:3]: number for number, name in enumerate(_MONTHS, start=1)}
_MONTH = (
    r"(?P<month{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b"
)
_TH = r"(?:\s?(?:st|nd|rd|th)\b)?"
_SMALL = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty"
_BEFORE_A_DAY = r"on dt dt\. dated till arrested produced remanded filed served recd recd\. sent".split()
_CALLS_FOR_A_DAY = "|".join(rf"(?<=\b{word}\s)" for word in _BEFORE_A_DAY)
_FIGURE = r"[0-9ol]"  # o and l are the scanner's 0 and 1
_DATE = re.compile(
    rf"(?<![\w./-])(?:(?P<eve>\d{{1,2}})\s?[/-]\s?(?=\d{{1,2}}\.\d{{1,2}}\.\d{{4}}))?(?P<numeric>{_FIGURE}{{1,2}}\s?(?P<mark>[./-])\s?{_FIGURE}{{1,2}}\s?(?P=mark)\s?(?:{_FIGURE}{{4}}|{_FIGURE}{{2}}))(?![\w/-]|\.\w)"
    r"|(?<![\w./-])(?P<iso>\d{4}-\d{2}-\d{2})(?!\d)"
    rf"|(?<![\w./])(?P<day1>\d{{1,2}}){_TH}(?:\s?(?P<to>-|–|/|to|and)\s?(?P<day2>\d{{1,2}}){_TH})?(?:\s?day)?\s?(?:of\s)?[-,]?\s?{_MONTH.format(1)}(?:[.,-]{{0,2}}\s{{0,3}}(?P<year1>\d{{4}})\b|(?:[-/]|\s?['’])(?P<short>\d{{2}})\b(?![:.]\d))?"
    rf"|\b{_MONTH.format(2)}\.?\s(?P<day3>\d{{1,2}}){_TH}(?![\d.:])(?:,?\s(?P<year2>\d{{4}})\b)?"
    rf"|\b{_MONTH.format(3)}[.,]?\s(?:of\s)?(?P<year3>\d{{4}})\b"
    r"|\b(?P<same>(?:the\s|that\s)?(?:very\s)?same\s(?:day|date|night|evening|morning|afternoon))\b"
    r"|\b(?P<next>(?:the\s)?(?:very\s)?(?:next|following)\s(?:day|morning|date))\b"
    rf"|\b(?P<count>\d{{1,3}}|{_SMALL})\s(?P<unit>days?|weeks?|months?|years?)\s(?:later|thereafter|after\sthat)\b"
    # "16/6" and "on 3rd" are days only after a word that calls for one: "302/34" and "1/3" are not.
    rf"|(?:{_CALLS_FOR_A_DAY})(?P<bare>(?:0?[1-9]|[12]\d|3[01])[/.](?:0?[1-9]|1[0-2]))(?![\w/%-]|\.\d|\s?(?:hrs|a\.?m\b|p\.?m\b|th\b|ipc|of\b))"
    r"|(?:\A|(?<=\n))(?P<entry>(?:0?[1-9]|[12]\d|3[01])[/.](?:0?[1-9]|1[0-2]))(?=\s?[-:–|]\s|\s[a-z])"
    r"|(?:(?<=\bon\s)|(?<=\bon\sthe\s))(?P<ordinal>\d{1,2})(?:st|nd|rd|th)(?=\s?(?:[,.;)]|\Z)|\s(?:at|and|he|she|they|we|i|police|morning|evening|night|itself|only|around|about)\b)"
)
_TIME_FORM = (
    r"(?:(?P<hour>\d{1,2})(?:\s?[.:]\s?(?P<minute>\d{2}))?\s?(?P<half>[ap](?:\.\s?m\b\.?|\s?m\b))"
    r"|(?P<plain>(?:1[3-9]|2[0-3]):[0-5]\d)(?![\d:])(?!\s?h)"
    r"|(?P<clock>\d{1,2}\s?[.:]\s?\d{2}|\d{4})\s?(?:hrs?\b\.?|hours\b)"
    r"|(?P<spoken>\d{1,2})(?:\so'?clock)?\s(?:in\s(?:the\s)?|at\s)(?P<part>morning|evening|night)"
    r"|(?:12\s)?(?P<noon>noon)|(?P<midnight>midnight))"
)
_TIME_AFTER = re.compile(
    rf"\s?,?\s?(?:[–-]\s|@\s?)?(?:(?:early\s)?(?:morning|evening|night|afternoon)\s)?(?:\(|at\s|by\s|around\s|about\s|at\sabout\s|at\saround\s|,\s?about\s)?\s?{_TIME_FORM}"
)
_TIME_BEFORE = re.compile(rf"\b{_TIME_FORM}\s?(?:,\s)?(?:on|of)\s(?:the\s)?\Z")
_TIME_ANY = re.compile(rf"(?<![\w.]){_TIME_FORM}")
_TIME_OF_EVENT = re.compile(
    rf"\b(?P<what>arrested|apprehended|seized|taken\sin(?:to)?\scustody|(?:both|all|accused|he|she|they|were|was)\sheld)\s(?:him\s|at\s|at\sabout\s)?{_TIME_FORM}"
)
_MEMO_TIME = re.compile(
    rf"\b(?:arrest\smemo\s(?:time|shows|at|of)|time\sof\sarrest)\s?(?:is\s|was\s|:\s?|as\s)?{_TIME_FORM}"
)
# The point of "S. 4", "p.m." and "Dr." ends nothing.
_BREAK = re.compile(r"[.?!](?=\s+[\"“'(\[]?[A-Z0-9])|;|\n\s*\n|\n(?=\s*(?:[-*•]|\(?\w{1,3}[.)]\s|\d))|\s\.\s")
_WRAPPED = re.compile(
    r"\b(?:on|dated|dtd?\.?|of|from|by|till|upto|at|and|the|no\.?|section|s\.|u/s|rs\.?|after|before|about|around|to)\s*\Z"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:s|ss|u/s|sec|secs|art|arts|no|nos|dr|mr|mrs|smt|shri|sri|ld|rs|dt|p|a|m|pw|dw|ex|dy|sub|insp|addl|spl|r|v|vs"
    r"|w|c|o|i|d|hon|viz|cr|crl|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|ltd|co|st|distt?|advt|govt|retd|approx|occ|prod|susp|recd|rcvd|appln|petn|judgt|judgmt|convn|adv|info|extn|hrs?|wt|max|compl|resp|petr|pltf"
    r"|deft|sr|jr|pt|cl|para|ltr|dtd|regd|acc|ors|anr|mag|magte?|bd|ct|cts|chq|cog|cogn|conv|convd|decd|accd|jt|jgmt|jdgt|judgt"
    r"|notfn|notifn|notif|publn|pubn|decl|decln|declrn|regn|agt|agmt|agst|ref|repn|rep|opp|def|defts|pltfs|petnr|comm|commr|cert"
    r"|certd|dept|deptt|comp|complt|compt|amt|bal|pymt|advt|stmt|statmt|exam|examd|arr|rem|filg|instt|disp|bef|frm|abt|alongwith|asst|supdt|tr|sess|j|sh|km|lt|col|vict|minr|occr|acqd|acq|apps?|aplt|appl|appellt|tehs|vill|po|sd|wef|encl|annx?|exh|reg|poss|possn|execn|exec|perf|cancn|compln|dishd|retd|pres|presd|presn|recvd|intimn|sentd|sanc|susp|appt|apptd|w/s|o\.s|s\.p|i\.d|l\.c))\Z"
)
_ENTRY_START = re.compile(
    r"(?:\A|\n)\s*(?:[-*•]\s*|\(?(?:\d{1,2}|[ivx]{1,4}|[a-z])[.)]\s+)?(?:(?:on|in|dated|dt\.?)\s)?\Z"
)
_INITIAL = re.compile(
    r"(?:\A|[;:(\n-]|\band|\bbut|\bthen|\bwhile|\bthat|\bwhen)\s*(?:\bby\s|\bonly\s)?(?:on|in|of|from|dated|dt\.?|around|about)?\s*(?:the\s)?\Z"
)
_ASIDE = re.compile(
    r"\b(?:after|before|since|following|against|than|from|preceding|in\sview\sof|pursuant\sto|on\sthe\sbasis\sof)\s(?:the\s|his\s|her\s|their\s|its\s|this\s|that\s|an?\s|date\sof\s)*"
    r"(?:death|incident|occurrence|marriage|arrest|fir|accident|judgment|conviction|acquittal|charge-?sheet|complaint|notice"
    r"|award|decree|orders?|suit|cheque|agreement|offence|refusal|murder|seizure|search|fire|first\sremand|opinion|report)\b"
)
_LABEL_END = re.compile(r"[:–-]\s{0,2}\Z")
_DATED = re.compile(r"\b(?:dated|dtd?\.?)\s?\Z")
_TIED = re.compile(r"(?:\s(?:and|&)\s(?:order|decree|sentence|award))?\s(?:of|dated|dt\.?)\s")
_OTHER_PAPER = re.compile(r"\b(?:from|against|passed|by|in|vide|to\sthe|correctness|the\sand|directed)\b")
_OF_NEXT = re.compile(r"\s{0,2}(?:\(\s?)?|(?:(?!and\b)[\w'’]+\s|\s){0,6}(?:on|dated|dt\.?|of|:)\s(?:the\s)?")
_PLAIN_JOIN = re.compile(r"\s*(?:,|&|and|,\s*and|and\son|to)\s*(?:on\s)?")
_DENIED = re.compile(r"\b(?:no|not|never|without|neither|nor|non)[\s-](?:(?!and\b|but\b|or\b)\w+\s){0,2}\Z")
_DENIED_AFTER = re.compile(
    r"\s(?:(?:has|had|have|was|is|were|till\sdate|still|yet)\s){0,2}(?:not|never)\s(?:been\s|yet\s|so\sfar\s)?"
    r"(?:filed|presented|submitted|made|given|supplied|served|produced|sent|forwarded|received|recd|issued|laid|taken|passed)\b"
)
_SUPPOSED = re.compile(r"\s*(?:if|had|were|unless|suppose|even\sif)\b")
_JOINED = re.compile(r"\s*(?:,|/|&|and|,\s*and)\s*\Z")
_BORN = re.compile(
    r"\b(?:d\.?o\.?b\.?\s(?:as\sper|acc\.?\sto|according\sto|per|as\sin|recorded\sin)\s(?:the\s|his\s|her\s)?[a-z][a-z\s]{2,36}?(?:\s(?:is|was))?"
    r"|(?:birth[\s-]?date|date\sof\sbirth|d\.?o\.?b\.?)\b[^.;\d]{0,90}?\b(?:is|was|as|being|recorded|mentioned|shown)(?:\sto\sbe)?"
    r"|born(?:\s(?:on|in))?|(?:date|dt\.?)\sof\sbirth(?:\s(?:as\sper|according\sto|per|in)\s(?:the\s|his\s|her\s)?[a-z][a-z\s]{2,36}?(?:\s(?:is|was))?|\s(?:is|was|as|of\s[^.;,]{0,30}(?:is|as|was)?|recorded\sas|shown\sas))?"
    r"|birth\scertificate\s(?:shows|gives|records|mentions)(?:\s\w+){0,3}|d\.?o\.?b\.?(?:\s(?:is|was|being))?)\s?[:=(-]{0,2}\s?(?:on\s|as\s|the\s)?\Z"
)
_BIRTH_REACH = 130
_ADMITS = re.compile(r"\b(?:confirm|acknowledg|admit|outstanding|balance|owe)\w*")
_REACH_BEFORE, _REACH_AFTER = 160, 260  # characters of the clause on each side that may say what a date is of
_NIGHT = re.compile(r"(?:fateful\s|the\s|in\s)(?:night|evening|morning)")
_ONLY_FILED = re.compile(
    r"\A[\s),]{0,3}(?:and\s|was\s|is\s|were\s|came\sto\sbe\s)?(?:e-)?(?:filed|preferred|moved|lodged|instituted|presented)\b[^.;\n]{0,40}\Z"
    r"|\A[^.;\n()]{0,40}\)\s(?:only\s)?on\s\Z"
)
_REFUSES = re.compile(
    r"\b(?:refus(?:ed|ing|al)|repudiat\w+|declin(?:ed|ing)|denied\s(?:the\s)?(?:agreement|execution|contract))\b"
)
_TO_FIGURE = str.maketrans("ol", "01")


@dataclass(frozen=True, slots=True)
class DateMention:
    """A day named in the text. `until` is the last day of a range; `exact` is False for a month or a year inferred."""

    span: Span
    day: date
    until: date | None = None
    at: time | None = None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """Something that happened on a day, with the words that give the day."""

    role: str
    day: date
    span: Span
    at: time | None = None
    exact: bool = True
    until: date | None = None
    clause: Span | None = None

    @property
    def moment(self) -> datetime | None:
        """Day and time of day, where both are known."""
        return None if self.at is None else datetime.combine(self.day, self.at)


@dataclass(frozen=True, slots=True)
class Timeline:
    """The events of a narrative in the order of the text, and every date whether or not its role is known."""

    events: tuple[DatedEvent, ...]
    mentions: tuple[DateMention, ...]
    _by_role: dict[str, tuple[DatedEvent, ...]] = field(default_factory=dict, compare=False, repr=False)

    def of(self, *roles: str) -> tuple[DatedEvent, ...]:
        """The events of some roles, in the order of the text."""
        for role in roles:
            if role not in self._by_role:
                self._by_role[role] = tuple(event for event in self.events if event.role == role)
        if len(roles) == 1:
            return self._by_role[roles[0]]
        return tuple(sorted((event for role in roles for event in self._by_role[role]), key=lambda event: event.span))

    def first(self, *roles: str) -> DatedEvent | None:
        """The first event of the first role that has one."""
        return next((found[0] for role in roles if (found := self.of(role))), None)


def read_timeline(text: str) -> Timeline:
    """Every date of a text, and the events that the words around it tell. Linear in the length of the text."""
    lower = lowered(text)
    mentions = tuple(_mentions(text, lower))
    breaks = _breaks(text, lower)
    births = list(_births(lower, mentions, breaks))
    events = [event for event, _ in births]
    told = _without(lower, [aside for _, aside in births])
    born = {event.span for event in events}
    events.extend(_events(told, tuple(mention for mention in mentions if mention.span not in born), breaks))
    events.extend(_timed_only(lower, mentions, events))
    events = _with_time_of_arrest(lower, events)
    return Timeline(tuple(sorted(events, key=lambda event: event.span)), mentions)


def _mentions(text: str, lower: str) -> Iterator[DateMention]:
    last: date | None = None
    matches = list(_DATE.finditer(lower))
    years = _years_ahead(matches)
    for number, match in enumerate(matches):
        mention = _mention(text, lower, match, last, years[number])
        if mention is not None:
            last = mention.day if mention.exact or not match["count"] else last
            yield mention


def _years_ahead(matches: list[re.Match[str]]) -> list[int | None]:
    """For each match, the year of the next one that states it: for a date without a year that has none before."""
    ahead: int | None = None
    years: list[int | None] = []
    for match in reversed(matches):
        short = f"20{match['short']}" if match["short"] and int(match["short"]) < 47 else ""
        stated = match["year1"] or match["year2"] or match["year3"] or short or (match["iso"] or "")[:4]
        numeric = re.search(r"(\d{4})\Z", match["numeric"] or "")
        ahead = int(stated or (numeric[1] if numeric else 0)) or ahead
        years.append(ahead)
    return years[::-1]


def _mention(text: str, lower: str, match: re.Match[str], last: date | None, ahead: int | None) -> DateMention | None:
    span = Span(*match.span())
    if match["numeric"] or match["iso"]:
        day = _figures(match["numeric"] or match["iso"])
        return None if day is None else _night(_timed(lower, DateMention(span, day)), match["eve"])
    if match["same"] or match["next"] or match["count"]:
        return _related(lower, match, span, last)
    if match["bare"] or match["entry"] or match["ordinal"]:
        return _without_year(lower, match, span, last, ahead)
    month = _MONTH_NUMBER[(match["month1"] or match["month2"] or match["month3"])[:3]]
    if match["year3"]:
        capital = text[match.start()].isupper()
        day = _day(int(match["year3"]), month, 1)
        return DateMention(span, day, exact=False) if capital and day else None
    if (
        match["month1"] == "may"
        and not (match["year1"] or match["short"])
        and not text[match.start("month1")].isupper()
    ):
        return None
    return _written(lower, match, span, month, last, ahead)


def _written(
    lower: str, match: re.Match[str], span: Span, month: int, last: date | None, ahead: int | None
) -> DateMention | None:
    first = int(match["day1"] or match["day3"])
    stated = match["year1"] or match["year2"] or (_full_year(match["short"]) if match["short"] else None)
    year = int(stated) if stated else _nearest_year(month, first, last, ahead)
    day = _day(year, month, first) if year else None
    if day is None:
        return None
    until = _day(day.year, month, int(match["day2"])) if match["day2"] else None
    if until is not None and until < day:
        return None
    if until is not None and match["to"] in {"-", "–", "/"} and (until - day).days == 1:  # a night: "3-4 August"
        return _night(_timed(lower, DateMention(span, until)), match["day1"])
    return _timed(lower, DateMention(span, day, until))


def _full_year(figures: str) -> int:
    """The year of two figures: 47 is 1947 and 46 is 2046, as for figures of a whole date."""
    return int(figures) + (1900 if int(figures) >= 47 else 2000)


def _without_year(
    lower: str, match: re.Match[str], span: Span, last: date | None, ahead: int | None
) -> DateMention | None:
    """ "16/6" in the year nearest to the date before it; "on 3rd" in the month of that date, or the next one."""
    if match["bare"] or match["entry"]:
        number, month = (int(part) for part in re.split(r"[/.]", match["bare"] or match["entry"]))
        year = _nearest_year(month, number, last, ahead)
        day = _day(year, month, number) if year else None
        return None if day is None else _timed(lower, DateMention(span, day))
    number = int(match["ordinal"])
    if last is None or not last.day < number:
        return None
    day = _day(last.year, last.month, number)
    return None if day is None else _timed(lower, DateMention(span, day))


def _night(mention: DateMention, eve: str | None) -> DateMention:
    """ "21/22.06.2013" is a night: its first day, unless an hour after midnight is told."""
    early = mention.at is not None and mention.at.hour < 12
    if eve is None or early or add(mention.day, -1, "days").day != int(eve):
        return mention
    return replace(mention, day=add(mention.day, -1, "days"))


def _nearest_year(month: int, day: int, last: date | None, ahead: int | None) -> int | None:
    """The year that puts a day nearest to the date before it; else the next year that the text states."""
    if last is None:
        return ahead
    near = [found for year in (last.year - 1, last.year, last.year + 1) if (found := _day(year, month, day))]
    return min(near, key=lambda found: (abs((found - last).days), found < last)).year if near else None


def _related(lower: str, match: re.Match[str], span: Span, last: date | None) -> DateMention | None:
    if last is None:
        return None
    if match["count"]:
        number = parse_number(match["count"])
        if number is None or number != int(number):
            return None
        day = add(last, int(number), match["unit"].removesuffix("s") + "s")
        return _timed(lower, DateMention(span, day, exact=match["unit"].startswith(("day", "week"))))
    return _timed(lower, DateMention(span, add(last, 1, "days") if match["next"] else last))


def _figures(words: str) -> date | None:
    parts = [part.strip().translate(_TO_FIGURE) for part in re.split(r"[./-]", words)]
    if not all(part.isdigit() for part in parts) or not re.search(r"\d", words):
        return None
    first, month, last = (int(part) for part in parts)
    if len(parts[0]) == 4:
        return _day(first, month, last)
    if len(parts[2]) == 2:
        if 30 <= last < 47:
            return None
        last += 1900 if last >= 47 else 2000
    return _day(last, month, first)


def _day(year: int, month: int, day: int) -> date | None:
    if not 1800 <= year <= 2100:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _timed(lower: str, mention: DateMention) -> DateMention:
    """Adds the time of day that stands right after or right before a date, and its words."""
    after = _TIME_AFTER.match(lower, mention.span.end, mention.span.end + 40)
    at = _clock(after) if after else None
    if after is not None and at is not None:
        return replace(mention, at=at, span=Span(mention.span.start, after.end()))
    low = max(0, mention.span.start - 24)
    before = _TIME_BEFORE.search(lower[low : mention.span.start])
    at = _clock(before) if before else None
    if before is None or at is None:
        return mention
    return replace(mention, at=at, span=Span(low + before.start(), mention.span.end))


def _clock(match: re.Match[str]) -> time | None:
    if match["noon"]:
        return time(12)
    if match["midnight"]:
        return time(0)
    if match["spoken"]:
        hour, minute = _spoken_hour(int(match["spoken"]), match["part"]), 0
    elif match["clock"] or match["plain"]:
        digits = re.sub(r"\D", "", match["clock"] or match["plain"]).rjust(4, "0")
        hour, minute = int(digits[:2]), int(digits[2:])
    else:
        hour, minute = int(match["hour"]) % 12, int(match["minute"] or 0)
        hour += 12 if match["half"].startswith("p") and int(match["hour"]) <= 12 else 0
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _spoken_hour(hour: int, part: str) -> int:
    """ "9 in the night" is nine in the evening; one to five at night may be either and gives no hour."""
    if hour > 12 or (part == "night" and hour <= 5) or (part == "evening" and not 3 <= hour <= 11):
        return 24
    if part == "morning":
        return hour % 12 if hour != 12 else 24
    return 0 if hour == 12 else hour + 12


def _breaks(text: str, lower: str) -> list[int]:
    """Where clauses end, in order."""
    return [
        match.end()
        for match in _BREAK.finditer(text)
        if (match[0] != "." or not _is_abbreviated(lower, match.start()))
        and not (match[0] == "\n" and _WRAPPED.search(lower, max(0, match.start() - 12), match.start()))
    ]


def _is_abbreviated(lower: str, point: int) -> bool:
    """Whether a point belongs to the word before it: "s. 4", "w.e.f. 6 January", "Dr. Rao"."""
    before = lower[max(0, point - 8) : point]
    if re.match(r"\.\s{1,3}\d", lower[point : point + 5]) and re.search(r"(?:\A|[^a-z])[a-z]{1,2}\Z", before):
        return True
    return _ABBREVIATION.search(before) is not None


def _births(
    lower: str, mentions: tuple[DateMention, ...], breaks: list[int]
) -> Iterator[tuple[DatedEvent, tuple[int, int]]]:
    """Births told right before their date, with the words to pass over: they interrupt what the clause tells."""
    for mention in mentions:
        low = max(0, mention.span.start - _BIRTH_REACH)
        told = _BORN.search(lower[low : mention.span.start])
        if told is not None:
            at = bisect_right(breaks, mention.span.start)
            clause = Span(breaks[at - 1] if at else 0, breaks[at] if at < len(breaks) else len(lower))
            aside = (low + told.start(), mention.span.end)
            yield DatedEvent("birth", mention.day, mention.span, exact=mention.exact, clause=clause), aside


def _without(lower: str, asides: list[tuple[int, int]]) -> str:
    pieces, done = [], 0
    for start, end in asides:
        pieces += [lower[done:start], " " * (end - start)]
        done = end
    return "".join(pieces) + lower[done:]


def _events(lower: str, mentions: tuple[DateMention, ...], breaks: list[int]) -> Iterator[DatedEvent]:
    consumed, last_roles = 0, list[str]()
    for number, mention in enumerate(mentions):
        start, end = mention.span.start, mention.span.end
        at = bisect_right(breaks, start)
        opening = breaks[at - 1] if at else 0
        closing = breaks[at] if at < len(breaks) else len(lower)
        previous = mentions[number - 1].span.end if number else 0
        following = mentions[number + 1].span.start if number + 1 < len(mentions) else len(lower)
        before = (min(start, max(opening, min(previous, start), consumed, start - _REACH_BEFORE)), start)
        after = (end, min(max(closing, end), following, end + _REACH_AFTER))
        if _SUPPOSED.match(lower, opening, opening + 16):
            continue
        if number and _PLAIN_JOIN.fullmatch(lower[mentions[number - 1].span.end : start]):
            continue  # "judgments dated 3 May and 5 May": the second may be anything
        next_date = following if following == after[1] and number + 1 < len(mentions) else None
        roles, consumed = _roles(lower, before, after, opening, consumed, next_date)
        roles = _told_by_the_verb(roles, last_roles)
        if not roles and _ONLY_FILED.search(lower[before[0] : before[1]]):
            since = max(opening, mentions[number - 2].span.end if number > 1 else 0)
            roles = _paper_before(lower, (min(since, before[0]), before[0]), breaks[at - 2] if at > 1 else 0)
        last_roles = roles or last_roles
        clause = Span(opening, max(closing, end))
        at_time = mention.at or _time_in_entry(lower, mention, after)
        for role in roles:
            yield DatedEvent(role, mention.day, mention.span, at_time, mention.exact, mention.until, clause)


def _paper_before(lower: str, clause: tuple[int, int], earlier: int) -> list[str]:
    """ "Appeal against the order of 6 March filed on ...": the paper that the clause, or the one before, opens with."""
    start = clause[0] if lower[slice(*clause)].strip() else max(earlier, clause[0] - 200)
    end = clause[1] if start == clause[0] else clause[0]
    papers = [event_words.role_of(match) for match in event_words.TRIGGER.finditer(lower, start, end)]
    return papers[:1] if papers and papers[0] in event_words.FILED else []


def _told_by_the_verb(roles: list[str], before: list[str]) -> list[str]:
    """A verb without its noun is of the event before; without one it tells nothing."""
    named = [_after(role, before) for role in roles]
    return [role for role in named if role not in event_words.VERBS]


def _after(role: str, before: list[str]) -> str:
    return next((told for last in before if (told := event_words.AFTERWARDS.get((role, last)))), role)


def _roles(
    lower: str,
    before: tuple[int, int],
    after: tuple[int, int],
    opening: int,
    consumed: int,
    next_date: int | None,
) -> tuple[list[str], int]:
    """What happened on a date, by the words before it or, where it opens the clause, by those after it."""
    lead = lower[max(opening, before[0], before[1] - 24) : before[1]]
    behind = _triggers(lower, *before)
    behind = [trigger for trigger in behind if not _NIGHT.fullmatch(trigger[0])] or behind
    dated = _DATED.search(lead) is not None
    if dated or (behind and _TIED.fullmatch(lower[behind[-1].end() : before[1]])):
        return _named(lower, _nearest_paper(lower, behind, before[1]), after[1]), consumed
    initial = before[0] == before[1] or _INITIAL.search(lower[max(opening, before[1] - 24) : before[1]]) is not None
    ended = not initial and lower[before[1] : after[0]].endswith(".")  # "at 7 a.m. The accused": a new sentence
    entry = _ENTRY_START.search(lower[max(0, before[1] - 16) : before[1]]) is not None
    ahead = [] if ended else _filed(lower, _not_of_next(lower, _triggers(lower, *after), next_date), after, entry)
    behind = _filed(lower, behind, before, entry=False)
    if ahead and (not behind or (initial and not _ends_with_label(lower, behind[-1], before[1]))):
        ahead = _firm(ahead)
        chosen = [ahead[0], *_joined_after(lower, ahead)]
        return _named(lower, chosen, after[1]), chosen[-1].end()
    if not behind:
        return [], consumed
    behind = _firm(behind)
    chosen = [behind[-1]]
    for earlier in reversed(behind[:-1]):
        if not _JOINED.match(lower[earlier.end() : chosen[-1].start()]):
            break
        chosen.append(earlier)
    return _named(lower, chosen, after[1]), consumed


def _nearest_paper(lower: str, behind: list[re.Match[str]], start: int) -> list[re.Match[str]]:
    """ "judgment dated", "notice of": the paper named right before the date, and nothing further off."""
    if not behind:
        return []
    gap = lower[behind[-1].end() : start]
    if len(behind) > 1 and event_words.BY_ORDER.fullmatch(lower[behind[-2].end() : behind[-1].start()]):
        decided = event_words.role_of(behind[-2]) in event_words.DECISIONS
        if decided and event_words.role_of(behind[-1]) in {"order", "judgment"}:
            return [behind[-2]]
    reach = 20 if event_words.role_of(behind[-1]) in event_words.FILED else 48
    return [behind[-1]] if len(gap) <= reach and not _OTHER_PAPER.search(gap) else []


def _firm(triggers: list[re.Match[str]]) -> list[re.Match[str]]:
    return [trigger for trigger in triggers if not event_words.WEAK.fullmatch(trigger[0])] or triggers


def _not_of_next(lower: str, triggers: list[re.Match[str]], end: int | None) -> list[re.Match[str]]:
    """Without the words that stand right before the next date: they tell what happened then."""
    if end is None:
        return triggers
    return [trigger for trigger in triggers if not _OF_NEXT.fullmatch(lower[trigger.end() : end])]


def _filed(lower: str, triggers: list[re.Match[str]], zone: tuple[int, int], entry: bool) -> list[re.Match[str]]:
    """Without the papers of which nothing says that they were filed then."""
    return [
        trigger
        for trigger in triggers
        if event_words.role_of(trigger) not in event_words.FILED
        or entry
        or event_words.FILING.search(lower, max(zone[0], trigger.start() - 40), min(zone[1], trigger.end() + 90))
        or zone[1] - trigger.end() <= 14 < zone[1]
        or _LABEL_END.search(lower[max(zone[0], zone[1] - 4) : zone[1]])
    ]


def _ends_with_label(lower: str, trigger: re.Match[str], start: int) -> bool:
    """ "Marriage: 17 February", "Decree - 4 May": the label stands right before the date."""
    return re.fullmatch(r"[\w\s]{0,24}\s*[:,(-]\s*(?:on\s|dated\s)?", lower[trigger.end() : start]) is not None


def _joined_after(lower: str, triggers: list[re.Match[str]]) -> list[re.Match[str]]:
    joined = []
    for left, right in pairwise(triggers):
        if not _JOINED.match(lower[left.end() : right.start()]):
            break
        joined.append(right)
    return joined


def _named(lower: str, triggers: list[re.Match[str]], end: int) -> list[str]:
    """The roles of some triggers; a letter that owns a debt is an acknowledgement."""
    roles = []
    for trigger in triggers:
        role = event_words.role_of(trigger)
        if role == "letter" and _ADMITS.search(lower, trigger.end(), end + 120):
            role = "acknowledgement"
        elif role == "letter" and _REFUSES.search(lower, trigger.end(), end):
            role = "refusal"
        if role not in roles:
            roles.append(role)
    return roles


def _triggers(lower: str, start: int, end: int) -> list[re.Match[str]]:
    """The words of a zone that name an event, without those that are denied or only mark another date."""
    aside = [
        match.span() for match in _ASIDE.finditer(lower, start, end) if not _TIED.fullmatch(lower[match.end() : end])
    ]
    return [
        match
        for match in event_words.TRIGGER.finditer(lower, start, end)
        if not any(low <= match.start() < high for low, high in aside)
        and not _DENIED.search(lower, max(start, match.start() - 30), match.start())
        and not _DENIED_AFTER.match(lower, match.end(), match.end() + 40)
    ]


def _time_in_entry(lower: str, mention: DateMention, after: tuple[int, int]) -> time | None:
    """In a list of dates the hour may stand anywhere in the entry: "24.11.2018 - apprehended at 6 pm"."""
    if not _ENTRY_START.search(lower[max(0, mention.span.start - 16) : mention.span.start]):
        return None
    found = _TIME_ANY.search(lower, *after)
    return _clock(found) if found else None


def _with_time_of_arrest(lower: str, events: list[DatedEvent]) -> list[DatedEvent]:
    """The hour that the arrest memo gives, for the one arrest that is told without an hour."""
    arrests = [event for event in events if event.role == "arrest"]
    memo = _MEMO_TIME.search(lower)
    at = _clock(memo) if memo else None
    if len(arrests) != 1 or arrests[0].at is not None or at is None:
        return events
    return [replace(event, at=at) if event is arrests[0] else event for event in events]


def _timed_only(lower: str, mentions: tuple[DateMention, ...], events: list[DatedEvent]) -> Iterator[DatedEvent]:
    """ "arrested 11.30 p.m." without a date belongs to the day of the raid, where only one day is that of the raid."""
    days = {event.day for event in events if event.role in {"information", "search", "seizure", "offence"}}
    if len(days) != 1 or any(event.role == "arrest" for event in events):
        return
    starts = [mention.span.start for mention in mentions]
    for match in _TIME_OF_EVENT.finditer(lower):
        place = bisect_left(starts, match.start("what"))
        ended = re.match(r"\.?\s(?:on|in)\s", lower[match.end() - 1 : match.end() + 6]) is not None
        covered = place < len(starts) and starts[place] <= match.end() + 6 and not ended
        at = _clock(match)
        if at is not None and not covered:
            role = "seizure" if match["what"] == "seized" else "arrest"
            yield DatedEvent(role, next(iter(days)), Span(*match.span()), at)
