"""Sums and ages of a motor accident claim: the formula, no-fault compensation, property, the driver, the deposit."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.money import rupees
from countercase.facts.lines.number_lines import line_against
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.stated_years import day_told
from countercase.facts.other_matters import is_of_cited_case
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables import thresholds


def motor_claim_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The sums that the Motor Vehicles Act fixes, and the age at which one may drive."""
    if matter.topic("on the road"):
        yield from _age_of_driver(matter)
        if matter.topic("motor accident"):
            yield from _income_for_formula(matter)
            yield from _fixed_compensation(matter)
            yield from _property_of_third_party(matter)
    if matter.topic("motor accident"):
        yield from _deposit_with_appeal(matter)
        yield from _amount_in_dispute(matter)


# The structured formula.

_A_MONTH = re.compile(r"(?:/-)?\s?(?:a\smonth|per\smonth|p\.?\s?m\b|monthly|every\smonth|each\smonth|in\sa\smonth)")
_A_YEAR = re.compile(r"(?:/-)?\s?(?:(?:a|in\sa|per|each|every|the)\syear|p\.?\s?a\b|per\sannum|annually|yearly)")
_MONTHLY_BEFORE = re.compile(r"\bmonthly\s(?:income|salary|wages?|earnings?|pay)\b[^.;\d]{0,40}\Z")
_YEARLY_BEFORE = re.compile(r"\b(?:annual|yearly)\s(?:income|salary|earnings?)\b[^.;\d]{0,40}\Z")
_INCOME_OF_ANOTHER = re.compile(
    r"\b(?:brother|sister|son|sons|daughter|wife|widow|father|mother|family|families|driver|owner|household|neighbour|uncle"
    r"|elder|co-?worker|premium|rent|tribunal\stook|loss\sof\sdependency|expenses)\b(?:'s|’s)?[^.;,]{0,60}\Z"
)
_FORMULA = re.compile(r"\b163-?\s?a\b|\bstructured\sformula\b")
_UNDER_SECTION_166 = re.compile(
    r"\b(?:claim|petition|petn|application|m\.?a\.?c\.?p)\b\.?[^.;\n]{0,30}\b(?:u/s|under)\s(?:section\s|s\.\s?|sec\.?\s?)?166\b"
)
_NOT_OURS = re.compile(r"\bnever\b|\bnot\s(?:under|on|pleaded|claimed)\b|\bother\sside\b|\bquoted\b|\bif\sit\swere\b")
_INCOME_CAP = "mv-163a-income"


def _income_for_formula(matter: MatterProfile) -> Iterator[LawLine]:
    """A claim on the structured formula is open up to an annual income of forty thousand rupees."""
    rule = thresholds.get(_INCOME_CAP)
    if not _is_on_formula(matter) or not rule.in_force(matter.offence_day or day_told(matter)):
        return
    incomes = dict(_annual_incomes(matter))
    if len(incomes) != 1:
        return
    income, span = next(iter(incomes.items()))
    within = rule.holds(income, "rupees")
    effect = rule.effect if within else "too much for the structured formula, so that negligence must be proved"
    yield LawLine(
        rule.provision,
        "annual income, for the structured formula",
        f"{rupees(income)} a year",
        f"{rupees(rule.value)} a year",
        Stands.of(within),
        (span,),
        f"{rupees(income)} a year against at most {rupees(rule.value)} under {provision_name(rule.provision)}:"
        f" {effect}.",
        rule.id,
    )


def _is_on_formula(matter: MatterProfile) -> bool:
    """Whether the claim is made on the structured formula, and the section is not only quoted by the other side."""
    if _UNDER_SECTION_166.search(matter.lower):
        return False
    return any(
        not _NOT_OURS.search(matter.lower, clause.start, clause.end)
        for match in _FORMULA.finditer(matter.lower)
        if (clause := matter.clause_at(match.start()))
    )


def _annual_incomes(matter: MatterProfile) -> Iterator[tuple[float, Span]]:
    """The incomes that the text gives by the month or the year, but for those of other persons, as sums by the year."""
    for amount, span in matter.amounts:
        before = matter.lower[max(0, span.start - 90) : span.start]
        if _INCOME_OF_ANOTHER.search(before) or is_of_cited_case(matter.lower, span):
            continue
        if _A_MONTH.match(matter.lower, span.end) or _MONTHLY_BEFORE.search(before):
            yield amount * 12, span
        elif _A_YEAR.match(matter.lower, span.end) or _YEARLY_BEFORE.search(before):
            yield amount, span


