"""What the Court did with the matter: the reporter's line where there is one, else the Court's own last words."""

import re

from countercase.domain.case import Outcome
from countercase.text.sentences import split_sentences

# Reporters misspell the two words that they print most: aappeal, appela, petititon, dismissd, dimsissed.
_MATTER = (
    r"(?:[Aa]+p+e+a?l+a?s?|APPEALS?|[Pp]etiti?t?ons?|PETITIONS?|[Aa]pplications?|SLPs?|[Rr]eview|[Rr]eferences?"
    r"|[Ss]uits?|[Mm]atters?|[Cc]ases?|[Rr]evisions?|[Cc]laims?)"
)
_RESULT = re.compile(r"Result of the [Cc]ase\s*:?\s*(?P<result>[^†\n]{3,160})")
# `Ankit Gyan Appeals allowed. (Assisted by ...)`, `Headnotes prepared by: Appeal allowed. Divya Pandey`
_REPORTER_LINE = re.compile(
    rf"""
    (?P<result>{_MATTER}(?:\(s\))? (?:,? (?: \s and \s | \s & \s ) (?:\w+\s)? {_MATTER})?
        (?:\s(?:is|are|stands?))? (?:\s(?:partly|accordingly|allowed|dis\w+|dimsissed))+ (?:\s(?:of|in\spart))? )
    [^.\n]{{0,60}} \.? \s*
    (?: \(Assisted\sby [^)]* \)? [\sA-H]* | [A-H\s]+ | Headnotes\sprepared\sby .* | (?:[A-Z][\w.]+\s*){{0,4}} )? $
    """,
    re.VERBOSE,
)

# The Court's own words. The past tense (`was dismissed`) tells of the courts below and does not count.
_PASSIVE = re.compile(
    rf"""
    \b{_MATTER}\b [^;]{{0,160}}? (?<!was\s)(?<!were\s)(?<!been\s)(?<!had\s)(?<!\bCourt\s) \b
    (?P<act> (?:partly|partially)\s(?:allowed|succeeds?) | allowed(?:\s(?:in\spart|partly|partially))? | dismissed
           | disposed\s(?:of|in)\b | rejected | fails? | succeeds?(?:\sin\spart)? | has\ssucceeded\sin\spart | accepted
           | made\sabsolute ) \b
    """,
    re.VERBOSE,
)
_ACTIVE = re.compile(
    rf"""
    \b(?:[Ww]e|I)\b [^;]{{0,200}}?
    \b(?P<act> partly\sallow | allow | dismiss | dispose\sof | dispose | reject | accept )\b
    (?:[^;]{{0,40}}?\bset\saside\b)? [^;]{{0,60}}? \b{_MATTER}\b (?P<after>(?:\spartly|\sin\spart)?)
    | \b[Aa]greed?\s(?:with\s[^.;]{{0,60}})?(?:in|to|that)\s(?P<agreed>allow|dismiss|dispos)\w* [^;]{{0,30}} \b{_MATTER}
    """,
    re.VERBOSE,
)
_WANT = r"(?:no|any|without(?: any)?|devoid of|bereft of) (?:merits?|force|substance)"
_NO_MERIT = re.compile(rf"\b{_WANT}\b[^.;]{{0,60}}\b{_MATTER}|\b{_MATTER}\b[^.;]{{0,60}}\b{_WANT}\b")
_REMITTED = re.compile(r"\b(?:remand|remit)(?:ted|ed)?\b")
_SET_ASIDE = re.compile(
    r"""
    \b(?:is|are|stands?|shall\sstand|be|hereby|accordingly|therefore)\b [^.;]{0,40}?
        \b(?:set[-\s]aside|quashed|reversed|acquitted)
    | \b[Ww]e\b [^.;]{0,60}? \b(?:set[-\s]aside|quash|reverse|acquit|direct\s(?:that|the\srelease))\b
    """,
    re.VERBOSE,
)
_UPHELD = re.compile(
    r"\b(?:no|any) (?:reason|ground|justification|infirmity|error|illegality)\b"
    r"|\bdecline to interfere\b|\bnot inclined to\b|\b(?:affirm|uphold|confirm|maintain)(?:ed|ing|s)?\b"
)
_REFERRED = re.compile(
    r"\b(?:refer|plac|constitut|list)\w*\b[^.]{0,150}?"
    r"\b(?:(?:larger|appropriate|another) [Bb]ench|Chief Justice(?! of the High))\b"
)
_BROKEN = re.compile(
    r"\b([Aa]l|[Dd]is|[Pp]art)\s(?=lowed\b|missed\b|posed\b|ly\s+al)"
)  # words broken at the end of a line
_NUMBERED = re.compile(r"\bNos?\.?\s?[\d&,\s-]+(?:of\s\d{4}|/\d{2,4})\s(allowed|dismissed)\s?\.", re.IGNORECASE)
_SENTENCE = 1200  # characters: longer ones are quotations and lists
_LINE = 80  # characters: a last line that is longer is the Court's own paragraph, not the reporter's word
_SIGNS = (
    (Outcome.ALLOWED, r"allow|succe|accept|absolute|quashed"),
    (Outcome.DISMISSED, r"dism|dims|reject|fail|merit|discharged|withdrawn"),
    (Outcome.REMANDED, r"remand|remit"),
    (Outcome.DISPOSED, r"dispos|directions issued|settled"),
)


