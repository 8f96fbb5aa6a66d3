"""Numbers of the NDPS Act beside small and commercial quantity, where a matter invokes them.

The weights from which a second conviction may bring death, the dosage units that a patient may hold, and the packets
that may be bunched in one lot for sampling.
"""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates

_SECTION_31A = re.compile(r"\b31-?\s?a\b")
# The Table of section 31A(1), in grams.
_SECOND_CONVICTION = {
    "opium": 10_000,
    "morphine": 1_000,
    "heroin": 1_000,
    "codeine": 1_000,
    "cocaine": 500,
    "charas": 20_000,
    "LSD": 500,
    "methamphetamine": 1_500,
    "amphetamine": 1_500,
}
_GRAMS = {"grams": 1.0, "kilograms": 1_000.0}
_RULE_66 = re.compile(r"\brule\s66\b|\br\.\s?66\b")
_DOSES = re.compile(r"\b(?P<count>\d{1,5})\s(?:\w+\s)?(?:tab(?:let)?s?|capsules?|caps|dosage\sunits|ampoules?)\b")
_MOST_DOSES = 100
_STANDING_ORDER = re.compile(r"\b1/8[89]\b")
_LOT = re.compile(r"\b(?:lots?|lotted|bunch(?:ed)?|clubbed|mixed\stogether)\b")
_PACKAGES = re.compile(
    r"(?<![\d./])\b(?P<count>\d{1,4})\s(?:[\w-]+\s){0,3}?(?:packets?|parcels?|packages?|bags?|containers?|bundles?|pouches|slabs?)\b"
)
_MOST_IN_LOT, _MOST_OF_CANNABIS = 10, 40


def drug_rule_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every such line of a matter about drugs."""
    if matter.topic("drugs"):
        yield from _second_conviction(matter)
        yield from _doses_of_patient(matter)
        yield from _packets_in_lot(matter)


def _second_conviction(matter: MatterProfile) -> Iterator[LawLine]:
    """The weight from which a second conviction may bring a sentence of death."""
    if not _SECTION_31A.search(matter.lower):
        return
    for weight in matter.seized_weights:
        limit, grams = _SECOND_CONVICTION.get(weight.substance), _GRAMS.get(weight.fact.unit)
        if limit is None or grams is None:
            continue
        below = weight.fact.value * grams < limit
        effect = "below the Table of section 31A" if below else "section 31A is open, with death as one punishment"
        value, line = dates.counted(weight.fact.value, weight.fact.unit), dates.counted(limit / 1_000, "kilograms")
        yield LawLine(
            Provision.parse("NDPS-31A"),
            f"weight of {weight.substance} on a second conviction",
            value,
            line,
            Stands.of(below),
            (weight.span,),
            f"{value} of {weight.substance} against {line}: {effect}.",
            "ndps-31a-weight",
        )


def _doses_of_patient(matter: MatterProfile) -> Iterator[LawLine]:
    """The dosage units of a psychotropic substance that a patient may hold on a prescription."""
    match = _DOSES.search(matter.lower) if _RULE_66.search(matter.lower) else None
    if match is None:
        return
    count = int(match["count"])
    kept = count <= _MOST_DOSES
    effect = (
        "within what a patient may hold" if kept else "more than a patient may hold, unless prescribed for long use"
    )
    yield LawLine(
        Provision.parse("NDPS-8"),
        "dosage units held for personal medical use",
        f"{count} dosage units",
        f"{_MOST_DOSES} dosage units",
        Stands.of(kept),
        (Span(*match.span()),),
        f"{count} against {_MOST_DOSES} dosage units under rule 66(2) of the NDPS Rules 1985: {effect}.",
        "ndps-rule-66",
    )


def _packets_in_lot(matter: MatterProfile) -> Iterator[LawLine]:
    """The packets bunched in one lot, from which one sample was drawn."""
    if not _STANDING_ORDER.search(matter.lower) or not _LOT.search(matter.lower):
        return
    counts = {read_count(match["count"]): Span(*match.span()) for match in _PACKAGES.finditer(matter.lower)}
    if len(counts) != 1:
        return
    count, span = next(iter(counts.items()))
    is_cannabis = re.search(r"\b(?:ganja|charas|hashish|cannabis)\b", matter.lower) is not None
    most = _MOST_OF_CANNABIS if is_cannabis else _MOST_IN_LOT
    kept = (count or 0) <= most
    effect = "they may form one lot" if kept else "too many for one lot, so that one sample does not speak for all"
    yield LawLine(
        Provision.parse("NDPS-52A"),
        "packets bunched in one lot for sampling",
        f"{count:g}",
        f"{most}",
        Stands.of(kept),
        (span,),
        f"{count:g} packets against {most} in a lot (Standing Order 1/89, para 2.5): {effect}.",
        "ndps-standing-order-lot",
    )
