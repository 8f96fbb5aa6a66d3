"""The cases a document cites: each once, with every mention in full or in short, and who speaks of it there.

Parallel citations are one case. "Bachan Singh (supra)" or "Bachan Singh's case" belongs to the full form before it.
This Court may speak of a case, another court that is reported, counsel, or a dissent: "X is overruled" overrules;
"X was overruled in Y" and "this Court held that X is not good law" report it.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from countercase.citator.catalogue import (
    COMMON_WORDS,
    Catalogue,
    Fit,
    Resolved,
    catalogue,
    name_fit,
    resolve,
    same_parties,
    telling_tokens,
)
from countercase.domain.case import Paragraph, SectionType
from countercase.domain.span import Span
from countercase.law.precedents import PrecedentMention, find_precedents
from countercase.law.precedents.names import split_parties

_NOTE_REACH = 4500  # characters of a page: a footnote is at the foot of the page with its number
_FOOTNOTE = re.compile(r"(?<![0-9./(])([0-9]{1,3})\s+$")
_BARE = re.compile(r"[\[(]?(?:1[89]|20)[0-9]{2}|AIR\b|MANU\b|[0-9]")  # a citation without a name
_NAME_BEFORE = re.compile(
    r"(?<![A-Za-z])(?P<name>[A-Z][A-Za-z.’'&]*(?:[\s-]+(?:[A-Z(][A-Za-z.’'&)]*|of|and|the|vs?\.?|&)){0,14})$"
)
_SHORT_WORDS = 6  # words before "(supra)" searched for a short name
_HEADING = re.compile(
    r"^.*?(?:Case Law (?:Cited|Reference)|LIST OF CITATIONS AND OTHER REFERENCES)\s+", re.IGNORECASE | re.DOTALL
)
# Marks of a short form: "(supra)" or "'s case" after it.
_MARK = re.compile(
    r"(?:[’']s?\s+)?\b[Cc]ase\b(?:\s*\d{1,3})?\s*\(?[Ss]upra\)?|\d{0,3}\s*[(\[]\s*[Ss]upra\s*[)\]]"
    r"|(?<=[A-Za-z)])[’']s?\s+case\b"
)
# Words that introduce an unmarked short form: "the decision in Bachan Singh", "In Bachan Singh, this Court".
_LEAD = re.compile(
    r"\b(?:cases?|decisions?|judge?ments?|ratio|law|view|dictum|principles?|held|down|Court|Bench|of\s+this\s+Court)\s+"
    r"(?:in|of)\s+(?:the\s+case\s+of\s+)?(?=[A-Z])|(?:(?<=[.;:]\s)|(?<=\n))In\s+(?:the\s+case\s+of\s+)?(?=[A-Z])"
)
_NEVER_A_NAME = re.compile(r"\s*(?:vs?\b|versus\b|-vs-|[\[(]\s*(?:19|20)\d\d|[a-z]+\s+(?:19|20)\d\d)")
_OTHERS = re.compile(r"\s*(?:,|&|\band\b)\s*(?:ors|anr|others|another)\b\.?\s*$", re.IGNORECASE)
_BRACKETED = re.compile(r"\([^()]*\)")
_FITTING = (Fit.SAME, Fit.FITS)
_WORD = re.compile(r"[A-Z][A-Za-z.'’&-]*|of|and|the|&")
_TITLE = re.compile(
    r"^(?:M/s\.?|Shri|Sri|Smt\.?|Dr\.?|Mr\.?|Mrs\.?|The|State of|Union of India|Justice)\s+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class CitedDecision:
    """One case as a document cites it: name, citations in normal form, and its mentions in text order."""

    name: str
    citations: tuple[str, ...]
    mentions: tuple[Span, ...]
    resolved: Resolved

    @property
    def id(self) -> str:
        """The decision's id if known, else what the document gives."""
        if self.resolved.decision is not None:
            return self.resolved.decision.id
        return self.citations[0] if self.citations else self.name


def cited_decisions(
    text: str, known: Catalogue | None = None, mentions: Sequence[PrecedentMention] | None = None
) -> tuple[CitedDecision, ...]:
    """Every case the text cites with a citation, in order of first mention, with its short forms."""
    known = known or catalogue()
    mentions = find_precedents(text) if mentions is None else mentions
    groups = _group(text, mentions, known)
    short = _short_forms(text, groups, known)
    return tuple(
        CitedDecision(
            name=group.name,
            citations=tuple(group.citations),
            mentions=_apart([*group.spans, *short.get(number, ())]),
            resolved=resolve(group.name or None, tuple(group.citations), known),
        )
        for number, group in enumerate(groups)
        if group.citations
    )


