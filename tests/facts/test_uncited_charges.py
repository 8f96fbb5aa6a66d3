"""Lines of matters that name an offence in words and no section, and other lines that new authors drew."""

import pytest

from countercase.domain.checklist import NumberReading, NumberRole, Stands
from countercase.domain.span import Span
from countercase.facts.lines import read_lines
from countercase.facts.lines.learned_events import LearnedEvents


def sides(text: str, provision: str, events: LearnedEvents | None = None) -> set[Stands]:
    lines = read_lines(text, events=events)
    return {line.stands for line in lines if provision in {other.base for other in line.provisions}}


def told(text: str, *raised: str, **numbers: NumberRole) -> LearnedEvents:
    """What a reader tells of the matter: the subjects it raises, and what some numbers count."""
    counted = ((text.index(words.replace("_", " ")), words, role) for words, role in numbers.items())
    spans = sorted((Span(start, start + len(words)), NumberReading(role, 0.95)) for start, words, role in counted)
    return LearnedEvents(raised=frozenset(raised), numbers=tuple(spans))


_DOWRY = (
    "Sasmita was married to Prasanta on 2.5.2014 and died on 18.4.2021 of burns. The trial court found dowry death"
    " and gave him five years. Judgment was on 30.1.2024 and his appeal was put in on 22.3.2024."
)


def test_a_sentence_is_held_against_the_minimum_of_the_offence_named_with_it() -> None:
    learned = told(_DOWRY, "dowry-death", "cruelty-498a", five_years=NumberRole.SENTENCE)
    assert sides(_DOWRY, "IPC-304B", learned) == {Stands.WITHIN, Stands.CROSSED}  # the marriage, and the sentence
    assert sides(_DOWRY, "Limitation-Article-115", learned) == {Stands.WITHIN}


def test_a_line_says_when_only_the_reader_sees_the_charge() -> None:
    text = "The girl, born on 7.10.2011, was touched on her chest. The occurrence was on 22.8.2023. He got three years."
    lines = read_lines(text, events=told(text, "pocso-touch", three_years=NumberRole.SENTENCE))
    of_charge = [line for line in lines if line.provision.act == "POCSO"]
    assert of_charge
    assert all("the charge was read by a small model" in line.says for line in of_charge)
    cited = read_lines(f"Convicted under Section 8 of the POCSO Act. {text}")
    assert not any("small model" in line.says for line in cited)


def test_a_section_cited_without_its_act_is_cited() -> None:
    text = "Cheque dated 4.2.2019, presented on 3.3.2019, returned unpaid on 5.3.2019. Notice sent on 20.3.2019."
    doubt = "The section charged is not cited"
    assert any(doubt in line.says for line in read_lines(text, events=told(text, "cheque-dishonour")))
    cited = f"My client faces a complaint under section 138. {text}"
    lines = read_lines(cited, events=told(cited, "cheque-dishonour"))
    assert lines
    assert not any(doubt in line.says for line in lines)


def test_a_line_says_when_only_the_reader_tells_the_age_of_the_deceased() -> None:
    text = "Motor accident claim. Rambabu, aged 42, was hit on 10 November 2022. He left the widow. Multiplier of 15."
    lines = read_lines(text, events=told(text, **{"42": NumberRole.OTHER_AGE}))
    of_age = [line for line in lines if line.rule == "multiplier applied"]
    assert ["What this number counts was read by a small model" in line.says for line in of_age] == [True]


def test_nothing_is_charged_that_the_reader_does_not_see() -> None:
    assert sides(_DOWRY, "IPC-304B", told(_DOWRY, five_years=NumberRole.SENTENCE)) <= {Stands.WITHIN}


def test_of_several_offences_with_a_minimum_none_is_guessed() -> None:
    text = "He was tried on 3.2.2021 for what he did to the girl on 1.5.2020. The sentence is five years."
    learned = told(text, "rape", "pocso-penetrative", five_years=NumberRole.SENTENCE)
    assert sides(text, "IPC-376", learned) == set()


def test_a_section_of_a_special_act_may_be_cited_without_it() -> None:
    text = "The girl was born on 19.8.2012. The occurrence was on 4.12.2023. Convicted under section 10; three years."
    learned = told(text, "pocso-touch", three_years=NumberRole.SENTENCE)
    assert Stands.CROSSED in sides(text, "POCSO-10", learned)
    assert sides(text, "POCSO-10") == set()


@pytest.mark.parametrize(
    ("charged", "expected"),
    [
        ("issued process under section 406 alone", {Stands.CROSSED}),
        ("issued process u/s 406 only; section 420 was refused", {Stands.CROSSED}),
        ("issued process under sections 406 and 420 IPC", set()),
    ],
)
def test_the_section_that_is_left_decides_how_late_a_prosecution_may_come(charged: str, expected: set[Stands]) -> None:
    text = (
        "Complaint under sections 406 and 420 IPC. The goods were demanded and refused on 3 April 2014. The complaint"
        f" was filed on 14 August 2017. The Magistrate {charged}."
    )
    assert sides(text, "CrPC-468") == expected


