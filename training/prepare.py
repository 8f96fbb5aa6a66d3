"""Turns judgments and contracts into one compact pack: tokens, what may be masked, which passages belong together.

Run: python -m training.prepare --data DATA --citation-set DIR --tokenizer tokenizer.json --out PACK
Labels and queries are packed for evaluation; of them only the queries matter to training, to leave judgments out.
"""

import argparse
import csv
import functools
import hashlib
import json
import lzma
import re
import shutil
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from training.links import CITATION, Catalogue, Mention, find_mentions, key
from training.sources import Judgment, aila, aila_queries, in_abs, scr

PLAIN, NAME, NUMBER, CITED = 0, 1, 2, 3
CHUNK, STRIDE, WINDOW = 180, 150, 120  # words: passages as indexed, windows as asked
CAP = {"aila": 100_000, "scr": 100_000, "in_abs": 4500}
SURNAMES = set(
    "singh kumar ram lal prasad khan sharma gupta rao reddy das roy ghosh bose nair menon pillai iyer shah patel mehta"
    " jain chand devi bai begum mohd mohammad ali ahmed krishna mohan gopal hari shri smt".split()
)
_WORD = re.compile(r"\S+")
_BARE = re.compile(r"[^\w]+")


@functools.cache
def _word_hash(word: str) -> int:
    return zlib.crc32(_BARE.sub("", word).lower().encode())


def shingles(words: Sequence[str], size: int = 8, keep: int = 16) -> set[int]:
    """A fixed sample of the word runs of a text, to find texts that share long passages."""
    hashes = np.array([_word_hash(word) for word in words], dtype=np.uint64)
    hashes = hashes[hashes > 0]
    runs = np.zeros(max(0, len(hashes) - size + 1), dtype=np.uint64)
    for place in range(size):
        runs = runs * np.uint64(6364136223846793005) + hashes[place : place + len(runs)]
    runs ^= runs >> np.uint64(29)
    return set(runs[runs % np.uint64(keep) == 0].tolist())


class Vocabulary:
    """Words to token ids, each distinct word tokenised once."""

    def __init__(self, tokenizer: Path) -> None:
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._known: dict[str, list[int]] = {}

    def learn(self, words: Iterable[str]) -> None:
        new = sorted(word for word in set(words) if word not in self._known)
        for at in range(0, len(new), 50_000):
            part = new[at : at + 50_000]
            for word, encoding in zip(part, self._tokenizer.encode_batch(part, add_special_tokens=False), strict=True):
                self._known[word] = encoding.ids[:24]

    def ids(self, words: Iterable[str]) -> list[list[int]]:
        return [self._known[word] for word in words]


def name_words(judgments: Sequence[Judgment]) -> set[str]:
    """Words that are nearly always capitalised and not common to many judgments: people, places, firms."""
    upper: Counter[str] = Counter()
    total: Counter[str] = Counter()
    documents: Counter[str] = Counter()
    for judgment in judgments:
        bare = [_BARE.sub("", w) for w in judgment.text.split()[:6000]]
        words = [w for w in bare if w.isalpha() and len(w) > 1]
        lowered = [w.lower() for w in words]
        total.update(lowered)
        upper.update(low for w, low in zip(words, lowered, strict=True) if w[0].isupper())
        documents.update(set(lowered))
    common = 0.02 * len(judgments)
    rare = {w for w, n in total.items() if upper[w] > 0.8 * n and documents[w] < common}
    return rare | SURNAMES


def flags_of(text: str, spans: Sequence[tuple[int, int]], names: set[str]) -> tuple[list[str], list[int], list[int]]:
    """Words, their flags and their start offsets; `spans` are cited cases and citations."""
    words, starts = [], []
    for match in _WORD.finditer(text):
        words.append(match[0])
        starts.append(match.start())
    kinds = [PLAIN] * len(words)
    for place, word in enumerate(words):
        if any(c.isdigit() for c in word):
            kinds[place] = NUMBER
        elif word[0].isupper() and _BARE.sub("", word).lower() in names:
            kinds[place] = NAME
    for start, end in spans:
        for place in range(*np.searchsorted(starts, (start, end))):
            kinds[place] = CITED
    return words, kinds, starts


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


def cuad_pairs(folder: Path) -> list[tuple[int, str, str]]:
    """(category, question, passage) from the training half of the contracts."""
    texts = {_BARE.sub("", p.stem).lower(): p for p in (folder / "full_contract_txt").rglob("*.txt")}
    with (folder / "category_descriptions.csv").open(encoding="utf-8-sig") as stream:
        asked = {
            row[0].split("Category:")[-1].strip(): row[1].split("Description:")[-1].strip()
            for row in csv.reader(stream)
        }
    pairs = []
    with (folder / "master_clauses.csv").open(encoding="utf-8-sig") as stream:
        for row in csv.DictReader(stream):
            stem = re.sub(r"\.pdf.*$", "", row["Filename"], flags=re.I)
            path = texts.get(_BARE.sub("", stem).lower())
            if path is None or not cuad_training_half(path.stem):
                continue
            text = path.read_text(encoding="utf-8")
            for number, (category, question) in enumerate(asked.items()):
                pairs += [
                    (number, f"{category}: {question}" if len(pairs) % 2 else question, passage)
                    for passage in _passages(text, row.get(category, ""))
                ]
    return pairs


