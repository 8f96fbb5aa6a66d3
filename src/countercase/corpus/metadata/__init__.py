"""What a judgment states about itself. Here: the parts of its caption in one form each, with dates and parties.

`heads` reads the head of a judgment, and `outcome` what became of the matter.
`Crl. A. Nos. 362-363 of 2002` becomes `Criminal Appeal Nos. 362-363 of 2002`.
"""

import re
import tomllib
from datetime import date
from functools import cache
from importlib import resources

from countercase.domain.case import Party, PartyType

# What the registry calls a matter, and the ways the heads write it. The first that fits wins.
_KINDS = (
    (
        "Special Leave Petition",
        r"(?:Petitions?\s+for\s+)?(?:Special|Spl\.?)\s+Leave\s+(?:Petitions?|Petns?\.?|to\s+Appeal)|S\.?\s?L\.?\s?Ps?\.?",
    ),
    ("Suo Motu Writ Petition", r"Suo\s+Mot[uo]\s+Writ\s+Petitions?"),
    ("Writ Petition", r"Writ\s+Pet(?:itio)?ns?\.?|W\.\s?Ps?\.?|WP"),
    ("Review Petition", r"Review\s+Petitions?|R\.\s?P\.?"),
    ("Transfer Petition", r"Transfer\s+Petitions?|T\.\s?P\.?"),
    ("Transferred Case", r"Transfer(?:red)?\s+Cases?|T\.\s?C\.?"),
    ("Contempt Petition", r"Contempt\s+Petitions?"),
    ("Curative Petition", r"Curative\s+Petitions?"),
    ("Arbitration Petition", r"Arbitration\s+Petitions?"),
    ("Arbitration Case", r"Arbitration\s+Cases?"),
    ("Election Petition", r"Election\s+Petitions?"),
    ("Miscellaneous Application", r"Misc(?:ellaneous|\.)?\s+Applications?|M\.\s?A\.?|MA"),
    ("Interlocutory Application", r"Interlocutory\s+Applications?|I\.?\s?A\.?"),
    ("Original Suit", r"Original\s+Suits?"),
    ("Reference", r"(?:Presidential|Special)?\s*Reference"),
    ("Appeal", r"App?ep?a?e?als?\.?|A(?:pp)?s?\."),  # also as the heads misspell it
    ("Petition", r"Petitions?"),
)
_SIDE = r"(?P<side>Civil|C\.|Criminal|Crimnal|Crl?\.?|Cri\.?)"
_SIDE_AFTER = r"(?:[(\[]?\s*(?P<after>Civil|Criminal|C|Crl|Cri|Cr)\.?\s*[)\]])"
_NUMBERS = r"(?P<numbers>\d[\dA-Z()]*(?:\s?(?:[,&–-]|and|to,?)\s?\d[\dA-Z()]*|\s\d{2,})*)"
_SIDE_FIRST = ("Appeal", "Petition")  # Civil Appeal, but Writ Petition (Civil)
_NUMBER = re.compile(
    rf"(?<![A-Za-z.])(?:{_SIDE}\s?)?(?:"
    + "|".join(f"(?P<k{i}>{words})" for i, (_, words) in enumerate(_KINDS))
    + rf")\s*{_SIDE_AFTER}?\s*(?:\(N\)\s*)?\(?(?:Nos?\s?(?:\(s\))?[.:]*\s*)?{_NUMBERS}(?:\s*\([A-Z]+\))?"
    r"\s*(?:(?:of|/)\s*(?P<year>(?:19|20)\d\d)|/(?P<short>\d\d))(?!\d)",
    re.IGNORECASE,
)
_SUIT = re.compile(r"\b(?P<kind>[A-Z]{2,4}\([A-Z]+\))\s*(?P<number>\d+/\d{4})")
_APPEAL_CODE = re.compile(r"\bAppeal No\.?\s*(?P<code>[A-Z]{2,}/[A-Z0-9/]+)")
_IMPUGNED = re.compile(r"\(?\s*(?:From|Against)\s+the\b.*", re.IGNORECASE | re.DOTALL)


def find_case_numbers(head: str) -> tuple[str, ...]:
    """The matters that a head names, lead matter first; those of the courts below are left out."""
    own = _IMPUGNED.sub("", head)
    numbers = [(m.start(), _normal(m)) for m in _NUMBER.finditer(own)]
    numbers += [(m.start(), f"{m['kind']} {m['number']}") for m in _SUIT.finditer(own)]
    numbers += [(m.start(), f"Appeal No. {m['code']}") for m in _APPEAL_CODE.finditer(own)]
    return tuple(dict.fromkeys(number for _, number in sorted(numbers)))


