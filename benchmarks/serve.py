"""The page under load: 50 users for 60 seconds who never pause. Throughput, p50, p99, errors, memory before and after.

Each user holds one connection and goes round: the first page, a new matter, its page and checklist, the search for its
precedents until they are there, a case, a search by the API. Any status of 400 or more, and any broken connection, is
an error. It is measured twice: with texts that nobody sent before (`new_texts`: each matter has a sentence of its own,
so nothing that was worked out before can be given again), and with the six ready matters over and over.
Run: python -m benchmarks.serve
"""

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from benchmarks.record import write_result
from countercase.corpus.builtin import builtin_matters

USERS, SECONDS, SEED = 50, 60.0, 23
WARM = 8  # rounds of one user before anything counts
ALLOWED_P99 = 2.0  # seconds, on two cores
FOLLOWED = "events of a search"
TOKEN = "a-token-for-the-benchmark"


@dataclass
class Measured:
    """What all users saw."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    searches: list[float] = field(default_factory=list)  # seconds until a list of precedents was there


class Connection:
    """One kept-alive HTTP connection."""

    def __init__(self, port: int, measured: Measured) -> None:
        self._port, self._measured = port, measured
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, what: str, method: str, path: str, body: str = "", kind: str = "") -> tuple[int, str, str]:
        """Status, location and body; the time counts under `what`."""
        began = time.perf_counter()
        try:
            status, location, text = await self._ask(method, path, body, kind)
        except (OSError, asyncio.IncompleteReadError, ValueError) as error:
            self._streams = None
            self._measured.errors.append(f"{what}: {type(error).__name__} {error}")
            return 0, "", ""
        self._measured.seconds[what].append(time.perf_counter() - began)
        self._measured.statuses[status] += 1
        if status >= 400:
            self._measured.errors.append(f"{what}: {status} {text[:100]}")
        return status, location, text

    async def _ask(self, method: str, path: str, body: str, kind: str) -> tuple[int, str, str]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        content = body.encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\nauthorization: Bearer {TOKEN}\r\n"
        head += f"content-type: {kind}\r\ncontent-length: {len(content)}\r\n" if content else ""
        writer.write(f"{head}\r\n".encode() + content)
        await writer.drain()
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        text = (await self._body(reader, headers)).decode(errors="replace")
        if headers.get("connection") == "close":
            writer.close()
            self._streams = None
        return int(lines[0].split()[1]), headers.get("location", ""), text

    @staticmethod
    async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
        if headers.get("transfer-encoding") != "chunked":
            return await reader.readexactly(int(headers.get("content-length", "0")))
        pieces = []
        while size := int(await reader.readline(), 16):
            pieces.append((await reader.readexactly(size + 2))[:-2])
        await reader.readline()
        return b"".join(pieces)


def _sentence_of_its_own(rng: random.Random) -> str:
    """A sentence that no other text has, with a day and an amount to read."""
    day, amount, number = rng.randint(1, 28), rng.randint(2, 900) * 1000, rng.getrandbits(40)
    return f"Notice no. {number} of {day} May 2011 asked for Rs. {amount:,} within {day} days. "


async def user(number: int, port: int, until: float, measured: Measured, new_texts: bool = False) -> None:
    """One person who never pauses."""
    rng, page = random.Random(SEED + number), Connection(port, measured)
    matters = builtin_matters()
    while time.monotonic() < until:
        text = (_sentence_of_its_own(rng) if new_texts else "") + rng.choice(matters).text
        _, _, home = await page.ask("first page", "GET", "/")
        token = re.search(r'name="form_token" value="([^"]+)"', home)
        if token is None:
            continue
        form = f"form_token={quote(token[1])}&title=Load&text={quote(text)}"
        _, matter, _ = await page.ask("new matter", "POST", "/matters", form, "application/x-www-form-urlencoded")
        if not matter:
            continue
        await page.ask("matter", "GET", matter)
        await page.ask("checklist", "GET", f"{matter}/checklist")
        found = await _precedents(page, matter, measured)
        cases = re.findall(r'href="(/cases/[^"?]+)', found) or ["/cases?q=murder"]
        await page.ask("case", "GET", rng.choice(cases))
        words = text[:300].replace("\\", " ").replace('"', " ").replace("\n", " ")
        await page.ask("search (API)", "POST", "/api/v1/search", f'{{"text": "{words}"}}', "application/json")


async def _precedents(page: Connection, matter: str, measured: Measured) -> str:
    """The list of a matter, from the first request until it is there; its job is followed as the page does."""
    began = time.perf_counter()
    for _ in range(50):
        _, _, found = await page.ask("precedents", "GET", f"{matter}/precedents")
        job = re.search(r'data-job="([^"]+)"|/jobs/([\w-]+)/cancel', found)
        if job is None:
            measured.searches.append(time.perf_counter() - began)
            return found
        await page.ask(FOLLOWED, "GET", f"/api/v1/jobs/{job[1] or job[2]}/events")
    measured.errors.append(f"{matter}: the search never ended")
    return ""


def memory(pid: int) -> float:
    """Resident megabytes of a process."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return round(int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024, 1)  # type: ignore[index]


