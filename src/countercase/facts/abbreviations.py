"""Expands the abbreviations of briefs and lists of dates, and maps every character back to the original.

"Decd. recd. inj. on head" becomes "Deceased received injury on head". A span of the expanded text maps back to a span
of the text as it was written.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from countercase.domain.span import Span

# Abbreviations whose full stop may also end the sentence.
_NOUNS = {
    "accd": "accused",
    "accsd": "accused",
    "acsd": "accused",
    "decd": "deceased",
    "compl": "complainant",
    "complt": "complainant",
    "compt": "complainant",
    "prosx": "prosecutrix",
    "prosix": "prosecutrix",
    "appl": "applicant",
    "appln": "application",
    "applcn": "application",
    "aplt": "appellant",
    "applt": "appellant",
    "appt": "appellant",
    "petnr": "petitioner",
    "pet'r": "petitioner",
    "petn": "petition",
    "compl't": "complainant",
    "resp't": "respondent",
    "appl't": "appellant",
    "dec'd": "deceased",
    "extn": "extension",
    "certs": "certificates",
    "occ": "occurrence",
    "acq": "acquittal",
    "poss": "possession",
    "petr": "petitioner",
    "respdt": "respondent",
    "respt": "respondent",
    "deft": "defendant",
    "defdt": "defendant",
    "pltf": "plaintiff",
    "plff": "plaintiff",
    "wit": "witness",
    "wits": "witnesses",
    "inj": "injury",
    "injs": "injuries",
    "expl": "explanation",
    "stmt": "statement",
    "stmts": "statements",
    "stmnt": "statement",
    "cert": "certificate",
    "info": "information",
    "asst": "assistant",
    "chq": "cheque",
    "chqs": "cheques",
    "amt": "amount",
    "agmt": "agreement",
    "agrmt": "agreement",
    "regn": "registration",
    "pymt": "payment",
    "possn": "possession",
    "docs": "documents",
    "objn": "objection",
    "objns": "objections",
    "notifn": "notification",
    "decln": "declaration",
    "acqn": "acquisition",
    "compn": "compensation",
    "supdt": "superintendent",
    "insp": "inspector",
    "yrs": "years",
    "yr": "year",
    "mths": "months",
    "hrs": "hours",
    "ct": "court",
    "tc": "trial court",
    "chgsheet": "charge-sheet",
    "cs": "charge-sheet",
    "tip": "test identification parade",
    "pmr": "post-mortem report",
    "govt": "government",
    "dept": "department",
    "pros": "prosecution",
    "prosn": "prosecution",
    "prosec": "prosecution",
    "applts": "appellants",
    "accds": "accused",
    "complts": "complainants",
    "hosp": "hospital",
    "hospl": "hospital",
    "mag": "magistrate",
    "magte": "magistrate",
    "dist": "district",
    "distt": "district",
    "evid": "evidence",
    "evdc": "evidence",
    "identn": "identification",
    "invn": "investigation",
    "invgn": "investigation",
    "convn": "conviction",
    "jdgmt": "judgment",
    "jgmt": "judgment",
    "veh": "vehicle",
    "pmt": "payment",
    "rcpt": "receipt",
    "ppty": "property",
    "w/s": "written statement",
    "chgs": "charges",
    "stn": "station",
    "pt": "patient",
    "xxn": "cross-examination",
    "xxm": "cross-examination",
    "witn": "witness",
    "args": "arguments",
    "postmortem": "post-mortem",
}
# Abbreviations that never end a sentence.
_NOT_NOUNS = {
    "betw": "between",
    "btw": "between",
    "b/w": "between",
    "w/o": "without",
    "indep": "independent",
    "conv": "convicted",
    "retd": "returned",
    "regd": "registered",
    "recd": "received",
    "rcvd": "received",
    "exmd": "examined",
    "examd": "examined",
    "dt": "dated",
    "dtd": "dated",
    "ord": "ordinary",
    "addl": "additional",
    "spl": "special",
    "a/c": "account",
    "c/s": "charge-sheet",
    "seizd": "seized",
    "arrstd": "arrested",
    "prodcd": "produced",
    "alld": "alleged",
    "betwn": "between",
    "w/": "with",
    "acc": "according",
    "judl": "judicial",
    "exec": "executive",
    "exc": "exception",
    "exd": "examined",
    "unexmd": "unexamined",
    "invd": "investigated",
    "sentd": "sentenced",
    "impld": "implicated",
    "mentd": "mentioned",
    "identd": "identified",
    "def": "defence",
}
_NEEDS_CAPITALS = frozenset({"tip", "cs", "tc", "pmr"})
_NEEDS_DOT = frozenset(
    "wit ct ord conv expl cert info compl appl appt insp spl tc pros mag dist pt acc exc exec def veh args occ acq"
    " poss".split()
)
_FORMS = "|".join(sorted(map(re.escape, {**_NOUNS, **_NOT_NOUNS}), key=len, reverse=True))
_ABBREVIATION = re.compile(
    rf"(?<![\w/.-])(?P<word>{_FORMS})(?P<dot>\.?)(?![\w/])"
    r"|(?P<fracture>(?<![\w/])#(?=\s?(?:of\b|left\b|right\b|skull|femur|tibia|rib|ulna|radius)))"
    r"|(?P<initials>\bT\.\s?[CI]\.(?:\s?P\.)?(?=\s))"
    r"|(?P<version>(?<![\w.])(?-i:[DP]\.?\s?V)\.?(?=\s?(?::|[–—-]\s)))"
    r"|(?P<cross>(?<=\bin\s)X(?=[\s,.;:]|\Z))"
    # A word hyphenated at a line end: "pay-" and "ment".
    r"|(?P<broken>(?<=[a-z]{2})-(?:[ \t]*\n[ \t]*|[ ])(?=(?-i:[a-z]{2}))(?!(?:and|or|to|cum|the|in|is|was)\b))",
    re.IGNORECASE,
)
# Abbreviations that mean something else when certain words follow: "recd. at his instance" means recovered.
_OTHER_READINGS = {
    "recd": (
        re.compile(
            r"\s+(?:at|on|from|upon)\s+(?:the\s+|his\s+|her\s+)?(?:instance|pointing|disclosure|house|field|open)",
            re.IGNORECASE,
        ),
        "recovered",
    ),
    "acc": (re.compile(r"(?!\s+to\b)", re.IGNORECASE), "accused"),
    "def": (re.compile(r"\s?(?:no\b|nos\b|\d|['’]s\b)", re.IGNORECASE), "defendant"),
    "pt": (re.compile(r"\s?(?:\d|[IVX]+\b)"), "part"),
}


_MOTOR_ACCIDENT = re.compile(
    r"\bM\.?A\.?C\.?T\b|\bM\.?A\.?C\.?P?\b\.?\s|\b(?:multiplier|claimants?|insurer|pillion)\b"
    r"|\bmotor\s(?:vehicles?|accidents?|acc\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WrittenOut:
    """A text with its abbreviations expanded, and a map back to the original."""

    text: str
    starts: tuple[int, ...]  # start of each run of characters in `text`
    sources: tuple[int, ...]  # start of the same run in the original
    lengths: tuple[int, ...]  # length of the same run in the original

    def original(self, start: int, end: int) -> Span:
        """Map a span of the expanded text to a span of the original."""
        return Span(self._before(start), max(self._after(end), self._before(start) + 1))

    def moved(self, offset: int) -> int:
        """Map an offset of the original to the expanded text; inside a short form, to where its expansion begins."""
        run = bisect_right(self.sources, offset) - 1
        is_short_form = run % 2 == 1
        return self.starts[run] + (0 if is_short_form else offset - self.sources[run])

    def _before(self, at: int) -> int:
        run = bisect_right(self.starts, at) - 1
        return self.sources[run] + min(at - self.starts[run], self.lengths[run])

    def _after(self, at: int) -> int:
        run = bisect_right(self.starts, at - 1) - 1
        inside = at - self.starts[run]
        is_short_form = run % 2 == 1
        return self.sources[run] + (self.lengths[run] if is_short_form else min(inside, self.lengths[run]))


def write_out(text: str) -> WrittenOut:
    """Expand the abbreviations of a text."""
    is_motor_accident = _MOTOR_ACCIDENT.search(text) is not None
    changes = []
    for match in _ABBREVIATION.finditer(text):
        full = _expansion(match, text)
        if (
            full is not None
            and is_motor_accident
            and full.lower() == "accused"
            and (match["word"] or "").lower() == "acc"
        ):
            full = "Accident" if match["word"][0].isupper() else "accident"
        if full is not None:
            changes.append((match.start(), match.end(), full))
    return rewrite(text, changes)


def rewrite(text: str, changes: Iterable[tuple[int, int, str]]) -> WrittenOut:
    """Replace parts of a text. Each change is (start, end, new words), in text order; an overlapping one is skipped."""
    pieces: list[str] = []
    starts, sources, lengths = [0], [0], []
    copied_to = length = 0
    for start, end, new_words in changes:
        if start < copied_to:
            continue
        pieces += [text[copied_to:start], new_words]
        lengths += [start - copied_to, end - start]
        length += start - copied_to
        starts += [length, length + len(new_words)]
        sources += [start, end]
        length += len(new_words)
        copied_to = end
    pieces.append(text[copied_to:])
    lengths.append(len(text) - copied_to)
    return WrittenOut("".join(pieces), tuple(starts), tuple(sources), tuple(lengths))


def _expansion(match: re.Match[str], text: str) -> str | None:
    """The expansion of an abbreviation, or None if it is not an abbreviation here."""
    if match["word"] is None:
        return _symbol_expansion(match)
    word, dot = match["word"], match["dot"]
    lowered = word.lower()
    if lowered in _NEEDS_CAPITALS and not word.isupper():
        return None
    if lowered in _NEEDS_DOT and not dot and not word.isupper():
        return None
    full = _NOT_NOUNS.get(lowered) or _NOUNS[lowered]
    other_reading = _OTHER_READINGS.get(lowered)
    if other_reading and other_reading[0].match(text, match.end()):
        full = other_reading[1]
    ends_sentence = (
        dot
        and lowered in _NOUNS
        and re.match(r"\s*(?:\Z|\n|\s[A-Z][a-z]|\s[A-Z]{2,}\b)", text[match.end() : match.end() + 6])
    )
    return (full.capitalize() if word[0].isupper() else full) + ("." if ends_sentence else "")


def _symbol_expansion(match: re.Match[str]) -> str:
    """The expansion of a symbol or a pair of initials."""
    if match["initials"]:
        return "test identification parade" if "I" in match["initials"] else "trial court"
    if match["version"]:
        return "Defence version" if match["version"][0] == "D" else "Prosecution version"
    if match["broken"]:
        return ""
    return "cross" if match["cross"] else "fracture"
