"""How a change stands against the neutral edits of its length: in words, and drawn over their band."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from countercase.counterfactual.verdict import EdgeEvidence, in_words
from countercase.web.pictures.bars import Effect, Scale, bar, scale_of

BEATS, INSIDE = "beats its placebos", "inside the placebo band"
BEYOND, UNTESTED = "beyond the band, not for certain", "too short a text to test"
_CSS = {BEATS: "beats", INSIDE: "inside", BEYOND: "beyond", UNTESTED: "beyond"}


@dataclass(frozen=True, slots=True)
class Standing:
    """A measured change as a node of the tree shows it."""

    words: str
    sentence: str
    css: str
    figures: str
    strip: Markup


def stands(seen: EdgeEvidence) -> str:
    """The verdict in words; between the band and the verdict nothing certain can be said."""
    if not seen.tested:
        return UNTESTED
    if seen.dispositive:
        return BEATS
    return INSIDE if seen.effect <= seen.band_high else BEYOND


def standing(seen: EdgeEvidence, css: str, scale: Scale) -> Standing:
    """The effect drawn over the band of its placebos; its interval is left to larger pictures."""
    words = stands(seen)
    strip = bar(Effect("", css, seen.effect, band=(seen.band_low, seen.band_high)), scale)
    return Standing(words, in_words(seen), _CSS[words], figures(seen), strip)


def figures(seen: EdgeEvidence) -> str:
    """The same in figures, for those who read and do not look."""
    return (
        f"effect {seen.effect:.3f}, placebo band {seen.band_low:.3f} to {seen.band_high:.3f} "
        f"of {seen.placebos} neutral edits, q {seen.q:.3f}"
    )


def effect_of(seen: EdgeEvidence, css: str, label: str = "", link: str = "") -> Effect:
    """A measured change as a bar over its band."""
    band = (seen.band_low, seen.band_high)
    return Effect(label, css, seen.effect, seen.low, seen.high, band, f"q {seen.q:.3f}", stands(seen), link)


def common_scale(evidence: Iterable[EdgeEvidence]) -> Scale:
    """One scale for all changes of a tree, so that bars compare."""
    return scale_of([Effect("", "", seen.effect, band=(seen.band_low, seen.band_high)) for seen in evidence])
