"""The deduction for the personal expenses of the deceased: by his dependants, or one half if he was a bachelor."""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.other_matters import is_of_cited_case

_MV_168 = Provision.parse("MV-168")
_SARLA_VERMA = date(2009, 4, 15)
_NAMES = {2: "one-half", 3: "one-third", 4: "one-fourth", 5: "one-fifth"}
_FRACTIONS = {"half": 2, "third": 3, "fourth": 4, "quarter": 4, "fifth": 5}
_DEDUCTION = re.compile(
    r"\b(?:cut|took\s(?:out|away|off)|slashed)\s(?:by\s)?(?:(?:one|a|1)[\s-](?P<word4>half|third|fourth|quarter|fifth)|1/(?P<part6>[2-5])(?:rd|th)?)\b(?=[^.;]{0,60}\b(?:personal|living|own\sexpenses|dependants?|for\s\w+\sof\sthem)\b)"
    r"|\bdeduct(?:ed|ion|ing)?\s(?:of\s)?(?:only\s|just\s)?(?:(?:one|a|1)[\s-](?P<word>half|third|fourth|quarter|fifth)|1/(?P<part>[2-5])(?:rd|th)?)\b(?=[^.;]{0,60}\b(?:personal|living|own)\b|\sfor\s(?:him|her)self\b|\s?(?:[.;,]|\Z))"
    r"|\b(?:one[\s-](?P<word3>half|third|fourth|quarter|fifth)|1/(?P<part5>[2-5])(?:rd|th)?)\s(?:was\s|is\s)?(?:deducted|cut\s(?:for|towards))\b"
    r"|\b1/(?P<part4>[2-5])(?:rd|th)?\s(?:towards|for)\s(?:\w+\s){0,2}(?:personal|living)\b"
    r"|\b1/(?P<part3>[2-5])(?:rd|th)?\sdeduction\b(?=[^.;]{0,60}\b(?:personal|living)\b)"
    r"|\b(?:(?:one|a)[\s-](?P<word5>half|third|fourth|quarter|fifth)|1/(?P<part7>[2-5])(?:rd|th)?)\sdeduction\b(?!\s(?:for|towards|of|on)\s(?:the\s)?(?:contributory|negligence|lump|tax|income|development|uncertaint))"
    r"|\b(?:personal|living)\b[^.;]{0,40}?\b(?:one[\s-](?P<word2>half|third|fourth|quarter|fifth)|1/(?P<part2>[2-5])(?:rd|th)?)\b"
)
_DEPENDANTS = re.compile(
    r"\b(?P<n>\w+)\sdepend[ae]nts?\b|\bdepend[ae]nts?\s(?:are|were|being|:)?\s?(?P<m>\d+)\b"
    r"|\b(?:we\sare|family\sof|there\sare|left\sbehind)\s(?P<o>\d|two|three|four|five|six|seven|eight)(?=\s?[:;,.(]|\sof\sus|\smembers|\sdepend)"
    r"|\bfor\s(?P<q>\d|two|three|four|five|six|seven|eight)\s(?:of\sthem|claimants)\b"
    r"|\b(?P<r>two|three|four|five|six|seven|eight|nine|\d)\s(?:mouths|souls|persons|members|heads|people)\b(?=[^.;]{0,40}\b(?:depend\w*|lived\son|fed\b|to\sfeed|living\son|liv(?:ed|ing)\soff))"
    r"|\b(?:sole\s)?(?:earner|bread-?\s?winner)\s(?:of|for)\s(?:a\sfamily\sof\s|all\s|the\s)?(?P<s>\d|two|three|four|five|six|seven|eight)(?=\s?[.;,(]|\s(?:claimants|clmts|dependants|persons|members|souls|people))"
)
_CLAIMANTS = re.compile(
    r"\b(?:filed|made|preferred|brought|claimed|claim(?:\s(?:petition|application))?|claimants?\sare|legal\sheirs\sare)\b(?:[^.;]|\.(?=\d|\su/s)){0,60}?"
    r"(?:\bby|\bare|:)\s(?P<list>[^.;]{5,120})|\b(?:depend[ae]nts?|l\.?\s?rs?\b\.?|legal\s(?:heirs|representatives))\s?(?::|-|are|being)\s(?P<depending>[^.;]{5,120})|\b(?:left|leaving|survived\sby|leaves)\s(?:behind\s)?(?P<left>[^.;]{5,120})"
    r"|(?:(?<![^.;\n]\s)|(?<=\.\shis\s)|(?<=\.\sher\s)|(?<=\.\sthe\s))\b(?P<claiming>(?:widow|wife|husband|parents?|mother|father)\b[^.;\n]{0,60}?)\s(?:claim(?:ed)?|sought|filed|preferred|are\s(?:the\s)?claimants)\b"
    r"|\b(?:claimants|clmts|petitioners|applicants)\s?:\s(?P<headed>(?:(?!\b(?:respondents?|decd|deceased)\b)[^.\n]){5,160}?)[;,]\s(?:all|who)\s(?:\w+\s){0,2}(?:lived|living|depend\w*|maintained|fed)\b"
)
_RELATIVES = re.compile(
    r"(?:(?P<count>\d|one|two|three|four|five|six)\s)?(?:minor\s|aged\s|old\s|unmarried\s|major\s|small\s|young\s|little\s|school-?going\s)*(?P<who>widow|wife|husband|mother|father|parents|children|minors|kids|sons|daughters|child|son|daughter)\b"
)
_NAMED_IN_LIST = re.compile(r"(?<=,)\s(?!minor|aged)[a-z]{2,12}(?:\s?\(\d{1,2}\))?(?=,)")  # a child by name only
_NAMED_FIRST = re.compile(
    r"(?:Smt\.?\s|Mrs\.?\s)?[A-Z][a-z]{2,14}(?:\s[A-Z][a-z]+)?,\s(?!his\s(?:widow|wife)|her\shusband)"
)  # the widow by name only
_SPOUSES = {"widow", "wife", "husband"}
_BACHELOR = re.compile(
    r"\b(?:bachelor|spinster)\b(?!\s(?:of|degree|in)\b|'s\b|’s\b)|\bunmarried\b(?!\s(?:\w+\s)?(?:sisters?|daughters?|brothers?|child|children|girl|woman))"
)
_OF_A_CASE = re.compile(r"\b(?:case|judgment|judgement|ruling|decision|cite[sd]?|citing|law|where)\b[^.;\n]{0,40}\Z")
# A widowed mother and younger ones who lived on a bachelor: one third may be deducted (Sarla Verma, paragraph 32).
_LIVED_ON_HIM = re.compile(
    r"\bwidowed\smother\b|\b(?:younger|minor|school-?going|non-?earning|unmarried)\s(?:brothers?|sisters?|siblings)\b|\blarge\sfamily\b"
)


