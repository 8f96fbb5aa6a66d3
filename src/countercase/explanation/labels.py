"""How an explanation presents a compared fact: its importance to a lawyer, and its name in the precedent's words."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

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
from countercase.domain.provision import Provision
from countercase.explanation import strict as frame
from countercase.explanation.quotations import tidy
from countercase.explanation.tokens import content_keys
from countercase.facts.compare import Compared, Likeness, compare
from countercase.facts.lines.number_lines import line_words
from countercase.facts.words import entry_of
from countercase.law.provisions.statutes import find_statutes
from countercase.text.words import with_article

# A role of someone else is not shared: panch witnesses in government service are not the accused.
SHARED = frozenset({Likeness.SAME, Likeness.SAME_SECTION, Likeness.COUNTERPART, Likeness.SAME_SIDE})

# The importance of a shared fact by kind; acts and results occur in half of all cases.
_IMPORTANCE = {
    FactKind.PROVISION: 2.6,
    FactKind.EVIDENCE: 1.5,
    FactKind.NUMBER: 2.4,
    FactKind.RELATION: 0.7,
    FactKind.INSTRUMENT: 1.4,
    FactKind.RESULT: 0.8,
}
_OTHER_IMPORTANCE = 1.0
_DIFFERS = {Likeness.OTHER_SIDE: 3.0, Likeness.OPPOSITE_STATUS: 2.5}
_IN_MANY_CASES = frozenset({FactKind.RELATION, FactKind.RESULT, FactKind.ACT})


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A compared fact and its importance to a lawyer. A fact with no usable likeness counts as missing."""

    compared: Compared
    weight: float

    @property
    def fact(self) -> Fact:
        """The fact of the precedent; its spans lie in the case text."""
        return self.compared.fact

    @property
    def likeness(self) -> Likeness:
        """Its relation to the matter: shared, different, or missing there."""
        likeness = self.compared.likeness
        if likeness is Likeness.COUNTERPART and not is_counterpart(self.compared):
            return Likeness.MISSING
        if likeness is Likeness.SAME_SECTION and _is_of_another_subsection(self.compared):
            return Likeness.MISSING
        return likeness if likeness in SHARED or likeness in _DIFFERS else Likeness.MISSING


def is_counterpart(compared: Compared) -> bool:
    """Whether a provision is that of the matter under the other code."""
    return compared.likeness is Likeness.COUNTERPART and _is_of_the_other_code(compared)


def _is_of_the_other_code(compared: Compared) -> bool:
    """Whether two provisions are of different codes. Sections 417 and 420 IPC meet only in one section of the BNS."""
    fact, matter = compared.fact, compared.matter
    if not isinstance(fact, SectionFact) or not isinstance(matter, SectionFact):
        return True
    return fact.provision.act != matter.provision.act


def _is_of_another_subsection(compared: Compared) -> bool:
    """Whether they name different clauses: Sections 13(1)(d) and 13(1)(e) of the PC Act are other offences."""
    fact, matter = compared.fact, compared.matter
    if not isinstance(fact, SectionFact) or not isinstance(matter, SectionFact):
        return False
    return any(
        clause != other_clause
        for clause, other_clause in zip(fact.provision.clauses, matter.provision.clauses, strict=False)
    )


def shown_facts(matter: FactSheet, case: FactSheet) -> list[ShownFact]:
    """The facts of the precedent worth presenting beside the matter."""
    return [
        ShownFact(compared, _weight(compared))
        for compared in compare(matter, case)
        if compared.fact.spans and _is_worth_showing(compared)
    ]


_FEWEST_PERSONS = 3  # at a line of persons: a conspiracy or a common intention needs only two


def _is_worth_showing(compared: Compared) -> bool:
    """Whether to present a comparison: not a bare kind of party, nor a number without an applicable line."""
    if isinstance(compared.fact, NumericalFact):
        if compared.fact.quantity is Quantity.PERSONS and compared.line and compared.line.value < _FEWEST_PERSONS:
            return False  # any two accused would do
        is_alike = compared.likeness in {Likeness.SAME, Likeness.SAME_SIDE} and compared.applies_to_both
        return is_alike or compared.likeness is Likeness.OTHER_SIDE
    return compared.fact.kind is not FactKind.PARTY and compared.likeness is not Likeness.IN_DOUBT


