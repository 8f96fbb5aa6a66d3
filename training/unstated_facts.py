"""Teaches the learned reader which words that read like a fact state none of the matter.

    python -m training.unstated_facts gather FOLDER            the words that read like facts, and what they are
    python -m training.unstated_facts learn FOLDER [SET ...]   writes FOLDER/unstated.npz, measured on the sets named
    python -m training.unstated_facts put FOLDER SHIPPED       adds this head to the reader's file

Words that the traps of marked matters forbid, or that stand in a clause of another matter, of law, of a supposition or
of a denial (`training/ingredients/clause_kinds.txt`), state no fact. Other words that the rules read as a fact do. What
the rules pass over and nobody has marked is left out. The encoder stays as it is, so this takes half an hour on two
cores; do it again whenever the encoder has learned on.
"""

import hashlib
import json
import pickle
import sys
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np
import torch
from benchmarks.record import DATA
from benchmarks.traps import forbidden_kinds
from torch import nn

from countercase.domain.checklist import ASKED_KINDS
from countercase.domain.facts import FactKind, Quantity
from countercase.domain.span import Span, SpanSet
from countercase.facts.extract import extract_facts
from countercase.facts.listed import find_mentions
from countercase.facts.narrative import read_narrative
from countercase.facts.numbers import find_numbers
from countercase.law.provisions import find_provisions
from countercase.models.clause_matcher import ClauseMatcher
from countercase.text.printed_pages import mend_numbers
from countercase.text.sentences import clauses
from countercase.text.words import read_words
from training.clause_windows import INGREDIENTS, KINDS, read_kinds
from training.marked_matters import MATTERS, TOLD, plain_matters

HIDDEN, ROUNDS, BATCH, RATE, DECAY, DROPPED = 96, 12, 256, 1e-3, 3e-2, 0.3
OF_A_TRAP = 3.0  # weight of words in a matter whose traps are marked: nobody has looked at every clause of the others
SEEDS = 3
LAW = KINDS.index("L")
Words = tuple[FactKind, Span, Quantity | None]


@dataclass(frozen=True)
class Example:
    """Words that read like a fact: where they stand, of what kind it would be, and whether it is one."""

    source: str  # the set and the matter
    place: tuple[int, Span, FactKind]
    is_stated: bool
    is_kept: bool  # by the rules and the reader's kinds of clauses
    is_of_trap_set: bool


def read_like_facts(text: str) -> Iterator[Words]:
    """All words that the lists, the law module and the numbers know, whatever is said of them."""
    words = read_words(mend_numbers(text))
    for mention in find_mentions(words):
        yield mention.entry.kind, Span(words.starts[mention.first], words.ends[mention.last - 1]), None
    for cited in find_provisions(text):
        if cited.provision:
            yield FactKind.PROVISION, cited.span, None
    for number in find_numbers(words, SpanSet(())):
        for span in number.spans:
            yield FactKind.NUMBER, span, number.quantity


def examples_of(
    source: str, text: str, reader: ClauseMatcher, traps: list[dict[str, Any]] | None, coded: dict[int, int] | None
) -> tuple[list[Example], Any]:
    """The examples of a matter and their features. `traps` or the `coded` kinds of its clauses say what is no fact."""
    expanded = read_narrative(text).expanded
    bounds = clauses(expanded.text)
    starts, texts = [start for start, _ in bounds], [expanded.text[start:end] for start, end in bounds]
    by_rules = {(fact.kind, span) for fact in extract_facts(text).facts for span in fact.spans}
    kept = {(fact.kind, span) for fact in extract_facts(text, reader).facts for span in fact.spans}
    examples = []
    for kind, span, quantity in read_like_facts(text):
        if kind not in ASKED_KINDS:
            continue
        start, end = expanded.moved(span.start), expanded.moved(span.end - 1) + 1
        clause = bisect_right(starts, start) - 1
        if clause < 0 or end > bounds[clause][1]:
            continue
        is_read = any(own is kind and other.overlaps(span) for own, other in by_rules)
        if coded is not None:
            code = coded.get(clause, 0)
            is_stated = code == 0
            is_known = is_read if is_stated else not (kind is FactKind.PROVISION and code == LAW)
        else:
            forbidden = [
                trap
                for trap in traps or ()
                if (at := text.find(trap["quote"])) >= 0 and Span(at, at + len(trap["quote"])).overlaps(span)
            ]
            owners = [
                owner for trap in forbidden for kinds, owner in forbidden_kinds(trap) if (quantity or kind) in kinds
            ]
            is_stated = not owners
            # a number that is only not the number of something else is a fact all the same
            is_known = is_read if is_stated else not (kind is FactKind.NUMBER and all(owners))
        if is_known:
            place = (clause, Span(start - starts[clause], end - starts[clause]), kind)
            is_kept = any(own is kind and other.overlaps(span) for own, other in kept)
            examples.append(Example(source, place, is_stated, is_kept, coded is None))
    places = [example.place for example in examples]
    return examples, reader.unstated_features(texts, places) if places else None


def matters_to_read() -> Iterator[tuple[str, str, list[dict[str, Any]] | None, dict[int, int] | None]]:
    """The matters with marked traps, and those whose clauses were read for their kinds."""
    for path in (DATA.parent / "matters" / "dev.json", *sorted(MATTERS.glob("*.json"))):
        for matter in json.loads(path.read_text(encoding="utf-8"))["matters"]:
            if matter.get("traps"):
                yield f"{path.stem} {matter['id']}", matter["narrative"], matter["traps"], None
    kinds = read_kinds(INGREDIENTS / "clause_kinds.txt")
    folders = (TOLD, MATTERS, INGREDIENTS / "matters", INGREDIENTS / "matters" / "held")
    for path in sorted(path for folder in folders for path in folder.glob("*.*")):
        for source, text in plain_matters(path):
            if source in kinds:
                count, coded = kinds[source]
                if count == len(clauses(read_narrative(text).expanded.text)):
                    yield source, text, None, coded


