"""Charges: those that a brief cites by number alone, those that distinguish a case, and sentences that tell of one."""

import re
from dataclasses import replace
from functools import lru_cache

from countercase.domain.facts import FactSheet, SectionFact
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import LawError
from countercase.facts.governing_law import raised_subjects, read_cited_law
from countercase.facts.narrative import read_narrative
from countercase.law.ingredients import SubjectKind, tables
from countercase.law.tables.acts import counterparts

_PENAL_CODES = frozenset({"IPC", "BNS"})
PROCEDURAL_ACTS = frozenset({"CrPC", "BNSS", "IEA", "BSA", "CPC"})
CODES = _PENAL_CODES | PROCEDURAL_ACTS | {"Constitution"}
SPECIAL_PENAL_ACTS = frozenset({"NDPS", "POCSO", "PC", "NI", "SCST", "Arms", "PMLA", "UAPA"})
CRIMINAL_ACTS = _PENAL_CODES | SPECIAL_PENAL_ACTS | {"CrPC", "BNSS"}
# What a matter says if it means a provision without naming it.
_SUBJECT_OF_PROVISION = {
    "NI-138": r"\bcheques?\b",
    "IPC-302": r"\bmurder",
    "IPC-307": r"\bmurder|\b30[24]B?\b|\b10[35]\b|\bdied\b|\bdeath\b",  # an attempt until the victim died
    "IPC-376": r"\brape\b",
    "IPC-304": r"\b302\b|\b103\b|\bmurder|\bculpable\b",  # the lesser offence of a charge of murder
    # robbery, in whatever degree
    **dict.fromkeys(
        (f"IPC-{number}" for number in "392 394 395 396 397 399".split()),
        r"\b39[2-9]\b|\b3(?:09|10|11)\b|\brobbe|\bdacoit",
    ),
    "IPC-406": r"\b498-?A\b|\bdowry\b|\b304-?B\b|\b40[5-9]\b",  # the gifts that her in-laws kept
    "IPC-420": r"\b41[5-9]\b|\b318\b|\bcheat",
    "IPC-306": r"\bsuicid|\bhang(?:ed|ing)\b|\b108\b",
    "IPC-304B": r"\bdowry\s+death",
    "IPC-498A": r"\b498-?A\b|\bdowry\b|\b304-?B\b",  # the cruelty that comes before a dowry death
    "IPC-34": r"\bcommon\s+intention\b|/34\b",
    "MV-166": r"\baccident\b|\bMACT\b",
    "PMLA-3": r"\bPMLA\b|\bmoney[-\s]launder|\bECIR\b|\bEnforcement\s+Directorate\b",
    "PMLA-4": r"\bPMLA\b|\bmoney[-\s]launder|\bECIR\b|\bEnforcement\s+Directorate\b",
    "SCST-3": r"\bcaste\b|\bSC/ST\b|\bAtrocities\b",
    "NDPS-37": r"\bcommercial\s+quantity\b",
    **dict.fromkeys((f"NDPS-{number}" for number in "15 17 18 20 21 22 23".split()), r"\bNDPS\b"),
    **dict.fromkeys((f"POCSO-{number}" for number in "4 6 8 10".split()), r"\bPOCSO\b"),
    **dict.fromkeys((f"UAPA-{number}" for number in "15 16 17 18 20".split()), r"\bUAPA\b"),
    "Arbitration-34": r"\baward\b",
}
# Charges that distinguish a case. Hurt, threats, rioting and common intention go with any of them, and a section
# of procedure, of a civil statute or of the Constitution may be cited without being what the case is about.
_CHARGES = {
    "IPC": "149 302 304 304A 304B 306 307 308 326 326A 354 364 364A 366 366A 376 377 384 386 392 394 395 396 397 399"
    " 406 409 420 436 467 489B 498A",
    "BNS": "64 74 80 85 103 105 106 108 109 110 117 124 140 190 305 308 309 310 311 316 318",
    "NDPS": "15 17 18 20 21 22 23 27A",
    "POCSO": "4 6 8 10",
    "PC": "7 13",
    "UAPA": "15 16 17 18 20",
    "PMLA": "3 4",
    "SCST": "3",
    "NI": "138",
}
_GRAVE_CHARGES = frozenset(f"{act}-{number}" for act, numbers in _CHARGES.items() for number in numbers.split())
_IS_CHARGED = re.compile(
    r"\b(?:charg\w*|convict\w*|acquit\w*|tried|registered|off\s?ences?\s+punishable|punishable\s+u|sentenced|guilty|FIR|F\.I\.R|prosecuted|booked|First\s+Information|a\s+case\s+(?:is|was)\s+made\s+out|(?:took|taken)\s+cognizance)\b",
    re.IGNORECASE,
)
# A charge against somebody else: a complaint by the accused, an earlier case, a crime of another day.
_OF_SOMEONE_ELSE = re.compile(
    r"\b(?:complaint|case|FIR)\b[^.;]{0,40}?\bagainst\s+(?:the\s+)?(?:deceased|complainant|informant|victim|prosecution)|\bcross[-\s]case|\bprevious(?:ly)?\b"
    r"|\bantecedents\b|\b(?:another|other|earlier|separate)\s+(?:case|FIR|crime|complaint)|\bpresent\s+appellants?\s+(?:was|were)\s+charged\b"
    r"|\bwhich\s+is\s+pending\b|\bcomplainant\b[^.;]{0,40}\b(?:stated|deposed|told)\b",
    re.IGNORECASE,
)
_SPEAKS_GENERALLY = re.compile(
    r"\ba\s+person\b|\bto\s+constitute\b|\bingredients\b|\b(?:can|may)\s+be\s+(?:convicted|charged|punished)\b|\bborne\s+in\s+mind\b|\b(?:in|of|involving|with)\s+cases\s+(?:of|involving|under)\b|\bsuch\s+(?:\w+\s+)?offences\s+are\b|\bat\s+(?:the\s+)?most\b|\bin\s+an\s+appropriate\s+case\b|\bmay\s+(?:probably|possibly|well)\b|\bcould\s+be\b",
    re.IGNORECASE,
)
_IS_DENIED = re.compile(
    r"\bunable\s+to\s+(?:hold|uphold)\b|\bbenefit\s+of\s+(?:the\s+)?doubt\b|\bacquitted\b[^.;]{0,60}\bof\s+the\s+(?:said\s+)?charges?\b"
    r"|^(?!.*\bconvict).*\bacquitted\b[^.;]{0,60}\b(?:of|from)\s+(?:the\s+)?(?:offences?|charges?)\b"
    r"|\b(?:does|do|did)\s+not\s+(?:arise|attract)|\bnot\s+(?:attracted|charged|convicted|made\s+out)\b|\bno\s+(?:offence|case|charge)\b|\bset\s+aside\s+the\s+charge\b",
    re.IGNORECASE,
)
_DATE_FIGURES = 2  # of a day or a month


