"""`countercase search`: the precedents for a text."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from countercase.cli.terminal import AsJson, PlanName, Workspace, print_json, read_facts
from countercase.domain.case import Case, CaseId
from countercase.domain.ranking import Precedent
from countercase.report.listing import precedent_record

if TYPE_CHECKING:
    from rich.text import Text

    from countercase.app import App
    from countercase.domain.explanation import Explanation, Statement
    from countercase.domain.provision import Provision
    from countercase.domain.ranking import CaseFilter
    from countercase.report.listing import ListedPrecedent


DOUBT = "The cases below share words with the text. Whether they answer it cannot be told, and no reasons are given."


def search(
    text: Annotated[str | None, typer.Argument(help="The facts, as text.", show_default=False)] = None,
    workspace: Workspace = None,
    file: Annotated[Path | None, typer.Option("--file", help="Read the facts from a text file or PDF.")] = None,
    top_k: Annotated[
        int | None, typer.Option("--top-k", "--top", help="How many cases to return.", min=1, max=200)
    ] = None,
    filters: Annotated[
        list[str] | None,
        typer.Option("--filter", help="Such as year=2010..2015, bench=3, provision=IPC-302; may be repeated."),
    ] = None,
    before: Annotated[str | None, typer.Option("--before", help="Only cases decided before a day.")] = None,
    side: Annotated[
        str, typer.Option("--side", help="For whom you act, such as accused, State, insurer: says for or against you.")
    ] = "",
    sort: Annotated[str, typer.Option("--sort", help="relevance, newest, oldest, court or flag.")] = "relevance",
    flag: Annotated[
        list[str] | None,
        typer.Option("--flag", help="Only cases with this flag; `stands` for those with nothing against them."),
    ] = None,
    words: Annotated[
        bool,
        typer.Option("--words", help='Search the full text: "a phrase", AND, OR, NOT, 304-B; no facts are read.'),
    ] = False,
    plan: PlanName = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show where each stage put each case.")] = False,
    why: Annotated[bool, typer.Option("--why/--no-why", help="Say why each case was found, with its place.")] = True,
    as_json: AsJson = False,
) -> None:
    """Find the precedents for a set of facts."""
    from countercase.app import open_app
    from countercase.explanation.sides import parse_side
    from countercase.facts.doubt import reading_notes
    from countercase.facts.extract import extract_facts
    from countercase.report.listing import kept_in_list, parse_flags, parse_sort, sorted_list
    from countercase.retrieval.filters import parse_day, parse_filters

    query = read_facts(text, file)
    wanted = parse_filters(filters or [], parse_day(before) if before else None)
    order, flags, own_side = parse_sort(sort), parse_flags(flag or []), parse_side(side)
    app = open_app(workspace)
    if words:
        print_found_words(app, query, wanted, top_k or app.settings.retrieval.top_k, as_json)
        return
    chosen = app.index.plan(plan)
    kind = chosen.for_text(query).reads
    found = app.search(query, plan, top_k, wanted)
    if app.index.unindexed:
        remedy = f"Run: countercase index --workspace {workspace}"
        typer.echo(
            f"The index is older than the cases: {app.index.unindexed} passages are not searched. {remedy}", err=True
        )
    for trouble in app.index.missing:
        typer.echo(f"One list is missing from this answer; the others gave it. {trouble}", err=True)
    left_out = app.index.left_out(plan)
    if left_out:
        typer.echo(left_out, err=True)
    listed = sorted_list(kept_in_list(app.listed(found, own_side), flags), order)
    matter = extract_facts(query)
    notes = reading_notes(query, matter)
    # Of a text that cannot be read nothing can be said beside a case: neither what is shared nor what is missing.
    reasons = {one.case.id: app.explain(matter, one.precedent) for one in listed} if why and not notes else {}
    if as_json:
        records = [_record(one, reasons) for one in listed]
        print_json(
            {
                "query": query,
                "plan": chosen.name,
                "query_kind": kind,
                "notes": [*notes, *filter(None, [left_out])],
                "precedents": records,
            }
        )
        return
    if notes:
        typer.echo("\n".join(f"! {note}" for note in (*notes, DOUBT)))
    if not listed:
        typer.echo("No case answers this. Widen the filter, or give more of the facts.")
        return
    if kind == "judgment":
        typer.echo("This text is as long as a judgment: it is searched by runs of its words and by its facts.")
    print_cards(query, listed, trace, reasons)


def _record(listed: "ListedPrecedent", reasons: "Mapping[CaseId, Explanation]") -> dict[str, object]:
    record = precedent_record(listed.case, listed.precedent, reasons.get(listed.case.id), listed.holding)
    favour = {"for_you": listed.favour.favour} if listed.favour else {}
    again = {"again": [case.id for case in listed.again]} if listed.again else {}
    return {**record, "flag": str(listed.flagged.flag), "flag_why": listed.flagged.why, **favour, **again}


def print_found_words(app: "App", query: str, wanted: "CaseFilter", limit: int, as_json: bool) -> None:
    """Cases whose full text has the words, with the place where it has them."""
    hits = app.find_text(query, wanted, limit)
    if as_json:
        cases = [
            {"case_id": hit.case.id, "name": hit.case.name, "text_kind": hit.case.text_kind, "excerpt": hit.excerpt}
            for hit in hits
        ]
        print_json({"query": query, "cases": cases})
        return
    for number, hit in enumerate(hits, start=1):
        lines = (_about(hit.case), " ".join(hit.excerpt.split()))
        typer.echo(f"{number:>2}  {hit.case.name}")
        typer.echo("".join(f"    {line}\n" for line in lines if line))
    if not hits:
        typer.echo("No case here has these words.")


# Precedents on a terminal: one card a case, with the words that matched marked.

T = TypeVar("T")

PASSAGE_WORDS = 60  # enough to judge by; the whole passage is in --json


def print_cards(
    query: str, listed: "Sequence[ListedPrecedent]", trace: bool, why: Mapping[CaseId, "Explanation"]
) -> None:
    """Rank, name, citation, date, bench and outcome; then why the case was found, or the passage that matched."""
    from rich.console import Console
    from rich.padding import Padding

    console = Console(highlight=False)
    terms = _stems(query)
    shared = _shared_provisions(query)
    for one in listed:
        case, precedent = one.case, one.precedent
        console.print(f"[bold]{precedent.rank:>2}  {_plain(case.name)}[/bold]")
        body = [f"[dim]{_plain(line)}[/dim]" for line in (_about(case),) if line]
        for line in body:
            console.print(Padding(line, (0, 0, 0, 4)))
        flagged = one.flagged
        if flagged.flag in {"stop", "warning", "caution"}:
            console.print(Padding(f"[bold red]{flagged.flag.upper()}[/bold red] {_plain(flagged.why)}", (0, 0, 0, 4)))
        told = f"[bold]{str(one.favour.favour).capitalize()}.[/bold] " if one.favour else ""
        console.print(Padding(f"{told}{_plain(one.holding.winner_line)}", (0, 0, 0, 4)))
        reasons = why.get(precedent.case_id)
        for text in _reasons(case, reasons) if reasons else [_passage(case, precedent, terms)]:
            console.print(Padding(text, (0, 0, 0, 4)))
        common = _in_common(shared, case)
        if common:
            console.print(Padding(f"Shares {_plain(', '.join(common))}", (0, 0, 0, 4)))
        if one.again:
            console.print(Padding(f"Stored again as {_plain(', '.join(case.id for case in one.again))}", (0, 0, 0, 4)))
        if trace:
            console.print(Padding(_plain(_trace(precedent)), (0, 0, 0, 4)))
        console.print()


def _about(case: Case) -> str:
    bench = case.bench_strength
    parts = [
        *case.citations[:2],
        f"{case.decided:%d %B %Y}".lstrip("0") if case.decided else None,
        f"{bench} judge{'s' if bench > 1 else ''}" if bench else None,
        str(case.outcome) if case.outcome else None,
        "our summary, not the judgment" if case.is_digest else None,
    ]
    return " · ".join(part for part in parts if part)


def _reasons(case: Case, why: "Explanation") -> "Iterator[Text]":
    """Each sentence with the paragraph it rests on; the words of the judgment stand out from ours."""
    from rich.text import Text

    for sentence in why.sentences:
        text = Text("- ")
        for piece in re.split(r"(“[^”]*”)", sentence.text):
            text.append(piece, style="" if piece.startswith("“") else "dim")
        text.append(f" ({_place(case, sentence)})", style="italic dim")
        yield text


def _place(case: Case, sentence: "Statement") -> str:
    if sentence.anchor.paragraph:
        return f"para {sentence.anchor.paragraph}"
    start = sentence.anchor.span.start
    section = next((one.section.value for one in case.paragraphs if one.span.start <= start < one.span.end), "text")
    return section if section != "Unknown" else "text"


def _passage(case: Case, precedent: Precedent, terms: set[str]) -> "Text":
    """The stretch of the passage with most of the query's words, and those words in bold; its own paragraph first."""
    from rich.text import Text

    chunk = precedent.passage
    words = list(re.finditer(r"\S+", chunk.text))
    marks = [bool(_stems(word[0]) & terms) for word in words]
    first = _densest(marks, PASSAGE_WORDS)
    text = Text(f"{_standing(case, precedent, words[first].start() if words else 0)}: ", style="italic")
    text.append("… " if first else "", style="not italic")
    for word, mark in list(zip(words, marks, strict=True))[first : first + PASSAGE_WORDS]:
        text.append(word[0] + " ", style="bold not italic" if mark else "not italic")
    if first + PASSAGE_WORDS < len(words):
        text.append("…", style="not italic")
    return text


