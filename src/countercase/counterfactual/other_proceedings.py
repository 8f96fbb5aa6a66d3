"""Whether a line of law belongs to a charge or a proceeding that the matter is not about."""

import re
from collections.abc import Callable, Iterable

from countercase.counterfactual.line_values import day_of
from countercase.counterfactual.stage import heading, is_about_default_bail, line_is_spent
from countercase.domain.checklist import LawLine, Stands

TO_CHARGE_SHEET = "days from first remand to charge-sheet"
_OF_DOWRY = re.compile(
    r"\b(?:dowry|cruel\w*|harass\w*|demand\w*|304-?B|498-?A|113-?[AB]|30[56]|BNS-?80)\b", re.IGNORECASE
)
_NO_DOWRY = re.compile(
    r"\bno\s(?:charge|case|allegation|demand|dowry|cruelty|harassment)\b[^.;\n]{0,40}", re.IGNORECASE
)
_NO_CHEQUE_CASE = re.compile(
    r"\bno\s(?:case|complaint|proceedings?|prosecution|section\s138|138)\b[^.;\n]{0,30}\b(?:138|N\.?I\.?\sAct|filed|case|complaint)\b",
    re.IGNORECASE,
)
_OF_DEFAULT_BAIL = re.compile(r"default|charge-sheet|no-sheet|ndps-36a|uapa-43d")
_DEFAULT_BAIL = re.compile(
    r"\bdefault\b|\bstatutory\sbail\b|\bindefeasible\b|\bcompulsive\sbail\b|\b167\s?\(?2|\b187\s?\(3", re.IGNORECASE
)
_DEPARTMENT = re.compile(
    r"\bdepartmental|\bappellate\sauthority\b|\bdisciplin\w+|\bdismissed\sfrom\sservice\b", re.IGNORECASE
)
_CONVICTION = re.compile(r"\b(?:convicted|conviction|sentenced)\b", re.IGNORECASE)
_LAST_ARTICLE_ON_SUITS = 113
_CRIMINAL_STAGE = re.compile(
    r"\bquash\w*|\banticipatory\b|\b(?:regular|default)\sbail\b|\b(?:482|528)\s?(?:Cr|BNSS)|\bcharge-?sheet(?:ed)?\b",
    re.IGNORECASE,
)
_WRITTEN_STATEMENT = re.compile(r"\bwritten\s(?:statement|stmt)|\bW\.?S\b", re.IGNORECASE)
_NO_RAPE = re.compile(r"\b[Nn]o\s(?:s\.|sec\.?|section)?\s?(?:376|64|POCSO)\b|\bno\s(?:sexual\sact|rape)\b")
_APPEAL_OF_ITS_OWN = re.compile(r"\b(?:u/s|under\s[Ss]ection|s\.)\s?(?:14-?A|21)\s(?:of\sthe\s)?(?:SC|NIA|Scheduled)")
_CONSUMER = re.compile(r"\b(?:District|State|National|Consumer)\s(?:Consumer\s)?(?:Commission|Commn|Forum)\b")
_BAILED = re.compile(r"\b(?:bail(?:ed)?|released)\s(?:(?:was\s)?granted\s|out\s)?(?:on\s|dt\.?\s)?(?=\d)")
_LENGTH_OF_DATE = 20  # characters
_DROPPED = re.compile(
    r"[^.;\n]{0,30}\b(?:(?:was|were|is|been|stands)\s(?:dropped|deleted|struck\s(?:off|out)|removed)|c/s\sleft\sit\sout|left\sout\sof\sthe\sc(?:/s|harge-?sheet)|struck\sit\s(?:off|out))\b"
)
_ACQUITTED_OF = re.compile(
    r"\bac\s?quitted\s(?:him\s|her\s|them\s)?(?:of|u/ss?|under\s[Ss]ections?)\s(?:s\.|section\s)?[\d,\s&()/A-Z-]*(?:and\s)?\Z"
)
_CONVICTED = re.compile(r"\bconvicted\b|\bconv\.|\bconv\b", re.IGNORECASE)
_CRIMINAL_HEADING = re.compile(r"\bCrl?\.|\bCriminal\b|\bacc(?:d|used)\b|\bFIR\b")
_MEMO_SAYS = re.compile(
    r"\b(?:memo|register|diary|G\.?D\.?)\s(?:says|shows|has|gives|puts)\s[^.;\n]{0,12}\d{1,2}[./]\d"
)
_IN_CRORES = re.compile(r"\b(?:Rs\.?|₹)\s?[\d.,]+\s?crores?\b", re.IGNORECASE)
_NOT_CHARGED = re.compile(r"\b[Nn]o\s(?:(?:s\.|sec\.?|section|u/s)\s?)?\Z")


_SUICIDE = re.compile(
    r"\bsuicid\w*|\bhang(?:ed|ing)\b|\bpoison\w*|\bconsum\w+|\bjumped\b|\bset\sherself\b|\bkilled\sherself\b|\b306\b|\b108\b",
    re.IGNORECASE,
)
_ASSEMBLY = re.compile(r"\bunlawful\sassembly\b|\briot\w*|\b14[1-9]\b|\b1(?:89|90|91)\b|\bdacoit\w*", re.IGNORECASE)


