"""Turns a clause round with the fewest words: "no certificate was produced" becomes "a certificate was produced"."""

import re

from countercase.text.articles import article

_NEGATIONS = re.compile(
    r"\b(?:no|not|never|without|nor|neither|none|nobody|nothing|nowhere|cannot|hardly|fail\w*|refus\w*|lack\w*|absence)\b"
    r"|\w+n['’]t\b",
    re.IGNORECASE,
)
# Words that only a negative clause bears, or that bind a clause to its neighbours.
_BOUND = re.compile(
    r"\b(?:any|anyone|anybody|anything|ever|yet|either|at all|nor|until|till|whatever|even|except|save|other than"
    r"|beyond|more than|but)\b",
    re.IGNORECASE,
)
_AT_ANY = re.compile(r"\s+at any (?:stage|time|point)\b")
_AUX_NOT = re.compile(r"\b(?P<aux>was|were|is|are|has|have|had|could|would|can|will)\s+not\s+", re.IGNORECASE)
_DO_NOT = re.compile(r"\b(?P<aux>did|does|do)\s+not\s+(?P<verb>[a-z]+)\b", re.IGNORECASE)
_NEVER = re.compile(r"\bnever\s+", re.IGNORECASE)
_NO_NOUN = re.compile(
    r"\A(?P<no>No|no)\s+(?P<rest>(?P<first>[\w-]+).*?\s(?P<verb>was|were|is|are|has|have)\s)", re.DOTALL
)
_AUX = re.compile(
    r"\b(?P<aux>was|were|is|are|has been|have been|had been)\s+"
    r"(?!(?:said|alleged|claimed|stated|reported|supposed|believed|understood)\b)(?=[a-z])",
    re.IGNORECASE,
)
_PREDICATE = re.compile(
    r"(?!seven\b|eleven\b|ten\b|often\b)(?:\w+(?:ed|en|wn|ung)|made|held|sent|put|given|taken|found|done|told|kept|paid|brought|heard|read|fit|conscious"
    r"|present|sufficient|available|pending|valid|competent|produced|served|admissible|reliable|natural|voluntary)\b"
)
_AFTER_AUX = re.compile(
    r"\s(?:and|or|but)\s|,|;|\b(?:only|also|already|both|each|every|some|still|merely|all)\b", re.IGNORECASE
)
_PAST = {
    "hear": "heard", "see": "saw", "give": "gave", "take": "took", "make": "made", "say": "said", "tell": "told",
    "hold": "held", "come": "came", "go": "went", "find": "found", "know": "knew", "get": "got", "speak": "spoke",
    "send": "sent", "pay": "paid", "put": "put", "bring": "brought", "run": "ran", "stand": "stood", "lie": "lay",
    "have": "had", "do": "did", "be": "was", "write": "wrote", "keep": "kept", "leave": "left", "meet": "met",
    "read": "read", "show": "showed", "bear": "bore", "begin": "began", "draw": "drew", "lay": "laid", "sell": "sold",
}  # fmt: skip


def is_negative(sentence: str) -> bool:
    """Whether a sentence denies something."""
    return _NEGATIONS.search(sentence) is not None


def affirmed(clause: str) -> str | None:
    """The clause without its one negation; None where that cannot be done in plain grammar."""
    if len(_NEGATIONS.findall(clause)) != 1:
        return None
    turned = _affirmed(clause)
    if turned is None:
        return None
    turned = _AT_ANY.sub("", turned)
    return None if _BOUND.search(turned) else turned


def _affirmed(clause: str) -> str | None:
    noun = _NO_NOUN.match(clause)
    if noun is not None:
        return _with_noun(clause, noun)
    match = _AUX_NOT.search(clause)
    if match is not None:
        return clause[: match.start()] + match["aux"] + " " + clause[match.end() :]
    match = _DO_NOT.search(clause)
    if match is not None:
        verb = _finite(match["verb"], match["aux"].lower())
        return None if verb is None else clause[: match.start()] + verb + clause[match.end() :]
    match = _NEVER.search(clause)
    return clause[: match.start()] + clause[match.end() :] if match is not None else None


def _with_noun(clause: str, match: re.Match[str]) -> str:
    rest = clause[match.start("rest") :]
    if match["verb"].lower() in {"were", "are", "have"}:
        return rest[0].upper() + rest[1:] if match["no"] == "No" else rest
    word = article(match["first"])
    return f"{word.capitalize() if match['no'] == 'No' else word} {rest}"


def _finite(verb: str, auxiliary: str) -> str | None:  # noqa: PLR0911 - one line a form
    if auxiliary == "do":
        return verb
    if auxiliary == "does":
        return {"have": "has", "do": "does", "go": "goes"}.get(verb) or verb + (
            "es" if verb.endswith(("s", "sh", "ch", "x")) else "s"
        )
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ied"
    if re.fullmatch(r"[a-z]*[^aeiou][aeiou][bdgmnpt]", verb) and len(verb) <= 4:
        return f"{verb}{verb[-1]}ed"
    return f"{verb}ed"


def denied(clause: str) -> str | None:
    """The clause with "not" after its one auxiliary; None where a "not" would reach too little or too much."""
    matches = list(_AUX.finditer(clause))
    if len(matches) != 1 or _NEGATIONS.search(clause):
        return None
    match = matches[0]
    if not _PREDICATE.match(clause, match.end()) or re.search(r"\d", clause[match.end() :]):
        return None  # "not on 24 April" leaves another day open
    if (
        re.search(r"\b(?:said|alleged|claimed)\sto\b", clause)
        or _AFTER_AUX.search(clause, match.end())
        or re.search(r"\b(?:that|who|which|when|if|because)\b", clause)
    ):
        return None
    first = match["aux"].split()[0]
    rest = match["aux"][len(first) :]
    return f"{clause[: match.start()]}{first} not{rest} {clause[match.end() :]}"
