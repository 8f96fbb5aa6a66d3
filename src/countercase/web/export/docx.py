"""A memo as a Word file: paragraphs with a handful of styles, written as the few XML parts that the format needs.

The order of elements inside a property is the schema's: Word refuses a file in which it is another.
"""

import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from xml.sax.saxutils import escape

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
