"""The client against a server that misbehaves by script."""

import threading
from pathlib import Path
from typing import Any

import pytest
from tests.llm.scripted_server import Step, prompt_of, says, says_json, scripted
from tests.llm.small_model import model_over, options

from countercase.errors import BudgetSpent, EndpointError, EndpointSilent, ReplayMiss
from countercase.llm.client import MOST_BYTES, AnswerCache, Client, ModelQuestion, Reply, estimated_tokens, open_cache

QUESTION = ModelQuestion((("system", "Be brief."), ("user", "MARK is n0nce. Ready?")), {"type": "object"}, "n0nce")


def test_what_is_sent_and_what_comes_back() -> None:
    with model_over(says("yes"), api_key="hush") as (model, script):
        reply = model.client.complete(QUESTION)
        assert (reply.text, reply.finished, reply.question_tokens, reply.answer_tokens) == ("yes", True, 10, 5)
        assert script.asked[0]["temperature"] == 0
        assert script.asked[0]["response_format"]["json_schema"]["schema"] == {"type": "object"}
        assert script.headers[0]["authorization"] == "Bearer hush"


def test_neither_key_nor_names_of_the_environment_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "sk-secret")
    with model_over(says("yes")) as (model, script):
        model.client.complete(QUESTION)
        assert "sk-secret" not in str(script.headers)


def test_a_proxy_of_the_environment_does_not_see_what_goes_to_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted(says("from the proxy")) as proxy, model_over(says("direct")) as (model, _):
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        assert model.client.complete(QUESTION).text == "direct"
        assert proxy.asked == []


def test_a_redirect_is_not_followed() -> None:
    with scripted(says("elsewhere")) as other:
        away = Step(status=307, headers={"Location": f"{other.url}/chat/completions"})
        with model_over(away) as (model, _), pytest.raises(EndpointError, match="refused with status 307"):
            model.client.complete(QUESTION)
        assert other.asked == []


@pytest.mark.parametrize("failure", [Step(status=429), Step(status=500), Step(status=503), Step("{}" * 9, cut=True)])
def test_a_busy_server_is_asked_again(failure: Step) -> None:
    with model_over(failure, failure, says("yes")) as (model, script):
        assert model.client.complete(QUESTION).text == "yes"
        assert len(script.asked) == 3
        assert (model.client.budget.usage.calls, model.client.budget.usage.retries) == (3, 2)


def test_waits_double_and_a_server_may_ask_for_more() -> None:
    waits: list[float] = []
    with scripted(
        Step(status=429), Step(status=429, headers={"Retry-After": "9"}), Step(status=500), says("yes")
    ) as script:
        client = Client(options(script.url, backoff_seconds=1), sleep=waits.append)
        client.complete(QUESTION)
    assert waits == [1, 9, 4]


def test_a_server_that_stays_busy_is_a_typed_failure() -> None:
    with model_over(Step(status=500), retries=2) as (model, script):
        with pytest.raises(EndpointSilent, match="failed 3 times: status 500"):
            model.client.complete(QUESTION)
        assert len(script.asked) == 3


def test_a_slow_server_is_a_timeout_and_is_not_asked_again() -> None:
    with model_over(Step(slow=0.5), timeout_seconds=0.1) as (model, script):
        with pytest.raises(EndpointSilent, match=r"did not answer in 0\.1 s"):
            model.client.complete(QUESTION)
        assert len(script.asked) == 1


def test_a_dead_server_says_so_at_once() -> None:
    client = Client(options("http://127.0.0.1:9/v1"))
    with pytest.raises(EndpointError, match="Is it running"):
        client.complete(QUESTION)


@pytest.mark.parametrize(
    ("status", "remedy"), [(401, "llm.api_key"), (404, "llm.base_url and llm.model"), (400, "llm")]
)
def test_a_refusal_names_the_remedy(status: int, remedy: str) -> None:
    with (
        model_over(Step('{"error": {"message": "no"}}', status=status)) as (model, _),
        pytest.raises(EndpointError, match=f"status {status}.*{remedy}"),
    ):
        model.client.complete(QUESTION)


@pytest.mark.parametrize("body", ["<html>hello</html>", "{}", '{"choices": []}', '{"choices": [{}]}', "[1]", ""])
def test_a_server_of_another_kind_is_an_error(body: str) -> None:
    with (
        model_over(Step(body)) as (model, _),
        pytest.raises(EndpointError, match="did not answer as an OpenAI-compatible endpoint"),
    ):
        model.client.complete(QUESTION)


def test_a_server_without_response_formats_gets_the_schema_in_words_and_is_remembered() -> None:
    with model_over(Step("{}", status=400), says("one"), says("two")) as (model, script):
        assert model.client.complete(QUESTION).text == "one"
        assert model.client.complete(QUESTION).text == "two"
        assert ["response_format" in asked for asked in script.asked] == [True, False, False]
        assert "fits this JSON schema" in prompt_of(script.asked[1])


def test_a_server_that_counts_nothing_is_estimated() -> None:
    with model_over(says("yes!!", usage=None)) as (model, _):
        reply = model.client.complete(QUESTION)
        assert (reply.answer_tokens, estimated_tokens("yes!!"), estimated_tokens("")) == (2, 2, 0)
        assert reply.question_tokens > 5


