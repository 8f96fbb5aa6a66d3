"""Which sentences are worth quoting, and which words are more than chance."""

from dataclasses import replace

import pytest
from tests.explanation.small_case import MATTER, at, case, evidence, rarity, sheet, split

from countercase.domain.case import Case, Chunk, ChunkId, Paragraph, SectionType, Speaker, Voice
from countercase.domain.facts import (
    EvidenceStatus,
    Fact,
    FactSheet,
    InstrumentFact,
    NumericalFact,
    Quantity,
    RoleFact,
    SectionFact,
)
from countercase.domain.provision import Provision
from countercase.domain.ranking import Point
from countercase.domain.span import Span
from countercase.explanation.charges import is_implied, sets_apart
from countercase.explanation.distinctions import is_deciding
from countercase.explanation.labels import (
    ShownFact,
    is_about_its_line,
    is_common,
    is_in_another_sense,
    label,
)
from countercase.explanation.quotations import (
    StoredSentence,
    credit,
    names_client,
    quotation,
    stored_sentences,
)
from countercase.explanation.relevant_passages import word_weights
from countercase.explanation.why_case import PrecedentInMatter, explain_case
from countercase.explanation.worth_quoting import (
    can_state_a_fact,
    gives_a_reason,
    has_a_verb,
    is_fragment,
    points_back,
    says_nothing,
    states_law,
)
from countercase.facts.compare import Compared, Likeness
from countercase.law.tables import thresholds


def said(text: str, speaker: Speaker = Speaker.UNKNOWN) -> StoredSentence:
    return StoredSentence(Span(0, len(text)), text, SectionType.ANALYSIS, None, Voice(speaker))


def judgment(text: str) -> Case:
    return replace(case(), text=text, paragraphs=(Paragraph(Span(0, len(text)), SectionType.FACTS),))


@pytest.mark.parametrize(
    "sentence",
    [
        "Before we sum up our conclusions, we are inclined to quote a learned author on the duty of bankers.",
        "We shall now return to the point whether the account of the firm had been closed by then.",
        "We do not see any cogent reasons to interfere with the findings of the two courts below.",
        "This we find to be unsound, since no period is fixed anywhere for the completion of an audit by the bank.",
        "It is, however, stated that the brother was a signatory and that he held most of the shares.",
        "A, a carpenter, tells B in good faith that the roof will not hold through the rains.",
        "How could a prudent lender have parted with his money upon such a document?",
        "Thus the traffic in forged stamps cannot be suffered to eat into the purse of the nation!",
        "The convictions of both brothers, recorded by the judge and affirmed by the High Court, stand set aside.",
        "No. 12 of 1961 is set aside and the proceeding before the Munsif is quashed because it was barred.",
    ],
)
def test_what_gives_no_reason(sentence: str) -> None:
    assert not gives_a_reason(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "We hold that a lessee who denies the title of his landlord cannot claim the protection of the Act.",
        "The conviction of both brothers is set aside because the only witness to the fire was not cross-examined.",
        "The gap of nine days was not explained, and the delay is therefore fatal to the prosecution.",
    ],
)
def test_what_gives_a_reason(sentence: str) -> None:
    assert gives_a_reason(sentence)


def test_a_short_sentence_about_this_argument_says_nothing_without_the_one_before() -> None:
    assert points_back("We cannot accept this argument and it is rejected.")
    assert not points_back("The landlord's argument that rent fell due each week cannot be accepted on this lease.")


def test_a_row_of_a_table_and_half_a_sentence_state_no_fact() -> None:
    assert not has_a_verb("17 of 2009 406, 420 IPC Sadar, Patna 4")
    assert has_a_verb("The clerk altered the register.")
    assert is_fragment("5 Civil Suit No. 12 of 1999. of the alternative relief")
    assert is_fragment("No law shall permit the keeping of a person for more than a month unless")
    assert is_fragment("The conviction of the four brothers shall stand affirmed.”")
    assert not is_fragment("The clerk said “I never saw the man before.”")


def test_a_supposition_another_case_and_an_unnamed_conclusion_state_no_fact() -> None:
    assert not can_state_a_fact(said("If the brothers had come with spears, there would have been wounds."))
    assert not can_state_a_fact(said("The first ground in that case was the theft of a lorry by the detenu."))
    assert not can_state_a_fact(said("Thus a cheque given as security did not fall under Section 138.", Speaker.FACTS))
    assert can_state_a_fact(said("The brothers came with spears.", Speaker.FACTS))


def test_an_argument_states_a_fact_only_if_its_words_name_counsel() -> None:
    assert not can_state_a_fact(said("At worst the brothers can be convicted under Section 323.", Speaker.COUNSEL))
    assert can_state_a_fact(said("Counsel submitted that the brothers were at the fair.", Speaker.COUNSEL))


