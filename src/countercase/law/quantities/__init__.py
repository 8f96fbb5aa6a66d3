"""Money, ages, durations, weights, numbers of persons and dates, as judgments write them.

One scan finds every number; each is then read by the words before and after it, within fixed distances.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from countercase.domain.facts import Quantity
from countercase.domain.span import Span
from countercase.law.quantities.readings import BASE_UNIT, JOIN, QuantityReading, readings
from countercase.text.numbers import with_days_in_figures
from countercase.text.words import lowered

# Whose number it is, if the words around it say so.

_REACH = 60  # characters searched on each side; words further away belong to something else
_WINDOW = _REACH + 8  # characters that a pattern may look at
_ADJACENT = 12  # characters after the number in which a word still belongs to it

# The full stop of "P.W. 4" ends nothing; ", that" begins another statement.
_SENTENCE_END = re.compile(r"(?<=\w\w\w)\.(?=\s)|[;:](?=\s)|\n\s{0,4}\n|,\s(?:and\s)?that\b")
# The last row is a person without a role: a nearer person hides a role further away.
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
    "absence from duty": r"absent(?:ed)?(?!(?:\s\w+)?\sfrom\s(?:the\s)?(?:scene|review|treatment|follow|check))"
    r"|absence from duty|unauthori[sz]ed absence",
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
    "bill": "bills? (?:of|for)",
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
    """The words for each role. One pattern without groups finds them, which is fast; a second says which role it is."""

    def __init__(self, words: dict[str, str]) -> None:
        self.anywhere = re.compile(rf"\b(?:{'|'.join(words.values())})\b")
        self._by_role = [(role, re.compile(pattern)) for role, pattern in words.items()]

    def role(self, match: re.Match[str] | None) -> str | None:
        """The role that was named; None for nobody in particular."""
        if match is None:
            return None
        return next((role for role, pattern in self._by_role if pattern.fullmatch(match[0])), None) or None


_NAMES: dict[Quantity, _Names] = {
    Quantity.AGE: _Names(_PEOPLE),
    Quantity.DURATION: _Names(_PERIODS),
    Quantity.AMOUNT: _Names(_SUMS),
    Quantity.WEIGHT: _Names(_SUBSTANCES),
}


def role_near(quantity: Quantity, text: str, start: int, end: int) -> str | None:
    """The role (for a weight: the substance) named nearest in the same sentence; words before take precedence."""
    low = max(0, start - _WINDOW)
    return _role_near(quantity, text[low : end + _WINDOW], start - low, end - low) if quantity in _NAMES else None


@lru_cache(maxsize=4096)  # tables and forms repeat the same words around the same numbers
def _role_near(quantity: Quantity, text: str, start: int, end: int) -> str | None:
    names = _NAMES[quantity]
    if quantity is Quantity.WEIGHT and text.startswith(".", end):  # "4 kgs. of heroin"
        end += 1
    before = max(names.anywhere.finditer(text, _sentence_start(text, start), start), key=re.Match.end, default=None)
    after = names.anywhere.search(text, end, _sentence_end(text, end))
    is_adjacent = after is not None and after.start() - end <= _ADJACENT and " and " not in text[end : after.start()]
    adjacent = names.role(after) if is_adjacent else None
    if quantity in {Quantity.WEIGHT, Quantity.DURATION}:  # "250 grams of charas", "seven years of marriage"
        return adjacent or names.role(before or after)
    return names.role(before) or adjacent


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


_TIMES = frozenset({Quantity.AGE, Quantity.DURATION})
_LONE_G = re.compile(r"[\d\s-]g\Z")
_LARGER_TIMES = frozenset(
    {("years", "months"), ("years", "days"), ("months", "days"), ("weeks", "days"), ("days", "hours")}
)


@dataclass(frozen=True, slots=True)
class QuantityMention:
    """A quantity and its position.

    `value` is in the base `unit` (rupees, years of age, days, grams, persons; a date counts days as
    `date.toordinal` does); `stated_unit` is the one in the text. A category ("minor") has no value.
    `subject` is the substance that was weighed.
    """

    span: Span
    quantity: Quantity
    value: float | None
    unit: str
    stated_unit: str
    role: str | None = None
    subject: str | None = None
    category: str | None = None
    approximate: bool = False

    @property
    def date(self) -> date | None:
        """The day, if this is a date."""
        if self.quantity is not Quantity.DATE or self.value is None:
            return None
        return date.fromordinal(int(self.value))


def find_quantities(text: str) -> list[QuantityMention]:
    """Every quantity in the text, in order; uncertain readings are left out."""
    lower, begins = with_days_in_figures(lowered(text))
    joined = (reading for reading in _join(lower, readings(lower)) if not reading.loose)
    in_words = (reading._replace(start=begins.get(reading.start, reading.start)) for reading in joined)
    mentions = (_mention(lower, reading) for reading in in_words)
    return [mention for mention in mentions if not _is_letter_g(lower, mention)]


def _join(text: str, readings: Iterable[QuantityReading]) -> Iterator[QuantityReading]:
    """Join "17 years" and "10 months", "18 lakhs" and "50 thousand", "1 kg" and "200 grams"."""
    last: QuantityReading | None = None
    for reading in readings:
        if last is not None and _continues(text, last, reading):
            last = _joined(last, reading)
            continue
        if last is not None:
            yield last
        last = reading
    if last is not None:
        yield last


def _continues(text: str, last: QuantityReading, reading: QuantityReading) -> bool:
    alike = last.quantity is reading.quantity or {last.quantity, reading.quantity} == _TIMES
    if not alike or last.loose or last.value is None or reading.value is None:
        return False
    larger = last.quantity in _TIMES and (last.unit, reading.unit) in _LARGER_TIMES
    larger = larger or (last.quantity not in _TIMES and last.size > reading.size and last.size > 1)
    return larger and reading.start >= last.end and JOIN.fullmatch(text, last.end, reading.start) is not None


def _joined(last: QuantityReading, reading: QuantityReading) -> QuantityReading:
    age = Quantity.AGE in {last.quantity, reading.quantity}
    quantity = Quantity.AGE if age else last.quantity
    return last._replace(
        end=reading.end,
        quantity=quantity,
        value=_value_as(quantity, last) + _value_as(quantity, reading),
        size=reading.size,
        approximate=last.approximate or reading.approximate,
    )


def _value_as(quantity: Quantity, reading: QuantityReading) -> float:
    value = reading.value or 0.0
    return value / 365.25 if quantity is Quantity.AGE and reading.quantity is Quantity.DURATION else value


def _mention(text: str, reading: QuantityReading) -> QuantityMention:
    named = reading.category is not None and not text.startswith("a ", reading.start)  # "minor daughter" is the person
    near = reading.role or (None if named else role_near(reading.quantity, text, reading.start, reading.end))
    weighed = reading.quantity is Quantity.WEIGHT
    return QuantityMention(
        span=Span(reading.start, reading.end),
        quantity=reading.quantity,
        value=reading.value,
        unit=BASE_UNIT[reading.quantity],
        stated_unit=reading.unit,
        role=None if weighed else near,
        subject=near if weighed else None,
        category=reading.category,
        approximate=reading.approximate,
    )


def _is_letter_g(text: str, mention: QuantityMention) -> bool:
    """A lone "g" is grams only beside a substance; elsewhere it is "PW-4 G. Anil" or "2G"."""
    return (
        mention.stated_unit == "grams"
        and mention.subject is None
        and _LONE_G.search(text, mention.span.start, mention.span.end) is not None
    )
