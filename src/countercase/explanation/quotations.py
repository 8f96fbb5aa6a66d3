"""Quotations in explanations: who speaks them, and how a sentence is shortened around the words that matter."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from countercase.corpus.attribution import attributed, attributing_spans
from countercase.corpus.paragraphs import is_headnote
from countercase.corpus.speakers import SpokenSentence, speakers
from countercase.domain.case import UNKNOWN, Case, Paragraph, SectionType, Speaker, Voice
from countercase.domain.ranking import Anchor
from countercase.domain.span import Span
from countercase.explanation.tokens import CUES, tokenise
from countercase.text.words import capitalised

# How an explanation names the speaker, and which speaker a sentence claims.
#
# "The Court held" introduces only this Court's own words. Any other speaker is named, and doubt is stated.

HELD = "The Court held"
REASONED = "The Court reasoned"
LEFT_OPEN = "The Court left open"
OUTCOME = "The result"
SUMMARY = "In our summary"
DOUBT = " (the speaker is not certain)"
NOT_CERTAIN = f"The judgment reads{DOUBT}"


def opening(voice: Voice, certain: str) -> str:
    """The words before the quotation of a holding; `certain` is the phrase for the Court's own words."""
    if voice.speaker is Speaker.COURT:
        return LEFT_OPEN if voice.left_open else certain
    name = voice.name
    openings = {
        Speaker.SEPARATE: f"{name}, {'left open' if voice.left_open else 'held'}",
        Speaker.BELOW: f"{_capitalised(name) or 'A court below'} had held",
        Speaker.COUNSEL: f"{_capitalised(name) or 'Counsel'} argued",
        Speaker.STATUTE: f"{name or 'The statute'} provides",
        Speaker.EARLIER: f"Of the earlier case {name}" if name else "Of an earlier case",
        Speaker.SUMMARY: SUMMARY,
    }
    return openings.get(voice.speaker, NOT_CERTAIN)


def credit(voice: Voice, text: str = "") -> str:
    """The speaker in brackets, before a quotation that is neither the Court's nor plain fact; otherwise empty."""
    # A rule that acts "under section 52A" is not the words of Section 52A.
    is_cited = (
        re.search(rf"\b(?:of|under|in|to)\s+{re.escape(voice.name)}\b", text, re.IGNORECASE) if voice.name else None
    )
    credits_by_speaker = {
        Speaker.BELOW: f" (the view of {voice.name or 'a court below'})",
        Speaker.COUNSEL: f" (argued by {voice.name or 'counsel'})",
        Speaker.STATUTE: f" (the words of {'an enactment' if is_cited else voice.name or 'a statute'})",
        Speaker.EARLIER: f" (said of {voice.name or 'an earlier case'})",
        Speaker.SEPARATE: f" ({voice.name})",
    }
    return credits_by_speaker.get(voice.speaker, "")


_ARGUES = r"(?:argu|urg|contend|contention|submi|plead|case|stand|stance|claim|pray)"


def names_client(name: str, text: str) -> bool:
    """Whether the sentence itself says for whom counsel speaks: "it was urged that the accused fled" does not."""
    party = re.escape(name.rsplit(" the ", 1)[-1].rstrip("s"))
    pattern = (
        rf"\b(?:for|behalf\s+of|by|to)\s+(?:the\s+)?(?:\w+[\s-]){{0,2}}?{party}|\b{party}\S*\b[^.;]{{0,60}}?\b{_ARGUES}"
    )
    return bool(party) and re.search(pattern, text, re.IGNORECASE) is not None


def _capitalised(name: str) -> str:
    return capitalised(name)


# The phrases that name a speaker, which the strict check must skip, and the speaker that each claims.

