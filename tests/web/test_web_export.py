"""The memo of a matter: its words, its Word file, and its page."""

import io
import time
from collections.abc import Iterator
from datetime import date

import docx
import pytest
from docx.document import Document

from countercase.app import open_app
from countercase.corpus.builtin import ReadyMatter, builtin_matters
from countercase.domain.provision import Provision
from countercase.web.export import MemoLine, as_text, for_memo, memo, with_acts, write_docx
from countercase.web.matter_store import Matters
from countercase.web.pages import Workbench
from countercase.web.precedents import default_search
from countercase.web.security import ServedFolders

TODAY = date(2026, 11, 16)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """The built-in cases, with matters of our own."""
    made = Workbench(open_app(), Matters(tmp_path_factory.mktemp("memo") / "matters.sqlite"), ServedFolders())
    yield made
    made.close()


def test_a_section_gets_the_only_act_it_can_have() -> None:
    known = [Provision.parse("IPC-316"), Provision.parse("IPC-304"), Provision.parse("CrPC-304")]
    assert (
        with_acts("the offence under Section 316 was plain", known) == "the offence under Section 316 [IPC] was plain"
    )
    assert with_acts("Section 304 was put to him", known) == "Section 304 was put to him"
    assert with_acts("Section 316 of the Penal Code", known) == "Section 316 of the Penal Code"


@pytest.mark.parametrize("ready", builtin_matters(), ids=lambda ready: ready.id)
def test_the_memo_of_a_ready_matter_passes_the_draft_check(bench: Workbench, ready: ReadyMatter) -> None:
    matter = bench.new_matter(ready.text, ready.title)
    asked = default_search(bench, matter)
    job = bench.search(matter, asked)
    while (found := bench.found(asked)) is None:
        if job.ended:  # another process builds the index, or has built it anew in between
            assert job.state == "done" or "Another process" in str(job.error), job.error
            job = bench.search(matter, asked)
        time.sleep(0.05)
    text = as_text(memo(bench, matter, found, None))
    items = bench.app.check_draft(text, TODAY).items
    assert len(items) > 40
    assert [(item.text, item.says) for item in items if item.verdict != "ok"] == []


def test_a_memo_speaks_for_us_and_repeats_nothing() -> None:
    said = [
        "The State won: the case was dismissed.",
        "In our summary: Appeal dismissed.",
        "In our summary: Demand may be proved by others.",
        "As in your matter, the case concerns a trap. In our summary: A trap was laid.",
        "The passage closest to your facts is on “Registrar” and “trap”. In our summary: He died.",
    ]
    assert for_memo(said) == (
        "The State won: the case was dismissed. In our summary: Appeal dismissed. Demand may be proved by others. "
        "As here, the case concerns a trap. In our summary: A trap was laid. He died."
    )


LINES = [
    MemoLine("A & B <v> C", "Title"),
    MemoLine("Facts", "Heading 1"),
    MemoLine("first\nsecond", "Quote"),
    MemoLine("1. X", "Heading 2"),
    MemoLine("note", "Small"),
    MemoLine("plain"),
]


@pytest.fixture(scope="module")
def word_file() -> Document:
    return docx.Document(io.BytesIO(write_docx(LINES, "A & B")))


def test_the_paragraphs_are_there_in_their_styles(word_file: Document) -> None:
    read = [(one.text, one.style.name if one.style else "") for one in word_file.paragraphs]
    assert read == [(line.text, line.style) for line in LINES]


def test_every_style_is_set_in_one_typeface(word_file: Document) -> None:
    for line in LINES:
        fonts = word_file.styles[line.style].element.rPr.rFonts.attrib
        assert "Georgia" in fonts.values()
        assert not any("Theme" in name for name in fonts)  # Word takes a theme's typeface first


def test_title_and_page_number_stand_at_the_foot(word_file: Document) -> None:
    (foot,) = word_file.sections[0].footer.paragraphs
    assert foot.text == "A & B · "
    assert 'w:instr="PAGE"' in foot._p.xml
    assert word_file.core_properties.title == "A & B"


@pytest.mark.parametrize("odd", ["\x00", "\x0b", "\x1b", "\ud800", "\ufffe", "\uffff"])
def test_what_xml_forbids_is_dropped(odd: str) -> None:
    word_file = docx.Document(io.BytesIO(write_docx([MemoLine(f"a{odd}b\tc 😀")], f"t{odd}")))
    assert word_file.paragraphs[0].text == "ab\tc 😀"
    assert word_file.core_properties.title == "t"
