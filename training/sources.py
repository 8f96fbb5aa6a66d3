"""Judgments as they are used for training: text, headnote, where the judgment proper begins. Nothing is copied out."""

import re
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Judgment:
    """One judgment: `body` is the first word index of the judgment proper in `text.split()`."""

    id: str
    source: str
    text: str
    headnote: str = ""
    title: str = ""
    year: int | None = None
    body: int = 0


_YEAR = re.compile(r"\b(1[89]\d\d|20[012]\d)\b")
_MARGIN = re.compile(r"(?<=[a-z,;.\-–]) [A-H] (?=[a-z(])")
_PAGE = re.compile(
    r"\d* ?(?:SUPREME COURT REPORTS|Supreme Court Reports|Digital Supreme Court Reports) ?(?:\[20\d\d\] \d+ S\.C\.R\.)?"
    r"|\[20\d\d\] \d+ S\.C\.R\. \d+|\d+ \[20\d\d\] \d+ S\.C\.R\."
)
_SCR_BODY = re.compile(
    r"/ ?of the Supreme Court|of the Court (?:was|were) (?:delivered|passed)(?: by)?|Advs?\. for the Respondents?\."
)
_SCR_TITLE = re.compile(
    r".{0,110}?(?:INSC \S+|S\.C\.R\.)(?: \d+)?(?: A)? ((?:[A-Z].{3,250}?) [vV]s?\. .{3,250}?)\(", re.S
)
_SCR_HEAD = re.compile(r"Headnotes†?|JJ?\.\]")
_SCR_HEAD_END = re.compile(
    r"Case Law Cited|Case Law Reference|List of Acts|List of Keywords|(?:CIVIL|CRIMINAL) (?:APPELLATE|ORIGINAL)"
)


def aila(folder: Path) -> Iterator[Judgment]:
    """AILA 2019: the first line is the title, the date follows."""
    for path in sorted((folder / "Object_casedocs").glob("*.txt"), key=lambda p: int(p.stem[1:])):
        text = path.read_text(encoding="utf-8", errors="replace")
        title = text.strip().partition("\n")[0]
        year = _YEAR.search(text[len(title) : len(title) + 200])
        yield Judgment(path.stem, "aila", text, title=title, year=int(year[0]) if year else None)


def scr(folder: Path) -> Iterator[Judgment]:
    """Supreme Court Reports 2023-24: header, headnote, then the judgment."""
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text(encoding="utf-8", errors="replace")
        title = _SCR_TITLE.match(text)
        text = _PAGE.sub(" ", _MARGIN.sub(" ", text))
        body = _SCR_BODY.search(text)
        start = body.end() if body else 0
        head = _SCR_HEAD.search(text)
        end = _SCR_HEAD_END.search(text, head.end()) if head else None
        headnote = text[head.end() : end.start()] if head and end else ""
        yield Judgment(
            path.stem, "scr", text, headnote, " ".join(title[1].split()) if title else "", int(path.stem[:4]),
            len(text[:start].split()),
        )  # fmt: skip


def in_abs(archive: Path) -> Iterator[Judgment]:
    """Older judgments with their headnotes, one archive."""
    texts: dict[str, dict[str, str]] = {"judgement": {}, "summary": {}}
    with tarfile.open(archive) as tar:
        for member in tar:
            kind = Path(member.name).parent.name
            if member.isfile() and kind in texts:
                stream = tar.extractfile(member)
                if stream is not None:
                    name = f"{Path(member.name).parts[1][:2]}{Path(member.name).stem}"
                    texts[kind][name] = stream.read().decode("utf-8", errors="replace")
    for name in sorted(texts["judgement"]):
        text = texts["judgement"][name]
        year = _YEAR.search(text[:400])
        body = re.search(r"delivered by", text[:6000])
        start = len(text[: body.end()].split()) + 3 if body else 0
        headnote = texts["summary"].get(name, "")
        yield Judgment(f"ia-{name}", "in_abs", text, headnote, "", int(year[0]) if year else None, start)


def aila_queries(folder: Path) -> dict[str, str]:
    """The fifty fact narratives; used to drop overlapping training text and to report, never to train."""
    lines = (folder / "Query_doc.txt").read_text(encoding="utf-8", errors="replace").splitlines()
    return {line.partition("||")[0]: line.partition("||")[2] for line in lines if "||" in line}
