"""Background jobs: progress, one job a key, cancelling, errors for people and errors that are bugs."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from countercase.errors import InputError
from countercase.web.jobs import MOST_WAITING_OF_ONE, Job, Jobs, Overloaded, Turns, stream


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    made = Jobs(threads=1)
    yield made
    made.close()


def events(job: Job, after: int = 0) -> list[tuple[str, Any]]:
    async def read() -> list[str]:
        return [text async for text in stream(job, after)]

    parts = [text.strip().split("\n") for text in asyncio.run(read())]
    return [(lines[0].removeprefix("event: "), json.loads(lines[-1].removeprefix("data: "))) for lines in parts]


def test_progress_comes_in_order_and_ends(jobs: Jobs) -> None:
    def work(job: Job) -> str:
        for step in range(3):
            job.tell(f"step {step}", step, 3)
        return "/there"

    found = events(jobs.start("Working", "k", "/", work))
    assert [one[1].get("text") for one in found[:-1]] == ["step 0", "step 1", "step 2"]
    assert (found[-1][0], found[-1][1]["state"], found[-1][1]["location"]) == ("end", "done", "/there")


def test_a_page_that_comes_back_gets_only_what_it_missed(jobs: Jobs) -> None:
    def work(job: Job) -> None:
        for step in range(3):
            job.tell(str(step))

    job = jobs.start("Working", "k", "/", work)
    events(job)
    assert [one[1].get("text") for one in events(job, after=2)[:-1]] == ["2"]


def test_the_same_key_joins_the_job_under_way(jobs: Jobs) -> None:
    hold = threading.Event()
    first = jobs.start("Working", "k", "/", lambda _: str(hold.wait(5)))
    assert jobs.start("Working", "k", "/", lambda _: None) is first
    hold.set()
    events(first)
    assert jobs.start("Working", "k", "/", lambda _: None) is not first


def test_a_cancelled_job_stops_at_its_next_step(jobs: Jobs) -> None:
    reached, go = threading.Event(), threading.Event()

    def work(job: Job) -> None:
        job.tell("one")
        reached.set()
        go.wait(5)
        job.tell("two")
        raise AssertionError("went on after it was cancelled")

    job = jobs.start("Working", "k", "/", work)
    reached.wait(5)
    jobs.cancel(job.id)
    go.set()
    assert events(job)[-1][1]["state"] == "cancelled"


def test_an_error_for_people_is_told(jobs: Jobs) -> None:
    def work(_: Job) -> None:
        raise InputError("Give more of the facts.")

    assert events(jobs.start("Working", "k", "/", work))[-1][1]["error"] == "Give more of the facts."


def test_a_bug_fails_the_job_and_keeps_its_traceback(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[type[BaseException]] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: seen.append(args.exc_type))
    job = jobs.start("Working", "k", "/", lambda _: str(1 / 0))
    assert events(job)[-1][1]["state"] == "failed"
    assert seen == [ZeroDivisionError]


def test_long_jobs_leave_a_thread_to_quick_ones() -> None:
    jobs, hold = Jobs(threads=2), threading.Event()
    long_ones = [jobs.start("Growing", f"tree/{number}", "/", lambda _: str(hold.wait(5))) for number in range(3)]
    quick = jobs.start("Searching", "search", "/", lambda _: None, quick=True)
    assert events(quick)[-1][1]["state"] == "done"
    assert not any(job.ended for job in long_ones)
    hold.set()
    assert [events(job)[-1][1]["state"] for job in long_ones] == ["done"] * 3
    jobs.close()


def test_owners_take_turns() -> None:
    jobs, hold, order = Jobs(threads=1), threading.Event(), list[str]()
    first = jobs.start("Searching", "a/0", "/", lambda _: str(hold.wait(5)), owner="a", quick=True)

    def noted(name: str) -> Job:
        return jobs.start("Searching", name, "/", lambda _: order.append(name), owner=name[0], quick=True)

    waiting = [noted(name) for name in ("a/1", "a/2", "b/1", "b/2")]
    hold.set()
    for job in (first, *waiting):
        events(job)
    jobs.close()
    assert order == ["b/1", "a/1", "b/2", "a/2"]


def test_a_waiting_job_is_cancelled_at_once_and_cleaned_up() -> None:
    jobs, hold, cleaned = Jobs(threads=1), threading.Event(), list[str]()
    jobs.start("Working", "first", "/", lambda _: str(hold.wait(5)))
    second = jobs.start("Working", "second", "/", lambda _: None, cleanup=lambda: cleaned.append("second"))
    jobs.cancel(second.id)
    assert (second.state, cleaned) == ("cancelled", ["second"])
    hold.set()
    jobs.close()


def test_a_queue_that_is_full_refuses_and_cleans_up() -> None:
    jobs, hold, cleaned = Jobs(threads=1), threading.Event(), list[str]()
    running = jobs.start("Working", "first", "/", lambda _: str(hold.wait(5)))
    while running.state == "waiting":
        hold.wait(0.01)
    for number in range(MOST_WAITING_OF_ONE):
        jobs.start("Working", str(number), "/", lambda _: None, owner="a")
    with pytest.raises(Overloaded, match="Too much work"):
        jobs.start("Working", "more", "/", lambda _: None, owner="a", cleanup=lambda: cleaned.append("more"))
    assert cleaned == ["more"]
    assert jobs.start("Working", "of another", "/", lambda _: None, owner="b").state == "waiting"
    hold.set()
    jobs.close()


def test_a_job_that_waits_for_its_turn_can_be_cancelled(jobs: Jobs) -> None:
    turns = Turns()

    def work(_: Job) -> None:
        with turns:
            pytest.fail("the turn was never free")

    with turns, turns:  # its holder may enter again
        job = jobs.start("Working", "k", "/", work)
        while not turns.waiting:
            threading.Event().wait(0.01)
        jobs.cancel(job.id)
        assert events(job)[-1][1]["state"] == "cancelled"
    assert turns.waiting == 0


def test_as_many_have_a_turn_at_once_as_are_let_in() -> None:
    turns = Turns(2)
    inside, most, leave = 0, 0, threading.Event()
    lock = threading.Lock()

    def enter() -> None:
        nonlocal inside, most
        with turns, turns:  # one that is in may enter again
            with lock:
                inside += 1
                most = max(most, inside)
            leave.wait(10)
            with lock:
                inside -= 1

    threads = [threading.Thread(target=enter) for _ in range(5)]
    for thread in threads:
        thread.start()
    while most < 2 or turns.waiting < 3:
        time.sleep(0.01)
    assert inside == 2
    leave.set()
    for thread in threads:
        thread.join(10)
    assert (most, inside, turns.waiting) == (2, 0, 0)
