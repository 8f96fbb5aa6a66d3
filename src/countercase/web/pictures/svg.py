"""The two shapes that pictures are made of, as SVG text; colours come from the style sheet by class."""

from markupsafe import Markup


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
