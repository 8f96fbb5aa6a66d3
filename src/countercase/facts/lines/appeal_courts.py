"""Which court tried a matter, and to which an appeal lies: it decides the time for the appeal."""

import re
from datetime import date
from typing import TYPE_CHECKING

from countercase.domain.span import Span

if TYPE_CHECKING:
    from countercase.facts.lines.profile import MatterProfile

_APPEAL_TO_SESSIONS = re.compile(
    r"\b(?:appeal(?:ed|s)?\b[^.;]{0,40}|(?:went|goes|gone|taken)\sup\s(?:in\sappeal\s)?)\b(?:to|before|in|by)\s(?:the\s)?(?:ld\.?\s|learned\s|addl\.?\s|court\sof\s)*(?:sessions?|sess\b\.?|s\.\s?j\b|asj\b|sj\b)"
    r"|\bsessions?\sappeal\b|\bappellants?\sbefore\sthe\s(?:(?:principal|additional|addl\.?|learned|ld\.?)\s)*sessions\b"
)
_ASSISTANT_SESSIONS = re.compile(r"\bass(?:istan)?t\.?\ssessions\sj(?:udge)?\b")  # appeals lie to the Sessions Judge

_COURT = re.compile(r"\b(?:courts?|judge|sessions?|[as]\.?s?\.?j|h\.?c)\b")
_APPEAL_TO_HIGH_COURT = re.compile(
    r"\bregular\sfirst\sappeal\b|\b(?:first\sappeal|r\.?f\.?a)\b[^\n]{0,40}\b(?:indore|gwalior|nagpur|aurangabad|lucknow|madurai|jaipur|dharwad|kalaburagi|gulbarga|kolhapur|ranchi|bilaspur|goa)\sbench\b|\br\.?\s?f\.?\s?a\b|\b(?:first\s|civil\s|criminal\s)?appeal\s(?:\w+\s)?(?:to|in|before)\s(?:the\s)?(?:high\scourt|h\.?c\b)"
)
_DECREE = re.compile(r"(?<!ex\sparte\s)\bdecre(?:e|ed)\b(?!\sof\s(?:divorce|nullity|dissolution))")
_CONVICTED = re.compile(
    r"\bconvict|\bconv\b|\bsentence[ds]?\b|\bguilty\b|\blife\b|\bimprison|\br\.?i\b|\bacquit|\bdeath\b"
)
_SPECIAL_APPEALS = ("scheduled castes appeal", "NIA appeal")
_SESSIONS_COURT = (
    r"\b(?:sessions|sess\.?|special|spl\.?)\s(?:judge|court|ct|j\.)|children(?:'s|’s)\scourt|\ba\.?s\.?j\b|\bs\.\s?j\.|\bsj\b"
    r"|\bappeal\sto\sthe\shigh\scourt|\b(?:from|by|at|in)\s(?:the\s)?sessions\b(?!\sappeal)"
    r"|\b(?:given|got|awarded|sentenced\sto|imprisonment\sfor)\slife\b|\blife\s(?:imprisonment|sentence|term)\b"
    r"|\b(?:against|from)\slife\s(?:for|u/s|under|in)\b|\blife\sconvict\b|\b374\s?\(2\)|\b415\s?\(2\)"
)
# Sections that only a Court of Session tries, and Acts whose special courts rank with it: CrPC s.374(2), BNSS s.415(2).
SESSIONS_OFFENCES = frozenset(
    "IPC-302 IPC-303 IPC-304 IPC-304B IPC-305 IPC-306 IPC-307 IPC-308 IPC-326A IPC-364 IPC-364A IPC-366 IPC-376"
    " IPC-376A IPC-376AB IPC-376D IPC-376DA IPC-376DB IPC-376E IPC-395 IPC-396 IPC-397 IPC-398 IPC-399 IPC-402"
    " BNS-64 BNS-65 BNS-66 BNS-70 BNS-71 BNS-80 BNS-103 BNS-105 BNS-107 BNS-108 BNS-109 BNS-110 BNS-124 BNS-140 BNS-310"
    " BNS-311 BNS-312 POCSO-4 POCSO-6 POCSO-8 POCSO-10 PC-7 PC-13".split()
)


