"""The SVG kit: the shapes and scales of every chart.

Colours come from the style sheet by class, so that light, dark and print each have their own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10

from markupsafe import Markup

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values from `least` to `most` to coordinates from `start` to `end`; values beyond are clipped."""

    least: float
    most: float
    start: float
    end: float
    logarithmic: bool = False

    def at(self, value: float) -> float:
        """The coordinate of a value."""
        low, high, point = (log10(each) if self.logarithmic else each for each in (self.least, self.most, value))
        share = (point - low) / (high - low) if high > low else 0.5
        return self.start + min(1.0, max(0.0, share)) * (self.end - self.start)


def line(x1: float, y1: float, x2: float, y2: float, css: str) -> Markup:
    """A straight line."""
    return Markup('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" class="{}"/>').format(x1, y1, x2, y2, css)


def path(points: Iterable[Point], css: str) -> Markup:
    """A line through many points."""
    return Markup('<polyline points="{}" class="{}"/>').format(" ".join(f"{x:.1f},{y:.1f}" for x, y in points), css)


def bar(x: float, y: float, width: float, height: float, css: str) -> Markup:
    """A filled rectangle."""
    return Markup('<rect x="{:.1f}" y="{:.1f}" width="{:.2f}" height="{:.1f}" class="{}"/>').format(
        x, y, width, height, css
    )


def text(x: float, y: float, words: str, anchor: str = "start") -> Markup:
    """Words at a point, aligned by their start, middle or end."""
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(x, y, anchor, words)


def picture(title: str, width: float, height: float, shapes: Sequence[Markup]) -> Markup:
    """A self-contained chart: a screen reader reads its title."""
    return Markup('<svg class="picture" viewBox="0 0 {:.0f} {:.0f}" role="img"><title>{}</title>{}</svg>').format(
        width, height, title, Markup("").join(shapes)
    )


def strip(css: str, width: float, height: float, shapes: Sequence[Markup]) -> Markup:
    """A chart that the page stretches to fit; the words beside it say the same."""
    return Markup(
        '<svg class="{}" viewBox="0 0 {:.0f} {:.0f}" preserveAspectRatio="none" aria-hidden="true">{}</svg>'
    ).format(css, width, height, Markup("").join(shapes))
