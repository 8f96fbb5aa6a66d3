"""Decides whether a sentence asserts something, denies it, disputes it, or only supposes it.

The question is about some words of the sentence: "saw the knife" in "PW-3 never saw the knife" is denied. A negation
covers its clause; a condition covers its sentence; a statement of law asserts nothing about the parties.
"""

import re
from enum import StrEnum
from functools import lru_cache

from countercase.facts.absence import is_given_up


class Assertion(StrEnum):
    """How a sentence treats something that it mentions."""

    ASSERTED = "asserted"
    DENIED = "denied"
    DISPUTED = "disputed"
    HYPOTHETICAL = "hypothetical"


# "Not disputed" affirms; "not only" and "no doubt" deny nothing. They are masked before the search for a negation.
_NOT_A_NEGATION = re.compile(
    r"\b(?:not|never|nor|hardly|cannot be|can't be|isn't|aren't)\s+(?:been\s+|be\s+|being\s+|seriously\s+|really\s+"
    r"|even\s+|at all\s+|in\s+){0,3}"
    r"(?:disputed?|denied|denies|deny|questioned|challenged|contested|controverted|doubted|assailed|impeached"
    r"|gainsaid|disbelieved)"
    r"|\b(?:no|without)\s+(?:serious\s+|real\s+)?(?:doubt|dispute|quarrel|denial|challenge)\b"
    r"|\b(?:is|are|was|were|has been|stands?|remains?|went|gone)\s+un(?:disputed|contested|challenged|controverted"
    r"|rebutted)\b"
    r"|\bnot\s+(?:only|merely|just|simply|less than|more than|later than|exceeding|above|below)\b"
    r"|\bno\s+(?:more|less|later|fewer|sooner|other than|longer than)\s+than\b|\bno\.\s?\d|\bnos?\.\s"
    r"|\bnot\s+(?:stop|cease|desist|relent|refrain)\b"
    r"|\bnothing\s+(?:but|short of)\b|\bno\s+less\b|\bwhether or not\b|\bnotwithstanding\b|\bif not\b|\bor not\b",
    re.IGNORECASE,
)
_NOT_DENIED = re.compile(
    r"\bnot\s+(?:been\s+|seriously\s+|really\s+|even\s+){0,2}(?:disputed|denied|questioned|challenged|contested"
    r"|in dispute)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:n[o0]|n[o0]t|never|without|nor|neither|n[o0]ne|n[o0]body|n[o0]thing|nowhere|cannot|hardly|n[o0]-?one|nil"
    r"|fail(?:s|ed|ing)?|failure|omit(?:s|ted)?|omission|neglect(?:s|ed)?|refus(?:es|ed|al)|declin(?:es|ed)|unable"
    r"|inability"
    r"|absence|lack(?:s|ed|ing)?|want of|dearth|devoid|free from|instead of|rather than|far from|ruled? out|rules out"
    r"|disprove[sdn]?|unproved|unproven|refut(?:es|ed)|negativ(?:es|ed)|non|disbeliev(?:es|ed)|excludes?d?"
    r"|in vain|denied the opportunity|wanting|short of|silent|zero|sans|bereft)\b|\w+n['’]t\b",
    re.IGNORECASE,
)
# A "no" that opens a clause negates all of it: "No witness speaks of panic in the locality".
_NOT_RIGHT_BEFORE = re.compile(
    r"\b(?:not|never|neither|nor|n['’]t)\s+(?:(?:ever|even|in fact|actually|been|be|have|has|a|any|the)\s+){0,2}\Z",
    re.IGNORECASE,
)
_OPENS_CLAUSE = re.compile(
    r"\W*(?:(?:and|but|that|there|it|is|was|were|are|has|have|had|been|be|at|the)\W+){0,4}\Z", re.IGNORECASE
)
_NO_QUESTION = re.compile(r"\s+questions?\s+(?:on|about|as\s+to|regarding)\b", re.IGNORECASE)
_BREAK = re.compile(
    r"[;:]|\s[–—-]\s|[,\s](?:but|although|though|however|whereas|while|because|since|except|save|till|until|unless)\b"
    r"|,\s+(?:and|who|which|where|when|after|as)\b|\band\b(?!\s+(?:no|never|not)\b)",
    re.IGNORECASE,
)
# A quotation is a whole clause. It continues past an "and" that joins two nouns, or two verbs of one subject.
_QUOTE_BREAK = re.compile(
    r"[;:]\s|\s[–—-]\s|[,\s](?:but|although|though|however|whereas|because|except)\s"
    r"|,\s+(?:and|while|since|who|which|where|when|after|as|though)\s"
    r"|\s+and\s+(?:that\s+)?(?=(?:he|she|they|it|we|the|his|her|their|PW|this|these|no|there)\b)",
    re.IGNORECASE,
)
_REACH = 9  # most words between a "not" and what it denies
# Words between a thing and what is said about it, within the same clause.
_WORD_BETWEEN = r"(?:[^\w,;.:'\"“”]+(?!(?:if|that|who|which|when|because|unless|so|but)\b)[\w'’-]+)"
_DENIED_AFTER = re.compile(
    rf"{_WORD_BETWEEN}{{0,5}}?\W+(?:(?:was|were|is|are|has|have|had|did|does|do|could|can|would|will|shall|may|be|been|being"
    r"|stands?|remains?|came|come)\W+"
    r"(?:ever\W+|also\W+|still\W+|been\W+|either\W+){0,2}(?:not|never|nowhere|neither)\b"
    r"|(?:was|were|is|are|has been|have been|had been|stands?|remains?)\W+(?:ever\W+|also\W+|still\W+|wholly\W+"
    r"|completely\W+|totally\W+)?"
    r"(?:absent|missing|lacking|wanting|nil|unproved|unproven|unexplained|disproved|ruled out|negatived|disbelieved"
    r"|rejected"
    r"|discarded|denied|unsupported|withheld|refused|dispensed with|unavailable)"
    r"|not\W+having\b|(?:nil|none|absent|missing|not (?:done|made|taken|held|produced|proved|found|given|filed"
    r"|recorded|examined|available|shown|exhibited|marked|obtained|supplied|mentioned|stated))\b)",
    re.IGNORECASE,
)
# Notes without a verb: "Motive - nil", "TIP: not held", "65B certificate - none filed".
_NIL_AFTER = re.compile(
    r"\s*(?:[:–—=-]+|is|was)\s*(?:nil|none|nowhere|missing|absent|blank|silent|zero|no\b(?=\s*(?:[.,;]|\Z)|\s+one\b)"
    r"|not\s+(?:yet\s+|even\s+)?(?:done|held|made|taken|found|spoken|proved|shown|there|produced|filed|on\s+record"
    r"|given|recorded|available|mentioned|exhibited|obtained|supplied|complied|followed|stated|established|so"
    r"|examined)|never\s+\w+)\b",
    re.IGNORECASE,
)
_DISPUTED_AFTER = re.compile(
    r"(?:\W+\w+){0,4}?\W+(?:(?:is|are|was|were|has been|have been|remains?|stands?)\W+(?:hotly\W+|seriously\W+"
    r"|also\W+|in\W+|a\W+){0,2}"
    r"(?:disputed|in dispute|denied|challenged|contested|questioned|controverted|doubtful|in doubt|suspect"
    r"|disputed question|matter of dispute)"
    r"|which\W+(?:\w+\W+){1,6}?(?:den(?:y|ies|ied)|disputes?d?|challenges?d?|contests?|questions?)\b"
    r"|disputed\b(?!\s+(?:tax|duty|penalty|dues?|demand|bill|amount|sum|land|plot|property|premises|site|house|shop"
    r"|portion|area)\b)|denied\b)",  # "ten per cent of the disputed tax was paid" disputes no payment
    re.IGNORECASE,
)
# "Blow on the head - denied by both", "motive (disputed)".
_DISPUTED_TAIL = re.compile(
    r"[^.;]*?[,(–—:-]\s*(?:(?:is|all|stoutly|flatly|this|both)\s+)?(?:denied|disputed|contested|challenged|not\s+admitted"
    r"|in\s+dispute|in\s+issue|not\s+in\s+(?:FIR|(?:S\.?\s?)?161)|refuted|questioned|doubtful)\b(?!\s+(?:bail|leave|permission|access|entry|that|having|any"
    r"|the|his|her))",
    re.IGNORECASE,
)
# "Had she lived, it would ...", "were she beaten again": a condition by word order alone.
_WOULD_FOLLOWS = r"(?=(?:[^.;]|\.(?!\s))*(?:\b(?:would|might|could|should|wd)\b|['’]d\b))"
_INVERTED = (
    r"(?:(?<=[.;:,(\"“–—-]\s)|(?<=[(\"“])|\A|(?<=that\s)|(?<=says\s)|(?<=said\s)|(?<=but\s)|(?<=argued\s))"
    r"had\s+(?!(?:been|not|no|to|a|an|already|also|never|earlier|come|gone|given|taken|made|known|paid|\w+ed)\b)"
    rf"(?:[\w'’.-]+\s+){{1,6}}?(?:been|any|\w+ed|come|gone|given|taken|made|known|not)\b{_WOULD_FOLLOWS}"
    r"|\bwere\s+(?:he|she|it|they)\s+(?:to\b|\w+(?:ed|en)\b)"
    rf"|(?:\A|(?<=[.;:]\s))were\s+(?:the|this|that|a|an|his|her)\s{_WOULD_FOLLOWS}"
)
_COUNTERFACTUAL = re.compile(
    rf"{_INVERTED}|\bif\b(?:[^.;]|\.(?!\s)){{0,60}}?\b(?:had|were|hadn['’]t|weren['’]t)\b{_WOULD_FOLLOWS}"
    r"|\A\W*had\s+(?:he|she|it|they)\s+any\b|(?<=,\s)had\s+(?:he|she|it|they)\s+any\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"(?<!as )(?<!even )\bif\b|\beven if\b|\bunless\b|\bsuppos(?:e|ing)\b|\bassum(?:e|ing)\b|\bin case\b"
    r"|\bin the event\b|\bprovided that\b"
    rf"|\bwhether\b|{_INVERTED}|\bshould\s+(?:the|he|she|it|they)\b",
    re.IGNORECASE,
)
_ENDS_CONDITION = re.compile(r";|,\s+(?:and|but)\s|\sbut\s", re.IGNORECASE)
_OPENS_WITH_CONDITION = re.compile(
    r"\W*(?:\d+[.)]\W*)?(?:(?:and|but|also|even|only|further)\W+){0,2}(?:if|had|were|should|suppose|supposing"
    r"|assuming|unless|in case|whether|in the event)\b",
    re.IGNORECASE,
)
_WOULD = re.compile(r"\b(?:would|could|should)\s+(?:not\s+|well\s+|also\s+|even\s+)?have\b|\bmight\b|\bmay\b")
_STATUTE = re.compile(
    r"\b(?:section|s\.|sec\.|article|art\.|rule|act|code|sanhita|proviso|explanation|exception|clause|provision|law"
    r"|legislature|statute)"
    r"(?:\s+\d+\w*(?:\(\w+\))*)?(?:\s+(?:of|to)\s+(?:the\s+)?[\w\s]{2,30}?)?\s+"
    r"(?:requires?|provides?|says|lays? down|applies|contemplates?|speaks? of|punishes|defines?|mandates?|enacts?"
    r"|prescribes?"
    r"|stipulates?|postulates?|presupposes?|means|makes?|permits?|forbids?|casts?|insists?|comes? into play|names"
    r"|asks? for|deals? with|enables?|protects?|insists?\s+on)\b"
    r"|\A\W*(?:\d+[.)]\s*)?(?:the\s+(?:first|second)\s+part\s+of\s+)?(?:section|article|clause|exception"
    r"|explanation)\s+[\w()/-]+"
    r"(?:\s+of\s+(?:the\s+)?(?:(?-i:[A-Z])[\w.]*\s*){1,5})?\s+(?!is\b|was\b|has\b|does\b|as\b)[a-z]+s\b"
    r"|\A\W*(?:\d+[.)]\s*)?where\s|\bthat\s+where\s+(?:a|an|any|the|death)\s"
    r"|\bis\s+(?:well[\s-])?settled\b|\bprinciple of\b|\babsolute rule\b|\bshall\b"
    r"|\bis punishable\b|\bmust\s+(?:not\s+)?(?!have\b)\w+|\b(?:has|have|needs?|ought)\s+to\s+(?:be\s+)?(?:prove|show"
    r"|establish|satisf|given|record|made|taken|produce)"
    r"|\bmeans\s+(?:a|an|any)\b|\bwhoever\b|\bit is (?:settled|trite|well[- ]settled)\b|\brequirements? of (?:law"
    r"|the section)\b"
    r"|\b(?:is|are) to be (?:counted|computed|presumed|read|construed|determined|proved)\b|\bingredients? of\b"
    r"|\sv(?:s)?\.?\s+[A-Z]\w+.{0,60}\b(?:SCC|SCR|AIR|SC|held|laid down)\b|\bit was held in\b|\b(?-i:In"
    r"|in) (?-i:[A-Z])\S+(?:\s(?-i:[A-Z])\S+){0,4},?\s(?:this|the Supreme) Court\b",
    re.IGNORECASE,
)
_LEFT_OPEN = re.compile(
    r"\b(?:is|are|was|were|remains?)\s+(?:(?:hotly|seriously|very|much|also|still)\s+){0,2}(?:in\s+(?:issue|dispute"
    r"|controversy)|not\s+agreed|contested|disputed|a\s+(?:matter|question)\s+of\s+dispute)\b"
    r"|\b(?:parties|doctors|witnesses|experts|sides|versions)\s+(?:\w+\s+)?differ\b|\bdiffer(?:s|ed)?\s+(?:on"
    r"|as\s+to)\b|\brival\s+versions\b|\b(?:disputed|contested|in\s+issue)\s+whether\b"
    r"|\bwhether\b[^;]*\b(?:is|was|are)\s+(?:\w+\s+){0,2}(?:question|point|issue|dispute|doubt)\b"
    # Notes leave a point open by asking: "- urging them on or asking to stop?", "before or after", "allowed or not".
    r"|\bor\b(?!\s+should)[^.;]*\?\s*\Z|\A\W*(?:was|were|is|are|did|had|does)\b[^.;]*\bor\b"
    r"|\s[–—-]\s(?:\w+\s+){0,5}?(?:\w+|\d+)\s+or\s+(?:\w+\s*){1,4}\s*\Z|\bbut\s+whether\b"
    r"|[,–—-]\s*(?:was|were|is|are|did|had|does|can)\s+[^.;]*\?\s*\Z|\s[–—-]\s(?:was|were|did|had|does|is)\s[^.;]*\Z"
    r"|\s[–—-]\s(?:who|which|whose|what|how many|for whom|when)\s[^.;]*\Z"
    r"|\b(?:is|was)\s+(?:that|it|this)\s[^.;,]*\?\s*\Z"
    r"|\bor\s+not\s*(?:[.,;?)]|\Z)|\bunclear\b|[\s,](?:not\s+clear|not\s+sure|unresolved)\s*(?:[.,;]|\Z)"
    r"|\bPWs\s+differ\b|\b(?:subject\s+to\s+objection|never\s+decided|left\s+undecided)\b",
    re.IGNORECASE,
)
_NO_ANSWER = re.compile(r"\b(?:have|has|see|sees|is|find)\s+no\s+(?:good\s+)?answer\b", re.IGNORECASE)
_ADMITTED = re.compile(
    r"\b(?:admit(?:s|ted|tedly)?|common ground|conced(?:es|ed)|undisputed(?:ly)?|indisputabl[ey]|not (?:in dispute"
    r"|disputed|denied|questioned|challenged|contested)"
    r"|no dispute|unchallenged|uncontroverted)\b",
    re.IGNORECASE,
)
_AWAITED = re.compile(
    r"\b(?:(?:is|are|was|were|still|yet)\s+)?(?:awaited|yet to (?:be|come|arrive)|not yet (?:been\s)?(?:received"
    r"|rec['’]?d|filed|come|arrived|obtained|produced|placed|made|available)"
    r"|called for (?:and|but) (?:has |have )?(?:never|not) (?:came|come|arrived|been received)"
    r"|(?:reports?|results?|opinion|certificate|FSL)(?: is| are| was| were)?(?: still)? pending"
    r"(?!\s(?:trial|disposal|before|in|since|for|inquiry|enquiry|investigation|further|the))"
    r"|await(?:s|ing) (?:the )?(?:[\w-]+ ){0,3}(?:report|result|opinion|certificate|sanction)s?"
    r"|(?:has|have) been (?:applied|asked) for"
    r"|to be (?:verified|checked|ascertained|obtained|traced)|kindly (?:check|confirm)"
    r"|please (?:check|confirm))\b",
    re.IGNORECASE,
)


