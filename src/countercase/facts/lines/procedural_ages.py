"""Ages on which procedure turns, and not the offence.

A child under twelve may be heard without oath, an old man is questioned at home, a person above sixty is not arrested
for a light offence without leave, and an offender under twenty-one is not lightly sent to prison. The victim's age may
bar anticipatory bail, the convict's probation under the Atrocities Act; a government servant may be retired at fifty.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.age_mentions import AgeMention, find_ages
from countercase.facts.lines.ages import age_lines
from countercase.facts.lines.maximum_sentences import BEFORE_ARREST
from countercase.facts.lines.number_lines import line_against
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Operator, Threshold
from countercase.text.words import capitalised

_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_WORD = rf"(?:{_TEENS}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?:[\s-](?:{_ONES}))?|{_ONES})"
_LEAD = (
    r"(?:[,:]\s|(?<!\d)\(|\bage[ds]?\s(?:(?:about|only|just|as|is|was|of|now|then)\s){0,2}|\bage\s?[:-]\s?|\b(?:now|then|is|was|of)\s)"
    r"(?:(?:about|only|just|now|aged|barely|a)\s){0,2}"
)
_MONTHS = r"(?:,?\s(?:and\s|&\s)?(?P<months>\d{1,2})\s?(?:months?|mths?\b\.?))?"
_AGE = re.compile(
    rf"{_LEAD}(?P<age>(?P<years>\d{{1,2}}|{_WORD})(?:[\s-]?(?:years?|yrs?\b\.?)(?:[\s-]old\b)?{_MONTHS})?)"
    r"(?:(?<=\baged\s\d\d)(?=\s[a-z])|(?=\s?[,;)(]|\.(?!\d)|\s?\Z|\n|\s?[–-]\s|\s(?:at|and|who|was|is|when|in|on|to|as|by|with|has|had|but|of\sage)\b))"
)
_OF_A_RULING = re.compile(
    r"\b(?:ruling|rulings|cited|citing|cites|decision|judgment\sin|case\swhere|relie[sd]\son|reported)\b|\b(?:limit|threshold|cut-?off|bar)\s(?:(?:is|was|of)\s)?\Z"
)


@dataclass(frozen=True, slots=True)
class StatedAge:
    years: float
    words: str
    span: Span


def procedural_age_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line of an age on which procedure turns."""
    yield from _child_witness(matter)
    yield from _young_convict(matter)
    yield from _bar_on_anticipatory_bail(matter)
    yield from _pregnant_child(matter)
    yield from _probation(matter)
    yield from _compulsory_retirement(matter)


def stated_ages(matter: MatterProfile, start: int, end: int) -> Iterator[StatedAge]:
    """The ages that a passage states, in text order; those of a ruling that is cited are left out."""
    for match in _AGE.finditer(matter.lower, start, end):
        years = read_count(match["years"].replace(" ", "-"))
        before = matter.lower[max(start, match.start() - 60) : match.start()]
        if years is None or _OF_A_RULING.search(before):
            continue
        months = int(match["months"]) if match["months"] else 0
        words = dates.counted(years, "years") + (f" {dates.counted(months, 'months')}" if months else "")
        yield StatedAge(years + months / 12, words, Span(*match.span("age")))


def line_of_age(rule: Threshold, quantity: str, age: StatedAge | AgeMention, effect: str, *, is_kept: bool) -> LawLine:
    limit = f"{rule.value:g} years"
    comparison = {Operator.BELOW: "under", Operator.ABOVE: "above"}.get(rule.operator, rule.operator.words)
    bound = f"{comparison} {limit}"
    return line_against(rule, quantity, age.words, limit, age.span, effect, is_kept=is_kept, bound=bound)


# A child who gives evidence.

