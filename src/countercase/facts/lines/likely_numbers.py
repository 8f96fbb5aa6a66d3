"""Lines of numbers whose meaning only the learned reader tells: how many came, what sentence, how long in hospital.

They are drawn only for a provision that has no line of the kind yet.
"""

import re
from collections.abc import Collection, Iterator

from countercase.domain.checklist import LawLine, NumberRole, Stands
from countercase.domain.span import Span
from countercase.facts.lines.groups import line_of_group, line_of_other_side
from countercase.facts.lines.maximum_sentences import lines_of_maximum
from countercase.facts.lines.police_custody import total_police_custody
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.quantities import lines_of_suffering
from countercase.facts.lines.sentences import lines_of_term
from countercase.facts.lines.stated_lengths import StatedLength
from countercase.law import dates

_LIKELY = 0.7  # least probability of what a number counts; chosen on matters that the reader was not trained on
_LIKELY_SIDE = 0.5  # the same, for those who came against the accused
_REMAIN = re.compile(r"\b(?:remain|left|surviv)\w*")  # those who are left after the others were acquitted
# One of several who were sentenced: "Sujit: ten years. Kalawati: five years".
_NAMED_BEFORE = re.compile(
    r"\b(?:A-?\d|[A-Z][a-z]{2,}(?:\s[A-Z][a-z]{2,})?)\s?(?::|-|–|got|gets|to)\s(?:R\.?I\.?\s)?\Z"
)
# A term that another section asks for, not that of an offence charged: "that needs an offence of ten years".
_IS_NEEDED = re.compile(r"\b(?:needs?|requires?|calls?\sfor|must\s(?:be|carry))\s[^.;\n]{0,30}\Z")
_OTHERS = re.compile(r"\s(?:others?|more|companions|other\smen)\b")
_DAYS_IN = {"days": 1, "weeks": 7, "months": 30}


def likely_number_lines(matter: MatterProfile, drawn: Collection[LawLine]) -> Iterator[LawLine]:
    """The lines of these numbers, if the rules have drawn none of the kind."""
    rules = {line.rule for line in drawn}
    terms = [line for line in drawn if line.rule.startswith(("least", "most"))]
    sections = {line.provision.base for line in terms}
    yield from _persons(matter, rules)
    known = {(line.provision, line.value) for line in terms}
    for span, length in _lengths(matter, NumberRole.SENTENCE):
        term = _months(length)
        for line in lines_of_term(matter, *term, span) if term else ():
            is_of_another = line.stands is Stands.CROSSED and _NAMED_BEFORE.search(
                matter.text[max(0, span.start - 60) : span.start]
            )
            if line.provision.base not in sections or (is_of_another and (line.provision, line.value) not in known):
                sections.add(line.provision.base)
                known.add((line.provision, line.value))
                yield line
    if rules.isdisjoint({"gravity", "arrest without notice"}):
        in_law = [
            (length.in_months / 12, span)
            for span, length in _lengths(matter, NumberRole.SENTENCE_IN_LAW)
            if not _IS_NEEDED.search(matter.lower[max(0, span.start - 50) : span.start])
        ]
        if in_law:
            yield from lines_of_maximum(matter, *max(in_law, key=lambda pair: pair[0]))
    if "police custody" not in rules:
        for span, length in _lengths(matter, NumberRole.POLICE_CUSTODY):
            if length.unit == "days" and length.parts[0][1] > 0:
                yield total_police_custody(matter, length.parts[0][1], (span,))
                break
    yield from _incapacity(matter, rules)


def _persons(matter: MatterProfile, rules: set[str]) -> Iterator[LawLine]:
    """The lines of those who came together; if there are none, of those who came against the accused."""
    for span in matter.learned.numbers_of(NumberRole.OFFENDERS, _LIKELY):
        count = read_count(matter.lower[span.start : span.end])
        for line in line_of_group(matter, count, span) if count else ():
            is_of_rest = line.stands is Stands.CROSSED and _REMAIN.search(
                matter.lower, max(0, span.start - 24), span.end + 24
            )
            if line.rule not in rules or is_of_rest:
                rules.add(line.rule)
                yield line
    if not any("persons" in rule for rule in rules):
        yield from _largest_other_side(matter)


def _largest_other_side(matter: MatterProfile) -> Iterator[LawLine]:
    """The line of the largest number of those who came against the accused; "he and five others" are six."""
    counted = []
    for span in matter.learned.numbers_of(NumberRole.OTHER_SIDE, _LIKELY_SIDE):
        count = read_count(matter.lower[span.start : span.end])
        if count:
            counted.append((count + (_OTHERS.match(matter.lower, span.end) is not None), span))
    if counted:
        yield from line_of_other_side(matter, *max(counted))


def _lengths(matter: MatterProfile, role: NumberRole) -> Iterator[tuple[Span, StatedLength]]:
    """The lengths of time that are likely to count this."""
    likely = matter.learned.numbers_of(role, _LIKELY)
    for length in matter.stated_lengths:
        if any(span.overlaps(length.span) for span in likely):
            yield length.span, length


def _months(length: StatedLength) -> tuple[int, str] | None:
    """A term of whole years or months: in months, and in words."""
    parts = dict(length.parts)
    months = parts.get("years", 0) * 12 + parts.get("months", 0)
    if months <= 0 or months % 1 or set(parts) - {"years", "months"}:
        return None
    return int(months), " ".join(dates.counted(number, unit) for unit, number in length.parts)


def _incapacity(matter: MatterProfile, drawn: Collection[str]) -> Iterator[LawLine]:
    """The longest time for which somebody was in pain or unable to work."""
    if not (matter.acts & {"IPC", "BNS"} or matter.likely_charges):
        return
    lengths = [(span, length) for span, length in _lengths(matter, NumberRole.INCAPACITY) if length.unit in _DAYS_IN]
    if not lengths:
        return
    span, length = max(lengths, key=lambda pair: pair[1].parts[0][1] * _DAYS_IN[pair[1].unit])
    for line in lines_of_suffering(matter, length.parts[0][1], length.unit, span):
        if line.rule not in drawn:
            yield line
