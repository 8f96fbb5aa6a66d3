"""One edit changes one fact, and the narrative only inside its spans."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countercase.domain.case import PartyType
from countercase.domain.facts import (
    ActFact,
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactSheet,
    InstrumentFact,
    NumericalFact,
    PartyFact,
    Quantity,
    RelationFact,
    ResultFact,
    RoleFact,
    SectionFact,
)
from countercase.domain.provision import Provision
from countercase.errors import FactSheetError
from countercase.facts.edit import edit, touched_spans
from countercase.facts.extract import extract_facts
from countercase.facts.words import entries

SENTENCES = (
    "The appellant, a constable aged 32 years, stabbed his wife with a knife on 12.03.2019.",
    "An Executive Magistrate recorded her dying declaration, and she died the next morning.",
    "No independent witness was joined, although five persons were present.",
    "He is charged under Section 302 read with Section 34 of the Indian Penal Code.",
    "The knife was recovered from the house of the accused on his disclosure statement.",
    "The alleged confession was made after a delay of 3 days.",
    "The respondent Bank had advanced a loan of Rs. 1,50,000 to the tenant.",
    "The victim, a minor, was aged about 14 years.",
    "The post-mortem found a fracture and several injuries.",
    "Sections 304-B, 498-A and 34 of the Indian Penal Code were added.",
    "Her brother and her mother-in-law turned hostile; 250 grams of charas was found.",
)
FIELD = {
    RoleFact: "role",
    RelationFact: "relation",
    InstrumentFact: "instrument",
    ResultFact: "result",
    ActFact: "act",
    EvidenceFact: "item",
}


def sheet_of(*wanted: int) -> FactSheet:
    return extract_facts(" ".join(SENTENCES[number] for number in wanted))


def the(kind: type[Fact], sheet: FactSheet) -> Any:
    return next(fact for fact in sheet.facts if isinstance(fact, kind))


@st.composite
def edits(draw: st.DrawFn) -> tuple[FactSheet, Fact | None, Fact | None]:
    chosen = draw(st.lists(st.integers(0, len(SENTENCES) - 1), min_size=1, max_size=5, unique=True))
    sheet = sheet_of(*chosen)
    before = draw(st.sampled_from(sheet.facts))
    return sheet, before, draw(st.none() | st.just(_other(before, draw)))


def _other(fact: Any, draw: st.DrawFn) -> Any:
    match fact:
        case SectionFact():
            ids = ["IPC-304", "IPC-326", "BNS-103(1)", "DP-4", "Constitution-Article-21"]
            return replace(fact, provision=Provision.parse(draw(st.sampled_from(ids))))
        case PartyFact():
            return replace(fact, party_type=draw(st.sampled_from(list(PartyType))))
        case NumericalFact():
            return replace(fact, value=float(draw(st.integers(2, 60)) if fact.unit != "day" else 737000))
        case EvidenceFact():
            status = draw(st.sampled_from(list(EvidenceStatus)))
            return replace(fact, item=draw(st.sampled_from(list(entries(fact.kind)))), status=status)
        case _:
            return replace(fact, **{FIELD[type(fact)]: draw(st.sampled_from(list(entries(fact.kind))))})


def outside(text: str, spans: list[tuple[int, int]]) -> list[str]:
    pieces, done = [], 0
    for start, end in spans:
        pieces.append(text[done:start])
        done = end
    return [*pieces, text[done:]]


@settings(max_examples=300, deadline=None)
@given(edits())
def test_the_narrative_changes_only_inside_the_spans_of_the_fact(
    given_edit: tuple[FactSheet, Fact, Fact | None],
) -> None:
    sheet, before, after = given_edit
    edited = edit(sheet, before, after)
    left = outside(sheet.narrative, [(span.start, span.end) for span in touched_spans(sheet, before, after)])
    position = 0
    for piece in left:  # the pieces between the spans stand in the new narrative, in order
        found = edited.narrative.find(piece, position)
        assert found >= 0
        position = found + len(piece)
    assert edited.narrative.startswith(left[0])
    assert edited.narrative.endswith(left[-1])


@settings(max_examples=300, deadline=None)
@given(edits())
def test_every_other_fact_stays_and_quotes_what_it_quoted(given_edit: tuple[FactSheet, Fact, Fact | None]) -> None:
    sheet, before, after = given_edit
    edited = edit(sheet, before, after)
    others = [fact for fact in sheet.facts if fact != before]
    kept = [fact for fact in edited.facts if any(replace(fact, spans=()) == replace(one, spans=()) for one in others)]
    quotes = [[span.of(sheet.narrative) for span in fact.spans] for fact in others]
    assert [[span.of(edited.narrative) for span in fact.spans] for fact in kept][: len(quotes)] == quotes or all(
        quote in [[span.of(edited.narrative) for span in fact.spans] for fact in edited.facts] for quote in quotes
    )
    assert abs(len(edited.facts) - len(sheet.facts)) <= 1


@settings(max_examples=100, deadline=None)
@given(edits())
def test_an_added_fact_is_a_new_sentence_at_the_end(given_edit: tuple[FactSheet, Fact, Fact | None]) -> None:
    sheet, before, _ = given_edit
    new = replace(before, spans=())
    edited = edit(sheet, None, new)
    assert edited.narrative.startswith(sheet.narrative)
    assert edited.facts[:-1] == sheet.facts
    (span,) = edited.facts[-1].spans
    assert span.start >= len(sheet.narrative)


@pytest.mark.parametrize(
    ("sentence", "kind", "after", "expected"),
    [
        ("They recorded her dying declaration.", EvidenceFact, None, "They recorded no dying declaration."),
        ("The FIR was lodged late.", EvidenceFact, None, "No FIR was lodged late."),
        ("The knife was recovered.", EvidenceFact, None, "The knife was not recovered."),
        ("Mahesh stabbed him.", ActFact, None, "Mahesh never stabbed him."),
        ("He was stabbed.", ActFact, None, "He was not stabbed."),
        ("He came with a knife.", InstrumentFact, {"instrument": "axe"}, "He came with an axe."),
        ("They came with knives.", InstrumentFact, {"instrument": "sword"}, "They came with swords."),
        ("He was a minor then.", RoleFact, {"role": "adult"}, "He was an adult then."),
        ("The tenants paid.", RoleFact, {"role": "licensee"}, "The licensees paid."),
        ("He died at once.", ResultFact, None, "He survived at once."),
        ("Her husband came.", RelationFact, {"relation": "siblings"}, "Her brother came."),
        ("He was aged 17 years.", NumericalFact, {"value": 19.0}, "He was aged 19 years."),
        ("He paid Rs. 5,000/-.", NumericalFact, {"value": 150000.0}, "He paid Rs. 1,50,000/-."),
        ("It was on 12.03.2019.", NumericalFact, {"value": 737500.0}, "It was on 16.03.2020."),
        ("He had 250 grams of charas.", NumericalFact, {"value": 1500.0}, "He had 1500 grams of charas."),
    ],
)
def test_the_sentence_stays_whole(
    sentence: str, kind: type[Fact], after: dict[str, object] | None, expected: str
) -> None:
    sheet = extract_facts(sentence)
    before = the(kind, sheet)
    changed = None if after is None else replace(before, **after)
    assert edit(sheet, before, changed).narrative == expected


@pytest.mark.parametrize(
    ("sentence", "after", "expected"),
    [
        ("Charged under Section 302 of the Indian Penal Code.", "IPC-304", "Section 304 of the Indian Penal Code."),
        ("He is charged under Section 302 IPC.", "BNS-103(1)", "Section 103(1) of the Bharatiya Nyaya Sanhita."),
        ("Charged under Sections 302 and 34 of the Penal Code.", "IPC-304", "Sections 304 and 34 of the Penal Code."),
        ("He was charged under Section 302 IPC and tried.", "IPC-304", "under Section 304 IPC and tried."),
        ("He was convicted u/s 376-D IPC.", "IPC-376", "convicted u/s 376 IPC."),
    ],
)
def test_a_section_takes_the_place_of_another(sentence: str, after: str, expected: str) -> None:
    sheet = extract_facts(sentence)
    before = the(SectionFact, sheet)
    edited = edit(sheet, before, replace(before, provision=Provision.parse(after)))
    assert edited.narrative.endswith(expected)
    read_back = {fact.provision.id for fact in extract_facts(edited.narrative).facts if isinstance(fact, SectionFact)}
    assert after in read_back


LISTED = "Charged under Sections 302, 307 and 34 of the Indian Penal Code."


@pytest.mark.parametrize(
    ("sentence", "removed", "expected"),
    [
        (LISTED, "IPC-302", "Charged under Sections 307 and 34 of the Indian Penal Code."),
        (LISTED, "IPC-307", "Charged under Sections 302 and 34 of the Indian Penal Code."),
        (LISTED, "IPC-34", "Charged under Sections 302, 307 of the Indian Penal Code."),
        ("It is under Sections 409 and 420 IPC.", "IPC-409", "It is under Section 420 IPC."),
        ("Section 302 read with Section 34 IPC applies.", "IPC-34", "Section 302 IPC applies."),
        ("Section 302 read with Section 34 IPC applies.", "IPC-302", "Section 34 IPC applies."),
        ("Section 302 IPC applies.", "IPC-302", "Another provision applies."),
    ],
)
def test_a_provision_leaves_its_list_whole(sentence: str, removed: str, expected: str) -> None:
    sheet = extract_facts(sentence)
    gone = next(fact for fact in sheet.facts if isinstance(fact, SectionFact) and fact.provision.id == removed)
    edited = edit(sheet, gone, None)
    assert edited.narrative == expected
    left = [fact for fact in sheet.facts if fact != gone]
    read_back = [fact for fact in extract_facts(edited.narrative).facts if isinstance(fact, SectionFact)]
    assert [fact.provision for fact in read_back] == [fact.provision for fact in left if isinstance(fact, SectionFact)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Our client was convicted.", "The party was convicted."),
        ("They convicted the accused-appellant.", "They convicted the accused."),
        ("The appellants were sentenced.", "The parties were sentenced."),
        ("The respondent Bank dismissed him.", "The respondent dismissed him."),
    ],
)
def test_a_party_taken_away_is_seen_in_the_text(sentence: str, expected: str) -> None:
    sheet = extract_facts(sentence)
    assert edit(sheet, the(PartyFact, sheet), None).narrative == expected


def test_a_counted_day_stays_a_counted_day() -> None:
    sheet = extract_facts("The cheque was dishonoured. He sent a notice on the 33rd day after the memo.")
    late = the(NumericalFact, sheet)
    assert edit(sheet, late, replace(late, value=21.0)).narrative.endswith("on the 21st day after the memo.")


@pytest.mark.parametrize("sentence", ["No eyewitness was found.", "There was no FIR.", "A post-mortem was not held."])
def test_evidence_that_was_absent_can_be_there(sentence: str) -> None:
    sheet = extract_facts(sentence)
    absent = the(EvidenceFact, sheet)
    edited = edit(sheet, absent, replace(absent, status=EvidenceStatus.PRESENT))
    (present,) = extract_facts(edited.narrative).facts
    assert isinstance(present, EvidenceFact)
    assert present.status is EvidenceStatus.PRESENT


def test_evidence_taken_away_is_said_to_be_absent() -> None:
    sheet = extract_facts("The Magistrate recorded his dying declaration.")
    edited = edit(sheet, sheet.facts[0], None)
    (fact,) = edited.facts
    assert isinstance(fact, EvidenceFact)
    assert fact.status is EvidenceStatus.ABSENT


def test_all_mentions_change_together() -> None:
    sheet = extract_facts("A knife was found. The knife was blunt.")
    edited = edit(sheet, sheet.facts[0], InstrumentFact(spans=(), instrument="axe"))
    assert edited.narrative == "An axe was found. The axe was blunt."


def test_a_fact_of_another_sheet_cannot_be_changed() -> None:
    with pytest.raises(FactSheetError, match="does not contain"):
        edit(extract_facts("He died."), InstrumentFact(spans=(), instrument="axe"), None)


def test_the_kind_of_a_fact_stays() -> None:
    sheet = extract_facts("He died.")
    with pytest.raises(FactSheetError, match="cannot become"):
        edit(sheet, sheet.facts[0], InstrumentFact(spans=(), instrument="axe"))


def test_a_fact_without_spans_is_stated_at_the_end() -> None:
    sheet = FactSheet("The matter is pending", (InstrumentFact(spans=(), instrument="axe"),))
    edited = edit(sheet, sheet.facts[0], InstrumentFact(spans=(), instrument="knife"))
    assert edited.narrative == "The matter is pending. It was done with a knife."


def test_quantities_added_are_read_back() -> None:
    age = NumericalFact(spans=(), quantity=Quantity.AGE, value=17, unit="years", role="accused")
    edited = edit(FactSheet("He was tried."), None, age)
    (read_back,) = extract_facts(edited.narrative).facts
    assert isinstance(read_back, NumericalFact)
    assert (read_back.value, read_back.role) == (17.0, "accused")


def test_a_date_written_out_is_changed_in_good_english() -> None:
    sheet = extract_facts("He was held on the ninth of November 2024.")
    (before,) = sheet.facts
    after = replace(before, value=float(date(2024, 10, 3).toordinal()))  # type: ignore[call-arg]
    assert edit(sheet, before, after).narrative == "He was held on the 3rd of October 2024."
