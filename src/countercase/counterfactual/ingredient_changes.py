"""What-ifs that give a matter an ingredient or take it away, each with its law and, if a clean one exists, its edit.

If no clean edit exists, one sentence is added to the text, which says that it is a supposition and stands after the
words it contradicts. Those words are removed if the rest of the text stays whole. The text is then read again: nothing
else that the law looks at may change.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

from countercase.counterfactual.clauses import (
    inside_sentence,
    mention_removed,
    reads_badly,
    sentence_added,
    sentence_bounds,
    without_overlaps,
)
from countercase.counterfactual.ingredient_edits import best_edits, may_be_cut
from countercase.counterfactual.law_reading import (
    MatterReading,
    changed_outside,
    compare,
    ingredient_law,
    read_matter,
)
from countercase.counterfactual.law_words import (
    PLAIN_WORDS,
    fits_scene,
    has_assumed_things,
    may_be_supposed,
    shared_words,
)
from countercase.counterfactual.line_changes import written_places
from countercase.counterfactual.polarity import is_negative
from countercase.counterfactual.validator import contradictions
from countercase.domain.facts import FactSheet, IngredientFact, ProofFact, SectionFact
from countercase.domain.ingredients import IngredientReading, IngredientStatus
from countercase.domain.perturbation import Perturbation, TextEdit
from countercase.domain.span import Span
from countercase.facts.edit import rewrite
from countercase.facts.ingredients import status_in
from countercase.law.ingredients import Ingredient, SubjectKind, tables
from countercase.law.ingredients.patterns import word_keys

_MET, _CONTRARY = IngredientStatus.MET, IngredientStatus.CONTRARY
_SAYS_SO = re.compile(r"[^.]{0,60}\b(?:so|the same)\b")
_NO_DOUBT = re.compile(r"\b(?:no|without|beyond)\s(?:any\s)?doubt\b")
_AGAINST = re.compile(
    r"\b(?:reject|withh|den[iy]|dismiss|hostile|resil|un[a-z]{4,}|only|late[r]?|delay|after|contrary|another|instead"
    r"|joint|one|wrong|false|forged|invented|expired|bare|blank|nil|silent)\w*",
    re.IGNORECASE,
)
_WAS_GIVEN = re.compile(
    r"\b(?:was|were|has been|had been)\s(?:given|granted|allowed|supplied|furnished|served|produced)\b"
)
_NEARLY_ALL, _HALF = 0.67, 0.5  # shares of the words of the supposition that a clause already has
_SUPPOSED = "It is supposed here that"
_PRONOUNS = {"she": "she", "her": "she", "he": "he", "him": "he", "his": "he", "they": "they", "them": "they"}
_PRONOUN = re.compile(r"\b(?:she|her|he|him|his|they|them)\b", re.IGNORECASE)
_POSSESSIVE = re.compile(
    r"(?:his|her)\s(?!to\b|out\b|away\b|regularly\b|into\b|from\b|and\b|or\b|with\b|without\b)[a-z]", re.IGNORECASE
)
# Nouns in a sentence of the tables to which a later pronoun of the same sentence refers.
_ANTECEDENT = re.compile(
    r"\b(?:accused|plaintiff|complainant|defendant|deceased|witness(?:es)?|appellant|petitioner|child|driver|tenant"
    r"|landlord|vendor|husband|wife|detenu|persons?|victim|officer|doctor|[Mm]agistrate|workman|employee|purchaser"
    r"|applicant|authority|arbitrator|insured|executant|principal|director|owner|parties|acts|parcels|relatives"
    r"|claimants|samples|robbers|words|approver|callers|boy|another|transferee|lender|buyer|seller|occupant|landowner"
    r"|contemnor|prosecutrix|girl|woman)\b"
)


def suppose_ingredient(
    before: MatterReading, reading: IngredientReading, may_edit: bool = True, may_suppose: bool = True
) -> Perturbation:
    """The change that reverses one ingredient, with its law.

    If there is no clean edit, the supposition is added to the text as a sentence. If that is not clean either, the
    change has no edits.
    """
    row = tables().ingredients[reading.id]
    for target in _targets(reading.status):
        edits = best_edits(before, reading, row, target) if may_edit else None
        if edits is not None:
            return _change(before.sheet, reading, row, target, edits)
    target = _targets(reading.status)[0]
    edits = added_supposition(before, reading, row, target) if may_suppose else ()
    return replace(_change(before.sheet, reading, row, target, edits), adds_supposition=bool(edits))


def _targets(status: IngredientStatus) -> tuple[IngredientStatus, ...]:
    if status is _MET:
        return (_CONTRARY,)
    return (_MET, _CONTRARY) if status is IngredientStatus.DISPUTED else (_MET,)


def _change(
    sheet: FactSheet, reading: IngredientReading, row: Ingredient, target: IngredientStatus, edits: tuple[TextEdit, ...]
) -> Perturbation:
    is_proof = tables().subjects[row.subject].kind is SubjectKind.PROOF
    fact_class = ProofFact if is_proof else IngredientFact
    old = fact_class(
        spans=reading.spans,
        found_by="what-if",
        ingredient=reading.id,
        name=reading.ingredient,
        provision=reading.provision,
        status=reading.status.value,
    )
    new = replace(old, status=target.value, spans=tuple(written_places(edits)[:1]))
    sentence = row.suppose_met if target is _MET else row.suppose_not
    law = replace(ingredient_law(row, reading.provision, target), also=_other_provisions(sheet, reading))
    basis = f"ingredient {row.id} ({reading.provision.id}): {row.source}"
    return Perturbation(old, new, "ingredient", basis, f"Suppose that {inside_sentence(sentence)}", edits, law)


def _other_provisions(sheet: FactSheet, reading: IngredientReading) -> tuple[str, ...]:
    """Ids of the next section that lays the ingredient down (302 beside 300), and of others that the matter cites."""
    cited = {fact.provision.base for fact in sheet.facts if isinstance(fact, SectionFact)}
    needing = [*reading.also[:1], *(provision for provision in reading.also[1:] if provision.base in cited)]
    return tuple(provision.id for provision in needing)


# The supposition as a sentence of its own.


def added_supposition(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus
) -> tuple[TextEdit, ...]:
    """The edits that add the supposition and, if possible, remove the words it contradicts; none if no way is clean."""
    plain = row.suppose_met if target is IngredientStatus.MET else row.suppose_not
    text = before.sheet.narrative
    if reading.spans:
        is_fit = may_be_supposed(row, plain, text, is_certain=not reading.likely)
    else:
        is_fit = fits_scene(plain, text) and has_assumed_things(row, text)
    if not is_fit or _is_doubtful(before, reading, row) or _is_said_already(text, reading, plain, target):
        return ()
    if status_in(tables(), row.id, plain) != target.value:
        return ()
    with_names = with_person(plain, row.subject, text)
    if with_names is None:
        return ()
    sentence = f"{_SUPPOSED} {inside_sentence(with_names)}"
    forms = _ways_to_add(before, reading, row, sentence)
    return next((edits for edits in forms if _is_clean(before, reading, target, edits)), ())


def _is_doubtful(before: MatterReading, reading: IngredientReading, row: Ingredient) -> bool:
    """Whether only the learned reader raises the subject, in words that the table does not use."""
    if not reading.likely:
        return False
    is_raised_by_rules = any(other.subject == reading.subject and other.spans for other in before.ingredients)
    return not is_raised_by_rules and not any(
        shared_words(row, span.of(before.sheet.narrative)) for span in reading.spans
    )


def _is_said_already(text: str, reading: IngredientReading, plain: str, target: IngredientStatus) -> bool:
    """Whether words read as the contrary already state, without a denial, what would be supposed: a misreading."""
    is_reversed = reading.status is IngredientStatus.CONTRARY and target is IngredientStatus.MET
    if not is_reversed or is_negative(plain):
        return False
    supposed_words = word_keys(plain) - word_keys(PLAIN_WORDS)
    for words in _clauses(text, reading.spans):
        shared = len(word_keys(words) & supposed_words) / max(len(supposed_words), 1)
        is_affirmed = shared > _NEARLY_ALL or (shared >= _HALF and (reading.likely or _WAS_GIVEN.search(words)))
        if is_affirmed and not is_negative(words) and not _AGAINST.search(words):
            return True
    return False


def _clauses(text: str, spans: Sequence[Span]) -> Iterator[str]:
    """The mentions, and every clause of their sentences."""
    for span in spans:
        sentence = sentence_bounds(text, span) or span
        yield from (_NO_DOUBT.sub("", words) for words in (span.of(text), *re.split(r"[;,]\s", sentence.of(text))))


def _ways_to_add(
    before: MatterReading, reading: IngredientReading, row: Ingredient, sentence: str
) -> Iterator[tuple[TextEdit, ...]]:
    text = before.sheet.narrative
    mention = _mention_contradicted(text, reading.spans, row)
    added = sentence_added(text, mention, sentence)
    cuts = [_mention_cut(before, reading, row, span) for span in reading.spans]
    # Both accounts of a dispute stay: one of them is what is supposed.
    if cuts and None not in cuts and reading.status is not IngredientStatus.DISPUTED:
        edits = without_overlaps([added, *(cut for cut in cuts if cut is not None)])
        if len({cut.span for cut in cuts if cut is not None}) == len(edits) - 1:
            yield tuple(edits)
    yield (added,)


def _mention_cut(before: MatterReading, reading: IngredientReading, row: Ingredient, span: Span) -> TextEdit | None:
    """The edit that removes one mention; None if the rest of the text would not stay whole."""
    text = before.sheet.narrative
    cut, bounds = mention_removed(text, span), sentence_bounds(text, span)
    if cut is None or bounds is None or cut.span.end < bounds.end - 1:
        return None  # what follows in the sentence may be about it
    leaves_text_whole = shared_words(row, span.of(text)) and not _SAYS_SO.match(text, cut.span.end)
    return cut if leaves_text_whole and may_be_cut(before, reading, cut) else None


def _mention_contradicted(text: str, spans: Sequence[Span], row: Ingredient) -> Sequence[Span]:
    """The mention that shares most words with the table's sentences; among equals the last."""
    return [max(spans, key=lambda span: (shared_words(row, span.of(text)), span))] if spans else ()


