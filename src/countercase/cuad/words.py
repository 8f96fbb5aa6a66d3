"""Words of a contract: lower case, stemmed, every number alike."""

import re
from functools import cache
from typing import Any

_WORD = re.compile(r"[a-z]+|\d+")
_STOP = frozenset("a an the of to in and or is for on by that with as it be at from this which are".split())

NUMBER = "#"


def stems(text: str) -> list[str]:
    """All words in order, stemmed; a number is `#`."""
    words = [NUMBER if word[0].isdigit() else word for word in _WORD.findall(text.lower())]
    stemmed: list[str] = _stemmer().stemWords(words)
    return stemmed


def content_stems(text: str) -> list[str]:
    """Stems without function words; numbers as they are, since here they are looked for."""
    words = [word for word in _WORD.findall(text.lower()) if word not in _STOP]
    stemmed: list[str] = _stemmer().stemWords(words)
    return stemmed


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")
