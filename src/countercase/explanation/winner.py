"""Who won: the appellant or the respondent of the lead matter, wholly or in part.

The outcome decides. If several matters went different ways, it is asked who filed each; if the case was only "disposed
of", what became of the order under appeal. Where the text leaves a doubt, nobody is said to have won.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from countercase.corpus.metadata.outcome import SENT_BACK, is_referred, went_both_ways
from countercase.domain.case import Case, Outcome, Party, SectionType
from countercase.explanation.party_kinds import APPELLANT, RESPONDENT, only_party_of_kind, other_position
from countercase.explanation.party_roles import PartyRole, is_criminal, is_petition, position_of

CANNOT_BE_TOLD = "cannot be told"
SENT_BACK_ONLY = "the case was sent back, so that neither side has won yet"
_MIXED = "one matter was allowed and another dismissed"
_SAME_SIDE = f"{_MIXED}, both in favour of the same side"


@dataclass(frozen=True, slots=True)
class MatterResult:
    """The position that won, and why: "the case was allowed". Without a position, `why` says why it cannot be told."""

    position: str | None
    why: str
    partly: bool = False


def find_result(case: Case) -> MatterResult:
    """Who won the lead matter, and how the text shows it. A case that is sent back is won only in part."""
    operative = operative_sentences(case)
    result = _result(case, operative)
    if case.is_digest and result.position == APPELLANT and (APPELLANT, RESPONDENT) in _fates(case, operative, True):
        return MatterResult(None, _MIXED)  # the lead appeal was dismissed, and another allowed
    if case.is_digest or result.position == RESPONDENT or not _is_sent_back(operative):
        return result
    is_cross = any(filer == RESPONDENT for filer, _ in _fates(case, operative))
    if result.position is None and (is_cross or not _was_undone(operative)):
        return result if is_cross or case.outcome is not Outcome.DISPOSED else MatterResult(None, SENT_BACK_ONLY)
    return MatterResult(APPELLANT, f"the order under appeal was set aside and {SENT_BACK_ONLY}", partly=True)


def _result(case: Case, operative: Sequence[str]) -> MatterResult:
    fates = _fates(case, operative)
    prospered = {position for _, position in fates}
    if len(prospered) > 1 and case.outcome is Outcome.DISMISSED and not any(_was_allowed(*fate) for fate in fates):
        return MatterResult(RESPONDENT, "all the appeals were dismissed")
    if len(prospered) > 1 or {APPELLANT, RESPONDENT} <= {filer for filer, _ in fates}:
        lead = _fate_of_lead(case, operative)
        return MatterResult(lead, "the lead matter ended in its favour") if lead else _of_several(case, fates)
    is_lead = len(case.case_numbers) < 2 or any(filer for filer, _ in fates) or _are_all_decided(operative)
    if prospered and is_lead and case.outcome is Outcome.DISPOSED:
        partly = is_criminal(case) and any(
            pattern.search(sentence) for pattern in (_LESSENED, _DISMISSES, _KEPT) for sentence in operative
        )
        return MatterResult(prospered.pop(), "the appeals ended in its favour", partly)
    if case.outcome is Outcome.REMANDED and _was_undone(operative):
        return MatterResult(APPELLANT, f"the order under appeal was set aside and {SENT_BACK_ONLY}", partly=True)
    if case.outcome is None or case.outcome is Outcome.REMANDED:
        return _of_bail(case, operative) or MatterResult(None, _why_not(case))
    return _of_disposed(case, operative) if case.outcome is Outcome.DISPOSED else _of_outcome(case, operative)


def _was_allowed(filer: str, prospered: str) -> bool:
    """Whether an appeal was allowed, given who filed it and whose cause prospered."""
    return (filer == RESPONDENT) == (prospered == RESPONDENT)


def _why_not(case: Case) -> str:
    """Why nobody can be said to have won."""
    if case.outcome is Outcome.REMANDED:
        return SENT_BACK_ONLY
    if went_both_ways(case.text):
        return _MIXED
    if _REFERENCE_ANSWERED.search(case.text[-600:]):
        return "the Court answered a reference"
    if is_referred(case.text):
        return "the matter was referred to a larger Bench"
    return "the text does not say how it ended"


_REFERENCE_ANSWERED = re.compile(r"\bReferences?\s+(?:is\s+|are\s+)?answered\b", re.IGNORECASE)


# The operative part: the last sentences of the judgment, without quotations and the reporter's lines.

_LAST = 14  # sentences
_TAIL = 6000  # characters in which those sentences stand
_QUOTED = re.compile(r"“[^”]{0,4000}”|\"[^\"\n]{60,3000}\"")
_REPORTER_FOOT = re.compile(
    r"\s(?:Result\s+of\s+the\s+[Cc]ase|†?Headnotes?\s+prepared|\(Assisted\s+by)\b.*$|^\W*(?:Appeals?|Petitions?)\s+(?:allowed|dismissed|disposed\s+of)\W*$",
    re.DOTALL | re.MULTILINE,
)
_SENTENCE_END = re.compile(r"(?<=[a-z)’”\d]{2}[.;])(?<!\bNos\.)(?<!\bNo\.)\s+(?=[A-Z“(\d]|[a-z]\.\s[A-Z])|\n+")
# "In accordance with the opinion of the majority, the appeal is allowed." What stands before it may be a dissent.
_OF_MAJORITY = re.compile(
    r"\b(?:opinions?|judgments?|views?|decision)\sof\sthe\smajority\b[^.;]{0,40}?\b(?:appeals?|petitions?)\b"
    r"|\bmajority\s(?:opinion|judgment|view|decision)\b[^.;]{0,40}?\b(?:appeals?|petitions?)\b",
    re.IGNORECASE,
)


def operative_sentences(case: Case) -> list[str]:
    """The last sentences, in order; the part marked Held if the text is our digest."""
    if case.is_digest:
        held = [paragraph.span.of(case.text) for paragraph in case.paragraphs if paragraph.section is SectionType.HELD]
        text = " ".join(held) or case.text[-_TAIL:]
    else:
        text = _REPORTER_FOOT.sub("", _QUOTED.sub(" ", case.text[-_TAIL:]))
    sentences = [" ".join(sentence.split()) for sentence in _SENTENCE_END.split(text)]
    sentences = [sentence for sentence in sentences if sentence][-_LAST:]
    of_majority = [index for index, sentence in enumerate(sentences) if _OF_MAJORITY.search(sentence)]
    return sentences[of_majority[-1] :] if of_majority else sentences


# One matter.

_SIDE_OF = {Outcome.ALLOWED: APPELLANT, Outcome.PARTLY_ALLOWED: APPELLANT, Outcome.DISMISSED: RESPONDENT}
# The sentence or the charge is reduced, but the conviction stands. The past tense is about a court below.
_LESSENED = re.compile(
    r"""
    \b(?:sentences?|punishment|imprisonment|penalty)\b [^.;]{0,120}?
      \b(?:is|are|be|stands?|shall\sstand|hereby|we)\s(?:\w+ly\s|hereby\s|thus\s)?(?:reduced?|modif(?:y|ied)|commuted?|substituted)\b
    | \bwe\s(?:\w+ly,?\s|hereby\s|therefore,?\s|thus\s)*(?:reduce|modify|commute|alter|convert)\b [^.;]{0,80}?
      \b(?:sentences?|convictions?|imprisonment|punishment)\b
    | \bconvictions?\b [^.;]{0,120}? \b(?:is|are|be|stands?)\s(?:\w+ly\s|hereby\s|thus\s)?
      (?:altered|converted|modified|brought\sdown)\b
    | \bmodif\w+\s(?:in|of)\s(?:the\s)?(?:sentence|punishment)\b
    | \bwe\smodify\b [^.;]{0,60}? \bby\sreducing\sthe\s(?:compensation|fine|sentence)\b
    | \bset\saside\sthe\s(?:sentence\sof\sdeath|death\s(?:sentence|penalty))\s(?:and|but)\b
    | (?<!\border\sto\s)(?<!\bsufficient\sto\s)(?<!\bsafe\sto\s)(?<!\benough\sto\s)
      \bconvict\s(?:the\s)?(?:appellants?|him|her|them|accused)\b [^.;]{0,60}?\b(?:under|u/s)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_DISMISSES = re.compile(
    r"\bdismiss\s(?:the|their|his|her|these)\s(?:[\w.]+\s){0,2}?appeals?\b|\bby\saltering\sthe\sconviction\b",
    re.IGNORECASE,
)
# One conviction is set aside, another stands.
_KEPT = re.compile(
    r"\bpartly\s(?:allowed|succeeds?)\b|\bconvictions?\b[^.;]{0,140}?\b(?:is|are|stands?)\s(?:\w+\s){0,2}?(?:maintained|affirmed|upheld|confirmed)\b"
    r"|\bwe\suphold\sthe\sconviction",
    re.IGNORECASE,
)
_ACQUITTED = re.compile(r"\b(?:appellants?|accused|he|she|they|we)\b[^.;]{0,60}?\bacquit", re.IGNORECASE)


