"""Lines of age: how old the accused, the victim or a child was on the date that matters in law."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from countercase.domain.checklist import LawLine, NumberRole, Stands
from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span, SpanSet
from countercase.facts.age_papers import BONE_TEST
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.age_mentions import AgeMention, find_ages
from countercase.facts.lines.age_rules import (
    HEINOUS_MONTHS,
    JJ_2000,
    LEAST_NEAR_MAJORITY,
    Age,
    is_of_suicide,
    least_sentence,
    rules_for,
)
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.rival_ages import (
    ages_by_other_papers,
    is_of_one_person,
    is_test_taken_later,
    paper_of_birth,
    with_rivals,
)
from countercase.facts.lines.stated_years import day_of_stated_year
from countercase.facts.lines.whose_age import AgedPersons, Owner
from countercase.facts.lines.whose_birth import (
    BORN_IN_BRACKETS,
    KIDNAPPING,
    certified_and_other_births,
    is_birth_of_sibling,
    person_born,
    person_named,
    turns_on_victims_age,
)
from countercase.facts.other_matters import is_of_cited_case
from countercase.facts.words import number_words, provision_name
from countercase.law import dates
from countercase.law.tables.acts import COMMENCEMENT
from countercase.law.tables.thresholds import Operator, Threshold
from countercase.text.words import capitalised

_OSSIFICATION = re.compile(
    r"\b(?:ossification|radiolog\w+|bone\s(?:age|test)|x-ray)\b[^;\n]{0,90}?"
    r"(?P<range>(?P<low>\d{1,2})(?:½|\.5)?\s?(?:to|-|–|and)\s?(?:below\s)?(?P<high>\d{1,2})(?P<half>\s?½|\.5)?(?:\s?(?:years|yrs)|(?<=below\s\d\d)(?=\D)))"
)
_SINCE_AGE = re.compile(r"\b(?:since|from|till|until|attain\w*|at)\s(?:the\s)?(?:age\s)?(?:of\s)?\Z")
_YOUNGEST_ACCUSED = 5  # years
# "DOB 1.4.2012, so 11 years 4 months": the age that the text works out from a birth.
_WORKED_OUT = re.compile(
    r"\s?[,(]?\s?(?:=|(?:and\s)?so|i\.?e\.?,?|that\sis,?|hence|thus|making\s(?:her|him|it)|which\smakes\s(?:her|him))\s(?:aged\s|she\swas\s|he\swas\s)?"
    r"(?P<age>(?P<years>\d{1,2})\s?(?:years|yrs?\b\.?),?\s(?:and\s|&\s)?(?P<months>\d{1,2})\s?(?:months?|mths?\b\.?))"
)
# Under eighteen, also for earlier offences: JJ Act 2000 s.20; Hari Ram v. State of Rajasthan (2009) 13 SCC 211.
_TODAYS_LAW = date.max  # without a date of offence, an age is tested by current law


def age_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Lines of age for the accused and the victim. The age of a road accident victim sets the multiplier instead."""
    offence = _offence_event(matter)
    if matter.topic("motor accident"):
        return
    last_day = _last_day(matter)
    in_year = None if matter.day else day_of_stated_year(matter.lower) or last_day
    is_of_old_code = "IPC" in matter.acts or (last_day is not None and last_day < COMMENCEMENT)
    day = offence.day if offence else in_year or (matter.code_day if is_of_old_code else _TODAYS_LAW)
    dated = offence is not None
    ages = list(_ages_by_papers(matter, day if dated else _TODAYS_LAW))
    for age in ages:
        if age.person == "accused" and age.years < _YOUNGEST_ACCUSED:
            continue  # the birth of somebody else, or another date
        for rule in _rules_by_papers(matter, age, ages, day):
            if age.most_years is None or rule.holds(age.years) == rule.holds(age.most_years):
                yield _with_note(matter, _line(rule, age), age, offence.day if offence else None)
    if any(age.person == "accused" and _LEAST_TRIED_AS_ADULT <= age.years < _MAJORITY for age in ages):
        yield from _offence_not_heinous(matter, day)
    if not dated:
        yield from _children_at_fir(matter)


