"""Attributing clauses: the words of a sentence that say whose view it gives.

`attributed` reads one sentence by itself. It answers only if the words leave little doubt; the rest is left to the
sentence model in `countercase.corpus.speakers`, which sees the neighbours.
"""

import re
from functools import lru_cache

from countercase.domain.case import Speaker, Voice
from countercase.domain.span import Span

_ADVERB = r"(?:\w+ly,?\s+|also\s+|further\s+|next\s+|then\s+|again\s+|therefore,?\s+|thus,?\s+|however,?\s+)*"
_ARGUED = (
    r"(?:contend(?:s|ed)?|submit(?:s|ted)?|argue[sd]?|urge[sd]?|canvassed|plead(?:s|ed)|pray(?:s|ed)|assail(?:s|ed)|"
    r"maintain(?:s|ed)\s+that|point(?:s|ed)\s+out|took\s+us\s+through|invited\s+our\s+attention|drew\s+our\s+attention|"
    r"rel(?:ies|ied)\s+(?:\w+\s+)?(?:up)?on|place[sd]\s+(?:\w+\s+)?reliance|cited|conced(?:es|ed)|oppos(?:es|ed)|"
    r"support(?:s|ed)\s+the|would\s+(?:submit|contend|urge|argue))"
)
_RULED = (
    r"(?:held|hold|found|finds?|observed|opined|concluded|considered|believed|disbelieved|accepted|rejected|relied|noted|"
    r"noticed|recorded|reversed|affirmed|confirmed|upheld|dismissed|allowed|convicted|acquitted|sentenced|decreed|"
    r"directed|awarded|granted|refused|declined|quashed|set\s+aside|thought|felt|ruled|reasoned|repelled|discharged|"
    r"remanded|t(?:ook|aken)\s+(?:the\s+|a\s+)(?:\w+\s+)?view|took\s+(?:note|cognizance)|came\s+to\s+(?:the|a)\s+(?:conclusion|finding)|"
    r"was\s+(?:of\s+the\s+(?:view|opinion)|satisfied|persuaded|inclined|pleased)|proceeded|answered|negatived|framed|"
    r"passed|reduced|enhanced|modified|altered|restored|summed\s+up|expressed|went\s+on\s+to)"
)
_COURT_BELOW = (
    r"(?P<below>High\s+Court|trial\s+(?:[Cc]ourt|[Jj]udge)|Sessions\s+(?:Court|Judge)|(?:first\s+|lower\s+)?appellate\s+court|"
    r"courts?\s+below|lower\s+courts?|(?:[Ss]ingle|[Dd]istrict|[Ss]pecial|[Aa]dditional|[Cc]ivil|[Ff]amily|[Ll]earned)\s+"
    r"(?:\w+\s+){0,2}?(?:[Jj]udge|[Cc]ourt|[Mm]agistrate)|Magistrate|"
    r"(?:\w+\s+){0,3}?[Tt]ribunal|Division\s+Bench|Labour\s+Court|"
    r"(?:National|State|District)\s+(?:Consumer\s+)?(?:Disputes\s+Redressal\s+)?(?:Commission|Forum)|"
    r"NCDRC|NCLAT|NCLT|CESTAT|ITAT|Appellate\s+Authority|[Aa]rbitrators?|Commissioner|Assessing\s+Officer|"
    r"(?:[Dd]isciplinary|[Ee]nquiry|[Ii]nquiry)\s+(?:[Aa]uthority|[Oo]fficer)|Rent\s+Controller|Registrar|Collector|"
    r"Munsif|Subordinate\s+Judge|Full\s+Bench)"
)
_PARTY = (
    r"(?P<party>appellants?|respondents?|petitioners?|accused|State|Union(?:\s+of\s+India)?|complainants?|plaintiffs?|"
    r"defendants?|insurer|insurance\s+company|claimants?|assessee|revenue|department|prosecution|defence|landlord|tenant|"
    r"management|workm[ae]n|employers?|employees?|bank|company|informant|CBI|part(?:y|ies)|(?:both\s+)?sides?|intervener)"
)
_COUNSEL = (
    r"(?:[Cc]ounsel|[Aa]dvocate(?:[-\s]General)?|[Ss]olicitor[-\s]General|Attorney[-\s]General|ASG|A\.S\.G\.?|"
    r"[Aa]micus(?:\s+[Cc]uriae)?|Public\s+Prosecutor|Standing\s+Counsel|Sr\.\s*Adv(?:ocate|\.))"
)
_TOLD_US = rf"\b[Ww]e\s+(?:are|were|have\s+been)\s+{_ADVERB}(?:told|asked|urged|invited|reminded)\b"

