"""Writes a what-if about an ingredient into the text: words are reversed, a dispute is settled, a sentence is replaced.

The smallest change of words is tried first. Every edit is read again: the ingredient must be reversed, the text must
read well, and nothing else that the law looks at may change or disappear.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product

from countercase.counterfactual.clauses import (
    ABOUT_A_PERSON,
    NEXT_IS_PERSON,
    NEXT_REFERS_BACK,
    REFERS_BACK,
    clause_replaced,
    is_referred_to_next,
    mention_removed,
    reads_badly,
    sentence_bounds,
    sentence_replaced,
    splits_quotation_or_abbreviation,
    trimmed_edit,
    without_overlaps,
)
from countercase.counterfactual.law_reading import MatterReading, changed_outside, compare, read_matter
from countercase.counterfactual.law_words import (
    FIRST_PERSON,
    PLAIN_WORDS,
    SHORT,
    fits_scene,
    least_shared,
    row_keys,
    shared_words,
    states_the_same,
)
from countercase.counterfactual.line_changes import written_places
from countercase.counterfactual.own_words import in_own_words, with_person
from countercase.counterfactual.person_meant import as_matter_calls_him, with_one_meant
from countercase.counterfactual.polarity import absences, affirmations, denials, is_negative, settled
from countercase.counterfactual.validator import contradictions
from countercase.domain.checklist import IngredientReading, IngredientStatus
from countercase.domain.facts import FactKind, FactSheet
from countercase.domain.perturbation import TextEdit
from countercase.domain.span import Span
from countercase.facts.edit import rewrite
from countercase.law.ingredients import Ingredient, tables
from countercase.law.ingredients.patterns import word_keys
from countercase.text.words import with_article

_MET = IngredientStatus.MET
_DEEDS = frozenset({FactKind.ACT, FactKind.INSTRUMENT, FactKind.RESULT})
_MUST_REMAIN = frozenset({FactKind.RESULT, FactKind.PROVISION, FactKind.INSTRUMENT})
_NAME = re.compile(r"\b(?:[A-Z][a-z]{2,}|[PDC]\.?W\.?[- ]?\d{1,2})\b")
_NOT_A_NAME = re.compile(
    r"\b(?:The|This|That|These|There|His|Her|She|They|Its|When|After|Before|While|Section|Article|Court|Judge|State|High"
    r"|Sessions|Magistrate|Police|January|February|March|April|May|June|July|August|September|October|November"
    r"|December|Act|Code|Two|One|Three|Both|Neither|Nothing|Not|Some|All|Only|For|From|But|And|Our|Client|Public"
    r"|Prosecutor|Supreme|Special|Board|Government|Inspector)\b"
)
_SENSE_CONTINUES = re.compile(
    r"\s*(?:\s[-–—]\s|:\s|\s\()|\s*,?\s*(?:although|though|because|since|except|save|other\sthan|beyond|but|so|nor|neither|even|despite|in\sspite)\b"
)
_TWO_FACTS = re.compile(
    r"\b(?:was|were|heard|saw|held|took|had|is|are|[a-z]+ed)\b.*\s(?:and|nor)\s(?:[\w']+\s){0,4}?"
    r"(?:was|were|heard|saw|held|took|had|is|are|gave|gives|made|showed)\b"
)
_DENIED_IT = re.compile(r"\b(?:denies|denied|deny|disputes?|disputed)\s(?:it|this|that|them|having)\b")
_SAYS = re.compile(r"\b(?:says?|said|states?|denies|deny|claims?|pleads?|deposes?|calls)\b")
_SAW = re.compile(r"\b(?:saw|sees?|seen|heard|hears?)\b")
_DECEASED = re.compile(r"\b(?:deceased|decd|died|death)\b", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“]|(?<!\w)'[^']+'")
_AFTER_QUOTATION = re.compile(r"['\"”’]\.?['\"”’]?\s+\Z")  # the words after a quotation stay with it
_OPENS_WITH_PRONOUN = re.compile(r"(?:He|She|They|His|Her)\b")
_NO_SUCH_THING = re.compile(r"No\s(?:[\w-]+\s)*?(?P<thing>[\w-]+)\s(?:was|were|is|are|of|to)\b")
_ABSENT = re.compile(
    r"No\s(?P<thing>[a-z][a-z -]*?)(?:\s(?:was|is|has|found|produced|filed|made|given|on\srecord)\b|\.?\s*\Z)"
)
_DATED = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\s*[-–:]\s*\Z")
_MOST_MENTIONS = 4
# A sentence about what was asked, argued or held is not the place to state facts.
_ARGUMENT = re.compile(
    r"\b(?:questions?|presum\w+|argu\w+|submi\w+|contend\w*|plea|pleads|urged|(?:Magistrate|Judge|Court) (?:has )?held"
    r"|relies on|rely on|objn|objections? (?:is|are)|complained|held (?:that|there))\b|\bT\.C\.|\bLd\."
)
_POINT_HEADING = re.compile(
    r"\s*(?:Points?|Grounds?|Issues?|Questions?|Notes?|Submissions?|Our points?)\b[^.]{0,20}:", re.IGNORECASE
)
_HEADING = re.compile(r"(?:\A|[.\n-])\s*(?P<words>[A-Z][\w /'-]{2,40}):\s*\Z")
_CONTINUES_SENTENCE = re.compile(r"(?:He|She|It|They)\s(?:was|were|is|has|had|[a-z]+ed)\b")
_REFUSED = re.compile(r"\b(?:reject|refus|dismiss|declin)\w+", re.IGNORECASE)
_PARTY = re.compile(
    r"\b(?:appellant|petitioner|accused|complainant|applicant|respondent|deceased|detenu|client|plaintiff|defendant)s?,?"
    r"\s(?-i:[A-Z][a-z]+)",
    re.IGNORECASE,
)
_MOST_LOST_WORDS = 1  # words about other things that a replacement may lose
_MOST_CANDIDATES = 10  # each is read again, which takes some hundredths of a second
_MOST_REVERSALS = 4
_ENDS_CLAUSE = re.compile(r"\s*(?:[.;,?!:]|\Z)")
_FEW_WORDS = 4  # an edit of so few words only reverses a clause


def best_edits(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus
) -> tuple[TextEdit, ...] | None:
    """The first edit that survives a second reading; the smallest change of words is tried first."""
    is_disputed = reading.status is IngredientStatus.DISPUTED
    for edits in islice(_candidate_edits(before, reading, row, target), _MOST_CANDIDATES):
        if (is_disputed or _covers(edits, reading)) and _is_clean(before, reading, target, edits):
            return edits
    return None


def _covers(edits: Sequence[TextEdit], reading: IngredientReading) -> bool:
    """Whether every mention is changed. A mention that stays would still say the contrary."""
    return all(any(edit.span.overlaps(span) for edit in edits) for span in reading.spans)


def _candidate_edits(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus
) -> Iterator[tuple[TextEdit, ...]]:
    """Ways to write the change: settle the dispute, reverse the words, replace the clause or sentence."""
    text = before.sheet.narrative
    sentence = in_own_words(row.suppose_met if target is _MET else row.suppose_not, text)
    if sentence is not None and _OPENS_WITH_PRONOUN.match(sentence):
        named = with_person(sentence, row.subject, text)
        sentence = with_one_meant(named, text, reading.spans) if named is not None else None
    sentence = as_matter_calls_him(sentence, text) if sentence is not None else None
    if sentence is None or not reading.spans or len(reading.spans) > _MOST_MENTIONS:
        return  # what nobody mentions is supposed in a sentence that says so
    if reading.status is IngredientStatus.DISPUTED:
        yield from _settlements(text, reading.spans, row)
    reversals = [list(_reversals(text, span, row, target)) for span in reading.spans]
    if all(reversals):
        yield from (tuple(edits) for edits in islice(product(*reversals), _MOST_REVERSALS))
    if not fits_scene(sentence, text) or reading.status is IngredientStatus.DISPUTED:
        return  # both accounts of a dispute stay in the text; a supposition settles it
    for index in _mentions_to_replace(text, reading, row):
        if target is not _MET and _DATED.search(text[: reading.spans[index].start]):
            continue  # an entry in a list of dates says what happened on that day
        for replacement in _replacements(before, reading, index, sentence):
            yield (replacement,)
            others = [
                _edit_of_other_mention(before, reading, span, reversals[other_index], replacement)
                for other_index, span in enumerate(reading.spans)
                if other_index != index
            ]
            if others and None not in others:
                yield tuple(without_overlaps([replacement, *(edit for edit in others if edit is not None)]))


def _reversals(text: str, span: Span, row: Ingredient, target: IngredientStatus) -> Iterator[TextEdit]:
    """Reverse the words of one mention."""
    if _SENSE_CONTINUES.match(text, span.end):
        return  # "although he lay helpless" fits one side only
    words, bounds = span.of(text), sentence_bounds(text, span)
    if _TWO_FACTS.search(row.suppose_met if target is _MET else row.suppose_not):
        return  # a reversed clause would say one half only
    if bounds is not None and not shared_words(row, _SAW.sub("", bounds.of(text))):
        return  # "she did not come back" is not about a witness, and "saw him pour water" not about the killing
    if bounds is not None and REFERS_BACK.search(text, span.end, bounds.end):
        return  # "the report was not supplied; he got it with the order"
    if target is _MET:
        yield from (trimmed_edit(span, text, new) for new in affirmations(words))
    elif is_negative(row.suppose_not):  # otherwise the denied clause is not what is supposed
        law_words = word_set(row.suppose_met, row.suppose_not)
        if not _ENDS_CLAUSE.match(text, span.end):
            return
        yield from (trimmed_edit(span, text, new) for new in denials(words, law_words))
        if not is_referred_to_next(text, span):
            yield from (trimmed_edit(span, text, new) for new in absences(words))


def word_set(*sentences: str) -> frozenset[str]:
    """The words of some sentences, in lower case."""
    return frozenset(re.findall(r"[a-z]+", " ".join(sentences).lower()))


def _settlements(text: str, spans: Sequence[Span], row: Ingredient) -> Iterator[tuple[TextEdit, ...]]:
    """Settle the dispute in every sentence that reports it, and in a short sentence after it: "He denies it."."""
    bounds: list[Span] = []
    for span in spans:
        sentence = sentence_bounds(text, span)
        if sentence is not None and not shared_words(row, sentence.of(text)):
            return  # "he is alleged to have struck" is not about the intention
        if sentence is not None and re.search(r"\bonly\b", sentence.of(text)):
            return  # "the insurer says that he held a licence for a car only" speaks against it
        if sentence is not None and sentence not in bounds:
            bounds.append(sentence)
    for sentence in list(bounds):
        after = sentence_bounds(text, Span(min(sentence.end + 1, len(text) - 1), min(sentence.end + 2, len(text))))
        if after is not None and after not in bounds and _DENIED_IT.search(after.of(text)):
            bounds.append(after)
    options = [[trimmed_edit(sentence, text, new) for new in settled(sentence.of(text))] for sentence in sorted(bounds)]
    yield from islice(product(*(option for option in options if option)), _MOST_REVERSALS) if any(options) else ()


def _mentions_to_replace(text: str, reading: IngredientReading, row: Ingredient) -> list[int]:
    """Indices of the mentions that the table's sentence may replace; those that share most words with it come first."""
    indices = [
        index
        for index, span in enumerate(reading.spans)
        if shared_words(row, span.of(text)) >= least_shared(span.of(text))
        and states_the_same(row, span.of(text))
        and not _ARGUMENT.search(span.of(text))
        and not _AFTER_QUOTATION.search(text[: span.start])
    ]
    return sorted(indices, key=lambda index: -shared_words(row, reading.spans[index].of(text)))


