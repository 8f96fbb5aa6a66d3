"""Combines all mentions of an ingredient in a matter into one status."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from countercase.domain.ingredients import IngredientStatus
from countercase.domain.span import Span, merge


class Source(StrEnum):
    """On whose word a mention rests: the matter's own, another's report, a party's claim, or a claim that is denied."""

    MATTER = "matter"
    REPORTED = "reported"
    CLAIMED = "claimed"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class Mention:
    """A passage that states an ingredient. `weight` is the number of characters that the pattern matched."""

    status: IngredientStatus
    span: Span
    by: str
    weight: int
    source: Source = Source.MATTER
    asserted: IngredientStatus | None = None  # the status that a disputed mention claims


def combine(mentions: Sequence[Mention]) -> tuple[IngredientStatus, str, tuple[Span, ...]]:
    """Combine all mentions into one status.

    A denied ingredient is disputed. Otherwise the matter's own statements count before the claims of others. A point
    that only one party claims is disputed, and so is one on which witnesses differ.
    """
    deciding = _deciding(mentions)
    # If two mentions weigh the same at the same place, "met" yields to the other status.
    best = max(deciding, key=lambda mention: (mention.weight, -mention.span.start, mention.status != "met"))
    is_contradicted = len({mention.status for mention in deciding}) > 1 and any(
        mention.source is not Source.MATTER for mention in deciding
    )
    status = IngredientStatus.DISPUTED if is_contradicted else best.status
    supporting = [mention for mention in deciding if is_contradicted or mention.status is status]
    return status, best.by, merge(mention.span for mention in supporting)


def _deciding(mentions: Sequence[Mention]) -> Sequence[Mention]:
    claimed = [mention for mention in mentions if mention.source is Source.CLAIMED]
    is_denied = any(mention.source is Source.DENIED for mention in mentions)
    if not is_denied and not claimed:
        return mentions
    # A party may repeat an agreed fact; repetition alone does not put it in dispute.
    stated = [mention for mention in mentions if mention.source is Source.MATTER]
    if not is_denied and stated and len({mention.asserted for mention in [*stated, *claimed]}) == 1:
        return [mention for mention in mentions if mention.source is not Source.CLAIMED]
    return [replace(mention, status=IngredientStatus.DISPUTED) for mention in mentions]
