"""Rules that propose changes of the facts on a sheet, by fact type. Each change names the law behind it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from countercase.counterfactual.preconditions import areas_of, decisive_evidence
from countercase.domain.case import PartyType
from countercase.domain.facts import (
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactSheet,
    InstrumentFact,
    NumericalFact,
    PartyFact,
    Quantity,
    RelationFact,
    ResultFact,
    RoleFact,
    SectionFact,
)
from countercase.domain.perturbation import Perturbation
from countercase.domain.provision import Provision
from countercase.errors import LawError
from countercase.facts.governing_law import matter_date, penal_code
from countercase.facts.lines.number_lines import lines_to_ask
from countercase.facts.words import grouped, provision_name
from countercase.law.near_provisions import Edge, EdgeKind, Step, edges, neighbours, steps
from countercase.law.quantities.readings import PERCENT, from_base, to_base
from countercase.law.tables.acts import NEW_OF_OLD, counterparts, equivalents
from countercase.law.tables.thresholds import Operator, Threshold, ThresholdSide, side
from countercase.text.words import with_article

# Changes of sections: replace a charge with a neighbour, add or drop a companion, use the code in force.

_OTHER_CODE = {**NEW_OF_OLD, **{new: old for old, new in NEW_OF_OLD.items()}}
# A lawyer asks for the lighter charge first, then the heavier, then another label for the same events.
_ORDER = (EdgeKind.LESSER, EdgeKind.AGGRAVATED, EdgeKind.GRAVER, EdgeKind.ALTERNATIVE, EdgeKind.PROCEDURAL)
_EDGE_WORDS = {
    EdgeKind.LESSER: "a lesser offence",
    EdgeKind.GRAVER: "a graver offence",
    EdgeKind.AGGRAVATED: "the aggravated form",
    EdgeKind.ALTERNATIVE: "an alternative",
    EdgeKind.PROCEDURAL: "another step of procedure",
}


def propose_sections(sheet: FactSheet) -> Iterator[Perturbation]:
    """Every change of a provision that the tables know, in the order in which a lawyer would ask."""
    for fact in sheet.facts:
        if isinstance(fact, SectionFact):
            yield from _section_changes(fact, sheet)


def _section_changes(fact: SectionFact, sheet: FactSheet) -> Iterator[Perturbation]:
    charged = sheet.provisions
    yield from _code_in_force(fact, sheet)
    leader = _edge_from_leader(fact.provision, charged)
    if leader is not None:
        yield _drop(fact, leader)
        return
    if fact.provision in _shared_liability() and any(
        other.act == fact.provision.act for other in charged if other != fact.provision
    ):
        yield _drop(fact, _shared_liability()[fact.provision])
    edges_near = neighbours(fact.provision)
    for kind in _ORDER:
        for edge in edges_near:
            if edge.kind is kind and edge.neighbour not in charged and not _leads_to_other_code(edge):
                yield _swap(fact, edge)
    for edge in edges_near:
        if edge.kind.is_beside and _leads(edge.provision, edge.neighbour) and not _is_charged(edge.neighbour, charged):
            yield _add(edge)


def _is_charged(provision: Provision, charged: Iterable[Provision]) -> bool:
    """Whether the section is charged already, perhaps under one of its clauses."""
    return any(other == provision or (provision.id == provision.base == other.base) for other in charged)


def _swap(fact: SectionFact, edge: Edge) -> Perturbation:
    after = replace(fact, provision=edge.neighbour)
    sentence = f"What if it were {provision_name(edge.neighbour)} instead of {provision_name(fact.provision)}?"
    return Perturbation(
        fact, after, "section swap", basis(edge), f"{sentence} ({_EDGE_WORDS[edge.kind]}; {edge.reason})"
    )


def _add(edge: Edge) -> Perturbation:
    after = SectionFact(spans=(), provision=edge.neighbour, found_by="what-if")
    if edge.kind is EdgeKind.EXCEPTION:
        words = f"{provision_name(edge.neighbour)} answered the charge under {provision_name(edge.provision)}"
    else:
        words = f"{provision_name(edge.neighbour)} were invoked with {provision_name(edge.provision)}"
    return Perturbation(None, after, "companion added", basis(edge), f"What if {words}? ({edge.reason})")


def _drop(fact: SectionFact, edge: Edge) -> Perturbation:
    """Drop a companion without replacement."""
    sentence = f"What if {provision_name(fact.provision)} fell away? ({edge.back})"
    return Perturbation(fact, None, "companion dropped", basis(edge), sentence)


def _code_in_force(fact: SectionFact, sheet: FactSheet) -> Iterator[Perturbation]:
    """The same offence under the code in force on the date, if the sheet names the other code."""
    day, allowed = matter_date(sheet), penal_code(sheet)
    if allowed is None or fact.provision.act not in {"IPC", "BNS"} or fact.provision.act == allowed:
        return
    try:
        others = counterparts(fact.provision)
    except LawError:  # the code has no such section, so there is no equivalent
        return
    for other in others:
        if other.provision is not None:
            sentence = f"What if it were charged as {provision_name(other.provision)}, the code in force on {day}?"
            row = f"crosswalk {fact.provision.id} > {other.provision.id} ({other.change}); BNS s.358"
            yield Perturbation(fact, replace(fact, provision=other.provision), "code by date", row, sentence)


def basis(edge: Edge) -> str:
    """The id of the table row behind an edge."""
    return f"adjacency {edge.provision.id} > {edge.neighbour.id} ({edge.kind})"


def _leads_to_other_code(edge: Edge) -> bool:
    """Whether an edge leads to the other code: the date of the offence decides that, not a what-if."""
    return _OTHER_CODE.get(edge.provision.act) == edge.neighbour.act


def _edge_from_leader(companion: Provision, charged: tuple[Provision, ...]) -> Edge | None:
    """The edge from a charged provision to its companion; None if the provision is nobody's companion here."""
    same = equivalents(companion) | {companion}
    for provision in charged:
        for edge in neighbours(provision):
            if edge.kind.is_beside and edge.neighbour in same and _leads(edge.provision, edge.neighbour):
                return edge
    return None


