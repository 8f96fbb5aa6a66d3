"""Which party is the accused, the landlord, the assessee: the roles behind "appellant" and "respondent".

The names in the title come first, then what the text calls the parties, then who is said to have sued, appealed, been
detained or been appointed. Two opposite roles never fall to one party. If the text points both ways, nothing is said.
"""

import re
from enum import Enum
from functools import cache, lru_cache

from countercase.domain.case import Case, Outcome, PartyType
from countercase.explanation.party_kinds import APPELLANT, RESPONDENT, only_party_of_kind, other_position


class PartyRole(Enum):
    """A role that decides on which side of a case somebody stands, with the words that name it."""

    ACCUSED = r"accused|convict"
    COMPLAINANT = r"complainants?|informants?|victims?|prosecutrix"
    DETENU = r"detenue?s?"
    LANDLORD = r"land-?\s?lord(?:s|ady)?|landladies|lessors?"
    TENANT = r"tenants?|lessees?"
    PLAINTIFF = r"plaintiffs?"
    DEFENDANT = r"defendants?"
    CLAIMANT = r"claimants?|insured|policy-?\s?holders?"
    INSURER = r"insurers?|insurance\s+compan(?:y|ies)"
    EMPLOYEE = r"employees?|work(?:m[ae]n|ers?)|delinquents?"
    EMPLOYER = r"employers?|managements?"
    ASSESSEE = r"assessees?|dealers?"
    REVENUE = r"Revenue|Department"
    WIFE = r"wife"
    HUSBAND = r"husband"
    BANK = r"banks?|secured\s+creditors?"
    BORROWER = r"borrowers?"
    LANDOWNER = r"land-?\s?(?:owners?|losers?|holders?)"
    STATE = r"State|Union\s+of\s+India|Government|prosecution"

    @property
    def pattern(self) -> str:
        """The words for the role, as a group of a regular expression."""
        return f"(?:{self.value})"


_OPPOSITE = {
    PartyRole.LANDLORD: PartyRole.TENANT,
    PartyRole.PLAINTIFF: PartyRole.DEFENDANT,
    PartyRole.CLAIMANT: PartyRole.INSURER,
    PartyRole.EMPLOYEE: PartyRole.EMPLOYER,
    PartyRole.ASSESSEE: PartyRole.REVENUE,
    PartyRole.WIFE: PartyRole.HUSBAND,
    PartyRole.BANK: PartyRole.BORROWER,
    PartyRole.ACCUSED: PartyRole.COMPLAINANT,
}
_OPPOSITE |= {second: first for first, second in list(_OPPOSITE.items())}


def position_of(case: Case, role: PartyRole) -> str | None:
    """`appellant` or `respondent`, whichever has the role; None if that is not certain."""
    if role is PartyRole.ACCUSED:
        return _accused(case)
    by_title = _by_title(case, role)
    if by_title is not None:
        return by_title
    if role is PartyRole.STATE:
        detenu = position_of(case, PartyRole.DETENU)
        return other_position(detenu) if detenu else None
    if role is PartyRole.COMPLAINANT and is_criminal(case):
        return _complainant(case)
    if role is PartyRole.EMPLOYER:
        employee = _by_text(case, PartyRole.EMPLOYEE)
        return other_position(employee) if employee else None
    return _by_text(case, role)


# What the title shows.

