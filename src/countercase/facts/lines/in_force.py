"""Whether a licence or a policy was in force on the day of the offence or the accident."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.clock_times import TIME_FORM, read_clock
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates
from countercase.text.words import capitalised

_POLICY_BEGINS = re.compile(r"\b(?:from|w\.?e\.?f\.?|commenc\w+|begins|began|incepted|effective)\s(?:on\s|from\s)?\Z")
_POLICY_ENDS = re.compile(r"\b(?:expired|lapsed|ended|valid\s(?:till|upto|up\sto|until)|upto|up\sto|till)\s(?:on\s)?\Z")
_COVER_FROM = re.compile(
    rf"\b(?:cover(?:age)?|risk|policy|insurance)\b[^.;\n\d]{{0,30}}?\b(?:w\.?e\.?f\.?|from|commenc\w+(?:\s(?:at|from))?|beg(?:an|ins)(?:\sat)?|starts?(?:\sat)?|started(?:\sat)?)\s(?:about\s)?{TIME_FORM}"
)
_FOR_A_TERM = re.compile(
    r",?\s(?:and\s)?(?:was\s)?(?:for|valid\sfor)\s(?:a\s(?:period|term)\sof\s)?(?P<count>\d{1,2}|an?|[a-z]+)\s(?P<unit>year|month)s?\b"
)
_TO_LAST_DAY = re.compile(r"[^.;\n\d]{0,30}?(?:\b(?:to|till|until|upto|and|expir\w+|end\w*)\b|[-–—])[^.;\n\d]{0,20}")
_SECTION_150_FROM = date(2022, 4, 1)  # until then section 149 of the Motor Vehicles Act: Act 32 of 2019
_NO_GRACE_FROM = date(2019, 9, 1)  # until then a driving licence ran on for thirty days: `periods.csv`, mv-14-grace
_ARMS = re.compile(r"\b(?:guns?|arms|rifles?|revolver|pistol|fire-?arms?|weapon|[ds]bbl|bore|shot-?gun)\b")
_DRIVING = re.compile(r"\bdriv(?:ing|er)|\bd\.?l\b|\b(?:hgv|hmv|lmv|transport)\b")
_ANOTHERS = re.compile(r"\b(?:co-?accused|brother|father|neighbour|cousin|friend|uncle)(?:'s|’s)?\b|\ban?other\b")
_RENEWED = re.compile(
    r"\brenew(?:ed|al)\b(?![^.;\n]{0,30}\b(?:till|until|up\s?to)\b)[^.;\n]{0,20}\Z"
)  # the date of a renewal
_HAD_EXPIRED = re.compile(
    r"\blicen[cs]e\b[^.;\n]{0,30}?\b(?:expired|lapsed|r[au]n\sout|ceased)\s(?:only\s|just\s|some\s|about\s|on\s)?\Z"
)
_EARLIER = re.compile(r"\s(?:earlier|before|prior|back|ago)\b(?!\s(?:to\s)?(?:the\s|his\s)?(?:renew|suit|trial|claim))")
_REACH = 80  # characters before a date or length in which the licence is named


def in_force_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The last day of each licence and policy against the day that decides."""
    event = matter.timeline.first("offence", "death")
    if matter.topic("motor accident"):
        yield from _policy(matter)
        yield from _policy_cancelled(matter)
        if event is not None and event.day >= _NO_GRACE_FROM:
            yield from _driving_licence(matter, event)
    elif event is not None and event.exact and matter.topic("crime"):
        yield from _arms_licence(matter, event)
    yield from _interim_compensation(matter)


def _arms_licence(matter: MatterProfile, offence: DatedEvent) -> Iterator[LawLine]:
    """ "Gun licence valid up to 31.07.2024": the Arms Act, section 3, asks for a licence in force."""
    for expiry in matter.timeline.of("licence expired"):
        words = _words_of_licence(matter, expiry)
        if not expiry.exact or not _ARMS.search(words):
            continue
        if any(others.search(words) for others in (_DRIVING, _ANOTHERS, _RENEWED)):
            continue
        in_force = offence.day <= expiry.day
        effect = (
            "the licence was in force on that day, so that possession was lawful so far as it covered the arm"
            if in_force
            else "the licence had run out, and to keep the arm without a renewal is an offence under section 25(1B)(a)"
        )
        value = f"licence to {dates.written(expiry.day)}, event {dates.written(offence.day)}"
        yield LawLine(
            Provision.parse("Arms-3"),
            "last day of the arms licence against the event",
            value,
            "expiry of the licence",
            Stands.of(in_force),
            (expiry.span, offence.span),
            f"{capitalised(value)}: {effect}.",
            "arms-licence",
        )
        return


def _words_of_licence(matter: MatterProfile, expiry: DatedEvent) -> str:
    """The words of the clause before the date on which a licence ran out."""
    clause = matter.clause_at(expiry.span.start)
    return matter.lower[max(clause.start, expiry.span.start - _REACH) : expiry.span.start]


