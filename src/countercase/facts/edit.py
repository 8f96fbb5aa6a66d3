"""Changes one fact of a sheet and, through its spans, the narrative; nothing else.

| kind | changed | removed |
|---|---|---|
| provision | another number, with its Act where the Act changes | out of its list; alone: "another provision" |
| party | "the appellant company", "the appellant State" | the word for the side alone; a person: "the party" |
| role | the new role in the same form | the other end of its axis, else "person" |
| relation | the same end of the new relation | "acquaintance" |
| evidence | the new item, or the new status | not there: "no dying declaration" |
| instrument | the new instrument | "object" |
| result | the new result in the same form | it did not come about: "survived" |
| act | the new act in the same form | denied: "did not stab" |
| number | the new number | "some years", "some money" |
"""

from collections.abc import Sequence
from dataclasses import replace

from countercase.domain.facts import EvidenceFact, EvidenceStatus, Fact, FactSheet, SectionFact
from countercase.domain.span import Span
from countercase.errors import FactSheetError
from countercase.facts.listing import taken_out
from countercase.facts.rewording import reword
from countercase.facts.statement import state
from countercase.facts.words import describe


def edit(sheet: FactSheet, before: Fact | None, after: Fact | None) -> FactSheet:
    """The sheet with `before` replaced by `after`; None adds or removes. Spans of all facts are moved along."""
    if before is None and after is None:
        raise ValueError("an edit changes, adds or removes a fact")
    if before is None:
        return _add(sheet, after) if after is not None else sheet
    if before not in sheet.facts:
        raise FactSheetError(f"the sheet does not hold the fact to be changed: {describe(before)}.")
    if after is not None and after.kind is not before.kind:
        raise FactSheetError(f"a {before.kind} cannot become a {after.kind}; remove one and add the other.")
    if not before.spans:
        rest = replace(sheet, facts=tuple(fact for fact in sheet.facts if fact is not before and fact != before))
        return _add(rest, after) if after is not None else rest
    return _change(sheet, before, _removed(before) if after is None else after)


def _removed(before: Fact) -> Fact | None:
    """What stands in place of a fact that is taken away: evidence is then said not to be there."""
    if isinstance(before, EvidenceFact) and before.status is not EvidenceStatus.ABSENT:
        return replace(before, status=EvidenceStatus.ABSENT)
    return None


def _change(sheet: FactSheet, before: Fact, after: Fact | None) -> FactSheet:
    changes = [_mention(sheet, span, before, after) for span in sorted(before.spans)]
    spans, texts = [span for span, _ in changes], [text for _, text in changes]
    narrative, places = _splice(sheet.narrative, spans, texts)
    moved: list[Fact] = []
    for fact in sheet.facts:
        if fact == before:
            if after is not None:
                moved.append(replace(after, spans=tuple(places), dispute=None))  # it was of the fact as it was
        else:
            moved.append(replace(fact, spans=_moved(fact.spans, spans, texts)))
    return replace(sheet, narrative=narrative, facts=tuple(moved))


def reach(sheet: FactSheet, before: Fact, after: Fact | None) -> tuple[Span, ...]:
    """The characters that a change may touch: the mentions, and the comma of a provision that leaves its list."""
    return tuple(_mention(sheet, span, before, after)[0] for span in sorted(before.spans))


def _mention(sheet: FactSheet, span: Span, before: Fact, after: Fact | None) -> tuple[Span, str]:
    """What is cut at one mention, and what is put there."""
    if after is None and isinstance(before, SectionFact):
        others = [own for fact in sheet.facts if isinstance(fact, SectionFact) and fact != before for own in fact.spans]
        listed = taken_out(sheet.narrative, span, others)
        if listed is not None:
            return listed
    return span, reword(sheet.narrative, span, before, after)


def _splice(text: str, spans: Sequence[Span], texts: Sequence[str]) -> tuple[str, list[Span]]:
    pieces: list[str] = []
    places: list[Span] = []
    done = length = 0
    for span, new in zip(spans, texts, strict=True):
        kept = text[done : span.start]
        if new:
            places.append(Span(length + len(kept), length + len(kept) + len(new)))
        pieces += [kept, new]
        length += len(kept) + len(new)
        done = span.end
    return "".join([*pieces, text[done:]]), places


def _moved(own: Sequence[Span], edited: Sequence[Span], texts: Sequence[str]) -> tuple[Span, ...]:
    """Spans of another fact after the edit; one that shares characters with an edited span quotes nothing any more."""
    moved: list[Span] = []
    for span in own:
        if any(span.overlaps(other) for other in edited):
            continue
        by = sum(len(new) - len(old) for old, new in zip(edited, texts, strict=True) if old.end <= span.start)
        moved.append(span.shift(by))
    return tuple(moved)


def _add(sheet: FactSheet, after: Fact) -> FactSheet:
    """A sentence at the end that states the fact."""
    sentence, place = state(after)
    body = sheet.narrative.rstrip()
    gap = "" if not body else " " if body[-1] in ".?!\"'”’" else ". "
    tail = sheet.narrative[len(body) :]
    start = len(body) + len(tail) + len(gap)
    stated = replace(after, spans=(place.shift(start),))
    return replace(sheet, narrative=body + tail + gap + sentence, facts=(*sheet.facts, stated))
