"""The topics of a matter, such as "cheque" or "rape": found by its words, or derived from its provisions and dates."""

import csv
import re
from collections.abc import Callable
from datetime import date
from importlib.resources import files
from typing import TYPE_CHECKING

from countercase.domain.facts import Quantity
from countercase.facts.lines.appeal_courts import (
    appeal_clause,
    is_appeal_to_high_court,
    is_civil_decree,
    is_commercial_dispute,
    is_only_acquitted,
    is_sentence_of_death,
    is_tried_by_magistrate,
    is_tried_by_sessions,
)
from countercase.facts.lines.child_topics import CHILD_TOPICS
from countercase.facts.lines.detention_acts import DETENTION_TOPICS, detention_act
from countercase.facts.lines.extended_time import is_time_extended, is_time_not_extended
from countercase.facts.lines.land_topics import (
    had_no_notice_of_award,
    is_land_acquisition_1894,
    is_land_acquisition_2013,
)
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Operator

if TYPE_CHECKING:
    from countercase.facts.lines.profile import MatterProfile
    from countercase.facts.timeline import DatedEvent

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
_NOT_ANSWERED = re.compile(
    r"\b(?:rep(?:resentatio)?n|departmental\sappeal|appeal(?:ed)?)\b\.?[^\n]{0,110}?\b(?:no\s(?:reply|answer|order|decision)|(?:not|never)\s(?:yet\s|been\s)?(?:replied|answered|decided|disposed)|unanswered|undecided|lay\s(?:un|with)|(?:without|w/o)\s(?:even\s)?waiting)"
)
_ANSWERS = ("representation decided", "appeal decided", "order served", "order received")
_ON_DEMAND = re.compile(
    r"\bdemand\s(?:pro-?\s?note|promissory\snote)\b|\b(?:pro-?\s?note|promissory\snote)\b(?:[^;\n]|;\s){0,60}?\bon\sdemand\b|\bon-?\s?demand\s(?:pro-?\s?note|promissory\snote)\b"
)
_OTHER_DETENTION_LAW = re.compile(
    r"\bcofeposa\b|\bforeign\sexchange\b|\bsmuggling\b|\bpit[\s-]?ndps\b|\bgoonda|\bbootlegger|\bpublic\ssafety\sact\b"
    r"|\bdangerous\s(?:person|activities)\b|\bblack[\s-]?marketing\b|\bvideo\spirate|\bslum[\s-]?lord"
)
_SECTION_21 = re.compile(r"\b(?:section|s\.|u/s|sec\.?)\s?21\b")
# The offences of the Unlawful Activities Act are scheduled in the NIA Act: appeals lie under its section 21 also where
# the police of a State investigated (NIA Act s.22; Bikramjit Singh v. State of Punjab (2020) 10 SCC 616).
_SPECIAL_COURT = re.compile(r"\b(?:special|spl\b\.?|n\.?i\.?a\b\.?)\s(?:n\.?i\.?a\b\.?\s)?(?:court|judge|ct|j\b)")
_TAX_ORDER = re.compile(r"\bgst\s(?:order|act|demand|officer|authorit\w+|department|dept|assessment)\b|\bdrc-0?[17]\b")
_AGREEMENT_TO_SELL = re.compile(r"\bag(?:ree\w*|t\.?|mt\.?)\s(?:to\ssell|for\ssale|of\ssale)\b|\ba\.?t\.?s\b")
_READY_AND_WILLING = re.compile(r"\bready\s(?:and|&)\swilling\b|\breadiness\b(?=[^;\n]{0,300}\bsale\sdeed\b)")
_MARRIED_FOR = re.compile(r"(?<!un)\bmarried\s(?:for\s|only\s|barely\s)?(?:\d{1,2}|[a-z]+)\s(?:years|yrs)\b")


def _topic_words() -> dict[str, re.Pattern[str]]:
    """The words that indicate each topic, from the table."""
    with (files("countercase.facts") / "data" / "topics.csv").open(encoding="utf-8") as file:
        words_of: dict[str, list[str]] = {}
        for row in csv.DictReader(file):
            words_of.setdefault(row["topic"], []).append(row["words"])
    return {topic: re.compile("|".join(words)) for topic, words in words_of.items()}