def test_a_rule_about_evidence_is_not_evidence() -> None:
    assert states_law("In such cases the motive may be absent.")
    assert states_law("Very often a motive lies hidden in the mind of the doer.")
    assert not states_law("The motive was a debt of five hundred rupees.")


def test_a_difference_is_not_claimed_of_a_rule_of_law() -> None:
    rule = "In all cases of theft by night the motive of the accused may be greed.\n"
    told = "The clerk was tried.\n"
    text = told + rule
    facts = sheet(text, evidence("motive", "motive"))
    matter = sheet("There was no motive for the theft.", evidence("motive", "no motive", EvidenceStatus.ABSENT))
    explained = explain_case(PrecedentInMatter(matter, judgment(text), facts), split, rarity)
    assert [sentence for sentence in explained.sentences if sentence.point is Point.DIFFERENCE] == []


def test_a_difference_needs_the_denial_in_the_words_of_the_matter() -> None:
    text = "A gun was recovered from the roof at his instance. The recovery was seen by two neighbours.\n"
    facts = sheet(text, evidence("recovery", "recovery"))
    books = "The account books were not seized. A rope was found under a bridge."
    bare = "No recovery was made from anyone."
    for matter, claimed in ((books, False), (bare, True)):
        words = "not seized" if matter == books else "No recovery"
        own = sheet(matter, evidence("recovery", words, EvidenceStatus.ABSENT))
        explained = explain_case(PrecedentInMatter(own, judgment(text), facts), split, rarity)
        unlike = [one for one in explained.sentences if one.text.startswith("Unlike your matter")]
        assert bool(unlike) is claimed


def test_words_in_another_sense_decide_nothing() -> None:
    def of(item: str) -> Fact:
        return evidence(item, item)(item)

    assert not is_deciding(of("motive"), "The neighbours had no motive to depose falsely.")
    assert not is_deciding(of("sanction"), "On receipt of sanction for the culvert he drew the bill.")
    assert is_deciding(of("sanction"), "Sanction to prosecute was given by the Collector.")
    assert not is_deciding(of("recovery"), "He prayed for the relief of recovery of the price.")
    stick = InstrumentFact(spans=(), instrument="stick")
    assert is_in_another_sense(stick, "She lit a match stick.")
    assert not is_in_another_sense(stick, "He struck her with a stick.")
    bribe = SectionFact(spans=(), provision=Provision.parse("IPC-161"))
    assert is_in_another_sense(bribe, "Their statements had been recorded under S. 161 of the I.P.C.")
    assert not is_in_another_sense(bribe, "The clerk was convicted under S. 161 of the I.P.C.")


def test_a_section_of_the_same_code_is_no_counterpart() -> None:
    def charge(number: str) -> SectionFact:
        return SectionFact(spans=(Span(0, 11),), provision=Provision.parse(number))

    same_code = ShownFact(Compared(charge("IPC-420"), Likeness.COUNTERPART, charge("IPC-417")), 1.0)
    other_code = ShownFact(Compared(charge("IPC-420"), Likeness.COUNTERPART, charge("BNS-318(4)")), 1.0)
    assert same_code.likeness is Likeness.MISSING
    assert other_code.likeness is Likeness.COUNTERPART
    assert "counterpart" not in label(same_code.compared, "Section 420", "Section 420 IPC")
    assert "(the counterpart of your provision)" in label(other_code.compared, "Section 420", "Section 420 IPC")


def test_a_cheque_is_worth_a_word_only_where_it_was_dishonoured() -> None:
    cheque = InstrumentFact(spans=(), instrument="cheque")
    assert is_common(cheque, "The wages were sent by cheque.")
    assert not is_common(cheque, "The cheque was returned unpaid.")


def test_definitions_and_steps_of_every_trial_set_nothing_apart() -> None:
    assert not sets_apart(Provision.parse("IPC-375"), criminal=True)
    assert not sets_apart(Provision.parse("CrPC-174"), criminal=True)


def test_a_provision_that_the_matter_plainly_means_is_not_missing_from_it() -> None:
    assert is_implied(Provision.parse("NI-138"), "The cheque came back unpaid.")
    assert not is_implied(Provision.parse("NI-138"), "The rent was not paid.")


def test_a_sample_and_the_line_itself_are_not_beside_the_line() -> None:
    seized = next(row for row in thresholds.all() if row.quantity is Quantity.WEIGHT)
    sample = NumericalFact(spans=(), quantity=Quantity.WEIGHT, value=50, unit=seized.unit)
    told = ShownFact(Compared(sample, Likeness.OTHER_SIDE, line=seized), 1.0)
    assert not is_about_its_line(told, "Two samples of 50 g were drawn from each bag.")
    assert is_about_its_line(told, "50 g were found in the bag.")
    period = next(row for row in thresholds.all() if row.provision.id == "NI-138" and row.value == 30)
    stated = NumericalFact(spans=(), quantity=Quantity.DURATION, value=30, unit=period.unit)
    told = ShownFact(Compared(stated, Likeness.OTHER_SIDE, line=period), 1.0)
    assert not is_about_its_line(told, "Section 138 wants the notice to be given within a period of 30 days.")