_NO_OATH = re.compile(
    r"\boaths?\sact\b|\bunsworn\b|\b(?:without|no|want\sof|absence\sof)\s(?:any\s|an\s|the\s)?oath\b|\b(?:not|never|n['’]t)\s(?:been\s)?(?:on\soath|sworn|administer\w*|put\son\soath|given\s(?:an\s|the\s)?oath)"
    r"|\badminister(?:ed|ing)?\s(?:an\s|the\s|any\s)?oath\b|\b(?:nature|sanctity|meaning|significance)\sof\s(?:an\s|the\s)?oath\b|\boath\s(?:was\s)?(?:not|never)\b"
)
_WITNESS = re.compile(
    r"\b(?:p\.?w\.?\s?-?\s?\d{1,2}|(?:child|eye-?\s?|sole\s|star\s)?witness|child|son|daughter|boy|girl|minor|victim|prosecutrix)\b"
)
_GIVES_EVIDENCE = re.compile(
    r"\b(?:evidence|examined|deposed|deposes|deposition|testif\w+|testimony|witness|oath|sworn|unsworn|questions?|p\.?w)\b"
)
_ACCUSED = re.compile(r"\b(?:accused|accd?|appellant|convict|petitioner|juvenile|in\sconflict)\b[^.;,\n]{0,24}\Z")
_OLDEST_CHILD = 17
_WITNESS_REACH = 70  # characters between a witness and the age


def _child_witness(matter: MatterProfile) -> Iterator[LawLine]:
    """A child under twelve who does not understand an oath may be heard without one: Oaths Act s.4(1), proviso."""
    if not _NO_OATH.search(matter.lower):
        return
    rule = thresholds.get("oaths-4-age")
    for age in stated_ages(matter, 0, len(matter.lower)):
        clause = matter.clause_at(age.span.start)
        before = matter.lower[max(clause.start, age.span.start - _WITNESS_REACH) : age.span.start]
        if not 3 <= age.years <= _OLDEST_CHILD or not _WITNESS.search(before) or _ACCUSED.search(before):
            continue
        if not _GIVES_EVIDENCE.search(matter.lower, clause.start, clause.end):
            continue
        is_child = rule.holds(age.years)
        effect = rule.effect if is_child else "too old for the proviso, so that the oath was to be given"
        yield line_of_age(rule, "age of the child who gave evidence", age, effect, is_kept=is_child)
        return


# A young convict.

_PROBATION = re.compile(
    r"\bprobation\b(?!\s(?:period|of\stwo))|\b360\s(?:of\s(?:the\s)?)?cr\.?\s?p|\b401\s(?:of\s(?:the\s)?)?bnss\b"
)
_CONVICTED = re.compile(
    r"\b(?:convict\w*|guilty|sentence[ds]?|judgment|conv\b|sent\s(?:him|her)\sto\s(?:jail|prison)|day\sof\s(?:judgment|conviction))"
)
_WHEN_CONVICTED = re.compile(
    r"\b(?:day|date|time)\sof\s(?:the\s|his\s|her\s)?(?:judgment|conviction|sentence)\b|\bwhen\s(?:convicted|sentenced|found\sguilty)\b"
)
_OTHER_PERSON = re.compile(
    r"\b(?:victim|prosecutrix|deceased|complainant|informant|witness|injured|p\.?w\.?\s?-?\d{1,2}|co-?\s?accused|acquitted)\b[^.;\n]{0,40}\Z"
)
_OLDEST_ASKED = 22  # years; of an older convict nobody asks


def _young_convict(matter: MatterProfile) -> Iterator[LawLine]:
    """An offender under twenty-one when found guilty is not sent to prison unless the court records why.

    Section 33 of the NDPS Act leaves out everybody above eighteen.
    """
    if not _PROBATION.search(matter.lower) or not matter.topic("crime") or "NDPS" in matter.named_acts:
        return
    rule = thresholds.get("probation-6-age")
    day = matter.timeline.first("sentence", "judgment")
    for birth in matter.timeline.of("birth") if day is not None else ():
        clause = matter.clause_at(birth.span.start)
        words = matter.lower[max(clause.start, birth.span.start - 60) : birth.span.start]
        if day is None or not birth.exact or birth.day >= day.day or _OTHER_PERSON.search(words):
            continue
        age = dates.age(birth.day, day.day)
        if not 16 <= age.years <= _OLDEST_ASKED:
            continue
        told = f"{dates.in_words(age)} on {dates.written(day.day)}"
        yield _convict_line(rule, StatedAge(age.years + age.months / 12, told, birth.span))
        return
    for age_stated in stated_ages(matter, 0, len(matter.lower)):
        clause = matter.clause_at(age_stated.span.start)
        before = matter.lower[max(clause.start, age_stated.span.start - 70) : age_stated.span.start]
        if not 16 <= age_stated.years <= _OLDEST_ASKED or _OTHER_PERSON.search(before):
            continue
        is_told_then = _WHEN_CONVICTED.search(matter.lower, clause.start, clause.end) is not None
        if is_told_then or (rule.holds(age_stated.years) and _CONVICTED.search(matter.lower, clause.start, clause.end)):
            yield _convict_line(rule, age_stated)
            return