def first_case_number(text: str) -> int | None:
    """Where the first case number starts."""
    match = _NUMBER.search(text)
    return match.start() if match else None


def _normal(match: re.Match[str]) -> str:
    kind = next(name for i, (name, _) in enumerate(_KINDS) if match[f"k{i}"])
    before = (match["side"] or "").strip(".").lower()
    after = (match["after"] or "").strip(".").lower()
    side = {"c": "Civil", "civil": "Civil"}.get(before or after) or ("Criminal" if before or after else "")
    numbers = re.sub(r"\s*([,–-])\s*", lambda m: "-" if m[1] != "," else ", ", match["numbers"].strip(" ,-"))
    numbers = re.sub(r"\(N[A-Z]*\)$", "", numbers).strip()
    several = re.search(r"[,&\s-]", numbers)
    label = f"{side} {kind}".strip() if kind in _SIDE_FIRST else f"{kind} ({side})" if side else kind
    return f"{label} {'Nos' if several else 'No'}. {numbers} of {match['year'] or _century(match['short'])}"


def _century(short: str) -> str:
    """The Court first sat in 1950: `/83` is 1983, `/07` is 2007."""
    return f"{'19' if int(short) >= 50 else '20'}{short}"


# Dates as judgment heads write them.

_NAMES = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)"
)
DATE = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s*(?P<month>{_MONTH})\.?,?\s*(?P<year>\d{{4}})\b"
    rf"|\b(?P<month2>{_MONTH})[.,]?\s*(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?,?\s*(?P<year2>\d{{4}})\b"
    r"|\b(?P<day3>\d{1,2})[./-](?P<month3>\d{1,2})[./-](?P<year3>\d{4})\b"
    r"|\b(?P<year4>\d{4})-(?P<month4>\d{2})-(?P<day4>\d{2})\b",
    re.IGNORECASE,
)


def find_date(text: str, start: int = 0, end: int | None = None) -> date | None:
    """The first date that exists in the calendar; the day comes before the month, as in India."""
    for match in DATE.finditer(text, start, len(text) if end is None else end):
        day = read_date(match)
        if day:
            return day
    return None


def read_date(match: re.Match[str]) -> date | None:
    """The date of a match of DATE; None for a 31 February."""
    for suffix in ("", "2", "3", "4"):
        if match[f"day{suffix}"]:
            month = match[f"month{suffix}"]
            number = int(month) if month.isdigit() else _NAMES.index(month[:3].lower()) + 1
            try:
                return date(int(match[f"year{suffix}"]), number, int(match[f"day{suffix}"]))
            except ValueError:
                return None
    return None


# The two sides: their names as a cause title gives them, and what kind of party each is.

# First in lower case: in `K. V. Rao v. State` the capital is an initial.
_VERSUS = (re.compile(r"\s+(?:v|vs|versus)\s*\.?\s+"), re.compile(r"\s+(?:v|vs|versus|v/s)\s*\.?\s+", re.IGNORECASE))
_INITIALS = re.compile(r"(?:[A-Z]\.\s?)+")  # "R. V. Rao" is one name
_OTHERS = re.compile(r"[,\s]*(?:\b(?:and|&)\s*(?:an(?:othe)?r|ors?|others?)\b\.?|\betc\b\.?)", re.IGNORECASE)
_SMALL = frozenset("of and the for in by through at on to vs under with".split())
_PLAIN = re.compile(r"[A-Z][A-Z’'-]*[A-Z]")


def split_title(title: str) -> tuple[str, str] | None:
    """Petitioner and respondent of `A v. B`; None if there is no versus (`In re ...`)."""
    for versus in _VERSUS:
        parts = [part.strip(" ,;:-") for part in versus.split(title.strip(), maxsplit=1)]
        if len(parts) == 2 and all(parts) and not (versus is _VERSUS[1] and _INITIALS.fullmatch(parts[0])):
            return parts[0], parts[1]
    return None


def party(name: str) -> Party:
    """A side with its type; a name in capitals is converted to normal case."""
    name = plain_name(name)
    return Party(name, party_type(name))


