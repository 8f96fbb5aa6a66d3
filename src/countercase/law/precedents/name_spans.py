"""Finds case names in a text: "X v. Y", "In re X".

From each "v." the finder walks word by word to the left and to the right until the party ends: at a sentence, a
lower-case word that no party contains, a citation, or the next "v.". Every walk is bounded, so the cost is linear.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from countercase.domain.span import Span
from countercase.text.anchors import MARKS, WordOpenings

# Words that occur in party names, and words that end one.

_CONNECTORS = frozenset(
    "of and the for by through thr alias on behalf de la da du bin ul ur al others other another ors anr oth etc"
    " rep represented lrs lr legal heirs heir representatives representative dead since deceased minor s/o d/o w/o"
    " son wife daughter his her their its m/s a to be".split()
)
# A full stop after one of these ends an abbreviation, not a sentence.
_ABBREVIATIONS = frozenset(
    "ltd corp corpn corpns commr commrs commn comm assn assoc govt dept deptt univ bros mfg mfrs ors anr oth smt"
    " shri shrimati addl asst asstt dist distt hon engg const pvt etc mohd moh md ind inds insp supdt suptd secy"
    " prof spl messrs mrs kum km gen genl maj col capt bom mad cal del raj guj ker kant pat punj mah maha mun trav"
    " elec ele chem eng intl int natl nat coop op soc bd sri cos inc nos rep lrs lr others estt edn educ admn"
    " admin exch excl misc mgmt mktg dev devt org pub pvtltd sec secs st co co-op m/s dr mr ms jr sr no dy jt lt"
    " mst musstt sk syed sd bai t.n u.p m.p a.p corporations hosp inst tech tel trf ry rly rlys".split()
)
_TITLES = frozenset(
    "mr mrs ms dr shri sri smt kum justice hon hon'ble hon’ble prof messrs m/s sh adv advocate counsel j".split()
)
# Words that open a sentence or a reference, before the name of a case.
INTRODUCERS = frozenset(
    "In See Vide Also Thus However Further Cf Hence Therefore Similarly Again Moreover Per Where When While"
    " Judgment Judgement JUDGMENT Decision Decisions Case Cases"
    " Matter Held Learned Hon'ble Hon’ble Ld As That This These Those It Since If But Likewise Accordingly Para"
    " Paras Page Title Titled Cited Citing IN DETAILS Reports Ref Re Court's".split()
)
_NEW_THINGS = frozenset(
    "The In It This That These Those Thus However Held We He She They On At From Para Paras Page FIR Date Dated"
    " DATED Decided Reported Crl Crl. Cr. Criminal Writ W.P. WP C.A. SLP S.L.P. AIR A.I.R. ILR I.L.R. JT JUDGMENT"
    " ORDER Supra SUPRA Ibid See Vide Suit CC PS P.S. CIVIL CRIMINAL Cited CIT(A) Digital SUPREME Before But As"
    " When Where If Learned Apex Hon'ble Hon’ble Therefore Accordingly Mr. Shri Section Article u/s U/s C.C. CS"
    " Crl.A. C.S. M.A.C. RFA RSA Bail Sessions SC No.".split()
)
_INSTITUTION = re.compile(
    r"\b(?:State|STATE|Union of India|UNION|Commissioner|COMMISSIONER|Collector|Corporation|CORPORATION|Ltd|LTD"
    r"|Limited|LIMITED|Govt|Government|GOVERNMENT|Board|BOARD|Bank|BANK|Company|Co\.|University|UNIVERSITY"
    r"|Municipal|Council|Insurance|INSURANCE|Authority|Emperor|EMPEROR|Crown|King|Queen|Republic|Administration"
    r"|Ors|ORS|Others|OTHERS|Anr|ANR|Another|ANOTHER|others|another|M/s|Smt|CBI|C\.B\.I|UOI|U\.O\.I|CIT|Officer"
    r"|Director|Registrar|Society|Association|Trust|Police|Inspector)\b"
)
# Words whose comma may be followed by a location: "Commissioner of Income Tax, Bombay".
_OFFICES = frozenset(
    "commissioner commr collector officer secretary director registrar manager inspector superintendent chairman"
    " administrator board magistrate engineer controller tribunal authority cit ito i.t.o conservator custodian"
    " governor principal deputy tax income-tax customs excise council committee department ltd mills estate college"
    " university school hospital state".split()
)
_ACRONYM = re.compile(r"(?:[A-Z]\.){2,}[A-Z]?,?$")
_BRACKET = re.compile(
    r"\((?!\s*(?:supra|infra|hereinafter|here|for|since|\d|see|AIR|ILR|SC|FB|DB|cited|in short|the"
    r"|i{1,3}\)|(?-i:[a-z])\)))[A-Za-z.&,'’\s-]{1,30}\)",
    re.IGNORECASE,
)
LEADING = re.compile(
    r"(?:of|and|[Tt]he|for|by|through|on|a|to|others?|anr|ors|etc|its|his|her|their|be|&|In|IN"
    r"|\(?[ivxIVX]{1,5}\)|\(?[a-zA-Z]\)|[.)])[\s.,:)]+|[@.,:&]+\s*"
)
_TRAILING = re.compile(r"\s(?:of|and|the|for|by|through|on|a|to|its|his|her|their|since|be|&|@|in)$|\s?[&@]$")
_CORE = re.compile(r"[A-Za-z][\w'’./&-]*")

_CACHED = 8192  # words; the same ones occur in name after name


@lru_cache(_CACHED)
def bare_word(chunk: str) -> str:
    """The word inside a chunk of text, without brackets, quotes and closing punctuation."""
    match = _CORE.search(chunk)
    return match.group().rstrip(".,'’-/") if match else ""


@lru_cache(_CACHED)
def cannot_be_in_a_party(chunk: str) -> bool:
    """Whether no party's name contains this word: a lower-case word of running text, a number, an opening word."""
    if chunk[0].isdigit() or chunk[-1].isdigit():
        return True
    word = bare_word(chunk)
    if not word:
        return chunk not in {"&", "@", ","} and not any(letter.isalpha() for letter in chunk)
    return word[0].islower() and word not in _CONNECTORS and "/" not in word and not _is_glued_name(word)


