"""Mends what a scanner misreads: "Sch00l", "l8 kg", "5O". Every character keeps its place."""

import re

# Scanners read "Sch00l" for school and "Tria1" for trial; both replacements keep every character in its place.
_ZERO_IN_WORD = re.compile(r"(?<=[A-Za-z])0(?=0?[A-Za-z])|(?<=[A-Za-z]0)0(?=[A-Za-z])")
_ZERO_AT_END = re.compile(r"(?<=\b[nsdgtNSDGT])0\b|(?<=[a-z]{2})0\b")
_FIVE_IN_WORD = re.compile(r"(?<=[a-z])5(?=[a-z])")
_ONE_IN_WORD = re.compile(r"(?<=[a-z])1(?=[a-z]|\b)")
_L_FOR_I = re.compile(r"\bl(?=n[a-z]{3}|rf|mr)")
_DIGITS = re.compile(r"(?<![\w.])(?=[OolI,./-]{0,6}\d)[\dOolI](?:[\dOolI,./-]{0,14}[\dOolI])?(?!\w)")
_MISREAD_DIGITS = str.maketrans("OolI", "0011")
_WITNESS_ONE = re.compile(r"(?<=\b[PDC]W-)[lI](?!\w)|(?<=\b[PDC]W)[lI](?!\w)")
# Law reports print A to H down the margin; a scan sets them on lines of their own or behind the line.
_MARGIN_LETTER = re.compile(r"\n[ \t]*[A-H][ \t]*(?=\n)|(?<=\S)[ \t]{2,}[A-H](?=[ \t]*\n)")


def mend_numbers(text: str) -> str:
    """Letters that a scanner put into figures become figures again: "l8 kg" is 18 kg, not 8."""
    return _DIGITS.sub(lambda match: match[0].translate(_MISREAD_DIGITS), text)


def without_scanning_errors(text: str) -> str:
    """The text with the commonest misread letters and figures mended, and the letters of a margin blanked."""
    text = _MARGIN_LETTER.sub(lambda match: " " * len(match[0]), text)
    text = _ZERO_AT_END.sub("o", _ZERO_IN_WORD.sub("o", text))
    text = _FIVE_IN_WORD.sub("s", text)
    text = _ONE_IN_WORD.sub("l", text)
    text = _WITNESS_ONE.sub("1", mend_numbers(text))
    return _L_FOR_I.sub("I", text)
