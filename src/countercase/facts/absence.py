"""Reads that a paper, a record or an expert never came: "viscera report never recd", "CCTV - searched for, none".

Notes leave out the verb and put a few words between the thing and what is said about it. A negation that only touches
the manner ("not lodged promptly") or what the thing says ("FSL report: not human blood") takes nothing away.
"""

import re
from functools import lru_cache

# One of these follows within a few words, or there is nothing to read.
ABSENCE_WORDS = frozenset(
    "not never n0t nil none nowhere missing wanting withheld suppressed untraced untraceable unavailable overwritten"
    " vain avail success nothing absent lacking no zero conspicuous dispensed abandoned up blank"
    " order defunct failed omitted neglected dismissed rejected refused turned declined disallowed neither"
    " nobody nobody's one's lost misplaced mislaid had".split()
)
_STOPS = (
    r"(?!(?:not|n0t|never|nowhere|was|were|is|are|has|have|had|could|did|does|which|that|who|and|but|shows?|says?)\b)"
)
# What the thing is about: "on the swabs", "of A-3", "u/s 197", "dated 4.5.2019".
_ABOUT = (
    r"(?: (?:on|of|from|for|to|re|regarding|about|as to|against|in|at|u/s|under|by|dt\.?|dated)"
    rf"(?: {_STOPS}[\w.'’/&()-]+){{1,6}}?)"
)
# The rest of its name: "DNA rep", "FSL slide report", "finger-print expert's opinion".
_TAIL = (
    r"(?:/[\w-]+)?"
    r"(?:(?:['’]s)? (?:slides?|swabs?|reports?|rept?\b\.?|rpt\b\.?|results?|opinions?|evidence|tests?|analysis"
    r"|profil(?:e|ing)"
    r"|experts?|cameras?|footage|recordings?|clips?|hard disk|data|memos?|registers?|papers?"
    r"|cert(?:ificate)?s?\b\.?)){0,3}"
)
# A thing that somebody only says there is: "the receipt which she spoke of", "a deed he claims to hold".
_SPOKEN_OF = (
    r"(?:,? (?:(?:which|that) )?(?:[\w'’.-]+ ){1,2}(?:said|says|claims|claimed|spoke of|speaks of|pleads|mentions)"
    r"(?: (?:he|she|they|it|to|hold|held|had|has|have|was|is|there|exists?)){0,3},?)"
)
_ASIDE = r"(?:, if any,|,? (?:though|although|tho['’]?|despite)(?: [\w'’-]+){1,5},)"
_MARK = r"(?: ?[:–—(,] ?| ?- | )"
_AUXILIARY = (
    r"(?:(?:was|were|is|are|has|have|had|could|did|does|been|being|still|also|even|apparently|admittedly|reportedly) )"
    r"{0,3}"
)
_NOT = r"(?:not|n0t|never|nowhere|neither) (?:(?:yet|ever|even|been|be|as yet|so far|also|actually|at all) ){0,3}"
_ON_RECORD = (
    r"(?:placed |brought |put |taken )?(?:on|in) (?:the |our |court |case |judicial ){0,2}(?:file|record"
    r"|paper-?\s?book|brief|bundle)"
)
_CAME = (
    r"rec(?:eive|['’])?d|rcvd|received|come\b(?! (?:in|up|out|to))|ca(?:m|rn)e\b(?! (?:in|up|out|to))|arrived?|reached"
    rf"|{_ON_RECORD}|(?:placed|brought) (?:to|before|in) (?:the )?court(?! below)|made available|with us|to hand"
    r"|in hand|there|to be found|obtained|procured|found(?! (?:to|proved|genuine|false|correct|fit|in order|wanting"
    r"|guilty|any))"
    r"|returned(?! (?:to|the|unserved))"
    r"|available|forthcoming|filed|produced|called for|sent for|asked for|sought|collected|preserved|retrieved"
    r"|taken(?! (?:up|note|into|seriously|as|for))|held(?! (?:to|that|proved|valid|good|liable))|conducted|done"
    r"|made(?! (?:out|good|known))|given(?! (?:effect|weight|credence|up|due|any))|issued|lodged|recorded|prepared"
    r"|drawn"
    r"|sent(?! up)|served|seen? the light(?: of(?: the)? day)?|in existence|forwarded|submitted|tendered|exhibited|led"
    r"|adduced|granted|shown(?! to (?:have|be|PW|DW|the (?:witness|doctor|accused)))|got(?: done)?"
    r"|seen(?! (?:with|to|at|by (?!us|me|any)))|brought(?= ?[.,;)]|\Z| (?:on|in|to court|before))"
    r"|take place|attached|annexed|appended|(?:made )?(?:a )?part of|with the (?:challan|charge-?\s?sheet)"
    r"|among (?:the|our) papers|before (?:the )?court(?! below)|to be (?:seen|had)"
)
# Said of the expert, not of whoever stands between: "report of the doctor not examined" is on record.
_CALLED = (
    r"called|examined|summoned|engaged|consulted|cited|appointed|approached|proved|established|working|functional"
    r"|functioning|turn(?:ed)? up|appear(?:ed)?|depose[d]?"
)
_REPLIED = r"replied|reply|responded|respond|answered|opined|opine"
# "not lodged promptly", "not served within 30 days", "not recorded in her own words": it was done, but not so.
_MANNER = (
    r"(?! (?:promptly|immediately|properly|correctly|duly|personally|separately|at once|forthwith|within|in time"
    r"|on time"
    r"|in (?:her|his|their|its|accordance|full|a|the (?:presence|manner|form|language))|as (?:per|required)|until"
    r"|till (?:the )?\d|before (?:the )?\d|on the same|by (?:a |the )?(?:competent|magistrate|regd|registered|post"
    r"|hand|rpad)"
    r"|to (?:him|her|them|us|the (?:accused|defence|detenu)) in))"
)
_NONE = (
    r"(?:nothing (?:is |was |has been |more )?(?:heard|received|known|came)\b|(?:nil|zero|none|given up|not a (?:word"
    r"|whisper|scrap|shred|line)|nothing|nowhere|missing|wanting|absent"
    r"|lacking|untraced|untraceable|unavailable|withheld|suppressed|overwritten|no)"
    r"\b(?= ?(?:[.,;)\n]|\Z)| (?:from|on (?:file|record)|so far|till date|by the)))"
)
_LOST = (
    r"(?:(?:is|are|was|were|remains?|stands?|has been|have been|got) (?:still |also |simply )?)?"
    r"(?:missing|wanting|absent|lacking|nil|untraced|untraceable|unavailable|withheld|suppressed|overwritten"
    r"|dispensed with|conspicuous by its absence|abandoned|(?:found )?blank|out of order|defunct"
    r"|(?:cited |named |listed )?(?:but "
    r"|and )?given up)"
    r"\b(?= ?(?:[.,;:)\n]|\Z)| (?:from|on (?:file|record)|so far|till date|by|in the|with))"
)
_SOUGHT = (
    r"(?:(?:looked|searched|asked|called|sent|hunted|applied|pressed) for|requisitioned|sought|summoned|demanded"
    r"|requested|promised|ordered|directed|advised|fixed|arranged|pleaded|said to (?:exist|be there)|talked of)"
)
_NOT_FOUND = (
    rf"(?:(?:but|and|yet|it|they|still|however) ){{0,2}}(?:{_AUXILIARY}(?:not proved and )?{_NOT}(?:{_CAME}|supplied"
    r"|furnished|traced|located|met)"
    r"|could(?: not|n['’]t) be (?:had|found|traced)"
    r"|none\b(?: (?:was |were |is )?(?:found|there|came|given|recd|received|produced|exists?))?"
    r"|nil\b|nothing (?:was |has )?(?:came|come|found|turned up)|in vain|to no avail|without (?:success|result|avail)"
    r"|no (?:reply|response|trace|luck|result)\b)"
)
_IN_VAIN = (
    r"(?:,? (?:but )?(?:in vain|to no avail|without (?:success|avail)|got none|none (?:came|was (?:given|found))))"
)
# "a dying declaration there was none", "confession spoken of by the police, none recorded".
_NONE_THERE = (
    r"(?:,| -)? there (?:is|was|were|are) none\b|(?: [\w'’-]+){0,6}, none (?:recorded|produced|made|filed|found"
    r"|shown|given)\b"
)
# "Fraud is nobody's case", "fingerprints are no one's case".
_NOBODYS_CASE = (
    r" (?:is|was|are|were) (?:nobody|no one|no-one|none|neither side)(?:['’]s)? (?:case|plea|version|stand)\b"
)
_ABSENT = re.compile(
    rf"{_TAIL}(?:{_ABOUT}|{_SPOKEN_OF})?{_ASIDE}?{_MARK}(?:{_AUXILIARY}{_NOT}(?:{_CAME})\b{_MANNER}|{_LOST})"
    rf"|{_TAIL}{_ABOUT}?(?: ?[:–—(,] ?| ?- ){_NONE}|{_NONE_THERE}|{_TAIL}{_NOBODYS_CASE}"
    rf"|{_TAIL}{_ABOUT}?(?: could (?:not|never) be (?:had|got|secured|located|unearthed)| (?:was|is|were|has been)"
    r" (?:refused|declined)(?= ?(?:[.,;)\n]|\Z)| by))"
    rf"|(?: cameras?)?(?: ?[:–—(,] ?| ?- |(?= ))(?: (?=\w))?{_AUXILIARY}{_NOT}(?:{_CALLED})\b{_MANNER}"
    rf"|{_TAIL}{_ABOUT}?{_MARK}(?:(?:though|although) )?{_AUXILIARY}{_SOUGHT}[^.;\n]{{0,30}}?(?:[,;] ?| ?[–—-] ?"
    rf"| ){_NOT_FOUND}",
    re.IGNORECASE,
)
_SOUGHT_BEFORE = re.compile(
    r"\b(?:sought|asked for|searched for|looked for|called for|hunted for|waited for) (?:[\w'’-]+ ){0,3}\Z",
    re.IGNORECASE,
)
_VAINLY_AFTER = re.compile(rf"{_ABOUT}?{_IN_VAIN}", re.IGNORECASE)
# "nothing heard of the FSL report", "no trace of the agreement", "the police lost the swabs".
_NOTHING_OF = re.compile(
    r"\b(?:(?:lost|misplaced|mislaid)|(?:has|have|had|with|contains?) nothing (?:on|about|of)"
    r"|(?:nothing (?:is |was |has been |more )?(?:heard|known)|no (?:word|news|trace|sign|whiff)) (?:of|about|on)"
    r"|(?:no (?:reply|response|answer|report|opinion)|nothing (?:has |had |was )?(?:come|came|heard"
    r"|received)(?: back)?)"
    r"(?: so far| yet)? from"
    r"|(?:nobody|no one|no witness|none of them) (?:speaks?|spoke|talks?|says a word) (?:of|about)"
    r"|it is not as (?:if|though) there (?:is|was|were)) (?:(?:the|any|that|his|her|an?) )?\Z",
    re.IGNORECASE,
)
# "did not collect the CCTV", "never cared to call the expert".
_NOT_DONE = re.compile(
    r"(?:\b(?:not|never)|n['’]t|\b(?:failed|omitted|neglected) to) (?:(?:even|care|cared|bother|bothered|to) ){0,3}"
    r"(?:collect|procure|secure|summon|call(?: for)?|conduct|prepare|preserve|obtain|seek|requisition|get|send for"
    r"|ask for)"
    r" (?:(?:the|any|an?|his|her) )?\Z",
    re.IGNORECASE,
)
# "application for a DNA test dismissed"
_ASKED_IN_COURT = re.compile(
    r"\b(?:application|prayer|request|petition|plea|motion) (?:for|to (?:call|summon|examine|have|get)) (?:(?:the"
    r"|an?) )?\Z",
    re.IGNORECASE,
)
_TURNED_DOWN = re.compile(
    r",? (?:(?:was|is|has been|stands|stood) )?(?:also )?(?:dismissed|rejected|refused|turned down|declined"
    r"|disallowed)\b",
    re.IGNORECASE,
)
# "viscera sent to the laboratory; report not received": nothing has come from whoever was asked.
_ASKED = re.compile(r"fsl|viscera|laborator|expert|examiner|analys|serolog|dna|forensic|ballistic", re.IGNORECASE)
_REPORT_ABSENT = re.compile(
    rf" {_AUXILIARY}{_NOT}(?:{_REPLIED})\b"
    r"|(?<!report)(?:[^.;:\n]|\.(?=\d)){0,45}?[,;] ?(?:(?:but|and|its|the|his|their) ){0,2}"
    rf"(?:(?:report|result|opinion)s? {_AUXILIARY}{_NOT}(?:{_CAME})\b{_MANNER}"
    r"|no (?:report|result|opinion) (?:(?:was|has|is|ever|been|so far) ){0,2}(?:rec(?:eive|['’])?d|received|came"
    r"|come|filed|given|produced|obtained|there|on (?:file|record)))",
    re.IGNORECASE,
)
# "Receipt? None shown.": the answer stands in a sentence of its own.
_ASKED_AND_NONE = re.compile(
    r" ?\? +(?:[–—-] ?)?(?:none|nil|never|no(?=[.,;]|\Z)|not (?:yet )?(?:produced|filed|found|given|there))\b",
    re.IGNORECASE,
)
_REACH = 60  # characters before a thing that may say it was sought, or that nothing was heard of it