# What the Court itself says about an argument, a court below or a point.
_FIRST_PERSON = re.compile(
    rf"""
    \b(?:[Ww]e|I)\s+{_ADVERB}(?:are|am|have|do|find|think|feel|hold|see|agree|disagree|conclude|consider|cannot|
        may|must|would|should|shall|need|note|notice|record|reject|accept|uphold|affirm|set|allow|dismiss|direct|
        quash|acquit|confirm|restore|proceed|turn|clarify|make|reiterate|answer|refrain|were|find|fail)\b
    | \b[Ii]n\s+(?:our|my)\s+(?:\w+\s+)?(?:view|opinion|judgment|considered|estimation)\b
    | \b(?:[Ii]t\s+)?(?:appears|seems)\s+to\s+us\b | \bto\s+our\s+mind\b | \baccording\s+to\s+us\b
    """,
    re.VERBOSE,
)
_REJECTS = re.compile(
    r"""
    \b(?:contentions?|submissions?|arguments?|pleas?|objections?|grounds?|reliance)\b [^.;]{0,160}?
      \b(?:(?:is|are|has|have|was|were|must|deserves?\s+to|needs?\s+to)\s+(?:therefore\s+|thus\s+|also\s+
          |to\s+be\s+|be\s+|been\s+)*
           (?:rejected|repelled|misconceived|untenable|unfounded|fallacious|overruled|misplaced|meritless|fail
               |negatived|
              without\s+(?:any\s+)?(?:merit|substance|force|basis)|not\s+(?:tenable|acceptable|sustainable
                  |well[-\s]founded|correct)|
              devoid|of\s+no\s+(?:avail|assistance|help)|noted\s+(?:only\s+)?to\s+be\s+rejected)
         | cannot\s+(?:be\s+)?(?:accepted|countenanced|sustained|accept|upheld|stand|hold|succeed|prevail)
         | (?:does|do)\s+not\s+(?:appeal|commend|merit|impress|hold|carry) | merits?\s+(?:acceptance|rejection)
         | lacks?\s+(?:merit|substance) | has\s+no\s+(?:merit|substance|force|legs))
    | \bno\s+(?:merit|force|substance)\s+in\b
    | \b(?:unable|difficult|not\s+(?:possible|inclined|impressed|persuaded))\s+(?:for\s+us\s+)?(?:to\s+)?
        (?:agree|accept|subscribe|uphold|sustain|by\b|with\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_JUDGES_BELOW = re.compile(
    rf"""
    {_COURT_BELOW.replace("?P<below>", "?:")} \b [^.;]{{0,80}}?
    \b(?: err(?:ed|s)\b | fell\s+into | (?:was|were|is|are|has\s+been|have\s+been)\s+(?:{_ADVERB})(?:not\s+)?
            (?:right|wrong|correct|justified|incorrect|unjustified|in\s+error|clearly|manifestly|entirely|perfectly)\b
        | (?:has|have|had)?\s*(?:rightly|wrongly|correctly|erroneously|properly|justifiably|mechanically
            |completely|overlooked|
            ignored|failed|lost\s+sight|misdirected|misread|exceeded|transgressed|committed)\b
        | ought\s+(?:not\s+)?to\s+have | should\s+(?:not\s+)?have | could\s+not\s+have |
            did\s+not\s+(?:at\s+all\s+)?(?:advert|consider|appreciate|apply)
        | cannot\s+be\s+(?:sustained|faulted|upheld|said) )
    | \bnot\s+understandable\b | \bon\s+what\s+(?:basis|material)\b
    """,
    re.VERBOSE,
)
LEFT_OPEN = re.compile(
    r"""
    \b(?:left|leave|leaving|kept|keep|keeping|remains?)\b [^.;]{0,80}? \bopen\b
    | \b(?:unnecessary|not\s+necessary|no\s+need|not\s+required|needless|no\s+occasion|not\s+called\s+upon)\b
        [^.;]{0,40}?
        \b(?:decide|consider|go\s+into|examine|determine|express|dwell|deal|answer|adjudicate|enter|discuss
            |pronounce|say)\b
    | \b(?:need|do|does|did|would|should|shall)\s+not\s+(?:therefore\s+|propose\s+to\s+|wish\s+to\s+
        |intend\s+to\s+|be\s+)*
        (?:decided?\b|detain|go(?:ne)?\s+into|express(?:ed)?\b|examined?\b|enter\b|pronounce|adjudicate|deal\b|dealt\b|
           considered?\s+(?:it\s+)?(?:necessary|this|the|that)|dwell|embark|discuss)
    | \bwithout\s+(?:expressing|going\s+into|deciding|entering)\b | \brefrain(?:ing)?\s+from\s+(?:expressing
        |deciding|going|making)
    | \bexpress(?:ed|ing)?\s+no\s+(?:final\s+)?(?:view|opinion) | \bhave\s+not\s+expressed\s+any\b
    | \bnot\s+(?:to\s+be\s+)?(?:expressing|deciding|inclined\s+to\s+go\s+into)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)

