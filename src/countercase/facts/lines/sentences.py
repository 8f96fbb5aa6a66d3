"""Sentences of imprisonment, against the minimum and maximum of the section on the date of the offence."""

import re
from collections.abc import Iterator

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.lines.ages import age_lines
from countercase.facts.lines.charges import SPECIAL_ACTS, sections_after_act, sections_before_act
from countercase.facts.lines.profile import PENAL_ACTS, MatterProfile
from countercase.facts.words import provision_name
from countercase.law.ingredients import tables
from countercase.law.tables import sentences, thresholds
from countercase.law.tables.sentences import PrisonTerm
from countercase.law.tables.thresholds import Operator
from countercase.text.numbers import parse_number

_COUNT = (
    r"(?P<count{0}>\d{{1,2}}|l(?=\sy(?:ea)?r\b)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|twenty)"
)
_UNIT = r"(?P<unit{0}>years?|yrs?\.?|months?)(?:['’]s?)?"
_IMPRISONMENT = (
    r"(?:(?:rigorous|simple)\s(?:imprisonment)?|r\.?\s?i\b\.?|s\.?\s?i\b\.?|imprisonment|(?<!\bin\s)jail|s/?i\b|r/i\b)"
)
_TERM = re.compile(
    rf"\b{_COUNT.format(1)}\s{_UNIT.format(1)}\s(?:of\s)?{_IMPRISONMENT}"
    rf"|\b{_IMPRISONMENT}\s?(?:of\s|for\s|-\s?)?(?:a\sterm\sof\s|a\speriod\sof\s)?{_COUNT.format(2)}\s{_UNIT.format(2)}"
    rf"|\b{_COUNT.format(3)}\s{_UNIT.format(3)}(?=\s(?:under|u/s))"
    rf"|(?<=\bto\s){_COUNT.format(4)}\s{_UNIT.format(4)}(?=\s(?:on\s(?:the\s)?(?:first|1st|main|second)\scount|each\b|for\s(?:the\s)?(?:offence|first|main))|\s?[.;,])"
    rf"|(?<=\bto\sundergo\s){_COUNT.format(5)}\s{_UNIT.format(5)}"
    rf"|\b(?:awarded|handed\sdown|gave|given|got|imposed|inflicted|punished\swith|visited\swith)\s(?:(?:him|her|them|each|only|just|both|a\ssentence\sof|a\sterm\sof)\s){{0,2}}{_COUNT.format(6)}\s{_UNIT.format(6)}"
    r"(?=\s?(?:[.;,&)]|\Z)|\s(?:and|with|each|plus|for\s(?:the\s)?(?:offence|dowry|rape|murder|robbery)|on\s(?:the|this)\s(?:first|main|second|count)))"
    rf"|\b{_COUNT.format(7)}\s{_UNIT.format(7)}\sin\s(?:jail|prison|gaol)\b"
    rf"|\bsentenced\s(?:(?:him|her|them|each|both)\s)?to\s{_COUNT.format(8)}\s{_UNIT.format(8)}\b(?!\s(?:later|after|ago|before))"
)
_UNDER_SECTION = re.compile(
    r"[^.;,\d]{0,24}\b(?:under|u/s\.?|for\sthe\soffence\sunder)\s(?:sections?\s|s\.\s?|sec\.?\s)?(?P<number>\d{1,3}(?:-?[a-z]{1,2})?(?:\(\d\))?)(?P<more>(?:\s?(?:/|r/w|read\swith)\s?\d{2,3}[a-z]?)*)"
)
_SECTION_FIRST = re.compile(
    r"(?:\b(?:u/s\.?|under|sections?|secs?\.?|ss?\.?)\s?(?P<number>\d{1,3}(?:-?[a-z]{1,2})?(?:\(\w{1,4}\))*)|(?:(?<=[.;,:]\s)|(?<=\n)|(?<=\bsentence\s))(?<!\),\s)(?<!\s\d{3},\s)(?P<bare>\d{3}(?:-?[a-z])?)(?=(?:\s(?:ipc|bns))?\s?[:–-]|\s(?:ipc|bns)))"
    r"(?:\s(?:ipc|bns|(?P<act>arms|d\.?p\b\.?|p\.?c\b\.?|n\.?i\b\.?)(?:\sact)?|of\sthe\s\w+))?\s?(?:\([^()]{1,16}\)\s?)?[-–:,]\s?(?:to\s)?"
    rf"(?:{_IMPRISONMENT}\s(?:of\s|for\s)?)?\Z"
)
_FOR_SECTION = re.compile(
    r"\bfor\s(?:the\soffence\sunder\s)?(?:sections?|secs?\.?|ss?\.?|u/s\.?)\s?(?P<number>\d{1,3}(?:-?[a-z]{1,2})?(?:\(\d\))?)(?![\w(/]|\s(?:and|read|r/w))[^.;\d]{0,60}\Z"
)
# "On 395 he got eight years, and for 397 five years."
_BARE_SECTION = re.compile(
    r"\b(?:on|for|under|u/s)\s(?P<number>\d{3}[a-z]?)\s(?:(?:he|she|they|accused|a-?\d)\s)?"
    r"(?:(?:got|gets|received|was\sgiven|is\sgiven|has\sbeen\sgiven)\s)?\Z"
)
_SECTION_REACH = 60
_EACH = re.compile(r"\s?(?:each|apiece|to\sboth)\b")
_CONVICTED_UNDER = re.compile(
    r"\b(?:convicted|conviction|guilty)\b(?:\son\s\d{1,2}\s[a-z]{3,9}\s\d{4})?[^.;\d]{0,40}(?:\bunder|\bu/s\.?)\s?(?:sections?\s|s\.\s?|sec\.?\s)?(?P<number>\d{1,3}(?:-?[a-z]{1,2})?(?:\(\d\))?)"
    r"(?!\s?[/,&]|\s(?:and|r/w|read\swith)\s(?:sections?\s|s\.\s?|u/s\s)?\d|[\w(-])(?:[^.;\d]|\.(?=\s?c\b|\s?p\b)){0,80}\Z"
)
_FINE_REACH = 240  # characters after a term in which its section is named, past the fine
_OTHER_SENTENCE = re.compile(r"\b(?:sentenced\sto\s(?!pay\b)|convicted\b|life\b|death\b)")
_IN_DEFAULT = re.compile(r"\b(?:default|i\.?d\b)")
_FOR_OFFENCE = re.compile(
    r"\b(?:offences?\s(?:punishable\s)?|punishable\s)(?:under|u/ss?\.?)\s?(?:sections?\s|s\.\s?|sec\.?\s)?(?P<number>\d{1,3}(?:-?[a-z]{1,2})?(?:\(\d\))?)"
)
_SENTENCED_TO = re.compile(r"\bsentenc(?:ed|ing|es)\b[^.;]{0,60}\Z")
_FOUND_GUILTY = re.compile(r"\b(?:guilty|convict\w*|conv\.|sentenc\w*)")
_SPENT = re.compile(r"\b(?:spent|been|already|served|undergone|awaiting|pending|under-?trial)\b[^.;]{0,40}\Z")
_NOT_A_SENTENCE = re.compile(
    r"\b(?:in\sdefault|i\.d\.|maximum|max\.?|minimum|min\.?|punishable|not\sless|carries|heaviest|up\sto|extend\sto|would|if|had\s(?:he|she|they|it|the\s\w+)|should|least|served|undergone|completed|default\sof)\b[^.;]{0,50}\Z"
)
_SAYS_MINIMUM = re.compile(r"\b(?:min|max)\b\.?\s(?:sentence|punishment)\s(?:is|was|of|being)?\s?\Z")
_HYPOTHETICAL_AFTER = re.compile(r"[^.;]{0,30}\b(?:would|ought)\b")
_ANOTHER_TERM = re.compile(r"\b(?:years?|yrs?\.?|months?|life)\s?(?:,|and|&|;)\s?\Z")
_MENTIONS_SENTENCE = re.compile(
    r"\bconvict|\bguilty\b|\bpunished\b|\bvisited\swith\b|\bhanded\sdown\b|\bimposed\b|\binflicted\b|\bgave\b|\bgiven\s\w+\s(?:years?|yrs?|months?)\b|\b(?:years?|yrs?\b\.?)\s(?:under|u/s)\b|\bawarded\s\w+\s(?:years?|yrs?|months?)\b|\bimprisonment\b|\bconvn|\bconvd?\b|\bsi\s\d|\bsentence|\br\.?i\b|\bs\.i\b"
)


