"""The span-level contract benchmark: generated from CUAD, searched, and scored character by character.

The public names load on first use, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from countercase.cuad.benchmark import Benchmark, QAGroundTruth, RetrievedSnippet, Retriever, Snippet
    from countercase.cuad.download import download_cuad
    from countercase.cuad.generate import extract_quote_span, generate_cuad, sort_and_merge_spans
    from countercase.cuad.titles import create_title

__all__ = [
    "Benchmark",
    "QAGroundTruth",
    "RetrievedSnippet",
    "Retriever",
    "Snippet",
    "create_title",
    "download_cuad",
    "extract_quote_span",
    "generate_cuad",
    "sort_and_merge_spans",
]

_MODULES = {
    "Benchmark": "benchmark",
    "QAGroundTruth": "benchmark",
    "RetrievedSnippet": "benchmark",
    "Retriever": "benchmark",
    "Snippet": "benchmark",
    "create_title": "titles",
    "download_cuad": "download",
    "extract_quote_span": "generate",
    "generate_cuad": "generate",
    "sort_and_merge_spans": "generate",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"countercase.cuad has no {name!r}")
    return getattr(import_module(f"countercase.cuad.{_MODULES[name]}"), name)
