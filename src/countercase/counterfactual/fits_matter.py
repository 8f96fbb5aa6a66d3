"""Whether a supposition makes sense in a matter: its things are there, and it is neither said already nor ruled out."""

import re
from collections.abc import Sequence
from functools import cache

from countercase.counterfactual.clauses import sentence_bounds
from countercase.counterfactual.law_reading import MatterReading
from countercase.counterfactual.law_words import (
    has_assumed_things,
    has_scene,
    may_be_supposed,
    shared_words,
)
from countercase.counterfactual.questions import asked_first, is_dropped
from countercase.counterfactual.said_already import is_said_already
from countercase.domain.facts import NumericalFact, Quantity, SectionFact
from countercase.domain.ingredients import IngredientReading, IngredientStatus
from countercase.domain.lines import Stands
from countercase.domain.span import Span
from countercase.files import packaged_rows
from countercase.law.ingredients import Ingredient, LegalSubject, SubjectKind, either_code, tables
from countercase.law.near_provisions import EdgeKind, neighbours

_ABOUT_TIME = re.compile(
    r"\b(?:\d+|one|two|three|six|seven|twelve|thirty|sixty|ninety)\s(?:years?|months?|weeks?|days?|hours?)\b"
    r"|\bin\stime\b|\brun\sout\b|\bexpired\b|\binto\sforce\b|\bperiod\s(?:from|is|the\ssection)\b"
)
_PRESUPPOSED = re.compile(r"\bthe\s(?P<thing>[a-z]+)\s(?P<deed>ordered|granted|fixed|agreed|offered)\b")
# Words of a person who has died; "a threat of death" and "murder" alone do not kill anybody.
_DEATH = re.compile(
    r"\b(?:deceased|dec['’]?d|dead|die[sd]|killed|succumb\w*|post-?mortem|inquest|autopsy|suicide|hanged|expired|corpse)\b"
    r"|\bP\.?M\.?(?=[\s:])|\b[Ll]ate\s(?:Shri|Smt|Sri|[A-Z][a-z]+)|\b(?:his|her|their|the|of)\sdeath\b",
    re.IGNORECASE,
)
_NEEDED_THINGS = {
    "accountant": "accountant",
    "complaint": r"[Cc]ompl|FIR|F\.I\.R",
    "documents relied upon": r"(?i)dismiss|remov|penalt|deten|detain|compulsor|reduc|[ei]nquiry officer",
    "allowed the second appeal": r"\ballow(?:ed|s|ing)\b",
    "Tribunal did not": r"[Aa]ward|Tribunal (?:took|held|accept|gave|assess|allow|reject)",
    "Tribunal added": r"[Aa]ward|Tribunal (?:took|held|accept|gave|assess|allow|reject)",
    "bought the goods": r"\b(?:bought|purchas\w+|goods)\b",
    "private company": r"(?i)\b(?:company|private|builder|industr\w+|ltd)\b",
    "accused is named": r"\b(?:[Aa]ccused|[Aa]ppellant|[Pp]etitioner|charged|convict\w+)\b",
    "ail was granted": r"(?i)\bbail\s(?:was\s|has\sbeen\s)?(?:granted|given|allowed)|granted\sbail|got\sbail|cancel",
    "suicide note": r"\b[Nn]ote\b",
    "sold land": r"\b(?:land|plot|acres?|flat|house|site|property|title|shop)\b",
}  # with the words that show them
_BELOW_AGE = re.compile(r"\bbelow (?:twelve|sixteen|eighteen)\b")
_ABOVE_AGE = re.compile(r"\babove (twelve|sixteen|eighteen)\b")
_AGE_OF_VICTIM = re.compile(r"\b(?:complainant|prosecutrix|victim|woman)\b[^.]{0,40}?\b(?:of|aged)\s(\d\d)\b")
_AGE_IN_WORDS = {"twelve": 12, "sixteen": 16, "eighteen": 18}
_GROWN_UP = 20  # years
_NEAR_YEARS = 5
# What a supposition says, and the facts that leave no room for it.
_RULED_OUT = [
    (
        re.compile(r"\bnatural death\b"),
        re.compile(
            r"\b(?:hang(?:ed|ing)|ligature|burn(?:s|t|ed)?|strangl\w+|throttl\w+|stab\w*|drown\w*"
            r"|gunshot|bullet|fractur\w+|incised|lacerat\w+|kerosene|chop\w*|fell|jumped|well|accident)\b",
            re.IGNORECASE,
        ),
    ),
    (
        re.compile(r"\baccident\b"),
        re.compile(r"\b(?:strangl\w+|throttl\w+|chop\swounds?|stab\w*|hack\w*|axe|gandas\w+)\b", re.IGNORECASE),
    ),
    (
        re.compile(r"\bnot a public servant\b"),
        re.compile(
            r"\b(?:constable|inspector|patwari|tahsildar|engineer|officer|clerk|secretary|commissioner|magistrate|SHO|ASI|IO"
            r"|teacher|doctor|surveyor|lineman|talati|registrar)\b",
            re.IGNORECASE,
        ),
    ),
    (re.compile(r"\bperson taken was below sixteen\b"), re.compile(r"\b(?:girl|woman|she|her)\b", re.IGNORECASE)),
    (
        re.compile(r"\bsuffered bodily pain\b"),
        re.compile(r"\b(?:swelling|contusion|abrasion|injur\w+|slap\w*|struck|pain)\b", re.IGNORECASE),
    ),
    (
        re.compile(r"\bthere was penetration\b"),
        re.compile(r"\bintercourse\b|\b(?:phys(?:ical|\.)|sexual)\srelation", re.IGNORECASE),
    ),
    (
        re.compile(r"\bpicked out the accused at a test\b"),
        re.compile(r"\b(?:TIP|parade)\b[^;\n]{0,30}[:,]\s[^.;]{0,40}\b(?:picked|identified)\b", re.IGNORECASE),
    ),
    (
        re.compile(r"\bcomplainant supported\b"),
        re.compile(r"\bcomplainant\b[^.]{0,30}\b(?:died|dead)\b|\blate\scomplainant\b", re.IGNORECASE),
    ),
    (re.compile(r"\bwere married\b"), re.compile(r"\b(?:wife|husband|married|marriage)\b", re.IGNORECASE)),
    # the others came to him
    (
        re.compile(r"\bcame to the place armed\b"),
        re.compile(
            r"\bhis\s(?:own\s)?(?:farm\s?-?)?(?:house|home|yard|courtyard|field|shop|shed|verandah)\b"
            r"|\b(?:entered|came\sinto|broke\sinto)\s(?:his|the\saccused)\b",
            re.IGNORECASE,
        ),
    ),
    # the matter has the paper, or says so in other words
    (
        re.compile(r"\brecommended sanction\b|\bafter independent review\b"),
        re.compile(
            r"\brecommendation\s(?:is|was|came|dated|dt|of)\b|\breviewing\sauthority's\sreport\b", re.IGNORECASE
        ),
    ),
    (
        re.compile(r"\bnever served with any charge-sheet\b"),
        re.compile(r"\bcharge[\s-]?(?:memo|sheet)\b[^.;\n]{0,20}\d|\d:\scharge\smemo\b", re.IGNORECASE),
    ),
    (
        re.compile(r"\bmedical board found fault\b"),
        re.compile(r"\bmedical\sboard\b[^;\n]{0,120}\b(?:against|below|negligen\w+|departure)\b", re.IGNORECASE),
    ),
    # somebody has died
    (re.compile(r"\bnothing beyond a threat\b"), re.compile(r"\b(?:deceased|dec['’]d|died)\b", re.IGNORECASE)),
    (
        re.compile(r"\bfrom the clothes worn\b"),
        re.compile(r"\bfrom\s(?:(?:his|her|the)\s)?(?:jeans|pants?|trousers?|shirt|waist|pocket)\b", re.IGNORECASE),
    ),
    (re.compile(r"\bfor many years\b"), re.compile(r"\b[Mm]utual\sconsent\b|\b13-?B\b")),
    (re.compile(r"\bdaughter\b"), re.compile(r"\A(?!.*\bdaughters?\b).*\bson\b", re.IGNORECASE | re.DOTALL)),
]
_DENIED_OR_SILENT = frozenset({IngredientStatus.CONTRARY, IngredientStatus.MISSING})
_NEAR = 60  # characters
_FEW = 2  # words of a mention that the table uses too
_MORE_YEARS = re.compile(r"\bmore than (three|seven|twelve) years after\b")
_COUNT = {"three": 3, "seven": 7, "twelve": 12}
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
_SECTION_NUMBER = re.compile(r"-(\d+)")
_NOT_ADDED_BEFORE = re.compile(
    r"(?:\b[Nn]o|\b[Nn]ot\s(?:under|charged\sunder)|\bdeclined|\bdropped|\brefused)\s(?:u/)?(?:s\.?|[Ss]ections?)?\s?\Z"
)
_NOT_ADDED_AFTER = re.compile(
    r"[^.;]{0,40}\b(?:struck\s(?:it\s)?(?:out|off)|dropped|deleted|not\s(?:been\s)?(?:added|invoked|charged|framed|pressed|alleged|put))\b"
)
_OF_DELAY = re.compile(r"\bcondon\w+|\bcause for the delay\b|\bexplained\b[^.]*\bdelay\b")
_OF_MONEY = re.compile(r"\bthe\smoney\b", re.IGNORECASE)
_GOODS = re.compile(
    r"\b(?:bags?|goods|stock|cement|tiles|jewell\w+|ornaments|gold|grain|crop|cattle|machine\w*|vehicles?|tractor|utensils"
    r"|furniture|cloth|timber|sacks?|seeds|consignment)\b",
    re.IGNORECASE,
)
_MONEY_GIVEN = re.compile(
    r"\b(?:money|cash|funds?|advanced?|deposit\w*|loan|paid|pays?|collect\w+|received)\b", re.IGNORECASE
)


