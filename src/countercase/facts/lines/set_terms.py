"""Lines of a term that an order sets or a person serves, against the longest or shortest that the law allows.

How long a power to detain is delegated, a suspension extended, increments withheld, a bond kept in force, a person
removed from an area or detained, and how long notice and service before a retirement must be.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.detention_acts import UNDER_COFEPOSA, detention_act
from countercase.facts.lines.number_lines import line_against
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.lines.stated_lengths import StatedLength
from countercase.facts.other_matters import is_of_cited_case
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Operator, Threshold
from countercase.text.words import capitalised

_REACH = 170  # characters before a length in which the thing is named
_FOR = (
    r"(?:\b(?:for|by|of)\s(?:(?:a|an|another|the|further|next|total|period|term|of|full|only|more|good)\s){0,5})"
    r"[\"“'(]?"
)
_STATES_THE_LAW = re.compile(
    r"\b(?:must|shall|should|cannot|can\sonly|not\s(?:exceed\w*|beyond|more\sthan)|maximum|at\sthe\smost|limit\w*|allows?|permits?|prescribes?|rule\sgives)\b[^.;\n]{0,40}\Z"
)


@dataclass(frozen=True, slots=True)
class _Term:
    """The rows for one kind of term, what engages them, and the words around the length."""

    rule_ids: tuple[str, ...]
    conditions: tuple[str, ...]
    quantity: str
    otherwise: str  # the effect if the row does not hold
    before: re.Pattern[str]
    after: re.Pattern[str] | None = None  # words right after the length, if those before it are not enough
    unless: re.Pattern[str] | None = None  # words of the clause that rule the line out
    crossed_only: bool = False  # the other side says nothing
    unit: str = ""  # a unit that the length must have


_TERMS = (
    *(
        _Term(
            (f"{act.lower()}-delegation-months",),
            conditions,
            "time for which the power to detain was delegated at once",
            "longer than the power may be delegated at a time, so that the officer had no authority",
            re.compile(
                rf"\b(?:authori[sz]|empower|delegat|confer|power\smay)\w*\b[^;\n]{{0,150}}(?:{_FOR}|\bperiod\s(?:from\s)?|\bin\sforce\s(?:for\s)?)\Z"
            ),
            unless=re.compile(r"\b(?:detention|detained|confirmed)\s(?:of\s\w+\s)?for\s(?:a\speriod\sof\s)?\Z"),
        )
        for act, conditions in (
            ("NSA", ("act:NSA", "topic:national security")),
            *((short, (f"topic:detention under {short}",)) for short in ("TNPDA", "TelanganaPD")),
        )
    ),
    _Term(
        ("ccscca-10-6-days",),
        ("act:CCSCCA", "topic:central service"),
        "one extension of the suspension",
        "longer than one extension may be",
        re.compile(
            rf"\bsuspen\w+\b[^;\n]{{0,110}}\b(?:exten(?:d|sion)|continu|renew|prolong)\w*\b[^;\n]{{0,70}}{_FOR}\Z"
            rf"|\breview\scommittee\b[^;\n]{{0,60}}\bexten(?:d|sion)\w*\b[^;\n]{{0,30}}{_FOR}\Z"
            rf"|\b(?:exten(?:d|sion)|continu|renew|prolong)\w*\b[^;\n]{{0,30}}\bsuspen\w+\b[^;\n]{{0,50}}{_FOR}\Z"
        ),
    ),
    _Term(
        ("ccscca-16-1a-years",),
        ("topic:minor penalty without inquiry",),
        "time for which increments were withheld without an inquiry",
        "longer than increments may be withheld without an inquiry under Rule 14",
        re.compile(
            rf"\b(?:stoppage|withh(?:old|eld)\w*|stopp(?:ed|ing)|postponement)\b[^.;\n]{{0,40}}\bincrements?\b[^.;\n]{{0,40}}{_FOR}\Z"
            rf"|\bincrements?\b[^.;\n]{{0,30}}\b(?:withheld|stopped|postponed)\b[^.;\n]{{0,20}}{_FOR}\Z"
        ),
        unless=re.compile(r"(?<!without\s)(?<!w/o\s)(?<!non-)\bcumulative\seffect\b"),
    ),
    _Term(
        ("crpc-437a-months", "bnss-481-months"),
        ("CrPC-437A", "BNSS-481", "topic:bond on acquittal"),
        "time for which the bond to appear before the higher court runs",
        "longer than the section allows",
        re.compile(rf"\b(?:bonds?|bail\sbonds?|suret(?:y|ies))\b[^;\n]{{0,120}}{_FOR}\Z"),
    ),
    _Term(
        ("scst-10-years-1990", "scst-10-years-2016"),
        ("topic:removal under the Atrocities Act",),
        "time for which he was removed from the area",
        "longer than the Special Court may order",
        re.compile(rf"\b(?:remov(?:ed|al|ing)|extern(?:ed|ing|ment)|keep\saway|stay\sout)\b[^;\n]{{0,120}}{_FOR}\Z"),
    ),
    *(
        _Term(
            ("fr-56j-notice",),
            ("topic:premature retirement",),
            "notice of compulsory retirement, or pay in its place",
            "shorter than the rule requires",
            before,
            after,
        )
        for before, after in (
            (re.compile(rf"\b(?:notice|pay|salary|allowances|emoluments)\b[^.;\n]{{0,40}}{_FOR}\Z"), None),
            (
                re.compile(r"\Z"),
                re.compile(
                    r"['’]?s?['’]?\s(?:clear\s)?(?:notice|pay\b|salary|wages|emoluments|in\slieu|in\splace\sof)"
                ),
            ),
        )
    ),
    _Term(
        ("ccspension-48a-years", "ccspension2021-43-years"),
        ("topic:voluntary retirement",),
        "qualifying service before the voluntary retirement",
        "too short for voluntary retirement with pension under this rule",
        re.compile(
            r"\b(?:put\sin|completed|rendered|has|had|having|with|did|served(?:\sfor)?|qualifying\sservice\s?(?:of|is|was|:|comes\sto|being)|service\s?(?:of|:|is|was))\s(?:only\s|just\s|a\stotal\sof\s|about\s|in\sall\s)?\Z"
        ),
        re.compile(
            r"\s(?:as\b|of\s(?:qualifying\s|regular\s|continuous\s|total\s)?service|(?:qualifying\s|regular\s|continuous\s)?service)|\s?[,.;)(]|\sand\s(?:gave|tendered)"
        ),
        unit="years",
    ),
    _Term(
        ("crpc-389-1-years", "bnss-430-1-years"),
        ("topic:prosecutor not heard on suspension",),
        "term of the sentence suspended without hearing the prosecutor",
        "",
        re.compile(
            r"\b(?:r\.?i\b\.?|s\.?i\b\.?|imprisonment\b|sentenced?\b|awarded\b|undergo\b|convict\w+)[^.;\n]{0,40}\Z"
        ),
        crossed_only=True,
        unit="years",
    ),
)


def term_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The line of each term that the matter states, if its statements agree on the side."""
    for term in _TERMS:
        if not matter.applies(term.conditions):
            continue
        rule = _row_in_force(matter, term)
        stated = list(_stated(matter, term)) if rule is not None else []
        sides = {_is_kept(rule, length) for length, _, _ in stated} if rule is not None else set()
        if rule is not None and len(sides) == 1 and None not in sides:
            yield from _line(rule, term, *stated[0])
    yield from _detained_until(matter)


