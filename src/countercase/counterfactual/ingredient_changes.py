"""What-ifs that give a matter an ingredient or take it away, with an edit of the text that reads well.

The words that state the ingredient are turned round, or the clause or sentence gives way to the table's sentence. Every
edit is read again: only what it means to change may change.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product

from countercase.counterfactual.line_changes import written_places
from countercase.counterfactual.matter_reading import MatterReading, changed_outside, compare, read_matter
from countercase.counterfactual.polarity import (
    absences,
    affirmations,
    denials,
    has_finite_verb,
    is_negative,
    is_verb,
    settled,
)
from countercase.counterfactual.validator import contradictions
from countercase.counterfactual.wording import reads_badly
from countercase.domain.facts import FactKind, FactSheet, IngredientFact, ProofFact, SectionFact
from countercase.domain.ingredients import IngredientReading, IngredientStatus
from countercase.domain.perturbation import LawEffect, LawReading, Perturbation, TextEdit
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.edit import rewrite
from countercase.facts.ingredients import status_in
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
_BETWEEN_CLAUSES = re.compile(
    r"\s*;\s+(?:and\s+|but\s+)?|\s*,\s+(?:and|but|while|whereas)\s+|:\s+|\s+[-–]\s+"
    r"|\s+(?:and|but)\s+(?=(?:the|a|an|no|his|her|its|their|this|he|she|it|they|there|none|nothing|nobody|[a-z]+|PW-?\d+"
    r"|[A-Z][a-z]+)\s(?:[\w'-]+\s){0,4}(?:was|were|is|are|had|has|have|did|does|could)\b)"
    r"|,\s+(?=(?:the|he|she|it|they|no|there)\s(?:[\w'-]+\s){0,3}(?:was|were|is|are|had|has|did)\b)"
)
_CANNOT_OPEN = frozenset(
    "which who whom whose that because since although though as than with without by of to from for in on at per adds"
    " being having and or but not neither nor where when if whether only".split()
)
_SENSE_FOLLOWS = re.compile(
    r"\s*,?\s*(?:although|though|because|since|except|save|other\sthan|beyond|but|so|nor|neither|even|despite|in\sspite)\b"
)
_PROPER_START = re.compile(r"Section\b|Article\b|[A-Z]{2,}|Public\b")
_NUMBERED = re.compile(r"\s*\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+")
_ITEM = re.compile(r"\((?:[a-h]|[ivx]{1,4}|\d{1,2})\)\s")
_DENIED_IT = re.compile(r"\b(?:denies|denied|deny|disputes?|disputed)\s(?:it|this|that|them|having)\b")
# What no later finding can settle: a thing of proof, or a date that the papers give.
_NO_FINDING = re.compile(
    r"\b(?:proved|established|shows?|on record|prima facie|foundational|filed|within|agree on|picked out|carries|sentence)\b"
)
_SAYS = re.compile(r"\b(?:says?|said|states?|denies|deny|claims?|pleads?|deposes?|calls)\b")
_DATED = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\s*[-–:]\s*\Z")
_DATE_OPENS = re.compile(r"\s*(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|[A-Z][a-z]{2,8}\.?\s\d{4}|(?:19|20)\d\d\b)")
_MOST_MENTIONS = 4
_QUOTE_ENDS = re.compile(r"[\"”]\.\s+(?=[A-Z])")  # 'shouted "finish him". PW-2 says'
_TAKES_UP = re.compile(
    r"\s*[;,]?\s*(?:and\snone|and\snor|(?:and\s|but\s)?(?:he|she|it|they|this|that|these|his|her|its|their|so|we|although|though|because|since"
    r"|which|who|where|as|for|except|save|other\sthan|beyond))\b",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\b(?:I|me|[Mm]y|myself)\b(?!\.)")
_BACK = re.compile(r"\b(?:it|its|them|they|their|this|that|these|those|the same|the other)\b", re.IGNORECASE)
_TAKES_UP_AFTER = re.compile(r"\.?\s*(?:It|Its|This|That|These|They|The other|The same|Neither|Both|So)\b")
_PRONOUN_AFTER = re.compile(r"\.?\s*(?:He|She|His|Her)\b")
_OF_PERSON = re.compile(
    r"(?:The |the )?(?:accused|applicant|complainant|deceased|plaintiff|defendant|victim|detenu|driver|appellant|petitioner"
    r"|respondent|child|witness|tenant|landlord|husband|wife|vendor|debtor|claimant|[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b"
)
_PRONOUN_OPENS = re.compile(
    r"\s*(?:He|She|His|Her|It|Its|They|Their|This|That|These|Those|The other|The same|The last|The first|The former|The latter|The above|Neither|Both|So|But|However|If|In cross"
    r"|Thereafter|Then|Later|We|Nor|Not)\b"
)
# Words about the words: what was asked, argued or held is no place to tell what happened.
_ABOUT_WORDS = re.compile(
    r"\b(?:questions?|presum\w+|argu\w+|submi\w+|contend\w*|plea|pleads|urged|(?:Magistrate|Judge|Court) (?:has )?held"
    r"|relies on|rely on|complained|held (?:that|there))\b|\bT\.C\.|\bLd\."
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
    " there one two than as into its him them shall can could would will did does do out up over more less so reason reasons gap given found show shows shown"
    " taken time record recorded date day days year years first last state matter paper order orders then"
)
_MOST_LOST_WORDS = 1  # words about something else that may go with the replaced ones
_MOST_FORMS = 10  # each is read again, which takes some hundredths of a second
_MOST_TURNS = 4
_ENDS_CLAUSE = re.compile(r"\s*(?:[.;,?!:]|\Z)")
_TOLD_BY_HERSELF = 3  # times that the tale says "I" or "my"
_SHORT = 9  # words of a clause that says one thing
# Things that a matter has or has not; a sentence of the tables that speaks of another thing does not fit.
_SCENE = word_keys(
    "house night blow knife pistol jewels school register flat chit kerosene poison parade lender patient malkhana robbers"
    " policy widow dowry beating detenu"
)


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
    """The first way to write the change that survives a second reading; the least change of words is tried first."""
    is_disputed = reading.status is IngredientStatus.DISPUTED
    for edits in islice(_forms(before, reading, row, target), _MOST_FORMS):
        if (is_disputed or _covers(edits, reading)) and _is_clean(before, reading, target, edits):
            return edits
    return _established(before, reading, row) if is_disputed and target is _MET else None


def _covers(edits: Sequence[TextEdit], reading: IngredientReading) -> bool:
    """Whether every mention is changed; else one would still say the contrary."""
    return all(any(edit.span.overlaps(span) for edit in edits) for span in reading.spans)


def _established(before: MatterReading, reading: IngredientReading, row: Ingredient) -> tuple[TextEdit, ...] | None:
    """A sentence that settles a dispute and leaves both tales standing, where the reader takes it as told."""
    sentence = row.suppose_met
    if not _fits_scene(sentence, before.sheet.narrative) or _NO_FINDING.search(sentence):
        return None
    if status_in(tables(), row.id, sentence) != _MET.value:
        return None
    edit = _added(before, reading.spans, f"It has since been established that {_inside(sentence)}")
    changed = rewrite(before.sheet, [(edit.span, edit.text)])
    after = read_matter(changed)
    if changed_outside(before, after, [edit.span], written_places([edit])) or compare(before, after).lines:
        return None
    known = set(contradictions(before.sheet))
    return None if any(against not in known for against in contradictions(changed)) else (edit,)


def _forms(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus
) -> Iterator[tuple[TextEdit, ...]]:
    """Ways to write the change: the words turned round, the dispute settled, the clause or sentence replaced."""
    text = before.sheet.narrative
    sentence = row.suppose_met if target is _MET else row.suppose_not
    if not reading.spans:
        if _fits_scene(sentence, text) and any(
            other.subject == row.subject and other.spans for other in before.ingredients
        ):
            same = [span for other in before.ingredients if other.subject == row.subject for span in other.spans]
            yield (_added(before, same, sentence),)
        return
    if len(reading.spans) > _MOST_MENTIONS:
        return
    if reading.status is IngredientStatus.DISPUTED:
        yield from _settled(text, reading.spans)
    turned = [list(_turned(text, span, row, target)) for span in reading.spans]
    if all(turned):
        yield from (tuple(edits) for edits in islice(product(*turned), _MOST_TURNS))
    if not _fits_scene(sentence, text):
        return
    for place in _best_places(text, reading, row):
        if target is not _MET and _DATED.search(text[: reading.spans[place].start]):
            continue  # an entry of a list of dates tells what happened on the day
        for form in _replacements(before, reading, place, sentence):
            yield (form,)
            others = [
                _turned_or_removed(before, reading, span, turned[at], form)
                for at, span in enumerate(reading.spans)
                if at != place
            ]
            if others and None not in others:
                yield tuple(_disjoint([form, *(edit for edit in others if edit is not None)]))


def _turned(text: str, span: Span, row: Ingredient, target: IngredientStatus) -> Iterator[TextEdit]:
    """The words of one mention turned round."""
    if _SENSE_FOLLOWS.match(text, span.end):
        return  # "although he lay helpless" fits one side only
    words, whole = span.of(text), _sentence_bounds(text, span)
    if whole is not None and _BACK.search(text, span.end, whole.end):
        return  # "the report was not supplied; he got it with the order"
    if target is _MET:
        yield from (_trimmed(span, text, new) for new in affirmations(words))
    elif is_negative(row.suppose_not):  # else the clause denied is not what is supposed
        told = word_set(row.suppose_met, row.suppose_not)
        if not _ENDS_CLAUSE.match(text, span.end):
            return
        yield from (_trimmed(span, text, new) for new in denials(words, told))
        if not _hangs_on(text, span):
            yield from (_trimmed(span, text, new) for new in absences(words))


def word_set(*sentences: str) -> frozenset[str]:
    """The words of some sentences, small."""
    return frozenset(re.findall(r"[a-z]+", " ".join(sentences).lower()))


def _settled(text: str, spans: Sequence[Span]) -> Iterator[tuple[TextEdit, ...]]:
    """The dispute settled in every sentence that tells of it, and in the short sentence after it: "He denies it."."""
    bounds: list[Span] = []
    for span in spans:
        whole = _sentence_bounds(text, span)
        if whole is not None and whole not in bounds:
            bounds.append(whole)
    for whole in list(bounds):
        after = _sentence_bounds(text, Span(min(whole.end + 1, len(text) - 1), min(whole.end + 2, len(text))))
        if after is not None and after not in bounds and _DENIED_IT.search(after.of(text)):
            bounds.append(after)
    options = [[_trimmed(whole, text, new) for new in settled(whole.of(text))] for whole in sorted(bounds)]
    yield from islice(product(*(option for option in options if option)), _MOST_TURNS) if any(options) else ()


def _best_places(text: str, reading: IngredientReading, row: Ingredient) -> list[int]:
    """The mentions that may give way to the table's sentence, those that share most words with it first."""
    places = [
        place
        for place, span in enumerate(reading.spans)
        if _shared(row, span.of(text)) >= (1 if len(span.of(text).split()) <= _SHORT else 2)
        and not _ABOUT_WORDS.search(span.of(text))
    ]
    return sorted(places, key=lambda place: -_shared(row, reading.spans[place].of(text)))


