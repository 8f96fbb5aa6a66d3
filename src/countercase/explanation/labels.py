"""A fact of the precedent named in the words of the precedent."""

import re
from collections.abc import Sequence

from countercase.domain.facts import EvidenceFact, EvidenceStatus, Fact, FactKind, NumericalFact, SectionFact
from countercase.explanation import frame
from countercase.explanation.compare import Compared, Likeness
from countercase.explanation.excerpt import tidy
from countercase.explanation.tokens import content_keys
from countercase.law.provisions.statutes import find_statutes

_DETERMINER = re.compile(r"(?:a|an|the|his|her|their|its|this|that|such|any|no|said|one|some)\s+", re.IGNORECASE)
_FULL_SECTION = re.compile(r"(?:Section|Article|Rule|Order)s?\s", re.IGNORECASE)
_NOUNS = frozenset({FactKind.ROLE, FactKind.RELATION, FactKind.INSTRUMENT})
_CANONICAL = {
    FactKind.EVIDENCE: "item",
    FactKind.INSTRUMENT: "instrument",
    FactKind.ROLE: "role",
    FactKind.RELATION: "relation",
    FactKind.RESULT: "result",
    FactKind.ACT: "act",
}
# Named without an article.
_MASS = frozenset(
    "evidence recovery sanction kerosene acid poison liquor motive charas ganja opium heroin dowry consent delay"
    " possession notice custody".split()
)


def label(one: Compared, written: str, around: str, with_act: bool = True) -> str:
    """The fact as the precedent has it; `written` is its mention, `around` the sentence it stands in."""
    words = tidy(written)
    fact = one.fact
    if isinstance(fact, SectionFact):
        named = _section(words, around) + (_of_act(fact, words, around) if with_act else "")
        return f"{named}, {frame.COUNTERPART}," if one.likeness is Likeness.COUNTERPART else named
    if isinstance(fact, NumericalFact):
        line = {Likeness.SAME_LINE: frame.SAME_LINE, Likeness.OTHER_LINE: frame.OTHER_LINE}.get(one.likeness)
        return f"{words}, {line}" if line else words
    return _thing(fact, words, around)


def joined(labels: Sequence[str]) -> str:
    """A list in words, each label once."""
    distinct = list(dict.fromkeys(labels))
    return distinct[0] if len(distinct) == 1 else f"{', '.join(distinct[:-1])} and {distinct[-1]}"


def _section(words: str, around: str) -> str:
    if _FULL_SECTION.match(words):
        return re.sub(r"^(Section|Article|Rule|Order)s\b", r"\1", words, flags=re.IGNORECASE)
    if not words[0].isdigit():
        return words
    word = "Section" if re.search(r"\bSections?\b", around, re.IGNORECASE) else "s."
    return f"{word} {words}"


def _of_act(fact: SectionFact, words: str, around: str) -> str:
    """The Act as the sentence names it, where the mention itself does not."""
    if find_statutes(words):
        return ""
    named = (mention for mention in find_statutes(around) if mention.act and mention.act.short == fact.provision.act)
    return next((f" of the {tidy(mention.span.of(around))}" for mention in named), "")


def _thing(fact: Fact, words: str, around: str) -> str:
    name = str(getattr(fact, _CANONICAL[fact.kind]))
    no = isinstance(fact, EvidenceFact) and fact.status is EvidenceStatus.ABSENT
    if content_keys(name) <= content_keys(around):
        return f"no {name}" if no else _noun(fact, name)
    bare = _DETERMINER.sub("", words)
    if fact.kind in _NOUNS and bare.islower():
        return _noun(fact, bare)
    return f"“{words if no else bare[0].lower() + bare[1:]}”"


def is_plain(fact: Fact, written: str) -> bool:
    """Whether the mention names the fact by more than one loose word: "recovery", not "recover"."""
    name = str(getattr(fact, _CANONICAL[fact.kind]))
    return fact.kind in _NOUNS or " " in written.strip() or content_keys(name) <= content_keys(written)


def _noun(fact: Fact, words: str) -> str:
    return words if fact.kind in {FactKind.ACT, FactKind.RESULT} else _with_article(words)


def _with_article(noun: str) -> str:
    first, last = noun.split(maxsplit=1)[0].lower(), noun.rsplit(maxsplit=1)[-1].lower()
    plural = last.endswith("s") and not last.endswith("ss")
    if plural or last in _MASS or first in _MASS or " and " in noun:
        return noun
    an = noun[0].lower() in "aeiou" or re.match(r"(?:FIR|MLA|X)\b", noun)
    return f"{'an' if an else 'a'} {noun}"
