"""The sentences of a judgment, each with its paragraph, as places that an explanation may point at."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from countercase.domain.case import Case, Paragraph, SectionType
from countercase.domain.explanation import Anchor
from countercase.domain.span import Span

Split = Callable[[str], Sequence[Span]]  # a text into the spans of its sentences

_SHORT, _LONG = 2, 90  # words; outside these no sentence can be quoted
_OPENING = re.compile(
    r"\s*(?:(?:Facts|Issue|Held)\n\s*)?(?:\(?\d{1,3}(?:\.\d{1,2})?[.)]\s+(?=\D))?(?:\([a-z]{1,4}\)\s+)?"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence of the stored text."""

    span: Span
    text: str
    section: SectionType
    paragraph: str | None

    def anchor(self, case: Case) -> Anchor:
        """Where it stands."""
        return Anchor(case.id, self.paragraph, self.span)


def places(case: Case, split: Split) -> list[Place]:
    """Every sentence that can be quoted, in text order."""
    return [place for paragraph in case.paragraphs for place in _sentences(case, paragraph, split)]


def _sentences(case: Case, paragraph: Paragraph, split: Split) -> Iterator[Place]:
    whole = paragraph.span.of(case.text)
    for part in split(whole):
        text = part.of(whole)
        opening = _OPENING.match(text)
        start = part.start + (opening.end() if opening else 0)
        end = part.start + len(text.rstrip())
        if start < end and _SHORT <= len(whole[start:end].split()) <= _LONG:
            span = Span(start, end).shift(paragraph.span.start)
            yield Place(span, span.of(case.text), paragraph.section, paragraph.number)
