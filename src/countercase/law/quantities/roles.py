"""Whose number it is, said only where the words around it say so."""

import re
from functools import lru_cache

from countercase.domain.facts import Quantity

_REACH = 60  # characters looked at on each side; further off, the words belong to something else
_WINDOW = _REACH + 8  # what a pattern may look at beside that
_AT_ONCE = 12  # characters after it in which a word still belongs to the number

# The point of "P.W. 4" ends nothing; ", that" begins another statement.
_SENTENCE_END = re.compile(r"(?<=\w\w\w)\.(?=\s)|[;:](?=\s)|\n\s{0,4}\n|,\s(?:and\s)?that\b")
# The last row is somebody without a role: a nearer person hides a role further off.
_PEOPLE = {
    "accused": "accused|assailants?|juvenile|convict",
    "deceased": "deceased",
    "victim": "victim|prosecutrix|survivor|rape victim",
    "petitioner": "petitioner|appellant|plaintiff|claimant",
    "respondent": "respondent|defendant",
    "witness": r"p\.?\s?w\.?\s?-?\s?\d{1,3}|witness",
    "wife": "wife",
    "husband": "husband",
    "bride": "bride",
    "groom": "groom|bridegroom",
    "driver": "driver",
    "": "boys?|girls?|child|children|sons?|daughters?|man|woman|brother|sister|father|mother|nephew|niece|lady|person",
}
_FILED = r"(?:was |is |has been |had been )?(?:filed|instituted|brought|preferred|presented|lodged)"
_FILING = r"(?:filed|instituted|brought|preferred|presented|filing) (?:a |an |the |this |his |her |their )?(?:civil )?"
_PERIODS = {
    "marriage": "marriage",
    "sentence": r"imprisonment|sentence|sentenced|sentences|r\.?i|s\.?i|term of",
    "custody": "custody|incarceration|in jail|detention|detained",
    "delay": "delay",
    "notice": "notice",
    "service": r"service(?!\sof\s(?:summons|notice|the))",
    "limitation": "limitation",
    "probation": "probation",
    "suspension": "suspension|under suspension",
    "absence from duty": r"absent(?:ed)?(?!\sfrom\sthe\sscene)|absence from duty|unauthori[sz]ed absence",
    "separation": "living separately|lived separately|judicial separation|separation",
    "desertion": "deserted|desertion",
    "dispossession": "dispossessed|dispossession",
    "confinement": "wrongfully confined|wrongful confinement|confined",
    "lease": "lease",
    "written statement": "written statement",
    "suit": rf"suit {_FILED}|{_FILING} suit",
    "appeal": rf"appeal {_FILED}|{_FILING} appeal",
    "complaint": rf"complaint {_FILED}|{_FILING} complaint",
}
_SUMS = {
    "compensation": "compensation|damages|award",
    "cheque": "cheques?",
    "fine": "fine",
    "dowry": "dowry",
    "bribe": "bribe|illegal gratification|gratification",
    "ransom": "ransom",
    "loan": "loan|advance",
    "rent": "rent",
    "income": "income|salary|wages|earning|earned",
    "maintenance": "maintenance|alimony",
    "consideration": "consideration|sale price",
    "earnest money": "earnest money|earnest",
    "stolen property": "stolen|theft of|looted|robbed of|snatched",
    "fraud": "defrauded|cheated|misappropriated|embezzled|siphoned off|siphon off|misappropriation",
    "damage": r"damage(?=\s(?:of|to|was|amounting))|loss by fire",
    "claim": "claim petition|claimed|claim for|claim of",
    "tax evaded": "evaded|evasion",
    "medical expenses": "medical expenses|cost of treatment|medical reimbursement",
    "bill": "bill of|bills of|bill for",
}
_SUBSTANCES = {
    "charas": "charas|hashish",
    "ganja": "ganja|marijuana",
    "heroin": "heroin|brown sugar|smack|diacetylmorphine|chitta",
    "poppy straw": "poppy straw|poppy husk|doda|bhukki",
    "opium": "opium|afeem",
    "cocaine": "cocaine",
    "morphine": "morphine",
    "codeine": "codeine",
    "methamphetamine": "methamphetamine|meth",
    "amphetamine": "amphetamine",
    "MDMA": "mdma|ecstasy",
    "gold": "gold",
    "silver": "silver",
}


class _Names:
    """The words for each role: one pattern without groups finds them (far quicker), a second look tells which."""

    def __init__(self, words: dict[str, str]) -> None:
        self.anywhere = re.compile(rf"\b(?:{'|'.join(words.values())})\b")
        self._each = [(role, re.compile(pattern)) for role, pattern in words.items()]

    def role(self, match: re.Match[str] | None) -> str | None:
        """The role that was named; None for nobody in particular."""
        if match is None:
            return None
        return next((role for role, pattern in self._each if pattern.fullmatch(match[0])), None) or None


_NAMES: dict[Quantity, _Names] = {
    Quantity.AGE: _Names(_PEOPLE),
    Quantity.DURATION: _Names(_PERIODS),
    Quantity.AMOUNT: _Names(_SUMS),
    Quantity.WEIGHT: _Names(_SUBSTANCES),
}


def role_near(quantity: Quantity, text: str, start: int, end: int) -> str | None:
    """The role (for a weight: the substance) named nearest in the same sentence; what stands before comes first."""
    low = max(0, start - _WINDOW)
    return _role_near(quantity, text[low : end + _WINDOW], start - low, end - low) if quantity in _NAMES else None


@lru_cache(maxsize=4096)  # tables and forms repeat the same words around the same numbers
def _role_near(quantity: Quantity, text: str, start: int, end: int) -> str | None:
    names = _NAMES[quantity]
    if quantity is Quantity.WEIGHT and text.startswith(".", end):  # "4 kgs. of heroin"
        end += 1
    before = max(names.anywhere.finditer(text, _sentence_start(text, start), start), key=re.Match.end, default=None)
    after = names.anywhere.search(text, end, _sentence_end(text, end))
    is_at_once = after is not None and after.start() - end <= _AT_ONCE and " and " not in text[end : after.start()]
    at_once = names.role(after) if is_at_once else None
    if quantity in {Quantity.WEIGHT, Quantity.DURATION}:  # "250 grams of charas", "seven years of marriage"
        return at_once or names.role(before or after)
    return names.role(before) or at_once


def _sentence_start(text: str, start: int) -> int:
    floor = max(0, start - _REACH)
    begin = floor
    for end in _SENTENCE_END.finditer(text, floor, start):
        begin = end.end()
    return begin


def _sentence_end(text: str, end: int) -> int:
    limit = min(len(text), end + _REACH)
    stop = _SENTENCE_END.search(text, end, limit)
    return stop.start() if stop is not None else limit
