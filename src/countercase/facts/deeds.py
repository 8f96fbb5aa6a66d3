"""Whose deed a clause tells: what the deceased or the injured man did to the accused is no act of the accused."""

import re
from functools import lru_cache

# Ingredients that only an act of the accused can meet.
_OF_ACCUSED = frozenset(
    {
        *(f"murder.{row}" for row in ("act-of-accused", "intention-to-kill", "vital-part", "repeated-blows")),
        *(f"murder.{row}" for row in ("deadly-weapon", "weapon-carried", "intended-injury", "eye-witness")),
        *("attempt-to-murder.overt-act", "attempt-to-murder.intention", "attempt-to-murder.injury-dangerous"),
        *("hurt.bodily-pain", "hurt.voluntarily", "dangerous-weapon-hurt.dangerous-weapon"),
        *("culpable-homicide.intention-part-one", "culpable-homicide.knowledge-part-two"),
    }
)
_SUFFERER = r"(?:(?:the\s)?(?:deceased|deced\.?|decd\.?|dec['’]d|injured|victim)(?:\s(?-i:[A-Z])[\w.]+){0,2}"
_ATTACKED = (
    r"(?<!was\s)(?<!were\s)(?<!been\s)(?<!being\s)(?<!got\s)(?:struck|hit|attacked|assaulted|stabbed|beat|beaten|slapped"
    r"|kicked|punched|pushed|shoved|abused|aimed\sat|swung\sat|rushed\sat|lunged\sat|caught|grabbed|tore|bit|fired\sat"
    r"|gave\s(?:a|the|the\sfirst)\s\w+(?:\s\w+){0,3}\sto)\b"
)
_ACCUSED = r"(?:a-?\s?\d+|the\saccused|accused|appellants?|applicant|petitioner|(?:our\s)?client|him)\b"
_NAME = r"((?-i:[A-Z])[a-z]{2,})"
_NAMED = re.compile(
    rf"\b(?:deceased|deced|decd|injured|victim)\b\.?,?\s(?:(?:Sri|Shri|Smt|Mr|Km)\.?\s)?{_NAME}"
    rf"|\b{_NAME}\s\((?:the\s)?(?:deceased|deced|decd|injured|victim)\b",
    re.IGNORECASE,
)


def is_of_accused(ingredient: str) -> bool:
    """Whether only an act of the accused can meet the ingredient."""
    return ingredient in _OF_ACCUSED


def sufferers_named(text: str) -> frozenset[str]:
    """The names of the deceased and the injured: "deceased Ramkaran", "Kavita (deceased)"."""
    return frozenset(name for match in _NAMED.finditer(text) for name in match.groups() if name)


def is_deed_of_sufferer(clause: str, names: frozenset[str]) -> bool:
    """Whether a clause begins with the deceased or the injured, who attacks the accused."""
    return _deed(names).match(clause) is not None


@lru_cache(maxsize=64)
def _deed(names: frozenset[str]) -> re.Pattern[str]:
    named = "".join(rf"|(?-i:{re.escape(name)})" for name in sorted(names))
    return re.compile(
        rf"\W*(?:(?:then|when|first|and|that|as|after|where|but|suddenly|there)\s){{0,3}}{_SUFFERER}{named})"
        rf"(?:,\s[^,.;]{{1,30}},)?\s(?:(?!whom\b|who\swas\b|by\b|a-?\d|s?he\b|accused\b|appellant)[\w'’,-]+\s){{0,9}}?{_ATTACKED}"
        rf"(?:\s(?!by\b)[\w'’-]+){{0,3}}?\s{_ACCUSED}",
        re.IGNORECASE,
    )
