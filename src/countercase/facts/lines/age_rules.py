"""The rules of age that the charges of a matter engage for the accused, the victim or the deceased."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from countercase.domain.facts import Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.charges import sections_after_act
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.lines.whose_birth import GIRL, KIDNAPPING
from countercase.law.tables import sentences, thresholds
from countercase.law.tables.thresholds import Threshold

HEINOUS_MONTHS = 84
_LEAST_CLEARLY_ADULT = 22  # years; nobody asks whether one of this age was a child
LEAST_NEAR_MAJORITY, _TWELVE = 16, 12  # years; of a girl whom a test puts below, nobody doubts that she is a child
_LEAST_BEYOND_DOUBT = 30  # years; not even if another in the matter claims to be a juvenile
_OLD_ENOUGH_TO_CONSENT = 40  # years; nobody asks whether a woman of this age could consent
_MURDER = re.compile(r"(?<!attempt to )(?<!attempted )\bmurder(?:ed)?\b")
_BOY = re.compile(r"\b(?:boy|son|he\swas\sa\sboy)\b")
_OFTEN = 3  # times that a boy is named
_UNDER_SIXTEEN = re.compile(r"\b376\s?\(3\)")  # the graver rape, also where it is cited without the Code
_SEXUAL_OFFENCES = ("IPC-376", "IPC-376A", "IPC-376D", "BNS-64", "BNS-70", "BNS-63", "IPC-375", "BNS-69")
_GANG_RAPE_RULES = {"BNS-70": "bns-70-2-age", "IPC-376DA": "ipc-376da-age", "IPC-376DB": "ipc-376db-age"}
_JJ_1986, JJ_2000 = date(1987, 10, 2), date(2001, 4, 1)


@dataclass(frozen=True, slots=True)
class Age:
    """The age of a person on the relevant day, and the words that give it."""

    person: str
    years: float
    words: str
    spans: tuple[Span, ...]
    source: str
    most_years: float | None = None  # the upper end, if the age is not exact
    is_boy: bool | None = None
    least_years: float | None = None  # the lower end of a bone test, whose upper end is taken for the age
    paper: str | None = None  # the paper that gives the age, if the text names one
    differs: str = ""  # what other papers give of the same person


def is_of_suicide(matter: MatterProfile) -> bool:
    return matter.is_charged("IPC-305", "IPC-306", "BNS-107", "BNS-108")


def rules_for(matter: MatterProfile, age: Age, day: date) -> Iterator[Threshold]:
    """The rules of age that the charges engage for this person."""
    in_force_on = max(day, JJ_2000) if age.person == "accused" and day >= _JJ_1986 else day
    rules = thresholds.applicable(Quantity.AGE, age.person, in_force_on)
    if age.person == "victim":
        rules = (*rules, *thresholds.applicable(Quantity.AGE, "wife", day))
    elif in_force_on != day:
        rules = (*rules, *thresholds.applicable(Quantity.AGE, age.person, day))  # the limit of the Act of 1986
    by_id = {rule.id: rule for rule in rules}
    if age.person == "accused":
        wanted = _rules_for_accused(matter, age)
    else:
        wanted = _rules_for_victim(matter, age) if age.person == "victim" else _rules_for_deceased(matter, age)
    for rule_id in wanted:
        if rule_id in by_id:
            yield by_id[rule_id]


def _rules_for_accused(matter: MatterProfile, age: Age) -> Iterator[str]:
    juvenile = matter.topic("juvenile") or bool(matter.acts & {"JJ", "JJ2000", "JJ1986"})
    may_be_claimed = juvenile and age.years < _LEAST_BEYOND_DOUBT
    is_on_paper = age.source in {"birth", "paper"} and age.years < _LEAST_CLEARLY_ADULT
    if is_on_paper or (age.differs and age.years < _LEAST_BEYOND_DOUBT) or may_be_claimed or age.years < 18:
        yield "jj-2-12-age"
        yield "jj2000-2k-age"
    if _ACT_OF_1986.search(matter.lower) and age.years < _LEAST_CLEARLY_ADULT:
        yield "jj1986-2h-girl" if _is_girl_accused(age) else "jj1986-2h-boy"
    if max(age.years, age.most_years or 0) < 18 and _is_heinous(matter):
        yield "jj-15-age"
    if matter.topic("disqualification of a child tried as an adult"):
        yield "jj-24-age"
    if age.years < 12:
        yield from ("ipc-82-age", "bns-20-age", "ipc-83-age", "bns-21-age")


# The older limit of sixteen for a boy, where the matter argues it.
_ACT_OF_1986 = re.compile(r"\b1986\sact\b|\b(?:j\.?j\.?\s?act|juvenile\sjustice\sact|act),?\s(?:of\s)?1986\b")


def _is_girl_accused(age: Age) -> bool:
    return age.is_boy is False


_NO_LEAST_SENTENCE = re.compile(
    r"\bno\s(?:least|minimum|lowest)\s(?:punishment|sentence|term|imprisonment)\b|\bwithout\s(?:any\s|a\s)?minimum\b"
)


def _is_heinous(matter: MatterProfile) -> bool:
    """Whether a charge carries seven years or more at the least: JJ Act s.2(33); Shilpa Mittal (2020) 2 SCC 787."""
    least = least_sentence(matter)
    if least is not None:
        return least[0] >= HEINOUS_MONTHS
    if matter.raises("JJ-15") or matter.topic("preliminary assessment"):
        return True
    if not _charges(matter) and _MURDER.search(matter.lower):
        return True
    rows = (sentences.sentence_for(charge, matter.code_day) for charge in _charges(matter))
    return any(row is not None and row.least_months >= HEINOUS_MONTHS for row in rows)


def _charges(matter: MatterProfile) -> tuple[Provision, ...]:
    return (*matter.main_charges, *sections_after_act(matter.lower), *matter.likely_charges)


def least_sentence(matter: MatterProfile) -> tuple[int, Span] | None:
    """The greatest of the least sentences of the charges in months, and where it is cited or said that there is none.

    None if no section is cited, or the table lacks one of them.
    """
    cited = [charge for charge in matter.charges if charge.provision in matter.main_charges]
    rows = [sentences.sentence_for(charge.provision, matter.code_day) for charge in cited]
    leasts = [(row.least_months, charge.span) for row, charge in zip(rows, cited, strict=True) if row is not None]
    if cited and len(leasts) == len(cited):
        return max(leasts)
    said = None if cited else _NO_LEAST_SENTENCE.search(matter.lower)
    return (0, Span(*said.span())) if said else None


def _rules_for_deceased(matter: MatterProfile, age: Age) -> Iterator[str]:
    """Abetment of the suicide of a child is the graver offence; of a clear adult, nobody asks."""
    is_near = age.years < _LEAST_CLEARLY_ADULT and is_of_suicide(matter)
    if is_near or matter.is_charged("IPC-305", "BNS-107"):
        yield from ("ipc-305-age", "bns-107-age")


_NO_PENETRATION = re.compile(
    r"\bno\s(?:act\sof\s|attempt\s(?:at|of)\s)?penetration\b|\bpenetration\s(?:is|was|has\sbeen)\s(?:not|never|nowhere)\b"
)
_PENETRATIVE = (*_SEXUAL_OFFENCES, "IPC-376AB", "IPC-376DA", "IPC-376DB", "BNS-65", "BNS-66")
_PENETRATIVE_OF_CHILD = ("POCSO-3", "POCSO-4", "POCSO-5", "POCSO-6")
_TOUCHING_OF_CHILD = ("POCSO-7", "POCSO-8", "POCSO-9", "POCSO-10", "POCSO-11", "POCSO-12")


def _is_touching_alone(matter: MatterProfile) -> bool:
    """Whether no section on rape or penetrative assault is cited, and the text or the charge rules them out."""
    cited = matter.bases | {section.base for section in sections_after_act(matter.lower)}
    if not cited.isdisjoint((*_PENETRATIVE, *_PENETRATIVE_OF_CHILD)):
        return False
    return _NO_PENETRATION.search(matter.lower) is not None or not cited.isdisjoint(_TOUCHING_OF_CHILD)


def _rules_for_test(matter: MatterProfile, age: Age) -> Iterator[str] | None:
    """The rules that a bone test bears on if it puts a child near twelve and the charge turns on that age."""
    low = age.least_years
    if low is None or age.years >= LEAST_NEAR_MAJORITY:
        return None
    rules = []
    if matter.is_charged("POCSO-5", "POCSO-6") and not _is_touching_alone(matter):
        rules.append("pocso-5m-age")
    if matter.is_charged("POCSO-9", "POCSO-10"):
        rules.append("pocso-9m-age")
    if not rules:
        return None
    return iter(rules if (low < _TWELVE) == (age.years < _TWELVE) else ())


# The exception for a husband is in question: "own wife", "husband prosecuted u/s 376", "Exception to s. 375".
_OWN_WIFE = re.compile(
    r"\bexception(?:\s2)?\s?(?:to|of|,|\()\s?(?:s\.?\s?|sec(?:tion|\.)?\s)?(?:375|63)\b|\b(?:marital|matrimonial)\sexception\b|\b(?:375|63)\b[^.;\n]{0,40}\bexception\b"
    r"|\bexception\b[^.;\n]{0,40}\bown\swife\b|\bhusband\s(?:is\s|was\s|being\s)?(?:prosecuted|charged|convicted|booked|tried)\s(?:u/s|under\ssection|under\ss\.)\s?(?:376|64)\b"
)
# Whether an adult consented is then the question, not whether she could.
_MISCONCEPTION = re.compile(
    r"\b(?:promis\w+|assur\w+|pretext|pretence|said\she\swould)\b[^.;\n]{0,30}\bmarr(?:y|iage)\b|\bmisconception\b|\blive-?\s?in\b"
)


def _rules_for_victim(matter: MatterProfile, age: Age) -> Iterator[str]:
    of_test = _rules_for_test(matter, age)
    if of_test is not None:
        yield from of_test
        return
    if "POCSO" in matter.named_acts:
        yield "pocso-2-age"
    is_touching_alone = _is_touching_alone(matter)
    oldest = _LEAST_CLEARLY_ADULT if _MISCONCEPTION.search(matter.lower) else _OLD_ENOUGH_TO_CONSENT
    if matter.is_charged(*_SEXUAL_OFFENCES) and age.years < oldest and not is_touching_alone:
        yield from ("ipc-375-age-1949", "ipc-375-age-2013", "bns-63-age")
        if age.years < _LEAST_CLEARLY_ADULT and _OWN_WIFE.search(matter.lower):
            yield from ("ipc-375-wife-1949", "ipc-375-wife-2017", "bns-63-wife")
    if matter.is_charged(*KIDNAPPING):
        yield from _rules_of_kidnapping(matter, age)
    if age.source == "test":
        return
    if matter.is_charged("POCSO-9", "POCSO-10") and (age.years < 13 or "POCSO-9(m)" in matter.provision_ids):
        yield "pocso-9m-age"
    if not is_touching_alone:
        yield from _rules_of_penetration(matter, age)


# Section 4(2) of the POCSO Act, by what it does: "the higher floor", "twenty years under the amendment of 2019".
_HIGHER_MINIMUM = re.compile(
    r"\b(?:higher|enhanced|raised)\s(?:minimum|floor|sentence)\b|\bminimum\sof\s(?:twenty|20)\b"
    r"|\b(?:twenty|20)\s(?:years|yrs)\b[^.;\n]{0,60}\b(?:2019\samendment|amendment\sof\s2019|section\s4\(2\))"
)


def _rules_of_penetration(matter: MatterProfile, age: Age) -> Iterator[str]:
    """The ages below which rape, or the penetrative assault of a child, is graver."""
    cited = matter.provision_ids
    if matter.is_charged("POCSO-5", "POCSO-6") and (age.years < 13 or "POCSO-5(m)" in cited):
        yield "pocso-5m-age"
    rape = matter.is_charged("IPC-376", "BNS-64", "BNS-65")
    if "BNS-65(2)" in cited or matter.raises("IPC-376AB") or (rape and age.years < 12):
        yield from ("bns-65-2-age", "ipc-376ab-age")
    is_raised = cited & {"BNS-65(1)", "IPC-376(3)", "POCSO-4(2)", "IPC-376(2)(i)"} or _UNDER_SIXTEEN.search(
        matter.lower
    )
    if is_raised or (rape and age.years < 16):
        yield from ("bns-65-1-age", "ipc-376-3-age", "ipc-376-2i-age")
    yield from _rules_before_arrest(matter, bool(is_raised or (rape and age.years < 18)))
    is_asked = "POCSO-4(2)" in cited or _HIGHER_MINIMUM.search(matter.lower) is not None
    if matter.is_charged("POCSO-4") and (age.years < 17 or is_asked):
        yield "pocso-4-2-age"
    if "IPC-376(2)(f)" in matter.provision_ids:
        yield "ipc-376-2f-age"
    yield from (rule_id for section, rule_id in _GANG_RAPE_RULES.items() if matter.raises(section))


def _rules_of_kidnapping(matter: MatterProfile, age: Age) -> Iterator[str]:
    """The age up to which a child cannot be taken from its guardian; between sixteen and eighteen the sex decides."""
    yield "bns-137-age"
    is_boy = _is_boy(matter, age)
    if is_boy is not None or not 16 <= age.years < 18:
        yield "ipc-361-age-boy" if is_boy else "ipc-361-age-girl"


def _rules_before_arrest(matter: MatterProfile, is_of_a_child: bool) -> Iterator[str]:
    """No anticipatory bail for the rape of a girl under sixteen or, by a gang, under eighteen."""
    if not matter.topic("anticipatory bail"):
        return
    if is_of_a_child:
        yield from ("crpc-438-4-age", "bnss-482-4-age")
    if matter.raises("BNS-70"):
        yield "bnss-482-4-gang-age"


def _is_boy(matter: MatterProfile, age: Age) -> bool | None:
    """Whether the child is a boy, by the words beside the age or by those of the whole matter; None if unclear."""
    if age.is_boy is not None:
        return age.is_boy
    if matter.topic("rape") or matter.is_charged("IPC-366", "IPC-366A"):
        return False
    boys, girls = len(_BOY.findall(matter.lower)), len(GIRL.findall(matter.lower))
    if girls:
        return boys > girls and boys >= _OFTEN  # a girl may be named in a case that is cited
    return True if boys else None
