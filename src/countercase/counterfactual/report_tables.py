"""The report's tables. Every word from outside is escaped here."""

from collections.abc import Iterator
from html import escape

from countercase.counterfactual.analogy import Analogy, analogy_words
from countercase.counterfactual.reach import Aim, Reached
from countercase.counterfactual.report_cells import label, number, table
from countercase.counterfactual.report_drawings import css_class
from countercase.counterfactual.result import CONTROLLED, SEED_RULE, TWO_RANKINGS, WhatIf
from countercase.counterfactual.sensitivity import (
    case_sensitivity,
    compute_sensitivity_scores,
    dispositive_types,
    strongest_edges,
)
from countercase.counterfactual.shapley import Attribution
from countercase.counterfactual.verdict import EdgeEvidence, controlled_words
from countercase.domain.facts import FactType
from countercase.domain.perturbation import Node


def strongest_table(run: WhatIf, count: int = 10) -> str:
    """The changes one step from the matter that moved the list most."""
    near = [node for node in strongest_edges(run.tree, len(run.tree.nodes)) if node.depth == 1][:count]
    measured = any(node.id in run.evidence for node in near)
    rows = "".join(_strongest_row(run, node, measured) for node in near)
    heads = ["Change", "Type", "Moved", "Left the list", "Entered it"]
    heads += ["Placebos beaten", "q"] if measured else []
    return table(heads, rows, numbers={2, 3, 4, 5, 6})


def _strongest_row(run: WhatIf, node: Node, measured: bool) -> str:
    change, shift = node.perturbation, node.shift
    if change is None or shift is None:
        return ""
    kind = css_class(change)
    question, _, why = change.sentence.partition("? ")
    question += "?" if why else ""
    cells = [
        f'<td><a href="#node-{node.id}">{escape(question)}</a> <span class="faint small">{escape(why)}</span></td>',
        f'<td><span class="tag {kind}">{escape(change.fact.kind)}</span></td>',
        number(f"{shift.mean:.2f}"),
        number(str(len(shift.dropped))),
        number(str(len(shift.entered))),
    ]
    if measured:
        seen = run.evidence.get(node.id)
        cells += _against_placebos(seen)
    return f"<tr>{''.join(cells)}</tr>"


def _against_placebos(seen: EdgeEvidence | None) -> list[str]:
    if seen is None or not seen.tested:
        return [number("–"), number("too short to test" if seen else "–")]
    return [number(f"{seen.percentile:.0%} of {seen.placebos}"), number(f"{seen.q:.3f}")]


def verdict_table(run: WhatIf) -> str:
    """The two verdicts side by side, with what each means."""
    threshold = run.growth.options.dispositive_threshold
    scores, seed = compute_sensitivity_scores(run.tree), dispositive_types(run.tree, threshold)
    controlled = controlled_words(run.tree, run.evidence)
    edges = dict.fromkeys(FactType, 0)
    for node in run.tree.nodes:
        if node.perturbation is not None and node.perturbation.fact_type is not None:
            edges[node.perturbation.fact_type] += 1
    rows = []
    for kind in FactType:
        if kind not in scores:
            rows.append(f'<tr class="faint"><td>{kind}</td><td colspan="4">not tested</td></tr>')
            continue
        rows.append(
            f'<tr><td><span class="tag {kind}">{kind}</span></td>{number(str(edges[kind]))}'
            f"{number(f'{scores[kind]:.2f}')}<td>{_yes(seed[kind])}</td>"
            f"<td>{controlled[kind]}</td></tr>"
        )
    placebos = max((seen.placebos for seen in run.evidence.values()), default=0)
    notes = [SEED_RULE.format(threshold=threshold)]
    notes += [CONTROLLED.format(placebos=placebos), TWO_RANKINGS] if placebos else []
    note = "".join(f'<p class="small faint">{escape(words[0].upper() + words[1:])}.</p>' for words in notes)
    heads = ["Type", "Changes", "Mean displacement", f"Dispositive (above {threshold:g})", "Dispositive (controlled)"]
    return table(heads, "".join(rows), numbers={1, 2}) + note


