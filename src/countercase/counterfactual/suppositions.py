"""Adds a supposition to the text as a sentence of its own, where the text cannot be rewritten cleanly.

The words that the supposition contradicts are removed if the rest of the text stays whole. Otherwise the sentence says
that they are left aside. The text is then read again: nothing else that the law looks at may change.
"""

import re
from collections.abc import Iterator, Sequence

from countercase.counterfactual.clauses import (
    SUPPOSED,
    added_to_paragraph,
    inside_sentence,
    mention_removed,
    reads_badly,
    sentence_bounds,
    without_overlaps,
)
from countercase.counterfactual.ingredient_edits import may_be_cut
from countercase.counterfactual.law_reading import MatterReading, changed_outside, compare, read_matter
from countercase.counterfactual.law_words import (
    PLAIN_WORDS,
    SEVERAL_ACCUSED,
    SHORT,
    has_assumed_things,
    may_be_supposed,
    shared_words,
)
from countercase.counterfactual.line_changes import written_places
from countercase.counterfactual.polarity import has_finite_verb, is_negative
from countercase.counterfactual.pronouns import of_a_woman, with_person
from countercase.counterfactual.validator import contradictions
from countercase.domain.facts import EvidenceFact, Fact, FactSheet, NumericalFact, Quantity
from countercase.domain.ingredients import IngredientReading, IngredientStatus
from countercase.domain.perturbation import TextEdit
from countercase.domain.span import Span
from countercase.facts.edit import rewrite
from countercase.facts.ingredients import status_in
from countercase.law.ingredients import Ingredient, tables
from countercase.law.ingredients.patterns import word_keys

