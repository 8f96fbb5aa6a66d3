"""Traps of marked matters: facts that a hasty reader takes from words that deny them or that concern somebody else.

A trap is a quote and the kinds of fact that must not be read from it. It is fallen into if a fact of that kind and
status overlaps the quote. Some traps forbid a fact only `of` one person or quantity ("age of the deceased"): there, a
fact that belongs to somebody else, or measures something else, is right. A fact without an owner still counts.

Run: `python -m benchmarks.traps [FILE ...]`
"""

import argparse
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.record import DATA, write_result
from countercase.domain.facts import Fact, FactKind, NumericalFact, Quantity, RoleFact
from countercase.domain.span import Span
from countercase.facts.extract import extract_facts
from countercase.facts.persons import HOLDER_OF
from countercase.facts.words import describe
from countercase.models.clause_matcher import built_in_matcher

_MATTERS = Path(__file__).parent / "matters"
_SETS = tuple(
    "fresh second third fourth fifth sixth seventh tenth eleventh twelfth fourteenth fifteenth sixteenth seventeenth"
    " eighteenth nineteenth twentieth twentyfirst twentysecond twentythird twentyfourth twentyfifth"
    " twentysixth twentyseventh twentyeighth twentyninth thirtieth thirtyfirst thirtysecond thirtythird"
    " thirtyfourth".split()
)

# The kinds of the marks, which are wider than ours: a procedure is read as an act or as a document.
_KINDS: dict[str, frozenset[FactKind]] = {
    "section": frozenset({FactKind.PROVISION}),
    "provision": frozenset({FactKind.PROVISION}),
    "procedure": frozenset({FactKind.ACT, FactKind.EVIDENCE}),
    "weapon": frozenset({FactKind.INSTRUMENT}),
    "injury": frozenset({FactKind.RESULT, FactKind.ACT}),
    "person": frozenset({FactKind.PARTY, FactKind.ROLE}),
    "defence": frozenset({FactKind.ACT}),
    "number": frozenset({FactKind.NUMBER}),
}
_QUANTITY_OF_KIND = {
    "age": Quantity.AGE,
    "amount": Quantity.AMOUNT,
    "date": Quantity.DATE,
    "duration": Quantity.DURATION,
    "quantity": Quantity.WEIGHT,
}
# What a trap's `of` measures, by its words.
_QUANTITY_WORDS = (
    (Quantity.DATE, re.compile(r"\bdate\b")),
    (Quantity.AGE, re.compile(r"\bage\b")),
    (Quantity.WEIGHT, re.compile(r"\bweight\b|\bquantity\b")),
    (Quantity.PERSONS, re.compile(r"\bnumber of (?!injuries)|\bassembly\b")),
    (Quantity.DURATION, re.compile(r"\byears\b|\bdays\b|\bperiod\b|\bpossession\b|\bdelay\b|\bcustody\b")),
    (
        Quantity.AMOUNT,
        re.compile(
            r"\b(?:amount|price|income|rent|fine|debt|funds|consideration|bribe|proceeds|sum|award|cheque|compensation)\b"
        ),
    ),
)
_PERSON = re.compile(
    rf"\b(?:{'|'.join(HOLDER_OF)}|applicant|child|dependant|patient|driver|insurer|owner|wife|husband"
    r"|(?:a|p|r|d)-\d)s?\b|\b(?-i:[A-Z])[a-z]+\b",
    re.IGNORECASE,
)
_STOPWORDS = frozenset("the of and to in a an by for from that this which his her".split())
_HEAD = re.compile(r"\s(?:of|in|by|from|to|that|which|under|after)\s")


@dataclass
class TrapScore:
    """How many traps a set holds, and which were fallen into."""

    traps: int = 0
    fallen: list[str] = field(default_factory=list)  # the matter and the facts
    quotes: list[str] = field(default_factory=list)  # of each, and why it is a trap: not for the record

    def record(self) -> dict[str, object]:
        """The figures for JSON, with every trap that was fallen into."""
        share = len(self.fallen) / self.traps if self.traps else 0.0
        return {"traps": self.traps, "fallen": len(self.fallen), "share": round(share, 3), "fallen_into": self.fallen}


