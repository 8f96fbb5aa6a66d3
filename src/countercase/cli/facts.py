"""`countercase facts`: the fact sheet of a narrative, a document, an ingested case or a fact-sheet file."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.terminal import AsJson, Workspace, is_pdf, pdf_text, print_json
from countercase.errors import EndpointError, FactSheetError, InputError, NotFound

if TYPE_CHECKING:
    from countercase.domain.facts import Fact, FactSheet
    from countercase.domain.span import Span
    from countercase.facts.checklist import Checklist
    from countercase.llm.advisers import Suggestion
    from countercase.llm.model import LanguageModel


# What a language model would add to a fact sheet, and what it holds against it, with the path that was taken.


def suggest(sheet: "FactSheet") -> "tuple[FactSheet, dict[str, Any]]":
    """The sheet with what the configured model adds to it, and how that went as plain data.

    `kept` are suggestions with a quote that are no fact of the closed lists; an error where no model is configured.
    """
    from countercase.facts.suggestions import Proposal, add_facts, listed_names
    from countercase.llm.advisers import suggest_facts

    model = _model("--suggest")
    found = suggest_facts(model, sheet.narrative, listed_names())
    proposals = (
        Proposal(
            kind=one.kind,
            spans=one.spans,
            value=one.value,
            status=one.status,
            of=one.of,
            quantity=one.quantity,
            unit=one.unit,
        )
        for one in found.kept
    )
    added = add_facts(sheet, proposals, model.name)
    told = {
        "path": found.path,
        "why": found.why,
        "added": added.count,
        "kept": [_record(found.kept[place]) for place in added.untyped],
        "dropped": found.dropped,
        "decided_by_rules": added.decided,
        **model.report(),
    }
    return added.sheet, told


def dispute(sheet: "FactSheet") -> "tuple[FactSheet, dict[str, Any]]":
    """The sheet with what the configured model disputes marked on its facts, and how that went as plain data."""
    from countercase.facts.words import describe
    from countercase.llm.advisers import dispute_facts, with_disputes

    model = _model("--dispute")
    found = dispute_facts(model, sheet, describe)
    told = {"path": found.path, "why": found.why, "kept": len(found.kept), "dropped": found.dropped, **model.report()}
    return with_disputes(sheet, found), told


def _model(option: str) -> "LanguageModel":
    from countercase.loaded_models import Models
    from countercase.settings import load_settings

    model = Models(load_settings()).language_model
    if model is None:
        raise EndpointError(f"{option} needs a language model, and llm.base_url is not set. Leave it out: rules do it.")
    return model


def print_suggestions(found: dict[str, Any]) -> None:
    """How many facts were added, one line for what is none of our lists, or why there is nothing."""
    typer.echo("")
    if found["added"]:
        facts = "fact" if found["added"] == 1 else "facts"
        typer.echo(f"Added by {found['model']}: {found['added']} {facts}, marked in the table")
    typer.echo(f"Suggested by {found['model']}, not on the sheet:")
    for fact in found["kept"]:
        typer.echo(f"  {fact['kind']}: {fact['quote']}")
    _print_rest(found)
    if found["decided_by_rules"]:
        typer.echo(f"  ({found['decided_by_rules']} dropped: the rules have read it there, the same or otherwise)")


def print_disputes(found: dict[str, Any]) -> None:
    """How many facts are disputed; the reasons stand beside the facts."""
    typer.echo("")
    typer.echo(f"Disputed by {found['model']}, and still on the sheet:")
    if found["kept"]:
        typer.echo(f"  {found['kept']} {'fact' if found['kept'] == 1 else 'facts'}, marked in the table")
    _print_rest(found)


def _print_rest(found: dict[str, Any]) -> None:
    if found["path"] != "model":
        typer.echo(f"  nothing: {found['why']}")
    elif not found["kept"]:
        typer.echo("  nothing")
    if found["dropped"]:
        typer.echo(f"  ({found['dropped']} dropped: their words are not in the text)")


def _record(fact: "Suggestion") -> dict[str, Any]:
    spans = [[span.start, span.end] for span in fact.spans]
    value = {"value": fact.value} if fact.value else {}
    return {"kind": fact.kind, **value, "quote": fact.quote, "spans": spans}


_STYLES = {"Section": "bold magenta", "PartyType": "bold green", "Evidence": "bold cyan", "Numerical": "bold yellow"}
_EXTENDED = "bold blue"  # acts are in no type of the specification
_ORDER = "SPAEN"
_LABEL = {"Section": "S", "PartyType": "P", "Evidence": "E", "Numerical": "N", "": "A"}


def facts(
    source: Annotated[
        str,
        typer.Argument(help="A text, PDF or fact-sheet JSON file, - for standard input, a ready matter, or a case id."),
    ],
    workspace: Workspace = None,
    ask_model: Annotated[
        bool, typer.Option("--suggest", help="Let the configured language model add what the rules missed.")
    ] = False,
    ask_disputes: Annotated[
        bool, typer.Option("--dispute", help="Ask the configured language model which facts the text speaks against.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print the fact sheet, and what each charge or claim needs: met, contrary, disputed or missing, with its quote."""
    from countercase.facts.checklist import read_checklist
    from countercase.models.clause_matcher import built_in_matcher

    sheet = read_sheet(source, workspace)
    sheet, suggested = suggest(sheet) if ask_model else (sheet, None)
    sheet, disputed = dispute(sheet) if ask_disputes else (sheet, None)
    checklist = read_checklist(sheet, built_in_matcher())
    if as_json:
        from countercase.facts.sheet_json import to_json

        advised = {"suggestions": suggested, "disputes": disputed}
        told = {name: found for name, found in advised.items() if found}
        print_json({**to_json(sheet), **checklist.to_json(), **told})
        return
    print_sheet(sheet)
    print_checklist(checklist)
    if suggested:
        print_suggestions(suggested)
    if disputed:
        print_disputes(disputed)


