"""How well a draft is checked: errors of each kind planted among correct twins, and real judgments used as drafts.

Planted drafts are sentences of ours around facts of the catalogue, the table of overrulings and the tables of law;
quotations are drawn from the Reports and changed by one word. For the false alarms on real judgments the catalogue is
built anew without them, so that nothing was learned from the text that is checked.

Run: python -m benchmarks.draft_check
"""

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from training.catalogue import build, table_rows
from training.treatments import body_start, is_held_out

from benchmarks.record import DATA, write_result
from countercase.citator.catalogue import Catalogue, Decision, catalogue, telling_tokens
from countercase.citator.draft import check_draft
from countercase.citator.draft_checks import DraftVerdict
from countercase.citator.history import OverrulingKind, overrulings
from countercase.corpus.clean import clean
from countercase.domain.case import Case, CaseId

DAY = date(2025, 6, 30)
EACH = 100  # drafts of each kind
REPORTS = DATA / "caselaw" / "scr_2023_2024"


@dataclass(frozen=True, slots=True)
class Planted:
    """A sentence with an error, the same without it, and the problem that should be named."""

    wrong: str
    right: str
    problem: str


@dataclass(frozen=True, slots=True)
class Reports:
    """Judgments of the Reports by their SCR citation."""

    cases: dict[str, Case]

    def by_citation(self, normal: str) -> set[CaseId]:
        """The case that begins at this page."""
        return {CaseId(normal)} if normal in self.cases else set()

    def get(self, case_id: CaseId) -> Case:
        """One judgment."""
        return self.cases[case_id]


def measure() -> dict[str, Any]:
    """Errors found of each kind, false alarms on the correct twins, and false alarms on real judgments."""
    chance = random.Random(21)
    store = _reports()
    kinds: dict[str, Callable[[random.Random], Iterator[Planted]]] = {
        "citation does not exist": _no_such_citation,
        "name does not fit": _other_name,
        "not good law": _bad_law,
        "no such provision": _no_such_provision,
        "not in force": _not_in_force,
        "quotation not verbatim": lambda chance: _changed_quotation(chance, store),
    }
    planted = {kind: _score(list(make(chance))[:EACH], store) for kind, make in kinds.items()}
    found = sum(score["found"] for score in planted.values()) / sum(score["drafts"] for score in planted.values())
    return {"planted": planted, "found": round(found, 3), "real_judgments": _false_alarms(), "speed": _speed()}


def _score(drafts: list[Planted], store: Reports) -> dict[str, Any]:
    found = named = alarms = 0
    missed = []
    for draft in drafts:
        problems = [item.problem for item in check_draft(draft.wrong, DAY, store).wrong]
        found += bool(problems)
        named += draft.problem in problems
        if not problems:
            missed.append(draft.wrong)
        alarms += bool(check_draft(draft.right, DAY, store).wrong)
    return {
        "drafts": len(drafts),
        "found": found,
        "named_right": named,
        "alarms_on_twins": alarms,
        "missed": missed[:3],
    }


def _sure(chance: random.Random) -> Iterator[Decision]:
    """Decisions of the shipped catalogue that have an SCC page and that no row of the table speaks of."""
    known = catalogue()
    bad = {citation for row in overrulings() for citation in row.citations}
    numbers = list(range(len(known)))
    chance.shuffle(numbers)
    for number in numbers:
        decision = known.decision(number)
        has_page = any(" SCC " in citation for citation in decision.citations)
        if has_page and decision.decided and not bad & set(decision.citations) and telling_tokens(decision.name):
            yield decision


def _no_such_citation(chance: random.Random) -> Iterator[Planted]:
    known = catalogue()
    for number, decision in enumerate(_sure(chance)):
        year, neutral = decision.year, decision.citations[0]
        right = f"The point is settled by {decision.name}, {neutral}, on which the petitioner relies."
        made = (
            f"{year} INSC {max(known.last_number(year), 1500) + chance.randint(600, 3000)}",
            f"({2026 + chance.randint(1, 8)}) {chance.randint(1, 9)} SCC {chance.randint(1, 900)}",
            f"({year}) {chance.randint(35, 60)} SCC {chance.randint(1, 900)}",
            f"AIR {year} SC {chance.randint(11000, 40000)}",
        )[number % 4]
        yield Planted(right.replace(neutral, made), right, "does not exist")


def _other_name(chance: random.Random) -> Iterator[Planted]:
    decisions = _sure(chance)
    for first, second in zip(decisions, decisions, strict=False):
        page = next(citation for citation in first.citations if " SCC " in citation)
        if not telling_tokens(first.name) & telling_tokens(second.name):
            right = f"Reliance is placed on {first.name}, {page}."
            yield Planted(right.replace(first.name, second.name), right, "name does not fit")


