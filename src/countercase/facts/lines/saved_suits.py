"""What a brief pleads to save a suit from limitation, and what the line of a suit that comes late then says.

An acknowledgement, an extension of the date for performance, time before a court without jurisdiction, absence of the
defendant from India (Limitation Act ss.14, 15(5) and 18): a suit is barred only if none of them is proved.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.span import Span
from countercase.facts.lines.period_pairs import PeriodDates
from countercase.facts.lines.profile import MatterProfile
from countercase.law import dates
from countercase.law.tables.periods import Count, PeriodRule

_BARRED = "barred by limitation."
_LIKELY_ENOUGH = 0.5  # chance by which the learned reader must see an acknowledgement
_PUT_OFF = re.compile(
    r"\bextend(?:ed|ing|s)?\s(?:the\s)?(?:time|date|period)\b"
    r"|\b(?:time|date|period)\b[^.;\n\d]{0,50}?\b(?:extended|enlarged|put\soff|postponed|deferred)\b"
    r"|\b(?:extension|enlargement|postponement)\sof\s(?:the\s)?(?:time|date|period)\b"
    r"|\b(?:put(?:s|ting)?\soff|postpon(?:es?|ed|ing)|deferr(?:ed|ing))\s(?:the\s)?(?:date|time|day)\b"
)
_NOT_PLEADED = re.compile(
    r"\b(?:no|never|not|nor|neither|without|nobody|none|case|ruling|decision|judgment|cites?|cited|relies\son|if|had|ever)\b"
)
_NEVER = re.compile(r"\b(?:never|not|ever)\b")
_AWAY = re.compile(
    r"\b(?:absen(?:t|ce)|away|abroad|overseas|(?:out|outside)\s(?:of\s)?(?:india|(?:the\s)?country)|left\sindia)\b"
)
_ABROAD = re.compile(
    r"\b(?:abroad|overseas|india|out\sof\s(?:the\s)?country|muscat|oman|dubai|sharjah|abu\sdhabi|u\.?a\.?e|kuwait|qatar|doha|bahrain"
    r"|saudi|riyadh|jeddah|iran|iraq|libya|singapore|malaysia|kuala\slumpur|london|england|u\.?k|u\.?s\.?a|america|new\syork|canada"
    r"|toronto|australia|sydney|new\szealand|germany|france|italy|hong\skong|nepal|kathmandu|sri\slanka|colombo|burma|kenya|nairobi"
    r"|nigeria|south\safrica|mauritius|thailand|bangkok|russia|gulf)\b"
)
_UNTIL = re.compile(r"\s?,?\s?(?:to|till|until|up\s?to|and|-|–)\s(?:the\s)?")
_WORDS_BEFORE = 70  # characters between the words of absence and its first date


def with_pleas(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates, line: LawLine) -> LawLine:
    """The line, with what the brief pleads against the bar, or with the event from which time was counted anew."""
    if rule.count is Count.FRESH_START:
        return _counted_anew(matter, rule, pair, line)
    if pair.second.role != "suit" or rule.provision.act != "Limitation" or line.stands is not Stands.CROSSED:
        return line
    if _BARRED not in line.says:
        return line
    pleas = list(_pleas(matter, rule, pair))
    spans: tuple[Span, ...] = ()
    acknowledged = _acknowledgement(matter, rule, pair)
    if acknowledged is not None:
        pleas.insert(0, f"the acknowledgement of {dates.written(acknowledged[0])} is proved")
        spans = (acknowledged[1],)
    if not pleas:
        return line
    says = line.says.replace(_BARRED, f"barred by limitation, unless {' or '.join(pleas)}.", 1)
    return replace(line, says=says, spans=line.spans + tuple(span for span in spans if span not in line.spans))


def _pleas(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> Iterator[str]:
    """What else would save the suit."""
    if rule.provision.base == "Limitation-Article-54" and pair.first.role == "time fixed" and _is_put_off(matter):
        yield "the extension of time that is pleaded is proved"
    excluded = days_in_returning_court(matter, pair)
    if excluded is not None and excluded >= _days_late(rule, pair):
        yield "the time in the court that returned the plaint is left out (section 14)"
    absence = absence_from_india(matter, pair.first.day, pair.second.day)
    if absence is not None and dates.days_between(*absence[:2]) > _days_late(rule, pair):
        yield "the defendant's absence from India is left out (section 15(5))"


def _days_late(rule: PeriodRule, pair: PeriodDates) -> int:
    return dates.days_between(rule.last_day(pair.first.day), pair.second.day)


def _acknowledgement(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> tuple[date, Span] | None:
    """The last acknowledgement that came in time and from which the suit is in time."""
    told = [(event.day, event.span) for event in matter.timeline.of("acknowledgement") if event.exact]
    for mention in matter.timeline.mentions:
        reading = matter.learned.at(mention.span)
        if mention.exact and reading and reading.chance_of_later(("acknowledgement",)) >= _LIKELY_ENOUGH:
            told.append((mention.day, mention.span))
    in_time = [
        (day, span)
        for day, span in told
        if pair.first.day < day < pair.second.day
        and rule.kept(pair.first.day, day)
        and rule.kept(day, pair.second.day)
        and span not in {pair.first.span, pair.second.span}
    ]
    return max(in_time, default=None)


def _is_put_off(matter: MatterProfile) -> bool:
    """Whether one side says that the date for performance was put off."""
    if matter.timeline.of("time extended"):
        return True
    for match in _PUT_OFF.finditer(matter.lower):
        clause = matter.clause_at(match.start())
        before = matter.lower[max(clause.start, match.start() - 60) : match.start()]
        if not _NOT_PLEADED.search(before) and not _NEVER.search(match[0]):
            return True
    return False


def days_in_returning_court(matter: MatterProfile, pair: PeriodDates) -> int | None:
    """The days from the first presentation of a plaint to its return; None if it was not returned or is undated."""
    returned = [event for event in matter.timeline.of("plaint returned") if event.day <= pair.second.day]
    if len(returned) != 1 or not returned[0].exact:
        return None
    before = [event.day for event in matter.timeline.of("suit") if event.exact and event.day <= returned[0].day]
    return dates.days_between(max(before), returned[0].day) if before else None


def absence_from_india(matter: MatterProfile, since: date, until: date) -> tuple[date, date, tuple[Span, Span]] | None:
    """The first and the last day of the only absence from India that the text dates, while time ran."""
    found = []
    mentions, spans = matter.timeline.mentions, matter.mention_spans
    for match in _AWAY.finditer(matter.lower):
        at = bisect_left(spans, Span(match.end(), match.end() + 1))
        if at + 1 >= len(mentions) or mentions[at].span.start - match.end() > _WORDS_BEFORE:
            continue
        left, back = mentions[at : at + 2]
        told = matter.lower[match.start() : left.span.start]
        is_joined = _UNTIL.fullmatch(matter.lower, left.span.end, back.span.start) is not None
        if is_joined and _ABROAD.search(told) and left.exact and back.exact and "." not in told.replace("u.", ""):
            found.append((left.day, back.day, (left.span, back.span)))
    within = [each for each in found if since <= each[0] < each[1] <= until]
    return within[0] if len(set(within)) == 1 else None


_UNLESS_RENEWED = re.compile(r", unless (?:a payment or )?an acknowledgement in time[^.]*(?=\.)")
_FROM = re.compile(r"\bfrom the .+? to the\b")


def _counted_anew(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates, line: LawLine) -> LawLine:
    """A line counted from a payment or an acknowledgement says so, and what the time is without it."""
    origin = matter.timeline.first(rule.from_roles[-1])
    if origin is None or pair.first.role == rule.from_roles[-1] or origin.day >= pair.first.day:
        return line
    says = _UNLESS_RENEWED.sub("", line.says)
    if pair.second.role == "suit" and line.stands is Stands.CROSSED:
        excluded = days_in_returning_court(matter, pair)
        if excluded is not None and excluded >= _days_late(rule, pair):
            says = says.replace(_BARRED, "barred by limitation, unless section 14 saves it.", 1)
    length = dates.in_words(dates.elapsed(origin.day, pair.second.day), exact=True)
    proved = "proved, with a writing of the payer" if pair.first.role == "part payment" else "proved"
    says += (
        f" Counted from the {pair.first.role} of {dates.written(pair.first.day)}, if that is {proved}; from the"
        f" {origin.role} of {dates.written(origin.day)} it is {length}."
    )
    return replace(line, says=says, quantity=_FROM.sub(f"from the {pair.first.role} to the", line.quantity))
