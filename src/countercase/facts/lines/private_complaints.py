"""The time to prosecute for the section of a complaint, where the matter is also about graver offences.

"His complaint u/s 323 was filed on 2.12.1997", "447 complaint", "process for breach of trust only": that section
decides how long the complainant had, and not the murder that is tried besides.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.facts.lines.period_pairs import find_pairs
from countercase.facts.lines.periods import line_of_pair
from countercase.facts.lines.profile import MatterProfile, maximum_class
from countercase.facts.words import provision_name
from countercase.law.tables import periods, sentences

_RULES = ("crpc-limitation", "bnss-limitation")
_CLASSES = {"one year": "-b", "three years": "-c"}
_NUMBER = r"\d{3}[a-z]?(?:\(\d\))?"
_LIST = rf"{_NUMBER}(?:\s?(?:,|/|&|and)\s?{_NUMBER})*"
_TEXT = r"(?:[^.;\n]|\.(?=\S))"
_SECTIONS = (
    re.compile(
        rf"\bcomplaint\b(?!\scase){_TEXT}{{0,140}}?\b(?:u/ss?\.?|under\s(?:ss?\.|secs?\.?|sections?)|ss?\.|sections?)\s?(?P<list>{_LIST})(?![\w(])"
    ),
    re.compile(rf"(?<![\w/.])(?P<list>{_LIST})(?:\s(?:ipc|bns))?\scomplaint\b"),
    re.compile(
        rf"\bprocess\b{_TEXT}{{0,60}}?\b(?:for|under|u/s)\s(?:ss?\.\s?|sections?\s)?(?P<list>{_NUMBER})(?:\s(?:ipc|bns))?\s(?:only|alone)\b"
    ),
)
_PROCESS_NAMED = re.compile(
    rf"\b(?:process|cognizance|summons)\b{_TEXT}{{0,40}}?\bfor\s(?:(?P<trust>(?:criminal\s)?breach\sof\strust)|(?P<hurt>(?:simple\s)?hurt))\s(?:only|alone)\b"
)
_NAMED = {"trust": ("IPC-406", "BNS-316(2)"), "hurt": ("IPC-323", "BNS-115(2)")}
_ALONE = re.compile(r"(?:\s(?:ipc|bns))?\s(?:only|alone)\b")
_ARGUED = re.compile(
    r"\b(?:out\sof\stime|time-?\s?barred|barred\sby\s(?:time|limitation)|limitation|46[89]|473|514|519|condon\w*|delay)\b"
)
_REACH = 240  # characters between the section of a complaint and its date


def private_complaint_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The line of the time to prosecute for the section of the complaint, if no other decides it."""
    complaints = matter.timeline.of("complaint")
    if not complaints or "NI" in matter.named_acts:
        return
    kinds = (f"maximum:{kind}" for kind in _CLASSES)
    if any(matter.applies((kind,)) for kind in kinds):
        return  # the ordinary rules see it
    section = _section_of_complaint(matter)
    row = sentences.sentence_for(section, matter.code_day) if section else None
    if section is None or row is None or not row.most_months:
        return
    suffix = _CLASSES.get(maximum_class(row.most_months))
    for rule in (periods.by_id().get(f"{name}{suffix}") for name in _RULES) if suffix else ():
        for pair in find_pairs(matter, rule) if rule else ():
            line = line_of_pair(matter, rule, pair) if rule and pair.second.role == "complaint" else None
            if line is not None and (line.stands is Stands.CROSSED or _ARGUED.search(matter.lower)):
                together = "section 514(3)" if section.act == "BNS" else "section 468(3)"
                note = (
                    f" Counted for {provision_name(section)}, the section of the complaint; if it may be tried together"
                    f" with a graver offence, the time of that one decides ({together})."
                )
                yield replace(line, says=line.says + note)
                return


def _section_of_complaint(matter: MatterProfile) -> Provision | None:
    """The gravest section of the complaint, if the words about it name its sections and no others."""
    code = 1 if matter.is_new_code or matter.is_of_the_sanhita else 0
    named = _PROCESS_NAMED.search(matter.lower)
    if named is not None:
        return Provision.parse(_NAMED["trust" if named["trust"] else "hurt"][code])
    days = [event.span for event in matter.timeline.of("complaint")]
    for form in _SECTIONS:
        for match in form.finditer(matter.lower):
            is_near = any(-_REACH < span.start - match.end() < _REACH for span in days)
            if is_near or _ALONE.match(matter.lower, match.end("list")):
                return _gravest(matter, match["list"], ("IPC", "BNS")[code])
    return None


def _gravest(matter: MatterProfile, numbers: str, act: str) -> Provision | None:
    """The section with the longest sentence; None if the table lacks one of them."""
    sections = [Provision.parse(f"{act}-{number.upper()}") for number in re.findall(_NUMBER, numbers)]
    rows = [(sentences.sentence_for(section, matter.code_day), section) for section in sections]
    if any(row is None or not row.most_months for row, _ in rows):
        return None
    return max(rows, key=lambda pair: pair[0].most_months if pair[0] else 0)[1]
