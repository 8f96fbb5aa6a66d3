"""The deposit without which an appeal against an award of a Motor Accidents Claims Tribunal is not entertained."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.money import rupees
from countercase.facts.lines.profile import MatterProfile

_SUM = r"(?:rs\b\.?\s?|₹\s?|inr\s)?(?P<{0}>\d{{1,2}}(?:,\d{{2,3}}){{1,2}}|\d{{4,7}})(?:/-)?"
_APPEAL_DEPOSIT = re.compile(
    rf"\b(?:deposited|depositing|put|paid)\s(?:in\s)?(?:only\s|just\s|a\ssum\sof\s|merely\s)*{_SUM.format('after')}"
    r"(?=\s(?:only\s)?(?:with|along|in\scourt|as\s(?:a\s|the\s)?(?:statutory\s)?deposit|before|for\sthe\sappeal|in\sthe\s(?:registry|high\scourt)|u/s|under)|\s?[.;,]\s)"
    rf"|(?<![\w.,]){_SUM.format('before')}\s(?:(?:only|alone|was|were|is|has\sbeen|had\sbeen|just|stands|lies|lay|lying)\s){{0,3}}(?:deposited|put\sin|paid\sin|in\sdeposit)\b"
    rf"|\b(?:statutory\s|pre-?\s?)deposit\s(?:(?:of|was|is|only)\s){{0,2}}{_SUM.format('of')}"
)
_OTHER_DEPOSIT = re.compile(
    r"\b(?:fixed|f\.?d\.?r?|name\sof|minor|bank|directed|ordered|shall|must|unless|if|whole|entire|required|needs?)\b[^.;\n]{0,40}\Z"
)
_OTHER_DEPOSIT_AFTER = re.compile(r"[^.;\n]{0,24}\b(?:fixed|f\.?d\.?r?\b|name\sof|minor|savings|be\sdeposited)")
_AWARDED = re.compile(r"\b(?:award|awarded|gave|given|compensation)\b(?:[^.;]|\.(?=\d|\s\d)|(?<=rs)\.){0,50}\Z")
_DEPOSIT_OF_PAYER = 25_000  # rupees, or half of the award if that is less: MV Act s.173(1), first proviso


def deposit_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """An appeal by the one who is to pay needs a deposit: Rs 25,000 or half of the award, whichever is less."""
    if "deposit" not in matter.lower or "appeal" not in matter.lower:
        return
    deposits = [
        match
        for match in _APPEAL_DEPOSIT.finditer(matter.lower)
        if not _OTHER_DEPOSIT.search(matter.lower[max(0, match.start() - 60) : match.start()])
        and not _OTHER_DEPOSIT_AFTER.match(matter.lower, match.end())
    ]
    if len(deposits) != 1:
        return
    group = next(name for name in ("after", "before", "of") if deposits[0][name])
    deposit = float(deposits[0][group].replace(",", ""))
    half = [
        fact.value / 2
        for fact in matter.sheet.facts
        if isinstance(fact, NumericalFact)
        and fact.quantity is Quantity.AMOUNT
        and _AWARDED.search(matter.lower[max(0, fact.spans[0].start - 60) : fact.spans[0].start])
    ]
    enough = deposit >= min([_DEPOSIT_OF_PAYER, *half[:1]])
    if not enough and not half:
        return  # half of the award may be less than the fixed sum
    effect = "the appeal may be entertained" if enough else "too little for an appeal of the one who has to pay"
    line = f"{rupees(_DEPOSIT_OF_PAYER)} or half of the award"
    yield LawLine(
        Provision.parse("MV-173(1)"),
        "deposit with the appeal",
        rupees(deposit),
        line,
        Stands.of(enough),
        (Span(*deposits[0].span()),),
        f"{rupees(deposit)} against {line}, whichever is less: {effect}.",
        "mv-173(1)",
    )
