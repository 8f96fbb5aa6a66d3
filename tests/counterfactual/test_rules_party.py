"""Parties move along legal axes; the tables hold together."""

from tests.counterfactual.small_matter import NEIGHBOURS, TENANT, sheet_of

from countercase.counterfactual.preconditions import all_decisive_evidence
from countercase.counterfactual.rules import propose_parties
from countercase.domain.case import PartyType
from countercase.domain.facts import PartyFact, RelationFact, RoleFact, Side
from countercase.law.near_provisions import all_steps, opposed
from countercase.law.tables.acts import acts


def test_a_tenant_becomes_a_licensee_and_keeps_his_side() -> None:
    change = next(iter(propose_parties(sheet_of(TENANT))))
    assert change.after == RoleFact(spans=(), role="licensee", holder="respondent")
    assert change.basis == "axis tenant > licensee (Easements-52)"
    assert change.sentence.startswith("What if the respondent were a licensee and not a tenant?")


def test_a_side_changes_its_kind() -> None:
    fact = PartyFact(spans=(), side=Side.RESPONDENT, party_type=PartyType.STATE)
    after = {
        change.after.party_type for change in propose_parties(sheet_of(fact)) if isinstance(change.after, PartyFact)
    }
    assert after == {PartyType.INDIVIDUAL, PartyType.CORPORATION}


def test_a_relation_changes_only_where_the_law_asks() -> None:
    siblings = RelationFact(spans=(), relation="siblings")
    assert [change.after for change in propose_parties(sheet_of(siblings))] == [
        RelationFact(spans=(), relation="acquaintances")
    ]
    assert not list(propose_parties(sheet_of(NEIGHBOURS)))  # nobody asks whether neighbours were in-laws


def test_each_direction_has_its_own_reason() -> None:
    reasons = {(step.before, step.after): step.why for step in all_steps()}
    assert reasons["grievous hurt", "hurt"] == "the injury is none of those that section 320 lists"
    assert reasons["hurt", "grievous hurt"] == "the injury is one of those that section 320 lists"
    assert all(reasons[after, before] != why for (before, after), why in reasons.items() if (after, before) in reasons)


def test_a_grown_accused_and_a_juvenile_are_told_apart_by_the_juvenile_justice_act() -> None:
    assert {step.provision.act for step in all_steps() if {step.before, step.after} == {"adult", "juvenile"}} == {"JJ"}


def test_an_unknown_role_is_left_alone() -> None:
    assert not list(propose_parties(sheet_of(RoleFact(spans=(), role="astronaut"))))


def test_the_ends_of_an_axis_are_opposed_both_ways() -> None:
    assert all(opposed(step.kind, step.after, step.before) for step in all_steps())
    assert all(step.before != step.after for step in all_steps())


def test_every_row_rests_on_an_act_that_we_know() -> None:
    assert {step.provision.act for step in all_steps()} <= set(acts())
    assert {row.provision.act for row in all_decisive_evidence()} <= set(acts())
