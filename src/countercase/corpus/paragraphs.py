"""Headings and paragraphs of a judgment, with the numbers that the source printed, and what of a report is no judgment.

Text comes in three shapes: one paragraph per line (AILA), wrapped lines (PDF), and one long line (Supreme Court
Reports as copied), in which only numbers and headings mark a paragraph.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from countercase.domain.case import Paragraph, SectionType
from countercase.domain.span import Span, positions
from countercase.text.anchors import NumberOpenings, WordOpenings

# Short lines: headings and names of judges are on them, paragraphs are not.


def short_lines(text: str, longest: int, start: int = 0) -> Iterator[int]:
    """Offsets of lines no longer than `longest`, from `start` on, including a line that begins at `start`."""
    if start and text[start - 1 : start] != "\n":
        start = text.find("\n", start) + 1
        if not start:
            return
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if end - start <= longest:
            yield start
        start = end + 1


# The headings that judges and reporters put over the parts of a judgment, and the section that each one opens.


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and the section it opens; UNKNOWN for text that is not the Court's (head, headnote, appearances)."""

    span: Span
    section: SectionType


_PARTIES = r"""
    (?:\s+(?:of|by|on\s+behalf\s+of|for|made\s+by|advanced\s+by|raised\s+by|and)
       (?:\s+(?:the|both|learned|rival|counsels?|senior|sides?|appellants?(?:[’']s)?|respondents?|petitioners?|part(?:y|ies)|state
          |union|india|defendants?|plaintiffs?|complainants?|accused|prosecution|for|on\s+behalf\s+of))*)?
"""
_FACT_WORDS = r"""
    (?:(?:the|brief|short|relevant|introductory|basic|essential|background|undisputed|admitted|material|factual|necessary)\s+)*
    (?:facts?|factual\s+(?:matrix|background|aspects?|prism|position|scenario|context|backdrop|narrative|conspectus)|background
      |resume\s+of\s+facts|narrative|genesis|prelude|preface|introduction|procedural\s+history|case\s+of\s+the\s+prosecution
      |prosecution\s+case|proceedings\s+(?:before|in)\s+the\s+(?:high|trial)\s+courts?
      |findings?\s+of\s+the\s+(?:high|trial)\s+courts?|(?:high|trial)\s+courts?(?:[’']s)?\s+findings?)
    (?:\s+(?:of|in)\s+(?:the\s+)?(?:(?:present|instant)\s+)?(?:case|appeals?|matter))?
    (?:\s+(?:in\s+(?:brief|a\s+nutshell)|and\s+(?:background|proceedings)))?
"""
_ISSUE_WORDS = r"""
    (?:(?:the|core|main|additional|relevant)\s+)*(?:issues?|questions?|points?)
    (?:\s+(?:of\s+law|involved|raised|framed|(?:for|under)\s+(?:our\s+|the\s+)?(?:consideration|determination|decision)
      |that\s+arises?(?:\s+for\s+consideration)?))*
"""
_SUBMISSION_WORDS = rf"(?:rival\s+|our\s+)?(?:submissions?|arguments?|contentions?|pleadings){_PARTIES}"
_ANALYSIS_WORDS = r"""
    (?:(?:our|the|court[’']s|legal)\s+)?
    (?:analysis|discussions?|reasoning|consideration|view|findings?|appreciation|evaluation
      |legal\s+(?:position|framework|scheme|provisions)|statutory\s+(?:framework|scheme|provisions)
      |relevant\s+(?:statutory\s+)?provisions)
    (?:\s+(?:and|&|/|of|by|on|with)\s+(?:(?:the|this|rival|our)\s+)?
       (?:analysis|findings?|reason(?:s|ing)|consideration|discussion|submissions|contentions|merits|court|evidence|law|precedents?))*
"""
_HELD_WORDS = r"""
    (?:(?:our|the|final|operative)\s+)?
    (?:conclusions?\s+(?:and|&)\s+(?:directions?|relief|order)|conclusions?|relief|order|directions?|result|decision
      |operative\s+(?:part|portion|order)|disposition|epilogue|(?:analysis|discussion|findings?|reasons?)\s+(?:and|&)\s+conclusions?)
"""
_SECTIONS = (
    (SectionType.HELD, _HELD_WORDS),
    (SectionType.FACTS, _FACT_WORDS),
    (SectionType.ISSUES, _ISSUE_WORDS),
    (SectionType.SUBMISSIONS, _SUBMISSION_WORDS),
    (SectionType.ANALYSIS, _ANALYSIS_WORDS),
)
# Printed by the reporter, not by the Court.
_REPORTER_HEADING = re.compile(
    r"""
    Issues?\sfor\s[Cc]onsideration:?|Result\sof\sthe\s[Cc]ase:?|Headnotes†?(?!\sprepared)|HEADNOTES|Case\sLaw\sCited
    |Case\sLaw\sReference|CASE\sLAW\sREFERENCE|LIST\sOF\sCITATIONS\sAND\sOTHER\sREFERENCES|List\sof\sActs|List\sof\sKeywords
    |Books\sand\sPeriodicals\sCited|Other\sCase\sDetails\sIncluding|OTHER\sCASE\sDETAILS\sINCLUDING|Case\sArising\sFrom
    |Appearances\sfor\sParties|Appearances:|CIVIL\sAPPELLATE(?:\sJURISDICTION)?\s?:|CRIMINAL\sAPPELLATE(?:\sJURISDICTION)?\s?:
    |CIVIL\sORIGINAL(?:\sJURISDICTION)?\s?:|CRIMINAL\sORIGINAL(?:\sJURISDICTION)?\s?:|ORIGINAL\sJURISDICTION\s?:
    |INHERENT\sJURISDICTION\s?:
    """,
    re.VERBOSE,
)
_REPORTER_OPENINGS = WordOpenings(
    "Issue Result Headnotes HEADNOTES Case CASE LIST List Books Other OTHER Appearances CIVIL CRIMINAL ORIGINAL"
    " INHERENT".split()
)
_REPORTER_SECTIONS = {"Issue": SectionType.ISSUES, "Resul": SectionType.HELD}  # by the first letters; else UNKNOWN
_ENUMERATION = r"(?:(?:[A-Z]|[IVX]{1,5}|\d{1,2})[.)]\s*)?"
_ANY = "|".join(f"(?P<s{i}>{words})" for i, (_, words) in enumerate(_SECTIONS))
_FORM = rf"[^\S\n]*{_ENUMERATION}(?:{_ANY})"
_GRAMMAR = re.compile(rf"{_FORM}(?=\W|$)\s*(?P<close>[:.–—-]*)\s*", re.IGNORECASE | re.VERBOSE)
_HEADING_LINE = re.compile(rf"{_FORM}\s*[:.–—-]*[^\S\n]*$", re.IGNORECASE | re.MULTILINE | re.VERBOSE)
_LONGEST_LINE = 150  # characters; a longer line is text
# In a long line, capitals mark a heading. This cheap scan comes first, then the grammar of the words around it.
_KEYWORDS = (
    "Facts? Factual Background Issues? Questions? Points? Submissions? Contentions? Arguments? Analysis Discussions?"
    " Consideration Reasoning Findings Conclusions? Relief Directions? Preface Prelude Narrative"
)
_KEYWORD = re.compile(r"(?:" + "|".join(f"{word}|{word.upper()}" for word in _KEYWORDS.split()) + r")\b")
_KEYWORD_OPENINGS = WordOpenings(spelling for word in _KEYWORDS.split() for spelling in (word, word.upper()))
_BEFORE = re.compile(r"(?<=[.?!:;”\"’)\]†*\dA-H] )(?:(?:[A-Z]|[IVX]{1,5}|\d{1,2})[.)] )?(?:[A-Z][A-Za-z’]*\s){0,3}$")
_CAPITAL = re.compile(r"[A-Z“\"(]")
_NUMBERED = re.compile(r"(?:[A-H] )?\d{1,3}(?:\.\d{1,2})?[.)]? ?[A-Z“\"‘(]")
_OPENER = re.compile(
    r"(?:[A-H] )?(?:The|This|These|Mr|Ms|Shri|Sri|Learned|Ld|We|In|It|On|At|As|Having|Heard|For|An?|Per contra|Whether"
    r"|By|With)\b"
)
_LINK_WORDS = frozenset("of the and on by for in behalf & before a with".split())

