"""Ages of candidates, sons, spouses and parents in civil matters, and of persons whom the police call."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.acts import COMMENCEMENT
from countercase.law.tables.thresholds import Threshold
from countercase.text.words import capitalised

_NUMBER = r"(?P<{0}>\d{{1,2}}|(?:[a-z]+-)?[a-z]+)"
_AGE = (
    rf"(?P<age>{_NUMBER.format('years')}\s?(?:years|yrs?\b\.?),?\s(?:and\s|&\s)?"
    rf"{_NUMBER.format('months')}\s?(?:months?|mths?\b\.?))"
)
_KIDNAPPING_OR_RAPE = ("IPC-361", "IPC-363", "IPC-366", "IPC-376", "BNS-64", "BNS-65", "BNS-137", "POCSO-4", "POCSO-6")
# Ages in civil matters.


def civil_age_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Ages of a candidate, of a son who is maintained, of bride and groom, of a parent, of a child in custody."""
    yield from _candidate(matter)
    yield from _son_as_stated(matter)
    if matter.raises("CrPC-125", "BNSS-144"):
        yield from _son_at_order(matter)
        yield from _children_at_petition(matter)
    if matter.raises("CrPC-125", "BNSS-144") or matter.topic("maintenance of a wife or child"):
        yield from _children_come_of_age(matter)
    yield from _spouses(matter)
    yield from _parent(matter)
    is_of_custody = matter.topic("custody of a child") and not matter.raises(*_KIDNAPPING_OR_RAPE)
    if is_of_custody and not matter.topic("other marriage law"):
        yield from _child_in_custody(matter)
    yield from _minor_whose_land_was_sold(matter)
    yield from _party_to_contract(matter)


@dataclass(frozen=True, slots=True)
class _StatedAge:
    years: float
    words: str
    spans: tuple[Span, ...]


_CANDIDATE_AGED = re.compile(
    rf"\b(?:candidate|client|he|she|member|respondent|petitioner)\b[^.;\n]{{0,40}}?\b(?:was|is|being)\s(?:only\s|just\s|then\s|aged\s)?{_AGE}"
)
_COUNCIL = re.compile(r"\b(?:rajya\ssabha|council\sof\sstates)\b")
_ASSEMBLY = re.compile(r"\b(?:vidhan\ssabha|legislative\sassembly|assembly\s(?:seat|constituency|election))\b")
_PARLIAMENT = re.compile(r"\b(?:lok\ssabha|parliamentary\s(?:seat|constituency)|house\sof\sthe\speople)\b")


def _candidate(matter: MatterProfile) -> Iterator[LawLine]:
    """A candidate must be of age on the day of scrutiny."""
    if not matter.topic("election to a legislature"):
        return
    rule_id = (
        "constitution-84-age-council"
        if _COUNCIL.search(matter.lower)
        else "constitution-84-age"
        if _PARLIAMENT.search(matter.lower)
        else "constitution-173-age"
        if _ASSEMBLY.search(matter.lower)
        else None
    )
    births, scrutiny = matter.timeline.of("birth"), matter.timeline.of("scrutiny")
    stated = _CANDIDATE_AGED.search(matter.lower)
    if rule_id is None:
        return
    rule = thresholds.get(rule_id)
    also = (Provision.parse("RPA1951-36(2)"),)
    if len({event.day for event in births}) == 1 and len({event.day for event in scrutiny}) == 1:
        age = _age_on(births[0], scrutiny[0])
        yield _line(rule, age, "age of the candidate at the scrutiny", "too young to be chosen", also)
    elif stated is not None and not births and (age_stated := _stated(stated)) is not None:
        yield _line(rule, age_stated, "age of the candidate at the scrutiny", "too young to be chosen", also)


_SON_AGED = re.compile(
    rf"\bson\b(?:,[^.;\n]{{0,40}},|[^.;,\n]{{0,20}})?\s(?:is\snow|was|is|now|turned|being|aged)\s(?:now\s|only\s|just\s)?{_AGE}"
)
_MAJORITY = 18


