"""Turns judgments and contracts into one compact pack: tokens, what may be masked, which passages belong together.

Run: python -m training.prepare --data DATA --citation-set DIR --tokenizer tokenizer.json --out PACK
Labels and queries are packed for evaluation; of them only the queries matter to training, to leave judgments out.
"""

import argparse
import json
import lzma
import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from training.bodies import OPENING, Openings
from training.contracts import cuad_pairs
from training.links import CITATION, Catalogue, Mention, find_mentions, key
from training.overlap import groups_of, may_train, shingles
from training.sources import Judgment, aila, aila_queries, in_abs, scr
from training.words import PLAIN, Vocabulary, flags_of, name_words

CHUNK, STRIDE, WINDOW = 180, 150, 120  # words: passages as indexed, windows as asked
CAP = {"aila": 100_000, "scr": 100_000, "in_abs": 4500}


def best_passages(piece: set[str], passages: Sequence[set[str]], idf: dict[str, float]) -> list[int]:
    """The two passages that say most of the piece, leaving out one that repeats it word for word."""
    weight = sum(idf.get(w, 0.0) for w in piece) or 1.0
    shares = [sum(idf.get(w, 0.0) for w in piece & passage) / weight for passage in passages]
    order = [place for place in np.argsort(shares)[::-1].tolist() if shares[place] < 0.85]
    return order[:2]


def pieces_of(headnote: str) -> list[str]:
    """Runs of sentences of 25 to 110 words."""
    out: list[str] = []
    held: list[str] = []
    for sentence in re.split(r"(?<=[.;–])\s+|\n+", headnote):
        held += sentence.split()
        if len(held) >= 45:
            out.append(" ".join(held[:110]))
            held = []
    if len(held) >= 25:
        out.append(" ".join(held))
    return out


class Pack:
    """Flat token and flag streams with offsets, filled document by document."""

    def __init__(self) -> None:
        self.tokens: list[np.ndarray[Any, Any]] = []
        self.flags: list[np.ndarray[Any, Any]] = []
        self.size = 0

    def add(self, ids: Sequence[Sequence[int]], kinds: Sequence[int]) -> tuple[int, np.ndarray[Any, Any]]:
        """Append; returns the offset and, for each word, its first token relative to it (and the end)."""
        lengths = np.fromiter((len(i) for i in ids), dtype=np.int32, count=len(ids))
        self.tokens.append(np.fromiter((t for i in ids for t in i), dtype=np.uint16))
        self.flags.append(np.repeat(np.asarray(kinds, dtype=np.uint8), lengths))
        at = self.size
        self.size += int(lengths.sum())
        return at, np.concatenate([[0], np.cumsum(lengths)])


def chunk_words(count: int) -> list[tuple[int, int]]:
    """Word ranges of the passages of a text."""
    if count <= CHUNK:
        return [(0, count)]
    return [(at, min(at + CHUNK, count)) for at in range(0, count - (CHUNK - STRIDE), STRIDE)]


def windows(words: int, size: int = WINDOW) -> list[tuple[int, int]]:
    """Word ranges of the windows of a query; a short tail joins the one before it."""
    starts = list(range(0, words, size))
    if len(starts) > 1 and words - starts[-1] < size // 3:
        starts.pop()
    return [(at, words if at == starts[-1] else at + size) for at in starts]


def queries_of(citation_set: Path, data: Path) -> dict[str, list[dict[str, Any]]]:
    """The evaluation queries: development and held parts of the citation set, and AILA to report."""
    sets: dict[str, list[dict[str, Any]]] = {}
    for part in ("dev", "held"):
        lines = (citation_set / part / "queries.jsonl").read_text(encoding="utf-8").splitlines()
        sets[part] = [json.loads(line) for line in lines]
    narratives = aila_queries(data / "caselaw/aila2019")
    sets["aila"] = [{"_id": q, "text": text, "case_id": ""} for q, text in narratives.items()]
    return sets


