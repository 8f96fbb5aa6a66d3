"""Exports of a matter: a memo to edit and save as Word, HTML or print; the report, JSON and CSV; permanent links."""

import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.citator.history import FLAGS_AGAINST
from countercase.counterfactual.result import MEANING, WhatIf, headline, no_changes
from countercase.domain.case import Case
from countercase.domain.provision import Provision
from countercase.domain.ranking import Precedent
from countercase.errors import InputError, NotFound
from countercase.evaluation.results import to_csv
from countercase.facts.checklist import STATUS_ORDER, Checklist, read_checklist
from countercase.facts.words import line_sentence, provision_name
from countercase.law.provisions import find_provisions
from countercase.report.page import long_day, page
from countercase.report.tree import first_changes, strongest
from countercase.report.whatif import MatterReport, PrecedentShown, matter_page
from countercase.version import __version__
from countercase.web.cards import Card, favour_words, why_ranks_moved
from countercase.web.matter import STATUS_WORDS, matter_record
from countercase.web.matter_store import StoredMatter
from countercase.web.pages import Bench, Form, Searched, Workbench, attachment, redirect, render, text_fields
from countercase.web.precedents import default_search, found_record, memo_cards
from countercase.web.whatif import stored_shares
from countercase.web.whatif_jobs import latest

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph


# The memo as a Word file: paragraphs in a few of Word's own styles, in one typeface, on A4.

Style = Literal["Title", "Heading 1", "Heading 2", "Normal", "Quote", "Small"]
_FONT = "Georgia"
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # by XML 1.0


@dataclass(frozen=True, slots=True)
class _Format:
    """Type size, space above and indent, in points."""

    size: float
    before: float
    bold: bool = False
    italic: bool = False
    indent: float = 0


_FORMATS: dict[str, _Format] = {
    "Normal": _Format(11, 4),
    "Title": _Format(18, 0, bold=True),
    "Heading 1": _Format(14, 16, bold=True),
    "Heading 2": _Format(11.5, 11, bold=True),
    "Quote": _Format(10.5, 3, italic=True, indent=20),
    "Small": _Format(9, 2),
    "Footer": _Format(9, 0),
}


@dataclass(frozen=True, slots=True)
class MemoLine:
    """One paragraph."""

    text: str
    style: Style = "Normal"


def write_docx(lines: Iterable[MemoLine], title: str) -> bytes:
    """The bytes of the file."""
    import docx
    from docx.shared import Mm

    document = docx.Document()
    about = document.core_properties
    about.title, about.author, about.comments = _printable(title)[:255], "COUNTERCASE", ""
    about.created = about.modified = datetime.now(UTC)
    page = document.sections[0]
    page.page_width, page.page_height = Mm(210), Mm(297)
    page.left_margin = page.right_margin = page.top_margin = page.bottom_margin = Mm(25)
    _set_styles(document)
    for line in lines:
        document.add_paragraph(_printable(line.text), line.style)
    _set_footer(page.footer.paragraphs[0], title)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _printable(text: str) -> str:
    """The text without characters that XML forbids, with which Word would refuse the file."""
    return _FORBIDDEN.sub("", text)


def _set_styles(document: "Document") -> None:
    from docx.enum.style import WD_STYLE_TYPE
    from docx.oxml.ns import qn
    from docx.shared import Pt, RGBColor
    from docx.styles.style import ParagraphStyle

    document.styles.add_style("Small", WD_STYLE_TYPE.PARAGRAPH).base_style = document.styles["Normal"]
    for language in document.styles.element.iter(qn("w:lang")):
        language.set(qn("w:val"), "en-IN")
    for name, look in _FORMATS.items():
        style = document.styles[name]
        assert isinstance(style, ParagraphStyle)  # noqa: S101 - the template has no other kind under these names
        font, shape = style.font, style.paragraph_format
        font.name, font.size, font.bold, font.italic = _FONT, Pt(look.size), look.bold, look.italic
        font.color.rgb = RGBColor(0, 0, 0)
        shape.space_before, shape.space_after, shape.left_indent = Pt(look.before), Pt(4), Pt(look.indent)
        fonts = style.element.rPr.rFonts
        for key in [key for key in fonts.attrib if "Theme" in key]:  # a theme's typeface would override ours
            del fonts.attrib[key]


def _set_footer(paragraph: "Paragraph", title: str) -> None:
    """The title and the page number; python-docx has no function for fields."""
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    paragraph.add_run(f"{_printable(title)} · ")
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), "PAGE")
    paragraph._p.append(field)


# The memo as text to edit: a heading starts with #, a quotation with >, a small line with ~.

