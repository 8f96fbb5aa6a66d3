"""Text, HTML, tables, archives and published layouts."""

import csv
import io
import json
import tarfile
from pathlib import Path

import pytest

from countercase.corpus.read import (
    ItemReader,
    PageSpan,
    RefusedDocument,
    SourceDocument,
    decode,
    fingerprint,
    page_at,
    parse_html,
)
from countercase.corpus.read.collections import Skipped, Sources, parse_columns
from countercase.errors import InputError, UnreadableFile
from countercase.settings import IngestSettings

MEGABYTE = 1024 * 1024


def found(*paths: Path, columns: dict[str, str] | None = None) -> list[SourceDocument | RefusedDocument | Skipped]:
    return list(Sources(paths, MEGABYTE, columns or {}))


def items(*paths: Path, columns: dict[str, str] | None = None) -> list[SourceDocument]:
    return [entry for entry in found(*paths, columns=columns) if isinstance(entry, SourceDocument)]


def text_of(item: SourceDocument) -> str:
    return ItemReader(IngestSettings(ocr=False)).read(item).text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_in_the_usual_encodings(encoding: str) -> None:
    assert decode("the ‘Act’ – section 3".encode(encoding)) == "the ‘Act’ – section 3"


@pytest.mark.parametrize("content", [b"", b"  \n ", b"\x00\x01\x02", b"\x81\x8d\x8f"])
def test_what_is_no_text_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableFile):
        decode(content)


def test_form_feeds_part_pages() -> None:
    item = SourceDocument("a", "a.txt", "text", "", b"one\ftwo\fthree")
    document = ItemReader(IngestSettings()).read(item)
    assert [document.text[page.start : page.end] for page in document.pages] == ["one", "two", "three"]


def test_page_at_finds_the_page_of_a_character() -> None:
    pages = (PageSpan(4, 0, 10), PageSpan(5, 11, 20))
    assert [page.number if (page := page_at(pages, at)) else None for at in (0, 10, 11, 19)] == [4, 4, 5, 5]
    assert page_at((), 3) is None


KANOON = b"""<html><head><title>x</title><script>var a = "hidden";</script></head><body><nav>Search</nav>
<div class="judgments"><h3 class="docsource_main">Supreme Court of India</h3>
<h2 class="doc_title">Asha Devi vs Ram Lal on 3 March, 2011</h2>
<h3 class="doc_bench">Bench: <a href="/j/1">A. Judge</a>, <a href="/j/2">B. Judge</a></h3>
<p id="p_1">1. The <b>appeal</b> is by the tenant &amp; his son.</p><p>2. It fails.<br>So ordered.</p>
<pre id="pre_1">   ORDER
   Dismissed</pre></div><form>Cite this</form><p>About us</p></body></html>"""


def test_an_indian_kanoon_page_gives_judgment_and_fields() -> None:
    text, fields = parse_html(KANOON)
    assert "1. The appeal is by the tenant & his son.\n\n2. It fails.\nSo ordered." in text
    assert text.endswith("ORDER\nDismissed")
    assert not any(word in text for word in ("hidden", "Search", "Cite this", "About us"))
    assert fields["title"] == "Asha Devi vs Ram Lal on 3 March, 2011"
    assert fields["court"] == "Supreme Court of India"
    assert fields["bench"] == "A. Judge , B. Judge"


def test_any_other_page_gives_its_body() -> None:
    text, fields = parse_html(b"<body><p>One<p>Two</body>")
    assert (text, fields) == ("One\n\nTwo", {})
    with pytest.raises(UnreadableFile):
        parse_html(b"<html><script>only code</script></html>")


