"""Lines of labour law: days worked, notice and compensation on retrenchment, pay under suspension, gratuity.

A month's wages on a dismissal while a dispute is pending are among them. Periods between two dates (the application to
the Labour Court, joining and the end of service) are rows of `periods.csv`.
"""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.money import rupees
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.stated_events import STATES_THE_LAW
from countercase.facts.other_matters import is_of_cited_case
from countercase.law import dates
from countercase.law.tables import periods, thresholds

_WORKMAN = re.compile(
    r"\bwork(?:man|men)\b|\bretrench\w*|\blabour\scourt\b|\bindustrial\s(?:disputes?|tribunal)\b|\b25-?f\b|\bmuster\sroll\b|\bdaily[\s-]wage"
)
_DAYS_WORKED = re.compile(
    r"\b(?:worked|put\sin|completed|rendered|working)\s(?:only\s|for\s|continuously\s|actually\s|service\sof\s)*(?P<days>(?P<count>\d{2,3})\s?(?:working\s)?days)\b"
    r"|\b(?:twelve|12)\s(?:calendar\s)?months\s(?:before|preceding|prior)\b[^.;\d]{0,40}?\b(?:shows?|had|gives?|come\sto|total|were)\s(?:only\s)?(?P<days2>(?P<count2>\d{2,3})\sdays)\b"
    r"|\b(?P<days3>(?P<count3>\d{2,3})\s?days)(?:\sof\swork)?\s(?:in|during|within)\s(?:the\s)?(?:preceding\s|last\s|previous\s)?(?:twelve|12)\s(?:calendar\s)?months\b"
)
_DAYS_OF_ANOTHER = re.compile(
    r"\b(?:had|has|shows)\s(?:only\s)?(?P<days>(?P<count>\d{2,3})\sdays)\b(?!['’]?\s(?:notice|wages|leave|of\sleave))"
)
# "221 days on duty and 41 paid weekly offs": days that section 25B counts beside those of work.
_DAYS_ADDED = re.compile(
    r"\b(?P<first>\d{2,3})\s?(?:working\s)?days(?:['’]?\s(?:of\s(?:actual\s|physical\s)?(?:work|duty|attendance)|on\sduty|worked|work|present|duty|attendance|actually\sworked))?"
    r"(?:,?\s(?:and|plus|besides|with|apart\sfrom)\s|\s?[+;,]\s?)(?:another\s|further\s|also\s)?"
    r"(?P<added>(?P<second>\d{1,3})\s(?P<kind>(?:days\s(?:of\s|as\s)?)?(?:paid\s)?(?:weekly\s(?:offs?|rests?|holidays)|rest\sdays|sundays|holidays|festival\sholidays|offs)(?:\s(?:and|&)\s(?:\w+\s)?(?:holidays|sundays|offs))?(?:\swith\s(?:pay|wages))?))"
)
_PAID_DAYS = re.compile(r"\bpaid\b|\bwith\s(?:pay|wages)\b")
_NOTICE_GIVEN = re.compile(r"\b(?P<term>(?P<count>\d{1,2}|[a-z]+)\s(?P<unit>days?|weeks?|months?)['’]?)\snotice\b")
_NO_WAGES_IN_LIEU = re.compile(
    r"\b(?:no|without|nor|neither|not)\b[^.;\n]{0,30}\b(?:wages|pay|salary)\s(?:\w+\s)?in\s(?:lieu|place)\b"
)
_NEITHER_NOTICE_NOR_PAY = re.compile(
    r"\b(?P<term>(?:no|without(?:\sany)?|neither)\s(?:prior\s|any\s|written\s)?notice(?:\sof\s\w+)?,?\s(?:and|or|nor)\s(?:no\s|any\s)?(?:notice\s)?(?:wages|pay|salary)(?:\s(?:\w+\s)?in\s(?:lieu|place)(?:\sof\s(?:it|notice))?)?)\b"
)
_SAID = re.compile(r"\b(?:says?|alleges?|claims?|pleads?|contends?|according\sto)\b[^.;\n]{0,60}\Z")
_SHORTEST_MONTH = 28  # days
_GRATUITY = re.compile(r"\bgratuity\b")
_YEARS_SERVED = re.compile(
    r"\b(?:served|serving|service\sof|worked|rendered|put\sin|completed)\s(?:only\s|for\s|about\s|continuous\s|a\stotal\sof\s)*"
    r"(?P<term>(?P<years>\d{1,2}|[a-z]+)\s?(?:years|yrs?\b\.?)(?:,?\s(?:and\s|&\s)?(?P<months>\d{1,2}|[a-z]+)\s?(?:months|mths))?)"
)
_QUALIFYING_SERVICE = re.compile(
    r"\b(?P<term>(?P<years>\d{1,2}|[a-z]+)\s?(?:years|yrs?\b\.?)(?:['’]s?)?(?P<months>(?!))?)\s(?:of\s)?(?:qualifying|continuous)\b"
)
_FIVE_YEARS_NOT_NEEDED = re.compile(
    r"\b(?:died|death|disabl\w+|disability|heirs?|nominee|fixed[\s-]term)\b"
)  # proviso to s.4(1); Code of 2020
_GRATUITY_REACH = 160  # characters between the word gratuity and the years served
_DISPUTED_FROM_MONTHS = 8  # after four years, it is disputed whether 240 days complete the fifth


