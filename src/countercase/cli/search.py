"""`countercase search`: the precedents for a text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countercase.cli.terminal import AsJson, PlanName, Workspace, print_json, read_facts
from countercase.domain.case import SUPREME_COURT, Case, CaseId
from countercase.domain.ranking import Precedent

if TYPE_CHECKING:
    from rich.text import Text

    from countercase.app import App
    from countercase.domain.case import Paragraph
    from countercase.domain.provision import Provision
    from countercase.domain.ranking import CaseFilter, Explanation, Statement
    from countercase.report.precedent_list import ListedPrecedent


DOUBT = "The cases below share words with the text. We cannot tell whether they are relevant, so no reasons are given."


def search(
    text: Annotated[
        str | None, typer.Argument(help="The facts, as text, or a file with them.", show_default=False)
    ] = None,
    workspace: Workspace = None,
    file: Annotated[Path | None, typer.Option("--file", help="Read the facts from a text file or PDF.")] = None,
    top_k: Annotated[
        int | None, typer.Option("--top-k", "--top", help="How many cases to return.", min=1, max=200)
    ] = None,
    filters: Annotated[
        list[str] | None,
        typer.Option("--filter", help="Such as year=2010..2015, bench=3 or provision=IPC-302; may be repeated."),
    ] = None,
    before: Annotated[
        str | None, typer.Option("--before", help="Only cases decided before this day, such as 2015-03-14.")
    ] = None,
    side: Annotated[
        str,
        typer.Option("--side", help="Your side, such as accused, State or insurer; marks cases for or against you."),
    ] = "",
    sort: Annotated[str, typer.Option("--sort", help="Order: relevance, newest, oldest, court or flag.")] = "relevance",
    flag: Annotated[
        list[str] | None,
        typer.Option(
            "--flag", help="Only cases with this flag; `stands` means nothing is against them. May be repeated."
        ),
    ] = None,
    words: Annotated[
        bool,
        typer.Option("--words", help='Search the full text for words instead: "a phrase", AND, OR, NOT, 304-B.'),
    ] = False,
    plan: PlanName = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Show the rank and score that each stage gave each case.")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why/--no-why", help="Say why each case was found, with the paragraph.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Find the precedents for a set of facts."""
    from countercase.app import open_app
    from countercase.explanation.sides import parse_side
    from countercase.facts.extract import reading_notes
    from countercase.report.precedent_list import kept_in_list, parse_flags, parse_sort, sorted_list
    from countercase.retrieval.plan import parse_day, parse_filters

    is_file = bool(text and not file and not words and _is_file(text))
    query = read_facts(None, Path(text or "")) if is_file else read_facts(text, file)
    wanted = parse_filters(filters or [], parse_day(before) if before else None)
    order, flags, user_side = parse_sort(sort), parse_flags(flag or []), parse_side(side)
    app = open_app(workspace)
    if words:
        print_found_words(app, query, wanted, top_k or app.settings.retrieval.top_k, as_json)
        return
    chosen = app.index.plan(plan)
    kind = chosen.for_text(query).reads
    precedents = app.search(query, plan, top_k, wanted)
    left_out = app.index.left_out(plan)
    _warn_of_gaps(app, workspace, left_out)
    listed = sorted_list(kept_in_list(app.listed(precedents, user_side), flags), order)
    matter = app.read_facts(query)
    notes = reading_notes(query, matter)
    # If the text cannot be read, we cannot say what a case shares with it or lacks.
    reasons = {row.case.id: app.explain(matter, row.precedent) for row in listed} if why and not notes else {}
    if as_json:
        print_json(
            {
                "query": query,
                "plan": chosen.name,
                "query_kind": kind,
                "notes": [*notes, *filter(None, [left_out])],
                "precedents": [_record(row, reasons) for row in listed],
            }
        )
        return
    if notes:
        typer.echo("\n".join(f"! {note}" for note in (*notes, DOUBT)))
    if not listed:
        typer.echo("No case was found. Widen the filter, or give more of the facts.")
        return
    if kind == "judgment":
        typer.echo("This text is as long as a judgment, so it is searched by sequences of its words and by its facts.")
    print_cards(query, listed, trace, reasons)


