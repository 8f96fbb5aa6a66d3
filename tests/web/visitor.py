"""How a test gets in: a client that holds the session of a server, or the link that opens it in a browser."""

from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from countercase.web.security import ServingPolicy

BASE = "http://127.0.0.1"


def visit(served: FastAPI, **more: Any) -> TestClient:
    """A client that the server lets in; use it as a context manager."""
    session = {"authorization": f"Bearer {_policy(served).session}"}
    return TestClient(served, **{"base_url": BASE, "headers": session, **more})


def link(served: FastAPI, address: str) -> str:
    """The link that opens the page once more."""
    return f"{address}/?token={_policy(served).link_code}"


def _policy(served: FastAPI) -> ServingPolicy:
    policy: ServingPolicy = served.state.policy
    return policy
