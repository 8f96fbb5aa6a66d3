"""Lines of age: how old the accused, the victim or a child was on the date that matters in law."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.checklist import LawLine, NumberRole, Stands
from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span, SpanSet
from countercase.facts.lines.age_mentions import AgeMention, find_ages
from countercase.facts.lines.charges import sections_after_act
from countercase.facts.lines.cited_cases import is_of_cited_case
from countercase.facts.lines.offence_year import day_of_stated_year
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.whose_age import AgedPersons, Owner
from countercase.facts.timeline import DatedEvent
from countercase.facts.words import number_words, provision_name
from countercase.law import dates
from countercase.law.tables import sentences, thresholds
from countercase.law.tables.thresholds import Operator, Threshold
from countercase.text.words import capitalised

_ACCUSED = re.compile(
    r"\b(?:accused|appellants?|convict|juvenile|child\sin\sconflict|c\.?c\.?l|petitioner|applicant|our\sclient|client|under-?\s?trial|u\.?t\.?p|a-?\d|my\s(?:son|brother|nephew))\b"
)
_VICTIM = re.compile(r"\b(?:victim|prosecutrix|girl|child|survivor|daughter|minor|school|register|p\.?w\.?-?\s?1)\b")
_DECEASED = re.compile(r"\b(?:deceased|died|victim\sof\sthe\saccident|injured)\b")
_RESPONDENT = re.compile(r"\brespondents?\b|\br-?\d\b")  # the accused, in an appeal against an acquittal
_OTHER_PERSON = re.compile(r"\b(?:witness|complainant|informant|brother\sof\sthe\s(?:victim|deceased)|father|mother)\b")
_OSSIFICATION = re.compile(
    r"\b(?:ossification|radiolog\w+|bone\s(?:age|test)|x-ray)\b[^;\n]{0,90}?"
    r"(?P<range>(?P<low>\d{1,2})\s?(?:to|-|–|and)\s?(?:below\s)?(?P<high>\d{1,2})(?:\s?(?:years|yrs)|(?<=below\s\d\d)(?=\D)))"
)
_SINCE_AGE = re.compile(r"\b(?:since|from|till|until|attain\w*|at)\s(?:the\s)?(?:age\s)?(?:of\s)?\Z")
_BIRTH_OF = re.compile(
    r"\b[Dd]\.?[Oo]\.?[Bb]\.?\sof\s(?:(?:the|accused|victim|deceased|minor)\s)*(?P<name>[A-Z][a-z]{2,})\b"
)
_CALLED_ACCUSED = r"[Aa]ccused|[Aa]ccd\.?|[Aa]ppellant|[Aa]pplicant|[Pp]etitioner|A-?\d"
_CALLED_VICTIM = r"[Vv]ictim|[Pp]rosecutrix|[Ss]urvivor|[Mm]inor|PW-?1"
_BORN_ACCUSED = re.compile(
    r"\b(?:accused|appellant|applicant|petitioner|juvenile|a-?\s?\d{1,2})\b(?:\s(?:no\.?\s?\d|[a-z]+)){0,2}\s(?:was\s|is\s)?(?:born|(?:'s|’s)?\s?d\.?o\.?b)"
)
# "A3 Golu (b. 20.12.1997, school register)": nobody else is meant.
_BORN_IN_BRACKETS = re.compile(
    r"\b(?:accused|appellant|juvenile|a-?\s?\d{1,2})\b(?:\s(?:no\.?\s?\d|[a-z]+)){0,2}\s?\((?:b\.|born|d\.?o\.?b\b\.?:?)\s?\Z"
)
_BIRTH_OF_SIBLING = re.compile(
    r"(?<!my\s)\b(?:(?:elder|younger|twin)\s)?(?:sister|brother|cousin|sibling)(?:'s|’s)?\b[^.;\n]{0,20}\b(?:d\.?\s?o\.?\s?b|born|birth)\b[^.;\n]{0,12}\Z"
)  # the birth of a brother or sister, not of the person concerned
_PRONOUN = re.compile(r"\b(?:he|his|she|her)\b")
_HIS = re.compile(r"\b(?:he|his|him|boy)\b")
_HER = re.compile(r"\b(?:she|her|girl|prosecutrix)\b")
_SCHOOL_PAPERS = re.compile(r"\b(?:school|register|certificate)\b")
_PRONOUN_REACH = 300  # characters before a pronoun in which its person is named
_HEINOUS_MONTHS = 84
_YOUNGEST_ACCUSED = 5  # years
_LEAST_CLEARLY_ADULT = 22  # years; nobody asks whether one of this age was a child
_OLD_ENOUGH_TO_CONSENT = 40  # years; nobody asks whether a woman of this age could consent
_MURDER = re.compile(r"(?<!attempt to )(?<!attempted )\bmurder(?:ed)?\b")
# "DOB 1.4.2012, so 11 years 4 months": the age that the text works out from a birth.
_WORKED_OUT = re.compile(
    r"\s?[,(]?\s?(?:=|(?:and\s)?so|i\.?e\.?,?|that\sis,?|hence|thus|making\s(?:her|him|it)|which\smakes\s(?:her|him))\s(?:aged\s|she\swas\s|he\swas\s)?"
    r"(?P<age>(?P<years>\d{1,2})\s?(?:years|yrs?\b\.?),?\s(?:and\s|&\s)?(?P<months>\d{1,2})\s?(?:months?|mths?\b\.?))"
)
_BOY = re.compile(r"\b(?:boy|son|he\swas\sa\sboy)\b")
_GIRL = re.compile(r"\b(?:girls?|prosecutrix|hymen|virgin|daughter)\b")
_OFTEN = 3  # times that a boy is named
_UNDER_SIXTEEN = re.compile(r"\b376\s?\(3\)")  # the graver rape, also where it is cited without the Code
# Cards that prove no age under Section 94 of the Juvenile Justice Act if a certificate gives another.
_CARD = re.compile(r"\b(?:aadh?aa?r|voter(?:'s)?\s(?:id|card|list)|ration\scard|electoral\sroll)\b[^.;\n]{0,30}\Z")
_SEXUAL_OFFENCES = ("IPC-376", "IPC-376A", "IPC-376D", "BNS-64", "BNS-70", "BNS-63", "IPC-375", "BNS-69")
_KIDNAPPING = ("IPC-361", "IPC-363", "IPC-364A", "IPC-366", "IPC-366A", "BNS-137", "BNS-140")
_GANG_RAPE_RULES = {"BNS-70": "bns-70-2-age", "IPC-376DA": "ipc-376da-age", "IPC-376DB": "ipc-376db-age"}
# Under eighteen, also for earlier offences: JJ Act 2000 s.20; Hari Ram v. State of Rajasthan (2009) 13 SCC 211.
_TODAYS_LAW = date.max  # without a date of offence, an age is tested by current law
_JJ_1986, _JJ_2000 = date(1987, 10, 2), date(2001, 4, 1)


@dataclass(frozen=True, slots=True)
class _Age:
    """The age of a person on the relevant day, and the words that give it."""

    person: str
    years: float
    words: str
    spans: tuple[Span, ...]
    source: str
    most_years: float | None = None  # the upper end, if the age is not exact
    is_boy: bool | None = None


def age_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Lines of age for the accused and the victim. The age of a road accident victim sets the multiplier instead."""
    offence = _offence_event(matter)
    if matter.topic("motor accident"):
        return
    in_year = None if matter.day else day_of_stated_year(matter.lower)
    day = offence.day if offence else in_year or (matter.code_day if "IPC" in matter.acts else _TODAYS_LAW)
    dated = offence is not None
    for age in _ages(matter, day if dated else _TODAYS_LAW):
        if age.person == "accused" and age.years < _YOUNGEST_ACCUSED:
            continue  # the birth of somebody else, or another date
        for rule in _rules_for(matter, age, day):
            if age.most_years is None or rule.holds(age.years) == rule.holds(age.most_years):
                yield _line(rule, age)
    if not dated:
        yield from _children_at_fir(matter)


