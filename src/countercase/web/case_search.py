"""Finds cases: by name or citation, by full text, and by browsing topics, provisions, courts and years."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from countercase.citator.history import Flag, Flagged
from countercase.corpus.full_text import TextHit, named_provisions
from countercase.domain.case import Case, CaseId
from countercase.domain.provision import Provision
from countercase.domain.ranking import CaseFilter
from countercase.errors import InputError
from countercase.facts.words import provision_name
from countercase.law.tables.acts import CODES, has_section
from countercase.report.page import mark_spans
from countercase.report.precedent_list import SortBy, parse_sort, sort_cases
from countercase.retrieval.fusion import fold_duplicates
from countercase.retrieval.plan import under_either_code
from countercase.web.durable_jobs import durable
from countercase.web.jobs import Job
from countercase.web.pages import Bench, Workbench, read_filter, render

router = APIRouter()
_LETTERED = re.compile(r"(?:u/s|sections?|secs?\.?|s\.)?\s*(\d{1,3})\s?[-–]?\s?([A-Za-z]{1,2})", re.IGNORECASE)
FoldedHit = tuple[TextHit, tuple[Case, ...]]  # with the other copies of the same judgment
PAGE = 25
MOST = 300  # cases that one search lists
BEHIND = 300  # cases not yet in the full-text index; with as many, updating it is a job
UNFLAGGED = Flagged(Flag.NEUTRAL, "")  # used if the order does not need flags, which take a while to read
FIELDS = ("court", "first_year", "last_year", "provision", "topic", "outcome", "bench", "sort")
# Topics by the law that a case cites: Acts, and single sections of the general codes.
TOPICS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Murder and homicide": ((), ("IPC-302", "IPC-304", "IPC-307", "IPC-300", "BNS-103", "BNS-105", "BNS-109")),
    "Dowry death and cruelty": (("DP",), ("IPC-304B", "IPC-498A", "BNS-80", "BNS-85", "BNS-86")),
    "Sexual offences": (("POCSO",), ("IPC-376", "IPC-354", "BNS-64", "BNS-65", "BNS-74")),
    "Narcotic drugs": (("NDPS",), ()),
    "Bail": ((), ("CrPC-437", "CrPC-438", "CrPC-439", "CrPC-167", "BNSS-480", "BNSS-482", "BNSS-483", "BNSS-187")),
    "Quashing": ((), ("CrPC-482", "BNSS-528")),
    "Cheating and breach of trust": ((), ("IPC-420", "IPC-406", "IPC-409", "BNS-318", "BNS-316")),
    "Corruption": (("PC", "PC1947"), ()),
    "Money laundering": (("PMLA",), ()),
    "Terrorism and organised crime": (("UAPA", "TADA", "POTA", "MCOCA"), ()),
    "Juveniles": (("JJ", "JJ2000", "JJ1986"), ()),
    "Dishonoured cheques": (("NI",), ()),
    "Motor accidents": (("MV", "MV1939"), ()),
    "Land acquisition": (("LAA", "RFCTLARR"), ()),
    "Arbitration": (("Arbitration", "Arbitration1940"), ()),
    "Contract and specific relief": (("Contract", "SRA", "SRA1877"), ()),
    "Limitation": (("Limitation", "Limitation1908"), ()),
    "Property and tenancy": (("TPA", "DRC", "BombayRent", "MahaRent"), ()),
    "Marriage and family": (("HMA", "HSA", "HAMA", "HMGA", "SMA", "DVA"), ("CrPC-125", "BNSS-144")),
    "Insolvency": (("IBC",), ()),
    "Consumers": (("CPA1986", "CPA2019"), ()),
    "Labour": (("IDA",), ()),
    "Writs and fundamental rights": (
        (),
        ("Constitution-Article-14", "Constitution-Article-19", "Constitution-Article-21", "Constitution-Article-226"),
    ),
    "Public service": ((), ("Constitution-Article-311", "Constitution-Article-16", "Constitution-Article-309")),
}


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case in a list: an excerpt with the words, whether it is still good law, and other copies of it."""

    case: Case
    flagged: Flagged
    excerpt: Markup
    link: str
    again: tuple[Case, ...]


