"""What a language model may advise on, one file a matter, each with its prompt beside it. Rules decide."""

from countercase.llm.advisers.bound import Advisers
from countercase.llm.advisers.disputes import Disputed, Disputes, dispute_facts, with_disputes
from countercase.llm.advisers.facts import Suggestion, Suggestions, suggest_facts
from countercase.llm.advisers.prose import smooth
from countercase.llm.advisers.verdict import plausibility

__all__ = [
    "Advisers",
    "Disputed",
    "Disputes",
    "Suggestion",
    "Suggestions",
    "dispute_facts",
    "plausibility",
    "smooth",
    "suggest_facts",
    "with_disputes",
]
