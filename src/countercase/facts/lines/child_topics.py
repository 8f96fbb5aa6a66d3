"""Topics of matters about children: what a Juvenile Justice Board decides, and trials of offences against them."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from countercase.facts.lines.profile import MatterProfile

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
_TRIED = re.compile(r"\bconvict|\bsentenced\b|\bacquitt|\bheld\sguilty\b")


def _is_of_the_board(matter: "MatterProfile") -> bool:
    """Whether a Juvenile Justice Board deals with the matter."""
    return matter.topic("juvenile") or "JJ" in matter.named_acts


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
    "rape, time for the trial": lambda matter: matter.topic("rape") and matter.raises("CrPC-309", "BNSS-346"),
}
