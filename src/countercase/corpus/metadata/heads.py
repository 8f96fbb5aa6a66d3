"""What the head of a judgment states: one reader for each way in which heads are printed."""

import re
from dataclasses import dataclass, replace
from datetime import date

from countercase.corpus.metadata import (
    DATE,
    find_case_numbers,
    find_date,
    first_case_number,
    normal_case,
    read_date,
    split_title,
)
from countercase.corpus.paragraphs import body_start, short_lines
from countercase.domain.case import SUPREME_COURT

# Names of judges, as heads, benches and signatures give them.

_TITLES = re.compile(
    r"(?:(?:Hon['’]?\s?ble|Honou?rable|The|Mr|Mrs|Ms|Smt|Dr|Shri|Sri|Chief\s+Justice(?:\s+of\s+India)?|Justice)\b\.?\s*)+",
    re.IGNORECASE,
)
_OFFICE = re.compile(r"^(?:C\.?\s?J\.?\s?I?\.?|J\.?\s?J?\.?|Judge|Judges|Actg\.?\s?C\.?J\.?)$", re.IGNORECASE)
_TRAILING_OFFICE = re.compile(r"[\s,]+(?:\(?C\.?\s?J\.?\s?I?\.?\)?|JJ?\.?|\(J\))$")
_SEPARATOR = re.compile(r"\s*(?:,|;|&|\n|\band\b)\s*", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z][A-Za-z.'’\s-]{1,45}")
_SIGNATURE = re.compile(
    r"[.…\-_]{3,}\s*,?\s*(?:C\.?\s?J\.?\s?I?\.?|J\.?)\s*[\[(]\s*(?P<name>[A-Z][A-Za-z.'’ -]{2,40}?)\s*[\])]"
)
_OPINION = re.compile(
    r"(?:\d{1,3}\.\s*)?(?P<name>[A-Z][A-Z.'’ -]{2,40}?),?\s+(?:C\.?)?J\.?\s*(?:[-–—.:(\[].{0,60}|)$", re.MULTILINE
)


_LONGEST_OPINION = 150  # characters of the line with the judge's name
_INVERTED = re.compile(r"[A-Z][A-Z'’ -]+,\s*[A-Z][A-Z.'’ ]*(?:\((?:CJ|J)\))?")
_INVERTED_ALONE = re.compile(r"[A-Z][A-Z'’-]+,\s*[A-Z][A-Z.'’ ]*(?:\((?:CJ|J)\))?")


def read_judges(text: str) -> tuple[str, ...]:
    """The names in a list of judges: `A. S. BOPANNA AND BELA M. TRIVEDI, JJ.`"""
    names = []
    for part in _SEPARATOR.split(re.sub(r"[*\[\]]", " ", text)):
        words = _TITLES.sub("", part.strip(), count=1) if _TITLES.match(part.strip()) else part
        name = _TRAILING_OFFICE.sub("", " ".join(words.split())).strip(" .:-()")
        if _OFFICE.match(name) or not _NAME.fullmatch(name) or not re.search(r"[A-Za-z]{2}", name):
            continue
        names.append(_cased(name))
    return tuple(dict.fromkeys(names))


def read_inverted(lines: str) -> tuple[str, ...]:
    """The older heads: one judge per line, surname first (`KANIA, HIRALAL J. (CJ)`), or several on a line."""
    rows = [row.strip() for row in lines.split("\n") if row.strip()]
    # A single line may name two judges; it names one if a bare surname comes before the comma.
    form = _INVERTED if len(rows) > 1 else _INVERTED_ALONE
    if not rows or not all(form.fullmatch(row) for row in rows):
        return read_judges(lines)
    names = []
    for row in rows:
        surname, given = re.sub(r"\((?:CJ|J)\)", "", row).split(",", 1)
        names.append(_cased(f"{given.strip()} {surname.strip()}"))
    return tuple(dict.fromkeys(names))


def read_signatures(text: str) -> tuple[str, ...]:
    """The judges who signed: `..........J. [L. NAGESWARA RAO]`."""
    return tuple(dict.fromkeys(_cased(" ".join(m["name"].split())) for m in _SIGNATURE.finditer(text)))


def read_opinions(text: str, start: int) -> tuple[str, ...]:
    """Judges whose names head a separate opinion on a line of its own, after the first opinion."""
    matches = (_OPINION.match(text, line) for line in short_lines(text, _LONGEST_OPINION, start))
    return tuple(dict.fromkeys(_cased(" ".join(match["name"].split())) for match in matches if match))


def surname(name: str) -> str:
    """The part of a judge's name by which two spellings are compared."""
    words = re.findall(r"[a-z]+", name.lower())
    return max(words, key=len) if words else ""


def _cased(name: str) -> str:
    if not name.isupper():
        return name
    # Two letters without a vowel are initials without full stops: JB PARDIWALA.
    return re.sub(r"\b(?![B-DF-HJ-NP-TV-Z]{2}\b)[A-Z][A-Z’'-]+", lambda m: m[0][0] + m[0][1:].lower(), name)


HEAD_REACH = 6000  # characters within which a head is looked for; headnotes may follow it


@dataclass(frozen=True, slots=True)
class StatedHead:
    """What a head states; what it does not state stays empty."""

    petitioner: str = ""
    respondent: str = ""
    title: str = ""
    court: str = ""
    decided: date | None = None
    judges: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    citations: str = ""  # the stretch of text that holds the judgment's own citations


# Heads of plain text: a line each for title, court, date, numbers and the judge who delivered the judgment (AILA).

_DELIVERED = re.compile(r"delivered\s+by\s*:?\s*(?P<judges>[^\n]*)")


# `A, J.`, `A, J. and B, J.`, `A, B and C, JJ.`; the judgment may begin on the same line.
_LISTED = re.compile(r".{3,120}?,\s*(?:C\.?\s?)?JJ?\b\.?(?:\s*(?:and|&|,)\s*[^,]{3,60},?\s+JJ?\b\.?)*")


# "R. V. Rao, for the appellant" names counsel: its V. is an initial.
_NAMES_COUNSEL = re.compile(
    r"\bfor\s+(?:the\s+)?(?:appellants?|petitioners?|respondents?|interveners?)\b|\bin\s+person\b|\bAdvocates?\b",
    re.IGNORECASE,
)


def read_lines(text: str) -> StatedHead | None:
    """The head in lines; None if none of the first lines is a title."""
    rows = [row.strip() for row in text[:HEAD_REACH].split("\n")]
    titles = [
        index
        for index, row in enumerate(rows[:6])
        if (split_title(row) and not _NAMES_COUNSEL.search(row)) or re.match(r"in re\b", row, re.IGNORECASE)
    ]
    if not titles:
        return None
    title = rows[titles[0]]
    body = body_start(text)
    top = text[: body or 600]
    parties = split_title(title) or ("", "")
    court = next((row for row in rows[titles[0] + 1 : 8] if _is_court(row)), "")
    after_date = DATE.search(top)
    return StatedHead(
        petitioner=parties[0],
        respondent=parties[1],
        title=title,
        court=court,
        decided=find_date(top),
        judges=_spoken(text, body),
        numbers=find_case_numbers(" ".join(top[after_date.end() if after_date else 0 :].split())),
    )


def _is_court(row: str) -> bool:
    return re.search(r"\bCourt\b", row) is not None and len(row) < 60 and "delivered" not in row


# A copy that lost its title: `Appeal No. 41 of 1964. Appeal from the judgment ... of the Patna High Court ...`
_UNTITLED = re.compile(r"(?:[\w.:&]+\s+){0,6}?(?:Appeals?|Petitions?|References?|Suits?|No|Nos)\b[^\d]{0,40}\d")
# Only the Supreme Court hears these.
_TO_THE_SUPREME_COURT = re.compile(
    r"\bspecial\s+leave\b|\barticles?\s+(?:32|13[2-6]|143)\b|\b(?:from|against)\s+the\s+(?:judge?ments?|orders?|decrees?|award)\b"
    r"[^;]{0,220}?\b(?:High\s+Court|Tribunal|Judicial\s+Commissioner)",
    re.IGNORECASE,
)
_OF_JUDGES = re.compile(
    r"(?:[Jj]udge?ment|[Oo]pinion)\s+[Oo]f\s+(?!the\s+[Cc]ourt)(?P<judges>[^:\n]{3,160}?),?\s+(?:was|were)\s+delivered\s+by"
)
_ALONE = re.compile(
    r"(?P<judge>[A-Z][A-Za-z.'’ ]{2,30}?),?\s+(?:C\.\s?)?J\.?,?\s+(?:delivered|gave)\s+(?:a|his)\s+"
    r"(?:separate|dissenting|concurring)[^.\n]{0,20}(?:on\s+behalf\s+of\s+(?P<joined>[^\n]{3,40}?),?\s+J\.?\s+and\s+himself)?"
)
_JUDGE_MARKS = re.compile(r"\bC\.\s?J\.|\bJJ?\b\.?|\bsection\b")  # a copy printed "section" for the initial S.
_NAME_BEFORE = re.compile(r"^.*\bJ\.\s+(?=[A-Z])")  # "Das J. Iyer" of "delivered by Das J. Iyer, J. delivered"


def read_untitled(text: str) -> StatedHead | None:
    """What a copy without its title still says: the Court, the number, and the judges who are named."""
    top = text[:2500]
    if not _UNTITLED.match(top.lstrip()):
        return None
    supreme = _TO_THE_SUPREME_COURT.search(top) is not None
    named = _named_in_parts(text[:HEAD_REACH])
    # Otherwise only the judge who delivered the judgment is named; how many sat with him is not known.
    judges = named or (_spoken(text, body_start(text)) if supreme else ())
    return StatedHead(
        court=SUPREME_COURT if supreme else "",
        judges=judges,
        numbers=find_case_numbers(" ".join(top[:300].split())),
    )


def _named_in_parts(head: str) -> tuple[str, ...]:
    """The judges of a bench that did not speak with one voice: "The Judgment of A and B, JJ. was delivered by ..."."""
    lists = [match["judges"] for match in _OF_JUDGES.finditer(head)]
    if not lists:
        return ()
    for match in _ALONE.finditer(head):
        lists += [_NAME_BEFORE.sub("", match["judge"]), match["joined"] or ""]
    names = [name for part in lists for name in read_judges(_JUDGE_MARKS.sub(" ", part))]
    distinct = {surname(name): name for name in reversed(names)}
    return tuple(name for name in dict.fromkeys(names) if name in distinct.values())


def _spoken(text: str, body: int) -> tuple[str, ...]:
    delivered = _DELIVERED.search(text, 0, max(body, 1) + 200)
    if delivered is None:
        return ()
    line = re.sub(r"^\d+\.\s*", "", delivered["judges"])
    listed = _LISTED.match(line)
    first = read_judges(listed[0] if listed else line) if listed or len(line) < 80 else ()
    known = {surname(name) for name in first}
    others = [name for name in read_opinions(text, delivered.end()) if surname(name) not in known]
    return (*first, *others)


# Heads of prints: Indian Kanoon's, and the caption that the Court itself puts over a judgment. Indian Kanoon prints
# the court, `A vs B on 18 May, 2022` (wrapped if long), Equivalent citations, Author and Bench.
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
    values = re.findall(rf"^\s*{key}\s?:\s*(.*?)(?=^\s*{_KEYS}\b|\Z|\n\s*\n\s*\n)", text, re.MULTILINE | re.DOTALL)
    return (values[-1] if last else values[0]).strip() if values else ""


def read_print(text: str) -> StatedHead | None:
    """The head of an Indian Kanoon print; None if the text has none."""
    match = _PRINT.match(text)
    if match is None:
        return None
    shown = text[match.end() : match.end() + HEAD_REACH]
    title = " ".join(match["title"].split())
    parties = split_title(title) or ("", "")
    petitioner, respondent = (
        _fuller(side, other) for side, other in zip(parties, _caption_parties(shown), strict=True)
    )
    return StatedHead(
        petitioner=petitioner,
        respondent=respondent,
        title=title,
        court=_court(match["court"] or "", shown),
        decided=find_date(match["date"]),
        judges=_print_judges(text, shown),
        numbers=find_case_numbers(_until_body(shown)),
        citations=_key(shown, "Equivalent citations") or _key(shown, "CITATION") or _neutral(shown),
    )


_PRINT_WIDTH = 60  # characters; in Indian Kanoon's head a shorter line ends its entry
_DOTS = re.compile(r"\s*\.{3}\s*$|\s*…\s*$")


def _fuller(shortened: str, full: str) -> str:
    """The full name from the caption of the judgment, if Indian Kanoon shortened it with dots."""
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
    name_rows: list[str] = []
    for row in reversed(rows):
        if name_rows and (not row or _NOT_A_NAME.search(row)):
            break
        if row:
            name_rows.append(row)
    return " ".join(reversed(name_rows))


_COURT = re.compile(
    r"(?:IN\s+THE\s+)?(?P<name>SUPREME\s+COURT\s+OF\s+INDIA|HIGH\s+COURT\s+(?:OF|FOR|AT)\s+[A-Z][A-Z,& ]{3,60}"
    r"|[A-Z][A-Z ]{3,40}\s(?:TRIBUNAL|COMMISSION))\b"
)


def _court(line: str, shown: str) -> str:
    """The court named above the title or in the caption; empty if neither names one."""
    if re.search(r"\b(?:Court|Tribunal|Commission)\b", line):
        return SUPREME_COURT if line.startswith("Supreme Court") else line.strip()
    court = _COURT.search(shown[:1500])
    return normal_case(" ".join(court["name"].split())) if court else ""


def _print_judges(text: str, shown: str) -> tuple[str, ...]:
    stated = read_judges(_wrapped(_key(shown, "Bench")))
    listed = read_inverted(_key(shown, "BENCH", last=True))
    coram = re.search(r"\bCORAM\s*:?\s*(?P<names>(?:[^\n]*HON[^\n]*\n?){1,5})", shown)
    named = read_judges(coram["names"]) if coram else ()
    signed = read_signatures(text)
    return max((stated, listed, named, signed), key=len)


def _wrapped(lines: str) -> str:
    """The first line, and the following ones while each line before was full."""
    rows = lines.split("\n")
    last = next((index for index, row in enumerate(rows) if len(row) < _PRINT_WIDTH), len(rows) - 1)
    return " ".join(rows[: last + 1])


def _neutral(shown: str) -> str:
    match = re.search(r"Neutral Citation(?: Number)?\s?:\s*(?P<citation>\S+(?: INSC \d+)?)", shown)
    return match["citation"] if match else ""


def _until_body(shown: str) -> str:
    start = body_start(shown)
    numbered = re.search(r"^\s*(?:1\.|Leave granted)", shown, re.MULTILINE)
    ends = [end for end in (start, numbered.start() if numbered else 0) if end]
    return shown[: max(ends)] if ends else shown[:2500]


# A judgment as the Court's own site gives it: caption with VERSUS, no head line over it.
def read_caption(text: str) -> StatedHead | None:
    """The caption alone; None if it does not name two parties."""
    shown = text[:HEAD_REACH]
    petitioner, respondent = _caption_parties(shown)
    if not petitioner or not respondent:
        return None
    return StatedHead(
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
    dates = [day for m in DATE.finditer(text, max(0, len(text) - 600)) if (day := read_date(m))]
    return dates[-1] if dates else None


# Heads of the Supreme Court Reports.

# Supreme Court Reports: [2024] 8 S.C.R. 700 : 2024 INSC 642 A v. B (Criminal Appeal No. 1 of 2024) 29 August 2024
# [X* and Y, JJ.]
_REPORT = re.compile(
    r"""
    \s*(?P<citations>\[\d{4}\]\s(?:Suppl?\.?\s)?(?:\d+\s)?S\.\s?C\.\s?R\.\s\d+(?:\s?:\s?\d{4}\sINSC\s\d+)?)
    \s+(?:C(?i:ASE\sDETAILS)\s+)?(?P<rest>.{10,2500}?)
    (?P<bench>\[[^\[\]]{3,400}?(?:J|JJ|CJI|CJ)\.?\s*\]|(?<=\d{4}\s)\[[^\[\]\d]{8,400}\]|(?=Issues?\sfor\sConsideration|HEADNOTES|Headnotes))
    """,
    re.DOTALL | re.VERBOSE,
)
# Margin letters that cleaning left: one before the title and one before the date.
_MARGIN_BEFORE = re.compile(r"[A-H] (?=[A-Z]{2})")


def read_report(text: str) -> StatedHead | None:
    """The head of a report: citation, title, numbers, date and bench in one line; None if the text is not a report."""
    match = _REPORT.match(text)
    if match is None:
        return None
    rest = match["rest"]
    dates = [(m, day) for m in DATE.finditer(rest) if (day := read_date(m))]
    before = rest[: dates[-1][0].start()] if dates else rest
    if _MARGIN_BEFORE.match(before) and re.search(r"\)\s+[A-H]\s*$", before):
        before = before[2:]
    title, numbers = _title_and_numbers(before)
    parties = split_title(title)
    head = StatedHead(
        title=title,
        court=SUPREME_COURT,
        decided=dates[-1][1] if dates else None,
        judges=read_judges(match["bench"] or ""),
        numbers=tuple(dict.fromkeys((*find_case_numbers(numbers), *_connected(text, match.end())))),
        citations=match["citations"],
    )
    return replace(head, petitioner=parties[0], respondent=parties[1]) if parties else head


_NUMBER_BRACKET = re.compile(
    r"""
    [\[(](?=(?:Civil|Criminal|Crl|Writ|Special|SLP|S\.L\.P|Petition|Contempt|Review|Curative|Transfer|Arbitration|Misc|Suo
      |Original|I\.?A|M\.?A|In\b|Appeal|Reference|Diary|C\.A|T\.[CP]|W\.P|Interlocutory|Election)[^()]*(?:\([^()]*\)[^()]*)*\d)
    """,
    re.IGNORECASE | re.VERBOSE,
)


def _title_and_numbers(before: str) -> tuple[str, str]:
    bracket = _NUMBER_BRACKET.search(before)
    starts = [start for start in (bracket.start() if bracket else None, first_case_number(before)) if start is not None]
    cut = min(starts, default=len(before))
    return " ".join(before[:cut].split()), before[cut:]


_JURISDICTION = re.compile(r"JURISDICTION\s?:(?P<matters>.{5,1500}?)(?:Appearances|Advs?\.|$)", re.DOTALL)
_WITH = re.compile(
    r"\b(?:With|WITH)\s(?P<matters>(?:Civil|Criminal|C\.A|Crl|Writ|Special|SLP|S\.L\.P|W\.P|Contempt|Transfer|T\.).{5,400})",
    re.DOTALL,
)


def _connected(text: str, start: int) -> tuple[str, ...]:
    """Matters decided together with the lead matter, named after `With` above the appearances."""
    body = body_start(text) or start + HEAD_REACH
    stated = _JURISDICTION.search(text, start, body)
    if stated is None:
        return ()
    connected = _WITH.search(stated["matters"])
    own = find_case_numbers(stated["matters"])
    return (*own, *(find_case_numbers(connected["matters"]) if connected else ()))
