"""AWS Open Data "Indian Supreme Court Judgments": tars of PDFs by year, and their metadata as Parquet.

data/tar/year=2023/english/english.tar (and part-*.tar)     PDFs named 2023_10_1001_1009_EN.pdf
metadata/parquet/year=2023/metadata.parquet                 a row with `path` 2023_10_1001_1009
"""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from countercase.corpus.read.archive import tar_items
from countercase.corpus.read.document import Item, Refused
from countercase.corpus.read.tables import parquet_rows

# Their column -> our field.
_FIELDS = {
    "title": "title",
    "petitioner": "petitioner",
    "respondent": "respondent",
    "judge": "bench",
    "author_judge": "author",
    "citation": "citations",
    "nc_display": "neutral_citation",
    "case_id": "case_number",
    "cnr": "cnr",
    "decision_date": "decided",
    "disposal_nature": "outcome",
    "court": "court",
}


def is_aws(folder: Path) -> bool:
    """Whether a folder is laid out like the public bucket."""
    return (folder / "data" / "tar").is_dir()


def aws_items(folder: Path, max_bytes: int) -> Iterator[Item | Refused]:
    """The English judgments of every year, each with its row of the metadata."""
    for year in sorted((folder / "data" / "tar").glob("year=*")):
        known = read_metadata(folder / "metadata" / "parquet" / year.name / "metadata.parquet")
        for archive in sorted((year / "english").glob("*.tar")):
            yield from tar_items(archive, max_bytes, partial(_fields_of, known))


def _fields_of(known: Mapping[str, Mapping[str, str]], stem: str) -> Mapping[str, str]:
    return known.get(stem.removesuffix("_EN"), {})


def read_metadata(path: Path) -> Mapping[str, Mapping[str, str]]:
    """What the year's table says of each judgment, by its path; empty where there is no table."""
    if not path.is_file():
        return {}
    return {
        str(row["path"]): {
            ours: " ".join(str(row[theirs]).split()) for theirs, ours in _FIELDS.items() if row.get(theirs)
        }
        for row in parquet_rows(path, ["path", *_FIELDS])
        if row.get("path")
    }
