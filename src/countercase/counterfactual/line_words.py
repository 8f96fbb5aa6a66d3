"""Puts into plain words that a matter stands on the other side of a line, and says which lines are too far off."""

import re
from dataclasses import replace

from countercase.counterfactual.line_values import period_in_days
from countercase.domain.checklist import LawLine, Stands

_BETWEEN = re.compile(
    r"(?:longest )?(?:working )?(?:period|days|hours)\s(?P<between>from\s[^()]+?\sto\s[^()]+?)(?:\s\([^()]*\))?"
)
_NO_SHEET = re.compile(r"days from first remand with no charge-sheet")
_AGE = re.compile(r"age of the (?P<person>[a-z]+) at the (?P<time>[a-z ]+)")
_DRUG = re.compile(r"weight of (?P<drug>[a-z ]+) against the (?:small|commercial) quantity")
_SENTENCE = re.compile(
    r"(?P<what>sentence under [^()]+(?:\([^()]*\)[^()]*)*?) \((?P<bound>minimum|maximum) (?P<term>[^()]+)\)"
)
_PERSONS = re.compile(r"number of persons\b.*")
_SPELL = re.compile(r"period of (?P<what>[^()]+)")
_AMOUNT = re.compile(r"(?:Rs|₹)\s?[\d,]+")
_PLAIN_PERIOD = re.compile(r"\d[\d,]*\s(?:working\s)?(?:hour|day|week|month|year)s?(?:\s\([^()]*\))?")
_YEARS = re.compile(r"(\d+) years")
_COUNTED_DAY = re.compile(r"\bDay (\d+) of (\d+)\b")
_ALTERNATIVE = re.compile(r"\b(?P<first>(?:the\s)?[\w-]+)\sor\s(?P<second>[\w-]+)\b")
_ASIDE = re.compile(r",\s(?:or|with|if)\s[^,]+(?:,|\Z)")
_KIND_OF_CASE = re.compile(r"\sin a (?:rape(?: or POCSO)? case|commercial suit)\Z")
_MULTIPLIER_AT_AGE = re.compile(r"(?P<multiplier>\d+) at the age of \d+")
_PARTY_OF_KIND = re.compile(r"\sby an owner who was [a-z ]+\Z")
# Lines with words of their own: what to suppose where the matter is within the line, and where it is beyond it.
_SPECIAL = {
    "application before charge-sheet": (
        "the application for default bail came after the charge-sheet",
        "the application for default bail came before the charge-sheet",
    ),
    "night": ("the house-breaking was by day", "the house-breaking was by night"),
    "police custody window": (
        "police custody was given after the days of detention in which it is allowed",
        "police custody was given within the days of detention in which it is allowed",
    ),
    "funds": (
        "the funds shown fell short of the balance payable",
        "the funds shown covered the whole of the balance payable",
    ),
    "gravity": (
        "the gravest offence charged carried ten years or more",
        "no offence charged carried as much as ten years",
    ),
    "scst-3-2-v-sentence": (
        "the offence carried less than ten years",
        "the offence carried ten years or more",
    ),
}
_LESS_COPY = re.compile(r"\s\(\d+ less \d+ for the copy\)")
_TO_STEP = re.compile(r"period to the (?P<step>[a-z ]+)")
_EITHER_START = re.compile(r"\bfrom (?P<first>[^,]+), or (?P<second>[^,]+), to\b")
_FIRST_EVENT = re.compile(r"\((?P<event>[A-Za-z() 0-9]+?) \d{1,2} [A-Z]")
_STEM = 6  # letters that show that two words are one: disposed, disposal
_NEAREST = 1.25  # times the line
_FARTHEST = {"within": 4.0, "crossed": 15.0}  # times the line, for a weight or a sum
_FARTHEST_PERIOD = 6.0  # times the line, for a time that was kept
_FARTHEST_SPELL = 3.0  # times the line, for a length of service or custody
_FARTHEST_AGE = 5  # years
_FARTHEST_AGE_OF_ACCUSED = 3  # years above eighteen; nobody supposes that a man of 23 was a child


def other_side(line: LawLine, text: str = "") -> str | None:
    """What to suppose, without "suppose that"; None if it cannot be said in plain words."""
    copy = _LESS_COPY.search(line.value)
    if copy is not None:
        words = _period_words(replace(line, value=line.value[: copy.start()]), text)
        return words and words.replace("the time from", "the time, without that for the copy, from")
    if "left out" in line.says:
        return None  # some of the time does not count, so that the time alone says nothing
    special = _SPECIAL.get(line.rule)
    if special is not None:
        return special[line.stands is Stands.CROSSED]
    return _period_words(line, text) or next((words for way in _WAYS if (words := way(line)) is not None), None)


