"""The debt left when the cheque was presented: a part paid since it was drawn lowers it, unless endorsed on it."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.money import rupees
from countercase.facts.lines.profile import MatterProfile

_ENDORSED = re.compile(r"\bendors(?:ed|ement)\b")
_NOT_ENDORSED = re.compile(r"\b(?:no|not|never|without(?:\sany)?)\s(?:\w+\s){0,2}endors(?:ed|ement)\b")
_DEBTS = ("loan", "acknowledgement", "account stated")
_REACH = 200  # characters of an entry after its date


def cheque_debt_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The line of each payment between the date of the only cheque and its presentation."""
    cheques = [event for event in matter.timeline.of("cheque") if event.exact]
    presented = [event.day for event in matter.timeline.of("presentation") if event.exact]
    if len({event.day for event in cheques}) != 1 or not presented or not matter.topic("cheque"):
        return
    if _ENDORSED.search(matter.lower) and not _NOT_ENDORSED.search(matter.lower):
        return  # the payment may be the one endorsed
    cheque = _sum_told(matter, cheques[0])
    debts = {debt[0] for event in matter.timeline.of(*_DEBTS) if (debt := _sum_told(matter, event)) is not None}
    if cheque is None or debts != {cheque[0]}:
        return  # the cheque is not for the whole debt, or the text does not say so
    for payment in matter.timeline.of("part payment"):
        paid = _sum_told(matter, payment)
        is_between = cheques[0].day < payment.day <= min(presented)
        if paid is None or not is_between or payment.is_likely or not paid[0] < cheque[0]:
            continue
        left = cheque[0] - paid[0]
        yield LawLine(
            Provision.parse("NI-138"),
            "sum of the cheque against the debt left when it was presented",
            rupees(cheque[0]),
            rupees(left),
            Stands.CROSSED,
            (paid[1], payment.span, cheque[1]),
            f"{rupees(cheque[0])} against the {rupees(left)} that were left after the payment of {rupees(paid[0])}: a"
            " cheque for more than the debt, unless the payment was endorsed on it or went to another account"
            " (Dashrathbhai Trikambhai Patel v. Hitesh Mahendrabhai Patel (2023) 1 SCC 578).",
            "ni-138-debt-left",
            (Provision.parse("NI-56"),),
        )
        return


def _sum_told(matter: MatterProfile, event: DatedEvent) -> tuple[float, Span] | None:
    """The first sum that the entry of an event names after its date, before the next date."""
    line_end = matter.lower.find("\n", event.span.end)
    nexts = [span.start for span in matter.mention_spans if span.start > event.span.start][:1]
    end = min([event.span.end + _REACH, *nexts, *([line_end] if line_end >= 0 else [])])
    return next(((amount, span) for amount, span in matter.amounts if event.span.end <= span.start < end), None)
