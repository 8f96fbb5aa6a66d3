"""A matter as the paragraphs of a memo: facts, precedents with their citations, which facts matter."""

import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal
from xml.sax.saxutils import escape

from countercase import __version__
from countercase.counterfactual.result import MEANING, WhatIf
from countercase.counterfactual.verdict import in_words
from countercase.domain.case import Case
from countercase.facts.words import describe
from countercase.report.marks import fact_class
from countercase.web.fact_forms import TYPE_NAMES
from countercase.web.matter_store import StoredMatter
from countercase.web.precedents import passage_of, place_of
from countercase.web.rendering import long_day, places
from countercase.web.whatif import strongest
from countercase.web.which_facts import confirmed, effects_of, summary, verdicts_of
from countercase.web.workbench import Searched, Workbench

# A memo as a Word file: paragraphs with a handful of styles, written as the few XML parts that the format needs.

Style = Literal["Title", "Heading1", "Heading2", "Normal", "Quote", "Small"]
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_CORE = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
_FONT = '<w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:cs="Georgia"/>'


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a style looks; `name` is Word's own, so that its outline and its style list know it."""

    name: str
    half_points: int
    before: int
    bold: bool = False
    italic: bool = False
    indent: int = 0


_STYLES: dict[str, _Shape] = {
    "Normal": _Shape("Normal", 22, 80),
    "Title": _Shape("Title", 36, 0, bold=True),
    "Heading1": _Shape("heading 1", 28, 320, bold=True),
    "Heading2": _Shape("heading 2", 23, 220, bold=True),
    "Quote": _Shape("Quote", 21, 60, italic=True, indent=400),
    "Small": _Shape("Small", 18, 40),
    "Footer": _Shape("footer", 18, 0),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One paragraph."""

    text: str
    style: Style = "Normal"


def write_docx(lines: Iterable[Line], title: str) -> bytes:
    """The bytes of the file; the same lines give the same bytes."""
    body = "".join(_paragraph(line) for line in lines)
    page = (
        '<w:sectPr><w:footerReference w:type="default" r:id="r2"/><w:pgSz w:w="11906" w:h="16838"/>'
        '<w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" '
        'w:gutter="0"/></w:sectPr>'
    )
    parts = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relations((f"{_OFFICE}/officeDocument", "word/document.xml"), (_CORE, "docProps/core.xml")),
        "word/_rels/document.xml.rels": _relations(
            (f"{_OFFICE}/styles", "styles.xml"), (f"{_OFFICE}/footer", "footer.xml")
        ),
        "word/document.xml": (
            f'{_HEAD}<w:document xmlns:w="{_W}" xmlns:r="{_OFFICE}"><w:body>{body}{page}</w:body></w:document>'
        ),
        "word/styles.xml": _styles(),
        "word/footer.xml": _footer(title),
        "docProps/core.xml": _core(title),
    }
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), text)
    return held.getvalue()


def _paragraph(line: Line) -> str:
    runs = "<w:br/>".join(
        f'<w:t xml:space="preserve">{escape(_printable(part))}</w:t>' for part in line.text.split("\n")
    )
    return f'<w:p><w:pPr><w:pStyle w:val="{line.style}"/></w:pPr><w:r>{runs}</w:r></w:p>'


def _printable(text: str) -> str:
    """XML forbids most control characters."""
    return "".join(char for char in text if char >= " " or char == "\t")


def _styles() -> str:
    made = "".join(_style(key, shape) for key, shape in _STYLES.items())
    defaults = (
        f'<w:docDefaults><w:rPrDefault><w:rPr>{_FONT}<w:sz w:val="22"/><w:lang w:val="en-IN"/></w:rPr></w:rPrDefault>'
        "<w:pPrDefault/></w:docDefaults>"
    )
    return f'{_HEAD}<w:styles xmlns:w="{_W}">{defaults}{made}</w:styles>'


def _style(key: str, shape: _Shape) -> str:
    is_heading = key.startswith("Heading")
    weight = ("<w:b/>" if shape.bold else "") + ("<w:i/>" if shape.italic else "")
    level = f'<w:outlineLvl w:val="{int(key[-1]) - 1}"/>' if is_heading else ""
    kind = ' w:type="paragraph"' + (' w:default="1"' if key == "Normal" else "")
    above = "" if key == "Normal" else '<w:basedOn w:val="Normal"/>'
    following = '<w:next w:val="Normal"/>' if is_heading or key == "Title" else ""
    return (
        f'<w:style{kind} w:styleId="{key}"><w:name w:val="{shape.name}"/>{above}{following}<w:qFormat/><w:pPr>'
        f'{"<w:keepNext/>" if is_heading else ""}<w:spacing w:before="{shape.before}" w:after="80"/>'
        f'<w:ind w:left="{shape.indent}"/>{level}</w:pPr>'
        f'<w:rPr>{_FONT}{weight}<w:sz w:val="{shape.half_points}"/></w:rPr></w:style>'
    )


def _footer(title: str) -> str:
    """The title and the number of the page."""
    return (
        f'{_HEAD}<w:ftr xmlns:w="{_W}"><w:p><w:pPr><w:pStyle w:val="Footer"/><w:jc w:val="center"/></w:pPr>'
        f'<w:r><w:t xml:space="preserve">{escape(_printable(title))} · </w:t></w:r>'
        '<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p></w:ftr>'
    )


def _content_types() -> str:
    return (
        f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{_KIND}.document.main+xml"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{_KIND}.styles+xml"/>'
        f'<Override PartName="/word/footer.xml" ContentType="{_KIND}.footer+xml"/>'
        '<Override PartName="/docProps/core.xml" '
        'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>'
    )


def _relations(*targets: tuple[str, str]) -> str:
    rows = "".join(
        f'<Relationship Id="r{place}" Type="{kind}" Target="{target}"/>'
        for place, (kind, target) in enumerate(targets, start=1)
    )
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'


def _core(title: str) -> str:
    return (
        f'{_HEAD}<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{escape(_printable(title))}</dc:title></cp:coreProperties>'
    )


CHANGES_SHOWN = 8  # in full, in the report and the memo; changes.csv has all


def memo(bench: Workbench, matter: StoredMatter, found: Searched, run: WhatIf | None) -> Iterator[Line]:
    """The report as paragraphs for a memo."""
    sheet = bench.sheet(matter)
    yield Line(matter.title, "Title")
    yield Line(
        f"COUNTERCASE {__version__}; searched: {bench.corpus_words}; matter {matter.id}.{matter.version}", "Small"
    )
    yield Line("Facts", "Heading1")
    yield from (Line(part) for part in sheet.narrative.split("\n\n"))
    yield Line("Facts as read", "Heading1")
    for css, name in TYPE_NAMES.items():
        said = [describe(fact) for fact in sheet.facts if fact_class(fact) == css]
        if said:
            yield Line(f"{name}: {'; '.join(said)}.")
    yield Line("Precedents", "Heading1")
    for precedent, why in zip(found.precedents, found.why, strict=True):
        case = bench.case(precedent.case_id)
        yield Line(f"{precedent.rank}. {case.name}", "Heading2")
        yield Line(_cited_as(case))
        passage = passage_of(precedent.passage)
        yield Line(f"In our summary: {passage}") if case.is_digest else Line(passage, "Quote")
        yield Line(place_of(precedent.passage), "Small")
        if why.text:
            yield Line(why.text)
    if run is not None:
        yield from _memo_changes(run)
    yield Line(MEANING, "Small")


def _memo_changes(run: WhatIf) -> Iterator[Line]:
    yield Line("Which facts matter", "Heading1")
    effects = effects_of(run)
    said = (summary(verdicts_of(run), effects) or "No change was tested.", confirmed(effects))
    yield Line(" ".join(one for one in said if one))
    for node in strongest(run)[:CHANGES_SHOWN]:
        if node.perturbation is None or node.shift is None:
            continue
        yield Line(node.perturbation.sentence, "Heading2")
        gone = ", ".join(run.name(case) for case in node.shift.dropped) or "none"
        came = ", ".join(run.name(case) for case in node.shift.entered) or "none"
        seen = run.evidence.get(node.id)
        against = f" {in_words(seen)}" if seen else ""
        yield Line(f"The list moves by {places(node.shift.mean)}. Leaves: {gone}. Enters: {came}.{against}")
        yield Line(f"Basis: {node.perturbation.basis}", "Small")


def _cited_as(case: Case) -> str:
    bench = f"bench of {case.bench_strength}" if case.bench_strength else ""
    parts = [", ".join(case.citations), case.court, long_day(case.decided), bench, str(case.outcome or "")]
    if case.is_digest:
        parts.append("our summary, not the judgment")
    return "; ".join(part for part in parts if part)
