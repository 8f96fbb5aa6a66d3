"""Find the precedents for a set of facts, and see which of those facts the precedents hang on.

>>> from countercase import extract_facts, find_provisions
>>> [str(mention.provision) for mention in find_provisions("charged under Sections 302 and 34 IPC")]
['IPC-302', 'IPC-34']
>>> [fact.kind.value for fact in extract_facts("The accused, aged 17, stabbed him with a knife.").facts]
['number', 'act', 'instrument']

`open_app()` opens the built-in corpus, `open_app(Path("my-cases"))` a workspace of your own.
The functions are loaded when they are first used, so importing the package costs nothing.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from countercase.domain.case import Case, Chunk
from countercase.domain.facts import Fact, FactSheet
from countercase.domain.perturbation import Perturbation, Tree
from countercase.domain.provision import Provision
from countercase.domain.ranking import CaseFilter, Precedent, Query, RankShift
from countercase.domain.span import Span
from countercase.errors import CountercaseError
from countercase.version import __version__ as __version__

if TYPE_CHECKING:
    from countercase.app import App, open_app
    from countercase.facts.extract import extract_facts
    from countercase.law.citations import find_citations
    from countercase.law.provisions import find_provisions

# Switches off the telemetry of the libraries we load, whatever the environment says. onnxruntime reads its switch once,
# when its native library is loaded. Without it, about nine seconds after the first model is loaded, it contacts its
# maker and leaves a device id in the user's cache folder; `disable_telemetry_events()` comes too late. Child processes
# inherit the environment, so they are silent too. `tests/test_silence.py` watches the system calls.
os.environ.update(
    {
        "ORT_DISABLE_TELEMETRY": "1",  # onnxruntime
        "ANONYMIZED_TELEMETRY": "False",  # chromadb
        "HF_HUB_DISABLE_TELEMETRY": "1",  # sentence-transformers and transformers, by way of huggingface_hub
        "RAY_USAGE_STATS_ENABLED": "0",  # ray
        "DO_NOT_TRACK": "1",  # any library that honours this convention
    }
)

__all__ = [
    "App",
    "Case",
    "CaseFilter",
    "Chunk",
    "CountercaseError",
    "Fact",
    "FactSheet",
    "Perturbation",
    "Precedent",
    "Provision",
    "Query",
    "RankShift",
    "Span",
    "Tree",
    "extract_facts",
    "find_citations",
    "find_provisions",
    "open_app",
]

_VERBS = {
    "App": "countercase.app",
    "open_app": "countercase.app",
    "extract_facts": "countercase.facts.extract",
    "find_citations": "countercase.law.citations",
    "find_provisions": "countercase.law.provisions",
}


def __getattr__(name: str) -> Any:
    if name not in _VERBS:
        raise AttributeError(f"module 'countercase' has no attribute {name!r}")
    return getattr(import_module(_VERBS[name]), name)
