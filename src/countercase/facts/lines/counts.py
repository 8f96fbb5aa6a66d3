"""Lines of counted persons and of sums in civil matters.

Attesting witnesses, members of a company, allottees of a project, the value of a commercial dispute, the deposit and
the amount in dispute in a motor accident appeal, weeks of pregnancy, the term of a lease and of a sentence.
"""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.money import rupees
from countercase.facts.lines.number_lines import line_against
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.words import provision_name
from countercase.law import dates
from countercase.law.tables import periods, thresholds

_NUMBER = r"(?P<{0}>\d{{1,4}}|(?:[a-z]+-)?[a-z]+)"
_NOT_A_FACT = re.compile(
    r"\b(?:must|shall|should|required?s?|needs?|unless|whether|if|law|at\sleast|minimum|not\sless\sthan|says?\sthat|argues?)\b[^.;\n]{0,50}\Z"
)


def count_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line of a counted or measured thing in a civil matter."""
    yield from _attesting_witnesses(matter)
    yield from _members_of_company(matter)
    yield from _notice_of_meeting(matter)
    yield from _allottees(matter)
    yield from _specified_value(matter)
    yield from _motor_appeal(matter)
    yield from _weeks_of_pregnancy(matter)
    yield from _term_of_lease(matter)
    yield from _sentence_of_candidate(matter)
    yield from _price_of_smuggled_goods(matter)
    yield from _maintenance_of_parent(matter)


# Wills.

_WILL = re.compile(r"\b(?:will|codicil|testator|testatrix|testament)\b")
_WITNESSES = re.compile(
    rf"\b(?:only\s|just\s|by\s|of\s|before\s)(?:only\s|just\s)?{_NUMBER.format('count')}\s(?:attesting\s)?(?:witness(?:es)?|attestors?|person|persons)\b(?=[^.;\n]{{0,40}}\b(?:sign\w*|attest\w*|put\s(?:his|her|their)\sname|present|presence|name|mark)\b)"
    rf"|\b(?:signature|attestation|mark|name)s?\sof\s(?:only\s|just\s|but\s)?{_NUMBER.format('signed')}\s(?:attesting\s)?(?:witness(?:es)?|attestors?)\b"
    rf"|\b(?:signed|attested|witnessed)\sby\s(?:only\s|just\s|but\s)?{_NUMBER.format('by')}\s(?:attesting\s)?(?:witness(?:es)?|attestors?|persons?)\b"
    rf"|\bonly\s{_NUMBER.format('alone')}\s(?:attesting\s)?witness(?:es)?\s(?:put|signed|attested|affixed)\b"
    rf"|\b{_NUMBER.format('sole')}\s(?:attesting\s)?witness(?:es)?\s(?:alone|only)\b(?=[^.;\n]{{0,40}}\b(?:sign\w*|attest\w*))"
)
_NOT_TO_A_WILL = re.compile(r"\b(?:gift|note|bond|agreement|arrest|seizure|panchnama|recovery|memo|deed|confession)\b")


_MUSLIM = re.compile(r"\b(?:muslim|mohammedan|mahomedan|muhammadan)\b")


def _attesting_witnesses(matter: MatterProfile) -> Iterator[LawLine]:
    """A will needs two attesting witnesses; a codicil is a will. The will of a Muslim needs none."""
    if not matter.has_words("will") or _MUSLIM.search(matter.lower):
        return
    rule = thresholds.get("succession-63-witnesses")
    for match in _WITNESSES.finditer(matter.lower):
        sentence = matter.lower[max(0, match.start() - 160) : match.end()]
        group = next(name for name in ("count", "signed", "by", "alone", "sole") if match[name])
        count = read_count(match[group])
        clause = matter.lower[matter.clause_at(match.start()).start : match.end()]
        if count is None or not _WILL.search(sentence) or _NOT_TO_A_WILL.search(clause):
            continue
        if _NOT_A_FACT.search(matter.lower[max(0, match.start() - 60) : match.start()]):
            continue
        enough = rule.holds(count)
        effect = "enough" if enough else "too few, so that the will is not duly attested"
        yield line_against(
            rule,
            "number of attesting witnesses",
            f"{count:g}",
            f"{rule.value:g} or more",
            Span(*match.span()),
            effect,
            is_kept=enough,
        )


# Companies and projects.

_MEMBERS_PETITION = re.compile(
    rf"\b{_NUMBER.format('count')}\s(?:members|shareholders)\s(?:of\s(?:the|this|that)\s(?:group|family|company)\b)?[^.;\n]{{0,80}}?\b(?:moved|petitioned|filed|applied|approached|joined|complain\w*)\b"
)
_MEMBERS_IN_ALL = re.compile(
    rf"\b(?:has|have|having|with|of)\s(?:[^.;\n]{{0,30}}\band\s)?(?:only\s|in\sall\s)?{_NUMBER.format('count')}\s(?:members|shareholders)\b|\bmembers\s(?:on\sthe\sregister\s)?(?:are|number)\s{_NUMBER.format('other')}\b"
)
_CAPITAL = re.compile(
    r"\b(?:hold(?:ing|s)?|held|with|own(?:s|ing|ed)?|owners\sof)\s(?:together\s|in\sall\s|only\s|about\s)*(?P<share>\d{1,2}(?:\.\d{1,2})?|[a-z]+(?:-[a-z]+)?)\s?(?:%|per\s?cent)\s(?:of\s)?(?:the\s)?(?:issued|paid-?up|share|total)?\s?(?:share\s|equity\s|voting\s)?capital\b"
)


def _members_of_company(matter: MatterProfile) -> Iterator[LawLine]:
    """A petition for oppression needs a tenth of the capital, or a hundred members or a tenth of them."""
    rule = thresholds.get("companies-244-members")
    if not matter.topic("company petition") or not rule.in_force(matter.last_day or matter.code_day):
        return
    petitioners, all_members = _MEMBERS_PETITION.search(matter.lower), _MEMBERS_IN_ALL.search(matter.lower)
    count = read_count(petitioners["count"]) if petitioners else None
    total = read_count(all_members["count"] or all_members["other"]) if all_members else None
    capital = _CAPITAL.search(matter.lower)
    share = read_count(capital["share"]) if capital else None
    if petitioners is not None and count is not None and total is not None and count < total:
        enough = count >= rule.value or count * 10 >= total
        if enough or share is None:
            effect = (
                "the petition lies"
                if enough
                else "too few, unless they hold a tenth of the capital or the Tribunal waives this"
            )
            value = f"{count:g} of {total:g} members"
            line = f"{rule.value:g} members or a tenth of them"
            span = Span(petitioners.start(), petitioners.end("count"))
            yield line_against(rule, "number of petitioning members", value, line, span, effect, is_kept=enough)
            return
    if matter.topic("requisitioned meeting"):  # the capital of those who petition is the issued capital
        capital = next((each for each in _CAPITAL.finditer(matter.lower) if "issued" in each[0]), None)
        share = read_count(capital["share"]) if capital else None
    if capital is not None and share is not None:
        by_capital = thresholds.get("companies-244-capital")
        enough = by_capital.holds(share, "percent")
        effect = by_capital.effect if enough else "too little, unless their number suffices or the Tribunal waives this"
        value, line = f"{share:g} per cent", f"{by_capital.value:g} per cent"
        quantity = "issued capital held by the petitioners"
        yield line_against(by_capital, quantity, value, line, Span(*capital.span()), effect, is_kept=enough)


_DAYS_OF_NOTICE = re.compile(rf"\b(?P<term>{_NUMBER.format('count')}\s(?:clear\s)?days['’]?)\s(?:clear\s)?notice\b")
_MEETING = re.compile(r"\b(?:meeting|e\.?g\.?m|a\.?g\.?m)\b")
_SHORTER_AGREED = re.compile(r"(?<!\bno\s)(?<!\bnot\s)\bconsent(?:ed)?\b")
_NOBODY_AGREED = re.compile(
    r"\b(?:no|nobody|none|not|never|without)\b[^.;]{0,40}\bconsent\w*|\bno\sone\b[^.;]{0,20}\bconsent\w*"
)


def _notice_of_meeting(matter: MatterProfile) -> Iterator[LawLine]:
    """A general meeting needs twenty-one clear days' notice, unless nearly all members consent to less."""
    if not matter.topic("company petition"):
        return
    rule = periods.by_id()["companies-101"]
    for match in _DAYS_OF_NOTICE.finditer(matter.lower):
        days, clause = read_count(match["count"]), matter.clause_at(match.start())
        words = matter.lower[max(0, match.start() - 160) : clause.end]
        if days is None or not _MEETING.search(words):
            continue
        enough = days >= rule.value
        if not enough and _SHORTER_AGREED.search(_NOBODY_AGREED.sub("", words)):
            return
        value = dates.counted(days, "days")
        yield LawLine(
            rule.provision,
            "days of notice of the general meeting",
            value,
            f"{rule.value} clear days",
            Stands.of(enough),
            (Span(*match.span("term")),),
            f"{value} against {rule.value} clear days: {rule.within if enough else rule.crossed}",
            rule.id,
        )
        return


