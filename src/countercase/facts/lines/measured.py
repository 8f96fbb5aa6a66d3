"""Lines of things counted or measured against one figure of an Act: riders, alcohol, workers, fines, days of notice."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from countercase.domain.checklist import LawLine
from countercase.domain.span import Span
from countercase.facts.lines.money import rupees
from countercase.facts.lines.number_lines import line_against
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Threshold

_NOT_A_FACT = re.compile(
    r"\b(?:must|shall|should|required?s?|needs?|unless|whether|if|law|at\sleast|minimum|not\sless\sthan|up\sto|exceed\w*)\b[^.;\n]{0,40}\Z"
)
_ALLEGED = re.compile(r"\b(?:says?|alleges?|argues?|pleads?|suggests?|suggested|claims?)\b[^.;]{0,40}\Z")
_QUERIED = re.compile(r"\s?\?")
_OF_ANOTHER = re.compile(r"\b(?:husband|wife|father|mother|brother|sister|rival|neighbour|cousin)\b[^.;]{0,40}\Z")
_COUNT = r"(?P<term>(?P<count>\d{1,4}(?:\.\d)?|(?:[a-z]+-)?[a-z]+)"
_TWO_WHEELER = r"(?:motor\s?-?cycle|motor\s?bike|bike|scooter|moped|scooty|two-?\s?wheeler)"
# "On his motor cycle with wife and son (11) behind": the rider and those behind him, one by one.
_RIDERS_BEHIND = re.compile(
    rf"\b(?:on|riding|rode|drove|driving|by)\s(?:the\s|an?\s|his\s|her\s)?{_TWO_WHEELER}\b,?\s"
    r"(?P<term>with\s(?P<behind>[^.;:\n]{3,60}?)\s(?:(?:seated\s|sitting\s|riding\s)?behind|(?:as|on|riding)\s(?:the\s|his\s)?pillion|pillion|on\sit)\b)"
)
_RIDER_BEHIND = re.compile(
    r"\b(?:(?P<count>two|three|four|[2-4])\s)?(?:minor\s|small\s|elder\s|younger\s)?(?:wife|husband|sons?|daughters?|child(?:ren)?"
    r"|brothers?|sisters?|mother|father|parents|friends?|cousins?|nephews?|nieces?|colleagues?|co-?workers?|labourers?)\b"
)

_HOURS_OF_NOTICE = re.compile(
    r"(?P<of>\bnotice\sof\s(?:only\s|just\s|barely\s|about\s)?)?\b(?P<term>(?P<count>\d{1,3}|(?:[a-z]+-)?[a-z]+)\shours?)\b(?(of)|['’]?\s(?:prior\s)?notice\b)"
)
_YEARS_OF_USER = re.compile(
    r"(?P<for>\b(?:used|enjoyed|user|enjoyment|use)\b[^.;\n\d]{0,40}?\b(?:for|of|over)\s(?:over\s|more\sthan\s|about\s|some\s|only\s)?)?\b"
    r"(?P<term>(?P<count>\d{1,3}|(?:(?:twenty|thirty|forty|fifty|sixty)[\s-])?[a-z]+)\s(?:years|yrs?\b\.?))(?(for)|['’]?\s(?:of\s)?(?:\w+\s)?(?:user|use|enjoyment)\b)"
)


@dataclass(frozen=True, slots=True)
class _Measure:
    """The rows of the table for one thing, the topic that engages them, and the words around its figure.

    `words` has a `term` with its `count`; for a sum, `before` are the words right before it.
    """

    rule_ids: tuple[str, ...]
    topic: str
    quantity: str
    unit: str
    otherwise: str  # the effect if the row does not hold
    words: re.Pattern[str] | None = None
    before: re.Pattern[str] | None = None
    holds_is_within: bool = True  # whether the case that the row describes is the lawful one
    least: float = 0  # figures below are of something else
    plus: int = 0  # persons that the figure does not count: the driver, in "two on the pillion"
    is_of_each: bool = False  # whether each figure is another person's, so that each has a line
    dated_by: str = ""  # the event whose day decides which row was law; the last day of the matter if empty


_MEASURES = (
    _Measure(
        ("mv-128-riders",),
        "on the road",
        "persons on the two-wheeler",
        "persons",
        "more than the driver and one other, which tells on negligence only if it contributed to the accident",
        re.compile(
            r"\b(?P<term>(?P<count>two|three|four|five|[2-5])(?:\sof\s(?:them|us)|\s(?:persons|people|boys|men|friends|youths|riders|students))?)(?!\spillion)(?:\s\w+){0,3}?\s(?:on|astride)\s(?:the\s|an?\s)?(?:one\s|same\s|single\s)?"
            rf"{_TWO_WHEELER}\b"
        ),
        least=2,
    ),
    _Measure(
        ("mv-128-riders",),
        "on the road",
        "persons on the two-wheeler",
        "persons",
        "more than the driver and one other, which tells on negligence only if it contributed to the accident",
        re.compile(
            r"\b(?P<term>(?P<count>two|three|[23])\s(?:(?:persons|others|boys|men|friends|more|riders|of\sthem)\s)?(?:(?:on|riding)\s(?:the\s)?pillion|pillion\s(?:riders|passengers)|pillions))\b"
        ),
        plus=1,
    ),
    _Measure(
        ("mv-128-riders",),
        "on the road",
        "persons on the two-wheeler",
        "persons",
        "more than the driver and one other, which tells on negligence only if it contributed to the accident",
        re.compile(
            r"\b(?:motor\s?-?cycle|motor\s?bike|bike|scooter|moped|scooty|two-?\s?wheeler)\s(?:(?:was|which|had|that)\s){0,2}(?:with|carrying|carried|bearing)\s"
            r"(?P<term>(?P<count>three|four|five|[3-5])\b(?:\s(?:on\sit|on\sboard|persons|people|riders|boys|men))?)"
        ),
        least=3,
    ),
    _Measure(
        ("cpc-o17-r1-adjournments",),
        "adjournments in a suit",
        "adjournments granted to one party",
        "adjournments",
        "more than the rule allows one party, unless the cause was beyond its control",
        re.compile(
            rf"\b(?:took|taken|had|has|got|given|granted|allowed|availed|obtained|sought)\s(?:of\s|as\smany\sas\s|in\sall\s|him\s|her\s)?{_COUNT}\sadjournments?)\b"
        ),
        least=1,
    ),
    _Measure(
        ("laa-17-2-hours",),
        "urgent acquisition under the Act of 1894",
        "hours of notice before entering a building",
        "hours",
        "less than the forty-eight hours that the occupier must have",
        _HOURS_OF_NOTICE,
    ),
    _Measure(
        ("rfctlarr-40-2-hours",),
        "urgent acquisition under the Act of 2013",
        "hours of notice before entering a building",
        "hours",
        "less than the forty-eight hours that the occupier must have",
        _HOURS_OF_NOTICE,
    ),
    _Measure(
        ("rfctlarr-4-2-months",),
        "land acquisition 2013",
        "months that the social impact assessment took",
        "months",
        "longer than the six months in which it is to be completed",
        re.compile(
            rf"\b(?:s\.?i\.?a\b\.?|social\simpact\s(?:assessment|study))(?:\s(?:study|report|itself))?\s(?:took|lasted|ran\s(?:for|to)|was\s(?:completed|finished|done)\s(?:in|within)|went\son\sfor)\s(?:only\s|about\s|some\s|all\sof\s|in\sall\s)?{_COUNT}\smonths?)\b"
        ),
    ),
    _Measure(
        ("arb-29a-4-fee",),
        "arbitration",
        "reduction of the arbitrator's fee for each month of delay",
        "per cent",
        "more than the court may take off for each month",
        re.compile(
            rf"\bfees?\b[^.;\n]{{0,50}}?\b(?:cut|reduc\w+|lowered|docked|slashed|deduct\w+)\b[^.;\n\d]{{0,24}}?\b{_COUNT}\s?(?:per\s?cent|%))(?=[^.;\n]{{0,30}}\b(?:each|every|per|a)\s(?:such\s)?(?:month|such)\b)"
        ),
    ),
    _Measure(
        ("lim-25-years",),
        "easement over private land",
        "years of user before the interruption",
        "years",
        "too short for a right by prescription",
        _YEARS_OF_USER,
    ),
    _Measure(
        ("lim-25-govt",),
        "easement over Government land",
        "years of user before the interruption",
        "years",
        "too short for a right by prescription over land of the Government",
        _YEARS_OF_USER,
    ),
    _Measure(
        ("mv-185-alcohol",),
        "on the road",
        "alcohol in 100 ml of the driver's blood",
        "mg",
        "not above what the Act allows a driver",
        re.compile(
            rf"\b{_COUNT}\s?(?:mg|milligram(?:me)?s?))\b\.?\s?(?:of\salcohol\s)?(?:per|/|in|%)\s?100\s?(?:ml|millilit\w+)\b"
        ),
        holds_is_within=False,
        is_of_each=True,
    ),
    _Measure(
        ("posh-4-workers",),
        "workplace harassment",
        "number of workers",
        "workers",
        "fewer than ten, so that complaints go to the Local Committee (section 6)",
        re.compile(
            rf"\b{_COUNT}\s(?:on\sthe\srolls|workers|employees|hands|persons\s(?:work|are\semployed)|staff(?:\smembers)?))\b"
        ),
        least=1,
    ),
    _Measure(
        ("ita-148a-days",),
        "reassessment",
        "days given to show cause before the notice of reassessment",
        "days",
        "less than the seven days that the Assessing Officer must give",
        re.compile(
            rf"\b(?:giv(?:ing|en)|gave|allow(?:ed|ing)|granted|with)\s(?:him\s|her\s|it\s|them\s|the\sassessee\s|only\s|just\s){{0,2}}{_COUNT}\s?days)\b(?=[^.;\n]{{0,40}}\b(?:answer|reply|respond|show\scause|explain|object)\b)"
        ),
        dated_by="reassessment notice",
    ),
    _Measure(
        ("contempt-12-fine",),
        "contempt",
        "fine for contempt",
        "rupees",
        "more than the Act allows",
        before=re.compile(r"\b(?:fined\s(?:him|her|them|the\s\w+)?\s?|fine\sof\s)(?:rs\b\.?\s?)?\Z"),
    ),
    _Measure(
        ("gratuity-4-3-2010", "gratuity-4-3-2018"),
        "gratuity",
        "amount of gratuity",
        "rupees",
        "above the ceiling, so that the rest is due only on better terms of an award or contract (section 4(5))",
        before=re.compile(
            r"\b(?:gratuity|terminal\sdues|formula)\b[^.;\n]{0,50}\b(?:comes?|came|works?\sout|amounts?|is|was|at|of)\s(?:to\s)?(?:rs\b\.?\s?)?\Z"
        ),
        dated_by="service ended",
    ),
    _Measure(
        ("ita-149-income-2021", "ita-149-income-2024"),
        "reassessment",
        "income said to have escaped assessment",
        "rupees",
        "too little for a notice after the ordinary time",
        before=re.compile(
            r"\b(?:escape\w*\b[^.;\n]{0,40}|income\s)(?:of\s|amounting\sto\s|is\s|being\s)?(?:rs\b\.?\s?)?\Z"
        ),
        dated_by="reassessment notice",
    ),
)


def measure_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The line of each thing that the matter counts or measures, if its figures agree."""
    drawn: set[str] = set()
    for measure in _MEASURES:
        rule = _row_in_force(matter, measure) if matter.topic(measure.topic) else None
        figures = _figures(matter, measure) if rule is not None else {}
        # the first count of the riders is taken; of anything else, two figures leave open which is meant
        if rule is None or rule.id in drawn:
            continue
        if measure.is_of_each:  # "the rider's blood gave 18 mg, the bus driver's 82 mg"
            yield from (_line(rule, measure, figure, span) for figure, span in figures.items())
        elif figures and (measure.unit == "persons" or len(figures) == 1):
            drawn.add(rule.id)
            yield _line(rule, measure, *next(iter(figures.items())))


