"""Conventional heads of a motor accident award: loss of consortium, loss of estate and funeral expenses.

National Insurance v. Pranay Sethi (2017) 16 SCC 680 fixed them on 31 October 2017, to rise by a tenth every three
years; Magma General Insurance v. Nanu Ram (2018) 18 SCC 130 gives consortium to each child and parent too.
"""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.money import rupees
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.other_matters import is_of_cited_case

_MV_168 = Provision.parse("MV-168")
_MAGMA = date(2018, 9, 18)
_RATES = (  # since when, consortium for each, estate and funeral: rupees
    (date(2026, 10, 31), 53_240, 19_965),  # computed: a tenth every three years
    (date(2023, 10, 31), 48_400, 18_150),
    (date(2020, 10, 31), 44_000, 16_500),
    (date(2017, 10, 31), 40_000, 15_000),
)
_HEADS = (
    ("loss of consortium", re.compile(r"\bconsortium\b[^.;,\n\d]{0,24}\Z"), True),
    ("loss of estate", re.compile(r"\b(?:loss\sof\s|to\sthe\s)estate\b[^.;,\n\d]{0,24}\Z"), False),
    ("funeral expenses", re.compile(r"\bfuneral\b[^.;,\n\d]{0,24}\Z"), False),
)
_CLAIMED = re.compile(r"\b(?:claim(?:s|ed|ing)?|sought|seeks?|asks?|prays?|should|due|ought|shall)\b[^.;\n]{0,60}\Z")
_MOST = 1.3  # a sum above the rate by more is one for several claimants
_TO_SPOUSE_ALONE = re.compile(
    r"\bconsortium\b[^.;\n]{0,40}\b(?:to|for)\s(?:the\s)?(?P<who>(?:widow|wife|husband|spouse)\s(?:alone|only))\b"
    r"|\bonly\s(?:the\s)?(?P<who2>widow|wife|husband|spouse)\s(?:got|was\sgiven|has)\s(?:the\s)?(?:\w+\s)?consortium\b"
)
_CHILD_OR_PARENT = re.compile(r"\b(?:sons?|daughters?|child(?:ren)?|parents|mother(?!-in-law)|father(?!-in-law))\b")


def conventional_head_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """What an award gives under each head, against the rates of its day, and to whom it gives consortium."""
    award = matter.timeline.first("award") if matter.topic("motor accident") else None
    if award is None or not award.exact:
        return
    yield from _sums(matter, award)
    alone = _TO_SPOUSE_ALONE.search(matter.lower)
    if alone and award.day >= _MAGMA and _CHILD_OR_PARENT.search(matter.lower):
        yield LawLine(
            _MV_168,
            "who is given consortium",
            "the spouse alone",
            "the spouse, each child and each parent",
            Stands.CROSSED,
            (Span(*alone.span()),),
            "Consortium to the spouse alone: each child and each parent of the deceased among the claimants has it too"
            " (Magma General Insurance v. Nanu Ram (2018) 18 SCC 130).",
            "consortium",
        )


def _sums(matter: MatterProfile, award: DatedEvent) -> Iterator[LawLine]:
    """The sum of each head, if the award names one and it is no total for several claimants."""
    rates = next(((each, other) for since, each, other in _RATES if award.day >= since), None)
    for head, words, is_consortium in _HEADS if rates else ():
        due = (rates or (0, 0))[0 if is_consortium else 1]
        sums = {
            amount: span
            for amount, span in matter.amounts
            if words.search(before := matter.lower[max(0, span.start - 70) : span.start])
            and not _CLAIMED.search(before)
            and not is_of_cited_case(matter.lower, span)
        }
        if len(sums) != 1:
            continue
        amount, span = next(iter(sums.items()))
        if amount > _MOST * due:
            continue
        enough = amount >= due
        effect = "no less than the rate" if enough else "less than the rate, which rises by a tenth every three years"
        yield LawLine(
            _MV_168,
            f"sum for {head}",
            rupees(amount),
            rupees(due) + (" for each claimant" if is_consortium else ""),
            Stands.of(enough),
            (span, award.span),
            f"{rupees(amount)} against {rupees(due)} at the award of {award.day.year}: {effect} (Pranay Sethi).",
            "conventional sum",
        )
