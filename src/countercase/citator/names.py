"""Decides whether a written case name can be the name of a decision.

`countercase.law.precedents.names` decides whether two names are equal apart from form. Judgments are looser: they drop
a party's first name, misspell it, or write "Bachan Singh". Three answers are needed here, because "cannot be told" must
never become "wrong".
"""

import re
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache

from countercase.law.precedents.names import name_key, split_parties

# Words that half of all cause titles share: they distinguish no case.
COMMON_WORDS = frozenset(
    "state union india limited private company corporation commissioner government municipal board bank committee"
    " central income tax excise customs officer collector director secretary chief general manager authority council"
    " department development electricity insurance singh kumar ram lal devi bai prasad sharma khan das rao reddy gupta"
    " uttar pradesh madhya andhra punjab haryana bihar bengal west tamil nadu kerala karnataka maharashtra gujarat"
    " rajasthan orissa odisha assam delhi bombay madras calcutta mysore himachal jharkhand chhattisgarh uttarakhand"
    " uttaranchal telangana goa jammu kashmir manipur tripura national industries and v in re mohd supreme court high"
    " bureau investigation police inspector superintendent district magistrate administration territory nct through"
    " lrs dead deceased others another international co assistant deputy additional special sales commercial new"
    " university college association society trust mills sons brothers workmen management tribunal labour land"
    " acquisition improvement housing transport road food station house rep represented by his her legal heirs"
    " commission chairman public service services regional fund provident exchange securities enforcement directorate"
    " ministry revenue divisional registrar".split()
)
_SIMILAR = 0.8  # share of equal letters at which two spellings count as one name
_LONG = 5
_TOKEN = re.compile(r"[a-z0-9]+")
_NOT_A_LETTER = re.compile(r"[^a-z]+")
_ACRONYM = re.compile(r"\b[A-Z]{3,6}\b")
_BRACKET = re.compile(r"\([^()]*\)")


class Fit(StrEnum):
    """How well a written name matches a decision's name."""

    SAME = "same"
    FITS = "fits"
    DIFFERENT = "different"
    CANNOT_BE_TOLD = "cannot be told"


@lru_cache(maxsize=65536)
def name_tokens(name: str) -> tuple[str, ...]:
    """The words of a name with abbreviations expanded, without forms of address and initials."""
    return tuple(token for token in _TOKEN.findall(name_key(_BRACKET.sub(" ", name))) if len(token) > 1)


@lru_cache(maxsize=65536)
def telling_tokens(name: str) -> frozenset[str]:
    """The distinctive words of a name."""
    return frozenset(token for token in name_tokens(name) if token not in COMMON_WORDS and len(token) > 2)


def name_fit(written: str, known: str) -> Fit:
    """Compare a name in a draft with the name of a decision; one shared distinctive word is a match."""
    if name_key(written) and name_key(written) == name_key(known):
        return Fit.SAME
    left, right = telling_tokens(written), telling_tokens(known)
    if left and right:
        close = _share_a_word(left, right) or _written_together(left, known) or _written_together(right, written)
        close = close or _abbreviates(written, known) or _abbreviates(known, written)
        return Fit.FITS if close else Fit.DIFFERENT
    shared = set(name_tokens(written)) & set(name_tokens(known)) - {"v", "in", "re"}
    return Fit.FITS if len(shared) >= 2 else Fit.CANNOT_BE_TOLD


def same_parties(written: str, known: str) -> bool:
    """Whether both sides agree: every distinctive word of the shorter side is in the longer one."""
    if name_key(written) and name_key(written) == name_key(known):
        return True
    left, right = split_parties(_BRACKET.sub(" ", written)), split_parties(_BRACKET.sub(" ", known))
    if left is None or right is None:
        return False
    return all(_same_side(a, b) for a, b in zip(left, right, strict=True))


def _same_side(written: str, known: str) -> bool:
    a, b = telling_tokens(written), telling_tokens(known)
    if not a and not b:  # "State of U.P.": the common words must agree
        x, y = set(name_tokens(written)), set(name_tokens(known))
        return bool(x and y) and (x <= y or y <= x)
    if not a or not b:
        return False
    shorter, longer = (a, b) if len(a) <= len(b) else (b, a)
    return all(any(similar(word, other) for other in longer) for word in shorter)


def _share_a_word(left: frozenset[str], right: frozenset[str]) -> bool:
    return bool(left & right) or any(similar(a, b) for a in left for b in right)


def _abbreviates(short: str, name: str) -> bool:
    """Whether one name is the initials of the other: "BSNL" for Bharat Sanchar Nigam Limited."""
    if short.isupper():
        return False  # a title in capitals shows no abbreviation
    words = re.findall(r"[A-Za-z]+", _BRACKET.sub(" ", name))
    initials = "".join(word[0] for word in words if word[0].isupper())
    return any(acronym in initials for acronym in _ACRONYM.findall(short.replace(".", "")))


def _written_together(words: frozenset[str], name: str) -> bool:
    """Whether a word is part of the other name: "Uma Devi" and "Umadevi", "s/o Shankar Pawar"."""
    squeezed = _NOT_A_LETTER.sub("", name.lower())
    return any(len(word) > _LONG and word in squeezed for word in words)


@lru_cache(maxsize=65536)
def similar(a: str, b: str) -> bool:
    """Whether two words are spellings of one name."""
    if a == b:
        return True
    shorter, longer = sorted((a, b), key=len)
    if len(shorter) < _LONG:
        return len(shorter) >= 4 and longer.startswith(shorter)
    if longer.startswith(shorter):
        return True
    if a[0] != b[0] or len(longer) - len(shorter) > 3:
        return False
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= _SIMILAR
