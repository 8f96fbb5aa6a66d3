"""Sections and passages: headings rule, language decides where there are none, and passages cover the text in order."""

import itertools
import json
from dataclasses import replace
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.corpus.paragraphs import body_start, split_paragraphs
from countercase.corpus.roles import ROLES, chain_probabilities, load_model, place_features, tokens
from countercase.corpus.sections import SECTION_OF_ROLE, chunk_case, label_sections
from countercase.domain.case import Case, CaseId, Paragraph, SectionType
from countercase.domain.span import Span
from countercase.settings import ChunkSettings

JUDGMENT = """Ram Das v State of Kerala
Supreme Court of India

3 May 1999
The Judgment was delivered by: RAO, J.
1. The appellant was convicted for the murder of his brother on 2.3.1990 and sentenced to imprisonment for life.
2. On that day the deceased was returning home when the accused stabbed him with a knife, and he died at the hospital.
3. Learned counsel for the appellant submitted that the eye-witnesses were interested and the recovery doubtful.
4. The question which arises for our consideration is whether the dying declaration can be relied upon.
5. In Khushal Rao v. State of Bombay, AIR 1958 SC 22, this Court held that a dying declaration needs no corroboration.
6. We are therefore of the opinion that the declaration in this case inspires confidence and that the finding is right.
7. In the result, the appeal fails and is dismissed.
Appeal dismissed.
"""


def sections(text: str) -> dict[str | None, SectionType]:
    return {p.number: p.section for p in label_sections(text, split_paragraphs(text))}


def test_language_tells_the_parts_of_a_plain_judgment() -> None:
    found = sections(JUDGMENT)
    assert [found[n] for n in ("1", "2", "3", "4", "7")] == [
        SectionType.FACTS,
        SectionType.FACTS,
        SectionType.SUBMISSIONS,
        SectionType.ISSUES,
        SectionType.HELD,
    ]
    assert found["6"] in (SectionType.RATIO, SectionType.HELD)


def test_the_head_belongs_to_no_section() -> None:
    labelled = label_sections(JUDGMENT, split_paragraphs(JUDGMENT))
    assert {p.section for p in labelled[:3]} == {SectionType.UNKNOWN}


def test_headings_go_before_language() -> None:
    text = (
        "Leave granted. SUBMISSIONS 1. On 2.3.1990 the accused stabbed the deceased with a knife at his house. "
        "2. The police arrested him. FACTS 3. Learned counsel submitted that he was at home. 4. He was tried. "
        "CONCLUSION 5. The appeal is dismissed."
    )
    found = sections(text)
    assert [found[n] for n in "12345"] == [
        SectionType.SUBMISSIONS,
        SectionType.SUBMISSIONS,
        SectionType.FACTS,
        SectionType.FACTS,
        SectionType.HELD,
    ]


def test_a_heading_stands_with_the_paragraph_under_it() -> None:
    text = "It is so. SUBMISSIONS 1. It was urged that it is late. 2. It was denied. FACTS 3. He came. 4. He went."
    labelled = label_sections(text, split_paragraphs(text))
    heading = next(p for p in labelled if p.span.of(text).startswith("SUBMISSIONS"))
    assert heading.section is SectionType.SUBMISSIONS


def test_the_reporters_matter_is_not_the_courts() -> None:
    text = (
        "[2024] 1 S.C.R. 5 A v. B (Civil Appeal No. 1 of 2024) 2 May 2024 [X and Y, JJ.] Issue for Consideration "
        "Whether rent is due. Headnotes Rent – It is due. List of Acts Rent Act. / of the Supreme Court X, J. 1. Leave "
        "granted. 2. The tenant was sued for rent. 3. We allow the appeal. Result of the case: Appeal allowed."
    )
    labelled = {p.span.of(text)[:8]: p.section for p in label_sections(text, split_paragraphs(text))}
    assert labelled["Issue fo"] is SectionType.ISSUES
    assert labelled["Headnote"] is SectionType.UNKNOWN
    assert labelled["Result o"] is SectionType.HELD


def test_spans_and_numbers_stay_as_they_were() -> None:
    before = split_paragraphs(JUDGMENT)
    after = label_sections(JUDGMENT, before)
    assert [replace(p, section=SectionType.UNKNOWN) for p in after] == before


def test_numbers_count_by_their_length() -> None:
    assert tokens("On 3.4.1990, PW-12 said “No”.") == [b"on", b"0", b"0", b"0000", b"pw", b"00", b"said", b"no"]


def test_no_paragraphs_no_sections() -> None:
    assert label_sections("", []) == []


def test_every_role_has_a_section() -> None:
    assert set(SECTION_OF_ROLE) == set(ROLES)


def test_chain_equals_the_sum_over_all_paths() -> None:
    generator = np.random.default_rng(1)
    scores, moves, start = generator.normal(size=(4, 2)), generator.normal(size=(2, 2)), generator.normal(size=2)
    weights = np.zeros((4, 2))
    for path in np.ndindex(2, 2, 2, 2):
        total = start[path[0]] + sum(scores[i, r] for i, r in enumerate(path))
        total += sum(moves[a, b] for a, b in itertools.pairwise(path))
        for i, role in enumerate(path):
            weights[i, role] += np.exp(total)
    expected = weights / weights.sum(axis=1, keepdims=True)
    assert chain_probabilities(scores, moves, start) == pytest.approx(expected)


def test_scores_are_the_sum_of_the_stored_weights() -> None:
    stored = json.loads(resources.files("countercase.corpus").joinpath("data", "section_roles.json").read_text())
    sentences = ["The appeal is dismissed.", "No costs."]
    expected = np.zeros(len(ROLES))
    words, width = [token.decode() for token in tokens(sentences[0])], len(ROLES)
    for word in words:
        expected += stored["words"].get(word, [0] * 3 * width)[:width]
    for token in tokens(sentences[1]):
        expected += stored["words"].get(token.decode(), [0] * 3 * width)[2 * width :]
    for pair in itertools.pairwise(words):
        expected += stored["pairs"].get(" ".join(pair), [0] * width)
    expected += stored["openings"].get(words[0], [0] * width)
    expected += stored["opening_pairs"].get(" ".join(words[:2]), [0] * width)
    for name, where in place_features(np.array([4, 2]), [False, False]):
        expected += np.array(stored["places"][name]) * (0 in np.arange(2)[where])
    assert load_model().scores(sentences)[0] == pytest.approx(expected / 100, abs=1e-4)


@given(st.lists(st.integers(0, 80), max_size=30))
def test_places_are_scored_by_their_features(lengths: list[int]) -> None:
    stored = json.loads(resources.files("countercase.corpus").joinpath("data", "section_roles.json").read_text())
    quoted = [length % 2 == 0 for length in lengths]
    expected = np.zeros((len(lengths), len(ROLES)))
    for name, where in place_features(np.array(lengths, np.int64), quoted):
        expected[where] += np.array(stored["places"][name]) / 100
    places = load_model().places
    found = places.scores(np.array(lengths, np.int64))
    found[quoted] += places.quote
    assert found == pytest.approx(expected)


@given(st.lists(st.text(max_size=30), max_size=8))
def test_probabilities_are_probabilities(sentences: list[str]) -> None:
    found = load_model().probabilities(sentences)
    assert found.shape == (len(sentences), len(ROLES))
    assert np.allclose(found.sum(axis=1), 1)


@pytest.mark.data
def test_facts_beat_the_floor_on_labelled_judgments(data: Path) -> None:
    from benchmarks.sections import f1, read, sections_of

    judgments = read(data / "caselaw" / "rhetorical_roles" / "paheli-dev.json")
    truth = [str(SECTION_OF_ROLE[role]) for _, roles in judgments for role in roles]
    found = [str(section) for sentences, _ in judgments for section in sections_of(sentences)]
    floor = [
        "Facts" if i < 0.2 * len(sentences) else "Ratio" for sentences, _ in judgments for i in range(len(sentences))
    ]
    assert f1(truth, found, "Facts") > f1(truth, floor, "Facts") + 0.05


def test_the_heading_over_the_judgment_below_is_not_the_start_of_the_body() -> None:
    assert body_start("The facts are short.\nIMPUGNED JUDGMENT.\nThe Special Judge allowed it.\n" + "x " * 2000) == 0


def test_what_stands_far_below_a_heading_for_issues_is_no_issue() -> None:
    answer = "We hold that the deed is void and that the suit was rightly dismissed by the trial court. " * 6
    answers = "\n".join([answer] * 8)
    text = f"Leave granted.\nISSUES\nWhether the deed is void?\n{answers}\nCONCLUSION\nThe appeal is dismissed.\n"
    found = label_sections(text, split_paragraphs(text))
    assert found[-3].section is not SectionType.ISSUES


def test_the_question_of_another_case_is_no_issue_of_this_one() -> None:
    text = "1. The question for decision in that case was whether the widow could sell the house.\n"
    assert sections(text)["1"] is not SectionType.ISSUES


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
