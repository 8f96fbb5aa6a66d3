"""Finds who says something, and whether it is only said and denied or taken back at once."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

QUOTED = "quoted words"  # the speaker of words in quotation marks, if nobody is named


class VoiceKind(StrEnum):
    """The kind of speaker: a party argues, a witness testifies, a document records, a court finds."""

    PARTY = "party"
    WITNESS = "witness"
    DOCUMENT = "document"
    COURT = "court"
    HEARSAY = "hearsay"  # "is said to": nobody is named


@dataclass(frozen=True, slots=True)
class Speech:
    """Characters `start` to `end` of the text are someone's words."""

    start: int
    end: int
    speaker: str
    voice: VoiceKind


@dataclass(frozen=True, slots=True)
class SentencePart:
    """Part of a sentence up to a semicolon: its text, its start, and the start of its sentence and paragraph."""

    text: str
    start: int
    sentence_start: int
    sentence_end: int
    previous_start: int
    paragraph_start: int
    paragraph_end: int


_PARTIES = {
    "prosecution": (
        r"prosecution(?:\s+(?:case|version|story))?|State(?:\s+Government)?|(?:(?:spl|addl|ld|learned|special"
        r"|public)\.?\s){0,2}P\.\s?P\.?"
        r"|(?:(?:special|addl|ld|learned)\.?\s){0,2}(?:public\s+)?prosecutor|(?:ld\.?\s)?A\.?P\.?P\.?"
        r"|charge-?\s?sheet|police|NCB|CBI|E\.?D\.?|Vigilance|department|Union(?:\s+of\s+India)?"
    ),
    "defence": (
        r"defen[cs]e(?:\s+(?:counsel|plea|case|version))?|we|our\s+(?:case|submissions?|main\s+points?|points?|plea"
        r"|stand)"
        r"|counsel\s+for\s+the\s+(?:accused|appellants?|defence)|former\s+counsel"
    ),
    "accused": (
        r"accused(?:\s+persons?|\s+no\.?\s?\d+)?|A-?\d+|clients?|detenu|husband|in-laws"
        r"|S\.?\s?313\s+(?:stmt|statement)"
    ),
    "complainant": r"(?:de\s+facto\s+)?complainants?|informant|first\s+informant|victim|prosecutrix",
    "appellant": r"appellants?(?:\s+no\.?\s?\d+)?",
    "petitioner": r"petitioners?",
    "applicant": r"applicants?",
    "respondent": (
        r"respondents?(?:\s+no\.?\s?\d+)?|R-?\d+|opposite\s+part(?:y|ies)|other\s+side|management|employer|Corporation"
        r"|Collector"
    ),
    "plaintiff": r"plaintiffs?",
    "defendant": (
        r"(?:(?:second|first|third|\d\w\w)\s+)?defendants?(?:\s+no\.?\s?\d+)?|D-?\d+|vendor|tenant|landlord|purchaser"
        r"|buyer"
    ),
    "insurer": r"insurer|insurance\s+company|owner",
    "claimant": r"claimants?",
    "company": r"compan(?:y|ies)|firm|builder|developer|Nigam|contractor|seller|drawer",
}
_WITNESSES = (
    r"[PDC]\.?\s?Ws?\.?\s?-?\s?\d+(?:\s?(?:,|and|&|to)\s?(?:[PDC]\.?W\.?\s?-?)?\d+){0,6}|(?:eye-?\s?)?witness(?:es)?"
    r"|doctors?|(?:autopsy\s+)?surgeon|medical\s+officer"
    r"|neighbours?|panch(?:as|es)?|I\.?\s?O\.?|(?:investigating|trap)\s+officer|headmaster|manager|father|mother"
    r"|brother|sister|widow|child|labourers?"
    r"|Dr\.?\s+[A-Z]\w+|expert|(?:chemical\s+)?examiner"
)
_DOCUMENTS = (
    r"(?:(?:P\.?M\.?|post-?\s?mortem|autopsy|F\.?S\.?L\.?|viscera|medical|injury|inquest|inquiry|enquiry|chemical|DNA"
    r"|ballistic|serolog\w+|survey\w*|wound)\s*)?(?:report|certificate)"
    r"|(?:\w+\s+)?register|M\.?L\.?C\.?|records?|panch[na]+ma|mahazar|ledger|passbook|bank\s+statements?"
    r"|return\s+memo|order|grounds|agreement|plaint|letter|notice|F\.?I\.?R\.?|complaint"
)
_COURTS = (
    r"(?:(?:ld|learned)\.?\s+)?(?:trial\s+(?:court|judge)|(?:addl\.?\s+|additional\s+)?sessions\s+(?:judge|court)"
    r"|special\s+(?:judge|court)|high\s+court|district\s+judge|magistrate"
    r"|tribunal|board|(?:first\s+|lower\s+)?appellate\s+(?:court|authority)|courts?\s+below|both\s+(?:the\s+)?courts"
    r"|single\s+judge|division\s+bench|(?:labour|family|children['’]s)\s+court"
    r"|(?:inquiry|enquiry)\s+officer|commission|court|judge|arbitrator|rent\s+controller)"
)
ARTICLE = r"(?:(?:the|his|her|our|their|an?|both|all|said|learned|ld\.?)\s+){0,2}"
TAIL = r"(?:\s*\([^()]{1,25}\)|\s+(?-i:[ADR])-?\d+|,\s[^,;.]{1,40},|\s+(?-i:(?:[A-Z]\w+\s?){1,3}))?"
_TESTIFIES = (
    r"in\s+court\s+sa(?:ys|id)|depos(?:e|es|ed)|testif(?:y|ies|ied)|sp(?:ea|o)ks?\s+of|spoke\s+of|swears?|swore|saw"
    r"|heard|admits?|admitted|concedes?|conceded|identifie[sd]"
)
_ARGUES = (
    r"alleg(?:e|es|ed)|claim(?:s|ed)?|contend(?:s|ed)?|submit(?:s|ted)?|argue[sd]?|plead(?:s|ed)?|maintain(?:s|ed)?"
    r"|assert(?:s|ed)?|insist(?:s|ed)?|urge[sd]?|suggest(?:s|ed)?"
    r"|complain(?:s|ed)|would\s+have\s+it|calls?\s+it|repeats?|is\s+that|case\s+is"
)
_SAYS = (
    rf"says?|said|states?|stated|{_ARGUES}|{_TESTIFIES}|(?:repl(?:y|ies|ied)|answers?|answered|explain(?:s|ed)?|adds?"
    rf"|added)(?=\s+(?:that|with|he|she|it)\b)|rel(?:y|ies|ied)\s+(?:up)?on"
)
_RECORDS = (
    r"recites?|records?|shows?|showed|mentions?|reports?|attributes?|gives?|names|confirms?|says?|states?|speaks?\s+of"
)
_FINDS = (
    r"found|finds?|held|holds?|observed|observes|noted|notes|concluded|concludes|believed|accepted"
    r"|was\s+of\s+the\s+view|took\s+the\s+view|opined|ruled|rules|overrul(?:es|ed)|determines?|determined"
    r"|rejected|rejects|disbelieved|preferred|presumed|went\s+by|said|says|added|adds"
)
SPEAKER = (
    rf"(?:(?P<court>{_COURTS})|(?P<witness>{_WITNESSES})"
    rf"|{'|'.join(f'(?P<{name}>{words})' for name, words in _PARTIES.items())}"
    rf"|(?P<document>{_DOCUMENTS})|(?P<anyone>family(?:\s+members)?|company|bureau|agency|officer|inspector|driver"
    rf"|registrar|wife|both\s+(?:sides?|parties)|each\s+(?:side|party)|contractor|guarantor|bank|insured"
    rf"|award-\s?(?:debtor|holder)|parents|rider|buyer|groom|bride|society|builder|developer|hospital|workman"
    rf"|employee|daughter|son|uncle|cousin|nephew|friend|guard|salesman|clerk)|(?P<pronoun>he|she|they|him|her|them)"
    rf"|(?P<name>(?-i:[A-Z][a-z]+(?:\s[A-Z][a-z]+){{0,2}})))\b"
)
_ADVERBS = (
    r"(?:(?:also|further|now|only|has|had|have|then|again|himself|herself|itself|in\s+(?:cross|court"
    r"|chief)(?:-examination)?,?|who|still|consistently|clearly|specifically|later|however,?|"
    r"himself)\s+){0,3}"
)
_LETTER = re.compile(r"[^\W\d_]")
_QUOTED = re.compile(r"[\"“](?:[^\"“”]{15,300})[\"”]")
_VERB = re.compile(rf"\b(?:{_SAYS}|{_FINDS}|{_RECORDS})\b", re.IGNORECASE)
_VERB_OF_COURT = re.compile(f"{_FINDS}|{_SAYS}", re.IGNORECASE)
_VERB_OF_DOCUMENT = re.compile(f"{_RECORDS}|{_SAYS}", re.IGNORECASE)
_VERB_OF_PERSON = re.compile(_SAYS, re.IGNORECASE)
_SAYING = re.compile(rf"\b{ARTICLE}{SPEAKER}{TAIL}\s+{_ADVERBS}(?P<verb>{_SAYS}|{_FINDS}|{_RECORDS})\b", re.IGNORECASE)
_CASE = re.compile(
    r"\b(?:case|plea|defence|stand|version|explanation|contention|argument|submission|grievance|story|answer)\b",
    re.IGNORECASE,
)
_CASE_IS = re.compile(
    rf"\b(?:{ARTICLE}(?:{SPEAKER}(?:['’]s)?\s+)?(?:case|plea|defence|stand|version|explanation|contention|argument"
    rf"|submission|grievance|story)(?:\s+of\s+{ARTICLE}\w+)?"
    r"(?:\s+taken[^.;]{0,40}?)?\s+(?:is|was|has\s+been|being)\s+(?:all\s+along\s+)?that|(?:defence\s+)?plea\s+(?:is"
    r"|was)|(?:his|her|their|its)\s+answer\s+is(?:\s+that)?)\s",
    re.IGNORECASE,
)
_ACCORDING = re.compile(
    rf"\b(?:according\s+to|as\s+per|(?P<per>per)|in\s+the\s+words\s+of|on\s+the\s+(?:case|version)\s+of|case\s+of"
    rf"|version\s+of)\s+{ARTICLE}{SPEAKER}",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    rf"(?:,|\s[–—-])\s*(?:as\s+)?(?:(?:{_SAYS})\s+{ARTICLE}{SPEAKER.replace('?P<', '?P<t_')}"
    rf"|{ARTICLE}{SPEAKER}\s+(?:{_SAYS}))\s*(?=[,.;]|\Z)",
    re.IGNORECASE,
)
# "Defence:" and "Trial Court -" always introduce speech. "PW-1: she was beaten" does; "Client: Rohit Bansal" does not.
_LABEL = re.compile(
    rf"\W*(?:\d+[.)]\s*)?{ARTICLE}(?:(?P<court>{_COURTS})|(?P<prosecution>prosecution|State|(?-i:P)(?=\s?:)|(?:ld\.?\s"
    rf"|spl\.?\s)?P\.P\.?)|(?P<defence>defen[cs]e|(?-i:D)(?=\s?:)|our\s+(?:main\s+)?(?:points?|case|stand|say|plea"
    rf"|version|theory)))"
    r"(?:['’]s)?(?:\s+(?:case|version|plea|view|stand|say|says|theory|arguments?|points?))?\s*(?::|\s[–—-]\s|\.\s(?=[A-Z]))"
    rf"|\W*(?:\d+[.)]\s*)?{ARTICLE}(?P<accused>(?:(?:S|sec|section|u/s)\.?\s?)?(?:313|351)|accused|appellant"
    r"|petitioner|applicant|client|complainant|plaintiff"
    r"|defendant|respondent|insurer)(?:['’]s)?\s+(?:case|version|plea|stand|says|argument|explanation|statement)\s*(?::"
    r"|\s[–—-]\s)",
    re.IGNORECASE,
)
_SPEAKER_LABEL = re.compile(
    rf"\W*(?:\d+[.)]\s*)?{ARTICLE}(?:(?-i:[A-Z])-?\d+\s+)?{SPEAKER}(?:\s*\([^()]{{1,30}}\)|\s+(?-i:[A-Z])-?\d+)?"
    r"(?:\s+in\s+(?:W\.?S\.?|written\s+statement|cross(?:-examination)?|chief|court|reply|counter))?\s*:\s*"
    r"(?=(?-i:[a-z])|[\"“‘']|(?:No|Not|Never|He|She|They|It|There|Did|Had|Was)\b)",
    re.IGNORECASE,
)
# "Blow on the head - prosecution version": the speech comes first.
_VERSION_AFTER = re.compile(
    rf"(?:,|\s[–—-]|\()\s*(?:only\s+)?{ARTICLE}{SPEAKER}(?:['’]s)?\s+(?:case|version|stand|plea|say|theory|story|claim"
    r"|allegation)\s*\)?\s*[.;]?\s*\Z",
    re.IGNORECASE,
)
_VERSION = re.compile(r"\b(?:case|version|stand|plea|say|theory|story|claim|allegation)\W*\Z", re.IGNORECASE)
_ACCUSED_NUMBER = re.compile(r"\W*A-?\d+\s*:")  # "A-3: no specific role" is about A-3, who does not speak
_ELIDED = re.compile(r"(?:,|\bbut)\s+(?:but\s+)?(?:says|claims|pleads|alleges|contends)\s", re.IGNORECASE)
_HEARSAY = re.compile(
    r"\b(?:is|are|was|were|has\s+been|have\s+been)\s+(?:also\s+|further\s+|only\s+)?(?:said|alleged|claimed|reported"
    r"|supposed|believed)\s+(?:to|that|by)\b"
    r"|\b(?:is|are|was|were)\s+(?:alleged|claimed)\b|\balleged(?:ly)?\b|\bso-called\b|\bpurported(?:ly)?\b"
    r"|\ballegations?\s+(?:is|are|that|of)\b"
    r"|\bit\s+(?:is|was|has\s+been)\s+(?:also\s+|further\s+)?(?:alleged|said|argued|contended|submitted|urged|pleaded"
    r"|claimed|suggested|stated)\b|\baccused\s+of\s+having\b",
    re.IGNORECASE,
)
_NOT_ALLEGED = re.compile(
    r"\b(?:no|not|never|nothing|none|nobody)\b[^,;]*\b(?:alleged|alleges|claimed|pleaded|allegations?)\b", re.IGNORECASE
)
_SPEECH_END = re.compile(r"[,\s](?:but|although|though|whereas|while)\s", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:\d+[.)]\s|\(?[a-z]\)\s|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|[A-Z][A-Z ]{3,}))")
_NEVER_NAMES = frozenset(
    "the this that it there no a an in on at by of when after before then his her our their nothing neither"
    " section".split()
)
_IS_MAN = re.compile(r"father|brother|husband|son|uncle", re.IGNORECASE)
_ALLEGATIONS = frozenset("fir complaint f.i.r. f.i.r".split())


