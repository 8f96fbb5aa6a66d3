"""Finds sentences and clauses of a narrative, and replaces, removes or adds one.

Every function returns an edit that leaves readable text, or None.
"""

import re
from collections.abc import Sequence

from countercase.counterfactual.polarity import has_finite_verb, is_verb
from countercase.domain.perturbation import TextEdit
from countercase.domain.span import Span
from countercase.text.sentences import split_sentences

# List markers, and the date that opens an entry in a list of dates, stay in place.
_PREFIX = re.compile(
    r"\s*(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\s*[-–:]\s*|[-•*]\s+"
    r"|[A-Z][\w/ -]{0,24}:\s+|[A-Z]{3,}(?:\s[A-Z]+){0,3}\s[-–:]\s+)*"
)
_BETWEEN_CLAUSES = re.compile(
    r"\s*;\s+(?:and\s+|but\s+)?|\s*,\s+(?:and|but|while|whereas)\s+|:\s+|\s+[-–]\s+"
    r"|\s+(?:and|but)\s+(?=(?:the|a|an|no|his|her|its|their|this|he|she|it|they|there|none|nothing|nobody|[a-z]+|PW-?\d+"
    r"|[A-Z][a-z]+)\s(?:[\w'-]+\s){0,4}(?:was|were|is|are|had|has|have|did|does|could)\b)"
    r"|,\s+(?=(?:the|he|she|it|they|no|there)\s(?:[\w'-]+\s){0,3}(?:was|were|is|are|had|has|did)\b)"
)
_CANNOT_OPEN = frozenset(
    "which who whom whose that because since although though as than with without by of to from for in on at per adds"
    " being having and or but not neither nor where when if whether only".split()
)
_PROPER_START = re.compile(r"Section\b|Article\b|[A-Z]{2,}|[A-Z]-?\s?\d|Public\b")
_NUMBERED = re.compile(r"\s*\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+")
_LIST_ITEM = re.compile(r"\((?:[a-h]|[ivx]{1,4}|\d{1,2})\)\s")
_DATE_OPENS = re.compile(r"\s*(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|[A-Z][a-z]{2,8}\.?\s\d{4}|(?:19|20)\d\d\b)")
_QUOTE_ENDS = re.compile(r"[\"”]\.\s+(?=[A-Z])")  # 'shouted "finish him". PW-2 says'
_REFERS_TO_CLAUSE = re.compile(
    r"\s*[;,]?\s*(?:and\snone|and\snor|the\s(?:delay|gap|same)|(?:and\s|but\s)?(?:he|she|it|they|this|that|these|his|her|its|their|so|we|although|though|because|since"
    r"|which|who|where|as|for|except|save|other\sthan|beyond))\b",
    re.IGNORECASE,
)
REFERS_BACK = re.compile(r"\b(?:it|its|them|they|their|this|that|these|those|the same|the other)\b", re.IGNORECASE)
NEXT_REFERS_BACK = re.compile(r"\.?\s*(?:It|Its|This|That|These|They|The other|The same|Neither|Both|So)\b")
NEXT_IS_PERSON = re.compile(r"\.?\s*(?:He|She|His|Her)\b")
ABOUT_A_PERSON = re.compile(
    r"(?:The |the )?(?:accused|applicant|complainant|deceased|plaintiff|defendant|victim|detenu|driver|appellant"
    r"|petitioner|respondent|child|witness|tenant|landlord|husband|wife|vendor|debtor|claimant|[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b"
)
_OPENS_REFERRING_BACK = re.compile(
    r"\s*(?:He|She|His|Her|It|Its|They|Their|This|That|These|Those|The other|The same|The last|The first"
    r"|The former|The latter|The above|Neither|Both|So|But|However|If|In cross"
    r"|Thereafter|Then|Later|We|Nor|Not)\b"
)
_ABBREVIATION = re.compile(
    r"\b(?:Rs|Insp|Dr|No|Nos|Sub|Asst|Addl|Dy|Smt|Shri|Sri|Mr|Mrs|Ex|Exh|Sec|Sch|stmts?|regd|cert|admn|dt|Ld|resp|applts?"
    r"|accd|complt|pros|approx|abt|min|max|viz|petrs?|pltff|plff|deft|decd|respdt|prosn|hosp|dept|govt|insp|adv"
    r"|x-exn|exn|auth|authy|comp|possn|appln|Deft|Pltff|Plff|Accd|Decd|Petrs?|Resp|Complt|Govt|Dept|Hosp|Adv"
    r"|[A-Z]?[b-df-hj-np-tv-z]{1,4}|[A-Z])\.\Z"
)
# Wordings that show a bad edit: a doubled article, "no" after a preposition, a double denial.
_FAULTS = re.compile(
    r"\b(?:a|an|the|his|her|their|its|this|that|one|two|three|four|registered|written|said|per|of|by|on|from|with|under|to"
    r"|in|at|for|into|through|between|after|before)\s+no\s(?!less|more|doubt|time|one)"
    r"|\bno\s+(?:no|not|any|the|a|an|[Dd]isproved|alleged)\b|\bnot\s+(?:not|no|any\sno)\b"
    r"|\bdid\snot\s(?:\w+ed|fell|gave|took|made|was|were|had|went|came|saw|held|struck)\b"
    r"|\b(?:a|an)\s+(?:a|an|the)\b|\bthe\s+(?:the|a|an)\b|\ba\s[aeio](?!n\b|ne?\b|uro)\w+|\bNo\s[A-Z](?:[a-z]|\.)"
    r"|\b[Dd]isproved\b|\blodged\sno\s|\b(?:No|no)\s[^.;]{0,120}?\b(?:was|were|is|are|has|have|had|did)\snot\b"
    r"|\b(?:stick|lathi|pistol|knife|axe|object)\s\(|\s,|\.\.|\bby\sby\b|\bliquors?\sControl\b"
    r"|(?:without\s\w+\s)?\btrespasser\swithout\snotice|\bnever\s(?:recovered|seized|found)\b"
    r"|\b[Nn]o\s(?:[\w.-]+\s?){1,3}:\s|\b(?:relied|relies|rely)\s(?:up)?on\sno\s|\bNo\s\w+\s(?:is|was)\s(?:of|dated)\s"
    r"|\b(?:[Ss]s?\.|u/ss?\.?|[Ss]ections?|r/w)\s?Section\b|\banother\sprovision\b"
    r"|\b[Nn]o\s[^.;]{0,40}\bwas\sto\sbe\b|\bon\sthe\sground\sthat\s[^.]{0,90}\bwas\sreceived\b"
)
_FAULT_CONTEXT = 130  # characters on either side of the change in which a fault is looked for


