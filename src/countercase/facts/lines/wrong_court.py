"""Time spent in a court without jurisdiction, which section 14 of the Limitation Act leaves out."""

from collections.abc import Iterator

from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.facts.lines.periods import period_lines
from countercase.facts.lines.raised import Raised
from countercase.facts.timeline import DatedEvent
from countercase.law import dates
from countercase.law.tables import periods


def wrong_court_lines(raised: Raised) -> Iterator[LawLine]:
    """The days before a court that returned the plaint, against the days by which the second suit is late."""
    returned, suits = raised.timeline.of("plaint returned"), raised.timeline.of("suit")
    if len(returned) != 1 or len(suits) != 2:
        return
    first, again = sorted(suits, key=lambda event: event.day)
    if not first.day <= returned[0].day <= again.day or not all(event.exact for event in (first, again, returned[0])):
        return
    late = [(days, line) for line in period_lines(raised) if (days := _days_late(raised, line, again)) is not None]
    if len({days for days, _ in late}) != 1:
        return
    needed = late[0][0]
    spent = dates.days_between(first.day, returned[0].day)
    if spent == needed - 1:
        return  # whether the day of the return counts would decide
    enough = spent >= needed
    effect = (
        "the suit is in time, if the first court lacked jurisdiction and the plaintiff acted with due diligence and in"
        " good faith"
        if enough
        else "the suit stays late even if that time is left out"
    )
    yield LawLine(
        Provision.parse("Limitation-14"),
        "days before the court that returned the plaint, against the days by which the suit is late",
        dates.counted(spent, "days"),
        dates.counted(needed, "days"),
        Stands.of(enough),
        (returned[0].span, first.span, again.span),
        f"{dates.counted(spent, 'days')} from {dates.written(first.day)} to {dates.written(returned[0].day)}, against"
        f" the {dates.counted(needed, 'days')} needed: {effect}.",
        "lim-14-wrong-court",
    )


def _days_late(raised: Raised, line: LawLine, suit: DatedEvent) -> int | None:
    """By how many days a suit came after its period; None if the line is of something else, or is kept."""
    if line.stands is not Stands.CROSSED or line.spans[0] != suit.span:
        return None
    rule = next((rule for rule in periods.all() if rule.id == line.rule), None)
    start = next((event for event in raised.timeline.events if event.span == line.spans[1] and event.exact), None)
    return dates.days_between(rule.last_day(start.day), suit.day) if rule and start else None