def test_jsonl_rows_with_a_column_map(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    rows = [{"cnr": "X1", "body": "First.", "name": "A v. B", "year": 2001}, {"cnr": "X2", "body": "Second."}]
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n\nnot json\n[1]\n", encoding="utf-8")
    entries = found(path, columns=parse_columns("id=cnr,text=body,title=name"))
    first, second, broken, no_object = entries
    assert isinstance(first, SourceDocument)
    assert isinstance(second, SourceDocument)
    assert (first.id, text_of(first), dict(first.fields)) == ("X1", "First.", {"title": "A v. B", "year": "2001"})
    assert (second.id, second.source) == ("X2", f"{path}#X2")
    assert isinstance(broken, RefusedDocument)
    assert isinstance(no_object, RefusedDocument)
    assert "line 4 is not JSON" in broken.reason


def test_a_row_without_text_or_id_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"id": "a", "text": " "}\n{"id": "", "text": "b"}\n', encoding="utf-8")
    assert [entry.reason for entry in found(path) if isinstance(entry, RefusedDocument)] == [
        "row 1 has no text.",
        "row 2 has no id.",
    ]


def test_csv_and_parquet_read_alike(tmp_path: Path) -> None:
    rows = [
        {"id": "C1", "text": "line one\nline two, with a comma", "court": "HC"},
        {"id": "C2", "text": "b", "court": ""},
    ]
    with (tmp_path / "t.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["id", "text", "court"])
        writer.writeheader()
        writer.writerows(rows)
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "t.parquet")
    read = {
        name: [(item.id, text_of(item), dict(item.fields)) for item in items(tmp_path / name)]
        for name in ("t.csv", "t.parquet")
    }
    assert read["t.csv"] == read["t.parquet"] == [("C1", rows[0]["text"], {"court": "HC"}), ("C2", "b", {})]


def reasons(*paths: Path) -> list[str]:
    return [entry.reason for entry in found(*paths) if isinstance(entry, RefusedDocument)]


