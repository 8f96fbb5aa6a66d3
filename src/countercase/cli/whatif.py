"""`countercase whatif`: change one fact at a time and see what it does. `countercase demo` prints the same."""

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countercase.cli.terminal import (
    AsJson,
    Workspace,
    json_object,
    print_json,
    progress_console,
    read_brief,
    without_front_matter,
)
from countercase.domain.facts import FactType
from countercase.errors import InputError, NotFound

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text
    from rich.tree import Tree as RichTree

    from countercase.app import App
    from countercase.counterfactual.fewest_changes import FewestChanges
    from countercase.counterfactual.result import ChangeReading, Matter, WhatIf
    from countercase.counterfactual.shapley import Attribution
    from countercase.counterfactual.tree import Growth, Progress
    from countercase.domain.case import CaseId
    from countercase.domain.facts import FactKey
    from countercase.domain.perturbation import Node


Names = list[str] | None
File = Annotated[
    Path, typer.Argument(help="A text, PDF, fact-sheet or tree JSON file, or a ready matter.", show_default=False)
]
Depth = Annotated[int | None, typer.Option("--depth", help="Levels of the tree: how many changes in a row.")]
Children = Annotated[int | None, typer.Option("--children", help="How many changes to try at each node.")]
Lock = Annotated[
    Names, typer.Option("--lock", help="A fact, kind or type that must stay as it is: IPC-302, age, Evidence.")
]
BringIn = Annotated[
    Names, typer.Option("--bring-in", help="Find the fewest changes that bring this case into the list.")
]
DriveOut = Annotated[
    Names, typer.Option("--drive-out", help="Find the fewest changes that drive this case out of the list.")
]
Compare = Annotated[
    Names, typer.Option("--compare", help="Say what this case shares with the matter and how they differ.")
]
Shares = Annotated[
    bool, typer.Option("--attribute", help="Say how much of the list depends on each fact (Shapley values; slow).")
]
Placebos = Annotated[
    bool, typer.Option("--placebos/--no-placebos", help="Compare every change with edits that change no fact.")
]
Fairness = Annotated[
    bool,
    typer.Option("--fairness", help="Warn if a name, a gender, a State or a language moves the list (slow)."),
]
Out = Annotated[Path | None, typer.Option("--out", help="Write the tree as JSON.")]
Report = Annotated[Path | None, typer.Option("--report", help="Write a self-contained HTML report.")]


def whatif(
    file: File,
    workspace: Workspace = None,
    depth: Depth = None,
    children: Children = None,
    lock: Lock = None,
    bring_in: BringIn = None,
    drive_out: DriveOut = None,
    compare: Compare = None,
    attribute: Shares = False,
    placebos: Placebos = True,
    fairness: Fairness = False,
    out: Out = None,
    report: Report = None,
    as_json: AsJson = False,
) -> None:
    """Change one fact at a time and see what it does.

    Says what each change does in law and to the list of precedents, and compares it with edits that change no fact.
    """
    from countercase.app import open_app
    from countercase.counterfactual.result import WhatIf
    from countercase.facts.extract import reading_notes
    from countercase.facts.words import describe
    from countercase.settings import load_settings

    _may_be_written(out, report)
    settings = load_settings(flags={"counterfactual.max_depth": depth, "counterfactual.max_children": children})
    app, matter = open_app(workspace, settings), _read_matter(file)
    notes = reading_notes(matter.sheet.narrative, matter.sheet)
    if not as_json:
        for note in notes:
            typer.echo(f"! {note}", err=True)
    if not matter.sheet.facts:  # nothing to change: no tree, and no verdict on anything
        if as_json:
            print_json({"case_id": matter.id, "title": matter.title, "notes": list(notes), "nodes": [], "changes": []})
        else:
            typer.echo("No fact of this text could be changed.")
        return
    locks = list(dict.fromkeys([*matter.locks, *_locks(matter, lock or [])]))
    matter = replace(matter, locks=tuple(locks))
    # Names are checked before the tree is grown, which takes a while.
    brought_in, driven_out, compared = (_known(app, names or []) for names in (bring_in, drive_out, compare))
    with (
        _live_tree(lambda growth: WhatIf(matter.id, matter.title, growth, {}, describe)) as draw,
        _interrupted() as stop,
    ):
        run = app.whatifs.result(matter, app.whatifs.grow(matter, locks, draw, stop))
    run = replace(
        run,
        fewest_changes=tuple(_fewest_changes(app, matter, locks, brought_in, driven_out)),
        names={**run.names, **app.names([*brought_in, *driven_out, *compared])},
        analogies={case_id: app.whatifs.analogy(matter, case_id) for case_id in compared},
    )
    if placebos:
        run = app.whatifs.measured(run)
    if attribute:
        run = replace(run, attribution=app.whatifs.attribute(matter, run.tree.root.ranking))
    if fairness:
        warned = " ".join(warning.sentence for warning in app.whatifs.fairness(matter))
        run = replace(run, about={**run.about, "fairness": warned or "Nothing that must not matter moves this list."})
    _write_files(run, out, report)
    if as_json:
        print_json({**_record(run), "notes": list(notes)})
        return
    print_run(run)
    for path in (out, report):
        if path is not None:
            typer.echo(f"Wrote {path}")


