"""The law and the cases that a judgment cites."""

import re
from collections.abc import Iterable, Mapping

from countercase.domain.case import CitedCase, Treatment
from countercase.domain.provision import Provision
from countercase.law.precedents import PrecedentMention, find_precedents
from countercase.law.precedents.names import name_key
from countercase.law.provisions import count_provisions


def cited_provisions(text: str) -> Mapping[Provision, int]:
    """Provisions of known Acts and how often each is cited, most cited first; ties by id."""
    return dict(sorted(count_provisions(text).items(), key=lambda item: (-item[1], item[0].id)))


def cited_cases(text: str, own_name: str, own_citations: Iterable[str]) -> tuple[CitedCase, ...]:
    """Each judgment cited once, in order of first mention, with all its citations and the strongest word on it."""
    own = {name_key(own_name), *own_citations}
    merged: dict[str, CitedCase] = {}
    place: dict[str, str] = {}  # name key or citation -> key in merged
    for mention in find_precedents(text):
        names = [f"name:{name_key(_name(mention))}"] if mention.name else []
        citations = [citation.normal for citation in mention.citations]
        if own & {*citations, *(name.removeprefix("name:") for name in names)}:
            continue
        key = next((place[sign] for sign in (*citations, *names) if sign in place), None)
        if key is None:
            if not citations:  # a bare name is talk of a case met before, or too little to go by
                continue
            key = citations[0]
            merged[key] = CitedCase(_name(mention) or citations[0], tuple(citations), _treatment(mention))
        else:
            merged[key] = _joined(merged[key], mention, citations)
        place.update(dict.fromkeys([*citations, *names], key))
    return tuple(merged.values())


# The first name of a list may have caught the heading over it.
_HEADING = re.compile(r"(?:Case Law (?:Cited|Reference)|LIST OF CITATIONS AND OTHER REFERENCES)\s+", re.IGNORECASE)


def _name(mention: PrecedentMention) -> str:
    return _HEADING.sub("", mention.name or "")


def _treatment(mention: PrecedentMention) -> Treatment:
    return mention.treatment or Treatment.CITED


def _joined(case: CitedCase, mention: PrecedentMention, citations: list[str]) -> CitedCase:
    name = _name(mention) if mention.name and case.name == case.citations[0] else case.name
    treatment = case.treatment if case.treatment is not Treatment.CITED else _treatment(mention)
    return CitedCase(name, tuple(dict.fromkeys((*case.citations, *citations))), treatment)
