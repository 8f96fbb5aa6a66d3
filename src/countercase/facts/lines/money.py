"""Lines of money: rent, limits of jurisdiction, tax evaded, and loans in cash."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.other_matters import is_of_cited_case
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Threshold

Sums = list[tuple[NumericalFact, Span]]  # each sum, and where it stands

_RENT = re.compile(r"\brent\b|\blet\b|\btenan(?:ts?|cy)\b")
_MONTHLY = re.compile(r"(?:/-)?\s?(?:a\smonth|per\smonth|p\.?m\b|monthly)")
_CLAIMED = re.compile(r"\b(?:claim(?:ed|ing|s)?|sought|asked\sfor|prayed\sfor|valued\sat|value)\b")
_LIMIT_OF_THE_LAW = re.compile(
    r"\b(?:less\sthan|exceed(?:s|ing)?|more\sthan|up\sto|at\sleast|not\sexceeding)\s(?:the\ssum\sof\s|a\ssum\sof\s)?\Z"
)
_SENTENCE_ENDS = re.compile(r"(?<!\bex)(?<!\bno)(?<!\brs)[.;\n]\s")
_LONGEST_SENTENCE = 400  # characters
_SOLD = re.compile(r"\b(?:sale|sold|bought|purchase[ds]?)\b(?!\s(?:agreement|deed\sto))")
_NOT_REGISTERED = re.compile(
    r"\boral\s(?:sale|purchase)\b|\bun\s?-?reg(?:istered|d)\b|\bplain\s(?:white\s)?paper\b|\bnot\sreg(?:istered|d)\b"
    r"|\bnever\sregistered\b|\bno\sregistered\sdeed\b|\bunstamped\b"
)
_TITLE_PASSED = re.compile(
    r"\b(?:no\s)?title\s(?:has\s|had\s|did\snot\s|does\snot\s)?pass(?:es|ed)?\b|\bsale\s(?:was|is|stood)\s(?:already\s)?complete\b"
)
_CLAIMABLE_YEARS = 3  # years
_YEARS_OF = (
    r"\b[^.;]{0,40}?\b(?:for|of)\s(?:the\s)?(?:past\s|last\s|preceding\s)?"
    r"(?P<term>(?P<years>\d{1,2}|[a-z]+)\s?(?:years|yrs?\b\.?)(?:\s(?:before|prior\sto|preceding)\s(?:the\s)?(?:suit|plaint))?)"
)
_YEARS_CLAIMED = (
    (re.compile(rf"\bmesne\sprofits{_YEARS_OF}"), "51", "mesne profits are"),
    (re.compile(rf"\b(?:arrears\sof\srent|rent\sarrears){_YEARS_OF}"), "52", "arrears of rent are"),
)
_CONSUMER_COMMISSION = re.compile(
    r"\b(?:district|state|national)(?=\s(?:consumer\s)?(?:\w+\s){0,2}commission\b)|\b[sn]cdrc\b"
)
_HEARD_BELOW = re.compile(
    r"\b(?:district|dist\b\.?)\s(?:consumer\s)?(?:\w+\s){0,2}(?:commission|forum)\b|\bd\.?c\.?d\.?r\.?[cf]\b|\bappeal(?:s|ed)?\b|\bf\.?a\b"
)
_PAID_BEFORE = re.compile(
    r"\b(?:paid|pd\.?|consideration\spaid|paying|deposited|(?:on|upon|against|for)\s(?:the\s|a\s)?payment\sof)\s(?:a\stotal\sof\s|in\sall\s|about\s|already\s|only\s|the\s)*\Z"
)
_PAID_AFTER = re.compile(r"(?:/-)?\s(?:\w+\s)?(?:was|were|has\sbeen|have\sbeen|already|stands|in\sall)?\s?paid\b")
_DISTRICT_COMMISSION = "CPA2019-34"
_NEARBY = 70
# Amounts that decide which forum or power there is; used only if the matter names the Act.
_FORUM_ROLES = {
    "consideration": ("CPA2019",),
    "default": ("IBC",),
    "money laundered": ("PMLA",),
}
_FORUM_TOPICS = {"consideration": "consumer 2019", "default": "insolvency", "money laundered": "money laundering"}
_FORUM_WORDS = {
    "consideration": re.compile(
        r"\b(?:consideration|paid|pd|(?:on|upon|against)\spayment\sof|price|premium|bought|purchased|booked|bill(?:ed)?|fees?|charges?|charged|package|cost)\b"
    ),
    "default": re.compile(r"\b(?:default|principal|unpaid|owes?|debt|outstanding)\b"),
    "money laundered": re.compile(
        r"\b(?:launder\w+|layer(?:ed|ing)|proceeds(?:\sof\scrime)?|p\.?o\.?c|ecir\sp\.?c(?=\s?:)|(?:came|credited|paid|went|routed|passed)\s(?:(?:in)?to|through)\s(?:her|his|their)\s(?:\w+\s)?(?:a/c|accounts?|bank)|reached\s(?:him|her))\b"
    ),
}


def money_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Lines of money that the charges or claims of the matter engage."""
    amounts = sums_of_matter(matter)
    yield from _years_of_profits_or_rent(matter)
    yield from _forum_limits(matter, amounts)
    yield from _delhi_rent(matter, amounts)
    yield from _consumer_claim_1986(matter, amounts)
    yield from _unregistered_sale(matter, amounts)
    yield from _tax_evaded(matter, amounts)
    yield from _cash_loan(matter, amounts)


