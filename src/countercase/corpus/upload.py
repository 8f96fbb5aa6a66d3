"""One document that a user hands in: read and cleaned in a child process with limits, and not stored."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from countercase.corpus.clean import clean
from countercase.corpus.read.document import Item, RawDocument, fingerprint
from countercase.corpus.read.item import ItemReader
from countercase.corpus.read.sources import kind_of
from countercase.corpus.workers import Failed, Limits, Workers
from countercase.errors import UnreadableFile
from countercase.settings import IngestSettings


def read_upload(name: str, content: bytes, settings: IngestSettings) -> RawDocument:
    """The cleaned text with its pages; `UnreadableFile` says in one line why there is none."""
    kind = kind_of(name, content)
    if kind is None:
        raise UnreadableFile(f"{name} is of no known kind. Give PDF, text or HTML.")
    if len(content) > settings.max_file_mb * 1024 * 1024:
        raise UnreadableFile(f"{name} has {len(content)} bytes, more than ingest.max_file_mb. Raise it.")
    item = Item(Path(name).stem, name, kind, fingerprint(content), content)
    limits = Limits(1, settings.seconds_per_file, settings.memory_mb)
    workers: Workers[Item, RawDocument] = Workers(partial(_reader, settings), limits)
    ((_, outcome),) = workers.run([item])
    if isinstance(outcome, Failed):
        raise UnreadableFile(f"{name}: {outcome.reason}")
    return outcome


def _reader(settings: IngestSettings) -> "partial[RawDocument]":
    return partial(_read_clean, ItemReader(settings))


def _read_clean(reader: ItemReader, item: Item) -> RawDocument:
    document = reader.read(item)
    cleaned = clean(document.text, document.pages)
    return replace(document, text=cleaned.text, pages=cleaned.pages)
