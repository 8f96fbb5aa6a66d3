"""Lines of a cheque case: interim compensation, fine, deposit in the appeal, costs of compounding, the debt left.

Also the number of cheques that one complaint may join.
"""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.money import Sums, near, rupees, sums_of_matter
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates
from countercase.law.tables import thresholds

_INTERIM_COMPENSATION = re.compile(
    r"\bint(?:erim|\.)?\scomp(?:ensation|n?\b)|\b143-?\s?a\s(?:order|direction)\b|\border(?:ed)?\s(?:passed\s|made\s)?(?:u/s\.?|under\s(?:s\.|section|sec\.?))\s?143-?\s?a\b"
    r"|\b143-?\s?a\b(?=\s?[-–:,(]+\s?(?:rs|inr|₹))"
)
_CHEQUE = re.compile(r"\b(?:cheques?|chq)\b")
_FINE = re.compile(r"\bfine\b|\bfined\b|\bcompensation\sof\b")
_AS_INTERIM = re.compile(
    r"(?:/-)?,?\s(?:as|by\sway\sof|towards?|for|being|on\saccount\sof)\s(?:the\s|an?\s)?(?:interim|int\.?)\scomp"
)
_INTERIM_SHARE = re.compile(
    r"\binterim\scompensation\b(?:[^.;]|(?<=rs)\.|\.(?=\s?(?:the|it|a)\s(?:figure|sum|amount))){0,70}?\b(?P<after>\d{1,2}(?:\.\d)?|[a-z]+(?:-[a-z]+)?)\s?(?:%|per\s?cent)(?=\s(?:of\s)?(?:the\s)?(?:cheque|chq|amount)|\s(?:on\s\d|paid|ordered|appl|asked|deposit)|\s?[.;,])"
    r"|\b(?P<before>\d{1,2}(?:\.\d)?|[a-z]+(?:-[a-z]+)?)\s?(?:%|per\s?cent)\s(?:of\s)?(?:the\s)?(?:cheque|chq|cheque\samount|amount)\b[^.;]{0,40}?\b(?:interim\scompensation|143-?a)\b"
    r"|\A(?=[\s\S]*\b143-?\s?a\b)[\s\S]*?\b(?:ordered|directed|allowed|granted)\s(?:a\s)?(?:deposit|payment|(?:him\s|her\s|them\s|accused\s|accd\s)?to\s(?:pay|deposit))\s(?:of\s)?(?P<ordered>\d{1,2}(?:\.\d)?|[a-z]+(?:-[a-z]+)?)\s?(?:%|per\s?cent)\sof\s(?:the\s)?(?:cheque|chq|rs\b|amount|sum|inr|₹)"
)
# "interim compensation was directed. ... The figure is Rs 2,70,000, being thirty per cent"
_SHARE_AFTER_SUM = re.compile(
    r"\binterim\scompensation\b.{0,200}?\bbeing\s(?P<share>(?P<part>\d{1,2}|[a-z]+(?:-[a-z]+)?)\s?(?:%|per\s?cent))",
    re.DOTALL,
)


