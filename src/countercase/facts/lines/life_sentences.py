"""A sentence of imprisonment for life: more than a lesser section allows; for murder, the least, if that is argued."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.lines.sentence_limits import punishment_of
from countercase.facts.lines.sentenced_sections import sections_of_term
from countercase.facts.words import provision_name
from countercase.law.tables import sentences

_PASSED = re.compile(
    r"\b(?:sentenced\s(?:(?:him|her|them|each|both|all)\s)?to|awarded|gave|given|imposed|got|undergo|sentence\s?(?::|of|is|was|-|–))\s"
    r"(?:(?:him|her|them|each|both|to|undergo|suffer|a|sentence|of|r\.?i\.?|s\.?i\.?|rigorous|for)\s){0,5}?(?P<term>(?:imprisonment\sfor\s)?life(?:\simprisonment|\ssentence|\sterm)?)\b"
    r"(?!\s(?:convict|time|insurance|span|line|or\b))"
)
_NOT_PASSED = re.compile(
    r"\b(?:not|never|if|would|could|may|might|should|punishable|maximum|minimum|commut\w*|instead\sof|reduced|set\saside|co-?acc\w*|death)\b[^.;\n]{0,60}\Z"
)
_CHANGED_AFTER = re.compile(r"[^.;\n]{0,80}\b(?:reduced|set\saside|altered|modified|commuted)\b")
_LIFE = 1_000  # months; a term beyond it is life or death
_BEFORE = 160  # characters before a sentence in which its section is cited
_LEAST_ARGUED = re.compile(r"\b(?:minimum|threshold|least\s(?:sentence|punishment)|inadequa\w+|enhance\w*)\b")
_SENTENCED = frozenset({"life", "death"})


def life_sentence_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Each sentence of life that the words give to one section, against what that section asks for and allows."""
    seen: set[Provision] = set()
    is_argued = _LEAST_ARGUED.search(matter.lower) is not None
    rows = [punishment_of(matter, charge) for charge in matter.main_charges]
    is_lesser = all(row is not None and sentences.months(row.longest) < _LIFE for row in rows)  # none carries life
    for match in _PASSED.finditer(matter.lower):
        before = matter.lower[max(0, match.start() - 70) : match.start()]
        told = before[max(before.rfind(". "), before.rfind(";"), before.rfind("\n")) + 1 :]
        if _NOT_PASSED.search(told) or _CHANGED_AFTER.match(matter.lower, match.end()):
            continue
        if event_words.ANOTHER_CASE.search(told):
            continue
        span = Span(*match.span("term"))
        sections = sections_of_term(matter, span)
        for section in sections:
            row = punishment_of(matter, section)
            if row is None or section in seen:
                continue
            is_too_long = is_lesser and 0 < sentences.months(row.longest) < _LIFE
            is_least = row.least in _SENTENCED and is_argued
            if not is_least and not is_too_long:
                continue  # of several sections, life is for the gravest
            seen.add(section)
            yield _line(matter, section, span, row.longest, is_kept=row.least in _SENTENCED)


def _line(matter: MatterProfile, section: Provision, span: Span, longest: str, *, is_kept: bool) -> LawLine:
    name = provision_name(section)
    cited = [
        charge.span
        for charge in matter.charges
        if charge.provision.number == section.number and span.start - _BEFORE <= charge.span.start < span.start
    ]
    limit, effect = ("life", "not below the minimum") if is_kept else (longest, "beyond what the section allows")
    bound, kind = ("minimum", "at least") if is_kept else ("maximum", "at most")
    return LawLine(
        section,
        f"sentence under {name} ({bound} {limit})",
        "life",
        limit,
        Stands.of(is_kept),
        (span, *cited[-1:]),
        f"Life against {kind} {limit} under {name}: {effect}.",
        f"{'least' if is_kept else 'most'} {section}",
    )
