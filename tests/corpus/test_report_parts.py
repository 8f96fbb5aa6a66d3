"""The reporter's words in a law report: its apparatus is no passage, and its headnote is labelled."""

import pytest

from countercase.corpus.paragraphs import is_apparatus, is_headnote
from countercase.domain.span import Span

PROSE = "The driver had no licence on the day of the accident, and the insurer was told of it before the policy began."


@pytest.mark.parametrize(
    "passage",
    [
        "[2031] 2 S.C.R. 11 ANITA RAO v. STATE OF GOA (C.A. No. 9 of 2030) MAY 2, 2031 [A. B. SEN AND C. ROY, JJ.]",
        "K. L. Menon, Sr. Adv., Ms. R. Das, P. Q. Nair, S. T. Bose, Advs. for the Appellant. V. W. Jha, Adv. for Goa.",
        "Rao v. Sen [2001] 1 SCR 1 : (2001) 2 SCC 3; Das v. Roy AIR 1999 SC 12; Jha v. Bose (1998) 4 SCC 5 – cited.",
        "28. Pending application(s), if any, stand disposed of. Asha Rao Appeal disposed of. (Assisted by : Das, LCRA)",
        "Result of the case: Appeals dismissed. †Headnotes prepared by: Asha Rao",
        "........................J. [A. B. SEN] ........................J. [C. D. ROY]",
    ],
)
def test_running_heads_lists_signatures_and_feet_are_no_passage(passage: str) -> None:
    assert is_apparatus(passage)


def test_prose_is_a_passage_even_with_a_foot() -> None:
    assert not is_apparatus(PROSE)
    assert not is_apparatus(f"{PROSE} The appeal is allowed. Asha Rao Appeal allowed. (Assisted by : R. Das, LCRA)")


def test_what_precedes_the_court_in_a_report_is_its_headnote() -> None:
    head = "[2031] 2 S.C.R. 11 ANITA RAO v. STATE OF GOA Motor Vehicles – Licence – Held: the insurer is liable. "
    text = f"{head}The Judgment of the Court was delivered by SEN, J. {PROSE} {PROSE}"
    assert is_headnote(text, Span(0, len(head)))
    assert not is_headnote(text, Span(text.index(PROSE), len(text)))
    assert not is_headnote(text.replace("S.C.R.", "copy"), Span(0, len(head)))
