"""A matter as a memo: facts, what the law requires, precedents, what would change; as text to edit, Word or HTML."""

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from countercase.citator.history import FLAGS_AGAINST
from countercase.counterfactual.result import MEANING, WhatIf, headline, no_changes
from countercase.domain.case import Case
from countercase.domain.provision import Provision
from countercase.facts.checklist import STATUS_ORDER, Checklist, read_checklist
from countercase.facts.words import line_sentence, provision_name
from countercase.law.provisions import find_provisions
from countercase.report.page import long_day
from countercase.report.tree import first_changes
from countercase.version import __version__
from countercase.web.cards import Card
from countercase.web.matter import STATUS_WORDS
from countercase.web.matter_store import StoredMatter
from countercase.web.precedents import memo_cards
from countercase.web.workbench import Searched, Workbench

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


_SUMMARY = "In our summary: "
_CLOSEST = re.compile(r"^The passage closest to your facts is on (?:“[^”]+”(?:, | and )?)+\. ")
CHANGES_SHOWN = 8  # explained in the report; changes.csv has all


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
                f"{item.law.name} (likely)" if item.reading.likely else item.law.name
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
