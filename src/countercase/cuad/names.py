"""Which text file belongs to a file name of `master_clauses.csv`.

Twelve of the 510 names have no file of exactly that name: `&` and `'` became `_`, a space or a quote stands before or
after the ending, one is decomposed Unicode. Their ASCII letters and digits agree.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

How = Literal["exact", "unicode", "letters", "ambiguous", "missing"]

_ENDING = re.compile(r"\.(pdf|txt)\W*$", re.IGNORECASE)
_NOT_LETTER = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name of the CSV, the text file it was matched to, and how; no file where it is missing or ambiguous."""

    csv_name: str
    file: str | None
    how: How


def text_name(csv_name: str) -> str:
    """The text file's name as the published generator makes it."""
    return csv_name.replace(".pdf", ".txt").replace(".PDF", ".txt")


def letters(name: str) -> str:
    """The ASCII letters and digits of a file name without its ending, accents removed."""
    plain = unicodedata.normalize("NFKD", _ENDING.sub("", name)).encode("ascii", "ignore").decode("ascii")
    return _NOT_LETTER.sub("", plain.lower())


class FileNames:
    """The text files at hand, looked up by a name of the CSV."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files = frozenset(files)
        self._by_unicode = {unicodedata.normalize("NFC", name): name for name in sorted(self._files)}
        self._by_letters = _grouped(sorted(self._files))

    def match(self, csv_name: str) -> NameMatch:
        """Exact, then the same in composed Unicode, then by letters and digits where only one file has them."""
        wanted = text_name(csv_name)
        if wanted in self._files:
            return NameMatch(csv_name, wanted, "exact")
        composed = self._by_unicode.get(unicodedata.normalize("NFC", wanted))
        if composed is not None:
            return NameMatch(csv_name, composed, "unicode")
        alike = self._by_letters.get(letters(csv_name), ())
        if len(alike) == 1:
            return NameMatch(csv_name, alike[0], "letters")
        return NameMatch(csv_name, None, "ambiguous" if alike else "missing")


def _grouped(files: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    groups: dict[str, tuple[str, ...]] = {}
    for name in files:
        key = letters(name)
        groups[key] = (*groups.get(key, ()), name)
    return groups
