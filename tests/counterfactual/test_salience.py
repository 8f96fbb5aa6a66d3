"""Which sentences matter."""

from benchmarks.planted_world import make_world
from benchmarks.salience import Salience, sentence_salience

from countercase.counterfactual.instrument import build_instrument
from countercase.facts.extract import extract_facts
from countercase.text.sentences import split_sentences


def test_the_sentence_that_says_what_was_done_matters_most() -> None:
    instrument = build_instrument(make_world(7, 120, 1).judgments, split_sentences)
    told = ("They met in the market.", "He stabbed him with a knife.", "The sky was clear.")
    found = sentence_salience(told, extract_facts, instrument)
    assert max(range(3), key=lambda place: found[place].score) == 1
    assert (found[0].deeds, found[2].deeds) == (0, 0)
    assert found[1].deeds >= 2


def test_a_list_of_weapons_is_worth_three() -> None:
    assert Salience(0.1, 9, 0).score == Salience(0.1, 3, 0).score
    assert Salience(0.1, 1, 1).score > Salience(0.1, 1, 0).score
    assert Salience(0.2, 0, 0).score > Salience(0.1, 0, 0).score