def quantity_as_read(line: LawLine) -> str:
    """What the line measures, with the one of two starting events that the reading names: "from A, or B, to C"."""
    start = _EITHER_START.search(line.quantity)
    named = _FIRST_EVENT.search(line.says)
    if start is None or named is None:
        return line.quantity
    stems = {word[:_STEM].lower() for word in named["event"].split() if len(word) >= _STEM}
    is_second = any(word[:_STEM].lower() in stems for word in start["second"].split())
    is_first = any(word[:_STEM].lower() in stems for word in start["first"].split())
    chosen = start["second"] if is_second and not is_first else start["first"]
    return f"{line.quantity[: start.start()]}from {chosen} to{line.quantity[start.end() :]}"


def _period_words(line: LawLine, text: str) -> str | None:
    """Another time between two steps: "the time from the award to the petition did not exceed 3 months"."""
    quantity, spell = _BETWEEN.fullmatch(quantity_as_read(line)), _SPELL.fullmatch(line.quantity)
    if not _PLAIN_PERIOD.fullmatch(line.line) or not period_in_days(line.value):
        return None
    step, bound = _TO_STEP.fullmatch(line.quantity), line.line.partition(" (")[0]
    if step is not None:
        begun = _FIRST_EVENT.search(line.says)
        if begun is None:
            return f"the {step['step']} came {'within' if is_over(line) else 'after more than'} {bound}"
        when = f"within {bound} of" if is_over(line) else f"more than {bound} after"
        return f"the {step['step']} came {when} the {begun['event']}"
    if spell is not None:
        return f"the period of {spell['what']} was {'less than' if is_over(line) else 'at least'} {bound}"
    if quantity is None:
        return None
    between = _KIND_OF_CASE.sub("", _PARTY_OF_KIND.sub("", _ASIDE.sub("", quantity["between"])))
    between = _ALTERNATIVE.sub(lambda match: _as_read(match, line.says, text), between)
    return f"the time {between} {'did not exceed' if is_over(line) else 'exceeded'} {bound}"


def _as_read(match: re.Match[str], says: str, text: str) -> str:
    """The alternative of which the line was read: "the FIR" for "the FIR or complaint"."""
    first, second = match["first"], match["second"]
    article = "the " if first.startswith("the ") else ""
    for words in (says, text):
        is_first, is_second = (re.search(name.removeprefix("the "), words, re.IGNORECASE) for name in (first, second))
        if bool(is_first) != bool(is_second):
            return first if is_first else f"{article}{second}"
    return first


def _multiplier_words(line: LawLine) -> str | None:
    multiplier = _MULTIPLIER_AT_AGE.fullmatch(line.line)
    is_wrong = multiplier is not None and line.stands is Stands.CROSSED
    return f"the multiplier applied was {multiplier['multiplier']}" if multiplier and is_wrong else None


def _no_sheet_words(line: LawLine) -> str | None:
    if not _NO_SHEET.fullmatch(line.quantity):
        return None
    sheet = "the charge-sheet" if line.stands is Stands.CROSSED else "no charge-sheet"
    return f"{sheet} came within {line.line} of the first remand"


def _age_words(line: LawLine) -> str | None:
    quantity, bound = _AGE.fullmatch(line.quantity), _YEARS.fullmatch(line.line)
    age = _YEARS.match(line.value)
    if quantity is None or bound is None or age is None:
        return None
    is_younger = int(age[1]) < int(bound[1])
    side = f"{bound[1]} or older" if is_younger else f"below {bound[1]}"
    if line.value.endswith("of the test"):
        return f"the test put the age of the {quantity['person']} at {side}".replace("at below", "below")
    return f"the {quantity['person']} was {side} at the {quantity['time']}"


def _weight_words(line: LawLine) -> str | None:
    quantity = _DRUG.fullmatch(line.quantity)
    if quantity is not None:
        return f"the {quantity['drug']} weighed {'less' if is_over(line) else 'more'} than {line.line}"
    if line.quantity.startswith("weight of the vehicle"):
        return f"the vehicle weighed {'no more' if is_over(line) else 'more'} than {line.line}"
    return None


