"""Adds a supposition to the text as a sentence of its own, where the text cannot be rewritten cleanly.

The words that the supposition contradicts are removed if the rest of the text stays whole. Otherwise the sentence says
that they are left aside. The text is then read again: nothing else that the law looks at may change.
"""

import re
from collections.abc import Iterator, Sequence

from countercase.counterfactual.clauses import (
    SUPPOSED,
    added_after_mention,
    inside_sentence,
    mention_removed,
    reads_badly,
    sentence_bounds,
    without_overlaps,
)
from countercase.counterfactual.fits_matter import makes_sense
from countercase.counterfactual.ingredient_edits import may_be_cut
from countercase.counterfactual.law_reading import (
    MatterReading,
    changed_outside,
    compare,
    read_matter,
)
from countercase.counterfactual.law_words import PLAIN_WORDS, SHORT, row_keys, shared_words
from countercase.counterfactual.line_changes import written_places
from countercase.counterfactual.own_words import (
    in_own_words,
    of_a_man,
    of_a_woman,
    with_injuries_counted,
    with_person,
)
from countercase.counterfactual.person_meant import as_matter_calls_him, with_one_meant
from countercase.counterfactual.polarity import has_finite_verb, is_negative
from countercase.counterfactual.said_already import denies, is_of_another, time_of_denial
from countercase.counterfactual.validator import contradictions
from countercase.domain.checklist import IngredientReading, IngredientStatus
from countercase.domain.facts import EvidenceFact, Fact, FactSheet
from countercase.domain.perturbation import TextEdit
from countercase.domain.span import Span
from countercase.facts.edit import rewrite
from countercase.facts.ingredients import status_in
from countercase.law.ingredients import Ingredient, tables
from countercase.law.ingredients.patterns import word_keys

_LEAST_SHARED = 2  # words with the table that show that a mention is not misread
_SAYS_SO = re.compile(r"[^.]{0,60}\b(?:so|the same)\b")
# What follows a sentence and would hang in the air without it, and the heading of an entry about a witness.
_NEEDS_WORDS_BEFORE = re.compile(
    r"\s*(?:(?:But|However|Yet|Still|Though|Although|And|Declared|Denied|Treated|Resiled|Not|Nor|Also|Says?|Said|Admits?|Only)\b"
    r"|[^.\n]{0,60}\bthe\s(?:first|second|other|former|latter)\b)"
)
_ENTRY = re.compile(r"\s*[A-Z][\w.-]*(?:\s[\w.]+)?\s?(?:\([^()]*\))?:")
_ARTICLE = re.compile(r"(?:The|All|One|Both|An?|Our)\b")
_ARGUES = re.compile(
    r"\b(?:quot(?:es|ed)|cit(?:es|ed)|wrote|argu(?:es|ed)|submit(?:s|ted)|reli(?:es|ed)\s(?:up)?on)\b|\bis\salways\b"
)
_A_RELATIVE = re.compile(r"\b(?:sister|brother|cousin|uncle|nephew|niece)\b")
# The last noun of what is denied: the deed in "No loan deed".
_DENIED_THING = re.compile(
    r"(?:No|Without|Neither)\s(?:\W?[\w-]+\W?\s)*?\W?(?P<thing>[\w-]+)\W*"
    r"(?=\s(?:for|of|to|by|in|on|from|with|was|were|is|are|has|had|at|till|(?!deed|need)[a-z]+ed)\b|\Z)"
)
_DENIED_AT_END = re.compile(r"\bnot\s(?:been\s|yet\s)?(\w+)\W*\Z")
_WISH = re.compile(r"\b(?:wants?|we\ssay|asks?|seeks?|prays?)\b")
_TWO_SENTENCES = re.compile(r"[a-z)\d][.?!]\s+(?:[A-Z]|[su]\.?\s?\d)")
_OMITTED_LETTERS = re.compile(r"\b(?:tho|thro|acc|dec|complt|petr|respdt)'(?=\s|\Z)", re.IGNORECASE)
_TO_THE_CONTRARY = ", leaving aside anything said to the contrary,"
_SHORTEST_QUOTE = 3  # words
_LONGEST_QUOTE = 14  # words; a longer one would have to be cut
_HALF = 0.5
_LIST_ITEM_INSIDE = re.compile(r"\w.*\s\((?:[a-h]|[ivx]{1,4})\)\s")
_CONNECTS = re.compile(r"\A(?:and|but|while|though|although|so|or|that)\s", re.IGNORECASE)
_LIST_MARK = re.compile(
    r"\s*(?:[-*•]\s+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?\s*[:–-]\s*)+"
)
# Sections of the old codes in the tables' sentences, for matters under the new ones.
_IN_NEW_CODE = {
    "Section 41A": "Section 35(3) of the BNSS",
    "Section 65B": "Section 63(4) of the BSA",
    "Section 304B": "Section 80 of the BNS",
}
_DECLARATION = re.compile(r"\bD\.?D\.?[\s-]*\d|\bdeclarations?\b|\bdying\b", re.IGNORECASE)
_CITES_63 = re.compile(r"\b[Ss](?:ec(?:tion)?\.?|\.)?\s?63\b")
_CITES_65B = re.compile(r"65-?B")
_NEW_CODES = frozenset({"BNS", "BNSS", "BSA"})


