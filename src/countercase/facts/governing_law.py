"""The law of a matter: what it cites and raises, the codes that govern it, and provisions not in force on its date."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from countercase.domain.checklist import NotInForce
from countercase.domain.facts import FactSheet, NumericalFact, Quantity, SectionFact
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.assertion import opens_with_condition
from countercase.facts.narrative import Narrative
from countercase.facts.other_matters import is_set_aside
from countercase.facts.speech import SentencePart
from countercase.facts.timeline import Timeline
from countercase.facts.words import provision_name
from countercase.law.dates import written
from countercase.law.ingredients import LegalSubject, PatternIndex, SubjectKind, Tables, either_code, subject_scores
from countercase.law.ingredients.patterns import Pattern
from countercase.law.provisions import find_provisions
from countercase.law.provisions.statutes import find_statutes
from countercase.law.tables.acts import CODES, COMMENCEMENT, NEW_OF_OLD, acts, equivalents, governing_code

# What a matter cites and raises.

PLEADED = frozenset({SubjectKind.CHARGE, SubjectKind.CLAIM, SubjectKind.DEFENCE})
_NOT_CHARGED = re.compile(
    r"\b(?:no|without\s+any|not|never)\s+(?:\w+\s+){0,2}?(?:charged?|offence|case)\b[^.;]*\Z", re.IGNORECASE
)
_LEAST_SCORE = 150  # of `subject_scores`; of the subjects that reach it in the development matters, 8 in 9 are correct
_ACCIDENTAL = 2  # so few mentions of a claim or defence may be accidental
_PROCEDURE = frozenset({"CrPC", "BNSS", "IEA", "BSA", "Constitution", "CPC", "Limitation"})
_PENAL_ACTS = frozenset("IPC BNS DP POCSO NDPS PC SCST Arms UAPA PMLA".split())
# Acts that nearly every matter names: naming one of them raises nothing by itself.
_GENERAL_ACTS = frozenset({*CODES, "Constitution", "CPC", "Limitation", "Contract"})


@dataclass(frozen=True, slots=True)
class CitedLaw:
    """The provisions that a matter cites, the Acts it names, and section numbers given without an Act."""

    provisions: frozenset[Provision]
    acts: frozenset[str]
    numbers: frozenset[str]
    not_charged: frozenset[str]  # sections, with or without an Act, that are ruled out: "no charge under section 304B"
    cited_with_act: frozenset[str]  # Acts of which a section is cited by name, not by its number alone


def read_cited_law(narrative: Narrative) -> CitedLaw:
    """The law that a matter cites, except in a condition ("if ..."). Charges that it rules out are listed apart."""
    text = narrative.expanded.text
    starts = [sentence.piece.start for sentence in narrative.sentences]
    provisions: set[Provision] = set()
    numbers: set[str] = set()
    not_charged: set[str] = set()
    for mention in find_provisions(text):
        index = bisect_right(starts, mention.span.start) - 1
        piece = narrative.sentences[index].piece if index >= 0 else None
        if piece and _is_not_charged(piece, mention.span):
            not_charged.add(mention.provision.base if mention.provision else mention.number or "")
        elif piece and opens_with_condition(piece.text):  # "If section 420 is added ..."
            continue
        elif mention.provision:
            provisions.add(mention.provision)
        elif mention.number:
            numbers.add(mention.number)
    cited_with_act = frozenset(provision.act for provision in provisions)
    if cited_with_act.isdisjoint(NEW_OF_OLD.values()):
        sentence_texts = [sentence.piece.text for sentence in narrative.sentences]
        stated = " ".join(sentence for sentence in sentence_texts if not opens_with_condition(sentence))
        provisions.update(bare for bare, _ in sections_by_number_alone(stated) if bare.base not in not_charged)
    named = {act.short for statute in find_statutes(text) for act in statute.acts}
    named |= {provision.act for provision in provisions}
    return CitedLaw(frozenset(provisions), frozenset(named), frozenset(numbers), frozenset(not_charged), cited_with_act)


def _is_not_charged(piece: SentencePart, span: Span) -> bool:
    start = max(0, span.start - piece.start)
    return _NOT_CHARGED.search(piece.text[max(0, start - 60) : start]) is not None


def raised_subjects(narrative: Narrative, cited: CitedLaw, decided_by_lines: Iterable[str], law: Tables) -> set[str]:
    """The subjects that the matter raises: by a provision it cites, by its words, or by a line of law it engages."""
    raised = {subject.id for provision in cited.provisions for subject in law.subjects_at.get(provision.base, ())}
    engaged_by_lines = {law.ingredients[ingredient].subject for ingredient in decided_by_lines}
    raised |= {subject for subject in engaged_by_lines if law.subjects[subject].kind not in PLEADED}
    raising = _raising_patterns(law)
    for sentence in {sentence.piece.text: sentence for sentence in narrative.sentences}.values():
        if is_set_aside(sentence.piece.text, 0):  # "his brother has a case under the Arms Act - not our matter"
            continue
        for subject, pattern in raising.candidates(sentence.keys):
            if subject not in raised and pattern.finds(sentence.piece.text, sentence.keys):
                raised.add(subject)
    return {subject for subject in raised if not _is_disclaimed(law.subjects[subject], cited)}


def _is_disclaimed(subject: LegalSubject, cited: CitedLaw) -> bool:
    """Whether the matter says that this charge is not made."""
    if subject.kind is not SubjectKind.CHARGE:
        return False
    bases = {provision.base for provision in subject.provisions}
    cited_bases = {provision.base for provision in cited.provisions}
    numbers = {provision.number for provision in subject.provisions if provision.act in {*CODES}}
    return bases.isdisjoint(cited_bases) and not cited.not_charged.isdisjoint(bases | numbers)


def _names_act(subject: LegalSubject, cited: CitedLaw) -> bool:
    """Whether the matter names the Act of a subject, unless nearly every matter names that Act."""
    return any(section.act in cited.acts and section.act not in _GENERAL_ACTS for section in subject.provisions[:1])


def _names_number(subject: LegalSubject, cited: CitedLaw) -> bool:
    """Whether the matter gives a section number of the subject without an Act, and no other Act is likely."""
    return any(
        section.number in cited.numbers and (section.act in cited.acts or cited.acts <= _PROCEDURE)
        for section in subject.provisions
    )


def may_be_engaged(subject: LegalSubject, cited: CitedLaw) -> bool:
    """Whether to check the facts for a subject that the matter does not raise."""
    return _names_act(subject, cited) or _names_number(subject, cited)


def discussed_subjects(narrative: Narrative, law: Tables) -> frozenset[str]:
    """The subjects that a matter discusses throughout, whether or not it names a section."""
    scores = subject_scores({key for sentence in narrative.sentences for key in sentence.keys})
    return frozenset(subject for subject, score in scores.items() if score >= _LEAST_SCORE and subject in law.subjects)


def is_engaged(subject: LegalSubject, cited: CitedLaw, passages: int) -> bool:
    """Whether enough passages state a subject that nobody names. Facts alone never raise a charge."""
    if not passages:
        return False
    has_act = _names_act(subject, cited)
    if _names_number(subject, cited) and subject.kind is not SubjectKind.PROOF and (has_act or passages > 1):
        return True
    if subject.kind in {SubjectKind.SAFEGUARD, SubjectKind.PROOF}:
        return has_act
    return subject.kind is not SubjectKind.CHARGE and has_act and passages > _ACCIDENTAL


def is_beside_charges(subject: LegalSubject, cited: CitedLaw) -> bool:
    """Whether a matter cites the sections it charges, and a charge that only its facts resemble is not among them.

    Cruelty and the suicide of a wife are not dowry death where sections 498A and 306 are charged.
    """
    is_charged = any(section.act in _PENAL_ACTS for section in cited.provisions)
    own = {section.base for section in subject.provisions if section.act in _PENAL_ACTS}
    if subject.kind is not SubjectKind.CHARGE or not own or not is_charged:
        return False
    bases = {other.base for section in cited.provisions for other in equivalents(section)}
    return own.isdisjoint(bases) and cited.numbers.isdisjoint(section.number for section in subject.provisions)


@cache
def _raising_patterns(law: Tables) -> PatternIndex[tuple[str, Pattern]]:
    """The subjects that words raise, with their patterns."""
    patterns = [(subject.id, law.pattern(words)) for subject in law.subjects.values() for words in subject.words]
    return PatternIndex((pattern, (subject, pattern)) for subject, pattern in patterns)


# Sections of the Indian Penal Code cited by number alone: "302/34", "in 498A", "376-D".

_LAST_SECTION = 511
_NUMBER = r"\d{2,3}(?:-?[A-Z]{1,2})?(?:\(\d\))?"
_MEMBER = re.compile(_NUMBER, re.IGNORECASE)
_NOT_IN_A_NUMBER = r"(?<![\w./₹-])(?<!\d,)(?<!₹\s)(?<!\bINR\s)(?<!\bno\s)(?<!\bno\.\s)(?<!\bRs\s)(?<!\bRs\.\s)"
_LIST = re.compile(
    rf"{_NOT_IN_A_NUMBER}{_NUMBER}(?:\s?(?:/|,|r/w|read\swith|&|\+|and)\s?{_NUMBER})+(?![\w/-])", re.IGNORECASE
)
# A letter after the number identifies the section by itself.
_LETTERED = re.compile(
    r"(?<![\w./-])(?:304-?[AB]|498-?A|364-?A|120-?B|376-?(?:AB?|D[AB]?|E)|354-?[A-D]|326-?[AB])(?!\w)"
)
_WELL_KNOWN = frozenset(
    "302 304 304A 304B 306 307 308 323 324 325 326 354 363 364 364A 366 376 376D 379 380 384 392 394 395 396 397 406"
    " 408 409 411 419 420 447 448 452 457 465 467 468 471 494 498A 500 506 509".split()
)
_SINGLE = re.compile(
    r"(?:\A.{0,60}?|\b(?:u/ss?\.?|sections?|secs?\.?|charged?|offence|convict\w*|acquitt\w*|bail|trial|case|matter"
    rf"|quash\w*)\s(?:\w+\s){{0,2}}|\()(?<![\w./-])(?P<number>{_NUMBER})"
    r"(?=\s?(?:[.,;):&/]|case\b|appeal\b|matter\b|r/w\b|trial\b|by\b))"
)
_FILE_NUMBER = re.compile(
    r"\b(?:fir|f\.i\.r\.|crime|cr|no|case|s\.c|c\.c|o\.s|w\.p)\.?\s?(?:no\.?\s?)?\Z", re.IGNORECASE
)


def sections_by_number_alone(text: str) -> Iterator[tuple[Provision, Span]]:
    """Penal sections cited by number alone, with their spans. Only numbers that rarely mean anything else count."""
    spans: dict[str, Span] = {}
    for match in _LIST.finditer(text):
        sections = [(_plain(number[0]), Span(*number.span())) for number in _MEMBER.finditer(text, *match.span())]
        numbers = [number for number, _ in sections]
        is_file_number = not _WELL_KNOWN.issuperset(numbers) and _FILE_NUMBER.search(  # "FIR 420/406" names sections
            text, max(0, match.start() - 12), match.start()
        )
        if not is_file_number and all(map(_is_in_the_code, numbers)) and not _WELL_KNOWN.isdisjoint(numbers):
            for number, span in sections:
                spans.setdefault(number, span)
    for match in _LETTERED.finditer(text):
        spans.setdefault(_plain(match[0]), Span(*match.span()))
    for match in _SINGLE.finditer(text):
        number, start = _plain(match["number"]), match.start("number")
        if number in _WELL_KNOWN and not _FILE_NUMBER.search(text, max(0, start - 12), start):
            spans.setdefault(number, Span(*match.span("number")))
    yield from ((Provision.parse(f"IPC-{number}"), span) for number, span in spans.items())


def _plain(number: str) -> str:
    return number.upper().replace("-", "").partition("(")[0]


def _is_in_the_code(number: str) -> bool:
    return int(re.sub(r"\D", "", number)) <= _LAST_SECTION


# The date that fixes the law, and the codes in force on it.

_OFFENCE_ROLES = frozenset({"offence", "incident", "occurrence"})
# The date of the offence fixes the substantive law (BNS s.358; Constitution Art.20(1)); procedure has its own rules.
_SUBSTANTIVE_ACTS = frozenset({"IPC", "BNS", "POCSO", "NDPS", "SCST", "UAPA"})
# Events with which a proceeding begins.
_BEGINNINGS = ("fir", "complaint", "consumer complaint", "suit", "claim", "maintenance application")
_OTHER_CODE = {**NEW_OF_OLD, **{new: old for old, new in NEW_OF_OLD.items()}}


def offence_date(sheet: FactSheet) -> date | None:
    """The date of the offence, if the sheet identifies it."""
    return next((day for role, day in _dates(sheet) if role in _OFFENCE_ROLES), None)


def matter_date(sheet: FactSheet) -> date | None:
    """The date whose law applies: the date of the offence, else the latest date on the sheet."""
    return offence_date(sheet) or max((day for _, day in _dates(sheet)), default=None)


def penal_code(sheet: FactSheet) -> str | None:
    """IPC or BNS, by the date of the offence or, if that is not known, by the latest date; None if neither decides."""
    day, latest = offence_date(sheet), matter_date(sheet)
    if day is None and latest is not None and latest >= COMMENCEMENT:
        return None  # the offence may predate the proceedings
    return governing_code(offence=latest).offence


def codes_of(cited: Collection[str], timeline: Timeline, offence: date | None = None) -> frozenset[str]:
    """The penal code, the code of procedure and the law of evidence of a matter; a pair that stays open is left out.

    Of each pair the code that the matter cites decides (`cited`). If it cites neither or both, the day of the offence
    decides between IPC and BNS, and the day on which the proceeding began between the others (BNSS s.531, BSA s.170):
    an offence of 2022 may be tried under the BNSS. An offence under the BNS is always tried under the new codes.
    """
    begun = min((event.day for event in timeline.of(*_BEGINNINGS)), default=None)
    by_date = governing_code(offence, begun)
    penal = _cited_alone(cited, "IPC") or by_date.offence
    procedure = _cited_alone(cited, "CrPC") or by_date.procedure
    evidence = _cited_alone(cited, "IEA") or by_date.evidence
    procedure_or_evidence = {procedure, evidence} - {None}
    if not procedure_or_evidence and penal == "BNS":
        procedure_or_evidence = {"BNSS"}
    if procedure_or_evidence & {"BNSS", "BSA"}:
        procedure, evidence = procedure or "BNSS", evidence or "BSA"
    elif procedure_or_evidence & {"CrPC", "IEA"}:
        procedure, evidence = procedure or "CrPC", evidence or "IEA"
    return frozenset(CODES) & {penal, procedure, evidence}


def _cited_alone(cited: Collection[str], old: str) -> str | None:
    """The code of a pair that the matter cites, if it cites only one of them."""
    named = [code for code in (old, NEW_OF_OLD[old]) if code in cited]
    return named[0] if len(named) == 1 else None


def sections_under(codes: Collection[str], sections: Sequence[Provision]) -> list[Provision]:
    """The sections of a row of law as the codes of a matter number them, the main section first.

    If a pair of codes is open, a row that names both shows the old one. A section of procedure or evidence that the row
    names from the other code alone is replaced by its first counterpart; a penal section, on which the charge rests,
    is not.
    """
    shown: dict[str, Provision] = {}
    for section in sections:
        under = _section_under(codes, section, sections)
        shown.setdefault(under.base, under)
    return list(shown.values())


def _section_under(codes: Collection[str], section: Provision, sections: Sequence[Provision]) -> Provision:
    other = _OTHER_CODE.get(section.act)
    is_open = section.act not in codes and other not in codes
    if other is None or section.act in codes or (is_open and section.act in NEW_OF_OLD):
        return section
    twins = [twin for twin in either_code(section) if twin.act == other]
    bases = {twin.base for twin in twins}
    named = [own for own in sections if own.base in bases]
    by_table = [] if is_open or other in {"IPC", "BNS"} else twins
    return next(iter((*named, *by_table)), section)


def _dates(sheet: FactSheet) -> list[tuple[str | None, date]]:
    return [
        (fact.role, date.fromordinal(int(fact.value)))
        for fact in sheet.facts
        if isinstance(fact, NumericalFact)
        and fact.quantity is Quantity.DATE
        and 1 <= fact.value <= date.max.toordinal()
    ]


def provisions_not_in_force(sheet: FactSheet, timeline: Timeline) -> tuple[NotInForce, ...]:
    """One warning for each charged provision that was not in force on the date of the offence."""
    return tuple(_warnings(sheet, timeline))


def _warnings(sheet: FactSheet, timeline: Timeline) -> Iterator[NotInForce]:
    offences = timeline.of("offence")
    event = offences[0] if offences else None
    is_same_code = len({offence.day < COMMENCEMENT for offence in offences}) == 1
    if event is None or not event.exact or not is_same_code:
        return
    for fact in sheet.facts:
        if not isinstance(fact, SectionFact) or fact.provision.act not in _SUBSTANTIVE_ACTS:
            continue
        act = acts()[fact.provision.act]
        name, day = provision_name(fact.provision), f"the offence is of {written(event.day)}"
        if act.in_force is not None and event.day < act.in_force:
            instead = "; the IPC governs it" if fact.provision.act == "BNS" else ""
            message = f"{name} came into force on {written(act.in_force)}; {day}{instead}."
        elif fact.provision.act == "IPC" and event.day >= COMMENCEMENT:
            message = f"{name} was replaced on {written(COMMENCEMENT)}; {day}; the BNS governs it."
        else:
            continue
        yield NotInForce(fact.provision, event.day, fact.spans[0], message)
