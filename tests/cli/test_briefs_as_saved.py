"""A brief is read as lawyers save it: UTF-8, from a Windows editor, from Word; anything else is refused in one line."""

import io
from pathlib import Path

import docx
import pytest

from countercase.cli.terminal import read_brief
from countercase.errors import InputError

TEXT = "A’s cheque – Rs. 50,000 – came back on 3.5.2024: “funds insufficient”, u/s 138 NI Act."


def test_utf8_with_or_without_a_mark_at_its_head(tmp_path: Path) -> None:
    for encoding in ("utf-8", "utf-8-sig"):
        (tmp_path / "a.txt").write_text(TEXT, encoding=encoding)
        assert read_brief(tmp_path / "a.txt") == TEXT


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_a_text_of_a_windows_editor(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding=encoding)
    assert read_brief(tmp_path / "a.txt") == TEXT


def test_a_word_file(tmp_path: Path) -> None:
    document, content = docx.Document(), io.BytesIO()
    document.add_paragraph(TEXT)
    document.save(content)
    (tmp_path / "a.docx").write_bytes(content.getvalue())
    assert "came back on 3.5.2024" in read_brief(tmp_path / "a.docx")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\x00\x01\xff\xfe\x80 binary", "is not UTF-8 text"),
        ("Müller’s".encode("latin-1", errors="replace"), "is not UTF-8 text"),  # which of many alphabets?
        (b"\xd0\xcf\x11\xe0 old", "Save it as .docx"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "a.txt").write_bytes(content)
    with pytest.raises(InputError, match=says):
        read_brief(tmp_path / "a.txt")
