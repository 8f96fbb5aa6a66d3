"""Law that a review found wrong in what-ifs, each as a matter in which it must not be said again."""

import re

from countercase.counterfactual.ingredient_changes import suppose_ingredient
from countercase.counterfactual.law_reading import read_matter
from countercase.counterfactual.line_changes import cross_line
from countercase.counterfactual.propose import Proposer, propose
from countercase.domain.perturbation import LawEffect, Perturbation
from countercase.facts.extract import extract_facts

LIFE_CONVICT = (
    "The appellant was convicted under Section 302 of the Indian Penal Code for the murder of Ramu on 4 May 2010 "
    "and sentenced to imprisonment for life. He has been in custody for 95 days since the judgment and for 8 "
    "years in all. He asks for bail under Section 389 of the Code of Criminal Procedure."
)
PROSECUTRIX = (
    "The prosecutrix, aged 16 years, went with the appellant, aged 24 years, on 3 June 2015. He is charged under "
    "Section 376 of the Indian Penal Code. He says that she consented."
)
DETENU = (
    "The detenu was detained on 2 March 2022 by an order under Section 3(2) of the National Security Act. He has "
    "been in preventive detention for 70 days. The grounds were served on 4 March 2022 and his representation "
    "was not decided for 40 days."
)
JUVENILE = (
    "The accused, aged 17, is charged under Section 302 of the Indian Penal Code for stabbing Raju on 6 July "
    "2019. Raju died the next day."
)
SELF_EMPLOYED = (
    "The deceased, aged 38, was self-employed and ran a tea stall. He died in a motor accident on 3 May 2021. "
    "The Tribunal added 30 per cent to his income for future prospects. The claim is under Section 166 of the "
    "Motor Vehicles Act."
)
INTRUDER = (
    "The accused shot an intruder dead in his house at night. His wife was asleep. He is charged under Section "
    "302 of the Indian Penal Code."
)


def all_changes(text: str) -> list[Perturbation]:
    """Everything that would be offered at the first level, and what the rules would offer deeper."""
    sheet = extract_facts(text)
    changes = []
    for change in Proposer(sheet)(sheet):
        changes.append(change)
        if len(changes) == 20:
            break
    return [*changes, *propose(sheet)]


def provisions_named(changes: list[Perturbation]) -> str:
    return " ".join(
        f"{change.basis} {change.sentence} {change.law.provision if change.law else ''}" for change in changes
    )


def test_default_bail_is_not_offered_to_a_convict() -> None:
    assert not re.search(r"CrPC-167|BNSS-187|Section 167", provisions_named(all_changes(LIFE_CONVICT)))


def test_the_age_of_the_prosecutrix_is_not_put_on_the_juvenile_justice_act() -> None:
    changes = [change for change in all_changes(PROSECUTRIX) if "16" in change.sentence or "aged 16" in change.basis]
    assert not re.search(r"JJ-|Juvenile", provisions_named(changes))


def test_preventive_detention_is_not_put_on_default_bail() -> None:
    assert not re.search(r"CrPC-167|BNSS-187", provisions_named(all_changes(DETENU)))


def test_an_accused_who_is_eighteen_is_no_child_under_the_juvenile_justice_act_and_not_the_penal_code() -> None:
    change = next(change for change in all_changes(JUVENILE) if change.rule == "line crossed")
    assert change.law is not None
    assert change.law.effect is LawEffect.CROSSES
    assert change.law.provision is not None
    assert change.law.provision.startswith("JJ-")
    assert "IPC-83" not in provisions_named(all_changes(JUVENILE))


def test_a_self_employed_man_is_not_given_fifty_per_cent() -> None:
    said = " ".join(change.law.says for change in all_changes(SELF_EMPLOYED) if change.law)
    assert "50 per cent" not in said


def test_no_dowry_death_without_a_wife_who_died() -> None:
    assert "304B" not in provisions_named(all_changes(INTRUDER))


def test_no_probation_for_an_offence_that_carries_life() -> None:
    assert not re.search(r"CrPC-360|Probation-", provisions_named(all_changes(INTRUDER)))


def test_every_first_change_says_its_law_in_a_sentence() -> None:
    for text in (LIFE_CONVICT, PROSECUTRIX, DETENU, JUVENILE, SELF_EMPLOYED):
        sheet = extract_facts(text)
        for _, change in zip(range(8), Proposer(sheet)(sheet), strict=False):
            assert change.law is not None
            assert change.law.says.endswith((".", "?", ")"))
            assert (change.law.effect is LawEffect.NONE_KNOWN) == (change.law.provision is None)


def test_a_time_in_custody_alone_says_nothing_of_default_bail() -> None:
    text = (
        "The accused was found with 1.2 kg of charas and is charged under Section 20(b)(ii)(C) of the NDPS Act. The "
        "charge was framed after 9 months. He has been in custody for 14 months."
    )
    assert "NDPS-36A" not in provisions_named(all_changes(text))


def test_another_charge_is_read_by_what_it_needs_itself() -> None:
    for change in all_changes(DETENU):
        if change.law is not None and change.law.provision is not None and change.law.provision.startswith("COFEPOSA"):
            assert "public order" not in change.law.says


def test_the_law_of_an_ingredient_names_the_section_that_defines_it_beside_the_one_charged() -> None:
    text = (
        "The appellant stands convicted under Section 302 of the IPC. He struck the deceased once on the head with a "
        "stick. The doctor deposed that the injury was sufficient in the ordinary course of nature to cause death."
    )
    before = read_matter(extract_facts(text))
    change = suppose_ingredient(before, before.by_id["murder.injury-sufficient"])
    assert change is not None
    law = change.law
    assert law is not None
    assert (law.provision, law.also) == ("IPC-300", ("IPC-302",))


def test_the_law_of_a_line_names_the_cited_sections_that_turn_on_it() -> None:
    text = (
        "Bail is sought in a case under Section 21(c) of the NDPS Act. 265 grams of heroin was recovered from the "
        "applicant. The prosecution relies on Section 37 of the NDPS Act."
    )
    before = read_matter(extract_facts(text))
    line = next(line for line in before.lines if line.rule.startswith("ndps-commercial"))
    change = cross_line(before, line)
    assert change is not None
    law = change.law
    assert law is not None
    assert "NDPS-37" in law.also
    assert line.provision.id not in law.also
