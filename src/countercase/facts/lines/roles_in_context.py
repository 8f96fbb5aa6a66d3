"""What an event is in the light of the rest of a matter: a memo without a cheque is no dishonour."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.note_events import with_events_of_notes
from countercase.facts.timeline import Timeline
from countercase.law.dates import add
from countercase.text.numbers import parse_number

RECEIVED_BY_COUNSEL = "award received by counsel"  # time runs from delivery to the party
# "A memo" is the bank's only if a matter speaks of a cheque, and "the copy" that of an award only if there is one.
_CHEQUE_WORDS = re.compile(r"\bche(?:que|ck)s?\b|\bchqs?\b|\b138\b|\bn\.?i\.?\sact\b|\bbank|\bdishono|\bbounce")
_AWARD_WORDS = re.compile(r"\baward|\barbitra")
_GIRL_TAKEN = re.compile(r"\b(?:prosecutrix|prosx|kidnap\w*|abduct\w*|eloped?|36[36]|pocso)\b")
_SHE_WAS_RECOVERED = re.compile(r"(?:\A|[.;:]\s?|\n|\bwas\s|\bwere\s)recovered\s(?:on\s|only\s)?\Z")
_TO_COUNSEL = re.compile(
    r"\b(?:counsel|advocates?|adv\b\.?|lawyers?|vakil|attorneys?|solicitors?)\b(?!'s\sreceipt)[^.;\n\d]{0,30}\Z"
)
_RENEWED = re.compile(r"\brenewed\s(?:only\s|later\s)?(?:on\s|in\s)?\Z")
_ASSESSMENT_YEAR = re.compile(
    r"\b(?:assessment\syear|a\.?\s?y\b\.?)\s(?P<year>(?P<first>(?:19|20)\d\d)\s?[-–/]\s?(?:(?:19|20)\d\d|\d\d))\b"
)
_BAIL_REFUSED = re.compile(
    r"\b(?:refus\w+|rejecte?d?|declined?|dismissed|turned\sdown)\s(?:(?:him|her|them|his|the|an?|regular|anticipatory|interim|pre-?arrest)\s){0,3}(?:bail|a\.?b)\b"
    r"|\b(?:bail|a\.?b)\b(?:\s(?:application|appln|plea|petition|was|is|were|in|by|of|the|his|her|spl\.?|special|court|judge|a-?\d)\b\.?){0,5}\s(?:refus|reject|declin|dismiss)"
)
_DISCIPLINARY = re.compile(r"\bcharge-?\s?memo|\bdisciplinary\b|\brule\s(?:9|14|16)\b|\barticles?\sof\scharge|\bccs\b")
# A notice under section 21 is one of arbitration or, in an acquisition of land, one to the persons interested.
_SECTION_21 = re.compile(r"\b21\b(?:\s?\(1\))?[^.;\n\d]{0,40}\Z")
_SECTION_34 = re.compile(r"\b34\s(?:petition|petn|application|appln|o\.?p\b)|\A(?=[\s\S]*\b34\b)[\s\S]*\baward\b")
_LAND_ACQUIRED = re.compile(
    r"\bacqui(?:red|sition)\b|\bland\s?-?owners?\b|\b2013\sact\b|\bpossession\b|\bcollector\b|\bsocial\simpact\b"
)
_DETENTION = re.compile(r"\bdeten(?:tion|ues?|us?)\b|\bn\.?s\.?a\b|\bnational\ssecurity\b|\bcofeposa\b")
_CAME_BEFORE_BOARD = re.compile(r"\bboard,?\s(?:where|before\s(?:which|whom))\b[^.;]{0,40}\Z")
_SERVED_THAT_DAY = re.compile(
    r"[^.;\n]{0,60}\b(?:executed|served|detained|lodged|taken)\b[^.;\n]{0,40}\b(?:that|(?:the\s)?same)\s(?:very\s)?(?:day|date|evening|night)\b"
)
_REPORT_SENT = re.compile(
    r"\breport\b[^;\n]{0,50}\b(?:forwarded|sent|submitted)\s(?:only\s)?to\s(?:the\s)?[a-z.\s]{2,30}(?:\son)?\s\Z"
)
_INQUEST_REACH = 200  # characters before a report in which the inquest is named
_AS_ON = re.compile(r"\b(?:as\s(?:on|of)(?:\stoday)?|today|till\s(?:date|today)),?\s\(?\Z")
_NO_CHARGE_SHEET = re.compile(
    r"\)?[,:;]?\s(?:-\s)?(?:there\s(?:is|was)\s)?(?:still\s)?(?:no\s(?:charge[\s-]?sheet|ch\.?\s?-?sh(?:ee)?t|challan|c/s|final\sreport|police\sreport)\b"
    r"|(?:charge[\s-]?sheet|challan|c/s)\s(?:is\s|has\s)?(?:still\s)?not\s(?:been\s|yet\s)?filed)"
)
_REPORT = r"(?:charge[\s-]?sheet|ch\.?\s?-?sh(?:ee)?t|challan|c/s|final\sreport|police\sreport)"
_NONE_TILL_TODAY = re.compile(
    rf"\bno\s{_REPORT}\b[^.;\n\d]{{0,40}}?\b(?:till|until|upto|up\sto|as\s(?:on|of)|so\sfar|as\syet|yet)\b(?!\s(?:the|that|then|\d))"
    rf"|\b{_REPORT}\s(?:has|is|was)\s(?:still\s)?not\s(?:yet\s)?(?:been\s)?(?:filed|laid|put\sup|submitted)\s"
    r"(?:till|until|upto|up\sto|so\sfar|as\syet|yet|even\stoday)\b(?!\s(?:the|that|then|\d))"
)
_STILL_INSIDE = re.compile(
    r",?\s(?:he\s|she\s|is\s|was\s|still\s|has\sbeen\s){0,3}(?:inside|in\s(?:custody|jail|prison|j\.?c\b)|behind\sbars)"
)


_PAID_IN = re.compile(
    r"\b(?:deposit(?:ed|s)?|bank|treasury|paid\sin|court-?\s?fee)\b[^.;\n]{0,60}\bchallan\b|\bchallan\b[^.;\n]{0,60}\b(?:deposit(?:ed|s)?|bank|treasury|paid)\b"
)
_POLICE_REPORT = re.compile(
    r"\b(?:police|i\.?o\b|accused|accd|chargesheet|charge-sheet|173|filed|submitted|put\sup|arrest\w*|jail|custody)\b"
)
_AUTHORITY_DECIDED = re.compile(r"\bauthority\s(?:decided|enhanced|awarded|answered)\b")
_LAND_PRICED = re.compile(
    r"\bacqui(?:red|sition|ring)\b|\bland\s?-?owners?\b|\b2013\sact\b|\bsocial\simpact\b|\bsolatium\b|\bl\.?a\.?r\.?r\b|\brequiring\sbody\b"
)
_TO_BE_BOUGHT = re.compile(
    r"\bspecific\sperformance\b|\bagre+ment\s(?:of|to|for)\s(?:sale|sell)\b|\bearnest\b|\bready\sand\swilling\b"
)
_OBJECTIONS_DECIDED = re.compile(
    r"\b(?:dismiss(?:ed|es|ing)|reject(?:ed|s|ing)|overrul(?:ed|es|ing)|allow(?:ed|s|ing)|refus(?:ed|es))\s(?:all\s)?(?:the\s|its\s|his\s|our\s|their\s|both\s)?(?:section\s34\s|s\.?\s?34\s)?objections?\b[^.;\n\d]{0,20}\Z"
)
_ARBITRAL = re.compile(r"\barbitra\w+\b|\b(?:u/s|under|s\.|section)\s?37\b")
_MONEY_DUE = re.compile(
    r"\b(?:money|debt|amount|sum|principal)\s(?:had\s|was\s|is\s)?(?:became\s|become\s|fell\s|fallen\s)?(?:due|payable|repayable)\b"
)

_CREDIT_DAYS = r"\d{1,3}|fifteen|thirty|forty-five|sixty|ninety"
_DAYS_OF_CREDIT = re.compile(
    rf"\b(?P<before>{_CREDIT_DAYS})\s?-?\s?days?(?:['’]s?)?\s(?:of\s)?credit\b"
    rf"|\bcredit\s(?:period\s)?(?:of\s|for\s|:\s?|was\s|is\s)?(?P<after>{_CREDIT_DAYS})\s?days\b"
)


def days_of_credit(lower: str) -> int | None:
    """The days of credit that a seller of goods gave: "invoice at thirty days' credit"."""
    match = _DAYS_OF_CREDIT.search(lower)
    days = parse_number(match["before"] or match["after"]) if match else None
    return int(days) if days else None


def with_credit_ended(timeline: Timeline, lower: str) -> Timeline:
    """The timeline with the end of the credit on the last delivery, if the text gives the credit in days."""
    deliveries, days = timeline.of("delivery"), days_of_credit(lower)
    if not days or not deliveries or timeline.of("credit expired"):
        return timeline
    last = max(deliveries, key=lambda event: event.until or event.day)
    until = add(last.until, days, "days") if last.until else None
    ended = replace(last, role="credit expired", day=add(last.day, days, "days"), until=until)
    return Timeline(tuple(sorted((*timeline.events, ended), key=lambda event: event.span)), timeline.mentions)


def is_to_counsel(span: Span, lower: str) -> bool:
    """Whether an award came to counsel: "by hand to the petitioner's counsel 25/10/2018"."""
    return _TO_COUNSEL.search(lower, max(0, span.start - 60), span.start) is not None


def with_roles_in_context(timeline: Timeline, lower: str) -> Timeline:
    """The timeline without the events that the rest of the matter rules out; a refusal of bail is a bail order."""
    has_cheque = _CHEQUE_WORDS.search(lower) is not None
    events: list[DatedEvent] = []
    for event in timeline.events:
        if event.role == "dishonour" and not has_cheque:
            if _DISCIPLINARY.search(lower) and "memo" in lower[max(0, event.span.start - 20) : event.span.start]:
                events.append(replace(event, role="charge memo"))
        elif event.role == "production" and (report := _report_sent_on(timeline, event, lower)) is not None:
            events += report
        else:
            role = _role_in_context(timeline, event, lower)
            events.append(event if role == event.role else replace(event, role=role))
    events += _renewals(timeline, lower)
    events += _served_that_day(timeline, lower)
    events += _end_of_assessment_year(timeline, lower)
    events += _in_custody_as_on(timeline, lower)
    events += _date_of_letter(timeline, lower)
    events += _no_charge_sheet_as_on(timeline, lower, events)
    told = Timeline(tuple(sorted(events, key=lambda event: event.span)), timeline.mentions)
    return with_events_of_notes(told, lower)


def _role_in_context(timeline: Timeline, event: DatedEvent, lower: str) -> str:
    """What an event is in this matter: the first meaning whose condition holds, else what its words say."""
    for meaning, is_meant in _MEANINGS.get(event.role, ()):
        if is_meant(timeline, event, lower):
            return meaning
    return event.role


def _is_challan_of_bank(_: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "Challan no. 77, State Bank, shows deposit on ...": a sum paid in, and no police report."""
    clause = event.clause or event.span
    told = lower[clause.start : clause.end]
    return "challan" in told and _PAID_IN.search(told) is not None and _POLICE_REPORT.search(told) is None


