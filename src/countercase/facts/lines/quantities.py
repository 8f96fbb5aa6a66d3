"""Lines of counted things: persons, inches of a blade, days of pain, stated days and years, the hour of night."""

import re
from collections.abc import Iterator

from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile, is_quoted, read_count
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
# Fewer than five persons are taken for the group only if the words around them describe the attackers.
_ATTACKERS = re.compile(
    r"\b(?:armed|robb\w+|assail\w+|attack\w+|miscreants?|dacoits?|came|entered|beat|group|formed|faces|way-?laid|gang|mob|assault\w*|lathis?|pistols?|loot\w*|katta)\b"
)
# "Dacoity needs five or more persons": the law, not the number of those who came.
_LAW_ON_NUMBER = re.compile(r"\b(?:needs?|requires?|required|must|means|defin\w+|conjointly|at\sleast|if|unless|had)\b")
_IN_ALL = re.compile(r"\s(?:(?:persons|men|boys|people|of\sthem|accused)\s)?(?:in\sall|in\stotal|altogether)\b")
_ACCUSED_RANGE = re.compile(r"\ba-?\s?(?P<first>\d{1,2})\s?(?:to|-|–)\s?a-?\s?(?P<last>\d{1,2})\b")
_NUMBER_RANGE = re.compile(r"\b(?P<low>\d{1,2})\s?(?:-|–|to|or)\s?(?P<high>\d{1,2})\b")
_VICTIMS = re.compile(r"\b(?:lost\stheir\slives|died|were\s(?:injured|killed)|injured)\b")
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
    r"|\bgave\s(?:\w+\s){0,4}(?:the\s)?benefit\sof\s(?:the\s)?doubt\b"
    r"|\b(?:were|was|been)\s(?:given|granted|extended)\s(?:the\s)?benefit\sof\s(?:the\s)?doubt\b"
    r"|\b(?:rest|others|remaining\s\w+|two|three|four|five|six|seven|eight|nine|ten|(?<!/)\d{1,2})\s(?:of\sthem\s|accused\s)?(?:were\s|stood\s|have\sbeen\s)?acquitted\b"
)
_OTHERS_INVOLVED = re.compile(
    r"\b(?:unknown|unidentified|unnamed|absconding|absconders?|absconded|proclaimed|juveniles?|yet\sto\sbe\sarrested|died\sduring|abated?)\b|\b(?:and|with)\s(?:\w+\s)?others\b"
)
_NO_OTHERS = re.compile(
    r"\b(?:no|nobody(?:'s|’s)?|not|never|nor|without)\b[^.;\n]{0,60}\b(?:unknown|unidentified|unnamed|others?)\b[^.;\n]{0,20}"
)
_SUFFERING = re.compile(
    r"\b(?:ordinary\spursuits?|bed-?ridden|confined\sto\sbed|severe\s(?:bodily\s)?pain|hospitali[sz]ed|in\s(?:the\s)?hospital|(?:unable\sto|could\snot)\s(?:do\shis\swork|go\sto\s(?:his|her)\s\w+|work|walk|follow|attend|move|resume|stand|get\sup)|off\s(?:his|her)\swork)\b"
)
_GRIEVOUS_HURT = ("IPC-325", "IPC-326", "IPC-320", "BNS-117", "BNS-118", "BNS-116", "IPC-338")
_AFTER_MARRIAGE = re.compile(
    r"\b(?:within|after|about|only|barely|just)\s(?P<count>[\w-]+(?:\sand\sa\shalf)?)\s(?P<unit>years?|months?)\s(?:of|after|from|into)\s(?:the\s|her\s|their\s)?marriage"
)
_SEVEN_YEARS = 7  # IPC s.304B, IEA s.113A
_DAYS_IN = {"days": 1, "weeks": 7, "months": 30}
_CUSTODY_DAYS = re.compile(
    r"\b(?P<count>\d{2,3}|[a-z]+(?:-[a-z]+)?)\s(?:days|day)\s(?:of|in)\s(?:custody|remand)|in\s(?:judicial\s)?custody\sfor\s(?P<other>\d{2,3})\sdays"
)
_NO_CHARGE_SHEET = re.compile(
    r"\bno\scharge-?\s?sheet\b|\bcharge-?\s?sheet\s(?:has\s|had\s|was\s)?not\s(?:been\s)?(?:yet\s)?filed\b|without\s(?:a\s)?charge-?\s?sheet"
)
_HOUSE_BREAKING = re.compile(r"\b(?:house-?breaking|broke\s(?:open|into)|broken\sinto|burgl\w+|house-?trespass|door)\b")
_HOUR = re.compile(r"(?<![\d.])(?P<hour>\d{1,2})(?:[.:](?P<minute>\d{2}))?\s?(?P<half>a\.?m\b|p\.?m\b)")


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
    yield from _group_of_persons(matter)
    yield from _length_of_blade(matter)
    yield from _days_of_suffering(matter)
    yield from _marriage_as_stated(matter)
    yield from _custody_as_counted(matter)
    yield from _house_breaking_by_night(matter)


