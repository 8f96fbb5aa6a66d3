"""Ingredients read from matters invented for these tests."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date

import pytest
from tests.law.ingredient_tables import small_tables

from countercase.domain.checklist import (
    ClauseKind,
    ClauseReading,
    EventReading,
    IngredientMention,
    IngredientReading,
    IngredientStatus,
    NumberReading,
    NumberRole,
    combine_mentions,
)
from countercase.domain.facts import FactKind
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.governing_law import codes_of, read_cited_law, sections_under
from countercase.facts.ingredients import read_ingredients, status_in
from countercase.facts.lines import read_lines
from countercase.facts.narrative import read_narrative
from countercase.facts.timeline import read_timeline
from countercase.law.ingredients import Tables, tables
from countercase.models.clause_matcher import built_in_matcher


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return small_tables(tmp_path_factory.mktemp("tables"))


def reading(law: Tables, ingredient: str, text: str) -> IngredientReading:
    """What the text says of one ingredient."""
    return next(entry for entry in read_ingredients(text, law=law) if entry.id == ingredient)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("The husband demanded a car.", "met"),
        ("The husband demanded a car soon after the wedding; the neighbours knew of it.", "met"),
        ("Nobody in the house ever demanded dowry.", "contrary"),
        ("The husband never demanded any dowry.", "contrary"),
        ("There is no evidence that he demanded dowry.", "contrary"),
        ("The in-laws neither beat her nor demanded money.", "contrary"),
        ("The demand of dowry was not proved.", "contrary"),
        ("He is said to have demanded a motorcycle.", "disputed"),
        ("The complainant alleges that he demanded a motorcycle.", "disputed"),
        ("The husband denies that he demanded a motorcycle.", "disputed"),
        ("According to the prosecution he demanded money.", "disputed"),
        ("Her brother deposed that he demanded a car.", "met"),
        ("Her brother deposed that he demanded a car. He denies it.", "disputed"),
        ("Her brother says that he demanded a car; the husband says that he never did.", "disputed"),
        ("Whether he demanded money is in dispute.", "disputed"),
        ("It is not disputed that he demanded a car.", "met"),
        ("The husband admits that he demanded a car.", "met"),
        ("If he had demanded a car, the charge would stand.", "none"),
        ("Had he demanded a car, she would have told her father.", "none"),
        ("Section 304B requires that the husband demanded dowry.", "none"),
        ("The prosecution must prove that he demanded dowry.", "none"),
        ("The co-accused demanded money from another family.", "none"),
        ("He asked for money as a loan.", "none"),
        ("Defence: he never demanded dowry.", "disputed"),
        ("Prosecution case is that he demanded a car.", "disputed"),
        ("PW-2: he demanded a car.", "met"),
        ("He left for Pune in May, but says he demanded money once.", "disputed"),
        ("No question on the demand of dowry was put to him.", "met"),
    ],
)
def test_polarity(law: Tables, text: str, status: str) -> None:
    assert status_in(law, "dowry-death.demand", text) == status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("A certificate of fitness by Dr. Rao stands below her mark.", "met"),
        ("No certificate of fitness was obtained.", "contrary"),
        ("Certificate of fitness: nil", "contrary"),
        ("The statement was taken without any certificate of fitness.", "contrary"),
        ("The certificate of fitness is still awaited.", "none"),
        ("She was unconscious when the Magistrate came.", "contrary"),
        ("She was not unconscious when the Magistrate came.", "met"),
    ],
)
def test_polarity_of_papers(law: Tables, text: str, status: str) -> None:
    assert status_in(law, "dying-declaration.fit", text) == status


def test_denying_a_thing_disputes_every_statement_of_it(law: Tables) -> None:
    text = (
        "Trial under section 304B IPC. PW-2 deposed that the husband demanded a car in March. She was calm that week."
        " The defence denies any demand, and two neighbours bear it out."
    )
    assert reading(law, "dowry-death.demand", text).status == "disputed"


def test_the_quote_is_the_clause_and_says_who_speaks(law: Tables) -> None:
    text = (
        "Charge under section 304B IPC. The marriage was quiet, but PW-3 deposed that he demanded a car, and she left."
    )
    entry = reading(law, "dowry-death.demand", text)
    assert [span.of(text) for span in entry.spans] == ["PW-3 deposed that he demanded a car"]
    assert entry.by == "PW-3"


def test_a_finding_of_the_court_below_is_attributed_to_that_court(law: Tables) -> None:
    text = "Appeal against conviction under section 304B IPC. The Sessions Judge held that he demanded a car."
    entry = reading(law, "dowry-death.demand", text)
    assert (entry.status, entry.by) == ("met", "trial court")


def test_missing_is_reported_for_a_charge_and_for_evidence_that_is_mentioned(law: Tables) -> None:
    charged = read_ingredients("He was charged under section 304B IPC.", law=law)
    assert [(entry.id, entry.status) for entry in charged] == [
        ("dowry-death.demand", "missing"),
        ("dowry-death.seven-years", "missing"),
    ]
    mentioned = read_ingredients("There is a dying declaration.", law=law)
    assert mentioned == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\n ",
        "The weather was fine.",
        "मामला धारा के अंतर्गत है।",
        "; ; ;",
        "No charge under section 304B IPC was framed.",
        "If section 304B IPC is added, the case will go to Sessions.",
    ],
)
def test_a_text_that_raises_nothing_gives_nothing(law: Tables, text: str) -> None:
    assert read_ingredients(text, law=law) == ()


def test_the_code_of_the_matter_is_the_code_of_the_answer(law: Tables) -> None:
    old = read_ingredients("Convicted under section 304B IPC.", law=law)
    new = read_ingredients("Charged under section 80 of the Bharatiya Nyaya Sanhita.", law=law)
    assert {entry.provision.id for entry in old} == {"IPC-304B"}
    assert {entry.provision.id for entry in new} == {"BNS-80"}


@pytest.mark.parametrize(
    ("text", "offence", "codes"),
    [
        ("Offence under Section 406 of the IPC. FIR registered on 9 January 2025.", None, "IPC BNSS BSA"),
        ("Offence under Section 406 of the IPC. FIR registered on 9 January 2022.", None, "IPC CrPC IEA"),
        ("Petition under Section 528 of the BNSS. FIR registered on 9 January 2022.", None, "BNSS IEA"),
        ("Petition under Section 528 of the BNSS to quash a case under Section 406 of the IPC.", None, "IPC BNSS BSA"),
        ("Charged under Section 318(4) of the BNS.", None, "BNS BNSS BSA"),
        ("Charged under Section 406 of the IPC.", None, "IPC"),
        ("Sections 154 CrPC and 528 BNSS. FIR registered on 9 January 2022.", date(2021, 6, 4), "IPC CrPC IEA"),
        ("A suit for possession.", None, ""),
        ("Charged under 302. FIR registered on 9 January 2025.", date(2025, 1, 8), "BNS BNSS BSA"),
    ],
)
def test_what_is_cited_decides_the_codes_of_a_matter_and_else_its_dates(
    text: str, offence: date | None, codes: str
) -> None:
    cited = read_cited_law(read_narrative(text)).cited_with_act
    assert codes_of(cited, read_timeline(text), offence) == set(codes.split())


def test_sections_are_named_from_the_codes_of_the_matter() -> None:
    row = [Provision.parse(text) for text in ("IPC-304B", "BNS-80", "CrPC-154", "IPC-34")]
    assert [str(section) for section in sections_under({"BNS", "BNSS"}, row)] == ["BNS-80", "BNSS-173", "IPC-34"]
    assert [str(section) for section in sections_under((), row)] == ["IPC-304B", "CrPC-154", "IPC-34"]
    assert [str(section) for section in sections_under((), row[1:2])] == ["BNS-80"]


def test_the_json_has_the_agreed_keys_first(law: Tables) -> None:
    entry = reading(law, "cheque.signature", "The cheque bounced. His signature is admitted.")
    first = entry.to_json()[0]
    agreed = ["provision", "ingredient", "status", "spans", "by"]
    assert list(first) == [*agreed, "subject", "id", "likely", "otherwise", "confidence"]
    assert first["provision"] == "NI-139"


def test_an_ingredient_is_given_under_each_of_its_sections() -> None:
    found = read_ingredients("She was arrested at 9 pm under section 420 IPC, without the leave of a Magistrate.")
    arrest = next(entry for entry in found if entry.id == "arrest-safeguards.woman-night")
    assert [entry["provision"] for entry in arrest.to_json()][:1] == ["CrPC-46(4)"]


def test_a_matter_that_speaks_of_cheques_throughout_raises_section_138() -> None:
    text = (
        "Rs. 5,00,000 was lent in 2012. Cheque no. 2117 for the sum was signed by the managing director. It was"
        " presented to the bank and came back with the remark account closed. He admits the signature but says the"
        " cheque was given blank as security. Statutory notice was posted to the registered office and returned"
        " with the endorsement left. There was no reply and no payment in fifteen days. The complaint was filed by his"
        " son as power agent, who speaks of his own knowledge of the loan. The drawer had resigned as director before"
        " the date of the instrument; the account books and the income tax returns of the lender do not show the"
        " loan; the debt is said to be barred by time, and no acknowledgment in writing was given."
    )
    assert {"NI-138", "NI-139"} <= {entry.provision.base for entry in read_ingredients(text)}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("demanded a car - denied by both", "disputed"),
        ("as per pros. he demanded a car", "disputed"),
        ("he demanded a car - prosecution version", "disputed"),
        ("P: he demanded a car. D: no such thing.", "disputed"),
        ("demanded a car or only hinted?", "disputed"),
        ("demanded a car - was it ever said", "disputed"),
        ("he demanded a car - nil", "contrary"),
        ("PW-3 silent that he demanded a car", "contrary"),
        ("Accused denied bail. He demanded a car.", "met"),
        ("12 Mar 2019 - no FIR lodged\n14 Mar 2019 - he demanded a car", "met"),
        ("14.3.19 - he demanded a car\nDefence: alibi, at Kota\nState: register forged", "met"),
        ("he demanded a car as told by PW-2, not in S.161", "disputed"),
    ],
)
def test_notes_without_verbs(law: Tables, text: str, status: str) -> None:
    assert status_in(law, "dowry-death.demand", text) == status


@pytest.mark.parametrize(
    "text",
    [
        "He de-\nmanded a car from her father.",
        "The husband had all along\nB\ndemanded a car from her father.",
        "No FIR was lodged by her\nHe demanded a car from her father and beat her when it was not given",
    ],
)
def test_line_breaks_of_a_scan_neither_hide_nor_reverse_a_statement(law: Tables, text: str) -> None:
    assert status_in(law, "dowry-death.demand", text) == "met"


def test_scanning_errors_do_not_hide_a_word(law: Tables) -> None:
    assert status_in(law, "cheque.notice", "Statut0ry n0tice was served on 4 May.") == "met"


class Reader:
    """Says that every clause with "paid a visit" meets every ingredient, and that "bounced" is against all."""

    ingredients: Collection[str] = ("cheque.notice", "cheque.signature")

    def kinds(self, clauses: Sequence[str]) -> list[dict[ClauseKind, float]]:
        others = [0.9 if "cousin" in clause else 0.0 for clause in clauses]
        return [
            dict.fromkeys(ClauseKind, 0.0) | {ClauseKind.OTHER_MATTER: chance, ClauseKind.FACT: 1 - chance}
            for chance in others
        ]

    def events(self, clauses: Sequence[str], places: Sequence[tuple[int, Span]]) -> list[EventReading]:
        return [EventReading("-", 1.0, "-", 1.0) for _ in places]

    def numbers(self, clauses: Sequence[str], places: Sequence[tuple[int, Span]]) -> list[NumberReading]:
        return [NumberReading(NumberRole.NONE, 1.0) for _ in places]

    def unstated(self, clauses: Sequence[str], places: Sequence[tuple[int, Span, FactKind]]) -> list[float]:
        return [0.0 for _ in places]

    def raised(self, clauses: Sequence[str]) -> dict[str, float]:
        return {"cheque": 0.79, "cheque-dishonour": 0.79}

    def read(self, clauses: Sequence[str], wanted: Collection[str], least: float) -> list[ClauseReading]:
        readings = {"paid a visit": (0.9, "met"), "bounced": (0.7, "contrary"), "signature": (least, "met")}
        return [
            ClauseReading(position, ingredient, IngredientStatus(status), chance, 0.95)
            for position, clause in enumerate(clauses)
            for ingredient in sorted(wanted)
            for words, (chance, status) in readings.items()
            if words in clause
        ]


def test_rules_decide_and_the_learned_reader_reads_what_they_miss(law: Tables) -> None:
    text = "Dishonour: the cheque bounced. The signature is his. The postman paid a visit."
    entries = {entry.id: entry for entry in read_ingredients(text, law=law, reader=Reader(), judged=False)}
    assert (entries["cheque.notice"].status, entries["cheque.notice"].likely) == ("met", True)
    assert entries["cheque.notice"].spans[0].of(text) == "The postman paid a visit."
    assert (entries["cheque.signature"].status, entries["cheque.signature"].likely) == ("met", False)


def test_the_learned_reader_is_not_believed_of_a_condition(law: Tables) -> None:
    text = "Dishonour: the cheque bounced. If the postman paid a visit, it is not shown."
    entries = {entry.id: entry for entry in read_ingredients(text, law=law, reader=Reader())}
    assert "cheque.notice" not in entries or entries["cheque.notice"].status != "met"


def test_a_pattern_in_a_clause_about_something_else_is_silenced(law: Tables) -> None:
    text = "Dishonour: the cheque bounced. Statutory notice was served on 4 May."
    by_rules = {entry.id: entry.status for entry in read_ingredients(text, law=law)}
    entries = {entry.id: entry for entry in read_ingredients(text, law=law, reader=Reader(), judged=False)}
    assert by_rules["cheque.notice"] == "met"
    assert entries["cheque.notice"].spans[0].of(text) != "Statutory notice was served on 4 May."


class Silent(Reader):
    """Finds every clause about something else."""

    def read(self, clauses: Sequence[str], wanted: Collection[str], least: float) -> list[ClauseReading]:
        return []


NOTICE = "Dishonour: the cheque bounced. Statutory notice was served on 4 May."


def test_a_row_that_the_learned_reader_does_not_know_is_left_to_the_rules(law: Tables) -> None:
    class Ignorant(Silent):
        ingredients: Collection[str] = ()

    by_rules = {entry.id: entry.status for entry in read_ingredients(NOTICE, law=law)}
    assert by_rules["cheque.notice"] == "met"
    assert {entry.id: entry.status for entry in read_ingredients(NOTICE, law=law, reader=Ignorant())} == by_rules


def test_what_a_rule_matched_and_the_learned_reader_doubts_is_not_called_missing(law: Tables) -> None:
    assert "cheque.notice" not in {entry.id for entry in read_ingredients(NOTICE, law=law, reader=Silent())}


def reading_with_reader(chance: float, status: str, law: Tables, text: str) -> IngredientReading | None:
    """What is read of the notice if the learned reader sees that status in its clause."""

    class Other(Silent):
        def read(self, clauses: Sequence[str], wanted: Collection[str], least: float) -> list[ClauseReading]:
            return [
                ClauseReading(position, "cheque.notice", IngredientStatus(status), chance, 0.95)
                for position, clause in enumerate(clauses)
                if "notice" in clause
            ]

    entries = read_ingredients(text, law=law, reader=Other())
    return next((entry for entry in entries if entry.id == "cheque.notice"), None)


def test_a_learned_reader_that_is_sure_overrules_a_rule_and_says_that_it_is_likely(law: Tables) -> None:
    overruled = reading_with_reader(0.9, "contrary", law, NOTICE)
    assert overruled
    assert (overruled.status, overruled.likely) == ("contrary", True)
    assert reading_with_reader(0.51, "contrary", law, NOTICE) is None  # neither the rule nor the reader is believed


def test_a_rule_is_not_believed_where_the_learned_reader_faintly_sees_another_status(law: Tables) -> None:
    assert reading_with_reader(0.25, "contrary", law, NOTICE) is None
    believed = reading_with_reader(0.7, "met", law, NOTICE)
    assert believed
    assert (believed.status, believed.likely) == ("met", False)


def test_what_a_rule_reads_of_a_subject_that_only_the_learned_reader_raises_is_likely(law: Tables) -> None:
    class Raising(Silent):
        def read(self, clauses: Sequence[str], wanted: Collection[str], least: float) -> list[ClauseReading]:
            return [ClauseReading(0, "cheque.notice", IngredientStatus.MET, 0.9, 0.95)]

        def raised(self, clauses: Sequence[str]) -> dict[str, float]:
            return {"cheque": 0.95}

    text = "A statutory notice was served on 4 May."
    assert read_ingredients(text, law=law, reader=Silent()) == ()
    (notice,) = read_ingredients(text, law=law, reader=Raising())
    assert (notice.id, notice.likely) == ("cheque.notice", True)


def test_what_another_passage_says_otherwise_is_shown_beside_the_reading(law: Tables) -> None:
    text = "Dishonour: the cheque bounced. Statutory notice was served on 4 May. The postman paid a visit."

    class Both(Silent):
        def read(self, clauses: Sequence[str], wanted: Collection[str], least: float) -> list[ClauseReading]:
            status_of = {"Statutory": IngredientStatus.MET, "postman": IngredientStatus.CONTRARY}
            return [
                ClauseReading(position, "cheque.notice", status, 0.8, 0.9)
                for position, clause in enumerate(clauses)
                for word, status in status_of.items()
                if word in clause
            ]

    entry = next(
        entry for entry in read_ingredients(text, law=law, reader=Both(), judged=False) if entry.id == "cheque.notice"
    )
    first, second = entry.each_way()
    assert (first.status, first.likely) == ("met", False)
    assert (second.status, second.likely) == ("contrary", True)
    assert second.spans[0].of(text) == "The postman paid a visit."
    assert [(row["status"], row["otherwise"]) for row in entry.to_json()] == [("met", False), ("contrary", True)]


def seeing(chances: Mapping[str, float], ingredient: str, status: str) -> Silent:
    """A reader that sees the ingredient with this status, as likely as the words of a clause say."""

    class Seeing(Silent):
        ingredients: Collection[str] = (ingredient,)

        def read(self, clauses: Sequence[str], wanted: Collection[str], least: float) -> list[ClauseReading]:
            return [
                ClauseReading(position, ingredient, IngredientStatus(status), chance, 0.95)
                for position, clause in enumerate(clauses)
                for word, chance in chances.items()
                if word in clause and ingredient in wanted
            ]

    return Seeing()


@pytest.mark.parametrize(("chance", "passages"), [(0.25, 2), (0.1, 1)])
def test_a_fainter_passage_that_agrees_stands_behind_the_reading(law: Tables, chance: float, passages: int) -> None:
    text = "The postman called once more. Dishonour: the cheque bounced. The drawer got the letter."
    reader = seeing({"letter": 0.9, "postman": chance}, "cheque.notice", "met")
    (notice,) = (entry for entry in read_ingredients(text, law=law, reader=reader) if entry.id == "cheque.notice")
    assert notice.spans[0].of(text) == "The drawer got the letter."
    assert len(notice.spans) == passages


@pytest.mark.parametrize(("chance", "is_read"), [(0.9, True), (0.5, False)])
def test_what_turns_on_a_sum_is_read_from_words_only_where_there_are_no_figures(chance: float, is_read: bool) -> None:
    row = "cheque-dishonour.notice-thirty"
    reader = seeing({"monsoon": chance}, row, "contrary")
    text = "Complaint under Section 138 of the Negotiable Instruments Act. The cheque was returned unpaid{}. {}"
    words = "It went out after the monsoon."
    without = {entry.id: entry for entry in read_ingredients(text.format("", words), reader=reader)}
    assert (row in without and without[row].status == "contrary") is is_read
    narrative = text.format(" on 1 March 2021", "Notice was sent on 10 March 2021. " + words)
    dated = {entry.id: entry for entry in read_ingredients(narrative, lines=read_lines(narrative), reader=reader)}
    assert [way.status for way in dated[row].each_way()] == ["met"]


def test_words_never_show_that_a_sum_comes_out_right(law: Tables) -> None:
    text = (
        "Complaint under Section 138 of the Negotiable Instruments Act. The cheque was returned unpaid. Sent promptly."
    )
    row = "cheque-dishonour.notice-thirty"
    readings = read_ingredients(text, reader=seeing({"promptly": 0.99}, row, "met"))
    assert "met" not in {way.status for entry in readings if entry.id == row for way in entry.each_way()}


def test_what_the_learned_reader_half_sees_is_not_called_missing(law: Tables) -> None:
    text = "Dishonour: the cheque bounced. The postman called."

    class About(Silent):
        def raised(self, clauses: Sequence[str]) -> dict[str, float]:
            return {"cheque": 0.9}

    class Glimpse(About):
        def read(self, clauses: Sequence[str], wanted: Collection[str], least: float) -> list[ClauseReading]:
            last = len(clauses) - 1
            return [ClauseReading(last, "cheque.notice", IngredientStatus.MET, 0.25, 0.9)]

    assert "cheque.notice" in {entry.id for entry in read_ingredients(text, law=law, reader=About())}
    assert "cheque.notice" not in {entry.id for entry in read_ingredients(text, law=law, reader=Glimpse())}


def test_nothing_is_missing_of_what_a_matter_only_speaks_of(law: Tables) -> None:
    text = "Dishonour: the cheque bounced. The postman called."
    assert "cheque.notice" in {entry.id for entry in read_ingredients(text, law=law)}
    assert "cheque.notice" not in {entry.id for entry in read_ingredients(text, law=law, reader=Silent())}


def test_a_dispute_is_settled_only_by_a_learned_reader_that_is_nearly_sure(law: Tables) -> None:
    text = "Dishonour: the cheque bounced. Statutory notice was served on 4 May, which is disputed."
    settled = reading_with_reader(0.99, "met", law, text)
    assert settled
    assert (settled.status, settled.likely) == ("met", True)
    less_sure = reading_with_reader(0.8, "met", law, text)
    assert less_sure is None or less_sure.status == "disputed"


def test_what_a_party_says_stays_in_dispute(law: Tables) -> None:
    text = "Dishonour: the cheque bounced. The complainant alleges that statutory notice was served on 4 May."
    claimed = reading_with_reader(0.99, "met", law, text)
    assert claimed
    assert (claimed.status, claimed.by, claimed.likely) == ("disputed", "complainant", False)


def test_what_a_company_says_is_its_case(law: Tables) -> None:
    assert status_in(law, "dowry-death.demand", "The company says that he demanded a car.") == "disputed"
    assert status_in(law, "dowry-death.demand", "The builder claims that he demanded money.") == "disputed"


def test_a_subject_without_a_section_is_grouped_with_no_other() -> None:
    law = tables()
    without = [subject for subject in law.subjects.values() if not subject.provisions]
    assert without
    assert all(law.of_the_same_section(subject) == {subject.id} for subject in without)


def test_of_two_mentions_of_the_same_weight_met_yields() -> None:
    met = IngredientMention(IngredientStatus.MET, Span(0, 10), "matter", 5)
    contrary = IngredientMention(IngredientStatus.CONTRARY, Span(0, 10), "matter", 5)
    assert combine_mentions([met, contrary])[0] == combine_mentions([contrary, met])[0] == "contrary"


STABBED = (
    "The appellants were convicted under Section 302 of the Indian Penal Code. At the hospital a head constable wrote"
    " down the statement of the wounded man without asking a doctor whether he was fit; the bed-head ticket shows that"
    " he was drowsy. In it he named the first appellant alone. He died eight days later. The first appellant has"
    " been in custody for six years and four months."
)


def test_two_likely_clauses_raise_a_subject_that_nobody_names() -> None:
    subjects = {reading.subject for reading in read_ingredients(STABBED, reader=built_in_matcher())}
    assert "dying-declaration" in subjects


def test_the_custody_of_a_convict_is_not_read_as_that_of_an_undertrial() -> None:
    subjects = {reading.subject for reading in read_ingredients(STABBED, reader=built_in_matcher())}
    assert "regular-bail" not in subjects
    undertrial = "The applicant seeks bail. He was arrested for murder and has been in custody for six years."
    subjects = {reading.subject for reading in read_ingredients(undertrial, reader=built_in_matcher())}
    assert "regular-bail" in subjects


def read(text: str) -> dict[str, str]:
    lines = read_lines(text)
    return {reading.id: reading.status for reading in read_ingredients(text, lines=lines, reader=built_in_matcher())}


CLAIM = (
    "On 3 November 2019 Prakash Nair, aged 38, was riding his motor cycle when a lorry hit him. He died in hospital on"
    " 5 November 2019. He left his wife, two minor children and his mother; his father, who draws a pension, is also a"
    " claimant. On a claim under section 166 of the Motor Vehicles Act, 1988 the Tribunal deducted one-third for"
    " personal expenses and applied a multiplier of {}."
)


@pytest.mark.parametrize(("multiplier", "status"), [(14, "contrary"), (15, "met")])
def test_the_table_of_multipliers_decides_whether_the_right_one_was_applied(multiplier: int, status: str) -> None:
    readings = read(CLAIM.format(multiplier))
    assert readings["motor-claim.multiplier"] == status
    assert readings["motor-claim.personal-deduction"] == "contrary"
    assert not any(row.startswith("pension") for row in readings)
    assert "motor-claim.claim-in-time" not in readings  # section 166(3) came in 2022


def test_what_a_court_held_on_reversal_is_in_dispute() -> None:
    text = (
        "The suit is for specific performance of an agreement to sell a house by 10 February 2013. The trial court"
        " decreed it. The High Court reversed it, holding that time was of the essence and that readiness was not"
        " proved, and ordered refund although the plaint does not ask for refund of the earnest money."
    )
    readings = read(text)
    assert readings["specific-performance.time-essence"] == "disputed"
    assert readings["specific-performance.refund-prayer"] == "contrary"


def test_samples_that_reach_the_laboratory_weeks_later_are_late() -> None:
    text = (
        "Heroin was seized under section 21 of the NDPS Act. The samples reached the Forensic Science Laboratory on 29"
        " April 2021, forty-six days later."
    )
    by_rules = {reading.id: reading.status for reading in read_ingredients(text)}
    assert by_rules["ndps-samples.sample-delay"] == "contrary"


def test_what_a_rule_finds_contrary_is_never_called_met_by_the_learned_reader() -> None:
    text = (
        "The appellant was convicted under section 7 of the Prevention of Corruption Act. Sanction was granted by the"
        " Tahsildar. PW-1 admits that the authority competent to remove a Village Administrative Officer is the Revenue"
        " Divisional Officer."
    )
    assert read(text)["pc-sanction.competent"] == "contrary"


@pytest.mark.parametrize(("year", "also"), [(2016, True), (2021, False)])
def test_a_section_that_was_repealed_before_the_offence_is_not_named_beside_another(year: int, also: bool) -> None:
    text = (
        f"The trap was laid on 9 September {year}. The appellant was convicted under section 7 of the Prevention of"
        " Corruption Act. The complainant says that the appellant demanded Rs 8,000 from him."
    )
    demand = next(reading for reading in read_ingredients(text) if reading.id == "bribery.demand")
    assert ("PC-13(1)(d)" in [section.id for section in demand.also]) is also
