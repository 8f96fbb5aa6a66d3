"""The speaker of every sentence of a judgment.

Attributing clauses and quotation marks come first, then the sentence model. A sentence is given as the Court's own
only if both the words and the model leave little doubt (`SpokenSentence.sure`). The thresholds were set on judgments
that the model had not seen; `benchmarks/speakers.py` measures the errors that remain.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from countercase.corpus.attribution import attributed, is_left_open
from countercase.corpus.paragraphs import body_start
from countercase.corpus.roles import ROLES, Scores, SentenceRoles, cues, load_sentence_roles
from countercase.domain.case import UNKNOWN, SectionType, Speaker, Voice
from countercase.domain.span import Span

_SPEAKER_OF_ROLE = {
    "Facts": Speaker.FACTS,
    "Ruling by Lower Court": Speaker.BELOW,
    "Argument": Speaker.COUNSEL,
    "Statute": Speaker.STATUTE,
    "Precedent": Speaker.EARLIER,
    "Ratio of the decision": Speaker.COURT,
    "Ruling by Present Court": Speaker.COURT,
}
_RATIO, _RULING = ROLES.index("Ratio of the decision"), ROLES.index("Ruling by Present Court")

# How likely the Court must be the speaker. Higher thresholds lose sentences and gain nothing (benchmarks/speakers.py).
_OWN_HOLDING = 0.9  # "we hold", "in our view"
_OWN_ANSWER = 0.5  # "the contention must be rejected"
_OWN_ORDER = 0.5  # "the appeal is dismissed", among the last sentences
_RULING_ALONE = 0.3  # the role model takes the sentence for the operative part
_OTHER = 0.6  # likelihood at which the model alone names counsel, a court below, a statute or an earlier case
_DOUBT = 0.5  # a sentence in the first person that is less likely to be the Court's is an unmarked quotation
_LAST = 8  # last sentences of an opinion, which contain the operative order
_AFTER_LEAD_IN = 5  # sentences after "held as under:" that may still be an unmarked quotation
ANOTHER_JUDGE = "Another judge"  # whose name the copy does not give
_DOUBTFUL = "in a separate opinion"
_CARRIED = 12  # sentences for which the name of counsel or of a court remains valid

_HOLDS = re.compile(
    r"""
    \b(?:we|I)\s+(?:\w+ly,?\s+|also\s+|therefore,?\s+|thus,?\s+|further\s+|hereby\s+|too\s+)*
      (?: hold|find|conclude|think|cannot|agree|reject|accept|set\s+aside|allow|dismiss|direct|quash|uphold
          |affirm|confirm
        | restore|deem|feel|answer|fail\s+to|see\s+no|have\s+no\s+(?:doubt|hesitation)|are\s+constrained
        | do\s+not\s+(?:find|think|agree|see|consider)
        | are\s+(?:clearly\s+|firmly\s+|also\s+|therefore,?\s+|thus\s+)*
            (?:of\s+the|satisfied|unable|convinced|inclined|not\s+(?:impressed|persuaded|inclined|satisfied|prepared)
              |in\s+(?:complete\s+|full\s+|respectful\s+)?agreement) )\b
    | \bin\s+our\s+(?:\w+\s+)?(?:view|opinion|judgment)\b | \bto\s+our\s+mind\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_ANSWERS = re.compile(
    r"""
    \bno\s+(?:merit|force|substance)\s+in\b
    | \b(?:contentions?|submissions?|arguments?|pleas?)\b [^.;]{0,160}?
      \b(?:(?:is|are|must|deserves?\s+to|has\s+to)\s+(?:therefore\s+|thus\s+|also\s+|be\s+)*
           (?:rejected|repelled|misconceived|untenable|unfounded|misplaced|meritless|fail
               |without\s+(?:any\s+)?(?:merit|substance|force))
        | cannot\s+be\s+(?:accepted|countenanced|sustained|upheld) )
    """,
    re.IGNORECASE | re.VERBOSE,
)
# Disposes of the matter: "We, therefore, allow the appeal", "the appeal is without merit".
_DISPOSES = re.compile(
    r"""
    \b(?:we|I)\b [\s,]+ (?:(?:\w+ly|hereby|therefore|thus|also|further)\b [\s,]*)*
      (?:(?:decline\s+to\s+interfere|refuse)\s+and\s+)? (?:partly\s+)? (?:allow|dismiss|reject|dispose\s+of|accept)\b
      [^.;]{0,40}? \b(?:appeals?|petitions?|references?|suits?)\b
    | \b(?:appeals?|petitions?)\b [^.;]{0,40}?
      \b(?:without|devoid\s+of|bereft\s+of|no)\s+(?:any\s+)?(?:merits?|force|substance)\b
    | \bno\s+(?:merits?|force|substance)\s+in\s+(?:this|these|the)\s+(?:\w+\s+)?(?:appeals?|petitions?)\b
    | \b(?:appeals?|petitions?)\b [^.;]{0,60}? \b(?:is|are|stands?|must|fails?|succeeds?)\b [^.;]{0,30}?
      \b(?:allowed|dismissed|disposed\s+of|fail|succeed)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_HAS_VERB = re.compile(
    r"\b(?:is|are|be|was|were|stands?|shall|has|have|had|[Ww]e|I|must|may|can|cannot|will|would|fails?|succeeds?)\b"
)
# A piece of a sentence that the copy cut in two.
_FRAGMENT = re.compile(r"^[a-z]|\b(?:to|of|the|a|an|and|or|in|that|by|for|under|sub[-\s]?section|No|Addl|vs?)\W*$")
_CITING = ("cite", "casename", "this_court", "supra", "quote")  # cues
_LEAD_IN = re.compile(r"[:–—]\s*[-–—]*\s*$|\bas\s+(?:under|follows)\b|:\s*[\"“]|\breads?\b|\bthus\s*$", re.IGNORECASE)
_OPENS_QUOTE = re.compile(r"^\W{0,3}[\"“‘]|:\s*[-–—]*\s*[\"“]")
_CLOSES_QUOTE = re.compile(r"”|[\"](?:\s*[.;,)\]]*\s*(?:\(?emphasis[^)]*\)?)?\s*)$", re.IGNORECASE)
_LONGEST_QUOTE = 15  # sentences; an opening mark that is not closed within them covers only its own sentence
_LONGEST_MARKED_QUOTE = 60  # sentences, where the two marks differ in form and cannot be mistaken for each other


@dataclass(frozen=True, slots=True)
class SpokenSentence:
    """A sentence, its speaker, and how likely it is that the Court speaks for itself."""

    span: Span
    voice: Voice
    own: float
    sure: bool  # may be given as the Court's own words


def speakers(
    text: str,
    sentences: Sequence[Span],
    sections: Sequence[SectionType] = (),
    model: SentenceRoles | None = None,
) -> list[SpokenSentence]:
    """The speaker of each sentence; `sections` are the sections of their paragraphs, if known."""
    words = [" ".join(span.of(text).split()) for span in sentences]
    likely = (model or load_sentence_roles()).probabilities(words)
    quotes = _lead_ins_of_quotes(words)
    said = [attributed(sentence) for sentence in words]
    lead_ins = _distances_from_lead_in(words, said)
    opinions = _opinions(text)
    ends = _opinion_ends(opinions, sentences)
    spoken: list[SpokenSentence] = []
    for index, (span, sentence) in enumerate(zip(sentences, words, strict=True)):
        roles = likely[index]
        own = float(roles[_RATIO] + roles[_RULING])
        guess = _guess(roles, is_left_open(sentence))
        voice = _voice(said, quotes[index], index, guess, own)
        if sections and sections[index] is SectionType.SUBMISSIONS and own < _OWN_HOLDING:
            voice = UNKNOWN if voice.speaker is Speaker.COURT else voice
        seen = _Seen(own, float(roles[_RULING]), ends[index] - index, lead_ins[index])
        sure = voice.speaker is Speaker.COURT and quotes[index] is None and _is_sure(sentence, seen)
        separate = _opinion_at(opinions, span.start)
        if separate is not None and voice.speaker is Speaker.COURT:
            voice, sure = replace(voice, speaker=Speaker.SEPARATE, name=separate), False
        spoken.append(SpokenSentence(span, voice, own, sure))
    return _named(spoken)


@dataclass(frozen=True, slots=True)
class _Seen:
    """Evidence beyond the sentence's own words that the Court is speaking."""

    own: float
    ruling: float  # how likely the sentence belongs to the operative part
    from_end: int  # sentences to the end of the opinion
    since_lead_in: int  # sentences since one that introduces a quotation


def _order_cues() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return cues()["order_disp"], cues()["we_order"]


def _is_sure(sentence: str, seen: _Seen) -> bool:
    """Whether the words and the model agree that the Court speaks for itself."""
    if (
        not _HAS_VERB.search(sentence)
        or _FRAGMENT.search(sentence)
        or any(cues()[name].search(sentence) for name in _CITING)
    ):
        return False
    orders = any(cue.search(sentence) for cue in (*_order_cues(), _DISPOSES))
    if seen.ruling >= _RULING_ALONE or (orders and seen.from_end <= _LAST and seen.own >= _OWN_ORDER):
        return True
    if seen.since_lead_in <= _AFTER_LEAD_IN:
        return False
    holds = seen.own >= _OWN_HOLDING and _HOLDS.search(sentence) is not None
    return holds or (seen.own >= _OWN_ANSWER and _ANSWERS.search(sentence) is not None)


def holds(sentence: str) -> bool:
    """Whether the sentence decides something in words: "we hold", "the contention must be rejected"."""
    return _HOLDS.search(sentence) is not None or _ANSWERS.search(sentence) is not None


def _distances_from_lead_in(sentences: Sequence[str], said: Sequence[Voice | None]) -> list[int]:
    """Number of sentences since one that introduces an unmarked quotation; a large number if there was none."""
    distances, last = [], -len(sentences) - _AFTER_LEAD_IN
    for index, (sentence, voice) in enumerate(zip(sentences, said, strict=True)):
        distances.append(index - last)
        if _LEAD_IN.search(sentence) or (voice is not None and voice.speaker is Speaker.EARLIER):
            last = index
    return distances


def _guess(roles: Scores, open_point: bool) -> Voice:
    """The speaker according to the model alone; speakers other than the Court and the facts must be likely enough."""
    best = int(roles.argmax())
    speaker = _SPEAKER_OF_ROLE[ROLES[best]]
    if speaker not in {Speaker.COURT, Speaker.FACTS} and roles[best] < _OTHER:
        return UNKNOWN
    return Voice(speaker, left_open=open_point and speaker is Speaker.COURT)


def _voice(said: Sequence[Voice | None], lead_in: int | None, index: int, guess: Voice, own: float) -> Voice:
    """The speaker of the quotation; else the one that the sentence names; else the model's guess."""
    if lead_in is not None and lead_in < index:
        leader = next((voice for voice in (said[lead_in], said[lead_in - 1] if lead_in else None) if voice), None)
        return leader if leader and leader.speaker is not Speaker.COURT else UNKNOWN
    voice = said[index] or guess
    return UNKNOWN if voice.speaker is Speaker.COURT and said[index] and own < _DOUBT else voice


def _lead_ins_of_quotes(sentences: Sequence[str]) -> list[int | None]:
    """For each sentence inside a quotation, the sentence that introduces it; None outside."""
    inside: list[int | None] = [None] * len(sentences)
    index = 0
    while index < len(sentences):
        opens = _OPENS_QUOTE.search(sentences[index])
        if opens is None:
            index += 1
            continue
        lead_in = index if opens.start() > 0 and ":" in opens[0] else max(0, index - 1)
        closing = _closing(sentences, index, opens.end())
        for within in range(index, closing + 1):
            inside[within] = lead_in
        index = closing + 1
    return inside


def _closing(sentences: Sequence[str], first: int, start: int) -> int:
    """The sentence that closes the quotation; the opening sentence itself if none does."""
    if _CLOSES_QUOTE.search(sentences[first], start):
        return first
    for index in range(first + 1, min(len(sentences), first + _LONGEST_QUOTE)):
        if _CLOSES_QUOTE.search(sentences[index]):
            return index
    if "“" in sentences[first][:start]:
        return _marked_closing(sentences, first)
    return first


def _marked_closing(sentences: Sequence[str], first: int) -> int:
    """The sentence that closes a long extract, each paragraph of which may open with a mark of its own."""
    for index in range(first + 1, min(len(sentences), first + _LONGEST_MARKED_QUOTE)):
        sentence = sentences[index].removeprefix("“")
        if sentence.count("”") > sentence.count("“"):
            return index
    return first


def _named(spoken: Sequence[SpokenSentence]) -> list[SpokenSentence]:
    """Give unnamed counsel and courts below the name that was last given a little before."""
    last: dict[Speaker, tuple[int, str]] = {}
    named = []
    for index, sentence in enumerate(spoken):
        speaker = sentence.voice.speaker
        if speaker in {Speaker.COUNSEL, Speaker.BELOW}:
            at, name = last.get(speaker, (-_CARRIED - 1, ""))
            if sentence.voice.name:
                last[speaker] = (index, sentence.voice.name)
            elif index - at <= _CARRIED:
                sentence = replace(sentence, voice=replace(sentence.voice, name=name))  # noqa: PLW2901
                last[speaker] = (index, name)
        named.append(sentence)
    return named


# Opinions: a bench may speak with more than one voice.

_TITLE = (
    r"(?:Per\s+|PER\s+)?(?:Hon(?:['’]ble|\.)?\s+)?(?:Mr\.?\s+|Dr\.?\s+|Mrs\.?\s+|Ms\.?\s+)?(?:Justice\s+|JUSTICE\s+)?"
)
_OF_THE_COURT = r"(?:,\s*|\s+)(?:C\.?\s?J\.?\s?I?\.?|CJI|JJ?\.?)"
_KIND = (
    r"(?:\s*[(\[,]\s*(?P<kind{0}>(?:[Pp]artly\s+)?[Dd]issenting|DISSENTING|[Cc]oncurring|CONCURRING)[^)\]\n]*[)\]]?)?"
)
# On a line of its own; or, in a copy that is one long line, in capitals between two sentences.
_AUTHOR = re.compile(
    rf"^[^\S\n]*{_TITLE}(?P<alone>(?:[A-Z][A-Za-z.'’-]*\s+){{0,4}}[A-Z][A-Za-z.'’-]+){_OF_THE_COURT}{_KIND.format(1)}\s*[:.–—-]*[^\S\n]*$"
    rf"|(?:\A|(?<=[.:?!”)\w]\s)|(?<=COURT)\s)(?P<inline>[A-Z][A-Z.'’ -]{{1,40}}[A-Z]){_OF_THE_COURT}{_KIND.format(2)}"
    r"(?=\s+(?:\d{1,2}\.\s+)?[\"“]?[A-Z])",
    re.MULTILINE,
)
# What a second judge writes first, whether or not a heading names him.
_READ_ANOTHER = re.compile(
    r"(?:^|(?<=[.:]\s))\W*(?:\d+\.\s+)?I\s+(?:have|had)\s+(?:\w+\s+){0,2}(?:the\s+(?:\w+\s+)?(?:advantage|benefit|privilege|opportunity|pleasure)"
    r"\s+(?:of|to)\s+\w+|read|peruse[d]?|gone\s+through|seen|studied)\b[^.]{0,60}?\b(?:judge?ments?|opinions?|orders?)\b"
    r"[^.]{0,80}?\b(?:brothers?|brethren|sister|colleagues?|Justice|JJ?\b|Chief)",
    re.MULTILINE,
)
_DISSENTS = re.compile(
    r"\bdissent|\bregret\s+(?:my|that\s+I)\b|\bI\s+(?:am|find\s+myself|have\s+been)\s+unable\s+to\s+(?:agree|concur|persuade)"
    r"|\bcannot\s+(?:persuade\s+myself|agree\s+with\s+(?:him|them|my))|\bmy\s+inability\s+to\s+agree"
)
# How a report opens: whose judgment is the Court's, and who wrote for himself.
_DELIVERED_FOR = re.compile(
    r"[Jj]udge?ments?\s+of\s+(?P<of>the\s+[Cc]ourt|[^:\n]{3,200}?)"
    r"\s+(?:was|were)\s+delivered\s+by\s*:?\s*(?P<by>[A-Z][\w.'’ -]{2,40}?)\s*,?\s*(?:C\.?\s?)?J\b"
)
_WROTE_ALONE = re.compile(
    r"(?P<by>[A-Z][\w.'’ -]{2,40}?),?\s*(?:C\.?\s?)?J\.?,?\s+(?:delivered|gave|read|wrote)\s+"
    r"(?:a|his|her|an?\s+\w+)\s+(?P<kind>dissent|separate|concurring|minority|different)"
)
_FOR_THE_MINORITY = re.compile(
    r"(?:dissenting|minority|separate)\s+(?:opinion|judge?ment)\s+of\s+[^:\n]{3,120}?\s+(?:was|were)\s+delivered\s+by\s+"
    r"(?P<by>[A-Z][\w.'’ -]{2,40}?)\s*,?\s*(?:C\.?\s?)?J\b"
)
_MANY_JUDGMENTS = re.compile(
    r"[Ff]ollowing\s+(?:separate\s+)?(?:[Jj]udge?ments|[Oo]pinions|[Oo]rders)\b[^.\n]{0,60}\bdelivered"
)
_MY_BROTHER = re.compile(r"\bmy\s+(?:learned\s+)?(?:brother|brethren|sister|Lord\s+the)\b")
_OPENING = 1500  # characters of an opinion in which it says that it dissents
_REPORT_HEAD = 6000  # characters in which a report says who delivered the judgment


def _opinions(text: str) -> list[tuple[int, str]]:
    """For each opinion that is not the Court's: where it begins, its author, and whether it dissents."""
    start = body_start(text)
    report = text[: start + _REPORT_HEAD]
    stated = _DELIVERED_FOR.search(report)
    leader = _surname(stated["by"]) if stated else ""
    alone = {_surname(match["by"]): match["kind"] for match in _WROTE_ALONE.finditer(report)}
    alone |= {_surname(match["by"]): "dissent" for match in _FOR_THE_MINORITY.finditer(report)}
    heads = _headed(text, start)
    if not leader and heads and heads[0][0] <= start + _REPORT_HEAD:
        leader = _surname(heads[0][1])
    if leader in alone and not stated:
        leader = ""
    opinions = [
        (begins, _author(name, text, begins, alone))
        for begins, name in heads
        if _surname(name) not in {leader, "court"}
    ]
    if len(opinions) > 1 and _MANY_JUDGMENTS.search(report) and not stated:  # nobody is said to speak for the Court
        name = heads[0][1] if leader else ANOTHER_JUDGE
        opinions.insert(0, (start, _author(name, text, start, alone)))
    missing = [name for name in alone if name != leader and all(name != _surname(head) for _, head in heads)]
    if missing:  # the copy lost the heading of an opinion, so any sentence may belong to it
        opinions.insert(0, (start, f"An opinion that the copy does not mark, {_DOUBTFUL}"))
    return sorted(set(opinions))


def _headed(text: str, start: int) -> list[tuple[int, str]]:
    """Where opinions begin: at their headings, and where a judge says that he has read another's judgment."""
    heads: list[tuple[int, str]] = []
    for head in _AUTHOR.finditer(text, start):
        name = " ".join((head["alone"] or head["inline"]).split())
        is_reported = text[max(0, head.start() - 24) : head.start()].rstrip().endswith("by")  # "was delivered by"
        if not is_reported and (not heads or _surname(heads[-1][1]) != _surname(name)):
            heads.append((head.end(), name))
    for match in _READ_ANOTHER.finditer(text, start):
        if not any(0 <= match.start() - begins <= _OPENING for begins, _ in heads):
            heads.append((match.start(), ANOTHER_JUDGE))
    return sorted([*heads, *_unheaded(text, start, [begins for begins, _ in heads])])


def _unheaded(text: str, start: int, heads: Sequence[int]) -> Iterator[tuple[int, str]]:
    """An opinion without its heading: after the order of the first opinion, a judge speaks of his brother judge."""
    second = min([begins for begins in heads if begins > start + _REPORT_HEAD], default=len(text))
    brother = _MY_BROTHER.search(text, start + _REPORT_HEAD, second)
    ends = (
        [order.end() for cue in _order_cues() for order in cue.finditer(text, start, brother.start())]
        if brother
        else []
    )
    if ends:
        yield max(ends), ANOTHER_JUDGE


def _author(name: str, text: str, begins: int, alone: Mapping[str, str]) -> str:
    kind = alone.get(_surname(name), "")
    dissents = kind in {"dissent", "minority"} or _DISSENTS.search(text, begins - 60, begins + _OPENING) is not None
    title = name if name == ANOTHER_JUDGE else f"{name.title()} J."
    return f"{title}, {'dissenting' if dissents else 'in a separate opinion'}"


def _surname(name: str) -> str:
    words = re.findall(r"[A-Za-z]+", name)
    return words[-1].lower() if words else ""


def _opinion_ends(opinions: Sequence[tuple[int, str]], sentences: Sequence[Span]) -> list[int]:
    """For each sentence, the number of the first sentence after its opinion."""
    starts = [
        next((n for n, span in enumerate(sentences) if span.start >= begins), len(sentences)) for begins, _ in opinions
    ]
    return [next((start for start in starts if start > index), len(sentences)) for index in range(len(sentences))]


def _opinion_at(opinions: Sequence[tuple[int, str]], start: int) -> str | None:
    return next((name for begins, name in reversed(opinions) if begins <= start), None)
