"""Who says a thing: the matter itself, a party, a witness, a document or a court below; and who denies it."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Voice(StrEnum):
    """What kind of speaker it is: a party argues, a witness testifies, a document records, a court finds."""

    PARTY = "party"
    WITNESS = "witness"
    DOCUMENT = "document"
    COURT = "court"
    HEARSAY = "hearsay"  # "is said to": nobody is named


@dataclass(frozen=True, slots=True)
class Speech:
    """Characters `start` to `end` of the text are somebody's words."""

    start: int
    end: int
    speaker: str
    voice: Voice


@dataclass(frozen=True, slots=True)
class Denial:
    """Somebody denies what stands from `start` to `end`; `of_before` where it is a pronoun for what came before."""

    start: int
    end: int
    speaker: str
    of_before: bool


_PARTIES = {
    "prosecution": r"prosecution(?:\s+case|\s+version|\s+story)?|State(?:\s+Government)?|(?:Spl\.?\s?|Special\s|Public\s|Addl\.?\s|Ld\.?\s|Learned\s){0,2}P\.\s?P\.|(?:Special\s|Addl\.?\s)?Public\s+Prosecutor|prosecutor|(?:Ld\.?\s)?A\.?P\.?P\.?|charge-?\s?sheet|police|NCB|CBI|ED|Vigilance|department|respondents?-State|Union(?:\s+of\s+India)?",
    "defence": r"defence(?:\s+counsel|\s+plea|\s+case|\s+version)?|defense|we|our\s+(?:case|submission|main\s+points?|point)|counsel\s+for\s+the\s+(?:accused|appellants?|defence)|former\s+counsel",
    "accused": r"accused(?:\s+persons?|\s+no\.?\s?\d+)?|A-?\d+|clients?|detenu|(?:the\s+)?husband|in-laws|S\.?\s?313\s+(?:stmt|statement)|statement\s+under\s+section\s+(?:313|351)",
    "complainant": r"(?:de\s+facto\s+)?complainants?|informant|F\.?I\.?R\.?|first\s+informant|victim|prosecutrix",
    "appellant": r"appellants?(?:\s+no\.?\s?\d+)?",
    "petitioner": r"petitioners?",
    "applicant": r"applicants?",
    "respondent": r"respondents?(?:\s+no\.?\s?\d+)?|opposite\s+party|other\s+side|management|employer|Corporation|Collector|Authority",
    "plaintiff": r"plaintiffs?",
    "defendant": r"(?:second\s+|first\s+|\d\w\w\s+)?defendants?(?:\s+no\.?\s?\d+)?|vendor|tenant|landlord",
    "insurer": r"insurer|insurance\s+company|owner",
    "claimant": r"claimants?",
}
_WITNESSES = (
    r"[PDC]\.?\s?Ws?\.?\s?-?\s?\d+(?:\s?(?:,|and|&|to)\s?(?:[PDC]\.?W\.?\s?-?)?\d+)*|witness(?:es)?|eye-?\s?witness(?:es)?|doctors?|(?:autopsy\s+)?surgeon|medical\s+officer"
    r"|neighbours?|panch(?:as|es)?|I\.?O\.?|investigating\s+officer|headmaster|manager|father|mother|brother|sister|widow|child|labourers?"
    r"|Dr\.?\s+[A-Z]\w+|expert|chemical\s+examiner|magistrate\s+who"
)
_DOCUMENTS = (
    r"(?:P\.?M\.?|post-?\s?mortem|autopsy|F\.?S\.?L\.?|viscera|medical|injury|inquest|inquiry|enquiry|chemical|DNA|ballistic|serolog\w+|survey\w*)\s*(?:report|certificate)|report"
    r"|certificate|register|M\.?L\.?C\.?|records?|panch[na]+ma|mahazar|ledger|passbook|bank\s+statements?|return\s+memo|order|grounds|agreement|plaint|letter|notice"
)
_COURTS = (
    r"(?:Ld\.?\s+|learned\s+)?(?:trial\s+(?:court|judge)|(?:addl\.?\s+|additional\s+)?sessions\s+(?:judge|court)|special\s+(?:judge|court)|high\s+court|district\s+judge|magistrate"
    r"|tribunal|board|(?:first\s+|lower\s+)?appellate\s+(?:court|authority)|courts?\s+below|both\s+courts|both\s+the\s+courts|single\s+judge|division\s+bench|labour\s+court|family\s+court"
    r"|children['’]s\s+court|inquiry\s+officer|enquiry\s+officer|commission|court|judge|arbitrator|rent\s+controller|H\.?C\.?|T\.?C\.?)"
)
_ARTICLE = r"(?:(?:the|his|her|our|their|an?|both|all|said|learned|ld\.?)\s+){0,2}"
_TAIL = r"(?:\s*\([^()]{1,25}\)|,\s[^,;.]{1,40},|\s+(?:[A-Z]\w+\s?){1,3})?"
_SAYS = (
    r"(?:says?|said|states?|stated|alleges?|alleged|claims?|claimed|contends?|contended|submits?|submitted|argues?|argued|pleads?|pleaded"
    r"|maintains?|maintained|asserts?|asserted|insists?|insisted|urges?|urged|suggests?|suggested|deposes?|deposed|testif(?:y|ies|ied)|speaks?\s+of|spoke\s+of"
    r"|replie[sd]|reply|answers?|answered|explains?|explained|adds?|added|complains?|complained|relies|rely|relied\s+on|relies\s+on|recites?|records?|records\s+that|shows?|mentions?|reports?"
    r"|admits?|admitted|concedes?|conceded|attributes?|puts?\s+it|would\s+have\s+it|is\s+that|case\s+is|calls?\s+it|depose|swears?|swore|repeats?)"
)
_FINDS = (
    r"(?:has\s+(?:himself\s+|itself\s+)?)?(?:found|finds?|held|holds?|observed|observes|noted|notes|concluded|concludes|recorded\s+(?:a\s+)?finding|believed|accepted|was\s+of\s+the\s+view"
    r"|took\s+the\s+view|opined|ruled|rules|overrul(?:es|ed)|determines?|determined|rejected|rejects|disbelieved|preferred|presumed|said|says|raised|went\s+by|convicted|acquitted|refused|allowed|added)"
)
_ANY_PARTY = "|".join(f"(?P<{name}>{words})" for name, words in _PARTIES.items())
_SPEAKER = (
    rf"(?:(?P<court>{_COURTS})|(?P<witness>{_WITNESSES})|{_ANY_PARTY}|(?P<document>{_DOCUMENTS})|(?P<pronoun>he|she|they)"
    rf"|(?P<name>(?-i:[A-Z][a-z]+(?:\s[A-Z][a-z]+){{0,2}})))"
)
_SAYING = re.compile(
    rf"\b{_ARTICLE}{_SPEAKER}{_TAIL}\s+(?:(?:also|further|now|only|has|had|have|then|again|himself|herself|in\s+(?:cross|court|chief)|who|still|consistently|clearly|specifically|later)\s+){{0,3}}"
    rf"(?P<verb>{_SAYS}|{_FINDS})\b",
    re.IGNORECASE,
)
_ACCORDING = re.compile(
    rf"\b(?:according\s+to|as\s+per|in\s+the\s+words\s+of|on\s+the\s+(?:case|version|showing|evidence)\s+of|case\s+of|version\s+of)\s+{_ARTICLE}{_SPEAKER}", re.IGNORECASE
)
_TRAILING = re.compile(rf",\s*(?:as\s+)?(?:{_SAYS}\s+{_ARTICLE}{_SPEAKER.replace('?P<', '?P<t_')}|{_ARTICLE}{_SPEAKER}\s+{_SAYS})\s*(?=[,.;]|\Z)", re.IGNORECASE)
_LABEL = re.compile(
    rf"(?:\A|(?<=\n)|(?<=[.;]\s))\W*(?:\d+[.)]\s*)?{_ARTICLE}{_SPEAKER}(?:['’]s)?(?:\s+(?:case|version|plea|view|stand|says|argument|points?))?\s*(?::|\s[–—-]\s|\.\s(?=[A-Z]))", re.IGNORECASE
)
_HEARSAY = re.compile(
    r"\b(?:is|are|was|were|has\s+been|have\s+been)\s+(?:also\s+|further\s+|only\s+)?(?:said|alleged|claimed|stated|reported|supposed|believed|shown|stated)\s+(?:to|that)\b"
    r"|\b(?:is|are|was|were)\s+(?:alleged|claimed)\b|\ballegedly\b|\balleged\b|\bso-called\b|\bpurported(?:ly)?\b|\ballegations?\s+(?:is|are|that|of)\b"
    r"|\bit\s+(?:is|was|has\s+been)\s+(?:also\s+|further\s+)?(?:alleged|said|argued|contended|submitted|urged|pleaded|claimed|suggested|stated)\b|\bis\s+accused\s+of\b|\bstands?\s+accused\s+of\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    rf"\b(?:{_ARTICLE}{_SPEAKER}{_TAIL}\s+(?:also\s+|flatly\s+|stoutly\s+|has\s+|have\s+|had\s+|themselves\s+|however\s+){{0,2}}|which\s+(?:we\s+|is\s+|are\s+)?|but\s+|and\s+)"
    r"(?P<verb>den(?:y|ies|ied)|disputes?|disputed|challenges?|challenged|contests?|contested|refutes?|refuted|controverts?|questions|repudiates?)\b",
    re.IGNORECASE,
)
_OF_BEFORE = re.compile(
    r"\s*(?:[.;,]|\Z|(?:it|this|that|them|these|so|all|both|the\s+same|each|the\s+(?:whole\s+)?(?:allegations?|charges?|incident|story|claim|case|version|meeting|accusations?|suggestion|occurrence|prosecution\s+case)"
    r"|having\s+(?:said|done)|everything|any\s+such|such|the\s+whole)\b)",
    re.IGNORECASE,
)
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:\d+[.)]|\(?[a-z]\)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|[A-Z][A-Z ]{3,}))")
_NEVER_NAMES = frozenset("the this that it there no a an in on at by of when after before then his her our their nothing neither".split())