def paragraph_starts(text: str) -> list[int]:
    """Where each paragraph or numbered item of a text starts."""
    return [0, *(match.end() for match in _PARAGRAPH.finditer(text))]


def speeches(piece: SentencePart, last_speaker: tuple[str, VoiceKind] | None = None) -> Iterator[Speech]:
    """The speeches in a sentence. `last_speaker` is whom "he" or "she" refers to."""
    text, offset = piece.text, piece.start
    if _has_no_words(text):
        return
    label = _LABEL.match(text)
    if label:
        speaker, voice = named_speaker(label, None, "says")
        # "Defence." heads a paragraph; "State:" speaks for its sentence.
        end = piece.paragraph_end if label[0].rstrip().endswith(".") else piece.sentence_end
        yield Speech(offset + label.end(), max(end, offset + label.end()), speaker, voice)
    named = None if label else _SPEAKER_LABEL.match(text)
    if named and not named["name"] and not named["document"] and not _ACCUSED_NUMBER.match(text):
        speaker, voice = named_speaker(named, last_speaker, "says")
        yield Speech(offset + named.end(), max(piece.sentence_end, offset + named.end()), speaker, voice)
    if _VERB.search(text):
        yield from _reported(piece, last_speaker)
    yield from _attributed(piece, last_speaker)
    for match in _QUOTED.finditer(text):
        yield Speech(offset + match.start(), offset + match.end(), QUOTED, VoiceKind.WITNESS)
    for match in _HEARSAY.finditer(text):
        if not _NOT_ALLEGED.search(text, 0, match.end()):
            before = max(text.rfind(mark, 0, match.start()) for mark in (", ", ": ", " but ", "\n"))
            yield Speech(offset + before + 1, offset + speech_end(text, match.end()), "matter", VoiceKind.HEARSAY)


