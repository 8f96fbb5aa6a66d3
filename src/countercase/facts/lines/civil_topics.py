"""Topics of civil matters that follow from provisions, words and dates together: suits, land, service, consumers."""

import re
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from countercase.facts.lines.appeal_courts import (
    TO_DISTRICT_JUDGE,
    appeal_clause,
    is_appeal_to_high_court,
    is_civil_decree,
    is_commercial_dispute,
)
from countercase.facts.lines.guardians_sales import GUARDIAN_TOPICS
from countercase.facts.lines.roles_in_context import days_of_credit
from countercase.facts.lines.stated_years import day_told

if TYPE_CHECKING:
    from countercase.facts.dated_events import DatedEvent
    from countercase.facts.lines.profile import MatterProfile

ACT_OF_2013_FROM = date(2014, 1, 1)  # Right to Fair Compensation in Land Acquisition Act

_APPEAL_FROM_DISTRICT = re.compile(
    r"\bappeal\b[^.;\n]{0,40}\b(?:section|s\.|u/s)\s?41\b|\bappeal\b[^.;\n]{0,90}\bdistrict\s(?:consumer\s)?commission\b"
)


def _is_land_acquisition_1894(matter: "MatterProfile") -> bool:
    """Whether land was acquired under the Act of 1894."""
    if "LAA" in matter.acts or matter.has_words("land acquisition 1894"):
        return True
    notified = matter.timeline.first("notification")
    if notified is not None and matter.timeline.of("declaration") and notified.day < ACT_OF_2013_FROM:
        return True
    return (
        matter.has_words("acquisition of land")
        and not matter.has_words("sections of the Act of 2013")
        and min((mention.day for mention in matter.timeline.mentions), default=day_told(matter)) < ACT_OF_2013_FROM
        and "NationalHighways" not in matter.named_acts
    )


def _is_land_acquisition_2013(matter: "MatterProfile") -> bool:
    """Whether land was acquired under the Act of 2013."""
    if "RFCTLARR" in matter.named_acts or _is_declared_since_2014(matter):
        return True
    if matter.has_words("Act of 2013") and matter.timeline.of("declaration", "notification"):
        return True
    return (
        matter.has_words("acquisition of land")
        and matter.has_words("sections of the Act of 2013")
        and day_told(matter) >= ACT_OF_2013_FROM
        and "NationalHighways" not in matter.named_acts
    )


def _had_no_notice_of_award(matter: "MatterProfile") -> bool:
    """Whether the owner was absent when the award was made and had no notice of it."""
    return (
        matter.has_words("no notice of the award")
        and not matter.timeline.of("award notice received")
        and not matter.topic("present at the award")
    )


def _is_declared_since_2014(matter: "MatterProfile") -> bool:
    """Whether land was notified and declared under the Act of 2013. The Highways Act has declarations of its own."""
    stages = matter.timeline.of("declaration", "notification")
    return (
        bool(matter.timeline.of("declaration"))
        and all(stage.day >= ACT_OF_2013_FROM for stage in stages)
        and matter.has_words("land acquisition 1894")
        and "NationalHighways" not in matter.named_acts
    )


_NOT_ANSWERED = re.compile(
    r"\b(?:rep(?:resentatio)?n|departmental\sappeal|appeal(?:ed)?)\b\.?[^\n]{0,110}?\b(?:no\s(?:reply|answer|order|decision)|(?:not|never)\s(?:yet\s|been\s)?(?:replied|answered|decided|disposed)|unanswered|undecided|lay\s(?:un|with)|(?:sat|been\ssitting|slept|sitting)\s(?:over|on|upon)\s(?:it|the\sappeal)|(?:without|w/o)\s(?:even\s)?waiting)"
)

_ANSWERS = ("representation decided", "appeal decided")
_PERHAPS_ANSWERS = ("order served", "order received")  # of the order itself, unless they come after the appeal


_MOTOR_CLAIM = re.compile(
    r"\bm\.?v\.?\sact\b|\bmotor\s(?:vehicles?|accidents?)\b|\bm\.?\s?a\.?\s?c\.?\s?[tp]\b|\bclaims?\stribunal\b"
)


def _is_of_other_crime(matter: "MatterProfile") -> bool:
    """Whether a matter under the Atrocities Act or the like only mentions that somebody died in an accident."""
    return bool(matter.acts & {"SCST", "NDPS", "POCSO"}) and _MOTOR_CLAIM.search(matter.lower) is None


