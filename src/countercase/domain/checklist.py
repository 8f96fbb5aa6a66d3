"""What the law asks of a matter, and what the matter says: the ingredients of charges and claims, and lines of law."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any, Protocol, Self

from countercase.domain.facts import FactKind
from countercase.domain.provision import Provision
from countercase.domain.span import Span, merge

# Ingredients of charges, claims, defences and safeguards.


class IngredientStatus(StrEnum):
    """What the matter says about an ingredient."""

    MET = "met"
    CONTRARY = "contrary"
    DISPUTED = "disputed"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class ClauseReading:
    """A learned reader's reading of a clause: the ingredient, its status, and how likely each of the two is."""

    clause: int
    ingredient: str
    status: IngredientStatus
    chance: float
    status_chance: float


class ClauseKind(StrEnum):
    """What a clause of a matter states: a fact of it, or what only sounds like one."""

    FACT = "fact"
    OTHER_MATTER = "other matter"  # a fact of another case, transaction or person
    LAW = "law"
    SUPPOSITION = "supposition"  # what would be, may be, is awaited or asked
    DENIED = "denied"  # in the same breath


@dataclass(frozen=True, slots=True)
class EventReading:
    """The event of a date, or the two events of a length of time, and how likely each is.

    An event that the law does not count from or to is "-". `LATE` as the earlier one: the length counts from the last
    day allowed ("11 days out of time").
    """

    later: str
    later_chance: float
    earlier: str
    earlier_chance: float
    later_chances: tuple[tuple[str, float], ...] = ()  # every event that is not out of the question
    earlier_chances: tuple[tuple[str, float], ...] = ()

    def chance_of_later(self, roles: Collection[str]) -> float:
        """How likely it is that the date is of one of these events, or that the length ends with one."""
        return sum(chance for role, chance in self.later_chances if role in roles)

    def chance_of_earlier(self, roles: Collection[str]) -> float:
        """How likely it is that the length begins with one of these events."""
        return sum(chance for role, chance in self.earlier_chances if role in roles)


NO_EVENT, LATE = "-", "late"


class NumberRole(StrEnum):
    """What a number of a matter counts, where the law measures it."""

    NONE = "none"
    AGE_OF_ACCUSED = "age of the accused"
    AGE_OF_VICTIM = "age of the victim"
    AGE_OF_DECEASED = "age of the deceased"
    OTHER_AGE = "age of another"
    OFFENDERS = "persons on the offenders' side"
    OTHER_SIDE = "persons on the other side"
    SENTENCE = "sentence imposed"
    SENTENCE_IN_LAW = "sentence that the law lays down"
    POLICE_CUSTODY = "police custody"
    CUSTODY = "time in custody"
    INCAPACITY = "days of pain or incapacity"


@dataclass(frozen=True, slots=True)
class NumberReading:
    """What a number counts, and how likely that is."""

    role: NumberRole
    chance: float


# The kinds of facts of which a reader tells whether words that read like one state any, in the order of its features.
ASKED_KINDS = (
    FactKind.ACT,
    FactKind.EVIDENCE,
    FactKind.INSTRUMENT,
    FactKind.NUMBER,
    FactKind.PROVISION,
    FactKind.RELATION,
    FactKind.RESULT,
    FactKind.ROLE,
)


class ClauseReader(Protocol):
    """Reads the clauses of a matter for what the rules miss."""

    def __hash__(self) -> int:
        """What a reader says of a text may be kept, because it always says the same."""

    @property
    def ingredients(self) -> Collection[str]:
        """The ingredients that it has learned."""

    def read(self, clauses: Sequence[str], wanted: Collection[str], least: float) -> Sequence[ClauseReading]:
        """What the clauses say about the wanted ingredients; only readings that are at least `least` likely."""

    def raised(self, clauses: Sequence[str]) -> Mapping[str, float]:
        """How likely it is that the matter raises each subject."""

    def kinds(self, clauses: Sequence[str]) -> Sequence[Mapping[ClauseKind, float]]:
        """How likely each clause is to be of each kind."""

    def events(self, clauses: Sequence[str], places: Sequence[tuple[int, Span]]) -> Sequence[EventReading]:
        """The events of the dates and lengths at these places: the number of a clause, and a span in it."""

    def numbers(self, clauses: Sequence[str], places: Sequence[tuple[int, Span]]) -> Sequence[NumberReading]:
        """What the numbers at these places count."""

    def unstated(self, clauses: Sequence[str], places: Sequence[tuple[int, Span, FactKind]]) -> Sequence[float]:
        """How likely it is that words which read like a fact of this kind state none of the matter."""


