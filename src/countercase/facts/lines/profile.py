"""The profile of a matter, which decides what lines apply: its charges and claims, Acts, topics and dates."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from datetime import date
from functools import cached_property

from countercase.domain.facts import FactSheet, NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.event_triggers import find_clause_ends
from countercase.facts.lines.charge_sheet_time import carries_ten_years, gravity_of
from countercase.facts.lines.charges import (
    DERIVED_LIABILITY,
    Charge,
    ChargeReader,
    charges_before_addition,
    charges_left_out_of_sheet,
    main_charges,
    punishing,
    sections_after_act,
)
from countercase.facts.lines.learned_events import LearnedEvents
from countercase.facts.lines.seized_weights import SeizedWeight, seized_weights
from countercase.facts.lines.stated_lengths import StatedLength, read_lengths
from countercase.facts.lines.topics import DERIVED_TOPICS, ROLES_OF_TOPIC, SUBJECTS_OF_TOPIC, TOPIC_WORDS
from countercase.facts.other_matters import is_act_not_engaged
from countercase.facts.timeline import Timeline
from countercase.law.ingredients import LegalSubject, SubjectKind, tables
from countercase.law.provisions.statutes import find_statutes
from countercase.law.tables import sentences, thresholds
from countercase.law.tables.acts import CODES, COMMENCEMENT, LAST_DAY_OF_OLD_CODES
from countercase.law.tables.sentences import Gravity
from countercase.text.numbers import parse_number
from countercase.text.words import lowered

_STATED_MAXIMUM = re.compile(
    r"\b(?:heaviest|greatest|gravest|highest|maximum)(?:\s(?:offence|sentence|punishment|of\s(?:them|these|which|all|the\s(?:sections|offences|charges|lot|two|three))))?\s"
    r"(?:is|carries|being|was|provides|may\sextend\sto)?\s?(?:imprisonment\s)?(?:for\s|of\s)?(?:up\sto\s)?"
    r"(?P<term>life|death|\w+(?:-\w+)?\s(?:years|yrs?\b))"
)
_CRIMINAL_EVENTS = ("remand", "production", "charge-sheet", "sentence", "arrest", "fir", "offence")
_HOMICIDE = re.compile(r"(?<!attempt to )(?<!attempted )\bmurder(?:ed|er)?\b|\bhomicidal\b")
_NOT_BARRED_BY_CODE = frozenset({"NI", "SCST", "UAPA", "PMLA", "MCOCA"})
_ACTS_WITH_OWN_REMAND_PERIOD = frozenset({"NDPS", "UAPA", "MCOCA", "TADA", "POTA"})
_NOT_CHARGED = re.compile(
    r"\b(?:no|not|nor|neither|without|cit(?:es|ed|ing))\s(?:(?:under|charged\sunder|a|an|the|any)\s){0,2}(?:(?:s\.|section)\s?\d{1,3}\s?/\s?)?\Z"
    r"|\b(?:showed|shows|shown|produced|handed\sup|placed|relie[ds]\son|read\sout|waved)\s(?:us\s|me\s)?(?:an?|some|one)\s\Z"
    r"|\b(?:was|is)\s(?:an?\s)?\d{2,3}-day\s\Z|\bthat\s(?:was|is)\san?\s\Z"  # of a case that is distinguished
)
_ACTS_RULED_OUT = _ACTS_WITH_OWN_REMAND_PERIOD | {"POCSO"}
_SANHITA = re.compile(r"\bsanhita\b|\bbnss?\b")
_OLD_CODES = re.compile(r"\bi\.?p\.?c\b|\bcr\.?\s?p\.?\s?c\b|\bpenal\scode\b|\bcriminal\sprocedure\b")
PENAL_ACTS = frozenset({"IPC", "BNS", "POCSO", "PC", "NDPS", "NI", "Arms", "DP"})
_SPECIAL_ACTS = frozenset({"PC", "POCSO"})  # whose sections are cited without the Act
_QUOTE_REACH = 1_000  # characters before an offset in which a quotation may begin
_CLAUSE_ON_QUANTITY = re.compile(r"\((?:[abc]|[ABC])\)\Z")  # the clause that names small, middle or commercial
_POINT_IN_NUMBER = re.compile(r"(?<=\d)\.(?=\d)|(?<=\brs)\.(?=\s?\d)")
_DOWRY = re.compile(r"\bdowry\b")
# Process, cognizance or a complaint under one section and no other.
_ALONE = re.compile(
    r"\b(?:u/s|under|section|sec\.?|s\.)\s?(?:sections?\s|sec\.\s?|s\.\s?)?(?P<number>\d{2,3}[a-z]?)"
    r"(?:\s(?:of\s(?:the\s)?)?(?:ipc|bns|i\.p\.c\.?|indian\spenal\scode|code))?\s(?:alone|only)\b"
)


class MatterProfile:
    """The charges, claims, Acts, topics and dates of a matter."""

    sheet: FactSheet
    text: str
    lower: str
    timeline: Timeline
    learned: LearnedEvents  # what the learned reader says about the dates and lengths
    charges: tuple[Charge, ...]
    bases: frozenset[str]
    provision_ids: frozenset[str]
    acts: frozenset[str]
    named_acts: frozenset[str]

    def __init__(self, sheet: FactSheet, timeline: Timeline, learned: LearnedEvents | None = None) -> None:
        self.sheet = sheet
        self.learned = learned or LearnedEvents()
        self.text = sheet.narrative
        self.lower = lowered(sheet.narrative)
        self.timeline = timeline
        self._topics: dict[str, bool] = {}
        self._topic_words: dict[str, bool] = {}
        seen = {provision.act for subject in self._likely_subjects for provision in subject.provisions[:1]}
        charge_reader = ChargeReader(self.lower, frozenset(seen & _SPECIAL_ACTS))
        charges = tuple(charge_reader.read(sheet))
        if not {charge.provision.act for charge in charges} & PENAL_ACTS:
            is_criminal = bool(timeline.of(*_CRIMINAL_EVENTS))
            charges += self._not_beside_likely(charge_reader.named_in_words(self.is_new_code, is_criminal))
        self.charges = charges
        self.bases = frozenset(charge.provision.base for charge in self.charges)
        self.provision_ids = frozenset(charge.provision.id for charge in self.charges)
        self.acts = frozenset(charge.provision.act for charge in self.charges)
        statutes = list(find_statutes(self.text))
        in_matter = [statute for statute in statutes if not is_act_not_engaged(self.lower, statute.span)]
        named = {act.short for statute in in_matter for act in statute.acts}
        of_others = {act.short for statute in statutes for act in statute.acts} - named - PENAL_ACTS
        if self.has_words("child sexual offence"):
            named.add("POCSO")
        likely = {provision.act for provision in self.likely_charges}
        engaged = {act for act in named if act not in _ACTS_RULED_OUT or not self._is_ruled_out(act)}
        self.named_acts = (self.acts - of_others) | likely | engaged

    def _not_beside_likely(self, named: Iterable[Charge]) -> tuple[Charge, ...]:
        """The offences named in words; where the learned reader sees others charged, only those that it sees too."""
        seen = {
            provision.base
            for subject in self._likely_subjects
            if subject.kind is SubjectKind.CHARGE
            for provision in subject.provisions
        }
        return tuple(charge for charge in named if not seen or charge.provision.base in seen)

    @cached_property
    def without_likely_events(self) -> "MatterProfile":
        """The same matter, as if the learned reader had told what it raises but no event."""
        events = tuple(event for event in self.timeline.events if not event.is_likely)
        timeline = Timeline(events, self.timeline.mentions)
        profile = MatterProfile(self.sheet, timeline, LearnedEvents(raised=self.learned.raised))
        profile._topic_words = self._topic_words  # the words are the same
        return profile

    @cached_property
    def mention_spans(self) -> tuple[Span, ...]:
        """The spans of all dates, in order."""
        return tuple(mention.span for mention in self.timeline.mentions)

    @cached_property
    def clause_ends(self) -> list[int]:
        """The offsets at which clauses end, in order."""
        return find_clause_ends(self.text, self.lower)

    @cached_property
    def stated_lengths(self) -> tuple[StatedLength, ...]:
        """The lengths of time that the text states: "on the 82nd day", "5 years 11 months"."""
        return tuple(read_lengths(self.lower))

    @cached_property
    def amounts(self) -> tuple[tuple[float, Span], ...]:
        """The sums of money that the text states, in text order."""
        sums = [fact for fact in self.sheet.facts if isinstance(fact, NumericalFact)]
        pairs = [(fact.value, span) for fact in sums if fact.quantity is Quantity.AMOUNT for span in fact.spans]
        return tuple(sorted(pairs, key=lambda pair: pair[1]))

    def clause_at(self, position: int) -> Span:
        """The clause in which an offset lies."""
        at = bisect_right(self.clause_ends, position)
        end = self.clause_ends[at] if at < len(self.clause_ends) else len(self.lower)
        return Span(self.clause_ends[at - 1] if at else 0, end)

    def events_between(self, start: int, end: int) -> tuple[DatedEvent, ...]:
        """The dated events of a passage, in text order."""
        at = bisect_left(self._event_starts, start)
        return self.timeline.events[at : max(at, bisect_left(self._event_starts, end))]

    @cached_property
    def _event_starts(self) -> list[int]:
        return [event.span.start for event in self.timeline.events]

    @cached_property
    def seized_weights(self) -> tuple[SeizedWeight, ...]:
        """The weights of drugs that were seized."""
        return tuple(seized_weights(self.sheet, self.lower))

    @cached_property
    def offence_day(self) -> date | None:
        """The date of the offence; if not stated, that of the raid, the death or the FIR."""
        event = self.timeline.first(
            "offence", "search", "seizure", "information", "death", "fir", "complaint", "arrest"
        )
        return event.day if event else None

    @cached_property
    def day(self) -> date | None:
        """The date whose law is applied: that of the offence, else the first exact date."""
        first = next((mention.day for mention in self.timeline.mentions if mention.exact), None)
        return self.offence_day or first

    @property
    def last_day(self) -> date | None:
        """The last date of the matter."""
        return max((mention.day for mention in self.timeline.mentions), default=None)

    @property
    def code_day(self) -> date:
        """A date under the governing code, for rules that did not change within it."""
        new = "IPC" not in self.acts and ("BNS" in self.acts or self.is_of_the_sanhita)
        return self.day or (COMMENCEMENT if new else date(COMMENCEMENT.year - 1, 1, 1))

    @property
    def is_of_the_sanhita(self) -> bool:
        """Whether a matter speaks of the codes of 2023 and of no older one: "murder under the Sanhita"."""
        return _SANHITA.search(self.lower) is not None and _OLD_CODES.search(self.lower) is None

    @property
    def is_new_code(self) -> bool:
        """Whether the codes of 2023 govern."""
        return self.day is not None and self.day >= COMMENCEMENT

    def raises(self, *bases: str) -> bool:
        """Whether any of these sections is charged or pleaded."""
        return not self.bases.isdisjoint(bases)

    def is_charged(self, *bases: str) -> bool:
        """Whether any of these sections is charged, also in the short form "POCSO 6", or likely so if none is cited."""
        return (
            self.raises(*bases)
            or any(section.base in bases for section in sections_after_act(self.lower))
            or any(section.base in bases for section in self.likely_charges)
        )

    def topic(self, name: str) -> bool:
        """Whether the matter is about this topic, by its words, provisions or dates."""
        if name not in self._topics:
            rule = DERIVED_TOPICS.get(name)
            self._topics[name] = rule(self) if rule is not None else self.has_words(name)
        return self._topics[name]

    def has_words(self, topic: str) -> bool:
        """Whether the text has words that indicate this topic."""
        if topic not in self._topic_words:
            words = TOPIC_WORDS.get(topic)
            self._topic_words[topic] = words is not None and words.search(self._topic_text) is not None
        if self._topic_words[topic]:
            return True
        is_raised = not self.learned.raised.isdisjoint(SUBJECTS_OF_TOPIC.get(topic, ()))
        return is_raised or not self._likely_roles.isdisjoint(ROLES_OF_TOPIC.get(topic, ()))

    def tells(self, *roles: str) -> bool:
        """Whether the matter dates an event of each of these roles, or counts from or to one."""
        return all(self.timeline.of(role) or role in self._roles_of_periods for role in roles)

    @cached_property
    def _likely_roles(self) -> frozenset[str]:
        return self._roles_of_periods | {event.role for event in self.timeline.events if event.is_likely}

    @cached_property
    def _roles_of_periods(self) -> frozenset[str]:
        return self.learned.roles_of_periods

    @cached_property
    def _topic_text(self) -> str:
        """The lower-case text in which no point inside a number ends a clause: "at 7.40 pm", "Rs. 2.14 crore"."""
        return _POINT_IN_NUMBER.sub(",", self.lower)

    def applies(self, conditions: Iterable[str]) -> bool:
        """Whether any condition of a table row holds: a section, `act:`, `gravity:`, `maximum:` or `topic:`."""
        return any(self._holds(condition) for condition in conditions)

    def _holds(self, condition: str) -> bool:
        kind, _, what = condition.partition(":")
        if not what:
            return condition in self.bases or condition in self.provision_ids or condition in self._likely_bases
        if kind == "act":
            return what in self.named_acts
        if kind == "gravity":
            wanted = Gravity.NINETY if what == "90" else Gravity.SIXTY
            holds = self.gravity is wanted or (wanted is Gravity.SIXTY and self.is_gravity_disputed)
            is_open = not self.topic("drugs") or (self.is_intermediate_quantity and "commercial" not in self.lower)
            holds = holds or (self.gravity is None and self.topic("crime") and is_open)
            return holds and not self._has_own_remand_period
        if kind == "maximum":
            return self._has_maximum(what)
        return self.topic(what)

    def _has_maximum(self, kind: str) -> bool:
        """Whether the gravest charge has a maximum of this kind; where the time to prosecute is argued, any of them.

        Section 142 NI Act has a time of its own, and offences of the other Acts carry more than three years.
        """
        if self.named_acts & _NOT_BARRED_BY_CODE or self.topic("compensation claim") or self.topic("atrocity"):
            return False
        if self.maximum_months is not None and maximum_class(self.maximum_months) == kind:
            return True
        if "prosecution-limitation" not in self.learned.raised or self.day is None:
            return False
        rows = [sentences.sentence_for(section, self.day) for section in self.main_charges or self.likely_charges]
        return any(row is not None and row.most_months and maximum_class(row.most_months) == kind for row in rows)

    @property
    def _has_own_remand_period(self) -> bool:
        """Whether an Act with its own time limit for investigation applies."""
        topics = ("commercial quantity", "organised crime, time extended", "organised crime, time not extended")
        return any(map(self.topic, topics)) or bool(self.named_acts & (_ACTS_WITH_OWN_REMAND_PERIOD - {"NDPS"}))

    def _is_ruled_out(self, act: str) -> bool:
        """Whether a matter names an Act only to say that it is not charged: "No UAPA, no NDPS charge"."""
        named = [match.start() for match in re.finditer(rf"\b{act.lower()}\b", self.lower)]
        return bool(named) and all(_NOT_CHARGED.search(self.lower[max(0, at - 24) : at]) for at in named)

    @cached_property
    def stated_maximum(self) -> re.Match[str] | None:
        """The maximum sentence that the narrative itself states."""
        return _STATED_MAXIMUM.search(self.lower)

    @cached_property
    def main_charges(self) -> tuple[Provision, ...]:
        """The penal charges that carry a sentence of their own."""
        return main_charges([charge.provision for charge in self.charges if _is_penal(charge.provision)])

    @cached_property
    def gravity(self) -> Gravity | None:
        """Whether the charge-sheet is due in sixty or ninety days, by the gravest charge; None if uncertain."""
        if self.stated_maximum is not None:
            term = self.stated_maximum["term"]
            years = read_count(term.rpartition(" ")[0])
            if term in {"life", "death"}:
                return Gravity.NINETY
            # Up to ten years and no more is sixty days under the old Code: Rakesh Kumar Paul (2017) 15 SCC 67.
            is_light = years is not None and (years < 10 or (years == 10 and self.code_day < COMMENCEMENT))
            return Gravity.SIXTY if is_light else None
        weighed = self.is_intermediate_quantity and all(provision.act == "NDPS" for provision in self.likely_charges)
        if (weighed or not self.likely_charges) and all(
            provision.act == "NDPS" and not _CLAUSE_ON_QUANTITY.search(provision.id) for provision in self.main_charges
        ):
            if not self.acts & PENAL_ACTS and self._is_homicide:
                return Gravity.NINETY
            return Gravity.SIXTY if self.is_intermediate_quantity and self.code_day < COMMENCEMENT else None
        left_out = self.added_but_not_in_sheet
        charged = punishing(tuple(each for each in self.main_charges if each not in left_out) or self.likely_charges)
        gravities = [gravity_of(provision, self.code_day, self.lower) for provision in charged]
        if Gravity.NINETY in gravities:
            return Gravity.NINETY
        return Gravity.SIXTY if all(gravity is Gravity.SIXTY for gravity in gravities) else None

    @cached_property
    def _likely_subjects(self) -> tuple[LegalSubject, ...]:
        """The subjects of law that the learned reader sees raised."""
        return tuple(tables().subjects[name] for name in sorted(self.learned.raised) if name in tables().subjects)

    @cached_property
    def _likely_bases(self) -> frozenset[str]:
        """The sections of those subjects, under the codes of the day."""
        others = CODES[:3] if self.code_day >= COMMENCEMENT else CODES[3:]
        provisions = (provision for subject in self._likely_subjects for provision in subject.provisions)
        return frozenset(provision.base for provision in provisions if provision.act not in others)

    @cached_property
    def likely_charges(self) -> tuple[Provision, ...]:
        """The punishing sections of the offences that the learned reader sees charged in a matter that cites none."""
        if self.main_charges:
            return ()
        charges = (subject for subject in self._likely_subjects if subject.kind is SubjectKind.CHARGE)
        sections = (self._punishing_section(subject) for subject in charges)
        return tuple(section for section in sections if section and section.base not in DERIVED_LIABILITY)

    def _punishing_section(self, subject: LegalSubject) -> Provision | None:
        """The section that punishes an offence under the law of the day: the graver one of two if the text says so."""
        others = CODES[:3] if self.code_day >= COMMENCEMENT else CODES[3:]
        own = [
            section
            for section in subject.provisions
            if section.act not in others and sentences.sentence_for(section, self.code_day) is not None
        ]
        is_graver = subject.id.startswith("pocso") and "aggravated" in self.lower
        return own[-1 if is_graver else 0] if own else None

    @property
    def _is_homicide(self) -> bool:
        """Whether the words of a matter without sections describe a murder or a dowry death."""
        return _HOMICIDE.search(self.lower) is not None or (
            self.topic("wife died") and _DOWRY.search(self.lower) is not None
        )

    @cached_property
    def is_gravity_disputed(self) -> bool:
        """Whether ninety days apply only because of sections added after the FIR."""
        first = self.first_charges
        if self.stated_maximum is not None or first == self.main_charges or self.gravity is not Gravity.NINETY:
            return False
        return all(gravity_of(charge, self.code_day, self.lower) is Gravity.SIXTY for charge in punishing(first))

    @cached_property
    def first_charges(self) -> tuple[Provision, ...]:
        """The main charges without those that were added later; all of them if no other is left."""
        return charges_before_addition(self.lower, self.main_charges)

    @cached_property
    def added_but_not_in_sheet(self) -> tuple[Provision, ...]:
        """The graver sections that were added after the FIR and that the charge-sheet does not name."""
        added = tuple(charge for charge in self.main_charges if charge not in self.first_charges)
        left_out = charges_left_out_of_sheet(self.lower, added)
        return tuple(each for each in left_out if gravity_of(each, self.code_day, self.lower) is not Gravity.SIXTY)

    @cached_property
    def turns_on_ten_years(self) -> bool:
        """Whether the gravest charge carries up to ten years, of which it is argued whether ninety days apply."""
        if self.gravity is not None or self.stated_maximum is not None or not self.main_charges:
            return False
        first = punishing(self.first_charges)
        gravest = [carries_ten_years(provision, self.code_day, self.lower) for provision in first]
        lighter = [gravity_of(provision, self.code_day, self.lower) is Gravity.SIXTY for provision in first]
        return any(gravest) and all(one or other for one, other in zip(gravest, lighter, strict=True))

    @cached_property
    def is_intermediate_quantity(self) -> bool:
        """Whether all drugs seized are between small and commercial quantity, punishable with up to ten years."""
        weights = self.seized_weights if self.topic("drugs") else ()
        return bool(weights) and all(
            not rule.holds(weight.fact.value, weight.fact.unit)
            for weight in weights
            for rule in thresholds.applicable(Quantity.WEIGHT, "seizure", self.day, subject=weight.substance)
        )

    @cached_property
    def maximum_months(self) -> int | None:
        """The maximum sentence of all charges, or of the one that is left; None if one of them is not in the table."""
        if self.day is None or not (self.main_charges or self.likely_charges):
            return None
        alone = {match["number"].upper() for match in _ALONE.finditer(self.lower)}
        left = tuple(provision for provision in self.main_charges if provision.number in alone)
        charged = punishing(left or self.main_charges or self.likely_charges)
        old = min(self.day, LAST_DAY_OF_OLD_CODES)
        rows = [sentences.sentence_for(each, old if each.act in CODES[:3] else self.day) for each in charged]
        known = [row.most_months for row in rows if row is not None]
        return max(known) if len(known) == len(rows) and all(known) else None


def _is_penal(provision: Provision) -> bool:
    """Whether a provision punishes. Section 3(2) of the Atrocities Act takes its sentence from another charge."""
    return provision.act in PENAL_ACTS or provision.id.startswith("SCST-3(1)")


def is_quoted(lower: str, start: int) -> bool:
    """Whether an offset lies within quotation marks opened on the same line."""
    opened = max(lower.rfind("\n", max(0, start - _QUOTE_REACH), start) + 1, start - _QUOTE_REACH, 0)
    return lower.count('"', opened, start) % 2 == 1


def read_count(words: str) -> float | None:
    """The number given in words or digits, or None."""
    try:
        return parse_number(words.strip()) or None
    except (ValueError, IndexError):
        return None


def maximum_class(months: int) -> str:
    """The class of a maximum sentence in the limitation of prosecutions: CrPC s.468(2), BNSS s.514(2)."""
    if months <= 12:
        return "one year"
    return "three years" if months <= 36 else "longer"