def _replacements(before: MatterReading, reading: IngredientReading, index: int, sentence: str) -> Iterator[TextEdit]:
    """Replace the clause or the whole sentence with the table's sentence, if nothing else is lost."""
    text, span = before.sheet.narrative, reading.spans[index]
    absent = _ABSENT.match(span.of(text))  # "No suicide note was found": then "a suicide note", not "the"
    if absent is not None and sentence.startswith(f"The {absent['thing']} "):
        sentence = f"{with_article(absent['thing']).capitalize()}{sentence[len(absent['thing']) + 4 :]}"
    clause = clause_replaced(text, span, sentence)
    if clause is not None and (is_negative(sentence) or _SAYS.search(clause.span.of(text))):
        bounds = sentence_bounds(text, clause.span)
        if bounds is None or text[clause.span.end : bounds.end].strip(" .?!"):
            clause = None  # what follows is still about the thing, or about what someone says
    for replacement in (clause, sentence_replaced(text, span, sentence)):
        if (
            replacement is not None
            and not _repeats_heading(text, replacement)
            and not _must_stay(before.sheet, replacement)
            and not _loses_content(before, reading, replacement)
        ):
            yield replacement


def _repeats_heading(text: str, edit: TextEdit) -> bool:
    """Whether the new sentence would repeat its heading: "Grounds of arrest: the grounds of arrest were ..."."""
    heading = _HEADING.search(text[: edit.span.start])
    return heading is not None and bool(word_keys(heading["words"]) & (word_keys(edit.text) - word_keys(PLAIN_WORDS)))


