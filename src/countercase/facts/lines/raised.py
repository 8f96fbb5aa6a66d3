"""What a matter raises: the provisions charged or pleaded, the Acts, and the subjects that its words show."""

import csv
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from importlib.resources import files
from itertools import chain, groupby
from operator import itemgetter

from countercase.domain.facts import FactSheet, Quantity, SectionFact
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.bare_sections import bare_sections
from countercase.facts.lines.drug_weights import SeizedWeight, seized
from countercase.facts.timeline import Timeline
from countercase.law.provisions.statutes import find_statutes
from countercase.law.tables import sentences, thresholds
from countercase.law.tables.codes import COMMENCEMENT
from countercase.law.tables.sentences import Gravity
from countercase.law.tables.thresholds import Operator
from countercase.text.narrative_words import lowered
from countercase.text.numbers import parse_number

# Common intention, unlawful assembly, conspiracy, abetment and attempt take their sentence from another section.
_DERIVED = frozenset(
    "IPC-34 IPC-149 IPC-120B IPC-109 IPC-114 IPC-511 IPC-107 IPC-120A IPC-201 IPC-35 BNS-3 BNS-190 BNS-61 BNS-49 BNS-62"
    " BNS-45 BNS-54 BNS-238 IPC-471 BNS-340 IPC-75 IPC-323 BNS-115".split()
)
_NUMBER = r"\d{2,3}(?:-?[a-z]{1,2})?(?:\(\d\))?"
_BARE = re.compile(
    rf"\b(?:u/ss?\.?|under(?:\ssections?)?|sections?|secs?\.?|ss?\.|sentence\sunder|charge\sof)\s?(?P<list>{_NUMBER}"
    rf"(?:\s?(?:,|/|and|&|r/w|read\swith|or)\s?{_NUMBER}){{0,8}})(?![\w(])"
)
_WITH_ACT = re.compile(
    rf"(?<![\w/.])(?P<list>{_NUMBER}(?:\s?(?:,|/|and|&|r/w|or)\s?{_NUMBER}){{0,8}})\s(?:of\sthe\s)?(?P<act>i\.?p\.?c\b|b\.?n\.?s\b(?!\.?s))"
)
_ACT_FIRST = re.compile(
    rf"\b(?P<act>i\.?p\.?c|b\.?n\.?s)\b\.?\s(?:sections?\s|ss?\.\s?|u/ss?\s)?(?P<list>{_NUMBER}(?:\s?(?:,|/|and|&|r/w)\s?{_NUMBER}){{0,8}})(?![\w(/.-])"
)
_DRUG_SECTION = re.compile(
    r"\b(?:u/ss?\.?|under\s(?:s\.|sec\.?|section)|section)\s?(?:8(?:\(c\))?\s?(?:/|r/w)\s?)?(?P<number>(?P<base>15|17|18|20|21|22|23|27a)(?P<clauses>(?:\([a-c]\))?(?:\(i{1,2}\))?(?:\([a-c]\))?))(?![\w(-])(?!\s?(?:ipc|i\.p\.c|of\sthe\s(?!ndps)))"
)
_CORRUPTION_SECTION = re.compile(
    r"\b(?:u/ss?\.?|under\s(?:s\.|sec\.?|section)|section)\s?(?P<number>7|13\(2\))(?![\w(-])(?!\s?(?:ipc|i\.p\.c|of\sthe\s(?!p)))"
)
_EACH = re.compile(_NUMBER)
_SUPPOSED = re.compile(r"\b(?:if|unless|had\s(?:he|she|they|it|the\s\w+)|whether)\b[^.;]{0,60}\Z")
_DROPPED = re.compile(
    r"[^.;]{0,50}\b(?:was|were|has\sbeen|have\sbeen|stood)\s(?:later\s|since\s)?(?:dropped|deleted|quashed)\b"
)
_ADDED = re.compile(
    r"\badd(?:ed|ing|ition\sof)?\s(?:of\s)?(?:an?\s)?(?:offence\s)?(?:u/s\s|under\s)?(?:sections?\s|s\.\s?|sec\.?\s)(?P<number>\d{2,3})\b"
)
_HEAVIEST = re.compile(
    r"\b(?:heaviest|greatest|gravest|highest|maximum)(?:\s(?:offence|sentence|punishment|of\s(?:them|these|which)))?\s"
    r"(?:is|carries|being|was|provides|may\sextend\sto)?\s?(?:imprisonment\s)?(?:for\s|of\s)?(?:up\sto\s)?"
    r"(?P<term>life|death|\w+(?:-\w+)?\syears)"
)

