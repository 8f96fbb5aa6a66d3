"""Facts that a language model proposes must fit the closed lists, and yield to what the rules have read."""

import re

import pytest

from countercase.domain import facts as f
from countercase.domain.case import PartyType
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import FactSheetError
from countercase.facts.edit import edit
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import Added, add_facts, from_json, is_added, listed_names, to_json, typed
from countercase.facts.words import entries

TEXT = (
    "The accused, aged 17, stabbed his uncle with a knife. He put a sharp thing into him twice. Nobody had seen it "
    "happen but the cook. The lad had been on this earth sixteen summers. The uncle breathed his last. "
    "The charge was 302 of the code. He had two lakh in his bag. The accused did not pick the pocket."
)
SHEET = extract_facts(TEXT)


def at(quote: str) -> tuple[Span, ...]:
    spans = tuple(Span(one.start(), one.end()) for one in re.finditer(re.escape(quote), TEXT))
    assert spans, quote
    return spans


def offered(kind: str, quote: str, value: str | None = None, **more: str) -> f.SuggestedFact:
    return f.SuggestedFact(kind=f.FactKind(kind), quote=quote, spans=at(quote), value=value, **more)


def added(*proposals: f.SuggestedFact) -> Added:
    return add_facts(SHEET, proposals, "scripted")


@pytest.mark.parametrize(
    ("proposal", "expected"),
    [
        (
            offered("evidence", "seen it happen but the cook", "Eyewitness", status="disputed"),
            {"item": "eyewitness", "status": f.EvidenceStatus.DISPUTED},
        ),
        (offered("result", "breathed his last", "death"), {"result": "death"}),
        (offered("role", "The lad", "juvenile", of="the deceased"), {"role": "juvenile", "holder": "deceased"}),
        (offered("provision", "302 of the code", "Section 302 IPC"), {"provision": Provision.parse("IPC-302")}),
        (
            offered("party", "in his bag", "individual", of="appellant"),
            {"side": f.Side.PETITIONER, "party_type": PartyType.INDIVIDUAL},
        ),
        (
            offered("number", "sixteen summers", "16", quantity="age", unit="years", of="accused"),
            {"quantity": f.Quantity.AGE, "value": 16.0, "unit": "years", "role": "accused"},
        ),
    ],
)
def test_a_value_from_the_closed_lists_becomes_a_typed_fact(
    proposal: f.SuggestedFact, expected: dict[str, object]
) -> None:
    fact = typed(proposal, TEXT)
    assert fact.spans == proposal.spans
    assert {name: getattr(fact, name) for name in expected} == expected


@pytest.mark.parametrize(
    "proposal",
    [
        offered("act", "a sharp thing", "poking"),
        offered("act", "a sharp thing"),
        offered("evidence", "the cook", "eyewitness", status="likely"),
        offered("provision", "302 of the code", "Section 304 IPC"),  # not the number that is quoted
        offered("provision", "302 of the code", "the penal law"),
        offered("party", "in his bag", "individual"),  # on no side
        offered("number", "sixteen summers", "17", quantity="age", unit="years"),
        offered("number", "sixteen summers", "16", quantity="age", unit="rupees"),
        offered("number", "sixteen summers", "16"),
        offered("number", "sixteen summers", "many", quantity="age", unit="years"),
        offered("number", "sixteen summers", "1 May 2001", quantity="date", unit="day"),
    ],
)
def test_a_value_outside_the_lists_or_the_quote_is_refused(proposal: f.SuggestedFact) -> None:
    with pytest.raises(FactSheetError):
        typed(proposal, TEXT)
    found = added(proposal)
    assert (found.sheet, found.count, found.untyped, found.decided) == (SHEET, 0, (0,), 0)


def test_a_number_may_be_given_in_the_unit_of_the_quote_or_worked_out() -> None:
    for value, unit in (("2", "lakhs"), ("two lakh", "rupees")):
        fact = typed(offered("number", "two lakh", value, quantity="amount", unit=unit), TEXT)
        assert isinstance(fact, f.NumericalFact)
        assert fact.quantity is f.Quantity.AMOUNT


def test_an_addition_is_less_sure_than_any_rule_names_the_model_and_reads_back() -> None:
    found = added(
        offered("evidence", "but the cook", "eyewitness"), offered("role", "The lad", "juvenile", of="victim")
    )
    assert (found.count, found.untyped, found.decided) == (2, (), 0)
    new = [fact for fact in found.sheet.facts if is_added(fact)]
    assert [fact.found_by for fact in new] == ["model:scripted"] * 2
    assert max(fact.confidence for fact in new) < min(fact.confidence for fact in SHEET.facts)
    assert found.sheet.facts[: len(SHEET.facts)] == SHEET.facts
    assert from_json(to_json(found.sheet)) == found.sheet


@pytest.mark.parametrize(
    "proposal",
    [
        offered("act", "stabbed", "stabbing"),  # the same at the same place
        offered("act", "a sharp thing", "stabbing"),  # the same at another
        offered("act", "stabbed", "shooting"),  # the rules read another act there
        offered("evidence", "knife", "recovery"),  # the rules read another kind there
        offered("number", "aged 17", "17", quantity="age", unit="years"),
        offered("act", "pick the pocket", "theft"),  # the rules read a denial there
    ],
)
def test_rules_decide_what_they_have_read(proposal: f.SuggestedFact) -> None:
    found = added(proposal)
    assert (found.sheet, found.count, found.untyped, found.decided) == (SHEET, 0, (), 1)


def test_two_ends_of_an_axis_are_not_both_added() -> None:
    juvenile = offered("role", "The lad", "juvenile", of="accused")
    adult = offered("role", "the cook", next(iter(entries(f.FactKind.ROLE)["juvenile"].opposites)), of="accused")
    found = added(juvenile, adult)
    assert (found.count, found.decided) == (1, 1)


def test_no_two_facts_share_a_character() -> None:
    found = added(offered("role", "his uncle with", "juvenile"))
    assert (found.count, found.untyped) == (0, (0,))


def test_an_added_fact_can_be_changed_like_any_other() -> None:
    sheet = added(offered("evidence", "but the cook", "eyewitness")).sheet
    fact = next(filter(is_added, sheet.facts))
    changed = edit(sheet, fact, None)
    assert changed.narrative != TEXT
    assert from_json(to_json(changed)) == changed


def test_the_names_are_those_of_every_closed_list() -> None:
    kinds = [line.partition(":")[0] for line in listed_names().splitlines()]
    assert kinds == [kind for kind, fact_class in f.FACT_CLASSES.items() if fact_class.word_field]
    assert {"role", "evidence", "act"} <= set(kinds)