def _edit_of_other_mention(
    before: MatterReading, reading: IngredientReading, span: Span, reversals: Sequence[TextEdit], replacement: TextEdit
) -> TextEdit | None:
    """What happens to another mention when one is replaced: the same edit covers it, or it is reversed or removed."""
    if replacement.span.contains(span):
        return replacement
    if reversals:
        return reversals[0]
    removal = mention_removed(before.sheet.narrative, span)
    if removal is None or len(removal.span.of(before.sheet.narrative).split()) > SHORT:
        return None
    return removal if may_be_cut(before, reading, removal) else None


def may_be_cut(before: MatterReading, reading: IngredientReading, cut: TextEdit) -> bool:
    """Whether a mention may be removed: nothing else is lost, and nothing later refers to it."""
    return not _must_stay(before.sheet, cut) and not _loses_content(before, reading, cut)


def _loses_content(before: MatterReading, reading: IngredientReading, edit: TextEdit) -> bool:
    """Whether the edit would lose other content: an act, a number, another ingredient, or more than a word."""
    text = before.sheet.narrative
    if any(fact.kind in _DEEDS and span.overlaps(edit.span) for fact in before.sheet.facts for span in fact.spans):
        return True  # acts, instruments and results
    characters = list(edit.span.of(text))
    for span in reading.spans:
        for at in range(max(span.start, edit.span.start), min(span.end, edit.span.end)):
            characters[at - edit.span.start] = " "
    remaining = "".join(characters)
    row = tables().ingredients[reading.id]
    if any(_holds_other_ingredient(reading, other, edit.span) for other in before.ingredients):
        return True
    lost = [
        word
        for word in re.findall(r"[A-Za-z]{3,}", remaining)
        if not word_keys(word) <= row_keys(row) | word_keys(PLAIN_WORDS) | word_keys(edit.text)
    ]
    return bool(re.search(r"\d", remaining)) or len(lost) > _MOST_LOST_WORDS