_SESSIONS = (
    r"\b(?:sessions|sess\.?|special|spl\.?)\s(?:judge|court|ct|j\.)|children(?:'s|’s)\scourt|\ba\.?s\.?j\b|\bs\.\s?j\.|\bsj\b"
    r"|\bappeal\sto\sthe\shigh\scourt"
)


def _topic_words() -> dict[str, re.Pattern[str]]:
    """The words that indicate each topic, from the table."""
    with (files("countercase.facts") / "data" / "topics.csv").open(encoding="utf-8") as file:
        rows = [(row["topic"], row["words"]) for row in csv.DictReader(file)]
    runs = groupby(rows, key=itemgetter(0))
    return {topic: re.compile("|".join(words for _, words in run)) for topic, run in runs}


_TOPIC_WORDS = _topic_words()
_CONSUMER_2019 = date(2020, 7, 20)
_RAPE = frozenset(
    "IPC-376 IPC-376A IPC-376AB IPC-376D IPC-376DA IPC-376DB BNS-64 BNS-65 BNS-66 BNS-70 POCSO-4 POCSO-6".split()
)
_COMMERCIAL = frozenset(
    "NDPS-20(b)(ii)(C) NDPS-21(c) NDPS-22(c) NDPS-15(c) NDPS-17(c) NDPS-18(b) NDPS-19 NDPS-24 NDPS-27A".split()
)


@dataclass(frozen=True, slots=True)
class Charge:
    """A provision that the matter raises, and where."""

    provision: Provision
    span: Span


