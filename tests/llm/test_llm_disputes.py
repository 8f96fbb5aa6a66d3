"""A model may dispute a fact with words of the narrative; the fact stays, and nothing else gets through."""

from dataclasses import replace

import pytest
from tests.llm.scripted_server import Step, prompt_of, says, says_json
from tests.llm.small_model import model_over

from countercase.domain.facts import Dispute, FactSheet
from countercase.facts.edit import edit
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import from_json, to_json
from countercase.facts.words import describe
from countercase.llm.advisers import Advisers, Disputes, with_disputes

NARRATIVE = "The accused, aged 17, stabbed his uncle with a knife. The\nregister says that he was born in 1990."
SHEET = extract_facts(NARRATIVE)
AGE = next(place for place, fact in enumerate(SHEET.facts) if "age" in describe(fact))


def disputes(*rows: tuple[int, str, str]) -> Step:
    return says_json({"disputes": [{"fact": fact, "reason": reason, "quote": quote} for fact, reason, quote in rows]})


def asked(step: Step, sheet: FactSheet = SHEET) -> Disputes:
    with model_over(step, retries=0) as (model, _):
        return Advisers(model).dispute_facts(sheet, describe)


def test_the_disputed_fact_stays_and_says_why() -> None:
    found = asked(disputes((AGE + 1, "The register makes him older.", "The register says")))
    sheet = with_disputes(SHEET, found)
    assert [replace(fact, dispute=None) for fact in sheet.facts] == list(SHEET.facts)
    assert [place for place, fact in enumerate(sheet.facts) if fact.dispute] == [AGE]
    dispute = sheet.facts[AGE].dispute
    assert dispute == Dispute("scripted", "The register makes him older.", "The\nregister says")
    assert str(dispute).startswith("disputed by the model: The register makes him older. (“The")


@pytest.mark.parametrize(
    "row",
    [
        (AGE + 1, "He was older.", "he was older"),  # not in the narrative
        (AGE + 1, "He was older.", ""),
        (AGE + 1, " ", "aged 17"),  # no reason
        (0, "No such fact.", "aged 17"),
        (len(SHEET.facts) + 1, "No such fact.", "aged 17"),
    ],
)
def test_what_quotes_nothing_is_dropped_and_counted(row: tuple[int, str, str]) -> None:
    found = asked(disputes(row))
    assert (found.kept, found.dropped, found.path) == ((), 1, "model")
    assert with_disputes(SHEET, found) == SHEET


def test_a_fact_is_disputed_once() -> None:
    found = asked(disputes((AGE + 1, "First.", "aged 17"), (AGE + 1, "Second.", "aged 17")))
    assert [one.dispute.reason for one in found.kept] == ["First."]
    assert found.dropped == 1


@pytest.mark.parametrize("step", [says("all of it is wrong"), says(prompt_of), Step(status=500)])
def test_a_model_that_fails_disputes_nothing(step: Step) -> None:
    found = asked(step)
    assert (found.kept, found.path) == ((), "model failed")
    assert found.why


def test_an_empty_sheet_is_not_asked_about() -> None:
    with model_over(Step(status=500), retries=0) as (model, script):
        assert Advisers(model).dispute_facts(FactSheet("Nothing."), describe) == Disputes()
        assert script.asked == []


def test_facts_and_narrative_are_shown_as_data_within_the_limit() -> None:
    long = extract_facts(f"{NARRATIVE} " + "The knife was blunt. " * 400)
    with model_over(disputes(), context_characters=600) as (model, script):
        Advisers(model).dispute_facts(long, describe)
        sent = prompt_of(script.asked[0])
    assert f"{AGE + 1}. number: age of the accused: 17 years" in sent
    assert len(sent) < 3000


def test_a_dispute_goes_through_json_and_ends_with_a_change_of_its_fact() -> None:
    sheet = with_disputes(SHEET, asked(disputes((AGE + 1, "Older.", "aged 17"))))
    record = to_json(sheet)
    assert from_json(record) == sheet
    assert [("dispute" in fact) for fact in record["facts"]].count(True) == 1
    older = edit(sheet, sheet.facts[AGE], replace(sheet.facts[AGE], value=19.0))  # type: ignore[call-arg]
    assert all(fact.dispute is None for fact in older.facts)
    blunt = edit(sheet, sheet.facts[-1], None)
    assert sum(fact.dispute is not None for fact in blunt.facts) == 1
