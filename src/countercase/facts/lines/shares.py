"""Lines of shares: deposits before an appeal, the vote on a plan, the capital behind a petition, solatium."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.stated_years import day_told
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Threshold

_SHARE = re.compile(
    r"\b(?P<number>\d{1,3}(?:\.\d{1,2})?|(?:[a-z]+-)?[a-z]+)\s?(?:%|per\s?cent\b\.?|percent\b|p\.\s?c\b\.?)"
    r"|\b(?:(?:one|1)(?:-|\s|/))(?P<part>half|third|fourth|quarter|fifth|tenth)\b|\b(?P<half>half)\b(?=\sof\s(?:the\s)?(?:debt|tax|award|amount|assess|decretal))"
)
_PARTS = {"half": 50.0, "third": 100 / 3, "fourth": 25.0, "quarter": 25.0, "fifth": 20.0, "tenth": 10.0}
_STATES_THE_LAW = re.compile(
    r"\b(?:must|shall|should|required|requires|needs?|condition|provided|proviso|unless|if|whether|ordered\sto|no|not|without|minimum|at\sleast|less\sthan|law)\b[^.;\n]{0,40}\Z"
)
_SENTENCE_END = re.compile(r"(?<!\bp\.a)[.;]\s|\n")
_REACH = 70  # characters on each side of a share in which its purpose is named
_DEPOSITED = re.compile(r"\bdeposit(?:ed|ing|s)?\b|\bpre-?\s?deposit\b")
_PAID = re.compile(r"\bdeposit(?:ed|ing|s)?\b|\bpre-?\s?deposit\b|\bpaid\b|\bput\sin\b")
_DEPOSITS = re.compile(
    r"\b(?:deposit(?:ed|ing|\sof)|has\sput\sin|put\sin|paid\sin|brought\sin|challan\s(?:of|for))\s(?:only\s|with\sit\s|a\ssum\sof\s)?(?:rs\b\.?\s?)?\Z"
)
_AS_PRE_DEPOSIT = re.compile(r"[^.;\n]{0,50}\b(?:pre-?\s?deposit|deposit\swith\sthe\sappeal)\b")
_PAYS = re.compile(
    r"\b(?:paid|pays|paying|put\sin|remitted|challan\s(?:of|for))\s(?:only\s|a\ssum\sof\s)?(?:rs\b\.?\s?)?\Z"
)
_WITH_APPEAL = re.compile(
    r"\b(?:along\s)?with\s(?:it|the\sappeal),?\s(?:(?:he|she|it|they)\s)?(?:paid\s)?(?:only\s)?(?:rs\b\.?\s?)?\Z"
)
# A share that a court has ordered for something else.
_DIRECTED = re.compile(r"\b(?:stayed|stay|suspen\w+|bail|interest|penalty)\b[^.;]{0,30}\Z")

_ADDITIONAL_AMOUNT = re.compile(
    r"\badditional\s(?:amount|compensation|sum|market\svalue)\b|\b23\s?\(1-?a\)|\b30\s?\(3\)"
)
_ESTIMATE = re.compile(r"\bestimat\w+|\bcompensation\b")
_TENDERED = re.compile(r"\b(?:tender\w*|offer\w*|paid|cheques?|accepted|deposit\w*|disburs\w*)\b")
_OF_THE_ESTIMATE = re.compile(
    r"\b(?:out\s)?of\s(?:the|an)\s(?:estimated\s(?:\w+\s)?(?:of\s)?)?\Z|\bestimat\w+\s(?:compensation\s|amount\s|sum\s)?(?:of|at|is|was|being|:)\s(?:about\s)?\Z"
)
_ORDERED_SUM = re.compile(
    r"\b(?:award(?:ed|s|ing)?|gave|given|giving|grant(?:ed|s|ing)?|allow(?:ed|s|ing)?|order(?:ed|s|ing)?|direct(?:ed|s|ing)?|decreed|decreeing|compensation)\b[^.;\d]{0,40}\Z"
)
_TENDERS = re.compile(r"\b(?:tender(?:ed|ing)|offered|paid)\s(?:only\s|a\ssum\sof\s)?\Z")
_INTEREST = re.compile(r"\binterest\b")
_ON_THE_EXCESS = re.compile(r"\b(?:excess|enhanced|enhancement)\b")
_CONSENT = re.compile(r"\bconsent\w*|\bagreed\b")
_SAYS_WHAT_IT_IS = re.compile(
    r"\s*(?:that|this|which|it)\s(?:is|was|comes\sto|makes|works\sout\sto)\s(?:only\s|about\s|just\s)?\Z"
)


@dataclass(frozen=True, slots=True)
class _ShareRule:
    """A row of the table, the topic that engages it, and the words for the share and for the sum it is taken of."""

    rule_id: str
    topic: str
    words: re.Pattern[str]
    quantity: str
    short: str  # the effect if the share is too small
    beside: re.Pattern[str] | None = None  # also needed near the share
    whole: re.Pattern[str] | None = None  # right before the sum of which the share is taken
    below: float | None = None  # per cent; a greater share needs no such line


_RULES = (
    _ShareRule(
        "cpa2019-41-deposit",
        "consumer appeal",
        _DEPOSITED,
        "deposit with the appeal",
        "too little, so that it is not to be heard",
        whole=_ORDERED_SUM,
    ),
    _ShareRule(
        "cpa2019-51-deposit",
        "appeal to the National Commission",
        _DEPOSITED,
        "deposit with the appeal",
        "too little, so that it is not to be entertained",
        whole=_ORDERED_SUM,
    ),
    _ShareRule(
        "sarfaesi-18-deposit",
        "securitisation appeal",
        _DEPOSITED,
        "deposit with the appeal",
        "too little; the Appellate Tribunal may reduce it to a quarter of the debt, and no lower",
        whole=re.compile(r"\b(?:debt|dues|demand|outstanding)\b[^.;\d]{0,50}\Z"),
    ),
    _ShareRule(
        "sarfaesi-18-least",
        "securitisation appeal",
        _DEPOSITED,
        "deposit with the appeal",
        "less than the lowest deposit that the Appellate Tribunal may allow",
        whole=re.compile(r"\b(?:debt|dues|demand|outstanding)\b[^.;\d]{0,50}\Z"),
        below=50,
    ),
    _ShareRule(
        "customs-129e-deposit",
        "customs appeal",
        _PAID,
        "payment with the appeal",
        "too little, so that the appeal is not to be entertained, unless it is ten crore rupees or more",
        beside=re.compile(r"\bduty\b|\bpenalty\b"),
        whole=re.compile(r"\bduty\s(?:demand\s|of\s|is\s|demanded\s|confirmed\s){0,2}(?:rs\b\.?\s?)?\Z"),
    ),
    _ShareRule(
        "cgst-107-6-deposit",
        "tax appeal",
        _PAID,
        "payment with the appeal",
        "too little, so that the appeal is not to be filed, unless it is the ceiling of twenty-five crore rupees"
        " (twenty from 1 November 2024)",
        beside=re.compile(r"\b(?:disputed\s)?tax\b|\bdisputed\s(?:amount|demand)\b"),
        whole=re.compile(r"\btax\s(?:demand\s)?(?:of\s|in\sdispute\b[^.;\d]{0,30}\s)?(?:rs\b\.?\s?)?\Z"),
    ),
    _ShareRule(
        "msmed-19-deposit",
        "micro and small enterprises",
        _DEPOSITED,
        "deposit with the challenge to the award",
        "too little, so that the challenge is not to be entertained",
        whole=re.compile(r"\baward(?:ed)?\b[^.;\d]{0,50}\Z"),
    ),
    _ShareRule(
        "electricity-127-2-deposit",
        "electricity assessment",
        _DEPOSITED,
        "deposit with the appeal",
        "too little, so that the appeal is not to be entertained",
        whole=re.compile(
            r"\b(?:bill|assess\w+)\s(?:(?:under|u/s)\s(?:section\s|s\.\s?)?126\s)?(?:for|of|at)\s(?:rs\b\.?\s?)?\Z"
        ),
    ),
    _ShareRule(
        "rdb-21-deposit",
        "recovery appeal",
        _DEPOSITED,
        "deposit with the appeal",
        "too little; the Appellate Tribunal may reduce it to a quarter of the debt, and no lower",
        whole=re.compile(r"\b(?:debt|dues|order\sfor)\b[^.;\d]{0,20}\Z"),
    ),
    _ShareRule(
        "ni-148-percent",
        "appeal in a cheque case",
        _DEPOSITED,
        "deposit ordered pending the appeal",
        "below the least that the appellate court may order, though in an exceptional case it may order none",
        beside=re.compile(r"\b(?:compensation|fine)\b"),
    ),
    _ShareRule(
        "ibc-30-4-vote",
        "insolvency",
        re.compile(r"\bvot(?:e|es|ed|ing)\b"),
        "vote of the committee of creditors for the plan",
        "too few votes, so that the plan was not approved",
        beside=re.compile(r"\b(?:got|received|secured|approved|polled|carried|passed|favour)\b"),
    ),
    _ShareRule(
        "laa-23-2-solatium",
        "land acquisition 1894",
        re.compile(r"\bsolatium\b"),
        "solatium awarded",
        "less than the section gives, if the award was made after 30 April 1982",
        below=30.01,  # thirty per cent is a rate: more than that is not within it
    ),
    _ShareRule(
        "laa-23-1a-additional",
        "land acquisition 1894",
        _ADDITIONAL_AMOUNT,
        "additional amount awarded",
        "less than the section gives",
    ),
    _ShareRule(
        "rfctlarr-30-1-solatium",
        "land acquisition 2013",
        re.compile(r"\bsolatium\b"),
        "solatium awarded",
        "less than the section gives",
    ),
    _ShareRule(
        "rfctlarr-30-3-additional",
        "land acquisition 2013",
        _ADDITIONAL_AMOUNT,
        "additional amount awarded",
        "less than the section gives",
    ),
    _ShareRule(
        "laa-28-interest",
        "land acquisition 1894",
        _INTEREST,
        "interest awarded by the court",
        "less than the section gives: nine per cent, and fifteen after the first year",
        beside=_ON_THE_EXCESS,
    ),
    _ShareRule(
        "rfctlarr-72-interest",
        "land acquisition 2013",
        _INTEREST,
        "interest awarded by the Authority",
        "less than the section gives: nine per cent, and fifteen after the first year",
        beside=_ON_THE_EXCESS,
    ),
    _ShareRule(
        "laa-17-3a-tender",
        "urgent acquisition under the Act of 1894",
        _ESTIMATE,
        "payment tendered before possession",
        "too little was tendered before possession",
        beside=_TENDERED,
        whole=_OF_THE_ESTIMATE,
    ),
    _ShareRule(
        "rfctlarr-40-3-tender",
        "urgent acquisition under the Act of 2013",
        _ESTIMATE,
        "payment tendered before possession",
        "too little was tendered before possession",
        beside=_TENDERED,
        whole=_OF_THE_ESTIMATE,
    ),
    _ShareRule(
        "rfctlarr-2-2-private",
        "acquisition for a private company",
        _CONSENT,
        "prior consent",
        "too few consented for a private company",
    ),
    _ShareRule(
        "rfctlarr-2-2-partnership",
        "acquisition for a partnership",
        _CONSENT,
        "prior consent",
        "too few consented for a public private partnership",
    ),
    _ShareRule(
        "companies-100-2-capital",
        "requisitioned meeting",
        re.compile(r"\bhold(?:ing|s)?\b|\bheld\b"),
        "voting capital of those who require a meeting",
        "too little to require a meeting",
        beside=re.compile(r"\bcapital\b"),
    ),
)


_INTERIM = re.compile(r"\binterim\b|\b143-?\s?a\b")


def share_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every share that the text states or that two sums show, against the share that the Act requires."""
    for share_rule in _RULES:
        if not matter.topic(share_rule.topic):
            continue
        rule = thresholds.get(share_rule.rule_id)
        is_of_land = rule.provision.act in {"LAA", "RFCTLARR"}
        award = matter.timeline.first("award") if is_of_land else None  # the Act of its own day
        if not rule.in_force(award.day if award is not None else day_told(matter)):
            continue
        if share_rule.words is _ADDITIONAL_AMOUNT and (refused := _ADDITIONAL_REFUSED.search(matter.lower)):
            yield _line_of_nothing(matter, rule, Span(*refused.span()))
            continue
        stated = _stated_share(matter, share_rule) or _share_of_sums(matter, share_rule)
        if stated is not None and (share_rule.below is None or stated[0] < share_rule.below):
            yield _line(rule, share_rule, *stated)