def _of_outcome(case: Case, operative: Sequence[str]) -> MatterResult:
    position, partly = _SIDE_OF[case.outcome] if case.outcome else None, case.outcome is Outcome.PARTLY_ALLOWED
    why = f"the case was {case.outcome}"
    if _decides_something_else(case, operative):
        return MatterResult(None, "the order goes beyond what the petition asked for")
    lessened = any(_LESSENED.search(sentence) for sentence in operative)
    if lessened and not partly and is_criminal(case) and not any(_ACQUITTED.search(sentence) for sentence in operative):
        accused = position_of(case, PartyRole.ACCUSED)
        # an appeal that lessened a sentence and was allowed is nobody's but the accused's
        if accused == APPELLANT or (accused is None and position == APPELLANT):
            return MatterResult(APPELLANT, f"{why}, and the charge or the sentence was only made lighter", partly=True)
    return MatterResult(position, why, partly)


# A transfer petition asks only for a transfer; the Court may end the marriage instead.
_ENDS_MARRIAGE = re.compile(r"\bmarriage\b[^.;]{0,60}\bdissolved\b|\bdecree\s+of\s+divorce\b", re.IGNORECASE)


def _decides_something_else(case: Case, operative: Sequence[str]) -> bool:
    is_transfer = bool(case.case_numbers) and case.case_numbers[0].startswith("Transfer Petition")
    return is_transfer and any(_ENDS_MARRIAGE.search(sentence) for sentence in operative)


