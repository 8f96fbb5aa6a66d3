"""Heads of prints: Indian Kanoon's, and the caption that the Court itself puts over a judgment."""

import re
from datetime import date

from countercase.corpus.headings import body_start
from countercase.corpus.metadata import bench
from countercase.corpus.metadata.dates import DATE, find_date, read_date
from countercase.corpus.metadata.head import SHOWN, Head
from countercase.corpus.metadata.numbers import find_case_numbers
from countercase.corpus.metadata.parties import normal_case, split_title

# Indian Kanoon: court, `A vs B on 18 May, 2022` (wrapped where it is long), Equivalent citations, Author, Bench.
_PRINT = re.compile(
    r"\s*(?:(?P<court>[^\n]{4,80})\n)?"
    r"(?P<title>[^\n]{1,200}(?:\n[^\n]{1,120})?? vs\.? [^\n]{0,200}?(?:\n[^\n]{1,120})??)"
    r"\s+on\s+(?P<date>\d{1,2}\s+[A-Z][a-z]+,\s*\d{4})\b"
)
_KEYS = (
    r"(?:Equivalent citations|Author|Bench|PETITIONER|RESPONDENT|DATE OF JUDGMENT|BENCH|CITATION|CITATOR INFO|ACT"
    r"|HEADNOTE|JUDGMENT|CASE NO\.|ORDER|REPORTABLE|IN THE)"
)


def _key(text: str, key: str, last: bool = False) -> str:
    if key not in text:
        return ""
    found = re.findall(rf"^\s*{key}\s?:\s*(.*?)(?=^\s*{_KEYS}\b|\Z|\n\s*\n\s*\n)", text, re.MULTILINE | re.DOTALL)
    return (found[-1] if last else found[0]).strip() if found else ""


def read_print(text: str) -> Head | None:
    """The head of an Indian Kanoon print; None where the text has none."""
    match = _PRINT.match(text)
    if match is None:
        return None
    shown = text[match.end() : match.end() + SHOWN]
    title = " ".join(match["title"].split())
    parties = split_title(title) or ("", "")
    petitioner, respondent = (
        _fuller(side, other) for side, other in zip(parties, _caption_parties(shown), strict=True)
    )
    return Head(
        petitioner=petitioner,
        respondent=respondent,
        title=title,
        court=_court(match["court"] or "", shown),
        decided=find_date(match["date"]),
        judges=_print_judges(text, shown),
        numbers=find_case_numbers(_until_body(shown)),
        citations=_key(shown, "Equivalent citations") or _key(shown, "CITATION") or _neutral(shown),
    )


_PRINT_WIDTH = 60  # characters; a shorter line of Indian Kanoon's head is the last of its entry
_DOTS = re.compile(r"\s*\.{3}\s*$|\s*…\s*$")


def _fuller(shortened: str, full: str) -> str:
    """Indian Kanoon cuts long names with dots: the caption of the judgment has the whole."""
    if not _DOTS.search(shortened):
        return shortened
    stem = _DOTS.sub("", shortened)
    shared = set(re.findall(r"\w{4,}", stem.lower())) & set(re.findall(r"\w{4,}", full.lower()))
    return full if shared else stem.rstrip(" &,")


_SIDE = r"\.{2,}\s*|…+\s*\.*\s*"
_CAPTION = re.compile(
    rf"(?:\n|^)(?P<petitioner>(?:[^\n]*\n){{0,4}}?[^\n]*?)\s*(?:{_SIDE})(?:Appellant|Petitioner|Plaintiff|Applicant)[^\n]*\n(?P<between>(?:[^\n]*\n){{0,8}}?)\s*(?:versus|vs?\.?)\s*\n"
    rf"(?P<respondent>(?:[^\n]*\n){{0,6}}?[^\n]*?)\s*(?:{_SIDE})(?:Respondent|Defendant|Opposite)",
    re.IGNORECASE,
)


_VERSUS_LINE = re.compile(r"\n\s*(?:versus|vs?\.?)\s*\n", re.IGNORECASE)


