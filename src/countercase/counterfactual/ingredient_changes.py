"""What-ifs that give a matter an ingredient or take it away, with an edit of the text that reads well.

The words that state the ingredient are turned round, or the clause or sentence gives way to the table's sentence. Every
edit is read again: only what it means to change may change.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from countercase.counterfactual.line_changes import written_places
from countercase.counterfactual.matter_reading import MatterReading, changed_outside, compare, read_matter
from countercase.counterfactual.polarity import affirmed, denied, is_negative
from countercase.counterfactual.validator import contradictions
from countercase.domain.facts import FactKind, FactSheet, IngredientFact, ProofFact, ResultFact, SectionFact
from countercase.domain.ingredients import IngredientReading, IngredientStatus
from countercase.domain.perturbation import LawEffect, LawReading, Perturbation, TextEdit
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.edit import rewrite
from countercase.law.ingredients import Ingredient, SubjectKind, tables
from countercase.law.ingredients.patterns import word_keys
from countercase.text.sentences import split_sentences

_MET, _CONTRARY = IngredientStatus.MET, IngredientStatus.CONTRARY
# What opens an item of a list or a date in a list of dates stays where it is.
_PREFIX = re.compile(
    r"\s*(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\s*[-–:]\s*|[-•*]\s+"
    r"|[A-Z][\w/ -]{0,24}:\s+|[A-Z]{3,}(?:\s[A-Z]+){0,3}\s[-–:]\s+)*"
)
_NAME = re.compile(r"\b(?:[A-Z][a-z]{2,}|[PDC]\.?W\.?[- ]?\d{1,2})\b")
_COMMON = re.compile(
    r"\b(?:The|This|That|These|There|His|Her|She|They|Its|When|After|Before|While|Section|Article|Court|Judge|State|High"
    r"|Sessions|Magistrate|Police|January|February|March|April|May|June|July|August|September|October|November"
    r"|December|Act|Code|Two|One|Three|Both|Neither|Nothing|Not|Some|All|Only|For|From|But|And|Our|Client|Public"
    r"|Prosecutor|Supreme|Special|Board|Government|Inspector)\b"
)
_BEFORE_CLAUSE = re.compile(r"(?:\A|[.?!:]|;|,\sand|\A[\"“]?)\s*\Z")
_AFTER_CLAUSE = re.compile(r"\s*(?:[.;?!]|\Z|,\s(?:and|but)\s(?=the|he|she|it|they|no|there|PW|[A-Z]))")
_PROPER_START = re.compile(r"Section\b|Article\b|[A-Z]{2,}|Public\b")
_NUMBERED = re.compile(r"\s*\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+")
_ITEM = re.compile(r"\((?:[a-h]|[ivx]{1,4}|\d{1,2})\)\s")
_MOST_MENTIONS = 4
_QUOTE_ENDS = re.compile(r"[\"”]\.\s+(?=[A-Z])")  # 'shouted "finish him". PW-2 says'
_TAKES_UP = re.compile(
    r"\s*[;,]?\s*(?:and\s|but\s)?(?:he|she|it|they|this|that|these|his|her|its|their|so|we|although|though|because|since"
    r"|which|who|where|as|for|except|save|other\sthan|beyond)\b",
    re.IGNORECASE,
)
_BACK = re.compile(r"\b(?:it|its|them|this|that|these|those|the same|the other)\b", re.IGNORECASE)
_TAKES_UP_AFTER = re.compile(r"\s*(?:It|Its|This|That|These|They|The other|The same|Neither|Both|So)\b")
# Words about the words: what was asked, argued or held is no place to tell what happened.
_ABOUT_WORDS = re.compile(
    r"\b(?:questions?|presum\w+|argu\w+|submi\w+|contend\w*|plea|pleads|urged|(?:Magistrate|Judge|Court) (?:has )?held"
    r"|relies on|rely on)\b"
)
_SHORTENED = re.compile(
    r"\b(?:Rs|Insp|Dr|No|Nos|Sub|Asst|Addl|Dy|Smt|Shri|Sri|Mr|Mrs|Ex|Exh|Sec|Sch|stmts?|regd|cert|admn|dt|Ld|resp|applts?"
    r"|accd|complt|pros|approx|abt|min|max|viz|[A-Z])\.\Z"
)
_HEADED = re.compile(
    r"\s*(?:Points?|Grounds?|Issues?|Questions?|Notes?|Submissions?|Our points?)\b[^.]{0,20}:", re.IGNORECASE
)
_REFUSED = re.compile(r"\b(?:reject|refus|dismiss|declin)\w+", re.IGNORECASE)
_PARTY = re.compile(
    r"\b(?:appellant|petitioner|accused|complainant|applicant|respondent|deceased|detenu|client|plaintiff|defendant)s?,?"
    r"\s(?-i:[A-Z][a-z]+)",
    re.IGNORECASE,
)
_PLAIN_WORDS = (
    "the a an of to in on at by for with from and or but not no is was were are be been has have had he she it they his"
    " her their this that which who whom when where if under section act code court case law accused appellant person"
    " prosecution defence plaintiff defendant only before after within without against made may must any other such"
    " there one two than as into its him them shall can could would will did does do out up over more less so"
)
_MOST_LOST = 1  # other readings that may go with the replaced words
_MOST_FORMS = 5  # each is read again, which takes some hundredths of a second


@dataclass(frozen=True, slots=True)
class _Candidate:
    edits: tuple[TextEdit, ...]
    after: MatterReading
    lost: int  # readings that stood in the replaced words and went with them


def suppose_ingredient(before: MatterReading, reading: IngredientReading, may_edit: bool = True) -> Perturbation:
    """The change that turns one ingredient round, with its law; without edits where no clean one is found."""
    row = tables().ingredients[reading.id]
    for target in _targets(reading.status):
        edits = _best_edits(before, reading, row, target) if may_edit else None
        if edits is not None:
            return _change(before.sheet, reading, row, target, edits)
    return _change(before.sheet, reading, row, _targets(reading.status)[0], ())


def _targets(status: IngredientStatus) -> tuple[IngredientStatus, ...]:
    if status is _MET:
        return (_CONTRARY,)
    return (_MET, _CONTRARY) if status is IngredientStatus.DISPUTED else (_MET,)


def _change(
    sheet: FactSheet, reading: IngredientReading, row: Ingredient, target: IngredientStatus, edits: tuple[TextEdit, ...]
) -> Perturbation:
    provision = shown_provision(sheet, reading, row)
    is_proof = tables().subjects[row.subject].kind is SubjectKind.PROOF
    cls = ProofFact if is_proof else IngredientFact
    old = cls(
        spans=reading.spans,
        found_by="what-if",
        ingredient=reading.id,
        name=reading.ingredient,
        provision=provision,
        status=reading.status.value,
    )
    new = replace(old, status=target.value, spans=tuple(written_places(edits)[:1]))
    sentence = row.suppose_met if target is _MET else row.suppose_not
    law = ingredient_law(row, provision, target)
    basis = f"ingredient {row.id} ({provision.id}): {row.source}"
    return Perturbation(old, new, "ingredient", basis, f"Suppose that {_inside(sentence)}", edits, law)


def shown_provision(sheet: FactSheet, reading: IngredientReading, row: Ingredient) -> Provision:
    """The provision of the row that the matter itself cites, else the first of the governing code."""
    cited = {fact.provision.base for fact in sheet.facts if isinstance(fact, SectionFact)}
    return next(
        (own for own in row.provisions if own.base in cited and own.act == reading.provision.act),
        next((own for own in row.provisions if own.base in cited), reading.provision),
    )


def ingredient_law(row: Ingredient, provision: Provision, target: IngredientStatus) -> LawReading:
    """What follows when an ingredient is gained or lost, in the sentence of its row."""
    if target is _MET:
        return LawReading(LawEffect.GAINED, provision.id, row.if_met)
    return LawReading(LawEffect.LOST, provision.id, row.if_not)


def _best_edits(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus
) -> tuple[TextEdit, ...] | None:
    """The edit that loses least of the rest of the text; of equals the one with the fewest new words."""
    accepted: list[_Candidate] = []
    for edits in islice(_forms(before, reading, row, target), _MOST_FORMS):
        if reading.status is not IngredientStatus.DISPUTED and not _covers(edits, reading):
            continue  # another mention would still say the contrary
        candidate = _read_again(before, reading, target, edits)
        if candidate is not None:
            accepted.append(candidate)
            if candidate.lost == 0:
                break
    return min(accepted, key=lambda one: one.lost).edits if accepted else None


def _covers(edits: Sequence[TextEdit], reading: IngredientReading) -> bool:
    return all(any(edit.span.overlaps(span) for edit in edits) for span in reading.spans)


def _forms(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus
) -> Iterator[tuple[TextEdit, ...]]:
    """Ways to write the change, the least first."""
    text = before.sheet.narrative
    sentence = row.suppose_met if target is _MET else row.suppose_not
    if not reading.spans:
        if any(other.subject == row.subject and other.spans for other in before.ingredients):
            yield (_added(before, row, sentence),)
        return
    if len(reading.spans) > _MOST_MENTIONS:
        return
    turn = affirmed if target is _MET else denied
    turned = [None if _hangs_on(text, span) else turn(span.of(text)) for span in reading.spans]
    if all(turned) and (target is _MET or is_negative(sentence)):  # else the clause denied is not what is supposed
        yield tuple(_trimmed(span, text, str(new)) for span, new in zip(reading.spans, turned, strict=True))
    protected = _protected(before)
    places = [
        place
        for place, span in enumerate(reading.spans)
        if is_about(row, span.of(text)) and not _ABOUT_WORDS.search(span.of(text))
    ]
    places.sort(key=lambda place: -_shared(row, reading.spans[place].of(text)))
    forms = [
        (place, form)
        for place in places
        for form in (
            _clause(text, reading.spans[place], sentence),
            _whole_sentence(text, reading.spans[place], sentence),
        )
        if form is not None and not _forbids(before.sheet, form, protected)
    ]
    yield from ((form,) for _, form in forms)
    for place, form in forms if len(reading.spans) > 1 else ():
        others = [_removed(text, span) for at, span in enumerate(reading.spans) if at != place]
        kept = _disjoint([one for one in others if one is not None and not one.span.overlaps(form.span)])
        if None not in others and kept and all(not _forbids(before.sheet, one, protected) for one in kept):
            yield (form, *kept)


def is_about(row: Ingredient, words: str) -> bool:
    """Whether words share a word with what the table says of an ingredient: a reading without one may be a slip."""
    return not word_keys(words).isdisjoint(_keys_of(row))


def _shared(row: Ingredient, words: str) -> int:
    """How many words a clause shares with the sentences that the table would put in its place."""
    said = word_keys(" ".join((row.name, row.suppose_met, row.suppose_not))) - word_keys(_PLAIN_WORDS)
    return len(word_keys(words) & said)


@cache
def _keys_of(row: Ingredient) -> frozenset[str]:
    said = word_keys(" ".join((row.name, row.suppose_met, row.suppose_not, row.if_met, row.if_not)))
    return said - word_keys(_PLAIN_WORDS)


def _hangs_on(text: str, span: Span) -> bool:
    """Whether what follows takes up the clause: "it", "although" or "the other" would then point at nothing."""
    bounds = _sentence_bounds(text, span)
    end = bounds.end if bounds is not None else span.end
    if _TAKES_UP.match(text, span.end) or _BACK.search(text, span.end, end):
        return True
    return _TAKES_UP_AFTER.match(text, end) is not None


def _trimmed(span: Span, text: str, new: str) -> TextEdit:
    """An edit of the words that differ, so that the rest of the clause keeps its facts."""
    old = span.of(text)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    head = old.rfind(" ", 0, head + 1) + 1 if head else 0
    while tail and not old[len(old) - tail].isspace():
        tail -= 1
    first, last = head, len(old) - tail
    if first >= last:  # only an insertion is left: take the word before it
        first = max(0, old.rfind(" ", 0, max(0, first - 1)) + 1)
    return TextEdit(Span(span.start + first, span.start + last), new[first : len(new) - tail])


def _clause(text: str, span: Span, sentence: str) -> TextEdit | None:
    """The clause gives way, where it stands on its own between stops, semicolons or ", and"."""
    bounds = _sentence_bounds(text, span)
    item = _ITEM.match(text, span.start, span.end)
    if item is not None:
        span = Span(item.end(), span.end)
    if bounds is None or span.start < bounds.start or span.end > bounds.end or _hangs_on(text, span):
        return None
    before, after = text[bounds.start : span.start], text[span.end : bounds.end]
    if not before.strip() and not after.strip(" .\n"):
        return None  # it is the whole sentence
    prefix = _PREFIX.match(text, bounds.start)
    opens = (prefix is not None and prefix.end() >= span.start) or item is not None
    if not (opens or _BEFORE_CLAUSE.search(before)) or not _AFTER_CLAUSE.match(text, span.end):
        return None
    new = sentence.removesuffix(".")
    if not opens and not re.search(r"[.?!:]\s*\Z", before):
        new = _inside(new)
    return TextEdit(span, new)


def _inside(sentence: str) -> str:
    """The sentence as it reads inside another: its first word small, unless it is a name."""
    return sentence if _PROPER_START.match(sentence) else sentence[0].lower() + sentence[1:]


def _whole_sentence(text: str, span: Span, sentence: str) -> TextEdit | None:
    bounds = _sentence_bounds(text, span)
    if bounds is None:
        return None
    prefix = _PREFIX.match(text, bounds.start, bounds.end)
    start = bounds.start
    for opening in (prefix, _NUMBERED.match(text, bounds.start, bounds.end)):
        if opening is not None and opening.end() <= span.start:
            start = max(start, opening.end())
    old = text[start : bounds.end]
    return TextEdit(Span(start, bounds.end), sentence if old.endswith((".", "?", "!")) else sentence.removesuffix("."))


def _removed(text: str, span: Span) -> TextEdit | None:
    bounds = _sentence_bounds(text, span)
    prefix = _PREFIX.match(text, bounds.start, bounds.end) if bounds is not None else None
    if bounds is None or (prefix is not None and prefix.end() > bounds.start):
        return None  # an item of a list is not taken out of it
    end = bounds.end
    while end < len(text) and text[end] == " ":
        end += 1
    return TextEdit(Span(bounds.start, end), "")


def _sentence_bounds(text: str, span: Span) -> Span | None:
    """The sentence that holds a span, without the white space after it; a line of its own counts as one."""
    for whole in split_sentences(text):
        if whole.start <= span.start < whole.end:
            start, end = whole.start, max(whole.end, span.end)
            inner = [match.end() for match in _QUOTE_ENDS.finditer(text, start, end)]
            start = max((edge for edge in inner if edge <= span.start), default=start)
            end = min((edge for edge in inner if edge >= span.end), default=end)
            line = text.rfind("\n", start, span.start)
            start = line + 1 if line >= 0 else start
            line = text.find("\n", span.end, end)
            end = line if line >= 0 else end
            while end > start and text[end - 1].isspace():
                end -= 1
            while start < end and text[start].isspace():
                start += 1
            return Span(start, end) if start < end else None
    return None


def _added(before: MatterReading, row: Ingredient, sentence: str) -> TextEdit:
    """A sentence of its own, after the last that speaks of the same subject, else at the end."""
    text = before.sheet.narrative
    same = [span for other in before.ingredients if other.subject == row.subject for span in other.spans]
    bounds = _sentence_bounds(text, max(same)) if same else None
    if bounds is None or not text[: bounds.end].endswith((".", "?", "!")):
        end = len(text.rstrip())
        stop = "" if text[:end].endswith((".", "?", "!")) else "."
        return TextEdit(Span(end - 1, end), f"{text[end - 1]}{stop} {sentence}")
    return TextEdit(Span(bounds.end - 1, bounds.end), f"{text[bounds.end - 1]} {sentence}")


def _disjoint(edits: Sequence[TextEdit]) -> list[TextEdit]:
    kept: list[TextEdit] = []
    for edit in edits:
        if not any(edit.span.overlaps(other.span) for other in kept):
            kept.append(edit)
    return kept


def _protected(before: MatterReading) -> list[Span]:
    """The words that other readings of law stand on: dates, periods, quantities, and charges told only once."""
    spans = [span for line in before.lines for span in line.spans]
    spans += [fact.spans[0] for fact in before.sheet.facts if isinstance(fact, SectionFact) and len(fact.spans) == 1]
    spans += [span for fact in before.sheet.facts if isinstance(fact, ResultFact) for span in fact.spans]
    return spans


def _forbids(sheet: FactSheet, edit: TextEdit, protected: Sequence[Span]) -> bool:
    """Whether an edit would cut words that the rest of the text needs: a line, a charge, the first word of a person."""
    if any(edit.span.overlaps(span) for span in protected) or _is_torn(sheet.narrative, edit.span):
        return True
    text = sheet.narrative
    cut, first, rest = edit.span.of(text), text[: edit.span.start], text[edit.span.end :]
    if _HEADED.match(cut) or _HEADED.match(text[text.rfind("\n", 0, edit.span.start) + 1 :]):
        return True  # a list of points or grounds
    if "granted" in edit.text and _REFUSED.search(cut):
        return True  # what was refused was not granted in another way
    names = {name for name in _NAME.findall(cut) if not _COMMON.fullmatch(name)}
    if any(name not in first and name in rest for name in names):
        return True
    return bool(_PARTY.search(cut)) and any(name not in first and name not in rest for name in names)


def _is_torn(text: str, span: Span) -> bool:
    """Whether a span holds half of a quotation, or begins or ends at the stop of a short form."""
    cut = span.of(text)
    if cut.count('"') % 2 or cut.count("“") != cut.count("”"):
        return True
    return bool(_SHORTENED.search(cut) or _SHORTENED.search(text[: span.start].rstrip()))


def _read_again(
    before: MatterReading, reading: IngredientReading, target: IngredientStatus, edits: tuple[TextEdit, ...]
) -> _Candidate | None:
    changed = rewrite(before.sheet, [(edit.span, edit.text) for edit in edits])
    known = set(contradictions(before.sheet))
    if any(against not in known for against in contradictions(changed)):
        return None
    after = read_matter(changed)
    now = after.by_id.get(reading.id)
    if now is None or now.status is not target:
        return None
    if changed_outside(before, after, [edit.span for edit in edits], written_places(edits)):
        return None
    differences = compare(before, after)
    lost = sum(left is not None and left.id != reading.id for left, _ in differences.ingredients)
    kept = {fact.key for fact in changed.facts}
    gone = [fact.kind for fact in before.sheet.facts if fact.key not in kept]
    if FactKind.RESULT in gone or (FactKind.ACT in gone and any(not edit.text for edit in edits)):
        return None  # what was done, and what came of it, stays told
    lost += len(differences.lines) + sum(not edit.text for edit in edits)
    return _Candidate(edits, after, lost) if lost <= _MOST_LOST else None
