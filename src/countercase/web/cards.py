"""Precedents as cards: the holding and who won, whether it is still good law, why it was found, and its passage."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from countercase.corpus.paragraphs import is_headnote
from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.sensitivity import CaseSensitivity, case_sensitivity
from countercase.counterfactual.verdict import Answer, EdgeEvidence
from countercase.domain.case import Case, CaseId, Chunk
from countercase.domain.perturbation import Node
from countercase.domain.provision import Provision
from countercase.domain.ranking import Anchor, Explanation, Holding, Move, Precedent, StageScore
from countercase.explanation.sides import ForYou
from countercase.facts.words import provision_name
from countercase.law.dates import counted
from countercase.law.provisions import find_provisions
from countercase.law.tables.acts import equivalents
from countercase.report.page import best_stretch, mark_spans, matched_words, query_stems
from countercase.report.precedent_list import ListedPrecedent
from countercase.report.tree import Why
from countercase.web.matter_store import MarkedCase
from countercase.web.pages import Workbench

# Why a case was found and why ranks moved, in sentences that each link to their source.

_MOVED = {Move.LEFT: "leaves", Move.ENTERED: "enters", Move.ROSE: "rises", Move.FELL: "falls"}


def sentences_of(explanation: Explanation | None, shown: Sequence[Why] = ()) -> tuple[Why, ...]:
    """The sentences for a card, without those that it shows already as the order or the ground."""
    sentences = explanation.sentences if explanation else ()
    lines = (Why(sentence.text, _link(sentence.anchor)) for sentence in sentences)
    return tuple(line for line in lines if line not in shown)


def why_ranks_moved(bench: Workbench, run: WhatIf, node: Node) -> tuple[Why, ...]:
    """Why ranks moved at a node, case by case, and how many moves nothing explains."""
    seen = run.evidence.get(node.id)
    explained = bench.app.explain_move(run.tree, node.id, _is_wording(seen))
    lines = [
        Why(f"{run.name(moved.case_id)} {_MOVED[moved.move]}. {moved.sentence.text}", _link(moved.sentence.anchor))
        for moved in explained.moves
        if moved.sentence is not None
    ]
    unexplained = len(explained.moves) - len(lines)
    if unexplained:
        others = counted(unexplained, "other case") if lines else "these cases"
        lines.append(
            Why(f"No fact in {others} explains why {'it' if unexplained == 1 and lines else 'they'} moved.", "")
        )
    if seen is None or not explained.moves:  # otherwise the measured verdict above already says it
        lines.append(Why(explained.note, ""))
    return tuple(lines)


def _is_wording(seen: EdgeEvidence | None) -> bool | None:
    """True if the search does not depend on the change, False if it does, None if that cannot be told."""
    return {Answer.DOES_NOT: True, Answer.DEPENDS: False}.get(seen.answer) if seen is not None else None


def _link(anchor: Anchor) -> str:
    return f"/cases/{anchor.case_id}?from={anchor.span.start}&to={anchor.span.end}#passage"


# The cards.

SHOWN = 460  # characters of a passage on a card; the case page has the rest
STAGES: Mapping[str, str] = {
    "dense": "By meaning",
    "chroma": "By meaning, second index",
    "bm25": "By words (BM25)",
    "facts": "By facts",
    "authority": "How often it is cited",
    "fuse": "All together",
    "fused": "All together",
    "rrf": "All together (RRF)",
    "mmr": "Spread (MMR)",
    "rerank": "Read again (re-ranker)",
}


@dataclass(frozen=True, slots=True)
class Card:
    """A precedent as the page shows it."""

    rank: int
    case: Case
    holding: tuple[Why, ...]  # who won, the order, the ground
    favour: ForYou | None
    flag: str  # whether it is still good law: stop, warning, caution, neutral or positive
    flag_why: str
    why: tuple[Why, ...]
    passage: Markup
    source: str  # section, paragraph and page of the passage
    anchor: str
    shared: tuple[str, ...]
    treated: str
    stages: tuple[tuple[str, StageScore], ...]
    again: tuple[Case, ...]
    marked: MarkedCase


def make_cards(
    bench: Workbench,
    narrative: str,
    listed: Sequence[ListedPrecedent],
    why: Mapping[CaseId, Explanation],
    marks: Mapping[CaseId, MarkedCase],
) -> list[Card]:
    """One card per listed precedent."""
    stems = query_stems(narrative)
    law = {mention.provision for mention in find_provisions(narrative) if mention.provision}
    return [
        _card(
            bench,
            precedent,
            stems,
            law,
            why.get(precedent.case.id),
            marks.get(precedent.case.id, MarkedCase(precedent.case.id)),
        )
        for precedent in listed
    ]


def _card(
    bench: Workbench,
    listed: ListedPrecedent,
    stems: frozenset[str],
    law: set[Provision],
    why: Explanation | None,
    marked: MarkedCase,
) -> Card:
    case, precedent = listed.case, listed.precedent
    chunk = precedent.passage
    holding = holding_lines(listed.holding)
    return Card(
        rank=precedent.rank,
        case=case,
        holding=holding,
        favour=listed.favour,
        flag=str(listed.flagged.flag),
        flag_why=listed.flagged.why,
        why=sentences_of(why, holding),
        passage=marked_passage(bench, precedent, stems),
        source=passage_label(case, chunk),
        anchor=f"?from={chunk.span.start}&to={chunk.span.end}#passage",
        shared=shared_provisions(case, law),
        treated=treatment(bench, case),
        stages=tuple((STAGES.get(stage.stage, stage.stage), stage) for stage in precedent.stages),
        again=listed.again,
        marked=marked,
    )


def favour_words(card: Card) -> str:
    """How a precedent went for the user, in one line; empty if the user chose no side."""
    return f"{str(card.favour.favour).capitalize()}. {card.favour.why}" if card.favour is not None else ""


def marked_passage(bench: Workbench, precedent: Precedent, stems: frozenset[str]) -> Markup:
    """The part of the passage with the most distinctive words of the query, which are marked."""
    chunk = precedent.passage
    marks = matched_words(chunk.text, stems, bench.app.index.rarity)
    cut = best_stretch(chunk.text, marks, SHOWN, _heading(chunk))
    inside = [span.shift(-cut.start) for span in marks if cut.contains(span)]
    before, after = ("… " if cut.start > _heading(chunk) else ""), (" …" if cut.end < len(chunk.text) else "")
    return Markup("{}{}{}").format(before, mark_spans(cut.of(chunk.text), inside), after)


def holding_lines(holding: Holding) -> tuple[Why, ...]:
    """Who won, the order and the ground: the first lines of a card."""
    lines = [Why(holding.winner_line, _link(holding.order.anchor) if holding.order else "")]
    lines += [
        Why(sentence.text, _link(sentence.anchor))
        for sentence in (holding.order, holding.ground)
        if sentence is not None
    ]
    return tuple(lines)


def passage_label(case: Case, chunk: Chunk) -> str:
    """Whose words a passage holds, if not the Court's, and where it is in its case."""
    if case.is_digest:
        return f"Our summary: {passage_source(chunk)}"
    return "Headnote, not the Court's words" if is_headnote(case.text, chunk.span) else passage_source(chunk)


