"""Ages on which a step of procedure turns, and not the offence.

The victim's for anticipatory bail, the convict's for probation under the Atrocities Act, and that of a government
servant who is compulsorily retired.
"""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.age_mentions import AgeMention, find_ages
from countercase.facts.lines.ages import age_lines
from countercase.facts.lines.maximum_sentences import BEFORE_ARREST
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.words import provision_name
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Threshold
from countercase.text.words import capitalised

_NEAR = 110  # characters between an age and the words that say whose it is


def step_age_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line of an age on which a step of procedure turns."""
    yield from _bar_on_anticipatory_bail(matter)
    yield from _probation(matter)
    yield from _compulsory_retirement(matter)


# Anticipatory bail is barred for the rape of a girl under sixteen, and for gang rape of one under eighteen since 2024.
_BARRED = {
    "ipc-376-3-age": "CrPC-438(4)",
    "ipc-376ab-age": "CrPC-438(4)",
    "ipc-376da-age": "CrPC-438(4)",
    "ipc-376db-age": "CrPC-438(4)",
    "bns-65-1-age": "BNSS-482(4)",
    "bns-65-2-age": "BNSS-482(4)",
    "bns-70-2-age": "BNSS-482(4)",
}


def _bar_on_anticipatory_bail(matter: MatterProfile) -> Iterator[LawLine]:
    """The bar of the Code, where the victim's age brings the offence under a graver section of rape."""
    if not BEFORE_ARREST.search(matter.lower):
        return
    barred = [line for line in age_lines(matter) if line.rule in _BARRED]
    for line in sorted(barred, key=lambda line: line.stands is not Stands.WITHIN)[:1]:
        section = Provision.parse(_BARRED[line.rule])
        effect = (
            "no anticipatory bail" if line.stands is Stands.WITHIN else "the bar on anticipatory bail does not apply"
        )
        yield LawLine(
            section,
            "age of the victim, for the bar on anticipatory bail",
            line.value,
            line.line,
            line.stands,
            line.spans,
            f"{capitalised(line.value)} against under {line.line} ({provision_name(line.provision)}): {effect}"
            f" ({provision_name(section)}).",
            f"{section.id.lower()}-age",
        )


_PROBATION = re.compile(
    r"\bprobation(?:er)?\b|\bbound\s(?:him\s|her\s|them\s)?over\b|\b(?:section|sec\.?|s\.|u/s)\s?360\b|\bgood\sconduct\b"
)
_CONVICT = re.compile(r"\b(?:he|she|accused|a-?\d|convicts?|appellant|accd)\b")


def _probation(matter: MatterProfile) -> Iterator[LawLine]:
    """Nobody above eighteen who is found guilty under the Atrocities Act may be released on probation."""
    granted = _PROBATION.search(matter.lower) if "SCST" in matter.named_acts else None
    if granted is None:
        return
    ages = [age for age in _ages(matter) if _is_of(matter, age, _CONVICT)]
    last = [_PROBATION.search(matter.lower, age.span.end, age.span.end + 2 * _NEAR) is not None for age in ages]
    near = [age for age, is_before in zip(ages, last, strict=True) if is_before] or ages[:1]
    if near:
        yield _line(thresholds.get("scst-19-age"), near[-1], "age of the convict, for probation", "no probation")


_GROUP_A_OR_B = re.compile(r"\bgroup\s?-?[\"'“]?\s?[ab]\b|\bclass\s?-?(?:i|ii|1|2)\b|\bgazetted\b")
_GROUP_C_OR_D = re.compile(r"\bgroup\s?-?[\"'“]?\s?[cd]\b|\bclass\s?-?(?:iii|iv|3|4)\b|\bnon-?\s?gazetted\b")
_ENTERED_AT = re.compile(
    r"\b(?:came\sin|joined|entered|entry|recruited|appointed)\b[^.;\n\d]{0,30}\bat\s(?:the\sage\sof\s)?(?P<years>\d{2})\b"
)
_AT_ENTRY = re.compile(
    r"\b(?:came\sin|joined|entered|entry|recruited|appointed|batchmate|colleague|junior|wife|son)\b[^.;\n]{0,30}\Z"
)
_ENTERED_EARLY = 35  # years, FR 56(j)(i)


def _compulsory_retirement(matter: MatterProfile) -> Iterator[LawLine]:
    """Fundamental Rule 56(j): fifty years in Group A or B if he entered before thirty-five, else fifty-five."""
    if not matter.topic("premature retirement"):
        return
    ages = [
        age
        for age in (*_ages(matter), *_ages_when_retired(matter))
        if 30 <= age.low <= 65 and not _AT_ENTRY.search(matter.lower[max(0, age.span.start - 50) : age.span.start])
    ]
    rules = [thresholds.get("fr-56j-age-50"), thresholds.get("fr-56j-age-55")]
    entered = _ENTERED_AT.search(matter.lower)
    entry = read_count(entered["years"]) if entered else None
    if _GROUP_C_OR_D.search(matter.lower) or (entry is not None and entry >= _ENTERED_EARLY):
        rules = rules[1:]
    elif _GROUP_A_OR_B.search(matter.lower):
        rules = rules[:1]
    if len({age.low for age in ages}) == 1 and len({rule.holds(ages[0].low) for rule in rules}) == 1:
        quantity = "age at the compulsory retirement"
        yield _line(rules[0], ages[0], quantity, "too young to be retired under this clause")


_RETIRED_AT = re.compile(
    r"\bretir(?:ed|ing|ement)\b[^.;,\n\d]{0,30}\b(?:at|when|aged)\s(?:the\sage\sof\s|he\swas\s|she\swas\s|only\s|just\s)?(?P<age>(?P<years>\d{2})\b(?:\s(?:years|yrs)\b)?)"
)


def _ages_when_retired(matter: MatterProfile) -> Iterator[AgeMention]:
    """ "Retired at 51": no words say that it is an age."""
    for match in _RETIRED_AT.finditer(matter.lower):
        years = float(match["years"])
        yield AgeMention(years, years, f"{years:g} years", Span(*match.span("age")), is_proved=False)


def _ages(matter: MatterProfile) -> list[AgeMention]:
    """The exact ages of a text, in its order; those that can be nothing else if there are any."""
    ages = sorted((age for age in find_ages(matter, None) if age.low == age.high), key=lambda age: age.span)
    return [age for age in ages if age.is_marked or age.is_proved] or ages


def _is_of(matter: MatterProfile, age: AgeMention, person: re.Pattern[str]) -> bool:
    clause = matter.clause_at(age.span.start)
    return person.search(matter.lower, max(clause.start, age.span.start - _NEAR), age.span.start) is not None


def _line(rule: Threshold, age: AgeMention, quantity: str, otherwise: str) -> LawLine:
    holds = rule.holds(age.low)
    limit = f"{rule.value:g} years"
    effect = rule.effect if holds else otherwise
    bound = f"{rule.operator.words} {limit} under {provision_name(rule.provision)}"
    says = f"{capitalised(age.words)} against {bound}: {effect}."
    return LawLine(rule.provision, quantity, age.words, limit, Stands.of(holds), (age.span,), says, rule.id)
