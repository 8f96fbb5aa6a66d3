"""Lines of a share: the part of an award that is deposited before an appeal is heard."""

import re
from collections.abc import Iterator

from countercase.domain.lines import LawLine, Stands
from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.words import provision_name
from countercase.law.tables import thresholds

_SHARE = r"(?P<{0}>\d{{1,3}}(?:\.\d)?|[a-z]+(?:-[a-z]+)?)\s?(?:%|per\s?cent\b\.?)"
# A deposit that was made, not one that a court ordered: "stayed on deposit of 20%".
_DEPOSITED = re.compile(
    rf"\b(?:pre-?\s?)?deposited\s(?:(?:only|about|the|a|sum|of)\s){{0,3}}{_SHARE.format('first')}"
    rf"|\b(?:pre-?\s?)?deposit\s(?:(?:of|only)\s){{0,2}}{_SHARE.format('second')}\s(?:of\s(?:the\s)?(?:\w+\s){{1,3}})?(?:was\s|is\s|has\sbeen\s|only\s)*(?:made|paid|furnished|done|put\sin)\b"
    rf"|\b{_SHARE.format('third')}\s(?:of\s(?:the\s)?(?:\w+\s){{1,3}})?(?:was\s|were\s|has\sbeen\s|is\s|stands\s|only\s|alone\s)*deposited\b"
)
_STATES_THE_LAW = re.compile(
    r"\b(?:must|shall|should|required|requires|needs?|condition|provided|proviso|unless|if|whether|directed\sto|ordered\sto|asked\sto|no|not|without)\b[^.;\n]{0,40}\Z"
)


def share_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """The deposit made with a consumer appeal, against the share that the Act requires."""
    if not matter.topic("consumer appeal"):
        return
    rule = thresholds.get("cpa2019-41-deposit")
    stated = [
        (match, share)
        for match in _DEPOSITED.finditer(matter.lower)
        if not _STATES_THE_LAW.search(matter.lower[max(0, match.start() - 60) : match.start()])
        and (share := read_count(match["first"] or match["second"] or match["third"])) is not None
    ]
    if len({share for _, share in stated}) != 1:
        return  # none, or shares that differ
    match, share = stated[0]
    enough = rule.holds(share, "percent")
    effect = rule.effect if enough else "too little, so that it is not to be heard"
    value, line = f"{share:g} per cent", f"{rule.value:g} per cent"
    yield LawLine(
        rule.provision,
        f"deposit with the appeal, {rule.subject}",
        value,
        line,
        Stands.of(enough),
        (Span(*match.span()),),
        f"{value} against at least {line} under {provision_name(rule.provision)}: {effect}.",
        rule.id,
    )
