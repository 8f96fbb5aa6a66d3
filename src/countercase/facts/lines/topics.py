"""The topics of a matter, such as "cheque" or "rape": found by its words, or derived from its provisions and dates."""

import csv
import re
from collections.abc import Callable
from importlib.resources import files
from typing import TYPE_CHECKING

from countercase.domain.facts import Quantity
from countercase.domain.span import Span
from countercase.facts.lines.appeal_courts import (
    is_appeal_for_enhancement,
    is_only_acquitted,
    is_sentence_of_death,
    is_tried_by_magistrate,
    is_tried_by_sessions,
)
from countercase.facts.lines.charge_sheet_time import is_time_extended, is_time_not_extended
from countercase.facts.lines.child_topics import CHILD_TOPICS
from countercase.facts.lines.civil_topics import CIVIL_TOPICS
from countercase.facts.lines.detention_acts import DETENTION_TOPICS, detention_act
from countercase.facts.other_matters import is_act_not_engaged
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Operator

if TYPE_CHECKING:
    from countercase.facts.lines.profile import MatterProfile

# The subjects of law that show a topic as its words do, if the learned reader sees them raised.
SUBJECTS_OF_TOPIC: dict[str, frozenset[str]] = {
    topic: frozenset(subjects.split())
    for topic, subjects in {
        "arbitration": "arbitration-set-aside",
        "consumer": "consumer-complaint medical-negligence",
        "medical": "medical-negligence",
        "divorce": "divorce",
        "juvenile": "juvenility",
        "motor accident": "motor-claim no-fault-motor",
        "specific performance": "specific-performance",
        "suit for possession": "adverse-possession title-suit",
        "unpaid": "cheque-dishonour",
        "land acquisition 1894": "land-acquisition",
        "PC": "bribery disproportionate-assets",
        "drugs": "ndps-possession ndps-default ndps-bail",
        "atrocity": "scst-insult scst-aggravated",
        "secured creditor": "sarfaesi",
        "disciplinary": "disciplinary",
        "insolvency": "insolvency",
        "custody of a child": "custody",
        "suicide": "abetment-of-suicide",
        "thing deposited or pawned": "breach-of-trust",
        "private defence": "private-defence exceeding-private-defence",
        "retrenchment": "retrenchment",
        "reassessment": "reassessment",
        "contempt": "contempt",
        "adoption": "adoption",
        "will": "will",
        "crime": "murder dowry-death rape kidnapping cheating breach-of-trust robbery dacoity abetment-of-suicide"
        " cruelty-498a attempt-to-murder forgery theft ransom",
    }.items()
}

# The events at the end of a period that show a topic as its words do.
ROLES_OF_TOPIC: dict[str, frozenset[str]] = {
    topic: frozenset(roles.split("|"))
    for topic, roles in {
        "any written statement": "written statement",
        "adoption": "adoption",
        "arbitration": "section 34 petition|award received|arbitration notice|section 11 application",
        "consumer": "consumer complaint|written version|consumer order",
        "divorce": "divorce petition",
        "customs": "goods cleared",
        "election to a legislature": "election petition",
        "ex parte decree": "ex parte application",
        "execution": "execution application",
        "insolvency": "insolvency application|section 8 notice",
        "gratuity": "gratuity paid",
        "leave to contest": "leave to contest",
        "libel": "publication",
        "mutual consent": "joint petition|second motion",
        "national security": "board reference|board report|grounds communicated",
        "probate": "probate petition",
        "registration of a deed": "registration presented|registration refused|registration appeal",
        "revision": "revision",
        "requisitioned meeting": "requisition",
        "right to information": "information request|information second appeal|information reply",
        "second appeal": "second appeal",
        "secured creditor": "section 13(2) notice|securitisation application",
        "substitution": "substitution application|abatement application",
        "trade mark": "mark advertised|opposition received|counter-statement",
        "workplace harassment": "committee complaint|committee inquiry completed",
    }.items()
}