_MARKS: dict[Style, str] = {"Title": "# ", "Heading 1": "## ", "Heading 2": "### ", "Quote": "> ", "Small": "~ "}


def as_text(lines: Iterable[MemoLine]) -> str:
    """The memo as text."""
    return "\n\n".join(f"{_MARKS.get(line.style, '')}{' '.join(line.text.split())}" for line in lines if line.text)


def from_text(text: str) -> list[MemoLine]:
    """The paragraphs of an edited memo."""
    lines = []
    for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip()):
        words = part.strip()
        style = next((style for style, mark in _MARKS.items() if words.startswith(mark)), None)
        if words:
            lines.append(MemoLine(words.removeprefix(_MARKS[style]), style) if style else MemoLine(words))
    return lines


def memo(bench: Workbench, matter: StoredMatter, found: Searched, run: WhatIf | None) -> Iterator[MemoLine]:
    """The memo on a matter, paragraph by paragraph."""
    sheet = bench.sheet(matter)
    yield MemoLine(matter.title, "Title")
    side = f" We act for the {matter.side}." if matter.side else ""
    yield MemoLine(f"{long_day(datetime.now(UTC).date())}.{side} Searched: {bench.corpus_words}.", "Small")
    yield MemoLine("Facts", "Heading 1")
    yield from (MemoLine(part) for part in sheet.narrative.split("\n\n"))
    yield from _memo_checklist(read_checklist(sheet, bench.app.models.clause_reader))
    yield MemoLine("Precedents", "Heading 1")
    for number, card in enumerate(memo_cards(bench, matter, found), start=1):
        yield from _memo_precedent(number, card)
    if run is not None:
        yield from _memo_changes(run)
    yield MemoLine(f"Made with COUNTERCASE {__version__}. {MEANING} Read every judgment before you cite it.", "Small")


def _memo_checklist(checklist: Checklist) -> Iterator[MemoLine]:
    """The lines of law with their calculations, and for each charge or claim the status of its ingredients."""
    yield MemoLine("What the law requires", "Heading 1")
    for line in checklist.lines:
        yield MemoLine(line_sentence(line))
    for section in checklist.sections():
        yield MemoLine(section.title, "Heading 2")
        their_law = [provision for item in section.items for provision in item.law.provisions]
        for status in STATUS_ORDER:
            names = [
                f"{item.law.name} ({item.reading.doubt})" if item.reading.doubt else item.law.name
                for item in section.items
                if item.reading.status is status
            ]
            if names:
                named = with_acts("; ".join(names), their_law)
                yield MemoLine(f"{STATUS_WORDS[status].capitalize()}: {named}.")


def _memo_precedent(number: int, card: Card) -> Iterator[MemoLine]:
    """The holding, whether it is still good law, how it went for our client, why it is relevant, and the passage."""
    case = card.case
    yield MemoLine(f"{number}. {case.name}", "Heading 2")
    yield MemoLine(_cited_as(case))
    if card.flag in FLAGS_AGAINST:
        yield MemoLine(f"{card.flag.upper()}. {card.flag_why}")
    sentences = [line.sentence for line in (*card.holding, *card.why)]
    yield MemoLine(with_acts(_for_us(card) + for_memo(sentences), case.provisions))
    if card.marked.note:
        yield MemoLine(f"Note: {card.marked.note}")
    passage = with_acts(str(card.passage.striptags()), case.provisions)
    yield MemoLine(f"In our summary: {passage}") if case.is_digest else MemoLine(passage, "Quote")
    yield MemoLine(card.source, "Small")


_SUMMARY = "In our summary: "
_CLOSEST = re.compile(r"^The passage closest to your facts is on (?:“[^”]+”(?:, | and )?)+\. ")


def _for_us(card: Card) -> str:
    """How a precedent went for our client; empty if the user chose no side."""
    return f"{str(card.favour.favour).capitalize()}. ".replace(" you", " us") if card.favour is not None else ""


def for_memo(sentences: Iterable[str]) -> str:
    """Sentences from the page, reworded for the user's memo: no "you", and no lead-in twice in a row."""
    reworded: list[str] = []
    after_summary = False
    for sentence in dict.fromkeys(sentences):
        words = _CLOSEST.sub("", sentence)
        starts = words.startswith(_SUMMARY)
        reworded.append(words.removeprefix(_SUMMARY) if starts and after_summary else words)
        after_summary = _SUMMARY in words
    return " ".join(reworded).replace("As in your matter,", "As here,").replace("Your facts", "Our facts")


