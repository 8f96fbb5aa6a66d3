"""What the cases can say of a change: the search depends on it, does not depend on it, or it cannot be told.

"Does not depend" is the answer that does harm when it is wrong. It is given only where the cases could have shown the
opposite: the fact has a weight, cases stand on both sides, no line of law lies between them, and the whole interval of
the effect lies among the effects of neutral edits.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from countercase.counterfactual.instrument import Instrument
from countercase.counterfactual.weighed_tokens import WeighedTokens
from countercase.domain.facts import Fact, FactSheet
from countercase.facts.categories import Tokens, category_tokens, deed_tokens, provision_tokens

LEAST_CASES = 5  # that must hold what is taken away, and what is put in
INGREDIENT = "ingredient "  # how the token of an ingredient of an offence, claim or defence begins
_SIDES = ((" under ", " over "), (" over ", " under "))
_FAMILIES: tuple[tuple[str, Callable[[Iterable[Fact]], Tokens]], ...] = (
    ("deeds", deed_tokens),
    ("categories", category_tokens),
    ("provisions", provision_tokens),
)


class Answer(StrEnum):
    """Whether the search depends on a fact, as far as the cases tell."""

    DEPENDS = "depends"
    DOES_NOT = "does not depend"
    CANNOT_TELL = "cannot be told"


@dataclass(frozen=True, slots=True)
class MeasuredSupport:
    """What stands behind the measurement of one change.

    `apart`: the instrument reads the facts before and after as different. `weighed`: what differs has a weight, by the
    package or the corpus. `before` and `after`: cases that hold what is taken away and what is put in; None where
    nothing with a weight is. `in_law`: a line is crossed, an ingredient gained or lost, or a provision changed.
    """

    apart: bool
    weighed: bool
    before: int | None
    after: int | None
    in_law: bool

    @property
    def fewest(self) -> int | None:
        """The cases on the side that has fewer of them."""
        return min((cases for cases in (self.before, self.after) if cases is not None), default=None)

    @property
    def most(self) -> int | None:
        """The cases on the side that has more of them."""
        return max((cases for cases in (self.before, self.after) if cases is not None), default=None)


def support_of(before: FactSheet, after: FactSheet, instrument: Instrument) -> MeasuredSupport:
    """What the instrument's cases know of the facts in which two sheets differ."""
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
    """The tokens that one sheet has more of than another, each with its family."""
    return set(_more(sheet, other))


def _more(sheet: FactSheet, other: FactSheet) -> Iterator[tuple[str, str]]:
    for family, tokens_of in _FAMILIES:
        here, there = tokens_of(sheet.facts), tokens_of(other.facts)
        yield from ((family, token) for token, count in here.items() if count > there.get(token, 0.0) + 1e-9)


def _weighs(part: WeighedTokens, token: str) -> bool:
    row = part.place.get(token)
    return row is not None and bool(part.weights[row] > 0) and bool(part.matrix[row].nnz)


def _holding(instrument: Instrument, tokens: set[tuple[str, str]]) -> int | None:
    """The cases that hold any of the tokens. Sections stand for facts (profile.py): for them no cases are counted."""
    held = [
        instrument.parts[family].matrix[instrument.parts[family].place[token]].indices
        for family, token in sorted(tokens)
        if family != "provisions"
    ]
    return len({int(case) for cases in held for case in cases}) if held else None


def _in_law(lost: set[tuple[str, str]], gained: set[tuple[str, str]]) -> bool:
    """Whether the tables know the difference: a number on the other side of a line, an ingredient, a provision."""
    crossed = any(
        side in token and (family, token.replace(side, other)) in gained
        for family, token in lost
        for side, other in _SIDES
    )
    known = any(family == "provisions" or token.startswith(INGREDIENT) for family, token in lost | gained)
    return crossed or known
