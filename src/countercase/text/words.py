"""Words, stems, stop words and the indefinite article, for every feature.

The stop lists are kept side by side because they must differ: each was chosen with the scores that depend on it, and
merging them would change those scores silently.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

# Search. "not", "no" and "without" stay, since "no eyewitness" is a fact.
SEARCH_STOP_WORDS = frozenset(
    """a an the of to in and or is was for on by that with as it be at from this which are were has had have he his she
    her they their its been but if any such there who would shall may can so upon under also than then these those him
    them into out over when where while will did do does said one we our i you""".split()
)
# The measuring ranking reads words of three letters and more; otherwise as for search.
MEASURING_STOP_WORDS = frozenset(word for word in SEARCH_STOP_WORDS if len(word) > 2)
# Contracts: a short list, since "shall" and "may" distinguish an obligation from a permission.
CONTRACT_STOP_WORDS = frozenset(
    "a an the of to in and or is for on by that with as it be at from this which are".split()
)
# The specification's grounding test counts content words only; here "not" is a function word.
GROUNDING_STOP_WORDS = frozenset(
    """a about above after again all also am an and any are as at be because been before being below between both but
    by can could did do does down during each few for from further had has have having he her here hers him his how i
    if in into is it its itself just me more most my no nor not of off on once only or other our out over own same she
    should so some such than that the their them then there these they this those through to too under until up very
    was we were what when where which while who whom why will with would you your""".split()
)
# The strict check: every word that cannot be true or false of anything. "no" and "not" are content there.
FUNCTION_WORDS = frozenset(
    """a about above after again against all also although am among an and any are as at be because been before being
    below between both but by can could did do does doing down during each either etc few for from further had has have
    having he hence her here hereby herein hers herself him himself his how however i if in into is it its itself just
    may me might more most much must my myself of off on once only or other others our out over own per same shall she
    should since so some still such than that the thee their theirs them themselves then thence there thereafter
    thereby therefore therefrom therein thereof thereto thereupon these they this those though through thus till to
    too under until up upon us very viz was we were what whatever when whence where whereas whereby wherein whereupon
    whether which while who whom whose why will with within would yet you your yours said s t d ll re ve
    st nd rd th""".split()
)


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem of a lower-case word."""
    stemmed: str = _stemmer().stemWord(word)
    return stemmed


def stem_all(words: Iterable[str]) -> list[str]:
    """The stems of lower-case words, in order."""
    stemmed: list[str] = _stemmer().stemWords(list(words))
    return stemmed


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


# The indefinite article: "an axe", "a knife", "an FIR", "a university".

_SPELT_VOWELS = "AEFHILMNORSX"  # letters whose names begin with a vowel sound: "an FIR", "an MLA"
_VOWEL_SOUND = (
    "un",
    "ul",
    "um",
    "up",
    "urg",
    "x-",
    "hour",
    "honest",
    "honour",
    "heir",
)  # "an uncle", "an heir"; most words in "u" sound "you"
_CONSONANT_SOUND = ("uni", "one", "once", "eu")  # "a university", "a one-sided account"


def article(words: str) -> str:
    """ "a" or "an", as the first word sounds."""
    bare = words.lstrip("‘'\"“(")
    first = bare.split(maxsplit=1)[0] if bare.split() else ""
    if first.isupper() and len(first) > 1:
        return "an" if first[0] in _SPELT_VOWELS else "a"
    lower = first.lower()
    if lower.startswith(_CONSONANT_SOUND):
        return "a"
    return "an" if lower[:1] in tuple("aeio") or lower.startswith(_VOWEL_SOUND) else "a"


def with_article(words: str) -> str:
    """ "an axe", "a knife"."""
    return f"{article(words)} {words}"
