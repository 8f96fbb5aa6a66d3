"""The memo as Word reads it: every part has its type, every relation its target, every style its definition."""

import io
import posixpath
import zipfile
from xml.etree import ElementTree

import pytest

from countercase.web.memo import Line, write_docx

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
# The sequence of the schema (ECMA-376, 17.3 and 17.7), as far as the memo uses it: Word refuses another.
ORDER = {
    "pPr": ["pStyle", "keepNext", "spacing", "ind", "jc", "outlineLvl"],
    "rPr": ["rFonts", "b", "i", "sz", "lang"],
    "style": ["name", "basedOn", "next", "qFormat", "pPr", "rPr"],
    "sectPr": ["footerReference", "pgSz", "pgMar"],
}
LINES = [
    Line("A & B <v> C", "Title"),
    Line("Facts", "Heading1"),
    Line("first\nsecond\x0b", "Quote"),
    Line("1. X", "Heading2"),
    Line("note", "Small"),
    Line("plain"),
]


@pytest.fixture
def parts() -> dict[str, ElementTree.Element]:
    with zipfile.ZipFile(io.BytesIO(write_docx(LINES, "A & B"))) as file:
        return {name: ElementTree.fromstring(file.read(name)) for name in file.namelist()}


def test_every_part_has_its_own_type(parts: dict[str, ElementTree.Element]) -> None:
    types = parts["[Content_Types].xml"]
    named = {one.attrib["PartName"].lstrip("/") for one in types.iter(f"{TYPES}Override")}
    content = {name for name in parts if not name.endswith(".rels") and name != "[Content_Types].xml"}
    assert named == content


def test_every_relation_leads_to_a_part(parts: dict[str, ElementTree.Element]) -> None:
    for name, folder in (("_rels/.rels", ""), ("word/_rels/document.xml.rels", "word")):
        for one in parts[name].iter(f"{RELATIONS}Relationship"):
            assert posixpath.join(folder, one.attrib["Target"]) in parts
    used = [
        value for one in parts["word/document.xml"].iter() for key, value in one.attrib.items() if key.endswith("}id")
    ]
    ids = {one.attrib["Id"] for one in parts["word/_rels/document.xml.rels"].iter(f"{RELATIONS}Relationship")}
    assert used
    assert set(used) <= ids


def test_every_style_in_use_is_defined_under_words_own_name(parts: dict[str, ElementTree.Element]) -> None:
    defined = {one.attrib[f"{W}styleId"]: one for one in parts["word/styles.xml"].iter(f"{W}style")}
    for part in ("word/document.xml", "word/footer.xml"):
        assert {one.attrib[f"{W}val"] for one in parts[part].iter(f"{W}pStyle")} <= defined.keys()
    names = {key: one.find(f"{W}name").attrib[f"{W}val"] for key, one in defined.items()}  # type: ignore[union-attr]
    assert (names["Heading1"], names["Heading2"], names["Title"]) == ("heading 1", "heading 2", "Title")


def test_elements_stand_in_the_order_of_the_schema(parts: dict[str, ElementTree.Element]) -> None:
    for part in ("word/document.xml", "word/styles.xml", "word/footer.xml"):
        for one in parts[part].iter():
            order = ORDER.get(one.tag.removeprefix(W))
            if order is not None:
                places = [order.index(child.tag.removeprefix(W)) for child in one]
                assert places == sorted(places), one.tag


def test_the_words_are_there_and_line_ends_are_breaks(parts: dict[str, ElementTree.Element]) -> None:
    texts = ["".join(one.itertext()) for one in parts["word/document.xml"].iter(f"{W}p")]
    assert texts == ["A & B <v> C", "Facts", "firstsecond", "1. X", "note", "plain"]
    assert len(list(parts["word/document.xml"].iter(f"{W}br"))) == 1


def test_the_same_lines_give_the_same_bytes() -> None:
    assert write_docx(LINES, "t") == write_docx(LINES, "t")