def _row_in_force(matter: MatterProfile, term: _Term) -> Threshold | None:
    rules = [thresholds.get(name) for name in term.rule_ids]
    if matter.last_day is None:  # without a date, the rule that the text cites
        cited = [rule for rule in rules if re.search(rf"\b{_with_hyphen(rule.provision.number)}\b", matter.lower)]
        rules = cited or rules
    day = matter.last_day or matter.code_day
    return next((rule for rule in rules if rule.in_force(day)), rules[0] if matter.last_day is None else None)


def _with_hyphen(number: str) -> str:
    """ "48A" as it is also written: "48-a"."""
    return re.sub(r"(?<=\d)(?=[a-z])", r"-?\\s?", number.lower())


def _stated(matter: MatterProfile, term: _Term) -> Iterator[tuple[float, str, Span]]:
    """Each length that the text gives for the thing: in months, in words, and where."""
    for length in matter.stated_lengths:
        if _is_usable(length, term) and _is_named(matter, term, length.begins, length.span):
            yield _months(length), length.words, length.span
    for first, last in pairwise(matter.timeline.mentions):
        joined = matter.lower[first.span.end : last.span.start]
        if not (first.exact and last.exact and _TO.fullmatch(joined)) or first.day >= last.day:
            continue
        if _is_named(matter, term, first.span.start, Span(first.span.start, last.span.end)):
            elapsed = dates.elapsed(first.day, dates.add(last.day, 1, "days"))
            months = elapsed.years * 12 + elapsed.months + elapsed.days / 31
            yield months, dates.in_words(elapsed, exact=True), Span(first.span.start, last.span.end)


_TO = re.compile(r"\s?(?:to|till|until|up\s?to|-|–)\s?")


def _is_usable(length: StatedLength, term: _Term) -> bool:
    is_plain = not (length.is_nth_day or length.is_working_days or length.bound or length.refers_back)
    return is_plain and length.unit != "hours" and (not term.unit or length.parts[0][0] == term.unit)