_OPENING = r"^\W*(?:\(?[0-9ivxa-z]{1,4}(?:\.\d+)*[.)]\s*)?"
_CITED = (
    r"(?:[A-Z][\w.'’&()-]*,?\s+(?:(?:[A-Z(&][\w.'’&()-]*|of|and|the|alias|@),?\s+){0,12}?(?:v|vs|versus|V|Vs)\.?\s+[A-Z]"
    r"|\(supra\)|\[?\(?\d{4}\)?\]?\s*(?:Supp\.?\s*)?\(?\d*\)?\s*(?:SCC|SCR|INSC|SCALE|JT|Cri)\b|\bAIR\s*\(?\d{4}"
    r"|\bSCC\b|\bSCR\b|\bAIR\b|\bI\.?L\.?R\b)"
)
_EARLIER = re.compile(
    rf"""
    \bIn\s+(?:the\s+(?:case|decision|matter)\s+of\s+)?{_CITED}
    | {_CITED} [^.;]{{0,200}}? \b(?:held|observed|laid\s+down|ruled|stated|said|explained|considered|opined
        |reiterated|noticed|dealt)\b
    | \b(?:this|the|that)\s+(?:Hon'?ble\s+)?Court\b [^.;]{{0,60}}? \b(?:held|observed|ruled|laid\s+down|said
        |reiterated|opined|
        explained|noticed|considered|approved|overruled|stated)\b [^;]{{0,200}}? {_CITED}
    | \b(?:this|that)\s+Court\s+(?:has\s+|had\s+)?{_ADVERB}(?:held|observed|ruled|laid\s+down|reiterated|opined
        |explained|said|stated)\b
    | \b(?:the\s+(?:said|aforesaid|above)|that)\s+(?:case|decision|judgment)\b [^.;]{{0,40}}? \b(?:it\s+was|held
        |observed|this\s+Court)\b
    | \b[Ii]t\s+(?:was|has\s+been)\s+(?:also\s+|further\s+|again\s+)?(?:held|observed|laid\s+down|ruled|stated|said)\b
    | \b(?:Constitution|three[-\s]Judge|larger|coordinate|[Ff]ive[-\s]Judge|[Ss]even[-\s]Judge)\s+Bench\b
        [^.;]{{0,100}}?
        \b(?:held|observed|ruled|laid\s+down|said|considered|opined)\b
    | \b(?:Privy\s+Council|House\s+of\s+Lords|Federal\s+Court|Their\s+Lordships|Lord\s+[A-Z]\w+)\b
    """,
    re.VERBOSE,
)
_STATUTE = re.compile(
    rf"""
    {_OPENING}["“'‘]?(?:Sub-?)?(?:[Ss]ections?|SECTION|S\.|Article|Rule|Clause|Order|Regulation|Schedule
        |Explanation|Proviso|
        The\s+(?:first\s+|second\s+)?(?:proviso|Explanation))\s*[\w()./-]*\s*(?:\([\w]+\))* [^;]{{0,120}}?
        \b(?:provides?|reads?|lays?\s+down|defines?|stipulates?|enacts?|says|states?|prescribes?|enables?|empowers?|
           deals?\s+with|contemplates?|runs?|is\s+as\s+(?:follows|under)|requires?)\b
    | {_OPENING}["“'‘]?(?:Provided\s+(?:further\s+|also\s+)?that|Explanation\s*[\dIVX.]*\s*[.:–—-]
        |Notwithstanding\s+anything\s+contained)
    | {_OPENING}["“'‘]?\d+[A-Z]{{0,2}}\.\s+[A-Z][^.]{{3,80}}\.\s?[–—-]
    """,
    re.VERBOSE,
)
_SECTION_NAME = re.compile(r"\b(Section|Article|Rule|Order|Clause|Regulation)\s+\d+[A-Z]{0,2}(?:\(\w+\))*")
_COUNSEL_ARGUES = re.compile(
    rf"""
    \b{_COUNSEL}\b [^;]{{0,220}}? \b{_ARGUED}\b
    | \b(?:Mr|Shri|Sri|Ms|Mrs|Smt|Dr)\.?\s+[A-Z][^;]{{0,160}}? \b{_ARGUED}\b
    | \b(?:[Ii]t\s+(?:is|was|has\s+been|had\s+been)|[Ww]as)\s+{_ADVERB}(?:the\s+(?:submission|contention|case
        |argument|grievance)\b
        |contended|submitted|argued|urged|pleaded|canvassed|pointed\s+out|prayed)\b
    | {_OPENING}(?:[Tt]he\s+)?(?:[Ll]earned\s+)?{_PARTY.replace("?P<party>", "?:")}\b [^.;]{{0,80}}? \b{_ADVERB}
        (?:contend(?:s|ed)?|submit(?:s|ted)|argue[sd]|urge[sd]?|plead(?:s|ed)|pray(?:s|ed)|assail(?:s|ed))\b
    | {_OPENING}(?:(?:[Tt]he|[Hh]is|[Hh]er|[Tt]heir|[Aa]nother|[Oo]ne)\s+)(?:\w+\s+){{0,2}}?(?:contention
        |submission|argument|grievance)s?\b
        [^.;]{{0,120}}? \b(?:is|was|are|were|that|ran)\b
    | {_OPENING}(?:[Hh]e|[Ss]he|[Tt]hey)\s+{_ADVERB}(?:contend(?:s|ed)?|submit(?:s|ted)?|argue[sd]?|urge[sd]?
        |pray(?:s|ed)|
        pointed\s+out|rel(?:ies|ied)|placed\s+reliance|took\s+us)\b
    | {_OPENING}(?:[Rr]eliance\s+(?:is|was|has\s+been|were)\s+(?:also\s+|further\s+)?(?:placed|made)
        |[Rr]elying\s+(?:up)?on)
    | {_TOLD_US}
    | \b[Aa]ccording\s+to\s+(?:the\s+)?(?:learned\s+)?(?:{_COUNSEL}|{_PARTY.replace("?P<party>", "?:")})\b
    | \b(?:submissions?|contentions?|arguments?)\s+(?:of|by|made|advanced|raised|on\s+behalf)\b [^.;]{{0,80}}?
        \b(?:is|was|are|were)\s+that\b
    """,
    re.VERBOSE,
)
_FOR_WHOM = re.compile(
    rf"\b(?:for|of|by|behalf\s+of)\s+(?:the\s+)?(?:learned\s+)?{_PARTY}\b"
    rf"|\b[Tt]he\s+{_PARTY.replace('party', 'subject')}\b"
)
_BELOW_RULED = re.compile(
    rf"""
    {_COURT_BELOW}\b(?:,?\s+(?:of|at|for|in|by|vide|after|while|having|on|also|has|had|have|therefore|thus
        |however|further|then|
        accordingly|in\s+turn)\b [^.;]{{0,140}}?|,[^.;]{{0,140}}?,|\s*\([^)]*\)|\s+)\s*{_ADVERB}(?:has\s+|had\s+
            |have\s+)?{_ADVERB}{_RULED}\b
    """,
    re.VERBOSE,
)
# A sentence that opens with a court below or with counsel is theirs, however late its verb comes.
_BELOW_OPENS = re.compile(
    rf"{_OPENING}(?:[Tt]he\s+)?(?:[Ll]earned\s+)?{_COURT_BELOW}\b(?=\s*,|\s+(?:after|on|having|in|while|by)\b)"
)
_COUNSEL_OPENS = re.compile(rf"{_OPENING}(?:[Tt]he\s+)?(?:[Ll]earned\s+)?(?:[Ss]enior\s+)?{_COUNSEL}\b")
_BY_BELOW = re.compile(
    rf"""
    \b(?:was|were|is|has\s+been|had\s+been|have\s+been|came\s+to\s+be|stood|been)\s+{_ADVERB}{_RULED}\b [^.;]{{0,120}}?
        \bby\s+(?:the\s+)?(?:learned\s+)?{_COURT_BELOW}
    | \b(?:[Ii]n\s+the\s+(?:opinion|view)|[Ff]inding|[Rr]easoning|[Vv]iew(?:\s+taken)?|[Oo]rder)s?\s+(?:of
        |by)\s+(?:the\s+)?(?:learned\s+)?
        {_COURT_BELOW.replace("?P<below>", "?P<finder>")}\b [^.;]{{0,60}}? \b(?:is|was|were|that)\b
    """,
    re.VERBOSE,
)
_EVIDENCE = re.compile(
    r"""
    \b(?:P\.?W\.?s?|D\.?W\.?s?|C\.?W\.?s?)\s*[-.]?\s*\d+ [^.;]{0,120}? \b(?:deposed|stated|testified|said|saw
        |admitted|identified|turned)\b
    | \b(?:prosecution|appellant|respondent|plaintiff|defendant|complainant)['’]?s?\s+(?:case|version
        |story)\s+(?:is|was|as)\b
    | \b[Cc]ase\s+of\s+the\s+(?:prosecution|complainant|plaintiffs?|defendants?)\b |
        \b[Aa]ccording\s+to\s+the\s+prosecution\b
    | \b(?:deposed|testified)\s+that\b
    """,
    re.VERBOSE,
)