def _is_answered(matter: "MatterProfile") -> bool:
    """Whether a decision on the appeal or representation is dated."""
    asked = max((event.day for event in matter.timeline.of("appeal", "representation")), default=None)
    answers = [*matter.timeline.of(*_ANSWERS), *matter.timeline.of(*_PERHAPS_ANSWERS)]
    return any(
        not event.is_likely and (event.role in _ANSWERS or asked is None or event.day > asked) for event in answers
    )


_RAILWAY = re.compile(r"\brailways?\b|\brly\b|\bd\s?&\s?a\b")  # its servants have Rules of their own
_CENTRAL_RULES = re.compile(r"\bccs\b|\bcca\b")
_ON_DEMAND = re.compile(
    r"\bdemand\s(?:pro-?\s?note|promissory\snote)\b|\b(?:pro-?\s?note|promissory\snote)\b(?:[^;\n]|;\s){0,60}?\bon\sdemand\b|\bon-?\s?demand\s(?:pro-?\s?note|promissory\snote)\b"
)


_TAX_ORDER = re.compile(r"\bgst\s(?:order|act|demand|officer|authorit\w+|department|dept|assessment)\b|\bdrc-0?[17]\b")

_AGREEMENT_TO_SELL = re.compile(r"\bag(?:ree\w*|t\.?|mt\.?)\s(?:to\ssell|for\ssale|of\ssale)\b|\ba\.?t\.?s\b")

_READY_AND_WILLING = re.compile(r"\bready\s(?:and|&)\swilling\b|\breadiness\b(?=[^;\n]{0,300}\bsale\sdeed\b)")

# "Authority says it never agreed": the lines with the extension and without it are both drawn.
_ADVERSE_TO_SUIT = re.compile(  # a defendant's own plea, in whatever suit
    r"\b(?:def(?:endan)?ts?\b\.?|d-?\s?\d{1,2})\b[^.;\n]{0,60}?\badverse\spossession\b[^.;\n\d]{0,50}?\b(?:since|from)\s"
)
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

_OWNER_ABSENT = re.compile(
    r"\b(?:owners?|claimants?|petr|petitioners?|he|she)\b\.?\s(?:himself\s|herself\s)?(?:(?:was|were|being|remained)\s)?absent\b"
)

_NO_DATE_FIXED = re.compile(
    r"\bno\s(?:date|time)\s(?:was\s|is\s|had\sbeen\s|being\s)?(?:fixed|stipulated|named|agreed)\b"
)

# A suit for a declaration alone says so, often by the relief that it leaves out.
_POSSESSION_NOT_SOUGHT = re.compile(
    r"\b(?:no|nor|without(?:\sany)?)\s(?:(?:prayer|relief|claim|consequential|further)\s(?:for|of)\s)?possession\b(?:\s(?:is\s|was\s)?(?:sought|claimed|asked|prayed|in\sthe))?"
    r"|\bpossession\s(?:is\s|was\s|has\sbeen\s)?(?:not|never)\s(?:sought|claimed|asked|prayed)\b"
)

_OF_GOVERNMENT = re.compile(
    r"\b(?:government|govt|nazul|poramboke|forest|railway)\b\.?\s(?:land|property|site|waste)\b"
)


def _is_of_the_wife(matter: "MatterProfile", petition: "DatedEvent") -> bool:
    """Whether a petition is the wife's; from which age time runs for a husband is not settled."""
    clause = petition.clause or petition.span
    return re.search(r"\b(?:she|wife|girl|bride)\b", matter.lower[clause.start : clause.end]) is not None


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


_ACQUIRES = re.compile(
    r"(?P<partnership>\bp\.?p\.?p\b|\bpublic[\s-]private\spartnership)|\bprivate\s(?:co\b|compan|limited|ltd|cement|steel|industr|developer)"
)


def _is_for_partnership(matter: "MatterProfile") -> bool:
    """Whether a public private partnership is named before a private company: the other may be of a case cited."""
    first = _ACQUIRES.search(matter.lower)
    return first is not None and first["partnership"] is not None


def _are_dated(*roles: str) -> Callable[["MatterProfile"], bool]:
    """A test for whether the matter dates an event of each of these roles, or counts from or to it."""
    return lambda matter: matter.tells(*roles)