def _son_as_stated(matter: MatterProfile) -> Iterator[LawLine]:
    """A son is maintained while he is a minor."""
    match = _SON_AGED.search(matter.lower) if matter.topic("maintenance") else None
    age = _stated(match) if match else None
    if age is None:
        return
    is_minor = age.years < _MAJORITY
    effect = "a minor, who is to be maintained" if is_minor else "no longer a minor, so that only an infirmity would do"
    order = matter.timeline.first("maintenance order", "order", "sum due", "default")
    is_new = order is not None and order.day >= COMMENCEMENT
    yield LawLine(
        Provision.parse("BNSS-144(1)(b)" if is_new else "CrPC-125(1)(b)"),
        "age of the son",
        age.words,
        f"{_MAJORITY} years",
        Stands.of(is_minor),
        age.spans,
        f"{capitalised(age.words)} against {_MAJORITY} years: {effect}.",
        "maintenance-son-age",
    )


_OF_SON = re.compile(r"\bson\b(?:[^.;]|(?<=\bb)\.){0,30}\Z")
_PETITION_DATED = re.compile(
    r"\b(?:petition|petn|application|appln|case)\b\.?\s(?:under|u/s)\s(?:s(?:ection|ec\.?|\.)\s?)?(?:125|144)\b(?:[^.;\n]|\.(?=\d)){0,20}\bfiled\b(?:[^.;\n]|\.(?=\d)){0,160}"
)
_CHILD_OF_PETITION = re.compile(
    r"\b(?P<relation>son|daughter)\s(?:[a-z]+,?\s)?\(?aged\s(?P<years>\d{1,2})\b(?!\s?(?:months|mths))"
)


def _son_at_order(matter: MatterProfile) -> Iterator[LawLine]:
    """A son is maintained while he is a minor. The age is taken on the date of the order."""
    order = matter.timeline.first("maintenance order", "order")
    births = [
        event
        for event in matter.timeline.of("birth")
        if event.exact and _OF_SON.search(matter.lower[max(0, event.span.start - 40) : event.span.start])
    ]
    if order is None or not order.exact or len(births) != 1 or births[0].day >= order.day:
        return
    age = dates.age(births[0].day, order.day)
    is_minor = age.years < _MAJORITY
    words = f"{dates.in_words(age)} on {dates.written(order.day)}"
    effect = "a minor, who is to be maintained" if is_minor else "no longer a minor, so that only an infirmity would do"
    yield LawLine(
        Provision.parse("CrPC-125(1)(b)" if order.day < COMMENCEMENT else "BNSS-144(1)(b)"),
        "age of the son at the order of maintenance",
        words,
        f"{_MAJORITY} years",
        Stands.of(is_minor),
        (births[0].span, order.span),
        f"{capitalised(words)} against {_MAJORITY} years: {effect}.",
        "maintenance-son-age",
    )


def _children_at_petition(matter: MatterProfile) -> Iterator[LawLine]:
    """The ages of children given in the sentence that dates the petition for maintenance."""
    dated = next((match for match in _PETITION_DATED.finditer(matter.lower)), None)
    if dated is None:
        return
    for match in _CHILD_OF_PETITION.finditer(matter.lower, *dated.span()):
        years, relation = int(match["years"]), match["relation"]
        is_minor = years < _MAJORITY
        effect = (
            "a minor, who is to be maintained" if is_minor else "no longer a minor, so that only an infirmity would do"
        )
        words = dates.counted(years, "years")
        yield LawLine(
            Provision.parse("BNSS-144(1)(b)" if matter.raises("BNSS-144") else "CrPC-125(1)(b)"),
            f"age of the {relation} at the petition for maintenance",
            words,
            f"{_MAJORITY} years",
            Stands.of(is_minor),
            (Span(*match.span()),),
            f"{words} against {_MAJORITY} years: {effect}.",
            f"maintenance-{relation}-age",
        )


_OF_DAUGHTER = re.compile(r"\bdaughter\b[^.;\n]{0,40}\Z")
_NEXT_CHILD = re.compile(
    r"\s?(?:,|and|,\sand)\s(?:(?:their|his|her|the|a|younger|elder|second)\s){0,2}(?P<relation>son|daughter)\s(?:[a-z]+\s)?(?:(?:was\s)?born\s)?on\s"
)