def _may_be_written(*paths: Path | None) -> None:
    """Refuse a path that cannot be written before the work starts, not after it."""
    for path in paths:
        if path is not None and path.is_dir():
            raise InputError(f"{path} is a folder. Name a file in it.")


def _locks(matter: "Matter", names: Sequence[str]) -> "list[FactKey]":
    from countercase.counterfactual.propose import locks_named
    from countercase.facts.words import describe

    keys_of = locks_named(matter.sheet, names, describe)
    for name, keys in keys_of.items():
        if not keys:
            have = ", ".join(dict.fromkeys(describe(fact) for fact in matter.sheet.facts))
            raise InputError(f"--lock {name}: no fact of this text matches. It has: {have}.")
    return [key for keys in keys_of.values() for key in keys]


def _known(app: "App", names: Sequence[str]) -> "list[CaseId]":
    from countercase.domain.case import CaseId

    for name in names:
        try:
            app.case(CaseId(name))
        except NotFound:
            raise InputError(
                f"There is no case {name!r}. Use a case_id that countercase search --json shows."
            ) from None
    return [CaseId(name) for name in names]


def _fewest_changes(
    app: "App", matter: "Matter", locks: "Sequence[FactKey]", bring_in: "list[CaseId]", drive_out: "list[CaseId]"
) -> "Iterator[FewestChanges]":
    from countercase.counterfactual.fewest_changes import Aim

    for aim, names in ((Aim.BRING_IN, bring_in), (Aim.DRIVE_OUT, drive_out)):
        for name in names:
            yield app.whatifs.find_fewest_changes(matter, name, aim, locks)


def _record(run: "WhatIf") -> dict[str, object]:
    from countercase.counterfactual.tree_json import to_json
    from countercase.facts import sheet_json

    return to_json(run, sheet_json.to_json)


def _write_files(run: "WhatIf", out: Path | None, report: Path | None) -> None:
    from countercase.files import write_whole

    if out is not None:
        write_whole(out, json.dumps(_record(run), ensure_ascii=False, indent=1) + "\n")
    if report is not None:
        from countercase.report.whatif import whatif_page

        write_whole(report, whatif_page(run))


# Reading the matter: a text, a PDF, a fact sheet, a tree to resume, or a ready matter.


