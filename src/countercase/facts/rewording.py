"""Writes the replacement for one mention when its fact is changed or removed."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from countercase.domain import facts as f
from countercase.domain.case import PartyType
from countercase.domain.facts import FactKind
from countercase.domain.span import Span
from countercase.facts.words import (
    Entry,
    entry,
    entry_of,
    grouped,
    number_words,
    ordinal,
    plain,
    section_number,
    section_words,
)
from countercase.text.numbers import DAY_NAME
from countercase.text.words import capitalised, with_article

# Finds the form of a quote, and writes a form affirmed, denied or doubted.

_AUXILIARY = frozenset("was were been be is are had has have being having got".split())
# After one of these, at the start of a sentence or after a verb, "no" may come before a noun.
_NO_MAY_FOLLOW = frozenset(
    "of by in on with from for after before under through as against to and or but that there upon at without"
    " was were is are be been had has have".split()
)
_VERB_FORMS = frozenset({"past", "ing", "base"})
_INJURED = {"person": "injured", "people": "injured persons", "body": "injured body", "adj": "injured"}
_VERBS = frozenset("having recording lodging producing obtaining making filing holding recovering taking".split())
_ARTICLE = re.compile(r"(?:a|an)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote in parts: the words before the expression, the expression, the words after, and its form."""

    lead: str
    core: str
    tail: str
    form: str


def read_quote(entry: Entry, quote: str) -> Quote:
    """Find the longest expression of the entry in the quote. If there is none, the whole quote is the expression."""
    best: Quote | None = None
    for wording in entry.wordings:
        for form, phrases in wording.forms.items():
            for phrase in phrases if form != "none" else ():
                match = _pattern(phrase).search(quote)
                if match and (best is None or len(match[0]) > len(best.core)):
                    best = Quote(quote[: match.start()], match[0], quote[match.end() :], form)
    return best or Quote("", quote, "", "one")


def _pattern(phrase: str) -> re.Pattern[str]:
    words = [r"\w+" if word == "*" else re.escape(word) for word in re.split(r"[\s.'-]+", phrase) if word]
    letters = r"\W{0,2}".join(phrase) if phrase.isupper() and phrase.isalpha() else ""
    spelt = r"[\W_]{0,4}".join(words)
    return re.compile(rf"\b(?:{spelt}{'|' + letters if letters else ''})\b", re.IGNORECASE)


def in_form(entry: Entry, form: str) -> str:
    """The entry in a form, or in its nearest form. A person who is not dead is injured."""
    if entry.kind is FactKind.RESULT and entry.written(form) is None and form in _INJURED:
        return "deceased" if entry.name == "suicide" and form == "person" else _INJURED[form]
    nearest = {"many": ("many", "nouns", "one"), "nouns": ("nouns", "many", "noun"), "ing": ("ing", "noun")}
    forms = (form, *nearest.get(form, ()), *_substitute_forms(form), "one", "noun", "a", "both", "past")
    for candidate in forms:
        written = entry.written(candidate)
        if written is not None:
            return _as_verb(written, form, candidate)
    return entry.name


def _substitute_forms(form: str) -> tuple[str, ...]:
    return {
        "b": ("a",),
        "bs": ("as", "many"),
        "as": ("as",),
        "boths": ("as",),
        "person": ("noun",),
        "body": ("noun",),
    }.get(form, ())


def _as_verb(written: str, form: str, written_form: str) -> str:
    """A noun where the sentence needs a verb: "suffered a fracture"."""
    if form == "past" and written_form in {"noun", "one"}:
        return f"suffered {written}"
    return written


def deny(quote: Quote, before: str) -> str:
    """The quote in the negative. `before` is the word before it, empty at the start of a sentence."""
    if quote.form in {"past", "ing", "base", "adj"}:
        return quote.lead + _deny_verb(quote, before.lower())
    if quote.form == "on":
        return f"{quote.lead}a regular basis"
    if quote.lead.strip() or _may_precede_no(before.lower()):
        return f"no {quote.core}"
    return f"{'unproved' if before.lower() == 'an' else 'disproved'} {quote.core}"  # "the only" keeps its noun


def _deny_verb(quote: Quote, before: str) -> str:
    first, _, rest = quote.core.partition(" ")
    if first.lower() in _AUXILIARY and rest:
        return f"{first} not {rest}"
    return f"not {quote.core}" if before in _AUXILIARY or quote.form != "past" else f"never {quote.core}"