def paragraph_ends(text: str) -> list[int]:
    """Where each paragraph or numbered item of a text ends."""
    return [*(match.start() for match in _PARAGRAPH.finditer(text)), len(text)]


def speeches(sentence: str, offset: int, last_speaker: tuple[str, Voice] | None = None) -> Iterator[Speech]:
    """Whose words the parts of a sentence are; `offset` is where the sentence starts in the text."""
    for match in _SAYING.finditer(sentence):
        speaker, voice = speaker_of(match, last_speaker)
        if speaker:
            yield Speech(offset + match.end(), offset + _speech_end(sentence, match.end()), speaker, voice)
    for match in _ACCORDING.finditer(sentence):
        speaker, voice = speaker_of(match, last_speaker)
        if speaker:
            yield Speech(offset, offset + len(sentence), speaker, voice)
    for match in _TRAILING.finditer(sentence):
        speaker, voice = speaker_of(match, last_speaker)
        if speaker:
            yield Speech(offset, offset + match.start(), speaker, voice)
    for match in _HEARSAY.finditer(sentence):
        yield Speech(offset + match.start(), offset + _speech_end(sentence, match.end()), "matter", Voice.HEARSAY)


def labelled(sentence: str, offset: int, paragraph_end: int) -> Speech | None:
    """The words under a label such as "Defence:", up to the end of the paragraph."""
    match = _LABEL.match(sentence)
    if match is None:
        return None
    speaker, voice = speaker_of(match, None)
    if not speaker or voice is Voice.WITNESS or match["name"] or match["pronoun"]:
        return None
    return Speech(offset + match.end(), max(paragraph_end, offset + match.end()), speaker, voice)