# Notes without a verb: "Handwriting expert: opinion awaited", "FSL - pending".
_NOTED_AS_AWAITED = re.compile(
    r"\s*[:–—-]\s*(?:(?:report|result|opinion|certificate|order|copy|still|reply)s?\s+){0,2}"
    r"(?:awaited|pending|not\s+yet\s+\w+|not\s+(?:yet\s+)?received)\b(?!\s+(?:trial|disposal|before|in|since|for))"
    # "CDR is being collected"
    r"|\s+(?:(?:is|are|was|were|still)\s+){0,2}[\"“']?being\s+(?:collected|obtained|procured|called\s+for|awaited|prepared)\b"
    # "ballistic report is still to arrive", "viscera report lies with the laboratory"
    r"|(?:\s+(?:reports?|results?|opinion|certificate))?\s+(?:(?:is|are|was|were|has|been|still)\s+){0,3}"
    r"(?:still\s+to\s+(?:come|arrive|be)\b|(?:lying|lies|pending|stuck|remains?)\s+(?:with|at|in)\s+(?:the\s+)?"
    r"(?:lab|laboratory|fsl|cfsl|rfsl|expert|examiner|geqd)\b)"
    # "the handwriting expert has not yet reported", "the laboratory is yet to answer", "gave no opinion so far"
    r"|(?:\s+(?:lab|laboratory|expert|examiner))?\s+(?:(?:has|have|is|are|had)\s+)?(?:(?:not\s+yet|yet\s+to|still\s+to)\s+(?:report|answer|reply|opine|respond)(?:e?d)?\b"
    r"|not\s+(?:reported|answered|replied|opined)\s+(?:yet|so\s+far|till\s+(?:date|now))\b"
    r"|(?:given|gave|sent|furnished)\s+no\s+(?:opinion|report|reply|answer)\s+(?:yet|so\s+far|till\s+(?:date|now))\b)",
    re.IGNORECASE,
)
_LONGEST_DENIAL = 90  # characters
_DENIES_NEXT = re.compile(
    r"(?<!not\s)(?<!n['’]t\s)(?<!never\s)(?<!cannot\s)\bden(?:y|ies|ied|ying)\s+(?:"
    # "denied taking further Rs 5 lakh", "denied receipt of Rs 5 lakh"
    r"(?:having\s+\w+|\w+ing|(?:any\s+|the\s+)?(?:receipt|payment|demand)\s+of)\s+"
    r"(?:(?:a|any|further|another|extra|additional|more|sum|of|about|some|only|to|be)\s+){0,4}"
    # "denied being the cousin", "denied that any clerk was his nephew", "denied the suggestion that there was a knife"
    r"|(?:being|to\s+be|(?:(?:the\s+|any\s+)?suggestion\s+)?that\s+(?:[\w'’.-]+\s+){1,4}?(?:was|were|is|are))\s+"
    r"(?:(?!who\b|which\b|and\b|but\b)[\w'’.-]+\s+){0,4}"
    r")\Z",
    re.IGNORECASE,
)
# "It must be noted that ..." is not a statement of law.
_MUST_BE_SAID = re.compile(
    r"\bmust\s+(?:also\s+)?be\s+(?:said|stated|noted|noticed|pointed out|mentioned|remembered)\b", re.IGNORECASE
)
# "No one suggests that ...", "there is no evidence of ...": what follows is not asserted.
_NOBODY_ASSERTS = re.compile(
    r"\bit\s+is\s+not\s+as\s+(?:if|though)\b|\b(?:no\s?-?one|nobody|none(?:\s+of\s+\w+(?:\s\w+)?)?|no\s+witness|neither\s+\w+|it\s+(?:is|was)\s+(?:not|nobody['’]s)"
    r"|(?:do|does|did|has|have|is|was)\s+not|never)\s+(?:even\s+|been\s+|ever\s+|now\s+){0,2}"
    r"(?:say|says|said|suggests?|suggested|alleges?|alleged|claims?|claimed|speaks?\s+of|spoke\s+of|pleaded|plead|shown"
    r"|(?:the\s+)?case)\b(?=\s+(?:that|it|he|she|they|there|the|any|a|of|about|who|which|how|why|where|when|in|to)\b)"
    r"|\b(?:no|not\s+a|not\s+one|without\s+any)\s+(?:\w+\s+)?(?:word|evidence|allegation|suggestion|proof|whisper|averment|material"
    r"|charge|finding|indication|mention)\s+(?:is\s+there\s+|was\s+there\s+)?(?:that|of|to\s+show|about|as\s+to)\b"
    r"|\b(?:do|does|did)\s+not\s+(?:\w+\s+)?(?:support|allege|show|disclose|mention|prove|establish|indicate|reveal"
    r"|make\s+out)\b|\b(?:rules?|ruled)\s+out\b|\bexcludes?\b|\bbelies\b"
    r"|\b(?:no\s?-?one|nobody|none|no\s+witness|not\s+(?:one|a|a\s+single)\s+\w+)\s+(?:even\s+|ever\s+)?"
    r"(?:speaks?|spoke|talks?|talked|complain(?:s|ed)|tells?|told)\s+(?:of|about)\b"
    # A suggestion that counsel puts to a witness is not evidence.
    r"|\bput\s+(?:it\s+)?to\s+(?:\S+\s+){1,3}that\b|\bsuggestions?\s+(?:\w+\s+){0,3}that\b|\bsuggested\s+to\s+\S+\s+(?:\S+\s+)?that\b",
    re.IGNORECASE,
)
_ARGUED = re.compile(r"\b(?:argued|pleaded|contended|urged|submitted|plea|theory|suggest(?:ion|ed))\b", re.IGNORECASE)
_ARGUMENT_FAILED = re.compile(
    r"\b(?:plea|argument|contention|defence|theory|submission|it|this)\s+(?:was\s+|has\s+been\s+|is\s+|did\s+)?"
    r"(?:rejected|negatived|failed|fails|repelled|disbelieved|turned\s+down|not\s+(?:accepted|believed|find\s+favour))\b"
    r"|\bbut\s+(?:the\s+)?(?:\w+\s+){1,2}(?:did\s+not\s+(?:agree|accept|believe)|disagreed|disbelieved|rejected)\b"
    r"|\b(?:was|were|has\s+been|is|and)\s+(?:later\s+|then\s+|promptly\s+)?(?:withdrawn|denied|given\s+up|repelled)\b",
    re.IGNORECASE,
)
_CLAUSE_BREAK = re.compile(
    r"[;:]\s|\s[–—-]\s|[,\s](?:but|although|though|however|whereas|while)\s(?!has\b|have\b|never\b|not\b)|,\s+and\s",
    re.IGNORECASE,
)