def _may_precede_no(before: str) -> bool:
    word = before.strip("\"'“”‘’()")
    return not word or word in _NO_MAY_FOLLOW or word.endswith("ed") or word in _VERBS or before[-1] in ".,;:!?"


def doubt(quote: Quote) -> str:
    """The quote with "alleged" or "allegedly"."""
    if quote.form in {"past", "ing", "adj", "on"}:
        return f"{quote.lead}allegedly {quote.core}"
    return f"the alleged {quote.core}"


def with_lead(lead: str, word: str) -> str:
    """A new word after the old article; "a" becomes "an" if the word needs it."""
    article = _ARTICLE.fullmatch(lead)
    return with_article(word) if article else f"{lead}{word}"


def cased(narrative: str, start: int, text: str) -> str:
    """The new words, capitalised at the start of a sentence."""
    before = narrative[:start].rstrip("\"'“‘([ \t")
    is_first = not before or before[-1] in ".?!\n"
    return capitalised(text) if is_first else text


# 498A, 376-DA, 302 A; not the first letters of an Act: 302 IPC, 138 NI Act
_NUMBER = re.compile(r"\d+(?:[A-Z]{1,4}\b|\s?-\s?[A-Z]{1,3}\b|\s[A-Z]\b)?(?:\s?\(\s?\w{1,4}\s?\)){0,4}")
_SIDE = re.compile(
    r"(?:accused[\s/-]+)?(?:appellants?|petitioners?|respondents?|our\sclients?)(?:[\s-](?:nos?\.?\s?)?\d+)?", re.I
)
_SIDE_ALONE = re.compile(r"appellants?|petitioners?|respondents?", re.IGNORECASE)
_ENDING = {PartyType.INDIVIDUAL: ", an individual,", PartyType.STATE: " State", PartyType.CORPORATION: " company"}
_PLURAL_ENDING = {
    PartyType.INDIVIDUAL: ", individuals,",
    PartyType.STATE: " State",
    PartyType.CORPORATION: " companies",
}
_PARTY_ALONE = {PartyType.INDIVIDUAL: "individual", PartyType.STATE: "State", PartyType.CORPORATION: "company"}
_ACT_FOLLOWS = re.compile(r"\s(?:of\s(?:the\s)?)?(?=[A-Z])")
_DETERMINERS = frozenset("a an the his her their its this that said one another".split())
_NUMERIC_DATE = re.compile(r"\d{1,2}(?P<mark>[./-])\d{1,2}(?P=mark)(?P<year>\d{4}|\d{2})")
_COUNTED = re.compile(r"(?P<number>\d[\d,]*|[a-z]+)(?P<rest>\W.*)", re.IGNORECASE | re.DOTALL)
_COUNTED_DAY = re.compile(r"\d+(?:st|nd|rd|th)\sday", re.IGNORECASE)
_OPPOSITE_ROLE = {
    "minor": "adult",
    "juvenile": "adult",
    "adult": "minor",
    "first offender": "previous convict",
    "person with antecedents": "first offender",
    "previous convict": "first offender",
}
_UNSPECIFIED = {
    f.Quantity.AMOUNT: "some money",
    f.Quantity.AGE: "some years",
    f.Quantity.DURATION: "some time",
    f.Quantity.WEIGHT: "some quantity",
    f.Quantity.PERSONS: "some persons",
    f.Quantity.DATE: "that day",
}
# What replaces a word of denial: "without any licence" becomes "with a licence".
_AFFIRM = {
    "no": "", "not": "", "never": "", "without": "with", "denied": "admitted", "denies": "admits",
    "denying": "admitting", "failed": "managed", "refused": "agreed", "declined": "agreed", "absence": "presence",
    "lack": "presence",
    "want": "presence", "dearth": "presence", "nor": "and", "neither": "both", "cannot": "can", "non": "",
    "disproved": "proved", "refuted": "admitted", "nobody": "somebody", "none": "some",
    "nothing": "something", "nowhere": "somewhere",
}  # fmt: skip


def reword(narrative: str, span: Span, before: f.Fact, after: f.Fact | None) -> str:
    """The words for `after`, or for the absence of `before`, in the grammar of the mention at `span`."""
    quote = span.of(narrative)
    before_it = (narrative[max(0, span.start - 24) : span.start].split() or [""])[-1]
    new = _RULES.get(before.kind, _listed)(quote, before, after, before_it, narrative[span.end : span.end + 8])
    return cased(narrative, span.start, new)