# A case that was only "disposed of": what became of the order under appeal.

_SET_ASIDE = re.compile(
    r"\b(?:is|are|stands?|shall\sstand|hereby|accordingly|and|we)\s(?:\w+ly,?\s|hereby\s|thus\s|therefore,?\s)*(?:quash(?:ed)?(?:\sand)?\s?)?(?:set[-\s]aside|quash(?:ed)?|revers(?:ed?))\b"
)
_BELOW = re.compile(
    r"\b(?:impugned|under\sappeal|under\schallenge|High\sCourt|Tribunal|NCDRC|Commission|Division\sBench|Revisional\sCourt|CESTAT|NCLAT)\b",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    r"\b(?:to\sthe\s(?:\w+\s)?extent|that\spart|in\spart|partly|partially|insofar|in\sso\sfar|except|modif\w+|subject\sto|save)\b",
    re.IGNORECASE,
)
_LEFT_AS_IT_IS = re.compile(
    r"\b(?:no|not\s(?:find|see)\sany|without\sany)\s(?:\w+\s)?(?:(?:reason|ground|justification)s?\s(?:to|for)|infirmity|error|merit)\b"
    r"|\b(?:not|decline|declined|refus\w+|refrain)\s(?:\w+\s){0,2}(?:to\s|from\s)?(?:interfer|entertain)"
    r"|\b(?:impugned|High\sCourt)\b[^.;]{0,60}\b(?:is|are|stands?)\s(?:\w+ly\s|hereby\s)?(?:affirmed|upheld|confirmed|maintained)",
    re.IGNORECASE,
)
_PAYS_APPELLANT = re.compile(
    r"\b(?:remitted|paid|refunded)\sby\sthe\srespondents?\b[^.;]{0,60}\bto\sthe\sappellants?\b"
    r"|\brespondents?\b[^.;]{0,40}\b(?:shall|directed\sto)\s(?:\w+\s)?(?:pay|refund)\b[^.;]{0,60}\bto\sthe\sappellants?\b",
    re.IGNORECASE,
)
_BY_CONSENT = re.compile(
    r"\b(?:settle(?:d(?!\s(?:principles?|law|legal|position|proposition|that))|ment)|compromise|consent\sterms|amicabl\w+"
    r"|undertak(?:es?|ing)(?!\s(?:this|the|a|an|such)\b)|mediat\w+|infructuous|Article\s142|withdrawn?)\b",
    re.IGNORECASE,
)
# What does not go back as a whole, and what a court only might have done.
_SENT_BACK_IN_PART = re.compile(
    r"\b(?:limited|only|remaining|other\scontentions?|recomput\w*|re-comput\w*|comput\w*|quantum|quantif\w*|working\sout|calculat\w*|sentencing"
    r"|question\sof\ssentence|not|no\sneed|would\shave|could\shave|instead\sof|rather\sthan|records?|formal|were\swe|when|whether|should"
    r"|settled|for\strial|jail)\b|\?",
    re.IGNORECASE,
)
_NEARBY = 100  # characters on either side of the words that send a case back


