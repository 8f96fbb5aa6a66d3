"""A query of the benchmark names a contract and asks about it: "Consider the TITLE; QUESTION"."""

import re
from dataclasses import dataclass
from math import log, sqrt

from countercase.cuad.columns import CLAUSES, Clause, clause_of
from countercase.cuad.units import content_stems

LIKENESS = 0.36  # below this similarity, a question in other words is not treated as one of the 41
_SHAPE = re.compile(r"^\s*Consider\s+(?:the\s+)?(?P<title>.+?);\s+(?P<question>.+)$", re.DOTALL | re.IGNORECASE)
_COMMON = frozenset(
    content_stems(
        """contract clause agreement include included any there what does do have has had can may must who when where
        whether how party under document following provision provide provided specify specified one other such not"""
    )
)
# Words that people use to ask for a clause type but that are not in its name or question.
_SYNONYMS = {
    "Expiration Date": "expire expires end ends initial term",
    "Renewal Term": "renew automatic extension successive",
    "Notice Period To Terminate Renewal": "non-renewal days before",
    "Governing Law": "which state country laws apply applies govern governs jurisdiction",
    "Most Favored Nation": "better terms third favorable pricing than others entitled",
    "Competitive Restriction Exception": "carveouts exceptions non-compete exclusivity",
    "Non-Compete": "compete competing competitor competition restriction",
    "Exclusivity": "exclusive exclusively dealing commitment counterparty",
    "No-Solicit Of Customers": "solicit soliciting customers partners",
    "No-Solicit Of Employees": "solicit soliciting hire hiring staff employees contractors",
    "Non-Disparagement": "disparage disparaging",
    "Termination For Convenience": "terminate without cause at any time notice waiting",
    "Rofr/Rofo/Rofn": "first refusal offer negotiation",
    "Change Of Control": "merger acquisition sale of stock assets consent notice undergoes",
    "Anti-Assignment": "assign assigned assignment transfer without consent third",
    "Revenue/Profit Sharing": "share percentage royalty",
    "Price Restrictions": "raise reduce prices increase",
    "Minimum Commitment": "minimum order size amount units purchase buy",
    "Volume Restriction": "usage exceeds threshold limit fee increase",
    "Ip Ownership Assignment": "who owns inventions intellectual property created become",
    "Joint Ip Ownership": "jointly shared own",
    "License Grant": "granted license",
    "Post-Termination Services": "obligations after termination expiration wind-down transition",
    "Audit Rights": "inspect books records",
    "Uncapped Liability": "unlimited liability",
    "Cap On Liability": "limit limitation maximum damages",
    "Warranty Duration": "warranty period months",
    "Insurance": "insure policy coverage maintain",
    "Covenant Not To Sue": "contest validity challenge claim bring",
    "Third Party Beneficiary": "non-contracting beneficiary enforce",
    "Parties": "who signed between whom",
    "Effective Date": "effective start begin",
    "Agreement Date": "dated signed",
    "Source Code Escrow": "deposit",
    "Liquidated Damages": "penalty early termination",
}


@dataclass(frozen=True, slots=True)
class ContractQuery:
    """The title of the contract, and the question. Both are the whole query if it has another form."""

    title: str
    question: str


def split_query(query: str) -> ContractQuery:
    """Split into title and question. A title may contain a semicolon, so a known question decides where to cut."""
    for clause in CLAUSES:
        if query.endswith("; " + clause.question):
            title = query.removesuffix("; " + clause.question)
            return ContractQuery(re.sub(r"^\s*Consider\s+(?:the\s+)?", "", title, flags=re.IGNORECASE), clause.question)
    match = _SHAPE.match(query)
    return ContractQuery(match["title"], match["question"]) if match else ContractQuery(query, query)


def nearest_clause(question: str) -> Clause | None:
    """The clause type that is asked for, even in other words; None if none of the 41 questions is similar."""
    exact = clause_of(question)
    if exact is not None:
        return exact
    named = [clause for clause in CLAUSES if f'"{clause.column.lower()}"' in question.lower()]
    if named:
        return named[0]
    words = _weighted(question)
    best = max(CLAUSES, key=lambda clause: _cosine(words, _DESCRIPTIONS[clause.column]))
    return best if _cosine(words, _DESCRIPTIONS[best.column]) >= LIKENESS else None


def _weighted(text: str) -> dict[str, float]:
    """Words weighted by rarity. A word that no clause type uses has the highest weight and counts against all."""
    words = (word for word in content_stems(text) if word not in _COMMON)
    return {word: _RARITY.get(word, log(len(CLAUSES))) for word in words}


def _cosine(left: dict[str, float], right: dict[str, float]) -> float:
    shared = sum(weight * right[word] for word, weight in left.items() if word in right)
    lengths = sqrt(sum(w * w for w in left.values()) * sum(w * w for w in right.values()))
    return shared / lengths if lengths else 0.0


def _description(clause: Clause) -> str:
    return f"{clause.column} {clause.question} {_SYNONYMS.get(clause.column, '')}"


def _rarity() -> dict[str, float]:
    texts = [set(content_stems(_description(clause))) for clause in CLAUSES]
    return {word: log(len(texts) / sum(word in text for text in texts)) for word in set().union(*texts)}


_RARITY = _rarity()
_DESCRIPTIONS = {clause.column: _weighted(_description(clause)) for clause in CLAUSES}
