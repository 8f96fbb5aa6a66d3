"""What a unit looks like to the clause model: its words, the heading it stands under, its neighbours, its place."""

import itertools
from collections.abc import Iterator, Sequence

from countercase.cuad.units import is_heading
from countercase.cuad.words import stems
from countercase.domain.span import Span

NEIGHBOUR = 0.5  # a neighbour's word says less than one's own
_HEADING_STEMS = 8


def unit_features(text: str, units: Sequence[Span]) -> Iterator[dict[str, float]]:
    """One mapping a unit, in order; scaled so that a long unit does not win by its length.

    `law` and `law_of` are its words and pairs, `h:govern` stands in its heading, `c:court` in a neighbour, and `is:...`
    says where it stands.
    """
    words = [stems(unit.of(text)) for unit in units]
    heading: list[str] = []
    for place, own in enumerate(words):
        features = dict.fromkeys(own, 1.0)
        features.update(dict.fromkeys((f"{a}_{b}" for a, b in itertools.pairwise(own)), 1.0))
        scale = 3 / (1 + len(features)) ** 0.5
        if is_heading(units[place].of(text)):
            heading = own[:_HEADING_STEMS]
            features["is:heading"] = 1 / scale
        features.update(dict.fromkeys((f"h:{word}" for word in heading), 1.0))
        near = words[place - 1] if place else []
        after = words[place + 1] if place + 1 < len(words) else []
        features.update(dict.fromkeys((f"c:{word}" for word in (*near, *after)), NEIGHBOUR))
        features.update((mark, 1 / scale) for mark in _position(place, len(words)))
        yield {name: value * scale for name, value in features.items()}


def _position(place: int, count: int) -> list[str]:
    marks = [name for name, limit in (("is:first", 3), ("is:start", 10)) if place < limit]
    return [*marks, "is:end"] if place >= 0.9 * count else marks
