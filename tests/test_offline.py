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

COMMANDS = [
    ["doctor", "--json"],
]


def run_blocked(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "sitecustomize.py").write_text(BLOCK)
    environment = {**os.environ, "PYTHONPATH": str(folder), "HOME": str(folder)}
    command = [sys.executable, "-m", "countercase", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=folder)


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_main_commands_need_no_network(tmp_path: Path, arguments: list[str]) -> None:
    run = run_blocked(tmp_path, *arguments)
    assert "Blocked" not in run.stderr, run.stderr
    assert run.returncode == 0, run.stderr
    assert run.stdout


def test_the_block_blocks(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(BLOCK)
    code = "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert "Blocked" in run.stderr
