"""`countercase facts`: the fact sheet of a narrative, a document, an ingested case or a fact-sheet file."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.terminal import (
    AsJson,
    Workspace,
    configured_model,
    json_object,
    print_json,
    read_brief,
    without_front_matter,
)
from countercase.errors import InputError, NotFound

if TYPE_CHECKING:
    from countercase.domain.facts import Fact, FactSheet, SuggestedFact
    from countercase.domain.span import Span
    from countercase.facts.checklist import Checklist


# What a language model would add to a fact sheet, and which of its facts it disputes.


def suggest(sheet: "FactSheet") -> "tuple[FactSheet, dict[str, Any]]":
    """The sheet with the facts that the configured model adds, and a record of its suggestions as plain data.

    `kept` are suggestions with a quote that are not in the closed lists. Raises EndpointError if there is no model.
    """
    from countercase.facts.sheet_json import add_facts, listed_names
    from countercase.llm.advisers import suggest_facts

    model = configured_model("--suggest")
    suggestions = suggest_facts(model, sheet.narrative, listed_names())
    added = add_facts(sheet, suggestions.kept, model.name)
    record = {
        "path": suggestions.path,
        "why": suggestions.why,
        "added": added.count,
        "kept": [_record(suggestions.kept[index]) for index in added.untyped],
        "dropped": suggestions.dropped,
        "decided_by_rules": added.decided,
        **model.report(),
    }
    return added.sheet, record


def dispute(sheet: "FactSheet") -> "tuple[FactSheet, dict[str, Any]]":
    """The sheet with the model's disputes marked on its facts, and a record of them as plain data."""
    from countercase.facts.words import describe
    from countercase.llm.advisers import dispute_facts, with_disputes

    model = configured_model("--dispute")
    disputes = dispute_facts(model, sheet, describe)
    record = {
        "path": disputes.path,
        "why": disputes.why,
        "kept": len(disputes.kept),
        "dropped": disputes.dropped,
        **model.report(),
    }
    return with_disputes(sheet, disputes), record


def print_suggestions(record: dict[str, Any]) -> None:
    """Print how many facts were added, and one line for each suggestion that is not in our lists."""
    from countercase.law.dates import counted

    typer.echo("")
    if record["added"]:
        typer.echo(f"Added by {record['model']}: {counted(record['added'], 'fact')}, marked in the table")
    typer.echo(f"Suggested by {record['model']}, not on the sheet:")
    for fact in record["kept"]:
        typer.echo(f"  {fact['kind']}: {fact['quote']}")
    _print_rest(record)
    if record["decided_by_rules"]:
        typer.echo(f"  ({record['decided_by_rules']} dropped: the rules have already decided those words)")


def print_disputes(record: dict[str, Any]) -> None:
    """Print how many facts are disputed; the reasons are beside the facts in the table."""
    from countercase.law.dates import counted

    typer.echo("")
    typer.echo(f"Disputed by {record['model']}, and still on the sheet:")
    if record["kept"]:
        typer.echo(f"  {counted(record['kept'], 'fact')}, marked in the table")
    _print_rest(record)


def _print_rest(record: dict[str, Any]) -> None:
    if record["path"] != "model":
        typer.echo(f"  nothing: {record['why']}")
    elif not record["kept"]:
        typer.echo("  nothing")
    if record["dropped"]:
        typer.echo(f"  ({record['dropped']} dropped: their words are not in the text)")


def _record(fact: "SuggestedFact") -> dict[str, Any]:
    spans = [[span.start, span.end] for span in fact.spans]
    value = {"value": fact.value} if fact.value else {}
    return {"kind": fact.kind, **value, "quote": fact.quote, "spans": spans}


_STYLES = {"Section": "bold magenta", "PartyType": "bold green", "Evidence": "bold cyan", "Numerical": "bold yellow"}
_EXTENDED = "bold blue"  # acts, which have none of the specification's types
_ORDER = "SPAEN"
_LABEL = {"Section": "S", "PartyType": "P", "Evidence": "E", "Numerical": "N", "": "A"}


