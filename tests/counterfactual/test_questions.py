"""Which questions are asked of a matter, once each, and which are not."""

from countercase.counterfactual.law_reading import read_matter, read_texts
from countercase.counterfactual.law_words import has_assumed_things
from countercase.counterfactual.preconditions import belongs_to_matter, is_lawful, is_worth_asking, may_be_asked
from countercase.counterfactual.propose import Proposer, propose
from countercase.counterfactual.questions import questions
from countercase.domain.checklist import LawLine
from countercase.domain.facts import InstrumentFact, NumericalFact
from countercase.domain.perturbation import LawEffect
from countercase.facts.extract import extract_facts
from countercase.law.ingredients import tables

CHEATING = (
    "He was remanded on 3 September 2024 for an offence under Section 318(4) BNS. No extension of time was sought."
)


def test_no_sentence_is_offered_twice() -> None:
    sheet = extract_facts(
        "She was arrested under Section 19 of the PMLA on 12 February 2024 at 7 p.m. No copy of the grounds of arrest"
        " was given to her in writing. She was produced on 13 February 2024 at 3 p.m."
    )
    said = [change.sentence for change in Proposer(sheet)(sheet)]
    assert len(said) == len(set(said))


def test_time_is_extended_in_writing_only_under_an_act_that_allows_it() -> None:
    assert not may_be_asked(extract_facts(CHEATING), "default-bail.extension")
    assert may_be_asked(extract_facts(f"{CHEATING} Section 43D UAPA applies."), "default-bail.extension")


def test_an_act_that_is_not_cited_and_hardly_spoken_of_raises_no_question() -> None:
    reading = read_matter(
        extract_facts("He is charged under Section 3(1)(r) SC/ST Act. The victim belongs to a Scheduled Caste.")
    )
    ingredient = next(one for one in reading.ingredients if one.provision.act == "SCST")
    assert belongs_to_matter(reading.sheet, ingredient, is_discussed=False)
    assert not belongs_to_matter(extract_facts(CHEATING), ingredient, is_discussed=False)
    assert belongs_to_matter(extract_facts(CHEATING), ingredient, is_discussed=True)


def test_a_name_is_not_a_weapon() -> None:
    sheet = extract_facts("He hit the man with a lathi at the gate of Lathi Infra Ltd. Section 324 IPC is charged.")
    changes = [change for change in propose(sheet) if isinstance(change.fact, InstrumentFact)]
    assert changes
    assert not any(is_worth_asking(sheet, change) for change in changes)


def test_a_notice_to_quit_ends_tenancies_only() -> None:
    service = extract_facts("His service could be ended with one month's notice. He was dismissed on 4 May 2016.")
    changes = [change for change in propose(service) if isinstance(change.fact, NumericalFact)]
    assert not any("TPA-106" in change.basis for change in changes)
    assert all(is_lawful(service, change) for change in changes)


def test_the_minimum_of_a_section_is_not_a_sentence_passed() -> None:
    passed = (
        "He was convicted under Section 397 IPC and sentenced to five years' rigorous imprisonment under Section 397."
    )
    asked = questions(read_matter(extract_facts(passed)))
    assert any(isinstance(one.about, LawLine) and one.about.rule.startswith("least") for one in asked)
    stated = passed.replace("sentenced to five years'", "Min. sentence is five years'")
    asked = questions(read_matter(extract_facts(stated)))
    assert not any(isinstance(one.about, LawLine) and one.about.rule.startswith("least") for one in asked)


def test_support_for_a_thing_needs_the_thing() -> None:
    row = tables().ingredients["bribery.recording-certificate"]
    assert has_assumed_things(row, "The recording was played; no certificate was filed.")
    assert not has_assumed_things(row, "A trap was laid and the notes were found in his pocket.")


def test_another_bag_takes_no_possession_away() -> None:
    texts = [f"The police found 1.2 kg of charas in his {thing}. Section 20 NDPS Act." for thing in ("bag", "rucksack")]
    before, after = (read_matter(extract_facts(text)) for text in texts)
    assert read_texts(before, after).effect is LawEffect.NONE_KNOWN