def workman_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Lines of the Industrial Disputes, Standing Orders and Payment of Gratuity Acts."""
    yield from _gratuity(matter)
    if _WORKMAN.search(matter.lower):
        yield from _days_worked(matter)
        yield from _notice_of_retrenchment(matter)
        yield from _compensation_of_retrenchment(matter)
        yield from _wages_on_dismissal(matter)
        yield from _pay_under_suspension(matter)


# Continuous service: Industrial Disputes Act s.25B.


def _days_worked(matter: MatterProfile) -> Iterator[LawLine]:
    """A workman who worked 240 days in twelve months has a year of continuous service."""
    added = [match for match in _DAYS_ADDED.finditer(matter.lower) if _is_of_matter(matter, match.span())]
    if added:
        if len({match[0] for match in added}) == 1:
            yield from _days_with_paid_rest(added[0])
        return
    matches = [match for match in _DAYS_WORKED.finditer(matter.lower) if _is_of_matter(matter, match.span())]
    if not matches:
        return
    others = _DAYS_OF_ANOTHER.finditer(matter.lower, matches[0].end())
    matches = [matches[0], *(match for match in others if _is_of_matter(matter, match.span()))]
    counted = {
        float(match[f"count{number}"]): Span(*match.span(f"days{number}"))
        for match in matches
        for number in ("", "2", "3")
        if match.groupdict().get(f"count{number}")
    }
    for days, span in counted.items():
        yield _line_of_days(days, f"{days:g} days", span)


def _is_of_matter(matter: MatterProfile, place: tuple[int, int]) -> bool:
    """Whether words state a fact of this matter and not of a case that somebody cites."""
    return not is_of_cited_case(matter.lower, Span(*place))


def _days_with_paid_rest(match: re.Match[str]) -> Iterator[LawLine]:
    """Paid weekly rest and holidays count as days worked (Workmen v. American Express (1985) 4 SCC 71)."""
    worked, rest = float(match["first"]), float(match["second"])
    least = thresholds.get("ida-25b-days").value
    if not _PAID_DAYS.search(match["kind"]) and worked < least <= worked + rest:
        return  # it turns on whether they were paid
    value = f"{worked + rest:g} days ({worked:g} + {rest:g})"
    span = Span(match.start("first"), match.end("added"))
    is_paid = _PAID_DAYS.search(match["kind"]) is not None
    note = "Paid weekly rest and holidays count" if is_paid else "Weekly rest and holidays count if paid"
    yield _line_of_days(worked + rest, value, span, f" {note} (American Express).")


def _line_of_days(days: float, value: str, span: Span, note: str = "") -> LawLine:
    rule = thresholds.get("ida-25b-days")
    enough = rule.holds(days)
    effect = (
        "a year of continuous service"
        if enough
        else "not a year of continuous service by the days worked (section 25B(2)); a year of uninterrupted service"
        " would still be one (section 25B(1))"
    )
    return LawLine(
        rule.provision,
        "days worked in the twelve months before the termination",
        value,
        f"{rule.value:g} days",
        Stands.of(enough),
        (span,),
        f"{value} against at least {rule.value:g} in the last twelve months (190 below ground in a mine): {effect}."
        + note,
        rule.id,
    )


# Conditions of a retrenchment: Industrial Disputes Act s.25F.


_BAD_RETRENCHMENT = "the retrenchment is bad if he had a year of continuous service."


def _notice_of_retrenchment(matter: MatterProfile) -> Iterator[LawLine]:
    """A retrenched workman has a month's notice, or wages for it."""
    rule = periods.by_id()["ida-25f"]
    if not matter.topic("retrenchment") or not rule.in_force(matter.last_day or matter.code_day):
        return
    none = _NEITHER_NOTICE_NOR_PAY.search(matter.lower)
    if none and not _SAID.search(matter.lower[max(0, none.start() - 70) : none.start()]):
        says = f"No notice and no wages in its place, against {rule.line}: {_BAD_RETRENCHMENT}"
        span = Span(*none.span("term"))
        yield LawLine(rule.provision, rule.quantity, "none", rule.line, Stands.CROSSED, (span,), says, rule.id)
        return
    match = _NOTICE_GIVEN.search(matter.lower)
    count = read_count(match["count"]) if match else None
    if match is None or count is None or not _NO_WAGES_IN_LIEU.search(matter.lower):
        return
    days = count * {"d": 1, "w": 7, "m": 30}[match["unit"][0]]
    if days >= _SHORTEST_MONTH:
        return
    value = dates.counted(count, f"{match['unit'].removesuffix('s')}s")
    says = f"{value} of notice, and no wages in its place, against {rule.line}: {_BAD_RETRENCHMENT}"
    span = Span(*match.span("term"))
    yield LawLine(rule.provision, rule.quantity, value, rule.line, Stands.CROSSED, (span,), says, rule.id)