def sentence_bounds(text: str, span: Span) -> Span | None:
    """The sentence that contains a span, without trailing white space. A separate line counts as a sentence."""
    for sentence in split_sentences(text):
        if sentence.start <= span.start < sentence.end:
            start, end = sentence.start, max(sentence.end, span.end)
            quotation_ends = [match.end() for match in _QUOTE_ENDS.finditer(text, start, end)]
            start = max((edge for edge in quotation_ends if edge <= span.start), default=start)
            end = min((edge for edge in quotation_ends if edge >= span.end), default=end)
            newline = text.rfind("\n", start, span.start)
            start = newline + 1 if newline >= 0 else start
            newline = text.find("\n", span.end, end)
            end = newline if newline >= 0 else end
            while end > start and text[end - 1].isspace():
                end -= 1
            while start < end and text[start].isspace():
                start += 1
            return Span(start, end) if start < end else None
    return None


def clause_bounds(text: str, span: Span) -> Span | None:
    """The clause that contains a span, with its dependent words; None if it cannot stand alone."""
    sentence = sentence_bounds(text, span)
    if sentence is None or span.end > sentence.end:
        return None
    prefix = _PREFIX.match(text, sentence.start, sentence.end)
    start = prefix.end() if prefix is not None and prefix.end() <= span.start else sentence.start
    end = sentence.end - (text[sentence.end - 1] in ".?!")
    for match in _BETWEEN_CLAUSES.finditer(text, start, end):
        if match.end() <= span.start and has_finite_verb(text[start : match.start()]):
            start = match.end()
        elif match.start() >= span.end and not match[0].strip().startswith((":", "-", "–")):
            if _first_word(text, match.end()) is None or is_verb(str(_first_word(text, match.end()))):
                return None  # the next clause takes its subject from this one
            end = match.start()
            break
    if _LIST_ITEM.search(text, sentence.start, start + 6):
        return None  # an item of a list inside a sentence
    first = _first_word(text, start)
    if first is None or is_verb(first) or first in _CANNOT_OPEN or start >= end:
        return None
    return Span(start, end)


def _first_word(text: str, at: int) -> str | None:
    match = re.compile(r"[\"“(]?([A-Za-z][\w'-]*)").match(text, at)
    return match[1] if match is not None else None


def is_whole_sentence(text: str, bounds: Span) -> bool:
    """Whether a clause is the whole of its sentence."""
    sentence = sentence_bounds(text, bounds)
    return (
        sentence is not None
        and not text[sentence.start : bounds.start].strip()
        and not text[bounds.end : sentence.end].strip(" .?!\n")
    )


