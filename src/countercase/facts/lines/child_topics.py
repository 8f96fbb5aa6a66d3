"""The topics of matters about children: what a Juvenile Justice Board decides, and trials of offences against them."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from countercase.facts.dated_events import DatedEvent
    from countercase.facts.lines.profile import MatterProfile

JUVENILE_BOARD = re.compile(r"\bboard\b|\bj\.?j\.?b\b")
BEFORE_MAGISTRATE = re.compile(r"\b(?:magistrate|a?c\.?j\.?m|j\.?m\.?f\.?c|j\.?m\.?i\.?c|c\.?m\.?m|sessions)\b")
_ASSESSED = re.compile(r"\bassess|\bas\s(?:an\s)?adult|\b(?:s|sec|section|u/s)\b\.?\s?15\b|\bheinous\b")
_BOARD_EXTENDED = re.compile(
    r"(?<!no\s)(?<!not\s)(?<!never\s)\b(?:extend(?:ed|s|ing)|enlarg(?:ed|es|ing)|extension)\b[^.;\n]{0,60}?\b(?:two|2|one|1|a)\s(?:more\s|further\s)?months?\b"
    r"|\b(?:extended|enlarged)\sthe\s(?:time|period)\b|\bextension\sof\s(?:two|2)\smonths\b"
)
_STILL_OPEN = re.compile(
    r"\b(?:inquiry|enquiry)\s(?:[\w.]+\s){0,4}?(?:still\s|yet\s)(?:open|pending|on\b|going|incomplete|unfinished|not|to\s)"
    r"|\b(?:inquiry|enquiry)\s(?:is|was|has)\s(?:been\s)?(?:pending|open|not\s(?:over|complete|concluded|ended|been))"
)
# A child whom the Children's Court tried as an adult appeals from its sentence, not from the order of the Board.
_CONVICTED_AS_ADULT = re.compile(r"\bconvict|\bsentence[ds]?\b|\blife\simprisonment\b|\brigorous\b")
_BEFORE_ARREST = re.compile(
    r"\banticipatory\b|\bpre-?\s?arrest\b|\ba\.?b\.?a\b|\b438\b|\b482\s(?:of\s(?:the\s)?)?bnss\b"
)
# A child tried as an adult is not spared the disqualification that follows a conviction: JJ Act s.24(1), proviso.
_DISQUALIFIED = re.compile(
    r"\bdisqualif|\bcandidature\b|\brecruit|\bappointment\b|\bverification\b|\bs(?:ection|\.)?\s?24\b"
)
_TRIED_AS_ADULT = re.compile(r"\b19\s?\(1\)\s?\(i\)|\btried\sas\s(?:an\s)?adult\b|\btrial\sas\s(?:an\s)?adult\b")
_DAY_TO_DAY = re.compile(r"\b(?:day[\s-]to[\s-]day|within\stwo\smonths\sof\s(?:the\s)?charge|time-?\s?bound)\b")
_TRIED = re.compile(r"\bconvict|\bsentenced\b|\bacquitt|\bheld\sguilty\b")


def _is_of_the_board(matter: "MatterProfile") -> bool:
    """Whether a Juvenile Justice Board deals with the matter."""
    return matter.topic("juvenile") or "JJ" in matter.named_acts


def is_before_magistrate(matter: "MatterProfile", event: "DatedEvent") -> bool:
    """Whether a person was produced before a Magistrate and not before the Board."""
    clause = matter.clause_at(event.span.start)
    told = matter.lower[clause.start : max(clause.end, event.span.end)]
    return BEFORE_MAGISTRATE.search(told) is not None and JUVENILE_BOARD.search(told) is None


CHILD_TOPICS: dict[str, Callable[["MatterProfile"], bool]] = {
    "juvenile assessment appeal": lambda matter: (
        matter.topic("juvenile")
        and (matter.topic("juvenile appeal") or _CONVICTED_AS_ADULT.search(matter.lower) is None)
    ),
    "assessment by the Board": lambda matter: _is_of_the_board(matter) and _ASSESSED.search(matter.lower) is not None,
    "inquiry of the Board, time extended": lambda matter: (
        _is_of_the_board(matter) and _BOARD_EXTENDED.search(matter.lower) is not None
    ),
    "inquiry of the Board, time not extended": lambda matter: (
        _is_of_the_board(matter) and _BOARD_EXTENDED.search(matter.lower) is None
    ),
    "inquiry of the Board still open": lambda matter: (
        matter.topic("inquiry of the Board, time not extended") and _STILL_OPEN.search(matter.lower) is not None
    ),
    "appeal from the Board": lambda matter: (
        matter.has_words("appeal from the Board")
        or (
            _is_of_the_board(matter)
            and bool(matter.timeline.of("board inquiry completed"))
            and _CONVICTED_AS_ADULT.search(matter.lower) is None
        )
    ),
    "child sexual offence still on trial": lambda matter: (
        "POCSO" in matter.named_acts
        and not matter.timeline.of("judgment", "sentence", "acquittal")
        and _TRIED.search(matter.lower) is None
    ),
    "anticipatory bail": lambda matter: _BEFORE_ARREST.search(matter.lower) is not None,
    "disqualification of a child tried as an adult": lambda matter: (
        _is_of_the_board(matter)
        and _DISQUALIFIED.search(matter.lower) is not None
        and _TRIED_AS_ADULT.search(matter.lower) is not None
    ),
    "child before a magistrate": lambda matter: (
        _is_of_the_board(matter)
        and any(is_before_magistrate(matter, event) for event in matter.timeline.of("production"))
    ),
    "rape, time for the trial": lambda matter: (
        matter.topic("rape") and (matter.raises("CrPC-309", "BNSS-346") or _DAY_TO_DAY.search(matter.lower) is not None)
    ),
}