def _children_at_fir(matter: MatterProfile) -> Iterator[LawLine]:
    """An accused born less than eighteen years before the FIR was a child at the offence, whatever its day."""
    fir = matter.timeline.first("fir")
    for age in _ages(matter, fir.day) if fir is not None else ():
        if fir is None or age.person != "accused" or age.source != "birth" or not _YOUNGEST_ACCUSED <= age.years < 18:
            continue
        at_most = replace(age, words=f"at most {age.words}")
        yield from (_line(rule, at_most) for rule in _rules_for(matter, age, fir.day) if rule.value == 18)


def _offence_event(matter: MatterProfile) -> DatedEvent | None:
    """The day of the offence; if a girl is said to have been kidnapped, the day on which she left home."""
    dated = matter.timeline.first("offence", "death")
    return dated or (matter.timeline.first("girl left", "separation") if _turns_on_victims_age(matter) else None)


def _ages(matter: MatterProfile, day: date) -> Iterator[_Age]:
    """The ages on that day: by date of birth, as stated at the offence, by a bone test, or as the sheet has them."""
    seen: set[object] = set()
    for event in _births_by_certificate(matter):
        by_rules = None if _is_birth_of_sibling(matter, event) else _person_born(matter, event)
        likely = _likely_person(matter, event.span, _SURE if by_rules is None else _SURER)
        person = by_rules if likely is None else likely or None
        if _BORN_IN_BRACKETS.search(matter.lower[max(0, event.span.start - 60) : event.span.start]):
            person = "accused"
        if person is None or event.day >= day or not event.exact or (person, event.day) in seen:
            continue
        stated = _WORKED_OUT.match(matter.lower, event.span.end)
        stated_months = int(stated["years"]) * 12 + int(stated["months"]) if stated else None
        if day == _TODAYS_LAW:
            if stated is not None and stated_months is not None:
                seen |= {person, (person, event.day)}
                spans = (event.span, Span(*stated.span("age")))
                yield _Age(person, stated_months / 12, _years_and_months(stated_months / 12), spans, "birth")
            continue
        age = dates.age(event.day, day)
        seen |= {person, (person, event.day)}
        agrees = stated is not None and stated_months == age.years * 12 + age.months
        yield _Age(
            person,
            age.years + age.months / 12,
            f"{dates.in_words(age)} on {dates.written(day)}",
            (event.span, *((Span(*stated.span("age")),) if stated and agrees else ()), *_offence_span(matter)),
            "birth",
        )
    test = _OSSIFICATION.search(matter.lower)
    if test is not None and _turns_on_victims_age(matter):
        high = float(test["high"])
        yield _Age(
            "victim", high, f"{high:g} years at the upper limit of the test", (Span(*test.span("range")),), "test"
        )
    stated_ages = [age for age in _stated_ages(matter, None if day == _TODAYS_LAW else day) if age.person not in seen]
    yield from stated_ages
    seen.update(age.person for age in stated_ages if age.person != "accused")  # there may be other accused
    taken = SpanSet(age.spans[0] for age in stated_ages)
    for fact in matter.sheet.facts:
        if not isinstance(fact, NumericalFact) or fact.quantity is not Quantity.AGE or fact.role in seen:
            continue
        if any(taken.holds(span) for span in fact.spans) or is_of_cited_case(matter.lower, fact.spans[0]):
            continue
        before = matter.lower[max(0, fact.spans[0].start - 24) : fact.spans[0].start]
        if fact.role in {"accused", "victim"} and not _SINCE_AGE.search(before):
            years = fact.value if fact.unit == "years" else fact.value / 12
            yield _Age(
                fact.role,
                years,
                _years_and_months(years) if years % 1 else number_words(fact),
                fact.spans[:1],
                "stated",
            )


