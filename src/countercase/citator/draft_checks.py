"""What can be wrong with a citation, a provision or a quotation of a draft; `draft.py` asks each question in turn."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from countercase.citator.catalogue import Catalogue
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.words import provision_name
from countercase.law.citations import Citation
from countercase.law.dates import written
from countercase.law.provisions import ProvisionMention
from countercase.law.tables.acts import CODES, COMMENCEMENT, NEW_OF_OLD, ActKind, act, acts, has_section
from countercase.text.numbers import MONTH, NUMERIC, read_numeric, read_written


class DraftVerdict(StrEnum):
    """The verdict on one item."""

    OK = "ok"
    WRONG = "wrong"
    UNKNOWN = "unknown"


class Finding(NamedTuple):
    """A verdict, the name of the problem if there is one, and a sentence."""

    verdict: DraftVerdict
    problem: str | None
    says: str


# Decides whether a citation can exist: yes, no, or cannot be told.
#
# "No" must be certain: the catalogue is complete for the series and year and has no such number or page, or the year,
# volume or page is outside what was ever printed.

_FIRST_YEAR = {"INSC": 1950, "SCR": 1950, "SCC": 1950, "AIR": 1950, "JT": 1984, "SCALE": 1984}
_LAST_PAGE = {"SCC": 1300, "SCR": 2600, "AIR": 7500}  # no volume ever had more, and none comes close
_NEUTRAL_NUMBERS = 2000  # neutral citations per year: about 1,500 at most
_MOST_VOLUMES = 30
_SLACK = 4  # volumes beyond the last one seen, for a past year


def why_impossible(citation: Citation, known: Catalogue, day: date) -> str | None:
    """Why the citation cannot exist; None if it may."""
    year, reporter = citation.year, citation.reporter
    elsewhere = reporter in {"AIR", "JT"} and citation.court != "SC"
    if year is None or reporter not in _FIRST_YEAR or elsewhere:
        return None
    if year > day.year:
        return f"it is dated {year}, after {written(day)}"
    if year < _FIRST_YEAR[reporter] and reporter != "SCR":  # Canada also has reports of that name
        return f"{reporter} has no volume of {year}"
    return _neutral(citation, known) if reporter == "INSC" else _page(citation, known) or _volume(citation, known)


def _page(citation: Citation, known: Catalogue) -> str | None:
    last = _LAST_PAGE.get(citation.reporter, citation.page)
    if 0 < citation.page <= last or _page_has_footnote(citation, known):
        return None
    return f"no volume of {citation.reporter} has a page {citation.page}"


def _page_has_footnote(citation: Citation, known: Catalogue) -> bool:
    """Whether the page is a known one with a footnote number attached, as in text extracted from PDFs."""
    pages = (citation.page // 10, citation.page // 100)
    return any(page and known.by_citation(replace(citation, page=page).normal) for page in pages)


def no_decision_there(citation: Citation, known: Catalogue) -> str | None:
    """For a page of a complete series: why no decision begins there; None if one may."""
    if citation.year is None or citation.reporter != "SCR" or not known.is_complete("SCR", citation.year):
        return None
    if known.by_citation(citation.normal):
        return None
    return f"no decision begins there, and the catalogue holds every decision that SCR reports for {citation.year}"


def _neutral(citation: Citation, known: Catalogue) -> str | None:
    year = citation.year or 0
    if known.is_complete("INSC", year) and not known.by_citation(citation.normal):
        last = known.last_number(year)
        if citation.page > last:
            return f"neutral citations of {year} end at {year} INSC {last}"
    if citation.page > _NEUTRAL_NUMBERS:
        return f"no year has {citation.page} neutral citations"
    return None


def _volume(citation: Citation, known: Catalogue) -> str | None:
    if citation.reporter not in {"SCC", "SCR"} or citation.supp or citation.volume is None:
        return None
    year, volume = citation.year or 0, citation.volume
    if volume > _MOST_VOLUMES:
        return f"{citation.reporter} {year} has no volume {volume}"
    last = known.last_volume(citation.reporter, year)
    if citation.reporter == "SCR" and known.is_complete("SCR", year) and last and volume > last:
        return f"SCR {year} ends with volume {last}"
    if 1972 <= year <= 2020 and last and volume > last + _SLACK:
        return f"{citation.reporter} {year} has no volume {volume}; the last one known is {last}"
    return None


# Checks the provisions of a draft: whether they exist, and whether they were in force.

# Provisions that were struck down, and are void from the start: since when this is known, and by what.
_GONE = {
    "Arms-27(3)": (date(2012, 2, 1), "struck down in State of Punjab v. Dalbir Singh, (2012) 3 SCC 346"),
    "IPC-303": (date(1983, 4, 7), "struck down in Mithu v. State of Punjab, (1983) 2 SCC 277"),
    "IPC-497": (date(2018, 9, 27), "struck down in Joseph Shine v. Union of India, (2019) 3 SCC 39"),
    "IT-66A": (date(2015, 3, 24), "struck down in Shreya Singhal v. Union of India, (2015) 5 SCC 1"),
}
# Provisions that stand only in part, or are not to be used for now.
_CURTAILED = {
    "IPC-377": (
        date(2018, 9, 6),
        "read down in Navtej Singh Johar v. Union of India, (2018) 10 SCC 1: acts of consenting adults are no offence",
    ),
    "IPC-124A": (date(2022, 5, 11), "put in abeyance in S.G. Vombatkere v. Union of India, (2022) 7 SCC 433"),
}
_PAST_THE_END = re.compile(r" ends at (\d+)$")
_NEW_CODES = frozenset(NEW_OF_OLD.values())
_NUMBER = re.compile(r"\d+")
_NO_ACT = re.compile(r'no Act named|"the (?:Code|Act)" is not defined')
_NOT_A_SECTION = re.compile(r"a clause without its section|a chapter, part, list|no Rules named")
_PARAGRAPHS_BACK = 2  # its own, and the one before
_OFFENCE = re.compile(r"\b(?:incident|occurrence|offence|crime)\b[^.;]{0,80}$|\bcommitted\b[^.;]{0,60}$", re.IGNORECASE)

_DATE = re.compile(rf"{NUMERIC}|\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{MONTH}[,.]?\s+\d{{4}}", re.IGNORECASE)

TAKE_CARE = "Take care:"  # what follows holds, but a later decision touches it


def is_section(mention: ProvisionMention) -> bool:
    """Whether there is a provision to look up: clause 14 of a contract and Chapter IV are none."""
    return not _NOT_A_SECTION.match(mention.reason or "")


def under_the_only_act(mention: ProvisionMention, mentions: Sequence[ProvisionMention], text: str) -> ProvisionMention:
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
    if provision is None and past_the_end and not _section_has_footnote(mention.number, int(past_the_end[1])):
        word = "Article" if "Constitution" in (mention.reason or "") else "Section"
        return Finding(
            DraftVerdict.WRONG,
            "no such provision",
            f"{(mention.reason or '').replace(' ends at ', f' ends at {word} ')}.",
        )
    if provision is None:
        return Finding(DraftVerdict.UNKNOWN, None, f"Cannot be told: {mention.reason}.")
    if provision.act not in acts():
        return Finding(
            DraftVerdict.UNKNOWN, None, f"{provision_name(provision)} belongs to an Act that is not in the tables."
        )
    missing = _missing(provision)
    if missing:
        return Finding(DraftVerdict.WRONG, "no such provision", missing)
    return _in_force(provision, day, offence, tells_of_its_fall)


def _section_has_footnote(number: str | None, last: int) -> bool:
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
        return Finding(
            DraftVerdict.WRONG, "not in force", f"{enactment.title} came into force on {written(enactment.in_force)}."
        )
    gone = _ruled_on(provision, _GONE, day)
    if gone and not tells_of_its_fall:
        says = f"{name} was {gone[1]}, on {written(gone[0])}, and is void for earlier offences too."
        return Finding(DraftVerdict.WRONG, "not in force", says)
    if offence is not None and provision.act == "IPC" and offence >= COMMENCEMENT:
        says = f"The offence is of {written(offence)}: the Bharatiya Nyaya Sanhita applies, not the Penal Code."
        return Finding(DraftVerdict.WRONG, "not in force", says)
    if offence is not None and provision.act == "BNS" and offence < COMMENCEMENT:
        says = f"The offence is of {written(offence)}, before 1 July 2024: the Penal Code applies, not the Sanhita."
        return Finding(DraftVerdict.WRONG, "not in force", says)
    curtailed = _ruled_on(provision, _CURTAILED, day)
    care = f" {TAKE_CARE} it was {curtailed[1]}." if curtailed else ""
    return Finding(DraftVerdict.OK, None, _what_is_known(provision, day) + care)


def _what_is_known(provision: Provision, day: date) -> str:
    """What the tables know of a provision: of some Acts not even how many sections they have."""
    enactment, name = act(provision.act), provision_name(provision)
    if enactment.until and day > enactment.until:
        return f"{name} exists; {enactment.title} was in force until {written(enactment.until)}."
    if enactment.last is None and provision.act not in _NEW_CODES:
        return f"{enactment.title} is in force; we hold no list of its sections, so look {name} up."
    unseen = " Its sub-sections were not checked." if provision.clauses and provision.act not in CODES else ""
    return f"{name} exists.{unseen}"


def _ruled_on(provision: Provision, rulings: Mapping[str, tuple[date, str]], day: date) -> tuple[date, str] | None:
    """What the Court had ruled on a provision, or on the section it belongs to, by that day."""
    for key, ruling in rulings.items():
        if (provision.id == key or provision.id.startswith(f"{key}(")) and ruling[0] <= day:
            return ruling
    return None


_STRUCK_DOWN = re.compile(
    r"\bstruck\s+down\b|\bstrik(?:e|ing)\s+down\b|\bunconstitutional\b|\bultra\s+vires\b", re.IGNORECASE
)


def mentions_striking_down(text: str) -> bool:
    """Whether the draft mentions that a provision was struck down."""
    return _STRUCK_DOWN.search(text) is not None


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


# Checks the quotations of a draft: which case each is from, and whether the stored text has its words.

MIN_WORDS = 6  # shorter quotations are terms, not passages
_REACH = 400  # characters between a citation and the quotation that follows it
_QUOTED = re.compile(r"“([^“”]{20,6000})”|\"([^\"]{20,6000})\"")
_OMITTED = re.compile(
    r"\[[^\[\]]{0,200}\]|…+|\.\s?\.\s?\.[.\s]*|\*\s?\*\s?\*[*\s]*|\((?:emphasis|underlin)[^()]*\)", re.IGNORECASE
)
# Words that introduce a quotation from a case: "held:", "observed as follows". Other quotations lack them.
_SAID = re.compile(
    r"\b(?:held|observed|stated|said|laid\s+down|noted|opined|ruled|reads?|as\s+under|follow(?:s|ing)|extract(?:ed)?|words)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z0-9]+")
_PARAGRAPH_NUMBER = re.compile(r"^\W*\d{1,3}(?:\.\d+)*\.?\s+")
_CLOSE = 0.6  # share of common words at which a passage counts as the one meant


@dataclass(frozen=True, slots=True)
class Quotation:
    """Quoted words, their position, and the position of the mention they belong to."""

    span: Span
    words: str
    cited: int


@dataclass(frozen=True, slots=True)
class QuoteComparison:
    """Whether every part occurs in the text in order; if not, where they differ."""

    verbatim: bool
    difference: str = ""


def find_quotations(text: str, mentions: Sequence[Span]) -> list[Quotation]:
    """Quoted passages that follow a citation, or come right before one in brackets."""
    quotations = []
    for match in _QUOTED.finditer(text):
        words = match[1] or match[2]
        if len(_WORD.findall(words.lower())) < MIN_WORDS or any(m.start < match.start() < m.end for m in mentions):
            continue
        cited = _source(text, Span(match.start(), match.end()), mentions)
        if cited is not None:
            quotations.append(Quotation(Span(match.start(), match.end()), words, cited))
    return quotations


def _source(text: str, span: Span, mentions: Sequence[Span]) -> int | None:
    """The mention in the brackets right after the quotation, else the nearest one before it."""
    for number, mention in enumerate(mentions):
        if span.end <= mention.start <= span.end + 12 and not text[span.end : mention.start].strip(" ([.,-–—\n"):
            return number
    before = [number for number, mention in enumerate(mentions) if mention.end <= span.start]
    if before:
        between = text[mentions[before[-1]].end : span.start]
        if len(between) <= _REACH and _SAID.search(between):
            return before[-1]
    return None


def compare_quotation(quoted: str, text: str) -> QuoteComparison:
    """Compare word by word; marks, case, line breaks, omissions ("...") and insertions ("[...]") are ignored."""
    parts = [words for part in _OMITTED.split(_PARAGRAPH_NUMBER.sub("", quoted)) if (words := _words(part))]
    stored = _words(text)
    joined = "".join(stored)  # without spaces: prints join and split words
    at = 0
    for part in parts:
        phrase = "".join(part)
        start = joined.find(phrase, at)
        if start < 0 and (len(part) > 1 or len(parts) == 1):
            return QuoteComparison(False, _difference(part, stored))
        at = max(at, start)
    return QuoteComparison(True)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'").replace("'", ""))


def _difference(part: Sequence[str], stored: Sequence[str]) -> str:
    """The words that differ from the nearest passage, or a note that there is no such passage."""
    start = _nearest(part, stored)
    if start is None:
        return f'no passage like "{" ".join(part[:12])}" is in the stored text.'
    passage = stored[max(0, start - 3) : start + len(part) + 8]
    matcher = SequenceMatcher(None, part, passage, autojunk=False)
    changes = []
    for tag, a, b, c, d in matcher.get_opcodes():
        at_edge = tag == "insert" and (a == 0 or a == len(part))
        if tag != "equal" and not at_edge:
            changes.append(f'"{" ".join(part[a:b]) or "(nothing)"}" for "{" ".join(passage[c:d]) or "(nothing)"}"')
    return "; ".join(changes[:5]) + "." if changes else "the words are in another order."


def _nearest(part: Sequence[str], stored: Sequence[str]) -> int | None:
    """The start of the passage that shares most words, by votes of word pairs; None if none is close."""
    pairs: dict[tuple[str, str], list[int]] = {}
    for index, pair in enumerate(pairwise(part)):
        pairs.setdefault(pair, []).append(index)
    votes: dict[int, int] = {}
    for index, pair in enumerate(pairwise(stored)):
        for inside in pairs.get(pair, ()):
            start = (index - inside) // 4 * 4  # insertions shift a passage by a few words
            votes[start] = votes.get(start, 0) + 1
    if not votes:
        return None
    start = max(votes, key=lambda key: votes[key] + votes.get(key + 4, 0))
    passage = set(stored[max(0, start - 4) : start + len(part) + 8])
    share = sum(word in passage for word in part) / len(part)
    return max(0, start) if share >= _CLOSE else None
