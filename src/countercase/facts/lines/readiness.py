"""Readiness to pay the price of land: the funds that a buyer shows against the balance (Specific Relief Act s.16)."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import NumericalFact
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.money import Sums, near, rupees, sums_of_matter
from countercase.facts.lines.profile import MatterProfile

_Sum = tuple[NumericalFact, Span]

_ADVANCE = re.compile(r"\b(?:advance|adv\b\.?|earnest|part\sof\sthe\s(?:price|consideration)|received|paid)\b")
_PRICE = re.compile(r"\b(?:sell|sale|sold|price|consideration|agreement|ats)\b(?:[^.;]|\.(?=\d)){0,90}\Z")
_FUNDS = re.compile(
    r"\b(?:pass-?book|statement\sof\saccounts?|bank\s(?:statement|balance|account|a/c)|(?:account|a/c)\s(?:shows?|showed|had|has|held|never\s(?:held|had|showed|exceeded|crossed|rose))"
    r"|balance\s(?:never|not)\s(?:exceed\w+|above|over|more)|balance\sin\s(?:his|her|the)"
    r"|(?:fixed|bank)\sdeposits?(?=\s(?:of\s|for\s|rs)|\s?\Z)|f\.?d\.?(?:r?s?)(?=\s(?:of\s|for\s|rs)|\s?\Z))\b"
)
_BALANCE = re.compile(
    r"(?<!bank\s)\bbalance\s(?:(?:price|amount|sum|consideration|payable|due)\s)?(?:was|is|of|being|:)\s?\Z"
)
_BALANCE_ALONE = re.compile(r"(?<!bank\s)\bbal(?:ance\b|\.)\s?(?:(?:price|amount|sum|consideration)\s)?\Z")
# "Balance Rs 36 lakh by 14.03.2022": what is to be paid, and no balance of an account.
_TO_BE_PAID = re.compile(
    r"(?:/-)?,?\s(?:(?:was|is|only)\s)?(?:by|on\sor\sbefore|payable|to\sbe\spaid|within|due|against|at\sthe\s(?:time|registration)|on\sregistration|before\sthe\ssub)\b"
)
_TO_BE_FOUND = re.compile(
    r"\s(?:was\s|is\s|still\s|yet\s|more\s)*to\sbe\s(?:found|paid|raised)\b"
)  # "Rs 34 lakh to be found"
_SUMMED_UP = re.compile(r"\s?\+[^=;\n]{1,50}=\s?\Z")  # "FD Rs 36 lakh + sanction Rs 45 lakh = Rs 81 lakh"


def readiness_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The funds shown against the balance payable."""
    if not matter.topic("specific performance") and not matter.raises("SRA-16"):
        return
    amounts = sums_of_matter(matter)
    price = _price(matter, amounts)
    advance = _advance(matter, amounts, price)
    funds = next((pair for pair in amounts if near(matter.lower, _FUNDS, pair[1], 50, 0)), None)
    if funds is None or any(each is not None and each[1] == funds[1] for each in (price, advance)):
        return
    stated = _stated_balance(matter, [pair for pair in amounts if pair[1] != funds[1]])
    if stated is not None:
        balance, sum_of = stated[0].value, "as stated"
    elif price is not None and advance is not None:
        balance = price[0].value - advance[0].value
        sum_of = f"{rupees(price[0].value)} less {rupees(advance[0].value)}"
    else:
        return
    total = _total(matter, amounts, funds)
    shown, spans = (total[0].value, (funds[1], total[1])) if total else (funds[0].value, (funds[1],))
    yield _line(shown, balance, sum_of, spans)


def _price(matter: MatterProfile, amounts: Sums) -> _Sum | None:
    return next(
        (pair for pair in amounts if _PRICE.search(matter.lower[max(0, pair[1].start - 100) : pair[1].start])), None
    )


def _advance(matter: MatterProfile, amounts: Sums, price: _Sum | None) -> _Sum | None:
    """The first sum after the price that was paid, and is less than it."""
    if price is None:
        return None
    return next(
        (
            pair
            for pair in amounts
            if pair[1].start > price[1].start
            and pair[0].value < price[0].value
            and near(matter.lower, _ADVANCE, pair[1], 24, 24)
        ),
        None,
    )


def _stated_balance(matter: MatterProfile, amounts: Sums) -> _Sum | None:
    """The sum that the text calls the balance of the price."""
    for pair in amounts:
        before = matter.lower[max(0, pair[1].start - 40) : pair[1].start]
        if _BALANCE.search(before) or _TO_BE_FOUND.match(matter.lower, pair[1].end):
            return pair
        if _BALANCE_ALONE.search(before) and _TO_BE_PAID.match(matter.lower, pair[1].end):
            return pair
    return None


def _total(matter: MatterProfile, amounts: Sums, funds: _Sum) -> _Sum | None:
    """The sum to which the text adds up the funds."""
    for pair in amounts:
        if funds[1].end < pair[1].start and _SUMMED_UP.fullmatch(matter.lower, funds[1].end, pair[1].start):
            return pair
    return None


def _line(shown: float, balance: float, sum_of: str, spans: tuple[Span, ...]) -> LawLine:
    enough = shown >= balance
    effect = (
        "the funds cover the balance" if enough else "the funds do not cover the balance, which tells against readiness"
    )
    return LawLine(
        Provision.parse("SRA-16"),
        "funds shown against the balance payable",
        rupees(shown),
        rupees(balance),
        Stands.of(enough),
        spans,
        f"{rupees(shown)} against a balance of {rupees(balance)} ({sum_of}): {effect}.",
        "funds",
    )
