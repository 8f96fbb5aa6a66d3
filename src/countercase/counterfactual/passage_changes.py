"""What-ifs that name the ingredient and quote the matter, where the sentence of the table does not fit.

The sentences of the tables speak of the usual case. Where one would say what is foreign to the matter, the question is
put by the name of the ingredient and the passage that the reading rests on: "Suppose that “the shadow witness heard the
demand” were made out, against what the matter says: “saw lips move, could not hear”."
"""

import re
from collections.abc import Sequence

from countercase.counterfactual.asked_where import is_asked_here, never_supposed
from countercase.counterfactual.clauses import SUPPOSED, added_after_mention, sentence_bounds
from countercase.counterfactual.fits_matter import is_idle_question
from countercase.counterfactual.law_reading import MatterReading, compare, read_matter
from countercase.counterfactual.law_words import PLAIN_WORDS, shared_words
from countercase.counterfactual.question_order import is_seldom_asked
from countercase.counterfactual.said_already import denies, is_of_another
from countercase.counterfactual.settled_points import is_alleged_before_trial, is_beside_only_point
from countercase.domain.checklist import IngredientReading, IngredientStatus
from countercase.domain.perturbation import TextEdit
from countercase.domain.span import Span
from countercase.facts.edit import rewrite
from countercase.facts.other_matters import is_about_another_matter
from countercase.law.ingredients import Ingredient
from countercase.law.ingredients.patterns import word_keys