_SECTION_25F_FROM, _LABOUR_CODES_FROM = date(1953, 10, 24), date(2025, 11, 21)


def _compensation_of_retrenchment(matter: MatterProfile) -> Iterator[LawLine]:
    """Compensation is paid at the time of the retrenchment, or the retrenchment is bad (section 25F(b))."""
    ended, paid = _only(matter, "termination"), _only(matter, "retrenchment compensation paid")
    if ended is None or paid is None or not _SECTION_25F_FROM <= ended.day < _LABOUR_CODES_FROM:
        return
    days = dates.days_between(ended.day, paid.day)
    in_time = days <= 0
    value = f"{dates.counted(days, 'days')} after it" if days > 0 else "by the same day"
    effect = (
        "it was paid in time, if it was fifteen days' average pay for each year of service"
        if in_time
        else "the condition was not kept, so that the retrenchment is bad if he had a year of continuous service"
    )
    yield LawLine(
        Provision.parse("IDA-25F(b)"),
        "payment of the retrenchment compensation against the day of the retrenchment",
        value,
        "at the time of the retrenchment",
        Stands.of(in_time),
        (paid.span, ended.span),
        f"Retrenchment {dates.written(ended.day)}, compensation {dates.written(paid.day)}: {effect}.",
        "ida-25f-b",
    )


def _is_under_labour_codes(matter: MatterProfile) -> bool:
    """Whether the service ended under the codes that took the place of the Acts cited here."""
    ended = _only(matter, "termination")
    return (ended.day if ended else matter.last_day or matter.code_day) >= _LABOUR_CODES_FROM