def _convict_line(rule: Threshold, age: StatedAge) -> LawLine:
    is_young = rule.holds(age.years)
    effect = (
        "no prison unless the court calls for a report and records its reasons; the section is not for an offence"
        " punishable with life"
        if is_young
        else "no longer within section 6; probation under section 4 is a matter of discretion"
    )
    return line_of_age(rule, "age of the offender when found guilty", age, effect, is_kept=is_young)


# The bar on anticipatory bail.

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
    first = sorted(barred, key=lambda line: line.stands is not Stands.WITHIN)[:1]
    otherwise = [line for line in barred for own in first if line.rule == own.rule and line.stands is not own.stands]
    for line in (*first, *otherwise[:1]):  # by another paper she is of another age
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


# A child who is pregnant.

_PREGNANCY_ENDED = re.compile(
    r"\bm\.?t\.?p\b|\b(?:terminat\w+|abort(?:ion|ed)?|end(?:ing)?)\b[^.;\n]{0,60}\bpregnan|\bpregnan\w+\b[^.\n]{0,160}\b(?:terminat\w+|ending\sit|abort\w*)\b"
    r"|\bwrit\sfor\s(?:medical\s)?termination\b"
)
_OLDEST_PREGNANT_CHILD = 20  # years; of an older woman nobody asks
_YEARS_TOLD = re.compile(r"\d{1,2}(?=\syears?\b)")


def _pregnant_child(matter: MatterProfile) -> Iterator[LawLine]:
    """The guardian of a woman under eighteen must consent in writing to the end of her pregnancy: MTP Act s.3(4)(a)."""
    if not _PREGNANCY_ENDED.search(matter.lower) or re.search(r"\bconvict(?:ed|ion)\b", matter.lower):
        return  # after a conviction the pregnancy is only proof of the offence
    rule = thresholds.get("mtp-3-4-age")
    told = [line for line in age_lines(matter) if line.quantity == "age of the victim at the offence"]
    years = _YEARS_TOLD.search(told[0].value) if len({line.value for line in told}) == 1 else None
    if years is None or not float(years[0]) < _OLDEST_PREGNANT_CHILD:
        return
    age = StatedAge(float(years[0]), told[0].value, told[0].spans[0])
    is_child = rule.holds(age.years)
    effect = rule.effect if is_child else "her own consent is enough"
    yield line_of_age(rule, "age of the pregnant woman, for the consent of a guardian", age, effect, is_kept=is_child)


# Probation under the Atrocities Act.

_NEAR = 110  # characters between an age and the words that say whose it is
_RELEASED_ON_PROBATION = re.compile(
    r"\bprobation(?:er)?\b|\bbound\s(?:him\s|her\s|them\s)?over\b|\b(?:section|sec\.?|s\.|u/s)\s?360\b|\bgood\sconduct\b"
)
_CONVICT = re.compile(r"\b(?:he|she|accused|a-?\d|convicts?|appellant|accd)\b")


def _probation(matter: MatterProfile) -> Iterator[LawLine]:
    """Nobody above eighteen who is found guilty under the Atrocities Act may be released on probation."""
    granted = _RELEASED_ON_PROBATION.search(matter.lower) if "SCST" in matter.named_acts else None
    if granted is None:
        return
    ages = [age for age in exact_ages(matter) if _is_of(matter, age, _CONVICT)]
    last = [
        _RELEASED_ON_PROBATION.search(matter.lower, age.span.end, age.span.end + 2 * _NEAR) is not None for age in ages
    ]
    near = [age for age, is_before in zip(ages, last, strict=True) if is_before] or ages[:1]
    if near:
        rule = thresholds.get("scst-19-age")
        is_kept = rule.holds(near[-1].low)
        effect = rule.effect if is_kept else "no probation"
        yield line_of_age(rule, "age of the convict, for probation", near[-1], effect, is_kept=is_kept)


