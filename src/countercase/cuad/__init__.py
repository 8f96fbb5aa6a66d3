"""The span-level contract benchmark: generated from CUAD, searched, and scored character by character.

The public names load on first use, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from countercase.cuad.benchmark import Benchmark, QAGroundTruth, RetrievedSnippet, Retriever, Snippet
    from countercase.cuad.generate import extract_quote_span, generate_cuad, sort_and_merge_spans
    from countercase.cuad.titles import create_title
    from countercase.download import download_cuad

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
    "Benchmark": "countercase.cuad.benchmark",
    "QAGroundTruth": "countercase.cuad.benchmark",
    "RetrievedSnippet": "countercase.cuad.benchmark",
    "Retriever": "countercase.cuad.benchmark",
    "Snippet": "countercase.cuad.benchmark",
    "create_title": "countercase.cuad.titles",
    "download_cuad": "countercase.download",
    "extract_quote_span": "countercase.cuad.generate",
    "generate_cuad": "countercase.cuad.generate",
    "sort_and_merge_spans": "countercase.cuad.generate",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"countercase.cuad has no {name!r}")
    return getattr(import_module(_MODULES[name]), name)
