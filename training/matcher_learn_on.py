"""Lets the shipped ingredient matcher learn on where there is no GPU: all of it, on two cores, in about an hour.

    python -m training.matcher_learn_on few PACK FOLDER    writes a smaller pack: matters of other hands, some older
    python -m training.clause_windows FOLDER               cuts it into windows
    python -m training.matcher_learn_on learn FOLDER/windows.npz ARCTIC.npz SHIPPED OUT [ROUNDS]
    python -m training.matcher_learn_on mix FOLDER/windows.npz ARCTIC.npz SHIPPED OUT/N.pt SHARE OUT

PACK is the folder that `training.marked_matters` wrote, ARCTIC what `training.start` wrote. `learn` keeps the weights
after each round; `mix` writes the weighted mean of the shipped weights and those of a round as a reader that the
product loads. The mean forgets less of what the shipped reader knew than the round alone.
"""

import json
import random
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import torch

from training.bert import load
from training.ingredient_matcher import Steps, measure
from training.matcher_lesson import BATCH, Lesson
from training.matcher_model import Matcher, export, taken_up

MATTERS = Path("training/ingredients")
OLDER = 1_000  # matters by the list's own authors, so that they are not forgotten
JOTTED = 0.5  # share of the jotted-down windows that are read in a round
SHARES = {"dated passages": 0.2, "numbered passages": 0.5, "passages": 0.2}
ROUNDED_FROM = 0.6  # of the time: from then on it learns with the rounding of the int8 model


def write_few(pack: Path, folder: Path) -> None:
    """Each matter of another hand once, some of the older ones, and no pages of judgments."""
    folder.mkdir(parents=True, exist_ok=True)
    learned = json.loads((pack / "learned.json").read_text())
    others = {path.stem for kind in ("judged", "told") for path in (MATTERS / kind).glob("*.json")}
    chosen = {}
    older = []
    for matter in learned["matters"]:
        source = matter.get("source", "")
        if source.rsplit(" ", 1)[0] in others:
            chosen[source] = matter
        else:
            older.append(matter)
    matters = random.Random(7).sample(older, OLDER) + list(chosen.values())
    learned |= {"matters": matters, "unmarked": [["Nothing is told here"]]}
    (folder / "learned.json").write_text(json.dumps(learned))
    for name in ("check.json", "tokenizer.json"):
        shutil.copy(pack / name, folder / name)
    print(len(chosen), "matters of other hands,", OLDER, "older ones")


def round_of(lesson: Lesson, number: int) -> Iterator[list[int]]:
    """The batches of a round: every matter, half of them jotted down, and some passages; like lengths together."""
    rng = random.Random(number)
    places = list(lesson.places["matters"])
    for group, share in {f"jotted {number % 3}": JOTTED, **SHARES}.items():
        own = lesson.places[group]
        places += rng.sample(own, int(share * len(own)))
    rng.shuffle(places)
    batches = []
    for at in range(0, len(places), 40 * BATCH):
        chunk = sorted(places[at : at + 40 * BATCH], key=lambda place: lesson.sizes[place, 0])
        batches += [chunk[first : first + BATCH] for first in range(0, len(chunk) - BATCH + 1, BATCH)]
    rng.shuffle(batches)
    yield from batches


def learn(windows: Path, arctic: Path, shipped: Path, out: Path, rounds: int = 3) -> None:
    """Learn, measure after each round, and keep its weights."""
    torch.manual_seed(7)
    out.mkdir(parents=True, exist_ok=True)
    lesson = Lesson(windows)
    model = taken_up(shipped, load(arctic), lesson)
    steps = Steps(model.train(), lesson, "here")
    begin, done, is_rounded = time.time(), 0, False
    count = rounds * len(list(round_of(lesson, 0)))
    for number in range(rounds):
        model.train()
        total = 0.0
        for taken, places in enumerate(round_of(lesson, number), 1):
            share = min(1.0, done / count)
            steps.set_rates(share)
            if share >= ROUNDED_FROM and not is_rounded:
                steps.round_as_int8()
                is_rounded = True
            total += float(steps.take(places))
            done += 1
            if taken % 20 == 0:
                print(number, done, "of", count, round(total / taken, 3), f"{time.time() - begin:.0f} s", flush=True)
        torch.save(model.state_dict(), out / f"{number}.pt")
        print("round", number, {check: measure(model, lesson, check) for check in lesson.checks}, flush=True)


def mix(windows: Path, arctic: Path, shipped: Path, learned: Path, share: float, out: Path) -> None:
    """Write the mean of the shipped weights and the learned ones, which have `share` in it."""
    lesson = Lesson(windows)
    model: Matcher = taken_up(shipped, load(arctic), lesson)
    before = model.state_dict()
    after = before | torch.load(learned, weights_only=True)  # which may leave out what was not learned
    model.load_state_dict(
        {name: (1 - share) * before[name] + share * after[name].to(before[name].dtype) for name in before}
    )
    export(model, lesson, out, {"mixed": {check: measure(model, lesson, check) for check in lesson.checks}})


if __name__ == "__main__":
    command, *given = sys.argv[1:]
    if command == "few":
        write_few(*map(Path, given))
    elif command == "learn":
        learn(*map(Path, given[:4]), *map(int, given[4:]))
    else:
        mix(*map(Path, given[:4]), float(given[4]), Path(given[5]))
