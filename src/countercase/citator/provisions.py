"""Checks the provisions of a draft: whether they exist, and whether they were in force."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from countercase.domain.provision import Provision
from countercase.facts.words import provision_name
from countercase.law.dates import spoken
from countercase.law.provisions import ProvisionMention
from countercase.law.tables.acts import ActKind, act, acts
from countercase.law.tables.codes import CODES, COMMENCEMENT, NEW_OF_OLD, has_section
from countercase.text.dates import MONTH, NUMERIC, read_numeric, read_written

# Provisions that were struck down or repealed: since when, and by what.
_GONE = {
    "IPC-303": (date(1983, 4, 7), "struck down in Mithu v. State of Punjab, (1983) 2 SCC 277"),
    "IPC-497": (date(2018, 9, 27), "struck down in Joseph Shine v. Union of India, (2019) 3 SCC 39"),
    "IT-66A": (date(2015, 3, 24), "struck down in Shreya Singhal v. Union of India, (2015) 5 SCC 1"),
}
_PAST_THE_END = re.compile(r" ends at (\d+)$")
_NEW_CODES = frozenset(NEW_OF_OLD.values())
_NUMBER = re.compile(r"\d+")
_NO_ACT = re.compile(r'no Act named|"the (?:Code|Act)" is not defined')
_NOT_A_SECTION = re.compile(r"a clause without its section|a chapter, part, list|no Rules named")
_PARAGRAPHS_BACK = 2  # its own, and the one before
_OFFENCE = re.compile(r"\b(?:incident|occurrence|offence|crime)\b[^.;]{0,80}$|\bcommitted\b[^.;]{0,60}$", re.IGNORECASE)

_DATE = re.compile(rf"{NUMERIC}|\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{MONTH}[,.]?\s+\d{{4}}", re.IGNORECASE)

Finding = tuple[str, str | None, str]


def is_section(mention: ProvisionMention) -> bool:
    """Whether there is a provision to look up: clause 14 of a contract and Chapter IV are none."""
    return not _NOT_A_SECTION.match(mention.reason or "")


def settled(mention: ProvisionMention, mentions: Sequence[ProvisionMention], text: str) -> ProvisionMention:
    """A section without its Act, read under the only Act that the words around it name.

    The paragraph comes first, then the one before it, such as a heading. Where the first of them that cites any Act
    cites several, the one that cites this very section counts; if there is none, nothing is settled.
    """
    if mention.provision is not None or mention.number is None or not _NO_ACT.match(mention.reason or ""):
        return mention
    end = text.find("\n\n", mention.span.end)
    start, end = mention.span.start, len(text) if end < 0 else end
    for _ in range(_PARAGRAPHS_BACK):
        start = max(0, text.rfind("\n\n", 0, start))
        near = {
            other.provision
            for other in mentions
            if other.provision is not None and start <= other.span.start < end and other.provision.order is None
        }
        acts_near = {provision.act for provision in near if not provision.article}
        same = {provision.act for provision in near if provision.number == mention.number}
        for candidates in (same, acts_near):
            if len(candidates) == 1:
                return _under(mention, candidates.pop())
        if acts_near:
            return _under(mention, only.pop()) if len(only := _may_have(acts_near, mention.number)) == 1 else mention
    return mention


def _may_have(shorts: Iterable[str], number: str) -> set[str]:
    """The Acts among these that may have a section; of an Act without a list of its sections, any may exist."""
    return {short for short in shorts if not _missing(Provision(short, number)) and _is_listed(short, number)}


def _is_listed(short: str, number: str) -> bool:
    return short not in CODES or has_section(short, number)


def _under(mention: ProvisionMention, short: str) -> ProvisionMention:
    """The mention as a section of an Act, if the Act may have it."""
    provision = Provision(short, mention.number or "", mention.clauses)
    if not _may_have([short], provision.number):
        return mention
    return replace(mention, provision=provision, reason=None)


def check_provision(
    mention: ProvisionMention, day: date, offence: date | None = None, tells_of_its_fall: bool = False
) -> Finding:
    """Verdict, problem and a sentence for one provision as cited on a day, given the date of the offence if known.

    A draft that says that a provision was struck down may cite it.
    """
    provision = mention.provision
    past_the_end = mention.reason and _PAST_THE_END.search(mention.reason)
    if provision is None and past_the_end and not _has_glued_footnote(mention.number, int(past_the_end[1])):
        word = "Article" if "Constitution" in (mention.reason or "") else "Section"
        return "wrong", "no such provision", f"{(mention.reason or '').replace(' ends at ', f' ends at {word} ')}."
    if provision is None:
        return "unknown", None, f"Cannot be told: {mention.reason}."
    if provision.act not in acts():
        return "unknown", None, f"{provision_name(provision)} belongs to an Act that is not in the tables."
    missing = _missing(provision)
    if missing:
        return "wrong", "no such provision", missing
    return _in_force(provision, day, offence, tells_of_its_fall)


def _has_glued_footnote(number: str | None, last: int) -> bool:
    """Whether a four-digit number may be a section with a footnote number attached."""
    digits = _NUMBER.match(number or "")
    return digits is not None and int(digits[0]) >= 1000 and int(digits[0]) // 10 <= last


def _missing(provision: Provision) -> str | None:
    """Why there is no such provision; None if there is, or if it cannot be told."""
    enactment = act(provision.act)
    number = int(_NUMBER.match(provision.number)[0])  # type: ignore[index]
    suffix = provision.number.lstrip("0123456789")
    if provision.order is not None or enactment.kind is ActKind.RULES:
        return None
    if provision.article and enactment.kind is not ActKind.CONSTITUTION:
        return None  # articles of a schedule, as in the Limitation Act
    word = "Article" if enactment.kind is ActKind.CONSTITUTION else "Section"
    if enactment.last is not None and number > enactment.last:
        return f"{enactment.title} ends at {word} {enactment.last}: there is no {word} {provision.number}."
    is_listed_whole = provision.act in _NEW_CODES or (len(suffix) == 1 and provision.act == "IPC")
    if is_listed_whole and not has_section(provision.act, provision.number):
        return f"{enactment.title} has no {word} {provision.number}."
    return None


def _in_force(provision: Provision, day: date, offence: date | None, tells_of_its_fall: bool) -> Finding:
    enactment, name = act(provision.act), provision_name(provision)
    if enactment.in_force and day < enactment.in_force:
        return "wrong", "not in force", f"{enactment.title} came into force on {spoken(enactment.in_force)}."
    gone = next(
        (value for key, value in _GONE.items() if provision.id == key or provision.id.startswith(f"{key}(")), None
    )
    if gone and (offence or day) >= gone[0] and not tells_of_its_fall:
        return "wrong", "not in force", f"{name} was {gone[1]}, on {spoken(gone[0])}."
    if offence is not None and provision.act == "IPC" and offence >= COMMENCEMENT:
        says = f"The offence is of {spoken(offence)}: the Bharatiya Nyaya Sanhita applies, not the Penal Code."
        return "wrong", "not in force", says
    if offence is not None and provision.act == "BNS" and offence < COMMENCEMENT:
        says = f"The offence is of {spoken(offence)}, before 1 July 2024: the Penal Code applies, not the Sanhita."
        return "wrong", "not in force", says
    if enactment.until and day > enactment.until:
        return "ok", None, f"{name} exists; {enactment.title} was in force until {spoken(enactment.until)}."
    return "ok", None, f"{name} exists."


_FALL = re.compile(r"\bstruck\s+down\b|\bstrik(?:e|ing)\s+down\b|\bunconstitutional\b|\bultra\s+vires\b", re.IGNORECASE)


def tells_of_a_fall(text: str) -> bool:
    """Whether the draft mentions that a provision was struck down."""
    return _FALL.search(text) is not None


def offence_day(text: str) -> date | None:
    """The only date of offence that the draft gives; None if it gives none or several."""
    days = {
        day
        for match in _DATE.finditer(text)
        if (day := _read(match)) and _OFFENCE.search(text, max(0, match.start() - 120), match.start())
    }
    return days.pop() if len(days) == 1 else None


def _read(match: re.Match[str]) -> date | None:
    if match["day"] is None:
        return read_numeric(match[0])
    start = match.start("day") - match.start()
    read = read_written(match[0].lower(), match["day"], start, start + len(match["day"]))
    return read[0] if read else None
