"""Says in plain sentences what cannot be read: another language, a table, a poor scan, a text without facts."""

import re
import unicodedata
from collections import Counter

from countercase.domain.facts import FactSheet
from countercase.facts.extract import extract_facts

_CHECKED = 40_000  # characters checked; the rest of a text is alike
_FEWEST_LETTERS = 20  # fewer letters do not identify a language
_FEWEST_WORDS = 30  # with fewer words, prose and notes look alike
_MOSTLY, _PARTLY = 0.5, 0.1  # shares of letters in another script
_LEAST_COMMON = 0.06  # share of common English words; even a terse note has twice as many
_POOR_SCAN = 0.12  # share of garbled words in a poor scan
_LATIN = "LATIN"
_HINDI = "DEVANAGARI"
_WORD = re.compile(r"\S+")
_LETTERS = re.compile(r"[^\W\d_]+")
_COMMON_WORDS = frozenset(
    "the of and to in a was is that for on by with he she it his her at as from were are had has not be been who which"
    " or an this they their but after before under no".split()
)
# Words that mix letters with digits or signs ("app3llant", "c0urt", "w~s"). PW3, 302A and 12th do not count.
_GARBLED_WORD = re.compile(r"[a-z][0-9~^|\\{}<>§¬]+[a-z]|[a-z][~^|\\{}<>§¬]|[~^|\\{}<>§¬][a-z]", re.IGNORECASE)
_IS_TABLE = re.compile(r"\|.*\||\t.*\t")


def reading_notes(text: str, sheet: FactSheet | None = None) -> tuple[str, ...]:
    """One sentence for each thing that cannot be read; none for plain English prose. `sheet` saves extracting again."""
    if not text.strip():
        return ("The text is empty. There is nothing to read.",)
    head = text[:_CHECKED]
    notes = [note for note in (_script_note(head), _prose_note(head), _scan_note(head)) if note]
    if not (sheet or extract_facts(text)).facts:
        notes.append(
            "No facts were found. The text names no provision, date, amount, age, person, act or evidence that can be"
            " read."
        )
    return tuple(notes)


def _script_note(text: str) -> str | None:
    """A note if the text uses another script, wholly or in part."""
    scripts = Counter(_script(letter) for word in _LETTERS.findall(text) for letter in word)
    letters = scripts.total()
    foreign = [(script, count) for script, count in scripts.most_common() if script != _LATIN]
    if letters < _FEWEST_LETTERS or not foreign:
        return None
    script, share = foreign[0][0], foreign[0][1] / letters
    if share < _PARTLY:
        return None
    how_much = "The text is mostly" if share >= _MOSTLY else "Part of the text is"
    if script == _HINDI:
        return (
            f"{how_much} in Hindi (Devanagari script). Its provisions, dates, amounts and ages are read;"
            " the rest of the Hindi is not."
        )
    return f"{how_much} in {script.title()} script, which is not read."


def _script(letter: str) -> str:
    return _LATIN if letter.isascii() else unicodedata.name(letter, "UNKNOWN").partition(" ")[0]


def _prose_note(text: str) -> str | None:
    """A note if a text in Latin letters is a table, or is not English."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 2 and sum(_IS_TABLE.search(line) is not None for line in lines) > len(lines) / 2:
        return "This does not read as prose: most of it is a table. Each cell is read without its column heading."
    words = [word for word in _LETTERS.findall(text.lower()) if word.isascii()]
    if len(words) < _FEWEST_WORDS or len(words) < len(_LETTERS.findall(text)) / 2:
        return None
    english = sum(word in _COMMON_WORDS for word in words) / len(words)
    if english >= _LEAST_COMMON:
        return None
    return (
        "This does not read as English prose. Provisions, dates, amounts and single words are read;"
        " what the text says about them may be missed."
    )


def _scan_note(text: str) -> str | None:
    """A note if many words are garbled, as in a poor scan."""
    words = [word for word in _WORD.findall(text) if any(character.isalpha() for character in word)]
    garbled = sum(_GARBLED_WORD.search(word) is not None for word in words)
    if len(words) < _FEWEST_WORDS or garbled < _POOR_SCAN * len(words):
        return None
    return f"The text looks like a poor scan: {garbled} of {len(words)} words are garbled and cannot be read."
