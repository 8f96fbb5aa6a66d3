"""What sets a precedent apart from a matter: a fact that the matter denies, or a charge or thing that it lacks."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from countercase.domain.case import Case, SectionType, Speaker
from countercase.domain.facts import (
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactKind,
    FactSheet,
    NumericalFact,
    Quantity,
    SectionFact,
)
from countercase.explanation.charges import (
    CODES,
    CRIMINAL_ACTS,
    SPECIAL_PENAL_ACTS,
    denies_a_charge,
    is_implied,
    is_number_mentioned,
    is_predicate,
    numbers_of,
    sets_apart,
    tells_of_a_charge,
)
from countercase.explanation.labels import (
    BY_HAND,
    DISTINGUISHING_WEAPONS,
    SHARED,
    ShownFact,
    goes_with_any_charge,
    is_about_its_line,
    is_named_plainly,
    is_section,
    label,
    names_act,
)
from countercase.explanation.quotations import StoredSentence
from countercase.explanation.tokens import content_keys
from countercase.explanation.worth_quoting import (
    is_general_or_hearsay,
    says_nothing,
    states_law,
    tells_of_an_event,
)
from countercase.facts.compare import Compared, Likeness
from countercase.facts.words import entry_of

# Finds the sentences that name some of the facts, the best first, each with the facts it names.
NamingSentences = Callable[[Sequence[ShownFact]], Sequence[tuple[StoredSentence, list[ShownFact]]]]
Distinction = tuple[StoredSentence, ShownFact]  # a sentence, and its fact that sets the case apart
_OPPOSITE = frozenset({Likeness.OPPOSITE_STATUS, Likeness.OTHER_SIDE})
_OF_A_DATE = 2  # figures; so short a number may be a day or a sum, not a section
_HEAD = 3_000  # characters; the opening of a judgment, which says what it is about
_CLAUSES = re.compile(r"\b\d+[A-Z]?(?:\([\w]{1,4}\)){2,}")  # 3(1)(r)
_NO_OTHER = re.compile(r"\bno\s+(?:other|further|more|fresh|separate|second)\s+(?:\w+\s+)?\w+$", re.IGNORECASE)
_THREATENS = re.compile(r"\bthreat\w*|\bwould\b", re.IGNORECASE)  # what was only said, and not done
_BIRTH = re.compile(r"\b(?:born|birth|d\.?o\.?b\.?|matric\w*)\b", re.IGNORECASE)


def mention_in(sentence: StoredSentence, fact: ShownFact, case: Case) -> str:
    """The words by which a sentence names a fact."""
    return next(span for span in fact.fact.spans if sentence.span.contains(span)).of(case.text)


def _is_of_a_member(fact: ShownFact) -> bool:
    """Whether it is no charge by itself, but makes the members of an assembly liable for what others did."""
    return isinstance(fact.fact, SectionFact) and fact.fact.provision.base in {"IPC-149", "BNS-190"}


@dataclass(frozen=True, slots=True)
class Distinctions:
    """The facts of one precedent that a lawyer would use to tell it from the matter."""

    matter: FactSheet
    facts: FactSheet
    case: Case
    compared: tuple[ShownFact, ...]
    words: frozenset[str]  # of the matter

    def opposed(self, naming: NamingSentences) -> Iterator[Distinction]:
        """Facts of the case of which the matter says the opposite."""
        for sentence, facts_here in naming([fact for fact in self.compared if fact.likeness in _OPPOSITE]):
            differing = [
                fact for fact in facts_here if is_about_its_line(fact, sentence.text) and self._decides(fact, sentence)
            ]
            differing = [fact for fact in differing if self._differs(fact)]
            if differing and tells_of_an_event(sentence) and not is_general_or_hearsay(sentence.text):
                yield sentence, max(differing, key=attrgetter("weight"))

    def unmentioned(self, naming: NamingSentences, is_anything_shared: bool) -> Iterator[Distinction]:
        """Charges and things of the case that the matter does not mention at all."""
        missing = [fact for fact in self.compared if fact.likeness is Likeness.MISSING and self._is_new(fact)]
        for sentence, facts_here in naming(missing):
            named_facts = [fact for fact in facts_here if self._is_named(fact, sentence)]
            is_argued = sentence.voice.speaker is Speaker.COUNSEL or sentence.section is SectionType.SUBMISSIONS
            named_facts = [fact for fact in named_facts if not _is_of_a_member(fact)]
            if not is_anything_shared:
                named_facts = [fact for fact in named_facts if is_section(fact) and not self._cites_alike(sentence)]
            if _THREATENS.search(sentence.text):
                named_facts = [fact for fact in named_facts if is_section(fact)]
            if named_facts and not (
                states_law(sentence.text) or says_nothing(sentence.text) or is_argued or denies_a_charge(sentence.text)
            ):
                yield sentence, max(named_facts, key=attrgetter("weight"))

    def is_about_another_charge(self) -> bool:
        """Whether the matter cites a charge, and no grave charge of the case is that charge or near to it."""
        penal = {"IPC", "BNS", *SPECIAL_PENAL_ACTS}
        cited = [fact.provision for fact in self.matter.facts if isinstance(fact, SectionFact)]
        is_charged = any(provision.act in penal and not goes_with_any_charge(provision) for provision in cited)
        return is_charged and not any(self._is_near(fact) for fact in self.compared)

    def _differs(self, fact: ShownFact) -> bool:
        """Whether the matter expressly says the opposite, or the case has no number on the matter's side."""
        if isinstance(fact.fact, NumericalFact):
            is_age = fact.fact.quantity is Quantity.AGE
            if is_age and (_BIRTH.search(self.matter.narrative) or not is_of_cited_code(fact, self.matter, self.facts)):
                return False  # an age that is disputed, or a line of a code that neither of the two cites
            return not any(
                other.compared.line == fact.compared.line and other.likeness in SHARED for other in self.compared
            )
        if any(other.fact.word == fact.fact.word and other.likeness in SHARED for other in self.compared):
            return False  # the case has it for one accused and lacks it for another
        spans = fact.compared.matter.spans if fact.compared.matter else ()
        spans = tuple(span for span in spans if not _NO_OTHER.search(self.matter.narrative[: span.end]))
        mentions = [span.of(self.matter.narrative) for span in spans]
        name = content_keys(fact.fact.word or "")
        return any(name <= content_keys(mention) for mention in mentions)

    def _decides(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether cases turn on this kind of evidence, which one of the two has and the other lacks."""
        return not isinstance(fact.fact, EvidenceFact) or (
            is_deciding(fact.fact, sentence.text) and self._is_named(fact, sentence)
        )

    def _is_near(self, fact: ShownFact) -> bool:
        """Whether it is a grave charge that the matter shares, names or means, or one under an Act that it cites."""
        if not isinstance(fact.fact, SectionFact) or not sets_apart(fact.fact.provision, criminal=True):
            return False
        provision, narrative = fact.fact.provision, self.matter.narrative
        acts = {other.provision.act for other in self.matter.facts if isinstance(other, SectionFact)}
        is_of_same_act = provision.act in SPECIAL_PENAL_ACTS and provision.act in acts
        numbers = [number for number in numbers_of(provision) if len(number) > _OF_A_DATE]
        is_named = any(re.search(rf"(?<!\d){re.escape(number)}(?!\d)", narrative) for number in numbers)
        return is_of_same_act or is_named or is_implied(provision, narrative) or fact.likeness in SHARED

    def _cites_alike(self, sentence: StoredSentence) -> bool:
        """Whether it cites clauses that the matter cites too, by whatever name the two call the Act."""
        return not set(_CLAUSES.findall(sentence.text)).isdisjoint(_CLAUSES.findall(self.matter.narrative))

    def _is_named(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether the passage names the fact in full: a section with its Act, a thing in words that need no quoting."""
        if isinstance(fact.fact, SectionFact):
            is_with_act = names_act(fact.fact, mention_in(sentence, fact, self.case), sentence.text)
            return is_with_act and (self.case.is_digest or tells_of_a_charge(sentence.text))
        return not label(fact.compared, mention_in(sentence, fact, self.case), sentence.text).startswith("“")

    def _is_new(self, fact: ShownFact) -> bool:
        """Whether the case has it and the matter does not mention it."""
        is_criminal = is_prosecution(self.matter)
        if isinstance(fact.fact, SectionFact):
            provision, narrative = fact.fact.provision, self.matter.narrative
            unmentioned = not is_number_mentioned(provision, narrative)
            is_meant = is_implied(provision, narrative) or any(
                is_predicate(provision, text) for text in (narrative, self.case.text[:_HEAD])
            )
            return unmentioned and not is_meant and sets_apart(provision, is_criminal, self.case.is_digest)
        if not is_criminal:
            return False
        if not is_telling_if_missing(fact.compared, weapons_of(self.matter), self.matter.narrative):
            return False
        mentions = [span.of(self.case.text) for span in fact.fact.spans]
        return is_named_plainly(fact.fact, mentions[0]) and not any(
            content_keys(mention) & self.words for mention in mentions
        )


# Which facts a lawyer would use to tell two cases apart.

# Evidence that has so few names that a matter which uses none of them lacks it.
_SELDOM_MISSED = frozenset({"dying declaration", "test identification", "identification parade"})


_SOMEBODY_DIED = re.compile(
    r"\b(?:die[ds]?|dead|death|deceased|dec'?d|murder\w*|kill\w*|homicid\w*|suicid\w*|302|304-?[AB]?|306)\b"
    r"|(?:u/s|\bs(?:ec(?:tion|\.)?|\.))\s?(?:103|105|80|108)\b",
    re.IGNORECASE,
)


def is_telling_if_missing(compared: Compared, weapons: Collection[str], narrative: str) -> bool:
    """Whether a lawyer cares that only the case has it: a dying declaration, or a gun where the matter has a knife."""
    fact = compared.fact
    word = (fact.word or "").lower()
    if isinstance(fact, EvidenceFact):
        is_possible = word != "dying declaration" or _SOMEBODY_DIED.search(narrative) is not None
        return fact.status is EvidenceStatus.PRESENT and word in _SELDOM_MISSED and is_possible
    if fact.kind is not FactKind.INSTRUMENT or not weapons:
        return False
    group = entry_of(fact).group
    return group in DISTINGUISHING_WEAPONS and (group == "substance" or not BY_HAND.isdisjoint(weapons))


def weapons_of(matter: FactSheet) -> frozenset[str]:
    """The groups of the weapons in a matter: "sharp weapon", "substance"."""
    return frozenset(entry_of(fact).group for fact in matter.facts if fact.kind is FactKind.INSTRUMENT)


_PROSECUTED = re.compile(
    r"\b(?:accused|accd?|convict\w*|conv|arrest\w*|FIR|F\.I\.R|charge[-\s]?sheet\w*|charged|challan|bail|prosecution|pros|PW-?\s?\d+)\b",
    re.IGNORECASE,
)


_CLAIMS_COMPENSATION = re.compile(r"\b(?:MACT|MACP|Claims?\s+(?:Tribunal|petition))\b", re.IGNORECASE)


def is_prosecution(matter: FactSheet) -> bool:
    """Whether somebody is prosecuted in the matter: a divorce that mentions Section 498A is no criminal matter."""
    sections = any(isinstance(fact, SectionFact) and fact.provision.act in CRIMINAL_ACTS for fact in matter.facts)
    if _CLAIMS_COMPENSATION.search(matter.narrative):
        return False  # the driver may be prosecuted too, but elsewhere
    return sections and _PROSECUTED.search(matter.narrative) is not None


# Evidence whose presence or absence distinguishes two cases. Motive does not: judgments speak of it in general.
_DECIDING = frozenset(
    "eyewitness;independent witness;dying declaration;last seen;recovery;confession;sanction"
    ";test identification;identification parade;medical evidence;forensic report;registered deed;birth certificate"
    ";hostile witness;injured witness".split(";")
)


# Sentences in which a word means something else: a body found, money claimed, a work approved, a reason to lie.
_OTHER_SENSES = {
    "recovery": r"\bassured\b|\bwitness\s+(?:of|to)\b|\b(?:dead\s+)?bod(?:y|ies)\b"
    r"|\b(?:suit|relief|decree|claim)\s+(?:for|of)\s+(?:\w+\s+)?recovery\b",
    "sanction": r"^(?!.*\bprosecut)",
    "motive": r"\b(?:false(?:ly)?|depose|implicate)\b",
}


def is_deciding(fact: Fact, sentence: str = "") -> bool:
    """Whether cases turn on this evidence, in the sense in which the sentence uses the word."""
    word = (fact.word or "").lower()
    other = _OTHER_SENSES.get(word)
    return word in _DECIDING and not (other and re.search(other, sentence, re.IGNORECASE))


def is_of_cited_code(shown: ShownFact, *sheets: FactSheet) -> bool:
    """Whether the line of a number is of a code that one of the sheets cites; lines of other Acts need no citing."""
    cited = {fact.provision.act for sheet in sheets for fact in sheet.facts if isinstance(fact, SectionFact)}
    line = shown.compared.line
    return line is None or line.provision.act not in CODES or line.provision.act in cited
