"""The words that say what happened on a date, role by role.

If two patterns match at the same word, the first in the table wins, so finer roles come first. Patterns expect
lower-case text and never match past the end of a clause.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import groupby

from countercase.files import packaged_rows
from countercase.text.anchors import NO_LETTER, openings

_SECTION = r"(?:u/s\.?|under|of)?\s?(?:s(?:ec(?:tion|\.)?|\.)?)?\s?"
_AUXILIARY = (
    r"(?:was\s|were\s|is\s|has\sbeen\s|had\sbeen\s|stood\s|been\s|came\sto\sbe\s|got\s)?(?:duly\s|only\s|first\s)?"
)
_GAP = r"(?:[^.;\n]|(?<=rs)\.|\.(?=\d))"
_DETERMINER = r"(?:a|an|the|his|her|its|their|this|first|regular|second|criminal|civil)\s"

_MAGISTRATE = (
    r"(?:the\s)?(?:ld\.?\s|learned\s|duty\s|ilaqa\s|illaqa\s|area\s|concerned\s|remand\s|special\s|spl\.?\s|holiday\s)*"
    r"(?:magistrate|mag\b\.?|court|judge|m\.?m|j\.?m|j\.?m\.?f\.?c|j\.?f\.?c\.?m|j\.?m\.?i\.?c|a?\.?c\.?j\.?m|a?\.?c\.?m\.?m|s\.?d\.?j\.?m|s\.?d\.?m|a\.?s\.?j)\b\.?"
)

_SUPERIOR = (
    r"(?:immediate\s|official\s|superior\s|senior\s|gazetted\s|deputy\s|circle\s|assistant\s|addl\.?\s){0,2}"
    r"(?:superior|senior|superintendent|supdt\b\.?|officer|commissioner|zonal\sdirector|a\.?c\.?p|d\.?s\.?p|dy\b\.?\s?s\.?p|s\.?s\.?p|s\.?p"
    r"|c\.?o|s\.?d\.?p\.?o|s\.?d\.?o\.?p)\b\.?"
)

_PLACEHOLDERS = {
    "<section>": _SECTION,
    "<by>": _AUXILIARY,
    "<gap>": _GAP,
    "<noun>": _DETERMINER,
    "<mag>": _MAGISTRATE,
    "<superior>": _SUPERIOR,
}


@cache
def _rows() -> list[tuple[str, str]]:
    """Each role with one of its patterns, in table order: the first match names the event."""
    placeholder = re.compile("|".join(_PLACEHOLDERS))
    return [
        (row["role"], placeholder.sub(lambda part: _PLACEHOLDERS[part[0]], row["words"]))
        for row in packaged_rows("countercase.facts", "data", "events.csv")
    ]


@cache
def _rows_by_opening() -> dict[str, list[int]]:
    """The numbers of the rows that can match at a word with these first two characters."""
    by_opening: dict[str, list[int]] = {}
    for number, (_, words) in enumerate(_rows()):
        for opening in openings(words):
            by_opening.setdefault(opening, []).append(number)
    return by_opening


@cache  # all rows as one pattern would take a second to compile, and most openings never occur
def _at_opening(opening: str) -> re.Pattern[str] | None:
    """The rows that can match at such a word, as one pattern. The group of a row is named after its number."""
    groups = []
    for _, run in groupby(_rows_by_opening().get(opening, ()), key=lambda number: _rows()[number][0]):
        numbers = list(run)
        groups.append(f"(?P<r{numbers[0]}>{'|'.join(_rows()[number][1] for number in numbers)})")
    return re.compile("|".join(groups)) if groups else None


class _AllEvents:
    """The words of all events, searched as a compiled pattern is; `role_of` says what a match names."""

    def finditer(self, lower: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """Every match that begins in this part of the text, in order."""
        end = min(end, len(lower))
        while word := _WORD_START.search(lower, start, end):
            start = word.end()
            if match := self.match(lower, word.start(), end):
                start = match.end()
                yield match

    def match(self, lower: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """The match at `start`, if a word begins there."""
        if not _WORD_START.match(lower, start, end):
            return None
        second = lower[start + 1 : min(start + 2, end)]
        pattern = _at_opening(lower[start] + (second if second in _LETTERS else NO_LETTER))
        return pattern.match(lower, start, end) if pattern else None


_WORD_START = re.compile(r"\b[a-z0-9]")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
TRIGGER = _AllEvents()


def roles() -> tuple[str, ...]:
    """Every role of the table, in its order."""
    return tuple(dict.fromkeys(role for role, _ in _rows()))


# Display names for roles that are not a lawyer's words. Roles that are too vague are not displayed.
_DISPLAY_NAMES = {
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
    "remand extended": "extension of the remand",
    "age test ordered": "order for an age test",
    "age test report": "report of the age test",
    "inquiry report": "supply of the inquiry report",
    "inquiry concluded": "report of the inquiry officer",
    "board reference": "reference to the Advisory Board",
    "board report": "report of the Advisory Board",
    "report to the centre": "report to the Central Government",
    "production before the board": "production before the Board",
    "right to sue": "accrual of the right to sue",
    "secured measure": "measure of the secured creditor",
    "arrest shown": "formal arrest",
    "no charge-sheet": "day without a charge-sheet",
    "hostile assertion": "denial of title",
    "section 34 decided": "order under Section 34",
    "licence expired": "expiry of the licence",
    "section 13(2) notice": "notice under Section 13(2)",
    "section 8 notice": "demand notice under Section 8",
    "custody": "start of the custody",
    "custody ended": "last day of the custody",
    "leave to contest": "application for leave to contest",
    "section 8 application": "application under Section 8",
    "plaint returned": "return of the plaint",
    "discharge order": "order of discharge",
    "registration presented": "presentation of the deed for registration",
    "deed executed": "execution of the deed",
    "order received": "receipt of the order",
    "registration refused": "refusal to register",
    "registration appeal": "appeal to the Registrar",
    "registrar's order": "order of the Registrar",
    "injunction execution": "application to enforce the injunction",
    "will denied": "denial of the will",
    "probate petition": "petition for probate",
    "abatement application": "application to set aside the abatement",
    "sanction refused": "refusal of sanction",
    "investigation approval request": "request for approval of the investigation",
    "investigation approval": "approval of the investigation",
    "section 9 order": "order under Section 9",
    "labour application": "application to the Labour Court",
    "meeting notice": "notice of the meeting",
    "election declared": "declaration of the result",
    "information request": "receipt of the request for information",
    "information request sent": "request for information",
    "information reply": "reply to the request for information",
    "information second appeal": "second appeal to the Commission",
    "special leave application": "application for special leave to appeal",
    "arguments closed": "close of the arguments",
    "papers supplied": "supply of the police papers",
    "victim informed": "information on the progress of the investigation",
    "charge hearing": "first hearing on charge",
    "child welfare committee informed": "report to the Child Welfare Committee",
    "board inquiry completed": "end of the inquiry of the Board",
    "licence renewed": "renewal of the licence",
    "renewal application": "application to renew the licence",
    "summons for judgment": "service of the summons for judgment",
    "restoration application": "application to restore",
    "sale objection": "application to set aside the sale",
    "delivery application": "application for delivery of possession",
    "obstruction application": "application to remove the obstruction",
    "credit expired": "end of the credit",
    "work completed": "completion of the work",
    "deposit demanded": "demand for the deposit",
    "surety paid": "payment by the surety",
    "mortgage due": "day on which the mortgage money fell due",
    "tenancy determined": "end of the tenancy",
    "slander spoken": "spoken words",
    "assessment year ended": "end of the assessment year",
    "goods cleared": "clearance of the goods",
    "section 14 application": "application under Section 14",
    "section 14 order": "order under Section 14",
    "grant published": "publication of the grant",
    "rent tendered": "payment of the rent",
    "deed arrived": "arrival of the deed in India",
    "further investigation allowed": "leave for further investigation",
    "further report": "report on further investigation",
    "interim compensation ordered": "order of interim compensation",
    "appellate deposit ordered": "order to deposit",
    "compensation paid": "payment or deposit",
    "accident report": "accident information report",
    "injunction decided": "decision on the injunction",
    "information transferred": "transfer of the request",
}
_TOO_VAGUE = frozenset(
    "confirmed finished vacated decided received published executed returned granted communicated today applied filed"
    " learnt admitted".split()
) | {"last published"}


def display_name(role: str) -> str:
    """What a fact sheet calls an event: "FIR", "date of birth"; empty for a role that is too vague."""
    return "" if role in _TOO_VAGUE else _DISPLAY_NAMES.get(role, role)


# (role, earlier role): what the role means after the earlier one. "Appeal preferred on ..., rejected on ...".
MEANING_AFTER = {
    ("decided", "appeal"): "appeal decided",
    ("decided", "state appeal"): "appeal decided",
    ("decided", "second appeal"): "appeal decided",
    ("decided", "revision"): "appeal decided",
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
    ("refusal", "sanction proposal"): "sanction refused",
    ("decided", "sanction proposal"): "sanction refused",
    ("granted", "investigation approval request"): "investigation approval",
    ("approval", "investigation approval request"): "investigation approval",
    ("communicated", "order"): "order served",
    ("communicated", "appeal decided"): "order served",
    ("returned", "notice sent"): "notice received",
    ("returned", "presentation"): "dishonour",
    ("returned", "cheque"): "dishonour",
    ("executed", "detention order"): "order served",
    ("executed", "order"): "order served",
    ("published", "notification"): "notification",
    ("published", "declaration"): "declaration",
    ("last published", "notification"): "notification",
    ("last published", "declaration"): "declaration",
    ("received", "award"): "award received",
    ("received", "sanction proposal"): "sanction",
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
    ("report", "age test ordered"): "age test report",
    ("report", "inquiry officer appointed"): "inquiry concluded",
    ("admitted", "appeal"): "appeal admitted",
    ("admitted", "bail order"): "appeal admitted",  # "appeal against refusal of bail, admitted on"
    ("decided", "appeal admitted"): "appeal decided",
    ("finished", "preliminary enquiry"): "enquiry completed",
    ("confirmed", "attachment"): "attachment confirmed",
    ("vacated", "stay"): "stay vacated",
    ("order", "sanction proposal"): "sanction",
    ("applied", "knowledge"): "ex parte application",
    ("learnt", "decree"): "knowledge",
    ("admitted", "insolvency application"): "admission",
    ("admitted", "default"): "admission",
    ("order", "maintenance notice served"): "maintenance order",
    ("order", "maintenance application"): "maintenance order",
    ("learnt", "presentation"): "dishonour",
    ("learnt", "cheque"): "dishonour",
    ("decided", "decree"): "appeal decided",
    ("decided", "section 34 notice"): "section 34 decided",
    ("decided", "ex parte injunction"): "injunction decided",
    ("decided", "suit"): "decree",
    ("applied", "award notice received"): "reference application",
    ("filed", "award received"): "section 34 petition",
    ("filed", "discovery"): "consumer complaint",
    ("filed", "offence"): "claim",
    ("filed", "claim"): "claim",
    ("filed", "treatment"): "consumer complaint",
    ("securitisation application", "appeal decided"): "second appeal",  # "S.A." is both
    ("filed", "section 8 notice"): "insolvency application",
    ("filed", "default"): "insolvency application",
    ("petition", "election declared"): "election petition",
    ("filed", "election declared"): "election petition",
    ("presentation", "election declared"): "election petition",
    ("refusal", "registration presented"): "registration refused",
    ("decided", "registration presented"): "registration refused",
    ("decided", "registration appeal"): "registrar's order",
    ("before a magistrate", "arrest"): "production",
    ("before a magistrate", "arrest shown"): "production",
}

# For "the same day" in a new paragraph: the earlier events that may have been on that day.
SAME_DAY_AS = {
    "order served": ("detention order", "order"),
    "search": ("information",),
    "seizure": ("search", "information"),
    "arrest": ("offence", "search", "seizure", "information"),
    "death": ("offence",),
    "production": ("arrest",),
    "remand": ("production", "arrest"),
    "fir": ("offence",),
}

# A date belongs to one of these documents only if it was filed that day, not if "the appeal was heard on" it.
FILED_DOCUMENTS = frozenset(
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
        "counter-claim",
        "execution application",
        "ex parte application",
        "securitisation application",
        "insolvency application",
        "substitution application",
        "abatement application",
        "nullity petition",
        "non-use application",
        "committee complaint",
        "petition",
        "eviction petition",
        "leave to contest",
        "second appeal",
        "section 8 application",
        "registration appeal",
        "injunction execution",
        "probate petition",
        "labour application",
        "election petition",
        "information second appeal",
        "special leave application",
        "contempt petition",
        "delivery application",
        "obstruction application",
        "renewal application",
        "restoration application",
        "review petition",
        "sale objection",
    }
)
FILING_WORDS = re.compile(
    r"\b(?:filed|files|filing|laid|prefer(?:red|s)|presented|lodged|institut(?:ed|ion)|moved|brought|made|submitted|appealed|sued"
    r"|approached|e-filed|registered|regd|complained|taken\sout|put\sin|put\s(?:an?|the|our|my|up)|went\sin|applied|reached|mounted|launched|raised|pleaded|forwarded|sent\sfrom|tendered|entered|handed\sin|sent\sup|carried|went\sup|dated|re-?filed|first\sfil(?:ed|ing)|re-?filing)\b"
)
# Decisions that an order or judgment records: in "acquitted vide judgment dated ...", the date is of the acquittal.
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
        "refusal",
        "suspension",
        "registrar's order",
    }
)
BY_AN_ORDER = re.compile(
    r"[^.;]{0,40}\b(?:vide|by|through)\s(?:(?:its|the|his|an?|impugned|common)\s){0,2}|\s\((?:vide\s)?"
)
BARE_VERBS = frozenset(
    {
        "decided",
        "executed",
        "received",
        "published",
        "last published",
        "report",
        "returned",
        "granted",
        "finished",
        "confirmed",
        "vacated",
        "applied",
        "filed",
        "learnt",
        "admitted",
        "before a magistrate",
    }
)

FILING_VERBS = frozenset({"filed", "applied"})  # verbs that do not say which document was filed

# Words that name an event only if the clause has nothing more specific.
WEAK_WORDS = re.compile(
    r"applied|admitted|(?:e-)?filed|lodged|instituted|(?:fateful\s|the\s|in\s)(?:night|evening|morning)|offence|orders?|passed|judge?ment|cheque|fire|possession|claims?|agreement|quarrel\w*|(?:was\s)?served|received|rec'?d\.?|rcvd|delivered|handed\sover|publi(?:shed|cation)|executed|rejected|dismissed|allowed|disposed(?:\sof)?|decided|declined|reversed|affirmed|upheld|report|opinion|finished|completed|concluded|closed|ended|over|confirm(?:ed|s|ation)|vacated|lifted|breach(?:ed)?|version|medical|in\scourt|before\s(?!jjb)[^;]{1,40}|the\slast\s.{0,20}on|stay(?:ed)?|pet(?:itio)?n\.?\s(?:was\s|is\s)?(?:presented|filed|instituted)"
)


# "In the cited case", "in his brother's case": what follows belongs to another matter.
ANOTHER_CASE = re.compile(
    r"\bin\s(?:(?:the|that|an?|his|her|my|our|their)\s)?(?:cited|reported|connected|companion|sister|other|another|unrelated|different"
    r"|(?:elder\s|younger\s)?(?:brother|sister|father|uncle|cousin|friend|neighbour|nephew|son)(?:'s|’s))\s(?:\w+\s)?(?:case|matter|decision|judgment|appeal|suit|f\.?i\.?r)\b"
    r"|\btried\sseparately\b"
)


def role_of(match: re.Match[str]) -> str:
    """The role that a match of `TRIGGER` names."""
    return _rows()[int((match.lastgroup or "r0")[1:])][0]
