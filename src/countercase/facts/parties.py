"""What kind of party stands on each side, where the narrative says so: a person, the State, a body corporate."""

import re
from collections.abc import Iterator

from countercase.domain.case import PartyType
from countercase.domain.facts import PartyFact, Side
from countercase.domain.span import Span
from countercase.facts.party_names import find_party_names
from countercase.facts.sentences import Words

_SIDE = r"(?:appellants?|petitioners?|respondents?|our\sclients?)"
_NUMBERED = r"(?:[\s-](?:nos?\.?\s?)?\d{1,2}\b(?:\s(?:and|to)\s\d{1,2})?)?"
_HEREIN = r"(?:\s?,?\s(?:herein|before\sus|therein))?"
_BODY = (
    r"(?:bank|company|corporation|society|firm|insurance\scompany|insurer|university|management|trust|union|mills?"
    r"|college|association|federation|club|ltd|limited|undertaking|institute|hospital|school)"
)
_GOVERNMENT = (
    r"(?:state(?!\s(?:bank|trading|road|electricity|warehousing))|union\sof\sindia|government|administration"
    r"|municipality|municipal\s(?:corporation|council|board)|commissioner|collector|authority|department|railways?"
    r"|director\sof\s\w+|superintendent|board)"
)
_KIND_OF_BODY = (
    r"(?:private\s|public\s|limited\s|registered\s|partnership\s|co-?operative\s|government\s|nationalised\s){0,3}"
)
# In each pattern, the group `side` is the word for the side, with the word for the body where one goes with it.
_CORPORATION = (
    re.compile(rf"\b(?P<side>{_SIDE}{_NUMBERED}[\s-]{_BODY})\b"),
    re.compile(
        rf"\b(?P<side>{_SIDE}){_NUMBERED}{_HEREIN},?\s(?:is|was|which\sis|being)?\s?an?\s{_KIND_OF_BODY}{_BODY}\b(?!\sof\speople)"
    ),
)
_STATE = (
    re.compile(rf"\b(?P<side>{_SIDE}{_NUMBERED}{_HEREIN}(?:[\s/-]|,\s|\s[-–]\s?|\s\()(?:the\s)?{_GOVERNMENT})\b"),
    re.compile(
        rf"\b(?P<side>(?:state|union\sof\sindia|government)(?:\sof\s\w+(?:\s\w+)?)?(?:,?\s(?:is|are)\sthe|[-/,]|\s\((?:the\s)?)\s?{_SIDE})\b"
    ),
    re.compile(
        r"\bthis\s(?:petition|appeal)\s(?:is\s)?(?:filed\s|preferred\s)?by\sthe\s(?P<side>state|union\sof\sindia)\b"
    ),
    re.compile(
        r"\bthe\s(?P<side>state|union\sof\sindia)\s(?:has\scome\sup|is)\sin\s(?:this\spetition|appeal|this\sappeal)\b"
    ),
)
_ADVERB = r"(?:also\s|then\s|presently\s|admittedly\s|jointly\s|thereafter\s|subsequently\s){0,2}"
_BEING = r"(?:was|were|is|are|had\sbeen|has\sbeen|have\sbeen|being|came\sto\sbe|stood)"
_DONE_TO_PERSONS = (
    r"(?:convicted|acquitted|sentenced|married|arrested|appointed|employed|detained|tried|prosecuted|suspended|promoted"
    r"|dismissed\sfrom|aged|unemployed|armed|posted|born|(?:held|found)\s(?:not\s)?guilty|enlarged|remanded|released"
    r"|brothers|reverted|working|residing|serving|living|driving|standing|sitting|retired|absconding|assaulted|injured"
    r"|in\scustody|(?:presently\s)?confined|placed\sunder\ssuspension|charge[\s-]?sheeted|brought\sto\strial|named\sas\saccused"
    r"|the\s(?:husband|wife|father|mother|son|brother|sister|driver|managing\sdirector)|(?:his|her|a)\swidow"
    r"|one\sof\s(?:the\s)?(?:\w+\s)?(?:directors|partners|promoters|leaders)|members\sof\sthe\ssame"
    r"|an?\s(?:constable|student|teacher|widow|minor|public\sservant|government\sservant|patwari|doctor|labourer|advocate"
    r"|clerk|tehsildar|permanent\sresident|citizen|young|candidate|head\s|workman|driver|senior\smanager|officer))"
)
_DID_AS_PERSONS = (
    r"(?:took\shis\strial|got\smarried|pleaded\s(?:not\sguilty|innocence)|fled|ran\saway|absconded|surrendered|resigned"
    r"|joined\sservice|retired|stabbed|assaulted|shot|fired|married|left\s(?:her|the)\s\w{0,12}\s?house|demanded\sdowry|conspired"
    r"|stood\sacquitted|started\s(?:beating|assaulting)|gave\sa\s(?:blow|lathi)|caught\shold|raped|killed|hatched"
    r"|conspired|misappropriated|was\saged|dishonestly)"
)
_OWNED = r"(?:wife|husband|father|mother|son|daughter|brother|sister|family|services?|house|salary|parents|life|shirt)"
_NAMES = r"(?:,?[\s-](?:\(?(?:(?-i:[A-Z])\w*\.?)\)?,?)){0,4}"
_AS_A_PERSON = (
    rf"\b(?P<side>{_SIDE}){_NUMBERED}{_HEREIN}{_NAMES},?\s(?:who\s)?"
    rf"(?:{_BEING}\s{_ADVERB}{_DONE_TO_PERSONS}|{_DID_AS_PERSONS}|aged\s|are\s\w{{3,6}}\sin\snumber)"
)
_OF_A_PERSON = rf"\b(?P<side>{_SIDE}){_NUMBERED}['’]s?\s{_OWNED}\b"
_DONE_TO = (
    r"\b(?:convict(?:ed|ing)|acquitt(?:ed|ing)|sentenc(?:ed|ing)|arrested|(?:conviction|acquittal|sentence)s?\sof|detained"
    r"|(?:daughter|son|wife|husband|father|mother|brother|sister|services|house|home|trial)s?\sof"
    r"|(?:rape|raped|assaulted|abducted|kidnapped|harassed|ill-treated|married|cheated|intercourse)\s(?:by|to))"
    rf"\s(?:all\s)?(?:the\s)?(?:said\s|present\s|first\s|second\s|accused[\s-]|four\s){{0,2}}"
    rf"(?P<side>{_SIDE})\b(?![\s-](?:{_BODY}|{_GOVERNMENT}))"
)
_ACCUSED = rf"\b(?P<side>accused(?:[\s/-]|\s[-–]\s|\sand\s){_SIDE})\b"
_ALSO = rf"\b(?P<side>{_SIDE}[/-](?:husband|wife|accused|detenu|informant|complainant|driver))\b"
_COMPLAINANT = rf"\bcomplainant(?:\s\w+)?\s\((?P<side>{_SIDE})\)"
_NAMED = (
    rf"\b(?P<side>{_SIDE})-(?!(?:\w+\s){{0,3}}(?:administration|state|union|government|board|authority|{_BODY})\b)"
    r"(?=(?-i:[A-Z])\w+\s(?-i:[A-Z])\w+)"
)
_OWN = (
    rf"\b(?P<side>{_SIDE}){_NUMBERED}{_HEREIN}{_NAMES}"
    r"(?:\s(?:and|with|by|along\swith|on|took|in|had|has|started|tendered|filed|by\sreason\sof))?"
    r"(?:\s(?-i:[a-z])+)?\s(?:his|her|himself|herself)\b"
)
_CONVICTION = rf"\b(?P<side>{_SIDE})\s[^.;]{{0,90}}\b(?:his|her)\sconviction\b"
_CALLED_ACCUSED = (
    rf"\b(?P<side>{_SIDE}){_NUMBERED}\s\(hereinafter\s(?:referred\sto\sas|called)"
    r"\s(?:the\s)?['‘’\"]{0,2}(?:the\s)?['‘’\"]?accused\b"
)
_INDIVIDUAL = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        _AS_A_PERSON,
        _OF_A_PERSON,
        _DONE_TO,
        _ACCUSED,
        _ALSO,
        _COMPLAINANT,
        _NAMED,
        _OWN,
        _CONVICTION,
        _CALLED_ACCUSED,
    )
)
_CORPORATE_NAME = re.compile(
    r"\b(?:Ltd|Limited|Pvt|Corporation|Company|Bank|Mills|Industries|Society|Trust|Union)\b(?!\sof\sIndia)"
)
_STATE_NAME = re.compile(r"(?:The\s)?(?:State\sof|Union\sof\sIndia|Government\sof|Union\sTerritory)\b")
_TITLE = re.compile(r"\b(?:Shri|Smt|Mrs?|Ms|Dr|Sri|Kumari)\.?\s\Z")
_COUNSEL = re.compile(r"(?:counsel|advocate|lawyer|behalf)s?(?:\s\w+){0,3}\s(?:for|of)\s(?:the\s)?\Z")


