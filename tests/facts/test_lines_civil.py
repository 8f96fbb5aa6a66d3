"""Lines of motor claims, land acquisition, specific performance, limitation of suits and arbitral awards.

Each row of the table is a short note in a lawyer's words, with a provision and the side on which its line stands.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from countercase.domain.checklist import Stands
from countercase.facts.lines import read_lines


def sides(text: str, provision: str) -> set[Stands]:
    return {line.stands for line in read_lines(text) if provision in {other.base for other in line.provisions}}


def rows() -> Iterator[Any]:
    with (Path(__file__).parent / "lines_civil.csv").open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            name = f"{number}-{row['provision']}-{row['stands']}"
            yield pytest.param(row["provision"], Stands(row["stands"]), row["text"], id=name)


@pytest.mark.parametrize(("provision", "stands", "text"), list(rows()))
def test_a_line_is_drawn_on_its_side(provision: str, stands: Stands, text: str) -> None:
    assert stands in sides(text, provision)


@pytest.mark.parametrize(
    ("provision", "text"),
    [
        pytest.param(
            "MV-163A",
            "MACT claim u/s 166, accident 4.5.2012. Deceased earned Rs 9,000 p.m. S. 163A is quoted by the other side.",
            id="a section that only the other side quotes",
        ),
        pytest.param(
            "MV-161",
            "MACT, accident 3.11.2022, he died. If it were a hit and run, Rs 2,00,000 would come from the fund.",
            id="a supposition",
        ),
        pytest.param(
            "MV-128",
            "MACT. The insurer says that there were two on the pillion. He was alone by the FIR.",
            id="an allegation of the insurer",
        ),
        pytest.param(
            "MSMED-19",
            "Arbitral award of 4.4.2019. 75% of the award to be deposited? The respondent is no small enterprise.",
            id="an Act that does not apply",
        ),
        pytest.param(
            "Arbitration-34",
            "Divorce petition 20.8.2023. Notice of it was served on him 10.10.2023. Petition dismissed 5.12.2024.",
            id="the notice of another petition",
        ),
        pytest.param(
            "MV-14",
            "MACT claim. Temporary registration of the car 2.1.2014; accident on 20.1.2014.",
            id="a registration is no licence",
        ),
        pytest.param(
            "Limitation-Article-54",
            "Buyer repudiated the contract for 50 tonnes of steel on 3.3.2012. Suit for damages filed 4.2.2015.",
            id="damages and not performance",
        ),
        pytest.param(
            "LAA-18",
            "LAR. Claimant was absent at the award of 11.1.2005. His sister, who was present, asked for a reference on"
            " 7.6.2005.",
            id="another person was present",
        ),
    ],
)
def test_no_line_is_drawn(provision: str, text: str) -> None:
    assert sides(text, provision) == set()
