"""Facts of a matter beside facts of a precedent: what they share, and in what they differ."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from countercase.domain.facts import (
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactKind,
    FactSheet,
    NumericalFact,
    Quantity,
    SectionFact,
)
from countercase.domain.provision import Provision
from countercase.explanation import strict as frame
from countercase.explanation.quotations import tidy
from countercase.explanation.tokens import content_keys
from countercase.law.provisions.statutes import find_statutes
from countercase.law.quantities import units
from countercase.law.tables import thresholds
from countercase.law.tables.codes import equivalents
from countercase.law.tables.thresholds import Threshold
from countercase.text.articles import with_article


class Likeness(Enum):
    """How a fact of the precedent stands to the matter."""

    SAME = auto()
    COUNTERPART = auto()  # the provision of the other code
    SAME_LINE = auto()  # another number on the same side of a statutory line
    OTHER_LINE = auto()
    OPPOSITE = auto()  # evidence that one has and the other lacks
    MISSING = auto()


SHARED = frozenset({Likeness.SAME, Likeness.COUNTERPART, Likeness.SAME_LINE})

# How much a shared fact of each kind tells a lawyer; acts and results go with half of all cases.
_TELLS = {
    FactKind.PROVISION: 2.6,
    FactKind.EVIDENCE: 1.5,
    FactKind.NUMBER: 2.4,
    FactKind.ROLE: 1.0,
    FactKind.RELATION: 0.7,
    FactKind.INSTRUMENT: 1.4,
    FactKind.ACT: 1.0,
    FactKind.RESULT: 0.8,
}
_DIFFERS = {Likeness.OTHER_LINE: 3.0, Likeness.OPPOSITE: 2.5, Likeness.MISSING: 1.0}
_EVERYWHERE = frozenset({FactKind.RELATION, FactKind.RESULT, FactKind.ACT})
_FAMILY = 10  # sections of one Act this near belong to one subject: unlawful assembly is IPC 141 to 149


@dataclass(frozen=True, slots=True)
class Compared:
    """A fact of the precedent, its spans in the case text, and how it stands to the matter."""

    fact: Fact
    likeness: Likeness
    weight: float


def compare(matter: FactSheet, case: FactSheet) -> list[Compared]:
    """Every fact of the precedent that says something beside the matter."""
    own = {provision.base for provision in _provisions(matter)} | {provision.base for provision in _provisions(case)}
    found: list[Compared] = []
    for fact in case.facts:
        likeness = _likeness(fact, matter, own)
        if likeness is not None and fact.spans:
            scale = 1.0 if likeness in SHARED else _DIFFERS[likeness] * min(len(fact.spans), 3) ** 0.5
            if likeness is Likeness.MISSING and fact.kind in _EVERYWHERE:
                scale /= 3
            found.append(Compared(fact, likeness, _TELLS[fact.kind] * scale))
    return found


def fits(fact: Fact, other: Fact) -> bool:
    """Whether two facts say the same to the law: one provision under either code, one side of a statutory line."""
    if isinstance(fact, NumericalFact) and isinstance(other, NumericalFact):
        return _line(fact, other, None) is Likeness.SAME_LINE
    if isinstance(fact, EvidenceFact) and isinstance(other, EvidenceFact):
        return fact.item == other.item and fact.status is other.status
    return fact.kind is other.kind and bool((_key(fact) or frozenset()) & (_key(other) or frozenset()))


def _likeness(fact: Fact, matter: FactSheet, own: set[str]) -> Likeness | None:
    same_kind = [other for other in matter.facts if other.kind is fact.kind]
    if isinstance(fact, NumericalFact):
        lines = [_line(other, fact, own) for other in same_kind if isinstance(other, NumericalFact)]
        return next((one for one in (Likeness.SAME_LINE, Likeness.OTHER_LINE) if one in lines), None)
    if isinstance(fact, EvidenceFact):
        return _evidence(fact, same_kind)
    key = _key(fact)
    if key is None:
        return None
    alike = [other for other in same_kind if key & (_key(other) or frozenset())]
    if not alike:
        return Likeness.MISSING
    return Likeness.SAME if any(_same_base(fact, other) for other in alike) else Likeness.COUNTERPART


def _same_base(left: Fact, right: Fact) -> bool:
    if isinstance(left, SectionFact) and isinstance(right, SectionFact):
        return left.provision.base == right.provision.base
    return True


def _evidence(fact: EvidenceFact, others: list[Fact]) -> Likeness | None:
    same = [other for other in others if isinstance(other, EvidenceFact) and other.item == fact.item]
    if any(other.status is fact.status for other in same):
        return Likeness.SAME
    if any({other.status, fact.status} == {EvidenceStatus.PRESENT, EvidenceStatus.ABSENT} for other in same):
        return Likeness.OPPOSITE
    return None if same else Likeness.MISSING


def _key(fact: Fact) -> frozenset[str] | None:
    """What must be equal for two facts to be one; None for kinds that are not compared."""
    if isinstance(fact, SectionFact):
        return frozenset(other.base for other in equivalents(fact.provision))
    return frozenset({fact.word}) if fact.word is not None and not isinstance(fact, EvidenceFact) else None


def _provisions(sheet: FactSheet) -> Iterator[Provision]:
    for fact in sheet.facts:
        if isinstance(fact, SectionFact):
            yield from equivalents(fact.provision)


def _line(left: NumericalFact, right: NumericalFact, own: set[str] | None) -> Likeness | None:
    """Where two numbers stand to the lines that the law draws for such a number; None where it draws none here."""
    role = thresholds.role_in_table(left.quantity, left.role)
    if left.quantity is not right.quantity or role != thresholds.role_in_table(right.quantity, right.role):
        return None
    if role is None or left.subject != right.subject or left.quantity is Quantity.DATE:
        return None
    rules = [
        rule
        for rule in thresholds.applicable(left.quantity, role, subject=left.subject)
        if _is_relevant(rule, left, own)
        and units.comparable(rule.unit, left.unit)
        and units.comparable(rule.unit, right.unit)
    ]
    sides = [(rule.holds(left.value, left.unit), rule.holds(right.value, right.unit)) for rule in rules]
    if any(one != other for one, other in sides):
        return Likeness.OTHER_LINE
    return Likeness.SAME_LINE if any(one for one, _ in sides) else None


def _is_relevant(rule: Threshold, fact: NumericalFact, own: set[str] | None) -> bool:
    """Whether the rule belongs to the matter: its section or one near it is named, or it is of an age or a weight."""
    if own is None or fact.quantity in {Quantity.AGE, Quantity.WEIGHT}:
        return rule.subject is None or rule.subject == fact.subject
    return any(_near(rule.provision, Provision.parse(base)) for base in own)


def _near(left: Provision, right: Provision) -> bool:
    number = (int("".join(filter(str.isdigit, each.number))) for each in (left, right))
    return left.act == right.act and abs(next(number) - next(number)) <= _FAMILY


# A fact of the precedent named in the words of the precedent.

_DETERMINER = re.compile(r"(?:a|an|the|his|her|their|its|this|that|such|any|no|said|one|some)\s+", re.IGNORECASE)
_FULL_SECTION = re.compile(r"(?:Section|Article|Rule|Order)s?\s", re.IGNORECASE)
_NOUNS = frozenset({FactKind.ROLE, FactKind.RELATION, FactKind.INSTRUMENT})
# Named without an article.
_MASS = frozenset(
    "evidence recovery sanction kerosene acid poison liquor motive charas ganja opium heroin dowry consent delay"
    " possession notice custody".split()
)


def label(one: Compared, written: str, around: str, with_act: bool = True) -> str:
    """The fact as the precedent has it; `written` is its mention, `around` the sentence it stands in."""
    words = tidy(written)
    fact = one.fact
    if isinstance(fact, SectionFact):
        named = _section(words, around) + (_of_act(fact, words, around) if with_act else "")
        return f"{named}, {frame.COUNTERPART}," if one.likeness is Likeness.COUNTERPART else named
    if isinstance(fact, NumericalFact):
        line = {Likeness.SAME_LINE: frame.SAME_LINE, Likeness.OTHER_LINE: frame.OTHER_LINE}.get(one.likeness)
        return f"{words}, {line}" if line else words
    return _thing(fact, words, around)


def joined(labels: Sequence[str]) -> str:
    """A list in words, each label once."""
    distinct = list(dict.fromkeys(labels))
    return distinct[0] if len(distinct) == 1 else f"{', '.join(distinct[:-1])} and {distinct[-1]}"


def _section(words: str, around: str) -> str:
    if _FULL_SECTION.match(words):
        return re.sub(r"^(Section|Article|Rule|Order)s\b", r"\1", words, flags=re.IGNORECASE)
    if not words[0].isdigit():
        return words
    word = "Section" if re.search(r"\bSections?\b", around, re.IGNORECASE) else "s."
    return f"{word} {words}"


def _of_act(fact: SectionFact, words: str, around: str) -> str:
    """The Act as the sentence names it, where the mention itself does not."""
    if find_statutes(words):
        return ""
    named = (mention for mention in find_statutes(around) if mention.act and mention.act.short == fact.provision.act)
    return next((f" of the {tidy(mention.span.of(around))}" for mention in named), "")


def _thing(fact: Fact, words: str, around: str) -> str:
    name = fact.word or ""
    no = isinstance(fact, EvidenceFact) and fact.status is EvidenceStatus.ABSENT
    if content_keys(name) <= content_keys(around):
        return f"no {name}" if no else _noun(fact, name)
    bare = _DETERMINER.sub("", words)
    if fact.kind in _NOUNS and bare.islower():
        return _noun(fact, bare)
    return f"“{words if no else bare[0].lower() + bare[1:]}”"


def is_plain(fact: Fact, written: str) -> bool:
    """Whether the mention names the fact by more than one loose word: "recovery", not "recover"."""
    name = fact.word or ""
    return fact.kind in _NOUNS or " " in written.strip() or content_keys(name) <= content_keys(written)


def _noun(fact: Fact, words: str) -> str:
    return words if fact.kind in {FactKind.ACT, FactKind.RESULT} else _with_any_article(words)


def _with_any_article(noun: str) -> str:
    first, last = noun.split(maxsplit=1)[0].lower(), noun.rsplit(maxsplit=1)[-1].lower()
    plural = last.endswith("s") and not last.endswith("ss")
    if plural or last in _MASS or first in _MASS or " and " in noun:
        return noun
    return with_article(noun)
