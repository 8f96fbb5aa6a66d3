"""Extracts the fact sheet of a narrative, and says in plain sentences what of it cannot be read.

The same text gives the same sheet; no two facts overlap.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from countercase.domain.case import Outcome, Paragraph, SectionType
from countercase.domain.checklist import ASKED_KINDS, ClauseReader
from countercase.domain.facts import EvidenceStatus, Fact, FactSheet, NumericalFact, Quantity, SectionFact
from countercase.domain.provision import Provision
from countercase.domain.span import Span, SpanSet
from countercase.facts.hindi import find_hindi_sections
from countercase.facts.learned_reading import persons_aged, unstated
from countercase.facts.listed import find_listed
from countercase.facts.negation import Setting
from countercase.facts.numbers import find_numbers
from countercase.facts.only_named import without_only_named
from countercase.facts.parties import find_parties
from countercase.facts.uncharged import is_not_charged
from countercase.law.provisions import ProvisionMention, find_provisions
from countercase.law.provisions.statutes import StatuteMention, find_statutes
from countercase.text.printed_pages import mend_numbers
from countercase.text.words import Words, read_words

# Provisions charged or relied on, each with every citation of it.

_WOULD_BE_REACH = 30  # characters
_OF_THE_ACT = re.compile(r"\s{1,2}(?:of\s(?:the\s)?|under\sthe\s|,?\s?)|,\s")


# "It would be Section 164 only", "Section 310(3) would apply": said of what did not happen.
_WOULD_BE = re.compile(
    r"(?:\bwould|['’]d)\s(?:only\s)?(?:be|come\sunder|fall\sunder)\s(?:under\s|u/s\s)?\Z", re.IGNORECASE
)
_WOULD_APPLY = re.compile(
    r"[^.;,]{0,25}?\s(?:would|might)\s(?:then\s|also\s)?(?:apply|be\s(?:attracted|applicable)|come\sin|govern)\b",
    re.IGNORECASE,
)

_NOT_THERE = (EvidenceStatus.ABSENT, EvidenceStatus.AWAITED)


def find_sections(words: Words, statutes: Sequence[StatuteMention]) -> list[SectionFact]:
    """One fact for each certain provision; citations without an Act are left out, and those of another matter."""
    text = words.text
    acts = {statute.span.start: statute.span for statute in statutes}
    cited = [
        mention
        for mention in find_provisions(text)
        if _is_written_out(text, mention)
        and not _is_of_another_case(words, mention.span)
        and not (mention.provision and is_not_charged(text, _with_act(text, mention.phrase, acts), mention.provision))
    ]
    mentions = without_only_named(words, cited, [_with_act(text, mention.phrase, acts) for mention in cited])
    if not mentions:
        return []
    with_own_act = _with_own_act(mentions)
    spans: dict[Provision, dict[Span, None]] = {}  # in order, each once
    for mention in mentions:
        span = _with_act(text, mention.span, acts) if mention.span in with_own_act else mention.span
        if mention.provision is not None:
            spans.setdefault(mention.provision, {})[span] = None
    return [
        SectionFact(spans=tuple(mention_spans), provision=provision, confidence=0.97, found_by="law.provisions")
        for provision, mention_spans in spans.items()
    ]


def _is_of_another_case(words: Words, span: Span) -> bool:
    """Whether a provision is cited for another matter, or for what would have been the case."""
    setting = Setting.at(words, span.start)
    if setting.is_set_aside:
        return True
    is_supposed = _WOULD_APPLY.match(words.text, span.end) or _WOULD_BE.search(
        words.text, max(0, span.start - _WOULD_BE_REACH), span.start
    )
    return is_supposed is not None and setting.is_counterfactual


def _is_written_out(text: str, mention: ProvisionMention) -> bool:
    """Whether the text writes the number. One inside a range ("138 to 142") cannot be quoted or changed."""
    number = (mention.number or "").rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return bool(number) and number in mention.span.of(text)


def _with_own_act(mentions: list[ProvisionMention]) -> frozenset[Span]:
    """The mentions that share their Act with no other: not members of a list."""
    counts: dict[Span, int] = {}
    for mention in mentions:
        counts[mention.phrase] = counts.get(mention.phrase, 0) + 1
    return frozenset(mention.span for mention in mentions if counts[mention.phrase] == 1)


def _with_act(text: str, span: Span, acts: dict[int, Span]) -> Span:
    """ "Section 302" with "of the Indian Penal Code" after it, so that a change can replace the Act too."""
    link = _OF_THE_ACT.match(text, span.end)
    act = acts.get(link.end()) if link else None
    if act is None:
        return span
    before = text[max(0, span.start - 11) : span.start].lower()
    return span if re.search(r"\b(?:r/w|read\swith|and)\s{1,2}\Z", before) else Span(span.start, act.end)


def extract_facts(text: str, reader: ClauseReader | None = None) -> FactSheet:
    """Extract the facts that the text states, with all their mentions, in order of first mention.

    With a learned reader, what it takes for a fact of another matter, for law, a supposition or a denial is left out,
    and it says whose age a number is where no rule does.
    """
    mended = mend_numbers(text)
    words = read_words(mended)
    statutes = find_statutes(mended)
    sections = _one_per_provision(find_sections(words, statutes), find_hindi_sections(mended))
    numbers = find_numbers(words, SpanSet(span for fact in sections for span in fact.spans))
    facts = [
        *sections,
        *numbers,
        *find_parties(words),
        *find_listed(words, SpanSet(statute.span for statute in statutes)),
    ]
    facts = _without_overlaps(facts)
    if reader is not None:
        facts = _with_persons_aged(_stated(facts, text, reader), text, reader)
    return FactSheet(narrative=text, facts=tuple(sorted(facts, key=lambda fact: fact.spans[0])))


def _with_persons_aged(facts: Sequence[Fact], text: str, reader: ClauseReader) -> list[Fact]:
    """The facts, each age with its person where the reader is sure whose it is at the first mention."""
    ages = [fact.spans[0] for fact in facts if _is_of_nobody(fact)]
    persons = persons_aged(text, ages, reader) if ages else {}
    return [
        replace(fact, role=persons.get(fact.spans[0]))
        if isinstance(fact, NumericalFact) and _is_of_nobody(fact)
        else fact
        for fact in facts
    ]


def _is_of_nobody(fact: Fact) -> bool:
    return isinstance(fact, NumericalFact) and fact.quantity is Quantity.AGE and fact.role is None


def _stated(facts: Sequence[Fact], text: str, reader: ClauseReader) -> list[Fact]:
    """The facts without the mentions that the reader takes for no fact of the matter. What is not there, stays so."""
    doubted = [fact for fact in facts if getattr(fact, "status", None) not in _NOT_THERE]
    mentions = [(span, fact.kind) for fact in doubted if fact.kind in ASKED_KINDS for span in fact.spans]
    is_unstated = dict(zip(mentions, unstated(text, mentions, reader), strict=True))
    kept = []
    for fact in facts:
        spans = tuple(span for span in fact.spans if not is_unstated.get((span, fact.kind), False))
        if spans:
            kept.append(fact if len(spans) == len(fact.spans) else replace(fact, spans=spans))
    return kept


def _one_per_provision(sections: Sequence[SectionFact], in_hindi: Sequence[SectionFact]) -> list[SectionFact]:
    """One fact per provision, in whichever language it is cited."""
    by_provision = {fact.provision: fact for fact in sections}
    for fact in in_hindi:
        earlier = by_provision.get(fact.provision)
        by_provision[fact.provision] = replace(earlier, spans=(*earlier.spans, *fact.spans)) if earlier else fact
    return list(by_provision.values())


def _without_overlaps(facts: Iterable[Fact]) -> list[Fact]:
    """Drop mentions that overlap an earlier fact, and facts that lose all their mentions."""
    taken = SpanSet()
    apart: list[Fact] = []
    for fact in facts:
        free = tuple(span for span in sorted(fact.spans) if taken.take(span))
        if free:
            apart.append(fact if len(free) == len(fact.spans) else replace(fact, spans=free))
    return apart


# The fact sheet of a decided case: its Facts paragraphs, or its opening if none are labelled.

_MOST = 12_000  # characters read per case: judgments state the facts once, near the beginning
_FEWEST = 400  # below this, the paragraph labels are unreliable
_OPENING = 8_000  # characters read of a case without labels
_GAP = "\n\n"
_HEADING = re.compile(r"\A(?:Brief\s)?Facts(?:\sof\sthe\scase)?\s*\n", re.IGNORECASE)


def extract_case_facts(
    case_text: str, paragraphs: Sequence[Paragraph] = (), outcome: Outcome | None = None
) -> FactSheet:
    """The fact sheet of a judgment: its Facts paragraphs, in order, become the narrative."""
    facts_text = _GAP.join(
        _HEADING.sub("", paragraph.span.of(case_text).strip())
        for paragraph in paragraphs
        if paragraph.section is SectionType.FACTS
    )
    has_facts = len(facts_text) >= min(_FEWEST, len(case_text) // 4)
    narrative = facts_text[:_MOST] if has_facts else case_text[:_OPENING]
    sheet = extract_facts(narrative)
    return FactSheet(sheet.narrative, sheet.facts, outcome)


# What cannot be read: another language, a table, a poor scan, a text without facts.

_CHECKED = 40_000  # characters checked; the rest of a text is alike
_FEWEST_LETTERS = 20  # fewer letters do not identify a language
_FEWEST_WORDS = 30  # with fewer words, prose and notes look alike
_MOSTLY, _PARTLY = 0.5, 0.1  # shares of letters in another script
_LEAST_COMMON = 0.06  # share of common English words; even a terse note has twice as many
_POOR_SCAN = 0.12  # share of garbled words in a poor scan
_LATIN = "LATIN"
_HINDI = "DEVANAGARI"
_WORD = re.compile(r"\S+")
_LETTERS = re.compile(r"[^\W\d_]+")
_COMMON_WORDS = frozenset(
    "the of and to in a was is that for on by with he she it his her at as from were are had has not be been who which"
    " or an this they their but after before under no".split()
)
# Words that mix letters with digits or signs ("app3llant", "c0urt", "w~s"). PW3, 302A and 12th do not count.
_GARBLED_WORD = re.compile(r"[a-z][0-9~^|\\{}<>§¬]+[a-z]|[a-z][~^|\\{}<>§¬]|[~^|\\{}<>§¬][a-z]", re.IGNORECASE)
_IS_TABLE = re.compile(r"\|.*\||\t.*\t")


def reading_notes(text: str, sheet: FactSheet | None = None) -> tuple[str, ...]:
    """One sentence for each thing that cannot be read; none for plain English prose. `sheet` saves extracting again."""
    if not text.strip():
        return ("The text is empty. There is nothing to read.",)
    head = text[:_CHECKED]
    notes = [note for note in (_script_note(head), _prose_note(head), _scan_note(head)) if note]
    if not (sheet or extract_facts(text)).facts:
        notes.append(
            "No facts were found. The text names no provision, date, amount, age, person, act or evidence that can be"
            " read."
        )
    return tuple(notes)


def _script_note(text: str) -> str | None:
    """A note if the text uses another script, wholly or in part."""
    scripts = Counter(_script(letter) for word in _LETTERS.findall(text) for letter in word)
    letters = scripts.total()
    foreign = [(script, count) for script, count in scripts.most_common() if script != _LATIN]
    if letters < _FEWEST_LETTERS or not foreign:
        return None
    script, share = foreign[0][0], foreign[0][1] / letters
    if share < _PARTLY:
        return None
    how_much = "The text is mostly" if share >= _MOSTLY else "Part of the text is"
    if script == _HINDI:
        return (
            f"{how_much} in Hindi (Devanagari script). Its provisions, dates, amounts and ages are read;"
            " the rest of the Hindi is not."
        )
    return f"{how_much} in {script.title()} script, which is not read."


def _script(letter: str) -> str:
    return _LATIN if letter.isascii() else unicodedata.name(letter, "UNKNOWN").partition(" ")[0]


def _prose_note(text: str) -> str | None:
    """A note if a text in Latin letters is a table, or is not English."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 2 and sum(_IS_TABLE.search(line) is not None for line in lines) > len(lines) / 2:
        return "This does not read as prose: most of it is a table. Each cell is read without its column heading."
    words = [word for word in _LETTERS.findall(text.lower()) if word.isascii()]
    if len(words) < _FEWEST_WORDS or len(words) < len(_LETTERS.findall(text)) / 2:
        return None
    english = sum(word in _COMMON_WORDS for word in words) / len(words)
    if english >= _LEAST_COMMON:
        return None
    return (
        "This does not read as English prose. Provisions, dates, amounts and single words are read;"
        " what the text says about them may be missed."
    )


def _scan_note(text: str) -> str | None:
    """A note if many words are garbled, as in a poor scan."""
    words = [word for word in _WORD.findall(text) if any(character.isalpha() for character in word)]
    garbled = sum(_GARBLED_WORD.search(word) is not None for word in words)
    if len(words) < _FEWEST_WORDS or garbled < _POOR_SCAN * len(words):
        return None
    return f"The text looks like a poor scan: {garbled} of {len(words)} words are garbled and cannot be read."