# The line before the Court speaks; the word "Judgment" is missing from some copies of the Reports.
_BODY = re.compile(
    r"/\s?(?:[Jj]udgment|[Oo]rder|JUDGMENT|ORDER)?\s?(?:[Oo]f [Tt]he Supreme Court|OF THE SUPREME COURT)"
    r"|delivered(?:\s+by)?\s*:?|as follows\s*:?|pronounced\s*:?|J\s?U\s?D\s?G\s?M\s?E\s?N\s?T\b(?! DEBTOR)\s*:?"
)
_WHAT_WAS_SAID = re.compile(
    r"(?:[Cc]ourt|COURT|[Jj]udgments?|[Oo]rders?|[Oo]pinions?|[Ff]ollowing)\s(?:was|were|is)\s+$"
)
# "IMPUGNED JUDGMENT" is a heading inside a judgment, and so is "THE JUDGMENT OF THE HIGH COURT".
_OTHER_JUDGMENT = re.compile(r"(?:IMPUGNED|THE|SAID|THIS|THAT|AGAINST|OF|IN|BY|DATE OF)\s+$")
_TAIL = 4000  # characters at the end in which the reporter's "Result of the case" is looked for
_HEAD_SHARE = 0.6  # a "delivered by" after this share of the text is about another judgment


