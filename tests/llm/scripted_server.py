"""An HTTP server that answers from a script, one step a request, and remembers what it was asked."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """One answer: a status, headers, a body; `slow` seconds before it; `cut` sends only half of it."""

    body: str | Callable[[Body], str] = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    slow: float = 0.0
    cut: bool = False


def says(text: str | Callable[[Body], str], finish: str = "stop", usage: tuple[int, int] | None = (10, 5)) -> Step:
    """A completion with this text."""

    def completion(asked: Body) -> str:
        said = text if isinstance(text, str) else text(asked)
        answer: Body = {
            "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": said}}]
        }
        if usage:
            answer["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
        return json.dumps(answer)

    return Step(completion)


def says_json(value: object) -> Step:
    """A completion whose text is this value as JSON."""
    return says(json.dumps(value))


@dataclass
class Script:
    """What will be answered, the last step for ever; and what was asked."""

    steps: list[Step]
    url: str = ""
    asked: list[Body] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def next(self, body: Body, headers: dict[str, str]) -> Step:
        with self.lock:
            self.asked.append(body)
            self.headers.append(headers)
            return self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]


def prompt_of(body: Body) -> str:
    """All messages of a request as one text."""
    return "\n".join(message["content"] for message in body["messages"])


@contextmanager
def scripted(*steps: Step) -> Iterator[Script]:
    """Serve the steps on this machine."""
    script = Script(list(steps))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the name http.server asks for
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            step = script.next(asked, {name.lower(): value for name, value in self.headers.items()})
            with script.lock:
                script.at_once += 1
                script.most_at_once = max(script.most_at_once, script.at_once)
            time.sleep(step.slow)
            with script.lock:
                script.at_once -= 1
            body = (step.body if isinstance(step.body, str) else step.body(asked)).encode()
            try:
                self.send_response(step.status)
                for name, value in {"Content-Type": "application/json", **step.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body[: len(body) // 2] if step.cut else body)
            except BrokenPipeError:  # a client that has given up
                pass
            self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        script.url = f"http://127.0.0.1:{server.server_port}/v1"
        try:
            yield script
        finally:
            server.shutdown()
            thread.join()
