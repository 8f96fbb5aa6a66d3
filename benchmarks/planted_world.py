"""Worlds whose law is known: which facts decide the sections, and how firmly, is drawn; everything else is chance.

Every judgment states one value of each fact and cites one section for each fact. For a fact of strength s that section
follows from the value with probability s and is drawn at random otherwise; strength 0 decides nothing. So relevance
(citing the same sections) depends on the facts of positive strength and on nothing else.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from countercase.counterfactual.instrument import LearntCase
from countercase.domain.case import CaseId
from countercase.domain.facts import (
    EvidenceFact,
    Fact,
    FactSheet,
    InstrumentFact,
    NumericalFact,
    Quantity,
    RelationFact,
    ResultFact,
)
from countercase.domain.span import Span

STRENGTHS = (0.95, 0.75, 0.55, 0.0, 0.0, 0.0)
FILLERS = 8  # sentences of a narrative that state no fact
_Make = Callable[[str, tuple[Span, ...]], Fact]


@dataclass(frozen=True, slots=True)
class Dimension:
    """One fact that every case has: a sentence with a gap, its values in words, and the fact they make."""

    name: str
    sentence: str
    values: tuple[str, ...]
    make: _Make


def _number(quantity: Quantity, role: str, unit: str) -> _Make:
    return lambda value, spans: NumericalFact(quantity=quantity, value=float(value), unit=unit, role=role, spans=spans)


DIMENSIONS = (
    Dimension(
        "weapon",
        "The blow was given with a {}.",
        ("knife", "pistol", "lathi"),
        lambda value, spans: InstrumentFact(instrument=value, spans=spans),
    ),
    Dimension(
        "relation",
        "The two of them were known to be {}.",
        ("spouses", "neighbours", "partners"),
        lambda value, spans: RelationFact(relation=value, spans=spans),
    ),
    Dimension(
        "evidence",
        "The case rests upon the {}.",
        ("confession", "recovery", "eyewitness"),
        lambda value, spans: EvidenceFact(item=value, spans=spans),
    ),
    Dimension(
        "result",
        "What came of it was {}.",
        ("death", "fracture", "burns"),
        lambda value, spans: ResultFact(result=value, spans=spans),
    ),
    Dimension("age", "The accused was {} years of age.", ("15", "17", "30"), _number(Quantity.AGE, "accused", "years")),
    Dimension(
        "amount",
        "The sum in question was {} rupees.",
        ("5000", "60000", "3000000"),
        _number(Quantity.AMOUNT, "consideration", "rupees"),
    ),
)
_FILLERS = (
    "They had met in the {0} one {1} and gone on from there.",
    "A {2} shirt and a {3} lay on the {4}.",
    "The {5} was seen by the {6} on the {7} side.",
    "He was by trade a {8} and lived in that {9}.",
    "They took {10} after {11} as they did every {12}.",
    "There was a {13} tree and a {14} by the {15}.",
    "Thereafter they proceeded to the {0} in order to buy {10}.",
    "Meanwhile several people had reached the {15} and asked for {10}.",
    "The weather was fine, the sky was clear and the ground was soft after the rain.",
    "Some stood about, others went on with their usual work until the {1}.",
    "Later on he stated that it was owing to the dust over the fields.",
    "Nothing much turns on the story of the {14}, so little need be said about it here.",
    "The path leads past the trees and the well towards the {5}'s fields, however bare.",
    "It is told in order, and the rest of the account will be given in its turn.",
)
_PLACES = (
    "shop stall office store canteen market street square lane",
    "morning evening afternoon",
    "red blue green yellow brown",
    "box bag basket jacket shawl coat",
    "table bench chair desk",
    "farmer carpenter tailor weaver potter barber",
    "river canal stream pond gate window",
    "northern southern eastern western",
    "farmer carpenter tailor weaver potter barber",
    "village town hamlet",
    "tea milk coffee juice",
    "breakfast lunch dinner supper",
    "morning evening afternoon",
    "mango neem banyan tamarind",
    "bicycle scooter rickshaw",
    "garden courtyard verandah orchard",
)


@dataclass(frozen=True, slots=True)
class World:
    """A corpus, matters of the same kind, and the strength of each fact by its name."""

    judgments: tuple[LearntCase, ...]
    matters: tuple[FactSheet, ...]
    strength: dict[str, float]


def make_world(seed: int, cases: int = 400, matters: int = 5) -> World:
    """A world with its own law: which fact has which strength is drawn."""
    chooser = random.Random(seed)
    strengths = list(STRENGTHS)
    chooser.shuffle(strengths)
    strength = {dimension.name: value for dimension, value in zip(DIMENSIONS, strengths, strict=True)}
    judgments = []
    for number in range(cases):
        values = _draw(chooser)
        sheet = _narrate(values, chooser)
        cited = _cited(values, strength, chooser)
        judgments.append(LearntCase(CaseId(f"case-{number:04d}"), sheet.narrative, cited, sheet.facts))
    return World(tuple(judgments), tuple(_narrate(_draw(chooser), chooser) for _ in range(matters)), strength)


def change_fact(sheet: FactSheet, name: str, seed: int) -> FactSheet:
    """The matter with another value of one fact."""
    place = next(i for i, dimension in enumerate(DIMENSIONS) if dimension.name == name)
    dimension, fact = DIMENSIONS[place], sheet.facts[place]
    (span,) = fact.spans
    others = [value for value in dimension.values if value != span.of(sheet.narrative)]
    value = random.Random(seed).choice(others)
    narrative = sheet.narrative[: span.start] + value + sheet.narrative[span.end :]
    by = len(value) - len(span)
    moved = [_moved(other, span.end, by) for other in sheet.facts]
    moved[place] = dimension.make(value, (Span(span.start, span.end + by),))
    return FactSheet(narrative, tuple(moved))


def _moved(fact: Fact, after: int, by: int) -> Fact:
    return replace(fact, spans=tuple(span.shift(by) if span.start >= after else span for span in fact.spans))


def _draw(chooser: random.Random) -> list[str]:
    return [chooser.choice(dimension.values) for dimension in DIMENSIONS]


def _cited(values: Sequence[str], strength: dict[str, float], chooser: random.Random) -> list[str]:
    cited = []
    for number, (dimension, value) in enumerate(zip(DIMENSIONS, values, strict=True)):
        follows = chooser.random() < strength[dimension.name]
        which = dimension.values.index(value) if follows else chooser.randrange(len(dimension.values))
        cited.append(f"IPC-{100 + 10 * number + which}")
    return cited


def _narrate(values: Sequence[str], chooser: random.Random) -> FactSheet:
    """The facts in a fixed order, with sentences between them that state none."""
    sentences = [(dimension.sentence, place) for place, dimension in enumerate(DIMENSIONS)]
    for _ in range(FILLERS):
        words = [chooser.choice(line.split()) for line in _PLACES]
        sentences.insert(chooser.randrange(len(sentences) + 1), (chooser.choice(_FILLERS).format(*words), -1))
    text, spans = "", {}
    for sentence, place in sentences:
        start = len(text) + 1 if text else 0
        if place >= 0:
            gap = start + sentence.index("{")
            spans[place] = Span(gap, gap + len(values[place]))
        stated = sentence.format(values[place]) if place >= 0 else sentence
        text = f"{text} {stated}" if text else stated
    facts = tuple(d.make(value, (spans[i],)) for i, (d, value) in enumerate(zip(DIMENSIONS, values, strict=True)))
    return FactSheet(text, facts)