def _is_of_other_authority(_: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "The Authority decided on ...", where no land was acquired: an order like any other."""
    before = lower[max(0, event.span.start - 40) : event.span.start]
    return _AUTHORITY_DECIDED.search(before) is not None and _LAND_PRICED.search(lower) is None


def _is_loan_of_buyer(_: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "Bank sanctions loan Rs 45 lakh to pltf.", where land was to be bought: no loan between the parties."""
    clause = event.clause or event.span
    told = lower[clause.start : clause.end]
    return "sanction" in told and "disburs" not in told and _TO_BE_BOUGHT.search(lower) is not None


def _is_objection_decided(_: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "The District Judge dismissed the objections on ...", in an appeal about an award of an arbitrator."""
    before = lower[max(0, event.span.start - 60) : event.span.start]
    return (
        _OBJECTIONS_DECIDED.search(before) is not None
        and _ARBITRAL.search(lower) is not None
        and _LAND_PRICED.search(lower) is None
    )


def _is_mortgage_money(_: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "Money became due on ...", where the suit is on a mortgage that is not to be redeemed."""
    before = lower[max(0, event.span.start - 40) : event.span.start]
    return "mortgag" in lower and "redeem" not in lower and _MONEY_DUE.search(before) is not None


def _is_renewed(_: Timeline, event: DatedEvent, lower: str) -> bool:
    return _RENEWED.search(lower, max(0, event.span.start - 30), event.span.start) is not None


def _is_girl_recovered(_: Timeline, event: DatedEvent, lower: str) -> bool:
    start = event.span.start
    return (
        _SHE_WAS_RECOVERED.search(lower, max(0, start - 20), start) is not None
        and _GIRL_TAKEN.search(lower) is not None
    )


def _is_of_child(_: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "The CJM sent him to the Board, where he came on ...", in a matter of a child and not of a detenu."""
    came = _CAME_BEFORE_BOARD.search(lower, max(0, event.span.start - 60), event.span.start)
    return came is not None and _DETENTION.search(lower) is None


def _is_bail_refused(_: Timeline, event: DatedEvent, lower: str) -> bool:
    clause = event.clause
    return clause is not None and _BAIL_REFUSED.search(lower, clause.start, clause.end) is not None


def _is_plaint_again(timeline: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "4.2.2008 - Plaint returned. 11.2.2008 - Presented before the Civil Judge": the suit, and no production."""
    returned = [other for other in timeline.of("plaint returned") if other.day <= event.day]
    clause = event.clause or event.span
    return bool(returned) and re.search(r"\b(?:re-?\s?)?presented\b", lower[clause.start : clause.end]) is not None


def _is_notice_to_owners(lower: str, notice: DatedEvent) -> bool:
    """Whether a notice under section 21 is that of the Collector to the owners of land."""
    return (
        "arbitrat" not in lower
        and _LAND_ACQUIRED.search(lower) is not None
        and _SECTION_21.search(lower, max(0, notice.span.start - 60), notice.span.start) is not None
    )


def _served_that_day(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    """ "03.07.2018 - detention order, executed in jail that day": detention began with the order."""
    if not _DETENTION.search(lower):
        return
    for event in timeline.of("detention order", "order"):
        if _SERVED_THAT_DAY.match(lower, event.span.end):
            yield replace(event, role="order served")


def _renewals(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    """ "The licence expired 02.10.2022, renewed 20.01.2023": the date told next, if the rules tell no event of it."""
    told = {event.span for event in timeline.events}
    expired = {event.span for event in timeline.of("licence expired")}
    for before, mention in pairwise(timeline.mentions):
        if (
            before.span in expired
            and mention.span not in told
            and _RENEWED.search(lower, before.span.end, mention.span.start)
        ):
            yield DatedEvent("licence renewed", mention.day, mention.span, mention.at, mention.exact, mention.until)


def _report_sent_on(timeline: Timeline, sent: DatedEvent, lower: str) -> list[DatedEvent] | None:
    """The events of "report dt. 20.09.2024 forwarded to the SDM on 24.09.2024", which is the production of nobody."""
    words = _REPORT_SENT.search(lower, max(0, sent.span.start - 80), sent.span.start)
    if words is None:
        return None
    drawn = [mention for mention in timeline.mentions if words.start() <= mention.span.start < sent.span.start]
    is_inquest = "inquest" in lower[max(0, words.start() - _INQUEST_REACH) : sent.span.start]
    if not drawn or not is_inquest:
        return []
    first = DatedEvent("inquest report", drawn[0].day, drawn[0].span, drawn[0].at, drawn[0].exact)
    return [first, replace(sent, role="inquest report sent")]


def _in_custody_as_on(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    """ "As on 12/12/22 inside throughout": the day until which time in custody is counted."""
    for mention in timeline.mentions:
        is_as_on = lower[: mention.span.start].endswith("as on ")
        if is_as_on and mention.exact and _STILL_INSIDE.match(lower, mention.span.end):
            yield DatedEvent("today", mention.day, mention.span)


def _no_charge_sheet_as_on(timeline: Timeline, lower: str, events: Sequence[DatedEvent]) -> Iterator[DatedEvent]:
    """ "As of today, 24.6.2025, no charge-sheet": the day until which none had come.

    So is the day of the note that says "no charge-sheet has been filed till today".
    """
    for mention in timeline.mentions:
        is_as_on = _AS_ON.search(lower, max(0, mention.span.start - 24), mention.span.start) is not None
        if is_as_on and mention.exact and _NO_CHARGE_SHEET.match(lower, mention.span.end):
            yield DatedEvent("no charge-sheet", mention.day, mention.span)
    today = {event.day: event for event in events if event.role == "today" and event.exact}
    if len(today) == 1 and _NONE_TILL_TODAY.search(lower) and not timeline.of("charge-sheet", "no charge-sheet"):
        ((day, event),) = today.items()
        yield DatedEvent("no charge-sheet", day, event.span)


_ADDRESSED = re.compile(r"\s*\n\s*(?:dear\b|respected\b|sir\b|madam\b|to\b)")
# "Conference note, 3 November 2025", "Brief for counsel dated 4.5.2024"
_NOTE_OF = re.compile(
    r"\s*(?:(?:a|short|rough|urgent)\s)?(?:conference(?:\snotes?)?|notes?|brief(?:ing)?(?:\snote)?|memo(?:randum)?|instructions?|opinion"
    r"|e-?mail|file\snote|query)\b"
    r"(?:\s(?:of|for|to|from|in|on|by|with|after|the|a|talk|call|conference|meeting|interview|counsel|senior|client|sr\.?|adv\.?|advocate|opinion|office)){0,6}"
    r"\s?[,:(–-]{0,2}\s?(?:(?:on|of|dated?|dtd?\.?|held\son|sent\son)[\s:]{1,2})?"
)
_PLACE_AT_HEAD = re.compile(r"\s*(?:[a-z][a-z ]{1,40}[,\n]\s*)?(?:dated?|dt\.?)?[\s:]*")


def _date_of_letter(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    """The date at the head of a client's letter, or of a note for counsel, is the day on which he asks."""
    head = timeline.mentions[0] if timeline.mentions else None
    if head is None or not head.exact or head.span in {event.span for event in timeline.events}:
        return
    is_of_letter = _PLACE_AT_HEAD.fullmatch(lower, 0, head.span.start) and _ADDRESSED.match(lower, head.span.end)
    if is_of_letter or _NOTE_OF.fullmatch(lower, 0, head.span.start):
        yield DatedEvent("today", head.day, head.span)


def _end_of_assessment_year(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    """ "Assessment year 2018-19" ended on 31 March 2019; none if the matter is about several years."""
    named = list(_ASSESSMENT_YEAR.finditer(lower))
    years = {int(match["first"]) + 1 for match in named}
    if len(years) == 1 and not timeline.of("assessment year ended"):
        yield DatedEvent("assessment year ended", date(years.pop(), 3, 31), Span(*named[0].span("year")))


_UNTIL = re.compile(r"\b(?:till|until|upto|up\sto)\s(?:the\s)?\Z")


def _is_until(_: Timeline, event: DatedEvent, lower: str) -> bool:
    return _UNTIL.search(lower, max(0, event.span.start - 12), event.span.start) is not None


_FOR_DISCHARGE = re.compile(
    r"\Adischarge\s(?:petn|petition|application|appl?n)|\A[^\n]{0,120}\b(?:petn|petition|application|appl?n|prayer|plea)\b\.?\s(?:for|of|seeking)\s(?:his\s|her\s|their\s)?discharge\b"
    r"|\A[^\n]{0,120}\bdischarge\s(?:petn|petition|application|appl?n)\b|\A[^\n]{0,80}\b(?:u/s|under\ss(?:ection)?\.?)\s?250\b[^\n]{0,20}\b(?:bnss|sanhita)"
)


def _is_for_discharge(_: Timeline, __: DatedEvent, lower: str) -> bool:
    """Whether the brief is that of an application for discharge, and "this petition" is it."""
    return _FOR_DISCHARGE.search(lower) is not None


_DIRECT_TO_LABOUR_COURT = re.compile(
    r"\A[\s\S]{0,300}?\b2-?a\s(?:application|appl?n|petition|petn|claim)\b|\A[\s\S]{0,300}?\b(?:application|appl?n\b\.?|petition|petn\b\.?|claim)\s(?:u/s|under\ss(?:ection)?\.?)\s?2-?a\b"
)


def _is_to_labour_court(_: Timeline, __: DatedEvent, lower: str) -> bool:
    """Whether the brief is that of a workman's own application to the Labour Court, and "this petition" is it."""
    return _DIRECT_TO_LABOUR_COURT.search(lower) is not None


_MOTOR_CLAIM_AT_HEAD = re.compile(
    r"\A[\s\S]{0,200}?(?:\bm\.?\s?a\.?\s?c\.?\s?[cpt]\b|\bclaims?\stribunal\b|\b(?:u/s|under\ss(?:ection)?\.?)\s?166\s(?:of\s(?:the\s)?)?m\.?v\b)"
)


def _is_motor_claim(timeline: Timeline, event: DatedEvent, lower: str) -> bool:
    """Whether the brief is that of a claim on a motor accident, and "the petition" is the claim, not a challenge."""
    awards = [award for award in timeline.of("award") if award.day < event.day]
    return not awards and _MOTOR_CLAIM_AT_HEAD.search(lower) is not None


_SERVICE_ENDED_BY = re.compile(r"\b(?:dismiss|remov|discharg)(?:ed|al)\b[^.;\n\d]{0,40}\Z")
_LABOUR = re.compile(
    r"\bwork(?:man|men)\b|\blabour\scourt\b|\bindustrial\s(?:disputes?|tribunal)\b|\bgratuity\b|\bretrench\w*"
)


def _ends_service(_: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "He was dismissed from service on ...", in a matter of labour law: the end of the service."""
    before = lower[max(0, event.span.start - 70) : event.span.start]
    return _SERVICE_ENDED_BY.search(before) is not None and _LABOUR.search(lower) is not None and "ccs" not in lower


_TO_CURE = re.compile(
    r"\b(?:reconstruct\w+|correct(?:ive|ional)|repair|remedial|revision|re-?do|salvage|second|another|further|re-?explor\w+)\s(?:\w+\s){0,2}(?:surger(?:y|ies)|operations?|procedures?)\b"
    r"|\bre-?operat\w+\b|\boperat(?:ed|ion)\s(?:upon\s)?(?:again|a\ssecond\stime)\b"
)


def _only_cures(_: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "Reconstructive surgery followed on ...": done to cure the harm of the treatment, which came before."""
    before = lower[max((event.clause or event.span).start, event.span.start - _NEAR_TREATMENT) : event.span.start]
    return _TO_CURE.search(before) is not None or _TO_CURE.match(lower, event.span.end + 1) is not None


_NEAR_TREATMENT = 60  # characters
_COPY_OF_AWARD = re.compile(r"\b(?:certified\s)?copy\sof\s(?:the\s)?award\b")


def _is_copy_of_award(_: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "She obtains a certified copy of the award", where land was acquired: the award was made before."""
    clause = event.clause or event.span
    return _LAND_PRICED.search(lower) is not None and _COPY_OF_AWARD.search(lower, clause.start, clause.end) is not None


_SUPPLEMENTARY = re.compile(
    r"\b(?:supplementary|supplemental|suppl?y?\b\.?|additional)\s(?:prosecution\s|police\s|final\s)?"
    r"(?:complaint|charge-?\s?sheet|challan|report|c/s)\b[^.;\n\d]{0,50}\Z"
)


def _is_supplementary(_: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "A supplementary complaint lodged on 19 August": no first report, from which time would stop."""
    start = event.span.start
    clause = event.clause or event.span
    before = _SUPPLEMENTARY.search(lower, max(clause.start, start - 80), start)
    return before is not None or _SUPPLEMENTARY_AFTER.match(lower, event.span.end) is not None


_SUPPLEMENTARY_AFTER = re.compile(
    r"\s?[-–:|,]?\s?(?:a\s|the\s|first\s|second\s)?(?:supplementary|supplemental|suppl\b\.?)\s(?:complaint|charge-?\s?sheet|challan|c/s)\b"
)

# For an event whose words have several meanings: the others, each with its condition.
_MEANINGS: dict[str, tuple[tuple[str, Callable[[Timeline, DatedEvent, str], bool]], ...]] = {
    "charge-sheet": (("sum deposited", _is_challan_of_bank), ("further report", _is_supplementary)),
    "complaint": (("further report", _is_supplementary),),
    "court award": (("order", _is_of_other_authority),),
    "default": (("mortgage due", _is_mortgage_money),),
    "loan": (("loan sanctioned", _is_loan_of_buyer),),
    "objections": (("section 34 decided", _is_objection_decided),),
    "award received": (
        (RECEIVED_BY_COUNSEL, lambda _, event, lower: is_to_counsel(event.span, lower)),
        ("order received", lambda _, __, lower: _AWARD_WORDS.search(lower) is None),
    ),
    "production": (("suit", _is_plaint_again),),
    "presentation": (("suit", _is_plaint_again),),
    "licence expired": (("licence renewed", _is_renewed),),
    "seizure": (("victim found", _is_girl_recovered),),
    "arbitration notice": (("notice to claim", lambda _, event, lower: _is_notice_to_owners(lower, event)),),
    "section 34 notice": (("notice received", lambda _, __, lower: _SECTION_34.search(lower) is None),),
    "land compensation paid": (("compensation paid", lambda _, __, lower: _LAND_ACQUIRED.search(lower) is None),),
    "board reference": (("production before the board", _is_of_child),),
    "refusal": (("bail order", _is_bail_refused),),
    "preliminary enquiry": (("enquiry completed", _is_until),),
    "order": (("termination", _ends_service),),
    "award": (("copy of the award", _is_copy_of_award),),
    "treatment": (("corrective treatment", _only_cures),),
    "petition": (
        ("discharge application", _is_for_discharge),
        ("labour application", _is_to_labour_court),
        ("claim", _is_motor_claim),
    ),
    "application": (("discharge application", _is_for_discharge),),
}
