"""Finds where clauses end. Neither the full stop of an abbreviation nor a wrapped line ends a clause."""

import re
from itertools import pairwise

# The full stop of "S. 4", "p.m." and "Dr." does not end a clause.
_BREAK = re.compile(
    r"[.?!](?=\s+[\"“'(\[]?[A-Z0-9])|;|\n\s*\n|\n(?=\s*(?:[-–—*•>»+]|\(?\w{1,3}[.)]\s|\d))|\s\.\s|(?P<line>\n(?=\s*[A-Z]))"
)
_DATE = re.compile(r"\d{1,2}[./-]\d{1,2}|\b(?:19|20)\d\d\b")
_ENDS_IN_SMALL_WORD = re.compile(
    r"\b(?:on|dated|dtd?\.?|of|from|by|till|upto|at|and|the|no\.?|section|s\.|u/s|rs\.?|after|before|about|around|to)\s*\Z"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:s|ss|u/s|sec|secs|art|arts|no|nos|dr|mr|mrs|smt|shri|sri|ld|rs|dt|p|a|m|pw|dw|ex|dy|sub|insp|addl|spl|r|v|vs"
    r"|w|c|ch|o|i|d|hon|viz|cr|crl|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|ltd|co|st|distt?|advt|govt|retd|approx|occ|prod|susp|recd|rcvd|appln|petn|judgt|judgmt|convn|adv|info|extn|hrs?|wt|max|compl|resp|petr|pltf"
    r"|deft|sr|jr|pt|cl|para|ltr|dtd|regd|acc|ors|anr|mag|magte?|bd|ct|cts|chq|cog|cogn|conv|convd|decd|accd|jt|jgmt|jdgt|judgt"
    r"|prodn|extd|refd|rej|rejd|notfn|notifn|notif|publn|pubn|decl|decln|declrn|regn|agt|agmt|agst|ref|repn|rep|opp|def|defts|pltfs|petnr|comm|commr|cert"
    r"|certd|complnt|representn|prosn|regr|provn|depn|dept|deptt|comp|complt|compt|amt|bal|pymt|advt|stmt|statmt|exam|examd|arr|rem|filg|instt|disp|bef|frm|abt|alongwith|asst|supdt|tr|sess|j|sh|km|lt|col|vict|minr|occr|acqd|acq|apps?|aplt|appl|appellt|tehs|vill|po|sd|wef|encl|annx?|exh|reg|poss|possn|execn|exec|perf|cancn|compln|dishd|retd|pres|presd|presn|recvd|intimn|sentd|sanc|susp|appt|apptd|w/s|o\.s|s\.p|i\.d|l\.c|[a-z]))\Z|&\ssent\Z"
)
_ENTRY_START = re.compile(
    r"(?:\A|\n)\s*(?:[-–—*•>»+]\s*|\(?(?:\d{1,2}|[ivx]{1,4}|[a-z])[.)]\s+)?(?:(?:on|in|dated|dt\.?)\s)?\Z"
)
_SHORT_WORD = r"(?:\A|[^a-z])(?!(?:on|in|it|to|of|by|he|me|us|up|so|do|is|as|at|be|am|pm)\Z)[a-z]{1,2}\Z"
_FULL_LINE = 60  # characters
_LEAST_WIDTH = 55  # characters; prose is seldom set in narrower lines
_NEW_ENTRY = re.compile(
    r"\n\s*(?:[-–—*•>»+]|\(?(?:\d{1,2}|[a-z]{1,4})[.)]\s|\d{1,4}[./-]\d{1,2}[./-]\d{2,4}[^\n]{0,14}?\s?[-:–|]|\d{1,2}(?:st|nd|rd|th)?\s[a-z]{3,9}\.?,?\s\d{4}\s?[-:–|])"
)


def clause_ends(text: str, lower: str) -> list[int]:
    """The offsets at which clauses end, in order. `lower` is the text in lower case."""
    entry_ends = _entry_ends(lower)
    return [
        match.end()
        for match in _BREAK.finditer(text)
        if (match[0] != "." or not _is_abbreviated(lower, match.start()))
        and not (match[0] == "\n" and _is_wrapped(lower, match.start()))
        and (match["line"] is None or match.start() in entry_ends)
    ]


def _entry_ends(lower: str) -> set[int]:
    """Line breaks that the writer made after a short line with a date: the next word would have fitted on the line."""
    ends: set[int] = set()
    position = 0
    for block in re.split(r"(?<=\n)(?=[ \t]*\n)", lower):
        lines = block.split("\n")
        width = max(_LEAST_WIDTH, *map(len, lines))
        for line, following in pairwise(lines):
            position += len(line)
            words = following.split(None, 1)
            if words and len(line) < _FULL_LINE and _DATE.search(line):
                next_word_would_fit = len(line.rstrip()) + 1 + len(words[0]) <= width
                if next_word_would_fit or _DATE.search(following):
                    ends.add(position)
            position += 1
        position += len(lines[-1])
    return ends


def _is_wrapped(lower: str, point: int) -> bool:
    """Whether a line continues on the next: it ends in a small word, or it is full and no list item follows."""
    if _ENDS_IN_SMALL_WORD.search(lower, max(0, point - 12), point):
        return True
    line = lower[lower.rfind("\n", 0, point) + 1 : point].rstrip()
    is_full = len(line) >= _FULL_LINE and line[-1] not in ".;:?!"
    return is_full and _NEW_ENTRY.match(lower, point, point + 40) is None


def _is_abbreviated(lower: str, point: int) -> bool:
    """Whether a full stop belongs to an abbreviation: "s. 4", "w.e.f. 6 January", "Dr. Rao"."""
    before = lower[max(0, point - 8) : point]
    if re.match(r"\.\s{1,3}\d", lower[point : point + 5]) and re.search(_SHORT_WORD, before):
        return True
    return _ABBREVIATION.search(before) is not None


def opens_entry(lower: str, start: int) -> bool:
    """Whether a date starts an entry in a list of dates."""
    return _ENTRY_START.search(lower[max(0, start - 16) : start]) is not None
