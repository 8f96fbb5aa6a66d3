"""Ages that a step of criminal procedure turns on: a child on oath, a witness called to the station, an old man arrested."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.age_mentions import AgeMention, find_ages
from countercase.facts.lines.profile import MatterProfile
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.text.words import capitalised

_OATH = re.compile(r"\boaths?\b|\bsworn\b|\bunsworn\b|\bsolemn\saffirmation\b|\badministered\b")
_TESTIFIES = re.compile(
    r"\b(?:p\.?\s?w\.?s?|d\.?\s?w|c\.?\s?w)\b\.?\s?-?\s?\d{0,2}|\bwitness(?:es)?\b|\b(?:say|said|says|stat(?:es|ed)|depos(?:es|ed|ition)|testif(?:ies|ied)|evidence|testimony|examined|questions?)\b"
)
_NOT_THE_WITNESS = re.compile(
    r"(?<!\bof\s)(?<!\bof\sthe\s)\b(?:deceased|decd|accused|accd|appellant|convict|a-?\d|victim\sof)\b\.?(?:\s\w+){0,2}\s?[,(]?\s?(?:aged\s)?\Z"
)
_AROUND = 120  # characters on each side of an age in which its person is said to testify
_CHILD = 18  # years; an older witness raises no question of the oath
_OATH_AGE = 12  # years, Oaths Act s.4(1) proviso


def procedure_age_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line of the age of a witness or of a person to be arrested."""
    if matter.topic("motor accident"):
        return
    yield from _child_on_oath(matter)
    if not matter.topic("crime"):
        return
    yield from _called_to_station(matter)
    yield from _arrest_of_the_old(matter)


def _child_on_oath(matter: MatterProfile) -> Iterator[LawLine]:
    """A child under twelve may be heard without oath if it knows the duty of speaking the truth and not the oath."""
    if not _OATH.search(matter.lower):
        return
    children = [age for age in _ages(matter) if age.high < _CHILD and not _is_of(matter, age, _NOT_THE_WITNESS)]
    own = [age for age in children if _speaks(matter, age)]
    if len({age.low for age in own}) != 1:
        return
    age = own[0]
    is_under = age.high < _OATH_AGE
    if is_under != (age.low < _OATH_AGE):
        return
    effect = (
        "the oath may be left out if the child knows the duty of speaking the truth but not the nature of an oath;"
        " its want does not make the evidence inadmissible (section 7)"
        if is_under
        else "too old for the proviso, so that the oath is due; its want does not make the evidence inadmissible"
        " (section 7)"
    )
    yield _line(
        "Oaths-4(1)", "age of the child witness", age, f"{_OATH_AGE} years", effect, "oaths-4-1", is_kept=is_under
    )


def _speaks(matter: MatterProfile, age: AgeMention) -> bool:
    """Whether the words around an age are about a witness."""
    start, end = max(0, age.span.start - _AROUND), age.span.end + _AROUND
    return _TESTIFIES.search(matter.lower, start, end) is not None


def _is_of(matter: MatterProfile, age: AgeMention, words: re.Pattern[str]) -> bool:
    return words.search(matter.lower[max(0, age.span.start - 40) : age.span.start]) is not None


_CALLED = re.compile(
    r"\b(?:call(?:ed|ing)|summon(?:ed|ing)|required|asked|made|directed|told|taken|brought|ordered|notice[sd]?|forced|compelled)\b(?:[^.;\n]|\.(?=\w)){0,60}?\b(?:to|at|in)\s(?:the\s|a\s)?(?:police\s(?:station|post|line)|thana|kotwali|chowki|p\.?s\b|outpost|police)"
    r"|\b(?:notice|order|summons)\s(?:u/s|under)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?(?:160|179)\b|\b(?:u/s|section|s\.)\s?160\b"
)
_WOMAN = re.compile(r"\b(?:she|her|woman|widow|wife|mother|daughter|sister|lady|grandmother|girl)\b")
_NOT_CALLED = re.compile(
    r"(?<!\bof\s)(?<!\bof\sthe\s)\b(?:grandson|deceased|decd|accused|accd|a-?\d|i\.?o|s\.?h\.?o)\b\.?(?:\s\w+){0,2}\s?[,(]?\s?(?:is\s|aged\s)?\Z"
)


def _called_to_station(matter: MatterProfile) -> Iterator[LawLine]:
    """A man under fifteen or above sixty-five (sixty under the BNSS) is to be examined where he lives."""
    called = _CALLED.search(matter.lower)
    if called is None or not re.search(r"\b(?:witness|p\.?w|160|179)\b", matter.lower):
        return
    day = matter.last_day or matter.code_day
    ages = [age for age in _ages(matter) if not _is_of(matter, age, _NOT_CALLED) and _is_near(age, called)]
    for low, high in (("crpc-160-age-low", "crpc-160-age-high"), ("bnss-179-age-low", "bnss-179-age-high")):
        young, old = thresholds.get(low), thresholds.get(high)
        for age in ages[:1]:
            rule = old if age.low >= _CHILD else young
            is_woman = _WOMAN.search(matter.lower, *_around(matter, age)) is not None
            if not rule.in_force(day) or is_woman or rule.holds(age.low) != rule.holds(age.high):
                continue
            at_home = rule.holds(age.low)
            if not at_home and abs(age.low - rule.value) > _FAR_FROM_LINE:
                continue
            effect = (
                "he is to be examined only where he lives, unless he is willing to come to the station"
                if at_home
                else "the proviso on the young and the old does not protect him"
            )
            quantity = "age of the male witness called to the police station"
            yield _line(
                str(rule.provision), quantity, age, f"{rule.value:g} years", effect, rule.id, is_kept=not at_home
            )