_ADDITIONAL_REFUSED = re.compile(
    r"\b(?:no|nothing|without(?:\sany)?)\s(?:(?:additional|further|amount|sum|compensation|market|value|is|was|were|has|been|being|allowed|given|awarded|granted|added|paid)\s){0,6}(?:under\s|u/s\s)?(?:section\s|s\.\s?)?(?:23\s?\(1-?a\)|30\s?\(3\))"
    r"|\b(?:23\s?\(1-?a\)|30\s?\(3\)|additional\s(?:amount|compensation|market\svalue))\s(?:(?:amount|compensation|was|is|were|has|been)\s){0,3}(?:not\s(?:allowed|given|awarded|granted|added|paid)|refused|denied|nil\b)"
)


def _line_of_nothing(matter: MatterProfile, rule: Threshold, span: Span) -> LawLine:
    """The additional amount was not given; the time for which it runs is told, if the text dates it."""
    ends = [
        event.day if event is not None and event.exact else None
        for event in (matter.timeline.first(role) for role in ("award", "possession"))
    ]
    is_old = rule.provision.act == "LAA"
    begins = "the notification" if is_old else "the notification of the social impact assessment study (section 4(2))"
    end = min((day for day in ends if day is not None), default=None)
    # of several publications, the last is the day of the notification: section 4(1)
    published = [event.day for event in matter.timeline.of("notification") if event.exact and end and event.day < end]
    notified = max(published, default=None)
    time = ""
    if rule.provision.act == "LAA" and notified is not None and end is not None and ends[0] and notified < end:
        length = dates.in_words(dates.elapsed(notified, end), exact=True)
        time = f" It runs from {dates.written(notified)} to {dates.written(end)}, {length}."
    return LawLine(
        rule.provision,
        "additional amount awarded",
        "none",
        f"{rule.value:g} per cent a year",
        Stands.CROSSED,
        (span,),
        f"None against {rule.value:g} per cent a year under {provision_name(rule.provision)}, from {begins} to"
        f" the award or the taking of possession, whichever is earlier.{time}",
        rule.id,
    )