def added_supposition(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus
) -> tuple[TextEdit, ...]:
    """The edits that add the supposition and, if possible, remove the words it contradicts; none if no way is clean."""
    plain = row.suppose_met if target is IngredientStatus.MET else row.suppose_not
    supposed_here = in_own_words(plain, before.sheet.narrative)
    if supposed_here is None or status_in(tables(), row.id, plain) != target.value:
        return ()
    if not makes_sense(before, reading, row, target, supposed_here):
        return ()
    named = named_supposition(before.sheet, reading, row, plain)
    if named is None:
        return ()
    forms = _ways_to_add(before, reading, row, supposed_clause(named, plain))
    return next((edits for edits in forms if _is_clean(before, reading, target, plain, edits)), ())


def supposed_clause(named: str, plain: str) -> str:
    """The sentence as it follows "that"; a person who took the place of "the accused" keeps the capital letter."""
    is_name = named.partition(" ")[0] != plain.partition(" ")[0] and not _ARTICLE.match(named)
    return inside_sentence(named, opens_with_name=is_name)


def named_supposition(sheet: FactSheet, reading: IngredientReading, row: Ingredient, plain: str) -> str | None:
    """The table's sentence in words of the matter, with its persons and its code; None if it does not fit."""
    own = in_own_words(plain, sheet.narrative)
    named = with_person(own, row.subject, sheet.narrative) if own is not None else None
    named = with_one_meant(named, sheet.narrative, reading.spans) if named is not None else None
    if named is None:
        return None
    named = as_matter_calls_him(named, sheet.narrative)
    named = of_a_man(of_a_woman(named, sheet.narrative, reading.spans), sheet.narrative)
    named = with_injuries_counted(named, sheet.narrative)
    if plain == row.suppose_met and (later := time_of_denial(sheet.narrative, reading)):
        named = f"{named.removesuffix('.')}{later}."
    if reading.provision.act in _NEW_CODES:
        for old, new in _IN_NEW_CODE.items():
            named = named.replace(old, new)
    if _CITES_63.search(sheet.narrative) and not _CITES_65B.search(sheet.narrative):
        named = named.replace("Section 65B", _IN_NEW_CODE["Section 65B"])
    return named


