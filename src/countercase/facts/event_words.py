"""The words that say what happened on a date, role by role.

If two patterns match at the same word, the first in the table wins, so finer roles come first. Patterns expect
lower-case text and never match past the end of a clause.
"""

import csv
import re
from importlib.resources import files
from itertools import groupby
from operator import itemgetter

_SECTION = r"(?:u/s\.?|under|of)?\s?(?:s(?:ec(?:tion|\.)?|\.)?)?\s?"
_BY = r"(?:was\s|were\s|is\s|has\sbeen\s|had\sbeen\s|stood\s|been\s|came\sto\sbe\s|got\s)?(?:duly\s|only\s|first\s)?"
_GAP = r"(?:[^.;\n]|(?<=rs)\.|\.(?=\d))"
_NOUN = r"(?:a|an|the|his|her|its|their|this|first|regular|second|criminal|civil)\s"

_PARTS = {"<section>": _SECTION, "<by>": _BY, "<gap>": _GAP, "<noun>": _NOUN}


def _roles() -> tuple[tuple[str, str], ...]:
    """Each role with its patterns joined, in table order: the first match names the event."""
    with (files("countercase.facts") / "data" / "events.csv").open(encoding="utf-8") as file:
        rows = [(row["role"], row["words"]) for row in csv.DictReader(file)]
    joined = ((role, "|".join(words for _, words in run)) for role, run in groupby(rows, key=itemgetter(0)))
    return tuple((role, re.sub("|".join(_PARTS), lambda part: _PARTS[part[0]], words)) for role, words in joined)


_ROLES = _roles()
NAMES = tuple(dict.fromkeys(role for role, _ in _ROLES))
TRIGGER = re.compile("|".join(f"(?P<r{number}>\\b(?:{pattern}))" for number, (_, pattern) in enumerate(_ROLES)))

# What a fact sheet calls an event whose role would not be a lawyer's word; a verb alone says too little to be shown.
_SHOWN = {
    "fir": "FIR",
    "birth": "date of birth",
    "offence": "date of the offence",
    "before a magistrate": "production before a Magistrate",
    "production": "production before a Magistrate",
    "statement to a magistrate": "statement to a Magistrate",
    "state appeal": "appeal by the State",
    "case filed": "filing of the case",
    "time fixed": "day fixed for performance",
    "notice sent": "notice",
    "presentation": "presentation of the cheque",
    "dishonour": "dishonour or the memo of it",
    "order served": "service of the order",
    "reference entered": "entry upon the reference",
    "section 34 petition": "petition under Section 34",
    "section 11 application": "application under Section 11",
    "section 80 notice": "notice under Section 80 CPC",
    "correction disposed": "correction decided",
    "board reference": "reference to the Advisory Board",
    "board report": "report of the Advisory Board",
    "production before the board": "production before the Board",
    "right to sue": "accrual of the right to sue",
    "secured measure": "measure of the secured creditor",
    "arrest shown": "formal arrest",
}
_VERBS = frozenset({"confirmed", "finished", "vacated", "decided", "received", "published", "executed"})


def shown(role: str) -> str:
    """The event for a fact sheet: "FIR", "date of birth"; empty for a role that says too little."""
    return "" if role in _VERBS else _SHOWN.get(role, role)


# A verb alone takes its meaning from the event before it: "appeal preferred on ..., rejected on ...".
AFTERWARDS = {
    ("decided", "appeal"): "appeal decided",
    ("decided", "state appeal"): "appeal decided",
    ("decided", "correction request"): "correction disposed",
    ("decided", "representation"): "representation decided",
    ("decided", "bail application"): "bail order",
    ("decided", "default bail application"): "bail order",
    ("decided", "section 34 petition"): "section 34 decided",
    ("decided", "consumer complaint"): "consumer order",
    ("order served", "maintenance application"): "maintenance notice served",
    ("notice received", "maintenance application"): "maintenance notice served",
    ("received", "maintenance application"): "maintenance notice served",
    ("granted", "sanction proposal"): "sanction",
    ("communicated", "order"): "order served",
    ("communicated", "appeal decided"): "order served",
    ("returned", "notice sent"): "notice received",
    ("returned", "presentation"): "dishonour",
    ("returned", "cheque"): "dishonour",
    ("executed", "detention order"): "order served",
    ("executed", "order"): "order served",
    ("published", "notification"): "notification",
    ("published", "declaration"): "declaration",
    ("received", "award"): "award received",
    ("received", "dishonour"): "dishonour",
    ("delivery", "order"): "order served",
    ("delivery", "notice sent"): "notice received",
    ("delivery", "award"): "award received",
    ("received", "notice sent"): "notice received",
    ("received", "detention order"): "order served",
    ("received", "order"): "order served",
    ("order served", "notice sent"): "notice received",
    ("order served", "award"): "award received",
    ("report", "board reference"): "board report",
    ("finished", "preliminary enquiry"): "enquiry completed",
    ("confirmed", "attachment"): "attachment confirmed",
    ("vacated", "stay"): "stay vacated",
    ("before a magistrate", "arrest"): "production",
    ("before a magistrate", "arrest shown"): "production",
}

# A document is dated by its filing; without a word of filing the date is something else ("the appeal was heard on").
FILED = frozenset(
    {
        "appeal",
        "state appeal",
        "suit",
        "complaint",
        "application",
        "claim",
        "section 34 petition",
        "section 11 application",
        "consumer complaint",
        "special leave petition",
        "divorce petition",
        "case filed",
        "revision",
        "execution application",
        "ex parte application",
    }
)
FILING = re.compile(
    r"\b(?:filed|files|filing|laid|prefer(?:red|s)|presented|lodged|institut(?:ed|ion)|moved|brought|made|submitted|appealed|sued"
    r"|approached|e-filed|registered|complained|taken\sout|put\sin|laid)\b"
)
# An act of a court or authority that its order only records: "acquitted vide judgment dated ...".
DECISIONS = frozenset(
    {
        "appeal decided",
        "acquittal",
        "sentence",
        "decree",
        "bail order",
        "sanction",
        "representation decided",
        "detention order",
    }
)
BY_ORDER = re.compile(
    r"[^.;]{0,40}\b(?:vide|by|through)\s(?:(?:its|the|his|an?|impugned|common)\s){0,2}|\s\((?:vide\s)?"
)
VERBS = frozenset(
    {
        "decided",
        "executed",
        "received",
        "published",
        "report",
        "returned",
        "granted",
        "finished",
        "confirmed",
        "vacated",
        "before a magistrate",
    }
)

# Words that name an event only if the clause has nothing more specific.
WEAK = re.compile(
    r"(?:fateful\s|the\s|in\s)(?:night|evening|morning)|orders?|passed|judge?ment|cheque|fire|possession|claims?|agreement|quarrel\w*|(?:was\s)?served|received|rec'?d\.?|rcvd|delivered|handed\sover|publi(?:shed|cation)|executed|rejected|dismissed|allowed|disposed\sof|decided|declined|report|opinion|finished|completed|concluded|closed|ended|over|confirm(?:ed|s|ation)|vacated|lifted|breach(?:ed)?|version|medical|in\scourt|before\s(?!jjb)[^;]{1,40}|the\slast\s.{0,20}on|stay(?:ed)?|pet(?:itio)?n\.?\s(?:was\s|is\s)?(?:presented|filed|instituted)"
)


def role_of(match: re.Match[str]) -> str:
    """The role that a match of `TRIGGER` names."""
    return _ROLES[int((match.lastgroup or "r0")[1:])][0]
