"""Checks one sentence strictly against one span of the stored text.

The span must contain everything checkable in the sentence: quoted phrases, citations, provisions, Acts, dates, numbers
(in figures or words), names, and every content word. What the sentence denies must be denied there, and what it affirms
affirmed. The product shows no sentence that fails, and the evaluation uses the same function.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from itertools import pairwise

from countercase.corpus.attribution import attributed
from countercase.domain.case import CaseId, Speaker, Voice
from countercase.domain.ranking import Explanation, Statement
from countercase.domain.span import Span
from countercase.errors import EndpointError
from countercase.explanation.quotations import LEFT_OPEN, as_quotation, claimed_speaker, without_speaker
from countercase.explanation.shared_law import named_law, unstated_law
from countercase.explanation.tokens import (
    CUES,
    Token,
    TokenKind,
    denies_nothing,
    plain_words,
    polar_words,
    polarities,
    tokenise,
)
from countercase.facts.lines.number_lines import line_words
from countercase.law.citations import find_citations
from countercase.law.provisions import ProvisionMention, find_provisions
from countercase.law.provisions.statutes import find_statutes
from countercase.law.tables import thresholds
from countercase.text.words import FUNCTION_WORDS

# Whether a number, a name or a "not" has the same neighbours in a sentence as in its source.

REACH = 2  # content words on either side among which the neighbour must be
_BREAK = re.compile(r"[;:“”\"…]|\.\s|\.\.\.")

# What a court does with a case, as stems.
OUTCOMES = frozenset(
    """allow dismiss acquit acquitt convict convict uphold upheld affirm confirm revers quash remand remit grant refus
    reject accept enhanc reduc restor maintain sustain discharg succeed fail aside releas guilti""".split()
)


@dataclass(frozen=True, slots=True)
class TermInContext:
    """A term and the content word before and after it in the same stretch of text."""

    key: str
    left: str | None
    right: str | None


def terms_in_context(text: str, names: frozenset[str]) -> list[TermInContext]:
    """The numbers, dates, names, negations and outcomes of a text with their neighbours."""
    return [
        TermInContext(run[index], run[index - 1] if index else None, run[index + 1] if index + 1 < len(run) else None)
        for run in _runs(text)
        for index, key in enumerate(run)
        if key[0] in "#@" or key in CUES or key in OUTCOMES or key in names
    ]


def occurs_with_neighbours(term: TermInContext, source: Sequence[str]) -> bool:
    """Whether the term occurs in the source with its neighbours on the same sides.

    A neighbour that is not in the source at all says nothing about the position of the term.
    """
    left = term.left if term.left in source else None
    right = term.right if term.right in source else None
    return any(
        (left is None or left in source[max(0, index - REACH) : index])
        and (right is None or right in source[index + 1 : index + 1 + REACH])
        for index, key in enumerate(source)
        if key == term.key
    )


def skipped_denials(text: str, source: Sequence[str]) -> list[tuple[str, str]]:
    """Neighbouring words of the text that always have a "not" or "no" between them in the source."""
    pairs = set(pairwise(source))
    denied = {(left, right) for left, cue, right in zip(source, source[1:], source[2:], strict=False) if cue in CUES}
    return [pair for run in _runs(text) for pair in pairwise(run) if pair in denied and pair not in pairs]


def content(text: str) -> list[str]:
    """The content of a text in order."""
    return [token.key for token in tokenise(text) if token.is_content]


def _runs(text: str) -> list[list[str]]:
    """Runs of content words in order, divided where the text breaks off."""
    runs: list[list[str]] = [[]]
    end = 0
    for token in tokenise(text):
        if _BREAK.search(text, end, token.start):
            runs.append([])
        end = token.end
        if token.kind is not TokenKind.FUNCTION:
            runs[-1].append(token.key)
    return runs


# The checkable claims of a sentence: quotations, citations, provisions, Acts and names.

_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"")
_GAP = re.compile(r"…|\.\.\.")
_CAPITALISED = re.compile(r"\b[A-Z][\w'’]*(?:[.-][A-Z][\w'’]*)*\.?")
_OPENS = re.compile(r"(?:^|[.?!:;…“\"]\s*|[(\[])$")
_DENIALS = frozenset({"not", "never"})
# Capitalised in every judgment, but not a name.
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
    phrases = ((match[1] or match[2]) for match in _QUOTED.finditer(text))
    pieces = ([plain_words(piece) for piece in _GAP.split(phrase)] for phrase in phrases)
    return [filled for quotation in pieces if (filled := [piece for piece in quotation if piece])]


def unquoted(text: str) -> str:
    """The text outside quotation marks, each quotation replaced by a break."""
    return _QUOTED.sub(lambda match: ";" * len(match[0]), text)


def without_citations(text: str) -> str:
    """The text with every citation replaced by a break."""
    return _blanked(text, [mention.span for mention in find_citations(text)])


def without_law(text: str) -> str:
    """The text with every provision and Act replaced by a break."""
    spans = [mention.span for mention in find_provisions(text)] + [mention.span for mention in find_statutes(text)]
    return _blanked(text, spans)


def _blanked(text: str, spans: Sequence[Span]) -> str:
    for span in spans:
        text = text[: span.start] + ";" * len(span) + text[span.end :]
    return text


def occurs(pieces: list[list[str]], words: list[str]) -> bool:
    """Whether the pieces occur in the words unbroken and in order, and none stops just before a denial."""
    start = 0
    for piece in pieces:
        index = _find(piece, words, start)
        if index is None:
            return False
        start = index + len(piece)
        if start < len(words) and words[start] in _DENIALS:
            return False
    return True


def _find(piece: list[str], words: list[str], start: int) -> int | None:
    positions = range(start, len(words) - len(piece) + 1)
    return next((index for index in positions if words[index : index + len(piece)] == piece), None)


def citations(text: str) -> list[str]:
    """The citations of a text, each in its normal form."""
    return [mention.citation.normal for mention in find_citations(text)]


@lru_cache(maxsize=2048)
def provisions(text: str) -> tuple[ProvisionMention, ...]:
    """The provisions that a text names by their number."""
    return tuple(mention for mention in find_provisions(text) if mention.number is not None)


def states(span: ProvisionMention, claim: ProvisionMention) -> bool:
    """Whether the span says at least as much as the claim: the number, the clauses and, if claimed, the Act."""
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
    """Words written as names: capitalised, not at the start of a sentence, not a legal term."""
    for span in name_spans(text):
        yield from (word for word in plain_words(span.of(text)) if _may_be_name(word))


def name_spans(text: str) -> list[Span]:
    """The positions of names."""
    return [
        Span(*match.span())
        for match in _CAPITALISED.finditer(text)
        if any(_may_be_name(word) for word in plain_words(match[0])) and not _OPENS.search(text, 0, match.start())
    ]


def _may_be_name(word: str) -> bool:
    return word not in _LEGAL and word not in FUNCTION_WORDS and not word.isdigit()


# The phrases that compare a precedent with the matter. They claim nothing about it, so the strict check skips them.

AS_IN = "As in your matter, the case concerns"
ALSO = "It also shares with your matter"
UNLIKE = "Unlike your matter, the case concerns"
NOT_MENTIONED = "Your facts do not mention"
THIS_DOES = "; this case does"
ANOTHER_CHARGE = "This case is about another charge,"
SAME_SIDE = "on the same side of"  # followed by the line, by its number and provision
OTHER_SIDE = "on the other side of"
COUNTERPART = "the counterpart of your provision"
COUNTERPARTS = "the counterparts of your provisions"
PASSAGE = "The passage closest to your facts"
PASSAGE_ON = f"{PASSAGE}, on"
PASSAGE_IS_ON = f"{PASSAGE} is on"
PASSAGE_READS = f"{PASSAGE} reads"
NO_LONGER_FITS = "It fitted your matter as it was"
NOW_FITS = "It fits your matter as changed"

_PHRASES = (
    *(AS_IN, ALSO, UNLIKE, NOT_MENTIONED, THIS_DOES, ANOTHER_CHARGE, COUNTERPART, COUNTERPARTS),
    *(PASSAGE_READS, PASSAGE_ON, PASSAGE_IS_ON, PASSAGE, ", reads"),
    *(NO_LONGER_FITS, NOW_FITS),
    # what a language model may write in their place
    *("as in your matter", "unlike your matter", "unlike in your matter", "your matter", "your facts"),
    *("in this case", "in that case", "this case", "the case concerns", "the case", "the precedent", "this precedent"),
)
_FRAME = re.compile("|".join(re.escape(phrase) for phrase in sorted(_PHRASES, key=len, reverse=True)), re.IGNORECASE)
_COMPARES = re.compile(
    r"\b(as in your|also shares|unlike|do not mention|another charge|as it was|fits)\b", re.IGNORECASE
)
_QUOTATION = re.compile(r"“[^”]*”|\"[^\"]*\"")


def without_frame(text: str) -> str:
    """The text with every frame phrase outside quotation marks blanked, all offsets unchanged."""
    text = _outside_quotations(text, without_speaker)
    return _outside_quotations(text, _blank)


def _outside_quotations(text: str, change: Callable[[str], str]) -> str:
    pieces: list[str] = []
    end = 0
    for quoted in _QUOTATION.finditer(text):
        pieces += [change(text[end : quoted.start()]), quoted[0]]
        end = quoted.end()
    return "".join([*pieces, change(text[end:])])


def comparison(text: str) -> tuple[str, ...]:
    """How a sentence compares precedent and matter, at which line, and who speaks: rewriting must keep all of it."""
    plain = _QUOTATION.sub("", text)
    phrases = (match[0].lower() for pattern in (_COMPARES, _sides_of_lines()) for match in pattern.finditer(plain))
    return (*phrases, f"speaker: {claimed_speaker(text)}")


def _blank(text: str) -> str:
    for pattern in (_sides_of_lines(), named_law(), _FRAME):
        text = pattern.sub(lambda match: ";" * len(match[0]), text)
    return text


@cache
def _sides_of_lines() -> re.Pattern[str]:
    """Matches a side of any line in the law tables. Any other line is checked like the rest of a sentence."""
    lines = sorted({line_words(line) for line in thresholds.all()}, key=len, reverse=True)
    sides = "|".join((SAME_SIDE, OTHER_SIDE))
    return re.compile(rf"\b(?:{sides}) (?:{'|'.join(map(re.escape, lines))})(?!\w)", re.IGNORECASE)


COVERAGE = 1.0  # share of content words that the span must have; benchmarks/faithfulness.py shows what less would admit


class SupportCheck(StrEnum):
    """The result of a check. A sentence with nothing checkable counts as not supported."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    UNVERIFIABLE = "unverifiable"


