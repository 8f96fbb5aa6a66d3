"""Provisions charged or relied on, each with all places that cite it."""

import re
from collections.abc import Sequence

from countercase.domain.facts import SectionFact
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.law.provisions import ProvisionMention, find_provisions
from countercase.law.provisions.statutes import StatuteMention

_OF_THE_ACT = re.compile(r"\s{1,2}(?:of\s(?:the\s)?|under\sthe\s|,?\s?)|,\s")


def find_sections(text: str, statutes: Sequence[StatuteMention]) -> list[SectionFact]:
    """One fact for each provision that is certain; what names no Act is left."""
    mentions = [one for one in find_provisions(text, statutes) if one.provision is not None and _is_written(text, one)]
    if not mentions:
        return []
    acts = {statute.span.start: statute.span for statute in statutes}
    alone = _stand_alone(mentions)
    spans: dict[Provision, list[Span]] = {}
    for mention in mentions:
        span = _with_act(text, mention.span, acts) if mention.span in alone else mention.span
        if mention.provision is not None and span not in spans.setdefault(mention.provision, []):
            spans[mention.provision].append(span)
    return [
        SectionFact(spans=tuple(places), provision=provision, confidence=0.97, found_by="law.provisions")
        for provision, places in spans.items()
    ]


def _is_written(text: str, mention: ProvisionMention) -> bool:
    """A member inside "138 to 142" is not written out; there is nothing of its own to point at or to change."""
    number = (mention.number or "").rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return bool(number) and number in mention.span.of(text)


def _stand_alone(mentions: list[ProvisionMention]) -> frozenset[Span]:
    """The mentions whose Act, if it follows, is theirs alone and not that of a list."""
    shared: dict[Span, int] = {}
    for mention in mentions:
        shared[mention.phrase] = shared.get(mention.phrase, 0) + 1
    return frozenset(mention.span for mention in mentions if shared[mention.phrase] == 1)


def _with_act(text: str, span: Span, acts: dict[int, Span]) -> Span:
    """ "Section 302" with "of the Indian Penal Code" after it, so that a change can put another Act in its place."""
    link = _OF_THE_ACT.match(text, span.end)
    act = acts.get(link.end()) if link else None
    if act is None:
        return span
    before = text[max(0, span.start - 11) : span.start].lower()
    return span if re.search(r"\b(?:r/w|read\swith|and)\s{1,2}\Z", before) else Span(span.start, act.end)
