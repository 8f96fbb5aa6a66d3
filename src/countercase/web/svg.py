"""Pictures as SVG text: ranks before and after with lines between them, and effects over the band of their placebos.

Colours come from the style sheet by class, so that light, dark and print each have their own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from countercase.domain.case import CaseId

Scale = Callable[[float], float]
_ROW = 30
_SIDE = 350  # pixels for the names on each side
_GAP = 170  # pixels for the lines between them
_NAME = 37  # characters of a name; the table below has the whole
_BAR_ROW = 44  # a line for the words, a line for the bar: wide enough for a phone
_PLOT, _FIGURES = 340, 140


@dataclass(frozen=True, slots=True)
class Effect:
    """One bar: its value, its interval and the band of its placebos where they were measured."""

    label: str
    css: str
    value: float
    low: float | None = None
    high: float | None = None
    band: tuple[float, float] | None = None
    figures: str = ""


def rank_lines(before: Sequence[CaseId], after: Sequence[CaseId], names: Mapping[CaseId, str], k: int) -> Markup:
    """Two lists side by side; a line joins the places of each case that is in both."""
    old, new = list(before[:k]), list(after[:k])
    height = _ROW * max(len(old), len(new), 1) + 34
    width = 2 * _SIDE + _GAP
    parts = [_text(0, 16, "Before", "head"), _text(_SIDE + _GAP, 16, "After", "head")]
    for place, case in enumerate(old):
        parts += _left(place, case, new, names)
    for place, case in enumerate(new):
        parts += _right(place, case, old, names)
    title = "Ranks before and after the change; the table below says the same"
    return _svg("ranks", width, height, title, parts)


def _left(place: int, case: CaseId, new: Sequence[CaseId], names: Mapping[CaseId, str]) -> list[Markup]:
    y = 44 + place * _ROW
    gone = case not in new
    css = "dropped" if gone else ""
    parts = [
        _text(22, y, str(place + 1), f"rank {css}", "end"),
        _text(30, y, _short(names.get(case, case)), css, title=names.get(case, case)),
    ]
    x = float(_SIDE)
    if gone:
        parts.append(_line(x, y - 5, x + 34, y - 5, "dropped"))
        parts.append(_text(x + 39, y - 1, "leaves", "note dropped"))
    else:
        to = new.index(case)
        css = "same" if to == place else "up" if to < place else "down"
        parts.append(_line(x, y - 5, x + _GAP - 8, 39 + to * _ROW, css))
    return parts


def _right(place: int, case: CaseId, old: Sequence[CaseId], names: Mapping[CaseId, str]) -> list[Markup]:
    y = 44 + place * _ROW
    x = float(_SIDE + _GAP)
    fresh = case not in old
    css = "entered" if fresh else ""
    moved = moved_words(old.index(case) + 1 if not fresh else None, place + 1)
    parts = [
        _text(x + 18, y, str(place + 1), f"rank {css}", "end"),
        _text(x + 26, y, _short(names.get(case, case)), css, title=names.get(case, case)),
        _text(x + _SIDE - 4, y, moved, f"note {css}", "end"),
    ]
    if fresh:
        parts.append(_line(x - 42, y - 5, x - 8, y - 5, "entered"))
    return parts


def moved_words(old: int | None, new: int | None) -> str:
    """What became of a case, in a word: not by colour alone."""
    if old is None:
        return "enters"
    if new is None:
        return "leaves"
    return "stays" if old == new else f"{'▲' if new < old else '▼'} {abs(old - new)}"


def effect_bars(title: str, rows: Sequence[Effect], line: float | None = None, unit: str = "places") -> Markup:
    """A bar for each row, its interval as a whisker, the placebo band behind, and a line at a threshold."""
    tops = [value for row in rows for value in (row.value, row.high, row.band[1] if row.band else None)]
    lows = [value for row in rows for value in (row.value, row.low) if value is not None]
    reach = max([0.1, *(value for value in tops if value is not None), *([line * 1.15] if line else [])])
    least = min(0.0, *lows) if lows else 0.0
    span = reach - least

    def at(value: float) -> float:
        return 2 + (value - least) / span * _PLOT

    parts: list[Markup] = []
    for place, row in enumerate(rows):
        parts += _bar(row, 4 + place * _BAR_ROW, at)
    bottom = 4 + len(rows) * _BAR_ROW
    parts.append(_line(at(0), 4, at(0), bottom, "axis"))
    if line is not None:
        parts.append(_line(at(line), 4, at(line), bottom, "threshold"))
        parts.append(_text(at(line), bottom + 16, f"{line:g} {unit}", "note", "middle"))
    return _svg("bars", _PLOT + _FIGURES, bottom + 24, title, parts)


def _bar(row: Effect, y: int, at: Scale) -> list[Markup]:
    left, right = sorted((at(0), at(row.value)))
    parts = [_text(8, y + 13, _short(row.label, 52), "", title=row.label)]
    if row.band is not None:
        low, high = row.band
        parts.append(_rect(at(low), y + 19, max(1.0, at(high) - at(low)), 20, "band"))
    parts.append(_rect(left, y + 22, max(1.0, right - left), 14, f"bar {row.css}"))
    if row.low is not None and row.high is not None:
        parts.append(_line(at(row.low), y + 29, at(row.high), y + 29, "whisker"))
    parts.append(_text(_PLOT + 12, y + 34, row.figures or f"{row.value:.2f}", "note"))
    return parts


def strip(value: float, reach: float, css: str, band: tuple[float, float] | None = None) -> Markup:
    """A small bar for a node of the tree, over the band of its placebos where that is known."""
    width, parts = 96.0, []
    if band is not None:
        low, high = (min(1.0, one / reach) * width for one in band)
        parts.append(_rect(low, 0, max(1.0, high - low), 8, "band"))
    parts.append(_rect(0, 2, max(1.0, min(1.0, value / reach) * width), 4, f"bar {css}"))
    return Markup('<svg class="strip" viewBox="0 0 96 8" width="96" height="8" aria-hidden="true">{}</svg>').format(
        Markup("").join(parts)
    )


def _svg(css: str, width: float, height: float, title: str, parts: Sequence[Markup]) -> Markup:
    return Markup(
        '<svg class="{}" viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}"><title>{}</title>{}</svg>'
    ).format(css, width, height, title, title, Markup("").join(parts))


def _text(x: float, y: float, words: str, css: str = "", anchor: str = "start", title: str = "") -> Markup:
    tip = Markup("<title>{}</title>").format(title) if title and title != words else ""
    return Markup('<text x="{:.1f}" y="{:.1f}" class="{}" text-anchor="{}">{}{}</text>').format(
        x, y, css.strip(), anchor, tip, words
    )


def _line(x1: float, y1: float, x2: float, y2: float, css: str) -> Markup:
    return Markup('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" class="{}"/>').format(x1, y1, x2, y2, css)


def _rect(x: float, y: float, width: float, height: float, css: str) -> Markup:
    return Markup('<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" class="{}"/>').format(
        x, y, width, height, css
    )


def _short(words: str, length: int = _NAME) -> str:
    return words if len(words) <= length else words[: length - 1].rstrip() + "…"
