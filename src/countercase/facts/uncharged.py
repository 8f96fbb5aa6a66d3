"""Decides whether a section is named although nobody is charged under it: hinted at, asked for, or struck out again.

The other side waves a section, a letter of the police names it, the complainant wants it added, the court drops it.
What was added in the end stays, and so does every section that is only not complied with.
"""

import re

from countercase.domain.provision import Provision
from countercase.domain.span import Span

_REACH = 90  # characters on each side that may say how a section is named
_PENAL_CODES = frozenset({"IPC", "BNS", "RPC"})
# Nobody is charged under these: "said so u/s 164 CrPC, not in FIR" speaks of a statement.
_PROCEDURE = frozenset({"CrPC", "BNSS", "CPC", "IEA", "BSA", "Constitution", "Limitation", "Arbitration"})
# What may stand between a verb and the section: "threatens an FIR u/s 409".
_TO_SECTION = (
    r"(?: (?:also|now|even|again|a|an|the|some|that|fresh|further|separate|offences?|charges?|case|fir|complaint"
    r"|prosecution|action|under|of|for|in)\b){0,5} ?(?:u/ ?)?\Z"
)
_HINTED = re.compile(
    r"\b(?:hint(?:s|ed|ing)? (?:at|of|that)|wav(?:es?|ed|ing)|throw(?:s|ing)? in|threw in|toy(?:s|ed|ing)? with"
    r"|brandish(?:es|ed|ing)?|dangl(?:es?|ed|ing)|float(?:s|ed|ing)|moot(?:s|ed|ing)|threaten(?:s|ing)(?: with)?"
    r"|(?:threat|whiff|hint)s? of|talk(?:s|ed|ing)? of|whisper(?:s|ed|ing)? (?:of|about)|drag(?:s|ged|ging)? in"
    r"|fl(?:ings?|ung"
    r"|inging)(?: in)?"
    rf"|bandies|mutter(?:s|ed|ing)? (?:of|about)|(?:speaks?|spoke|thinks?|dreams?) of adding){_TO_SECTION}",
    re.IGNORECASE,
)
_WISH = (
    r"(?:wants?|wanted|wish(?:es|ed)?|asks?|asked|prays?|prayed|prayer|seeks?|sought|requests?|requested|demands?|demanded"
    r"|propos(?:es?|ed|al)|press(?:es|ed)?|urg(?:es?|ed)|insists?|insisted|suggests?|suggested|hopes?|mov(?:es?|ed)"
    r"|appl(?:y|ies|ied|ication)|plea|intends?|means|tried|tries|trying|likely|opposes?)"
)
_ADD = (
    r"(?:add|adding|addition of|include|inclusion of|insert|insertion of|bring in|slap|tag on|rope (?:him|her|them) in)"
)
_WANTED_BEFORE = re.compile(
    rf"(?:\b(?:{_WISH}|written|writes|wrote)\b[^.;\n]{{0,50}}?\b{_ADD}|(?:[\n:(–—]|\) |- ) ?add){_TO_SECTION}",
    re.IGNORECASE,
)
# "will ask for s. 420": of a penal code only; "asks for s. 438 protection" names what is asked for.
_ASKED_BEFORE = re.compile(
    rf"\b(?:asks?|asking|prays?|press(?:es|ing)?|push(?:es|ing)?|clamours?) for{_TO_SECTION}", re.IGNORECASE
)
_ADDED = r"(?:added|included|brought in|put in|inserted|slapped|tagged on)"
_WANTS_THAT = re.compile(rf"\b{_WISH}\b[^.;\n]{{0,30}}\Z", re.IGNORECASE)
_WANTED_AFTER = re.compile(
    rf" (?:(?:to|should|must|may|might|could|can|will|would|ought to|is to|are to|also) )?(?:also )?be {_ADDED}\b"
    rf"|,? (?:(?:is|are|was|were) )?(?:sought|proposed|wanted|asked|likely|intended|threatened) to be {_ADDED}\b"
    r"|,? (?:(?:is|are|was|were) (?:also |only |now )?)?(?:mooted|hinted at|talked of|whispered|contemplated"
    r"|thrown in|waved|floated)\b"
    r"| (?:may|might|could) (?:also |well )?(?:follow|be slapped)\b",
    re.IGNORECASE,
)
_ADDED_AFTER = re.compile(rf" (?:also |too )?{_ADDED}\b", re.IGNORECASE)
_GRANTED_BEFORE = re.compile(
    r"\b(?:allow|grant|accept|permit)(?:s|ed|ing)?\b[^.;\n]{0,45}\Z|\bon (?:the )?[^.;\n]{1,25}prayer\b", re.IGNORECASE
)
_GRANTED_AFTER = re.compile(
    r"[^.\n]{0,70}?\b(?:(?:was|were|is|stands|stood|been|duly|later) added|(?<!be )added (?:on|by|in)|allowed"
    r"|granted|accepted|charged accordingly|(?:was|were) framed)\b",
    re.IGNORECASE,
)
_REFUSED_AFTER = re.compile(
    r"[^.\n]{0,60}?\b(?:not|never|nor|refused|declined|rejected|dismissed|turned down)\b", re.IGNORECASE
)
# What is said after the section: "(organised crime); it is not in the FIR", ", pressed at first, was dropped".
_GAP = (
    r"(?: \([^()\n]{1,40}\))?(?:, [^,.;\n]{1,40}(?=, (?:was|is|has|had|were)\b))?(?: ?[,;:–—] ?| - | )"
    r"(?:(?:but|though|although|and|which|it|this|that|we|nobody|no one|is|was|were|are|has|have|had|been|since"
    r"|later|then|also"
    r"|first|soon|itself) ){0,4}"
)
# "never charged u/s 34", "no charge u/s 34 was framed", "the court declined to frame s. 201", "police dropped s. 201".
_DENIED_BEFORE = re.compile(
    r"\b(?:(?:not|never) (?:been |even |yet |separately )?(?:charged|booked|charge-?sheeted|tried)(?: with| for| of)?"
    r"|(?:no|without(?: any| a)?) (?:separate |specific |formal )?charge(?![\s-]?sheet)(?: (?:was|is"
    r"|has been) framed)?(?: with| of)?"
    r"|discharged (?:of|from)|(?:declin|refus)(?:es|ed|ing) to (?:frame|add|invoke|take cognizance of)"
    rf"|(?:delet|dropp)(?:ed|ing)|drops|deletes|struck (?:off|out)){_TO_SECTION}",
    re.IGNORECASE,
)
# "no charge under s. 420 is made out": that is argued against a charge.
_NOT_MADE_OUT = re.compile(
    r"[^.;\n]{0,40}?\b(?:made out|sustain(?:s|ed|able)?|lies?|stands?|survives?|established|proved)\b", re.IGNORECASE
)
_PAPER = r"(?:FIR|F\.I\.R\.?|charge|chgsheet|charge[\s-]?sheet|chargesheet|challan|complaint|plaint|cognizance order)"
_NOT_CHARGED = re.compile(
    rf"{_GAP}(?:(?:not|never) (?:yet |ever |even |so far |been ){{0,2}}(?:charged|invoked|pleaded|framed"
    r"|taken cognizance of)\b"
    rf"|(?:not|nowhere|finds? no (?:place|mention)) (?:there )?in (?:the |any |his |her )?{_PAPER}\b|uncharged\b"
    r"|no (?:such )?charge\b(?![\s-]?sheet)(?: (?:was |is |has been )?(?:framed|made|there))?(?= ?(?:[.,;)\n]|\Z)))",
    re.IGNORECASE,
)
_NOBODY_CHARGED = re.compile(
    r",? (?:which )?(?:nobody|no one|none) (?:ever )?(?:charged|invoked|pleaded)\b", re.IGNORECASE
)
_STRUCK_OUT = re.compile(
    rf"{_GAP}(?:dropped|deleted|struck (?:out|off)|scored out|given up|omitted|abandoned)\b"
    r"(?! (?:against|as (?:to|against)|qua|for|only|in respect|but))"
    r"| (?:but|and) (?:(?:then|later|the|soon) ){0,2}[\w.]{2,12} (?:deleted|dropped|removed|struck) (?:it|this|that)\b"
    rf"|{_GAP}(?:closure(?: report)? accepted|closed\b(?= ?(?:[.,;)\n]|\Z)| (?:as|in|by|on)\b)|cancelled\b)"
    r"| in (?:the |his )?(?:\w+ ){1,2}(?:and|but) (?:then |later )?(?:struck|scored|cut|took) (?:it|this"
    r"|that) (?:out|off)\b",
    re.IGNORECASE,
)
# "S. 467 mentioned in its reply", "speaks of S. 3(1) COFEPOSA, evidently by slip", "also names s. 467; no paper is forged".
_IN_PASSING = re.compile(
    rf"{_GAP}(?:(?:evidently|apparently|obviously|clearly) )?(?:by (?:a )?(?:slip|mistake|oversight|error)|a slip|inadvertently)\b"
    rf"|{_GAP}(?:mentioned|quoted|cited|referred to|relied on|named) in (?:its|the|their|his|her|State's|State’s) (?:reply|counter|written submissions?|objections|W/S)\b",
    re.IGNORECASE,
)
_ALSO_NAMED = re.compile(
    r"\balso (?:names?|named|quotes?|quoted|speaks? of|mentions?|mentioned|cites?|cited|refers? to) (?:u/s\.? ?|ss?\. ?|sections? |secs?\.? )?\Z",
    re.IGNORECASE,
)
_ACT_BEHIND = re.compile(r" (?:of (?:the )?)?(?:I\.?P\.?C\b\.?|B\.?N\.?S\b\.?|[A-Z]{3,9}\b)", re.IGNORECASE)
_BUT_NO_FACT = re.compile(
    r" ?[,;:–—-] ?(?:(?:but|though|yet) )?(?:no|nobody|none|nothing|not a (?:word|line))\b", re.IGNORECASE
)
_CHARGED_BEFORE = re.compile(
    r"\b(?:FIR|charged|charges?|convicted|sentenced|crime|case|tried|cognizance|booked"
    r"|guilty)\b(?: [\w/.-]+){0,3} ?(?:u/ ?)?\Z",
    re.IGNORECASE,
)
# A letter or a note of the police that leads to nothing.
_LETTER_BEFORE = re.compile(
    r"\b(?:letter|note|memo|requisition|diary|press)\b(?:[^.;\n]|\.(?! )|(?<=[A-Z])\. ){0,50}\Z", re.IGNORECASE
)
_TO_NO_END = re.compile(
    rf"{_GAP}(?:no (?:order|material|sanction)\b|nothing (?:came|followed)|(?:is )?(?:still )?pending\b)", re.IGNORECASE
)


