"""The plans of a workspace as systems that the harness can ask."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from countercase.assemble import App
    from countercase.domain.ranking import Query
    from countercase.evaluation.experiment import Answer, System


@dataclass(frozen=True, slots=True)
class Systems:
    """A system for each plan, what its answers depend on, and the texts for the BM25 floor."""

    by_plan: "Mapping[str, System]"
    fingerprints: Mapping[str, str]
    texts: Mapping[str, str]


class _Stopwatch:
    """Adds up the seconds of each stage until they are taken."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def __call__(self, stage: str, seconds: float) -> None:
        self._seconds[stage] = self._seconds.get(stage, 0.0) + seconds

    def take(self) -> dict[str, float]:
        """The seconds since the last time, by stage."""
        taken, self._seconds = self._seconds, {}
        return taken


def workspace_systems(app: "App", plans: Sequence[str], depth: int) -> Systems:
    """A system for each plan, returning `depth` cases a query."""
    shared = _shared_fingerprint(app, depth)
    return Systems(
        {name: plan_system(app, name, depth) for name in plans},
        {name: _digest(shared, repr(app.plan(name))) for name in plans},
        {case_id: app.case(case_id).text for case_id in app.store.case_ids()},
    )


def plan_system(app: "App", name: str, depth: int) -> "System":
    """One plan as a system that tells the seconds of each stage."""
    from countercase.evaluation.experiment import Answer

    watch = _Stopwatch()
    plan = app.plan(name)
    retriever = app.make_retriever(watch)

    def ask(queries: "Sequence[Query]") -> "list[Answer]":
        found = retriever.retrieve_many(queries, plan, depth)
        seconds = {stage: value / len(queries) for stage, value in watch.take().items()}
        # The rank is what a user sees; scores of different stages are not one scale.
        return [Answer([(one.case_id, 1 / one.rank) for one in ranking], seconds) for ranking in found]

    return ask


def _shared_fingerprint(app: "App", depth: int) -> str:
    """Code, settings, cases and index: a change of any of them may change an answer."""
    package = Path(__file__).parents[1]
    code = [path.read_bytes() for path in sorted(package.rglob("*.py"))]
    settings = app.settings.model_dump_json(exclude={"llm", "web"})
    index = [path.read_bytes() for path in sorted((app.folder / "indexes").rglob("manifest.json"))]
    return _digest(settings, str(app.store.revision), str(depth), *code, *index)


def _digest(*parts: str | bytes) -> str:
    sha = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        sha.update(len(content).to_bytes(8, "big") + content)
    return sha.hexdigest()