def read_assertion(sentence: str, start: int, end: int, skipped: str = "", keeps_polarity: bool = False) -> Assertion:
    """Decide how the sentence treats the words from `start` to `end`.

    `skipped` are words between them that the pattern passed over; a "not" among those denies the rest.
    With `keeps_polarity` the words carry their own negation, and no other is sought.
    """
    if is_left_open(sentence):
        return Assertion.DISPUTED
    if is_hypothetical(sentence, start, end):
        return Assertion.HYPOTHETICAL
    if keeps_polarity:
        return Assertion.ASSERTED
    masked = _NOT_A_NEGATION.sub(lambda match: "#" * len(match[0]), sentence)
    if _is_denied(masked, start, end, _NOT_A_NEGATION.sub("#", skipped)):
        return Assertion.DENIED
    if _DISPUTED_AFTER.match(masked, end, _clause_end(masked, end)) or _DISPUTED_TAIL.match(masked, end):
        return Assertion.DISPUTED
    return Assertion.ASSERTED


def opens_with_condition(sentence: str) -> bool:
    """Whether a sentence opens with "if", "had he" or the like, so that all of it is hypothetical."""
    return _OPENS_WITH_CONDITION.match(sentence) is not None


@lru_cache(maxsize=1024)
def is_left_open(sentence: str) -> bool:
    """Whether a sentence leaves its whole content open, by calling it disputed or by asking a question."""
    return _LEFT_OPEN.search(sentence) is not None


