"""Who speaks in a sentence of a judgment."""

from dataclasses import dataclass
from enum import StrEnum


class Speaker(StrEnum):
    """Whose words or view a sentence gives."""

    COURT = "this Court"
    SEPARATE = "separate opinion"
    BELOW = "court below"
    COUNSEL = "counsel"
    STATUTE = "statute"
    EARLIER = "earlier case"
    FACTS = "facts"
    SUMMARY = "our summary"
    UNKNOWN = "cannot be told"


@dataclass(frozen=True, slots=True)
class Voice:
    """A speaker, and which one: "the High Court", "counsel for the appellant", "Section 138"; empty if not named."""

    speaker: Speaker
    name: str = ""
    left_open: bool = False  # the Court says that it does not decide the point


UNKNOWN = Voice(Speaker.UNKNOWN)