def _is_sent_back(operative: Sequence[str]) -> bool:
    """Whether the Court sends the whole case back to be decided again."""
    matches = ((sentence, SENT_BACK.search(sentence)) for sentence in operative)
    return any(
        match and not _SENT_BACK_IN_PART.search(sentence, max(0, match.start() - _NEARBY), match.end() + _NEARBY)
        for sentence, match in matches
    )


def _was_undone(operative: Sequence[str]) -> bool:
    """Whether the Court set aside the order under appeal."""
    return any(_SET_ASIDE.search(sentence) for sentence in operative)


_GRANTS_BAIL = re.compile(
    r"\b(?:appellants?|petitioners?|accused|applicants?|he|she|they|him|her|them)\b[^.;]{0,90}?"
    r"\b(?:shall|should|is|are|be|to)\s(?:\w+\s){0,3}?(?:released|enlarged)\son\s(?:\w+\s)?bail\b"
    r"|\bbail\b[^.;]{0,60}\b(?:is|are|be)\s(?:hereby\s)?(?:granted|made\sabsolute)\b",
    re.IGNORECASE,
)
_NO_BAIL = re.compile(
    r"\b(?:not|if|unless|till|until|provided\sthat|whether|entitled\sto\sapply|High\sCourt\sgrant\w*|cancel\w*|was|were|had)\b",
    re.IGNORECASE,
)


def _of_bail(case: Case, operative: Sequence[str]) -> MatterResult | None:
    """The accused who asked for bail and got it."""
    granted = any(_GRANTS_BAIL.search(sentence) and not _NO_BAIL.search(sentence) for sentence in operative)
    if not granted or not is_criminal(case) or position_of(case, PartyRole.ACCUSED) != APPELLANT:
        return None
    return MatterResult(APPELLANT, "bail was granted", partly=any(_DISMISSES.search(text) for text in operative))


