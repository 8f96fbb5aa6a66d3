"""The kind of case that a fact sheet describes, and which changes make sense in it, whatever the tables offer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from countercase.counterfactual.law_words import PLAIN_WORDS
from countercase.domain.case import PartyType
from countercase.domain.checklist import IngredientReading
from countercase.domain.facts import (
    EvidenceFact,
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
from countercase.domain.span import Span
from countercase.files import packaged_rows
from countercase.law.ingredients.patterns import word_keys

# The areas of law of a sheet, by its provisions, and the evidence on which cases of an area turn.


@dataclass(frozen=True, slots=True)
class DecisiveEvidence:
    """An item of evidence on which cases of an area turn, and why."""

    area: str
    item: str
    provision: Provision
    why: str

    @property
    def basis(self) -> str:
        """The row of the table, with the provision."""
        return f"evidence {self.area} > {self.item} ({self.provision.id})"


def areas_of(sheet: FactSheet) -> tuple[str, ...]:
    """The areas of the provisions on the sheet, starting with that of the first provision."""
    areas = (area for provision in sheet.provisions for area in _areas().get(provision.base, ()))
    return tuple(dict.fromkeys(areas))


def decisive_evidence(area: str) -> tuple[DecisiveEvidence, ...]:
    """The evidence that cases of an area turn on, in the order of the table."""
    return tuple(row for row in all_decisive_evidence() if row.area == area)


@cache
def all_decisive_evidence() -> tuple[DecisiveEvidence, ...]:
    """Every row of the table of decisive evidence."""
    return tuple(
        DecisiveEvidence(row["area"], row["item"], Provision.parse(row["basis"]), row["why"])
        for row in _rows("evidence.csv")
    )


@cache
def _areas() -> Mapping[str, tuple[str, ...]]:
    """Areas by base provision; a provision may belong to several areas."""
    areas: dict[str, tuple[str, ...]] = {}
    for row in _rows("areas.csv"):
        for base in row["provisions"].split():
            areas[base] = (*areas.get(base, ()), row["area"])
    return areas


def _rows(name: str) -> list[dict[str, str]]:
    return packaged_rows("countercase.counterfactual", "data", name)


def decisive_evidence_order(sheet: FactSheet) -> dict[str, int]:
    """The rank of each item of evidence, in the order in which cases of the sheet's areas turn on them."""
    order: dict[str, int] = {}
    for area in areas_of(sheet):
        for rank, row in enumerate(decisive_evidence(area)):
            order[row.item] = min(rank, order.get(row.item, rank))
    return order


