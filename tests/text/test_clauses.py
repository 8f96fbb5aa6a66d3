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


def test_a_clause_does_not_end_at_an_abbreviation() -> None:
    text = "Memo Ex. P-7 was signed. Son b. 12.3.2001 per school. Ld. JMFC refused. Deft. paid, but not in full."
    assert [text[start:end] for start, end in clauses(text)] == [
        "Memo Ex. P-7 was signed",
        "Son b. 12.3.2001 per school",
        "Ld. JMFC refused",
        "Deft. paid",
        "but not in full.",
    ]