def processor(pid: int) -> float:
    """Seconds of the processor that a process has used: on a busy machine, how little the server was given."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(folder: str, workspace: str | None) -> tuple["subprocess.Popen[str]", int]:
    """The server as a user starts it, on the built-in corpus unless a workspace is given."""
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "countercase", "serve", "--port", str(port)]
    command += ["--workspace", workspace] if workspace else []
    folders = dict.fromkeys(("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), folder)
    environment = {**os.environ, **folders, "COUNTERCASE_WEB__TOKEN": TOKEN, "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    line = server.stdout.readline() if server.stdout else ""
    if not line.startswith("Open "):
        raise SystemExit(f"the server did not start: {line}")
    return server, port


async def load(port: int, users: int, seconds: float, new_texts: bool) -> tuple[Measured, float]:
    """All users at once."""
    measured, began = Measured(), time.monotonic()
    await asyncio.gather(*(user(number, port, began + seconds, measured, new_texts) for number in range(users)))
    return measured, time.monotonic() - began


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    return round(1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))], 1)


def measure(users: int, seconds: float, workspace: str | None = None, new_texts: bool = False) -> dict[str, Any]:
    """Start the server, load it, and stop it."""
    with tempfile.TemporaryDirectory() as folder:
        server, port = start(folder, workspace)
        try:
            for _ in range(100):
                try:
                    asyncio.run(Connection(port, Measured())._ask("GET", "/", "", ""))
                    break
                except OSError:
                    time.sleep(0.1)
            for number in range(WARM):  # the index is opened and the tables of law are read once
                asyncio.run(user(number, port, time.monotonic() + 0.1, Measured()))
            before, used = memory(server.pid), processor(server.pid)
            measured, wall = asyncio.run(load(port, users, seconds, new_texts))
            after, used = memory(server.pid), processor(server.pid) - used
        finally:
            server.terminate()
            server.wait(30)
    followed = measured.seconds.pop(FOLLOWED, [])  # as long as its search, by design
    every = [taken for times in measured.seconds.values() for taken in times]
    return {
        "users": users,
        "seconds": round(wall, 1),
        "load_average": [round(value, 1) for value in os.getloadavg()],
        "server_processor_seconds": round(used, 1),
        "requests": len(every),
        "per_second": round(len(every) / wall, 1),
        "p50_ms": percentile(every, 0.5),
        "p99_ms": percentile(every, 0.99),
        "search_p50_ms": percentile(measured.searches, 0.5),
        "search_p99_ms": percentile(measured.searches, 0.99),
        "searches_followed": len(followed),
        "allowed_p99_ms": 1000 * ALLOWED_P99,
        "errors": len(measured.errors),
        "first_errors": measured.errors[:5],
        "statuses": {str(status): count for status, count in sorted(measured.statuses.items())},
        "memory_mb_before": before,
        "memory_mb_after": after,
        "by_page": {
            what: {"requests": len(times), "p50_ms": percentile(times, 0.5), "p99_ms": percentile(times, 0.99)}
            for what, times in sorted(measured.seconds.items())
        },
    }


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--users", type=int, default=USERS)
    options.add_argument("--seconds", type=float, default=SECONDS)
    options.add_argument("--workspace", help="instead of the built-in corpus")
    options.add_argument("--no-record", action="store_true", help="print only")
    given = options.parse_args()
    figures = measure(given.users, given.seconds, given.workspace, new_texts=True)
    figures["same_texts"] = measure(given.users, given.seconds, given.workspace)
    if given.no_record:
        print(figures)
    else:
        write_result("serve", figures)