def is_of_other_proceeding(line: LawLine, text: str) -> bool:
    """Whether the line belongs to a charge or a kind of proceeding that this matter is not about."""
    if line_is_spent(line.rule, text):
        return True
    if line.stands is Stands.WITHIN and _is_kept_beside_the_point(line, text):
        return True
    if line.quantity == TO_CHARGE_SHEET and _is_bailed_before(line, text):
        return True
    if "rape case" in line.quantity and _NO_RAPE.search(text):
        return True
    if "on the other side" in line.quantity and not _ASSEMBLY.search(text):
        return True
    return any(line.rule.startswith(rule) and is_of_other(line, text) for rule, is_of_other in _BY_RULE.items())


def _is_kept_beside_the_point(line: LawLine, text: str) -> bool:
    """Whether a line that is kept is of a dropped charge, of default bail nobody seeks, or of production beside it."""
    return (
        is_dropped(text, [line.provision.number])
        or (_OF_DEFAULT_BAIL.search(line.rule) is not None and not _DEFAULT_BAIL.search(text))
        or ("production" in line.rule and is_about_default_bail(text))
    )


def is_dropped(text: str, numbers: Iterable[str]) -> bool:
    """Whether a text names some sections only to say that they are not charged: "sec. 304B was dropped at charge"."""
    mentions = [match for number in numbers for match in re.finditer(rf"(?<![\w(]){_with_hyphen(number)}(?!\w)", text)]
    is_convicted = _CONVICTED.search(text) is not None
    return bool(mentions) and all(
        (is_convicted and _ACQUITTED_OF.search(text[max(0, mention.start() - 60) : mention.start()]))
        or _DROPPED.match(text, mention.end())
        or _NOT_CHARGED.search(text[max(0, mention.start() - 20) : mention.start()])
        for mention in mentions
    )


def _with_hyphen(number: str) -> str:
    """A pattern for the number of a section: "304B" is also written "304-B"."""
    return re.sub(r"(?<=\d)(?=[A-Z])", "-?", re.escape(number))


def _is_other_complaint(_line: LawLine, text: str) -> bool:
    """A complaint to a consumer commission is not about an offence, and one on a cheque has its own time."""
    return _CONSUMER.search(text) is not None or "138 NI" in text


def _is_without_dowry(line: LawLine, text: str) -> bool:
    """The years of a marriage count only where dowry or cruelty is in the case, and for 113A after a suicide."""
    if line.provision.base in {"IEA-113A", "BSA-117"} and not _SUICIDE.search(text):
        return True
    return _OF_DOWRY.search(text if line.stands is Stands.CROSSED else _NO_DOWRY.sub("", text)) is None


def _is_without_cheque_case(_line: LawLine, text: str) -> bool:
    return _NO_CHEQUE_CASE.search(text) is not None


def _is_without_written_statement(_line: LawLine, text: str) -> bool:
    return _WRITTEN_STATEMENT.search(text) is None


def _is_collateral_limitation(line: LawLine, text: str) -> bool:
    """Whether a period of the Limitation Act is about another proceeding than the one before counsel.

    A suit of the complainant that a criminal matter mentions, or an appeal to a departmental authority.
    """
    article = re.match(r"lim-(\d+)", line.rule)
    if line.rule.startswith("lim-115"):
        return _APPEAL_OF_ITS_OWN.search(text) is not None or (
            _DEPARTMENT.search(text) is not None and _CONVICTION.search(text) is None
        )
    is_of_suit = article is not None and int(article[1]) <= _LAST_ARTICLE_ON_SUITS
    return is_of_suit and bool(_CRIMINAL_STAGE.search(text) or _CRIMINAL_HEADING.search(heading(text)))


def _has_two_arrests(_line: LawLine, text: str) -> bool:
    """Whether a paper gives another day of the arrest, so that a production would come before it."""
    return _MEMO_SAYS.search(text) is not None


def _is_of_property(_line: LawLine, text: str) -> bool:
    """Whether bail is sought, so that the attachment of property is another proceeding."""
    return re.search(r"\bbail\b", heading(text), re.IGNORECASE) is not None


def _is_part_of_sum(_line: LawLine, text: str) -> bool:
    """Whether the agency names a sum in crores, of which the line took a part only."""
    return _IN_CRORES.search(text) is not None


def _is_bailed_before(line: LawLine, text: str) -> bool:
    """Whether the accused was out on bail before the charge-sheet came: then nobody asks for default bail."""
    days = [day for span in line.spans if (day := day_of(span.of(text))) is not None]
    bailed = [day_of(text[match.end() : match.end() + _LENGTH_OF_DATE]) for match in _BAILED.finditer(text)]
    return len(days) > 1 and any(day is not None and min(days) < day < max(days) for day in bailed)


_BY_RULE: dict[str, Callable[[LawLine, str], bool]] = {
    "bnss-production": _has_two_arrests,
    "crpc-production": _has_two_arrests,
    "pmla-45-amount": _is_part_of_sum,
    "pmla-5": _is_of_property,
    "crpc-limitation": _is_other_complaint,
    "bnss-limitation": _is_other_complaint,
    "marriage": _is_without_dowry,
    "ni-": _is_without_cheque_case,
    "lim-": _is_collateral_limitation,
    "ws-": _is_without_written_statement,
}
