"""Lines that turn on the maximum sentence: notice before arrest, an enquiry before the FIR, sixty or ninety days."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import chain

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.appeal_courts import SESSIONS_OFFENCES
from countercase.facts.lines.charge_sheet_time import doubt_of_gravity
from countercase.facts.lines.custody import LIFE_MONTHS, remand_section
from countercase.facts.lines.police_custody import is_default_bail
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates
from countercase.law.tables import sentences
from countercase.law.tables.acts import COMMENCEMENT
from countercase.law.tables.sentences import Gravity
from countercase.text.words import capitalised

_NOTICE_OF_APPEARANCE = re.compile(
    r"\b(?:need\snot|without|never|no|not|did\snot)\s(?:\w+\s){0,4}(?:letter|notice)\s(?:first\b|before\sarrest|to\s(?:appear|attend|join)\b)|"
    r"\b41-?\s?a\b|\b35\s?\(3\)|\barnesh\b|\bnotice\s(?:of|for)\s(?:his\s|her\s)?appearance\b(?=[\s\S]*\barrest|[^.;\n]*\bpolice)"
)
_PUNISHABLE_WITH = re.compile(
    r"(?:\bnone\sof\s[^.;\n]{1,40}?\s(?:is|are|goes|carries)\s(?:over|above|beyond|more\sthan)\s"
    r"|(?<=[;,(:]\s)up\s?to\s|\b(?:carr(?:ies|y|ying)|max(?:imum|\.)?(?:\s(?:punishment|sentence))?|punish(?:able|ment)\s?(?:with|is|of|for|:|being)?)\s(?:is\s|of\s|being\s|only\s|imprisonment\s|up\s?to\s|with\s|for\s)*)"
    r"(?P<term>(?P<count>\d{1,2}|[a-z]+)\s?(?:years|yrs?\b\.?))"
)
_TERM_AT_MOST = re.compile(
    r"\b(?P<term>(?P<count>\d{1,2}|one|two|three|four|five|six|seven|ten)\s?(?:years?|yrs?\b\.?))(?:'|’)?\s(?:at\s(?:the\s)?most|max(?:imum|\.)?(?=[\s.,;)])|is\sthe\smax)"
)
_PLEA_BARGAINING = re.compile(r"\bplea[\s-]?bargain|\b265-?\s?[ab]\b|\bchapter\s(?:xxi-?\s?a|xxiii)\b")
_PARDON = re.compile(
    r"\b(?:tender(?:ed|ing)?|grant(?:ed|ing)?|gave|given|accept(?:ed|s)?)\s(?:of\s|a\s|an?\s|the\s|him\s|her\s|conditional\s)*pardon\b|\bpardon\s(?:was\s|is\s|has\sbeen\s)?(?:tendered|granted|given|accepted)\b"
)
_PARDON_YEARS = _PLEA_YEARS = 7  # CrPC s.306(2)(b) and s.265A(1); BNSS s.343(2)(b) and s.289(1)
BEFORE_ARREST = re.compile(
    r"\banticipatory\b|\bpre-?arrest\b|\ba\.?b\.?a\b|\b482\s(?:of\s(?:the\s)?)?(?:bnss|sanhita)\b|\b438\b"
)
_TO_ARREST = re.compile(r"\b(?:came|comes?|calls?|called|visit(?:s|ed)?|raid(?:s|ed)?)\b[^.;\n]{0,50}\bto\sarrest\b")
_PRELIMINARY_ENQUIRY = re.compile(r"\bpreliminary\s(?:e|i)nquiry\b|\b173\s?\(3\)")
_COMPLAINT_UNDER = re.compile(
    r"\b(?:complaint|information|application)\b[^.;\n]{0,40}?\b(?:u/s|under\ssection)\s(?P<number>\d{2,3}(?:\(\d\))?)(?:\sbns)?\s(?:alone|only)\b"
)
_ATROCITY = re.compile(r"\b3\s?\(2\)\s?\(v\)")
_ARREST_REASONS = date(2010, 11, 1)  # reasons for arrest: Act 5 of 2009
_FORENSIC_VISIT = re.compile(r"\bforensic\s(?:team|experts?|unit|visit|van)\b|\b176\s?\(3\)")
_UP_TO = re.compile(r"\bup\s?to\s(?P<term>(?P<count>\d{1,2}|[a-z]+)\s?(?:years?|yrs?\b\.?))")


def maximum_sentence_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line that the maximum sentence of the charges decides."""
    readers = (
        _maximum_as_stated,
        _arrest_without_notice,
        _preliminary_enquiry,
        _forensic_visit,
        _court_for_drugs,
        _plea_bargaining,
        _tender_of_pardon,
    )
    stated = stated_maximum_of(matter, matter.maximum_months) if matter.maximum_months else ()
    for line in chain.from_iterable(reader(matter) for reader in readers):
        yield replace(line, spans=tuple(dict.fromkeys((*line.spans, *stated))))