def _ways_to_add(
    before: MatterReading, reading: IngredientReading, row: Ingredient, named: str
) -> Iterator[tuple[TextEdit, ...]]:
    """The sentence with the contradicted words cut or quoted, then with a general reservation only."""
    text = before.sheet.narrative
    contradicted = _contradicted(text, reading, row)
    mention = max(
        contradicted or reading.spans, key=lambda span: (shared_words(row, span.of(text)), span), default=None
    )
    place = _last_in_paragraph(text, mention, contradicted or reading.spans) if mention is not None else None
    if "declarations" in named:  # what is compared must all have been told
        place = max((Span(*match.span()) for match in _DECLARATION.finditer(text)), default=place)
    cuts = [cut for span in contradicted if (cut := _mention_cut(before, reading, row, span)) is not None]
    is_cut_clean = reading.status is IngredientStatus.CONTRARY and not reading.likely
    if cuts and is_cut_clean and len(cuts) == len(reading.spans):
        yield _with_cuts(added_after_mention(text, place, f"{SUPPOSED}{_TO_THE_CONTRARY} that {named}"), cuts)
    quote = _quotation(mention.of(text)) if mention is not None and mention in contradicted else ""
    for aside in dict.fromkeys((_leaving_aside(quote), _TO_THE_CONTRARY)) if reading.spans else ("",):
        yield (added_after_mention(text, place, f"{SUPPOSED}{aside} that {named}"),)


def _last_in_paragraph(text: str, mention: Span, spans: Sequence[Span]) -> Span:
    """The last of some mentions in the paragraph of one: the supposition follows all that it sets aside there."""
    newline = text.find("\n", mention.end)
    paragraph = Span(text.rfind("\n", 0, mention.start) + 1, newline if newline >= 0 else len(text))
    return max([mention, *(span for span in spans if paragraph.contains(span))])