_ALLOTTEES = re.compile(
    rf"\b{_NUMBER.format('count')}\s(?:of\s(?:the\s)?\d{{1,4}}\s)?(?:allottees|home-?\s?buyers|flat\sbuyers|buyers)\b"
)
_UNITS = re.compile(rf"\b(?:of|has|with)\s{_NUMBER.format('count')}\s(?:units|flats|apartments|allottees)\b")


def _allottees(matter: MatterProfile) -> Iterator[LawLine]:
    """Allottees who ask for insolvency must be a hundred, or a tenth of those in the project."""
    if not matter.topic("insolvency"):
        return
    rule = thresholds.get("ibc-7-allottees")
    joined, units = _ALLOTTEES.search(matter.lower), _UNITS.search(matter.lower)
    count = read_count(joined["count"]) if joined else None
    total = read_count(units["count"]) if units else None
    is_in_force = rule.in_force(matter.last_day or matter.code_day)
    if joined is None or count is None or (count < rule.value and total is None) or not is_in_force:
        return
    enough = count >= rule.value or (total is not None and count * 10 >= total)
    value = f"{count:g}" + (f" of {total:g}" if total else "") + " allottees"
    line = f"{rule.value:g} allottees or a tenth of them"
    effect = rule.effect if enough else "too few for the application"
    yield line_against(rule, "number of allottees who join", value, line, Span(*joined.span()), effect, is_kept=enough)


