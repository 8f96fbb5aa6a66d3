"""The wiring itself: what the settings say reaches the part that acts on it, and one open index serves everything."""

import ast
import inspect
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.web.small_corpus import STABBING, make_app, small_settings
from typer.testing import CliRunner

from countercase.app import App, open_app
from countercase.cli import app as command_line
from countercase.corpus.read import RawDocument
from countercase.counterfactual.result import Matter
from countercase.counterfactual.tree_json import to_json
from countercase.domain.case import CaseId, ChunkId
from countercase.domain.ranking import Query
from countercase.errors import EndpointError, IndexBroken, MissingExtra, ModelError
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.loaded_models import Models
from countercase.models.encoders import FolderEncoder
from countercase.settings import Settings, known_keys, load_settings

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workspace")
    make_app(folder).store.close()
    return folder


def changed(**flags: Any) -> Settings:
    """The small settings with some changed: `retrieval__top_k=3`."""
    return load_settings(
        environment={},
        flags={
            "models.encoder": small_settings().models.encoder,
            "retrieval.plan": "bm25_only",
            **{name.replace("__", "."): value for name, value in flags.items()},
        },
    )


def opened(folder: Path, **flags: Any) -> App:
    return App(folder, changed(**flags))


def stages(app: App, stage: str) -> list[float]:
    return [score.score for precedent in app.search(STABBING) for score in precedent.stages if score.stage == stage]


RRF = {"retrieval__plan": "mine", "retrieval__plans": {"mine": {"searchers": ["dense", "bm25"], "fusion": "rrf"}}}
MMR = {"retrieval__plan": "hybrid_no_reranker"}


def growth(folder: Path, **flags: Any) -> Any:
    app = opened(folder, counterfactual__max_depth=2, **flags)
    return app.whatifs.grow(Matter("m", "m", extract_facts(STABBING)))


def described(folder: Path, **flags: Any) -> int:
    """How many passages ingest cuts a long judgment into."""
    describer = opened(folder, **flags).ingest.make_describer()
    text = "The accused struck the deceased on the head with a lathi. " * 200
    _, chunks = describer.describe(RawDocument("long", text), text)
    return len(chunks)


def dispositive(folder: Path, **flags: Any) -> Any:
    """What `eval counterfactual` says of a tree, with the threshold of the settings."""
    app = opened(folder)
    matter = Matter("m", "m", extract_facts(STABBING))
    tree, sheet = folder / "tree.json", folder / "annotations.csv"
    tree.write_text(json.dumps(to_json(app.whatifs.result(matter, app.whatifs.grow(matter)), sheet_to_json)))
    sheet.write_text("case_id,fact_type,dispositive,importance\nm,Section,yes,1\nm,Numerical,no,2\n")
    environment = {
        f"COUNTERCASE_{key.upper()}": str(value) for key, value in flags.items() if key.startswith("counterfactual")
    }
    line = ["eval", "counterfactual", "--annotations", str(sheet), "--json", "--trees", str(tree)]
    run = CliRunner().invoke(command_line, line, env=environment)
    assert run.exit_code == 0, run.output
    return json.loads(run.stdout)["threshold"]