def sums_of_matter(matter: MatterProfile) -> Sums:
    """The sums of money that the text states, in text order, but for those of a case that it cites."""
    amounts = [
        (fact, span)
        for fact in matter.sheet.facts
        if isinstance(fact, NumericalFact) and fact.quantity is Quantity.AMOUNT
        for span in fact.spans
        if not is_of_cited_case(matter.lower, span)
    ]
    return sorted(amounts, key=lambda pair: pair[1])


def _delhi_rent(matter: MatterProfile, amounts: Sums) -> Iterator[LawLine]:
    """The Delhi Act leaves out premises whose monthly rent exceeds its limit."""
    if not matter.applies(("act:DRC", "topic:Delhi rent")):
        return
    rule = thresholds.get("drc-3-rent")
    for fact, span in amounts:
        monthly = _MONTHLY.match(matter.lower, span.end, span.end + 16)
        if monthly is None or not near(matter.lower, _RENT, span, 100, 20):
            continue
        within = rule.holds(fact.value, "rupees")
        effect = "the Act applies" if within else "the Act does not apply to these premises"
        yield LawLine(
            rule.provision,
            "monthly rent",
            rupees(fact.value),
            rupees(rule.value),
            Stands.of(within),
            (span,),
            f"{rupees(fact.value)} a month against at most {rupees(rule.value)}: {effect}.",
            rule.id,
        )
        return


_TAX_EVADED = re.compile(
    r"\b(?:evad\w+|evasion|input\stax\scredit|i\.?t\.?c\b|(?:fake|bogus|goods-?less)\s(?:invoices|bills|billing|firms)|tax\s(?:not\spaid|short-?paid|collected))"
)


def _tax_evaded(matter: MatterProfile, amounts: Sums) -> Iterator[LawLine]:
    """Tax evaded above five crores makes the offence cognizable and non-bailable."""
    if "CGST" not in matter.named_acts and not matter.topic("arrest for tax evasion"):
        return
    rule = thresholds.get("cgst-132-5-crore")
    for fact, span in amounts:
        if not near(matter.lower, _TAX_EVADED, span, 40, 40) or _LIMIT_OF_THE_LAW.search(
            matter.lower[max(0, span.start - 40) : span.start]
        ):
            continue
        over = rule.holds(fact.value, "rupees")
        effect = (
            "up to five years, cognizable and non-bailable"
            if over
            else "the offence is non-cognizable and bailable (section 132(4))"
        )
        yield LawLine(
            rule.provision,
            "tax evaded",
            rupees(fact.value),
            rupees(rule.value),
            Stands.of(not over),
            (span,),
            f"{rupees(fact.value)} against {rupees(rule.value)} under {provision_name(rule.provision)}: {effect}.",
            rule.id,
            (Provision.parse("CGST-132(5)"),),
        )
        return


