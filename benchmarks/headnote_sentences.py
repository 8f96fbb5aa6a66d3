"""Which sentences of the facts a headnote repeats: a stand-in for experts' marks, made by other people for other ends.

A headnote states the facts that the decision rests on. A sentence is marked where half of its word pairs stand in the
headnote, unmarked where at most a tenth do; those between are not compared.
"""

import tarfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from benchmarks.decisive_sentences import Narrative
from benchmarks.record import DATA
from countercase.corpus.clean import clean
from countercase.corpus.ingest import describe_case
from countercase.corpus.paragraphs import split_paragraphs
from countercase.corpus.sections import label_sections
from countercase.counterfactual.weights import stems
from countercase.evaluation.citation_set import CitationSetOptions, facts_of
from countercase.text.sentences import split_sentences

ARCHIVE = DATA / "caselaw" / "in_abs.tar.xz"
REPEATED, NOT_REPEATED = 0.5, 0.1
SHORTEST = 5  # words of a sentence that says anything
LENGTH = CitationSetOptions(min_words=100, max_words=600)


def headnote_narratives() -> list[Narrative]:
    """The facts of the 100 judgments of IN-Abs's test part, sentence by sentence."""
    found = (_marked(name, judgment, headnote) for name, judgment, headnote in _judgments())
    return [one for one in found if one is not None and True in one.decisive and False in one.decisive]


def _judgments() -> Iterator[tuple[str, str, str]]:
    """Name, text and headnote of each judgment; the archive is read only as far as its test part goes."""
    texts: dict[str, dict[str, str]] = {"judgement": {}, "summary": {}}
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            if "/train-data/" in member.name:
                break
            kind = Path(member.name).parent.name
            file = archive.extractfile(member) if member.isfile() and kind in texts else None
            if file is not None:
                texts[kind][Path(member.name).stem] = file.read().decode("utf-8", errors="replace")
    for name, judgment in sorted(texts["judgement"].items()):
        yield name, judgment, texts["summary"][name]


def _marked(name: str, judgment: str, headnote: str) -> Narrative | None:
    text = clean(judgment).text
    facts = facts_of(describe_case(name, text, {}, label_sections(text, split_paragraphs(text))), LENGTH)
    if facts is None:
        return None
    sentences = tuple(span.of(facts).strip() for span in split_sentences(facts))
    pairs = set(pairwise(stems(headnote)))
    return Narrative(f"in-abs-{name}", sentences, tuple(_mark(sentence, pairs) for sentence in sentences))


def _mark(sentence: str, headnote: set[tuple[str, str]]) -> bool | None:
    own = set(pairwise(stems(sentence)))
    if len(own) < SHORTEST:
        return None
    share = len(own & headnote) / len(own)
    return True if share >= REPEATED else False if share <= NOT_REPEATED else None
