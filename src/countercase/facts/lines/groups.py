"""Lines of a number of persons: unlawful assembly, dacoity and murder by a mob need five, a conspiracy two."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span, SpanSet
from countercase.facts import event_words
from countercase.facts.lines.profile import MatterProfile, is_quoted, read_count
from countercase.facts.other_matters import is_of_cited_case
from countercase.facts.words import provision_name
from countercase.law.tables import thresholds
from countercase.law.tables.acts import COMMENCEMENT
from countercase.law.tables.thresholds import Threshold

_GROUP_RULES = {
    "ipc-141-persons": ("IPC-141", "IPC-143", "IPC-147", "IPC-148", "IPC-149"),
    "bns-189-persons": ("BNS-189", "BNS-190", "BNS-191"),
    "ipc-391-persons": ("IPC-391", "IPC-395", "IPC-396", "IPC-399", "IPC-402"),
    "bns-310-persons": ("BNS-310",),
    "bns-103-2-persons": ("BNS-103(2)",),
}
_NEED_FIVE = ("IPC-149", "BNS-190", "IPC-391", "IPC-395", "IPC-396", "IPC-399", "IPC-402", "BNS-310")
_NOT_THE_GROUP = re.compile(
    r"\b(?:witness\w*|eye-?witness\w*|neighbours?|family\smembers?|children|injured|villagers|police\w*|heirs|panchas?)\b"
)
# Fewer than five persons are taken for the group only if the words around them describe the attackers.
_ATTACKERS = re.compile(
    r"\b(?:armed|robb\w+|assail\w+|attack\w+|miscreants?|dacoits?|came|entered|beat|group|formed|faces|way-?laid|gang|mob|assault\w*|loot\w*|culprits?|intruders?|bandits?|blocked|pelted|scaled|barged|stormed|burst|broke|muffled|masked|lathis?|farsas?|pistols?|katta|weapons?|assembl\w+|fled|ran\saway)\b"
)
# "Dacoity needs five or more persons": the law, not the number of those who came.
_LAW_ON_NUMBER = re.compile(r"\b(?:needs?|requires?|required|must|means|defin\w+|conjointly|at\sleast|if|unless|had)\b")
_IN_ALL = re.compile(r"\s(?:(?:persons|men|boys|people|of\sthem|accused)\s)?(?:in\sall|in\stotal|altogether)\b")
_ACCUSED_RANGE = re.compile(r"\ba-?\s?(?P<first>\d{1,2})\s?(?:to|-|–)\s?a-?\s?(?P<last>\d{1,2})\b")
_NUMBER_RANGE = re.compile(r"\b(?P<low>\d{1,2})\s?(?:-|–|to|or)\s?(?P<high>\d{1,2})\b")
_VICTIMS = re.compile(
    r"\b(?:lost\stheir\slives|died|were\s(?:also\s)?(?:injured|killed|hurt|wounded|robbed|tied|examined)|injured)\b"
)
_NUMBER = (
    r"(?:\d{{1,2}}|half\sa\sdozen|a\sdozen|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen"
    r"|fifteen|twenty)"
)
_COUNT = rf"(?P<low{{0}}>{_NUMBER})(?:\s?(?:-|–|to|or|/)\s?(?P<high{{0}}>{_NUMBER}))?[\"'”]?"
_LOOK = (
    r"(?:(?:armed|unknown|unidentified|muffled|masked|young|hooded|able-bodied|local|strange|other|of\sthe|of|such"
    r"|drunken|more)\s){0,3}"
)
_CULPRITS = (
    r"(?:robbers|dacoits|culprits|miscreants|assailants|intruders|attackers|bandits|looters|rioters|offenders|goondas"
    r"|goons|ruffians|badma?ash(?:es)?|criminals|thieves)"
)
_PEOPLE = rf"(?:{_CULPRITS}|men|persons|boys|youths|people|fellows|lads)"
# The number of a group in other words than "six persons": "they were nine in number", "a mob of eight".
_GROUPS = re.compile(
    rf"(?<![\w./:-])(?P<people>{_COUNT.format('')}\s{_LOOK}{_PEOPLE})\b"
    rf"|\b(?:mob|group|gang|party|band|crowd|batch|assembly)\sof\s(?:about\s|some\s|only\s)?(?P<of>{_COUNT.format(2)})(?!\s?(?:years|yrs|%|lakh|days|hours))"
    rf"|\b(?:they|accused|{_CULPRITS}|men|persons)\swere\s(?:only\s|about\s|just\s)?(?P<were>{_COUNT.format(3)})(?=\s(?:in\s(?:number|all|total)|only|of\sthem)|\s?[,.;]\s)"
    rf"|(?<![\w./:-])(?P<all>{_COUNT.format(4)})(?=\s(?:in\sall|all\stold|altogether|in\stotal|in\snumber)\b)"
)
_OF_PERSONS = re.compile(
    r"\b(?:a-?\d|accused|accd|sons?|brothers?|men|persons|side|party|they|servants?|assailants?|boys|raiders|labourers|nephews?|appellants?)\b[^.;\n]{0,70}\Z"
)
_OF_THINGS = re.compile(
    r"\b(?:injur\w+|wounds?|blows?|shots?|stabs?|rounds?|articles?|items?|documents?|cases?|firs?|witness\w*|p\.?ws?|exhibits?|houses?|cuts?|deaths?|days|years)\b[^.;\n]{0,40}\Z"
)
# A witness who counts them: "P.W.2 says four only".
_END_OF_COUNT = rf"\sonly\b|\sof\sthem\b|\s{_LOOK}{_PEOPLE}\b|\sin\sall\b|\sin\snumber\b"
_TESTIMONY = re.compile(
    r"\b(?:(?:[pdc]\.?\s?w\.?\s?-?\s?\d{1,2}|informant|complainant)(?:'s|’s)\s(?:\w+\s)?(?:statement|stmt\b\.?|version)[^.;\n\d]{0,12}?[\"“'‘]?"
    rf"(?P<stated>{_COUNT.format(4)}\s{_LOOK}{_PEOPLE})\b"
    r"|(?:[pdc]\.?\s?w\.?\s?-?\s?\d{1,2}(?:,\s[^,.;\n]{1,30},)?|informant|complainant|munim|chowkidar|watchman|he|she|witness|victim|owner)\s"
    r"(?:also\s|only\s|now\s|however\s|clearly\s|in\s(?:cross|chief|(?:the\s)?court|ct\b\.?|(?:the\s)?(?:witness\s)?box|(?:his|her)\s(?:statement|deposition|cross|chief|evidence))\s)?"
    r"(?:says?|said|states?|stated|depose[sd]|speaks?\sof|spoke\sof|saw|sees|counted|counts|admits|admitted|noticed|mentions?|mentioned|tells\sof|told\sof|swears\sto|swore\sto)\s(?:that\s)?"
    rf"(?:(?:they|there)\swere\s(?:only\s|about\s|just\s)?(?P<were>{_COUNT.format(2)})(?={_END_OF_COUNT}|\s?[;,.](?:\s|\Z))"
    rf"|(?:only\s|about\s|just\s|some\s|of\s)?(?P<counted>{_COUNT.format('')})(?={_END_OF_COUNT})"
    rf"|(?:(?<=s\sto\s)|(?<=e\sto\s)|(?<=s\sof\s)|(?<=e\sof\s))(?:only\s)?(?P<bare>{_COUNT.format(3)})(?=\s?[;,.]\s|\s?[;,.]?\Z)))"
)
_TESTIMONY_NAMES = (("counted", ""), ("were", "2"), ("bare", "3"), ("stated", "4"))
_GROUP_NAMES = (("people", ""), ("of", "2"), ("were", "3"), ("all", "4"))
_DOZENS = {"half a dozen": 6.0, "a dozen": 12.0}
_LARGEST_GROUP = 200
_MOST_PLACES = 3  # further places that give the same number
_FEW = (
    r"(?P<persons>(?P<count>one|two|three|four|[1-4])\b(?!\s?(?:years?|yrs?|months?|counts?|days?|[/:.-]\d))"
    r"(?:\s(?:accused|accd|appellants?|persons|of\sthem))?)"
)
_CONVICTED = re.compile(
    rf"\b(?:convict(?:ed|ing)|conv\.|conviction\sof)\s(?:only\s|the\s(?:remaining\s|other\s)?)?{_FEW}"
    r"|\b(?P<persons3>(?P<count3>one|two|three|four|[1-4])\s(?:convicts?|accused|appellants?|persons)\s(?:remain(?:ed|ing)?|are\sleft|were\sleft|survive|alone\sstand))\b"
    r"|\b(?P<persons4>(?P<count4>one|two|three|four)\s?[-–,(]\s?(?:were\s|stood\s)?convicted)"
    r"|\b(?:and|while|but)\s(?P<persons5>(?P<count5>one|two|three|four|[1-4])\s(?:were\s|stood\s)?convicted)"
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
_SO_MANY_UNKNOWN = re.compile(
    r"\b(?:\d|two|three|four|five|six)\s(?:unknown|unidentified)\b|\bagainst\s(?:unknown|unnamed|unidentified)\b"
)  # the same persons
_NO_OTHERS = re.compile(
    r"\b(?:no|nobody(?:'s|’s)?|not|never|nor|without)\b[^.;\n]{0,60}\b(?:unknown|unidentified|unnamed|others?)\b[^.;\n]{0,20}"
)


@dataclass(frozen=True, slots=True)
class _Group:
    """A number of persons, as a range if the text gives one; `is_counted` if the words leave no doubt who they are."""

    low: float
    high: float
    span: Span
    is_counted: bool = False

    @property
    def words(self) -> str:
        return f"{self.low:g} persons" if self.low == self.high else f"{self.low:g} to {self.high:g} persons"


def group_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Unlawful assembly, dacoity and mob murder need five persons. A witness who counts otherwise adds a line."""
    groups: list[_Group] | None = None
    if not any(matter.raises(*sections) for sections in _GROUP_RULES.values()):
        yield from _came_against(matter)
    for rule_id, sections in _GROUP_RULES.items():
        rule = thresholds.get(rule_id)
        if not (matter.raises(*sections) or matter.provision_ids & set(sections)) or not rule.in_force(matter.code_day):
            continue
        convicted = _convicted_after_acquittals(matter.lower)
        if convicted is not None:
            yield _too_few(rule, *convicted, _other_group_sections(matter, rule_id))
            continue
        groups = list(_groups(matter)) if groups is None else groups
        first = next((group for group in groups if _is_of_line(matter, rule, group)), None)
        by_fir = _counted_by_fir(matter)
        if by_fir is not None and rule.holds(by_fir.low) != rule.holds(by_fir.high):
            by_fir = None  # "four or five"
        lines = []
        if by_fir is not None and (first is None or rule.holds(by_fir.low) != rule.holds(first.low)):
            line = _line(matter, rule, by_fir)
            lines.append(replace(line, quantity="number of persons by the FIR (five or more needed)"))
        if first is not None:
            same = [each.span for each in groups if (each.low, each.high) == (first.low, first.high) and each != first]
            line = _line(matter, rule, first)
            lines.append(replace(line, spans=(*line.spans, *same[:_MOST_PLACES])))
            witnesses = list(_counted_by_witness(matter))
            told = [group for group in groups if first in witnesses and _is_of_line(matter, rule, group)]
            others = (
                other
                for other in (*witnesses, *told)
                if rule.holds(other.low) == rule.holds(other.high) != rule.holds(first.low)
            )
            lines.extend(_line(matter, rule, other) for other in islice(others, 2 - len(lines)))
        is_disputed = len({line.stands for line in lines}) > 1
        yield from (replace(line, says=line.says + _COUNTED_OTHERWISE) if is_disputed else line for line in lines)