@lru_cache(maxsize=4)
def body_start(text: str) -> int:
    """Where the Court begins to speak: after the head, the headnote and the appearances; 0 if nothing marks it."""
    for match in _BODY.finditer(text, 0, max(2000, int(len(text) * _HEAD_SHARE))):
        before = text[max(0, match.start() - 30) : match.start()]
        if _WHAT_WAS_SAID.search(before) if match[0][0] in "dap" else not _OTHER_JUDGMENT.search(before):
            return match.end()
    return 0


@lru_cache(maxsize=4)  # paragraphs, sections and metadata ask for the same text one after the other
def find_headings(text: str) -> tuple[Heading, ...]:
    """Headings in text order, on a line of their own or inside a long line."""
    headings = [
        Heading(Span(m.start(), m.end()), _REPORTER_SECTIONS.get(m[0][:5], SectionType.UNKNOWN))
        for m in _reporter_matches(text)
    ]
    headings += [Heading(_trimmed(m), _section(m)) for m in _line_matches(text)]
    headings += [heading for m in _KEYWORD_OPENINGS.matches(_KEYWORD, text) if (heading := _inline(text, m.start()))]
    headings.sort(key=lambda heading: (heading.span.start, -heading.span.end))
    separate: list[Heading] = []
    for heading in headings:
        if not separate or heading.span.start >= separate[-1].span.end:
            separate.append(heading)
    return tuple(separate)


def _reporter_matches(text: str) -> Iterator[re.Match[str]]:
    """The reporter's headings: all before the judgment, except the result, which follows it."""
    body = body_start(text)
    tail = max(body, len(text) - _TAIL)
    for match in _REPORTER_OPENINGS.matches(_REPORTER_HEADING, text):
        if match.end() <= body or match.start() >= tail:
            yield match


def _line_matches(text: str) -> Iterator[re.Match[str]]:
    """Headings on a line of their own."""
    return (match for start in short_lines(text, _LONGEST_LINE) if (match := _HEADING_LINE.match(text, start)))


