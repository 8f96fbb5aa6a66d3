"""Compares case names as lawyers do: "The State of U.P. & Ors." is "State of Uttar Pradesh"."""

import re
import unicodedata
from functools import cache, lru_cache

from countercase.files import packaged_rows

_VERSUS = re.compile(r"[\s.–-]+v(?:s|ersus|[./]\s?s)?\b[\s.:,–-]+", re.IGNORECASE)
_IN_RE = re.compile(r"^\s*(?:in\s+the\s+matter\s+of|in\s+re|re)\b[\s:.,-]*|[\s,]+in\s+re\b[\s.,]*$", re.IGNORECASE)
# What a cause title adds to a name: representatives, other names, parentage.
_ADDED = re.compile(
    r"\b(?:alias|urf|through|thr|thru|by\s+(?:his\s+|her\s+|its\s+|their\s+)?(?:l\.?\s?rs?|legal|lrs)"
    r"|rep(?:resented)?\.?\s+by|since\s+deceased|s/o|d/o|w/o)(?=\W|$).*"
    r"|@.*|\((?:dead|d|deceased|since\s+deceased|died|smt|dr|mrs|miss|ms|shri)\.?\)",
    re.IGNORECASE | re.DOTALL,
)
_HONORIFIC = re.compile(r"\b(?:m/s|messrs|hon['’]?ble|l\.?\s?rs?)\b\.?", re.IGNORECASE)
_PRIVATE = re.compile(r"\(\s?P\.?\s?\)|\bP\.?(?=\s+Ltd)")
_WORD = re.compile(r"[^\W_]+")
_DROPPED = frozenset(
    "the of and for a in on ors anr oth others other another etc shri sri shree smt shrimati sm mr mrs ms miss dr prof"
    " justice kum km sh mst lrs".split()
)


def split_parties(name: str) -> tuple[str, str] | None:
    """Petitioner and respondent of "X v. Y"; None for any other name."""
    parts = _VERSUS.split(name, maxsplit=1)
    return (parts[0].strip(" ,."), parts[1].strip(" ,")) if len(parts) == 2 and all(parts) else None


@lru_cache(maxsize=16384)  # a judgment repeats the same case names
def name_key(name: str) -> str:
    """One key for all ways to write a case name; empty if a party has no distinctive word."""
    parties = split_parties(name)
    if parties is not None:
        petitioner, respondent = (_joined(_words(party)) for party in parties)
        return f"{petitioner} v {respondent}" if petitioner and respondent else ""
    bare = _IN_RE.sub("", name)
    key = _joined(_words(bare))
    return f"in re {key}" if bare != name else key


def same_case_name(a: str, b: str) -> bool:
    """Whether two names differ only in form, "& Ors.", known abbreviations, and initials for given names."""
    if not name_key(a) or not name_key(b):
        return False
    if name_key(a) == name_key(b):
        return True
    left, right = split_parties(a), split_parties(b)
    if left is None or right is None:
        return False
    return all(_same_party(_words(x), _words(y)) for x, y in zip(left, right, strict=True))


def _same_party(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Whether the words are equal; an initial matches any word that begins with it, except the last."""
    if not a or len(a) != len(b) or a[-1] != b[-1]:
        return False
    return all(x == y or (min(len(x), len(y)) == 1 and x[0] == y[0]) for x, y in zip(a, b, strict=True))


@cache
def _long_forms() -> dict[str, tuple[str, ...]]:
    rows = packaged_rows("countercase.law.precedents", "party_words.csv")
    return {row["short"]: tuple(row["long"].split()) for row in rows}


@lru_cache(maxsize=16384)
def _words(party: str) -> tuple[str, ...]:
    """The distinctive words of a party, with abbreviations expanded and each initial a separate word."""
    plain = unicodedata.normalize("NFKD", _PRIVATE.sub(" Pvt ", _HONORIFIC.sub(" ", _ADDED.sub(" ", party))))
    plain = plain.replace("'", "").replace("’", "").replace("-", "")
    words: list[str] = []
    initials = ""
    for word in [*(w.lower() for w in _WORD.findall(plain)), ""]:
        if len(word) == 1 and word.isalpha():
            initials += word
            continue
        words.extend(_long_forms().get(initials) or tuple(initials))
        initials = ""
        if word and word not in _DROPPED:
            words.extend(_long_forms().get(word) or (word,))
    return tuple(words)


def _joined(words: tuple[str, ...]) -> str:
    """Words with spaces, initials without: "M. S. Gill" and "M.S.Gill" are `ms gill`."""
    return re.sub(r"(?<=\b\w) (?=\w\b)", "", " ".join(words))
