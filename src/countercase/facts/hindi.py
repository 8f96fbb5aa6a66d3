"""Reads provisions, dates, amounts and ages in Hindi. The rest of a Hindi text is not read; `reading_notes` says so."""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.facts import Quantity, SectionFact
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import LawError
from countercase.law.provisions import parse_provision
from countercase.law.quantities import QuantityMention
from countercase.text.numbers import DIGITS, parse_number

DEVANAGARI = re.compile("[\u0900-\u097f]")

# Acts as Hindi documents name them, each with an English name that the law tables know. The Evidence Act is left
# out: the Acts of 1872 and 2023 have the same name in Hindi.
_ACTS = {
    "IPC": r"भा(?:रतीय|\.)?\s?(?:दण्ड|दंड|दं|द)\.?\s?(?:संहिता|विधान|सं|वि)\.?|आई\.?\s?पी\.?\s?सी\.?",
    "BNS": r"भारतीय\sन्याय\sसंहिता|बी\.?\s?एन\.?\s?एस\.?(?!\s?एस)",
    "CrPC": r"(?:दण्ड|दंड)\sप्रक्रिया\sसंहिता|(?:दं|द)\.\s?प्र\.\s?सं\.?|सी\.?\s?आर\.?\s?पी\.?\s?सी\.?",
    "BNSS": r"भारतीय\sनागरिक\sसुरक्षा\sसंहिता|बी\.?\s?एन\.?\s?एस\.?\s?एस\.?",
    "NI Act": r"परक्राम्य\sलिखत\sअधिनियम|एन\.?\s?आई\.?\s?(?:एक्ट|अधिनियम)",
    "NDPS Act": r"एन\.?\s?डी\.?\s?पी\.?\s?एस\.?\s?(?:एक्ट|अधिनियम)",
    "POCSO Act": r"(?:पॉक्सो|पोक्सो|पाक्सो)\s(?:एक्ट|अधिनियम)",
    "Dowry Prohibition Act": r"दहेज\s(?:प्रतिषेध|निषेध)\sअधिनियम",
    "Arms Act": r"आयुध\sअधिनियम|(?:आर्म्स|आर्म)\sएक्ट",
    "Motor Vehicles Act": r"मोटर\s?यान\sअधिनियम",
}
# Letters of sections in the official Hindi text: 304ख is 304B, 498क is 498A.
_LETTERS = {letter: chr(ord("A") + at) for at, letter in enumerate("कखगघङ")}
_CLAUSE = r"\s?\(\s?(?:\d{1,2}|[कखगघङ]|[a-zA-Z]{1,4})\s?\)"
_NUMBER = rf"\d{{1,3}}(?:\s?-?(?:[कखगघङ](?![\u0900-\u097f])|[A-Z]{{1,2}}\b))?(?:{_CLAUSE}){{0,3}}"
_AND = r"\s{0,2}(?:,|/|और|एवं|व|तथा|सहपठित(?:\sधारा)?)\s{0,2}"
_LIST = rf"(?P<list>{_NUMBER}(?:{_AND}{_NUMBER}){{0,9}})"
_SECTION = r"धारा(?:ओं|एं|एँ)?\s{0,2}"
_YEAR = r"(?:,?\s?\d{4})?"
_ANY_ACT = "|".join(_ACTS.values())
_SECTION_OF = re.compile(rf"{_SECTION}{_LIST}\s{{0,2}}(?P<act>{_ANY_ACT})")
_ACT_SECTION = re.compile(rf"(?P<act>{_ANY_ACT}){_YEAR}\s(?:की|के|का)\s{_SECTION}{_LIST}")
_ARTICLE = re.compile(rf"(?:संविधान\s(?:के|का|की)\s)अनुच्छेद\s{{0,2}}{_LIST}")
_MEMBER = re.compile(_NUMBER)


def has_devanagari(text: str) -> bool:
    """Whether a text contains Devanagari."""
    return DEVANAGARI.search(text) is not None


def find_hindi_sections(text: str) -> list[SectionFact]:
    """One fact for each provision cited in Hindi with its Act."""
    if not has_devanagari(text):
        return []
    spans: dict[Provision, list[Span]] = {}
    for pattern in (_SECTION_OF, _ACT_SECTION, _ARTICLE):
        for match in pattern.finditer(text):
            for provision, span in _provisions_cited(match):
                spans.setdefault(provision, []).append(span)
    return [
        SectionFact(spans=tuple(sorted(mention_spans)), provision=provision, confidence=0.9, found_by="rules.hindi")
        for provision, mention_spans in spans.items()
    ]


def _provisions_cited(match: re.Match[str]) -> Iterator[tuple[Provision, Span]]:
    """The provisions of a list, each at its number; a single provision includes the words around it."""
    is_article = "act" not in match.groupdict()
    unit, act = ("Article", "the Constitution") if is_article else ("Section", _english_name(match["act"]))
    members = list(_MEMBER.finditer(match.string, *match.span("list")))
    for member in members:
        try:
            provision = parse_provision(f"{unit} {_in_latin_script(member[0])} of {act}")
        except LawError:
            continue
        yield provision, Span(*(match if len(members) == 1 else member).span())


