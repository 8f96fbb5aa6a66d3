"""Finds numbers with their unit, holder and role: ages, amounts, durations, weights, persons, dates."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain

from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.span import Span, SpanSet
from countercase.facts.hindi import find_hindi_quantities
from countercase.facts.negation import Setting
from countercase.facts.persons import CO_ACCUSED, HOLDER_OF, MARKED_AGE, Persons, age_beside, witness_aged
from countercase.facts.sums import sum_role, weight_role
from countercase.law.quantities import QuantityMention, find_quantities
from countercase.law.quantities.readings import from_base
from countercase.text.numbers import parse_number
from countercase.text.words import Words

# Ages and day counts that are not marked as such: "he was 17 then", "five years of age", "on the 33rd day".

RETIREMENT = "retirement"
_TEST_REACH = 80  # characters before an age in which a bone test is named
_BONE_TEST = re.compile(r"\bradiolog\w+|\bossif\w*|\bbone\s(?:age|test)|\bx-?ray|\bmedical\sboard\b")
_RANGE_BEFORE = re.compile(r"\b(?:\d{1,2}|[a-z]+teen|twelve|twenty)\s?(?:-|–|to|and|or)\s?\Z")
_RANGE_AFTER = re.compile(r"\s?(?:-|–|to|or)\s?(?:\d{1,2}|[a-z]+teen|twelve|twenty)\b")
_OF_AGE = re.compile(r"\sof\sage\b")
_AGE_BEFORE = re.compile(r"\bage\b[^.;]*\Z")
_RETIRING = re.compile(r"\bretire(?:s|d|ment)?\b|\bsuperannuat(?:ed|ion)\b")
_TEENS = "eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
_PERSON = (
    "he|she|accused|appellant|petitioner|respondent|victim|prosecutrix|deceased|girl|boy|juvenile|client|complainant"
)
# "He was 17." alone must be an age. Both patterns start with plain letters, which makes them fast.
_WAS = re.compile(
    rf"was (?:(?:only|about|then|just|barely|hardly|also)\s){{0,2}}(?P<age>\d{{1,2}}|{_TEENS})"
    r"(?=\s?(?:[,;)]|\.(?!\d)|\Z)|\s(?:(?:at|on)\s(?:the|that)|when|and|then)\b)"
)
_LONGEST_PERSON = 16  # characters, including the space after
_PERSON_BEFORE = re.compile(rf"\b(?:{_PERSON})\s\Z")
_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_DAY = re.compile(rf"on the (?P<day>(?P<count>\d{{1,3}})(?:st|nd|rd|th)\sday)\b(?!\sof\s(?:{_MONTH}))")
_YOUNGEST, _OLDEST = 4, 99
# Kin and others who are not parties: an age that follows is theirs, whoever they are related to.
_ELDER = (
    r"(?:(?:mother|father|brother|sister|daughter|son|parent)s?[\s-]in[\s-]laws?|(?:grand\s?|step\s?)?(?:father|mother)"
    r"|brother|uncle|aunt|cousin|nephew|neighbour|friend|colleague|landlady)"
)
_YOUNGER = r"(?:sister|wife|widow|niece|son|daughter|child|(?:grand\s?)?(?:son|daughter|child))"  # may be the victim
_AGED = r"[,(]?\s?(?:who\s(?:is|was)\s)?(?:then\s)?(?:aged|age|of)?\s?(?:only|about|around|nearly|barely)?\s?\Z"
_RELATED_TO = r"(?:\sof\s(?:the\s|our\s|his\s|her\s)?(?:[\w-]+\s?){1,3}|(?:\s\w+){0,2})"
_WIFE_OF = r"[wsdf]/o\s(?:the\s)?(?:deceased|accused|appellant|victim|prosecutrix|complainant)"
_KIN_AGED = re.compile(rf"\b(?P<kin>{_ELDER}|{_YOUNGER}|{_WIFE_OF}){_RELATED_TO}\s?{_AGED}")
_PERSON_IN_BRACKETS = re.compile(rf"\b(?P<who>{_PERSON})(?:\s(?!and\b)\w+){{0,2}}\s?\(\s?(?:about\s)?\Z")
# "Mahesh (41 yrs)": years in brackets behind a name are an age; behind a term or a paper they are a period.
_NAME_IN_BRACKETS = re.compile(
    r"\b(?!(?:Imprisonment|Sentence|Lease|Term|Agreement|Custody|Delay|Limitation|Period|Service|Tenure|Warranty|Bond"
    r"|Licence|Policy|Contract|Loan|Guarantee|Deposit|Act|Code|Article|Rule|Section|Order|Schedule|Rigorous|Simple"
    r"|Detention|Experience|Probation|Suspension|Possession|Marriage|Separation|Maximum|Minimum|Punishment)\b)"
    r"[A-Z][a-z]{2,}(?:\s[A-Z][a-z]+){0,2}\s?\(\s?(?:about\s|then\s|now\s)?\Z"
)
_POSSESSIVE_AGE = re.compile(
    rf"\b(?:(?P<who>{_PERSON})['’]s|his|her)\sage\b[^.;]{{0,40}}\b(?:was|is|as|be|to)\s(?:about\s|only\s)?\Z"
)
_KIN_BEFORE_AGE = re.compile(rf"\b(?:{_ELDER}|{_YOUNGER})(?:\s\w+){{0,2}}\s?[,(]\s?(?:about\s|now\s)?\Z")
# "The limitation is three years", "the maximum sentence is ten years", "the Act applies to a person below 18 years".
_PRESCRIBED = re.compile(
    r"(?:\b(?:maximum|minimum|highest)(?:\s(?:punishment|sentence|term|penalty|period))?|\blimitation(?:\speriod)?"
    r"|\bperiod\sof\slimitation"
    r"|\bprescribed\speriod)\s(?:is|was|being|of|prescribed\sis)\s(?:\w+\s){0,2}\Z"
    r"|\b(?:act|section|rule)\sapplies\sto\s[^.;]{0,40}\Z|\bpunishable\s(?:with|by)\s[^.;]{0,40}\Z"
)
_TRIED_WITH = re.compile(r"\b(?:tried|trial)\s(?:along\s|jointly\s)?with\s(?:[\w-]+\s?){1,3},\saged\s(?:about\s)?\Z")
_SPOKEN_OF = re.compile(rf"\b(?:of|about|that|says|saw|with)\s(?:(?:a|an|the|his|her|one)\s)?(?:{_ELDER}|{_YOUNGER})\b")
_HAS_CHILD = re.compile(
    r"\bha(?:s|ve|d)\s(?:a|one)\s(?:minor\s)?(?:child|son|daughter)\b[^.;]{0,8}[,(]?\s?aged\s(?:about\s)?\Z"
)
_LIVES_WITH = re.compile(r"(?:\syears?|\syrs?\.?)?,?\s(?:lives|stays|now|is|living|staying)?\s?with\b")
_ENDS_AGE = re.compile(r"\s?[,);]")
_ELDERS = re.compile(_ELDER)
_KIN_REACH = 70  # characters between a word for kin and the age
# "add both, 2.3 kg", "by clubbing the two lots the State gets 22 kg": what a side adds up was never found together.
_ADDED_UP = re.compile(
    r"\b(?:adds?(?:\sup)?|adding(?:\sup)?|clubs?|clubbing|lumps?|lumping|tots?\sup|totals?\sup)\s(?!that\b"
    r"|to\b)(?:[\w'’-]+\s){0,3}?"
    r"(?:both|two|all|them|these|together|packets|recoveries|quantities|lots|bags|sums|amounts)\b[^.;\n]{0,30}\Z"
    r"|\b(?:both|two|all|quantities|recoveries|lots|packets|bags)\s(?:[\w'’-]+\s){0,3}?(?:be|are|is|were"
    r"|being)\s(?:clubbed|lumped|added)\b"
    r"[^.;\n]{0,25}\Z"
)
_ADDS = ("add", "club", "lump", "tot")  # one of these, or the pattern cannot match
# "filed after 2 years ... no, that is the other suit", "our clerk thought 60 days", "180 days run under UAPA".
_CORRECTED = re.compile(
    r"\s?(?:\.{2,4}|…|,|–|—|\s-|\()\s?(?:sorry\b|correction\b|rather\b|no[,:]\s(?:that|it|this|the|sorry)\b|not\sso\b)"
)
_RUNS_BY_LAW = re.compile(r"\s(?:run|runs|apply|applies)\s(?:only\s)?(?:in|for|under|to)\b")
_ONLY_THOUGHT = re.compile(
    r"\b(?:thought|assumed|imagined|mistook\sit\sfor|took\sit\s(?:as|to\sbe)|guessed)\s"
    r"(?:(?:it|that|of|was|were|to|be|about|the|time|limit|period|at|only)\s){0,4}\Z"
)
# "commercial quantity 20 kg" quotes a notification; it is not the weight seized.
_NOTIFIED_QUANTITY = re.compile(
    r"\b(?:small|commercial)\squantity(?:\s(?:for|of)\s(?:ganja|charas|heroin|opium|the\sdrug))?\s?"
    r"(?:is|was|being|begins\sat|starts\sat|:|=|-|–)?\s?\Z"
)


def as_age(words: Words, mention: QuantityMention) -> QuantityMention:
    """ "was about five years of age" is an age, whatever the sentence is about; so is the age of retirement."""
    if mention.value is None:
        return mention
    in_years = mention.quantity is Quantity.DURATION and mention.stated_unit == "years"
    lower = words.lower
    holder = _holder_beside(words, mention.span) if in_years else None
    if holder is not None:
        value = round(from_base(Quantity.DURATION, mention.value, "years"), 2)
        return replace(mention, quantity=Quantity.AGE, value=value, unit="years", role=HOLDER_OF.get(holder))
    is_retirement = (in_years or mention.quantity is Quantity.AGE) and _is_of_retirement(lower, mention.span)
    if in_years and (is_retirement or _OF_AGE.match(lower, mention.span.end)):
        value = from_base(Quantity.DURATION, mention.value, "years")
        mention = replace(mention, quantity=Quantity.AGE, value=value, unit="years", role=None)
    return replace(mention, role=RETIREMENT) if is_retirement else mention


def _holder_beside(words: Words, span: Span) -> str | None:
    """The word for the person whose unmarked age it is: "his mother-in-law, 72 years," "the deceased (25 years)"."""
    lower, start = words.lower, max(0, span.start - _KIN_REACH)
    match = _POSSESSIVE_AGE.search(lower, start, span.start)
    if match is None and _ENDS_AGE.match(lower, span.end):
        match = (
            _PERSON_IN_BRACKETS.search(lower, start, span.start)
            or _KIN_BEFORE_AGE.search(lower, start, span.start)
            or MARKED_AGE.search(words.text, start, span.start)
        )
    if match is None and lower[span.end : span.end + 2].lstrip().startswith(")"):
        match = _NAME_IN_BRACKETS.search(words.text, start, span.start)
    return (match.groupdict().get("who") or "somebody") if match else None


def relative_aged(lower: str, start: int) -> str | None:
    """The relative, neighbour or co-accused whose age is at `start`: "a brother of the deceased, aged 38"."""
    if _TRIED_WITH.search(lower, max(0, start - _KIN_REACH), start):
        return CO_ACCUSED
    match = _KIN_AGED.search(lower, max(0, start - _KIN_REACH), start)
    return match["kin"] if match else None


def _is_spoken_of(lower: str, start: int) -> bool:
    """ "PW-2 spoke of a cousin aged 7": the cousin is not the witness."""
    return _SPOKEN_OF.search(lower, max(0, start - _KIN_REACH), start) is not None


def _is_child_of_the_house(lower: str, span: Span) -> bool:
    """ "They have a son, aged 4", "son aged 4 lives with her parents": a child that is only mentioned, not wronged."""
    has_child = _HAS_CHILD.search(lower, max(0, span.start - _KIN_REACH), span.start)
    return has_child is not None or _LIVES_WITH.match(lower, span.end) is not None


def _is_of_retirement(lower: str, span: Span) -> bool:
    before = lower[max(0, span.start - 60) : span.start].rpartition(". ")[2]
    return "age" in before and bool(_RETIRING.search(before) or _RETIRING.search(lower, span.end, span.end + 30))


def is_age_misread_as_period(text: str, mention: QuantityMention) -> bool:
    """Whether a number of years that was read as a period is really an age."""
    in_years = mention.quantity is Quantity.DURATION and mention.stated_unit == "years"
    return in_years and _AGE_BEFORE.search(text, max(0, mention.span.start - 60), mention.span.start) is not None


def unmarked_numbers(lower: str) -> Iterator[QuantityMention]:
    """Ages without "aged" or "years", and counted days: "on the 33rd day after the memo"."""
    for match in _WAS.finditer(lower):
        age = parse_number(match["age"])
        if (
            age is not None
            and _YOUNGEST <= age <= _OLDEST
            and _PERSON_BEFORE.search(lower, max(0, match.start() - _LONGEST_PERSON), match.start())
        ):
            yield QuantityMention(Span(*match.span("age")), Quantity.AGE, float(age), "years", "years")
    if "day" not in lower:
        return
    for match in _DAY.finditer(lower):
        yield QuantityMention(Span(*match.span("day")), Quantity.DURATION, float(match["count"]), "days", "days")


# What a period measures. In a cheque case, the notice and the complaint have their own time limits.

_REACH = 110  # characters on each side that may say what a period measures
_STATEMENT = re.compile(r"(?<=\w\w\w)\.(?=\s)|;(?=\s)|\n\s{0,4}\n|,\s(?:and\s|but\s|although\s|though\s)")
# A period fixed by law is not a fact of the matter.
_LAW_SAYS = re.compile(
    r"\b(?:allow(?:s|ed)?|prescrib(?:es|ed)|provid(?:es|ed)|requir(?:es|ed)|stipulat(?:es|ed)|mandat(?:es|ed)|statutory"
    r"|permits|must|shall|proviso|statute|limitation\sof)\b"
)
_NOT_PAID_WITHIN = re.compile(r"\b(?:not|failed|without|no)\b[^.;]*\bwithin\s(?:the\s)?(?:a\s)?(?:period\sof\s)?\Z")
_PUNISHED = re.compile(r"\W{0,3}(?:s\s)?(?:\w+\s)?(?:imprisonment|custody|jail)\b|\W{0,3}(?:s\.?i|r\.?i)\b")
_CHEQUE = ("dishonour", "insufficient", "negotiable", "stopped payment", "payment stopped")
_SENT = r"\b(?:sent|issued|served|given|gave|posted)\b"
_FILED = r"\b(?:filed|presented|lodged)\b"
_CHEQUE_ROLES = tuple(
    (role, re.compile(pattern))
    for role, pattern in (
        ("cheque notice", rf"\bnotice\b.*{_SENT}|{_SENT}.*\bnotice\b"),
        ("cheque complaint", rf"\bcomplaint\b.*{_FILED}|{_FILED}.*\bcomplaint\b"),
        ("cheque payment", r"\b(?:paid|payment|pay)\b"),
        ("cheque", r"\b(?:presented|presentation|deposited)\b"),
    )
)


@lru_cache(maxsize=4)  # asked for every period of a narrative
def _is_cheque_case(lower: str) -> bool:
    return "cheque" in lower and any(word in lower for word in _CHEQUE)


def period_role(lower: str, mention: QuantityMention) -> str | None:
    """What a period measures, as the law module reads it or more finely in a cheque case; None if the law fixes it."""
    if not _is_cheque_case(lower):
        return mention.role
    before, after = _statement(lower, mention.span.start, mention.span.end)
    if _LAW_SAYS.search(before) or _NOT_PAID_WITHIN.search(before):
        return None
    if mention.role == "sentence" or _PUNISHED.search(after):
        return "sentence"
    statement = f"{before} {after}"
    cheque_role = next((role for role, pattern in _CHEQUE_ROLES if pattern.search(statement)), None)
    return cheque_role or (None if mention.role in {"notice", "complaint"} else mention.role)


def _statement(lower: str, start: int, end: int) -> tuple[str, str]:
    """The words of the same statement before and after a position."""
    before = _STATEMENT.split(lower[max(0, start - _REACH) : start])[-1]
    return before, _STATEMENT.split(lower[end : end + _REACH], maxsplit=1)[0]


_DATE_UNIT = "day"
# For these, a number repeated without its role is the same number.
_REPEATABLE = frozenset({Quantity.AMOUNT, Quantity.WEIGHT, Quantity.AGE})
_LIST_GOES_ON = re.compile(r"\s?(?:,|to|and|&)\s?A-\s?\d")
_PAIR = 2
_LIST_REACH = 12  # characters; the pattern matches no more
_PAIR_OF_LABELS = re.compile(r"A-?\s?\d", re.IGNORECASE)  # "A-1 & A-2" says which, not how many there are
_LIST_BEFORE = re.compile(r"A-\s?[\dl]{1,2}\s?(?:,|to|and|&)\s?\Z")


@dataclass(frozen=True, slots=True)
class _Key:
    quantity: Quantity
    value: float
    unit: str
    role: str | None
    subject: str | None


def find_numbers(words: Words, taken: SpanSet) -> list[NumericalFact]:
    """One fact for each number and role. Numbers inside `taken` belong to a provision."""
    text = words.text
    spans: dict[_Key, list[Span]] = {}
    confidence: dict[_Key, float] = {}
    persons = Persons(words)
    mentions = chain(
        map(partial(as_age, words), find_quantities(text)),
        unmarked_numbers(words.lower),
        find_hindi_quantities(text),
    )
    for mention in mentions:
        if mention.value is None or taken.holds(mention.span) or _is_not_a_fact(words, mention):
            continue
        key = _key(mention, _role(words, persons, mention))
        spans.setdefault(key, []).append(mention.span)
        confidence[key] = 0.85 if mention.approximate else 0.95
    return [
        NumericalFact(
            spans=tuple(sorted(number_spans)),
            quantity=key.quantity,
            value=key.value,
            unit=key.unit,
            role=key.role,
            subject=key.subject,
            confidence=confidence[key],
            found_by="law.quantities",
        )
        for key, number_spans in _join_repeats(spans).items()
    ]


def _is_not_a_fact(words: Words, mention: QuantityMention) -> bool:
    """Whether the context shows that it is no fact of the matter: a list, a legal limit, another matter's number."""
    text, start = words.text, mention.span.start
    if mention.quantity is Quantity.DATE:
        return False
    is_listed = mention.quantity is Quantity.PERSONS and bool(
        _LIST_GOES_ON.match(text, mention.span.end)
        or _LIST_BEFORE.search(text, max(0, start - _LIST_REACH), start)
        or (mention.value == _PAIR and _PAIR_OF_LABELS.match(text, start))
    )
    if is_listed or is_age_misread_as_period(text, mention) or _is_estimated_age(words.lower, mention):
        return True
    setting = Setting.at(words, start)
    if setting.is_about_another_matter or setting.is_counterfactual or setting.is_denied_in_terms:
        return True
    return (
        setting.is_failed_argument
        or _is_added_up(words.lower, mention)
        or _is_taken_back(words.lower, mention.span)
        or _is_set_by_law(words.lower, mention, setting)
    )


