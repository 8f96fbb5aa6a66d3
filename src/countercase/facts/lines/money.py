"""Lines of money: interim compensation and fine on a cheque, funds for the balance of a price, and forum limits."""

import re
from collections.abc import Iterator

from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.raised import Raised
from countercase.facts.words import provision_name
from countercase.law.tables import thresholds

_INTERIM = re.compile(r"\binterim\scompensation\b")
_CHEQUE = re.compile(r"\b(?:cheques?|chq)\b")
_FINE = re.compile(r"\bfine\s(?:of|amount|is|was)\b|\bfined\b|\bcompensation\sof\b")
_ADVANCE = re.compile(r"\b(?:advance|earnest|part\sof\sthe\s(?:price|consideration)|received|paid)\b")
_PRICE = re.compile(r"\b(?:sell|sale|sold|price|consideration|agreement|ats)\b(?:[^.;]|\.(?=\d)){0,90}\Z")
_FUNDS = re.compile(
    r"\b(?:pass-?book|bank\s(?:statement|balance|account)|account\s(?:shows?|showed)|balance\sin\s(?:his|her|the))\b"
)
_STATUTE = re.compile(
    r"\b(?:less\sthan|exceed(?:s|ing)?|more\sthan|up\sto|at\sleast|not\sexceeding)\s(?:the\ssum\sof\s|a\ssum\sof\s)?\Z"
)
_REACH = 70
# Amounts that fix a forum or a power; shown only if their provision is raised.
_FORUM_ROLES = {
    "consideration": ("CPA2019",),
    "default": ("IBC",),
    "money laundered": ("PMLA",),
    "tax evaded": ("CGST",),
}
_FORUM_TOPICS = {"consideration": "consumer 2019", "money laundered": "money laundering"}
_FORUM_WORDS = {
    "consideration": re.compile(r"\b(?:consideration|paid|pd|price|premium|bought|purchased|booked)\b"),
    "default": re.compile(r"\bdefault\b"),
    "money laundered": re.compile(r"\b(?:launder\w+|proceeds(?:\sof\scrime)?|p\.?o\.?c)\b"),
    "tax evaded": re.compile(r"\b(?:evad\w+|evasion|input\stax\scredit|fake\sinvoices)\b"),
}


def money_lines(raised: Raised) -> Iterator[LawLine]:
    """Lines of money that the charges or claims of the matter engage."""
    amounts = [
        (fact, span)
        for fact in raised.sheet.facts
        if isinstance(fact, NumericalFact) and fact.quantity is Quantity.AMOUNT
        for span in fact.spans
    ]
    amounts.sort(key=lambda pair: pair[1])
    yield from _cheque(raised, amounts)
    yield from _funds(raised, amounts)
    yield from _forum(raised, amounts)


def _near(lower: str, words: re.Pattern[str], span: Span, before: int = _REACH, after: int = _REACH) -> bool:
    return words.search(lower, max(0, span.start - before), min(len(lower), span.end + after)) is not None


def _cheque(raised: Raised, amounts: list[tuple[NumericalFact, Span]]) -> Iterator[LawLine]:
    if not raised.applies(("NI-138", "topic:cheque")):
        return
    sums = {
        fact.value
        for fact, span in amounts
        if _near(raised.lower, _CHEQUE, span, 60, 20)
        and not _near(raised.lower, _INTERIM, span, 40, 0)
        and not _near(raised.lower, _FINE, span, 14, 0)
    }
    if len(sums) != 1:
        return
    cheque = sums.pop()
    for fact, span in amounts:
        if _near(raised.lower, _INTERIM, span, 50, 0):
            share = round(100 * fact.value / cheque, 2)
            allowed = share <= 20
            effect = (
                "within the twenty per cent of section 143A"
                if allowed
                else "more than the twenty per cent that section 143A allows"
            )
            yield LawLine(
                Provision.parse("NI-143A(2)"),
                "interim compensation as a share of the cheque",
                f"{share:g} per cent",
                "20 per cent",
                Stands.of(allowed),
                (span,),
                f"{_rupees(fact.value)} is {share:g} per cent of {_rupees(cheque)}: {effect}.",
                "ni-143a-percent",
            )
        elif _near(raised.lower, _FINE, span, 14, 0):
            allowed = fact.value <= 2 * cheque
            effect = "within twice the amount of the cheque" if allowed else "more than twice the amount of the cheque"
            yield LawLine(
                Provision.parse("NI-138"),
                "fine against twice the cheque amount",
                _rupees(fact.value),
                _rupees(2 * cheque),
                Stands.of(allowed),
                (span,),
                f"{_rupees(fact.value)} against at most {_rupees(2 * cheque)}: {effect}.",
                "ni-138-fine",
            )


def _funds(raised: Raised, amounts: list[tuple[NumericalFact, Span]]) -> Iterator[LawLine]:
    """Readiness: the funds shown against the balance payable."""
    if not raised.topic("specific performance") and not raised.has("SRA-16"):
        return
    price = next(
        (pair for pair in amounts if _PRICE.search(raised.lower[max(0, pair[1].start - 100) : pair[1].start])), None
    )
    if price is None:
        return
    advance = next(
        (
            pair
            for pair in amounts
            if pair[1].start > price[1].start
            and pair[0].value < price[0].value
            and _near(raised.lower, _ADVANCE, pair[1], 24, 24)
        ),
        None,
    )
    funds = next((pair for pair in amounts if _near(raised.lower, _FUNDS, pair[1], 40, 0)), None)
    if advance is None or funds is None or funds[1] in {price[1], advance[1]}:
        return
    balance = price[0].value - advance[0].value
    enough = funds[0].value >= balance
    effect = (
        "the funds cover the balance" if enough else "the funds do not cover the balance, which tells against readiness"
    )
    sum_of = f"{_rupees(price[0].value)} less {_rupees(advance[0].value)}"
    says = f"{_rupees(funds[0].value)} against a balance of {_rupees(balance)} ({sum_of}): {effect}."
    yield LawLine(
        Provision.parse("SRA-16"),
        "funds shown against the balance payable",
        _rupees(funds[0].value),
        _rupees(balance),
        Stands.of(enough),
        (funds[1],),
        says,
        "funds",
    )


def _forum(raised: Raised, amounts: list[tuple[NumericalFact, Span]]) -> Iterator[LawLine]:
    for role, acts in _FORUM_ROLES.items():
        if raised.named_acts.isdisjoint(acts) and not raised.topic(_FORUM_TOPICS.get(role, "")):
            continue
        for fact, span in amounts:
            if not _near(raised.lower, _FORUM_WORDS[role], span, 40, 40) or _STATUTE.search(
                raised.lower[max(0, span.start - 40) : span.start]
            ):
                continue
            for rule in thresholds.applicable(Quantity.AMOUNT, role, raised.day):
                holds = rule.holds(fact.value, "rupees")
                effect = rule.effect if holds else f"not so ({rule.effect})"
                says = (
                    f"{_rupees(fact.value)} against {rule.condition} under {provision_name(rule.provision)}: {effect}."
                )
                yield LawLine(
                    rule.provision,
                    role,
                    _rupees(fact.value),
                    _rupees(rule.value),
                    Stands.of(holds),
                    (span,),
                    says,
                    rule.id,
                )
            break


def _rupees(value: float) -> str:
    """An amount with Indian digit grouping: `Rs 13,00,000`."""
    whole = f"{int(value)}"
    head, tail = whole[:-3], whole[-3:]
    groups: list[str] = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return f"Rs {','.join([*groups, tail])}"
