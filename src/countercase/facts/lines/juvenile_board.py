"""Lines of the Juvenile Justice Act beside age and time: who sat at the Board, and where a child may be kept."""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.child_topics import JUVENILE_BOARD
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.text.words import capitalised

_MAGISTRATE = r"(?:principal\smagistrate|p\.?m\b\.?|magistrate)"
_MEMBER = r"(?:social\sworker(?:\smembers?|s)?|members?)"
# Who was there when the Board decided. "Both members being absent" leaves the Principal Magistrate alone.
_ONE = re.compile(
    rf"\b{_MAGISTRATE}\s(?:had\s|has\s|was\s|is\s)?(?:sat\s|sitting\s|signed\s(?:it\s)?|decided\s(?:it\s)?|acted\s|acting\s|alone\s)*(?P<alone>(?:sitting\s|sat\s|signed\s|decided\s|acted\s|acting\s)?(?:singly|alone|by\s(?:himself|herself)))\b"
    rf"|\b(?:signed|decided|passed|made|heard|disposed\sof)\s(?:only\s)?by\s(?:the\s)?(?:learned\s|ld\.?\s)?{_MAGISTRATE}\s(?P<only>alone|only|singly)\b"
    rf"|\b(?P<one>(?:one|single|a\ssingle|lone|sole)\smember)\b(?=[^.;\n]{{0,40}}\b(?:signed|sat|decided|sitting|present|passed|disposed|order)\b)"
    rf"|\bboth\s(?:the\s)?{_MEMBER}\s(?P<absent>(?:were\s|being\s)?(?:on\sleave|absent|away|not\spresent))\b"
)
_TWO = re.compile(
    rf"\b{_MAGISTRATE}\s(?:and|with|&)\s(?P<two>(?:one|a|the|one\sof\sthe|another)\s{_MEMBER})\b"
    rf"|\b{_MAGISTRATE}\s(?:and|with|&)\s(?P<named>(?:(?:smt|sh|shri|ms|mr|mrs|dr|sri)\b\.?\s)?[a-z]+(?:\s[a-z]+)?,\s(?:the\s)?{_MEMBER})\b"
    r"|\b(?P<members>(?:two|three|all\sthree|2|3)\s(?:of\s(?:the\s)?(?:three\s)?)?members)\b(?=[^.;\n]{0,40}\b(?:signed|sat|present|decided|sitting)\b)"
)
_FINAL = re.compile(
    r"\bfinal\s(?:order|disposal)\b|\bdispos(?:al|ed|ing)\b|\bguilty\b|\border\su/s\s18\b|\bsection\s18\b|\bto\shave\scommitted\b"
)
_DURING_EVIDENCE = re.compile(r"[^.;\n]{0,40}\b(?:during|at\sthe\sstage\sof|for)\s(?:the\s)?evidence\b")

_AT_EVIDENCE = re.compile(r"\b(?:evidence\sstage|stage\sof\s(?:the\s)?evidence|(?:during|for)\s(?:the\s)?evidence)\b")


def juvenile_board_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line of who sat at the Board and of a child's transfer to jail."""
    if matter.topic("juvenile") or "JJ" in matter.named_acts:
        yield from _members_at_disposal(matter)
        yield from _sent_to_jail(matter)
        yield from _apprehended_as_adult(matter)
        yield from _ordered_to_special_home(matter)


def _members_at_disposal(matter: MatterProfile) -> Iterator[LawLine]:
    """At the final disposal two members must be present, one of them the Principal Magistrate."""
    rule = thresholds.get("jj-7-members")
    day = matter.last_day or matter.code_day
    if not rule.in_force(day) or not JUVENILE_BOARD.search(matter.lower) or not _FINAL.search(matter.lower):
        return
    few = next((match for match in _ONE.finditer(matter.lower) if not _is_of_evidence(matter, match)), None)
    enough = next((match for match in _TWO.finditer(matter.lower) if not _is_of_evidence(matter, match)), None)
    match = few or enough
    if match is None:
        return
    group = next(name for name, words in match.groupdict().items() if words)
    count = 1 if few else 3 if group == "members" and match[group].startswith(("three", "all", "3")) else 2
    effect = (
        rule.effect if enough and not few else "too few: at the final disposal two members must sit, one the Magistrate"
    )
    value = dates.counted(count, "members")
    yield LawLine(
        rule.provision,
        "members of the Board at the final disposal",
        value,
        "2 members",
        Stands.of(few is None),
        (Span(*match.span(group)),),
        f"{capitalised(value)} against at least 2 members, one of them the Principal Magistrate: {effect}.",
        rule.id,
    )


