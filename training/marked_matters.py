"""What the ingredient matcher learns from: single clauses, phrases made from the tables, and whole marked matters.

`training/ingredients/*.csv` holds clauses; `training/ingredients/matters/*.txt` holds matters, divided by `===`, in
which `<<ID+|words>>` marks words that meet an ingredient, `-` are against it and `?` put it in dispute. What a matter
leaves unmarked is an example of what says nothing. `<<~O|words>>` state a fact of another matter and none of this one,
`~L` law, `~I` a supposition, `~D` what is denied in the same breath. Matters under `held` are only measured. Run here,
where the product is installed:

    python -m training.marked_matters FOLDER MATTERS.json ... JUDGMENTS ...

`training/ingredients/judged/*.json` are marks of matters in `benchmarks/matters`, `told/*.json` matters of other hands
with their marks; `newer.json` are marks by rows of the tables that are newer than the marks of a matter; `MATTERS.json`
are further matters of the form of `../shared/matters/dev.json`. Judgments are an archive (`.tar.xz`) or a folder of
texts; they decide which tokens are kept, and their opening pages, where facts are told, are read without marks by a
model that learns from another.
"""

import csv
import json
import random
import re
import shutil
import sys
import tarfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TABLES = Path("src/countercase/law/ingredients/tables")
ENCODER = Path("src/countercase/models/weights/encoder")
MATTERS = Path("benchmarks/matters")
TOLD = Path("training/ingredients/told")
STATUSES = ("met", "contrary", "disputed")
KEPT_TOKENS = 14_000
NEWER = Path("training/ingredients/newer.json")
LEARNED_FROM = 3  # times that a matter of another hand is learned from
LEAST_SEEN = 0.1  # probability of an ingredient by the shipped reader
_MARK = re.compile(r"<<([^|>]*)\|(.*?)>>", re.DOTALL)
_STATUS_OF = {"+": "met", "-": "contrary", "?": "disputed"}
# What stands for a slot of a pattern when it is turned into a phrase.
FILLERS = {
    "n": ["two", "3", "12", "five"], "date": ["12.03.2019", "4 May 2021"], "money": ["Rs. 50,000", "Rs 2 lakh"],
    "name": ["Ramesh", "Sunita Devi"], "person": ["the accused", "PW-3", "the appellant", "A-2", "he"],
    "woman": ["the deceased", "she", "the prosecutrix"], "kin": ["husband", "brother"], "weapon": ["knife", "lathi"],
    "court": ["the trial court", "the High Court"], "police": ["the I.O.", "the police"], "doctor": ["the doctor"],
    "witness": ["PW-2", "the witness"], "paper": ["the document", "the certificate"],
}  # fmt: skip
GAPS = ["", "", "", "in this case", "on that day", "as per record", "by the officer"]


def ingredients() -> list[dict[str, str]]:
    """Every ingredient with its subject, its area, and what it says when it is met and when not."""
    subjects: dict[str, str] = {}
    for path in sorted(TABLES.glob("*.subjects.csv")):
        subjects |= {row["id"]: row["name"] for row in _rows(path)}
    return [
        {
            "id": row["id"], "subject": row["subject"], "area": path.name.partition(".")[0],
            "text": f"{subjects.get(row['subject'], '')}: {row['ingredient']}",
            "met": row["suppose_met"], "contrary": row["suppose_not"],
        }
        for path in sorted(TABLES.glob("*.ingredients.csv"))
        for row in _rows(path)
    ]  # fmt: skip


def clause_examples(folder: Path) -> list[dict[str, str]]:
    """Every single clause, whatever file it stands in; advocates' verdicts on readings are none."""
    return [row for path in sorted(folder.rglob("*.csv")) if path.name != "verdicts.csv" for row in _rows(path)]


def phrases(rng: random.Random) -> list[dict[str, str]]:
    """Phrases that the patterns of the tables match, two for each."""
    made: list[dict[str, str]] = []
    for path in sorted(TABLES.glob("*.ways.csv")):
        for row in _rows(path):
            texts = sorted({spoken(row["pattern"], rng) for _ in range(2)})
            made += [
                {"ingredient": row["ingredient"], "status": row["status"], "register": "way", "text": text}
                for text in texts
                if len(text.split()) > 1
            ]
    return made


def spoken(pattern: str, rng: random.Random) -> str:
    """One way of speaking that a pattern matches, more or less: choices made, gaps filled."""
    pattern = pattern.lstrip("^ ")
    while inner := re.search(r"[(\[]([^()\[\]]*)[)\]]", pattern):
        is_left_out = inner[0][0] == "[" and rng.random() < 0.5
        chosen = "" if is_left_out else rng.choice(inner[1].split("|"))
        pattern = pattern[: inner.start()] + chosen + pattern[inner.end() :]
    pattern = rng.choice(pattern.split("|"))
    pattern = re.sub(r"<([a-z_-]+)>", lambda match: rng.choice(FILLERS.get(match[1], ["it"])), pattern)
    pattern = re.sub(r"\.\.\.?|…", lambda _: f" {rng.choice(GAPS)} ", pattern)
    pattern = re.sub(
        r"(\w+)~", lambda match: match[1] + rng.choice(["", "d" if match[1][-1] == "e" else "ed"]), pattern
    )
    return " ".join(pattern.replace("*", "").split())