def answered_none(text: str, end: int) -> int | None:
    """Where the answer "none" ends that the writer gives when he asks for a thing: "Receipt? None."."""
    answer = _ASKED_AND_NONE.match(text, end) if text[end : end + 2].lstrip().startswith("?") else None
    return answer.end() if answer else None


@lru_cache(maxsize=1024)
def absent_in(sentence: str, start: int, end: int) -> tuple[int, int] | None:
    """The words, with the thing named from `start` to `end`, that say it never came or was not found."""
    absent = _ABSENT.match(sentence, end)
    if absent is None and _ASKED.search(sentence, start, end):
        absent = _REPORT_ABSENT.match(sentence, end)
    if absent is not None:
        return start, absent.end()
    before = max(0, start - _REACH)
    if _SOUGHT_BEFORE.search(sentence, before, start) is not None:
        vainly = _VAINLY_AFTER.match(sentence, end)
        return (start, vainly.end()) if vainly else None
    if _ASKED_IN_COURT.search(sentence, before, start) is not None:
        refused = _TURNED_DOWN.match(sentence, end)
        return (start, refused.end()) if refused else None
    nothing = _NOTHING_OF.search(sentence, before, start) or _NOT_DONE.search(sentence, before, start)
    return (nothing.start(), end) if nothing else None


