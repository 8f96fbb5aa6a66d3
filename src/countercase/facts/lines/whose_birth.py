"""Whose date of birth it is: the accused's, the victim's or the deceased's, or that of nobody whose age matters."""

import re
from bisect import bisect_left

from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.profile import MatterProfile

_ACCUSED = re.compile(
    r"\b(?:accused|accd|acd|appellants?|convict|petr|petnr|juvenile|child\sin\sconflict|c\.?c\.?l|petitioner|applicant|our\sclient|client|under-?\s?trial|u\.?t\.?p|a-?\d|my\s(?:son|brother|nephew))\b"
)
_VICTIM = re.compile(r"\b(?:victim|prosecutrix|girl|child|survivor|daughter|minor|school|register|p\.?w\.?-?\s?1)\b")
_DECEASED = re.compile(r"\b(?:deceased|died|victim\sof\sthe\saccident|injured)\b")
_RESPONDENT = re.compile(r"\brespondents?\b|\br-?\d\b")  # the accused, in an appeal against an acquittal
_OTHER_PERSON = re.compile(r"\b(?:witness|complainant|informant|brother\sof\sthe\s(?:victim|deceased)|father|mother)\b")
_BIRTH_OF = re.compile(
    r"\b[Dd]\.?[Oo]\.?[Bb]\.?\sof\s(?:(?:the|accused|victim|deceased|minor)\s)*(?P<name>[A-Z][a-z]{2,})\b"
)
_CALLED_ACCUSED = (
    r"[Aa]ccused|[Aa]ccd\b\.?|[Aa]ppellants?|[Aa]pplicants?|[Pp]etitioners?|[Cc]onvicts?"
    r"|(?:[Oo]ur|[Mm]y)\s[Cc]lients?|A-?\d"
)
_CALLED_VICTIM = (
    r"[Vv]ictim|[Pp]rosecutrix|[Ss]urvivor|[Mm]inor|PW-?1|[Gg]irl|[Kk]idnapping\sof|[Rr]ape\sof|[Kk]idnapped|[Rr]aped"
)
_MORE_NAMES = r"(?:[\s,]+(?:and\s|&\s)?[A-Z][a-z]+){0,5}"  # "Suresh Yadla and Ramesh Koppula, appellants"
_ARE = r"(?:are\s|is\s|were\s|was\s|both\s|the\s|all\s|who\s){0,3}"
_TRIED = (
    r"(?:was\s|were\s|has\sbeen\s|had\sbeen\s|is\s)?"
    r"(?:arrested|convicted|acquitted|charge-?sheeted|remanded|absconded|surrendered)"
)
# "Ramesh, born on", "Lavanya's date of birth", "Deepak Sahu (b."
_PERSON_BORN = re.compile(
    r"\b(?P<name>[A-Z][a-z]{2,})(?:\s[A-Z][a-z]+){0,2}(?:['’]s)?(?:\s?\([^()\n]{1,24}\))?,?\s(?:who\s)?(?:was\s|is\s|being\s)?\(?"
    r"(?:born|b\.|[Dd]\.?[Oo]\.?[Bb]|(?:birth-?\s?)?date\sof\sbirth|birth)\b[^.;\n]{0,60}\Z"
)
_BORN_ACCUSED = re.compile(
    r"\b(?:accused|appellant|applicant|petitioner|juvenile|a-?\s?\d{1,2})\b(?:\s(?:no\.?\s?\d|[a-z]+)){0,2}\s(?:was\s|is\s)?(?:born|(?:'s|’s)?\s?d\.?o\.?b)"
)
# "A3 Golu (b. 20.12.1997, school register)": nobody else is meant.
BORN_IN_BRACKETS = re.compile(
    r"\b(?:accused|appellant|juvenile|a-?\s?\d{1,2})\b(?:\s(?:no\.?\s?\d|[a-z]+)){0,2}\s?\((?:b\.|born|d\.?o\.?b\b\.?:?)\s?\Z"
)
# "The accused says he himself was a child: own birth certificate 16.3.2001".
_OWN_PAPER = re.compile(
    r"\b(?:accused|appellant|applicant|petitioner|client|he)\b[^.;\n]{0,60}\b(?:his\sown|own|himself)\b[^.;\n]{0,60}\Z"
)
_AT_THE_BOARD = re.compile(r"\b(?:j\.?j\.?\sboard|j\.?j\.?b\b|juvenile\s(?:justice\s)?board|juvenile)\b")
_BIRTH_OF_SIBLING = re.compile(
    r"(?<!my\s)\b(?:(?:elder|younger|twin)\s)?(?:sister|brother|cousin|sibling)(?:'s|’s)?\b[^.;\n]{0,20}\b(?:d\.?\s?o\.?\s?b|born|birth)\b[^.;\n]{0,12}\Z"
)  # the birth of a brother or sister, not of the person concerned
_PRONOUN = re.compile(r"\b(?:he|his|she|her)\b")
_HIS = re.compile(r"\b(?:he|his|him|boy)\b")
_HER = re.compile(r"\b(?:she|her|girl|prosecutrix)\b")
_SCHOOL_PAPERS = re.compile(r"\b(?:school|register|certificate)\b")
_PRONOUN_REACH = 300  # characters before a pronoun in which its person is named
# Cards that prove no age under Section 94 of the Juvenile Justice Act if a certificate gives another.
_CARD = re.compile(r"\b(?:aadh?aa?r|voter(?:'s)?\s(?:id|card|list)|ration\scard|electoral\sroll)\b[^.;\n]{0,30}\Z")
KIDNAPPING = ("IPC-361", "IPC-363", "IPC-364A", "IPC-366", "IPC-366A", "BNS-137", "BNS-140")
GIRL = re.compile(r"\b(?:girls?|prosecutrix|hymen|virgin|daughter)\b")