_LEAST_TRIED_AS_ADULT, _MAJORITY = 16, 18  # years: JJ Act s.15(1)
_JJ_ACT_2015 = date(2016, 1, 15)
_SHILPA_MITTAL = "Shilpa Mittal v. State (NCT of Delhi) (2020) 2 SCC 787"


def _offence_not_heinous(matter: MatterProfile, day: date) -> Iterator[LawLine]:
    """Only a heinous offence, of seven years at the least, allows a trial as an adult: JJ Act s.2(33) and 15."""
    least = least_sentence(matter)
    if least is None or least[0] >= HEINOUS_MONTHS or day < _JJ_ACT_2015:
        return
    months = least[0]
    in_words = dates.counted(months // 12, "years") if months % 12 == 0 else dates.counted(months, "months")
    value = in_words if months else "no minimum"
    yield LawLine(
        Provision.parse("JJ-2(33)"),
        "least sentence of the offence (heinous: seven years or more)",
        value,
        "7 years",
        Stands.WITHIN,
        (least[1],),
        f"{capitalised(value)} against 7 years: no heinous offence, so that there is no preliminary assessment and no"
        f" trial as an adult ({_SHILPA_MITTAL}).",
        "jj-2-33-least",
    )


def _last_day(matter: MatterProfile) -> date | None:
    """The last date of the matter that is no birth: the offence was not later."""
    births = {birth.span for birth in matter.timeline.of("birth")}
    return max((mention.day for mention in matter.timeline.mentions if mention.span not in births), default=None)


def _rules_by_papers(matter: MatterProfile, age: Age, ages: Sequence[Age], day: date) -> Iterator[Threshold]:
    """The rules that an age engages, and those that the same person's age by another paper does."""
    own = tuple(rules_for(matter, age, day))
    yield from own
    if not age.differs or age.source == "test":
        return
    rivals = [other for other in ages if other.person == age.person and other.differs and other is not age]
    for rule in dict.fromkeys(rule for other in rivals for rule in rules_for(matter, other, day)):
        if rule not in own and not rule.id.startswith(_BY_AGE_OR_SEX):
            yield rule


def _children_at_fir(matter: MatterProfile) -> Iterator[LawLine]:
    """An accused born less than eighteen years before the FIR was a child at the offence, whatever its day.

    So was one born less than eighteen years before the first arrest, if the FIR is not dated.
    """
    after = matter.timeline.first("fir") or min(matter.timeline.of("arrest", "production"), key=_day, default=None)
    for age in _ages(matter, after.day) if after is not None else ():
        if after is None or age.person != "accused" or age.source != "birth" or not _YOUNGEST_ACCUSED <= age.years < 18:
            continue
        at_most = replace(age, words=f"at most {age.words}")
        yield from (_line(rule, at_most) for rule in rules_for(matter, age, after.day) if rule.value == 18)


def _day(event: DatedEvent) -> date:
    return event.day


_RANK_OF_TEST = (
    " A certificate of a school or a municipality comes before a bone test (Section 94(2) JJ Act, 2015; earlier Rule 12"
    " of the Rules of 2007)."
)
_BEFORE_ACT_OF_2000 = (
    " The offence is older than the Act: by its Section 20 the court seized of the case goes on, and if he was a"
    " juvenile the Board passes the order (Hari Ram v. State of Rajasthan (2009) 13 SCC 211)."
)


_AGE_DISPUTED = re.compile(
    r"\b(?:defence|accused|accd\b\.?|appellant|petitioner|applicant|we|a-?\d)\s?(?::|,|says?|said|pleads?|claims?|urges?|contends?)\s"
    r"(?:that\s)?(?:she\s)?(?:is\s|was\s)?(?:a\smajor|an\sadult|major|(?:over|above|more\sthan)\s(?:18|eighteen|16|sixteen))\b"
    r"|\b(?:her|the|prosecutrix'?s?|victim'?s?)\sage\s"
    r"(?:is\s|was\s|itself\s|stands\s)*(?:disputed|in\sdispute|not\s(?:proved|admitted)|contested|challenged|denied)\b"
    r"|\bdisput(?:es?|ed|ing)\s(?:her|the\s(?:victim's|prosecutrix's|girl's)|the)\sage\b"
)


def _with_note(matter: MatterProfile, line: LawLine, age: Age, day: date | None) -> LawLine:
    """The line with what the law says of a bone test or of an old offence, and whether the age is disputed."""
    if age.person == "victim" and age.source == "birth" and not age.differs and _AGE_DISPUTED.search(matter.lower):
        paper = age.paper or "date of birth"
        says = f"{line.says} This holds if the {paper} is accepted: the age is disputed."
        return replace(line, says=says, disputed=True)
    if age.differs:
        return replace(line, says=line.says + age.differs)
    if age.source == "test":
        return replace(line, says=line.says + _RANK_OF_TEST)
    if line.rule == "jj2000-2k-age" and day is not None and day < JJ_2000:
        return replace(line, says=line.says + _BEFORE_ACT_OF_2000)
    return line


# Nobody assesses an adult, and between sixteen and eighteen the sex of the child taken away decides.
_BY_AGE_OR_SEX = ("jj-15", "ipc-361")
_FOUND = re.compile(r"\b(?:found|traced|recovered|rescued|located|brought\sback)\b[^.;\n]{0,20}\Z")


def _offence_event(matter: MatterProfile) -> DatedEvent | None:
    """The day of the offence; if a child is said to have been kidnapped, the day of the taking, not of the finding."""
    dated = matter.timeline.first("offence", "death")
    if dated is None and matter.topic("drugs"):
        dated = matter.timeline.first("seizure", "search")  # to have the drug is the offence
    if not turns_on_victims_age(matter):
        return dated
    left = matter.timeline.first("girl left", "separation")
    if dated is None or left is None or left.day > dated.day or not matter.is_charged(*KIDNAPPING):
        return dated or left
    before = matter.lower[max(0, dated.span.start - 40) : dated.span.start]
    return left if _FOUND.search(before) else dated


def _ages_by_papers(matter: MatterProfile, day: date) -> Iterator[Age]:
    """The ages on that day, also by papers that give one person another age."""
    ages = list(_ages(matter, day))
    yield from with_rivals(matter, (*ages, *ages_by_other_papers(matter, day, ages)))


def _ages_by_birth(matter: MatterProfile, day: date) -> Iterator[Age]:
    """The ages by dates of birth; one whose birth is told again has one age, by the paper that either place names."""
    told: dict[tuple[str, date], list[DatedEvent]] = {}
    births, on_cards = certified_and_other_births(matter)
    for event in (*births, *on_cards):
        person = _person_of_birth(matter, event)
        if not person or event.day >= day or not event.exact:
            continue
        is_beside_certificate = any(
            person == other and is_of_one_person(matter, known[0].span, event.span)
            for (other, _), known in told.items()
        )
        if not births or event not in on_cards or is_beside_certificate:
            told.setdefault((person, event.day), []).append(event)
    for (person, _), events in told.items():
        papers = [paper_of_birth(matter, event) for event in events]
        at = next((number for number, paper in enumerate(papers) if paper is not None), 0)
        again = () if at == 0 else (events[at].span,)
        age = _age_by_birth(matter, person, events[0], day)
        if age is not None:
            yield replace(age, paper=papers[at], spans=(age.spans[0], *again, *age.spans[1:]))


def _person_of_birth(matter: MatterProfile, event: DatedEvent) -> str | None:
    if BORN_IN_BRACKETS.search(matter.lower[max(0, event.span.start - 60) : event.span.start]):
        return "accused"
    person = person_named(matter, event)
    if person is not None:
        return person
    by_rules = None if is_birth_of_sibling(matter, event) else person_born(matter, event)
    likely = _likely_person(matter, event.span, _SURE if by_rules is None else _SURER)
    return by_rules if likely is None else likely


def _age_by_birth(matter: MatterProfile, person: str, event: DatedEvent, day: date) -> Age | None:
    """The age on that day; without a day, the one that the text works out from the birth."""
    stated = _WORKED_OUT.match(matter.lower, event.span.end)
    stated_months = int(stated["years"]) * 12 + int(stated["months"]) if stated else None
    if day == _TODAYS_LAW:
        if stated is None or stated_months is None:
            return None
        spans = (event.span, Span(*stated.span("age")))
        return Age(person, stated_months / 12, _years_and_months(stated_months / 12), spans, "birth")
    age = dates.age(event.day, day)
    agrees = stated is not None and stated_months == age.years * 12 + age.months
    return Age(
        person,
        age.years + age.months / 12,
        f"{dates.in_words(age)} on {dates.written(day)}",
        (event.span, *((Span(*stated.span("age")),) if stated and agrees else ()), *_offence_span(matter)),
        "birth",
    )


def _ages(matter: MatterProfile, day: date) -> Iterator[Age]:
    """The ages on that day: by date of birth, as stated at the offence, by a bone test, or as the sheet has them."""
    by_birth = list(_ages_by_birth(matter, day))
    yield from by_birth
    seen: set[object] = {age.person for age in by_birth}
    test = _OSSIFICATION.search(matter.lower)
    if test is not None and turns_on_victims_age(matter) and not ("victim" in seen and _is_certified(matter)):
        high, low = float(test["high"]) + (0.5 if test["half"] else 0), float(test["low"])
        is_young = high < LEAST_NEAR_MAJORITY
        words = (
            f"{low:g} to {high:g} years by the test" if is_young else f"{high:g} years at the upper limit of the test"
        )
        of_test = Span(*test.span("range"))
        yield Age("victim", high, words, (of_test,), "test", least_years=low, paper=BONE_TEST)
    else:
        of_test = None
    stated_ages = [
        age
        for age in _stated_ages(matter, None if day == _TODAYS_LAW else day)
        if age.person not in seen and not (of_test and age.spans[0].overlaps(of_test))
    ]
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
            yield Age(
                fact.role,
                years,
                _years_and_months(years) if years % 1 else number_words(fact),
                fact.spans[:1],
                "stated",
            )


_CERTIFICATE_OF_BIRTH = re.compile(
    r"\bbirth\s(?:certificate|cert\b\.?|extract|register)|\b(?:certificate|extract|register|record)s?\sof\sbirths?\b"
    r"|\b(?:municipal(?:ity)?|corporation|panchayat)\b[^.;\n]{0,30}\b(?:register|certificate|record|extract)\b"
    r"|\bmatric(?:ulation)?\b[^.;\n]{0,20}\b(?:certificate|cert|mark-?\s?sheet)\b"
)


def _is_certified(matter: MatterProfile) -> bool:
    """Whether a birth is proved by a certificate, beside which a bone test has no place: JJ Act 2015 s.94(2)."""
    return any(
        _CERTIFICATE_OF_BIRTH.search(matter.lower, clause.start, clause.end) is not None
        for event in matter.timeline.of("birth")
        for clause in (matter.clause_at(event.span.start),)
    )


def _stated_ages(matter: MatterProfile, offence: date | None) -> Iterator[Age]:
    """The ages stated of the accused, the victim or the deceased; of two for one person, those that are proved."""
    if matter.topic("election to a legislature"):
        return  # the age is that of a candidate
    persons = AgedPersons(matter, turns_on_victims_age(matter), is_of_suicide(matter))
    found = []
    stated = list(find_ages(matter, offence))
    for mention in sorted((*stated, *_likely_ages(matter, stated)), key=lambda mention: mention.span):
        if is_test_taken_later(matter, mention.span, offence):
            continue
        owner = persons.owner(mention.span, is_close=not (mention.is_proved or mention.is_marked))
        likely = _likely_person(matter, mention.span, _SURE if owner is None else _SURER)
        if likely is not None:
            owner = Owner(likely, owner.is_boy if owner else None) if likely else None
        if owner is not None:
            source = "birth" if mention.is_proved else "stated"
            found.append(
                Age(owner.person, mention.low, mention.words, (mention.span,), source, mention.high, owner.is_boy)
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
    """Ages in words that no rule knows: "a staff nurse of twenty-four". The day of a date of birth is none."""
    taken = SpanSet((*(mention.span for mention in stated), *matter.mention_spans))
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


# The section that punishes what the section with the age defines, and that on the claim to be a child.
_ALSO_UNDER = {
    "ipc-375-age-1949": ("IPC-376",),
    "ipc-375-age-2013": ("IPC-376",),
    "bns-63-age": ("BNS-64",),
    "ipc-361-age-boy": ("IPC-363",),
    "ipc-361-age-girl": ("IPC-363",),
    "jj-2-12-age": ("JJ-9(2)",),
}


def _line(rule: Threshold, age: Age) -> LawLine:
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
