"""Trains the ingredient matcher: which ingredient a clause speaks of, and whether it is met, contrary or disputed.

It starts from the shipped query encoder and learns from `training/ingredients`: single clauses in `*.csv`, and whole
matters in `matters/*.txt`, where `<<ID+|words>>` marks words that meet an ingredient, `-` are against it and `?` put it
in dispute. What a matter leaves unmarked is an example of what says nothing. Matters of `benchmarks/matters` and those
named on the command line (the form of `../shared/matters/dev.json`) are learned from too. Two steps:

    python -m training.ingredient_matcher prepare FOLDER MATTERS.json ... JUDGMENTS.tar.xz   # here: plain texts
    python -m training.ingredient_matcher weights FOLDER   # there: the base weights as plain arrays
    python training/ingredient_matcher.py train FOLDER OUT # where there is a GPU: needs torch, onnx, tokenizers

One example in ten, by the hash of its text, is held out. `train` writes the clause encoder as int8 ONNX with the
vocabulary cut to what matters use, the ingredients' rows, the head for the status, and `figures.json`.
"""

import csv
import hashlib
import json
import random
import re
import sys
from pathlib import Path
from typing import Any

STATUSES = ("met", "contrary", "disputed")
MAX_TOKENS = 64
LAYERS = 3  # of the encoder's six: half the time, and three points of recall fewer on fresh matters
# How juniors shorten what they write; applied at random, so that the matcher reads both forms.
SHORT_FORMS = {
    "accused": "accd.", "deceased": "decd.", "complainant": "complt.", "prosecution": "pros.", "statement": "stmt",
    "appellant": "applt.", "respondent": "resp.", "section": "s.", "under section": "u/s", "trial court": "T.C.",
    "high court": "H.C.", "investigating officer": "I.O.", "post-mortem": "PM", "witness": "wit.", "agreement": "agmt",
    "cheque": "chq", "registered": "regd.", "dated": "dt.", "identification parade": "TIP", "report": "rpt",
    "dying declaration": "DD", "application": "appln.", "certificate": "cert.", "magistrate": "Mag.", "hours": "hrs",
    "government": "Govt.", "months": "mths", "charge-sheet": "c/s", "evidence": "evid.", "medical": "med.",
}  # fmt: skip


