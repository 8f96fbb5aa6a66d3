"""Changes of the law between the offence or the deed and the trial: which of the two laws applies."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.other_matters import is_of_cited_case
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables.acts import COMMENCEMENT


def changed_law_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The day of the offence or the deed against the day on which a section charged or pleaded was changed."""
    yield from _of_the_offence(matter)
    yield from _of_the_new_code(matter)
    yield from _of_an_agreement(matter)


@dataclass(frozen=True, slots=True)
class _Amendment:
    """A change of the law, the section charged or pleaded that it changed, and what it did."""

    section: str
    on: date
    changed: str
    source: str


_OF_OFFENCES = (
    _Amendment("POCSO-6", date(2019, 8, 16), "raised the least sentence from ten years to twenty", "Act 25 of 2019"),
    _Amendment(
        "POCSO-4",
        date(2019, 8, 16),
        "raised the least sentence from seven years to ten, and to twenty for a child below sixteen",
        "Act 25 of 2019",
    ),
    _Amendment("PC-7", date(2014, 1, 16), "raised the least sentence from six months to three years", "Act 1 of 2014"),
    _Amendment("PC-13", date(2014, 1, 16), "raised the least sentence from one year to four", "Act 1 of 2014"),
    _Amendment("PC-7", date(2018, 7, 26), "redrew the offence", "Act 16 of 2018"),
    _Amendment("PC-13", date(2018, 7, 26), "redrew the offence", "Act 16 of 2018"),
    _Amendment(
        "IPC-376",
        date(2018, 4, 21),
        "raised the least sentence of sub-section (1) from seven years to ten, and to twenty for a girl under sixteen",
        "Act 22 of 2018",
    ),
    _Amendment("IPC-376", date(2013, 2, 3), "raised the age of consent from sixteen to eighteen", "Act 13 of 2013"),
    _Amendment("Arms-25", date(2019, 12, 14), "raised the sentences", "Act 48 of 2019"),
)
_RAPE_2018 = date(2018, 4, 21)
_REGISTERED_AGREEMENTS = date(2001, 9, 24)
_AMENDMENT_OF = re.compile(
    r"\b(?:amend(?:ed|ment|ing)|amdt\b\.?)[^.;\n\d]{0,24}\b(?P<after>(?:19|20)\d\d)\b"
    r"|\b(?P<before>(?:19|20)\d\d)\s(?:amend|amdt)"
)
_AMENDED = re.compile(r"\b(?:amend(?:ed|ment)|amdt)\b")
_PART_PERFORMANCE = re.compile(r"\b53-?\s?a\b|\bpart\sperformance\b")
_IF = re.compile(r"\b(?:if|had|were)\b")
_UNREGISTERED = re.compile(r"\bun-?\s?reg(?:istered|d|n)?\b|\bnot\s(?:been\s)?registered\b|\bwithout\sregistration\b")
_BESIDE = 60  # characters before the date of an amendment in which it is called one


def _of_the_offence(matter: MatterProfile) -> Iterator[LawLine]:
    """The least sentence and the definition are those of the day of the offence: Constitution Art. 20(1)."""
    if not _AMENDED.search(matter.lower):
        return
    offence = matter.timeline.first("offence", "separation", "death")
    if offence is None or not offence.exact:
        return
    named = {int(match["after"] or match["before"]) for match in _AMENDMENT_OF.finditer(matter.lower)}
    dated = {
        mention.day
        for mention in matter.timeline.mentions
        if _AMENDED.search(matter.lower, max(0, mention.span.start - _BESIDE), mention.span.start)
    }
    reported = matter.timeline.first("fir", "arrest")
    for change in _OF_OFFENCES:
        is_raised = change.on in dated or change.on.year in named
        if offence.role == "separation" and offence.day < change.on and not (reported and reported.day < change.on):
            continue  # she left before, but what followed may have come after
        if offence.day >= change.on and change.on not in dated:
            continue  # "section 7 as amended in 2018", of a later offence: nobody asks
        if change.section == "IPC-376" and change.on == _RAPE_2018 and _is_aggravated_rape_alone(matter):
            continue  # ten years before and after
        if is_raised and matter.is_charged(change.section) and offence.day not in dated:
            yield _line_of_amendment(
                change, offence, f"the offence against the amendment of {dates.written(change.on)}", ()
            )