def robustness_table(run: WhatIf) -> str:
    """The root's precedents: over how many of the changes each stays, and which single change drops it."""
    rows = []
    for case in case_sensitivity(run.tree):
        drops = ", ".join(f'<a href="#node-{place}">{label(run, place)}</a>' for place in case.dropped_by[:4])
        more = f" and {len(case.dropped_by) - 4} more" if len(case.dropped_by) > 4 else ""
        rows.append(
            f"<tr>{number(str(case.rank))}<td>{escape(run.name(case.case_id))}</td>"
            f"{number(f'{case.robustness:.0%}')}<td>{drops or 'none'}{more}</td></tr>"
        )
    return table(["Rank", "Precedent", "Stays in", "Single changes that drop it"], "".join(rows), numbers={0, 2})


def narrative(run: WhatIf) -> str:
    """The text with each fact underlined in the colour of its type; the first of two overlapping facts wins."""
    sheet = run.tree.root.sheet
    spans = sorted((span, place) for place, fact in enumerate(sheet.facts) for span in fact.spans)
    parts, end = [], 0
    for span, place in spans:
        if span.start < end:
            continue
        fact = sheet.facts[place]
        kind = fact.type.value if fact.type is not None else "other"
        title = escape(f"{fact.kind}: {run.describe(fact)}")
        parts.append(escape(sheet.narrative[end : span.start]))
        parts.append(f'<mark class="{kind}" title="{title}">{escape(span.of(sheet.narrative))}</mark>')
        end = span.end
    parts.append(escape(sheet.narrative[end:]))
    return f'<div class="narrative">{"".join(parts)}</div>'


def attribution_table(run: WhatIf, attribution: Attribution) -> str:
    """Shapley values, the largest first."""
    rows = "".join(
        f"<tr><td>{escape(run.words(share.fact))}</td>{number(f'{share.value:+.2f}')}"
        f"{'' if attribution.exact else number(f'± {share.error:.2f}')}</tr>"
        for share in sorted(attribution.shares, key=lambda share: -share.value)
    )
    heads = ["Fact", "Places"] if attribution.exact else ["Fact", "Places", ""]
    return f'<p class="small faint">{attribution_words(attribution)}</p>{table(heads, rows, numbers={1, 2})}'


def attribution_words(attribution: Attribution) -> str:
    """What the shares add up to and how they were found."""
    how = "exact" if attribution.exact else "sampled; ± is one standard error"
    whole = attribution.whole - attribution.nothing
    return (
        f"Without any of these facts the list moves by {whole:.2f} places in the mean; so the facts share that "
        f"(Shapley values, {how}, {attribution.searches} searches)."
    )


def analogy_lists(run: WhatIf, analogy: Analogy) -> str:
    """HYPO's moves for one precedent, list by list; an empty list is left out."""
    lists = []
    for what, lines in analogy_words(run.words, analogy).items():
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        lists.append(f"<div><h3>{escape(what[0].upper() + what[1:])}</h3><ul>{items}</ul></div>" if items else "")
    return f'<div class="sides">{"".join(lists)}</div>'


def reached_lines(run: WhatIf) -> str:
    """One paragraph for each question asked."""
    return "".join(f"<p>{escape(words)}</p>" for one in run.reached for words in reached_words(run, one))


def reached_words(run: WhatIf, one: Reached) -> Iterator[str]:
    """The answer to one question, as lines of text."""
    name, k = run.name(one.case_id), run.tree.k
    goal = f"bring {name} into the first {k}" if one.aim is Aim.BRING_IN else f"drive {name} out of the first {k}"
    if one.changes is None:
        nearest = f" The nearest it came is rank {one.nearest}." if one.nearest and one.aim is Aim.BRING_IN else ""
        yield f"To {goal}: none within the budget ({one.searches} searches).{nearest}"
    elif not one.changes:
        yield f"To {goal}: nothing need change; it stands {f'at rank {one.rank}' if one.rank else 'outside'}."
    else:
        sure = "the fewest" if one.smallest else "the fewest found; smaller sets were not all tried"
        count = len(one.changes)
        yield f"To {goal}: {count} change{'s' if count > 1 else ''} ({sure})."
        yield from (f"  {place}. {run.label(change)}" for place, change in enumerate(one.changes, start=1))


def _yes(verdict: bool) -> str:
    return "yes" if verdict else "no"