TRUSTED = 0.6  # probability of an ingredient and its status together
# Shares of like readings that lawyers found right, below which a reading carries a word of doubt.
_LIKELY_BELOW, _IN_DOUBT_BELOW = 0.8, 0.55


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Passages that say otherwise of an ingredient than its reading does: another witness, another accused."""

    status: IngredientStatus
    spans: tuple[Span, ...]
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class IngredientReading:
    """One ingredient of something that the matter raises, with the passages that state it and their speakers."""

    provision: Provision
    ingredient: str
    status: IngredientStatus
    spans: tuple[Span, ...]
    by: str
    subject: str
    id: str
    also: tuple[Provision, ...] = ()  # other sections that require the same ingredient
    likely: bool = False  # read by the learned reader, not by a rule: to be checked
    otherwise: tuple[Otherwise, ...] = ()  # read by the learned reader in other passages
    chance: float = 1.0  # how likely the learned reader finds a likely reading
    confidence: float | None = None  # the share of like readings that lawyers found right; None without the reader

    @property
    def doubt(self) -> str:
        """How far to trust the reading: "in doubt" if such readings are mostly wrong, "likely", or ""."""
        return doubt_of(self.confidence, self.likely)

    @property
    def is_in_doubt(self) -> bool:
        """Whether such readings are wrong more often than right."""
        return self.confidence is not None and self.confidence < _IN_DOUBT_BELOW

    @property
    def is_trusted(self) -> bool:
        """Whether a rule has read it, or the learned reader is so sure that what-ifs need no further sign."""
        return not self.likely or self.chance >= TRUSTED

    def __post_init__(self) -> None:
        if bool(self.spans) == (self.status is IngredientStatus.MISSING):
            raise ValueError(f"{self.id}: a missing ingredient has no span, and every other has one")

    def each_way(self) -> tuple["IngredientReading", ...]:
        """The reading, and one for each status that other passages give the ingredient."""
        others = (
            replace(
                self,
                status=other.status,
                spans=other.spans,
                by="matter",
                likely=True,
                otherwise=(),
                confidence=other.confidence,
            )
            for other in self.otherwise
        )
        return (replace(self, otherwise=()), *others)

    def to_json(self) -> list[dict[str, Any]]:
        """The entries of `countercase facts --json`: one for each section that requires the ingredient.

        Passages that say otherwise follow as entries of their own.
        """
        ways = self.each_way()
        return [
            reading._entry(provision, reading is not ways[0])
            for reading in ways
            for provision in (self.provision, *self.also)
        ]

    def _entry(self, provision: Provision, is_otherwise: bool) -> dict[str, Any]:
        return {
            "provision": provision.id,
            "ingredient": self.ingredient,
            "status": str(self.status),
            "spans": [[span.start, span.end] for span in self.spans],
            "by": self.by,
            "subject": self.subject,
            "id": self.id,
            "likely": self.likely,
            "otherwise": is_otherwise,
            "confidence": None if self.confidence is None else round(self.confidence, 2),
        }


def doubt_of(confidence: float | None, is_likely: bool = True) -> str:
    """The word of doubt for a reading of this confidence; without one, whatever the learned reader found is likely."""
    if confidence is None:
        return "likely" if is_likely else ""
    if confidence < _IN_DOUBT_BELOW:
        return "in doubt"
    return "likely" if confidence < _LIKELY_BELOW else ""


# All mentions of an ingredient in a matter, and the one status that they give it.


class MentionSource(StrEnum):
    """On whose word a mention rests: the matter's own, another's report, a party's claim, or a claim that is denied."""

    MATTER = "matter"
    REPORTED = "reported"
    CLAIMED = "claimed"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class IngredientMention:
    """A passage that states an ingredient. `weight` is the number of characters that the pattern matched."""

    status: IngredientStatus
    span: Span
    by: str
    weight: int
    source: MentionSource = MentionSource.MATTER
    asserted: IngredientStatus | None = None  # the status that a disputed mention claims


