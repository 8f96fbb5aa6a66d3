"""Names of judges, as heads, benches and signatures give them."""

import re

from countercase.corpus.headings import short_lines

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
    """The older heads: a judge a line, surname first (`KANIA, HIRALAL J. (CJ)`), or several on a line."""
    rows = [row.strip() for row in lines.split("\n") if row.strip()]
    # A single line may as well be two judges; it is one where a bare surname stands before the comma.
    form = _INVERTED if len(rows) > 1 else _INVERTED_ALONE
    if not rows or not all(form.fullmatch(row) for row in rows):
        return read_judges(lines)
    names = []
    for row in rows:
        surname, given = re.sub(r"\((?:CJ|J)\)", "", row).split(",", 1)
        names.append(_cased(f"{given.strip()} {surname.strip()}"))
    return tuple(dict.fromkeys(names))


def read_signatures(text: str) -> tuple[str, ...]:
    """The judges that signed: `..........J. [L. NAGESWARA RAO]`."""
    return tuple(dict.fromkeys(_cased(" ".join(m["name"].split())) for m in _SIGNATURE.finditer(text)))


def read_opinions(text: str, start: int) -> tuple[str, ...]:
    """Judges that head an opinion of their own on a line by itself, after the first."""
    found = (_OPINION.match(text, line) for line in short_lines(text, _LONGEST_OPINION, start))
    return tuple(dict.fromkeys(_cased(" ".join(match["name"].split())) for match in found if match))


def surname(name: str) -> str:
    """The part by which two spellings of a judge's name are compared."""
    words = re.findall(r"[a-z]+", name.lower())
    return max(words, key=len) if words else ""


def _cased(name: str) -> str:
    if not name.isupper():
        return name
    # Two letters without a vowel are initials without their stops: JB PARDIWALA.
    return re.sub(r"\b(?![B-DF-HJ-NP-TV-Z]{2}\b)[A-Z][A-Z’'-]+", lambda m: m[0][0] + m[0][1:].lower(), name)
