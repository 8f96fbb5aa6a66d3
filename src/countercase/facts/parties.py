"""What kind of party stands on each side, where the narrative says so: a person, the State, a body corporate."""

from collections.abc import Iterator

from countercase.domain.case import PartyType
from countercase.domain.facts import PartyFact, Side
from countercase.domain.span import Span
from countercase.facts import party_clues as clue
from countercase.facts.party_names import names_at, side_of
from countercase.facts.sentences import Words

_SIDE_WORDS = frozenset("appellant appellants petitioner petitioners respondent respondents our".split())
_CLIENT = (["client"], ["clients"])
_BEFORE = 70  # characters before the word for a side in which a clue to it may stand
_BETWEEN = frozenset("all the said present first second accused four".split())
# The words that may stand last in `DONE_TO_PERSON` before those: a look at one word saves the search.
_LEADS = frozenset("convicted convicting acquitted acquitting sentenced sentencing arrested detained of by to".split())
_MOVES = ("by the state", "by the union", " in appeal", " in this petition", " in this appeal")


def find_parties(words: Words) -> list[PartyFact]:
    """A fact for each side and type that the text gives; its spans are the words for the side where it shows."""
    found: dict[tuple[Side, PartyType], set[Span]] = {}
    for side, kind, span in _clues(words):
        found.setdefault((side, kind), set()).add(span)
    return [
        PartyFact(spans=tuple(sorted(spans)), side=side, party_type=kind, confidence=0.9, found_by="rules.parties")
        for (side, kind), spans in found.items()
        if kind is not PartyType.INDIVIDUAL or not _is_body(found, side, spans)
    ]


def _is_body(found: dict[tuple[Side, PartyType], set[Span]], side: Side, spans: set[Span]) -> bool:
    """One clue to a person does not stand against several to a body: "the Bank" is sometimes "he"."""
    others = sum(len(found.get((side, kind), ())) for kind in (PartyType.STATE, PartyType.CORPORATION))
    return others > 0 and len(spans) <= others


def _clues(words: Words) -> Iterator[tuple[Side, PartyType, Span]]:
    for at in _places(words):
        side = side_of(words.words[at])
        for kind, span in _clues_at(words, at):
            yield side, kind, span
    if any(moves in words.lower for moves in _MOVES):
        for match in clue.STATE_MOVES.finditer(words.lower):
            yield Side.PETITIONER, PartyType.STATE, Span(*match.span("side" if match["side"] else "mover"))


def _places(words: Words) -> list[int]:
    """The words that name a side, by number; "our" stands for "our client"."""
    own = words.words
    named = [at for at, word in enumerate(own) if word in _SIDE_WORDS]
    return [at for at in named if own[at] != "our" or own[at + 1 : at + 2] in _CLIENT]


def _clues_at(words: Words, at: int) -> Iterator[tuple[PartyType, Span]]:
    lower, start = words.lower, words.starts[at]
    body = clue.CORPORATION.match(lower, start)
    if body is not None:
        yield PartyType.CORPORATION, Span(*body.span("beside" if body["beside"] else "side"))
    state = clue.STATE.match(lower, start)
    if state is not None:
        yield PartyType.STATE, Span(*state.span("side"))
    state = clue.STATE_BEFORE.search(lower, max(0, start - _BEFORE), start)
    if state is not None:
        yield PartyType.STATE, Span(state.start(), _word_end(lower, start))
    yield from _named(words.text, start)
    person = _person(words, at)
    if person is not None:
        yield PartyType.INDIVIDUAL, person


def _person(words: Words, at: int) -> Span | None:
    """The word for the side, with what goes with it, where the words around show a person."""
    text, lower, start = words.text, words.lower, words.starts[at]
    if clue.COUNSEL_BEFORE.search(lower, max(0, start - 40), start):
        return None
    also = clue.ALSO.match(text, start)
    if also is not None:
        return Span(*also.span())
    accused = clue.ACCUSED_BEFORE.search(text, max(0, start - 14), start)
    if accused is not None:
        return Span(accused.start(), _word_end(lower, start))
    match = clue.PERSON.match(text, start)
    if match is not None:
        return Span(*match.span("side"))
    if _is_done_to(words, at) or clue.COMPLAINANT_BEFORE.search(text, max(0, start - 40), start):
        return Span(start, _word_end(lower, start))
    return None


def _is_done_to(words: Words, at: int) -> bool:
    """ "convicted the said appellant", "the wife of the respondent"."""
    first = at - 1
    while first > 0 and words.words[first] in _BETWEEN:
        first -= 1
    if first < 0 or words.words[first] not in _LEADS:
        return False
    start = words.starts[at]
    done_to = clue.DONE_TO_PERSON.search(words.text, max(0, start - _BEFORE), start)
    return done_to is not None and not clue.NO_PERSON_AFTER.match(words.text, start)


def _word_end(lower: str, start: int) -> int:
    end = start + 4 if lower.startswith("our ", start) else start
    while end < len(lower) and lower[end].isalpha():
        end += 1
    return end


def _named(text: str, start: int) -> Iterator[tuple[PartyType, Span]]:
    """A name that shows what its bearer is: "the respondent Union of India", "petitioner Sunrise Mills Ltd."."""
    for name in names_at(text, start):
        words = name.span.of(text)
        if clue.CORPORATE_NAME.search(words):
            yield PartyType.CORPORATION, name.span
        elif clue.STATE_NAME.match(words):
            yield PartyType.STATE, name.span
        elif clue.TITLE_BEFORE.search(text, max(0, name.span.start - 6), name.span.start):
            yield PartyType.INDIVIDUAL, name.span