def combine_mentions(mentions: Sequence[IngredientMention]) -> tuple[IngredientStatus, str, tuple[Span, ...]]:
    """Combine all mentions into one status.

    A denied ingredient is disputed. Otherwise the matter's own statements count before the claims of others. A point
    that only one party claims is disputed, and so is one on which witnesses differ.
    """
    deciding = _deciding(mentions)
    # If two mentions weigh the same at the same place, "met" yields to the other status.
    best = max(deciding, key=lambda mention: (mention.weight, -mention.span.start, mention.status != "met"))
    is_contradicted = len({mention.status for mention in deciding}) > 1 and any(
        mention.source is not MentionSource.MATTER for mention in deciding
    )
    status = IngredientStatus.DISPUTED if is_contradicted else best.status
    supporting = [mention for mention in deciding if is_contradicted or mention.status is status]
    return status, best.by, merge(mention.span for mention in supporting)


def _deciding(mentions: Sequence[IngredientMention]) -> Sequence[IngredientMention]:
    claimed = [mention for mention in mentions if mention.source is MentionSource.CLAIMED]
    is_denied = any(mention.source is MentionSource.DENIED for mention in mentions)
    if not is_denied and not claimed:
        return mentions
    # A party may repeat an agreed fact; repetition alone does not put it in dispute.
    stated = [mention for mention in mentions if mention.source is MentionSource.MATTER]
    if not is_denied and stated and len({mention.asserted for mention in [*stated, *claimed]}) == 1:
        return [mention for mention in mentions if mention.source is not MentionSource.CLAIMED]
    return [replace(mention, status=IngredientStatus.DISPUTED) for mention in mentions]


# Lines of law: a number, an age, a quantity or a period at which the law changes.


class Stands(StrEnum):
    """The matter's side of a line; falling short of a requirement is `crossed` too."""

    WITHIN = "within"
    CROSSED = "crossed"

    @classmethod
    def of(cls, kept: bool) -> Self:
        """Within if the line is respected, else crossed."""
        return cls("within" if kept else "crossed")


@dataclass(frozen=True, slots=True)
class LawLine:
    """One line: what is measured, its value here, where the line lies, and what follows.

    The first span is the one that a what-if would change: the later date of a period, the birth, the quantity. The
    others give the rest of the calculation. `rule` is the row of the table that sets the line. `also` names other
    sections that draw the same line. A line is `disputed` if a side denies what it is counted from.
    """

    provision: Provision
    quantity: str
    value: str
    line: str
    stands: Stands
    spans: tuple[Span, ...]
    says: str
    rule: str = ""
    also: tuple[Provision, ...] = ()
    disputed: bool = False

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """Every section that draws the line, the main one first."""
        return (self.provision, *self.also)

    def to_json(self) -> list[dict[str, object]]:
        """The line for JSON: one entry for each provision that draws it."""
        return [self._entry(provision) for provision in self.provisions]

    def _entry(self, provision: Provision) -> dict[str, object]:
        return {
            "provision": provision.id,
            "quantity": self.quantity,
            "value": self.value,
            "line": self.line,
            "stands": self.stands.value,
            "spans": [[span.start, span.end] for span in self.spans],
            "says": self.says,
        }


@dataclass(frozen=True, slots=True)
class NotInForce:
    """A provision that was not in force on the date of the offence."""

    provision: Provision
    offence: date
    span: Span
    says: str

    def record(self) -> dict[str, object]:
        """The warning for JSON."""
        return {
            "provision": self.provision.id,
            "offence": self.offence.isoformat(),
            "span": [self.span.start, self.span.end],
            "says": self.says,
        }
