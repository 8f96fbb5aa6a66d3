"""The subjects that a matter is about: shown by its words, or derived from its provisions and dates."""

import csv
import re
from collections.abc import Callable
from datetime import date
from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from countercase.domain.facts import Quantity
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Operator

if TYPE_CHECKING:
    from countercase.facts.lines.profile import Raised

_TO_SESSIONS = re.compile(
    r"\b(?:appeal(?:ed|s)?\b[^.;]{0,40}|(?:went|goes|gone|taken)\sup\s(?:in\sappeal\s)?)\b(?:to|before|in|by)\s(?:the\s)?(?:ld\.?\s|learned\s|addl\.?\s|court\sof\s)*(?:sessions?|sess\b\.?|s\.\s?j\b|asj\b|sj\b)"
    r"|\bsessions?\sappeal\b"
)
_STATE_DID_NOT_APPEAL = re.compile(
    r"\bconvict|\bno\s(?:appeal\sby\sthe\sstate|state\sappeal)\b"
    r"|\bstate(?:'s|’s)?\sappeal\s?[-–:]?\s?(?:nil|none|not\b|never)|\bstate\s(?:did\snot|never|has\snot)\s(?:file\w*\s)?(?:an\s)?appeal"
)
_NOT_ANSWERED = re.compile(
    r"\brep(?:resentatio)?n\b\.?[^;\n]{0,40}\b(?:no\s(?:reply|answer|order)|not\s(?:yet\s)?(?:replied|answered|decided|disposed)|unanswered|undecided)\b"
)
_ON_DEMAND = re.compile(
    r"\b(?:pro-?\s?note|promissory\snote)\b(?:[^;\n]|;\s){0,60}?\bon\sdemand\b|\bon-?\s?demand\s(?:pro-?\s?note|promissory\snote)\b"
)
_TAX_ORDER = re.compile(r"\bgst\s(?:order|act|demand|officer|authorit\w+|department|dept|assessment)\b|\bdrc-0?[17]\b")
_TO_SELL = re.compile(r"\bag(?:ree\w*|t\.?|mt\.?)\s(?:to\ssell|for\ssale|of\ssale)\b|\ba\.?t\.?s\b")
_SESSIONS = (
    r"\b(?:sessions|sess\.?|special|spl\.?)\s(?:judge|court|ct|j\.)|children(?:'s|’s)\scourt|\ba\.?s\.?j\b|\bs\.\s?j\.|\bsj\b"
    r"|\bappeal\sto\sthe\shigh\scourt|\b(?:from|by|at|in)\s(?:the\s)?sessions\b(?!\sappeal)"
    r"|\b(?:given|got|awarded|sentenced\sto|imprisonment\sfor)\slife\b|\blife\s(?:imprisonment|sentence|term)\b"
)


def _topic_words() -> dict[str, re.Pattern[str]]:
    """The words that indicate each topic, from the table."""
    with (files("countercase.facts") / "data" / "topics.csv").open(encoding="utf-8") as file:
        rows = [(row["topic"], row["words"]) for row in csv.DictReader(file)]
    runs = groupby(rows, key=itemgetter(0))
    return {topic: re.compile("|".join(words for _, words in run)) for topic, run in runs}


TOPIC_WORDS = _topic_words()
_CONSUMER_2019 = date(2020, 7, 20)
_RAPE = frozenset(
    "IPC-376 IPC-376A IPC-376AB IPC-376D IPC-376DA IPC-376DB BNS-64 BNS-65 BNS-66 BNS-70 POCSO-4 POCSO-6".split()
)
_COMMERCIAL = frozenset(
    "NDPS-20(b)(ii)(C) NDPS-21(c) NDPS-22(c) NDPS-15(c) NDPS-17(c) NDPS-18(b) NDPS-19 NDPS-24 NDPS-27A".split()
)


# Sections that only a Court of Session tries, and Acts whose special courts rank with it: CrPC s.374(2), BNSS s.415(2).
_BY_SESSIONS = frozenset(
    "IPC-302 IPC-303 IPC-304 IPC-304B IPC-305 IPC-306 IPC-307 IPC-308 IPC-326A IPC-364 IPC-364A IPC-366 IPC-376"
    " IPC-376A IPC-376AB IPC-376D IPC-376DA IPC-376DB IPC-376E IPC-395 IPC-396 IPC-397 IPC-398 IPC-399 IPC-402"
    " BNS-64 BNS-65 BNS-66 BNS-70 BNS-71 BNS-80 BNS-103 BNS-105 BNS-107 BNS-108 BNS-109 BNS-110 BNS-124 BNS-140 BNS-310"
    " BNS-311 BNS-312 POCSO-4 POCSO-6 POCSO-8 POCSO-10 PC-7 PC-13".split()
)


