"""Words that a text shares with the sentences of the law tables, and whether such a sentence fits the story."""

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
_LEAST_FIRST_PERSON = 3  # uses of "I" or "my" that make a first-person narrative
SHORT = 9  # words; a clause of this length makes a single statement
# Things that a matter has or lacks. A sentence of the tables about a thing that the matter lacks does not fit.
_SCENE = word_keys(
    "house night blow knife pistol jewels school register flat chit kerosene poison parade lender patient malkhana"
    " robbers widow dowry beating detenu accountant canal swab boy street pocket pedestrian loan unemployed"
)
# Things that any matter may have: "the accused" need not be mentioned before.
_IN_EVERY_MATTER = word_keys(
    "accused victim deceased complainant plaintiff defendant petitioner respondent applicant appellant prosecution"
    " defence court magistrate judge state government police case matter person time day date law act same other first"
)
# Things that a matter has if it raises the question at all, whatever it calls them.
_UNDER_ANY_NAME = word_keys(
    "offence crime trial place aggressor gravity occurrence incident scene gap instance manner help"
    " money work property dispute parties sides document documents contract harassment drug danger period circumstance"
    " examination order grounds notice amount basis article chain evidence plea hurt body injury injuries means price"
)
_EVIDENCE_ACTS = frozenset({"IEA", "BSA"})
_DEFINITE = re.compile(r"\b[Tt]he\s(?:(?:whole|second|full|said)\s)?(?P<thing>[a-z]+)")
# Other names for a thing in briefs: a text with a sickle has a weapon.
_OTHER_NAMES = {
    "weapon": r"knife|rope|sickle|koyta|gandasi|dagger|pistol|gun|rifle|revolver|axe|lathi|stick|rod|sword|spade",
    "laboratory": r"FSL|F\.S\.L|CFSL|forensic|chemical exam\w*|C\.A\. report|serolog\w*",
    "parade": r"TIP|T\.I\.P|T\.I\. parade",
    "application": r"appln|applcn",
    "blow": r"stroke|struck|chop\w*|stab\w*|hit\b",
    "declarations": r"DD-?\d|D\.D\.",
    "loan": r"lent|borrow\w*|advanced?",
    "lender": r"[Ll]oan|lent|lend|borrow\w*",
    "accompanying": r"[Ss]hadow|panch",
    "suicide": r"hang(?:ed|ing)|poison",
    "purchaser": r"bought|buyer|transferee|sold to|vendee",
}
# Words of the scene that a supposition may bring in.
_NEED_NO_MENTION = word_keys("dowry beating")
_NOUN_PHRASE = re.compile(
    r"\b[Tt]he\s(?P<things>(?:(?!of|to|for|in|on|by|with|from|at|was|were|is|are|had|has|did|that|which|when|who|and|or|the)"
    r"\b[a-z-]+\b\s?){1,3})"
)


def fits_scene(sentence: str, text: str) -> bool:
    """Whether a table's sentence fits the story: no house if a car was searched, no "she" in a first-person account."""
    if is_first_person(text) and re.search(r"\b(?:she|he|her|his)\b", sentence, re.IGNORECASE):
        return False
    return (word_keys(sentence) & _SCENE) <= word_keys(text)


def is_first_person(text: str) -> bool:
    """Whether the narrator tells her own story. "I" in a quoted note or statement does not count."""
    return len(FIRST_PERSON.findall(_QUOTATION.sub("", text))) >= _LEAST_FIRST_PERSON


def _things_in(text: str) -> frozenset[str]:
    """The words of a text, and the usual names of the things for which it uses another name."""
    things = [thing for thing, words in _OTHER_NAMES.items() if re.search(rf"\b(?:{words})", text)]
    return frozenset(word_keys(text) | word_keys(" ".join(things)))


def has_assumed_things(row: Ingredient, text: str) -> bool:
    """Whether the text has what a row of evidence assumes: no certificate for "the recording" if there is none."""
    things = word_keys(" ".join(match["thing"] for match in _DEFINITE.finditer(row.suppose_met)))
    return not _is_about_proof(row) or things - _IN_EVERY_MATTER <= word_keys(text)


def _is_about_proof(row: Ingredient) -> bool:
    return row.role is Role.SUPPORTS or row.provisions[0].act in _EVIDENCE_ACTS


def may_be_supposed(row: Ingredient, sentence: str, text: str, is_certain: bool) -> bool:
    """Whether a sentence can be added to a text, which must mention its scene and what the sentence calls "the ...".

    One word of "the last prejudicial act" is enough. If a rule has read the ingredient (`is_certain`), the text has its
    own words for the things, except in a matter of proof.
    """
    known_things = _things_in(text) | _IN_EVERY_MATTER | _UNDER_ANY_NAME
    things = (match["things"] for match in _NOUN_PHRASE.finditer(sentence))
    has_things = (is_certain and not _is_about_proof(row)) or all(
        not known_things.isdisjoint(word_keys(word)) for word in things
    )
    is_foreign = is_first_person(text) and re.search(r"\b(?:she|he|her|his|wife|husband)\b", sentence, re.IGNORECASE)
    return has_things and not is_foreign and has_scene(sentence, text)


def has_scene(sentence: str, text: str) -> bool:
    """Whether the text has the things of the scene of which a sentence speaks, under this or another name."""
    return (word_keys(sentence) & _SCENE) - _NEED_NO_MENTION <= _things_in(text)


def is_about(row: Ingredient, words: str) -> bool:
    """Whether the words share any word with the table's text for an ingredient. If not, the reading may be wrong."""
    return not word_keys(words).isdisjoint(row_keys(row))


def shared_words(row: Ingredient, words: str) -> int:
    """The number of words that a clause shares with the table's sentences."""
    table_words = word_keys(" ".join((row.name, row.suppose_met, row.suppose_not))) - word_keys(PLAIN_WORDS)
    return len(word_keys(words) & table_words)


@cache
def row_keys(row: Ingredient) -> frozenset[str]:
    """The telling words in the table's text for an ingredient."""
    table_words = word_keys(" ".join((row.name, row.suppose_met, row.suppose_not, row.if_met, row.if_not)))
    return table_words - word_keys(PLAIN_WORDS)


def states_the_same(row: Ingredient, words: str) -> bool:
    """Whether most words of a mention are words of the table's sentences, so that one of those can replace it.

    "Balance not deposited in court" speaks against readiness, but says more than "he was not ready".
    """
    table_words = word_keys(" ".join((row.name, row.suppose_met, row.suppose_not))) - word_keys(PLAIN_WORDS)
    mention_words = word_keys(words) - word_keys(PLAIN_WORDS)
    return 2 * len(mention_words & table_words) > len(mention_words)


def least_shared(words: str) -> float:
    """How many words a mention must share with the table's sentences: one if it is short, else two or a fifth."""
    mention_words = word_keys(words) - word_keys(PLAIN_WORDS)
    return 1 if len(words.split()) <= SHORT else max(2, len(mention_words) / 5)
