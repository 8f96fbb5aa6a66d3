"""What a judgment does with a case it cites, read from the words around each mention.

Rules read what is said in words ("stands overruled", "is distinguishable", "placing reliance on"). A treatment belongs
to the case that the words govern, and to the one who speaks: this Court, another court that is reported, counsel, or a
dissent. Where no words say more, a case is *relied on* or merely *referred* to as a light model weighs it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from countercase.citator.references import CitedDecision, cited_decisions
from countercase.citator.reliance import reliance_scores
from countercase.corpus.sentences import split_sentences
from countercase.domain.case import Paragraph, SectionType
from countercase.domain.span import Span


class Treatment(StrEnum):
    """What was done with the earlier case, strongest last."""

    REFERRED = "referred"
    RELIED_ON = "relied on"
    FOLLOWED = "followed"
    APPROVED = "approved"
    DISTINGUISHED = "distinguished"
    DOUBTED = "doubted"
    NOT_FOLLOWED = "not followed"
    DISAPPROVED = "disapproved"
    REVERSED = "reversed"
    OVERRULED = "overruled"


STRENGTH = {treatment: number for number, treatment in enumerate(Treatment)}


class Speaker(StrEnum):
    """Who treats the case in these words."""

    THIS_COURT = "this Court"
    ANOTHER_COURT = "another court, as reported"
    COUNSEL = "counsel"
    DISSENT = "dissent"


@dataclass(frozen=True, slots=True)
class Treated:
    """One mention with its treatment: `span` is the sentence in the citing text, `quote` its words."""

    cited: CitedDecision
    treatment: Treatment
    speaker: Speaker
    quote: str
    span: Span
    mention: Span


@dataclass(frozen=True, slots=True)
class _Cue:
    """Words that treat a case. `before`: the case stands before the words ("X is distinguishable")."""

    treatment: Treatment
    pattern: re.Pattern[str]
    before: bool


_AUX = r"(?:is|are|was|were|be|been|being|stands?|stood)\s+(?:\w+\s+){0,2}?"
_BE = r"(?:(?:is|are|was|were|be|been|being|has|have|had|stands?|stood|also|since|hereby|now|later|expressly|specifically|clearly|subsequently|already|thus|therefore|accordingly|therein|impliedly)\s+)*"
_NO_LONGER = r"(?:not|no\s+longer|cannot\s+be\s+(?:said|held|considered|regarded|treated)\s+to\s+(?:be|have)|cannot)"


def _cue(treatment: Treatment, words: str, before: bool = True) -> _Cue:
    return _Cue(treatment, re.compile(words, re.IGNORECASE), before)


_T = Treatment
# The strongest first: the first cue that governs a mention is taken.
_CUES = (
    _cue(_T.OVERRULED, rf"\b{_AUX}overruled\b(?!\s+(?:the|his|her|their|an|any)\s+(?:objection|plea|contention|prelim))"),
    _cue(_T.OVERRULED, r"\b(?:overrul(?:e|es|ed|ing))\b(?!\s+(?:the|his|her|their|an|any)\s+(?:objection|plea|contention|prelim))", before=False),
    _cue(_T.REVERSED, rf"\b{_BE}(?:recalled|reversed|set\s+aside)\s+(?:in|on|by)\s+(?:review|a\s+review|curative|a\s+curative|a\s+larger|this\s+Court)"),
    _cue(_T.DISAPPROVED, rf"\b(?:{_AUX}disapproved|per\s+incuriam)\b"),
    _cue(_T.DISAPPROVED, r"\b(?:disapprov(?:e|es|ed|ing))\b", before=False),
    _cue(_T.DISAPPROVED, rf"\b(?:does|do|did)\s+not\s+(?:lay|laid|state|set\s+out|reflect|represent)\s+(?:down\s+)?(?:the\s+)?(?:correct|good)\b"),
    _cue(_T.DISAPPROVED, rf"\b(?:is|are|was|were|as)\s+(?:{_NO_LONGER}\s+)(?:a\s+|the\s+)?(?:good|correct)\s+law\b"),
    _cue(_T.DISAPPROVED, r"\b(?:wrongly|incorrectly|erroneously|not\s+(?:been\s+)?(?:correctly|rightly))\s+decided\b"),
    _cue(_T.DISAPPROVED, r"\b(?:cannot\s+be\s+(?:said|held|regarded)\s+to\s+(?:be|have)\s+(?:laid\s+down|laying\s+down|lay\s+down|been)?\s*(?:the\s+)?(?:good|correct|correctly))"),
    _cue(_T.DOUBTED, rf"\b(?:{_AUX}doubted|(?:requires?|required|needs?|deserves?)\s+(?:to\s+be\s+)?re-?\s?consider(?:ation|ed)|referred\s+to\s+(?:a|the)\s+larger\s+bench)\b"),
    _cue(_T.DOUBTED, r"\bdoubt(?:ed|ing|s)?\s+(?:about\s+)?(?:the\s+)?(?:correctness|soundness|view|ratio)\b", before=False),
    _cue(_T.NOT_FOLLOWED, r"\b(?:(?:was|were|is|are|been|be)\s+not\s+(?:been\s+)?followed|declined\s+to\s+follow|not\s+followed|cannot\s+be\s+followed)\b"),
    _cue(_T.NOT_FOLLOWED, r"\b(?:declin(?:e|ed|es)\s+to\s+follow|(?:refus|unable)\w*\s+to\s+(?:follow|agree\s+with|subscribe\s+to)|do(?:es)?\s+not\s+(?:follow|agree\s+with|subscribe\s+to)|(?:respectfully\s+)?disagree\s+with)\b", before=False),
    _cue(_T.DISTINGUISHED, rf"\b(?:{_AUX}distinguished|distinguishable|inapplicable|misplaced|no\s+application|of\s+no\s+(?:help|assistance|avail|relevance|use)|(?:has|have|had|bears?)\s+no\s+(?:application|relevance|bearing)|on\s+(?:its|their)\s+own\s+(?:peculiar\s+)?facts)\b"),
    _cue(_T.DISTINGUISHED, r"\b(?:(?:is|are|was|were|be)\s+(?:therefore\s+|thus\s+|clearly\s+|wholly\s+|also\s+|hence\s+)?(?:not\s+(?:at\s+all\s+)?(?:applicable|relevant|apposite|attracted|helpful)|irrelevant|of\s+no\s+consequence)|(?:does|do|did|will|would|can|could|may)\s*not\s+(?:be\s+)?(?:appl(?:y|ied|icable)|help|assist|advance|support|come\s+to\s+the\s+(?:aid|rescue)|be\s+of\s+(?:any\s+)?(?:help|assistance|avail)|have\s+any\s+(?:application|relevance|bearing)|render\s+any\s+assistance))\b"),
    _cue(_T.DISTINGUISHED, r"\b(?:distinguish(?:ed|es|ing)?|misplaced\s+reliance\s+on|reliance\s+(?:placed\s+)?(?:up)?on)\b(?=.{0,200}\b(?:misplaced|distinguish|no\s+(?:avail|assistance|help)|not\s+(?:applicable|apposite)))", before=False),
    _cue(_T.DISTINGUISHED, r"\bdistinguish(?:ed|es|ing)?\b", before=False),
    _cue(_T.DISTINGUISHED, r"\b(?:(?:entirely|wholly|altogether|materially|completely|factually)\s+different|(?:in|on|under)\s+(?:a|an)\s+(?:entirely\s+|wholly\s+|totally\s+)?different\s+(?:context|set|factual|facts|footing)|differently\s+worded|(?:was|were)\s+not\s+(?:an?\s+|the\s+)?(?:issue|question)|(?:has|have|had|did)\s+(?:also\s+)?not\s+(?:deal|dealt|consider|considered)|(?:is|are|was)\s+(?:an?\s+|merely\s+)?obiter|wrongly\s+applied)\b"),
    _cue(_T.APPROVED, rf"\b{_BE}(?:approved|affirmed|reaffirmed|endorsed|upheld)\s+(?:by|in)\b"),
    _cue(_T.APPROVED, r"\b(?:we|this\s+court|bench|court)\s+(?:\w+\s+){0,2}(?:approv(?:e|es|ed|ing)|affirm(?:s|ed)?|endors(?:e|es|ed))\b", before=False),
    _cue(_T.FOLLOWED, r"\b(?:(?:was|were|is|are|has\s+been|have\s+been|been)\s+(?:consistently\s+|subsequently\s+|also\s+)?(?:followed|reiterated)|(?:would|will|shall|must)\s+squarely\s+(?:apply|govern)|(?:squarely|fully|directly)\s+(?:appl(?:y|ies)|covers?|governs?)|is\s+binding|binds?\s+(?:us|this))\b"),
    _cue(_T.FOLLOWED, r"\b(?:following\s+(?:the\s+)?(?:decision|judg(?:e)?ment|ratio|law|view|dictum|principle|said|aforesaid|same)|we\s+(?:respectfully\s+)?follow|bound\s+by|squarely\s+covered\s+by|stands?\s+covered\s+by|applying\s+(?:the\s+)?(?:ratio|principles?|law|test|tests|dictum|said|aforesaid|decision|judg(?:e)?ment))\b", before=False),
    _cue(_T.RELIED_ON, r"\b(?:(?:may|can)\s+(?:usefully|profitably)\s+be\s+(?:referred|relied)|is\s+(?:apposite|instructive|apt|squarely\s+on\s+the\s+point))\b"),
    _cue(_T.RELIED_ON, r"\b(?:we\s+(?:\w+\s+){0,2}rely|relying\s+(?:up)?on|placing\s+reliance\s+(?:up)?on|reliance\s+(?:can|may)\s+(?:also\s+)?be\s+(?:usefully\s+|profitably\s+)?placed\s+(?:up)?on|(?:in|by)\s+(?:view|light|virtue)\s+of\s+(?:the\s+)?(?:law|ratio|decision|judg(?:e)?ment|principles?|dictum|dicta|pronouncement|settled)|as\s+(?:was\s+|has\s+been\s+)?held\s+(?:by\s+this\s+court\s+)?in|as\s+laid\s+down\s+(?:by\s+this\s+court\s+)?in|gainful\s+reference|(?:profitable|apposite|useful)\s+to\s+refer)\b", before=False),
)
_COUNSEL = re.compile(
    r"\b(?:learned\s+(?:senior\s+|sr\.?\s+|additional\s+)?(?:counsel|solicitor|advocate|a\.?s\.?g|attorney|amicus)"
    r"|submi(?:t|ts|tted|ssion|ssions)\b|conten(?:d|ds|ded|tion|tions)\b|urged|argued|argues|argument|canvassed"
    r"|(?:relied|reliance)\s+(?:\w+\s+){0,4}by\s+(?:the\s+)?(?:learned|appellants?|respondents?|petitioners?|state|revenue|counsel|defendants?|plaintiffs?)"
    r"|(?:appellants?|respondents?|petitioners?|counsel|revenue)\s+(?:has|have|had|also|further|would)?\s*(?:heavily\s+|strongly\s+)?(?:relie[sd]|rely|placed?\s+reliance|cite[sd]?|refer(?:s|red)))",
    re.IGNORECASE,
)
_COURT_ANSWERS = re.compile(
    r"\b(?:we\s+(?:are|find|hold|do\s+not|have\s+no|agree|cannot|may|think|reject|respectfully)|in\s+our\s+(?:view|opinion|considered)"
    r"|(?:is|are)\s+(?:clearly\s+|easily\s+)?(?:distinguishable|misplaced|of\s+no\s+(?:help|assistance|avail))|(?:cannot|does\s+not)\s+(?:be\s+)?accept)",
    re.IGNORECASE,
)
_LOWER_COURT = re.compile(
    r"\b(?:(?:high\s+court|tribunal|single\s+judge|division\s+bench|trial\s+court|nclt|nclat|commission|sessions\s+judge"
    r"|appellate\s+court)\s+(?:\w+\s+){0,5}?(?:reli(?:ed|es)|followed|distinguished|placed|referred|held|observed|applied|overruled|noted|considered)"
    r"|(?:relied|followed|distinguished|referred|considered|applied)\s+(?:\w+\s+){0,3}by\s+the\s+(?:high\s+court|tribunal|single|division|trial))",
    re.IGNORECASE,
)
_DISSENT = re.compile(r"(?:\(dissenting\)|dissenting\s+(?:opinion|judgment)\s*(?:\n|of\s+[A-Z])|,\s*J\.?\s*\(dissent)", re.IGNORECASE)
_NEXT_OPINION = re.compile(r"(?m)^[A-Z][A-Z.\s]{4,40},\s*(?:C\.?)?J\.?[I.]?\s*$")
_PASSIVE_BY = re.compile(r"\s*(?:by|in)\s+[^.;]{0,90}$", re.IGNORECASE)
_LIST = re.compile(r"[\s,;&()\[\]“”\"'.:]*(?:and|as\s+well\s+as|or|followed\s+in|in|the\s+case\s+of|the\s+cases\s+of)?[\s,;&()\[\]“”\"':]*")
_REACH = 170  # characters between a mention and the words that govern it


def read_treatments(
    text: str, cited: Sequence[CitedDecision] | None = None, paragraphs: Sequence[Paragraph] = ()
) -> tuple[Treated, ...]:
    """The treatment at every mention of every cited case, in text order."""
    cited = cited_decisions(text) if cited is None else cited
    reader = _Reader(text, cited, paragraphs)
    treated = [reader.treated(decision, mention) for decision in cited for mention in decision.mentions]
    return tuple(sorted(_with_reliance(text, treated), key=lambda item: item.mention))


def strongest(treated: Sequence[Treated]) -> Treated | None:
    """The treatment that counts for one case: this Court's strongest; else the strongest that is only reported."""
    for speakers in ((Speaker.THIS_COURT,), (Speaker.ANOTHER_COURT,), tuple(Speaker)):
        own = [item for item in treated if item.speaker in speakers]
        if own:
            return max(own, key=lambda item: (STRENGTH[item.treatment], -item.mention.start))
    return None