def _replacements(before: MatterReading, reading: IngredientReading, place: int, sentence: str) -> Iterator[TextEdit]:
    """The clause, or the whole sentence, given up for the table's sentence, where nothing else goes with it."""
    text, span = before.sheet.narrative, reading.spans[place]
    clause = _clause(text, span, sentence)
    if clause is not None and (is_negative(sentence) or _SAYS.search(clause.span.of(text))):
        end = _sentence_bounds(text, clause.span)
        if end is None or text[clause.span.end : end.end].strip(" .?!"):
            clause = None  # what follows goes on telling of the thing, or of what somebody says
    for form in (clause, _whole_sentence(text, span, sentence)):
        if form is not None and not _forbids(before.sheet, form) and not _costs(before, reading, form):
            yield form


def _turned_or_removed(
    before: MatterReading, reading: IngredientReading, span: Span, turned: Sequence[TextEdit], form: TextEdit
) -> TextEdit | None:
    """What becomes of another mention when one gives way: it lies in the same words, is turned, or goes."""
    if form.span.contains(span):
        return form
    if turned:
        return turned[0]
    gone = _removed(before.sheet.narrative, span)
    if (
        gone is None
        or len(gone.span.of(before.sheet.narrative).split()) > _SHORT
        or _forbids(before.sheet, gone)
        or _costs(before, reading, gone)
    ):
        return None
    return gone


