"""Downloads CUAD v1: resumes after an interruption, checks the archive, and unpacks it with limits."""

import stat
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from countercase.corpus.download import Missing, Transfer, check_file
from countercase.cuad.generate import FILE_NAME, TEXTS
from countercase.errors import DownloadError
from countercase.files import sha256_of, whole_file
from countercase.settings import DownloadSettings

# Unpacks a zip file that is not trusted: no path outside the folder, no link, no zip bomb.

_PIECE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """Limits on the content of an archive."""

    members: int = 20_000
    member_bytes: int = 64 * _PIECE
    total_bytes: int = 1024 * _PIECE


def unzip(
    archive: Path, folder: Path, wanted: Callable[[str], bool], limits: ArchiveLimits | None = None
) -> list[Path]:
    """Unpack the wanted files into the folder. One that claims too much is refused before anything is written."""
    limits = limits or ArchiveLimits()
    try:
        with zipfile.ZipFile(archive) as opened:
            members = [member for member in opened.infolist() if not member.is_dir()]
            if len(members) > limits.members:
                raise DownloadError(
                    f"{archive} contains {len(members)} files, more than {limits.members}. It is not CUAD."
                )
            chosen = [(member, _safe(archive, member)) for member in members if wanted(member.filename)]
            if sum(member.file_size for member, _ in chosen) > limits.total_bytes:
                raise DownloadError(f"{archive} unpacks to more than {limits.total_bytes} bytes. It is not CUAD.")
            return [_write(opened, member, folder / path, limits) for member, path in chosen]
    except zipfile.BadZipFile as error:
        raise DownloadError(f"{archive} is not a complete zip file: {error}. Delete it and run again.") from None


def _safe(archive: Path, member: zipfile.ZipInfo) -> PurePosixPath:
    path = PurePosixPath(member.filename)
    link = stat.S_ISLNK(member.external_attr >> 16)
    if link or path.is_absolute() or ".." in path.parts or "\\" in member.filename or ":" in path.parts[0]:
        raise DownloadError(f"{archive} contains {member.filename!r}, which leads out of its folder. Do not use it.")
    return path


def _write(opened: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path, limits: ArchiveLimits) -> Path:
    """Write one member and count its bytes: the size in the header is only a claim."""
    written = 0
    with opened.open(member) as source, whole_file(path, private=False) as target:
        while piece := source.read(_PIECE):
            written += len(piece)
            if written > limits.member_bytes:
                raise DownloadError(f"{member.filename!r} unpacks to more than {limits.member_bytes} bytes.")
            target.write(piece)
    return path


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
    limits: ArchiveLimits | None = None,
) -> Path:
    """The folder with the texts and `master_clauses.csv`, downloaded only if it is not there already.

    `progress` gets the bytes received and the total. The PDFs in the archive are not unpacked.
    """
    folder = into / FOLDER
    if _is_complete(folder, clauses_sha256):
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
    if not _is_complete(folder, clauses_sha256):
        raise DownloadError(f"{url} is not CUAD v1 as released: {FILE_NAME} is missing or has another SHA-256.")
    part.unlink()
    return folder


def _wanted(member: str) -> bool:
    return member.startswith(f"{FOLDER}/") and (member.endswith(".csv") or f"/{TEXTS}/" in member)


def _is_complete(folder: Path, clauses_sha256: str) -> bool:
    clauses = folder / FILE_NAME
    return (folder / TEXTS).is_dir() and clauses.is_file() and sha256_of(clauses) == clauses_sha256


@contextmanager
def _watched(part: Path, size: int, progress: Progress | None) -> Iterator[None]:
    """Report the size of the file four times a second, from another thread."""
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
