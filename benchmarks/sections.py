"""Sections of judgments against sentences labelled by lawyers (seven rhetorical roles, mapped to ours).

Run: python -m benchmarks.sections [FILE.json]     default: the development part of rhetorical_roles, never trained on
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.record import DATA, write_result
from countercase.corpus.roles import ROLES, load_model
from countercase.corpus.sections import SECTION_OF_ROLE, label_sections
from countercase.domain.case import Paragraph, SectionType
from countercase.domain.span import Span

PUBLISHED = 0.468  # best published macro-F1 over the seven roles
FLOOR_SHARE = 0.2  # "the first fifth is facts"
DEFAULT = DATA / "caselaw" / "rhetorical_roles" / "paheli-dev.json"
Judgment = tuple[list[str], list[str]]


def read(path: Path) -> list[Judgment]:
    """Sentences and their roles, judgment by judgment."""
    judgments = []
    for entry in json.loads(path.read_text(encoding="utf-8")):
        values = [sentence["value"] for sentence in entry["annotations"][0]["result"]]
        judgments.append(([v["text"] for v in values], [v["labels"][0] for v in values]))
    return judgments


def sections_of(sentences: Sequence[str]) -> list[SectionType]:
    """What the product says of a text whose paragraphs are these sentences."""
    text, paragraphs = "", []
    for sentence in sentences:
        paragraphs.append(Paragraph(Span(len(text), len(text) + len(sentence) + 2)))
        text += f"{sentence}.\n"
    return [paragraph.section for paragraph in label_sections(text, paragraphs)]


def f1(truth: Sequence[str], found: Sequence[str], label: str) -> float:
    """Harmonic mean of precision and recall of one label."""
    both = sum(t == f == label for t, f in zip(truth, found, strict=True))
    total = sum(t == label for t in truth) + sum(f == label for f in found)
    return 2 * both / total if total else 0.0


def scores(truth: Sequence[str], found: Sequence[str], labels: Sequence[str]) -> dict[str, float]:
    """F1 of each label and their mean."""
    by_label = {label: round(f1(truth, found, label), 3) for label in labels}
    return {**by_label, "macro": round(sum(by_label.values()) / len(labels), 3)}


def main() -> None:
    """Measure the product, the model's own roles, and the floor."""
    judgments = read(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT)
    roles = [role for _, labels in judgments for role in labels]
    truth = [str(SECTION_OF_ROLE[role]) for role in roles]
    ours = [str(section) for sentences, _ in judgments for section in sections_of(sentences)]
    model = load_model()
    theirs = [role for sentences, _ in judgments for role in model.label(sentences)]
    floor = [
        str(SectionType.FACTS if place < FLOOR_SHARE * len(sentences) else SectionType.RATIO)
        for sentences, _ in judgments
        for place in range(len(sentences))
    ]
    labels = list(dict.fromkeys(str(section) for section in SECTION_OF_ROLE.values()))
    write_result(
        "sections",
        {
            "judgments": len(judgments),
            "sentences": len(roles),
            "mapping": {role: str(section) for role, section in SECTION_OF_ROLE.items()},
            "sections_f1": scores(truth, ours, labels),
            "sections_f1_floor": scores(truth, floor, labels),
            "labelled_issues": ours.count(SectionType.ISSUES),
            "roles_f1": scores(roles, theirs, ROLES),
            "roles_macro_f1_published": PUBLISHED,
        },
    )


if __name__ == "__main__":
    main()
