"""Whether a matter already says what would be supposed, so that supposing it would change nothing."""

import re
from collections.abc import Iterator, Sequence

from countercase.counterfactual.clauses import sentence_bounds
from countercase.counterfactual.law_words import PLAIN_WORDS
from countercase.counterfactual.line_values import period_in_days
from countercase.counterfactual.polarity import is_negative
from countercase.counterfactual.question_order import is_often_asked
from countercase.domain.checklist import IngredientReading, IngredientStatus
from countercase.domain.span import Span
from countercase.facts.narrative import read_narrative
from countercase.law.ingredients.patterns import word_keys
from countercase.text.numbers import WORDS, parse_number

_NO_DOUBT = re.compile(r"\b(?:no|without|beyond)\s(?:any\s)?doubt\b")
# Words that affirm what they seem to deny: "the inquest leaves no doubt of suicide".
_AFFIRMS = re.compile(
    r"\bno\s(?:manner\sof\s)?doubt\b|\b(?:not|never|nobody|no\sone)\s(?:now\s|seriously\s)?(?:in\s)?(?:disput|contest|challeng)\w*"
)
# Words about another contract or case, which say nothing about this one.
_OF_ANOTHER = re.compile(
    r"(?<!\b[Nn]o\s)\b(?:older|previous|prior|earlier)\s(?:agmt|agreement|contract|deed|suit|case|matter|petition)\b"
    r"|\b(?:the\s|an)?other\s(?:award|suit|trap|FIR|tender)\b"
    r"|\b(?:sister|companion|connected)\s(?:suit|case|matter|petition|appeal)\b",
    re.IGNORECASE,
)
# Somebody else's case, or the complaint of our own side, in the words before a mention.
_ANOTHER_CASE = re.compile(
    r"\banother\s(?:award|suit|trap|FIR|tender|case|matter)\b|\bour\s(?:own\s)?complaint\b|\bcross[\s-](?:case|complaint|FIR)\b",
    re.IGNORECASE,
)
_NOT_CLIENT = re.compile(r"\b(?:is|was|are)\snot\s(?:our|my|the)\sclient\b|\bnot\sbefore\sus\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[;.]\s")
_CO_ACCUSED = re.compile(r"\bco-?acc(?:used|d)\b", re.IGNORECASE)
# What the matter mentions only to say that it is not part of it.
_DISOWNED = re.compile(r"\bno\ssuch\s(?:plea|prayer|claim|case|charge)\b|\b(?:is|was)\snot\sour\scase\b", re.IGNORECASE)
# Words of refusal or want, which deny without "not".
_DENIAL = re.compile(
    r"\b(?:reject|withh|den[iy]|dismiss|hostile|resil|un[a-z]{4,}|delay|contrary|instead|wrong|false|forged|expired|blank"
    r"|nil|silent|none|w/o|open|oral|late)\w*",
    re.IGNORECASE,
)
# Words that refuse or only qualify: beside them, a clause that shares most words of a supposition does not affirm it.
_AGAINST = re.compile(
    r"\b(?:reject|withh|den[iy]|dismiss|hostile|resil|un[a-z]{4,}|only|late[r]?|delay|after|contrary|another|instead"
    r"|joint|one|wrong|false|forged|invented|expired|bare|blank|nil|silent)\w*",
    re.IGNORECASE,
)
_WAS_GIVEN = re.compile(
    r"\b(?:was|were|has been|had been)\s(?:given|granted|allowed|supplied|furnished|served|produced)\b"
    r"|[-–:]\s?(?:given|granted|allowed|supplied|furnished|served|produced)\b"
)
# Words of a condition, a duty or an argument, which do not say that a thing is so.
_DOUBTS = re.compile(r"\b(?:if|whether|had|should|must|P\.?P|APP|counsel|cites?|quotes?|argues?|submits?)\b")
_WITHIN = re.compile(
    rf"\bwithin\s(?:the\s)?(?P<count>\d+|{WORDS})\s(?P<unit>hour|day|week|month|year)s?\b", re.IGNORECASE
)
_COUNTED = re.compile(rf"\b(?P<count>\d+|{WORDS})\s(?P<unit>hour|day|week|month|year)s?\b", re.IGNORECASE)
_LIGHT_VERBS = "gave give gives made make makes took take came come had held"
# Shares of the words of a supposition that a clause must have to say the same.
_IN_MENTION = 0.67  # a clause that was read for the ingredient
_IN_MENTION_THAT_GRANTS = 0.5  # such a clause, if it says that the thing was given
_SURE = 0.9  # chance of a learned reading that needs no word of denial
_ELSEWHERE = 0.8  # any other clause
_FEWEST_WORDS = 4  # a shorter supposition is not looked for elsewhere


