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
from countercase.web.api.request_bodies import SearchBody, TextBody
from countercase.web.forms import Bench
from countercase.web.precedents import as_record as precedent_record
from countercase.web.workbench import clean_narrative

router = APIRouter(tags=["version 1"])


@router.get("/status")
def status(bench: Bench) -> dict[str, Any]:
    """The version, the corpus and the state of the server."""
    return {"countercase": __version__, "corpus": bench.corpus_words, "counts": bench.app.store.counts()}


@router.post("/search")
def search(bench: Bench, body: SearchBody) -> dict[str, Any]:
    """The precedents for a text; the answer comes when the search is done."""
    wanted = parse_filters(body.filters, parse_day(body.before) if body.before else None)
    plan = bench.app.index.plan(body.plan).name
    found = bench.precedents(body.text, plan, body.top_k, wanted)
    notes = list(filter(None, [bench.app.index.left_out(body.plan)]))
    records = [precedent_record(bench, precedent) for precedent in found]
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
            {
                "name": cited.name,
                "citations": list(cited.citations),
                "treatment": cited.treatment,
                "case_id": cited.case_id,
            }
            for cited in case.cites
        ],
        "text": case.text,
        "source": case.source,
    }


# The law: provisions and citations in a text, the other code, and thresholds.


@router.post("/law/provisions")
def provisions(body: TextBody) -> list[dict[str, Any]]:
    """The provisions that a text names."""
    return [
        {
            "provision": mention.provision.id if mention.provision else None,
            "span": [mention.span.start, mention.span.end],
        }
        for mention in find_provisions(body.text)
    ]


@router.post("/law/citations")
def citations(body: TextBody) -> list[dict[str, Any]]:
    """The citations that a text names."""
    return [
        {"citation": mention.citation.normal, "span": [mention.span.start, mention.span.end]}
        for mention in find_citations(body.text)
    ]


@router.get("/law/map")
def other_code(provision: str) -> dict[str, Any]:
    """The counterparts of a provision in the other code."""
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
    """The numbers at which the law changes, each with its provision, dates and source."""
    named = parse_provision(provision) if provision else None
    return [rule.record() for rule in table.applicable(quantity, role, parse_day(on) if on else None, named)]
