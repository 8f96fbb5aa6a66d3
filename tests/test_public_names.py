"""What others build on is pinned: public names, import contracts, the error tree."""

import inspect
import tomllib
from pathlib import Path

import countercase
from countercase import errors

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


def test_every_package_stands_in_a_layer() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(contract["layers"] for contract in config["contracts"] if contract["id"] == "layers")
    layered = {part.strip().removeprefix("countercase.") for row in layers for part in row.split("|")}
    packages = {path.parent.name for path in (ROOT / "src" / "countercase").glob("*/__init__.py")}
    assert packages - layered == set(), "a package outside the layers is held by no contract"


def test_version_is_stated_once_and_agrees() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == countercase.__version__


def test_the_error_tree_is_drawn_as_it_is() -> None:
    for name, item in inspect.getmembers(errors, inspect.isclass):
        assert issubclass(item, errors.CountercaseError)
        assert f" {name} " in errors.__doc__ or name == "CountercaseError", f"{name} is missing from the drawing"
