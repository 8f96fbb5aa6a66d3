"""BEIR folders: `corpus.jsonl` with `_id`, `title` and `text`."""

from collections.abc import Iterator
from pathlib import Path

from countercase.corpus.read.document import Item, Refused
from countercase.corpus.read.tables import table_items

_COLUMNS = {"id": "_id", "text": "text"}


def is_beir(folder: Path) -> bool:
    """Whether a folder is laid out as BEIR publishes its sets."""
    return (folder / "corpus.jsonl").is_file()


def beir_items(folder: Path, max_bytes: int) -> Iterator[Item | Refused]:
    """The documents of the corpus; queries and judgments are the evaluation's business."""
    return table_items(folder / "corpus.jsonl", _COLUMNS, max_bytes)
