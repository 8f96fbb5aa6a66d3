"""The query text: judgments' words, the same for the same facts, every fact traced."""

from hypothesis import given
from hypothesis import strategies as st

from countercase.domain.facts import FactSheet, NumericalFact, Quantity, SectionFact
from countercase.domain.provision import Provision
from countercase.facts.extract import extract_facts
from countercase.facts.render import render
from countercase.facts.words import describe, words_for

TEXT = (
    "The appellant, a constable aged 32 years, stabbed his wife with a knife on 12.03.2019 and demanded Rs. 1,50,000. "
    "No dying declaration was recorded. He is charged under Sections 302 and 498-A of the Indian Penal Code."
)


def test_every_fact_is_traced_to_words_of_the_rendering() -> None:
    sheet = extract_facts(TEXT)
    rendering = render(sheet)
    assert {id(fact) for fact, _ in rendering.places} == {id(fact) for fact in sheet.facts}
    assert all(span.of(rendering.text).strip() for _, span in rendering.places)


def test_the_words_are_those_of_judgments() -> None:
    text = render(extract_facts(TEXT)).text
    assert "Section 302 of the Indian Penal Code" in text
    assert "No dying declaration was recorded." in text
    assert "Rs. 1,50,000" in text


@given(st.permutations(range(len(extract_facts(TEXT).facts))))
def test_the_order_of_the_facts_does_not_matter(order: list[int]) -> None:
    sheet = extract_facts(TEXT)
    shuffled = FactSheet(TEXT, tuple(sheet.facts[number] for number in order))
    assert render(shuffled).text == render(sheet).text


def test_facts_are_read_back_from_the_rendering() -> None:
    sheet = extract_facts(TEXT)
    again = {describe(fact) for fact in extract_facts(render(sheet).text).facts}
    kept = [fact for fact in sheet.facts if describe(fact) in again]
    assert len(kept) >= 0.7 * len(sheet.facts)


def test_words_and_descriptions() -> None:
    age = NumericalFact(spans=(), quantity=Quantity.AGE, value=17, unit="years", role="accused")
    half = NumericalFact(spans=(), quantity=Quantity.AGE, value=17 + 10 / 12, unit="years")
    order = SectionFact(spans=(), provision=Provision.parse("CPC-Order-7-Rule-11"))
    assert words_for(age) == "aged about 17 years"
    assert describe(age) == "age of the accused: 17 years"
    assert describe(half) == "age of the person: 17 years and 10 months"
    assert words_for(order).startswith("Order 7 Rule 11 of the Code of Civil Procedure")
    assert words_for(SectionFact(spans=(), provision=Provision.parse("Constitution-Article-21"))) == (
        "Article 21 of the Constitution of India"
    )


def test_an_empty_sheet_is_an_empty_text() -> None:
    assert render(FactSheet("nothing")).text == ""