def _is_file(text: str) -> bool:
    """Whether the argument names a file, as those of `facts` and `whatif` do. Facts may be too long for a name."""
    try:
        return Path(text).is_file()
    except OSError:
        return False


def _warn_of_gaps(app: "App", workspace: Path | None, left_out: str) -> None:
    """Say on stderr what was not searched: new passages, a searcher that failed, or one that is not installed."""
    if app.index.unindexed:
        remedy = f"Run: countercase index --workspace {workspace}"
        typer.echo(
            f"The index is older than the cases: {app.index.unindexed} passages are not searched. {remedy}", err=True
        )
    for trouble in app.index.missing:
        typer.echo(f"One of the searchers failed; the results come from the others. {trouble}", err=True)
    if left_out:
        typer.echo(left_out, err=True)


def _record(listed: "ListedPrecedent", reasons: "Mapping[CaseId, Explanation]") -> dict[str, object]:
    from countercase.report.precedent_list import precedent_record

    why = reasons.get(listed.case.id)
    record = precedent_record(listed.case, listed.precedent, why, listed.holding, listed.flagged)
    favour = {"for_you": listed.favour.favour} if listed.favour else {}
    again = {"again": [case.id for case in listed.again]} if listed.again else {}
    return {**record, **favour, **again}


def print_found_words(app: "App", query: str, wanted: "CaseFilter", limit: int, as_json: bool) -> None:
    """Print the cases whose full text has the words, each with an excerpt."""
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


# Precedents on a terminal: one card per case, with the matching words in bold.

PASSAGE_WORDS = 60  # enough to judge by; the whole passage is in --json


def print_cards(
    query: str, listed: "Sequence[ListedPrecedent]", trace: bool, why: Mapping[CaseId, "Explanation"]
) -> None:
    """Print rank, name, citation, date, bench and outcome; then why the case was found, or the matching passage."""
    from rich.console import Console
    from rich.padding import Padding

    from countercase.report.page import query_stems

    console = Console(highlight=False)
    terms = query_stems(query)
    shared = _shared_provisions(query)
    for row in listed:
        console.print(f"[bold]{row.precedent.rank:>2}  {_plain(row.case.name)}[/bold]")
        for line in _card_lines(row, why.get(row.case.id), terms, shared):
            console.print(Padding(line, (0, 0, 0, 4)))
        if trace:
            console.print(Padding(_plain(_trace(row.precedent)), (0, 0, 0, 4)))
        console.print()


def _card_lines(
    row: "ListedPrecedent",
    reasons: "Explanation | None",
    terms: frozenset[str],
    shared: "Mapping[Provision, set[str]]",
) -> "Iterator[str | Text]":
    """The lines under a case's name: about it, its flag, who won, the reasons or the passage, what it shares."""
    from countercase.citator.history import FLAGS_AGAINST

    case, flagged = row.case, row.flagged
    about = _about(case)
    if about:
        yield f"[dim]{_plain(about)}[/dim]"
    if flagged.flag in FLAGS_AGAINST:
        yield f"[bold red]{flagged.flag.upper()}[/bold red] {_plain(flagged.why)}"
    favour = f"[bold]{str(row.favour.favour).capitalize()}.[/bold] " if row.favour else ""
    yield f"{favour}{_plain(row.holding.winner_line)}"
    yield from _reasons(case, reasons) if reasons else [_passage(case, row.precedent, terms)]
    common = _in_common(shared, case)
    if common:
        yield f"Shares {_plain(', '.join(common))}"
    if row.again:
        yield f"Stored again as {_plain(', '.join(copy.id for copy in row.again))}"


def _about(case: Case) -> str:
    from countercase.law.dates import counted, written

    bench = case.bench_strength
    parts = [
        case.court if case.court != SUPREME_COURT else None,  # the court of nearly every case
        *case.citations[:2],
        written(case.decided) if case.decided else None,
        counted(bench, "judge") if bench else None,
        str(case.outcome) if case.outcome else None,
        "our summary, not the judgment" if case.is_digest else None,
    ]
    return " · ".join(part for part in parts if part)