def makes_sense(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus, plain: str
) -> bool:
    """Whether the supposition fits the matter: its things and its dates, and the words were not misread."""
    text = before.sheet.narrative
    if reading.spans:
        is_certain = reading.is_trusted or asked_first().get(row.id, 0) > 0
        is_fit = may_be_supposed(row, plain, text, is_certain=is_certain)
    else:
        is_raised = any(other.subject == row.subject and other.spans for other in before.ingredients)
        is_fit = is_raised and may_be_supposed(row, plain, text, is_certain=False) and has_assumed_things(row, text)
    return is_fit and not _is_reckoned(before, row, plain) and is_open(before, reading, row, target, plain)


def is_open(
    before: MatterReading, reading: IngredientReading, row: Ingredient, target: IngredientStatus, plain: str
) -> bool:
    """Whether the matter leaves the question open: a fact, in these words, neither said already nor ruled out."""
    text = before.sheet.narrative
    return not (
        row.id in _not_supposed()
        or _is_doubtful(before, reading, row)
        or is_said_already(text, reading, plain, target)
        or _is_far_from_age(before, plain)
        or _presupposes_too_much(plain, text)
        or _is_silent_on_trifle(reading, row)
        or not has_scene(plain, text)
        or _is_ruled_out(plain, text)
        or _is_of_uncharged_offence(before, reading, row)
        or condones_no_delay(before, row, plain)
        or _is_about_goods(before, reading, plain)
    )


