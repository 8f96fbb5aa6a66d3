"""Motor accident compensation: multiplier, future prospects, personal expenses, the vehicle and the policy."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from countercase.domain.checklist import LawLine, NumberRole, Stands
from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.age_mentions import find_ages
from countercase.facts.lines.learned_events import LIKELY_NUMBER
from countercase.facts.lines.personal_expenses import personal_expenses
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.stated_years import day_told
from countercase.facts.lines.whose_age import AgedPersons
from countercase.law import dates
from countercase.law.tables import thresholds

_MV_168 = Provision.parse("MV-168")
# Sarla Verma v. DTC (2009) 6 SCC 121: first age, last age and multiplier of each band.
_MULTIPLIER_BANDS = (
    (15, 25, 18),
    (26, 30, 17),
    (31, 35, 16),
    (36, 40, 15),
    (41, 45, 14),
    (46, 50, 13),
    (51, 55, 11),
    (56, 60, 9),
    (61, 65, 7),
)
_SARLA_VERMA, _PRANAY_SETHI = date(2009, 4, 15), date(2017, 10, 31)
_COUNT = r"(?:\d{1,2}|five|seven|nine|eleven|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen)"  # of the table
_MULTIPLIER = re.compile(
    rf"\bmultiplier\s(?:of|as|at|applied\s(?:is|was)|was|is|taken\sas|taken|used|adopted)?\s?['\"“]?(?P<n>{_COUNT})\b"
    rf"|\b(?P<m>{_COUNT})\s(?:as\s(?:the\s)?)?multiplier\b"
    r"|\bmultiplied\s(?:it\s|this\s|the\ssum\s)?by\s(?P<q>1[13-8]|[579])(?=\s?[;,.]\s)"
    r"|\btribunal\s(?:used|took|applied|adopted)\s(?P<o>1[0-8]|[5-9])(?=\s?[;,.]\s)"
    r"|(?<=[\s,])[x×]\s?(?P<p>1[13-8]|[579])(?=\s?=\s?(?:rs|₹))"
)
_TENS = r"\d{1,3}|ten|fifteen|twenty(?:[\s-]five)?|thirty|forty|fifty"
_PER_CENT = r"\s?(?:per\s?cent|%|percent)"
_PROSPECTS = re.compile(
    rf"(?P<share1>{_TENS}){_PER_CENT}(?=[^.;]{{0,40}}?\bprospects\b|\s(?:(?:more|added|extra)\s){{0,2}}(?:for|towards)\s(?:(?:the|his|her)\s)?future\b)"
    rf"|\bprospects\b[^.;]{{0,30}}?(?P<share2>{_TENS}){_PER_CENT}"
)
_NO_PROSPECTS = re.compile(
    r"\b(?:nothing|no\s(?:addition|amount|sum|increase|part\sof\sthe\sincome))\s(?:was\s|were\s|has\sbeen\s)?(?:added\s|given\s|allowed\s|made\s)?(?:for|towards|on\saccount\sof|by\sway\sof)\s(?:the\s|his\s|her\s|loss\sof\s)*future(?:\sprospects\b|(?=\s?[,;.]))"
    r"|\bfuture\sprospects\s(?:(?:was|were|is|are)\s)?(?:not\s(?:added|given|allowed|considered)|nil\b|ignored|refused|left\sout)"
)
_SELF_EMPLOYED = re.compile(
    r"\b(?:self[\s-]?employed|shop(?:-?keeper)?|store|business|driver|agricultur\w+|farmer|labour\w*|mason|carpenter|vendor|trader|hawker|contractor|fixed\ssalary|private\s(?:job|firm|company)|milk|ran\sa|on\s(?:his|her)\sown(?=\s?[.,;])|tailor|electrician|plumber|welder)\b"
)
_PERMANENT_JOB = re.compile(
    r"\b(?:government\s(?:servant|employee|job|clerk|teacher|officer|doctor|driver)|permanent\s(?:job|employee|post)|bank\s(?:officer|clerk|employee)|teacher\sin\sa\sgovernment|(?<!by\sa\s)(?<!by\sthe\s)constable|(?:railway|govt\.?)\s(?:employee|servant|school|job)|(?<!not\s)(?<!non-)(?<!no\s)permanent\b|lecturer|public\ssector)\b"
)
# "A permanent electrician": the trade is that of a post.
_IN_SERVICE = re.compile(r"\b(?:permanent|regular|confirmed|railway|government|govt\.?)\s(?:\w+\s)?\Z")
_DECEASED_AGE = re.compile(
    r"\b(?:deceased|dec'?d|death\sof)\b\.?(?:[^.;]|\.(?=\s[a-z]|\d)){0,60}?(?<![\d.])(?P<age>(?:aged?\s(?:about\s|was\s)?)?(?P<years>\d{2})\s?(?:years|yrs|(?=[),])))"
)
_CLAIMANT_AGE = re.compile(
    r"\b(?:claimant|petitioner|injured|applicant)\b[^.;\d]{0,40}?(?<![\d.])(?P<age>(?:aged?\s(?:about\s|was\s)?)?(?P<years>\d{2})\s?(?:years|yrs|(?=[),])))"
)
_HEIRS = re.compile(r"\b(?:deceased|decd|widow|widower|dependants?|legal\s(?:heirs|representatives)|l\.?rs?)\b")
_DIED = re.compile(r"\b(?:died|death|killed|deceased|decd|late|funeral)\b")
_AGE_STATED_OF_HIM = re.compile(
    r"\bage\sof\s(?:the\s)?(?:decd\.?|deceased|dec'?d\.?)\s?(?:was|is|:|as)?\s?(?P<age2>(?P<years2>\d{2}))\b"
    r"|\b(?:decd\.?|deceased|dec'?d\.?)\swas\s(?:aged\s|about\s|only\s)*(?P<age3>(?P<years3>\d{2}))(?=\s?[;,.]|\s(?:on|at|when))"
    r"|\b(?:husband|wife|son|father|mother|brother),?\s\(?aged\s(?:about\s)?(?P<age4>(?P<years4>\d{2}))\b\)?,?(?:\s(?:years|yrs)\b\.?(?:\sold)?,?)?"
    r"\s(?:was\s(?:killed|hit|crushed|run\sover|knocked)|died|met\swith)"
    r"|\b(?:he|she)\swas\s(?:then\s|only\s|just\s)?(?P<age6>(?P<years6>\d{2}))\s(?:on\s(?:the|that)\sday|at\sthe\stime|when\s(?:he|she)\sdied)\b"
    r"|,\s(?:an?\s|the\s)?[a-z][a-z\s-]{2,40}?\saged\s(?:about\s)?(?P<age5>(?P<years5>\d{2}))\b(?!\s?(?:and|or)\s\d)[^.;()\d]{0,60}?,?\s(?:was\s(?:killed|hit|crushed|run\sover|knocked|mowed)|died|met\swith)"
    r"|\b(?:he|she|husband|wife|son|father)\swas\s(?:then\s|aged\s|about\s|only\s|just\s)*(?P<age>(?P<years>\d{2})\s?(?:years|yrs)(?!\s(?:in|of\sservice|ago)))"
)
_CITED_CASE = re.compile(
    r"\b(?:case|ruling|decision|judgment|authority)\s(?:of|where|in\swhich)\b|\bcit(?:es|ed|ing)\b"
)
_LIKELY = 0.5  # least probability of what a number counts
_LIVING = re.compile(r"\b(?:widow|claimant|driver|owner|witness|conductor|cleaner|p\.?w\.?-?\s?\d)\b[^.;\d]{0,16}\Z")
_MINOR_AT_WHEEL = re.compile(
    r"\bminor\s(?:driver|boy|son|lad)\b[^.;\n]{0,60}\b(?:wheel|drov|driving|driver)\b|\bminor\sdriver\b"
)
_YEARS_OLD = re.compile(r"\s?(?:years?|yrs?)\b.*")
_BEREAVED = re.compile(r"\b(?:widow|killed|died|death|deceased|dec'?d|consortium|left\s(?:behind|the|his|her))\b")
_OLDEST = 100  # years
_ANOTHER_PERSON = re.compile(r"\b(?:driver|owner|cleaner|conductor|witness|pillion|doctor|p\.?w\.?-?\s?\d)\b")
_PERSON_REACH = 80  # characters before "he was 38" in which another person would be named
_HIS_AGE = re.compile(r"\bage\s(?:was|is|of|as)\s(?:about\s)?(?P<years>\d{2})\s?(?:years|yrs)")
_VEHICLE_WEIGHT = re.compile(
    r"\b(?:gross|unladen|laden)\s(?:vehicle\s)?(?:weight|wt)\b|\bg\.?v\.?w\b|\b(?:tipper|truck|lorry|trailer|tanker|dumper)(?=\s(?:of\s)?\Z)"
)
_TRANSPORT = re.compile(
    r"\b(?:goods|transport|commercial)\s(?:van|vehicle|carriage|carrier|auto)\b|\b(?:truck|lorry|tempo|tipper|canter|bus|taxi|pick-?\s?up|tanker|trailer|matador)\b"
)
_LIGHT_MOTOR_VEHICLE = re.compile(r"\blight\smotor\svehicles?\b|\bl\.?m\.?v\b")
_PROSPECTS_BELOW_AGE = ((40, 50, 40), (50, 30, 25), (60, 15, 10))  # age below, per cent: permanent, self-employed


def compensation_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The lines of a claim for death or injury on the road."""
    if not matter.topic("motor accident"):
        return
    age = _age(matter)
    if age is not None and (matter.day or day_told(matter)) >= _SARLA_VERMA:
        is_learned = len(age[2]) == 1 and _stated_age(matter) is None
        for line in (*_multiplier(matter, *age), *_prospects(matter, *age)):
            yield replace(line, says=line.says + LIKELY_NUMBER) if is_learned else line
    yield from personal_expenses(matter)
    yield from _vehicle(matter)


