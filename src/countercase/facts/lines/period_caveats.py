"""What a line drawn by a limit of time leaves open: what else may move it, and what the other side may say."""

import re
from collections.abc import Iterator

from countercase.facts.event_words import FILED_DOCUMENTS
from countercase.facts.lines.charge_sheet_time import doubt_of_gravity
from countercase.facts.lines.detention_acts import doubt_of_language
from countercase.facts.lines.land_act_scope import caveats_of_land_and_rent
from countercase.facts.lines.period_pairs import CURED, NON_EST, PeriodDates
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.lines.roles_in_context import RECEIVED_BY_COUNSEL
from countercase.law import dates
from countercase.law.tables.periods import PeriodRule

_DAYS_IN_THE_POST = 10
_REFILED_ON = re.compile(r"\bre-?\s?fil(?:ed|ing)\b[^.;\n\d]{0,12}\Z")
_REFILED_AFTER = re.compile(r"\s?[-–:,(]?\s?(?:petition\s|it\swas\s|the\ssame\s)?re-?\s?fil(?:ed|ing)\b")
_UNCLAIMED = re.compile(r"\b(?:unclaimed|not\sclaimed)\b")


def _is_unclaimed(matter: MatterProfile, pair: PeriodDates) -> bool:
    """Whether the notice was returned unclaimed on the day from which time runs."""
    span = pair.first.span
    clause = pair.first.clause or span
    start, end = max(clause.start, span.start - 60), max(span.end, min(clause.end, span.end + 40))
    return _UNCLAIMED.search(matter.lower, min(start, span.start), end) is not None


def _is_refiled(matter: MatterProfile, pair: PeriodDates) -> bool:
    """ "Refiled 22.1.2018", "22.1.2018 - refiled with the award"."""
    start, end = pair.second.span.start, pair.second.span.end
    near = (max(0, start - 40), start)
    before = _REFILED_ON.search(matter.lower, *near) or CURED.search(matter.lower, *near)
    return before is not None or _REFILED_AFTER.match(matter.lower, end) is not None


_PUBLIC_PLACE = re.compile(
    r"\b(?:(?:public|night|roadways|state|private|volvo|passenger)\sbus|bus\s(?:stand|stop|adda)|of\s(?:a|the)\s(?:\w+\s)?bus|railway\sstation|platform|train|"
    r"naka(?:bandi)?|check-?\s?post|toll\s(?:plaza|naka|gate)|highway|public\s(?:road|place|conveyance|path))\b"
)
_PRIVATE_PLACE = re.compile(r"\b(?:house|dwelling|room|godown|flat|hut|chawl|courtyard)\b")
_NOT_TAKEN_DOWN = re.compile(
    r"\bnot\s(?:taken\sdown|reduced\s(?:in)?to\swriting|written\sdown|recorded\sin\swriting)\b|\bnever\s(?:taken|written)\sdown\b"
    r"|\binformation\s(?:was\s|is\s)?(?:not|never)\s(?:recorded|written|reduced)\b"
)


_CONDONED = re.compile(
    r"\bdelay\b(?:\sof\s[^.;,\n]{1,30})?\s(?:(?:was|is|were|has|had|been|stood|duly|also|by|the|high|court|it|being)\s){0,5}condoned\b"
    r"|(?<!not\s)\bcondon(?:ed|ing)\s(?:the\s|that\s|this\s|our\s|his\s|her\s|their\s|a\s)?(?:\w+\s){0,3}delay\b"
)
_REACH_OF_CONDONED = 140  # characters after a filing in which the text says what became of the delay


