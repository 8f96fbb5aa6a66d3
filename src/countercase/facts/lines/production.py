"""Hours in the hands of the police before production, as the text counts them."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.charges import sections_after_act
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates
from countercase.law.tables.acts import COMMENCEMENT

_HELD = (
    r"(?:picked\sup|lifted|taken\s(?:away|in|into\scustody|to\sthe\s(?:thana|police|p\.?s))|took\shim|whisked|nabbed"
    r"|caught|detained|apprehended|rounded\sup|held|hauled\sup|arrest(?:ed)?|called\sto\sthe\s(?:thana|police))"
)
_BROUGHT = r"(?:produced|production|put\sup|placed|brought|presented|taken|forwarded)"
_COURT = (
    r"(?:before\s(?:the\s|a\s|an\s)?(?:ld\.?\s|learned\s|jurisdictional\s|illaqa\s|duty\s|nearest\s)?"
    r"(?:magistrate|court|j\.?m\.?f?\.?c?|c\.?j\.?m|a\.?c\.?j\.?m|s\.?d\.?j\.?m|judge))"
)
_NUMBER = (
    r"\d{{1,3}}|(?:twenty|thirty|forty)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|two|three|four|five|six"
    r"|seven|eight|nine|ten|twelve|eighteen"
)
_TIME_HELD = rf"(?P<{{0}}>(?P<count{{0}}>{_NUMBER})\s?(?P<unit{{0}}>hours|hrs\b\.?|days|nights))"
_PRODUCED_AFTER = re.compile(
    rf"\b{_BROUGHT}\s(?:{_COURT}\s)?(?:only\s|some\s|about\s|nearly\s|full\s)?{_TIME_HELD.format('a')}\s(?:after|from)\s(?:(?:his|her|their|the|being|he\swas|she\swas|they\swere|having\sbeen|first|actually)\s){{0,3}}{_HELD}"
    rf"|\b{_HELD}\b(?:[^.\n]|\.(?=\d)){{0,110}}?\b{_BROUGHT}\s{_COURT}\s(?:only\s|some\s|about\s|full\s)?{_TIME_HELD.format('b')}\s(?:later|after(?:wards)?|thereafter)\b"
    rf"|\b(?:kept|held|detained|sat|confined|lodged|locked\sup)\s(?:at\s|in\s|inside\s)?(?:the\s|a\s|police\s)?(?:thana|police\sstation|p\.?s\b\.?|lock-?\s?up|custody|chowki|outpost|there)\s(?:for\s)?(?:some\s|about\s|full\s|over\s)?{_TIME_HELD.format('c')}\s(?:before\s(?:he\s|she\s|they\s|being\s|his\s|her\s|any\s)?(?:saw|was\s|were\s)?\s?(?:a\smagistrate|the\smagistrate|produced|production|brought|taken\sto\s(?:the\s)?court|put\sup))"
)
_LAW_OF_PRODUCTION = re.compile(r"\b(?:must|shall|should|law|requires|if|whether|co-?accused|not\sbe)\b[^.;\n]{0,50}\Z")
_PRODUCTION_HOURS = 24


def production_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """ "produced 38 hours after being picked up": the time counts from the hold of the police, not from the memo."""
    is_crime = matter.topic("crime") or bool(sections_after_act(matter.lower))
    match = _PRODUCED_AFTER.search(matter.lower) if is_crime else None
    if match is None or _LAW_OF_PRODUCTION.search(matter.lower[max(0, match.start() - 60) : match.start()]):
        return
    form = next(name for name in "abc" if match[name])
    count = read_count(match[f"count{form}"])
    if count is None:
        return
    in_hours = match[f"unit{form}"].startswith("h")
    hours = count if in_hours else 24 * count
    kept = hours <= _PRODUCTION_HOURS
    if not in_hours and count < 2:  # "a day" may be a little less or more
        return
    effect = (
        "production was in time"
        if kept
        else "he was held beyond twenty-four hours, the journey apart, without the authority of a Magistrate"
    )
    value = dates.counted(count, "hours" if in_hours else "days")
    is_new = matter.code_day >= COMMENCEMENT
    yield LawLine(
        Provision.parse("BNSS-58" if is_new else "CrPC-57"),
        "hours from arrest to production before the Magistrate",
        value,
        f"{_PRODUCTION_HOURS} hours",
        Stands.of(kept),
        (Span(*match.span(form)),),
        f"{value} as stated, against {_PRODUCTION_HOURS} hours: {effect}.",
        "bnss-production" if is_new else "crpc-production",
        (Provision.parse("Constitution-Article-22(2)"),),
    )
