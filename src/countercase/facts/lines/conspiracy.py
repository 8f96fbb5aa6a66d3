"""The number of persons left in a conspiracy: one man cannot agree with himself."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile

_LEFT_ALONE = re.compile(
    r"\b(?:petr\b\.?|petitioner|accused|accd\b\.?|appellant|he|she|client|applicant|convict)\s(?:is\s|was\s|stands\s|now\s){0,2}"
    r"(?:alone\s(?:remains|is\sleft|stands|survives|was\sconvicted|faces)|the\s(?:only|sole|lone)\s(?:one\sleft|accused\sleft|person\sleft|convict)|left\salone|remains\salone)\b"
)
_OTHERS_OUT = re.compile(
    r"\b(?:all|both|every|each)\s(?:of\s)?(?:the\s)?(?:\w+\s)?(?:other|others|co-?\s?accused|co-?\s?accd|remaining|rest)\b"
)
_LET_GO = re.compile(r"\b(?:acquitted|acquittal|discharged?|quashed|let\soff|exonerated)\b")
_UNKNOWN = re.compile(
    r"(?<!\bno\s)(?<!\bnot\s)\b(?:unknown|unidentified|absconding)\s(?:persons?|others?|accused|co-?accused)\b"
)


def conspiracy_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The one who is left when all others are acquitted or discharged."""
    is_charged = matter.raises("IPC-120B", "BNS-61") or re.search(r"\b120-?\s?b\b|\bconspir", matter.lower) is not None
    left = _LEFT_ALONE.search(matter.lower) if is_charged else None
    if left is None or not _OTHERS_OUT.search(matter.lower) or not _LET_GO.search(matter.lower):
        return
    if _UNKNOWN.search(matter.lower):
        return
    yield LawLine(
        Provision.parse("BNS-61(1)" if matter.is_new_code else "IPC-120A"),
        "persons left in the conspiracy",
        "1",
        "2",
        Stands.CROSSED,
        (Span(*left.span()),),
        "One person is left against at least two: the charge of conspiracy cannot stand against him alone, unless"
        " others who are not before the court are shown to have joined in it.",
        "conspiracy-persons",
        (Provision.parse("BNS-61(2)" if matter.is_new_code else "IPC-120B"),),
    )
