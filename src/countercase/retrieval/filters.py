"""Filters as people type them: `year=2010..2015`, `bench=3`, `provision=IPC-302`, `outcome=dismissed`."""

import difflib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from enum import StrEnum
from typing import TypeVar

from countercase.domain.case import Outcome, SectionType
from countercase.domain.ranking import CaseFilter
from countercase.errors import InputError
from countercase.law.provisions import parse_provision

E = TypeVar("E", bound=StrEnum)
Reader = Callable[[CaseFilter, str], CaseFilter]


def parse_filters(texts: Sequence[str], before: date | None = None) -> CaseFilter:
    """One filter from several `key=value` texts. A repeated key adds to a set of values, or else replaces the value."""
    filter_ = CaseFilter(decided_before=before)
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not value.strip():
            raise InputError(f"A filter is key=value, such as year=2010..2015, not {text!r}.")
        reader = READERS.get(key.strip().lower())
        if reader is None:
            close = difflib.get_close_matches(key, READERS, n=1, cutoff=0.4)
            hint = f" Did you mean {close[0]}?" if close else ""
            raise InputError(f"There is no filter {key!r}.{hint} Known: {', '.join(READERS)}.")
        filter_ = reader(filter_, value.strip())
    return filter_


def under_either_code(filter_: CaseFilter) -> CaseFilter:
    """The filter with each provision also under its number in the other code."""
    from countercase.law.tables.codes import equivalents

    both = frozenset(other for provision in filter_.provisions for other in equivalents(provision))
    return replace(filter_, provisions=both)


def _year(filter_: CaseFilter, value: str) -> CaseFilter:
    first, dots, last = value.partition("..")
    low = _whole("year", first) if first else None
    high = (_whole("year", last) if last else None) if dots else low
    if low is not None and high is not None and low > high:
        raise InputError(f"year={value}: the first year is after the last.")
    return replace(filter_, first_year=low, last_year=high)


def _bench(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, min_bench=_whole("bench", value))


def _court(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, courts=filter_.courts | {value})


def _provision(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, provisions=filter_.provisions | {parse_provision(value)})


def _outcome(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, outcomes=filter_.outcomes | {_member("outcome", Outcome, value)})


def _section(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, sections=filter_.sections | {_member("section", SectionType, value)})


def _before(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, decided_before=parse_day(value))


READERS: dict[str, Reader] = {
    "year": _year,
    "bench": _bench,
    "court": _court,
    "provision": _provision,
    "outcome": _outcome,
    "section": _section,
    "before": _before,
}


def parse_day(value: str) -> date:
    """A day as 2015-03-31."""
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise InputError(f"{value!r} is not a day such as 2015-03-31.") from None


def _whole(key: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal()) or len(value) > 4:
        raise InputError(f"{key}={value}: a whole number is needed, such as {key}=3 or year=2010..2015.")
    return int(value)


def _member(key: str, kind: type[E], value: str) -> E:
    for member in kind:
        if member.value.lower() == value.lower():
            return member
    raise InputError(f"{key}={value} is not known. Known: {', '.join(kind)}.")