_CLAIMS = (
    (Speaker.SUMMARY, re.compile(r"\bIn our summary\b")),
    (
        Speaker.COURT,
        re.compile(r"\bThe (?:Supreme )?Court (?:\w+ly )?(?:held|reasoned|found|ruled|left open|decided|observed)\b"),
    ),
    (Speaker.COURT, re.compile(r"\bThe result\b")),
    (Speaker.UNKNOWN, re.compile(rf"{re.escape(NOT_CERTAIN)}|{re.escape(DOUBT.strip())}")),
    (Speaker.COUNSEL, re.compile(r"\b[Cc]ounsel(?: for the [\w ]{2,30}?)? argued\b|\(argued by [^)]*\)")),
    (Speaker.BELOW, re.compile(r"\b(?:The|A) [\w -]{2,50}? had held\b|\(the view of [^)]*\)")),
    (Speaker.STATUTE, re.compile(r"^[\w ().]{2,40} provides\b|\(the words of [^)]*\)")),
    (Speaker.EARLIER, re.compile(r"^Of (?:an earlier case|the earlier case [^:]{2,120}?)(?=:)|\(said of [^)]*\)")),
    (
        Speaker.SEPARATE,
        re.compile(
            r"^(?:[^:]{2,60} J\.|Another judge|An opinion that the copy does not mark),"
            r" (?:dissenting|in a separate opinion),? (?:held|left open)\b"
            r"|\([^)]*, (?:dissenting|in a separate opinion)\)"
        ),
    ),
)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")


def claimed_speaker(text: str) -> Speaker | None:
    """The speaker that a sentence names outside its quotation, or None."""
    plain = _QUOTED.sub(lambda match: ";" * len(match[0]), text)
    return next((speaker for speaker, pattern in _CLAIMS if pattern.search(plain)), None)


def without_speaker(text: str) -> str:
    """The text with the words that name the speaker blanked, all offsets unchanged."""
    for _, pattern in _CLAIMS:
        text = pattern.sub(lambda match: ";" * len(match[0]), text)
    return text


_SUMMARISED = re.compile(r"In our summary: (?P<text>.+?)\.?$", re.DOTALL)


def as_quotation(text: str) -> str:
    """A sentence of our summary with the summary in quotation marks, so that it is checked word for word."""
    return _SUMMARISED.sub(lambda match: f"In our summary: “{match['text']}”.", text)


# Shortens quotations: a sentence cut at its clauses around the words that matter.

LIMIT = 60  # words of a quotation; fewer would often cut away the main clause
_SHORT_PIECE = 15  # words; so short a piece is not cut off: "Part II" or "after the exhortation" may matter
_BINDS_NEXT = frozenset("only merely simply just not even held holding observed view opinion".split())  # "only because"
_OPENS_CLAUSE = frozenset("and but while who which when where after although because since that or".split())


def quotation(text: str, keep: Sequence[Span] = (), limit: int = LIMIT) -> str:
    """The sentence in quotation marks, cut to about `limit` words at clauses around the spans to keep."""
    return f"“{cut_sentence(text, keep, limit)}”"


def summarised(text: str, keep: Sequence[Span] = (), limit: int = LIMIT) -> str:
    """A sentence of our own summary, cut in the same way, with a full stop and without quotation marks."""
    cut = cut_sentence(text, keep, limit)
    return cut if cut.endswith("…") else f"{cut}."


def cut_sentence(text: str, keep: Sequence[Span] = (), limit: int = LIMIT) -> str:
    """Cut the sentence at clauses; its attribution to a speaker and every negation stay."""
    keep = [*keep, *_must_stay(text)]
    words = [Span(*match.span()) for match in re.finditer(r"\S+", text)]
    first, last = _window(text, words, keep, limit)
    cut = tidy(text[words[first].start : words[last].end])
    before = "… " if first else ""
    after = " …" if last + 1 < len(words) else ""
    return f"{before}{cut.rstrip(' .,;:—-')}{after}"


@lru_cache(maxsize=4096)
def _must_stay(text: str) -> tuple[Span, ...]:
    """What a cut must not leave out: whose view it is, and every denial."""
    return (*attributing_spans(text), *_negations(text))


