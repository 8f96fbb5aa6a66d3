"""What a court may do with a sentence: how much a Magistrate may pass, when the convicting court bails to appeal."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.words import provision_name
from countercase.law.tables import thresholds

# The court that convicts is asked to suspend its own sentence until the appeal.
CONVICTING_COURT_BAILS = re.compile(
    r"\b389\s?\(3\)|\b430\s?\(3\)|\bsuspension\sby\s(?:the\s)?(?:tc|trial\scourt|magistrate|sessions)\b"
    r"|\bsuspen\w+[^.;\n]{0,60}\b(?:same\s(?:day|evening|court)|convicting\scourt|trial\scourt|tc|then\sand\sthere|to\senable\s(?:an\s|him\s(?:to\s)?)?appeal)\b"
    r"|\bon\sbail\s(?:all\s)?through(?:out)?\b[^;\n]{0,60}\b(?:appeal|suspen)"
)


def line_of_bail_to_appeal(matter: MatterProfile, months: int, words: str, span: Span) -> LawLine:
    """Whether the convicting court is to bail a convict who will appeal: up to three years, CrPC s.389(3)."""
    rule = thresholds.get("bnss-430-3-years" if matter.is_new_code else "crpc-389-3-years")
    kept = months <= rule.value * 12
    effect = (
        "the court that convicted may release him on bail until the appeal, if he was on bail before"
        if kept
        else "only the appellate court may suspend the sentence"
    )
    line = f"{rule.value:g} years"
    return LawLine(
        rule.provision,
        "sentence that the convicting court may suspend for an appeal",
        words,
        line,
        Stands.of(kept),
        (span,),
        f"{words} against at most {line} under {provision_name(rule.provision)}: {effect}.",
        rule.id,
    )


_MAGISTRATE_GAVE = re.compile(
    r"(?<!chief\sjudicial\s)(?<!chief\smetropolitan\s)\b(?:magistrate|j\.?m\.?f\.?c|j\.?m\.?i\.?c)\b\.?,?(?:\s(?:of\s(?:the\s)?)?first\sclass,?)?"
    r"[^.;\n]{0,80}?\b(?:convicted|sentenced|gave|given|awarded|passed|imposed|guilty)\b[^.;\n]{0,60}\Z"
    r"|\b(?:convicted|sentenced)\sby\s(?:the\s)?(?:[\w.]+\s){0,3}?(?<!chief\sjudicial\s)(?:magistrate|j\.?m\.?f\.?c|j\.?m\.?i\.?c)\b[^.;\n]{0,80}\Z"
)


def lines_beyond_magistrates_power(matter: MatterProfile, months: int, words: str, span: Span) -> Iterator[LawLine]:
    """A Magistrate of the first class may pass three years at the most: CrPC s.29(2), BNSS s.23(2)."""
    rule = thresholds.get("bnss-23-2-years" if matter.is_new_code else "crpc-29-2-years")
    if rule.holds(months / 12) or not _MAGISTRATE_GAVE.search(matter.lower[max(0, span.start - 160) : span.start]):
        return
    line = f"{rule.value:g} years"
    yield LawLine(
        rule.provision,
        "sentence against the power of a Magistrate of the first class",
        words,
        line,
        Stands.CROSSED,
        (span,),
        f"{words} against at most {line} under {provision_name(rule.provision)}: more than a Magistrate of the first"
        " class may pass.",
        rule.id,
    )