def _is_about_another(before: MatterReading, reading: IngredientReading, edits: Sequence[TextEdit]) -> bool:
    """Whether the changed words are rather about another ingredient, which the edit would reverse instead."""
    text = before.sheet.narrative
    row = tables().ingredients[reading.id]
    margin = 2 if len(reading.spans) == 1 else 0  # one of several mentions is easily a mistake
    for edit in edits:
        for other in before.ingredients:
            for span in other.spans:
                if other.subject != reading.subject and span.overlaps(edit.span):
                    words = span.of(text)
                    if shared_words(tables().ingredients[other.id], words) >= shared_words(row, words) + margin:
                        return True
    return False


def _holds_other_ingredient(reading: IngredientReading, other: IngredientReading, cut: Span) -> bool:
    """Whether the cut contains words of another ingredient that are not also words of this one."""
    return any(
        span.overlaps(cut) and not any(span.overlaps(own_span) for own_span in reading.spans) for span in other.spans
    )


def _is_lost(before: MatterReading, reading: IngredientReading, other: IngredientReading, is_reversal: bool) -> bool:
    """Whether another ingredient disappears that the text really stated; two rows may read the same clause."""
    text = before.sheet.narrative
    row = tables().ingredients[other.id]
    stated = [span for span in other.spans if shared_words(row, span.of(text)) >= 2]
    if not stated:
        return False
    is_same = set(other.spans) <= set(reading.spans)
    return not (is_same and all(is_reversal or not re.search(r"\band\b|;", span.of(text)) for span in stated))


