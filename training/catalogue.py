"""Builds the catalogue of decisions that the citator ships: facts only (names, dates, citations).

Sources: the Court's own list of reported decisions (1990-2025), what judgments say of themselves (AILA 2019 states name
and date), and how judgments cite one another: citations that stand together in one reference are parallel.

Run: python -m training.catalogue [--data FOLDER]
"""

import argparse
import csv
import lzma
import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from countercase.citator.catalogue import Fit, name_fit, same_parties, telling_tokens
from countercase.citator.history import OverrulingKind, overrulings
from countercase.corpus.clean import clean
from countercase.corpus.metadata import normal_case
from countercase.errors import LawError
from countercase.law.citations import Citation, normalise_citation
from countercase.law.precedents import find_precedents
from countercase.law.precedents.names import name_key, split_parties

DATA = Path(__file__).parents[2] / "shared" / "data"
LANDMARKS = Path(__file__).with_name("landmarks.csv")
TARGET = Path(__file__).parents[1] / "src" / "countercase" / "citator" / "catalogue.tsv.xz"
# Reports that print decisions of the Supreme Court alone, and those that do where they name it.
_OWN = frozenset({"INSC", "SCR", "SCC", "SCALE", "AIR SCW", "SCJ", "SCC (Cri)", "SCC (L&S)"})
_BY_COURT = frozenset({"AIR", "SCC OnLine", "JT"})
_HEADING = re.compile(
    r"^.*?(?:Case Law (?:Cited|Reference)|LIST OF CITATIONS AND OTHER REFERENCES|Advs\.?|Counsel)\s+", re.IGNORECASE
)
_MARGIN_LETTER = re.compile(r"^(?:See |[A-H] (?=[A-Z][a-z]{3,}|[A-Z]\.))")
_REPORT_LATE = 6  # years by which a report may follow the decision


@dataclass(slots=True)
class Entry:
    """A decision while it is put together."""

    name: str
    year: int
    decided: date | None = None
    citations: dict[str, None] = field(default_factory=dict)
    seen: int = 0


@dataclass(frozen=True, slots=True)
class Reference:
    """One way in which judgments cite a case: the name, citations that stand together, and how many judgments do so."""

    name: str
    citations: tuple[str, ...]
    count: int


def build(data: Path, left_out: Callable[[str], bool] = lambda _: False) -> tuple[list[Entry], list[str]]:
    """All entries, and the series that are complete for a year ("INSC 1996"); some Reports may be left out unread."""
    entries = listed(data / "caselaw" / "sc_catalogue.tsv.xz")
    complete = complete_series(entries)
    index = _Index(entries)
    for entry in known_to_us():
        _merge(entry, index)
    for reference in all_references(data / "caselaw", left_out):
        _attach(reference, index, set(complete))
    for entry in stated_by_aila(data / "caselaw" / "aila2019" / "Object_casedocs"):
        _merge(entry, index)
    return [entry for entry in entries if entry.name], complete


def listed(path: Path) -> list[Entry]:
    """The Court's list; rows of one neutral citation, one name and one year are one decision."""
    entries: dict[tuple[str, str, int], Entry] = {}
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
            name = tidy(re.sub(r"\s+versus\s+", " v. ", row["title"], flags=re.IGNORECASE))
            decided = date.fromisoformat(row["decided"])
            citations = dict.fromkeys(filter(None, (normal(row["insc"]), normal(row["scr"]))))
            key = (row["insc"] or row["scr"], name_key(name), decided.year)
            if key in entries:
                entries[key].citations.update(citations)
                entries[key].decided = min(decided, entries[key].decided or decided)
            else:
                entries[key] = Entry(name, decided.year, decided, citations)
    return list(entries.values())


def complete_series(entries: Iterable[Entry]) -> list[str]:
    """Years whose neutral numbers run from 1 to the last without more than one gap; their SCR volumes are all there."""
    numbers: dict[int, set[int]] = defaultdict(set)
    for entry in entries:
        for citation in entry.citations:
            year, _, number = citation.partition(" INSC ")
            if number:
                numbers[int(year)].add(int(number))
    years = [year for year, known in sorted(numbers.items()) if len(known) > 100 and max(known) - len(known) <= 1]
    return [f"{reporter} {year}" for year in years for reporter in ("INSC", "SCR")]


def all_references(folder: Path, left_out: Callable[[str], bool] = lambda _: False) -> list[Reference]:
    """References to decisions of the Supreme Court, those of many judgments first: misprints come late and find
    their citation taken."""
    counts: Counter[tuple[str, tuple[str, ...]]] = Counter()
    written: dict[str, Counter[str]] = defaultdict(Counter)
    for text in documents(folder, left_out):
        seen: set[tuple[str, tuple[str, ...]]] = set()
        for mention in find_precedents(" ".join(text.split())):
            citations = tuple(c.normal for c in mention.citations if is_supreme_court(c))
            name = _name(mention.name or "")
            if citations:
                written[name_key(name)][name] += 1
                seen.add((name_key(name), citations))
        counts.update(seen)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], -len(item[0][1]), item[0]))
    return [Reference(written[key].most_common(1)[0][0], citations, count) for (key, citations), count in ordered]