def _gather(part: list[Any]) -> tuple[list[Example], list[Any]]:
    reader = ClauseMatcher(threads=1)
    examples, rows = [], []
    for source, text, traps, coded in part:
        own, features = examples_of(source, text, reader, traps, coded)
        examples += own
        rows += [features.astype(np.float16)] if own else []
    return examples, rows


def gather(folder: Path) -> None:
    """Write the examples and their features, two matters at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    matters = list(matters_to_read())
    with Pool(2) as workers:
        parts = workers.map(_gather, [matters[at : at + 50] for at in range(0, len(matters), 50)], chunksize=1)
    examples = [example for own, _ in parts for example in own]
    np.save(folder / "features.npy", np.concatenate([row for _, rows in parts for row in rows]))
    (folder / "examples.pkl").write_bytes(pickle.dumps(examples))
    print(len(matters), "matters,", len(examples), "examples,", sum(not e.is_stated for e in examples), "state no fact")


def learn(folder: Path, held: list[str]) -> None:
    """Learn from all but the sets held back, and print how many facts and traps each threshold costs there."""
    examples: list[Example] = pickle.loads((folder / "examples.pkl").read_bytes())  # written by `gather`
    features = np.load(folder / "features.npy").astype(np.float32)
    middle, spread = features.mean(0), features.std(0) + 1e-3
    no_fact = np.array([not example.is_stated for example in examples])
    sets = np.array([example.source.rsplit(" ", 1)[0] for example in examples])
    is_held = np.isin(sets, held)
    weight = np.array([OF_A_TRAP if example.is_of_trap_set else 1.0 for example in examples], dtype=np.float32)
    known = torch.from_numpy((features - middle) / spread)
    answers, weights = torch.from_numpy(no_fact.astype(np.float32)), torch.from_numpy(weight)
    nets = [_learn(known, answers, weights, np.where(~is_held)[0], seed) for seed in range(SEEDS)]
    first = torch.cat([net[1].weight for net in nets]).detach().numpy() / spread
    arrays = {
        "unstated.0.weight": first,
        "unstated.0.bias": torch.cat([net[1].bias for net in nets]).detach().numpy() - first @ middle,
        "unstated.1.weight": torch.cat([net[4].weight for net in nets], dim=1).detach().numpy() / SEEDS,
        "unstated.1.bias": sum(net[4].bias for net in nets).detach().numpy() / SEEDS,
    }
    np.savez(folder / "unstated.npz", **{name: value.astype(np.float16) for name, value in arrays.items()})
    if held:
        hidden = torch.nn.functional.gelu(torch.from_numpy(features[is_held] @ first.T + arrays["unstated.0.bias"]))
        odds = hidden.numpy() @ arrays["unstated.1.weight"].T + arrays["unstated.1.bias"]
        _print_costs(1 / (1 + np.exp(-odds[:, 0])), no_fact[is_held], np.array([e.is_kept for e in examples])[is_held])


def _learn(known: torch.Tensor, answers: torch.Tensor, weights: torch.Tensor, places: Any, seed: int) -> nn.Sequential:
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = nn.Sequential(
        nn.Dropout(DROPPED), nn.Linear(known.shape[1], HIDDEN), nn.GELU(), nn.Dropout(DROPPED), nn.Linear(HIDDEN, 1)
    )
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    steps = ROUNDS * -(-len(places) // BATCH)
    rates = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    for _ in range(ROUNDS):
        rng.shuffle(places)
        for at in range(0, len(places), BATCH):
            batch = torch.from_numpy(places[at : at + BATCH].copy())
            optimiser.zero_grad()
            loss = nn.functional.binary_cross_entropy_with_logits(
                net(known[batch])[:, 0], answers[batch], weight=weights[batch]
            )
            loss.backward()
            optimiser.step()
            rates.step()
    return net.eval()


def _print_costs(chance: Any, no_fact: Any, is_kept: Any) -> None:
    facts, traps = chance[is_kept & ~no_fact], chance[is_kept & no_fact]
    print(len(facts), "facts and", len(traps), "that are none are shown today;", len(chance[no_fact]), "none in all")
    for least in (0.1, 0.15, 0.2, 0.3, 0.4, 0.5):
        lost, caught, all_caught = ((each >= least).mean() for each in (facts, traps, chance[no_fact]))
        print(f"{least}: loses {lost:.3f} of the facts, {caught:.2f} of those that are none, {all_caught:.2f} of all")


def put(folder: Path, shipped: Path) -> None:
    """Add the head to the reader's file, and its hash to the manifest."""
    with np.load(shipped / "matcher.npz") as arrays, np.load(folder / "unstated.npz") as head:
        np.savez_compressed(shipped / "matcher.npz", **{**arrays, **head})
    manifest = json.loads((shipped / "clauses.json").read_text())
    manifest["sha256"]["matcher.npz"] = hashlib.sha256((shipped / "matcher.npz").read_bytes()).hexdigest()
    (shipped / "clauses.json").write_text(json.dumps(manifest, indent=1) + "\n")


if __name__ == "__main__":
    command, folder, *rest = sys.argv[1:]
    if command == "gather":
        gather(Path(folder))
    elif command == "learn":
        learn(Path(folder), rest)
    else:
        put(Path(folder), Path(rest[0]))
