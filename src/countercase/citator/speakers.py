"""Who treats a case in a sentence: this Court, another court that is reported, counsel, or a dissent.

"X is overruled" overrules; "X was overruled in Y" and "this Court held that X is not good law" report it.
"""

import re
from collections.abc import Sequence
from enum import StrEnum

from countercase.domain.case import Paragraph, SectionType
from countercase.domain.span import Span


class TreatmentSpeaker(StrEnum):
    """Whose words a treatment is."""

    THIS_COURT = "this Court"
    ANOTHER_COURT = "another court, as reported"
    COUNSEL = "counsel"
    DISSENT = "dissent"


def _words(*alternatives: str) -> re.Pattern[str]:
    """Any of the phrases as whole words; a blank matches any white space."""
    joined = "|".join(alternatives).replace(" ", r"\s+")
    return re.compile(rf"\b(?:{joined})\b", re.IGNORECASE)


_PARTY = "(?:appellants?|respondents?|petitioners?|counsel|revenue|state|defendants?|plaintiffs?)"
_COUNSEL = _words(
    r"learned (?:senior |sr\.? |additional )?(?:counsel|solicitor|advocate|a\.?s\.?g|attorney|amicus)",
    "submi(?:t|ts|tted|ssion|ssions)",
    "conten(?:d|ds|ded|tion|tions)",
    "urged|argued|argues|argument|canvassed",
    rf"(?:relied|reliance) (?:\w+ ){{0,4}}by (?:the )?(?:learned|{_PARTY})",
    rf"{_PARTY} (?:(?:has|have|had|also|further|would|heavily|strongly) )*(?:relie[sd]|rely|placed? reliance)",
    rf"{_PARTY} (?:(?:has|have|had|also|further|would) )*(?:cite[sd]?|refer(?:s|red))",
    "(?:sought|seeks?|wants us|attempted|tried|endeavoured) to distinguish",
)
_COURT_ANSWERS = _words(
    "we (?:are|find|hold|do not|have no|agree|cannot|may|think|reject|respectfully)",
    "in our (?:view|opinion|considered)",
    "(?:is|are) (?:clearly |easily )?(?:distinguishable|misplaced|of no (?:help|assistance|avail))",
    "(?:cannot|does not) (?:be )?accept(?:ed)?",
)
_LOWER = (
    "(?:high court|tribunal|single judge|division bench|trial court|nclt|nclat|commission|sessions judge"
    "|appellate court)"
)
_DID = "(?:reli(?:ed|es)|followed|distinguished|placed|referred|held|observed|applied|overruled|noted|considered)"
_DOING = "(?:relying|following|placing|referring|applying)"
_LOWER_COURT = _words(
    rf"{_LOWER} (?:\w+ ){{0,5}}?{_DID}",
    rf"{_DID} (?:\w+ ){{0,3}}by the {_LOWER}",
    rf"{_LOWER} (?:\w+ ){{0,3}}?{_DOING}",
    rf"{_DOING} [^;]{{5,320}}?(?:the|learned) {_LOWER} (?:\w+ ){{0,2}}?(?:has|had|have|{_DID}|allowed|dismissed|erred)",
    rf"{_DOING} [^;]{{5,320}}?passed by the {_LOWER}",
)
_REPORTS = _words(
    r"(?:court|bench|judges?|it|which|who|reference) (?:of this court )?(?:in [^.;]{3,90}? )?"
    r"(?:(?:has|have|had|was|were|also|further|specifically|been|expressly|thus|then|went|on|to|already) )*"
    r"(?:held|holding|observed|declared|opined|noted|doubted|doubts|concluded|disapproved?|found|overruled|referred)"
)
_DONE = (
    "(?:overruled|followed|approved|affirmed|reaffirmed|endorsed|upheld|reiterated|doubted|disapproved|distinguished"
    "|not\\s+followed)"
)
_TOLD = re.compile(
    rf"\b(?:was|were|been|had|later|subsequently|since)\s+(?:\w+\s+){{0,2}}{_DONE}(?:\s+(?:by|in))?$", re.IGNORECASE
)
_NOW = _words("is|are|be|stands?|hereby|we|our")
_AGENT = re.compile(r"\s*(?:by|in)\s+(?:the|a|an|this|another|[A-Z])")
_DISSENT = re.compile(
    r"(?:\(dissenting\)|dissenting\s+(?:opinion|judgment)\s*(?:\n|of\s+[A-Z])|,\s*J\.?\s*\(dissent)", re.IGNORECASE
)
_NEXT_OPINION = re.compile(r"(?m)^[A-Z][A-Z.\s]{4,40},\s*(?:C\.?)?J\.?[I.]?\s*$")
_LONGEST_HEADING = 80
_QUOTE_REACH = 1500  # characters looked back for a quotation mark that is still open


class Speakers:
    """One text, for questions about the speaker at any position."""

    def __init__(self, text: str, paragraphs: Sequence[Paragraph] = ()) -> None:
        self._text = text
        self._submissions = [p.span for p in paragraphs if p.section is SectionType.SUBMISSIONS]
        self._dissents = dissents(text)

    def speaker(self, mention: Span, shown: Span, cue: Span | None, reported: bool, strong: bool) -> TreatmentSpeaker:
        """Who speaks around a mention. `cue` are the words that treat the case; `strong` means against it."""
        words = shown.of(self._text)
        if _inside(mention, self._dissents):
            return TreatmentSpeaker.DISSENT
        by_counsel = _COUNSEL.search(words) is not None or _inside(mention, self._submissions)
        if by_counsel and not _COURT_ANSWERS.search(words):
            return TreatmentSpeaker.COUNSEL
        told = reported or (cue is not None and self._is_told(cue)) or (strong and _REPORTS.search(words) is not None)
        if told or _LOWER_COURT.search(words) or self._is_quoted(mention):
            return TreatmentSpeaker.ANOTHER_COURT
        return TreatmentSpeaker.THIS_COURT

    def _is_told(self, cue: Span) -> bool:
        """Whether the words report an earlier treatment ("has been overruled", "was followed in") and perform none."""
        before, after = self._text[max(0, cue.start - 24) : cue.start], self._text[cue.end : cue.end + 30]
        words = f"{before}{cue.of(self._text)}"
        if _TOLD.search(words) or "legislatively" in words.lower():
            return True
        return words.rstrip().endswith("ed") and (_NOW.search(words) is None or _AGENT.match(after) is not None)

    def _is_quoted(self, mention: Span) -> bool:
        """Whether the mention is inside a quotation; quotation marks around the name alone do not count."""
        before = self._text[max(0, mention.start - _QUOTE_REACH) : mention.start].rstrip(" ([")
        opened = before.rfind("“")
        return opened > before.rfind("”") and opened < len(before) - 2


def dissents(text: str) -> list[Span]:
    """Dissenting opinions, from their heading to the next opinion; a mention of a dissent in prose is not one."""
    spans = []
    for heading in _DISSENT.finditer(text):
        if heading.start() - (text.rfind("\n", 0, heading.start()) + 1) <= _LONGEST_HEADING:
            following = _NEXT_OPINION.search(text, heading.end())
            spans.append(Span(heading.start(), following.start() if following else len(text)))
    return spans


def _inside(mention: Span, spans: Sequence[Span]) -> bool:
    return any(span.start <= mention.start < span.end for span in spans)