# Sums.


_SPECIFIED_VALUE = re.compile(
    r"\bspecified\svalue\b[^.;\d]{0,20}\Z|\bvalued\s(?:at|for)\s(?:rs\b\.?\s?)?\Z"
    r"|\bsuit\b(?:[^.;]|\.(?=\d)){0,90}\b(?:brought|filed|instituted|laid|lodged|is)\b(?:[^.;\d]|\d(?!\d{5})){0,30}\sfor\s(?:recovery\sof\s)?(?:rs\b\.?\s?)?\Z"
)


def _specified_value(matter: MatterProfile) -> Iterator[LawLine]:
    """A commercial court tries disputes from its specified value upwards."""
    if not matter.topic("commercial suit"):
        return
    for amount, span in matter.amounts:
        if not _SPECIFIED_VALUE.search(matter.lower[max(0, span.start - 140) : span.start]):
            continue
        for rule in thresholds.applicable(Quantity.AMOUNT, "suit", matter.last_day or matter.code_day):
            if rule.provision.act == "CommercialCourts":
                enough = rule.holds(amount, "rupees")
                effect = rule.effect if enough else "too small for a commercial court"
                line = rupees(rule.value)
                yield line_against(rule, "specified value", rupees(amount), line, span, effect, is_kept=enough)
        return