def _of_disposed(case: Case, operative: Sequence[str]) -> MatterResult:
    unknown = MatterResult(None, "the case was disposed of")
    if any(_BY_CONSENT.search(sentence) for sentence in operative):
        return unknown
    if is_criminal(case) and any(_LESSENED.search(sentence) for sentence in operative):
        is_appeal_of_accused = position_of(case, PartyRole.ACCUSED) == APPELLANT
        lighter = MatterResult(APPELLANT, "the sentence or the charge was made lighter", partly=True)
        return lighter if is_appeal_of_accused else unknown
    undone = [sentence for sentence in operative if _SET_ASIDE.search(sentence) and _BELOW.search(sentence)]
    upheld = [sentence for sentence in operative if _LEFT_AS_IT_IS.search(sentence)]
    if undone and not upheld and not any(_LIMITED.search(sentence) for sentence in (*undone, *operative[-4:])):
        return MatterResult(APPELLANT, "the order under appeal was set aside")
    if not undone and not upheld and any(_PAYS_APPELLANT.search(sentence) for sentence in operative):
        return MatterResult(APPELLANT, "the respondent has to pay the appellant", partly=True)
    return _of_bail(case, operative) or unknown


# Several matters that went different ways: who filed each.

_PROCEEDING = re.compile(
    r"\b(special\sleave\spetitions?|appeals?|petitions?|(?:transfer(?:red)?\s)?cases?|applications?|suits?|cross[-\s]objections?)\b",
    re.IGNORECASE,
)
_FATE = re.compile(
    r"\b(?:(?P<allowed>(?:partly\s)?allowed|succeeds?|deserves?\sto\ssucceed)|(?P<dismissed>dismissed|fails?|rejected))\b(?:\sin\spart)?",
    re.IGNORECASE,
)
_REACH = {False: 160, True: 40}  # characters between the appeal and what became of it; a contention may fail too
_PAST = re.compile(r"\b(?:was|were|had|been|having|by\sthe\s(?:High\sCourt|Tribunal|trial\s[Cc]ourt))\b[^,;]{0,30}$")
_FILED_BY = re.compile(
    r"\b(?:filed|preferred|instituted|brought|moved)\s(?:by|at\sthe\sinstance\sof)\s(?P<filer>.{2,90}?)\s*$|\b(?:appeals?|petitions?|that|those)\sof\s(?P<owner>.{2,60}?)\s*$|\b(?P<state>State|Union)['’]s\sappeals?\b",
    re.IGNORECASE,
)
_BEFORE_FATE = re.compile(
    r"(?:[\s,]+(?:is|are|be|stands?|must|shall|also|hereby|accordingly|therefore|thus|and|hence|to|deserves?|partly|challenging\s.*|fails?))+\s*$",
    re.IGNORECASE,
)
_SAYS_NOTHING = frozenset(
    "the of and others ors anr another etc ltd limited pvt private company india through his her lrs appellant"
    " respondent".split()
)
# "This appeal is preferred by the Board against the same judgment."
_TURNS_TO = re.compile(
    r"\b(?:this|the\sconnected|the\sother)\sappeal\s(?:is|was|has\sbeen)\s(?:filed|preferred|brought)\sby\s(?P<filer>[^.;,]{2,60}?)"
    r"(?=\s(?:against|challenging|from|questioning|aggrieved)\b|[.,;])",
    re.IGNORECASE,
)
# "(arising out of CWP No. 6729/2013)": the number of the case below may be longer than the order.
_NUMBERS_BELOW = re.compile(
    r"\([^()]*\barising\b[^()]*\)|,?\s*\barising\s(?:out\sof|from)\s(?:[^,;]{0,40}?)(?:\([A-Za-z.]+\)\s)?Nos?\.?\s?[\d\s,&/-]+(?:of\s\d{4})?"
)
# Something else that is rejected or allowed in a sentence about an appeal.
_ANOTHER_SUBJECT = re.compile(
    r"\b(?:representations?|contentions?|submissions?|arguments?|claims?|prayers?|objections?|pleas?|requests?)\b[^.;]*\b(?:is|are|stands?)\s(?:\w+\s)?$",
    re.IGNORECASE,
)