# "sections 3(1)(r), 3(1)(s) of the Act of 1989" in a matter of a Scheduled Caste.
_ATROCITY_SECTIONS = re.compile(r"\A(?=[\s\S]*\bscheduled\s(?:caste|tribe))[\s\S]*?\b3\s?\([12]\)\s?\((?:r|s|va?)\)")


_STATE_DID_NOT_APPEAL = re.compile(
    r"\bconvict|\bno\s(?:appeal\sby\sthe\sstate|state\sappeal)\b"
    r"|\bstate(?:'s|’s)?\sappeal\s?[-–:]?\s?(?:nil|none|not\b|never)|\bstate\s(?:did\snot|never|has\snot)\s(?:file\w*\s)?(?:an\s)?appeal"
)

_SENTENCED_TO_DEATH = re.compile(
    r"\bsentenced?\s(?:him\s|her\s|them\s|the\s(?:accused|convict|appellant)s?\s)?(?:of|to)\sdeath\b|\bdeath\s(?:sentence|penalty)\s(?:passed|awarded|imposed|given)\b|\bawarded\s(?:the\s)?death\b"
)

_LIFE = re.compile(r"\b(?:life\s(?:imprisonment|sentence|term)|imprisonment\sfor\slife|lifer|life\sconvict|commuted)\b")

# A note of the State's own lawyers, by its heading, or one of its appeal.
_HEADING = 220  # characters

_OFFICE_OF_STATE = re.compile(
    r"\b(?:advocate\sgeneral|govt\.?\s(?:advocate|pleader)|government\s(?:advocate|pleader)|public\sprosecutor)\b"
)

_STATE_APPEALS = re.compile(
    r"\bstate(?:'s|’s)?\s(?:appeal|has\sappealed|appeals)\b|\bappeal\s(?:by|of)\s(?:the\s)?state\b"
)

# "gave Exception 4, convicted under 304 Part II": an acquittal of murder, against which the State may appeal.
_LESSER_OFFENCE = re.compile(
    r"\bcharge[ds]?\b[^;\n]{0,30}?\b(?:302|307|376|103|109)\b[\s\S]{0,200}?\bconvicted\s(?:only\s)?(?:under|u/s|of|for)\s(?:s(?:ection|ec)?\.?\s?)?(?:304|308|326|325|324|323|354|105|110|118|117|115|74)\b"
    r"|\bacquitted\s(?:of|u/s|under)\s(?:s(?:ection|ec)?\.?\s?)?(?:302|307|376|murder|103|109)\b[^.\n]{0,60}\bconvicted\b"
)

_AGAINST_ACQUITTAL = re.compile(
    r"\bstate(?:'s|’s)?\sappeal\s(?:against|agst\b\.?|from)\s(?:the\s|an\s|order\sof\s)*acq"
)

_OTHER_DETENTION_LAW = re.compile(
    r"\bcofeposa\b|\bforeign\sexchange\b|\bsmuggling\b|\bpit[\s-]?ndps\b|\bcustoms\b|\bsmuggl|\bgoonda|\bbootlegger|\bpublic\ssafety\sact\b"
    r"|\bdangerous\s(?:person|activities)\b|\bblack[\s-]?marketing\b|\bvideo\spirate|\bslum[\s-]?lord"
)

_MARRIED_FOR = re.compile(r"(?<!un)\bmarried\s(?:for\s|only\s|barely\s)?(?:\d{1,2}|[a-z]+)\s(?:years|yrs)\b")


def _topic_words() -> dict[str, re.Pattern[str]]:
    """The words that indicate each topic, from the table."""
    with (files("countercase.facts") / "data" / "topics.csv").open(encoding="utf-8") as file:
        words_of: dict[str, list[str]] = {}
        for row in csv.DictReader(file):
            words_of.setdefault(row["topic"], []).append(row["words"])
    return {topic: re.compile("|".join(words)) for topic, words in words_of.items()}


TOPIC_WORDS = _topic_words()

_RAPE_SECTIONS = frozenset(
    "IPC-376 IPC-376A IPC-376AB IPC-376D IPC-376DA IPC-376DB BNS-64 BNS-65 BNS-66 BNS-70 POCSO-4 POCSO-6".split()
)