_DISPUTED = re.compile(
    r"\b(?:for|seeks?|sought|prays?|asks?|wants?)\s(?:an?\s|the\s)?(?:enhancement|increase|rise)\s(?:of|by)\s(?:only\s|just\s)?(?:rs\b\.?\s?)?\Z|\b(?:asks?|asked|seeks?|seeking|sought|prays?|prayed|claims?|wants?|wanted)\s(?:for\s)?(?:only\s)?(?:a\sfurther|further|an\sadditional|additional|another|(?:an\s)?enhancement\s(?:of|by)|(?:an\s)?increase\s(?:of|by)|a\smere)\s(?:sum\sof\s)?(?:only\s)?(?:rs\b\.?\s?)?\Z|\bdisput(?:es|ed|ing)\s(?:only\s|a\ssum\sof\s)?(?:rs\b\.?\s?)?\Z|\bin\sdispute\b[^.;\d]{0,24}\Z"
)
_ASKED = re.compile(
    r"\b(?:asks?|asked|seeks?|seeking|sought|prays?|prayed|claims?|wants?|wanted)\s(?:for\s)?(?:only\s)?(?:rs\b\.?\s?)?\Z"
)
_MORE = re.compile(r"(?:/-)?\s(?:only\s)?(?:more|further|in\saddition|over\sand\sabove)\b")
# MV Act s.173(2), from 1 April 2022 as amended by Act 32 of 2019.
_LEAST_IN_DISPUTE = ((date(2022, 4, 1), 100_000), (date(1989, 7, 1), 10_000))  # rupees


def _motor_appeal(matter: MatterProfile) -> Iterator[LawLine]:
    """The least amount in dispute in an appeal from an award of the Claims Tribunal."""
    if not matter.topic("motor accident"):
        return
    day, sums = matter.last_day or matter.code_day, matter.amounts
    disputed = [
        pair
        for pair in sums
        if _DISPUTED.search(before := matter.lower[max(0, pair[1].start - 50) : pair[1].start])
        or (_ASKED.search(before) and _MORE.match(matter.lower, pair[1].end))
    ]
    least = next((amount for start, amount in _LEAST_IN_DISPUTE if day >= start), None)
    if disputed and least is not None:
        amount, span = disputed[0]
        enough = amount >= least
        if enough and not _DISPUTED.search(matter.lower[max(0, span.start - 50) : span.start]):
            return  # that much more is asked for in most appeals
        effect = "the appeal lies" if enough else "too little, so that no appeal lies"
        yield _sum_line(
            "MV-173(2)", "amount in dispute in the appeal", amount, rupees(least), span, effect, is_kept=enough
        )


def _sum_line(
    provision: str, quantity: str, amount: float, line: str, span: Span, effect: str, *, is_kept: bool
) -> LawLine:
    law = Provision.parse(provision)
    says = f"{rupees(amount)} against {line} under {provision_name(law)}: {effect}."
    return LawLine(law, quantity, rupees(amount), line, Stands.of(is_kept), (span,), says, provision.lower())


_MARKET_VALUE = re.compile(r"\bmarket\s(?:value|price)\b[^.;\d]{0,30}\Z|\b(?:worth|valued\sat)\s(?:rs\b\.?\s?)?\Z")


_BAILABLE_UP_TO = 10_000_000  # rupees, Customs Act s.104(6)(c), for goods not declared
_CUSTOMS_ACT_2013 = date(2013, 5, 10)  # Act 17 of 2013


def _price_of_smuggled_goods(matter: MatterProfile) -> Iterator[LawLine]:
    """Undeclared goods above one crore make the offence under the Customs Act not bailable."""
    if not matter.topic("customs") or "bail" not in matter.lower or matter.code_day < _CUSTOMS_ACT_2013:
        return
    for amount, span in matter.amounts:
        if _MARKET_VALUE.search(matter.lower[max(0, span.start - 40) : span.start]):
            is_within = amount <= _BAILABLE_UP_TO
            effect = "bailable on this ground" if is_within else "the offence is not bailable"
            quantity, line = "market price of the goods", rupees(_BAILABLE_UP_TO)
            yield _sum_line("Customs-104(6)", quantity, amount, line, span, effect, is_kept=is_within)
            return