def _weight(compared: Compared) -> float:
    weight = _IMPORTANCE.get(compared.fact.kind, _OTHER_IMPORTANCE)
    if compared.likeness in SHARED and (
        compared.likeness is not Likeness.COUNTERPART or _is_of_the_other_code(compared)
    ):
        return weight
    weight *= math.sqrt(min(len(compared.fact.spans), 3))
    if compared.likeness in _DIFFERS:
        return weight * _DIFFERS[compared.likeness]
    return weight / 3 if compared.fact.kind in _IN_MANY_CASES else weight


def weighted_by_rarity(fact: ShownFact, text: str, rarity: Callable[[str], float]) -> ShownFact:
    """The fact weighted by the rarity of its words in the case text: every criminal case has an FIR."""
    if fact.fact.kind in {FactKind.PROVISION, FactKind.NUMBER}:
        return fact
    rare = max((rarity(key) for key in content_keys(fact.fact.spans[0].of(text))), default=0.0)
    return replace(fact, weight=fact.weight * min(1.2, max(0.2, (rare - 1) / 2.5)))


# Names a fact of the precedent in the words of the precedent.

_DETERMINER = re.compile(r"(?:a|an|the|his|her|their|its|this|that|such|any|no|said|one|some)\s+", re.IGNORECASE)
_FULL_SECTION = re.compile(r"(?:Section|Article|Rule|Order)s?\s", re.IGNORECASE)
_NOUNS = frozenset({FactKind.ROLE, FactKind.RELATION, FactKind.INSTRUMENT})
# Nouns that take no article.
_MASS = frozenset(
    "evidence recovery sanction kerosene acid poison liquor motive charas ganja opium heroin dowry consent delay"
    " possession notice custody contraband cyanide seen".split()
)


def label(compared: Compared, written: str, around: str, with_act: bool = True, remark: bool = True) -> str:
    """The fact as the precedent states it; `written` is its mention, `around` its sentence.

    Without `with_act` a section does not name its Act, and without `remark` not that it is a counterpart.
    """
    words = tidy(written)
    fact = compared.fact
    if isinstance(fact, SectionFact):
        section = _section_label(words, around) + (_of_act(fact, words, around) if with_act else "")
        return f"{section} ({frame.COUNTERPART})" if remark and is_counterpart(compared) else section
    if isinstance(fact, NumericalFact):
        if compared.line is None:
            return words
        side = frame.OTHER_SIDE if compared.likeness is Likeness.OTHER_SIDE else frame.SAME_SIDE
        return f"{words}, {side} {line_words(compared.line)}"
    return _thing_label(fact, words, around)


def joined(labels: Sequence[str]) -> str:
    """A list in words, each label once."""
    distinct = list(dict.fromkeys(labels))
    return distinct[0] if len(distinct) == 1 else f"{', '.join(distinct[:-1])} and {distinct[-1]}"


def plainest(labels: list[str]) -> list[str]:
    """Labels without those that could only be quoted, if there are others."""
    return [text for text in labels if not text.startswith("“")] or labels


def is_section(fact: ShownFact) -> bool:
    """Whether the fact is a provision."""
    return isinstance(fact.fact, SectionFact)


def is_spouse(fact: ShownFact) -> bool:
    """Whether the relation is marriage: a son or a parent is in half of all cases."""
    return re.search(r"\b(?:husband|wife|in-laws?)\b", fact.fact.word or "", re.IGNORECASE) is not None


def _section_label(words: str, around: str) -> str:
    words = re.sub(r"^([Ss])s\.", r"\1.", words)
    words = re.sub(r"^\(\w+\)\s+of\s+(?=[Ss]ection)", "", words)
    if _FULL_SECTION.match(words):
        return re.sub(r"^(Section|Article|Rule|Order)s\b", r"\1", words, flags=re.IGNORECASE)
    if not words[0].isdigit():
        return words
    if re.search(rf"\b(?:Articles?|Arts?\.)[^.;]{{0,60}}?\b{re.escape(words)}", around, re.IGNORECASE):
        return f"Article {words}"
    word = "Section" if re.search(r"\bSections?\b", around, re.IGNORECASE) else "s."
    return f"{word} {words}"