@dataclass(slots=True)
class _Group:
    name: str
    citations: dict[str, None]
    spans: list[Span]
    known_name: str = ""  # the catalogue's, while the document gives only a citation


def _group(text: str, mentions: Sequence[PrecedentMention], known: Catalogue) -> list[_Group]:
    """Group mentions of one case: by citation, by parallel citation, or by name."""
    groups: list[_Group] = []
    by_sign: dict[str, int] = {}
    by_word: dict[str, list[int]] = defaultdict(list)
    uncited = {mention.span.end: mention.span for mention in mentions if mention.name and not mention.citations}
    for mention in mentions:
        name, span = _HEADING.sub("", mention.name or ""), mention.span
        in_text = _footnoted(text, mention, uncited) if not name else None
        if in_text is not None and _is_name_of(in_text.of(text), mention, known):
            name, span = in_text.of(text), in_text  # treatment is read at the name in the text, not in the footnote
        citations = [c.normal for c in mention.citations]
        signs = list(_signs(citations, known))
        known_name = "" if name else _known_name(citations, known)
        number = next((by_sign[sign] for sign in signs if sign in by_sign), None)
        if number is None and (name or known_name):
            number = _same_name(name or known_name, citations, groups, by_word)
        if number is None:
            groups.append(_Group(name, {}, [], known_name))
            number = len(groups) - 1
        group = groups[number]
        if not group.name and name:
            group.name = name
        for word in telling_tokens(name or known_name):
            by_word[word].append(number)
        group.citations.update(dict.fromkeys(citations))
        group.spans.append(span)
        by_sign.update(dict.fromkeys(signs, number))
    return [_without_footnotes(text, group) for group in groups]


def _known_name(citations: Sequence[str], known: Catalogue) -> str:
    """The catalogue's name of the only decision with these citations."""
    decision = resolve(None, tuple(citations), known).decision if citations else None
    return decision.name if decision else ""


def _without_footnotes(text: str, group: _Group) -> _Group:
    """Drop footnotes with the bare citation if the text names the case elsewhere: nothing is said in a footnote."""
    named = [
        span
        for span in group.spans
        if not (_BARE.match(text, span.start) and _FOOTNOTE.search(text, max(0, span.start - 6), span.start))
    ]
    group.spans = named or group.spans
    return group


