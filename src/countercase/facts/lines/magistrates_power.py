"""What the court that passed a sentence may pass: a Magistrate of each class, and a Magistrate in a summary trial."""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.lines.stated_years import day_of_stated_year
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables import thresholds

_CHIEF = r"(?:chief\s(?:judicial|metropolitan)\smagistrate|c\.?j\.?m\b\.?|c\.?m\.?m\b\.?)"
_FIRST_CLASS = (
    r"(?:(?<!chief\sjudicial\s)(?<!chief\smetropolitan\s)(?<!executive\s)(?<!second\sclass\s)magistrate|j\.?m\.?f\.?c\b\.?|j\.?m\.?i\.?c\b\.?|j\.?f\.?c\.?m\b\.?)"
    r"(?:,?\s(?:of\s(?:the\s)?)?(?:first|1st)\sclass)?"
)
_SENTENCED = (
    r"(?:convicted|conv\b\.?|convd\b\.?|convicts|sentenced|sentences|gave|gives|given|awarded|awards|passed|imposed"
    r"|fined|guilty)"
)
_BETWEEN = r"(?:[^;\n.]|\.(?=\S)|(?<=\b\w)\.|(?<=\b\w\w)\.|(?<=conv)\.)"
_GIVEN_BY = re.compile(
    rf"\b(?P<court>(?P<chief>{_CHIEF})|(?P<first>{_FIRST_CLASS})){_BETWEEN}{{0,90}}?\b{_SENTENCED}\b{_BETWEEN}{{0,90}}\Z"
    rf"|\b(?:convicted|sentenced)\sby\s(?:the\s|a\s)?(?:ld\.?\s|learned\s)?(?P<by>(?P<by_chief>{_CHIEF})|(?P<by_first>{_FIRST_CLASS})){_BETWEEN}{{0,90}}\Z"
    rf"|\bconv(?:icted|\b\.)?{_BETWEEN}{{0,30}}?\bby\s(?:the\s|a\s)?(?:ld\.?\s|learned\s)?(?P<then>(?P<then_first>{_FIRST_CLASS}))\.?\s(?:he|she|who)\s{_BETWEEN}{{0,40}}\Z"
)
_REACH = 220  # characters before a term in which the court that passed it is named
_HIGHER_COURT = re.compile(r"\b(?:sessions|high\scourt|appellate|h\.c|a\.?s\.?j|special\s(?:judge|court))\b")
# The power of the court is argued: then a sentence within it is worth a line too.
_POWER_ARGUED = re.compile(
    r"\b(?:s(?:ection|ec\.?|\.)?|u/s)\s?(?:29|23)\b(?!\s?(?:ndps|arms|of\sthe\s(?!code)))|\bpowers?\sof\s(?:the\s|a\s|that\s)?(?:court|magistrate|c\.?j\.?m|class)"
    r"|\b(?:can(?:not|'t|’t)|could)\s(?:\w+\s){0,2}(?:fine|sentence)\b|\b(?:competent|jurisdiction)\sto\s(?:sentence|fine|award|impose)|\bc\.?j\.?m\.?\scan\sgo\b"
)
_CHIEF_YEARS = 7  # CrPC s.29(1), BNSS s.23(1)
_FINE_RAISED = date(2006, 6, 23)  # CrPC s.29(2), Act 25 of 2005
_FINE_1974, _FINE_2006, _FINE_2024 = 5_000, 10_000, 50_000
_CODES = frozenset({"IPC", "BNS", "CrPC", "BNSS", "IEA", "BSA", "Constitution"})
_CHEQUE_FINES = date(2003, 2, 6)  # NI Act s.143(1): since then a Magistrate may fine beyond five thousand rupees

_SUMMARY = re.compile(
    r"\btried\s(?:(?:it|him|her|them|the\s\w+)\s)?summar(?:ily|y)\b|\bsummary\s(?:trial|procedure|way|record)\b|\bsummarily\b"
)
_CONVERTED = re.compile(
    r"(?<!no\sorder\s)(?<!not\s)(?<!never\s)\bconvert(?:ed|ing)\b[^.;\n]{0,40}\bsummons|\bsummons[\s-](?:trial|case)\s(?:procedure\s)?(?:was\s)?followed"
)
_SUMMARY_MONTHS, _SUMMARY_CHEQUE_MONTHS = 3, 12  # CrPC s.262(2), BNSS s.285(2); NI Act s.143(1)


def lines_of_court(matter: MatterProfile, months: int, words: str, span: Span) -> Iterator[LawLine]:
    """A term against what the court that passed it may pass."""
    yield from _by_magistrate(matter, months, words, span)
    yield from _in_summary_trial(matter, months, words, span)