def _row_in_force(matter: MatterProfile, measure: _Measure) -> Threshold | None:
    """The row that was law on the day that counts; None if that day is not told, or its dates fall under two rows."""
    if measure.dated_by:
        days = {event.day for event in matter.timeline.of(measure.dated_by)}
    else:
        days = {matter.last_day or matter.code_day}
    rules = {
        next((name for name in measure.rule_ids if thresholds.get(name).in_force(day)), None) for day in sorted(days)
    }
    (rule,) = rules if len(rules) == 1 else {None}
    return thresholds.get(rule) if rule else None


def _figures(matter: MatterProfile, measure: _Measure) -> dict[float, Span]:
    """Each figure that the text gives for the thing as a fact, and where."""
    figures: dict[float, Span] = dict(_riders_behind(matter.lower)) if measure.unit == "persons" else {}
    for match in measure.words.finditer(matter.lower) if measure.words else ():
        count = read_count(match["count"])
        before = matter.lower[max(0, match.start() - 60) : match.start()]
        is_fact = not _NOT_A_FACT.search(before) and not _OF_ANOTHER.search(before)
        if measure.plus and (_ALLEGED.search(before) or _QUERIED.match(matter.lower, match.end())):
            continue  # "insurer says two on the pillion", "two on the pillion?"
        if count is not None and count >= measure.least and is_fact:
            figures.setdefault(count + measure.plus, Span(*match.span("term")))
    for amount, span in matter.amounts if measure.before else ():
        before = matter.lower[max(0, span.start - 90) : span.start]
        if measure.before and measure.before.search(before) and not _NOT_A_FACT.search(before):
            figures.setdefault(amount, span)
    return figures


def _riders_behind(lower: str) -> Iterator[tuple[float, Span]]:
    """How many were on a two-wheeler, where the text names more than one behind the rider."""
    for match in _RIDERS_BEHIND.finditer(lower):
        named = [read_count(rider["count"] or "one") or 1 for rider in _RIDER_BEHIND.finditer(match["behind"])]
        if sum(named) > 1 and not _NOT_A_FACT.search(lower[max(0, match.start() - 60) : match.start()]):
            yield 1 + sum(named), Span(*match.span("term"))
            return


def _line(rule: Threshold, measure: _Measure, figure: float, span: Span) -> LawLine:
    holds = rule.holds(figure)
    in_rupees = measure.unit == "rupees"
    value, limit = (rupees(number) if in_rupees else f"{number:g} {measure.unit}" for number in (figure, rule.value))
    bound = f"{rule.operator.words} {limit}" if measure.holds_is_within else limit
    effect = rule.effect if holds else measure.otherwise
    is_kept = holds is measure.holds_is_within
    return line_against(rule, measure.quantity, value, limit, span, effect, is_kept=is_kept, bound=bound)
