"""A what-if run on a terminal: the tree while it grows, and the result when it is done."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from countercase.cli.terminal import progress_console
from countercase.counterfactual.result import MEANING, WhatIf, no_changes
from countercase.domain.facts import FactType

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text
    from rich.tree import Tree as RichTree

    from countercase.counterfactual.result import ChangeReading
    from countercase.counterfactual.shapley import Attribution
    from countercase.counterfactual.tree import Growth, Progress
    from countercase.domain.perturbation import Node

COLOURS = {
    FactType.SECTION: "blue",
    FactType.PARTY_TYPE: "yellow",
    FactType.EVIDENCE: "green",
    FactType.NUMERICAL: "magenta",
}
LIVE_LINES = 24  # of the growing tree; the whole tree is printed at the end

Show = Callable[["Growth"], WhatIf]


@contextmanager
def live_tree(show: Show) -> Iterator[Callable[["Progress"], None]]:
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
def interrupted() -> Iterator[Callable[[], bool]]:
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


def _growing(run: WhatIf, progress: "Progress") -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    lines = [_line(run, node) for node in run.tree.nodes[1:]][-LIVE_LINES:]
    waiting = f", searching for {progress.waiting} more" if progress.waiting else ""
    status = f"{len(run.tree.nodes) - 1} changes tried{waiting} …"
    return Group(*[Text("  " * depth) + text for depth, text in lines], Text(status, style="dim"))


def _line(run: WhatIf, node: "Node") -> "tuple[int, Text]":
    return node.depth, _edge(run, node)


def print_run(run: WhatIf) -> None:
    """Print the headline, every single change with its three readings, deeper changes, and the precedents."""
    from rich.console import Console

    from countercase.counterfactual.result import headline, readings

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


def _tree(run: WhatIf) -> "RichTree":
    from rich.text import Text
    from rich.tree import Tree as RichTree

    top = RichTree(Text(run.title, style="bold"), guide_style="dim")
    branches = {0: top}
    for node in run.tree.nodes[1:]:
        branches[node.id] = branches[node.parent or 0].add(_edge(run, node))
    return top


def _edge(run: WhatIf, node: "Node") -> "Text":
    from rich.text import Text

    change, shift = node.perturbation, node.shift
    if change is None or shift is None:
        return Text(run.title)
    colour = COLOURS.get(change.fact_type, "white") if change.fact_type else "white"
    text = Text(f"{shift.mean:5.2f} ", style="bold")
    text.append(run.label(change), style=colour)
    if shift.dropped or shift.entered:
        text.append(f"  −{len(shift.dropped)} +{len(shift.entered)}", style="dim")
    return text


def _precedents(run: WhatIf, width: int) -> "Table":
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


def _print_shares(console: "Console", run: WhatIf, attribution: "Attribution") -> None:
    """Print how much of the list depends on each fact, the largest share first."""
    from countercase.counterfactual.result import attribution_words

    console.print("\nHow much each fact contributes", style="bold")
    for share in sorted(attribution.shares, key=lambda share: -share.value):
        error = "" if attribution.exact else f" ± {share.error:.2f}"
        console.print(f"  {share.value:+.2f}{error}  {run.words(share.fact)}", markup=False)
    console.print(f"  {attribution_words(attribution)}", style="dim", markup=False)


def _print_notes(console: "Console", run: WhatIf) -> None:
    from countercase.counterfactual.analogy import analogy_words
    from countercase.counterfactual.result import fewest_changes_words

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
