"""The charges and claims of a matter: sections cited in full, in short or by number alone, and offences in words.

Some charges decide how grave the matter is; others only define an offence, or take their sentence from another section.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, pairwise

from countercase.domain.facts import FactSheet, SectionFact
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.governing_law import sections_by_number_alone
from countercase.facts.lines.topics import TOPIC_WORDS
from countercase.facts.other_matters import is_law_of_another
from countercase.facts.uncharged import is_named_in_passing
from countercase.law.tables import sentences

_NUMBER = r"\d{2,3}(?:-?[a-z]{1,2})?(?:\(\d\)(?:\([a-z]{1,4}\))?)?"
_SECTIONS_WITHOUT_ACT = re.compile(
    rf"\b(?:u/ss?\.?|under(?:\ssections?)?|sections?|secs?\.?|ss?\.|sentence\sunder|charge\sof)\s?(?P<list>{_NUMBER}"
    rf"(?:\s?(?:,|/|and|&|r/w|read\swith|or)\s?{_NUMBER}){{0,8}})(?![\w(])"
)
_SECTIONS_BEFORE_ACT = re.compile(
    rf"(?<![\w/.])(?P<list>{_NUMBER}(?:\s?(?:,|/|and|&|r/w|or)\s?{_NUMBER}){{0,8}})\s(?:of\sthe\s)?(?P<act>i\.?p\.?c\b|b\.?n\.?s\b(?!\.?s)|bharatiya\snyaya\ssanhita\b|(?<=the\s)sanhita\b)"
)
_SECTIONS_AFTER_ACT = re.compile(
    rf"\b(?P<act>i\.?p\.?c|b\.?n\.?s)\b\.?\s(?:sections?\s|ss?\.\s?|u/ss?\s)?(?P<list>{_NUMBER}(?:\s?(?:,|/|and|&|r/w)\s?{_NUMBER}){{0,8}})(?![\w(/-]|\.\d)"
)
_DRUG_SECTION = re.compile(
    r"\b(?:u/ss?\.?|under\s(?:s\.|sec\.?|section)|section|s\.(?=\s?(?:20\(b\)|2[12]\([abc]\)))|(?=20\(b\)\(ii\)))\s?(?:8(?:\(c\))?\s?(?:/|r/w)\s?)?(?P<number>(?P<base>15|17|18|20|21|22|23|27a)(?P<clauses>(?:\([a-c]\))?(?:\(i{1,2}\))?(?:\([a-c]\))?))(?![\w(-])(?!\s?(?:ipc|i\.p\.c|of\sthe\s(?!ndps)))"
)
_SPECIAL_ACT_SECTIONS = {
    act: re.compile(
        rf"\b(?:u/ss?\.?|under\s(?:s\.|sec\.?|section)|section|s\.|and|&|/|r/w)\s?(?P<number>{numbers})(?![\w(-])"
        rf"(?=\s{act.lower()}\b|\s(?:of\s(?:the\s)?)?(?:p\.c\.|prevention\sof\scorruption|pocso)|\s?[.,;)]|\s?\Z|\s(?:and|to|by)\b)"
    )
    for act, numbers in (("PC", r"7|13\(2\)"), ("POCSO", r"4|5\(m\)|6|8|9\(m\)|10|12"))
}
_ONE_SECTION = re.compile(_NUMBER)
_CASTES = re.compile(r"\bscheduled\s(?:castes?|tribes?)\b|\batrocit(?:y|ies)\b")
_ATROCITY_SECTION = re.compile(r"(?<![\w/.(])3\s?\((?P<of>[12])\)\s?\((?P<clause>[a-z]{1,2})\)")
_HYPOTHETICAL = re.compile(r"\b(?:if|unless|had\s(?:he|she|they|it|there|the\s\w+)|whether)\b[^.;]{0,60}\Z")
_DROPPED = re.compile(
    r"[^.;]{0,30}\bbut\s(?:[\w.]+\s){1,4}?(?:later\s|since\s)?(?:deleted|dropped|removed|withdrew)\s(?:it|them|that)\b|"
    r"(?:\s(?:ipc|bns))?\s(?:may|might|could|can|would|will|is\sto|ought\sto)\s(?:yet\s|also\s|still\s)?be\s(?:added|invoked|applied|attracted)\b|"
    r"[^.;]{0,25}\b(?:would|might|may|could)\s(?:have\s)?(?:come|apply|arise|be(?:en)?\sin\splay)\b|"
    r"[^.;]{0,50}\b(?:was|were|has\sbeen|have\sbeen|stood)\s(?:later\s|since\s)?(?:dropped|deleted|quashed)\b|"
    r"[^.\n]{0,40}[;,]\s(?:it\swas\s|though\s|but\s)?(?:never|not)\s(?:charged|framed|put)\b"
)
_NOT_PUT = re.compile(
    r"\b(?:no|nor|threat(?:ens|ened|ening)|declin(?:ed|es)|refused|dropp(?:ed|ing)|struck\s(?:out|off)|not\s(?:charged|booked|added|summoned))\s"
    r"(?:(?:petition|prayer|report|by|i\.?o\.?|to|add|adding|under|u/s|an?|the|offence|charge|of|any|for)\s){0,6}(?:sections?\s|secs?\.?\s?|ss?\.\s?)?\Z"
    r"|\b(?:may|might|could|proposes\sto|wants\sto|seeks\sto)\s(?:also\s|yet\s|still\s)?(?:add|invoke|apply|bring\sin)\s(?:sections?\s|secs?\.?\s?|ss?\.\s?|u/s\s)?\Z"
)
_STRUCK_OUT = re.compile(
    r"[^.;]{0,40}\b(?:struck|scored|crossed)\s(?:it\s|them\s)?(?:out|off)\b|(?:\s(?:ipc|bns))?,?\s(?:is\s|was\s)?not\s(?:put|added|charged|invoked|applied|alleged|pressed|attracted)\b"
    r"|(?:\s(?:ipc|bns))?(?:\s\([^()]{1,40}\))?[;,]\s(?:it\s)?(?:is|was)\snot\sin\s(?:the\s)?(?:fir|charge-?\s?sheet)\b"
)
_BARS_TIME = re.compile(
    r"\b(?:barred|bar|limitation|time-?barred)\s(?:\w+\s){0,3}?(?:sections?\s|secs?\.?\s?|ss?\.\s?|u/s\s)\Z"
)
_OF_PROCEDURE = re.compile(r"\s(?:of\s(?:the\s)?)?(?:old\s)?code\sof\s(?:1973|criminal\sprocedure)\b")
_LAW_RECITED = re.compile(r"\b(?:recites?|quot(?:es|ed)|sets\sout|reads|states?|says?)\b[^.;\n]{0,12}\"[^\"\n]{0,60}\Z")
# Offences that a matter may name in words alone, with the section that punishes them under each code.
_NAMED_OFFENCES = (
    (r"gang[\s-]?rape", "IPC-376D", "BNS-70(1)"),
    (r"attempt(?:ed)?\s(?:to\s|at\s)?murder", "IPC-307", "BNS-109(1)"),
    (
        r"(?<!attempt\sto\s)(?<!attempted\s)murder(?:ed)?|stabbed\sto\sdeath|shot\sdead|beaten\sto\sdeath",
        "IPC-302",
        "BNS-103(1)",
    ),
    (r"dowry\sdeath", "IPC-304B", "BNS-80(2)"),
    (r"(?<!gang\s)(?<!gang-)rap(?:e|ed)", "IPC-376", "BNS-64(1)"),
    (r"dacoity", "IPC-395", "BNS-310(2)"),
    (r"theft|stolen", "IPC-379", "BNS-303(2)"),
    (r"kidnapping|kidnapped", "IPC-363", "BNS-137(2)"),
    (r"unlawful\sassembly|rioting", "IPC-147", "BNS-191(2)"),
    (r"voluntarily\scausing\shurt|simple\shurt", "IPC-323", "BNS-115(2)"),
    (r"cheating|cheated", "IPC-420", "BNS-318(4)"),
)
_OFFENCE_NAMES = re.compile("|".join(rf"(?P<o{n}>\b(?:{words})\b)" for n, (words, _, _) in enumerate(_NAMED_OFFENCES)))
# "dacoity with murder carries death": what the law says, not what is charged.
_LAW_STATED = re.compile(
    r"\s(?:carries|is\spunish\w+|attracts|would\s|means\b|requires|needs)|\s(?:with|and)\s\w+\s(?:carries|attracts)"
)
_AND_ANOTHER = re.compile(r"\s(?:and|with|&)\s(?:[a-z]+\s(?:of|in)\s)?(?:an?\s|the\s)?")  # "kidnapping and rape"
_CHARGE_NAMED = re.compile(r"\bcharged?\b\s?(?:is\s|:\s|of\s|with\s|for\s|framed\s){1,2}")
# Sections cited after the name of their Act: "PC Act s.7", "BNS 108".
_SHORT_ACTS = {"ipc": "IPC", "bns": "BNS", "pocso": "POCSO", "pc": "PC", "arms": "Arms", "ndps": "NDPS"}
_NEEDS_THE_WORD_ACT = frozenset({"pc", "arms"})  # "PC 7" may be a police constable, unless a clause follows
_SECTION_AFTER_ACT = re.compile(
    r"\b(?P<act>i\.?p\.?c|b\.?n\.?s|pocso|p\.?c|arms|ndps)\b\.?\s(?P<word>act\b,?\s)?(?P<mark>(?:ss?\.|sec\.?|section|u/ss?\.?)\s?)?"
    r"(?P<number>\d{1,3}[a-z]{0,2})(?P<clauses>(?:\(\d{0,2}[a-z]{0,4}\))*)(?![\w/]|\.\d|\s?(?:kgs?|gms?|years?|yrs?|persons|cases?|of\s\d))"
)
# Sections cited before a special Act without the word section: "395/397 IPC & 25 Arms Act", "4 DP Act".
_ONE_CLAUSED = r"\d{1,3}[a-z]{0,2}(?:\(\w{1,4}\))*"
_SECTIONS_BEFORE_SPECIAL_ACT = re.compile(
    rf"(?<![\w./-])(?P<list>{_ONE_CLAUSED}(?:\s?(?:,|/|and|&|r/w)\s?{_ONE_CLAUSED}){{0,4}})\s(?:of\s(?:the\s)?)?"
    r"(?P<act>arms|d\.?p\b\.?|dowry\sprohibition|p\.?c\b\.?|n\.?i\b\.?)\sact\b"
)
SPECIAL_ACTS = {"arms": "Arms", "dp": "DP", "dowry prohibition": "DP", "pc": "PC", "ni": "NI"}
# "138 tried summarily (S. 143)": sections of the Negotiable Instruments Act, and no riot, in a case of a cheque.
_CHEQUE_CASE = re.compile(
    r"\b(?:(?:u/s|s(?:ection|ec)?\.?)\s?138(?!\s?(?:of\s(?:the\s)?)?(?:customs|electricity|ipc|bnss?|cr))|138\s(?:case|complaint|matter|tried|trial|conv\w*|n\.?i))\b"
)
_CHEATING = re.compile(r"\b(?:40[69]|420|46[78]|471|cheating|breach\sof\strust)\b")
_OF_RIOT = re.compile(
    r"\b\d{3}[a-z]?(?:\(\d\))?(?:\s?[/,&]\s?\w+)*\s(?:of\s(?:the\s)?)?(?:i\.?p\.?c\b|penal\scode|b\.?n\.?s\b)|\bi\.?p\.?c\b\.?\s\d{3}|\bb\.?n\.?s\b\s\d{2,3}|\briot|\bassembly\b"
)
_CHEQUE_SECTIONS = frozenset("138 141 142 143 144 145 147 148".split())
_NOT_CHARGED = re.compile(r"\b(?:if|unless|had|not|no|nor|whether|would|cited|dropped|old)\b[^.;\n]{0,40}\Z")


@dataclass(frozen=True, slots=True)
class Charge:
    """A provision charged or pleaded, and where it is cited."""

    provision: Provision
    span: Span


class ChargeReader:
    """Reads the charges of a narrative in lower case."""

    def __init__(self, lower: str, likely_acts: frozenset[str] = frozenset()) -> None:
        self.lower = lower
        self._likely_acts = likely_acts  # of which the learned reader sees an offence
        self._is_cheque_case = (
            "che" in lower and _CHEQUE_CASE.search(lower) is not None and _OF_RIOT.search(lower) is None
        )

    def read(self, sheet: FactSheet) -> Iterable[Charge]:
        """The charges that a fact sheet or a short form cites."""
        for fact in sheet.facts:
            if isinstance(fact, SectionFact):
                charged_at = [span for span in fact.spans if not self._is_hypothetical_or_dropped(span)]
                if charged_at:
                    yield Charge(fact.provision, charged_at[0])
        cited_acts = {provision.act for provision in sheet.provisions}
        penal = cited_acts & {"IPC", "BNS"}
        cited_at = sorted(span for fact in sheet.facts if isinstance(fact, SectionFact) for span in fact.spans)
        named = {
            "i" if match["act"][0] == "i" else "b"
            for form in (_SECTIONS_BEFORE_ACT, _SECTIONS_AFTER_ACT)
            for match in form.finditer(self.lower)
        }
        if penal == {"BNS"} or (not penal and named == {"b"}):
            yield from self._penal_sections_without_act("BNS", cited_at)
        elif penal or named == {"i"} or TOPIC_WORDS["crime"].search(self.lower):
            yield from self._penal_sections_without_act("IPC", cited_at)
        if "BNS" not in penal:
            yield from self._sections_by_number_alone(sheet.narrative, cited_at)
        if self._is_cheque_case and "NI" not in cited_acts and not _CHEATING.search(self.lower):
            for match in islice(_CHEQUE_CASE.finditer(self.lower), 1):
                yield Charge(Provision.parse("NI-138"), Span(*match.span()))
        yield from self._of_special_acts(cited_acts, cited_at)

    def _of_special_acts(self, cited_acts: set[str], cited_at: list[Span]) -> Iterable[Charge]:
        """Sections of special Acts that are cited without the Act."""
        for act, sections in _SPECIAL_ACT_SECTIONS.items():
            if act not in cited_acts and (act in self._likely_acts or TOPIC_WORDS[act].search(self.lower)):
                yield from self._special_act_sections(act, sections, cited_at)
        if TOPIC_WORDS["drugs"].search(self.lower):
            yield from self._drug_sections(cited_at)
        if "SCST" not in cited_acts and _CASTES.search(self.lower):
            yield from self._atrocity_sections(cited_at)

    def _penal_sections_without_act(self, act: str, cited_at: list[Span]) -> Iterable[Charge]:
        """Sections cited without an Act in a criminal matter: "convicted u/s 395/397"."""
        known = {row.provision.number for row in sentences.all() if row.provision.act == act}
        covered = {position for span in cited_at for position in range(span.start, span.end)}
        forms = chain(_SECTIONS_BEFORE_ACT.finditer(self.lower), _SECTIONS_AFTER_ACT.finditer(self.lower))
        named = (match for match in forms if (match["act"][0] == "i") == (act == "IPC"))
        for match in chain(_SECTIONS_WITHOUT_ACT.finditer(self.lower), named):
            for one_section in _ONE_SECTION.finditer(self.lower, *match.span("list")):
                number, *clauses = one_section[0].replace("-", "").partition("(")
                number = number.upper()
                words = number + "".join(clauses)
                is_clause = act == "IPC" or "(" in words or match.re is _SECTIONS_BEFORE_ACT
                if one_section.start() in covered or self._is_hypothetical_or_dropped(Span(*one_section.span())):
                    continue
                if self._is_cheque_case and number in _CHEQUE_SECTIONS:
                    continue
                if number in {"113A", "113B"}:
                    yield Charge(Provision.parse(f"IEA-{number}"), Span(*one_section.span()))
                elif number in known and is_clause:
                    yield Charge(Provision.parse(f"{act}-{words}"), Span(*one_section.span()))

    def _sections_by_number_alone(self, text: str, cited_at: list[Span]) -> Iterable[Charge]:
        """Well-known sections cited by number alone: "302/149"."""
        for provision, span in sections_by_number_alone(text):
            is_of_cheque = self._is_cheque_case and provision.number in _CHEQUE_SECTIONS
            if not is_of_cheque and self._is_new_charge(span, cited_at):
                yield Charge(provision, span)

    def _special_act_sections(self, act: str, sections: re.Pattern[str], cited_at: list[Span]) -> Iterable[Charge]:
        """Sections of a special Act cited without its name: "2 years R.I. u/s 7" in a trap case, "6 POCSO"."""
        for match in sections.finditer(self.lower):
            span = Span(*match.span("number"))
            if self._is_new_charge(span, cited_at):
                yield Charge(Provision.parse(f"{act}-{match['number']}"), span)

    def _atrocity_sections(self, cited_at: list[Span]) -> Iterable[Charge]:
        """Sections of the Atrocities Act cited without its name: "3(1)(r) and 3(2)(v) of the Act of 1989"."""
        for match in _ATROCITY_SECTION.finditer(self.lower):
            span = Span(*match.span())
            if self._is_new_charge(span, cited_at):
                yield Charge(Provision.parse(f"SCST-3({match['of']})({match['clause']})"), span)

    def _drug_sections(self, cited_at: list[Span]) -> Iterable[Charge]:
        """NDPS sections cited without the Act in a drugs matter: "convicted u/s 20(b)(ii)(C)"."""
        for match in _DRUG_SECTION.finditer(self.lower):
            span = Span(*match.span("number"))
            if not self._is_new_charge(span, cited_at):
                continue
            number, clauses = match["base"].upper(), match["clauses"] or ""
            if number == "20" and clauses.endswith(("(a)", "(b)", "(c)")) and clauses.count("(") > 1:
                clauses = clauses[:-3] + clauses[-3:].upper()  # the Act writes 20(b)(ii)(C), but 21(c)
            yield Charge(Provision.parse(f"NDPS-{number}{clauses}"), span)

    def _is_new_charge(self, span: Span, cited_at: list[Span]) -> bool:
        """Whether a section is charged and not among those already read."""
        return not any(span.overlaps(other) for other in cited_at) and not self._is_hypothetical_or_dropped(span)

    def _is_hypothetical_or_dropped(self, span: Span) -> bool:
        """Whether a section is hypothetical ("if section 111 is added"), dropped, recited, or of another case."""
        clause = self.lower[max(0, span.start - 80) : span.start]
        clause = clause[max(clause.rfind(". "), clause.rfind(";")) + 1 :]
        return any(
            (
                _HYPOTHETICAL.search(clause),
                _NOT_PUT.search(clause),
                _BARS_TIME.search(clause),
                _OF_PROCEDURE.match(self.lower, span.end, span.end + 40),
                _LAW_RECITED.search(clause),
                event_words.ANOTHER_CASE.search(clause),
                is_law_of_another(self.lower, span),
                _DROPPED.match(self.lower, span.end, span.end + 90),
                _STRUCK_OUT.match(self.lower, span.end, span.end + 60),
                is_named_in_passing(self.lower, span),
            )
        )

    def named_in_words(self, is_new_code: bool, is_criminal: bool) -> Iterable[Charge]:
        """The offence named in a criminal matter that cites no section: "a case of theft", "kidnapping and rape"."""
        if is_criminal or _CHARGE_NAMED.search(self.lower):
            for old, new, span in _offences_named(self.lower):
                yield Charge(Provision.parse(new if is_new_code else old), span)


def _offences_named(lower: str) -> list[tuple[str, str, Span]]:
    """The only offence named, or the two named together: the old section, the new one, and where it is named."""
    matches = [match for match in _OFFENCE_NAMES.finditer(lower) if not _LAW_STATED.match(lower, match.end())]
    named = {match.lastgroup: match for match in matches}
    together = any(
        second.lastgroup != first.lastgroup and _AND_ANOTHER.fullmatch(lower, first.end(), second.start())
        for first, second in pairwise(matches)
    )
    if len(named) != 1 and not (len(named) == 2 and together):
        return []
    sections = [(_NAMED_OFFENCES[int((name or "o0")[1:])], match) for name, match in named.items()]
    return [(old, new, Span(*match.span())) for (_, old, new), match in sections]


@lru_cache(maxsize=4)  # asked by several readers of one matter
def sections_after_act(lower: str) -> tuple[Provision, ...]:
    """Sections cited after their Act ("PC Act s.7", "Arms 25(1B)(a)"), in order; not in a condition or denial."""
    cited: dict[Provision, None] = {}
    for match in _SECTION_AFTER_ACT.finditer(lower):
        act = match["act"].replace(".", "")
        is_named = act not in _NEEDS_THE_WORD_ACT or match["word"] or match["clauses"]
        if is_named and not _NOT_CHARGED.search(lower[max(0, match.start() - 50) : match.start()]):
            clauses = match["clauses"].replace("(1b)", "(1B)").replace("(1a)", "(1A)")
            cited[Provision.parse(f"{_SHORT_ACTS[act]}-{match['number'].upper()}{clauses}")] = None
    return tuple(cited)


@lru_cache(maxsize=4)
def sections_before_act(lower: str) -> tuple[Provision, ...]:
    """Sections cited before a special Act by number alone, in order; not in a condition or denial."""
    cited: dict[Provision, None] = {}
    for match in _SECTIONS_BEFORE_SPECIAL_ACT.finditer(lower):
        if _NOT_CHARGED.search(lower[max(0, match.start() - 50) : match.start()]):
            continue
        act = SPECIAL_ACTS[match["act"].replace(".", "")]
        for section in re.findall(_ONE_CLAUSED, match["list"]):
            number, mark, clauses = section.partition("(")
            written = number.upper() + mark + clauses.replace("1b)", "1B)").replace("1a)", "1A)")
            cited[Provision.parse(f"{act}-{written}")] = None
    return tuple(cited)


# Common intention, unlawful assembly, conspiracy, abetment and attempt take their sentence from another section.
DERIVED_LIABILITY = frozenset(
    "IPC-34 IPC-149 IPC-120B IPC-109 IPC-114 IPC-511 IPC-107 IPC-120A IPC-201 IPC-35 BNS-3 BNS-190 BNS-61 BNS-49 BNS-62"
    " BNS-45 BNS-54 BNS-238 IPC-471 BNS-340 IPC-75 IPC-323 BNS-115 NDPS-8 NDPS-25 NDPS-28 NDPS-29 NDPS-30".split()
)
_SIMPLE_HURT = frozenset({"IPC-323", "BNS-115"})  # beside a graver charge it does not decide the remand period
_ADDED_SECTION = r"\d{2,3}[a-z]{0,2}(?:\(\d\))?"
_SECTION_ADDED = re.compile(
    rf"\b(?:sections?\s|s\.\s?|sec\.?\s|u/s\s)(?P<first>{_ADDED_SECTION})(?:\s(?:ipc|bns|i\.p\.c\.?))?(?:\s\([^()]{{1,80}}\))?\s(?:(?:was|were|is|stood|has\sbeen|later|then|only|sought\sto\sbe)\s){{0,3}}[\"'“‘]?(?:added|inserted|invoked)\b"
    r"|\b(?:add(?:s|ed|ing|ition\sof)?|insert(?:s|ed|ing)?)[\"'”’]?\s(?:of\s)?(?:an?\s)?(?:offence\s)?(?:u/s\s|under\s)?(?:sections?\s|s\.\s?|sec\.?\s|(?=\d{2,3}(?:\(\d\))?\s(?:ipc|bns)\b))"
    rf"(?P<number>{_ADDED_SECTION})(?P<more>(?:\s(?:ipc|bns))?(?:\s?(?:,|&|and)\s?{_ADDED_SECTION})+)?"
    rf"|\bwith\s(?P<beside>{_ADDED_SECTION}(?:\s?(?:,|&|and|/)\s?{_ADDED_SECTION})*)(?:\s(?:ipc|bns))?\s(?:(?:newly|since|also|then|later)\s)?added\b"
)
# Sections that define an offence, or say how it is proved or tried; another section punishes it.
_DEFINED_ELSEWHERE = frozenset(
    "IPC-3 PC-13(1) PC-17 PC-19 PC-20 NDPS-36A NDPS-37 NDPS-42 NDPS-43 NDPS-50 NDPS-52A NDPS-54 NDPS-57 NDPS-67".split()
)


def main_charges(charged: Sequence[Provision]) -> tuple[Provision, ...]:
    """The charges that carry a sentence of their own."""
    clauses = {provision.base for provision in charged if provision.clauses}  # "u/s 25 ... 25(1B)(a)"
    if charged and all(provision.base in _SIMPLE_HURT for provision in charged):
        return tuple(dict.fromkeys(charged))
    return tuple(
        dict.fromkeys(
            provision
            for provision in charged
            if provision.base not in DERIVED_LIABILITY and (provision.clauses or provision.base not in clauses)
        )
    )


def punishing(charges: Sequence[Provision]) -> tuple[Provision, ...]:
    """The charges without those that only define the offence: section 13(1)(d) of the PC Act beside 13(2)."""
    kept = tuple(
        charge
        for charge in charges
        if charge.base not in _DEFINED_ELSEWHERE and not charge.id.startswith(("PC-13(1)", "SCST-3(2)(va)"))
    )
    return kept or tuple(charges)


def charges_before_addition(lower: str, charges: tuple[Provision, ...]) -> tuple[Provision, ...]:
    """The main charges without those that were added later; all of them if no other is left."""
    added = {
        number.upper()
        for match in _SECTION_ADDED.finditer(lower)
        for number in re.findall(
            _ADDED_SECTION, f"{match['first'] or match['number'] or match['beside']} {match['more'] or ''}"
        )
    }
    return tuple(each for each in charges if not _is_among(each, added)) or charges


def _is_among(charge: Provision, numbers: set[str]) -> bool:
    """Whether a charge is cited by one of these numbers, with its clauses or without."""
    return not numbers.isdisjoint({charge.number, charge.id.partition("-")[2].upper()})


# "c/s put in u/s 318(4) and 336(3) BNS": the sections that a charge-sheet names.
_SHEET_SECTION = r"\d{2,3}[a-z]{0,2}(?:\s?\(\d\))?"
_SHEET_UNDER = re.compile(
    r"\b(?:charge-?\s?sheet(?:ed)?|challan|c/s|cs|police\sreport|final\sreport)\b(?:[^.;\n]|\.(?=\d)){0,50}?"
    r"(?:\bu/ss?\.?|\bunder\s(?:sections?|secs?\.?|ss?\.)|\bfor\s(?:sections?|ss?\.))\s?"
    rf"(?P<list>{_SHEET_SECTION}(?:\s?(?:ipc|bns)?\s?(?:,|/|&|and|r/w)\s?(?:and\s)?{_SHEET_SECTION})*)"
)


def charges_left_out_of_sheet(lower: str, charges: tuple[Provision, ...]) -> tuple[Provision, ...]:
    """The charges that no charge-sheet names, where the text says under which sections it was filed."""
    named = {
        number.replace(" ", "").upper()
        for match in _SHEET_UNDER.finditer(lower)
        for number in re.findall(_SHEET_SECTION, match["list"])
    }
    bases = {number.partition("(")[0] for number in named}
    return tuple(charge for charge in charges if named and charge.number not in bases)