_STAFF = re.compile(r"\b(?:Workm[ae]n|Workers|Employees|Mazdoor|Karmachari|Staff|Officers|Teachers)\b", re.IGNORECASE)
_KINDS = {
    PartyRole.STATE: "the State",
    PartyRole.REVENUE: "the Revenue",
    PartyRole.INSURER: "the insurer",
    PartyRole.BANK: "the bank",
}
_TAX = re.compile(
    r"\bassessees?\b|\b(?:sales|income|service|value\s+added|turnover|excise)[-\s](?:tax|duty)\b|\bassessment\b",
    re.IGNORECASE,
)
_INSURED = re.compile(r"\binsured\b|\bclaimants?\b|\bpolicy\b|\brepudiat", re.IGNORECASE)
_SERVICE = re.compile(
    r"\b(?:back[-\s]?wages|reinstat\w+|disciplinary|(?:dismissed|dismissal|removed|removal|terminated|termination)\s+(?:from|of)\s+(?:the\s+)?services?|retrench\w+"
    r"|seniority|promotions?|pension\w*|superannuat\w+|regulari[sz]\w+|pay[-\s]?scales?|workm[ae]n|increments?|employees?)\b",
    re.IGNORECASE,
)
_ACQUISITION = re.compile(
    r"\bland\s+acquisition\b|\b(?:compulsory|the)\s+acquisition\b|\bacquisition\s+proceedings\b|\bacquired\b|\bdeemed\s+laps\w+|\baward\b|\bnotification\s+under\s+section\s+[46]\b",
    re.IGNORECASE,
)
_SUBJECT_SHARE = 1500  # characters per mention from which a subject counts as that of the case


# Roles that only cases on one subject have.
_DETENTION = re.compile(
    r"\bpreventive\s+detention\b|\border\s+of\s+detention\b|\bdetention\s+order\b|\bdetaining\s+authority\b|\bdetenue?s?\b",
    re.IGNORECASE,
)
_CHILD = re.compile(
    r"\bhabeas\s+corpus\b|\bmaintenance\b|\bwelfare\s+of\s+the\s+(?:minor|child)|\bcustody\s+of\s+the\s+(?:minor|child)",
    re.IGNORECASE,
)
_SUBJECTS = {
    PartyRole.DETENU: _DETENTION,
    PartyRole.LANDOWNER: _ACQUISITION,
    PartyRole.ASSESSEE: _TAX,
    PartyRole.REVENUE: _TAX,
}


