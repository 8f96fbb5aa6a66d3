"""Who won, and for which side: the product against judgments that were read by hand.

`winners.tsv` has a row for each judgment: who won the lead matter, and the roles of its two parties as far as they are
certain. The rows of a reading were written before the code was corrected for what that reading showed.

Run: python -m benchmarks.winners
"""

import csv
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.record import DATA, write_result
from countercase.corpus.clean import clean
from countercase.corpus.ingest import describe_case
from countercase.domain.case import Case
from countercase.domain.ranking import Holding
from countercase.explanation.sides import Favour, UserSide, favours
from countercase.explanation.winner import MatterResult, find_result

READ = Path(__file__).with_suffix(".tsv")
FOLDERS = {"aila": "aila2019/Object_casedocs", "scr": "scr_2023_2024"}
Row = dict[str, str]


def cases(rows: list[Row]) -> Iterator[tuple[Row, Case]]:
    """Each judgment as it would be stored."""
    for row in rows:
        if row["source"] in FOLDERS:
            path = DATA / "caselaw" / FOLDERS[row["source"]] / f"{row['file']}.txt"
            yield row, _case(row["file"], path.read_text(encoding="utf-8"))
    untitled = {f"IN-Abs/train-data/judgement/{row['file']}.txt": row for row in rows if row["source"] == "in_abs"}
    with tarfile.open(DATA / "caselaw" / "in_abs.tar.xz") as archive:
        for member in archive:
            content = archive.extractfile(member) if member.name in untitled else None
            if content is not None:
                yield untitled[member.name], _case(untitled[member.name]["file"], content.read().decode("utf-8"))


def _case(name: str, text: str) -> Case:
    return describe_case(name, clean(text).text, {}, ())


def winner(result: MatterResult) -> str:
    """The winner in the words of the table."""
    return f"{result.position}{' in part' if result.partly else ''}" if result.position else "nobody"


def expected(won: str, position: str) -> Favour:
    """What a party in a position should be told."""
    if won == "nobody":
        return Favour.CANNOT_BE_TOLD
    is_ours, partly = won.startswith(position), won.endswith("in part")
    if is_ours:
        return Favour.PARTLY_FOR if partly else Favour.FOR
    return Favour.PARTLY_AGAINST if partly else Favour.AGAINST


def judged(said: str, true: str, silence: str) -> str:
    """Right, wrong, or silent although a lawyer could tell."""
    if said == true:
        return "right"
    return "needlessly cannot be told" if said == silence else "wrong"


def main() -> None:
    """Measure each reading, and write the result with the misses."""
    with READ.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    winners: dict[str, Counter[str]] = {}
    sides: dict[str, Counter[str]] = {}
    misses = []
    for row, case in cases(rows):
        result = find_result(case)
        verdict = judged(winner(result), row["winner"], "nobody")
        winners.setdefault(row["reading"], Counter())[verdict] += 1
        if verdict == "wrong":
            misses.append(f"{row['file']}: {row['winner']}, not {winner(result)}")
        holding = Holding(None, "", "", None, result.position or "", result.partly)
        for position in ("appellant", "respondent"):
            for role in filter(None, row[position].split(",")):
                said, true = favours(case, holding, UserSide(role)), expected(row["winner"], position)
                verdict = judged(said, true, Favour.CANNOT_BE_TOLD)
                sides.setdefault(row["reading"], Counter())[verdict] += 1
                if verdict == "wrong":
                    misses.append(f"{row['file']}, {role}: {true}, not {said}")
    figures = {"judgments": len(rows), "winner": winners, "sides": sides, "wrong": misses}
    write_result(
        "winners",
        {name: dict(sorted(value.items())) if isinstance(value, dict) else value for name, value in figures.items()},
    )


if __name__ == "__main__":
    main()
