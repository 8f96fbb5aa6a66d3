"""A contract benchmark of two contracts in our own words, laid out as `countercase cuad generate` writes it."""

import json
from pathlib import Path

LAW = "This Agreement shall be governed by the laws of the State of Kerala."
TERM = "This Agreement runs for three years from its date."
BREWING = f"""BREWING SUPPLY AGREEMENT

This Brewing Supply Agreement is made between Malabar Malt Limited and Backwater Brewers.

1. Term. {TERM}

2. Price. The Brewer pays sixty rupees for a kilogram of malt.

3. Law. {LAW}
"""
FERRY = """FERRY CHARTER AGREEMENT

This Ferry Charter Agreement is made between Vembanad Ferries and Lagoon Tours.

1. Law. This Agreement shall be governed by the laws of the State of Goa. <b>Not bold</b>
"""
QUESTIONS = {
    "law": "What is the governing law for this contract?",
    "term": "What is the expiration date of this contract?",
}


def asked(what: str) -> str:
    """The query of a test."""
    return (
        f"Consider the Brewing Supply Agreement between Malabar Malt Limited and Backwater Brewers; {QUESTIONS[what]}"
    )


def gold(quote: str) -> dict[str, object]:
    """The snippet of a quote of the first contract."""
    start = BREWING.index(quote)
    return {"file_path": "cuad/brewing.txt", "span": [start, start + len(quote)]}


def write_contracts(folder: Path) -> Path:
    """The benchmark, the contracts, and recorded answers of another system: half of the law, and the whole ferry."""
    contracts = folder / "corpus" / "cuad"
    contracts.mkdir(parents=True)
    (contracts / "brewing.txt").write_text(BREWING)
    (contracts / "ferry.txt").write_text(FERRY)
    tests = [
        {"query": asked("law"), "snippets": [gold(LAW)]},
        {"query": asked("term"), "snippets": [gold(TERM)]},
        {"query": "Consider the Elsewhere; What?", "snippets": [{"file_path": "../../secret.txt", "span": [0, 5]}]},
    ]
    (folder / "benchmarks").mkdir()
    (folder / "benchmarks" / "malt.json").write_text(json.dumps({"tests": tests}))
    half = gold(LAW[: len(LAW) // 2])
    answers = {"query": asked("law"), "snippets": [half, {"file_path": "cuad/ferry.txt", "span": [0, len(FERRY)]}]}
    (folder / "results").mkdir()
    (folder / "results" / "other.jsonl").write_text(json.dumps(answers) + "\n")
    return folder