_WORDS_BEFORE = tuple(
    "hint wav throw threw toy brandish dangl float moot threat whiff talk whisper drag flung fling bandies mutter speak"
    " spoke think"
    " dream add inclu insert bring rope slap tag ask pray press push clamour".split()
)  # one of these, or no pattern for the words before can match


def is_not_charged(text: str, phrase: Span, provision: Provision) -> bool:
    """Whether the words around a list of sections say that nobody is charged under them."""
    low, high = max(0, phrase.start - _REACH), phrase.end + _REACH
    if _is_wished_for(text, low, phrase, high, provision):
        return not _is_granted(text, low, phrase, high)
    if provision.act in _PROCEDURE:
        return False
    if _DENIED_BEFORE.search(text, low, phrase.start):
        return _NOT_MADE_OUT.match(text, phrase.end, high) is None
    if _STRUCK_OUT.match(text, phrase.end, high) or _NOBODY_CHARGED.match(text, phrase.end, high):
        return True
    if is_named_in_passing(text, phrase):
        return True
    if _TO_NO_END.match(text, phrase.end, high) and _LETTER_BEFORE.search(text, low, phrase.start):
        return True
    is_uncharged = _NOT_CHARGED.match(text, phrase.end, high) is not None
    return is_uncharged and _CHARGED_BEFORE.search(text, low, phrase.start) is None