def _stated_share(matter: MatterProfile, share_rule: _ShareRule) -> tuple[float, Span] | None:
    """The share that the text gives, if it gives only one: "deposited 20 per cent of the debt"."""
    shares: dict[float, Span] = {}
    named: set[float] = set()  # the shares right before which the thing is named
    for previous, match in pairwise((None, *_SHARE.finditer(matter.lower))):
        if match is None:
            continue
        before = _words_before(matter.lower, match.start())
        after = _SENTENCE_END.split(matter.lower[match.end() : match.end() + _REACH])[0]
        near = f"{before} {after}"
        if not share_rule.words.search(near) or (share_rule.beside is not None and not share_rule.beside.search(near)):
            continue
        if share_rule.rule_id == "ni-148-percent" and _INTERIM.search(near):
            continue  # section 143A: before the conviction
        is_directed = share_rule.words is not _INTEREST and share_rule.rule_id != "ni-148-percent"
        if _STATES_THE_LAW.search(before) or (is_directed and _DIRECTED.search(before)):
            continue
        share = _percent(match)
        if share is not None and share <= 100:
            shares.setdefault(share, Span(*match.span()))
            own = before[-max(0, match.start() - previous.end()) :] if previous else before
            named |= {share} if share_rule.words.search(own) else set()
    if len(shares) > 1:  # "solatium at 15% and additional amount at 12%": each belongs to the words before it
        shares = {share: span for share, span in shares.items() if share in named}
    return next(iter(shares.items())) if len(shares) == 1 else None


