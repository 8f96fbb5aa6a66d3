"""Lines of age, computed for the date that the law looks to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import Raised, read_count
from countercase.facts.timeline import DatedEvent
from countercase.facts.words import number_words, provision_name
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.codes import COMMENCEMENT
from countercase.law.tables.thresholds import Operator, Threshold

_ACCUSED = re.compile(
    r"\b(?:accused|appellants?|convict|juvenile|child\sin\sconflict|c\.?c\.?l|petitioner|applicant|our\sclient|client|under-?\s?trial|u\.?t\.?p|a-?\d|my\s(?:son|brother|nephew))\b"
)
_VICTIM = re.compile(r"\b(?:victim|prosecutrix|girl|child|survivor|daughter|minor|school|register|p\.?w\.?-?\s?1)\b")
_DECEASED = re.compile(r"\b(?:deceased|died|victim\sof\sthe\saccident|injured)\b")
_RESPONDENT = re.compile(r"\brespondents?\b|\br-?\d\b")  # the accused, in an appeal against an acquittal
_OTHER = re.compile(r"\b(?:witness|complainant|informant|brother\sof\sthe\s(?:victim|deceased)|father|mother)\b")
_OSSIFICATION = re.compile(
    r"\b(?:ossification|radiolog\w+|bone\s(?:age|test)|x-ray)\b[^;\n]{0,90}?"
    r"(?P<range>(?P<low>\d{1,2})\s?(?:to|-|–|and)\s?(?:below\s)?(?P<high>\d{1,2})(?:\s?(?:years|yrs)|(?<=below\s\d\d)(?=\D)))"
)
_ASKED_ON = ("today", "divorce petition", "joint petition", "petition", "application", "case filed")
_TENDER = 5  # years, HMGA s.6(a) proviso
_MAJORITY = 18  # years, Majority Act s.3; CrPC s.125(1) Explanation (a)
_SON = re.compile(r"\bson\b(?:[^.;]|(?<=\bb)\.){0,30}\Z")
_OFFSPRING = re.compile(r"\b(?:son|daughter|child|baby|boy|girl|minor)\b")
_CHILD_AGED = re.compile(
    r"\b(?:son|daughter|child|baby|boy|girl|minor)\b[^.;\d]{0,24}?(?:,|\(|\baged|\bis|\bnow)\s?(?:aged\s|about\s|only\s)*(?P<age>(?P<years>\d{1,2}|[a-z]+)\s?(?:years|yrs?\b\.?))"
)
_PETITION_DATED = re.compile(
    r"\b(?:petition|petn|application|appln|case)\b\.?\s(?:under|u/s)\s(?:s(?:ection|ec\.?|\.)\s?)?(?:125|144)\b(?:[^.;\n]|\.(?=\d)){0,20}\bfiled\b(?:[^.;\n]|\.(?=\d)){0,160}"
)
_CHILD_OF_PETITION = re.compile(
    r"\b(?P<what>son|daughter)\s(?:[a-z]+,?\s)?\(?aged\s(?P<years>\d{1,2})\b(?!\s?(?:months|mths))"
)
_SINCE = re.compile(r"\b(?:since|from|till|until|attain\w*|at)\s(?:the\s)?(?:age\s)?(?:of\s)?\Z")
_BIRTH_OF = re.compile(
    r"\b[Dd]\.?[Oo]\.?[Bb]\.?\sof\s(?:(?:the|accused|victim|deceased|minor)\s)*(?P<name>[A-Z][a-z]{2,})\b"
)
_CALLED_ACCUSED = r"[Aa]ccused|[Aa]ccd\.?|[Aa]ppellant|[Aa]pplicant|[Pp]etitioner|A-?\d"
_CALLED_VICTIM = r"[Vv]ictim|[Pp]rosecutrix|[Ss]urvivor|[Mm]inor|PW-?1"
_BORN_ACCUSED = re.compile(
    r"\b(?:accused|appellant|applicant|petitioner|juvenile|a-?\s?\d{1,2})\b(?:\s(?:no\.?\s?\d|[a-z]+)){0,2}\s(?:was\s|is\s)?(?:born|(?:'s|’s)?\s?d\.?o\.?b)"
)
_OF_RELATIVE = re.compile(
    r"(?<!my\s)\b(?:(?:elder|younger|twin)\s)?(?:sister|brother|cousin|sibling)(?:'s|’s)?\b[^.;\n]{0,20}\b(?:d\.?\s?o\.?\s?b|born|birth)\b[^.;\n]{0,12}\Z"
)  # of a brother or sister of the person, not of the person
_PRONOUN = re.compile(r"\b(?:he|his|she|her)\b")
_LOOK_BACK = 300  # characters within which the person behind a pronoun is named
_MURDER = re.compile(r"(?<!attempt to )(?<!attempted )\bmurder(?:ed)?\b")
_AT_OFFENCE = re.compile(
    r"\b(?P<age>(?P<years>\d{1,2}|[a-z]+(?:-[a-z]+)?)\s?(?:years|yrs?\b\.?)(?:,?\s(?:and\s|&\s)?(?P<months>\d{1,2}|[a-z]+)\s?(?:months?|mths?\b\.?))?)(?:,?\s(?:and\s|&\s)?\d{1,2}\s?days?)?"
    r"\s(?:old\s|of\sage\s)?(?:on\s(?:the\s)?(?:date|day)\sof|at\sthe\stime\sof)\s(?:the\s)?(?:offence|incident|occurrence|crime|commission|alleged)"
)
_BOY = re.compile(r"\b(?:boy|son|he\swas\sa\sboy)\b")
_GIRL = re.compile(r"\b(?:girls?|prosecutrix|hymen|virgin|daughter)\b")
_GIRL_AGED = re.compile(
    r"\b(?:daughter|girl|child|victim|prosecutrix|minor|survivor)\b(?:\s[a-z]{1,12})?(?:,|\s\(|\s(?:was|is|aged|only|then))\s?(?:then\s|aged\s|about\s|only\s|hardly\s|just\s)*(?P<age>(?P<years>\d{1,2})\s?(?:years|yrs?\b\.?)(?!\s(?:after|before|ago|later)))"
)
_GIRL_OF = re.compile(
    r"\b(?:girl|child|minor|daughter|pupil|student)\sof\s(?:about\s|only\s|just\s)?(?P<age>(?P<years>\d{1,2}|[a-z]+teen|[a-z]+))(?=\s?(?:years|yrs)|\s?[,.;)])"
)
_SHE_WAS = re.compile(
    r"\b(?:she|girl|victim|prosecutrix|child|minor|daughter)\s(?:was|is)\s(?:then\s|aged\s|about\s|only\s|just\s|hardly\s)*"
    r"(?P<age>(?P<years>\d{1,2}|[a-z]+(?:-[a-z]+)?)\s?(?:years|yrs?\b\.?)(?:,?\s(?:and\s|&\s)?(?P<months>\d{1,2}|[a-z]+)\s?(?:months|mths?\b\.?))?)(?!\s(?:after|before|ago|later|in))"
)
_SEXUAL = ("IPC-376", "IPC-376A", "IPC-376D", "BNS-64", "BNS-70", "BNS-63", "IPC-375")
_TAKING = ("IPC-361", "IPC-363", "IPC-364A", "IPC-366", "IPC-366A", "BNS-137", "BNS-140")
# "Aarav, 9 yrs, lifted outside the school": a child told of by name.
_TAKEN_CHILD = re.compile(
    r"\b[A-Z][a-z]+(?:\s\([^()]{1,20}\))?,?\s\(?(?:aged\s(?:about\s)?)?(?P<age>(?P<years>\d{1,2})\s?(?:yrs?\b\.?|years))(?:\sold|\sof\sage)?\)?,?\s"
    r"(?:was\s|were\s|is\s|had\sbeen\s)?(?:said\sto\shave\sbeen\s)?(?:lifted|kidnapped|abducted|taken|enticed|lured|picked\sup|whisked|went\smissing)"
)
_GANG = {"BNS-70": "bns-70-2-age", "IPC-376DA": "ipc-376da-age", "IPC-376DB": "ipc-376db-age"}
# Under eighteen counts for earlier offences too: JJ Act 2000 s.20; Hari Ram v. State of Rajasthan (2009) 13 SCC 211.
_TODAYS_LAW = date.max  # without a date of offence, an age is tested by current law
_JJ_1986, _JJ_2000 = date(1987, 10, 2), date(2001, 4, 1)


@dataclass(frozen=True, slots=True)
class _Age:
    """Whose age it is, how old the person was on the relevant day, and the words that say so."""

    holder: str
    years: float
    words: str
    spans: tuple[Span, ...]
    told_by: str


def age_lines(raised: Raised) -> Iterator[LawLine]:
    """Lines of age for the accused and the victim. The age of a road accident victim sets the multiplier instead."""
    offence = _offence(raised)
    if raised.topic("custody of a child") and not raised.topic("other marriage law"):
        yield from _child_in_custody(raised)
    if raised.has("CrPC-125", "BNSS-144"):
        yield from _son_maintained(raised)
        yield from _children_at_petition(raised)
    if raised.topic("motor accident"):
        return
    day = offence.day if offence else (raised.code_day if "IPC" in raised.acts else _TODAYS_LAW)
    dated = offence is not None
    for age in _ages(raised, day if dated else _TODAYS_LAW):
        for rule in _rules(raised, age, day):
            yield _line(rule, age)


def _offence(raised: Raised) -> DatedEvent | None:
    """The day of the offence; where a girl is said to have been taken, the day on which she left home."""
    told = raised.timeline.first("offence", "death")
    return told or (raised.timeline.first("separation") if _is_about_victim(raised) else None)


def _ages(raised: Raised, day: date) -> Iterator[_Age]:
    seen: set[object] = set()
    for event in raised.timeline.of("birth"):
        holder = None if _is_of_relative(raised, event) else _holder(raised, event)
        if holder is None or event.day >= day or not event.exact or day == _TODAYS_LAW:
            continue
        if (holder, event.day) in seen:
            continue
        age = dates.age(event.day, day)
        seen |= {holder, (holder, event.day)}
        years = age.years + age.months / 12
        yield _Age(
            holder,
            years,
            f"{dates.in_words(age)} on {dates.written(day)}",
            (event.span, *_offence_span(raised)),
            "birth",
        )
    for match in _AT_OFFENCE.finditer(raised.lower):
        who = _person_aged(raised.lower[max(0, match.start() - 60) : match.start()])
        whole = read_count(match["years"])
        if who is not None and who not in seen and whole is not None:
            seen.add(who)
            years = whole + (read_count(match["months"]) or 0 if match["months"] else 0) / 12
            yield _Age(who, years, match["age"], (Span(*match.span("age")),), "birth")
    test = _OSSIFICATION.search(raised.lower)
    if test is not None and _is_about_victim(raised):
        high = float(test["high"])
        yield _Age(
            "victim", high, f"{high:g} years at the upper limit of the test", (Span(*test.span("range")),), "test"
        )
    child = _taken_child(raised) if "victim" not in seen else None
    if child is not None:
        seen.add("victim")
        yield child
    for fact in raised.sheet.facts:
        if not isinstance(fact, NumericalFact) or fact.quantity is not Quantity.AGE or fact.role in seen:
            continue
        before = raised.lower[max(0, fact.spans[0].start - 24) : fact.spans[0].start]
        if fact.role in {"accused", "victim"} and not _SINCE.search(before):
            years = fact.value if fact.unit == "years" else fact.value / 12
            yield _Age(
                fact.role,
                years,
                _in_words(years) if years % 1 else number_words(fact),
                fact.spans[:1],
                "stated",
            )


def _taken_child(raised: Raised) -> _Age | None:
    """The stated age of the child in a charge of kidnapping or of a sexual offence."""
    match = _TAKEN_CHILD.search(raised.text) if raised.has(*_TAKING) else None
    if match is None and _is_about_victim(raised):
        match = _GIRL_AGED.search(raised.lower) or _SHE_WAS.search(raised.lower) or _GIRL_OF.search(raised.lower)
    years = read_count(match["years"]) if match else None
    if match is None or years is None:
        return None
    months = match.groupdict().get("months")
    years += (read_count(months) or 0) / 12 if months else 0
    words = _in_words(years) if months else dates.counted(years, "years")
    return _Age("victim", years, words, (Span(*match.span("age")),), "stated")


def _child_in_custody(raised: Raised) -> Iterator[LawLine]:
    """Below five, a Hindu child ordinarily stays with the mother; the age counts on the latest day of the matter."""
    births = [event for event in raised.timeline.of("birth") if event.exact and _is_of_a_child(raised, event)]
    last = max((mention.day for mention in raised.timeline.mentions if mention.exact), default=None)
    is_now = any(event.day == last for event in raised.timeline.of(*_ASKED_ON))
    stated = _CHILD_AGED.search(raised.lower)
    if len(births) == 1 and last is not None and births[0].day < last:
        age = dates.age(births[0].day, last)
        years, words, span = (
            age.years + age.months / 12,
            f"{dates.in_words(age)} on {dates.written(last)}",
            births[0].span,
        )
    elif not births and stated is not None and (told := read_count(stated["years"])) is not None:
        years, words, span = told, dates.counted(told, "years"), Span(*stated.span("age"))
    else:
        return
    below = years < _TENDER
    if below and births and not is_now:
        return  # the child may have grown past five since
    effect = (
        "custody is ordinarily with the mother" if below else "the rule of ordinary custody with the mother has ended"
    )
    yield LawLine(
        Provision.parse("HMGA-6(a)"),
        "age of the child, for ordinary custody with the mother",
        words,
        f"{_TENDER} years",
        Stands.of(below),
        (span,),
        f"{words[:1].upper()}{words[1:]} against {_TENDER} years: {effect}; the welfare of the child decides.",
        "hmga-6-age",
    )


def _son_maintained(raised: Raised) -> Iterator[LawLine]:
    """A son is maintained while he is a minor; the age counts on the day of the order."""
    order = raised.timeline.first("maintenance order", "order")
    births = [
        event
        for event in raised.timeline.of("birth")
        if event.exact and _SON.search(raised.lower[max(0, event.span.start - 40) : event.span.start])
    ]
    if order is None or not order.exact or len(births) != 1 or births[0].day >= order.day:
        return
    age = dates.age(births[0].day, order.day)
    minor = age.years < _MAJORITY
    words = f"{dates.in_words(age)} on {dates.written(order.day)}"
    effect = "a minor, who is to be maintained" if minor else "no longer a minor, so that only an infirmity would do"
    yield LawLine(
        Provision.parse("CrPC-125(1)(b)" if order.day < COMMENCEMENT else "BNSS-144(1)(b)"),
        "age of the son at the order of maintenance",
        words,
        f"{_MAJORITY} years",
        Stands.of(minor),
        (births[0].span, order.span),
        f"{words[:1].upper()}{words[1:]} against {_MAJORITY} years: {effect}.",
        "maintenance-son-age",
    )


def _children_at_petition(raised: Raised) -> Iterator[LawLine]:
    """The ages of children as the words that date the petition for maintenance give them."""
    dated = next((match for match in _PETITION_DATED.finditer(raised.lower)), None)
    if dated is None:
        return
    for match in _CHILD_OF_PETITION.finditer(raised.lower, *dated.span()):
        years, what = int(match["years"]), match["what"]
        minor = years < _MAJORITY
        effect = (
            "a minor, who is to be maintained" if minor else "no longer a minor, so that only an infirmity would do"
        )
        words = dates.counted(years, "years")
        yield LawLine(
            Provision.parse("BNSS-144(1)(b)" if raised.has("BNSS-144") else "CrPC-125(1)(b)"),
            f"age of the {what} at the petition for maintenance",
            words,
            f"{_MAJORITY} years",
            Stands.of(minor),
            (Span(*match.span()),),
            f"{words} against {_MAJORITY} years: {effect}.",
            f"maintenance-{what}-age",
        )


def _is_of_a_child(raised: Raised, event: DatedEvent) -> bool:
    return _OFFSPRING.search(raised.lower, max(0, event.span.start - 60), event.span.end + 30) is not None


def _in_words(years: float) -> str:
    """ "16 years 7 months"."""
    months = round(years * 12)
    return f"{dates.counted(months // 12, 'years')} {dates.counted(months % 12, 'months')}"


def _offence_span(raised: Raised) -> tuple[Span, ...]:
    event = _offence(raised)
    return (event.span,) if event else ()


def _is_about_victim(raised: Raised) -> bool:
    return raised.topic("rape") or "POCSO" in raised.named_acts or raised.has(*_TAKING)


def _is_of_relative(raised: Raised, event: DatedEvent) -> bool:
    """Whether a birth is that of a brother or sister who is not himself accused."""
    clause = event.clause or event.span
    before = raised.lower[max(clause.start, event.span.start - 120) : event.span.start]
    return _OF_RELATIVE.search(before[-50:]) is not None and _ACCUSED.search(before) is None


def _holder(raised: Raised, event: DatedEvent) -> str | None:
    """Whose birth it is: as the clause says, else the person whose age the charge turns on."""
    clause = event.clause or event.span
    words = raised.lower[max(clause.start, event.span.start - 120) : min(clause.end, event.span.end + 60)]
    named = _BIRTH_OF.search(raised.text, max(0, event.span.start - 80), event.span.start)
    if named is not None and (role := _role_of_name(raised.text, named["name"])) is not None:
        return role
    if _BORN_ACCUSED.search(raised.lower[max(0, event.span.start - 60) : event.span.start]):
        return "accused"
    if _is_about_victim(raised):
        return "accused" if _ACCUSED.search(words) and not _VICTIM.search(words) else "victim"
    if _OTHER.search(words) and not _ACCUSED.search(words):
        return None
    if _DECEASED.search(words) and not _ACCUSED.search(words):
        return "deceased"
    is_respondent = raised.topic("appeal by the State") and _RESPONDENT.search(words)
    is_bare = not any(person.search(words) for person in (_ACCUSED, _DECEASED, _OTHER))
    if (_PRONOUN.search(words) or is_bare) and not _ACCUSED.search(words):
        words = _last_person(raised.lower[max(0, clause.start - _LOOK_BACK) : clause.start])
    juvenile = raised.topic("juvenile") or bool(raised.named_acts & {"JJ", "JJ2000", "JJ1986"})
    is_accused = juvenile or is_respondent or (raised.topic("crime") and _ACCUSED.search(words))
    return "accused" if is_accused else None


def _role_of_name(text: str, name: str) -> str | None:
    """Whether the text calls a named person accused or victim: "accused Ravi", "Ravi (A-2)", "the victim Meena"."""
    for role, words in (("accused", _CALLED_ACCUSED), ("victim", _CALLED_VICTIM)):
        if re.search(
            rf"\b(?:{words})[\s,]+(?:no\.?\s?\d\s)?(?:\w+\s)?{name}\b|\b{name}\b[\s,]*\((?:the\s)?(?:{words})", text
        ):
            return role
    return None


def _person_aged(before: str) -> str | None:
    """The person whose age the preceding words give, if they name only one person."""
    words = re.split(r"[.;]\s", before)[-1]
    accused, victim = _ACCUSED.search(words), _VICTIM.search(words)
    if _OTHER.search(words) or (accused is None) == (victim is None):
        return None
    return "accused" if accused else "victim"


def _last_person(before: str) -> str:
    """The person last named before a clause that only says "he"."""
    named = [match for pattern in (_ACCUSED, _VICTIM, _DECEASED, _OTHER) for match in pattern.finditer(before)]
    return max(named, key=lambda match: match.start())[0] if named else ""


def _rules(raised: Raised, age: _Age, day: date) -> Iterator[Threshold]:
    on = max(day, _JJ_2000) if age.holder == "accused" and day >= _JJ_1986 else day
    rules = thresholds.applicable(Quantity.AGE, age.holder, on)
    by_id = {rule.id: rule for rule in rules}
    if age.holder == "accused":
        wanted = _for_accused(raised, age)
    else:
        wanted = _for_victim(raised, age) if age.holder == "victim" else iter(())
    for rule_id in wanted:
        if rule_id in by_id:
            yield by_id[rule_id]


def _for_accused(raised: Raised, age: _Age) -> Iterator[str]:
    juvenile = raised.topic("juvenile") or bool(raised.acts & {"JJ", "JJ2000", "JJ1986"})
    if age.told_by == "birth" or juvenile or age.years < 18:
        yield "jj-2-12-age"
        yield "jj2000-2k-age"
    heinous = (
        raised.has("JJ-15", "IPC-302", "BNS-103", "IPC-376", "BNS-64")
        or raised.topic("preliminary assessment")
        or _MURDER.search(raised.lower)
    )
    if juvenile and age.years < 18 and heinous:
        yield "jj-15-age"
    if age.years < 12:
        yield from ("ipc-82-age", "bns-20-age", "ipc-83-age", "bns-21-age")


def _for_victim(raised: Raised, age: _Age) -> Iterator[str]:
    if "POCSO" in raised.named_acts:
        yield "pocso-2-age"
    if raised.has(*_SEXUAL):
        yield from ("ipc-375-age-1949", "ipc-375-age-2013", "bns-63-age")
    if age.told_by == "test":
        return
    if raised.has(*_TAKING):
        yield "bns-137-age"
        is_boy = _BOY.search(raised.lower) is not None and _GIRL.search(raised.lower) is None
        yield "ipc-361-age-boy" if is_boy else "ipc-361-age-girl"
    if raised.has("POCSO-5", "POCSO-6") and (age.years < 12 or "POCSO-5(m)" in raised.ids):
        yield "pocso-5m-age"
    if raised.has("POCSO-9", "POCSO-10") and (age.years < 12 or "POCSO-9(m)" in raised.ids):
        yield "pocso-9m-age"
    if "BNS-65(2)" in raised.ids or raised.has("IPC-376AB"):
        yield from ("bns-65-2-age", "ipc-376ab-age")
    if raised.ids & {"BNS-65(1)", "IPC-376(3)", "POCSO-4(2)", "IPC-376(2)(i)"}:
        yield from ("bns-65-1-age", "ipc-376-3-age", "ipc-376-2i-age")
    if raised.has("POCSO-4") and age.years < 16:
        yield "pocso-4-2-age"
    if "IPC-376(2)(f)" in raised.ids:
        yield "ipc-376-2f-age"
    yield from (rule_id for section, rule_id in _GANG.items() if raised.has(section))


_SAME_AGE = {
    "ipc-375-age-1949": "IPC-376",
    "ipc-375-age-2013": "IPC-376",
    "bns-63-age": "BNS-64",
    "ipc-361-age-boy": "IPC-363",
    "ipc-361-age-girl": "IPC-363",
}  # the section that punishes what the first defines


def _line(rule: Threshold, age: _Age) -> LawLine:
    holds = rule.holds(age.years)
    stands = Stands.of(holds)
    effect = rule.effect if holds else f"the rule ({rule.effect}) does not apply"
    required = "at least " if rule.operator is Operator.AT_LEAST else "under "
    line = f"{rule.value:g} years"
    bound = f"{required}{line} under {provision_name(rule.provision)}"
    says = f"{age.words[:1].upper()}{age.words[1:]} against {bound}: {effect}."
    also = (Provision.parse(_SAME_AGE[rule.id]),) if rule.id in _SAME_AGE else ()
    what = f"age of the {age.holder} at the offence"
    return LawLine(rule.provision, what, age.words, line, stands, age.spans, says, rule.id, also)
