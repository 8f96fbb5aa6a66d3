"""Figures of an arbitral tribunal: how many arbitrators, their fee, and interest where the award is silent."""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.money import rupees
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.other_matters import is_of_cited_case

_NUMBER_ARGUED = re.compile(
    r"\beven\snumber|\bumpire\b|\bnumber\sof\sarbitrators\b|\bobjection\sto\s(?:the\s)?number\b|\bcomposition\b|\bsection\s10\b|\bs\.?\s?10\b(?!\()"
    r"|\bodd\snumber\b|\bthird\sarbitrator\b[^.;\n]{0,40}\b(?:not|never|no)\b|\bno\s(?:third|presiding)\sarbitrator\b"
)
_ARBITRATORS = re.compile(
    r"\b(?P<term>(?P<count>two|three|four|five|six|[2-6])\s(?:\w+\s)?arbitrators)\b"
    r"|\btribunal\sof\s(?P<term2>(?P<count2>two|three|four|five|six|[2-6]))\b"
)
_OF_ANOTHER_NUMBER = re.compile(
    r"\b(?:should|must|ought|law|requires?|needs?|instead\sof|rather\sthan|not)\b[^.;\n]{0,30}\Z"
)
_FOURTH_SCHEDULE = re.compile(r"\b(?:fourth|4th|iv)\sschedule\b|\bschedule\s(?:iv|4|four)\b|\bmodel\sfees?\b")
_FEE_BEFORE = re.compile(r"\b(?:fees?|fixed|charged|demanded|claimed)\b(?:[^.;\n]|\.(?=\d)){0,50}\Z")
_EACH_AFTER = re.compile(
    r"(?:/-)?\s(?:only\s|as\s(?:his\s|the\s)?fee\s)?(?:for|to|per|by)?\s?(?:each|every|arbitrator|the\ssole|each\sof)\b"
)
_EACH_BEFORE = re.compile(r"\b(?:each|per\sarbitrator|every\sarbitrator)\b[^.;\n]{0,40}\Z")
_SOLE = re.compile(r"\bsole\sarbitrator\b")
_FEE_CAP, _SOLE_MORE = 3_000_000, 1.25  # rupees; the note to the Fourth Schedule gives a sole arbitrator a quarter more
_SCHEDULE_FROM, _RATE_CHANGED = date(2015, 10, 23), date(2015, 10, 23)  # Act 3 of 2016
_SILENT = re.compile(
    r"\bsilent\s(?:on|as\sto|about|in\srespect\sof|regarding)\s(?:the\s)?(?:[\w-]+\s){0,3}interest\b|\bno\s(?:direction|order|word)\s(?:as\sto|on|for|about)\s(?:\w+\s){0,3}interest\b"
    r"|\bsa(?:ys|id)\snothing\s(?:on|of|about|as\sto|regarding)\s(?:\w+\s){0,3}interest\b"
    r"|\b(?:award|it)\s(?:does|did)\snot\s(?:otherwise\sdirect|grant\s(?:any\s)?(?:future|post)|(?:speak|say)\b[^.;\n]{0,30}\binterest)"
)
_RATE = re.compile(r"(?<![\d.])(?P<rate>\d{1,2}(?:\.\d{1,2})?|[a-z]+)\s?(?:%|per\s?cent\b\.?|p\.\s?c\b\.?)")
_AFTER_AWARD = re.compile(
    r"\b(?:from\s(?:the\s)?(?:date\sof\s(?:the\s)?)?award|till\s(?:payment|realisation)|to\s(?:date\sof\s)?payment|post-?\s?award|future\sinterest|on\sthe\ssum)\b"
)
_BEFORE_AWARD = re.compile(
    r"\b(?:pre-?\s?award|pendente|pre-?\s?reference|act\sitself|statutory|section|s\.)\b[^.;\n]{0,30}\Z"
)
_STATUTORY_RATE = 18  # per cent a year, Arbitration Act s.31(7)(b) before Act 3 of 2016


