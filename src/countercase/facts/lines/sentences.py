"""Sentences of imprisonment, against the minimum and maximum of the section on the date of the offence."""

import re
from collections.abc import Iterator
from dataclasses import replace

from countercase.domain.checklist import LawLine
from countercase.domain.facts import Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.lines.magistrates_power import fine_line_of_court, lines_of_court
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.lines.sentence_limits import (
    default_line,
    fine_lines,
    punishment_at_any_time,
    punishment_of,
    term_lines,
)
from countercase.facts.lines.sentenced_sections import (
    charges_numbered,
    charges_with_sentence,
    sections_of_act_before,
    sections_of_term,
    special_act_named,
)
from countercase.law import dates
from countercase.law.ingredients import tables
from countercase.law.tables import sentences, thresholds
from countercase.law.tables.thresholds import Operator
from countercase.text.numbers import parse_number

_COUNT = (
    r"(?P<count{0}>\d{{1,2}}|l(?=\sy(?:ea)?r\b)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen|twenty)"
)
_UNIT = r"(?P<unit{0}>years?|yrs?\b\.?|months?|mths?\b\.?)(?:['’]s?)?(?:\s(?P<half{0}>(?:6|six)\s(?:months?|mths?\b)))?"
_IMPRISONMENT = (
    r"(?:(?:rigorous|simple)\s(?:imprisonment)?|r\.?\s?i\b\.?|s\.?\s?i\b\.?|imprisonment|(?<!\bin\s)jail|s/?i\b|r/i\b)"
)
_TERM = re.compile(
    rf"\b{_COUNT.format(1)}\s{_UNIT.format(1)}\s(?:of\s|further\s|more\s|additional\s)?{_IMPRISONMENT}"
    rf"|\b{_IMPRISONMENT}\s?(?:of\s|for\s|-\s?|:\s?)?(?:a\sterm\sof\s|a\speriod\sof\s)?{_COUNT.format(2)}\s{_UNIT.format(2)}"
    rf"|\b{_COUNT.format(3)}\s{_UNIT.format(3)}(?=\s(?:under|u/s))"
    rf"|(?<=\bto\s){_COUNT.format(4)}\s{_UNIT.format(4)}(?=\s(?:on\s(?:the\s)?(?:first|1st|main|second)\scount|each\b|for\s(?:the\s)?(?:offence|first|main))|\s?[.;,])"
    rf"|(?<=\bto\sundergo\s){_COUNT.format(5)}\s{_UNIT.format(5)}"
    rf"|\b(?:awarded|handed\sdown|gave|given|got|gets|imposed|inflicted|punished\swith|visited\swith|sent\s(?:him\s|her\s|them\s)?to\sjail\sfor|jailed\sfor|jail\swith\sa)\s(?:(?:him|her|them|each|only|just|both|a\ssentence\sof|a\sterm\sof)\s){{0,2}}{_COUNT.format(6)}\s{_UNIT.format(6)}"
    r"(?=\s?(?:[.;,&)+]|\Z)|\s(?:and|with|each|plus|term|for\s(?:the\s)?(?:offence|dowry|rape|murder|robbery)|on\s(?:the|this|first|second)\b))"
    rf"|\b{_COUNT.format(7)}\s{_UNIT.format(7)}\sin\s(?:jail|prison|gaol)\b"
    rf"|\b(?:sentenced\s(?:(?:him|her|them|each|both)\s)?to|(?:cut|reduced|brought|scaled|toned|enhanced|raised|increased|modified|altered)\s(?:it\s|this\s|(?:the\s|his\s|her\s)?(?:sentence|term|punishment)\s)?(?:down\s|up\s)?to)\s{_COUNT.format(8)}\s{_UNIT.format(8)}\b(?!\s(?:later|after|ago|before))(?:\s{_IMPRISONMENT})?"
    rf"|\bsentences?\s?(?::|of|is|was|-|–)?\s(?:by\s(?:tc|trial\scourt|sessions)\s)?{_COUNT.format(9)}\s{_UNIT.format(9)}(?!\s(?:later|after|ago|before|old|left|undergone))(?:\s{_IMPRISONMENT})?"
)
_SHAPES = "123456789"
_UNDER_SECTION = re.compile(
    r"[^.;,\d]{0,24}\b(?:under|u/s\.?|for\sthe\soffence\sunder)\s(?:sections?\s|s\.\s?|sec\.?\s)?(?P<number>\d{1,3}(?:-?[a-z]{1,2})?(?:\(\d\))?)(?P<more>(?:\s?(?:/|r/w|read\swith)\s?\d{2,3}[a-z]?)*)"
)
_UNDER = re.compile(r"\s?(?:u/s\.?|under)\s?(?:sections?\s|s\.\s?|sec\.?\s)?")
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
_EACH = re.compile(
    r"\s?(?:each|apiece|to\sboth|(?:r\.?i\b\.?\s|s\.?i\b\.?\s|on\s|under\s|for\s){1,2}(?:each|both)\s(?:counts?|heads?|sections?|charges?|offences?))\b"
)
_CONVICTED_UNDER = re.compile(
    r"\b(?:convicted|conviction|guilty)\b(?:\son\s\d{1,2}\s[a-z]{3,9}\s\d{4})?[^.;\d]{0,40}(?:\bunder|\bu/s\.?)\s?(?:sections?\s|s\.\s?|sec\.?\s)?(?P<number>\d{1,3}(?:-?[a-z]{1,2})?(?:\(\d\))?)"
    r"(?!\s?[/,&]|\s(?:and|r/w|read\swith)\s(?:sections?\s|s\.\s?|u/s\s)?\d|[\w(-])(?:[^.;\d]|\.(?=\s?c\b|\s?p\b)){0,80}\Z"
)
_FINE_REACH = 240  # characters after a term in which its section is named, past the fine
_OTHER_SENTENCE = re.compile(r"\b(?:sentenced\sto\s(?!pay\b)|convicted\b|life\b|death\b)")
_IN_DEFAULT = re.compile(r"\b(?:default|i\.?d\b|failing\s(?:that|which|this|payment))")
_FOR_OFFENCE = re.compile(
    r"\b(?:offences?\s(?:punishable\s)?|punishable\s)(?:under|u/ss?\.?)\s?(?:sections?\s|s\.\s?|sec\.?\s)?(?P<number>\d{1,3}(?:-?[a-z]{1,2})?(?:\(\d\))?)"
)
_SENTENCED_TO = re.compile(r"\bsentenc(?:ed|ing|es)\b[^.;]{0,60}\Z")
_FOUND_GUILTY = re.compile(r"\b(?:guilty|convict\w*|conv\.|sentenc\w*)")
_SPENT = re.compile(r"\b(?:spent|been|already|served|undergone|awaiting|pending|under-?trial)\b[^.;]{0,40}\Z")
_NOT_A_SENTENCE = re.compile(
    r"\b(?:in\sdefault|i\.d\.|failing\s(?:that|which|this|payment)|maximum|max\.?|minimum|min\.?|punishable|not\sless|carries|heaviest|up\sto|extend\sto|would|if|had\s(?:he|she|they|it|the\s\w+)|should|least|served|undergone|completed|default\sof)\b[^.;]{0,50}\Z"
)
_SAYS_MINIMUM = re.compile(r"\b(?:min|max)\b\.?\s(?:sentence|punishment)\s(?:is|was|of|being)?\s?\Z")
_HYPOTHETICAL_AFTER = re.compile(r"[^.;]{0,30}\b(?:would|ought)\b")
_ANOTHER_TERM = re.compile(r"\b(?:years?|yrs?\.?|months?|life)\s?(?:,|and|&|;)\s?\Z")
_MENTIONS_SENTENCE = re.compile(
    r"\bconvict|\bguilty\b|\bpunished\b|\bvisited\swith\b|\bhanded\sdown\b|\bimposed\b|\binflicted\b|\bgave\b|\bgiven\s\w+\s(?:years?|yrs?|months?)\b|\b(?:years?|yrs?\b\.?)\s(?:under|u/s)\b|\bawarded\s\w+\s(?:years?|yrs?|months?)\b|\bimprisonment\b|\bconvn|\bconvd?\b|\bsi\s\d|\bsentence|\br[./]?i\b|\bs[./]?i\b"
)