def _fits_scene(sentence: str, text: str) -> bool:
    """Whether the table's sentence suits the tale: no house where a car was searched, no "she" where she is "I"."""
    if len(_FIRST_PERSON.findall(text)) >= _TOLD_BY_HERSELF and re.search(
        r"\b(?:she|he|her|his)\b", sentence, re.IGNORECASE
    ):
        return False
    return (word_keys(sentence) & _SCENE) <= word_keys(text)


def _costs(before: MatterReading, reading: IngredientReading, edit: TextEdit) -> bool:
    """Whether words would be lost that say something else: a number, a name, or more than a word or two."""
    text = before.sheet.narrative
    cut = list(edit.span.of(text))
    for span in reading.spans:
        for at in range(max(span.start, edit.span.start), min(span.end, edit.span.end)):
            cut[at - edit.span.start] = " "
    rest = "".join(cut)
    row = tables().ingredients[reading.id]
    if any(_is_told_beside(before, reading, other, edit.span) for other in before.ingredients):
        return True
    lost = [
        word
        for word in re.findall(r"[A-Za-z]{3,}", rest)
        if not word_keys(word) <= _keys_of(row) | word_keys(_PLAIN_WORDS) | word_keys(edit.text)
    ]
    return bool(re.search(r"\d", rest)) or len(lost) > _MOST_LOST_WORDS