def _age(matter: MatterProfile) -> tuple[int, str, tuple[Span, ...]] | None:
    """Age of the deceased in completed years: from the date of birth, else as stated."""
    accident, birth = matter.timeline.first("offence", "death"), matter.timeline.first("birth")
    if accident is not None and birth is not None and birth.exact and birth.day < accident.day:
        age = dates.age(birth.day, accident.day)
        return age.years, dates.counted(age.years, "years"), (birth.span, accident.span)
    stated = _stated_age(matter) or _learned_age(matter)
    return (stated[0], dates.counted(stated[0], "years"), (stated[1],)) if stated is not None else None


def _stated_age(matter: MatterProfile) -> tuple[int, Span] | None:
    """The age that the text gives to the deceased, or to an injured claimant."""
    ages_on_sheet = [
        fact for fact in matter.sheet.facts if isinstance(fact, NumericalFact) and fact.quantity is Quantity.AGE
    ]
    for fact in ages_on_sheet:
        if fact.role == "deceased" and not _is_of_another_case(matter, fact.spans[0].start):
            return int(fact.value), fact.spans[0]
    ages = _DECEASED_AGE.finditer(matter.lower)
    match = next((age for age in ages if not _is_of_another_case(matter, age.start("age"))), None)
    if match is None:
        in_passing = _age_in_passing(matter.lower) or _age_by_owner(matter) or _only_age(matter)
        if in_passing is not None:
            return in_passing
        is_injury = matter.topic("injury claim") and not matter.timeline.of("death")
        match = _age_of_claimant(matter.lower) if is_injury else None
    return (int(match["years"]), Span(*match.span("age"))) if match is not None else None