def appeal_clause(matter: "MatterProfile") -> str:
    """The clause that tells of the appeal."""
    event = matter.timeline.first("appeal")
    return matter.lower[event.clause.start : event.clause.end] if event and event.clause else ""


_ENHANCEMENT = re.compile(
    r"\b(?:377|418)\b|\benhance(?:ment|d|\sthe)?\b|\binadequa(?:te|cy)\b|\b(?:too|unduly)\s(?:light|lenient)\b|\bgraver\ssentence\b"
)
_FROM_ACQUITTAL = re.compile(r"\bacquit|\b(?:378|419)\b")


def asks_for_enhancement(lower: str, clause: Span) -> bool:
    """Whether the clause of an appeal asks for a graver sentence and does not speak of an acquittal."""
    return (
        _ENHANCEMENT.search(lower, clause.start, clause.end) is not None
        and _FROM_ACQUITTAL.search(lower, clause.start, clause.end) is None
    )


def is_appeal_for_enhancement(matter: "MatterProfile") -> bool:
    """Whether the State appeals to the High Court because the sentence is too light."""
    appeals = matter.timeline.of("state appeal")
    return is_tried_by_sessions(matter) and any(
        asks_for_enhancement(matter.lower, matter.clause_at(appeal.span.start)) for appeal in appeals
    )


# The heading of a brief: "CRA-S, P&H H.C.", "A.S., High Court of Telangana".
_HEADING = 160  # characters
_APPEAL_IN_HEADING = re.compile(
    r"\b(?:appeal|crl\.?\s?a|cr\.?\s?a|cra|crla|a\.s|r\.?f\.?a|f\.a|f\.?a\.?o|m\.?f\.?a|c\.m\.a)\b[^\n]{0,80}?\b(?:high\scourt|h\.?\s?c)\b"
    r"|\b(?:high\scourt|h\.?\s?c)\b[^\n]{0,60}?\b(?:appeal|crl\.?\s?a|cr\.?\s?a|cra|a\.s|r\.?f\.?a|f\.a)\b"
)


TO_DISTRICT_JUDGE = re.compile(r"\bdist(?:rict|t)?\.?,?\s(?:judge|court|j\.)|\bp?d\.?j\b|\badj\b")
_SECOND_APPEAL = re.compile(
    r"\bsecond\sappeal\b|\br\.?\s?s\.?\s?a\b|\b(?:section|u/s|s\.)\s?100\s(?:of\s(?:the\s)?)?c\.?p\.?c\b"
)
# "IN THE COURT OF THE SESSIONS JUDGE, KARNAL. Appeal of ..."
_SESSIONS_HEARS_APPEAL = re.compile(
    r"\A\s*(?:in\s)?(?:the\s)?court\sof\s(?:the\s)?(?:(?:principal|district|additional|addl\.?|and|&|ld\.?|learned)\s){0,4}sessions?\sj(?:udge)?\b[\s\S]{0,120}?\bappeal\b"
)


def is_appeal_to_high_court(matter: "MatterProfile") -> bool:
    """Whether the appeal lies to the High Court, by the heading, its own clause or other words."""
    heading = matter.lower[:_HEADING]
    if _SECOND_APPEAL.search(heading):
        return False  # the first appeal went to a court below
    if _APPEAL_IN_HEADING.search(heading):
        return True
    return bool(re.search(r"\bhigh\scourt\b|\bh\.?c\b", appeal_clause(matter))) or (
        _APPEAL_TO_HIGH_COURT.search(matter.lower) is not None and not matter.has_words("appeal to the District Court")
    )


def is_civil_decree(matter: "MatterProfile") -> bool:
    """Whether a civil suit was decided on a stated date. The marriage Acts set their own time for appeals."""
    if matter.topic("appeal from a Hindu marriage decree") or matter.topic("appeal from a special marriage decree"):
        return False
    is_crime = matter.topic("crime")
    return (
        matter.tells("decree")
        or (not is_crime and matter.tells("judgment", "suit"))
        or (not is_crime and _DECREE.search(matter.lower) is not None)
    )


