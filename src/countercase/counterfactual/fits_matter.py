"""Whether a supposition makes sense in a matter: its things are there, and it is neither said already nor ruled out."""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from countercase.counterfactual.clauses import sentence_bounds
from countercase.counterfactual.law_reading import MatterReading
from countercase.counterfactual.law_words import (
    has_assumed_things,
    has_scene,
    may_be_supposed,
    shared_words,
)
from countercase.counterfactual.other_proceedings import is_dropped
from countercase.counterfactual.person_meant import is_of_other_accused
from countercase.counterfactual.question_order import is_often_asked
from countercase.counterfactual.said_already import is_said_already
from countercase.domain.checklist import IngredientReading, IngredientStatus, Stands
from countercase.domain.facts import NumericalFact, Quantity, SectionFact
from countercase.domain.span import Span
from countercase.files import packaged_rows
from countercase.law.ingredients import Ingredient, LegalSubject, SubjectKind, either_code, tables
from countercase.law.near_provisions import EdgeKind, neighbours

_ABOUT_TIME = re.compile(
    r"\b(?:\d+|one|two|three|six|seven|twelve|thirty|sixty|ninety)\s(?:years?|months?|weeks?|days?|hours?)\b"
    r"|\bin\stime\b|\brun\sout\b|\bexpired\b|\binto\sforce\b|\bperiod\s(?:from|is|the\ssection)\b"
)
_PRESUPPOSED = re.compile(r"\bthe\s(?P<thing>[a-z]+)\s(?P<deed>ordered|granted|fixed|agreed|offered)\b")
_DATE_FIXED = re.compile(
    r"\b(?:on\sor\sbefore|latest\sby|i\.e\.\sby|by|within)\s(?:\d|one|two|three|four|six|nine|twelve)|\blast\sdate\b"
)
# Words that show that somebody has died; "a threat of death" or "murder" alone do not.
_DEATH = re.compile(
    r"\b(?:deceased|dec['’]?d|dead|die[sd]|killed|succumb\w*|post-?mortem|inquest|autopsy|suicide|hanged|expired|corpse)\b"
    r"|\bP\.?M\.?(?=[\s:])|\b[Ll]ate\s(?:Shri|Smt|Sri|[A-Z][a-z]+)|\b(?:his|her|their|the|of)\sdeath\b",
    re.IGNORECASE,
)
_BELOW_AGE = re.compile(r"\bbelow (?:twelve|sixteen|eighteen|the age of consent)\b")
_ABOVE_AGE = re.compile(r"\babove (twelve|sixteen|eighteen)\b")
_AGE_OF_VICTIM = re.compile(r"\b(?:complainant|prosecutrix|victim|woman)\b[^.]{0,40}?\b(?:of|aged)\s(\d\d)\b")
_AGE_OF_CHILD = re.compile(r"\bage of the (?:victim|child|girl|boy|prosecutrix|person)\b")
_AGE_READ = re.compile(r"(\d+) years")
_AGE_IN_WORDS = {"twelve": 12, "sixteen": 16, "eighteen": 18}
_GROWN_UP = 20  # years; from this age on, nobody is supposed to be a child
_NEAR_YEARS = 5  # from an age of the law; a younger child is not supposed to be above it
_DENIED_OR_SILENT = frozenset({IngredientStatus.CONTRARY, IngredientStatus.MISSING})
_NEAR = 60  # characters between a section and the words that put it out of the case
_SURE = 0.9  # chance of a learned reading that counts as a statement of the matter
_HEADING = 200  # characters of a brief in which its charges stand
_FIGURES_OF_SECTION = 3  # a shorter number may be an age or a day
_FEW = 2  # words of a mention that the table uses too
_MORE_YEARS = re.compile(r"\bmore than (three|seven|twelve) years after\b")
_COUNT = {"three": 3, "seven": 7, "twelve": 12}
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
_SECTION_NUMBER = re.compile(r"-(\d+)")
_NOT_ADDED_BEFORE = re.compile(
    r"(?:\b[Ii]f\s(?:an?\s)?(?:[a-z]+\s){0,3}[a-z]+|\b[Nn]o|\b[Nn]ot\s(?:under|charged\sunder)|\bdeclined|\bdropped|\brefused)\s(?:u/)?(?:s\.?|[Ss]ections?)?\s?\Z"
)
_NOT_ADDED_AFTER = re.compile(
    r"[^.]{0,40}\b(?:struck\s(?:it\s)?(?:out|off)|dropped|deleted|not\s(?:been\s)?(?:added|invoked|charged|framed|pressed|alleged|put))\b"
)
_OF_DELAY = re.compile(r"\bcondon\w+|\bcause for the delay\b|\bexplained\b[^.]*\bdelay\b")
_OF_APPEAL = re.compile(r"\b(?:appeal|revision|petition|petn|suit|S\.?L\.?P)\b", re.IGNORECASE)
_OF_FIR = re.compile(r"\b(?:FIR|F\.I\.R|FIS|[Cc]omplain\w*|[Rr]eport\w*|lodged|police|P\.?S|incident)\b")
_OF_MONEY = re.compile(r"\bthe\smoney\b", re.IGNORECASE)
_GOODS = re.compile(
    r"\b(?:bags?|goods|stock|cement|tiles|jewell\w+|ornaments|gold|grain|crop|cattle|machine\w*|vehicles?|tractor|utensils"
    r"|furniture|cloth|timber|yarn|fabric|cotton|steel|scrap|rice|wheat|paddy|diesel|lot|sacks?|seeds|consignment)\b",
    re.IGNORECASE,
)
_MONEY_GIVEN = re.compile(
    r"\b(?:money|cash|funds?|advanced?|deposit\w*|loan|paid|pays?|collect\w+|received)\b", re.IGNORECASE
)


