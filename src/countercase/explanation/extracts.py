"""Text copied from another judgment, known by paragraph numbers that are not the judgment's own.

Within its paragraph 31 a judgment may print "10. ..." and "11. ..." of an earlier case, with or without quotation
marks. A list of the Court's own starts with 1 and counts on.
"""

import re

from countercase.domain.case import Paragraph
from countercase.domain.span import Span

# A number that opens a sentence, after the end of another or after a lead-in.
_INNER_NUMBER = re.compile(r"(?<=[.:;”\"’')\]-])\s+[“\"]?(\d{1,3})\.\s+(?=[A-Z“\"])")


def copied_part(paragraph: Paragraph, text: str) -> Span | None:
    """The part from the first number that is neither the paragraph's own nor of a list of the Court's.

    It ends with the last closing quotation mark, or else with the paragraph.
    """
    own = re.match(r"\d{1,3}", paragraph.number or "")
    if own is None:
        return None
    counted = {0, int(own[0]), int(own[0]) + 1}
    paragraph_text = paragraph.span.of(text)
    for match in _INNER_NUMBER.finditer(paragraph_text):
        number = int(match[1])
        if number not in counted and number - 1 not in counted:
            closing = paragraph_text.rfind("”", match.end())
            end = paragraph.span.end if closing < 0 else paragraph.span.start + closing + 1
            return Span(paragraph.span.start + match.start(), end)
        counted.add(number)
    return None