def _stated_ages(matter: MatterProfile, offence: date | None) -> Iterator[_Age]:
    """The ages stated of the accused, the victim or the deceased; of two for one person, those that are proved."""
    if matter.topic("election to a legislature"):
        return  # the age is that of a candidate
    persons = AgedPersons(matter, _turns_on_victims_age(matter), _is_of_suicide(matter))
    found = []
    stated = list(find_ages(matter, offence))
    for mention in sorted((*stated, *_likely_ages(matter, stated)), key=lambda mention: mention.span):
        owner = persons.owner(mention.span, is_close=not (mention.is_proved or mention.is_marked))
        likely = _likely_person(matter, mention.span, _SURE if owner is None else _SURER)
        if likely is not None:
            owner = Owner(likely, owner.is_boy if owner else None) if likely else None
        if owner is not None:
            source = "birth" if mention.is_proved else "stated"
            found.append(
                _Age(owner.person, mention.low, mention.words, (mention.span,), source, mention.high, owner.is_boy)
            )
    for person in dict.fromkeys(age.person for age in found):
        ages = [age for age in found if age.person == person]
        proved = [age for age in ages if age.source == "birth"]
        yield from {age.years: age for age in reversed(proved or (ages if person == "accused" else ages[:1]))}.values()


_SURE = 0.7  # least probability, by the learned reader, of whose age a number is
_SURER = 0.85  # the same against a rule that says otherwise
_IN_RANGE = re.compile(r"\s?(?:-|–|to|or)\s?(?:\d|[a-z]+teen|twenty)")  # "18 to 20 years" is no age of eighteen
_PERSON_OF = {
    NumberRole.AGE_OF_ACCUSED: "accused",
    NumberRole.AGE_OF_VICTIM: "victim",
    NumberRole.AGE_OF_DECEASED: "deceased",
    NumberRole.OTHER_AGE: "",
}