def _words_before(lower: str, start: int) -> str:
    """The words of the sentence before a share, with the sentence before it if this one begins "That is"."""
    *earlier, before = _SENTENCE_END.split(lower[max(0, start - _REACH) : start])
    if earlier and _SAYS_WHAT_IT_IS.fullmatch(before):
        *_, sentence = _SENTENCE_END.split(lower[max(0, start - 2 * _REACH) : start - len(before) - 2])
        return f"{sentence} {before}"
    return before


def _percent(match: re.Match[str]) -> float | None:
    if match["part"] or match["half"]:
        return _PARTS[match["part"] or match["half"]]
    return read_count(match["number"])


def _share_of_sums(matter: MatterProfile, share_rule: _ShareRule) -> tuple[float, Span] | None:
    """The share that a sum paid is of another: "deposited Rs 14 lakh" of a debt of Rs 80 lakh."""
    if share_rule.whole is None:
        return None
    whole = {
        value
        for value, span in matter.amounts
        if share_rule.whole.search(matter.lower[max(0, span.start - 50) : span.start])
    }
    paid = {
        value: span
        for value, span in matter.amounts
        if value not in whole
        and _is_paid(
            matter.lower[max(0, span.start - 40) : span.start], matter.lower[span.end : span.end + 60], share_rule
        )
    }
    if len(whole) != 1 or len(paid) != 1:
        return None
    value, span = next(iter(paid.items()))
    total = whole.pop()
    return (round(100 * value / total, 1), span) if 0 < value <= total else None