def test_a_section_in_a_relatives_case_is_no_charge() -> None:
    text = "Convicted u/s 376 IPC. His brother was acquitted in a 498A case. Sentence: four years."
    assert sides(text, "IPC-498A") == set()


@pytest.mark.parametrize(("number", "expected"), [("four", set()), ("six", {Stands.WITHIN})])
def test_those_who_came_against_the_accused(number: str, expected: set[Stands]) -> None:
    text = f"Convicted u/s 304 IPC on 2.3.2021. Private defence is pleaded: {number} men came with lathis to his field."
    learned = told(text, "private-defence", **{number: NumberRole.OTHER_SIDE})
    assert sides(text, "IPC-141", learned) == expected
    assert sides(text.replace("Private defence is pleaded", "The case is"), "IPC-141") == set()


def test_one_who_stood_apart_is_counted() -> None:
    text = "Convicted u/s 395 IPC. On 20.1.2016 four men entered the house; a fifth kept the jeep running."
    assert sides(text, "IPC-391") == {Stands.WITHIN}
    assert sides("Convicted u/s 395 IPC. On 20.1.2016 four men entered the house and robbed it.", "IPC-391") == {
        Stands.CROSSED
    }


def test_the_power_of_a_magistrate() -> None:
    text = "Convicted u/s 363 IPC. The Magistrate, First Class, gave him {} on 3.9.2019."
    four, two = text.format("four years"), text.format("two years")
    assert sides(four, "CrPC-29", told(four, four_years=NumberRole.SENTENCE)) == {Stands.CROSSED}
    assert sides(two, "CrPC-29", told(two, two_years=NumberRole.SENTENCE)) == set()


def test_each_section_has_its_own_term() -> None:
    text = "Convicted under sections 395 and 397 IPC. On 395 he got eight years, and for 397 five years."
    learned = told(text, eight_years=NumberRole.SENTENCE, five_years=NumberRole.SENTENCE)
    assert sides(text, "IPC-397", learned) == {Stands.CROSSED}


def test_the_balance_under_a_decree_for_performance() -> None:
    text = (
        "Suit for specific performance. The decree of 14 June 2023 required her to deposit the balance within two"
        " months. She did so on {} 2023."
    )
    assert sides(text.format("21 August"), "SRA-28") == {Stands.CROSSED}
    assert sides(text.format("11 August"), "SRA-28") == {Stands.WITHIN}


def test_the_price_of_a_sale_that_was_not_registered() -> None:
    text = "Suit for possession on title. The defendant pleads a sale to his father for Rs 40,000 {}."
    assert sides(text.format("on plain paper, not registered"), "TPA-54") == {Stands.CROSSED}
    assert sides(text.format("by a registered deed"), "TPA-54") == set()


def test_the_time_to_answer_the_report_of_an_inquiry() -> None:
    text = "CCS (CCA) Rules. The report was sent with a memo of disagreement: submit your reply within {} days."
    assert sides(text.format("seven"), "CCSCCA-15") == {Stands.CROSSED}
    assert sides(text.format("fifteen"), "CCSCCA-15") == {Stands.WITHIN}


def test_ages_and_posts_of_a_cited_case_are_not_those_of_the_deceased() -> None:
    text = (
        "Motor accident claim. Dhruba, an electrician, was killed on 22 October 2018. The deceased was 37. He leaves a"
        " widow, two small children and his mother. The Tribunal added twenty-five per cent for the future, deducted"
        " one-fourth for himself and applied a multiplier of sixteen. The insurer cited a case where the deceased was"
        " 52 and had a permanent post."
    )
    values = {(line.quantity.partition(" (")[0], line.value, line.line) for line in read_lines(text)}
    assert ("multiplier applied", "16", "15 at the age of 37") in values
    assert ("addition for future prospects", "25 per cent", "40 per cent") in values
    assert ("deduction for personal expenses with 4 dependants", "one-fourth", "one-fourth") in values


def test_a_judgment_in_short_is_dated() -> None:
    text = "Crl. appeal, High Court. Convd u/s 392 IPC by the Sessions Judge. Jt. 20.1.2025. Appeal filed 11.3.2025."
    assert sides(text, "Limitation-Article-115") == {Stands.WITHIN}


def test_the_weight_in_a_cited_order_is_not_that_of_the_seizure() -> None:
    text = (
        "NDPS bail. 30 g of mephedrone was seized on 6.3.2025. The PP relies on an order where 2 kg charas was seized."
    )
    assert not any("charas" in line.quantity for line in read_lines(text))
