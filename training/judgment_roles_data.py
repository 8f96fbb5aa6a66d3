"""Gathers what `training.judgment_roles` learns from into one folder that can travel to a machine with a GPU.

Run: python -m training.judgment_roles_data ARCTIC.onnx FOLDER

ARCTIC is the int8 file from which `training.start` begins. The folder gets the labelled judgments (train, dev),
judgments without labels (plain), judgments of which headings tell what some parts are (headed), the tokens that are
kept, and the encoder. Plain judgments that share sentences with labelled ones are left out.
"""

import io
import json
import lzma
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.record import DATA
from tokenizers import Tokenizer

from countercase.corpus.paragraphs import body_start, find_headings
from countercase.corpus.roles import ROLES
from countercase.corpus.sentence_roles import feature_table, load_sentence_roles
from countercase.domain.case import SectionType
from countercase.text.sentences import split_sentences
from training.section_roles import load
from training.sentence_roles import fold_of, out_of_fold
from training.sources import aila, scr

TOKENIZER = Path(__file__).parents[1] / "src" / "countercase" / "models" / "weights" / "encoder" / "tokenizer.json"
KEPT = 11_000  # tokens; the rest are read as unknown, which keeps the word table small
UNKNOWN, STOP = 100, 1012
HEAD, TAIL = 80, 32  # tokens of a long sentence that are read: how it begins and how it ends
SENTENCES = (30, 400)  # of a judgment that is learned from without labels
PLAIN = 2400  # judgments
SHARED = 3  # long sentences in common with a labelled judgment: it is the same one, or quotes it at length
HEADED = (SectionType.FACTS, SectionType.SUBMISSIONS, SectionType.ANALYSIS, SectionType.HELD)


@dataclass(frozen=True, slots=True)
class Document:
    """A judgment in sentences; a label is a role, or the heading above the sentence, or -1."""

    name: str
    sentences: list[str]
    labels: Sequence[int]
    likely: np.ndarray | None = None  # what the linear model says of each sentence
    fold: int = -1


def tidy(sentence: str) -> str:
    """One line, without the full stop."""
    return " ".join(sentence.split()).rstrip(". ")


def labelled(part: str) -> list[Document]:
    """Judgments with roles, and what a linear model that has not seen them says."""
    judgments = load(part)
    if part == "train":
        likely = out_of_fold(judgments)
    else:
        likely = [load_sentence_roles().probabilities(sentences) for sentences, _ in judgments]
    return [
        Document(f"{part}-{number}", [tidy(s) for s in sentences], labels.tolist(), chances, fold_of(sentences))
        for number, ((sentences, labels), chances) in enumerate(zip(judgments, likely, strict=True))
    ]


def plain(known: frozenset[str]) -> Iterator[Document]:
    """Judgments without labels, in an order of chance."""
    judgments = [*aila(DATA / "caselaw" / "aila2019")]
    random.Random(7).shuffle(judgments)
    openings: set[str] = set()
    count = 0
    for judgment in judgments:
        body = judgment.text[body_start(judgment.text) :]
        sentences = [tidy(span.of(body)) for span in split_sentences(body)]
        sentences = [sentence for sentence in sentences if sentence]
        same = sum(key in known for key in map(_key, sentences))
        opening = " ".join(map(_key, sentences[:4]))
        if not SENTENCES[0] <= len(sentences) <= SENTENCES[1] or same >= SHARED or opening in openings:
            continue
        openings.add(opening)
        likely = load_sentence_roles().probabilities(sentences)
        yield Document(judgment.id, sentences, [-1] * len(sentences), likely)
        count += 1
        if count == PLAIN:
            return