_COUNTED_OTHERWISE = " The number is disputed: it is also put on the other side of five."


# "FIR: "four miscreants"", "the FIR had spoken of four", "so total four even on FIR".
_BY_FIR = re.compile(
    r"\b(?:f\.?i\.?r\b\.?|first\s(?:information\s)?report)\s?(?::|,|-|says?|said|(?:had\s)?(?:speaks?|spoke|spoken)\sof|names?|(?:had\s)?(?:mentions?|mentioned)|gives?|gave|has|had)?\s"
    rf"(?:only\s|about\s|of\s|that\s)?[\"'“]?(?P<says>{_COUNT.format('')}\s{_LOOK}(?:{_CULPRITS}|men|persons|boys|youths|accused))\b"
    rf"|\bfir\s(?:had\s)?(?:speaks?|spoke|spoken|tells?|told)\sof\s(?:only\s)?(?P<of>{_COUNT.format(3)})(?=\s(?:only|in\sall)\b|\s?[.;,](?:\s|\Z))"
    rf"|\btotal\s(?:only\s)?(?P<total>{_COUNT.format(2)})\s(?:(?:persons|men|accused)\s)?(?:even\s)?(?:on|by|as\sper|per|in)\s(?:the\s)?fir\b"
)


def _counted_by_fir(matter: MatterProfile) -> _Group | None:
    """The number of culprits that the FIR gives, if the text says so in these words."""
    match = _BY_FIR.search(matter.lower)
    if match is None:
        return None
    name, number = next(pair for pair in (("says", ""), ("total", "2"), ("of", "3")) if match[pair[0]])
    group = _read_group(match[f"low{number}"], match[f"high{number}"], Span(*match.span(name)), is_counted=True)
    around = _SO_MANY_UNKNOWN.sub(" ", matter.lower[match.start() : match.end() + 50])
    return None if group is None or _OTHERS_INVOLVED.search(around) else group