@router.get("/cases")
def find(request: Request, bench: Bench, q: str = "", page: int = 1) -> Response:
    """Search for cases, or browse them."""
    q = q.strip()[:400]
    fields = {name: request.query_params.get(name, "").strip()[:200] for name in FIELDS}
    wrong, job, section = "", None, section_with_code(q)
    hits: list[FoldedHit] = []
    try:
        job = None if not q else _building(bench)
        hits = _found(bench, section or q, fields) if job is None and (q or any(fields.values())) else []
    except InputError as error:
        wrong = str(error)
    pages = max(1, -(-len(hits) // PAGE))
    page = min(max(1, page), pages)
    asked = {name: value for name, value in {"q": q, **fields}.items() if value}
    return render(
        request,
        "cases.html",
        q=q,
        given=fields,
        rows=[_row(bench, hit, again) for hit, again in hits[(page - 1) * PAGE : page * PAGE]],
        found=len(hits),
        most=MOST,
        page=page,
        pages=pages,
        query=urlencode(asked),
        asked=bool(asked),
        wrong=wrong,
        section=section,
        job=job,
        browse=_browse(bench) if not asked else None,
        sorts=tuple(SortBy),
        topics=tuple(TOPICS),
    )


def section_with_code(q: str) -> str:
    """For a lettered section such as 304-B or 498A: the section with the only code that has it; otherwise empty."""
    match = _LETTERED.fullmatch(q)
    if match is None:
        return ""
    number = f"{match[1]}{match[2].upper()}"
    codes = [code for code in CODES if has_section(code, number)]
    return provision_name(Provision(codes[0], number)) if len(codes) == 1 else ""


def _found(bench: Workbench, q: str, fields: Mapping[str, str]) -> list[FoldedHit]:
    """The cases in the order asked for, each judgment once; without words to rank by, the newest first."""
    wanted, allowed = _wanted(bench, fields)
    order = parse_sort(fields["sort"]) if q or fields["sort"] else SortBy.NEWEST
    hits = fold_duplicates(_hits(bench, q, wanted, allowed) if q else _all(bench, allowed), lambda hit: hit.case)
    if order is SortBy.FLAG:
        return sort_cases(hits, order, lambda hit: (hit[0].case, bench.app.flag(hit[0].case)))
    return sort_cases(hits, order, lambda hit: (hit[0].case, UNFLAGGED))


def _wanted(bench: Workbench, fields: Mapping[str, str]) -> tuple[CaseFilter, frozenset[CaseId] | None]:
    """The filter in the form, and the cases that it and the topic allow; None means all."""
    wanted = read_filter({name: value for name, value in fields.items() if name not in {"topic", "sort"}})
    allowed = None if wanted == CaseFilter() else bench.app.store.allowed_cases(under_either_code(wanted))
    if fields["topic"]:
        if fields["topic"] not in TOPICS:
            raise InputError(f"There is no topic {fields['topic']!r}. Choose one on the Cases page.")
        under = bench.app.store.cases_under(*TOPICS[fields["topic"]])
        allowed = under if allowed is None else allowed & under
    return wanted, allowed


def _hits(bench: Workbench, q: str, wanted: CaseFilter, allowed: frozenset[CaseId] | None) -> list[TextHit]:
    """Cases found by name or citation first, then by text. A section is not looked up as a name."""
    looked_up = [] if named_provisions(q)[0] else bench.app.store.lookup(q, 20)
    named = [case_id for case_id, _ in looked_up if allowed is None or case_id in allowed]
    hits = [TextHit(bench.app.case(case_id), "", None) for case_id in named]
    known = set(named)
    found = bench.app.find_text(q, wanted, MOST)
    hits += [hit for hit in found if hit.case.id not in known and (allowed is None or hit.case.id in allowed)]
    return hits[:MOST]


def _all(bench: Workbench, allowed: frozenset[CaseId] | None) -> list[TextHit]:
    listed = (case_id for case_id in bench.app.store.newest_cases() if allowed is None or case_id in allowed)
    return [TextHit(bench.app.case(case_id), "", None) for case_id in islice(listed, MOST)]


def _row(bench: Workbench, hit: TextHit, again: Sequence[Case]) -> CaseRow:
    passage = f"?from={hit.span.start}&to={hit.span.end}#passage" if hit.span else ""
    marked = mark_spans(hit.excerpt, hit.marks) if hit.excerpt else Markup("")
    return CaseRow(hit.case, bench.app.flag(hit.case), marked, f"/cases/{hit.case.id}{passage}", tuple(again))


def _building(bench: Workbench) -> Job | None:
    """The job that builds the full-text index, if many cases are new to it."""
    behind = bench.app.full_text.behind(bench.app.store)
    return None if behind < BEHIND else start_full_text(bench)


@durable
def start_full_text(bench: Workbench) -> Job:
    """Add all new cases to the full-text index."""

    def work(job: Job) -> None:
        job.tell("Reading all cases once, for full-text search")
        bench.app.full_text.refresh(bench.app.store, lambda done, total: job.tell("Reading all cases", done, total))

    return bench.jobs.start("Reading all cases once, for full-text search", "full-text", "/cases", work)


@dataclass(frozen=True, slots=True)
class Browse:
    """What can be browsed, each with its number of cases and its link."""

    topics: tuple[tuple[str, int, str], ...]
    provisions: tuple[tuple[str, int, str], ...]
    courts: tuple[tuple[str, int, str], ...]
    years: tuple[tuple[int, int, str], ...]


def _browse(bench: Workbench) -> Browse:
    counts = bench.app.store.count_cases()
    topics = [(name, len(bench.app.store.cases_under(*law))) for name, law in TOPICS.items()]
    return Browse(
        tuple((name, count, _to(topic=name)) for name, count in topics if count),
        tuple((provision_name(Provision.parse(base)), n, _to(provision=base)) for base, n in counts.provisions[:24]),
        tuple((name, count, _to(court=name)) for name, count in counts.courts),
        tuple((year, count, _to(first_year=str(year), last_year=str(year))) for year, count in reversed(counts.years)),
    )


def _to(**fields: str) -> str:
    return f"/cases?{urlencode(fields)}"
