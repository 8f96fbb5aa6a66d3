"""Searching, reading facts, and the cases."""

from typing import Any

from fastapi import APIRouter

from countercase.domain.facts import Quantity
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.law.citations import find_citations
from countercase.law.provisions import find_provisions, parse_provision
from countercase.law.tables import thresholds as table
from countercase.law.tables.codes import counterparts, related
from countercase.retrieval.filters import parse_day, parse_filters
from countercase.version import __version__
from countercase.web.api.bodies import SearchBody, TextBody
from countercase.web.forms import Bench
from countercase.web.precedents import as_record as precedent_record
from countercase.web.workbench import clean_narrative

router = APIRouter(tags=["version 1"])


@router.get("/status")
def status(bench: Bench) -> dict[str, Any]:
    """What is served."""
    return {"countercase": __version__, "corpus": bench.corpus_words, "counts": bench.app.store.counts()}


@router.post("/search")
def search(bench: Bench, body: SearchBody) -> dict[str, Any]:
    """The precedents for a text; waits for the answer."""
    wanted = parse_filters(body.filters, parse_day(body.before) if body.before else None)
    plan = bench.app.index.plan(body.plan).name
    found = bench.precedents(body.text, plan, body.top_k, wanted)
    notes = list(filter(None, [bench.app.index.left_out(body.plan)]))
    records = [precedent_record(bench, one) for one in found]
    return {"query": body.text, "plan": plan, "notes": notes, "precedents": records}


@router.post("/facts")
def facts(body: TextBody) -> dict[str, Any]:
    """The fact sheet of a text, as `countercase facts --json` prints it."""
    return sheet_to_json(extract_facts(clean_narrative(body.text)))


@router.get("/cases")
def find_cases(bench: Bench, q: str, limit: int = 20) -> list[dict[str, str]]:
    """Cases by words of their name, citation or provision."""
    rows = bench.app.store.lookup(q[:200], max(1, min(limit, 100)))
    return [{"case_id": case_id, "name": name} for case_id, name in rows]


@router.get("/cases/{case_id:path}")
def read_case(bench: Bench, case_id: str) -> dict[str, Any]:
    """A case with its text."""
    case = bench.case(case_id)
    return {
        "case_id": case.id,
        "name": case.name,
        "court": case.court,
        "decided": case.decided,
        "bench": list(case.bench),
        "citations": list(case.citations),
        "case_numbers": list(case.case_numbers),
        "outcome": case.outcome,
        "provisions": {provision.id: count for provision, count in case.provisions.items()},
        "cites": [
            {"name": one.name, "citations": list(one.citations), "treatment": one.treatment, "case_id": one.case_id}
            for one in case.cites
        ],
        "text": case.text,
        "source": case.source,
    }


# The law: what a text names, the other code, and the thresholds.


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
