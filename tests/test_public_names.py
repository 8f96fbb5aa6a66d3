"""What others build on is pinned: public names, import contracts, the error tree."""

import doctest
import inspect
import subprocess
import sys
import tomllib
from pathlib import Path

import countercase
from countercase import errors

ROOT = Path(__file__).parents[1]


def test_public_names() -> None:
    assert countercase.__all__ == [
        "App", "Case", "CaseFilter", "Chunk", "CountercaseError", "Fact", "FactSheet", "Perturbation", "Precedent",
        "Provision", "Query", "RankShift", "Span", "Tree", "extract_facts", "find_citations", "find_provisions",
        "open_app",
    ]  # fmt: skip
    assert all(hasattr(countercase, name) for name in countercase.__all__)
    assert not hasattr(countercase, "no_such_verb")


def test_the_examples_in_the_package_run() -> None:
    run = doctest.testmod(countercase)
    assert run.attempted > 2
    assert run.failed == 0


PROGRAM = """
from pathlib import Path

from countercase import App, CaseFilter, FactSheet, Precedent, extract_facts, find_citations, find_provisions, open_app


def read(path: Path) -> tuple[FactSheet, list[str], int]:
    text = path.read_text()
    sections = [mention.provision.id for mention in find_provisions(text) if mention.provision]
    return extract_facts(text), sections, len(find_citations(text))


def best(app: App, text: str) -> Precedent:
    return app.search(text, top_k=1, filter_=CaseFilter())[0]


def name_of_best(text: str) -> str:
    app = open_app()
    return app.case(best(app, text).case_id).name
"""


def test_a_program_that_uses_only_public_names_is_fully_typed(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    checked = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "program.py"]
    run = subprocess.run(checked, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert run.returncode == 0, run.stdout


def test_every_package_stands_in_a_layer() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(contract["layers"] for contract in config["contracts"] if contract["id"] == "layers")
    layered = {part.strip().removeprefix("countercase.") for row in layers for part in row.split("|")}
    packages = {path.parent.name for path in (ROOT / "src" / "countercase").glob("*/__init__.py")}
    assert packages - layered == set(), "a package outside the layers is held by no contract"


def test_version_is_stated_once_and_agrees() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == countercase.__version__
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {countercase.__version__}\nlicense: {project['license']}\n" in citation


def test_the_error_tree_is_drawn_as_it_is() -> None:
    for name, item in inspect.getmembers(errors, inspect.isclass):
        assert issubclass(item, errors.CountercaseError)
        assert f" {name} " in errors.__doc__ or name == "CountercaseError", f"{name} is missing from the drawing"