def _negations(text: str) -> list[Span]:
    """Words of denial: cutting one away may reverse a sentence."""
    return [Span(token.start, token.end) for token in tokenise(text) if token.key in CUES]


def tidy(text: str) -> str:
    """The text on one line, with single quotation marks."""
    return re.sub(r"[\"“”]", "'", " ".join(text.split()))


def _window(text: str, words: Sequence[Span], keep: Sequence[Span], limit: int) -> tuple[int, int]:
    """First and last word of the cut: as many whole clauses around the words to keep as the limit allows."""
    if len(words) <= limit:
        return 0, len(words) - 1
    clauses = _clauses(text, words)
    needed = [
        number
        for number, (first, last) in enumerate(clauses)
        if any(span.start < words[last].end and words[first].start < span.end for span in keep)
    ] or [0]
    low, high = needed[0], needed[-1]
    while True:
        wider = [(low - 1, high)] * (low > 0) + [(low, high + 1)] * (high + 1 < len(clauses))
        fitting = [pair for pair in reversed(wider) if clauses[pair[1]][1] - clauses[pair[0]][0] < limit]
        if not fitting:
            first, last = clauses[low][0], clauses[high][1]
            return (0 if first <= _SHORT_PIECE else first), (
                len(words) - 1 if len(words) - 1 - last <= _SHORT_PIECE else last
            )
        low, high = fitting[0]


def _clauses(text: str, words: Sequence[Span]) -> list[tuple[int, int]]:
    """First and last word of each clause."""
    starts = [0]
    for index in range(1, len(words)):
        before = words[index - 1].of(text)
        opens = words[index].of(text).lower() in _OPENS_CLAUSE and before.lower() not in _BINDS_NEXT
        is_list = (
            words[index].of(text)[0].isdigit() or text[words[index].end :].lstrip()[:1].isdigit()
        )  # "467, 468 and 471"
        if (before[-1] in ",;:" or opens) and not is_list:
            starts.append(index)
    return list(zip(starts, [start - 1 for start in starts[1:]] + [len(words) - 1], strict=True))


# The sentences of a judgment, each with its paragraph, as anchors for an explanation.

Split = Callable[[str], Sequence[Span]]  # a text into the spans of its sentences

