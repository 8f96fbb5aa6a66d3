"""Which Act of preventive detention a matter is about, other than the National Security Act and COFEPOSA.

A State's Act is known by its short name or number, or by the kind of person it detains together with the State:
"branded a goonda", "Madras High Court".
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from countercase.facts.lines.profile import MatterProfile

# The kinds of persons whom the Acts of the States detain.
_KINDS = re.compile(
    r"\bgoondas?\b|\bboot-?\s?leggers?\b|\bdrug[\s-]offenders?\b|\bslum[\s-]?(?:lords?|grabbers?)\b|\bland[\s-]grabbers?\b"
    r"|\bdangerous\s(?:persons?|activities)\b|\bdacoits?\b|\bimmoral\straffic\soffenders?\b|\bvideo\spirates?\b"
    r"|\b(?:sexual|cyber(?:\slaw|\scrime)?|sand|forest|spurious\sseed|food\sadulteration|fake\sdocument|gaming|arms|white[\s-]collar|financial)[\s-]offenders?\b|\bproperty\sgrabbers?\b|\bgamblers?\b"
)
_DETAINED = re.compile(
    r"\bdetenu|\bdetention\s(?:order|of)\b|\border\sof\sdetention\b|\bpreventive(?:ly)?\sdet|\bhabeas\b|\badv(?:isory\b|\b\.?)\sb(?:oar)?d\b|\bh\.?c\.?p\b|\bdetained\b"
)


def _numbered(number: int, year: int) -> str:
    return rf"\bact\s(?:no\.?\s?)?(?:{number}|{_roman(number)})\s?(?:of|/)\s?{year}\b"


def _roman(number: int) -> str:
    return {1: "i", 6: "vi", 7: "vii", 12: "xii", 14: "xiv", 16: "xvi", 55: "lv"}[number]


# Each Act with its own names and, if it detains a kind of person, with the words for its State.
_ACTS: tuple[tuple[str, re.Pattern[str], re.Pattern[str] | None], ...] = tuple(
    (short, re.compile(names), re.compile(state) if state else None)
    for short, names, state in (
        ("PITNDPS", r"\bp\.?i\.?t\.?[\s-]{0,2}n\.?d\.?p\.?s\b|\bprevention\sof\sillicit\straffic\sin\snarcotic", ""),
        (
            "BlackMarketing",
            r"\bblack[\s-]?marketing\b|\bp\.?b\.?m\.?(?:s\.?e\.?c\.?)?\sact\b|" + _numbered(7, 1980),
            "",
        ),
        (
            "JKPSA",
            r"\bpublic\ssafety\sact\b|\bj\s?&\s?k\sp\.?s\.?a\b|\bp\.?s\.?a\b[^.;\n]{0,30}\b(?:detenu|detention)\b",
            "",
        ),
        (
            "PASA",
            r"\bp\.?a\.?s\.?a\b|\banti-?\s?social\sactivities\sact\b|" + _numbered(16, 1985),
            r"\bgujarat\b|\bahmedabad\b|\bsurat\b",
        ),
        (
            "MPDA",
            r"\bm\.?p\.?d\.?a\b|" + _numbered(55, 1981),
            r"\bmaharashtra\b|\bbombay\shigh\scourt\b|\bmumbai\b|\bpune\b|\bnagpur\b|\baurangabad\b",
        ),
        (
            "TNPDA",
            _numbered(14, 1982),
            r"\btamil\s?nadu\b|\bt\.\s?n\.|\bmadras\b|\bchennai\b|\bmadurai\b|\bcoimbatore\b|\bpuzhal\b|\(md\)",
        ),
        (
            "TelanganaPD",
            _numbered(1, 1986),
            r"\btelangana\b|\bandhra\b|\bhyderabad\b|\bcyberabad\b|\brachakonda\b|\bwarangal\b|\bvijayawada\b",
        ),
        (
            "KarnatakaGoondas",
            _numbered(12, 1985),
            r"\bkarnataka\b|\bbengaluru\b|\bbangalore\b|\bkalaburagi\b|\bdharwad\b",
        ),
    )
)
_OTHER_STATES = re.compile(
    r"\b(?:u\.?p\b\.?|uttar\spradesh|bihar|kerala|kaapa|punjab|rajasthan|m\.p\.)\s?(?:goondas?|control|act|anti)"
)


def detention_act(matter: "MatterProfile") -> str | None:
    """The short name of the Act under which a person is preventively detained; None if it is none of these."""
    lower = matter.lower
    is_detention = _DETAINED.search(lower) is not None
    named = [
        (match.start(), short)
        for short, names, _ in _ACTS
        if (match := names.search(lower)) and (is_detention or not match[0].startswith("act"))
    ]
    if named:
        return min(named)[1]
    if (
        not is_detention
        or {"NSA", "COFEPOSA"} & matter.named_acts
        or not _KINDS.search(lower)
        or _OTHER_STATES.search(lower)
    ):
        return None
    of_state = [short for short, _, state in _ACTS if state and state.search(lower)]
    return of_state[0] if len(of_state) == 1 else None


def _is_under(short: str) -> Callable[["MatterProfile"], bool]:
    return lambda matter: detention_act(matter) == short


_REASONS_RECORDED = re.compile(
    r"\breasons?\b[^.;\n]{0,60}\brecorded\b|\brecord(?:ed|s|ing)\s(?:the\s|his\s|its\s|their\s)?reasons?\b|\bexceptional\s(?:circumstances?|case)\b"
)
_NOT_RECORDED = re.compile(
    r"\b(?:no|not|nothing|without|never|nor|any|neither)\b[^.;\n]{0,60}\b(?:reasons?|exceptional|recorded)\b|\breasons?\b[^.;\n]{0,30}\b(?:not|never)\b"
)
# Nobody need name the Act: a person whom the Customs had caught is held by an order that went to an Advisory Board.
UNDER_COFEPOSA = ("act:COFEPOSA", "topic:detention for smuggling")
_BY_CUSTOMS = re.compile(r"\bcustoms\b|\bd\.?r\.?i\b|\brevenue\sintelligence\b")
_SMUGGLED = re.compile(r"\bgold\b|\bforeign\s(?:currency|exchange|cigarettes)\b|\bsmuggl|\bhawala\b|\bdiamonds?\b")
_BEFORE_BOARD = re.compile(r"\badv(?:isory\b|\b\.?)\sb(?:oar)?d\b")


def _is_for_smuggling(matter: "MatterProfile") -> bool:
    """Whether a person is preventively detained for smuggling, and no other Act of detention is named."""
    return (
        not {"NSA", "PITNDPS", "UAPA"} & matter.named_acts
        and all(words.search(matter.lower) for words in (_BY_CUSTOMS, _SMUGGLED, _BEFORE_BOARD))
        and detention_act(matter) is None
    )


_CONDITIONS = {
    "NSA": ("act:NSA", "topic:national security"),
    "COFEPOSA": UNDER_COFEPOSA,
    "PITNDPS": ("topic:detention under PITNDPS",),
}


def _is_explained(short: str) -> Callable[["MatterProfile"], bool]:
    """Whether reasons for late grounds are recorded, under an Act that then allows fifteen days."""
    return lambda matter: (
        _REASONS_RECORDED.search(matter.lower) is not None
        and _NOT_RECORDED.search(matter.lower) is None
        and matter.applies(_CONDITIONS[short])
    )


DETENTION_TOPICS = {
    "detention for smuggling": _is_for_smuggling,
    **{f"detention under {short}": _is_under(short) for short, _, _ in _ACTS},
    **{f"late grounds explained under {short}": _is_explained(short) for short in _CONDITIONS},
}


_UNKNOWN_LANGUAGE = re.compile(
    r"\b(?:translat\w+|knows\sonly|does\snot\s(?:know|read|understand)|cannot\sread|not\sin\shis\slanguage)\b"
)


def doubt_of_language(lower: str) -> str:
    """Says that grounds in a language which the detenu does not know are not communicated, if that may be so."""
    if not _UNKNOWN_LANGUAGE.search(lower):
        return ""
    return (
        " Grounds in a language that the detenu does not know, without a translation, are not communicated"
        " (Hadibandhu Das v. District Magistrate, Cuttack AIR 1969 SC 43)."
    )