# A charge-sheet or report that was submitted is not a submission of counsel.
_PAPER_SUBMITTED = re.compile(
    r"\b(?:charge[-\s]?sheets?|challans?|reports?|bills?|tenders?|applications?)\s+(?:was|were|came\s+to\s+be|has\s+been|had\s+been)"
    r"\s+(?:\w+ly\s+)?submitted",
    re.IGNORECASE,
)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


@lru_cache(maxsize=4096)  # the model of roles and the rules for speakers ask the same sentences of a judgment
def attributed(sentence: str) -> Voice | None:
    """Who speaks, according to the sentence; None if it does not say."""
    counsel, earlier = _COUNSEL_ARGUES.search(_PAPER_SUBMITTED.sub(_blank, sentence)), _EARLIER.search(sentence)
    rejects = _REJECTS.search(sentence)
    own = _FIRST_PERSON.search(sentence) or rejects or _JUDGES_BELOW.search(sentence)
    if own and re.match(_TOLD_US, sentence[own.start() :]) and not rejects:
        return Voice(Speaker.COUNSEL, _counsel_name(sentence))
    if own and (rejects or counsel is None or counsel.start() >= own.start()):
        if earlier and earlier.start() < own.start():
            return Voice(Speaker.EARLIER, earlier_case(sentence))
        return Voice(Speaker.COURT, left_open=is_left_open(sentence))
    if counsel and not _is_reliance_of_another(counsel, sentence):
        return Voice(Speaker.COUNSEL, _counsel_name(sentence))
    return _reported(sentence, earlier)


