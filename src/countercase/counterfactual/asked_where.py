"""Where an ingredient may be asked about: what a matter must tell first, and what it must not say already.

A row of `asked_where.csv` names ingredients ("interim-bail.*" for all of a subject), the side that would be supposed
(either, if empty), words that the matter must have, words that it must not have, and why. `not_supposed.csv` lists
ingredients that nobody supposes, because they state the conclusion of law; ":met" or ":contrary" limits an entry.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from countercase.counterfactual.law_reading import MatterReading
from countercase.counterfactual.stage import is_of_another_stage
from countercase.domain.checklist import IngredientReading, IngredientStatus
from countercase.facts.governing_law import offence_date
from countercase.facts.narrative import read_narrative
from countercase.facts.timeline import read_timeline
from countercase.files import packaged_rows
from countercase.law.ingredients import Ingredient, SubjectKind, tables

_MET, _CONTRARY = IngredientStatus.MET, IngredientStatus.CONTRARY
# A rule that binds only what happened since: trial as an adult under the JJ Act 2015; written grounds of arrest
# (Pankaj Bansal, prospective by Ram Kishor Arora).
_SINCE_OFFENCE = {
    f"juvenility.{name}": date(2016, 1, 15)
    for name in "sixteen-completed psychologist preliminary-assessment assessment-three-months childrens-court".split()
}
_SINCE_ARREST = {
    "arrest-safeguards.grounds-in-writing": date(2023, 10, 3),
    "pmla-arrest.grounds-written": date(2023, 10, 3),
}
# Acts under which nothing is asked of a matter that ended before them.
_SINCE_YEAR = {"RFCTLARR": 2014, "CPA2019": 2020, "IBC": 2016}
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
# An ingredient that nothing turns on while another one fails: a signature on a writing that came too late.
_POINTLESS_IF_CONTRARY = {
    "suit-limitation.ack-signed": "suit-limitation.ack-before-expiry",
    "suit-limitation.ack-authority": "suit-limitation.ack-before-expiry",
    "default-bail.furnish-bail": "default-bail.application-first",
    "identification.no-delay": "identification.parade-held",
    "identification.not-shown": "identification.parade-held",
    "identification.mixed": "identification.parade-held",
}
# The judgments that laid the rule down: a matter that names one argues whether it binds.
_ARGUES_RULE = re.compile(r"\bPankaj\sBansal\b|\bPrabir\sPurkayastha\b|\bRam\sKishor\sArora\b")
_SAID = "the matter says so in other words"
_CRIMINAL_ACTS = frozenset("IPC BNS NDPS POCSO PC SCST UAPA Arms NI CrPC BNSS PMLA MCOCA".split())
_CRIMINAL_CASE = re.compile(
    r"\b(?:accused|F\.?I\.?R|charge-?\s?sheet\w*|challan|bail|convict\w*|acquit\w*|quash\w*|prosecut\w+|police|offence"
    r"|P\.?W\.?s?-?\s?\d*|murder\w*|deceased|dead|jail|custody|crime|inquest|thana|PS|Sessions|rape|trap|(?:life|R\.?I)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Condition:
    """A row of `asked_where.csv`."""

    target: str
    needs: re.Pattern[str] | None
    unless: re.Pattern[str] | None
    why: str

    def forbids(self, target: IngredientStatus, forms: tuple[str, ...]) -> bool:
        """Whether the row keeps a side of its ingredient from being supposed in a matter, given in some forms."""
        if self.target and self.target != target.value:
            return False
        return self.lacks_needed(forms) or (self.unless is not None and any(self.unless.search(text) for text in forms))

    def lacks_needed(self, forms: tuple[str, ...]) -> bool:
        """Whether the matter has none of the words that the row needs."""
        return self.needs is not None and not any(self.needs.search(text) for text in forms)


def may_be_supposed_here(
    before: MatterReading, row: Ingredient, target: IngredientStatus, others: Iterable[IngredientReading] = ()
) -> bool:
    """Whether counsel could ask about a side of an ingredient in this matter, at its stage."""
    if row.id in never_supposed() or f"{row.id}:{target.value}" in never_supposed():
        return False
    forms = _forms(before.sheet.narrative)
    if any(condition.forbids(target, forms) for condition in _conditions_on(row)):
        return False
    return is_asked_here(before, row) and not _is_pointless(row, target, others)


def is_asked_here(before: MatterReading, row: Ingredient) -> bool:
    """Whether the law of the matter and its stage leave the ingredient open, in whatever words it is asked about."""
    forms = _forms(before.sheet.narrative)
    return not (
        is_of_another_stage(before, row)
        or _is_before_rule(before, row)
        or _is_charge_in_civil_case(before, row)
        or _is_claim_in_criminal_case(before, row)
        or any(condition.lacks_needed(forms) for condition in _conditions().get(f"{row.subject}.*", ()))
    )


def is_said_in_short(before: MatterReading, row: Ingredient) -> bool:
    """Whether the table knows the words, often a short form, by which the matter already tells of an ingredient."""
    forms = _forms(before.sheet.narrative)
    return any(
        condition.target == _MET.value
        and condition.why == _SAID
        and condition.unless is not None
        and any(condition.unless.search(text) for text in forms)
        for condition in _conditions_on(row)
    )


def _is_before_rule(before: MatterReading, row: Ingredient) -> bool:
    """Whether the offence, the arrest or the whole matter came before the rule that the ingredient states."""
    first_year = _SINCE_YEAR.get(row.provisions[0].act)
    years = [int(year) for year in _YEAR.findall(before.sheet.narrative)] if first_year is not None else []
    if first_year is not None and years and max(years) < first_year:
        return True
    since_offence, since_arrest = _SINCE_OFFENCE.get(row.id), _SINCE_ARREST.get(row.id)
    if since_offence is not None:
        if any(line.provision.act == "JJ2000" for line in before.lines):
            return True
        offence = offence_date(before.sheet)
        return offence is not None and offence < since_offence
    if since_arrest is not None and _ARGUES_RULE.search(before.sheet.narrative):
        return False
    arrests = [event.day for event in read_timeline(before.sheet.narrative).of("arrest")] if since_arrest else []
    return since_arrest is not None and bool(arrests) and min(arrests) < since_arrest


def _is_pointless(row: Ingredient, target: IngredientStatus, others: Iterable[IngredientReading]) -> bool:
    """Whether nothing turns on the ingredient, because another one that it rests on fails."""
    needed = _POINTLESS_IF_CONTRARY.get(row.id)
    return target is _MET and any(other.id == needed and other.status is _CONTRARY for other in others)


def _is_charge_in_civil_case(before: MatterReading, row: Ingredient) -> bool:
    """Whether the ingredient belongs to an offence, and the matter knows no accused and no criminal law."""
    if tables().subjects[row.subject].kind is not SubjectKind.CHARGE:
        return False
    acts = {provision.act for provision in before.sheet.provisions}
    return acts.isdisjoint(_CRIMINAL_ACTS) and _CRIMINAL_CASE.search(before.sheet.narrative) is None


def _is_claim_in_criminal_case(before: MatterReading, row: Ingredient) -> bool:
    """Whether the ingredient belongs to a civil claim, and the matter cites the penal code and no Act of the claim."""
    if tables().subjects[row.subject].kind is not SubjectKind.CLAIM:
        return False
    acts_of_claim = {provision.act for provision in row.provisions}
    if not acts_of_claim.isdisjoint(_CRIMINAL_ACTS | {"Constitution", "JJ"}):
        return False  # bail, revision and the like
    acts = {provision.act for provision in before.sheet.provisions}
    return not acts.isdisjoint({"IPC", "BNS"}) and acts.isdisjoint(acts_of_claim)


@cache
def never_supposed() -> frozenset[str]:
    """The ingredients whose sentences state the conclusion of law itself, or name nothing outside their table."""
    rows = packaged_rows("countercase.counterfactual", "data", "not_supposed.csv")
    return frozenset(ingredient for row in rows for ingredient in row["ingredients"].split())


@lru_cache(maxsize=8)
def _forms(text: str) -> tuple[str, ...]:
    """A matter as it is written, and with its short forms written out."""
    return text, read_narrative(text).expanded.text


def _conditions_on(row: Ingredient) -> Iterator[_Condition]:
    for name in (row.id, f"{row.subject}.*"):
        yield from _conditions().get(name, ())


@cache
def _conditions() -> dict[str, list[_Condition]]:
    """The conditions by ingredient, or by subject as "subject.*"."""
    conditions: dict[str, list[_Condition]] = {}
    for row in packaged_rows("countercase.counterfactual", "data", "asked_where.csv"):
        condition = _Condition(row["target"], _words(row["needs"]), _words(row["unless"]), row["why"])
        for name in row["ingredients"].split():
            conditions.setdefault(name, []).append(condition)
    return conditions


def _words(alternatives: str) -> re.Pattern[str] | None:
    """Matches any of the words from its beginning; None if the cell is empty."""
    return re.compile(rf"(?<!\w)(?:{alternatives})", re.IGNORECASE) if alternatives else None