def _is_told_beside(before: MatterReading, reading: IngredientReading, other: IngredientReading, cut: Span) -> bool:
    """Whether the cut holds words of another ingredient that are not also words of this one."""
    return any(span.overlaps(cut) and not any(span.overlaps(known) for known in reading.spans) for span in other.spans)


def _is_lost(before: MatterReading, reading: IngredientReading, other: IngredientReading) -> bool:
    """Whether another ingredient falls silent that the words really told; two rows may read the same short clause."""
    text = before.sheet.narrative
    row = tables().ingredients[other.id]
    told = [span for span in other.spans if _shared(row, span.of(text)) >= 2]
    if not told:
        return False
    is_same = set(other.spans) <= set(reading.spans)
    return not (is_same and all(not re.search(r"\band\b|;", span.of(text)) for span in told))


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


def _hangs_on(text: str, span: Span, new: str = "") -> bool:
    """Whether what follows takes up the clause: "it", "although" or "the other" would then point at nothing.

    "He" and "his" may follow where the new words speak of a person.
    """
    bounds = _sentence_bounds(text, span)
    end = bounds.end if bounds is not None else span.end
    takes_up = _TAKES_UP.match(text, span.end)
    if takes_up and _OF_PERSON.match(new) and re.search(r"(?:he|she|his|her)\Z", takes_up[0]):
        takes_up = None
    if takes_up or _BACK.search(text, span.end, end):
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
    """The clause gives way, where it stands on its own between stops, semicolons or "and"."""
    bounds = clause_bounds(text, span)
    if bounds is None or _is_whole(text, bounds) or _hangs_on(text, bounds, sentence):
        return None
    new = sentence.removesuffix(".")
    return TextEdit(bounds, new if _opens_sentence(text, bounds) else _inside(new))


def clause_bounds(text: str, span: Span) -> Span | None:
    """The clause that holds a span, with the words that hang on it; None where it does not stand on its own."""
    whole = _sentence_bounds(text, span)
    if whole is None or span.end > whole.end:
        return None
    prefix = _PREFIX.match(text, whole.start, whole.end)
    start = prefix.end() if prefix is not None and prefix.end() <= span.start else whole.start
    end = whole.end - (text[whole.end - 1] in ".?!")
    for match in _BETWEEN_CLAUSES.finditer(text, start, end):
        if match.end() <= span.start and has_finite_verb(text[start : match.start()]):
            start = match.end()
        elif match.start() >= span.end and not match[0].strip().startswith((":", "-", "–")):
            if _first_word(text, match.end()) is None or is_verb(str(_first_word(text, match.end()))):
                return None  # what follows has its subject here
            end = match.start()
            break
    if _ITEM.search(text, whole.start, start + 6):
        return None  # an item of a list inside a sentence
    first = _first_word(text, start)
    if first is None or is_verb(first) or first in _CANNOT_OPEN or start >= end:
        return None
    return Span(start, end)


def _first_word(text: str, at: int) -> str | None:
    match = re.compile(r"[\"“(]?([A-Za-z][\w'-]*)").match(text, at)
    return match[1] if match is not None else None


def _is_whole(text: str, bounds: Span) -> bool:
    """Whether a clause is all of its sentence."""
    whole = _sentence_bounds(text, bounds)
    return (
        whole is not None
        and not text[whole.start : bounds.start].strip()
        and not text[bounds.end : whole.end].strip(" .?!\n")
    )


def _opens_sentence(text: str, bounds: Span) -> bool:
    before = text[: bounds.start].rstrip()
    return (
        not before
        or before.endswith((".", "?", "!", "\n", ")"))
        or text[bounds.start].isupper()
        or text[: bounds.start].endswith("\n")
    )


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
    """The mention taken out: its clause with what ties it to the rest, else its sentence."""
    bounds = clause_bounds(text, span)
    if bounds is not None and not _is_whole(text, bounds):
        return _clause_removed(text, bounds)
    bounds = _sentence_bounds(text, span)
    prefix = _PREFIX.match(text, bounds.start, bounds.end) if bounds is not None else None
    if bounds is None or (prefix is not None and prefix.end() > bounds.start) or _hangs_on(text, bounds):
        return None  # an item of a list is not taken out of it
    end = bounds.end
    while end < len(text) and text[end] == " ":
        end += 1
    return TextEdit(Span(bounds.start, end), "")


