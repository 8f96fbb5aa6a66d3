"""Small charts as SVG text: no script, no font, no file from elsewhere; each has a title that a screen reader reads."""

from collections.abc import Mapping, Sequence
from html import escape
from math import log10

# Okabe and Ito's colours, which people with any kind of colour vision tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999999", "#000000")
WIDTH, HEIGHT = 640, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 170, 16, 44

Point = tuple[float, float]


def line_chart(title: str, series: Mapping[str, Sequence[Point]], x_label: str, y_label: str) -> str:
    """One line a name; x on a logarithmic scale from the smallest to the largest, y from 0 to 1."""
    xs = [x for points in series.values() for x, _ in points]
    if not xs:
        return ""
    low, high = log10(min(xs)), log10(max(xs))

    def at(x: float, y: float) -> Point:
        share = (log10(x) - low) / (high - low) if high > low else 0.5
        return _LEFT + share * (WIDTH - _LEFT - _RIGHT), _TOP + (1 - y) * (HEIGHT - _TOP - _BOTTOM)

    parts = [_grid_line(at(10**low, y), at(10**high, y), f"{y:.1f}") for y in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)]
    for x in sorted(set(xs)):
        across, down = at(x, 0.0)
        parts.append(_text(across, down + 16, f"{x:g}", "middle"))
    parts.append(_text(_LEFT + (WIDTH - _LEFT - _RIGHT) / 2, HEIGHT - 6, x_label, "middle"))
    parts.append(_text(_LEFT + 6, _TOP + 14, y_label, "start"))
    for place, (name, points) in enumerate(series.items()):
        colour = COLOURS[place % len(COLOURS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in points))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(_legend(place, name, colour))
    return _svg(title, parts)


def difference_bars(title: str, differences: Sequence[float]) -> str:
    """Per-query differences, largest first: what is above the line was won, what is below was lost."""
    values = sorted(differences, reverse=True)
    if not values:
        return ""
    reach = max(1e-9, *(abs(value) for value in values))
    middle, half = (HEIGHT - _BOTTOM + _TOP) / 2, (HEIGHT - _BOTTOM - _TOP) / 2
    step = (WIDTH - _LEFT - 16) / len(values)
    parts = [
        _grid_line((_LEFT, middle - half), (WIDTH - 16, middle - half), f"+{reach:.2f}"),
        _grid_line((_LEFT, middle), (WIDTH - 16, middle), "0"),
        _grid_line((_LEFT, middle + half), (WIDTH - 16, middle + half), f"−{reach:.2f}"),
    ]
    for place, value in enumerate(values):
        height = abs(value) / reach * half
        top = middle - height if value > 0 else middle
        colour = COLOURS[0] if value > 0 else COLOURS[1]
        x = _LEFT + place * step
        parts.append(f'<rect x="{x:.2f}" y="{top:.2f}" width="{step:.2f}" height="{height:.2f}" fill="{colour}"/>')
    won, lost = sum(value > 0 for value in values), sum(value < 0 for value in values)
    tied = len(values) - won - lost
    parts.append(_text(WIDTH / 2, HEIGHT - 10, f"{won} better, {lost} worse, {tied} the same", "middle"))
    return _svg(title, parts)


def bars(title: str, rows: Sequence[tuple[str, float, str]]) -> str:
    """A horizontal bar for each name, value and label."""
    if not rows:
        return ""
    largest = max(value for _, value, _ in rows) or 1.0
    height, left = 22, 220
    parts = []
    for place, (name, value, label) in enumerate(rows):
        y = 8 + place * height
        width = max(0.0, value / largest * (WIDTH - left - 110))
        parts.append(_text(left - 8, y + 14, name, "end"))
        parts.append(f'<rect x="{left}" y="{y + 3}" width="{width:.1f}" height="{height - 8}" fill="{COLOURS[0]}"/>')
        parts.append(_text(left + width + 6, y + 14, label, "start"))
    return _svg(title, parts, 16 + height * len(rows))


def _grid_line(start: Point, end: Point, label: str) -> str:
    line = f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" class="grid"/>'
    return line + _text(start[0] - 6, start[1] + 4, label, "end")


def _legend(place: int, name: str, colour: str) -> str:
    x, y = WIDTH - _RIGHT + 14, _TOP + 12 + place * 18
    return f'<rect x="{x}" y="{y - 8}" width="10" height="10" fill="{colour}"/>' + _text(x + 16, y + 1, name, "start")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(title: str, parts: Sequence[str], height: int = HEIGHT) -> str:
    body = "".join(parts)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )
