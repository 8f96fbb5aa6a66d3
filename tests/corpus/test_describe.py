"""The describer orders the steps; whatever comes in, spans stay in the text and nothing raises."""

from hypothesis import given
from hypothesis import strategies as st

from countercase.corpus.ingest import CaseDescriber
from countercase.corpus.read import PageSpan, RawDocument
from countercase.settings import ChunkSettings

PIECES = st.sampled_from(
    "A v. B\n|Supreme Court of India\n|3 May 1999\n|[2024] 1 S.C.R. 5 |(Civil Appeal No. 1 of 2024) |Bench: \n|"
    "1. Leave granted. |2. We hold so. |ANALYSIS |vs | on 4 May, 2001\n|PETITIONER:\n|Appeal dismissed.|\f|“|é".split(
        "|"
    )
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=12)), max_size=25).map("".join))
def test_any_text_is_described_and_covered(text: str) -> None:
    case, chunks = CaseDescriber(ChunkSettings(words=20)).describe(RawDocument("c", text, path="c.txt"), text)
    assert (case.id, case.text, case.source) == ("c", text, "c.txt")
    assert "".join(paragraph.span.of(text) for paragraph in case.paragraphs) == text
    covered = 0
    for chunk in chunks:
        assert chunk.span.start <= covered
        covered = max(covered, chunk.span.end)
    assert covered == len(text)


def test_paragraphs_and_chunks_know_their_page() -> None:
    text = "1. He came home late. 2. He was tried at Pune. 3. He fails."
    pages = (PageSpan(1, 0, 22), PageSpan(2, 22, len(text)))
    case, chunks = CaseDescriber().describe(RawDocument("c", text, pages), text)
    assert {p.number: p.page for p in case.paragraphs} == {"1": 1, "2": 2, "3": 2}
    assert chunks[0].page == 1


def test_the_source_of_a_field_is_the_document() -> None:
    case, _ = CaseDescriber().describe(RawDocument("c", "1. So.", fields={"title": "Ram v. Shyam"}), "1. So.")
    assert case.name == "Ram v. Shyam"
