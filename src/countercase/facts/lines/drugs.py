"""Lines of drugs: small and commercial quantity, and the other numbers of the NDPS Act that a matter invokes.

Those are the weights from which a second conviction may bring death, the dosage units that a patient may hold, and the
packets that may be bunched in one lot for sampling.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.seized_weights import SeizedWeight
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Operator, Threshold

_PUNISHED_BY = {
    "ganja": "NDPS-20",
    "charas": "NDPS-20",
    "poppy straw": "NDPS-15",
    "opium": "NDPS-18",
    "heroin": "NDPS-21",
    "morphine": "NDPS-21",
    "codeine": "NDPS-21",
    "cocaine": "NDPS-21",
}  # all others are psychotropic substances, which section 22 punishes
_COMMERCIAL = "NDPS-2(viia)"
_BAIL_BAR = Provision.parse("NDPS-37")
# "FSL puts the wrappers at 52 g": the packing, weighed apart.
_PACKING_APART = re.compile(
    r"\b(?:polythene|packing|wrappers?|wrapping|container|packets?|empty\sbags?)\s(?:alone\s|separately\s|itself\s)?"
    r"(?:at|of|is|was|are|were|weigh\w*|wt\b\.?)\s(?:at\s|about\s)?(?P<weight>(?P<value>\d{1,4}(?:\.\d{1,3})?)\s?(?P<unit>k\.?gs?|gr?ms?|grams?|g)\b)"
)
_PACKING_REACH = 300  # characters after a gross weight in which that of the packing is given


def drug_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line of a matter about drugs."""
    if "NDPS" in matter.acts or matter.topic("drugs"):
        yield from _quantities(matter)
    if matter.topic("drugs"):
        yield from _second_conviction(matter)
        yield from _doses_of_patient(matter)
        yield from _packets_in_lot(matter)


def _quantities(matter: MatterProfile) -> Iterator[LawLine]:
    """Each seized weight against the small and the commercial quantity of its drug."""
    for weight in matter.seized_weights:
        rules = thresholds.applicable(Quantity.WEIGHT, "seizure", matter.day, subject=weight.substance)
        lines = [_weight_line(rule, weight.fact, weight.span, _punished_under(rule)) for rule in rules]
        if not weight.is_gross:
            lines = _without_surplus(lines)
        packing = (
            _PACKING_APART.search(matter.lower, weight.span.end, weight.span.end + _PACKING_REACH)
            if weight.is_gross
            else None
        )
        if packing is not None:
            yield from (_said_with(line, " with the packing") for line in lines)
            yield from (line for rule in rules for line in _net_of_packing(rule, weight, packing))
        else:
            yield from (line for line in lines if not weight.is_gross or line.stands is Stands.WITHIN)


def _without_surplus(lines: list[LawLine]) -> list[LawLine]:
    """The lines of a weight; above the commercial quantity, that it is not small adds nothing."""
    is_commercial = any(line.provision.id == _COMMERCIAL and line.stands is Stands.CROSSED for line in lines)
    return [line for line in lines if line.provision.id == _COMMERCIAL] if is_commercial else lines


def _net_of_packing(rule: Threshold, weight: SeizedWeight, packing: re.Match[str]) -> Iterator[LawLine]:
    """A weight less that of the packing, if the text gives it apart."""
    wrapped = float(packing["value"]) * (1000 if packing["unit"].startswith("k") else 1)
    net = (weight.grams or 0) - wrapped
    if net > 0:
        fact = replace(weight.fact, value=round(net, 3), unit="grams")
        line = _weight_line(rule, fact, Span(*packing.span("weight")), _punished_under(rule))
        yield replace(_said_with(line, " without the packing"), spans=(Span(*packing.span()), weight.span))


def _said_with(line: LawLine, words: str) -> LawLine:
    """The line with words behind its value."""
    return replace(line, value=line.value + words, says=line.says.replace(line.value, line.value + words, 1))


def _punished_under(rule: Threshold) -> tuple[Provision, ...]:
    """The section that punishes possession and, for a commercial quantity, the section that bars bail."""
    section = Provision.parse(_PUNISHED_BY.get(rule.subject or "", "NDPS-22"))
    return (section,) if rule.operator is Operator.BELOW else (section, _BAIL_BAR)