# A sample that was sent or kept is no report, and neither is the laboratory to which it went.
_SENT_TO = re.compile(
    r"\b(?:sent|forwarded|despatched|dispatched|referred|given|handed over|went|taken|submitted"
    r"|posted) (?:[\w.]+ ){0,3}?"
    r"(?:to|for) (?:(?:the|a|an|its|state|central|regional|[\w.]+,) ){0,2}\Z",
    re.IGNORECASE,
)
_SAMPLE_KEPT = re.compile(
    r" (?:(?:was|were|is|are|has|have|been|also|duly|only|merely) ){0,3}(?:kept|preserved|sent|collected|retained"
    r"|taken|drawn|handed"
    r"|forwarded|sealed|despatched|dispatched|lifted)\b(?! (?:and )?(?:found|examined|analysed|tested))",
    re.IGNORECASE,
)
_MAKER_OR_SAMPLE = re.compile(
    r"(?:fsl|dna|viscera|serolog|laborator|chemical (?:exam|anal)|public analyst)", re.IGNORECASE
)
_REPORTED = re.compile(
    r"report|opin(?:ed|ion|es)|results?\b|\bfound\b|positive|negative|confirm|detect|match|tall(?:y|ies|ied)|origin\b"
    r"|\b(?:says|said|shows?|showed|gave|held)\b|[:=]",
    re.IGNORECASE,
)
_REPORT_REACH = 110  # characters after a sample in which its report may stand