def _inline(text: str, keyword: int) -> Heading | None:
    before = _BEFORE.search(text, max(0, keyword - 60), keyword)
    if before is None:
        return None
    match = _GRAMMAR.match(text, before.start())
    if (
        match is None or match.end() <= keyword or "..." in match["close"]
    ):  # dots before a page number: a table of contents
        return None
    words = match[0].split()
    if not all(
        word[0].isupper() or word[0].isdigit() or word.lower() in _LINK_WORDS or not word[0].isalpha() for word in words
    ):
        return None
    shouted = match[0].isupper()
    follows = _NUMBERED.match(text, match.end()) or (_OPENER if not shouted else _CAPITAL).match(text, match.end())
    return Heading(_trimmed(match), _section(match)) if follows else None


def _trimmed(match: re.Match[str]) -> Span:
    left = len(match[0]) - len(match[0].lstrip())
    return Span(match.start() + left, match.start() + len(match[0].rstrip()))


def _section(match: re.Match[str]) -> SectionType:
    return next(section for i, (section, _) in enumerate(_SECTIONS) if match[f"s{i}"])


# Paragraphs.

_LINE = re.compile(r"[^\n]+\n*")
_EMPTY_LINE = re.compile(r"\n[^\S\n]*\n\s*")
_SENTENCE_END = frozenset(".?!:;”\"’')]")
# `12. The` or `12.3 The`. The pattern starts with the digit, so that a long text is scanned fast; what comes before it
# is checked afterwards.
_NUMBER = re.compile(r"([0-9](?<!\S.)[0-9]{0,2})\.(?:(?!\d)\s*|([0-9]{1,2})\.?\s+)(?=[\"“‘'(\[]?[A-Z])")
_NUMBER_OPENINGS = NumberOpenings(range(1, 4), ".")
_NUMBER_AT_LINE = re.compile(r"[^\S\n]*([0-9]{1,3})[.)](?!\d)")
_CLEAN_BEFORE = re.compile(r"[.?!:;”\"’')\]†*]\s+$")
# A number after these words belongs to them: "under Section 12. The", "Exhibit 4. It", "on page 7. In".
_ABBREVIATED_OWNERS = frozenset("No Nos s ss S Ss Rs Para Paras para paras Ex Exh p pp Vol Art Arts Cl Ch Sch".split())
_OWNERS = frozenset(
    "paragraph paragraphs Section Sections section sections Article Articles article articles Rule Rules rule rules"
    " Order Clause Clauses clause clauses Schedule Exhibit Annexure page pages Item Items item items Entry Respondent"
    " Respondents respondent respondents Appellant Appellants appellant appellants accused and to of or the than about"
    " only at".split()
)
_LAST_WORD = re.compile(r"\w+$")
_OPENING_QUOTES = ("“", "‘")
_WRAPPED_WIDTH = 160  # characters; if lines are longer on average, they are paragraphs and not printed lines
_RESTART = 6.0  # paragraphs that a second series must have; shorter ones are lists and quotations
_GAP_COSTS = {0: 0.0, 1: 0.7, 2: 1.2, 3: 2.0}  # by how many numbers are missing
_MIN_CHAIN = 3  # consecutive numbers before a series inside a long line counts


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: int
    value: int
    weight: float
    sub: int | None = None


def split_paragraphs(text: str) -> list[Paragraph]:
    """Paragraphs in text order, covering the text without gap or overlap; section is UNKNOWN."""
    numbers = _paragraph_numbers(text)
    cuts = {0, *numbers, *_line_cuts(text)}
    for heading in find_headings(text):
        cuts.add(heading.span.start)
    starts = sorted(_outside_words(text, cuts))
    ends = [*starts[1:], len(text)]
    return [
        Paragraph(Span(start, end), number=numbers.get(start))
        for start, end in zip(starts, ends, strict=True)
        if start < end
    ]


def _outside_words(text: str, cuts: Iterable[int]) -> Iterable[int]:
    return (cut for cut in cuts if cut == 0 or (cut < len(text) and not text[cut].isspace()))


