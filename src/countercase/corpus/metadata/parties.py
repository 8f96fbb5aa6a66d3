"""The two sides: their names as a cause title gives them, and what kind of party each is."""

import re
import tomllib
from functools import cache
from importlib import resources

from countercase.domain.case import Party, PartyType

# In small letters first: in `K. V. Rao v. State` the capital is an initial.
_VERSUS = (re.compile(r"\s+(?:v|vs|versus)\s*\.?\s+"), re.compile(r"\s+(?:v|vs|versus|v/s)\s*\.?\s+", re.IGNORECASE))
_OTHERS = re.compile(r"[,\s]*(?:\b(?:and|&)\s*(?:an(?:othe)?r|ors?|others?)\b\.?|\betc\b\.?)", re.IGNORECASE)
_SMALL = frozenset("of and the for in by through at on to vs under with".split())
_PLAIN = re.compile(r"[A-Z][A-Z’'-]*[A-Z]")


def split_title(title: str) -> tuple[str, str] | None:
    """Petitioner and respondent of `A v. B`; None where there is no versus (`In re ...`)."""
    for versus in _VERSUS:
        parts = [part.strip(" ,;:-") for part in versus.split(title.strip(), maxsplit=1)]
        if len(parts) == 2 and all(parts):
            return parts[0], parts[1]
    return None


def party(name: str) -> Party:
    """A side with its type; capitals of the cause title are brought to normal case."""
    name = normal_case(" ".join(name.split()))
    return Party(name, party_type(name))


def party_type(name: str) -> PartyType | None:
    """By the first of several parties; None where the name is nobody's (`In re: ...`)."""
    first = _OTHERS.split(name, maxsplit=1)[0].strip(" .,")
    if not re.search(r"[A-Za-z]{2}|[A-Za-z]\.", first) or re.match(r"in\s*re\b|suo\s+mot", first, re.IGNORECASE):
        return None
    first = " ".join(first.split())
    words = _words()
    if words["not_government"].search(first) or words["company"].search(first):
        return PartyType.CORPORATION
    if words["government"].search(first):
        return PartyType.STATE
    return PartyType.CORPORATION if words["body_corporate"].search(first) else PartyType.INDIVIDUAL


@cache
def _words() -> dict[str, re.Pattern[str]]:
    """Each list of the table as one pattern of whole words."""
    stored = resources.files("countercase.corpus").joinpath("data", "party_words.toml").read_text(encoding="utf-8")
    return {
        name: re.compile(r"(?<!\w)(?:" + "|".join(words) + r")(?!\w)", re.IGNORECASE)
        for name, words in tomllib.loads(stored).items()
    }


def normal_case(name: str) -> str:
    """`THE STATE OF U.P. & ORS.` -> `The State of U.P. & Ors.`; a name in normal case stays as it is."""
    letters = [c for c in name if c.isalpha()]
    if sum(c.isupper() for c in letters) < 0.8 * len(letters) or len(letters) < 4:
        return name
    words = [_cased(word, first=place == 0) for place, word in enumerate(name.split(" "))]
    return " ".join(words)


def _cased(word: str, first: bool) -> str:
    if word.lower() in _SMALL and not first:
        return word.lower()
    if word.upper().startswith("M/S"):
        return "M/s" + word[3:]
    # Initials, and what has no vowel, is an abbreviation: B.V., KSRTC; LRS., ORS. and LTD. are words all the same.
    bare = word.strip("().,@&")
    if re.fullmatch(r"(?:[A-Z]\.)+[A-Z]?", bare + ".") or (
        len(bare) > 1 and not re.search(r"[AEIOUY]", bare) and bare not in _WORDS
    ):
        return word
    return _PLAIN.sub(lambda m: m[0][0] + m[0][1:].lower(), word)


_WORDS = frozenset("LTD PVT MRS MR MS DR SMT SH SHRI LRS LR THR ORS ANR ST JR SR CORPN DY COMMR".split())