def _name(written: str) -> str:
    """A name of two sides without the heading that ran into it; a margin letter of the Reports goes."""
    name = _MARGIN_LETTER.sub("", _HEADING.sub("", written))
    return name if split_parties(name) or name.startswith("In ") else ""


def documents(folder: Path, left_out: Callable[[str], bool]) -> Iterator[str]:
    """Every judgment at hand: Reports of 2023-24, AILA, and the older judgments with headnotes."""
    for path in sorted(folder.glob("scr_2023_2024/*.txt")):
        if left_out(path.stem):
            continue
        yield clean(path.read_text(encoding="utf-8", errors="replace")).text  # running heads would pass for names
    for path in sorted(folder.glob("aila2019/Object_casedocs/*.txt")):
        yield path.read_text(encoding="utf-8", errors="replace")
    with tarfile.open(folder / "in_abs.tar.xz") as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.isfile() and "/judgement/" in member.name else None
            if stream is not None:
                yield stream.read().decode("utf-8", "replace")


def is_supreme_court(citation: Citation) -> bool:
    """Whether the citation names a report of the Supreme Court."""
    return citation.reporter in _OWN or (citation.reporter in _BY_COURT and citation.court == "SC")


def known_to_us() -> Iterator[Entry]:
    """The cases of the overrulings table, and leading cases whose page in SCC or AIR every lawyer knows."""
    for row in overrulings():
        yield Entry(row.case, row.year, None, dict.fromkeys(row.citations))
        if row.kind is not OverrulingKind.SUPERSEDED:
            yield Entry(row.by, row.by_year, row.decided, dict.fromkeys(row.by_citations))
    with LANDMARKS.open(encoding="utf-8") as stream:
        for landmark in csv.DictReader(stream):
            yield Entry(landmark["name"], int(landmark["year"]), None, {landmark["citations"]: None})


def stated_by_aila(folder: Path) -> Iterator[Entry]:
    """Judgments whose first lines state their name and date."""
    for path in sorted(folder.glob("*.txt")):
        lines = [line.strip() for line in path.read_text(encoding="utf-8", errors="replace").splitlines()[:8]]
        day = next((found for line in lines[1:] if (found := _day(line))), None)
        if day is not None and split_parties(lines[0]):
            yield Entry(tidy(lines[0]), day.year, day)


def _day(line: str) -> date | None:
    try:
        return datetime.strptime(line, "%d %B %Y").date()  # noqa: DTZ007
    except ValueError:
        return None