def is_implied(provision: Provision, narrative: str) -> bool:
    """Whether the matter is about the provision although it does not name it."""
    words = _SUBJECT_OF_PROVISION.get(provision.base)
    return words is not None and re.search(words, narrative, re.IGNORECASE) is not None


def sets_apart(provision: Provision, criminal: bool, digest: bool = False) -> bool:
    """Whether a section that the matter lacks can distinguish a case: a grave charge, if the matter is criminal too.

    Our digests cite only what a case is about, so there a section of another substantive Act counts as well.
    """
    if provision.act in _CHARGES:
        return criminal and provision.base in _GRAVE_CHARGES
    return digest and provision.act not in PROCEDURAL_ACTS | {"Constitution"}


_LAUNDERING = re.compile(r"\b(?:PMLA|money[-\s]launder\w*|ECIR|Enforcement\s+Directorate|predicate)\b", re.IGNORECASE)


def is_predicate(provision: Provision, narrative: str) -> bool:
    """Whether the matter is about laundering and the provision is not: the crime behind it may be any."""
    return provision.act != "PMLA" and _LAUNDERING.search(narrative) is not None


def tells_of_a_charge(sentence: str) -> bool:
    """Whether somebody in this case was charged, tried or convicted, by the words of the sentence."""
    is_told = _IS_CHARGED.search(sentence) is not None and _SPEAKS_GENERALLY.search(sentence) is None
    return is_told and _OF_SOMEONE_ELSE.search(sentence) is None


