"""Generates the benchmark from CUAD: reads the rows, matches file names, makes titles, locates quotes, writes tests.

The other data sets are in `sources`; what they share with one another is here too.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from countercase.cuad.benchmark import (
    Benchmark,
    Drop,
    Generated,
    QAGroundTruth,
    make_manifest,
    make_test,
    write_generated,
)
from countercase.cuad.clauses import CLAUSES, Clause, ColumnPolicy, ambiguous_because, find_policy
from countercase.cuad.titles import FileNames, NameMatch, create_title, distinct_titles
from countercase.domain.span import Span, merge
from countercase.download import CUAD_TABLE, CUAD_TEXTS
from countercase.errors import InputError

# A cell of `master_clauses.csv`: a Python list of strings, and nothing else.

MAX_QUOTES = 10_000
MAX_CHARACTERS = 5_000_000

_SPACE = re.compile(r"\s*")
_PLAIN = {quote: re.compile(rf"[^\\\n{quote}]*") for quote in "'\""}
_SIMPLE_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
}
_HEX_ESCAPES = {"x": 2, "u": 4, "U": 8}
_HEX = re.compile(r"[0-9a-fA-F]*")


class CellError(ValueError):
    """The cell is not a list of strings; the message says what is wrong, and at which character."""


def parse_quotes(cell: str, max_quotes: int = MAX_QUOTES, max_characters: int = MAX_CHARACTERS) -> tuple[str, ...]:
    """The quotes of a cell such as `['first', "second"]`; an empty list gives no quotes."""
    if len(cell) > max_characters:
        raise CellError(f"{len(cell)} characters, more than {max_characters}")
    position = _skip_space(cell, 0)
    if cell[position : position + 1] != "[":
        raise CellError(f"a list should start at character {position}")
    position = _skip_space(cell, position + 1)
    quotes: list[str] = []
    while cell[position : position + 1] != "]":
        if len(quotes) == max_quotes:
            raise CellError(f"more than {max_quotes} quotes")
        quote, position = _string(cell, position)
        quotes.append(quote)
        position = _skip_space(cell, position)
        if cell[position : position + 1] == ",":
            position = _skip_space(cell, position + 1)
        elif cell[position : position + 1] != "]":
            raise CellError(f"a comma or the end of the list should be at character {position}")
    if _skip_space(cell, position + 1) != len(cell):
        raise CellError(f"something follows the list at character {position + 1}")
    return tuple(quotes)


def _skip_space(cell: str, position: int) -> int:
    match = _SPACE.match(cell, position)
    return match.end() if match else position


def _string(cell: str, start: int) -> tuple[str, int]:
    """The string that starts at a position, and the position after it."""
    mark = cell[start : start + 1]
    if mark not in _PLAIN:
        raise CellError(f"a string should start at character {start}")
    parts: list[str] = []
    position = start + 1
    while True:
        plain = _PLAIN[mark].match(cell, position)
        end = plain.end() if plain else position
        parts.append(cell[position:end])
        character = cell[end : end + 1]
        if character == mark:
            return "".join(parts), end + 1
        if character != "\\":
            raise CellError(f"the string at character {start} does not end")
        piece, position = _escape(cell, end + 1)
        parts.append(piece)


def _escape(cell: str, position: int) -> tuple[str, int]:
    """The character that an escape stands for, and the position after it."""
    letter = cell[position : position + 1]
    if letter in _SIMPLE_ESCAPES:
        return _SIMPLE_ESCAPES[letter], position + 1
    width = _HEX_ESCAPES.get(letter)
    if width is None:
        raise CellError(f"the escape \\{letter} at character {position - 1} is not one of Python's")
    digits = cell[position + 1 : position + 1 + width]
    if len(digits) < width or not _HEX.fullmatch(digits) or int(digits, 16) > 0x10FFFF:
        raise CellError(f"the escape \\{letter}{digits} at character {position - 1} is not a character")
    return chr(int(digits, 16)), position + 1 + width


# The rows of `master_clauses.csv`. A row that cannot be used is recorded, and the run goes on.

LAYOUT = f"the folder of CUAD v1 with {CUAD_TABLE} and {CUAD_TEXTS}/; --download fetches it"


@dataclass(frozen=True, slots=True)
class ClauseRow:
    """A row of the CSV: its number from 1, its file name, and its cells by column."""

    number: int
    csv_name: str
    cells: dict[str, str]

    @property
    def document_name(self) -> str:
        """The annotators' name for the contract."""
        return self.cells.get("Document Name-Answer", "")


def read_clause_rows(source: Path) -> Iterator[ClauseRow]:
    """The rows in order; a cell missing from a short row is empty."""
    needed = sorted({"Filename", *(clause.column for clause in CLAUSES)})
    for number, cells in enumerate(read_table(source / CUAD_TABLE, needed, LAYOUT), start=1):
        yield ClauseRow(number, cells["Filename"], cells)


