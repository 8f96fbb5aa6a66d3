"""Small tables of ingredients for tests."""

import csv
from pathlib import Path

from countercase.law.ingredients import Tables, load

HEADERS = {
    "subjects": "id,kind,name,provisions,raised_by,words,source",
    "ingredients": (
        "id,subject,provisions,ingredient,role,favours,silence,if_met,if_not,suppose_met,suppose_not,from,to,source"
    ),
    "ways": "ingredient,status,pattern,unless",
}
SUBJECTS = [
    ["dowry-death", "charge", "dowry death", "IPC-304B;BNS-80", "", "dowry death", "IPC s.304B"],
    ["dying-declaration", "proof", "dying declaration", "IEA-32;BSA-26", "", "dying declaration~", "IEA s.32"],
    ["cheque", "charge", "dishonour of a cheque", "NI-138", "", "cheque .. (dishonoured|bounced)", "NI s.138"],
]
INGREDIENTS = [
    ["dowry-death.demand", "dowry-death", "", "demand for dowry", "say"],
    ["dowry-death.seven-years", "dowry-death", "", "death within seven years of marriage", "say"],
    ["dying-declaration.fit", "dying-declaration", "", "declarant fit to speak", "say"],
    ["dying-declaration.form", "dying-declaration", "", "question and answer form", "quiet"],
    ["cheque.signature", "cheque", "NI-139;NI-118", "signature of the accused", "quiet"],
    ["cheque.notice", "cheque", "", "notice of demand", "say"],
]
WAYS = [
    ["dowry-death.demand", "met", "(demand~|ask~ for) ... (dowry|car|money|motorcycle)", "loan"],
    ["dowry-death.seven-years", "met", "within seven years", ""],
    ["dying-declaration.fit", "met", "(fit state of mind|fit to speak|certificate of fitness)", ""],
    ["dying-declaration.fit", "contrary", "(unconscious|delirious)", ""],
    ["cheque.signature", "met", "(signature|signed)", ""],
    ["cheque.notice", "met", "notice .. (sent|issued|served|given)", ""],
]


def write_tables(folder: Path, **changed: list[list[str]]) -> Path:
    """Write the tables of one area; a table named in `changed` takes those rows instead."""
    filled = [
        [*row[:4], "needed", "prosecution", row[4], "It is so.", "It is not so.", "So.", "Not so.", "", "", "IPC"]
        if len(row) == 5
        else row
        for row in INGREDIENTS
    ]
    rows = {"subjects": SUBJECTS, "ingredients": filled, "ways": WAYS, **changed}
    for table, header in HEADERS.items():
        with (folder / f"small.{table}.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([header.split(","), *rows[table]])
    return folder


def small_tables(folder: Path) -> Tables:
    """The tables, read."""
    return load(write_tables(folder))