def personal_expenses(matter: MatterProfile) -> Iterator[LawLine]:
    """The deduction for personal expenses, by the number of dependants."""
    stated = _DEDUCTION.search(matter.lower)
    dependants = _dependants(matter)
    if _is_bachelor(matter):
        yield from _deduction_of_bachelor(matter, stated)
        return
    if dependants is None or dependants[0] < 2:
        return
    count, spans = dependants
    correct = 3 if count <= 3 else 4 if count <= 6 else 5
    applied = _fraction(stated) if stated is not None else None
    if stated is not None and applied is not None:
        effect = "as the law provides" if applied == correct else f"the law provides {_NAMES[correct]}"
        yield LawLine(
            _MV_168,
            f"deduction for personal expenses with {count} dependants",
            _NAMES[applied],
            _NAMES[correct],
            Stands.of(applied == correct),
            (Span(*stated.span()), *spans),
            f"Deduction of {_NAMES[applied]} with {count} dependants: {effect} (Sarla Verma).",
            "deduction applied",
        )
    if applied != correct and matter.day is not None and matter.day >= _SARLA_VERMA:
        band = {3: "2 to 3", 4: "4 to 6", 5: "more than 6"}[correct]
        yield LawLine(
            _MV_168,
            "number of dependants, for the deduction for personal expenses",
            str(count),
            f"{band}: {_NAMES[correct]} deducted",
            Stands.WITHIN,
            spans,
            f"With {count} dependants {_NAMES[correct]} is deducted for personal expenses (Sarla Verma).",
            "dependants",
        )


