"""Finds the words around a date that name its event, and leaves out those that are denied or of something else."""

import re
from functools import lru_cache

from countercase.facts import event_words

_CONTEXT = 24  # characters before a zone that its first word may depend on
_ASIDE = re.compile(
    r"\b(?:after|before|since|following|against|than|from|preceding|in\sview\sof|pursuant\sto|on\sthe\sbasis\sof)\s(?:the\s|his\s|her\s|their\s|its\s|this\s|that\s|an?\s|date\sof\s)*"
    r"(?:death|incident|occurrence|marriage|arrest|fir|accident|judgment|conviction|acquittal|charge-?sheet|complaint|notice"
    r"|award|decree|orders?|suit|cheque|agreement|offence|refusal|murder|seizure|search|fire|first\sremand|opinion|report)\b"
)
_TIME_TO_FILE = re.compile(
    r"\b(?:period|time|days|limitation)\s(?:for|of)\s(?:\w+\s){0,4}?(?:written\s(?:statements?|version)|appeal|complaint|suit|petition|presentation)s?\b"
)
_LABEL_END = re.compile(r"[:–-]\s{0,2}\Z")
TIED = re.compile(r"(?:\s(?:and|&)\s(?:order|decree|sentence|award))?\s(?:of|dated|dt\.?)\s")
_OTHER_PAPER = re.compile(r"\b(?:from|against|passed|by|in|vide|to\sthe|correctness|the\sand|directed)\b")
_BY_COURT = re.compile(r"\sby\s(?:the\s)?[^.;\d]{4,60}?,?\s(?:dated|dtd?\.?|on)\s?")  # "acquittal by the Judge, dt."
_OF_NEXT = re.compile(r"\s{0,2}(?:\(\s?)?|(?:(?!and\b)[\w'’]+\s|\s){0,6}(?:on|dated|dt\.?|of|:)\s(?:the\s)?")
_DENIED = re.compile(r"\b(?:no|not|never|without|neither|nor|non)[\s-](?:(?!and\b|but\b|or\b)\w+\s){0,2}\Z")
_DENIED_AFTER = re.compile(
    r"\s(?:(?:has|had|have|was|is|were|till\sdate|still|yet)\s){0,2}(?:not|never)\s(?:been\s|yet\s|so\sfar\s)?"
    r"(?:filed|presented|submitted|made|given|supplied|served|produced|sent|forwarded|received|recd|issued|laid|taken|passed)\b"
)
_OUTCOME = re.compile(
    r"(?:\s\S{1,12}){0,2}?\s(?:was\s|were\s|stood\s|came\sto\sbe\s|is\s)?(?:dismissed|rejected|allowed|disposed|decided|withdrawn|pending|listed|heard|returned|adjourned|posted|fixed|admitted)\b"
)
_COUNTED_FROM = re.compile(
    r"\b(?:hours?|hrs?\b\.?|days?|weeks?|wks?\b\.?|months?|mths?\b\.?|years?|yrs?\b\.?)\s(?:aft\s?er|from|since|before|prior\sto|of)\s(?:the\s|his\s|her\s|their\s|first\s|date\sof\s)*\Z"
)
_PAPERS = re.compile(
    r"\b(?:g\.?p\.?a|deed|documents?|will|certificate|register|ledger|record|copy|witness(?:es)?|passbook|bill|receipt|licen[cs]e|slip|account\sbooks?|originals?)\s(?:\w+\s){0,2}\Z"
)
_BEFORE_ANOTHER = re.compile(
    r"\s?(?:bef\w{0,3})\s(?:the\s)?(?:sub-?\s?)?(?:registrar|d\.?m\b|collector|tahsildar|tehsildar|doctor|medical)"
)
_ADMITTED_IN = re.compile(
    r"\b(?:acknowledged|admitted|confirmed)\b[^.;]{0,40}\b(?:in|by|through|vide)\s(?:a|his|her|their|its)\s(?:\w+\s)?\Z"
)
_ADMITS = re.compile(r"\b(?:confirm|acknowledg|admit|outstanding|balance|owe)\w*")
_WITH_ORDER = re.compile(r"\border\s(?:&|and|along\s?with)\s(?:the\s)?\Z")  # "order & grounds served in jail"
_AND_ANOTHERS = re.compile(r"\s?(?:&|and|,)\s(?:the\s)?[\w.]{1,12}(?:'s|’s)\s")  # "suit & State's counter-claim"
_REPUDIATES = re.compile(
    r"\b(?:repudiat\w+|refus(?:ed|ing)\sto\s(?!accept|receive|take)|declin(?:ed|ing)\sto|cancelled\sthe)\b"
)
_AGAINST = re.compile(
    r"\s(?:against|from|to|before|in|by|of)\s(?!be\b)(?:(?!\b(?:heard|listed|fixed|pending|decided|dismissed|allowed|adjourned|posted|called|argued|reserved|came\sup)\b)[^.;\d]){1,60}\s(?:(?:on|dt\.?|dated)\s)?"
)
_REFUSES = re.compile(
    r"\b(?:refus(?:ed|ing|al)|repudiat\w+|declin(?:ed|ing)|denied\s(?:the\s)?(?:agreement|execution|contract))\b"
)


