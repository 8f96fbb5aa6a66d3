"""Scores extracted facts against narratives checked by hand, in tests/facts: two sets, each read before a first run."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.record import DATA
from countercase.domain import facts as f
from countercase.law.quantities.readings import BASE_UNIT, to_base

_TESTS = Path(__file__).parents[1] / "tests" / "facts"
FIRST_SET, SECOND_SET = _TESTS / "narratives.toml", _TESTS / "narratives_second.toml"
_LISTED = {
    "roles": "role",
    "relations": "relation",
    "evidence": "evidence",
    "instruments": "instrument",
    "results": "result",
    "acts": "act",
    "sections": "provision",
}
_NUMBERS = {"amounts": "amount", "ages": "age", "durations": "duration", "weights": "weight", "persons": "persons"}
TYPE_OF = {
    "provision": "Section",
    "party": "PartyType",
    "role": "PartyType",
    "relation": "PartyType",
    "evidence": "Evidence",
    "instrument": "Evidence",
    "result": "Evidence",
    **dict.fromkeys(("amount", "age", "duration", "weight", "persons", "date"), "Numerical"),
}


@dataclass(frozen=True, slots=True)
class Checked:
    """A narrative with the facts that a reader found in it, and those that may be left open."""

    id: str
    text: str
    facts: frozenset[str]
    open: frozenset[str]


def load_checked(answers_in: Path = FIRST_SET) -> list[Checked]:
    """The narratives of a set: forty in the first, forty-five in the second."""
    texts = narratives()
    gold = tomllib.loads(answers_in.read_text(encoding="utf-8"))
    return [
        Checked(name, texts[name], frozenset(_gold(answers)), frozenset(map(_open, answers.get("open", []))))
        for name, answers in gold.items()
    ]


def narratives() -> dict[str, str]:
    """AILA's queries and the charge-identification texts, by id."""
    found = {}
    for line in (DATA / "caselaw" / "aila2019" / "Query_doc.txt").read_text(encoding="utf-8").splitlines():
        name, _, text = line.partition("||")
        found[name] = text.strip()
    for line in (
        (DATA / "caselaw" / "charge_identification" / "sentences_dev.jsonl").read_text(encoding="utf-8").splitlines()
    ):
        record = json.loads(line)
        found[record["factid"]] = " ".join(record["text"])
    return found


def _gold(answers: Mapping[str, Any]) -> Iterator[str]:
    for side in ("petitioner", "respondent"):
        if side in answers:
            yield f"party {side} {answers[side]}"
    for key, kind in _LISTED.items():
        yield from (f"{kind} {value}" for value in answers.get(key, []))
    for key, kind in _NUMBERS.items():
        yield from (f"{kind} {_plain(kind, str(value))}" for value in answers.get(key, []))
    yield from (f"date {value}" for value in answers.get("dates", []))


def _plain(kind: str, value: str) -> str:
    """The number in its base unit; whose it is stays with an age."""
    number, _, holder = value.partition(": ")
    amount, _, unit = number.partition(" ")
    quantity = f.Quantity(kind)
    base = to_base(quantity, float(amount), _unit(quantity, unit))
    return f"{base:.2f}" + (f": {holder}" if holder else "")


def _unit(quantity: f.Quantity, unit: str) -> str:
    plural = unit if not unit or unit.endswith("s") else f"{unit}s"
    return plural or BASE_UNIT[quantity]


def _open(value: str) -> str:
    kind, _, rest = value.partition(" ")
    if kind in {"petitioner", "respondent"}:
        return f"party {value}"
    if kind in _NUMBERS.values() and "minute" not in rest:
        return f"{kind} {_plain(kind, rest)}"
    return value


def label(fact: f.Fact) -> str:
    """A fact in the words of the answers."""
    if isinstance(fact, f.SectionFact):
        return f"provision {fact.provision.id}"
    if isinstance(fact, f.PartyFact):
        return f"party {fact.side} {fact.party_type}"
    if isinstance(fact, f.RoleFact):
        return f"role {fact.role}" + (f": {fact.holder}" if fact.holder else "")
    if isinstance(fact, f.EvidenceFact):
        return f"evidence {fact.item}" + ("" if fact.status is f.EvidenceStatus.PRESENT else f": {fact.status}")
    return _number_label(fact) if isinstance(fact, f.NumericalFact) else f"{fact.kind} {fact.word}"


def _number_label(fact: f.NumericalFact) -> str:
    if fact.quantity is f.Quantity.DATE:
        return f"date {date.fromordinal(int(fact.value)).isoformat()}"
    base = to_base(fact.quantity, fact.value, fact.unit)
    whose = f": {fact.role}" if fact.quantity is f.Quantity.AGE and fact.role else ""
    return f"{fact.quantity} {base:.2f}{whose}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found rightly, wrongly and not at all in one narrative."""

    id: str
    right: frozenset[str]
    wrong: frozenset[str]
    missed: frozenset[str]


def judge(checked: Checked, sheet: f.FactSheet) -> Verdict:
    """Compare a sheet with the answers.

    A role or age without its holder is right, if less than could be said; one with a holder that the answers do not
    give is wrong.
    """
    found = {label(fact) for fact in sheet.facts}
    wanted = {bare(one) for one in checked.facts}
    right = {one for one in found if one in checked.facts or one in wanted}
    wrong = found - right - checked.open - {bare(one) for one in checked.open}
    missed = {one for one in checked.facts if one not in right and bare(one) not in {bare(good) for good in right}}
    return Verdict(checked.id, frozenset(right), frozenset(wrong), frozenset(missed))


def bare(name: str) -> str:
    """A role or age without its holder; anything else as it is."""
    kind, _, _ = name.partition(" ")
    return name.partition(": ")[0] if kind in {"role", "age"} else name


def f1_by(verdicts: list[Verdict], by_type: bool) -> dict[str, dict[str, float]]:
    """Precision, recall and F1 for each fact type, or for each kind."""
    counts: dict[str, Counter[str]] = {}
    for verdict in verdicts:
        for name in ("right", "wrong", "missed"):
            for one in getattr(verdict, name):
                kind = one.partition(" ")[0]
                group = TYPE_OF.get(kind) if by_type else kind
                if group:
                    counts.setdefault(group, Counter())[name] += 1
    return {group: _f1(count) for group, count in sorted(counts.items())}


def _f1(count: Counter[str]) -> dict[str, float]:
    right, wrong, missed = count["right"], count["wrong"], count["missed"]
    return {
        "precision": round(right / max(1, right + wrong), 4),
        "recall": round(right / max(1, right + missed), 4),
        "f1": round(2 * right / max(1, 2 * right + wrong + missed), 4),
        "facts": right + missed,
        "wrong": wrong,
    }
