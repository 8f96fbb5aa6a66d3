"""The strict check of one sentence against one span of the stored text.

Whatever a sentence says that can be looked up must be in that span: quoted phrases, citations, provisions, Acts, dates,
numbers (in figures or words), names, and every content word; and what it denies must be denied there, what it affirms
affirmed. The product shows no sentence that fails, and the evaluation counts with the same function.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from countercase.domain.case import CaseId
from countercase.domain.explanation import Sentence
from countercase.explanation import claims
from countercase.explanation.binding import bound_terms, content, skipped_denials, stands_so
from countercase.explanation.frame import without_frame
from countercase.explanation.negation import CUES, denies_nothing, polar_words, polarities
from countercase.explanation.tokens import Kind, Token, plain_words, tokenise

COVERAGE = 1.0  # share of content words that the span must hold; benchmarks/faithfulness.py says what less would let in


class Verdict(StrEnum):
    """What a check found. Nothing checkable is neither right nor wrong, and counts as not supported."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    UNVERIFIABLE = "unverifiable"


@dataclass(frozen=True, slots=True)
class Check:
    """The verdict, and each thing of the sentence that the span does not hold."""

    verdict: Verdict
    problems: tuple[str, ...] = ()

    @property
    def supported(self) -> bool:
        """Whether the sentence may be shown."""
        return self.verdict is Verdict.SUPPORTED


def check(sentence: str, span: str, coverage: float = COVERAGE) -> Check:
    """Hold a sentence against the text of its span."""
    statement = without_frame(sentence)
    cited = claims.citations(statement)
    body = claims.without_citations(statement)  # a citation is compared whole, not by its letters
    words = [token for token in tokenise(body) if token.is_content]
    if not words and not cited:
        return Check(Verdict.UNVERIFIABLE, ("says nothing that can be looked up",))
    problems = (
        *_quotations(statement, span),
        *_law(statement, span),
        *_figures_and_names(words, body, span),
        *_coverage(words, span, coverage),
        *_negation(body, span),
        *_places(body, span),
    )
    return Check(Verdict.UNSUPPORTED if problems else Verdict.SUPPORTED, tuple(dict.fromkeys(problems)))


def check_anchored(sentence: Sentence, text_of: Callable[[CaseId], str]) -> Check:
    """Hold a sentence against the stored text that its anchor names; its own quote is not believed."""
    text, span = text_of(sentence.anchor.case_id), sentence.anchor.span
    if span.end > len(text):
        return Check(Verdict.UNSUPPORTED, (f"the anchor {span.start}..{span.end} is not in the text",))
    if span.of(text) != sentence.quote:
        return Check(Verdict.UNSUPPORTED, ("the quote is not what stands at the anchor",))
    return check(sentence.text, sentence.quote)


def _quotations(statement: str, span: str) -> Iterator[str]:
    words = plain_words(span)
    for pieces in claims.quoted_phrases(statement):
        if not claims.occurs(pieces, words):
            yield f"not said there: “{' … '.join(' '.join(piece) for piece in pieces)[:80]}”"


def _law(statement: str, span: str) -> Iterator[str]:
    there = set(claims.citations(span))
    yield from (f"citation {one}" for one in claims.citations(statement) if one not in there)
    own = claims.provisions(span)
    for mention in claims.provisions(statement):
        if not any(claims.states(other, mention) for other in own):
            yield f"provision {mention.provision or mention.number}"
    yield from (f"Act {one}" for one in sorted(claims.acts(statement) - claims.acts(span)))


def _figures_and_names(words: list[Token], statement: str, span: str) -> Iterator[str]:
    there = {token.key for token in tokenise(span)}
    for token in words:
        if token.kind in {Kind.NUMBER, Kind.DATE} and token.key not in there:
            yield f"{'date' if token.kind is Kind.DATE else 'number'} {statement[token.start : token.end]}"
    spoken = set(plain_words(span))
    yield from (f"name {name}" for name in claims.names(statement) if name not in spoken)


def _coverage(words: list[Token], span: str, coverage: float) -> Iterator[str]:
    there = {token.key for token in tokenise(span)}
    missing = [token.key for token in words if token.key not in there]
    if len(missing) > (1 - coverage) * len(words) + 1e-9:
        yield f"words not there: {', '.join(dict.fromkeys(missing))}"


def _negation(statement: str, span: str) -> Iterator[str]:
    there = polarities(span)
    for key, negated in polar_words(statement):
        if key in there and negated not in there[key]:
            yield f"{'denied' if negated else 'affirmed'} and not so there: {key}"
    if claims.unquoted(statement) != statement and denies_nothing(claims.unquoted(statement)):
        yield "denies, and names nothing that is denied"
    more = sum(key in CUES for key in content(statement)) - 2 * sum(key in CUES for key in content(span))
    if more > 0:
        yield "denies more than is denied there"


def _places(statement: str, span: str) -> Iterator[str]:
    """Outside quotation marks, where order is not yet checked: numbers, names and outcomes beside their own words."""
    plain = claims.unquoted(statement)
    listed = plain != statement  # before a quotation stands a list of facts, not a clause
    if listed:
        plain = claims.without_law(plain).replace(",", ";").replace(" and ", " ; ; ")
    source = content(span)
    names = frozenset(key for name in claims.names(plain) for key in content(name))
    terms = bound_terms(plain, names)
    for term in terms:
        if term.key in source and not stands_so(term, source):
            yield f"said there of something else: {term.key.lstrip('#@')}"
    yield from (f"not said there without the denial: {left} {right}" for left, right in skipped_denials(plain, source))
    for key, times in Counter(term.key for term in terms).items():
        if 0 < source.count(key) < times and not listed:
            yield f"said there less often: {key.lstrip('#@')}"
