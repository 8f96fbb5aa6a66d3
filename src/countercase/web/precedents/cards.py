"""Precedents as cards: the passage with its telling words marked, why, what it shares, and how it was ranked."""

from dataclasses import dataclass, replace

from markupsafe import Markup

from countercase.domain.case import Case, Chunk
from countercase.domain.provision import Provision
from countercase.domain.ranking import Precedent, StageScore
from countercase.law.provisions import find_provisions
from countercase.law.tables.codes import equivalents
from countercase.web.pictures.marks import best_stretch, mark_spans, matched_words, query_stems
from countercase.web.precedents.why import Why, sentences_of
from countercase.web.workbench import Searched, Workbench

SHOWN = 460  # characters of a passage on a card; the reader has the rest


@dataclass(frozen=True, slots=True)
class Card:
    """A precedent as the page shows it."""

    rank: int
    case: Case
    passage: Markup
    place: str
    anchor: str
    shared: tuple[str, ...]
    treated: str
    stages: tuple[StageScore, ...]
    why: tuple[Why, ...] = ()


def make_cards(bench: Workbench, narrative: str, found: Searched) -> list[Card]:
    """Everything that the cards show."""
    stems = query_stems(narrative)
    law = {one.provision for one in find_provisions(narrative) if one.provision}
    return [
        replace(_card(bench, precedent, stems, law), why=sentences_of(why))
        for precedent, why in zip(found.precedents, found.why, strict=True)
    ]


def _card(bench: Workbench, precedent: Precedent, stems: frozenset[str], law: set[Provision]) -> Card:
    case, chunk = bench.case(precedent.case_id), precedent.passage
    marks = matched_words(chunk.text, stems, bench.product.rarity)
    cut = best_stretch(chunk.text, marks, SHOWN, _heading(chunk))
    inside = [span.shift(-cut.start) for span in marks if cut.contains(span)]
    text = mark_spans(cut.of(chunk.text), inside)
    before, after = ("… " if cut.start > _heading(chunk) else ""), (" …" if cut.end < len(chunk.text) else "")
    return Card(
        precedent.rank,
        case,
        Markup("{}{}{}").format(before, text, after),
        place_of(chunk),
        f"?from={chunk.span.start}&to={chunk.span.end}#passage",
        shared_provisions(case, law),
        treatment(bench, case),
        precedent.stages,
    )


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
    own = {provision.base for provision in case.provisions}
    lines = []
    for provision in sorted(law):
        same = sorted({one.base for one in equivalents(provision)} & own)
        if same:
            others = [base for base in same if base != provision.base]
            lines.append(
                f"{provision.id} (here as {', '.join(others)})" if provision.base not in same else provision.id
            )
    return tuple(dict.fromkeys(lines))


def treatment(bench: Workbench, case: Case) -> str:
    """What later cases of the corpus did with this one."""
    counts: dict[str, int] = {}
    for link in bench.product.store.cited_by(case.id):
        counts[link.treatment] = counts.get(link.treatment, 0) + 1
    return ", ".join(f"{what} by {count}" for what, count in sorted(counts.items(), key=lambda pair: -pair[1]))
