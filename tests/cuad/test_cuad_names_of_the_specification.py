"""Every name of the specification exists where it says."""

import pytest

from countercase import cuad


@pytest.mark.parametrize("name", cuad.__all__)
def test_public_names_are_there(name: str) -> None:
    assert getattr(cuad, name).__name__ == name


def test_the_names_of_the_specification_are_public() -> None:
    functions = {"download_cuad", "generate_cuad", "create_title", "extract_quote_span", "sort_and_merge_spans"}
    assert functions | {"QAGroundTruth", "Snippet", "Benchmark"} <= set(cuad.__all__)
    assert callable(cuad.Benchmark.from_json)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no 'nothing'"):
        cuad.nothing  # noqa: B018