# Compensation that the Act fixes.


@dataclass(frozen=True, slots=True)
class _Fixed:
    """A section that fixes the compensation for death and for the graver injury, from one day to another."""

    provision: str
    section: re.Pattern[str]
    death: int  # rupees
    injury: int  # rupees
    since: date
    until: date
    name: str
    injury_name: str


_NO_FAULT = re.compile(
    r"\bno[\s-]?fault\b|\b(?:u/s|under|s(?:ec(?:tion|\.)?|\.))\s?(?:section\s|s\.\s?)?(?:140|164)\b|\bs\.?140\b"
)
_HIT_AND_RUN = re.compile(
    r"\bhit[\s-](?:and|&|n)[\s-]run\b|\b(?:u/s|under|s(?:ec(?:tion|\.)?|\.))\s?(?:section\s|s\.\s?)?161\b"
)
_BEFORE_2022 = date(2022, 3, 31)  # Act 32 of 2019, Chapter XI, in force from 1 April 2022
_NEVER = date(9999, 12, 31)
_FIXED = (
    _Fixed(
        "MV-140(2)",
        _NO_FAULT,
        25_000,
        12_000,
        date(1989, 7, 1),
        date(1994, 11, 13),
        "no fault",
        "permanent disablement",
    ),
    _Fixed(
        "MV-140(2)", _NO_FAULT, 50_000, 25_000, date(1994, 11, 14), _BEFORE_2022, "no fault", "permanent disablement"
    ),
    _Fixed("MV-164(1)", _NO_FAULT, 500_000, 250_000, date(2022, 4, 1), _NEVER, "no fault", "grievous hurt"),
    _Fixed("MV-161(3)", _HIT_AND_RUN, 25_000, 12_500, date(1994, 11, 14), _BEFORE_2022, "hit and run", "grievous hurt"),
    _Fixed("MV-161(2)", _HIT_AND_RUN, 200_000, 50_000, date(2022, 4, 1), _NEVER, "hit and run", "grievous hurt"),
)
_GIVEN = re.compile(
    r"\b(?:gave|given|giving|awarded|award(?:s|ing)?(?:\sof)?|granted|grants?|allowed|allows|paid|pays|ordered|directed|fixed|sanctioned|deposited|sum\sof|at)"
    r"\s(?:(?:him|her|them|only|just|a|the|sum|of|as|to|claimants?|widow|family|interim|sums?)\s){0,4}(?:rs\b\.?\s?|₹\s?|inr\s)?\Z"
)
_GIVEN_AFTER = re.compile(
    r"(?:/-)?\s(?:(?:was|were|is|has\sbeen|had\sbeen|only)\s){0,2}(?:allowed|awarded|granted|given|paid|ordered|sanctioned|fixed)\b"
)
_NOT_THE_SUM = re.compile(
    r"\b(?:claim(?:s|ed|ing)?\s(?:is\s)?(?:for|of)|main\sclaim|bills?|premium|fine|bond|invested)\b[^.;]{0,40}\Z"
    r"|\b(?:income|salary|earn\w*|interest)\b[^.;]{0,16}\Z"
)
_SUPPOSED = re.compile(r"\s*(?:if|had|were|suppose|unless)\b")
_KEPT_APART = re.compile(
    r"(?:/-)?\s(?:be\s|is\s|was\s|to\sbe\s)?(?:ordered\s|kept\s|put\s|invested\s)?(?:in|into|as)\s(?:an?\s)?(?:fixed|f\.?d)"
)
_DEATH = re.compile(
    r"\b(?:death|died|dead|deceased|decd|dec'?d|killed|fatal|widow|post\s?mortem|legal\s(?:heirs|representatives))\b"
)
_INJURED = re.compile(
    r"\b(?:injured|permanent(?:ly)?|disab\w+|disablement|amputat\w+|lost\s(?:his|her|the|a|left|right|one)|fractur\w+|grievous)\b"
)
_BARE_SUM = re.compile(
    r"(?<![\w.,/-])(?P<sum>\d{1,2}(?:,\d{2})*,\d{3}|\d{4,6})/-(?=\s(?:u/s|under|as|on|towards|for|to|only|by))"
)