def makes_sense(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus, supposition: str
) -> bool:
    """Whether the supposition fits the matter: its things and its dates, and the words were not misread."""
    text = before.sheet.narrative
    if reading.spans:
        is_certain = reading.is_trusted or is_often_asked(row.id)
        is_fit = may_be_supposed(row, supposition, text, is_certain=is_certain)
    else:
        is_raised = any(other.subject == row.subject and other.spans for other in before.ingredients)
        is_fit = (
            is_raised and may_be_supposed(row, supposition, text, is_certain=False) and has_assumed_things(row, text)
        )
    return is_fit and not _is_reckoned(before, row, supposition) and is_open(before, reading, row, target, supposition)


def is_open(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus, supposition: str
) -> bool:
    """Whether the matter leaves the question open: a fact, in these words, neither said already nor ruled out."""
    text = before.sheet.narrative
    return not (
        _is_idle(before, reading, row, target, supposition)
        or _presupposes_too_much(supposition, text)
        or _is_silent_on_trifle(reading, row)
        or not has_scene(supposition, text)
        or is_ruled_out(supposition, text)
        or _is_of_uncharged_offence(before, reading, row, target)
        or _is_about_goods(before, reading, supposition)
    )


def is_idle_question(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus
) -> bool:
    """Whether the question is idle in any words: misread, said, decided by dates, of no charge, or of somebody else."""
    supposition = row.suppose_met if target is IngredientStatus.MET else row.suppose_not
    return (
        _is_idle(before, reading, row, target, supposition)
        or _is_reckoned(before, row, supposition)
        or _is_of_uncharged_offence(before, reading, row, target)
    )


def _is_idle(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus, supposition: str
) -> bool:
    """Whether it is misread, said already, far off, or about the delay or the doing of another."""
    text = before.sheet.narrative
    return (
        _is_doubtful(before, reading, row)
        or is_said_already(text, reading, supposition, target)
        or _is_far_from_age(before, supposition)
        or condones_no_delay(before, row, supposition)
        or _is_other_delay(text, reading)
        or (_is_about_one_accused(row) and is_of_other_accused(text, reading.spans))
    )


def _is_about_one_accused(row: Ingredient) -> bool:
    """Whether an ingredient is about the doing or the words of one accused: a confession, or part of a charge."""
    return row.subject == "confession" or tables().subjects[row.subject].kind is SubjectKind.CHARGE


def _is_other_delay(text: str, reading: IngredientReading) -> bool:
    """Whether the words read for the delay of an FIR are about the delay of an appeal or a petition."""
    if not reading.id.startswith("fir.") or not reading.spans:
        return False
    sentences = [(sentence_bounds(text, span) or span).of(text) for span in reading.spans]
    return all(_OF_APPEAL.search(words) and not _OF_FIR.search(words) for words in sentences)


def _is_silent_on_trifle(reading: IngredientReading, row: Ingredient) -> bool:
    """Whether the matter says nothing of an ingredient that lawyers do not ask about first."""
    return not reading.spans and not is_often_asked(row.id)