_WIFE = re.compile(r"\b(?:wife|married|marriage|matrimonial|dowry|husband|daughter-in-law)\b", re.IGNORECASE)
_DEATH = re.compile(
    r"\b(?:died|dies|death|dead|deceased|dec['’]?d|killed|murder\w*|hanged|hanging|suicide|burnt to death"
    r"|post-?mortem)\b|\bP\.?M\.?(?:\sreport|:)",
    re.IGNORECASE,
)
_SUICIDE = re.compile(
    r"\b(?:suicide|hang(?:ed|ing)|bolted from (?:with)?in|consumed|jumped (?:into|from|before)|tablets)\b",
    re.IGNORECASE,
)
_DOWRY = re.compile(r"\bdowry\b|\bdemand(?:s|ed)?\b(?<!\b[Nn]o demand)", re.IGNORECASE)
_KILLED_BY_ANOTHER = re.compile(r"\b(?:homicid|throttl|strangl|smother|staged)\w*", re.IGNORECASE)
_ABETTED_SUICIDES = frozenset({"IPC-305", "IPC-306", "BNS-107", "BNS-108"})
_MURDERS = frozenset({"IPC-302", "BNS-103"})
# Words that go with a weapon and would have to change with it: a bomb has no bullets, and a stick does not stab.
_TRACES_OF_WEAPON = re.compile(
    r"\b(?:fir(?:ed|ing)|shots?|bullets?|pellets?|ballistics?|cartridges?|barrel|stab\w*|incised|slash\w*|cuts?|hack\w*"
    r"|chop\w*|blade|strangl\w*|ligature|burn\w*|poison\w*|lacerat\w*|contus\w*|fractur\w*)\b",
    re.IGNORECASE,
)
_ANOTHER_CASE = re.compile(
    r"\b(?:antecedents?|previous(?:ly)?|earlier|another case|a case of \d{4}|co-accused|tried separately"
    r"|brother-in-law|(?:own|our|cross|counter)[\s-](?:complaint|complt|case|FIR)"
    r"|himself went to (?:the )?(?:P\.?S|police|thana))\b",
    re.IGNORECASE,
)
# Behind the sections of a cross case: "regd u/s 331(4), 118(2) BNS against the four".
_AGAINST_OTHERS = re.compile(
    r"[^.;\n]{0,25}\b(?:against|agst)\s(?:the\s(?:two|three|four|five|six|deceased|dec['’]d|complainant|informant)|PWs?\b)"
)
_BRIBE = re.compile(r"\b(?:bribe|gratification|trap|demand\w*|undue advantage)\b", re.IGNORECASE)
_STATES_LAW = re.compile(
    r"(?:\s(?:IPC|BNS|of\sthe\s[A-Z][\w\s]{3,30}))?,?\s(?:needs?|requires?|says?|punish\w+|provides?|carr(?:y|ies)|reads?|applies|lists?|speaks)\b"
)
# The reason of a swap that denies what the matter may tell: "(a lesser offence; no property was delivered)".
_LACKS_SOMETHING = re.compile(r"; (?:no|none|without|not)\b|\bwithout penetration\b")
_OTHER_DEED = re.compile(r"; the intent\b|\bon the ground of\b|\bdacoity\b|; the substance is\b")
_LIST_GOES_ON = re.compile(r"\s?(?:,|/|and|&|r/w|read with)\s?(?:s\.|section\s)?\d")
_WEDDING = re.compile(r"\b(?:married|marriage|matrimonial|dowry|in-laws?)\b", re.IGNORECASE)
_NO_DEATH = frozenset("IPC-307 IPC-308 IPC-323 IPC-324 IPC-325 IPC-326 BNS-109 BNS-110 BNS-115 BNS-117 BNS-118".split())
_CRIMINAL = frozenset("IPC BNS NDPS POCSO NSA PC SCST UAPA Arms".split())
_STEPS_OF_PROCEEDING = frozenset({"FIR", "complaint", "notice", "charge sheet", "cheque"})
_AGES = frozenset({"juvenile", "minor", "child", "adult", "major"})
_TENANCY = re.compile(r"\b(?:tenan\w+|leases?|leased|lessee|lessor|landlord|rent|evict\w*)\b", re.IGNORECASE)
_CONVICTED = re.compile(
    r"\b(?:convict(?:ed|ion)|sentenced|undergoing (?:life )?imprisonment|life convict"
    r"|appeal against (?:the )?conviction)\b",
    re.IGNORECASE,
)
_PREVENTIVE = re.compile(
    r"\bpreventive(?:ly)? det\w+|\bdetenu\b|\bdetaining authority\b|\bdetention order\b", re.IGNORECASE
)
_PREVENTIVE_ACTS = frozenset({"NSA", "COFEPOSA", "PITNDPS", "MISA", "PSA"})
_DEFAULT_BAIL = frozenset({"CrPC-167", "BNSS-187"})
_REMAND_PERIODS = ("CrPC-167", "BNSS-187", "NDPS-36A", "UAPA-43D", "MCOCA-21")
_EXTENSIONS = frozenset({"default-bail.extension", "default-bail.present-at-extension"})
_EXTENDING_ACTS = frozenset("NDPS UAPA MCOCA GCTOC KCOCA TADA POTA".split())
_GENERAL_ACTS = frozenset("IPC BNS CrPC BNSS IEA BSA CPC Constitution Limitation".split())
_PROBATION = frozenset({"CrPC-360", "CrPC-361", "BNSS-401", "Probation-3", "Probation-4", "Probation-6"})
_FOR_LIFE = frozenset(
    "IPC-302 IPC-303 IPC-304B IPC-364A IPC-376A IPC-376D IPC-376DA IPC-376DB IPC-396 "
    "BNS-103 BNS-104 BNS-80 BNS-140 BNS-66 BNS-70".split()
)
_DOWRY_DEATH = frozenset({"IPC-304B", "BNS-80", "IEA-113B", "BSA-118"})
_DEATH_OFFENCES = frozenset(
    "IPC-302 IPC-304 IPC-304A IPC-304B IPC-306 IPC-305 IPC-396 BNS-103 BNS-105 BNS-106 BNS-80 BNS-108 BNS-107".split()
)
_NEAR_AGE = 6.0  # years between an age and the other side of its line
_YOUNG = frozenset({"juvenile", "minor", "child"})
_ACCUSED = frozenset({"accused", "appellant", "petitioner", "applicant", None})


