"""Find the precedents for a set of facts, and see which of those facts the precedents hang on."""

from countercase.domain.case import Case, Chunk
from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import Perturbation, Tree
from countercase.domain.provision import Provision
from countercase.domain.ranking import CaseFilter, Precedent, Query, RankShift
from countercase.domain.span import Span
from countercase.errors import CountercaseError
from countercase.silence import silence_libraries

__version__ = "0.1.0"

silence_libraries()

__all__ = [
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
