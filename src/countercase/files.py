"""Writing files so that nothing is lost: the old content stays until the new one is on the disk, whole."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from countercase.errors import InputError


def write_whole(path: Path, content: str | bytes, private: bool = True) -> None:
    """Write a file through a temporary one beside it; a full disk or a kill leaves the old file as it was.

    `private`: only its owner may read it, since reports and trees hold client facts.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    temporary: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(0o600 if private else 0o644)
        Path(temporary).replace(path)
    except OSError as error:
        if temporary is not None:
            with suppress(OSError):
                Path(temporary).unlink(missing_ok=True)
        raise InputError(
            f"{path} cannot be written: {error.strerror}. Free some space or choose another place."
        ) from None
