"""Finds the words of the closed lists in a text: one walk over its words through a tree of all expressions."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from countercase.domain.facts import FactKind
from countercase.facts.sentences import Words
from countercase.facts.vocabulary import Entry, Wording, entries

_ANY = "*"
_HERE = ""  # the key of the leaves; no word is empty
# Where an expression has two readings of the same length, the first of these wins.
_KINDS = (
    FactKind.EVIDENCE,
    FactKind.ROLE,
    FactKind.RELATION,
    FactKind.INSTRUMENT,
    FactKind.ACT,
    FactKind.RESULT,
)
_FORMS = ("one", "many", "past", "noun", "nouns", "ing", "base")


@dataclass(frozen=True, slots=True)
class Leaf:
    """An expression of the lists: its entry, the row it stands in, its form."""

    entry: Entry
    wording: Wording
    form: str
    capitals: bool


@dataclass(frozen=True, slots=True)
class Mention:
    """Words `first` up to, not including, `last` name `entry`."""

    entry: Entry
    wording: Wording
    form: str
    first: int
    last: int


def find_mentions(words: Words) -> list[Mention]:
    """Every mention, in text order, none overlapping another: the longest expression wins."""
    found: list[Mention] = []
    done = 0
    for place in _beginnings(words.words):
        mention = _longest(words, place) if place >= done else None
        if mention is not None:
            found.append(mention)
            done = mention.last
    return found


def _beginnings(words: list[str]) -> list[int]:
    """Where an expression may begin: its first word stands here, and is one alone or has a second after it."""
    tree, alone = _tree(), _alone()
    pairs = enumerate(zip(words, [*words[1:], ""], strict=False))
    return [place for place, (word, then) in pairs if word in tree and (word in alone or then in tree[word])]


def _longest(words: Words, place: int) -> Mention | None:
    ends: list[tuple[int, list[Leaf]]] = []
    _walk(words, _tree()[words.words[place]], place + 1, ends)
    for last, leaves in sorted(ends, key=lambda found: -found[0]) if len(ends) > 1 else ends:
        for leaf in leaves:
            if leaf.capitals and not words.text[words.starts[place] : words.ends[last - 1]].isupper():
                continue
            if not _undone(words, leaf.wording, place, last):
                return Mention(leaf.entry, leaf.wording, leaf.form, place, last)
    return None


def _walk(words: Words, node: dict[str, Any], last: int, ends: list[tuple[int, list[Leaf]]]) -> None:
    """Adds the end of each expression that goes through `node`, whose word stands before `last`."""
    if _HERE in node:
        ends.append((last, node[_HERE]))
    if last < len(words.words) and words.joined(last - 1):
        for key in (words.words[last], _ANY):
            if key in node:
                _walk(words, node[key], last + 1, ends)


def _undone(words: Words, wording: Wording, first: int, last: int) -> bool:
    if wording.unless_before and _stands_before(words, wording.unless_before, first):
        return True
    if wording.unless_after and _stands_after(words, wording.unless_after, last):
        return True
    if wording.never_near and _stands_near(words, wording.never_near, first):
        return True
    return bool(wording.near) and not _stands_near(words, wording.near, first)


def _stands_before(words: Words, phrases: tuple[str, ...], first: int) -> bool:
    return f" {' '.join(words.words[max(0, first - 4) : first])}".endswith(phrases)


def _stands_after(words: Words, phrases: tuple[str, ...], last: int) -> bool:
    return f"{' '.join(words.words[last : last + 4])} ".startswith(phrases)


def _stands_near(words: Words, beginnings: tuple[str, ...], first: int) -> bool:
    begin, end = words.sentence(first)
    return any(word.startswith(beginnings) for word in words.words[begin:end])


@cache
def _alone() -> frozenset[str]:
    """First words that need no second of their own: an expression by themselves, or followed by any word."""
    return frozenset(word for word, node in _tree().items() if _HERE in node or _ANY in node)


@cache
def _tree() -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for kind in _KINDS:
        for entry in entries(kind).values():
            for wording in entry.wordings:
                for form in sorted(wording.forms, key=lambda form: _FORMS.index(form) if form in _FORMS else -1):
                    for phrase in wording.forms[form]:
                        _plant(tree, phrase, Leaf(entry, wording, form, _is_acronym(phrase)))
    return tree


def _plant(tree: dict[str, Any], phrase: str, leaf: Leaf) -> None:
    parts = tuple(part for part in phrase.lower().replace("-", " ").replace("'", " ").replace(".", " ").split() if part)
    for spelt in {parts, _closed(phrase, parts), tuple("".join(parts)) if leaf.capitals else parts}:
        node = tree
        for part in spelt:
            node = node.setdefault(part, {})
        node.setdefault(_HERE, []).append(leaf)


def _closed(phrase: str, parts: tuple[str, ...]) -> tuple[str, ...]:
    """ "eye-witness" is also written in one word."""
    if "-" not in phrase:
        return parts
    return tuple("".join(word.split("-")) for word in phrase.lower().replace("'", " ").split())


def _is_acronym(phrase: str) -> bool:
    letters = phrase.replace(".", "").split()[0]
    return len(phrase.split()) == 1 and letters.isupper() and letters.isalpha()
