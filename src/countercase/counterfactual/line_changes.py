"""What-ifs that take a matter across a line of law, changing every related word of the text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from countercase.counterfactual.clauses import SUPPOSED, added_to_paragraph, without_overlaps
from countercase.counterfactual.derived_counts import leaves_derived_count
from countercase.counterfactual.law_reading import MatterReading, changed_outside, compare, read_edited
from countercase.counterfactual.leftover_words import contradicts_line, leaves_derived_words
from countercase.counterfactual.line_values import (
    day_of,
    gap_in_days,
    is_date,
    other_dates,
    other_hour,
    other_numbers,
    other_shares,
    repair_number,
)
from countercase.counterfactual.line_words import other_side, quantity_as_read
from countercase.counterfactual.linked_words import (
    changes_order_of_events,
    is_day_of_another_event,
    linked_edits,
)
from countercase.counterfactual.person_meant import with_one_meant
from countercase.counterfactual.validator import contradictions
from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import Fact, FactSheet, LineFact, RoleFact
from countercase.domain.perturbation import LawEffect, LawReading, Perturbation, TextEdit
from countercase.domain.span import Span
from countercase.errors import FactSheetError
from countercase.facts.edit import rewrite
from countercase.facts.lines import read_lines
from countercase.facts.rewording import reword
from countercase.facts.timeline import read_timeline
from countercase.law.ingredients import tables

_MOST_TRIES = 24
_LONGEST_GAP_OF_MARRIAGE = 4.5 * 365.25  # days; nobody supposes that a bride of six months was married for seven years
_AGE_SAYS = re.compile(r".+? against (?P<bound>.+? under [^:]+): (?P<effect>.+)\.")
_AN_AGE = re.compile(r"\b\d{1,2}\b")  # not the year of a birth
_DAY_AND_MONTH = re.compile(r"\d{1,2}[./]\d{1,2}[./]")
_NIGHT = re.compile(r"\b(?:night|midnight|dark|asleep|sleeping)\b", re.IGNORECASE)
# For these lines nobody supposes another day of arrest, remand or offence: the other date moves, or none.
_ONE_DATE_MOVES = re.compile(r"default|charge-sheet|36a|production|no-sheet|pmla-19|age|multiplier applied|prospects")
# A birth or a wedding moves by whole years: the day of the year stays.
_SCANNED = re.compile(r"(?<=\d)[OolI]|[OolI](?=\d)")
_BY_YEARS = re.compile(r"age|marriage|multiplier")
_ROLE_ACROSS_LINE = {"juvenile": "adult", "minor": "adult", "child": "adult", "adult": "juvenile", "major": "minor"}
_COUNT_OF_TIME = re.compile(r"(?<!next\s)(?<!same\s)(?<!that\s)\b(?:hours?|days?|weeks?|months?|years?|yrs?)\b")
# Sections of the NDPS Act whose punishment depends on the quantity.
_PUNISHED_BY_QUANTITY = frozenset(f"NDPS-{number}" for number in (15, 17, 18, 20, 21, 22, 23))
_SENTENCED = re.compile(r"\b(?:R\.?\s?I\b|rigorous|sentenced)|\bfine\s(?:of\s)?(?:Rs|₹)", re.IGNORECASE)
_REMAIN = re.compile(r"\b(?:so|only|thus)\s(?:two|three|four|[2-4])\s(?:remain|are\sleft)", re.IGNORECASE)
_WITH_REMAND = re.compile(r"\((\d+) with the day of remand\)")
_ASSESSMENT = (
    "If he was sixteen or more and the offence is heinous, the Board first makes a preliminary assessment under"
    " Section 15 of the JJ Act and may send him to the Children's Court to be tried as an adult (Section 18(3))."
)
_DOCUMENT_OF_AGE = re.compile(
    r"\b(?:register|certificate|matric\w*|admission|date\sof\sbirth|D\.?O\.?B)\b", re.IGNORECASE
)
_BONE_TEST = (
    "A bone test counts only where no school or municipal document gives the date of birth"
    " (Section 94(2) of the JJ Act)."
)
# Where another clause of the section may still apply.
_UNLESS = {"night": " under this clause; another clause of the section may still apply"}
_FIXED_BY_STATUTE = re.compile(r"maximum sentence for")
# In a plea, a finding, or the name of an Act or court, a word for an age is not the text's own statement.
_NOT_OWN_STATEMENT = re.compile(
    r"\b(?:plea|pleads?|claim(?:s|ed)?|contend\w*|argu\w+|reject\w*|Board|Justice|Court|Act|certificate|register"
    r"|whether|not|no|denie[sd]|held|found|declared?)\b"
)


@dataclass(frozen=True, slots=True)
class Crossing:
    """A text in which the matter is on the other side of a line."""

    edits: tuple[TextEdit, ...]
    after: MatterReading
    line: LawLine


def place_to_change(line: LawLine) -> Span:
    """The words that a what-if changes: the wedding for a period of marriage, else the first words of the line."""
    return line.spans[-1] if line.rule.startswith("marriage") else line.spans[0]


def cross_line(before: MatterReading, line: LawLine, may_edit: bool = True) -> Perturbation | None:
    """The change that takes a matter across a line, with its law; it has no edits if none is clean.

    None if the line is about one of several persons, and nobody could tell which.
    """
    crossing = _crossing(before, line) if may_edit else None
    old = _line_fact(line, (place_to_change(line),))
    if crossing is None:
        other = "crossed" if line.stands == "within" else "within"
        old = replace(old, spans=line.spans)
        new = replace(old, value=f"the other side of {line.line}", stands=other)
        says = _with_notes(line.says, line, before.sheet.narrative)
        says = f"{says} On the other side of the line this would no longer hold{_UNLESS.get(line.rule, '')}."
        described = f"{line.line} ({line.quantity}; now {line.value})"
        sentence = f"Suppose that the matter stood on the other side of the line: {described}."
        supposed = other_side(line, before.sheet.narrative)
        if supposed is not None and "accused" in supposed:
            supposed = with_one_meant(supposed, before.sheet.narrative, line.spans)
            if supposed is None:
                return None
        is_period = supposed is not None and supposed.startswith("the time ")
        edits = _period_added(before, line, supposed) if supposed is not None and may_edit and is_period else ()
        if supposed is not None:
            sentence = f"Suppose that {supposed} ({_now(before, line)})."
        at_same_words = (other.provision.id for other in _lines_beside(before, line))
        also = tuple(dict.fromkeys((*at_same_words, *_cited_sections_needing(before.sheet, line))))
        return replace(_change(old, new, line, sentence, edits, says, also), adds_supposition=bool(edits))
    quote, changed = crossing.edits[0].span.of(before.sheet.narrative), crossing.edits[0].text
    moved = crossing.edits[0].span
    old = replace(old, spans=(moved, *(span for span in line.spans if not span.overlaps(moved))))
    new = _line_fact(crossing.line, tuple(written_places(crossing.edits)[:1]))
    new_value = _value_words(crossing.line)
    sentence = f"Suppose it were “{changed}” and not “{quote}” ({quantity_as_read(line)}: {new_value})."
    other_lines = _other_lines_crossed(before, crossing, line)
    own_says = _with_notes(crossing.line.says, crossing.line, before.sheet.narrative)
    says = " ".join(dict.fromkeys((own_says, *(other.says for other in other_lines))))
    other_provisions = (other.provision.id for other in other_lines if other.provision != line.provision)
    also = tuple(dict.fromkeys((*other_provisions, *_cited_sections_needing(before.sheet, line))))
    return _change(old, new, line, sentence, crossing.edits, says, also)


def _lines_beside(before: MatterReading, line: LawLine) -> Iterator[LawLine]:
    """Lines of other provisions that the same words would cross with this one: an age counts under several Acts."""
    for other in before.lines:
        if other.provision != line.provision and (other.spans, other.line, other.stands) == (
            line.spans,
            line.line,
            line.stands,
        ):
            yield other


def _now(before: MatterReading, line: LawLine) -> str:
    """The value of the matter as it stands; where its versions differ, as that of one of them."""
    of_versions = {other.value for other in before.lines if other.rule == line.rule and "persons" in other.rule}
    if "persons" in line.rule and _REMAIN.search(before.sheet.narrative):
        return f"{_value_words(line)} remain after the acquittals"
    return f"one version has {_value_words(line)}" if len(of_versions) > 1 else f"now {_value_words(line)}"


def _value_words(line: LawLine) -> str:
    """The value as the reading counts it: with the day of remand, if the law counts that day."""
    counted = _WITH_REMAND.search(line.value)
    if counted is not None:
        return f"{counted[1]} days"
    plain = line.value.partition(" (")[0]
    return line.value if plain == line.line else plain


def _with_notes(says: str, line: LawLine, narrative: str) -> str:
    """The reading of a line, with what else the law says of that age: Section 15, or the rank of a bone test."""
    years = re.match(r"(\d+) years", line.value)
    if line.provision.act == "JJ" and "tried by the Board" in says and years is not None and int(years[1]) in (16, 17):
        says = f"{says} {_ASSESSMENT}"
    if line.value.endswith("of the test") and _DOCUMENT_OF_AGE.search(narrative):
        says = f"{says} {_BONE_TEST}"
    return says


def _period_added(before: MatterReading, line: LawLine, supposed: str) -> tuple[TextEdit, ...]:
    """Suppose another time in a sentence of its own, where no date can be moved cleanly."""
    text, place = before.sheet.narrative, place_to_change(line)
    aside = "the dates given and anything else" if is_date(place.of(text)) else "anything said"
    sentence = f"{SUPPOSED}, leaving aside {aside} to the contrary, that {supposed}."
    added = added_to_paragraph(text, place, sentence)
    after = read_edited(before, rewrite(before.sheet, [(added.span, added.text)]), [added])
    if compare(before, after).lines or changed_outside(before, after, (), written_places([added])):
        return ()
    return (added,)


def _cited_sections_needing(sheet: FactSheet, line: LawLine) -> Iterator[str]:
    """Cited sections that need the ingredient which the line decides: section 37 for a commercial quantity."""
    cited = {provision.base for provision in sheet.provisions} - {line.provision.base}
    for rule in tables().lines:
        if rule.covers(line.rule):
            needing = tables().ingredients[rule.ingredient].provisions
            yield from (provision.id for provision in needing if provision.base in cited)
    if line.rule.startswith("ndps-"):
        yield from sorted(cited & _PUNISHED_BY_QUANTITY)


def _other_lines_crossed(before: MatterReading, crossing: Crossing, line: LawLine) -> list[LawLine]:
    """Other lines that the same edit crosses: an age counts under more than one Act."""
    text = crossing.edits[0].text
    moved = [
        new or _outgrown(old, text)
        for old, new in compare(before, crossing.after).lines
        if old is not None and (old.rule, old.provision) != (line.rule, line.provision)
    ]
    return [other for other in moved if other is not None]


def _change(
    old: LineFact,
    new: LineFact,
    line: LawLine,
    sentence: str,
    edits: tuple[TextEdit, ...],
    says: str,
    also: tuple[str, ...] = (),
) -> Perturbation:
    law = LawReading(LawEffect.CROSSES, line.provision.id, says, also)
    basis = f"line {line.rule} ({line.provision.id}: {line.line})"
    return Perturbation(old, new, "line crossed", basis, sentence, edits, law)


def _line_fact(line: LawLine, spans: tuple[Span, ...]) -> LineFact:
    return LineFact(
        spans=spans,
        found_by="what-if",
        rule=line.rule,
        quantity=line.quantity,
        provision=line.provision,
        value=line.value,
        stands=line.stands.value,
    )


def _leaves_count(narrative: str, line: LawLine, edits: Sequence[TextEdit]) -> bool:
    """Whether a date moves and the words that count the days beside it stay."""
    counts = [
        span for span in line.spans if _COUNT_OF_TIME.search(span.of(narrative)) and not is_date(span.of(narrative))
    ]
    return any(is_date(edit.span.of(narrative)) for edit in edits) and not all(
        any(edit.span.overlaps(span) for edit in edits) for span in counts
    )


def _crossing(before: MatterReading, line: LawLine) -> Crossing | None:
    """A clean edit that crosses no other line, or else a clean edit of the words that the line is about."""
    first_place = place_to_change(line)
    at_first = _crossing_at(before, line, first_place)
    if at_first is not None and not _other_lines_crossed(before, at_first, line):
        return at_first
    for place in () if _ONE_DATE_MOVES.search(line.rule) else [span for span in line.spans if span != first_place]:
        crossing = _crossing_at(before, line, place)
        if crossing is not None and not _other_lines_crossed(before, crossing, line):
            return crossing
    return at_first


def _crossing_at(before: MatterReading, line: LawLine, span: Span) -> Crossing | None:
    if _FIXED_BY_STATUTE.match(line.quantity):
        return None  # the sections charged decide it, not the facts
    if line.rule == "night" and _NIGHT.search(before.sheet.narrative):
        return None  # the text also says in other words that it was night
    if line.rule.startswith("marriage") and gap_in_days(line.value, line.line) > _LONGEST_GAP_OF_MARRIAGE:
        return None
    for text in _values_in_order(before.sheet.narrative, span, line):
        moved = _line_after(before, line, TextEdit(span, text))
        if moved is None or moved.stands == line.stands:
            continue
        for edits in linked_edits(before.sheet.narrative, line, moved, TextEdit(span, text)):
            if _leaves_count(before.sheet.narrative, line, edits):
                continue
            crossing = _clean_crossing(before, line, edits)
            if crossing is not None:
                return crossing
    return None


def _values_in_order(narrative: str, span: Span, line: LawLine) -> list[str]:
    """The values that keep events in order; dates on which nothing else happened come first."""
    texts = islice(_other_values(span.of(narrative), line), _MOST_TRIES)
    is_record = bool(_BY_YEARS.search(line.rule)) and not line.rule.startswith("marriage")
    quote = re.compile(rf"(?<![\w.]){re.escape(span.of(narrative))}(?!\w)")
    mentions = [span, *(Span(*match.span()) for match in quote.finditer(narrative) if match.start() != span.start)]
    fitting = [
        text
        for text in texts
        if not any(changes_order_of_events(narrative, mention, text, is_record) for mention in mentions)
    ]
    return fitting if is_record else sorted(fitting, key=lambda text: is_day_of_another_event(narrative, span, text))


def _other_values(quote: str, line: LawLine) -> Iterator[str]:
    if line.rule == "night":
        other = other_hour(quote)
        yield from (other,) if other else ()
    elif is_date(quote):
        yield from other_dates(quote, gap_in_days(line.value, line.line), bool(_BY_YEARS.search(line.rule)))
    elif line.rule.startswith("prospects"):
        yield from other_shares(quote, is_salaried="self-employed" not in line.quantity)
    else:
        yield from other_numbers(repair_number(quote), line.line)


def _line_after(before: MatterReading, line: LawLine, edit: TextEdit) -> LawLine | None:
    """The line as read after an edit; None if it is no longer read."""
    narrative = before.sheet.narrative
    changed = narrative[: edit.span.start] + edit.text + narrative[edit.span.end :]
    span = Span(edit.span.start, edit.span.start + len(edit.text))
    events = before.events.after(edit.span, edit.text) if before.events else None
    return _same_line(read_lines(changed, events=events), line, span) or _outgrown(line, edit.text)


def _outgrown(line: LawLine, text: str) -> LawLine | None:
    """The line as passed by an age to which it no longer applies: nobody asks whether someone of 19 is a child."""
    rule_words, bound, age = _AGE_SAYS.fullmatch(line.says), re.search(r"\d+", line.line), _AN_AGE.search(text)
    if "age" not in line.rule or is_date(text) or rule_words is None or bound is None or age is None:
        return None
    if line.stands is not Stands.WITHIN or "under" not in rule_words["bound"] or int(age[0]) < int(bound[0]):
        return None
    months = re.search(r"\d+\s+months?", text[age.end() :])
    value = f"{age[0]} years and {months[0]}" if months else f"{age[0]} years"
    says = f"{value} against {rule_words['bound']}: the rule ({rule_words['effect']}) does not apply."
    return replace(line, value=value, stands=Stands.CROSSED, says=says)


def _same_line(lines: Sequence[LawLine], line: LawLine, changed: Span) -> LawLine | None:
    return next(
        (
            other
            for other in lines
            if other.rule == line.rule
            and other.provision == line.provision
            and any(span.overlaps(changed) for span in other.spans)
        ),
        None,
    )


def _clean_crossing(before: MatterReading, line: LawLine, edits: tuple[TextEdit, ...]) -> Crossing | None:
    """Read the edited text again: the line is on its other side, and nothing else moved."""
    changed = rewrite(before.sheet, [(edit.span, edit.text) for edit in edits])
    edits, changed = _with_role_adjusted(before.sheet, changed, edits)
    old_contradictions = set(contradictions(before.sheet))
    if any(contradiction not in old_contradictions for contradiction in contradictions(changed)):
        return None
    if _moves_clause_of_sentenced(before.sheet.narrative, line, edits):
        return None
    after = read_edited(before, changed, edits)
    written = written_places(edits)
    moved = _same_line(after.lines, line, written[0]) or _outgrown(line, edits[0].text)
    if moved is None or moved.stands == line.stands:
        return None
    # A limit that is kept and only now read was kept before; a date outside the edit has not moved.
    kept = {new.rule for old, new in compare(before, after).lines if old is None and new and new.stands == "within"}
    strays = set(changed_outside(before, after, [edit.span for edit in edits], written)) - kept
    if any(not (line.rule.startswith("ndps-") and stray.startswith("ndps-")) for stray in strays):
        return None  # the weight of a drug decides which rules on bail and custody apply
    if (
        _repeats_day_without_year(before.sheet.narrative, edits[0].span)
        or _repeats_scanned_day(before.sheet.narrative, edits)
        or leaves_derived_count(before.sheet.narrative, line, edits)
        or leaves_derived_words(before.sheet.narrative, changed.narrative, edits[0].span, written[0])
        or contradicts_line(changed.narrative, [*written, *moved.spans], line)
    ):
        return None
    return Crossing(edits, after, moved)


def _moves_clause_of_sentenced(narrative: str, line: LawLine, edits: Sequence[TextEdit]) -> bool:
    """Whether the clause that punishes a drug moves, and the text tells of a sentence passed under the old one."""
    is_moved = line.rule.startswith("ndps-") and any("(" in edit.text for edit in edits[1:])
    return is_moved and _SENTENCED.search(narrative) is not None


def _repeats_scanned_day(narrative: str, edits: Sequence[TextEdit]) -> bool:
    """Whether the text repeats a moved day with letters of the scanner, which no edit would reach: "26.07.2O24"."""
    days = {day_of(edit.span.of(narrative)) for edit in edits}
    return any(
        mention.day in days
        and _SCANNED.search(mention.span.of(narrative)) is not None
        and not any(edit.span.overlaps(mention.span) for edit in edits)
        for mention in read_timeline(narrative).mentions
    )


def _repeats_day_without_year(narrative: str, span: Span) -> bool:
    """Whether the text repeats the day without its year, which no edit would reach: "till 20.1. morning"."""
    day = _DAY_AND_MONTH.match(narrative, span.start, span.end)
    if day is None:
        return False
    return bool(re.search(rf"(?<![\d.]){re.escape(day[0])}(?!\d)", narrative[: span.start] + narrative[span.end :]))


def written_places(edits: Sequence[TextEdit]) -> list[Span]:
    """Positions of the new words in the new text, in the order of the edits; a deletion gives one character."""
    places: dict[TextEdit, Span] = {}
    shift = 0
    for edit in sorted(edits, key=lambda pending: pending.span):
        start = edit.span.start + shift
        places[edit] = Span(start, start + max(1, len(edit.text)))
        shift += len(edit.text) - len(edit.span)
    return [places[edit] for edit in edits]


def _with_role_adjusted(
    sheet: FactSheet, changed: FactSheet, edits: tuple[TextEdit, ...]
) -> tuple[tuple[TextEdit, ...], FactSheet]:
    """Change "juvenile" along with the age, if that is the text's own word for the person."""
    old_contradictions = set(contradictions(sheet))
    if all(contradiction in old_contradictions for contradiction in contradictions(changed)):
        return edits, changed
    role_edits = [edit for fact in sheet.facts if isinstance(fact, RoleFact) for edit in _role_edits(sheet, fact)]
    if not role_edits:
        return edits, changed
    all_edits = tuple(without_overlaps([*edits, *role_edits]))
    return all_edits, rewrite(sheet, [(edit.span, edit.text) for edit in all_edits])


def _role_edits(sheet: FactSheet, fact: RoleFact) -> Iterator[TextEdit]:
    other = _ROLE_ACROSS_LINE.get(fact.role)
    if other is None:
        return
    for span in fact.spans:
        start = sheet.narrative.rfind(".", 0, span.start) + 1
        end = sheet.narrative.find(".", span.end)
        if _NOT_OWN_STATEMENT.search(sheet.narrative, start, end if end >= 0 else len(sheet.narrative)):
            continue
        try:
            yield TextEdit(span, reword(sheet.narrative, span, fact, _with_role(fact, other)))
        except FactSheetError:
            continue


def _with_role(fact: RoleFact, role: str) -> Fact:
    return replace(fact, role=role)
