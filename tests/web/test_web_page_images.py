"""Pages of a PDF as pictures: drawn once, from the file that was read, and a plain word where that is gone."""

import io
import struct
import tarfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.corpus.written_pdf import bomb_pdf, lines, text_pdf
from tests.web.small_corpus import PDF_CASE, pdf_of

from countercase.corpus.read import fingerprint
from countercase.errors import UnreadableFile
from countercase.settings import IngestSettings
from countercase.web.files import PageImages, grey_png, original_of

TWO_PAGES = text_pdf([lines(["A first page."]), lines(["A second page."])])


def written(folder: Path) -> Path:
    path = folder / "case.pdf"
    path.write_bytes(TWO_PAGES)
    return path


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_a_png_holds_its_pixels(width: int, height: int, data: st.DataObject) -> None:
    pixels = data.draw(st.binary(min_size=width * height, max_size=width * height))
    png = grey_png(pixels, width, height)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (width, height)
    length = struct.unpack(">I", png[33:37])[0]
    rows = zlib.decompress(png[41 : 41 + length])
    assert b"".join(rows[at + 1 : at + 1 + width] for at in range(0, len(rows), width + 1)) == pixels


def test_pages_are_drawn_once_and_kept(tmp_path: Path) -> None:
    path = written(tmp_path)
    pages = PageImages(tmp_path / "kept", IngestSettings())
    original = original_of(str(path), fingerprint(TWO_PAGES), 2)
    assert original is not None
    first = pages.get(original, 1)
    assert first.startswith(b"\x89PNG")
    path.write_bytes(b"gone")
    assert pages.get(original, 1) == first
    assert pages.get(original, 2) != first  # drawn together with the first


def test_a_page_is_shown_where_nothing_can_be_kept(tmp_path: Path) -> None:
    path = written(tmp_path)
    (tmp_path / "kept").write_text("not a folder")
    original = original_of(str(path), fingerprint(TWO_PAGES), 2)
    assert original is not None
    assert PageImages(tmp_path / "kept", IngestSettings()).get(original, 1).startswith(b"\x89PNG")


def test_a_hostile_file_costs_the_child_and_not_us(tmp_path: Path) -> None:
    path, content = tmp_path / "bomb.pdf", bomb_pdf(1500)
    path.write_bytes(content)
    original = original_of(str(path), fingerprint(content), 1)
    assert original is not None
    with pytest.raises(UnreadableFile, match="cannot be shown"):
        PageImages(tmp_path / "kept", IngestSettings(memory_mb=512)).get(original, 1)


def test_a_file_that_changed_is_not_shown(tmp_path: Path) -> None:
    path = written(tmp_path)
    original = original_of(str(path), "0" * 64, 2)
    assert original is not None
    with pytest.raises(UnreadableFile, match="has changed since it was read"):
        PageImages(tmp_path / "kept", IngestSettings()).get(original, 1)


def test_a_member_of_an_archive_is_shown(tmp_path: Path) -> None:
    archive = tmp_path / "year.tar"
    with tarfile.open(archive, "w") as held:
        member = tarfile.TarInfo("case.pdf")
        member.size = len(TWO_PAGES)
        held.addfile(member, io.BytesIO(TWO_PAGES))
    original = original_of(f"{archive}!case.pdf", "with what the table says", 2)
    assert original is not None
    assert PageImages(tmp_path / "kept", IngestSettings()).get(original, 2).startswith(b"\x89PNG")


def test_only_a_pdf_with_pages_has_pictures(tmp_path: Path) -> None:
    assert original_of(str(tmp_path / "case.txt"), "", 3) is None
    assert original_of(str(tmp_path / "case.pdf"), "", 0) is None
    gone = original_of(str(tmp_path / "case.pdf"), "", 3)
    assert gone is not None
    assert "no longer at" in gone.wrong


def test_the_reader_opens_the_page_of_the_passage(client: TestClient) -> None:
    text = client.get(f"/api/v1/cases/{PDF_CASE}").json()["text"]
    start = text.index("second page")
    page = client.get(f"/cases/{PDF_CASE}?from={start}&to={start + 6}").text
    assert f'src="/page-images/2/{PDF_CASE}"' in page
    assert f'src="/page-images/1/{PDF_CASE}"' in client.get(f"/cases/{PDF_CASE}").text
    picture = client.get(f"/page-images/2/{PDF_CASE}")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert client.get(f"/page-images/9/{PDF_CASE}").status_code == 404
    assert client.get("/page-images/1/young-accused").status_code == 404


def test_a_pdf_that_is_gone_is_said_to_be_gone(client: TestClient, small_workspace: Path) -> None:
    path = pdf_of(small_workspace)
    held = path.read_bytes()
    path.unlink()
    try:
        page = client.get(f"/cases/{PDF_CASE}").text
        assert "no longer at" in page
        assert "page-images" not in page
        assert "no longer at" in client.get(f"/page-images/1/{PDF_CASE}").text
    finally:
        path.write_bytes(held)
