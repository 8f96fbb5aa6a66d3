"""What the ingredient matcher learns from, as windows of tokens: whole matters, and clauses thrown together.

Clauses are read in windows, so that each is understood with its neighbours; windows are packed as
`countercase.models.clause_matcher` packs them. Run on the folder that `training.marked_matters` wrote:

    python -m training.clause_windows FOLDER

It writes `windows.npz`, all windows as arrays of numbers, so that nothing but arithmetic is left for the GPU.

`training/ingredients/clause_kinds.txt` says which clauses of some matters state no fact of the matter ("eight_a 47 of
16: 4O 9L": of sixteen clauses, the fifth and the tenth); others mark them in their text.
`training/ingredients/passages/*.txt` are short passages, divided by empty lines, in which every clause stands on a line
of its own behind its letter and a bar.
"""

import json
import random
import re
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from tokenizers import Tokenizer

from training import number_labels
from training.event_labels import EVENTS, Answer, Place, mentions, read_labels, read_passages, roles
from training.marked_matters import narrative_clauses

STATUSES = ("met", "contrary", "disputed")
WINDOW, LONGEST, CONTEXT = 256, 96, 48  # tokens; as in countercase.models.clause_matcher
FIRST, LAST, UNKNOWN, STOP = 101, 102, 100, 1012
MOST_CLAUSES, MOST_TOLD, MOST_DATED = 64, 96, 40  # of a window
KINDS = "FOLID"  # a fact of the matter, of another matter, law, a supposition, or denied in the same breath
INGREDIENTS = Path("training/ingredients")
VARIANTS = 3  # ways in which a clause is jotted down; each is tokenised once


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens that are read together; each clause's number, first and last token; and what the clauses tell."""

    tokens: list[int]
    clauses: list[tuple[int, int, int]]
    told: list[tuple[int, int, int]] = field(default_factory=list)  # clause, ingredient, status
    asked: frozenset[int] = frozenset()  # subjects whose ingredients a clause might tell
    raised: frozenset[int] | None = None  # subjects of a whole matter; None for clauses thrown together
    is_marked: bool = True  # False where nobody has said what the clauses tell
    kinds: dict[int, int] = field(default_factory=dict)  # of the clauses, where somebody has said it
    is_older: bool = False  # than some ingredients, which its author could not mark
    half: int = -1  # of the matters: each half is learned by one of two teachers and read by the other
    # of each date, length and other number: first token, last, later and earlier event, and what it counts
    dated: list[tuple[int, int, int, int, int]] = field(default_factory=list)


Events = Mapping[tuple[int, Place], Answer]  # by clause, and place in it
Numbers = Mapping[tuple[int, Place], int]
Told = TypeVar("Told", Answer, int)


