"""Downloading from a server on this machine that serves the bucket's layout, and breaks off, truncates and lies."""

import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from countercase.cli.corpus import app
from countercase.download import Downloader, parse_years
from countercase.errors import DownloadError, InputError
from countercase.settings import DownloadSettings

TAR = bytes(range(256)) * 1200  # 300 KB
TABLE = b"PAR1 metadata PAR1"
INDEX = "data/tar/year=2023/english/english.index.json"
ENGLISH = "data/tar/year=2023/english/english.tar"
METADATA = "metadata/parquet/year=2023/metadata.parquet"


@dataclass
class Bucket:
    """What is served, what goes wrong, and what was asked."""

    files: dict[str, bytes] = field(default_factory=dict)
    drops: int = 0  # so many answers to GET are broken off half way
    busy: int = 0  # so many answers are 503
    tags: dict[str, str] = field(default_factory=dict)  # instead of the MD5
    checksums: dict[str, str] = field(default_factory=dict)
    ranges: bool = True
    asked: list[tuple[str, str, str | None]] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)
    url: str = ""

    def tag(self, key: str) -> str:
        return self.tags.get(key, f'"{hashlib.md5(self.files[key]).hexdigest()}"')


def make_handler(bucket: Bucket) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

        def do_HEAD(self) -> None:
            self.answer(with_body=False)

        def do_GET(self) -> None:
            self.answer(with_body=True)

        def answer(self, with_body: bool) -> None:
            key = self.path.lstrip("/")
            wanted = self.headers.get("Range")
            bucket.asked.append((self.command, key, wanted))
            bucket.agents.add(self.headers.get("User-Agent", ""))
            if bucket.busy:
                bucket.busy -= 1
                self.send_error(503)
                return
            if key not in bucket.files:
                self.send_error(404)
                return
            content, start = bucket.files[key], 0
            if wanted and bucket.ranges and self.headers.get("If-Range") == bucket.tag(key):
                start = int(wanted.removeprefix("bytes=").rstrip("-"))
            body = content[start:]
            self.send_response(206 if start else 200)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("ETag", bucket.tag(key))
            if key in bucket.checksums:
                self.send_header("x-amz-checksum-sha256", bucket.checksums[key])
            self.end_headers()
            if not with_body:
                return
            if bucket.drops and len(body) > 1000:
                bucket.drops -= 1
                self.wfile.write(body[: len(body) // 2])
                self.wfile.flush()
                self.connection.close()
                return
            self.wfile.write(body)

    return Handler


@pytest.fixture
def bucket() -> Iterator[Bucket]:
    served = Bucket({ENGLISH: TAR, METADATA: TABLE})
    server = ThreadingHTTPServer(("127.0.0.1", 0), make_handler(served))
    served.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield served
    server.shutdown()
    server.server_close()
    thread.join()


def downloader(bucket: Bucket, folder: Path, retries: int = 3) -> Downloader:
    settings = DownloadSettings(
        base_url=bucket.url, delay_seconds=0, backoff_seconds=0, retries=retries, timeout_seconds=10
    )
    return Downloader(settings, folder)


def test_a_year_is_fetched_into_the_same_layout(bucket: Bucket, tmp_path: Path) -> None:
    files = list(downloader(bucket, tmp_path).fetch_year(2023))
    assert [file.path.relative_to(tmp_path).as_posix() for file in files] == [METADATA, ENGLISH]
    assert (tmp_path / ENGLISH).read_bytes() == TAR
    assert files[1].sha256 == hashlib.sha256(TAR).hexdigest()
    assert {file.checked_by for file in files} == {"md5"}
    assert all("countercase/" in agent for agent in bucket.agents)


def test_the_index_names_the_archives(bucket: Bucket, tmp_path: Path) -> None:
    part = "data/tar/year=2023/english/part-20250101T120000.tar"
    bucket.files[part] = b"second"
    bucket.files[INDEX] = json.dumps({"parts": [{"name": "english.tar"}, {"name": "part-20250101T120000"}]}).encode()
    names = [file.path.name for file in downloader(bucket, tmp_path).fetch_year(2023)]
    assert names == ["metadata.parquet", "english.tar", "part-20250101T120000.tar"]


@pytest.mark.parametrize(
    "index", [b"no json", b"[]", b'{"parts": [{"name": "../../../../etc/passwd"}]}', b'{"parts": [3]}']
)
def test_an_index_that_is_none_is_refused(bucket: Bucket, tmp_path: Path, index: bytes) -> None:
    bucket.files[INDEX] = index
    with pytest.raises(DownloadError, match=r"english\.index\.json"):
        list(downloader(bucket, tmp_path).fetch_year(2023))
    assert not list(tmp_path.rglob("*passwd*"))


def test_broken_connections_are_continued_where_they_broke(bucket: Bucket, tmp_path: Path) -> None:
    bucket.drops = 5
    file = downloader(bucket, tmp_path, retries=1).fetch(ENGLISH)
    assert file.path.read_bytes() == TAR
    ranges = [wanted for method, _, wanted in bucket.asked if method == "GET"]
    assert ranges[0] is None
    assert ranges[1] == f"bytes={len(TAR) // 2}-"
    assert len(ranges) == 6
    assert sorted(path.name for path in file.path.parent.iterdir()) == ["english.tar", "english.tar.fetched.json"]


def test_a_server_without_ranges_starts_over(bucket: Bucket, tmp_path: Path) -> None:
    bucket.drops, bucket.ranges = 1, False
    assert downloader(bucket, tmp_path).fetch(ENGLISH).path.read_bytes() == TAR


def test_a_later_run_continues_an_interrupted_one(bucket: Bucket, tmp_path: Path) -> None:
    bucket.drops = 1
    bucket.files[ENGLISH] = TAR
    with pytest.raises(DownloadError, match="Run the same command again"):
        downloader(bucket, tmp_path, retries=0).fetch(ENGLISH)
    assert (tmp_path / f"{ENGLISH}.part").stat().st_size == len(TAR) // 2
    assert downloader(bucket, tmp_path, retries=0).fetch(ENGLISH).path.read_bytes() == TAR
    assert bucket.asked[-1] == ("GET", ENGLISH, f"bytes={len(TAR) // 2}-")


def test_half_of_another_file_is_not_continued(bucket: Bucket, tmp_path: Path) -> None:
    bucket.drops = 1
    with pytest.raises(DownloadError):
        downloader(bucket, tmp_path, retries=0).fetch(ENGLISH)
    bucket.files[ENGLISH] = TAR[::-1]
    assert downloader(bucket, tmp_path).fetch(ENGLISH).path.read_bytes() == TAR[::-1]


def test_a_whole_file_is_not_fetched_again_until_it_changes(bucket: Bucket, tmp_path: Path) -> None:
    downloader(bucket, tmp_path).fetch(ENGLISH)
    bucket.asked.clear()
    again = downloader(bucket, tmp_path).fetch(ENGLISH)
    assert (again.fetched, again.sha256) == (False, hashlib.sha256(TAR).hexdigest())
    assert [method for method, _, _ in bucket.asked] == ["HEAD"]
    bucket.files[ENGLISH] = TAR + b"more"
    assert downloader(bucket, tmp_path).fetch(ENGLISH).fetched


def test_a_busy_server_is_asked_again_and_then_given_up(bucket: Bucket, tmp_path: Path) -> None:
    bucket.busy = 2
    assert downloader(bucket, tmp_path).fetch(METADATA).path.read_bytes() == TABLE
    bucket.busy = 100
    with pytest.raises(DownloadError, match="tried 4 times"):
        downloader(bucket, tmp_path).fetch(ENGLISH)


@pytest.mark.parametrize("with_sha", [True, False])
def test_a_damaged_file_is_deleted_and_named(bucket: Bucket, tmp_path: Path, with_sha: bool) -> None:
    if with_sha:
        bucket.checksums[ENGLISH] = base64.b64encode(hashlib.sha256(b"another").digest()).decode()
    else:
        bucket.tags[ENGLISH] = f'"{hashlib.md5(b"another").hexdigest()}"'
    with pytest.raises(DownloadError, match="arrived damaged"):
        downloader(bucket, tmp_path).fetch(ENGLISH)
    assert not (tmp_path / ENGLISH).exists()
    assert not (tmp_path / f"{ENGLISH}.part").exists()


def test_how_a_download_is_checked(bucket: Bucket, tmp_path: Path) -> None:
    bucket.checksums[METADATA] = base64.b64encode(hashlib.sha256(TABLE).digest()).decode()
    assert downloader(bucket, tmp_path).fetch(METADATA).checked_by == "sha256"
    in_one_part = hashlib.md5(hashlib.md5(TAR).digest()).hexdigest()
    bucket.tags[ENGLISH] = f'"{in_one_part}-1"'
    assert downloader(bucket, tmp_path).fetch(ENGLISH).checked_by == "md5 of parts"
    bucket.tags[ENGLISH] = '"opaque"'
    assert downloader(bucket, tmp_path).fetch(ENGLISH).checked_by == "size"


def test_a_year_that_is_not_there(bucket: Bucket, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match="does not exist"):
        list(downloader(bucket, tmp_path).fetch_year(1850))
    with pytest.raises(InputError, match=r"download\.base_url"):
        Downloader(DownloadSettings(base_url="file:///etc"), tmp_path)


def test_years_as_people_write_them() -> None:
    assert parse_years("2020-2022") == [2020, 2021, 2022]
    assert parse_years("1980-1981, 1975") == [1975, 1980, 1981]
    for wrong in ("20", "2024-2020", "2020-", "all"):
        with pytest.raises(InputError):
            parse_years(wrong)


def test_the_download_command(bucket: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERCASE_DOWNLOAD__BASE_URL", bucket.url)
    monkeypatch.setenv("COUNTERCASE_DOWNLOAD__DELAY_SECONDS", "0")
    arguments = ["download", "--years", "2023", "--workspace", str(tmp_path / "w")]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0, shown.output
    assert f"Next: countercase ingest {tmp_path / 'w' / 'downloads'}" in shown.output
    found = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert [(Path(file["path"]).name, file["fetched"]) for file in found["files"]] == [
        ("metadata.parquet", False),
        ("english.tar", False),
    ]
