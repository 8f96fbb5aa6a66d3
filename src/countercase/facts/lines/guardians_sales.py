"""Whether a guardian sold the land of minors, whose births are dated, and whether the sale is said to be void."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from countercase.facts.dated_events import DatedEvent
    from countercase.facts.lines.profile import MatterProfile

_ANCESTRAL = re.compile(r"\b(?:ancestral|coparcen\w+|joint\sfamily)\b")
# "Whether the land was ancestral is in dispute", "there was no joint family".
_DENIED_OR_DOUBTED = re.compile(r"\b(?:no|not|never|nor|whether)\b[^.;\n]{0,24}\Z")
# "P-1 born", "birth of plaintiff no. 2".
_PLAINTIFF = re.compile(r"\b(?:p-?\s?\d\b|pl(?:ain)?t?ff?s?\b|pl?fs?\b|plaintiffs?\b)")
_HEADING_OF_PLAINTIFFS = re.compile(
    r"\b(?:plt?ff?s?|plaintiffs?|petitioners?|appellants?)\b[^.;\n]{0,12}[(:-][^.;\n]{0,120}\Z"
)
_SUIT_OF = re.compile(r"\b(?:suit|plaint)\s(?:of|by)\s[^.;\n]{0,150}\Z")
_OTHER_SIDE = re.compile(r"\b(?:d-?\s?\d|deft?s?|defendants?|vendee|purchaser|resp\w*)\b")
_DIGITS = re.compile(r"\d[\d./-]+")


def _are_wards(matter: "MatterProfile") -> bool:
    """Whether the only birth is dated, or each that is dated is that of a plaintiff."""
    births = matter.timeline.of("birth")
    if len({event.day for event in births}) == 1:
        return True
    return bool(births) and all(_is_of_plaintiff(matter, birth) for birth in births)


def _is_of_plaintiff(matter: "MatterProfile", birth: "DatedEvent") -> bool:
    """Whether a birth is that of a plaintiff: "P-1 born ...", "Plaintiffs: (1) Ram, born ..., (2) Lata, born ..."."""
    line = matter.lower[max(0, birth.span.start - 200) : birth.span.start].rpartition("\n")[2]
    beside = line[-40:] + " " + matter.lower[birth.span.end : birth.span.end + 40].partition("\n")[0]
    if _PLAINTIFF.search(beside):
        return True
    told = _DIGITS.sub("", line)
    listed = _HEADING_OF_PLAINTIFFS.search(told) or _SUIT_OF.search(told)
    return listed is not None and _OTHER_SIDE.search(listed[0]) is None


def _is_sale_by_guardian(matter: "MatterProfile") -> bool:
    """Whether a guardian sold, and not the manager of a family its ancestral land, for which Article 109 provides."""
    return matter.has_words("guardian sold") and not any(
        _DENIED_OR_DOUBTED.search(matter.lower, max(0, word.start() - 40), word.start()) is None
        for word in _ANCESTRAL.finditer(matter.lower)
    )


# "Void, so twelve years", "the sale is void, Art. 65 governs", and the buyer in possession from the deed.
_SAID_TO_BE_VOID = re.compile(
    r"\bvoid\b(?!able)[^.\n]{0,60}?\b(?:art(?:icle|\.)?\s?65|twelve|12)\b|\bart(?:icle|\.)?\s?65\b[^.\n]{0,60}?\bvoid\b(?!able)"
)
_POSSESSION_FROM_DEED = re.compile(
    r"\b(?:in|took|taking|given|has|had|with)\s(?:(?:open|actual|peaceful|his|her|the|full)\s)*possession\b[^.;\n]{0,40}?\b(?:since|from|under|on)\s"
    r"(?:(?:the|that|very|same|its|his|day|date|of)\s){0,4}(?:deed|day|date|sale|purchase|then)\b|\bpossession\s(?:was\s)?(?:delivered|given|handed)[^.;\n]{0,24}\b(?:that|same)\sday\b"
)


def _is_void_sale_with_possession(matter: "MatterProfile") -> bool:
    """Whether Article 65 is relied on because the transfer was void, and the buyer has been in possession since it."""
    return (
        _SAID_TO_BE_VOID.search(matter.lower) is not None
        and _POSSESSION_FROM_DEED.search(matter.lower) is not None
        and len({event.day for event in matter.timeline.of("deed executed")}) == 1
    )


GUARDIAN_TOPICS: dict[str, Callable[["MatterProfile"], bool]] = {
    "sale by a guardian": lambda matter: _is_sale_by_guardian(matter) and _are_wards(matter),
    "sale by a guardian, majority dated": lambda matter: (
        _is_sale_by_guardian(matter)
        and len({event.day for event in matter.timeline.of("majority")}) == 1
        and not matter.timeline.of("birth")
    ),
    "void sale with possession": _is_void_sale_with_possession,
}