_DEPOSITED_AFTER = re.compile(
    r"(?:/-)?\s(?:(?:was|were|is|has\sbeen|have\sbeen|only|also|duly|stands)\s){0,3}(?:deposited|put\sin|in\sdeposit)\b"
    r"(?=\s?[.;,)]|\s?\Z|\s(?:with|along|before|in\sthe\s(?:state\s)?(?:commission|registry|tribunal|court)|as\s(?:the\s)?statutory))"
)
_TENDERED_AFTER = re.compile(r"(?:/-)?\s(?:(?:was|were|only|alone|being)\s){0,2}(?:tendered|offered|paid)\b")


def _is_paid(before: str, after: str, share_rule: _ShareRule) -> bool:
    """Whether the words around a sum say that it was deposited or paid with the appeal."""
    if _DEPOSITED_AFTER.match(after) and not _STATES_THE_LAW.search(before):
        return True
    if share_rule.words is _ESTIMATE:
        return _TENDERED_AFTER.match(after) is not None or _TENDERS.search(before) is not None
    if _DEPOSITS.search(before) is not None or (_PAYS.search(before) and _AS_PRE_DEPOSIT.match(after)):
        return True
    return share_rule.words is _PAID and _WITH_APPEAL.search(before) is not None


def _line(rule: Threshold, share_rule: _ShareRule, share: float, span: Span) -> LawLine:
    enough = rule.holds(share, "percent")
    value, line = f"{share:g} per cent", f"{rule.value:g} per cent"
    effect = rule.effect if enough else share_rule.short
    return LawLine(
        rule.provision,
        f"{share_rule.quantity}, {rule.subject}",
        value,
        line,
        Stands.of(enough),
        (span,),
        f"{value} against at least {line} under {provision_name(rule.provision)}: {effect}.",
        rule.id,
    )