def read_examples(folder: Path) -> list[dict[str, str]]:
    """Every example, whatever file it stands in."""
    rows: list[dict[str, str]] = []
    for path in sorted(folder.rglob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows += [dict(row) for row in csv.DictReader(file)]
    return rows


FILLERS = {
    "n": ["two", "3", "12", "five"], "date": ["12.03.2019", "4 May 2021"], "money": ["Rs. 50,000", "Rs 2 lakh"],
    "name": ["Ramesh", "Sunita Devi"], "person": ["the accused", "PW-3", "the appellant", "A-2", "he"],
    "woman": ["the deceased", "she", "the prosecutrix"], "kin": ["husband", "brother"], "weapon": ["knife", "lathi"],
    "court": ["the trial court", "the High Court"], "police": ["the I.O.", "the police"], "doctor": ["the doctor"],
    "witness": ["PW-2", "the witness"], "paper": ["the document", "the certificate"],
}  # fmt: skip
GAPS = ["", "", "", "in this case", "on that day", "as per record", "by the officer"]


def spoken(pattern: str, rng: random.Random) -> str:
    """One way of speaking that a pattern of the tables matches, more or less: choices made, gaps filled."""
    pattern = pattern.lstrip("^ ")
    while True:
        inner = re.search(r"[(\[]([^()\[\]]*)[)\]]", pattern)
        if inner is None:
            break
        options = inner[1].split("|")
        chosen = "" if inner[0][0] == "[" and rng.random() < 0.5 else rng.choice(options)
        pattern = pattern[: inner.start()] + chosen + pattern[inner.end() :]
    pattern = rng.choice(pattern.split("|"))
    pattern = re.sub(r"<([a-z_-]+)>", lambda match: rng.choice(FILLERS.get(match[1], ["it"])), pattern)
    pattern = re.sub(r"\.\.\.?|…", lambda _: f" {rng.choice(GAPS)} ", pattern)
    pattern = re.sub(
        r"(\w+)~", lambda match: match[1] + rng.choice(["", "ed" if match[1][-1] != "e" else "d", "s"]), pattern
    )
    return " ".join(pattern.replace("*", "").split())


def ways(rng: random.Random) -> list[dict[str, str]]:
    """Phrases from the ways of the tables, two from each."""
    rows: list[dict[str, str]] = []
    for path in sorted(Path("src/countercase/law/ingredients/tables").glob("*.ways.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                texts = {spoken(row["pattern"], rng) for _ in range(2)}
                rows += [
                    {"ingredient": row["ingredient"], "status": row["status"], "register": "way", "text": text}
                    for text in texts
                    if len(text.split()) > 1
                ]
    return rows


_MARK = re.compile(r"<<([^|>]*)\|(.*?)>>", re.DOTALL)
_MARKED = {"+": "met", "-": "contrary", "?": "disputed"}


def read_matters(folder: Path) -> list[dict[str, Any]]:
    """Every marked matter: its clauses with the words before each, and which ingredient each clause speaks of."""
    from countercase.text.sentences import clauses, with_context

    matters: list[dict[str, Any]] = []
    for path in sorted(folder.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").split("\n===\n"):
            text, marks, done = "", [], 0
            for mark in _MARK.finditer(block):
                text += block[done : mark.start()]
                start = len(text)
                text += mark[2]
                marks += [(start, len(text), name[:-1], _MARKED[name[-1]]) for name in mark[1].split(",")]
                done = mark.end()
            text += block[done:]
            spans = clauses(text)
            gold = [
                (place, ingredient, status)
                for start, end, ingredient, status in marks
                for place, (first, last) in enumerate(spans)
                if first < end and start < last
            ]
            matters.append({"text": text, "clauses": with_context(text, spans), "gold": gold})
    return matters


def common_tokens(texts: list[str], tokenizer_file: Path, size: int = 14_000) -> list[int]:
    """The tokens that the matcher keeps: every piece of a single character, and the commonest of the texts."""
    from collections import Counter

    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    counted: Counter[int] = Counter()
    for at in range(0, len(texts), 512):
        for encoded in tokenizer.encode_batch(texts[at : at + 512]):
            counted.update(encoded.ids)
    short = [number for word, number in tokenizer.get_vocab().items() if len(word.removeprefix("##")) == 1]
    special = list(range(999))
    kept = dict.fromkeys([*special, *short, *(token for token, _ in counted.most_common(size))])
    return sorted(kept)


def is_held_out(text: str) -> bool:
    """One in ten, the same on every machine."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % 10 == 0


def judged_matters(path: Path) -> list[dict[str, Any]]:
    """Matters with elements under provisions, each laid to the nearest ingredient of that provision by its words."""
    from countercase.domain.provision import Provision
    from countercase.law.ingredients import either_code, tables
    from countercase.law.ingredients.patterns import word_keys
    from countercase.text.sentences import clauses, with_context

    law = tables()
    words = {
        row.id: set(word_keys(f"{row.name} {row.suppose_met} {row.suppose_not}")) for row in law.ingredients.values()
    }
    matters: list[dict[str, Any]] = []
    for matter in json.loads(path.read_text(encoding="utf-8"))["matters"]:
        text = matter["narrative"]
        spans = clauses(text)
        gold = []
        for element in matter["elements"]:
            bases = {own.base for name in element["provision"] for own in either_code(Provision.parse(name))}
            rows = [row.id for row in law.ingredients.values() if bases & {own.base for own in row.provisions}]
            if not rows or element["quote"] is None:
                continue
            said = set(word_keys(f"{element['element']} {element['quote']}"))
            nearest = max(rows, key=lambda row: len(said & words[row]) / (1 + len(words[row])) ** 0.5)
            start = text.index(element["quote"])
            end = start + len(element["quote"])
            gold += [
                (place, nearest, element["status"])
                for place, (first, last) in enumerate(spans)
                if first < end and start < last
            ]
        matters.append({"text": text, "clauses": with_context(text, spans), "gold": gold})
    return matters


def add_raised(matters: list[dict[str, Any]]) -> None:
    """Note which subjects the product itself raises: their other ingredients are what a clause does not speak of."""
    from countercase.facts.ingredients import read_ingredients

    for matter in matters:
        matter["raised"] = sorted({reading.subject for reading in read_ingredients(matter.pop("text"))})


def judgments(path: Path, most: int = 500) -> list[str]:
    """Pieces of the first judgments of an archive: their words decide which tokens are kept."""
    import tarfile

    pieces: list[str] = []
    with tarfile.open(path) as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.name.endswith(".txt") else None
            if stream is None:
                continue
            text = stream.read(60_000).decode("utf-8", "ignore")
            pieces += [text[at : at + 3000] for at in range(0, len(text), 3000)]
            most -= 1
            if not most:
                break
    return pieces


def weights(out: Path) -> None:
    """Write the weights of the shipped query encoder as plain arrays."""
    import shutil

    import numpy as np
    import onnx
    from onnx import numpy_helper

    out.mkdir(parents=True, exist_ok=True)
    folder = Path("src/countercase/models/weights/encoder")
    graph = onnx.load(folder / "query.onnx").graph
    arrays = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    state: dict[str, Any] = {
        name.removeprefix("bert."): value.astype(np.float16)
        for name, value in arrays.items()
        if name.startswith("bert.") and "words" not in name
    }
    state["words.int8"] = arrays["bert.words.weight_quantized"]
    state["words.scale"] = arrays["bert.words.weight_scale"]
    state["words.zero"] = arrays["bert.words.weight_zero_point"]
    names = [f"layers.{layer}.{part}.weight" for layer in range(6) for part in ("qkv", "out", "up", "down")]
    products = [node for node in graph.node if node.op_type == "MatMulNBits"]
    for name, node in zip(names, products, strict=True):
        blocks, scales = arrays[node.input[1]], arrays[node.input[2]]
        matrix = (blocks.astype(np.float32) - 128) * scales[:, :, None]
        state[name] = matrix.reshape(matrix.shape[0], -1).astype(np.float16)
    np.savez(out / "base.npz", **state)
    shutil.copy(folder / "tokenizer.json", out / "tokenizer.json")


def prepare(out: Path, given: list[Path]) -> None:
    """Write the texts that the other machine learns from; `given` are judged matters, and an archive of judgments."""
    judged = [path for path in given if path.suffix == ".json"]
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    subjects: dict[str, str] = {}
    for path in sorted(Path("src/countercase/law/ingredients/tables").glob("*.subjects.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            subjects |= {row["id"]: row["name"] for row in csv.DictReader(file)}
    for path in sorted(Path("src/countercase/law/ingredients/tables").glob("*.ingredients.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows += [
                {
                    "id": row["id"], "subject": row["subject"],
                    "text": f"{subjects.get(row['subject'], '')}: {row['ingredient']}",
                    "met": row["suppose_met"], "contrary": row["suppose_not"],
                }
                for row in csv.DictReader(file)
            ]  # fmt: skip
    examples = read_examples(Path("training/ingredients")) + ways(random.Random(7))
    marked = read_matters(Path("training/ingredients/matters"))
    marked_twice = [dict(matter) for matter in (*marked, *marked)]
    matters = [*marked_twice, *(matter for path in judged for matter in judged_matters(path))]
    add_raised(matters)
    texts = [row["text"] for row in examples] + [clause for matter in matters for clause in matter["clauses"]]
    texts += [piece for path in given if path.suffix == ".xz" for piece in judgments(path)]
    tokens = common_tokens(texts, Path("src/countercase/models/weights/encoder/tokenizer.json"))
    learned = {"ingredients": rows, "examples": examples, "matters": matters, "tokens": tokens}
    (out / "learned.json").write_text(json.dumps(learned))
    print(len(rows), "ingredients,", len(examples), "examples,", len(matters), "matters,", len(tokens), "tokens")


def shortened(text: str, rng: random.Random) -> str:
    """The text as a junior might jot it down."""
    if rng.random() < 0.5:
        for long, short in SHORT_FORMS.items():
            if rng.random() < 0.6:
                text = re.sub(rf"\b{long}\b", short, text, flags=re.IGNORECASE)
    if rng.random() < 0.35:
        text = re.sub(r"\b(?:the|a|an|was|were|is|are|has been|had been)\s", "", text, flags=re.IGNORECASE)
    if rng.random() < 0.15:
        text = f"{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.20{rng.randint(10, 24)} - {text}"
    if rng.random() < 0.1:
        words = text.split()
        place = rng.randrange(len(words))
        words[place] = words[place].replace("l", "1", 1)
        text = " ".join(words)
    return text


def train(folder: Path, out: Path, epochs: int = 8) -> None:  # noqa: PLR0915 - one recipe, read from top to bottom
    """Fine-tune, measure, export."""
    import numpy as np
    import torch
    from tokenizers import Tokenizer
    from torch import nn
    from torch.nn import functional

    sys.path.insert(0, ".")
    from training.bert import Bert

    torch.manual_seed(7)
    rng = random.Random(7)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.enable_padding(pad_id=0)
    state = dict(np.load(folder / "base.npz"))
    words = (state.pop("words.int8").astype(np.float32) - float(state.pop("words.zero"))) * float(
        state.pop("words.scale")
    )
    kept_layers = {
        name: torch.tensor(value.astype(np.float32))
        for name, value in state.items()
        if not name.startswith("layers.") or int(name.split(".")[1]) < LAYERS
    }
    bert = Bert(LAYERS)
    bert.load_state_dict({"words.weight": torch.tensor(words), **kept_layers})
    bert.to(device)
    learned_from = json.loads((folder / "learned.json").read_text())
    rows, matters = learned_from["ingredients"], learned_from["matters"]
    number = {row["id"]: place for place, row in enumerate(rows)}
    examples = [row for row in learned_from["examples"] if row["ingredient"] in number]
    for row in rows:
        examples += [{"ingredient": row["id"], "status": s, "text": row[s]} for s in ("met", "contrary") if row[s]]
    phrases = [row for row in examples if row.get("register") == "way"]
    examples = [row for row in examples if row.get("register") != "way"]
    held = [row for row in examples if is_held_out(row["text"]) and row["status"] in STATUSES]
    kept = [row for row in examples if not is_held_out(row["text"])]
    print(len(kept), "to learn from,", len(held), "held out", flush=True)

    def tokens(texts: list[str]) -> torch.Tensor:
        return torch.tensor([each.ids for each in tokenizer.encode_batch(texts)], device=device)

    class Matcher(nn.Module):
        """The clause encoder, a row for each ingredient, and a head for the status."""

        def __init__(self) -> None:
            super().__init__()
            self.bert = bert
            with torch.no_grad():
                start = torch.cat(
                    [bert(tokens([row["text"] for row in rows[at : at + 256]])) for at in range(0, len(rows), 256)]
                )
            self.rows = nn.Parameter(start.clone())
            self.bias = nn.Parameter(torch.zeros(len(rows)))
            self.scale = nn.Parameter(torch.tensor(12.0))
            self.level = nn.Parameter(torch.tensor([10.0, -6.0]))
            self.status = nn.Sequential(nn.Linear(3 * 384, 128), nn.GELU(), nn.Dropout(0.1), nn.Linear(128, 3))

        def cosines(self, clauses: torch.Tensor) -> torch.Tensor:
            return clauses @ functional.normalize(self.rows, dim=-1).T

        def statuses(self, clauses: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
            rows_ = functional.normalize(self.rows, dim=-1)[which]
            return self.status(torch.cat([clauses, rows_, clauses * rows_], dim=-1))

    model = Matcher().to(device)
    subject_of = [row["subject"] for row in rows]
    same_subject = torch.tensor([[a == b for b in subject_of] for a in subject_of], device=device)
    body = [
        p for n, p in model.named_parameters() if n.startswith("bert.") and "words" not in n and "positions" not in n
    ]
    head = [p for n, p in model.named_parameters() if not n.startswith("bert.")]
    optimiser = torch.optim.AdamW([{"params": body, "lr": 6e-5}, {"params": head, "lr": 1e-3}], weight_decay=0.01)
    size, steps = 128, epochs * (len(kept) * 2 // 128 + 2 + len(matters))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, [6e-5, 1e-3], total_steps=steps + 1, pct_start=0.1)
    for epoch in range(epochs):
        model.train()
        # Sentences weigh more than phrases, the more so the longer it learns.
        learned = kept + rng.sample(phrases, min(len(phrases), int(len(kept) * (1 - epoch / epochs))))
        rng.shuffle(learned)
        total = 0.0
        # A number below zero stands for a matter.
        order = [*range(0, len(learned), size), *(-1 - place for place in range(len(matters)))]
        rng.shuffle(order)
        for at in order:
            if at < 0:
                loss = matter_loss(model, matters[-1 - at], number, subject_of, tokens, rng)
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimiser.step()
                schedule.step()
                continue
            batch = learned[at : at + size]
            clauses = model.bert(tokens([shortened(row["text"], rng) for row in batch]))
            which = torch.tensor([number[row["ingredient"]] for row in batch], device=device)
            real = torch.tensor([row["status"] in STATUSES for row in batch], device=device)
            cosines = model.cosines(clauses)
            said = torch.tensor(
                [STATUSES.index(row["status"]) if row["status"] in STATUSES else 0 for row in batch], device=device
            )
            loss = functional.cross_entropy(
                (cosines * model.scale + model.bias)[real], which[real], label_smoothing=0.05
            )
            # Is it this ingredient at all? The gold one, the others of its subject, and near misses.
            level = cosines * model.level[0].abs() + model.level[1]
            gold = torch.zeros_like(level)
            gold[torch.arange(len(batch), device=device), which] = real.float()
            weigh = same_subject[which].float() * 0.5 + 0.02
            weigh[torch.arange(len(batch), device=device), which] = 3.0
            loss = (
                loss
                + 2
                * (functional.binary_cross_entropy_with_logits(level, gold, reduction="none") * weigh).sum(1).mean()
                / 4
            )
            loss = loss + functional.cross_entropy(model.statuses(clauses, which)[real], said[real])
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += float(loss)
        print(
            epoch, round(total / (len(kept) / size), 3), measure(model, held, number, same_subject, tokens), flush=True
        )
    export(model, learned_from, out, measure(model, held, number, same_subject, tokens))


def matter_loss(
    model: Any, matter: dict[str, Any], number: dict[str, int], subject_of: list[str], tokens: Any, rng: random.Random
) -> Any:
    """How wrong the model is on a whole matter: each clause against every ingredient of what the matter raises."""
    import torch
    from torch.nn import functional

    clauses = model.bert(tokens([shortened(text, rng) if rng.random() < 0.3 else text for text in matter["clauses"]]))
    level = model.cosines(clauses) * model.level[0].abs() + model.level[1]
    gold = torch.zeros_like(level)
    said = [(place, number[name], STATUSES.index(status)) for place, name, status in matter["gold"] if name in number]
    raised = set(matter["raised"]) | {subject_of[row] for _, row, _ in said}
    asked = torch.tensor([subject in raised for subject in subject_of], device=level.device)
    for place, row, _ in said:
        gold[place, row] = 1
    weigh = torch.where(gold > 0, 3.0, 0.3) * asked[None].float() + 0.01
    loss = (functional.binary_cross_entropy_with_logits(level, gold, reduction="none") * weigh).sum(1).mean()
    if said:
        places, rows, statuses = (list(column) for column in zip(*said, strict=True))
        told = model.statuses(clauses[places], torch.tensor(rows, device=level.device))
        loss = loss + functional.cross_entropy(told, torch.tensor(statuses, device=level.device))
    return loss


def measure(
    model: Any, held: list[dict[str, str]], number: dict[str, int], same_subject: Any, tokens: Any
) -> dict[str, float]:
    """On held-out examples: the ingredient among all, among its subject's, and the status."""
    import torch

    model.eval()
    first = within = status = 0
    with torch.no_grad():
        for at in range(0, len(held), 256):
            batch = held[at : at + 256]
            clauses = model.bert(tokens([row["text"] for row in batch]))
            which = torch.tensor([number[row["ingredient"]] for row in batch], device=clauses.device)
            cosines = model.cosines(clauses)
            first += int((cosines.argmax(1) == which).sum())
            within += int((cosines.masked_fill(~same_subject[which], -2).argmax(1) == which).sum())
            said = torch.tensor([STATUSES.index(row["status"]) for row in batch], device=clauses.device)
            status += int((model.statuses(clauses, which).argmax(1) == said).sum())
    count = max(1, len(held))
    return {
        "first": round(first / count, 3),
        "within_subject": round(within / count, 3),
        "status": round(status / count, 3),
    }


def export(model: Any, learned: dict[str, Any], out: Path, figures: dict[str, float]) -> None:
    """The encoder as int8 ONNX, the rest as one small file, and the manifest."""
    import numpy as np
    import torch
    from torch import nn
    from torch.nn import functional

    from training.export import write_onnx

    out.mkdir(parents=True, exist_ok=True)
    model.to("cpu").eval()
    kept = nn.Embedding(len(learned["tokens"]), model.bert.words.weight.shape[1])
    kept.weight.data = model.bert.words.weight.data[torch.tensor(learned["tokens"])]
    model.bert.words = kept
    write_onnx(model.bert, out / "clause.onnx")
    arrays = {
        "ids": np.array([row["id"] for row in learned["ingredients"]]),
        "rows": functional.normalize(model.rows, dim=-1).detach().numpy().astype(np.float16),
        "level": model.level.detach().numpy(),
        "tokens": np.array(learned["tokens"], dtype=np.int32),
        **{
            f"status.{name}": value.detach().numpy().astype(np.float16)
            for name, value in model.status.state_dict().items()
        },
    }
    np.savez(out / "matcher.npz", **arrays)
    hashes = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in ("clause.onnx", "matcher.npz")}
    manifest = {"name": "countercase-clauses", "max_tokens": MAX_TOKENS, "sha256": hashes}
    (out / "clauses.json").write_text(json.dumps(manifest, indent=1) + "\n")
    counts = {name: len(learned[name]) for name in ("ingredients", "examples", "matters", "tokens")}
    (out / "figures.json").write_text(json.dumps({"learned_from": counts, "held_out": figures}, indent=1) + "\n")


if __name__ == "__main__":
    step, folder, *rest = sys.argv[1:]
    if step == "prepare":
        prepare(Path(folder), [Path(name) for name in rest])
    elif step == "weights":
        weights(Path(folder))
    else:
        train(Path(folder), Path(rest[0]))
