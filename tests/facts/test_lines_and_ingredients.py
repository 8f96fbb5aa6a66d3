"""A line of law and the ingredient that it decides say the same."""

import csv
from pathlib import Path

import pytest

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.ingredients import read_ingredients
from countercase.facts.lines import read_lines
from countercase.law.ingredients import tables
from countercase.law.tables import periods, thresholds
from countercase.models.clause_matcher import built_in_matcher

_HERE = Path(__file__).parent
_LINES_PACKAGE = _HERE.parents[1] / "src" / "countercase" / "facts" / "lines"


def first_phrasings() -> list[tuple[str, str, str]]:
    """One text for each rule that decides an ingredient, on each of its sides."""
    texts: dict[tuple[str, str], str] = {}
    with (_HERE / "line_phrasings.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if any(rule.covers(row["rule"]) for rule in tables().lines):
                for side in ("within", "crossed"):
                    text = row["text"].replace("\\n", "\n").replace("{d}", row[side])
                    texts.setdefault((row["rule"], side), text)
    return [(rule, side, text) for (rule, side), text in texts.items()]


# Lines whose names are made of a section, an article or a count.
_MADE_UP = ("least ", "multiplier", "cofeposa-10", "deduction", "lim-64-year", "lim-65-year")


def test_every_line_in_the_table_is_drawn_by_some_reader() -> None:
    known = [*(rule.id for rule in periods.all()), *(rule.id for rule in thresholds.all())]
    code = "\n".join(path.read_text(encoding="utf-8") for path in _LINES_PACKAGE.glob("*.py"))
    for rule in tables().lines:
        name = rule.line.removesuffix("*")
        is_drawn = any(rule.covers(other) for other in known) or f'"{name}"' in code
        assert is_drawn or name.startswith(_MADE_UP), rule.line


@pytest.mark.parametrize(("rule", "side", "text"), first_phrasings())
def test_what_a_line_decides_is_read_as_the_line_says(rule: str, side: str, text: str) -> None:
    lines = read_lines(text)
    readings = {reading.id: reading.status for reading in read_ingredients(text, lines=lines)}
    answers: dict[str, set[str]] = {}
    for line in lines:
        for row in tables().lines:
            answer = row.within if line.stands == "within" else row.crossed
            if row.covers(line.rule) and answer is not None:
                answers.setdefault(row.ingredient, set()).add(str(answer))
    for ingredient, statuses in answers.items():
        if ingredient in readings and len(statuses) == 1:
            assert {str(readings[ingredient])} == statuses, ingredient


def written_rows() -> list[tuple[str, str, str]]:
    """Texts of which both sides are written down."""
    with (_HERE / "lines_and_ingredients.csv").open(encoding="utf-8", newline="") as file:
        return [(row["ingredient"], row["status"], row["text"]) for row in csv.DictReader(file)]


@pytest.mark.parametrize(("ingredient", "status", "text"), written_rows())
def test_the_line_decides(ingredient: str, status: str, text: str) -> None:
    read = {reading.id: reading.status for reading in read_ingredients(text, lines=read_lines(text))}
    assert read[ingredient] == status


@pytest.mark.parametrize(("stands", "status"), [(Stands.WITHIN, "met"), (Stands.CROSSED, "contrary")])
def test_a_line_is_not_overruled_by_the_learned_reader(stands: Stands, status: str) -> None:
    text = (
        "Trap, s.7 PC Act.\n08.03.2022 - Rs 3,000 bribe paid to the clerk, says PW-2.\n"
        "18.03.2022 - PW-2 lodges a written complaint with the Vigilance Bureau.\n"
    )
    start = text.index("18.03.2022")
    days, span = "days from the bribe to the report", Span(start, start + len("18.03.2022"))
    line = LawLine(Provision.parse("PC-8(1)"), days, "x", "7 days", stands, (span,), "", "pc-8-report")
    by_words = {reading.id: str(reading.status) for reading in read_ingredients(text, reader=built_in_matcher())}
    with_line = read_ingredients(text, lines=[line], reader=built_in_matcher())
    by_line = {reading.id: str(reading.status) for reading in with_line}
    assert by_words["bribery.giver-reports"] == "met"
    assert by_line["bribery.giver-reports"] == status


def test_what_a_disputed_age_decides_is_disputed() -> None:
    text = (
        "Charge under sections 363 and 376 IPC. The offence is of 12 May 2019. The school register gives the girl's"
        " birth as 3 March 2003.{}"
    )
    plain, disputed = (
        {entry.id: entry.status for entry in read_ingredients(told, lines=read_lines(told))}
        for told in (text.format(""), text.format(" Defence says she was above eighteen."))
    )
    assert plain["rape.age-below"] == "met"
    assert disputed["rape.age-below"] == "disputed"
