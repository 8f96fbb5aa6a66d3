"""A contract's title: what kind of contract, between whom. By rules from its own head, or by a language model."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

# Which text file belongs to a file name of `master_clauses.csv`.

How = Literal["exact", "unicode", "letters", "ambiguous", "missing"]

_ENDING = re.compile(r"\.(pdf|txt)\W*$", re.IGNORECASE)
_NOT_LETTER = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name of the CSV, the text file it was matched to, and how; no file where it is missing or ambiguous."""

    csv_name: str
    file: str | None
    how: How


def text_name(csv_name: str) -> str:
    """The text file's name as the published generator makes it."""
    return csv_name.replace(".pdf", ".txt").replace(".PDF", ".txt")


def letters(name: str) -> str:
    """The ASCII letters and digits of a file name without its ending, accents removed."""
    plain = unicodedata.normalize("NFKD", _ENDING.sub("", name)).encode("ascii", "ignore").decode("ascii")
    return _NOT_LETTER.sub("", plain.lower())


class FileNames:
    """The text files, looked up by a name of the CSV."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files = frozenset(files)
        self._by_unicode = {unicodedata.normalize("NFC", name): name for name in sorted(self._files)}
        self._by_letters = _grouped(sorted(self._files))

    def match(self, csv_name: str) -> NameMatch:
        """Exact, then the same in composed Unicode, then by letters and digits where only one file has them."""
        wanted = text_name(csv_name)
        if wanted in self._files:
            return NameMatch(csv_name, wanted, "exact")
        composed = self._by_unicode.get(unicodedata.normalize("NFC", wanted))
        if composed is not None:
            return NameMatch(csv_name, composed, "unicode")
        alike = self._by_letters.get(letters(csv_name), ())
        if len(alike) == 1:
            return NameMatch(csv_name, alike[0], "letters")
        return NameMatch(csv_name, None, "ambiguous" if alike else "missing")


def _grouped(files: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    groups: dict[str, tuple[str, ...]] = {}
    for name in files:
        key = letters(name)
        groups[key] = (*groups.get(key, ()), name)
    return groups


# The contract in; a title that was checked against it out.
Ask = Callable[[str], str]

HEAD_CHARACTERS = 8000
LONGEST_NAME = 90

_KINDS = (
    "Agreement|Contract|Amendment|Addendum|Lease|License|Licence|Statement|Guarantee|Guaranty|Warrant|Plan|Undertaking|"
    "Memorandum of Understanding|Letter of Intent|Policy|Protocol|Deed|Release|Note|Supplement|Joinder|"
    "Terms and Conditions"
)
_SMALL = "and|of|the|for|to|in|on|by|with|or|between|a|an|as|No\\.?"
# "License and Reseller Agreement" is not a "License".
_NOT_MORE = r"(?!\s+(?:and|AND|&|Agreement|AGREEMENT)\s)"
# "This Master Joint Development Agreement (": the contract names itself in its first sentence.
_SELF_NAMED = re.compile(
    rf"\b(?:This|THIS)\s+((?:(?:[A-Z][\w.&/'’-]*,?|#?\d+|{_SMALL})\s+){{0,9}}?(?:{_KINDS}|{_KINDS.upper()}))\b{_NOT_MORE}"
)
# A heading in capitals.
_HEADING = re.compile(rf"\b((?:(?:[A-Z][A-Z.&/'’-]*,?|#?\d+)\s+){{0,9}}(?:{_KINDS.upper()}))\b{_NOT_MORE}")
_BARE = frozenset({"agreement", "contract", "amendment", "letter agreement", "note", "plan", "release", "statement"})

# What a heading picks up from the exhibit number above it.
_BEFORE_NAME = re.compile(
    r"^(?:.*\b(?:This|Commission\.?)\s+)?"
    r"(?:(?:[\d#]+|[A-Z]|Exhibit|Schedule|Attachment|Appendix|Annex|Form of|Ex)\s+)*(?=\S)",
    re.IGNORECASE,
)

_BETWEEN = re.compile(r"\b(?:between|among|amongst|BETWEEN|AMONG)\b[:\s]+(?:and\s+among\s+)?")
_NAME_END = re.compile(
    r"""\s*[("“;:\[]|,?\s+(?:and|AND)\s|
        ,\s*(?:an?|the|with|having|located|whose|which|organi[sz]ed|acting|not|as|on|d/b/a|formerly|incorporated|its|each|
            dated|effective|by|through|collectively|individually|for|solely|together|and)\b|
        \s(?:located|having|with|whose|incorporated|organi[sz]ed|doing|acting|on\sthe|to\sbe|and/or|a\s|an\s|as\sof|
            at\s\d|[Dd]ated|DATED|[Ee]ffective|EFFECTIVE)|
        ,\s*\d|\s+\d{2,}\s|\.\s+[A-Z][a-z]|\.\s*$|\n\s*\n|\s{4,}""",
    re.VERBOSE,
)
_AND = re.compile(r"\b(?:and|AND)\b[:\s]+(?:between\s+|among\s+)?(?=[\"“(]?[A-Z0-9])")
_COMPANY_COMMA = re.compile(
    r",\s*(?=(?:Inc|INC|L\.?L\.?C|Ltd|LTD|L\.?P|N\.?A|S\.?A|Corp|CORP|Co\b|CO\b|GmbH|Limited|LIMITED|"
    r"B\.V|N\.V|PLC|plc))"
)
_MARKER = "\x00"
# What contracts call their parties; a title that names only these names nobody.
_ROLES = frozenset(
    """the a an of and them party parties undersigned company consultant distributor supplier customer client licensor
    licensee franchisor franchisee buyer seller purchaser vendor agent owner contractor employee sponsor bank trust fund
    lender borrower manufacturer reseller affiliate advisor adviser mhc exhibit agreement effective date services
    terms""".split()
)


def create_title(filename: str, text: str, ask: Ask | None = None) -> str:
    """A title such as "Sponsorship Agreement between Alpha Inc. and Beta LLC"; `ask` asks a language model."""
    if ask is not None:
        return " ".join(ask(text).split())
    head = text[:HEAD_CHARACTERS]
    name = _document_name(head, filename)
    parties = _parties(head)
    return f"{name} between {' and '.join(parties)}" if parties else f"{name} of {_filer(filename)}"


def distinct_titles(titles: Mapping[str, str]) -> dict[str, str]:
    """The titles by file name. Where two contracts share one, each title gets the name of its file too."""
    count = Counter(title.casefold() for title in titles.values())
    return {
        filename: title if count[title.casefold()] == 1 else f"{title} ({_stem(filename)})"
        for filename, title in titles.items()
    }


def _document_name(head: str, filename: str) -> str:
    from_file = _kind_in(filename)
    for pattern in (_SELF_NAMED, _HEADING):
        for match in pattern.finditer(head[:4000]):
            name = tidy(match[1])
            if name.lower() not in _BARE and len(name) <= LONGEST_NAME:
                return name
    return from_file or "Agreement"


def tidy(name: str) -> str:
    """A document's name without leading exhibit numbers, and not all in capitals."""
    words = _BEFORE_NAME.sub("", " ".join(name.split())).strip(" ,.-")
    if not words.isupper():
        return words
    small = set(_SMALL.lower().split("|"))
    return " ".join(word.lower() if word.lower() in small else _capital(word) for word in words.split())


def _capital(word: str) -> str:
    return "-".join(part[:1] + part[1:].lower() for part in word.split("-"))


def _kind_in(filename: str) -> str:
    last = re.split(r"_|EX-[\w.()]+-|\s-\s+", _stem(filename))[-1]
    return tidy(re.sub(r"[\d()]+$", "", last))


def _filer(filename: str) -> str:
    first = re.split(r"_|\s-\s+", _stem(filename))[0]
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", first).strip() or _stem(filename)


def _stem(filename: str) -> str:
    return re.sub(r"\.(pdf|txt)\W*$", "", filename, flags=re.IGNORECASE).strip()


def _parties(head: str) -> tuple[str, ...]:
    for start in _BETWEEN.finditer(head):
        first, end = _party(head, start.end())
        if not first:
            continue
        names = [first]
        for joint in _AND.finditer(head[: start.end() + 1200], end):
            name, _ = _party(head, joint.end())
            if name and letters(name) not in {letters(known) for known in names}:
                names.append(name)
                break
        if len(names) == 2:
            return tuple(names)
    return ()


def _party(head: str, place: int) -> tuple[str, int]:
    """The name that starts at an offset, and where it ends; empty where no name starts there."""
    window = _COMPANY_COMMA.sub(_MARKER, head[place : place + 200])
    end = _NAME_END.search(window)
    raw = window[: end.start()] if end else ""
    name = " ".join(raw.replace(_MARKER, ", ").split()).strip(" ,-_")
    return (name, place + len(raw.replace(_MARKER, ", "))) if is_a_name(name) else ("", place)


def is_document_name(name: str) -> bool:
    """Whether a text could be what a contract is called: short, and with the word for some kind of contract in it."""
    return len(name) <= LONGEST_NAME and re.search(rf"\b(?:{_KINDS})s?\b", name, re.IGNORECASE) is not None


def is_a_name(name: str) -> bool:
    """Whether a text could be a party's name: short, with capitals, and more than a role such as "the Company"."""
    words = name.split()
    if not 2 < len(name) <= LONGEST_NAME or not name[0].isalnum() or ")" in name or "WHEREAS" in name:
        return False
    telling = [word for word in words if letters(word) not in _ROLES]
    capital = [word for word in telling if word[0].isupper() or word[0].isdigit()]
    return bool(capital) and 2 * len(capital) >= len(telling)
