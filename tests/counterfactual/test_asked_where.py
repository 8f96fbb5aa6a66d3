"""Where an ingredient may be asked about: the stage, the things, and what the matter has closed."""

import pytest

from countercase.counterfactual.asked_where import is_asked_here, is_said_in_short, may_be_supposed_here
from countercase.counterfactual.clauses import added_after_mention
from countercase.counterfactual.derived_counts import leaves_derived_count
from countercase.counterfactual.law_reading import law_for_employer, read_matter
from countercase.counterfactual.line_changes import cross_line
from countercase.counterfactual.other_proceedings import is_dropped, is_of_other_proceeding
from countercase.counterfactual.person_meant import as_matter_calls_him, with_one_meant
from countercase.counterfactual.preconditions import tells_of_another_case
from countercase.counterfactual.said_already import time_of_denial
from countercase.counterfactual.settled_points import is_agreed, is_alleged_before_trial, is_beside_only_point
from countercase.domain.checklist import IngredientReading, IngredientStatus, LawLine, Stands
from countercase.domain.perturbation import LawEffect, LawReading, TextEdit
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.extract import extract_facts
from countercase.files import packaged_rows
from countercase.law.ingredients import tables

MET, CONTRARY, DISPUTED = IngredientStatus.MET, IngredientStatus.CONTRARY, IngredientStatus.DISPUTED