TOPIC_WORDS = _topic_words()
# "Authority says it never agreed": the lines with the extension and without it are both drawn.
_CONSENT_DENIED = re.compile(
    r"\b(?:never|not)\s(?:agreed|consented)\b|\bden(?:y|ies|ied)\s(?:any\s|having\s|the\s|its\s)?(?:such\s)?(?:consent|agree)"
)
# Which limb of Article 54 applies is argued: "limitation runs from refusal".
_TIME_FROM_REFUSAL = re.compile(
    r"\b(?:time|limitation)\s(?:then\s|only\s)?(?:starts?|runs?|began|begins|ran|started)\s(?:only\s)?from\s(?:the\s)?(?:date\sof\s)?(?:notice\sof\s)?refusal\b"
    r"|\b(?:so|it|which|limitation)\s(?:starts?|runs?)\s(?:only\s)?from\s(?:the\s)?(?:date\sof\s)?(?:notice\sof\s)?refusal\b"
    r"|\b(?:first|1st)\s(?:part|limb)\sof\sart(?:icle|\.)?\s?54,?\s(?:and\s)?not\s(?:the\s)?(?:second|2nd)\b"
    r"|\b(?:second|2nd)\slimb\sof\sart"
)
_CONSUMER_ACT_2019 = date(2020, 7, 20)
_RAPE_SECTIONS = frozenset(
    "IPC-376 IPC-376A IPC-376AB IPC-376D IPC-376DA IPC-376DB BNS-64 BNS-65 BNS-66 BNS-70 POCSO-4 POCSO-6".split()
)
_COMMERCIAL_QUANTITY_SECTIONS = frozenset(
    "NDPS-20(b)(ii)(C) NDPS-21(c) NDPS-22(c) NDPS-15(c) NDPS-17(c) NDPS-18(b) NDPS-19 NDPS-24 NDPS-27A".split()
)
_LESS_THAN_COMMERCIAL = frozenset({"NDPS-20(b)(ii)(B)", "NDPS-21(b)", "NDPS-22(b)"})
# A father's transfer of family property falls under Article 109 of the Limitation Act, not Article 60.
_INSURANCE = re.compile(r"\binsur(?:er|ed|ance)\b|\bpolicy\b")
_OWNER_ABSENT = re.compile(
    r"\b(?:owners?|claimants?|petr|petitioners?|he|she)\b\.?\s(?:himself\s|herself\s)?(?:(?:was|were|being|remained)\s)?absent\b"
)
_NO_DATE_FIXED = re.compile(
    r"\bno\s(?:date|time)\s(?:was\s|is\s|had\sbeen\s|being\s)?(?:fixed|stipulated|named|agreed)\b"
)
_OF_GOVERNMENT = re.compile(
    r"\b(?:government|govt|nazul|poramboke|forest|railway)\b\.?\s(?:land|property|site|waste)\b"
)
_ANCESTRAL = re.compile(r"\b(?:ancestral|coparcen\w+|joint\sfamily)\b")


# "P-1 born", "birth of plaintiff no. 2".
_PLAINTIFF = re.compile(r"\b(?:p-?\s?\d\b|pl(?:ain)?t?ff?s?\b|plaintiffs?\b)")


def _are_wards(matter: "MatterProfile") -> bool:
    """Whether the only birth is dated, or each that is dated is that of a plaintiff."""
    births = matter.timeline.of("birth")
    if len({event.day for event in births}) == 1:
        return True
    return bool(births) and all(_PLAINTIFF.search(_words_beside(matter, birth)) for birth in births)


def _words_beside(matter: "MatterProfile", event: "DatedEvent") -> str:
    """The words close to a date in its own line."""
    before = matter.lower[max(0, event.span.start - 30) : event.span.start].rpartition("\n")[2]
    return before + " " + matter.lower[event.span.end : event.span.end + 40].partition("\n")[0]


def _left_last(matter: "MatterProfile") -> bool:
    """Whether nothing is dated after the day on which the wife left."""
    left = matter.timeline.first("separation")
    return left is not None and not any(event.day > left.day for event in matter.timeline.of("offence", "death"))


