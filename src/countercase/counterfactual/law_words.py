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
_QUOTATION = re.compile(r"\"[^\"\n]{0,400}\"|“[^”\n]{0,400}”|(?<!\w)'[^'\n]{0,400}'(?!\w)")
_TOLD_BY_HERSELF = 3  # times that the narrator says "I" or "my"
SHORT = 9  # words of a clause that makes one statement


# Things that a matter has or lacks; a sentence of the tables about something absent does not fit.
_SCENE = word_keys(
    "house night blow knife pistol jewels school register flat chit kerosene poison parade lender patient malkhana"
    " robbers widow dowry beating detenu accountant canal swab boy street"
)
# What every matter may have: "the accused" needs no word in the text.
_EVERYWHERE = word_keys(
    "accused victim deceased complainant plaintiff defendant petitioner respondent applicant appellant prosecution"
    " defence court magistrate judge state government police case matter person time day date law act same other first"
)
# What a matter that raises the question has, whatever it calls it.
_UNDER_ANY_NAME = word_keys(
    "offence crime trial place aggressor gravity occurrence incident scene gap instance manner help"
    " money work property dispute parties sides document documents contract harassment drug danger period circumstance"
    " examination order grounds notice amount"
)
_EVIDENCE_ACTS = frozenset({"IEA", "BSA"})
_DEFINITE = re.compile(r"\b[Tt]he\s(?:(?:whole|second|full|said)\s)?(?P<thing>[a-z]+)")


# Other words for a thing in briefs: "the weapon" is known where a sickle is.
_CALLED = {
    "weapon": r"knife|rope|sickle|koyta|gandasi|dagger|pistol|gun|rifle|revolver|axe|lathi|stick|rod|sword|spade",
    "laboratory": r"FSL|F\.S\.L|CFSL|forensic|chemical exam\w*|C\.A\. report|serolog\w*",
    "parade": r"TIP|T\.I\.P|T\.I\. parade",
    "application": r"appln|applcn",
    "blow": r"stroke|struck|chop\w*|stab\w*|hit\b",
    "declarations": r"DD-?\d|D\.D\.",
}


_DEEDS = word_keys("dowry beating")
_NOUN_PHRASE = re.compile(
    r"\b[Tt]he\s(?P<things>(?:(?!of|to|for|in|on|by|with|from|at|was|were|is|are|had|has|did|that|which|when|who|and|or|the)"
    r"\b[a-z-]+\b\s?){1,3})"
)


def fits_scene(sentence: str, text: str) -> bool:
    """Whether the table's sentence fits the story: no house if a car was searched, no "she" if she says "I"."""
    if is_told_by_herself(text) and re.search(r"\b(?:she|he|her|his)\b", sentence, re.IGNORECASE):
        return False
    return (word_keys(sentence) & _SCENE) <= word_keys(text)


def is_told_by_herself(text: str) -> bool:
    """Whether the narrator tells her own story. What a note or a witness says in quotation marks does not count."""
    return len(FIRST_PERSON.findall(_QUOTATION.sub("", text))) >= _TOLD_BY_HERSELF


def _things_of(text: str) -> frozenset[str]:
    """The words of a text, with the plain names of the things that it calls otherwise."""
    named = [thing for thing, words in _CALLED.items() if re.search(rf"\b(?:{words})", text)]
    return frozenset(word_keys(text) | word_keys(" ".join(named)))


def has_its_things(row: Ingredient, text: str) -> bool:
    """Whether the text speaks of what a row of evidence takes as known: no certificate for "the recording" if none."""
    things = word_keys(" ".join(match["thing"] for match in _DEFINITE.finditer(row.suppose_met)))
    return not _is_of_proof(row) or things - _EVERYWHERE <= word_keys(text)


def _is_of_proof(row: Ingredient) -> bool:
    return row.role is Role.SUPPORTS or row.provisions[0].act in _EVIDENCE_ACTS


def may_be_supposed(row: Ingredient, sentence: str, text: str, is_certain: bool) -> bool:
    """Whether a sentence can be added to a text: its scene, and what it calls "the", have a word there.

    One word of "the last prejudicial act" is enough. The text speaks in its own words of what a rule has read
    (`is_certain`), unless it is a matter of proof.
    """
    told = _things_of(text) | _EVERYWHERE | _UNDER_ANY_NAME
    things = (match["things"] for match in _NOUN_PHRASE.finditer(sentence))
    has_things = (is_certain and not _is_of_proof(row)) or all(not told.isdisjoint(word_keys(word)) for word in things)
    is_foreign = is_told_by_herself(text) and re.search(r"\b(?:she|he|her|his|wife|husband)\b", sentence, re.IGNORECASE)
    return has_things and not is_foreign and (word_keys(sentence) & _SCENE) - _DEEDS <= _things_of(text)


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


def states_the_same(row: Ingredient, words: str) -> bool:
    """Whether most words of a mention are words of the law's sentences, so that one of these can replace it.

    "Balance not deposited in court" tells against readiness, but is more than "he was not ready".
    """
    said = word_keys(" ".join((row.name, row.suppose_met, row.suppose_not))) - word_keys(PLAIN_WORDS)
    told = word_keys(words) - word_keys(PLAIN_WORDS)
    return 2 * len(told & said) > len(told)


def least_shared(words: str) -> float:
    """The number of words that a mention must share with the law's sentences: two, or a fifth of a long one."""
    told = word_keys(words) - word_keys(PLAIN_WORDS)
    return 1 if len(words.split()) <= SHORT else max(2, len(told) / 5)