def _bad_law(chance: random.Random) -> Iterator[Planted]:
    rows = [row for row in overrulings() if row.since <= DAY and row.citations]
    chance.shuffle(rows)
    strong = (
        OverrulingKind.OVERRULED,
        OverrulingKind.REVERSED,
        OverrulingKind.DISAPPROVED,
        OverrulingKind.PER_INCURIAM,
    )
    undone = {"I.C. Golak Nath v. State of Punjab", "N.N. Global Mercantile Private Limited v. Indo Unique Flame Ltd."}
    for row in rows:
        if row.by not in undone and (row.kind in strong or (row.kind is OverrulingKind.SUPERSEDED and not row.in_part)):
            wrong = f"The law was laid down in {row.case}, {row.citations[0]}, and binds this Court."
            right = f"The law was laid down in {row.case}, {row.citations[0]}, which was {row.words}."
            yield Planted(wrong, right, "not good law")


def _no_such_provision(chance: random.Random) -> Iterator[Planted]:
    acts = (
        ("Indian Penal Code", 512, 900, 299),
        ("Bharatiya Nyaya Sanhita, 2023", 359, 900, 101),
        ("Code of Criminal Procedure, 1973", 485, 900, 161),
        ("Bharatiya Nagarik Suraksha Sanhita, 2023", 532, 900, 187),
        ("Negotiable Instruments Act, 1881", 149, 400, 138),
    )
    for number in range(EACH):
        name, low, high, real = acts[number % len(acts)]
        right = f"The complaint was lodged under Section {real} of the {name} by the respondent."
        yield Planted(
            right.replace(f"Section {real}", f"Section {chance.randint(low, high)}"), right, "no such provision"
        )


def _not_in_force(chance: random.Random) -> Iterator[Planted]:
    for number in range(EACH):
        day = f"{chance.randint(1, 28)} {chance.choice(('March', 'May', 'August', 'October'))}"
        old = f"The incident took place on {day} 2019, and the charge is under Section 302 of the Indian Penal Code."
        new = f"The incident took place on {day} 2025, and the charge is under Section 103(1) of the BNS, 2023."
        if number % 2:
            yield Planted(old.replace("2019", "2025"), old, "not in force")
        else:
            yield Planted(new.replace("2025", "2019"), new, "not in force")


def _changed_quotation(chance: random.Random, store: Reports) -> Iterator[Planted]:
    for citation, case in sorted(store.cases.items()):
        sentences = [s for s in re.split(r"(?<=[a-z])\.\s+(?=[A-Z])", case.text) if 15 <= len(s.split()) <= 60]
        plain = [s for s in sentences if not re.search(r"[“”\"\[\]…]|\.\.|\d", s)]
        if not plain:
            continue
        quoted = chance.choice(plain)
        words = quoted.split()
        place = chance.randrange(3, len(words) - 2)
        changed = " ".join(
            [*words[:place], chance.choice(("not", "never", "plainly")), *words[place + chance.randint(0, 1) :]]
        )
        right = f"In {case.name}, {citation}, it was held: “{quoted}.”"
        yield Planted(right.replace(quoted, changed), right, "not verbatim")


def _reports() -> Reports:
    cases = {}
    for path in sorted(REPORTS.glob("2024_*.txt"))[:150]:
        year, volume, page = path.stem.split("_")[:3]
        citation = f"[{year}] {volume} SCR {page}"
        known = catalogue().by_citation(citation)
        if len(known) == 1:
            text = clean(path.read_text(encoding="utf-8", errors="replace")).text
            cases[citation] = Case(CaseId(citation), text, known[0].name)
    return Reports(cases)


def _false_alarms() -> dict[str, Any]:
    entries, complete = build(DATA, is_held_out)
    known = Catalogue(table_rows(entries), complete)
    counts: Counter[str] = Counter()
    for text, year in _held_out():
        for item in check_draft(text, date(year, 12, 31), known=known).items:
            counts[item.kind] += 1
            counts[f"{item.kind} wrong"] += item.verdict is DraftVerdict.WRONG
            counts[f"{item.kind} unknown"] += item.verdict is DraftVerdict.UNKNOWN
            counts[str(item.problem)] += item.verdict is DraftVerdict.WRONG
    alarms = counts["citation wrong"] + counts["provision wrong"]
    share = alarms / (counts["citation"] + counts["provision"])
    citations = counts["citation wrong"] / counts["citation"]
    return {
        "share_of_items": round(share, 4),
        "share_of_citations": round(citations, 4),
        **dict(sorted(counts.items())),
    }


def _held_out() -> Iterator[tuple[str, int]]:
    for path in sorted(REPORTS.glob("*.txt")):
        if is_held_out(path.stem):
            text = clean(path.read_text(encoding="utf-8", errors="replace")).text
            yield text[body_start(text) :], int(path.stem[:4])


def _speed() -> dict[str, float]:
    """Seconds for a draft of fifty pages (about 150,000 characters)."""
    text = Path(max(REPORTS.glob("2024_*.txt"), key=lambda path: path.stat().st_size)).read_text(encoding="utf-8")[
        :150_000
    ]
    start = time.perf_counter()
    check_draft(text, DAY)
    return {"fifty_pages_seconds": round(time.perf_counter() - start, 2)}


if __name__ == "__main__":
    write_result("draft_check", measure())