def read_table(path: Path, needed: Iterable[str], layout: str, delimiter: str = ",") -> Iterator[dict[str, str]]:
    """The rows of a CSV file by column, with white space in column names collapsed; a missing cell is empty.

    `layout` says in an error what was expected.
    """
    # The csv module would stop the whole run at a long cell; `parse_quotes` has its own limit, for that cell only.
    before = csv.field_size_limit(2**31 - 1)
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream, restval="", delimiter=delimiter)
            columns = {name: " ".join(name.split()) for name in reader.fieldnames or ()}
            missing = [name for name in needed if name not in columns.values()]
            if missing:
                raise InputError(f"{path} has no column {missing[0]!r}. Expected {layout}.")
            for row in reader:
                yield {columns[name]: cell for name, cell in row.items() if name in columns}
    except FileNotFoundError:
        raise InputError(f"There is no {path}. Expected {layout}.") from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as CSV: {error}. Expected {layout}.") from None
    finally:
        csv.field_size_limit(before)


# The span of a quote in a contract. If a quote occurs twice, we do not guess.

OMITTED = "<omitted>"
SHORTEST_PART = 10  # characters; a shorter part next to <omitted> is not evidence


def extract_quote_span(text: str, quote: str) -> Span | None:
    """The only span where the text has exactly this quote; None if there is none, or more than one."""
    start = text.find(quote) if quote else -1
    if start < 0 or text.find(quote, start + 1) >= 0:
        return None
    return Span(start, start + len(quote))


def sort_and_merge_spans(spans: Iterable[Span], max_bridge_gap_len: int = 0) -> tuple[Span, ...]:
    """Spans in text order, joined if at most `max_bridge_gap_len` characters lie between them."""
    return merge(spans, max_bridge_gap_len)


def quote_parts(quote: str) -> tuple[str, ...]:
    """The text between the annotators' `<omitted>` marks, trimmed; the whole quote if there is no mark."""
    if OMITTED not in quote:
        return (quote,)
    return tuple(part.strip() for part in quote.split(OMITTED) if len(part.strip()) >= SHORTEST_PART)


# A test that needs several is first counted under the first of these.
RECOVERIES = ("file-name", "extra-column", "omitted-parts", "partial-cell")