def _read_matter(file: Path) -> "Matter":
    """The matter with its facts; a name without a file may be one of the ready matters."""
    from countercase.cli.facts import facts_of_text
    from countercase.corpus.builtin import builtin_matters
    from countercase.counterfactual.result import Matter
    from countercase.counterfactual.tree_json import FORMAT
    from countercase.counterfactual.tree_json import from_json as tree_from_json
    from countercase.facts.sheet_json import from_json

    ready = {matter.id: matter for matter in builtin_matters()}
    if file.name in ready and not file.exists():
        return Matter(file.name, ready[file.name].title, facts_of_text(ready[file.name].text))
    content = _read(file, list(ready))
    if file.suffix.lower() == ".json":
        record = json_object(content, str(file))
        if record.get("format") == FORMAT:
            tree = tree_from_json(record, from_json)
            title, sheet = str(record.get("title") or tree.case_id), tree.growth.tree.root.sheet
            return Matter(tree.case_id, title, sheet, so_far=tree.growth, locks=tree.locks)
        return Matter(file.stem, file.stem, from_json(record))
    text = _text(file)
    if file.stem in ready:
        return Matter(file.stem, ready[file.stem].title, facts_of_text(text))
    return Matter(file.stem, file.stem.replace("-", " ").replace("_", " "), facts_of_text(text))


def _read(file: Path, ready: list[str]) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(
            f"{file} cannot be read: {error.strerror}. Check the name, or use a ready matter: {', '.join(ready)}."
        ) from None


def _text(file: Path) -> str:
    body = without_front_matter(read_brief(file))
    if not body.strip():
        raise InputError(f"{file} is empty. Write the facts of the matter into it.")
    return body.strip()


# The run on the terminal: the tree while it grows, and the result when it is done.

_COLOURS = {
    FactType.SECTION: "blue",
    FactType.PARTY_TYPE: "yellow",
    FactType.EVIDENCE: "green",
    FactType.NUMERICAL: "magenta",
}
_LIVE_LINES = 24  # of the growing tree; the whole tree is printed at the end


@contextmanager
def _live_tree(show: "Callable[[Growth], WhatIf]") -> Iterator[Callable[["Progress"], None]]:
    """A function that takes progress and draws the tree on stderr; silent if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.live import Live

    with Live(console=progress_console(), transient=True, refresh_per_second=8) as live:

        def draw(progress: "Progress") -> None:
            live.update(_growing(show(progress.growth), progress))

        yield draw


@contextmanager
def _interrupted() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed. The first time stops the tree and keeps it, the second ends the command."""
    pressed: list[int] = []

    def note(signal_number: int, _frame: object) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(signal_number)

    if threading.current_thread() is not threading.main_thread():  # only the main thread may listen to signals
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


def _growing(run: "WhatIf", progress: "Progress") -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    lines = [Text("  " * node.depth) + _edge(run, node) for node in run.tree.nodes[1:][-_LIVE_LINES:]]
    waiting = f", searching for {progress.waiting} more" if progress.waiting else ""
    status = f"{len(run.tree.nodes) - 1} changes tried{waiting} …"
    return Group(*lines, Text(status, style="dim"))


def print_run(run: "WhatIf") -> None:
    """Print the headline, every single change with its three readings, deeper changes, and the precedents."""
    from rich.console import Console

    from countercase.counterfactual.result import headline, no_changes, readings

    console = Console(highlight=False)
    if len(run.tree.nodes) == 1:
        console.print(no_changes(run), markup=False)
        return
    console.print(run.title, style="bold", markup=False)
    console.print(headline(run), markup=False)
    for number, reading in enumerate(readings(run), start=1):
        _print_reading(console, number, reading)
    if any(node.depth > 1 for node in run.tree.nodes):
        console.print()
        console.print(_tree(run))
    console.print()
    console.print(_precedents(run, console.width))
    _print_notes(console, run)


def _print_reading(console: "Console", number: int, reading: "ChangeReading") -> None:
    console.print(f"\n{number:2}. {reading.change}", style="bold", markup=False)
    from countercase.report.tree import three_lines

    for what, words in three_lines(reading):
        console.print(f"    {what + ':':10} {words}", markup=False)