def _is_taken_back(lower: str, span: Span) -> bool:
    """Whether the writer corrects the number at once, says that somebody only thought so, or that it is a rule."""
    if _CORRECTED.match(lower, span.end) or _RUNS_BY_LAW.match(lower, span.end):
        return True
    return _ONLY_THOUGHT.search(lower, max(0, span.start - _KIN_REACH), span.start) is not None


def _is_added_up(lower: str, mention: QuantityMention) -> bool:
    """Whether a side adds up what was found or paid apart."""
    if mention.quantity not in {Quantity.WEIGHT, Quantity.AMOUNT}:
        return False
    before = lower[max(0, mention.span.start - _KIN_REACH) : mention.span.start]
    return any(word in before for word in _ADDS) and _ADDED_UP.search(before) is not None


def _is_estimated_age(lower: str, mention: QuantityMention) -> bool:
    """Whether an age is one end of what a bone test allows: "Radiologist: 12 to 14 years"."""
    before = lower[max(0, mention.span.start - _TEST_REACH) : mention.span.start]
    before = before.rpartition(". ")[2].rpartition("\n")[2]
    is_end = _RANGE_BEFORE.search(before) or _RANGE_AFTER.match(lower, mention.span.end)
    is_of_years = mention.quantity is Quantity.AGE or mention.stated_unit == "years"
    return is_of_years and bool(is_end) and _BONE_TEST.search(before) is not None


