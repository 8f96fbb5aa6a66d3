"""What a matter and a judgment share in law: ingredients that both state, and the claim that both are about."""

import pytest
from tests.explanation.small_case import rarity

from countercase.domain.case import SectionType, Speaker, Voice
from countercase.domain.span import Span
from countercase.explanation.quotations import StoredSentence
from countercase.explanation.shared_law import (
    FACTS_AGAINST,
    FACTS_FOR,
    IS_ABOUT,
    named_law,
    shared_claims,
    shared_ingredients,
    unstated_law,
)
from countercase.explanation.strict import check

BUYER = (
    "Suit for specific performance of an agreement to sell dated 4 May 2011, executed by the owner. "
    "The plaintiff also made an alternative prayer for refund of the earnest money."
)
MATTER_OF_CHEQUE = (
    "Complaint under section 138 of the Negotiable Instruments Act. The cheque was returned for insufficient funds."
)


def told(text: str, start: int = 0, speaker: Speaker = Speaker.FACTS) -> StoredSentence:
    return StoredSentence(Span(start, start + len(text)), text, SectionType.FACTS, "3", Voice(speaker))


def ingredients(matter: str, *texts: str) -> list[tuple[str, str]]:
    sentences = [told(text, 1000 * number) for number, text in enumerate(texts)]
    return [(opening, sentence.text) for opening, sentence in shared_ingredients(sentences, matter, rarity)]


def claims(matter: str, *texts: str) -> list[tuple[str, str]]:
    sentences = [told(text, 1000 * number) for number, text in enumerate(texts)]
    return [(opening, sentence.text) for opening, sentence in shared_claims(sentences, matter)]


def test_an_ingredient_that_both_state_is_named_and_quoted() -> None:
    text = "The respondent filed the suit and prayed in the alternative for refund of the earnest money."
    assert ingredients(BUYER, text)[0] == (f"{FACTS_FOR} (alternative prayer for refund of earnest money)", text)


@pytest.mark.parametrize(
    "text",
    [
        "He did not make any alternative prayer for refund of the earnest money in the plaint.",
        "The High Court held that the alternative prayer for refund of the earnest money was made in time.",
        "An alternative prayer for refund of earnest money must be made in a plaint by the buyer.",
        "We allow the alternative prayer for refund of the earnest money made by the plaintiff.",
        "The earnest money was paid in cash by the brother of the plaintiff.",
    ],
)
def test_a_denial_a_finding_a_rule_an_order_and_a_stray_word_share_no_ingredient(text: str) -> None:
    assert not [opening for opening, _ in ingredients(BUYER, text) if "refund" in opening]


def test_what_counsel_or_an_earlier_case_says_shares_no_ingredient() -> None:
    text = "The respondent filed the suit and prayed in the alternative for refund of the earnest money."
    for speaker in (Speaker.COUNSEL, Speaker.EARLIER, Speaker.STATUTE):
        assert shared_ingredients([told(text, speaker=speaker)], BUYER, rarity) == []


def test_the_name_of_the_ingredient_must_be_in_the_sentence() -> None:
    matter = (
        "Detention under section 3 of the National Security Act. The case was referred to the Advisory Board on the "
        "tenth day, and the reference was in time."
    )
    text = "Copies of the representation were forwarded to the Advisory Board on 19 July."
    assert not [opening for opening, _ in ingredients(matter, text) if "reference" in opening]


SUIT = "The plaintiff filed a suit for specific performance of the contract of sale."
ABOUT = (
    "The defendant denied the agreement to sell.",
    "The plaintiff was ready and willing to perform his part of the contract.",
    "A decree for specific performance was passed by the trial judge.",
    "The High Court set aside the decree for specific performance.",
)


def test_a_judgment_on_the_same_claim_says_so_in_the_words_that_ask_for_it() -> None:
    assert (f"{IS_ABOUT} specific performance of a contract", SUIT) in claims(BUYER, SUIT, *ABOUT)


def test_a_judgment_that_only_touches_on_the_claim_is_not_about_it() -> None:
    others = [f"The rent of shop {number} was paid by the tenant." for number in range(60)]
    assert claims(BUYER, *others, SUIT, *ABOUT) == []


def test_no_case_is_about_bail_or_a_writ_because_one_was_asked_for() -> None:
    matter = "Writ petition under Article 226 against the order. He also asks for regular bail under section 439 CrPC."
    sentences = [f"In {year} the accused was released on bail by the Magistrate." for year in range(1990, 2002)]
    assert claims(matter, *sentences) == []


def test_the_strict_check_asks_whether_the_source_states_the_ingredient() -> None:
    source = "The cheque was returned unpaid for want of funds in the account of the drawer."
    name = "cheque returned unpaid for want of funds or a like reason"
    true = f"{FACTS_FOR} ({name}): “{source.rstrip('.')}”."
    assert check(true, source).supported
    assert unstated_law(true, "The notice was sent by post to the drawer.") == (f"the source does not state: {name}",)
    assert not check(f"{FACTS_AGAINST} ({name}): “{source.rstrip('.')}”.", source).supported


def test_the_strict_check_asks_whether_the_source_raises_the_claim() -> None:
    claim = f"{IS_ABOUT} specific performance of a contract: “{SUIT.rstrip('.')}”."
    assert check(claim, SUIT).supported
    other = "The landlord filed a petition for eviction of the tenant."
    assert not check(f"{IS_ABOUT} specific performance of a contract: “{other.rstrip('.')}”.", other).supported


def test_an_ingredient_that_no_table_has_is_checked_like_any_other_words() -> None:
    assert named_law().search(f"{FACTS_FOR} (a dragon in the garden)") is None
    source = "The cheque was returned unpaid for want of funds in the account."
    assert not check(f"{FACTS_FOR} (a dragon in the garden): “{source.rstrip('.')}”.", source).supported
