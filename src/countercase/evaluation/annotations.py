"""What experts say about each case: which kinds of fact decide it, and how they rank.

A CSV file, one row for each case, fact type and annotator:

    case_id,fact_type,dispositive,importance,annotator,note
    C12,Section,yes,1,first reader,
    C12,Numerical,no,4,first reader,the amount plays no part

`dispositive` is yes, no or empty (cannot say). `importance` is a rank, 1 the most important, equal ranks allowed, or
empty. Several annotators may judge one case: the majority decides, a draw leaves the fact undecided.
"""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from countercase.domain.facts import FactType
from countercase.errors import InputError

COLUMNS = ("case_id", "fact_type", "dispositive", "importance", "annotator", "note")
_VERDICTS = {"yes": True, "y": True, "1": True, "true": True, "no": False, "n": False, "0": False, "false": False}


@dataclass(frozen=True, slots=True)
class ExpertView:
    """What the experts say of one fact type of one case; None where they cannot say or are divided."""

    dispositive: bool | None
    importance: float | None
    annotators: int = 1


Annotations = Mapping[str, Mapping[FactType, ExpertView]]


def read_annotations(path: Path) -> dict[str, dict[FactType, ExpertView]]:
    """Case -> fact type -> judgment; a bad row is an error with its line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. Check the name.") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start}). Save it as CSV UTF-8.") from None
    reader = csv.DictReader(io.StringIO(text, newline=""))
    missing = [column for column in COLUMNS[:4] if column not in (reader.fieldnames or ())]
    if missing:
        raise InputError(f"{path}: the column {missing[0]!r} is missing. The columns are {', '.join(COLUMNS)}.")
    given: dict[tuple[str, FactType], list[tuple[str, bool | None, float | None]]] = defaultdict(list)
    for row in reader:
        where = f"{path}:{reader.line_num}"
        case, annotator = (row["case_id"] or "").strip(), (row.get("annotator") or "").strip()
        if not case:
            raise InputError(f"{where}: case_id is empty.")
        entry = given[case, _fact_type(where, row["fact_type"])]
        if any(annotator == other for other, _, _ in entry):
            raise InputError(f"{where}: {annotator or 'one annotator'} judges {case} {row['fact_type']} twice.")
        entry.append((annotator, _verdict(where, row["dispositive"]), _rank(where, row["importance"])))
    if not given:
        raise InputError(f"{path} holds no annotation.")
    found: dict[str, dict[FactType, ExpertView]] = defaultdict(dict)
    for (case, fact_type), entry in given.items():
        found[case][fact_type] = _joined([(verdict, rank) for _, verdict, rank in entry])
    return dict(found)


def template(cases: Iterable[str], annotator: str = "") -> str:
    """An empty sheet: every fact type of every case, to be filled in a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for case in cases:
        writer.writerows([case, fact_type.value, "", "", annotator, ""] for fact_type in FactType)
    return out.getvalue()


def _joined(entries: list[tuple[bool | None, float | None]]) -> ExpertView:
    verdicts = [verdict for verdict, _ in entries if verdict is not None]
    yes, no = verdicts.count(True), verdicts.count(False)
    ranks = [rank for _, rank in entries if rank is not None]
    return ExpertView(
        None if yes == no else yes > no,
        sum(ranks) / len(ranks) if ranks else None,
        len(entries),
    )


def _fact_type(where: str, text: str | None) -> FactType:
    wanted = (text or "").strip().lower()
    for fact_type in FactType:
        if wanted == fact_type.value.lower():
            return fact_type
    known = ", ".join(fact_type.value for fact_type in FactType)
    raise InputError(f"{where}: there is no fact type {text!r}. Known: {known}.")


def _verdict(where: str, text: str | None) -> bool | None:
    wanted = (text or "").strip().lower()
    if wanted and wanted not in _VERDICTS:
        raise InputError(f"{where}: dispositive is yes, no or empty, not {text!r}.")
    return _VERDICTS.get(wanted)


def _rank(where: str, text: str | None) -> float | None:
    if not (text or "").strip():
        return None
    try:
        rank = float(text or "")
    except ValueError:
        rank = 0.0
    if not 1 <= rank <= 100:
        raise InputError(f"{where}: importance is a rank from 1 (most important) or empty, not {text!r}.")
    return rank


# What a perturbation tree says, as far as experts can check it. Read from the JSON that `countercase whatif` writes.


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Verdicts on proposed changes. An abstention is neither accept nor reject, but was proposed."""

    accepted: int = 0
    rejected: int = 0
    abstained: int = 0

    def __add__(self, other: "Verdicts") -> "Verdicts":
        return Verdicts(
            self.accepted + other.accepted, self.rejected + other.rejected, self.abstained + other.abstained
        )

    @property
    def accept_rate(self) -> float | None:
        """The specification's rate: accepted among all proposed; None where nothing was proposed."""
        proposed = self.accepted + self.rejected + self.abstained
        return self.accepted / proposed if proposed else None

    @property
    def accept_rate_of_decided(self) -> float | None:
        """Accepted among those that were decided."""
        decided = self.accepted + self.rejected
        return self.accepted / decided if decided else None


@dataclass(frozen=True, slots=True)
class SystemView:
    """One case as the system sees it. An untested fact type is absent, not 0."""

    case_id: str
    sensitivity: Mapping[FactType, float]
    controlled: Mapping[FactType, bool] = field(default_factory=dict)
    validation: Verdicts = Verdicts()
    advised: Verdicts = Verdicts()


def read_tree(path: Path) -> SystemView:
    """Read one tree file."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. Check the name.") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}: not JSON: {error.msg}.") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start}). It is no tree.") from None
    if not isinstance(content, dict) or not ("sensitivity" in content or "nodes" in content):
        raise InputError(f"{path} is not a tree: it has neither `sensitivity` nor `nodes`. Run: countercase whatif")
    try:
        sensitivity = content.get("sensitivity")
        return SystemView(
            str(content.get("case_id") or path.stem),
            _typed(sensitivity, float) if sensitivity is not None else _from_nodes(content["nodes"]),
            _typed(content.get("controlled") or {}, bool),
            _verdicts(content.get("validation") or {}),
            _verdicts(content.get("advised") or {}),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path} is not a tree that we can read: {error}.") from None


def _typed(values: Mapping[str, Any], kind: type) -> dict[FactType, Any]:
    return {FactType(name): kind(value) for name, value in values.items()}


def _verdicts(counts: Mapping[str, Any]) -> Verdicts:
    return Verdicts(*(int(counts.get(key, 0)) for key in ("accepted", "rejected", "abstained")))


def _from_nodes(nodes: list[dict[str, Any]]) -> dict[FactType, float]:
    """Mean displacement over the edges of each fact type, as the specification has it."""
    means: dict[FactType, list[float]] = defaultdict(list)
    for node in nodes:
        change, shift = node.get("perturbation"), node.get("shift")
        if change and shift and change["fact_type"] is not None:  # finer kinds of fact have none of the four types
            means[FactType(change["fact_type"])].append(float(shift["mean"]))
    return {fact_type: sum(values) / len(values) for fact_type, values in means.items()}
