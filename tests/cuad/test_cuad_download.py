"""CUAD from a server on this machine: broken off, continued, checked, unpacked with care."""

import hashlib
import io
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from countercase.cuad import download_cuad
from countercase.download import ArchiveLimits, unzip
from countercase.errors import DownloadError
from countercase.settings import DownloadSettings

CLAUSES = b"Filename\nA.pdf\n"
CLAUSES_SHA256 = hashlib.sha256(CLAUSES).hexdigest()
QUICK = DownloadSettings(retries=2, backoff_seconds=0, delay_seconds=0)


def zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


CUAD = zipped(
    {
        "CUAD_v1/master_clauses.csv": CLAUSES,
        "CUAD_v1/full_contract_txt/A.txt": b"text" * 1000,
        "CUAD_v1/full_contract_pdf/A.pdf": b"%PDF",
        "__MACOSX/x": b"junk",
    }
)


class Server:
    """Serves one file; may break off, or lack it."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.break_after: list[int] = []
        self.ranges: list[str] = []
        self.requests = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_HEAD(self) -> None:
                self._answer(body=False)

            def do_GET(self) -> None:
                self._answer(body=True)

            def _answer(self, body: bool) -> None:
                outer.requests += 1
                if not outer.content:
                    self.send_error(404)
                    return
                wanted = self.headers.get("Range", "")
                start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
                if wanted:
                    outer.ranges.append(wanted)
                rest = outer.content[start:]
                self.send_response(206 if wanted else 200)
                self.send_header("Content-Length", str(len(rest)))
                self.send_header("ETag", '"one"')
                self.end_headers()
                if body:
                    cut = outer.break_after.pop(0) if outer.break_after else len(rest)
                    self.wfile.write(rest[:cut])

            def log_message(self, *values: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/CUAD_v1.zip"


@pytest.fixture
def server() -> Iterator[Server]:
    served = Server(CUAD)
    thread = threading.Thread(target=served.http.serve_forever, daemon=True)
    thread.start()
    yield served
    served.http.shutdown()
    served.http.server_close()
    thread.join()


def fetch(server: Server, into: Path, **more: object) -> Path:
    return download_cuad(into, server.url, CLAUSES_SHA256, QUICK, **more)  # type: ignore[arg-type]


def test_fetched_unpacked_and_not_fetched_again(server: Server, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    folder = fetch(server, tmp_path, progress=lambda have, size: seen.append((have, size)))
    assert (folder / "master_clauses.csv").read_bytes() == CLAUSES
    assert (folder / "full_contract_txt" / "A.txt").read_bytes() == b"text" * 1000
    assert not (folder / "full_contract_pdf").exists()
    assert not list(tmp_path.glob("*.part*"))
    assert seen[-1] == (len(CUAD), len(CUAD))
    asked = server.requests
    assert fetch(server, tmp_path) == folder
    assert server.requests == asked


def test_a_broken_transfer_goes_on_where_it_stopped(server: Server, tmp_path: Path) -> None:
    server.break_after = [100, 50]
    fetch(server, tmp_path)
    assert server.ranges == ["bytes=100-", "bytes=150-"]


def test_a_file_that_is_not_there(server: Server, tmp_path: Path) -> None:
    server.content = b""
    with pytest.raises(DownloadError, match="does not exist"):
        fetch(server, tmp_path)


def test_another_release_is_refused(server: Server, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match="is not CUAD v1 as released"):
        download_cuad(tmp_path, server.url, "0" * 64, QUICK)


def test_what_is_not_a_zip_is_refused(server: Server, tmp_path: Path) -> None:
    server.content = b"<html>Sign in</html>"
    with pytest.raises(DownloadError, match="is not a complete zip file"):
        fetch(server, tmp_path)


@pytest.mark.parametrize("name", ["../out.txt", "/etc/out.txt", "a/../../out.txt", "C:/out.txt", "a\\..\\out.txt"])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    archive = tmp_path / "evil.zip"
    archive.write_bytes(zipped({"fine.txt": b"x", name: b"x"}))
    with pytest.raises(DownloadError, match="leads out of its folder"):
        unzip(archive, tmp_path / "in", lambda member: True)
    assert not (tmp_path / "in").exists()


def test_links_are_refused(tmp_path: Path) -> None:
    archive = tmp_path / "link.zip"
    with zipfile.ZipFile(archive, "w") as opened:
        member = zipfile.ZipInfo("link")
        member.external_attr = 0o120777 << 16
        opened.writestr(member, "/etc/passwd")
    with pytest.raises(DownloadError, match="leads out"):
        unzip(archive, tmp_path / "in", lambda member: True)


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        (ArchiveLimits(members=1), "contains 2 files, more than 1"),
        (ArchiveLimits(total_bytes=1500), "unpacks to more than 1500 bytes"),
        (ArchiveLimits(member_bytes=900), "'a.txt' unpacks to more than 900 bytes"),
    ],
)
def test_limits_of_an_archive(tmp_path: Path, limits: ArchiveLimits, why: str) -> None:
    archive = tmp_path / "big.zip"
    archive.write_bytes(zipped({"a.txt": b"x" * 1000, "b.txt": b"x" * 1000}))
    with pytest.raises(DownloadError, match=why):
        unzip(archive, tmp_path / "in", lambda member: True, limits)
    assert not list((tmp_path / "in").rglob("*.txt"))
