"""Points that a matter has closed: what both sides agree on, what nobody presses, what the FIR says before a trial."""

import re
from collections.abc import Mapping, Sequence

from countercase.counterfactual.clauses import sentence_bounds
from countercase.counterfactual.law_words import PLAIN_WORDS, row_keys
from countercase.domain.checklist import ClauseReader, IngredientReading, IngredientStatus, LawLine
from countercase.domain.span import Span
from countercase.facts.narrative import read_narrative
from countercase.law.ingredients import Ingredient, SubjectKind, tables
from countercase.law.ingredients.patterns import word_keys
from countercase.text.sentences import clauses

# Words by which a matter takes a point out of dispute. "Admitted to hospital" is none.
AGREED = re.compile(
    r"\b(?:(?:is|are|was|were|has\sbeen|have\sbeen|now)\s)?not\s(?:been\s|now\s|seriously\s)?"
    r"(?:questioned|disputed|in\sdispute|challenged|in\schallenge|in\sissue|contested|assailed)\b"
    r"|\bcommon\sground\b|\bundisputed(?:ly)?\b|\badmittedly\b|\bconceded\b|\bconcedes\b|\bno\squarrel\b"
    r"|\b(?:nobody|no\sone|neither\sside)\s(?:now\s)?(?:disputes|questions|suggests|challenges|doubts|argued|argues)\b"
    r"|\bnot\s(?:argued|pressed|in\sq(?:uestion)?)\b"
    r"|(?<!not\s)(?<!be\s)\badmitted\b(?!\s(?:to|in|into|that|having|for|by)\b)|\bno\sdispute\b",
    re.IGNORECASE,
)
_EDGE_OF_CLAUSE = re.compile(
    r"[.;:\n]\s|\n|\s(?:but|though|although|while|whereas)\s|,\s(?:and\s)?(?:he|she|they|it)\s"
)
_ONLY_POINT = re.compile(
    r"\b(?:only|sole|single|one)\s(?:point|question|issue|ground|dispute|contest)\b[^.:\n]{0,25}?"
    r"(?::|\bis\b|\bwas\b|\bon\b|\bargued\b|\bpressed\b)\s*(?P<point>[^.\n]{4,160})",
    re.IGNORECASE,
)
_LIMITATION = re.compile(r"\blimitation\b|\btime-?\s?barr?\w*", re.IGNORECASE)
_BEFORE_TRIAL = re.compile(
    r"\b(?:anticipatory|pre-?arrest|A\.?B\.?A|A\.B(?=\.)|quash\w*|bail\s(?:application|appln|petition|matter|plea))\b"
    r"|\b(?:for|seeks?|regular|grant\sof|refused|rejected|cancel\w*\sof)\sbail\b"
    r"|\b(?:482|438|439|528|483)\s?(?:Cr\.?\s?P\.?\s?C|BNSS)",
    re.IGNORECASE,
)
_AFTER_TRIAL = re.compile(r"\b(?:convicted|acquitted|sentenced|conviction|acquittal)\b", re.IGNORECASE)
_NO_TRIAL_YET = re.compile(r"\b(?:anticipatory|pre-?arrest|A\.B(?=\.)|quash\w*)\b", re.IGNORECASE)
_AS_PER_FIR = re.compile(r"\s*(?:\d+\.\s)?(?:As\sper|According\sto|In)\s(?:the\s)?F\.?I\.?R\b")
_ALLEGED = re.compile(
    r"\bF\.?I\.?R\.?:|\bF\.?I\.?R\.?\b[^.;]{0,30}\b(?:say|state|allege|read|mention|narrate|claim)s?\b|\b(?:per|to|in)\s(?:the\s)?F\.?I\.?R\b",
    re.IGNORECASE,
)
_SURELY_SAID = (
    0.6  # chance of the learned reader that a clause says what would be supposed (tuned on readers' verdicts)
)
_LEAST = 0.3  # of an ingredient, below which no clause is looked at


def is_agreed(text: str, reading: IngredientReading) -> bool:
    """Whether the clause of a mention says that both sides agree on it."""
    return any(AGREED.search(_clause(text, span)) for span in reading.spans)


def _clause(text: str, span: Span) -> str:
    """The words of the clause around a span, up to a stop or a contrast."""
    sentence = sentence_bounds(text, span) or span
    before = [match.end() for match in _EDGE_OF_CLAUSE.finditer(text, sentence.start, span.start)]
    after = _EDGE_OF_CLAUSE.search(text, span.end, sentence.end)
    return text[before[-1] if before else sentence.start : after.start() if after is not None else sentence.end]


def is_beside_only_point(text: str, question: Ingredient | LawLine) -> bool:
    """Whether the matter names its only point, and the question is about another."""
    named = _ONLY_POINT.search(text)
    if named is None:
        return False
    if isinstance(question, Ingredient):
        subject = tables().subjects[question.subject]
        words, about = row_keys(question), " ".join((question.subject, subject.name))
    else:
        words, about = word_keys(f"{question.quantity} {question.says}"), question.says
    if _LIMITATION.search(named["point"]) and (_LIMITATION.search(about) or isinstance(question, LawLine)):
        return False
    return words.isdisjoint(word_keys(named["point"]) - word_keys(PLAIN_WORDS))


def is_alleged_before_trial(text: str, reading: IngredientReading) -> bool:
    """Whether the FIR or the complaint alleges what belongs to an offence, at a stage where that is taken as true."""
    if tables().subjects[reading.subject].kind is not SubjectKind.CHARGE:
        return False
    if not _BEFORE_TRIAL.search(text) or (_AFTER_TRIAL.search(text) and not _NO_TRIAL_YET.search(text)):
        return False
    if any(_ALLEGED.search((sentence_bounds(text, span) or span).of(text)) for span in reading.spans):
        return True
    return any(_AS_PER_FIR.match(text, text.rfind("\n", 0, span.start) + 1) for span in reading.spans)


def sides_surely_said(reader: ClauseReader | None, text: str) -> Mapping[str, frozenset[IngredientStatus]]:
    """For each ingredient, the sides that the learned reader surely finds stated in some clause of a matter."""
    if reader is None:
        return {}
    expanded = read_narrative(text).expanded.text
    said: dict[str, set[IngredientStatus]] = {}
    parts: Sequence[str] = [expanded[start:end] for start, end in clauses(expanded)]
    for reading in reader.read(parts, frozenset(tables().ingredients), _LEAST):
        if reading.chance * reading.status_chance >= _SURELY_SAID:
            said.setdefault(reading.ingredient, set()).add(reading.status)
    return {ingredient: frozenset(sides) for ingredient, sides in said.items()}
