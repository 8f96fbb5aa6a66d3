"""Why this case: sentences that name what is shared, what differs and how it ended, each anchored."""

from dataclasses import replace

import pytest
from tests.explanation.small_case import (
    CASE_FACTS,
    MATTER,
    MATTER_FACTS,
    TEXT,
    case,
    evidence,
    passage,
    rarity,
    section,
    sheet,
    split,
)

from countercase.domain.case import Paragraph, SectionType, Speaker, Voice
from countercase.domain.facts import FactSheet, NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.ranking import Explanation, Point
from countercase.domain.span import Span
from countercase.explanation.charges import sets_apart
from countercase.explanation.holding import order_sentences
from countercase.explanation.labels import ShownFact, is_about_its_line, joined
from countercase.explanation.quotations import (
    LIMIT,
    StoredSentence,
    quotation,
    stored_sentences,
)
from countercase.explanation.relevant_passages import carrying_terms, word_weights
from countercase.explanation.strict import check_anchored
from countercase.explanation.why_case import MOST, PrecedentInMatter, explain_case
from countercase.explanation.worth_quoting import is_a_reason
from countercase.facts.compare import Compared, Likeness, compare, fits
from countercase.law.tables import thresholds


def explain(
    matter: FactSheet = MATTER_FACTS, matched: str = "A constable recovered the knife from a field."
) -> Explanation:
    subject = PrecedentInMatter(matter, case(), CASE_FACTS, passage(matched))
    return explain_case(subject, split, rarity)


def texts(point: Point, explanation: Explanation) -> list[str]:
    return [sentence.text for sentence in explanation.sentences if sentence.point is point]


def test_two_to_five_sentences_each_supported_where_it_points() -> None:
    explanation = explain()
    assert 2 <= len(explanation.sentences) <= MOST
    for sentence in explanation.sentences:
        assert sentence.anchor.span.of(TEXT) == sentence.quote
        assert sentence.anchor.paragraph in {"3", "9"}
        assert check_anchored(sentence, lambda _: TEXT).supported


def test_no_place_is_quoted_twice() -> None:
    spans = [sentence.anchor.span for sentence in explain().sentences]
    assert len(set(spans)) == len(spans)


def test_a_provision_of_the_other_code_is_named_as_the_case_has_it() -> None:
    first = texts(Point.SHARED, explain())[0]
    assert first.startswith("As in your matter, the case concerns Section 302 of the Indian Penal Code")
    assert "the counterpart of your provision" in first
    assert "103" not in first


def test_ages_on_one_side_of_the_line_are_shared_without_the_age_of_the_matter() -> None:
    first = texts(Point.SHARED, explain())[0]
    assert "16 years, on the same side of the line of 18 years in Section 2(12) JJ Act" in first
    assert "17" not in first


def test_evidence_that_the_matter_has_and_the_case_lacks_sets_it_apart() -> None:
    assert texts(Point.DIFFERENCE, explain()) == [
        "Unlike your matter, the case concerns no dying declaration: “No dying declaration was recorded”."
    ]


def test_a_constable_whom_the_matter_does_not_mention_sets_nothing_apart() -> None:
    same = sheet(
        MATTER,
        section("BNS-103", "Section 103"),
        evidence("eyewitness", "eyewitness"),
    )
    assert texts(Point.DIFFERENCE, explain(same, "The widow was the only eyewitness.")) == []


def _told(fact: NumericalFact, line: str) -> ShownFact:
    threshold = next(row for row in thresholds.all() if row.id == line)
    return ShownFact(Compared(fact, Likeness.OTHER_SIDE, line=threshold), 1.0)


def test_a_number_is_set_beside_a_line_only_where_the_sentence_speaks_of_it() -> None:
    line = next(row for row in thresholds.all() if row.provision.id == "NI-138" and row.value == 30).id
    days = NumericalFact(spans=(), quantity=Quantity.DURATION, value=15, unit=thresholds.get(line).unit)
    assert not is_about_its_line(_told(days, line), "A notice asked for repayment of the amount within 15 days.")
    age = next(row for row in thresholds.all() if row.quantity is Quantity.AGE and row.value == 18).id
    unit = thresholds.get(age).unit
    old, young = (NumericalFact(spans=(), quantity=Quantity.AGE, value=value, unit=unit) for value in (70, 19))
    assert not is_about_its_line(_told(old, age), "He was 70 years old.")
    assert is_about_its_line(_told(young, age), "He was 19 years old.")


@pytest.mark.parametrize(
    "sentence",
    [
        "There will, however, be no order as to costs in these proceedings throughout.",
        "The observations made herein are confined to this application and to nothing else.",
        "For the reasons aforementioned, the appeal is allowed and the order below is set aside.",
        "He shall be taken into custody forthwith to serve out the remaining part of the sentence.",
    ],
)
def test_costs_bonds_and_bare_orders_are_no_holding(sentence: str) -> None:
    stored = StoredSentence(Span(0, len(sentence)), sentence, SectionType.HELD, None, Voice(Speaker.COURT), True, 1.0)
    assert not is_a_reason(stored)


