"""Changes one fact of a sheet and the words that state it in the narrative. Nothing else changes.

| kind | changed | removed |
|---|---|---|
| provision | another number, and its Act if the Act changes | cut from its list; if alone, "another provision" |
| party | "the appellant company", "the appellant State" | only the word for the side; a person: "the party" |
| role | the new role in the same form | the opposite role, else "person" |
| relation | the same end of the new relation | "acquaintance" |
| evidence | the new item, or the new status | stated as absent: "no dying declaration" |
| instrument | the new instrument | "object" |
| result | the new result in the same form | it did not happen: "survived" |
| act | the new act in the same form | denied: "did not stab" |
| number | the new number | "some years", "some money" |
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from countercase.domain import facts as f
from countercase.domain.facts import EvidenceFact, EvidenceStatus, Fact, FactSheet, SectionFact
from countercase.domain.span import Span
from countercase.errors import FactSheetError
from countercase.facts.extract import extract_facts
from countercase.facts.rewording import reword
from countercase.facts.words import PARTY_WORDS, describe, entry_of, number_words, section_words, words_for
from countercase.text.words import capitalised, with_article

# A provision removed from a list takes its comma or its "and" with it, so that the list still reads well.

_TIE = re.compile(r"\s?,\s?(?:and\s)?|\s?(?:and|&|/|or)\s?|,?\s(?:read\swith|r/w)\s(?:the\s)?", re.IGNORECASE)
_LEAD = re.compile(r"\D*")
_SINGULAR = {"sections": "Section", "articles": "Article", "ss.": "s.", "secs": "Sec", "secs.": "Sec.", "rules": "Rule"}


def cut_from_list(narrative: str, span: Span, others: Sequence[Span]) -> tuple[Span, str] | None:
    """The span to cut and its replacement, for a provision inside a list; None for a provision on its own.

    "Sections 302, 307 and 34" without 307 becomes "Sections 302 and 34"; without 302, "Sections 307 and 34".
    """
    before = max((other for other in others if other.end <= span.start), default=None)
    if before is not None and _TIE.fullmatch(narrative, before.end, span.start):
        return Span(before.end, span.end), ""
    after = _next_in_list(narrative, span, others)
    if after is None:
        return None
    lead = "" if not narrative[after.start].isdigit() else _lead(span.of(narrative))
    is_last = _next_in_list(narrative, after, others) is None
    return Span(span.start, after.start), _singular(lead) if is_last else lead


def _next_in_list(narrative: str, span: Span, others: Sequence[Span]) -> Span | None:
    """The next provision of the same list."""
    after = min((other for other in others if other.start >= span.end), default=None)
    return after if after is not None and _TIE.fullmatch(narrative, span.end, after.start) else None


def _lead(quote: str) -> str:
    match = _LEAD.match(quote)
    return match[0] if match else ""


def _singular(lead: str) -> str:
    word = lead.strip()
    singular = _SINGULAR.get(word.lower())
    return lead.replace(word, singular if word[:1].isupper() else singular.lower()) if singular else lead


# A sentence that states one fact in the words of judgments, with the position of the fact in it.

_AMOUNTS = {
    "compensation": "The compensation was {}.",
    "cheque": "The cheque was for {}.",
    "fine": "The fine was {}.",
    "dowry": "A dowry of {} was demanded.",
    "bribe": "A bribe of {} was demanded.",
    "ransom": "A ransom of {} was demanded.",
    "loan": "The loan was of {}.",
    "rent": "The rent was {} a month.",
    "income": "The income was {} a month.",
    "maintenance": "The maintenance was {} a month.",
    "consideration": "The consideration was {}.",
    "earnest money": "The earnest money was {}.",
    "stolen property": "The stolen property was worth {}.",
    "fraud": "The sum misappropriated was {}.",
    "damage": "The damage was {}.",
    "claim": "The claim was for {}.",
    "tax evaded": "The tax evaded was {}.",
    "medical expenses": "The medical expenses were {}.",
    "bill": "The bill was for {}.",
}
_DURATIONS = {
    "marriage": "It was within {} of the marriage.",
    "sentence": "The sentence was imprisonment for {}.",
    "custody": "The accused was in custody for {}.",
    "delay": "There was a delay of {}.",
    "notice": "The notice was of {}.",
    "service": "There was service of {}.",
    "limitation": "The period of limitation was {}.",
    "cheque": "The cheque was presented after {}.",
    "cheque notice": "The notice of the dishonour was sent after {}.",
    "cheque payment": "The amount of the cheque was paid after {}.",
    "cheque complaint": "The complaint was filed after {}.",
    "suit": "The suit was filed after {}.",
    "appeal": "The appeal was filed after {}.",
    "complaint": "The complaint was filed after {}.",
    "written statement": "The written statement was filed after {}.",
    "probation": "There was probation of {}.",
    "suspension": "There was suspension for {}.",
    "absence from duty": "There was absence from duty for {}.",
    "separation": "They had lived separately for {}.",
    "desertion": "There was desertion for {}.",
    "dispossession": "The dispossession was {} before.",
    "confinement": "There was wrongful confinement for {}.",
    "lease": "The lease was for {}.",
}


def sentence_stating(fact: f.Fact) -> tuple[str, Span]:
    """The sentence, and the span of the words that state the fact."""
    frame, words = _frame(fact)
    start = frame.index("{}")
    sentence = frame.replace("{}", words)
    return capitalised(sentence), Span(start, start + len(words))


def _frame(fact: f.Fact) -> tuple[str, str]:  # noqa: PLR0911 - one line a kind
    match fact:
        case f.SectionFact():
            return "The case is under {}.", section_words(fact.provision)
        case f.PartyFact():
            return f"The {fact.side} is {{}}.", PARTY_WORDS[fact.party_type]
        case f.RoleFact():
            return (f"The {fact.holder} was {{}}." if fact.holder else "There was {}."), with_article(words_for(fact))
        case f.RelationFact():
            return "They were {}.", fact.relation
        case f.EvidenceFact():
            return _evidence(fact)
        case f.InstrumentFact():
            return "It was done with {}.", _instrument(fact)
        case f.ResultFact():
            return "The result was {}.", words_for(fact)
        case f.ActFact():
            return "There was {}.", words_for(fact)
        case f.NumericalFact():
            return _number(fact), number_words(fact)
    return "There was {}.", with_article(words_for(fact))


def _instrument(fact: f.InstrumentFact) -> str:
    is_uncountable = entry_of(fact).group in {"substance", "contraband"}
    return words_for(fact) if is_uncountable else with_article(words_for(fact))


def _evidence(fact: f.EvidenceFact) -> tuple[str, str]:
    entry = entry_of(fact)
    if fact.status is f.EvidenceStatus.DISPUTED:
        return "{} is disputed.", f"the alleged {entry.written('one') or fact.item}"
    if fact.status is f.EvidenceStatus.AWAITED:
        return "{} is awaited.", f"the {entry.written('one') or fact.item}"
    return "{}.", (entry.present if fact.status is f.EvidenceStatus.PRESENT else entry.absent).removesuffix(".")


def _number(fact: f.NumericalFact) -> str:
    if fact.quantity is f.Quantity.AGE and fact.role == "retirement":
        return "The age of retirement was {}."
    if fact.quantity is f.Quantity.AGE:
        return f"The {fact.role or 'person'} was aged {{}}."
    if fact.quantity is f.Quantity.AMOUNT:
        return _AMOUNTS.get(fact.role or "", "The amount was {}.")
    if fact.quantity is f.Quantity.DURATION:
        return _DURATIONS.get(fact.role or "", "The period was {}.")
    if fact.quantity is f.Quantity.WEIGHT:
        return "The quantity was {}."
    return "There were {}." if fact.quantity is f.Quantity.PERSONS else "It was on {}."


def edit(sheet: FactSheet, before: Fact | None, after: Fact | None) -> FactSheet:
    """Replace `before` with `after`; None adds or removes a fact. The spans of all other facts are shifted."""
    if before is None and after is None:
        raise ValueError("an edit changes, adds or removes a fact")
    if before is None:
        return _add(sheet, after) if after is not None else sheet
    if before not in sheet.facts:
        raise FactSheetError(f"the sheet does not contain the fact to change: {describe(before)}.")
    if after is not None and after.kind is not before.kind:
        raise FactSheetError(f"a {before.kind} cannot become a {after.kind}; remove one and add the other.")
    if not before.spans:
        rest = replace(sheet, facts=tuple(fact for fact in sheet.facts if fact is not before and fact != before))
        return _add(rest, after) if after is not None else rest
    return _change(sheet, before, _absence(before) if after is None else after)


def _absence(before: Fact) -> Fact | None:
    """The fact that replaces a removed one: evidence is stated to be absent; nothing replaces other facts."""
    if isinstance(before, EvidenceFact) and before.status is not EvidenceStatus.ABSENT:
        return replace(before, status=EvidenceStatus.ABSENT)
    return None


def _change(sheet: FactSheet, before: Fact, after: Fact | None) -> FactSheet:
    changes = [_replacement(sheet, span, before, after) for span in sorted(before.spans)]
    spans, texts = [span for span, _ in changes], [text for _, text in changes]
    narrative, new_spans = _splice(sheet.narrative, spans, texts)
    facts: list[Fact] = []
    for fact in sheet.facts:
        if fact == before:
            if after is not None:
                facts.append(replace(after, spans=tuple(new_spans), dispute=None))  # the dispute was about the old fact
        else:
            facts.append(replace(fact, spans=_shifted(fact.spans, spans, texts)))
    return replace(sheet, narrative=narrative, facts=tuple(facts))


def rewrite(sheet: FactSheet, edits: Sequence[tuple[Span, str]]) -> FactSheet:
    """Replace words and read again: facts in the old words are dropped, facts in the new words are added."""
    if not edits:
        return sheet
    ordered = sorted(edits)
    spans, texts = [span for span, _ in ordered], [text for _, text in ordered]
    narrative, new_spans = _splice(sheet.narrative, spans, texts)
    facts: dict[f.FactKey, Fact] = {}
    for fact in sheet.facts:
        shifted = _shifted(fact.spans, spans, texts)
        if shifted or not fact.spans:
            facts[fact.key] = replace(fact, spans=shifted)
    for fact in _facts_at(narrative, new_spans):
        earlier = facts.get(fact.key)
        facts[fact.key] = replace(earlier, spans=tuple(sorted({*earlier.spans, *fact.spans}))) if earlier else fact
    return replace(sheet, narrative=narrative, facts=tuple(facts.values()))


def _facts_at(narrative: str, new_spans: Sequence[Span]) -> Iterator[Fact]:
    """The facts that the new words state, read with the paragraphs around them."""
    for new_span in new_spans:
        start = narrative.rfind("\n", 0, new_span.start) + 1
        end = narrative.find("\n", new_span.end)
        paragraph = narrative[start : end if end >= 0 else len(narrative)]
        for fact in extract_facts(paragraph).facts:
            stated = tuple(span.shift(start) for span in fact.spans if span.shift(start).overlaps(new_span))
            if stated:
                yield replace(fact, spans=stated)


def touched_spans(sheet: FactSheet, before: Fact, after: Fact | None) -> tuple[Span, ...]:
    """The spans that a change may touch: the mentions, and the comma of a provision that is cut from a list."""
    return tuple(_replacement(sheet, span, before, after)[0] for span in sorted(before.spans))


def _replacement(sheet: FactSheet, span: Span, before: Fact, after: Fact | None) -> tuple[Span, str]:
    """The span to cut at one mention, and the words that replace it."""
    if after is None and isinstance(before, SectionFact):
        others = [
            other for fact in sheet.facts if isinstance(fact, SectionFact) and fact != before for other in fact.spans
        ]
        listed = cut_from_list(sheet.narrative, span, others)
        if listed is not None:
            return listed
    return span, reword(sheet.narrative, span, before, after)


def _splice(text: str, spans: Sequence[Span], texts: Sequence[str]) -> tuple[str, list[Span]]:
    pieces: list[str] = []
    new_spans: list[Span] = []
    copied_to = length = 0
    for span, new in zip(spans, texts, strict=True):
        unchanged = text[copied_to : span.start]
        if new:
            new_spans.append(Span(length + len(unchanged), length + len(unchanged) + len(new)))
        pieces += [unchanged, new]
        length += len(unchanged) + len(new)
        copied_to = span.end
    return "".join([*pieces, text[copied_to:]]), new_spans


def _shifted(spans: Sequence[Span], edited: Sequence[Span], texts: Sequence[str]) -> tuple[Span, ...]:
    """Spans of another fact after the edit. A span that overlaps an edited one is dropped."""
    shifted: list[Span] = []
    for span in spans:
        if any(span.overlaps(other) for other in edited):
            continue
        by = sum(len(new) - len(old) for old, new in zip(edited, texts, strict=True) if old.end <= span.start)
        shifted.append(span.shift(by))
    return tuple(shifted)


def _add(sheet: FactSheet, after: Fact) -> FactSheet:
    """Append a sentence that states the fact."""
    sentence, span = sentence_stating(after)
    body = sheet.narrative.rstrip()
    gap = "" if not body else " " if body[-1] in ".?!\"'”’" else ". "
    tail = sheet.narrative[len(body) :]
    start = len(body) + len(tail) + len(gap)
    stated = replace(after, spans=(span.shift(start),))
    return replace(sheet, narrative=body + tail + gap + sentence, facts=(*sheet.facts, stated))
