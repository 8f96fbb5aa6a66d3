"""Precedents as cards: what was held and who won, whether it still stands, why it was found, and its passage."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.sensitivity import CaseSensitivity, case_sensitivity
from countercase.counterfactual.verdict import Answer, EdgeEvidence
from countercase.domain.case import Case, CaseId, Chunk
from countercase.domain.explanation import Anchor, Explanation, Holding, Move
from countercase.domain.perturbation import Node
from countercase.domain.provision import Provision
from countercase.domain.ranking import Precedent, StageScore
from countercase.explanation.sides import ForYou
from countercase.facts.words import provision_name
from countercase.law.provisions import find_provisions
from countercase.law.tables.codes import equivalents
from countercase.report.listing import ListedPrecedent
from countercase.report.marks import best_stretch, mark_spans, matched_words, query_stems
from countercase.report.tree import Why
from countercase.web.matter_store import MarkedCase
from countercase.web.workbench import Workbench

# Why a case was found and why ranks moved, in sentences that each point at their place in a case.

_MOVED = {Move.LEFT: "leaves", Move.ENTERED: "enters", Move.ROSE: "rises", Move.FELL: "falls"}


def sentences_of(explanation: Explanation | None) -> tuple[Why, ...]:
    """The sentences for a card."""
    return tuple(Why(one.text, _link(one.anchor)) for one in explanation.sentences) if explanation else ()


def why_the_ranks_moved(bench: Workbench, run: WhatIf, node: Node) -> tuple[Why, ...]:
    """What explains the moves at a node, case by case, and how many nothing explains."""
    seen = run.evidence.get(node.id)
    told = bench.app.explain_move(run.tree, node.id, _is_wording(seen))
    lines = [
        Why(f"{run.name(one.case_id)} {_MOVED[one.move]}. {one.sentence.text}", _link(one.sentence.anchor))
        for one in told.moves
        if one.sentence is not None
    ]
    rest = len(told.moves) - len(lines)
    if rest:
        moved = (
            "move of the one told" if rest == len(told.moves) == 1 else f"moves of {rest} others" if lines else "moves"
        )
        lines.append(Why(f"No fact of their own explains the {moved}.", ""))
    if seen is None or not told.moves:  # what was measured is said above, by the verdict
        lines.append(Why(told.note, ""))
    return tuple(lines)


def _is_wording(seen: EdgeEvidence | None) -> bool | None:
    """True where the search does not depend on the change, False where it does; None where that cannot be told."""
    return {Answer.DOES_NOT: True, Answer.DEPENDS: False}.get(seen.answer) if seen is not None else None


def _link(anchor: Anchor) -> str:
    return f"/cases/{anchor.case_id}?from={anchor.span.start}&to={anchor.span.end}#passage"


# What a card shows.

SHOWN = 460  # characters of a passage on a card; the reader has the rest
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


BAD_FLAGS = ("stop", "warning", "caution")


@dataclass(frozen=True, slots=True)
class Card:
    """A precedent as the page shows it."""

    rank: int
    case: Case
    holding: tuple[Why, ...]  # who won, the order, the ground
    favour: ForYou | None
    flag: str  # whether it still stands: stop, warning, caution, neutral, positive
    flag_why: str
    why: tuple[Why, ...]
    passage: Markup
    place: str
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
    """Everything that the cards show."""
    stems = query_stems(narrative)
    law = {one.provision for one in find_provisions(narrative) if one.provision}
    return [
        _card(bench, one, stems, law, why.get(one.case.id), marks.get(one.case.id, MarkedCase(one.case.id)))
        for one in listed
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
    return Card(
        precedent.rank,
        case,
        holding_lines(listed.holding),
        listed.favour,
        str(listed.flagged.flag),
        listed.flagged.why,
        sentences_of(why),
        marked_passage(bench, precedent, stems),
        f"Our summary: {place_of(chunk)}" if case.is_digest else place_of(chunk),
        f"?from={chunk.span.start}&to={chunk.span.end}#passage",
        shared_provisions(case, law),
        treatment(bench, case),
        tuple((STAGES.get(stage.stage, stage.stage), stage) for stage in precedent.stages),
        listed.again,
        marked,
    )


def favour_words(card: Card) -> str:
    """How a precedent went for the user, in one line; empty where the user took no side."""
    return f"{str(card.favour.favour).capitalize()}. {card.favour.why}" if card.favour is not None else ""


def marked_passage(bench: Workbench, precedent: Precedent, stems: frozenset[str]) -> Markup:
    """The stretch of the passage with most of the query's telling words, and those words marked."""
    chunk = precedent.passage
    marks = matched_words(chunk.text, stems, bench.app.index.rarity)
    cut = best_stretch(chunk.text, marks, SHOWN, _heading(chunk))
    inside = [span.shift(-cut.start) for span in marks if cut.contains(span)]
    before, after = ("… " if cut.start > _heading(chunk) else ""), (" …" if cut.end < len(chunk.text) else "")
    return Markup("{}{}{}").format(before, mark_spans(cut.of(chunk.text), inside), after)


def holding_lines(holding: Holding) -> tuple[Why, ...]:
    """Who won, the order and the ground, as the card leads with them."""
    lines = [Why(holding.winner_line, _link(holding.order.anchor) if holding.order else "")]
    lines += [Why(one.text, _link(one.anchor)) for one in (holding.order, holding.ground) if one is not None]
    return tuple(lines)


def place_of(chunk: Chunk) -> str:
    """Where a passage stands in its case: Facts, para 3, page 5."""
    section = chunk.section.value if chunk.section.value != "Unknown" else ""
    parts = (section, f"para {chunk.paragraph}" if chunk.paragraph else "", f"page {chunk.page}" if chunk.page else "")
    return ", ".join(part for part in parts if part)


def passage_of(chunk: Chunk) -> str:
    """The words of a passage in one line, without the heading that its place says."""
    return " ".join(chunk.text[_heading(chunk) :].split())


def _heading(chunk: Chunk) -> int:
    """Characters of a heading that the passage begins with: the place below it says the same."""
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


# How firmly each precedent stands: over how many of the tree's changes it stays, and what drops it.


def firmness(run: WhatIf) -> dict[CaseId, str]:
    """In words, for each precedent of the matter as given; empty where nothing was changed."""
    changes = len(run.tree.nodes) - 1
    return {one.case_id: _words(run, one, changes) for one in case_sensitivity(run.tree)} if changes else {}


def _words(run: WhatIf, one: CaseSensitivity, changes: int) -> str:
    dropped = [run.tree.nodes[place].perturbation for place in one.dropped_by]
    labels = [run.label(change) for change in dropped if change is not None]
    more = f" and {len(labels) - 1} more" if len(labels) > 1 else ""
    by = f"; dropped by {labels[0]}{more}" if labels else ""
    return f"in {one.robustness:.0%} of {changes} change{'' if changes == 1 else 's'}{by}"
