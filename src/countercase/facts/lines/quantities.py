"""Lines of weight, number of persons, stated periods and the hour of night."""

import re
from collections.abc import Iterator

from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import Raised, read_count
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Threshold

_GROUP_RULES = {
    "ipc-141-persons": ("IPC-141", "IPC-143", "IPC-147", "IPC-148", "IPC-149"),
    "bns-189-persons": ("BNS-189", "BNS-190", "BNS-191"),
    "ipc-391-persons": ("IPC-391", "IPC-395", "IPC-396"),
    "bns-310-persons": ("BNS-310",),
    "bns-103-2-persons": ("BNS-103(2)",),
}
_NOT_THE_GROUP = re.compile(
    r"\b(?:witness\w*|eye-?witness\w*|neighbours?|family\smembers?|children|injured|villagers|police\w*|heirs|panchas?)\b"
)
# Fewer than five count as the group only if they are the ones who act.
_ACTING = re.compile(
    r"\b(?:armed|robb\w+|assail\w+|attack\w+|miscreants?|dacoits?|came|entered|beat|group|formed|faces|way-?laid|gang|mob|assault\w*)\b"
)
_LISTED = re.compile(r"\ba-?\s?(?P<first>\d{1,2})\s?(?:to|-|–)\s?a-?\s?(?P<last>\d{1,2})\b")
_RANGE = re.compile(r"\b(?P<low>\d{1,2})\s?(?:-|–|to|or)\s?(?P<high>\d{1,2})\b")
_HARMED = re.compile(r"\b(?:lost\stheir\slives|died|were\s(?:injured|killed)|injured)\b")
_FEW = (
    r"(?P<persons>(?P<count>one|two|three|four|[1-4])\b(?!\s?(?:years?|yrs?|months?|counts?|days?|[/:.-]\d))"
    r"(?:\s(?:accused|accd|appellants?|persons|of\sthem))?)"
)
_CONVICTED = re.compile(
    rf"\b(?:convict(?:ed|ing)|conv\.|conviction\sof)\s(?:only\s|the\s(?:remaining\s|other\s)?)?{_FEW}"
    r"|\b(?P<persons3>(?P<count3>one|two|three|four|[1-4])\s(?:convicts?|accused|appellants?|persons)\s(?:remain(?:ed|ing)?|are\sleft|were\sleft|survive|alone\sstand))\b"
    r"|\b(?P<persons4>(?P<count4>one|two|three|four)\s?[-–,(]\s?(?:were\s|stood\s)?convicted)"
    r"|\b(?:the|only|other|remaining)\s(?P<persons2>(?P<count2>one|two|three|four|[1-4])\s(?:(?:accused|appellants?|persons|of\sthem)\s)?(?:(?:were|are|who\swere|stood|stand|found)\s)?(?:convicted|convicts|found\sguilty))"
)
_ACQUITTED = re.compile(
    r"\bacquitt(?:ed|ing|al\sof)\s(?:of\s)?(?:the\s)?(?:(?:remaining|other)\s)?(?:\d{1,2}\b(?!/)|two|three|four|five|six|seven|eight|nine|ten|rest|others|remaining)"
    r"|\bacquitted\sa-?\s?\d{1,2}(?:\s?(?:,|and|&|to)\s?a?-?\s?\d{1,2}){1,12}\b"
    r"|\ba-?\s?\d{1,2}(?:\s?(?:,|and|&|to)\s?a?-?\s?\d{1,2}){1,12}\s(?:were\s|was\s|stood\s|have\sbeen\s)?(?:acquitted|acqd)\b"
    r"|\b[a-z]+\s(?:and|&)\s[a-z]+\s(?:were\s|stood\s|are\s)?acquitted\b"
    r"|\b(?:were|was|been)\s(?:given|granted|extended)\s(?:the\s)?benefit\sof\s(?:the\s)?doubt\b"
    r"|\b(?:rest|others|remaining\s\w+|two|three|four|five|six|seven|eight|nine|ten|(?<!/)\d{1,2})\s(?:of\sthem\s|accused\s)?(?:were\s|stood\s|have\sbeen\s)?acquitted\b"
)
_OTHERS_TOO = re.compile(
    r"\b(?:unknown|unidentified|unnamed|absconding|absconders?|absconded|proclaimed|juveniles?|yet\sto\sbe\sarrested|died\sduring|abated?)\b|\b(?:and|with)\s(?:\w+\s)?others\b"
)
_NO_OTHERS = re.compile(
    r"\b(?:no|nobody(?:'s|’s)?|not|never|nor|without)\b[^.;\n]{0,60}\b(?:unknown|unidentified|unnamed|others?)\b[^.;\n]{0,20}"
)
_SUFFERING = re.compile(
    r"\b(?:ordinary\spursuits?|bed-?ridden|confined\sto\sbed|severe\s(?:bodily\s)?pain|hospitali[sz]ed|in\s(?:the\s)?hospital|(?:unable\sto|could\snot)\s(?:do\shis\swork|work|walk|follow|attend|move|resume|stand|get\sup)|off\s(?:his|her)\swork)\b"
)
_HURT = ("IPC-325", "IPC-326", "IPC-320", "BNS-117", "BNS-118", "BNS-116", "IPC-338")
_MARRIED = re.compile(
    r"\b(?:within|after|about|only|barely|just)\s(?P<count>[\w-]+(?:\sand\sa\shalf)?)\s(?P<unit>years?|months?)\s(?:of|after|from|into)\s(?:the\s|her\s|their\s)?marriage"
)
_DAYS_IN = {"days": 1, "weeks": 7, "months": 30}
_CUSTODY_DAYS = re.compile(
    r"\b(?P<count>\d{2,3}|[a-z]+(?:-[a-z]+)?)\s(?:days|day)\s(?:of|in)\s(?:custody|remand)|in\s(?:judicial\s)?custody\sfor\s(?P<other>\d{2,3})\sdays"
)
_NO_SHEET = re.compile(
    r"\bno\scharge-?\s?sheet\b|\bcharge-?\s?sheet\s(?:has\s|had\s|was\s)?not\s(?:been\s)?(?:yet\s)?filed\b|without\s(?:a\s)?charge-?\s?sheet"
)
_DAYS_AFTER = re.compile(r"\bnotice\b[^.;]{0,80}?\bon\sthe\s(?P<day>(?P<count>\d{1,3})(?:st|nd|rd|th)\sday)\b")
_HOUSE = re.compile(r"\b(?:house-?breaking|broke\s(?:open|into)|broken\sinto|burgl\w+|house-?trespass|door)\b")
_TIME = re.compile(r"(?<![\d.])(?P<hour>\d{1,2})(?:[.:](?P<minute>\d{2}))?\s?(?P<half>a\.?m\b|p\.?m\b)")