class _Reader:
    """One text with its sentences and mentions, for questions about any mention."""

    def __init__(self, text: str, cited: Sequence[CitedDecision], paragraphs: Sequence[Paragraph]) -> None:
        self._text = text
        self._sentences = split_sentences(text)
        self._starts = [span.start for span in self._sentences]
        self._mentions = sorted(mention for decision in cited for mention in decision.mentions)
        self._submissions = [p.span for p in paragraphs if p.section is SectionType.SUBMISSIONS]
        self._dissents = _dissents(text)

    def treated(self, decision: CitedDecision, mention: Span) -> Treated:
        """The treatment of one mention."""
        sentence = self._sentence(mention)
        treatment, cue, reported = self._governing(mention, sentence)
        shown = sentence
        if treatment is None:
            following = self._following(sentence)
            if following is not None and not self._other_case_in(following, decision):
                treatment, cue, reported = self._in_next_sentence(following)
                shown = Span(sentence.start, following.end) if treatment else sentence
        speaker = self._speaker(mention, shown, treatment, cue, reported)
        return Treated(decision, treatment or Treatment.REFERRED, speaker, shown.of(self._text), shown, mention)

    def _sentence(self, mention: Span) -> Span:
        """The sentence that holds the mention; a mention that a full stop cut in two joins both."""
        first = max(0, bisect_right(self._starts, mention.start) - 1)
        last = first
        while last + 1 < len(self._sentences) and self._sentences[last].end < mention.end:
            last += 1
        end = max(self._sentences[last].end, mention.end)
        if end - mention.end < 3 and last + 1 < len(self._sentences) and self._text[mention.end : end].strip(" ).]") == "":
            following = self._sentences[last + 1]
            if self._text[following.start : following.start + 1].islower():
                end = following.end
        return Span(min(self._sentences[first].start, mention.start), end)

    def _following(self, sentence: Span) -> Span | None:
        place = bisect_left(self._starts, sentence.end)
        return self._sentences[place] if place < len(self._sentences) else None

    def _governing(self, mention: Span, sentence: Span) -> tuple[Treatment | None, Span | None, bool]:
        """The first cue that governs the mention, and whether another case is said to have done it."""
        left = self._text[sentence.start : mention.start]
        right = self._text[mention.end : sentence.end]
        for cue in _CUES:
            if cue.before:
                found = cue.pattern.search(right)
                if found and _NEGATED.search(right[: found.start()] + found[0].rsplit(None, 1)[0] + " ") and cue.treatment in _PLAIN_VERBS:
                    continue
                if found and found.start() <= _REACH and self._is_free(mention.end, mention.end + found.start()):
                    by_other = self._case_follows(mention.end + found.end(), sentence.end)
                    return cue.treatment, Span(mention.end + found.start(), mention.end + found.end()), by_other
            else:
                finds = list(cue.pattern.finditer(left))
                if finds and _NEGATED.search(left[: finds[-1].start()]):
                    continue
                if finds and len(left) - finds[-1].end() <= _REACH and self._is_free(sentence.start + finds[-1].end(), mention.start):
                    start = sentence.start + finds[-1].start()
                    by_other = self._case_precedes(sentence.start, start)
                    if cue.treatment is Treatment.OVERRULED and _is_passive(left[finds[-1].start() - 12 : finds[-1].end()], left[finds[-1].end() :]):
                        continue  # "was overruled in Y": Y did it
                    return cue.treatment, Span(start, sentence.start + finds[-1].end()), by_other
        return None, None, False

    def _in_next_sentence(self, sentence: Span) -> tuple[Treatment | None, Span | None, bool]:
        """What the next sentence says of "the said decision"; only strong words count there."""
        words = sentence.of(self._text)
        if not _BACK_REFERENCE.search(words[:160]):
            return None, None, False
        for cue in _CUES:
            if STRENGTH[cue.treatment] < STRENGTH[Treatment.DISTINGUISHED] or not cue.before:
                continue
            found = cue.pattern.search(words)
            if found and found.start() <= _REACH:
                place = Span(sentence.start + found.start(), sentence.start + found.end())
                return cue.treatment, place, self._case_follows(place.end, sentence.end)
        return None, None, False

    def _is_free(self, start: int, end: int) -> bool:
        """Whether no other case stands between, or only the rest of a list."""
        place = start
        for other in self._between(start, end):
            if not _LIST.fullmatch(self._text, place, other.start):
                return False
            place = other.end
        return True

    def _between(self, start: int, end: int) -> list[Span]:
        first = bisect_left(self._mentions, Span(start, start + 1)) if start < len(self._text) else len(self._mentions)
        return [m for m in self._mentions[first : first + 12] if start <= m.start and m.end <= end]

    def _case_follows(self, start: int, end: int) -> bool:
        """Whether "by" or "in" another case follows the words."""
        near = self._between(start, end)
        return bool(near) and near[0].start - start <= 120 and _BY.match(self._text, start, near[0].start) is not None

    def _case_precedes(self, start: int, end: int) -> bool:
        """Whether another case is the subject of the words ("In Y, this Court overruled X")."""
        return any(end - m.end <= 120 for m in self._between(start, end))

    def _other_case_in(self, sentence: Span, decision: CitedDecision) -> bool:
        return any(m not in decision.mentions for m in self._between(sentence.start, sentence.end))

    def _speaker(
        self, mention: Span, shown: Span, treatment: Treatment | None, cue: Span | None, reported: bool
    ) -> Speaker:
        if any(span.start <= mention.start < span.end for span in self._dissents):
            return Speaker.DISSENT
        words = shown.of(self._text)
        if _COUNSEL.search(words) and not _COURT_ANSWERS.search(words):
            return Speaker.COUNSEL
        if any(span.start <= mention.start < span.end for span in self._submissions) and not _COURT_ANSWERS.search(words):
            return Speaker.COUNSEL
        if treatment is not None and STRENGTH[treatment] > STRENGTH[Treatment.DISTINGUISHED] and _REPORTS.search(words):
            reported = True
        if reported or (cue is not None and self._is_told_of_others(cue)) or _LOWER_COURT.search(words) or self._is_quoted(mention):
            return Speaker.ANOTHER_COURT
        return Speaker.THIS_COURT

    def _is_told_of_others(self, cue: Span) -> bool:
        """Whether the words tell what was done before ("has been overruled", "was followed in"), and do not do it."""
        before, after = self._text[max(0, cue.start - 24) : cue.start], self._text[cue.end : cue.end + 30]
        words = f"{before}{cue.of(self._text)}"
        if _TOLD.search(words) or _AGENT.match(after) or "legislatively" in words.lower():
            return True
        return words.rstrip().endswith("ed") and _NOW.search(words) is None

    def _is_quoted(self, mention: Span) -> bool:
        """Whether the mention stands inside a quotation; quotation marks around the name alone do not count."""
        before = self._text[max(0, mention.start - 1500) : mention.start].rstrip(" ([")
        opened = before.rfind("“")
        return opened > before.rfind("”") and opened < len(before) - 2