def _likely_person(matter: MatterProfile, span: Span, least: float) -> str | None:
    """Whose age a number is by the learned reader; empty for somebody else, None where it is not sure."""
    reading = matter.learned.number_at(span)
    return None if reading is None or reading.chance < least else _PERSON_OF.get(reading.role)


def _likely_ages(matter: MatterProfile, stated: list[AgeMention]) -> Iterator[AgeMention]:
    """Ages in words that no rule knows: "a staff nurse of twenty-four"."""
    taken = SpanSet(mention.span for mention in stated)
    for span, _ in matter.learned.numbers:
        years = read_count(matter.lower[span.start : span.end].partition(" ")[0].removesuffix("-"))
        if years is None or not 2 <= years < 100 or _IN_RANGE.match(matter.lower, span.end):
            continue
        if _likely_person(matter, span, _SURE) and taken.take(span):
            yield AgeMention(years, years, dates.counted(years, "years"), span, is_proved=False, is_marked=True)


def _years_and_months(years: float) -> str:
    """ "16 years 7 months"."""
    months = round(years * 12)
    return f"{dates.counted(months // 12, 'years')} {dates.counted(months % 12, 'months')}"


def _offence_span(matter: MatterProfile) -> tuple[Span, ...]:
    event = _offence_event(matter)
    return (event.span,) if event else ()


def _is_of_suicide(matter: MatterProfile) -> bool:
    return matter.is_charged("IPC-305", "IPC-306", "BNS-107", "BNS-108")


def _turns_on_victims_age(matter: MatterProfile) -> bool:
    return matter.topic("rape") or "POCSO" in matter.named_acts or matter.is_charged(*_KIDNAPPING)


def _births_by_certificate(matter: MatterProfile) -> tuple[DatedEvent, ...]:
    """The dates of birth; not those of a card, if there is another before the offence."""
    births = matter.timeline.of("birth")
    on_card = [_CARD.search(matter.lower[max(0, birth.span.start - 60) : birth.span.start]) for birth in births]
    certified = tuple(birth for birth, card in zip(births, on_card, strict=True) if card is None)
    return certified or births


def _is_birth_of_sibling(matter: MatterProfile, event: DatedEvent) -> bool:
    """Whether the date of birth is that of a brother or sister who is not an accused."""
    clause = event.clause or event.span
    before = matter.lower[max(clause.start, event.span.start - 120) : event.span.start]
    return _BIRTH_OF_SIBLING.search(before[-50:]) is not None and _ACCUSED.search(before) is None


def _person_born(matter: MatterProfile, event: DatedEvent) -> str | None:
    """Whose date of birth it is: the person named in the clause, else the one whose age the charge turns on."""
    clause = event.clause or event.span
    words = matter.lower[max(clause.start, event.span.start - 120) : min(clause.end, event.span.end + 60)]
    if (role := _role_by_name(matter, event)) is not None:
        return role
    if _BORN_ACCUSED.search(matter.lower[max(0, event.span.start - 60) : event.span.start]):
        return "accused"
    if _turns_on_victims_age(matter):
        is_his = _HIS.search(words) is not None and _HER.search(words) is None and _GIRL.search(matter.lower)
        if not any(pattern.search(words) for pattern in (_ACCUSED, _VICTIM, _HIS, _HER)):
            words = _last_person(
                _SCHOOL_PAPERS.sub("", matter.lower[max(0, clause.start - _PRONOUN_REACH) : clause.start])
            )
        names_accused = _ACCUSED.search(words) is not None or is_his
        return "accused" if names_accused and not _VICTIM.search(words) else "victim"
    if _OTHER_PERSON.search(words) and not _ACCUSED.search(words):
        return None
    if _DECEASED.search(words) and not _ACCUSED.search(words):
        return "deceased"
    is_respondent = matter.topic("appeal by the State") and _RESPONDENT.search(words)
    names_nobody = not any(pattern.search(words) for pattern in (_ACCUSED, _DECEASED, _OTHER_PERSON))
    if (_PRONOUN.search(words) or names_nobody) and not _ACCUSED.search(words):
        words = _last_person(matter.lower[max(0, clause.start - _PRONOUN_REACH) : clause.start])
    juvenile = matter.topic("juvenile") or bool(matter.named_acts & {"JJ", "JJ2000", "JJ1986"})
    is_accused = juvenile or is_respondent or (matter.topic("crime") and _ACCUSED.search(words))
    return "accused" if is_accused else None


