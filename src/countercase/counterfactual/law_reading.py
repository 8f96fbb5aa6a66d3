"""What a change does in law: reads a matter against the law tables, and compares the readings before and after."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from countercase.counterfactual.polarity import is_negative
from countercase.domain.checklist import ClauseReader, IngredientReading, IngredientStatus, LawLine, Stands
from countercase.domain.facts import FactSheet, SectionFact
from countercase.domain.perturbation import LawEffect, LawReading, Perturbation, TextEdit
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.checklist import matter_lines
from countercase.facts.governing_law import offence_date
from countercase.facts.ingredients import read_ingredients
from countercase.facts.lines import read_lines
from countercase.facts.lines.learned_events import LearnedEvents
from countercase.facts.words import provision_name
from countercase.law.ingredients import Ingredient, Role, either_code, tables
from countercase.law.ingredients.patterns import word_keys
from countercase.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class MatterReading:
    """A fact sheet with the lines of law and the ingredients that its narrative raises."""

    sheet: FactSheet
    lines: tuple[LawLine, ...]
    ingredients: tuple[IngredientReading, ...]
    events: LearnedEvents | None = None  # what the learned reader says about its dates

    @property
    def by_id(self) -> Mapping[str, IngredientReading]:
        """The ingredients by row id."""
        return {reading.id: reading for reading in self.ingredients}


@lru_cache(maxsize=64)
def read_matter(sheet: FactSheet) -> MatterReading:
    """Read the lines and ingredients of a sheet; recent sheets are cached."""
    return read_matter_with(None, sheet)


def read_matter_with(reader: ClauseReader | None, sheet: FactSheet) -> MatterReading:
    """Read a sheet by the rules and, if one is given, by the learned reader."""
    lines, events = matter_lines(sheet, reader) if reader else (read_lines(sheet.narrative, sheet), None)
    ingredients = read_ingredients(sheet.narrative, offence_date(sheet), lines, reader=reader)
    return MatterReading(sheet, lines, ingredients, events)


def read_edited(before: MatterReading, changed: FactSheet, edits: Iterable[TextEdit]) -> MatterReading:
    """Read an edited text by the rules, with what the learned reader said of the matter's dates before the edits."""
    after = read_matter(changed)
    if before.events is None:
        return after
    events = before.events
    for edit in sorted(edits, key=lambda pending: pending.span, reverse=True):
        events = events.after(edit.span, edit.text)
    return replace(after, lines=read_lines(changed.narrative, changed, events), events=events)


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences between two readings: ingredients by id, lines by rule and provision."""

    ingredients: tuple[tuple[IngredientReading | None, IngredientReading | None], ...]
    lines: tuple[tuple[LawLine | None, LawLine | None], ...]


def compare(before: MatterReading, after: MatterReading) -> Differences:
    """Ingredients whose status changed, and lines that changed side, appeared or disappeared."""
    old, new = before.by_id, after.by_id
    ingredients = [
        (old.get(key), new.get(key))
        for key in dict.fromkeys((*old, *new))
        if (old[key].status if key in old else None) != (new[key].status if key in new else None)
    ]
    lines_before, lines_after = _lines_by_rule(before.lines), _lines_by_rule(after.lines)
    lines = [
        (lines_before.get(key), lines_after.get(key))
        for key in dict.fromkeys((*lines_before, *lines_after))
        if _stands(lines_before.get(key)) != _stands(lines_after.get(key))
    ]
    return Differences(tuple(ingredients), tuple(lines))


def changed_outside(
    before: MatterReading, after: MatterReading, edited: Sequence[Span], written: Sequence[Span]
) -> list[str]:
    """Changes outside both the replaced words and their replacements."""
    differences = compare(before, after)
    strays: list[str] = []
    for left, right in differences.ingredients:
        if not (_touches(left, edited) or _touches(right, written) or _is_silence(left, right)):
            strays.append((left or right).id)  # type: ignore[union-attr]
    for old, new in differences.lines:
        if not (_touches(old, edited) or _touches(new, written)):
            strays.append((old or new).rule)  # type: ignore[union-attr]
    return strays


def _lines_by_rule(lines: Iterable[LawLine]) -> dict[tuple[str, str, int], LawLine]:
    """Lines by rule, provision and, if a rule is read more than once, number."""
    by_rule: dict[tuple[str, str, int], LawLine] = {}
    for line in lines:
        number = sum(key[:2] == (line.rule, line.provision.id) for key in by_rule)
        by_rule[line.rule, line.provision.id, number] = line
    return by_rule


def _stands(line: LawLine | None) -> str | None:
    return line.stands.value if line is not None else None


def _touches(reading: IngredientReading | LawLine | None, places: Sequence[Span]) -> bool:
    return reading is not None and any(span.overlaps(place) for span in reading.spans for place in places)


def _is_silence(left: IngredientReading | None, right: IngredientReading | None) -> bool:
    """Whether neither text says anything about the ingredient: only its subject appeared or disappeared."""
    return all(reading is None or not reading.spans for reading in (left, right))


# The legal effect of a change, from the readings before and after it.

NOTHING_KNOWN = LawReading(LawEffect.NONE_KNOWN, None, "Our tables list no legal consequence of this change.")
_AGE_CONTEXT = 20  # characters before an age that identify it as the same one
_ROLE_ORDER = {Role.NEEDED: 0, Role.ALTERNATIVE: 1, Role.DEFEATS: 2, Role.SUPPORTS: 3}


def read_law(change: Perturbation, before: MatterReading, after: MatterReading) -> LawReading:
    """What a new charge needs, or the line that the change crosses, or else the ingredient that it adds or removes."""
    if change.law is not None:
        return change.law
    if isinstance(change.fact, SectionFact):
        return _law_of_new_charge(change, after)  # a line that falls away with the old charge is not crossed
    return read_texts(before, after)


def read_texts(before: MatterReading, after: MatterReading) -> LawReading:
    """The legal difference between two texts: a line crossed, an ingredient gained or lost, or nothing known."""
    crossed = _crossed_line(before, after)
    if crossed is not None:
        return crossed
    differences = compare(before, after)
    changed = _changed_sentences(before.sheet.narrative, after.sheet.narrative)
    reversed_ingredients = sorted(
        ((old, new) for old, new in differences.ingredients if _is_reversed(old, new, changed)),
        key=lambda pair: _relevance(pair[0], pair[1], word_keys(" ".join(changed))),
    )
    for old, new in reversed_ingredients:
        return _law_of_ingredient(old, new)
    return NOTHING_KNOWN


def _relevance(
    old: IngredientReading | None, new: IngredientReading | None, changed_words: Collection[str]
) -> tuple[int, int]:
    """Sort key: most words shared with the changed sentences first; among equals, an ingredient that the law needs."""
    row = tables().ingredients[_either(old, new).id]
    table_words = word_keys(" ".join((row.name, row.suppose_met, row.suppose_not)))
    return -len(table_words.intersection(changed_words)), _ROLE_ORDER[row.role]


def _changed_sentences(old: str, new: str) -> tuple[str, str]:
    """The sentences of each text that the other lacks."""
    first, second = ({span.of(text) for span in split_sentences(text)} for text in (old, new))
    return " ".join(sorted(first - second)), " ".join(sorted(second - first))


def _crossed_line(before: MatterReading, after: MatterReading) -> LawReading | None:
    lines = compare(before, after).lines
    for old, new in lines:
        if old is not None and new is not None:
            return LawReading(LawEffect.CROSSES, new.provision.id, new.says)
    for old, new in lines:
        if old is not None and new is None and _is_outgrown(old, before, after):
            says = f"{old.says} At the changed age this would no longer hold."
            return LawReading(LawEffect.CROSSES, old.provision.id, says)
    return None


def _is_outgrown(line: LawLine, before: MatterReading, after: MatterReading) -> bool:
    """Whether an age is still stated in the same place, but its line of law no longer applies."""
    start = line.spans[0].start
    words_before = before.sheet.narrative[max(0, start - _AGE_CONTEXT) : start]
    return (
        "age" in line.rule
        and line.stands is Stands.WITHIN
        and bool(words_before)
        and words_before in after.sheet.narrative
    )


def _either(old: IngredientReading | None, new: IngredientReading | None) -> IngredientReading:
    reading = new or old
    if reading is None:
        raise AssertionError
    return reading


def _is_reversed(old: IngredientReading | None, new: IngredientReading | None, changed: tuple[str, str]) -> bool:
    """Whether an ingredient is met in only one of the two texts.

    If one text no longer mentions it, the changed words must deny something or be words of the ingredient: "in his
    rucksack" for "in his bag" takes nothing away.
    """
    if old is None or new is None:
        return False
    was_met, is_met = (reading.status is IngredientStatus.MET for reading in (old, new))
    if was_met == is_met or (old.spans and new.spans):
        return was_met != is_met
    words = [set(re.findall(r"[a-z]+", text.lower())) for text in changed]
    differing = words[0] ^ words[1]
    row = tables().ingredients[old.id]
    table_words = word_keys(" ".join((row.name, row.suppose_met, row.suppose_not)))
    return is_negative(" ".join(differing)) or not table_words.isdisjoint(word_keys(" ".join(differing)))


def _law_of_ingredient(old: IngredientReading | None, new: IngredientReading | None) -> LawReading:
    reading = _either(old, new)
    row = tables().ingredients[reading.id]
    is_met = new is not None and new.status is IngredientStatus.MET
    target = IngredientStatus.MET if is_met else IngredientStatus.CONTRARY
    return ingredient_law(row, reading.provision, target)


def is_supported(change: Perturbation, after: MatterReading) -> bool:
    """Whether the matter has more than half of what a new charge needs.

    If the charge is not a lesser one, the text must also mention everything that it needs. Changes of other facts need
    no support.
    """
    if not isinstance(change.after, SectionFact) or change.rule == "code by date":
        return True
    needed = list(_needed_ingredients(change.after.provision, after))
    asserted = [reading for reading in needed if reading.status in {IngredientStatus.MET, IngredientStatus.DISPUTED}]
    is_lesser = change.basis.endswith("(lesser)")
    if not needed:
        return change.before is not None and is_lesser  # a graver or different charge must be in our tables
    if change.before is not None and not is_lesser:
        return all(reading.spans for reading in needed) and 2 * len(asserted) > len(needed)
    return 2 * len(asserted) > len(needed)


def _law_of_new_charge(change: Perturbation, after: MatterReading) -> LawReading:
    """For a different charge: the first ingredient that the matter lacks, or else the first that it has."""
    if not isinstance(change.after, SectionFact):
        return NOTHING_KNOWN
    provision = change.after.provision
    bases = {other.base for other in either_code(provision)}
    needed = [
        reading
        for reading in _needed_ingredients(provision, after)
        if any(cited.base in bases for cited in tables().ingredients[reading.id].provisions)
    ]
    lacking = [r for r in needed if r.status in {IngredientStatus.CONTRARY, IngredientStatus.MISSING}]
    met = [reading for reading in needed if reading.status is IngredientStatus.MET]
    for reading in lacking or met:
        row = tables().ingredients[reading.id]
        law = ingredient_law(row, provision, IngredientStatus.CONTRARY if lacking else IngredientStatus.MET)
        return replace(law, says=f"{provision_name(provision)} needs: {row.name}. {law.says}")
    return NOTHING_KNOWN


def _needed_ingredients(provision: Provision, after: MatterReading) -> Iterator[IngredientReading]:
    """The readings of the ingredients that a charge under the provision needs, in either code."""
    bases = {other.base for other in either_code(provision)}
    for reading in after.ingredients:
        row = tables().ingredients[reading.id]
        subject = tables().subjects[row.subject]
        if row.role is Role.NEEDED and any(cited.base in bases for cited in subject.provisions):
            yield reading


# The source of an employee's protection depends on the employer: Article 311 is for civil posts, the CCS Rules for
# posts under the Union.
_NO_CIVIL_POST = re.compile(
    r"\b(?:Ltd|Limited|PSU|public\ssector|Government\scompany|Corporation|Corpn|CMD|co-?operative"
    r"|(?:Deputy|General|Branch|Assistant|Chief|Senior)\sManager|bank\s(?:officer|clerk|employee|manager))\b"
)
_UNDER_UNION = re.compile(
    r"\bC\.?C\.?S\b|\bCentral\b|\bUnion\sof\sIndia\b|\b[Rr]ailways?\b|\b[Pp]ostal\b|\bCAT\b|\bRule\s1[45]\b|\bC\.?R\.?P\.?F\b|\bB\.?S\.?F\b"
)
_NUMBERED_RULE = re.compile(r"\b(?:and\s)?Rule\s\d+(?:\(\w+\))*(?:\sof\sthe\sCCS\s\([A-Za-z]+\)\sRules(?:,?\s1965)?)?")
_ARTICLE_311 = re.compile(r"\bArticle\s311(?:\(\d\))?(?:\sof\sthe\sConstitution)?")
_OWN_RULES = (
    "Article 311 is for civil posts only: here the service rules and natural justice under Article 14 are the source."
)


def law_for_employer(law: LawReading, text: str) -> LawReading:
    """The reading on the protection of an employee, with the source that his employer's service has."""
    is_of_article = (law.provision or "").startswith("Constitution-Article-311")
    if not is_of_article and not (law.provision or "").startswith("CCSCCA"):
        return law
    says, provision, also = law.says, law.provision, law.also
    if not _UNDER_UNION.search(text):
        says = _NUMBERED_RULE.sub(lambda match: f"{'and ' * match[0].startswith('and')}the service rules", says)
        provision = provision if is_of_article else "Constitution-Article-14"
    if _NO_CIVIL_POST.search(text):
        says = f"{_ARTICLE_311.sub('natural justice', says)} {_OWN_RULES}"
        provision = "Constitution-Article-14"
        also = tuple(other for other in also if not other.startswith(("Constitution-Article-311", "CCSCCA")))
    return replace(law, says=says, provision=provision, also=tuple(other for other in also if other != provision))


def ingredient_law(row: Ingredient, provision: Provision, target: IngredientStatus) -> LawReading:
    """The consequence of gaining or losing an ingredient, as its row states it."""
    if target is IngredientStatus.MET:
        return LawReading(LawEffect.GAINED, provision.id, row.if_met)
    return LawReading(LawEffect.LOST, provision.id, row.if_not)