def _standing(case: Case, precedent: Precedent, offset: int) -> str:
    """Section and paragraph of a character of the passage: a passage may run over several paragraphs."""
    chunk = precedent.passage
    start = chunk.span.start + offset
    here = next((one for one in case.paragraphs if one.span.start <= start < one.span.end), None)
    section, number = (here.section, here.number) if here else (chunk.section, chunk.paragraph)
    return f"{section.value}, para {number}" if number else section.value


def _densest(marks: Sequence[bool], width: int) -> int:
    """Where a stretch of `width` words holds most marks."""
    starts = range(max(1, len(marks) - width + 1))
    return max(starts, key=lambda start: (sum(marks[start : start + width]), -start))


def _trace(precedent: Precedent) -> str:
    return "  ".join(
        f"{stage.stage} {f'#{stage.rank} ' if stage.rank else ''}({stage.score:.4g})" for stage in precedent.stages
    )


def _stems(text: str) -> set[str]:
    from countercase.retrieval.tokens import tokenise

    return {token for token in tokenise(text) if ":" not in token}


def _in_common(shared: "Mapping[Provision, set[str]]", case: Case) -> list[str]:
    """Provisions of the query that the case cites; a clause is named only where the case has the same one."""
    from countercase.facts.words import provision_name

    cited = {provision: [own for own in case.provisions if own.base in bases] for provision, bases in shared.items()}
    return [*dict.fromkeys(provision_name(provision.shared_with(own)) for provision, own in cited.items() if own)]


def _shared_provisions(query: str) -> "dict[Provision, set[str]]":
    """Provisions of the query, each with the bases that stand for it under either code."""
    from countercase.law.provisions import find_provisions
    from countercase.law.tables.codes import equivalents

    found = (mention.provision for mention in find_provisions(query) if mention.provision)
    return {provision: {other.base for other in equivalents(provision)} for provision in _distinct(found)}


def _distinct(items: Iterable[T]) -> Iterator[T]:
    return iter(dict.fromkeys(items))


def _plain(text: str) -> str:
    """Text that rich must not read as markup."""
    return text.replace("[", r"\[")
