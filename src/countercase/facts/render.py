"""The query text of a sheet: one sentence a fact, in judgments' words; every fact is traced to its words."""

from dataclasses import dataclass

from countercase.domain.facts import Fact, FactKind, FactSheet
from countercase.domain.span import Span
from countercase.facts.edit import state

# What was done and by whom first, then what proves it, then the law: the order of a judgment.
_ORDER = (
    FactKind.PARTY,
    FactKind.ROLE,
    FactKind.RELATION,
    FactKind.ACT,
    FactKind.INSTRUMENT,
    FactKind.RESULT,
    FactKind.EVIDENCE,
    FactKind.NUMBER,
    FactKind.PROVISION,
)


@dataclass(frozen=True, slots=True)
class Rendering:
    """The text, and for each fact of the sheet the span of the words that carry it."""

    text: str
    places: tuple[tuple[Fact, Span], ...]


def render(sheet: FactSheet) -> Rendering:
    """The facts as sentences; the same facts in any order give the same text."""
    stated = sorted(((fact, *state(fact)) for fact in sheet.facts), key=lambda one: (_ORDER.index(one[0].kind), one[1]))
    pieces: list[str] = []
    places: list[tuple[Fact, Span]] = []
    length = 0
    for fact, sentence, span in stated:
        places.append((fact, span.shift(length)))
        pieces.append(sentence)
        length += len(sentence) + 1
    return Rendering(" ".join(pieces), tuple(places))