def _learned_age(matter: MatterProfile) -> tuple[int, Span] | None:
    """The age of the deceased by the learned reader; of an unnamed person if somebody died and it is the only one."""
    of_deceased = {
        years: span
        for years, span in _ages_read(matter, NumberRole.AGE_OF_DECEASED).items()
        if not _MINOR_AT_WHEEL.search(matter.lower, max(0, span.start - 40), span.end + 60)
    }
    if len(of_deceased) == 1 or not _BEREAVED.search(matter.lower):
        return next(iter(of_deceased.items())) if len(of_deceased) == 1 else None
    others = _ages_read(matter, NumberRole.OTHER_AGE)
    ages = of_deceased | {years: span for years, span in others.items() if not _is_of_the_living(matter, span)}
    return next(iter(ages.items())) if len(ages) == 1 else None


def _is_of_the_living(matter: MatterProfile, span: Span) -> bool:
    """Whether an age is given to somebody who lives: "widow of 50", "owner, 44", or to a child who drove."""
    if _MINOR_AT_WHEEL.search(matter.lower, max(0, span.start - 40), span.end + 60):
        return True
    return _LIVING.search(matter.lower[max(0, span.start - 40) : span.start]) is not None


def _ages_read(matter: MatterProfile, role: NumberRole) -> dict[int, Span]:
    """The ages of the kind that the learned reader finds likely, each with its place."""
    return {
        int(years): span
        for span in matter.learned.numbers_of(role, _LIKELY)
        if (years := read_count(_YEARS_OLD.sub("", matter.lower[span.start : span.end])))
        and years <= _OLDEST
        and not _is_of_another_case(matter, span.start)
    }