@lru_cache(maxsize=1024)  # the rows of a table ask about the same words
def is_conditional(sentence: str, start: int) -> bool:
    """Whether the words at `start` are inside a condition: "if she agreed to a divorce"."""
    if opens_with_condition(sentence):
        return True
    for condition in _CONDITION.finditer(sentence):
        if condition.start() > start:
            break
        if not _ENDS_CONDITION.search(sentence, condition.start(), start):
            return True
    return False


@lru_cache(maxsize=1024)
def is_counterfactual(sentence: str, start: int) -> bool:
    """Whether the words at `start` are supposed against the facts: "if it had been moved on the 59th day, it would"."""
    for condition in _COUNTERFACTUAL.finditer(sentence):
        if condition.start() <= start and not _ENDS_CONDITION.search(sentence, condition.start(), start):
            return True
    return False


@lru_cache(maxsize=1024)
def is_denied_in_terms(sentence: str, start: int) -> bool:
    """Whether somebody denies the very thing named at `start`: "denied taking Rs 5 lakh", "denied being his cousin"."""
    return _DENIES_NEXT.search(sentence, max(0, start - _LONGEST_DENIAL), start) is not None


def is_hypothetical(sentence: str, start: int, end: int) -> bool:
    """Whether the words are part of a condition, a rule of law, or something that has not happened."""
    if (
        is_conditional(sentence, start)
        or _STATUTE.search(sentence[:end])
        or is_given_up(sentence[start : _awaited_clause_end(sentence, end)])
    ):
        return True
    first, last = _clause_start(sentence, start), _clause_end(sentence, end)
    return bool(_WOULD.search(sentence, first, end) or _AWAITED.search(sentence, first, last))