def _opens_sentence(text: str, bounds: Span) -> bool:
    before = text[: bounds.start].rstrip()
    return (
        not before
        or before.endswith((".", "?", "!", "\n"))
        or (text[bounds.start].isupper() and not before.endswith((";", ",", ":")))
        or text[: bounds.start].endswith("\n")
    )


def inside_sentence(sentence: str, opens_with_name: bool = False) -> str:
    """The sentence as it reads inside another: it starts in lower case, unless it starts with a name."""
    return sentence if opens_with_name or _PROPER_START.match(sentence) else sentence[0].lower() + sentence[1:]


def is_referred_to_next(text: str, span: Span, new: str = "") -> bool:
    """Whether the next words refer back to the clause: "it", "although" or "the other" would lose their referent.

    "He" and "his" may follow if the new words are about a person.
    """
    bounds = sentence_bounds(text, span)
    end = bounds.end if bounds is not None else span.end
    reference = _REFERS_TO_CLAUSE.match(text, span.end)
    if reference and ABOUT_A_PERSON.match(new) and re.search(r"(?:he|she|his|her)\Z", reference[0]):
        reference = None
    if reference or REFERS_BACK.search(text, span.end, end):
        return True
    return NEXT_REFERS_BACK.match(text, end) is not None


def splits_quotation_or_abbreviation(text: str, span: Span) -> bool:
    """Whether a span splits a quotation, or starts or ends at the full stop of an abbreviation."""
    cut = span.of(text)
    if cut.count('"') % 2 or cut.count("“") != cut.count("”"):
        return True
    return bool(_ABBREVIATION.search(cut) or _ABBREVIATION.search(text[: span.start].rstrip()))


def trimmed_edit(span: Span, text: str, new: str) -> TextEdit:
    """An edit reduced to the words that differ, so that the rest of the clause keeps its facts."""
    old = span.of(text)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    head = old.rfind(" ", 0, head + 1) + 1 if head else 0
    while tail and not old[len(old) - tail].isspace():
        tail -= 1
    first, last = head, len(old) - tail
    if first >= last:  # only an insertion is left: include the word before it
        first = max(0, old.rfind(" ", 0, max(0, first - 1)) + 1)
    return TextEdit(Span(span.start + first, span.start + last), new[first : len(new) - tail])


def clause_replaced(text: str, span: Span, sentence: str) -> TextEdit | None:
    """Replace the clause that contains a span, if a full stop, a semicolon or "and" sets it off."""
    bounds = clause_bounds(text, span)
    if bounds is None or is_whole_sentence(text, bounds) or is_referred_to_next(text, bounds, sentence):
        return None
    new = sentence.removesuffix(".")
    return TextEdit(bounds, new if _opens_sentence(text, bounds) else inside_sentence(new))


def sentence_replaced(text: str, span: Span, sentence: str) -> TextEdit | None:
    """Replace the sentence that contains a span; its list marker or date stays."""
    bounds = sentence_bounds(text, span)
    if bounds is None:
        return None
    prefix = _PREFIX.match(text, bounds.start, bounds.end)
    start = bounds.start
    for opening in (prefix, _NUMBERED.match(text, bounds.start, bounds.end)):
        if opening is not None and opening.end() < span.end:
            start = max(start, opening.end())
    old = text[start : bounds.end]
    if old[0].islower():  # after "Cause:"
        sentence = inside_sentence(sentence)
    return TextEdit(Span(start, bounds.end), sentence if old.endswith((".", "?", "!")) else sentence.removesuffix("."))


def mention_removed(text: str, span: Span) -> TextEdit | None:
    """Remove a mention: its clause with the connecting words, or else its sentence."""
    bounds = clause_bounds(text, span)
    if bounds is not None and not is_whole_sentence(text, bounds):
        return _clause_removed(text, bounds)
    bounds = sentence_bounds(text, span)
    prefix = _PREFIX.match(text, bounds.start, bounds.end) if bounds is not None else None
    if bounds is None or (prefix is not None and prefix.end() > bounds.start) or is_referred_to_next(text, bounds):
        return None  # an item of a list is not removed
    end = bounds.end
    while end < len(text) and text[end] == " ":
        end += 1
    return TextEdit(Span(bounds.start, end), "")


def _clause_removed(text: str, bounds: Span) -> TextEdit | None:
    if is_referred_to_next(text, bounds):
        return None
    connector = _BETWEEN_CLAUSES.match(text, bounds.end)
    if connector is not None:  # the next clause takes its place
        first = text[connector.end()]
        return TextEdit(
            Span(bounds.start, connector.end() + 1), first.upper() if text[bounds.start].isupper() else first
        )
    connectors_before = list(_BETWEEN_CLAUSES.finditer(text, max(0, bounds.start - 12), bounds.start))
    if (
        connectors_before
        and connectors_before[-1].end() == bounds.start
        and not text[connectors_before[-1].start() : connectors_before[-1].end()].strip().startswith((":", "-"))
    ):
        return TextEdit(Span(connectors_before[-1].start(), bounds.end), "")
    return None


