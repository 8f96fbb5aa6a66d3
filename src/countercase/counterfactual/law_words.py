"""Words that a text shares with the sentences of the tables, and whether such a sentence fits the story."""

import re
from functools import cache

from countercase.law.ingredients import Ingredient, Role
from countercase.law.ingredients.patterns import word_keys

PLAIN_WORDS = (
    "the a an of to in on at by for with from and or but not no is was were are be been has have had he she it they his"
    " her their this that which who whom when where if under section act code court case law accused appellant person"
    " complainant petitioner respondent applicant witness witnesses"
    " prosecution defence plaintiff defendant only before after within without against made may must any other such"
    " there one two than as into its him them shall can could would will did does do out up over more less so"
    " reason reasons gap given found show shows shown"
    " taken record recorded date day days year years first last state matter paper then"
)
FIRST_PERSON = re.compile(r"\b(?:I|me|[Mm]y|myself)\b(?!\.)")
_TOLD_BY_HERSELF = 3  # times that the narrator says "I" or "my"
SHORT = 9  # words of a clause that makes one statement


# Things that a matter has or lacks; a sentence of the tables about something absent does not fit.
_SCENE = word_keys(
    "house night blow knife pistol jewels school register flat chit kerosene poison parade lender patient malkhana"
    " robbers policy widow dowry beating detenu accountant canal swab boy street"
)
# What every matter may have: "the accused" needs no word in the text.
_EVERYWHERE = word_keys(
    "accused victim deceased complainant plaintiff defendant petitioner respondent applicant appellant prosecution"
    " defence court magistrate judge state government police case matter person time day date law act same other first"
)
_EVIDENCE_ACTS = frozenset({"IEA", "BSA"})
_DEFINITE = re.compile(r"\b[Tt]he\s(?:(?:whole|second|full|said)\s)?(?P<thing>[a-z]+)")


def fits_scene(sentence: str, text: str) -> bool:
    """Whether the table's sentence fits the story: no house if a car was searched, no "she" if she says "I"."""
    if len(FIRST_PERSON.findall(text)) >= _TOLD_BY_HERSELF and re.search(
        r"\b(?:she|he|her|his)\b", sentence, re.IGNORECASE
    ):
        return False
    return (word_keys(sentence) & _SCENE) <= word_keys(text)


def has_its_things(row: Ingredient, text: str) -> bool:
    """Whether the text speaks of what a row of evidence takes as known: no certificate for "the recording" if none."""
    things = word_keys(" ".join(match["thing"] for match in _DEFINITE.finditer(row.suppose_met)))
    is_of_proof = row.role is Role.SUPPORTS or row.provisions[0].act in _EVIDENCE_ACTS
    return not is_of_proof or things - _EVERYWHERE <= word_keys(text)


def is_about(row: Ingredient, words: str) -> bool:
    """Whether the words share a word with the table's text for an ingredient. If not, the reading may be wrong."""
    return not word_keys(words).isdisjoint(keys_of(row))


def shared_words(row: Ingredient, words: str) -> int:
    """The number of words that a clause shares with the table's sentences."""
    said = word_keys(" ".join((row.name, row.suppose_met, row.suppose_not))) - word_keys(PLAIN_WORDS)
    return len(word_keys(words) & said)


@cache
def keys_of(row: Ingredient) -> frozenset[str]:
    said = word_keys(" ".join((row.name, row.suppose_met, row.suppose_not, row.if_met, row.if_not)))
    return said - word_keys(PLAIN_WORDS)


def least_shared(words: str) -> float:
    """The number of words that a mention must share with the law's sentences: two, or a fifth of a long one."""
    told = word_keys(words) - word_keys(PLAIN_WORDS)
    return 1 if len(words.split()) <= SHORT else max(2, len(told) / 5)