def _fixed_compensation(matter: MatterProfile) -> Iterator[LawLine]:
    """What was given without proof of fault, or in a hit and run case, against the sum that the section fixes."""
    day = matter.offence_day or day_told(matter)
    fixed = next(
        (each for each in _FIXED if each.since <= day <= each.until and each.section.search(matter.lower)), None
    )
    if fixed is None:
        return
    sums = _sums_given(matter, fixed)
    if len(sums) != 1:
        return
    amount, span = next(iter(sums.items()))
    is_death = _is_for_death(matter, span)
    if is_death is None:
        return
    due = fixed.death if is_death else fixed.injury
    right = amount == due
    law = Provision.parse(fixed.provision)
    effect = (
        "as the section fixes" if right else "less than the section fixes" if amount < due else "more than it fixes"
    )
    what = "death" if is_death else fixed.injury_name
    yield LawLine(
        law,
        f"compensation for {what} ({fixed.name})",
        rupees(amount),
        rupees(due),
        Stands.of(right),
        (span,),
        f"{rupees(amount)} against the {rupees(due)} that {provision_name(law)} fixes for {what}: {effect}.",
        fixed.provision.lower(),
    )


def _sums_given(matter: MatterProfile, fixed: _Fixed) -> dict[float, Span]:
    """The sums in the clauses about the section, else those that the text says were given; each once."""
    sums = [
        (amount, span)
        for amount, span in (*matter.amounts, *_bare_sums(matter))
        if not _NOT_THE_SUM.search(matter.lower[max(0, span.start - 60) : span.start])
        and not _KEPT_APART.match(matter.lower, span.end)
        and not _SUPPOSED.match(matter.lower, matter.clause_at(span.start).start)
        and not is_of_cited_case(matter.lower, span)
    ]
    beside: dict[float, Span] = {}
    for amount, span in sums:
        clause = matter.clause_at(span.start)
        if fixed.section.search(matter.lower, max(clause.start, span.start - 90), min(clause.end, span.end + 50)):
            beside.setdefault(amount, span)
    if beside:
        return beside
    given: dict[float, Span] = {}
    for amount, span in sums:
        before = matter.lower[max(0, span.start - 60) : span.start]
        if _GIVEN.search(before) or _GIVEN_AFTER.match(matter.lower, span.end):
            given.setdefault(amount, span)
    return given


def _bare_sums(matter: MatterProfile) -> Iterator[tuple[float, Span]]:
    """Sums that leave out the rupees: "gave 25,000/- u/s 140"."""
    known = [span for _, span in matter.amounts]
    for match in _BARE_SUM.finditer(matter.lower):
        span = Span(*match.span())
        if not any(span.overlaps(other) for other in known):
            yield float(match["sum"].replace(",", "")), span


def _is_for_death(matter: MatterProfile, span: Span) -> bool | None:
    """Whether the sum is for a death; None if the text tells of a death and of an injury and not which is meant."""
    clause = matter.clause_at(span.start)
    for start, end in ((clause.start, clause.end), (0, len(matter.lower))):
        died = _DEATH.search(matter.lower, start, end) is not None
        injured = _INJURED.search(matter.lower, start, end) is not None
        if died != injured:
            return died
    return None


# Property of third parties.

_ACT_POLICY = re.compile(
    r"\bact[\s-]only\b|\bact\spolicy\b|\bpolicy\s(?:is|was|being)\s(?:a\s)?(?:statutory|of\sthe\sact)\b|\b(?:statutory|act|limited)\s(?:liability|cover|policy)\b|\bno\s(?:extra|additional|further)\spremium\b"
)
_PROPERTY = re.compile(
    r"\b(?:shop|house|wall|goods|shutters?|building|crops?|gate|stall|kiosk|property|cattle|buffalo\w*|pole|t\.?p\.?p\.?d)\b"
)
_LOSS = re.compile(
    r"\b(?:loss|damages?|damaged|surveyor|repairs?|assessed|estimate\w*|destroyed|worth|cost)\b[^.;]{0,80}\Z"
)