def find_parties(words: Words) -> list[PartyFact]:
    """A fact for each side and type that the text gives; its spans are the words for the side where it shows."""
    if not any(word in words.lower for word in ("appellant", "petition", "respondent", "our client", "state ")):
        return []
    found: dict[tuple[Side, PartyType], set[Span]] = {}
    for side, kind, span in _clues(words.text, words.lower):
        found.setdefault((side, kind), set()).add(span)
    return [
        PartyFact(spans=tuple(sorted(spans)), side=side, party_type=kind, confidence=0.9, found_by="rules.parties")
        for (side, kind), spans in found.items()
        if kind is not PartyType.INDIVIDUAL or not _is_body(found, side, spans)
    ]


def _is_body(found: dict[tuple[Side, PartyType], set[Span]], side: Side, spans: set[Span]) -> bool:
    """One clue to a person does not stand against several to a body: "the Bank" is sometimes "he"."""
    others = sum(len(found.get((side, kind), ())) for kind in (PartyType.STATE, PartyType.CORPORATION))
    return others > 0 and len(spans) <= others


def _clues(text: str, lower: str) -> Iterator[tuple[Side, PartyType, Span]]:
    for patterns, kind in ((_CORPORATION, PartyType.CORPORATION), (_STATE, PartyType.STATE)):
        for pattern in patterns:
            for match in pattern.finditer(lower):
                yield _side(match["side"]), kind, Span(*match.span("side"))
    yield from _named(text)
    for pattern in _INDIVIDUAL:
        for match in pattern.finditer(text):
            if not _COUNSEL.search(lower, max(0, match.start() - 40), match.start("side")):
                yield _side(match["side"]), PartyType.INDIVIDUAL, Span(*match.span("side"))


def _named(text: str) -> Iterator[tuple[Side, PartyType, Span]]:
    """A name that shows what its bearer is: "the respondent Union of India", "petitioner Sunrise Mills Ltd."."""
    for name in find_party_names(text):
        if not name.word.startswith(("appellant", "petitioner", "respondent")):
            continue
        words = name.span.of(text)
        if _CORPORATE_NAME.search(words):
            yield name.side, PartyType.CORPORATION, name.span
        elif _STATE_NAME.match(words):
            yield name.side, PartyType.STATE, name.span
        elif _TITLE.search(text, max(0, name.span.start - 6), name.span.start):
            yield name.side, PartyType.INDIVIDUAL, name.span


def _side(words: str) -> Side:
    return Side.RESPONDENT if "respondent" in words.lower() else Side.PETITIONER