_INCH = r"(?:inch(?:es)?|in\b\.?|[\"”]|cms?\b\.?)"
# Arms Rules 1962 and 2016, Schedule I, category V: knives with blades longer than 9 inches or wider than 2 inches.
_LONGEST_BLADE, _WIDEST_BLADE = 9, 2
_BLADE = re.compile(
    rf"\bblade\b(?:\s(?:of|was|is|being|measuring|length|about|knife)){{0,4}}\s?:?\s?(?P<length>\d{{1,2}}(?:\.\d)?)\s?(?P<unit>{_INCH})"
    rf"|(?P<length2>\d{{1,2}}(?:\.\d)?)\s?(?P<unit2>{_INCH})\s(?:long\s)?blade\b"
)
_WIDTH = re.compile(rf"(?P<width>\d{{1,2}}(?:\.\d)?)\s?(?P<unit>{_INCH})\s(?:wide|broad|width)")
_NOT_A_KNIFE = re.compile(r"\b(?:sword|dagger|spear|bayonet|axe|gandasa|farsa)\b")


def quantity_lines(raised: Raised) -> Iterator[LawLine]:
    """Lines for weights, counts and stated lengths of time."""
    yield from _groups(raised)
    yield from _blade(raised)
    yield from _suffering(raised)
    yield from _marriage(raised)
    yield from _custody(raised)
    yield from _counted_notice(raised)
    yield from _night(raised)


def _numbers(raised: Raised, quantity: Quantity) -> Iterator[NumericalFact]:
    for fact in raised.sheet.facts:
        if isinstance(fact, NumericalFact) and fact.quantity is quantity:
            yield fact