def turns_on_victims_age(matter: MatterProfile) -> bool:
    return matter.topic("rape") or "POCSO" in matter.named_acts or matter.is_charged(*KIDNAPPING)


def certified_and_other_births(matter: MatterProfile) -> tuple[tuple[DatedEvent, ...], tuple[DatedEvent, ...]]:
    """The dates of birth, and those of a card, which proves no age."""
    births = matter.timeline.of("birth")
    on_card = [_CARD.search(matter.lower[max(0, birth.span.start - 60) : birth.span.start]) for birth in births]
    certified = tuple(birth for birth, card in zip(births, on_card, strict=True) if card is None)
    cards = tuple(birth for birth, card in zip(births, on_card, strict=True) if card is not None)
    return certified, cards


def is_birth_of_sibling(matter: MatterProfile, event: DatedEvent) -> bool:
    """Whether the date of birth is that of a brother or sister who is not an accused."""
    clause = event.clause or event.span
    before = matter.lower[max(clause.start, event.span.start - 120) : event.span.start]
    if _AT_THE_BOARD.search(matter.lower, event.span.end, max(clause.end, event.span.end)):
        return False  # "his brother Dinesh, born 12 January 2002, went to the Juvenile Justice Board"
    return _BIRTH_OF_SIBLING.search(before[-50:]) is not None and _ACCUSED.search(before) is None