@lru_cache(maxsize=1024)  # the rows of a table ask about the same words
def denied_from(sentence: str, start: int, end: int) -> int | None:
    """Where the denial of the words from `start` to `end` begins: at the "no" before them, or at the words."""
    masked = _NOT_A_NEGATION.sub(lambda match: "#" * len(match[0]), sentence)
    before = _negation_before(masked, start)
    if before is not None:
        return before
    return start if _is_denied(masked, start, end, "") else None


@lru_cache(maxsize=1024)  # the rows of a table ask about the same words
def awaited_in(sentence: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the clause says that the thing named from `start` to `end` is still awaited."""
    match = _AWAITED.search(sentence, _clause_start(sentence, start), _awaited_clause_end(sentence, end))
    match = match or _NOTED_AS_AWAITED.match(sentence, end)
    return match.span() if match else None


def _awaited_clause_end(sentence: str, end: int) -> int:
    """The end of the clause. "Called for and never came" continues past its "and"."""
    match = _CLAUSE_BREAK.search(sentence, end)
    return match.start() if match else len(sentence)


@lru_cache(maxsize=1024)  # the rows of a table ask about the same words
def states_law(sentence: str, end: int) -> bool:
    """Whether a sentence states a statute or a rule of law before `end`."""
    return _STATUTE.search(_MUST_BE_SAID.sub("", sentence[:end])) is not None


@lru_cache(maxsize=1024)
def is_asserted_by_nobody(sentence: str, start: int) -> bool:
    """Whether the clause says, before `start`, that nobody asserts or proves what follows."""
    masked = _NOT_A_NEGATION.sub(lambda match: "#" * len(match[0]), sentence[:start])
    return _NOBODY_ASSERTS.search(masked, _clause_start(masked, start)) is not None


@lru_cache(maxsize=1024)
def is_argued_and_lost(sentence: str, start: int, end: int) -> bool:
    """Whether the point was argued and the same sentence says that the argument failed."""
    return _ARGUED.search(sentence, 0, start) is not None and _ARGUMENT_FAILED.search(sentence, end) is not None


def affirms(words: str) -> bool:
    """Whether the words say that something is not denied."""
    return _NOT_DENIED.search(words) is not None


def is_directly_denied(sentence: str, start: int) -> bool:
    """Whether a "not" comes right before a position: "did not turn hostile", "neither took undue advantage"."""
    before = _NOT_A_NEGATION.sub("#", sentence[max(0, start - 40) : start])
    return _NOT_RIGHT_BEFORE.search(before) is not None


def denies(words: str) -> bool:
    """Whether the words contain a negation."""
    return _NEGATION.search(_NOT_A_NEGATION.sub("#", words)) is not None


def is_admitted(sentence: str, start: int, end: int) -> bool:
    """Whether the clause says that the point is common ground, whoever asserts it."""
    if _NO_ANSWER.search(sentence, end):
        return True
    return _ADMITTED.search(sentence, _clause_start(sentence, start), _clause_end(sentence, end)) is not None


def clause_around(sentence: str, start: int, end: int) -> tuple[int, int]:
    """The clause of the sentence that contains the words from `start` to `end`."""
    first, last = 0, len(sentence)
    for match in _QUOTE_BREAK.finditer(sentence):
        if match.end() <= start:
            first = match.end()
        elif match.start() >= end:
            last = match.start()
            break
    while first < start and not (sentence[first].isalnum() or sentence[first] in "\"“‘'(["):
        first += 1
    while last > end and not (sentence[last - 1].isalnum() or sentence[last - 1] in "\"”’')]"):
        last -= 1
    return first, last


def _negation_before(sentence: str, start: int) -> int | None:
    """Position of the "no" or "not" that negates what starts at `start`, or None."""
    first = _clause_start(sentence, start)
    for match in _NEGATION.finditer(sentence, first, start):
        between = sentence[match.end() : start]
        if _NO_QUESTION.match(between):  # "no question on the motive was put" does not deny the motive
            continue
        if _OPENS_CLAUSE.match(sentence[first : match.start()]) or len(between.split()) <= _REACH:
            return match.start()
    return None


def _is_denied(sentence: str, start: int, end: int, skipped: str) -> bool:
    if _NEGATION.search(skipped) or _negation_before(sentence, start) is not None:
        return True
    if _NIL_AFTER.match(sentence, end):
        return True
    return bool(_DENIED_AFTER.match(sentence, end, _clause_end(sentence, end)))


def _clause_start(sentence: str, start: int) -> int:
    first = 0
    for match in _BREAK.finditer(sentence, 0, start):
        first = match.end()
    return first


def _clause_end(sentence: str, end: int) -> int:
    match = _BREAK.search(sentence, end)
    return match.start() if match else len(sentence)