def _leads(provision: Provision, companion: Provision) -> bool:
    """Whether the table lists the second provision as companion of the first: s.34 goes with s.302, not the reverse."""
    return (provision, companion) in _companion_rows()


@cache
def _shared_liability() -> Mapping[Provision, Edge]:
    """Sections that go with several offences (common intention, conspiracy ...), each with its first row."""
    by_companion: dict[Provision, list[Edge]] = {}
    for edge in edges():
        if edge.kind.is_beside:
            by_companion.setdefault(edge.neighbour, []).append(edge)
    return {companion: rows[0] for companion, rows in by_companion.items() if len(rows) > 1}


@cache
def _companion_rows() -> frozenset[tuple[Provision, Provision]]:
    return frozenset((edge.provision, edge.neighbour) for edge in edges() if edge.kind.is_beside)


# Changes of parties: the opposite of a side, a role or a relation.

_PARTY_WORDS = {
    PartyType.INDIVIDUAL: "an individual",
    PartyType.STATE: "the State",
    PartyType.CORPORATION: "a company",
}


def propose_parties(sheet: FactSheet) -> Iterator[Perturbation]:
    """Changes of roles and relations first: they say more than the kind of a party."""
    for kind in (RoleFact, RelationFact, PartyFact):
        for fact in sheet.facts:
            if isinstance(fact, kind):
                yield from _party_changes(fact)


def _party_changes(fact: Fact) -> Iterator[Perturbation]:
    if isinstance(fact, RoleFact):
        for step in steps("role", fact.role):
            whose = f"the {fact.holder or 'person'} were"
            yield _change(
                fact,
                replace(fact, role=step.after),
                step,
                f"{whose} {_a_party(step.after)} and not {_a_party(fact.role)}",
            )
    elif isinstance(fact, RelationFact):
        for step in steps("relation", fact.relation):
            yield _change(
                fact, replace(fact, relation=step.after), step, f"they were {step.after}, not {fact.relation}"
            )
    elif isinstance(fact, PartyFact):
        for step in steps("party", fact.party_type):
            after = PartyType(step.after)
            words = f"the {fact.side} were {_PARTY_WORDS[after]} and not {_PARTY_WORDS[fact.party_type]}"
            yield _change(fact, replace(fact, party_type=after), step, words)


def _change(before: Fact, after: Fact, step: Step, words: str) -> Perturbation:
    return Perturbation(before, after, "party axis", step.basis, f"What if {words}? ({step.why})")


def _a_party(noun: str) -> str:
    if noun in {"insured", "uninsured"}:
        return noun
    return with_article(noun)


