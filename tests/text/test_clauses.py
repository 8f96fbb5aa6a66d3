"""Clauses of a text, and the words before each."""

from countercase.text.sentences import clauses, with_context


def test_a_text_is_cut_at_full_stops_semicolons_and_joining_words() -> None:
    text = "Shopkeepers stood around; none joined, no reason noted. Weight 1.5 kg. He left, but came back."
    assert [text[start:end] for start, end in clauses(text)] == [
        "Shopkeepers stood around",
        "none joined",
        "no reason noted",
        "Weight 1.5 kg",
        "He left",
        "but came back.",
    ]


def test_a_clause_carries_the_words_before_it() -> None:
    text = "Shopkeepers stood around; none joined"
    assert with_context(text, clauses(text)) == ["Shopkeepers stood around", "none joined | Shopkeepers stood around"]
