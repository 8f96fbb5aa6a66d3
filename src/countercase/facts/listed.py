"""Finds facts of the closed lists: roles, relations, evidence, instruments, results and acts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from countercase.domain import facts as f
from countercase.domain.facts import FactKind
from countercase.domain.span import Span, SpanSet
from countercase.facts.absence import is_denied_in_note, is_only_sample, is_taken_back_at_once
from countercase.facts.negation import (
    Claim,
    NegatedClaim,
    Setting,
    is_called_absent,
    is_only_asked_for,
    is_unrealised,
    read_absence,
    read_awaited,
    read_claim,
)
from countercase.facts.persons import holder_of, is_role_of_relative
from countercase.facts.speech import is_said_and_denied, is_taken_back
from countercase.facts.words import Entry, WordRow, entries, field_of
from countercase.text.words import Words

# Finds the terms of the closed lists in one pass over the words, with a trie of all expressions.

_ANY = "*"
_LEAVES = ""  # key of the leaves; no word is empty
# If an expression has two readings of equal length, the first of these kinds wins; other kinds come last.
_FIRST_KINDS = (
    FactKind.EVIDENCE,
    FactKind.ROLE,
    FactKind.RELATION,
    FactKind.INSTRUMENT,
    FactKind.ACT,
    FactKind.RESULT,
)
_KINDS = tuple(dict.fromkeys((*_FIRST_KINDS, *f.FactKind)))
_NEAR = 80  # words on each side used as context; longer sentences are tables
_FORMS = ("none", "one", "many", "past", "noun", "nouns", "ing", "base")


@dataclass(frozen=True, slots=True)
class Leaf:
    """An expression of the lists: its entry, its row and its form."""

    entry: Entry
    wording: WordRow
    form: str
    capitals: bool


@dataclass(frozen=True, slots=True)
class ListedMention:
    """Words `first` up to but not including `last` name `entry`."""

    entry: Entry
    wording: WordRow
    form: str
    first: int
    last: int


def find_mentions(words: Words) -> list[ListedMention]:
    """Every mention in text order, without overlaps: the longest expression wins."""
    mentions: list[ListedMention] = []
    read_to = 0
    for index in _starting_points(words.words):
        mention = _longest(words, index) if index >= read_to else None
        if mention is not None:
            mentions.append(mention)
            read_to = mention.last
    return mentions


def _starting_points(words: list[str]) -> list[int]:
    """Positions where an expression may begin: its first word is here, and its second word, if any, follows."""
    tree, alone = _tree(), _need_no_second_word()
    pairs = enumerate(zip(words, [*words[1:], ""], strict=False))
    return [index for index, (word, then) in pairs if word in tree and (word in alone or then in tree[word])]


def _longest(words: Words, index: int) -> ListedMention | None:
    ends: list[tuple[int, list[Leaf]]] = []
    _walk(words, _tree()[words.words[index]], index + 1, ends)
    for last, leaves in sorted(ends, key=lambda end: -end[0]) if len(ends) > 1 else ends:
        for leaf in leaves:
            if leaf.capitals and not words.text[words.starts[index] : words.ends[last - 1]].isupper():
                continue
            if not _is_cancelled(words, leaf.wording, index, last):
                return ListedMention(leaf.entry, leaf.wording, leaf.form, index, last)
    return None


def _walk(words: Words, node: dict[str, Any], last: int, ends: list[tuple[int, list[Leaf]]]) -> None:
    """Add the end of each expression that passes through `node`; `last` is the next word."""
    if _LEAVES in node:
        ends.append((last, node[_LEAVES]))
    if last < len(words.words) and words.joined(last - 1):
        for key in (words.words[last], _ANY):
            if key in node:
                _walk(words, node[key], last + 1, ends)


def _is_cancelled(words: Words, wording: WordRow, first: int, last: int) -> bool:
    if wording.unless_before and _is_preceded_by(words, wording.unless_before, first):
        return True
    if wording.unless_after and _is_followed_by(words, wording.unless_after, last):
        return True
    if wording.never_near and _is_near(words, wording.never_near, first):
        return True
    return bool(wording.near) and not _is_near(words, wording.near, first)


def _is_preceded_by(words: Words, phrases: tuple[str, ...], first: int) -> bool:
    return f" {' '.join(words.words[max(0, first - 4) : first])}".endswith(phrases)


def _is_followed_by(words: Words, phrases: tuple[str, ...], last: int) -> bool:
    return f"{' '.join(words.words[last : last + 4])} ".startswith(phrases)


def _is_near(words: Words, beginnings: tuple[str, ...], first: int) -> bool:
    begin, end = words.sentence(first)
    near = words.words[max(begin, first - _NEAR) : min(end, first + _NEAR)]
    return any(word.startswith(beginnings) for word in near)


@cache
def _need_no_second_word() -> frozenset[str]:
    """First words that need no specific second word: complete on their own, or followed by any word."""
    return frozenset(word for word, node in _tree().items() if _LEAVES in node or _ANY in node)


@cache
def _tree() -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for kind in _KINDS:
        for entry in entries(kind).values():
            for wording in entry.wordings:
                for form in sorted(wording.forms, key=lambda form: _FORMS.index(form) if form in _FORMS else -1):
                    for phrase in wording.forms[form]:
                        _add_phrase(tree, phrase, Leaf(entry, wording, form, _is_acronym(phrase)))
    return tree


def _add_phrase(tree: dict[str, Any], phrase: str, leaf: Leaf) -> None:
    parts = tuple(part for part in phrase.lower().replace("-", " ").replace("'", " ").replace(".", " ").split() if part)
    for spelt in {parts, _without_hyphens(phrase, parts), tuple("".join(parts)) if leaf.capitals else parts}:
        node = tree
        for part in spelt:
            node = node.setdefault(part, {})
        node.setdefault(_LEAVES, []).append(leaf)


def _without_hyphens(phrase: str, parts: tuple[str, ...]) -> tuple[str, ...]:
    """ "eye-witness" is also written as one word."""
    if "-" not in phrase:
        return parts
    return tuple("".join(word.split("-")) for word in phrase.lower().replace("'", " ").split())


def _is_acronym(phrase: str) -> bool:
    letters = phrase.replace(".", "").split()[0]
    return len(phrase.split()) == 1 and letters.isupper() and letters.isalpha()


_COUNTABLE = frozenset({"one", "noun", "a", "b", "both", "body"})
_ARTICLES = frozenset({"a", "an"})
_DETERMINERS = frozenset({"a", "an", "the", "his", "her", "their", "its", "any", "said"})
_DEFINITE = frozenset({"the", "his", "her", "their", "its", "said", "this", "that"})
_NOT_A_FACT = frozenset({Claim.DENIED, Claim.HYPOTHETICAL, Claim.REJECTED})
_EVENTS = frozenset({"past", "ing"})
_PERSONS = frozenset({"person", "people", "body"})  # "the deceased" names a person, whatever the sentence says
_DONE_OR_SHOWN = frozenset({FactKind.ACT, FactKind.RESULT, FactKind.EVIDENCE})
_OF_THIS_MATTER = frozenset({"the", "our", "said"})
_NAMED_ONLY = frozenset({FactKind.RELATION, FactKind.INSTRUMENT})
_ONLY_AGAINST_DOER = frozenset({"escape"})  # acts that count only against the person who did them
_OF_A_BARGAIN = frozenset({"guarantor", "partner", "director", "trustee"})  # roles that a mere relative may have
_AUXILIARIES = frozenset("was were is has had have been stands faces".split())
_OWN_CASES = frozenset("detained prosecuted released cases case antecedents booked externed wanted".split())
_DID, _MANAGED_TO = (["did"], ["does"]), ["managed", "to"]  # before the base form: it was done
_CONFIDENCE = {Claim.ASSERTED: 0.9, Claim.DENIED: 0.85, Claim.AWAITED: 0.85}  # any other claim is in doubt: 0.8
_FOUND_BY = "rules.words"
# Facts that hold only a name from their list.
_NAME_ONLY: dict[f.FactKind, Any] = {
    kind: fact_class
    for kind, fact_class in f.FACT_CLASSES.items()
    if f.fields_said(fact_class) == (fact_class.word_field,)
}


@dataclass(frozen=True, slots=True)
class _ReadMention:
    """A mention, what the text says about it, and its characters."""

    listed: ListedMention
    claim: Claim
    span: Span


def find_listed(words: Words, taken: SpanSet) -> list[f.Fact]:
    """One fact for each name, with all its mentions. Words inside `taken` belong to the name of an Act."""
    grouped: dict[tuple[f.FactKind, str], list[_ReadMention]] = {}
    for mention in find_mentions(words):
        read = _read(words, mention)
        if read is not None and not taken.holds(read.span):
            grouped.setdefault((mention.entry.kind, mention.entry.name), []).append(read)
    return [fact for (kind, name), group in grouped.items() for fact in _facts(words, kind, name, group)]


def _read(words: Words, mention: ListedMention) -> _ReadMention | None:
    kind = mention.entry.kind
    is_event = mention.form in _EVENTS and kind in _DONE_OR_SHOWN
    reading = read_claim(words, mention.first, mention.last, is_event)
    setting = Setting.of(words, mention.first, mention.last)
    if kind is f.FactKind.EVIDENCE:
        return _evidence(words, mention, reading, setting)
    is_presupposed = kind is f.FactKind.INSTRUMENT and _is_presupposed(words, mention, reading)
    if reading.claim in _NOT_A_FACT and not is_presupposed:
        return None
    if setting.is_failed_argument or _is_about_another(words, mention, setting):
        return None
    if mention.form not in _PERSONS and _is_not_asserted(words, mention, setting):
        return None
    if mention.wording.tied and holder_of(words, mention.first, mention.last) is None:
        return None
    first = mention.first
    if mention.form in _COUNTABLE and _precedes(words, first, _ARTICLES):
        first -= 1  # "a minor" becomes "an adult": the article goes with the word
    return _ReadMention(mention, Claim.ASSERTED, _span(words, first, mention.last))


def _is_not_asserted(words: Words, mention: ListedMention, setting: Setting) -> bool:
    """Whether an act did not happen, or a relation or weapon is not said to exist."""
    if mention.entry.kind in _DONE_OR_SHOWN:
        is_unasserted = setting.is_law_or_condition or setting.is_asserted_by_nobody
        is_unasserted = is_unasserted or is_denied_in_note(words.text, words.ends[mention.last - 1])
        is_unasserted = is_unasserted or is_taken_back(*_place(words, mention))
        is_unasserted = is_unasserted or is_taken_back_at_once(*_place(words, mention))
        return is_unasserted or _did_not_happen(words, mention)
    return mention.entry.kind in _NAMED_ONLY and _is_only_supposed(words, mention, setting)


def _is_only_supposed(words: Words, mention: ListedMention, setting: Setting) -> bool:
    """Whether a relation or a weapon is denied or supposed: "had he any wife living"; but "had the mother lived"."""
    is_definite = _precedes(words, mention.first, _DEFINITE)
    is_unknown = setting.is_counterfactual or (mention.entry.kind is FactKind.INSTRUMENT and setting.states_law)
    is_unknown = is_unknown or is_said_and_denied(*_place(words, mention))
    if mention.entry.kind is FactKind.INSTRUMENT:
        is_unknown = is_unknown or is_taken_back_at_once(*_place(words, mention))
    return setting.is_denied_in_terms or (is_unknown and not is_definite)


def _is_presupposed(words: Words, mention: ListedMention, reading: NegatedClaim) -> bool:
    """ "the knife was not shown to the doctor": there was a knife."""
    return reading.first == mention.first and _precedes(words, mention.first, _DEFINITE)


def _is_about_another(words: Words, mention: ListedMention, setting: Setting) -> bool:
    """Whether the text refers to a co-accused, to kin with cases of their own, or to another matter."""
    if mention.form in _PERSONS:
        return False
    if mention.entry.kind is FactKind.ROLE and _precedes(words, mention.first, _OF_THIS_MATTER):
        return False  # "the widow": she is of this matter, whatever the sentence is about
    if setting.is_about_another_matter:
        return True
    if mention.entry.name in _OF_A_BARGAIN and is_role_of_relative(setting.text, setting.start, setting.end):
        return True
    if mention.entry.kind is f.FactKind.RELATION:
        return _has_own_cases(words, mention)
    return mention.entry.name in _ONLY_AGAINST_DOER and _is_done_by_other(words, mention.first)


def _has_own_cases(words: Words, mention: ListedMention) -> bool:
    """ "his cousin Salim was detained in 2021" is about the cousin, not about how the parties are related."""
    _, end = words.sentence(mention.first)
    after = words.words[mention.last : min(end, mention.last + 7)]
    verbs = [index for index, word in enumerate(after) if word in _AUXILIARIES]
    predicate = after[verbs[0] :] if verbs else []
    has_year = any(word.isdigit() for word in predicate)
    is_convicted_before = "convicted" in predicate and has_year
    return is_convicted_before or not _OWN_CASES.isdisjoint(predicate)


def _is_done_by_other(words: Words, first: int) -> bool:
    """ "co-accused Imran has absconded", "the absconding co-accused"."""
    begin, end = words.sentence(first)
    before = words.words[max(begin, first - 6) : first]
    after = words.words[first + 1 : min(end, first + 3)]
    return "co" in before or after[:1] == ["co"] or before[-2:-1] == ["other"]


def _did_not_happen(words: Words, mention: ListedMention) -> bool:
    if mention.form == "base":
        before = words.words[max(0, mention.first - 2) : mention.first]
        return before[-1:] not in _DID and before != _MANAGED_TO
    return is_unrealised(words, mention.first, mention.last)


def _evidence(words: Words, mention: ListedMention, reading: NegatedClaim, setting: Setting) -> _ReadMention | None:
    awaited = read_awaited(words, mention.first, mention.last)
    if awaited is not None:
        return _ReadMention(mention, Claim.AWAITED, _span(words, _with_determiners(words, awaited.first), awaited.last))
    if mention.form == "none" or is_called_absent(words, mention.last):
        last = mention.last if mention.form == "none" else mention.last + 2
        return _ReadMention(mention, Claim.DENIED, _span(words, mention.first, last))
    is_unknown = setting.is_law_or_condition and not _is_definite(words, mention)
    if reading.claim is Claim.HYPOTHETICAL or is_unknown or setting.is_about_another_matter:
        return None
    if reading.claim is not Claim.DENIED and _is_only_spoken_of(words, mention):
        return None
    if mention.form in {"one", "many"} and reading.claim is Claim.ASSERTED:
        reading = read_absence(words, mention.first, mention.last) or reading
    first = reading.first
    if mention.form in {"one", "many"} and reading.claim is not Claim.DENIED:
        first = _with_determiners(words, first)
    doubted = reading.claim is Claim.ASSERTED and _is_doubted(setting, mention.wording)
    return _ReadMention(mention, Claim.IN_DOUBT if doubted else reading.claim, _span(words, first, reading.last))


def _is_only_spoken_of(words: Words, mention: ListedMention) -> bool:
    """Whether the item is only asked for or wanted, or is a sample of which no report is spoken of."""
    first, last = mention.first, mention.last
    if mention.form in {"past", "ing", "base"} and is_unrealised(words, first, last):
        return True
    return is_only_asked_for(words, first, last) or is_only_sample(
        words.text, words.starts[first], words.ends[last - 1]
    )


def _place(words: Words, mention: ListedMention) -> tuple[str, int, int]:
    """The text, and where the mention stands in it."""
    return words.text, words.starts[mention.first], words.ends[mention.last - 1]


def _is_doubted(setting: Setting, wording: WordRow) -> bool:
    """Whether the sentence puts the item in doubt: a sanction by an authority that was not competent."""
    lower = f" {setting.text.lower()} " if wording.doubted_by else ""
    return any(all(f" {word}" in lower for word in words) for words in wording.doubted_by)


def _with_determiners(words: Words, first: int) -> int:
    """ "the said report": a change of the item changes these words too."""
    while _precedes(words, first, _DETERMINERS):
        first -= 1
    return first


def _is_definite(words: Words, mention: ListedMention) -> bool:
    """ "the confession", "his licence": even a hypothetical about it presupposes it."""
    is_wished = words.words[max(0, mention.first - 2)] == "had"  # "Had the licence been valid"
    return mention.form in {"one", "many"} and not is_wished and _precedes(words, mention.first, _DEFINITE)


def _precedes(words: Words, first: int, listed: frozenset[str]) -> bool:
    if first == 0 or words.words[first - 1] not in listed or not words.gap(first - 1).isspace():
        return False
    start = words.starts[first - 1]
    return start == 0 or not words.text[start - 1].isalnum()  # the A of "Section 41A notice" is no article


def _span(words: Words, first: int, last: int) -> Span:
    return Span(words.starts[first], words.ends[last - 1])


def _facts(words: Words, kind: f.FactKind, name: str, group: list[_ReadMention]) -> Iterator[f.Fact]:
    if kind is f.FactKind.ROLE:
        yield from _roles(words, name, group)
        return
    if kind is f.FactKind.EVIDENCE:
        yield _evidence_fact(name, group)
        return
    spans = tuple(read.span for read in group)
    yield _NAME_ONLY[kind](spans=spans, confidence=_confidence(group), found_by=_FOUND_BY, **{field_of(kind): name})


def _roles(words: Words, name: str, group: list[_ReadMention]) -> Iterator[f.Fact]:
    """One fact per holder; mentions without a holder go to the only holder, if there is just one."""
    by_holder: dict[str | None, list[_ReadMention]] = {}
    for mention in group:
        holder = holder_of(words, mention.listed.first, mention.listed.last)
        by_holder.setdefault(None if holder == name else holder, []).append(mention)
    named = [holder for holder in by_holder if holder is not None]
    if len(named) == 1 and None in by_holder:
        by_holder[named[0]] = sorted([*by_holder[named[0]], *by_holder.pop(None)], key=lambda mention: mention.span)
    for holder, held_mentions in by_holder.items():
        spans = tuple(mention.span for mention in held_mentions)
        yield f.RoleFact(
            spans=spans, role=name, holder=holder, confidence=_confidence(held_mentions), found_by=f"{_FOUND_BY}.holder"
        )


def _evidence_fact(name: str, group: list[_ReadMention]) -> f.Fact:
    """The status that most mentions give; one doubtful mention weighs as much as half the plain ones."""
    absent = [mention for mention in group if mention.claim is Claim.DENIED]
    doubted = [mention for mention in group if mention.claim in {Claim.IN_DOUBT, Claim.REJECTED}]
    awaited = [mention for mention in group if mention.claim is Claim.AWAITED]
    plain = len(group) - len(absent) - len(doubted) - len(awaited)
    if awaited and len(awaited) >= plain:
        status, supporting = f.EvidenceStatus.AWAITED, awaited
    elif len(absent) > plain + len(doubted):
        status, supporting = f.EvidenceStatus.ABSENT, absent
    elif doubted and 2 * len(doubted) >= plain:
        status, supporting = (
            f.EvidenceStatus.DISPUTED,
            [mention for mention in group if mention.claim not in {Claim.DENIED, Claim.AWAITED}],
        )
    else:
        status, supporting = f.EvidenceStatus.PRESENT, [mention for mention in group if mention.claim is Claim.ASSERTED]
    return f.EvidenceFact(
        spans=tuple(mention.span for mention in supporting),
        item=name,
        status=status,
        confidence=_confidence(supporting),
        found_by=_FOUND_BY,
    )


def _confidence(group: Iterable[_ReadMention]) -> float:
    """Several mentions are more certain than one: each further mention halves the distance to 1."""
    mentions = list(group)
    base = min(_CONFIDENCE.get(read.claim, 0.8) for read in mentions)
    return round(1 - (1 - base) * 0.5 ** (min(len(mentions), 5) - 1), 3)