def _property_of_third_party(matter: MatterProfile) -> Iterator[LawLine]:
    """A policy of the Act alone covers damage to property up to six thousand rupees."""
    rule = thresholds.get("mv-147-2-property")
    day = matter.offence_day or day_told(matter)
    if not _ACT_POLICY.search(matter.lower) or not _PROPERTY.search(matter.lower) or not rule.in_force(day):
        return
    losses = {
        amount: span
        for amount, span in matter.amounts
        if _LOSS.search(matter.lower[max(0, span.start - 90) : span.start])
        and _PROPERTY.search(matter.lower, max(0, span.start - 120), span.end + 60)
        and not is_of_cited_case(matter.lower, span)
    }
    if len(losses) != 1:
        return
    amount, span = next(iter(losses.items()))
    within = rule.holds(amount, "rupees")
    effect = rule.effect if within else "the insurer answers for that much only, unless the policy covers more"
    yield LawLine(
        rule.provision,
        "damage to the property of a third party under a policy of the Act alone",
        rupees(amount),
        rupees(rule.value),
        Stands.of(within),
        (span,),
        f"{rupees(amount)} against at most {rupees(rule.value)} under {provision_name(rule.provision)}: {effect}.",
        rule.id,
        (Provision.parse("MV-147"),),
    )


# The driver.

_DRIVER_AGED = re.compile(
    r"\b(?:driver|rider|he\swas\sdriving|at\sthe\swheel|lad\sdriving|boy\sdriving)\b(?:'s|’s)?(?:[^.;\n]|\.(?=\d)){0,90}?"
    r"(?:\baged\s(?:about\s|only\s)?|\b(?:was|is|being|gives|shows|makes\shim|puts\shim\sat|at|of|then|only|just|,)\s(?:him\s)?(?:then\s|only\s|just\s|about\s|aged\s)*)"
    r"(?P<age>(?P<years>1[4-9]|2[01]|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty(?:[\s-]one)?)(?P<unit>\s?(?:years?|yrs?)\b\.?(?:,?\s(?:and\s)?(?P<months>\d{1,2}|[a-z]+)\s(?:months?|mths?))?)?)"
    r"(?=\s(?:years?|yrs?|old|at|on|when|then|and|with|who|,)|\s?[,;.()]|\Z)"
)
_MINOR_DRIVING = re.compile(
    r"\b(?:aged\s(?:about\s|only\s)?|was\s(?:then\s|only\s|just\s|about\s)*)(?P<age>(?P<years>1[4-9]|2[01]|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)\s?(?:years?|yrs?)?\b\.?(?P<months>(?!))?)"
    r"(?:[^.;\n]{0,40})\b(?:was\sdriving|drove|at\sthe\swheel|riding)\b"
)
_SON_DRIVING = re.compile(
    r"\b(?:son|nephew|boy|lad|brother|daughter|servant|cleaner|student)\b,?\s\(?(?:aged\s|only\s|then\s|of\s)*(?P<age>(?P<years>1[4-9]|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)(?P<months>(?!))?)"
    r"(?:\s(?:years?|yrs?)\b\.?)?(?:\sand\sa\shalf)?\)?,?\s(?:was\s(?:then\s)?(?:driving|riding|at\sthe\swheel)|drove|took\sout)\b"
)
_OTHER_AGED = re.compile(
    r"\b(?:owner|cleaner|conductor|witness|p\.?w|injured|deceased|widow|pillion|passenger|cyclist)\b[^.;]{0,30}\Z"
)
_TRANSPORT_VEHICLE = re.compile(
    r"\b(?:transport\svehicle|goods\s(?:carriage|vehicle|carrier)|truck|lorry|bus|tipper|tanker|trailer|taxi|maxi-?\s?cab|dumper|tempo|pick-?\s?up|auto-?\s?rickshaw|mini-?\s?bus)\b"
)
_DRIVES_TRANSPORT = re.compile(r"\bdriver\sof\s(?:the\s|a\s)?(?:car|jeep|motor|scooter|van|swift|bike)")
_AGE_ARGUED = re.compile(
    r"\b(?:licen[cs]e|may\snot\sdrive|no\sone\sof\sthat\sage|under-?\s?age|minor|too\syoung|section\s[45]\b|s\.\s?[45]\b|age\sof\s(?:the\s)?driver|learner|exonerat|right\sof\srecovery|pay\s(?:and|&)\srecover|breach\sof\s(?:the\s)?(?:policy|condition))"
)