def test_the_article_that_brings_a_case_to_the_court_and_a_charge_in_a_civil_matter_set_nothing_apart() -> None:
    assert not sets_apart(Provision.parse("Constitution-Article-136"), criminal=True)
    assert not sets_apart(Provision.parse("IPC-307"), criminal=False)
    assert sets_apart(Provision.parse("IPC-307"), criminal=True)


def test_the_result_is_the_order_of_the_held_part() -> None:
    assert texts(Point.OUTCOME, explain()) == ["The result: “The appeal is allowed and the conviction is set aside”."]


def test_a_case_of_unknown_outcome_has_no_result() -> None:
    subject = PrecedentInMatter(MATTER_FACTS, replace(case(), outcome=None), CASE_FACTS)
    assert texts(Point.OUTCOME, explain_case(subject, split, rarity)) == []


def test_what_a_court_below_did_and_the_foot_of_a_report_are_no_result() -> None:
    told = "The trial court acquitted them all. The High Court convicted her, and the appeal was dismissed.\n"
    reasons = "A demand must be proved. Headnotes prepared by: Reporter Appeal allowed.\n"
    text = told + reasons
    halves = (
        Paragraph(Span(0, len(told)), SectionType.FACTS),
        Paragraph(Span(len(told), len(text)), SectionType.RATIO),
    )
    assert list(order_sentences(stored_sentences(replace(case(), text=text, paragraphs=halves), split))) == []


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("10.4 It was submitted that the knife was lying in the field and that he had no plan to kill.", False),
        ("In such circumstances as above, the knife being small, he prayed that the conviction be altered.", False),
        ("We hold that stabbing a neighbour with a knife in a field shows that there was no plan to kill.", True),
    ],
)
def test_what_counsel_argued_is_not_the_reasoning_of_the_court(sentence: str, told: bool) -> None:
    told_before = "The accused and the neighbour met in the field on 3 May 2011. "
    reasons = f"The law on this point is settled. {sentence} The appeal is allowed."
    text = told_before + reasons
    paragraphs = (
        Paragraph(Span(0, len(told_before)), SectionType.FACTS),
        Paragraph(Span(len(told_before), len(text)), SectionType.RATIO),
    )
    subject = PrecedentInMatter(MATTER_FACTS, replace(case(), text=text, paragraphs=paragraphs), FactSheet(text, ()))
    holdings = texts(Point.HOLDING, explain_case(subject, split, rarity))
    assert any("plan to kill" in line for line in holdings) is told


def test_a_matter_without_facts_still_gets_its_passage_and_result() -> None:
    bare = FactSheet("A constable found a knife in a field.")
    points = [sentence.point for sentence in explain(bare).sentences]
    assert Point.PASSAGE in points
    assert Point.OUTCOME in points
    assert Point.SHARED not in points


def test_a_case_without_paragraphs_has_no_sentences() -> None:
    subject = PrecedentInMatter(MATTER_FACTS, replace(case(), paragraphs=()), CASE_FACTS, None)
    assert explain_case(subject, split, rarity).sentences == ()


def test_comparison_knows_codes_lines_and_opposites() -> None:
    found = {
        type(one.fact).__name__ + getattr(one.fact, "item", ""): one.likeness
        for one in compare(MATTER_FACTS, CASE_FACTS)
    }
    assert found["SectionFact"] is Likeness.COUNTERPART
    assert found["NumericalFact"] is Likeness.SAME_SIDE
    assert found["EvidenceFactdying declaration"] is Likeness.OPPOSITE_STATUS
    assert found["EvidenceFacteyewitness"] is Likeness.SAME
    assert found["RoleFact"] is Likeness.MISSING


def test_facts_fit_through_codes_and_lines_only() -> None:
    mine, theirs = MATTER_FACTS.facts, CASE_FACTS.facts
    assert fits(mine[0], theirs[0])
    assert fits(mine[1], theirs[1])
    assert not fits(mine[2], theirs[2])
    assert not fits(mine[0], theirs[1])


def test_a_long_sentence_is_cut_at_its_clauses_around_what_matters() -> None:
    long = "When the market closed, " * 20 + "the tenant sublet the shop, " + "and the rent was paid, " * 20
    start = long.index("sublet")
    cut = quotation(long, [Span(start, start + 6)])
    assert cut.startswith("“… ")
    assert cut.endswith(" …”")
    assert "the tenant sublet the shop" in cut
    assert len(cut.split()) <= LIMIT + 2


def test_inner_quotation_marks_become_single() -> None:
    assert quotation('He said "go" twice.') == "“He said 'go' twice”"


def test_lists_in_words() -> None:
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "a", "c"]) == "a, b and c"


def test_terms_are_rare_shared_and_not_denied() -> None:
    (first, second, *_) = stored_sentences(case(), split)
    weights = word_weights("stabbing with a knife after a declaration", rarity)
    assert carrying_terms(first, weights) == ["stabbing", "knife"]
    assert carrying_terms(second, weights) == []