def line_of_group(matter: MatterProfile, count: float, span: Span) -> Iterator[LawLine]:
    """The lines of a number that is known to be that of the offenders."""
    for rule_id, sections in _GROUP_RULES.items():
        rule, group = thresholds.get(rule_id), _Group(count, count, span, is_counted=True)
        is_raised = matter.raises(*sections) or matter.provision_ids & set(sections)
        if not rule.holds(count) and not matter.raises(*_NEED_FIVE):
            continue  # rioting alone may be the charge of a cross case
        if is_raised and rule.in_force(matter.code_day) and _is_of_line(matter, rule, group):
            yield _line(matter, rule, group)


# "Ramphal came with six others to plough", "the complainant and five others entered the field".
_CAME_WITH = re.compile(
    rf"\b(?P<who>[\w.'’-]+)\s(?:had\s)?(?:came|arrived|entered|descended|turned\sup|marched)\b[^.;\n\d]{{0,30}}?\s(?:with|accompanied\sby)\s(?:about\s)?(?P<with>(?P<low>{_NUMBER})\sothers?)\b"
    rf"|\b(?P<who2>[\w.'’-]+)\s(?:with|and|along\swith)\s(?P<and>(?P<low2>{_NUMBER})\sothers?)\b[^.;\n]{{0,40}}?\s(?:came|arrived|entered|descended|turned\sup|drove|trespassed|barged|broke\sin|surrounded)\b"
)
_OF_THE_DEFENCE = re.compile(
    r"(?:accused|accd\.?|petr\.?|petitioner|appellant|applt\.?|applicant|client|a-?\d|he|police|s\.?h\.?o|asi|officer|inspector)"
)