def passage_source(chunk: Chunk) -> str:
    """Where a passage is in its case: Facts, para 3, page 5."""
    section = chunk.section.value if chunk.section.value != "Unknown" else ""
    parts = (section, f"para {chunk.paragraph}" if chunk.paragraph else "", f"page {chunk.page}" if chunk.page else "")
    return ", ".join(part for part in parts if part)


def _heading(chunk: Chunk) -> int:
    """Length of the section heading at the start of the passage; the card shows the section elsewhere."""
    heading = f"{chunk.section.value}\n"
    return len(heading) if chunk.text.startswith(heading) else 0


def shared_provisions(case: Case, law: set[Provision]) -> tuple[str, ...]:
    """Provisions of the query that the case cites under either code, with the other code's number."""
    cited = {provision.base for provision in case.provisions}
    lines = []
    for provision in sorted(law):
        same = sorted({equal.base for equal in equivalents(provision)} & cited)
        if not same:
            continue
        shared = provision.shared_with(each for each in case.provisions if each.base in same)
        others = ", ".join(provision_name(Provision.parse(base)) for base in same)
        name = provision_name(shared)
        lines.append(name if provision.base in same else f"{name} (there as {others})")
    return tuple(dict.fromkeys(lines))


def treatment(bench: Workbench, case: Case) -> str:
    """What later cases of the corpus did with this one."""
    counts: dict[str, int] = {}
    for link in bench.app.store.cited_by(case.id):
        counts[link.treatment] = counts.get(link.treatment, 0) + 1
    return ", ".join(f"{what} by {count}" for what, count in sorted(counts.items(), key=lambda pair: -pair[1]))


# Stability of each precedent: in how many of the tree's changes it stays in the list, and what drops it.


def stability(run: WhatIf) -> dict[CaseId, str]:
    """How often each precedent stays in the list when a fact changes, in words; empty if nothing was changed."""
    changes = len(run.tree.nodes) - 1
    return {case.case_id: _words(run, case, changes) for case in case_sensitivity(run.tree)} if changes else {}


def _words(run: WhatIf, case: CaseSensitivity, changes: int) -> str:
    dropped = [run.tree.nodes[node_id].perturbation for node_id in case.dropped_by]
    labels = [run.label(change) for change in dropped if change is not None]
    more = f" and {len(labels) - 1} more" if len(labels) > 1 else ""
    by = f"; dropped by {labels[0]}{more}" if labels else ""
    return f"in {case.robustness:.0%} of {counted(changes, 'change')}{by}"
