"""Extracts the fact sheet of a narrative. The same text gives the same sheet; no two facts overlap."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from countercase.domain.case import Outcome, Paragraph, SectionType
from countercase.domain.facts import Fact, FactSheet, SectionFact
from countercase.domain.provision import Provision
from countercase.domain.span import Span, SpanSet
from countercase.facts.hindi import find_hindi_sections
from countercase.facts.listed import find_listed
from countercase.facts.numbers import find_numbers
from countercase.facts.parties import find_parties
from countercase.law.provisions import ProvisionMention, find_provisions
from countercase.law.provisions.statutes import StatuteMention, find_statutes
from countercase.text.printed_pages import mend_numbers
from countercase.text.words import read_words

# Provisions charged or relied on, each with every citation of it.

_OF_THE_ACT = re.compile(r"\s{1,2}(?:of\s(?:the\s)?|under\sthe\s|,?\s?)|,\s")


def find_sections(text: str, statutes: Sequence[StatuteMention]) -> list[SectionFact]:
    """One fact for each certain provision; citations without an Act are left out."""
    mentions = [cited for cited in find_provisions(text) if cited.provision is not None and _is_written(text, cited)]
    if not mentions:
        return []
    acts = {statute.span.start: statute.span for statute in statutes}
    alone = _stand_alone(mentions)
    spans: dict[Provision, dict[Span, None]] = {}  # in order, each once
    for mention in mentions:
        span = _with_act(text, mention.span, acts) if mention.span in alone else mention.span
        if mention.provision is not None:
            spans.setdefault(mention.provision, {})[span] = None
    return [
        SectionFact(spans=tuple(places), provision=provision, confidence=0.97, found_by="law.provisions")
        for provision, places in spans.items()
    ]


def _is_written(text: str, mention: ProvisionMention) -> bool:
    """A provision inside a range such as "138 to 142" is not written out, so it cannot be pointed at or changed."""
    number = (mention.number or "").rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return bool(number) and number in mention.span.of(text)


def _stand_alone(mentions: list[ProvisionMention]) -> frozenset[Span]:
    """The mentions followed by an Act that is theirs alone, not that of a list."""
    shared: dict[Span, int] = {}
    for mention in mentions:
        shared[mention.phrase] = shared.get(mention.phrase, 0) + 1
    return frozenset(mention.span for mention in mentions if shared[mention.phrase] == 1)


def _with_act(text: str, span: Span, acts: dict[int, Span]) -> Span:
    """ "Section 302" with "of the Indian Penal Code" after it, so that a change can replace the Act too."""
    link = _OF_THE_ACT.match(text, span.end)
    act = acts.get(link.end()) if link else None
    if act is None:
        return span
    before = text[max(0, span.start - 11) : span.start].lower()
    return span if re.search(r"\b(?:r/w|read\swith|and)\s{1,2}\Z", before) else Span(span.start, act.end)


def extract_facts(text: str) -> FactSheet:
    """Extract the facts that the text states, with all their mentions, in order of first mention."""
    read = mend_numbers(text)
    words = read_words(read)
    statutes = find_statutes(read)
    sections = _joined(find_sections(read, statutes), find_hindi_sections(read))
    numbers = find_numbers(words, SpanSet(span for fact in sections for span in fact.spans))
    facts = [
        *sections,
        *numbers,
        *find_parties(words),
        *find_listed(words, SpanSet(statute.span for statute in statutes)),
    ]
    return FactSheet(narrative=text, facts=tuple(sorted(_apart(facts), key=lambda fact: fact.spans[0])))


def _joined(sections: Sequence[SectionFact], more: Sequence[SectionFact]) -> list[SectionFact]:
    """One fact per provision, in whichever language it is cited."""
    joined = {fact.provision: fact for fact in sections}
    for fact in more:
        known = joined.get(fact.provision)
        joined[fact.provision] = replace(known, spans=(*known.spans, *fact.spans)) if known else fact
    return list(joined.values())


def _apart(facts: Iterable[Fact]) -> list[Fact]:
    """Drop mentions that an earlier kind has taken, and facts that lose all their mentions."""
    taken = SpanSet()
    kept: list[Fact] = []
    for fact in facts:
        free = tuple(span for span in sorted(fact.spans) if taken.take(span))
        if free:
            kept.append(fact if len(free) == len(fact.spans) else replace(fact, spans=free))
    return kept


# The fact sheet of a decided case: its Facts paragraphs, or its opening if none are labelled.

_MOST = 12_000  # characters read per case: judgments state the facts once, near the beginning
_FEWEST = 400  # below this, the paragraph labels are unreliable
_HEAD = 8_000  # characters read of a case without labels
_GAP = "\n\n"
_HEADING = re.compile(r"\A(?:Brief\s)?Facts(?:\sof\sthe\scase)?\s*\n", re.IGNORECASE)


def build(case_text: str, paragraphs: Sequence[Paragraph] = (), outcome: Outcome | None = None) -> FactSheet:
    """Build the sheet from the Facts paragraphs, which become its narrative in order."""
    told = _GAP.join(
        _HEADING.sub("", paragraph.span.of(case_text).strip())
        for paragraph in paragraphs
        if paragraph.section is SectionType.FACTS
    )
    narrative = told[:_MOST] if len(told) >= min(_FEWEST, len(case_text) // 4) else case_text[:_HEAD]
    sheet = extract_facts(narrative)
    return FactSheet(sheet.narrative, sheet.facts, outcome)