def _came_against(matter: MatterProfile) -> Iterator[LawLine]:
    """Where private defence is pleaded: one who came with others, all counted."""
    if not matter.topic("private defence"):
        return
    for match in _CAME_WITH.finditer(matter.lower):
        who, name, number = ("who", "with", "low") if match["with"] else ("who2", "and", "low2")
        count = read_count(match[number])
        if count and not _OF_THE_DEFENCE.fullmatch(match[who]):
            yield from line_of_other_side(matter, count + 1, Span(match.start(who), match.end(name)))
            return


def line_of_other_side(matter: MatterProfile, count: float, span: Span) -> Iterator[LawLine]:
    """Where private defence is pleaded, the line of those who came against the accused."""
    rule = thresholds.get("bns-189-persons" if matter.code_day >= COMMENCEMENT else "ipc-141-persons")
    if not matter.topic("private defence") or not 1 < count <= _LARGEST_GROUP:
        return
    words, enough = f"{count:g} persons", rule.holds(count)
    if not enough and not matter.raises(*_NEED_FIVE) and "unlawful assembly" not in matter.lower:
        return  # nobody says that they were five
    effect = "those who came were enough for an unlawful assembly" if enough else "too few for an unlawful assembly"
    yield LawLine(
        rule.provision,
        "number of persons on the other side (five or more needed)",
        words,
        f"{rule.value:g} persons",
        Stands.of(enough),
        (span,),
        f"{words} against {rule.value:g} or more under {provision_name(rule.provision)}: {effect}, which bears on the"
        " danger that was feared.",
        rule.id,
    )


