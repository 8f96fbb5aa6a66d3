"""The 41 clause columns of CUAD, and the question that is asked for each.

The 35 questions marked published are, word for word, those of the LegalBench-RAG benchmark, in its order; they are part
of its data, and a query in other words would be another test. LegalBench-RAG never asks about the other six columns;
their questions are ours.
"""

from dataclasses import dataclass

from countercase.errors import InputError


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause type: its column in `master_clauses.csv`, its question, and whether LegalBench-RAG asks it."""

    column: str
    question: str
    published: bool = True


PUBLISHED: tuple[Clause, ...] = tuple(
    Clause(column, question)
    for column, question in {
        "Expiration Date": "What is the expiration date of this contract?",
        "Renewal Term": "What is the renewal term for this contract?",
        "Notice Period To Terminate Renewal": "What is the notice period required to terminate the renewal?",
        "Governing Law": "What is the governing law for this contract?",
        "Most Favored Nation": "Is there a most favored nation clause in this contract?",
        "Competitive Restriction Exception": "Are there any exceptions to competitive restrictions in this contract?",
        "Non-Compete": "Is there a non-compete clause in this contract?",
        "Exclusivity": "Does this contract include an exclusivity agreement?",
        "No-Solicit Of Customers": "Is there a clause preventing the solicitation of customers in this contract?",
        "No-Solicit Of Employees": "Is there a clause preventing the solicitation of employees in this contract?",
        "Non-Disparagement": "Is there a non-disparagement clause in this contract?",
        "Termination For Convenience": "Can this contract be terminated for convenience, and under what conditions?",
        "Rofr/Rofo/Rofn": "Does this contract include any right of first refusal, right of first offer, "
        "or right of first negotiation?",
        "Change Of Control": "What happens in the event of a change of control of one of the parties in this contract?",
        "Anti-Assignment": "Is there an anti-assignment clause in this contract?",
        "Revenue/Profit Sharing": "Does this contract include any revenue or profit-sharing arrangements?",
        "Price Restrictions": "Are there any price restrictions or controls specified in this contract?",
        "Minimum Commitment": "Is there a minimum commitment required under this contract?",
        "Volume Restriction": "Does this contract include any volume restrictions?",
        "Ip Ownership Assignment": "How is intellectual property ownership assigned in this contract?",
        "Joint Ip Ownership": "Does this contract provide for joint intellectual property ownership?",
        "License Grant": "What licenses are granted under this contract?",
        "Non-Transferable License": "Are the licenses granted under this contract non-transferable?",
        "Affiliate License-Licensor": "Does the licensor's affiliates have any licensing rights under this contract?",
        "Affiliate License-Licensee": "Does the licensee's affiliates have any licensing rights under this contract?",
        "Unlimited/All-You-Can-Eat-License": "Does this contract include an unlimited or all-you-can-eat license?",
        "Irrevocable Or Perpetual License": "Are any of the licenses granted under this contract "
        "irrevocable or perpetual?",
        "Post-Termination Services": "Are there any services to be provided after the termination of this contract?",
        "Audit Rights": "What are the audit rights under this contract?",
        "Uncapped Liability": "Is there uncapped liability under this contract?",
        "Cap On Liability": "Is there a cap on liability under this contract?",
        "Warranty Duration": "What is the duration of any warranties provided in this contract?",
        "Insurance": "What are the insurance requirements under this contract?",
        "Covenant Not To Sue": "Is there a covenant not to sue included in this contract?",
        "Third Party Beneficiary": "Are there any third-party beneficiaries designated in this contract?",
    }.items()
)

OURS: tuple[Clause, ...] = tuple(
    Clause(column, question, published=False)
    for column, question in {
        "Document Name": "What is the name of this contract?",
        "Parties": "Who are the parties to this contract?",
        "Agreement Date": "What is the date of this contract?",
        "Effective Date": "On what date does this contract take effect?",
        "Source Code Escrow": "Is source code to be deposited in escrow under this contract?",
        "Liquidated Damages": "Does this contract provide for liquidated damages or a termination fee?",
    }.items()
)

CLAUSES: tuple[Clause, ...] = PUBLISHED + OURS


def clause_of(question: str) -> Clause | None:
    """The clause type that a question asks for; None if it is not one of the 41."""
    return _BY_QUESTION.get(question.strip().casefold())


_BY_QUESTION = {clause.question.casefold(): clause for clause in CLAUSES}


# What is kept: the rules of the published benchmark, or rules that lose less.


@dataclass(frozen=True, slots=True)
class ColumnPolicy:
    """Which names are matched, which columns are asked, and what happens if a quote is not found."""

    name: str
    clauses: tuple[Clause, ...] = PUBLISHED
    match_letters: bool = False  # match file names that agree only in their letters and digits
    split_omitted: bool = False  # split a quote at <omitted> into its parts
    keep_partial: bool = False  # keep the quotes of a cell that are found even if others are not


POLICIES = {
    policy.name: policy
    for policy in (
        ColumnPolicy("published"),
        ColumnPolicy("recover", clauses=CLAUSES, match_letters=True, split_omitted=True, keep_partial=True),
    )
}


def find_policy(name: str) -> ColumnPolicy:
    """A policy by name."""
    if name not in POLICIES:
        raise InputError(f"There is no policy {name!r}. Known: {', '.join(POLICIES)}.")
    return POLICIES[name]


def ambiguous_because(csv_name: str, document_name: str) -> str | None:
    """Why a title cannot distinguish this contract from similar ones; None if it can.

    The published generator looks for "amendment" in its generated title. The annotators' document name does so for
    exactly the same contracts, and needs no model.
    """
    lowered = csv_name.lower()
    numbered = any(mark in lowered for mark in ("agreement2", "agreement3", "agreement4"))
    if numbered and "amend" not in document_name.lower():
        return "one of several agreements of the same name, and not an amendment"
    if "part1" in lowered or "part2" in lowered:
        return "one part of a contract"
    return None
