"""`countercase mcp` against the official SDK's own client."""

import asyncio
import sys
from typing import Any

import pytest

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters, stdio_client
from tests.web.small_corpus import STABBING

from countercase.app import open_app
from countercase.cli.serve import build_server

TOOLS = {"search", "case", "facts", "whatif", "cited", "check", "law"}


def ask(name: str, **given: Any) -> Any:
    async def talk() -> Any:
        async with Client(build_server(open_app())) as client:
            return await client.call_tool(name, given)

    return asyncio.run(talk())


def test_the_tools_are_the_verbs_of_the_product() -> None:
    async def names() -> set[str]:
        async with Client(build_server(open_app())) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    assert asyncio.run(names()) == TOOLS


def test_each_tool_answers() -> None:
    lines = ask("facts", text=STABBING).structured_content["lines"]
    assert "JJ-2(12)" in {line["provision"] for line in lines}
    found = ask("search", text=STABBING, top_k=2).structured_content["precedents"]
    assert len(found) == 2
    assert {"flag", "why", "name"} <= found[0].keys()
    stored = ask("case", case_id=found[0]["case_id"]).structured_content
    assert stored["text"]
    assert ask("cited", case_id=found[0]["case_id"]).structured_content["flag"]
    assert (
        ask("check", text="See Nobody v. Nowhere, 2021 INSC 99999.").structured_content["items"][0]["verdict"]
        == "wrong"
    )
    assert "BNS-103" in ask("law", provision="IPC-302").structured_content["either_code"]


def test_a_mistake_is_told_and_the_server_lives() -> None:
    answer = ask("case", case_id="no-such-case")
    assert answer.is_error
    assert "There is no case" in answer.content[0].text


def test_it_runs_over_standard_input_and_output() -> None:
    async def talk() -> set[str]:
        server = StdioServerParameters(command=sys.executable, args=["-m", "countercase", "mcp"])
        async with Client(stdio_client(server)) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    assert asyncio.run(talk()) == TOOLS