# "Accused's DOB", "DOB of A-1 as per the matric certificate", "the prosecutrix (born", "PW-3, born on".
_NAMED = (
    r"(?:(?P<accused>accused|accd\.?|appellant|applicant|petitioner|juvenile|convict|(?:our\s|my\s)?client|a-?\d{1,2})"
    r"|(?P<victim>victim|vict\.?|prosecutrix|prosx\.?|survivor)|(?P<deceased>deceased|decd\.?|dec'd))"
)
_NAMED_NEXT = _NAMED.replace("?P<", "?P<after_")
_BIRTH_WORDS = r"(?:born\b|b\.|d\.?\s?o\.?\s?b\b\.?|date\sof\sbirth|birth)"
_BORN_NAMED = re.compile(
    rf"\b{_NAMED}(?:'s|’s)?(?:\s(?:no\.?\s?\d{{1,2}}|(?!and\b|or\b|by\b|with\b)[a-z]+)){{0,2}}[\s,(:]{{1,3}}(?:was\s|is\s)?{_BIRTH_WORDS}[^.;\n()]{{0,50}}\Z"
)
_BIRTH_OF_NAMED = re.compile(rf"{_BIRTH_WORDS}\sof\s(?:the\s)?{_NAMED}\b[^;\n()]{{0,70}}\Z")
_NAMED_AFTER = re.compile(
    rf"\s?[-–:]\s?(?:the\s)?(?:{_BIRTH_WORDS}\sof\s(?:the\s)?{_NAMED}\b"
    rf"|{_NAMED_NEXT}(?:\s[a-z]+){{0,2}}\s(?:was\s)?born\b)"
)
_WITNESS_BORN = re.compile(
    rf"\b(?:p\.?w\.?\s?-?\s?\d{{1,2}}|witness|informant|complainant)(?:'s|’s)?[\s,(]{{1,3}}(?:was\s|is\s)?{_BIRTH_WORDS}[^.;\n()]{{0,30}}\Z"
)


def person_named(matter: MatterProfile, event: DatedEvent) -> str | None:
    """The person whose birth the words themselves name; empty for a witness, None if they name nobody."""
    start = max(_start_of_words(matter, event), event.span.start - 110)
    match = (
        _BORN_NAMED.search(matter.lower, start, event.span.start)
        or _BIRTH_OF_NAMED.search(matter.lower, start, event.span.start)
        or _NAMED_AFTER.match(matter.lower, event.span.end)
    )
    if match is not None:
        return next(name.removeprefix("after_") for name, words in match.groupdict().items() if words)
    is_witness = _WITNESS_BORN.search(matter.lower, start, event.span.start) is not None
    return "" if is_witness and not turns_on_victims_age(matter) else None  # a victim is a witness too


def _start_of_words(matter: MatterProfile, event: DatedEvent) -> int:
    """Where the words about a birth begin: after the date before it, or with the clause."""
    at = bisect_left(matter.mention_spans, event.span)
    before = matter.mention_spans[at - 1].end if at else 0
    clause = event.clause or matter.clause_at(event.span.start)
    return max(before, clause.start)


def person_born(matter: MatterProfile, event: DatedEvent) -> str | None:
    """Whose date of birth it is: the person named in the clause, else the one whose age the charge turns on."""
    clause = event.clause or event.span
    words = matter.lower[max(clause.start, event.span.start - 120) : min(clause.end, event.span.end + 60)]
    if (role := _role_by_name(matter, event) or _told_of_accused(matter, event)) is not None:
        return role
    if turns_on_victims_age(matter):
        is_girls = GIRL.search(matter.lower) or matter.is_charged("IPC-366", "IPC-366A")
        is_his = _HIS.search(words) is not None and _HER.search(words) is None and is_girls
        if not any(pattern.search(words) for pattern in (_ACCUSED, _VICTIM, _HIS, _HER)):
            words = _last_person(
                _SCHOOL_PAPERS.sub("", matter.lower[max(0, clause.start - _PRONOUN_REACH) : clause.start])
            )
        names_accused = _ACCUSED.search(words) is not None or is_his
        return "accused" if names_accused and not _VICTIM.search(words) else "victim"
    is_of_suicide = matter.is_charged(*_SUICIDE) and _is_of_who_died(matter, event)
    if not _ACCUSED.search(words) and (is_of_suicide or _OTHER_PERSON.search(words) or _DECEASED.search(words)):
        return "deceased" if is_of_suicide or not _OTHER_PERSON.search(words) else None
    is_respondent = matter.topic("appeal by the State") and _RESPONDENT.search(words)
    names_nobody = not any(pattern.search(words) for pattern in (_ACCUSED, _DECEASED, _OTHER_PERSON))
    if (_PRONOUN.search(words) or names_nobody) and not _ACCUSED.search(words):
        words = _last_person(matter.lower[max(0, clause.start - _PRONOUN_REACH) : clause.start])
    juvenile = matter.topic("juvenile") or bool(matter.named_acts & {"JJ", "JJ2000", "JJ1986"})
    is_accused = juvenile or is_respondent or (matter.topic("crime") and _ACCUSED.search(words))
    return "accused" if is_accused else None


