"""What commands share: printing JSON, text and tables, progress, common options, reading text, and recording runs."""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO, TypeVar

import typer

from countercase.errors import EndpointError, FactSheetError, InputError, UnreadableFile
from countercase.files import read_utf8

if TYPE_CHECKING:
    from rich.console import Console

    from countercase.app import App
    from countercase.evaluation.results import ResultSource
    from countercase.llm.model import LanguageModel

T = TypeVar("T")


# Text from judgments, file names and servers may contain terminal commands. Only colours are let through.
_COLOUR = re.compile("(\x1b\\[(?:[0-79]|[1-9][0-9]|1[0-9][0-9]|2[0-5][0-9]|;)*m)")
_COMMANDS = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}  # shown as visible symbols
_COMMANDS |= dict.fromkeys([0x7F, *range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD)
_COMMANDS |= dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)  # lone surrogates, which no stream can encode


def without_commands(text: str) -> str:
    """The text with every terminal control character made visible, except colours."""
    parts = _COLOUR.split(text)
    return "".join(part if index % 2 else part.translate(_COMMANDS) for index, part in enumerate(parts))


class PlainStream:
    """A text stream that passes no control characters to the terminal; `stream` is the one it wraps."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write the text without control characters."""
        self.stream.write(without_commands(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def print_json(value: object) -> None:
    """Print one JSON object on standard output."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def print_pairs(rows: Iterable[tuple[str, str]]) -> None:
    """Print names and values in two columns."""
    rows = list(rows)
    width = max((len(name) for name, _ in rows), default=0)
    for name, value in rows:
        typer.echo(f"{name:<{width}}  {value}")


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print a table: names aligned left, numbers right."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    numeric = [all(_is_number(cell) for cell in column[1:]) for column in columns]
    for row in rows:
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ]
        typer.echo("  ".join(cells).rstrip())


def _is_number(cell: str) -> bool:
    return cell.lstrip("+-").replace(".", "", 1).isdigit()


def share_text(value: float | None) -> str:
    """A share to three decimals; what was not measured is not 0."""
    return "not measured" if value is None else f"{value:.3f}"


@contextmanager
def progress(items: Sequence[T], label: str) -> Iterator[Iterable[T]]:
    """Yield the items and show a progress bar on stderr; silent if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield items
        return
    from rich.progress import track

    yield track(items, description=label, console=progress_console(), transient=True)


def progress_console() -> "Console":
    """A console on stderr that may move the cursor. Text from files must go through `without_commands` first."""
    from rich.console import Console

    return Console(file=getattr(sys.stderr, "stream", sys.stderr))


# Options that several commands share.

Workspace = Annotated[
    Path | None,
    typer.Option("--workspace", "-w", help="Folder with your cases and indexes. Default: the built-in corpus."),
]
Tables = Annotated[
    Path | None, typer.Option("--tables", help="Write every table as CSV and LaTeX, and result.json, into this folder.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
PlanName = Annotated[str | None, typer.Option("--plan", help="Retrieval plan, such as full_system or bm25_only.")]
Text = Annotated[str | None, typer.Argument(help="The text to read.", show_default=False)]
File = Annotated[Path | None, typer.Option("--file", help="Read the text from a file; - is standard input.")]


def configured_model(option: str) -> "LanguageModel":
    """The language model in the settings. Raises EndpointError if there is none, since `option` needs it."""
    from countercase.loaded_models import Models
    from countercase.settings import load_settings

    model = Models(load_settings()).language_model
    if model is None:
        raise EndpointError(f"{option} needs a language model, and llm.base_url is not set. Set it, or omit {option}.")
    return model


# Text given on the command line, in a file or on standard input.


def read_text(text: str | None, file: Path | None) -> str:
    """The text from the argument or from the file; exactly one must be given."""
    if (text is None) == (file is None):
        raise InputError("Give the text or --file FILE, one of the two.")
    if text is not None:
        return text
    if file is None or str(file) == "-":
        return sys.stdin.read()
    return read_brief(file)


# Characters that Windows editors put into an English text: quotation marks, dashes, section and paragraph signs.
_OF_WINDOWS = frozenset(b"\x80\x82\x84\x85\x8b\x91\x92\x93\x94\x95\x96\x97\x99\x9b\xa0\xa3\xa7\xb0\xb6\xb7\xbc\xbd\xbe")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def read_brief(file: Path) -> str:
    """The text of a brief: plain text as any editor saves it, a PDF or a Word file (.docx)."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}. Check the name.") from None
    if content.startswith(b"%PDF") or (content.startswith(b"PK") and file.suffix.lower() == ".docx"):
        return pdf_text(file)
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise InputError(f"{file} is an old Word file (.doc). Save it as .docx or PDF.")
    if content.startswith(_UTF_16):
        return content.decode("utf-16", errors="replace")
    signs = {byte for byte in content if byte >= 0x80}
    if signs and b"\0" not in content and signs <= _OF_WINDOWS:
        return content.decode("cp1252")
    return read_utf8(file, "utf-8-sig", if_not_utf8="Save it as UTF-8 text, or give the PDF or Word file.")


def read_facts(text: str | None, file: Path | None) -> str:
    """The facts of a matter from the argument, a text file, a PDF or a Word file; never empty."""
    narrative = read_text(text, file)
    if not narrative.strip():
        raise InputError(f"{file or 'The text'} is empty. Give the facts of the matter.")
    return check_encoded(narrative)


def check_encoded(text: str) -> str:
    """The text itself. Raises InputError if it has a lone surrogate, as an argument that is not UTF-8 does."""
    if re.search("[\ud800-\udfff]", text):
        raise InputError("The text is not UTF-8: it contains half a character. Convert it.")
    return text


def pdf_text(file: Path) -> str:
    """The text of a PDF or Word file, read in a child process with limits and cleaned as for ingest."""
    from countercase.corpus.ingest import read_upload
    from countercase.settings import load_settings

    return read_upload(file.name, file.read_bytes(), load_settings().ingest).text


def read_document(file: Path) -> str:
    """The text of a text, PDF or Word file. Raises InputError with the remedy if it cannot be read."""
    try:
        text = read_brief(file)
    except UnreadableFile as error:
        raise InputError(str(error)) from None
    if not text.strip():
        raise InputError(f"{file} has no text. If it is a scan, install tesseract, or give a text file.")
    return text


_FRONT_MATTER = re.compile(r"\A\+\+\+\n.*?^\+\+\+\n", re.DOTALL | re.MULTILINE)


def without_front_matter(text: str) -> str:
    """The text without the TOML that may stand above it between `+++` lines, as in the ready matters."""
    return _FRONT_MATTER.sub("", text, count=1)


def json_object(content: str | bytes, name: str) -> dict[str, Any]:
    """The JSON object of a fact sheet or a tree. Raises FactSheetError if the content is nothing of the kind."""
    try:
        record = json.loads(content)
    except json.JSONDecodeError as error:
        raise FactSheetError(f"{name} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from None
    except ValueError as error:  # not UTF-8, or a number of thousands of digits
        raise FactSheetError(f"{name} is not JSON: {error}.") from None
    if not isinstance(record, dict):
        raise FactSheetError(f"{name} is not a fact sheet: it has no JSON object. See: countercase facts FILE --json")
    return record


def command_line(ctx: typer.Context) -> list[str]:
    """The words after `countercase` that repeat this command, without defaults."""
    words: list[str] = []
    level: Any = ctx
    while level is not None and level.parent is not None:  # the root is the program, under whatever name it runs
        words.insert(0, str(level.info_name))
        level = level.parent
    values: list[str] = []
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(str(parameter.name))
        if source is None or source.name != "COMMANDLINE":
            continue
        value = ctx.params[str(parameter.name)]
        values_given = value if isinstance(value, list | tuple) else [value]
        if parameter.param_type_name == "argument":
            values += [str(item) for item in values_given]
        elif isinstance(value, bool):
            words.append((parameter.opts if value else parameter.secondary_opts)[0])
        else:
            words += [word for item in values_given for word in (parameter.opts[0], str(item))]
    return [*words, *values]


def search_source(
    app: "App", command: Sequence[str], plans: Sequence[str], texts: Mapping[str, str], files: Mapping[str, Path]
) -> "ResultSource":
    """The provenance of figures from a search over a workspace."""
    from countercase.evaluation.results import definition, provenance, texts_hash
    from countercase.retrieval.plan import find_plan

    definitions = {name: definition(find_plan(name, app.settings.retrieval)) for name in plans}
    inputs = {"corpus": texts_hash(texts), **app.search_inputs()}
    return provenance(command, app.settings, definitions, inputs, files)