def _is_about(case: Case, words: re.Pattern[str], least: int = 6) -> bool:
    return len(words.findall(case.text)) >= max(least, len(case.text) // _SUBJECT_SHARE)


def _by_title(case: Case, role: PartyRole) -> str | None:  # noqa: PLR0911 - one line per rule
    """The position that the names of the parties give the role, with the subject of the case where it matters."""
    if role in _KINDS and (position := only_party_of_kind(case, _KINDS[role])):
        return position
    if role is PartyRole.STATE:
        return only_party_of_kind(case, "the Revenue")
    state = only_party_of_kind(case, "the State")
    if role in {PartyRole.REVENUE, PartyRole.ASSESSEE}:
        taxing = (state or _law_officers(case)) if _is_about(case, _TAX) else None
        revenue = only_party_of_kind(case, "the Revenue") or taxing
        return revenue if role is PartyRole.REVENUE or revenue is None else other_position(revenue)
    if role is PartyRole.CLAIMANT:
        insurer = only_party_of_kind(case, "the insurer")
        return other_position(insurer) if insurer and _is_about(case, _INSURED) else None
    if role in {PartyRole.EMPLOYEE, PartyRole.EMPLOYER}:
        employee = _employee(case)
        return employee if role is PartyRole.EMPLOYEE or employee is None else other_position(employee)
    if role is PartyRole.LANDOWNER and state and _is_about(case, _ACQUISITION):
        return other_position(state) if _is_private(case, other_position(state)) else None
    if role is PartyRole.DETENU and state and _is_about(case, _DETENTION):
        return other_position(state)
    return None


def _is_private(case: Case, position: str) -> bool:
    party = case.petitioner if position == APPELLANT else case.respondent
    return party is not None and party.type is PartyType.INDIVIDUAL


_STRONG_SERVICE = re.compile(
    r"\b(?:back[-\s]?wages|reinstate\w*|disciplinary|(?:dismissed|removed|terminated)\s+from\s+(?:the\s+)?service|retrench\w+|superannuat\w+"
    r"|departmental\s+(?:inquiry|enquiry|proceedings))\b",
    re.IGNORECASE,
)
_DIFFERENT = 3  # words of service law; one alone may be the name of a scheme or a policy


def _is_about_service(case: Case) -> bool:
    words = {word.lower()[:6] for word in _SERVICE.findall(case.text)}
    strong = len(_STRONG_SERVICE.findall(case.text))
    return len(words) >= _DIFFERENT and (strong >= _DIFFERENT or _is_about(case, _SERVICE, least=8))


_LAW_OFFICER = re.compile(
    r"\b(?:Solicitor|Attorney|Advocate)[\s-]+General\b(?:(?!\bfor\s+the\s(?!State\s+of\b))[^;]){0,160}?\bfor\s+(?:the\s+)?(?P<party>appellants?|petitioners?|respondents?)\b",
    re.IGNORECASE,
)
_HEAD = 1500  # characters in which counsel are listed


def _law_officers(case: Case) -> str | None:
    """In a copy without a title: the position for which law officers appear. In a tax case that is the Revenue."""
    if case.petitioner is not None or case.respondent is not None:
        return None
    positions = {
        RESPONDENT if match["party"].lower().startswith("r") else APPELLANT
        for match in _LAW_OFFICER.finditer(case.text[:_HEAD])
    }
    return positions.pop() if len(positions) == 1 else None


def _employee(case: Case) -> str | None:
    """In a case about service: the one party that is a person or a union, against one that is not."""
    if is_criminal(case) or only_party_of_kind(case, "the insurer") or not _is_about_service(case):
        return None
    staff = [
        position
        for position, party in ((APPELLANT, case.petitioner), (RESPONDENT, case.respondent))
        if party is not None and (party.type is PartyType.INDIVIDUAL or _STAFF.search(party.name))
    ]
    return staff[0] if len(staff) == 1 else None


# What the text calls the parties.

_QUOTATION = re.compile(r"“[^”]{0,5000}”|\"[^\"\n]{60,1500}\"")
_CITING = re.compile(
    r"\b(?:SCC|SCR|S\.C\.R|AIR|A\.I\.R|supra|INSC)\b|\bv(?:s|ersus)?\.?\s[A-Z]|\b(?:earlier|previous|former|another)\s+suit\b"
)
_SENTENCE = re.compile(r"(?<=[a-z\d)’]{2}[.;?])\s+(?=[A-Z“(\d])|\n+")


@lru_cache(maxsize=256)
def _own_sentences(text: str) -> str:
    """The text without quotations and without sentences that cite a case: what is left is about these parties."""
    sentences = _SENTENCE.split(_QUOTATION.sub(" ", text))
    return "\n".join(sentence for sentence in sentences if not _CITING.search(sentence))


_POSITIONS = {
    APPELLANT: r"(?:appel\s?lants?|petitioners?)",
    # The second and further respondents often stand elsewhere.
    RESPONDENT: r"respon\s?dents?(?!\s*(?:,\s*)?Nos?\.?\s?(?:[2-9]|1\d)|\s*-?\s?[2-9]\b)",
}
_ARTICLES = r"(?:the\s+|an?\s+|original\s+|herein,?\s+|who\s+(?:is|was|are|were)\s+|being\s+|i\.e\.,?\s+)*"


@cache
def _naming(role: PartyRole, position: str) -> re.Pattern[str]:
    """Where the text gives a position the role: "the appellant-landlord", "the tenant is the respondent"."""
    party, word = _POSITIONS[position], role.pattern
    number = r"(?:\s+No\.?\s?1)?"
    if role is PartyRole.COMPLAINANT and position == RESPONDENT:  # the State comes first
        party, number = r"respondents?", r"(?:\s*[-–]?\s*(?:No\.?\s?)?\d)?"
    return re.compile(
        rf"\b{party}{number}\s*(?:[-–/(,]|\s)\s*{_ARTICLES}{word}\b(?!['’]?s?\s+(?:of|in|under|union|association))"
        rf"|\b{word}\s*[-–/(,]?\s*{party}\b"
        rf"|\b{party}{number}\s+(?:herein\s+)?(?:is|was|are|were)\s+{_ARTICLES}{word}\b"
        rf"|\b{word}\b[^.;,]{{0,50}}?\s(?:is|are)\s+the\s+{party}\b",
        re.IGNORECASE,
    )


@cache
def _appealing(role: PartyRole) -> re.Pattern[str]:
    """Where the one who appeals is named by the role: "this is a tenant's appeal"."""
    word = role.pattern
    appeal = r"(?:the\s+present|this|these|the\s+instant|present)\s+(?:\w+\s+)?(?:appeals?|petitions?)"
    return re.compile(
        rf"\b{word}\s*['’]?s?['’]?\s+(?:has|have)\s+(?:\w+\s+)?(?:filed|preferred|come\s+up\s+(?:in|with))\s+{appeal}"
        rf"|\b(?:this\s+is|these\s+are)\s+(?:an?\s+)?{word}\s?['’]s?\s+appeals?"
        rf"|\b{appeal}\s*,?\s+(?:by\s+(?:special\s+leave|certificate)\s*,?\s+)?(?:is\s+|are\s+|has\s+been\s+|have\s+been\s+)?"
        rf"(?:[^.;]{{0,120}}?(?=\sat\s+the\s+instance)\s)?(?:(?:filed|preferred|brought)\s+)?(?:by|at\s+the\s+instance\s+of)\s+(?:the\s+)?(?:original\s+|aggrieved\s+|unsuccessful\s+)*{word}\b",
        re.IGNORECASE,
    )


# Who is said to have done what, or to have suffered it.
_HAS = r"\s+(?:herein\s+)?(?:had\s+|has\s+|have\s+)?"
_SUED = r"(?:filed|instituted|brought)"
_DEEDS = {  # PARTY stands for the words of a position
    PartyRole.PLAINTIFF: rf"PARTY{_HAS}{_SUED}\s+(?:an?\s+|the\s+|this\s+)?(?:\w+\s+)?suits?\b"
    rf"|\bsuits?\s+(?:was\s+|were\s+)?{_SUED}\s+by\s+(?:the\s+)?PARTY",
    PartyRole.DEFENDANT: r"\bsuits?\s+(?:\w+\s+){0,4}against\s+(?:the\s+)?PARTY",
    PartyRole.TENANT: r"\b(?:let\s+out|leased|given\s+on\s+rent)\s+to\s+(?:the\s+)?(?:present\s+)?PARTY"
    r"|\b(?:eviction|ejectment)\s+of\s+(?:the\s+)?PARTY",
    PartyRole.LANDLORD: rf"PARTY{_HAS}(?:filed|made|moved|instituted)\s+an?\s+(?:\w+\s+)?"
    r"(?:petition|application|suit)\s+for\s+(?:eviction|ejectment|recovery\s+of\s+rent)",
    PartyRole.EMPLOYEE: r"PARTY\s+(?:herein\s+)?(?:was|were)\s+(?:initially\s+)?"
    r"(?:appointed\s+(?:as|to|on)|dismissed\s+from\s+service|removed\s+from\s+service|retrenched"
    r"|compulsorily\s+retired|placed\s+under\s+suspension)"
    r"|PARTY\s+joined\s+(?:the\s+)?service|\bservices?\s+of\s+(?:the\s+)?PARTY\s+(?:was|were)\s+terminated",
    PartyRole.EMPLOYER: r"\b(?:employed|employment)\s+(?:under|with|of)\s+(?:the\s+)?PARTY"
    r"|PARTY\s+(?:terminated|retrenched)\s+the\s+services?",
    PartyRole.DETENU: r"PARTY(?:\s+who)?\s+(?:was|has\s+been|were|is)\s+detained\b",
}


@cache
def _deed(role: PartyRole, position: str) -> re.Pattern[str] | None:
    deed = _DEEDS.get(role)
    return re.compile(deed.replace("PARTY", rf"\b{_POSITIONS[position]}"), re.IGNORECASE) if deed else None


_LEAST = {
    PartyRole.PLAINTIFF: 3,
    PartyRole.DEFENDANT: 3,
}  # signs; a rule about pleadings speaks of a "respondent/defendant" too
_CLEAR = 2  # times as many signs for one reading as for the other


_ELECTION = re.compile(r"\b[Ee]lection\s+[Pp]etition")


def _by_text(case: Case, role: PartyRole) -> str | None:
    """The position for which clearly more of the text speaks."""
    if role in _SUBJECTS and not _is_about(case, _SUBJECTS[role]):
        return None
    if role in _LEAST and len(_ELECTION.findall(case.text)) >= _DIFFERENT:
        return None  # rules about pleadings speak of a plaintiff
    own_text = _own_sentences(case.text)
    if not re.search(rf"\b{role.pattern}\b", own_text, re.IGNORECASE):  # a bank need not face a borrower
        return None
    opposite = _OPPOSITE.get(role)
    signs = {position: _signs(own_text, role, position) for position in (APPELLANT, RESPONDENT)}
    for position in signs:
        signs[position] += 5 * _called(case, role, position)
    if opposite is not None:
        for position in signs:
            signs[position] += _signs(own_text, opposite, other_position(position))
            signs[position] += 5 * _called(case, opposite, other_position(position))
    best = max(signs, key=lambda position: signs[position])
    is_clear = signs[best] >= _LEAST.get(role, 1) and signs[best] >= _CLEAR * signs[other_position(best)]
    return best if is_clear else None


def _called(case: Case, role: PartyRole, position: str) -> bool:
    """Whether the text gives the role to a party by name: "Vora, hereinafter called 'the defendant'"."""
    party = case.petitioner if position == APPELLANT else case.respondent
    if party is None or party.type is not PartyType.INDIVIDUAL:
        return False
    first = re.escape(" ".join(party.name.split()[:2]).rstrip(" ,."))
    called = (
        rf"\b{first}\b[^.;]{{0,60}}?\bhereinafter\s+(?:called|referred\s+to\s+as)\s+['‘“\"]?(?:the\s+)?{role.pattern}\b"
    )
    return re.search(called, case.text, re.IGNORECASE) is not None


def _signs(own_text: str, role: PartyRole, position: str) -> int:
    deed = _deed(role, position)
    count = 2 * len(_naming(role, position).findall(own_text)) + (len(deed.findall(own_text)) if deed else 0)
    return count + (3 * len(_appealing(role).findall(own_text)) if position == APPELLANT else 0)


# Criminal cases: the accused, the State and the complainant.

_CRIMINAL = re.compile(r"\b(?:accused|convict(?:ed|ion)|acquitt(?:ed|al)|bail|charge[-\s]?sheet|FIR|prosecution)\b")
_ENOUGH_CRIMINAL = 2  # mentions of an accused, a charge or a conviction: a civil case may mention one
_CRIMINAL_HEAD = re.compile(r"\b(?:C?r?iminal|Crl?\.?)\s+(?:Appeal|A\.|Misc|Petition)", re.IGNORECASE)
_TRIED = r"(?:convict|acquit|sentenc|tried|charged|prosecut|accused|arrest|discharg)\w*"
_WAS = r"(?:was|were|is|are|stood|has\s+been|have\s+been|came\s+to\s+be)"
_CALLED_ACCUSED = {
    APPELLANT: re.compile(
        rf"\b(?:appellants?|petitioners?)\b[^.;]{{0,60}}?\b{_WAS}\s+(?:\w+\s+)?{_TRIED}"
        rf"|\baccused[-\s](?:appellants?|petitioners?)\b|\b(?:appellants?|petitioners?)[-\s]accused\b|\b(?:acquit|convict)(?:ted|ting)?\s+(?:both\s+|all\s+)?(?:the\s+)?(?:\w+\s+)?appellants?\b"
        rf"|\b(?:conviction|sentence|acquittal)\s+of\s+the\s+(?:appellants?|petitioners?)\b|\bappeal\s+against\s+(?:his|her|their|the)?\s*conviction\b"
        rf"|\b(?:criminal\s+)?(?:proceedings|complaint|FIR|prosecution)\s+against\s+(?:the\s+)?(?:present\s+)?(?:appellants?|petitioners?)\b"
        rf"|\baccused\b[^.;]{{0,140}}\bwho\s+is\s+the\s+appellant\b",
        re.IGNORECASE,
    ),
    RESPONDENT: re.compile(
        rf"\brespondents?\b[^.;]{{0,60}}?\b{_WAS}\s+(?:\w+\s+)?{_TRIED}"
        rf"|\baccused[-\s]respondents?\b|\brespondents?[-\s]accused\b|\b(?:acquittal|conviction)\s+of\s+the\s+respondents?\b"
        rf"|\b(?:criminal\s+)?(?:proceedings|complaint|FIR|prosecution)\s+against\s+(?:the\s+)?(?:present\s+)?respondents?\b",
        re.IGNORECASE,
    ),
}
# A complainant may appeal too, with the State among the respondents: against bail, an acquittal or a quashing.
_COMPLAINS = re.compile(
    r"\b(?:appellants?|petitioners?)\b[^.;]{0,40}\b(?:complained\s+(?:of|that|to|under)|(?:lodged|filed|preferred)\s+(?:an?|the|his|her)"
    r"\s+(?:private\s+|criminal\s+)?(?:FIR|complaint|report)|(?:is|was|are|were)\s+the\s+(?:complainants?|informants?|victims?))"
    r"|\b(?:complainant|informant|victim)s?[-\s](?:appellant|petitioner)|\b(?:appellant|petitioner)s?[-\s](?:complainant|informant)"
    r"|\baccused\b[^.;]{0,60}\b(?:from|against)\s+the\s+(?:appellant|petitioner)"
    r"|\bcomplaint\s+of\s+the\s+(?:appellant|petitioner)"
    r"|\b(?:appellant|petitioner)s?\s*\((?:the\s+)?(?:original\s+)?(?:complainant|informant|victim)|\b(?:appellant|petitioner)\s+alleged\s+that\b"
    r"|\bcheques?\b[^.;]{0,60}\bin\s+favour\s+of\s+the\s+(?:appellant|petitioner)\b"
    r"|\b(?:complaints?|criminal\s+cases?|FIR)\s+(?:was\s+|were\s+|which\s+was\s+)?(?:filed|lodged)\s+by\s+the\s+(?:appellant|petitioner)",
    re.IGNORECASE,
)
_RELIEF_UNDONE = re.compile(
    r"\bgranting\s+bail\s+to\s+(?:the\s+)?(?:respondent|accused)|\bbail\s+granted\s+to\s+(?:the\s+)?respondent"
    r"|\bbail\b[^.;]{0,30}(?<!may be )(?<!can be )\b(?:set\s+aside|cancelled)"
    r"|\bacquittal\s+(?:is|was|were|are)?\s?(?:set\s+aside|reversed)|\berred\s+in\s+acquitting\s+the\s+(?:accused|respondents?)"
    r"|\bconvictions?\b[^.;]{0,30}\brestored|\b(?:FIR|complaints?|prosecution)\b[^.;]{0,30}\brestored"
    r"|\bquashing\b[^.;]{0,30}\bset\s+aside|\bproceedings\b[^;]{0,100}?\brestored\s+to\s+the\s+file\s+of\s+the\s+(?:[Tt]rial|Magistrate)",
    re.IGNORECASE,
)


_TAIL = 2500  # characters in which the order stands
_ACCUSED_LOST = re.compile(
    r"\b(?:remaining|respondent|said|all\s+the)\s+accused\b(?![-\s]appellant)[^.;]{0,40}\b(?:shall|directed\s+to)\s+surrender|\bwe\s+sentence\s+each\s+of\s+the\s+accused\b",
    re.IGNORECASE,
)


def is_criminal(case: Case) -> bool:
    """Whether the case is criminal, by its number or else by how often the text mentions a charge or a conviction."""
    if any(word in number.lower() for number in case.case_numbers for word in ("criminal", "crl")):
        return True
    if any("civil" in number.lower() for number in case.case_numbers):
        return False
    if _CRIMINAL_HEAD.search(case.text[:300]):
        return True
    return not case.case_numbers and len(_CRIMINAL.findall(case.text)) >= max(_ENOUGH_CRIMINAL, len(case.text) // 2000)


def is_petition(case: Case) -> bool:
    """Whether the lead matter is a petition of the Court's own jurisdiction and no appeal."""
    if case.case_numbers:
        number = case.case_numbers[0]
        return "Petition" in number and not number.startswith("Special Leave")
    return re.search(r"\b[Uu]nder\s+[Aa]rticle\s+32\b", case.text[:600]) is not None


def _accused(case: Case) -> str | None:
    """The position of the accused. The State is never the accused, and faces him unless a complainant appeals."""
    if not is_criminal(case) or _is_about(case, _DETENTION) or _is_about(case, _CHILD):
        return None
    own_text = _own_sentences(case.text)
    state = only_party_of_kind(case, "the State")
    if state == APPELLANT:
        return RESPONDENT
    if state == RESPONDENT and case.outcome is Outcome.ALLOWED and _ACCUSED_LOST.search(case.text[-_TAIL:]):
        return None  # a complainant's appeal, perhaps with the accused among the respondents
    if state == RESPONDENT:
        complains = _COMPLAINS.search(own_text) or _RELIEF_UNDONE.search(own_text)
        if _CALLED_ACCUSED[APPELLANT].search(own_text) or not complains:
            return APPELLANT
        return RESPONDENT if _by_text(case, PartyRole.COMPLAINANT) == APPELLANT else None
    return _told_accused(own_text, least=_LEAST_SIGNS if case.petitioner else _LEAST_UNTITLED)


_LEAST_SIGNS = 2
_LEAST_UNTITLED = 3  # signs in a copy without its title, where "respondent" may be a party of the court below


def _strength(naming: re.Pattern[str], own_text: str) -> int:
    """Two for each naming of a party, but one in brackets, as cited cases have it: "the accused (respondent 1)"."""
    return sum(1 if "(" in match[0] else 2 for match in naming.finditer(own_text))


def _told_accused(own_text: str, least: int) -> str | None:
    """The accused of a private complaint: the one who is tried, and not the complainant."""
    signs = {position: len(_CALLED_ACCUSED[position].findall(own_text)) for position in _CALLED_ACCUSED}
    for position in signs:
        signs[position] += _strength(_naming(PartyRole.ACCUSED, position), own_text)
        signs[position] += _strength(_naming(PartyRole.COMPLAINANT, other_position(position)), own_text)
    signs[RESPONDENT] += 2 * len(_COMPLAINS.findall(own_text)) + 3 * len(
        _appealing(PartyRole.COMPLAINANT).findall(own_text)
    )
    best = max(signs, key=lambda position: signs[position])
    return best if signs[best] >= max(1, least, _CLEAR * signs[other_position(best)]) else None


def _complainant(case: Case) -> str | None:
    """The position of the complainant: against the accused, if the text calls him so."""
    named, accused = _by_text(case, PartyRole.COMPLAINANT), _accused(case)
    if named is None and accused and case.petitioner and only_party_of_kind(case, "the State") is None:
        return other_position(accused)
    return named if named != accused else None