def span_of(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


def reading(text: str, words: str, ingredient: str, status: IngredientStatus = CONTRARY) -> IngredientReading:
    row = tables().ingredients[ingredient]
    return IngredientReading(
        row.provisions[0], row.name, status, (span_of(text, words),), "matter", row.subject, row.id
    )


def may_ask(text: str, ingredient: str, target: IngredientStatus) -> bool:
    return may_be_supposed_here(read_matter(extract_facts(text)), tables().ingredients[ingredient], target)


def line(rule: str, quantity: str, value: str, bound: str, spans: tuple[Span, ...], says: str = "") -> LawLine:
    return LawLine(Provision.parse("Limitation-5"), quantity, value, bound, Stands.CROSSED, spans, says, rule)


def test_every_row_of_the_table_names_ingredients_that_exist() -> None:
    for row in packaged_rows("countercase.counterfactual", "data", "asked_where.csv"):
        assert row["why"]
        assert row["target"] in {"", "met", "contrary"}
        for name in row["ingredients"].split():
            assert name.removesuffix(".*") in (tables().subjects if name.endswith(".*") else tables().ingredients)


@pytest.mark.parametrize(
    ("text", "ingredient", "target", "expected"),
    [
        ("He seeks regular bail in the murder case.", "anticipatory-bail.custodial-interrogation", MET, False),
        ("He seeks anticipatory bail: words of abuse.", "anticipatory-bail.custodial-interrogation", MET, False),
        ("He seeks anticipatory bail. The knife is missing.", "anticipatory-bail.custodial-interrogation", MET, True),
        ("Only 80 BNS is charged: she took poison.", "abetment-of-suicide.proximate-act", MET, False),
        ("Charge u/s 306 IPC: she took poison.", "abetment-of-suicide.proximate-act", MET, True),
        ("The deceased, an unmarried man, took poison; 306 IPC.", "abetment-of-suicide.presumption-113a", MET, False),
        ("Their faces were covered with gamchas.", "identification.light", MET, False),
        ("Nothing was found on his person; the tin lay in the room.", "ndps-50.right-told", CONTRARY, False),
        ("The raid was on a dwelling house.", "ndps-42.public-place", MET, False),
        ("The car was stopped on the highway.", "ndps-42.public-place", CONTRARY, False),
        ("The principal accused were granted bail last year.", "pmla-bail.parity", MET, False),
        ("The tubewell is by a public path.", "recovery-27.place-not-open", CONTRARY, False),
        ("The agreement to sell a plot is not denied.", "specific-performance.concluded-contract", CONTRARY, False),
        ("A mop was left behind in the surgery.", "consumer-complaint.continuing-cause", MET, False),
        ("The rope was never shown to the doctor.", "recovery-27.connected", MET, False),
        ("The knife was sent to the FSL.", "recovery-27.connected", MET, True),
        ("The delay of 40 days was condoned by the Bench.", "condonation.sufficient-cause", CONTRARY, False),
        ("The messages on his phone are relied on.", "electronic-evidence.genuine", MET, False),
        ("The right hand wash - pink.", "bribery.phenolphthalein", MET, False),
        ("The penalty is challenged.", "disciplinary.proportionate", MET, False),
        ("The plaintiff sues on a hundi executed by Ganpat.", "personation.pretence", MET, False),
    ],
)
def test_the_stage_and_the_thing_must_be_in_the_matter(
    text: str, ingredient: str, target: IngredientStatus, expected: bool
) -> None:
    assert may_ask(text, ingredient, target) is expected


def test_written_grounds_are_asked_about_only_since_the_rule() -> None:
    early = "The accused was arrested on 3 March 2023. The grounds were read out."
    assert not may_ask(early, "arrest-safeguards.grounds-in-writing", CONTRARY)
    assert may_ask(early.replace("2023", "2025"), "arrest-safeguards.grounds-in-writing", CONTRARY)


def test_an_act_is_not_asked_about_in_a_matter_that_ended_before_it() -> None:
    rows = [row for row in tables().ingredients.values() if row.provisions[0].act == "RFCTLARR"]
    assert rows
    old = read_matter(extract_facts("Land acquired under the Act of 1894; award in 1996; writ decided on 4 May 1999."))
    later = read_matter(extract_facts("Land acquired under the Act of 1894; award in 2006; writ filed on 4 May 2015."))
    assert not any(is_asked_here(old, row) for row in rows)
    assert all(is_asked_here(later, row) for row in rows)


def test_what_nobody_alleges_and_what_the_scene_shows_is_not_supposed() -> None:
    petition = "Petition under Section 34 of the Arbitration Act of 2019. Bias is not alleged."
    assert not may_ask(petition, "arbitration-set-aside.bias", MET)
    burns = "Murder by burns under Section 302 IPC. The stove seized from the kitchen was intact."
    assert not may_ask(burns, "murder.burn-accident", CONTRARY)


def test_what_both_sides_agree_on_is_not_reversed() -> None:
    text = "It is common ground that the petitioner had title to the plot. He denies that he knew of the notice."
    assert is_agreed(text, reading(text, "the petitioner had title", "cheating.title"))
    assert not is_agreed(text, reading(text, "denies that he knew", "cheating.earlier-knowledge"))


def test_the_only_point_leaves_other_points_out() -> None:
    text = "Only point: limitation. The goods were delivered in June."
    assert is_beside_only_point(text, tables().ingredients["specific-performance.tender"])
    assert not is_beside_only_point(text, tables().ingredients["suit-limitation.part-payment"])


def test_before_the_trial_the_fir_counts_as_said() -> None:
    text = "Appeal for anticipatory bail.\nAs per the FIR he went for wages. There he was abused by the caste name."
    alleged = reading(text, "he was abused by the caste name", "scst-insult.caste-words", DISPUTED)
    assert is_alleged_before_trial(text, alleged)


def test_a_later_demand_is_supposed_with_its_time() -> None:
    text = "They signed a compromise on 3 May 2015 and no demand is alleged after it. She died in 2019."
    assert time_of_denial(text, reading(text, "no demand is alleged", "cruelty-498a.unlawful-demand")) == (
        " after 3 May 2015"
    )


def test_the_supposition_stands_behind_the_sentence_it_is_about() -> None:
    text = "Mohan has no record. He is a farmer. Sohan has three convictions."
    added = added_after_mention(text, span_of(text, "Mohan has no record"), "It is supposed here that X.")
    assert text[: added.span.end].endswith("He is a farmer.")
    assert added.text == ". It is supposed here that X."


def test_nobody_is_named_by_guess() -> None:
    text = "A-1 Girish and A-2 Omkar were charged. A-1 hit him. A-2 shouted. The gate was open."
    assert with_one_meant("The accused was elsewhere.", text, [span_of(text, "The gate was open")]) is None
    ordinal = "The first petitioner was discharged. The second petitioner, a Reader, was sent home early."
    mention = [span_of(ordinal, "was sent home early")]
    assert with_one_meant("The employee was heard.", ordinal, mention) == "The second petitioner was heard."


def test_the_accused_is_called_as_the_matter_calls_him() -> None:
    text = "Bail. The applicant is 27. Sukhdev, the co-accused, has three convictions."
    assert as_matter_calls_him("The accused has no record.", text) == "The applicant has no record."


def test_a_date_does_not_move_without_the_count_reckoned_from_it() -> None:
    text = "The award came on 4 February 2017. The petition of 3 June 2017 is 119 days from it."
    edit = TextEdit(span_of(text, "4 February 2017"), "3 March 2017")
    about = line("arb-34-three", "period from the award to the petition", "3 months 30 days", "3 months", (edit.span,))
    assert leaves_derived_count(text, about, [edit])
    assert not leaves_derived_count(text.replace("119 days from it", "late"), about, [edit])


def test_a_count_does_not_move_without_its_dates() -> None:
    text = "Married on 24 May 1991, she died on 3 November 1993, when the marriage was thirty months old."
    edit = TextEdit(span_of(text, "thirty months"), "eighty-five months")
    about = line("marriage-304b", "period from marriage to death", "30 months", "7 years", (edit.span,))
    assert leaves_derived_count(text, about, [edit])


def test_the_limitation_of_another_suit_is_not_asked_about() -> None:
    text = "Petition to quash the charge-sheet. The complainant's own suit was filed on 28 November 2016."
    about = line("lim-54-fixed", "period from the date fixed to the suit", "2 years", "3 years", (Span(0, 8),))
    assert is_of_other_proceeding(about, text)
    assert not is_of_other_proceeding(about, "The suit for specific performance was filed on 28 November 2016.")


def test_a_child_of_seventeen_is_assessed_first() -> None:
    text = (
        "The accused is tried under Section 103 of the BNS for an offence of 4 August 2024. "
        "He was born on 2 July 2006 by his school certificate."
    )
    before = read_matter(extract_facts(text))
    change = cross_line(before, next(one for one in before.lines if one.rule == "jj-2-12-age"))
    assert change is not None
    assert change.law is not None
    assert "Section 15" in change.law.says


def test_the_source_of_protection_follows_the_employer() -> None:
    law = LawReading(LawEffect.GAINED, "Constitution-Article-311(2)", "It meets Article 311(2) and Rule 14.", ())
    company = law_for_employer(law, "A Deputy Manager of Bharat Pumps Ltd was removed.")
    assert company.provision == "Constitution-Article-14"
    assert "Rule 14" not in company.says
    assert law_for_employer(law, "A clerk of the Union of India was removed.") == law


@pytest.mark.parametrize(
    ("text", "ingredient"),
    [
        ("Robbery trial. Dock id of A-1 on 4.3.2020 by PW-1.", "identification.in-court"),
        ("Sessions trial u/s 302 IPC. Knife: 16.11, on accd's pointing, from a bush.", "recovery-27.discovery"),
        ("S.20 NDPS. Search of accd: memo gave both options.", "ndps-50.right-told"),
        ("Dacoity. Shop had tube lights; PW-1 saw the faces.", "identification.light"),
        ("CCTV clip sent to FSL: no tampering seen.", "electronic-evidence.genuine"),
        ("S.138 NI Act. 7.6.2023 - A-1 and A-2 receive (ack. cards) the notice.", "cheque-dishonour.notice-receipt"),
        ("Removed by R-2, who is appointing authority.", "disciplinary.appointing-authority"),
        ("Trap. Hand wash pink; notes tally.", "bribery.phenolphthalein"),
        ("FIR by mgr within one hr, no names.", "fir.prompt"),
        ("DD to Tehsildar. PW-7: thumb not burnt.", "dying-declaration.mark-possible"),
    ],
)
def test_what_a_junior_writes_in_short_counts_as_said(text: str, ingredient: str) -> None:
    assert not may_ask(text, ingredient, MET)
    assert is_said_in_short(read_matter(extract_facts(text)), tables().ingredients[ingredient])


@pytest.mark.parametrize(
    ("text", "ingredient", "target"),
    [
        ("302 IPC appeal. Nobody put the loan to any witness.", "examination-313.put", MET),
        ("Bail, ECIR. A diary was found with an agent.", "forgery.maker", MET),
        ("Trial of 2018. s.65B certificate by the owner, no hash.", "electronic-evidence.both-parts", MET),
        ("306 IPC. He scolded the boy once.", "abetment-of-suicide.earlier-complaint", MET),
        ("Charas in a trunk in the kitchen, S.20 NDPS.", "ndps-42.public-place", MET),
        ("DD to the Tahsildar; she died of burns.", "dying-declaration.maker-dead", MET),
    ],
)
def test_a_supposition_needs_its_things_and_its_law(text: str, ingredient: str, target: IngredientStatus) -> None:
    assert not may_ask(text, ingredient, target)


def test_an_offence_that_ended_in_acquittal_is_closed() -> None:
    assert is_dropped("Convicted u/s 4 POCSO; acquitted u/s 363 IPC, State not in appeal.", ["363"])
    assert not is_dropped("State appeal. Resp acquitted u/s 363 IPC.", ["363"])


def test_a_cross_case_and_a_side_suit_are_not_ours() -> None:
    text = "He went to the thana at 5 am; Cr. 88/24 regd u/s 331(4), 118(2) BNS against the four."
    assert tells_of_another_case(text, span_of(text, "118(2) BNS"))
    suit = line("lim-14", "period to the suit for the price", "1 year", "3 years", (Span(0, 4),))
    assert is_of_other_proceeding(suit, "Crl. Revn. for the accd. Their O.S. for the price is pending.")


def test_a_remark_on_a_number_or_a_date_stays_true() -> None:
    text = "Suit on 24.11.2018. Date fixed 30.9.2015. Nothing done for 34 months after the date fixed."
    fixed = line(
        "lim-54-fixed", "period from the date fixed for performance to the suit", "3 years 1 month", "3 years", ()
    )
    assert leaves_derived_count(text, fixed, [TextEdit(span_of(text, "30.9.2015"), "26.11.2015")])


def test_a_subject_that_the_matter_does_not_have_is_not_asked_about_in_any_words() -> None:
    row = tables().ingredients["identification.light"]
    assert not is_asked_here(read_matter(extract_facts("He was convicted under Section 420 IPC of cheating.")), row)
    assert is_asked_here(read_matter(extract_facts("The witness saw a stranger by torch. Section 392 IPC.")), row)


def test_no_official_memo_at_home_and_no_nodal_officer_without_a_certificate() -> None:
    home = "Charged under Section 306 IPC. The husband hit his wife and she took her life."
    assert not may_ask(home, "abetment-of-suicide.official-act", MET)
    assert may_ask(home + " Her headmaster had issued a memo.", "abetment-of-suicide.official-act", MET)
    calls = "Murder under Section 302 IPC. Call records were filed; no nodal officer was examined."
    assert may_ask(calls, "electronic-evidence.subscriber", MET)
    assert not may_ask(calls + " There is no certificate for them.", "electronic-evidence.subscriber", MET)


def test_a_civil_claim_is_not_asked_about_in_a_prosecution_that_does_not_cite_it() -> None:
    row = next(each for each in tables().ingredients.values() if each.subject == "specific-performance")
    quashing = "Quashing of an FIR under Section 420 IPC over an agreement to sell a flat."
    assert not is_asked_here(read_matter(extract_facts(quashing)), row)
    suit = f"{quashing} The suit under Section 16 of the Specific Relief Act is pending."
    assert is_asked_here(read_matter(extract_facts(suit)), row)