def _is_silent_on_trifle(reading: IngredientReading, row: Ingredient) -> bool:
    """Whether the matter says nothing of an ingredient that lawyers do not ask about first."""
    return not reading.spans and asked_first().get(row.id, 0) <= 0


@cache
def _not_supposed() -> frozenset[str]:
    """The ingredients whose sentences state the conclusion of law itself, or name nothing outside their table."""
    rows = packaged_rows("countercase.counterfactual", "data", "not_supposed.csv")
    return frozenset(ingredient for row in rows for ingredient in row["ingredients"].split())


def _is_ruled_out(plain: str, text: str) -> bool:
    """Whether the undoubted facts leave no room: nobody who was burnt or stabbed died a natural death."""
    span = _MORE_YEARS.search(plain)
    years = [int(year) for year in _YEAR.findall(text)]
    if span is not None and years and max(years) - min(years) < _COUNT[span[1]]:
        return True
    supposition = plain[0].lower() + plain[1:]
    return any(phrase.search(supposition) and facts.search(text) for phrase, facts in _RULED_OUT)


def _is_of_uncharged_offence(before: MatterReading, reading: IngredientReading, row: Ingredient) -> bool:
    """Whether the matter charges other offences, and says nothing of this one or that it is not in the case."""
    subject = tables().subjects[row.subject]
    penal = {one.number for one in (*row.provisions[:1], *subject.provisions) if one.act in {"IPC", "BNS"}}
    own = [row.provisions[0].number]
    if subject.kind is SubjectKind.CHARGE and any(is_dropped(before.sheet.narrative, one) for one in (own, penal)):
        return True
    cited_sections = [fact for fact in before.sheet.facts if isinstance(fact, SectionFact)]
    of_subject = [fact for fact in cited_sections if fact.provision.base in _bases([subject])]
    if subject.kind is SubjectKind.CHARGE and of_subject and _are_disowned(before.sheet.narrative, of_subject):
        return True
    sections = [fact for fact in cited_sections if any(fact.provision.base == needed.base for needed in row.provisions)]
    if sections and _are_disowned(before.sheet.narrative, sections):
        return subject.kind is SubjectKind.CHARGE and row.provisions[0].base in {
            fact.provision.base for fact in sections
        }
    is_stated = reading.status not in _DENIED_OR_SILENT and not reading.likely
    if subject.kind is not SubjectKind.CHARGE or is_stated:
        return False
    cited = _cited(before)
    is_charged_otherwise = bool(cited & _bases_of_charges())
    return is_charged_otherwise and not _is_cited(cited, subject)


