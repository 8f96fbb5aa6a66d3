"""Whether a limit of time is about the two events of a pair."""

import re
from dataclasses import replace
from datetime import date

from countercase.domain.checklist import LawLine
from countercase.domain.provision import Provision
from countercase.facts.lines.adverse_years import of_possessor
from countercase.facts.lines.appeal_courts import asks_for_enhancement
from countercase.facts.lines.child_topics import is_before_magistrate
from countercase.facts.lines.civil_topics import ACT_OF_2013_FROM
from countercase.facts.lines.land_act_scope import (
    is_hearing_of_objections,
    is_only_warrant,
    is_under_other_land_act,
)
from countercase.facts.lines.period_pairs import PeriodDates, is_suit_for_something_else
from countercase.facts.lines.police_custody import is_default_bail
from countercase.facts.lines.profile import MatterProfile
from countercase.law.tables.acts import COMMENCEMENT
from countercase.law.tables.periods import PeriodRule, Shown

_ABETMENT = ("IPC-306", "BNS-108", "IEA-113A", "BSA-117")
_ANOTHERS_DEATH = re.compile(
    r"\b(?:father|mother|brother|son|uncle|child|baby|grandfather|grandmother)(?:-in-law)?\s(?:had\s|has\s)?(?:died|expired|passed)\b|\bhimself\b|\bhusband\s(?:died|committed|hanged)|\bwife\sof\s(?:the\s)?deceased\b"
)