def _class_of_court(matter: MatterProfile, start: int) -> str | None:
    """Whether a Chief Judicial Magistrate or one of the first class passed what follows."""
    before = matter.lower[max(0, start - _REACH) : start]
    given = _GIVEN_BY.search(before)
    if given is None or _HIGHER_COURT.search(before, given.start()):
        return None
    return "chief" if given["chief"] or given["by_chief"] else "first"


def _by_magistrate(matter: MatterProfile, months: int, words: str, span: Span) -> Iterator[LawLine]:
    court = _class_of_court(matter, span.start)
    if court is None:
        return
    rule = thresholds.get("bnss-23-2-years" if matter.is_new_code else "crpc-29-2-years")
    if court == "chief":
        if months > rule.value * 12:
            section = "BNSS-23(1)" if matter.is_new_code else "CrPC-29(1)"
            yield _power(Provision.parse(section), words, _CHIEF_YEARS, months, span, "a Chief Judicial Magistrate")
    elif not rule.holds(months / 12) or _POWER_ARGUED.search(matter.lower):
        line = _power(rule.provision, words, int(rule.value), months, span, "a Magistrate of the first class")
        yield line


def _power(provision: Provision, words: str, years: int, months: int, span: Span, court: str) -> LawLine:
    kept = months <= years * 12
    limit = dates.counted(years, "years")
    effect = (
        f"within what {court} may pass" if kept else f"more than {court} may pass, unless a special Act allows it more"
    )
    return LawLine(
        provision,
        f"sentence against the power of {court}",
        words,
        limit,
        Stands.of(kept),
        (span,),
        f"{words} against at most {limit} under {provision_name(provision)}: {effect}.",
        f"power {provision}",
    )


def fine_line_of_court(matter: MatterProfile, rupees: float, span: Span) -> LawLine | None:
    """A fine against what a Magistrate of the first class may impose; special Acts may allow him more."""
    if _class_of_court(matter, span.start) != "first":
        return None
    passed = max((event.day for event in matter.timeline.of("sentence", "judgment")), default=None)
    day = passed or day_of_stated_year(matter.lower) or matter.last_day
    if day is None:
        return None
    acts = matter.acts - _CODES
    is_of_cheque = matter.topic("cheque") or "NI" in acts
    if (is_of_cheque and day >= _CHEQUE_FINES) or acts - {"NI"}:
        return None
    if matter.is_new_code:
        limit, provision = _FINE_2024, Provision.parse("BNSS-23(2)")
    else:
        limit, provision = (_FINE_2006 if day >= _FINE_RAISED else _FINE_1974), Provision.parse("CrPC-29(2)")
    kept = rupees <= limit
    if kept and not _POWER_ARGUED.search(matter.lower):
        return None
    value, line = f"Rs {rupees:,.0f}", f"Rs {limit:,}"
    effect = "within" if kept else "more than"
    return LawLine(
        provision,
        "fine against the power of a Magistrate of the first class",
        value,
        line,
        Stands.of(kept),
        (span,),
        f"{value} against at most {line} under {provision_name(provision)}: {effect} what a Magistrate of the first"
        " class may impose.",
        f"power of fine {provision}",
    )


# Acts whose offences are not tried summarily under the Code, or for which their own section allows a year.
_WITH_OWN_SUMMARY_TRIAL = frozenset({"NDPS", "PC", "POCSO", "SCST", "EC", "PFA", "FSS", "DrugsCosmetics"})


def _in_summary_trial(matter: MatterProfile, months: int, words: str, span: Span) -> Iterator[LawLine]:
    """Three months at most after a summary trial; a year in a case of a dishonoured cheque."""
    if not _SUMMARY.search(matter.lower) or _CONVERTED.search(matter.lower):
        return
    if matter.topic("cheque"):
        limit, section = _SUMMARY_CHEQUE_MONTHS, "NI-143(1)"
    elif matter.topic("crime") and not matter.acts & _WITH_OWN_SUMMARY_TRIAL:
        limit, section = _SUMMARY_MONTHS, "BNSS-285(2)" if matter.is_new_code else "CrPC-262(2)"
    else:
        return
    provision, kept = Provision.parse(section), months <= limit
    line = "1 year" if limit == _SUMMARY_CHEQUE_MONTHS else "3 months"
    effect = "a summary trial allows it" if kept else "more than may be passed after a summary trial"
    yield LawLine(
        provision,
        "sentence in a summary trial",
        words,
        line,
        Stands.of(kept),
        (span,),
        f"{words} against at most {line} under {provision_name(provision)}: {effect}.",
        f"summary {provision}",
    )