CIVIL_TOPICS: dict[str, Callable[["MatterProfile"], bool]] = {
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
    "land acquisition 1894": _is_land_acquisition_1894,
    "land acquisition 2013": _is_land_acquisition_2013,
    "no notice of the award of the Act of 1894": lambda matter: (
        matter.topic("land acquisition 1894") and _had_no_notice_of_award(matter)
    ),
    "no notice of the award of the Act of 2013": lambda matter: (
        matter.topic("land acquisition 2013") and _had_no_notice_of_award(matter)
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
        matter.topic("land acquisition 2013")
        and matter.has_words("private company acquires")
        and not _is_for_partnership(matter)
    ),
    "acquisition for a partnership": lambda matter: (
        matter.topic("land acquisition 2013")
        and matter.has_words("partnership acquires")
        and _is_for_partnership(matter)
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
        and not _is_answered(matter)
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
        and re.search(r"\bpossession\b", _POSSESSION_NOT_SOUGHT.sub("", matter.lower)) is None
    ),
    "damages for breach": lambda matter: _are_dated("breach", "suit")(matter) and matter.topic("suit for damages"),
    "Delhi rent": lambda matter: (
        matter.has_words("Delhi rent") or (matter.topic("leave to contest") and matter.topic("Delhi"))
    ),
    "central service": lambda matter: (
        (matter.has_words("central service") or (matter.topic("central office") and matter.topic("disciplinary")))
        and (_RAILWAY.search(matter.lower) is None or _CENTRAL_RULES.search(matter.lower) is not None)
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
            TO_DISTRICT_JUDGE.search(appeal_clause(matter)) is not None
            or matter.has_words("appeal to the District Court")
            or (
                matter.has_words("decided by a Munsiff")
                and not is_appeal_to_high_court(matter)
                and not matter.topic("second appeal")
            )
            or (matter.topic("second appeal") and matter.tells("second appeal", "appeal"))
        )
    ),
    "tax appeal": lambda matter: matter.topic("tax order") or matter.topic("goods and services tax"),
    "commercial decree": lambda matter: (
        matter.topic("commercial suit")
        and bool(matter.timeline.of("decree", "judgment"))
        and not matter.topic("arbitration")
    ),
    **GUARDIAN_TOPICS,
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
    "specific performance, no date fixed": lambda matter: (
        matter.topic("specific performance")
        and (not matter.timeline.of("time fixed") or _TIME_FROM_REFUSAL.search(matter.lower) is not None)
    ),
    "price of goods": lambda matter: (
        _are_dated("delivery", "suit")(matter)
        and not matter.tells("credit expired")
        and not days_of_credit(matter.lower)
        and re.search(r"\b(?:goods|price|invoice|sold)\b", matter.lower) is not None
        and (matter.has_words("invoice") or not matter.topic("thing deposited or pawned"))
        and re.search(r"\badv(?:ance|\.)\s(?:of\s)?(?:rs|paid)", matter.lower) is None
        and not matter.topic("goods not delivered")
        and not matter.topic("refund of an advance")
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
    "consumer appeal": lambda matter: (
        _is_consumer_2019(matter)
        and (matter.topic("appeal to the State Commission") or _APPEAL_FROM_DISTRICT.search(matter.lower) is not None)
    ),
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
            or (
                _are_dated("hostile assertion", "suit")(matter)
                and (matter.topic("suit for possession") or _ADVERSE_TO_SUIT.search(matter.lower) is not None)
            )
        )
    ),
    "arbitration, debt acknowledged": lambda matter: (
        matter.topic("arbitration") and bool(matter.timeline.of("acknowledgement"))
    ),
    "heirs asked for with the abatement": lambda matter: (
        matter.has_words("heirs asked for with the abatement") and not matter.timeline.of("substitution application")
    ),
    "defects in a flat": lambda matter: matter.topic("builder") and matter.has_words("defects of building"),
    "minor when dispossessed": lambda matter: (
        matter.topic("suit for possession")
        and any(not event.is_likely for event in matter.timeline.of("majority"))
        and len({event.day for event in matter.timeline.of("majority")}) == 1
        and not matter.has_words("guardian sold")
        and re.search(r"\bminor\b", matter.lower) is not None
    ),
    "appeal from an order of a District Judge under section 34": lambda matter: (
        bool(matter.timeline.of("section 34 decided"))
        and is_appeal_to_high_court(matter)
        and not matter.topic("commercial suit")
        and re.search(r"\bcommercial\scourt\b(?!s)", matter.lower) is None
    ),
    "builder": lambda matter: _is_consumer_2019(matter) and matter.has_words("flat"),
    "motor accident": lambda matter: (
        (matter.has_words("motor accident") and not _is_of_other_crime(matter))
        or (
            matter.topic("compensation claim")
            and (matter.topic("collision") or (matter.topic("accident") and matter.topic("road")))
            and not matter.acts & {"SCST", "NDPS", "POCSO"}  # an accident of which a criminal matter speaks
        )
    ),
}