class Raised:
    """The charges, claims and subjects of a matter, read from its sheet, its words and its dates."""

    def __init__(self, sheet: FactSheet, timeline: Timeline) -> None:
        self.sheet = sheet
        self.text = sheet.narrative
        self.lower = lowered(sheet.narrative)
        self.timeline = timeline
        self._topics: dict[str, bool] = {}
        self.charges = tuple(self._charges(sheet))
        self.bases = frozenset(charge.provision.base for charge in self.charges)
        self.ids = frozenset(charge.provision.id for charge in self.charges)
        self.acts = frozenset(charge.provision.act for charge in self.charges)
        self.named_acts = self.acts | {act.short for statute in find_statutes(self.text) for act in statute.acts}

    @cached_property
    def mention_spans(self) -> tuple[Span, ...]:
        """Where the dates stand, in order."""
        return tuple(mention.span for mention in self.timeline.mentions)

    @cached_property
    def offence_day(self) -> date | None:
        """The date of the offence; if not stated, that of the raid, the death or the FIR."""
        event = self.timeline.first(
            "offence", "search", "seizure", "information", "death", "fir", "complaint", "arrest"
        )
        return event.day if event else None

    @cached_property
    def day(self) -> date | None:
        """The date on which the charges are read: the offence, else the first exact date."""
        first = next((mention.day for mention in self.timeline.mentions if mention.exact), None)
        return self.offence_day or first

    @property
    def code_day(self) -> date:
        """A date under the governing code, for rules that did not change within it."""
        new = "BNS" in self.acts and "IPC" not in self.acts
        return self.day or (COMMENCEMENT if new else date(COMMENCEMENT.year - 1, 1, 1))

    @property
    def is_new_code(self) -> bool:
        """Whether the codes of 2023 govern."""
        return self.day is not None and self.day >= COMMENCEMENT

    @cached_property
    def seized(self) -> tuple[SeizedWeight, ...]:
        """The weights of drugs that were seized."""
        return tuple(seized(self.sheet, self.lower))

    def has(self, *bases: str) -> bool:
        """Whether any of these sections is raised."""
        return not self.bases.isdisjoint(bases)

    def topic(self, name: str) -> bool:
        """Whether the words, provisions or dates of the matter indicate a subject."""
        if name not in self._topics:
            rule, words = _DERIVED_TOPICS.get(name), _TOPIC_WORDS.get(name)
            is_told = words is not None and words.search(self.lower) is not None
            self._topics[name] = rule(self) if rule is not None else is_told
        return self._topics[name]

    def applies(self, conditions: Iterable[str]) -> bool:
        """Whether any condition of a row holds."""
        return any(self._holds(condition) for condition in conditions)

    def _holds(self, condition: str) -> bool:
        kind, _, what = condition.partition(":")
        if not what:
            return condition in self.bases or condition in self.ids
        if kind == "act":
            return what in self.named_acts
        if kind == "gravity":
            wanted = Gravity.NINETY if what == "90" else Gravity.SIXTY
            holds = self.gravity is wanted or (wanted is Gravity.SIXTY and self.is_gravity_disputed)
            return holds and not self._special_remand
        if kind == "maximum":
            return self.greatest_months is not None and _class_of_maximum(self.greatest_months) == what
        return self.topic(what)

    @property
    def _special_remand(self) -> bool:
        """Acts that set their own time for investigation."""
        return self.topic("commercial quantity") or bool(self.named_acts & {"UAPA", "MCOCA", "TADA", "POTA"})

    @cached_property
    def heaviest(self) -> re.Match[str] | None:
        """The maximum sentence that the narrative itself states."""
        return _HEAVIEST.search(self.lower)

    @cached_property
    def main_charges(self) -> tuple[Provision, ...]:
        """The penal charges that carry their own sentence."""
        charged = [charge.provision for charge in self.charges if charge.provision.act in _PENAL]
        clauses = {provision.base for provision in charged if provision.clauses}  # "u/s 25 ... 25(1B)(a)"
        return tuple(
            dict.fromkeys(
                provision
                for provision in charged
                if provision.base not in _DERIVED and (provision.clauses or provision.base not in clauses)
            )
        )

    @cached_property
    def gravity(self) -> Gravity | None:
        """The time limit for the charge-sheet, by the gravest charge; None if it cannot be determined."""
        if self.heaviest is not None:
            term = self.heaviest["term"]
            years = read_count(term.rpartition(" ")[0])
            return Gravity.NINETY if term in {"life", "death"} else (Gravity.SIXTY if years and years < 10 else None)
        if not self.main_charges:
            return Gravity.SIXTY if self._is_intermediate_quantity and self.code_day < COMMENCEMENT else None
        grades = [sentences.gravity(provision, self.code_day) for provision in self.main_charges]
        if Gravity.NINETY in grades:
            return Gravity.NINETY
        return Gravity.SIXTY if all(grade is Gravity.SIXTY for grade in grades) else None

    @cached_property
    def is_gravity_disputed(self) -> bool:
        """Whether the ninety days rest only on sections that were added after the FIR."""
        added = {int(match["number"]) for match in _ADDED.finditer(self.lower)}
        first = [provision for provision in self.main_charges if not _is_number(provision, added)]
        if self.heaviest is not None or not added or not first or self.gravity is not Gravity.NINETY:
            return False
        return all(sentences.gravity(provision, self.code_day) is Gravity.SIXTY for provision in first)

    @cached_property
    def _is_intermediate_quantity(self) -> bool:
        """Whether drugs are seized, and none in a commercial or a small quantity: up to ten years."""
        weights = list(seized(self.sheet, self.lower)) if self.topic("drugs") else []
        return bool(weights) and all(
            not rule.holds(weight.fact.value, weight.fact.unit)
            for weight in weights
            for rule in thresholds.applicable(Quantity.WEIGHT, "seizure", self.day, subject=weight.substance)
        )

    @cached_property
    def greatest_months(self) -> int | None:
        """The greatest sentence of all charges in months; None if one of them is not in the table."""
        if self.day is None or not self.main_charges:
            return None
        rows = [sentences.sentence_for(provision, self.day) for provision in self.main_charges]
        known = [row.most_months for row in rows if row is not None]
        return max(known) if len(known) == len(rows) and all(known) else None

    def _charges(self, sheet: FactSheet) -> Iterable[Charge]:
        for fact in sheet.facts:
            if isinstance(fact, SectionFact):
                firm = [span for span in fact.spans if not self._is_supposed(span)]
                if firm:
                    yield Charge(fact.provision, firm[0])
        penal = {fact.provision.act for fact in sheet.facts if isinstance(fact, SectionFact)} & {"IPC", "BNS"}
        taken = sorted(span for fact in sheet.facts if isinstance(fact, SectionFact) for span in fact.spans)
        named = {match["act"][0] for form in (_WITH_ACT, _ACT_FIRST) for match in form.finditer(self.lower)}
        if penal == {"BNS"} or (not penal and named == {"b"}):
            yield from self._bare("BNS", taken)
        elif penal or named == {"i"} or _TOPIC_WORDS["crime"].search(self.lower):
            yield from self._bare("IPC", taken)
        if "BNS" not in penal:
            yield from self._numbers_alone(sheet.narrative, taken)
        if "PC" not in {fact.provision.act for fact in sheet.facts if isinstance(fact, SectionFact)}:
            yield from self._bare_corruption_sections(taken)
        if _TOPIC_WORDS["drugs"].search(self.lower):
            yield from self._bare_drug_sections(taken)

    def _bare(self, act: str, taken: list[Span]) -> Iterable[Charge]:
        """Sections cited without an Act in a criminal matter: "convicted u/s 395/397"."""
        known = {row.provision.number for row in sentences.all() if row.provision.act == act}
        covered = {position for span in taken for position in range(span.start, span.end)}
        forms = chain(_WITH_ACT.finditer(self.lower), _ACT_FIRST.finditer(self.lower))
        named = (match for match in forms if match["act"][0] == act[0].lower())
        for match in chain(_BARE.finditer(self.lower), named):
            for each in _EACH.finditer(self.lower, *match.span("list")):
                words = each[0].replace("-", "").upper()
                number = words.partition("(")[0]
                is_clause = act == "IPC" or "(" in words
                if each.start() in covered or self._is_supposed(Span(*each.span())):
                    continue
                if number in {"113A", "113B"}:
                    yield Charge(Provision.parse(f"IEA-{number}"), Span(*each.span()))
                elif number in known and is_clause:
                    yield Charge(Provision.parse(f"{act}-{words}"), Span(*each.span()))

    def _numbers_alone(self, text: str, taken: list[Span]) -> Iterable[Charge]:
        """Well-known sections without a word before them: "302/149"."""
        for provision, span in bare_sections(text):
            if not any(span.overlaps(other) for other in taken) and not self._is_supposed(span):
                yield Charge(provision, span)

    def _bare_corruption_sections(self, taken: list[Span]) -> Iterable[Charge]:
        """Sections 7 and 13(2) without the Act in a matter of corruption: "2 years R.I. u/s 7"."""
        if not _TOPIC_WORDS["corruption"].search(self.lower):
            return
        for match in _CORRUPTION_SECTION.finditer(self.lower):
            span = Span(*match.span("number"))
            if not any(span.overlaps(other) for other in taken) and not self._is_supposed(span):
                yield Charge(Provision.parse(f"PC-{match['number']}"), span)

    def _bare_drug_sections(self, taken: list[Span]) -> Iterable[Charge]:
        """NDPS sections cited without the Act in a drugs matter: "convicted u/s 20(b)(ii)(C)"."""
        for match in _DRUG_SECTION.finditer(self.lower):
            span = Span(*match.span("number"))
            if any(span.overlaps(other) for other in taken) or self._is_supposed(span):
                continue
            number, clauses = match["base"].upper(), match["clauses"] or ""
            if number == "20" and clauses.endswith(("(a)", "(b)", "(c)")) and clauses.count("(") > 1:
                clauses = clauses[:-3] + clauses[-3:].upper()  # the Act writes 20(b)(ii)(C), but 21(c)
            yield Charge(Provision.parse(f"NDPS-{number}{clauses}"), span)

    def _is_supposed(self, span: Span) -> bool:
        """Whether a section is only hypothetical ("if section 111 is added"), or has been dropped."""
        clause = self.lower[max(0, span.start - 80) : span.start]
        supposed = _SUPPOSED.search(clause[max(clause.rfind(". "), clause.rfind(";")) + 1 :]) is not None
        return supposed or _DROPPED.match(self.lower, span.end, span.end + 90) is not None


