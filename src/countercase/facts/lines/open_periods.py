"""Limits that still run: the matter says which day it is, and what is yet to be filed.

"Award 12.12.2023. We want to appeal; today is 4.3.2024": the appeal is counted to that day, and the line says which
day is the last.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from countercase.domain.checklist import LawLine, Stands
from countercase.facts.dated_events import DatedEvent
from countercase.facts.timeline import Timeline
from countercase.law import dates
from countercase.law.tables import periods

# What is to be filed, and the event that the filing will be.
_STEPS = {
    "second appeal": r"second\sappeal|(?:r\.?)?s\.?a\.?\sto\sthe\shigh\scourt",
    "special leave petition": r"special\sleave(?:\spetition)?|s\.?l\.?p\b\.?",
    "review petition": r"review(?:\spetition)?",
    "section 34 petition": r"(?:section|s\.|u/s)\s?34\spetition|(?:objections|challenge)\sto\sthe\saward",
    "consumer complaint": r"consumer\scomplaint",
    "appeal": r"appeal",
    "revision": r"revision(?:\spetition)?",
    "suit": r"suit|(?:everything|it\sall)(?=\s(?:this|next|in|before|now)\b|\s?[.;\n])",
    "complaint": r"complaint",
    "claim": r"claim(?:\spetition)?",
}
_STEP = "(?:" + "|".join(f"(?P<{step.replace(' ', '_')}>{words})" for step, words in _STEPS.items()) + ")"
_A = r"(?:an?\s|the\s|our\s|his\s|her\s|any\s)?(?:(?:first|civil|criminal|statutory|regular|writ)\s)?"
_FILE = r"(?:file|filing|prefer|preferring|move|moving|bring|bringing|present|lodge|institute)"
_YET_TO_FILE = (
    rf"\b(?:wants?|wish(?:es)?|proposes?|intends?|plans?|instructed|decided|keen)\s(?:us\s|me\s)?to\s(?:{_FILE}\s{_A})?",
    rf"\bcan\s(?:we|he|she|i|they|client|our\sclient)\s(?:still\s|now\s)?(?:{_FILE}\s{_A})?",
    rf"\b(?:time|limitation)\s(?:left\s|still\sleft\s|available\s)?(?:to|for)\s{_FILE}\s{_A}",
    rf"\b(?:advise|opinion|advice)\s(?:us\s)?on\s(?:{_FILE}\s)?{_A}",
)
_NOT_YET = (
    r"(?:\s(?:u/s|under|against)\s[^.;,\n]{1,40}?)?\s(?:(?:is|has|was)\s)?(?:(?:yet|still)\sto\sbe\s(?:filed|preferred|moved|instituted|lodged)"
    r"|not\syet\s(?:been\s)?(?:filed|preferred|moved|instituted|lodged))\b"
)
_PLANNED = (*(re.compile(rf"{words}{_STEP}\b") for words in _YET_TO_FILE), re.compile(rf"\b{_STEP}{_NOT_YET}"))
_COPY = re.compile(r"less (\d+) for the copy")


def with_step_of_today(timeline: Timeline, lower: str) -> Timeline:
    """The timeline with what is yet to be filed as an event of the day that the matter calls today."""
    today = timeline.first("today")
    step = _step_to_come(lower)
    if today is None or not today.exact or step is None or timeline.of(step):
        return timeline
    return replace(timeline, events=(*timeline.events, DatedEvent(step, today.day, today.span)))


def _step_to_come(lower: str) -> str | None:
    """The one step that the matter says is yet to be filed."""
    matches = [match for pattern in _PLANNED for match in pattern.finditer(lower)]
    steps = {name.replace("_", " ") for match in matches for name, words in match.groupdict().items() if words}
    return steps.pop() if len(steps) == 1 else None


def with_last_days(lines: Iterable[LawLine], before: Timeline, after: Timeline) -> Iterator[LawLine]:
    """The lines; those counted to a step yet to come say so, and name the last day."""
    added = after.events[len(before.events) :]
    rules = {rule.id: rule for rule in periods.all()} if added else {}
    for line in lines:
        rule = rules.get(line.rule)
        first = next((event for event in before.events if line.spans and event.span == line.spans[-1]), None)
        if rule is None or first is None or not any(event.span == line.spans[0] for event in added):
            yield line
            continue
        copy = _COPY.search(line.value)
        last = dates.written(dates.add(rule.last_day(first.day), int(copy[1]) if copy else 0, "days"))
        counted = line.says[: line.says.index(")") + 1]
        if not rule.is_longest and line.stands is Stands.CROSSED:
            yield replace(line, says=f"{counted}. Not filed yet, and not to be filed before {last} is over.")
        elif line.stands is Stands.WITHIN:
            yield replace(line, says=f"{counted}. Not filed yet: the last day is {last}.")
        else:
            yield replace(line, says=f"{counted}. Not filed yet, and the last day was {last}. {rule.crossed}")