def with_acts(text: str, provisions: Iterable[Provision]) -> str:
    """The text with the Act added in square brackets after a bare section, if only one of these provisions fits."""
    known = tuple(provisions)
    acts: dict[int, str] = {}
    for mention in find_provisions(text):
        named = {provision.act for provision in known if provision.number == mention.number}
        if mention.provision is None and len(named) == 1:
            name = provision_name(Provision(named.pop(), mention.number or "")).removeprefix(
                f"Section {mention.number} "
            )
            acts[mention.phrase.end] = name
    for end in sorted(acts, reverse=True):
        text = f"{text[:end]} [{acts[end]}]{text[end:]}"
    return text


def _memo_changes(run: WhatIf) -> Iterator[MemoLine]:
    yield MemoLine("What matters: in law, to the list, and measured", "Heading 1")
    yield MemoLine(headline(run) if len(run.tree.nodes) > 1 else no_changes(run))
    for reading in first_changes(run):
        yield MemoLine(reading.change, "Heading 2")
        yield from (MemoLine(f"{what}: {words}") for what, words in reading.lines)


def _cited_as(case: Case) -> str:
    bench = f"bench of {case.bench_strength}" if case.bench_strength else ""
    parts = [", ".join(case.citations), case.court, long_day(case.decided), bench, str(case.outcome or "")]
    if case.is_digest:
        parts.append("our summary, not the judgment")
    return "; ".join(part for part in parts if part)


# The pages and the files.

_CHANGES_SHOWN = 8  # explained in the report; changes.csv has all
_REASONS = 3  # sentences per precedent
_DRAFT = "memo"  # key of an edited memo, for all versions of the matter
router = APIRouter()


@router.get("/matters/{matter_id}/memo")
@router.get("/matters/{matter_id}/export")
def show(request: Request, bench: Bench, matter_id: str) -> Response:
    """The memo to edit, and everything that can be downloaded."""
    matter = bench.matters.get(matter_id)
    searched = _found(bench, matter)
    job = None if searched is not None else bench.search(matter, default_search(bench, matter))
    draft = bench.matters.finding(matter_id, 0, _DRAFT)
    text = _memo_text(bench, matter, searched) if searched is not None else ""
    return render(
        request,
        "memo.html",
        matter=matter,
        tab="memo",
        job=job,
        text=text,
        lines=from_text(text),
        edited=draft is not None,
        old=draft is not None and draft["version"] != matter.version,
        trees=bench.matters.trees(matter_id),
    )


@router.post("/matters/{matter_id}/memo")
def save_memo(bench: Bench, matter_id: str, form: Form) -> Response:
    """Save an edited memo, or start again from what was found."""
    fields = text_fields(form)
    matter = bench.matters.get(matter_id)
    if fields.get("action") == "again":
        bench.matters.drop_finding(matter_id, 0, _DRAFT)
    else:
        bench.matters.put_finding(matter_id, 0, _DRAFT, {"text": fields.get("text", ""), "version": matter.version})
    return redirect(f"/matters/{matter_id}/memo")


@router.get("/matters/{matter_id}/memo/print")
def print_memo(request: Request, bench: Bench, matter_id: str) -> Response:
    """The memo alone, for the browser's print to paper or PDF."""
    matter = bench.matters.get(matter_id)
    return render(request, "memo_print.html", matter=matter, lines=_memo_lines(bench, matter))


def _memo_text(bench: Workbench, matter: StoredMatter, searched: Searched) -> str:
    """The memo as the user edited it, or else as generated."""
    draft = bench.matters.finding(matter.id, 0, _DRAFT)
    return str(draft["text"]) if draft else as_text(memo(bench, matter, searched, latest(bench, matter)))


def _memo_lines(bench: Workbench, matter: StoredMatter) -> list[MemoLine]:
    return from_text(_memo_text(bench, matter, _finished_search(bench, matter)))


def _finished_search(bench: Workbench, matter: StoredMatter) -> Searched:
    searched = _found(bench, matter)
    if searched is None:
        raise InputError("The search for precedents has not finished. Open the memo, wait for it, and try again.")
    return searched


def _memo_page(matter: StoredMatter, lines: Sequence[MemoLine]) -> str:
    about = {"matter": f"{matter.id}, version {matter.version}"}
    return page("memo_page.html", matter.title, about, lines=lines)