def _births_of_children(matter: MatterProfile) -> Iterator[tuple[str, date, Span]]:
    """The birth of a daughter, and those told in one breath with a birth: "and their son Om on 3 May 2011"."""
    births = [event for event in matter.timeline.of("birth") if event.exact]
    for event in births:
        if _OF_DAUGHTER.search(matter.lower[max(0, event.span.start - 60) : event.span.start]):
            yield "daughter", event.day, event.span
    known = {event.span for event in births}
    for before, mention in pairwise(matter.timeline.mentions):
        next_child = _NEXT_CHILD.fullmatch(matter.lower, before.span.end, mention.span.start)
        if before.span in known and mention.span not in known and mention.exact and next_child:
            yield next_child["relation"], mention.day, mention.span


def _children_come_of_age(matter: MatterProfile) -> Iterator[LawLine]:
    """The sections on maintenance reach minor children; the day on which each comes of age is named."""
    born = {relation: (day, span) for relation, day, span in _births_of_children(matter)}
    if matter.last_day is None or len(born) != len(list(_births_of_children(matter))):
        return
    for relation, (day, span) in born.items():
        if day >= matter.last_day:
            continue
        age, of_age = dates.age(day, matter.last_day), dates.written(dates.add(day, _MAJORITY, "years"))
        is_minor = age.years < _MAJORITY
        words = f"{dates.in_words(age)} on {dates.written(matter.last_day)}"
        effect = f"a minor until {of_age}" if is_minor else f"of age since {of_age}"
        if not is_minor and relation == "daughter":
            effect += (
                "; unmarried and a Hindu, she may claim under section 20(3) of the Hindu Adoptions and Maintenance Act"
                " (Abhilasha v. Parkash (2021) 13 SCC 99)"
            )
        yield LawLine(
            Provision.parse("BNSS-144(1)(b)" if matter.raises("BNSS-144") else "CrPC-125(1)(b)"),
            f"age of the {relation} on the last day told",
            words,
            f"{_MAJORITY} years",
            Stands.of(is_minor),
            (span,),
            f"{capitalised(words)} against {_MAJORITY} years: {effect}.",
            f"maintenance-{relation}-majority",
        )


_FEMALE = re.compile(r"\b(?:she|her|bride|girl|wife|daughter|smt)\b")
_MALE = re.compile(r"\b(?:he|his|him|groom|bridegroom|boy|husband|whose)\b")
_PCMA = Provision.parse("PCMA-2(a)")
_PCMA_FROM = date(2007, 11, 1)
_CLEARLY_OF_AGE = 3  # years above the line, from which nobody asks in a matter about something else


def _spouses(matter: MatterProfile) -> Iterator[LawLine]:
    """Bride and groom must be of age on the day of the marriage."""
    marriages = matter.timeline.of("marriage")
    is_annulment = matter.has_words("annulment of a child marriage")
    if not (is_annulment or matter.topic("hindu divorce")) or len({event.day for event in marriages}) != 1:
        return
    for birth in matter.timeline.of("birth"):
        person = _bride_or_groom(matter, birth)
        if person is None or birth.day >= marriages[0].day or not birth.exact:
            continue
        rule = thresholds.get(f"hma-5-{person}")
        also = (_PCMA,) if marriages[0].day >= _PCMA_FROM else ()
        age = _age_on(birth, marriages[0])
        if not is_annulment and age.years >= rule.value + _CLEARLY_OF_AGE:
            continue
        yield _line(rule, age, f"age of the {person} at the marriage", "under age at the marriage", also)


def _bride_or_groom(matter: MatterProfile, birth: DatedEvent) -> str | None:
    """Whose birth it is, by the words close to it, if they point to one of the two."""
    before = re.split(r"[.;]\s", matter.lower[max(0, birth.span.start - 60) : birth.span.start])[-1]
    female, male = _FEMALE.search(before), _MALE.search(before)
    if female is None and male is None:
        after = matter.lower[birth.span.end : birth.span.end + 50]
        female, male = _FEMALE.search(after), _MALE.search(after)
    if (female is None) == (male is None):
        return None
    return "bride" if female else "groom"


_PARENT_AGED = re.compile(
    r"\b(?:mother|father|parents?|widow|widower|smt\b\.?|shri|pensioner|applicant)\b[^;\n]{0,60}?(?:\bwas|\bis|\baged|,)\s(?:then\s|only\s|about\s)?(?P<age>(?P<years>[4-9]\d))\b(?!\s?(?:per|%|km|,|\d))"
)