def find_triggers(lower: str, start: int, end: int) -> list[re.Match[str]]:
    """The words of a zone that name an event, except those that are denied or belong to another date."""
    if not _names_event(lower[max(0, start - _CONTEXT) : end], min(start, _CONTEXT)):
        return []
    aside = [
        match.span() for match in _ASIDE.finditer(lower, start, end) if not TIED.fullmatch(lower[match.end() : end])
    ]
    aside += [match.span() for match in _TIME_TO_FILE.finditer(lower, start, end)]
    return [
        match
        for match in event_words.TRIGGER.finditer(lower, start, end)
        if not any(low <= match.start() < high for low, high in aside)
        and not _DENIED.search(lower, max(start, match.start() - 30), match.start())
        and not _DENIED_AFTER.match(lower, match.end(), match.end() + 40)
        and not _is_of_something_else(lower, match)
    ]


def _is_of_something_else(lower: str, match: re.Match[str]) -> bool:
    """ "42 days after arrest" names no new arrest, and a deed "produced before the Registrar" is no accused."""
    before = lower[max(0, match.start() - 40) : match.start()]
    if _COUNTED_FROM.search(before):
        return True
    if event_words.role_of(match) not in {"production", "presentation"} or not match[0].startswith("produced"):
        return False
    return _PAPERS.search(before) is not None or _BEFORE_ANOTHER.match(lower, match.end()) is not None


@lru_cache(maxsize=1024)  # lists and tables repeat the same words between their dates
def _names_event(zone: str, start: int) -> bool:
    return event_words.TRIGGER.search(zone, start) is not None


def named_roles(lower: str, triggers: list[re.Match[str]], end: int) -> list[str]:
    """The roles of some triggers. A letter that admits a debt is an acknowledgement."""
    roles = []
    for trigger in triggers:
        role = event_words.role_of(trigger)
        admits = _ADMITS.search(lower, trigger.end(), end + 120) or _ADMITTED_IN.search(
            lower[max(0, trigger.start() - 60) : trigger.start()]
        )
        refuses = _REFUSES.search(lower, trigger.end(), end) and not _ADMITS.search(lower, trigger.end(), end)
        if role == "letter" and (admits or refuses):
            role = "refusal" if refuses else "acknowledgement"
        elif role == "notice sent" and _REPUDIATES.search(lower, trigger.end(), end):
            role = "refusal"
        if role not in roles:
            roles.append(role)
        if role == "grounds communicated" and _WITH_ORDER.search(lower[max(0, trigger.start() - 24) : trigger.start()]):
            roles.append("order served")
    return roles


def firm_ones(triggers: list[re.Match[str]]) -> list[re.Match[str]]:
    firm = [trigger for trigger in triggers if not event_words.WEAK.fullmatch(trigger[0])] or triggers
    firm = [trigger for trigger in firm if event_words.role_of(trigger) not in event_words.ONLY_FILED] or firm
    if {event_words.role_of(trigger) for trigger in firm} - {"presentation", "cheque", "dishonour"}:
        return [trigger for trigger in firm if trigger[0] != "presented"]  # "the petition was presented"
    return firm


def only_filed(lower: str, triggers: list[re.Match[str]], zone: tuple[int, int], entry: bool) -> list[re.Match[str]]:
    """Drop the documents that the text does not say were filed on that date."""
    return [
        trigger
        for trigger in triggers
        if event_words.role_of(trigger) not in event_words.FILED
        or (entry and not _OUTCOME.match(lower, trigger.end(), zone[1]))
        or event_words.FILING.search(lower, max(zone[0], trigger.start() - 40), min(zone[1], trigger.end() + 90))
        or (zone[1] - trigger.end() <= 14 < zone[1] and not _OUTCOME.match(lower, trigger.end(), zone[1]))
        or _AGAINST.fullmatch(lower, trigger.end(), zone[1])
        or (_AND_ANOTHERS.match(lower, trigger.end(), zone[1]) and zone[1] - trigger.end() <= 40)
        or _LABEL_END.search(lower[max(zone[0], zone[1] - 4) : zone[1]])
    ]


def not_of_next_date(lower: str, triggers: list[re.Match[str]], end: int | None, entry: bool) -> list[re.Match[str]]:
    """Drop the words right before the next date: they name the event of that date, unless it opens the next entry."""
    if end is None:
        return triggers
    return [
        trigger
        for trigger in triggers
        if not _OF_NEXT.fullmatch(gap := lower[trigger.end() : end]) or (entry and gap.isspace() and "\n" in gap)
    ]


def opens_next_date(lower: str, start: int, trigger: re.Match[str], end: int) -> bool:
    """ "Admitted 10.10.2023, appeal to NCLAT 30.11.2023": a comma, then words that lead up to the next date."""
    if not re.search(r"[,;]\s", lower[start : trigger.start()]):
        return False
    return re.fullmatch(r"(?:\s(?!and\b|but\b)[\w.'’]+){0,5}\s", lower[trigger.end() : end]) is not None


def nearest_paper(lower: str, behind: list[re.Match[str]], start: int) -> list[re.Match[str]]:
    """ "judgment dated", "notice of": the document named right before the date, and nothing further away."""
    if not behind:
        return []
    gap = lower[behind[-1].end() : start]
    if len(behind) > 1 and event_words.BY_ORDER.fullmatch(lower[behind[-2].end() : behind[-1].start()]):
        decided = event_words.role_of(behind[-2]) in event_words.DECISIONS
        if decided and event_words.role_of(behind[-1]) in {"order", "judgment", "letter"}:
            return [behind[-2]]
    role = event_words.role_of(behind[-1])
    if role in event_words.DECISIONS and _BY_COURT.fullmatch(gap):
        return [behind[-1]]
    reach = 20 if role in event_words.FILED else 48
    return [behind[-1]] if len(gap) <= reach and not _OTHER_PAPER.search(gap) else []