def _numbers(matter: MatterProfile, quantity: Quantity) -> Iterator[NumericalFact]:
    for fact in matter.sheet.facts:
        if isinstance(fact, NumericalFact) and fact.quantity is quantity:
            yield fact


def _group_of_persons(matter: MatterProfile) -> Iterator[LawLine]:
    """Unlawful assembly, dacoity and mob murder need five persons."""
    for rule_id, sections in _GROUP_RULES.items():
        rule = thresholds.get(rule_id)
        if not (matter.raises(*sections) or matter.provision_ids & set(sections)) or not rule.in_force(matter.code_day):
            continue
        convicted = _convicted_after_acquittals(matter.lower)
        if convicted is not None:
            yield _too_few(rule, *convicted, _other_group_sections(matter, rule_id))
            continue
        persons = [(fact.value, fact.spans[0]) for fact in _numbers(matter, Quantity.PERSONS)]
        accused_range = _ACCUSED_RANGE.search(matter.lower)
        if accused_range is not None and int(accused_range["last"]) > int(accused_range["first"]):
            count = float(int(accused_range["last"]) - int(accused_range["first"]) + 1)
            persons.append((count, Span(*accused_range.span())))
        persons.sort(key=lambda counted: _IN_ALL.match(matter.lower, counted[1].end) is None)
        for value, span in persons:
            around = matter.lower[span.start - 20 if span.start > 20 else 0 : span.end + 20]
            if _NOT_THE_GROUP.search(around) or value > 200 or _range_straddles_line(rule, matter.lower, span, value):
                continue
            if _is_law_on_number(matter, span):
                continue
            enough = rule.holds(value)
            near = matter.lower[max(0, span.start - 70) : span.end + 70]
            others = _OTHERS_INVOLVED.search(_NO_OTHERS.sub(" ", near))
            is_group = _ATTACKERS.search(near) or _IN_ALL.match(matter.lower, span.end)
            if not enough and (_VICTIMS.search(near) or not is_group or others):
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
                _other_group_sections(matter, rule_id),
            )
            break


def _is_law_on_number(matter: MatterProfile, span: Span) -> bool:
    """Whether a number of persons is what the law needs, or stands in a quotation."""
    clause = matter.clause_at(span.start)
    or_more = " or more" in matter.lower[span.start : span.end + 8]
    return or_more and (
        is_quoted(matter.lower, span.start)
        or _LAW_ON_NUMBER.search(matter.lower, max(clause.start, span.start - 60), span.end + 30) is not None
    )


def _range_straddles_line(rule: Threshold, lower: str, span: Span, value: float) -> bool:
    """ "4-5 persons" may or may not be enough."""
    stated = _NUMBER_RANGE.search(lower, max(0, span.start - 6), span.end)
    return stated is not None and rule.holds(float(stated["low"])) != rule.holds(max(value, float(stated["high"])))