def find_outcome(text: str, stated: str = "") -> Outcome | None:
    """One of five outcomes, or None where the matter ended otherwise (referred to a larger Bench) or does not say."""
    if stated and (known := read_outcome(stated)):
        return known
    result = _RESULT.search(text, max(0, len(text) - 6000))
    if result:
        return read_outcome(result["result"])
    tail = _BROKEN.sub(r"\1", text[-700:].rstrip())
    last = tail.rpartition("\n")[2]
    if _ends_both_ways(tail[-200:]):
        return None
    if len(last) < _LINE and (known := read_outcome(last)):
        return known
    reporter = _REPORTER_LINE.search(tail)
    if reporter and (known := read_outcome(reporter["result"])):
        return known
    return _operative(text)


def _ends_both_ways(foot: str) -> bool:
    """Whether the reporter's last words allow one numbered matter and dismiss another."""
    return {word.lower() for word in _NUMBERED.findall(foot)} >= {"allowed", "dismissed"}


def read_outcome(words: str) -> Outcome | None:
    """The outcome that a short phrase names."""
    low = words.lower()
    if re.search(r"part(?:ly|ially)|in part", low):
        return Outcome.PARTLY_ALLOWED if re.search(r"allow|succe", low) else None
    return next((outcome for outcome, sign in _SIGNS if re.search(sign, low)), None)


def _operative(text: str) -> Outcome | None:
    """The last words that dispose of the matter, then what was done to the order below, then an earlier opinion."""
    if _REFERRED.search(text[-500:]):
        return None
    return _last_disposal(text[-6000:]) or _done_below(text[-2500:]) or _last_disposal(text[-15000:])


def _last_disposal(tail: str) -> Outcome | None:
    for span in reversed(split_sentences(tail)):
        known = _disposal(span.of(tail)) if len(span) <= _SENTENCE else None
        if known:
            return known
    return None


def _done_below(tail: str) -> Outcome | None:
    signs = ((Outcome.REMANDED, _REMITTED), (Outcome.ALLOWED, _SET_ASIDE), (Outcome.DISMISSED, _UPHELD))
    return next((outcome for outcome, sign in signs if sign.search(tail)), None)


def _disposal(sentence: str) -> Outcome | None:
    acts = [match["act"] for match in _PASSIVE.finditer(sentence)]
    if not acts:
        acts = [f"{m['act'] or m['agreed']}{m['after'] or ''}" for m in _ACTIVE.finditer(sentence)]
    known = [outcome for act in acts if (outcome := read_outcome(act))]
    if known:
        return known[-1]
    return Outcome.DISMISSED if _NO_MERIT.search(sentence) else None