def _section(quote: str, _before: f.Fact, after: Any, _word: str, follows: str) -> str:
    number = _NUMBER.search(quote)
    lead, tail = (quote[: number.start()], quote[number.end() :]) if number else ("", "")
    if after is None:
        return "another provision"
    if after.provision.act == _before.provision.act:  # type: ignore[attr-defined]
        shown = section_number(after.provision).partition(" ")[2] if after.provision.order is None else ""
        return f"{lead}{shown}{tail}" if shown else section_words(after.provision)
    shared = ", and the provisions" if not tail and _ACT_FOLLOWS.match(follows) else ""
    return section_words(after.provision) + shared


def _party(quote: str, _before: f.Fact, after: Any, _word: str, _follows: str) -> str:
    side = _SIDE.search(quote)
    if side is None:
        return _PARTY_ALONE[after.party_type] if after is not None else "party"
    many = re.search(r"(?:ants|ers|ents|clients)\b", side[0], re.IGNORECASE) is not None
    if after is None:
        return _no_party(quote, side[0], "parties" if many else "party")
    return side[0] + (_PLURAL_ENDING if many else _ENDING)[after.party_type]


def _no_party(quote: str, side: str, neutral: str) -> str:
    """The word for the side without the body; if it is alone, a word that names no side."""
    if side != quote:
        return side
    if quote.lower().startswith("accused"):
        return re.split(r"[-/\s]", quote, maxsplit=1)[0]
    return f"the {neutral}" if quote.lower().startswith("our") else _SIDE_ALONE.sub(neutral, quote)


def _listed(quote: str, before: f.Fact, after: f.Fact | None, word: str, _follows: str) -> str:
    """A term of a closed list: the new one in the form of the old, or the words for its absence."""
    entry = entry_of(before)
    read = read_quote(entry, quote)
    if after is None:
        return _REMOVED.get(before.kind, _denied)(entry, read, word)
    return quote if entry_of(after) == entry else _same_form(entry_of(after), read)


def _no_role(known: Entry, read: Quote, word: str) -> str:
    other = _OPPOSITE_ROLE.get(known.name)
    if other is not None:
        return _same_form(entry(known.kind, other), read)
    if read.form in {"one", "many"}:
        return with_lead(read.lead, "persons" if read.form == "many" else "person")
    return deny(read, word)


def _no_relation(known: Entry, read: Quote, _word: str) -> str:
    return _same_form(entry(known.kind, "acquaintances"), read)


def _no_instrument(entry: Entry, read: Quote, word: str) -> str:
    thing = "substance" if entry.group in {"substance", "contraband"} else "object"
    some = "some " if read.form == "one" and not read.lead and word.lower() not in _DETERMINERS else ""
    return with_lead(read.lead, f"{thing}s" if read.form == "many" else f"{some}{thing}")


def _no_result(entry: Entry, read: Quote, word: str) -> str:
    without = entry.without.get(read.form)
    return with_lead(read.lead, without[0]) if without else deny(read, word)


def _denied(_known: Entry, read: Quote, word: str) -> str:
    return deny(read, word)


_REMOVED: dict[f.FactKind, Callable[[Entry, Quote, str], str]] = {
    f.FactKind.ROLE: _no_role,
    f.FactKind.RELATION: _no_relation,
    f.FactKind.INSTRUMENT: _no_instrument,
    f.FactKind.RESULT: _no_result,
}


def _same_form(known: Entry, read: Quote) -> str:
    return with_lead(read.lead, in_form(known, read.form)) + read.tail


def _evidence(quote: str, before: Any, after: Any, word: str, _follows: str) -> str:
    read = read_quote(entry_of(before), quote)
    if after is None:  # the absence is no longer stated
        is_noun = quote.lower().startswith("no ") and read.form not in _VERB_FORMS
        return "nothing" if is_noun else with_lead(_affirmed(read, before.status), read.core)
    if before.status is f.EvidenceStatus.AWAITED:
        read = Quote(_without_awaited(read.lead), read.core, " was received" if read.tail else "", read.form)
    core = read.core if before.item == after.item else in_form(entry_of(after), read.form)
    if after.status is before.status:
        return with_lead(read.lead, core) + read.tail
    plain_quote = Quote(_affirmed(read, before.status), core, _affirmed_tail(read.tail), read.form)
    if after.status is f.EvidenceStatus.ABSENT:
        return deny(plain_quote, word) + plain_quote.tail
    if after.status is f.EvidenceStatus.DISPUTED:
        return doubt(plain_quote) + plain_quote.tail
    if after.status is f.EvidenceStatus.AWAITED:
        return f"the awaited {core}{plain_quote.tail}"
    return with_lead(plain_quote.lead, core) + plain_quote.tail