_MET, _CONTRARY, _DISPUTED = IngredientStatus.MET, IngredientStatus.CONTRARY, IngredientStatus.DISPUTED
# What is supposed of an ingredient, by its status now and the status supposed.
_SUPPOSED_TO_BE = {
    (_CONTRARY, _MET): "made out",
    (_MET, _CONTRARY): "not made out",
    (_DISPUTED, _MET): "beyond dispute",
    (_DISPUTED, _CONTRARY): "ruled out",
}
_LONGEST = 26  # words of a passage that are quoted
_FEWEST_WORDS = 3  # a shorter passage states nothing by itself
_FEWEST = 2  # ... nor does one with fewer telling words
_LIKELY = 0.4  # chance of a learned reading whose words are in part those of the table
_SURE = 0.8  # ... and of one in other words
_ASKS = re.compile(r"\?|\A\W*(?:Did|Does|Do|Is|Was|Were|Are|Has|Had|Whether|Can|Could|May|Which|What|Who|How|If)\b")
# The heading that names the proceeding, words that say something only with those before them, and points not taken.
_NO_STATEMENT = re.compile(
    r"\A\W*(?:(?:Crl|Civil|Criminal|First|Second|Regular)\.?\s)?(?:Appeal|App|Appl?n|Application|Petition|Revision|Writ|Bail"
    r"|SLP|Suit|WP|OA)\b[^.]*\b(?:under|u/s|against|agst|arising)\b|\b(?:says?|said|stated?|denie[sd])\s(?:so|it|this|the\ssame)\b"
    r"|\bnot\s(?:alleged|pleaded|argued|pressed)\b"
)
# What the matter is about: nobody asks what would be if nobody had died.
_EVENT_ITSELF = frozenset(
    "murder.homicidal-death dowry-death.unnatural-death abetment-of-suicide.suicide circumstantial.homicidal"
    " motor-claim.accident".split()
)
# Words without which a passage is about something else: what was not put to a witness was not for the accused.
_NEEDED_WORDS = {
    "examination-313.put": re.compile(r"\b(?:313|351|accused|appellant|accd|him|her|A-?\d)\b", re.IGNORECASE),
}
_OF_DATES = word_keys(
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday"
    " am pm noon night dated date"
)
_SECTIONS = re.compile(
    r"\b(?:sections?|secs?\.?|ss?\.|u/ss?\.?|r/w|read\swith)\s?\d[\w()/,\s-]{0,20}?(?=\s[a-z]{3,}|[.;,]|\Z)",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"\A\s*(?:[-*•]\s+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\s*[:–-]\s*"
    r"|(?:and|but|while|though|although|so|or|that)\s)+",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[;:,](?=\s)|\s[-–]\s|[.?!](?=\s+[A-Z])")


def passage_target(before: MatterReading, reading: IngredientReading) -> IngredientStatus:
    """The status that a question about a passage supposes."""
    is_alleged = reading.status is _DISPUTED and is_alleged_before_trial(before.sheet.narrative, reading)
    return _CONTRARY if is_alleged or reading.status is _MET else _MET


def passage_supposed(before: MatterReading, reading: IngredientReading, row: Ingredient) -> str | None:
    """The question that names an ingredient and quotes a passage; None if it cannot or should not be asked."""
    text = before.sheet.narrative
    target = passage_target(before, reading)
    if row.id in never_supposed() or f"{row.id}:{target.value}" in never_supposed():
        return None
    if (row.id in _EVENT_ITSELF and reading.status is _MET) or is_seldom_asked(row.id, reading.status.value):
        return None
    if is_beside_only_point(text, row):
        return None
    if not is_asked_here(before, row) or is_idle_question(before, reading, row, target):
        return None
    mention = quoted_mention(text, reading, row)
    if mention is None:
        return None
    link = "; the matter now says" if reading.status is _DISPUTED else ", against what the matter says"
    supposed = _SUPPOSED_TO_BE[reading.status, target]
    return f"Suppose that “{row.name}” were {supposed}{link}: “{quotation(mention.of(text))}”."


def passage_edits(before: MatterReading, reading: IngredientReading, row: Ingredient) -> tuple[TextEdit, ...]:
    """The edit that adds the supposition to the text; none if anything else would be read otherwise."""
    text = before.sheet.narrative
    supposed = _SUPPOSED_TO_BE[reading.status, passage_target(before, reading)]
    aside = "" if reading.status is _DISPUTED else ", leaving aside anything said to the contrary,"
    sentence = f"{SUPPOSED}{aside} that “{row.name}” is {supposed}."
    edit = added_after_mention(text, quoted_mention(text, reading, row), sentence)
    return (edit,) if _changes_nothing_else(before, reading, [edit]) else ()


def quoted_mention(text: str, reading: IngredientReading, row: Ingredient) -> Span | None:
    """The mention to quote: of a dispute one that affirms, then that with most words of the table, then the shortest.

    None if no mention surely states a fact of this matter.
    """
    mentions = [
        span
        for span in reading.spans
        if _states_fact(span.of(text)) and not _is_elsewhere(text, span) and _is_sure(reading, row, span.of(text))
    ]
    is_disputed = reading.status is _DISPUTED
    return min(
        mentions,
        key=lambda span: (is_disputed and denies(span.of(text)), -shared_words(row, span.of(text)), len(span)),
        default=None,
    )


def _is_sure(reading: IngredientReading, row: Ingredient, words: str) -> bool:
    """Whether the passage was read for the ingredient in words of the table, or by a sure reader."""
    needed = _NEEDED_WORDS.get(row.id)
    if needed is not None and needed.search(words) is None:
        return False
    if not reading.likely:
        return shared_words(row, words) > 0
    return reading.chance >= (_LIKELY if shared_words(row, words) else _SURE) and reading.chance < 1


def _states_fact(words: str) -> bool:
    telling = word_keys(re.sub(r"\d", " ", _SECTIONS.sub(" ", words))) - word_keys(PLAIN_WORDS) - _OF_DATES
    if len(words.split()) < _FEWEST_WORDS or len(telling) < _FEWEST:
        return False
    return _ASKS.search(words) is None and _NO_STATEMENT.search(words) is None


def _is_elsewhere(text: str, span: Span) -> bool:
    """Whether a mention is about another case, person or contract, or what somebody will cite."""
    sentence = sentence_bounds(text, span) or span
    return is_of_another(text, span) or is_about_another_matter(sentence.of(text), span.start - sentence.start)


def quotation(words: str) -> str:
    """A passage on one line, without its list mark, inner quotations in single marks, and cut if it is long."""
    line = re.sub(r"\s+(?=[,.;:])", "", " ".join(_HEAD.sub("", words).split()))
    if line.count("(") > line.count(")") and line.rfind("(") > line.rfind(")"):
        line = line[: line.rfind("(")].rstrip() or line  # the bracket is closed outside the passage
    if len(line.split()) > _LONGEST:
        most = len(" ".join(line.split()[:_LONGEST]))
        breaks = [match.start() for match in _BREAK.finditer(line, 0, most) if match.start() > most // 2]
        line = f"{line[: breaks[-1] if breaks else most].rstrip()} …"
    line = re.sub(r"[\"“]([^\"“”]*)[\"”]", r"‘\1’", line)
    return re.sub(r"[\"“”]", "", line).strip(" ,.;:-")


def _changes_nothing_else(before: MatterReading, reading: IngredientReading, edits: Sequence[TextEdit]) -> bool:
    """Read the text again: no line of law moves, no other ingredient changes, and no fact is lost."""
    changed = rewrite(before.sheet, [(edit.span, edit.text) for edit in edits])
    differences = compare(before, read_matter(changed))
    others = {each.id for pair in differences.ingredients for each in pair if each is not None} - {reading.id}
    if differences.lines or others:
        return False
    kept = {fact.key for fact in changed.facts}
    return all(fact.key in kept for fact in before.sheet.facts)