_COMMERCIAL_QUANTITY_SECTIONS = frozenset(
    "NDPS-20(b)(ii)(C) NDPS-21(c) NDPS-22(c) NDPS-15(c) NDPS-17(c) NDPS-18(b) NDPS-19 NDPS-24 NDPS-27A".split()
)

_LESS_THAN_COMMERCIAL = frozenset({"NDPS-20(b)(ii)(B)", "NDPS-21(b)", "NDPS-22(b)"})

_INSURANCE = re.compile(r"\binsur(?:er|ed|ance)\b|\bpolicy\b")


def _left_last(matter: "MatterProfile") -> bool:
    """Whether nothing is dated after the day on which the wife left."""
    left = matter.timeline.first("separation")
    return left is not None and not any(event.day > left.day for event in matter.timeline.of("offence", "death"))


def _wife_died(matter: "MatterProfile") -> bool:
    """Whether a married woman died in a criminal matter."""
    death = matter.timeline.first("death")
    is_married = matter.timeline.of("marriage") or _MARRIED_FOR.search(matter.lower)
    if death is None or not is_married or not matter.topic("wife"):
        return False
    clause = matter.lower[death.clause.start : death.clause.end] if death.clause else ""
    return matter.topic("crime") and re.search(r"\bhimself\b|\bhusband\sdied\b|\bintestate\b", clause) is None


_TIME_OF_36A = re.compile(r"\b36-?a\b|\b180\b|\bone\shundred\s(?:and\s)?eighty\b")


def _is_commercial_quantity(matter: "MatterProfile") -> bool:
    sections = matter.provision_ids
    if sections & _COMMERCIAL_QUANTITY_SECTIONS:  # a graver clause that is only pressed does not outweigh the scales
        return not (sections & _LESS_THAN_COMMERCIAL and matter.is_intermediate_quantity)
    if "ndps-default" in matter.learned.raised and not matter.seized_weights and _TIME_OF_36A.search(matter.lower):
        return not matter.provision_ids & _LESS_THAN_COMMERCIAL
    return (
        "NDPS" in matter.named_acts
        and re.search(r"\bcommercial\squantity\b|\bquantity\s(?:is\s|was\s|being\s)?commercial\b", matter.lower)
        is not None
        and not matter.provision_ids & _LESS_THAN_COMMERCIAL
        and not matter.is_intermediate_quantity
    ) or _is_commercial_by_weight(matter)


def _is_commercial_by_weight(matter: "MatterProfile") -> bool:
    """Whether the seized weight exceeds the commercial quantity."""
    if not matter.topic("drugs") or matter.provision_ids & _LESS_THAN_COMMERCIAL:
        return False
    return any(
        rule.operator is Operator.ABOVE and rule.holds(weight.fact.value, weight.fact.unit)
        for weight in matter.seized_weights
        if not weight.is_gross
        for rule in thresholds.applicable(Quantity.WEIGHT, "seizure", matter.day, subject=weight.substance)
    )


_SECTION_21 = re.compile(r"\b(?:section|s\.|u/s|sec\.?)\s?21\b")
# The offences of the Unlawful Activities Act are scheduled in the NIA Act: appeals lie under its section 21 also where
# the police of a State investigated (NIA Act s.22; Bikramjit Singh v. State of Punjab (2020) 10 SCC 616).
_SPECIAL_COURT = re.compile(r"\b(?:special|spl\b\.?|n\.?i\.?a\b\.?)\s(?:n\.?i\.?a\b\.?\s)?(?:court|judge|ct|j\b)")

