"""The work that is killed: for each kind, a state before it, the work, and what must hold after a kill.

To add one (moving a workspace, say): a class with `prepare`, `run` and `check`, and a line in OPERATIONS.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Protocol
from unittest.mock import patch

from tests.corpus.plain_describer import PlainDescriber
from tests.faults.small_workspace import CASES, filled_store, index_of, put
from tests.retrieval.corpus_on_the_spot import WordEncoder

from countercase.corpus import ingest as ingesting
from countercase.corpus import workers
from countercase.corpus.ingest import Ingest
from countercase.corpus.store import Store
from countercase.counterfactual.driver import WhatIfDriver, WhatIfSources
from countercase.counterfactual.result import Matter, WhatIf
from countercase.counterfactual.tree import Growth, Progress
from countercase.counterfactual.tree_json import from_json, to_json
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet
from countercase.facts import sheet_json
from countercase.facts.extract import extract_facts
from countercase.facts.words import describe
from countercase.files import write_whole
from countercase.report.whatif import whatif_page
from countercase.retrieval.index import IndexSource, build_index, open_index
from countercase.settings import ChromaSettings, CounterfactualSettings, IngestSettings
from countercase.web.matter_store import Matters, StoredMatter
from countercase.workspaces import Workspace

Finish = Callable[[str], None]


class Operation(Protocol):
    """Work that may be killed at any step."""

    def prepare(self, folder: Path) -> None:
        """Make the state before the work."""
        ...

    def run(self, folder: Path, finish: Finish) -> None:
        """Do the work, or go on with it; `finish` is told what is done for good."""
        ...

    def check(self, folder: Path, finished: Sequence[str], done: bool) -> None:
        """Old or new state, nothing finished lost; where the work is `done`, the new state."""
        ...


class InProcess:
    """Stands in for the children that read files: they write nothing, and starting them takes most of a run."""

    def __init__(self, setup: Callable[[], Callable[[Any], Any]], _limits: object) -> None:
        self._work = setup()

    def run(self, jobs: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        for job in jobs:
            yield job, workers._outcome(self._work, job, 0)

    def results(self, job: Any) -> Iterator[Any]:
        yield from self._work(job)

    def close(self) -> None:
        pass


class IngestFiles:
    """Ingest into a store that holds two cases: one file is unchanged, one has changed, the others are new."""

    new: ClassVar = {
        f"new-{number}": f"New v. Case {number}\nThe cheque for {number} lakh was returned." for number in range(10)
    }
    rows: ClassVar = {f"row-{number}": f"Row {number}\nThe tenant paid no rent." for number in range(3)}
    before: ClassVar = {"stabbing": CASES["stabbing"], "cheque": CASES["cheque"]}
    changed = "Bank v. Lal\nOn review the conviction was set aside."

    def prepare(self, folder: Path) -> None:
        files = folder / "files"
        files.mkdir()
        for case_id, text in {**self.before, **self.new}.items():
            (files / f"{case_id}.txt").write_text(text)
        (files / "bad.txt").write_bytes(b"")
        rows = "".join(json.dumps({"id": case_id, "text": text}) + "\n" for case_id, text in self.rows.items())
        (files / "table.jsonl").write_text(rows + "no JSON\n")
        with Workspace(folder / "w").create() as store:
            self._ingest([files / f"{case_id}.txt" for case_id in self.before], store, lambda _source: None)
        (files / "cheque.txt").write_text(self.changed)

    def run(self, folder: Path, finish: Finish) -> None:
        with Workspace(folder / "w").create() as store:
            self._ingest([folder / "files"], store, lambda source: finish(_id_of(source)))

    def _ingest(self, paths: Sequence[Path], store: Store, finish: Finish) -> None:
        with patch.multiple(ingesting, Workers=InProcess, Listings=InProcess):
            Ingest(IngestSettings(ocr=False), PlainDescriber).run(paths, store, on_progress=finish)

    def check(self, folder: Path, finished: Sequence[str], done: bool) -> None:
        new = {**self.before, "cheque": self.changed, **self.new, **self.rows}
        with Workspace(folder / "w").open() as store:
            assert store.integrity_check() == ()
            held = {str(case_id): store.get(case_id).text for case_id in store.case_ids()}
            assert self.before.keys() <= held.keys() <= new.keys()
            assert held["cheque"] in (self.before["cheque"], self.changed)
            assert all(text == new[case_id] for case_id, text in held.items() if case_id != "cheque")
            bad = [Path(item.source).name for item in store.quarantined()]
            assert set(finished) - {"bad"} <= held.keys()
            assert "bad" not in finished or "bad.txt" in bad
            if done:
                assert held == new
                assert store.versions(CaseId("cheque")) == [self.before["cheque"], self.changed]
                assert bad == ["bad.txt", "table.jsonl#4"]


def _id_of(source: str) -> str:
    return source.rpartition("#")[2] if "#" in source else Path(source).stem


@dataclass(frozen=True, slots=True)
class BuildIndex:
    """A second generation after cases were added, changed and removed."""

    chroma: ChromaSettings | None = None

    def prepare(self, folder: Path) -> None:
        with filled_store(folder) as store:
            self._build(folder, store)
            put(store, "cheque", "Bank v. Lal\nThe cheque was honoured after all.")
            put(store, "arson", "State v. Das\nThe hut was set on fire at night.")
            store.remove(CaseId("dowry"))

    def _build(self, folder: Path, store: Store) -> None:
        source = IndexSource(list(store.chunks()), store.links())
        build_index(folder / "indexes", source, WordEncoder(), self.chroma)

    def run(self, folder: Path, finish: Finish) -> None:
        with Workspace(folder).open() as store:
            self._build(folder, store)
        finish("index")

    def check(self, folder: Path, finished: Sequence[str], done: bool) -> None:
        files = open_index(folder / "indexes")
        old, new = set(CASES), {*CASES, "arson"} - {"dowry"}
        assert set(files.cases) in (old, new)
        assert set(files.cases) == new or not (finished or done)
        with Workspace(folder).open() as store:
            found = [precedent.case_id for precedent in index_of(folder, store).search("rent of the tenant", "whatif")]
            assert found[0] == "tenancy"
            assert set(found) <= set(files.cases) - {"dowry"}  # removed, whichever generation answers
        if done:
            assert len([path for path in (folder / "indexes").iterdir() if path.is_dir()]) <= 2


class RemoveCase:
    """One case goes, with everything that is stored of it."""

    def prepare(self, folder: Path) -> None:
        filled_store(folder).close()

    def run(self, folder: Path, finish: Finish) -> None:
        with Workspace(folder).open() as store:
            if store.source_of(CaseId("dowry")):
                store.remove(CaseId("dowry"))
            finish("removed")

    def check(self, folder: Path, finished: Sequence[str], done: bool) -> None:
        with Workspace(folder).open() as store:
            assert store.integrity_check() == ()
            assert set(store.case_ids()) - {"dowry"} == set(CASES) - {"dowry"}
            assert store.source_of(CaseId("dowry")) is None or not (finished or done)


class SaveMatters:
    """A matter of a workspace is changed, another one is made, results are kept, a third is deleted."""

    sheet: ClassVar = {"narrative": "The accused, aged 17, stabbed him."}

    def prepare(self, folder: Path) -> None:
        with closing(Matters(folder / "matters.sqlite")) as matters:
            matters.add("Kept", self.sheet)
            deleted = matters.add("Deleted", self.sheet)
            matters.put_tree(deleted, {"nodes": []}, "old-tree")

    def run(self, folder: Path, finish: Finish) -> None:
        with closing(Matters(folder / "matters.sqlite")) as matters:
            kept = next(matter for matter in matters.all() if matter.title.startswith("Kept"))
            for version in range(kept.version, 10):
                matters.write(StoredMatter(kept.id, version, f"Kept {version + 1}", self.sheet))
                finish(f"version {version + 1}")
                matters.put_finding(kept.id, version + 1, "shares", {"of": version + 1})
                finish(f"finding {version + 1}")
            for matter in matters.all():
                if matter.title == "Deleted":
                    matters.delete(matter.id)
            finish("deleted")

    def check(self, folder: Path, finished: Sequence[str], done: bool) -> None:
        with closing(Matters(folder / "matters.sqlite")) as matters:
            held = {matter.title.split()[0]: matter for matter in matters.all()}
            kept = held["Kept"]
            versions = [int(note.split()[1]) for note in finished if note.startswith("version")]
            assert kept.version >= max(versions, default=1)
            assert [matters.get(kept.id, n).sheet for n in range(1, kept.version + 1)] == [self.sheet] * kept.version
            for note in finished:
                if note.startswith("finding"):
                    assert matters.finding(kept.id, int(note.split()[1]), "shares") == {"of": int(note.split()[1])}
            if done or "deleted" in finished:
                assert set(held) == {"Kept"}
            elif "Deleted" in held:
                assert matters.trees(held["Deleted"].id)  # all of it, or nothing
            assert kept.version == 10 or not done


NARRATIVE = "The accused, aged 17, stabbed his neighbour with a knife. He was charged under Section 302 IPC."


@cache
def driver() -> WhatIfDriver:
    """Grows trees over four cases that are ranked by the words that they share with a sheet."""

    def rank(sheets: Sequence[FactSheet], ranks: int, _filter: object) -> list[list[CaseId]]:
        words = {case_id: set(text.lower().split()) for case_id, text in CASES.items()}
        shared = [{case: len(words[case] & set(sheet.narrative.lower().split())) for case in words} for sheet in sheets]
        return [
            [CaseId(case) for case in sorted(count, key=lambda case: (-count[case], case))][:ranks] for count in shared
        ]

    sources = WhatIfSources(
        rank=rank,
        names=lambda cases: {case: str(case) for case in cases},
        facts_of_case=lambda case: extract_facts(CASES[case]),
        why_moved=lambda _tree, _node, _wording: (),
        instrument=lambda: None,  # type: ignore[arg-type,return-value]
    )
    return WhatIfDriver(sources, CounterfactualSettings(max_depth=3, max_children=3), 3)


@cache
def matter_sheet() -> FactSheet:
    return extract_facts(NARRATIVE)


@cache
def whole_tree() -> str:
    """The tree that nothing interrupted."""
    return _tree_json(driver().grow(Matter("m", "M", matter_sheet())))


def _tree_json(growth: Growth) -> str:
    run = WhatIf("m", "M", growth, {CaseId(case): case for case in CASES}, describe)
    return json.dumps(to_json(run, sheet_json.to_json), sort_keys=True)


class GrowTree:
    """A tree of the page's: kept after every level, so that the next run goes on with the last."""

    def prepare(self, folder: Path) -> None:
        whole_tree()
        with closing(Matters(folder / "matters.sqlite")) as matters:
            matters.add("M", {"narrative": NARRATIVE})

    def run(self, folder: Path, finish: Finish) -> None:
        with closing(Matters(folder / "matters.sqlite")) as matters:
            (head,) = matters.all()
            matter = matters.get(head.id)
            row = matters.latest_tree(matter.id)
            so_far = from_json(row.content, sheet_json.from_json).growth if row else None
            kept = [row.id] if row else []

            def keep(progress: Progress) -> None:
                content = json.loads(_tree_json(progress.growth))
                kept[:] = [matters.put_tree(matter, content, kept[0] if kept else None).id]
                finish(str(len(progress.growth.tree.nodes)))

            grown = driver().grow(Matter("m", "M", matter_sheet(), so_far=so_far), notify=keep)
            matters.put_tree(matter, json.loads(_tree_json(grown)), kept[0] if kept else None)
            finish(str(len(grown.tree.nodes)))

    def check(self, folder: Path, finished: Sequence[str], done: bool) -> None:
        with closing(Matters(folder / "matters.sqlite")) as matters:
            (matter,) = matters.all()
            rows = matters.trees(matter.id)
            assert len(rows) <= 1
            row = matters.latest_tree(matter.id)
            nodes = len(from_json(row.content, sheet_json.from_json).growth.tree.nodes) if row else 0
            assert nodes >= max(map(int, finished), default=0)
            if done:
                assert row is not None
                last = json.loads(whole_tree())
                assert row.content["nodes"] == last["nodes"]