Titles = Callable[[Mapping[str, str]], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Contract:
    """A row of the CSV with the text of its contract."""

    row: ClauseRow
    match: NameMatch
    file: str
    text: str


@dataclass(slots=True)
class _LocatedQuotes:
    """The spans of the quotes in one cell, how they were found, and what was not found."""

    spans: list[Span] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    lost: list[tuple[str, str]] = field(default_factory=list)


def generate_cuad(
    source: Path, out: Path | None = None, policy: str = "published", titles: Titles | None = None
) -> Generated:
    """Generate the benchmark from a folder with CUAD v1; with `out`, write it, its corpus and its manifest there.

    `titles` maps the texts by file name to titles by file name; without it, titles are made by rules.
    """
    rules = find_policy(policy)
    drops: list[Drop] = []
    matches: list[NameMatch] = []
    matched = _contracts(source, rules, drops, matches)
    contracts = [contract for contract in matched if not _is_ambiguous(contract, drops)]
    texts = {contract.file: contract.text for contract in contracts}
    named = titles(texts) if titles else rule_titles(texts)
    tests = [test for contract in contracts for test in _tests(contract, named[contract.file], rules, drops)]
    benchmark = Benchmark(tests=tuple(tests))
    used = {path.partition("/")[2] for path in benchmark.file_paths()}
    manifest = make_manifest(
        benchmark,
        rules.name,
        "given" if titles else "rules",
        RECOVERIES,
        names=dict(Counter(match.how for match in matches)),
        unusual_names={match.csv_name: match.file or "" for match in matches if match.how != "exact"},
        files=[source / CUAD_TABLE],
        drops=drops,
    )
    generated = Generated(benchmark, {file: text for file, text in texts.items() if file in used}, manifest)
    if out is not None:
        write_generated(generated, out)
    return generated


def rule_titles(texts: Mapping[str, str]) -> dict[str, str]:
    """Titles by rules, made distinct if two are the same."""
    return distinct_titles({file: create_title(file, text) for file, text in texts.items()})


def _contracts(source: Path, policy: ColumnPolicy, drops: list[Drop], matches: list[NameMatch]) -> Iterable[Contract]:
    folder = source / CUAD_TEXTS
    if not folder.is_dir():
        raise InputError(f"There is no {CUAD_TEXTS} in {source}. Expected {LAYOUT}.")
    names = FileNames(path.name for path in folder.iterdir())
    for row in read_clause_rows(source):
        match = names.match(row.csv_name)
        matches.append(match)
        if match.file is None:
            drops.append(Drop("contract", f"its text file is {match.how}", row.number, row.csv_name))
        elif match.how == "letters" and not policy.match_letters:
            reason = "no text file of exactly its name"
            drops.append(Drop("contract", reason, row.number, row.csv_name, detail=match.file))
        else:
            try:
                text = (folder / match.file).read_text(encoding="utf-8")
            except UnicodeDecodeError as error:
                drops.append(
                    Drop("contract", "its text is not UTF-8", row.number, row.csv_name, detail=str(error.start))
                )
                continue
            yield Contract(row, match, match.file, text)


def _is_ambiguous(contract: Contract, drops: list[Drop]) -> bool:
    reason = ambiguous_because(contract.row.csv_name, contract.row.document_name)
    if reason:
        drops.append(Drop("contract", reason, contract.row.number, contract.row.csv_name))
    return reason is not None


def _tests(contract: Contract, title: str, policy: ColumnPolicy, drops: list[Drop]) -> Iterable[QAGroundTruth]:
    row = contract.row
    for clause in policy.clauses:
        try:
            quotes = parse_quotes(row.cells[clause.column])
        except CellError as error:
            detail = f"{CUAD_TABLE}, row {row.number}, {clause.column}: {error}"
            drops.append(Drop("cell", "not a list of strings", row.number, row.csv_name, clause.column, detail))
            continue
        located = _locate(contract.text, quotes, policy)
        lost = [Drop("quote", why, row.number, row.csv_name, clause.column, which) for which, why in located.lost]
        if lost and not policy.keep_partial:
            drops.extend(lost[:1])
            continue
        drops.extend(lost)
        if located.spans:
            yield _test(contract, title, clause, located)


def _locate(text: str, quotes: Iterable[str], policy: ColumnPolicy) -> _LocatedQuotes:
    located = _LocatedQuotes()
    for number, quote in enumerate(quotes, start=1):
        omitted = policy.split_omitted and OMITTED in quote
        for part in quote_parts(quote) if omitted else (quote,):
            span = extract_quote_span(text, part)
            if span is None:
                why = "in more than one place" if part and part in text else "nowhere in the text"
                located.lost.append((f"quote {number}, {len(part)} characters", why))
                located.tags.add("partial-cell")
            else:
                located.spans.append(span)
                if omitted:
                    located.tags.add("omitted-parts")
    return located


def _test(contract: Contract, title: str, clause: Clause, located: _LocatedQuotes) -> QAGroundTruth:
    tags = set(located.tags)
    if contract.match.how == "letters":
        tags.add("file-name")
    if not clause.published:
        tags.add("extra-column")
    query = f"Consider the {title}; {clause.question}"
    return make_test(query, f"cuad/{contract.file}", located.spans, tags, RECOVERIES)


# What the other data sets share: a reading of texts and answered questions, which becomes a benchmark.

_NOT_IN_FILE_NAMES = re.compile(r'[\x00-\x1f/\\:*?"<>|]')


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question about one document and the spans that answer it; `tags` say what only `recover` keeps."""

    file: str
    question: str
    spans: tuple[Span, ...]
    tags: tuple[str, ...] = ()


@dataclass(slots=True)
class SourceReading:
    """What was read from the files of a data set, and what was left out."""

    texts: dict[str, str] = field(default_factory=dict)
    questions: list[AnsweredQuestion] = field(default_factory=list)
    drops: list[Drop] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)  # by file name, if the data set names its documents
    unusual_names: dict[str, str] = field(default_factory=dict)


def assembled(
    name: str, reading: SourceReading, out: Path | None, policy: str, recoveries: Sequence[str], titles: Titles | None
) -> Generated:
    """The benchmark of a reading; with `out`, written there."""
    used = dict.fromkeys(question.file for question in reading.questions)
    texts = {file: reading.texts[file] for file in used}
    named = reading.titles or {file: f"the {title}" for file, title in (titles or rule_titles)(texts).items()}
    tests = (
        make_test(
            f"Consider {named[question.file]}; {question.question}",
            f"{name}/{question.file}",
            question.spans,
            question.tags,
            recoveries,
        )
        for question in reading.questions
    )
    benchmark = Benchmark(tests=tuple(tests))
    manifest = make_manifest(
        benchmark,
        policy,
        "source" if reading.titles else "given" if titles else "rules",
        recoveries,
        names={},
        unusual_names=reading.unusual_names,
        files=reading.files,
        drops=reading.drops,
        source=name,
    )
    generated = Generated(benchmark, texts, manifest)
    if out is not None:
        write_generated(generated, out)
    return generated


def folder_with(source: Path, wanted: str, below: Iterable[str], layout: str) -> Path:
    """The folder that has the file `wanted`: `source`, or one of those `below` it. `layout` says what was expected."""
    for folder in (source, *(source / part for part in below)):
        if (folder / wanted).is_file():
            return folder
    raise InputError(f"There is no {wanted} in {source}. Expected {layout}.")


def text_file_name(name: str) -> str:
    """A name as a `.txt` file that any system can store."""
    stem = re.sub(r"\.(?:pdf|txt|html?)$", "", name.strip(), flags=re.IGNORECASE)
    return f"{_NOT_IN_FILE_NAMES.sub('_', stem).strip(' .') or 'document'}.txt"


def plain_newlines(text: str) -> str:
    """The text with `\\n` at every line end, as it is read back from the written file, so that offsets fit."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def shifted_span(text: str, span: Span) -> Span:
    """A span of the text as it is after `plain_newlines`."""
    return Span(*(offset - text.count("\r\n", 0, offset) for offset in (span.start, span.end)))
