"""Titles from a language model: several at a time, tried again when the endpoint fails, and kept on disk."""

import hashlib
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from countercase.cuad.titles import Ask, create_title
from countercase.errors import EndpointError

WORKERS = 8
TRIES = 3


class AskedTitles:
    """Makes titles for all contracts; what a model once answered for a text is not asked of it again."""

    def __init__(self, ask: Ask, model: str, cache: Path, workers: int = WORKERS, tries: int = TRIES) -> None:
        self._ask = ask
        self._model = model
        self._cache = cache
        self._workers = workers
        self._tries = tries

    def __call__(self, texts: Mapping[str, str]) -> dict[str, str]:
        """The titles by file name."""
        self._cache.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(self._workers) as workers:
            return dict(zip(texts, workers.map(self._title, texts.keys(), texts.values()), strict=True))

    def _title(self, filename: str, text: str) -> str:
        key = hashlib.sha256(f"{self._model}\n{filename}\n{text}".encode()).hexdigest()
        path = self._cache / f"{key[:32]}.json"
        if path.is_file():
            return str(json.loads(path.read_text(encoding="utf-8"))["title"])
        title = self._asked(filename, text)
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps({"file": filename, "model": self._model, "title": title}), encoding="utf-8")
        fresh.replace(path)
        return title

    def _asked(self, filename: str, text: str) -> str:
        for left in reversed(range(self._tries)):
            try:
                title = create_title(filename, text, self._ask)
            except EndpointError:
                if not left:
                    raise
                continue
            if title:
                return title
        raise EndpointError(f"The model gave no title for {filename} in {self._tries} tries. Use --titles rules.")