def _apart(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Spans in order, without those that overlap an earlier one."""
    kept: list[Span] = []
    for span in sorted(spans):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return tuple(kept)


def _footnoted(text: str, mention: PrecedentMention, uncited: Mapping[int, Span]) -> Span | None:
    """The name in the text that carries the number of the footnote with a bare citation."""
    number = _FOOTNOTE.search(text, max(0, mention.span.start - 6), mention.span.start)
    if number is None:
        return None
    marker = re.compile(rf"(?<=[A-Za-z.)\]])[,;:’”]{{0,2}}{number[1]}(?![0-9A-Za-z])")
    marker_starts = [
        match.start() for match in marker.finditer(text, max(0, number.start() - _NOTE_REACH), number.start())
    ]
    if not marker_starts:
        return None
    for end in (marker_starts[-1], marker_starts[-1] - 1):  # a full stop may stand between
        if end in uncited:
            return uncited[end]
    name = _NAME_BEFORE.search(text, max(0, marker_starts[-1] - 120), marker_starts[-1])
    return Span(name.start("name"), marker_starts[-1]) if name else None


def _is_name_of(name: str, mention: PrecedentMention, known: Catalogue) -> bool:
    """Whether a name before a footnote number is the name of the case that the footnote cites."""
    decisions = [d for citation in mention.citations for d in known.by_citation(citation.normal)]
    if decisions:
        return any(name_fit(name, decision.name) in _FITTING for decision in decisions)
    return split_parties(name) is not None


def _signs(citations: Sequence[str], known: Catalogue) -> Iterator[str]:
    """The citations and their parallels in the catalogue."""
    for citation in citations:
        yield citation
        decisions = known.by_citation(citation)
        if len(decisions) == 1:
            yield from decisions[0].citations


def _same_name(
    name: str, citations: Sequence[str], groups: Sequence[_Group], by_word: dict[str, list[int]]
) -> int | None:
    """An earlier case with the same parties; two citations of one report are two cases."""
    numbers = dict.fromkeys(number for word in telling_tokens(name) for number in by_word.get(word, ()))
    for number in numbers:
        group = groups[number]
        if same_parties(name, group.name) and not _conflict(citations, group.citations):
            return number
    return None


def _conflict(left: Sequence[str], right: dict[str, None]) -> bool:
    series = {re.sub(r"[^A-Za-z]+", " ", citation): citation for citation in right}
    return any(series.get(re.sub(r"[^A-Za-z]+", " ", c), c) != c for c in left)


def _short_forms(text: str, groups: Sequence[_Group], known: Catalogue) -> dict[int, list[Span]]:
    """Short forms by the number of the case they mean; a form that two cases share is skipped."""
    aliases = _aliases(groups, known)
    full = sorted(span for group in groups for span in group.spans)
    linked: dict[int, list[Span]] = defaultdict(list)
    for forms in (_marked_forms, _unmarked_forms):
        spans = []
        for number, span in forms(text, aliases, groups):
            if not any(other.overlaps(span) for other in _near(full, span.start)):
                linked[number].append(span)
                spans.append(span)
        full = sorted([*full, *spans])
    return linked


def _marked_forms(text: str, aliases: Mapping[str, set[int]], groups: Sequence[_Group]) -> Iterator[tuple[int, Span]]:
    """Short names before "(supra)" or "'s case": the longest that means only one case."""
    for mark in _MARK.finditer(text):
        words = list(_WORD.finditer(text, max(0, mark.start() - 80), mark.start()))[-_SHORT_WORDS:]
        for first in words:
            phrase = _BRACKETED.sub(" ", " ".join(text[first.start() : mark.start()].split()))
            number = _meant(_OTHERS.sub("", phrase).rstrip(" ,’'"), mark.start(), aliases, groups)
            if number is not None:
                yield number, Span(first.start(), mark.end())
                break


def _unmarked_forms(text: str, aliases: Mapping[str, set[int]], groups: Sequence[_Group]) -> Iterator[tuple[int, Span]]:
    """Short names after words such as "the decision in"; a full name follows such words as often."""
    for lead in _LEAD.finditer(text):
        words = list(_WORD.finditer(text, lead.end(), lead.end() + 80))[:_SHORT_WORDS]
        for last in reversed(words):
            phrase = " ".join(text[lead.end() : last.end()].split()).rstrip(" .,’'")
            number = _meant(phrase, lead.start(), aliases, groups)
            if number is not None:
                if not _NEVER_A_NAME.match(text, last.end()):
                    yield number, Span(lead.end(), last.end())
                break


def _meant(phrase: str, position: int, aliases: Mapping[str, set[int]], groups: Sequence[_Group]) -> int | None:
    """The only case cited before a position that a short name may mean."""
    numbers = {number for number in aliases.get(_plain(phrase), ()) if groups[number].spans[0].start < position}
    return numbers.pop() if len(numbers) == 1 else None


def _near(spans: Sequence[Span], position: int) -> Sequence[Span]:
    at = bisect_right(spans, Span(position, position + 1))
    return spans[max(0, at - 2) : at + 1]


def _aliases(groups: Sequence[_Group], known: Catalogue) -> dict[str, set[int]]:
    """The short names of every case: either party, its first words, its distinctive words."""
    aliases: dict[str, set[int]] = defaultdict(set)
    for number, group in enumerate(groups):
        if not group.citations:
            continue
        name = group.name
        if split_parties(name) is None:  # a bare citation: the catalogue may know the name
            decision = resolve(None, tuple(group.citations), known).decision
            name = decision.name if decision and name_fit(name or decision.name, decision.name) in _FITTING else name
        parties = split_parties(name) or ((name,) if name else ())
        for alias in {_plain(name), *(form for party in parties for form in _short_names(party))}:
            if alias:
                aliases[alias].add(number)
    return aliases


def _short_names(party: str) -> Iterator[str]:
    bare = re.split(r"\s*(?:[,&]|\band\b)\s*(?:Ors|Anr|Others|Another|ors|anr|others|another)\b", party)[0]
    bare = re.sub(r"\([^()]*\)", " ", bare).strip(" .,")
    while (shorter := _TITLE.sub("", bare)) != bare:
        bare = shorter
    words = bare.split()
    for length in range(1, len(words) + 1):
        for first in range(len(words) - length + 1):
            form = _plain(" ".join(words[first : first + length]))
            telling = [word for word in form.split() if word not in COMMON_WORDS and len(word) > 2]
            if telling and (length > 1 or len(telling[0]) > 3):
                yield form


def _plain(phrase: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", phrase.lower()))


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
        self._dissents = _dissents(text)

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


def _dissents(text: str) -> list[Span]:
    """Dissenting opinions, from their heading to the next opinion; a mention of a dissent in prose is not one."""
    spans = []
    for heading in _DISSENT.finditer(text):
        if heading.start() - (text.rfind("\n", 0, heading.start()) + 1) <= _LONGEST_HEADING:
            following = _NEXT_OPINION.search(text, heading.end())
            spans.append(Span(heading.start(), following.start() if following else len(text)))
    return spans


def _inside(mention: Span, spans: Sequence[Span]) -> bool:
    return any(span.start <= mention.start < span.end for span in spans)
