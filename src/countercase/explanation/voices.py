"""How an explanation names the speaker, and which speaker a written sentence claims.

"The Court held" introduces only this Court's own words. Everyone else is named, and doubt is stated.
"""

import re

from countercase.domain.case import Speaker, Voice

HELD = "The Court held"
REASONED = "The Court reasoned"
LEFT_OPEN = "The Court left open"
OUTCOME = "The result"
SUMMARY = "In our summary"
NOT_CERTAIN = "The judgment reads (the speaker is not certain)"


def opening(voice: Voice, certain: str) -> str:
    """The words before the quotation of a holding; `certain` is the phrase for the Court's own words."""
    if voice.speaker is Speaker.COURT:
        return LEFT_OPEN if voice.left_open else certain
    name = voice.name
    openings = {
        Speaker.SEPARATE: f"{name}, {'left open' if voice.left_open else 'held'}",
        Speaker.BELOW: f"{_capital(name) or 'A court below'} had held",
        Speaker.COUNSEL: f"{_capital(name) or 'Counsel'} argued",
        Speaker.STATUTE: f"{name or 'The statute'} provides",
        Speaker.EARLIER: f"Of the earlier case {name}" if name else "Of an earlier case",
        Speaker.SUMMARY: SUMMARY,
    }
    return openings.get(voice.speaker, NOT_CERTAIN)


def credit(voice: Voice) -> str:
    """The credit in brackets before a quotation that is neither the Court's nor plain fact; otherwise empty."""
    credits_by_speaker = {
        Speaker.BELOW: f" (the view of {voice.name or 'a court below'})",
        Speaker.COUNSEL: f" (argued by {voice.name or 'counsel'})",
        Speaker.STATUTE: f" (the words of {voice.name or 'a statute'})",
        Speaker.EARLIER: f" (said of {voice.name or 'an earlier case'})",
        Speaker.SEPARATE: f" ({voice.name})",
    }
    return credits_by_speaker.get(voice.speaker, "")


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


# The frame of these phrases, which the strict check must skip, and the speaker that it claims.

_CLAIMS = (
    (Speaker.SUMMARY, re.compile(r"\bIn our summary\b")),
    (
        Speaker.COURT,
        re.compile(r"\bThe (?:Supreme )?Court (?:\w+ly )?(?:held|reasoned|found|ruled|left open|decided|observed)\b"),
    ),
    (Speaker.COURT, re.compile(r"\bThe result\b")),
    (Speaker.UNKNOWN, re.compile(re.escape(NOT_CERTAIN))),
    (Speaker.COUNSEL, re.compile(r"\b[Cc]ounsel(?: for the [\w ]{2,30}?)? argued\b|\(argued by [^)]*\)")),
    (Speaker.BELOW, re.compile(r"\b(?:The|A) [\w -]{2,50}? had held\b|\(the view of [^)]*\)")),
    (Speaker.STATUTE, re.compile(r"^[\w ().]{2,40} provides\b|\(the words of [^)]*\)")),
    (Speaker.EARLIER, re.compile(r"^Of (?:an earlier case|the earlier case [^:]{2,120}?)(?=:)|\(said of [^)]*\)")),
    (
        Speaker.SEPARATE,
        re.compile(
            r"^(?:[^:]{2,60} J\.|Another judge|An opinion that the copy does not mark),"
            r" (?:dissenting|in a separate opinion),? (?:held|left open)\b"
            r"|\([^)]*, (?:dissenting|in a separate opinion)\)"
        ),
    ),
)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")


def claimed(text: str) -> Speaker | None:
    """The speaker that a sentence names outside its quotation, or None."""
    plain = _QUOTED.sub(lambda match: ";" * len(match[0]), text)
    return next((speaker for speaker, pattern in _CLAIMS if pattern.search(plain)), None)


def without_speaker(text: str) -> str:
    """The text with the words that name the speaker blanked, all offsets unchanged."""
    for _, pattern in _CLAIMS:
        text = pattern.sub(lambda match: ";" * len(match[0]), text)
    return text


_SUMMARISED = re.compile(r"In our summary: (?P<text>.+?)\.?$", re.DOTALL)


def as_quotation(text: str) -> str:
    """A sentence of our summary with the summary in quotation marks, so that it is checked word for word."""
    return _SUMMARISED.sub(lambda match: f"In our summary: “{match['text']}”.", text)