def _is_named(matter: MatterProfile, term: _Term, begins: int, span: Span) -> bool:
    """Whether the words around a length say that it is the term in question."""
    clause = matter.clause_at(span.start)
    before = matter.lower[max(clause.start, begins - _REACH) : max(clause.start, begins)]
    if not term.before.search(before) or _STATES_THE_LAW.search(before) or is_of_cited_case(matter.lower, span):
        return False
    if term.unless is not None and (
        term.unless.search(before) or term.unless.search(matter.lower, clause.start, clause.end)
    ):
        return False
    return term.after is None or term.after.match(matter.lower, span.end) is not None


def _months(length: StatedLength) -> float:
    """The length in months; days are counted as thirtieths, so that 180 days are six months."""
    in_unit = {"years": 12.0, "months": 1.0, "weeks": 7 / 30, "days": 1 / 30}
    return sum(number * in_unit[unit] for unit, number in length.parts)


def _is_kept(rule: Threshold | None, months: float) -> bool | None:
    if rule is None:
        return None
    limit = rule.value * {"years": 12.0, "months": 1.0, "days": 1 / 30}[rule.unit]
    return months >= limit if rule.operator is Operator.AT_LEAST else months <= limit


def _line(rule: Threshold, term: _Term, months: float, words: str, span: Span) -> Iterator[LawLine]:
    holds = _is_kept(rule, months) is True
    if term.crossed_only and not holds:
        return
    effect = rule.effect if holds else term.otherwise
    limit = dates.counted(rule.value, rule.unit)
    bound = f"{rule.operator.words} {limit}"
    is_kept = holds and not term.crossed_only
    yield line_against(rule, term.quantity, words, limit, span, effect, is_kept=is_kept, bound=bound)


# The day until which a person is to be kept in preventive detention.

_KEPT_UNTIL = re.compile(
    r"\b(?:kept|detained|detention|continue\w*|confirm\w*|held)\b(?:[^.;\n]|\.(?=\d)|(?<=\b\w\w)\.|(?<=\b\w)\.){0,90}\b(?:till|until|up\s?to)\s(?:the\s)?\Z"
    r"|\bconfirm\w*;\s(?:to\s|will\s|shall\s)?(?:run|last|continue|remain)s?\s[^.;\n]{0,24}\b(?:till|until|up\s?to)\s(?:the\s)?\Z"
)
_DECLARED = re.compile(
    r"(?<!\bno\s)(?<!\bno\sdeclaration\s)(?<!\bno\sdeclaration\sunder\s)\b(?:section|sec\.?|s\.|u/s)\s?9\s?(?:\(1\))?"
)
_LONGEST_SECTIONS = {
    "TNPDA": "13",
    "TelanganaPD": "13",
    "MPDA": "13",
    "KarnatakaGoondas": "13",
    "PASA": "14",
    "BlackMarketing": "13",
}


def _detained_until(matter: MatterProfile) -> Iterator[LawLine]:
    """A detention that the order of confirmation limits by a date, against the longest that the Act allows."""
    limit = _longest_detention(matter)
    served = matter.timeline.first("order served")
    if limit is None or served is None or not served.exact:
        return
    section, months = limit
    for mention in matter.timeline.mentions:
        before = matter.lower[max(0, mention.span.start - _REACH) : mention.span.start]
        if mention.exact and mention.day > served.day and _KEPT_UNTIL.search(before):
            is_of_order = "confirm" in before
            yield _until_line(section, months, served.day, mention.day, (mention.span, served.span), is_of_order)
            return


def _longest_detention(matter: MatterProfile) -> tuple[Provision, int] | None:
    """The section on the longest detention, and its months."""
    act = detention_act(matter)
    if act in _LONGEST_SECTIONS:
        return Provision.parse(f"{act}-{_LONGEST_SECTIONS[act]}"), 6 if act == "BlackMarketing" else 12
    if matter.applies(UNDER_COFEPOSA):
        return Provision.parse("COFEPOSA-10"), 24 if _DECLARED.search(matter.lower) else 12
    return (Provision.parse("NSA-13"), 12) if matter.applies(("act:NSA", "topic:national security")) else None


def _until_line(
    section: Provision, months: int, start: date, end: date, spans: tuple[Span, ...], is_of_order: bool
) -> LawLine:
    words = dates.in_words(dates.elapsed(start, dates.add(end, 1, "days")), exact=True)
    allowed = dates.add(end, 1, "days") <= dates.add(start, months, "months")
    line = dates.counted(months, "months")
    effect = f"{'within' if allowed else 'beyond'} the most that section {section.number} allows"
    return LawLine(
        section,
        "period for which the order was confirmed" if is_of_order else "time in preventive detention",
        words,
        line,
        Stands.of(allowed),
        spans,
        f"{capitalised(words)} against at most {line}: {effect}.",
        f"{section.act.lower()}-{section.number}-until",
    )
