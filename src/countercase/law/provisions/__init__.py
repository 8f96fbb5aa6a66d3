"""Finds and normalises provisions: "Ss. 302, 307 and 120-B of the Indian Penal Code" is IPC-302, IPC-307 and IPC-120B.

Nothing is guessed: a mention without its Act stays unresolved, with the reason.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import LawError
from countercase.law.provisions.governing import Definitions, Governor, govern
from countercase.law.provisions.phrases import Phrase, PhraseNumber, find_phrases
from countercase.law.provisions.statutes import StatuteMention, Unit, find_statutes
from countercase.law.tables.acts import CODES, Act, ActKind, act, has_section

# Numbers before an Act without a section word: "under 302/34 IPC", "and 420 I.P.C.".

_WORD = "Sections "
_LOOK_BACK = 90
_ONE = r"[0-9]{1,3}(?:\s?-\s?[A-Z]|[A-Z])?(?:\s?\([0-9A-Za-z]{1,3}\)){0,3}"
_JOINT = r"\s{0,2}(?:,\s?(?:and\s)?|/|&|\band\b|\bor\b|r/w|read\s{1,2}with)\s{0,2}"
_NUMBERS = re.compile(rf"(?<![\w./(\-])(?P<list>{_ONE}(?:{_JOINT}{_ONE}){{0,12}})\s{{0,2}}$")
_NUMBERS_OF = re.compile(
    rf"\b[Uu]nder\s{{1,3}}(?P<list>{_ONE}(?:{_JOINT}{_ONE}){{0,12}})\s{{1,2}}of\s{{1,2}}(?:the\s{{1,2}})?$"
)
_ENDS_LIKE_NUMBER = re.compile(r"[0-9A-Z)]\s{0,2}(?:of\s{1,2}(?:the\s{1,2})?)?$")


def find_bare_numbers(text: str, statutes: Sequence[StatuteMention], phrases: Sequence[Phrase]) -> list[Phrase]:
    """Lists right before an abbreviated Act, or after "under", outside the phrases already found."""
    ends = [phrase.span.end for phrase in phrases]
    lists: list[Phrase] = []
    previous = 0
    for statute in statutes:
        start = statute.span.start
        index = bisect_left(ends, max(0, start - 12))
        taken = index < len(ends) and phrases[index].span.start < start
        if not taken and statute.acts:
            low = max(previous, start - _LOOK_BACK, ends[index - 1] if index else 0)
            phrase = _before(text, low, start, statute)
            if phrase is not None:
                lists.append(phrase)
        previous = statute.span.end
    return lists


def _before(text: str, low: int, high: int, statute: StatuteMention) -> Phrase | None:
    listed = _list_before(text[low:high], " " not in statute.name)
    if listed is None:
        return None
    start = low + listed[0]
    parts = tuple(_moved(part, start) for part in listed[1])
    return Phrase(Span(start, parts[-1].span.end), parts, "")


@lru_cache(maxsize=4096)  # charges are repeated word for word
def _list_before(window: str, abbreviated: bool) -> tuple[int, tuple[PhraseNumber, ...]] | None:
    """The start of the list that ends a window, and its parts."""
    if not _ENDS_LIKE_NUMBER.search(window[-12:]):
        return None
    match = (_NUMBERS.search(window) if abbreviated else None) or _NUMBERS_OF.search(window)
    parts = _read(match["list"]) if match else ()
    return (match.start("list"), parts) if match and parts else None


def _read(numbers: str) -> tuple[PhraseNumber, ...]:
    """The parts of a list, as if "Sections" came before it; spans count from the start of the list."""
    phrases = find_phrases(_WORD + numbers)
    return tuple(_moved(part, -len(_WORD)) for part in phrases[0].parts) if phrases else ()


def _moved(part: PhraseNumber, by: int) -> PhraseNumber:
    return PhraseNumber(Span(max(0, part.span.start + by), part.span.end + by), *part[1:])


_LONGEST_RANGE = 60  # "Sections 1 to 500" names a code, not five hundred provisions
_SECTION_NUMBER = re.compile(r"[0-9]+[A-Z]{0,3}")
_ORDER_NUMBER = re.compile(r"[1-9][0-9]?[A-Z]{0,2}")
_LAST_ORDER = 51  # of the First Schedule to the CPC
_PART_AS_SUFFIX = re.compile(r"(?P<number>304|506)(?P<part>I{1,2})")  # "Section 304-II IPC"
# Sections that lawyers cite by Part; "Article 12, Part III" and "the second part of Section 138" are not such Parts.
_IN_PARTS = frozenset({("IPC", "304"), ("IPC", "506"), ("RPC", "304"), ("RPC", "506"), ("BNS", "105")})
# Sections with their own clauses (l): interpretation clauses, and the duties of a lessee.
_INTERPRETATION = frozenset({"2", "2A", "3"})
_LETTERED_TO_L = frozenset({("TPA", "108")})


@dataclass(frozen=True, slots=True)
class ProvisionMention:
    """One provision where it is cited.

    `span` is its own number, with the section word if it has one; `phrase` is the whole list that contains it
    ("Sections 302 and 34"), never the Act. Members of a range ("138 to 142") that are not written out share the span
    of its end. `provision` is None if it cannot be determined, and `reason` says why.
    """

    span: Span
    provision: Provision | None
    reason: str | None
    phrase: Span
    number: str | None = None
    clauses: tuple[str, ...] = ()


def find_provisions(text: str) -> list[ProvisionMention]:
    """Every provision cited in the text, one for each number, in text order."""
    return list(_last_read(text))


@lru_cache(maxsize=8)  # the facts, the checklist and the search of a matter all ask
def _last_read(text: str) -> tuple[ProvisionMention, ...]:
    return tuple(
        ProvisionMention(part.span, provision, reason, phrase.span, number, clauses)
        for phrase, part, provision, reason, number, clauses in _cited(text)
    )


def count_provisions(text: str) -> Counter[Provision]:
    """How often each provision is cited; unresolved mentions are not counted."""
    return Counter(provision for _, _, provision, _, _, _ in _cited(text) if provision)


_Cited = tuple[Phrase, PhraseNumber, Provision | None, str | None, str | None, tuple[str, ...]]


def _cited(text: str) -> Iterator[_Cited]:
    statutes = find_statutes(text)
    phrases = _all_phrases(text, statutes)
    governors = govern(text, phrases, statutes, Definitions(text, statutes))
    elsewhere = _acts_by_number(phrases, governors)
    for phrase, governor in zip(phrases, governors, strict=True):
        for part in phrase.parts:
            yield from _readings(phrase, part, governor, elsewhere)


def provision_phrases(text: str) -> list[Span]:
    """One span for each list of provisions, as annotators of legal text mark them: "Sections 302 and 34"."""
    return [phrase.span for phrase in _all_phrases(text, find_statutes(text))]


def _all_phrases(text: str, statutes: Sequence[StatuteMention]) -> list[Phrase]:
    phrases = find_phrases(text)
    bare = find_bare_numbers(text, statutes, phrases)
    return sorted([*phrases, *bare], key=lambda phrase: phrase.span) if bare else phrases


def _acts_by_number(phrases: Sequence[Phrase], governors: Sequence[Governor | None]) -> dict[str, set[Act | None]]:
    """The Acts cited with each section number anywhere in the text; None for an Act outside the tables."""
    acts_of: dict[str, set[Act | None]] = {}
    for phrase, governor in zip(phrases, governors, strict=True):
        for part in phrase.parts:
            if governor and governor.named and part.unit is Unit.SECTION and part.number:
                acts_of.setdefault(part.number, set()).add(governor.act)
    return acts_of


def _readings(
    phrase: Phrase, part: PhraseNumber, governor: Governor | None, elsewhere: dict[str, set[Act | None]]
) -> Iterator[_Cited]:
    if governor is None and part.unit is Unit.SECTION and part.number is not None:
        others = elsewhere.get(part.number, set())
        # The text cites this very section with one Act elsewhere, and with no other.
        if len(others) == 1 and None not in others:
            governor = Governor(next(iter(others)), None, phrase.span.end)
    for written in [*_between(part), part.number]:
        clauses = part.clauses if written == part.number else ()
        provision, reason = _resolve(part, written, clauses, governor)
        if provision:
            yield phrase, part, provision, reason, provision.number, provision.clauses
        else:
            yield phrase, part, None, reason, written, clauses


def _between(part: PhraseNumber) -> list[str]:
    """The sections inside a range, without its ends."""
    low, high = part.range_from, part.number
    if low is None or high is None or not (low.isdigit() and high.isdigit()):
        return []
    inside = range(int(low) + 1, int(high))
    return [str(number) for number in inside] if len(inside) <= _LONGEST_RANGE else []


def _resolve(
    part: PhraseNumber, number: str | None, clauses: tuple[str, ...], governor: Governor | None
) -> tuple[Provision | None, str | None]:
    if part.unit is Unit.OTHER:
        return None, "a chapter, part, list, entry or schedule is not one provision"
    if part.unit is Unit.ORDER or (number is None and part.order is not None):
        return None, f"Order {part.order} without its Rule"
    if number is None or part.unit is Unit.CLAUSE:
        return None, "a clause without its section"
    if governor is None:
        return None, _why_no_act(part.unit, number)
    if governor.act is None:
        return None, governor.reason
    return _in_act(governor.act.short, part.unit, number, clauses, part.order)


@lru_cache(maxsize=4096)
def _why_no_act(unit: Unit, number: str) -> str:
    if unit is Unit.RULE:
        return "no Rules named"
    holders = [code for code in CODES if has_section(code, number)]
    several = f"{', '.join(holders[:-1])} or {holders[-1]}" if len(holders) > 1 else ""
    return f"no Act named: s.{number} is ambiguous ({several})" if several else "no Act named"


@lru_cache(maxsize=16384)  # judgments cite the same few provisions repeatedly
def _in_act(
    short: str, unit: Unit, number: str, clauses: tuple[str, ...], order: str | None
) -> tuple[Provision | None, str | None]:
    of = act(short)
    if unit is Unit.RULE and order is None and of.kind is not ActKind.RULES:
        return None, f"a rule under {of.title} without the name of the Rules"
    if order is not None and of.short not in {"CPC", "SupremeCourtRules"}:
        return None, f"{of.title} has no Orders"
    if order is not None and not _is_order(of, order):
        return None, f"{order} is not an Order of the {of.title}"
    number, clauses = _lettered(of, number, _limbs(of, number, _read_ones(of, unit, number, clauses)))
    if not _SECTION_NUMBER.fullmatch(number):
        return None, f"{number} is not a valid section number"
    if _is_past_the_end(of, unit, number):
        return None, f"{of.title} ends at {of.last}"
    article = unit is Unit.ARTICLE or of.kind is ActKind.CONSTITUTION
    return Provision(of.short, number, clauses, order, article), None


def _is_past_the_end(of: Act, unit: Unit, number: str) -> bool:
    counted = Unit.ARTICLE if of.kind is ActKind.CONSTITUTION else Unit.SECTION
    digits = int(re.sub(r"[A-Z]", "", number))
    return of.last is not None and unit is counted and digits > of.last


def _is_order(of: Act, order: str) -> bool:
    """Whether an Order has a number (OCR writes XXIL and 0.20), and one that the CPC has."""
    if not _ORDER_NUMBER.fullmatch(order):
        return False
    return of.short != "CPC" or int(re.sub(r"[A-Z]", "", order)) <= _LAST_ORDER


def _read_ones(of: Act, unit: Unit, number: str, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """OCR reads (1) as (l): a first clause is a number unless the section has letters up to (l)."""
    if not clauses or clauses[0] not in {"l", "I"}:
        return clauses
    lettered = number in _INTERPRETATION or (of.short, number) in _LETTERED_TO_L or of.kind is ActKind.RULES
    if unit is Unit.ARTICLE or len(clauses) > 1 or (unit is Unit.SECTION and not lettered):
        return ("1", *clauses[1:])
    return clauses


def _limbs(of: Act, number: str, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """Clauses with the Part or Exception first, as in an id; a Part only if the section is cited by Parts."""
    limbs = tuple(clause for clause in clauses if "-" in clause)
    if not limbs:
        return clauses
    known = limbs[:1] if limbs[0].startswith("Exception") or (of.short, number) in _IN_PARTS else ()
    return known + tuple(clause for clause in clauses if "-" not in clause)


def _lettered(of: Act, number: str, clauses: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Read 498(A) as section 498A if the Act has one; in the IPC, whose clauses have no letters, 120(b) as 120B."""
    part = _PART_AS_SUFFIX.fullmatch(number) if of.short == "IPC" and not clauses else None
    if part:
        return part["number"], (f"Part-{part['part']}",)
    if (of.short, number) in _IN_PARTS and clauses and clauses[0].upper() in {"I", "II"}:  # "Section 304(II) IPC"
        return number, (f"Part-{clauses[0].upper()}",)
    if clauses and len(clauses[0]) == 1 and clauses[0].isalpha() and number.isdigit():
        joined = number + clauses[0].upper()
        if (clauses[0].isupper() or of.short == "IPC") and has_section(of.short, joined):
            return joined, clauses[1:]
    return number, clauses