def is_named_in_passing(text: str, phrase: Span) -> bool:
    """Whether a section is named by a slip, in a reply, or beside the words that nothing is said to bear it out."""
    act = _ACT_BEHIND.match(text, phrase.end)
    ends = {phrase.end, act.end() if act else phrase.end}
    if any(_IN_PASSING.match(text, end, end + _REACH) for end in ends):
        return True
    is_bare = any(_BUT_NO_FACT.match(text, end, end + _REACH) for end in ends)
    return is_bare and _ALSO_NAMED.search(text, max(0, phrase.start - _REACH), phrase.start) is not None


def _is_wished_for(text: str, low: int, phrase: Span, high: int, provision: Provision) -> bool:
    """Whether a side only hints at the sections, threatens with them or wants them added."""
    if _WANTED_AFTER.match(text, phrase.end, high):
        return True
    if _ADDED_AFTER.match(text, phrase.end, high) and _WANTS_THAT.search(text, low, phrase.start):
        return True
    before = text[low : phrase.start].lower()
    if not any(word in before for word in _WORDS_BEFORE):
        return False
    if _HINTED.search(text, low, phrase.start) or _WANTED_BEFORE.search(text, low, phrase.start):
        return True
    return provision.act in _PENAL_CODES and _ASKED_BEFORE.search(text, low, phrase.start) is not None


def _is_granted(text: str, low: int, phrase: Span, high: int) -> bool:
    """Whether the sections were added after all."""
    if _GRANTED_BEFORE.search(text, low, phrase.start):
        return True
    is_granted = _GRANTED_AFTER.match(text, phrase.end, high) is not None
    return is_granted and _REFUSED_AFTER.match(text, phrase.end, high) is None