def _years_as_stated(matter: MatterProfile) -> tuple[float, Span] | None:
    """The greatest term that the text itself gives the offence: "carrying ten years", "three years at most"."""
    stated = matter.stated_maximum or _PUNISHABLE_WITH.search(matter.lower) or _TERM_AT_MOST.search(matter.lower)
    if stated is None or stated["term"] in {"life", "death"}:
        return None
    years = read_count(stated["term"].partition(" ")[0])
    return (years, Span(*stated.span("term"))) if years else None


def _plea_bargaining(matter: MatterProfile) -> Iterator[LawLine]:
    """Plea bargaining is open only for offences of up to seven years, and not for those against women and children."""
    if not _PLEA_BARGAINING.search(matter.lower) or not matter.topic("crime"):
        return
    stated = _years_as_stated(matter)
    years = stated[0] if stated else (matter.maximum_months or 0) / 12
    spans = (stated[1],) if stated else _spans_of_charges(matter)
    if not years or not spans:
        return
    is_open = years <= _PLEA_YEARS
    is_new = (matter.last_day or matter.code_day) >= COMMENCEMENT
    child = "a child" if is_new else "a child below fourteen"
    effect = (
        "plea bargaining is open so far as the sentence goes; not if the offence affects the socio-economic condition"
        f" of the country or was committed against a woman or {child}"
        if is_open
        else "plea bargaining is not open"
    )
    provision = "BNSS-289(1)" if is_new else "CrPC-265A(1)"
    quantity = "maximum sentence for the offence (plea bargaining: up to seven years)"
    yield _line_of_years(
        provision, quantity, years, is_kept=is_open, spans=spans, effect=effect, rule="plea bargaining"
    )


def _tender_of_pardon(matter: MatterProfile) -> Iterator[LawLine]:
    """Pardon may be tendered for an offence that only a Court of Session or Special Judge tries, or of seven years."""
    if not _PARDON.search(matter.lower) or matter.is_charged(*SESSIONS_OFFENCES) or "PC" in matter.acts:
        return
    stated = _years_as_stated(matter)
    years = stated[0] if stated else (matter.maximum_months or 0) / 12
    spans = (stated[1],) if stated else _spans_of_charges(matter)
    if not years or not spans or years * 12 >= LIFE_MONTHS:
        return
    enough = years >= _PARDON_YEARS
    effect = (
        "pardon may be tendered"
        if enough
        else "no pardon for this offence alone, unless only a Court of Session or a Special Judge may try it"
    )
    provision = "BNSS-343(2)" if (matter.last_day or matter.code_day) >= COMMENCEMENT else "CrPC-306(2)"
    quantity = (
        "maximum sentence for the offence (pardon: seven years or more, or exclusively of the Court of Session or of a"
        " Special Judge)"
    )
    yield _line_of_years(
        provision, quantity, years, is_kept=enough, spans=spans, effect=effect, rule="tender of pardon"
    )


def _line_of_years(
    provision: str, quantity: str, years: float, *, is_kept: bool, spans: tuple[Span, ...], effect: str, rule: str
) -> LawLine:
    value = "life or death" if years * 12 >= LIFE_MONTHS else dates.counted(years, "years")
    says = f"{capitalised(value)} against 7 years: {effect}."
    return LawLine(Provision.parse(provision), quantity, value, "7 years", Stands.of(is_kept), spans, says, rule)


