"""The embeddings endpoint against a real local server."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
import pytest

from countercase.errors import EndpointError
from countercase.loaded_models import Models
from countercase.models.encoders import EndpointEncoder, EndpointRules, load_encoder
from countercase.settings import ModelSettings, Settings


class Handler(BaseHTTPRequestHandler):
    """Answers with (length, 1) for each text, last text first."""

    def do_POST(self) -> None:  # the name http.server asks for
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if asked["model"] == "slow":
            threading.Event().wait(0.5)
        if asked["model"] == "locked" and self.headers["Authorization"] != "Bearer open sesame":
            self.send_response(401)
            self.end_headers()
            return
        rows = [{"index": n, "embedding": [float(len(text)), 1.0]} for n, text in enumerate(asked["input"])][::-1]
        answer = (
            {"data": rows[1:]}
            if asked["model"] == "short"
            else {"data": rows}
            if asked["model"] in {"good", "locked"}
            else {}
        )
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Silent."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()
        thread.join()


def test_rows_come_back_in_order_and_unit(address: str) -> None:
    encoder = load_encoder(f"{address}#good")
    rows = encoder.encode_passages(["abc", "a"])
    assert rows == pytest.approx(np.array([[3, 1], [1, 1]]) / np.sqrt([[10], [2]]))
    assert encoder.dimension == 2
    assert encoder.name == "endpoint:good"


def test_nothing_asked_nothing_sent(address: str) -> None:
    assert EndpointEncoder(f"{address}#good").encode_queries([]).shape == (0, 2)


@pytest.mark.parametrize(("model", "message"), [("short", "1 rows for 2 texts"), ("other", "did not answer")])
def test_a_wrong_answer_is_an_error(address: str, model: str, message: str) -> None:
    with pytest.raises(EndpointError, match=message):
        EndpointEncoder(f"{address}#{model}").encode_queries(["a", "b"])


def test_another_machine_needs_permission() -> None:
    with pytest.raises(EndpointError, match="allow_remote"):
        EndpointEncoder("https://api.example.com/v1#m")
    assert EndpointEncoder("https://api.example.com/v1#m", EndpointRules(allow_remote=True)).name == "endpoint:m"


@pytest.mark.parametrize("address", ["http://127.0.0.1/v1", "ftp://127.0.0.1#m", "http:///v1#m"])
def test_an_address_without_model_or_host_is_refused(address: str) -> None:
    with pytest.raises(EndpointError, match="Write http"):
        EndpointEncoder(address)


def test_a_dead_endpoint_says_so() -> None:
    with pytest.raises(EndpointError, match="Is it running"):
        EndpointEncoder("http://127.0.0.1:9/v1#m", EndpointRules(timeout_seconds=2)).encode_queries(["a"])


def test_the_key_and_the_time_limit_of_the_settings_hold(address: str) -> None:
    settings = Settings.model_validate({"models": {"encoder": f"{address}#locked", "encoder_key": "open sesame"}})
    assert Models(settings).encoder.encode_queries(["abc"]).shape == (1, 2)
    with pytest.raises(EndpointError, match=r"models\.encoder_key"):
        Models(
            settings.model_copy(update={"models": ModelSettings(encoder=f"{address}#locked")})
        ).encoder.encode_queries(["a"])
    slow = Settings.model_validate({"models": {"encoder": f"{address}#slow"}, "llm": {"timeout_seconds": 0.1}})
    with pytest.raises(EndpointError, match=r"llm\.timeout_seconds"):
        Models(slow).encoder.encode_queries(["a"])


def test_the_key_is_not_shown() -> None:
    assert "sesame" not in repr(EndpointRules("open sesame"))
    assert "sesame" not in repr(ModelSettings(encoder_key="open sesame"))
