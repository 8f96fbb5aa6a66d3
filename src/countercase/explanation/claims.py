"""What a sentence claims that can be looked up: quotations, citations, provisions, Acts and names."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from countercase.domain.span import Span
from countercase.explanation.tokens import FUNCTION_WORDS, plain_words
from countercase.law.citations import find_citations
from countercase.law.provisions import ProvisionMention, find_provisions
from countercase.law.provisions.statutes import find_statutes

_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"")
_GAP = re.compile(r"…|\.\.\.")
_CAPITALISED = re.compile(r"\b[A-Z][\w'’]*(?:[.-][A-Z][\w'’]*)*\.?")
_OPENS = re.compile(r"(?:^|[.?!:;…“\"]\s*|[(\[])$")
_DENIALS = frozenset({"not", "never"})
# Capitalised in every judgment, and the name of nobody.
_LEGAL = frozenset(
    """section sections article articles act acts code court courts high supreme state states union india government
    order orders rule rules clause constitution judge judges justice magistrate sessions session tribunal appeal
    appeals appellant appellants respondent respondents petitioner petitioners accused complainant plaintiff defendant
    prosecution defence witness witnesses police station officer inspector bench chapter schedule part fir pw pws dw
    dws ipc crpc cpc iea bns bnss bsa honble learned shri smt sri mr mrs ms dr no nos criminal civil writ petition
    special leave trial judgment exhibit ex ext anr ors rs january february march april may june july august september
    october november december""".split()
)


def quoted_phrases(text: str) -> list[list[list[str]]]:
    """Each quotation as its pieces between omissions, each piece as its words."""
    found = ((match[1] or match[2]) for match in _QUOTED.finditer(text))
    pieces = ([plain_words(piece) for piece in _GAP.split(phrase)] for phrase in found)
    return [kept for each in pieces if (kept := [piece for piece in each if piece])]


def unquoted(text: str) -> str:
    """The text outside quotation marks, each quotation blanked to a break."""
    return _QUOTED.sub(lambda match: ";" * len(match[0]), text)


def without_citations(text: str) -> str:
    """The text with every citation blanked to a break."""
    return _blanked(text, [mention.span for mention in find_citations(text)])


def without_law(text: str) -> str:
    """The text with every provision and Act blanked to a break."""
    spans = [mention.span for mention in find_provisions(text)] + [mention.span for mention in find_statutes(text)]
    return _blanked(text, spans)


def _blanked(text: str, spans: Sequence[Span]) -> str:
    for span in spans:
        text = text[: span.start] + ";" * len(span) + text[span.end :]
    return text


def occurs(pieces: list[list[str]], words: list[str]) -> bool:
    """Whether the pieces stand in the words, each unbroken, one after the other, and none cut off before a denial."""
    start = 0
    for piece in pieces:
        place = _find(piece, words, start)
        if place is None:
            return False
        start = place + len(piece)
        if start < len(words) and words[start] in _DENIALS:
            return False
    return True


def _find(piece: list[str], words: list[str], start: int) -> int | None:
    places = range(start, len(words) - len(piece) + 1)
    return next((place for place in places if words[place : place + len(piece)] == piece), None)


def citations(text: str) -> list[str]:
    """The citations of a text, each in its normal form."""
    return [mention.citation.normal for mention in find_citations(text)]


@lru_cache(maxsize=2048)
def provisions(text: str) -> tuple[ProvisionMention, ...]:
    """The provisions that a text names by their number."""
    return tuple(mention for mention in find_provisions(text) if mention.number is not None)


def states(span: ProvisionMention, claim: ProvisionMention) -> bool:
    """Whether the span says at least as much as the claim: number, clauses, and the Act where one is told."""
    same = span.number == claim.number and span.clauses[: len(claim.clauses)] == claim.clauses
    if not same or claim.provision is None:
        return same
    return span.provision is not None and span.provision.base == claim.provision.base


@lru_cache(maxsize=2048)
def acts(text: str) -> frozenset[str]:
    """The Acts that a text names: the short name of a known one, the words of any other."""
    return frozenset(
        mention.act.short if mention.act else " ".join(plain_words(mention.name)) for mention in find_statutes(text)
    )


def names(text: str) -> Iterator[str]:
    """Words written as names: capitalised, not at the start of a sentence, no term of law."""
    for span in name_spans(text):
        yield from (word for word in plain_words(span.of(text)) if _may_be_name(word))


def name_spans(text: str) -> list[Span]:
    """Where names stand."""
    return [
        Span(*match.span())
        for match in _CAPITALISED.finditer(text)
        if any(_may_be_name(word) for word in plain_words(match[0])) and not _OPENS.search(text, 0, match.start())
    ]


def _may_be_name(word: str) -> bool:
    return word not in _LEGAL and word not in FUNCTION_WORDS and not word.isdigit()