def _is_of_another_case(matter: MatterProfile, position: int) -> bool:
    """Whether an age stands in the words about a case that somebody cites."""
    clause = matter.clause_at(position)
    return _CITED_CASE.search(matter.lower, clause.start, position) is not None


def _age_by_owner(matter: MatterProfile) -> tuple[int, Span] | None:
    """The age that the text gives to the deceased in other words, if it gives only one: "had completed 37"."""
    persons = AgedPersons(matter, turns_on_victim=False, turns_on_deceased=True)
    ages = {
        int(age.low): age.span
        for age in find_ages(matter, None)
        if int(age.low) == int(age.high)
        and (owner := persons.owner(age.span, is_close=not (age.is_proved or age.is_marked))) is not None
        and owner.person == "deceased"
    }
    return next(iter(ages.items())) if len(ages) == 1 else None


def _only_age(matter: MatterProfile) -> tuple[int, Span] | None:
    """ "Prakash Nair, aged 38, was riding ... He died": the only age, if it is given to nobody else."""
    ages = [fact for fact in matter.sheet.facts if isinstance(fact, NumericalFact) and fact.quantity is Quantity.AGE]
    if len(ages) != 1 or ages[0].role is not None or not matter.timeline.of("death"):
        return None
    return int(ages[0].value), ages[0].spans[0]


def _age_in_passing(lower: str) -> tuple[int, Span] | None:
    """ "He was 38 years", if somebody died and the text gives only one such age."""
    matches = [
        match
        for match in (_AGE_STATED_OF_HIM.finditer(lower) if _DIED.search(lower) else ())
        if not _ANOTHER_PERSON.search(lower[max(0, match.start() - _PERSON_REACH) : match.start()])
    ]
    if len(matches) != 1:
        return None
    group = next(name for name in ("age", "age2", "age3", "age4", "age5", "age6") if matches[0][name])
    return int(matches[0][group.replace("age", "years")]), Span(*matches[0].span(group))


def _age_of_claimant(lower: str) -> re.Match[str] | None:
    """The age of the injured claimant, if the text gives only one."""
    matches = list(_CLAIMANT_AGE.finditer(lower))
    ages = {match["years"] for match in (*matches, *_HIS_AGE.finditer(lower))}
    return matches[0] if matches and len(ages) == 1 else None


_DIED = re.compile(r"\b(?:deceased|dec'?d|died|dies|death|killed|fatal|succumb\w*|widow|late)\b")


def _victim_of_accident(matter: MatterProfile) -> str:
    """The deceased or the injured: a cousin who died at the same spot makes an injury no death."""
    is_injury = matter.topic("injury claim") and not matter.timeline.of("death") and not _HEIRS.search(matter.lower)
    return "deceased" if _DIED.search(matter.lower) and not is_injury else "injured"


def _multiplier(matter: MatterProfile, years: int, words: str, spans: tuple[Span, ...]) -> Iterator[LawLine]:
    """The multiplier for the age, and the one that was applied."""
    band = next((band for band in _MULTIPLIER_BANDS if band[0] <= years <= band[1]), (66, 0, 5) if years > 65 else None)
    if band is None:
        return
    low, high, correct = band
    ages = f"{low} to {high} years" if high else "above 65 years"
    yield LawLine(
        _MV_168,
        f"age of the {_victim_of_accident(matter)} in completed years, for the multiplier",
        words,
        f"{ages}: multiplier {correct}",
        Stands.WITHIN,
        spans,
        f"At {words} the multiplier is {correct} (Sarla Verma).",
        "multiplier",
    )
    stated = _MULTIPLIER.search(matter.lower)
    if stated is None:
        return
    applied = int(read_count(stated["n"] or stated["m"] or stated["o"] or stated["p"] or stated["q"]) or 0)
    stands = Stands.of(applied == correct)
    effect = "as in the table" if applied == correct else f"the table gives {correct}"
    yield LawLine(
        _MV_168,
        "multiplier applied",
        str(applied),
        f"{correct} at the age of {years}",
        stands,
        (Span(*stated.span()), *spans),
        f"Multiplier {applied} at {words}: {effect}.",
        "multiplier applied",
    )


