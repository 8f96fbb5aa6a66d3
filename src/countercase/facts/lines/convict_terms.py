"""What the length of a sentence or of the time served opens to a convict: bail, an appeal as of right, remission."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine
from countercase.domain.span import Span
from countercase.facts.lines.number_lines import line_against
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.acts import COMMENCEMENT
from countercase.law.tables.thresholds import Threshold

_COUNT = (
    r"\d{{1,2}}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|twenty"
)
_TERM = rf"(?P<term{{0}}>(?P<count{{0}}>{_COUNT})\s?(?P<unit{{0}}>years?|yrs?\b\.?|months?|mths?\b\.?))(?:['’]s?)?"
_PRISON = r"(?:(?:rigorous|simple)(?:\simprisonment)?|r\.?\s?i\b\.?|s\.?\s?i\b\.?|imprisonment|r/i\b|s/i\b)"
_SENTENCE = re.compile(
    rf"\b{_PRISON}\s?(?:of|for|-|:)?\s?(?:a\s(?:term|period)\sof\s)?{_TERM.format('a')}"
    rf"|\b{_TERM.format('b')}\s(?:of\s)?{_PRISON}"
    rf"|\b(?:sentence[ds]?|given|gave|awarded|got|handed|undergo|jailed)\b(?:\s(?:him|her|them|each|down|to|of|for|undergo|only|a\sterm\sof))*\s{_TERM.format('c')}"
    rf"|\b(?P<life>life(?:\simprisonment|\sterm|\ssentence)?)\b"
)
_LIFE_MONTHS = 1_000


def convict_term_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line that the length of a sentence, or of the time served, decides for a convict."""
    if matter.topic("crime"):
        yield from _bail_to_appeal(matter)
        yield from _appeal_as_of_right(matter)
        yield from _life_term_remitted(matter)


def _months_of(match: re.Match[str]) -> tuple[float, str, Span] | None:
    """The term of a sentence in months, in words, and where it is stated."""
    if match["life"]:
        return _LIFE_MONTHS, "life", Span(*match.span("life"))
    form = next(name for name in "abc" if match[f"count{name}"])
    count = read_count(match[f"count{form}"])
    if count is None:
        return None
    unit = "years" if match[f"unit{form}"].startswith("y") else "months"
    words = dates.counted(count, unit)
    return count * (12 if unit == "years" else 1), words, Span(*match.span(f"term{form}"))


def _line(rule: Threshold, quantity: str, value: str, span: Span, effect: str, *, is_kept: bool) -> LawLine:
    limit = dates.counted(rule.value, rule.unit)
    bound = f"{rule.operator.words} {limit}"
    return line_against(rule, quantity, value, limit, span, effect, is_kept=is_kept, bound=bound)


# Bail by the court that convicted.

_BY_CONVICTING_COURT = re.compile(
    r"\b389\s?\(3\)|\b430\s?\(3\)"
    r"|\b(?:time|bail|suspen\w+|release\w*)\b[^.;\n]{0,60}\b(?:to\s(?:go\sin|file|prefer|present|enable|move)\s(?:an\s|the\s|his\s|her\s)?appeal|(?:till|until|to\senable)\b[^.;\n]{0,20}\bappeal|to\sappeal\b)"
    r"|\bsuspension\b[^.;\n]{0,60}\b(?:will|would|to|means\sto|meant\sto)\s(?:file\san\s)?appeal\b"
    r"|\b(?:magistrate|trial\s(?:court|judge)|convicting\scourt)\b[^.;\n]{0,80}\b(?:suspend\w*|bail\w*|released?)\b"
)
_SENTENCED = re.compile(r"\bconvict|\bguilty\b|\bsentence|\bimprisonment\b|\b[rs]\.?i\b")


def _bail_to_appeal(matter: MatterProfile) -> Iterator[LawLine]:
    """The convicting court releases a convict who means to appeal, if he was on bail and has three years at most."""
    if not _BY_CONVICTING_COURT.search(matter.lower) or not _SENTENCED.search(matter.lower):
        return
    terms = [_months_of(match) for match in _SENTENCE.finditer(matter.lower)]
    known = [term for term in terms if term is not None]
    if not known:
        return
    months, value, span = known[0]
    is_new = (matter.last_day or matter.code_day) >= COMMENCEMENT
    rule = thresholds.get("bnss-430-3-years" if is_new else "crpc-389-3-years")
    is_short = months <= rule.value * 12
    effect = rule.effect if is_short else "only the appellate court may suspend it, unless the offence is bailable"
    yield _line(rule, "term of the sentence", value, span, effect, is_kept=is_short)


# An appeal to the Supreme Court as of right.