def arbitral_tribunal_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The number of arbitrators, the fee of each and the interest after a silent award."""
    if not matter.topic("arbitration"):
        return
    yield from _number(matter)
    yield from _fee(matter)
    yield from _interest(matter)


def _number(matter: MatterProfile) -> Iterator[LawLine]:
    """The parties may agree on any number of arbitrators that is not even."""
    if not _NUMBER_ARGUED.search(matter.lower):
        return
    for match in _ARBITRATORS.finditer(matter.lower):
        number = "2" if match["count2"] else ""
        count, span = read_count(match[f"count{number}"]), Span(*match.span(f"term{number}"))
        if count is None or _OF_ANOTHER_NUMBER.search(matter.lower[max(0, span.start - 40) : span.start]):
            continue
        if is_of_cited_case(matter.lower, span):
            continue
        odd = count % 2 == 1
        effect = (
            "as the section wants it"
            if odd
            else "an even number, to which a party must object before the tribunal in time (Narayan Prasad Lohia v."
            " Nikunj Kumar Lohia (2002) 3 SCC 572)"
        )
        yield LawLine(
            Provision.parse("Arbitration-10(1)"),
            "number of arbitrators",
            f"{count:g}",
            "not an even number",
            Stands.of(odd),
            (span,),
            f"{count:g} arbitrators: {effect}.",
            "arb-10",
        )
        return


def _fee(matter: MatterProfile) -> Iterator[LawLine]:
    """The fee of an arbitrator against the ceiling of the Fourth Schedule, where it governs the fee."""
    if not _FOURTH_SCHEDULE.search(matter.lower) or (matter.last_day or matter.code_day) < _SCHEDULE_FROM:
        return
    cap = _FEE_CAP * (_SOLE_MORE if _SOLE.search(matter.lower) else 1)
    fees = {
        amount: span
        for amount, span in matter.amounts
        if _FEE_BEFORE.search(before := matter.lower[max(0, span.start - 60) : span.start])
        and (_EACH_AFTER.match(matter.lower, span.end) or _EACH_BEFORE.search(before) or _SOLE.search(matter.lower))
    }
    if len(fees) != 1:
        return
    fee, span = next(iter(fees.items()))
    within = fee <= cap
    effect = (
        "within the ceiling"
        if within
        else "above the ceiling, which covers the fee and the share of the excess together (ONGC v. Afcons Gunanusa"
        " (2024) 4 SCC 481)"
    )
    yield LawLine(
        Provision.parse("Arbitration-11(14)"),
        "fee of each arbitrator",
        rupees(fee),
        rupees(cap),
        Stands.of(within),
        (span,),
        f"{rupees(fee)} against at most {rupees(cap)} under the Fourth Schedule: {effect}. The Schedule binds only if"
        " an agreement, a rule of court or the appointment takes it up.",
        "arb-fourth-schedule",
    )


def _interest(matter: MatterProfile) -> Iterator[LawLine]:
    """Interest from the award to payment, if the award says nothing of it."""
    award = matter.timeline.first("award")
    if award is None or award.day >= _RATE_CHANGED or not _SILENT.search(matter.lower):
        return
    rates: dict[float, Span] = {}
    for match in _RATE.finditer(matter.lower):
        clause = matter.clause_at(match.start())
        rate = read_count(match["rate"])
        after = matter.lower[match.end() : min(clause.end, match.end() + 60)]
        before = matter.lower[max(clause.start, match.start() - 60) : match.start()]
        if rate and _AFTER_AWARD.search(f"{before} {after}") and not _BEFORE_AWARD.search(before):
            rates.setdefault(rate, Span(*match.span()))
    if len(rates) != 1:
        return
    rate, span = next(iter(rates.items()))
    right = rate == _STATUTORY_RATE
    effect = "as the section gives" if right else f"the section gives {_STATUTORY_RATE} where the award is silent"
    yield LawLine(
        Provision.parse("Arbitration-31(7)(b)"),
        "interest from the award to payment where the award is silent",
        f"{rate:g} per cent",
        f"{_STATUTORY_RATE} per cent",
        Stands.of(right),
        (span,),
        f"{rate:g} per cent a year: {effect}.",
        "arb-31-7",
    )
