"""The list of counsel between the head of a report and its judgment: names that say nothing about the case."""

import re
from collections.abc import Iterator

from countercase.corpus.clean.offsets import Cut

_LONGEST = 15000  # characters; Constitution Benches hear hundreds of advocates
_HEADING = re.compile(r"Appearances for Parties ")
_JUDGMENT = re.compile(r"of the Supreme Court\b")
_APPEARED = re.compile(r"\bfor the [A-Z][^.]{2,80}\. ?")
# Until 2023 there is no heading: the list lies between the number of the decision appealed from and these words.
_DELIVERED = re.compile(r"Advs?\. for the [^.]{3,60}\. (?=The (?:\w+ )?of the Court was delivered)")
_LEAD = re.compile(r"\(?(?:Petition|Under|From|In|With)\b[^.]{0,300}\. ")
_NUMBER_END = re.compile(r"(?<!\S)\d{1,5}[.)]+ ")


def counsel_cuts(text: str) -> Iterator[Cut]:
    """The names and whom they appeared for, once a report."""
    if heading := _HEADING.search(text):
        judgment = _JUDGMENT.search(text, heading.end(), heading.end() + _LONGEST)
        appeared = list(_APPEARED.finditer(text, heading.end(), judgment.start())) if judgment else []
        if appeared:
            yield Cut(heading.start(), appeared[-1].end())
    elif delivered := _DELIVERED.search(text):
        numbers = list(_NUMBER_END.finditer(text, max(0, delivered.start() - _LONGEST), delivered.start()))
        if numbers:
            lead = _LEAD.match(text, numbers[-1].end())
            yield Cut(lead.end() if lead else numbers[-1].end(), delivered.end())
