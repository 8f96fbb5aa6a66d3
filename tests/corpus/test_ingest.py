"""Ingest: limits, quarantine, running again, versions, and a killed run."""

import io
import json
import os
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from tests.corpus.plain_describer import PlainDescriber
from tests.corpus.written_pdf import bomb_pdf, lines, scanned_pdf, text_pdf
from typer.testing import CliRunner

from countercase.cli import app
from countercase.corpus.ingest import Ingest, Summary
from countercase.corpus.read import RawDocument
from countercase.corpus.store import Put
from countercase.corpus.workers import Failed, WorkerLimits, Workers
from countercase.domain.case import Case, CaseId, Chunk
from countercase.errors import InputError, UnreadableFile
from countercase.settings import IngestSettings
from countercase.workspaces import Workspace

SETTINGS = IngestSettings(workers=1, ocr=False, seconds_per_file=60)
SENTENCE = "The appellant was the tenant of the shop and paid no rent for nine months."


def run(paths: list[Path], workspace: Path, settings: IngestSettings = SETTINGS, again: bool = False) -> Summary:
    with Workspace(workspace).create() as store:
        return Ingest(settings, PlainDescriber, again=again).run(paths, store)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "good.txt").write_text(f"Asha v. Ram\n{SENTENCE}", encoding="utf-8")
    (folder / "print.pdf").write_bytes(text_pdf([lines([SENTENCE]), lines(["Second page."])]))
    (folder / "page.html").write_text(f"<html><body><p>{SENTENCE}</p></body></html>", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 and nothing more")
    (folder / "empty.txt").write_bytes(b"")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    return folder


def test_good_files_are_stored_and_bad_ones_named(files: Path, tmp_path: Path) -> None:
    summary = run([files], tmp_path / "w")
    assert summary.complete
    assert summary.counts[Put.ADDED] == 3
    assert summary.skipped == 1
    reasons = {Path(held.source).name: held.reason for held in summary.quarantined}
    assert reasons == {"broken.pdf": "the PDF is damaged or not a PDF.", "empty.txt": "the file is empty."}
    with Workspace(tmp_path / "w").open() as store:
        assert store.case_ids() == ["good", "page", "print"]
        assert store.integrity_check() == ()
        assert {Path(held.source).name: held.reason for held in store.quarantined()} == reasons
        assert all(len(held.sha256) == 64 for held in store.quarantined())
        assert [chunk.page for chunk in store.chunks([CaseId("print")])] == [1]
        assert store.provenance(CaseId("print")).original_position(len(SENTENCE) + 1) == (2, len(SENTENCE) + 1)


def test_a_second_run_changes_nothing_and_a_changed_file_makes_a_version(files: Path, tmp_path: Path) -> None:
    run([files], tmp_path / "w")
    second = run([files], tmp_path / "w")
    assert {put: count for put, count in second.counts.items() if count} == {Put.UNCHANGED: 3}
    (files / "good.txt").write_text("Asha v. Ram\nReversed on review.", encoding="utf-8")
    (files / "broken.pdf").write_bytes(text_pdf([lines(["Mended."])]))
    third = run([files], tmp_path / "w")
    assert {put: count for put, count in third.counts.items() if count} == {
        Put.ADDED: 1,
        Put.UNCHANGED: 2,
        Put.NEW_VERSION: 1,
    }
    with Workspace(tmp_path / "w").open() as store:
        assert len(store.versions(CaseId("good"))) == 2
        assert [Path(held.source).name for held in store.quarantined()] == ["empty.txt"]
    fourth = run([files / "good.txt"], tmp_path / "w", again=True)
    assert fourth.counts[Put.READ_AGAIN] == 1


def test_two_files_of_one_id_do_not_replace_each_other(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.txt").write_text(f"Text of {folder}.", encoding="utf-8")
    together = run([tmp_path / "a", tmp_path / "b"], tmp_path / "w")
    assert (together.counts[Put.ADDED], len(together.quarantined)) == (1, 1)
    assert "is also that of" in together.quarantined[0].reason
    later = run([tmp_path / "b"], tmp_path / "w")
    assert "Rename one of them" in later.quarantined[0].reason
    (tmp_path / "a" / "one.txt").unlink()
    assert run([tmp_path / "b"], tmp_path / "w").counts[Put.NEW_VERSION] == 1


def test_an_unreadable_page_is_named_and_the_rest_stored(tmp_path: Path) -> None:
    import pypdfium2

    scan = pypdfium2.PdfDocument(scanned_pdf(text_pdf([lines([SENTENCE])])))
    mixed = pypdfium2.PdfDocument(text_pdf([lines([SENTENCE])]))
    mixed.import_pages(scan)
    mixed.save(tmp_path / "mixed.pdf")
    mixed.close()
    scan.close()
    summary = run([tmp_path / "mixed.pdf"], tmp_path / "w")
    assert summary.counts[Put.ADDED] == 1
    assert summary.unreadable_pages == {"mixed": (2,)}


def test_a_bomb_goes_to_quarantine_and_the_run_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a-bomb.pdf").write_bytes(bomb_pdf(megabytes=900))
    (tmp_path / "b-good.pdf").write_bytes(text_pdf([lines([SENTENCE])]))
    summary = run([tmp_path], tmp_path / "w", SETTINGS.model_copy(update={"memory_mb": 600}))
    assert summary.counts[Put.ADDED] == 1
    (held,) = summary.quarantined
    assert Path(held.source).name == "a-bomb.pdf"
    assert "600" in held.reason


def test_a_table_with_one_id_twice(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"id": "x", "text": "one"}\n{"id": "x", "text": "two"}\n', encoding="utf-8")
    for _ in range(2):
        summary = run([path], tmp_path / "w")
        assert (summary.stored, len(summary.quarantined)) == (1, 1)


def test_a_missing_path_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        run([tmp_path / "absent"], tmp_path / "w")


# What the children are made to do; each is called by name in the child.
def misbehave(what: str) -> str:
    if what == "hang":
        time.sleep(60)
    if what == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if what == "eat":
        return str(len(bytearray(3 * 1024**3)))
    if what == "refuse":
        raise UnreadableFile("of a kind we do not read.")
    if what == "fail":
        raise SystemExit(3)
    return what.upper()


def make_misbehave() -> Callable[[str], str]:
    return misbehave


def test_children_that_hang_crash_or_eat_memory_cost_only_their_own_job() -> None:
    workers: Workers[str, str] = Workers(make_misbehave, WorkerLimits(workers=2, seconds=3.0, memory_mb=1024))
    jobs = ["a", "hang", "b", "crash", "c", "eat", "d", "refuse", "fail", "e"]
    outcomes = dict(workers.run(jobs))
    assert [outcomes[job] for job in "abcde"] == ["A", "B", "C", "D", "E"]
    reasons = {job: outcome.reason for job, outcome in outcomes.items() if isinstance(outcome, Failed)}
    assert "took longer than" in reasons["hang"]
    assert "SIGSEGV" in reasons["crash"]
    assert "ingest.memory_mb" in reasons["eat"]
    assert reasons["refuse"] == "of a kind we do not read."
    assert "exit code 3" in reasons["fail"]


def test_jobs_are_taken_one_at_a_time() -> None:
    taken: list[str] = []

    def watched() -> Iterator[str]:
        for job in "abcdef":
            taken.append(job)
            yield job

    workers: Workers[str, str] = Workers(make_misbehave, WorkerLimits(workers=1, seconds=60, memory_mb=1024))
    with closing(workers.run(watched())) as results:
        assert next(results) == ("a", "A")
        assert taken == ["a"]


LAST = 20  # cases that are described before the reader waits


class WaitingDescriber(PlainDescriber):
    """Waits at a case in the middle until its run is gone: a run is killed before its end, however slow it is."""

    def describe(self, document: RawDocument, text: str) -> tuple[Case, tuple[Chunk, ...]]:
        parent = os.getppid()
        while int(document.id[1:]) >= LAST and os.getppid() == parent:
            time.sleep(0.02)
        return super().describe(document, text)


RUN_UNTIL_KILLED = """
import signal
import sys
from pathlib import Path
from countercase.corpus.ingest import Ingest
from countercase.workspaces import Workspace
from countercase.settings import IngestSettings
from tests.corpus.test_ingest import WaitingDescriber

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that runs the tests in the background ignores it
    with Workspace(Path(sys.argv[2])).create() as store:
        Ingest(IngestSettings(workers=2, seconds_per_file=600), WaitingDescriber).run([Path(sys.argv[1])], store)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_run_loses_nothing_finished_and_the_next_goes_on(tmp_path: Path, how: signal.Signals) -> None:
    files, workspace = tmp_path / "files", tmp_path / "w"
    files.mkdir()
    for number in range(2 * LAST):
        (files / f"c{number:03}.txt").write_text(f"Case {number}. {SENTENCE}", encoding="utf-8")
    script = tmp_path / "run_until_killed.py"
    script.write_text(RUN_UNTIL_KILLED, encoding="utf-8")
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(root), str(root / "src")))}
    process = subprocess.Popen(
        [sys.executable, str(script), str(files), str(workspace)], env=environment, stderr=subprocess.PIPE, text=True
    )
    finished = wait_until_stored(process, workspace, 5)
    process.send_signal(how)
    _, complaints = process.communicate()  # ends only when the children, who share stderr, have ended too
    assert "SpawnProcess" not in complaints
    with Workspace(workspace).open() as store:
        kept = set(store.case_ids())
        assert finished <= kept
        assert len(kept) <= LAST
        assert store.integrity_check() == ()
    summary = run([files], workspace)
    assert summary.counts[Put.UNCHANGED] == len(kept)
    assert summary.counts[Put.ADDED] == 2 * LAST - len(kept)


def wait_until_stored(process: "subprocess.Popen[str]", workspace: Path, count: int) -> set[CaseId]:
    while process.poll() is None:
        if (workspace / "cases.sqlite").exists():
            with Workspace(workspace).open() as store:
                found = set(store.case_ids())
            if len(found) >= count:
                return found
        time.sleep(0.05)
    raise AssertionError(f"the run ended by itself: {process.communicate()[1]}")


def test_the_command_prints_a_summary_and_json(files: Path, tmp_path: Path) -> None:
    invoke = partial(CliRunner().invoke, app, env={"COUNTERCASE_INGEST__OCR": "false"})
    shown = invoke(["ingest", str(files), "--workspace", str(tmp_path / "w")])
    assert shown.exit_code == 0, shown.output
    assert "added        3" in shown.output
    assert f"{files / 'broken.pdf'}: the PDF is damaged or not a PDF." in shown.output
    again = invoke(["ingest", str(files), "--workspace", str(tmp_path / "w"), "--json"])
    found = json.loads(again.stdout)
    assert (found["added"], found["unchanged"], found["skipped"], found["complete"]) == (0, 3, 1, True)
    assert sorted(Path(held["source"]).name for held in found["quarantined"]) == ["broken.pdf", "empty.txt"]


def test_downloaded_years_are_ingested_with_their_metadata(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    archive = tmp_path / "data/tar/year=2023/english/english.tar"
    table = tmp_path / "metadata/parquet/year=2023/metadata.parquet"
    archive.parent.mkdir(parents=True)
    table.parent.mkdir(parents=True)
    pdf = text_pdf([lines([SENTENCE])])
    with tarfile.open(archive, "w") as tar:
        for name, content in (("2023_1_1_9_EN.pdf", pdf), ("2023_1_10_11_EN.pdf", pdf[:90])):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    parquet.write_table(pyarrow.Table.from_pylist([{"path": "2023_1_1_9", "title": "ASHA versus RAM"}]), table)
    summary = run([tmp_path], tmp_path / "w")
    assert [held.source for held in summary.quarantined] == [f"{archive}!2023_1_10_11_EN.pdf"]
    with Workspace(tmp_path / "w").open() as store:
        assert store.get(CaseId("2023_1_1_9_EN")).name == "ASHA versus RAM"
    assert run([tmp_path], tmp_path / "w").counts[Put.UNCHANGED] == 1


def test_nothing_read_is_exit_code_1(files: Path, tmp_path: Path) -> None:
    invoke = CliRunner().invoke
    nothing = invoke(app, ["ingest", str(files / "empty.txt"), "--workspace", str(tmp_path / "w")])
    assert nothing.exit_code == 1
    nowhere = invoke(app, ["ingest", str(files)])
    assert nowhere.exit_code == 2
    assert "--workspace FOLDER" in nowhere.output


def test_columns_reach_the_table(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("cnr,body,name\nX1,Held so.,A v. B\n", encoding="utf-8")
    arguments = [
        "ingest",
        str(tmp_path / "t.csv"),
        "-w",
        str(tmp_path / "w"),
        "--columns",
        "id=cnr,text=body,title=name",
    ]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    with Workspace(tmp_path / "w").open() as store:
        assert store.get(CaseId("X1")).name == "A v. B"