# Compulsory retirement.

_GROUP_A_OR_B = re.compile(r"\bgr(?:ou)?p?\.?\s?-?[\"'“]?\s?[ab]\b|\bclass\s?-?(?:i|ii|1|2)\b|\bgazetted\b")
_GROUP_C_OR_D = re.compile(r"\bgr(?:ou)?p?\.?\s?-?[\"'“]?\s?[cd]\b|\bclass\s?-?(?:iii|iv|3|4)\b|\bnon-?\s?gazetted\b")
_ENTERED_AT = re.compile(
    r"\b(?:came\sin|joined|entered|entry|recruited|appointed)\b[^.;\n\d]{0,30}\bat\s(?:(?:the\s)?age\s(?:of\s)?)?(?P<years>\d{2})\b"
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
        for age in (*exact_ages(matter), *_ages_when_retired(matter))
        if 30 <= age.low <= 65 and not _AT_ENTRY.search(matter.lower[max(0, age.span.start - 50) : age.span.start])
    ]
    ages += [age for age in _ages_now(matter) if age.low not in {other.low for other in ages}]
    rules = [thresholds.get("fr-56j-age-50"), thresholds.get("fr-56j-age-55")]
    entered = _ENTERED_AT.search(matter.lower)
    entry = read_count(entered["years"]) if entered else None
    if _GROUP_C_OR_D.search(matter.lower) or (entry is not None and entry >= _ENTERED_EARLY):
        rules = rules[1:]
    elif _GROUP_A_OR_B.search(matter.lower):
        rules = rules[:1]
    if len({age.low for age in ages}) == 1 and len({rule.holds(ages[0].low) for rule in rules}) == 1:
        is_kept = rules[0].holds(ages[0].low)
        effect = rules[0].effect if is_kept else "too young to be retired under this clause"
        yield line_of_age(rules[0], "age at the compulsory retirement", ages[0], effect, is_kept=is_kept)


_RETIRED_AT = re.compile(
    r"\bretir(?:ed|ing|ement)\b[^.;,\n\d]{0,30}\b(?:at|when|aged)\s(?:the\sage\sof\s|he\swas\s|she\swas\s|only\s|just\s)?(?P<age>(?P<years>\d{2})\b(?:\s(?:years|yrs)\b)?)"
)


def _ages_when_retired(matter: MatterProfile) -> Iterator[AgeMention]:
    """ "Retired at 51": no words say that it is an age."""
    for match in _RETIRED_AT.finditer(matter.lower):
        years = float(match["years"])
        yield AgeMention(years, years, f"{years:g} years", Span(*match.span("age")), is_proved=False)


_NOW = re.compile(r"\b(?:now|today)\s(?:aged\s)?(?P<years>[3-6]\d)\b(?!\s?(?:%|per|days|months|days))")


def _ages_now(matter: MatterProfile) -> Iterator[AgeMention]:
    """ "Joined at 24, now 53"."""
    for match in _NOW.finditer(matter.lower):
        years = float(match["years"])
        yield AgeMention(years, years, f"{years:g} years", Span(*match.span("years")), is_proved=False)


def exact_ages(matter: MatterProfile) -> list[AgeMention]:
    """The exact ages of a text, in its order; those that can be nothing else if there are any."""
    ages = sorted((age for age in find_ages(matter, None) if age.low == age.high), key=lambda age: age.span)
    return [age for age in ages if age.is_marked or age.is_proved] or ages


def _is_of(matter: MatterProfile, age: AgeMention, person: re.Pattern[str]) -> bool:
    clause = matter.clause_at(age.span.start)
    return person.search(matter.lower, max(clause.start, age.span.start - _NEAR), age.span.start) is not None