# Changes of evidence: remove an item, add one that such cases turn on, make a witness hostile; change weapon or result.

# A witness to the event may turn hostile; an approver or an interested witness is weighed differently.
_WITNESSES = frozenset({"eyewitness", "independent witness", "injured witness", "child witness"})
_HOSTILE = "hostile witness"
# How to suppose that absent, disputed or awaited evidence is present: the rule, and the words of the question.
_MADE_PRESENT = {
    EvidenceStatus.ABSENT: ("evidence added", "there had been {an_item}"),
    EvidenceStatus.DISPUTED: ("evidence undisputed", "the {item} were not disputed"),
    EvidenceStatus.AWAITED: ("evidence received", "the {item} had been received"),
}
_HOSTILE_BASIS = "evidence witness > hostile witness (IEA-154)"


def propose_evidence(sheet: FactSheet) -> Iterator[Perturbation]:
    """Changes of evidence on the sheet first, then evidence that such a case could also have."""
    for fact in sheet.facts:
        if isinstance(fact, EvidenceFact):
            yield from _item_changes(fact, sheet)
        elif isinstance(fact, InstrumentFact):
            yield from _weapon_changes(fact)
        elif isinstance(fact, ResultFact):
            yield from _result_changes(fact)
    yield from _evidence_additions(sheet)


def _item_changes(fact: EvidenceFact, sheet: FactSheet) -> Iterator[Perturbation]:
    if fact.status is EvidenceStatus.PRESENT:
        basis = _why_it_matters(fact.item, sheet)
        absent = replace(fact, status=EvidenceStatus.ABSENT)
        yield Perturbation(fact, absent, "evidence removed", basis, f"What if there were no {fact.item}?")
        if fact.item in _WITNESSES:
            after = EvidenceFact(spans=fact.spans, item=_HOSTILE, found_by="what-if")
            yield Perturbation(
                fact, after, "witness hostile", _HOSTILE_BASIS, f"What if the {fact.item} turned hostile?"
            )
        return
    after = replace(fact, status=EvidenceStatus.PRESENT)
    rule, words = _MADE_PRESENT[fact.status]
    sentence = f"What if {words.format(item=fact.item, an_item=_an_item(fact.item))}?"
    yield Perturbation(fact, after, rule, _why_it_matters(fact.item, sheet), sentence)


def _weapon_changes(fact: InstrumentFact) -> Iterator[Perturbation]:
    for step in steps("instrument", fact.instrument):
        sentence = f"What if it had been {_an_item(step.after)} and not {_an_item(fact.instrument)}? ({step.why})"
        yield Perturbation(fact, replace(fact, instrument=step.after), "instrument axis", step.basis, sentence)


def _result_changes(fact: ResultFact) -> Iterator[Perturbation]:
    for step in steps("result", fact.result):
        sentence = f"What if the result had been {step.after} and not {fact.result}? ({step.why})"
        yield Perturbation(fact, replace(fact, result=step.after), "result axis", step.basis, sentence)


def _evidence_additions(sheet: FactSheet) -> Iterator[Perturbation]:
    mentioned = {fact.item.casefold() for fact in sheet.facts if isinstance(fact, EvidenceFact)}
    for area in areas_of(sheet):
        for row in decisive_evidence(area):
            if row.item.casefold() not in mentioned:
                mentioned.add(row.item.casefold())
                after = EvidenceFact(spans=(), item=row.item, found_by="what-if")
                sentence = f"What if there had been {_an_item(row.item)}? ({row.why})"
                yield Perturbation(None, after, "evidence added", row.basis, sentence)


def _why_it_matters(item: str, sheet: FactSheet) -> str:
    rows = (row for area in areas_of(sheet) for row in decisive_evidence(area) if row.item == item)
    return next((row.basis for row in rows), f"evidence on the sheet > {item}")


def _an_item(noun: str) -> str:
    """The noun with its article; mass nouns take none."""
    if noun in {"last seen"}:
        return "evidence that they were last seen together"
    if noun.endswith("evidence") or noun in {
        "sanction",
        "kerosene",
        "acid",
        "poison",
        "liquor",
        "counterfeit currency",
    }:
        return noun
    return with_article(noun)


# Changes of numbers: across the nearest line that the law sets for the quantity, role and date.

_STEP = 0.1  # of the line, for money and weight: a tenth past the line is clearly past it


