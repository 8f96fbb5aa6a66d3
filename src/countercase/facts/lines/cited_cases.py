"""Numbers of a case that somebody cites, which are none of this matter: "State cites a ruling of 4 kg of charas"."""

import re

from countercase.domain.span import Span

_CITES = re.compile(r"\b(?:cit(?:es|ed|ing)|rel(?:ies|ied|ying)\s(?:up)?on|leans\son|quotes)\b")
_A_CASE = re.compile(
    r"\b(?:rulings?|judge?ments?|decisions?|authorit(?:y|ies)|case-?\s?law|precedents?|(?<!this\s)(?<!in\sthe\s)case"
    r"|(?<!this\s)(?<!the\s)(?<!our\s)(?<!present\s)matters?)\b"
)
_RULING_CITED = re.compile(
    r"\b(?:ruling|authority|case|judgment|decision)s?\s(?:cited|relied\son|quoted)\b|\bruling\s(?:of|where|in\swhich|on|with|about|involving|concerning)\b"
    r"|\b(?:ruling|authority)\s?[-–:]\s|(?:'s|’s|s['’])\s(?:ruling|authority|precedent)\b"  # "APP's ruling"
)
_RULING_ON = re.compile(
    r"\b(?:rulings?|judgments?|decisions?|authorit(?:y|ies)|precedents?)\s(?:(?:cited|relied|there|all|both|is|was|are|were|only)\s){0,3}"
    r"(?:on|under|of|in|from)\s(?:an?\s|the\s|cases?\s(?:under|of)\s)?\Z"
)
_RULING_AFTER = re.compile(
    r"\s(?:act\s)?(?:rulings?|judgments?|decisions?|authorit(?:y|ies)|precedents?|case[\s-]law)\b"
)
_NEAR_RULING = 45  # characters between an Act and the ruling for which it is named
_SENTENCE_END = re.compile(r"(?<!\brs)(?<!\bs)(?<!\bld)[.;]\s|\n")
_REACH = 160  # characters on each side of a number in which its sentence is searched


def is_of_cited_case(lower: str, number: Span) -> bool:
    """Whether a number stands after the words that cite a case, in the same sentence."""
    before = _SENTENCE_END.split(lower[max(0, number.start - _REACH) : number.start])[-1]
    if _RULING_CITED.search(before):
        return True
    cites = _CITES.search(before)
    if cites is None:
        return False
    after = _SENTENCE_END.split(lower[number.end : number.end + _REACH], maxsplit=1)[0]
    return _A_CASE.search(before[cites.end() :] + " " + after) is not None


_BY_SLIP = re.compile(
    r",?\s(?:act,?\s)?(?:(?:evidently|apparently|obviously|clearly)\s)?(?:by\s(?:a\s)?(?:slip|mistake|oversight|error)|a\sslip)\b"
)


def is_act_of_ruling(lower: str, act: Span) -> bool:
    """Whether an Act is named for a ruling that somebody cites, or by a slip: "a COFEPOSA ruling"."""
    before = lower[max(0, act.start - _NEAR_RULING) : act.start]
    after = lower[act.end : act.end + _NEAR_RULING]
    is_of_ruling = _RULING_ON.search(before) or _RULING_AFTER.match(after) or _BY_SLIP.match(after)
    return is_of_ruling is not None or is_of_cited_case(lower, act)
