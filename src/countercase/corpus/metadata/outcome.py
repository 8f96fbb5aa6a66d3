"""What became of a matter: allowed, dismissed, disposed of, remanded, or referred to a larger Bench.

The reporter's line comes first, then the Court's own last words. If several matters were decided together, the outcome
is that of the matter under whose title the judgment is reported.
"""

import re
from collections.abc import Iterator, Sequence

from countercase.domain.case import Outcome
from countercase.text.sentences import split_sentences

# What the Court did with the matter: the reporter's line if there is one, else the Court's own last words. Reporters
# misspell the two words that they print most: aappeal, appela, petititon, dismissd, dimsissed.
_MATTER = (
    r"(?:[Aa]+p+e+a?l+a?s?|APPEALS?|[Pp]etiti?t?ons?|PETITIONS?|[Aa]pplications?|SLPs?|[Rr]eview|[Rr]eferences?"
    r"|[Ss]uits?|[Mm]atters?|[Cc]ases?|[Rr]evisions?|[Cc]laims?)"
)
_RESULT = re.compile(r"Result of the [Cc]ase\s*:?\s*(?P<result>[^†\n]{3,160})")
# `Ankit Gyan Appeals allowed. (Assisted by ...)`, `Headnotes prepared by: Appeal allowed. Divya Pandey`
_REPORTER_LINE = re.compile(
    rf"""
    (?P<result>{_MATTER}(?:\(s\))? (?:,? (?: \s and \s | \s & \s ) (?:\w+\s)? {_MATTER})?
        (?:\s(?:is|are|stands?))? (?:\s(?:partly|accordingly|allowed|dis\w+|dimsissed))+ (?:\s(?:of|in\spart))? )
    [^.\n]{{0,60}} \.? \s*
    (?: \(Assisted\sby [^)]* \)? [\sA-H]* | [A-H\s]+ | Headnotes\sprepared\sby .* | (?:[A-Z][\w.]+\s*){{0,4}} )? $
    """,
    re.VERBOSE,
)