def propose_numbers(sheet: FactSheet) -> Iterator[Perturbation]:
    """For each number, the nearest line above and the nearest below."""
    for fact in sheet.facts:
        if isinstance(fact, NumericalFact) and fact.quantity is not Quantity.DATE:
            yield from crossings(fact, sheet)


def crossings(fact: NumericalFact, sheet: FactSheet) -> Iterator[Perturbation]:
    """At most two changes: over the nearest line above, and under the nearest line below."""
    rules = lines_to_ask(fact, sheet)
    for new_side in (ThresholdSide.OVER, ThresholdSide.UNDER):
        rules_to_cross = [rule for rule in rules if side(rule, fact.value, fact.unit) is not new_side]
        if rules_to_cross:
            yield _cross(fact, rules_to_cross, new_side)


def _cross(fact: NumericalFact, rules_to_cross: list[Threshold], new_side: ThresholdSide) -> Perturbation:
    current = to_base(fact.quantity, fact.value, fact.unit)
    gap = min(abs(_base_value(rule) - current) for rule in rules_to_cross)
    nearest = [rule for rule in rules_to_cross if abs(_base_value(rule) - current) == gap]
    rule = nearest[0]
    value, unit = _value_past(rule, new_side, [other for other in rules_to_cross if other not in nearest])
    after = replace(fact, value=value, unit=unit)
    moved = f"{_quantity_words(fact)} were {in_words(value, unit)} and not {in_words(fact.value, fact.unit)}"
    line_sentence = f"The line is {rule.condition} ({provision_name(rule.provision)}: {rule.effect})."
    ids = ", ".join(f"{line.id} ({line.provision.id})" for line in nearest)
    return Perturbation(fact, after, "threshold crossed", f"threshold {ids}", f"What if {moved}? {line_sentence}")


def _value_past(rule: Threshold, new_side: ThresholdSide, farther: Iterable[Threshold]) -> tuple[float, str]:
    """A plain value past the line but before the next line in that direction, and its unit."""
    value, unit = _plain_value(rule, new_side)
    for other in farther:
        if side(other, value, unit) is new_side:
            line = from_base(rule.quantity, _base_value(other), rule.unit)
            return (rule.value if side(rule, rule.value) is new_side else (rule.value + line) / 2), rule.unit
    return value, unit


def _plain_value(rule: Threshold, new_side: ThresholdSide) -> tuple[float, str]:
    counted = rule.quantity in {Quantity.AGE, Quantity.DURATION, Quantity.PERSONS} and rule.unit != PERCENT
    if not counted:
        return rule.value * (1 + _STEP if new_side is ThresholdSide.OVER else 1 - _STEP), rule.unit
    line, unit = (rule.value * 12, "months") if rule.unit == "years" and rule.value <= 2 else (rule.value, rule.unit)
    if new_side is ThresholdSide.UNDER:
        return max(line - 1, line / 2), unit
    exact_is_over = rule.operator in {Operator.BELOW, Operator.AT_LEAST}
    return (line if exact_is_over else line + 1), unit


def _base_value(rule: Threshold) -> float:
    return to_base(rule.quantity, rule.value, rule.unit)


def _quantity_words(fact: NumericalFact) -> str:
    if fact.quantity is Quantity.PERSONS:
        return f"the number of {fact.role or 'persons'}"
    if fact.quantity is Quantity.WEIGHT:
        return f"the weight of {fact.subject or fact.role}"
    return f"the {_role_words(fact)}"


def _role_words(fact: NumericalFact) -> str:
    if fact.role is None:
        return fact.quantity.value
    return f"{fact.quantity} of the {fact.role}" if fact.quantity is Quantity.AGE else f"{fact.role} {fact.quantity}"


def in_words(value: float, unit: str) -> str:
    """A number with its unit; days beyond a year and fractions of years read as years and months."""
    if (unit == "days" and value >= 365) or (unit == "years" and value != int(value)):
        years, months = divmod(round(value / 30.4375 if unit == "days" else value * 12), 12)
        return " and ".join(_counted(part, word) for part, word in ((years, "years"), (months, "months")) if part)
    return f"Rs. {grouped(value)}" if unit == "rupees" else _counted(value, unit)


def _counted(value: float, unit: str) -> str:
    return f"{value:,.6g} {unit.removesuffix('s') if value == 1 else unit}"
