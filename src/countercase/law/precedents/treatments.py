"""What a judgment did with a case it cites, in the words that the Supreme Court Reports print after the citation."""

import re
from typing import NamedTuple

from countercase.domain.case import Treatment

# The Reports' own words and their misprints. Words that are none of these ("disapproved", "per incuriam") stay unread.
_WORDS = (
    (Treatment.REFERRED_TO, r"ref+er+ed\s?(?:to|on)?"),
    (Treatment.RELIED_ON, r"relied\s?(?:up)?on"),
    (Treatment.FOLLOWED, r"followed"),
    (Treatment.AFFIRMED, r"affirmed"),
    (Treatment.APPROVED, r"approved"),
    (Treatment.DISTINGUISHED, r"d(?:is|si)tinguished"),
    (Treatment.HELD_INAPPLICABLE, r"held\s+(?:inapplicable|not\s+applicable)"),
    (Treatment.EXPLAINED, r"explained"),
    (Treatment.OVERRULED, r"(?:held\s+)?over-?\s?ruled"),
)
_ANY = "|".join(f"(?P<{treatment.name}>{pattern})" for treatment, pattern in _WORDS)
# After a dash the word is an editor's; otherwise only where the entry ends with it: "followed by" is prose.
_AFTER = re.compile(
    rf"[\s,;.)\]]{{0,4}}+(?:\([^()]{{1,40}}\)\s*+)?(?P<dash>[–—-]+\s*+)?(?:[A-H]\s++)?(?:{_ANY})"
    r"(?P<end>\s*+(?:[.;:,\[]|[Pp]ara|$|[A-H]\s++[Pp]ara))?",
    re.IGNORECASE,
)


class PrintedTreatment(NamedTuple):
    """A treatment, and whether a dash sets it off, as the editors of the Reports do after a list of cases."""

    treatment: Treatment
    dashed: bool


def treatment_after(text: str, end: int) -> PrintedTreatment | None:
    """The treatment printed right after a citation that ends at `end`, or None."""
    found = _AFTER.match(text, end, end + 100)
    if found is None or not (found["dash"] or found["end"] is not None):
        return None
    treatment = next(treatment for treatment, _ in _WORDS if found[treatment.name])
    return PrintedTreatment(treatment, found["dash"] is not None)