def _is_clean(
    before: MatterReading, reading: IngredientReading, target: IngredientStatus, edits: tuple[TextEdit, ...]
) -> bool:
    """Read the text again: the supposition is read, no line moves, no fact is lost, and nothing else changes."""
    cuts = edits[1:]
    status = status_in(tables(), reading.id, _without_contradiction(before, reading, edits))
    if status not in {target.value, IngredientStatus.DISPUTED.value}:  # a witness may still say otherwise
        return False
    if cuts and reads_badly(before.sheet.narrative, _rewritten(before.sheet, cuts).narrative):
        return False
    changed = _rewritten(before.sheet, edits)
    old_contradictions = set(contradictions(before.sheet))
    # A supposition may contradict what the text says of the same evidence.
    if any(
        contradiction not in old_contradictions and not contradiction.endswith("on the sheet already")
        for contradiction in contradictions(changed)
    ):
        return False
    after = read_matter(changed)
    strays = changed_outside(before, after, (), written_places(edits)[:1])
    if compare(before, after).lines or any(stray != reading.id for stray in strays):
        return False
    keys_after = {fact.key for fact in changed.facts}
    return all(fact.key in keys_after for fact in before.sheet.facts)


def _without_contradiction(before: MatterReading, reading: IngredientReading, edits: Sequence[TextEdit]) -> str:
    """The new text, with the words that the supposition contradicts blanked where they had to stay."""
    left_in_place = [span for span in reading.spans if not any(edit.span.overlaps(span) for edit in edits[1:])]
    text = before.sheet.narrative
    blanks = [TextEdit(span, " " * len(span)) for span in left_in_place]
    for edit in sorted([*edits, *blanks], key=lambda edit: (edit.span, edit in blanks), reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _rewritten(sheet: FactSheet, edits: Sequence[TextEdit]) -> FactSheet:
    return rewrite(sheet, [(edit.span, edit.text) for edit in edits])


def with_person(sentence: str, subject: str, text: str) -> str | None:
    """The sentence with the first of each pronoun replaced by the person; None if nobody could tell who "he" is."""
    for whom in ("she", "he", "they"):
        match = next((match for match in _PRONOUN.finditer(sentence) if _PRONOUNS[match[0].lower()] == whom), None)
        if match is None or _has_antecedent(sentence[: match.start()], whom):
            continue
        row = _persons().get((subject, whom))
        if row is None or (row["unless"] and re.search(rf"\b(?:{row['unless']})\b", text)):
            return None
        choices = row["person"].split("|")
        person = next((choice for choice in choices if choice.split()[-1] in text), choices[-1])
        if match[0].lower() == "his" or _POSSESSIVE.match(sentence, match.start()):
            person += "'s"
        person = person if match.start() else person[0].upper() + person[1:]
        sentence = sentence[: match.start()] + person + sentence[match.end() :]
    return sentence


def _has_antecedent(words: str, whom: str) -> bool:
    """Whether the sentence has, before the pronoun, a noun to which it can refer."""
    nouns = set(_ANTECEDENT.findall(words))
    women = {"wife", "prosecutrix", "woman", "girl"}
    return bool(nouns - ({"accused", "husband"} if whom == "she" else women))


@cache
def _persons() -> dict[tuple[str, str], dict[str, str]]:
    """The person meant by "he", "she" or "they" in the sentences of a subject, unless the matter has certain words."""
    table = resources.files("countercase.counterfactual").joinpath("data", "persons.csv").read_text(encoding="utf-8")
    return {(row["subject"], row["pronoun"]): row for row in csv.DictReader(table.splitlines())}