# "s. 318(4) BNS (upto 7 yrs.)", "324 carries three years at the most", "and that carries imprisonment for life".
_CARRIES = re.compile(
    r"(?:\b(?:carr(?:ies|y|ying)|punishable\s(?:with|by|up\s?to|for)|max(?:imum|\.)?(?:\s(?:punishment|sentence))?(?:\sis|\sof|\sbeing)?|up\s?to|attracts|goes\s(?:up\s)?to)\s"
    r"|\b(?:ipc|bns|i\.p\.c\.?|sanhita|\d{3}[a-z]?(?:\(\d\))?)\s?[,(:–-]\s?)"
    r"(?:(?:an?\s|the\s|only\s|both\s|each\s|all\s|up\s?to\s|max\.?\s|imprisonment\s|a\sterm\s|term\s|for\s|of\s|to\s|r\.?i\b\.?\s)){0,4}"
    r"(?P<term>(?P<count>\d{1,2}|[a-z]+)\s?(?:years|yrs?\b\.?)|(?:imprisonment\sfor\s)?life\b)"
)


# "Whole case under seven years", "none of them above 7 yrs".
_ALL_WITHIN_SEVEN = re.compile(
    r"\b(?:(?:whole|entire)\scase|all\s(?:the\s)?(?:sections|offences|charges)|everything|offences\s(?:are\s)?all)\s(?:is\s|are\s|carr(?:y|ies)\s)?(?:under|below|within|up\s?to)\s(?P<term>(?:seven|7)\s?(?:years|yrs?\b\.?))"
    r"|\b(?:none|nothing|no\s(?:section|offence|charge))(?:\s(?:of\sthem|here|in\sthe\scase|in\sit))?\s(?:is\s|carries\s|goes\s)?(?:above|over|beyond|more\sthan)\s(?P<none>(?:seven|7)\s?(?:years|yrs?\b\.?))"
)
_SEVEN_YEARS, _TEN_YEARS = 84, 120  # months


def _stated_within_seven(matter: MatterProfile, months: int) -> tuple[Span, ...]:
    """Where the text says that no offence carries more than seven years."""
    match = _ALL_WITHIN_SEVEN.search(matter.lower) if months <= _SEVEN_YEARS else None
    return (Span(*match.span("term" if match["term"] else "none")),) if match else ()


def stated_maximum_of(matter: MatterProfile, months: int) -> tuple[Span, ...]:
    """Where the text itself says that the offence carries this maximum sentence."""
    for match in _CARRIES.finditer(matter.lower):
        years = read_count(match["count"]) if match["count"] else None
        if months == years * 12 if years else months >= LIFE_MONTHS and not match["count"]:
            return (Span(*match.span("term")),)
    return ()


def _maximum_as_stated(matter: MatterProfile) -> Iterator[LawLine]:
    """The maximum sentence as the narrative states it, against the ten years that two sections require."""
    match = matter.stated_maximum
    if match is None:
        yield from _atrocity_by_charges(matter)
        yield from _gravity_by_charges(matter)
    if match is None or match["term"] in {"life", "death"}:
        return
    years = read_count(match["term"].rpartition(" ")[0])
    if years is None:
        return
    span, value = Span(match.start(), match.end()), dates.counted(years, "years")
    if is_default_bail(matter) and years < 10:
        yield _gravity_line(matter, value, span)
    if matter.provision_ids & {"SCST-3(2)(v)"}:
        yield _atrocity_line(years, value, (span,))


_UP_TO_TEN = (
    " A term that may extend to ten years is not one of not less than ten (Rakesh Kumar Paul v. State of Assam (2017)"
    " 15 SCC 67)."
)


