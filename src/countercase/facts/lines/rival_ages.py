"""Rival papers of one age: a school register against Aadhaar, a voter list or a bone test.

Each paper gives a line of its own, which names it and says what the others give. Only papers that the text names count,
and only if it is clear whose age they give.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from countercase.domain.span import Span
from countercase.facts.age_papers import BEFORE_REACH, BONE_TEST, PAPER, paper_of
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.age_rules import Age
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates

DIFFER = " The papers differ: "  # begins the note on a line that rests on one of several papers
_ORDER = (
    " Section 94(2) JJ Act, 2015 (earlier Rule 12 of the Rules of 2007) takes the certificate of the school or of the"
    " matriculation first, then the birth certificate of a municipality or panchayat, and a bone test only without"
    " these{others}."
)
_NO_PROOF = ("Aadhaar card", "voter list", "ration card", "PAN card", "driving licence", "jail record")
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_WORDS = rf"(?:ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty(?:[\s-](?:{_ONES}))?|{_ONES})"
_NUMBER = rf"(?:\d{{1,2}}|{_WORDS})"
_BRACKET = r"(?:\s?\([^()\n]{1,40}\))?"
_OF_THE_PAPER = r"(?:\s(?:of|dated|dt\.?|for|on|prepared\sin)\s(?:[\w.'’]+\s?){1,3})?"
_LINK = (
    r"(?:\s?[:=–-]|,?\s(?:which\s|it\s|now\s|only\s)?"
    r"(?:says?|shows?|showed|gives?|gave|records?|recorded|has|had|mentions?|states?|puts?|makes?|made|opines?|opined|places?))"
)
_ACCUSED = r"accused|appellant|applicant|petitioner|client|juvenile"
_VICTIM = r"victim|prosecutrix|survivor|girl"
_OWNER = r"(?:\b(?P<owner>[a-z]{3,14})['’]s\s(?:own\s)?)?"  # "Pappu's voter list"
# "Voter list shows him 19", "Jail form 18.04.2004: '19'", "Voter list 01.01.2003: 'Raju, 18'".
_AGE_BY_PAPER = re.compile(
    rf"{_OWNER}\b(?P<paper>{PAPER}){_BRACKET}{_OF_THE_PAPER}(?:,?\s(?P<dated>(?:\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}|(?:19|20)\d\d)))?{_BRACKET}{_LINK}"
    rf"(?:\s(?:that|him|her|it|his|her|the|age|as|at|of|to|be|was|is|about|aged|between|above|(?P<accused>{_ACCUSED})|(?P<victim>{_VICTIM})))*\s?[\"'“‘]?(?:(?P<name>[a-z]{{3,14}}),\s)?"
    rf"(?P<age>(?P<low>{_NUMBER})(?:\s?(?:-|–|to|and)\s?(?:below\s)?(?P<high>{_NUMBER}))?(?:½|\.5)?(?P<unit>\s?(?:years?|yrs?\b\.?))?(?:,?\s?(?:and\s)?(?P<months>\d{{1,2}})\s?(?:months?|mths?\b\.?))?)"
    r"(?=[\"'”’]?(?:\s?[,;)]|\.(?!\d)|\s?\Z|\n|\s?[–-]\s|\s(?:at|on|when|in|and|but|years?|old|of\sage|by|while|which|so|then|with)\b))"
)
# "The kutumb register shows 1998": the year of birth alone.
_YEAR_BY_PAPER = re.compile(
    rf"{_OWNER}\b(?P<paper>{PAPER}){_BRACKET}(?:,[^,.;\n]{{1,40}},)?{_LINK}(?:\s(?:his|her|the|it|birth|year|of|as|in|is|was))*\s?(?P<year>(?:19|20)\d\d)\b(?![./-]\d)"
)
_YOUNGEST, _OLDEST = 5, 60
_REACH = 420  # characters between two papers of one person
# Persons other than the one whose papers are set against each other.
_ANOTHER = re.compile(
    r"\b(?:(?:elder|younger|twin)\s)?(?:sister|brother|cousin|sibling|friend|class-?\s?mate|neighbour|daughter|co-?\s?accused|co-?\s?accd|second\saccused|other\s(?:accused|boy|girl|victim)|wife|husband)\b"
)
_NUMBERED = re.compile(r"\ba-?\s?(?P<number>\d{1,2})\b|\baccused\sno\.?\s?(?P<also>\d{1,2})\b")
_MARGIN_OF_TEST = 1.0  # years on the lower side, of which a juvenile has the benefit (JJ Rules 2007, r.12(3)(b))
_TENTH_OF_MONTH = 1 / 120
_LONG_AGO = 0.5  # years between the offence and a paper, from which the age at the offence is worked out in words


def paper_of_birth(matter: MatterProfile, event: DatedEvent) -> str | None:
    """The paper that gives a date of birth."""
    clause = event.clause or matter.clause_at(event.span.start)
    line_start = matter.lower.rfind("\n", 0, event.span.start) + 1
    since = max(min(clause.start, event.span.start), line_start, _date_before(matter, event.span.start))
    return paper_of(matter.lower, event.span.start, event.span.end, since, _date_after(matter, event.span, clause.end))


def _date_before(matter: MatterProfile, position: int) -> int:
    """The end of the last date before an offset."""
    return max((span.end for span in matter.mention_spans if span.end <= position), default=0)


def _date_after(matter: MatterProfile, place: Span, end: int) -> int:
    """The start of the next date after a place, at most `end`."""
    return min((span.start for span in matter.mention_spans if place.end <= span.start < end), default=end)


def is_of_one_person(matter: MatterProfile, first: Span, second: Span) -> bool:
    """Whether two ages of one role are of one person: no other number of an accused stands beside one of them."""
    numbers = {_number_beside(matter, span) for span in (first, second)} - {None}
    if len(numbers) > 1:
        return False
    between = matter.lower[min(first.end, second.end) : max(first.start, second.start)]
    return _ANOTHER.search(between[-80:]) is None or first.start > second.start


def _number_beside(matter: MatterProfile, span: Span) -> str | None:
    clause = matter.clause_at(span.start)
    start = max(clause.start, span.start - BEFORE_REACH, _date_before(matter, span.start))
    numbers = [match["number"] or match["also"] for match in _NUMBERED.finditer(matter.lower, start, span.start)]
    return numbers[-1] if numbers else None


def ages_by_other_papers(matter: MatterProfile, day: date, known: Sequence[Age]) -> Iterator[Age]:
    """Ages that papers state of a person for whom another paper gives a date of birth or an age."""
    papered = [age for age in known if age.paper is not None]
    for match in _AGE_BY_PAPER.finditer(matter.lower) if papered else ():
        span = Span(*match.span("age"))
        low, high = read_count(match["low"]), read_count(match["high"]) if match["high"] else None
        if low is None or not _YOUNGEST <= low <= _OLDEST or (high is not None and high < low):
            continue
        beside = _beside_known(matter, papered, match, span)
        if beside is None or any(span.overlaps(other) for age in known for other in age.spans):
            continue
        if beside.paper == BONE_TEST and beside.person != "accused":
            continue  # the test of a victim has its own line
        age = _at_offence(matter, match, day, beside)
        if age is not None:
            yield age
    for match in _YEAR_BY_PAPER.finditer(matter.lower) if papered and day != date.max else ():
        span = Span(*match.span("year"))
        beside, oldest = _beside_known(matter, papered, match, span), day.year - int(match["year"])
        if beside is not None and _YOUNGEST < oldest <= _OLDEST:
            words = f"{oldest - 1} or {dates.counted(oldest, 'years')} in {day.year} by the {beside.paper}"
            yield replace(beside, years=oldest - 1, most_years=oldest + 11 / 12, words=words)


_TAKEN_LATER = re.compile(
    r"\b(?P<count>\d{1,2}|[a-z]+)\s(?P<unit>months?|years?)\s(?:before|prior\sto)\s(?:that\s|the\s|this\s)(?:\w+\s)?(?:examination|test|opinion|report|board|x-?\s?ray)\b"
)


def is_test_taken_later(matter: MatterProfile, span: Span, offence: date | None) -> bool:
    """Whether an age is that of a bone test held half a year or more after the offence, so that it is another then."""
    clause = matter.clause_at(span.start)
    if paper_of(matter.lower, span.start, span.end, clause.start, clause.end) != BONE_TEST:
        return False
    if _TAKEN_LATER.search(matter.lower, span.end, span.end + _REACH) is not None:
        return True
    held = [each for each in matter.timeline.mentions if clause.start <= each.span.start < clause.end and each.exact]
    return offence is not None and any((each.day - offence).days > _LONG_AGO * 365 for each in held)


def _beside_known(matter: MatterProfile, papered: Sequence[Age], match: re.Match[str], span: Span) -> Age | None:
    """The age by another paper of the same person, with this paper and place; None if it is not clear whose it is."""
    paper = paper_of(matter.lower, span.start, span.start, match.start("paper"), span.start)
    words = match.groupdict()
    named = {person for person in ("accused", "victim") if words.get(person) or _is_called(person, words["owner"])}
    near = papered if _is_of_one(matter, papered) else [age for age in papered if _is_near(age, span)]
    persons = named or {age.person for age in near}
    if paper is None or len(persons) != 1:
        return None
    own = [age for age in (papered if named else near) if age.person in persons]
    names = {words.get("name"), None if named else words["owner"]} - {None}
    if any(not _is_named_elsewhere(matter, str(name), own) for name in names) or paper in {age.paper for age in own}:
        return None
    number = _number_beside(matter, span)
    of = next((age for age in own if is_of_one_person(matter, age.spans[0], span)), None)
    if of is None or (number is not None and number != _number_beside(matter, of.spans[0])):
        return None
    return replace(of, paper=paper, source="paper", least_years=None, spans=(span,))


def _is_called(person: str, word: str | None) -> bool:
    return word is not None and re.fullmatch(_ACCUSED if person == "accused" else _VICTIM, word) is not None


def _is_of_one(matter: MatterProfile, papered: Sequence[Age]) -> bool:
    """Whether every date of birth of the matter is that of the person of these papers."""
    known = {span for age in papered for span in age.spans}
    return len({age.person for age in papered}) == 1 and all(
        birth.span in known or birth.day in {other.day for other in matter.timeline.of("birth") if other.span in known}
        for birth in matter.timeline.of("birth")
    )


def _is_near(age: Age, span: Span) -> bool:
    """Whether a place that gives the age stands near another; the last span of a birth is the offence."""
    places = age.spans[:-1] if age.source == "birth" and len(age.spans) > 1 else age.spans
    return any(abs(place.start - span.start) <= _REACH for place in places)


def _is_named_elsewhere(matter: MatterProfile, name: str, own: Sequence[Age]) -> bool:
    """Whether a name in a paper is that of the person: the text calls the person so shortly before the age."""
    return any(
        re.search(rf"\b{name}\b", matter.lower[max(0, age.spans[0].start - _REACH * 2) : age.spans[0].start])
        for age in own
    )


def _at_offence(matter: MatterProfile, match: re.Match[str], day: date, like: Age) -> Age | None:
    """The age on the day of the offence, carried from the date of the paper if the text gives one."""
    low = read_count(match["low"]) or 0.0
    months = int(match["months"]) if match["months"] else 0
    high = (read_count(match["high"]) or low) if match["high"] else None
    paper = like.paper
    made = _day_of_paper(matter, match)
    if made is None and paper == BONE_TEST and (high or low) >= 18:
        return None  # nobody knows how long after the offence the bones were seen
    since = (day - made).days / 365.25 if made is not None and day != date.max else 0.0
    least, most = low + months / 12 + since, (high if high is not None else low + months / 12) + since
    if made is not None and high is None and not months:
        most += 11 / 12  # a completed age may be nearly a year more
    if most < _YOUNGEST:
        return None
    words = match["age"].strip()
    words = words if match["unit"] or match["months"] else f"{words} years"
    if made is not None:
        words = f"{words} on {dates.written(made)}"
        if abs(since) >= _LONG_AGO:
            words = f"{_range_in_words(least, most)} at the offence ({words})"
    exact = abs(most - least) < _TENTH_OF_MONTH
    if paper == BONE_TEST:
        least, exact = least - _MARGIN_OF_TEST, False
    return replace(like, years=least, most_years=None if exact else most, words=f"{words} by the {paper}")


def _range_in_words(least: float, most: float) -> str:
    low, high = int(least), int(most)
    return f"about {dates.counted(high, 'years')}" if low == high else f"about {low} to {dates.counted(high, 'years')}"


def _day_of_paper(matter: MatterProfile, match: re.Match[str]) -> date | None:
    """The date of the paper: within its words, or at the head of the entry that tells of it."""
    at = [mention for mention in matter.timeline.mentions if match.start() <= mention.span.start < match.start("age")]
    if at:
        return at[-1].day if at[-1].exact else None
    line_start = matter.lower.rfind("\n", 0, match.start()) + 1
    head = [mention for mention in matter.timeline.mentions if mention.span.start == line_start]
    return head[0].day if head and head[0].exact else None


def with_rivals(matter: MatterProfile, ages: Iterable[Age]) -> Iterator[Age]:
    """The ages; where two papers give one person different ages, each names its paper and what the others give."""
    ages = list(ages)
    for age in ages:
        others = [other for other in ages if age.paper and other.paper and _are_rivals(matter, age, other)]
        if not others or age.paper is None:
            yield age
            continue
        named = age.words if _is_named(age) else f"{age.words} by the {age.paper}"
        against = "; ".join(dict.fromkeys(_as_told(other) for other in others))
        yield replace(age, words=named, differs=DIFFER + against + "." + _order_of_papers(matter, age, others))


def _are_rivals(matter: MatterProfile, age: Age, other: Age) -> bool:
    if other.person != age.person or other.paper == age.paper:
        return False
    least, most = _bounds(age)
    other_least, other_most = _bounds(other)
    apart = least > other_most + _TENTH_OF_MONTH or other_least > most + _TENTH_OF_MONTH
    return apart and is_of_one_person(matter, age.spans[0], other.spans[0])


def _bounds(age: Age) -> tuple[float, float]:
    """The least and the greatest age in years: a stated one is complete, a test has two ends."""
    least = age.least_years if age.least_years is not None else age.years
    most = age.most_years if age.most_years is not None else age.years
    return least, most + (11 / 12 if age.source == "paper" and age.most_years is None and age.years % 1 == 0 else 0)


def _is_named(age: Age) -> bool:
    return age.paper is not None and (age.paper in age.words or "the test" in age.words)


def _as_told(age: Age) -> str:
    """ "by the voter list 19 years"."""
    if age.source == "test":
        return f"by the {age.paper} {age.least_years:g} to {age.years:g} years"
    words = age.words.removesuffix(f" by the {age.paper}")
    return f"by the {age.paper} {words.partition(' on ')[0] if age.source == 'birth' else words}"


def _order_of_papers(matter: MatterProfile, age: Age, others: Sequence[Age]) -> str:
    """The order in which the Juvenile Justice Act takes the papers, where it applies."""
    if age.person != "accused" and "POCSO" not in matter.named_acts:
        return ""
    named = dict.fromkeys(each.paper for each in (age, *others) if each.paper in _NO_PROOF)
    others_named = " and the ".join(map(str, named))
    is_one = len(named) == 1
    return _ORDER.format(others=f"; the {others_named} {'is none' if is_one else 'are none'} of them" if named else "")
