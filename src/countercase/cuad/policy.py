"""What is kept: the published benchmark's rules, or those that lose less. A rule is a field, so a run can say which."""

from dataclasses import dataclass

from countercase.cuad.columns import CLAUSES, PUBLISHED, Clause
from countercase.errors import InputError


@dataclass(frozen=True, slots=True)
class Policy:
    """Which names are matched, which columns are asked, and what a quote that is not found costs."""

    name: str
    clauses: tuple[Clause, ...] = PUBLISHED
    match_letters: bool = False  # file names that agree only in their letters and digits
    split_omitted: bool = False  # a quote with <omitted> counts as its parts
    keep_partial: bool = False  # the quotes that are found count though another of the cell is not


POLICIES = {
    policy.name: policy
    for policy in (
        Policy("published"),
        Policy("recover", clauses=CLAUSES, match_letters=True, split_omitted=True, keep_partial=True),
    )
}


def find_policy(name: str) -> Policy:
    """A policy by name."""
    if name not in POLICIES:
        raise InputError(f"There is no policy {name!r}. Known: {', '.join(POLICIES)}.")
    return POLICIES[name]


def ambiguous_because(csv_name: str, document_name: str) -> str | None:
    """Why a title cannot tell this contract from its sisters, or None.

    The published generator asks whether its generated title says "amendment"; the annotators' document name says so for
    exactly the same contracts, and needs no model.
    """
    lowered = csv_name.lower()
    numbered = any(mark in lowered for mark in ("agreement2", "agreement3", "agreement4"))
    if numbered and "amend" not in document_name.lower():
        return "one of several agreements of the same name, and not an amendment"
    if "part1" in lowered or "part2" in lowered:
        return "one part of a contract"
    return None
