"""The sum that a notice demands, against the cheque: proviso (b) of section 138 asks for "the said amount of money"."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.cheques import amount_of_cheque
from countercase.facts.lines.money import rupees, sums_of_matter
from countercase.facts.lines.profile import MatterProfile

_DEMANDED = re.compile(
    r"\b(?:demand(?:ing|ed|s)?|call(?:ing|ed|s)?\s(?:upon\s)?(?:\w+\s){0,3}to\spay|ask(?:ing|ed|s)?\s(?:\w+\s){0,2}(?:for|to\spay)|claim(?:ing|ed|s))\s(?:for\s|of\s|payment\sof\s|the\ssum\sof\s|a\stotal\sof\s)?(?:[\"“]\s?)?(?:rs\b\.?\s?|inr\s|₹\s?)?\Z"
)
_NOTICE = re.compile(r"\bnotice\b")
_NOT_OF_NOTICE = re.compile(r"\b(?:dowry|bribe|suit|plaint|complaint|settle\w*|offer\w*|reply)\b")
_REACH = 160  # characters before the sum in which the notice is named
# The notice itself gives the amount of the cheque beside the rest: it is then good for that amount.
_BROKEN_UP = re.compile(r"\bbreak-?\s?up\b|\bseparately\b|\bover\sand\sabove\b|\bplus\b|\balong\s?with\b|\bbesides\b")
_NO_BREAK_UP = re.compile(r"\b(?:no|without(?:\sany)?)\sbreak-?\s?up\b")


def cheque_notice_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """A demand of one sum for more than the cheque."""
    if not matter.topic("cheque"):
        return
    amounts = sums_of_matter(matter)
    cheque = amount_of_cheque(matter, amounts)
    if cheque is None:
        return
    for fact, span in amounts:
        before = matter.lower[max(0, span.start - _REACH) : span.start + 4].rstrip("0123456789, ")
        if fact.value <= cheque or not _DEMANDED.search(before) or not _NOTICE.search(before):
            continue
        if _NOT_OF_NOTICE.search(before[-60:]):
            continue
        clause = matter.clause_at(span.start)
        told = matter.lower[clause.start : clause.end]
        beside = [other.value for other, at in amounts if clause.start <= at.start < clause.end and at != span]
        if cheque in beside or (_BROKEN_UP.search(told) and not _NO_BREAK_UP.search(told)):
            continue
        yield _line(fact.value, cheque, span)
        return


def _line(demanded: float, cheque: float, span: Span) -> LawLine:
    return LawLine(
        Provision.parse("NI-138"),
        "sum demanded in the notice against the cheque",
        rupees(demanded),
        rupees(cheque),
        Stands.CROSSED,
        (span,),
        f"{rupees(demanded)} demanded on a cheque of {rupees(cheque)}: a demand of one sum for more than the cheque is"
        " no notice under the proviso, unless it gives the amount of the cheque apart (Suman Sethi v. Ajay K. Churiwal"
        " (2000) 2 SCC 380; Kaveri Plastics v. Mahdoom Bawa Bahrudeen Noorul 2025 INSC 1133).",
        "ni-138-demand",
    )