def sentence_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Each sentence passed that can be matched to a section with a minimum or maximum term."""
    if not _MENTIONS_SENTENCE.search(matter.lower):
        return
    terms = [match for match in _TERM.finditer(matter.lower) if not _is_of_another_case(matter.lower, match)]
    passed: list[tuple[re.Match[str], tuple[Provision, ...]]] = []
    for match in terms:
        if _is_passed(matter, match):
            sections = _sections_of(matter, match)
            is_change = not sections and passed and _CHANGED.match(match[0])
            passed.append((match, passed[-1][1] if is_change else sections))
    lines = [
        line
        for match, sections in passed
        if sections
        for line in _for_sections(matter, sections, *_length_of_term(match), _span_of(matter.lower, match))
    ]
    without_section = [
        match for match, sections in passed if not sections and not _is_one_of_several(matter.lower, match)
    ]
    if without_section and not lines:  # if other terms name their section, this one may be for any of the sections
        changed = [match for match in without_section if _CHANGED.match(match[0])]
        last = changed[-1] if changed else without_section[0]
        lines = list(_for_whole_conviction(matter, *_length_of_term(last), Span(*last.span())))
    lines += [line for match, _ in passed[:1] for line in _for_intermediate_quantity(matter, match)]
    lines = _without_superseded(matter.lower, lines)
    yield from {(line.provision, line.value): line for line in reversed(lines)}.values()
    for match, _ in passed:
        yield from lines_of_court(matter, *_length_of_term(match), Span(*match.span()))
    yield from _in_default(matter, terms)
    yield from _fines(matter)


_CHANGED = re.compile(r"(?:cut|reduced|brought|scaled|toned|enhanced|raised|increased|modified|altered)\b")
_CHANGED_TO = re.compile(
    r"\b(?:cut|reduced|brought|scaled|toned|enhanced|raised|increased|modified|altered)\b[^.;\n]{0,30}\sto\s\Z"
)
_FINE_BEFORE = re.compile(r"\bfined?\s?(?:of|:|to|-|with)?\s?(?:(?:rs|inr)\b\.?\s?|₹\s?)?\Z")


def _without_superseded(lower: str, lines: list[LawLine]) -> list[LawLine]:
    """The lines without those of a term that a higher court changed: "TC 7 years; HC cut it to 5"."""
    changed = {
        line.provision
        for line in lines
        if _CHANGED_TO.search(lower, max(0, line.spans[0].start - 40), _digits_at(lower, line))
    }
    return [
        line
        for line in lines
        if line.provision not in changed
        or _CHANGED_TO.search(lower, max(0, line.spans[0].start - 40), _digits_at(lower, line))
    ]


def _digits_at(lower: str, line: LawLine) -> int:
    """Where the number of a term stands."""
    number = _ANY_COUNT.search(lower, line.spans[0].start, line.spans[0].end)
    return number.start() if number else line.spans[0].start


_ANY_COUNT = re.compile(rf"\b{_COUNT.format(0)}\b")


def _in_default(matter: MatterProfile, terms: list[re.Match[str]]) -> Iterator[LawLine]:
    """The terms in default of a fine that are longer than the law allows."""
    for match in terms:
        before = matter.lower[max(0, match.start() - 40) : match.start()]
        if not _IN_DEFAULT.search(before[max(before.rfind(". "), before.rfind(";")) + 1 :]):
            continue
        earlier = [other for other in terms if other.start() < match.start()]
        sections = _sections_of(matter, earlier[-1]) if earlier else _fined_alone(matter)
        row = punishment_at_any_time(matter, sections[0]) if len(sections) == 1 else None
        line = default_line(row, *_length_of_term(match), Span(*match.span())) if row else None
        if line is not None:
            yield line


def _fined_alone(matter: MatterProfile) -> tuple[Provision, ...]:
    """The offences charged, where no term was passed besides the fine; section 65 of the Code is none."""
    return tuple(
        charge for charge in charges_with_sentence(matter) if punishment_at_any_time(matter, charge) is not None
    )


def _fines(matter: MatterProfile) -> Iterator[LawLine]:
    """The fines of sections that limit them."""
    for rupees, span in matter.amounts:
        if not _FINE_BEFORE.search(matter.lower, max(0, span.start - 20), span.start):
            continue
        before = matter.lower[max(0, span.start - 70) : span.start]
        if event_words.ANOTHER_CASE.search(before) or _NOT_A_SENTENCE.search(before):
            continue
        of_court = fine_line_of_court(matter, rupees, span)
        if of_court is not None:
            yield of_court
        sections = sections_of_term(matter, span) or _of_last_term(matter, span) or charges_with_sentence(matter)
        row = punishment_of(matter, sections[0]) if len(sections) == 1 else None
        if row is not None:
            yield from fine_lines(row, sections[0], rupees, span)


def _of_last_term(matter: MatterProfile, span: Span) -> tuple[Provision, ...]:
    """The sections of the term told before a fine, in the same breath."""
    before = list(_TERM.finditer(matter.lower, max(0, span.start - _FINE_REACH), span.start))
    return _sections_of(matter, before[-1]) if before else ()


def _sections_of(matter: MatterProfile, match: re.Match[str]) -> tuple[Provision, ...]:
    """The sections for which a term was passed."""
    term = Span(*match.span())
    of_act = sections_of_act_before(matter, match.start())
    if of_act is not None:
        return of_act
    right_after = _UNDER_SECTION.match(matter.lower, match.end(), match.end() + _SECTION_REACH)
    is_adjacent = right_after is not None and _UNDER.fullmatch(matter.lower, match.end(), right_after.start("number"))
    named = tuple(_sections_named(matter, right_after)) if right_after and is_adjacent else ()
    named = named or sections_of_term(matter, term)
    if named:
        return named
    under = _section_at(matter.lower, term) or _section_after_fine(matter.lower, match)
    return tuple(_sections_named(matter, under)) if under else ()


def _span_of(lower: str, match: re.Match[str]) -> Span:
    """The span of a term with the section named right after it."""
    under = _UNDER_SECTION.match(lower, match.end(), match.end() + _SECTION_REACH)
    return Span(match.start(), under.end() if under else match.end())


def _is_of_another_case(lower: str, match: re.Match[str]) -> bool:
    before = lower[max(0, match.start() - 70) : match.start()]
    return (
        event_words.ANOTHER_CASE.search(before[max(before.rfind(". "), before.rfind(";"), before.rfind("\n")) + 1 :])
        is not None
    )


def lines_of_term(matter: MatterProfile, months: int, words: str, span: Span) -> Iterator[LawLine]:
    """The lines of a term that is known to be a sentence: for the section named with it, else for all of them."""
    yield from lines_of_court(matter, months, words, span)
    of_act = sections_of_act_before(matter, span.start)
    if of_act is not None:
        yield from _for_sections(matter, of_act, months, words, span)
        return
    under = _section_at(matter.lower, span)
    sections = sections_of_term(matter, span) or (tuple(_sections_named(matter, under)) if under else ())
    if not sections:
        yield from _for_whole_conviction(matter, months, words, span)
        yield from _for_likely_charge(matter, months, words, span)
        return
    yield from _for_sections(matter, sections, months, words, span)


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
        row = punishment_of(matter, intermediate) if intermediate else None
        if intermediate is not None and row is not None and True in commercial and False in commercial:
            yield from term_lines(row, intermediate, *_length_of_term(match), Span(*match.span()), check_maximum=True)


def _is_passed(matter: MatterProfile, match: re.Match[str]) -> bool:
    """Whether a term was imposed in this case: it is no limit, no term in default and not hypothetical."""
    if _is_limit_or_hypothetical(matter.lower, match):
        return False
    is_plain = any(match[f"count{number}"] for number in "123689")  # the words themselves say that it was imposed
    if match["count7"]:
        before = matter.lower[max(0, match.start() - 90) : match.start()]
        return _FOUND_GUILTY.search(before) is not None and _SPENT.search(before) is None
    return bool(is_plain or _SENTENCED_TO.search(matter.lower[max(0, match.start() - 80) : match.start()]))


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
    at = next(number for number in _SHAPES if match[f"count{number}"])
    count = 1 if match[f"count{at}"] == "l" else int(parse_number(match[f"count{at}"]))  # a scan may have "l yr"
    years = match[f"unit{at}"].startswith("y")
    words = dates.counted(count, "years" if years else "months")
    half = match[f"half{at}"] is not None and years
    return count * (12 if years else 1) + 6 * half, f"{words} 6 months" if half else words


def _for_sections(
    matter: MatterProfile, sections: tuple[Provision, ...], months: int, words: str, span: Span
) -> Iterator[LawLine]:
    """A term for one section, or for several read together: of these, the one with the highest minimum decides.

    If each of several sections got the term, it may also be too long for one of them.
    """
    if _attempted(sections):
        yield from _for_attempt(matter, sections, months, words, span)
        return
    rows = [(section, row) for section in sections if (row := punishment_of(matter, section)) is not None]
    section, row = max(rows, key=lambda pair: pair[1].least_months, default=(None, None))
    if section is not None and row is not None and (row.least or len(rows) == 1):
        yield from term_lines(row, section, months, words, span, check_maximum=True)
    if len(rows) > 1 and _EACH.match(matter.lower, span.end):
        for other, lighter in rows:
            if other != section and (0 < sentences.months(lighter.longest) < months or months < lighter.least_months):
                yield from term_lines(lighter, other, months, words, span, check_maximum=True)


_ATTEMPTS = frozenset({"IPC-511", "BNS-62"})


def _attempted(sections: tuple[Provision, ...]) -> bool:
    return len(sections) == 2 and not _ATTEMPTS.isdisjoint(section.base for section in sections)


def _for_attempt(
    matter: MatterProfile, sections: tuple[Provision, ...], months: int, words: str, span: Span
) -> Iterator[LawLine]:
    """An attempt carries half of the longest term; life counts as twenty years (IPC ss.57 and 511, BNS ss.6 and 62)."""
    attempt, offence = sorted(sections, key=lambda section: section.base not in _ATTEMPTS)
    row = punishment_of(matter, offence)
    if row is None or not row.most:
        return
    longest = 240 if row.most in {"life", "death"} else row.most_months
    half = replace(row, least="", most=f"{longest // 2} months", longest_term="", unless="")
    if longest % 24 == 0:
        half = replace(half, most=f"{longest // 24} years")
    yield from term_lines(half, attempt, months, words, span, check_maximum=True)


def _sections_named(matter: MatterProfile, under: re.Match[str]) -> list[Provision]:
    """The charges that the words around a term name: "u/s 395/397", "S.4 DP Act:", "498A:"."""
    named = under.groupdict()
    numbers = [named.get("number") or named.get("bare") or "", *_ONE_NUMBER.findall(named.get("more") or "")]
    act = special_act_named(named.get("act") or "")
    matching = (charges_numbered(matter, number, act) for number in numbers)
    return [charges[0] for charges in matching if charges]


_OF_COMPANIES = frozenset({"NI-141"})  # extends the offence of a company to those in charge of it
_ONE_NUMBER = re.compile(r"\d{2,3}[a-z]?")
_NO_SEPARATE_SENTENCE = re.compile(
    r"\bno\sseparate\ssentence\b[^.;\n\d]{0,24}?\b(?:u/ss?\.?|under|for)\s?(?:sections?\s|ss?\.\s?)?(?P<number>\d{1,3}[a-z]{0,2})\b"
)


def _for_whole_conviction(matter: MatterProfile, months: int, words: str, span: Span) -> Iterator[LawLine]:
    """A sentence for the whole conviction must reach the highest minimum of all its sections."""
    none_passed = {match["number"].upper() for match in _NO_SEPARATE_SENTENCE.finditer(matter.lower)}
    charges = [charge for charge in charges_with_sentence(matter) if charge.number not in none_passed]
    rows = [(provision, punishment_of(matter, provision)) for provision in charges]
    with_minimum = [(provision, row) for provision, row in rows if row is not None and 0 < row.least_months < 1_000]
    highest_minimum = max((row.least_months for _, row in with_minimum), default=0)
    for provision, row in with_minimum:
        if row.least_months == highest_minimum:
            yield from term_lines(row, provision, months, words, span, check_maximum=False)
    punished = [(provision, row) for provision, row in rows if provision.base not in _OF_COMPANIES]
    if len(punished) == 1 and not with_minimum:
        provision, sole = punished[0]
        if sole is not None and not sole.least:
            yield from term_lines(sole, provision, months, words, span, check_maximum=True)


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
        if (row := punishment_of(matter, section)) is not None and 0 < row.least_months < 1_000
    ]
    if named:
        own = {section.base for name in named for section in tables().subjects[name].provisions}
        rows = [(section, row) for section, row in rows if section.base in own]
    if len(rows) == 1:
        section, row = rows[0]
        yield from term_lines(row, section, months, words, span, check_maximum=False)