_SHORT, _LONG = 2, 90  # words; sentences outside this range cannot be quoted
# What the reporter prints around a judgment: running heads and footers are not the Court's words.
_PRINTED = re.compile(
    r"\b(?:Case\s+Arising\s+From|Case\s+Law\s+(?:Cited|Reference)|List\s+of\s+(?:Acts|Keywords|Citations)"
    r"|Appearances\s+for\s+(?:the\s+)?Part|Headnotes?\s+prepared|Result\s+of\s+the\s+case|Issues?\s+for\s+Consideration"
    r"|Books\s+and\s+Periodicals|Other\s+Case\s+Details)|\(Assisted\s+by"
    r"|\bx\s?x\s?x\b|\*\s?\*\s?\*|\bHeld\s?:\s|\b\d{1,3}\s+For\s+short\b|[;:'’]\s?\d{1,2}\.?$"
    r"|^(?:[A-Z][\w.]*\s+){1,4}Appeals?\s+(?:allowed|dismissed|disposed|partly)|\bAdvs?\.\s+for\b"
    r"|\b(?:[A-Z]\.){2,3}\s+Appeals?\s+(?:allowed|dismissed|partly)|\s[A-Z]{4,},\s?J\.?$|^Headnotes?\b|^\[Paras?\s|\bCourt\s+whether\b|\bPG\s?NO\b|(?:\s[–—]\s[^–—]*){4}|\s[–—]\s?ss?\.\s?\d",
    re.IGNORECASE,
)
# Some copies have lost the words "judgment" and "order", or the name of an Act: "the impugned s are set aside".
_WORD_LOST = re.compile(
    r"\b(?:[Tt]heir|[Ii]ts)\s+s(?=[\s.,;])|^\W*Impugned\s+(?:of|and|passed)\s|\bimpugned\s+(?:has|have)\s|\b[Tt]he\s+said\s+(?:and|dated|of|is|was|has|by)\s|\b(?:[Tt]he|[Aa]n|[Tt]he\s+impugned)\s+(?:and|of|dated|passed|is|was|are|were)\s|\bfinal\s+of\s|^(?:By|Vide|Common)\s+dated\b|\bvide\s+and\b|\bvide\s+(?:allowed|dismissed|dated|impugned\s+(?:allowed|dismissed))\b|-parte\s+and\s|\b(?:common|final|vide|impugned|elaborate|detailed|reasoned)\s+dated\b"
    r"|\b[Tt]he\s+[Ii]mpugned(?:\s*[,.;]|\s+(?:the|has|have|by|is|are|set|upheld|reversed|quashed)\s)|\bcommon\s+(?:and\s+)?(?:passed|dated)\b|\b(?:challenging|against)\s+dated\b|\b[Tt]he\s+(?:convicting|acquitting|sentencing)\s"
    r"|\ban\s+(?:on|under|by|granting|for|dismissing)\s|\b(?:no|any|without)\s+(?:as\s+to|for|on)\s+costs?\b"
    r"|\b[Tt]he\s+(?:common\s+of|by|has|had|have|to|which|under|on|for)\s|\w\s[,.;](?=\s|$)|‘\w+\s’|[“\"]\w+\s[”\"]|\b(?:[Ff]inal\s+and|interim)\s+dated\b|\b[Ff]inal\s+and\s+of\b|\bits\s+and\s+(?:decree|order|dated)\b|\bby\s+of\s|\bagainst\s+the\s+in\s|\(s\)\s+and\s+\(s\)|\b[Tt]he\s+Detention\s+(?:states|dated|was|is|passed|has)\b|\bimpugned\s+itself\b"
    r"|(?:^|,\s)[Ii]n\s+to\s+[a-z]|\b[Tt]he\s+(?:does|did|shall|will|may|can|cannot|could|would)\s|\bin\s+to\s+(?!the\b|an?\b|his\b|her\b|their\b|its\b|it\b)[a-z]|[a-z]\.\s(?:s|ed|ing)\s|\*[a-z]|[a-z]\s(?:s|ed|ing)(?=[\s,;]|\.\s*$)(?!\s\d)|\b[Cc]ourt[’']s\s+(?:of|and)\s"
)
_END = 1_500  # characters; the end of a judgment, where its order stands
_NUMBER_OR_HEADING = re.compile(
    r"\s*(?:(?:Facts|Issue|Held)\n\s*)?(?:\(?\d{1,3}(?:\.\d{1,2}){0,2}[.)\]](?:\s+(?=\D)|(?=[A-Z]))|\d{1,3}(?:\.\d{1,2}){1,2}\s+(?=[A-Z]))?(?:\([a-z]{1,4}\)\s+)?"
)


@dataclass(frozen=True, slots=True)
class StoredSentence:
    """A sentence of the stored text."""

    span: Span
    text: str
    section: SectionType
    paragraph: str | None
    voice: Voice = UNKNOWN
    sure: bool = False  # the Court's own words beyond reasonable doubt
    own: float = 0.0  # how likely that is

    def anchor(self, case: Case) -> Anchor:
        """Its anchor in the stored text."""
        return Anchor(case.id, self.paragraph, self.span)


def stored_sentences(case: Case, split: Split) -> tuple[StoredSentence, ...]:
    """Every quotable sentence in text order, with its speaker."""
    return _stored_sentences(case.text, tuple(case.paragraphs), case.is_digest, split)