@dataclass(frozen=True, slots=True)
class Check:
    """The verdict, and each part of the sentence that the span does not support."""

    verdict: SupportCheck
    problems: tuple[str, ...] = ()

    @property
    def supported(self) -> bool:
        """Whether the sentence may be shown."""
        return self.verdict is SupportCheck.SUPPORTED


@lru_cache(maxsize=2048)  # the order and the ground of a case are the same for every matter
def check(sentence: str, span: str, coverage: float = COVERAGE, voice: Voice | None = None) -> Check:
    """Check a sentence against the text of its span and, if known, the speaker of that text."""
    sentence = as_quotation(sentence)
    statement = without_frame(sentence)
    cited = citations(statement)
    body = without_citations(statement)  # a citation is compared as a whole, not letter by letter
    words = [token for token in tokenise(body) if token.is_content]
    if not words and not cited:
        return Check(SupportCheck.UNVERIFIABLE, ("says nothing that can be looked up",))
    problems = (
        *_speaker(sentence, span, voice),
        *unstated_law(sentence, span),
        *_quotations(statement, span),
        *_law(statement, span),
        *_figures_and_names(words, body, span),
        *_coverage(words, span, coverage),
        *_negation(body, span),
        *_neighbours(body, span),
    )
    return Check(SupportCheck.UNSUPPORTED if problems else SupportCheck.SUPPORTED, tuple(dict.fromkeys(problems)))


