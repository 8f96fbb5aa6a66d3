"""The words around "the appellant" or "the respondent" that show what kind of party it is.

Every pattern is matched at the word for the side, or ends there: a search of the whole text would be far slower.
"""

import re

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
_OWN = (
    rf"{_NUMBERED}{_HEREIN}{_NAMES}"
    r"(?:\s(?:and|with|by|along\swith|on|took|in|had|has|started|tendered|filed|by\sreason\sof))?"
    r"(?:\s(?-i:[a-z])+)?\s(?:his|her|himself|herself)\b"
)
_CONVICTION = r"\s[^.;]{0,90}\b(?:his|her)\sconviction\b"
_CALLED_ACCUSED = (
    rf"{_NUMBERED}\s\(hereinafter\s(?:referred\sto\sas|called)\s(?:the\s)?['‘’\"]{{0,2}}(?:the\s)?['‘’\"]?accused\b"
)
_DONE_TO = (
    r"\b(?:convict(?:ed|ing)|acquitt(?:ed|ing)|sentenc(?:ed|ing)|arrested|(?:conviction|acquittal|sentence)s?\sof|detained"
    r"|(?:daughter|son|wife|husband|father|mother|brother|sister|services|house|home|trial|parent|date\sof\sbirth)s?\sof"
    r"|(?:rape|raped|assaulted|abducted|kidnapped|harassed|ill-treated|married|cheated|intercourse|murdered|killed|stabbed|shot|beaten"
    r"|(?:murder|rape|assault)\swas\scommitted)\s(?:by|to))"
    r"\s(?:all\s)?(?:the\s)?(?:said\s|present\s|first\s|second\s|accused[\s-]|four\s){0,2}\Z"
)

# Matched at the word for the side. In each, the group `side` is that word, with the word for the body beside it.
CORPORATION = re.compile(
    rf"(?P<beside>{SIDE}{_NUMBERED}[\s-]{_BODY})\b"
    rf"|(?P<side>{SIDE}){_NUMBERED}{_HEREIN},?\s(?:is|was|which\sis|being)?\s?an?\s{_KIND_OF_BODY}{_BODY}\b(?!\sof\speople)"
)
STATE = re.compile(rf"(?P<side>{SIDE}{_NUMBERED}{_HEREIN}(?:[\s/-]|,\s|\s[-–]\s?|\s\()(?:the\s)?{_GOVERNMENT})\b")
ALSO = re.compile(
    rf"{SIDE}[/-](?:husband|wife|accused|detenu|informant|complainant|driver)\b", re.IGNORECASE
)  # the whole of it is the word for the side
PERSON = re.compile(
    rf"(?P<side>{SIDE})(?:"
    rf"{'|'.join((_AS_A_PERSON, _OF_A_PERSON, _NAMED, _OWN, _CONVICTION, _CALLED_ACCUSED))})",
    re.IGNORECASE,
)
# Searched in the few words before the side, up to it.
STATE_BEFORE = re.compile(
    r"\b(?:state|union\sof\sindia|government)(?:\sof\s\w+(?:\s\w+)?)?(?:,?\s(?:is|are)\sthe|[-/,]|\s\((?:the\s)?)\s?\Z"
)
DONE_TO_PERSON = re.compile(_DONE_TO, re.IGNORECASE)
NO_PERSON_AFTER = re.compile(rf"{SIDE}\b[\s-](?:{_BODY}|{_GOVERNMENT})", re.IGNORECASE)
ACCUSED_BEFORE = re.compile(r"\baccused(?:[\s/-]|\s[-–]\s|\sand\s)\Z", re.IGNORECASE)
COMPLAINANT_BEFORE = re.compile(r"\bcomplainant(?:\s\w+)?\s\(\Z", re.IGNORECASE)
COUNSEL_BEFORE = re.compile(r"(?:counsel|advocate|lawyer|behalf)s?(?:\s\w+){0,3}\s(?:for|of)\s(?:the\s)?\Z")
# The State moves the court, and is not called by the word for a side.
STATE_MOVES = re.compile(
    r"this\s(?:petition|appeal)\s(?:is\s)?(?:filed\s|preferred\s)?by\sthe\s(?P<side>state|union\sof\sindia)\b"
    r"|the\s(?P<mover>state|union\sof\sindia)\s(?:has\scome\sup|is)\sin\s(?:this\spetition|appeal|this\sappeal)\b"
)
# What a name shows of its bearer.
CORPORATE_NAME = re.compile(
    r"\b(?:Ltd|Limited|Pvt|Corporation|Company|Bank|Mills|Industries|Society|Trust|Union)\b(?!\sof\sIndia)"
)
STATE_NAME = re.compile(r"(?:The\s)?(?:State\sof|Union\sof\sIndia|Government\sof|Union\sTerritory)\b")
TITLE_BEFORE = re.compile(r"\b(?:Shri|Smt|Mrs?|Ms|Dr|Sri|Kumari)\.?\s\Z")