def _groups(raised: Raised) -> Iterator[LawLine]:
    for rule_id, sections in _GROUP_RULES.items():
        rule = thresholds.get(rule_id)
        if not (raised.has(*sections) or raised.ids & set(sections)) or not rule.in_force(raised.code_day):
            continue
        left = _left_after_acquittals(raised.lower)
        if left is not None:
            yield _too_few(rule, *left, _of_the_group(raised, rule_id))
            continue
        persons = [(fact.value, fact.spans[0]) for fact in _numbers(raised, Quantity.PERSONS)]
        listed = _LISTED.search(raised.lower)
        if listed is not None and int(listed["last"]) > int(listed["first"]):
            count = float(int(listed["last"]) - int(listed["first"]) + 1)
            persons.append((count, Span(*listed.span())))
        for value, span in persons:
            around = raised.lower[span.start - 20 if span.start > 20 else 0 : span.end + 20]
            if _NOT_THE_GROUP.search(around) or value > 200 or _straddles(rule, raised.lower, span, value):
                continue
            enough = rule.holds(value)
            near = raised.lower[max(0, span.start - 70) : span.end + 70]
            others = _OTHERS_TOO.search(_NO_OTHERS.sub(" ", near))
            if not enough and (_HARMED.search(near) or not _ACTING.search(near) or others):
                continue
            effect = rule.effect if enough else f"too few: {rule.effect} needs five"
            says = f"{value:g} persons against {rule.value:g} or more under {provision_name(rule.provision)}: {effect}."
            yield LawLine(
                rule.provision,
                "number of persons (five or more needed)",
                f"{value:g} persons",
                f"{rule.value:g} persons",
                Stands.of(enough),
                (span,),
                says,
                rule.id,
                _of_the_group(raised, rule_id),
            )
            break


def _straddles(rule: Threshold, lower: str, span: Span, value: float) -> bool:
    """ "4-5 persons" may be too few or enough."""
    told = _RANGE.search(lower, max(0, span.start - 6), span.end)
    return told is not None and rule.holds(float(told["low"])) != rule.holds(max(value, float(told["high"])))


def _of_the_group(raised: Raised, rule_id: str) -> tuple[Provision, ...]:
    """The sections raised that rest on the same number of persons."""
    defining = thresholds.get(rule_id).provision.base
    return tuple(Provision.parse(base) for base in _GROUP_RULES[rule_id] if raised.has(base) and base != defining)


def _left_after_acquittals(lower: str) -> tuple[int, Span] | None:
    """How many remain convicted after the others were acquitted, unless the text says that others also took part."""
    left = _CONVICTED.search(lower)
    if left is None or not _ACQUITTED.search(lower) or _OTHERS_TOO.search(_NO_OTHERS.sub(" ", lower)):
        return None
    group = next(number for number in ("2", "3", "4", "") if left[f"count{number}"])
    return int(read_count(left[f"count{group}"]) or 0), Span(*left.span(f"persons{group}"))


def _too_few(rule: Threshold, count: int, span: Span, also: tuple[Provision, ...]) -> LawLine:
    says = (
        f"{count} convicted against {rule.value:g} or more under {provision_name(rule.provision)}: too few once the"
        " others are acquitted, unless it is found that persons not named took part."
    )
    return LawLine(
        rule.provision,
        "number of persons left after the acquittals (five or more needed)",
        f"{count} persons",
        f"{rule.value:g} persons",
        Stands.CROSSED,
        (span,),
        says,
        rule.id,
        also,
    )


def _blade(raised: Raised) -> Iterator[LawLine]:
    """A knife is a scheduled weapon only if its blade is longer than nine inches or wider than two."""
    match = _BLADE.search(raised.lower) if raised.topic("arms") else None
    length = read_count(match["length"] or match["length2"]) if match else None
    if match is None or length is None:
        return
    inches = length if (match["unit"] or match["unit2"]).startswith(("in", '"', "”")) else length / 2.54
    wide = _WIDTH.search(raised.lower, match.start(), match.end() + 50)
    width = float(wide["width"]) / (1 if wide["unit"].startswith(("in", '"', "”")) else 2.54) if wide else 0
    scheduled = inches > _LONGEST_BLADE or width > _WIDEST_BLADE
    if not scheduled and _NOT_A_KNIFE.search(raised.lower, max(0, match.start() - 60), match.end() + 20):
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
    r"\b(?:could\snot|unable\sto)\s(?:walk|work|move|stand|attend|resume|get\sup)\b|\boff\s(?:his|her)\swork\b|\bordinary\spursuits?\b"
)
_ONLY_CLAIMED = re.compile(r"\b(?:claim\w*|says?|said|alleg\w+|according\sto|as\sper|states?)\b[^.;]{0,80}\Z")


def _suffering(raised: Raised) -> Iterator[LawLine]:
    is_hurt = raised.has(*_HURT)
    if not is_hurt and not raised.acts & {"IPC", "BNS"}:
        return
    told = [
        fact
        for fact in _numbers(raised, Quantity.DURATION)
        if fact.unit in {"days", "weeks", "months"}
        and _SUFFERING.search(raised.lower, max(0, fact.spans[0].start - 90), fact.spans[0].end + 60)
        and (is_hurt or _was_disabled(raised.lower, fact.spans[0]))
    ]
    for fact in sorted(told, key=lambda fact: fact.value * _DAYS_IN[fact.unit], reverse=True)[:1]:
        span = fact.spans[0]
        for rule in thresholds.applicable(Quantity.DURATION, "suffering", raised.code_day):
            enough = rule.holds(fact.value, fact.unit)
            value, line = dates.counted(fact.value, fact.unit), dates.counted(rule.value, rule.unit)
            effect = "grievous hurt" if enough else "hurt only, unless another clause applies"
            says = f"{value} against at least {line} under {provision_name(rule.provision)}: {effect}."
            yield LawLine(
                rule.provision,
                "days of severe pain or of inability to follow ordinary pursuits",
                value,
                line,
                Stands.of(enough),
                (span,),
                says,
                rule.id,
            )
        return


