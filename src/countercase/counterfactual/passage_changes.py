"""What-ifs in the words of the matter itself: a passage is supposed not to be so, or a disputed point to be settled.

The sentences of the tables speak of the usual case. Where they do not fit, the question is still put, by quoting the
passage that the reading rests on: "Suppose that this were not so: “C died, never examined”." In the text the passage is
replaced by a note in brackets, so that search and measurement no longer see it.
"""

import re
from collections.abc import Sequence

from countercase.counterfactual.asked_where import is_asked_here, never_supposed
from countercase.counterfactual.clauses import SUPPOSED, added_after_mention, sentence_bounds
from countercase.counterfactual.fits_matter import is_idle_question
from countercase.counterfactual.law_reading import MatterReading, changed_outside, compare, read_matter
from countercase.counterfactual.law_words import PLAIN_WORDS, shared_words
from countercase.counterfactual.said_already import denies, is_of_another
from countercase.counterfactual.settled_points import is_alleged_before_trial, is_beside_only_point
from countercase.domain.checklist import IngredientReading, IngredientStatus
from countercase.domain.perturbation import TextEdit
from countercase.domain.span import Span
from countercase.facts.edit import rewrite
from countercase.facts.other_matters import is_about_another_matter
from countercase.law.ingredients import Ingredient
from countercase.law.ingredients.patterns import word_keys