def _is_bachelor(matter: MatterProfile) -> bool:
    """Whether the deceased had not married, and the word is not said of a case that somebody cites."""
    return any(
        not is_of_cited_case(matter.lower, Span(*match.span()))
        and _OF_A_CASE.search(matter.lower[max(0, match.start() - 60) : match.start()]) is None
        for match in _BACHELOR.finditer(matter.lower)
    )


def _deduction_of_bachelor(matter: MatterProfile, stated: re.Match[str] | None) -> Iterator[LawLine]:
    """One half is deducted for a bachelor, unless a large family lived on him."""
    if stated is None or _LIVED_ON_HIM.search(matter.lower):
        return
    applied = _fraction(stated)
    effect = "as the law provides" if applied == 2 else "the law provides one-half, unless a large family lived on him"
    yield LawLine(
        _MV_168,
        "deduction for personal expenses of a bachelor",
        _NAMES[applied],
        _NAMES[2],
        Stands.of(applied == 2),
        (Span(*stated.span()),),
        f"Deduction of {_NAMES[applied]} for a bachelor: {effect} (Sarla Verma).",
        "deduction applied",
    )


def _fraction(stated: re.Match[str]) -> int:
    """The part that was deducted: 3 for one-third."""
    named = {name: value for name, value in stated.groupdict().items() if value}
    word = next((value for name, value in named.items() if name.startswith("word")), None)
    return _FRACTIONS[word] if word else int(next(value for name, value in named.items() if name.startswith("part")))


def _dependants(matter: MatterProfile) -> tuple[int, tuple[Span, ...]] | None:
    """The number of dependants: as stated, or by counting those who claim; with the words that say so."""
    counted = _DEPENDANTS.search(matter.lower)
    number = read_count(next(number for number in counted.groupdict().values() if number)) if counted else None
    listed = _claimants_listed(matter)
    if counted is not None and number is not None and number == int(number):
        agrees = listed is not None and listed[0] == number
        return int(number), (Span(*counted.span()), *((listed[1],) if listed and agrees else ()))
    return (listed[0], (listed[1],)) if listed is not None else None


def _claimants_listed(matter: MatterProfile) -> tuple[int, Span] | None:
    """Those who claim, counted: "by widow (36), Om, daughter (8) and mother (67)" are four."""
    claimants = _CLAIMANTS.search(matter.lower)
    if claimants is None:
        return None
    total = 0
    listed = claimants["list"] or claimants["left"] or claimants["depending"] or claimants["claiming"]
    listed = listed or claimants["headed"]
    relatives = list(_RELATIVES.finditer(listed))
    for relative in relatives:
        usual = 2 if relative["who"] == "parents" else 1
        total += int(read_count(relative["count"]) or usual) if relative["count"] else usual
        if relative["who"] in {"children", "minors", "kids", "sons", "daughters"} and not relative["count"]:
            return None
    between = listed[relatives[0].end() : relatives[-1].start()] if relatives else ""
    total += len(_NAMED_IN_LIST.findall(between))
    if claimants["left"] and total > 1 and not {relative["who"] for relative in relatives} & _SPOUSES:
        total += _NAMED_FIRST.match(matter.text, claimants.start("left")) is not None
    return (total, Span(*claimants.span())) if total else None
