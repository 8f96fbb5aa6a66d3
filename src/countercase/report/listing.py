"""A list of precedents for people: each with its holding and flag, sorted, filtered, duplicates folded."""

import difflib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeVar

from countercase.citator.flags import RANK, Flag, Flagged
from countercase.domain.case import Case
from countercase.domain.explanation import Holding
from countercase.domain.ranking import Precedent
from countercase.errors import InputError
from countercase.explanation.sides import Favour, ForYou

T = TypeVar("T")
SUPREME_COURT = "Supreme Court of India"
STANDS = frozenset({Flag.NEUTRAL, Flag.POSITIVE})  # nothing on record speaks against it


class SortBy(StrEnum):
    """The order of a list."""

    RELEVANCE = "relevance"
    NEWEST = "newest"
    OLDEST = "oldest"
    COURT = "court"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class ListedPrecedent:
    """A precedent with the first lines of its card; `again` are other copies of the same judgment."""

    precedent: Precedent
    case: Case
    holding: Holding
    flagged: Flagged
    favour: ForYou | None = None
    again: tuple[Case, ...] = ()


def parse_sort(text: str) -> SortBy:
    """A sort order by its name."""
    try:
        return SortBy(text.strip().lower() or "relevance")
    except ValueError:
        close = difflib.get_close_matches(text, list(SortBy), n=1)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise InputError(f"There is no order {text!r}.{hint} Known: {', '.join(SortBy)}.") from None


def parse_flags(names: Iterable[str]) -> frozenset[Flag]:
    """Flags by their names; `stands` is short for flags with nothing against the case."""
    flags: set[Flag] = set()
    for name in (part.strip().lower() for text in names for part in text.split(",") if part.strip()):
        if name == "stands":
            flags |= STANDS
        elif name in set(Flag):
            flags.add(Flag(name))
        else:
            raise InputError(f"There is no flag {name!r}. Known: {', '.join(Flag)}, and stands.")
    return frozenset(flags)


def sorted_list(listed: Sequence[ListedPrecedent], by: SortBy) -> list[ListedPrecedent]:
    """The list in another order."""
    return sort_cases(listed, by, lambda item: (item.case, item.flagged))


def sort_cases(items: Sequence[T], by: SortBy, told: Callable[[T], tuple[Case, Flagged]]) -> list[T]:
    """Items in another order; ties keep the order of relevance, and undated items come last."""

    def key(item: T) -> tuple[int | bool, str]:
        case, flagged = told(item)
        match by:
            case SortBy.NEWEST:
                return -(case.decided.toordinal() if case.decided else 0), ""
            case SortBy.OLDEST:
                return case.decided.toordinal() if case.decided else date.max.toordinal(), ""
            case SortBy.COURT:
                return case.court != SUPREME_COURT, case.court
            case SortBy.FLAG:
                return -RANK[flagged.flag], ""
        return 0, ""

    return sorted(items, key=key)


def kept_in_list(
    listed: Iterable[ListedPrecedent], flags: Collection[Flag] = (), favour: Favour | None = None
) -> list[ListedPrecedent]:
    """Items with one of the flags, and with the requested favour."""
    return [
        item
        for item in listed
        if (not flags or item.flagged.flag in flags)
        and (favour is None or (item.favour is not None and item.favour.favour is favour))
    ]
