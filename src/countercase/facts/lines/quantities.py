"""Lines of counted things: inches of a blade, days of pain, stated days and years."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables import thresholds

_WORK = (
    r"(?:go\sto\s(?:his|her)|work\w*|walk\w*|follow\w*|attend\w*|move\w*|resume\w*|stand|get\sup|rise|plough\w*|till\w*|cook\w*|fields?|chores|dut(?:y|ies)|job|labour|trade|shop|school|loom|pursuits?|calling"
    r"|business|household|farm\w*|weav\w+|lift\w*|sit|drive|stitch|earn\w*|wages|cultivat\w+|harvest\w*|teach\w*|class\w*|stall|occupation|livelihood)"
)
_UNABLE = (
    r"(?:could\snot|couldn['’]t|unable\sto|not\sable\sto|unfit\s(?:to|for)|not\sfit\s(?:to|for)|incapable\sof"
    r"|prevented\sfrom|disabled\sfrom)"
)
_BACK = r"(?:(?:was\s|is\s|came\s|went\s|got\s)?back\s(?:to|at|in|on)|resumed|returned\sto|rejoined|took\sup\sagain)"
_SUFFERING = re.compile(
    rf"\b(?:ordinary\s(?:pursuits?|work|avocations?)|bed-?ridden|bed-?\s?rest|laid\sup|(?:confined\sto|in|kept\sto)\s(?:his\s|her\s|the\s)?bed|(?:severe|acute|great|constant)\s(?:bodily\s)?pain|hospitali[sz]ed"
    rf"|in\s(?:the\s)?hospital|{_UNABLE}\s(?:[^.;\n]{{0,40}}?\b)?{_WORK}"
    r"|(?:away|off|absent|out)\s(?:from\s|of\s)?(?:his\s|her\s|the\s|daily\s|ordinary\s|usual\s){0,3}(?:work|duty|loom|shop|fields?|school|job|labour)"
    rf"|{_BACK}\s(?:\w+\s){{0,2}}?{_WORK})\b"
)
_BACK_TO_WORK = re.compile(
    rf"\b{_BACK}\s(?:\w+\s){{0,2}}?{_WORK}\s(?:only\s)?(?:in|after|within)\s(?:about\s|only\s|just\s)?\Z"
)
_A_LENGTH = re.compile(
    r"\bfor\s(?:(?:about|over|nearly|almost|full|more\sthan)\s)?(?P<length>an?\s(?:full\s|whole\s)?(?P<unit>month|week|fortnight))\b"
)
_NOT_A_LENGTH = re.compile(
    r"\s(?:later|after|ago|thereafter|before|prior|afterwards|delay)\b|\sof\s(?:the\s)?(?:ipc|bns|section|law)\b"
)
_NOT_THE_SUFFERER = re.compile(
    r"\b(?:accused|appellant|police|i\.o\.|counsel|investigating\sofficer)\s(?:\w+\s){0,2}(?:could\snot|was\sunable|were\sunable)\b"
)
_SENTENCE_END = re.compile(r"(?<=[a-z\d]{2})[.;]\s|\n")
_GRIEVOUS_HURT = ("IPC-325", "IPC-326", "IPC-320", "BNS-117", "BNS-118", "BNS-116", "IPC-338")
_AFTER_MARRIAGE = re.compile(
    r"\b(?:within|after|about|only|barely|just)\s(?P<count>[\w-]+(?:\sand\sa\shalf)?)\s(?P<unit>years?|months?)\s(?:of|after|from|into)\s(?:the\s|her\s|their\s)?marriage"
)
_SEVEN_YEARS = 7  # IPC s.304B, IEA s.113A
DAYS_IN = {"days": 1, "weeks": 7, "months": 30}
_CUSTODY_DAYS = re.compile(
    r"\b(?P<count>\d{2,3}|[a-z]+(?:-[a-z]+)?)\s(?:days|day)\s(?:of|in)\s(?:custody|remand)|in\s(?:judicial\s)?custody\sfor\s(?P<other>\d{2,3})\sdays"
)
_NO_CHARGE_SHEET = re.compile(
    r"\bno\scharge-?\s?sheet\b|\bcharge-?\s?sheet\s(?:has\s|had\s|was\s)?not\s(?:been\s)?(?:yet\s)?filed\b|without\s(?:a\s)?charge-?\s?sheet"
)
_INCH = r"(?:inch(?:es)?|in\b\.?|[\"”]|cms?\b\.?)"
# Arms Rules 1962 and 2016, Schedule I, category V: knives with blades longer than 9 inches or wider than 2 inches.
_LONGEST_BLADE, _WIDEST_BLADE = 9, 2
_BLADE = re.compile(
    rf"\bblade\b(?:\s(?:of|was|is|being|measuring|length|about|knife)){{0,4}}\s?:?\s?(?P<length>\d{{1,2}}(?:\.\d)?)\s?(?P<unit>{_INCH})"
    rf"|(?P<length2>\d{{1,2}}(?:\.\d)?)\s?(?P<unit2>{_INCH})\s(?:long\s)?blade\b"
)
_WIDTH = re.compile(rf"(?P<width>\d{{1,2}}(?:\.\d)?)\s?(?P<unit>{_INCH})\s(?:wide|broad|width)")
_NOT_A_KNIFE = re.compile(r"\b(?:sword|dagger|spear|bayonet|axe|gandasa|farsa)\b")


def quantity_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line for a count or a length of time that the text states without dates."""
    yield from _length_of_blade(matter)
    yield from _days_of_suffering(matter)
    yield from _marriage_as_stated(matter)
    yield from _custody_as_counted(matter)