def _gravity_by_charges(matter: MatterProfile) -> Iterator[LawLine]:
    """Whether the gravest charge gives sixty days or ninety for the charge-sheet, where default bail is in issue."""
    is_disputed = matter.is_gravity_disputed
    months, spans = _heaviest(matter, matter.first_charges if is_disputed else matter.main_charges)
    is_known = matter.gravity is not None and not matter.turns_on_ten_years
    if not is_default_bail(matter) or not is_known or not months or not spans:
        return
    if not matter.applies(("gravity:60", "gravity:90")):  # an Act with a time of its own
        return
    value = "life or death" if months >= LIFE_MONTHS else dates.counted(months / 12, "years")
    line = _gravity_line(matter, value, spans[0], is_ninety=matter.gravity is Gravity.NINETY and not is_disputed)
    is_up_to_ten = months == _TEN_YEARS and matter.gravity is Gravity.SIXTY
    yield replace(line, says=line.says + _UP_TO_TEN) if is_up_to_ten else line


def _atrocity_by_charges(matter: MatterProfile) -> Iterator[LawLine]:
    """Section 3(2)(v) of the Atrocities Act, if the text raises it, against the gravest of the charges."""
    raised = _ATROCITY.search(matter.lower) if "SCST" in matter.named_acts else None
    months = _months_of_penal_code(matter)
    if raised is not None and months:
        years = months / 12
        value = "life or death" if months >= LIFE_MONTHS else dates.counted(years, "years")
        yield _atrocity_line(years, value, (Span(*raised.span()), *_spans_of_charges(matter)))


def _months_of_penal_code(matter: MatterProfile) -> int:
    """The greatest sentence of the offences of the Penal Code or the Nyaya Sanhita, in months."""
    of_code = dict.fromkeys(charge.provision for charge in matter.charges if charge.provision.act in {"IPC", "BNS"})
    return _heaviest(matter, tuple(of_code))[0]


def _may_carry_life(matter: MatterProfile) -> bool:
    """Whether section 3(2)(v) of the Atrocities Act is named, and the other offence may be grave enough for it."""
    return "SCST-3(2)(v)" in matter.provision_ids and not 0 < _months_of_penal_code(matter) < _TEN_YEARS


def _atrocity_line(years: float, value: str, spans: tuple[Span, ...]) -> LawLine:
    enough = years >= 10
    effect = "section 3(2)(v) may be attracted" if enough else "section 3(2)(v) is not attracted"
    return LawLine(
        Provision.parse("SCST-3(2)(v)"),
        "maximum sentence for the offences (ten years or more needed)",
        value,
        "10 years",
        Stands.of(enough),
        spans,
        f"{capitalised(value)} against at least 10 years: {effect}.",
        "scst-3-2-v-sentence",
    )


def lines_of_maximum(matter: MatterProfile, years: float, span: Span) -> Iterator[LawLine]:
    """The lines of a term that is known to be the heaviest that the offences carry."""
    if is_default_bail(matter) and years < 10:
        yield _gravity_line(matter, dates.counted(years, "years"), span)
    elif (
        BEFORE_ARREST.search(matter.lower)
        and matter.main_charges
        and matter.code_day >= _ARREST_REASONS
        and not _may_carry_life(matter)
    ):
        yield _notice_line(matter, years, (span,))


def _gravity_line(matter: MatterProfile, value: str, span: Span, *, is_ninety: bool = False) -> LawLine:
    days = "ninety days" if is_ninety else "sixty days, not ninety"
    return LawLine(
        remand_section(matter),
        f"sentence of the offence ({'ten years or more' if matter.is_new_code else 'not less than ten'}: ninety days)",
        value,
        "10 years",
        Stands.of(not is_ninety),
        (span,),
        f"{capitalised(value)} against 10 years: the charge-sheet is due in {days}.{doubt_of_gravity(matter)}",
        "gravity",
    )


