"""Lines of the Juvenile Justice Act beside age and time: who sat at the Board, and when a child may be sent to jail."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile
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
    rf"\b{_MAGISTRATE}\s(?:and|with|&)\s(?P<two>(?:one|a|one\sof\sthe|another)\s{_MEMBER})\b"
    r"|\b(?P<members>(?:two|three|all\sthree|2|3)\s(?:of\s(?:the\s)?(?:three\s)?)?members)\b(?=[^.;\n]{0,40}\b(?:signed|sat|present|decided|sitting)\b)"
)
_FINAL = re.compile(
    r"\bfinal\s(?:order|disposal)\b|\bdispos(?:al|ed|ing)\b|\bguilty\b|\border\su/s\s18\b|\bsection\s18\b|\bto\shave\scommitted\b"
)
JUVENILE_BOARD = re.compile(r"\bboard\b|\bj\.?j\.?b\b")
_DURING_EVIDENCE = re.compile(r"[^.;\n]{0,40}\b(?:during|at\sthe\sstage\sof|for)\s(?:the\s)?evidence\b")


def juvenile_board_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line of who sat at the Board and of a child's transfer to jail."""
    if matter.topic("juvenile") or "JJ" in matter.named_acts:
        yield from _members_at_disposal(matter)
        yield from _sent_to_jail(matter)


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
    return _DURING_EVIDENCE.match(matter.lower, match.end()) is not None


_CHILDRENS_COURT = re.compile(r"\bchildren(?:['’]s)?\scourt\b|\bplace\sof\ssafety\b|\btried\sas\s(?:an\s)?adult\b")


def _sent_to_jail(matter: MatterProfile) -> Iterator[LawLine]:
    """A child whom the Children's Court sentenced stays in a place of safety until twenty-one."""
    births = {birth.day: birth for birth in matter.timeline.of("birth") if birth.exact}
    sent = matter.timeline.first("sent to jail")
    rule = thresholds.get("jj-19-3-age")
    if len(births) != 1 or sent is None or not sent.exact or not _CHILDRENS_COURT.search(matter.lower):
        return
    birth = next(iter(births.values()))
    if birth.day >= sent.day or not rule.in_force(sent.day):
        return
    age = dates.age(birth.day, sent.day)
    is_young = rule.holds(age.years)
    effect = (
        rule.effect if is_young else "the Children's Court may have sent him to serve the rest in jail (section 20)"
    )
    words = f"{dates.in_words(age)} on {dates.written(sent.day)}"
    yield LawLine(
        rule.provision,
        "age of the convicted child when sent to jail",
        words,
        f"{rule.value:g} years",
        Stands.of(is_young),
        (sent.span, birth.span),
        f"{capitalised(words)} against {rule.value:g} years: {effect}.",
        rule.id,
        (Provision.parse("JJ-20(1)"),),
    )