def _is_of_evidence(matter: MatterProfile, match: re.Match[str]) -> bool:
    before = matter.lower[matter.clause_at(match.start()).start : match.start()]
    return _DURING_EVIDENCE.match(matter.lower, match.end()) is not None or _AT_EVIDENCE.search(before) is not None


_CHILDRENS_COURT = re.compile(r"\bchildren(?:['’]s)?\scourt\b|\bplace\sof\ssafety\b|\btried\sas\s(?:an\s)?adult\b")
_SENT_TO_JAIL = re.compile(
    r"\b(?:sent|taken|removed|lodged)\s(?:him\s|her\s)?(?:to|in)\s(?:the\s)?(?:central|district|adult|regular|sub)?\s?-?\s?(?:jail|prison)\b"
)
_EVALUATED = re.compile(r"\bevaluat(?:ion|ed|ing)\b")
_AGE_NOW = re.compile(r"\b(?:now|then|by\sthen)\s(?:aged\s)?(?P<age>1[6-9]|2\d)\b(?!\s?(?:months|days|%))")


def _sent_to_jail(matter: MatterProfile) -> Iterator[LawLine]:
    """A child whom the Children's Court sentenced stays in a place of safety until twenty-one."""
    births = {birth.day: birth for birth in matter.timeline.of("birth") if birth.exact}
    if len(births) != 1 or not _CHILDRENS_COURT.search(matter.lower):
        return
    birth = next(iter(births.values()))
    sent = matter.timeline.first("sent to jail") or _day_told_with(matter, _SENT_TO_JAIL)
    if sent is not None:
        yield from _age_on_transfer(matter, birth, sent, "age of the convicted child when sent to jail")
        return
    evaluated = _day_told_with(matter, _EVALUATED)
    if evaluated is not None:
        yield from _age_on_transfer(matter, birth, evaluated, "age of the convicted child at the evaluation")


def _day_told_with(matter: MatterProfile, words: re.Pattern[str]) -> DatedEvent | None:
    """The day of the only date beside these words: in their clause, or at the head of their entry."""
    found = words.search(matter.lower)
    if found is None:
        return None
    clause = matter.clause_at(found.start())
    line_start = matter.lower.rfind("\n", 0, found.start()) + 1
    beside = [each for each in matter.timeline.mentions if clause.start <= each.span.start < clause.end]
    at_head = [each for each in matter.timeline.mentions if each.span.start == line_start]
    near = beside or at_head
    if len(near) != 1 or not near[0].exact:
        return None
    return DatedEvent("sent to jail", near[0].day, near[0].span, clause=clause)


def _age_on_transfer(matter: MatterProfile, birth: DatedEvent, sent: DatedEvent, quantity: str) -> Iterator[LawLine]:
    rule = thresholds.get("jj-19-3-age")
    if not sent.exact or birth.day >= sent.day or not rule.in_force(sent.day):
        return
    age = dates.age(birth.day, sent.day)
    is_young = rule.holds(age.years)
    effect = (
        rule.effect if is_young else "the Children's Court may have sent him to serve the rest in jail (section 20)"
    )
    words = f"{dates.in_words(age)} on {dates.written(sent.day)}"
    line_end = matter.lower.find("\n", sent.span.end)
    stated = _AGE_NOW.search(matter.lower, sent.span.end, line_end if line_end > 0 else len(matter.lower))
    agrees = stated is not None and int(stated["age"]) == age.years
    yield LawLine(
        rule.provision,
        quantity,
        words,
        f"{rule.value:g} years",
        Stands.of(is_young),
        (sent.span, birth.span, *((Span(*stated.span("age")),) if stated and agrees else ())),
        f"{capitalised(words)} against {rule.value:g} years: {effect}.",
        rule.id,
        (Provision.parse("JJ-20(1)"),),
    )


