"""The papers that give a date of birth or an age: a school register, a birth certificate, Aadhaar, a bone test."""

import re

_CERTIFICATE = r"(?:certificate|cert\b\.?|certif\b\.?)"
_REGISTER = r"(?:register|regr\b\.?|reg\b\.?|record|roll|book|extract|entry)"
_MARK_SHEET = r"(?:mark-?\s?sheet|marks\ssheet|marks-?card)"
_TENTH = (
    r"(?:class\s(?:x|10)\b|(?:tenth|10th|xth)(?:\s(?:class|std\b\.?|standard))?"
    r"|secondary(?:\sschool)?|s\.?s\.?l\.?c\b\.?|s\.?s\.?c\b\.?|c\.?b\.?s\.?e\b\.?|i\.?c\.?s\.?e\b\.?|high\sschool|madhyamik|(?:state|u\.?p|bihar|delhi|matric\w*)\sboard)"
)
_OF_SCHOOL = (
    r"(?:school|scholars?['’]?|admission|admn\b\.?|adm\b\.?|dakhil|dakhil-kharij"
    r"|withdrawal|pupils?['’]?|s\.?\s?r\b\.?)"
)
_OF_TOWN = (
    r"(?:municipal(?:ity)?|corporation|panchayat|m\.?c\.?d\b\.?|nagar\s(?:palika|nigam|parishad|panchayat)"
    r"|birth|gram\spanchayat|cantonment)"
)
# What each paper is called, and how texts name it. Where two fit at one place the first one wins.
_PAPERS = {
    "bone test": (
        r"ossification(?:\s(?:test|report|opinion))?|bone\s?-?(?:age\s)?(?:test|age)(?:\sreport)?|radiolog\w+(?:\s(?:opinion|report|test))?|x-?\s?ray(?:\s(?:report|board))?|medical\sboard"
    ),
    "admit card": (rf"(?:{_TENTH}|matric\w*)?\s?(?:school\s|exam(?:ination)?\s)?admit\scard"),
    "admission form": r"(?:school\s)?admission\s(?:form|application)",
    "matriculation certificate": (
        rf"matric\w*(?:\s(?:school\s|pass\s|exam(?:ination)?\s)?(?:{_CERTIFICATE}|{_MARK_SHEET}|record))?"
        rf"|{_TENTH}\s(?:class\s|school\s|board\s|pass\s|exam(?:ination)?\s|leaving\s)*(?:{_CERTIFICATE}|{_MARK_SHEET}|book)"
        rf"|(?:secondary\s)?school\sleaving\s{_CERTIFICATE}|s\.?s\.?l\.?c\b\.?"
    ),
    "school certificate": (
        rf"(?:date-?\s?of-?\s?birth\s{_CERTIFICATE}\s(?:of|from)\s(?:\w+\s){{0,3}}school|(?:class\s\w+\s)?school\s(?:transfer\s)?{_CERTIFICATE}|{_CERTIFICATE}\s(?:of|from|by|issued\sby)\s(?:[\w.]+\s){{0,5}}school|(?:school\s)?(?:transfer|leaving)\s{_CERTIFICATE}|school\st\.?\s?c\b\.?)"
    ),
    "school register": (
        rf"(?:primary\s|middle\s|nursery\s)?{_OF_SCHOOL}(?:\s(?:{_OF_SCHOOL}|primary|middle))*(?:\s(?:entry\s)?{_REGISTER})|general\sregister|dakhil-?\s?kharij|school\s(?:entry|papers|slip)|scholar\sregister"
    ),
    "birth certificate": (
        rf"(?:{_OF_TOWN}\s)?birth\s(?:{_CERTIFICATE}|{_REGISTER})|{_OF_TOWN}\s{_CERTIFICATE}|{_CERTIFICATE}\sof\sbirth|register\sof\sbirths|panchayat\spaper"
    ),
    "Aadhaar card": r"a+dh?a+r(?:\s?card)?",
    "voter list": (
        r"voters?['’]?s?\s?-?(?:list|roll|card|i\.?d\b\.?(?:\scard)?|identity\scard)|electoral\s(?:roll|card)|epic\b(?:\scard)?"
    ),
    "ration card": r"ration\s?card",
    "family register": r"(?:kutumb|family|parivar)\sregister",
    "passport": r"passport",
    "driving licence": r"(?:driving\s)?licen[cs]e",
    "PAN card": r"pan\scard",
    "horoscope": r"horoscope|janam\s?-?\s?(?:patri|kundli|kundali)|kundli",
    "hospital record": (
        r"(?:hospital|discharge|vaccination|immunisation|immunization|anganwadi)\s(?:record|card|register|slip|certificate)"
    ),
    "baptism certificate": rf"bapti\w+\s(?:{_CERTIFICATE}|register)",
    "jail record": r"jail\s(?:form|record|register|warrant|card)",
}
PAPER = "|".join(_PAPERS.values())
# A date right after these is a birth; after others it may be that of the paper.
_OF_BIRTH = (
    "matriculation certificate",
    "school register",
    "birth certificate",
    "Aadhaar card",
    "family register",
    "horoscope",
    "baptism certificate",
)
PAPER_OF_BIRTH = "|".join(_PAPERS[name] for name in _OF_BIRTH)
_NO_BIRTH = ("bone test", "jail record")
PAPER_WITH_BIRTH = "|".join(words for name, words in _PAPERS.items() if name not in _NO_BIRTH)
# Words that name a paper only beside a date of birth or an age: "the headmaster proved the register; it says ...".
_PAPERS_BY_AGE = _PAPERS | {
    "birth certificate": rf"{_PAPERS['birth certificate']}|{_OF_TOWN}\s{_REGISTER}",
    "transfer certificate": r"t\.?c\b\.?",  # elsewhere a trial court
    "mark sheet": _MARK_SHEET,
    "register": r"register|regr\b\.?",
    "certificate": _CERTIFICATE,
}
_NAMES = tuple(_PAPERS_BY_AGE)
_PAPER = re.compile(
    rf"\b(?:{'|'.join(f'(?P<p{at}>{words})' for at, words in enumerate(_PAPERS_BY_AGE.values()))})(?!\w)"
)
_AFTER = re.compile(
    r"['’\"”]?\s?[,(]?\s?(?:[-–—]\s)?(?:(?:is|was)\s)?(?:date\sof\sbirth|birth|d\.?o\.?b\.?)?\s?(?:of\s[^.;,\n]{1,40}?,?\s)?\(?"
    r"(?:by|as\sper|per|acc(?:ording|\.)?\sto|going\sby|vide|on\sthe\sbasis\sof|from|in|(?:as\s)?(?:shown|entered|recorded)\s(?:in|by)|of)?\s?(?:(?:the|his|her|its)\s)?(?:[\w.'’-]{2,16}\s){0,3}?\Z"
)
# Papers that say nothing of age; a denied one; one of another thing.
_NO_PAPER_BEFORE = re.compile(
    r"\b(?:no|without|nor|neither|not\sa|any|never|if\s(?:the|his|her|a))\s(?:\w+\s){0,2}\Z|\bin\s(?:the\s)?absence\sof\s(?:\w+\s){0,2}\Z"
)
_AFTER_REACH, BEFORE_REACH = 60, 130  # characters from a date or age to the paper that gives it
BONE_TEST = "bone test"


def paper_of(lower: str, start: int, end: int, since: int, until: int) -> str | None:
    """The paper that gives the date or age between two offsets; None if the words name none.

    It is the last one named since `since`, or else one that follows ("17 years by the matriculation certificate").
    """
    before = [
        match
        for match in _PAPER.finditer(lower, max(since, start - BEFORE_REACH), start)
        if not _NO_PAPER_BEFORE.search(lower, max(0, match.start() - 40), match.start())
    ]
    if before:
        return _name(before[-1])
    after = _PAPER.search(lower, end, min(until, end + _AFTER_REACH))
    if after is not None and _AFTER.match(lower[end : after.start()]):
        return _name(after)
    return None


def _name(match: re.Match[str]) -> str:
    return _NAMES[int((match.lastgroup or "p0")[1:])]
