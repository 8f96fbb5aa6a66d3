"""One self-contained HTML page of a what-if run: no script, no font, no image and no address from elsewhere."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib import resources

from countercase.counterfactual.report_change import change_details
from countercase.counterfactual.report_drawings import css_class, placebo_svg, sensitivity_svg, tree_svg
from countercase.counterfactual.report_tables import (
    analogy_lists,
    attribution_table,
    narrative,
    reached_lines,
    robustness_table,
    strongest_table,
    verdict_table,
)
from countercase.counterfactual.result import MEANING, WhatIf, no_changes
from countercase.version import __version__


def as_html(run: WhatIf) -> str:
    """The page."""
    style = resources.files("countercase.counterfactual").joinpath("data", "report.css").read_text(encoding="utf-8")
    body = "".join(part for part in _parts(run) if part)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>What if: {escape(run.title)}</title><style>{style}</style></head><body>{body}</body></html>\n"
    )


def _parts(run: WhatIf) -> Iterator[str]:
    yield _head(run)
    if len(run.tree.nodes) == 1:
        yield f"<p>{escape(no_changes(run))}</p>"
    else:
        yield from _findings(run)
    yield _section("The matter, with the facts that were found", narrative(run))
    yield _section("The precedents for it", robustness_table(run))
    yield from _changes(run)
    yield _refused(run)
    yield _about(run)


def _head(run: WhatIf) -> str:
    edges = len(run.tree.nodes) - 1
    stopped = f" It stopped early: {escape(run.growth.stopped)}." if run.growth.stopped else ""
    return (
        f"<h1>What if: {escape(run.title)}</h1>"
        f'<p class="faint">{edges} changes, one fact at a time, each searched again; the first {run.tree.k} precedents '
        f"are compared.{stopped}</p>"
        f'<p class="meaning"><strong>{MEANING}</strong> A change that moves the list far is worth a look; the '
        "provisions and thresholds named beside it are separate evidence that the fact matters in law.</p>"
    )


def _findings(run: WhatIf) -> Iterator[str]:
    yield _section("Which changes move the search most", strongest_table(run))
    chart = f'<div class="wide">{sensitivity_svg(run)}</div>'
    note = (
        "Mean places moved over all changes of a type; a case outside the list stands at "
        f"{run.tree.k + 1}. A type that was not tested is not shown."
    )
    yield _section("Sensitivity by type of fact", f'<p class="small faint">{note}</p>{chart}{verdict_table(run)}')
    if run.evidence:
        note = (
            "The measuring ranking, in which names and numbers are masked and words weigh by how far they predict the "
            "law cited. A dot is the effect of one change of the matter as given, with its interval; the band holds "
            "95 % of its own placebos: edits of the same length that change wording and no fact."
        )
        yield _section(
            "Effects against placebos", f'<p class="small faint">{note}</p><div class="wide">{placebo_svg(run)}</div>'
        )
    if run.attribution is not None:
        yield _section("What each fact carries", attribution_table(run, run.attribution))
    for case_id, analogy in run.analogies.items():
        yield _section(f"Beside {run.name(case_id)}", analogy_lists(run, analogy))
    if run.reached:
        yield _section("The fewest changes that move a case", reached_lines(run))
    key = "".join(
        f'<span class="tag {kind}">● {escape(words)}</span> '
        for kind, words in (
            ("Section", "section"), ("PartyType", "party"), ("Evidence", "evidence"), ("Numerical", "number"),
        )
    )  # fmt: skip
    note = "The figure is the mean displacement from the node before. A hollow dot moved too little to be followed."
    yield _section(
        "The tree",
        f'<p class="small">{key}<span class="faint">{note}</span></p><div class="wide">{tree_svg(run)}</div>',
    )


def _changes(run: WhatIf) -> Iterator[str]:
    edges = run.tree.nodes[1:]
    if edges:
        first = {node.id for node in sorted(edges, key=lambda one: -(one.shift.mean if one.shift else 0))[:3]}
        yield _section(
            "Every change, with the two lists side by side",
            "".join(change_details(run, node, css_class(node.perturbation), node.id in first) for node in edges),
        )


def _refused(run: WhatIf) -> str:
    counts, refused = run.growth.counts, run.growth.refused
    if not refused:
        return ""
    rows = "".join(f"<tr><td>{escape(what)}</td><td>{escape(why)}</td></tr>" for what, why in refused[:50])
    more = f'<p class="small faint">and {len(refused) - 50} more</p>' if len(refused) > 50 else ""
    words = f"{counts.accepted} accepted, {counts.rejected} rejected, {counts.abstained} abstained."
    return _section(
        "Changes that were not made",
        f'<p>{words}</p><div class="wide"><table><tr><th>Change</th><th>Why not</th></tr>{rows}</table></div>{more}',
    )


def _about(run: WhatIf) -> str:
    options = run.growth.options
    facts: Mapping[str, str] = {
        "countercase": __version__,
        "searches": f"{run.growth.retrieved} for {len(run.tree.nodes)} nodes",
        "depth, children": f"{options.max_depth}, {options.max_children}",
        "thresholds": f"dispositive above {options.dispositive_threshold:g}, followed from "
        f"{options.min_displacement_threshold:g}",
        "seed": str(options.seed),
        **run.about,
    }
    return _section("Where this comes from", _rows(facts.items()))


def _section(title: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{content}</section>"


def _rows(pairs: Iterable[Sequence[str]]) -> str:
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in pairs)
    return f'<div class="wide"><table>{rows}</table></div>'