def denials(sentence: str, offset: int) -> Iterator[Denial]:
    """Who denies what in a sentence."""
    for match in _DENIES.finditer(sentence):
        speaker, _ = speaker_of(match, None)
        of_before = bool(_OF_BEFORE.match(sentence, match.end())) or match[0].lower().startswith("which")
        if not of_before and re.search(r"\b(?:not|never|nor|neither|no(?:body| one)?)\W+(?:\w+\W+){0,2}\Z", sentence[: match.start("verb")], re.IGNORECASE):
            continue
        yield Denial(offset + match.start(), offset + _speech_end(sentence, match.end()), speaker or "opponent", of_before)


def speaker_of(match: re.Match[str], last_speaker: tuple[str, Voice] | None) -> tuple[str, Voice]:
    """The speaker that a match names; a pronoun speaks for whoever spoke last."""
    groups = {name.removeprefix("t_"): text for name, text in match.groupdict().items() if text}
    if "court" in groups:
        return _court(groups["court"]), Voice.COURT
    for party in _PARTIES:
        if party in groups:
            return party, Voice.PARTY
    if "witness" in groups:
        return groups["witness"], Voice.WITNESS
    if "document" in groups:
        return groups["document"].lower(), Voice.DOCUMENT
    if "pronoun" in groups:
        return last_speaker or ("party", Voice.PARTY)
    if "name" in groups and groups["name"].split()[0].lower() not in _NEVER_NAMES:
        return groups["name"], Voice.PARTY
    return "", Voice.PARTY


def _court(words: str) -> str:
    lowered = words.lower()
    if "high" in lowered or lowered.startswith("h"):
        return "High Court"
    return "trial court" if re.search(r"trial|session|special|magistrate|t\.?c", lowered) else "court below"


def _speech_end(sentence: str, start: int) -> int:
    """A speech ends with the clause after which somebody else speaks or the matter goes on."""
    match = re.compile(r";|[,\s](?:but|although|though|whereas|while)\s", re.IGNORECASE).search(sentence, start)
    return match.start() if match else len(sentence)


def speech_at(spoken: Sequence[Speech], start: int) -> Speech | None:
    """The narrowest speech that holds a character; `spoken` is sorted by start."""
    until = bisect_right([speech.start for speech in spoken], start)
    holding = [speech for speech in spoken[:until] if speech.end > start]
    return min(holding, key=lambda speech: speech.end - speech.start) if holding else None
