"""Bars as rows of a table: the words stand in cells that a reader can select and a phone can wrap, the bar is SVG.

Colours come from the style sheet by class, so that light, dark and print each have their own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from countercase.domain.case import CaseId

# The two shapes that pictures are made of, as SVG text; colours come from the style sheet by class.


def line(x1: float, y1: float, x2: float, y2: float, css: str) -> Markup:
    """A straight line."""
    return Markup('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" class="{}"/>').format(x1, y1, x2, y2, css)


def rect(x: float, y: float, width: float, height: float, css: str) -> Markup:
    """A filled rectangle."""
    return Markup('<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" class="{}"/>').format(
        x, y, width, height, css
    )


def stretched(css: str, width: float, height: float, parts: list[Markup]) -> Markup:
    """A picture that the page stretches to the room there is; words beside it say the same."""
    return Markup(
        '<svg class="{}" viewBox="0 0 {:.0f} {:.0f}" preserveAspectRatio="none" aria-hidden="true">{}</svg>'
    ).format(css, width, height, Markup("").join(parts))


LEAST = 0.01  # the end of a scale on which nothing reaches further
_WIDTH, _HEIGHT = 400.0, 18.0  # of a bar's own coordinates; the page stretches it to the room there is


@dataclass(frozen=True, slots=True)
class Effect:
    """One bar: its value, its interval, and the band of its placebos where they were measured."""

    label: str
    css: str
    value: float
    low: float | None = None
    high: float | None = None
    band: tuple[float, float] | None = None
    figures: str = ""
    verdict: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A bar as the table shows it."""

    effect: Effect
    figures: str
    bar: Markup


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars on one scale; `line` is a threshold drawn through all of them."""

    title: str
    rows: tuple[Row, ...]
    line: str = ""
    banded: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to the coordinates of a bar."""

    least: float
    most: float

    def at(self, value: float) -> float:
        """Where a value stands; beyond the ends it stands at the end."""
        share = (value - self.least) / (self.most - self.least)
        return 1 + min(1.0, max(0.0, share)) * (_WIDTH - 2)


def effect_bars(title: str, effects: Sequence[Effect], threshold: float | None = None, unit: str = "places") -> Chart:
    """A bar for each row, its interval as a whisker, the placebo band behind, and a line at a threshold."""
    scale = scale_of(effects, threshold)
    rows = tuple(Row(one, one.figures or f"{one.value:.2f}", bar(one, scale, threshold)) for one in effects)
    words = f"{threshold:g} {unit}" if threshold is not None else ""
    return Chart(title, rows, words, any(one.band for one in effects))


def scale_of(effects: Sequence[Effect], threshold: float | None = None) -> Scale:
    """A scale with room for every value, interval and band, and for zero."""
    tops = [LEAST, *(max(one.value, one.high or 0.0, one.band[1] if one.band else 0.0) for one in effects)]
    lows = [0.0, *(min(one.value, one.low or 0.0) for one in effects)]
    return Scale(min(lows), max([*tops, *([threshold * 1.15] if threshold else [])]))


def bar(one: Effect, scale: Scale, threshold: float | None = None) -> Markup:
    """The picture of one row; the figures beside it say the same."""
    left, right = sorted((scale.at(0), scale.at(one.value)))
    parts = [rect(left, 4, max(1.0, right - left), _HEIGHT - 8, f"bar {one.css}")]
    if one.band is not None:
        low = min(scale.at(one.band[0]), _WIDTH - 3)
        high = max(scale.at(one.band[1]), low + 2)  # a band of nothing is still seen
        parts.insert(0, rect(low, 0, high - low, _HEIGHT, "band"))
        parts.append(line(high, 0, high, _HEIGHT, "band-end"))
    if one.low is not None and one.high is not None:
        parts.append(line(scale.at(one.low), _HEIGHT / 2, scale.at(one.high), _HEIGHT / 2, "whisker"))
    parts.append(line(scale.at(0), 0, scale.at(0), _HEIGHT, "axis"))
    if threshold is not None:
        parts.append(line(scale.at(threshold), 0, scale.at(threshold), _HEIGHT, "threshold"))
    return stretched("strip", _WIDTH, _HEIGHT, parts)


# A ranking before and after a change, side by side, with lines between the places of each case.

_ROW, _GAP = 10.0, 100.0  # coordinates of the picture between the lists; the page gives it its size


@dataclass(frozen=True, slots=True)
class Place:
    """One case in one of the two lists."""

    case_id: CaseId
    name: str
    words: str
    css: str


@dataclass(frozen=True, slots=True)
class TwoLists:
    """What is shown: the list before, the lines, the list after."""

    before: tuple[Place, ...]
    after: tuple[Place, ...]
    lines: Markup


def two_lists(before: Sequence[CaseId], after: Sequence[CaseId], names: Mapping[CaseId, str], k: int) -> TwoLists:
    """The first k of both; longer rankings tell where a case that leaves or enters stands outside of them."""
    old, new = list(before[:k]), list(after[:k])
    return TwoLists(
        tuple(Place(one, names.get(one, one), *_left(one, new, after)) for one in old),
        tuple(Place(one, names.get(one, one), *_right(place, one, old, before)) for place, one in enumerate(new)),
        _lines(old, new),
    )


def _left(case: CaseId, new: Sequence[CaseId], after: Sequence[CaseId]) -> tuple[str, str]:
    """What becomes of a case of the first list; of one that stays in, the other list says it."""
    if case in new:
        return "", "stays"
    return f"leaves{_outside(case, after, 'now')}", "dropped"


def _right(place: int, case: CaseId, old: Sequence[CaseId], before: Sequence[CaseId]) -> tuple[str, str]:
    """Where a case of the second list comes from, in a word: not by colour alone."""
    if case not in old:
        return f"enters{_outside(case, before, 'was')}", "entered"
    up = old.index(case) - place
    return ("stays", "stays") if up == 0 else (f"▲ {up}", "up") if up > 0 else (f"▼ {-up}", "down")


def _outside(case: CaseId, ranking: Sequence[CaseId], when: str) -> str:
    return f", {when} {ranking.index(case) + 1}" if case in ranking else ""


def _lines(old: Sequence[CaseId], new: Sequence[CaseId]) -> Markup:
    height = _ROW * max(len(old), len(new), 1)
    parts = [_line(place, new.index(one)) for place, one in enumerate(old) if one in new]
    parts += [_stub(place, 0, "dropped") for place, one in enumerate(old) if one not in new]
    parts += [_stub(place, _GAP * 0.7, "entered") for place, one in enumerate(new) if one not in old]
    return stretched("between", _GAP, height, parts)


def _line(start: int, end: int) -> Markup:
    css = "same" if start == end else "up" if end < start else "down"
    return line(0, _middle(start), _GAP, _middle(end), css)


def _stub(place: int, x: float, css: str) -> Markup:
    return line(x, _middle(place), x + _GAP * 0.3, _middle(place), css)


def _middle(place: int) -> float:
    return (place + 0.5) * _ROW