def _consumer_claim_1986(matter: MatterProfile, amounts: Sums) -> Iterator[LawLine]:
    """The sum claimed before the State Commission under the Act of 1986: above its lower and up to its upper limit."""
    day = matter.day
    if not matter.topic("consumer 1986") or not matter.topic("appeal to the State Commission") or day is None:
        return
    low, high = thresholds.get("cpa1986-state-low-2003"), thresholds.get("cpa1986-state-high-2003")
    claimed = [
        (fact, span)
        for fact, span in amounts
        if _CLAIMED.search(matter.lower[max(0, span.start - 30) : span.start]) and low.in_force(day)
    ]
    if len({fact.value for fact, _ in claimed}) != 1:
        return
    fact, span = claimed[0]
    within = low.holds(fact.value, "rupees") and high.holds(fact.value, "rupees")
    effect = "within the State Commission's limits" if within else "outside the State Commission's limits"
    line = f"more than {rupees(low.value)}, up to {rupees(high.value)}"
    yield LawLine(
        low.provision,
        "sum claimed",
        rupees(fact.value),
        line,
        Stands.of(within),
        (span,),
        f"{rupees(fact.value)} against {line}: {effect}.",
        low.id,
    )


def _unregistered_sale(matter: MatterProfile, amounts: Sums) -> Iterator[LawLine]:
    """A sale of land for a hundred rupees or more that was made by word of mouth or on an unregistered paper."""
    if not matter.topic("suit for possession") and _TITLE_PASSED.search(matter.lower) is None:
        return
    rule = thresholds.get("tpa-54-value")
    for fact, span in amounts:
        before = _SENTENCE_ENDS.split(matter.lower[max(0, span.start - _LONGEST_SENTENCE) : span.start])[-1]
        after = matter.lower[span.end : span.end + _NEARBY]
        if not _SOLD.search(before) or not _NOT_REGISTERED.search(before + after) or rule.holds(fact.value):
            continue
        yield LawLine(
            rule.provision,
            "price of the sale that was not registered",
            rupees(fact.value),
            rupees(rule.value),
            Stands.CROSSED,
            (span,),
            f"{rupees(fact.value)} against {rupees(rule.value)} under {provision_name(rule.provision)}: from that value"
            " on only a registered deed passes title to land.",
            rule.id,
            (Provision.parse("Registration-17"),),
        )
        return


def near(lower: str, words: re.Pattern[str], span: Span, before: int = _NEARBY, after: int = _NEARBY) -> bool:
    """Whether the words stand near the span."""
    return words.search(lower, max(0, span.start - before), min(len(lower), span.end + after)) is not None


def _years_of_profits_or_rent(matter: MatterProfile) -> Iterator[LawLine]:
    """Mesne profits and arrears of rent can be claimed for three years before the suit."""
    for words, article, what in _YEARS_CLAIMED:
        match = words.search(matter.lower)
        years = read_count(match["years"]) if match else None
        if match is None or years is None:
            continue
        allowed = years <= _CLAIMABLE_YEARS
        value = dates.counted(years, "years")
        effect = "the claim is in time" if allowed else "what is older than three years is barred"
        yield LawLine(
            Provision.parse(f"Limitation-Article-{article}"),
            f"years before the suit for which {what} claimed",
            value,
            f"{_CLAIMABLE_YEARS} years",
            Stands.of(allowed),
            (Span(*match.span("term")),),
            f"{value} against {_CLAIMABLE_YEARS} years: {effect}.",
            f"lim-{article}",
        )


