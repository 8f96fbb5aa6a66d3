"""What experts say about each case: which types of fact decide it, and how important each is.

A CSV file with one row per case, fact type and annotator:

    case_id,fact_type,dispositive,importance,annotator,note
    C12,Section,yes,1,first reader,
    C12,Numerical,no,4,first reader,the amount plays no part

`dispositive` is yes, no, or empty for "cannot say". `importance` is a rank or empty; 1 is the most important, and ranks
may be equal. Several annotators may judge one case: the majority decides, and a tie leaves the fact undecided.
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
from countercase.files import read_utf8

COLUMNS = ("case_id", "fact_type", "dispositive", "importance", "annotator", "note")
_VERDICTS = {"yes": True, "y": True, "1": True, "true": True, "no": False, "n": False, "0": False, "false": False}


@dataclass(frozen=True, slots=True)
class ExpertView:
    """What the experts say about one fact type of one case; None if they cannot say or disagree."""

    dispositive: bool | None
    importance: float | None
    annotators: int = 1


Annotations = Mapping[str, Mapping[FactType, ExpertView]]


def read_annotations(path: Path) -> dict[str, dict[FactType, ExpertView]]:
    """Case -> fact type -> the experts' view. Raises InputError with the line of a bad row."""
    text = read_utf8(path, "utf-8-sig", if_not_utf8="Save it as CSV UTF-8.")
    reader = csv.DictReader(io.StringIO(text, newline=""))
    missing = [column for column in COLUMNS[:4] if column not in (reader.fieldnames or ())]
    if missing:
        raise InputError(f"{path}: the column {missing[0]!r} is missing. The columns are {', '.join(COLUMNS)}.")
    given: dict[tuple[str, FactType], list[tuple[str, bool | None, float | None]]] = defaultdict(list)
    for row in reader:
        where = f"{path}:{reader.line_num}"
        case, annotator = (row["case_id"] or "").strip(), (row.get("annotator") or "").strip()
        if not case:
            raise InputError(f"{where}: case_id is empty. Fill it in or remove the row.")
        entry = given[case, _fact_type(where, row["fact_type"])]
        if any(annotator == other for other, _, _ in entry):
            raise InputError(
                f"{where}: {annotator or 'one annotator'} judges {case} {row['fact_type']} twice. Remove one row."
            )
        entry.append((annotator, _verdict(where, row["dispositive"]), _rank(where, row["importance"])))
    if not given:
        raise InputError(f"{path} has no annotations. Fill in at least one row.")
    views: dict[str, dict[FactType, ExpertView]] = defaultdict(dict)
    for (case, fact_type), entry in given.items():
        views[case][fact_type] = _joined([(verdict, rank) for _, verdict, rank in entry])
    return dict(views)


def template(cases: Iterable[str], annotator: str = "") -> str:
    """An empty sheet to fill in with a spreadsheet: one row for every fact type of every case."""
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


# The part of a perturbation tree that experts can check, read from the JSON that `countercase whatif` writes.


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Counts of verdicts on proposed changes. An abstention counts only as proposed."""

    accepted: int = 0
    rejected: int = 0
    abstained: int = 0

    def __add__(self, other: "Verdicts") -> "Verdicts":
        return Verdicts(
            self.accepted + other.accepted, self.rejected + other.rejected, self.abstained + other.abstained
        )

    @property
    def accept_rate(self) -> float | None:
        """The specification's rate: the share accepted of all proposed; None if nothing was proposed."""
        proposed = self.accepted + self.rejected + self.abstained
        return self.accepted / proposed if proposed else None

    @property
    def accept_rate_of_decided(self) -> float | None:
        """The share accepted of those that were decided; None if none was."""
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
    text = read_utf8(path, if_not_utf8="Give a tree that countercase whatif wrote.")
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}: not JSON: {error.msg}.") from None
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
        raise InputError(f"{path} is not a tree that we can read: {error}. Run countercase whatif again.") from None


def _typed(values: Mapping[str, Any], kind: type) -> dict[FactType, Any]:
    return {FactType(name): kind(value) for name, value in values.items()}


def _verdicts(counts: Mapping[str, Any]) -> Verdicts:
    return Verdicts(*(int(counts.get(key, 0)) for key in ("accepted", "rejected", "abstained")))


def _from_nodes(nodes: list[dict[str, Any]]) -> dict[FactType, float]:
    """Mean displacement over the edges of each fact type, as in the specification."""
    means: dict[FactType, list[float]] = defaultdict(list)
    for node in nodes:
        change, shift = node.get("perturbation"), node.get("shift")
        if change and shift and change["fact_type"] is not None:  # finer kinds of fact have none of the four types
            means[FactType(change["fact_type"])].append(float(shift["mean"]))
    return {fact_type: sum(values) / len(values) for fact_type, values in means.items()}