def _fates(case: Case, operative: Sequence[str], with_past: bool = False) -> list[tuple[str, str]]:
    """For each appeal or petition that the operative part ends: who filed it, and the position whose cause prospered.

    The filer is APPELLANT or RESPONDENT of the lead matter, or empty if unknown. A digest tells it in the past.
    """
    fates = []
    speaking_of = ""  # who filed the appeal that the text has come to
    for sentence in operative:
        start, opened = 0, _TURNS_TO.search(sentence)
        if opened:
            speaking_of = position_of_filer(case, opened["filer"])
        for fate in _FATE.finditer(sentence):
            clause = _NUMBERS_BELOW.sub(" ", sentence[start : fate.start()])
            start = fate.end()
            proceeding = _PROCEEDING.search(clause)
            if proceeding and _ANOTHER_SUBJECT.search(clause, proceeding.end()):
                continue
            if proceeding and len(clause) - proceeding.end() > _REACH[fate[0].lower()[:4] in {"fail", "succ"}]:
                proceeding = None
            is_elliptic = re.match(r"\W*(?:and\s|while\s|whereas\s)?(?:that|those)\sof\b", clause)
            is_ours = is_elliptic or (proceeding and _is_ours(proceeding[0], case))
            if not is_ours or (_PAST.search(clause) and not with_past):
                continue
            filer = _filer(case, clause) or speaking_of
            prospered = bool(fate["allowed"]) != (filer == RESPONDENT)
            fates.append((filer, APPELLANT if prospered else RESPONDENT))
        fates += _fates_told_by_the_court(case, sentence)
    return fates


# "We dismiss the appeals preferred by the complainant and allow the appeals preferred by the accused."
_WE_END = re.compile(
    r"\b(?P<fate>allow|dismiss)\s(?:the\s|these\s)?(?:\w+\s)?appeals?\s(?:filed|preferred)\sby\s(?P<filer>.{2,90}?)(?=\sand\s|[,.;]|$)",
    re.IGNORECASE,
)


def _fates_told_by_the_court(case: Case, sentence: str) -> Iterator[tuple[str, str]]:
    """The fates that the Court tells in the first person, as `_fates` gives them."""
    for ended in _WE_END.finditer(sentence):
        filer = position_of_filer(case, ended["filer"])
        if filer:
            is_allowed = ended["fate"].lower() == "allow"
            yield filer, filer if is_allowed else other_position(filer)


def is_of_the_loser(case: Case, order: str, winner: str | None) -> bool:
    """Whether an order ends only appeals of the losing side, and in its favour."""
    prospered = {(filer, position) for filer, position in _fates(case, [order]) if filer}
    return winner is not None and prospered == {(other_position(winner), other_position(winner))}


_ALL_APPEALS = re.compile(
    r"\b(?:the|these|all|both)\s(?:the\s|present\s|instant\s|civil\s|criminal\s)*appeals\s(?:(?!of|by|filed|preferred|No)\w+,?\s)*"
    r"(?:are|stand)\s(?:\w+,?\s)?(?:allowed|dismissed)\b(?!\s(?:in\spart|to\sthe))",
    re.IGNORECASE,
)


def _are_all_decided(operative: Sequence[str]) -> bool:
    """Whether one order ends all the appeals, the lead matter among them."""
    return any(_ALL_APPEALS.search(sentence) for sentence in operative)


def _is_ours(proceeding: str, case: Case) -> bool:
    """Whether it is of the kind that the Court was asked to decide, not a writ petition of the court below."""
    word = proceeding.lower().rstrip("s")
    if word in {"appeal", "special leave petition", "cross-objection", "cross objection"}:
        return True
    return word == "petition" and is_petition(case)