def _groups(matter: MatterProfile) -> Iterator[_Group]:
    """The numbers of persons of a matter: those said to be the total first."""
    groups = [*_groups_added_up(matter)] or [
        _Group(fact.value, fact.value, fact.spans[0])
        for fact in matter.sheet.facts
        if isinstance(fact, NumericalFact) and fact.quantity is Quantity.PERSONS
    ]
    accused_range = _ACCUSED_RANGE.search(matter.lower)
    if accused_range is not None and int(accused_range["last"]) > int(accused_range["first"]):
        count = float(int(accused_range["last"]) - int(accused_range["first"]) + 1)
        groups.append(_Group(count, count, Span(*accused_range.span())))
    known = SpanSet(group.span for group in groups)
    others = [*_described_groups(matter), *_counted_by_witness(matter)]
    groups.extend(group for group in others if group.is_counted or not known.holds(group.span))
    return iter(sorted(groups, key=lambda group: _IN_ALL.match(matter.lower, group.span.end) is None))


def _described_groups(matter: MatterProfile) -> Iterator[_Group]:
    for match in _GROUPS.finditer(matter.lower):
        name, number = next((name, number) for name, number in _GROUP_NAMES if match[name])
        before = matter.lower[max(0, match.start() - 90) : match.start()]
        if name == "all" and (not _OF_PERSONS.search(before) or _OF_THINGS.search(before)):
            continue
        is_culprits = re.search(_CULPRITS, match[0]) is not None
        group = _read_group(
            match[f"low{number}"], match[f"high{number}"], Span(*match.span(name)), is_counted=is_culprits
        )
        if group is not None:
            yield group


# "Four men entered; a fifth kept the jeep running", "Four persons entered the shop. ... A fifth sat at the wheel".
_ONE_MORE = re.compile(
    rf"(?P<count>three|four|five|six|[3-6])\s{_LOOK}(?:{_PEOPLE}|of\sthem)\b[^\n]{{0,400}}?[;,.]\s(?:(?:and|while)\s)?"
    r"(?:a|the|one)\s(?P<more>fourth|fifth|sixth|seventh)\s(?:(?:person|man|one|boy|youth|accused|of\sthem)\s)?(?:had\s|was\s|who\s)?"
    r"(?:sat|sitting|kept|keeping|waited|waiting|stood|standing|remained|stayed|drove|at\sthe|on\sthe|guarded|watched|held)\b"
)
_APART = " One of them stood apart: that he joined or aided the others has to be shown."
# "Five arrested on the spot + two ran", "caught 3; one fled".
_CAUGHT = r"(?:arrested|caught|nabbed|apprehended|held|overpowered|secured)"
_FLED = r"(?:ran(?:\saway)?|fled|escaped|slipped\s(?:away|off)|absconded|made\sgood|got\saway|bolted)"
_CAUGHT_AND_FLED = re.compile(
    rf"(?:\b(?P<caught>{_NUMBER.format()})\s(?:persons\s|men\s|boys\s|of\sthem\s|accused\s)?(?:were\s|was\s)?{_CAUGHT}\b|\b{_CAUGHT}\s(?:[a-z]+\s){{0,3}}(?P<then>{_NUMBER.format()})\b)"
    rf"[^.\n\d]{{0,40}}?(?:\+|[,;&]|\band|\bwhile|\bbut)\s?[\"'“]?(?:the\sother\s|another\s)?(?P<fled>one|{_NUMBER.format()})\s(?:others?\s|more\s|of\sthem\s|persons\s|men\s)?(?:had\s)?{_FLED}\b"
)


def _groups_added_up(matter: MatterProfile) -> Iterator[_Group]:
    """A group and one who kept watch or drove; those who were caught and those who ran away."""
    for match in _ONE_MORE.finditer(matter.lower):
        count = read_count(match["count"])
        if count is not None and count == ("fourth", "fifth", "sixth", "seventh").index(match["more"]) + 3:
            yield _Group(count + 1, count + 1, Span(*match.span()), is_counted=True)
    for match in _CAUGHT_AND_FLED.finditer(matter.lower):
        caught, fled = read_count(match["caught"] or match["then"]), read_count(match["fled"])
        if caught is not None and fled is not None:
            yield _Group(caught + fled, caught + fled, Span(*match.span()), is_counted=True)


def _counted_by_witness(matter: MatterProfile) -> Iterator[_Group]:
    for match in _TESTIMONY.finditer(matter.lower):
        name, number = next(pair for pair in _TESTIMONY_NAMES if match[pair[0]])
        group = _read_group(match[f"low{number}"], match[f"high{number}"], Span(*match.span(name)), is_counted=True)
        if group is not None:
            yield group