def _is_of_the_wife(matter: "MatterProfile", petition: "DatedEvent") -> bool:
    """Whether a petition is the wife's; from which age time runs for a husband is not settled."""
    clause = petition.clause or petition.span
    return re.search(r"\b(?:she|wife|girl|bride)\b", matter.lower[clause.start : clause.end]) is not None


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
    if matter.provision_ids & _COMMERCIAL_QUANTITY_SECTIONS:
        return True
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


def _is_consumer_2019(matter: "MatterProfile") -> bool:
    complaint = matter.timeline.first("consumer complaint", "complaint", "case filed")
    if not matter.topic("consumer") or "CPA1986" in matter.named_acts or matter.topic("Act of 1986"):
        return "CPA2019" in matter.named_acts
    if complaint is None:  # the District Commission was the District Forum before the Act of 2019
        return "CPA2019" in matter.named_acts or matter.topic("District Commission")
    return complaint.day >= _CONSUMER_ACT_2019


def _is_consumer_1986(matter: "MatterProfile") -> bool:
    complaint = matter.timeline.first("consumer complaint", "complaint", "case filed")
    if not matter.topic("consumer") or matter.topic("consumer 2019"):
        return False
    return matter.topic("Act of 1986") or (complaint is not None and complaint.day < _CONSUMER_ACT_2019)


def _is_hindu_divorce(matter: "MatterProfile") -> bool:
    return matter.topic("divorce") and not matter.topic("other marriage law")


def _are_dated(*roles: str) -> Callable[["MatterProfile"], bool]:
    """A test for whether the matter dates an event of each of these roles, or counts from or to it."""
    return lambda matter: matter.tells(*roles)