def test_a_role_of_somebody_else_is_not_shared() -> None:
    text = "Two government servants were called as panch witnesses. The appeal is dismissed.\n"
    role = RoleFact(spans=at(text, "government servants"), role="public servant", holder="witness")
    own = "The accused, a public servant, took the money."
    matter = FactSheet(own, (RoleFact(spans=at(own, "public servant"), role="public servant", holder="accused"),))
    explained = explain_case(PrecedentInMatter(matter, judgment(text), FactSheet(text, (role,))), split, rarity)
    assert [one for one in explained.sentences if one.point is Point.SHARED] == []


def test_shared_words_must_stand_together_in_the_matter() -> None:
    text = "The clerk heard the talk of the herons and walked on past the lantern.\n"
    chunk = Chunk(ChunkId("ramesh#1"), case().id, Span(0, len(text)), text, SectionType.FACTS)

    def passages(narrative: str) -> list[str]:
        subject = PrecedentInMatter(FactSheet(narrative), judgment(text), FactSheet(text), chunk)
        return [one.text for one in explain_case(subject, split, rarity).sentences if one.point is Point.PASSAGE]

    assert passages("The clerk was late. Some herons were seen. A lantern was lit.") == []
    assert passages("The clerk saw the herons by the lantern.") != []


def test_names_are_no_shared_words() -> None:
    weights = word_weights("The nurse Natthi Devi of Morena saw the wound and the lantern.", lambda _: 4.0)
    assert {"devi", "morena"} & set(weights) == set()
    assert "lantern" in weights


def test_a_headnote_and_a_footnote_in_the_text_are_not_quoted() -> None:
    text = "Contract – Delay alleged: Held: None. The NCB 6 For short ‘NCB’ 7 PW-1 seized it. He paid the rent.\n"
    assert [one.text for one in stored_sentences(judgment(text), split)][-1:] == ["He paid the rent."]
    assert len(stored_sentences(judgment(text), split)) <= 2


def test_a_sentence_torn_at_an_abbreviation_is_not_quoted() -> None:
    text = "The goods were sent by Mohd. Salim and others to the mill. He paid the rent in May.\n"
    assert [one.text for one in stored_sentences(judgment(text), split)] == ["He paid the rent in May."]


def test_the_number_of_a_paragraph_is_not_quoted() -> None:
    text = "14.1 With respect to the rent, nothing was paid. 2.4] The clerk left.\n"
    assert [one.text for one in stored_sentences(judgment(text), split)] == [
        "With respect to the rent, nothing was paid.",
        "The clerk left.",
    ]


def test_a_cut_keeps_only_because_and_short_ends() -> None:
    long = (
        "It may be true that only because one letter was late the firm, " + "as the market was closed that day, " * 12
    )
    start = long.index("one letter")
    kept = quotation(long + "was not heard under Part II.", [Span(start, start + 10)])
    assert "only because" in kept
    short_end = (
        "The firm was held liable under Section 9, " + "as every carrier is when the goods are lost, " * 6 + "Part II."
    )
    assert quotation(short_end).endswith("Part II”")


def test_counsel_is_named_for_a_party_only_if_the_sentence_says_so() -> None:
    assert not names_client("counsel for the accused", "It was urged that the accused had fled to defraud the lender.")
    assert names_client("counsel for the accused", "Counsel for the accused urged that he was at home.")
    assert names_client("counsel for the plaintiffs", "According to the plaintiffs' case, notices were sent.")


def test_a_rule_made_under_a_section_is_not_the_words_of_the_section() -> None:
    voice = Voice(Speaker.STATUTE, "Section 52A")
    rule = "After the Magistrate allows the application under section 52A, the officer shall keep the samples."
    assert credit(voice, rule) == " (the words of an enactment)"
    assert credit(voice, "The officer shall prepare an inventory.") == " (the words of Section 52A)"


def test_a_view_of_unknown_speaker_is_no_passage_about_the_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "If merely the knife was found in a field, the neighbour cannot be acquitted of stabbing."
    monkeypatch.setattr("countercase.explanation.why_case.stored_sentences", lambda *_: [said(text)])
    chunk = Chunk(ChunkId("ramesh#1"), case().id, Span(0, len(text)), text, SectionType.RATIO)
    subject = PrecedentInMatter(FactSheet(MATTER), judgment(text), FactSheet(text), chunk)
    assert explain_case(subject, split, rarity).sentences == ()


def test_thanks_and_parties_say_nothing() -> None:
    assert says_nothing("The driver, the owner and the insurer were arrayed as respondents in the claim.")