def _of_the_new_code(matter: MatterProfile) -> Iterator[LawLine]:
    """A section of the Nyaya Sanhita charged for acts that were all over before it came into force."""
    offences = matter.timeline.of("offence")
    if not offences or not all(event.exact and event.day < COMMENCEMENT for event in offences):
        return
    last = max(offences, key=lambda event: event.day)
    seen = set[Provision]()
    for charge in matter.charges:
        if charge.provision.act != "BNS" or charge.provision in seen:
            continue
        seen.add(charge.provision)
        value, line = dates.written(last.day), dates.written(COMMENCEMENT)
        yield LawLine(
            charge.provision,
            "date of the last act against the commencement of the Nyaya Sanhita",
            value,
            line,
            Stands.CROSSED,
            (charge.span, last.span),
            f"{value} against {line}: {provision_name(charge.provision)} was not in force. Unless an act of a later day"
            " is charged, the IPC governs (Constitution Art. 20(1); BNS s.358).",
            "bns-commencement",
            (_NO_LATER_LAW,),
        )


_NO_LATER_LAW = Provision.parse("Constitution-Article-20(1)")


def _is_aggravated_rape_alone(matter: MatterProfile) -> bool:
    """Whether rape is charged under sub-section (2) only."""
    cited = {provision for provision in matter.provision_ids if provision.partition("(")[0] == "IPC-376"}
    return bool(cited) and all(provision.startswith("IPC-376(2)") for provision in cited)


_NOT_IN_POSSESSION = re.compile(
    r"\b(?:nobody|no\s?one|not|never)\s(?:was\s|were\s|been\s)?put\sin(?:to)?\spossession\b"
    r"|\bpossession\b[^.;\n]{0,24}\b(?:stayed|remained|is\sstill|continued|never\s(?:left|given|delivered|with)|not\s(?:given|delivered))\b"
)


def _of_an_agreement(matter: MatterProfile) -> Iterator[LawLine]:
    """Part performance needs a registered agreement since 24 September 2001: TPA s.53A, Registration Act s.17(1A)."""
    agreement = matter.timeline.first("agreement")
    if agreement is None or not agreement.exact:
        return
    pleaded = [
        match
        for match in _PART_PERFORMANCE.finditer(matter.lower)
        if not _IF.search(matter.lower, matter.clause_at(match.start()).start, match.start())
        and not is_of_cited_case(matter.lower, Span(*match.span()))
    ]
    if not pleaded or not _UNREGISTERED.search(matter.lower) or _NOT_IN_POSSESSION.search(matter.lower):
        return
    change = _Amendment(
        "TPA-53A",
        _REGISTERED_AGREEMENTS,
        "requires a registered agreement for part performance",
        "Act 48 of 2001, with Section 17(1A) of the Registration Act",
    )
    yield _line_of_amendment(change, agreement, "the agreement against the need to register it", (_SECTION_17,))


_SECTION_17 = Provision.parse("Registration-17(1A)")


def _line_of_amendment(change: _Amendment, event: DatedEvent, what: str, also: tuple[Provision, ...]) -> LawLine:
    is_before = event.day < change.on
    value, line = dates.written(event.day), dates.written(change.on)
    effect = "the law as it stood before applies" if is_before else "the new law applies"
    return LawLine(
        Provision.parse(change.section),
        f"date of {what}",
        value,
        line,
        Stands.of(is_before),
        (event.span,),
        f"{value} against {line}, when {change.source} came into force, which {change.changed}: {effect}.",
        f"amended {change.section} {change.on.year}",
        also,
    )