def test_a_missing_column_names_those_there_are(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("cnr,body\n1,x\n2,y\n", encoding="utf-8")
    assert reasons(path) == ["the table has no column 'id' for the id. Give --columns id=NAME: cnr, body."]
    with pytest.raises(InputError, match="pairs"):
        parse_columns("id")


def test_a_bad_row_is_refused_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    bad = [
        '{"id": "a"}',
        "[" * 100_000,
        '{"id": "b", "text": "\\ud800"}',
        '{"id": [1], "text": "x"}',
        "x" * MEGABYTE * 2,
    ]
    path.write_text("\n".join([*bad, '{"id": "good", "text": "Held so."}']), encoding="utf-8")
    assert [item.id for item in items(path)] == ["good"]
    assert [reason.split(".")[0] for reason in reasons(path)] == [
        "row 1 has no column 'text' for the text",
        "line 2 is nested too deep",
        "row 3 holds a lone surrogate, which is not Unicode text",
        "row 4 has no id",
        "line 5 is longer than ingest",
    ]


def test_a_csv_goes_on_after_a_broken_line(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"id,text\na,{'x' * (MEGABYTE + 1)}\nb,Held so.\n", encoding="utf-8")
    assert [item.id for item in items(path)] == ["b"]
    assert "breaks the table" in reasons(path)[0]


def test_empty_and_broken_tables_say_so(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    (tmp_path / "broken.parquet").write_bytes(b"PAR1 broken")
    (tmp_path / "nothing.parquet").write_bytes(b"")
    (tmp_path / "nothing.csv").write_text("id,text\n", encoding="utf-8")
    parquet.write_table(pyarrow.table({"id": pyarrow.array([], pyarrow.string())}), tmp_path / "rowless.parquet")
    assert [reason.split(":")[0] for reason in reasons(tmp_path)] == [
        "cannot be read as Parquet",
        "the table has no rows.",
        "cannot be read as Parquet",
        "the table has no rows.",
    ]


def test_beir_and_aila_layouts(tmp_path: Path) -> None:
    beir, aila = tmp_path / "beir", tmp_path / "aila"
    (aila / "Object_casedocs").mkdir(parents=True)
    (aila / "Object_statutes").mkdir()
    beir.mkdir()
    (beir / "corpus.jsonl").write_text('{"_id": "d1", "title": "A v. B", "text": "Held."}\n', encoding="utf-8")
    (beir / "queries.jsonl").write_text('{"_id": "q1", "text": "a query"}\n', encoding="utf-8")
    for number in (10, 2, 1):
        (aila / "Object_casedocs" / f"C{number}.txt").write_text("A v. B", encoding="utf-8")
    (aila / "Object_statutes" / "S1.txt").write_text("Title: x", encoding="utf-8")
    (aila / "Query_doc.txt").write_text("AILA_Q1||x", encoding="utf-8")
    assert [(item.id, dict(item.fields)) for item in items(beir)] == [("d1", {"title": "A v. B"})]
    assert [item.id for item in items(aila)] == ["C1", "C2", "C10"]


def write_tar(path: Path, members: dict[str, bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def test_the_public_bucket_gives_each_judgment_its_metadata(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    write_tar(
        tmp_path / "data/tar/year=2023/english/english.tar",
        {"2023_1_1_9_EN.pdf": b"%PDF-1.4", "2023_1_10_20_EN.pdf": b"%PDF-1.4", "index.json": b"{}"},
    )
    row = {
        "path": "2023_1_1_9",
        "title": "A versus B",
        "judge": "X,Y",
        "decision_date": "05-01-2023",
        "raw_html": "<p>",
    }
    table = tmp_path / "metadata/parquet/year=2023/metadata.parquet"
    table.parent.mkdir(parents=True)
    parquet.write_table(pyarrow.Table.from_pylist([row]), table)
    first, second = items(tmp_path)
    assert first.id == "2023_1_1_9_EN"
    assert dict(first.fields) == {"title": "A versus B", "bench": "X,Y", "decided": "05-01-2023"}
    assert dict(second.fields) == {}
    assert first.sha256 == fingerprint(b"%PDF-1.4", first.fields) != second.sha256


def test_a_truncated_archive_gives_what_is_whole_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    write_tar(path, {"one.txt": b"whole " * 400, "two.txt": b"cut " * 4000})
    path.write_bytes(path.read_bytes()[:8000])
    entries = found(path)
    assert isinstance(entries[0], SourceDocument)
    assert entries[0].id == "one"
    assert isinstance(entries[-1], RefusedDocument)


def test_a_folder_is_walked_in_order_and_unknown_files_are_skipped(tmp_path: Path) -> None:
    for name in ("b.txt", "a.TXT", "sub/c.html", "notes.odt", ".hidden.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("<html>x</html>", encoding="utf-8")
    (tmp_path / "loop").symlink_to(tmp_path)
    entries = found(tmp_path)
    assert [entry.id for entry in entries if isinstance(entry, SourceDocument)] == ["a", "b", "c"]
    assert [Path(entry.source).name for entry in entries if isinstance(entry, Skipped)] == ["notes.odt"]


def test_a_file_is_known_by_its_content_first(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"%PDF-1.4 really")
    (tmp_path / "page").write_bytes(b"<!doctype html><html><body>x</body></html>")
    (tmp_path / "data").write_bytes(b"\x00\x01")
    kinds = [
        entry.kind if isinstance(entry, SourceDocument) else None
        for entry in found(*(tmp_path / n for n in ("a.txt", "page", "data")))
    ]
    assert kinds == ["pdf", "html", None]


def test_too_large_and_absent_files(tmp_path: Path) -> None:
    (tmp_path / "big.txt").write_bytes(b"x" * (MEGABYTE + 1))
    (entry,) = found(tmp_path / "big.txt")
    assert isinstance(entry, RefusedDocument)
    assert "ingest.max_file_mb" in entry.reason
    with pytest.raises(InputError, match="does not exist"):
        found(tmp_path / "none.txt")