def write(path: Path, arrays: dict[str, np.ndarray[Any, Any]]) -> None:
    """One xz file a stream: 16-bit tokens want their own filter."""
    path.mkdir(parents=True, exist_ok=True)
    for name, array in arrays.items():
        filters = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 1, "pb": 1, "dict_size": 1 << 25}]
        (path / f"{name}.{array.dtype.str[1:]}.xz").write_bytes(
            lzma.compress(array.tobytes(), lzma.FORMAT_XZ, filters=filters)
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("data", "citation-set", "tokenizer", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--smoke", action="store_true", help="every fortieth judgment and query only: does it run?")
    options = parser.parse_args()
    case_law = options.data / "caselaw"
    judgments = [
        *aila(case_law / "aila2019"),
        *scr(case_law / "scr_2023_2024"),
        *in_abs(case_law / "in_abs.tar.xz"),
    ]
    queries = queries_of(options.citation_set, options.data)
    if options.smoke:
        judgments = judgments[::40]
        queries = {name: part if name == "aila" else part[::40] for name, part in queries.items()}
    builder = Builder(judgments, queries, options.tokenizer)
    for place in range(len(judgments)):
        builder.add_judgment(place)
    for name, part in queries.items():
        builder.add_queries(name, [query["text"] for query in part])
    builder.add_contracts(cuad_pairs(options.data / "contracts/cuad_v1"))
    builder.write(options.out)
    write_labels(options.out / "rows", options.citation_set, case_law / "aila2019", queries)


def write_labels(rows: Path, citation_set: Path, aila_folder: Path, queries: dict[str, list[dict[str, Any]]]) -> None:
    """Queries, candidates and judgments of relevance beside the rows, for evaluation."""
    asked = {name: [(query["_id"], query["case_id"]) for query in part] for name, part in queries.items()}
    (rows / "queries.json").write_text(json.dumps(asked))
    for name in ("dev", "held"):
        shutil.copy(citation_set / name / "qrels.tsv", rows / f"qrels_{name}.tsv")
    shutil.copy(citation_set / "dev" / "corpus.tsv", rows)
    judged = (aila_folder / "relevance_judgments_priorcases.txt").read_text().split("\n")
    right = [line.split() for line in judged if line.endswith(" 1")]
    (rows / "qrels_aila.tsv").write_text("".join(f"{query}\t{case}\t1\n" for query, _, case, _ in right))


class Builder:
    """Fills the evaluation stream (AILA, SCR, queries) and the training stream (IN-Abs, headnotes, contracts)."""

    def __init__(self, judgments: list[Judgment], queries: dict[str, list[dict[str, Any]]], tokenizer: Path) -> None:
        self.judgments = judgments
        self.groups = groups_of([shingles(j.text.split()) for j in judgments])
        self.trained = may_train(judgments, self.groups, queries)
        self.names = name_words(judgments)
        self.vocabulary = Vocabulary(tokenizer)
        self.catalogue = Catalogue((j.id, j.title, j.year) for j in judgments if j.title)
        self.openings = Openings(
            (j.id, " ".join(j.text.split()[j.body : j.body + OPENING]), j.year) for j in judgments if not j.title
        )
        self.place_of = {j.id: place for place, j in enumerate(judgments)}
        self.packs = {"eval": Pack(), "train": Pack()}
        self.rows: dict[str, list[tuple[int, ...]]] = defaultdict(list)
        self.keys: dict[str, int] = {}
        documents: Counter[str] = Counter()
        for judgment in judgments:
            documents.update(set(re.findall(r"[a-z]{3,}", judgment.text.lower())))
        self.idf = {w: float(np.log(len(judgments) / n)) for w, n in documents.items()}

    def put(self, pack: str, words: list[str], kinds: Sequence[int]) -> tuple[int, np.ndarray[Any, Any]]:
        """Tokenise the words and append them."""
        self.vocabulary.learn(words)
        return self.packs[pack].add(self.vocabulary.ids(words), kinds)

    def add_judgment(self, place: int) -> None:
        """Its tokens, its passages where it is a candidate, and where it may train its mentions and headnote."""
        judgment = self.judgments[place]
        candidate = judgment.source != "in_abs"
        mentions = find_mentions(judgment.text)
        spans = [(m.start, m.end) for m in mentions] + [m.span() for m in CITATION.finditer(judgment.text)]
        words, kinds, starts = flags_of(judgment.text, spans, self.names)
        first = 0 if candidate else judgment.body
        kept = slice(first, first + CAP[judgment.source])
        words, kinds, starts = words[kept], kinds[kept], starts[kept]
        at, offsets = self.put("eval" if candidate else "train", words, kinds)
        body = _body(judgment, words) if candidate else 0
        source = {"aila": 0, "scr": 1, "in_abs": 2}[judgment.source]
        head = int(offsets[min(body, len(words))])
        known = (self.groups[place], int(self.trained[place]), source, judgment.year or 0)
        self.rows["docs"].append((at, int(offsets[-1]), head, *known))
        if candidate:
            ranges = [(a, b) for a, b in chunk_words(len(words)) if b > a]
            self.rows["chunks"] += [(place, int(offsets[a]), int(offsets[b])) for a, b in ranges]
        if self.trained[place] and words:
            self.add_mentions(place, mentions, starts, offsets)
            if judgment.headnote:
                self.add_pieces(place, words, offsets, body)

    def add_mentions(
        self, place: int, mentions: Sequence[Mention], starts: list[int], offsets: np.ndarray[Any, Any]
    ) -> None:
        """Where the judgment cites which case, and which of them we have."""
        for mention in mentions:
            name = key(mention.petitioner, mention.respondent)
            word = int(np.searchsorted(starts, mention.start))
            if name is None or mention.start < starts[0] or word >= len(starts):
                continue
            token = int(offsets[word])
            self.rows["mentions"].append((place, token, self.keys.setdefault(name, len(self.keys))))
            year = self.judgments[place].year
            target = self.catalogue.resolve(mention, year) or self.openings.resolve(mention, year)
            if target and self.place_of[target] != place:
                self.rows["links"].append((place, token, self.place_of[target]))

    def add_pieces(self, place: int, words: Sequence[str], offsets: np.ndarray[Any, Any], body: int) -> None:
        """Pieces of the headnote, each with the two passages that say most of it."""
        ranges = [(body + a, body + b) for a, b in chunk_words(len(words) - body)][:60]
        passages = [set(re.findall(r"[a-z]{3,}", " ".join(words[a:b]).lower())) for a, b in ranges]
        for piece in pieces_of(self.judgments[place].headnote)[:14]:
            spans = [(m.start, m.end) for m in find_mentions(piece)] + [m.span() for m in CITATION.finditer(piece)]
            piece_words, kinds, _ = flags_of(piece, spans, self.names)
            at, ends = self.put("train", piece_words, kinds)
            best = best_passages(set(re.findall(r"[a-z]{3,}", piece.lower())), passages, self.idf)
            if best:
                bounds = [int(offsets[edge]) for which in (best[0], best[-1]) for edge in ranges[which]]
                self.rows["pieces"].append((place, at, at + int(ends[-1]), *bounds))

    def add_queries(self, name: str, texts: Sequence[str]) -> None:
        """The windows of an evaluation set."""
        for number, text in enumerate(texts):
            words = text.split()
            at, offsets = self.put("eval", words, [PLAIN] * len(words))
            which = {"dev": 0, "held": 1, "aila": 2}[name]
            ranges = windows(len(words))
            self.rows["windows"] += [(which, number, at + int(offsets[a]), at + int(offsets[b])) for a, b in ranges]

    def add_contracts(self, pairs: Sequence[tuple[int, str, str]]) -> None:
        """Contract questions and the passages that answer them."""
        for category, question, passage in pairs:
            edges: list[int] = []
            for text in (question, passage):
                words, kinds, _ = flags_of(text, [], set())
                at, offsets = self.put("train", words, kinds)
                edges += [at, at + int(offsets[-1])]
            self.rows["cuad"].append((category, *edges))

    def write(self, out: Path) -> None:
        """Both streams, four flags a byte, and the rows."""
        print({name: len(found) for name, found in self.rows.items()}, {n: p.size for n, p in self.packs.items()})
        for name, pack in self.packs.items():
            flags = np.concatenate(pack.flags)
            flags = np.pad(flags, (0, -len(flags) % 4)).reshape(-1, 4)
            packed = flags[:, 0] | flags[:, 1] << 2 | flags[:, 2] << 4 | flags[:, 3] << 6
            write(out / name, {"tokens": np.concatenate(pack.tokens), "flags": packed.astype(np.uint8)})
        write(out / "rows", {name: np.asarray(found, dtype=np.int32) for name, found in self.rows.items()})
        candidates = [j.id for j in self.judgments if j.source != "in_abs"]
        (out / "rows/ids.json").write_text(json.dumps(candidates))


def _body(judgment: Judgment, words: Sequence[str]) -> int:
    if judgment.source == "scr":
        return min(judgment.body, max(0, len(words) - 50))
    head = re.search(r"delivered by\s*:?[^\n]*\n", judgment.text[:4000])
    return len(judgment.text[: head.end()].split()) if head else min(30, len(words) // 4)


if __name__ == "__main__":
    main()