def check_anchored(sentence: Statement, text_of: Callable[[CaseId], str]) -> Check:
    """Check a sentence against the stored text at its anchor; its own quote is not trusted."""
    text, span = text_of(sentence.anchor.case_id), sentence.anchor.span
    if span.end > len(text):
        return Check(SupportCheck.UNSUPPORTED, (f"the anchor {span.start}..{span.end} is not in the text",))
    if span.of(text) != sentence.quote:
        return Check(SupportCheck.UNSUPPORTED, ("the quote is not the text at the anchor",))
    return check(sentence.text, sentence.quote, voice=sentence.voice)


def _speaker(sentence: str, span: str, voice: Voice | None) -> Iterator[str]:
    """Someone else's words presented as the Court's, or the Court's own as someone else's."""
    claim = claimed_speaker(sentence)
    if claim is Speaker.COURT:
        attribution = attributed(span)
        if attribution is not None and attribution.speaker is not Speaker.COURT:
            yield f"the speaker there is {attribution.name or attribution.speaker}"
    if voice is not None and claim is not None and claim is not voice.speaker:
        yield f"given as the words of {claim}, but spoken by {voice.name or voice.speaker}"
    if voice is not None and voice.left_open and claim is Speaker.COURT and LEFT_OPEN not in sentence:
        yield "given as decided, but left open there"