@lru_cache(maxsize=1024)  # paragraph numbers and table cells recur
def _has_no_words(text: str) -> bool:
    """Whether a text has neither letters nor anything in quotation marks."""
    return _LETTER.search(text) is None and _QUOTED.search(text) is None


def _reported(piece: SentencePart, last_speaker: tuple[str, VoiceKind] | None) -> Iterator[Speech]:
    """Reported speech: "PW-3 deposed that ...", and "..., says the State"."""
    text, offset = piece.text, piece.start
    verb_ends: set[int] = set()
    for match in _SAYING.finditer(text):
        speaker, voice = named_speaker(match, last_speaker, match["verb"])
        verb_ends.add(match.end())
        if speaker and _is_verb_of_speech(match, voice):
            yield Speech(offset + match.end(), offset + speech_end(text, match.end()), speaker, voice)
    for match in _ELIDED.finditer(text):  # "D-2 bought it in May, says he had no notice"
        if match.end() - 1 not in verb_ends:
            yield Speech(offset + match.end(), offset + speech_end(text, match.end()), "party", VoiceKind.PARTY)
    for match in _TRAILING.finditer(text):
        speaker, voice = named_speaker(match, last_speaker, "says")
        if speaker:
            yield Speech(offset, offset + match.start(), speaker, voice)