_A_MONTH = re.compile(r"(?:/-)?\s(?:a|per|every|each)\smonth\b|(?:/-)?\s(?:p\.?m\b|monthly)")
_ORDERED = re.compile(r"\b(?:order(?:ed)?|award(?:ed)?|granted|fixed|directed|made)\b[^.;]{0,60}\Z")


def _maintenance_of_parent(matter: MatterProfile) -> Iterator[LawLine]:
    """The Maintenance Tribunal may order ten thousand rupees a month at most."""
    if not matter.applies(("act:SeniorCitizens", "topic:maintenance tribunal")):
        return
    rule = thresholds.get("seniorcitizens-9-amount")
    for amount, span in matter.amounts:
        if _A_MONTH.match(matter.lower, span.end) and _ORDERED.search(
            matter.lower[max(0, span.start - 70) : span.start]
        ):
            within = rule.holds(amount, "rupees")
            effect = rule.effect if within else "more than the Act allows for one parent or senior citizen"
            yield line_against(
                rule, "monthly maintenance ordered", rupees(amount), rupees(rule.value), span, effect, is_kept=within
            )
            return


# Weeks, months and years.

_PREGNANT = re.compile(
    r"\b(?:pregnan\w+|writ\sfor\stermination|medical\stermination|u\.?s\.?g\b|foetus|fetus|gestation\w*|m\.?t\.?p\b|gynaecolog\w+|carrying)\b"
)
_OFFENCE_TRIED = re.compile(r"\bconvict(?:ed|ion)\b|\bsentenced?\b|\bacquitt(?:ed|al)\b")
_TERMINATION_ASKED = re.compile(
    r"\bm\.?t\.?p\b|\b(?:permission|leave|petition|writ|pray\w*|seeks?|asks?)\b[^.;\n]{0,40}\b(?:terminat\w+|abort\w*|end\sthe\spregnancy)\b"
)
_WEEKS = re.compile(
    rf"\b(?P<term>(?P<weeks>(?:(?:twenty|thirty)[\s-](?=one|two|three|four|five|six|seven|eight|nine))?(?:\d{{1,2}}|[a-z]+(?:-[a-z]+)?))\sweeks(?:(?:,?\s(?:and\s)?){_NUMBER.format('days')}\sdays?)?)(?!\s(?:later|after|before|ago))"
)
_ABNORMAL = re.compile(r"(?<!\bno\s)\b(?:abnormalit\w+|anomal\w+|malformation)\b")
_SPECIAL_WOMAN = re.compile(
    r"\b(?:rape\w*|prosecutrix|forced\sher|minor|survivor|assault\w*|incest|widow|divorc\w+|disab\w+|\d{2}\slast)\b"
)


def _weeks_of_pregnancy(matter: MatterProfile) -> Iterator[LawLine]:
    """Twenty weeks on one opinion; up to twenty-four, for some women, on two.

    After a conviction the pregnancy is only proof of the offence.
    """
    if not _PREGNANT.search(matter.lower):
        return
    if _OFFENCE_TRIED.search(matter.lower) and not _TERMINATION_ASKED.search(matter.lower):
        return
    day = matter.last_day or matter.code_day
    rules = {
        rule.subject: rule
        for rule in thresholds.applicable(Quantity.DURATION, "pregnancy", day)
        if rule.provision.act == "MTP"
    }
    for match in _WEEKS.finditer(matter.lower):
        weeks = read_count(match["weeks"].replace(" ", "-"))
        if weeks is None or not 4 <= weeks <= 42:
            continue
        if _NOT_A_FACT.search(matter.lower[max(0, match.start() - 60) : match.start()]):
            continue
        days = (read_count(match["days"]) or 0) if match["days"] else 0
        total = weeks + days / 7
        one, two = rules.get("one doctor"), rules.get("two doctors")
        rule = one if one is not None and total <= one.value else two
        if rule is None or (total > rule.value and _ABNORMAL.search(matter.lower)):
            return
        if rule is two and total <= rule.value and not _SPECIAL_WOMAN.search(matter.lower):
            return
        within = total <= rule.value
        effect = rule.effect if within else "beyond what doctors alone may allow"
        value = f"{weeks:g} weeks" + (f" {dates.counted(days, 'days')}" if days else "")
        line = f"{rule.value:g} weeks"
        yield line_against(
            rule, "length of the pregnancy", value, line, Span(*match.span("term")), effect, is_kept=within
        )