# Each gives a value that must differ between the setting as shipped and as changed.
EFFECTS: dict[str, tuple[dict[str, Any], Callable[..., Any]]] = {
    "retrieval.rrf_k": ({"retrieval__rrf_k": 500}, lambda folder, **f: stages(opened(folder, **RRF, **f), "rrf")),
    "retrieval.mmr_lambda": (
        {"retrieval__mmr_lambda": 0.1},
        lambda folder, **f: stages(opened(folder, **MMR, **f), "mmr"),
    ),
    "retrieval.top_k": ({"retrieval__top_k": 2}, lambda folder, **f: len(opened(folder, **f).search(STABBING))),
    "retrieval.ngrams": (
        {"retrieval__ngrams": 2},
        lambda folder, **f: _refused(lambda: opened(folder, **f).index.files),
    ),
    "retrieval.plan": ({"retrieval__plan": "fast"}, lambda folder, **f: opened(folder, **f).index.plan().name),
    "retrieval.plans": (
        {"retrieval__plans": {"full_system": {"pool": 7}}},
        lambda folder, **f: opened(folder, **f).index.plan("full_system").pool,
    ),
    "chunks.words": ({"chunks__words": 60}, described),
    "chunks.overlap_words": ({"chunks__overlap_words": 150}, described),
    "counterfactual.max_depth": (
        {"counterfactual__max_depth": 1},
        lambda folder, **f: opened(folder, **f).whatifs.options.max_depth,
    ),
    "counterfactual.max_children": (
        {"counterfactual__max_children": 2},
        lambda folder, **f: len(list(growth(folder, **f).tree.children(0))),
    ),
    "counterfactual.min_displacement_threshold": (
        {"counterfactual__min_displacement_threshold": 0.0},
        lambda folder, **f: sum(node.pruned for node in growth(folder, **f).tree.nodes),
    ),
    "counterfactual.max_nodes": (
        {"counterfactual__max_nodes": 3},
        lambda folder, **f: len(growth(folder, **f).tree.nodes),
    ),
    "counterfactual.max_seconds": (
        {"counterfactual__max_seconds": 1e-9},
        lambda folder, **f: growth(folder, **f).stopped,
    ),
    "counterfactual.dispositive_threshold": ({"counterfactual__dispositive_threshold": 0.25}, dispositive),
    "counterfactual.placebos": (
        {"counterfactual__placebos": 21},
        lambda folder, **f: opened(folder, **f).whatifs.options.placebos,
    ),
    "counterfactual.seed": (
        {"counterfactual__seed": 77},
        lambda folder, **f: opened(folder, **f).whatifs.options.seed,
    ),
    "models.encoder": (
        {"models__encoder": "built-in"},
        lambda _folder, **f: Models(changed(**f)).encoder.name,
    ),
    "models.reranker": (
        {"models__reranker": "/no/such/model"},
        lambda _folder, **f: _refused(lambda: Models(changed(**f)).reranker),
    ),
    "models.threads": ({"models__threads": 1}, lambda _folder, **f: _threads(Models(changed(**f)).encoder)),
    "chroma.mode": ({"chroma__mode": "http"}, lambda folder, **f: _refused(lambda: _chroma(opened(folder, **f)))),
    "chroma.port": (
        {"chroma__port": 9},
        lambda folder, **f: _refused(lambda: _chroma(opened(folder, chroma__mode="http", **f))),
    ),
    "chroma.host": (
        {"chroma__host": "vectors.example"},
        lambda folder, **f: _refused(lambda: open_app(folder, changed(chroma__mode="http", **f))),
    ),
    "llm.allow_remote": (
        {"llm__allow_remote": True},
        lambda folder, **f: _refused(lambda: open_app(folder, changed(models__encoder="http://h.example/v1#m", **f))),
    ),
}

# Settings whose effect other tests prove, by the name of the test; the field must stand in its text.
PROVEN = {
    "ingest.seconds_per_file": "tests/corpus/test_ingest.py",
    "ingest.memory_mb": "tests/corpus/test_ingest.py",
    "ingest.max_pages": "tests/corpus/test_pdf.py",
    "ingest.max_file_mb": "tests/corpus/test_upload.py",
    "ingest.ocr": "tests/corpus/test_pdf.py",
    "ingest.workers": "tests/corpus/test_ingest.py",
    "download.base_url": "tests/corpus/test_download.py",
    "download.delay_seconds": "tests/corpus/test_download.py",
    "download.retries": "tests/corpus/test_download.py",
    "download.backoff_seconds": "tests/corpus/test_download.py",
    "download.timeout_seconds": "tests/corpus/test_download.py",
    "models.download": "tests/models/test_external.py",
    "models.encoder_key": "tests/models/test_endpoint.py",
    "llm.base_url": "tests/llm/test_llm_wiring.py",
    "llm.model": "tests/llm/test_llm_remote.py",
    "llm.api_key": "tests/llm/test_llm_client.py",
    "llm.timeout_seconds": "tests/llm/test_llm_client.py",
    "llm.validate_changes": "tests/llm/test_llm_wiring.py",
    "llm.smooth_prose": "tests/llm/test_llm_wiring.py",
    "llm.retries": "tests/llm/test_llm_client.py",
    "llm.backoff_seconds": "tests/llm/test_llm_client.py",
    "llm.concurrency": "tests/llm/test_llm_client.py",
    "llm.max_calls": "tests/llm/test_llm_client.py",
    "llm.max_tokens": "tests/llm/test_llm_client.py",
    "llm.answer_tokens": "tests/llm/test_llm_client.py",
    "llm.context_characters": "tests/llm/test_llm_advisers.py",
    "llm.cache": "tests/llm/test_llm_wiring.py",
    "llm.replay": "tests/llm/test_llm_wiring.py",
    "llm.price_question": "tests/llm/test_llm_client.py",
    "llm.price_answer": "tests/llm/test_llm_client.py",
    "web.host": "tests/web/test_web_serve.py",
    "web.port": "tests/web/test_web_serve.py",
    "web.token": "tests/web/test_web_serve.py",
    "web.tokens": "tests/web/test_web_shared.py",
    "store.url": "tests/scale/test_database_faults.py",
    "store.allow_remote": "tests/scale/test_database_faults.py",
    "store.exact": "tests/scale/test_move.py",
    "cluster.address": "tests/scale/test_cluster.py",
    "cluster.allow_remote": "tests/scale/test_cluster.py",
    "cluster.workers": "tests/scale/test_cluster.py",
    "cluster.shards": "tests/scale/test_cluster.py",
}


def _refused(work: Callable[[], object]) -> str:
    """What an attempt is refused with; `allowed` where it is not."""
    try:
        work()
    except (EndpointError, IndexBroken, ModelError, MissingExtra) as error:
        return str(error)
    return "allowed"