def _without_awaited(lead: str) -> str:
    """The words before an awaited item, without the word "awaited"."""
    return "".join(f"{word} " for word in lead.split() if not word.lower().startswith("await"))


def _affirmed(read: Quote, status: f.EvidenceStatus) -> str:
    """The words before the item, without those that deny or doubt it."""
    if status in {f.EvidenceStatus.PRESENT, f.EvidenceStatus.AWAITED}:
        return read.lead
    words = read.lead.split()
    if status is f.EvidenceStatus.DISPUTED:
        affirmed = [
            word for word in words if not word.lower().startswith(("alleged", "purport", "suppos", "retract", "disput"))
        ]
    else:
        affirmed = [new for word in words if (new := _AFFIRM.get(word.lower(), word)) and new.lower() != "any"]
    if read.form in _VERB_FORMS and words and words[0].lower() == "no":  # "No pistol was recovered"
        return "".join(f"{word} " for word in ("some" if "were" in words else "a", *affirmed))
    needs_article = read.form == "one" and not affirmed and words and words[0].lower() != "not"
    return "a " if needs_article else "".join(f"{word} " for word in affirmed)


def _affirmed_tail(tail: str) -> str:
    """ "was not", "was retracted" or "is absent" after the item, turned into an affirmation."""
    accepted = re.sub(r"\b(?:retracted|disbelieved|doubted|disputed|denied|rejected)\b", "accepted", tail)
    present = re.sub(
        r"\b(?:absent|lacking|wanting|missing|nil|none|untraced|untraceable|unavailable|zero)\b", "there", accepted
    )
    shown = re.sub(r"\b(?:withheld|suppressed|overwritten)\b", "produced", present)
    return re.sub(r"\s(?:not|never|nowhere)\b", "", shown)


def _number(quote: str, before: Any, after: Any, _word: str, _follows: str) -> str:
    if after is None:
        return _UNSPECIFIED[before.quantity]
    if after.quantity is f.Quantity.DATE:
        return _day(quote, after)
    if after.quantity is f.Quantity.PERSONS:
        return _persons(quote, after)
    if after.quantity is f.Quantity.AMOUNT and after.unit == "rupees":
        return f"Rs. {grouped(after.value)}" + ("/-" if quote.rstrip().endswith("/-") else "")
    return _measure(quote, after)


def _measure(quote: str, after: f.NumericalFact) -> str:
    """An age, a period or a weight in the form of the quote: "17", "17 years old", "33rd day"."""
    if after.unit == "days" and _COUNTED_DAY.fullmatch(quote):
        return f"{ordinal(int(after.value))} day"
    if after.quantity is f.Quantity.AGE and quote.strip().isdigit() and after.unit == "years":
        return plain(after.value)
    old = re.search(r"\W?(?:old|of age)\Z", quote)
    shown = number_words(after).partition(" of ")[0] if after.quantity is f.Quantity.WEIGHT else number_words(after)
    return shown + (old[0] if old else "")


_DAY_IN_WORDS = re.compile(rf"(?:{DAY_NAME})\b", re.IGNORECASE)


def _day(quote: str, after: f.NumericalFact) -> str:
    numeric = _NUMERIC_DATE.fullmatch(quote.strip())
    if numeric is None:
        in_figures = number_words(after)
        number, _, rest = in_figures.partition(" ")
        return f"{ordinal(int(number))} of {rest}" if _DAY_IN_WORDS.match(quote) else in_figures
    day, mark = date.fromordinal(int(after.value)), numeric["mark"]
    year = f"{day.year}" if len(numeric["year"]) == 4 else f"{day.year % 100:02d}"
    return f"{day.day:02d}{mark}{day.month:02d}{mark}{year}"


def _persons(quote: str, after: f.NumericalFact) -> str:
    counted = _COUNTED.fullmatch(quote)
    is_list = re.match(r"(?:accused|a-)", quote, re.IGNORECASE)
    if counted is None or is_list:
        return number_words(after)
    return f"{plain(after.value)}{counted['rest']}"


_RULES: dict[f.FactKind, Callable[[str, Any, Any, str, str], str]] = {
    f.FactKind.PROVISION: _section,
    f.FactKind.PARTY: _party,
    f.FactKind.EVIDENCE: _evidence,
    f.FactKind.NUMBER: _number,
}
