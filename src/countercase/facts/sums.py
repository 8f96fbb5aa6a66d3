"""Says what a sum of money is where its nearest noun does not: a claim, a debt, a bond, or the money of a relative.

Also what a weight is: gross with its wrapping, or that of an empty vehicle or a sample."""

import re
from collections.abc import Iterator
from itertools import chain

from countercase.domain.span import Span

_SUM_REACH = 90  # characters on each side that may say what a sum is
_SENTENCE = re.compile(r"(?<=\w\w\w)\.(?=\s)|;(?=\s)|\n")
_FEW = r"(?:[\w'’/.-]+\s){0,3}"
# What a party claims is no finding, even if it is called income: "the claimants spoke of Rs 12,000 more".
_CLAIMED = re.compile(
    rf"\bclaim(?:ing|s\s(?:of|for))\s{_FEW}\Z|(?:\A|[.;,:(-])\s*claims\s(?:only\s|about\s)?\Z|\bclaimants?\s(?:have\s|had\s)?(?:said|says?|spoke\sof|pleaded"
    rf"|put\sit\sat)\s{_FEW}\Z"
    r"|\b(?:filed|complaint|petition|suit|case)\b[^.;]*\b(?:asking|praying)\sfor\s(?:\w+\s){0,2}\Z"
    # "the insurer reckons the loss at Rs 5 lakh", "by their arithmetic it is Rs 5 lakh"
    r"|\b(?:insurer|company|state|resp|respondents?|appellants?|petitioners?|plaintiffs?|defendants?|[drp]-\d|side|bank"
    r"|claimants?|complainant|landlord|tenant|builder|they|he|she|department|employer|management|owner|contractor)\.?\s"
    r"(?:now\s|also\s)?(?:reckons|computes|calculates|estimates|works|puts|pegs|quantifies)\s(?:[\w'’-]+\s){0,3}(?:at"
    r"|to)\s\Z"
    r"|\b(?:by|on|to|as\sper)\s(?:their|its|his|her|(?:the\s)?[\w-]+['’]s)\s(?:own\s)?(?:arithmetic|reckoning"
    r"|calculation|computation|count)\b"
    r"[^.;]{0,20}\Z"
)
_SAID = re.compile(r"\b(?:stated|said|claimed|pleaded|averred|alleged)\b")
_UNPROVED = re.compile(
    r"[^.;]{0,40}(?:\bbut\s(?:filed|produced|gave|had|has)\sno\b|\b(?:there\sis|with|without)\s(?:no\s|any\s)?proof\b"
    r"|\bnot\sproved\b|\bunproved\b)"
)
# "widow says Rs 25,000 a month, no books": what nobody supports is a claim; but a loan is what the case is about.
_UNSUPPORTED = re.compile(
    r"[^.;]{0,40}(?:[,;(–—-]\s?(?:but\s|which\s|there\sis\s|with\s)?(?:nobody|no\sone|nothing|none|no)\s(?:else\s)?"
    r"(?:supports|proof|books?|papers?|slips?|bills?|accounts?|documents?|returns?|itr|to\sshow|shown|bears|record)\b"
    r"|\swhich\s(?:nobody|no\sone|nothing|no\s\w+)\s(?:else\s)?(?:supports|bears|proves)\b)"
)
_LENT = re.compile(r"\b(?:lent|loan(?:ed)?|advanced|borrowed|ow(?:ed|es)|cheque)\b")
_SAYS = re.compile(r"\b(?:states?d?|sa(?:id|ys)|claim(?:ed|s)|pleads|aver(?:s|red)|alleges?d?|puts\sit\sat)\b")
# "Rs 4 lakh, as the State would have it", "Rs 4 lakh (insurer's figure)"
_SIDES_FIGURE = re.compile(
    r",?\s(?:as\s)?(?:the\s)?(?:other\sside|state|insurer|insurance\scompany|bank)\s(?:would\shave\sit|puts\sit|claims"
    r"|has\sit)\b"
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
# "Rs 3,00,000 per acre" is a rate and no sum that anybody is to have.
_RATE = re.compile(
    r"\s?(?:per|an?|each|/)\s?(?:hectare|acre|bigha|biswa|katha|kattha|guntha|gunta|marla|kanal|cent|ground|gaj|are"
    r"|sq\b\.?|square|yard|quintal|bag|bale|kg|kilo(?:gram)?|tonne|litre|unit|brass|cubic)(?:s\b|\b)"
)
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

# "Rs 46,000 found at his house", "Rs 5 lakh of it entering his own account", "let at Rs 55,000 a month"
_NAMED_AFTER = (
    (
        "cash found",
        re.compile(r"\s(?:in\scash\s)?(?:(?:was|were)\s)?(?:also\s)?(?:found|lying|kept)\s(?:at|in|from|on|with)\b"),
    ),
    ("savings", re.compile(r"\s(?:lying\s)?in\s(?:his\s|her\s|their\s|a\s)?(?:savings|fixed\sdeposits?|bank|f\.?d)\b")),
    (
        "receipt in an account",
        re.compile(r"[^.;,]{0,40}?\b(?:enter(?:ed|ing|s)?|credited|came|routed)\b[^.;,]{0,40}?\baccounts?\b"),
    ),
    ("monthly payment", re.compile(r"\s?(?:/-)?\s?(?:a\smonth|p\.?\s?m\b|per\smonth|monthly|pm\b)")),
)


# What is left is called by the nearest word of money in its part of the sentence: "his fee over three years was".
_MONEY_WORDS = {
    "expense": r"spent|spends?|expen(?:se|diture)s?|cost(?:s|ing)?",
    "loss": r"lost|loss(?:es)?|shortage|shortfall|deficit|short",
    "fee": r"fees?|commission|brokerage",
    "estimate": r"figure|estimate[sd]?|guess|approximat\w+",
    "interest": r"interest",
    "balance": r"balance|outstanding|remaining|remainder",
    "value": r"worth|value[ds]?|valuation",
    "price": r"price|sold|sells?|sale|bought|buys?|purchase[sd]?",
    "demand": r"demand(?:s|ed|ing)?|ask(?:s|ed|ing)?|want(?:s|ed|ing)?|claim(?:s|ed|ing)?|pray(?:s|ed|ing)?",
    "payment": r"paid|pays?|paying|payments?|remitt\w+|transferr?\w*|sent|gave|given|received?|deposit\w*|credited",
}
_MONEY_WORD = re.compile(r"\b(?:" + "|".join(f"(?P<{name}>{words})" for name, words in _MONEY_WORDS.items()) + r")\b")
_PART_OF_SENTENCE = re.compile(r"[;:()]|\.\s|,\s(?=and\b|but\b|which\b|while\b)|\n\n")
_NOUN_REACH = 60  # characters


# The sale of the same thing to somebody else: "D-1 sells to D-2 for Rs 9 lakh", "D-3 bought it at Rs 9 lakh".
_LATER_BUYER = (
    r"(?:(?:defendants?|defts?|defdts?|respondents?|resp|d|r)\.?(?:[\s-]|no\.?)*(?:[2-9]|i{2,3})\b"
    r"|(?:a\s)?(?:third\s(?:part(?:y|ies)|persons?)"
    r"|strangers?|rival|subsequent\s(?:purchaser|buyer|vendee))\b|(?:another|some(?:one|body)|some\sother|one\s(?!lakh"
    r"|crore)[a-z]+))"
)
_LATER_SALE = re.compile(
    rf"\b(?:sells?|sold|resells?|resold|convey(?:s|ed)|transfer(?:s|red)"
    rf"|alienate[sd])\b.{{0,40}}\bto\s{_LATER_BUYER}.{{0,70}}\Z"
    rf"|{_LATER_BUYER}.{{0,25}}\b(?:purchase[sd]|bought|buys|took\sa?\s?sale)\b.{{0,60}}\b(?:for"
    rf"|at)\s(?:only\s|about\s)?\Z"
)
_AGREED_TO_SELL = re.compile(
    r"\bagree(?:s|d|ment)?\b[^.;\n]{0,40}\b(?:sell|sale)\b|\bspecific\sperformance\b|\bagreement\b"
)
_SHORT = re.compile(r"\b(regd|rs|no|dt|dtd|deft|defdt|resp|reg|approx|abt)\.")  # full stops that end no statement
_STATEMENT = re.compile(r"\.\s|;|\n")
_SALE_REACH = 130  # characters before a sum that may say to whom the thing was sold
_MERELY_AGREED = re.compile(r"\bagree(?:s|d|ing)\sto\b")


def _is_later_sale(lower: str, start: int) -> bool:
    """Whether a sum is the price at which the thing was sold past the one who had agreed to buy it."""
    before = _STATEMENT.split(_SHORT.sub(r"\1", lower[max(0, start - _SALE_REACH) : start]))[-1]
    is_sale = _LATER_SALE.search(before) is not None and _MERELY_AGREED.search(before) is None
    return is_sale and _AGREED_TO_SELL.search(lower) is not None


def _is_unsupported(lower: str, before: str, end: int) -> bool:
    return bool(_SAYS.search(before) and _UNSUPPORTED.match(lower, end)) and _LENT.search(before) is None


_WRAPPING = (
    r"(?:packings?|packets?|wrapp(?:er|ers|ing)|polythene|poly\s?bags?|bags?|gunny|container|tin|cloth|covering"
    r"|envelope|paper)"
)
_WEIGHTS = (
    (
        "gross",
        re.compile(
            r"\bgross\s(?:wt\.?\s|weight\s|quantity\s)?(?:of\s|is\s|was\s|being\s|about\s|:\s?|=\s?|-\s?){0,2}\Z"
            rf"|\b(?:with|including|inclusive\sof|along\swith)\s(?:the\s|its\s)?{_WRAPPING}\b[^.;\n\d]{{0,30}}\Z"
            rf"|\b{_WRAPPING}\b[^.;,\n\d]{{0,20}}\b(?:put|puts|take|takes|took|bring|brings|brought|make|makes|made"
            rf"|raise[sd]?)\b[^.;,\n\d]{{0,25}}\Z"
        ),
        re.compile(rf"\s?\(?(?:gross\b|(?:with|including|inclusive\sof|along\swith)\s(?:the\s|its\s)?{_WRAPPING}\b)"),
    ),
    (
        "unladen",
        re.compile(r"\bunladen\s(?:wt\.?\s|weight\s)?(?:of\s|is\s|was\s|:\s?){0,2}\Z"),
        re.compile(r"\s?\(?(?:unladen|empty)\b"),
    ),
    (
        "sample",
        re.compile(r"\bsamples?\s(?:of\s|each\s|weighing\s|about\s){1,3}\Z"),
        re.compile(r"\s(?:each\s)?(?:as|for)\s(?:a\s)?samples?\b"),
    ),
)
_NET = re.compile(r"\bnet\b|\bwithout\s(?:the\s|its\s)?(?:packing|wrapp|polythene|bag)")


def weight_role(lower: str, span: Span, role: str | None) -> str | None:
    """What a weight is: of a sample, of the empty vehicle, or gross where the net weight is given too."""
    before = lower[max(0, span.start - _SUM_REACH) : span.start]
    for name, ahead, behind in _WEIGHTS:
        is_named = ahead.search(before) or behind.match(lower, span.end)
        if is_named and (name != "gross" or _NET.search(lower)):
            return name
    return role


def sum_role(lower: str, span: Span, role: str | None) -> str | None:
    """What a sum is: a rate, a mere claim, a relative's money, else `role`, which the law module read, or a name."""
    return "rate" if _RATE.match(lower, span.end) else _role_of_whole(lower, span, role)


def _role_of_whole(lower: str, span: Span, role: str | None) -> str | None:
    before = _SENTENCE.split(lower[max(0, span.start - _SUM_REACH) : span.start])[-1]
    if (
        _CLAIMED.search(before)
        or _SIDES_FIGURE.match(lower, span.end)
        or (_SAID.search(before) and _UNPROVED.match(lower, span.end))
        or (role in {None, "income"} and _is_unsupported(lower, before, span.end))
    ):
        return "claim"
    if _COUNTER_CLAIM.search(before):
        return "counter-claim"
    if role in {None, "price", "consideration"} and _is_later_sale(lower, span.start):
        return "later sale"
    if role == "cheque" and _HONOURED.match(lower, span.end):
        return "honoured cheque"
    relative = _RELATIVE_HAS.search(before)
    if relative is not None and role in {None, "income"}:
        return relative["kin"]
    return role or _named_sum(lower, before, span.end)


def _named_sum(lower: str, before: str, end: int) -> str | None:
    """The name that the words next to a sum give it, or else the nearest noun or verb of money in its clause."""
    named = (name for name, pattern in _NAMED if pattern.search(before))
    named_after = (name for name, pattern in _NAMED_AFTER if pattern.match(lower, end))
    return next(chain(named, named_after, _of_money(lower, before, end)), None)


def _of_money(lower: str, before: str, end: int) -> Iterator[str]:
    after = _PART_OF_SENTENCE.split(lower[end : end + _NOUN_REACH].partition(" and ")[0], maxsplit=1)[0]
    before = _PART_OF_SENTENCE.split(before[-_NOUN_REACH:])[-1]
    near = [(len(before) - match.end(), match) for match in _MONEY_WORD.finditer(before)]
    near += [(match.start(), match) for match in _MONEY_WORD.finditer(after)]
    for _, match in sorted(near, key=lambda pair: pair[0]):
        yield next(name for name in _MONEY_WORDS if match[name])
