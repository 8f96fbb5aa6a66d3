"""What the words around a date say: where the clause ends, whether a birth is meant, and which words name the event.

The full stop of an abbreviation and a wrapped line do not end a clause. A date of birth often interrupts the clause
about another event. Words that are denied or belong to another date name no event of this one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.age_papers import PAPER_OF_BIRTH, PAPER_WITH_BIRTH
from countercase.facts.date_mentions import DateMention

# Where clauses end. The full stop of "S. 4", "p.m." and "Dr." does not end a clause.
_CLAUSE_END = re.compile(
    r"[.?!](?=\s+(?:[\"“'(\[]?[A-Z0-9]|\((?:[a-z]|[ivx]{1,4})\)\s))|;|\n\s*\n|\n(?=\s*(?:[-–—*•>»+]|\(?\w{1,3}[.)]\s|\d))|\s\.\s|(?P<line>\n(?=\s*[A-Z]))"
)
_DATE_FIGURES = re.compile(r"\d{1,2}[./-]\d{1,2}|\b(?:19|20)\d\d\b")
_ENDS_IN_SMALL_WORD = re.compile(
    r"\b(?:on|dated|dtd?\.?|of|from|by|till|upto|at|and|the|no\.?|section|s\.|u/s|rs\.?|after|before|about|around|to)\s*\Z"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:s|ss|u/s|sec|secs|art|arts|no|nos|dr|mr|mrs|smt|shri|sri|ld|rs|dt|p|a|m|pw|dw|ex|dy|sub|insp|addl|spl|r|v|vs"
    r"|w|c|ch|o|i|d|hon|viz|cr|crl|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|ltd|co|st|distt?|advt|govt|retd|approx|occ|prod|susp|recd|rcvd|appln|petn|judgt|judgmt|convn|adv|info|extn|hrs?|wt|max|compl|resp|petr|pltf"
    r"|deft|sr|jr|pt|cl|para|ltr|dtd|regd|acc|ors|anr|mag|magte?|bd|ct|cts|chq|cog|cogn|conv|convd|decd|accd|jt|jgmt|jdgt|judgt"
    r"|prodn|extd|refd|rej|rejd|notfn|notifn|notif|publn|divnl|mgr|pubn|decl|decln|declrn|regn|agt|agmt|agst|ref|repn|rep|opp|def|defts|pltfs|petnr|comm|commr|cert"
    r"|certd|complnt|representn|prosn|regr|provn|depn|dept|deptt|comp|complt|compt|amt|bal|pymt|advt|stmt|statmt|exam|examd|arr|rem|filg|instt|disp|bef|frm|abt|alongwith|asst|supdt|tr|sess|j|sh|km|lt|col|vict|minr|occr|acqd|acq|apps?|aplt|appl|appellt|tehs|vill|po|sd|wef|encl|annx?|exh|reg|poss|possn|execn|exec|perf|cancn|compln|dishd|retd|pres|presd|presn|recvd|intimn|sentd|sanc|susp|appt|apptd|w/s|o\.s|s\.p|i\.d|l\.c|[a-z]))\Z|&\ssent\Z"
)
_NEW_DAY = re.compile(r"\.\s{1,3}(?:then\s)?on\s(?:the\s)?\d{1,2}(?:[./-]\d|st\b|nd\b|rd\b|th\b|\s[a-z]{3})")
_AFTER_HOUR = re.compile(
    r"\.\s{1,3}(?:he|she|they|it|the|no|his|her|their|police|there|this|that|then|after|when|client)\s"
)
_ENTRY_START = re.compile(
    r"(?:\A|\n)\s*(?:[-–—*•>»+]\s*|\(?(?:\d{1,2}|[ivx]{1,4}|[a-z])[.)]\s+)?(?:(?:on|in|dated|dt\.?)\s)?\Z"
)
_SHORT_WORD_BEFORE = r"(?:\A|[^a-z])(?!(?:on|in|it|to|of|by|he|me|us|up|so|do|is|as|at|be|am|pm)\Z)[a-z]{1,2}\Z"
_FULL_LINE_LENGTH = 60  # characters
_NARROWEST_WIDTH = 55  # characters; prose is seldom set in narrower lines
_NEW_ENTRY = re.compile(
    r"\n\s*(?:[-–—*•>»+]|\(?(?:\d{1,2}|[a-z]{1,4})[.)]\s|\d{1,4}[./-]\d{1,2}[./-]\d{2,4}[^\n]{0,14}?\s?[-:–|]|\d{1,2}(?:st|nd|rd|th)?\s[a-z]{3,9}\.?,?\s\d{4}\s?[-:–|])"
)


def find_clause_ends(text: str, lower: str) -> list[int]:
    """The offsets at which clauses end, in order. `lower` is the text in lower case."""
    entry_ends = _entry_ends(lower)
    return [
        match.end()
        for match in _CLAUSE_END.finditer(text)
        if (match[0] != "." or not _is_abbreviated(lower, match.start()))
        and not (match[0] == "\n" and _is_wrapped(lower, match.start()))
        and (match["line"] is None or match.start() in entry_ends)
    ]


def _entry_ends(lower: str) -> set[int]:
    """Line breaks that end an entry: the line has a date and is short, so that the next word would have fitted."""
    ends: set[int] = set()
    position = 0
    for block in re.split(r"(?<=\n)(?=[ \t]*\n)", lower):
        lines = block.split("\n")
        width = max(_NARROWEST_WIDTH, *map(len, lines))
        for line, following in pairwise(lines):
            position += len(line)
            words = following.split(None, 1)
            if words and len(line) < _FULL_LINE_LENGTH and _DATE_FIGURES.search(line):
                next_word_would_fit = len(line.rstrip()) + 1 + len(words[0]) <= width
                if next_word_would_fit or _DATE_FIGURES.search(following):
                    ends.add(position)
            position += 1
        position += len(lines[-1])
    return ends


def _is_wrapped(lower: str, position: int) -> bool:
    """Whether a line continues on the next: it ends in a small word, or it is full and no list item follows."""
    if _ENDS_IN_SMALL_WORD.search(lower, max(0, position - 12), position):
        return True
    line = lower[lower.rfind("\n", 0, position) + 1 : position].rstrip()
    is_full = len(line) >= _FULL_LINE_LENGTH and line[-1] not in ".;:?!"
    return is_full and _NEW_ENTRY.match(lower, position, position + 40) is None


def _is_abbreviated(lower: str, position: int) -> bool:
    """Whether a full stop belongs to an abbreviation: "s. 4", "w.e.f. 6 January", "Dr. Rao"."""
    before = lower[max(0, position - 8) : position]
    if lower.startswith(("on ", "then"), position + 2) and _NEW_DAY.match(lower, position):
        return False  # "sent to J.C. On 3.4.2018 he was"
    if _AFTER_HOUR.match(lower, position) and before.endswith((" a.m", " p.m")):
        return False  # "at 11 a.m. He was remanded"
    if re.match(r"\.\s{1,3}\d", lower[position : position + 5]) and re.search(_SHORT_WORD_BEFORE, before):
        return True
    return _ABBREVIATION.search(before) is not None


def opens_entry(lower: str, start: int) -> bool:
    """Whether a date starts an entry in a list of dates."""
    return _ENTRY_START.search(lower[max(0, start - 16) : start]) is not None


_ENDS_WITH_DATE = re.compile(r"\.[^\S\n]*")


def end_of_clause(lower: str, mention: DateMention, ends: Sequence[int]) -> int:
    """The end of the clause of a date, of the next ends. The full stop of "14.06. State approves" is of the date."""
    first, *further = *ends, len(lower)
    is_of_date = _ENDS_WITH_DATE.fullmatch(lower, mention.span.end, first) and opens_entry(lower, mention.span.start)
    return further[0] if further and is_of_date else first


# "That day".

THAT_DAY = re.compile(r"\bthat\s(?:very\s)?(?:day|morning|afternoon|evening)\b")
_COUNTED_DAY = re.compile(
    r"\b(?:days?|weeks?|months?|years?)\s(?:after|later|from|before)\b"
)  # of which no date is given


def without_vague_days(lower: str, mentions: tuple[DateMention, ...], clause_ends: list[int]) -> Iterator[DateMention]:
    """The dates without each "that day" that its own clause has dated, or that a length of time has moved."""
    for previous, mention in zip((None, *mentions), mentions, strict=False):
        start, since = mention.span.start, previous.span.end if previous else 0
        is_of_clause = previous is not None and bisect_right(clause_ends, since) == bisect_right(clause_ends, start)
        if THAT_DAY.search(lower, start, mention.span.end) and (
            is_of_clause or _COUNTED_DAY.search(lower, min(since, start), start)
        ):
            continue
        yield mention


# Dates of birth.

_BORN_AFTER = re.compile(
    r"\s?[-–—:|]{0,2}\s?(?:the\s)?(?:(?:accused|victim|prosecutrix|appellant|deceased|petitioner|child|a-?\d)\s)?(?:(?:was\s)?born\b"
    r"|birth\b(?!\s(?:was|got)\s(?:\w+\s)?(?:entered|registered)\b)|date\sof\sbirth\b|d\.?\s?o\.?\s?b\b)"
)
_BORN = re.compile(
    r"\b(?:(?:matric\w*|school|scholar|transfer|birth|leaving|municipal|admission|admit)\s(?:leaving\s|birth\s)?(?:sheet|certificate|cert\.?|register|reg\.?|record|card)(?:\s\([^()]{1,24}\))?(?:\sof\s(?:the\s)?\w+)?(?:,\s(?:issued|registered|entered|made)\s(?:in|on)\s\d{4},)?\s?(?::|says|shows|gives|reads|has|is\sof|puts|makes)(?:\s(?:it|his|her|birth|as)){0,3}"
    r"|birth\sas\sper\s[a-z][a-z\s]{2,36}?\s(?:is|was)|age\s?:\s[^.;\d\n]{0,30}?,|d\.?o\.?b\.?\s(?:of|by|in|from|on)\s[a-z][^.;\d]{1,60}?|d\.?o\.?b\.?\s\([^()]{2,40}\)|d\.?o\.?b\.?\s(?:as\sper|acc\.?\sto|according\sto|per|as\sin|recorded\sin)\s(?:the\s|his\s|her\s)?[a-z][a-z\s]{2,36}?(?:\s(?:is|was))?"
    r"|(?:birth[\s-]?date|date\sof\sbirth|d\.?o\.?b\.?)\b[^.;\d]{0,90}?\b(?:is|was|as|being|recorded|mentioned|shown)(?:\sto\sbe)?"
    r"|born(?:\s(?:on|in))?|(?:date|dt\.?)\sof\sbirth(?:\s(?:as\sper|according\sto|per|in)\s(?:the\s|his\s|her\s)?[a-z][a-z\s]{2,36}?(?:\s(?:is|was))?|\s(?:is|was|as|of\s[^.;,]{0,30}(?:is|as|was)?|recorded\sas|shown\sas))?"
    r"|birth\scertificate\s(?:[^.;\d]{0,50}?\s)?(?:shows|gives|records|mentions|says)(?:\s\w+){0,3}|aadhaar(?:\scard)?\s?(?:(?:shows|gives|says|has|records)(?:\s\w+){0,2}|[:=])|d\.?o\.?b\.?(?:\s(?:is|was|being))?|birth\b[^.;\d]{0,50}?\b(?:recorded|entered|registered|shown)\b[^.;\d]{0,40}?\bas|birth-?\s?day\s(?:is|was)|(?:girl|victim|child|boy|accused|prosecutrix|his|her|deceased)(?:'s|’s)?\sbirth|(?:shows?|gives?|records?)\s(?:his\s|her\s)?birth(?:\sas)?|(?<=[\s(])b\.(?=\s?\Z))\s?[:=(-]{0,2}\s?(?:on\s|as\s|the\s)?\Z"
)
_BIRTH_REACH = 130  # characters before a date in which the words for birth begin
# "Child's birth certificate (MCD) - 22/11/2007", "the Kutumb register shows 3.4.1979": a paper that gives a birth.
_PAPER_NAMED = (
    r"(?:\s?\([^()\n]{1,40}\))?(?:\sof\s(?:the\s|his\s|her\s)?[\w.'’]+(?:\s[\w.'’]+){0,3})?"
    r"(?:,\s(?:issued|registered|entered|made|obtained)\s[^,.;\n]{1,30},)?"
)
_GIVEN_BY_PAPER = re.compile(
    rf"\b(?:(?:{PAPER_OF_BIRTH}){_PAPER_NAMED}\s?[:=–-]"
    rf"|(?:{PAPER_WITH_BIRTH}){_PAPER_NAMED},?\s(?:which\s|that\s|it\s)?(?:says|shows|gives|reads|has|records|mentions|bears|puts|makes|carries))"
    r"(?:\s(?:it|his|her|the|birth|date|d\.?o\.?b\.?|as|is|of|at)){0,4}\s?[:=]?\s?\Z"
)
# "DOB: matric certificate 5.6.2003, Aadhaar 1.1.2001": the date stands right after the paper.
_BESIDE_PAPER = re.compile(rf"\b(?:{PAPER_WITH_BIRTH})(?:\s?\([^()\n]{{1,24}}\))?,?\s\Z")
_OF_BIRTH = re.compile(r"\b(?:birth|born|d\.?\s?o\.?\s?b|age|minor|juvenile|(?:himself|herself)\s(?:was\s)?a\schild)\b")
_FEWEST_YEARS_OLD = 4  # at the latest date of the text: a paper may also be dated


@dataclass(frozen=True, slots=True)
class Birth:
    """A date of birth and its clause, which may go on to tell of another event."""

    mention: DateMention
    clause: Span
    passage: tuple[int, int]  # start and end of the words to skip


def find_births(lower: str, mentions: tuple[DateMention, ...], clause_ends: list[int]) -> Iterator[Birth]:
    """The dates of birth in a text. The words for birth stand before the date or, in a list of dates, after it."""
    read_to = 0
    latest = max((mention.day for mention in mentions), default=None)
    for mention in mentions:
        lookback_start = max(read_to, mention.span.start - _BIRTH_REACH)
        words = lower[lookback_start : mention.span.start]
        words_before = _BORN.search(words)
        if words_before is None and latest is not None and latest.year - mention.day.year >= _FEWEST_YEARS_OLD:
            words_before = _by_paper(lower, words, mention)
        words_after = _BORN_AFTER.match(lower, mention.span.end) if words_before is None else None
        if words_before is not None or (words_after is not None and opens_entry(lower, mention.span.start)):
            at = bisect_right(clause_ends, mention.span.start)
            clause = Span(clause_ends[at - 1] if at else 0, clause_ends[at] if at < len(clause_ends) else len(lower))
            passage = (
                (lookback_start + words_before.start(), mention.span.end)
                if words_before
                else (mention.span.start, clause.end)
            )
            read_to = passage[1]
            yield Birth(mention, clause, passage)


def _by_paper(lower: str, words: str, mention: DateMention) -> re.Match[str] | None:
    """The words by which a paper gives a date of birth."""
    given = _GIVEN_BY_PAPER.search(words) if mention.exact else None
    if given is not None or not mention.exact:
        return given
    line = lower.rfind("\n", 0, mention.span.start) + 1
    beside = _BESIDE_PAPER.search(words)
    if beside is None:
        return None
    paper_at = mention.span.start - len(words) + beside.start()
    is_of_birth = _OF_BIRTH.search(lower, max(line, paper_at - _BIRTH_REACH), paper_at)
    return beside if is_of_birth or _OF_BIRTH.match(lower, mention.span.end + 2) else None  # "3.3.2003 (dob)"


# The words that name an event.

_IN_PASSING = re.compile(
    r"\b(?:after|before|since|following|against|than|from|preceding|in\sview\sof|pursuant\sto|on\sthe\sbasis\sof)\s(?:the\s|his\s|her\s|their\s|its\s|this\s|that\s|an?\s|date\sof\s)*"
    r"(?:death|incident|occurrence|marriage|arrest|fir|accident|judgment|conviction|acquittal|charge-?sheet|complaint|notice"
    r"|award|decree|orders?|suit|cheque|agreement|offence|refusal|murder|seizure|search|fire|first\sremand|opinion|report)\b"
)
# "According to the FIR, on 2 February he went": no FIR was lodged on that day.
_AS_TOLD_IN = re.compile(
    r"\b(?:according\sto|as\sper|acc\.\sto|going\sby|as\s(?:stated|alleged|told|narrated)\sin)\s(?:the\s|his\s|her\s|this\s)?"
    r"(?:f\.?i\.?r\b\.?|first\sinformation(?:\sreport)?|complaint|charge-?\s?sheet|plaint|police\sreport)"
)
_DATED_SO = re.compile(r"\b(?:of|dated|dtd?\.?|lodged|registered|filed|recorded|given)\s(?:only\s)?(?:on\s)?\Z")
_STILL_OPEN_WHEN = re.compile(
    r"\b(?:still|yet|awaited|pending|not\sreceived)\b[^.;\n]{0,24}\b(?:when|till|until|at)\s(?:the\s)?\Z"
)
_TIME_ALLOWED = re.compile(
    r"\b(?:period|time|days|limitation)\s(?:for|of)\s(?:\w+\s){0,4}?(?:written\s(?:statements?|version)|appeal|complaint|suit|petition|presentation)s?\b"
)
_LABEL_END = re.compile(r"[:–-]\s{0,2}\Z")
OF_OR_DATED = re.compile(r"(?:\s(?:and|&)\s(?:order|decree|sentence|award))?\s(?:of|dated|dt\.?)\s")
_OTHER_DOCUMENT = re.compile(r"\b(?:from|against|passed|by|in|vide|to\sthe|correctness|the\sand|directed)\b")
_BY_A_COURT = re.compile(r"\sby\s(?:the\s)?[^.;\d]{4,60}?,?\s(?:dated|dtd?\.?|on)\s?")  # "acquittal by the Judge, dt."
_LEADS_TO_DATE = re.compile(r"\s{0,2}(?:\(\s?)?|(?:(?!and\b)[\w'’]+\s|\s){0,6}(?:on|dated|dt\.?|of|:)\s(?:the\s)?")
_DENIED = re.compile(r"\b(?:no|not|never|without|neither|nor|non)[\s-](?:(?!and\b|but\b|or\b)\w+\s){0,2}\Z")
_DENIED_AFTER = re.compile(
    r"\s(?:(?:has|had|have|was|is|were|till\sdate|still|yet)\s){0,2}(?:not|never)\s(?:been\s|yet\s|so\sfar\s)?"
    r"(?:filed|presented|submitted|made|given|supplied|served|produced|sent|forwarded|received|recd|issued|laid|taken|passed)\b"
)
_OUTCOME = re.compile(
    r"(?:\s\S{1,12}){0,2}?\s(?:was\s|were\s|stood\s|came\sto\sbe\s|is\s)?(?:dismissed|rejected|allowed|disposed|decided|withdrawn|pending|listed|heard|returned|adjourned|posted|fixed|admitted)\b"
)
_COUNTED_FROM = re.compile(
    r"\b(?:hours?|hrs?\b\.?|days?|weeks?|wks?\b\.?|months?|mths?\b\.?|years?|yrs?\b\.?)\s(?:aft\s?er|from|since|before|prior\sto|of)\s(?:the\s|his\s|her\s|their\s|first\s|date\sof\s)*\Z"
)
_FEARED = re.compile(r"\b(?:would|wd|might|could|may)\s(?:also\s|soon\s)?be\s\Z")  # "told he would be arrested"
# "The police came to his house to arrest him": whether they did is not said.
_ONLY_MEANT = re.compile(
    r"\b(?:came|come|went|gone|tried|attempted|sought|wanted|wants|set\sout|raided|visited|threatened|proceeded|asked"
    r"|ordered|directed|likely|about)\b[^.;\n]{0,50}\bto\s\Z"
)
_THINGS_PRODUCED = re.compile(
    r"\b(?:g\.?p\.?a|deed|documents?|will|certificate|register|ledger|record|copy|witness(?:es)?|passbook|bill|receipt|licen[cs]e|slip|account\sbooks?|originals?"
    r"|weapons?|kni(?:fe|ves)|pistol|samples?|parcels?|articles?|property|contraband|complaint|report|papers|statement)\s(?:\w+\s){0,2}\Z"
)
_BROUGHT = ("produced", "shown", "set", "put", "placed", "laid", "taken", "brought", "sent", "forwarded")
_BEFORE_AN_OFFICER = re.compile(
    r"\s?(?:bef\w{0,3})\s(?:the\s)?(?:sub-?\s?)?(?:registrar|d\.?m\b|collector|tahsildar|tehsildar|doctor|medical)"
)
_ADMITTED_IN = re.compile(
    r"\b(?:acknowledged|admitted|confirmed)\b[^.;]{0,40}\b(?:in|by|through|vide)\s(?:a|his|her|their|its)\s(?:\w+\s)?\Z"
)
_ADMITS = re.compile(
    r"\b(?:confirm|acknowledg|admit|outstanding|balance|owe)\w*|\bagreement\s(?:still\s)?(?:stands|holds\sgood)\b|\bstand\sby\sthe\s(?:agreement|bargain)\b"
)
_ORDER_AND = re.compile(r"\border\s(?:&|and|along\s?with)\s(?:the\s)?\Z")  # "order & grounds served in jail"
_AND_ANOTHER_PARTYS = re.compile(r"\s?(?:&|and|,)\s(?:the\s)?[\w.]{1,12}(?:'s|’s)\s")  # "suit & State's counter-claim"
_REPUDIATES = re.compile(
    r"\b(?:repudiat\w+|refus(?:ed|ing)\sto\s(?!accept|receive|take)|declin(?:ed|ing)\sto|cancelled\sthe)\b"
)
_AGAINST_OR_BEFORE = re.compile(
    r"\s(?:against|from|to|before|in|by|of)\s(?!be\b)(?:(?!\b(?:heard|listed|fixed|pending|decided|dismissed|allowed|adjourned|posted|called|argued|reserved|came\sup)\b)[^.;\d]){1,60}\s(?:(?:on|dt\.?|dated)\s)?"
)
_TO_VACATE = re.compile(r"\bto\s(?:vacate|quit)\b|\b(?:him|her|them|tenant|lessee)\sto\s(?:leave|go)\b")
_IS_OF = re.compile(r"[^.;\d]{0,40}\s(?:is|was)\s(?:of\s|dated\s)")  # "his execution petition is of 3 May"
_REFUSES = re.compile(
    r"\b(?:refus(?:ed|ing|al)|repudiat\w+|declin(?:ed|ing)|denied\s(?:the\s)?(?:agreement|execution|contract))\b"
)


def find_triggers(lower: str, start: int, end: int) -> list[re.Match[str]]:
    """The words of a passage that name an event, except those that are denied or belong to another date."""
    triggers = list(event_words.TRIGGER.finditer(lower, start, end))
    if not triggers:
        return []
    in_passing = [
        match.span()
        for match in _IN_PASSING.finditer(lower, start, end)
        if not OF_OR_DATED.fullmatch(lower[match.end() : end])
    ]
    in_passing += [match.span() for match in _TIME_ALLOWED.finditer(lower, start, end)]
    in_passing += [
        match.span()
        for match in _AS_TOLD_IN.finditer(lower, start, end)
        if not _DATED_SO.search(lower, match.end(), end)
    ]
    return [
        match
        for match in triggers
        if not any(low <= match.start() < high for low, high in in_passing)
        and not _DENIED.search(lower, max(start, match.start() - 30), match.start())
        and not _DENIED_AFTER.match(lower, match.end(), match.end() + 40)
        and not _names_no_new_event(lower, match)
    ]


def _names_no_new_event(lower: str, match: re.Match[str]) -> bool:
    """ "42 days after arrest" and "would be arrested" name no arrest; a deed "produced before" one is no production."""
    before = lower[max(0, match.start() - 40) : match.start()]
    if _STILL_OPEN_WHEN.search(before):
        return True  # "report still awaited when arguments closed"
    if _COUNTED_FROM.search(before) or (event_words.role_of(match) == "arrest" and _FEARED.search(before)):
        return True
    if match[0] == "arrest" and _ONLY_MEANT.search(lower, max(0, match.start() - 80), match.start()):
        return True
    if event_words.role_of(match) not in {"production", "presentation"} or not match[0].startswith(_BROUGHT):
        return False
    return _THINGS_PRODUCED.search(before) is not None or _BEFORE_AN_OFFICER.match(lower, match.end()) is not None


def roles_of(lower: str, triggers: list[re.Match[str]], end: int) -> list[str]:
    """The roles that triggers name, each once. A letter that admits a debt is an acknowledgement."""
    roles = []
    for trigger in triggers:
        role = event_words.role_of(trigger)
        admits = _ADMITS.search(lower, trigger.end(), end + 120) or _ADMITTED_IN.search(
            lower[max(0, trigger.start() - 60) : trigger.start()]
        )
        refuses = _REFUSES.search(lower, trigger.end(), end) and not _ADMITS.search(lower, trigger.end(), end)
        if role == "letter" and (admits or refuses):
            role = "refusal" if refuses else "acknowledgement"
        elif role == "notice sent" and _REPUDIATES.search(lower, trigger.end(), end):
            role = "refusal"
        elif role in {"notice sent", "notice received"} and _TO_VACATE.search(lower, trigger.end(), end):
            role = "quit notice"
        if role not in roles:
            roles.append(role)
        if role == "grounds communicated" and _ORDER_AND.search(lower[max(0, trigger.start() - 24) : trigger.start()]):
            roles.append("order served")
    return roles


def most_specific(triggers: list[re.Match[str]]) -> list[re.Match[str]]:
    """Drop weak words ("order") and verbs of filing if something more specific is named."""
    specific = [trigger for trigger in triggers if not event_words.WEAK_WORDS.fullmatch(trigger[0])] or triggers
    specific = [
        trigger for trigger in specific if event_words.role_of(trigger) not in event_words.FILING_VERBS
    ] or specific
    if {event_words.role_of(trigger) for trigger in specific} - {"presentation", "cheque", "dishonour"}:
        return [trigger for trigger in specific if trigger[0] != "presented"]  # "the petition was presented"
    return specific


def without_unfiled_documents(
    lower: str, triggers: list[re.Match[str]], bounds: tuple[int, int], opens_list_entry: bool
) -> list[re.Match[str]]:
    """Drop the documents that the text does not say were filed on that date."""
    return [
        trigger
        for trigger in triggers
        if event_words.role_of(trigger) not in event_words.FILED_DOCUMENTS
        or (opens_list_entry and not _OUTCOME.match(lower, trigger.end(), bounds[1]))
        or event_words.FILING_WORDS.search(
            lower, max(bounds[0], trigger.start() - 40), min(bounds[1], trigger.end() + 90)
        )
        or (bounds[1] - trigger.end() <= 14 < bounds[1] and not _OUTCOME.match(lower, trigger.end(), bounds[1]))
        or _AGAINST_OR_BEFORE.fullmatch(lower, trigger.end(), bounds[1])
        or _IS_OF.fullmatch(lower, trigger.end(), bounds[1])
        or (_AND_ANOTHER_PARTYS.match(lower, trigger.end(), bounds[1]) and bounds[1] - trigger.end() <= 40)
        or _LABEL_END.search(lower[max(bounds[0], bounds[1] - 4) : bounds[1]])
    ]


def without_words_of_next_date(
    lower: str, triggers: list[re.Match[str]], end: int | None, opens_list_entry: bool
) -> list[re.Match[str]]:
    """Drop the words right before the next date: they name the event of that date, unless it opens the next entry."""
    if end is None:
        return triggers
    return [
        trigger
        for trigger in triggers
        if not _LEADS_TO_DATE.fullmatch(gap := lower[trigger.end() : end])
        or (opens_list_entry and gap.isspace() and "\n" in gap)
    ]


def leads_to_next_date(lower: str, start: int, trigger: re.Match[str], end: int) -> bool:
    """ "Admitted 10.10.2023, appeal to NCLAT 30.11.2023": a comma, then words that lead up to the next date."""
    if not re.search(r"[,;]\s", lower[start : trigger.start()]):
        return False
    return re.fullmatch(r"(?:\s(?!and\b|but\b)[\w.'’]+){0,5}\s", lower[trigger.end() : end]) is not None


def document_before_date(lower: str, triggers: list[re.Match[str]], start: int) -> list[re.Match[str]]:
    """ "judgment dated", "notice of": the document named right before the date, and nothing further away."""
    if not triggers:
        return []
    gap = lower[triggers[-1].end() : start]
    if len(triggers) > 1 and event_words.BY_AN_ORDER.fullmatch(lower[triggers[-2].end() : triggers[-1].start()]):
        is_decision = event_words.role_of(triggers[-2]) in event_words.DECISIONS
        if is_decision and event_words.role_of(triggers[-1]) in {"order", "judgment", "letter"}:
            return [triggers[-2]]
    role = event_words.role_of(triggers[-1])
    if role in event_words.DECISIONS and _BY_A_COURT.fullmatch(gap):
        return [triggers[-1]]
    longest_gap = 20 if role in event_words.FILED_DOCUMENTS else 48
    return [triggers[-1]] if len(gap) <= longest_gap and not _OTHER_DOCUMENT.search(gap) else []


# Suppositions.

_HYPOTHETICAL = re.compile(
    r"\s*(?:[*#•>-]\s?|\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[.)]\s?)?(?:if|had|were|unless|suppose|even\sif)\b"
)
_BUT = re.compile(r"[,;]\s(?:but|however|whereas|yet|while\sin\sfact)\b")


def is_supposed(lower: str, clause_start: int, position: int) -> bool:
    """Whether a date stands in a condition: "if it had come on 6 March", but not "had I known; but it came on"."""
    if not _HYPOTHETICAL.match(lower, clause_start, clause_start + 22):
        return False
    return _BUT.search(lower, clause_start, position) is None