DERIVED_TOPICS: dict[str, Callable[["MatterProfile"], bool]] = {
    "crime": lambda matter: (
        bool(matter.acts & {"IPC", "BNS", "PC", "NDPS", "POCSO", "UAPA", "Arms", "SCST"}) or matter.has_words("crime")
    ),
    "cheque": lambda matter: (
        re.search(
            r"\bcheques?\b|\bchqs?\b|\b138\b[^.;\n]{0,40}\bn\.?i\b|\bu/s\s138\b|\bn\.?i\b\.?\s(?:act\s)?138\b|\bs(?:ection|ec)?\.?\s?138\b|\b138\scase\b|\bn\.?i\.?\sact\b|\b143-?a\b|\bn\.?i\.?\s148\b",
            matter.lower,
        )
        is not None
        and matter.topic("unpaid")
    ),
    "written statement": lambda matter: matter.topic("any written statement") and not matter.topic("commercial suit"),
    "arbitration": lambda matter: (
        matter.has_words("arbitration")
        or _are_dated("award", "section 34 petition")(matter)
        or _are_dated("award received", "section 34 petition")(matter)
    ),
    "specific performance": lambda matter: (
        (matter.has_words("specific performance") and not matter.has_words("contract repudiated"))
        or (
            _are_dated("agreement", "suit")(matter)
            and (_AGREEMENT_TO_SELL.search(matter.lower) or _READY_AND_WILLING.search(matter.lower)) is not None
        )
    ),
    "on the road": lambda matter: (
        matter.topic("motor accident")
        or matter.topic("collision")
        or (matter.topic("accident") and matter.topic("road"))
    ),
    "national security": lambda matter: (
        matter.has_words("national security")
        and ("NSA" in matter.named_acts or _OTHER_DETENTION_LAW.search(matter.lower) is None)
        and detention_act(matter) is None
    ),
    **DETENTION_TOPICS,
    "wife died": _wife_died,
    "wife suicide": lambda matter: _wife_died(matter) and matter.raises("IPC-306", "BNS-108", "IEA-113A", "BSA-117"),
    "land acquisition 1894": is_land_acquisition_1894,
    "land acquisition 2013": is_land_acquisition_2013,
    "no notice of the award of the Act of 1894": lambda matter: (
        matter.topic("land acquisition 1894") and had_no_notice_of_award(matter)
    ),
    "no notice of the award of the Act of 2013": lambda matter: (
        matter.topic("land acquisition 2013") and had_no_notice_of_award(matter)
    ),
    "re-determination under the Act of 1894": lambda matter: (
        matter.topic("land acquisition 1894") and matter.has_words("re-determination")
    ),
    "re-determination under the Act of 2013": lambda matter: (
        matter.topic("land acquisition 2013") and matter.has_words("re-determination")
    ),
    "urgent acquisition under the Act of 1894": lambda matter: (
        matter.topic("land acquisition 1894") and matter.has_words("urgent acquisition")
    ),
    "urgent acquisition under the Act of 2013": lambda matter: (
        matter.topic("land acquisition 2013") and matter.has_words("urgent acquisition")
    ),
    "damages for repudiation": lambda matter: (
        _are_dated("refusal", "suit")(matter)
        and matter.has_words("contract repudiated")
        and not matter.timeline.of("breach", "time fixed")
    ),
    "redemption of a mortgage with a date": lambda matter: (
        matter.has_words("mortgage with a date") and not matter.timeline.of("mortgage due")
    ),
    "acquisition for a private company": lambda matter: (
        matter.topic("land acquisition 2013") and matter.has_words("private company acquires")
    ),
    "acquisition for a partnership": lambda matter: (
        matter.topic("land acquisition 2013") and matter.has_words("partnership acquires")
    ),
    "easement over private land": lambda matter: (
        matter.has_words("right by long user") and _OF_GOVERNMENT.search(matter.lower) is None
    ),
    "easement over Government land": lambda matter: (
        matter.has_words("right by long user") and _OF_GOVERNMENT.search(matter.lower) is not None
    ),
    "present at the award": lambda matter: (
        matter.has_words("present at the award") and _OWNER_ABSENT.search(matter.lower) is None
    ),
    "specific performance, date not denied": lambda matter: (
        matter.topic("specific performance")
        and (
            _NO_DATE_FIXED.search(matter.lower) is None
            or any(not event.is_likely for event in matter.timeline.of("time fixed"))
        )
    ),
    "copy of the award delivered": lambda matter: (
        matter.topic("motor accident") and matter.has_words("copy of the award handed over")
    ),
    "correction of the own motion": lambda matter: matter.topic("arbitration") and matter.has_words("own motion"),
    "consumer 2019": _is_consumer_2019,
    "consumer 1986": _is_consumer_1986,
    "hindu divorce": _is_hindu_divorce,
    "hindu divorce for desertion": lambda matter: _is_hindu_divorce(matter) and matter.topic("desertion"),
    "hindu mutual divorce": lambda matter: (
        not matter.topic("other marriage law")
        and (
            _are_dated("joint petition", "second motion")(matter)
            or (matter.topic("mutual consent") and not matter.topic("crime"))
        )
    ),
    "promissory note on demand": lambda matter: (
        _are_dated("promissory note", "suit")(matter) and _ON_DEMAND.search(matter.lower) is not None
    ),
    "representation not answered": lambda matter: (
        (matter.topic("administrative tribunal") or matter.topic("central service"))
        and _NOT_ANSWERED.search(matter.lower) is not None
        and not any(not event.is_likely for event in matter.timeline.of(*_ANSWERS))
    ),
    "final order in service": lambda matter: (
        matter.applies(("act:AdministrativeTribunals", "topic:administrative tribunal", "topic:central service"))
        and not matter.topic("representation not answered")
    ),
    "tax order": lambda matter: (
        ("CGST" in matter.named_acts or _TAX_ORDER.search(matter.lower) is not None)
        and not matter.timeline.of("arrest", "fir")
    ),
    "mere declaration": lambda matter: (
        matter.topic("declaration")
        and not matter.timeline.of("dispossession")
        and re.search(r"\bpossession\b", matter.lower) is None
    ),
    "special leave": lambda matter: not matter.topic("death sentence") and not matter.topic("certificate refused"),
    "damages for breach": lambda matter: _are_dated("breach", "suit")(matter) and matter.topic("suit for damages"),
    "scheduled castes appeal": lambda matter: (
        (
            ("SCST" in matter.named_acts or matter.topic("atrocity"))
            and (re.search(r"\b14-?a\b", matter.lower) is not None or bool(matter.timeline.of("bail order")))
        )
        or (
            matter.is_charged("SCST-3")
            and re.search(r"\bspe?c?i?a?l\b\.?\s(?:court|judge|ct)\b", matter.lower) is not None
        )
    ),
    "Delhi rent": lambda matter: (
        matter.has_words("Delhi rent") or (matter.topic("leave to contest") and matter.topic("Delhi"))
    ),
    "central service": lambda matter: (
        matter.has_words("central service") or (matter.topic("central office") and matter.topic("disciplinary"))
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
        and (_AGAINST_ACQUITTAL.search(matter.lower) is not None or _STATE_DID_NOT_APPEAL.search(matter.lower) is None)
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
    "civil appeal to the High Court": lambda matter: (
        is_civil_decree(matter)
        and is_appeal_to_high_court(matter)
        and not matter.topic("intra-court appeal")
        and not matter.topic("commercial suit")
    ),
    "civil appeal to a lower court": lambda matter: (
        is_civil_decree(matter)
        and (
            re.search(r"\bdist(?:rict|t)?\.?\s(?:judge|court)\b|\bp?d\.?j\b|\badj\b", appeal_clause(matter)) is not None
            or matter.has_words("appeal to the District Court")
            or (
                matter.has_words("decided by a Munsiff")
                and not is_appeal_to_high_court(matter)
                and not matter.topic("second appeal")
            )
        )
    ),
    "tax appeal": lambda matter: matter.topic("tax order") or matter.topic("goods and services tax"),
    "commercial decree": lambda matter: (
        matter.topic("commercial suit")
        and bool(matter.timeline.of("decree", "judgment"))
        and not matter.topic("arbitration")
    ),
    "sale by a guardian": lambda matter: (
        matter.has_words("guardian sold") and _ANCESTRAL.search(matter.lower) is None and _are_wards(matter)
    ),
    "child marriage petition": lambda matter: (
        matter.has_words("annulment of a child marriage")
        and len({event.day for event in matter.timeline.of("birth")}) == 1
        and any(_is_of_the_wife(matter, petition) for petition in matter.timeline.of("nullity petition"))
    ),
    "gratuity, service ended": lambda matter: (
        matter.has_words("gratuity") and not matter.has_words("service cut short")
    ),
    "securitisation appeal": lambda matter: (
        matter.has_words("appeal to the DRAT") and (matter.topic("secured creditor") or "SARFAESI" in matter.named_acts)
    ),
    "deed executed in India": lambda matter: (
        matter.topic("registration of a deed") and not matter.timeline.of("deed arrived")
    ),
    "commercial quantity": _is_commercial_quantity,
    "rape": lambda matter: matter.is_charged(*_RAPE_SECTIONS),
    "specific performance, no date fixed": lambda matter: (
        matter.topic("specific performance")
        and (not matter.timeline.of("time fixed") or _TIME_FROM_REFUSAL.search(matter.lower) is not None)
    ),
    "price of goods": lambda matter: (
        _are_dated("delivery", "suit")(matter)
        and not matter.tells("credit expired")
        and re.search(r"\b(?:goods|price|invoice|sold)\b", matter.lower) is not None
        and (matter.has_words("invoice") or not matter.topic("thing deposited or pawned"))
        and re.search(r"\badv(?:ance|\.)\s(?:of\s)?(?:rs|paid)", matter.lower) is None
        and not matter.topic("goods not delivered")
        and not matter.topic("refund of an advance")
    ),
    "cheque for goods": lambda matter: (
        matter.topic("cheque")
        and len(matter.timeline.of("delivery")) == 1
        and not matter.timeline.of("loan")
        and not matter.tells("credit expired")
        and re.search(r"\b(?:goods|price|invoices?|sold|supplie[sd])\b", matter.lower) is not None
    ),
    "appeal in a cheque case": lambda matter: (
        matter.topic("cheque") and re.search(r"\bappeal|\bsuspen(?:d|sion)|\b148\b", matter.lower) is not None
    ),
    "cheque for a loan": lambda matter: (
        matter.topic("cheque") and bool(matter.timeline.of("loan")) and not matter.topic("repayment at a time")
    ),
    "application for an arbitrator": lambda matter: (
        matter.topic("appointment of an arbitrator") and not matter.timeline.of("section 34 petition")
    ),
    "arbitration, time extended": lambda matter: (
        matter.topic("arbitration") and matter.topic("time extended by consent")
    ),
    "arbitration, time not extended": lambda matter: (
        matter.topic("arbitration")
        and (not matter.topic("time extended by consent") or _CONSENT_DENIED.search(matter.lower) is not None)
    ),
    "arbitration appeal in commercial court": lambda matter: (
        matter.topic("arbitration")
        and (
            re.search(r"\bcommercial\b|\bcomm\b\.?\s?(?:court|ct|div|appeal|\))", matter.lower) is not None
            or is_commercial_dispute(matter)
        )
    ),
    "ex parte decree, knowledge dated": lambda matter: (
        matter.topic("ex parte decree") and bool(matter.timeline.of("knowledge"))
    ),
    "medical consumer 1986": lambda matter: matter.topic("medical") and _is_consumer_1986(matter),
    "medical consumer 2019": lambda matter: matter.topic("medical") and _is_consumer_2019(matter),
    "death of a patient 1986": lambda matter: (
        matter.topic("medical consumer 1986") and _INSURANCE.search(matter.lower) is None
    ),
    "death of a patient 2019": lambda matter: (
        matter.topic("medical consumer 2019") and _INSURANCE.search(matter.lower) is None
    ),
    "consumer appeal": lambda matter: _is_consumer_2019(matter) and matter.topic("appeal to the State Commission"),
    "hindu interim maintenance": lambda matter: (
        not matter.topic("other marriage law") and matter.topic("divorce") and not matter.raises("CrPC-125", "BNSS-144")
    ),
    "money lent": lambda matter: (
        _are_dated("loan", "suit")(matter)
        and not (matter.topic("cheque") and matter.timeline.of("cheque", "presentation", "dishonour"))
    ),
    "present at the award of the Act of 2013": lambda matter: (
        matter.topic("present at the award") and matter.topic("land acquisition 2013")
    ),
    "refusal to set aside an award in a commercial court": lambda matter: (
        matter.topic("arbitration appeal in commercial court") and matter.has_words("refusal to set aside an award")
    ),
    "possession": lambda matter: (
        not matter.has_words("suit by the Government")
        and not matter.has_words("suit on previous possession")
        and (
            _are_dated("dispossession", "suit")(matter)
            or (_are_dated("hostile assertion", "suit")(matter) and matter.topic("suit for possession"))
        )
    ),
    "arbitration, debt acknowledged": lambda matter: (
        matter.topic("arbitration") and bool(matter.timeline.of("acknowledgement"))
    ),
    "unlawful activities, time not extended": lambda matter: (
        "UAPA" in matter.named_acts and is_time_not_extended(matter.lower)
    ),
    "unlawful activities, time extended": lambda matter: "UAPA" in matter.named_acts and is_time_extended(matter.lower),
    "organised crime, time not extended": lambda matter: (
        matter.has_words("organised crime") and is_time_not_extended(matter.lower)
    ),
    "organised crime, time extended": lambda matter: (
        matter.has_words("organised crime") and is_time_extended(matter.lower)
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
    "cruelty until she left": lambda matter: (
        matter.raises("IPC-498A", "BNS-85") and matter.maximum_months == 36 and _left_last(matter)
    ),
    "NIA appeal": lambda matter: (
        ("NIA" in matter.named_acts and _SECTION_21.search(matter.lower) is not None)
        or ("UAPA" in matter.named_acts and _SPECIAL_COURT.search(matter.lower) is not None)
    ),
    "builder": lambda matter: _is_consumer_2019(matter) and matter.has_words("flat"),
    "motor accident": lambda matter: (
        matter.has_words("motor accident")
        or (
            matter.topic("compensation claim")
            and (matter.topic("collision") or (matter.topic("accident") and matter.topic("road")))
        )
    ),
} | CHILD_TOPICS