def is_said_already(text: str, reading: IngredientReading, supposition: str, target: IngredientStatus) -> bool:
    """Whether the matter already states what would be supposed, or the words read are about something else."""
    if reading.spans and all(is_of_another(text, span) for span in reading.spans):
        return True
    mentions = [bounds.of(text) for span in reading.spans if (bounds := sentence_bounds(text, span)) is not None]
    if any(_agrees_on_time(supposition, sentence) for sentence in mentions):
        return True
    is_open = reading.status is IngredientStatus.DISPUTED and not reading.likely
    if is_open or reading.status is IngredientStatus.MISSING or target is not IngredientStatus.MET:
        return False  # one of two accounts may be supposed, and so may something on a point of which nothing is said
    if is_negative(supposition):
        return _is_denied_already(text, reading, supposition)
    if reading.status is IngredientStatus.DISPUTED:
        return _has_clause_that_grants(text, reading, supposition)
    return _is_affirmed(text, reading, supposition) or _is_stated(text, supposition)


def _is_stated(text: str, supposition: str) -> bool:
    """Whether some clause of the matter has nearly every word of the supposition, and neither denies nor doubts it."""
    supposed_words = _telling_words(supposition)
    return len(supposed_words) >= _FEWEST_WORDS and any(
        _share(supposed_words, clause) >= _ELSEWHERE and not denies(clause) and not _DOUBTS.search(clause)
        for clause in _CLAUSE_END.split(text)
    )


def _is_affirmed(text: str, reading: IngredientReading, supposition: str) -> bool:
    """Whether words read as the contrary affirm what would be supposed."""
    if any(_AFFIRMS.search(span.of(text)) for span in reading.spans):
        return True
    is_asked_first = is_often_asked(reading.id)
    clauses = list(_clauses(text, reading.spans))
    if not (reading.chance >= _SURE or is_asked_first) and not any(map(denies, clauses)):
        return True  # the learned reader has taken an assertion for a denial
    supposed_words = _telling_words(supposition)
    for clause in clauses:
        share = _share(supposed_words, clause)
        is_granted = share >= _IN_MENTION_THAT_GRANTS and (reading.likely or _WAS_GIVEN.search(clause))
        if (share > _IN_MENTION or is_granted) and not is_negative(clause) and not _AGAINST.search(clause):
            return True
    return False


def _has_clause_that_grants(text: str, reading: IngredientReading, supposition: str) -> bool:
    """Whether a clause that was read grants in so many words what would be supposed: "defence asst - allowed"."""
    supposed_words = _telling_words(supposition)
    return any(
        _WAS_GIVEN.search(clause) and not denies(clause) and _share(supposed_words, clause) > _IN_MENTION_THAT_GRANTS
        for clause in _clauses(text, reading.spans)
    )


def _is_denied_already(text: str, reading: IngredientReading, supposition: str) -> bool:
    """Whether the matter denies the very thing that would be denied: "No explanation on where he was that evening".

    What only the learned reader has read may stand elsewhere in the matter.
    """
    supposed_words = _telling_words(supposition.partition(" or ")[0]) - word_keys(_LIGHT_VERBS)
    clauses = _CLAUSE_END.split(text) if reading.likely else _clauses(text, reading.spans)
    return any(_share(supposed_words, clause) > _IN_MENTION and is_negative(clause) for clause in clauses)