def _only(matter: MatterProfile, role: str) -> DatedEvent | None:
    """The one dated event of a kind; None if there are several or none."""
    events = {event.day: event for event in matter.timeline.of(role) if event.exact}
    return next(iter(events.values())) if len(events) == 1 else None


# Dismissal while a dispute is pending: Industrial Disputes Act s.33(2)(b).

_PENDING_DISPUTE = re.compile(r"\b33\s?\(2\)\s?\(b\)|\b33\s?\(2\)(?!\s?\()")
_MONTHS_WAGES = re.compile(
    r"\b(?:one|1|a)\smonth(?:'s|’s|s['’]?)?\s(?:wages?|pay|salary)\b[^.;\n\d]{0,30}\Z"
    r"|\b(?:wages?|pay|salary)\s(?:for|of)\s(?:one|1|a)\smonth\b[^.;\n\d]{0,30}\Z"
)
_LAST_WAGE = re.compile(
    r"\b(?:last(?:\s(?:drawn|monthly|paid))?|monthly)\s(?:wages?|pay|salary)(?:\s(?:drawn|then|last\sdrawn))?\b[^.;\n\d]{0,20}\Z"
)
_NO_APPROVAL = re.compile(
    r"\b(?:no|without|never|not)\b[^.;\n]{0,30}\bapproval\b|\bapproval\b[^.;\n]{0,40}\b(?:never|not)\s(?:\w+\s)?(?:sought|filed|asked|applied|taken|moved)"
)


def _wages_on_dismissal(matter: MatterProfile) -> Iterator[LawLine]:
    """Whoever dismisses a workman while a dispute is pending pays a month's wages and applies for approval."""
    if not _PENDING_DISPUTE.search(matter.lower) or _is_under_labour_codes(matter):
        return
    paid, wage = (
        {
            amount: span
            for amount, span in matter.amounts
            if words.search(matter.lower[max(0, span.start - 70) : span.start])
            and _is_of_matter(matter, (span.start, span.end))
        }
        for words in (_MONTHS_WAGES, _LAST_WAGE)
    )
    if len(paid) != 1 or len(wage) != 1:
        return
    (amount, span), due = next(iter(paid.items())), next(iter(wage))
    enough = amount >= due
    approval = (
        "but no application for approval was made, which the proviso needs too: the dismissal is then inoperative"
        if _NO_APPROVAL.search(matter.lower)
        else "the proviso needs an application for approval too"
    )
    effect = f"a month's wages were paid; {approval}" if enough else "less than the wages of a month"
    yield LawLine(
        Provision.parse("IDA-33(2)(b)"),
        "wages paid on a dismissal while a dispute is pending",
        rupees(amount),
        f"{rupees(due)}, the wages of a month",
        Stands.of(enough),
        (span,),
        f"{rupees(amount)} against {rupees(due)}: {effect} (Jaipur Zila Sahakari Bhoomi Vikas Bank v. Ram Gopal Sharma"
        " (2002) 2 SCC 244).",
        "ida-33-2-b",
    )


# Pay under suspension: Industrial Employment (Standing Orders) Act s.10A, Act 18 of 1982.