def is_lawful(sheet: FactSheet, change: Perturbation) -> bool:
    """Whether the matter states the minimum that the new provision or number presupposes."""
    before, after = change.before, change.after
    if isinstance(change.fact, NumericalFact):
        return _number_is_lawful(change, change.fact, sheet.narrative)
    if change.rule == "section swap" and change.basis.endswith("(procedural)"):
        return False  # a different procedural step is a different matter
    if isinstance(before, SectionFact) and _is_of_another_case(sheet, before):
        return False
    if not isinstance(after, SectionFact):
        return True
    if isinstance(before, SectionFact) and (
        _breaks_a_list(sheet, before, after)
        or _contradicts_a_death(sheet, before, after)
        or _contradicts_a_suicide(sheet, before, after)
        or not _has_graver_fact(sheet, change)
        or _LACKS_SOMETHING.search(change.sentence)
        or _is_discussed(sheet, before)
        or any(other.base == after.provision.base for other in sheet.provisions if other != before.provision)
        or ("neither the husband nor his relative" in change.sentence and _WIFE.search(sheet.narrative))
    ):
        return False
    return _has_room_for(sheet, after)


_CRUELTY_TO_WIVES = frozenset({"IPC-498A", "BNS-85", "BNS-86"})
_OMITTED = frozenset({"SCST-3(1)(x)"})  # from the Act, on 26 January 2016
_OPERATIONAL = re.compile(r"\bop(?:erational|\.)\s(?:creditor|debt)", re.IGNORECASE)


def _has_room_for(sheet: FactSheet, charge: SectionFact) -> bool:
    """Whether the facts leave room for a charge or a step under the provision."""
    base, text = charge.provision.base, sheet.narrative
    if charge.provision.id in _OMITTED or _is_disclaimed(charge, text):
        is_open = False
    elif base in _CRUELTY_TO_WIVES:
        is_open = bool(_WIFE.search(text))
    elif base == "IBC-7":
        is_open = not _OPERATIONAL.search(text)
    elif base in _DOWRY_DEATH:
        is_open = all(words.search(text) for words in (_WIFE, _WEDDING, _DEATH, _DOWRY))
    elif base in _DEATH_OFFENCES:
        is_open = bool(_DEATH.search(text)) or any(provision.base in _DEATH_OFFENCES for provision in sheet.provisions)
    elif base in _DEFAULT_BAIL:
        is_open = not _CONVICTED.search(text) and not _is_preventive(sheet)
    elif base in _PROBATION:
        is_open = not any(provision.base in _FOR_LIFE for provision in sheet.provisions)
    else:
        is_open = charge.provision.act != "JJ" or _has_young_accused(sheet)
    return is_open


def _is_disclaimed(charge: SectionFact, text: str) -> bool:
    """Whether the text says that a section is not invoked."""
    number = re.escape(charge.provision.base.partition("-")[2])
    return bool(re.search(rf"\b{number}\b[^.;]{{0,20}}\bnot\s(?:been\s)?(?:invoked|charged|framed|pressed)\b", text))


def _contradicts_a_death(sheet: FactSheet, before: SectionFact, after: SectionFact) -> bool:
    """Whether a charge of causing death would become one with a living victim, in a text that reports the death."""
    is_from_death = before.provision.base in _DEATH_OFFENCES and after.provision.base in _NO_DEATH
    return is_from_death and bool(_DEATH.search(sheet.narrative))


def _contradicts_a_suicide(sheet: FactSheet, before: SectionFact, after: SectionFact) -> bool:
    """Whether an abetted suicide would become a murder, in a text that never doubts the suicide."""
    is_from_suicide = before.provision.base in _ABETTED_SUICIDES and after.provision.base in _MURDERS
    text = sheet.narrative
    return is_from_suicide and bool(_SUICIDE.search(text)) and not _KILLED_BY_ANOTHER.search(text)


def _has_graver_fact(sheet: FactSheet, change: Perturbation) -> bool:
    """Whether the text speaks of what a graver or different charge needs: no dacoity if nobody was robbed."""
    is_other_deed = change.basis.endswith("(alternative)") and _OTHER_DEED.search(change.sentence)
    if not is_other_deed and not change.basis.endswith(("(graver)", "(aggravated)")):
        return True
    reason = word_keys(change.sentence.rpartition("; ")[2]) - word_keys(PLAIN_WORDS)
    return 2 * len(reason & word_keys(sheet.narrative)) >= len(reason)


def _is_discussed(sheet: FactSheet, before: SectionFact) -> bool:
    """Whether the text says what the section means, which would not be true of another section."""
    return any(_STATES_LAW.match(sheet.narrative, span.end) for span in before.spans)