def _is_glued_name(word: str) -> bool:
    return "." in word and any(letter.isupper() for letter in word)


@lru_cache(_CACHED)
def ends_sentence(chunk: str) -> bool:
    """Whether the full stop after this word ends a sentence; after an initial or an abbreviation it does not."""
    word = bare_word(chunk)
    return len(word) > 2 and "." not in word and word.lower() not in _ABBREVIATIONS and not _is_initials(word)


def is_more_parties(chunk: str) -> bool:
    """Whether this is the "Ors." or "another" that closes a side."""
    return bare_word(chunk).lower() in {"ors", "anr", "oth", "others", "another"}


def drops_its_stop(chunk: str) -> bool:
    """Whether to drop the full stop after the last word of a name: that of a sentence, or of "& Ors."."""
    return ends_sentence(chunk) or is_more_parties(chunk) or bare_word(chunk).lower() == "etc"


def _is_initials(word: str) -> bool:
    return word.isupper() and len(word) <= 3


def is_title(chunk: str) -> bool:
    """Whether a person's name follows this word: "Mr.", "Justice"."""
    return bare_word(chunk).lower() in _TITLES


def names_an_institution(text: str) -> bool:
    """Whether the text names a party that is not a person."""
    return _INSTITUTION.search(text) is not None


def is_office(chunk: str) -> bool:
    """Whether this word ends the name of an office or body, so that a location may follow its comma."""
    return bare_word(chunk).lower() in _OFFICES or _ACRONYM.match(chunk) is not None


def starts_something_new(chunk: str) -> bool:
    """Whether this word, after a party's name, cannot belong to it."""
    return chunk.rstrip(",:") in _NEW_THINGS


def opens_a_new_phrase(before: str, chunk: str) -> bool:
    """Whether "the" or "his" starts something else here: it belongs to a party only after "of", "and" and the like."""
    return chunk in {"the", "a", "its", "his", "her", "their"} and not (before in _CONNECTORS or before == "&")


def is_party_bracket(text: str) -> bool:
    """Whether a bracket belongs to a party's name, as in "(India) Ltd." or "(Dead) by LRs"."""
    return _BRACKET.match(text) is not None


def party_end(text: str, start: int, end: int) -> int:
    """The end of the party without a trailing connecting word."""
    match = _TRAILING.search(text, max(start, end - 10), end)
    return match.start() if match else end