def read_sheet(source: str, workspace: Path | None = None) -> "FactSheet":
    """The sheet of whatever was named: a file, standard input, or a stored case."""
    from countercase.facts.extract import extract_facts

    if source == "-":
        return _sheet_of_text(sys.stdin.read(), "standard input")
    path = Path(source)
    if not path.is_file():
        return _ready_matter(source) or _sheet_of_case(source, workspace)
    if path.suffix.lower() == ".pdf" or is_pdf(path):
        return extract_facts(pdf_text(path))
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start}). Convert it, or give the PDF.") from None
    return _sheet_of_text(text, str(path))


def _sheet_of_text(text: str, name: str) -> "FactSheet":
    from countercase.facts.extract import extract_facts
    from countercase.facts.sheet_json import from_json

    if not text.strip():
        raise InputError(f"{name} is empty. Give the facts of the matter as text.")
    if text.lstrip()[:1] != "{" and not name.lower().endswith(".json"):
        return extract_facts(text.split("+++\n", 2)[-1].lstrip() if text.startswith("+++\n") else text)
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise FactSheetError(f"{name} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from None
    if not isinstance(found, dict):
        raise FactSheetError(f"{name} is not a fact sheet: it holds no object. See: countercase facts FILE --json")
    return from_json(found)


def _ready_matter(name: str) -> "FactSheet | None":
    from countercase.corpus.builtin import builtin_matters
    from countercase.facts.extract import extract_facts

    return next((extract_facts(matter.text) for matter in builtin_matters() if matter.id == name), None)


def _sheet_of_case(case_id: str, workspace: Path | None) -> "FactSheet":
    from countercase.app import open_app
    from countercase.domain.case import CaseId
    from countercase.facts.extract import build
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
    return build(case.text, case.paragraphs, case.outcome)


def print_sheet(sheet: "FactSheet") -> None:
    """A table of the facts, then the narrative with every mention marked by type; readable without colour."""
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
            _escaped("\n".join(_said(fact))),
            _escaped(_quotes(fact.spans, sheet.narrative)),
            f"{fact.confidence:.2f}",
        )
    console.print(table if sheet.facts else "No fact was found that the rules know.")
    console.print()
    console.print(_marked(sheet), soft_wrap=False)
    console.print()
    console.print("S section  P party, role, relation  A act  E evidence, weapon, result  N number", style="dim")


def _said(fact: "Fact") -> list[str]:
    """The fact in words, and what a language model has to do with it."""
    from countercase.facts.suggestions import is_added
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

    marked, done = Text(), 0
    mentions = sorted((span, fact.type.value if fact.type else "") for fact in sheet.facts for span in fact.spans)
    for span, kind in mentions:
        if span.start < done:  # sheets from outside may overlap
            continue
        marked.append(sheet.narrative[done : span.start])
        style = _STYLES.get(kind, _EXTENDED)
        marked.append(f"[{span.of(sheet.narrative)}]", style=style)
        marked.append(_LABEL[kind], style=f"{style} dim")
        done = span.end
    marked.append(sheet.narrative[done:])
    return marked


def print_checklist(checklist: "Checklist") -> None:
    """Charge by charge what is there, against, disputed or missing; then the lines of law with their sums."""
    from countercase.facts.checklist import MARKS
    from countercase.facts.words import line_sentence

    for note in (*checklist.notes, *(warning.says for warning in checklist.not_in_force)):
        typer.echo(f"\n! {note}")
    for section in checklist.sections():
        typer.echo(f"\n{section.title}")
        for item in section.items:
            quote = f'  "{_shortened(item.quotes[0])}"' if item.quotes else ""
            by = "" if item.reading.by == "matter" else f" ({item.reading.by})"
            doubt = "  (likely; read it yourself)" if item.reading.likely else ""
            status = item.reading.status
            typer.echo(f"  {MARKS[status]} {status:<8}  {item.law.name}{by}{quote}{doubt}")
    if checklist.lines:
        typer.echo("\nLines of law")
        for line in checklist.lines:
            mark = "✗ crossed" if line.stands == "crossed" else "✓ within "
            typer.echo(f"  {mark}  {line_sentence(line)}")


def _shortened(quote: str, most: int = 90) -> str:
    words = " ".join(quote.split())
    return words if len(words) <= most else words[: most - 1].rsplit(" ", 1)[0] + " …"
