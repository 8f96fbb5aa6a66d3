"""Puts a sentence of the law tables into the words of a matter: its things, and who is meant by "he" and "she"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from countercase.counterfactual.person_meant import ACCUSED_LABEL
from countercase.domain.span import Span
from countercase.files import packaged_rows
from countercase.text.words import capitalised

# Phrases. The sentences of the tables speak of the usual case: a loan behind a cheque, a blow with a weapon. Each row
# of `own_words.csv` gives a phrase of such a sentence, words of a matter that the phrase fits (`fits_if`), words that
# call for another (`when`; if empty, any matter that it does not fit), and the other phrase. If that is empty, the
# supposition is not for this matter.


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of `own_words.csv`."""

    phrase: str
    fits_if: re.Pattern[str] | None
    when: re.Pattern[str] | None
    instead: str

    def applies_to(self, sentence: str, text: str) -> bool:
        """Whether the sentence has the phrase and the matter calls for another."""
        if not re.search(rf"\b{re.escape(self.phrase)}\b", sentence):
            return False
        fits = self.fits_if is not None and self.fits_if.search(text) is not None
        return not fits and (self.when is None or self.when.search(text) is not None)


def in_own_words(sentence: str, text: str) -> str | None:
    """The sentence in words that fit the matter; None if it speaks of things that the matter does not have."""
    for row in _rows():
        if row.applies_to(sentence, text):
            if not row.instead:
                return None
            sentence = sentence.replace(row.phrase, row.instead)
    return sentence


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(
        _Row(row["phrase"], _words(row["fits_if"]), _words(row["when"]), row["instead"])
        for row in packaged_rows("countercase.counterfactual", "data", "own_words.csv")
    )


def _words(alternatives: str) -> re.Pattern[str] | None:
    """Matches any of the words as a whole; None if the cell is empty."""
    return re.compile(rf"\b(?:{alternatives})(?!\w)", re.IGNORECASE) if alternatives else None


# Who is meant by "he", "she" or "they".

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
        person = person if match.start() else capitalised(person)
        sentence = sentence[: match.start()] + person + sentence[match.end() :]
    return sentence


def _has_antecedent(words: str, whom: str) -> bool:
    """Whether the sentence has, before the pronoun, a noun to which it can refer."""
    nouns = set(_ANTECEDENT.findall(words))
    others = {"she": _NOT_SHE, "he": _WOMEN | _SEVERAL, "they": _WOMEN}
    return bool(nouns - others[whom])


@cache
def _persons() -> dict[tuple[str, str], dict[str, str]]:
    """The person meant by "he", "she" or "they" in the sentences of a subject, unless the matter has certain words."""
    return {
        (row["subject"], row["pronoun"]): row
        for row in packaged_rows("countercase.counterfactual", "data", "persons.csv")
    }


# "She" for "he", and "he" for "she".

_HE = re.compile(r"\b(?:he|him|his|himself)\b")
_SHE = {"he": "she", "him": "her", "his": "her", "himself": "herself"}
_OF_ANOTHER_PERSON = re.compile(r"\b(?:another|lender|doctor|officer)\b[^.]*\b(?:he|him|his)\b")
_NEAR = 120  # characters after the mention of a person
_LANDLADY = re.compile(r"\blandlady\b", re.IGNORECASE)
_WIFE_DIED = re.compile(r"\b[Hh]er\s(?:husband|widower|in-laws)\b")
_WOMAN_COMPLAINS = re.compile(
    r"\b(?:[Cc]omplainant|[Ii]nformant|by),?\s(?:Mrs|Ms|Smt|Kumari)\b|\bcomplainant\b[^.]{0,30}\bshe\b"
)
_ABOUT_ACCUSED = re.compile(r"\b[Tt]he\saccused\b")
_WOMAN_ACCUSED = re.compile(
    r"\b(?:[Aa]ccused|[Aa]ppellant|[Aa]pplicant|[Pp]etitioner)\b:?,?\s(?:Smt|Mrs|Ms|Kumari|is\sa\s(?:woman|widow|lady))\b"
    r"|\b[Aa]ccused\s\(?(?:wife|mother|woman|lady)\b"
    r"|\b(?:[Aa]ccused|[Aa]ppellant|[Aa]pplicant|[Pp]etitioner)\b:?,?\s[A-Z][a-z]+(?:\s[A-Z][a-z]+)?"
    r"(?:\s(?:Devi|Bai|Begum|Kaur|Bibi|Kumari|Khatoon)\b|,?\s\(?(?:\d\d\)?,?\s)?(?:(?:a|his)\s)?(?:widow|wife|housewife|w/o|d/o)\b)"
)
_WOMANS_NAME = (
    r"(?:(?:Smt|Mrs|Ms|Mst|Kumari|Kum)\.?\s[A-Z]|[A-Z][a-z]+\s(?:Devi|Bai|Begum|Kaur|Bibi|Khatoon)\b"
    r"|[A-Z][a-z]+(?:amma|ammal|bai|ben|kumari)\b)"
)
_WOMEN_IN_ROLE = {
    role: re.compile(rf"\b(?:{words})\b\W{{1,3}}{_WOMANS_NAME}|{_WOMANS_NAME}[\w\s]{{0,12}}\W{{1,3}}(?:{words})\b")
    for role, words in {
        "vendor": "[Vv]endor|[Ss]eller",
        "owner": "[Oo]wner|[Pp]laintiff|[Pp]lff?|[Pp]ltff|[Ss]uit\\s(?:[a-z]+\\s){0,5}by",
        "plaintiff": "[Pp]laintiff|[Pp]lff?|[Pp]ltff|[Pp]urchaser|[Bb]uyer|[Vv]endee",
    }.items()
}
_ANY_WOMAN = re.compile(r"\b(?:she|her|wife|woman|girl|lady|daughter|bride|widow|Smt|Mrs|Ms|Kumari)\b", re.IGNORECASE)
_SHE_OR_HER = re.compile(r"\b(?:she|her)\b")
_OF_A_WOMAN = re.compile(r"\b(?:she|her|Smt|Mrs|Ms|Kumari)\b")
_OF_A_MAN = re.compile(r"\b(?:he|his|him|Shri|Mr|husband)\b", re.IGNORECASE)


