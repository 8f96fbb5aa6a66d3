"""Facts stay on this machine unless the user says otherwise."""

import pytest
from tests.llm.small_model import options

from countercase.errors import EndpointError
from countercase.llm.client import Client, check_address
from countercase.outbound import is_local


@pytest.mark.parametrize(
    "url", ["http://localhost:1/v1", "http://127.0.0.1/v1", "http://127.8.9.1:80", "http://[::1]:5/v1"]
)
def test_an_address_on_this_machine_is_local(url: str) -> None:
    assert is_local(url)
    check_address(options(url))


@pytest.mark.parametrize(
    "url",
    [
        "https://models.example/v1",
        "http://10.0.0.7:8000/v1",
        "http://127.0.0.1.models.example/v1",
        "http://127.0.0.1@models.example/v1",
        "http://localhost.models.example/v1",
        "http://0.0.0.0/v1",
    ],
)
def test_another_machine_needs_leave(url: str) -> None:
    assert not is_local(url)
    with pytest.raises(EndpointError, match=r"facts would leave it\. Set llm\.allow_remote = true"):
        Client(options(url))
    check_address(options(url, allow_remote=True))


@pytest.mark.parametrize(
    ("changes", "remedy"),
    [
        ({"base_url": "127.0.0.1:80"}, "is not a web address. Write http"),
        ({"base_url": "file:///etc/passwd"}, "is not a web address"),
        ({"model": ""}, "llm.model is not set"),
        ({"replay": True}, "llm.cache is off"),
    ],
)
def test_half_a_configuration_is_refused(changes: dict[str, str], remedy: str) -> None:
    with pytest.raises(EndpointError, match=remedy):
        Client(options("http://127.0.0.1:1/v1").model_copy(update=changes))