def cuad_training_half(stem: str) -> bool:
    """The half of the contracts that may be trained on; the other half is for reporting."""
    return int(hashlib.sha256(_BARE.sub("", stem).lower().encode()).hexdigest(), 16) % 2 == 0


def _passages(text: str, cell: str) -> list[str]:
    import ast

    try:
        quotes = ast.literal_eval(cell) if cell.startswith("[") else []
    except (ValueError, SyntaxError):
        return []
    found = []
    for quote in quotes[:2]:
        at = text.find(quote)
        if at >= 0 and len(quote) > 40:
            before = text[:at].split()[-40:]
            found.append(" ".join([*before, *text[at : at + 2500].split()][:CHUNK]))
    return found


def queries_of(citation_set: Path, data: Path) -> dict[str, list[dict[str, Any]]]:
    """The evaluation queries: development and held parts of the citation set, and AILA to report."""
    sets: dict[str, list[dict[str, Any]]] = {}
    for part in ("dev", "held"):
        lines = (citation_set / part / "queries.jsonl").read_text(encoding="utf-8").splitlines()
        sets[part] = [json.loads(line) for line in lines]
    narratives = aila_queries(data / "caselaw/aila2019")
    sets["aila"] = [{"_id": q, "text": text, "case_id": ""} for q, text in narratives.items()]
    return sets


def groups_of(prints: Sequence[set[int]]) -> list[int]:
    """Judgments that share a quarter of their sampled runs with an earlier one get its group number."""
    owner: dict[int, list[int]] = defaultdict(list)
    group: list[int] = []
    for place, shingle in enumerate(prints):
        shared: Counter[int] = Counter(other for run in shingle for other in owner[run][:5])
        top = shared.most_common(1)
        near = top and top[0][1] > 0.25 * min(len(shingle), len(prints[top[0][0]]))
        group.append(group[top[0][0]] if near else place)
        for run in shingle:
            owner[run].append(place)
    return group


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
    options = parser.parse_args()
    case_law = options.data / "caselaw"
    judgments = [
        *aila(case_law / "aila2019"),
        *scr(case_law / "scr_2023_2024"),
        *in_abs(case_law / "in_abs.tar.xz"),
    ]
    queries = queries_of(options.citation_set, options.data)
    builder = Builder(judgments, queries, options.tokenizer)
    for place in range(len(judgments)):
        builder.add_judgment(place)
    for name, part in queries.items():
        builder.add_queries(name, [query["text"] for query in part])
    builder.add_contracts(cuad_pairs(options.data / "contracts/cuad_v1"))
    builder.write(options.out)
    rows = options.out / "rows"
    (rows / "queries.json").write_text(
        json.dumps({name: [(q["_id"], q["case_id"]) for q in part] for name, part in queries.items()})
    )
    for part in ("dev", "held"):
        shutil.copy(options.citation_set / part / "qrels.tsv", rows / f"qrels_{part}.tsv")
    shutil.copy(options.citation_set / "corpus_ids.tsv", rows)
    judged = (case_law / "aila2019/relevance_judgments_priorcases.txt").read_text().split("\n")
    right = [line.split() for line in judged if line.endswith(" 1")]
    (rows / "qrels_aila.tsv").write_text("".join(f"{query}\t{case}\t1\n" for query, _, case, _ in right))


def may_train(
    judgments: Sequence[Judgment], groups: Sequence[int], queries: dict[str, list[dict[str, Any]]]
) -> list[bool]:
    """Not one whose facts are asked, nor its near-copy, nor one that shares long runs with an AILA query."""
    asked = {q["case_id"] for part in ("dev", "held") for q in queries[part]}
    barred = {g for j, g in zip(judgments, groups, strict=True) if j.id in asked}
    narratives: set[int] = set().union(*(shingles(q["text"].split()) for q in queries["aila"]))
    overlap = [len(shingles(j.text.split()) & narratives) >= 2 for j in judgments]
    allowed = [g not in barred and not o for g, o in zip(groups, overlap, strict=True)]
    print("judgments", len(judgments), "overlapping AILA queries", sum(overlap), "may train", sum(allowed))
    return allowed


class Builder:
    """Fills the evaluation stream (AILA, SCR, queries) and the training stream (IN-Abs, headnotes, contracts)."""

    def __init__(self, judgments: list[Judgment], queries: dict[str, list[dict[str, Any]]], tokenizer: Path) -> None:
        self.judgments = judgments
        self.groups = groups_of([shingles(j.text.split()) for j in judgments])
        self.trained = may_train(judgments, self.groups, queries)
        self.names = name_words(judgments)
        self.vocabulary = Vocabulary(tokenizer)
        self.catalogue = Catalogue((j.id, j.title, j.year) for j in judgments if j.title)
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
        words, kinds, starts = (part[first : first + CAP[judgment.source]] for part in (words, kinds, starts))
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
            target = self.catalogue.resolve(mention, self.judgments[place].year)
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