SUPPOSED = "It is supposed here"  # opens a sentence that is added to the text and contradicts it
_MARGIN_LETTER = re.compile(r"(?<=[.?!])\s{3,}\w\s*\Z")  # the letter in the margin of a scanned page
_LINE_ENDS = re.compile(r"[.?!][\"”’')\]]*\Z")


def added_to_paragraph(text: str, mention: Span | None, sentence: str) -> TextEdit:
    """Add a sentence at the end of the paragraph of a mention, where it cuts no pronoun off from its noun.

    Without a mention, and after an entry in a list of dates or a line that is no sentence, it goes to the end of the
    text.
    """
    end = mention.end if mention is not None else len(text)
    while end < len(text):
        newline = text.find("\n", end)
        end = newline if newline >= 0 else len(text)
        first_line = text.rfind("\n", 0, end) + 1
        is_entry = _DATE_OPENS.match(text, first_line) is not None
        following = text[end:].lstrip()
        if is_entry or not following:
            end = len(text)
        elif _LINE_ENDS.search(text[:end].rstrip()) and not (
            following[0].islower() or _OPENS_REFERRING_BACK.match(following) or _is_quotation_open(text, end)
        ):
            break
        elif not _LINE_ENDS.search(text[:end].rstrip()) and not following[0].islower():
            end = len(text)  # a list of items that are no sentences
        else:
            end += 1
    margin = _MARGIN_LETTER.search(text, 0, end)
    end = margin.start() if margin is not None else len(text[:end].rstrip())
    stop = "" if _LINE_ENDS.search(text[:end]) else "."
    return TextEdit(Span(end - 1, end), f"{text[end - 1]}{stop} {sentence}")


def added_after_mention(text: str, mention: Span | None, sentence: str) -> TextEdit:
    """Add a sentence right after that of a mention, or after the next ones that refer back to it.

    If there is no such place before the end of the paragraph, it goes to the end of the paragraph.
    """
    end = _end_of_passage(text, mention) if mention is not None else None
    if end is None:
        return added_to_paragraph(text, mention, sentence)
    return TextEdit(Span(end - 1, end), f"{text[end - 1]} {sentence}")


def _end_of_passage(text: str, mention: Span) -> int | None:
    """Where the sentences about a mention end within its line; None if they go on to the end of it."""
    newline = text.find("\n", mention.end)
    line_end = newline if newline >= 0 else len(text)
    bounds = sentence_bounds(text, mention)
    if bounds is None or _DATE_OPENS.match(text, text.rfind("\n", 0, mention.start) + 1):
        return None
    end = max(bounds.end, mention.end)
    while end < line_end:
        following = text[end:line_end].lstrip()
        if not following.strip():
            return None
        if _is_end_of_sentence(text, end) and following[0].isupper() and not _OPENS_REFERRING_BACK.match(following):
            return end
        start = line_end - len(following)
        next_sentence = sentence_bounds(text, Span(start, start + 1))
        if next_sentence is None or next_sentence.end <= end:
            return None
        end = next_sentence.end
    return None


def _is_end_of_sentence(text: str, end: int) -> bool:
    """Whether a full stop before a position ends a sentence: no abbreviation, and no quotation is open."""
    is_stop = _LINE_ENDS.search(text[:end]) is not None and text[end : end + 1] == " "
    return is_stop and not _ABBREVIATION.search(text[:end]) and not _is_quotation_open(text, end)


def _is_quotation_open(text: str, end: int) -> bool:
    """Whether a quotation of the paragraph is still open at a position."""
    paragraph_so_far = text[text.rfind("\n", 0, end) + 1 : end]
    return bool(paragraph_so_far.count('"') % 2) or paragraph_so_far.count("“") > paragraph_so_far.count("”")


def without_overlaps(edits: Sequence[TextEdit]) -> list[TextEdit]:
    """The edits that overlap no earlier one."""
    accepted: list[TextEdit] = []
    for edit in edits:
        if not any(edit.span.overlaps(earlier.span) for earlier in accepted):
            accepted.append(edit)
    return accepted


def reads_badly(old: str, new: str) -> bool:
    """Whether the changed words and their neighbours have a fault that the old text did not have."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    old_faults = {match[0] for match in _FAULTS.finditer(old)}
    start, end = max(0, head - _FAULT_CONTEXT), min(len(new), len(new) - tail + _FAULT_CONTEXT)
    return any(match[0] not in old_faults for match in _FAULTS.finditer(new[start:end]))
