"""What a judgment does with the cases it cites, and who says so. The texts are invented."""

import pytest

from countercase.citator.references import TreatmentSpeaker, cited_decisions
from countercase.citator.treatments import Treatment, read_treatments, strongest

CASE = "Alpha Traders v. Beta Mills, (1998) 4 SCC 12"
OTHER = "Gamma Ltd. v. Delta Corporation, (2011) 9 SCC 77"


def treated(text: str, name: str = "Alpha Traders v. Beta Mills") -> tuple[Treatment, TreatmentSpeaker]:
    item = strongest([item for item in read_treatments(text) if item.cited.name.startswith(name)])
    assert item is not None
    return item.treatment, item.speaker


@pytest.mark.parametrize(
    ("sentence", "treatment", "speaker"),
    [
        (f"The decision in {CASE} is hereby overruled.", Treatment.OVERRULED, TreatmentSpeaker.THIS_COURT),
        (f"We overrule the view taken in {CASE}.", Treatment.OVERRULED, TreatmentSpeaker.THIS_COURT),
        (f"{CASE} was overruled in {OTHER}.", Treatment.OVERRULED, TreatmentSpeaker.ANOTHER_COURT),
        (f"This Court in {OTHER} overruled {CASE}.", Treatment.OVERRULED, TreatmentSpeaker.ANOTHER_COURT),
        (f"{CASE} is clearly distinguishable on facts.", Treatment.DISTINGUISHED, TreatmentSpeaker.THIS_COURT),
        (
            f"The ratio of {CASE} does not apply to the present lease.",
            Treatment.DISTINGUISHED,
            TreatmentSpeaker.THIS_COURT,
        ),
        (f"{CASE} does not lay down the correct law.", Treatment.DISAPPROVED, TreatmentSpeaker.THIS_COURT),
        (
            f"In our opinion the view in {CASE} requires reconsideration.",
            Treatment.DOUBTED,
            TreatmentSpeaker.THIS_COURT,
        ),
        (
            f"With respect, we are unable to agree with {CASE}.",
            Treatment.NOT_FOLLOWED,
            TreatmentSpeaker.THIS_COURT,
        ),
        (
            f"Following the decision in {CASE}, we allow the appeal.",
            Treatment.FOLLOWED,
            TreatmentSpeaker.THIS_COURT,
        ),
        (f"As held in {CASE}, notice is mandatory.", Treatment.RELIED_ON, TreatmentSpeaker.THIS_COURT),
        (
            f"Learned counsel submitted that {CASE} is no longer good law.",
            Treatment.DISAPPROVED,
            TreatmentSpeaker.COUNSEL,
        ),
        (
            f"The High Court distinguished {CASE} and dismissed the suit.",
            Treatment.DISTINGUISHED,
            TreatmentSpeaker.ANOTHER_COURT,
        ),
    ],
)
def test_treatment_and_speaker_of_one_sentence(sentence: str, treatment: Treatment, speaker: TreatmentSpeaker) -> None:
    assert treated(f"The appeal raises one question. {sentence} The rest needs no answer.") == (treatment, speaker)


def test_the_case_that_overrules_is_not_the_one_overruled() -> None:
    text = f"{CASE} was overruled in {OTHER}."
    assert treated(text, "Gamma Ltd.")[0] in (Treatment.REFERRED, Treatment.RELIED_ON)


def test_what_is_not_overruled() -> None:
    assert treated(f"The view in {CASE} has not been overruled to this day.")[0] is not Treatment.OVERRULED
    assert treated(f"In {CASE} the court below overruled the objection to the decree.")[0] is not Treatment.OVERRULED


def test_a_short_form_belongs_to_its_full_form() -> None:
    text = f"The tenant cites {CASE}. The lease is registered. We find that Alpha Traders (supra) is distinguishable."
    (cited,) = cited_decisions(text)
    assert [span.of(text) for span in cited.mentions] == [CASE, "Alpha Traders (supra)"]
    assert treated(text) == (Treatment.DISTINGUISHED, TreatmentSpeaker.THIS_COURT)


def test_the_quote_is_the_sentence_in_the_text() -> None:
    text = f"First. The decision in {CASE} is hereby overruled. Last."
    item = next(iter(read_treatments(text)))
    assert item.span.of(text) == item.quote
    assert "hereby overruled" in item.quote


def test_words_inside_a_quotation_are_those_of_another_court() -> None:
    text = f"The Bench held: “12. Resultantly, the decision in {CASE} is hereby overruled.” We respectfully note it."
    assert treated(text) == (Treatment.OVERRULED, TreatmentSpeaker.ANOTHER_COURT)


def test_a_dissent_is_a_dissent() -> None:
    text = f"The appeal fails.\nMEHTA, J. (dissenting)\nI differ. The decision in {CASE} is hereby overruled."
    assert treated(text) == (Treatment.OVERRULED, TreatmentSpeaker.DISSENT)


@pytest.mark.parametrize(
    "later",
    [
        "The decision in Alpha Traders is distinguishable on facts.",
        "The case of Alpha Traders and Anr. (supra) is distinguishable on facts.",
        "In Alpha Traders, the lease was registered and it is distinguishable on facts.",
    ],
)
def test_a_short_form_is_linked_with_or_without_its_mark(later: str) -> None:
    (cited,) = cited_decisions(f"Counsel cited {CASE}. {later}")
    assert len(cited.mentions) == 2


@pytest.mark.parametrize("mark", ["3", ",3", ".3", ""])
def test_a_case_cited_in_a_footnote_is_read_at_its_name_in_the_text(mark: str) -> None:
    name = "L. Chandra Kumar v. Union of India & Ors"
    text = f"This Court in {name}{mark} held that tribunals are subject to review. 3 (1997) 3 SCC 261 The appeal fails."
    (cited,) = cited_decisions(text)
    assert [span.of(text).rstrip(".,") for span in cited.mentions] == [name]
    assert cited.citations == ("(1997) 3 SCC 261",)


def test_a_footnote_without_a_name_in_the_text_stays_a_mention() -> None:
    text = "The rule is settled.3 The appeal must fail. 3 (1997) 3 SCC 261 It is dismissed."
    (cited,) = cited_decisions(text)
    assert [span.of(text) for span in cited.mentions] == ["(1997) 3 SCC 261"]


def test_a_full_name_after_the_words_that_lead_in_is_no_short_form() -> None:
    cited = cited_decisions(f"We refer to {CASE}. The decision in Alpha Traders v. Omega Bank, (2001) 2 SCC 5 differs.")
    assert [len(decision.mentions) for decision in cited] == [1, 1]


def test_what_the_high_court_relied_on_is_not_relied_on_here() -> None:
    text = f"Relying upon the decision of this Court in {CASE}, the High Court has allowed the writ petition."
    assert treated(text)[1] is TreatmentSpeaker.ANOTHER_COURT


def test_words_that_treat_a_plea_do_not_treat_the_case_that_states_the_law() -> None:
    assert treated(f"As held in {CASE}, such a plea at a late stage is misplaced.")[0] is Treatment.RELIED_ON