DERIVED_TOPICS: dict[str, Callable[["MatterProfile"], bool]] = (
    {
        "money laundering": lambda matter: any(  # "no ECIR here" and another's case make none
            not is_act_not_engaged(matter.lower, Span(*match.span()))
            for match in TOPIC_WORDS["money laundering"].finditer(matter.lower)
        ),
        "crime": lambda matter: (
            bool(matter.acts & {"IPC", "BNS", "PC", "NDPS", "POCSO", "UAPA", "Arms", "SCST"})
            or matter.has_words("crime")
        ),
        "cheque": lambda matter: (
            re.search(
                r"\bcheques?\b|\bchqs?\b|\b138\b[^.;\n]{0,40}\bn\.?i\b|\bu/s\s138\b|\bn\.?i\b\.?\s(?:act\s)?138\b|\bs(?:ection|ec)?\.?\s?138\b|\b138\scase\b|\bn\.?i\.?\sact\b|\b143-?a\b|\bn\.?i\.?\s148\b",
                matter.lower,
            )
            is not None
            and matter.topic("unpaid")
        ),
        "national security": lambda matter: (
            matter.has_words("national security")
            and ("NSA" in matter.named_acts or _OTHER_DETENTION_LAW.search(matter.lower) is None)
            and detention_act(matter) is None
        ),
        **DETENTION_TOPICS,
        "wife died": _wife_died,
        "wife suicide": lambda matter: (
            _wife_died(matter) and matter.raises("IPC-306", "BNS-108", "IEA-113A", "BSA-117")
        ),
        "special leave": lambda matter: not matter.topic("death sentence") and not matter.topic("certificate refused"),
        "scheduled castes appeal": lambda matter: (
            (
                ("SCST" in matter.named_acts or matter.topic("atrocity"))
                and (re.search(r"\b14-?a\b", matter.lower) is not None or bool(matter.timeline.of("bail order")))
            )
            or (
                re.search(r"\bappeal\w*\s(?:u/s|under\s(?:section|s\.|sec\.))\s?14-?a\s?\([12]\)", matter.lower)
                is not None
            )
            or (
                (matter.is_charged("SCST-3") or _ATROCITY_SECTIONS.search(matter.lower) is not None)
                and re.search(r"\bspe?c?i?a?l\b\.?\s(?:court|judge|ct)\b", matter.lower) is not None
            )
        ),
        "time for an atrocity trial": lambda matter: (
            matter.has_words("time for an atrocity trial")
            and ("SCST" in matter.named_acts or matter.topic("atrocity") or matter.is_charged("SCST-3"))
        ),
        "review by an administrative tribunal": lambda matter: (
            matter.has_words("review of a decision") and matter.topic("central service")
        ),
        "preliminary enquiry, start not dated": lambda matter: (
            bool(matter.timeline.of("enquiry completed")) and not matter.timeline.of("preliminary enquiry")
        ),
        "suspension and charge memo": lambda matter: (
            matter.topic("central service") and not matter.timeline.of("suspension review")
        ),
        "appeal by the State": lambda matter: (
            matter.has_words("appeal by the State")
            and (
                _AGAINST_ACQUITTAL.search(matter.lower) is not None
                or _STATE_DID_NOT_APPEAL.search(matter.lower) is None
            )
            and not matter.timeline.of("sentence")
            and not matter.timeline.of("state appeal")
        ),
        "conviction of a lesser offence": lambda matter: (
            (_OFFICE_OF_STATE.search(matter.lower[:_HEADING]) or _STATE_APPEALS.search(matter.lower)) is not None
            and _LESSER_OFFENCE.search(matter.lower) is not None
            and matter.raises("IPC-302", "IPC-307", "IPC-376", "BNS-103", "BNS-109", "BNS-64")
        ),
        "sentence of death by sessions": lambda matter: (
            _SENTENCED_TO_DEATH.search(matter.lower) is not None
            and _LIFE.search(matter.lower) is None
            and not matter.timeline.of("appeal decided")
            and is_tried_by_sessions(matter)
        ),
        "sentence of sessions": lambda matter: (
            is_tried_by_sessions(matter)
            and not matter.topic("scheduled castes appeal")
            and not matter.topic("appeal by the State")
            and not matter.topic("appeal from the Board")
            and not is_only_acquitted(matter)
            and not matter.topic("sentence of death at the trial")
            and not matter.topic("sentence of death by sessions")
        ),
        "appeal for enhancement": is_appeal_for_enhancement,
        "sentence of magistrate": lambda matter: (
            is_tried_by_magistrate(matter) and not matter.topic("appeal from the Board")
        ),
        "sentence of death at the trial": lambda matter: (
            is_sentence_of_death(matter) and is_tried_by_sessions(matter) and not matter.topic("appeal by the State")
        ),
        "special leave from a sentence of death": is_sentence_of_death,
        "review of a decision": lambda matter: (
            matter.has_words("review of a decision")
            and not matter.has_words("decided by the Supreme Court")
            and not matter.topic("central service")
        ),
        "young offender": lambda matter: (
            matter.has_words("probation") and len({event.day for event in matter.timeline.of("birth")}) == 1
        ),
        "review by the Supreme Court": lambda matter: (
            matter.has_words("review of a decision") and matter.has_words("decided by the Supreme Court")
        ),
        "prohibitory order not extended": lambda matter: (
            matter.has_words("prohibitory order")
            and (
                matter.has_words("prohibitory order not extended at all")
                or not matter.has_words("prohibitory order extended")
            )
        ),
        "commercial quantity": _is_commercial_quantity,
        "commercial quantity by weight": _is_commercial_by_weight,
        "rape": lambda matter: matter.is_charged(*_RAPE_SECTIONS),
        "cheque for goods": lambda matter: (
            matter.topic("cheque")
            and len(matter.timeline.of("delivery")) == 1
            and not matter.timeline.of("loan")
            and not matter.tells("credit expired")
            and re.search(r"\b(?:goods|price|invoices?|sold|supplie[sd]|on\scredit)\b", matter.lower) is not None
        ),
        "appeal in a cheque case": lambda matter: (
            matter.topic("cheque") and re.search(r"\bappeal|\bsuspen(?:d|sion)|\b148\b", matter.lower) is not None
        ),
        "cheque for a loan": lambda matter: (
            matter.topic("cheque") and bool(matter.timeline.of("loan")) and not matter.topic("repayment at a time")
        ),
        "death of a patient 1986": lambda matter: (
            matter.topic("medical consumer 1986") and _INSURANCE.search(matter.lower) is None
        ),
        "death of a patient 2019": lambda matter: (
            matter.topic("medical consumer 2019") and _INSURANCE.search(matter.lower) is None
        ),
        "organised crime, time not extended": lambda matter: (
            "MCOCA" in matter.named_acts and is_time_not_extended(matter.lower)
        ),
        "organised crime, time extended": lambda matter: (
            "MCOCA" in matter.named_acts and is_time_extended(matter.lower)
        ),
        "terrorist and disruptive activities, time not extended": lambda matter: (
            "TADA" in matter.named_acts and is_time_not_extended(matter.lower)
        ),
        "terrorist and disruptive activities, time extended": lambda matter: (
            "TADA" in matter.named_acts and is_time_extended(matter.lower)
        ),
        "commercial quantity, time not extended": lambda matter: (
            matter.topic("commercial quantity") and not is_time_extended(matter.lower)
        ),
        "commercial quantity, time extended": lambda matter: (
            matter.topic("commercial quantity") and is_time_extended(matter.lower)
        ),
        "unlawful activities, time not extended": lambda matter: (
            "UAPA" in matter.named_acts and is_time_not_extended(matter.lower)
        ),
        "unlawful activities, time extended": lambda matter: (
            "UAPA" in matter.named_acts and is_time_extended(matter.lower)
        ),
        "NIA appeal": lambda matter: (
            ("NIA" in matter.named_acts and _SECTION_21.search(matter.lower) is not None)
            or ("UAPA" in matter.named_acts and _SPECIAL_COURT.search(matter.lower) is not None)
        ),
        "cruelty until she left": lambda matter: (
            matter.raises("IPC-498A", "BNS-85") and matter.maximum_months == 36 and _left_last(matter)
        ),
    }
    | CIVIL_TOPICS
    | CHILD_TOPICS
)
