"""Which form of an entry a quote is, and how a form is put, denied or doubted."""

import re
from dataclasses import dataclass

from countercase.domain.facts import FactKind
from countercase.facts.vocabulary import Entry
from countercase.facts.words import with_article

_AUXILIARY = frozenset("was were been be is are had has have being having got".split())
# After one of these, at the beginning of a sentence or after a verb, "no" may stand before a noun.
_NO_MAY_FOLLOW = frozenset(
    "of by in on with from for after before under through as against to and or but that there upon at without"
    " was were is are be been had has have".split()
)
_INJURED = {"person": "injured", "people": "injured persons", "body": "injured body", "adj": "injured"}
_VERBS = frozenset("having recording lodging producing obtaining making filing holding recovering taking".split())
_ARTICLE = re.compile(r"(?:a|an)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote in parts: what stands before the expression, the expression, what stands after, and its form."""

    lead: str
    core: str
    tail: str
    form: str


def read_quote(entry: Entry, quote: str) -> Quote:
    """Find the longest expression of the entry inside the quote; a quote that holds none is all expression."""
    best: Quote | None = None
    for wording in entry.wordings:
        for form, phrases in wording.forms.items():
            for phrase in phrases:
                found = _pattern(phrase).search(quote)
                if found and (best is None or len(found[0]) > len(best.core)):
                    best = Quote(quote[: found.start()], found[0], quote[found.end() :], form)
    return best or Quote("", quote, "", "one")


def _pattern(phrase: str) -> re.Pattern[str]:
    words = [r"\w+" if word == "*" else re.escape(word) for word in re.split(r"[\s.'-]+", phrase) if word]
    letters = r"\W{0,2}".join(phrase) if phrase.isupper() and phrase.isalpha() else ""
    spelt = r"[\W_]{0,4}".join(words)
    return re.compile(rf"\b(?:{spelt}{'|' + letters if letters else ''})\b", re.IGNORECASE)


def put(entry: Entry, form: str) -> str:
    """The entry in a form; the nearest one that it has. Who is not dead is injured."""
    if entry.kind is FactKind.RESULT and entry.written(form) is None and form in _INJURED:
        return "deceased" if entry.name == "suicide" and form == "person" else _INJURED[form]
    nearest = {"many": ("many", "nouns", "one"), "nouns": ("nouns", "many", "noun"), "ing": ("ing", "noun")}
    turns = (form, *nearest.get(form, ()), *_counterparts(form), "one", "noun", "a", "both", "past")
    for turn in turns:
        written = entry.written(turn)
        if written is not None:
            return _as_past(written, form, turn)
    return entry.name


def _counterparts(form: str) -> tuple[str, ...]:
    return {
        "b": ("a",),
        "bs": ("as", "many"),
        "as": ("as",),
        "boths": ("as",),
        "person": ("noun",),
        "body": ("noun",),
    }.get(form, ())


def _as_past(written: str, form: str, turn: str) -> str:
    """A noun where the sentence wants a verb: "suffered a fracture"."""
    if form == "past" and turn in {"noun", "one"}:
        return f"suffered {written}"
    return written


def deny(quote: Quote, before: str) -> str:
    """The quote with the thing said not to be so; `before` is the word that stands before it, empty at a beginning."""
    if quote.form in {"past", "ing", "base", "adj"}:
        return quote.lead + _deny_verb(quote, before.lower())
    if quote.form == "on":
        return f"{quote.lead}a regular basis"
    if quote.lead.strip() or _lets_no_follow(before.lower()):
        return f"no {quote.core}"
    return f"{'unproved' if before.lower() == 'an' else 'disproved'} {quote.core}"  # "the only" keeps its noun


def _deny_verb(quote: Quote, before: str) -> str:
    first, _, rest = quote.core.partition(" ")
    if first.lower() in _AUXILIARY and rest:
        return f"{first} not {rest}"
    return f"not {quote.core}" if before in _AUXILIARY or quote.form != "past" else f"never {quote.core}"


def _lets_no_follow(before: str) -> bool:
    word = before.strip("\"'“”‘’()")
    return not word or word in _NO_MAY_FOLLOW or word.endswith("ed") or word in _VERBS or before[-1] in ".,;:!?"


def doubt(quote: Quote) -> str:
    """The quote with the thing in doubt."""
    if quote.form in {"past", "ing", "adj", "on"}:
        return f"{quote.lead}allegedly {quote.core}"
    return f"the alleged {quote.core}"


def with_lead(lead: str, word: str) -> str:
    """A new word behind the article of the old one, which changes with it."""
    article = _ARTICLE.fullmatch(lead)
    return with_article(word) if article else f"{lead}{word}"


def cased(narrative: str, start: int, text: str) -> str:
    """The new words, with a capital at the beginning of a sentence."""
    before = narrative[:start].rstrip("\"'“‘([ \t")
    is_first = not before or before[-1] in ".?!\n"
    return text[:1].upper() + text[1:] if is_first else text
