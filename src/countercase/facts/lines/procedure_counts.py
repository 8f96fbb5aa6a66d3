"""Counts that criminal procedure turns on: witnesses to a search, time for reflection, earlier charge-sheets."""

import re
from collections.abc import Iterator
from datetime import datetime

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.money import rupees
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.acts import COMMENCEMENT
from countercase.text.words import capitalised

_OF_A_CRIME = re.compile(r"\b(?:acc(?:use)?d|decd|deceased|p\.?w\.?-?\s?\d|hostile|confess\w*|panch(?:as?|nama)?)\b")


def procedure_count_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line of a count in criminal procedure."""
    is_crime = matter.topic("crime")
    if is_crime or _OF_A_CRIME.search(matter.lower):
        yield from _witnesses_to_search(matter)
        yield from _time_for_reflection(matter)
    if not is_crime:
        return
    yield from _judges_who_sign(matter)
    yield from _earlier_charge_sheets(matter)
    yield from _value_of_stolen_property(matter)
    yield from _appeal_of_right(matter)


# Witnesses to a search.

_SEARCH = re.compile(
    r"\b(?:search(?:ed)?|house-?search|raid(?:ed)?|seizure|recover(?:y|ed|ies)|panch(?:nama|anama)|mahazar|memo|fard|seized)\b"
)
_PLACE = re.compile(
    r"\b(?:house|home|room|shop|flat|premises|godown|quarter|hut|office|dwelling|kothi|almirah|cowshed|residence|tenement|dera|farm)\b"
)
_KIND = (
    r"(?:(?:independent|respectable|public|local|private|attesting|neighbouring|search|panch|seizure|more|other|second)\s){0,3}"
    r"(?:panch(?:as?|es)?(?:\switness(?:es)?)?|pancha?s|witness(?:es)?|mashirs?|inhabitants?|respectables?|(?:man|men|person|persons|neighbours?)\sof\s(?:the\s)?(?:locality|mohalla|village|area))\b"
)
_ONE_WITNESS = re.compile(
    rf"\b(?P<few>(?:a\s|the\s|by\s)?(?:single|sole|solitary|lone|only\sone|just\sone|but\sone|one\s(?:and\sonly|alone))\s{_KIND}|one\s{_KIND}(?=\s(?:only|alone)|,?\s(?:and|who|he)\b|\s?[,(.;])|no\ssecond\s{_KIND})"
    rf"|\b(?P<only>(?:signed|attested|witnessed)\sby\s(?:the\s|his\s|one\s|a\s)?[a-z]+(?:\s[a-z]+)?\s?(?:\([^()]{{1,24}}\)\s?)?(?:only|alone))\b"
    rf"|\b(?P<many>(?P<count>two|three|four|five|[2-6]|both)\s(?:the\s)?{_KIND})"
)
_SIGNED = re.compile(
    r"\b(?:sign\w*|attest\w*|carries|bears|shows?|has|witnessed|present|presence|before|joined|called|took|taken|associated|with)\b"
)
_LAW = re.compile(
    r"\b(?:must|shall|should|required?s?|needs?|whether|if|law|at\sleast|minimum|not\sless|two\sor\smore|no|not|nor|without)\b[^.;\n]{0,30}\Z"
)
_POLICE = re.compile(r"\A\s?(?:from\s(?:the\s)?police|constables?|police)\b")
_LIST_OF_SEIZURE = re.compile(
    r"\b(?:seizure|search|recovery)\s(?:list|memo|report|panch\w+)|\bpanch(?:nama|anama)\b|\bmahazar\b|\bfard\b|\bmemo\b"
)
_TWO = 2  # CrPC s.100(4), BNSS s.103(4)
_TESTIFYING = re.compile(r"\b(?:eye-?\s?witness|hostile|examined|deposed?|chance)\b")


def _witnesses_to_search(matter: MatterProfile) -> Iterator[LawLine]:
    """Two or more independent inhabitants of the locality are to attend the search of a place."""
    if not _PLACE.search(matter.lower) or not _SEARCH.search(matter.lower):
        return
    for match in _ONE_WITNESS.finditer(matter.lower):
        before = matter.lower[max(0, match.start() - 160) : match.start()]
        clause = matter.clause_at(match.start())
        own = matter.lower[clause.start : clause.end]
        around = matter.lower[max(0, clause.start - 60) : clause.end]
        if not _SEARCH.search(around) or (match["few"] != "no second" and _LAW.search(before[-40:])):
            continue
        if match["many"] and (not _SIGNED.search(own) or not _PLACE.search(before + own) or _TESTIFYING.search(own)):
            continue
        if match["only"] and (not _LIST_OF_SEIZURE.search(own) or "certificate" in own):
            continue
        if match["few"] and not _SIGNED.search(around) and "memo" not in around:
            continue
        count = _TWO if match["count"] == "both" else int(read_count(match["count"]) or 0) if match["many"] else 1
        if not count or _POLICE.match(matter.lower, match.end()):
            continue
        name = next(name for name in ("few", "only", "many") if match[name])
        yield _search_line(matter, count, Span(*match.span(name)))
        return


def _search_line(matter: MatterProfile, count: int, span: Span) -> LawLine:
    enough = count >= _TWO
    is_new = matter.code_day >= COMMENCEMENT
    value = "1 witness" if count == 1 else f"{count} witnesses"
    effect = (
        "enough, if they are independent and of the locality"
        if enough
        else "fewer than the section asks for; the search is not void for it, but its proof is to be weighed with care"
    )
    return LawLine(
        Provision.parse("BNSS-103(4)" if is_new else "CrPC-100(4)"),
        "number of independent witnesses to the search",
        value,
        "2 witnesses",
        Stands.of(enough),
        (span,),
        f"{capitalised(value)} against two or more: {effect}.",
        "bnss-103-4" if is_new else "crpc-100-4",
    )


# Time for reflection before a confession.

_CONFESSION = re.compile(r"\bconfess(?:ion|ed|ional)\b")
_MAGISTRATE = re.compile(r"\bmagistrate\b|\bj\.?m\.?f\.?c\b|\bc\.?j\.?m\b|\bj\.?m\b|\b164\b|\b183\b|\bm\.?m\b")
_LENGTH = (
    r"(?P<term>[\"'“]?(?:(?P<half>half\san\shour)|(?P<hour>an\shour)|(?P<day>(?:one|a|full)\s(?:full\s)?(?:day|night))"
    r"|(?P<count>\d{1,3}|[a-z]+(?:-[a-z]+)?)\s?(?P<unit>minutes?|mins?\b\.?|hours?|hrs?\b\.?|days?))[\"'”]?)"
)
_REFLECT = (
    r"(?:reflect\w*|think(?:ing)?|ponder\w*|consider\w*|cool\w*|compose|make\sup\shis\smind|ruminat\w*|deliberat\w*)"
)
_REFLECTION = re.compile(
    rf"\b(?:giv(?:en|ing)|gave|allowed|granted|got|had|afforded|kept|sat|left|spent|with|after|sent\sback|remanded|lodged)\s(?:(?:him|her|the\saccused|accd|only|just|about|barely|to|in|a|time|of|for|some|mere|jail|prison|judicial|custody)\s){{0,5}}{_LENGTH}(?=(?:[^.;\n]|\.(?=\w)){{0,60}}(?:\b{_REFLECT}|\brecord|\broom\b|\bchamber))"
    rf"|\b{_REFLECT}\b[^.;\n]{{0,30}}?\b(?:was|of|for|:|-|only|is)\s(?:only\s|about\s|just\s)?"
    rf"{_LENGTH.replace('?P<', '?P<b_')}"
    rf"|\b{_LENGTH.replace('?P<', '?P<d_')}\s(?:for|to|of|in\swhich\sto)\s(?:his\s|her\s)?{_REFLECT}"
    rf"|\b(?:time|period|interval)\s(?:for|of)\s(?:his\s)?{_REFLECT}\b[^.;\n]{{0,20}}?{_LENGTH.replace('?P<', '?P<c_')}"
)
_BEGAN = re.compile(
    r"\b(?:recording|statement|confession)\s(?:was\s)?(?:began|begun|started|commenced|recorded|taken\sdown)\s(?:at\s|from\s|on\s)?(?:\d{1,2}[.:]\d{2}|\d{1,2})\s?(?:[ap]\.?m\b\.?|hrs?\b|hours)"
)
_REFLECTION_HOURS = 24  # Sarwan Singh v. State of Punjab AIR 1957 SC 637, a rule of practice


def _time_for_reflection(matter: MatterProfile) -> Iterator[LawLine]:
    """One who comes from police custody to confess is to have, as a rule, a day to think it over."""
    if not _CONFESSION.search(matter.lower) or not _MAGISTRATE.search(matter.lower):
        return
    told = _hours_told(matter) or _hours_between(matter)
    if told is None:
        return
    hours, value, spans = told
    enough = hours >= _REFLECTION_HOURS
    is_new = matter.code_day >= COMMENCEMENT
    effect = (
        "the time that the courts look for"
        if enough
        else "less than the day that the courts as a rule look for, which bears on whether it was voluntary"
    )
    yield LawLine(
        Provision.parse("BNSS-183(2)" if is_new else "CrPC-164(2)"),
        "time for reflection before the confession was recorded",
        value,
        f"{_REFLECTION_HOURS} hours",
        Stands.of(enough),
        spans,
        f"{capitalised(value)} against 24 hours, a rule of practice: {effect} (Sarwan Singh v. State of Punjab AIR 1957"
        " SC 637).",
        "reflection",
    )


def _hours_told(matter: MatterProfile) -> tuple[float, str, tuple[Span, ...]] | None:
    """The time as the text states it."""
    match = _REFLECTION.search(matter.lower)
    if match is None:
        return None
    prefix = next(prefix for prefix in ("", "b_", "c_", "d_") if match[f"{prefix}term"])
    hours: float | None
    if match[f"{prefix}half"]:
        hours = 0.5
    elif match[f"{prefix}hour"]:
        hours = 1
    elif match[f"{prefix}day"]:
        hours = 24
    else:
        count, unit = read_count(match[f"{prefix}count"]), match[f"{prefix}unit"]
        hours = None if count is None else count / 60 if unit.startswith("m") else count * (24 if unit[0] == "d" else 1)
    if hours is None:
        return None
    began = _BEGAN.search(matter.lower)
    spans = (Span(*match.span(f"{prefix}term")), *((Span(*began.span()),) if began else ()))
    return hours, _hours_in_words(hours), spans


def _hours_between(matter: MatterProfile) -> tuple[float, str, tuple[Span, ...]] | None:
    """The time between the production before the Magistrate and the recording, if both are dated to the hour or day."""
    brought = matter.timeline.first("production", "before a magistrate", "remand")
    recorded = matter.timeline.first("confession", "statement to a magistrate")
    if brought is None or recorded is None or brought.at is None or recorded.at is None:
        return None
    first, last = datetime.combine(brought.day, brought.at), datetime.combine(recorded.day, recorded.at)
    hours = (last - first).total_seconds() / 3600
    return (hours, _hours_in_words(hours), (recorded.span, brought.span)) if 0 < hours < 240 else None


def _hours_in_words(hours: float) -> str:
    minutes = round(hours * 60)
    return dates.counted(minutes, "minutes") if minutes < 60 else dates.counted(round(hours, 1), "hours")


# Judges who sign the confirmation of a death sentence.

_SIGNED_BY = re.compile(
    r"\b(?P<term>(?:sign(?:ed|s)?\sby|(?:bears?|carries|has|with)\s(?:the\s)?signatures?\sof)\s(?:only\s|just\s)?(?P<who>both|one|two|a\ssingle|three|the\stwo)\s(?:of\s(?:the\s)?)?(?:the\s)?(?:learned\s|ld\.?\s|hon(?:'|’)?ble\s)*judges?(?:\s(?:only|alone))?)\b"
)
_SIGNING = {"both": 2, "one": 1, "two": 2, "a single": 1, "three": 3, "the two": 2}


def _judges_who_sign(matter: MatterProfile) -> Iterator[LawLine]:
    """A sentence of death is confirmed by two judges at least, where the High Court has two or more."""
    match = _SIGNED_BY.search(matter.lower) if matter.topic("death sentence") else None
    if match is None or "confirm" not in matter.lower:
        return
    count = _SIGNING[match["who"]]
    enough = count >= _TWO
    effect = "the confirmation is signed as the section asks" if enough else "one judge cannot confirm the sentence"
    is_new = (matter.last_day or matter.code_day) >= COMMENCEMENT
    value = f"{count} judges" if count > 1 else "1 judge"
    yield LawLine(
        Provision.parse("BNSS-410" if is_new else "CrPC-369"),
        "number of judges who signed the confirmation of the death sentence",
        value,
        "2 judges",
        Stands.of(enough),
        (Span(*match.span("term")),),
        f"{capitalised(value)} against at least two: {effect}.",
        "bnss-410" if is_new else "crpc-369",
    )


# Earlier charge-sheets for continuing unlawful activity.

_CHARGE_SHEETS = re.compile(
    r"\b(?P<term>(?:only\s|just\s|a\s)?(?P<count>one|single|sole|lone|two|three|four|five|six|seven|[1-9])\s(?:earlier\s|previous\s|prior\s|past\s|such\s)?charge-?\s?sheets?)\b(?!\s(?:was\s|is\s)?filed\sin\sthis)"
)
_ORGANISED_CRIME = re.compile(
    r"\bmcoca\b|\bmcoc\b|\bm\.c\.o\.c|\bcontrol\sof\sorganised\scrime\b|\bkcoca\b|\bgujctoc\b"
)
_WITHIN_TEN_YEARS = re.compile(r"\b(?:ten|10)\s(?:years|yrs?)\b|\bpreceding\b|\bcogni[sz]ance\b")


def _earlier_charge_sheets(matter: MatterProfile) -> Iterator[LawLine]:
    """MCOCA s.2(1)(d): more than one charge-sheet of which a court took cognizance in the ten years before."""
    if not _ORGANISED_CRIME.search(matter.lower) or not _WITHIN_TEN_YEARS.search(matter.lower):
        return
    for match in _CHARGE_SHEETS.finditer(matter.lower):
        count = 1 if match["count"] in {"single", "sole", "lone"} else int(read_count(match["count"]) or 0)
        before = matter.lower[max(0, match.start() - 40) : match.start()]
        if not count or re.search(r"\b(?:more\sthan|at\sleast|needs?|requires?|must|if|law)\s?\Z", before):
            continue
        enough = count > 1
        effect = "enough for a continuing unlawful activity" if enough else "too few for a continuing unlawful activity"
        value = f"{count} charge-sheet{'s' if count > 1 else ''}"
        yield LawLine(
            Provision.parse("MCOCA-2(1)(d)"),
            "number of charge-sheets of which cognizance was taken in the ten years before",
            value,
            "more than 1 charge-sheet",
            Stands.of(enough),
            (Span(*match.span("term")),),
            f"{capitalised(value)} against more than one: {effect}.",
            "mcoca-2-1-d",
        )
        return


# Value of the stolen thing.

_THEFT = ("IPC-379", "IPC-380", "IPC-381", "IPC-411", "BNS-303", "BNS-305", "BNS-306", "BNS-317")
_SUMMARY = re.compile(r"\bsummar(?:y|ily)\b|\b(?:260|283)\b")
_VALUED = re.compile(r"\b(?:valued?|worth|cost(?:ing)?|price[d]?|value)\b(?:[^.;\d]|\.(?=\s?\d)){0,30}\Z")
# "Purse with Rs 6,500 cash", "stole Rs 900 from the till": money is worth what it says.
_CASH_BEFORE = re.compile(
    r"\b(?:(?:purse|wallet|bag|pouch|till|cash-?\s?box)\s(?:with|of|containing|having|holding)|stole|pick-?pocketed|snatched)\s(?:only\s|about\s|cash\s(?:of\s)?)?\Z"
)
_CASH_AFTER = re.compile(r"\s(?:in\s)?cash\b")
_COMMUNITY_SERVICE = re.compile(
    r"\bcommunity\sservice\b|\b(?:gave\s(?:it\s)?back|gave\sit\sback|return(?:ed|s)?|restored|restoration|made\sgood)\b"
)
_THRESHOLD_OF_LAW = re.compile(
    r"\b(?:above|below|under|less\sthan|more\sthan|exceed\w*|up\s?to|limit\sof)\s(?:rs\b\.?\s?)?\Z"
)
_SUMMARY_RUPEES_1974, _SUMMARY_2006 = 200, 2_000  # CrPC s.260(1)(ii) to (iv), before and since Act 25 of 2005


def _value_of_stolen_property(matter: MatterProfile) -> Iterator[LawLine]:
    """Theft of things of small value may be tried summarily, and under the BNS be met with community service."""
    if not matter.is_charged(*_THEFT):
        return
    valued = [
        (amount, span)
        for amount, span in matter.amounts
        if (
            _VALUED.search(matter.lower[max(0, span.start - 50) : span.start])
            or _CASH_BEFORE.search(matter.lower[max(0, span.start - 50) : span.start])
            or _CASH_AFTER.match(matter.lower, span.end)
        )
        and not _THRESHOLD_OF_LAW.search(matter.lower[max(0, span.start - 20) : span.start])
    ]
    if len({amount for amount, _ in valued}) != 1:
        return
    amount, span = valued[0]
    if _SUMMARY.search(matter.lower):
        yield _summary_line(matter, amount, span)
    rule = thresholds.get("bns-303-value")
    if matter.raises("BNS-303") and rule.in_force(matter.code_day) and _COMMUNITY_SERVICE.search(matter.lower):
        holds = rule.holds(amount, "rupees")
        effect = (
            "community service, if it is his first conviction and the thing is restored"
            if holds
            else "too much for community service under the proviso"
        )
        yield _value_line(
            str(rule.provision), "value of the stolen thing", amount, rule.value, span, effect, rule.id, holds
        )


def _summary_line(matter: MatterProfile, amount: float, span: Span) -> LawLine:
    rule = thresholds.get("bnss-283-value")
    if rule.in_force(matter.code_day):
        limit, provision, name = rule.value, str(rule.provision), rule.id
    else:
        is_late = matter.code_day.year > 2006
        limit, provision, name = (_SUMMARY_2006 if is_late else _SUMMARY_RUPEES_1974), "CrPC-260(1)", "crpc-260-value"
    within = amount <= limit
    effect = "summary trial is open" if within else "too much for a summary trial"
    return _value_line(
        provision, "value of the stolen thing for a summary trial", amount, limit, span, effect, name, within
    )


def _value_line(
    provision: str, quantity: str, amount: float, limit: float, span: Span, effect: str, name: str, is_kept: bool
) -> LawLine:
    value, line = rupees(amount), rupees(limit)
    says = f"{value} against {line}: {effect}."
    return LawLine(Provision.parse(provision), quantity, value, line, Stands.of(is_kept), (span,), says, name)


# Appeal as of right to the Supreme Court after the High Court reversed an acquittal.

_REVERSED = re.compile(
    r"\b(?:revers(?:ed|es|ing)|set(?:s|ting)?\saside|upset|overturn(?:ed|ing)|converted)\s(?:(?:the|an|his|her|their|our|this|that|order|judgment|trial\scourt(?:'s|’s)?|of|sessions)\s){0,5}acquittal\b"
    r"|\ballow(?:ed|ing)\s(?:the\s)?(?:state|government|govt\b\.?|complainant|prosecution)(?:'s|’s)?\s(?:criminal\s)?appeal\b(?=[^.;\n]{0,60}\bconvict)"
    r"|\bacquittal\s(?:(?:was|is|stood|of\sthe\strial\scourt|by\sthe\ssessions\s(?:judge|court))\s){0,2}(?:reversed|set\saside|upset|overturned|turned\sinto)\b"
)
_HIGH_COURT = re.compile(r"\bhigh\scourt\b|\bh\.?\s?c\b|\bdivision\sbench\b")
_TERM = re.compile(
    r"\b(?P<life>(?:imprisonment\sfor\s)?life(?:\simprisonment|\sterm|\ssentence)?|sentence(?:d)?\s(?:of|to)\sdeath)\b(?!\s(?:insurance|time))"
    r"|\b(?P<term>(?P<count>\d{1,2}|[a-z]+)\s(?:years?|yrs?\b\.?)(?:'|’)?)\s?\(?(?:r\.?i\b|s\.?i\b|rigorous|simple|imprisonment|jail)"
    r"|\b(?:r\.?i\b\.?|s\.?i\b\.?|imprisonment|sentenced\s(?:him\s|her\s)?to|undergo)\s(?:of\s|for\s)?(?P<term2>(?P<count2>\d{1,2}|[a-z]+)\s(?:years?|yrs?\b\.?))"
)
_TO_SUPREME_COURT = re.compile(
    r"\bsupreme\scourt\b|\bs\.\s?c\b|\bsc\b|\bs\.?l\.?p\b|\b379\b|\b420\s(?:of\s(?:the\s)?)?bnss\b|\bstatutory\s(?:criminal\s)?appeal\b|\bas\sof\sright\b|\bapex\scourt\b"
)
_OF_RIGHT_YEARS = 10  # CrPC s.379, BNSS s.420


def _appeal_of_right(matter: MatterProfile) -> Iterator[LawLine]:
    """One convicted by the High Court on reversing an acquittal may appeal as of right if he gets ten years or more."""
    reversed_at = _REVERSED.search(matter.lower)
    if reversed_at is None or not _HIGH_COURT.search(matter.lower) or not _TO_SUPREME_COURT.search(matter.lower):
        return
    term = _TERM.search(matter.lower, reversed_at.end())
    if term is None:
        return
    years = None if term["life"] else read_count(term["count"] or term["count2"])
    if not term["life"] and not years:
        return
    enough = years is None or years >= _OF_RIGHT_YEARS
    value = term["life"] if years is None else dates.counted(years, "years")
    effect = (
        "the appeal to the Supreme Court lies as of right" if enough else "only special leave (Article 136) is open"
    )
    is_new = (matter.last_day or matter.code_day) >= COMMENCEMENT
    name = "life" if term["life"] else "term" if term["term"] else "term2"
    yield LawLine(
        Provision.parse("BNSS-420" if is_new else "CrPC-379"),
        "sentence on reversal of the acquittal (appeal as of right: ten years or more)",
        value,
        f"{_OF_RIGHT_YEARS} years",
        Stands.of(enough),
        (Span(*term.span(name)),),
        f"{capitalised(value)} against ten years or more: {effect}.",
        "bnss-420" if is_new else "crpc-379",
        (Provision.parse("Constitution-Article-134"),),
    )