_LEASE = re.compile(
    rf"\b(?:unregistered|not\sregistered)\b[^.;\n]{{0,60}}?\b(?:lett?ing|lease|let|leased|licence|rent\w*)\b[^.;\n]{{0,60}}?\bfor\s(?:a\s(?:term|period)\sof\s)?(?P<term>{_NUMBER.format('count')}\s(?P<unit>months?|years?))\b"
    rf"|\b(?:rent|lets?|lease|tenan\w+)\b[^.;\n]{{0,80}}?\bunregistered\s(?:paper|deed|document|agreement|writing|instrument)\b[^.;\n]{{0,20}}?\bfor\s(?P<term3>{_NUMBER.format('count3')}\s(?P<unit3>months?|years?))\b"
    rf"|\blease\b[^.;\n]{{0,40}}?\bfor\s(?:a\s(?:term|period)\sof\s)?(?P<term2>{_NUMBER.format('count2')}\s(?P<unit2>months?|years?))\b(?=[^.;\n]{{0,60}}\b(?:unregistered|not\sregistered)\b)"
)


def _term_of_lease(matter: MatterProfile) -> Iterator[LawLine]:
    """An unregistered lease, against the year beyond which it must be registered."""
    match = _LEASE.search(matter.lower)
    if match is None:
        return
    number = next(name for name in ("", "2", "3") if match[f"count{name}"])
    count, unit = read_count(match[f"count{number}"]), match[f"unit{number}"].removesuffix("s") + "s"
    if count is None:
        return
    rule = thresholds.get("registration-17-d")
    must = rule.holds(count, unit)
    effect = "it must be registered" if must else "it need not be registered"
    span = Span(*match.span(f"term{number}"))
    line = dates.counted(rule.value, rule.unit)
    yield line_against(rule, "term of the lease", dates.counted(count, unit), line, span, effect, is_kept=not must)


_SENTENCE = re.compile(
    rf"\b(?:sentenced|sentence\sof|given|gave\s(?:him|her)|got|(?:gave|awarded|imposed)(?=\s\S{{1,12}}\s(?:years?|months?)\s(?:r\.?i\b|s\.?i\b|rigorous|simple|imprisonment)))\s(?:him\s|her\s|them\s)?(?:to\s)?(?:undergo\s)?(?:(?:rigorous|simple)\simprisonment\s(?:for\s|of\s))?(?P<term>{_NUMBER.format('count')}\s(?P<unit>months?|years?))(?:['’]s?)?"
)
_DISQUALIFIED = re.compile(r"\bdisqualif\w+|\b8\s?\(3\)|\bsections?\s8\b|\bconvict\w+")


def _months_of(match: re.Match[str]) -> float | None:
    count = read_count(match["count"])
    return None if count is None else count * (12 if match["unit"].startswith("y") else 1)


def _sentence_of_candidate(matter: MatterProfile) -> Iterator[LawLine]:
    """A conviction with two years or more disqualifies a member of a legislature."""
    if not matter.applies(("act:RPA1951", "topic:election to a legislature")) or not _DISQUALIFIED.search(matter.lower):
        return
    match, rule = _SENTENCE.search(matter.lower), thresholds.get("ropa-8-3-years")
    months = _months_of(match) if match else None
    if match is None or months is None:
        return
    reached = months >= rule.value * 12
    effect = "disqualified" if reached else "not disqualified by this sentence, unless the offence is specially listed"
    span = Span(*match.span("term"))
    line = dates.counted(rule.value, rule.unit)
    yield line_against(rule, "term of the sentence", match["term"], line, span, effect, is_kept=not reached)