_SAYS_SO = re.compile(r"[^.]{0,60}\b(?:so|the same)\b")
# What follows a sentence and would hang in the air without it, and the heading of an entry about a witness.
_NEEDS_WORDS_BEFORE = re.compile(
    r"\s*(?:(?:But|However|Yet|Still|Though|Although|And|Declared|Denied|Treated|Resiled|Not|Nor|Also|Says?|Said|Admits?|Only)\b"
    r"|[^.\n]{0,60}\bthe\s(?:first|second|other|former|latter)\b)"
)
_ENTRY = re.compile(r"\s*[A-Z][\w.-]*(?:\s[\w.]+)?\s?(?:\([^()]*\))?:")
_NO_DOUBT = re.compile(r"\b(?:no|without|beyond)\s(?:any\s)?doubt\b")
# Words that affirm what they seem to deny: "the inquest leaves no doubt of suicide".
_AFFIRMS = re.compile(
    r"\bno\s(?:manner\sof\s)?doubt\b|\b(?:not|never|nobody|no\sone)\s(?:now\s|seriously\s)?(?:in\s)?(?:disput|contest|challeng)\w*"
)
# Words about another contract or case, which say nothing about this one.
_OF_ANOTHER = re.compile(
    r"(?<!\b[Nn]o\s)\b(?:older|previous|prior|earlier)\s(?:agmt|agreement|contract|deed|suit|case|matter|petition)\b"
    r"|\b(?:sister|companion|connected)\s(?:suit|case|matter|petition|appeal)\b",
    re.IGNORECASE,
)
_CO_ACCUSED = re.compile(r"\bco-?acc(?:used|d)\b", re.IGNORECASE)
_AGAINST = re.compile(
    r"\b(?:reject|withh|den[iy]|dismiss|hostile|resil|un[a-z]{4,}|only|late[r]?|delay|after|contrary|another|instead"
    r"|joint|one|wrong|false|forged|invented|expired|bare|blank|nil|silent)\w*",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(?:reject|withh|den[iy]|dismiss|hostile|resil|un[a-z]{4,}|delay|contrary|instead|wrong|false|forged|expired|blank"
    r"|nil|silent|none|w/o|open|oral|late)\w*",
    re.IGNORECASE,
)
_LATER = re.compile(r"\b(?:after|later)\b")
_WAS_GIVEN = re.compile(
    r"\b(?:was|were|has been|had been)\s(?:given|granted|allowed|supplied|furnished|served|produced)\b"
)
_NEARLY_ALL, _HALF = 0.67, 0.5  # shares of the words of the supposition that a clause already has
_ABOUT_TIME = re.compile(
    r"\b(?:\d+|one|two|three|six|seven|twelve|thirty|sixty|ninety)\s(?:years?|months?|weeks?|days?|hours?)\b"
    r"|\bin\stime\b|\brun\sout\b|\bexpired\b|\binto\sforce\b|\bperiod\s(?:from|is|the\ssection)\b"
)
_PRESUPPOSED = re.compile(r"\bthe\s(?P<thing>[a-z]+)\s(?P<deed>ordered|granted|fixed|agreed|offered)\b")
_DEATH = re.compile(r"\b(?:deceased|dec['’]?d|dead|die[sd]?|death|killed|murder\w*|late)\b", re.IGNORECASE)
_NEEDED_THINGS = {"accountant": "accountant", "complaint": r"[Cc]ompl|FIR|F\.I\.R"}  # with the words that show them
_BELOW_AGE = re.compile(r"\bbelow (?:twelve|sixteen|eighteen)\b")
_GROWN_UP = 20  # years
_TO_THE_CONTRARY = ", leaving aside anything said to the contrary,"
_SHORTEST_QUOTE = 3  # words
_LONGEST_QUOTE, _QUOTE_EDGE = 14, 6  # words; a longer quotation keeps so many at each end
_LEAST_SHARED = 2  # words with the table that show that the learned reader has not misread a long mention
_LIST_ITEM_INSIDE = re.compile(r"\w.*\s\((?:[a-h]|[ivx]{1,4})\)\s")
_CONNECTS = re.compile(r"\A(?:and|but|while|though|although|so|or)\s", re.IGNORECASE)
_LIST_MARK = re.compile(
    r"\s*(?:[-*•]\s+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?\s*[:–-]\s*)+"
)
# Sections of the old codes in the tables' sentences, for matters under the new ones.
_IN_NEW_CODE = {
    "Section 41A": "Section 35(3) of the BNSS",
    "Section 65B": "Section 63(4) of the BSA",
    "Section 304B": "Section 80 of the BNS",
}
_CITES_63 = re.compile(r"\b[Ss](?:ec(?:tion)?\.?|\.)?\s?63\b")
_CITES_65B = re.compile(r"65-?B")
_NEW_CODES = frozenset({"BNS", "BNSS", "BSA"})


def added_supposition(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus
) -> tuple[TextEdit, ...]:
    """The edits that add the supposition and, if possible, remove the words it contradicts; none if no way is clean."""
    plain = row.suppose_met if target is IngredientStatus.MET else row.suppose_not
    if not _makes_sense(before, reading, row, target, plain):
        return ()
    named = named_supposition(before.sheet, reading, row, plain)
    if named is None:
        return ()
    forms = _ways_to_add(before, reading, row, inside_sentence(named))
    return next((edits for edits in forms if _is_clean(before, reading, target, plain, edits)), ())


def named_supposition(sheet: FactSheet, reading: IngredientReading, row: Ingredient, plain: str) -> str | None:
    """The table's sentence with persons for pronouns, and sections of the code that governs the matter."""
    named = with_person(plain, row.subject, sheet.narrative)
    if named is None:
        return None
    named = of_a_woman(named, sheet.narrative, reading.spans)
    if reading.provision.act in _NEW_CODES:
        for old, new in _IN_NEW_CODE.items():
            named = named.replace(old, new)
    if _CITES_63.search(sheet.narrative) and not _CITES_65B.search(sheet.narrative):
        named = named.replace("Section 65B", _IN_NEW_CODE["Section 65B"])
    return named


def _makes_sense(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus, plain: str
) -> bool:
    """Whether the supposition fits the matter: its things and its dates, and the words were not misread."""
    text = before.sheet.narrative
    if reading.spans:
        is_fit = may_be_supposed(row, plain, text, is_certain=not reading.likely)
    else:
        is_raised = any(other.subject == row.subject and other.spans for other in before.ingredients)
        is_fit = is_raised and may_be_supposed(row, plain, text, is_certain=False) and has_assumed_things(row, text)
    if not is_fit or _is_doubtful(before, reading, row) or _is_said_already(text, reading, plain, target):
        return False
    if _is_reckoned(before, row, plain) or _presupposes_too_much(plain, text) or _is_far_from_age(before, plain):
        return False
    return status_in(tables(), row.id, plain) == target.value


def _is_reckoned(before: MatterReading, row: Ingredient, plain: str) -> bool:
    """Whether the dates in the text already decide it: then only another date could change it."""
    of_row = [rule.line for rule in tables().lines if rule.ingredient == row.id]
    bases = {provision.base for provision in row.provisions}
    return any(
        any(line.rule == rule or (rule.endswith("*") and line.rule.startswith(rule[:-1])) for rule in of_row)
        or (line.provision.base in bases and _ABOUT_TIME.search(plain))
        for line in before.lines
    )


def _presupposes_too_much(plain: str, text: str) -> bool:
    """Whether the sentence speaks of an order that nobody made, a death that nobody died, or one of several accused."""
    if "deceased" in plain and not _DEATH.search(text):
        return True
    if any(thing in plain and not re.search(words, text) for thing, words in _NEEDED_THINGS.items()):
        return True
    deed = _PRESUPPOSED.search(plain)
    if deed is not None:
        near = r"\W+(?:\w+\W+){0,3}"
        if not re.search(rf"{deed['thing']}{near}{deed['deed']}|{deed['deed']}{near}{deed['thing']}", text):
            return True
    return "accused himself" in plain and SEVERAL_ACCUSED.search(text) is not None


def _is_far_from_age(before: MatterReading, plain: str) -> bool:
    """Whether a grown person would be supposed to be a child."""
    ages = [
        fact.value
        for fact in before.sheet.facts
        if isinstance(fact, NumericalFact) and fact.quantity is Quantity.AGE and fact.unit == "years"
    ]
    return _BELOW_AGE.search(plain) is not None and bool(ages) and min(ages) >= _GROWN_UP


def _is_doubtful(before: MatterReading, reading: IngredientReading, row: Ingredient) -> bool:
    """Whether only the learned reader raises the subject, in words that the table does not use."""
    if not reading.likely:
        return False
    is_raised_by_rules = any(other.subject == reading.subject and other.spans for other in before.ingredients)
    return not is_raised_by_rules and not any(
        shared_words(row, span.of(before.sheet.narrative)) for span in reading.spans
    )


def _is_said_already(text: str, reading: IngredientReading, plain: str, target: IngredientStatus) -> bool:
    """Whether words read as the contrary already state what would be supposed, or are about something else."""
    mentions = [span.of(text) for span in reading.spans]
    if mentions and all(_is_of_another(text, span) for span in reading.spans):
        return True
    is_reversed = reading.status is IngredientStatus.CONTRARY and target is IngredientStatus.MET
    if not is_reversed or is_negative(plain):
        return False
    if any(_AFFIRMS.search(words) for words in mentions):
        return True
    if reading.likely and not any(_denies(words) for words in _clauses(text, reading.spans)):
        return True  # the learned reader has taken an assertion for a denial
    supposed_words = word_keys(plain) - word_keys(PLAIN_WORDS)
    for words in _clauses(text, reading.spans):
        shared = len(word_keys(words) & supposed_words) / max(len(supposed_words), 1)
        is_affirmed = shared > _NEARLY_ALL or (shared >= _HALF and (reading.likely or _WAS_GIVEN.search(words)))
        if is_affirmed and not is_negative(words) and not _AGAINST.search(words):
            return True
    return False


def _is_of_another(text: str, span: Span) -> bool:
    """Whether a mention is about another contract or case, or about somebody else who was accused."""
    sentence = sentence_bounds(text, span) or span
    return bool(_OF_ANOTHER.search(span.of(text)) or _CO_ACCUSED.search(text, sentence.start, span.end))


def _clauses(text: str, spans: Sequence[Span]) -> Iterator[str]:
    """The mentions, and every clause of their sentences."""
    for span in spans:
        sentence = sentence_bounds(text, span) or span
        yield from (_NO_DOUBT.sub("", words) for words in (span.of(text), *re.split(r"[;,]\s", sentence.of(text))))


def _ways_to_add(
    before: MatterReading, reading: IngredientReading, row: Ingredient, named: str
) -> Iterator[tuple[TextEdit, ...]]:
    """The sentence with the contradicted words cut or quoted, then with a general reservation only."""
    text = before.sheet.narrative
    contradicted = _contradicted(text, reading, row)
    mention = max(
        contradicted or reading.spans, key=lambda span: (shared_words(row, span.of(text)), span), default=None
    )
    cuts = [cut for span in contradicted if (cut := _mention_cut(before, reading, row, span)) is not None]
    is_cut_clean = reading.status is IngredientStatus.CONTRARY and not reading.likely
    if cuts and is_cut_clean and len(cuts) == len(reading.spans):
        yield _with_cuts(added_to_paragraph(text, mention, f"{SUPPOSED}{_TO_THE_CONTRARY} that {named}"), cuts)
    quote = _quotation(mention.of(text)) if mention is not None and mention in contradicted else ""
    for aside in dict.fromkeys((_leaving_aside(quote), _TO_THE_CONTRARY)) if reading.spans else ("",):
        yield (added_to_paragraph(text, mention, f"{SUPPOSED}{aside} that {named}"),)


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
    spans = [span for span in reading.spans if not _is_of_another(text, span)]
    return [span for span in spans if _is_contradicted(reading, row, span.of(text))]


def _is_contradicted(reading: IngredientReading, row: Ingredient, words: str) -> bool:
    """Whether a mention is a statement in the words of the table that denies what is supposed, and not a misreading."""
    shared, length = shared_words(row, words), len(words.split())
    if not shared or length < _SHORTEST_QUOTE or not (has_finite_verb(words) or _denies(words)):
        return False
    if reading.likely and shared < _LEAST_SHARED:
        return False
    is_for_denials = reading.status is IngredientStatus.CONTRARY and not is_negative(row.suppose_met)
    is_sure = shared >= _LEAST_SHARED and not reading.likely and len(reading.spans) == 1
    if reading.status is IngredientStatus.MET and not is_negative(row.suppose_met):
        return not is_negative(words)
    return not is_for_denials or _denies(words) or _LATER.search(words) is not None or is_sure


def _denies(words: str) -> bool:
    return is_negative(words) or _DENIAL.search(words) is not None


def _leaving_aside(quote: str) -> str:
    """The words that name what the supposition contradicts."""
    return f", leaving aside “{quote}” and anything else to that effect," if quote else _TO_THE_CONTRARY


def _quotation(words: str) -> str:
    """A mention as it is quoted: on one line, quotations in it in single marks, long ones shortened in the middle."""
    if _LIST_ITEM_INSIDE.search(words):
        return ""
    words = _LIST_MARK.sub("", words, count=1) if _LIST_MARK.match(words) else words
    words = _CONNECTS.sub("", words)
    words = re.sub(r"[\"“]([^\"“”]*)[\"”]", r"‘\1’", words)
    parts = re.sub(r"[\"“”]", "", words).strip(" ,.;:-\n").split()
    if words.count("'") == 1:  # half of a quotation
        parts = " ".join(part.strip("'") for part in parts).strip(" ,.;:-").split()
    if len(parts) > _LONGEST_QUOTE:
        parts = [*parts[:_QUOTE_EDGE], "…", *parts[-_QUOTE_EDGE:]]
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
