"""Bars as rows of a table: the words stand in cells that a reader can select and a phone can wrap, the bar is SVG.

Colours come from the style sheet by class, so that light, dark and print each have their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from countercase.web.pictures.svg import line, rect, stretched

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