def _role_of_name(text: str, name: str) -> str | None:
    """Whether the text calls a named person accused or victim: "accused Ravi", "Ravi (A-2)", "the victim Meena"."""
    for role, words in (("accused", _CALLED_ACCUSED), ("victim", _CALLED_VICTIM)):
        if re.search(
            rf"\b(?:{words})[\s,]+(?:no\.?\s?\d\s)?(?:\w+\s)?{name}\b|\b{name}\b[\s,]*\((?:the\s)?(?:{words})", text
        ):
            return role
    return None


def _last_person(before: str) -> str:
    """The person last named before a clause that only says "he"."""
    named = [match for pattern in (_ACCUSED, _VICTIM, _DECEASED, _OTHER_PERSON) for match in pattern.finditer(before)]
    return max(named, key=lambda match: match.start())[0] if named else ""


def _role_by_name(matter: MatterProfile, event: DatedEvent) -> str | None:
    """The role of the person whose birth is named: "dob of Ansh". In a kidnapping, the child if nothing differs."""
    near = (max(0, event.span.start - 80), event.span.start), (event.span.end, event.span.end + 40)
    named = next((match for place in near if (match := _BIRTH_OF.search(matter.text, *place))), None)
    role = _role_of_name(matter.text, named["name"]) if named else None
    if role is not None or not matter.is_charged(*_KIDNAPPING):
        return role
    before = matter.lower[max(0, event.span.start - _PRONOUN_REACH // 2) : event.span.start]
    return "victim" if named or re.search(r"\b(?:boy|child|lad)\b", before) else None


def _rules_for(matter: MatterProfile, age: _Age, day: date) -> Iterator[Threshold]:
    """The rules of age that the charges engage for this person."""
    in_force_on = max(day, _JJ_2000) if age.person == "accused" and day >= _JJ_1986 else day
    rules = thresholds.applicable(Quantity.AGE, age.person, in_force_on)
    by_id = {rule.id: rule for rule in rules}
    if age.person == "accused":
        wanted = _rules_for_accused(matter, age)
    else:
        wanted = _rules_for_victim(matter, age) if age.person == "victim" else _rules_for_deceased(matter, age)
    for rule_id in wanted:
        if rule_id in by_id:
            yield by_id[rule_id]


def _rules_for_accused(matter: MatterProfile, age: _Age) -> Iterator[str]:
    juvenile = matter.topic("juvenile") or bool(matter.acts & {"JJ", "JJ2000", "JJ1986"})
    if (age.source == "birth" and age.years < _LEAST_CLEARLY_ADULT) or juvenile or age.years < 18:
        yield "jj-2-12-age"
        yield "jj2000-2k-age"
    if age.years < 18 and _is_heinous(matter):
        yield "jj-15-age"
    if matter.topic("disqualification of a child tried as an adult"):
        yield "jj-24-age"
    if age.years < 12:
        yield from ("ipc-82-age", "bns-20-age", "ipc-83-age", "bns-21-age")


def _is_heinous(matter: MatterProfile) -> bool:
    """Whether a charge carries seven years or more at the least: JJ Act s.2(33); Shilpa Mittal (2020) 2 SCC 787."""
    if matter.raises("JJ-15") or matter.topic("preliminary assessment") or _MURDER.search(matter.lower):
        return True
    charges = (*matter.main_charges, *sections_after_act(matter.lower))
    rows = (sentences.sentence_for(charge, matter.code_day) for charge in charges)
    return any(row is not None and row.least_months >= _HEINOUS_MONTHS for row in rows)


def _rules_for_deceased(matter: MatterProfile, age: _Age) -> Iterator[str]:
    """Abetment of the suicide of a child is the graver offence; of a clear adult, nobody asks."""
    is_near = age.years < _LEAST_CLEARLY_ADULT and _is_of_suicide(matter)
    if is_near or matter.is_charged("IPC-305", "BNS-107"):
        yield from ("ipc-305-age", "bns-107-age")


def _rules_for_victim(matter: MatterProfile, age: _Age) -> Iterator[str]:
    if "POCSO" in matter.named_acts:
        yield "pocso-2-age"
    if matter.is_charged(*_SEXUAL_OFFENCES) and age.years < _OLD_ENOUGH_TO_CONSENT:
        yield from ("ipc-375-age-1949", "ipc-375-age-2013", "bns-63-age")
    if matter.is_charged(*_KIDNAPPING):
        yield "bns-137-age"
        is_boy = _is_boy(matter, age)
        if is_boy is not None or not 16 <= age.years < 18:  # between the two ages the sex decides
            yield "ipc-361-age-boy" if is_boy else "ipc-361-age-girl"
    if age.source == "test":
        return
    cited = matter.provision_ids
    if matter.is_charged("POCSO-5", "POCSO-6") and (age.years < 13 or "POCSO-5(m)" in cited):
        yield "pocso-5m-age"
    if matter.is_charged("POCSO-9", "POCSO-10") and (age.years < 13 or "POCSO-9(m)" in cited):
        yield "pocso-9m-age"
    rape = matter.is_charged("IPC-376", "BNS-64", "BNS-65")
    if "BNS-65(2)" in cited or matter.raises("IPC-376AB") or (rape and age.years < 12):
        yield from ("bns-65-2-age", "ipc-376ab-age")
    is_raised = cited & {"BNS-65(1)", "IPC-376(3)", "POCSO-4(2)", "IPC-376(2)(i)"} or _UNDER_SIXTEEN.search(
        matter.lower
    )
    if is_raised or (rape and age.years < 16):
        yield from ("bns-65-1-age", "ipc-376-3-age", "ipc-376-2i-age")
    yield from _rules_before_arrest(matter, bool(is_raised or (rape and age.years < 18)))
    if matter.is_charged("POCSO-4") and (age.years < 17 or "POCSO-4(2)" in cited):
        yield "pocso-4-2-age"
    if "IPC-376(2)(f)" in matter.provision_ids:
        yield "ipc-376-2f-age"
    yield from (rule_id for section, rule_id in _GANG_RAPE_RULES.items() if matter.raises(section))


def _rules_before_arrest(matter: MatterProfile, is_of_a_child: bool) -> Iterator[str]:
    """No anticipatory bail for the rape of a girl under sixteen or, by a gang, under eighteen."""
    if not matter.topic("anticipatory bail"):
        return
    if is_of_a_child:
        yield from ("crpc-438-4-age", "bnss-482-4-age")
    if matter.raises("BNS-70"):
        yield "bnss-482-4-gang-age"


def _is_boy(matter: MatterProfile, age: _Age) -> bool | None:
    """Whether the child is a boy, by the words beside the age or by those of the whole matter; None if unclear."""
    if age.is_boy is not None:
        return age.is_boy
    if matter.topic("rape") or matter.is_charged("IPC-366", "IPC-366A"):
        return False
    boys, girls = len(_BOY.findall(matter.lower)), len(_GIRL.findall(matter.lower))
    if girls:
        return boys > girls and boys >= _OFTEN  # a girl may be named in a case that is cited
    return True if boys else None


# The section that punishes what the section with the age defines, and that on the claim to be a child.
_ALSO_UNDER = {
    "ipc-375-age-1949": ("IPC-376",),
    "ipc-375-age-2013": ("IPC-376",),
    "bns-63-age": ("BNS-64",),
    "ipc-361-age-boy": ("IPC-363",),
    "ipc-361-age-girl": ("IPC-363",),
    "jj-2-12-age": ("JJ-9(2)",),
}


def _line(rule: Threshold, age: _Age) -> LawLine:
    is_met = rule.holds(age.years)
    stands = Stands.of(is_met)
    effect = rule.effect if is_met else f"the rule ({rule.effect}) does not apply"
    required = "at least " if rule.operator is Operator.AT_LEAST else "under "
    line = f"{rule.value:g} years"
    bound = f"{required}{line} under {provision_name(rule.provision)}"
    says = f"{capitalised(age.words)} against {bound}: {effect}."
    also = tuple(Provision.parse(section) for section in _ALSO_UNDER.get(rule.id, ()))
    quantity = f"age of the {age.person} at the offence"
    return LawLine(rule.provision, quantity, age.words, line, stands, age.spans, says, rule.id, also)
