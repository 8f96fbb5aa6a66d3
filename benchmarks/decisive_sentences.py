"""Do deletions of the sentences that experts marked move a ranking further than deletions of other sentences?

Length controlled: a marked sentence is compared only with unmarked ones at most a quarter longer or shorter. The share
of such pairs that the marked sentence wins is the AUROC at equal length; .5 is chance. Intervals resample narratives.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.plain_rankings import PlainRankings
from benchmarks.salience import sentence_salience
from countercase.counterfactual.instrument import Fusion, Instrument, InstrumentQuery
from countercase.counterfactual.measure import change_of_z
from countercase.counterfactual.weights import stems
from countercase.domain.facts import FactKind
from countercase.facts.extract import extract_facts

RATIO = 1.25
SAMPLES = 2000
DEEDS = {FactKind.ACT, FactKind.INSTRUMENT, FactKind.RESULT}


@dataclass(frozen=True, slots=True)
class Narrative:
    """Sentences, and which of them experts marked as deciding the charge; None is compared with nothing."""

    id: str
    sentences: tuple[str, ...]
    decisive: tuple[bool | None, ...]

    @property
    def half(self) -> str:
        """A or B."""
        return half(self.id)


def half(narrative_id: str) -> str:
    """Which half a narrative belongs to, by its id alone. Both were in view while the instrument was built."""
    import hashlib

    return "half A" if int(hashlib.sha256(narrative_id.encode()).hexdigest(), 16) % 2 == 0 else "half B"


def read_narratives(path: Path) -> list[Narrative]:
    """Narratives with sentence labels; an empty label marks nothing."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Narrative(row["factid"], tuple(row["text"]), tuple(map(bool, row["sent_labels"]))) for row in rows]


def separations(
    narratives: Sequence[Narrative], instrument: Instrument, plain: PlainRankings, charges: Path
) -> dict[str, Any]:
    """The AUROC of every way to score a sentence."""
    words = _charge_words(charges)
    ways: dict[str, Callable[[Narrative], list[float]]] = {
        "instrument": lambda n: _deleted(n, instrument),
        "instrument, deeds and ingredients together": lambda n: _salience(n, instrument),
        "instrument, text part alone (no list made by hand)": lambda n: _deleted(n, _text_only(instrument)),
        "BM25, change of z": lambda n: plain.bm25_change(n.sentences),
        "BM25, displacement at 10": lambda n: plain.bm25_displacement(n.sentences),
        "search-like (BM25 and latent semantics, RRF), displacement at 10": lambda n: plain.rrf_displacement(
            n.sentences
        ),
        "words of the charges' descriptions, counted": lambda n: [
            float(len(words & set(stems(s)))) for s in n.sentences
        ],
        "acts, weapons and results named (facts module's lists), counted": lambda n: [_deeds(s) for s in n.sentences],
        "length alone": lambda n: [float(len(s.split())) for s in n.sentences],
    }
    return {name: _auroc(narratives, [way(one) for one in narratives]) for name, way in ways.items()}


def marked_by_instrument(narratives: Sequence[Narrative], instrument: Instrument) -> dict[str, Any]:
    """The AUROC of the instrument alone, and with the deeds and ingredients that a sentence states."""
    return {
        "instrument": _auroc(narratives, [_deleted(each, instrument) for each in narratives]),
        "with deeds and ingredients": _auroc(
            narratives, [_salience(narrative, instrument) for narrative in narratives]
        ),
    }


def _salience(narrative: Narrative, instrument: Instrument) -> list[float]:
    return [each.score for each in sentence_salience(narrative.sentences, extract_facts, instrument)]


def _text_only(instrument: Instrument) -> Instrument:
    from dataclasses import replace

    return replace(instrument, fusion=Fusion(text=1.0, deeds=0.0, categories=0.0, provisions=0.0, emphasis=0.0))


def _deleted(narrative: Narrative, instrument: Instrument) -> list[float]:
    """The effect of deleting each sentence, its facts with it."""
    texts = [" ".join(narrative.sentences), *without_each(narrative.sentences)]
    root, *rows = instrument.scores([InstrumentQuery.of(extract_facts(text)) for text in texts])
    return [change_of_z(root, row) for row in rows]


def without_each(sentences: Sequence[str]) -> list[str]:
    """The narrative without its first sentence, without its second, and so on."""
    return [" ".join([*sentences[:place], *sentences[place + 1 :]]) for place in range(len(sentences))]


def _deeds(sentence: str) -> float:
    return float(sum(len(fact.spans) for fact in extract_facts(sentence).facts if fact.kind in DEEDS))


def _charge_words(path: Path) -> set[str]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {stem for row in rows for text in (row["chargeid"], *row["text"]) for stem in stems(text)}


def _auroc(narratives: Sequence[Narrative], scores: Sequence[Sequence[float]]) -> dict[str, Any]:
    wins, pairs = _pair_matrices(narratives, scores)
    halves = np.array([one.half for one in narratives])
    result: dict[str, Any] = {"all": _share(wins, pairs), "interval": _interval(wins, pairs)}
    for name in ("half A", "half B"):
        own = np.flatnonzero(halves == name)
        result[name] = _share(wins[np.ix_(own, own)], pairs[np.ix_(own, own)])
    return result


def _pair_matrices(
    narratives: Sequence[Narrative], scores: Sequence[Sequence[float]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Won and compared pairs between the marked sentences of one narrative and the unmarked ones of another."""
    rows = [
        (place, decisive, len(sentence.split()), score)
        for place, (one, own) in enumerate(zip(narratives, scores, strict=True))
        for sentence, decisive, score in zip(one.sentences, one.decisive, own, strict=True)
        if decisive is not None
    ]
    marked = np.array([row for row in rows if row[1]], dtype=float)
    others = np.array([row for row in rows if not row[1]], dtype=float)
    alike = np.abs(np.log(marked[:, 2][:, None] / others[:, 2][None])) < np.log(RATIO)
    won = (np.sign(marked[:, 3][:, None] - others[:, 3][None]) + 1) / 2 * alike
    size = (len(narratives), len(narratives))
    wins, pairs = np.zeros(size), np.zeros(size)
    index = (marked[:, 0].astype(int)[:, None], others[:, 0].astype(int)[None])
    np.add.at(wins, np.broadcast_arrays(*index), won)
    np.add.at(pairs, np.broadcast_arrays(*index), alike.astype(float))
    return wins, pairs


def _share(wins: NDArray[np.float64], pairs: NDArray[np.float64]) -> float:
    return round(float(wins.sum() / pairs.sum()), 3)


def _interval(wins: NDArray[np.float64], pairs: NDArray[np.float64]) -> list[float]:
    # Not scipy's bootstrap: a draw weighs a matrix of pairs, and counts do that in one product of matrices.
    rng = np.random.default_rng(0)
    drawn = rng.multinomial(len(wins), np.full(len(wins), 1 / len(wins)), size=SAMPLES).astype(float)
    shares = np.einsum("si,ij,sj->s", drawn, wins, drawn) / np.einsum("si,ij,sj->s", drawn, pairs, drawn)
    return [round(float(end), 3) for end in np.quantile(shares, [0.025, 0.975])]