def names_act(fact: SectionFact, words: str, around: str) -> bool:
    """Whether a mention of a section, or its sentence, names the Act."""
    return bool(find_statutes(words) or _of_act(fact, words, around)) or fact.provision.act == "Constitution"


def names_bare_sections(sentence: str) -> bool:
    """Whether it cites several sections but no Act: "Sections 9 and 10" means nothing outside its judgment."""
    return re.search(r"\bsections\s+\d", sentence, re.IGNORECASE) is not None and not find_statutes(sentence)


def _of_act(fact: SectionFact, words: str, around: str) -> str:
    """The Act as the sentence names it, if the mention itself does not."""
    if find_statutes(words):
        return ""
    of_this_act = (
        mention for mention in find_statutes(around) if mention.act and mention.act.short == fact.provision.act
    )
    return next((f" of the {tidy(mention.span.of(around))}" for mention in of_this_act), "")


def _thing_label(fact: Fact, words: str, around: str) -> str:
    name = fact.word or ""
    is_absent = isinstance(fact, EvidenceFact) and fact.status is EvidenceStatus.ABSENT
    if content_keys(name) <= content_keys(around):
        return f"no {name}" if is_absent else _noun(fact, name)
    without_determiner = _DETERMINER.sub("", words)
    if fact.kind in _NOUNS and without_determiner.islower():
        return _noun(fact, without_determiner)
    return f"“{words if is_absent else without_determiner[0].lower() + without_determiner[1:]}”"


def is_named_plainly(fact: Fact, written: str) -> bool:
    """Whether the mention names the fact by more than a fragment: "recovery", not "recover"."""
    name = fact.word or ""
    if is_what_is_left(written):
        return False
    return fact.kind in _NOUNS or " " in written.strip() or content_keys(name) <= content_keys(written)


def is_what_is_left(written: str) -> bool:
    """Whether the words name only what a gun leaves behind."""
    return _WHAT_IS_LEFT.search(written) is not None


_WHAT_IS_LEFT = re.compile(r"\b(?:pellets?|cartridges?|bullets?|ammunition)\b", re.IGNORECASE)  # of a gun


def _noun(fact: Fact, words: str) -> str:
    return words if fact.kind in {FactKind.ACT, FactKind.RESULT} else _with_article_if_countable(words)


def _with_article_if_countable(noun: str) -> str:
    first, last = noun.split(maxsplit=1)[0].lower(), noun.rsplit(maxsplit=1)[-1].lower()
    plural = last.endswith("s") and not last.endswith("ss")
    if plural or last in _MASS or first in _MASS or " and " in noun:
        return noun
    return with_article(noun)


# Which facts are worth a sentence.