# What a report prints around a name: running heads, and numbers of the matter that follow it.
_RUNNING_HEAD = re.compile(
    r"^(?:(?:case\s+details|supreme\s+court\s+reports?|\[?\d{4}\]?\s+\d+\s+S\.?\s?C\.?\s?R\.?(?:\s+\d+)?)\s*[:–-]?\s+)+",
    re.IGNORECASE,
)
_TRAILING_HEAD = re.compile(r"\s+(?:case\s+details|in|with)\s*$", re.IGNORECASE)


_NUMBERED_PARTIES = re.compile(r"(?<=\w\.)\d{1,2}\b.*$|\s+R\.?\s?1\s*:.*$")  # a footnote: "& ANR.1 R1 : ..."


def plain_name(name: str) -> str:
    """The name of a party in normal case, without running heads and the marks of a web page."""
    name = re.sub(r"&amp;", "&", " ".join(name.split()), flags=re.IGNORECASE)
    name = _NUMBERED_PARTIES.sub("", name)
    name = _TRAILING_HEAD.sub("", _RUNNING_HEAD.sub("", name)) or name
    return re.sub(r"\b(?:ORS|ANR)\b", lambda match: match[0].capitalize(), normal_case(name))


def party_type(name: str) -> PartyType | None:
    """The type of the first of several parties; None if the name is not a party's (`In re: ...`)."""
    first = _OTHERS.split(name, maxsplit=1)[0].strip(" .,")
    if not re.search(r"[A-Za-z]{2}|[A-Za-z]\.", first) or re.match(r"in\s*re\b|suo\s+mot", first, re.IGNORECASE):
        return None
    first = " ".join(first.split())
    words = _words()
    if words["not_government"].search(first) or words["company"].search(first):
        return PartyType.CORPORATION
    if words["government"].search(first):
        return PartyType.STATE
    return PartyType.CORPORATION if words["body_corporate"].search(first) else PartyType.INDIVIDUAL


@cache
def _words() -> dict[str, re.Pattern[str]]:
    """Each list of the table as one pattern of whole words."""
    stored = resources.files("countercase.corpus").joinpath("data", "party_words.toml").read_text(encoding="utf-8")
    return {
        name: re.compile(r"(?<!\w)(?:" + "|".join(words) + r")(?!\w)", re.IGNORECASE)
        for name, words in tomllib.loads(stored).items()
    }


def normal_case(name: str) -> str:
    """`THE STATE OF U.P. & ORS.` -> `The State of U.P. & Ors.`; a name in normal case stays as it is."""
    letters = [c for c in name if c.isalpha()]
    if sum(c.isupper() for c in letters) < 0.8 * len(letters) or len(letters) < 4:
        return name
    words = [_cased(word, first=index == 0) for index, word in enumerate(name.split(" "))]
    return _SHORT_IN_CONTEXT.sub(lambda match: match[0].upper(), " ".join(words))


def _cased(word: str, first: bool) -> str:
    if word.lower() in _SMALL and not first:
        return word.lower()
    if word.upper().startswith("M/S"):
        return "M/s" + word[3:]
    # Initials and words without a vowel are abbreviations: B.V., KSRTC. But LRS., ORS. and LTD. are words.
    bare = word.strip("().,@&")
    if (
        bare in _SHORT_FORMS
        or re.fullmatch(r"(?:[A-Z]\.)+[A-Z]?", bare + ".")
        or (len(bare) > 1 and not re.search(r"[AEIOUY]", bare) and bare not in _WORDS)
    ):
        return word
    return _PLAIN.sub(lambda m: m[0][0] + m[0][1:].lower(), word)


# Central Excise and Service Tax (elsewhere a Saint), and the State of U.P.
_SHORT_IN_CONTEXT = re.compile(r"(?<=\bCE and )St\b|(?<=\bState of )(?:Up|Ap)\b")
# Short forms with a vowel, which would be taken for words.
_SHORT_FORMS = frozenset(
    "CE CCE CIT ITO ACIT DCIT UOI ONGC IOCL CBI NIA LIC RBI SEBI AIIMS UPSC EPFO ESIC DDA NHAI IFFCO SAIL IDBI"
    " ICICI UCO UTI"
    " UIDAI KIADB HUDA HUDCO GIDC MIDC SIDCO RIICO CIDCO MHADA IIT AICTE UGC BEML".split()
)
_WORDS = frozenset("LTD PVT MRS MR MS DR SMT SH SHRI LRS LR THR ORS ANR ST JR SR CORPN DY COMMR".split())
