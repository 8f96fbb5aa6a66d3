"""Words as BM25 sees them: stemmed, with each provision and citation as one token that both codes share."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from countercase.domain.provision import Provision
from countercase.law.citations import find_citations
from countercase.law.provisions import find_provisions
from countercase.law.tables.codes import equivalents

VERSION = "1"  # part of the index manifest: an index made with other tokens is rebuilt

_WORD = re.compile(r"[a-z0-9]+")
# Function words only: "not", "no" and "without" stay, since "no eyewitness" is a fact.
_STOP = frozenset(
    """a an the of to in and or is was for on by that with as it be at from this which are were has had have he his she
    her they their its been but if any such there who would shall may can so upon under also than then these those him
    them into out over when where while will did do does said one we our i you""".split()
)


def tokenise(text: str, ngrams: int = 1) -> list[str]:
    """The tokens of a text, in order; `ngrams` 2 adds pairs of neighbouring words, and so on."""
    words = _stem([word for word in _WORD.findall(text.lower()) if len(word) > 1 and word not in _STOP])
    tokens = list(words)
    for size in range(2, ngrams + 1):
        tokens.extend("_".join(words[place : place + size]) for place in range(len(words) - size + 1))
    tokens.extend(_law_tokens(text))
    return tokens


def _law_tokens(text: str) -> Iterable[str]:
    for mention in find_provisions(text):
        if mention.provision is not None:
            yield from provision_tokens(mention.provision)
    for found in find_citations(text):
        yield f"cite:{found.citation.normal}"


@lru_cache(maxsize=4096)
def provision_tokens(provision: Provision) -> tuple[str, ...]:
    """`BNS-103(1)` gives itself and `IPC-302`, so that a search under either code finds both."""
    return tuple(sorted({f"law:{one.base}" for one in equivalents(provision)}))


def _stem(words: list[str]) -> list[str]:
    stemmed: list[str] = _stemmer().stemWords(words)
    return stemmed


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")
