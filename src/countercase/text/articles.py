"""The indefinite article: "an axe", "a knife", "an FIR", "a university"."""

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
