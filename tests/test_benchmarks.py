"""`make bench` knows benchmarks that are there."""

from importlib.util import find_spec

import pytest
from benchmarks.__main__ import ALWAYS, ON_DATA, WITH_ARGUMENTS


@pytest.mark.parametrize("name", [*ALWAYS, *ON_DATA, *WITH_ARGUMENTS])
def test_every_benchmark_that_is_named_exists(name: str) -> None:
    assert find_spec(f"benchmarks.{name}") is not None