def _is_set_by_law(lower: str, mention: QuantityMention, setting: Setting) -> bool:
    """Whether the law sets the age, the period or the quantity of a drug."""
    before = max(0, mention.span.start - _KIN_REACH), mention.span.start
    if mention.quantity is Quantity.WEIGHT:
        return _NOTIFIED_QUANTITY.search(lower, *before) is not None
    return mention.quantity in {Quantity.AGE, Quantity.DURATION} and (
        setting.states_law or _PRESCRIBED.search(lower, *before) is not None
    )


def _role(words: Words, persons: Persons, mention: QuantityMention) -> str | None:
    """Whose age it is, what a period measures or a sum is; otherwise the role that the law module reads."""
    if mention.quantity is Quantity.DURATION:
        return period_role(words.lower, mention)
    if mention.quantity is Quantity.AMOUNT:
        return sum_role(words.lower, mention.span, mention.role)
    if mention.quantity is Quantity.WEIGHT:
        return weight_role(words.lower, mention.span, mention.role)
    if mention.quantity is not Quantity.AGE or mention.role == RETIREMENT:
        return mention.role
    kin = relative_aged(words.lower, mention.span.start)
    if kin is not None and (mention.role != "witness" or _is_spoken_of(words.lower, mention.span.start)):
        is_no_victim = _ELDERS.fullmatch(kin) or kin == CO_ACCUSED or _is_child_of_the_house(words.lower, mention.span)
        return kin if is_no_victim else witness_aged(words.text, mention.span.start)
    beside = age_beside(words.text, mention.span.start, mention.role)
    first = bisect_left(words.starts, mention.span.start)
    return persons.as_accused(beside or mention.role or persons.aged(first))