def is_worth_asking(sheet: FactSheet, change: Perturbation) -> bool:
    """Whether a lawyer would ask about the change at all, and no change of an ingredient or line asks it better."""
    before, fact = change.before, change.fact
    if (
        # a step of the proceeding, without which there is no matter
        (isinstance(before, EvidenceFact) and before.item in _STEPS_OF_PROCEEDING)
        # a detention is not tried: no evidence is led, and an order under one Act is not an order under another
        or (isinstance(fact, EvidenceFact) and before is None and _is_preventive(sheet))
        or (isinstance(before, SectionFact) and before.provision.act in _PREVENTIVE_ACTS)
        # a text describes an injury or a death in many words, and no edit changes them all
        or isinstance(fact, ResultFact)
        # a trap is laid for a bribe, not for assets
        or (isinstance(fact, EvidenceFact) and fact.item == "trap" and not _BRIBE.search(sheet.narrative))
        # "Trident Infra Ltd" is a name, not a weapon
        or (isinstance(fact, InstrumentFact) and any(sheet.narrative[span.start].isupper() for span in fact.spans))
        or (isinstance(fact, InstrumentFact) and _TRACES_OF_WEAPON.search(sheet.narrative))
        # a person with a name, a wife and a trade does not become a State
        or (isinstance(fact, PartyFact) and fact.party_type is PartyType.INDIVIDUAL)
    ):
        return False
    if isinstance(fact, RelationFact):
        return fact.relation != "husband and wife" and not _CRIMINAL.intersection(
            provision.act for provision in sheet.provisions
        )
    if isinstance(fact, RoleFact):
        return fact.holder is not None and fact.role not in _AGES
    return not (change.rule == "companion added" and "answered the charge" in change.sentence)


def belongs_to_matter(sheet: FactSheet, ingredient: IngredientReading, is_discussed: bool) -> bool:
    """Whether a question about an ingredient belongs to the matter.

    An ingredient of a special Act does not belong if the matter does not cite that Act and hardly mentions the subject
    (`is_discussed` is False).
    """
    return is_discussed or ingredient.provision.act in _GENERAL_ACTS or ingredient.provision.act in _acts(sheet)


def may_be_asked(sheet: FactSheet, ingredient: str) -> bool:
    """Whether the law of the matter knows the question: only some Acts let a court extend the time to investigate."""
    return ingredient not in _EXTENSIONS or not _acts(sheet).isdisjoint(_EXTENDING_ACTS)


def _acts(sheet: FactSheet) -> set[str]:
    return {provision.act for provision in sheet.provisions}


def _breaks_a_list(sheet: FactSheet, before: SectionFact, after: SectionFact) -> bool:
    """Whether another Act would interrupt a list of sections."""
    if before.provision.act == after.provision.act:
        return False
    return any(_LIST_GOES_ON.match(sheet.narrative, span.end) for span in before.spans)


def _is_of_another_case(sheet: FactSheet, fact: SectionFact) -> bool:
    """Whether the text cites a provision only for earlier cases or someone else's case."""
    return bool(fact.spans) and all(tells_of_another_case(sheet.narrative, span) for span in fact.spans)


def tells_of_another_case(text: str, span: Span) -> bool:
    """Whether the words before a span in its sentence speak of an earlier case, or of someone else's."""
    is_before = _ANOTHER_CASE.search(text, text.rfind(".", 0, span.start) + 1, span.end) is not None
    return is_before or _AGAINST_OTHERS.match(text, span.end) is not None


def _number_is_lawful(change: Perturbation, fact: NumericalFact, text: str) -> bool:
    if fact.quantity is Quantity.AGE and _is_far(change):
        return False  # nobody asks whether a man of thirty-six might be twenty
    if "number of persons" in change.sentence or "(CrPC-29" in change.basis or "(BNSS-23" in change.basis:
        return False  # a text tells of persons in many words; what sentence a court may pass depends on the court
    if "(TPA-106" in change.basis and not _TENANCY.search(text):
        return False  # a notice to quit ends a tenancy; other notices have other lengths
    if any(f"({base}" in change.basis for base in _REMAND_PERIODS):
        return False  # `facts.lines` knows when a remand starts and ends; a mere length of custody does not show that
    if fact.quantity is Quantity.AGE and "(JJ-" in change.basis:  # the holder of the age decides which Act applies
        return fact.role in {"accused", "appellant", "petitioner", "applicant", "juvenile"}
    return True


def _is_far(change: Perturbation) -> bool:
    ages = [fact.value for fact in (change.before, change.after) if isinstance(fact, NumericalFact)]
    return len(ages) == 2 and abs(ages[0] - ages[1]) > _NEAR_AGE


def _is_preventive(sheet: FactSheet) -> bool:
    return any(provision.act in _PREVENTIVE_ACTS for provision in sheet.provisions) or bool(
        _PREVENTIVE.search(sheet.narrative)
    )


def _has_young_accused(sheet: FactSheet) -> bool:
    for fact in sheet.facts:
        if isinstance(fact, RoleFact) and fact.role in _YOUNG and fact.holder in _ACCUSED:
            return True
        if isinstance(fact, NumericalFact) and fact.quantity is Quantity.AGE and fact.role in _ACCUSED:
            years = fact.value if fact.unit == "years" else fact.value / 12
            if years < 18:
                return True
    return False
