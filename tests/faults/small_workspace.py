"""A workspace of a few short cases with a small encoder: quick enough to be broken hundreds of times."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.corpus.plain_describer import PlainDescriber
from tests.retrieval.corpus_on_the_spot import WordEncoder

from countercase.corpus.read import RawDocument
from countercase.corpus.store import Put, Store
from countercase.retrieval.search_index import SearchIndex
from countercase.settings import Settings
from countercase.workspaces import Workspace

CASES = {
    "stabbing": "Asha v. Ram\nThe accused stabbed the deceased with a knife.",
    "cheque": "Bank v. Lal\nThe cheque was returned unpaid for want of funds.",
    "tenancy": "Das v. Sen\nThe landlord sought eviction of the tenant for arrears of rent.",
    "dowry": "State v. Rao\nThe wife died of burns within seven years of marriage.",
}


@dataclass(frozen=True, slots=True)
class SmallModels:
    """The models of a search: an encoder that needs no weights, and no re-ranker."""

    encoder: WordEncoder = field(default_factory=WordEncoder)
    reranker: None = None


def put(store: Store, case_id: str, text: str) -> Put:
    """Store one case."""
    case, chunks = PlainDescriber().describe(RawDocument(case_id, text), text)
    return store.put(case, chunks, f"{case_id}.txt", hashlib.sha256(text.encode()).hexdigest())


def filled_store(folder: Path, cases: Mapping[str, str] = CASES) -> Store:
    """The store of a workspace with these cases."""
    store = Workspace(folder).create()
    for case_id, text in cases.items():
        put(store, case_id, text)
    return store


def index_of(folder: Path, store: Store) -> SearchIndex:
    """The indexes of the workspace; not yet built."""
    return SearchIndex(folder / "indexes", store, SmallModels(), Settings())