_PENAL = frozenset({"IPC", "BNS", "POCSO", "PC", "NDPS", "NI", "Arms", "DP"})


def read_count(words: str) -> float | None:
    """The number that some words spell out, or None."""
    try:
        return parse_number(words.strip()) or None
    except (ValueError, IndexError):
        return None


def _is_number(provision: Provision, numbers: set[int]) -> bool:
    return provision.number.isdigit() and int(provision.number) in numbers


def _class_of_maximum(months: int) -> str:
    if months <= 12:
        return "one year"
    return "three years" if months <= 36 else "longer"


def _wife_died(raised: Raised) -> bool:
    death = raised.timeline.first("death")
    if death is None or not raised.timeline.of("marriage") or not raised.topic("wife"):
        return False
    clause = raised.lower[death.clause.start : death.clause.end] if death.clause else ""
    return raised.topic("crime") and re.search(r"\bhimself\b|\bhusband\sdied\b|\bintestate\b", clause) is None


def _is_1894(raised: Raised) -> bool:
    if "LAA" in raised.acts or _TOPIC_WORDS["land acquisition 1894"].search(raised.lower):
        return True
    notified = raised.timeline.first("notification")
    return notified is not None and bool(raised.timeline.of("declaration")) and notified.day < date(2014, 1, 1)