def _with_cuts(added: TextEdit, cuts: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """The added sentence and the cuts. A sentence cut at the very place of the addition is replaced."""
    replaced = next((cut for cut in cuts if cut.span.overlaps(added.span)), None)
    if replaced is not None:
        added = TextEdit(replaced.span, added.text[1:].lstrip())
    return tuple(without_overlaps([added, *cuts]))


def _contradicted(text: str, reading: IngredientReading, row: Ingredient) -> list[Span]:
    """The mentions that the supposition contradicts. Both accounts of a dispute stay: one of them is supposed."""
    if reading.status is IngredientStatus.DISPUTED:
        return []
    spans = [span for span in reading.spans if not is_of_another(text, span)]
    return [span for span in spans if _is_contradicted(reading, row, span.of(text))]


def _is_contradicted(reading: IngredientReading, row: Ingredient, words: str) -> bool:
    """Whether a mention is a statement in the words of the table that denies what is supposed, and not a misreading."""
    if reading.likely or len(words.split()) < _SHORTEST_QUOTE or not (has_finite_verb(words) or denies(words)):
        return False
    shared, telling = shared_words(row, words), len(word_keys(words) - word_keys(PLAIN_WORDS))
    thing = _DENIED_THING.match(words)
    is_denied = thing is not None and word_keys(thing["thing"]) <= row_keys(row)
    is_misread = shared < _LEAST_SHARED and shared <= _HALF * telling and not (shared and is_denied)
    if _WISH.search(words) or _ARGUES.search(words) or is_misread:
        return False
    if any(not word_keys(match[0]) <= row_keys(row) for match in _A_RELATIVE.finditer(words)):
        return False  # "the wedding of the sister never took place"
    denied = _DENIED_AT_END.search(words)
    if denied is not None and not word_keys(denied[1]) <= row_keys(row):
        return False  # an authority that was "not examined" as a witness may yet have read the record
    if reading.status is IngredientStatus.MET and not is_negative(row.suppose_met):
        return not is_negative(words)
    is_for_denials = reading.status is IngredientStatus.CONTRARY and not is_negative(row.suppose_met)
    return not is_for_denials or denies(words)


def _leaving_aside(quote: str) -> str:
    """The words that name what the supposition contradicts."""
    return f", leaving aside “{quote}” and anything else to that effect," if quote else _TO_THE_CONTRARY


def _quotation(words: str) -> str:
    """A mention as it is quoted: on one line, quotations in it in single marks; none if it is long."""
    if _LIST_ITEM_INSIDE.search(words) or _TWO_SENTENCES.search(words) or _OMITTED_LETTERS.search(words):
        return ""
    words = _LIST_MARK.sub("", words, count=1) if _LIST_MARK.match(words) else words
    words = _CONNECTS.sub("", words)
    words = re.sub(r"[\"“]([^\"“”]*)[\"”]", r"‘\1’", words)
    parts = re.sub(r"[\"“”]", "", words).strip(" ,.;:-\n").split()
    if words.count("'") == 1:  # half of a quotation
        parts = " ".join(part.strip("'") for part in parts).strip(" ,.;:-").split()
    if len(parts) > _LONGEST_QUOTE:
        return ""
    quoted = re.sub(r"\A‘([^‘’]*)’\Z", r"\1", " ".join(parts))
    return quoted if quoted.count("‘") == quoted.count("’") else re.sub("[‘’]", "", quoted)


def _mention_cut(before: MatterReading, reading: IngredientReading, row: Ingredient, span: Span) -> TextEdit | None:
    """The edit that removes one mention; None if the rest of the text would not stay whole."""
    text = before.sheet.narrative
    cut, bounds = mention_removed(text, span), sentence_bounds(text, span)
    if cut is None or bounds is None or cut.span.end < bounds.end - 1:
        return None  # what follows in the sentence may be about it
    if len(cut.span.of(text).split()) > SHORT or shared_words(row, span.of(text)) < _LEAST_SHARED:
        return None  # it may say something else as well
    is_needed = _NEEDS_WORDS_BEFORE.match(text, cut.span.end) or _ENTRY.match(text, cut.span.start)
    leaves_text_whole = not is_needed and not _SAYS_SO.match(text, cut.span.end)
    return cut if leaves_text_whole and may_be_cut(before, reading, cut) else None


def _is_clean(
    before: MatterReading,
    reading: IngredientReading,
    target: IngredientStatus,
    plain: str,
    edits: tuple[TextEdit, ...],
) -> bool:
    """Read the text again: the supposition is read, no line moves, no fact is lost, and nothing else changes."""
    cuts = edits[1:]
    status = status_in(tables(), reading.id, _without_contradiction(before, reading, plain, edits))
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
    strays = changed_outside(before, after, [cut.span for cut in cuts], written_places(edits)[:1])
    if compare(before, after).lines or any(stray != reading.id for stray in strays):
        return False
    keys_after = {fact.key for fact in changed.facts}
    return all(fact.key in keys_after or _is_contradicted_evidence(fact, edits) for fact in before.sheet.facts)


def _is_contradicted_evidence(fact: Fact, edits: Sequence[TextEdit]) -> bool:
    """Whether a fact is evidence that only the removed words mention."""
    return isinstance(fact, EvidenceFact) and all(
        any(edit.span.contains(span) for edit in edits) for span in fact.spans
    )


def _without_contradiction(
    before: MatterReading, reading: IngredientReading, plain: str, edits: Sequence[TextEdit]
) -> str:
    """The new text with the bare supposition, and with the words that it contradicts blanked where they had to stay."""
    text = before.sheet.narrative
    added = edits[0]
    kept = added.text[0] if added.text.startswith(tuple(".?!")) else ""
    bare = TextEdit(added.span, f"{kept} {SUPPOSED} that {inside_sentence(plain)}")
    left_in_place = [span for span in reading.spans if not any(edit.span.overlaps(span) for edit in edits[1:])]
    blanks = [TextEdit(span, " " * len(span)) for span in left_in_place if not span.overlaps(added.span)]
    for edit in sorted([bare, *edits[1:], *blanks], key=lambda edit: (edit.span, edit in blanks), reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _rewritten(sheet: FactSheet, edits: Sequence[TextEdit]) -> FactSheet:
    return rewrite(sheet, [(edit.span, edit.text) for edit in edits])