def _weight_line(rule: Threshold, fact: NumericalFact, span: Span, also: tuple[Provision, ...]) -> LawLine:
    over = (
        not rule.holds(fact.value, fact.unit) if rule.operator is Operator.BELOW else rule.holds(fact.value, fact.unit)
    )
    small = rule.operator is Operator.BELOW
    line = dates.counted(rule.value, rule.unit)
    value = dates.counted(fact.value, fact.unit)
    kind = "small" if small else "commercial"
    if small:
        effect = "more than a small quantity" if over else "a small quantity, the lightest band"
    else:
        effect = (
            "a commercial quantity, the gravest band, and section 37 governs bail"
            if over
            else "less than a commercial quantity, so section 37 does not bar bail on that ground"
        )
    says = f"{value} of {rule.subject} against {line}, neutral substance included: {effect}."
    stands = Stands.of(not over)
    return LawLine(
        rule.provision,
        f"weight of {rule.subject} against the {kind} quantity",
        value,
        line,
        stands,
        (span,),
        says,
        rule.id,
        also,
    )


# Numbers beside the quantity.

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
_UNITS_OF_TABLE = frozenset({"grams", "kilograms"})
_RULE_66 = re.compile(r"\brule\s66\b|\br\.\s?66\b")
_DOSES = re.compile(r"\b(?P<count>\d{1,5})\s(?:\w+\s)?(?:tab(?:let)?s?|capsules?|caps|dosage\sunits|ampoules?)\b")
_MOST_DOSES = 100
_STANDING_ORDER = re.compile(r"\b1/8[89]\b")
_LOT = re.compile(r"\b(?:lots?|lotted|bunch(?:ed)?|clubbed|mixed\stogether)\b")
_PACKAGES = re.compile(
    r"(?<![\d./])\b(?P<count>\d{1,4})\s(?:[\w-]+\s){0,3}?(?:packets?|parcels?|packages?|bags?|containers?|bundles?|pouches|slabs?)\b"
)
_MOST_IN_LOT, _MOST_OF_CANNABIS = 10, 40


def _second_conviction(matter: MatterProfile) -> Iterator[LawLine]:
    """The weight from which a second conviction may bring a sentence of death."""
    if not _SECTION_31A.search(matter.lower):
        return
    for weight in matter.seized_weights:
        limit = _SECOND_CONVICTION.get(weight.substance)
        if limit is None or weight.grams is None or weight.fact.unit not in _UNITS_OF_TABLE:
            continue
        below = weight.grams < limit
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
        "within what a patient may hold"
        if kept
        else "more than a patient may hold, unless prescribed for long use (then at most three hundred)"
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


# The clauses for a small, an intermediate and a commercial quantity; those of cannabis are for ganja and charas only.
_CLAUSES_OF_QUANTITY = {
    "NDPS-15": ("(a)", "(b)", "(c)"),
    "NDPS-17": ("(a)", "(b)", "(c)"),
    "NDPS-18": ("(a)", "(c)", "(b)"),
    "NDPS-20": ("(b)(ii)(A)", "(b)(ii)(B)", "(b)(ii)(C)"),
    "NDPS-20(b)": ("(ii)(A)", "(ii)(B)", "(ii)(C)"),
    "NDPS-20(b)(ii)": ("(A)", "(B)", "(C)"),
    "NDPS-21": ("(a)", "(b)", "(c)"),
    "NDPS-22": ("(a)", "(b)", "(c)"),
}
_CANNABIS = frozenset({"ganja", "charas"})


def clause_of_quantity(matter: MatterProfile, provision: Provision) -> Provision:
    """The clause that punishes the quantity seized, where a section is cited without one: "u/s 8/18 NDPS Act"."""
    clauses = _CLAUSES_OF_QUANTITY.get(provision.id)
    sizes = {_size(matter, weight) for weight in matter.seized_weights} if clauses else set()
    is_other = provision.base == "NDPS-20" and any(
        weight.substance not in _CANNABIS for weight in matter.seized_weights
    )
    size = sizes.pop() if len(sizes) == 1 else None
    if clauses is None or size is None or is_other:
        return provision
    return Provision.parse(f"{provision.id}{clauses[size]}")


def _size(matter: MatterProfile, weight: SeizedWeight) -> int | None:
    """0 for a small quantity, 1 for one between, 2 for a commercial one; None if no table has the drug."""
    rules = list(thresholds.applicable(Quantity.WEIGHT, "seizure", matter.day, subject=weight.substance))
    if not rules or weight.is_gross:
        return None
    held = [rule for rule in rules if rule.holds(weight.fact.value, weight.fact.unit)]
    if any(rule.operator is Operator.ABOVE for rule in held):
        return 2
    return 0 if held else 1
