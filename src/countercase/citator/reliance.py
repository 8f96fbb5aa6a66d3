"""Relied on, or merely referred to? A linear model over the words near the mentions, as plain arrays.

Trained by `training/treatments.py` on the treatment words that the editors of the Supreme Court Reports print. Editors
of one office differ on this question, so the score is a hint and never a finding of its own.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from io import BytesIO
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from countercase.domain.span import Span

BUCKETS = 1 << 15
_LEFT, _RIGHT = 220, 420  # characters read on either side of a mention
_WORD = re.compile(r"[a-z']+|[“”;:]")
_CITATION = re.compile(r"[\[(]?(?:19|20)\d\d[\])]?[^.;]{0,30}?(?:scc|scr|s\.c\.r\.|sc|insc|online)[^.;]{0,14}\d+")


def reliance_scores(text: str, mentions: Mapping[str, Sequence[Span]]) -> dict[str, float]:
    """A score for every case, by its mentions; above zero means relied on."""
    weights, bias = _model()
    scores = {}
    for key, spans in mentions.items():
        buckets, values = features(text, spans)
        scores[key] = float(weights[buckets] @ values + bias) if len(buckets) else float(bias)
    return scores


def features(text: str, spans: Sequence[Span]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Hashed words and word pairs near the mentions: their buckets, and weights of unit length."""
    counts: dict[int, int] = {}
    for span in spans:
        for feature in _features(text, span):
            bucket = crc32(feature.encode()) % BUCKETS
            counts[bucket] = counts.get(bucket, 0) + 1
    counts[crc32(f"mentions{min(len(spans), 8)}".encode()) % BUCKETS] = 1
    values = np.log1p(np.fromiter(counts.values(), dtype=np.float32, count=len(counts)))
    return np.fromiter(counts, dtype=np.int64, count=len(counts)), values / np.linalg.norm(values)


def _features(text: str, span: Span) -> list[str]:
    left = _words(text[max(0, span.start - _LEFT) : span.start])[-25:]
    right = _words(text[span.end : span.end + _RIGHT])[:50]
    found = [f"place{span.start * 5 // max(1, len(text))}"]
    for side, words in (("l", left), ("r", right)):
        found += [side + word for word in words]
        found += [f"{side}{a}_{b}" for a, b in pairwise(words)]
    found += [f"n{word}" for word in left[-4:]] + [f"m{word}" for word in right[:6]]
    return found


def _words(text: str) -> list[str]:
    return _WORD.findall(_CITATION.sub(" ", text.lower()))


@cache
def _model() -> tuple[NDArray[np.float32], float]:
    stored = resources.files("countercase.citator").joinpath("reliance.npz").read_bytes()
    with np.load(BytesIO(stored), allow_pickle=False) as arrays:
        return arrays["weights"].astype(np.float32), float(arrays["bias"])