def score_traps(matters: Iterable[Mapping[str, Any]]) -> TrapScore:
    """Score the facts of matters of the form of `dev.json`."""
    score = TrapScore()
    for matter in matters:
        narrative = matter["narrative"]
        sheet = extract_facts(narrative, built_in_matcher())
        for trap in matter.get("traps", ()):
            score.traps += 1
            start = narrative.find(trap["quote"])
            quote = Span(start, start + len(trap["quote"]))
            near = [fact for fact in sheet.facts if any(span.overlaps(quote) for span in fact.spans)]
            forbidden = trap["forbidden"] if isinstance(trap["forbidden"], list) else [trap["forbidden"]]
            wrong = [fact for fact in near if any(is_forbidden(fact, each) for each in forbidden)]
            if wrong:
                facts = "; ".join(f"{describe(fact)}" for fact in wrong)
                score.fallen.append(f"{matter['id']}: {facts}")
                score.quotes.append(f"“{trap['quote']}” ({trap['why']})")
    return score


def forbidden_kinds(trap: Mapping[str, Any]) -> list[tuple[frozenset[FactKind | Quantity], str]]:
    """What a trap forbids: each time the kinds of fact, or what a number measures, and the owner or nothing."""
    forbidden = trap["forbidden"] if isinstance(trap["forbidden"], list) else [trap["forbidden"]]
    return [(_kinds_of(each["kind"]), each.get("of", "")) for each in forbidden]


def _kinds_of(kind: str) -> frozenset[FactKind | Quantity]:
    """The kinds of fact that the word of a mark stands for; none if it stands for none of ours."""
    if kind in _QUANTITY_OF_KIND:
        return frozenset({_QUANTITY_OF_KIND[kind]})
    if kind in _KINDS:
        return frozenset(_KINDS[kind])
    return frozenset({FactKind(kind)}) if kind in set(FactKind) else frozenset()


def is_forbidden(fact: Fact, forbidden: Mapping[str, str]) -> bool:
    """Whether a fact is what a trap forbids: its kind, its status and, where the trap says so, its owner."""
    quantity = _QUANTITY_OF_KIND.get(forbidden["kind"])
    if quantity is not None:
        if not isinstance(fact, NumericalFact) or fact.quantity is not quantity:
            return False
    elif fact.kind not in _KINDS.get(forbidden["kind"], {forbidden["kind"]}):
        return False
    if str(getattr(fact, "status", "present")) != forbidden.get("status", "present"):
        return False
    return "of" not in forbidden or _may_be_of(fact, forbidden["of"])


def _may_be_of(fact: Fact, owner: str) -> bool:
    """Whether a fact may be read as belonging to the person or quantity that a trap names."""
    if isinstance(fact, NumericalFact):
        measured = next((quantity for quantity, words in _QUANTITY_WORDS if words.search(owner)), None)
        if measured is not None and measured is not fact.quantity:
            return False
        # The sheet does not say what a date is the date of: the timeline does.
        return fact.quantity is not Quantity.DATE and _may_be_held_by(fact.role, owner)
    if isinstance(fact, RoleFact):
        return _may_be_held_by(fact.holder, owner)
    head = _HEAD.split(owner, maxsplit=1)[0]
    return _PERSON.search(owner) is not None or not _words(head).isdisjoint(_words(fact.word or ""))


def _may_be_held_by(role: str | None, owner: str) -> bool:
    """Whether a role may be the owner's: the same word, no role at all, or a party where the owner is a name."""
    if role is None:
        return True
    owners = {HOLDER_OF.get(word, word) for word in _words(owner)}
    if role in owners or _words(role) <= owners:
        return True
    names_a_role = not owners.isdisjoint(HOLDER_OF.values())
    is_a_name = re.search(r"\bof [A-Z]", owner) is not None
    return is_a_name and not names_a_role and role in HOLDER_OF.values()


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower())) - _STOPWORDS


def main() -> None:
    """Score the sets of marked matters, or the files that are named, without recording those."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="matters of the form of ../shared/matters/dev.json")
    given = parser.parse_args()
    if given.files:
        for path in given.files:
            score = score_traps(_matters(path))
            print(f"{path.stem}: {len(score.fallen)} of {score.traps} traps fallen into")
            for fallen, quote in zip(score.fallen, score.quotes, strict=True):
                print(f"  {fallen}: {quote}")
        return
    files = {"dev": DATA.parent / "matters" / "dev.json"} | {name: _MATTERS / f"{name}.json" for name in _SETS}
    figures = {name: score_traps(_matters(path)).record() for name, path in files.items() if path.is_file()}
    write_result("traps", figures)


def _matters(path: Path) -> list[dict[str, Any]]:
    matters: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["matters"]
    return matters


if __name__ == "__main__":
    main()