def _attributed(piece: SentencePart, last_speaker: tuple[str, VoiceKind] | None) -> Iterator[Speech]:
    """A party's case: "our case is that ...", "according to the FIR ..."."""
    text, offset = piece.text, piece.start
    for match in _CASE_IS.finditer(text) if _CASE.search(text) else ():
        speaker, _ = named_speaker(match, last_speaker, "says")
        yield Speech(offset + match.end(), offset + speech_end(text, match.end()), speaker or "party", VoiceKind.PARTY)
    after = _VERSION_AFTER.search(text) if _VERSION.search(text) else None
    if after:
        yield Speech(
            offset, offset + after.start(), named_speaker(after, last_speaker, "claims")[0] or "party", VoiceKind.PARTY
        )
    for match in _ACCORDING.finditer(text):
        speaker, voice = named_speaker(match, last_speaker, "says")
        if not speaker or (match["per"] and match["name"]):
            continue
        yield Speech(offset, offset + len(text), speaker, voice)
        if piece.start == piece.paragraph_start and voice is VoiceKind.PARTY:
            # The rest of the paragraph continues the speech.
            yield Speech(offset, max(piece.paragraph_end, offset + len(text)), speaker, VoiceKind.WITNESS)


def speech_at(spoken: Sequence[Speech], at: int) -> Speech | None:
    """The narrowest speech that contains a character; `spoken` is sorted by start."""
    end = bisect_right(spoken, at, key=lambda speech: speech.start)
    containing = [speech for speech in spoken[max(0, end - 40) : end] if speech.end > at]
    return min(containing, key=lambda speech: speech.end - speech.start) if containing else None


