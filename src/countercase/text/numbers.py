"""Numbers as judgments write them: 1,50,000 and 2.5, ०-९, five lakhs, three and a half, 2½."""

import re

_ONES = "one two three four five six seven eight nine"
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = (
    {word: value for value, word in enumerate(_ONES.split(), start=1)}
    | {word: value for value, word in enumerate(_TEENS.split(), start=10)}
    | {word: 10 * value for value, word in enumerate(_TENS.split(), start=2)}
)
SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "thousands": 1e3,
    "lakh": 1e5,
    "lakhs": 1e5,
    "lac": 1e5,
    "lacs": 1e5,
    "million": 1e6,
    "millions": 1e6,
    "crore": 1e7,
    "crores": 1e7,
}
_HALF = re.compile(r"\s+and\s+(?:a\s+)?half$|\s?½$|(?:[\s-]|\s?&\s?)1/2$")
_BETWEEN = re.compile(r"[\s-]+")

SCALE = "|".join(sorted(SCALES, key=len, reverse=True))
_GAP = r"[\s-]{1,4}"  # gaps and lengths are bounded, so that matching time is too
_ONE, _TEEN, _TEN = (words.replace(" ", "|") for words in (_ONES, _TEENS, _TENS))
_UNDER_100 = rf"(?:(?:{_TEN})(?:{_GAP}(?:{_ONE})\b)?|{_TEEN}|{_ONE})"
_UNDER_1000 = rf"{_UNDER_100}(?:{_GAP}hundred(?:{_GAP}(?:and\s{{1,4}})?{_UNDER_100}\b)?)?"
_THOUSANDS = "crores?|millions?|lakhs?|lacs?|thousands?"
WORDS = rf"{_UNDER_1000}(?:{_GAP}(?:{_THOUSANDS})\b(?:{_GAP}(?:and\s{{1,4}})?{_UNDER_1000}\b)?){{0,4}}(?![a-z])"
DIGITS = r"(?:\d{1,3}(?:,\d{2}){1,4},\d{3}|\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:\.\d{1,4})?(?!\d)"
HALF = r"(?:\s{1,3}and\s{1,3}(?:a\s{1,3})?half\b|\s?½|(?:[\s-]|\s?&\s?)1/2(?!\d))?"


def parse_number(text: str) -> float:
    """The value of a number in digits or lower-case words; the text must match WORDS or DIGITS."""
    half = _HALF.search(text)
    if half is not None:
        return parse_number(text[: half.start()]) + 0.5
    if text[0].isdigit():
        return float(re.sub(r"[\s,]", "", text))
    return _parse_words(text)


def _parse_words(text: str) -> float:
    total, group = 0.0, 0.0
    for word in _BETWEEN.split(text):
        if word in _SMALL:
            group += _SMALL[word]
        elif word == "hundred":
            group = max(group, 1.0) * 100
        elif word in SCALES:
            total += max(group, 1.0) * SCALES[word]
            group = 0.0
    return total + group
