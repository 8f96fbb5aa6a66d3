"""Who speaks: roles of sentences, and whether what is given as the Court's own is the Court's, against lawyers' labels.

Run: python -m benchmarks.speakers [FILE.json]   default: the development part of rhetorical_roles, never trained on
     python -m benchmarks.speakers --folds       also the training part, each fifth by a model that has not seen it

As a reader meets them: each judgment is explained for the ready matters, and every sentence that is given as "The Court
held", "The Court reasoned" or "The result" is looked up in the labels. Those of COURT are the Court's own.
"""

import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from training.section_roles import load
from training.sentence_roles import FOLDS, PRIORS, all_features, fit, fold_of

from benchmarks.record import DATA, write_result
from benchmarks.sections import DEFAULT, Judgment, read, scores, sections_of
from countercase.corpus.builtin import builtin_cases, builtin_matters
from countercase.corpus.metadata.outcome import find_outcome
from countercase.corpus.roles import ROLES, SentenceRoles, load_model, load_sentence_roles
from countercase.corpus.sections import SECTION_OF_ROLE, label_sections
from countercase.domain.case import Case, CaseId, Outcome, Paragraph, Speaker
from countercase.domain.span import Span
from countercase.explanation.quotations import HELD, OUTCOME, REASONED, _stored_sentences, stored_sentences
from countercase.explanation.relevant_passages import Rarity
from countercase.explanation.tokens import content_keys
from countercase.explanation.why_case import PrecedentInMatter, explain_case
from countercase.facts.extract import extract_facts
from countercase.text.sentences import split_sentences

MATTERS = 12
COURT = frozenset({"Ratio of the decision", "Ruling by Present Court"})  # roles in which the Court speaks for itself


def as_case(number: int, sentences: Sequence[str]) -> tuple[Case, list[Span]]:
    """A labelled judgment as the product has it, and where each labelled sentence stands."""
    text, spans = "", []
    for sentence in sentences:
        spans.append(Span(len(text), len(text) + len(sentence)))
        text += f"{sentence}.\n"
    paragraphs = label_sections(text, [Paragraph(Span(span.start, span.end + 2)) for span in spans])
    outcome = find_outcome(text) or Outcome.DISPOSED
    return Case(CaseId(f"labelled-{number}"), text, "", outcome=outcome, paragraphs=tuple(paragraphs)), spans


def rarity_in(texts: Iterable[str]) -> Rarity:
    """Word weights from a collection of texts: the logarithm of a word's rarity."""
    texts_with: Counter[str] = Counter()
    total = 0
    for text in texts:
        total += 1
        texts_with.update(content_keys(text))
    return lambda word: math.log((total + 1) / (texts_with[word] + 1))


def given_as_the_courts(judgments: Sequence[Judgment]) -> tuple[Counter[str], list[str], Counter[str]]:
    """Roles of the sentences given as the Court's, those that are not, and how often each speaker was named."""
    rarity = rarity_in(case.text for case in builtin_cases())
    matters = [extract_facts(matter.text) for matter in builtin_matters()[:MATTERS]]
    roles: Counter[str] = Counter()
    speakers: Counter[str] = Counter()
    wrong: list[str] = []
    for number, (sentences, labels) in enumerate(judgments):
        case, spans = as_case(number, sentences)
        facts = extract_facts(case.text)
        seen: set[Span] = set()
        for matter in matters:
            for said in explain_case(PrecedentInMatter(matter, case, facts), split_sentences, rarity).sentences:
                if said.anchor.span in seen:
                    continue
                seen.add(said.anchor.span)
                if said.voice is not None:
                    speakers[said.voice.speaker] += 1
                if not said.text.startswith((HELD, REASONED, OUTCOME)):
                    continue
                role = next(r for s, r in zip(spans, labels, strict=True) if s.overlaps(said.anchor.span))
                roles[role] += 1
                if role not in COURT:
                    wrong.append(f"judgment {number}, sentence {said.anchor.span.start}: {role}")
    return roles, wrong, speakers


