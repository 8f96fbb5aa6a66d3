"""Ages on which the powers of the police turn: who may be called to the station, who may be arrested without leave."""

import re
from collections.abc import Iterator
from dataclasses import replace

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.procedural_ages import StatedAge, line_of_age, stated_ages
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates
from countercase.law.tables import sentences, thresholds
from countercase.law.tables.acts import COMMENCEMENT
from countercase.text.words import capitalised


def police_age_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The lines of age of those whom the police call or arrest."""
    yield from _called_by_police(matter)
    yield from _held_without_leave(matter)


# A person called to the police station.

_CALLED = re.compile(
    r"\bnotices?\b[^.;\n]{0,24}\s(?:u/s|under\s(?:s\.|sec\.?|section))\s?(?:160|179)\b"
    r"|\b160\s?(?:\(1\))?,?\s(?:of\s(?:the\s)?)?(?:cr|code)|\b179\s?(?:\(1\))?,?\s(?:of\s(?:the\s)?)?(?:bnss|bharatiya\snagarik|sanhita)"
)
_WOMAN = re.compile(
    r"\b(?:(?:smt|mrs|ms|km)\b\.?|(?:kumari|she|her|wife|widow|(?:grand)?mother(?:-in-law)?|sister(?:-in-law)?|daughter(?:-in-law)?|woman|lady|girl|aunt)\b)"
    r"[^.;\n]{0,30}\Z"
)
_YOUNGER_KIN = re.compile(r"\b(?:grand)?(?:son|daughter|child)(?:-in-law)?\b[^.;\n]{0,20}\Z|\bnephew\b[^.;\n]{0,20}\Z")
_LEAST_OLD = 55  # years; of a younger man nobody asks
_MOST_YOUNG = 17


def _effect(section: str, *, is_protected: bool) -> str:
    """What follows for a man of that age: under the Sanhita one who is willing may come to the station."""
    if not is_protected:
        return "he may be called to the police station, if he is not disabled"
    return "he may be questioned only where he lives" + (", unless he is willing to come" if section[0] == "b" else "")


def _called_by_police(matter: MatterProfile) -> Iterator[LawLine]:
    """A man under fifteen or above an age may be questioned only where he lives. A woman may whatever her age."""
    called = _CALLED.search(matter.lower)
    if called is None and not matter.raises("CrPC-160", "BNSS-179"):
        return
    day = matter.last_day or matter.code_day
    section = "bnss-179" if day >= COMMENCEMENT else "crpc-160"
    for age in stated_ages(matter, 0, len(matter.lower)):
        before = matter.lower[max(0, age.span.start - 60) : age.span.start]
        is_old, is_young = age.years >= _LEAST_OLD, age.years <= _MOST_YOUNG
        if not (is_old or is_young) or _WOMAN.search(before) or (is_old and _YOUNGER_KIN.search(before)):
            continue
        rule = thresholds.get(f"{section}-age-{'high' if is_old else 'low'}")
        if not rule.in_force(day):
            return
        is_protected = rule.holds(age.years)
        effect = _effect(section, is_protected=is_protected)
        yield line_of_age(rule, "age of the man called by the police", age, effect, is_kept=not is_protected)
        return
    yield from _called_by_birth(matter, section)


_BIRTH_OF_YOUNGER = re.compile(
    r"\b(?:son|daughter|child|girl|boy|victim|nephew|niece|her|she|wife|woman|smt)\b[^.;\n]{0,40}\Z"
)


def _called_by_birth(matter: MatterProfile, section: str) -> Iterator[LawLine]:
    """The same by the only date of birth: the age on the last day of the matter, on which he was to attend."""
    births = matter.timeline.of("birth")
    last = max(
        (mention for mention in matter.timeline.mentions if mention.exact), key=lambda each: each.day, default=None
    )
    if len({birth.day for birth in births}) != 1 or last is None:
        return
    birth = births[0]
    if _BIRTH_OF_YOUNGER.search(matter.lower[max(0, birth.span.start - 60) : birth.span.start]):
        return
    elapsed = dates.elapsed(birth.day, last.day)
    rule = thresholds.get(f"{section}-age-high")
    if elapsed.years < _LEAST_OLD or not rule.in_force(last.day):
        return
    age = StatedAge(elapsed.years + elapsed.months / 12, dates.counted(elapsed.years, "years"), last.span)
    is_protected = rule.holds(age.years)
    effect = _effect(section, is_protected=is_protected)
    line = line_of_age(rule, "age of the man called by the police", age, effect, is_kept=not is_protected)
    yield replace(line, spans=(last.span, birth.span))


# A person above sixty who is arrested for a light offence.

_LEAVE_TO_ARREST = re.compile(
    r"\b35\s?\(7\)|\b(?:permission|leave|sanction|nod|consent)\b[^.;\n]{0,30}\b(?:d\.?\s?s\.?\s?p|dy\.?\s?s\.?\s?p|deputy\ssuperintendent|a\.?c\.?p)\b"
    r"|\b(?:d\.?\s?s\.?\s?p|dy\.?\s?s\.?\s?p|deputy\ssuperintendent|a\.?c\.?p)\b\.?(?:['’]s)?\s(?:prior\s|previous\s)?(?:permission|leave|sanction|nod)\b"
)
_ARRESTED = re.compile(r"\b(?:arrest\w*|taken\sin(?:to)?\scustody|picked\sup|held|detained|lifted|taken\saway)\b")
_YEARS_AT_MOST = r"(?:\d{1,2}|one|two|three|four|five|six|seven|ten)\s?(?:years?|yrs?\b\.?|months?)"
_AT_MOST = re.compile(
    rf"\b(?:max(?:imum|\b\.?)?|up\s?to|not\sexceeding|at\s(?:the\s)?most|punishable\s(?:with|for|by|up\s?to)|carr(?:ies|ying))"
    rf"\s(?:only\s|at\smost\s|a\smaximum\sof\s|of\s|is\s|being\s|punishment\s(?:of\s|is\s)?)?(?P<a>{_YEARS_AT_MOST})"
    rf"|\b(?P<b>{_YEARS_AT_MOST})['’]?\s(?:at\s(?:the\s)?(?:most|highest|top)|maximum|max\b)"
)
# "Client aged 67 hit an intruder ... arrested without leave": the person held, if another sentence gives the age.
_PERSON_HELD = re.compile(
    r"\b(?:client|accused|accd|arrestee|arrested\sperson|petitioner|petr|applicant|appellant|noticee|the\s(?:old\s)?man\s(?:is|was))\b\.?[^.;,\n\d]{0,30}[,(]?\s?(?:aged?\s)?(?:about\s)?\Z"
)
_LIGHT_MONTHS = 36
_LEAST_ASKED = 50  # years; of a younger person nobody asks


def _held_without_leave(matter: MatterProfile) -> Iterator[LawLine]:
    """An offence of less than three years: no arrest of one above sixty without leave of a Deputy Superintendent."""
    day = matter.last_day or matter.code_day
    if day < COMMENCEMENT or not _LEAVE_TO_ARREST.search(matter.lower):
        return
    rule = thresholds.get("bnss-35-7-age")
    told = [
        age
        for age in stated_ages(matter, 0, len(matter.lower))
        if age.years >= _LEAST_ASKED and _PERSON_HELD.search(matter.lower, max(0, age.span.start - 60), age.span.start)
    ]
    for arrest in _ARRESTED.finditer(matter.lower):
        clause = matter.clause_at(arrest.start())
        held = [age for age in stated_ages(matter, clause.start, clause.end) if age.years >= _LEAST_ASKED]
        held = held or (told if len(told) == 1 else [])
        if held:
            is_old = rule.holds(held[0].years)
            effect = rule.effect if is_old else "not above sixty, so that only infirmity would call for leave"
            yield line_of_age(rule, "age of the person arrested", held[0], effect, is_kept=not is_old)
            yield from _light_offence(matter)
            return


def _light_offence(matter: MatterProfile) -> Iterator[LawLine]:
    """The maximum sentence, as stated or by the charges, against the three years below which leave is needed."""
    stated = _AT_MOST.search(matter.lower)
    if stated is not None:
        group = next(name for name in "ab" if stated[name])
        count, _, unit = stated[group].partition(" ")
        months, span = (read_count(count) or 0) * (12 if unit.startswith("y") else 1), Span(*stated.span(group))
    else:
        known = [(sentences.sentence_for(charge, matter.code_day), charge) for charge in matter.main_charges]
        cited = [charge.span for charge in matter.charges if charge.provision in matter.main_charges]
        if not known or not cited or any(row is None or not row.most_months for row, _ in known):
            return
        months, span = max(row.most_months for row, _ in known if row is not None and row.most_months), cited[0]
    if not months:
        return
    is_light = months < _LIGHT_MONTHS
    value = dates.counted(months / 12, "years") if months % 12 == 0 else dates.counted(months, "months")
    effect = "leave is needed for one above sixty or infirm" if is_light else "the sub-section does not apply"
    yield LawLine(
        Provision.parse("BNSS-35(7)"),
        "maximum sentence for the offence (less than three years: leave before the arrest of the old and infirm)",
        value,
        "3 years",
        Stands.of(is_light),
        (span,),
        f"{capitalised(value)} against less than 3 years: {effect}.",
        "bnss-35-7-sentence",
    )