def is_only_sample(text: str, start: int, end: int) -> bool:
    """Whether a sample was only sent or kept, or a laboratory only asked: no report of it is spoken of."""
    if not _MAKER_OR_SAMPLE.match(text, start, end) or "report" in text[start:end].lower():
        return False
    is_sent = _SENT_TO.search(text, max(0, start - _REACH), start) or _SAMPLE_KEPT.match(text, end)
    return is_sent is not None and _REPORTED.search(text, end, end + _REPORT_REACH) is None


# What has not come yet shows nothing either way: "hospital papers awaited", "we have asked the RTO for the permit",
# "proposal for sanction sent, not received", "section 338 will be added".
_PAPER = (
    r"(?:reports?|rep(?:t|orts?)?\b\.?|results?|opinions?|certificates?|certs?\b\.?|permits?|licen[cs]es?|records?"
    r"|registers?|papers?|documents?|cop(?:y|ies)|c\.?d\.?r\b\.?s?|c\.?a\.?f\b\.?|footage|cctv|fsl|dna|sanction|approval"
    r"|profile|extracts?)"
)
_NOT_HERE_YET = (
    r"(?:(?:not|n0t)(?: yet| as yet| been| so far){0,2} (?:rec(?:eive|['’])?d\b\.?|come\b(?! (?:in|up|out|to))"
    r"|arrived)|not (?:yet |as yet )obtained"
    r"|no (?:report|result|opinion)s? (?:has |have |had |is )?(?:yet |so far |been ){0,2}"
    r"(?:come|arrived|received|rec['’]?d|given))"
)
_ASKED_FOR = r"(?:(?:called|sent|asked|applied|written|wrote|requisitioned|requested|pressed) for|requisitioned|sought)"
_STILL_TO_COME = re.compile(
    rf"\b(?:awaited|awaiting(?! (?:trial|sentence|judgment|hearing|orders?|execution)))\b"
    rf"|\b(?:yet|still) to (?:come|arrive|be (?:rec(?:eive|['’])?d|obtained|filed|collected))\b"
    r"|\bno (?:report|result|opinion)s? (?:has|have) (?:yet |so far |been ){0,2}(?:come|arrived|received|rec['’]?d)\b"
    rf"|\b{_ASKED_FOR}\b[^.;]*\b{_NOT_HERE_YET}|\b(?:sent|forwarded|proposal)\b[^;]*\b{_NOT_HERE_YET}"
    rf"|\b{_PAPER}[^.;]{{0,60}}? {_NOT_HERE_YET}"
    rf"|\A(?!.*\b(?:no|not|never)\b).*\b{_PAPER}[^.;]{{0,40}}? {_ASKED_FOR}\W*\Z"
    rf"|\b(?:have|has|had|been) (?:been )?(?:asked|called|applied|written|requested) for (?:(?:the|his|her|a|an|our) )?"
    rf"(?:[\w'’-]+ ){{0,4}}?{_PAPER}\b"
    rf"|\b(?:proposals?|requests?|requisitions?|letters?) (?:for|seeking) (?:[\w'’-]+ ){{0,3}}?{_PAPER}[^;]{{0,60}}?"
    r"\b(?:sent|forwarded|made|moved|submitted|put up)\b"
    r"|\b(?:sections?|s(?:ecs?|s)?\.|u/s|offences?|charges?)[^;]{0,30}\b(?:will|is to|are to) be added\b"
    r"|\b(?:I\.?O\b\.?|police|SHO|investigating officer) (?:has |have )?proposed (?:it|this|that) to\b",
    re.IGNORECASE,
)
# It came after all, or was refused, which is an answer.
_CAME_AFTER_ALL = re.compile(
    r"(?<!not )(?<!never )(?<!not yet )(?<!yet to be )\b(?:granted|accorded|came|positive|negative|shows?|showed|opined"
    r"|confirm\w*|matche[sd]|proved|refus\w+|rejected|declined|denied|withheld|supplied|since (?:received|filed))\b",
    re.IGNORECASE,
)


