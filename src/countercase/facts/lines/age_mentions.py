"""Ages as a text states them: "17 years 8 months", "minor by 4 months", "in her twelfth year", "b. 2007"."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from countercase.domain.span import Span, SpanSet
from countercase.facts.date_mentions import DateMention
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates

_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_WORD = rf"(?:{_TEENS}|(?:twenty|thirty|forty|fifty|sixty|seventy)(?:-(?:{_ONES}))?|{_ONES})"
# A scan turns "17" into "l7" and "10" into "1o".
_NUMBER = rf"(?:\d{{1,2}}(?!\d)|l\d|\do|{_WORD}\b)"
_YEARS = r"(?:years?|yrs?\b\.?)"
_MONTHS = r"(?:months?|mths?\b\.?|mos?\b\.?)"
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
        " fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        start=1,
    )
} | {"twenty-first": 21, "twenty first": 21}
_ORDINAL = rf"(?:\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})"
_RECORD = (
    r"(?:aadhaa?r|certificates?|cert\b\.?|registers?|regr?\b\.?|records?|admit\scard|mark-?\s?sheets?|memo|t\.?c\b\.?|extract|card|ossification"
    r"|dob|d\.o\.b|passport|horoscope|roll|entry|matric\w*|ssc|hsc|sslc|file|book|headmaster|school)"
)
# A document that proves an age: "by Aadhaar", "as per HSC certificate", "acc. to panchayat birth register".
_BY_RECORD = re.compile(
    rf",?\s\(?(?:by|as\sper|per|acc(?:ording|\.)?\sto|going\sby|vide|on\sthe\sbasis\sof|from|in|as\sshown\sin)\s(?:(?:the|his|her|its|[\w.'’-]{{2,16}})\s){{0,4}}?{_RECORD}"
)
_ON_THE_DAY = re.compile(
    r",?\s(?:old\s|of\sage\s)?\(?(?:on\s(?:the\s|that\s)(?:very\s)?(?:date|day|night|morning|evening)\b|on\s\d|on\sdate\sof|that\s(?:very\s)?(?:day|night|morning|evening)\b"
    r"|at\sthe\s(?:relevant\s)?time\b|at\s(?:the\s)?(?:occ(?:urrence)?|offence|incident)\b|at\sthat\stime|as\son\b|when\b|then\b|on\sthe\s(?:occurrence|incident))"
)
# What makes a number of years no age.
_NO_AGE_AFTER = re.compile(
    r"['’]?\s?(?:\(?r\.?i\b|s\.?i\b|r/i|imprisonment|rigorous|simple|jail|in\s(?:jail|custody|prison|service|all)|of\s(?:service|custody|marriage|experience|standing|imprisonment|rigorous|continuous|married)"
    r"|ago\b|later\b|after\b|before\b|back\b|since\b|earlier\b|older\b|elder\b|younger\b|senior\b|junior\b|apart\b|difference\b|hence\b|course\b|u/s|under\b|for\s|to\s|each\b|more\b|less\b|prior|experience|marriage)"
)
_NO_AGE_BEFORE = re.compile(
    r"\b(?:within|after|for|since|in|last|past|over\sthe|under|below|above|upto|up\sto|least|most|minimum|maximum|than|sentenced\sto|undergo|sentence\s?:?|r\.i\.|imprisonment)\s(?:of\s|the\s|a\s|about\s)*\Z"
)
_AGED = re.compile(
    r"\b(?:aged?|aet|age\s?(?:was|is|:|-|as|of|to\sbe)|of\sage)\s?:?\s?(?:(?:about|only|around|nearly|barely|just|hardly|then|was|is)\s){0,2}\Z"
)
_PUT_AT = re.compile(
    r"\bage\b[^.;\n\d]{0,40}\b(?:as|is|was|at|to\sbe)\s(?:about\s|only\s)?\Z|\bfound\b[^.;\n\d]{0,50}\bto\sbe\s(?:about\s|only\s)?\Z|"
    r"\b(?:put(?:s|ting)?|makes?|making|made|shows?|showing|showed|gives?|giving|records?|place[sd]?|mentions?|states?)\s(?:the\s|that\s)?(?:[\w.'’-]+\s){0,3}?(?:at\s|as\s|to\sbe\s|was\s)?(?:about\s|only\s|aged\s|just\s)?\Z"
)
_WAS = re.compile(
    r"\b(?:was|is|were|being|had\s(?:just\s|only\s)?(?:completed|turned|reached|attained)|(?:just\s)?turned|completed|attained)\s(?:(?:then|only|about|just|barely|hardly|a|all\sof|aged|merely|not\smore\sthan|still)\s){0,2}\Z"
)
# A person named right before a comma, a bracket or a dash.
_BESIDE = re.compile(
    r"(?:[\w.\"'’”)][,:]?\s?[(–-]|[\w.\"'’”)][,:]|\bof|\bno\.\s?\d{1,2})\s?(?:about\s|only\s|just\s|barely\s|hardly\s|then\s)?\Z"
)
_AFTER_ROLE = re.compile(
    r"\b(?:prosecutrix|victim|survivor|deceased|dec'?d\.?|girl|boy|minor|child|pupil|student|daughter|[a-z]\.)\s\Z"
)
# "A boy of eight", "girl 14,": nothing else than an age follows.
_YOUNG_PERSON = r"\b(?:girl|boy|child|lad|minor|kid|toddler|pupil|teenager|youth|woman|prosecutrix|victim|survivor)"
_OF_YEARS = re.compile(rf"{_YOUNG_PERSON}\s(?:child\s)?of\s(?:(?:about|only|barely|just|hardly|some)\s)?\Z")
_COUNTS_THINGS = re.compile(
    r"\s?(?:%|[-/:]\d|\.\d|th\b|st\b|members|others|friends|boys|girls|students|persons|marriages|parents|days|weeks|months|hours|kms?\b)"
)
_RIGHT_AFTER_PERSON = re.compile(rf"(?<!\bno\s){_YOUNG_PERSON}\s\Z")
_CLOSES = re.compile(r"\s?(?:[,;)]|\.(?!\d)|\Z|\n|\s?[–-]\s)")

_FULL = re.compile(
    rf"(?<![\w./:,-])(?P<low>{_NUMBER})(?P<tenths>\.\d)?(?:\s?(?:-|–|to|or)\s?(?P<high>{_NUMBER}))?(?P<half>\s?½|\sand\sa\shalf)?[\s-]?{_YEARS}"
    rf"(?:,?\s?(?:and\s|&\s|plus\s)?(?P<months>{_NUMBER}|a)[\s-]?(?:{_MONTHS}|m\b\.?))?(?:,?\s?(?:and\s|&\s)?{_NUMBER}\s?days?)?(?P<old>[\s-](?:old|of\sage))?"
)
_BARE = re.compile(
    rf"(?<![\w./:-])(?<!\d,)(?<!no\.\s)(?<!no\s)(?P<low>[1-9]\d(?![\d/:%.-]\S|\d)|[4-9](?![\d/:%-]|\.\d)|l\d(?!\w)|{_WORD}(?![\w-]))"
)
_SHORT_OF = re.compile(
    rf"(?:\b(?P<count>{_NUMBER}|an?|some|few)\s(?P<unit>days?|weeks?|{_MONTHS})\s)?\b(?P<side>short\sof|shy\sof|under|below|before|away\sfrom|past|over|after|above|beyond|more\sthan)\s"
    rf"(?:the\sage\sof\s|turning\s|completing\s|attaining\s|being\s|the\s)?(?:(?:his|her)\s)?(?:(?P<birthday>{_ORDINAL})\sbirthday|(?P<years>{_NUMBER})(?:\s{_YEARS})?(?!\s?(?:days?|weeks?|months?|hours?|%|per\s?cent|kgs?|gms?|grams?|lakhs?|persons|men|km)))"
)
_NOT_YET = re.compile(
    rf"\b(?:not\syet|yet\sto|still\sto|had\snot|hadn't|not)\s(?:(?:turn(?:ed)?|complete[d]?|attain(?:ed)?|reach(?:ed)?|be)\s)?(?:the\sage\sof\s)?(?:even\s)?(?P<years>{_NUMBER})(?:\s{_YEARS})?(?!\s?(?:days?|weeks?|months?|hours?))"
)
_BY_MONTHS = re.compile(
    rf"\b(?:a\s)?(?P<side>minor|child|juvenile|under-?\s?age|major|adult)\sby\s(?:just\s|only\s|about\s)?(?P<count>{_NUMBER}|an?)\s(?P<unit>days?|weeks?|{_MONTHS}|{_YEARS})"
)
_IN_YEAR = re.compile(
    rf"\bin\s(?:his|her|the)\s(?P<ordinal>{_ORDINAL})\syear\b(?!\sof\s(?:service|marriage|college|engineering|law|the|his|her|study|b))"
)
_TURNED = re.compile(
    rf"\b(?:turn(?:ed|s|ing)?|attain(?:ed|s)?|complet(?:ed|es)|reach(?:ed|es)|became|bec(?:ame|omes))\s(?:the\sage\sof\s)?(?:(?P<years>{_NUMBER})(?:\s{_YEARS})?|(?P<major>(?:a\s)?major(?:ity)?))(?:\sof\sage)?\s(?:only\s|just\s)?(?P<gap>(?:in|on|by)\s)?"
)
_TURNED_AGO = re.compile(
    rf"(?P<count>{_NUMBER}|an?)\s(?P<unit>days?|weeks?|{_MONTHS})\s(?P<side>before|earlier|prior|ago|after|later)"
)
_BORN_IN = re.compile(
    r"\b(?:b\.|born(?:\sin)?|y\.?o\.?b\.?:?|year\sof\sbirth(?:\sis|\sas|:)?)\s?(?P<year>(?:19|20)\d\d)\b(?![./-]\d)"
)
# Not this person's age on this day: a condition, a guess, another case, or words of the law.
_NOT_OF_THE_MATTER = re.compile(
    r"\b(?:now|today|at\spresent|presently|currently)\b[^.;,\n]{0,14}\Z|"
    r"\b(?:if|unless|whether|even\sif|had\s(?:he|she|the|[\w-]+\s(?:[\w-]+\s)?been)|were\s(?:he|she)|may\sbe|might\sbe|must\sbe|could\sbe|looked|looks|guess\w*|appear(?:s|ed)\sto\sbe|cited|citing|cites|ruling|reported|judgments?|case\sof\sa|case\swhere|another\scase"
    r"|suppose|would|should|shall|relied\son|law\s(?:is|says)|means|any\sperson|persons?\s(?:below|under|of)|nobody|no\sone)\b[^;\n]{0,70}\Z"
)
_WOULD_TURN = re.compile(r"\bwould\s(?:have\s|only\s)?\Z")  # "he would turn eighteen only two months later"
_DAYS_IN_UNIT = {"d": 1, "w": 7, "m": 365.25 / 12, "y": 365.25}
_YOUNGEST, _OLDEST = 2, 99
_DATE_REACH = 4  # characters between "turned eighteen in" and the date
_MAJORITY = 18


@dataclass(frozen=True, slots=True)
class AgeMention:
    """An age in the text: between `low` and `high` years, which are equal if the age is exact.

    `is_proved` says that the text gives a document for it, counts months or names the day of the offence, and
    `is_marked` that the words can only be an age ("aged", "years old").
    """

    low: float
    high: float
    words: str
    span: Span
    is_proved: bool
    is_marked: bool = False


def find_ages(matter: MatterProfile, offence: date | None) -> Iterator[AgeMention]:
    """Every age that the text states of somebody, in no fixed order. Conditions, guesses and the law are left out."""
    lower = matter.lower
    taken = SpanSet()
    for mention in (*_relative_ages(matter, offence), *_full_ages(lower), *_bare_ages(lower)):
        if not _is_not_of_the_matter(lower, mention.span.start) and taken.take(mention.span):
            yield mention


def _full_ages(lower: str) -> Iterator[AgeMention]:
    """ "17 years 8 months", "16-17 yrs", "15-year-old"."""
    for match in _FULL.finditer(lower):
        low, high = _number(match["low"]), _number(match["high"]) if match["high"] else None
        if low is None or not _YOUNGEST <= (high or low) <= _OLDEST or (high is not None and high < low):
            continue
        before = lower[max(0, match.start() - 50) : match.start()]
        by_record = _BY_RECORD.match(lower, match.end()) is not None
        on_the_day = _ON_THE_DAY.match(lower, match.end()) is not None
        is_age = match["old"] or _AGED.search(before) or _PUT_AT.search(before)
        is_linked = _WAS.search(before) or _BESIDE.search(before) or _AFTER_ROLE.search(before)
        ends = _CLOSES.match(lower, match.end()) is not None
        if not is_age and not (is_linked and (by_record or on_the_day or ends or match["months"])):
            continue
        if _NO_AGE_AFTER.match(lower, match.end()) or _NO_AGE_BEFORE.search(before):
            continue
        months = 6.0 if match["half"] else _months(match["months"]) + 12 * float(match["tenths"] or 0)
        years = low + months / 12
        top = high + 11 / 12 if high is not None else years
        words = (
            f"{dates.counted(low, 'years')} to {dates.counted(high, 'years')}"
            if high is not None
            else _in_words(low, months)
        )
        end = match.start("old") if match["old"] else match.end()
        is_proved = bool(by_record or on_the_day or match["months"] or _PUT_AT.search(before))
        yield AgeMention(years, top, words, Span(match.start(), end), is_proved, bool(is_age))


def _months(words: str | None) -> float:
    if words is None:
        return 0.0
    return 1.0 if words == "a" else _number(words) or 0.0


def _bare_ages(lower: str) -> Iterator[AgeMention]:
    """ "she was sixteen at the time", "the boy, 16, went", "X (17)", "nineteen by her admit card"."""
    for match in _BARE.finditer(lower):
        years = _number(match["low"])
        if years is None or not 4 <= years <= _OLDEST:
            continue
        before = lower[max(0, match.start() - 50) : match.start()]
        by_record = _BY_RECORD.match(lower, match.end()) is not None
        on_the_day = _ON_THE_DAY.match(lower, match.end()) is not None
        closes = _CLOSES.match(lower, match.end()) is not None
        is_marked = _AGED.search(before) is not None
        if _WAS.search(before):
            is_age = by_record or on_the_day or closes
        else:
            is_beside = _BESIDE.search(before) is not None
            is_age = (is_beside and (closes or on_the_day) and match["low"].isdigit()) or (
                by_record and (is_beside or _AFTER_ROLE.search(before) is not None)
            )
            of_years = _OF_YEARS.search(before) is not None and _COUNTS_THINGS.match(lower, match.end()) is None
            is_age = is_age or (of_years and (closes or match["low"].isdigit()))
            is_age = is_age or (closes and match["low"].isdigit() and _RIGHT_AFTER_PERSON.search(before) is not None)
        if is_age or is_marked:
            words = dates.counted(years, "years")
            yield AgeMention(years, years, words, Span(*match.span()), by_record or on_the_day, is_marked)


def _relative_ages(matter: MatterProfile, offence: date | None) -> Iterator[AgeMention]:
    """Ages said by their distance from a birthday, or by a year or a month."""
    lower = matter.lower
    for match in _BY_MONTHS.finditer(lower):
        gap = _gap(match)
        if gap is not None:
            is_minor = match["side"] not in {"major", "adult"}
            yield _near_birthday(_MAJORITY, -gap if is_minor else gap, Span(*match.span()))
    for match in _SHORT_OF.finditer(lower):
        years = _ordinal(match["birthday"]) if match["birthday"] else _number(match["years"])
        below = match["side"] in {"short of", "shy of", "under", "below", "before", "away from"}
        if years is None or not _YOUNGEST < years <= 25:
            continue
        gap = _gap(match) if match["count"] else None
        if gap is not None:
            yield _near_birthday(years, -gap if below else gap, Span(*match.span()))
        elif match["count"] is None and match["side"] in {"short of", "shy of", "past"}:
            yield _one_side(years, below, Span(*match.span()))
    for match in _NOT_YET.finditer(lower):
        years = _number(match["years"])
        if years is not None and 6 < years <= 25:
            yield _one_side(years, True, Span(*match.span()))
    for match in _IN_YEAR.finditer(lower):
        ordinal = _ordinal(match["ordinal"])
        if ordinal is not None and 4 < ordinal <= 25:
            words = f"{dates.counted(ordinal - 1, 'years')} completed"
            yield AgeMention(ordinal - 1, ordinal - 1 / 12, words, Span(*match.span()), True)
    if offence is not None:
        yield from _by_calendar(matter, offence)


def _by_calendar(matter: MatterProfile, offence: date) -> Iterator[AgeMention]:
    """ "turned eighteen in March 2020", "b. 2003": the age on the day of the offence, as closely as it is known."""
    for match in _TURNED.finditer(matter.lower):
        years = _MAJORITY if match["major"] else _number(match["years"])
        if years is None or not _YOUNGEST < years <= 25:
            continue
        ago = _TURNED_AGO.match(matter.lower, match.end())
        gap = _gap(ago) if ago else None
        if ago is not None and gap is not None and ago["side"] != "ago":
            is_past = ago["side"] in {"before", "earlier", "prior"}
            yield _near_birthday(years, gap if is_past else -gap, Span(match.start(), ago.end("unit")))
            continue
        at = bisect_left(matter.mention_spans, Span(match.end(), match.end() + 1))
        mention = matter.timeline.mentions[at] if at < len(matter.mention_spans) else None
        if mention is not None and mention.span.start - match.end() <= _DATE_REACH and match["gap"]:
            span = Span(match.start(), mention.span.end)
            yield from _from_birthday(int(years), mention, offence, span, matter.text[mention.span.start : span.end])
    for match in _BORN_IN.finditer(matter.lower):
        oldest = offence.year - int(match["year"])
        if _YOUNGEST < oldest <= _OLDEST:
            words = f"{oldest - 1} or {dates.counted(oldest, 'years')} in {offence.year}"
            yield AgeMention(oldest - 1, oldest + 11 / 12, words, Span(*match.span()), True)


def _from_birthday(years: int, mention: DateMention, offence: date, span: Span, when: str) -> Iterator[AgeMention]:
    """The age at the offence of one who completed so many years on a date or in a month."""
    first, last = mention.day, mention.day if mention.exact else (mention.until or dates.add(mention.day, 1, "months"))
    ages = sorted(years + (offence - day).days / 365.25 for day in (first, last))
    if ages[0] > 0:
        side, preposition = "under" if ages[1] < years else "over", "on" if mention.exact else "in"
        words = f"{side} {dates.counted(years, 'years')}, completed {preposition} {when}"
        yield AgeMention(ages[0], ages[1], words, span, True)


def _near_birthday(years: float, gap: float, span: Span) -> AgeMention:
    """An age so many years of 365 days before or after a birthday."""
    age = years + gap
    months = int(age * 12 + 0.01)  # weeks and days are rounded down
    words = _in_words(months // 12, months % 12)
    return AgeMention(age, age, words, span, True)


def _one_side(years: float, below: bool, span: Span) -> AgeMention:
    if below:
        return AgeMention(years - 1 / 12, years - 1 / 12, f"under {dates.counted(years, 'years')}", span, True)
    return AgeMention(years, years + 11 / 12, f"past {dates.counted(years, 'years')}", span, True)


def _gap(match: re.Match[str]) -> float | None:
    """A count of days, weeks or months in years."""
    count = 1.0 if match["count"] in {"a", "an"} else _number(match["count"])
    return None if count is None else count * _DAYS_IN_UNIT[match["unit"][0]] / 365.25


def _number(words: str) -> float | None:
    figures = words.replace("l", "1").replace("o", "0") if any(letter.isdigit() for letter in words) else words
    return read_count(figures)


def _ordinal(words: str) -> int | None:
    return int(re.sub(r"\D", "", words)) if words[0].isdigit() else _ORDINALS.get(words)


def _in_words(years: float, months: float) -> str:
    """ "17 years 8 months", "16 years"."""
    whole = dates.counted(int(years), "years")
    return f"{whole} {dates.counted(int(months), 'months')}" if months else whole


def _is_not_of_the_matter(lower: str, start: int) -> bool:
    before = re.split(r"(?<=[a-z\d)]{2})[.;]\s|\n", lower[max(0, start - 130) : start])[-1]
    return _NOT_OF_THE_MATTER.search(_WOULD_TURN.sub("", before)) is not None