def _driving_licence(matter: MatterProfile, accident: DatedEvent) -> Iterator[LawLine]:
    """The day on which the driver's licence ran out against the accident, by its date or as counted in words."""
    for expiry in matter.timeline.of("licence expired"):
        words = _words_of_licence(matter, expiry)
        if expiry.exact and not _ARMS.search(words) and not _RENEWED.search(words):
            in_force = accident.day <= expiry.day
            value = f"licence to {dates.written(expiry.day)}, accident {dates.written(accident.day)}"
            yield _line_of_driving_licence(accident, value, in_force, (expiry.span, accident.span))
            return
    for length in matter.stated_lengths:
        before = matter.lower[max(0, length.begins - _REACH) : length.begins]
        if _HAD_EXPIRED.search(before) and _EARLIER.match(matter.lower, length.span.end):
            yield _line_of_driving_licence(accident, f"expired {length.words} earlier", False, (length.span,))
            return


def _line_of_driving_licence(accident: DatedEvent, value: str, in_force: bool, spans: tuple[Span, ...]) -> LawLine:
    effect = (
        "the licence had not run out"
        if in_force
        else "the driver held no effective licence; the thirty days after expiry are gone since 1 September 2019"
    )
    return LawLine(
        Provision.parse("MV-3(1)"),
        "last day of the driving licence against the accident",
        value,
        "expiry of the licence",
        Stands.of(in_force),
        spans,
        f"{capitalised(value)}: {effect}.",
        "driving-licence",
        (Provision.parse("MV-14"), _insurers_duty_section(accident.day)),
    )


def _insurers_duty_section(day: date) -> Provision:
    return Provision.parse("MV-149" if day < _SECTION_150_FROM else "MV-150")


def _policy_with_one_date(matter: MatterProfile, accident: DatedEvent, policy: DatedEvent) -> Iterator[LawLine]:
    """A policy with only its first or its last day stated: an accident before or after that day is not covered."""
    lead = matter.lower[max(0, policy.span.start - 40) : policy.span.start]
    begins, ends = _POLICY_BEGINS.search(lead), _POLICY_ENDS.search(lead)
    early, late = begins and accident.day < policy.day, ends and accident.day > policy.day
    if not early and not late:
        return
    end = "from" if early else "to"
    value = f"policy {end} {dates.written(policy.day)}, accident {dates.written(accident.day)}"
    yield LawLine(
        Provision.parse("MV-147"),
        "term of the policy against the accident",
        value,
        "beginning of the policy" if early else "expiry of the policy",
        Stands.CROSSED,
        (policy.span, accident.span),
        f"{capitalised(value)}: the policy was not in force.",
        "policy",
        (_insurers_duty_section(accident.day),),
    )


def _cover_by_the_hour(matter: MatterProfile, accident: DatedEvent) -> LawLine | None:
    """ "Issued 05.06.2022, cover from 5 pm": on the day of the accident the hour decides."""
    match = _COVER_FROM.search(matter.lower)
    at = read_clock(match) if match else None
    if match is None or at is None or accident.at is None:
        return None
    clause = matter.clause_at(match.start())
    issued = [mention.day for mention in matter.timeline.mentions if clause.start <= mention.span.start < match.start()]
    if issued[-1:] != [accident.day]:
        return None
    covered = accident.at >= at
    value = f"cover from {at:%H.%M}, accident at {accident.at:%H.%M} of the same day"
    effect = "the policy was in force" if covered else "the policy was not yet in force"
    return LawLine(
        Provision.parse("MV-147"),
        "hour of the accident against the beginning of the policy",
        value,
        "beginning of the policy",
        Stands.of(covered),
        (*accident.spans, Span(*match.span())),
        f"{capitalised(value)}: {effect}.",
        "policy",
        (_insurers_duty_section(accident.day),),
    )


def _policy(matter: MatterProfile) -> Iterator[LawLine]:
    """The last day of the policy against the accident."""
    accident, policy = matter.timeline.first("offence"), matter.timeline.first("policy")
    if accident is None or policy is None or policy.clause is None:
        return
    by_hour = _cover_by_the_hour(matter, accident)
    if by_hour is not None:
        yield by_hour
        return
    term = _stated_term(matter, policy) or _first_and_last_day(matter, policy)
    if term is None:
        yield from _policy_with_one_date(matter, accident, policy)
        return
    first_day, last_day, span, ends_by_the_hour = term
    covered = first_day <= accident.day <= last_day
    if accident.day == last_day and ends_by_the_hour:
        return
    value = f"policy to {dates.written(last_day)}, accident {dates.written(accident.day)}"
    effect = "the policy was in force" if covered else "the policy was not in force"
    yield LawLine(
        Provision.parse("MV-147"),
        "last day of the policy against the accident",
        value,
        "expiry of the policy",
        Stands.of(covered),
        (span, accident.span),
        f"{capitalised(value)}: {effect}.",
        "policy",
        (_insurers_duty_section(accident.day),),
    )