def _line_cuts(text: str) -> list[int]:
    lines = [(m.start(), m.end(), len(m[0].strip())) for m in _LINE.finditer(text)]
    if not _is_wrapped(text, lines):
        return [start + _indent(text, start) for start, _, width in lines if width]
    cuts = [m.end() for m in _EMPTY_LINE.finditer(text)]
    widths = sorted(width for _, _, width in lines if width)
    full = 0.75 * widths[int(0.9 * (len(widths) - 1))]
    for before, start, width in lines[:-1]:
        # A short line that ends a sentence is the last of its paragraph.
        if 0 < width < full and _ends_sentence(text, before, start):
            cuts.append(start + _indent(text, start))
    return cuts


def _is_wrapped(text: str, lines: list[tuple[int, int, int]]) -> bool:
    filled = [line for line in lines if line[2]]
    if len(filled) < 5:
        return False
    if sum(line[2] for line in filled) / len(filled) > _WRAPPED_WIDTH:
        return False
    open_ended = sum(not _ends_sentence(text, start, end) for start, end, _ in filled)
    return open_ended > 0.5 * len(filled)


def _ends_sentence(text: str, start: int, end: int) -> bool:
    return text[start:end].rstrip()[-1:] in _SENTENCE_END


def _indent(text: str, start: int) -> int:
    end = start
    while end < len(text) and text[end].isspace():
        end += 1
    return end - start


def _paragraph_numbers(text: str) -> dict[int, str]:
    """Where numbered paragraphs start, and their numbers: the series that runs through the text, not every `5.`"""
    body = body_start(text)
    candidates = _candidates(text)
    mains = [c for c in candidates if c.sub is None]
    chain: list[_Candidate] = []
    # The numbers of a headnote do not run on into the judgment.
    for part in ([c for c in mains if c.start < body], [c for c in mains if c.start >= body]):
        run = _best_chain(part)
        if len(run) >= _MIN_CHAIN or all(_at_line_start(text, c.start) for c in run):
            chain += run
    return {c.start: str(c.value) for c in chain} | _sub_numbers(chain, [c for c in candidates if c.sub is not None])


def _sub_numbers(chain: list[_Candidate], candidates: list[_Candidate]) -> dict[int, str]:
    """Sub-paragraphs: 5.1, 5.2 and so on, in order, inside paragraph 5."""
    starts = [candidate.start for candidate in chain]
    numbers: dict[int, str] = {}
    last: tuple[int, int] = (0, 0)
    for candidate in candidates:
        index = bisect_right(starts, candidate.start) - 1
        expected = (candidate.value, last[1] + 1 if last[0] == candidate.value else 1)
        if index >= 0 and chain[index].value == candidate.value and (candidate.value, candidate.sub) == expected:
            numbers[candidate.start] = f"{candidate.value}.{candidate.sub}"
            last = expected
    return numbers


def _candidates(text: str) -> list[_Candidate]:
    by_start = {}
    for match in _NUMBER_OPENINGS.matches(_NUMBER, text):
        start = match.start()
        before = text[max(0, start - 14) : start]
        sub = int(match[2]) if match[2] else None
        if sub is None and (before.rstrip()[-1:] in _OPENING_QUOTES or _owns_number(before.rstrip())):
            continue
        clean = not before or "\n" in before[-2:] or _CLEAN_BEFORE.search(before)
        by_start[start] = _Candidate(start, int(match[1]), 1.0 if clean else 0.6, sub)
    for line in (0, *(offset + 1 for offset in positions(text, "\n"))):
        if numbered := _NUMBER_AT_LINE.match(text, line):
            by_start[numbered.start(1)] = _Candidate(numbered.start(1), int(numbered[1]), 1.1)
    return [by_start[start] for start in sorted(by_start)]


def _owns_number(before: str) -> bool:
    if before[-1:] in (",", "&", "-"):
        return before[-1] != "-" or before[-2:-1].isalnum()
    last = _LAST_WORD.search(before.rstrip(".")[-14:]) if before[-2:] != ".." else None
    if last is None:
        return False
    return last[0] in _ABBREVIATED_OWNERS or (before[-1] != "." and last[0] in _OWNERS)


