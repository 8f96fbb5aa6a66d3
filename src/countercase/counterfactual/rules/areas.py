"""The kind of case a sheet describes, by its provisions, and the evidence on which such cases turn."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from countercase.domain.facts import FactSheet
from countercase.domain.provision import Provision


@dataclass(frozen=True, slots=True)
class Turning:
    """An item of evidence on which cases of an area turn, and why."""

    area: str
    item: str
    provision: Provision
    why: str

    @property
    def basis(self) -> str:
        """The row of the table, with the provision."""
        return f"evidence {self.area} > {self.item} ({self.provision.id})"


def areas_of(sheet: FactSheet) -> tuple[str, ...]:
    """The areas of the provisions on the sheet, starting with that of the first provision."""
    areas = (area for provision in sheet.provisions for area in _areas().get(provision.base, ()))
    return tuple(dict.fromkeys(areas))


def turning_evidence(area: str) -> tuple[Turning, ...]:
    """The evidence that cases of an area turn on, in the order of the table."""
    return tuple(row for row in all_turnings() if row.area == area)


@cache
def all_turnings() -> tuple[Turning, ...]:
    """Every row."""
    return tuple(
        Turning(row["area"], row["item"], Provision.parse(row["basis"]), row["why"]) for row in _rows("evidence.csv")
    )


@cache
def _areas() -> Mapping[str, tuple[str, ...]]:
    """Areas by base provision; one provision may belong to several."""
    areas: dict[str, tuple[str, ...]] = {}
    for row in _rows("areas.csv"):
        for base in row["provisions"].split():
            areas[base] = (*areas.get(base, ()), row["area"])
    return areas


def _rows(name: str) -> Iterator[dict[str, str]]:
    text = resources.files("countercase.counterfactual").joinpath("data", name).read_text(encoding="utf-8")
    return csv.DictReader(text.splitlines())


def turning_order(sheet: FactSheet) -> dict[str, int]:
    """Items of evidence in the order in which cases of the sheet's areas turn on them."""
    order: dict[str, int] = {}
    for area in areas_of(sheet):
        for rank, row in enumerate(turning_evidence(area)):
            order[row.item] = min(rank, order.get(row.item, rank))
    return order
