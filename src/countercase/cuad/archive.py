"""Takes what is wanted out of a zip file that is not trusted: no path outside the folder, no link, no bomb."""

import stat
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from countercase.errors import DownloadError

_PIECE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What an archive may hold."""

    members: int = 20_000
    member_bytes: int = 64 * _PIECE
    total_bytes: int = 1024 * _PIECE


def unzip(archive: Path, folder: Path, wanted: Callable[[str], bool], limits: Limits | None = None) -> list[Path]:
    """Write the wanted members below the folder; an archive that claims too much is refused before any is written."""
    limits = limits or Limits()
    try:
        with zipfile.ZipFile(archive) as opened:
            members = [member for member in opened.infolist() if not member.is_dir()]
            if len(members) > limits.members:
                raise DownloadError(
                    f"{archive} holds {len(members)} files, more than {limits.members}. It is not CUAD."
                )
            chosen = [(member, _safe(archive, member)) for member in members if wanted(member.filename)]
            if sum(member.file_size for member, _ in chosen) > limits.total_bytes:
                raise DownloadError(f"{archive} unpacks to more than {limits.total_bytes} bytes. It is not CUAD.")
            return [_write(opened, member, folder / path, limits) for member, path in chosen]
    except zipfile.BadZipFile as error:
        raise DownloadError(f"{archive} is not a whole zip file: {error}. Delete it and run again.") from None


def _safe(archive: Path, member: zipfile.ZipInfo) -> PurePosixPath:
    path = PurePosixPath(member.filename)
    link = stat.S_ISLNK(member.external_attr >> 16)
    if link or path.is_absolute() or ".." in path.parts or "\\" in member.filename or ":" in path.parts[0]:
        raise DownloadError(f"{archive} holds {member.filename!r}, which leads out of its folder. Do not use it.")
    return path


def _write(opened: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path, limits: Limits) -> Path:
    """The size in the header is a claim: what comes out is counted."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with opened.open(member) as source, path.open("wb") as target:
        while piece := source.read(_PIECE):
            written += len(piece)
            if written > limits.member_bytes:
                target.close()
                path.unlink()
                raise DownloadError(f"{member.filename!r} unpacks to more than {limits.member_bytes} bytes.")
            target.write(piece)
    return path