def _is_reliance_of_another(counsel: re.Match[str], sentence: str) -> bool:
    """Whether someone other than counsel relied: "Relying on their promises, the firm gave the loan"."""
    if not counsel[0].lower().startswith("relying"):
        return False
    return _ARGUING.search(sentence, counsel.end()) is None or _BELOW_RULED.search(sentence) is not None


_ARGUING = re.compile(rf"\b(?:{_COUNSEL}|{_ARGUED})\b")


def _reported(sentence: str, earlier: re.Match[str] | None) -> Voice | None:
    """A court below, an earlier case, a statute or a witness, whose words the sentence reports."""
    below = _BELOW_RULED.search(sentence) or _BELOW_OPENS.search(sentence)
    if below and not (earlier and earlier.start() < below.start()):
        return Voice(Speaker.BELOW, _court_name(below["below"]))
    by_below = None if earlier else _BY_BELOW.search(sentence)
    if by_below:
        return Voice(Speaker.BELOW, _court_name(by_below["below"] or by_below["finder"]))
    section = _SECTION_NAME.search(sentence)
    if earlier:
        voice = Voice(Speaker.EARLIER, earlier_case(sentence))
    elif _STATUTE.search(sentence):
        voice = Voice(Speaker.STATUTE, section[0] if section else "")
    else:
        return Voice(Speaker.FACTS) if _EVIDENCE.search(sentence) else None
    return voice


