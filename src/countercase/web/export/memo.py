"""A matter as the paragraphs of a memo: facts, precedents with their citations, which facts matter."""

from collections.abc import Iterator

from countercase import __version__
from countercase.counterfactual.result import MEANING, WhatIf
from countercase.counterfactual.verdict import in_words
from countercase.domain.case import Case
from countercase.facts.words import describe
from countercase.web.export.docx import Line
from countercase.web.matter.fact_forms import TYPE_NAMES
from countercase.web.matters import Matter
from countercase.web.pages import long_day, places
from countercase.web.pictures.marks import fact_class
from countercase.web.precedents.cards import passage_of, place_of
from countercase.web.whatif.node_view import strongest
from countercase.web.which_facts.verdicts import confirmed, effects_of, summary, verdicts_of
from countercase.web.workbench import Searched, Workbench

CHANGES_SHOWN = 8  # in full, in the report and the memo; changes.csv has all


def memo(bench: Workbench, matter: Matter, found: Searched, run: WhatIf | None) -> Iterator[Line]:
    """The report as paragraphs for a memo."""
    sheet = bench.sheet(matter)
    yield Line(matter.title, "Title")
    yield Line(
        f"COUNTERCASE {__version__}; searched: {bench.corpus_words}; matter {matter.id}.{matter.version}", "Small"
    )
    yield Line("Facts", "Heading1")
    yield from (Line(part) for part in sheet.narrative.split("\n\n"))
    yield Line("Facts as read", "Heading1")
    for css, name in TYPE_NAMES.items():
        said = [describe(fact) for fact in sheet.facts if fact_class(fact) == css]
        if said:
            yield Line(f"{name}: {'; '.join(said)}.")
    yield Line("Precedents", "Heading1")
    for precedent, why in zip(found.precedents, found.why, strict=True):
        case = bench.case(precedent.case_id)
        yield Line(f"{precedent.rank}. {case.name}", "Heading2")
        yield Line(_cited_as(case))
        yield Line(passage_of(precedent.passage), "Quote")
        yield Line(place_of(precedent.passage), "Small")
        if why.text:
            yield Line(why.text)
    if run is not None:
        yield from _memo_changes(run)
    yield Line(MEANING, "Small")


def _memo_changes(run: WhatIf) -> Iterator[Line]:
    yield Line("Which facts matter", "Heading1")
    effects = effects_of(run)
    said = (summary(verdicts_of(run), effects) or "No change was tested.", confirmed(effects))
    yield Line(" ".join(one for one in said if one))
    for node in strongest(run)[:CHANGES_SHOWN]:
        if node.perturbation is None or node.shift is None:
            continue
        yield Line(node.perturbation.sentence, "Heading2")
        gone = ", ".join(run.name(case) for case in node.shift.dropped) or "none"
        came = ", ".join(run.name(case) for case in node.shift.entered) or "none"
        seen = run.evidence.get(node.id)
        against = f" {in_words(seen)}" if seen else ""
        yield Line(f"The list moves by {places(node.shift.mean)}. Leaves: {gone}. Enters: {came}.{against}")
        yield Line(f"Basis: {node.perturbation.basis}", "Small")


def _cited_as(case: Case) -> str:
    bench = f"bench of {case.bench_strength}" if case.bench_strength else ""
    parts = [", ".join(case.citations), case.court, long_day(case.decided), bench, str(case.outcome or "")]
    return "; ".join(part for part in parts if part)
