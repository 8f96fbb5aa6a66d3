"""The fact sheet of a decided case: what its Facts paragraphs state, or its first part where none is marked."""

import re
from collections.abc import Sequence

from countercase.domain.case import Outcome, Paragraph, SectionType
from countercase.domain.facts import FactSheet
from countercase.facts.extract import extract_facts

_MOST = 12_000  # characters read of one case: facts are told once, at the beginning
_FEWEST = 400  # with less, the marks of the paragraphs are not to be trusted
_HEAD = 8_000  # characters of a case without marks
_GAP = "\n\n"
_HEADING = re.compile(r"\A(?:Brief\s)?Facts(?:\sof\sthe\scase)?\s*\n", re.IGNORECASE)


def build(case_text: str, paragraphs: Sequence[Paragraph] = (), outcome: Outcome | None = None) -> FactSheet:
    """The sheet over the Facts paragraphs; its narrative is those paragraphs, in order."""
    told = _GAP.join(
        _HEADING.sub("", paragraph.span.of(case_text).strip())
        for paragraph in paragraphs
        if paragraph.section is SectionType.FACTS
    )
    narrative = told[:_MOST] if len(told) >= min(_FEWEST, len(case_text) // 4) else case_text[:_HEAD]
    sheet = extract_facts(narrative)
    return FactSheet(sheet.narrative, sheet.facts, outcome)