def _caption_parties(text: str) -> tuple[str, str]:
    old = _key(text, "PETITIONER"), _key(text, "RESPONDENT")
    if all(old):
        return tuple(re.sub(r"\s+Vs\.?\s*$", "", " ".join(side.split())) for side in old)  # type: ignore[return-value]
    match = _CAPTION.search(text) if _VERSUS_LINE.search(text) else None
    if match is None:
        return "", ""
    return _names(match["petitioner"]), _names(match["respondent"])


_NOT_A_NAME = re.compile(
    r"\b(?:Appeal|Petition|Jurisdiction|SLP|Arising|Reportable|Court|No\.|CS\(|Through\s?:|of\s+\d{4})", re.IGNORECASE
)


def _names(lines: str) -> str:
    rows = [row.strip() for row in lines.split("\n")]
    kept: list[str] = []
    for row in reversed(rows):
        if kept and (not row or _NOT_A_NAME.search(row)):
            break
        if row:
            kept.append(row)
    return " ".join(reversed(kept))


_COURT = re.compile(
    r"(?:IN\s+THE\s+)?(?P<name>SUPREME\s+COURT\s+OF\s+INDIA|HIGH\s+COURT\s+(?:OF|FOR|AT)\s+[A-Z][A-Z,& ]{3,60}"
    r"|[A-Z][A-Z ]{3,40}\s(?:TRIBUNAL|COMMISSION))\b"
)


def _court(line: str, shown: str) -> str:
    """The court over the title, or in the caption; empty where neither names one."""
    if re.search(r"\b(?:Court|Tribunal|Commission)\b", line):
        return "Supreme Court of India" if line.startswith("Supreme Court") else line.strip()
    found = _COURT.search(shown[:1500])
    return normal_case(" ".join(found["name"].split())) if found else ""


def _print_judges(text: str, shown: str) -> tuple[str, ...]:
    stated = bench.read_judges(_wrapped(_key(shown, "Bench")))
    listed = bench.read_inverted(_key(shown, "BENCH", last=True))
    coram = re.search(r"\bCORAM\s*:?\s*(?P<names>(?:[^\n]*HON[^\n]*\n?){1,5})", shown)
    named = bench.read_judges(coram["names"]) if coram else ()
    signed = bench.read_signatures(text)
    return max((stated, listed, named, signed), key=len)


def _wrapped(lines: str) -> str:
    """The first line, and the next ones as long as the print broke a full line."""
    rows = lines.split("\n")
    last = next((place for place, row in enumerate(rows) if len(row) < _PRINT_WIDTH), len(rows) - 1)
    return " ".join(rows[: last + 1])


def _neutral(shown: str) -> str:
    found = re.search(r"Neutral Citation(?: Number)?\s?:\s*(?P<citation>\S+(?: INSC \d+)?)", shown)
    return found["citation"] if found else ""


def _until_body(shown: str) -> str:
    start = body_start(shown)
    numbered = re.search(r"^\s*(?:1\.|Leave granted)", shown, re.MULTILINE)
    ends = [end for end in (start, numbered.start() if numbered else 0) if end]
    return shown[: max(ends)] if ends else shown[:2500]


# A judgment as the Court's own site gives it: caption with VERSUS, no head line over it.
def read_caption(text: str) -> Head | None:
    """The caption alone; None where no two parties stand in it."""
    shown = text[:SHOWN]
    petitioner, respondent = _caption_parties(shown)
    if not petitioner or not respondent:
        return None
    return Head(
        petitioner=petitioner,
        respondent=respondent,
        title=f"{petitioner} v. {respondent}",
        court=_court("", shown),
        decided=_last_date(text) or find_date(_key(shown, "DATE OF JUDGMENT")),
        judges=_print_judges(text, shown),
        numbers=find_case_numbers(_until_body(shown)),
        citations=_neutral(shown) or _key(shown, "CITATION"),
    )


def _last_date(text: str) -> date | None:
    dates = [found for m in DATE.finditer(text, max(0, len(text) - 600)) if (found := read_date(m))]
    return dates[-1] if dates else None