def _other_group_sections(matter: MatterProfile, rule_id: str) -> tuple[Provision, ...]:
    """The other sections of the matter that need the same number of persons."""
    defining = thresholds.get(rule_id).provision.base
    return tuple(Provision.parse(base) for base in _GROUP_RULES[rule_id] if matter.raises(base) and base != defining)


def _convicted_after_acquittals(lower: str) -> tuple[int, Span] | None:
    """How many remain convicted after the others were acquitted, unless the text says that others also took part."""
    convicted = _CONVICTED.search(lower)
    if convicted is None or not _ACQUITTED.search(lower) or _OTHERS_INVOLVED.search(_NO_OTHERS.sub(" ", lower)):
        return None
    group = next(number for number in ("2", "3", "4", "") if convicted[f"count{number}"])
    return int(read_count(convicted[f"count{group}"]) or 0), Span(*convicted.span(f"persons{group}"))


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
    r"\b(?:could\snot|unable\sto)\s(?:go\sto\s(?:his|her)\s\w+|walk|work|move|stand|attend|resume|get\sup)\b|\boff\s(?:his|her)\swork\b|\bordinary\spursuits?\b"
)
_ONLY_CLAIMED = re.compile(r"\b(?:claim\w*|says?|said|alleg\w+|according\sto|as\sper|states?)\b[^.;]{0,80}\Z")


def _days_of_suffering(matter: MatterProfile) -> Iterator[LawLine]:
    """Twenty days (IPC) or fifteen (BNS) of severe pain or inability to work make a hurt grievous."""
    is_hurt = matter.raises(*_GRIEVOUS_HURT)
    if not is_hurt and not matter.acts & {"IPC", "BNS"}:
        return
    stated = [
        fact
        for fact in _numbers(matter, Quantity.DURATION)
        if fact.unit in {"days", "weeks", "months"}
        and _SUFFERING.search(matter.lower, max(0, fact.spans[0].start - 90), fact.spans[0].end + 60)
        and (is_hurt or _was_disabled(matter.lower, fact.spans[0]) or _is_short_claim(matter, fact))
    ]
    for fact in sorted(stated, key=lambda fact: fact.value * _DAYS_IN[fact.unit], reverse=True)[:1]:
        span = fact.spans[0]
        for rule in thresholds.applicable(Quantity.DURATION, "suffering", matter.code_day):
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


def _is_short_claim(matter: MatterProfile, fact: NumericalFact) -> bool:
    """Whether somebody only claims that he could not work, and even that is too short for grievous hurt."""
    before = re.split(r"[.;]\s", matter.lower[max(0, fact.spans[0].start - 90) : fact.spans[0].start])[-1]
    rules = list(thresholds.applicable(Quantity.DURATION, "suffering", matter.code_day))
    return _DISABLED.search(before) is not None and not any(rule.holds(fact.value, fact.unit) for rule in rules)


def _was_disabled(lower: str, span: Span) -> bool:
    """Whether the matter itself says that somebody could not work for that time, whatever is charged."""
    before = re.split(r"[.;]\s", lower[max(0, span.start - 90) : span.start])[-1]
    return _DISABLED.search(before) is not None and _ONLY_CLAIMED.search(before) is None


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


def _house_breaking_by_night(matter: MatterProfile) -> Iterator[LawLine]:
    """Private defence against house-breaking by night; stated only if the hour is clearly night or day."""
    if not matter.topic("private defence"):
        return
    for match in _HOUR.finditer(matter.lower):
        if not _HOUSE_BREAKING.search(matter.lower, max(0, match.start() - 120), match.end() + 120):
            continue
        hour = int(match["hour"]) % 12 + (12 if match["half"].startswith("p") else 0)
        is_night, is_day = hour >= 20 or hour < 4, 8 <= hour < 17
        if not (is_night or is_day):
            return
        provision = Provision.parse("BNS-41" if matter.is_new_code else "IPC-103")
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