def _appeal_clause(raised: Raised) -> str:
    event = raised.timeline.first("appeal")
    return raised.lower[event.clause.start : event.clause.end] if event and event.clause else ""


def _high_court(raised: Raised) -> bool:
    return (
        bool(re.search(r"\bhigh\scourt\b|\bh\.?c\b", _appeal_clause(raised))) or "regular first appeal" in raised.lower
    )


def _by_sessions(raised: Raised) -> bool:
    return (
        raised.topic("crime")
        and (bool(re.search(_SESSIONS, raised.lower)) or _high_court(raised))
        and not _by_magistrate(raised)
    )


def _by_magistrate(raised: Raised) -> bool:
    if re.search(
        r"\b(?:sessions|sess\.?)(?:\s(?:judge|court)|\b)|\bs\.\s?j\.", _appeal_clause(raised)
    ) and not _high_court(raised):
        return True  # an appeal to the Court of Session is from a Magistrate
    return (
        re.search(
            r"(?:convicted|sentenced)\sby\s(?:the\s)?(?:[\w.]+\s){0,4}(?:magistrate|j\.?m\.?f\.?c|j\.?m\.?i\.?c|c\.?j\.?m|m\.?m)\b|(?:magistrate|\bj\.?m\.?f\.?c|\bj\.?m\.?i\.?c|\bc\.?j\.?m|\bm\.?m)\.?:?\s(?:convicted|sentenced|conv\.|held\s\w+\sguilty)",
            raised.lower,
        )
        is not None
    )


def _commercial(raised: Raised) -> bool:
    if raised.ids & _COMMERCIAL:
        return True
    return (
        "NDPS" in raised.acts
        and re.search(r"\bcommercial\squantity\b|\bquantity\s(?:is\s|was\s|being\s)?commercial\b", raised.lower)
        is not None
        and not raised.ids & {"NDPS-20(b)(ii)(B)", "NDPS-21(b)", "NDPS-22(b)"}
    ) or _is_weighed_commercial(raised)


def _is_weighed_commercial(raised: Raised) -> bool:
    """Whether the seized weight exceeds the commercial quantity."""
    if not raised.topic("drugs") or raised.ids & {"NDPS-20(b)(ii)(B)", "NDPS-21(b)", "NDPS-22(b)"}:
        return False
    return any(
        rule.operator is Operator.ABOVE and rule.holds(weight.fact.value, weight.fact.unit)
        for weight in raised.seized
        for rule in thresholds.applicable(Quantity.WEIGHT, "seizure", raised.day, subject=weight.substance)
    )


def _consumer_2019(raised: Raised) -> bool:
    complaint = raised.timeline.first("consumer complaint", "complaint", "case filed")
    if not raised.topic("consumer") or complaint is None or "CPA1986" in raised.named_acts:
        return "CPA2019" in raised.named_acts
    return complaint.day >= _CONSUMER_2019


def _hindu_divorce(raised: Raised) -> bool:
    return raised.topic("divorce") and not raised.topic("other marriage law")


def _has(*roles: str) -> Callable[[Raised], bool]:
    return lambda raised: all(raised.timeline.of(role) for role in roles)