_COMMON_KINDS = frozenset({FactKind.RELATION, FactKind.RESULT})
_COMMON_WORDS = frozenset(
    "fir;complaint;charge sheet;post-mortem;hurt;injury;deceased;custody;firm;firms;partnership;company;deed"
    ";minor;partner;partners;business partner;insurer;abuse;agreement;widow;heir;heirs;legal heir;society;bank;detenu"
    ";appointment;notice;murder;inquest;landlord;tenant;purchaser;insured;employee;employer;consumer"
    ";sale;medical report;documentary evidence;borrower;lender;guarantor".split(";")
)
_DISHONOUR = re.compile(
    r"\b(?:dis[-\s]?hon\w*|138|insufficient|bounced|return\s+memo|account\s+c[l1]osed|returned\s+unpaid|exceeds\s+arrangement|stop\s+payment)\b",
    re.IGNORECASE,
)
# Things that mean something only in context: a licence to drive is no licence to sell.
_NEEDS_CONTEXT = frozenset(
    "divorce;recovery;suspension;independent witness;licence;will;deed;receipt;misconduct;promotion;sanction;motive"
    ";electronic record;enquiry report;trap;confession;dismissal from service;possession of property;lending;consent"
    ";assault;vehicle;liquor;narcotic drug;forged document;insurance policy;show cause notice;opportunity of hearing"
    ";forensic report;age proof;hostile witness;forgery;cruelty;rape".split(";")
)
# Weapons that make it another kind of case; an axe for a knife, or a stick for a rod, does not.
DISTINGUISHING_WEAPONS = frozenset({"firearm", "explosive", "substance"})
BY_HAND = frozenset({"sharp weapon", "blunt weapon"})
_OTHER_THINGS = {
    "acid": r"\bnucleic|\bribonucleic|\bamino\b|\bacid\s+test",
    "stick": r"\bmatch[-\s]?sticks?\b",
    "test identification": r"\b(?:ornaments?|articles?|jewell?ery|propert(?:y|ies)|utensils|clothes)\b",
    "cheque": r"\bcheque[-\s]?books?\b|\b(?:honoured|encashed|cleared)\b(?<!dishonoured)(?<!dis-honoured)",
}
# Common intention, conspiracy, hurt and threats go with any charge: alone they make no two cases alike.
_GO_WITH_ANY_CHARGE = frozenset(
    f"IPC-{number}" for number in "34 107 109 120B 147 148 323 341 342 427 447 448 504 506 511".split()
) | {"BNS-3", "BNS-45", "BNS-61", "BNS-115", "BNS-351", "BNS-352"}
# The provisions under which cases reach a court of appeal, and statements and reports are taken in every trial.
_JURISDICTION = frozenset(
    f"Constitution-Article-{number}" for number in ("32", "132", "133", "134", "136", "137", "141", "142", "226", "227")
) | {"CPC-96", "CPC-100", "MV-173"}
_IN_EVERY_TRIAL = frozenset(
    [f"CrPC-{number}" for number in "154 161 162 164 173 207 313 374 378 386 397 401".split()]
    + [f"BNSS-{number}" for number in "173 180 181 183 193 230 351".split()]
)
# Words that the sentence must contain for its number to be compared with a line of that provision.
_DIED_MARRIED = r"marri[\s\S]*\b(?:die|dead|death|suicide|hang|burn)|\b(?:die|dead|death|suicide|hang|burn)[\s\S]*marri"
_SUBJECT_OF_LINE = dict.fromkeys(("IPC-304B", "IEA-113A", "IEA-113B", "BNS-80"), _DIED_MARRIED)
_NEAR_IN_AGE = 1.4  # times the line, for ages
_FARTHEST = 2.5  # times the line; a number further off measures something else


def goes_with_any_charge(provision: Provision) -> bool:
    """Whether the section goes with any charge, so that alone it makes no two cases alike."""
    return provision.base in _GO_WITH_ANY_CHARGE


def is_common(fact: Fact, narrative: str = "") -> bool:
    """Whether half of all cases have the fact: an FIR, a death, a relative, a cheque that was merely paid."""
    if (fact.word or "").lower() == "cheque" and narrative:
        return _DISHONOUR.search(narrative) is None
    if isinstance(fact, SectionFact):
        return fact.provision.base in _JURISDICTION | _IN_EVERY_TRIAL | _GO_WITH_ANY_CHARGE
    return fact.kind in _COMMON_KINDS or (fact.word or "").lower() in _COMMON_WORDS


_DEFENDS = re.compile(r"\b(?:private|self)[-\s]defence\b|\bfree\s+fight\b", re.IGNORECASE)


def needs_context(fact: Fact, narrative: str = "") -> bool:
    """Whether the word alone does not make a shared fact: it has many meanings, or is perhaps another person's.

    One who pleads private defence met an armed man, so a weapon of the matter may be its victim's.
    """
    is_word_of_many_meanings = (fact.word or "").lower() in _NEEDS_CONTEXT or fact.kind is FactKind.ROLE
    return is_word_of_many_meanings or (fact.kind is FactKind.INSTRUMENT and _DEFENDS.search(narrative) is not None)


