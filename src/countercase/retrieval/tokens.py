"""The tokens of BM25: stemmed words, and one token for each provision (shared by both codes) and each citation."""

import re
from collections.abc import Iterable
from functools import lru_cache

from countercase.domain.provision import Provision
from countercase.law.citations import find_citations
from countercase.law.provisions import find_provisions
from countercase.law.tables.codes import equivalents
from countercase.text.words import SEARCH_STOP_WORDS, stem_all

VERSION = "1"  # part of the index manifest: an index made with other tokens is rebuilt

_WORD = re.compile(r"[a-z0-9]+")


def tokenise(text: str, ngrams: int = 1) -> list[str]:
    """The tokens of a text, in order; `ngrams` 2 adds pairs of neighbouring words, and so on."""
    words = stems(text)
    tokens = list(words)
    for size in range(2, ngrams + 1):
        tokens.extend("_".join(words[place : place + size]) for place in range(len(words) - size + 1))
    tokens.extend(_law_tokens(text))
    return tokens


def stems(text: str) -> list[str]:
    """The stemmed words of a text, in order, without stop words."""
    return stem_all(word for word in _WORD.findall(text.lower()) if len(word) > 1 and word not in SEARCH_STOP_WORDS)


def _law_tokens(text: str) -> Iterable[str]:
    for mention in find_provisions(text):
        if mention.provision is not None:
            yield from provision_tokens(mention.provision)
    for found in find_citations(text):
        yield f"cite:{found.citation.normal}"


@lru_cache(maxsize=4096)
def provision_tokens(provision: Provision) -> tuple[str, ...]:
    """`BNS-103(1)` gives itself and `IPC-302`, so a search under either code finds both."""
    return tuple(sorted({f"law:{same.base}" for same in equivalents(provision)}))
