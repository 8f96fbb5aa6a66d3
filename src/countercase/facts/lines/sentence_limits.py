"""The punishment of an offence on its day, and whether a sentence, a fine or a term in default of it keeps to it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.ages import age_lines
from countercase.facts.lines.drugs import clause_of_quantity
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.lines.stated_years import day_of_stated_year
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables import sentences
from countercase.law.tables.sentences import PrisonTerm

_SCREENING = {"IPC-201": "IPC-201", "BNS-238": "BNS-238(a)"}
_MURDER = re.compile(r"\bmurder(?:ed)?\b|\b302\b|\b103\(1\)")
_HIGHWAY = re.compile(
    r"(?<!not\son\sany\s)(?<!not\son\sthe\s)(?<!not\son\sa\s)(?<!not\sa\s)(?<!no\s)\bhighway\b|\bn\.?h\b\.?[\s-]?\d"
)
_ROBBERY = frozenset({"IPC-392", "BNS-309"})
_POCSO_4 = Provision.parse("POCSO-4")
_ARMS_25 = Provision.parse("Arms-25")
_FIREARM = re.compile(r"\b(?:pistol|revolver|guns?|katta|rifle|country-?\s?made|fire-?arm|cartridges?)\b")
_GRAVER_ARMS = re.compile(
    r"\bprohibited\s(?:bore|arms?|ammunition)\b|\bmanufactur\w+|\bgun\sfactory\b|\b25\s?\(1\s?a{1,2}\)"
)


def punishment_of(matter: MatterProfile, provision: Provision) -> PrisonTerm | None:
    """The punishment on the date of the offence; without a date, only one that never changed.

    To screen an offender has its own term where the offence is capital; Section 25 of the Arms Act, cited without a
    clause in a matter of an unlicensed firearm, means its sub-section (1B); Section 4 of the POCSO Act its sub-section
    (2) where the child was below sixteen, a section on drugs the clause of the quantity seized. Robbery on the highway
    by night carries fourteen years.
    """
    provision = clause_of_quantity(matter, provision)
    if provision.base in _SCREENING:
        capital = [row for charge in matter.main_charges if (row := punishment_of(matter, charge)) is not None]
        if not any(row.most == "death" for row in capital) and not _MURDER.search(matter.lower):
            return None
        provision = Provision.parse(_SCREENING[provision.base])
    if provision == _POCSO_4 and _is_below_sixteen(matter):
        provision = Provision.parse("POCSO-4(2)")
    if provision == _ARMS_25 and _FIREARM.search(matter.lower) and not _GRAVER_ARMS.search(matter.lower):
        provision = Provision.parse("Arms-25(1B)")
    stated = day_of_stated_year(matter.lower)
    on = stated if stated and (not matter.offence_day or stated.year < matter.offence_day.year) else matter.offence_day
    row = sentences.sentence_for(provision, on) if on else _unchanged(provision, matter.day)
    if row is not None and provision.base in _ROBBERY and row.unless and _HIGHWAY.search(matter.lower):
        return replace(row, most="14 years", unless="")
    return row


def _unchanged(provision: Provision, day: date | None) -> PrisonTerm | None:
    """The row of a provision whose punishment was the same at the first date of the matter and later."""
    days = (day or _BEFORE_CODES, _BEFORE_CODES, _AFTER_CODES)
    rows = [row for day in days if (row := sentences.sentence_for(provision, day)) is not None]
    return rows[0] if len({(row.least, row.most) for row in rows}) == 1 else None


_BEFORE_CODES, _AFTER_CODES = date(2024, 6, 30), date(2024, 7, 1)


def _is_below_sixteen(matter: MatterProfile) -> bool:
    """Whether every age that the text gives to the child is below sixteen."""
    return {line.stands for line in age_lines(matter) if line.rule == "pocso-4-2-age"} == {Stands.WITHIN}


_PENETRATIVE_ASSAULT, _BELOW_SIXTEEN = Provision.parse("POCSO-4(1)"), 240  # months, for a child below sixteen
_NO_TERM = 1_000  # months; life and death are no terms of years


def term_lines(
    row: PrisonTerm, provision: Provision, months: int, words: str, span: Span, check_maximum: bool
) -> Iterator[LawLine]:
    """A term against the minimum of the section or, if it has none or the term is too long, against its maximum.

    None for a term between the two minimums of Section 4 of the POCSO Act: the age of the child decides it.
    """
    if row.provision == _PENETRATIVE_ASSAULT and not provision.clauses and row.least_months <= months < _BELOW_SIXTEEN:
        return
    longest = sentences.months(row.longest)
    name = provision_name(provision)
    if row.least and not (longest and check_maximum and longest < months):
        enough = months >= row.least_months
        unless = f", unless {row.unless}" if row.unless else ""
        effect = "not below the minimum" if enough else f"below the minimum that the section allows{unless}"
        yield _line(
            provision, f"sentence under {name} (minimum {row.least})", words, row.least, enough, span, effect, row
        )
    elif longest and check_maximum and longest < _NO_TERM:
        allowed = months <= longest
        unless = f", unless {row.unless}" if row.unless and not allowed and not row.least else ""
        other = " (the section allows imprisonment for life, or a term up to this)" if row.longest_term else ""
        effect = ("within what the section allows" if allowed else "beyond what the section allows") + unless + other
        quantity = f"sentence under {name} (maximum {row.longest})"
        yield _line(provision, quantity, words, row.longest, allowed, span, effect, row, is_most=True)


def _line(
    provision: Provision,
    quantity: str,
    words: str,
    limit: str,
    kept: bool,
    span: Span,
    effect: str,
    row: PrisonTerm,
    is_most: bool = False,
) -> LawLine:
    bound, kind = ("at most", "most") if is_most else ("at least", "least")
    says = f"{words} against {bound} {limit} under {provision_name(provision)}: {effect}."
    return LawLine(provision, quantity, words, limit, Stands.of(kept), (span,), says, f"{kind} {row.provision}")


def fine_lines(row: PrisonTerm, provision: Provision, rupees: float, span: Span) -> Iterator[LawLine]:
    """A fine against the least or the greatest that the section allows."""
    name = provision_name(provision)
    words = f"Rs {rupees:,.0f}"
    if row.least_fine and rupees < row.least_fine:
        yield _fine(provision, words, row.least_fine, "minimum", False, span, f"below the least fine under {name}")
    elif row.most_fine and rupees > row.most_fine:
        reasons = ", unless reasons are recorded for a higher one" if row.least_fine else ""
        effect = f"beyond the greatest fine under {name}{reasons}"
        yield _fine(provision, words, row.most_fine, "maximum", False, span, effect)
    elif row.least_fine:
        yield _fine(provision, words, row.least_fine, "minimum", True, span, f"not below the least fine under {name}")
    elif row.most_fine:
        yield _fine(provision, words, row.most_fine, "maximum", True, span, f"within the fine allowed by {name}")


def _fine(provision: Provision, words: str, limit: int, bound: str, kept: bool, span: Span, effect: str) -> LawLine:
    quantity = f"fine under {provision_name(provision)} ({bound} Rs {limit:,})"
    says = f"{words} against a {bound} of Rs {limit:,}: {effect}."
    return LawLine(provision, quantity, words, f"Rs {limit:,}", Stands.of(kept), (span,), says, f"fine {provision}")


def default_line(row: PrisonTerm, months: int, words: str, span: Span) -> LawLine | None:
    """A term in default of the fine that is longer than a fourth of the longest term: IPC s.65, BNS s.8(3)."""
    longest = sentences.months(row.longest)
    if not 0 < longest < _NO_TERM or months * 4 <= longest:
        return None
    years, rest = divmod(longest / 4, 12)
    limit = " ".join(dates.counted(number, unit) for number, unit in ((years, "years"), (rest, "months")) if number)
    provision = Provision.parse("IPC-65" if row.provision.act != "BNS" else "BNS-8(3)")
    return LawLine(
        provision,
        f"imprisonment in default of the fine under {provision_name(row.provision)}",
        words,
        limit,
        Stands.CROSSED,
        (span,),
        f"{words} against at most {limit}, a fourth of the longest term of {row.longest}: more than may be passed in"
        " default of the fine.",
        "default of fine",
    )


def punishment_at_any_time(matter: MatterProfile, provision: Provision) -> PrisonTerm | None:
    """The punishment of an offence; where the matter has no date at all, that of the last day of the old Codes."""
    row = punishment_of(matter, provision)
    return row if row is not None or matter.day is not None else sentences.sentence_for(provision, _BEFORE_CODES)