# "this Court held that X is not good law" tells of an earlier judgment; "we hold" does not.
_REPORTS = re.compile(
    r"(?<!for this )\b(?:court|bench|judges?|it|which|who|reference)\s+(?:of\s+this\s+court\s+)?(?:in\s+[^.;]{3,90}?\s+)?"
    r"(?:(?:has|have|had|was|were|also|further|specifically|been|expressly|thus|then|went|on|to|already)\s+)*"
    r"(?:held|holding|observed|declared|opined|noted|doubted|doubts|concluded|disapproved?|found|overruled|referred)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\b(?:not|never|nor|neither|without)\s+(?:\w+\s+){0,5}$", re.IGNORECASE)
_PLAIN_VERBS = frozenset({Treatment.OVERRULED, Treatment.REVERSED, Treatment.APPROVED, Treatment.FOLLOWED, Treatment.RELIED_ON})
_NOW = re.compile(r"\b(?:is|are|be|stands?|hereby|we|our)\b", re.IGNORECASE)
_TOLD = re.compile(
    r"\b(?:was|were|has\s+been|have\s+been|had\s+been|been|had|later|subsequently|since)\s+(?:\w+\s+){0,2}"
    r"(?:overruled|followed|approved|affirmed|reaffirmed|endorsed|upheld|reiterated|doubted|disapproved|distinguished|not\s+followed)"
    r"(?:\s+(?:by|in))?$",
    re.IGNORECASE,
)
_AGENT = re.compile(r"\s*(?:by|in)\s+(?:the|a|an|this|another|[A-Z])", re.ASCII)
_BACK_REFERENCE = re.compile(
    r"^\W*(?:\d+\.?\s*)?(?:however,?\s+|therefore,?\s+|thus,?\s+|hence,?\s+|in\s+our\s+\w+,?\s+|we\s+\w+\s+that\s+)?(?:the\s+|that\s+|this\s+)?"
    r"(?:said|aforesaid|above|same|facts\s+(?:of|in)\s+(?:the\s+)?(?:said|that)|decision|judg(?:e)?ment|ratio|case|it|reliance|that\s+(?:case|was))\b",
    re.IGNORECASE,
)
_BY = re.compile(r"[\s,]*(?:\w+\s+){0,6}?(?:by|in|vide)\b[^.;]*$", re.IGNORECASE)


