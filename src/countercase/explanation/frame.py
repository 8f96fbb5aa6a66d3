"""The words that compare a precedent with the matter: they say nothing of it, so the strict check skips them.

A closed list of whole phrases: a frame may never carry a number, a name or a fact.
"""

import re

AS_IN = "As in your matter, the case concerns"
ALSO = "It also shares with your matter"
UNLIKE = "Unlike your matter, the case concerns"
NOT_MENTIONED = "Your facts do not mention"
THIS_DOES = "; this case does"
SAME_LINE = "on the same side of the statutory line"
OTHER_LINE = "on the other side of the statutory line"
COUNTERPART = "the counterpart of your provision"
PASSAGE = "The passage closest to your facts"
PASSAGE_ON = f"{PASSAGE}, on"
PASSAGE_READS = f"{PASSAGE} reads"
HELD = "The Court held"
REASONED = "The Court reasoned"
OUTCOME = "The result"
NO_LONGER_FITS = "It fitted your matter as it was"
NOW_FITS = "It fits your matter as changed"

_PHRASES = (
    *(AS_IN, ALSO, UNLIKE, NOT_MENTIONED, THIS_DOES, SAME_LINE, OTHER_LINE, COUNTERPART),
    *(PASSAGE_READS, PASSAGE_ON, PASSAGE, ", reads", HELD, REASONED, OUTCOME),
    *(NO_LONGER_FITS, NOW_FITS),
    # what a language model may write in their place
    *("as in your matter", "unlike your matter", "unlike in your matter", "your matter", "your facts"),
    *("in this case", "in that case", "this case", "the case concerns", "the case", "the precedent", "this precedent"),
)
_FRAME = re.compile("|".join(re.escape(phrase) for phrase in sorted(_PHRASES, key=len, reverse=True)), re.IGNORECASE)
_COMPARES = re.compile(
    r"\b(as in your|also shares|unlike|do not mention|same side|other side|as it was|fits)\b", re.IGNORECASE
)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")


def without_frame(text: str) -> str:
    """The text with every frame phrase outside quotation marks blanked to a break, all other characters in place."""
    kept: list[str] = []
    end = 0
    for quoted in _QUOTED.finditer(text):
        kept += [_blank(text[end : quoted.start()]), quoted[0]]
        end = quoted.end()
    return "".join([*kept, _blank(text[end:])])


def comparison(text: str) -> tuple[str, ...]:
    """How a sentence compares the precedent with the matter; prose that is smoothed must keep it."""
    return tuple(found[0].lower() for found in _COMPARES.finditer(_QUOTED.sub("", text)))


def _blank(text: str) -> str:
    return _FRAME.sub(lambda match: ";" * len(match[0]), text)