def _key(mention: QuantityMention, role: str | None) -> _Key:
    value = float(mention.value or 0.0)
    if mention.quantity is Quantity.DATE:
        return _Key(mention.quantity, value, _DATE_UNIT, None, None)
    stated = round(from_base(mention.quantity, value, mention.stated_unit), 4)
    return _Key(mention.quantity, stated, mention.stated_unit, role, mention.subject)


def _may_be_repeated(key: _Key) -> bool:
    """Whether the same number without its role is the same fact. Two periods of six months may be two facts."""
    is_odd = key.quantity is Quantity.DURATION and key.value > 12 and key.value % 5 != 0
    return key.quantity in _REPEATABLE or is_odd


def _join_repeats(spans: dict[_Key, list[Span]]) -> dict[_Key, list[Span]]:
    all_spans = {key: list(key_spans) for key, key_spans in spans.items()}
    by_number: dict[tuple[Quantity, float, str], list[_Key]] = {}
    for key in spans:
        by_number.setdefault((key.quantity, key.value, key.unit), []).append(key)
    for key in spans:
        if key.role is not None or key.subject is not None or not _may_be_repeated(key):
            continue
        others = [other for other in by_number[key.quantity, key.value, key.unit] if other != key]
        if len(others) == 1:
            all_spans[others[0]].extend(all_spans.pop(key))
    return all_spans
