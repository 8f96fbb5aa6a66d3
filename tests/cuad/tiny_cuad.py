"""A CUAD of three contracts, written for the tests."""

import csv
from pathlib import Path

from countercase.cuad.clauses import CLAUSES

ALPHA = """SUPPLY AGREEMENT

This Supply Agreement is made by and between Alpha Widgets, Inc., a Delaware corporation ("Alpha"), and Beta Stores LLC
("Beta").

1. Term. This Agreement shall expire on 31 December 2030. It renews for one year unless either party objects.

2. Governing Law. This Agreement shall be governed by the laws of the State of Ohio.

3. Notices. Notices are sent by post. Notices are sent by post.
"""

GAMMA = """SERVICES AGREEMENT

This Services Agreement is entered into between Gamma Repairs Ltd. (the "Provider") and Delta & Sons Inc.
(the "Client").

1. Liability. In no event shall the Provider's liability exceed the fees paid.

2. Governing Law. The laws of Kerala govern this Agreement.
"""

OMEGA = """LEASE

This Lease is made between Omega Land Company and Sigma Tenant Corp.

1. Insurance. The tenant shall keep the premises insured against fire at its own cost for the benefit of the owner.
"""

TEXTS = {"Alpha - Supply Agreement.txt": ALPHA, "Gamma _ Sons Agreement.txt": GAMMA, "OMEGA_part1-LEASE.txt": OMEGA}

ROWS: list[dict[str, str]] = [
    {
        "Filename": "Alpha - Supply Agreement.pdf",
        "Document Name-Answer": "Supply Agreement",
        "Parties": "['Alpha Widgets, Inc.', 'Beta Stores LLC']",
        "Expiration Date": "['This Agreement shall expire on 31 December 2030.']",
        "Renewal Term": "['It renews for one year<omitted>either party objects.']",
        "Governing Law": "['This Agreement shall be governed by the laws of the State of Ohio.']",
        "Insurance": "['Notices are sent by post.', 'It renews for one year unless either party objects.']",
    },
    {
        "Filename": "Gamma & Sons Agreement.PDF",
        "Document Name-Answer": "Services Agreement",
        "Governing Law": "['The laws of Kerala govern this Agreement.']",
        "Cap On Liability": "['In no event shall the Provider\\'s liability exceed the fees paid.'",
    },
    {"Filename": "OMEGA_part1-LEASE.pdf", "Document Name-Answer": "Lease", "Insurance": "['insured against fire']"},
    {"Filename": "Nowhere.pdf", "Document Name-Answer": "Contract"},
]


def write_tiny_cuad(folder: Path) -> Path:
    """Write it as CUAD v1 is laid out."""
    (folder / "full_contract_txt").mkdir(parents=True)
    for name, text in TEXTS.items():
        (folder / "full_contract_txt" / name).write_text(text, encoding="utf-8")
    columns = ["Filename", "Document Name-Answer", *(clause.column for clause in CLAUSES)]
    with (folder / "master_clauses.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, restval="[]")
        writer.writeheader()
        writer.writerows(ROWS)
    return folder
