"""For which section a sentence was passed: the one named with the term, else the one of the conviction.

"S.304 Part II, 12 yrs RI", "R.I. six years u/s 14", "convicted u/s 306. Judge gave twelve years", "nine years on first
count, and on second four years".
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.charges import SPECIAL_ACTS, sections_after_act, sections_before_act
from countercase.facts.lines.profile import PENAL_ACTS, MatterProfile
from countercase.law.tables import sentences

_LEAST_PENAL_SECTION = 49  # of the codes, none that punishes an offence has a lower number
_WITH_LOW_NUMBERS = frozenset({"PC", "POCSO", "DP"})
_NUMBER = re.compile(
    r"(?:(?P<word>\b(?:u/ss?\.?|under|sections?|secs?\.?|ss?\.|for|on)\s?)|(?<![\w.-])(?<!\b\d/)(?<!\b\d\d/))(?P<number>\d{1,3}(?:\s?-\s?(?!r\.?/?\s?i\b|s\.?/?\s?i\b)[a-z]{1,2}\b|[a-z]{1,2}\b)?(?:\s?\(\w{1,4}\)){0,4})"
    r"(?:[\s,]{0,2}\(?(?P<part>(?:part|pt\b\.?|-)\s?-?\s?(?:ii?|1|2)\b|(?:first|second)\s(?:part|limb)\b))?"
    r"(?![\w%]|[.-]\d|/\d{1,2}(?:/|\b)|\s?(?:years?|yrs?|months?|days?|weeks?|hours?|hrs|gms?|grams?|kgs?|lakhs?|lacs?|crores?|persons|pws?|p\.?m\b|a\.?m\b))"
)
_ACT_AFTER = re.compile(r"\s?(?:,\s?)?(?:of\s(?:the\s)?)?(?:ipc|bns|i\.p\.c|pocso|ndps|arms|pc|p\.c|dp|d\.p|ni|n\.i)\b")
_JOINED = re.compile(
    r"\s?(?:ipc|bns|i\.p\.c\.?|(?:pocso|ndps|p\.?c\b\.?|d\.?p\b\.?)(?:\sact)?)?\s?(?:,|/|&|\+|and|r/w|read\swith|with|or)\s?(?:and\s)?(?:u/ss?\.?\s?|under\s|sections?\s|ss?\.\s?)?"
)
_GIVEN_FOR = re.compile(
    r"(?:[^.;\n\d]{0,24}|[^;\n]{0,12}\bfine\b[^;\n]{0,40})\b(?:u/ss?\.?|under|for|on|in\srespect\sof)\s(?:the\s)?(?:offences?\s)?(?:punishable\s)?(?:under\s|u/ss?\.?\s?)?(?:sections?\s|ss?\.\s?)?\Z"
)
_CONVICTED = re.compile(r"\b(?:conv\w*|guilty|held|found|altered|down\sto|sentenc\w+|for)\b")
_NOT_CONVICTED = re.compile(
    r"\b(?:acquitted|acquits|acqd|(?<!guilty\sof\s)(?<!guilty\sof\sthe\s)charged?|tried|fir|not\sproved)\b[^.;,\n]{0,30}\Z"
    r"|\bfrom\s(?:u/s\s|ss?\.?\s?|sections?\s)?\Z"  # "altered from 302 to 304 Part II", "converted 302 to 306"
    r"|\b(?:convert(?:ed|s)?|alter(?:ed|s)?|reduc(?:ed|es)|modif(?:ied|ies)|changed|scaled\sdown|brought\sdown)\s(?:the\s|his\s|her\s|their\s)?(?:conviction\s|charge\s|offence\s)?(?:of\s|under\s|u/s\s|ss?\.?\s?|sections?\s)*\Z"
)
_FAILED = re.compile(r"[^.;,\n]{0,16}\b(?:failed|not\sproved|set\saside|dropped)\b")
_COUNT_NAMED = re.compile(
    r"\b(?:on|for|under)\s(?:the\s)?(?P<which>first|1st|second|2nd|third|3rd|latter|former|main)(?:\s(?:count|head|charge|offence|named))?\b"
)
_ORDINALS = {"first": 0, "1st": 0, "former": 0, "main": 0, "second": 1, "2nd": 1, "latter": -1, "third": 2, "3rd": 2}
_COUNT_REACH = 30  # characters on each side of a term in which its count is named
_LOOK_BACK = 260  # characters before a term in which the conviction is told
ANY_TERM = re.compile(
    r"\b(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|twenty)\s?(?:years?|yrs?|months?|mths?)\b|\blife\b"
)


@dataclass(frozen=True, slots=True)
class SectionGroup:
    """Sections that a text names together, "304B and 498A", and where."""

    sections: tuple[Provision, ...]
    span: Span


def sections_of_term(matter: MatterProfile, term: Span) -> tuple[Provision, ...]:
    """The sections for which a term was passed; empty if the words around it name none."""
    clause = matter.clause_at(term.start)
    end = max(clause.end, term.end)
    counted = _by_count(matter, term)
    if counted is not None:
        return (counted,)
    groups = _convicted_groups(matter, clause.start, end)
    terms = [match.start() for match in ANY_TERM.finditer(matter.lower, clause.start, end)]
    before = [group for group in groups if group.span.end <= term.start]
    after = next((group for group in groups if group.span.start >= term.end), None)
    # "On 395 eight years, and for 397 five" names the section first, "eight years for 395 and five for 397" the term
    section_first = bool(before) and len(groups) <= len(terms) and groups[0].span.start < terms[0]
    is_before = bool(before) and ANY_TERM.search(matter.lower, before[-1].span.end, term.start) is None
    if after and not (section_first and is_before) and _GIVEN_FOR.fullmatch(matter.lower, term.end, after.span.start):
        return after.sections
    if is_before:
        return before[-1].sections
    return () if before else _of_conviction(matter, clause.start, term)


def _convicted_groups(matter: MatterProfile, start: int, end: int) -> list[SectionGroup]:
    """The groups of sections in a part of the text, without those of which somebody was acquitted."""
    return [
        group
        for group in _groups(matter, start, end)
        if _NOT_CONVICTED.search(matter.lower, max(start, group.span.start - 60), group.span.start) is None
        and _FAILED.match(matter.lower, group.span.end) is None
    ]


def _of_conviction(matter: MatterProfile, clause_start: int, term: Span) -> tuple[Provision, ...]:
    """The sections of the conviction told in the clauses before, if no other term was passed in between."""
    start = matter.clause_at(max(0, clause_start - _LOOK_BACK)).start
    groups = _convicted_groups(matter, start, clause_start)
    if not groups:
        return ()
    told = matter.clause_at(groups[-1].span.start)
    together = [group for group in groups if group.span.start >= told.start]
    is_conviction = _CONVICTED.search(matter.lower, told.start, told.end) is not None
    if ANY_TERM.search(matter.lower, groups[-1].span.end, term.start) or not (is_conviction or len(groups) == 1):
        return ()
    return tuple(section for group in together for section in group.sections)


def _by_count(matter: MatterProfile, term: Span) -> Provision | None:
    """The section of "on second count", "under latter head": by its place among those of the conviction."""
    after = _COUNT_NAMED.search(matter.lower, term.end, term.end + _COUNT_REACH)
    before = list(_COUNT_NAMED.finditer(matter.lower, max(0, term.start - _COUNT_REACH), term.start))
    named = before[-1:] if after is None or ANY_TERM.search(matter.lower, term.end, after.start()) else [after]
    if not named:
        return None
    start = matter.clause_at(max(0, term.start - _LOOK_BACK)).start
    sections = (section for group in _convicted_groups(matter, start, term.start) for section in group.sections)
    listed = list(dict.fromkeys(sections))
    at = _ORDINALS[named[0]["which"]]
    return listed[at] if len(listed) > 1 and at < len(listed) else None


def _groups(matter: MatterProfile, start: int, end: int) -> list[SectionGroup]:
    """The groups of charged sections that a part of the text names, in text order."""
    found: list[tuple[Provision, Span]] = []
    for match in _NUMBER.finditer(matter.lower, start, end):
        joined = bool(found) and _JOINED.fullmatch(matter.lower, found[-1][1].end, match.start("number")) is not None
        section = _section(matter, match, is_joined=joined)
        if section is not None:
            found.append((section, Span(match.start("number"), match.end())))
    groups: list[list[tuple[Provision, Span]]] = [[pair] for pair in found[:1]]
    for (_, left), right in pairwise(found):
        if _JOINED.fullmatch(matter.lower, left.end, right[1].start):
            groups[-1].append(right)
        else:
            groups.append([right])
    return [
        SectionGroup(tuple(section for section, _ in group), Span(group[0][1].start, group[-1][1].end))
        for group in groups
    ]


def _section(matter: MatterProfile, match: re.Match[str], *, is_joined: bool = False) -> Provision | None:
    """The charged section that a number names, with its Part; "u/ss 7 and 13(2)" names both."""
    number = re.sub(r"[\s-]", "", match["number"])
    digits = int(re.match(r"\d+", number)[0])  # type: ignore[index]
    is_named = is_joined or (match["word"] is not None and match["word"].strip() not in {"for", "on"})
    if digits < _LEAST_PENAL_SECTION and not (is_named or _ACT_AFTER.match(matter.lower, match.end())):
        return None
    charges = charges_numbered(matter, number) or _of_table(matter, number)
    if not charges:
        return None
    if match["part"] is not None:
        limb = "Part-II" if re.search(r"ii|2|second", match["part"]) else "Part-I"
        whole = Provision.parse(f"{charges[0].base}-{limb}")
        return whole if any(row.provision == whole for row in sentences.all()) else charges[0]
    return charges[0]


def _of_table(matter: MatterProfile, number: str) -> list[Provision]:
    """A section that no words show to be charged, if only one Act of the matter punishes under such a number."""
    code = "BNS" if matter.is_new_code or matter.is_of_the_sanhita else "IPC"
    acts = {code, *matter.named_acts, *(charge.act for charge in matter.likely_charges)}
    if matter.topic("drugs"):
        acts.add("NDPS")
    known = {
        row.provision
        for row in sentences.all()
        if row.provision.act in acts and row.provision.act not in _CODES - {code}
    }
    named = [section for section in known if section.written.lower() == number.lower()]
    whole = {Provision(section.act, section.number) for section in known if section.number.lower() == number.lower()}
    found = named or list(whole)
    return found if len(found) == 1 else []


_CODES = frozenset({"IPC", "BNS"})


def charges_numbered(matter: MatterProfile, number: str, act: str | None = None) -> list[Provision]:
    """The charges with a number, the nearest first: 13(2) before 13(1)(d)."""
    number = number.replace("-", "").upper()
    penal = (charge.provision for charge in matter.charges if charge.provision.act in PENAL_ACTS)
    charged = dict.fromkeys((*charges_with_sentence(matter), *penal, *sections_before_act(matter.lower)))
    matching = [
        provision
        for provision in charged
        if provision.number == number.partition("(")[0] and (act is None or provision.act == act)
    ]
    if not matching and act is None:
        matching = _of_the_only_special_act(matter, number)
    return sorted(matching, key=lambda provision: not provision.id.upper().endswith(f"-{number}"))


def _of_the_only_special_act(matter: MatterProfile, number: str) -> list[Provision]:
    """ "Conv u/s 7: 6 yrs; u/s 13(2) PC Act: 4 yrs": a low number is a section of the special Act charged."""
    acts = {charge.act for charge in matter.main_charges} & _WITH_LOW_NUMBERS
    if len(acts) != 1 or not number.isdigit() or int(number) >= _LEAST_PENAL_SECTION:
        return []
    section = Provision.parse(f"{acts.pop()}-{number}")
    return [section] if any(row.provision == section for row in sentences.all()) else []


def charges_with_sentence(matter: MatterProfile) -> tuple[Provision, ...]:
    """The charges that carry a sentence, also those in the short form "PC Act s.7"."""
    known = {provision.base for provision in matter.main_charges}
    also = (section for section in sections_after_act(matter.lower) if section.base not in known | matter.bases)
    return (*matter.main_charges, *also)


def special_act_named(words: str) -> str | None:
    """The special Act of "S.4 DP Act"."""
    return SPECIAL_ACTS.get(words.replace(".", ""))


_ACT_FIRST = re.compile(r"(?<=[.;]\s)(?P<act>arms|d\.?p\b\.?|p\.?c\b\.?)\sact\s?[:–-]\s?\Z")


def sections_of_act_before(matter: MatterProfile, start: int) -> tuple[Provision, ...] | None:
    """ "304B: five years. D.P. Act: six months": the only section of the Act named before a term; empty if several."""
    act = _ACT_FIRST.search(matter.lower, max(0, start - 40), start)
    if act is None:
        return None
    of_act = [charge for charge in charges_with_sentence(matter) if charge.act == special_act_named(act["act"])]
    return tuple(of_act) if len(of_act) == 1 else ()