def is_left_open(sentence: str) -> bool:
    """Whether the sentence says that a point is not decided."""
    return LEFT_OPEN.search(sentence) is not None


def attributing_spans(sentence: str) -> list[Span]:
    """The words that say whose view the sentence gives; a quotation that leaves them out misleads."""
    patterns = (
        *(_COUNSEL_ARGUES, _COUNSEL_OPENS, _BELOW_RULED, _BELOW_OPENS, _BY_BELOW, _EARLIER, _STATUTE, _EVIDENCE),
        *(_FIRST_PERSON, _REJECTS, LEFT_OPEN),
    )
    return [Span(*match.span()) for pattern in patterns if (match := pattern.search(sentence))]


_CASE_NAME = re.compile(
    r"(?P<name>[A-Z][\w.'’&-]*(?:\s+(?:[A-Z&][\w.'’&-]*|of|and|the))*\s+(?:v|vs|V|Vs)\.?\s+[A-Z][\w.'’&-]*(?:\s+(?:of\s+)?[A-Z&][\w.'’&-]*)*)"
)
_LEADS_IN = re.compile(r"^(?:In|This Court in|The decision in|As held in|See)\s+(?:the\s+(?:case|matter)\s+of\s+)?")


def earlier_case(sentence: str) -> str:
    """The name of the cited case, if the sentence gives one."""
    match = _CASE_NAME.search(sentence)
    return _LEADS_IN.sub("", match["name"]).strip(" ,.") if match else ""


def _court_name(words: str) -> str:
    plain = " ".join(words.split())
    if re.fullmatch(r"courts?\s+below|lower\s+courts?", plain, re.IGNORECASE):
        return "the courts below" if "courts" in plain else "the court below"
    plain = re.sub(r"^(?:(?:[Ll]earned|and|that|but|while|as|when|by|[Tt]he)\s+)+", "", plain)
    return f"the {plain}"


def _counsel_name(sentence: str) -> str:
    for match in _FOR_WHOM.finditer(sentence):
        party = (match["party"] or match["subject"]).lower()
        if party in {"parties", "party", "side", "sides", "both sides"}:
            continue
        party = {"state": "State", "cbi": "CBI", "union": "Union", "union of india": "Union of India"}.get(party, party)
        return f"counsel for the {party}"
    return ""
