"""The report's tables. Every word from outside is escaped here."""

import difflib
import re
from collections.abc import Iterator, Sequence
from html import escape

from countercase.counterfactual.edge_evidence import EdgeEvidence, controlled_words
from countercase.counterfactual.hypo import Analogy, analogy_words
from countercase.counterfactual.reach import Aim, Reached
from countercase.counterfactual.report_drawings import css_class
from countercase.counterfactual.result import CONTROLLED, SEED_RULE, TWO_RANKINGS, WhatIf
from countercase.counterfactual.sensitivity import (
    case_sensitivity,
    compute_sensitivity_scores,
    dispositive_types,
    strongest_edges,
)
from countercase.counterfactual.shapley import Attribution
from countercase.counterfactual.verdict import in_words
from countercase.domain.facts import FactType
from countercase.domain.perturbation import Node

CONTEXT = 8  # words shown on each side of a change in the narrative


def strongest_table(run: WhatIf, count: int = 10) -> str:
    """The changes one step from the matter that moved the list most."""
    near = [node for node in strongest_edges(run.tree, len(run.tree.nodes)) if node.depth == 1][:count]
    measured = any(node.id in run.evidence for node in near)
    rows = "".join(_strongest_row(run, node, measured) for node in near)
    heads = ["Change", "Type", "Moved", "Left the list", "Entered it"]
    heads += ["Placebos beaten", "q"] if measured else []
    return _table(heads, rows, numbers={2, 3, 4, 5, 6})


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
        _number(f"{shift.mean:.2f}"),
        _number(str(len(shift.dropped))),
        _number(str(len(shift.entered))),
    ]
    if measured:
        seen = run.evidence.get(node.id)
        cells += _against_placebos(seen)
    return f"<tr>{''.join(cells)}</tr>"


def _against_placebos(seen: EdgeEvidence | None) -> list[str]:
    if seen is None or not seen.tested:
        return [_number("–"), _number("too short to test" if seen else "–")]
    return [_number(f"{seen.percentile:.0%} of {seen.placebos}"), _number(f"{seen.q:.3f}")]


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
            f'<tr><td><span class="tag {kind}">{kind}</span></td>{_number(str(edges[kind]))}'
            f"{_number(f'{scores[kind]:.2f}')}<td>{_yes(seed[kind])}</td>"
            f"<td>{controlled[kind]}</td></tr>"
        )
    placebos = max((seen.placebos for seen in run.evidence.values()), default=0)
    notes = [SEED_RULE.format(threshold=threshold)]
    notes += [CONTROLLED.format(placebos=placebos), TWO_RANKINGS] if placebos else []
    note = "".join(f'<p class="small faint">{escape(words[0].upper() + words[1:])}.</p>' for words in notes)
    heads = ["Type", "Changes", "Mean displacement", f"Dispositive (above {threshold:g})", "Dispositive (controlled)"]
    return _table(heads, "".join(rows), numbers={1, 2}) + note


def robustness_table(run: WhatIf) -> str:
    """The root's precedents: over how many of the changes each stays, and which single change drops it."""
    rows = []
    for case in case_sensitivity(run.tree):
        drops = ", ".join(f'<a href="#node-{place}">{_label(run, place)}</a>' for place in case.dropped_by[:4])
        more = f" and {len(case.dropped_by) - 4} more" if len(case.dropped_by) > 4 else ""
        rows.append(
            f"<tr>{_number(str(case.rank))}<td>{escape(run.name(case.case_id))}</td>"
            f"{_number(f'{case.robustness:.0%}')}<td>{drops or 'none'}{more}</td></tr>"
        )
    return _table(["Rank", "Precedent", "Stays in", "Single changes that drop it"], "".join(rows), numbers={0, 2})


def change_details(run: WhatIf, node: Node, kind: str, is_open: bool) -> str:
    """One change: what it rests on, the narrative before and after, and the two lists."""
    change, shift = node.perturbation, node.shift
    if change is None or shift is None or node.parent is None:
        return ""
    parent = run.tree.nodes[node.parent]
    after = "" if parent.perturbation is None else f' <span class="faint">after: {_label(run, parent.id)}</span>'
    said = "".join(f"<p>{escape(words)}</p>" for words in run.explanations.get(node.id, ()))
    opened = (' class="near"' if node.depth == 1 else "") + (" open" if is_open else "")
    return (
        f'<details id="node-{node.id}"{opened}><summary><span class="tag {kind}">{shift.mean:.2f}</span> '
        f"{escape(change.sentence)}{after}</summary><div>"
        f'<p class="small faint">{escape(change.rule)}; {escape(change.basis)}</p>{said}{_evidence_line(run, node)}'
        f'<p class="small">{text_change(parent.sheet.narrative, node.sheet.narrative)}</p>'
        f'<div class="sides">{_before(run, parent, node)}{_after(run, parent, node)}</div></div></details>'
    )