_CANCELLED = re.compile(r"\bcancel(?:led|s|lation|ling)\b(?:\s(?:it|the\s(?:policy|cover)))?(?:[^.;\n\d]{0,50})\Z")
_CANCELLED_AFTER = re.compile(
    r"\s?[-–:|,]?\s?(?:(?:the\s)?(?:policy|cover(?:\snote)?|insurer|company)\s)?(?:was\s)?cancel(?:led|s|lation)\b"
)
_NOT_CANCELLED = re.compile(r"\b(?:not|never|no|nor|without|if|had\s(?:it|the))\b[^.;\n]{0,30}\Z")
_POLICY_OR_PREMIUM = re.compile(r"\b(?:policy|cover|insur\w+|premium)\b")
_SENTENCES_BEFORE = 200  # characters in which the policy is named


def _policy_cancelled(matter: MatterProfile) -> Iterator[LawLine]:
    """The day on which a policy was cancelled, as where the cheque for its premium bounced, against the accident."""
    accident = matter.timeline.first("offence")
    if accident is None or not accident.exact or "cancel" not in matter.lower:
        return
    told = [mention for mention in matter.timeline.mentions if mention.exact and _is_cancellation(matter, mention.span)]
    if len({mention.day for mention in told}) != 1 or told[0].day == accident.day:
        return
    stood = told[0].day > accident.day
    value = f"cancelled {dates.written(told[0].day)}, accident {dates.written(accident.day)}"
    effect = (
        "the policy stood on the day of the accident, and the insurer must answer to third parties"
        if stood
        else "the insurer is not liable if the owner had been told of the cancellation before the accident"
    )
    yield LawLine(
        Provision.parse("MV-147"),
        "day on which the policy was cancelled against the accident",
        value,
        "cancellation told before the accident",
        Stands.of(stood),
        (told[0].span, accident.span),
        f"{capitalised(value)}: {effect} (United India Insurance v. Laxmamma (2012) 5 SCC 234).",
        "policy-cancelled",
        (_insurers_duty_section(accident.day),),
    )


def _is_cancellation(matter: MatterProfile, span: Span) -> bool:
    """Whether a date is that on which a policy of insurance was cancelled."""
    before = matter.lower[max(0, span.start - 80) : span.start]
    match = _CANCELLED.search(before)
    if match is None and not _CANCELLED_AFTER.match(matter.lower, span.end):
        return False
    if match is not None and _NOT_CANCELLED.search(before[: match.start()]):
        return False
    around = matter.lower[max(0, span.start - _SENTENCES_BEFORE) : span.end + 60]
    return _POLICY_OR_PREMIUM.search(around) is not None


# The first and the last day of a policy, where the text says so, and whether it ended at some hour of that day.
_Term = tuple[date, date, Span, bool]


def _stated_term(matter: MatterProfile, policy: DatedEvent) -> _Term | None:
    """ "In force from 3 May 2016 for one year": to 2 May 2017."""
    match = _FOR_A_TERM.match(matter.lower, policy.span.end)
    count = read_count(match["count"]) if match and policy.exact else None
    if match is None or count is None or count != int(count):
        return None
    last = dates.add(dates.add(policy.day, int(count), f"{match['unit']}s"), -1, "days")
    return policy.day, last, Span(policy.span.start, match.end()), False


def _first_and_last_day(matter: MatterProfile, policy: DatedEvent) -> _Term | None:
    """The two dates of a clause about the policy; of several, those that are joined as its term."""
    clause = policy.clause or policy.span
    inside = [mention for mention in matter.timeline.mentions if clause.start <= mention.span.start < clause.end]
    if len(inside) > 2:
        joined = (
            [first, last]
            for first, last in pairwise(inside)
            if policy.span in {first.span, last.span}
            and _TO_LAST_DAY.fullmatch(matter.lower, first.span.end, last.span.start)
        )
        inside = next(joined, [])
    if len(inside) < 2:
        return None
    first, last = sorted(inside, key=lambda mention: mention.day)
    return first.day, last.day, last.span, not (last.at is None or last.at.hour == 0)


_INTERIM = re.compile(r"\b143-?\s?a\b|\binterim\scompensation\b")
_SECTION_143A_FROM = date(2018, 9, 1)
_DAYS_TO_PAY = 15


def _interim_compensation(matter: MatterProfile) -> Iterator[LawLine]:
    """Section 143A does not reach an offence that was complete before it came into force."""
    received = {event.day: event for event in matter.timeline.of("notice received") if event.exact}
    if len(received) != 1 or not _INTERIM.search(matter.lower) or not matter.applies(("NI-138", "topic:cheque")):
        return
    notice = next(iter(received.values()))
    complete = dates.add(notice.day, _DAYS_TO_PAY + 1, "days")
    if complete >= _SECTION_143A_FROM:
        return
    value = f"offence complete {dates.written(complete)}"
    yield LawLine(
        Provision.parse("NI-143A"),
        "day on which the offence was complete against the commencement of the section",
        value,
        dates.written(_SECTION_143A_FROM),
        Stands.CROSSED,
        (notice.span,),
        f"{capitalised(value)} (notice received {dates.written(notice.day)}, fifteen days to pay), before"
        f" {dates.written(_SECTION_143A_FROM)}: interim compensation cannot be ordered (G.J. Raja v. Tejraj Surana"
        " (2019) 19 SCC 469).",
        "ni-143a-commencement",
    )