def _arrest_without_notice(matter: MatterProfile) -> Iterator[LawLine]:
    """Offences punishable with up to seven years: arrest needs recorded reasons, and a notice comes first."""
    if not _NOTICE_OF_APPEARANCE.search(matter.lower) and not _comes_to_arrest(matter):
        return
    if _may_carry_life(matter):
        return
    stated = matter.stated_maximum or _PUNISHABLE_WITH.search(matter.lower) or _TERM_AT_MOST.search(matter.lower)
    term = stated["term"].partition(" ")[0] if stated else ""
    months, cited = _heaviest(matter, matter.first_charges)  # a section added after the arrest does not justify it
    if cited and stated is not matter.stated_maximum and (read_count(term) or 0) * 12 < months:
        stated = None  # the text states the term of a lighter section
    if term in {"life", "death"}:
        stated = None
    years = read_count(term) if stated else months / 12
    spans = (Span(*stated.span("term")),) if stated else cited
    is_engaged = matter.timeline.of("arrest") or matter.main_charges
    if not years or not spans or not is_engaged or not matter.code_day >= _ARREST_REASONS:
        return
    in_words = stated_maximum_of(matter, int(years * 12)) or _stated_within_seven(matter, int(years * 12))
    yield _notice_line(matter, years, tuple(dict.fromkeys((*spans, *in_words))))


def _comes_to_arrest(matter: MatterProfile) -> bool:
    """Whether bail before arrest is asked for because the police came to arrest, on charges that call for a notice."""
    is_light = bool(matter.maximum_months) and (matter.maximum_months or 0) <= 7 * 12
    return is_light and bool(BEFORE_ARREST.search(matter.lower)) and bool(_TO_ARREST.search(matter.lower))


_IF_ATROCITY = " Section 3(2)(v) of the Atrocities Act would carry life, but needs an offence of ten years or more."


def _notice_line(matter: MatterProfile, years: float, spans: tuple[Span, ...]) -> LawLine:
    allowed = years <= 7
    effect = (
        "arrest needs the reasons that the clause lists, and a notice to appear otherwise"
        if allowed
        else "the clause for lighter offences does not apply"
    )
    value = "life or death" if years * 12 >= LIFE_MONTHS else dates.counted(years, "years")
    doubt = _IF_ATROCITY if allowed and "SCST-3(2)(v)" in matter.provision_ids else ""
    begun = matter.timeline.first("arrest", "fir")
    is_new = begun.day >= COMMENCEMENT if begun else matter.is_new_code
    return LawLine(
        Provision.parse("BNSS-35(1)(b)" if is_new else "CrPC-41(1)(b)"),
        "maximum sentence for the offence (up to seven years: notice before arrest)",
        value,
        "7 years",
        Stands.of(allowed),
        spans,
        f"{capitalised(value)} against 7 years: {effect} (Arnesh Kumar v. State of Bihar (2014) 8 SCC 273).{doubt}",
        "arrest without notice",
        (Provision.parse("BNSS-35(3)" if is_new else "CrPC-41A"),),
    )


def _spans_of_charges(matter: MatterProfile) -> tuple[Span, ...]:
    """Where the gravest of the main charges is cited."""
    return _heaviest(matter, matter.main_charges)[1]


def _heaviest(matter: MatterProfile, charges: tuple[Provision, ...]) -> tuple[int, tuple[Span, ...]]:
    """The greatest sentence of these charges in months, 0 if one is not known, and where its section is cited."""
    cited = [charge for charge in matter.charges if charge.provision in charges]
    if charges == matter.main_charges:
        wanted = matter.maximum_months or 0
    else:
        rows = [sentences.sentence_for(charge, matter.code_day) for charge in charges]
        wanted = max((row.most_months if row else 0 for row in rows), default=0) if all(rows) else 0
    own = [
        charge.span
        for charge in cited
        if (row := sentences.sentence_for(charge.provision, matter.code_day)) and row.most_months == wanted
    ]
    return wanted, tuple(own or [charge.span for charge in cited])[:1]