def marked_matters(path: Path) -> list[dict[str, Any]]:
    """The matters of a file, each with its clauses and what they tell."""
    matters, newer = [], json.loads(NEWER.read_text(encoding="utf-8"))
    for number, block in enumerate(path.read_text(encoding="utf-8").split("\n===\n")):
        text, marks, kinds, done = "", [], [], 0
        for mark in _MARK.finditer(block):
            text += block[done : mark.start()]
            names = [name.strip() for name in mark[1].split(",")]
            place = (len(text), len(text) + len(mark[2]))
            marks += [(*place, name[:-1], _STATUS_OF[name[-1]]) for name in names if name[0] != "~"]
            kinds += [(*place, name[1:]) for name in names if name[0] == "~"]
            text += mark[2]
            done = mark.end()
        text += block[done:]
        source = f"{path.stem} {number}"
        marks += _places(text, newer.get(source, ()))
        matters.append(_matter(text, marks, kinds) | {"source": source, "is_older": source not in newer})
    return matters


def judged_matters(path: Path) -> list[dict[str, Any]]:
    """Matters with elements under provisions.

    Each is laid to the ingredient of that provision which the shipped reader finds likeliest in the quoted clauses, and
    to none where it finds none: words alone would often lay it to a neighbour.
    """
    from countercase.domain.provision import Provision
    from countercase.law.ingredients import either_code, tables
    from countercase.models.clause_matcher import ClauseMatcher

    rows, reader = tables().ingredients.values(), ClauseMatcher()
    matters = []
    for matter in json.loads(path.read_text(encoding="utf-8"))["matters"]:
        texts, spans = _clauses(matter["narrative"])
        readings = reader.read(texts, {row.id for row in rows}, LEAST_SEEN)
        marks = []
        for element in matter["elements"]:
            if element["quote"] is None:
                continue
            start = matter["narrative"].index(element["quote"])
            end = start + len(element["quote"])
            bases = {own.base for name in element["provision"] for own in either_code(Provision.parse(name))}
            own = {row.id for row in rows if bases & {provision.base for provision in row.provisions}}
            seen = [
                (reading.chance, reading.ingredient)
                for reading in readings
                if reading.ingredient in own and spans[reading.clause].start < end and start < spans[reading.clause].end
            ]
            if seen:
                marks.append((start, end, max(seen)[1], element["status"]))
        source = f"{path.stem} {matter['id']}"
        matters.append(_matter(matter["narrative"], marks) | {"source": source, "is_older": False})
    return matters


def lawyers_matters(path: Path) -> list[dict[str, Any]]:
    """Matters whose authors did not know the list, with marks by the list made afterwards.

    Those of `judged` stand in `benchmarks/matters`, those of `told` with their marks. They are told as a lawyer tells
    them who thinks of the case and not of ours, so each is learned from more than once.
    """
    marked = json.loads(path.read_text(encoding="utf-8"))
    if path.parent == TOLD:
        told = {name: (matter["narrative"], matter["marks"]) for name, matter in marked.items()}
    else:
        matters = json.loads((MATTERS / path.name).read_text(encoding="utf-8"))["matters"]
        narratives = {matter["id"]: matter["narrative"] for matter in matters}
        told = {name: (narratives[name], marks) for name, marks in marked.items()}
    read = [
        _matter(text, _places(text, marks)) | {"source": f"{path.stem} {name}", "is_older": False}
        for name, (text, marks) in told.items()
    ]
    return LEARNED_FROM * read


def narrative_clauses(source: str) -> list[str]:
    """The clauses of a matter of another hand, named by its set and its id."""
    name, _, wanted = source.partition(" ")
    path = TOLD / f"{name}.json"
    if path.is_file():
        return _clauses(json.loads(path.read_text(encoding="utf-8"))[wanted]["narrative"])[0]
    matters = json.loads((MATTERS / f"{name}.json").read_text(encoding="utf-8"))["matters"]
    return next(_clauses(matter["narrative"])[0] for matter in matters if matter["id"] == wanted)


