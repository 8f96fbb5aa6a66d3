"""Answers by the whole request that led to them, in one SQLite file that only its owner can read."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from countercase.errors import EndpointError


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the text, whether it was finished, and what it cost."""

    text: str
    finished: bool
    question_tokens: int
    answer_tokens: int
    seconds: float


def request_key(address: str, body: Mapping[str, Any], nonce: str) -> str:
    """A hash of the address and everything sent; the nonce, new each time, counts as the same word."""
    sent = json.dumps([address, body], sort_keys=True, ensure_ascii=False).replace(nonce, "NONCE")
    return hashlib.sha256(sent.encode()).hexdigest()


class AnswerCache:
    """One table in a file; opened for each answer, so that threads and processes can share it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            with self._open() as db:
                db.execute("CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, reply TEXT NOT NULL)")
        except (OSError, sqlite3.Error) as error:
            raise EndpointError(f"{path} cannot hold answers: {error}. Set llm.cache to another file or off.") from None

    def get(self, key: str) -> Reply | None:
        """The answer, or None."""
        with self._open() as db:
            row = db.execute("SELECT reply FROM answers WHERE key = ?", (key,)).fetchone()
        return Reply(**json.loads(row[0])) if row else None

    def put(self, key: str, reply: Reply) -> None:
        """Keep an answer."""
        with self._open() as db:
            db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, json.dumps(asdict(reply))))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=30)) as db, db:
            yield db


def open_cache(setting: str) -> AnswerCache | None:
    """The cache that `llm.cache` names: empty is the user's cache folder, `off` is none."""
    if setting == "off":
        return None
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "countercase"
    return AnswerCache(Path(setting).expanduser() if setting else folder / "answers.sqlite")