def _preliminary_enquiry(matter: MatterProfile) -> Iterator[LawLine]:
    """A preliminary enquiry is allowed only for offences punishable with three years or more but less than seven."""
    if not matter.is_new_code or not _PRELIMINARY_ENQUIRY.search(matter.lower) or matter.raises("SCST-3"):
        return  # under the Atrocities Act no enquiry comes before the FIR (section 18A)
    stated = matter.stated_maximum or _PUNISHABLE_WITH.search(matter.lower)
    told = read_count(stated["term"].partition(" ")[0]) if stated else None
    months, spans = matter.maximum_months or 0, _spans_of_charges(matter)
    if stated is not None and told:
        months, spans = int(told * 12), (Span(*stated.span("term")),)
    alone = _complaint_under_one_section(matter)
    if alone is not None:  # the complaint that was enquired into, not the FIR that followed
        months, spans = alone
    years = months / 12
    if not years or not spans:
        return
    up_to = next((match for match in _UP_TO.finditer(matter.lower) if read_count(match["count"]) == years), None)
    spans += (Span(*up_to.span()),) if up_to else ()
    allowed = 3 <= years < 7
    value = "life or death" if months >= LIFE_MONTHS else dates.counted(years, "years")
    effect = (
        "an enquiry before the FIR is allowed, with the prior permission of a Deputy Superintendent of Police and for"
        " fourteen days"
        if allowed
        else "this section allows no enquiry before the FIR"
    )
    yield LawLine(
        Provision.parse("BNSS-173(3)"),
        "maximum sentence for the offence (preliminary enquiry: three years or more but less than seven)",
        value,
        "3 to 7 years",
        Stands.of(allowed),
        spans,
        f"{capitalised(value)} against three years or more but less than seven: {effect}.",
        "bnss-173-3-sentence",
    )


def _complaint_under_one_section(matter: MatterProfile) -> tuple[int, tuple[Span, ...]] | None:
    """The greatest sentence of the only section of a complaint: "Complaint to SP u/s 316(2) alone"."""
    complaint = _COMPLAINT_UNDER.search(matter.lower)
    section = Provision.parse(f"BNS-{complaint['number'].upper()}") if complaint else None
    row = sentences.sentence_for(section, matter.code_day) if section else None
    return (row.most_months, (Span(*complaint.span("number")),)) if complaint and row and row.most_months else None


def _forensic_visit(matter: MatterProfile) -> Iterator[LawLine]:
    """For an offence punishable with seven years or more, a forensic expert is to visit the scene."""
    visit = _FORENSIC_VISIT.search(matter.lower) if matter.is_new_code else None
    if visit is None:
        return
    clause = matter.clause_at(visit.start())
    stated = _UP_TO.search(matter.lower, clause.start, clause.end)
    years = read_count(stated["count"]) if stated else (matter.maximum_months or 0) / 12
    spans = (Span(*stated.span()),) if stated else _spans_of_charges(matter)
    if not years or not spans:
        return
    value = "life or death" if years * 12 >= LIFE_MONTHS else dates.counted(years, "years")
    needed = years >= 7
    effect = (
        "the visit is due, once the State has notified the sub-section"
        if needed
        else "the sub-section asks for no visit"
    )
    yield LawLine(
        Provision.parse("BNSS-176(3)"),
        "maximum sentence for the offence (seven years or more: forensic visit)",
        value,
        "7 years",
        Stands.of(not needed),
        spans,
        f"{capitalised(value)} against 7 years: {effect}.",
        "bnss-176-3-sentence",
    )


_SPECIAL_COURT_FOR_DRUGS = re.compile(r"\b36-?\s?a\s?\(1\)")


def _court_for_drugs(matter: MatterProfile) -> Iterator[LawLine]:
    """The Special Court tries offences against the NDPS Act that carry more than three years."""
    if not _SPECIAL_COURT_FOR_DRUGS.search(matter.lower) or not matter.topic("drugs"):
        return
    stated = _UP_TO.search(matter.lower)
    years = read_count(stated["count"]) if stated else (matter.maximum_months or 0) / 12
    spans = (Span(*stated.span()),) if stated else _spans_of_charges(matter)
    if not years or not spans:
        return
    by_magistrate = years <= 3
    effect = (
        "outside section 36A(1)(a): a Magistrate may try it, and summarily (section 36A(5))"
        if by_magistrate
        else "only the Special Court may try it"
    )
    value = dates.counted(years, "years")
    yield LawLine(
        Provision.parse("NDPS-36A(1)"),
        "maximum sentence for the offence (more than three years: Special Court)",
        value,
        "3 years",
        Stands.of(by_magistrate),
        spans,
        f"{capitalised(value)} against 3 years: {effect}.",
        "ndps-36a-1-sentence",
    )
