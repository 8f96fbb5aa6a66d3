"""Who is meant by "he", "she" or "they" in a sentence of the law tables, in a given matter."""

import csv
import re
from collections.abc import Sequence
from functools import cache
from importlib import resources

from countercase.domain.span import Span

_PRONOUNS = {"she": "she", "her": "she", "he": "he", "him": "he", "his": "he", "they": "they", "them": "they"}
_PRONOUN = re.compile(r"\b(?:she|her|he|him|his|they|them)\b", re.IGNORECASE)
_POSSESSIVE = re.compile(
    r"(?:his|her)\s(?!to\b|out\b|away\b|regularly\b|into\b|from\b|and\b|or\b|with\b|without\b)[a-z]", re.IGNORECASE
)
# Nouns in a sentence of the tables to which a later pronoun of the same sentence refers.
_ANTECEDENT = re.compile(
    r"\b(?:accused|plaintiff|complainant|defendant|deceased|witness(?:es)?|appellant|petitioner|child|driver|tenant"
    r"|landlord|vendor|husband|wife|detenu|persons?|victim|officer|doctor|[Mm]agistrate|workman|employee|purchaser"
    r"|applicant|authority|arbitrator|insured|executant|principal|director|owner|parties|acts|parcels|relatives"
    r"|claimants|samples|robbers|words|approver|callers|boy|another|transferee|lender|buyer|seller|occupant|landowner"
    r"|contemnor|prosecutrix|girl|woman)\b"
)
_WOMEN = frozenset({"wife", "prosecutrix", "woman", "girl"})
# "The doctor found marks on her body" is about another woman.
_NOT_SHE = frozenset(
    {"accused", "husband", "doctor", "officer", "magistrate", "Magistrate", "driver", "boy", "relatives"}
)
_SEVERAL = frozenset("witnesses persons parties acts parcels relatives claimants samples robbers words callers".split())
_BOTH = re.compile(r"\A[Bb]oth\s(?=[a-z]+ed\b|were\b|had\b|have\b|did\b|agreed\b)")


def with_person(sentence: str, subject: str, text: str) -> str | None:
    """The sentence with the first of each pronoun replaced by the person; None if nobody could tell who "he" is."""
    sentence = _BOTH.sub("Both parties ", sentence)
    for whom in ("she", "he", "they"):
        match = next((match for match in _PRONOUN.finditer(sentence) if _PRONOUNS[match[0].lower()] == whom), None)
        if match is None or _has_antecedent(sentence[: match.start()], whom):
            continue
        row = _persons().get((subject, whom))
        if row is None or (row["unless"] and re.search(rf"\b(?:{row['unless']})\b", text)):
            return None
        choices = row["person"].split("|")
        person = next((choice for choice in choices if choice.split()[-1] in text), choices[-1])
        if match[0].lower() == "his" or _POSSESSIVE.match(sentence, match.start()):
            person += "'s"
        person = person if match.start() else person[0].upper() + person[1:]
        sentence = sentence[: match.start()] + person + sentence[match.end() :]
    return sentence


_HE = re.compile(r"\b(?:he|him|his|himself)\b")
_SHE = {"he": "she", "him": "her", "his": "her", "himself": "herself"}
_LANDLADY = re.compile(r"\blandlady\b", re.IGNORECASE)
_OF_A_WOMAN = re.compile(r"\b(?:she|her|Smt|Mrs|Ms|Kumari)\b")
_OF_A_MAN = re.compile(r"\b(?:he|his|him|Shri|Mr|husband)\b", re.IGNORECASE)


def _is_about_a_woman(text: str, spans: Sequence[Span]) -> bool:
    """Whether the lines of the mentions speak of a woman, and of no man."""
    ends = [(text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)) for span in spans]
    lines = " ".join(text[start : end if end >= 0 else len(text)] for start, end in ends)
    return bool(_OF_A_WOMAN.search(lines)) and not _OF_A_MAN.search(lines)


def _has_antecedent(words: str, whom: str) -> bool:
    """Whether the sentence has, before the pronoun, a noun to which it can refer."""
    nouns = set(_ANTECEDENT.findall(words))
    others = {"she": _NOT_SHE, "he": _WOMEN | _SEVERAL, "they": _WOMEN}
    return bool(nouns - others[whom])


@cache
def _persons() -> dict[tuple[str, str], dict[str, str]]:
    """The person meant by "he", "she" or "they" in the sentences of a subject, unless the matter has certain words."""
    table = resources.files("countercase.counterfactual").joinpath("data", "persons.csv").read_text(encoding="utf-8")
    return {(row["subject"], row["pronoun"]): row for row in csv.DictReader(table.splitlines())}


def of_a_woman(sentence: str, text: str, spans: Sequence[Span]) -> str:
    """The sentence with "she" for "he", if the mentions are about a woman or the landlord is a landlady."""
    if "landlord" in sentence and _LANDLADY.search(text):
        return _HE.sub(lambda match: _SHE[match[0]], sentence.replace("landlord", "landlady"))
    if not _OF_A_MAN.search(_HE.sub("", sentence)) and _is_about_a_woman(text, spans):
        return _HE.sub(lambda match: _SHE[match[0]], sentence)
    return sentence