def _age_of_driver(matter: MatterProfile) -> Iterator[LawLine]:
    """A motor vehicle may be driven from eighteen, a transport vehicle from twenty."""
    if not _AGE_ARGUED.search(matter.lower):
        return
    stated = [
        match
        for pattern in (_DRIVER_AGED, _MINOR_DRIVING, _SON_DRIVING)
        for match in pattern.finditer(matter.lower)
        if not _OTHER_AGED.search(matter.lower[max(0, match.start("age") - 40) : match.start("age")])
        and not is_of_cited_case(matter.lower, Span(*match.span("age")))
    ]
    if len({match["years"] for match in stated}) != 1:
        return
    years = read_count(stated[0]["years"])
    if years is None:
        return
    months = (read_count(stated[0]["months"]) or 0) if stated[0]["months"] else 0
    is_transport = bool(_TRANSPORT_VEHICLE.search(matter.lower)) and not _DRIVES_TRANSPORT.search(matter.lower)
    rule = thresholds.get("mv-4-2-age" if is_transport else "mv-4-1-age")
    too_young = rule.holds(years + months / 12)
    what = "a transport vehicle" if is_transport else "a motor vehicle"
    words = dates.counted(years, "years") + (f" {dates.counted(months, 'months')}" if months else "")
    effect = rule.effect if too_young else "old enough to drive it"
    span = Span(*stated[0].span("age"))
    quantity, limit = f"age of the driver of {what}", f"{rule.value:g} years"
    line = line_against(rule, quantity, words, limit, span, effect, is_kept=not too_young)
    yield replace(line, also=(Provision.parse("MV-5"),))


# The deposit without which an appeal against an award is not entertained: MV Act s.173(1).

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


def _deposit_with_appeal(matter: MatterProfile) -> Iterator[LawLine]:
    """An appeal by the one who is to pay needs a deposit: Rs 25,000 or half of the award, whichever is less."""
    if "appeal" not in matter.lower or ("deposit" not in matter.lower and "put in" not in matter.lower):
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


# The smallest sum about which an appeal lies: MV Act s.173(2), raised by Act 32 of 2019.
_IN_DISPUTE = re.compile(
    r"\b(?:amount|sum|value|valuation)\s(?:in|of|under)\s(?:the\s|his\s|her\s|its\s)?(?:dispute|appeal)\b[^.;\n\d]{0,30}\Z"
    r"|\bvalu(?:es|ed|ing)\s(?:the\s|his\s|her\s|its\s)?(?:dispute|appeal)\b[^.;\n\d]{0,24}\Z"
    r"|\b(?:dispute|appeal)\s(?:in\s(?:the\s)?appeal\s)?(?:is\s|was\s)?(?:valued\s)(?:only\s)?(?:at|for)\s(?:only\s)?\Z"
)
_LEAST_IN_DISPUTE = ((date(2022, 4, 1), 100_000), (date(1989, 7, 1), 10_000))  # since when, rupees


def _amount_in_dispute(matter: MatterProfile) -> Iterator[LawLine]:
    """No appeal lies if less than the sum that the section names is in dispute in it."""
    appeal, award = matter.timeline.first("appeal"), matter.timeline.first("award")
    sums = {
        amount: span
        for amount, span in matter.amounts
        if _IN_DISPUTE.search(matter.lower[max(0, span.start - 60) : span.start])
    }
    if appeal is None or len(sums) != 1:
        return
    least = next((value for since, value in _LEAST_IN_DISPUTE if appeal.day >= since), None)
    of_award = next((value for since, value in _LEAST_IN_DISPUTE if award and award.day >= since), least)
    if least is None or of_award != least:
        return  # which of the two sums governs an award made before the change is not settled
    amount, span = next(iter(sums.items()))
    enough = amount >= least
    effect = "the appeal lies" if enough else "no appeal lies"
    yield LawLine(
        Provision.parse("MV-173(2)"),
        "amount in dispute in the appeal",
        rupees(amount),
        rupees(least),
        Stands.of(enough),
        (span,),
        f"{rupees(amount)} in dispute against at least {rupees(least)}: {effect}.",
        "mv-173(2)",
    )
