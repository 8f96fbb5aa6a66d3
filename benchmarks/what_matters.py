"""What a lawyer would ask first, and how it is offered: `python -m benchmarks.what_matters [FILE ...]`.

A good change is offered where one of the first eight changes overlaps its quote; it has its law where that names one of
its provisions (the section, under either code). A silly change is offered where a change edits words inside its quote
to what it says, or edits nothing but words of the quote. A crossed line is offered where a change overlaps its quote,
says that a line is crossed, and names its provision. A change has three readings where the text
was rewritten or the supposition added to it. `--dump N` prints N edits for reading, `--dump N --added` N suppositions.
"""

import argparse
import hashlib
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.record import DATA, write_result
from countercase.counterfactual.propose import Proposer
from countercase.counterfactual.tree import changed_sheet
from countercase.counterfactual.validator import Ruling, Validator
from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import LawEffect, Perturbation, TextEdit
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import FactSheetError
from countercase.facts.edit import edit
from countercase.facts.extract import extract_facts
from countercase.law.ingredients import either_code
from countercase.models.clause_matcher import built_in_matcher

DEVELOPMENT = DATA.parent / "matters" / "dev.json"
FIRST = 8


def main() -> None:
    """Score the development matters, or the files that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--dump", type=int, default=0, help="print so many edits and stop")
    parser.add_argument("--added", action="store_true", help="dump suppositions that were added, not edits")
    parser.add_argument("--each", type=int, default=24, help="how many changes of a matter are dumped at the most")
    parser.add_argument("--show", action="store_true", help="print what was missed")
    parser.add_argument("--no-record", action="store_true")
    given = parser.parse_args()
    files = given.files or [DEVELOPMENT]
    matters = [matter for file in files for matter in json.loads(file.read_text(encoding="utf-8"))["matters"]]
    if given.dump:
        dump(matters, given.dump, given.each, given.added)
        return
    counts: Counter[str] = Counter()
    started = time.perf_counter()
    for matter in matters:
        count(matter, counts, given.show)
    figures = {
        "files": {file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in files},
        "matters": len(matters),
        "seconds_per_matter": round((time.perf_counter() - started) / len(matters), 2),
        **shares(counts),
    }
    if given.no_record:
        print(json.dumps(figures, indent=2))
    else:
        write_result("what_matters" if files == [DEVELOPMENT] else f"what_matters_{files[0].stem}", figures)


def shares(counts: Counter[str]) -> dict[str, Any]:
    """The figures of the issue."""
    return {
        "good_changes": counts["good"],
        "good_offered": round(counts["good offered"] / counts["good"], 3),
        "good_with_law": round(counts["good with law"] / counts["good"], 3),
        "silly_changes": counts["silly"],
        "silly_offered": round(counts["silly offered"] / counts["silly"], 3),
        "silly_words_touched": round(counts["silly touched"] / counts["silly"], 3),
        "crossed_lines": counts["crossed"],
        "crossed_offered": round(counts["crossed offered"] / counts["crossed"], 3) if counts["crossed"] else None,
        "changes": counts["changes"],
        "changes_with_edit": round((counts["searched"] - counts["supposed"]) / max(counts["changes"], 1), 3),
        "changes_with_three_readings": round(counts["searched"] / max(counts["changes"], 1), 3),
        "changes_with_law": round(counts["lawful"] / max(counts["changes"], 1), 3),
    }


def first_changes(sheet: FactSheet, most: int = FIRST) -> list[tuple[Perturbation, FactSheet]]:
    """The changes of the first level, as a tree takes them."""
    validate = Validator()
    taken: list[tuple[Perturbation, FactSheet]] = []
    for change in Proposer(sheet, reader=built_in_matcher())(sheet):
        if len(taken) == most:
            break
        try:
            changed = changed_sheet(sheet, change, edit)
        except FactSheetError:
            continue
        if changed is not None and validate(sheet, change, changed).decision is Ruling.ACCEPT:
            taken.append((change, changed))
    return taken


def spans_of(change: Perturbation) -> tuple[Span, ...]:
    """The words that a change is about."""
    return tuple(one.span for one in change.edits) + change.fact.spans


def count(matter: dict[str, Any], counts: Counter[str], show: bool = False) -> None:
    """Add one matter to the counts."""
    text = matter["narrative"]
    changes = [change for change, _ in first_changes(extract_facts(text))]
    counts["changes"] += len(changes)
    counts["searched"] += sum(bool(change.edits) or not change.is_supposed for change in changes)
    counts["supposed"] += sum(change.adds_supposition for change in changes)
    counts["lawful"] += sum(
        change.law is not None and change.law.effect is not LawEffect.NONE_KNOWN for change in changes
    )
    if show:
        print(f"== {matter['id']} {matter['area']}")
        for change in changes:
            law = change.law
            print(f"    {law.effect if law else '-'} | {law.provision if law else ''} | {change.sentence}")
    for good in matter["good_changes"]:
        quote = _span(text, good["quote"])
        over = [change for change in changes if any(span.overlaps(quote) for span in spans_of(change))]
        lawful = [change for change in over if _names(change, good["provision"])]
        counts.update({"good": 1, "good offered": bool(over), "good with law": bool(lawful)})
        if show and not lawful:
            print(f"  MISSED {good['quote']!r} {good['provision']} {[one.sentence for one in over]}")
    for silly in matter["silly_changes"]:
        quote = _span(text, silly["quote"])
        offered = [change for change in changes if _is_silly(change, quote, silly["to"], text)]
        touched = any(one.span.overlaps(quote) for change in changes for one in change.edits)
        counts.update({"silly": 1, "silly offered": bool(offered), "silly touched": touched})
        if show and offered:
            print(f"  SILLY {silly['quote']!r} {[one.sentence for one in offered]}")
    for line in matter["lines"]:
        if line["stands"] != "crossed":
            continue
        quote = _span(text, line["quote"])
        offered = [
            change
            for change in changes
            if change.law is not None
            and change.law.effect is LawEffect.CROSSES
            and any(span.overlaps(quote) for span in spans_of(change))
            and _names(change, line["provision"])
        ]
        counts.update({"crossed": 1, "crossed offered": bool(offered)})
        if show and not offered:
            print(f"  LINE {line['quote']!r} {line['provision']}")


def _is_silly(change: Perturbation, quote: Span, to: str, text: str) -> bool:
    """Whether the change puts the silly words in, or changes nothing but words of the quote."""
    spans = [one.span for one in change.edits] or list(change.fact.spans)
    inside = bool(spans) and all(quote.contains(span) for span in spans)
    return inside or any(one.text == to and one.span.of(text) != to for one in change.edits)


def _names(change: Perturbation, provisions: list[str]) -> bool:
    if change.law is None or change.law.provision is None:
        return False
    wanted = {other.base for one in provisions for other in (*either_code(Provision.parse(one)), Provision.parse(one))}
    named = [Provision.parse(provision) for provision in (change.law.provision, *change.law.also)]
    return any(other.base in wanted for own in named for other in (own, *either_code(own)))


def _span(text: str, quote: str) -> Span:
    start = text.index(quote)
    return Span(start, start + len(quote))


def dump(matters: list[dict[str, Any]], most: int, each: int, is_added: bool = False) -> None:
    """Edits or added suppositions as a reader sees them: the words before and after, in their sentence."""
    number = 0
    for matter in matters:
        text = matter["narrative"]
        for change, changed in first_changes(extract_facts(text), each):
            if changed.narrative == text or change.adds_supposition != is_added:
                continue
            number += 1
            print(f"{number:3} {matter['id']} {change.fact.kind} | {change.sentence}")
            for line in [shown(text, one) for one in change.edits] or [marked(text, changed.narrative)]:
                print(f"      {line}")
            if number == most:
                return


def shown(text: str, one: TextEdit) -> str:
    """One edit with the words around it."""
    begin = max(0, text.rfind(" ", 0, max(0, one.span.start - 80)))
    words = f"{text[begin : one.span.start]}[-{one.span.of(text)}-]{{+{one.text}+}}{text[one.span.end :][:90]}"
    return " ".join(words.split())


def marked(old: str, new: str) -> str:
    """What differs between two texts, with some words around it."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    begin = max(0, old.rfind(" ", 0, max(0, head - 70)))
    cut, put = old[head : len(old) - tail], new[head : len(new) - tail]
    words = f"{old[begin:head]}[-{cut}-]{{+{put}+}}{new[len(new) - tail :][:60]}"
    return " ".join(words.split())


if __name__ == "__main__":
    main()