_REVERSED = re.compile(
    r"\b(?:high\scourt|h\.?c\b\.?)\b[^;\n]{0,60}\b(?:revers\w+|set\saside|upset|overturn\w*)\b|\bacquittal\b[^;\n]{0,60}\b(?:revers\w+|set\saside|upset|overturned)\b[^;\n]{0,60}\b(?:high\scourt|h\.?c)\b"
    r"|\brevers(?:ed|ing|al\sof)\s(?:the\s|his\s|her\s|their\s|an\s|this\s)?acquittal\b"
)
_ACQUITTED = re.compile(r"\bacquitt")
_AS_OF_RIGHT = re.compile(
    r"\b379\b|\b420\s(?:of\s(?:the\s)?)?bnss\b|\bas\sof\sright\b|\bstatutory\sappeal\b|\benlargement\b|\bsupreme\scourt\b|\bs\.?c\b\.?|\bslp\b"
)
_SENTENCE_REACH = 160  # characters after the reversal in which the High Court's sentence stands


def _appeal_as_of_right(matter: MatterProfile) -> Iterator[LawLine]:
    """One whose acquittal the High Court reversed appeals as of right, if it gave him ten years or more."""
    reversed_ = _REVERSED.search(matter.lower) if _ACQUITTED.search(matter.lower) else None
    if reversed_ is None or not _AS_OF_RIGHT.search(matter.lower):
        return
    match = _SENTENCE.search(matter.lower, reversed_.start(), reversed_.end() + _SENTENCE_REACH)
    term = _months_of(match) if match else None
    if term is None:
        return
    months, value, span = term
    day = max((event.day for event in matter.timeline.of("judgment", "appeal decided", "sentence")), default=None)
    is_new = (day or matter.code_day) >= COMMENCEMENT
    rule = thresholds.get("bnss-420-years" if is_new else "crpc-379-years")
    is_enough = months >= rule.value * 12
    effect = rule.effect if is_enough else "no appeal lies as of right, only special leave under Article 136"
    yield _line(rule, "sentence by which the High Court reversed the acquittal", value, span, effect, is_kept=is_enough)


# Remission of a life term.

_REMISSION = re.compile(r"\b433-?\s?a\b|\b475\b|\bpremature\srelease\b|\bremission\b|\bearly\srelease\b")
_LIFER = re.compile(r"\blifer\b|\blife\s(?:convict|imprisonment|sentence|term)\b|\bimprisonment\sfor\slife\b|\blife\b")


def _life_term_remitted(matter: MatterProfile) -> Iterator[LawLine]:
    """A life convict for whom death was open serves fourteen years in fact before remission frees him."""
    if not _REMISSION.search(matter.lower) or not _LIFER.search(matter.lower):
        return
    served = actual_time_served(matter)
    if served is None:
        return
    months, value, span = served
    is_new = (matter.last_day or matter.code_day) >= COMMENCEMENT
    rule = thresholds.get("bnss-475-years" if is_new else "crpc-433a-years")
    is_enough = months >= rule.value * 12
    effect = (
        "the fourteen years are served" if is_enough else "fourteen years of actual imprisonment have not been served"
    )
    yield _line(rule, "actual imprisonment of the life convict", value, span, effect, is_kept=is_enough)


_TIME = (
    r"(?P<years{0}>\d{{1,2}}|[a-z]+)\s?(?:years?|yrs?\b\.?)"
    r"(?:,?\s(?:and\s|&\s)?(?P<months{0}>\d{{1,2}}|[a-z]+)\s?(?:months?|mths?\b\.?))?"
)
_ACTUAL_TIME = re.compile(
    r"\b(?:actual(?:ly)?|without\sremissions?)\s(?:(?:custody|sentence|imprisonment|period|served|undergone|of|is|was|:)\s){0,4}(?:about\s)?"
    rf"(?P<after>{_TIME.format('a')})"
    rf"|(?P<before>{_TIME.format('b')})(?:['’])?\s(?:(?:of|as|in)\s)?(?:actual\b|without\sremission|real\s(?:custody|imprisonment))"
)


def actual_time_served(matter: MatterProfile) -> tuple[float, str, Span] | None:
    """The time that a convict has in fact served, remission apart: in months, in words, and where it is stated."""
    match = _ACTUAL_TIME.search(matter.lower)
    if match is None:
        return None
    group, which = ("after", "a") if match["after"] else ("before", "b")
    years, months = read_count(match[f"years{which}"]) or 0, read_count(match[f"months{which}"] or "") or 0
    words = dates.counted(years, "years") + (f" {dates.counted(months, 'months')}" if months else "")
    return (years * 12 + months, words, Span(*match.span(group))) if years else None