def could_be_given(judgments: Sequence[Judgment]) -> dict[str, Any]:
    """Every sentence that the product would be ready to give as the Court's, shown or not."""
    own = total = labelled = 0
    for number, (sentences, labels) in enumerate(judgments):
        case, spans = as_case(number, sentences)
        ready = [
            place
            for place in stored_sentences(case, split_sentences)
            if place.sure and place.voice.speaker is Speaker.COURT
        ]
        for place in ready:
            role = next(r for s, r in zip(spans, labels, strict=True) if s.overlaps(place.span))
            total += 1
            own += role in COURT
        labelled += bool(ready)
    return {"sentences": total, "the_courts": own, "share": round(own / max(1, total), 3), "judgments": labelled}


def measured(judgments: Sequence[Judgment]) -> dict[str, Any]:
    """Figures of the explanations."""
    roles, wrong, speakers = given_as_the_courts(judgments)
    total, own = sum(roles.values()), sum(roles[role] for role in COURT)
    return {
        "judgments": len(judgments),
        "given_as_the_courts": total,
        "are_the_courts": own,
        "share": round(own / max(1, total), 3),
        "wrong": wrong,
        "speakers_named": dict(speakers.most_common()),
        "ready_to_be_given": could_be_given(judgments),
    }


@contextmanager
def using(model: SentenceRoles) -> Iterator[None]:
    """The product with another sentence model; what the shipped one read is forgotten."""
    _stored_sentences.cache_clear()
    with patch("countercase.corpus.speakers.load_sentence_roles", lambda: model):
        yield
    _stored_sentences.cache_clear()


def by_folds() -> dict[str, Any]:
    """The training part, each fifth of it by a model that has not seen it."""
    trained = load("train")
    labelled = read(DATA / "caselaw" / "rhetorical_roles" / "paheli-train.json")
    documents = [all_features(sentences) for sentences, _ in trained]
    folds = [fold_of(sentences) for sentences, _ in trained]
    truth: list[str] = []
    found: list[str] = []
    parts: list[dict[str, Any]] = []
    for fold in range(FOLDS):
        kept = [i for i, other in enumerate(folds) if other != fold]
        held = [i for i, other in enumerate(folds) if other == fold]
        model = fit([documents[i] for i in kept], [trained[i][1] for i in kept])
        for i in held:
            truth += labelled[i][1]
            best = (model.probabilities(labelled[i][0]) * np.array(PRIORS)).argmax(axis=1)
            found += [ROLES[role] for role in best]
        with using(model):
            parts.append(measured([labelled[i] for i in held]))
    given = sum(part["given_as_the_courts"] for part in parts)
    own = sum(part["are_the_courts"] for part in parts)
    ready = sum(part["ready_to_be_given"]["sentences"] for part in parts)
    ready_own = sum(part["ready_to_be_given"]["the_courts"] for part in parts)
    return {
        "judgments": len(trained),
        "roles_f1": scores(truth, found, ROLES),
        "given_as_the_courts": given,
        "are_the_courts": own,
        "share": round(own / max(1, given), 3),
        "ready_to_be_given": {"sentences": ready, "share": round(ready_own / max(1, ready), 3)},
        "wrong": [line for part in parts for line in part["wrong"]],
    }


def main() -> None:
    """Measure roles, sections and the speakers of explanations."""
    paths = [Path(argument) for argument in sys.argv[1:] if not argument.startswith("--")]
    judgments = read(paths[0] if paths else DEFAULT)
    roles = [role for _, labels in judgments for role in labels]
    model, fast = load_sentence_roles(), load_model()
    labels = list(dict.fromkeys(str(section) for section in SECTION_OF_ROLE.values()))
    read_roles = [role for sentences, _ in judgments for role in model.label(sentences)]
    fast_roles = [role for sentences, _ in judgments for role in fast.label(sentences)]
    truth = [str(SECTION_OF_ROLE[role]) for role in roles]
    sections = [str(section) for sentences, _ in judgments for section in sections_of(sentences)]
    figures: dict[str, Any] = {
        "roles_f1": scores(roles, read_roles, ROLES),
        "roles_f1_of_the_fast_model": scores(roles, fast_roles, ROLES),
        "sections_f1": scores(truth, sections, labels),
        "sections_f1_by_the_sentence_model": scores(truth, [str(SECTION_OF_ROLE[r]) for r in read_roles], labels),
        "sections_f1_by_the_fast_model": scores(truth, [str(SECTION_OF_ROLE[r]) for r in fast_roles], labels),
        "development": measured(judgments),
    }
    if "--folds" in sys.argv:
        figures["outside_training_by_folds"] = by_folds()
    write_result("speakers", figures)


if __name__ == "__main__":
    main()
