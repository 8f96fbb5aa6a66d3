"""Nothing leaves the machine: the main commands run with every outbound socket blocked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BLOCK = """
import socket

class Blocked(RuntimeError):
    pass

def refuse(self, address, *rest):
    if self.family != socket.AF_UNIX:
        raise Blocked(f"outbound socket to {address}")

def refuse_name(host, *rest, **more):
    raise Blocked(f"name lookup of {host}")

socket.socket.connect = refuse
socket.socket.connect_ex = refuse
socket.socket.sendto = refuse
socket.getaddrinfo = refuse_name
socket.gethostbyname = refuse_name
"""

FACTS = "He was stabbed with a knife; charged under Section 302 of the Indian Penal Code; see (2008) 1 SCC 1."
COMMANDS = [
    ["doctor", "--json"],
    ["demo", "--json"],
    ["search", FACTS, "--json"],
    ["whatif", "kitchen-quarrel-stabbing", "--depth", "1", "--json"],
    ["law", "provision", FACTS, "--json"],
    ["law", "map", "IPC-302", "--json"],
    ["law", "thresholds", "--json"],
    ["law", "citations", FACTS, "--json"],
]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built-in corpus is made once, with sockets blocked too."""
    return tmp_path_factory.mktemp("cache")


def run_blocked(folder: Path, cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "sitecustomize.py").write_text(BLOCK)
    environment = {**os.environ, "PYTHONPATH": str(folder), "HOME": str(folder), "XDG_CACHE_HOME": str(cache)}
    command = [sys.executable, "-m", "countercase", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=folder)


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments)[:30])
def test_main_commands_need_no_network(tmp_path: Path, cache: Path, arguments: list[str]) -> None:
    run = run_blocked(tmp_path, cache, *arguments)
    assert "Blocked" not in run.stderr, run.stderr
    assert run.returncode == 0, run.stderr
    assert run.stdout


def test_the_socket_block_works(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(BLOCK)
    code = "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert "Blocked" in run.stderr
