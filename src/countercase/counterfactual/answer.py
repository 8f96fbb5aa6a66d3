"""What the cases can say about a change: the search depends on it, does not depend on it, or they cannot tell.

A wrong "does not depend" does harm. It is given only if the cases could have shown the opposite: the fact has a
weight, there are cases on both sides, no line of law lies between them, and the whole interval of the effect lies
among the effects of neutral edits.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from countercase.counterfactual.instrument import Instrument
from countercase.counterfactual.weighed_tokens import WeighedTokens
from countercase.domain.facts import Fact, FactSheet
from countercase.facts.categories import Tokens, category_tokens, deed_tokens, provision_tokens

LEAST_CASES = 5  # least number of cases with the removed fact, and with the added one
INGREDIENT = "ingredient "  # prefix of the token for an ingredient of an offence, claim or defence
_SIDES = ((" under ", " over "), (" over ", " under "))
_FAMILIES: tuple[tuple[str, Callable[[Iterable[Fact]], Tokens]], ...] = (
    ("deeds", deed_tokens),
    ("categories", category_tokens),
    ("provisions", provision_tokens),
)


class Answer(StrEnum):
    """Whether the search depends on a fact, as far as the cases show."""

    DEPENDS = "depends"
    DOES_NOT = "does not depend"
    CANNOT_TELL = "cannot be told"


@dataclass(frozen=True, slots=True)
class MeasuredSupport:
    """The evidence behind the measurement of one change.

    `apart`: the instrument reads the facts before and after as different. `weighed`: the difference has a weight, from
    the package or the corpus. `before` and `after`: cases with the removed and with the added fact; None if nothing
    weighted was removed or added. `in_law`: a line is crossed, an ingredient gained or lost, or a provision changed.
    """

    apart: bool
    weighed: bool
    before: int | None
    after: int | None
    in_law: bool

    @property
    def fewest(self) -> int | None:
        """The number of cases on the side with fewer."""
        return min((cases for cases in (self.before, self.after) if cases is not None), default=None)

    @property
    def most(self) -> int | None:
        """The number of cases on the side with more."""
        return max((cases for cases in (self.before, self.after) if cases is not None), default=None)


def support_of(before: FactSheet, after: FactSheet, instrument: Instrument) -> MeasuredSupport:
    """What the instrument's cases show about the facts in which two sheets differ."""
    lost, gained = _differences(before, after), _differences(after, before)
    weighed = [(family, token) for family, token in {*lost, *gained} if _weighs(instrument.parts[family], token)]
    return MeasuredSupport(
        apart=bool(lost or gained),
        weighed=bool(weighed),
        before=_holding(instrument, lost & set(weighed)),
        after=_holding(instrument, gained & set(weighed)),
        in_law=_in_law(lost, gained),
    )


def _differences(sheet: FactSheet, other: FactSheet) -> set[tuple[str, str]]:
    """The tokens that one sheet has more of than the other, each with its family."""
    return set(_more(sheet, other))


def _more(sheet: FactSheet, other: FactSheet) -> Iterator[tuple[str, str]]:
    for family, tokens_of in _FAMILIES:
        here, there = tokens_of(sheet.facts), tokens_of(other.facts)
        yield from ((family, token) for token, count in here.items() if count > there.get(token, 0.0) + 1e-9)


def _weighs(part: WeighedTokens, token: str) -> bool:
    row = part.place.get(token)
    return row is not None and bool(part.weights[row] > 0) and bool(part.matrix[row].nnz)


def _holding(instrument: Instrument, tokens: set[tuple[str, str]]) -> int | None:
    """Cases that hold any of the tokens. Sections stand for facts (profile.py), so no cases are counted for them."""
    held = [
        instrument.parts[family].matrix[instrument.parts[family].place[token]].indices
        for family, token in sorted(tokens)
        if family != "provisions"
    ]
    return len({int(case) for cases in held for case in cases}) if held else None


def _in_law(lost: set[tuple[str, str]], gained: set[tuple[str, str]]) -> bool:
    """Whether the tables cover the difference: a number across a line, an ingredient, a provision."""
    crossed = any(
        side in token and (family, token.replace(side, other)) in gained
        for family, token in lost
        for side, other in _SIDES
    )
    known = any(family == "provisions" or token.startswith(INGREDIENT) for family, token in lost | gained)
    return crossed or known
