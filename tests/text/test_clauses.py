"""Clauses of a text."""

from countercase.text.sentences import clauses


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