@router.get("/matters/{matter_id}/export/{name}")
def download(bench: Bench, matter_id: str, name: str) -> Response:
    """Download one of the files."""
    matter = bench.matters.get(matter_id)
    searched = _finished_search(bench, matter)
    run = latest(bench, matter)
    match name:
        case "report.html":
            return attachment(name, "text/html; charset=utf-8", report(bench, matter, searched, run))
        case "memo.docx":
            kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
            return attachment(name, kind, write_docx(_memo_lines(bench, matter), matter.title))
        case "memo.html":
            return attachment(name, "text/html; charset=utf-8", _memo_page(matter, _memo_lines(bench, matter)))
        case "matter.json":
            return attachment(name, "application/json", everything(bench, matter, searched.precedents))
        case "precedents.csv":
            return attachment(name, "text/csv; charset=utf-8", to_csv(_precedent_rows(bench, searched.precedents)))
        case "changes.csv" if run is not None:
            return attachment(name, "text/csv; charset=utf-8", to_csv(_change_rows(run)))
    raise NotFound("This matter has no such file. Choose one on its Memo page.")


def _found(bench: Workbench, matter: StoredMatter) -> Searched | None:
    return bench.found(default_search(bench, matter))


def report(bench: Workbench, matter: StoredMatter, searched: Searched, run: WhatIf | None) -> str:
    """The what-if report, with the precedents as cards."""
    sheet = bench.sheet(matter)
    row = bench.matters.latest_tree(matter.id)
    shares = bench.matters.finding(matter.id, matter.version, "shares")
    old = row is not None and row.version != matter.version
    return matter_page(
        MatterReport(
            title=matter.title,
            sheet=sheet,
            run=_explained(bench, run) if run else None,
            precedents=[_shown_precedent(card) for card in memo_cards(bench, matter, searched)],
            shares=stored_shares(shares) if shares else None,
            note=f"The tree of changes was grown from version {row.version} of the matter." if row and old else "",
            about={
                "searched": bench.corpus_words,
                "matter": f"{matter.id}, version {matter.version}, {matter.written[:10]}",
                **({"tree": row.id} if row else {}),
            },
        )
    )


def _shown_precedent(card: Card) -> PrecedentShown:
    why = tuple(reason.sentence for reason in card.why[:_REASONS])
    favour = favour_words(card)
    holding = tuple(line.sentence for line in card.holding if line.sentence not in favour)
    flagged = f"{card.flag.capitalize()}: {card.flag_why}" if card.flag in FLAGS_AGAINST else ""
    return PrecedentShown(
        rank=card.rank,
        case=card.case,
        passage=card.passage,
        source=card.source,
        why=why,
        shared=card.shared,
        held=holding,
        flagged=flagged,
        favour=favour,
        note=card.marked.note,
    )


def _explained(bench: Workbench, run: WhatIf) -> WhatIf:
    """The run with the reasons for its strongest changes."""
    nodes = strongest(run)[:_CHANGES_SHOWN]
    return replace(
        run, explanations={node.id: [why.sentence for why in why_ranks_moved(bench, run, node)] for node in nodes}
    )


def everything(bench: Workbench, matter: StoredMatter, precedents: Sequence[Precedent]) -> str:
    """The matter, its precedents and the latest tree as one JSON object."""
    row = bench.matters.latest_tree(matter.id)
    content = {
        "countercase": __version__,
        "matter": matter_record(matter),
        "precedents": [found_record(bench, precedent) for precedent in precedents],
        "tree": row.content if row else None,
        "shares": bench.matters.finding(matter.id, matter.version, "shares"),
    }
    return json.dumps(content, ensure_ascii=False, indent=2, default=str)


def _precedent_rows(bench: Workbench, precedents: Sequence[Precedent]) -> Iterator[list[object]]:
    yield ["rank", "case_id", "name", "citations", "court", "decided", "bench", "outcome", "score", "passage"]
    for precedent in precedents:
        case = bench.case(precedent.case_id)
        about = [case.court, case.decided or "", case.bench_strength or "", case.outcome or ""]
        score, passage = f"{precedent.score:.6g}", precedent.passage.text
        yield [precedent.rank, case.id, case.name, "; ".join(case.citations), *about, score, passage]


def _change_rows(run: WhatIf) -> Iterator[list[object]]:
    heads = ["node", "parent", "depth", "type", "kind", "change", "basis", "mean_displacement", "dropped", "entered"]
    yield [*heads, "pruned", "effect", "placebo_percentile", "q"]
    for node in run.tree.nodes[1:]:
        change, shift, seen = node.perturbation, node.shift, run.evidence.get(node.id)
        if change is None or shift is None:
            continue
        moved = [f"{shift.mean:.4f}", "; ".join(shift.dropped), "; ".join(shift.entered), node.pruned]
        measured = [seen.effect, seen.percentile, seen.q] if seen else ["", "", ""]
        about = [change.fact_type or "", change.fact.kind, change.sentence, change.basis]
        yield [node.id, node.parent, node.depth, *about, *moved, *measured]