REACH = 160  # characters of the longest party
MAX_WORDS = 20  # words of the longest party

# "v.", "vs", "V/s", "versus"; not the V of "M.V. Rao" or "M. V. Rao", nor "(v)".
_VERSUS = re.compile(
    r"[vV](?<![A-Za-z0-9(/].)(?<![A-Z]\.V)(?<! [A-Z]\. V)(?:[eE][rR][sS][uU][sS]|[./]?\s?[sS])?(?![A-Za-z0-9)/])"
    r"(?:[.,:]?[\s.–-]*+)(?=[A-Z\"'“‘(]|[a-z]/|the\b)"
)
_VERSUS_OPENINGS = WordOpenings(
    {letter + after for letter in "vV" for after in ("er", "eR", "Er", "ER", "s", "S", *MARKS)}
)
_IN = re.compile(r"[Ii](?<![A-Za-z].)[Nn]\s+$")
_RE_AFTER_IN = re.compile(r"[Rr](?<=\s.)[Ee](?![\w/-])[\s:.,–-]{1,4}+(?![Ii][Nn]\s)")
_RE_OPENINGS = WordOpenings({r + e + mark for r in "rR" for e in "eE" for mark in MARKS})
_LONGEST_GAP = 12  # characters from the first letter of "In" to "re"
_RE = re.compile(r"Re(?<![A-Za-z] ..)(?<![A-Za-z]..)\s?:\s+(?=[A-Z])(?!Re\b)")
_CHUNK = re.compile(r"\S+")
_LIST_NUMBER = re.compile(r"\(?[0-9]{1,3}[.)](?=[A-Z])")
_NUMBERED = re.compile(r"\([0-9]{1,2}\)")
_SEPARATOR = re.compile(r"[,;:.\"“”\d\n]|\band\b|&")
_GLUED_DIGIT = re.compile(r"[\[(]?[0-9]")
_AND = re.compile(
    r"[\s,]+(?:and|&)\s+(?!(?:ors|others?|anr|another|oth|etc|co|company|sons|bros|brothers)\b)(?=[A-Z\"'“])",
    re.IGNORECASE,
)
_MORE_PARTIES = re.compile(r"\s*(?:and|&|,)?\s*(?:ors|others?|anr|another|etc)\b", re.IGNORECASE)
# After "Officer," comes "Kasaragod": the comma belongs to the party. Without an office, only if the name then ends.
_PLACE = re.compile(
    r"\s*(?:[A-Z][A-Za-z.'’-]*+\s*+){1,4}+(?=[,\[(;]|reported\b|and\s+(?:Ors|others|anr|another)|&|\.?\s*$)"
)
_LAST_PLACE = re.compile(
    r"\s*(?:[A-Z][A-Za-z.'’-]*+\s*+){1,4}+(?=and\s+(?:Ors|others|anr|another)|&\s+(?:Ors|others|anr|another)|[,\[(\s]*$)",
    re.IGNORECASE,
)
_COMPANY = re.compile(r"\s*(?:Ltd|Limited|Inc|Pvt|Private)\b")


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A case name: the whole, and its two parties; "In re" has no respondent."""

    span: Span
    petitioner: Span
    respondent: Span | None


@dataclass(frozen=True, slots=True)
class _Versus:
    start: int
    end: int
    weak: bool  # a capital V may be an initial


def find_name_spans(text: str, citations: Sequence[Span]) -> list[NameSpan]:
    """Every case name in text order; `citations` limit the names beside them."""
    marks = _versus_marks(text)
    starts, ends = [span.start for span in citations], [span.end for span in citations]
    names: list[NameSpan] = []
    floor = 0
    for index, mark in enumerate(marks):
        last = index + 1 == len(marks)
        following = len(text) if last else marks[index + 1].start
        if not last and following - mark.end < REACH and not _SEPARATOR.search(text, mark.end, following):
            continue  # "A v. B v. C": no case has three sides
        if mark.start < floor:
            continue
        cited = bisect_left(starts, mark.end)
        limit = min(following, starts[cited] if cited < len(starts) else len(text), mark.end + REACH)
        before = bisect_right(ends, mark.start)
        lowest = max(floor, ends[before - 1] if before else 0, mark.start - REACH)
        name = _name(text, mark, lowest, limit, not last and limit == following)
        if name is not None:
            names.append(name)
            floor = name.span.end
    return _apart(sorted([*names, *_in_re(text, names, starts)], key=lambda name: name.span))


def _apart(names: Sequence[NameSpan]) -> list[NameSpan]:
    """The names, without those that begin inside the previous one."""
    separate: list[NameSpan] = []
    for name in names:
        if not separate or name.span.start >= separate[-1].span.end:
            separate.append(name)
    return separate


def _versus_marks(text: str) -> list[_Versus]:
    marks: list[_Versus] = []
    end = -1
    for match in _VERSUS_OPENINGS.matches(_VERSUS, text):
        weak = match[0][0] == "V" and match[0][1:2] not in ("s", "S", "e", "E", "/")
        if not weak or match.start() != end:  # "v. V.A. Meenakshi": the second is an initial
            marks.append(_Versus(match.start(), match.end(), weak))
        end = match.end()
    return marks


def _name(text: str, mark: _Versus, lowest: int, limit: int, crowded: bool) -> NameSpan | None:
    petitioner = _party_before(text, lowest, mark.start)
    if petitioner is None:
        return None
    respondent = _party_after(text, mark.end, limit, crowded)
    if respondent is not None and crowded and not text[respondent.end : limit].strip(" \t\n-–."):
        respondent = _cut_at_and(text, respondent)
    if respondent is None or (mark.weak and not _is_surely_a_name(text, petitioner, respondent, limit)):
        return None
    return NameSpan(Span(petitioner.start, respondent.end), petitioner, respondent)


def _cut_at_and(text: str, party: Span) -> Span | None:
    """If only an "and" separates "A v. B and C v. D", the first "and" divides the cases."""
    cut = _AND.search(text, party.start, party.end)
    return _trim(text, party.start, cut.start()) if cut else None


def _is_surely_a_name(text: str, petitioner: Span, respondent: Span, limit: int) -> bool:
    """A capital "V." is an initial unless an institution, "& Ors." or a citation is next to it."""
    last = text[petitioner.start : petitioner.end].rsplit(maxsplit=1)[-1]
    if is_title(last) or (len(last.strip(".")) == 1 and last.strip(".").isalpha()):
        return False
    both = f"{petitioner.of(text)} {respondent.of(text)}"
    return names_an_institution(both) or not text[respondent.end : limit].strip(" ,([\n")


def _party_before(text: str, lowest: int, end: int) -> Span | None:
    start, closing, at = end, 0, end
    chunks = text[lowest:end].split()
    if chunks and lowest and lowest == end - REACH:
        chunks = chunks[1:]  # the bound may have cut this word
    for chunk in islice(reversed(chunks), MAX_WORDS):
        at = text.rindex(chunk, lowest, at)
        nearest = start == end
        if nearest and chunk in {".", "..", "-", "–"}:
            end = start = at  # "X .v. Y", "X - v. - Y"
            continue
        listed = _LIST_NUMBER.match(chunk)
        if listed:
            start = at + listed.end()
            break
        if not nearest and _ends_before_a_name(text, chunk, start):
            break
        if nearest and _NUMBERED.fullmatch(chunk):
            start = at  # "Selvi (3) v. State": the third of that name
            continue
        if chunk in INTRODUCERS or (cannot_be_in_a_party(chunk) and not _is_hyphenated(text, at)):
            break
        if nearest and chunk[-1] == "." and ends_sentence(chunk):
            return None
        closing += chunk.count(")") - chunk.count("(")
        start = at
        if closing < 0 or chunk[0] in "\"“‘'[":
            break
    return _trim(text, start, end)


def _is_hyphenated(text: str, at: int) -> bool:
    """Whether the word is the second half of one hyphenated at a line end: "Manu- facturing"."""
    return text[at - 2 : at] == "- " and text[at - 3 : at - 2].isalpha() and text[at].islower()


def _ends_before_a_name(text: str, chunk: str, start: int) -> bool:
    """Whether the word to the left of the name so far ends something else."""
    last = chunk[-1]
    if last in ';:?!"”*|]=' or (last in "'’" and chunk[0] not in "'‘" and chunk[-2:-1] != "s"):
        return True
    if last == ",":
        return not (_MORE_PARTIES.match(text, start) or _COMPANY.match(text, start) or is_office(chunk))
    return last == "." and ends_sentence(chunk)


def _party_after(text: str, start: int, limit: int, crowded: bool = False) -> Span | None:
    end, opened, before = start, 0, ""
    for match in islice(_CHUNK.finditer(text, start, limit), MAX_WORDS):
        chunk, first = match.group(), end == start
        if not first and (chunk[0] in '"“‘[{' or _is_break(text, end, match.start()) or starts_something_new(chunk)):
            break
        if chunk[0] == "(" and not is_party_bracket(text[match.start() : match.start() + 40]):
            break
        digit = _GLUED_DIGIT.search(chunk)
        if digit:
            end = match.start() + digit.start() if digit.start() > 1 and "No" not in chunk else end
            break
        if cannot_be_in_a_party(chunk) and not _is_hyphenated(text, match.start()):
            break
        if not first and opens_a_new_phrase(before, chunk):
            break
        end, before = match.end(), chunk
        opened += chunk.count("(") - chunk.count(")")
        if opened < 0 or is_more_parties(chunk) or _ends_the_name(text, chunk, end, limit, crowded):
            break
    return _trim(text, start, end)


def _is_break(text: str, end: int, start: int) -> bool:
    """Whether a blank line ends the name; after an initial it is only a line break."""
    return text.count("\n", end, start) > 1 and text[end - 1] != "."


def _ends_the_name(text: str, chunk: str, end: int, limit: int, crowded: bool) -> bool:
    last = chunk[-1]
    if last in ';:?!"”*|]=':
        return True
    if last == ",":
        if _MORE_PARTIES.match(text, end, limit) or _COMPANY.match(text, end, limit):
            return False
        if is_office(chunk):
            return not _PLACE.match(text, end, limit)
        return crowded or not _LAST_PLACE.match(text, end, limit)
    return last == "." and ends_sentence(chunk)


_EDGE = " \t\r\n,;:\"“”‘’'*-–—=[]|"


def _trim(text: str, start: int, end: int) -> Span | None:
    """The party without punctuation and connecting words at its ends; None if nothing like a name is left."""
    while True:
        while start < end and text[start] in _EDGE + ".)":
            start += 1
        leading = LEADING.match(text, start, end)
        if leading is None:
            break
        start = leading.end()
    while True:
        while start < end and text[end - 1] in _EDGE:
            end -= 1
        cut = party_end(text, start, end)
        if cut == end:
            break
        end = cut
    part = text[start:end]
    if part.endswith(".") and drops_its_stop(part.split()[-1]):
        end, part = end - 1, part[:-1]
    if part.count("(") > part.count(")"):
        opening = part.rindex("(")
        if opening == 0:
            return _trim(text, start + 1, end)
        return _trim(text, start, start + opening)
    if part.endswith(")") and part.count(")") > part.count("("):
        return _trim(text, start, end - 1)
    return Span(start, end) if end > start and any(letter.isupper() for letter in part) else None


def _in_re(text: str, names: Sequence[NameSpan], citations: Sequence[int]) -> list[NameSpan]:
    in_re_names = []
    ends = [name.span.end for name in names]
    for start, end in (*_in_re_marks(text), *(mark.span() for mark in _RE.finditer(text))):
        index = bisect_right(ends, start)
        if index < len(names) and names[index].span.start <= end:
            continue
        cited = bisect_left(citations, end)
        nearest = citations[cited] if cited < len(citations) else len(text)
        party = _party_after(text, end, min(nearest, end + REACH)) if end < nearest else None
        if party is not None:
            in_re_names.append(NameSpan(Span(start, party.end), party, None))
        elif nearest - end <= 2:  # "Ajay Kumar Pandey, In re, (1996) 6 SCC 510"
            lowest = max(0, start - REACH, ends[index - 1] if index else 0)
            party = _party_before(text, lowest, start)
            if party is not None:
                written = text[start:end].rstrip(" ,.:-–\n")
                in_re_names.append(NameSpan(Span(party.start, start + len(written)), party, None))
    return in_re_names


def _in_re_marks(text: str) -> Iterator[tuple[int, int]]:
    """The positions of "In re". The second word is rarer, so it is searched first."""
    for mark in _RE_OPENINGS.matches(_RE_AFTER_IN, text):
        before = _IN.search(text, max(0, mark.start() - _LONGEST_GAP), mark.start())
        if before:
            yield before.start(), mark.end()
