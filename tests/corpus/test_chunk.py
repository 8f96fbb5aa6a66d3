"""Chunks: whole sentences, the right size, no section crossed, nothing lost."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from countercase.corpus.chunk import chunk_case
from countercase.domain.case import Case, CaseId, Paragraph, SectionType
from countercase.domain.span import Span
from countercase.settings import ChunkSettings

SETTINGS = ChunkSettings(words=20, overlap_words=5)


def case_of(*parts: tuple[str, SectionType]) -> Case:
    text, paragraphs = "", []
    for number, (content, section) in enumerate(parts, start=1):
        paragraphs.append(Paragraph(Span(len(text), len(text) + len(content)), section, str(number)))
        text += content
    return Case(CaseId("c"), text, "A v. B", paragraphs=tuple(paragraphs))


def test_a_short_judgment_is_one_chunk() -> None:
    case = case_of(("Leave granted. The appeal is allowed.", SectionType.HELD))
    (chunk,) = chunk_case(case, SETTINGS)
    assert (chunk.id, chunk.text, chunk.paragraph) == ("c#0000", case.text, "1")


def test_chunks_end_with_sentences_and_overlap_by_whole_ones() -> None:
    case = case_of(("".join(f"Sentence number {n} has just six words. " for n in "abcdefgh"), SectionType.FACTS))
    chunks = chunk_case(case, ChunkSettings(words=20, overlap_words=7))
    assert all(chunk.text.rstrip().endswith(".") for chunk in chunks)
    assert all(chunk.text.startswith("Sentence") for chunk in chunks)
    overlaps = [a.span.end - b.span.start for a, b in itertools.pairwise(chunks)]
    assert all(overlap == len("Sentence number a has just six words. ") for overlap in overlaps)


def test_no_overlap_where_none_is_asked() -> None:
    case = case_of(("".join(f"Sentence number {n} has just six words. " for n in "abcdefgh"), SectionType.FACTS))
    chunks = chunk_case(case, ChunkSettings(words=20, overlap_words=0))
    assert "".join(chunk.text for chunk in chunks) == case.text


def test_a_section_is_not_crossed() -> None:
    case = case_of(("He came. ", SectionType.FACTS), ("He lost. ", SectionType.FACTS), ("Dismissed.", SectionType.HELD))
    assert [(c.text, c.section) for c in chunk_case(case, SETTINGS)] == [
        ("He came. He lost. ", SectionType.FACTS),
        ("Dismissed.", SectionType.HELD),
    ]


def test_a_very_long_sentence_is_cut_between_words() -> None:
    case = case_of(("word " * 100 + "end.", SectionType.RATIO))
    chunks = chunk_case(case, SETTINGS)
    assert all(len(chunk.text.split()) <= 27 for chunk in chunks)
    assert all(case.text[chunk.span.start - 1].isspace() for chunk in chunks[1:])


def test_a_chunk_prefers_to_end_with_its_paragraph() -> None:
    twelve, ten = "one two three four five six seven eight nine ten eleven twelve. ", "a b c d e f g h i j. "
    case = case_of((twelve, SectionType.FACTS), (ten, SectionType.FACTS), (ten, SectionType.FACTS))
    assert chunk_case(case, ChunkSettings(words=20, overlap_words=0))[0].text == twelve


def test_a_chunk_without_its_own_number_stands_under_the_last_one() -> None:
    case = case_of(("He came. ", SectionType.FACTS))
    more = Paragraph(Span(len(case.text), len(case.text) + 8), SectionType.HELD)
    longer = Case(case.id, case.text + "He left.", case.name, paragraphs=(*case.paragraphs, more))
    assert [chunk.paragraph for chunk in chunk_case(longer, SETTINGS)] == ["1", "1"]


def test_a_case_without_paragraphs_and_one_without_text() -> None:
    assert len(chunk_case(Case(CaseId("c"), "Just a line.", "A"), SETTINGS)) == 1
    assert chunk_case(Case(CaseId("c"), "", "A"), SETTINGS) == ()


PART = st.tuples(
    st.lists(
        st.sampled_from(["He came home. ", "word " * 30, "No. ", "x", "\n", "The suit failed on 3.4.1990.\n"]),
        min_size=1,
        max_size=8,
    ).map("".join),
    st.sampled_from([SectionType.FACTS, SectionType.HELD]),
)


@given(st.lists(PART, max_size=6), st.integers(20, 60), st.integers(0, 100))
def test_chunks_cover_the_text_in_order_and_inside_one_section(
    parts: list[tuple[str, SectionType]], words: int, overlap: int
) -> None:
    case = case_of(*parts)
    chunks = chunk_case(case, ChunkSettings(words=words, overlap_words=overlap))
    covered, last = 0, -1
    for place, chunk in enumerate(chunks):
        assert chunk.id == f"c#{place:04d}"
        assert chunk.text == chunk.span.of(case.text)
        assert chunk.span.start <= covered < chunk.span.end
        assert chunk.span.start > last
        covered, last = chunk.span.end, chunk.span.start
        touched = [p.section for p in case.paragraphs if p.span.overlaps(chunk.span)]
        assert set(touched) == {chunk.section}
    assert covered == len(case.text)
    assert chunks == chunk_case(case, ChunkSettings(words=words, overlap_words=overlap))