def plain_matters(path: Path) -> list[tuple[str, str]]:
    """The matters of a file without their marks, each with its name."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".txt":
        blocks = [_MARK.sub(lambda mark: mark[2], block) for block in text.split("\n===\n")]
        return [(f"{path.stem} {number}", block) for number, block in enumerate(blocks)]
    if path.suffix != ".json":
        return []
    marked = json.loads(text)
    if "matters" in marked:
        return [(f"{path.stem} {matter['id']}", matter["narrative"]) for matter in marked["matters"]]
    return [(f"{path.stem} {name}", matter["narrative"]) for name, matter in marked.items()]


def _places(text: str, told: Sequence[tuple[str, str, str]]) -> list[tuple[int, int, str, str]]:
    """The places of quoted words, with the ingredient and the status that they tell."""
    return [
        (start, start + len(quote), ingredient, _STATUS_OF[status])
        for ingredient, status, quote in told
        if (start := text.find(quote)) >= 0
    ]


def _clauses(text: str) -> tuple[list[str], list[Any]]:
    """The clauses as the product reads them, and their places in the text."""
    from countercase.facts.narrative import read_narrative
    from countercase.text.sentences import clauses

    expanded = read_narrative(text).expanded
    places = clauses(expanded.text)
    return [expanded.text[start:end] for start, end in places], [expanded.original(*place) for place in places]


def _matter(
    text: str, marks: list[tuple[int, int, str, str]], kinds: Sequence[tuple[int, int, str]] = ()
) -> dict[str, Any]:
    """The clauses as the product reads them, which of them tell of an ingredient, and what the rules raise.

    The other ingredients of what is raised are what a clause does not speak of.
    """
    from countercase.facts.ingredients import read_ingredients

    texts, spans = _clauses(text)
    told = [
        (clause, ingredient, status)
        for start, end, ingredient, status in marks
        for clause, span in enumerate(spans)
        if span.start < end and start < span.end
    ]
    coded = [
        (clause, kind)
        for start, end, kind in kinds
        for clause, span in enumerate(spans)
        if 2 * (min(end, span.end) - max(start, span.start)) > span.end - span.start
    ]
    raised = sorted({reading.subject for reading in read_ingredients(text)})
    return {"clauses": texts, "told": told, "kinds": coded, "raised": raised}


def judgments(path: Path, most: int = 6500) -> list[str]:
    """The first judgments of an archive or a folder, as far as their first 60,000 bytes."""
    if path.is_dir():
        read = [file.read_bytes()[:60_000] for file in sorted(path.glob("*.txt"))[:most]]
        return [text.decode("utf-8", "ignore") for text in read]
    texts: list[str] = []
    with tarfile.open(path) as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.name.endswith(".txt") else None
            if stream is not None and len(texts) < most:
                texts.append(stream.read(60_000).decode("utf-8", "ignore"))
    return texts


def pieces(text: str, length: int = 3000) -> list[str]:
    """A long text cut into pieces."""
    return [text[at : at + length] for at in range(0, len(text), length)]


def unmarked(texts: list[str]) -> list[list[str]]:
    """The clauses of the pages on which judgments tell the facts; nobody has said what they tell."""
    from countercase.text.sentences import clauses

    opening = [piece for text in texts for piece in pieces(text[600:7800], 1800)]
    return [[piece[start:end] for start, end in clauses(piece)] for piece in opening]


def common_tokens(texts: list[str]) -> list[int]:
    """The tokens that the matcher keeps: the special ones, single characters, and the commonest of the texts."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(ENCODER / "tokenizer.json"))
    counted: Counter[int] = Counter()
    for at in range(0, len(texts), 512):
        for encoded in tokenizer.encode_batch(texts[at : at + 512]):
            counted.update(encoded.ids)
    single = [number for word, number in tokenizer.get_vocab().items() if len(word.removeprefix("##")) == 1]
    return sorted({*range(1013), *single, *(token for token, _ in counted.most_common(KEPT_TOKENS))})


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [dict(row) for row in csv.DictReader(file)]


def main(out: Path, given: list[Path]) -> None:
    """Write what is learned from, and the tokenizer, into a folder that can travel."""
    out.mkdir(parents=True, exist_ok=True)
    folder = Path("training/ingredients")
    examples = clause_examples(folder) + phrases(random.Random(7))
    matters = [matter for path in sorted((folder / "matters").glob("*.txt")) for matter in marked_matters(path)]
    matters += [matter for path in given if path.suffix == ".json" for matter in judged_matters(path)]
    others = sorted([*(folder / "judged").glob("*.json"), *(folder / "told").glob("*.json")])
    matters += [matter for path in others for matter in lawyers_matters(path)]
    texts = [row["text"] for row in examples] + [" ".join(matter["clauses"]) for matter in matters]
    read = [text for path in given if path.suffix != ".json" for text in judgments(path)]
    texts += [piece for text in read[::15] for piece in pieces(text)]
    learned = {
        "ingredients": ingredients(),
        "examples": examples,
        "matters": matters,
        "unmarked": unmarked(read),
        "tokens": common_tokens(texts),
    }
    (out / "learned.json").write_text(json.dumps(learned))
    held = {path.stem: marked_matters(path) for path in sorted((folder / "matters" / "held").glob("*.txt"))}
    (out / "check.json").write_text(json.dumps(held))
    shutil.copy(ENCODER / "tokenizer.json", out / "tokenizer.json")
    print({name: len(rows) for name, rows in learned.items()})


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
