"""The stage of a matter, and what can no longer be asked there.

A brief names its proceeding in its first lines: "Crl. App., for the appellant, convicted u/s ...", "quash", "final
args", "agst order refusing default bail". What that proceeding has left behind is not asked about: the time for a
charge-sheet after a conviction, the time for a trial after its judgment, or the merits where only default bail is
sought.
"""

import re

from countercase.counterfactual.law_reading import MatterReading
from countercase.law.ingredients import Ingredient, SubjectKind, tables

_HEADING = 330  # characters of a brief in which its proceeding is named
_DEFAULT_BAIL = re.compile(
    r"\bdefault[\s-]bail\b|\b(?:statutory|compulsive)\sbail\b|\b167\s?\(2|\b187\s?\(3|\bindefeasible\b", re.IGNORECASE
)
# An application for default bail that was made and refused, wherever it is told.
_DEFAULT_BAIL_SOUGHT = re.compile(
    r"\b(?:(?:appln?\.?|application|petition|prayer)\s(?:for|of|u/s)\s(?:\w+\s)?default\sbail"
    r"|default\sbail\s(?:appln?|application|petition|was\ssought|sought|prayed))\b"
    r"(?=(?s:.){0,700}\b(?:reject\w*|refus\w+|dismiss\w*|declin\w+)\b)",
    re.IGNORECASE,
)
_BAIL = re.compile(r"\bbail\b|\bA\.?\s?B\.?\s?A?\b(?=[\s.,:)])|\bCRM\b", re.IGNORECASE)
_JUDGED = re.compile(
    r"\b(?:convicted|convicts?|conviction|acquitted|acquittal|ac\squitted|sentenced?|sent\.|jmt|judgment)\b"
    r"|\bconv(?:\.|cted|d\b)|\bconv\su/s|\bAcq\.|\bfound\s(?:him|her|them)\sguilty\b|\bpunishment\sawarded\b",
    re.IGNORECASE,
)
_JUDGED_LATER = re.compile(
    r"\b(?:was|were|stands?|been|stood)\s(?:\w+\s)?(?:convicted|sentenced)\b|\bfound\s(?:him|her|them|the\s\w+)\sguilty\b"
    r"|\b(?:jmt|judgment)\s(?:dt\.?|dated|of|on)?\s?\d|\d\s?[-–:]\s(?:jmt|judgment)\b",
    re.IGNORECASE,
)
_BEFORE_ARREST = re.compile(r"\banticipatory\b|\bpre-?arrest\b|\bapprehends?\sarrest\b", re.IGNORECASE)
_ANOTHER_STEP = re.compile(
    r"\bquash\w*|\bfinal\sarg\w*|\bfor\sarguments\b|\bdischarg\w*|\bframing\s(?:of\s)?(?:the\s)?charges?\b"
    r"|\bcharges?\s(?:was\s|were\s)?framed\b|\b482\s?Cr|\b528\s(?:of\s(?:the\s)?)?BNSS|\bsummoning\b|\bprocess\su/s",
    re.IGNORECASE,
)
_NEVER_SOUGHT = re.compile(
    r"\bno\s(?:default[\s-]?)?(?:bail\s)?(?:appl\w*|petn\w*|petition)\.?\s(?:for\sdefault\sbail|on\sthat\sground|u/s\s1[68]7|moved)"
    r"|\bdefault\sbail\s(?:was\s)?(?:never|not)\s(?:sought|asked|applied|claimed)",
    re.IGNORECASE,
)
_CLOCKS = frozenset({"default-bail", "ndps-default"})
_DEFAULT_BAIL_LINE = re.compile(r"charge-sheet|default|no-sheet|ndps-36a|uapa-43d")
# Times that bind nobody once the trial is over.
_DIRECTORY = re.compile(
    r"pocso-35|bnss-193-(?:rape|2)|crpc-173-(?:rape|1a)|bnss-184|crpc-164a|bnss-346|crpc-309|bnss-258"
)
# What a revision against the refusal of default bail may turn on, beside the clock itself.
_BESIDE_CLOCK = frozenset(
    "default-bail ndps-default arrest-safeguards revision criminal-appeal condonation uapa-bail pmla-arrest".split()
)


_PROVED_AT_TRIAL = frozenset({"documents", "hostile-witness", "examination-313", "sentence"})
_OF_SENTENCE = frozenset({"ndps-possession.previous-conviction"})
_WITNESS = re.compile(r"\bP\.?W\.?s?[\s-]?\d")


def heading(text: str) -> str:
    """The first lines of a brief, which name the proceeding."""
    return text[:_HEADING]


def is_over(text: str) -> bool:
    """Whether the trial has ended in a judgment."""
    opening = heading(text)
    if _BEFORE_ARREST.search(opening):
        return False
    if _JUDGED.search(opening):
        return True
    return not _BAIL.search(opening) and _JUDGED_LATER.search(text) is not None


def is_about_default_bail(text: str) -> bool:
    """Whether the proceeding itself is about default bail."""
    named = _DEFAULT_BAIL.search(_NEVER_SOUGHT.sub("", heading(text))) or _DEFAULT_BAIL_SOUGHT.search(text)
    return named is not None and not is_over(text) and not _BEFORE_ARREST.search(heading(text))


def _is_before_charge(text: str) -> bool:
    """Whether bail is sought and no witness has been examined, so that nothing is proved and nobody sentenced."""
    return _BAIL.search(heading(text)) is not None and _WITNESS.search(text) is None


def default_bail_is_spent(text: str) -> bool:
    """Whether nobody can ask for default bail any more, or nobody asks for bail in this proceeding."""
    opening = heading(text)
    if is_over(text):
        return True
    if _NEVER_SOUGHT.search(text) or _ANOTHER_STEP.search(opening):
        return not is_about_default_bail(text)
    return False


def line_is_spent(rule: str, text: str) -> bool:
    """Whether a line of law is a time that this stage has left behind."""
    if _DIRECTORY.search(rule):
        return is_over(text) or _ANOTHER_STEP.search(heading(text)) is not None
    return _DEFAULT_BAIL_LINE.search(rule) is not None and default_bail_is_spent(text)


def is_of_another_stage(before: MatterReading, row: Ingredient) -> bool:
    """Whether an ingredient belongs to a stage that is over, or to the merits where only default bail is sought."""
    text = before.sheet.narrative
    if row.subject in _CLOCKS and default_bail_is_spent(text):
        return True
    if not is_over(text) and _is_before_charge(text) and (row.subject in _PROVED_AT_TRIAL or row.id in _OF_SENTENCE):
        return True
    is_merits = tables().subjects[row.subject].kind in {SubjectKind.CHARGE, SubjectKind.PROOF}
    is_merits = is_merits or row.subject == "regular-bail"  # default bail does not turn on antecedents or flight
    return is_merits and row.subject not in _BESIDE_CLOCK and is_about_default_bail(text)