@lru_cache(maxsize=128)  # a case is explained repeatedly while a matter is worked on
def _stored_sentences(
    text: str, paragraphs: tuple[Paragraph, ...], is_digest: bool, split: Split
) -> tuple[StoredSentence, ...]:
    parts = [(span, paragraph) for paragraph in paragraphs for span in _sentences(text, paragraph, split)]
    second_halves = {
        number + 1 for number, (span, _) in enumerate(parts) if _ENDS_IN_ABBREVIATION.search(span.of(text))
    }
    if is_digest:
        speeches = [SpokenSentence(span, Voice(Speaker.SUMMARY), 0.0, sure=False) for span, _ in parts]
    else:
        speeches = speakers(text, [span for span, _ in parts], [paragraph.section for _, paragraph in parts])
        speeches = [
            replace(speech, voice=Voice(Speaker.EARLIER), own=0.0, sure=False)
            if (copied := copied_part(paragraph, text)) and copied.contains(span) and not _is_named(speech.voice)
            else speech
            for (span, paragraph), speech in zip(parts, speeches, strict=True)
        ]
        if _is_divided(text) and not any(speech.voice.speaker is Speaker.SEPARATE for speech in speeches):
            speeches = [replace(speech, own=0.0, sure=False) for speech in speeches]
    return tuple(
        StoredSentence(span, span.of(text), paragraph.section, paragraph.number, speech.voice, speech.sure, speech.own)
        for number, ((span, paragraph), speech) in enumerate(zip(parts, speeches, strict=True))
        if _can_be_quoted(span.of(text)) and number not in second_halves and not is_headnote(text, span)
    )


_ORDER_OF_MAJORITY = re.compile(
    r"\bI\s+would\b[^.;]{0,40}\b(?:allow|dismiss)\b.{0,200}\b(?:opinion|judgment|view|decision)s?\s+of\s+the\s+majority\b",
    re.IGNORECASE | re.DOTALL,
)


def _is_divided(text: str) -> bool:
    """Whether a dissent stands last, before an order by the majority. Where it begins is not known."""
    return _ORDER_OF_MAJORITY.search(text[-_END:]) is not None


def _is_named(voice: Voice) -> bool:
    """Whether the text itself says who speaks: an enactment, a court below, a named earlier case."""
    return voice.speaker not in {Speaker.COURT, Speaker.UNKNOWN, Speaker.FACTS}


def _sentences(text: str, paragraph: Paragraph, split: Split) -> Iterator[Span]:
    """The spans of the sentences without their opening number or heading."""
    paragraph_text = paragraph.span.of(text)
    for part in split(paragraph_text):
        sentence = part.of(paragraph_text)
        opening = _NUMBER_OR_HEADING.match(sentence)
        start = part.start + (opening.end() if opening else 0)
        end = part.start + len(sentence.rstrip())
        if start < end:
            yield Span(start, end).shift(paragraph.span.start)


# An abbreviation at the end, whose full stop the splitter took for the end of a sentence.
_ENDS_IN_ABBREVIATION = re.compile(
    r"\b(?:Mohd?|Md|Smt|Sh|Shri|Dr|Mr|Mrs|Nos?|Misc|Crl|Exs?|Exts?|vs?|Rs|Arts?|Ss?|Secs?|Addl|Asst)\.$"
)


def _can_be_quoted(sentence: str) -> bool:
    if _ENDS_IN_ABBREVIATION.search(sentence) or _WORD_LOST.search(sentence):
        return False
    return _SHORT <= len(sentence.split()) <= _LONG and _PRINTED.search(sentence) is None


# Sentences about another case, which the judgment cites.

_CITES = re.compile(
    r"\b(?:SCC|SCR|S\.C\.R|S\.C\.C|AIR|A\.I\.R|supra)\b|['’]s\s+case\b|\b(?:in|of)\s+that\s+case\b|\bv(?:s|ersus)?\.\s"
)


