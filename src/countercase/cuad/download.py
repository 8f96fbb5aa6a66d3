"""Fetches CUAD v1: over HTTP, going on after a break, checked, and unpacked with care."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from countercase.corpus.download import Missing, Transfer, check_file
from countercase.cuad.archive import Limits, unzip
from countercase.cuad.clause_rows import FILE_NAME
from countercase.cuad.generate import TEXTS
from countercase.cuad.manifest import sha256_of
from countercase.errors import DownloadError
from countercase.settings import DownloadSettings

URL = "https://zenodo.org/record/4595826/files/CUAD_v1.zip?download=1"
FOLDER = "CUAD_v1"
CLAUSES_SHA256 = "00f85df35da326a713aa95b68c42a0e1731f4bb03e0bf368c7d0f158297033cd"  # of master_clauses.csv as released

Progress = Callable[[int, int], None]


def download_cuad(
    into: Path,
    url: str = URL,
    clauses_sha256: str = CLAUSES_SHA256,
    settings: DownloadSettings | None = None,
    progress: Progress | None = None,
    limits: Limits | None = None,
) -> Path:
    """The folder with the texts and `master_clauses.csv`, fetched only where it is not there already.

    `progress` is told the bytes at hand and the bytes in all. The PDFs of the archive are left in it.
    """
    folder = into / FOLDER
    if _is_whole(folder, clauses_sha256):
        return folder
    into.mkdir(parents=True, exist_ok=True)
    transfer = Transfer(settings or DownloadSettings())
    part = into / "CUAD_v1.zip.part"
    try:
        remote = transfer.ask(url)
    except Missing:
        raise DownloadError(f"{url} does not exist. Get CUAD_v1.zip by hand, unpack it, and give --source.") from None
    with _watched(part, remote.size, progress):
        transfer.fetch(remote, part)
    check_file(part, remote)
    unzip(part, into, _wanted, limits)
    if not _is_whole(folder, clauses_sha256):
        raise DownloadError(f"{url} is not CUAD v1 as released: {FILE_NAME} is missing or has another SHA-256.")
    part.unlink()
    return folder


def _wanted(member: str) -> bool:
    return member.startswith(f"{FOLDER}/") and (member.endswith(".csv") or f"/{TEXTS}/" in member)


def _is_whole(folder: Path, clauses_sha256: str) -> bool:
    clauses = folder / FILE_NAME
    return (folder / TEXTS).is_dir() and clauses.is_file() and sha256_of(clauses) == clauses_sha256


@contextmanager
def _watched(part: Path, size: int, progress: Progress | None) -> Iterator[None]:
    """Tells how far the file has come, four times a second, from beside the transfer."""
    if progress is None:
        yield
        return
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.25):
            progress(part.stat().st_size if part.exists() else 0, size)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
    progress(size, size)
