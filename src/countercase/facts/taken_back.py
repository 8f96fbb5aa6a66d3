"""Readings that the rest of a matter takes back, whatever the words beside them say."""

import re

from countercase.domain.checklist import IngredientReading, IngredientStatus
from countercase.facts.learned_reading import is_after_conviction
from countercase.facts.timeline import Timeline

# A private vehicle on a public road is no public place: Boota Singh v. State of Haryana, 16 April 2021.
_PUBLIC_PLACE = "ndps-42.public-place"
_IN_PRIVATE_VEHICLE = re.compile(
    r"\b(?:car|motor-?\s?cycle|scooter|scooty|jeep|maruti|swift|alto|santro|innova|scorpio|bolero|indica|creta)\b"
    r"(?=[^.;\n]{0,80}\b(?:stopped|intercepted|signalled|driven|driving|bearing|belonging|registration))"
    r"|\b(?:stopped|intercepted|signalled)\b[^.;\n]{0,40}\b(?:car|motor-?\s?cycle|scooter|scooty|bike|alto|swift|jeep|private\svehicle)\b",
    re.IGNORECASE,
)
_PROMPT, _LATE = "fir.prompt", 12  # hours after which nobody calls a report prompt
# Limits of the Central Civil Services Rules, which bind nobody else.
_OF_CENTRAL_RULES = frozenset({"disciplinary.suspension-review", "disciplinary.appeal-in-time"})
_CENTRAL_SERVICE = re.compile(
    r"\bccs\b|\bcentral\b|\bunion\sof\sindia\b|\brailways?\b|\bpost(?:al|s|\soffice|man)?\b|\bc\.?a\.?t\b|\bmes\b|\bcpwd\b|\bministry\b"
    r"|\bincome[\s-]tax\b|\bcustoms\b|\bdefence\b|\bo\.?a\.?\s",
    re.IGNORECASE,
)
_ROWS_OF_UNDERTRIALS = frozenset(
    {"regular-bail.long-custody", "ndps-bail.long-custody", "uapa-bail.long-custody", "pmla-bail.long-custody"}
)


def is_taken_back(reading: IngredientReading, text: str, timeline: Timeline) -> bool:
    """Whether a reading cannot stand: a plea of long custody after conviction, a report called prompt after a day."""
    if reading.id in _ROWS_OF_UNDERTRIALS:
        return is_after_conviction(text)
    if reading.id == _PUBLIC_PLACE:
        return _IN_PRIVATE_VEHICLE.search(text) is not None
    if reading.id == _PROMPT:
        return reading.status is IngredientStatus.MET and timeline.hours_to_report >= _LATE
    return reading.id in _OF_CENTRAL_RULES and _CENTRAL_SERVICE.search(text) is None