def test_no_more_calls_than_allowed_at_once() -> None:
    with model_over(Step(says("yes").body, slow=0.05), concurrency=2) as (model, script):
        threads = [threading.Thread(target=model.client.complete, args=(QUESTION,)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(script.asked) == 6
        assert script.most_at_once <= 2


@pytest.mark.parametrize(("limit", "calls"), [({"max_calls": 2}, 2), ({"max_tokens": 16}, 2), ({"max_calls": 0}, 0)])
def test_budgets_hold(limit: dict[str, Any], calls: int) -> None:
    with model_over(says("yes"), **limit) as (model, script):
        for _ in range(calls):
            model.client.complete(QUESTION)
        with pytest.raises(BudgetSpent, match=f"Raise llm.{next(iter(limit))}"):
            model.client.complete(QUESTION)
        assert len(script.asked) == calls


def test_retries_count_against_the_budget() -> None:
    with model_over(Step(status=500), max_calls=2, retries=5) as (model, script):
        with pytest.raises(BudgetSpent):
            model.client.complete(QUESTION)
        assert len(script.asked) == 2


def test_cost_is_tokens_times_price() -> None:
    with model_over(says("yes"), price_question=3.0, price_answer=15.0) as (model, _):
        model.client.complete(QUESTION)
        assert model.client.budget.usage.cost == pytest.approx((10 * 3 + 5 * 15) / 1_000_000)


def test_what_was_answered_is_not_asked_again_and_costs_nothing(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "a.sqlite")
    with model_over(says("yes n0nce"), cache=cache) as (model, script):
        first = model.client.complete(QUESTION)
        other_nonce = ModelQuestion((QUESTION.messages[0], ("user", "MARK is 0ther. Ready?")), QUESTION.schema, "0ther")
        assert model.client.complete(other_nonce) == first
        assert first.text == "yes MARK"
        assert (model.client.budget.usage.calls, model.client.budget.usage.cached) == (1, 1)
        assert len(script.asked) == 1


@pytest.mark.parametrize("change", [{"model": "other"}, {"answer_tokens": 99}, {"base_url": "http://127.0.0.1:9/v1"}])
def test_the_key_is_the_whole_request(tmp_path: Path, change: dict[str, str]) -> None:
    with model_over(says("yes"), cache=AnswerCache(tmp_path / "a.sqlite")) as (model, script):
        model.client.complete(QUESTION)
        settings = options(script.url, replay=True).model_copy(update=change)
        again = Client(settings, AnswerCache(tmp_path / "a.sqlite"))
        with pytest.raises(ReplayMiss):
            again.complete(QUESTION)


def test_a_replay_needs_no_server_and_a_miss_is_an_error(tmp_path: Path) -> None:
    with model_over(Step("{}", status=400), says_json({"a": 1}), cache=AnswerCache(tmp_path / "a.sqlite")) as (
        model,
        script,
    ):
        first = model.client.complete(QUESTION)
        url = script.url
    replay = Client(options(url, replay=True), AnswerCache(tmp_path / "a.sqlite"))
    assert replay.complete(QUESTION) == first
    with pytest.raises(ReplayMiss, match="Run once without it"):
        replay.complete(ModelQuestion((("user", "Another"),), {}, "n"))
    assert replay.budget.usage.calls == 0


def test_the_cache_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache = open_cache("")
    assert cache is not None
    cache.put("k", Reply("t", True, 1, 2, 0.5))
    assert cache.get("k") == Reply("t", True, 1, 2, 0.5)
    assert cache.get("other") is None
    assert (tmp_path / "countercase" / "answers.sqlite").stat().st_mode & 0o077 == 0
    assert open_cache("off") is None


def test_a_cache_that_cannot_be_is_an_error_of_ours(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("not a database, and longer than a header of one would be" * 3)
    with pytest.raises(EndpointError, match=r"Set llm\.cache to another file or off"):
        open_cache(str(tmp_path / "notes"))


KEY = "sk-this-is-the-key"


@pytest.mark.parametrize("status", [400, 401, 404, 418, 500, 501])
def test_a_key_that_is_echoed_is_never_shown(status: int, capfd: pytest.CaptureFixture[str]) -> None:
    echo = Step(f'{{"error": "Bearer {KEY} is not known"}}', status=status)
    with model_over(echo, api_key=KEY, retries=0) as (model, _):
        with pytest.raises(EndpointError) as failed:
            model.client.complete(QUESTION)
        shown = [str(failed.value), repr(failed.value), repr(model.client.settings), str(model.report())]
    assert KEY not in " ".join([*shown, *capfd.readouterr()])


def test_a_key_in_an_answer_is_struck_out_before_it_is_kept(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "a.sqlite")
    with model_over(says(f"your key is {KEY}"), api_key=KEY, cache=cache) as (model, _):
        assert model.client.complete(QUESTION).text == "your key is [secret]"
    assert KEY.encode() not in (tmp_path / "a.sqlite").read_bytes()


def test_a_server_cannot_write_to_the_terminal() -> None:
    with model_over(Step("\x1b[2Jgone\r\nmore", status=418)) as (model, _), pytest.raises(EndpointError) as failed:
        model.client.complete(QUESTION)
    assert str(failed.value).isprintable()


def test_tries_and_waits_end_with_the_time_of_the_call() -> None:
    with model_over(Step(status=429, headers={"Retry-After": "3600"}), timeout_seconds=30) as (model, script):
        with pytest.raises(EndpointSilent, match="no time to try again"):
            model.client.complete(QUESTION)
        assert len(script.asked) == 1


def test_an_answer_that_is_too_large_is_an_error() -> None:
    with (
        model_over(Step("x" * (MOST_BYTES + 1))) as (model, _),
        pytest.raises(EndpointError, match="more than 4,194,304 bytes"),
    ):
        model.client.complete(QUESTION)