def _prospects(matter: MatterProfile, years: int, words: str, spans: tuple[Span, ...]) -> Iterator[LawLine]:
    """The addition for future prospects, by age and kind of work."""
    stated, nothing_added = _PROSPECTS.search(matter.lower), _NO_PROSPECTS.search(matter.lower)
    jobs = [job for job in _PERMANENT_JOB.finditer(matter.lower) if not _is_of_another_case(matter, job.start())]
    is_permanent = bool(jobs) and "self-employed" not in matter.lower
    trades = {
        match[0]
        for match in _SELF_EMPLOYED.finditer(matter.lower)
        if not _IN_SERVICE.search(matter.lower[max(0, match.start() - 30) : match.start()])
    }
    is_self_employed = bool(trades - {"driver"} if is_permanent else trades)  # the driver is likely the one who hit him
    award = matter.timeline.first("award")
    if is_self_employed == is_permanent:
        return
    # Before Pranay Sethi only Sarla Verma added something: for a permanent job, up to fifty years.
    if award is not None and award.day < _PRANAY_SETHI and not (is_permanent and years < 50 and nothing_added):
        return
    row = next((row for row in _PROSPECTS_BELOW_AGE if years < row[0]), (0, 0, 0))
    correct = row[2] if is_self_employed else row[1]
    work = "self-employed or on a fixed salary" if is_self_employed else "in a permanent job"
    if stated is None and not nothing_added:
        if correct:
            yield LawLine(
                _MV_168,
                f"age of the {_victim_of_accident(matter)}, for future prospects ({work})",
                words,
                f"below {row[0]} years: {correct} per cent",
                Stands.WITHIN,
                spans,
                f"At {words}, {work}, {correct} per cent of the income is added for future prospects (Pranay Sethi).",
                "prospects",
            )
        return
    authority = "Sarla Verma" if award is not None and award.day < _PRANAY_SETHI else "Pranay Sethi"
    applied, span = _addition(stated, nothing_added)
    stands = Stands.of(applied == correct)
    effect = "as the law provides" if applied == correct else f"the law provides {correct} per cent"
    yield LawLine(
        _MV_168,
        f"addition for future prospects ({work})",
        f"{applied} per cent",
        f"{correct} per cent",
        stands,
        (span, *spans),
        f"{applied} per cent at {words}, {work}: {effect} ({authority}).",
        "prospects applied",
    )


def _addition(stated: re.Match[str] | None, nothing_added: re.Match[str] | None) -> tuple[int, Span]:
    """The share of the income that was added, and where the text says so."""
    if stated is None:
        return 0, Span(*nothing_added.span()) if nothing_added else Span(0, 1)
    group = "share1" if stated["share1"] else "share2"
    return int(read_count(stated[group]) or 0), Span(*stated.span(group))


def _vehicle(matter: MatterProfile) -> Iterator[LawLine]:
    """The weight up to which a light motor vehicle licence covers a vehicle."""
    if not _LIGHT_MOTOR_VEHICLE.search(matter.lower):
        return
    rule = thresholds.get("mv-2-21-weight")
    for fact in matter.sheet.facts:
        if not isinstance(fact, NumericalFact) or fact.quantity is not Quantity.WEIGHT:
            continue
        span = fact.spans[0]
        weight_words = list(_VEHICLE_WEIGHT.finditer(matter.lower, max(0, span.start - 40), span.start))
        if weight_words:
            light = rule.holds(fact.value, fact.unit)
            if light and _is_unladen_transport(matter.lower, weight_words[-1][0]):
                continue
            value = f"{fact.value:,g} {'kg' if fact.unit == 'kilograms' else fact.unit}"
            effect = (
                "a light motor vehicle, which the licence covers"
                if light
                else "not a light motor vehicle, so the licence does not cover it"
            )
            yield LawLine(
                rule.provision,
                "weight of the vehicle driven on a light motor vehicle licence",
                value,
                "7,500 kg",
                Stands.of(light),
                (Span(weight_words[-1].start(), span.end),),
                f"{value} against at most 7,500 kg: {effect}.",
                rule.id,
                (Provision.parse("MV-10"),),
            )
            return


def _is_unladen_transport(lower: str, weight: str) -> bool:
    """Whether only the unladen weight of a transport vehicle is known, whose gross weight counts: MV Act s.2(21)."""
    return weight.startswith("unladen") and _TRANSPORT.search(lower) is not None