def facts(
    source: Annotated[
        str,
        typer.Argument(help="A text, PDF, Word or fact-sheet JSON file; - for standard input; a ready matter; a case."),
    ],
    workspace: Workspace = None,
    ask_model: Annotated[
        bool, typer.Option("--suggest", help="Let the configured language model add what the rules missed.")
    ] = False,
    ask_disputes: Annotated[
        bool, typer.Option("--dispute", help="Ask the configured language model which facts the text contradicts.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print the facts of a matter, and what its charges need.

    Each ingredient of a charge or claim is met, contrary, disputed or missing, with its quote.
    """
    from countercase.facts.checklist import facts_json, read_checklist
    from countercase.models.clause_matcher import built_in_matcher

    sheet = read_sheet(source, workspace)
    sheet, suggested = suggest(sheet) if ask_model else (sheet, None)
    sheet, disputed = dispute(sheet) if ask_disputes else (sheet, None)
    if as_json:
        advised = {"suggestions": suggested, "disputes": disputed}
        requested = {name: advice for name, advice in advised.items() if advice}
        print_json({**facts_json(sheet, built_in_matcher()), **requested})
        return
    print_sheet(sheet)
    print_checklist(read_checklist(sheet, built_in_matcher()))
    if suggested:
        print_suggestions(suggested)
    if disputed:
        print_disputes(disputed)


def facts_of_text(text: str) -> "FactSheet":
    """The facts of a matter, read with the built-in model."""
    from countercase.facts.extract import extract_facts
    from countercase.models.clause_matcher import built_in_matcher

    return extract_facts(text, built_in_matcher())


def read_sheet(source: str, workspace: Path | None = None) -> "FactSheet":
    """The fact sheet of a file, standard input, a ready matter or a stored case."""

    if source == "-":
        return _sheet_of_text(sys.stdin.read(), "standard input")
    path = Path(source)
    if not path.is_file():
        return _ready_matter(source) or _sheet_of_case(source, workspace)
    return _sheet_of_text(read_brief(path), str(path))


def _sheet_of_text(text: str, name: str) -> "FactSheet":
    from countercase.facts.sheet_json import from_json

    if not text.strip():
        raise InputError(f"{name} is empty. Give the facts of the matter as text.")
    if text.lstrip()[:1] != "{" and not name.lower().endswith(".json"):
        return facts_of_text(without_front_matter(text).lstrip() if text.startswith("+++\n") else text)
    return from_json(json_object(text, name))


def _ready_matter(name: str) -> "FactSheet | None":
    from countercase.corpus.builtin import builtin_matters

    return next((facts_of_text(matter.text) for matter in builtin_matters() if matter.id == name), None)


def _sheet_of_case(case_id: str, workspace: Path | None) -> "FactSheet":
    from countercase.app import open_app
    from countercase.domain.case import CaseId
    from countercase.facts.extract import extract_case_facts
    from countercase.facts.sheet_json import from_json

    app = open_app(workspace)
    stored = app.store.facts(CaseId(case_id))
    if stored is not None:
        return from_json(json.loads(stored))
    try:
        case = app.case(CaseId(case_id))
    except NotFound:
        where = f"in {workspace}" if workspace else "in the built-in corpus"
        raise InputError(f"{case_id!r} is neither a file nor a case {where}. Check the name.") from None
    return extract_case_facts(case.text, case.paragraphs, case.outcome)


def print_sheet(sheet: "FactSheet") -> None:
    """Print a table of the facts, then the narrative with every mention marked by type; readable without colour."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("", "kind", "fact", "in the text", "sure"):
        table.add_column(name, overflow="fold", no_wrap=name in {"", "kind", "sure"})
    for fact in sorted(sheet.facts, key=lambda fact: _ORDER.index(_LABEL[fact.type.value if fact.type else ""])):
        kind = fact.type.value if fact.type else ""
        table.add_row(
            f"[{_STYLES.get(kind, _EXTENDED)}]{_LABEL[kind]}[/]",
            fact.kind.value,
            _escaped("\n".join(_fact_lines(fact))),
            _escaped(_quotes(fact.spans, sheet.narrative)),
            f"{fact.confidence:.2f}",
        )
    console.print(table if sheet.facts else "The rules found no fact in this text.")
    console.print()
    console.print(_marked(sheet), soft_wrap=False)
    console.print()
    console.print("S section  P party, role, relation  A act  E evidence, weapon, result  N number", style="dim")


def _fact_lines(fact: "Fact") -> list[str]:
    """The fact in words, and whether a language model added or disputes it."""
    from countercase.facts.sheet_json import is_added
    from countercase.facts.words import describe

    added = ["added by the model"] if is_added(fact) else []
    return [describe(fact), *added, *([str(fact.dispute)] if fact.dispute else [])]


def _quotes(spans: "tuple[Span, ...]", narrative: str, most: int = 3) -> str:
    shown = list(dict.fromkeys(" ".join(span.of(narrative).split()) for span in spans))
    more = " …" if len(shown) > most else ""
    times = f" ({len(spans)} mentions)" if len(spans) > len(shown) else ""
    return "; ".join(shown[:most]) + more + times


def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _marked(sheet: "FactSheet") -> object:
    """The narrative with `[mention]E` brackets, so that it reads without colour too."""
    from rich.text import Text

    marked, end = Text(), 0
    mentions = sorted((span, fact.type.value if fact.type else "") for fact in sheet.facts for span in fact.spans)
    for span, kind in mentions:
        if span.start < end:  # mentions in a sheet from outside may overlap
            continue
        marked.append(sheet.narrative[end : span.start])
        style = _STYLES.get(kind, _EXTENDED)
        marked.append(f"[{span.of(sheet.narrative)}]", style=style)
        marked.append(_LABEL[kind], style=f"{style} dim")
        end = span.end
    marked.append(sheet.narrative[end:])
    return marked


def print_checklist(checklist: "Checklist") -> None:
    """Print the status of each ingredient, charge by charge, then the lines of law with their calculations."""
    from countercase.facts.checklist import MARKS
    from countercase.facts.words import line_sentence
    from countercase.text.words import shortened

    for note in (*checklist.notes, *(warning.says for warning in checklist.not_in_force)):
        typer.echo(f"\n! {note}")
    for section in checklist.sections():
        typer.echo(f"\n{section.title}")
        for item in section.items:
            quote = f'  "{shortened(item.quotes[0])}"' if item.quotes else ""
            by = "" if item.reading.by == "matter" else f" ({item.reading.by})"
            doubt = f"  ({item.doubt})" if item.doubt else ""
            status = item.reading.status
            typer.echo(f"  {MARKS[status]} {status:<8}  {item.law.name}{by}{quote}{doubt}")
            for other, words, doubt_of_other in item.otherwise:
                doubt = f"  ({doubt_of_other})" if doubt_of_other else ""
                typer.echo(f'    but {MARKS[other]} {other:<8}  "{shortened(words)}"{doubt}')
    if checklist.lines:
        typer.echo("\nLines of law")
        for line in checklist.lines:
            mark = "✗ crossed" if line.stands == "crossed" else "✓ within "
            typer.echo(f"  {mark}  {line_sentence(line)}")