_NOTE = "[supposed otherwise]"  # stands in the text for a passage that is supposed not to be so
_LONGEST = 26  # words of a passage that are quoted
_FEWEST_WORDS = 3  # a shorter passage states nothing by itself
_FEWEST = 2  # ... nor does one with fewer telling words
_MOST_MENTIONS = 3
_ASKS = re.compile(r"\?|\A\W*(?:Did|Does|Do|Is|Was|Were|Are|Has|Had|Whether|Can|Could|May|Which|What|Who|How|If)\b")
# The heading that names the proceeding, and words that say something only with those before them.
_NO_STATEMENT = re.compile(
    r"\A\W*(?:(?:Crl|Civil|Criminal|First|Second|Regular)\.?\s)?(?:Appeal|App|Appl?n|Application|Petition|Revision|Writ|Bail"
    r"|SLP|Suit|WP|OA)\b[^.]*\b(?:under|u/s|against|agst|arising)\b|\b(?:says?|said|stated?|denie[sd])\s(?:so|it|this|the\ssame)\b"
)
# What the matter is about: nobody asks what would be if nobody had died.
_EVENT_ITSELF = frozenset(
    "murder.homicidal-death dowry-death.unnatural-death abetment-of-suicide.suicide circumstantial.homicidal"
    " motor-claim.accident negligent-death.death sudden-fight.death".split()
)
_OF_DATES = word_keys(
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday"
    " am pm noon night dated date"
)
_HEAD = re.compile(
    r"\A\s*(?:[-*•]\s+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\s*[:–-]\s*"
    r"|(?:and|but|while|though|although|so|or|that)\s)+",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[;:,](?=\s)|\s[-–]\s|[.?!](?=\s+[A-Z])")


def passage_target(before: MatterReading, reading: IngredientReading) -> IngredientStatus:
    """The status that a change in the matter's own words would give an ingredient."""
    if reading.status is IngredientStatus.CONTRARY:
        return IngredientStatus.MET
    if reading.status is IngredientStatus.MET or is_alleged_before_trial(before.sheet.narrative, reading):
        return IngredientStatus.CONTRARY
    return IngredientStatus.MET


def passage_supposed(before: MatterReading, reading: IngredientReading, row: Ingredient) -> str | None:
    """The supposition about the passages of a reading, as a sentence; None if it cannot or should not be asked."""
    text = before.sheet.narrative
    target = passage_target(before, reading)
    is_event = row.id in _EVENT_ITSELF and reading.status is IngredientStatus.MET
    if is_event or row.id in never_supposed() or f"{row.id}:{target.value}" in never_supposed():
        return None
    if (
        not is_asked_here(before, row)
        or is_beside_only_point(text, row)
        or is_idle_question(before, reading, row, target)
    ):
        return None
    mention = quoted_mention(text, reading, row)
    if mention is None:
        return None
    if reading.status is IngredientStatus.DISPUTED and reading.likely and not shared_words(row, mention.of(text)):
        return None  # nobody could tell what is in dispute
    quote = quotation(mention.of(text))
    if reading.status is not IngredientStatus.DISPUTED:
        return f"Suppose that this were not so: “{quote}”."
    settled = "beyond dispute" if target is IngredientStatus.MET else "ruled out"
    return f"Suppose that “{row.name}” were {settled}; the matter now says: “{quote}”."


def passage_edits(before: MatterReading, reading: IngredientReading, row: Ingredient) -> tuple[TextEdit, ...]:
    """The edits that carry the supposition into the text; none if they would change more than these passages."""
    text = before.sheet.narrative
    mention = quoted_mention(text, reading, row)
    if mention is None or len(reading.spans) > _MOST_MENTIONS:
        return ()
    edits: tuple[TextEdit, ...]
    if reading.status is IngredientStatus.DISPUTED:
        settled = "beyond dispute" if passage_target(before, reading) is IngredientStatus.MET else "ruled out"
        edits = (added_after_mention(text, mention, f"{SUPPOSED} that “{row.name}” is {settled}."),)
    else:
        alike = [span for span in reading.spans if span == mention or shared_words(row, span.of(text))]
        edits = tuple(TextEdit(_without_head(text, span), _NOTE) for span in alike)
    return edits if _changes_nothing_else(before, edits) else ()


def quoted_mention(text: str, reading: IngredientReading, row: Ingredient) -> Span | None:
    """The mention to quote: of a dispute one that affirms, then that with most words of the table, then the shortest.

    None if no mention states a fact of this matter.
    """
    mentions = [span for span in reading.spans if _states_fact(span.of(text)) and not _is_elsewhere(text, span)]
    is_disputed = reading.status is IngredientStatus.DISPUTED
    return min(
        mentions,
        key=lambda span: (is_disputed and denies(span.of(text)), -shared_words(row, span.of(text)), len(span)),
        default=None,
    )


def _states_fact(words: str) -> bool:
    telling = word_keys(re.sub(r"\d", " ", words)) - word_keys(PLAIN_WORDS) - _OF_DATES
    if len(words.split()) < _FEWEST_WORDS or len(telling) < _FEWEST:
        return False
    return _ASKS.search(words) is None and _NO_STATEMENT.search(words) is None


def _is_elsewhere(text: str, span: Span) -> bool:
    """Whether a mention is about another case, person or contract, or what somebody will cite."""
    sentence = sentence_bounds(text, span) or span
    return is_of_another(text, span) or is_about_another_matter(sentence.of(text), span.start - sentence.start)


def _without_head(text: str, span: Span) -> Span:
    """A mention without its list mark or the date of its entry, which stay in the text."""
    head = _HEAD.match(span.of(text))
    return Span(span.start + head.end(), span.end) if head is not None and head.end() < len(span) else span


def quotation(words: str) -> str:
    """A passage on one line, without its list mark, inner quotations in single marks, and cut if it is long."""
    line = " ".join(_HEAD.sub("", words).split())
    if line.count("(") > line.count(")") and line.rfind("(") > line.rfind(")"):
        line = line[: line.rfind("(")].rstrip() or line  # the bracket is closed outside the passage
    if len(line.split()) > _LONGEST:
        most = len(" ".join(line.split()[:_LONGEST]))
        breaks = [match.start() for match in _BREAK.finditer(line, 0, most) if match.start() > most // 2]
        line = f"{line[: breaks[-1] if breaks else most].rstrip()} …"
    line = re.sub(r"[\"“]([^\"“”]*)[\"”]", r"‘\1’", line)
    return re.sub(r"[\"“”]", "", line).strip(" ,.;:-")


def _changes_nothing_else(before: MatterReading, edits: Sequence[TextEdit]) -> bool:
    """Read the text again: no line of law moves, and nothing changes outside the passages."""
    changed = rewrite(before.sheet, [(edit.span, edit.text) for edit in edits])
    after = read_matter(changed)
    if compare(before, after).lines:
        return False
    edited = [edit.span for edit in edits]
    if changed_outside(before, after, edited, edited):
        return False
    kept = {fact.key for fact in changed.facts}
    return all(
        fact.key in kept or all(any(span.overlaps(edit) for edit in edited) for span in fact.spans)
        for fact in before.sheet.facts
    )