class WriteTree:
    """`whatif --out` onto its own input: the tree on the disk is the old one or the new one, whole."""

    def prepare(self, folder: Path) -> None:
        options = CounterfactualSettings(max_depth=1, max_children=3)
        (folder / "tree.json").write_text(_tree_json(driver().grow(Matter("m", "M", matter_sheet()), options=options)))
        whole_tree()

    def run(self, folder: Path, finish: Finish) -> None:
        path = folder / "tree.json"
        so_far = from_json(json.loads(path.read_text()), sheet_json.from_json).growth
        grown = driver().grow(Matter("m", "M", matter_sheet(), so_far=so_far))
        write_whole(path, _tree_json(grown))
        finish("tree")

    def check(self, folder: Path, finished: Sequence[str], done: bool) -> None:
        nodes = json.loads((folder / "tree.json").read_text())["nodes"]
        whole = json.loads(whole_tree())["nodes"]
        assert nodes == whole if finished or done else len(nodes) <= len(whole)
        from_json(json.loads((folder / "tree.json").read_text()), sheet_json.from_json)


class WriteReport:
    """A report over an older one."""

    old = "<!doctype html><p>The old report</p></html>\n"

    def prepare(self, folder: Path) -> None:
        (folder / "report.html").write_text(self.old)
        self.page()

    @cache  # noqa: B019 - one object, made once
    def page(self) -> str:
        growth = from_json(json.loads(whole_tree()), sheet_json.from_json).growth
        return whatif_page(WhatIf("m", "M", growth, {CaseId(case): case for case in CASES}, describe))

    def run(self, folder: Path, finish: Finish) -> None:
        write_whole(folder / "report.html", self.page())
        finish("report")

    def check(self, folder: Path, finished: Sequence[str], done: bool) -> None:
        text = (folder / "report.html").read_text()
        assert text == self.page() if finished or done else text in (self.old, self.page())


OPERATIONS: dict[str, Operation] = {
    "ingest": IngestFiles(),
    "index": BuildIndex(),
    "remove": RemoveCase(),
    "matters": SaveMatters(),
    "tree growth": GrowTree(),
    "whatif --out": WriteTree(),
    "report": WriteReport(),
}
SLOW_OPERATIONS: dict[str, Operation] = {"index with Chroma": BuildIndex(ChromaSettings())}
