"""Sections that a brief cites without their Act: "Section 302", "petn u/s 166", "138 complaint".

The number alone may mean anything. It is taken for a provision only where the matter raises the charge or the claim
that the provision is about.
"""

import re
from dataclasses import replace
from functools import lru_cache

from countercase.domain.facts import FactSheet, SectionFact
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.narrative import read_narrative
from countercase.facts.subjects import raised_subjects, read_cited_law
from countercase.law.ingredients import SubjectKind, tables

_PLEADED = frozenset({SubjectKind.CHARGE, SubjectKind.CLAIM})


def with_bare_sections(matter: FactSheet) -> FactSheet:
    """The matter with the sections that it cites by their number alone."""
    cited = frozenset(fact.provision.base for fact in matter.facts if isinstance(fact, SectionFact))
    found = [
        SectionFact(provision=provision, spans=(span,))
        for provision, span in _sections_by_number(matter.narrative, cited)
    ]
    return replace(matter, facts=(*matter.facts, *found)) if found else matter


@lru_cache(maxsize=32)  # a matter is explained against every precedent
def _sections_by_number(text: str, cited: frozenset[str]) -> tuple[tuple[Provision, Span], ...]:
    """The sections and where they are cited. A subject of which the matter cites a section in full needs no other."""
    narrative = read_narrative(text)
    law = tables()
    raised = [law.subjects[subject] for subject in raised_subjects(narrative, read_cited_law(narrative), (), law)]
    provisions = {
        provision.base: replace(provision, clauses=())
        for subject in raised
        if subject.kind in _PLEADED and cited.isdisjoint(provision.base for provision in subject.provisions)
        for provision in subject.provisions
    }
    found = ((provision, _cited_at(provision.number, text)) for provision in provisions.values())
    return tuple(sorted(((provision, span) for provision, span in found if span), key=lambda item: item[1]))


def _cited_at(number: str, text: str) -> Span | None:
    """Where the text cites a section of this number: after "section" or its short forms, or as "302/34"."""
    letters = re.escape(number).replace("A", "-?A").replace("B", "-?B")
    before = r"(?:\bsections?|\bsecs?\.?|\bu/ss?\.?|\bss?\.|\bunder)\s?(?:\d+\w*(?:\s?[,/&]\s?|\s(?:and|r/w)\s))*"
    cited = rf"{before}({letters})(?![\w-])"
    # A number with a letter, such as 364A, is a section wherever it stands.
    alone = "" if not number.isdigit() else r"(?=/\d|\s?\+|\s(?:complaint|case|matter)\b)"
    match = re.search(rf"{cited}|(?<![\w./-])({letters})(?![\w-]){alone}", text, re.IGNORECASE)
    return Span(*match.span(match.lastindex or 0)) if match else None
