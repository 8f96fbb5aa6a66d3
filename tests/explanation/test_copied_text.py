"""Text copied from another judgment is recognised by paragraph numbers that are not the judgment's own."""

from dataclasses import replace

from tests.explanation.small_case import case, split

from countercase.domain.case import Case, Paragraph, SectionType, Speaker
from countercase.domain.span import Span
from countercase.explanation.quotations import copied_part, stored_sentences


def paragraph(text: str, number: str = "31") -> Paragraph:
    return Paragraph(Span(0, len(text)), SectionType.RATIO, number)


def judgment(text: str) -> Case:
    return replace(case(), text=text, paragraphs=(paragraph(text),))


def test_numbers_of_another_judgment_open_a_copied_part() -> None:
    text = "31. The law was stated in the earlier case. 10. Prices rise. 11. We cannot ignore this."
    copied = copied_part(paragraph(text), text)
    assert copied is not None
    assert copied.of(text).strip() == "10. Prices rise. 11. We cannot ignore this."


def test_a_copied_part_ends_with_its_closing_quotation_mark() -> None:
    text = "31. It was held as under: “10. Prices rise. 12. They fall.” We agree with this view."
    copied = copied_part(paragraph(text), text)
    assert copied is not None
    assert copied.of(text).endswith("They fall.”")


def test_a_list_of_the_court_starts_with_one_and_counts_on() -> None:
    text = "31. Our reasons are these. 1. The notice was late. 2. The reply was not read. 32. The appeal fails."
    assert copied_part(paragraph(text), text) is None


def test_nothing_can_be_told_without_the_number_of_the_paragraph() -> None:
    text = "The law was stated. 10. Prices rise."
    assert copied_part(replace(paragraph(text), number=None), text) is None


def test_copied_sentences_are_not_the_court() -> None:
    text = "31. The law was stated in the earlier case. 10. We cannot ignore that the prices of houses have risen. "
    spoken = {sentence.text: sentence for sentence in stored_sentences(judgment(text), split)}
    copied = next(sentence for words, sentence in spoken.items() if "prices" in words)
    assert copied.voice.speaker is Speaker.EARLIER
    assert not copied.sure
