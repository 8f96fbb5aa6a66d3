"""Answers to contract tests: of a plan, searched in the background, or of a results file recorded before."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from countercase.cuad.benchmark import RetrievedSnippet
from countercase.cuad.retrieve import PLANS, find_contract_plan
from countercase.errors import InputError
from countercase.web.contracts.recorded import recorded_answer
from countercase.web.contracts.sets import ContractSet, test_of
from countercase.web.jobs import Job, Jobs

if TYPE_CHECKING:
    from countercase.assemble import App
    from countercase.cuad.retrieve import ContractRetriever

DEEPEST = 64  # snippets asked of a plan: as many as any cut-off counts
REMEMBERED = 200  # answers
_RECORDED = "recorded:"
Key = tuple[str, int, str, int]  # set, its state, plan, test


class ContractSearch:
    """Finds answers and remembers them. What a plan needs of all contracts is made once and kept for the last plan."""

    def __init__(self, product: "App", jobs: Jobs) -> None:
        self._product = product
        self._jobs = jobs
        self._lock = threading.Lock()
        self._answers: OrderedDict[Key, tuple[RetrievedSnippet, ...]] = OrderedDict()
        self._retriever: tuple[tuple[str, int, str], ContractRetriever] | None = None

    def answer(self, one: ContractSet, number: int, plan: str) -> Sequence[RetrievedSnippet] | None:
        """What is known already: a recorded answer, or one found a moment ago."""
        if plan.startswith(_RECORDED):
            path = next((path for path in one.recorded if recorded_name(path.stem) == plan), None)
            if path is None:
                raise InputError("There is no such results file here.")
            return recorded_answer(path, test_of(one, number).query)[:DEEPEST]
        find_contract_plan(plan)
        return self._answers.get(_key(one, plan, number))

    def start(self, one: ContractSet, number: int, plan: str, place: str) -> Job:
        """Search in the background; `answer` has it when the job is done."""

        def work(job: Job) -> None:
            with self._lock:
                retriever = self._prepared(one, plan, job)
                job.tell("Searching the contracts")
                self._answers[_key(one, plan, number)] = tuple(retriever.retrieve(test_of(one, number).query, DEEPEST))
            while len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)

        return self._jobs.start("Searching the contracts", f"contract/{_key(one, plan, number)}", place, work)

    def _prepared(self, one: ContractSet, plan: str, job: Job) -> "ContractRetriever":
        from countercase.cuad.adapters import read_corpus
        from countercase.cuad.retrieve import ContractRetriever
        from countercase.models.reranker import load_reranker

        key = _key(one, plan, 0)[:3]
        if self._retriever is None or self._retriever[0] != key:
            job.tell("Cutting every contract into passages; this is done once for a plan")
            asked, models = find_contract_plan(plan), self._product.settings.models
            encoder = self._product.encoder if asked.needs_encoder else None
            reranker = load_reranker(models.reranker, models.threads) if asked.rerank else None
            self._retriever = key, ContractRetriever(read_corpus(one.corpus), asked, encoder, reranker)
        return self._retriever[1]


def plans_of(one: ContractSet) -> list[tuple[str, str]]:
    """What can be asked of a set: recorded answers first, then plans; each with its name for people."""
    recorded = [(recorded_name(path.stem), f"{path.stem} (recorded)") for path in one.recorded]
    return [*recorded, *((name, name.replace("_", " ")) for name in PLANS)]


def recorded_name(stem: str) -> str:
    """How a results file is named in an address."""
    return f"{_RECORDED}{stem}"


def _key(one: ContractSet, plan: str, number: int) -> Key:
    return one.key, one.benchmark.stat().st_mtime_ns, plan, number