# "Proposal for sanction sent", "phone sent to the FSL; report awaited": the thing itself is still to come.
_PROPOSED = re.compile(
    r"\b(?:proposals?|requests?|requisitions?|applications?|letters?|reminders?) (?:for|seeking)"
    r" (?:(?:the|his|previous|prior|necessary) ){0,2}\Z",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"(?<!not )(?<!not yet )(?<!never )(?<!yet to be )\b(?:granted|accorded|given|issued|received|rec['’]?d|came"
    r"|obtained|held|refused|rejected|declined|allowed|dismissed|made|done|conducted)\b",
    re.IGNORECASE,
)
_REPORT_AWAITED = re.compile(
    r"[^.]{0,90}?[,;(–—-] ?(?:(?:but|its|the|and) ){0,2}(?:reports?|results?|opinions?)"
    r" (?:(?:is|are|was|were|still|yet) ){0,2}"
    r"(?:awaited|pending\b(?! (?:trial|before))|to come)",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def still_to_come_in(sentence: str, start: int, end: int) -> tuple[int, int] | None:
    """The words, with the thing named from `start` to `end`, that say it is only proposed or its report is due."""
    if _PROPOSED.search(sentence, max(0, start - _REACH), start):
        return None if _GIVEN.search(sentence, end) else (start, end)
    due = _REPORT_AWAITED.match(sentence, end) if _ASKED.search(sentence, start, end) else None
    return (start, due.end()) if due else None


@lru_cache(maxsize=1024)
def is_still_to_come(clause: str) -> bool:
    """Whether a clause says only that something is awaited, asked for or proposed."""
    return _STILL_TO_COME.search(clause) is not None and _CAME_AFTER_ALL.search(clause) is None


# "An urgency clause was considered and given up": it was never used.
_GIVEN_UP = re.compile(
    r"\b(?:considered|contemplated|mooted|thought of|toyed with|proposed) (?:\w+ ){0,3}?(?:and|but)"
    r" (?:\w+ ){0,2}?(?:given up|dropped|abandoned|shelved|not (?:pursued|invoked|followed up|carried out))\b",
    re.IGNORECASE,
)


def is_given_up(words: str) -> bool:
    """Whether the words say that a step was thought of and never taken."""
    return _GIVEN_UP.search(words) is not None


# Notes that deny an act or a result: "Forgery - not alleged", "Conspiracy: no evidence", "Abetment? Nobody says so."
_DENIED_IN_NOTE = re.compile(
    r"(?: ?[:–—] ?| - | ?\? +)(?:(?:nil|none|nowhere|zero)\b(?= ?(?:[.,;)\n]|\Z)| in\b)"
    r"|(?:no|not any) (?:evidence|material|proof|allegation|charge|averment|such (?:case|plea|thing))\b"
    r"|(?:not|never|nowhere) (?:even |yet |at all |been )?(?:alleged|pleaded|proved|taken|shown|made out|suggested"
    r"|charged"
    r"|established|raised|set up|spoken)\b"
    r"|not a (?:word|whisper|shred|scrap)\b|(?:nobody|no one|none) (?:says|said|speaks|alleges|alleged|suggests)\b)",
    re.IGNORECASE,
)

# What stands at once before or after an act and takes it back: "Nobody alleges theft", "theft was never their case".
_NOT_SAID_BEFORE = re.compile(
    r"\b(?:(?:nobody|no[ -]?one|no witness|none(?: of them)?|nothing|neither \w+) (?:(?:here|ever|even|else|on record"
    r"|in the FIR) )?(?:alleges?|alleged|suggests?|suggested|claims?|claimed|pleads?|pleaded|proves?|shows?"
    r"|points? to|indicates?|establishes)"
    r"|acquitted (?:\w+ ){0,2}(?:of|for)|discharged (?:of|from)|(?:is|was|are|were|remains?) silent (?:on|about|as to)"
    r"|it (?:is|was) not (?:the )?(?:\w+(?:['’]s)? )?(?:case|story|version) that (?:there (?:is|was|were)|it was)"
    r"|it (?:is|was) not as (?:if|though) there (?:is|was|were))"
    r" (?:(?:an?|any|the|actual|such) ){0,2}\Z",
    re.IGNORECASE,
)
_CHARGE_OF = re.compile(
    r"\b(?:charges?|counts?|allegations?|accusations?|suggestions?|imputations?) of (?:(?:an?|any|the) )?\Z",
    re.IGNORECASE,
)
_CHARGE_TAKEN_BACK = re.compile(
    r" (?:(?:was|were|has been|have been|stands?|stood|is|are) )(?:later |since |then |also )?(?:dropped|withdrawn"
    r"|given up|not pressed|deleted|not made out|not proved|quashed|struck (?:off|out))\b",
    re.IGNORECASE,
)
_TAKEN_BACK_AFTER = re.compile(
    rf"{_NOBODYS_CASE}| (?:(?:is|was|were|are|has been) )?(?:neither (?:alleged|pleaded|proved|shown|charged|suggested)"
    r"|(?:never|not) (?:(?:his|her|their|our|my|its|the \w+(?:['’]s)?|prosecution) )case"
    r"|nowhere (?:alleged|pleaded|proved|shown|charged))\b"
    r"|(?: simply)? (?:cannot|can not|could not) (?:ever )?be (?:inferred|presumed|made out|assumed|spelt out"
    r"|said to)\b"
    r"| (?:does|did) not (?:at all )?arise\b|: not made out\b",
    re.IGNORECASE,
)
_REACH_BACK = 70  # characters


def is_taken_back_at_once(text: str, start: int, end: int) -> bool:
    """Whether the words around an act say that nobody alleges it, or that it was dropped or failed."""
    before = max(0, start - _REACH_BACK)
    if _NOT_SAID_BEFORE.search(text, before, start) or _TAKEN_BACK_AFTER.match(text, end):
        return True
    return _CHARGE_OF.search(text, before, start) is not None and _CHARGE_TAKEN_BACK.match(text, end) is not None


def is_denied_in_note(text: str, end: int) -> bool:
    """Whether a note denies at once what it names up to `end`."""
    return text[end : end + 2].strip()[:1] in {":", "–", "—", "-", "?"} and _DENIED_IN_NOTE.match(text, end) is not None