def _parent(matter: MatterProfile) -> Iterator[LawLine]:
    """A senior citizen is sixty or older; a parent of any age may also claim."""
    match = _PARENT_AGED.search(matter.lower) if matter.topic("maintenance tribunal") else None
    if match is None:
        return
    years = float(match["years"])
    age = _StatedAge(years, dates.counted(years, "years"), (Span(*match.span("age")),))
    effect = "not a senior citizen, though a parent may claim at any age"
    yield _line(thresholds.get("seniorcitizens-2-age"), age, "age of the applicant", effect, ())


_LEAVE_OF_COURT = re.compile(
    r"\b(?:leave|permission|sanction)\s(?:of|from|by)\s(?:the\s)?(?:dist(?:rict|t|\b\.)?\s?(?:judge|court)|guardian(?:ship)?\scourt|court)\b"
)
_FOR_THE_MINOR = re.compile(
    r"\b(?:(?:signed|sold|executed|acted|agreed)\s(?:it\s)?(?:for|on\sbehalf\sof)\s(?:him|her|them|the\sminors?|his|the\sson)"
    r"|(?:natural\s)?guardian)\b"
)


def _minor_whose_land_was_sold(matter: MatterProfile) -> Iterator[LawLine]:
    """A natural guardian may not sell the land of a minor without leave of the court: HMGA s.8(2)."""
    births = [event for event in matter.timeline.of("birth") if event.exact]
    sale = matter.timeline.first("agreement", "sale deed")
    if len(births) != 1 or sale is None or not sale.exact or births[0].day >= sale.day or matter.topic("crime"):
        return
    if not _LEAVE_OF_COURT.search(matter.lower) or not _FOR_THE_MINOR.search(matter.lower):
        return
    age = _age_on(births[0], sale)
    is_minor = age.years < _MAJORITY
    effect = (
        "a minor, whose immovable property the natural guardian may sell only with leave of the court"
        if is_minor
        else "no longer a minor, so that nobody could sign for him as his guardian"
    )
    yield LawLine(
        Provision.parse("HMGA-8(2)"),
        f"age of the owner at the {sale.role}",
        age.words,
        f"{_MAJORITY} years",
        Stands.of(is_minor),
        age.spans,
        f"{capitalised(age.words)} against {_MAJORITY} years: {effect}.",
        "hmga-8-age",
        (Provision.parse("HMGA-4"),),
    )


_MINORITY_PLEADED = re.compile(
    r"\b(?:not\scompetent|incompetent|infan(?:cy|t)|minority|(?:was|were|is|being|then)\s(?:a\s|then\sa\s|still\sa\s)?(?:minor|boy|lad|child)|under-?\s?age|void\sagainst|not\sof\s(?:full\s)?age|mohori|thought\shim\sa)\b"
)
_OF_THE_WARD = re.compile(
    r"\b(?:as|through|by)\s(?:his|her|their)\s(?:natural\s|next\s|court\s)?(?:guardian|friend)\b|\bguardian\s(?:sold|executed)\b"
)


def _party_to_contract(matter: MatterProfile) -> Iterator[LawLine]:
    """A minor cannot contract: the age of the party whose minority is pleaded or shows, on the day of the agreement."""
    is_pleaded = _MINORITY_PLEADED.search(matter.lower) is not None
    is_by_guardian = _FOR_THE_MINOR.search(matter.lower) is not None
    if _OF_THE_WARD.search(matter.lower) or not (
        is_pleaded or (matter.topic("specific performance") and not is_by_guardian)
    ):
        return
    if matter.main_charges or matter.timeline.of("fir", "arrest", "remand", "charge-sheet"):
        return
    births = [event for event in matter.timeline.of("birth") if event.exact]
    agreed = matter.timeline.of("agreement") if not is_pleaded else ()
    deeds = agreed or matter.timeline.of("agreement", "sale deed", "deed executed")
    signed = {event.day: event for event in deeds if event.exact}
    if len({event.day for event in births}) != 1 or len(signed) != 1:
        return
    made = next(iter(signed.values()))
    rule = thresholds.get("contract-11-age")
    if births[0].day >= made.day:
        return
    age = _age_on(births[0], made)
    is_minor = rule.holds(age.years)
    # Until 16 December 1999 a ward of the court came of age at twenty-one; below eighteen everybody was a minor.
    if not is_minor and not (is_pleaded and rule.in_force(made.day)):
        return
    effect = rule.effect if is_minor else "of full age, so that the contract is not void on this ground"
    yield LawLine(
        rule.provision,
        f"age of the party at the {made.role}",
        age.words,
        f"{rule.value:g} years",
        Stands.of(not is_minor),
        age.spans,
        f"{capitalised(age.words)} against {rule.value:g} years: {effect}.",
        rule.id,
        (Provision.parse("Majority-3"),),
    )


