"""Nothing leaves, native code included: the product runs in a network of its own, and every system call is read.

A test that patches Python's sockets cannot see a library that opens one in C. Here strace lists each connection and
each file opened for writing, while commands and the page run for longer than onnxruntime's telemetry takes to wake.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

TELEMETRY_WAKES_AFTER = 12  # seconds; onnxruntime's was seen at nine

COMMANDS = """
import sys, time
from typer.testing import CliRunner
from countercase.cli import app

workspace, judgment, facts = sys.argv[1:4]
for line in (
    ["ingest", judgment, "--workspace", workspace],
    ["index", "--workspace", workspace],
    ["search", facts, "--workspace", workspace],
    ["facts", facts],
    ["whatif", facts, "--workspace", workspace, "--depth", "1"],
    ["search", "He was stabbed with a knife.", "--json"],
    ["doctor", "--workspace", workspace],
):
    run = CliRunner().invoke(app, line)
    assert run.exit_code == 0, (line, run.output)
time.sleep(SECONDS)
"""

PAGE = """
import fcntl, http.cookiejar, os, socket, struct, subprocess, sys, time, urllib.parse, urllib.request

with socket.socket() as probe:  # the loopback of a new network is down until somebody raises it
    fcntl.ioctl(probe, 0x8914, struct.pack("16sh22x", b"lo", 0x1 | 0x40))
token = "a-token-of-this-test"
known = {**os.environ, "COUNTERCASE_WEB__TOKEN": token}
server = subprocess.Popen([sys.executable, "-m", "countercase", "serve", "--port", "8651"], env=known)
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
urllib.request.install_opener(browser)
try:
    for _ in range(1500):  # strace makes every call slow
        try:
            page = urllib.request.urlopen("http://127.0.0.1:8651/?token=" + token).read()
            assert b"countercase" in page.lower()
            break
        except OSError:
            time.sleep(0.1)
    query = urllib.parse.urlencode({"text": "He was stabbed with a knife."})
    urllib.request.urlopen("http://127.0.0.1:8651/cases?" + query).read()
    request = urllib.request.Request(
        "http://127.0.0.1:8651/api/v1/search",
        b'{"text": "The accused stabbed the deceased with a knife after a quarrel."}',
        {"Content-Type": "application/json", "Authorization": "Bearer " + token},
    )
    assert b"rank" in urllib.request.urlopen(request).read()
    time.sleep(SECONDS)
finally:
    server.terminate()
    server.wait()
"""

FACTS = "The accused, aged 17, stabbed Ram with a knife after a quarrel and is charged under Section 302 IPC."


@dataclass(frozen=True)
class Trace:
    """What a run did to the world outside it."""

    connections: tuple[str, ...]
    written: tuple[str, ...]


def traced(folder: Path, code: str, *arguments: str) -> Trace:
    """Run Python code alone on a network, and list its connections and the files it opened for writing."""
    if not shutil.which("strace") or not shutil.which("unshare"):
        pytest.skip("strace or unshare is not installed: the silence of native code is not tested")
    if subprocess.run(
        ["unshare", "-n", "strace", "-o", "/dev/null", "true"], check=False, capture_output=True
    ).returncode:
        pytest.skip("unshare -n or strace is not permitted here: the silence of native code is not tested")
    (folder / "home").mkdir()
    (folder / "tmp").mkdir()
    trace = folder / "trace"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_", "COUNTERCASE_"))}
    environment = {**kept, "HOME": f"{folder}/home", "TMPDIR": f"{folder}/tmp", "PYTHONDONTWRITEBYTECODE": "1"}
    calls = "trace=connect,sendto,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2"
    command = ["unshare", "-n", "strace", "--seccomp-bpf", "-f", "-qq", "-s", "300", "-e", calls, "-o", str(trace)]
    run = subprocess.run(
        [*command, sys.executable, "-c", code.replace("SECONDS", str(TELEMETRY_WAKES_AFTER)), *arguments],
        check=False, capture_output=True, text=True, env=environment, cwd=folder, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-3000:]
    return read_trace(trace.read_text(errors="replace"))


def read_trace(text: str) -> Trace:
    """Connections to other machines and name servers, and paths opened for writing, made or renamed."""
    connections = [
        line for line in text.splitlines() if "sa_family=AF_INET" in line and not re.search(r'"(127\.|::1")', line)
    ]
    written = re.findall(r'open(?:at)?\([^"]*"([^"]+)", [A-Z_|]*(?:O_WRONLY|O_RDWR|O_CREAT)[^=]*= \d', text)
    written += re.findall(r'(?:mkdir|mkdirat|creat|rename|renameat2?)\([^"]*"([^"]+)"[^=]*= \d', text)
    return Trace(tuple(connections), tuple(dict.fromkeys(written)))


def unexpected(trace: Trace, *folders: Path) -> list[str]:
    """Written paths that lie neither in the given folders nor among the devices of the system."""
    allowed = ("/dev/", "/proc/self/", *(f"{folder}/" for folder in folders), *map(str, folders))
    return [path for path in trace.written if path.startswith("/") and not path.startswith(allowed)]


def allowed_folders(folder: Path) -> tuple[Path, ...]:
    return folder / "workspace", folder / "home/.cache/countercase", folder / "tmp"


def without_parents(paths: list[str], folder: Path) -> list[str]:
    """Leaves out the folders on the way to our own cache."""
    return [path for path in paths if path != f"{folder}/home/.cache"]


def test_commands_connect_nowhere_and_write_only_where_they_should(tmp_path: Path) -> None:
    judgment, facts = tmp_path / "judgment.txt", tmp_path / "facts.txt"
    judgment.write_text("Ram v. State, decided on 4 May 2021.\n1. " + FACTS + "\n2. The appeal is dismissed.\n")
    facts.write_text(FACTS)
    trace = traced(tmp_path, COMMANDS, str(tmp_path / "workspace"), str(judgment), str(facts))
    assert trace.connections == ()
    assert without_parents(unexpected(trace, *allowed_folders(tmp_path)), tmp_path) == []
    assert any("workspace" in path for path in trace.written)  # the trace sees what is written


def test_the_page_connects_nowhere_and_writes_only_where_it_should(tmp_path: Path) -> None:
    trace = traced(tmp_path, PAGE)
    assert trace.connections == ()
    assert without_parents(unexpected(trace, *allowed_folders(tmp_path)), tmp_path) == []


def test_the_trace_sees_a_native_connection_and_a_stray_file(tmp_path: Path) -> None:
    code = (
        "import ctypes, os\n"
        "libc = ctypes.CDLL(None)\n"
        "libc.connect(libc.socket(2, 1, 0), bytes([2, 0, 0, 80, 10, 1, 2, 3]) + bytes(8), 16)\n"
        "open(os.environ['HOME'] + '/device-id', 'w').close()\n"
    )
    trace = traced(tmp_path, code)
    assert len(trace.connections) == 1
    assert unexpected(trace, *allowed_folders(tmp_path)) == [f"{tmp_path}/home/device-id"]


def test_the_switches_win_over_the_environment() -> None:
    code = "import os; import countercase; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    environment = {**os.environ, "ORT_DISABLE_TELEMETRY": "0"}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert run.stdout.strip() == "1"