def cheque_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Lines of money that a complaint on a cheque engages."""
    if not matter.applies(("NI-138", "topic:cheque")):
        return
    amounts = sums_of_matter(matter)
    amounts += list(_lakhs_without_rupees(matter.lower, amounts))
    yield from _interim_compensation_and_fine(matter, amounts)
    yield from _deposit_in_appeal(matter, amounts)
    yield from _time_given(matter)
    yield from _costs_of_compounding(matter, amounts)
    yield from _cheques_joined(matter)


_LAKHS = re.compile(
    r"\b(?:cheque|chq\.?|comp(?:ensation)?)\s(?:for\s|of\s)?(?P<sum>(?P<value>\d{1,3}(?:\.\d{1,2})?)\sla(?:c|kh)s?)\b"
)


def _lakhs_without_rupees(lower: str, amounts: Sums) -> Iterator[tuple[NumericalFact, Span]]:
    """Sums of notes that leave out the rupees: "cheque 12 lac", "int comp 2 lac"."""
    for match in _LAKHS.finditer(lower):
        span = Span(*match.span("sum"))
        if not any(span.overlaps(other) for _, other in amounts):
            value = round(float(match["value"]) * 100_000, 2)
            yield NumericalFact(spans=(span,), quantity=Quantity.AMOUNT, value=value, unit="rupees"), span


def _interim_compensation_and_fine(matter: MatterProfile, amounts: Sums) -> Iterator[LawLine]:
    """Interim compensation and fine, against the amount of the cheque."""
    share = _INTERIM_SHARE.search(matter.lower)
    percent = read_count(share["after"] or share["before"] or share["ordered"]) if share else None
    if share is None and (share_after_sum := _SHARE_AFTER_SUM.search(matter.lower)) is not None:
        part = read_count(share_after_sum["part"])
        if part is not None:
            yield _interim_compensation(part, Span(*share_after_sum.span("share")), f"{part:g} per cent of the cheque")
            return
    if share is not None and percent is not None:
        span = Span(*share.span(next(name for name in ("after", "before", "ordered") if share[name])))
        yield _interim_compensation(percent, span, f"{percent:g} per cent of the cheque")
    cheque = amount_of_cheque(matter, amounts)
    if cheque is None:
        return
    for fact, span in amounts:
        if (
            _is_interim_compensation(matter.lower, span)
            and fact.value != cheque
            and not near(matter.lower, _FINE, span, 14, 0)
        ):
            percent = round(100 * fact.value / cheque, 2)
            yield _interim_compensation(
                percent, span, f"{rupees(fact.value)} is {percent:g} per cent of {rupees(cheque)}"
            )
        elif near(matter.lower, _FINE, span, 14, 0):
            allowed = fact.value <= 2 * cheque
            effect = "within twice the amount of the cheque" if allowed else "more than twice the amount of the cheque"
            yield LawLine(
                Provision.parse("NI-138"),
                "fine against twice the cheque amount",
                rupees(fact.value),
                rupees(2 * cheque),
                Stands.of(allowed),
                (span,),
                f"{rupees(fact.value)} against at most {rupees(2 * cheque)}: {effect}.",
                "ni-138-fine",
            )


def amount_of_cheque(matter: MatterProfile, amounts: Sums) -> float | None:
    """The amount of the cheque, if the text gives only one."""
    amounts = [(fact, span) for fact, span in amounts if not _PAID_CHEQUE.match(matter.lower, span.end, span.end + 40)]
    sums = _sums_named_with_cheque(matter.lower, amounts) or {
        fact.value
        for fact, span in amounts
        if near(matter.lower, _CHEQUE, span, 60, 20)
        and not _is_interim_compensation(matter.lower, span, 40)
        and not near(matter.lower, _FINE, span, 14, 0)
    }
    if len(sums) > 1:  # of several cheques, the complaint is on the one that the notice demands
        sums = {
            fact.value
            for fact, span in amounts
            if fact.value in sums and _DEMANDED.search(matter.lower[max(0, span.start - 24) : span.start])
        }
    return sums.pop() if len(sums) == 1 else None


def _is_interim_compensation(lower: str, span: Span, reach: int = 50) -> bool:
    """Whether a sum is the interim compensation: named before it, or right after it."""
    return (
        near(lower, _INTERIM_COMPENSATION, span, reach, 0)
        or _AS_INTERIM.match(lower, span.end, span.end + 50) is not None
    )


# Another cheque, which was met: "chq. 004418, Rs. 7,25,000: honoured".
_PAID_CHEQUE = re.compile(r"(?:/-)?\s?[-–:,;(]?\s?(?:was\s|duly\s|since\s)*(?:honou?red|cleared|encashed|passed)\b")
_DEMANDED = re.compile(
    r"\bdemand(?:ing|ed|s)?\s(?:for\s|of\s|payment\sof\s|the\ssum\sof\s)?(?:exactly\s|only\s|just\s)?(?:rs\b\.?\s?)?\Z"
)
_SUM_OF_CHEQUE = re.compile(
    r"\b(?:cheque|chq\b\.?),?\s(?:no\b\.?\s?)?(?:\d{4,}\b,?\s)?(?:(?:[^.;\n\d]|(?<=\ba-)\d|(?<=\ba)\d){0,30},\s)?(?:for\s|of\s)?(?:a\ssum\sof\s)?(?:rs\b\.?|inr|₹)\s?\Z"
)
_CHEQUE_RIGHT_BEFORE = re.compile(r"\b(?:cheque|chq\b\.?),?\s(?:for\s|of\s)?\Z")  # "cheque 12 lac on A1's a/c"


def _sums_named_with_cheque(lower: str, amounts: Sums) -> set[float]:
    """The sums given right after the word cheque: "cheque 004138, Canara Bank, Rs. 6,50,000"."""
    return {
        fact.value
        for fact, span in amounts
        if _CHEQUE_RIGHT_BEFORE.search(lower[max(0, span.start - 20) : span.start])
        or _SUM_OF_CHEQUE.search(lower[max(0, span.start - 70) : span.start + 4].rstrip("0123456789, "))
    }


def _interim_compensation(percent: float, span: Span, calculation: str) -> LawLine:
    """Interim compensation against a fifth of the cheque."""
    allowed = percent <= 20
    effect = (
        "within the twenty per cent of section 143A"
        if allowed
        else "more than the twenty per cent that section 143A allows"
    )
    return LawLine(
        Provision.parse("NI-143A(2)"),
        "interim compensation as a share of the cheque",
        f"{percent:g} per cent",
        "20 per cent",
        Stands.of(allowed),
        (span,),
        f"{calculation}: {effect}.",
        "ni-143a-percent",
    )


# The deposit that the appellate court orders: NI Act s.148.

_OF_SECTION_148 = re.compile(r"\b148\b|\bsuspen(?:d|ded|sion)\b|\bappellate\b|\bappeal\b")
_SECTION_148 = re.compile(r"\b148\b")
_PUT_IN = r"(?:deposit(?:ed|ing)?|put\sin|pay(?:ing)?(?:\sin)?|paid\sin|bring\sin)"
_DEPOSIT_OF = re.compile(
    rf"\b{_PUT_IN}\s(?:of\s|only\s|just\s|merely\s|a\ssum\sof\s|another\s|the\s|an\samount\sof\s){{0,3}}(?:rs\b\.?\s?|inr\s|₹\s?)?\Z"
)
_DEPOSIT_SHARE = re.compile(
    rf"\b{_PUT_IN}\s(?:of\s|only\s|just\s|merely\s|another\s|at\sleast\s){{0,3}}(?P<share>(?P<count>\d{{1,2}}(?:\.\d)?|[a-z]+(?:-[a-z]+)?)\s?(?:%|per\s?cent))"
    rf"|\b(?P<share2>(?P<count2>\d{{1,2}}(?:\.\d)?|ten|fifteen|twenty|twenty-five|thirty|fifty)\s?(?:%|per\s?cent))(?:\sof\s(?:the\s)?(?:fine|compensation|amount|sum)(?:\s(?:or|and)\scompensation)?)?\s(?:as\sdeposit|to\sbe\s(?:deposited|paid)|(?:was\s)?ordered\sto\sbe\sdeposited)\b"
)
_FINE_OR_COMPENSATION = re.compile(
    r"\b(?:fine|compensation|compn?\b\.?)(?:/\w+)?(?:\s(?:and|or)\scompensation)?\s(?:[^.;\d]|\.(?=\s?\d)){0,30}\Z"
)
_FINE_WORDS = re.compile(r"\b(?:compensation|fine)\b")
_LAW_ITSELF = re.compile(
    r"\b(?:must|shall|law|requires?|provides?|statut\w+|minimum|at\sleast|mandat\w+|cannot|could\snot|should|says?|if)\b[^.;\n]{0,40}\Z"
)


def _deposit_in_appeal(matter: MatterProfile, amounts: Sums) -> Iterator[LawLine]:
    """The deposit that the appellate court orders: a fifth of the fine or compensation at the least."""
    if not _OF_SECTION_148.search(matter.lower):
        return
    ordered = {
        fact.value: span
        for fact, span in amounts
        if _FINE_OR_COMPENSATION.search(matter.lower[max(0, span.start - 60) : span.start])
        and not _is_interim_compensation(matter.lower, span)
    }
    match = next((m for m in _DEPOSIT_SHARE.finditer(matter.lower) if not _is_of_law(matter.lower, m.start())), None)
    if match is not None and (ordered or _SECTION_148.search(matter.lower)):
        name = "share" if match["share"] else "share2"
        percent = read_count(match[name.replace("share", "count")])
        span, clause = Span(*match.span(name)), matter.clause_at(match.start())
        is_read_as_share = _FINE_WORDS.search(matter.lower, clause.start, clause.end)  # in `shares`
        if percent is not None and not is_read_as_share and not near(matter.lower, _INTERIM_COMPENSATION, span, 60, 60):
            yield _deposit_line(percent, span, f"{percent:g} per cent of the fine or compensation")
        return
    deposits = [
        (fact.value, span)
        for fact, span in amounts
        if fact.value not in ordered
        and _DEPOSIT_OF.search(matter.lower[max(0, span.start - 60) : span.start + 3].rstrip("0123456789,"))
        and not _is_interim_compensation(matter.lower, span)
        and not _is_of_law(matter.lower, span.start)
        and not _TO_LEGAL_SERVICES.match(matter.lower, span.end, span.end + 60)
    ]
    if len(ordered) != 1 or len(deposits) != 1:
        return
    whole, (deposit, span) = next(iter(ordered)), deposits[0]
    if deposit > whole:
        return
    percent = round(100 * deposit / whole, 2)
    yield _deposit_line(percent, span, f"{rupees(deposit)} is {percent:g} per cent of {rupees(whole)}")


def _is_of_law(lower: str, start: int) -> bool:
    """Whether what follows is the law itself and not an order made."""
    return _LAW_ITSELF.search(lower[max(0, start - 60) : start]) is not None


def _deposit_line(percent: float, span: Span, calculation: str) -> LawLine:
    rule = thresholds.get("ni-148-percent")
    enough = percent >= rule.value
    effect = (
        "at least the twenty per cent of section 148"
        if enough
        else "less than the twenty per cent of section 148, which an appellate court may go below only for a special"
        " reason (Jamboo Bhandari v. M.P. State Industrial Development Corporation (2023) 10 SCC 446)"
    )
    return LawLine(
        rule.provision,
        "deposit in the appeal as a share of the fine or compensation",
        f"{percent:g} per cent",
        f"{rule.value:g} per cent",
        Stands.of(enough),
        (span,),
        f"{calculation}: {effect}.",
        rule.id,
    )


_GIVEN_DAYS = re.compile(
    r"\b(?:in|within)\s(?P<term>(?P<days>\d{1,3}|[a-z]+(?:-[a-z]+)?)\sdays)\b(?!\s(?:of|from)\s(?:the\s)?(?:receipt|notice|dishonour|memo))"
)
_ORDERS = re.compile(
    r"\b(?:told|ordered|directed|directs|asked|orders?|granted|gave|suspended|put\sin|on\s(?:the\s)?(?:condition|deposit|payment))\b|:\s(?:to\s)?(?:deposit|put\sin|pay)\b"
)


def _time_given(matter: MatterProfile) -> Iterator[LawLine]:
    """The days that an order gives for interim compensation or for the deposit: sixty, and thirty more for cause."""
    for match in _GIVEN_DAYS.finditer(matter.lower):
        days = read_count(match["days"])
        clause = matter.clause_at(match.start())
        before = matter.lower[clause.start : match.start()]
        is_interim = _INTERIM_COMPENSATION.search(before) is not None
        is_deposit = not is_interim and re.search(rf"\b{_PUT_IN}\b", before) is not None
        if days is None or not (is_interim or is_deposit) or not _ORDERS.search(before) or _LAW_ITSELF.search(before):
            continue
        if is_deposit and not _OF_SECTION_148.search(matter.lower):
            continue
        rule = thresholds.get("ni-143a-days" if is_interim else "ni-148-days")
        kept = days <= rule.value
        effect = (
            "the time that the section gives"
            if kept
            else "more than sixty days, which takes sufficient cause and cannot go beyond thirty days more"
        )
        what = "the interim compensation" if is_interim else "the deposit"
        yield LawLine(
            rule.provision,
            f"time given for {what}",
            dates.counted(days, "days"),
            f"{rule.value:g} days",
            Stands.of(kept),
            (Span(*match.span("term")),),
            f"{dates.counted(days, 'days')} against {rule.value:g} days for {what}: {effect}.",
            rule.id,
        )
        return


# Costs of compounding: Damodar S. Prabhu v. Sayed Babalal H. (2010) 5 SCC 663, lowered by Sanjabij Tari v. Kishore S.
# Borcar (2025).

_COMPOUNDING = re.compile(r"\bcompound\w*|\b147\b|\bdamodar\b|\bgraded\s(?:scheme\s|scale\s)?(?:of\s)?costs?\b")
_LEGAL_SERVICES = (
    r"(?:legal\s(?:services|aid)|s\.?c\.?l\.?s\.?c|[sd]\.?l\.?s\.?a\b|h\.?c\.?l\.?s\.?c|n\.?a\.?l\.?s\.?a)"
)
_TO_LEGAL_SERVICES = re.compile(
    rf"(?:/-)?\s(?:(?:as|costs?|has|been|was|deposited|paid|offered|put|in)\s){{0,4}}(?:with|to|in|before|for)\s(?:the\s)?(?:\w+\s){{0,3}}?{_LEGAL_SERVICES}"
)
_COSTS_OF = re.compile(r"\bcosts?\s(?:of\s|at\s|:\s?)?(?:rs\b\.?\s?)?\Z")
_COSTS_SHARE = re.compile(
    r"\bcosts?\b[^.;\n]{0,30}?\b(?P<share>(?P<count>\d{1,2}(?:\.\d)?|[a-z]+)\s?(?:%|per\s?cent))|"
    r"\b(?P<share2>(?P<count2>\d{1,2}(?:\.\d)?|[a-z]+)\s?(?:%|per\s?cent))\s(?:of\s(?:the\s)?(?:cheque|chq)\b[^.;\n]{0,20}?\s)?(?:as|towards|by\sway\sof)\s(?:graded\s)?costs?\b"
)
_FORUM = re.compile(
    r"\b(?:before|in|at|to)\s(?:the\s|this\s)?(?:hon(?:'|’)?ble\s)?(?:\w+\s)?(?:(?P<supreme>supreme\scourt|apex\scourt|s\.?c\b)"
    r"|(?P<high>high\scourt|h\.?c\b)|(?P<sessions>sessions|a\.?s\.?j\b|appellate\scourt)|(?P<trial>magistrate|trial\scourt|m\.?m\b|j\.?m\.?f\.?c\b))"
)
_SCALE = {"trial": 10.0, "sessions": 15.0, "high": 15.0, "supreme": 20.0}  # per cent of the cheque
_LOWER_SCALE = {"trial": 5.0, "sessions": 7.5, "high": 7.5, "supreme": 10.0}
_GUIDELINES, _LOWERED = date(2010, 5, 3), date(2025, 9, 25)


def _costs_of_compounding(matter: MatterProfile, amounts: Sums) -> Iterator[LawLine]:
    """The costs on which a late compounding is allowed, by the court before which it is made."""
    compounding = _COMPOUNDING.search(matter.lower)
    day = matter.last_day
    if compounding is None or (day is not None and day < _GUIDELINES):
        return
    forum = _FORUM.search(matter.lower)
    share = _COSTS_SHARE.search(matter.lower)
    percent, span = None, None
    if share is not None:
        name = "share" if share["share"] else "share2"
        percent, span = read_count(share[name.replace("share", "count")]), Span(*share.span(name))
    else:
        cheque = amount_of_cheque(matter, amounts)
        paid = [
            (fact.value, place)
            for fact, place in amounts
            if _TO_LEGAL_SERVICES.match(matter.lower, place.end, place.end + 60)
            or _COSTS_OF.search(matter.lower[max(0, place.start - 20) : place.start + 3].rstrip("0123456789, "))
        ]
        if cheque is not None and len(paid) == 1 and paid[0][0] < cheque:
            percent, span = round(100 * paid[0][0] / cheque, 2), paid[0][1]
    if percent is None or span is None or forum is None or _is_of_law(matter.lower, span.start):
        return
    court = forum.lastgroup or "trial"
    scale = (_LOWER_SCALE if day is not None and day >= _LOWERED else _SCALE)[court]
    enough = percent >= scale
    effect = "as the guidelines ask" if enough else "less than the guidelines ask; the court may reduce it for reasons"
    yield LawLine(
        Provision.parse("NI-147"),
        "costs of compounding as a share of the cheque",
        f"{percent:g} per cent",
        f"{scale:g} per cent",
        Stands.of(enough),
        (span,),
        f"{percent:g} per cent of the cheque against {scale:g} per cent at this stage (Damodar S. Prabhu v. Sayed"
        f" Babalal H. (2010) 5 SCC 663): {effect}.",
        "ni-147-costs",
    )


# Joinder of offences of the same kind: three within twelve months, five under the Sanhita.

_JOINDER = re.compile(
    r"\b(?:mis-?)?joinder\b|\bs(?:ection|ec)?\b\.?\s?(?:219|242)\b|\bu/s\s(?:219|242)\b|\b(?:one|single|same|common)\s(?:\w+\s)?complaint\b|\btried\s(?:together|jointly)\b"
)
_CHEQUES = re.compile(
    r"\b(?P<count>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty)\s(?:such\s|different\s|separate\s|post-?dated\s|dishonou?red\s|bounced\s|returned\s){0,2}(?:cheques|chqs?)\b"
)
_TRIED_TOGETHER = {"CrPC-219": 3, "BNSS-242": 5}


def _cheques_joined(matter: MatterProfile) -> Iterator[LawLine]:
    """The cheques of one complaint, against the number of offences of one kind that may be tried together."""
    counted = {read_count(match["count"]): Span(*match.span()) for match in _CHEQUES.finditer(matter.lower)}
    if len(counted) != 1 or not _JOINDER.search(matter.lower):
        return
    count, span = next(iter(counted.items()))
    if count is None:
        return
    section = "BNSS-242" if matter.is_new_code or matter.is_of_the_sanhita else "CrPC-219"
    most = _TRIED_TOGETHER[section]
    kept = count <= most
    effect = (
        "they may be tried together if all fell within twelve months"
        if kept
        else "they may be tried together only as one transaction, or by consolidation of complaints"
    )
    yield LawLine(
        Provision.parse(section),
        "offences of the same kind joined in one trial",
        f"{count:g}",
        f"{most}",
        Stands.of(kept),
        (span,),
        f"{count:g} cheques against {most} offences of the same kind: {effect}.",
        "offences joined",
    )
