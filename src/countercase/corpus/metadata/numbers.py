"""Case numbers, brought to one form: `Crl. A. Nos. 362-363 of 2002` -> `Criminal Appeal Nos. 362-363 of 2002`."""

import re

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
    ("Miscellaneous Application", r"Misc(?:ellaneous|\.)?\s+Applications?|M\.\s?A\.?"),
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
    found = [(m.start(), _normal(m)) for m in _NUMBER.finditer(own)]
    found += [(m.start(), f"{m['kind']} {m['number']}") for m in _SUIT.finditer(own)]
    found += [(m.start(), f"Appeal No. {m['code']}") for m in _APPEAL_CODE.finditer(own)]
    return tuple(dict.fromkeys(number for _, number in sorted(found)))


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