def _is_verb_of_speech(match: re.Match[str], voice: VoiceKind) -> bool:
    """Whether the verb is one of speech for this speaker: a court finds, a document records, a person says."""
    verb = match["verb"]
    if voice is VoiceKind.COURT:
        return _VERB_OF_COURT.fullmatch(verb) is not None
    if voice is VoiceKind.DOCUMENT:
        return _VERB_OF_DOCUMENT.fullmatch(verb) is not None
    if re.fullmatch(r"claim(?:s|ed)?", verb, re.IGNORECASE) and re.match(
        r"\s+to be tried", match.string[match.end() :]
    ):
        return False
    # The whole line is searched again, because some verbs of speech need the word that follows them.
    return _VERB_OF_PERSON.match(match.string, match.start("verb")) is not None


def named_speaker(match: re.Match[str], last_speaker: tuple[str, VoiceKind] | None, verb: str) -> tuple[str, VoiceKind]:
    """The speaker that a match names and its voice with this verb; an empty name if it is not a speaker."""
    groups = {name.removeprefix("t_"): words for name, words in match.groupdict().items() if words}
    argues = re.fullmatch(_ARGUES, verb, re.IGNORECASE) is not None
    testifies = not argues and re.fullmatch(_TESTIFIES, verb, re.IGNORECASE) is not None
    finds = re.fullmatch(r"found|finds?|held|holds?|opined|ruled", verb, re.IGNORECASE) is not None
    party = next((name for name in _PARTIES if name in groups), None)
    voice = VoiceKind.WITNESS if testifies else VoiceKind.PARTY
    speaker = ("", VoiceKind.PARTY)
    if "court" in groups:
        speaker = (groups["court"], VoiceKind.PARTY) if argues else (_court(groups["court"]), VoiceKind.COURT)
    elif party and finds:  # "we find" is a judge's word
        speaker = ("court below", VoiceKind.COURT) if groups[party].lower() == "we" else speaker
    elif party:
        is_state = re.match(r"state|union|department", groups[party], re.IGNORECASE)
        speaker = "State" if is_state else party, voice
    elif "witness" in groups or "anyone" in groups:
        name = groups.get("witness") or groups["anyone"].lower()
        speaker = name, VoiceKind.PARTY if argues else VoiceKind.WITNESS
    elif "document" in groups:
        is_allegation = groups["document"].lower() in _ALLEGATIONS and (argues or verb.lower() in {"says", "states"})
        speaker = ("complainant", VoiceKind.PARTY) if is_allegation else (groups["document"], VoiceKind.DOCUMENT)
    elif "pronoun" in groups:  # refers to the last speaker
        is_other = last_speaker and _IS_MAN.match(last_speaker[0]) and groups["pronoun"].lower() in {"she", "her"}
        speaker = ("witness", VoiceKind.WITNESS) if is_other else last_speaker or ("party", voice)
    elif "name" in groups and groups["name"].split()[0].lower() not in _NEVER_NAMES:
        if finds:
            speaker = (groups["name"], VoiceKind.COURT) if verb.lower() in {"held", "opined", "ruled"} else speaker
        else:
            speaker = groups["name"], voice
    return speaker


