"""What a query asks, and of which contract."""

import pytest

from countercase.cuad.clauses import CLAUSES, ContractQuery, nearest_clause, split_query


@pytest.mark.parametrize(
    ("query", "title", "question"),
    [
        ("Consider the Lease of A; B between C and D; What licenses are granted under this contract?",
         "Lease of A; B between C and D", "What licenses are granted under this contract?"),
        ('Consider "Acme"\'s privacy policy; who can see; or read my data?',
         '"Acme"\'s privacy policy', "who can see; or read my data?"),
        ("governing law of the Acme lease", "governing law of the Acme lease", "governing law of the Acme lease"),
    ],
)  # fmt: skip
def test_title_and_question(query: str, title: str, question: str) -> None:
    assert split_query(query) == ContractQuery(title, question)


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("What is the governing law for this contract?", "Governing Law"),
        ("Which state's law applies?", "Governing Law"),
        ("When does this agreement end?", "Expiration Date"),
        ("Can the agreement be assigned without consent?", "Anti-Assignment"),
        ('Highlight the parts related to "Volume Restriction" for review.', "Volume Restriction"),
        ("who can see my tasks?", None),
        ("May the Receiving Party share Confidential Information with its staff?", None),
        ("", None),
    ],
)
def test_questions_in_other_words(question: str, column: str | None) -> None:
    clause = nearest_clause(question)
    assert (clause.column if clause else None) == column


def test_every_question_of_the_benchmark_is_its_own_clause() -> None:
    assert [nearest_clause(clause.question) for clause in CLAUSES] == list(CLAUSES)
