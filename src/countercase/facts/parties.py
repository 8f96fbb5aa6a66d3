"""Finds the kind of party on each side, if the narrative shows it: a person, the State or a company."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from countercase.domain.case import PartyType
from countercase.domain.facts import PartyFact, Side
from countercase.domain.span import Span
from countercase.text.words import Words

# The words around "the appellant" or "the respondent" that show the kind of party.

SIDE = r"(?:appellants?|petitioners?|respondents?|our\sclients?)"
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
_NAMES = r"(?:,?[\s-](?:\(?(?:(?-i:[A-Z])\w*\.?)\)?,?)){0,4}"
_ADVERB = r"(?:also\s|then\s|presently\s|admittedly\s|jointly\s|thereafter\s|subsequently\s){0,2}"
_BEING = r"(?:was|were|is|are|had\sbeen|has\sbeen|have\sbeen|being|came\sto\sbe|stood)"
_KIN = r"(?:husband|wife|father|mother|son|daughter|brother|sister|uncle|nephew|widow)"
_WITH_OTHERS = r"(?:,?\salong\s?with\s[^,.;]{1,60},)?"
_DONE_TO_PERSONS = (
    r"(?:convicted|acquitted|sentenced|married|arrested|appointed|employed|detained|tried|prosecuted|suspended|promoted"
    r"|dismissed\sfrom|put\sup\sfor\strial|jointly\stried|on\sduty|under\s(?:detention|arrest|suspension)|aged|unemployed|armed|posted|born|(?:held|found)\s(?:not\s)?guilty|enlarged|remanded|released"
    r"|brothers|reverted|working|residing|serving|living|driving|standing|sitting|retired|absconding|assaulted|injured"
    r"|in\scustody|(?:presently\s)?confined|placed\sunder\ssuspension|charge[\s-]?sheeted|brought\sto\strial|named\sas\saccused"
    rf"|(?:the|his|her|their|a)\s{_KIN}|husband\sand\swife|the\s(?:driver|managing\sdirector)"
    r"|(?:the\s)?(?:chief|senior|branch|deputy|assistant|general)\s(?:manager|officer|engineer)|to\sretire"
    r"|one\sof\s(?:the\s)?(?:\w+\s){0,2}(?:directors|partners|promoters|leaders|trustees|brothers)|members\sof\sthe\ssame"
    r"|an?\s(?:constable|student|teacher|widow|minor|public\sservant|government\sservant|patwari|doctor|labourer|advocate"
    r"|clerk|tehsildar|permanent\sresident|citizen|young|candidate|head\s|workman|driver|senior\smanager|officer))"
)
_DID_AS_PERSONS = (
    r"(?:\w{3,12}ly\s)?(?:took\shis\strial|got\smarried|pleaded\s(?:not\sguilty|innocence)|fled|ran\saway|absconded|surrendered|resigned"
    r"|joined\sservice|retired|stabbed|assaulted|shot|fired|married|left\s(?:her|the)\s\w{0,12}\s?house|demanded\sdowry|conspired"
    r"|stood\sacquitted|started\s(?:beating|assaulting)|gave\sa\s(?:blow|lathi)|caught\shold|raped|killed|hatched"
    r"|misappropriated|was\saged|dishonestly|hurled|threw|attacked|struck|abused|beat|slapped|poured|inflicted"
    r"|entered\s(?:the\s)?(?:employment|service)|had\sstudied)"
)
_OWNED = r"(?:wife|husband|father|mother|son|daughter|brother|sister|family|services?|house|salary|parents|life|shirt)"
_AS_A_PERSON = (
    rf"{_NUMBERED}{_HEREIN}{_NAMES}{_WITH_OTHERS},?\s(?:who\s)?"
    rf"(?:{_BEING}\s{_ADVERB}{_DONE_TO_PERSONS}|{_DID_AS_PERSONS}|aged\s|armed\swith\s|(?:to\sbe\s)?guilty\b|are\s\w{{3,6}}\sin\snumber)"
)
_OF_A_PERSON = rf"{_NUMBERED}['’]s?\s{_OWNED}\b"
_NAMED = (
    rf"-(?!(?:\w+\s){{0,3}}(?:administration|state|union|government|board|authority|{_BODY})\b)"
    r"(?=(?-i:[A-Z])\w+\s(?-i:[A-Z])\w+)"
)
_HIS_OR_HER = (
    rf"{_NUMBERED}{_HEREIN}{_NAMES}"
    r"(?:\s(?:and|with|by|along\swith|on|took|in|had|has|started|tendered|filed|by\sreason\sof))?"
    r"(?:\s(?-i:[a-z])+)?\s(?:his|her|himself|herself)\b"
)
_CONVICTION = r"\s[^.;]{0,90}\b(?:his|her)\sconviction\b"
_CALLED_ACCUSED = (
    rf"{_NUMBERED}\s\(hereinafter\s(?:referred\sto\sas|called)\s(?:the\s)?['‘’\"]{{0,2}}(?:the\s)?['‘’\"]?accused\b"
)
_DONE_TO_A_PERSON = (
    r"\b(?:convict(?:ed|ing)|acquitt(?:ed|ing)|sentenc(?:ed|ing)|arrested|(?:conviction|acquittal|sentence)s?\sof|detained"
    r"|(?:daughter|son|wife|husband|father|mother|brother|sister|services|house|home|trial|parent|date\sof\sbirth)s?\sof"
    r"|(?:rape|raped|assaulted|abducted|kidnapped|harassed|ill-treated|married|cheated|intercourse|murdered|killed|stabbed|shot|beaten"
    r"|(?:murder|rape|assault)\swas\scommitted)\s(?:by|to))"
    r"\s(?:all\s)?(?:the\s)?(?:said\s|present\s|first\s|second\s|accused[\s-]|four\s){0,2}\Z"
)

# Matched at the word for the side. The group `side` holds that word and the word for the body beside it.
CORPORATION = re.compile(
    rf"(?P<beside>{SIDE}{_NUMBERED}[\s-]{_BODY})\b"
    rf"|(?P<side>{SIDE}){_NUMBERED}{_HEREIN},?\s(?:is|was|which\sis|being)?\s?an?\s{_KIND_OF_BODY}{_BODY}\b(?!\sof\speople)"
)
STATE = re.compile(rf"(?P<side>{SIDE}{_NUMBERED}{_HEREIN}(?:[\s/-]|,\s|\s[-–]\s?|\s\()(?:the\s)?{_GOVERNMENT})\b")
ALSO = re.compile(
    rf"{SIDE}[/-](?:husband|wife|accused|detenu|informant|complainant|driver)\b", re.IGNORECASE
)  # the whole match is the word for the side
PERSON = re.compile(
    rf"(?P<side>{SIDE})(?:"
    rf"{'|'.join((_AS_A_PERSON, _OF_A_PERSON, _NAMED, _HIS_OR_HER, _CONVICTION, _CALLED_ACCUSED))})",
    re.IGNORECASE,
)
# Searched in the few words right before the side.
STATE_BEFORE = re.compile(
    r"\b(?:state|union\sof\sindia|government)(?:\sof\s\w+(?:\s\w+)?)?(?:,?\s(?:is|are)\sthe|[-/,]|\s\((?:the\s)?)\s?\Z"
)
DONE_TO_PERSON = re.compile(_DONE_TO_A_PERSON, re.IGNORECASE)
NO_PERSON_AFTER = re.compile(rf"{SIDE}\b[\s-](?:{_BODY}|{_GOVERNMENT})", re.IGNORECASE)
ACCUSED_BEFORE = re.compile(r"\baccused(?:[\s/-]|\s[-–]\s|\sand\s)\Z", re.IGNORECASE)
COMPLAINANT_BEFORE = re.compile(r"\bcomplainant(?:\s\w+)?\s\(\Z", re.IGNORECASE)
COUNSEL_BEFORE = re.compile(r"(?:counsel|advocate|lawyer|behalf)s?(?:\s\w+){0,3}\s(?:for|of)\s(?:the\s)?\Z")
# The State moves the court without being named by a word for a side.
STATE_MOVES = re.compile(
    r"this\s(?:petition|appeal)\s(?:is\s)?(?:filed\s|preferred\s)?by\sthe\s(?P<side>state|union\sof\sindia)\b"
    r"|the\s(?P<mover>state|union\sof\sindia)\s(?:has\scome\sup|is)\sin\s(?:this\spetition|appeal|this\sappeal)\b"
)
# What a name shows about its bearer.
CORPORATE_NAME = re.compile(
    r"\b(?:Ltd|Limited|Pvt|Corporation|Company|Bank|Mills|Industries|Society|Trust|Union)\b(?!\sof\sIndia)"
)
STATE_NAME = re.compile(r"(?:The\s)?(?:State\sof|Union\sof\sIndia|Government\sof|Union\sTerritory)\b")
TITLE_BEFORE = re.compile(r"\b(?:Shri|Smt|Mrs?|Ms|Dr|Sri|Kumari)\.?\s\Z")


# Names that the text links to a side: "the petitioner Express Bottlers", "the Delhi Police (Respondent No. 3)".

_WORDS_FOR_SIDE = {
    Side.PETITIONER: r"(?:appellants?|petitioners?|plaintiffs?|applicants?)",
    Side.RESPONDENT: r"(?:respondents?|defendants?|opponents?|opposite\spart(?:y|ies))",
}
_EITHER = "|".join(_WORDS_FOR_SIDE.values())
_SIDE_WORD = re.compile(rf"\b(?:{_EITHER})", re.IGNORECASE)
_NUMBER = r"(?:\s?[-–]?\s?(?:nos?\.?\s?)?\(?\d{1,2}\)?)?"
_TITLE = r"(?:(?:mr|mrs|ms|dr|smt|shri|sri|sh|m/s|messrs|late|kumari|km|the)\.?\s){0,2}"
_WORD = r"(?-i:[A-Z](?!os?\.\s?\d)[\w.’'&-]*)"
_LINK = r"(?:of\s(?:the\s)?|&\s|@\s|alias\s|bin\s)?"
_NAME = rf"(?P<name>{_WORD}(?:\s{_LINK}{_WORD}){{0,5}})"
_SECOND = rf"(?:\sand\s{_TITLE}(?P<second>{_WORD}(?:\s{_WORD}){{0,3}}))?"
_LONGEST = 120  # characters of a name before its side
# Capitalised words that do not begin a name.
_NO_NAME = frozenset(
    "Section Sections Article Articles Court High Supreme Act Rule Rules Counsel Advocate In The On By And Ex Exhibit"
    " Order Judge Justice Sessions No Nos PW DW That Learned However Thus Therefore This It He She They Hence For As"
    " To Under Hon'ble Mr Smt Shri Dr Annexure Para Paragraph Civil Criminal Writ Tribunal Rs Company Bank State's"
    " Appellant Respondent Petitioner Plaintiff Defendant First Second Third Fourth Fifth Thereupon Though Versus When"
    " While Where Whether If But Since Both All Neither Nor Either Present Original Schemes Labour Insurance Accused"
    " Admittedly According Thereafter Meanwhile Subsequently Here Before After At From With Also Now Then Upon Being"
    " Having Further Moreover Similarly Accordingly Against Its His Her Their Our Said Such Vs Another Appeal".split()
)


@dataclass(frozen=True, slots=True)
class PartyName:
    """A name, its side, and the word that says so: an appellant may be the plaintiff or the defendant."""

    span: Span
    side: Side
    word: str


def find_party_names(text: str) -> list[PartyName]:
    """Every name that the grammar links to a side, in text order."""
    names: dict[Span, PartyName] = {}
    for match in _SIDE_WORD.finditer(text):
        for name in names_at(text, match.start()):
            names.setdefault(name.span, name)
    return [names[span] for span in sorted(names)]


def names_at(text: str, start: int) -> Iterator[PartyName]:
    """The names linked to the word for a side that starts here."""
    after = _AFTER.match(text, start)
    if after is not None:
        word = after["word"].lower()
        for group in ("name", "second"):
            if _is_name(after[group]):
                yield PartyName(Span(*after.span(group)), side_of(word), word)
    tie = _LINK_BEFORE_SIDE.search(text, max(0, start - 20), start) if text[start - 1 : start] in {" ", "("} else None
    before = _BEFORE.search(text, max(0, tie.start() - _LONGEST), tie.start()) if tie else None
    word_here = _SIDE_WORD.match(text, start) if before else None
    if before is not None and word_here is not None and _is_name(before["name"]):
        word = word_here[0].lower()
        yield PartyName(Span(*before.span("name")), side_of(word), word)


def side_of(word: str) -> Side:
    """The side that a word for a party means. Anyone who is not a respondent moves the court."""
    return Side.RESPONDENT if word.startswith(("respond", "defend", "oppo")) else Side.PETITIONER


def _is_name(words: str | None) -> bool:
    return words is not None and len(words) > 2 and words.split()[0].strip(".,'") not in _NO_NAME


_AFTER = re.compile(
    rf"(?P<word>{_EITHER}){_NUMBER}(?:,|\s[-–]|-|\s?:)?\s\(?(?:namely,?\s|viz\.?,?\s|i\.e\.,?\s)?{_TITLE}{_NAME}{_SECOND}",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"\b{_NAME}\Z", re.IGNORECASE)
_LINK_BEFORE_SIDE = re.compile(r"(?:,\s|\s\()(?:the\s)?(?:accused\s|original\s|present\s)?\Z", re.IGNORECASE)


_SIDE_WORDS = frozenset("appellant appellants petitioner petitioners respondent respondents our".split())
_CLIENT = (["client"], ["clients"])
_CLUE_DISTANCE = 70  # characters before the word for a side that may hold a clue
_BETWEEN = frozenset("all the said present first second accused four".split())
# The word before those, if `DONE_TO_PERSON` is to match: checking this one word first saves the search.
_LEADS = frozenset("convicted convicting acquitted acquitting sentenced sentencing arrested detained of by to".split())
_MOVES = ("by the state", "by the union", " in appeal", " in this petition", " in this appeal")


def find_parties(words: Words) -> list[PartyFact]:
    """One fact for each side and kind that the text gives. Its spans are the words for the side that show the kind."""
    spans_of: dict[tuple[Side, PartyType], set[Span]] = {}
    for side, kind, span in _clues(words):
        spans_of.setdefault((side, kind), set()).add(span)
    return [
        PartyFact(spans=tuple(sorted(spans)), side=side, party_type=kind, confidence=0.9, found_by="rules.parties")
        for (side, kind), spans in spans_of.items()
        if kind is not PartyType.INDIVIDUAL or not _is_body(spans_of, side, spans)
    ]


def _is_body(spans_of: dict[tuple[Side, PartyType], set[Span]], side: Side, spans: set[Span]) -> bool:
    """A single clue to a person does not outweigh several to a body: "the Bank" is sometimes "he"."""
    others = sum(len(spans_of.get((side, kind), ())) for kind in (PartyType.STATE, PartyType.CORPORATION))
    return others > 0 and len(spans) <= others


def _clues(words: Words) -> Iterator[tuple[Side, PartyType, Span]]:
    for at in _side_word_positions(words):
        side = side_of(words.words[at])
        for kind, span in _clues_at(words, at):
            yield side, kind, span
    if any(moves in words.lower for moves in _MOVES):
        for match in STATE_MOVES.finditer(words.lower):
            yield Side.PETITIONER, PartyType.STATE, Span(*match.span("side" if match["side"] else "mover"))


def _side_word_positions(words: Words) -> list[int]:
    """The words that name a side, by word number; "our" stands for "our client"."""
    tokens = words.words
    named = [at for at, word in enumerate(tokens) if word in _SIDE_WORDS]
    return [at for at in named if tokens[at] != "our" or tokens[at + 1 : at + 2] in _CLIENT]


def _clues_at(words: Words, at: int) -> Iterator[tuple[PartyType, Span]]:
    lower, start = words.lower, words.starts[at]
    body = CORPORATION.match(lower, start)
    if body is not None:
        yield PartyType.CORPORATION, Span(*body.span("beside" if body["beside"] else "side"))
    state = STATE.match(lower, start)
    if state is not None:
        yield PartyType.STATE, Span(*state.span("side"))
    state = STATE_BEFORE.search(lower, max(0, start - _CLUE_DISTANCE), start)
    if state is not None:
        yield PartyType.STATE, Span(state.start(), _word_end(lower, start))
    yield from _named(words.text, start)
    person = _person(words, at)
    if person is not None:
        yield PartyType.INDIVIDUAL, person


def _person(words: Words, at: int) -> Span | None:
    """The word for the side with its modifiers, if the context shows a person."""
    text, lower, start = words.text, words.lower, words.starts[at]
    if COUNSEL_BEFORE.search(lower, max(0, start - 40), start):
        return None
    also = ALSO.match(text, start)
    if also is not None:
        return Span(*also.span())
    accused = ACCUSED_BEFORE.search(text, max(0, start - 14), start)
    if accused is not None:
        return Span(accused.start(), _word_end(lower, start))
    match = PERSON.match(text, start)
    if match is not None:
        return Span(*match.span("side"))
    if _is_done_to(words, at) or COMPLAINANT_BEFORE.search(text, max(0, start - 40), start):
        return Span(start, _word_end(lower, start))
    return None


def _is_done_to(words: Words, at: int) -> bool:
    """ "convicted the said appellant", "the wife of the respondent"."""
    first = at - 1
    while first > 0 and words.words[first] in _BETWEEN:
        first -= 1
    if first < 0 or words.words[first] not in _LEADS:
        return False
    start = words.starts[at]
    done_to = DONE_TO_PERSON.search(words.text, max(0, start - _CLUE_DISTANCE), start)
    return done_to is not None and not NO_PERSON_AFTER.match(words.text, start)


def _word_end(lower: str, start: int) -> int:
    end = start + 4 if lower.startswith("our ", start) else start
    while end < len(lower) and lower[end].isalpha():
        end += 1
    return end


def _named(text: str, start: int) -> Iterator[tuple[PartyType, Span]]:
    """A name that shows the kind of its bearer: "the respondent Union of India", "petitioner Sunrise Mills Ltd."."""
    for name in names_at(text, start):
        words = name.span.of(text)
        if CORPORATE_NAME.search(words):
            yield PartyType.CORPORATION, name.span
        elif STATE_NAME.match(words):
            yield PartyType.STATE, name.span
        elif TITLE_BEFORE.search(text, max(0, name.span.start - 6), name.span.start):
            yield PartyType.INDIVIDUAL, name.span