def _tree(run: "WhatIf") -> "RichTree":
    from rich.text import Text
    from rich.tree import Tree as RichTree

    top = RichTree(Text(run.title, style="bold"), guide_style="dim")
    branches = {0: top}
    for node in run.tree.nodes[1:]:
        branches[node.id] = branches[node.parent or 0].add(_edge(run, node))
    return top


def _edge(run: "WhatIf", node: "Node") -> "Text":
    from rich.text import Text

    change, shift = node.perturbation, node.shift
    if change is None or shift is None:
        return Text(run.title)
    colour = _COLOURS.get(change.fact_type, "white") if change.fact_type else "white"
    text = Text(f"{shift.mean:5.2f} ", style="bold")
    text.append(run.label(change), style=colour)
    if shift.dropped or shift.entered:
        text.append(f"  −{len(shift.dropped)} +{len(shift.entered)}", style="dim")
    return text


def _precedents(run: "WhatIf", width: int) -> "Table":
    """The precedents of the matter as given: how often each stays in the list, and a single change that drops it."""
    from rich.table import Table

    from countercase.counterfactual.sensitivity import case_sensitivity

    first = max(20, min(60, width // 2))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("    Precedent")
    table.add_column("Stays in", justify="right")
    table.add_column("Dropped by")
    for case in case_sensitivity(run.tree):
        changes = [run.tree.nodes[node_id].perturbation for node_id in case.dropped_by]
        labels = [run.label(change) for change in changes if change is not None]
        more = f" and {len(labels) - 1} more" if len(labels) > 1 else ""
        alone = "–" if case.robustness == 1 else "no change alone"
        name, dropped = f"{case.rank:2}  {run.name(case.case_id)}", f"{labels[0]}{more}" if labels else alone
        table.add_row(_cut(name, first), f"{case.robustness:.0%}", _cut(dropped, width - first - 12))
    return table


def _cut(words: str, width: int) -> "Text":
    """Words cut to one line; brackets are not read as markup."""
    from rich.text import Text

    text = Text(words)
    text.truncate(max(10, width), overflow="ellipsis")
    return text


def _print_shares(console: "Console", run: "WhatIf", attribution: "Attribution") -> None:
    """Print how much of the list depends on each fact, the largest share first."""
    from countercase.counterfactual.result import attribution_words

    console.print("\nHow much each fact contributes", style="bold")
    for share in sorted(attribution.shares, key=lambda share: -share.value):
        error = "" if attribution.exact else f" ± {share.error:.2f}"
        console.print(f"  {share.value:+.2f}{error}  {run.words(share.fact)}", markup=False)
    console.print(f"  {attribution_words(attribution)}", style="dim", markup=False)


def _print_notes(console: "Console", run: "WhatIf") -> None:
    from countercase.counterfactual.analogy import analogy_words
    from countercase.counterfactual.result import MEANING, fewest_changes_words

    if run.attribution is not None:
        _print_shares(console, run, run.attribution)
    for case_id, analogy in run.analogies.items():
        console.print(f"\nCompared with {run.name(case_id)}", style="bold", markup=False)
        for what, lines in analogy_words(run.words, analogy).items():
            if lines:
                console.print(f"  {what}", style="dim")
            for line in lines:
                console.print(f"    {line}", markup=False)
    for answer in run.fewest_changes:
        console.print()
        for words in fewest_changes_words(run, answer):
            console.print(words, markup=False)
    console.print()
    if "fairness" in run.about:
        console.print(run.about["fairness"], markup=False)
    notes = [f"Figures are mean places moved from the line above, over the first {run.tree.k}.", MEANING]
    if run.growth.stopped:
        notes.append(f"Stopped early: {run.growth.stopped}.")
    for note in notes:
        console.print(note, style="dim", markup=False)
