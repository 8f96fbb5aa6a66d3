"""Says what a sum of money is where its nearest noun does not: a claim, a debt, a bond, or the money of a relative."""

import re

from countercase.domain.span import Span

_SUM_REACH = 90  # characters on each side that may say what a sum is
_SENTENCE = re.compile(r"(?<=\w\w\w)\.(?=\s)|;(?=\s)|\n")
_FEW = r"(?:[\w'’/.-]+\s){0,3}"
# What a party claims is no finding, even if it is called income: "the claimants spoke of Rs 12,000 more".
_CLAIMED = re.compile(
    rf"\bclaim(?:ing|s\s(?:of|for))\s{_FEW}\Z|\bclaimants?\s(?:have\s|had\s)?(?:said|says?|spoke\sof|pleaded|put\sit\sat)\s{_FEW}\Z"
    r"|\b(?:filed|complaint|petition|suit|case)\b[^.;]*\b(?:asking|praying)\sfor\s(?:\w+\s){0,2}\Z"
    # "the insurer reckons the loss at Rs 5 lakh", "by their arithmetic it is Rs 5 lakh"
    r"|\b(?:insurer|company|state|resp|respondents?|appellants?|petitioners?|plaintiffs?|defendants?|[drp]-\d|side|bank"
    r"|claimants?|complainant|landlord|tenant|builder|they|he|she|department|employer|management|owner|contractor)\.?\s"
    r"(?:now\s|also\s)?(?:reckons|computes|calculates|estimates|works|puts|pegs|quantifies)\s(?:[\w'’-]+\s){0,3}(?:at|to)\s\Z"
    r"|\b(?:by|on|to|as\sper)\s(?:their|its|his|her|(?:the\s)?[\w-]+['’]s)\s(?:own\s)?(?:arithmetic|reckoning|calculation|computation|count)\b"
    r"[^.;]{0,20}\Z"
)
_SAID = re.compile(r"\b(?:stated|said|claimed|pleaded|averred|alleged)\b")
_UNPROVED = re.compile(
    r"[^.;]{0,40}(?:\bbut\s(?:filed|produced|gave|had|has)\sno\b|\b(?:there\sis|with|without)\s(?:no\s|any\s)?proof\b"
    r"|\bnot\sproved\b|\bunproved\b)"
)
# "Rs 4 lakh, as the State would have it", "Rs 4 lakh (insurer's figure)"
_SIDES_FIGURE = re.compile(
    r",?\s(?:as\s)?(?:the\s)?(?:other\sside|state|insurer|insurance\scompany|bank)\s(?:would\shave\sit|puts\sit|claims|has\sit)\b"
    r"|\s\((?:the\s)?[\w-]+['’]s\s(?:figure|reckoning|arithmetic|count)\)"
)
_HONOURED = re.compile(r",?\s(?:was|were|had\sbeen)\s(?:duly\s)?(?:paid|honoured|cleared|encashed)\b")
_KIN = (
    r"(?:(?:mother|father|brother|sister|daughter|son)s?[\s-]in[\s-]law|father|mother|brother|sister|son|daughter|wife"
    r"|husband|uncle|aunt|cousin|nephew|niece|friend|neighbour)"
)
# "her brother earns Rs 40,000", "A-1's wife holds a flat worth Rs 1 crore".
_RELATIVE_HAS = re.compile(
    rf"(?:\b(?:his|her|their|my)|['’]s)\s(?:\w+\s)?(?P<kin>{_KIN})(?:,\s[^,.;]{{1,30}},)?\s"
    rf"(?:earns|has|had|holds|owns|owes|draws|gets|makes|runs)\s(?:[\w'’-]+\s){{0,4}}\Z"
)
# What was claimed against the claim, secured or put into execution is no sum of the suit itself.
_COUNTER_CLAIM = re.compile(r"\bcounter-?\s?claim(?:ed|s|ing)?\s(?:of\s|for\s|is\s|was\s)?(?:about\s)?\Z")
_NAMED = (
    (
        "execution",
        re.compile(
            r"\b(?:execution|e\.\s?p\.?|e\.\s?a\.?)\s(?:[\w/.-]+\s){0,5}(?:for|of)\s(?:about\s|a\ssum\sof\s)?\Z"
        ),
    ),
    ("bond", re.compile(r"\b(?:bonds?|suret(?:y|ies))\s(?:of|for|in|worth)\s(?:[\w]+\s){0,3}\Z")),
    ("offer", re.compile(r"\boffer(?:ed|s|ing)?\s(?:(?:of|to|pay|her|him|them|only|a|sum)\s){0,4}\Z")),
    ("security", re.compile(r"\bsecurity\s(?:of|for|worth)\s\Z")),
    ("recovery certificate", re.compile(r"\brecovery\scertificate\s(?:of|for)\s\Z")),
    ("tax demand", re.compile(r"\b(?:gst|tax|vat|duty|excise)\sdemand\s(?:of|for)\s\Z")),
    ("arrears", re.compile(r"\barrears\s(?:of|being|:)?\s?\Z")),
    ("dues", re.compile(r"\bdues\s(?:of|being|:)?\s?\Z")),
    ("fee", re.compile(r"\bfees?\s(?:receipt\s|recpt\.?\s|paid\s|of\s|was\s|being\s){0,2}\Z")),
    ("deposit", re.compile(r"\bdeposits?\s(?:of\s|abt\.?\s|about\s|being\s|totalling\s){0,2}\Z")),
    ("value", re.compile(r"\b(?:worth|valued\sat|market\svalue\s(?:of|is|was))\s(?:about\s|some\s)?\Z")),
    ("loan", re.compile(r"\bborrowed\s(?:a\ssum\sof\s|about\s|some\s)?\Z")),
    ("debt", re.compile(r"\bow(?:ed|es)\s(?:[\w'’-]+\s){0,2}\Z")),
    ("income", re.compile(r"\b(?:earns|works?\s(?:[\w'’-]+\s){0,3}(?:at|on|for))\s(?:about\s|only\s)?\Z")),
)


def sum_role(lower: str, span: Span, role: str | None) -> str | None:
    """What a sum is: a party's mere claim, a relative's money, else `role`, which the law module read, or a name."""
    before = _SENTENCE.split(lower[max(0, span.start - _SUM_REACH) : span.start])[-1]
    if (
        _CLAIMED.search(before)
        or _SIDES_FIGURE.match(lower, span.end)
        or (_SAID.search(before) and _UNPROVED.match(lower, span.end))
    ):
        return "claim"
    if _COUNTER_CLAIM.search(before):
        return "counter-claim"
    if role == "cheque" and _HONOURED.match(lower, span.end):
        return "honoured cheque"
    relative = _RELATIVE_HAS.search(before)
    if relative is not None and role in {None, "income"}:
        return relative["kin"]
    return role or next((name for name, pattern in _NAMED if pattern.search(before)), None)
