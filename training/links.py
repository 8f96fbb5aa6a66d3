"""Which judgment cites which: names in running text, keyed so that two mentions of one case meet."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_V = re.compile(r"\s(?:v|vs|versus|V|Vs|VS|Versus)\.?\s")
_YEAR = re.compile(r"(?<!\d)(19[3-9]\d|20[012]\d)(?!\d)")
CITATION = re.compile(
    r"\(?\b\d{4}\)?\s+(?:Supp\.?\s+)?(?:\(?\d+\)?\s+)?"
    r"(?:SCC|S\.C\.C\.|SCR|S\.C\.R\.|SCALE|JT|INSC|Indlaw SC|AIR SC|SLT)\s*(?:\([A-Za-z&]+\)\s*)?\d+"
    r"|\bAIR\s+\d{4}\s+(?:SC|S\.C\.|Supreme Court|[A-Z][a-z]+)\s+\d+"
    r"|\[\d{4}\]\s+(?:Supp\.?\s+)?\(?\d*\)?\s*S\.?C\.?[RC]\.?\s+\d+"
    r"|\bJT\s+\d{4}\s*\(\d+\)\s*SC\s+\d+"
)
_LINK = {"of", "the", "and", "&", "@", "alias", "for", "in", "on", "by"}
_DROP = set(
    "the ms shri smt sri dr mr mrs and others ors another anr etc ltd limited pvt private co company of state govt"
    " government in re dead by lrs through thr rep represented his her legal alias for case see also vide this court"
    " appellant respondent petitioner petitioners respondents appellants justice judgment decision hon ble".split()
)
STATES = {
    "uttar pradesh": "up", "madhya pradesh": "mp", "andhra pradesh": "ap", "himachal pradesh": "hp", "tamil nadu": "tn",
    "tamilnadu": "tn", "west bengal": "wb", "jammu kashmir": "jk", "jammu": "jk", "union india": "uoi",
}  # fmt: skip
GENERIC = set(STATES.values()) | set(
    "punjab haryana bihar maharashtra gujarat rajasthan kerala karnataka mysore orissa assam delhi madras bombay cit"
    " commissioner collector director union india singh kumar lal ram prasad khan".split()
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A case named in a text: where, under which key, and the year printed after it."""

    start: int
    end: int
    petitioner: tuple[str, ...]
    respondent: tuple[str, ...]
    year: int | None


def side(words: Iterable[str]) -> tuple[str, ...]:
    """The telling words of one side's name, lower case, states by their short form."""
    text = " ".join(words).lower().replace("&", " ")
    text = re.sub(r"\b(?:[a-z]\.\s?)+", lambda m: m[0].replace(".", "").replace(" ", "") + " ", text)
    text = re.sub(r"[^a-z ]+", " ", text)
    for name, short in STATES.items():
        text = re.sub(rf"\b{name}\b", short, text)
    states = set(STATES.values())
    return tuple(w for w in text.split() if w not in _DROP and (len(w) > 3 or w in states))


def find_mentions(text: str) -> list[Mention]:
    """Every `A v. B` in the text, with what can be read around it."""
    found = []
    for match in _V.finditer(text):
        left = text[max(0, match.start() - 90) : match.start()].split()
        right = text[match.end() : match.end() + 90].split()
        petitioner = _back(left)
        respondent, length = _forward(right)
        p, r = side(petitioner), side(respondent)
        if p and r:
            start = match.start() - sum(len(w) + 1 for w in petitioner)
            end = match.end() + length
            year = _YEAR.search(text[end : end + 45])
            found.append(Mention(max(0, start), min(end, len(text)), p, r, int(year[0]) if year else None))
    return found


def _back(words: Sequence[str]) -> list[str]:
    taken: list[str] = []
    for word in reversed(words):
        bare = word.strip("\"'“‘([")
        if taken and word[-1] in ",;:)]" and not word.startswith("("):
            break
        if not (bare[:1].isupper() or bare.lower() in _LINK) or len(taken) > 8:
            break
        taken.append(bare)
        if word[0] in '"“([':
            break
    while taken and taken[-1].lower() in _LINK | {"in", "see"}:
        taken.pop()
    return taken[::-1]


def _forward(words: Sequence[str]) -> tuple[list[str], int]:
    taken: list[str] = []
    length = 0
    for word in words:
        bare = word.strip("\"'”’)],;:")
        if not (bare[:1].isupper() or bare.lower() in _LINK) or len(taken) > 8 or word[0] in "([":
            break
        taken.append(bare)
        length += len(word) + 1
        if word[-1] in ",;:)]”":
            break
    return taken, length


def key(mention_p: Sequence[str], mention_r: Sequence[str]) -> str | None:
    """A key under which mentions of one case meet; None where the names say too little."""
    p, r = tuple(mention_p)[-2:], tuple(mention_r)[:2]
    telling = [w for w in (*p, *r) if w not in GENERIC and len(w) > 3]
    if not p or not r or not telling or (len(telling) < 2 and len(p) + len(r) < 3):
        return None
    return f"{' '.join(p)}|{r[0]}"


class Catalogue:
    """Known judgments by name and year."""

    def __init__(self, titled: Iterable[tuple[str, str, int | None]]) -> None:
        self._by_key: dict[str, list[tuple[str, int | None]]] = defaultdict(list)
        for case, title, year in titled:
            parts = re.split(_V, f" {title} ", maxsplit=1)
            if len(parts) == 2:
                clean = [
                    re.split(r"(?i)\b(?:and|&) (?:others|ors|another|anr)|\betc\b|\(dead\)", part)[0] for part in parts
                ]
                found = key(side(clean[0].split()), side(clean[1].split()))
                if found:
                    self._by_key[found].append((case, year))

    def resolve(self, mention: Mention, citing_year: int | None) -> str | None:
        """The one judgment meant, or None: the year must not contradict, and one candidate must remain."""
        found = key(mention.petitioner, mention.respondent)
        fits = [
            case
            for case, year in self._by_key.get(found or "", ())
            if year is None
            or (
                (mention.year is None or abs(mention.year - year) <= 1) and (citing_year is None or year <= citing_year)
            )
        ]
        return fits[0] if len(fits) == 1 else None
