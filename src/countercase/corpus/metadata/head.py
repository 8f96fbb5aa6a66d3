"""What the head of a judgment states; the readers for each way heads are printed give it."""

from dataclasses import dataclass
from datetime import date

SHOWN = 6000  # characters within which a head is looked for; headnotes may follow it


@dataclass(frozen=True, slots=True)
class Head:
    """What a head states; what it does not state stays empty."""

    petitioner: str = ""
    respondent: str = ""
    title: str = ""
    court: str = ""
    decided: date | None = None
    judges: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    citations: str = ""  # the stretch of text that holds the judgment's own citations
