"""Compares a matter with a case fact by fact: what is the same, what is close, and on which side of a threshold.

Explanations, analogies and the fact searcher all use this comparison, so the product never contradicts itself about
two facts. Each decides what to do with the answer: an explanation reports a shared role whoever holds it, an analogy
does not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from countercase.domain.facts import (
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactKind,
    FactSheet,
    NumericalFact,
    PartyFact,
    RoleFact,
    SectionFact,
)
from countercase.domain.provision import Provision
from countercase.facts.lines.number_lines import LegalSetting, line_words, lines_to_state, nearest_line
from countercase.facts.words import entries, provision_name
from countercase.law.near_provisions import SWAPS, opposed, other_names, replacements
from countercase.law.quantities.readings import comparable
from countercase.law.tables import acts, thresholds
from countercase.law.tables.thresholds import Threshold


class Likeness(Enum):
    """How a fact of a case relates to a fact of the matter, closest first."""

    SAME = 1
    SAME_SECTION = 2  # another clause of the same section
    COUNTERPART = 3  # the equivalent provision of the other code
    SAME_SIDE = 4  # another number on the same side of every threshold
    OTHER_HOLDER = 5  # the same role, held by someone else
    OTHER_SIDE = 6  # a number across a threshold
    OPPOSITE_STATUS = 7  # evidence that one has and the other lacks
    IN_DOUBT = 8  # evidence disputed in only one of them
    NEAR_PROVISION = 9  # a charge that could replace it
    OPPOSITE = 10  # two terms that the law treats differently: tenant and licensee
    OTHER_PARTY = 11  # another kind of party on the same side
    SAME_GROUP = 12  # another item of one group: a sword and an axe
    MISSING = 13  # the matter has no related fact


_FITS = frozenset({Likeness.SAME, Likeness.SAME_SECTION, Likeness.COUNTERPART, Likeness.OTHER_HOLDER})


@dataclass(frozen=True, slots=True)
class Compared:
    """A fact of a case beside one of the matter.

    `line` is the threshold between two numbers, or one that has both on the same side. `why` is the basis of the
    likeness. `matter` is None if the matter has nothing like the fact.
    """

    fact: Fact
    likeness: Likeness
    matter: Fact | None = None
    line: Threshold | None = None
    why: str = ""

    @property
    def applies_to_both(self) -> bool:
        """Whether the rule applies to both numbers: two minors, but not two adults."""
        if self.line is None or not isinstance(self.fact, NumericalFact) or not isinstance(self.matter, NumericalFact):
            return False
        return all(self.line.holds(number.value, number.unit) for number in (self.matter, self.fact))


def compare(matter: FactSheet, case: FactSheet) -> list[Compared]:
    """Pair every fact of the case with the closest fact of the matter."""
    setting = LegalSetting.of(matter, case)
    by_kind: dict[FactKind, list[Fact]] = {}  # facts of different kinds are never alike
    for fact in matter.facts:
        by_kind.setdefault(fact.kind, []).append(fact)
    return [_closest(fact, by_kind.get(fact.kind, ()), setting) for fact in case.facts]


def _closest(fact: Fact, others: Sequence[Fact], setting: LegalSetting) -> Compared:
    pairs = (compare_facts(other, fact, setting) for other in others)
    compared = [pair for pair in pairs if pair is not None]
    return min(compared, key=lambda pair: pair.likeness.value, default=Compared(fact, Likeness.MISSING))


def compare_facts(matter: Fact, fact: Fact, setting: LegalSetting | None = None) -> Compared | None:
    """Compare a fact of a case with one of the matter; None if they are unrelated.

    `setting` is the law that governs both sheets. Without it, thresholds of any date and subject count.
    """
    if matter.kind is not fact.kind:
        return None
    if isinstance(matter, SectionFact) and isinstance(fact, SectionFact):
        return _provisions(matter, fact)
    if isinstance(matter, NumericalFact) and isinstance(fact, NumericalFact):
        return _numbers(matter, fact, setting)
    if matter.key == fact.key:
        return Compared(fact, Likeness.SAME, matter, why="the same")
    if isinstance(matter, EvidenceFact) and isinstance(fact, EvidenceFact):
        return _evidence(matter, fact)
    return _parties_or_words(matter, fact)


def fits(wanted: Fact, fact: Fact) -> bool:
    """Whether two facts are equal in law: one provision under either code, or two numbers that one rule covers."""
    compared = compare_facts(wanted, fact)
    if compared is None:
        return False
    if isinstance(fact, NumericalFact):
        return compared.likeness is not Likeness.OTHER_SIDE and compared.applies_to_both
    return compared.likeness in _FITS and not isinstance(fact, PartyFact)


# Provisions.


def _provisions(matter: SectionFact, fact: SectionFact) -> Compared | None:
    if matter.provision == fact.provision:
        return Compared(fact, Likeness.SAME, matter, why="the same")
    if matter.provision.base == fact.provision.base:
        return Compared(fact, Likeness.SAME_SECTION, matter, why="the same section")
    if acts.equivalents(matter.provision) & acts.equivalents(fact.provision):
        return Compared(fact, Likeness.COUNTERPART, matter, why="the same offence under the codes")
    for edge in replacements(matter.provision):
        if edge.neighbour.base == fact.provision.base:
            return Compared(fact, Likeness.NEAR_PROVISION, matter, why=f"{edge.kind}: {edge.reason}")
    return None


class RelatedProvision(NamedTuple):
    """A provision related to another: `steps` away if it is a near one, with the `kind` of the last step."""

    id: str
    likeness: Likeness
    steps: int = 0
    kind: str = ""


def related_provisions(provision: Provision) -> list[RelatedProvision]:
    """All related provisions, each under its closest likeness: itself, its section, its counterparts, near ones."""
    related = {provision.id: RelatedProvision(provision.id, Likeness.SAME)}
    for equivalent in sorted(acts.equivalents(provision)):
        is_same_section = equivalent.base == provision.base
        likeness = Likeness.SAME_SECTION if is_same_section else Likeness.COUNTERPART
        related.setdefault(equivalent.id, RelatedProvision(equivalent.id, likeness))
    reached = list(related)
    for steps in range(1, SWAPS + 1):
        edges = [edge for start in reached for edge in other_names(Provision.parse(start))]
        new_edges = [edge for edge in edges if edge.neighbour.id not in related]
        for edge in new_edges:
            near = RelatedProvision(edge.neighbour.id, Likeness.NEAR_PROVISION, steps, edge.kind.value)
            related.setdefault(edge.neighbour.id, near)
        reached = [edge.neighbour.id for edge in new_edges]
    return list(related.values())


# Numbers.


def _numbers(matter: NumericalFact, fact: NumericalFact, setting: LegalSetting | None) -> Compared | None:
    is_equal = matter.key == fact.key
    lines = _common_lines(matter, fact, setting)
    if not lines:
        return Compared(fact, Likeness.SAME, matter, why="the same") if is_equal else None
    sides = [(line, line.holds(matter.value, matter.unit), line.holds(fact.value, fact.unit)) for line in lines]
    between = [line for line, holds_in_matter, holds_in_case in sides if holds_in_matter != holds_in_case]
    if between:
        line = nearest_line(between, matter, setting)
        why = f"{line.condition} ({provision_name(line.provision)}) lies between them"
        return Compared(fact, Likeness.OTHER_SIDE, matter, line, why)
    applying = [line for line, holds_in_matter, _ in sides if holds_in_matter]
    line = nearest_line(applying or lines, matter, setting)
    why = "the same" if is_equal else f"on the same side of {line_words(line)}"
    return Compared(fact, Likeness.SAME if is_equal else Likeness.SAME_SIDE, matter, line, why)


def _common_lines(matter: NumericalFact, fact: NumericalFact, setting: LegalSetting | None) -> list[Threshold]:
    """Thresholds that the law sets for both numbers: the same quantity, role and subject."""
    measures = (
        (number.quantity, thresholds.role_in_table(number.quantity, number.role), number.subject)
        for number in (matter, fact)
    )
    if next(measures) != next(measures) or not comparable(matter.unit, fact.unit):
        return []
    return lines_to_state(matter, setting)


# Evidence, parties, and terms of the closed lists.


def _evidence(matter: EvidenceFact, fact: EvidenceFact) -> Compared | None:
    if matter.item != fact.item:
        return _same_group(matter, fact)
    is_opposite = {matter.status, fact.status} == {EvidenceStatus.PRESENT, EvidenceStatus.ABSENT}
    likeness = Likeness.OPPOSITE_STATUS if is_opposite else Likeness.IN_DOUBT
    return Compared(fact, likeness, matter, why=f"{matter.status} here, {fact.status} there")


def _parties_or_words(matter: Fact, fact: Fact) -> Compared | None:
    if isinstance(matter, PartyFact) and isinstance(fact, PartyFact):
        is_same_side = matter.side is fact.side
        return Compared(fact, Likeness.OTHER_PARTY, matter, why="another kind of party") if is_same_side else None
    in_matter, in_case = matter.word or "", fact.word or ""
    if isinstance(matter, RoleFact) and isinstance(fact, RoleFact) and matter.holder != fact.holder:
        why = "the same role, held by somebody else"
        return Compared(fact, Likeness.OTHER_HOLDER, matter, why=why) if in_matter == in_case else None
    if opposed(matter.kind, in_matter, in_case):
        return Compared(fact, Likeness.OPPOSITE, matter, why="opposites in law")
    return _same_group(matter, fact)


def _same_group(matter: Fact, fact: Fact) -> Compared | None:
    listed = entries(matter.kind)
    in_matter, in_case = listed.get(matter.word or ""), listed.get(fact.word or "")
    is_same_group = in_matter is not None and in_case is not None and in_matter.group == in_case.group
    return Compared(fact, Likeness.SAME_GROUP, matter, why="of the same group") if is_same_group else None
