"""Whether a limit of the land acquisition Acts is about the events of a pair, and what else may move such a line."""

import re
from collections.abc import Iterator

from countercase.facts.lines.civil_topics import ACT_OF_2013_FROM
from countercase.facts.lines.period_pairs import PeriodDates
from countercase.facts.lines.profile import MatterProfile
from countercase.law.tables.periods import PeriodRule

_OBJECTIONS_DISPOSED = re.compile(
    r"\bobj(?:ection|n)\w*\b(?:[^.\n\d]|\b5(?=-?a\b)){0,60}?\b(?:hear(?:d|ing)|reject\w*|overrul\w*|consider\w*|dispos\w*|decided|turned\sdown)\b"
    r"[^.\n\d]{0,40}\Z"
    r"|\b(?:hear(?:d|ing)|reject\w*|overrul\w*|report)\s(?:of\s|on\s|the\s|was\s|his\s|their\s|our\s){0,3}obj(?:ection|n)\w*[^.\n\d]{0,24}\Z"
)
_DISPOSED_AFTER = re.compile(
    r"[^.;\n\d]{0,30}\bobj(?:ection|n)\w*\b\.?\s(?:(?:were|was|are|is|stood|came\sto\sbe|then|duly|all|u/s|under|section|s\.|5-?a|15)\s)*(?:heard|rejected|overruled|considered|disposed|decided)"
    r"|\s?[-:,]?\s?(?:personal\s)?hearing\b"
)


def is_hearing_of_objections(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the objections were heard or rejected on that day: only the day of their filing counts."""
    if rule.to_roles != ("objections",):
        return False
    span = pair.second.span
    clause = matter.clause_at(span.start)
    if pair.second.is_likely and "obj" not in matter.lower[clause.start : clause.end]:
        return True  # the learned reader takes a publication for the objections
    before = _OBJECTIONS_DISPOSED.search(matter.lower, max(0, span.start - 130), span.start)
    return before is not None or _DISPOSED_AFTER.match(matter.lower, span.end, span.end + 80) is not None


_WARRANT_ISSUED = re.compile(
    r"\bwarrants?\s(?:of|for)\spossession\b[^.;\n]{0,24}\bissued\s(?:only\s)?(?:on\s|dated\s)?\Z"
)


def is_only_warrant(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the warrants were issued on that day, and possession not yet taken."""
    start = pair.second.span.start
    return rule.id == "drc-14-7" and _WARRANT_ISSUED.search(matter.lower, max(0, start - 80), start) is not None


_SECTION_28A = re.compile(r"\b28\s?-?\s?a\b")
_RE_DETERMINATION = re.compile(
    r"\b28\s?-?\s?a\b|\b(?:u/s|s(?:ec(?:tion|\.)?|\.)?)\s?73\b|\bre-?\s?determin|\bsame\s(?:rate|notification)\b"
)
_SECTION_73 = re.compile(r"\b(?:u/s|s(?:ec(?:tion|\.)?|\.)?)\s?73\b")


def is_under_other_land_act(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the other Act governs re-determination: that of 1894 if it is named or the Collector's award is older.

    Section 24(1)(b) of the Act of 2013 keeps the old Act alive for awards made under it, and for appeals from them.
    """
    if rule.provision.base in {"LAA-54", "RFCTLARR-74"}:
        collector = [award for award in matter.timeline.of("award") if award.day < pair.first.day]
        is_old = any(award.day < ACT_OF_2013_FROM for award in collector) or "LAA-54" in matter.provision_ids
        return pair.second.day >= ACT_OF_2013_FROM and is_old != (rule.provision.act == "LAA")
    if rule.provision.base not in {"LAA-28A", "RFCTLARR-73"}:
        return False
    if pair.second.is_likely and _RE_DETERMINATION.search(matter.lower) is None:
        return True  # an appeal, which only the learned reader takes for the application
    if pair.second.day < ACT_OF_2013_FROM:
        return False
    names_old, names_new = (pattern.search(matter.lower) is not None for pattern in (_SECTION_28A, _SECTION_73))
    is_old = names_old
    if names_old == names_new:
        is_old = any(award.day < ACT_OF_2013_FROM for award in matter.timeline.of("award"))
    return is_old != (rule.provision.act == "LAA")


_OLDER_TITLE = re.compile(
    r"\b(?:family\ssettlement|family\sarrangement|partition|inherit\w*|succe(?:eded|ssion)|intesta\w+|under\s(?:a|the|his|her)\swill)\b"
)


def caveats_of_land_and_rent(matter: MatterProfile, rule: PeriodRule) -> Iterator[str]:
    """What else may move a line of land acquired or let in Delhi."""
    if rule.id == "laa-18-notice" and matter.topic("notice without a copy of the award"):
        yield (
            " It is said that no copy of the award came with the notice: if so, time does not run from the notice but"
            " from the knowledge of what the award contains (Premji Nathu v. State of Gujarat (2012) 5 SCC 250)."
        )
    if rule.id == "drc-14-6" and _OLDER_TITLE.search(matter.lower):
        yield " Another title is pleaded too: what came by succession or a family settlement is no transfer."
