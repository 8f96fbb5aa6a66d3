"""The five years of section 24(2) of the land acquisition Act of 2013."""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.lines import LawLine, Stands
from countercase.facts.lines.raised import Raised
from countercase.law import dates
from countercase.law.tables import thresholds

_COMMENCED = date(2014, 1, 1)
_LAPSE = re.compile(r"\b24\s?\(2\)|\bpune\smunicipal\b|\bindore\sdev(?:elopment|\.)")
_LAPSED, _NEW_ACT = re.compile(r"\blapsed?\b"), re.compile(r"\b(?:new\sact|act\sof\s2013|2013\sact)\b")
_LAND = re.compile(r"\b(?:land|acqui\w+|possession)\b")


def acquisition_lines(raised: Raised) -> Iterator[LawLine]:
    """Whether the award was made five years or more before the Act came into force."""
    told = _LAPSED.search(raised.lower) and _NEW_ACT.search(raised.lower)
    if not (told or _LAPSE.search(raised.lower)) or not _LAND.search(raised.lower):
        return
    awards = {event.day: event for event in raised.timeline.of("award") if event.exact and event.day < _COMMENCED}
    if len(awards) != 1:
        return
    award = next(iter(awards.values()))
    rule = thresholds.get("rfctlarr-24-years")
    old_enough = dates.add(award.day, int(rule.value), "years") <= _COMMENCED
    value = dates.in_words(dates.elapsed(award.day, _COMMENCED), exact=True)
    effect = (
        "the proceedings lapse if neither possession was taken nor compensation paid (Indore Development Authority"
        " v. Manoharlal (2020) 8 SCC 129)"
        if old_enough
        else "section 24(2) does not reach this award"
    )
    yield LawLine(
        rule.provision,
        "period from the award to the commencement of the Act",
        value,
        f"{rule.value:g} years",
        Stands.of(old_enough),
        (award.span,),
        f"{value} from the award of {dates.written(award.day)} to 1 January 2014, against at least {rule.value:g}"
        f" years: {effect}.",
        rule.id,
    )
