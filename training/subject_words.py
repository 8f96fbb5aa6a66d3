"""Makes the words by which a subject of law is known: `python -m training.subject_words`.

From the examples in `training/ingredients` and the ways of the tables. A word weighs more the oftener it stands in the
sentences of a subject and the more rarely in those of others. The strongest words of each subject are written to
`src/countercase/law/ingredients/tables/subject_words.tsv`.
"""

import math
import random
from collections import Counter, defaultdict
from pathlib import Path

from countercase.law.ingredients import tables
from countercase.law.ingredients.patterns import word_keys
from training.marked_matters import clause_examples, phrases

OUT = Path("src/countercase/law/ingredients/tables/subject_words.tsv")
KEPT = 150  # words of a subject
AT_LEAST = 2  # sentences of the subject that have the word


def main() -> None:
    """Count, weigh, write."""
    law = tables()
    sentences = clause_examples(Path("training/ingredients")) + phrases(random.Random(7))
    in_subject: dict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    everywhere: Counter[str] = Counter()
    for row in sentences:
        if row["ingredient"] in law.ingredients:
            subject = law.ingredients[row["ingredient"]].subject
            keys = set(word_keys(row["text"]))
            in_subject[subject].update(keys)
            everywhere.update(keys)
            sizes[subject] += 1
    whole = sum(sizes.values())
    lines = []
    for subject in sorted(in_subject):
        weights: dict[str, float] = {}
        for key, count in in_subject[subject].items():
            here = (count + 0.5) / (sizes[subject] + 1)
            elsewhere = (everywhere[key] - count + 0.5) / (whole - sizes[subject] + 1)
            if count >= AT_LEAST and here > elsewhere:
                weights[key] = math.log(here / elsewhere) * math.log1p(count)
        strongest = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:KEPT]
        lines.append("\t".join([subject, *(f"{key}={weight:.1f}" for key, weight in strongest)]))
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(len(lines), "subjects,", OUT.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
