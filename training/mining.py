"""What a trained encoder finds for the next round: passages of a cited judgment that answer, and close neighbours."""

from typing import Any

import numpy as np
import torch
from torch.nn import functional

from training.bert import Bert
from training.pairs import FACTS, PASSAGE, QUERY, Pack
from training.ranking import embed

Array = np.ndarray[Any, Any]
STRIDE, LONGEST, MOST = 245, 254, 60  # tokens between passages, tokens of one, passages of a judgment


def passages_of(pack: Pack, docs: Array) -> tuple[Array, Array]:
    """Owners and absolute token ranges of the passages of the named judgments, in order."""
    owners, places = [], []
    for doc in docs.tolist():
        at, size = pack.docs[doc, :2].tolist()
        for start in range(0, max(1, size - 60), STRIDE)[:MOST]:
            owners.append(doc)
            places.append((at + start, at + min(start + LONGEST, size)))
    return np.array(owners), np.array(places).reshape(-1, 2)


def rows_of(pack: Pack, model: Bert, places: Array) -> torch.Tensor:
    """The vectors of token ranges, as passages."""
    return embed(model, [pack.tokens[a:b] for a, b in places], PASSAGE, 2048)


def link_passages(pack: Pack, model: Bert) -> Array:
    """For each training link, for its context and for the citing facts, the two passages of the cited judgment."""
    docs = pack.docs
    links = pack.rows["links"][docs[pack.rows["links"][:, 0], 4] == 1]
    owners, places = passages_of(pack, np.unique(links[:, 2]))
    rows = rows_of(pack, model, places)
    contexts = [pack.tokens[max(0, t - 110) : t + 60] for _, t, _ in links]
    facts = [pack.tokens[docs[d, 0] + docs[d, 2] :][: FACTS // 4] for d, _, _ in links]
    best = np.zeros((len(links), 2, 2, 2), dtype=np.int64)
    for side, asked in enumerate((contexts, facts)):
        queries = embed(model, asked, QUERY)
        for n, (_, _, target) in enumerate(links):
            own = slice(*np.searchsorted(owners, (target, target + 1)))
            order = (rows[own] @ queries[n]).argsort(descending=True)[:2].cpu().numpy()
            best[n, side] = places[own][np.resize(order, 2)]
    return best


def clusters_of(pack: Pack, model: Bert, count: int) -> Array:
    """A cluster number for each judgment, by the mean of its passages; batches of neighbours have hard negatives."""
    owners, places = passages_of(pack, np.arange(len(pack.docs)))
    rows = rows_of(pack, model, places)
    means = torch.zeros(len(pack.docs), rows.shape[1], device=rows.device)
    means = functional.normalize(means.index_add_(0, torch.from_numpy(owners).to(rows.device), rows), dim=1)
    first = torch.randperm(len(means), generator=torch.Generator().manual_seed(1))[:count]
    centres = means[first.to(means.device)]
    for _ in range(12):
        nearest = (means @ centres.T).argmax(1)
        centres = functional.normalize(torch.zeros_like(centres).index_add_(0, nearest, means), dim=1)
    return np.asarray((means @ centres.T).argmax(1).cpu().numpy())