def _in_latin_script(number: str) -> str:
    """ "३०४ख" as 304B, "20(ख)" as 20(b)."""
    section, bracket, clauses = number.partition("(")
    letters = "".join(_LETTERS.get(character, character) for character in section)
    clauses = "".join(_LETTERS[character].lower() if character in _LETTERS else character for character in clauses)
    digits = (str(int(character)) if character.isdecimal() else character for character in letters + bracket + clauses)
    return "".join(character for character in digits if not character.isspace() and character != "-")


def _english_name(act: str) -> str:
    return next(name for name, pattern in _ACTS.items() if re.fullmatch(pattern, act))


_MONTHS = (
    "जनवरी", "फरवरी|फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर|सितम्बर", "अक्टूबर|अक्तूबर",
    "नवंबर|नवम्बर", "दिसंबर|दिसम्बर",
)  # fmt: skip
_DATE = re.compile(rf"(?<!\d)(?P<day>\d{{1,2}})\s(?P<month>{'|'.join(_MONTHS)}),?\s(?P<year>\d{{4}})(?!\d)")
_RUPEES = r"(?:रुपये|रुपए|रूपये|रूपए|रुपया|रु\.?|रू\.?)"
_SCALES = {"हजार": 1e3, "हज़ार": 1e3, "लाख": 1e5, "करोड़": 1e7, "करोड": 1e7}
_SCALE = rf"(?:\s?(?P<scale>{'|'.join(_SCALES)}))?"
_AMOUNTS = (
    re.compile(rf"{_RUPEES}\s?(?P<number>{DIGITS}){_SCALE}(?:\s?/-)?"),
    re.compile(rf"(?<![\d,.₹])(?P<number>{DIGITS}){_SCALE}\s?{_RUPEES}"),
)
_YEARS = r"\s?(?:वर्षीय|वर्ष|साल)"
_ABOUT = r"(?:लगभग|करीब|केवल|मात्र)"
_AGES = (
    re.compile(rf"(?:आयु|उम्र)\s?(?:{_ABOUT}\s)?(?P<number>\d{{1,3}}){_YEARS}"),
    re.compile(r"(?<!\d)(?P<number>\d{1,3})\s?वर्षीय"),
    re.compile(rf"(?<!\d)(?P<number>\d{{1,3}}){_YEARS}\s(?:की|का|के)\s(?:थी|था|थे|है|आयु|उम्र)"),
)
_HOLDERS = {
    "victim": "पीड़िता|पीडिता|अभियोक्त्री",
    "deceased": "मृतका|मृतक",
    "accused": "अभियुक्त|आरोपी",
}
_HOLDER = re.compile("|".join(f"(?P<{role}>{words})" for role, words in _HOLDERS.items()))
_OTHER_PERSONS = re.compile("पिता|माता|भाई|बहन|पति|पत्नी|साक्षी|गवाह|पुत्र|पुत्री|वादी|परिवादी")
_REACH = 40  # characters before an age in which its holder is named
_OLDEST = 120


def find_hindi_quantities(text: str) -> Iterator[QuantityMention]:
    """Dates with a Hindi month, amounts in rupees, and ages."""
    if not has_devanagari(text):
        return
    for match in _DATE.finditer(text):
        month = next(number for number, names in enumerate(_MONTHS, start=1) if match["month"] in names.split("|"))
        try:
            day = date(int(match["year"]), month, int(match["day"]))
        except ValueError:
            continue
        yield QuantityMention(Span(*match.span()), Quantity.DATE, float(day.toordinal()), "days", "days")
    for pattern in _AMOUNTS:
        for match in pattern.finditer(text):
            value = parse_number(match["number"]) * _SCALES.get(match["scale"] or "", 1.0)
            yield QuantityMention(Span(*match.span()), Quantity.AMOUNT, value, "rupees", "rupees")
    yield from _ages(text)


def _ages(text: str) -> Iterator[QuantityMention]:
    seen: set[int] = set()
    for pattern in _AGES:
        for match in pattern.finditer(text):
            value = int(match["number"])
            if match.start("number") in seen or not 0 < value <= _OLDEST:
                continue
            seen.add(match.start("number"))
            span = Span(*match.span("number"))
            yield QuantityMention(span, Quantity.AGE, float(value), "years", "years", role=_holder(text, match.start()))


def _holder(text: str, start: int) -> str | None:
    """The last person named before an age in the same sentence; None if a relative or a witness comes between."""
    before = text[max(0, start - _REACH) : start].rpartition("।")[2]
    holders = list(_HOLDER.finditer(before))
    if not holders or _OTHER_PERSONS.search(before, holders[-1].end()):
        return None
    return holders[-1].lastgroup