_CUSTODY_SOUGHT = ("today", "divorce petition", "joint petition", "petition", "application", "case filed")
_TENDER_AGE = 5  # years, HMGA s.6(a) proviso
_CHILD_WORDS = re.compile(r"\b(?:son|daughter|child|baby|boy|girl|minor)\b")
_CHILD_AGED = re.compile(
    r"\b(?:son|daughter|child|baby|boy|girl|minor)\b[^.;\d]{0,24}?(?:,|\(|\baged|\bis|\bnow)\s?(?:aged\s|about\s|only\s)*(?P<age>(?P<years>\d{1,2}|[a-z]+)\s?(?:years|yrs?\b\.?))"
)


def _child_in_custody(matter: MatterProfile) -> Iterator[LawLine]:
    """A Hindu child under five ordinarily stays with the mother. The age is taken on the latest date of the matter."""
    births = [event for event in matter.timeline.of("birth") if event.exact and _is_birth_of_child(matter, event)]
    last = max((mention.day for mention in matter.timeline.mentions if mention.exact), default=None)
    is_now = any(event.day == last for event in matter.timeline.of(*_CUSTODY_SOUGHT))
    stated = _CHILD_AGED.search(matter.lower)
    if len(births) == 1 and last is not None and births[0].day < last:
        age = dates.age(births[0].day, last)
        years, words, span = (
            age.years + age.months / 12,
            f"{dates.in_words(age)} on {dates.written(last)}",
            births[0].span,
        )
    elif not births and stated is not None and (stated_years := read_count(stated["years"])) is not None:
        years, words, span = stated_years, dates.counted(stated_years, "years"), Span(*stated.span("age"))
    else:
        return
    below = years < _TENDER_AGE
    if below and births and not is_now:
        return  # the child may have turned five since then
    effect = (
        "custody is ordinarily with the mother" if below else "the rule of ordinary custody with the mother has ended"
    )
    yield LawLine(
        Provision.parse("HMGA-6(a)"),
        "age of the child, for ordinary custody with the mother",
        words,
        f"{_TENDER_AGE} years",
        Stands.of(below),
        (span,),
        f"{capitalised(words)} against {_TENDER_AGE} years: {effect}; the welfare of the child decides.",
        "hmga-6-age",
    )


def _is_birth_of_child(matter: MatterProfile, event: DatedEvent) -> bool:
    return _CHILD_WORDS.search(matter.lower, max(0, event.span.start - 60), event.span.end + 30) is not None


def _stated(match: re.Match[str]) -> _StatedAge | None:
    years, months = read_count(match["years"]), read_count(match["months"])
    if years is None or months is None:
        return None
    words = f"{dates.counted(years, 'years')} {dates.counted(months, 'months')}"
    return _StatedAge(years + months / 12, words, (Span(*match.span("age")),))


def _age_on(birth: DatedEvent, event: DatedEvent) -> _StatedAge:
    age = dates.age(birth.day, event.day)
    words = f"{dates.in_words(age)} on {dates.written(event.day)}"
    return _StatedAge(age.years + age.months / 12, words, (birth.span, event.span))


def _line(rule: Threshold, age: _StatedAge, quantity: str, short: str, also: tuple[Provision, ...]) -> LawLine:
    is_kept = rule.holds(age.years)
    line = f"{rule.value:g} years"
    effect = rule.effect if is_kept else short
    bound = f"at least {line} under {provision_name(rule.provision)}"
    says = f"{capitalised(age.words)} against {bound}: {effect}."
    return LawLine(rule.provision, quantity, age.words, line, Stands.of(is_kept), age.spans, says, rule.id, also)
