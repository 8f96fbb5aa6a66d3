"""Events on a line of years, one row per court; the shape of a mark shows the kind of event."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from countercase.report.svg import Scale, line, picture, text

_WIDTH, _ROW, _TOP, _LEFT = 760.0, 44.0, 18.0, 190.0
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
    across = Scale(first, max(last, first + 1), _LEFT, _WIDTH - 20)
    height = _TOP + _ROW * len(rows) + 26
    shapes = []
    for index, row in enumerate(rows):
        y = _TOP + _ROW * (index + 0.5)
        shapes += [line(_LEFT, y, _WIDTH - 20, y, "grid"), text(_LEFT - 10, y + 4, _short(row), "end")]
    for year in _years(first, last):
        x = across.at(year)
        shapes += [line(x, _TOP, x, height - 24, "grid"), text(x, height - 8, str(year), "middle")]
    if begin is not None:
        shapes.append(line(across.at(_year(begin)), _TOP, across.at(_year(begin)), height - 24, "axis"))
    seen: dict[tuple[str, int], int] = {}
    for mark in marks:
        again = seen.get((mark.row, mark.day.year), 0)
        seen[mark.row, mark.day.year] = again + 1
        shift = (again % _MOST_STACKED - 1) * _STACK if again else 0
        y = _TOP + _ROW * (rows.index(mark.row) + 0.5) + shift
        shapes.append(_mark(across.at(_year(mark.day)), y, mark))
    return picture(title, _WIDTH, height, shapes)


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