def headed() -> Iterator[Document]:
    """Judgments of 2023-24 with headings that say what some of their parts are; the headings are left out."""
    for judgment in scr(DATA / "caselaw" / "scr_2023_2024"):
        text = judgment.text
        body = body_start(text)
        headings = [heading for heading in find_headings(text) if heading.span.start >= body]
        if not any(heading.section in HEADED for heading in headings[:-1]):
            continue
        edges = [(body, None), *((h.span.end, h.section) for h in headings), (len(text), None)]
        sentences: list[str] = []
        labels: list[int] = []
        for number, ((start, section), (end, _)) in enumerate(pairwise(edges)):
            stop = headings[number].span.start if number < len(headings) else end
            closed = number < len(headings) or section is SectionType.HELD
            part = [tidy(span.of(text[start:stop])) for span in split_sentences(text[start:stop])]
            part = [sentence for sentence in part if sentence]
            sentences += part
            known = closed and section in HEADED
            labels += [HEADED.index(section) if known and section is not None else -1] * len(part)
        yield Document(judgment.id, sentences, labels)


def _key(sentence: str) -> str:
    """Letters only; nothing for short sentences, which many judgments share."""
    letters = re.sub(r"[^a-z]", "", sentence.lower())
    return letters if len(letters) > 60 else ""


class Coder:
    """Sentences to tokens."""

    def __init__(self) -> None:
        self._tokenizer = Tokenizer.from_file(str(TOKENIZER))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def __call__(self, document: Document) -> list[list[int]]:
        coded = [code.ids for code in self._tokenizer.encode_batch(document.sentences, add_special_tokens=False)]
        return [ids if len(ids) <= HEAD + TAIL else ids[:HEAD] + ids[-TAIL:] for ids in coded]


def arrays_of(documents: Sequence[Document], coded: Sequence[list[list[int]]], kept: frozenset[int]) -> dict[str, Any]:
    """All documents one after the other, in few arrays."""
    sentences = [[*(t if t in kept else UNKNOWN for t in ids), STOP] for part in coded for ids in part]
    stored = {
        "names": np.array([document.name for document in documents]),
        "counts": np.array([len(document.sentences) for document in documents], np.int32),
        "folds": np.array([document.fold for document in documents], np.int8),
        "lengths": np.array([len(ids) for ids in sentences], np.uint8),
        "tokens": np.array([token for ids in sentences for token in ids], np.uint16),
        "labels": np.array([label for document in documents for label in document.labels], np.int8),
        "features": np.packbits(np.vstack([feature_table(document.sentences) for document in documents]), axis=1),
    }
    if documents[0].likely is not None:
        likely = np.vstack([document.likely for document in documents if document.likely is not None])
        stored["likely"] = np.round(255 * likely).astype(np.uint8)
    return stored


def write(path: Path, arrays: dict[str, Any]) -> None:
    """An archive of arrays under xz."""
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    path.write_bytes(lzma.compress(stream.getvalue()))
    print(f"{path.name}: {path.stat().st_size / 2**20:.1f} MiB", flush=True)


def main(encoder: Path, folder: Path) -> None:
    """Write the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = {part: labelled(part) for part in ("train", "dev")}
    known = frozenset(_key(s) for documents in parts.values() for d in documents for s in d.sentences) - {""}
    parts["plain"], parts["headed"] = list(plain(known)), list(headed())
    coder = Coder()
    coded = {part: [coder(document) for document in documents] for part, documents in parts.items()}
    kept = _most_frequent(ids for part in ("train", "plain", "headed") for document in coded[part] for ids in document)
    for part, documents in parts.items():
        labels = Counter(label for document in documents for label in document.labels)
        print(part, len(documents), "judgments", dict(sorted(labels.items())), flush=True)
        write(folder / f"{part}.npz.xz", arrays_of(documents, coded[part], frozenset(kept)))
    width = feature_table(["x"]).shape[1]
    (folder / "shape.json").write_text(json.dumps({"roles": ROLES, "features": width, "tokens": kept}) + "\n")
    (folder / "arctic.onnx.xz").write_bytes(lzma.compress(encoder.read_bytes()))


def _most_frequent(sentences: Iterable[list[int]]) -> list[int]:
    counted: Counter[int] = Counter()
    for ids in sentences:
        counted.update(ids)
    special = {0, UNKNOWN, 101, 102, 103, STOP}
    return sorted(special | {token for token, _ in counted.most_common(KEPT - len(special))})


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
