"""`countercase serve` as a command: what it prints, and what it refuses."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from tests.web.small_corpus import ENCODER
from typer.testing import CliRunner

from countercase.cli import app

RUN = CliRunner()


def test_another_address_without_a_token_is_refused(small_workspace: Path) -> None:
    result = RUN.invoke(app, ["serve", "--workspace", str(small_workspace), "--host", "0.0.0.0"])
    assert result.exit_code == 2
    assert "--token-file" in result.output


def test_a_token_is_never_taken_from_the_command_line(small_workspace: Path) -> None:
    result = RUN.invoke(app, ["serve", "--workspace", str(small_workspace), "--token", "a-token-of-some-length"])
    assert result.exit_code == 2
    assert "can be read by every user of this machine" in " ".join(result.output.split())
    assert "--token " not in RUN.invoke(app, ["serve", "--help"]).output


@pytest.mark.parametrize(("mode", "token", "why"), [(0o644, "a" * 16, "chmod 600"), (0o600, "short", "at least 16")])
def test_a_token_file_is_long_enough_and_private(
    small_workspace: Path, tmp_path: Path, mode: int, token: str, why: str
) -> None:
    file = tmp_path / "token"
    file.write_text(token)
    file.chmod(mode)
    result = RUN.invoke(app, ["serve", "--workspace", str(small_workspace), "--token-file", str(file)])
    assert result.exit_code == 2
    assert why in " ".join(result.output.split())


def test_a_workspace_that_is_not_there_is_refused(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["serve", "--workspace", str(tmp_path / "nowhere")])
    assert result.exit_code == 1
    assert "countercase ingest" in result.output


@pytest.mark.parametrize("option", ["--results", "--contracts"])
def test_a_folder_that_is_not_there_is_refused(small_workspace: Path, tmp_path: Path, option: str) -> None:
    given = [option, str(tmp_path / "nowhere")]
    result = RUN.invoke(app, ["serve", "--workspace", str(small_workspace), *given])
    assert result.exit_code == 2
    assert f"{option} {tmp_path / 'nowhere'} is not a folder" in " ".join(result.output.split())


def test_a_port_that_is_taken_is_told_in_one_line_and_no_address_is_printed(small_workspace: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = RUN.invoke(app, ["serve", "--workspace", str(small_workspace), "--port", port])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"countercase: Port {port} of 127.0.0.1 cannot be used. Give another with --port.\n"


def test_it_prints_the_address_and_answers_there(small_workspace: Path, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "countercase", "serve", "--workspace", str(small_workspace), "--port", str(port)]
    environment = {**os.environ, "COUNTERCASE_MODELS__ENCODER": str(ENCODER), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path) as server:
        try:
            assert server.stdout is not None
            link = server.stdout.readline().split()[1]
            assert link.startswith(f"http://127.0.0.1:{port}/?token=")
            code = link.partition("=")[2]
            assert code not in Path(f"/proc/{server.pid}/cmdline").read_text()
            assert "Find the precedents" in _page(link)
            assert "For another browser" in server.stdout.readline()
        finally:
            server.terminate()


def _page(address: str) -> str:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    for _ in range(100):
        try:
            with browser.open(address) as answer:
                return str(answer.read().decode())
        except urllib.error.URLError:
            time.sleep(0.1)
    pytest.fail(f"no answer at {address}")