def _forum_limits(matter: MatterProfile, amounts: Sums) -> Iterator[LawLine]:
    """Sums that decide on a consumer commission, an insolvency, money laundering or tax evasion."""
    for role, acts in _FORUM_ROLES.items():
        if matter.named_acts.isdisjoint(acts) and not matter.topic(_FORUM_TOPICS.get(role, "")):
            continue
        filed = matter.timeline.first("consumer complaint", "case filed") if role == "consideration" else None
        for fact, span in _sums_paid_or_all(matter.lower, amounts) if role == "consideration" else amounts:
            reach = 70 if role == "money laundered" else 40
            if not near(matter.lower, _FORUM_WORDS[role], span, reach, 40) or _LIMIT_OF_THE_LAW.search(
                matter.lower[max(0, span.start - 40) : span.start]
            ):
                continue
            for rule in thresholds.applicable(Quantity.AMOUNT, role, filed.day if filed else matter.day):
                holds = rule.holds(fact.value, "rupees")
                if role == "consideration" and not _is_of_commission(matter.lower, rule, holds):
                    continue
                if _is_half_of_band(rule, fact.value):
                    continue
                effect = rule.effect if holds else f"the rule ({rule.effect}) does not apply"
                says = (
                    f"{rupees(fact.value)} against {rule.condition} under {provision_name(rule.provision)}: {effect}."
                )
                yield LawLine(
                    rule.provision,
                    role,
                    rupees(fact.value),
                    rupees(rule.value),
                    Stands.of(holds),
                    (span,),
                    says,
                    rule.id,
                )
            break


def _sums_paid_or_all(lower: str, amounts: Sums) -> Sums:
    """The sums said to have been paid, else all: what was paid counts, not the price agreed (CPA 2019 s.34)."""
    paid = [
        pair
        for pair in amounts
        if _PAID_BEFORE.search(lower[max(0, pair[1].start - 30) : pair[1].start])
        or _PAID_AFTER.match(lower, pair[1].end, pair[1].end + 40)
    ]
    return paid or amounts


def _is_half_of_band(rule: Threshold, value: float) -> bool:
    """Whether the sum lies below the band of the State Commission: its upper limit then says nothing."""
    if not rule.id.startswith("cpa2019-state-high"):
        return False
    return not thresholds.get(rule.id.replace("-high-", "-low-")).holds(value, "rupees")


def _is_of_commission(lower: str, rule: Threshold, holds: bool) -> bool:
    """Whether a limit is that of the commission named, or of the District Commission, which the sum then reaches.

    A commission that hears the appeal is not bound by the limits of its own original jurisdiction.
    """
    if not holds and rule.provision.base != _DISTRICT_COMMISSION and _HEARD_BELOW.search(lower):
        return False
    return rule.provision.base == _consumer_commission_section(lower) or (
        holds and rule.provision.base == _DISTRICT_COMMISSION
    )


def _consumer_commission_section(lower: str) -> str:
    """The section for the consumer commission named first; that of the District Commission if none is named."""
    named = _CONSUMER_COMMISSION.search(lower)
    return {"s": "CPA2019-47", "n": "CPA2019-58"}.get(named[0][0] if named else "d", _DISTRICT_COMMISSION)


def rupees(value: float) -> str:
    """An amount with Indian digit grouping: `Rs 13,00,000`."""
    whole = f"{int(value)}"
    head, tail = whole[:-3], whole[-3:]
    groups: list[str] = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return f"Rs {','.join([*groups, tail])}"


# A loan in cash: Income-tax Act s.269SS.

_SECTION_269SS = re.compile(r"\b269-?\s?ss\b")
_IN_CASH = re.compile(r"\b(?:cash|in\snotes|currency(?:\snotes)?|hand\sto\shand)\b")
_LENT = re.compile(r"\b(?:lent|loan(?:ed)?|advanced?|borrowed|gave|deposit(?:ed)?|hand-?loan|friendly)\b")


def _cash_loan(matter: MatterProfile, amounts: Sums) -> Iterator[LawLine]:
    """A loan in cash of Rs 20,000 or more, in a matter that invokes the section."""
    if not _SECTION_269SS.search(matter.lower):
        return
    rule = thresholds.get("ita-269ss-loan")
    for fact, span in amounts:
        if not (near(matter.lower, _IN_CASH, span, 60, 60) and near(matter.lower, _LENT, span, 60, 60)):
            continue
        kept = rule.holds(fact.value, "rupees")
        effect = (
            "below what the section forbids in cash"
            if kept
            else "a loan that section 269SS forbids in cash: the lender's means are open to doubt, but the debt is not"
            " for that reason unenforceable"
        )
        yield LawLine(
            rule.provision,
            "loan in cash",
            rupees(fact.value),
            rupees(rule.value),
            Stands.of(kept),
            (span,),
            f"{rupees(fact.value)} in cash against {rupees(rule.value)}: {effect}.",
            rule.id,
        )
        return