def _is_condoned(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether a filing is late and the text says right after it that the delay was condoned."""
    if pair.second.day <= rule.last_day(pair.first.day):
        return False
    end = pair.second.span.end
    return _CONDONED.search(matter.lower, end, end + _REACH_OF_CONDONED) is not None


def caveat(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> str:
    """What else may move the line."""
    return "".join(_caveats(matter, rule, pair))


_LONGER_WHATEVER_THE_WEIGHT = frozenset({"NDPS-19", "NDPS-24", "NDPS-27A"})  # NDPS Act s.36A(4)


def _caveats_of_offence(matter: MatterProfile, rule: PeriodRule) -> Iterator[str]:
    if rule.id == "bnss-193-rape" and not matter.is_charged(*(each for each in rule.applies_when if "IPC" not in each)):
        yield (
            " The sub-section names sections of the Nyaya Sanhita and of the POCSO Act; here an offence under the IPC"
            " is investigated, and whether it is reached is arguable."
        )
    if rule.id == "ndps-42" and _PUBLIC_PLACE.search(matter.lower) and not _PRIVATE_PLACE.search(matter.lower):
        yield (
            " If the search was in a public place or of a public conveyance, section 43 governs and this time does not"
            " run; a private vehicle on a public road is neither, and section 42 governs (Boota Singh v. State of"
            " Haryana, Supreme Court, 16 April 2021)."
        )
    if rule.id == "ndps-42" and _NOT_TAKEN_DOWN.search(matter.lower):
        yield " The information is said not to have been taken down: counted from its receipt (section 42(1))."
    is_of_weight = matter.topic("commercial quantity by weight") or matter.provision_ids & _LONGER_WHATEVER_THE_WEIGHT
    if rule.id.startswith("ndps-36a") and not is_of_weight:
        yield (
            " The longer time is for a commercial quantity, or for an offence under sections 19, 24 or 27A: otherwise"
            " the sixty or ninety days of the Code apply."
        )


def _charge_sheet_first(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> str:
    """That the right was lost, where the charge-sheet came before the application for default bail."""
    if pair.second.role != "default bail application" or not rule.is_longest:
        return ""
    earlier = [sheet.day for sheet in matter.timeline.of("charge-sheet") if sheet.exact and sheet.day < pair.second.day]
    if not earlier:
        return ""
    return f" But the charge-sheet came first, on {dates.written(min(earlier))}: if complete, it ended the right."


def _caveats_of_filings(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> Iterator[str]:
    if rule.is_longest and pair.second.role in FILED_DOCUMENTS and _is_condoned(matter, rule, pair):
        yield " The delay was condoned."
    if pair.second.role == "suit" and matter.timeline.of("plaint returned") and rule.provision.act == "Limitation":
        yield (
            " The time in the court that returned the plaint is left out if the suit was prosecuted there with due"
            " diligence and in good faith (Limitation Act s.14)."
        )


def _caveats(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> Iterator[str]:
    yield from caveats_of_land_and_rent(matter, rule)
    yield from _caveats_of_filings(matter, rule, pair)
    yield _charge_sheet_first(matter, rule, pair)
    if rule.id == "lim-54-refusal" and matter.timeline.of("time fixed"):
        yield " This limb of the Article applies only if no date was fixed for performance."
    if rule.provision.act == "NI" and pair.first.role == "notice received" and _is_unclaimed(matter, pair):
        yield (
            " The notice came back unclaimed: sent to the right address, it is deemed served unless the drawer proves"
            " otherwise (K. Bhaskaran v. Sankaran Vaidhyan Balan (1999) 7 SCC 510)."
        )
    if rule.id.endswith("-grounds"):
        yield doubt_of_language(matter.lower)
    if pair.first.role == RECEIVED_BY_COUNSEL:
        yield (
            " Counted from receipt by counsel; the Act asks for delivery to the party itself (Benarsi Krishna Committee"
            " v. Karmyogi Shelters (2012) 9 SCC 496)."
        )
    if rule.provision.base == "Arbitration-34" and _is_refiled(matter, pair):
        yield " Counted to the refiling, which decides only if the first filing is held to be none in law."
    elif rule.provision.base == "Arbitration-34" and "petition" in pair.second.role and NON_EST.search(matter.lower):
        yield " If this filing is held to be none in law, only the refiling counts."
    if rule.id == "pmla-complaint-60-bnss" and matter.topic("drugs"):
        yield (
            " Where the proceeds come from an offence under the NDPS Act the maximum is ten years, and it is argued"
            " whether ninety days then apply."
        )
    if "arbitration notice" in {pair.first.role, pair.second.role} and (
        abs((pair.second.day - rule.last_day(pair.first.day)).days) <= _DAYS_IN_THE_POST
    ):
        yield " The day on which the respondent received the request decides (Arbitration Act s.21)."
    yield from _caveats_of_offence(matter, rule)
    if not rule.applies_when[0].startswith("gravity:"):
        return
    if matter.turns_on_ten_years:
        yield (
            " For an offence of up to ten years it is argued under the Sanhita whether sixty days or ninety apply; here"
            " sixty are counted, as under Rakesh Kumar Paul v. State of Assam (2017) 15 SCC 67."
        )
    else:
        yield doubt_of_gravity(matter)
