"""From a narrative to its fact sheet. Same text, same sheet; no two facts share a character."""

from collections.abc import Iterable
from dataclasses import replace

from countercase.domain.facts import Fact, FactSheet
from countercase.facts.find_listed import find_listed
from countercase.facts.find_numbers import find_numbers
from countercase.facts.find_sections import find_sections
from countercase.facts.parties import find_parties
from countercase.facts.sentences import read_words
from countercase.facts.taken import Taken
from countercase.law.provisions.statutes import find_statutes


def extract_facts(text: str) -> FactSheet:
    """The facts that the text states, each with all its mentions, in the order in which they are first stated."""
    words = read_words(text)
    statutes = find_statutes(text)
    sections = find_sections(text, statutes)
    numbers = find_numbers(words, Taken(span for fact in sections for span in fact.spans))
    found = [
        *sections,
        *numbers,
        *find_parties(words),
        *find_listed(words, Taken(statute.span for statute in statutes)),
    ]
    return FactSheet(narrative=text, facts=tuple(sorted(_apart(found), key=lambda fact: fact.spans[0])))


def _apart(facts: Iterable[Fact]) -> list[Fact]:
    """Facts without the mentions that an earlier kind has taken; a fact that loses all of them is dropped."""
    taken = Taken()
    kept: list[Fact] = []
    for fact in facts:
        free = tuple(span for span in sorted(fact.spans) if taken.take(span))
        if free:
            kept.append(fact if len(free) == len(fact.spans) else replace(fact, spans=free))
    return kept