def parse_provision(text: str) -> Provision:
    """The provision that a user typed, as an id ("IPC-302") or in words ("s. 302 I.P.C.")."""
    try:
        return _known(Provision.parse(text.strip()))
    except ValueError:
        pass
    mentions = find_provisions(text) or find_provisions(_number_first(text))
    if not mentions:
        raise LawError(f"{text!r} names no provision. Write it like IPC-302, 'Section 302 IPC' or 'Article 21'.")
    if len(mentions) > 1:
        raise LawError(f"{text!r} names {len(mentions)} provisions. Give one at a time.")
    if mentions[0].provision is None:
        raise LawError(f"{text!r}: {mentions[0].reason}. Name the Act, and its year if two share a name.")
    return mentions[0].provision


def _known(provision: Provision) -> Provision:
    of = act(provision.act)
    article = provision.article and of.kind is not ActKind.CONSTITUTION
    digits = int(re.sub(r"[A-Z]", "", provision.number))
    if of.last is not None and provision.order is None and not article and digits > of.last:
        raise LawError(f"{provision} does not exist: {of.title} ends at {of.last}.")
    return provision


def _number_first(text: str) -> str:
    """Turn "IPC 302" into "s. 302 IPC", if the Act comes first."""
    named = find_statutes(text)
    if len(named) == 1 and named[0].acts and not text[: named[0].span.start].strip():
        word = "Article" if named[0].acts[0].kind is ActKind.CONSTITUTION else "Section"
        return f"{word} {text[named[0].span.end :].strip(' ,:-–')} {named[0].span.of(text)}"
    return text
