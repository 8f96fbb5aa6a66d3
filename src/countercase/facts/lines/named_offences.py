"""Offences that a matter names in words alone: "a case of theft", "convicted of kidnapping and rape"."""

import re
from itertools import pairwise

from countercase.domain.span import Span

# Offences that a matter may name in words alone, with the section that punishes them under each code.
_NAMED_OFFENCES = (
    (r"gang[\s-]?rape", "IPC-376D", "BNS-70(1)"),
    (r"attempt(?:ed)?\s(?:to\s|at\s)?murder", "IPC-307", "BNS-109(1)"),
    (
        r"(?<!attempt\sto\s)(?<!attempted\s)murder(?:ed)?|stabbed\sto\sdeath|shot\sdead|beaten\sto\sdeath",
        "IPC-302",
        "BNS-103(1)",
    ),
    (r"dowry\sdeath", "IPC-304B", "BNS-80(2)"),
    (r"(?<!gang\s)(?<!gang-)rap(?:e|ed)", "IPC-376", "BNS-64(1)"),
    (r"dacoity", "IPC-395", "BNS-310(2)"),
    (r"theft|stolen", "IPC-379", "BNS-303(2)"),
    (r"kidnapping|kidnapped", "IPC-363", "BNS-137(2)"),
    (r"unlawful\sassembly|rioting", "IPC-147", "BNS-191(2)"),
    (r"voluntarily\scausing\shurt|simple\shurt", "IPC-323", "BNS-115(2)"),
    (r"cheating|cheated", "IPC-420", "BNS-318(4)"),
)
_OFFENCE_NAMES = re.compile("|".join(rf"(?P<o{n}>\b(?:{words})\b)" for n, (words, _, _) in enumerate(_NAMED_OFFENCES)))
_AND_ANOTHER = re.compile(r"\s(?:and|with|&)\s(?:[a-z]+\s(?:of|in)\s)?(?:an?\s|the\s)?")  # "kidnapping and rape"
CHARGE_NAMED = re.compile(r"\bcharged?\b\s?(?:is\s|:\s|of\s|with\s|for\s|framed\s){1,2}")


def offences_named(lower: str) -> list[tuple[str, str, Span]]:
    """The only offence named, or the two named together: the old section, the new one, and where it is named."""
    matches = list(_OFFENCE_NAMES.finditer(lower))
    named = {match.lastgroup: match for match in matches}
    together = any(
        second.lastgroup != first.lastgroup and _AND_ANOTHER.fullmatch(lower, first.end(), second.start())
        for first, second in pairwise(matches)
    )
    if len(named) != 1 and not (len(named) == 2 and together):
        return []
    sections = [(_NAMED_OFFENCES[int((name or "o0")[1:])], match) for name, match in named.items()]
    return [(old, new, Span(*match.span())) for (_, old, new), match in sections]