def condones_no_delay(before: MatterReading, row: Ingredient, plain: str) -> bool:
    """Whether a delay would be explained or condoned in a step that was taken in time."""
    if not _OF_DELAY.search(plain):
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


def _is_about_goods(before: MatterReading, reading: IngredientReading, plain: str) -> bool:
    """Whether the sentence speaks of money, and the matter of goods that were handed over."""
    if not _OF_MONEY.search(plain):
        return False
    text = before.sheet.narrative
    sentences = [bounds.of(text) for span in reading.spans if (bounds := sentence_bounds(text, span)) is not None]
    about = " ".join(sentences) if sentences else text
    return bool(_GOODS.search(about if sentences else text)) and not _MONEY_GIVEN.search(about)


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
    """Whether the sentence speaks of an order that nobody made, or a death that nobody died."""
    if "deceased" in plain and not _DEATH.search(text):
        return True
    if any(thing in plain and not re.search(words, text) for thing, words in _NEEDED_THINGS.items()):
        return True
    deed = _PRESUPPOSED.search(plain)
    near = r"\W+(?:\w+\W+){0,3}"
    return deed is not None and not re.search(
        rf"{deed['thing']}{near}{deed['deed']}|{deed['deed']}{near}{deed['thing']}", text
    )


def _is_far_from_age(before: MatterReading, plain: str) -> bool:
    """Whether a grown person would be supposed to be a child, or a small child to be grown up."""
    ages = [
        fact.value
        for fact in before.sheet.facts
        if isinstance(fact, NumericalFact) and fact.quantity is Quantity.AGE and fact.unit == "years"
    ]
    ages += [float(age) for age in _AGE_OF_VICTIM.findall(before.sheet.narrative)]
    above = _ABOVE_AGE.search(plain)
    if above is not None and ages:
        return min(ages) + _NEAR_YEARS < _AGE_IN_WORDS[above[1]]
    return _BELOW_AGE.search(plain) is not None and bool(ages) and min(ages) >= _GROWN_UP


def _is_doubtful(before: MatterReading, reading: IngredientReading, row: Ingredient) -> bool:
    """Whether only the learned reader raises the subject, in words of which the table uses few."""
    if reading.is_trusted:
        return False
    is_raised_by_rules = any(other.subject == reading.subject and other.spans for other in before.ingredients)
    is_raised_by_rules = is_raised_by_rules or _is_cited(_cited(before), tables().subjects[row.subject])
    return not is_raised_by_rules and not any(
        shared_words(row, span.of(before.sheet.narrative)) >= _FEW for span in reading.spans
    )