_DERIVED_TOPICS: dict[str, Callable[[Raised], bool]] = {
    "crime": lambda raised: (
        bool(raised.acts & {"IPC", "BNS"}) or _TOPIC_WORDS["crime"].search(raised.lower) is not None
    ),
    "cheque": lambda raised: (
        re.search(r"\bcheques?\b|\bchqs?\b|\b138\b[^.;\n]{0,40}\bn\.?i\b|\bu/s\s138\b", raised.lower) is not None
        and raised.topic("unpaid")
    ),
    "written statement": lambda raised: raised.topic("any written statement") and not raised.topic("commercial suit"),
    "arbitration": lambda raised: (
        _TOPIC_WORDS["arbitration"].search(raised.lower) is not None or _has("award", "section 34 petition")(raised)
    ),
    "specific performance": lambda raised: (
        _TOPIC_WORDS["specific performance"].search(raised.lower) is not None
        or (
            _has("agreement", "suit")(raised)
            and re.search(r"\bag(?:ree\w*|t\.?|mt\.?)\s(?:to\ssell|for\ssale|of\ssale)\b", raised.lower) is not None
        )
    ),
    "wife died": _wife_died,
    "wife suicide": lambda raised: _wife_died(raised) and raised.has("IPC-306", "BNS-108", "IEA-113A", "BSA-117"),
    "land acquisition 1894": _is_1894,
    "land acquisition 2013": lambda raised: "RFCTLARR" in raised.named_acts,
    "consumer 2019": _consumer_2019,
    "hindu divorce": _hindu_divorce,
    "hindu divorce for desertion": lambda raised: _hindu_divorce(raised) and raised.topic("desertion"),
    "hindu mutual divorce": lambda raised: (
        raised.topic("mutual consent") and not raised.topic("other marriage law") and not raised.topic("crime")
    ),
    "mere declaration": lambda raised: (
        raised.topic("declaration")
        and not raised.timeline.of("dispossession")
        and re.search(r"\bpossession\b", raised.lower) is None
    ),
    "special leave": lambda raised: not raised.topic("death sentence") and not raised.topic("certificate refused"),
    "damages for breach": lambda raised: _has("breach", "suit")(raised) and raised.topic("suit for damages"),
    "scheduled castes appeal": lambda raised: (
        "SCST" in raised.named_acts and re.search(r"\b14-?a\b", raised.lower) is not None
    ),
    "juvenile assessment appeal": lambda raised: raised.topic("juvenile") and raised.topic("juvenile appeal"),
    "sentence of sessions": _by_sessions,
    "sentence of magistrate": _by_magistrate,
    "civil appeal to the High Court": lambda raised: (
        bool(raised.timeline.of("decree")) and _high_court(raised) and not raised.topic("intra-court appeal")
    ),
    "civil appeal to a lower court": lambda raised: (
        bool(raised.timeline.of("decree"))
        and re.search(r"\bdist(?:rict|t)?\.?\s(?:judge|court)\b|\bp?d\.?j\b|\badj\b", _appeal_clause(raised))
        is not None
    ),
    "commercial quantity": _commercial,
    "rape": lambda raised: not raised.bases.isdisjoint(_RAPE),
    "specific performance, no date fixed": lambda raised: (
        raised.topic("specific performance") and not raised.timeline.of("time fixed")
    ),
    "price of goods": lambda raised: (
        _has("delivery", "suit")(raised)
        and re.search(r"\b(?:goods|price|invoice|sold)\b", raised.lower) is not None
        and not raised.topic("goods not delivered")
    ),
    "cheque for a loan": lambda raised: raised.topic("cheque") and bool(raised.timeline.of("loan")),
    "arbitration, time extended": lambda raised: (
        raised.topic("arbitration") and raised.topic("time extended by consent")
    ),
    "arbitration, time not extended": lambda raised: (
        raised.topic("arbitration") and not raised.topic("time extended by consent")
    ),
    "arbitration appeal in commercial court": lambda raised: (
        raised.topic("arbitration") and re.search(r"\bcommercial\b", raised.lower) is not None
    ),
    "medical consumer 2019": lambda raised: raised.topic("medical") and _consumer_2019(raised),
    "consumer appeal": lambda raised: _consumer_2019(raised) and raised.topic("appeal to the State Commission"),
    "hindu interim maintenance": lambda raised: not raised.topic("other marriage law") and raised.topic("divorce"),
    "money lent": lambda raised: _has("loan", "suit")(raised) and not raised.topic("cheque"),
    "possession": lambda raised: (
        _has("dispossession", "suit")(raised)
        or (_has("hostile assertion", "suit")(raised) and raised.topic("suit for possession"))
    ),
    "motor accident": lambda raised: _TOPIC_WORDS["motor accident"].search(raised.lower) is not None,
}