def _evidence_line(run: WhatIf, node: Node) -> str:
    seen = run.evidence.get(node.id)
    if seen is None:
        return ""
    figures = f"Effect {seen.effect:.3f} ({seen.low:.3f} to {seen.high:.3f})"
    figures += f", p {seen.p:.3f}." if seen.tested else "."
    return f'<p class="small">{escape(in_words(seen))} <span class="faint">{figures}</span></p>'


def _before(run: WhatIf, parent: Node, node: Node) -> str:
    k = run.tree.k
    new = {case: rank for rank, case in enumerate(node.ranking[:k], start=1)}
    rows = "".join(
        f'<tr class="{"" if case in new else "out"}">{_number(str(rank))}<td>{escape(run.name(case))}</td>'
        f"<td>{f'to {new[case]}' if case in new else 'left the list'}</td></tr>"
        for rank, case in enumerate(parent.ranking[:k], start=1)
    )
    return f"<div>{_table(['', 'Before', ''], rows, numbers={0})}</div>"


def _after(run: WhatIf, parent: Node, node: Node) -> str:
    k = run.tree.k
    old = {case: rank for rank, case in enumerate(parent.ranking[:k], start=1)}
    rows = "".join(
        f'<tr class="{"" if case in old else "in"}">{_number(str(rank))}<td>{escape(run.name(case))}</td>'
        f"<td>{_moved(old.get(case), rank)}</td></tr>"
        for rank, case in enumerate(node.ranking[:k], start=1)
    )
    return f"<div>{_table(['', 'After', ''], rows, numbers={0})}</div>"


def _moved(old: int | None, new: int) -> str:
    if old is None:
        return "new"
    return "" if old == new else f"{'↑' if new < old else '↓'} {abs(old - new)}"


def text_change(before: str, after: str) -> str:
    """The words that went and came, with a few around them; long stretches that stay are left out."""
    left, right = re.findall(r"\S+\s*", before), re.findall(r"\S+\s*", after)
    parts: list[str] = []
    for what, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if what == "equal":
            parts.append(_kept(left[a:b], first=a == 0, last=b == len(left)))
        else:
            parts.append(f"<del>{escape(''.join(left[a:b]).strip())}</del> " if b > a else "")
            parts.append(f"<ins>{escape(''.join(right[c:d]).strip())}</ins> " if d > c else "")
    return "".join(parts)


def _kept(words: Sequence[str], first: bool, last: bool) -> str:
    head = [] if first else words[:CONTEXT]
    tail = [] if last else words[max(len(head), len(words) - CONTEXT) :]
    gap = "… " if len(head) + len(tail) < len(words) else ""
    return escape("".join(head)) + gap + escape("".join(tail))


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
        f"<tr><td>{escape(run.words(share.fact))}</td>{_number(f'{share.value:+.2f}')}"
        f"{'' if attribution.exact else _number(f'± {share.error:.2f}')}</tr>"
        for share in sorted(attribution.shares, key=lambda share: -share.value)
    )
    heads = ["Fact", "Places"] if attribution.exact else ["Fact", "Places", ""]
    return f'<p class="small faint">{attribution_words(attribution)}</p>{_table(heads, rows, numbers={1, 2})}'


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


def _label(run: WhatIf, node_id: int) -> str:
    change = run.tree.nodes[node_id].perturbation
    return escape(run.label(change)) if change is not None else "the matter as given"


def _table(heads: Sequence[str], rows: str, numbers: set[int]) -> str:
    marks = ((head, ' class="number"' if place in numbers else "") for place, head in enumerate(heads))
    head = "".join(f'<th scope="col"{mark}>{escape(words)}</th>' for words, mark in marks)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _number(words: str) -> str:
    return f'<td class="number">{escape(words)}</td>'


def _yes(verdict: bool) -> str:
    return "yes" if verdict else "no"