def _was_disabled(lower: str, span: Span) -> bool:
    """Whether the matter itself says that somebody could not work for that time, whatever is charged."""
    before = re.split(r"[.;]\s", lower[max(0, span.start - 90) : span.start])[-1]
    return _DISABLED.search(before) is not None and _ONLY_CLAIMED.search(before) is None


def _marriage(raised: Raised) -> Iterator[LawLine]:
    """ "died within six years of marriage", if no dates give the period."""
    if raised.timeline.of("marriage") or not (
        raised.has("IPC-304B", "BNS-80", "IPC-306", "BNS-108", "IPC-498A", "BNS-85")
    ):
        return
    match = _MARRIED.search(raised.lower)
    number = read_count(match["count"]) if match else None
    if match is None or number is None or "presum" in raised.lower[max(0, match.start() - 120) : match.end() + 60]:
        return
    dowry = raised.has("IPC-304B", "BNS-80")
    wanted = {"ipc-304b-marriage", "bns-80-marriage"} if dowry else {"iea-113a-marriage", "bsa-117-marriage"}
    unit = match["unit"].removesuffix("s") + "s"
    for rule in thresholds.applicable(Quantity.DURATION, "marriage", raised.code_day):
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


def _custody(raised: Raised) -> Iterator[LawLine]:
    """ "91 days in custody, no charge-sheet", if no dates give the count."""
    match = _CUSTODY_DAYS.search(raised.lower)
    if (
        match is None
        or raised.timeline.of("charge-sheet")
        or not _NO_SHEET.search(raised.lower)
        or raised.gravity is None
    ):
        return
    group = "count" if match["count"] else "other"
    days = read_count(match[group])
    if days is None:
        return
    for rule in thresholds.applicable(Quantity.DURATION, "custody", raised.day, subject=raised.gravity.value):
        if rule.provision.base in {"CrPC-167", "BNSS-187"} and rule.subject == raised.gravity.value:
            over = rule.holds(days)
            open_now = "open" if over else "not yet open"
            says = f"Day {days:g} of {rule.value:g} without a charge-sheet: default bail is {open_now}."
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


def _counted_notice(raised: Raised) -> Iterator[LawLine]:
    """ "notice on the 33rd day", if no dates give the count."""
    if not raised.applies(("NI-138", "topic:cheque")) or (
        raised.timeline.of("notice sent") and raised.timeline.of("dishonour")
    ):
        return
    match = _DAYS_AFTER.search(raised.lower)
    if match is None:
        return
    for rule in thresholds.applicable(Quantity.DURATION, "cheque notice", raised.day):
        days = float(match["count"])
        within = rule.holds(days)
        effect = "the demand was made in time" if within else "the demand came too late"
        says = f"Notice on day {days:g} of {rule.value:g}: {effect}."
        yield LawLine(
            rule.provision,
            "days from information of dishonour to notice",
            f"{days:g} days",
            f"{rule.value:g} days",
            Stands.of(within),
            (Span(*match.span("day")),),
            says,
            rule.id,
        )


def _night(raised: Raised) -> Iterator[LawLine]:
    """Private defence against house-breaking by night; stated only if the hour is clearly night or day."""
    if not raised.topic("private defence"):
        return
    for match in _TIME.finditer(raised.lower):
        if not _HOUSE.search(raised.lower, max(0, match.start() - 120), match.end() + 120):
            continue
        hour = int(match["hour"]) % 12 + (12 if match["half"].startswith("p") else 0)
        is_night, is_day = hour >= 20 or hour < 4, 8 <= hour < 17
        if not (is_night or is_day):
            return
        provision = Provision.parse("BNS-41" if raised.is_new_code else "IPC-103")
        stands = Stands.of(is_night)
        effect = (
            "house-breaking by night: the right over property may extend to causing death"
            if is_night
            else "house-breaking by day is not in the clause for the night"
        )
        says = f"{match[0]} against the hours between sunset and sunrise: {effect}."
        yield LawLine(
            provision,
            "hour of the house-breaking",
            match[0],
            "after sunset and before sunrise",
            stands,
            (Span(*match.span()),),
            says,
            "night",
        )
        return