def _wife_died(raised: "Raised") -> bool:
    death = raised.timeline.first("death")
    if death is None or not raised.timeline.of("marriage") or not raised.topic("wife"):
        return False
    clause = raised.lower[death.clause.start : death.clause.end] if death.clause else ""
    return raised.topic("crime") and re.search(r"\bhimself\b|\bhusband\sdied\b|\bintestate\b", clause) is None


def _is_1894(raised: "Raised") -> bool:
    if "LAA" in raised.acts or TOPIC_WORDS["land acquisition 1894"].search(raised.lower):
        return True
    notified = raised.timeline.first("notification")
    return notified is not None and bool(raised.timeline.of("declaration")) and notified.day < date(2014, 1, 1)


def _appeal_clause(raised: "Raised") -> str:
    event = raised.timeline.first("appeal")
    return raised.lower[event.clause.start : event.clause.end] if event and event.clause else ""


def _high_court(raised: "Raised") -> bool:
    return (
        bool(re.search(r"\bhigh\scourt\b|\bh\.?c\b", _appeal_clause(raised)))
        or re.search(r"\bregular\sfirst\sappeal\b|\br\.?\s?f\.?\s?a\b", raised.lower) is not None
    )


def _is_civil_decree(raised: "Raised") -> bool:
    """Whether a suit was decreed or decided on a stated day."""
    if raised.timeline.of("decree"):
        return True
    return bool(raised.timeline.of("judgment") and raised.timeline.of("suit")) and not raised.topic("crime")


def _by_sessions(raised: "Raised") -> bool:
    return (
        raised.topic("crime")
        and (
            bool(re.search(_SESSIONS, raised.lower))
            or _high_court(raised)
            or not raised.bases.isdisjoint(_BY_SESSIONS)
            or TOPIC_WORDS["PC"].search(raised.lower) is not None
        )
        and not _by_magistrate(raised)
    )


def _by_magistrate(raised: "Raised") -> bool:
    if not raised.bases.isdisjoint(_BY_SESSIONS):
        return False
    if _TO_SESSIONS.search(_appeal_clause(raised)) and not _high_court(raised):
        return True  # an appeal to the Court of Session is from a Magistrate
    return (
        re.search(
            r"(?:convicted|sentenced)\sby\s(?:the\s)?(?:[\w.]+\s){0,4}(?:magistrate|j\.?m\.?f\.?c|j\.?m\.?i\.?c|c\.?j\.?m|m\.?m)\b|(?:magistrate|\bj\.?m\.?f\.?c|\bj\.?m\.?i\.?c|\bc\.?j\.?m|\bm\.?m)\.?:?\s(?:convicted|sentenced|conv\.|held\s(?:[\w-]+\.?\s){1,2}guilty)",
            raised.lower,
        )
        is not None
    )


def _commercial(raised: "Raised") -> bool:
    if raised.ids & _COMMERCIAL:
        return True
    return (
        "NDPS" in raised.named_acts
        and re.search(r"\bcommercial\squantity\b|\bquantity\s(?:is\s|was\s|being\s)?commercial\b", raised.lower)
        is not None
        and not raised.ids & {"NDPS-20(b)(ii)(B)", "NDPS-21(b)", "NDPS-22(b)"}
    ) or _is_weighed_commercial(raised)


def _is_weighed_commercial(raised: "Raised") -> bool:
    """Whether the seized weight exceeds the commercial quantity."""
    if not raised.topic("drugs") or raised.ids & {"NDPS-20(b)(ii)(B)", "NDPS-21(b)", "NDPS-22(b)"}:
        return False
    return any(
        rule.operator is Operator.ABOVE and rule.holds(weight.fact.value, weight.fact.unit)
        for weight in raised.seized
        for rule in thresholds.applicable(Quantity.WEIGHT, "seizure", raised.day, subject=weight.substance)
    )


