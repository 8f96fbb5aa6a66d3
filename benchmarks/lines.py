"""Lines of law read from matters that lawyers have marked: recall, sides, and the lines that nobody marked.

Read as the product reads them: by the rules, and where they tell no event, by the learned reader. `by_rules` has the
counts of the rules alone.
"""

import argparse
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.record import DATA, write_result
from countercase.domain.checklist import ClauseReader, LawLine
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines import read_lines
from countercase.facts.lines.learned_events import read_events
from countercase.law.tables.acts import CODES, equivalents
from countercase.models.clause_matcher import built_in_matcher


@dataclass
class LineScore:
    """How the lines read compare with those marked."""

    marked: int = 0
    found: int = 0
    wrong_side: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    unmarked: list[str] = field(default_factory=list)
    read: int = 0

    @property
    def recall(self) -> float:
        """Share of the marked lines that were read with provision, side and place."""
        return self.found / self.marked if self.marked else 0.0

    def counts(self) -> dict[str, object]:
        """The figures alone."""
        return {
            "marked": self.marked,
            "found": self.found,
            "recall": round(self.recall, 3),
            "read": self.read,
            "on_wrong_side": len(self.wrong_side),
        }

    def record(self) -> dict[str, object]:
        """The figures for JSON, with the lines that were missed, misread or unmarked."""
        return {
            **self.counts(),
            "wrong_side": self.wrong_side,
            "missed": self.missed,
            "unmarked": self.unmarked,
        }


def score_lines(matters: Iterable[Mapping[str, Any]], reader: ClauseReader | None = None) -> LineScore:
    """Score the lines of matters of the form of `dev.json`, by the rules alone or with the learned reader."""
    score = LineScore()
    for matter in matters:
        narrative = matter["narrative"]
        lines = read_lines(narrative, events=read_events(narrative, reader) if reader else None)
        score.read += len(lines)
        confirmed: set[LawLine] = set()
        for marked in matter["lines"]:
            score.marked += 1
            near = [line for line in lines if _same(line, marked, narrative)]
            right = [line for line in near if line.stands.value == marked["stands"]]
            name = f"{matter['id']} {'/'.join(marked['provision'])}: {marked['quantity']} ({marked['stands']})"
            if right:
                score.found += 1
            else:
                (score.wrong_side if near else score.missed).append(name)
            confirmed.update(right)
        for line in lines:
            if line not in confirmed:
                score.unmarked.append(
                    f"{matter['id']} {line.provision} {line.stands}: {line.quantity}: {line.value} / {line.line}"
                )
    return score


def _same(line: LawLine, marked: Mapping[str, Any], narrative: str) -> bool:
    start = narrative.find(marked["quote"])
    quote = Span(start, start + len(marked["quote"]))
    read = {base for provision in line.provisions for base in _bases(provision.id)}
    return bool(read & {base for each in marked["provision"] for base in _bases(each)}) and any(
        span.overlaps(quote) for span in line.spans
    )


# What authors of the sets call Acts that our tables know by another short name.
_AUTHORS_NAMES = {
    "AT": "AdministrativeTribunals",
    "ATA": "AdministrativeTribunals",
    "RPA": "RPA1951",
    "ID": "IDA",
    "ISA": "Succession",
    "IncomeTax": "ITA",
    "CCA": "CommercialCourts",
    "DelhiRent": "DRC",
    "DPA": "DP",
    "RegistrationAct": "Registration",
    "SecurityInterestRules": "SIERules",
    "ICA": "Contract",
    "PoARules": "SCSTRules",
    "SCSTR": "SCSTRules",
    "PWDVA": "DV",
    "ProbationOfOffenders": "Probation",
    "JJRules2007": "JJRules",
    "ProbationofOffenders": "Probation",
    "SCRules": "SupremeCourtRules",
    "SpecificRelief": "SRA",
    "ConsumerProtection": "CPA2019",
    "CPA": "CPA2019",
    "TNGoondas": "TNPDA",
    "FCA": "FamilyCourts",
    "PG": "Gratuity",
    "IESO": "StandingOrders",
    "CCSTemporaryService": "CCSTS",
}


# Sections of the Juvenile Justice Act of 2000 that authors cite as those of the Act, which since 2015 has none such.
_AUTHORS_SECTIONS = {"JJ-2(k)": "JJ2000-2(k)", "JJ-7A": "JJ2000-7A"}


_ROMAN = ["", *"I II III IV V VI VII VIII IX X".split()]
_ROMAN_ORDER = re.compile(r"Order-([IVX]+)-")
_PART_OF_RULE = re.compile(r"(?<=\d)(?:\.\d+)+\Z")  # "1.3.2"


def as_our_tables_say(provision: str) -> str:
    """A provision as an author wrote it, by the short name of the Act that our tables have."""
    act, hyphen, section = _AUTHORS_SECTIONS.get(provision, provision).partition("-")
    section = _ROMAN_ORDER.sub(lambda roman: f"Order-{_ROMAN.index(roman[1])}-", section.removeprefix("Rule-"))
    return _AUTHORS_NAMES.get(act, act) + hyphen + _PART_OF_RULE.sub("", section)


def _bases(provision: str) -> set[str]:
    parsed = Provision.parse(as_our_tables_say(provision))
    if parsed.act not in CODES:
        return {parsed.base}
    return {other.base for other in equivalents(parsed)}


_MATTERS = Path(__file__).parent / "matters"
SETS = (
    "fresh",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth_lines",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth_lines",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twentyfirst",
    "twentysecond",
    "twentythird",
    "twentyfourth",
    "twentyfifth",
    "twentysixth",
    "twentyseventh",
    "twentyeighth",
    "twentyninth",
    "thirtieth",
    "thirtyfirst",
    "thirtysecond",
    "thirtythird",
    "thirtyfourth",
    "area_lines",
    "area_lines_held",
)


def main() -> None:
    """Score every set, or the files that are named, without recording those."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="matters of the form of ../shared/matters/dev.json")
    parser.add_argument("--show", action="store_true", help="list what was missed and what was misread")
    given = parser.parse_args()
    for path in given.files:
        score = score_lines(_matters(path), built_in_matcher())
        print(f"{path.stem}: {score.found} of {score.marked} found, {len(score.wrong_side)} on the wrong side")
        for line in [*score.wrong_side, *score.missed] if given.show else ():
            print(f"  {line}")
    if not given.files:
        _record()


def _record() -> None:
    """Score every set. By now the reader was developed on most of them: only first sight tells of other hands."""
    files = {"dev": DATA.parent / "matters" / "dev.json"}
    files |= {name: _MATTERS / f"{name}.json" for name in SETS}
    reader = built_in_matcher()
    sets = {name: _matters(path) for name, path in files.items() if path.is_file()}
    figures = {
        name: score_lines(matters, reader).record() | {"by_rules": score_lines(matters).counts()}
        for name, matters in sets.items()
    }
    write_result("lines", figures)


def _matters(path: Path) -> list[dict[str, Any]]:
    matters: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["matters"]
    return matters


if __name__ == "__main__":
    main()
