"""A memo as a Word file: paragraphs with a handful of styles, written as the few XML parts that the format needs."""

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
_SIZES: dict[str, tuple[int, int, bool, bool, int]] = {  # half points, space before, bold, italic, indent
    "Title": (36, 0, True, False, 0),
    "Heading1": (28, 320, True, False, 0),
    "Heading2": (23, 220, True, False, 0),
    "Normal": (22, 80, False, False, 0),
    "Quote": (21, 60, False, True, 400),
    "Small": (18, 40, False, False, 0),
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
        '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>'
        '<w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" '
        'w:gutter="0"/>'
        "</w:sectPr>"
    )
    parts = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relations(("officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": _relations(("styles", "styles.xml")),
        "word/document.xml": f'{_HEAD}<w:document xmlns:w="{_W}"><w:body>{body}{page}</w:body></w:document>',
        "word/styles.xml": _styles(),
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
    made = "".join(_style(name, *shape) for name, shape in _SIZES.items())
    return f'{_HEAD}<w:styles xmlns:w="{_W}">{made}</w:styles>'


def _style(name: str, size: int, before: int, bold: bool, italic: bool, indent: int) -> str:
    weight = ("<w:b/>" if bold else "") + ("<w:i/>" if italic else "")
    level = f'<w:outlineLvl w:val="{int(name[-1]) - 1}"/>' if name.startswith("Heading") else ""
    default = ' w:default="1"' if name == "Normal" else ""
    fonts = '<w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:cs="Georgia"/>'
    return (
        f'<w:style w:type="paragraph"{default} w:styleId="{name}"><w:name w:val="{name}"/><w:pPr>'
        f'<w:spacing w:before="{before}" w:after="80"/><w:ind w:left="{indent}"/>{level}</w:pPr>'
        f'<w:rPr>{fonts}{weight}<w:sz w:val="{size}"/></w:rPr></w:style>'
    )


def _content_types() -> str:
    return (
        f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{_KIND}.document.main+xml"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{_KIND}.styles+xml"/></Types>'
    )


def _relations(*targets: tuple[str, str]) -> str:
    rows = "".join(
        f'<Relationship Id="r{place}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for place, (kind, target) in enumerate(targets, start=1)
    )
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'


def _core(title: str) -> str:
    return (
        f'{_HEAD}<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{escape(_printable(title))}</dc:title></cp:coreProperties>'
    )