def _clause_removed(text: str, bounds: Span) -> TextEdit | None:
    if _hangs_on(text, bounds):
        return None
    tie = _BETWEEN_CLAUSES.match(text, bounds.end)
    if tie is not None:  # the next clause opens in its place
        first = text[tie.end()]
        return TextEdit(Span(bounds.start, tie.end() + 1), first.upper() if text[bounds.start].isupper() else first)
    ties = [match for match in _BETWEEN_CLAUSES.finditer(text, max(0, bounds.start - 12), bounds.start)]
    if (
        ties
        and ties[-1].end() == bounds.start
        and not text[ties[-1].start() : ties[-1].end()].strip().startswith((":", "-"))
    ):
        return TextEdit(Span(ties[-1].start(), bounds.end), "")
    return None


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


def _added(before: MatterReading, mentions: Sequence[Span], sentence: str) -> TextEdit:
    """A sentence of its own after the last of some mentions, where no pronoun is cut from its noun."""
    text = before.sheet.narrative
    bounds = _sentence_bounds(text, max(mentions)) if mentions else None
    while (
        bounds is not None and _PRONOUN_OPENS.match(text, bounds.end) and "\n" not in text[bounds.end : bounds.end + 2]
    ):
        at = bounds.end + len(text[bounds.end :]) - len(text[bounds.end :].lstrip())
        bounds = _sentence_bounds(text, Span(at, at + 1)) if at < len(text) else None
    is_dated = bounds is not None and _DATE_OPENS.match(text, text.rfind("\n", 0, bounds.start) + 1)
    if bounds is None or is_dated or not text[: bounds.end].endswith((".", "?", "!")):
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


def _forbids(sheet: FactSheet, edit: TextEdit) -> bool:
    """Whether an edit would cut words that the rest of the text needs, such as the first mention of a person."""
    if _is_torn(sheet.narrative, edit.span):
        return True
    text = sheet.narrative
    cut, first, rest = edit.span.of(text), text[: edit.span.start], text[edit.span.end :]
    if _HEADED.match(cut) or _HEADED.match(text[text.rfind("\n", 0, edit.span.start) + 1 :]):
        return True  # a list of points or grounds
    if edit.text and ('"' in cut or "“" in cut or "(" in re.sub(r"\((?:PW|DW|Ex)", "", cut)):
        return True  # what somebody said or wrote, or a remark in brackets beside something else
    if _FIRST_PERSON.search(cut):
        return True
    if "granted" in edit.text and _REFUSED.search(cut):
        return True  # what was refused was not granted in another way
    if (edit.text and _TAKES_UP_AFTER.match(rest)) or (_PRONOUN_AFTER.match(rest) and not _OF_PERSON.match(edit.text)):
        return True
    if re.match(r"(?:He|She|It|They)\s(?:was|were|is|has|had)\b", cut):
        return True  # it goes on telling what the sentence before it tells
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


def _is_clean(
    before: MatterReading, reading: IngredientReading, target: IngredientStatus, edits: tuple[TextEdit, ...]
) -> bool:
    """Reads the edited text again: the ingredient is turned, it reads well, and nothing else fell silent."""
    changed = rewrite(before.sheet, [(edit.span, edit.text) for edit in edits])
    if reads_badly(before.sheet.narrative, changed.narrative):
        return False
    known = set(contradictions(before.sheet))
    if any(against not in known for against in contradictions(changed)):
        return False
    after = read_matter(changed)
    now = after.by_id.get(reading.id)
    if now is None or now.status is not target:
        return False
    if changed_outside(before, after, [edit.span for edit in edits], written_places(edits)):
        return False
    differences = compare(before, after)
    if differences.lines or any(
        left is not None
        and left.id != reading.id
        and (right is None or not right.spans)
        and _is_lost(before, reading, left)
        for left, right in differences.ingredients
    ):
        return False
    kept = {fact.key for fact in changed.facts}
    gone = [fact.kind for fact in before.sheet.facts if fact.key not in kept]
    # What was done, what came of it and what is charged stay told.
    is_act_cut = FactKind.ACT in gone and any(not edit.text for edit in edits)
    return not {FactKind.RESULT, FactKind.PROVISION}.intersection(gone) and not is_act_cut
