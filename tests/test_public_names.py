"""What others build on is pinned: public names, import contracts, the error tree."""

import inspect
import tomllib
from pathlib import Path

import countercase
from countercase import errors

FEATURES = ["corpus", "facts", "retrieval", "counterfactual", "explanation", "llm", "models"]
ROOT = Path(__file__).parents[1]


def test_public_names() -> None:
    assert countercase.__all__ == [
        "Case",
        "CaseFilter",
        "Chunk",
        "CountercaseError",
        "FactSheet",
        "Perturbation",
        "Precedent",
        "Provision",
        "Query",
        "RankShift",
        "Span",
        "Tree",
    ]
    assert all(hasattr(countercase, name) for name in countercase.__all__)


def test_import_contracts() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    contracts = {contract["id"]: contract for contract in config["contracts"]}
    assert set(contracts) == {"layers", "domain-no-io"}
    assert contracts["layers"]["layers"] == [
        "countercase.cli",
        "countercase.web",
        "countercase.assemble",
        "countercase.evaluation | countercase.cuad",
        " | ".join(f"countercase.{name}" for name in FEATURES),
        "countercase.law",
        "countercase.settings",
        "countercase.domain",
        "countercase.errors",
    ]
    packages = {path.parent.name for path in (ROOT / "src" / "countercase").glob("*/__init__.py")}
    layered = {
        part.strip().removeprefix("countercase.") for row in contracts["layers"]["layers"] for part in row.split("|")
    }
    assert packages - layered == set(), "a package outside the layers is not held by any contract"


def test_version_is_stated_once_and_agrees() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == countercase.__version__


def test_the_error_tree_is_drawn_as_it_is() -> None:
    for name, item in inspect.getmembers(errors, inspect.isclass):
        assert issubclass(item, errors.CountercaseError)
        assert f" {name} " in errors.__doc__ or name == "CountercaseError", f"{name} is missing from the drawing"