def _read_group(low: str, high: str | None, span: Span, *, is_counted: bool) -> _Group | None:
    least = _DOZENS.get(low) or read_count(low)
    most = (_DOZENS.get(high) or read_count(high)) if high else least
    if least is None or most is None or most < least:
        return None
    return _Group(least, most, span, is_counted)


def _is_of_line(matter: MatterProfile, rule: Threshold, group: _Group) -> bool:
    """Whether a number is that of the attackers, and on one side of the line."""
    lower, span = matter.lower, group.span
    around = lower[max(0, span.start - 20) : span.end + 20]
    if (_NOT_THE_GROUP.search(around) and not group.is_counted) or group.high > _LARGEST_GROUP:
        return False
    if rule.holds(group.low) != rule.holds(group.high) or _range_straddles_line(rule, lower, span, group.high):
        return False
    clause = matter.clause_at(span.start)
    if (
        _is_law_on_number(matter, span)
        or is_of_cited_case(lower, span)
        or event_words.ANOTHER_CASE.search(lower, clause.start, span.start)
    ):
        return False
    before, after = lower[max(0, span.start - 70) : span.start], lower[span.end : span.end + 70]
    if rule.holds(group.low):
        return True
    others = _OTHERS_INVOLVED.search(_SO_MANY_UNKNOWN.sub(" ", _NO_OTHERS.sub(" ", f"{before} {after}")))
    is_group = (
        group.is_counted
        or _ATTACKERS.search(before + lower[span.start : span.end] + after)
        or _IN_ALL.match(lower, span.end)
    )
    return bool(is_group) and not others and not _VICTIMS.search(f"{before} {after}")


def _line(matter: MatterProfile, rule: Threshold, group: _Group) -> LawLine:
    enough = rule.holds(group.low)
    effect = rule.effect if enough else f"too few ({rule.effect} with five or more)"
    says = f"{group.words} against {rule.value:g} or more under {provision_name(rule.provision)}: {effect}."
    if enough and _ONE_MORE.fullmatch(matter.lower, group.span.start, group.span.end):
        says += _APART
    return LawLine(
        rule.provision,
        "number of persons (five or more needed)",
        group.words,
        f"{rule.value:g} persons",
        Stands.of(enough),
        (group.span,),
        says,
        rule.id,
        _other_group_sections(matter, rule.id),
    )


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
    group = next(number for number in ("2", "3", "4", "5", "") if convicted[f"count{number}"])
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


_LEFT_ALONE = re.compile(
    r"\b(?:petr\b\.?|petitioner|accused|accd\b\.?|appellant|he|she|client|applicant|convict)\s(?:is\s|was\s|stands\s|now\s){0,2}"
    r"(?:alone\s(?:remains|is\sleft|stands|survives|was\sconvicted|faces)|the\s(?:only|sole|lone)\s(?:one\sleft|accused\sleft|person\sleft|convict)|left\salone|remains\salone)\b"
)
_OTHERS_OUT = re.compile(
    r"\b(?:all|both|every|each)\s(?:of\s)?(?:the\s)?(?:\w+\s)?(?:other|others|co-?\s?accused|co-?\s?accd|remaining|rest)\b"
)
_LET_GO = re.compile(r"\b(?:acquitted|acquittal|discharged?|quashed|let\soff|exonerated)\b")
_UNKNOWN = re.compile(
    r"(?<!\bno\s)(?<!\bnot\s)\b(?:unknown|unidentified|absconding)\s(?:persons?|others?|accused|co-?accused)\b"
)


def conspiracy_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The one who is left when all others are acquitted or discharged."""
    is_charged = matter.raises("IPC-120B", "BNS-61") or re.search(r"\b120-?\s?b\b|\bconspir", matter.lower) is not None
    left = _LEFT_ALONE.search(matter.lower) if is_charged else None
    if left is None or not _OTHERS_OUT.search(matter.lower) or not _LET_GO.search(matter.lower):
        return
    if _UNKNOWN.search(matter.lower):
        return
    yield LawLine(
        Provision.parse("BNS-61(1)" if matter.is_new_code else "IPC-120A"),
        "persons left in the conspiracy",
        "1",
        "2",
        Stands.CROSSED,
        (Span(*left.span()),),
        "One person is left against at least two: the charge of conspiracy cannot stand against him alone, unless"
        " others who are not before the court are shown to have joined in it.",
        "conspiracy-persons",
        (Provision.parse("BNS-61(2)" if matter.is_new_code else "IPC-120B"),),
    )