def is_ruled_out(supposition: str, text: str) -> bool:
    """Whether the undoubted facts leave no room: nobody who was burnt or stabbed died a natural death."""
    interval = _MORE_YEARS.search(supposition)
    years = [int(year) for year in _YEAR.findall(text)]
    if interval is not None and years and max(years) - min(years) < _COUNT[interval[1]]:
        return True
    uncapitalised = supposition[0].lower() + supposition[1:]
    return any(phrase.search(uncapitalised) and facts.search(text) for phrase, facts in _ruled_out())


@cache
def _ruled_out() -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """Phrases of suppositions, each with the facts that leave no room for it."""
    return [
        (re.compile(rf"\b(?:{row['supposition']})\b"), re.compile(row["facts"], re.IGNORECASE))
        for row in packaged_rows("countercase.counterfactual", "data", "ruled_out.csv")
    ]


def _is_of_uncharged_offence(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus
) -> bool:
    """Whether the matter charges other offences, and says nothing of this one or that it is not in the case."""
    subject, text = tables().subjects[row.subject], before.sheet.narrative
    if subject.kind is not SubjectKind.CHARGE:
        return False
    first = row.provisions[0]
    numbers_of_charge = {section.number for section in (first, *subject.provisions) if section.act in {"IPC", "BNS"}}
    if is_dropped(text, [first.number]) or is_dropped(text, numbers_of_charge):
        return True
    cited_sections = [fact for fact in before.sheet.facts if isinstance(fact, SectionFact)]
    of_subject = [fact for fact in cited_sections if fact.provision.base in _bases([subject])]
    if of_subject and _are_disowned(text, of_subject):
        return True
    bases = {needed.base for needed in row.provisions}
    of_row = [fact for fact in cited_sections if fact.provision.base in bases]
    if of_row and _are_disowned(text, of_row):
        return first.base in {fact.provision.base for fact in of_row}
    # what a sure reader reads may be part of another charge, as hurt is of robbery; rape is charged in terms
    least = _SURE if row.subject != "rape" else 1.0
    is_stated = reading.status not in _DENIED_OR_SILENT and (not reading.likely or reading.chance >= least)
    is_stated = is_stated and target is not IngredientStatus.CONTRARY  # nothing is lost where nobody charges it
    if is_stated or _is_numbered_in_heading(text, numbers_of_charge):
        return False
    cited = _cited(before)
    is_charged_otherwise = bool(cited & _bases_of_charges())
    return is_charged_otherwise and not _is_cited(cited, subject)


def _is_numbered_in_heading(text: str, numbers: Iterable[str]) -> bool:
    """Whether the heading of a brief gives a section without its Act: "A-4 alone 317(3)"."""
    heading = text[:_HEADING]
    return any(
        len(number) >= _FIGURES_OF_SECTION and re.search(rf"(?<![\d,/-]){number}(?!\d|[,/-]\d)", heading)
        for number in numbers
    )


def condones_no_delay(before: MatterReading, row: Ingredient, supposition: str) -> bool:
    """Whether a delay would be explained or condoned in a step that was taken in time."""
    if not _OF_DELAY.search(supposition):
        return False
    bases = {provision.base for provision in row.provisions}
    sides = {line.stands for line in before.lines if line.provision.base in bases}
    return sides == {Stands.WITHIN}


def _cited(before: MatterReading) -> frozenset[str]:
    """The sections that the matter cites as its own."""
    return frozenset(
        fact.provision.base
        for fact in before.sheet.facts
        if isinstance(fact, SectionFact) and not _is_disowned(before.sheet.narrative, fact.spans)
    )


def _is_cited(cited: frozenset[str], subject: LegalSubject) -> bool:
    """Whether a matter cites a section of the subject, or one that stands between two of them or beside one."""
    bases = _bases([subject])
    return any(_is_among(base, bases) for base in cited) or not cited.isdisjoint(_lesser_and_graver(subject))


@cache
def _lesser_and_graver(subject: LegalSubject) -> frozenset[str]:
    """The lesser and graver forms of the sections of a subject: murder is open where 304 is charged."""
    kinds = {EdgeKind.LESSER, EdgeKind.GRAVER}
    sections = {other for provision in subject.provisions for other in either_code(provision)}
    return frozenset(edge.neighbour.base for section in sections for edge in neighbours(section) if edge.kind in kinds)


def _is_among(base: str, bases: frozenset[str]) -> bool:
    """Whether a section is one of some sections, or stands between two of them: 417 is cheating as 415 and 420 are."""
    act, number = base.partition("-")[0], _SECTION_NUMBER.search(base)
    numbers = [int(match[1]) for other in bases if (match := _SECTION_NUMBER.search(other)) and other.startswith(act)]
    if base in bases or number is None or not numbers:
        return base in bases
    return min(numbers) < int(number[1]) < max(numbers)