def _chroma(app: App) -> object:
    return app.search(STABBING, plan="chroma_only")


def _threads(encoder: object) -> int:
    assert isinstance(encoder, FolderEncoder)
    return encoder._threads


@pytest.mark.parametrize("key", EFFECTS)
def test_changing_a_setting_changes_something(key: str, folder: Path) -> None:
    flags, effect = EFFECTS[key]
    assert effect(folder) != effect(folder, **flags)


def test_every_setting_has_an_effect_that_is_tested() -> None:
    assert set(EFFECTS) | set(PROVEN) == set(known_keys())
    for key, file in PROVEN.items():
        field = key.partition(".")[2]
        words = {node.arg for node in ast.walk(ast.parse((ROOT / file).read_text())) if isinstance(node, ast.keyword)}
        text = (ROOT / file).read_text()
        assert (
            field in words
            or f'"{field}"' in text
            or f".{field}" in text
            or field.upper() in text
            or (f"--{field}" in text)
        ), f"{file} does not try {key}"


def test_the_index_is_opened_once_and_reopened_on_request(folder: Path) -> None:
    app = opened(folder)
    assert not app.index.is_open
    files = app.index.files
    app.search(STABBING)
    assert app.index.files is files
    app.index.reopen()
    assert not app.index.is_open
    assert app.index.files is not files


def test_an_open_app_notices_a_generation_that_another_process_built(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    app.search(STABBING)
    assert not app.index.refresh()
    App(tmp_path, small_settings()).index.build()
    assert app.index.refresh()
    assert app.search(STABBING)


def test_a_search_under_way_ends_with_the_generation_it_began_with(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    retriever, plan = app.index.retriever, app.index.plan("bm25_only")
    before = retriever.retrieve(Query(STABBING), plan)
    first = app.case(before[0].case_id)
    other = replace(first, id=CaseId("0-first-of-all"))  # moves every row of the index
    chunk = replace(before[0].passage, id=ChunkId("0-first-of-all#0"), case_id=other.id)
    app.store.put(other, [chunk], "test", "0")
    app.index.build()
    assert app.index.files.cases[0] == other.id
    assert retriever.retrieve(Query(STABBING), plan) == before


def test_a_case_that_changes_is_read_anew(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    case = app.case(app.search(STABBING)[0].case_id)
    app.holding(case.id), app.known(case.id)
    chunks = list(app.store.chunks([case.id]))
    app.store.put(replace(case, name="Renamed v. State"), chunks, "test", "other bytes")
    assert app.case(case.id).name == app.known(case.id).case.name == "Renamed v. State"


def test_an_index_of_another_shape_is_refused_with_what_changed(folder: Path) -> None:
    with pytest.raises(IndexBroken, match=r"made with ngrams = 1, now 2\. Run: countercase index"):
        _ = opened(folder, retrieval__ngrams=2).index.files


def test_without_chromadb_the_product_indexes_and_searches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.util import find_spec

    monkeypatch.setattr(
        "countercase.retrieval.search_index.find_spec", lambda name: None if name == "chromadb" else find_spec(name)
    )
    app = make_app(tmp_path)
    assert app.index.files.manifest.chroma is False
    assert "chroma" not in app.index.plan("full_system").searchers
    assert app.search(STABBING, plan="full_system")
    assert app.index.left_out("full_system").startswith("full_system runs without Chroma's list")
    assert app.index.left_out("bm25_only") == app.index.left_out("chroma_only") == ""


def test_search_and_doctor_say_that_chroma_is_not_installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.util import find_spec

    for module in ("countercase.retrieval.search_index.find_spec", "countercase.health.util.find_spec"):
        monkeypatch.setattr(module, lambda name: None if name == "chromadb" else find_spec(name))
    monkeypatch.setenv("COUNTERCASE_MODELS__ENCODER", str(small_settings().models.encoder))
    run = CliRunner().invoke(command_line, ["search", STABBING, "--workspace", str(folder), "--json"])
    assert run.stderr.count("full_system runs without Chroma's list") == 1
    assert json.loads(run.stdout)["notes"][-1] in run.stderr
    assert "runs without Chroma's list" in CliRunner().invoke(command_line, ["doctor"]).stdout.replace("\n", " ")


def test_parts_are_explicit_and_nothing_is_loaded_before_it_is_used(folder: Path) -> None:
    app = opened(folder)
    assert App.__bases__ == (object,)
    assert {"store", "index", "whatifs"} & vars(app).keys() == set()
    assert vars(app.models).keys() == {"_settings"}
    assert app.whatifs is app.whatifs
    assert app.models.advisers is None


def test_only_the_composition_root_loads_models() -> None:
    """Whoever else loads a model would load it with other settings."""
    source = ROOT / "src" / "countercase"
    callers = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if "load_encoder(" in path.read_text() or "load_reranker(" in path.read_text()
    }
    # A worker of a cluster loads what the settings of its app name.
    assert callers == {"loaded_models.py", "cluster.py", "models/encoders.py"}
    assert "load_encoder" in inspect.getsource(Models)
