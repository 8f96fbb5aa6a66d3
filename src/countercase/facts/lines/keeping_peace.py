"""The longest bond for keeping the peace or for good behaviour that an Executive Magistrate may ask for."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables.acts import COMMENCEMENT

_TERM = r"(?P<term>(?P<count>\d{1,2}|[a-z]+)\s(?P<unit>years?|yrs?\b\.?|months?|mths?\b\.?))"
_BOND = re.compile(
    rf"\b(?:bound\s(?:down|over)|bonds?|security|sureties)\b[^.;\n]{{0,90}}?\bfor\s(?:a\s(?:period|term)\sof\s)?(?:one\sperson\s)?{_TERM}"
    rf"|\bkeep(?:ing)?\s(?:the\s)?peace\sfor\s(?:a\s(?:period|term)\sof\s)?{_TERM.replace('?P<', '?P<b_')}"
)
_LAW = re.compile(r"\b(?:maximum|most|cannot|not\smore|not\sexceed\w*|only)\b[^.;\n]{0,20}\Z")
_HABITUAL = re.compile(r"\b(?:s(?:ection|ec)?\.?|u/s)?\s?(?:110|129)\b|\bhabitual\b")
_ONE_YEAR, _THREE_YEARS = 12, 36  # months: CrPC ss.107 and 110, BNSS ss.126 and 129


def keeping_peace_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The period of a bond to keep the peace: a year at most; for good behaviour of a habitual offender, three."""
    if not matter.topic("security for keeping the peace"):
        return
    for match in _BOND.finditer(matter.lower):
        prefix = "" if match["term"] else "b_"
        count = read_count(match[f"{prefix}count"])
        if count is None or _LAW.search(
            matter.lower[max(0, match.start(f"{prefix}term") - 30) : match.start(f"{prefix}term")]
        ):
            continue
        is_years = match[f"{prefix}unit"].startswith("y")
        months = count * (12 if is_years else 1)
        is_habitual = _HABITUAL.search(matter.lower) is not None
        is_new = (matter.last_day or matter.code_day) >= COMMENCEMENT
        number = ("129" if is_new else "110") if is_habitual else ("126" if is_new else "107")
        provision = Provision.parse(f"{'BNSS' if is_new else 'CrPC'}-{number}")
        most = _THREE_YEARS if is_habitual else _ONE_YEAR
        kept = months <= most
        value, limit = dates.counted(count, "years" if is_years else "months"), dates.counted(most / 12, "years")
        effect = "within what the section allows" if kept else "more than the section allows"
        yield LawLine(
            provision,
            "period of the bond for keeping the peace or for good behaviour",
            value,
            limit,
            Stands.of(kept),
            (Span(*match.span(f"{prefix}term")),),
            f"{value} against at most {limit} under {provision_name(provision)}: {effect}.",
            f"bond {provision}",
        )
        return