def of_a_woman(sentence: str, text: str, spans: Sequence[Span]) -> str:
    """The sentence with "she" for "he", if the mentions are about a woman or the landlord is a landlady."""
    if "landlord" in sentence and _LANDLADY.search(text):
        sentence = sentence.replace("landlord", "landlady")
    elif (
        _OF_A_MAN.search(_HE.sub("", sentence))
        or _OF_ANOTHER_PERSON.search(sentence)
        or not _is_woman(sentence, text, spans)
    ):
        return sentence
    return _HE.sub(lambda match: _SHE[match[0]], sentence)


def _is_woman(sentence: str, text: str, spans: Sequence[Span]) -> bool:
    """Whether the person whom a sentence is about is a woman in this matter."""
    label = ACCUSED_LABEL.search(sentence)
    if label is not None:
        return _is_called_she(rf"{label[0]}\b", text)
    if _ABOUT_ACCUSED.search(sentence):
        return _WOMAN_ACCUSED.search(text) is not None
    lower = sentence.lower()
    if any(lower.startswith(f"the {role}") and words.search(text) for role, words in _WOMEN_IN_ROLE.items()):
        return True
    if "plaintiff" in lower:
        return _is_called_she(r"(?:[Pp]laintiff|[Pp]ltff?|[Pp]lff|[Pp]urchaser)\b", text) or _is_about_a_woman(
            text, spans
        )
    return bool(
        ("the deceased" in lower and _WIFE_DIED.search(text))
        or ("the complainant" in lower and _WOMAN_COMPLAINS.search(text))
        or _is_about_a_woman(text, spans)
    )


def _is_about_a_woman(text: str, spans: Sequence[Span]) -> bool:
    """Whether the lines of the mentions speak of a woman, and of no man."""
    ends = [(text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)) for span in spans] or [(0, -1)]
    lines = " ".join(text[start : end if end >= 0 else len(text)] for start, end in ends)
    return bool(_OF_A_WOMAN.search(lines)) and not _OF_A_MAN.search(lines)


def _is_called_she(person: str, text: str) -> bool:
    """Whether the words after the mentions of a person say "she", and never "he"."""
    after = " ".join(text[match.end() : match.end() + _NEAR] for match in re.finditer(rf"\b{person}", text))
    return bool(re.search(r"\b(?:she|her)\b", after, re.IGNORECASE)) and not _OF_A_MAN.search(after)


def of_a_man(sentence: str, text: str) -> str:
    """The sentence with "he" for "she", if it is about a deceased and the matter speaks of no woman."""
    if "the deceased" not in sentence.lower() or _ANY_WOMAN.search(text):
        return sentence
    return _SHE_OR_HER.sub(lambda match: "he" if match[0] == "she" else "his", sentence)


_ONE_INJURY = re.compile(
    r"\b(?:one|single|solitary)\s(?:\w+\s){0,3}(?:wound|injury|blow)\b|\bstruck\sonce\b|\bonce\son\sthe\b",
    re.IGNORECASE,
)


def with_injuries_counted(sentence: str, text: str) -> str:
    """The sentence about "the injury", if the matter has a single one."""
    if "injuries were" not in sentence or not _ONE_INJURY.search(text):
        return sentence
    return sentence.replace("injuries were", "injury was").replace("on non-vital parts", "on a non-vital part")