def is_tried_by_sessions(matter: "MatterProfile") -> bool:
    """Whether a Court of Session, or a special court that ranks with it, tried the case."""
    return (
        matter.topic("crime")
        and (_CONVICTED.search(matter.lower) is not None or not any(map(matter.topic, _SPECIAL_APPEALS)))
        and (
            bool(re.search(_SESSIONS_COURT, matter.lower))
            or is_appeal_to_high_court(matter)
            or matter.is_charged(*SESSIONS_OFFENCES)
            or matter.has_words("PC")
        )
        and not is_tried_by_magistrate(matter)
    )


def is_only_acquitted(matter: "MatterProfile") -> bool:
    """Whether the trial ended in an acquittal alone: an appeal from it has its own time."""
    is_acquitted = bool(matter.timeline.of("acquittal")) or re.search(r"\bacquitted\b", matter.lower) is not None
    return (
        is_acquitted
        and re.search(r"\bconvict|\bconv\b|\bsentence[ds]?\b|\bguilty\b|\b\d{3}[a-z]?,\s(?:life|r\.?i)\b", matter.lower)
        is None
    )


def is_sentence_of_death(matter: "MatterProfile") -> bool:
    """Whether the accused stands sentenced to death: shorter times run for the appeal and for special leave."""
    return matter.has_words("sentenced to death") and not matter.has_words("death sentence set aside")


def is_tried_by_magistrate(matter: "MatterProfile") -> bool:
    """Whether a Magistrate tried the case."""
    if matter.raises(*SESSIONS_OFFENCES) and not _ASSISTANT_SESSIONS.search(matter.lower):
        return False
    clause = appeal_clause(matter)
    told = clause if _COURT.search(clause) else matter.lower  # "Appeal before the Sessions Judge. It was lodged on ..."
    hears_appeal = _APPEAL_TO_SESSIONS.search(told) or _SESSIONS_HEARS_APPEAL.search(matter.lower[:300])
    if hears_appeal and not is_appeal_to_high_court(matter):
        return True  # an appeal to the Court of Session lies from a Magistrate
    return (
        re.search(
            r"(?:convicted|sentenced)\sby\s(?:the\s)?(?:[\w.]+\s){0,4}(?:magistrate|j\.?m\.?f\.?c|j\.?m\.?i\.?c|c\.?j\.?m|m\.?m)\b|(?:magistrate|\bj\.?m\.?f\.?c|\bj\.?m\.?i\.?c|\bc\.?j\.?m|\bm\.?m)(?:\s(?:of\sthe\s)?first\sclass)?\.?:?\s(?:convicted|convicts|sentenced|sentences|conv\.|held\s(?:[\w-]+\.?\s){1,2}guilty)",
            matter.lower,
        )
        is not None
    )


# Contracts that section 2(1)(c) of the Commercial Courts Act names.
_COMMERCIAL_CONTRACT = re.compile(
    r"\b(?:construction|infrastructure|works|canal|road|bridge|building|tender|supply|distribution|licensing|franchise)\b[^.;\n]{0,30}\b(?:contract(?:or|s)?|agreement|order)\b"
    r"|\bcontract\b[^.;\n]{0,30}\b(?:construct\w*|supply|works|road|bridge|building)\b"
)
_SPECIFIED_VALUE, _SPECIFIED_SINCE = 300_000, date(2018, 5, 3)  # rupees: Act 28 of 2018


def is_commercial_dispute(matter: "MatterProfile") -> bool:
    """Whether an award on such a contract was challenged since three lakh rupees make a dispute commercial."""
    challenged = matter.timeline.first("section 34 petition")
    return (
        challenged is not None
        and challenged.day >= _SPECIFIED_SINCE
        and _COMMERCIAL_CONTRACT.search(matter.lower) is not None
        and any(amount >= _SPECIFIED_VALUE for amount, _ in matter.amounts)
    )