def _consumer_2019(raised: "Raised") -> bool:
    complaint = raised.timeline.first("consumer complaint", "complaint", "case filed")
    if not raised.topic("consumer") or "CPA1986" in raised.named_acts or raised.topic("Act of 1986"):
        return "CPA2019" in raised.named_acts
    if complaint is None:  # the District Commission was the District Forum before the Act of 2019
        return "CPA2019" in raised.named_acts or raised.topic("District Commission")
    return complaint.day >= _CONSUMER_2019


def _consumer_1986(raised: "Raised") -> bool:
    complaint = raised.timeline.first("consumer complaint", "complaint", "case filed")
    if not raised.topic("consumer") or raised.topic("consumer 2019"):
        return False
    return raised.topic("Act of 1986") or (complaint is not None and complaint.day < _CONSUMER_2019)


def _hindu_divorce(raised: "Raised") -> bool:
    return raised.topic("divorce") and not raised.topic("other marriage law")


def _has(*roles: str) -> Callable[["Raised"], bool]:
    return lambda raised: all(raised.timeline.of(role) for role in roles)


DERIVED_TOPICS: dict[str, Callable[["Raised"], bool]] = {
    "crime": lambda raised: bool(raised.acts & {"IPC", "BNS"}) or TOPIC_WORDS["crime"].search(raised.lower) is not None,
    "cheque": lambda raised: (
        re.search(
            r"\bcheques?\b|\bchqs?\b|\b138\b[^.;\n]{0,40}\bn\.?i\b|\bu/s\s138\b|\bn\.?i\b\.?\s(?:act\s)?138\b|\bs(?:ection|ec)?\.?\s?138\b|\b138\scase\b|\bn\.?i\.?\sact\b",
            raised.lower,
        )
        is not None
        and raised.topic("unpaid")
    ),
    "written statement": lambda raised: raised.topic("any written statement") and not raised.topic("commercial suit"),
    "arbitration": lambda raised: (
        TOPIC_WORDS["arbitration"].search(raised.lower) is not None
        or _has("award", "section 34 petition")(raised)
        or _has("award received", "section 34 petition")(raised)
    ),
    "specific performance": lambda raised: (
        TOPIC_WORDS["specific performance"].search(raised.lower) is not None
        or (
            _has("agreement", "suit")(raised)
            and re.search(r"\bag(?:ree\w*|t\.?|mt\.?)\s(?:to\ssell|for\ssale|of\ssale)\b|\ba\.?t\.?s\b", raised.lower)
            is not None
        )
    ),
    "wife died": _wife_died,
    "wife suicide": lambda raised: _wife_died(raised) and raised.has("IPC-306", "BNS-108", "IEA-113A", "BSA-117"),
    "land acquisition 1894": _is_1894,
    "land acquisition 2013": lambda raised: "RFCTLARR" in raised.named_acts,
    "consumer 2019": _consumer_2019,
    "consumer 1986": _consumer_1986,
    "hindu divorce": _hindu_divorce,
    "hindu divorce for desertion": lambda raised: _hindu_divorce(raised) and raised.topic("desertion"),
    "hindu mutual divorce": lambda raised: (
        not raised.topic("other marriage law")
        and (
            _has("joint petition", "second motion")(raised)
            or (raised.topic("mutual consent") and not raised.topic("crime"))
        )
    ),
    "promissory note on demand": lambda raised: (
        _has("promissory note", "suit")(raised) and _ON_DEMAND.search(raised.lower) is not None
    ),
    "representation not answered": lambda raised: (
        (raised.topic("administrative tribunal") or raised.topic("central service"))
        and _NOT_ANSWERED.search(raised.lower) is not None
        and not raised.timeline.of("representation decided", "appeal decided")
    ),
    "tax order": lambda raised: (
        ("CGST" in raised.named_acts or _TAX_ORDER.search(raised.lower) is not None)
        and not raised.timeline.of("arrest", "fir")
    ),
    "mere declaration": lambda raised: (
        raised.topic("declaration")
        and not raised.timeline.of("dispossession")
        and re.search(r"\bpossession\b", raised.lower) is None
    ),
    "special leave": lambda raised: not raised.topic("death sentence") and not raised.topic("certificate refused"),
    "damages for breach": lambda raised: _has("breach", "suit")(raised) and raised.topic("suit for damages"),
    "scheduled castes appeal": lambda raised: (
        ("SCST" in raised.named_acts or raised.topic("atrocity"))
        and (re.search(r"\b14-?a\b", raised.lower) is not None or bool(raised.timeline.of("bail order")))
    ),
    "juvenile assessment appeal": lambda raised: raised.topic("juvenile") and raised.topic("juvenile appeal"),
    "Delhi rent": lambda raised: (
        TOPIC_WORDS["Delhi rent"].search(raised.lower) is not None
        or (raised.topic("leave to contest") and raised.topic("Delhi"))
    ),
    "central service": lambda raised: (
        TOPIC_WORDS["central service"].search(raised.lower) is not None
        or (raised.topic("central office") and raised.topic("disciplinary"))
    ),
    "appeal by the State": lambda raised: (
        TOPIC_WORDS["appeal by the State"].search(raised.lower) is not None
        and _STATE_DID_NOT_APPEAL.search(raised.lower) is None
        and not raised.timeline.of("sentence")
        and not raised.timeline.of("state appeal")
    ),
    "sentence of sessions": lambda raised: _by_sessions(raised) and not raised.topic("appeal by the State"),
    "sentence of magistrate": _by_magistrate,
    "civil appeal to the High Court": lambda raised: (
        _is_civil_decree(raised) and _high_court(raised) and not raised.topic("intra-court appeal")
    ),
    "civil appeal to a lower court": lambda raised: (
        _is_civil_decree(raised)
        and re.search(r"\bdist(?:rict|t)?\.?\s(?:judge|court)\b|\bp?d\.?j\b|\badj\b", _appeal_clause(raised))
        is not None
    ),
    "commercial quantity": _commercial,
    "rape": lambda raised: not raised.bases.isdisjoint(_RAPE),
    "specific performance, no date fixed": lambda raised: (
        raised.topic("specific performance") and not raised.timeline.of("time fixed")
    ),
    "price of goods": lambda raised: (
        _has("delivery", "suit")(raised)
        and re.search(r"\b(?:goods|price|invoice|sold)\b", raised.lower) is not None
        and re.search(r"\badv(?:ance|\.)\s(?:of\s)?(?:rs|paid)", raised.lower) is None
        and not raised.topic("goods not delivered")
        and not raised.topic("refund of an advance")
    ),
    "cheque for a loan": lambda raised: (
        raised.topic("cheque") and bool(raised.timeline.of("loan")) and not raised.topic("repayment at a time")
    ),
    "arbitration, time extended": lambda raised: (
        raised.topic("arbitration") and raised.topic("time extended by consent")
    ),
    "arbitration, time not extended": lambda raised: (
        raised.topic("arbitration") and not raised.topic("time extended by consent")
    ),
    "arbitration appeal in commercial court": lambda raised: (
        raised.topic("arbitration")
        and re.search(r"\bcommercial\b|\bcomm\b\.?\s?(?:court|ct|div|appeal|\))", raised.lower) is not None
    ),
    "ex parte decree, knowledge dated": lambda raised: (
        raised.topic("ex parte decree") and bool(raised.timeline.of("knowledge"))
    ),
    "medical consumer 1986": lambda raised: raised.topic("medical") and _consumer_1986(raised),
    "medical consumer 2019": lambda raised: raised.topic("medical") and _consumer_2019(raised),
    "consumer appeal": lambda raised: _consumer_2019(raised) and raised.topic("appeal to the State Commission"),
    "hindu interim maintenance": lambda raised: not raised.topic("other marriage law") and raised.topic("divorce"),
    "money lent": lambda raised: _has("loan", "suit")(raised) and not raised.topic("cheque"),
    "possession": lambda raised: (
        _has("dispossession", "suit")(raised)
        or (_has("hostile assertion", "suit")(raised) and raised.topic("suit for possession"))
    ),
    "arbitration, debt acknowledged": lambda raised: (
        raised.topic("arbitration") and bool(raised.timeline.of("acknowledgement"))
    ),
    "unlawful activities, time not extended": lambda raised: (
        "UAPA" in raised.named_acts and re.search(r"\bexten(?:d|sion|ded)|\bextn\b|\b180\b", raised.lower) is None
    ),
    "builder": lambda raised: _consumer_2019(raised) and TOPIC_WORDS["flat"].search(raised.lower) is not None,
    "motor accident": lambda raised: (
        TOPIC_WORDS["motor accident"].search(raised.lower) is not None
        or (raised.topic("collision") and raised.topic("compensation claim"))
    ),
}