def _reasons(case: Case, why: "Explanation") -> "Iterator[Text]":
    """Each sentence with its paragraph in the judgment; quoted words stand out from ours."""
    from rich.text import Text

    for sentence in why.sentences:
        text = Text("- ")
        for piece in re.split(r"(“[^”]*”)", sentence.text):
            text.append(piece, style="" if piece.startswith("“") else "dim")
        text.append(f" ({_source(case, sentence)})", style="italic dim")
        yield text


def _source(case: Case, sentence: "Statement") -> str:
    if sentence.anchor.paragraph:
        return f"para {sentence.anchor.paragraph}"
    paragraph = _paragraph_at(case, sentence.anchor.span.start)
    section = paragraph.section.value if paragraph else "text"
    return section if section != "Unknown" else "text"


def _paragraph_at(case: Case, offset: int) -> "Paragraph | None":
    return next(
        (paragraph for paragraph in case.paragraphs if paragraph.span.start <= offset < paragraph.span.end), None
    )


def _passage(case: Case, precedent: Precedent, terms: frozenset[str]) -> "Text":
    """Section and paragraph, then the part of the passage with the most words of the query, these in bold."""
    from rich.text import Text

    from countercase.report.page import query_stems

    chunk = precedent.passage
    words = list(re.finditer(r"\S+", chunk.text))
    marks = [bool(query_stems(word[0]) & terms) for word in words]
    first = _densest(marks, PASSAGE_WORDS)
    text = Text(f"{_section_and_paragraph(case, precedent, words[first].start() if words else 0)}: ", style="italic")
    text.append("… " if first else "", style="not italic")
    for word, mark in list(zip(words, marks, strict=True))[first : first + PASSAGE_WORDS]:
        text.append(word[0] + " ", style="bold not italic" if mark else "not italic")
    if first + PASSAGE_WORDS < len(words):
        text.append("…", style="not italic")
    return text


def _section_and_paragraph(case: Case, precedent: Precedent, offset: int) -> str:
    """Section and paragraph at an offset in the passage, which may span several paragraphs."""
    from countercase.corpus.paragraphs import is_headnote

    chunk = precedent.passage
    if not case.is_digest and is_headnote(case.text, chunk.span):
        return "Headnote, not the Court's words"
    paragraph = _paragraph_at(case, chunk.span.start + offset)
    section, number = (paragraph.section, paragraph.number) if paragraph else (chunk.section, chunk.paragraph)
    return f"{section.value}, para {number}" if number else section.value


def _densest(marks: Sequence[bool], width: int) -> int:
    """Start of the `width` words with the most marks."""
    starts = range(max(1, len(marks) - width + 1))
    return max(starts, key=lambda start: (sum(marks[start : start + width]), -start))


def _trace(precedent: Precedent) -> str:
    return "  ".join(
        f"{stage.stage} {f'#{stage.rank} ' if stage.rank else ''}({stage.score:.4g})" for stage in precedent.stages
    )


def _in_common(shared: "Mapping[Provision, set[str]]", case: Case) -> list[str]:
    """Provisions of the query that the case cites; a clause is named only if the case cites it too."""
    from countercase.facts.words import provision_name

    cited = {
        provision: [cited for cited in case.provisions if cited.base in bases] for provision, bases in shared.items()
    }
    names = (provision_name(provision.shared_with(by_case)) for provision, by_case in cited.items() if by_case)
    return list(dict.fromkeys(names))


def _shared_provisions(query: str) -> "dict[Provision, set[str]]":
    """Provisions of the query, each with its base numbers in either code."""
    from countercase.law.provisions import find_provisions
    from countercase.law.tables.acts import equivalents

    provisions = (mention.provision for mention in find_provisions(query) if mention.provision)
    return {provision: {other.base for other in equivalents(provision)} for provision in dict.fromkeys(provisions)}


def _plain(text: str) -> str:
    """Text that rich must not read as markup."""
    return text.replace("[", r"\[")
