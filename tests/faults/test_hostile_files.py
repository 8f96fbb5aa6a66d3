"""Files that would hang, crash or stop a run go to quarantine, each with its reason; the rest is stored."""

import bz2
import io
import json
import os
import socket
import tarfile
from pathlib import Path

import pytest
from tests.corpus.plain_describer import PlainDescriber

from countercase.corpus.ingest import Ingest, Summary
from countercase.corpus.read import RawDocument, SourceDocument, printable, refusal
from countercase.domain.case import Case, CaseId, Chunk
from countercase.settings import IngestSettings
from countercase.workspaces import Workspace

GOOD = "Asha v. Ram\nThe tenant paid no rent for nine months."
SETTINGS = IngestSettings(workers=1, ocr=False, seconds_per_file=20, memory_mb=1024, max_file_mb=2)


class FragileDescriber(PlainDescriber):
    """Fails as a parser of ours would on OCR that nobody foresaw."""

    def describe(self, document: RawDocument, text: str) -> tuple[Case, tuple[Chunk, ...]]:
        if "S3ction 3O2" in text:
            raise IndexError("list index out of range")
        return super().describe(document, text)


def ingest(folder: Path, workspace: Path) -> Summary:
    with Workspace(workspace).create() as store:
        return Ingest(SETTINGS, FragileDescriber).run([folder], store)


def header_bomb() -> bytes:
    """A small archive whose first long name claims three gigabytes."""
    member = tarfile.TarInfo("././@LongLink")
    member.type, member.size = tarfile.GNUTYPE_LONGNAME, 3 * 1024**3
    compressor = bz2.BZ2Compressor()
    return compressor.compress(member.tobuf() + bytes(64 * 1024 * 1024)) + compressor.flush()


def tar_of(members: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return written.getvalue()


def test_everything_hostile_is_held_and_everything_good_is_stored(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    (folder / "sub").mkdir(parents=True)
    (folder / "good.txt").write_text(GOOD)
    os.mkfifo(folder / "a-pipe.txt")
    os.mkfifo(folder / "a-pipe.jsonl")
    (folder / "zero.txt").symlink_to("/dev/zero")
    (folder / "zero.csv").symlink_to("/dev/zero")
    (folder / "gone.txt").symlink_to(folder / "nowhere")
    (folder / "loop.txt").symlink_to(folder / "loop.txt")
    (folder / "large.txt").write_bytes(b"x" * (2 * 1024 * 1024 + 1))
    (folder / "new\nline.txt").write_text(GOOD)
    (folder / "escape\x1b[31m.txt").write_text(GOOD)
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt")).write_text(GOOD)
    (folder / "ocr.txt").write_text("S3ction 3O2 1PC")
    (folder / "bomb.tar.bz2").write_bytes(header_bomb())
    (folder / "cut.tar").write_bytes(tar_of({"first.txt": b"x " * 300, "second.txt": b"y " * 9000})[:6000])
    (folder / "names.tar").write_bytes(tar_of({"in\ttab.txt": GOOD.encode(), "tarred.txt": GOOD.encode()}))
    (folder / "empty.parquet").write_bytes(b"")
    (folder / "columns.csv").write_text("cnr,body\n1,x\n")
    (folder / "odd name \u2028 नाम v. B.txt").write_text(GOOD)
    rows = [{"id": "no-text"}, {"id": "\ud800", "text": "x"}, {"id": "row", "text": GOOD}]
    (folder / "rows.jsonl").write_text("[" * 100_000 + "\n" + "".join(json.dumps(row) + "\n" for row in rows))
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "sock.txt"))
        summary = ingest(folder, tmp_path / "w")
    assert summary.complete
    held = {Path(item.source.split("#")[0]).name for item in summary.quarantined}
    assert held == {
        "a-pipe.txt", "a-pipe.jsonl", "zero.txt", "zero.csv", "gone.txt", "loop.txt", "large.txt", r"new\x0aline.txt",
        r"escape\x1b[31m.txt", r"caf\xe9.txt", "ocr.txt", "bomb.tar.bz2", "cut.tar", r"names.tar!in\x09tab.txt",
        "empty.parquet", "columns.csv", "rows.jsonl", "sock.txt",
    }  # fmt: skip
    assert len([item for item in summary.quarantined if "rows.jsonl" in item.source]) == 3
    assert all(item.reason and item.reason.isprintable() for item in summary.quarantined)
    with Workspace(tmp_path / "w").open() as store:
        assert store.case_ids() == ["first", "good", "odd name \u2028 नाम v. B", "row", "tarred"]
        assert len(store.quarantined()) == len(summary.quarantined)
        assert store.integrity_check() == ()


def test_a_bug_of_ours_is_named_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "ocr.txt").write_text("S3ction 3O2 1PC")
    (held,) = ingest(tmp_path, tmp_path / "w").quarantined
    assert "IndexError: list index out of range, in test_hostile_files.py:" in held.reason


@pytest.mark.parametrize("name", ["a\nb", "a\x00b", "a\x7fb", "a\u0085b", "a\udce9b", " ", "x" * 501])
def test_ids_that_cannot_be_shown_are_refused(name: str) -> None:
    reason = refusal(SourceDocument(name, "/x", "text", ""))
    assert reason is not None
    assert reason.isprintable()


@pytest.mark.parametrize("name", ["A v. B", "a/b?c#d", "नाम", "x\u200dy", "’“”", "a\u2028b"])
def test_ids_hold_anything_printable(name: str, tmp_path: Path) -> None:
    assert refusal(SourceDocument(name, "/x", "text", "")) is None
    with Workspace(tmp_path).create() as store:
        case, chunks = PlainDescriber().describe(RawDocument(name, GOOD), GOOD)
        store.put(case, chunks, "s", "sha")
        assert store.get(CaseId(name)).id == name


def test_names_are_shown_with_escapes() -> None:
    assert printable("caf\udce9\n\ud800.txt") == r"caf\udce9\x0a\ud800.txt"
    assert printable("caf\udce9\x1b.txt") == r"caf\xe9\x1b.txt"