def covers(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the rule was in force and is about these events."""
    decides = pair.first.day if rule.dated_by == "from" else pair.second.day
    outlives = _outlives_its_act(rule, decides) or _is_of_pending_investigation(matter, rule)
    if not rule.in_force(decides) and not outlives:
        return False
    if rule.provision.act == "LAA" and not rule.in_force(pair.second.day) and not outlives:
        return False  # section 24 of the Act of 2013 governs acquisitions not completed by then
    if any(is_out(matter, rule, pair) for is_out in _OUTSIDE):
        return False
    is_abetment = matter.raises(*_ABETMENT) and not matter.raises("IPC-304B", "BNS-80")
    return rule.shown is not Shown.UNLESS_SUICIDE or not is_abetment


def _outlives_its_act(rule: PeriodRule, day: date) -> bool:
    """Whether a repealed section still governs an old award: re-determination, appeal (Act of 2013 s.24(1)(b))."""
    return rule.provision.base in {"LAA-28A", "LAA-54"} and day >= ACT_OF_2013_FROM


def _is_of_pending_investigation(matter: MatterProfile, rule: PeriodRule) -> bool:
    """Whether the old Code still gives the time for a charge-sheet: an FIR before the Sanhita (BNSS s.531(2)(a))."""
    return rule.id.startswith(("crpc-charge-sheet", "crpc-no-sheet", "crpc-default")) and _is_older_report(matter)


def _is_under_old_code(matter: MatterProfile, rule: PeriodRule, _: PeriodDates) -> bool:
    """Whether the Sanhita does not give the time for a charge-sheet, the FIR being older than it."""
    return rule.id.startswith(("bnss-charge-sheet", "bnss-no-sheet", "bnss-default")) and _is_older_report(matter)


def _is_older_report(matter: MatterProfile) -> bool:
    """Whether the FIR came before the Sanhita and its investigation was pending then."""
    report = matter.timeline.first("fir")
    return report is not None and report.exact and report.day < COMMENCEMENT


def _is_birth_of_one_of_several(matter: MatterProfile, rule: PeriodRule, _: PeriodDates) -> bool:
    """Whether there are several births, so that the text does not say which was registered."""
    return (
        rule.id == "rbd-13-3" and len({event.day for event in matter.timeline.of("birth") if not event.is_likely}) > 1
    )


def _is_from_acquittal(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether Article 114 governs, being an appeal against an acquittal."""
    return rule.id == "lim-115-hc" and pair.first.role == "acquittal" and matter.raises("CrPC-378", "BNSS-419")


_PENALTY = re.compile(r"\b(?:dismiss|remov|retired|reduc|penalt|punish|terminat)")


def _is_no_penalty(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the order after the report of an inquiry is not the penalty."""
    after = pair.second.span.end
    return rule.id == "ccs-15-report" and not _PENALTY.search(matter.lower, after, after + 60)


def _is_not_before_board(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether a child was brought before a Magistrate and not before the Board."""
    if rule.id != "jj-production":
        return False
    if _NEVER_BEFORE_BOARD.search(matter.lower):
        return True
    return pair.second.is_likely and is_before_magistrate(matter, pair.second)


def _is_first_before_magistrate(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether time would run from the production of a child before a Magistrate, who is not the Board."""
    return rule.provision.act == "JJ" and pair.first.role == "production" and is_before_magistrate(matter, pair.first)


def _is_bailed(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the accused was bailed before the charge-sheet was due: no right to default bail was ever in question."""
    if pair.second.role != "charge-sheet" or pair.first.role not in _INTO_CUSTODY or is_default_bail(matter):
        return False
    last = rule.last_day(pair.first.day)
    if pair.second.day > last and _BAILED_AT_ONCE.match(matter.lower, pair.first.span.end):
        return True
    return pair.second.day > last and any(
        _BAIL_GIVEN.search(matter.lower, clause.start, clause.end)
        for event in matter.timeline.of("bail order", "release")
        for clause in (matter.clause_at(event.span.start),)
        if pair.first.day <= event.day <= last and not _OF_ONE_ACCUSED.search(matter.lower, clause.start, clause.end)
    )


_INTO_CUSTODY = frozenset({"remand", "production", "arrest"})
_BAIL_GIVEN = re.compile(
    r"\b(?:granted|allowed|enlarged|released|bailed|admitted\sto)\b|\bbail\s(?:the\s)?(?:same|that|next)\s(?:very\s)?day\b|\bon\sbail\b"
)
# "Produced 6 February at 11 am; bail the same day."
_BAILED_AT_ONCE = re.compile(
    r"(?:(?!\b(?:refus|reject|declin|den[iy])|\bno\sbail)[^.\n]){0,60}"
    r"\bbail(?:ed)?(?:\s(?:out|granted|given|allowed))?\s(?:on\s)?(?:the\s)?(?:same|that|very)\s(?:very\s)?day\b"
)
_OF_ONE_ACCUSED = re.compile(r"\ba-?\d\b|\bco-?\s?acc|\brefus|\breject|\bdismiss")
_NEVER_BEFORE_BOARD = re.compile(
    r"\b(?:never|not|nor)\s(?:(?:was|been|once|even|ever|at\sany\stime)\s){0,2}(?:taken|produced|brought|sent|put\sup|placed|shown)\s(?:to|before)\s"
    r"(?:the\s|any\s|a\s)?(?:juvenile\sjustice\s)?(?:board|j\.?j\.?b)\b"
)


def _is_other_report(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether a complaint of money laundering is held against the time for a charge-sheet, or the other way round.

    The sections of the predicate offence do not set the time for the complaint of the Directorate.
    """
    is_own = rule.id.startswith("pmla-complaint")
    is_by_gravity = rule.applies_when[0].startswith("gravity:") and matter.topic("money laundering")
    if pair.second.role != "charge-sheet" or not (is_own or is_by_gravity):
        return False
    around = matter.lower[max(0, pair.second.span.start - 40) : pair.second.span.end + 24]
    is_complaint = "complaint" in around and "charge" not in around and "challan" not in around
    return is_complaint != is_own


# "Cr.A. 611/19, State v. Lakhan": the State is the appellant.
_APPEAL_OF_STATE = re.compile(
    r"\A[^\n]{0,60}?\b(?:crl?\.?\s?a\b\.?|cra\b|criminal\sappeal|crl\.?\sapp(?:eal)?\b\.?)"
    r"[^\n]{0,30}?\bstate(?:\sof\s[a-z .]{2,24}?)?\s(?:v|vs|versus)\b"
)


def _is_appeal_of_state(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the State appeals against an acquittal, or against conviction of a lesser offence: Article 114."""
    if rule.id != "lim-115-hc":
        return False
    of_state = matter.timeline.of("state appeal")
    if of_state:
        return any(event.span == pair.second.span for event in of_state)
    return matter.topic("conviction of a lesser offence") or _APPEAL_OF_STATE.search(matter.lower) is not None


def _is_for_enhancement(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether an appeal of the State is held against the wrong Article: 115 if it asks for a graver sentence.

    Article 114 is for an appeal from an acquittal; a sentence that is too light is no acquittal.
    """
    if pair.second.role not in {"state appeal", "appeal"} or not rule.id.startswith(("lim-114", "lim-115-en")):
        return False
    is_own = rule.id == "lim-115-enhancement"
    return asks_for_enhancement(matter.lower, matter.clause_at(pair.second.span.start)) != is_own


def _is_not_a_sale_of_goods(matter: MatterProfile, rule: PeriodRule, _: PeriodDates) -> bool:
    """Whether land was promised: a day for the sale deed is no day for delivery of goods."""
    return rule.id == "lim-55-delivery" and matter.topic("specific performance")


def _is_not_prayed_for(matter: MatterProfile, rule: PeriodRule, _: PeriodDates) -> bool:
    """Whether the text says that nobody asked to set the abatement aside."""
    return rule.id == "lim-121-together" and _NO_PRAYER.search(matter.lower) is not None


_NO_PRAYER = re.compile(
    r"\b(?:no|without|not)\s(?:any\s|a\s)?(?:\w+\s)?(?:prayer|application|appln|petition|request|ask\w*|pray\w*)\b[^.;\n]{0,30}\bset(?:ting)?\b[^.;\n]{0,20}\babatement\b"
    r"|\babatement\b[^.;\n]{0,30}\b(?:not|never)\s(?:asked|prayed|sought|moved)\b"
)


def _is_other_document(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether an agreement is taken for the deed that was presented for registration."""
    if rule.id != "registration-23" or pair.first.role != "agreement":
        return False
    clause = matter.clause_at(pair.second.span.start)
    told = matter.lower[min(clause.start, pair.second.span.start) : clause.end]
    is_of_agreement = re.search(r"\bagre+ment\b|\bagt\b", told) is not None
    return not is_of_agreement and not clause.contains(pair.first.span)


def _is_death_of_another(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether somebody else than a married woman died; the sections protect her."""
    clause = pair.second.clause or pair.second.span
    return (
        rule.id.startswith(("marriage-", "dp-6-3"))
        and _ANOTHERS_DEATH.search(matter.lower, clause.start, clause.end) is not None
    )


def _is_held_by_executive_order(matter: MatterProfile, rule: PeriodRule, _: PeriodDates) -> bool:
    """Whether he was held under the order of an Executive Magistrate, so that no production was due from the arrest."""
    return rule.id.endswith("-production") and matter.topic("custody by an Executive Magistrate")


def _is_no_application_for_arbitrator(matter: MatterProfile, rule: PeriodRule, _: PeriodDates) -> bool:
    """Whether the petition is one to set the award aside."""
    return rule.id == "arb-11-limitation-petition" and bool(matter.timeline.of("section 34 petition", "award"))


_OF_HIGH_COURT = re.compile(
    r"\b(?:h\.?c|high\scourt)(?:'s|’s)?\s(?:by\s|in\s|vide\s|its\s|the\s|final\s)*(?:judgment|judgement|jdgt|order|decision)\b[^;\n\d]{0,20}\Z"
)


def _is_from_high_court(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the decision is already one of the High Court: Article 115 is for appeals to it."""
    start = pair.first.span.start
    return rule.id == "lim-115-hc" and _OF_HIGH_COURT.search(matter.lower, max(0, start - 50), start) is not None


_REVIEW_IN_SUPREME_COURT = re.compile(
    r"\breview\b[^.;\n]{0,40}\b(?:s\.?c\b|supreme\scourt)|\b(?:s\.c\.|supreme\scourt)[^.;\n]{0,60}\breview\b"
)


def _is_review_of_supreme_court(matter: MatterProfile, rule: PeriodRule, _: PeriodDates) -> bool:
    """Whether the review is one in the Supreme Court, whose own Rules set the time; Article 124 leaves it out."""
    return rule.id == "lim-124" and _REVIEW_IN_SUPREME_COURT.search(matter.lower) is not None


_SUICIDE = re.compile(
    r"(?<!no\s)(?<!not\s)(?<!not\sa\s)(?<!says\s)(?<!alleges\s)\bsuicid\w+|\bhang(?:ed|ing|s)\b|\bpoison\w*|\bconsumed\b|\bjumped\b|\bdrown\w+|\b(?:took|ended)\sher\s(?:own\s)?life\b|\b(?:set|burnt|burned|immolated)\sherself\b"
)


_PRESUMED_ABETMENT = frozenset({"marriage-113a", "marriage-117"})


def _is_no_suicide(matter: MatterProfile, rule: PeriodRule, _: PeriodDates) -> bool:
    """Whether the presumption of abetment is only quoted, and nobody says that she took her life."""
    if rule.id not in _PRESUMED_ABETMENT or matter.raises("IPC-306", "BNS-108"):
        return False
    return _SUICIDE.search(matter.lower) is None


_TO_A_DATE = re.compile(
    r"\b(?:to|till|until|up\s?to|by|for|as|before|date|fixed|fixes|deadline)\s?[:-]?\s(?:the\s)?\Z|[:=]\s?\Z"
)


def _is_day_of_extension(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the date is the day on which time was extended, and not the new date for performance."""
    start = pair.first.span.start
    return rule.id == "lim-54-extended" and not _TO_A_DATE.search(matter.lower, max(0, start - 24), start)


_BEFORE_BOARD = re.compile(r"\b(?:board|j\.?j\.?b)\b")
_NOT_BEFORE_BOARD = re.compile(r"\b(?:not|never|instead\sof|rather\sthan)\s(?:[\w’']+\s){0,4}?(?:board|j\.?j\.?b)\b")
_BY_POLICE = re.compile(r"\b(?:police|c\.?b\.?i|e\.?o\.?w|s\.?h\.?o|p\.?s)\b")


def _has_own_production(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether another Act sets the time for production: PMLA s.19(3) for the Directorate, JJ Act s.10 for a child."""
    if rule.id not in {"crpc-production", "bnss-production"}:
        return False
    clauses = [matter.clause_at(event.span.start) for event in (pair.first, pair.second)]
    told = " ".join(matter.lower[clause.start : clause.end] for clause in clauses)
    if matter.topic("money laundering") and _BY_POLICE.search(told) is None:
        return True
    is_child = matter.topic("juvenile") or "JJ" in matter.named_acts
    return is_child and _BEFORE_BOARD.search(_NOT_BEFORE_BOARD.sub("", told)) is not None


_304B = r"(?:304-?\s?b|80(?:\s?\(2\))?)\b"
_CONVICTED_OF_DOWRY_DEATH = re.compile(
    rf"\b(?:convict\w*|conv(?:d|\.)?|guilty|sentence[ds]?|r\.?i\.?)\b(?:(?!\bacq)[^.;\n]){{0,50}}?\b{_304B}"
)
_ACQUITTED_OF_DOWRY_DEATH = re.compile(
    rf"\b(?:acquit(?:ted|tal)|acqd)\b\.?\s(?:\w+\s){{0,3}}?(?:of|u/s|under|on)\s[^.;\n]{{0,24}}?{_304B}|\b{_304B}[^.;\n]{{0,40}}\b(?:acquitted|acqd|acquittal)\b"
)
_NO_APPEAL_OF_STATE = re.compile(
    r"\bstate\s(?:has|have|had|did)\s(?:not|never)\s(?:\w+\s)?(?:appeal|filed|preferred|challenged)|\bno\s(?:state\sappeal|(?:cross-?\s?)?appeal\sby\s(?:the\s)?state)"
    r"|\b(?:acquittal|it|that)\s(?:was|is|has\sbeen)\s(?:not|never)\s(?:challenged|appealed)|\bno\sappeal\s(?:was\s|is\s)?(?:filed|preferred)?\s?(?:against|from)\s(?:the|that)\sacquittal"
)
_DOWRY_DEATH_DROPPED = re.compile(
    rf"\b{_304B}(?:\s(?:ipc|bns))?\s(?:\w+\s){{0,2}}(?:dropped|deleted|given\sup|withdrawn|not\sframed|not\spressed)\b|\bdropp(?:ed|ing)\s[^.;\n]{{0,30}}\b{_304B}"
)


def _is_dowry_death_gone(matter: MatterProfile, rule: PeriodRule, _: PeriodDates) -> bool:
    """Whether dowry death is no longer in issue: dropped, or ended in an acquittal from which nobody appeals."""
    if rule.id not in {"marriage-304b", "marriage-80"} or _CONVICTED_OF_DOWRY_DEATH.search(matter.lower):
        return False
    is_final = _ACQUITTED_OF_DOWRY_DEATH.search(matter.lower) and _NO_APPEAL_OF_STATE.search(matter.lower)
    return bool(is_final) or _DOWRY_DEATH_DROPPED.search(matter.lower) is not None


_OF_TAKING = re.compile(r"\b(?:363|366-?a?|137|87)\b|\bkidnap|\bmissing\b|\babduct")
_OF_RAPE = re.compile(r"\b376|\brap(?:e|ed)\b|\b6[45]\b|\bpocso\b|\bsexual")


def _is_before_word_of_rape(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the FIR told only of a taking: the doctor is due within a day of the information of rape."""
    if not rule.id.endswith("-medical") or pair.first.role != "fir":
        return False
    clause = matter.clause_at(pair.first.span.start)
    told = matter.lower[clause.start : clause.end]
    return _OF_TAKING.search(told) is not None and _OF_RAPE.search(told) is None


def _has_own_article(matter: MatterProfile, rule: PeriodRule, _: PeriodDates) -> bool:
    """Whether another Article than the residuary one provides for the suit: a declaration has Article 58."""
    return rule.id == "lim-113" and matter.topic("declaration")


def _is_no_licence(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether only the learned reader takes a date for the end of a licence, and no licence is named beside it."""
    clause = matter.clause_at(pair.first.span.start)
    told = matter.lower[max(0, clause.start - 60) : clause.end]
    return rule.id == "mv-14-grace" and pair.first.is_likely and re.search(r"\blicen[cs]e|\bd\.?l\b", told) is None


_LENT = re.compile(r"\b(?:loan|lent|lend|borrow|advanc|hand-?\s?loan|friendly)")
_PAID_BY_DRAWER = re.compile(
    r"\b(?:a-?\s?\d|accused|accd\b\.?|drawer|debtor|respondent)\s(?:paid\s|sent\s|remitted\s)?(?:\w+\s){0,2}?to\s(?:the\s)?"
    r"(?:complt|complainant|payee|holder|creditor|lender)\b"
)


def _is_no_loan(matter: MatterProfile, rule: PeriodRule, pair: PeriodDates) -> bool:
    """Whether the sum went from the drawer of the cheque to its payee, or nobody speaks of a loan."""
    if rule.id != "lim-19-cheque" or pair.first.role != "loan":
        return False
    clause = matter.clause_at(pair.first.span.start)
    is_by_drawer = _PAID_BY_DRAWER.search(matter.lower, clause.start, max(clause.end, pair.first.span.end + 60))
    return is_by_drawer is not None or (pair.first.is_likely and _LENT.search(matter.lower) is None)


_OUTSIDE = (
    _is_no_loan,
    lambda matter, rule, pair: is_suit_for_something_else(matter, rule, pair.second),
    _is_no_licence,
    _has_own_article,
    _has_own_production,
    _is_dowry_death_gone,
    _is_before_word_of_rape,
    _is_day_of_extension,
    is_hearing_of_objections,
    is_only_warrant,
    is_under_other_land_act,
    _is_no_penalty,
    _is_held_by_executive_order,
    _is_no_suicide,
    _is_review_of_supreme_court,
    _is_from_high_court,
    _is_no_application_for_arbitrator,
    _is_birth_of_one_of_several,
    _is_from_acquittal,
    _is_death_of_another,
    _is_not_before_board,
    _is_first_before_magistrate,
    _is_bailed,
    _is_under_old_code,
    _is_other_report,
    _is_appeal_of_state,
    _is_for_enhancement,
    _is_not_a_sale_of_goods,
    _is_not_prayed_for,
    _is_other_document,
)


_ON_DEMAND = re.compile(r"\b(?:on|upon)\sdemand\b")


def under_its_article(matter: MatterProfile, line: LawLine, pair: PeriodDates) -> LawLine:
    """The line of a loan under Article 21 if it was payable on demand; the time is that of Article 19.

    The line of a suicide is put as a condition if nothing in the matter says that it was one, that of adverse
    possession from the side of the one who sues.
    """
    if line.rule == "lim-65" and pair.first.role == "hostile assertion":
        return of_possessor(matter, line)
    if line.rule in _PRESUMED_ABETMENT and _SUICIDE.search(matter.lower) is None:
        return replace(line, says=line.says.replace("The suicide falls", "If it was a suicide, it falls"))
    loan = matter.clause_at(pair.first.span.start)
    if line.provision != _ARTICLE_19 or pair.first.role != "loan":
        return line
    if not _ON_DEMAND.search(matter.lower, loan.start, loan.end):
        return line
    return replace(
        line, provision=_ARTICLE_21, also=(_ARTICLE_19, *(each for each in line.also if each != _ARTICLE_21))
    )


_ARTICLE_19, _ARTICLE_21 = Provision.parse("Limitation-Article-19"), Provision.parse("Limitation-Article-21")
