"""A contract's title: its kind and its parties, by rules from its first pages or by a language model."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from countercase.errors import Abstained, AnswerRefused, BudgetSpent, EndpointError, EndpointSilent, SchemaNotHeld
from countercase.llm.model import AnswerSchema, LanguageModel, excerpt, load_prompt

# Which text file belongs to a file name of `master_clauses.csv`.

How = Literal["exact", "unicode", "letters", "ambiguous", "missing"]

_ENDING = re.compile(r"\.(pdf|txt)\W*$", re.IGNORECASE)
_NOT_LETTER = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name in the CSV, the text file it was matched to, and how; no file if it is missing or ambiguous."""

    csv_name: str
    file: str | None
    how: How


def text_name(csv_name: str) -> str:
    """The name of the text file, as the published generator makes it."""
    return csv_name.replace(".pdf", ".txt").replace(".PDF", ".txt")


def letters(name: str) -> str:
    """The ASCII letters and digits of a file name without its ending, accents removed."""
    plain = unicodedata.normalize("NFKD", _ENDING.sub("", name)).encode("ascii", "ignore").decode("ascii")
    return _NOT_LETTER.sub("", plain.lower())


class FileNames:
    """The text files, looked up by a name from the CSV."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files = frozenset(files)
        self._by_unicode = {unicodedata.normalize("NFC", name): name for name in sorted(self._files)}
        self._by_letters = _grouped(sorted(self._files))

    def match(self, csv_name: str) -> NameMatch:
        """Match exactly, then in composed Unicode, then by letters and digits if only one file has them."""
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


# Takes the contract and returns a title that was checked against it.
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
# Words for the parties' roles; a title with only these names nobody.
_ROLES = frozenset(
    """the a an of and them party parties undersigned company consultant distributor supplier customer client licensor
    licensee franchisor franchisee buyer seller purchaser vendor agent owner contractor employee sponsor bank trust fund
    lender borrower manufacturer reseller affiliate advisor adviser mhc exhibit agreement effective date services
    terms""".split()
)


def create_title(filename: str, text: str, ask: Ask | None = None) -> str:
    """A title such as "Sponsorship Agreement between Alpha Inc. and Beta LLC"; `ask` gets it from a language model."""
    if ask is not None:
        return " ".join(ask(text).split())
    head = text[:HEAD_CHARACTERS]
    name = _document_name(head, filename)
    parties = _parties(head)
    return f"{name} between {' and '.join(parties)}" if parties else f"{name} of {_filer(filename)}"


def distinct_titles(titles: Mapping[str, str]) -> dict[str, str]:
    """The titles by file name. If two contracts share a title, each gets the name of its file added."""
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


def _party(head: str, start: int) -> tuple[str, int]:
    """The name that starts at an offset, and its end; empty if no name starts there."""
    window = _COMPANY_COMMA.sub(_MARKER, head[start : start + 200])
    end = _NAME_END.search(window)
    raw = window[: end.start()] if end else ""
    name = " ".join(raw.replace(_MARKER, ", ").split()).strip(" ,-_")
    return (name, start + len(raw.replace(_MARKER, ", "))) if is_a_name(name) else ("", start)


def is_document_name(name: str) -> bool:
    """Whether a text could be the name of a contract: short, and with a word for some kind of contract."""
    return len(name) <= LONGEST_NAME and re.search(rf"\b(?:{_KINDS})s?\b", name, re.IGNORECASE) is not None


def is_a_name(name: str) -> bool:
    """Whether a text could be the name of a party: short, capitalised, and more than a role such as "the Company"."""
    words = name.split()
    if not 2 < len(name) <= LONGEST_NAME or not name[0].isalnum() or ")" in name or "WHEREAS" in name:
        return False
    distinctive = [word for word in words if letters(word) not in _ROLES]
    capitalised = [word for word in distinctive if word[0].isupper() or word[0].isdigit()]
    return bool(capitalised) and 2 * len(capitalised) >= len(distinctive)


# Titles from a language model. Its parties and words must occur in the contract; otherwise rules make the title.

PROMPT = ("countercase.cuad", "title.v1.md")
SILENCES = 5  # contracts in a row without an answer, after which the endpoint counts as down
_EXHIBIT = re.compile(r"^exhibit\s+[\w.()-]*\d[\w.()-]*\s+", re.IGNORECASE)
_WORD = re.compile(r"\w+")
# 94 % of the parties that CUAD's annotators name come after one of these; none of 50 addresses did.
_BEFORE_PARTY = re.compile(
    r"""(?:\b(?:between|among|amongst|and|by|with|behalf\ of)\b[\s:,]*(?:the\s+)?(?:\(?\w{1,3}[.)]\s*)?
        |[:;"“(&]\s*|[\n\f]\s*|\s{3,}|\A)[\s"“]*\Z""",
    re.IGNORECASE | re.VERBOSE,
)


class TitleParts(AnswerSchema):
    """The model's answer."""

    document_name: str
    parties: list[str] = Field(max_length=8)


def ask_title(model: LanguageModel, text: str) -> str:
    """A contract's title by a model. Raises AnswerRefused if it names what the contract does not."""
    data = {"contract": excerpt(text, 0, model.context_characters)}
    return model.ask(load_prompt(*PROMPT), data, TitleParts, lambda answer: checked_title(answer, text))


def checked_title(answer: TitleParts, text: str) -> str:
    """The title from its parts, each checked against the contract."""
    name = _EXHIBIT.sub("", " ".join(answer.document_name.split()))
    parties = [" ".join(party.split()) for party in answer.parties]
    if not is_document_name(name) or not occurs_in(name, text):
        raise AnswerRefused(f"{name[:80]!r} is not the name of this contract.")
    if not parties:
        raise AnswerRefused("The model named no party.")
    for party in parties:
        if not is_a_name(party) or not occurs_as_party(party, text):
            raise AnswerRefused(f"{party[:80]!r} is not a party that the contract names.")
    return f"{tidy(name)} between {' and '.join(dict.fromkeys(parties[:2]))}"


def occurs_in(name: str, text: str) -> bool:
    """Whether the words of the name occur in the text as a phrase; case, commas and spaces are ignored."""
    return next(_occurrences(name, text), None) is not None


def occurs_as_party(name: str, text: str) -> bool:
    """Whether the name occurs where a party is named: after "between" or "and", or at the start of a line."""
    return any(_BEFORE_PARTY.search(text, max(0, start - 40), start) for start in _occurrences(name, text))


def _occurrences(name: str, text: str) -> Iterator[int]:
    words = _WORD.findall(name)
    phrase = r"\W+".join(re.escape(word) for word in words)
    return (match.start() for match in re.finditer(rf"\b{phrase}\b", text, re.IGNORECASE)) if words else iter(())


class ModelTitles:
    """Titles for all contracts, several at a time; `by_rules` says why a title is not the model's."""

    def __init__(self, ask: Ask, workers: int = 2) -> None:
        self._ask = ask
        self._workers = workers
        self._silences = 0
        self.by_rules: dict[str, str] = {}

    def __call__(self, texts: Mapping[str, str]) -> dict[str, str]:
        """The titles by file name. Raises EndpointError if the endpoint is wrong or down."""
        workers = ThreadPoolExecutor(self._workers)
        try:
            return dict(zip(texts, workers.map(self._title, texts.keys(), texts.values()), strict=True))
        finally:
            workers.shutdown(cancel_futures=True)

    def _title(self, filename: str, text: str) -> str:
        try:
            title = create_title(filename, text, self._ask)
        except EndpointSilent as error:
            self._silences += 1
            if self._silences >= SILENCES:
                raise EndpointError(f"{error} {SILENCES} contracts in a row: giving up. Use --titles rules.") from None
            self.by_rules[filename] = str(error)
        except (AnswerRefused, Abstained, SchemaNotHeld, BudgetSpent) as error:
            self.by_rules[filename] = str(error)
        else:
            self._silences = 0
            return title
        return create_title(filename, text)
