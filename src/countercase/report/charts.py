"""Charts: the shapes and scales they share, bars over placebo bands, two rankings, differences by query, timelines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import log10

from markupsafe import Markup

from countercase.domain.case import CaseId

# The SVG kit: the shapes and scales of every chart.
#
# Colours come from the style sheet by class, so that light, dark and print each have their own.

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values from `least` to `most` to coordinates from `start` to `end`; values outside are clipped."""

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


# Bars as list rows: the text can be selected and wraps on a phone; only the bar is SVG.

LEAST = 0.01  # the smallest scale
_WIDTH, _HEIGHT = 400.0, 18.0  # coordinates of one bar; the page stretches it to fit


@dataclass(frozen=True, slots=True)
class EffectBar:
    """One bar: its value, its interval, and its placebo band if measured."""

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
class EffectRow:
    """A bar as the list shows it."""

    effect: EffectBar
    figures: str
    bar: Markup


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars on one scale; `line` is a threshold drawn through all of them."""

    title: str
    rows: tuple[EffectRow, ...]
    line: str = ""
    banded: bool = False


def effect_bars(
    title: str, effects: Sequence[EffectBar], threshold: float | None = None, unit: str = "places"
) -> Chart:
    """One bar per row, its interval as a whisker, the placebo band behind it, and a line at a threshold."""
    scale = scale_of(effects, threshold)
    rows = tuple(
        EffectRow(effect, effect.figures or f"{effect.value:.2f}", effect_bar(effect, scale, threshold))
        for effect in effects
    )
    words = f"{threshold:g} {unit}" if threshold is not None else ""
    return Chart(title, rows, words, any(effect.band for effect in effects))


def scale_of(effects: Sequence[EffectBar], threshold: float | None = None) -> Scale:
    """A scale that fits every value, interval and band, and zero."""
    tops = [
        LEAST, *(max(effect.value, effect.high or 0.0, effect.band[1] if effect.band else 0.0) for effect in effects)
    ]  # fmt: skip
    lows = [0.0, *(min(effect.value, effect.low or 0.0) for effect in effects)]
    return Scale(min(lows), max([*tops, *([threshold * 1.15] if threshold else [])]), 1, _WIDTH - 1)


def effect_bar(effect: EffectBar, scale: Scale, threshold: float | None = None) -> Markup:
    """The chart of one row; the figures beside it say the same."""
    left, right = sorted((scale.at(0), scale.at(effect.value)))
    shapes = [bar(left, 4, max(1.0, right - left), _HEIGHT - 8, f"bar {effect.css}")]
    if effect.band is not None:
        low = min(scale.at(effect.band[0]), _WIDTH - 3)
        high = max(scale.at(effect.band[1]), low + 2)  # keep an empty band visible
        shapes.insert(0, bar(low, 0, high - low, _HEIGHT, "band"))
        shapes.append(line(high, 0, high, _HEIGHT, "band-end"))
    if effect.low is not None and effect.high is not None:
        shapes.append(line(scale.at(effect.low), _HEIGHT / 2, scale.at(effect.high), _HEIGHT / 2, "whisker"))
    shapes.append(line(scale.at(0), 0, scale.at(0), _HEIGHT, "axis"))
    if threshold is not None:
        shapes.append(line(scale.at(threshold), 0, scale.at(threshold), _HEIGHT, "threshold"))
    return strip("strip", _WIDTH, _HEIGHT, shapes)


# A ranking before and after a change, side by side, with a line for each case.

_ROW, _GAP = 10.0, 100.0  # coordinates of the picture between the lists; the page sets its size


@dataclass(frozen=True, slots=True)
class ListedCase:
    """One case in one of the two lists."""

    case_id: CaseId
    name: str
    words: str
    css: str


@dataclass(frozen=True, slots=True)
class TwoLists:
    """The list before, the lines, and the list after."""

    before: tuple[ListedCase, ...]
    after: tuple[ListedCase, ...]
    lines: Markup


def two_lists(before: Sequence[CaseId], after: Sequence[CaseId], names: Mapping[CaseId, str], k: int) -> TwoLists:
    """The first k of both. Longer rankings give the rank of a case that leaves or enters."""
    old, new = list(before[:k]), list(after[:k])
    return TwoLists(
        tuple(ListedCase(case, names.get(case, case), *_left(case, new, after)) for case in old),
        tuple(
            ListedCase(case, names.get(case, case), *_right(rank, case, old, before)) for rank, case in enumerate(new)
        ),
        _lines(old, new),
    )


def _left(case: CaseId, new: Sequence[CaseId], after: Sequence[CaseId]) -> tuple[str, str]:
    """Where a case of the first list went; if it stays, the second list says so."""
    if case in new:
        return "", "stays"
    return f"leaves{_outside(case, after, 'now')}", "dropped"


def _right(rank: int, case: CaseId, old: Sequence[CaseId], before: Sequence[CaseId]) -> tuple[str, str]:
    """Where a case of the second list came from, in a word and not only by colour."""
    if case not in old:
        return f"enters{_outside(case, before, 'was')}", "entered"
    up = old.index(case) - rank
    return ("stays", "stays") if up == 0 else (f"▲ {up}", "up") if up > 0 else (f"▼ {-up}", "down")


def _outside(case: CaseId, ranking: Sequence[CaseId], when: str) -> str:
    return f", {when} {ranking.index(case) + 1}" if case in ranking else ""


def _lines(old: Sequence[CaseId], new: Sequence[CaseId]) -> Markup:
    height = _ROW * max(len(old), len(new), 1)
    shapes = [_move(rank, new.index(case)) for rank, case in enumerate(old) if case in new]
    shapes += [_stub(rank, 0, "dropped") for rank, case in enumerate(old) if case not in new]
    shapes += [_stub(rank, _GAP * 0.7, "entered") for rank, case in enumerate(new) if case not in old]
    return strip("between", _GAP, height, shapes)


def _move(start: int, end: int) -> Markup:
    css = "same" if start == end else "up" if end < start else "down"
    return line(0, _middle(start), _GAP, _middle(end), css)


def _stub(rank: int, x: float, css: str) -> Markup:
    return line(x, _middle(rank), x + _GAP * 0.3, _middle(rank), css)


def _middle(rank: int) -> float:
    return (rank + 0.5) * _ROW


# Charts with axes, for evaluation pages.

SERIES = 8  # colours in the style sheet; a ninth line reuses the first
_PLOT = (640.0, 320.0)
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, 170.0, 16.0, 44.0


def line_chart(title: str, series: Mapping[str, Sequence[tuple[float, float]]], x_label: str, y_label: str) -> Markup:
    """One line for each name; x on a logarithmic scale, y from 0 to 1."""
    xs = sorted({x for points in series.values() for x, _ in points})
    if not xs:
        return Markup()
    width, height = _PLOT
    across = Scale(xs[0], xs[-1], _LEFT, width - _RIGHT, logarithmic=True)
    down = Scale(0, 1, height - _BOTTOM, _TOP)
    shapes = [_grid(_LEFT, width - _RIGHT, down.at(y), f"{y:.1f}") for y in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)]
    shapes += [text(across.at(x), height - _BOTTOM + 16, f"{x:g}", "middle") for x in xs]
    shapes.append(text((_LEFT + width - _RIGHT) / 2, height - 6, x_label, "middle"))
    shapes.append(text(_LEFT + 6, _TOP + 14, y_label))
    for index, (name, points) in enumerate(series.items()):
        css, y = f"series-{index % SERIES}", _TOP + 12 + index * 18
        shapes.append(path(((across.at(x), down.at(value)) for x, value in points), f"curve {css}"))
        shapes.append(bar(width - _RIGHT + 14, y - 8, 10, 10, f"bar {css}"))
        shapes.append(text(width - _RIGHT + 30, y + 1, name))
    return picture(title, width, height, shapes)


def difference_chart(title: str, differences: Sequence[float]) -> Markup:
    """Differences by query, largest first: gains above the line, losses below."""
    values = sorted(differences, reverse=True)
    if not values:
        return Markup()
    width, height = _PLOT
    largest = max(1e-9, *(abs(value) for value in values))
    down = Scale(-largest, largest, height - _BOTTOM, _TOP)
    step = (width - _LEFT - 16) / len(values)
    ends = ((largest, f"+{largest:.2f}"), (0.0, "0"), (-largest, f"−{largest:.2f}"))
    shapes = [_grid(_LEFT, width - 16, down.at(value), label) for value, label in ends]
    for index, value in enumerate(values):
        top, bottom = sorted((down.at(value), down.at(0)))
        css = "bar won" if value > 0 else "bar lost"
        shapes.append(bar(_LEFT + index * step, top, step, bottom - top, css))
    won, lost = sum(value > 0 for value in values), sum(value < 0 for value in values)
    counts = f"{won} better, {lost} worse, {len(values) - won - lost} the same"
    return picture(title, width, height, [*shapes, text(width / 2, height - 10, counts, "middle")])


def _grid(start: float, end: float, y: float, label: str) -> Markup:
    return line(start, y, end, y, "grid") + text(start - 6, y + 4, label, "end")


# Events on a line of years, one row per court; the shape of a mark shows the kind of event.

_TIMELINE_WIDTH, _TIMELINE_ROW, _TIMELINE_TOP, _TIMELINE_LEFT = 760.0, 44.0, 18.0, 190.0
_STACK = 11.0  # distance between marks of one year
_MOST_STACKED = 3


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """One event: its day, its row, its kind (against, doubt, good, neutral), and its words."""

    day: date
    row: str
    kind: str
    words: str


def timeline(title: str, marks: Sequence[TimelineMark], begin: date | None = None) -> Markup:
    """The chart; empty if nothing has a date."""
    if not marks:
        return Markup()
    rows = list(dict.fromkeys(mark.row for mark in marks))
    days = [mark.day for mark in marks] + ([begin] if begin else [])
    first, last = min(days).year, max(days).year + 1
    across = Scale(first, max(last, first + 1), _TIMELINE_LEFT, _TIMELINE_WIDTH - 20)
    height = _TIMELINE_TOP + _TIMELINE_ROW * len(rows) + 26
    shapes = []
    for index, row in enumerate(rows):
        y = _TIMELINE_TOP + _TIMELINE_ROW * (index + 0.5)
        shapes += [
            line(_TIMELINE_LEFT, y, _TIMELINE_WIDTH - 20, y, "grid"),
            text(_TIMELINE_LEFT - 10, y + 4, _short(row), "end"),
        ]
    for year in _years(first, last):
        x = across.at(year)
        shapes += [line(x, _TIMELINE_TOP, x, height - 24, "grid"), text(x, height - 8, str(year), "middle")]
    if begin is not None:
        shapes.append(line(across.at(_year(begin)), _TIMELINE_TOP, across.at(_year(begin)), height - 24, "axis"))
    seen: dict[tuple[str, int], int] = {}
    for mark in marks:
        earlier = seen.get((mark.row, mark.day.year), 0)
        seen[mark.row, mark.day.year] = earlier + 1
        shift = (earlier % _MOST_STACKED - 1) * _STACK if earlier else 0
        y = _TIMELINE_TOP + _TIMELINE_ROW * (rows.index(mark.row) + 0.5) + shift
        shapes.append(_mark(across.at(_year(mark.day)), y, mark))
    return picture(title, _TIMELINE_WIDTH, height, shapes)


def _mark(x: float, y: float, mark: TimelineMark) -> Markup:
    """A cross is against the case, a triangle doubts it, a filled dot is for it, a ring refers to it."""
    words = Markup("<title>{}</title>").format(f"{mark.day.year}: {mark.words}")
    match mark.kind:
        case "against":
            path = f"M{x - 5:.1f} {y - 5:.1f}L{x + 5:.1f} {y + 5:.1f}M{x - 5:.1f} {y + 5:.1f}L{x + 5:.1f} {y - 5:.1f}"
            return Markup('<path d="{}" class="mark-against">{}</path>').format(path, words)
        case "doubt":
            path = f"M{x:.1f} {y - 6:.1f}L{x + 6:.1f} {y + 5:.1f}H{x - 6:.1f}Z"
            return Markup('<path d="{}" class="mark-doubt">{}</path>').format(path, words)
    return Markup('<circle cx="{}" cy="{}" r="4.5" class="mark-{}">{}</circle>').format(
        f"{x:.1f}", f"{y:.1f}", mark.kind, words
    )


def _years(first: int, last: int) -> list[int]:
    """Round years for labels under the line, at most a dozen."""
    span = last - first
    step = next(step for step in (1, 2, 5, 10, 20, 50) if span / step <= 12)
    return [year for year in range(first, last + 1) if year % step == 0]


def _year(day: date) -> float:
    return day.year + (day.timetuple().tm_yday - 1) / 366


def _short(row: str) -> str:
    return row if len(row) <= 28 else f"{row[:27]}…"