_FAR_FROM_LINE = 8  # years; nobody asks whether a man of forty is to be examined at home
_REACH = 220  # characters between an age and the call to the station


def _is_near(age: AgeMention, called: re.Match[str]) -> bool:
    return -_REACH <= age.span.start - called.start() <= _REACH


def _around(matter: MatterProfile, age: AgeMention) -> tuple[int, int]:
    clause = matter.clause_at(age.span.start)
    return max(clause.start, age.span.start - 60), min(clause.end, age.span.end + 20)


_LEAVE_TO_ARREST = re.compile(
    r"\bdy\.?\s?s\.?p\b|\bd\.?s\.?p\b|\bdeputy\ss(?:uperintendent|\.p)|\b35\s?\(7\)|\ba\.?c\.?p\b|\bs\.?d\.?p\.?o\b"
)
_LEAST_PUNISHMENT = 36  # months: the sub-section is for offences punishable with less
_STATED = re.compile(
    r"\b(?:max(?:imum|\.)?|up\s?to|at\smost|punishable\s(?:with|for))\s(?:is\s|of\s|only\s|being\s|imprisonment\s|with\s|for\s|up\s?to\s)*"
    r"(?P<term>(?P<count>\d{1,2}|one|two|three|four|five|six|seven|ten)\s?(?P<unit>years?|yrs?\b\.?|months?))"
)


def _arrest_of_the_old(matter: MatterProfile) -> Iterator[LawLine]:
    """BNSS s.35(7): one above sixty is not arrested for an offence of less than three years without leave."""
    rule = thresholds.get("bnss-35-7-age")
    arrest = matter.timeline.first("arrest")
    day = arrest.day if arrest else matter.last_day or matter.code_day
    is_told = arrest is not None or "arrest" in matter.lower
    if not rule.in_force(day) or not is_told or not _LEAVE_TO_ARREST.search(matter.lower):
        return
    ages = [age for age in _ages(matter) if age.low >= _CHILD and not _is_of(matter, age, _NOT_ARRESTED)]
    first = next((age for age in ages if age.low > rule.value - 10), None)
    if first is None or rule.holds(first.low) != rule.holds(first.high):
        return
    stated = _STATED.search(matter.lower)
    months = _months_of(stated) if stated else matter.maximum_months
    if months is None:
        return
    is_light = months < _LEAST_PUNISHMENT
    is_old = rule.holds(first.low)
    effect = "no arrest without the leave of a Deputy Superintendent" if is_old else "too young for the sub-section"
    if is_light or is_old:
        yield _line(
            str(rule.provision),
            "age of the person arrested",
            first,
            f"{rule.value:g} years",
            effect + ("" if is_light else ", if the offence is punishable with less than three years"),
            rule.id,
            is_kept=not is_old,
        )
    span = Span(*stated.span("term")) if stated else _span_of_charge(matter)
    if span is not None and is_old:
        value = dates.counted(months / 12, "years") if months % 12 == 0 else dates.counted(months, "months")
        effect = "the leave is needed" if is_light else "the sub-section asks for no leave"
        yield LawLine(
            rule.provision,
            "maximum sentence for the offence (less than three years: leave before arrest)",
            value,
            "3 years",
            Stands.of(is_light),
            (span,),
            f"{capitalised(value)} against less than three years: {effect}.",
            "bnss-35-7-sentence",
        )


_NOT_ARRESTED = re.compile(
    r"\b(?:deceased|decd|victim|complainant|informant|intruder|injured|witness|p\.?w-?\s?\d*|s\.?i|i\.?o|s\.?h\.?o|widow|son|wife)\b\.?(?:\s\w+){0,2}\s?[,(]?\s?(?:is\s|was\s|aged\s)?\Z"
)


def _months_of(stated: re.Match[str]) -> int | None:
    words = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}
    count = words.get(stated["count"]) or int(stated["count"])
    return count if stated["unit"].startswith("m") else 12 * count


def _span_of_charge(matter: MatterProfile) -> Span | None:
    return next((charge.span for charge in matter.charges if charge.provision in matter.main_charges), None)


def _ages(matter: MatterProfile) -> list[AgeMention]:
    return sorted(find_ages(matter, None), key=lambda age: age.span)


def _line(
    provision: str, quantity: str, age: AgeMention, line: str, effect: str, rule: str, *, is_kept: bool
) -> LawLine:
    says = f"{capitalised(age.words)} against {line}: {effect}."
    return LawLine(Provision.parse(provision), quantity, age.words, line, Stands.of(is_kept), (age.span,), says, rule)
