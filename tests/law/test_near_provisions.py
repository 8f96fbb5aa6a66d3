"""Two kinds of near provisions."""

from countercase.domain.provision import Provision
from countercase.law.near_provisions import can_replace, other_names, replacements, same_subject


def test_what_could_be_charged_in_its_place_is_near_under_either_code() -> None:
    murder, homicide = Provision.parse("IPC-302"), Provision.parse("IPC-304")
    assert can_replace(murder, homicide)
    assert can_replace(Provision.parse("BNS-103(1)"), homicide)
    assert not can_replace(murder, Provision.parse("NI-138"))


def test_sections_of_one_subject_are_near_though_none_replaces_the_other() -> None:
    assembly, liability = Provision.parse("IPC-141"), Provision.parse("IPC-149")
    assert same_subject(assembly, liability)
    assert liability.id not in {edge.neighbour.id for edge in replacements(assembly)}
    assert not same_subject(assembly, Provision.parse("IPC-302"))
    assert not same_subject(assembly, Provision.parse("BNS-149"))


def test_rules_of_another_order_and_articles_are_other_series() -> None:
    assert not same_subject(Provision.parse("CPC-Order-7-Rule-11"), Provision.parse("CPC-Order-39-Rule-2"))
    assert not same_subject(Provision.parse("CPC-Order-7-Rule-11"), Provision.parse("CPC-11"))


def test_companions_replace_nothing_and_a_step_of_procedure_is_no_other_name() -> None:
    murder = Provision.parse("IPC-302")
    assert "IPC-34" not in {edge.neighbour.id for edge in replacements(murder)}
    for edge in replacements(Provision.parse("CrPC-439")):
        assert (edge in other_names(Provision.parse("CrPC-439"))) == (edge.kind != "procedural")
