"""`countercase whatif`: change one fact at a time and see what it does."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countercase.cli.terminal import AsJson, Workspace, json_object, pdf_text, print_json, without_front_matter
from countercase.errors import InputError, NotFound

if TYPE_CHECKING:
    from countercase.app import App
    from countercase.counterfactual.fewest_changes import FewestChanges
    from countercase.counterfactual.result import Matter, WhatIf
    from countercase.domain.case import CaseId
    from countercase.domain.facts import FactKey


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
    from countercase.cli.tree_view import interrupted, live_tree, print_run
    from countercase.counterfactual.result import WhatIf
    from countercase.facts.reading_notes import reading_notes
    from countercase.facts.words import describe
    from countercase.settings import load_settings

    _may_be_written(out, report)
    settings = load_settings(flags={"counterfactual.max_depth": depth, "counterfactual.max_children": children})
    app, matter = open_app(workspace, settings), read_matter(file)
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
    with live_tree(lambda growth: WhatIf(matter.id, matter.title, growth, {}, describe)) as draw, interrupted() as stop:
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
    if out is not None:
        _write(out, json.dumps(_record(run), ensure_ascii=False, indent=1) + "\n")
    if report is not None:
        from countercase.report.whatif import whatif_page

        _write(report, whatif_page(run))


def _write(path: Path, content: str) -> None:
    from countercase.files import write_whole

    write_whole(path, content)


# Reading the matter: a text, a PDF, a fact sheet, a tree to resume, or a ready matter.


def read_matter(file: Path) -> "Matter":
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
    text = pdf_text(file) if content.startswith(b"%PDF") else _text(content, file)
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


def _text(content: bytes, file: Path) -> str:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8 text (byte {error.start}). Convert it.") from None
    body = without_front_matter(text)
    if not body.strip():
        raise InputError(f"{file} is empty. Write the facts of the matter into it.")
    return body.strip()
