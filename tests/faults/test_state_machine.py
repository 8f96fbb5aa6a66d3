"""Store and index against a dictionary: whatever is added, changed, removed, reopened or killed, they say the same."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from tests.faults.killing import run_to
from tests.faults.small_workspace import SmallModels, put
from tests.retrieval.corpus_on_the_spot import WordEncoder

from countercase.corpus.store import Store
from countercase.domain.case import CaseId
from countercase.errors import IndexMissing, NotFound
from countercase.retrieval.index import IndexSource, build_index, open_index
from countercase.retrieval.search_index import SearchIndex
from countercase.settings import Settings
from countercase.workspaces import Workspace

NAMES = ["plain", "with space", "नाम", "a/b#c", "line\u2028parted"]
IDS = st.sampled_from(NAMES)
WORDS = {name: f"unique{number}" for number, name in enumerate(NAMES)}
EDITIONS = st.integers(0, 3)
MODELS, SETTINGS = SmallModels(), Settings()


def text_of(name: str, edition: int) -> str:
    return f"Case of {WORDS[name]}\nEdition {edition} of the judgment on {WORDS[name]}."


class Workspaces(RuleBasedStateMachine):
    """`stored` is what the store must hold, `indexed` what the index must; None before there is one."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="countercase-state-"))
        self.stored: dict[str, str] = {}
        self.indexed: set[str] | None = None
        self.open()

    def open(self) -> None:
        self.store = Workspace(self.folder).create()
        self.index = SearchIndex(self.folder / "indexes", self.store, MODELS, SETTINGS)

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    @rule(name=IDS, edition=EDITIONS)
    def add_or_update(self, name: str, edition: int) -> None:
        put(self.store, name, text_of(name, edition))
        self.stored[name] = text_of(name, edition)

    @rule(name=IDS)
    def remove(self, name: str) -> None:
        if name in self.stored:
            self.store.remove(CaseId(name))
            del self.stored[name]
        else:
            with pytest.raises(NotFound):
                self.store.remove(CaseId(name))

    @precondition(lambda self: self.stored)
    @rule()
    def build(self) -> None:
        build(self.folder, self.store)
        self.indexed = set(self.stored)
        self.index.refresh()

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.open()

    @rule(name=IDS, edition=EDITIONS, step=st.integers(0, 25))
    def crash_while_adding(self, name: str, edition: int, step: int) -> None:
        after = {**self.stored, name: text_of(name, edition)}
        self.crash(lambda store: put(store, name, after[name]), step, after)

    @rule(name=IDS, step=st.integers(0, 20))
    def crash_while_removing(self, name: str, step: int) -> None:
        if name in self.stored:
            after = {other: text for other, text in self.stored.items() if other != name}
            self.crash(lambda store: store.remove(CaseId(name)), step, after)

    @precondition(lambda self: self.stored)
    @rule(step=st.integers(0, 50))
    def crash_while_indexing(self, step: int) -> None:
        self.crash(lambda store: build(self.folder, store), step, self.stored)
        try:
            held = set(open_index(self.folder / "indexes").cases)
        except IndexMissing:
            assert self.indexed is None
        else:
            assert held in (self.indexed, set(self.stored))
            self.indexed = held
        self.index.refresh()

    def crash(self, work: Callable[[Store], object], step: int, after: dict[str, str]) -> None:
        """Do the work in a process that is killed at a step: all of it is done, or nothing."""
        self.store.close()

        def in_own_store(finish: Callable[[str], None]) -> None:
            with Workspace(self.folder).open() as store:
                work(store)
            finish("done")

        ended = run_to(in_own_store, self.folder, kill_at=step)
        assert ended.error is None
        self.open()
        held = self.held()
        assert held == after if ended.finished else held in (self.stored, after)
        self.stored = held

    def held(self) -> dict[str, str]:
        return {str(case_id): self.store.get(case_id).text for case_id in self.store.case_ids()}

    @rule(name=IDS)
    def search(self, name: str) -> None:
        if self.indexed is None:
            with pytest.raises(IndexMissing):
                self.index.search(WORDS[name], "bm25_only")
            return
        found = [str(precedent.case_id) for precedent in self.index.search(f"on {WORDS[name]}", "bm25_only")]
        assert set(found) <= self.indexed & self.stored.keys()
        if name in self.indexed & self.stored.keys():
            assert found[0] == name

    @invariant()
    def the_store_holds_what_it_should(self) -> None:
        assert self.held() == self.stored

    @invariant()
    def nothing_is_damaged(self) -> None:
        assert self.store.integrity_check() == ()


def build(folder: Path, store: Store) -> None:
    build_index(folder / "indexes", IndexSource(list(store.chunks())), WordEncoder())


def limits(examples: int) -> settings:
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=examples, stateful_step_count=15, suppress_health_check=checks)


def test_store_and_index_agree_with_a_dictionary() -> None:
    run_state_machine_as_test(Workspaces, settings=limits(6))


@pytest.mark.faults
def test_store_and_index_agree_with_a_dictionary_for_long() -> None:
    run_state_machine_as_test(Workspaces, settings=limits(200))