def _numbers(matter: MatterProfile, quantity: Quantity) -> Iterator[NumericalFact]:
    for fact in matter.sheet.facts:
        if isinstance(fact, NumericalFact) and fact.quantity is quantity:
            yield fact


def _length_of_blade(matter: MatterProfile) -> Iterator[LawLine]:
    """A knife is a scheduled weapon only if its blade is longer than nine inches or wider than two."""
    match = _BLADE.search(matter.lower) if matter.topic("arms") else None
    length = read_count(match["length"] or match["length2"]) if match else None
    if match is None or length is None:
        return
    inches = length if (match["unit"] or match["unit2"]).startswith(("in", '"', "”")) else length / 2.54
    wide = _WIDTH.search(matter.lower, match.start(), match.end() + 50)
    width = float(wide["width"]) / (1 if wide["unit"].startswith(("in", '"', "”")) else 2.54) if wide else 0
    scheduled = inches > _LONGEST_BLADE or width > _WIDEST_BLADE
    if not scheduled and _NOT_A_KNIFE.search(matter.lower, max(0, match.start() - 60), match.end() + 20):
        return
    effect = (
        "it falls in category V of the Rules, if not made for domestic or similar use"
        if scheduled
        else "too small for category V of the Rules, unless a notification under section 4 covers it"
    )
    value = f"{length:g} {'inches' if length == inches else 'cm'}"
    yield LawLine(
        Provision.parse("Arms-25(1B)(b)"),
        "length of the blade",
        value,
        "9 inches",
        Stands.of(not scheduled),
        (Span(*match.span()),),
        f"{value} against 9 inches long or 2 inches wide: {effect}.",
        "arms-blade",
        (Provision.parse("Arms-4"),),
    )


_DISABLED = re.compile(
    rf"\b{_UNABLE}\s(?:[^.;\n]{{0,40}}?\b)?{_WORK}\b|\boff\s(?:his|her)\swork\b|\bordinary\s(?:pursuits?|work)\b"
)
_ONLY_CLAIMED = re.compile(r"\b(?:claim\w*|says?|said|alleg\w+|according\sto|as\sper|states?)\b[^.;]{0,80}\Z")


def _days_of_suffering(matter: MatterProfile) -> Iterator[LawLine]:
    """Twenty days (IPC) or fifteen (BNS) of severe pain or inability to work make a hurt grievous."""
    is_hurt = matter.is_charged(*_GRIEVOUS_HURT)
    if not is_hurt and not matter.acts & {"IPC", "BNS"} and "grievous" not in matter.lower:
        return
    stated = [
        fact
        for fact in (*_numbers(matter, Quantity.DURATION), *_lengths_without_number(matter.lower))
        if fact.unit in {"days", "weeks", "months"}
        and _is_suffered(matter.lower, fact.spans[0])
        and (is_hurt or _was_disabled(matter.lower, fact.spans[0]) or _is_short_claim(matter, fact))
    ]
    for fact in sorted(stated, key=lambda fact: fact.value * DAYS_IN[fact.unit], reverse=True)[:1]:
        yield from lines_of_suffering(matter, fact.value, fact.unit, fact.spans[0])


def lines_of_suffering(matter: MatterProfile, number: float, unit: str, span: Span) -> Iterator[LawLine]:
    """The line of a time that is known to be one of severe pain or inability to work."""
    for rule in thresholds.applicable(Quantity.DURATION, "suffering", matter.code_day):
        enough = rule.holds(number, unit)
        value, line = dates.counted(number, unit), dates.counted(rule.value, rule.unit)
        effect = "grievous hurt" if enough else "hurt only, unless another clause applies"
        yield LawLine(
            rule.provision,
            "days of severe pain or of inability to follow ordinary pursuits",
            value,
            line,
            Stands.of(enough),
            (span,),
            f"{value} against at least {line} under {provision_name(rule.provision)}: {effect}.",
            rule.id,
        )