def _court(words: str) -> str:
    lowered = words.lower()
    if "high" in lowered:
        return "High Court"
    return "trial court" if re.search(r"trial|session|special|magistrate", lowered) else "court below"


def speech_end(text: str, start: int) -> int:
    """Where a speech that begins at `start` ends: at the next "but" or "while", else with the text."""
    match = _SPEECH_END.search(text, start)
    return match.start() if match else len(text)


_REACH = 90  # characters before a thing in which somebody says it
_CLAUSE = r"(?:[^.;\n]|\.(?=[\w(]))"
_ONLY_SAID = re.compile(
    r"\b(?:said|says|alleged|alleges|suggested|suggestion|supposed|called|branded|attack(?:s|ed)|put|claim(?:s|ed)"
    r"|speaks?\sof|rumou?r(?:ed)?|version|gossip|hearsay|reports?|according\sto)\b"
    rf"{_CLAUSE}{{0,40}}\Z",
    re.IGNORECASE,
)
# "A-2 is his uncle, so the driver says"
_SAID_AFTER = re.compile(
    rf"{_CLAUSE}{{0,30}}?,\s(?:so|as)\s(?:the\s|his\s|her\s)?[\w-]+\s(?:says?|said|claims?|has\sit|reports?"
    rf"|would\shave\sit)\b",
    re.IGNORECASE,
)
# "The State attacks him as a cousin": a name that a side gives.
_BRANDED = re.compile(
    r"\b(?:attack(?:s|ed)|brand(?:s|ed)|dub(?:s|bed)|label(?:s|led)|paint(?:s|ed))\s\w+\s(?:as\s)?(?:an?\s|the\s|his\s"
    r"|her\s)?\Z",
    re.IGNORECASE,
)
_NEXT = rf"{_CLAUSE}{{0,50}}?\s?[;,(–—-]\s?(?:(?:but|which|this|that|it|he|she|they|both|all|is|was|has|have)\s){{0,3}}"
_DENIED = re.compile(
    rf"{_NEXT}(?:(?:stoutly|flatly)\s)?(?:den(?:y|ies|ied)|disown(?:s|ed)?|refute[sd]?|not\sadmitted)\b", re.IGNORECASE
)
_TAKEN_BACK = re.compile(
    rf"{_NEXT}(?:(?:the\s)?[\w-]+\s){{0,2}}?(?:disown(?:s|ed)\b|said\sno\b|(?:not|never)\s(?:so\b|true\b|correct\b"
    rf"|verified\b|borne\sout\b"
    r"|in\s(?:the\s)?\w+\s(?:or|nor)\s(?:in\s)?any\b|in\sany\b)|unverified\b|wrong\b|untrue\b|incorrect\b"
    r"|no\s(?:particulars|details|names?\sgiven)\b|nobody\selse\ssays\b)",
    re.IGNORECASE,
)


def is_said_and_denied(text: str, start: int, end: int) -> bool:
    """Whether the relation or weapon named from `start` to `end` is only said to be so, and denied at once."""
    if _BRANDED.search(text, max(0, start - _REACH), start):
        return True
    return _is_only_said(text, start, end) and bool(_DENIED.match(text, end) or _TAKEN_BACK.match(text, end))


def is_taken_back(text: str, start: int, end: int) -> bool:
    """Whether the act named from `start` to `end` is only said to have been done, and the writer takes it back."""
    return _TAKEN_BACK.match(text, end) is not None and _is_only_said(text, start, end)


def _is_only_said(text: str, start: int, end: int) -> bool:
    return bool(_ONLY_SAID.search(text, max(0, start - _REACH), start) or _SAID_AFTER.match(text, end))