def _quotations(statement: str, span: str) -> Iterator[str]:
    words = plain_words(span)
    for pieces in quoted_phrases(statement):
        if not occurs(pieces, words):
            yield f"not said there: “{' … '.join(' '.join(piece) for piece in pieces)[:80]}”"


def _law(statement: str, span: str) -> Iterator[str]:
    cited_there = set(citations(span))
    yield from (f"citation {citation}" for citation in citations(statement) if citation not in cited_there)
    provisions_there = provisions(span)
    for mention in provisions(statement):
        if not any(states(other, mention) for other in provisions_there):
            yield f"provision {mention.provision or mention.number}"
    yield from (f"Act {act}" for act in sorted(acts(statement) - acts(span)))


def _figures_and_names(words: list[Token], statement: str, span: str) -> Iterator[str]:
    keys_there = {token.key for token in tokenise(span)}
    for token in words:
        if token.kind in {TokenKind.NUMBER, TokenKind.DATE} and token.key not in keys_there:
            yield f"{'date' if token.kind is TokenKind.DATE else 'number'} {statement[token.start : token.end]}"
    words_there = set(plain_words(span))
    yield from (f"name {name}" for name in names(statement) if name not in words_there)


def _coverage(words: list[Token], span: str, coverage: float) -> Iterator[str]:
    keys_there = {token.key for token in tokenise(span)}
    missing = [token.key for token in words if token.key not in keys_there]
    if len(missing) > (1 - coverage) * len(words) + 1e-9:
        yield f"words not there: {', '.join(dict.fromkeys(missing))}"


def _negation(statement: str, span: str) -> Iterator[str]:
    polarity_there = polarities(span)
    for key, negated in polar_words(statement):
        if key in polarity_there and negated not in polarity_there[key]:
            yield f"{'denied' if negated else 'affirmed'}, but not so there: {key}"
    if unquoted(statement) != statement and denies_nothing(unquoted(statement)):
        yield "denies, but names nothing that is denied"
    extra_denials = sum(key in CUES for key in content(statement)) - 2 * sum(key in CUES for key in content(span))
    if extra_denials > 0:
        yield "denies more than is denied there"


def _neighbours(statement: str, span: str) -> Iterator[str]:
    """Numbers, names and outcomes, outside quotation marks, that do not have the same neighbours there."""
    plain = unquoted(statement)
    is_list = plain != statement  # a list of facts comes before a quotation, not a clause
    if is_list:
        plain = without_law(plain).replace(",", ";").replace(" and ", " ; ; ")
    source = content(span)
    name_keys = frozenset(key for name in names(plain) for key in content(name))
    terms = terms_in_context(plain, name_keys)
    for term in terms:
        if term.key in source and not occurs_with_neighbours(term, source):
            yield f"said there of something else: {term.key.lstrip('#@')}"
    yield from (f"not said there without the denial: {left} {right}" for left, right in skipped_denials(plain, source))
    for key, times in Counter(term.key for term in terms).items():
        if 0 < source.count(key) < times and not is_list:
            yield f"said there less often: {key.lstrip('#@')}"


# Prose by a language model is not trusted: a sentence that fails the strict check is replaced by the rule-built one.

Rewrite = Callable[[Statement], str]  # rewrites the sentence; may raise EndpointError


def smooth(explanation: Explanation, rewrite: Rewrite) -> Explanation:
    """Rewrite each sentence of the explanation if the result says no more than its source."""
    return replace(explanation, sentences=tuple(_smoothed(sentence, rewrite) for sentence in explanation.sentences))


def _smoothed(sentence: Statement, rewrite: Rewrite) -> Statement:
    try:
        text = " ".join(rewrite(sentence).split())
    except EndpointError:
        return sentence  # the rule-built sentence needs no endpoint
    says_the_same = comparison(text) == comparison(sentence.text) and check(text, sentence.quote).supported
    return replace(sentence, text=text) if says_the_same else sentence