def _must_stay(sheet: FactSheet, edit: TextEdit) -> bool:
    """Whether the words must stay: a quotation, a point of argument, or words that the rest of the text needs."""
    text = sheet.narrative
    cut = edit.span.of(text)
    is_point = _POINT_HEADING.match(cut) or _POINT_HEADING.match(text, text.rfind("\n", 0, edit.span.start) + 1)
    is_quoted = edit.text and (_QUOTED.search(cut) or "(" in re.sub(r"\((?:PW|DW|Ex)", "", cut))
    was_refused = "granted" in edit.text and _REFUSED.search(cut)  # a refusal is not rewritten as a grant
    continues = _CONTINUES_SENTENCE.match(cut)  # it continues the sentence before it
    is_of_another = edit.text and _changes_person(cut, edit.text)
    if is_of_another or is_point or is_quoted or was_refused or continues or FIRST_PERSON.search(cut):
        return True
    return splits_quotation_or_abbreviation(text, edit.span) or _cuts_reference(text, edit)


def _changes_person(old: str, new: str) -> bool:
    """Whether a sentence about a woman would become one about a man, or the reverse."""
    she, he = (re.compile(words, re.IGNORECASE) for words in (r"\b(?:she|her|hers)\b", r"\b(?:he|his|him)\b"))
    return bool((she.search(old) and he.search(new)) or (he.search(old) and she.search(new) and not she.search(old)))


def _cuts_reference(text: str, edit: TextEdit) -> bool:
    """Whether a later "it", "he" or name would lose its referent."""
    cut, first, rest = edit.span.of(text), text[: edit.span.start], text[edit.span.end :]
    if (edit.text and NEXT_REFERS_BACK.match(rest)) or (
        NEXT_IS_PERSON.match(rest) and not ABOUT_A_PERSON.match(edit.text)
    ):
        return True
    denied = _NO_SUCH_THING.match(edit.text)
    if denied is not None and re.search(rf"\b(?:[Tt]he|[Tt]his|[Tt]hat)\s{re.escape(denied['thing'])}\b", rest):
        return True
    names = {name for name in _NAME.findall(cut) if not _NOT_A_NAME.fullmatch(name)}
    if any(name not in first and name in rest for name in names):
        return True
    return bool(_PARTY.search(cut)) and any(name not in first and name not in rest for name in names)


def _is_clean(
    before: MatterReading, reading: IngredientReading, target: IngredientStatus, edits: tuple[TextEdit, ...]
) -> bool:
    """Read the edited text again: the ingredient is reversed, the text reads well, and nothing else disappeared."""
    changed = rewrite(before.sheet, [(edit.span, edit.text) for edit in edits])
    if reads_badly(before.sheet.narrative, changed.narrative):
        return False
    old_contradictions = set(contradictions(before.sheet))
    if any(contradiction not in old_contradictions for contradiction in contradictions(changed)):
        return False
    after = read_matter(changed)
    read_again = after.by_id.get(reading.id)
    if read_again is None or read_again.status is not target or _is_about_another(before, reading, edits):
        return False
    if changed_outside(before, after, [edit.span for edit in edits], written_places(edits)):
        return False
    text = before.sheet.narrative
    is_reversal = all(0 < len(edit.span.of(text).split()) <= _FEW_WORDS for edit in edits if edit.text)
    differences = compare(before, after)
    if differences.lines or any(
        left is not None
        and left.id != reading.id
        and (right is None or not right.spans)
        and _is_lost(before, reading, left, is_reversal)
        for left, right in differences.ingredients
    ):
        return False
    keys_after = {fact.key for fact in changed.facts}
    lost_kinds = [fact.kind for fact in before.sheet.facts if fact.key not in keys_after]
    # Acts, instruments, results and charges must remain stated; "no fracture" is a reversal in its own words.
    is_act_cut = FactKind.ACT in lost_kinds and any(not edit.text for edit in edits)
    return is_reversal or (not _MUST_REMAIN.intersection(lost_kinds) and not is_act_cut)