def _told_of_accused(matter: MatterProfile, event: DatedEvent) -> str | None:
    """The accused, if the words before a birth name him, his own paper, or a brother who went to the Board."""
    clause = event.clause or event.span
    since = max(event.span.start - 60, _start_of_words(matter, event))
    is_told = (
        _BIRTH_OF_SIBLING.search(matter.lower, max(clause.start, event.span.start - 50), event.span.start)
        or _OWN_PAPER.search(matter.lower, max(clause.start, event.span.start - 120), event.span.start)
        or _BORN_ACCUSED.search(matter.lower[since : event.span.start])
    )
    return "accused" if is_told else None


_SUICIDE = ("IPC-305", "IPC-306", "BNS-107", "BNS-108")
# Who took a life that was his own: "the boy took his life on 12 August", "girl jumped from the terrace".
_WHO_DIED = re.compile(
    r"\b(?:took\s(?:his|her)\s(?:own\s)?life|ended\s(?:his|her)\s(?:own\s)?life|jumped|hanged|hung|consumed\spoison|committed\ssuicide|suicide)\b"
)
_OTHERS_BIRTH = re.compile(r"\b(?:brother|sister|friend|room-?mate|teacher|warden|husband|mother|father|wife)\b")


def _is_of_who_died(matter: MatterProfile, event: DatedEvent) -> bool:
    """Whether the birth is that of the one who took his life: told before it, and nobody else is born there."""
    start = max(_start_of_words(matter, event), event.span.start - 110)
    if _OTHERS_BIRTH.search(matter.lower, start, event.span.start):
        return False
    before = matter.lower[max(0, event.span.start - _PRONOUN_REACH) : event.span.start]
    return _WHO_DIED.search(before) is not None


def _role_of_name(text: str, name: str) -> str | None:
    """Whether the text calls a named person accused or victim: "accused Ravi", "Ravi (A-2)", "the victim Meena"."""
    for role, words in (("accused", _CALLED_ACCUSED), ("victim", _CALLED_VICTIM)):
        if re.search(
            rf"\b(?:{words})[\s,]+(?:no\.?\s?\d\s)?(?:\w+\s)?{name}\b|\b{name}\b[\s,]*\((?:the\s)?(?:{words})"
            rf"|\b(?:{words})(?:\s[A-Z][a-z]+){{1,3}}(?:\sand\s|,\s|\s&\s){name}\b"
            rf"|\b{name}\b{_MORE_NAMES},\s{_ARE}(?:{words})\b",
            text,
        ):
            return role
    is_tried = re.search(rf"\b{name}\b(?:\s[A-Z][a-z]+)?\s{_TRIED}\b|\bState\sv\.?s?\.?\s{name}\b", text)
    return "accused" if is_tried else None


def _last_person(before: str) -> str:
    """The person last named before a clause that only says "he"."""
    named = [match for pattern in (_ACCUSED, _VICTIM, _DECEASED, _OTHER_PERSON) for match in pattern.finditer(before)]
    return max(named, key=lambda match: match.start())[0] if named else ""


def _role_by_name(matter: MatterProfile, event: DatedEvent) -> str | None:
    """The role of the person whose birth is named: "dob of Ansh". In a kidnapping, the child if nothing differs."""
    start = max(event.span.start - 80, _start_of_words(matter, event))
    near = (start, event.span.start), (event.span.end, event.span.end + 40)
    named = next((match for place in near if (match := _BIRTH_OF.search(matter.text, *place))), None)
    role = _role_of_name(matter.text, named["name"]) if named else None
    if named is None and (person := _PERSON_BORN.search(matter.text, *near[0])) is not None:
        role = _role_of_name(matter.text, person["name"])
    if role is not None or not matter.is_charged(*KIDNAPPING):
        return role
    before = matter.lower[max(0, event.span.start - _PRONOUN_REACH // 2) : event.span.start]
    return "victim" if named or re.search(r"\b(?:boy|child|lad)\b", before) else None