_SHARE_ALL_THROUGH = re.compile(
    r"\b(?:subsistence|suspension|allowance)\b[^.;\n]{0,60}?\b(?P<term>(?P<share>50|half|fifty|75|seventy-?\s?five)(?:\s?%|\sper\s?cent\b|\spercent\b)?)[^.;\n]{0,60}?"
    r"(?P<through>\b(?:all\sthrough|throughout|till\sthe\s(?:end|last)|(?:to|until|till)\s(?:the\s)?(?:dismissal|end|very\send)|no\s(?:raise|increase|revision|enhancement)|(?:never|not)\s(?:raised|increased|enhanced|revised))\b)"
    r"|\b(?P<term2>(?P<share2>50|half|fifty|75|seventy-?\s?five)(?:\s?%|\sper\s?cent\b|\spercent\b)?)\s(?:of\s)?(?:the\s|his\s|her\s)?(?:wages?|pay|salary|subsistence(?:\sallowance)?)\b[^.;\n]{0,40}?"
    r"(?P<through2>\b(?:all\sthrough|throughout|till\sthe\s(?:end|last)|(?:to|until|till)\s(?:the\s)?(?:dismissal|end|very\send)|no\s(?:raise|increase|revision|enhancement)|(?:never|not)\s(?:raised|increased|enhanced|revised))\b)"
)
_HALF_SHARES = frozenset({"50", "half", "fifty"})
_OWN_RULES = re.compile(r"\bccs\b|\bf\.?r\.?\s?53\b|\bfundamental\srules?\b|\bgovernment\sservant\b")
_DAYS_AT_HALF = 90
_SECTION_10A_FROM = date(1982, 5, 17)


def _pay_under_suspension(matter: MatterProfile) -> Iterator[LawLine]:
    """Half the wages for ninety days, and three quarters after that unless the workman is to blame for the delay."""
    told = _SHARE_ALL_THROUGH.search(matter.lower)
    began, ended = _only(matter, "suspension"), _only(matter, "termination")
    if told is None or began is None or ended is None or _OWN_RULES.search(matter.lower):
        return
    days = dates.days_between(began.day, ended.day)
    if not began.day >= _SECTION_10A_FROM or ended.day >= _LABOUR_CODES_FROM or days <= _DAYS_AT_HALF:
        return
    group = "" if told["term"] else "2"
    is_half = told[f"share{group}"] in _HALF_SHARES
    effect = (
        "from the ninety-first day the section gives seventy-five, unless the delay is due to the workman"
        if is_half
        else "no less than the section gives"
    )
    yield LawLine(
        Provision.parse("StandingOrders-10A"),
        "share of the wages paid after ninety days of suspension",
        f"{50 if is_half else 75} per cent",
        "75 per cent",
        Stands.of(not is_half),
        (Span(*told.span(f"term{group}")), began.span, ended.span),
        f"{50 if is_half else 75} per cent through {days} days of suspension: {effect}. So far as the Act applies to"
        " the establishment.",
        "standingorders-10a",
    )


# Gratuity: Payment of Gratuity Act s.4(1).


def _gratuity(matter: MatterProfile) -> Iterator[LawLine]:
    """Gratuity is payable after five years of continuous service."""
    word = _GRATUITY.search(matter.lower)
    if word is None or _FIVE_YEARS_NOT_NEEDED.search(matter.lower) or _is_under_labour_codes(matter):
        return
    bounds = (max(0, word.start() - _GRATUITY_REACH), word.end() + _GRATUITY_REACH)
    match = _YEARS_SERVED.search(matter.lower, *bounds) or _QUALIFYING_SERVICE.search(matter.lower, *bounds)
    years = read_count(match["years"]) if match else None
    if match is None or years is None or not _is_of_matter(matter, match.span()):
        return
    if STATES_THE_LAW.search(matter.lower, matter.clause_at(match.start()).start, match.start()):
        return
    rule = thresholds.get("gratuity-4-years")
    months = (read_count(match["months"]) if match["months"] else 0) or 0
    if years == rule.value - 1 and months >= _DISPUTED_FROM_MONTHS:
        return
    enough = rule.holds(years + months / 12)
    value = dates.counted(years, "years") + (f" {dates.counted(months, 'months')}" if months else "")
    effect = "gratuity is payable" if enough else "too short for gratuity"
    yield LawLine(
        rule.provision,
        "years of continuous service for gratuity",
        value,
        f"{rule.value:g} years",
        Stands.of(enough),
        (Span(*match.span("term")),),
        f"{value} against at least {rule.value:g} years, unless service ended by death or disablement: {effect}.",
        rule.id,
    )
