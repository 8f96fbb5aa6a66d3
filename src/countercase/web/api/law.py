"""The law: what a text names, the other code, and the thresholds."""

from typing import Any

from fastapi import APIRouter

from countercase.domain.facts import Quantity
from countercase.law.citations import find_citations
from countercase.law.provisions import find_provisions, parse_provision
from countercase.law.tables import thresholds as table
from countercase.law.tables.codes import counterparts, related
from countercase.retrieval.filters import parse_day
from countercase.web.api.bodies import TextBody

router = APIRouter(tags=["version 1"])


@router.post("/law/provisions")
def provisions(body: TextBody) -> list[dict[str, Any]]:
    """The provisions that a text names."""
    return [
        {"provision": one.provision.id if one.provision else None, "span": [one.span.start, one.span.end]}
        for one in find_provisions(body.text)
    ]


@router.post("/law/citations")
def citations(body: TextBody) -> list[dict[str, Any]]:
    """The citations that a text names."""
    return [
        {"citation": one.citation.normal, "span": [one.span.start, one.span.end]} for one in find_citations(body.text)
    ]


@router.get("/law/map")
def other_code(provision: str) -> dict[str, Any]:
    """What stands for a provision in the other code."""
    found = parse_provision(provision)
    rows = [
        {"provision": other.provision.id if other.provision else None, "change": other.change}
        for other in (*counterparts(found), *related(found))
    ]
    return {"provision": found.id, "counterparts": rows}


@router.get("/law/thresholds")
def thresholds(
    provision: str | None = None, quantity: Quantity | None = None, role: str | None = None, on: str | None = None
) -> list[dict[str, Any]]:
    """The numbers on which a legal result turns, each with its provision, dates and source."""
    named = parse_provision(provision) if provision else None
    return [rule.record() for rule in table.applicable(quantity, role, parse_day(on) if on else None, named)]