def _are_disowned(text: str, sections: Sequence[SectionFact]) -> bool:
    """Whether the text says of each of some sections that it is not in the case."""
    return all(_is_disowned(text, fact.spans) for fact in sections)


def _is_disowned(text: str, spans: Sequence[Span]) -> bool:
    """Whether the text cites a section only to say that it is not in the case: "no s.376 added"."""
    return bool(spans) and all(
        _NOT_ADDED_BEFORE.search(text[max(0, span.start - _NEAR) : span.start])
        or _NOT_ADDED_AFTER.match(text[span.end : span.end + _NEAR])
        for span in spans
    )


@cache
def _bases_of_charges() -> frozenset[str]:
    return _bases([subject for subject in tables().subjects.values() if subject.kind is SubjectKind.CHARGE])


def _bases(subjects: Sequence[LegalSubject]) -> frozenset[str]:
    """The sections of some subjects, under both codes."""
    return frozenset(
        other.base for subject in subjects for provision in subject.provisions for other in either_code(provision)
    )


def _is_about_goods(before: MatterReading, reading: IngredientReading, supposition: str) -> bool:
    """Whether the sentence speaks of money, and the matter of goods that were handed over."""
    if not _OF_MONEY.search(supposition):
        return False
    text = before.sheet.narrative
    sentences = [bounds.of(text) for span in reading.spans if (bounds := sentence_bounds(text, span)) is not None]
    about = " ".join(sentences) if sentences else text
    return bool(_GOODS.search(about)) and not _MONEY_GIVEN.search(about)


def _is_reckoned(before: MatterReading, row: Ingredient, supposition: str) -> bool:
    """Whether the dates in the text already decide it: then only another date could change it."""
    of_row = [rule for rule in tables().lines if rule.ingredient == row.id]
    bases = {provision.base for provision in row.provisions}
    return any(
        any(rule.covers(line.rule) for rule in of_row)
        or (line.provision.base in bases and _ABOUT_TIME.search(supposition))
        for line in before.lines
    )


def _presupposes_too_much(supposition: str, text: str) -> bool:
    """Whether the sentence speaks of an order that nobody made, or of a death where nobody has died."""
    if "deceased" in supposition and not _DEATH.search(text):
        return True
    if any(phrase in supposition and not facts.search(text) for phrase, facts in _needed_things()):
        return True
    deed = _PRESUPPOSED.search(supposition)
    if deed is not None and deed[0] == "the date fixed" and _DATE_FIXED.search(text):
        return False
    near = r"\W+(?:\w+\W+){0,3}"
    return deed is not None and not re.search(
        rf"{deed['thing']}{near}{deed['deed']}|{deed['deed']}{near}{deed['thing']}", text
    )


@cache
def _needed_things() -> list[tuple[str, re.Pattern[str]]]:
    """Phrases of suppositions about a thing, each with the words that show that a matter has it."""
    rows = packaged_rows("countercase.counterfactual", "data", "needed_things.csv")
    return [(row["supposition"], re.compile(row["facts"])) for row in rows]


def _is_far_from_age(before: MatterReading, supposition: str) -> bool:
    """Whether a grown person would be supposed to be a child, or a small child to be grown up."""
    ages = [
        fact.value
        for fact in before.sheet.facts
        if isinstance(fact, NumericalFact) and fact.quantity is Quantity.AGE and fact.unit == "years"
    ]
    ages += [float(age) for age in _AGE_OF_VICTIM.findall(before.sheet.narrative)]
    ages += [
        float(age[1])
        for line in before.lines
        if _AGE_OF_CHILD.search(line.quantity) and (age := _AGE_READ.match(line.value))
    ]
    above = _ABOVE_AGE.search(supposition)
    if above is not None and ages:
        return min(ages) + _NEAR_YEARS < _AGE_IN_WORDS[above[1]]
    return _BELOW_AGE.search(supposition) is not None and bool(ages) and min(ages) >= _GROWN_UP


def _is_doubtful(before: MatterReading, reading: IngredientReading, row: Ingredient) -> bool:
    """Whether only the learned reader raises the subject, in words of which the table uses few."""
    if reading.is_trusted:
        return False
    is_raised_by_rules = any(other.subject == reading.subject and other.spans for other in before.ingredients)
    is_raised_by_rules = is_raised_by_rules or _is_cited(_cited(before), tables().subjects[row.subject])
    return not is_raised_by_rules and not any(
        shared_words(row, span.of(before.sheet.narrative)) >= _FEW for span in reading.spans
    )