def denies_a_charge(sentence: str) -> bool:
    """Whether the sentence says that a charge does not arise."""
    return _IS_DENIED.search(sentence) is not None


_PROCEEDED = re.compile(
    r"\b(?:filed|filing|preferred|challenged|moved|approached|instituted|lodged|invok\w+|rejected|dismissed|allowed|passed|initiated|confined|sought|seeking|granted|refused|quash\w*|decreed|detained|seized|alleg\w+|committed|framed|invoked)\b"
    r"|\bthis\s+is\s+an?\s+(?:application|appeal|petition)\b",
    re.IGNORECASE,
)


def tells_of_a_proceeding(sentence: str) -> bool:
    """Whether something was asked, done or decided in the case, by the words of the sentence."""
    return _PROCEEDED.search(sentence) is not None


def is_number_mentioned(provision: Provision, narrative: str) -> bool:
    """Whether the matter has the number of the provision or of a counterpart; two figures after a stroke are a date."""
    numbers = numbers_of(provision)
    return any(
        re.search(rf"(?<!\d){'' if len(number) > _DATE_FIGURES else '(?<!/)'}{re.escape(number)}(?!\d)", narrative)
        for number in numbers
    )


def numbers_of(provision: Provision) -> list[str]:
    """The number of a provision and those of its counterparts: a matter that names one means the other."""
    if provision.act not in _PENAL_CODES:
        return [provision.number]
    try:
        others = counterparts(replace(provision, clauses=()))
    except LawError:  # a section that the table does not have
        others = ()
    return [provision.number, *(other.provision.number for other in others if other.provision is not None)]


# Sections that a brief cites without their Act: "Section 302", "petn u/s 166", "138 complaint".
#
# The number alone may mean anything. It is taken for a provision only where the matter raises the charge or the claim
# that the provision is about.

_PLEADED = frozenset({SubjectKind.CHARGE, SubjectKind.CLAIM})


def with_bare_sections(matter: FactSheet) -> FactSheet:
    """The matter with the sections that it cites by their number alone."""
    in_full = [fact for fact in matter.facts if isinstance(fact, SectionFact)]
    cited = frozenset(fact.provision.base for fact in in_full)
    sections = [
        SectionFact(provision=provision, spans=(span,))
        for provision, span in _sections_by_number(matter.narrative, cited)
        if not any(span.overlaps(other) for fact in in_full for other in fact.spans)  # "482 BNSS" is not of the CrPC
    ]
    return replace(matter, facts=(*matter.facts, *sections)) if sections else matter


@lru_cache(maxsize=32)  # a matter is explained against every precedent
def _sections_by_number(text: str, cited: frozenset[str]) -> tuple[tuple[Provision, Span], ...]:
    """The sections and where they are cited. A subject of which the matter cites a section in full needs no other."""
    narrative = read_narrative(text)
    law = tables()
    raised = [law.subjects[subject] for subject in raised_subjects(narrative, read_cited_law(narrative), (), law)]
    provisions = {
        provision.base: replace(provision, clauses=())
        for subject in raised
        if subject.kind in _PLEADED and cited.isdisjoint(provision.base for provision in subject.provisions)
        for provision in subject.provisions
    }
    places = ((provision, _cited_at(provision.number, text)) for provision in provisions.values())
    return tuple(sorted(((provision, span) for provision, span in places if span), key=lambda item: item[1]))


def _cited_at(number: str, text: str) -> Span | None:
    """Where the text cites a section of this number: after "section" or its short forms, or as "302/34"."""
    letters = re.escape(number).replace("A", "-?A").replace("B", "-?B")
    before = r"(?:\bsections?|\bsecs?\.?|\bu/ss?\.?|\bss?\.|\bunder)\s?(?:\d+\w*(?:\s?[,/&]\s?|\s(?:and|r/w)\s))*"
    cited = rf"{before}({letters})(?![\w-])"
    # A number with a letter, such as 364A, is a section wherever it stands.
    alone = "" if not number.isdigit() else r"(?=/\d|\s?\+|\s(?:complaint|case|matter)\b)"
    match = re.search(rf"{cited}|(?<![\w./-])({letters})(?![\w-]){alone}", text, re.IGNORECASE)
    return Span(*match.span(match.lastindex or 0)) if match else None
