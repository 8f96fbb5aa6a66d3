"""What kind of party stands on each side, where the narrative says so: a person, the State, a body corporate."""

from collections.abc import Iterator

from countercase.domain.case import PartyType
from countercase.domain.facts import PartyFact, Side
from countercase.domain.span import Span
from countercase.facts import party_clues as clue
from countercase.facts.party_names import names_at, side_of
from countercase.facts.sentences import Words

_SIDE_WORDS = frozenset("appellant appellants petitioner petitioners respondent respondents".split())
_BEFORE = 70  # characters before the word for a side in which a clue to it may stand
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
    for start in _places(words):
        side = side_of(words.lower[start : start + 10])
        for kind, span in _clues_at(words.text, words.lower, start):
            yield side, kind, span
    if any(moves in words.lower for moves in _MOVES):
        for match in clue.STATE_MOVES.finditer(words.lower):
            yield Side.PETITIONER, PartyType.STATE, Span(*match.span("side" if match["side"] else "mover"))


def _places(words: Words) -> Iterator[int]:
    """Where each word for a side starts."""
    for at, word in enumerate(words.words):
        if word in _SIDE_WORDS:
            yield words.starts[at]
        elif word in {"client", "clients"} and at and words.words[at - 1] == "our":
            yield words.starts[at - 1]


def _clues_at(text: str, lower: str, start: int) -> Iterator[tuple[PartyType, Span]]:
    body = clue.CORPORATION.match(lower, start)
    if body is not None:
        yield PartyType.CORPORATION, Span(*body.span("beside" if body["beside"] else "side"))
    state = clue.STATE.match(lower, start)
    if state is not None:
        yield PartyType.STATE, Span(*state.span("side"))
    state = clue.STATE_BEFORE.search(lower, max(0, start - _BEFORE), start)
    if state is not None:
        yield PartyType.STATE, Span(state.start(), _word_end(lower, start))
    yield from _named(text, start)
    person = _person(text, lower, start)
    if person is not None:
        yield PartyType.INDIVIDUAL, person


def _person(text: str, lower: str, start: int) -> Span | None:
    """The word for the side, with what goes with it, where the words around show a person."""
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
    done_to = clue.DONE_TO_PERSON.search(text, max(0, start - _BEFORE), start)
    is_person = done_to is not None and not clue.NO_PERSON_AFTER.match(text, start)
    if is_person or clue.COMPLAINANT_BEFORE.search(text, max(0, start - 40), start):
        return Span(start, _word_end(lower, start))
    return None


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