_WEAPONS = BY_HAND | DISTINGUISHING_WEAPONS
# What is done with a weapon, or how it comes to court.
_USED = re.compile(
    r"\b(?:arm(?:ed|s)|blows?|hit\w*|struck|strik\w+|beat\w*|assault\w*|attack\w*|injur\w*|stab\w*|cut\w*|fir(?:ed|ing)|shot|shoot\w*|pour\w*|sprinkl\w*"
    r"|burn\w*|lit|threw|throw\w*|hurl\w*|pelt\w*|kill\w*|wield\w*|brandish\w*|point(?:ed|ing)|plac(?:ed|ing)|inflict\w*|strangul\w*|administer\w*"
    r"|consum\w*|mixed|gave|snatch\w*|us(?:ed|ing)|wound\w*|recover\w*|seiz\w*|murder\w*)\b",
    re.IGNORECASE,
)


def is_weapon(fact: Fact) -> bool:
    """Whether the thing is a weapon or a substance that harms."""
    return fact.kind is FactKind.INSTRUMENT and entry_of(fact).group in _WEAPONS


def tells_of_use(sentence: str) -> bool:
    """Whether something is done with a weapon: a stone that lies about and a pistol in a pocket are stray things."""
    return _USED.search(sentence) is not None


_NOT_DETECTED = re.compile(r"\b(?:not|no\s+\w+\s+(?:was|were))\s+(?:detected|found|recovered)\b", re.IGNORECASE)
_SENT_FOR_TESTS = re.compile(
    r"\b(?:Forensic|FSL|F\.S\.L|Ballistic|Chemical\s+Exam\w+|Serolog\w+|M\.?\s?O\.?s?\.?\s?S?\.?\s?\d+)\b",
    re.IGNORECASE,
)


_OF_A_CHEQUE_DISHONOURED = re.compile(
    r"\b(?:dis[-\s]?hon\w*|138|return\w*|bounced|insufficien\w+|unpaid|present(?:ed|ation)|drawer|post[-\s]?dated|security|blank|memo)\b",
    re.IGNORECASE,
)


def is_in_another_sense(fact: Fact, sentence: str) -> bool:
    """Whether the sentence uses the word for something else: a match stick is no stick."""
    if fact.kind is FactKind.INSTRUMENT and _SENT_FOR_TESTS.search(sentence):
        return True  # what a laboratory received, not what was done with it
    if isinstance(fact, SectionFact) and fact.provision.base == "IPC-161":
        return re.search(r"\bstatements?\b", sentence, re.IGNORECASE) is not None  # Section 161 of the CrPC is meant
    if (fact.word or "").lower() == "cheque" and not _OF_A_CHEQUE_DISHONOURED.search(sentence):
        return True  # money that was paid or received by cheque
    if fact.kind is FactKind.INSTRUMENT and _NOT_DETECTED.search(sentence):
        return True
    other = _OTHER_THINGS.get((fact.word or "").lower())
    return other is not None and re.search(other, sentence, re.IGNORECASE) is not None


def is_about_its_line(shown: ShownFact, sentence: str) -> bool:
    """Whether a number is near its line, in a sentence about the provision or its subject."""
    line, fact = shown.compared.line, shown.fact
    if not isinstance(fact, NumericalFact) or line is None:
        return True
    if fact.quantity is Quantity.WEIGHT:
        return re.search(r"\bsamples?\b", sentence) is None  # what was drawn for analysis is not what was seized
    if (
        fact.unit == line.unit
        and fact.value == line.value
        and re.search(r"\b(?:within|period|permissible|required)\b", sentence)
    ):
        return False  # the law is being stated, not a fact
    near = _NEAR_IN_AGE if fact.quantity is Quantity.AGE else _FARTHEST
    if fact.unit == line.unit and line.value and not 1 / near <= fact.value / line.value <= near:
        return False
    if fact.quantity is Quantity.AGE:
        return True
    section = re.escape(line.provision.id.split("-", 1)[-1].split("(")[0])
    return re.search(_SUBJECT_OF_LINE.get(line.provision.base, rf"\b{section}\b"), sentence) is not None