_CITED = re.compile(r"\b([A-Z][a-z]+\s+[A-Z][a-z]+)(?:\s+(?:@|and|&)\s?[^.;,()]{1,40}?)?\s+v(?:s|ersus)?\.?\s+[A-Z]")


def cited_parties(case: Case) -> frozenset[str]:
    """Names of the parties in cited cases: a sentence that names one reports what happened in that case."""
    own_names = " ".join((case.name, *(party.name for party in (case.petitioner, case.respondent) if party))).lower()
    return frozenset(
        name for name in _CITED.findall(case.text) if name.lower() not in own_names and not name.startswith("State")
    )


def speaks_of_another_case(sentence: StoredSentence) -> bool:
    """Whether the sentence cites a case: it may be about that case and not this one."""
    return _CITES.search(sentence.text) is not None


# Which speaker is named beside a sentence.

_MARKED_SPEAKERS = frozenset({Speaker.SEPARATE, Speaker.EARLIER, Speaker.STATUTE})  # by headings and quotation marks
_GIVES_VIEW = re.compile(
    r"\b(?:held|found|observed|opined|concluded|reasoned|believed|disbelieved|accepted|rejected|convicted|acquitted|view|noted)\b"
)


# What became of somebody in the courts below is no view of theirs: "he was convicted, which the High Court upheld".
_TELLS_RESULT = re.compile(
    r"^(?!.*\b(?:held|found|observed|opined|concluded|view|believed)\b)"
    r"(?:.*\bwas\s+(?:convicted|acquitted|upheld|affirmed)\b[^.;]{0,60}?\bby\s+the\b|\W*(?:Feeling\s+|Being\s+)?(?:[Aa]ggrieved|[Dd]issatisfied)\b)",
    re.DOTALL,
)


def is_credited(sentence: StoredSentence) -> bool:
    """Whether to name the speaker beside the words: the text marks the speaker, or gives a view as theirs."""
    if sentence.voice.speaker in _MARKED_SPEAKERS:
        return True
    if sentence.voice.speaker is Speaker.BELOW and (
        not _GIVES_VIEW.search(sentence.text) or _TELLS_RESULT.search(sentence.text)
    ):
        return False
    return attributed(sentence.text) is not None


def voice_to_name(sentence: StoredSentence) -> Voice:
    """The speaker to name: unknown for words not certainly the Court's; counsel without a party that is not named."""
    if sentence.voice.speaker is Speaker.COUNSEL and not names_client(sentence.voice.name, sentence.text):
        return replace(sentence.voice, name="")
    return sentence.voice if sentence.voice.speaker is not Speaker.COURT or sentence.sure else UNKNOWN


# Text copied from another judgment, known by paragraph numbers that are not the judgment's own.
#
# Within its paragraph 31 a judgment may print "10. ..." and "11. ..." of an earlier case, with or without quotation
# marks. A list of the Court's own starts with 1 and counts on.

# A number that opens a sentence, after the end of another or after a lead-in.
_INNER_NUMBER = re.compile(r"(?<=[.:;”\"’')\]-])\s+[“\"]?(\d{1,3})\.\s+(?=[A-Z“\"])")


def copied_part(paragraph: Paragraph, text: str) -> Span | None:
    """The part from the first number that is neither the paragraph's own nor of a list of the Court's.

    It ends with the last closing quotation mark, or else with the paragraph.
    """
    own_number = re.match(r"\d{1,3}", paragraph.number or "")
    if own_number is None:
        return None
    counted = {0, int(own_number[0]), int(own_number[0]) + 1}
    paragraph_text = paragraph.span.of(text)
    for match in _INNER_NUMBER.finditer(paragraph_text):
        number = int(match[1])
        if number not in counted and number - 1 not in counted:
            closing = paragraph_text.rfind("”", match.end())
            end = paragraph.span.end if closing < 0 else paragraph.span.start + closing + 1
            return Span(paragraph.span.start + match.start(), end)
        counted.add(number)
    return None
