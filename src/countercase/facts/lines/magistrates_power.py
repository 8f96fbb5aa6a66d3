"""How long a sentence a Magistrate may pass."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.words import provision_name
from countercase.law.tables import thresholds

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