def _is_passive(cue: str, after: str) -> bool:
    """Whether "overruled" is a participle with its agent behind it: "was overruled in"."""
    return bool(re.search(r"\b(?:is|are|was|were|been|be|stands?|stood)\s+(?:\w+\s+)?overruled$", cue, re.IGNORECASE)) or bool(
        re.match(r"\s+(?:by|in)\b", after, re.IGNORECASE)
    )


def _dissents(text: str) -> list[Span]:
    """Dissenting opinions, from their heading to the next opinion."""
    spans = []
    for heading in _DISSENT.finditer(text):
        line = text.rfind("\n", 0, heading.start()) + 1
        if heading.start() - line > 80:
            continue  # talk of a dissent in running text
        following = _NEXT_OPINION.search(text, heading.end())
        end = following.start() if following else len(text)
        if end > heading.start():
            spans.append(Span(heading.start(), end))
    return spans


def _with_reliance(text: str, treated: Sequence[Treated]) -> list[Treated]:
    """Let the model decide between *relied on* and *referred* where no words do, case by case."""
    open_cases: dict[str, list[Treated]] = {}
    for item in treated:
        open_cases.setdefault(item.cited.id, []).append(item)
    scored = reliance_scores(text, {key: [i.mention for i in items] for key, items in open_cases.items()})
    decided = []
    for item in treated:
        settled = any(STRENGTH[other.treatment] > 0 for other in open_cases[item.cited.id])
        if not settled and item.speaker is Speaker.THIS_COURT and scored[item.cited.id] > 0:
            item = Treated(item.cited, Treatment.RELIED_ON, item.speaker, item.quote, item.span, item.mention)
        decided.append(item)
    return decided
