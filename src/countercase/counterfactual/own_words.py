"""Puts a sentence of the law tables into the words of a matter: where a gun was fired, "shot" instead of "blow".

The sentences of the tables speak of the usual case: a loan behind a cheque, a blow with a weapon, a dismissal. Each
row of `own_words.csv` gives a phrase of such a sentence, words of a matter that the phrase fits (`fits_if`), words that
call for another (`when`; if empty, any matter that it does not fit), and the other phrase. If that is empty, the
supposition is not for this matter.
"""

import re
from dataclasses import dataclass
from functools import cache

from countercase.files import packaged_rows


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of `own_words.csv`."""

    phrase: str
    fits_if: re.Pattern[str] | None
    when: re.Pattern[str] | None
    instead: str

    def applies_to(self, sentence: str, text: str) -> bool:
        """Whether the sentence has the phrase and the matter calls for another."""
        if not re.search(rf"\b{re.escape(self.phrase)}\b", sentence):
            return False
        fits = self.fits_if is not None and self.fits_if.search(text) is not None
        return not fits and (self.when is None or self.when.search(text) is not None)


def in_own_words(sentence: str, text: str) -> str | None:
    """The sentence in words that fit the matter; None if it speaks of things that the matter does not have."""
    for row in _rows():
        if row.applies_to(sentence, text):
            if not row.instead:
                return None
            sentence = sentence.replace(row.phrase, row.instead)
    return sentence


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(
        _Row(row["phrase"], _words(row["fits_if"]), _words(row["when"]), row["instead"])
        for row in packaged_rows("countercase.counterfactual", "data", "own_words.csv")
    )


def _words(alternatives: str) -> re.Pattern[str] | None:
    """Matches any of the words as a whole; None if the cell is empty."""
    return re.compile(rf"\b(?:{alternatives})(?!\w)", re.IGNORECASE) if alternatives else None
