"""The catalogue of decisions, and what a name or a citation resolves to."""

from collections.abc import Sequence
from datetime import date

import pytest

from countercase.citator.catalogue import (
    Catalogue,
    Fit,
    ResolutionOutcome,
    Resolved,
    catalogue,
    name_fit,
    resolve,
    same_parties,
)
from countercase.citator.draft_checks import no_decision_there, why_impossible
from countercase.law.citations import normalise_citation, read_citation


def resolved_as_written(
    name: str | None, written: str | Sequence[str] = (), known: Catalogue | None = None
) -> Resolved:
    """What a name and citations as written resolve to."""
    texts = (written,) if isinstance(written, str) else written
    normal = [citation.normal for text in texts if (citation := read_citation(text))]
    return resolve(name, normal, known or catalogue())


SMALL = Catalogue(
    [
        "Alpha Mills Ltd. v. Union of India\t1995-03-01\t1995 INSC 10;[1995] 2 SCR 100;(1995) 3 SCC 50\t4",
        "Ram Singh v. State of Punjab\t1995-05-01\t1995 INSC 11;[1995] 2 SCR 200\t1",
        "Ram Singh v. State of Punjab\t1996-05-01\t1996 INSC 12\t1",
        "Hearsay v. Rumour\t1971\t(1971) 1 SCC 5\t1",
    ],
    ["SCR 1995", "INSC 1995"],
)


@pytest.mark.parametrize(
    ("written", "known", "fit"),
    [
        ("Rangappa v. Sri Mohan", "Rangappa v. Shri Mohan", Fit.SAME),
        ("BSNL v. Union of India", "Bharat Sanchar Nigam Ltd. v. Union of India", Fit.FITS),
        ("State of Karnataka v. Uma Devi", "Secretary, State of Karnataka v. Umadevi (3)", Fit.FITS),
        (
            "Harakh Chand v. Pune Municipal Corpn.",
            "Pune Municipal Corporation v. Harakchand Misirimal Solanki",
            Fit.FITS,
        ),
        ("Arnesh Kumar v. State of Bihar", "Lalita Kumari v. State of U.P.", Fit.DIFFERENT),
        ("State of Punjab v. Gurdeep Singh", "State of Punjab v. Baldev Singh", Fit.DIFFERENT),
        ("State v. Union of India", "Ram Singh v. State of Punjab", Fit.CANNOT_BE_TOLD),
    ],
)
def test_how_a_name_fits(written: str, known: str, fit: Fit) -> None:
    assert name_fit(written, known) is fit


def test_both_parties_must_agree() -> None:
    assert same_parties("Bachan Singh v. State of Punjab", "Bachan Singh & Ors. v. The State of Punjab")
    assert not same_parties("Bachan Singh v. State of Punjab", "Bachan Singh v. State of Haryana")


def test_parallel_citations_are_one_decision() -> None:
    written = ("(2010) 11 SCC 441", "2010 INSC 289", "[2010] 6 S.C.R. 507")
    ids = {decision.id for form in written if (decision := resolved_as_written(None, form).decision)}
    assert ids == {"2010 INSC 289"}


def test_a_name_that_does_not_fit_is_said() -> None:
    resolved = resolved_as_written("Beta v. Gamma", "(1995) 3 SCC 50", SMALL)
    assert resolved.match is ResolutionOutcome.NAME_DOES_NOT_FIT
    assert "Alpha Mills" in resolved.reason


def test_a_page_known_from_one_reference_alone_is_not_held_against_a_name() -> None:
    assert resolved_as_written("Beta v. Gamma", "(1971) 1 SCC 5", SMALL).match is ResolutionOutcome.UNKNOWN


def test_two_decisions_of_one_name_are_ambiguous_until_a_year_tells() -> None:
    assert resolved_as_written("Ram Singh v. State of Punjab", known=SMALL).match is ResolutionOutcome.AMBIGUOUS
    assert (
        resolved_as_written("Ram Singh v. State of Punjab", "1996 (7) SCALE 1", SMALL).match
        is ResolutionOutcome.AMBIGUOUS
    )
    assert (
        resolved_as_written("Ram Singh v. State of Punjab", "1996 INSC 12", SMALL).decision
        == SMALL.by_citation("1996 INSC 12")[0]
    )


@pytest.mark.parametrize(
    "written", ["1995 INSC 9999", "(2031) 1 SCC 1", "(2005) 77 SCC 1", "AIR 1999 SC 30000", "1949 INSC 3"]
)
def test_what_cannot_exist(written: str) -> None:
    assert why_impossible(normalise_citation(written), catalogue(), date(2026, 1, 1))


@pytest.mark.parametrize(
    "written", ["2024 INSC 735", "(1952) 1 SCC 334", "(2023) 19 SCC 5", "AIR 2022 SC 5800", "2024:DHC:12"]
)
def test_what_may_exist(written: str) -> None:
    assert why_impossible(normalise_citation(written), catalogue(), date(2026, 1, 1)) is None


def test_an_empty_page_of_a_complete_series_holds_no_decision() -> None:
    assert no_decision_there(normalise_citation("[1995] 2 SCR 101"), SMALL)
    assert no_decision_there(normalise_citation("[1995] 2 SCR 100"), SMALL) is None
    assert no_decision_there(normalise_citation("[1988] 2 SCR 101"), SMALL) is None


def test_parallel_citations_need_the_name_and_the_day() -> None:
    assert SMALL.parallels("Ram Singh vs State of Punjab", date(1995, 5, 1)) == ("1995 INSC 11", "[1995] 2 SCR 200")
    assert SMALL.parallels("Ram Singh v. State of Punjab", date(1995, 5, 2)) == ()
    assert SMALL.parallels("Mohan v. State of Punjab", date(1995, 5, 1)) == ()