def _sentence_words(line: LawLine) -> str | None:
    quantity = _SENTENCE.fullmatch(line.quantity)
    if quantity is None:
        return None
    is_kept = line.stands is Stands.WITHIN
    if quantity["bound"] == "minimum":
        return f"the {quantity['what']} was {'less than' if is_kept else 'at least'} {quantity['term']}"
    return f"the {quantity['what']} {'exceeded' if is_kept else 'did not exceed'} {quantity['term']}"


def _suffering_words(line: LawLine) -> str | None:
    """Another time of pain or incapacity, as Section 320 counts it."""
    if not line.quantity.startswith("days of severe pain"):
        return None
    side = "less than" if line.stands is Stands.WITHIN else "at least"
    return f"the injured person could not follow his ordinary pursuits for {side} {line.line}"


def _share_words(line: LawLine) -> str | None:
    """The addition for future prospects, or the deduction, that the law provides in place of the one made."""
    if line.stands is not Stands.CROSSED:
        return None
    if line.rule == "prospects applied":
        return f"{line.line} of the income was added for future prospects"
    return f"{line.line} was deducted for personal expenses" if line.rule == "deduction applied" else None


def _count_words(line: LawLine) -> str | None:
    """Another number of persons, or another sum."""
    if _PERSONS.fullmatch(line.quantity) and (bound := re.match(r"\d+", line.line)) is not None:
        took_part = "came from the other side" if "on the other side" in line.quantity else "took part"
        return f"{'at least' if line.stands is Stands.CROSSED else 'fewer than'} {bound[0]} persons {took_part}"
    if _AMOUNT.fullmatch(line.line) and _AMOUNT.fullmatch(line.value):
        return f"the {line.quantity} {'did not exceed' if is_over(line) else 'exceeded'} {line.line}"
    return None


_WAYS = (
    _multiplier_words,
    _no_sheet_words,
    _age_words,
    _weight_words,
    _sentence_words,
    _count_words,
    _suffering_words,
    _share_words,
)


def is_over(line: LawLine) -> bool:
    """Whether the value is beyond the line; where both read the same, the day of the count or the side decides."""
    if line.value.startswith("more than"):
        return True
    counted = _COUNTED_DAY.search(line.says)
    if counted is not None and counted[1] != counted[2]:
        return int(counted[1]) > int(counted[2])
    value, bound = _size(line.value), _size(line.line)
    return value > bound if value != bound else line.stands is Stands.CROSSED


def _size(words: str) -> float:
    """The days of a period, or else the first number; in thousandths where it is a small unit of weight."""
    days = period_in_days(words)
    number = re.search(r"\d[\d,]*(?:\.\d+)?", words)
    if days or number is None:
        return days
    value = float(number[0].replace(",", ""))
    return value * 1000 if re.search(r"\bkilograms?\b|\bkg\b", words) else value


def is_far(line: LawLine) -> bool:
    """Whether nobody would suppose the other side: heroin of 260 grams below 5, a girl of nine above eighteen."""
    if line.rule in _SPECIAL:
        return False
    person = _AGE.fullmatch(line.quantity)
    if person is not None:
        value, limit = _YEARS.match(line.value), _YEARS.match(line.line)
        years = int(value[1]) - int(limit[1]) if value is not None and limit is not None else 0
        return abs(years) > _FARTHEST_AGE or (person["person"] == "accused" and years > _FARTHEST_AGE_OF_ACCUSED)
    sizes = sorted((_size(line.value), _size(line.line)))
    if sizes[0] <= 0:
        return False
    is_measure = _DRUG.fullmatch(line.quantity) is not None or _AMOUNT.fullmatch(line.line) is not None
    if is_measure:
        return sizes[1] > _FARTHEST[line.stands.value] * sizes[0]
    is_kept_time = _BETWEEN.fullmatch(line.quantity) is not None and line.stands is Stands.WITHIN
    if _SPELL.fullmatch(line.quantity):
        return sizes[1] > _FARTHEST_SPELL * sizes[0]
    is_sentence = _SENTENCE.fullmatch(line.quantity) is not None  # "twenty months in jail" is no sentence
    return (is_kept_time or is_sentence) and sizes[1] > _FARTHEST_PERIOD * sizes[0]


def is_near(line: LawLine) -> bool:
    """Whether a weight or a sum lies close to its line."""
    sizes = sorted((_size(line.value), _size(line.line)))
    return 0 < sizes[1] <= _NEAREST * sizes[0]