def _apprehended_as_adult(matter: MatterProfile) -> Iterator[LawLine]:
    """Who was a child at the offence and is apprehended after eighteen waits in a place of safety: JJ Act s.6."""
    births = {birth.day: birth for birth in matter.timeline.of("birth") if birth.exact}
    held = {event.day: event for event in matter.timeline.of("arrest") if event.exact}
    offence = matter.offence_day
    rule = thresholds.get("jj-6-age")
    if len(births) != 1 or len(held) != 1 or offence is None:
        return
    birth, arrest = next(iter(births.values())), next(iter(held.values()))
    if not birth.day < offence <= arrest.day or not rule.in_force(arrest.day):
        return
    age = dates.age(birth.day, arrest.day)
    if dates.age(birth.day, offence).years >= rule.value or not rule.holds(age.years):
        return
    words = f"{dates.in_words(age)} on {dates.written(arrest.day)}"
    yield LawLine(
        rule.provision,
        "age when apprehended of one who was a child at the offence",
        words,
        f"{rule.value:g} years",
        Stands.CROSSED,
        (arrest.span, birth.span),
        f"{capitalised(words)} against {rule.value:g} years: {rule.effect}.",
        rule.id,
        (Provision.parse("JJ-6(1)"),),
    )


_COUNT = r"one|two|three|four|five|six|seven|ten|\d{1,2}"
_KEPT_IN_HOME = re.compile(
    rf"\bspecial\shome\b[^.;\n]{{0,30}}?\bfor\s(?:a\s(?:period|term)\sof\s)?(?P<after>(?P<years>{_COUNT})\s(?:years?|yrs?\b\.?))"
    rf"|\b(?P<before>(?P<count>{_COUNT})\s(?:years?|yrs?\b\.?))['’]?\s(?:stay\s|detention\s)?(?:in|at)\s(?:a\s|the\s)?special\shome\b"
)
_OF_THE_LAW = re.compile(
    r"\b(?:most|maximum|not\sexceeding|beyond|more\sthan|up\s?to|can|could|may|cannot|limit|only|prayer|prays?|asks?)\b[^.;\n]{0,60}\Z"
)


def _ordered_to_special_home(matter: MatterProfile) -> Iterator[LawLine]:
    """The stay in a special home that the Board ordered, against the three years of section 18(1)(g)."""
    match = _KEPT_IN_HOME.search(matter.lower)
    if match is None or _OF_THE_LAW.search(matter.lower[max(0, match.start() - 70) : match.start()]):
        return
    years = read_count(match["years"] or match["count"])
    rule = thresholds.get("jj-18-years")
    if years is None:
        return
    is_kept = years <= rule.value
    effect = rule.effect if is_kept else "longer than the Board may order"
    value = dates.counted(years, "years")
    is_of_2000 = matter.offence_day is not None and not rule.in_force(matter.offence_day)
    if is_of_2000 and matter.offence_day is not None and matter.offence_day < _THREE_YEARS_FROM:
        return  # the section then said otherwise
    yield LawLine(
        Provision.parse("JJ2000-15(1)(g)") if is_of_2000 else rule.provision,
        "stay in a special home ordered by the Board",
        value,
        f"{rule.value:g} years",
        Stands.of(is_kept),
        (Span(*match.span("after" if match["after"] else "before")),),
        f"{capitalised(value)} against at most {rule.value:g} years: {effect}.{_PENDING_THEN if is_of_2000 else ''}",
        rule.id,
    )


_THREE_YEARS_FROM = date(2006, 8, 22)  # Act 33 of 2006
_PENDING_THEN = " So far as the inquiry was pending on 15 January 2016 (section 25 of the Act of 2015)."
