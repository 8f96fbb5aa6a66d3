"""Contract questions with the clauses that answer them, from the half of CUAD that may be trained on."""

import ast
import csv
import hashlib
import re
from pathlib import Path

WORDS = 180  # of a passage, as judgments are cut
_BARE = re.compile(r"[^\w]+")


def cuad_pairs(folder: Path) -> list[tuple[int, str, str]]:
    """(category, question, passage) from the training half of the contracts."""
    texts = {_BARE.sub("", p.stem).lower(): p for p in (folder / "full_contract_txt").rglob("*.txt")}
    with (folder / "category_descriptions.csv").open(encoding="utf-8-sig") as stream:
        asked = {
            row[0].split("Category:")[-1].strip(): row[1].split("Description:")[-1].strip()
            for row in csv.reader(stream)
        }
    pairs: list[tuple[int, str, str]] = []
    with (folder / "master_clauses.csv").open(encoding="utf-8-sig") as stream:
        for row in csv.DictReader(stream):
            stem = re.sub(r"\.pdf.*$", "", row["Filename"], flags=re.I)
            path = texts.get(_BARE.sub("", stem).lower())
            if path is None or not cuad_training_half(path.stem):
                continue
            text = path.read_text(encoding="utf-8")
            for number, (category, question) in enumerate(asked.items()):
                pairs += [
                    (number, f"{category}: {question}" if len(pairs) % 2 else question, passage)
                    for passage in _passages(text, row.get(category, ""))
                ]
    return pairs


def cuad_training_half(stem: str) -> bool:
    """The half of the contracts that may be trained on; the other half is for reporting."""
    return int(hashlib.sha256(_BARE.sub("", stem).lower().encode()).hexdigest(), 16) % 2 == 0


def _passages(text: str, cell: str) -> list[str]:
    try:
        quotes = ast.literal_eval(cell) if cell.startswith("[") else []
    except (ValueError, SyntaxError):
        return []
    found = []
    for quote in quotes[:2]:
        at = text.find(quote)
        if at >= 0 and len(quote) > 40:
            before = text[:at].split()[-40:]
            found.append(" ".join([*before, *text[at : at + 2500].split()][:WORDS]))
    return found
