"""The learned reader of clauses: of which ingredient a clause speaks, and whether it is met, contrary or disputed.

A small encoder, trained by `training/ingredient_matcher.py`, gives each clause a row; each ingredient has a row too,
and their cosine says how likely the clause speaks of it. Rules decide where they speak; this reads what they pass over.
"""

from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from countercase.domain.ingredients import ClauseReading, IngredientStatus
from countercase.errors import ModelError
from countercase.models.runtime import WEIGHTS, ClauseManifest, Session, read_manifest, read_tokenizer, verified

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Encoding

_STATUSES = (IngredientStatus.MET, IngredientStatus.CONTRARY, IngredientStatus.DISPUTED)
_LIKELY = 0.4  # of an ingredient; with `_TOLD`, as many readings are confirmed on fresh matters as of the rules
_TOLD = 0.9  # of its status: a wrong "contrary" is worse than a gap
_PER_CLAUSE = 2
_UNKNOWN = 100  # the token of a word piece that is not kept
_REMEMBERED = 4096  # clauses; a what-if changes one clause of a matter and leaves the rest


class ClauseMatcher:
    """Reads the weights at the first clause; the same clause always gives the same answer."""

    def __init__(self, folder: Path = WEIGHTS / "clauses", threads: int = 2) -> None:
        import numpy as np

        self._manifest = read_manifest(folder, ClauseManifest)
        self._session = Session(verified(folder, "clause.onnx", self._manifest), threads)
        self._tokenizer = read_tokenizer(WEIGHTS / "encoder" / "tokenizer.json", self._manifest.max_tokens)
        with np.load(verified(folder, "matcher.npz", self._manifest), allow_pickle=False) as arrays:
            self._ids = [str(ingredient) for ingredient in arrays["ids"]]
            self._rows: NDArray[np.float32] = arrays["rows"].astype(np.float32)
            self._level = [float(part) for part in arrays["level"]]
            self._head = [
                arrays[f"status.{name}"].astype(np.float32) for name in ("0.weight", "0.bias", "3.weight", "3.bias")
            ]
            kept = arrays["tokens"]
        if len(self._ids) != len(self._rows):
            raise ModelError(f"{folder} holds {len(self._ids)} names and {len(self._rows)} rows. Install it again.")
        # The vocabulary is cut to the pieces that matters use; the rest are read as unknown.
        self._tokens = np.full(self._tokenizer.get_vocab_size(), int(np.searchsorted(kept, _UNKNOWN)), dtype=np.int64)
        self._tokens[kept] = np.arange(len(kept))
        self._known: dict[str, NDArray[np.float32]] = {}

    def read(self, clauses: Sequence[str], wanted: Collection[str]) -> list[ClauseReading]:
        """What each clause says of the wanted ingredients, where that is likely enough, in the order of the clauses."""
        import numpy as np

        places = [place for place, ingredient in enumerate(self._ids) if ingredient in wanted]
        if not clauses or not places:
            return []
        rows = self._encode(clauses)
        chances = 1 / (1 + np.exp(-(rows @ self._rows[places].T * abs(self._level[0]) + self._level[1])))
        readings = []
        for clause, chance in enumerate(chances):
            for at in np.argsort(-chance, kind="stable")[:_PER_CLAUSE]:
                if chance[at] < _LIKELY:
                    break
                status, told = self._status(rows[clause], self._rows[places[at]])
                if told >= _TOLD:
                    readings.append(ClauseReading(clause, self._ids[places[at]], status, float(chance[at])))
        return readings

    def _encode(self, clauses: Sequence[str]) -> "NDArray[np.float32]":
        import numpy as np

        if len(self._known) > _REMEMBERED:
            self._known.clear()
        fresh = [clause for clause in dict.fromkeys(clauses) if clause not in self._known]
        encodings = [_Kept(self._tokens[encoding.ids].tolist(), encoding) for encoding in self._tokenized(fresh)]
        for clause, row in zip(fresh, self._session.run(encodings), strict=True):  # type: ignore[arg-type]
            self._known[clause] = row / max(float(np.linalg.norm(row)), 1e-12)
        return np.stack([self._known[clause] for clause in clauses])

    def _tokenized(self, clauses: list[str]) -> "Sequence[Encoding]":
        return self._tokenizer.encode_batch(clauses)

    def _status(
        self, clause: "NDArray[np.float32]", ingredient: "NDArray[np.float32]"
    ) -> tuple[IngredientStatus, float]:
        """The likeliest status, and how likely it is."""
        import numpy as np
        from scipy.special import erf, softmax

        inner, inner_bias, outer, outer_bias = self._head
        hidden = inner @ np.concatenate([clause, ingredient, clause * ingredient]) + inner_bias
        chances = softmax(outer @ (0.5 * hidden * (1 + erf(hidden / np.sqrt(2)))) + outer_bias)
        best = int(chances.argmax())
        return _STATUSES[best], float(chances[best])


class _Kept:
    """An encoding whose tokens are numbered as the matcher keeps them."""

    def __init__(self, ids: list[int], encoding: "Encoding") -> None:
        self.ids = ids
        self.attention_mask = encoding.attention_mask
        self.type_ids = encoding.type_ids


@cache
def built_in_matcher(threads: int = 2) -> ClauseMatcher:
    """The matcher of the package, loaded once."""
    return ClauseMatcher(threads=threads)