def sentence_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Each sentence passed that can be matched to a section with a minimum or maximum term."""
    if not _MENTIONS_SENTENCE.search(matter.lower):
        return
    passed = [
        (match, _section_of(matter.lower, match)) for match in _TERM.finditer(matter.lower) if _is_passed(matter, match)
    ]
    without_section = [
        match for match, under in passed if under is None and not _is_one_of_several(matter.lower, match)
    ]
    lines = [line for match, under in passed if under is not None for line in _for_named_section(matter, match, under)]
    if without_section and not lines:  # if other terms name their section, this one may be for any of the sections
        lines = [
            *_for_whole_conviction(matter, *_length_of_term(without_section[0]), Span(*without_section[0].span())),
            *_for_intermediate_quantity(matter, without_section[0]),
        ]
    yield from {(line.provision, line.value): line for line in reversed(lines)}.values()


_MAGISTRATE_GAVE = re.compile(
    r"(?<!chief\sjudicial\s)(?<!chief\smetropolitan\s)\b(?:magistrate|j\.?m\.?f\.?c|j\.?m\.?i\.?c)\b\.?,?(?:\s(?:of\s(?:the\s)?)?first\sclass,?)?"
    r"[^.;\n]{0,80}?\b(?:convicted|sentenced|gave|given|awarded|passed|imposed|guilty)\b[^.;\n]{0,60}\Z"
    r"|\b(?:convicted|sentenced)\sby\s(?:the\s)?(?:[\w.]+\s){0,3}?(?<!chief\sjudicial\s)(?:magistrate|j\.?m\.?f\.?c|j\.?m\.?i\.?c)\b[^.;\n]{0,80}\Z"
)


def _beyond_magistrates_power(matter: MatterProfile, months: int, words: str, span: Span) -> Iterator[LawLine]:
    """A Magistrate of the first class may pass three years at the most: CrPC s.29(2), BNSS s.23(2)."""
    rule = thresholds.get("bnss-23-2-years" if matter.is_new_code else "crpc-29-2-years")
    if rule.holds(months / 12) or not _MAGISTRATE_GAVE.search(matter.lower[max(0, span.start - 160) : span.start]):
        return
    line = f"{rule.value:g} years"
    yield LawLine(
        rule.provision,
        "sentence against the power of a Magistrate of the first class",
        words,
        line,
        Stands.CROSSED,
        (span,),
        f"{words} against at most {line} under {provision_name(rule.provision)}: more than a Magistrate of the first"
        " class may pass.",
        rule.id,
    )


def lines_of_term(matter: MatterProfile, months: int, words: str, span: Span) -> Iterator[LawLine]:
    """The lines of a term that is known to be a sentence: for the section named with it, else for all of them."""
    yield from _beyond_magistrates_power(matter, months, words, span)
    under = _section_at(matter.lower, span)
    if under is None:
        yield from _for_whole_conviction(matter, months, words, span)
        yield from _for_likely_charge(matter, months, words, span)
        return
    yield from _for_sections(matter, _sections_named(matter, under), months, words, span)


# For the clause on a commercial quantity, the clause on a quantity between small and commercial.
_INTERMEDIATE_CLAUSE = {
    "NDPS-15(c)": "NDPS-15(b)",
    "NDPS-17(c)": "NDPS-17(b)",
    "NDPS-20(b)(ii)(C)": "NDPS-20(b)(ii)(B)",
    "NDPS-21(c)": "NDPS-21(b)",
    "NDPS-22(c)": "NDPS-22(b)",
}


def _for_intermediate_quantity(matter: MatterProfile, match: re.Match[str]) -> Iterator[LawLine]:
    """ "12 yrs R.I. each", though one accused had less than a commercial quantity: his maximum is lower."""
    if not _EACH.match(matter.lower, match.end()) or len(matter.seized_weights) < 2:
        return
    commercial = [
        rule.holds(weight.fact.value, weight.fact.unit)
        for weight in matter.seized_weights
        for rule in thresholds.applicable(Quantity.WEIGHT, "seizure", matter.day, subject=weight.substance)
        if rule.operator is Operator.ABOVE
    ]
    for charged in matter.main_charges:
        intermediate = Provision.parse(_INTERMEDIATE_CLAUSE[charged.id]) if charged.id in _INTERMEDIATE_CLAUSE else None
        row = _punishment(matter, intermediate) if intermediate else None
        if intermediate is not None and row is not None and True in commercial and False in commercial:
            yield from _lines(row, intermediate, *_length_of_term(match), Span(*match.span()), check_maximum=True)


def _is_passed(matter: MatterProfile, match: re.Match[str]) -> bool:
    """Whether a term was imposed in this case: it is no limit, no term in default and not hypothetical."""
    if _is_limit_or_hypothetical(matter.lower, match):
        return False
    is_plain = any(match[f"count{number}"] for number in "12368")  # the words themselves say that it was imposed
    if match["count7"]:
        before = matter.lower[max(0, match.start() - 90) : match.start()]
        return _FOUND_GUILTY.search(before) is not None and _SPENT.search(before) is None
    return bool(is_plain or _SENTENCED_TO.search(matter.lower[max(0, match.start() - 80) : match.start()]))


def _section_of(lower: str, match: re.Match[str]) -> re.Match[str] | None:
    """The section for which a term was given: named right after it, after the fine, or right before it."""
    return _section_at(lower, Span(*match.span())) or _section_after_fine(lower, match)


def _section_at(lower: str, term: Span) -> re.Match[str] | None:
    """The section named right after a term or right before it."""
    return (
        _BARE_SECTION.search(lower[max(0, term.start - 40) : term.start])
        or _UNDER_SECTION.match(lower, term.end, term.end + _SECTION_REACH)
        or _SECTION_FIRST.search(lower[max(0, term.start - 40) : term.start])
        or _FOR_SECTION.search(lower[max(0, term.start - 90) : term.start])
        or _CONVICTED_UNDER.search(lower[max(0, term.start - 140) : term.start])
    )


def _section_after_fine(lower: str, match: re.Match[str]) -> re.Match[str] | None:
    """The section named after the fine and the term in default, if no other sentence comes between."""
    other = _OTHER_SENTENCE.search(lower, match.end(), match.end() + _FINE_REACH)
    end = other.start() if other else match.end() + _FINE_REACH
    for term in _TERM.finditer(lower, match.end(), end):
        if not _IN_DEFAULT.search(lower[max(match.end(), term.start() - 60) : term.start()]):
            end = term.start()
            break
    return _FOR_OFFENCE.search(lower, match.end(), end)


def _is_limit_or_hypothetical(lower: str, match: re.Match[str]) -> bool:
    before = lower[max(0, match.start() - 70) : match.start()]
    before = before[max(before.rfind(". "), before.rfind(";"), before.rfind("\n")) + 1 :]
    if _SAYS_MINIMUM.search(lower[max(0, match.start() - 40) : match.start()]) or event_words.ANOTHER_CASE.search(
        before
    ):
        return True
    return bool(_NOT_A_SENTENCE.search(before) or _HYPOTHETICAL_AFTER.match(lower, match.end(), match.end() + 60))


def _is_one_of_several(lower: str, match: re.Match[str]) -> bool:
    """ "7 yrs and 3 yrs R.I. respectively": the text does not say which term is for which section."""
    before = lower[max(0, match.start() - 24) : match.start()]
    return "respectively" in lower[match.end() : match.end() + 60] or _ANOTHER_TERM.search(before) is not None


def _length_of_term(match: re.Match[str]) -> tuple[int, str]:
    """The term in months, and in words."""
    at = next(number for number in "12345678" if match[f"count{number}"])
    count = 1 if match[f"count{at}"] == "l" else int(parse_number(match[f"count{at}"]))  # a scan may have "l yr"
    years = match[f"unit{at}"].startswith("y")
    unit = "year" if years else "month"
    return count * (12 if years else 1), f"{count} {unit}{'' if count == 1 else 's'}"


def _for_named_section(matter: MatterProfile, match: re.Match[str], under: re.Match[str]) -> Iterator[LawLine]:
    """The lines for a term whose section the text names."""
    follows = 0 <= under.start() - match.end() < _SECTION_REACH
    span = Span(match.start(), under.end() if follows else match.end())
    yield from _for_sections(matter, _sections_named(matter, under), *_length_of_term(match), span)


def _for_sections(
    matter: MatterProfile, sections: list[Provision], months: int, words: str, span: Span
) -> Iterator[LawLine]:
    """A term for one section, or for several read together: of these, the one with the highest minimum decides."""
    rows = [(section, row) for section in sections if (row := _punishment(matter, section)) is not None]
    section, row = max(rows, key=lambda pair: pair[1].least_months, default=(None, None))
    if section is not None and row is not None and (row.least or len(rows) == 1):
        yield from _lines(row, section, months, words, span, check_maximum=True)


def _sections_named(matter: MatterProfile, under: re.Match[str]) -> list[Provision]:
    """The charges that the words around a term name: "u/s 395/397", "S.4 DP Act:", "498A:"."""
    named = under.groupdict()
    numbers = [named.get("number") or named.get("bare") or "", *_ONE_NUMBER.findall(named.get("more") or "")]
    act = SPECIAL_ACTS.get((named.get("act") or "").replace(".", ""))
    matching = (_charges_numbered(matter, number, act) for number in numbers)
    return [charges[0] for charges in matching if charges]


def _charges_numbered(matter: MatterProfile, number: str, act: str | None = None) -> list[Provision]:
    """The charges with a number, the nearest first: 13(2) before 13(1)(d)."""
    number = number.replace("-", "").upper()
    penal = (charge.provision for charge in matter.charges if charge.provision.act in PENAL_ACTS)
    charged = dict.fromkeys((*_charges(matter), *penal, *sections_before_act(matter.lower)))
    matching = [
        provision
        for provision in charged
        if provision.number == number.partition("(")[0] and (act is None or provision.act == act)
    ]
    if not matching and act is None:
        matching = list(_of_the_only_special_act(matter, number))
    return sorted(matching, key=lambda provision: not provision.id.upper().endswith(f"-{number}"))


def _of_the_only_special_act(matter: MatterProfile, number: str) -> Iterator[Provision]:
    """ "Conv u/s 7: 6 yrs; u/s 13(2) PC Act: 4 yrs": a low number is a section of the special Act charged."""
    acts = {charge.act for charge in matter.main_charges} & _WITH_LOW_NUMBERS
    if len(acts) == 1 and number.isdigit() and int(number) < _LEAST_PENAL_SECTION:
        section = Provision.parse(f"{acts.pop()}-{number}")
        if any(row.provision == section for row in sentences.all()):
            yield section


_WITH_LOW_NUMBERS = frozenset({"PC", "POCSO", "DP"})
_LEAST_PENAL_SECTION = 49  # of the codes, none that punishes an offence has a lower number


def _charges(matter: MatterProfile) -> tuple[Provision, ...]:
    """The charges that carry a sentence, also those in the short form "PC Act s.7"."""
    known = {provision.base for provision in matter.main_charges}
    also = (section for section in sections_after_act(matter.lower) if section.base not in known | matter.bases)
    return (*matter.main_charges, *also)


def _punishment(matter: MatterProfile, provision: Provision) -> PrisonTerm | None:
    """The punishment on the date of the offence; without a date, only one that never changed.

    To screen an offender has its own term where the offence is capital; Section 25 of the Arms Act, cited without a
    clause in a matter of an unlicensed firearm, means its sub-section (1B); Section 4 of the POCSO Act its sub-section
    (2) where the child was below sixteen.
    """
    if provision.base in _SCREENING:
        capital = [row for charge in matter.main_charges if (row := _punishment(matter, charge)) is not None]
        if not any(row.most == "death" for row in capital):
            return None
        provision = Provision.parse(_SCREENING[provision.base])
    if provision == _POCSO_4 and _is_below_sixteen(matter):
        provision = Provision.parse("POCSO-4(2)")
    if provision == _ARMS_25 and _FIREARM.search(matter.lower) and not _GRAVER_ARMS.search(matter.lower):
        provision = Provision.parse("Arms-25(1B)")
    if matter.day is not None:
        return sentences.sentence_for(provision, matter.day)
    rows = [row for row in sentences.all() if row.provision.base == provision.base]
    return rows[0] if len(rows) == 1 and rows[0].provision == provision else None


_OF_COMPANIES = frozenset({"NI-141"})  # extends the offence of a company to those in charge of it
_ONE_NUMBER = re.compile(r"\d{2,3}[a-z]?")
_SCREENING = {"IPC-201": "IPC-201", "BNS-238": "BNS-238(a)"}
_POCSO_4 = Provision.parse("POCSO-4")
_ARMS_25 = Provision.parse("Arms-25")
_FIREARM = re.compile(r"\b(?:pistol|revolver|guns?|katta|rifle|country-?\s?made|fire-?arm|cartridges?)\b")
_GRAVER_ARMS = re.compile(
    r"\bprohibited\s(?:bore|arms?|ammunition)\b|\bmanufactur\w+|\bgun\sfactory\b|\b25\s?\(1\s?a{1,2}\)"
)
_NO_SEPARATE_SENTENCE = re.compile(
    r"\bno\sseparate\ssentence\b[^.;\n\d]{0,24}?\b(?:u/ss?\.?|under|for)\s?(?:sections?\s|ss?\.\s?)?(?P<number>\d{1,3}[a-z]{0,2})\b"
)


def _is_below_sixteen(matter: MatterProfile) -> bool:
    """Whether every age that the text gives to the child is below sixteen."""
    return {line.stands for line in age_lines(matter) if line.rule == "pocso-4-2-age"} == {Stands.WITHIN}


def _for_whole_conviction(matter: MatterProfile, months: int, words: str, span: Span) -> Iterator[LawLine]:
    """A sentence for the whole conviction must reach the highest minimum of all its sections."""
    none_passed = {match["number"].upper() for match in _NO_SEPARATE_SENTENCE.finditer(matter.lower)}
    charges = [charge for charge in _charges(matter) if charge.number not in none_passed]
    rows = [(provision, _punishment(matter, provision)) for provision in charges]
    with_minimum = [(provision, row) for provision, row in rows if row is not None and 0 < row.least_months < 1_000]
    highest_minimum = max((row.least_months for _, row in with_minimum), default=0)
    for provision, row in with_minimum:
        if row.least_months == highest_minimum:
            yield from _lines(row, provision, months, words, span, check_maximum=False)
    punished = [(provision, row) for provision, row in rows if provision.base not in _OF_COMPANIES]
    if len(punished) == 1 and not with_minimum:
        provision, sole = punished[0]
        if sole is not None and not sole.least:
            yield from _lines(sole, provision, months, words, span, check_maximum=True)


# Names of offences with a least sentence, as the words before a term give them.
_NAMED_WITH_TERM = {
    "dowry-death": r"dowry\sdeath",
    "bribery": r"brib\w+|trap|corruption|gratification",
    "rape": r"(?<!gang\s)(?<!gang-)rape",
    "gang-rape": r"gang[\s-]?rape",
    "pocso-penetrative": r"(?<!no\s)penetrat\w+",
    "pocso-touch": r"(?<!penetrative\s)sexual\sassault",
    "acid-attack": r"acid",
    "deadly-weapon": r"deadly\sweapon",
}
_SENTENCE_ENDS = re.compile(r"[.;]\s|\n")
_LONGEST_SENTENCE = 400  # characters


def _for_likely_charge(matter: MatterProfile, months: int, words: str, span: Span) -> Iterator[LawLine]:
    """A sentence in a matter without sections: for the one offence that its words name, or that can be charged."""
    told = _SENTENCE_ENDS.split(matter.lower[max(0, span.start - _LONGEST_SENTENCE) : span.start])[-1]
    named = [subject for subject, words_of in _NAMED_WITH_TERM.items() if re.search(rf"\b(?:{words_of})\b", told)]
    rows = [
        (section, row)
        for section in matter.likely_charges
        if (row := _punishment(matter, section)) is not None and 0 < row.least_months < 1_000
    ]
    if named:
        own = {section.base for name in named for section in tables().subjects[name].provisions}
        rows = [(section, row) for section, row in rows if section.base in own]
    if len(rows) == 1:
        section, row = rows[0]
        yield from _lines(row, section, months, words, span, check_maximum=False)


_PENETRATIVE_ASSAULT, _BELOW_SIXTEEN = Provision.parse("POCSO-4(1)"), 240  # months, for a child below sixteen


def _lines(
    row: PrisonTerm, provision: Provision, months: int, words: str, span: Span, check_maximum: bool
) -> Iterator[LawLine]:
    """A term against the minimum of the section or, if it has none, against its maximum.

    None for a term between the two minimums of Section 4 of the POCSO Act: the age of the child decides it.
    """
    if row.provision == _PENETRATIVE_ASSAULT and not provision.clauses and row.least_months <= months < _BELOW_SIXTEEN:
        return
    is_too_long = bool(row.most) and check_maximum and row.most_months < months
    if row.least and not is_too_long:
        enough = months >= row.least_months
        unless = f", unless {row.unless}" if row.unless else ""
        effect = "not below the minimum" if enough else f"below the minimum that the section allows{unless}"
        says = f"{words} against at least {row.least} under {provision_name(provision)}: {effect}."
        yield LawLine(
            provision,
            f"sentence under {provision_name(provision)} (minimum {row.least})",
            words,
            row.least,
            Stands.of(enough),
            (span,),
            says,
            f"least {row.provision}",
        )
    elif row.most and check_maximum and row.most_months < 1_000:
        allowed = months <= row.most_months
        effect = "within what the section allows" if allowed else "beyond what the section allows"
        says = f"{words} against at most {row.most} under {provision_name(provision)}: {effect}."
        yield LawLine(
            provision,
            f"sentence under {provision_name(provision)} (maximum {row.most})",
            words,
            row.most,
            Stands.of(allowed),
            (span,),
            says,
            f"most {row.provision}",
        )