def _filer(case: Case, clause: str) -> str:
    """The position of whoever filed the matter; empty if the clause does not say or names a third person."""
    if _names_lead(case, clause):
        return APPELLANT
    named = _FILED_BY.search(_BEFORE_FATE.sub("", clause))
    return position_of_filer(case, named["filer"] or named["owner"] or named["state"]) if named else ""


def _names_lead(case: Case, clause: str) -> bool:
    """Whether a clause has the number of the lead matter, perhaps as the first of a range."""
    numbers = {int(number) for number in re.findall(r"\b(\d{1,6})\b(?=[\d\s,&andto–-]*(?:of|/)\s?\d{4})", clause)}
    lead = re.search(r"\d+", case.case_numbers[0]) if case.case_numbers else None
    return lead is not None and int(lead[0]) in numbers


def _fate_of_lead(case: Case, operative: Sequence[str]) -> str | None:
    """Whose cause prospered in the matter whose number heads the report, if the order says so without a limit."""
    sentences = [sentence for sentence in operative if _names_lead(case, sentence)]
    prospered = {position for filer, position in _fates(case, sentences) if filer == APPELLANT}
    is_plain = case.outcome not in {None, Outcome.PARTLY_ALLOWED} and not any(map(_LIMITED.search, sentences))
    return prospered.pop() if is_plain and len(prospered) == 1 else None


_NAMES_POSITION = re.compile(
    r"(?:the\s)?(?:present\s)?(?:(?P<appellant>appellants?)|respondents?)\b(?!\sNos?\b)", re.IGNORECASE
)


def position_of_filer(case: Case, filer: str) -> str:
    """The position of the party that a filer's name or role points to."""
    named = _NAMES_POSITION.match(filer)
    if named:
        return APPELLANT if named["appellant"] else RESPONDENT
    parties: dict[str, Party | None] = {APPELLANT: case.petitioner, RESPONDENT: case.respondent}
    words = _telling(filer)
    shared = {position: len(words & _telling(party.name)) for position, party in parties.items() if party}
    best = max(shared, key=lambda position: shared[position], default="")
    if best and shared[best] and shared[best] > shared.get(other_position(best), 0):
        return best
    state = only_party_of_kind(case, "the State")
    if state:
        return state if re.search(r"\b(?:State|Union|Government|prosecution)\b", filer) else other_position(state)
    for role in PartyRole:
        if re.search(rf"\b{role.pattern}\b", filer, re.IGNORECASE) and (position := position_of(case, role)):
            return position
    return ""


def _telling(name: str) -> set[str]:
    return {word for word in re.findall(r"[a-z]{3,}", name.lower()) if word not in _SAYS_NOTHING}


def _of_several(case: Case, fates: Sequence[tuple[str, str]]) -> MatterResult:
    """The winner of several matters that went different ways; none if they do not all point to the same side."""
    known = {prospered for filer, prospered in fates if filer}
    filers = {filer for filer, _ in fates if filer}
    if {prospered for _, prospered in fates} == known and len(known) == 1:
        return MatterResult(known.pop(), _SAME_SIDE)
    mixed = MatterResult(None, _MIXED)
    if is_criminal(case) and position_of(case, PartyRole.ACCUSED) == APPELLANT and RESPONDENT not in filers:
        return MatterResult(APPELLANT, "some of the appeals were allowed and others dismissed", partly=True)
    if case.outcome in _SIDE_OF and APPELLANT in filers and not is_criminal(case):  # the lead matter is named
        return MatterResult(
            _SIDE_OF[case.outcome], f"the lead matter was {case.outcome}", case.outcome is Outcome.PARTLY_ALLOWED
        )
    if len(known) != 1:
        return mixed
    winner = known.pop()
    # An unknown filer of the other matters stands against a known respondent, whose own matter prospered or failed.
    unknown = [prospered for filer, prospered in fates if not filer]
    if (unknown and RESPONDENT not in filers) or any(prospered != winner for prospered in unknown):
        return mixed
    return MatterResult(winner, _SAME_SIDE)
