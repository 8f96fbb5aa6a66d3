"""Weights of drugs that were seized; samples, purity and notified quantities are none."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from countercase.domain.facts import FactSheet, NumericalFact, Quantity
from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.other_matters import is_of_cited_case

_SUBSTANCES = {
    "heroin": r"heroin|diacetylmorphine|brown\ssugar|smack|chitta",
    "charas": r"charas|hashish",
    "ganja": r"ganja|cannabis|marijuana|(?:flowering|fruiting)\s(?:(?:or|and|&)\sfruiting\s)?tops",  # NDPS s.2(iii)(b)
    "opium": r"opium|afeem",
    "poppy straw": r"poppy\s(?:straw|husk)|doda|bhukki|dodachura",
    "cocaine": r"cocaine",
    "morphine": r"morphine",
    "codeine": r"codeine",
    "methamphetamine": r"methamphetamine|crystal\smeth",
    "amphetamine": r"amphetamine",
    "MDMA": r"mdma|ecstasy",
    "alprazolam": r"alprazolam",
    "buprenorphine": r"buprenorphine",
    "diazepam": r"diazepam",
    "tramadol": r"tramadol",
    "LSD": r"lsd|lysergide",
    "mephedrone": r"mephedrone|4-?mmc|meow\smeow"
    r"|md(?=\s(?:powder|drugs?|crystals?|in|found|was|seized|recovered|weigh\w+|weight|net)\b)",
}
_SUBSTANCE = re.compile("|".join(rf"(?P<s{n}>\b(?:{words})\b)" for n, words in enumerate(_SUBSTANCES.values())))
# A sample, the pure content, a notified quantity or a hypothetical weight is not the weight seized.
_NOT_THE_SEIZURE = re.compile(
    r"\b(?:samples?|pure\sdrug|purity|notifi\w+|small\squantity|commercial\squantity|residue|if\b|had\b)\b[^.;]{0,50}\Z"
    r"|\beach\b[^.;,]{0,50}\Z|\b(?:min(?:imum)?|threshold|limit)\b[^.;,]{0,30}\Z|\bcase\sof\s\Z"
    r"|\bwith\s(?:the\s|its\s)?(?:bags?|polythene|packing|wrappers?|container|packets?|cover|sacks?)\b(?:(?!\bnet\b)[^.;\d]){0,20}\Z"
)
_GROSS_BEFORE = re.compile(r"\bgross(?:\sweight|\swt)?\b(?:(?!\bnet\b)[^.;]){0,50}\Z")
_SAMPLE_AFTER = re.compile(
    r"\s?(?:each\b|samples?\b|(?:of\s\w+\s)?(?:was\s|were\s)?(?:drawn\s|taken\s|sent\s)?(?:as|by\sway\sof|for)\s(?:a\s)?samples?\b|as\sagainst|,?\s?commercial\squantity|\s?\(?(?:small|commercial|gross)\b)"
)
_GOODS_AFTER = re.compile(
    r"\s(?:of\s)?(?:gold|silver|rice|wheat|sugar|salt|onions?|potatoes|vegetables|cement|coal|fish|paper|jaggery|sand)\b"
)
_WITH_PACKING = re.compile(
    r"[^.;,\d]{0,24}\b(?:with|w/|including|along\s?with|inclusive\sof)\s(?:the\s|its\s)?(?:bags?|cloth|paper|tape|polythene|packing|packaging|wrapp(?:ers?|ing)|container|packets?|cover)\b"
)
_OF_ANOTHER_CASE = re.compile(
    r"\b(?:of|from|in)\s(?:an?\s|the\s|some\s)?(?:other|another|different)\s(?:\w+\s)?(?:case|matter|accused|seizure|raid)\b"
    r"|\b(?:left\saside|not\sof\sthis\scase|ignore|not\sours|not\sto\scount|of\sothers)\s?[:-][^\n]*\Z|\b(?:case|order|ruling|decision|judgment)\s(?:where|in\swhich)\b"
)
_NET_WEIGHT = re.compile(
    r"\bnet\s(?:weight\s|wt\.?\s)?(?:was\s|is\s|of\s|being\s|:\s)?\Z"
    r"|\b(?:drug|tablets?|powder|contents?|substance)\salone\b[^.;\n\d]{0,30}\Z"
)
_NET_AFTER = re.compile(r"\s?net\b")
_TOTAL = re.compile(r"\b(?:in\s)?total(?:\sweight)?(?:\s(?:of|was|is|came\sto))?(?:\sabout)?:?\s\Z")
_NET_REACH = 800  # characters before a net weight in which its drug is named
_NUMBERED_ACCUSED = re.compile(r"\ba-?\s?(\d{1,2})\b(?!/)(?:\(b\.\s?\d{4}\)|[^.;\n]){0,50}\Z")
# "A-2 searched by a lady constable. From a tin in the store: 3 g": what was found on or near the one searched.
_FROM_PLACE = re.compile(
    r"(?:\A|[.;\n]\s?)from\s(?:the\s|his\s|her\s|an?\s)[^.;:\n]{3,60}:\s(?:[a-z]+\s(?:with|of|having)\s)?\Z"
)
_SEARCHED = re.compile(r"\ba-?\s?(\d{1,2})\b(?!/)(?:'s\s|\s)(?:\w+\s){0,5}?(?:searched|search)\b")
_SEARCH_REACH = 260  # characters before a weight
_PLAIN_WEIGHT = re.compile(r"(?<![\w.,])(?P<value>\d{1,4}(?:\.\d{1,3})?)\s?(?P<unit>k\.?gs?|gr?ms?|grams?|g)\b")
_POWDER = re.compile(
    r"\s(?:of\s)?(?:(?:brown|white|black|greenish|sticky|suspected)\s){0,2}(?:powder|substance|contraband)\b"
)
_ANOTHER_SEIZURE = re.compile(
    r"\btotal\b|\bin\sall\b|\bco-?accused\b|\bfrom\s(?:the\s)?(?:house|room|car|shop|possession|a-?\s?\d)\b"
    r"|\ba-?\s?\d\b,?\s(?:(?:on\s)?(?:personal\s)?search(?:ed)?|in\s(?:his|her))\b"
    r"|\ba-?\s?\d\b(?:['’]s)?[^.;\n\d]{0,30}\b(?:personal\ssearch|body\ssearch|searched|pockets?|trousers?|shirt|waist|purse|shoes?|person)\b"
)
_OTHER_GOODS = re.compile(r"\b(?:gold|silver|tablets?|capsules?|sugar|rice|cash|paper|weapon|vehicle)\b")
_WEIGHED = re.compile(
    r"\b(?:weighed|was\sseized|were\sseized|was\srecovered|were\srecovered|net\sweight|total\sweight)\b"
)
_CONTENTS = re.compile(r"\b(?:weight\sof|contents?|together\sweigh\w*)\b[^.;\n]{0,30}\Z")
# "140 tabs of 0.5 mg": the strength of a tablet, not a weight seized.
_STRENGTH = re.compile(
    r"\b(?:tab(?:let)?s?|caps(?:ule)?s?|ampoules?|vials?|injections?|strips?)\b\.?\s(?:\w+\s)?(?:of|@|,)?\s?(?:strength\s)?\Z"
)
_PACKETS = re.compile(
    r"\b(?:packets?|bags?|sacks?|parcels?|pouch(?:es)?|bundles?|bricks?|slabs?|polythenes?|lots?|bottles?)\b[^.;\n]{0,50}\Z"
)
_AND_ALSO = re.compile(r"\s?(?:,|,?\sand|,?\s?&|\+)\s?")
_RESPECTIVELY = re.compile(r"[^.;\n]{0,40}\b(?:respectively|each|samples?|gross|net)\b")
_ONLY_DRUG_REACH = 160  # characters within which a weight still belongs to the only drug of a matter
_GRAMS = {"grams": 1.0, "kilograms": 1000.0, "milligrams": 0.001, "quintals": 100_000.0, "tonnes": 1_000_000.0}
_DRUG_RIGHT_BEFORE = re.compile(
    rf"(?:{_SUBSTANCE.pattern})(?:\s(?:weighing|weight|wt\.?|of|about|net|approx\.?)){{0,3}}\s?[:(-]?\s?\Z"
)


@dataclass(frozen=True, slots=True)
class SeizedWeight:
    """A weight of a drug and the words that state it."""

    substance: str
    fact: NumericalFact
    span: Span
    is_gross: bool = False  # with its packing, so that the drug itself weighs less

    @property
    def grams(self) -> float | None:
        """The weight in grams; None for a unit that is no weight of the metric system."""
        factor = _GRAMS.get(self.fact.unit)
        return None if factor is None else self.fact.value * factor


def seized_weights(sheet: FactSheet, lower: str) -> Iterator[SeizedWeight]:
    """The first weight of each drug, and each greater one that is another seizure or a total; gross if no net one."""
    heaviest: dict[tuple[str, str], SeizedWeight] = {}
    weights = list(_added_up(lower, sorted(_weights(sheet, lower), key=lambda weight: weight.span)))
    net = {weight.substance for weight in weights if not weight.is_gross}
    for weight in weights:
        if weight.is_gross and weight.substance in net:
            continue
        holder = _accused_number(lower, weight.span)
        earlier = heaviest.get((weight.substance, holder))
        shared = heaviest.get((weight.substance, "")) if holder else None
        is_more = earlier is None or (
            _is_heavier(weight, earlier) and _is_another_seizure(lower, earlier.span, weight.span)
        )
        if is_more and (earlier or shared is None or _is_separate_from(lower, weight, shared)):
            heaviest[weight.substance, holder] = weight
            yield weight


def _is_separate_from(lower: str, weight: SeizedWeight, shared: SeizedWeight) -> bool:
    """Whether the weight taken from one accused is more than a part of the weight stated before for all of them."""
    return _is_heavier(weight, shared) or _is_another_seizure(lower, shared.span, weight.span)


def _accused_number(lower: str, span: Span) -> str:
    """The number of the accused from whom a weight was taken: "A-2: carry bag - 130 g"; empty if none is named."""
    named = _NUMBERED_ACCUSED.search(lower[max(0, span.start - 60) : span.start])
    if named is None and _FROM_PLACE.search(lower[max(0, span.start - 90) : span.start]):
        searched = _SEARCHED.findall(lower[max(0, span.start - _SEARCH_REACH) : span.start])
        return searched[-1] if searched else ""
    return named[1] if named else ""


def _weights(sheet: FactSheet, lower: str) -> Iterator[SeizedWeight]:
    for fact in sheet.facts:
        if not isinstance(fact, NumericalFact) or fact.quantity is not Quantity.WEIGHT:
            continue
        for span in fact.spans:
            substance = _drug_of_weight(lower, span)
            if substance is not None and not _is_other_weight(lower, span):
                is_gross = _WITH_PACKING.match(lower, span.end, span.end + 60) is not None
                yield SeizedWeight(substance, fact, span, is_gross)
    yield from _weights_of_accused(sheet, lower)


def _weights_of_accused(sheet: FactSheet, lower: str) -> Iterator[SeizedWeight]:
    """Weights in notes on one of several accused, which the sheet may lack: "A-2: carry bag in hand - 130 g"."""
    on_sheet = {span for fact in sheet.facts if isinstance(fact, NumericalFact) for span in fact.spans}
    for match in _PLAIN_WEIGHT.finditer(lower):
        span = Span(*match.span())
        is_attributed = _accused_number(lower, span) or _POWDER.match(lower, span.end) or _is_net(lower, span)
        if any(span.overlaps(other) for other in on_sheet) or not is_attributed or _is_other_weight(lower, span):
            continue
        if _WITH_PACKING.match(lower, span.end, span.end + 60):
            continue
        substance = _drug_of_weight(lower, span)
        if substance is not None:
            unit = "kilograms" if match["unit"].startswith("k") else "grams"
            value = float(match["value"])
            yield SeizedWeight(
                substance, NumericalFact(spans=(span,), quantity=Quantity.WEIGHT, value=value, unit=unit), span
            )


def _is_net(lower: str, span: Span) -> bool:
    """Whether a weight is called the net one: "net 2.450 kg", "weighed: 14.2 g net"."""
    before = lower[max(0, span.start - 48) : span.start]
    return _NET_WEIGHT.search(before) is not None or _NET_AFTER.match(lower, span.end) is not None


def _is_heavier(weight: SeizedWeight, earlier: SeizedWeight) -> bool:
    return weight.grams is not None and earlier.grams is not None and weight.grams > earlier.grams


def _is_another_seizure(lower: str, first: Span, second: Span) -> bool:
    """Whether a second weight is another seizure or a total, and not the same one weighed again."""
    between = lower[first.end : second.start]
    is_reweighed = re.search(r"\b(?:gross|polythene|packing|wrapper|along\s?with)", between) is not None
    return not is_reweighed and _ANOTHER_SEIZURE.search(between) is not None


def _is_other_weight(lower: str, span: Span) -> bool:
    """Whether the weight is that of a sample, of the packing or of a notified quantity."""
    before = lower[max(0, span.start - 70) : span.start]
    return bool(
        _NOT_THE_SEIZURE.search(before)
        or (_GROSS_BEFORE.search(before) and not _NET_AFTER.match(lower, span.end))
        or _OF_ANOTHER_CASE.search(before.rpartition(". ")[2].rpartition("\n")[2])
        or event_words.ANOTHER_CASE.search(before.rpartition(". ")[2])
        or _SAMPLE_AFTER.match(lower, span.end, span.end + 40)
        or _GOODS_AFTER.match(lower, span.end)
        or is_of_cited_case(lower, span)
        or ("m" in lower[span.start : span.end].lstrip("0123456789. ")[:1] and _STRENGTH.search(before))
    )


def _added_up(lower: str, weights: list[SeizedWeight]) -> Iterator[SeizedWeight]:
    """The weights of several packets of one drug as one: "two packets, 1.3 kg and 1.4 kg"."""
    listed: list[SeizedWeight] = []
    for weight in weights:
        joins = listed and weight.substance == listed[-1].substance and weight.is_gross == listed[-1].is_gross
        if joins and _AND_ALSO.fullmatch(lower, listed[-1].span.end, weight.span.start):
            listed.append(weight)
            continue
        yield from _as_one(lower, listed)
        listed = [weight]
    yield from _as_one(lower, listed)


def _as_one(lower: str, listed: list[SeizedWeight]) -> list[SeizedWeight]:
    grams = [weight.grams for weight in listed]
    if (
        len(listed) < 2
        or None in grams
        or not _PACKETS.search(lower[max(0, listed[0].span.start - 60) : listed[0].span.start])
        or _RESPECTIVELY.match(lower, listed[-1].span.end)
    ):
        return listed
    total = sum(weight or 0 for weight in grams)
    value, name = (total / 1000, "kilograms") if total >= 1000 else (total, "grams")
    span = Span(listed[0].span.start, listed[-1].span.end)
    fact = replace(listed[0].fact, spans=(span,), value=round(value, 3), unit=name)
    return [replace(listed[0], fact=fact, span=span)]


@lru_cache(maxsize=256)
def _drug_right_before(words: str) -> str | None:
    right_before = _DRUG_RIGHT_BEFORE.search(words)
    if right_before is None:
        return None
    return list(_SUBSTANCES)[int(next(name for name, drug in right_before.groupdict().items() if drug)[1:])]


def _drug_of_weight(lower: str, span: Span) -> str | None:
    """The nearest drug named in the same clause: right before the weight, else after it, else further before."""
    right_before = _drug_right_before(lower[max(0, span.start - 50) : span.start])
    if right_before is not None:
        return right_before
    after = _SUBSTANCE.search(lower, span.end, span.end + 40)
    if after is not None and not re.search(r"[.;\n]\s|\+|\s&\s|\band\b", lower[span.end : after.start()]):
        return list(_SUBSTANCES)[int((after.lastgroup or "s0")[1:])]
    low = max(0, span.start - 90)
    before = lower[low : span.start]
    before = before[max(before.rfind(". "), before.rfind(";")) + 1 :]
    names = list(_SUBSTANCE.finditer(before))
    return list(_SUBSTANCES)[int((names[-1].lastgroup or "s0")[1:])] if names else _only_drug(lower, span)


def _only_drug(lower: str, span: Span) -> str | None:
    """The only drug that the matter names, for a weight soon after it: "heroin 4 gms; from A2 300 gms"."""
    near = lower[max(0, span.start - _ONLY_DRUG_REACH) : span.start]
    named = _drugs_named(lower)
    told = list(_SUBSTANCE.finditer(lower, max(0, span.start - _NET_REACH), span.start)) if _is_net(lower, span) else []
    if told:
        return list(_SUBSTANCES)[int((told[-1].lastgroup or "s0")[1:])]
    if len(named) != 1 or _OTHER_GOODS.search(near):
        return None
    if _CONTENTS.search(lower[max(0, span.start - 40) : span.start]):
        return named[0]
    if _WEIGHED.search(lower, span.end, span.end + 40) or _WEIGHED.search(lower, max(0, span.start - 40), span.start):
        return named[0]
    if (
        _accused_number(lower, span)
        or _POWDER.match(lower, span.end)
        or _TOTAL.search(lower[max(0, span.start - 40) : span.start])
    ):
        return named[0]
    return None if not _SUBSTANCE.search(near) or ". " in near[-60:] else named[0]


@lru_cache(maxsize=4)  # asked for every weight of a matter
def _drugs_named(lower: str) -> list[str]:
    groups = {match.lastgroup for match in _SUBSTANCE.finditer(lower)}
    return [list(_SUBSTANCES)[int((group or "s0")[1:])] for group in groups]