def _best_chain(candidates: list[_Candidate]) -> list[_Candidate]:
    """The heaviest series of rising numbers; a missing number costs a little, a restart (a second opinion) more."""
    best: dict[int, tuple[float, int]] = {}  # last number of a run -> its weight, its last candidate
    top: tuple[float, int] = (0.0, -1)
    parents: list[int] = []
    for index, candidate in enumerate(candidates):
        value = candidate.value
        option = (-_GAP_COSTS.get(value - 1, _GAP_COSTS[3]), -1)
        if value == 1:
            option = max(option, (top[0] - _RESTART, top[1]))
        for missing in range(3):
            if earlier := best.get(value - 1 - missing):
                option = max(option, (earlier[0] - _GAP_COSTS[missing], earlier[1]))
        score = option[0] + candidate.weight
        parents.append(option[1])
        if value not in best or score > best[value][0]:
            best[value] = (score, index)
        if score > top[0]:
            top = (score, index)
    chain: list[_Candidate] = []
    at = top[1]
    while at >= 0:
        chain.append(candidates[at])
        at = parents[at]
    return chain[::-1]


def _at_line_start(text: str, start: int) -> bool:
    return not text[:start].rpartition("\n")[2].strip()


# What of a report is the reporter's and not the Court's: its headnote, and its apparatus, which is all that is no
# prose (running heads, lists of cases, Acts and counsel, signatures, the foot with the result and who prepared it).


_WORD = re.compile(r"[A-Za-z][A-Za-z.'’]*|\d+")
_PROSE = 0.45  # least share of words without a capital; lists of names and citations have fewer
_MIXED = 0.62  # the same where the words show a list
_LIST = re.compile(
    r"\bAdvs?\.\s+for\b|\bJURISDICTION\s?:|\bCase\s+Law\s+(?:Cited|Reference)\b|\bList\s+of\s+(?:Acts|Keywords|Citations)\b|\bAppearances\b"
    r"|\bfor\s+the\s+(?:[Aa]ppellants?|[Pp]etitioners?|[Rr]espondents?)\s*\.",
)
_FOOT = re.compile(
    r"\(Assisted\s+by[^)]*\)|†?Headnotes?\s+prepared\s+by.*|Result\s+of\s+the\s+[Cc]ase\s*:.*|(?:\d+\.\s*)?Pending\s+(?:interlocutory\s+)?applications?[^.]*\."
    r"|(?:[A-Z][\w.]*\s+){1,4}(?:Appeals?|Petitions?)\s+(?:\w+\s+)?(?:allowed|dismissed|disposed\s+of)\.?"
    r"|^\W*(?:Appeals?|Petitions?)\s+(?:\w+\s+)?(?:allowed|dismissed|disposed\s+of)\W*$"
    r"|[.…_]{3,}\s*,?\s*(?:C\.?\s?J\.?\s?I?\.?|J\.)\s*[\[(][^\])]{3,40}[\])]",
    re.MULTILINE,
)
_LEAST_WORDS = 12  # words that are left of a passage without the foot


def is_apparatus(passage: str) -> bool:
    """Whether a passage is a running head, a list, a signature or the foot of a report, and no prose."""
    words: list[str] = _WORD.findall(_FOOT.sub(" ", passage))
    if len(words) < _LEAST_WORDS:
        return True
    share = sum(1 for word in words if word[0].islower()) / len(words)
    return share < (_MIXED if _LIST.search(passage) else _PROSE)


_REPORT = re.compile(r"\s*\[\d{4}\]\s(?:Suppl?\.?\s)?(?:\d+\s)?S\.\s?C\.\s?R\.\s\d+")


def is_headnote(text: str, span: Span) -> bool:
    """Whether a passage of a report is the reporter's: most of it precedes the words of the Court."""
    body = body_start(text)
    return body > 0 and span.end - body < body - span.start and _REPORT.match(text) is not None