class Lesson:
    """Everything learned from, in numbers."""

    def __init__(self, folder: Path) -> None:
        learned = json.loads((folder / "learned.json").read_text())
        self.rows = learned["ingredients"]
        self.tokens = learned["tokens"]
        self.number = {row["id"]: place for place, row in enumerate(self.rows)}
        self.subjects = sorted({row["subject"] for row in self.rows})
        self.subject_number = {subject: place for place, subject in enumerate(self.subjects)}
        self.subject_of = [self.subject_number[row["subject"]] for row in self.rows]
        self.area_of = {self.subject_number[row["subject"]]: row["area"] for row in self.rows}
        self.matters = learned["matters"]
        self.unmarked = learned["unmarked"]
        examples = [row for row in learned["examples"] if row["ingredient"] in self.number]
        for row in self.rows:
            examples += [{"ingredient": row["id"], "status": s, "text": row[s]} for s in STATUSES[:2] if row[s]]
        self.phrases = [row for row in examples if row.get("register") == "way"]
        self.sentences = [row for row in examples if row.get("register") != "way"]
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._kept = frozenset(self.tokens)
        marked = {name for matter in self.matters if matter["is_older"] for _, name, _ in matter["told"]}
        self.newer = [row["id"] not in marked for row in self.rows]  # than the matters marked by the list
        self._kinds = read_kinds(INGREDIENTS / "clause_kinds.txt")
        self.passages = [passage for path in sorted(INGREDIENTS.glob("passages/*.txt")) for passage in passages(path)]
        self._events = read_labels(EVENTS / "matters.txt") | read_labels(EVENTS / "lawyers.txt")
        self._numbers_told = number_labels.read_labels()
        self.numbered = number_labels.read_passages()
        self.dated = [passage for path in sorted(EVENTS.glob("passages_*.txt")) for passage in read_passages(path)]
        self.dated += list(self._only_dated())
        self._known: dict[str, tuple[list[int], list[tuple[int, int]]]] = {}

    def _only_dated(self) -> Iterator[tuple[list[str], dict[tuple[int, Place], Answer]]]:
        """The matters of `benchmarks/matters` of whose clauses nothing is told but the events of their dates."""
        is_told = {matter["source"] for matter in self.matters}
        for source, (count, events) in read_labels(EVENTS / "lawyers.txt").items():
            if source not in is_told and len(clauses := narrative_clauses(source)) == count:
                yield clauses, events

    def groups(self, checked: dict[str, list[dict[str, Any]]]) -> Iterator[tuple[str, list[Window]]]:
        """Windows by kind: matters as they are and jotted down, clauses thrown together, unmarked pages, checks."""
        yield "rows", [next(self.windows([row["text"]])) for row in self.rows]
        yield (
            "matters",
            [window for matter in self.matters for window in self.matter_windows(matter, matter["clauses"])],
        )
        for variant in range(VARIANTS):
            rng = random.Random(variant)
            jottings = [[jotted(clause, variant) for clause in matter["clauses"]] for matter in self.matters]
            yield (
                f"jotted {variant}",
                [w for pair in zip(self.matters, jottings, strict=True) for w in self.matter_windows(*pair)],
            )
            phrases = rng.sample(self.phrases, len(self.phrases) // (2 * (variant + 1)))
            yield f"together {variant}", list(self._thrown_together(self.sentences + phrases, rng))
        yield (
            "passages",
            [
                window
                for clauses, kinds in self.passages
                for variant in range(VARIANTS)
                for window in self.windows(
                    [jotted(clause, variant) for clause in clauses], is_marked=False, kinds=dict(enumerate(kinds))
                )
            ],
        )
        yield (
            "dated passages",
            [
                window
                for clauses, events in self.dated
                for variant in range(VARIANTS)
                for jottings in ([jotted(clause, variant) for clause in clauses],)
                for window in self.windows(jottings, _moved(events, clauses, jottings), is_marked=False)
            ],
        )
        yield (
            "numbered passages",
            [
                window
                for clauses, numbers in self.numbered
                for variant in range(VARIANTS)
                for jottings in ([jotted(clause, variant) for clause in clauses],)
                for window in self.windows(jottings, None, _moved(numbers, clauses, jottings), is_marked=False)
            ],
        )
        yield "unmarked", [window for text in self.unmarked for window in self.windows(text, is_marked=False)]
        for name, matters in checked.items():
            yield f"check {name}", [w for m in matters for w in self.matter_windows(m, m["clauses"])]

    def encode(self, text: str) -> list[int]:
        """The tokens of a clause; what is not kept becomes unknown."""
        return self._coded(text)[0]

    def _coded(self, text: str) -> tuple[list[int], list[tuple[int, int]]]:
        """The tokens of a clause, and the characters of each but the last."""
        if text not in self._known:
            encoding = self._tokenizer.encode(text, add_special_tokens=False)
            ids = [token if token in self._kept else UNKNOWN for token in encoding.ids[:LONGEST]]
            self._known[text] = ([*ids, STOP], encoding.offsets[:LONGEST])
        return self._known[text]

    def windows(
        self, clauses: Sequence[str], events: Events | None = None, numbers: Numbers | None = None, **rest: Any
    ) -> Iterator[Window]:
        """Pack clauses into windows. Each begins with the last clauses of the one before, as context."""
        coded = [self.encode(clause) for clause in clauses]
        at = 0
        while at < len(coded):
            first = at
            while first and sum(map(len, coded[first - 1 : at])) <= CONTEXT:
                first -= 1
            tokens = [FIRST, *(token for clause in coded[first:at] for token in clause)]
            places: list[tuple[int, int, int]] = []
            while at < len(coded) and (not places or len(tokens) + len(coded[at]) < WINDOW):
                places.append((at, len(tokens), len(tokens) + len(coded[at])))
                tokens += coded[at]
                at += 1
            dated = list(self._dated(clauses, places, events or {}, numbers))
            yield Window([*tokens, LAST], places, dated=dated, **rest)

    def _dated(
        self, clauses: Sequence[str], places: Sequence[tuple[int, int, int]], events: Events, numbers: Numbers | None
    ) -> Iterator[tuple[int, int, int, int, int]]:
        """The tokens of each date, length and number, its events and what it counts where somebody has told it.

        In a matter whose numbers were told, those without a word count nothing.
        """
        for clause, first, _ in places[:MOST_CLAUSES]:
            told = {place: answer for (number, place), answer in events.items() if number == clause}
            counted = {place: code for (number, place), code in (numbers or {}).items() if number == clause}
            dated, numbered = mentions(clauses[clause]), number_labels.mentions(clauses[clause])
            for place in sorted({*dated, *told, *counted, *(numbered if numbers is not None else ())}):
                offsets = self._coded(clauses[clause])[1]
                own = [at for at, (start, end) in enumerate(offsets) if start < place[1] and place[0] < end]
                is_part = place not in told and any(a < place[1] and place[0] < b for a, b in told)
                if own and not (is_part and place not in numbered):
                    code = counted.get(place, 0 if numbers is not None and place in numbered else -1)
                    yield (first + own[0], first + own[-1] + 1, *told.get(place, (-1, -1)), code)

    def matter_windows(self, matter: dict[str, Any], clauses: Sequence[str]) -> list[Window]:
        """The windows of a whole matter."""
        told = self._numbers(matter["told"])
        raised = frozenset(self.subject_of[ingredient] for _, ingredient, _ in told)
        asked = raised | {self.subject_number[name] for name in matter["raised"] if name in self.subject_number}
        count, coded = self._kinds.get(matter.get("source", ""), (0, {}))
        if matter.get("kinds"):
            count, coded = len(clauses), {clause: KINDS.index(kind) for clause, kind in matter["kinds"]}
        is_read = count == len(clauses)  # and not cut in another way since
        kinds = {clause: coded.get(clause, 0) for clause in range(count)} if is_read else {}
        count, events = self._events.get(matter.get("source", ""), (0, {}))
        moved = _moved(events, matter["clauses"], clauses) if count == len(clauses) else None
        count, numbers = self._numbers_told.get(matter.get("source", ""), (0, {}))
        counted = _moved(numbers, matter["clauses"], clauses) if count == len(clauses) else None
        half = zlib.crc32(matter["clauses"][0].encode()) & 1 if matter["clauses"] else -1
        return list(
            self.windows(
                clauses,
                moved,
                counted,
                told=told,
                asked=asked,
                raised=raised,
                kinds=kinds,
                half=half,
                is_older=matter["is_older"],
            )
        )

    def _thrown_together(self, examples: list[dict[str, str]], rng: random.Random) -> Iterator[Window]:
        """Single clauses of subjects that occur together, as if they were a matter; each is used once."""
        left: dict[int, list[dict[str, str]]] = {}
        for row in rng.sample(examples, len(examples)):
            left.setdefault(self.subject_of[self.number[row["ingredient"]]], []).append(row)
        together = self._together()
        while left:
            subject = rng.choice(sorted(left))
            near = [other for other in left if self.area_of[other] == self.area_of[subject]]
            group = rng.choice(together[subject]) if subject in together and rng.random() < 0.6 else rng.sample(near, 1)
            picked = []
            for _ in range(rng.randint(4, 14)):
                usable = [other for other in {subject, *group} if other in left]
                if not usable:
                    break
                chosen = rng.choice(sorted(usable))
                picked.append(left[chosen].pop())
                if not left[chosen]:
                    del left[chosen]
            rng.shuffle(picked)
            told = self._numbers((at, row["ingredient"], row["status"]) for at, row in enumerate(picked))
            asked = frozenset(self.subject_of[self.number[row["ingredient"]]] for row in picked)
            jottings = [jotted(row["text"].rstrip(". "), rng.randrange(VARIANTS)) for row in picked]
            yield from self.windows(jottings, told=told, asked=asked)

    def _together(self) -> dict[int, list[list[int]]]:
        """For each subject, the subjects of each matter in which it occurs."""
        together: dict[int, list[list[int]]] = {}
        for matter in self.matters:
            group = sorted({self.subject_of[ingredient] for _, ingredient, _ in self._numbers(matter["told"])})
            for subject in group:
                together.setdefault(subject, []).append(group)
        return together

    def _numbers(self, told: Any) -> list[tuple[int, int, int]]:
        return [
            (clause, self.number[name], STATUSES.index(status))
            for clause, name, status in told
            if name in self.number and status in STATUSES
        ]


def _moved(
    events: Mapping[tuple[int, Place], Told], clauses: Sequence[str], jottings: Sequence[str]
) -> dict[tuple[int, Place], Told]:
    """The events of clauses, at the places of the same words in their jottings; what was lost there is left out."""
    moved: dict[tuple[int, Place], Told] = {}
    for (clause, (start, end)), answer in events.items():
        words = clauses[clause][start:end].removeprefix("the ")
        at = jottings[clause].find(words)
        if at >= 0 and jottings[clause].count(words) == 1:
            moved[clause, (at, at + len(words))] = answer
    return moved


def read_kinds(path: Path) -> dict[str, tuple[int, dict[int, int]]]:
    """For each matter that was read: how many clauses it had, and the kinds of those that state no fact of it."""
    read: dict[str, tuple[int, dict[int, int]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        source, _, rest = line.partition(" of ")
        count, _, coded = rest.partition(":")
        read[source] = (int(count), {int(code[:-1]): KINDS.index(code[-1]) for code in coded.split()})
    return read


def passages(path: Path) -> list[tuple[list[str], list[int]]]:
    """The passages of a file: their clauses, and the kind of each."""
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    lines = [[line.split("|", 1) for line in block.splitlines() if line[1:2] == "|"] for block in blocks]
    return [([text for _, text in block], [KINDS.index(kind) for kind, _ in block]) for block in lines if block]


@cache
def jotted(text: str, variant: int) -> str:
    """The text as a junior might jot it down: without articles, behind a date, with a slip of the scanner."""
    rng = random.Random(f"{variant}/{text}")
    if rng.random() < 0.35:
        text = re.sub(r"\b(?:the|a|an|was|were|is|are|has been|had been)\s", "", text, flags=re.IGNORECASE)
    if rng.random() < 0.15:
        text = f"{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.20{rng.randint(10, 24)} - {text}"
    words = text.split()
    if words and rng.random() < 0.1:
        place = rng.randrange(len(words))
        words[place] = words[place].replace("l", "1", 1)
    return " ".join(words)


def arrays(windows: Sequence[Window], subjects: int) -> dict[str, Any]:
    """The windows as arrays, each as long as the longest may be."""
    count = len(windows)
    made = {
        "tokens": np.zeros((count, WINDOW + LONGEST + 2), dtype=np.uint16),
        "clause_of": np.full((count, WINDOW + LONGEST + 2), -1, dtype=np.int8),
        "told": np.full((count, MOST_TOLD, 3), -1, dtype=np.int16),
        "asked": np.zeros((count, subjects), dtype=bool),
        "raised": np.zeros((count, subjects), dtype=bool),
        "size": np.array([(len(w.tokens), min(len(w.clauses), MOST_CLAUSES)) for w in windows], dtype=np.int16),
        "is_whole": np.array([window.raised is not None for window in windows]),
        "is_marked": np.array([window.is_marked for window in windows]),
        "is_older": np.array([window.is_older for window in windows]),
        "half": np.array([window.half for window in windows], dtype=np.int8),
        "kind": np.full((count, MOST_CLAUSES), -1, dtype=np.int8),
        "dated": np.full((count, MOST_DATED, 5), -1, dtype=np.int16),
    }
    for row, window in enumerate(windows):
        made["tokens"][row, : len(window.tokens)] = window.tokens
        place_of = {clause: place for place, (clause, _, _) in enumerate(window.clauses[:MOST_CLAUSES])}
        for place, (_, start, end) in enumerate(window.clauses[:MOST_CLAUSES]):
            made["clause_of"][row, start:end] = place
        for clause, place in place_of.items():
            made["kind"][row, place] = window.kinds.get(clause, -1)
        for place, dated in enumerate(window.dated[:MOST_DATED]):
            made["dated"][row, place] = dated
        told = [(place_of[clause], which, status) for clause, which, status in window.told if clause in place_of]
        for place, pair in enumerate(told[:MOST_TOLD]):
            made["told"][row, place] = pair
        made["asked"][row, sorted(window.asked)] = True
        made["raised"][row, sorted(window.raised or ())] = True
    return made


def main(folder: Path) -> None:
    """Write all windows of a folder."""
    lesson = Lesson(folder)
    checked = json.loads((folder / "check.json").read_text())
    groups = dict(lesson.groups(checked))
    counts = {name: len(windows) for name, windows in groups.items()}
    counts |= {
        "single clauses": len(lesson.sentences),
        "phrases": len(lesson.phrases),
        "whole matters": len(lesson.matters),
    }
    names = {
        "ids": np.array([row["id"] for row in lesson.rows]),
        "subjects": np.array(lesson.subjects),
        "roles": np.array(roles()),
        "subject_of": np.array(lesson.subject_of),
        "newer": np.array(lesson.newer),
        "kept": np.array(lesson.tokens, dtype=np.int32),
        "counts": np.array(json.dumps(counts)),
    }
    made = {f"{name}/{key}": v for name, w in groups.items() for key, v in arrays(w, len(lesson.subjects)).items()}
    np.savez_compressed(folder / "windows.npz", **names, **made)
    print(counts)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