# What may happen again: an old demand is stated, and a later one denied.
_MAY_RECUR = frozenset(
    {
        "cruelty-498a.unlawful-demand",
        "cruelty-498a.wilful-conduct",
        "dowry-death.cruelty-or-harassment",
        "dowry-death.dowry-demand",
        "dowry-prohibition.demand",
    }
)
_AFTER_THAT = re.compile(r"\b(?:after\s(?:it|that|this|then)|thereafter|since(?:\sthen)?)\b")
_A_DATE = re.compile(
    r"\b\d{1,2}\s[A-Z][a-z]+\s\d{4}\b|\b\d{1,2}\.\d{1,2}\.\d{4}\b|\b[A-Z][a-z]{2,8}\s\d{4}\b|\b(?:19|20)\d\d\b"
)


def time_of_denial(text: str, reading: IngredientReading) -> str:
    """When a thing that may recur is denied ("no demand is alleged after it"), as words that follow a supposition."""
    if reading.id not in _MAY_RECUR:
        return ""
    for span in reading.spans:
        sentence = sentence_bounds(text, span) or span
        after = _AFTER_THAT.search(text, span.start, sentence.end)
        dates = [match[0] for match in _A_DATE.finditer(text, sentence.start, after.start())] if after else []
        if dates and is_negative(span.of(text)):
            return f" after {dates[-1]}"
    return ""


def _telling_words(sentence: str) -> frozenset[str]:
    """The words of a sentence that are not too common to show what it is about."""
    return word_keys(sentence) - word_keys(PLAIN_WORDS)


def _share(supposed_words: frozenset[str], clause: str) -> float:
    """The share of the words of a supposition that a clause has."""
    return len(word_keys(clause) & supposed_words) / max(len(supposed_words), 1)


def states(text: str, span: Span, supposition: str) -> bool:
    """Whether a mention has most words of a supposition: "stove seized - intact" for "the stove was found intact"."""
    return _share(_telling_words(supposition), span.of(text)) >= _IN_MENTION


def _agrees_on_time(supposition: str, sentence: str) -> bool:
    """Whether a time in the matter is on the supposed side of a limit already: 106 days are "not within ninety"."""
    limit = _WITHIN.search(supposition)
    counts = [_days(match) for match in _COUNTED.finditer(sentence)]
    if limit is None or len(counts) != 1:
        return False
    return (counts[0] > _days(limit)) == is_negative(supposition)


def _days(match: re.Match[str]) -> float:
    return period_in_days(f"{parse_number(match['count'].lower()):g} {match['unit'].lower()}s")


def is_of_another(text: str, span: Span) -> bool:
    """Whether a mention is about another contract or case, somebody else who was accused, or a plea not taken."""
    sentence = sentence_bounds(text, span) or span
    line_end = text.find("\n", span.end)
    paragraph = text[text.rfind("\n", 0, span.start) + 1 : line_end if line_end >= 0 else len(text)]
    return bool(
        _NOT_CLIENT.search(paragraph)
        or _OF_ANOTHER.search(span.of(text))
        or _ANOTHER_CASE.search(text, sentence.start, span.end)
        or _CO_ACCUSED.search(text, sentence.start, span.end)
        or _DISOWNED.search(sentence.of(text))
    )


def _clauses(text: str, spans: Sequence[Span]) -> Iterator[str]:
    """The mentions, and every clause of their sentences, with abbreviations spelt out."""
    for span in spans:
        sentence = sentence_bounds(text, span) or span
        for words in (span.of(text), *re.split(r"[;,]\s", sentence.of(text))):
            yield read_narrative(_NO_DOUBT.sub("", words)).expanded.text


def denies(words: str) -> bool:
    """Whether the words deny or refuse something."""
    return is_negative(words) or _DENIAL.search(words) is not None