class _Index:
    """Entries by citation and by telling word."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self.cited: dict[str, set[int]] = defaultdict(set)
        self.worded: dict[str, list[int]] = defaultdict(list)
        for number in range(len(entries)):
            self._enter(number)

    def add(self, entry: Entry) -> int:
        self.entries.append(entry)
        self._enter(len(self.entries) - 1)
        return len(self.entries) - 1

    def cite(self, number: int, citation: str) -> None:
        self.entries[number].citations.setdefault(citation)
        self.cited[citation].add(number)

    def named(self, name: str, years: Sequence[int]) -> list[int]:
        """Entries with these parties that reports of these years may print."""
        words = sorted((self.worded[w] for w in telling_tokens(name) if w in self.worded), key=len)
        numbers = dict.fromkeys(number for rows in words[:2] if len(rows) < 3000 for number in rows)
        return [
            number
            for number in numbers
            if all(-1 <= year - self.entries[number].year <= _REPORT_LATE for year in years)
            and same_parties(name, self.entries[number].name)
        ]

    def _enter(self, number: int) -> None:
        entry = self.entries[number]
        for citation in entry.citations:
            self.cited[citation].add(number)
        for word in telling_tokens(entry.name):
            self.worded[word].append(number)


def _attach(reference: Reference, index: _Index, complete: set[str]) -> None:
    """Give a reference to the entry it means, or open a new one; a doubtful reference is dropped."""
    citations = [c for c in reference.citations if c in index.cited or not _is_misprint(c, complete)]
    if not citations:
        return
    known = set[int]().union(*(index.cited[c] for c in citations if c in index.cited))
    if reference.name:
        known = {n for n in known if not index.entries[n].name or _fits(reference.name, index.entries[n].name)}
        if not known and any(c in index.cited and index.cited[c] for c in citations):
            return  # the citation is another case's: one of the two is a misprint
        known = known or set(index.named(reference.name, list(map(_year, citations))))
    if len(known) > 1:
        return
    if known:
        number = known.pop()
        if not index.entries[number].name and reference.name:
            index.entries[number].name = tidy(reference.name)
            for word in telling_tokens(reference.name):
                index.worded[word].append(number)
        may_add = bool(reference.name) or reference.count > 1
    elif reference.name:
        if reference.count == 1 and _looks_misprinted(reference.name, citations, index):
            return
        number = index.add(Entry(tidy(reference.name), min(map(_year, citations))))
        may_add = True
    else:
        return
    entry = index.entries[number]
    entry.seen += reference.count
    for citation in citations if may_add else ():
        late = _year(citation) - entry.year
        if citation not in index.cited and -1 <= late <= _REPORT_LATE and not _has_series(entry, citation):
            index.cite(number, citation)


def _looks_misprinted(name: str, citations: Sequence[str], index: _Index) -> bool:
    """Whether a decision of that name stands on the same page of the report in another year or volume."""
    pages = {(_series(citation), citation.rsplit(" ", 1)[-1]) for citation in citations}
    return any(
        (_series(citation), citation.rsplit(" ", 1)[-1]) in pages
        for number in index.named(name, ())
        for citation in index.entries[number].citations
    )


def _merge(entry: Entry, index: _Index) -> None:
    """Take in an entry that we know by itself: its date and its citations go to the one that it is."""
    known = set[int]().union(*(index.cited[c] for c in entry.citations if c in index.cited))
    known = {n for n in known if name_fit(entry.name, index.entries[n].name) is not Fit.DIFFERENT}
    if not known:
        known = {n for n in index.named(entry.name, [entry.year]) if abs(index.entries[n].year - entry.year) <= 1}
        if entry.decided:
            same_day = {n for n in known if index.entries[n].decided == entry.decided}
            open_day = {n for n in known if index.entries[n].decided is None}
            known = same_day or (open_day if len(open_day) == len(known) else set())
    if len(known) > 1:
        known = {n for n in known if index.entries[n].year == entry.year} or known
    if len(known) > 1 and not entry.citations:
        return
    number = known.pop() if len(known) == 1 else index.add(Entry(entry.name, entry.year, entry.decided))
    mine = index.entries[number]
    if mine.decided is None and entry.decided is not None and abs(mine.year - entry.year) <= _REPORT_LATE:
        mine.decided, mine.year = entry.decided, entry.decided.year
    for citation in entry.citations:
        if citation not in index.cited and not _has_series(mine, citation):
            index.cite(number, citation)


def _fits(written: str, known: str) -> bool:
    return name_fit(written, known) in (Fit.SAME, Fit.FITS)


def _has_series(entry: Entry, citation: str) -> bool:
    """Whether the entry has a page of the same report already: a second one is a misprint or another order."""
    return any(_series(other) == _series(citation) for other in entry.citations)


def _series(citation: str) -> str:
    return re.sub(r"[^A-Za-z]+", " ", citation).replace("Supp", "").strip()


def _is_misprint(citation: str, complete: set[str]) -> bool:
    """A page of a complete series on which no decision begins."""
    return f"{_series(citation)} {_year(citation)}" in complete


def _year(citation: str) -> int:
    found = re.search(r"(?:19|20)\d\d", citation)
    return int(found[0]) if found else 0


def normal(written: str) -> str:
    """The normal form of a citation; empty where it is none."""
    try:
        return normalise_citation(written.replace("SUPP.", "Supp.")).normal
    except LawError:
        return ""


def tidy(name: str) -> str:
    """A cause title in normal case, without tabs and doubled blanks."""
    parties = split_parties(" ".join(name.split()))
    return " v. ".join(normal_case(party.strip(" .,;")) for party in parties) if parties else normal_case(name.strip())


def table_rows(entries: Iterable[Entry]) -> list[str]:
    """One decision a line: name, day or year, citations, and how many judgments cite it."""
    return sorted(
        f"{e.name}\t{e.decided.isoformat() if e.decided else e.year}\t{';'.join(e.citations)}\t{e.seen or ''}"
        for e in entries
    )


def write(entries: list[Entry], complete: list[str], target: Path) -> None:
    """The complete series on the first line, then the decisions."""
    text = "\n".join([";".join(complete), *table_rows(entries)]) + "\n"
    target.write_bytes(lzma.compress(text.encode("utf-8"), preset=9 | lzma.PRESET_EXTREME))


def main() -> None:
    """Build and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    entries, complete = build(options.data)
    write(entries, complete, TARGET)
    series = Counter(_series(c) for e in entries for c in e.citations)
    print(len(entries), "decisions;", dict(series.most_common(8)), TARGET.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
