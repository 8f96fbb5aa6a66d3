"""Sections cited after the name of their Act: "PC Act s.7", "BNS 108", "POCSO 6", "Arms 25(1B)(a)"."""

import re
from functools import lru_cache

from countercase.domain.provision import Provision
from countercase.facts.lines.profile import MatterProfile

_ACTS = {"ipc": "IPC", "bns": "BNS", "pocso": "POCSO", "pc": "PC", "arms": "Arms", "ndps": "NDPS"}
_NEEDS_THE_WORD_ACT = frozenset({"pc", "arms"})  # "PC 7" may be a police constable, unless a clause follows
_SECTION = re.compile(
    r"\b(?P<act>i\.?p\.?c|b\.?n\.?s|pocso|p\.?c|arms|ndps)\b\.?\s(?P<word>act\b,?\s)?(?P<mark>(?:ss?\.|sec\.?|section|u/ss?\.?)\s?)?"
    r"(?P<number>\d{1,3}[a-z]{0,2})(?P<clauses>(?:\(\d{0,2}[a-z]{0,4}\))*)(?![\w/]|\.\d|\s?(?:kgs?|gms?|years?|yrs?|persons|cases?|of\s\d))"
)
_NOT_CHARGED = re.compile(r"\b(?:if|unless|had|not|no|nor|whether|would|cited|dropped|old)\b[^.;\n]{0,40}\Z")


@lru_cache(maxsize=4)  # asked by several readers of one matter
def sections_after_act(lower: str) -> tuple[Provision, ...]:
    """The sections so cited, in order; those in a condition or a denial are left out."""
    cited: dict[Provision, None] = {}
    for match in _SECTION.finditer(lower):
        act = match["act"].replace(".", "")
        is_named = act not in _NEEDS_THE_WORD_ACT or match["word"] or match["clauses"]
        if is_named and not _NOT_CHARGED.search(lower[max(0, match.start() - 50) : match.start()]):
            clauses = match["clauses"].replace("(1b)", "(1B)").replace("(1a)", "(1A)")
            cited[Provision.parse(f"{_ACTS[act]}-{match['number'].upper()}{clauses}")] = None
    return tuple(cited)


def is_charged(matter: MatterProfile, *bases: str) -> bool:
    """Whether any of these sections is charged, also in the short form."""
    return matter.raises(*bases) or any(section.base in bases for section in sections_after_act(matter.lower))