def _is_short_claim(matter: MatterProfile, fact: NumericalFact) -> bool:
    """Whether somebody only claims that he could not work, and even that is too short for grievous hurt."""
    before = re.split(r"[.;]\s", matter.lower[max(0, fact.spans[0].start - 90) : fact.spans[0].start])[-1]
    rules = list(thresholds.applicable(Quantity.DURATION, "suffering", matter.code_day))
    return _DISABLED.search(before) is not None and not any(rule.holds(fact.value, fact.unit) for rule in rules)


def _lengths_without_number(lower: str) -> Iterator[NumericalFact]:
    """ "for a month", "a fortnight"."""
    for match in _A_LENGTH.finditer(lower):
        value, unit = (2.0, "weeks") if match["unit"] == "fortnight" else (1.0, f"{match['unit']}s")
        span = Span(*match.span("length"))
        yield NumericalFact(spans=(span,), quantity=Quantity.DURATION, value=value, unit=unit)


def _is_suffered(lower: str, span: Span) -> bool:
    """Whether the sentence says that somebody suffered or could not work for that time."""
    before = _SENTENCE_END.split(lower[max(0, span.start - 90) : span.start])[-1]
    after = _SENTENCE_END.split(lower[span.end : span.end + 60], maxsplit=1)[0]
    if _NOT_THE_SUFFERER.search(before) or _NOT_A_LENGTH.match(after):
        return False
    return _SUFFERING.search(f"{before} {after}") is not None


def _was_disabled(lower: str, span: Span) -> bool:
    """Whether the matter itself says that somebody could not work for that time, whatever is charged."""
    before = re.split(r"[.;]\s", lower[max(0, span.start - 90) : span.start])[-1]
    is_back = _BACK_TO_WORK.search(before) is not None and "grievous" in lower
    return is_back or (_DISABLED.search(before) is not None and _ONLY_CLAIMED.search(before) is None)


def _marriage_as_stated(matter: MatterProfile) -> Iterator[LawLine]:
    """ "died within six years of marriage", if no dates give the period."""
    if matter.timeline.of("marriage") or not (
        matter.raises("IPC-304B", "BNS-80", "IPC-306", "BNS-108", "IPC-498A", "BNS-85")
    ):
        return
    match = _AFTER_MARRIAGE.search(matter.lower)
    number = read_count(match["count"]) if match else None
    if match is None or number is None or "presum" in matter.lower[max(0, match.start() - 120) : match.end() + 60]:
        return
    if match[0].startswith("about") and abs(number - _SEVEN_YEARS) < 1 and match["unit"].startswith("year"):
        return
    dowry = matter.raises("IPC-304B", "BNS-80")
    wanted = {"ipc-304b-marriage", "bns-80-marriage"} if dowry else {"iea-113a-marriage", "bsa-117-marriage"}
    unit = match["unit"].removesuffix("s") + "s"
    for rule in thresholds.applicable(Quantity.DURATION, "marriage", matter.code_day):
        if rule.id in wanted:
            within = rule.holds(number, unit)
            value = dates.counted(number, unit)
            effect = rule.effect if within else "outside the seven years"
            says = f"{value} against 7 years under {provision_name(rule.provision)}: {effect}."
            yield LawLine(
                rule.provision,
                "period from marriage to death",
                value,
                "7 years",
                Stands.of(within),
                (Span(*match.span("count")),),
                says,
                rule.id,
            )


def _custody_as_counted(matter: MatterProfile) -> Iterator[LawLine]:
    """ "91 days in custody, no charge-sheet", if no dates give the count."""
    match = _CUSTODY_DAYS.search(matter.lower)
    if (
        match is None
        or matter.timeline.of("charge-sheet")
        or not _NO_CHARGE_SHEET.search(matter.lower)
        or matter.gravity is None
    ):
        return
    group = "count" if match["count"] else "other"
    days = read_count(match[group])
    if days is None:
        return
    for rule in thresholds.applicable(Quantity.DURATION, "custody", matter.day, subject=matter.gravity.value):
        if rule.provision.base in {"CrPC-167", "BNSS-187"} and rule.subject == matter.gravity.value:
            over = rule.holds(days)
            availability = "available" if over else "not yet available"
            says = f"Day {days:g} of {rule.value:g} without a charge-sheet: default bail is {availability}."
            yield LawLine(
                rule.provision,
                "days of custody without charge-sheet",
                f"{days:g} days",
                f"{rule.value:g} days",
                Stands.of(not over),
                (Span(*match.span(group)),),
                says,
                rule.id,
            )