# The Court's own words. The past tense (`was dismissed`) is about the courts below and does not count.
_PASSIVE = re.compile(
    rf"""
    \b{_MATTER}\b [^;]{{0,160}}? (?<!was\s)(?<!were\s)(?<!been\s)(?<!had\s)(?<!\bCourt\s) \b
    (?P<act> (?:partly|partially)\s(?:allowed|succeeds?) | allowed(?:\s(?:in\spart|partly|partially))? | dismissed
           | disposed\s(?:of|in)\b | rejected | fails? | succeeds?(?:\sin\spart)? | has\ssucceeded\sin\spart | accepted
           | made\sabsolute ) \b
    """,
    re.VERBOSE,
)
_ACTIVE = re.compile(
    rf"""
    \b(?:[Ww]e|I)\b [^;]{{0,200}}?
    \b(?P<act> partly\sallow | allow | dismiss | dispose\sof | dispose | reject | accept )\b
    (?:[^;]{{0,40}}?\bset\saside\b)? [^;]{{0,60}}? \b{_MATTER}\b (?P<after>(?:\spartly|\sin\spart)?)
    | \b[Aa]greed?\s(?:with\s[^.;]{{0,60}})?(?:in|to|that)\s(?P<agreed>allow|dismiss|dispos)\w* [^;]{{0,30}} \b{_MATTER}
    """,
    re.VERBOSE,
)
_WANT = r"(?:no|any|without(?: any)?|devoid of|bereft of) (?:merits?|force|substance)"
_NO_MERIT = re.compile(rf"\b{_WANT}\b[^.;]{{0,60}}\b{_MATTER}|\b{_MATTER}\b[^.;]{{0,60}}\b{_WANT}\b")
# The matter goes back: "we remit the matter to the High Court". Prisoners are remanded and money is remitted, too.
_GOES_BACK = (
    r"(?:matters?|cases?|appeals?|petitions?|proceedings|suits?|revisions?|complaints?|applications?|disputes?|same)"
)
SENT_BACK = re.compile(
    rf"""
    \b(?:we|and|to),?\s (?:\w+ly,?\s|hereby\s|therefore,?\s)* (?:remit|remand|send\sback) (?:\sback)? \s
        (?:the\s|this\s|these\s|both\s|all\s)* (?:\w+\s){{0,2}}? {_GOES_BACK}\b
    | \b{_GOES_BACK}\b [^.;]{{0,80}}? \b(?:is|are|stands?|be|shall\sstand)\s
        (?:\w+ly,?\s|hereby\s|also\s|thus\s)* (?:remitted|remanded|sent\sback)\b
    | \b(?:set\saside|quashed)\b [^.;]{{0,60}}? \b{_GOES_BACK}\s (?:remitted|remanded)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SET_ASIDE = re.compile(
    r"""
    \b(?:is|are|stands?|shall\sstand|be|hereby|accordingly|therefore)\b [^.;]{0,40}?
        \b(?:set[-\s]aside|quashed|reversed|acquitted)
    | \b[Ww]e\b [^.;]{0,60}? \b(?:set[-\s]aside|quash|reverse|acquit|direct\s(?:that|the\srelease))\b
    """,
    re.VERBOSE,
)
_BELOW = r"(?:judgments?|orders?|decisions?|convictions?|sentences?|decrees?|findings?|view|award)"
_UPHELD = re.compile(
    r"\b(?:no|not (?:find|see) any|without any) (?:good |valid )?"
    r"(?:reason|ground|justification|infirmity|error|illegality)\b"
    r"|\bdecline to interfere\b|\bnot inclined to (?:interfere|entertain|accept|grant)\b"
    rf"|\b(?:affirm|uphold|confirm|maintain)(?:ed|ing|s)?\b[^.;]{{0,80}}\b{_BELOW}\b"
    rf"|\b{_BELOW}\b[^.;]{{0,80}}\b(?:affirm|upheld|uphold|confirm|maintain)(?:ed)?\b"
)
# "Pending applications stand disposed of": what becomes of them says nothing about the appeal.
_INCIDENTAL = re.compile(
    r"\W*(?:\d+\.\s*)?(?:(?:All|The|Consequently|Accordingly|In view of the above),?\s){0,2}"
    r"(?:[Pp]ending|[Ii]nterlocutory|[Mm]iscellaneous|I\.?A\.?s?\b|[Cc]onnected pending)"
)
_REFERRED = re.compile(
    r"\b(?:(?:refer|plac|constitut|list)\w*|(?:to|should|must|may)\sbe\s(?:\w+\s){0,4}?(?:considered|decided|examined|heard|resolved))\b"
    r"[^.]{0,150}?\b(?:(?:larger|appropriate|another)\s[Bb]ench|Larger\sBench|Chief\sJustice(?!\sof\sthe\sHigh))"
    r"|\breferred\sto\s(?:a\s)?[Ll]arger\s[Bb]ench"
)
_REFERENCE = 700  # last characters, in which a reference to a larger Bench is made
# Words broken at the end of a line.
_BROKEN = re.compile(r"\b([Aa]l|[Dd]is|[Pp]art)\s(?=lowed\b|missed\b|posed\b|ly\s+al)")
_NUMBERED = re.compile(
    r"\bNos?\.?\s?[\d&,\s-]+(?:of\s\d{4}|/\d{2,4})\s((?:partly\s)?allowed|dismissed)\s?\.", re.IGNORECASE
)
_SENTENCE = 1200  # characters; longer sentences are quotations and lists
_LINE = 80  # characters; a longer last line is the Court's own paragraph, not the reporter's word
_SIGNS = (
    (Outcome.ALLOWED, r"allow|succe|accept|absolute|quashed"),
    (Outcome.DISMISSED, r"dism|dims|reject|fail|merit|discharged|withdrawn"),
    (Outcome.REMANDED, r"remand|remit"),
    (Outcome.DISPOSED, r"dispos|directions issued|settled"),
)


def find_outcome(text: str, stated: str = "", numbers: Sequence[str] = ()) -> Outcome | None:
    """One of five outcomes, of the lead matter if `numbers` begin with it.

    None if the text gives none, or another (referred to a larger Bench).
    """
    if stated and (known := read_outcome(stated)):
        return known
    result = _RESULT.search(text, max(0, len(text) - 6000))
    if result:
        return _as_the_court_says(_outcome_of_lead(result["result"], numbers), text, numbers)
    lead = _lead_by_number(text[-3000:], numbers)
    if lead is not None:
        return lead
    if _DIRECTED.search(text[-_LINE:]):
        return Outcome.DISPOSED
    tail = _without_incidental(_BROKEN.sub(r"\1", text[-700:].rstrip()))
    if _ends_both_ways(tail[-200:]) or went_both_ways(text):
        return None
    return _as_the_court_says(_reporters_word(tail) or _operative(text), text, numbers)


# The reporter's word for a petition in which the Court gave directions, perhaps until the next hearing.
_DIRECTED = re.compile(r"\bDirections\s(?:issued|given|passed)\W*(?:\(Assisted\sby[^)]*\)?)?[\sA-H]*$")


def _reporters_word(tail: str) -> Outcome | None:
    """The outcome in the reporter's last line, if there is one."""
    last = tail.rpartition("\n")[2]
    matches = (_BESIDE_HEADNOTES.search(tail), _REPORTER_LINE.search(tail))
    words = [last if len(last) < _LINE else "", *(match["result"] for match in matches if match)]
    return next((known for stated in words if stated and (known := read_outcome(stated))), None)


def is_referred(text: str) -> bool:
    """Whether the judgment ends by referring the matter to a larger Bench."""
    return _REFERRED.search(text[-_REFERENCE:]) is not None


def _as_the_court_says(reported: Outcome | None, text: str, numbers: Sequence[str]) -> Outcome | None:
    """The reporter's word, unless the Court itself plainly says something else, or allows the matter only in part."""
    is_petition = bool(numbers) and "Petition" in numbers[0]
    plain = _plain_word(text, is_petition, are_many=len(numbers) > 1)
    if plain is not None and reported in {Outcome.ALLOWED, Outcome.DISMISSED, Outcome.DISPOSED}:
        reported = plain
    if reported is Outcome.ALLOWED and _last_disposal(text[-3000:]) is Outcome.PARTLY_ALLOWED:
        return Outcome.PARTLY_ALLOWED
    if reported in {Outcome.ALLOWED, Outcome.DISMISSED} and _IN_PART.search(text, max(0, len(text) - 2000)):
        return Outcome.PARTLY_ALLOWED
    return reported


# The Court's own order on the one matter before it, in plain words. "I would" and "we would" are words of a dissent.
_ORDERS = r"(?:[Tt]his|[Tt]hese|[Tt]he|[Pp]resent|[Ii]nstant|[Aa]ll)(?:\s(?:the|present|instant|civil|criminal))*"
_FILED = r"(?:filed|preferred|far|qua|respect|concerned|insofar|part|extent|No|Nos|liable|would|was|were)"
_PLAIN = re.compile(
    rf"\b{_ORDERS}(?:\s[A-H])?\s(?:appeals?|(?P<petition>petitions?))\b(?:(?!\b{_FILED}\b)[^.;:]){{0,50}}"
    r"\b(?:is|are|stands?|shall\sstand)\s(?:\w+ly,?\s|hereby\s|thus\s)*"
    r"(?P<act>allowed|dismissed)\b(?!\s(?:in\spart|to\sthe|as|qua|insofar|so\sfar|subject|partly|upon)|/)"
    rf"|\b[Ww]e\s(?:(?:\w+ly|hereby|therefore|thus)?,?\s)*(?:set\saside\s[^.;:]{{0,60}}\sand\s)?(?P<does>allow|dismiss)\s{_ORDERS}"
    rf"\s(?:appeals?|(?P<asked>petitions?))\b(?!\s(?:{_FILED}|in|to|partly|of|by)\b)"
)
_PLAIN_TAIL = 500  # last characters of the Court's own words
_PENDING = re.compile(r"[^.]*\b(?:[Pp]ending|[Ii]nterlocutory|[Ii]ntervention)\b[^.]*\.")


def _plain_word(text: str, is_petition: bool, are_many: bool) -> Outcome | None:
    """Allowed or dismissed, if the Court's last words say only one of them, of the matter as a whole."""
    tail = _PENDING.sub(" ", _courts_own(text)[-_PLAIN_TAIL:])
    plain = [match for match in _PLAIN.finditer(tail) if is_petition or not (match["petition"] or match["asked"])]
    plain = [match for match in plain if not are_many or re.search(r"\b(?:appeals|petitions)\b", match[0])]
    outcomes = {read_outcome(match["act"] or match["does"]) for match in plain}
    return outcomes.pop() if len(outcomes) == 1 and not _ELSEWHERE.search(tail) else None


# Words that limit an order, or show that there was more than one.
_ELSEWHERE = re.compile(
    r"\b(?:partly|partially|in\spart|extent|respects?|other\sappeals?|connected|cross|majority|minority|dissent\w*|modif\w*|dispos\w*"
    r"|(?:I|we)(?:,\s\w+,)?\swould|contempt|appeals?\s(?:of|by|filed\sby)|Nos?\.\s?\d+[^.;]{0,40}?\b(?:is|are|stands?)\s(?:\w+\s)?(?:allowed|dismissed))\b",
    re.IGNORECASE,
)


def _courts_own(text: str) -> str:
    """The text up to the reporter's last line."""
    result = _RESULT.search(text, max(0, len(text) - 6000))
    if result:
        return text[: result.start()]
    start = max(0, len(text) - _PLAIN_TAIL)
    for line in (_BESIDE_HEADNOTES, _REPORTER_LINE):
        if match := line.search(text, start):
            return text[: match.start("result")]
    before, _, last = text.rstrip().rpartition("\n")
    return before if len(last) < _LINE and read_outcome(last) else text


# "We allow Civil Appeal No. 652 of 1993 and dismiss Civil Appeal No. 653 of 1993."
_BOTH_WAYS = re.compile(
    r"\b[Ww]e\b[^.;]{0,40}?\b(?P<first>allow|dismiss)\b(?:\sthe)?(?:\s(?:[Cc]ivil|[Cc]riminal))?\s[Aa]ppeals?\b[^;]{0,50}?\d[^;]{1,120}?"
    r"\band\s(?P<second>allow|dismiss)\b(?:\sthe)?(?:\s(?:[Cc]ivil|[Cc]riminal))?\s[Aa]ppeals?\b[^;]{0,60}?\d"
)


# "Civil Appeal Nos. 3 to 9 of 1999 are allowed and Civil Appeal No. 11 of 2001 is dismissed."
_BOTH_ARE = re.compile(
    r"\b[Aa]ppeals?\s(?:\([A-Z][a-z.]*\)\s)?Nos?\b[^;]{1,300}?\b(?:is|are|stands?)\s(?P<first>allowed|dismissed)\b[^;]{0,200}?"
    r"\band\s(?:[Cc]ivil\s|[Cc]riminal\s)?[Aa]ppeals?\s(?:\([A-Z][a-z.]*\)\s)?Nos?\b[^;]{1,120}?\b(?:is|are|stands?)\s(?P<second>allowed|dismissed)\b"
)


def went_both_ways(text: str) -> bool:
    """Whether the Court, in one sentence at the end, allows one numbered appeal and dismisses another."""
    matches = (match for ways in (_BOTH_WAYS, _BOTH_ARE) for match in ways.finditer(text, max(0, len(text) - 1200)))
    return any(match["first"] != match["second"] for match in matches)


# The Court's own order on one matter; an order on a numbered one may be about a connected matter.
_IN_PART = re.compile(
    r"\b[Ww]e\s(?:\w+ly,?\s|hereby\s|therefore,?\s)*(?:partly\sallow\s(?:this|these|the)\sappeals?\b(?!\sNo)"
    r"|allow\s(?:this|these|the)\sappeals?\s(?:partly|in\spart))\b"
    r"|\b[Tt]h(?:is|ese)\sappeals?\s(?:must\s)?succeeds?\sand\s(?:is|are)\spartly\sallowed\b|\bby\spartly\sallowing\s(?:this|these|the)\sappeals?\b|\b[Tt]h(?:e|is|ese)\sappeals?\s(?:is|are|stands?)\s(?:\w+ly,?\s)?partly\sallowed\b"
    r"|\b(?:[Tt]h(?:e|is|ese)|[Pp]resent|[Ii]nstant)\s(?:\w+\s)?appeals?\s(?:is|are|stands?)\s(?:\w+ly,?\s)?allowed\s(?:only\s|accordingly\s)?to\s(?:the\s(?:\w+\s)?|this\s|that\s)extent\b"
)
# "Headnotes prepared by: Appeal allowed. Divya Pandey"
_BESIDE_HEADNOTES = re.compile(rf"Headnotes?\sprepared\sby\s?:?\s+(?P<result>{_MATTER}\s[^.\n]{{4,60}})\.")


def _lead_by_number(tail: str, numbers: Sequence[str]) -> Outcome | None:
    """What the Court itself does with the lead matter, where it names each matter by its number."""
    if len(numbers) < 2:
        return None
    lead = set(_numbered(numbers[0]))
    outcomes = set()
    for span in split_sentences(tail):
        fates = _BY_NUMBER.finditer(span.of(tail))
        outcomes |= {read_outcome(fate["act"]) for fate in fates if lead & set(_numbered(fate["matter"]))}
    return outcomes.pop() if len(outcomes) == 1 else None


_BY_NUMBER = re.compile(
    r"(?P<matter>\b(?:Appeal|Petition)s?\s?(?:\([A-Za-z.]+\)\s?)?Nos?\.?[^.;]{1,60}?(?:of\s|/)\d{4})\s(?:[^.;]{0,120}?\s)?"
    r"(?:is|are|stands?)\s(?:\w+ly,?\s|hereby\s|also\s)*(?P<act>(?:partly\s)?allowed(?:\sin\spart)?|dismissed)\b",
    re.IGNORECASE,
)


# Several matters decided together: "Criminal Appeal No. 8 of 2012 partly allowed and No. 7 of 2012 dismissed".
_FATE = re.compile(
    r"(?:partly\s|partially\s)?(?:allowed|dismissed|disposed\sof|rejected|closed)(?:\sin\spart)?", re.IGNORECASE
)
_OWN_NUMBERS = re.compile(r"\b(\d{1,6})(?:\s?[-–]\s?(\d{1,6}))?(?=[\d\s,&–and-]*\s?(?:of\s|/)\s?(\d{4}))")
_KIND = re.compile(r"\b(appeal|petition|case|application|suit|reference)", re.IGNORECASE)
_LONGEST_RANGE = 200  # numbers; a longer range is a misprint


def _outcome_of_lead(result: str, numbers: Sequence[str]) -> Outcome | None:
    """The outcome of the lead matter, where the reporter gives each its own; None if that is not certain."""
    fates: list[tuple[str, Outcome]] = []
    start = 0
    for fate in _FATE.finditer(result):
        outcome = read_outcome(fate[0])
        if outcome is not None:
            fates.append((result[start : fate.start()], outcome))
        start = fate.end()
    if len({outcome for _, outcome in fates}) < 2 or not numbers:
        return read_outcome(result)
    lead = set(_numbered(numbers[0]))
    same_number = [outcome for matter, outcome in fates if lead & set(_numbered(matter))]
    if same_number:
        return same_number[-1] if len(set(same_number)) == 1 else None
    kind = _KIND.search(numbers[0])
    unnumbered = [(matter, outcome) for matter, outcome in fates if not _numbered_at_all(matter)]
    same_kind = {
        outcome
        for matter, outcome in unnumbered
        if kind and (named := _KIND.search(matter)) and named[0].lower() == kind[0].lower()
    }
    if not same_kind and Outcome.DISMISSED not in {outcome for _, outcome in fates}:
        return Outcome.PARTLY_ALLOWED  # nothing failed, but not everything was granted
    return same_kind.pop() if len(same_kind) == 1 else None


def _numbered(matter: str) -> Iterator[tuple[int, str]]:
    """Each number with its year: (1307, "2012")."""
    for first, last, year in _OWN_NUMBERS.findall(matter):
        end = int(last) if last and int(first) <= int(last) < int(first) + _LONGEST_RANGE else int(first)
        yield from ((number, year) for number in range(int(first), end + 1))


def _numbered_at_all(matter: str) -> bool:
    return re.search(r"\d", matter) is not None


def _without_incidental(tail: str) -> str:
    """The end of a judgment without a last sentence on pending applications."""
    sentences = split_sentences(tail)
    while sentences and _INCIDENTAL.match(sentences[-1].of(tail)) and len(sentences[-1]) < _LINE * 2:
        sentences.pop()
    return tail[: sentences[-1].end].rstrip() if sentences else tail


def _ends_both_ways(foot: str) -> bool:
    """Whether the reporter's last words allow one numbered matter and dismiss another."""
    return {words.lower().rpartition(" ")[2] for words in _NUMBERED.findall(foot)} >= {"allowed", "dismissed"}


def read_outcome(words: str) -> Outcome | None:
    """The outcome that a short phrase names."""
    low = words.lower()
    if re.search(r"part(?:ly|ially)|in part", low):
        return Outcome.PARTLY_ALLOWED if re.search(r"allow|succe", low) else None
    return next((outcome for outcome, sign in _SIGNS if re.search(sign, low)), None)


def _operative(text: str) -> Outcome | None:
    """The last words that dispose of the matter, then what was done to the order below, then an earlier opinion."""
    if is_referred(text):
        return None
    return _last_disposal(text[-6000:]) or _done_below(text[-2500:]) or _last_disposal(text[-15000:], _COURT_BELOW)


_COURT_BELOW = re.compile(r"\b(?:High\sCourt|Division\sBench|[Tt]rial\s[Cc]ourt|Tribunal|Sessions|Magistrate)\b")
_NOTHING = re.compile(r"(?!)")


def _last_disposal(tail: str, unless: re.Pattern[str] = _NOTHING) -> Outcome | None:
    """What the last sentence that disposes of the matter says; sentences that match `unless` do not count."""
    for span in reversed(split_sentences(tail)):
        sentence = span.of(tail)
        is_operative = len(span) <= _SENTENCE and not _INCIDENTAL.match(sentence) and not unless.search(sentence)
        known = _disposal(sentence) if is_operative else None
        if known:
            return known
    return None


def _done_below(tail: str) -> Outcome | None:
    signs = ((Outcome.REMANDED, SENT_BACK), (Outcome.ALLOWED, _SET_ASIDE), (Outcome.DISMISSED, _UPHELD))
    outcome = next((outcome for outcome, sign in signs if sign.search(tail)), None)
    return None if outcome is Outcome.DISMISSED and _CHANGED.search(tail[-600:]) else outcome


# A decree that is changed is not left as it is.
_CHANGED = re.compile(r"\b(?:decree|award|order|sentence)\b[^.;]{0,80}\b(?:amended|modified|varied|enhanced|reduced)\b")


def _disposal(sentence: str) -> Outcome | None:
    acts = [match["act"] for match in _PASSIVE.finditer(sentence)]
    if not acts:
        acts = [f"{m['act'] or m['agreed']}{m['after'] or ''}" for m in _ACTIVE.finditer(sentence)]
    known = [outcome for act in acts if (outcome := read_outcome(act))]
    if known:
        return known[-1]
    return Outcome.DISMISSED if _NO_MERIT.search(sentence) else None
