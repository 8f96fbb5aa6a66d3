"""What pages are made of: templates and style, tables, and text with its marks. Everything is escaped.

The page of a checked draft is here too, because it has no other parts.
"""

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from countercase.domain.facts import Fact, FactSheet
from countercase.domain.span import Span, merge
from countercase.law.dates import written
from countercase.text.words import stem
from countercase.version import __version__

if TYPE_CHECKING:
    from jinja2 import Environment

    from countercase.citator.draft import DraftReport


_FIGURES = frozenset("+-−0123456789")  # the first character of a figure
STYLES = ("colours", "type", "pictures", "report")  # in this order: later ones override


def make_environment(*packages: str) -> "Environment":
    """An environment with the templates of these packages, then of this one. A missing variable is an error."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape

    from countercase.counterfactual.result import MEANING

    loaders = [PackageLoader(package) for package in (*packages, "countercase.report")]
    environment = Environment(
        loader=ChoiceLoader(loaders),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["day"] = long_day
    environment.filters["places"] = places
    environment.filters["moves"] = moves
    environment.globals.update(version=__version__, meaning=MEANING)
    return environment


def page(template: str, title: str, about: Mapping[str, Any], **values: Any) -> str:
    """A self-contained page: no script, font, image or address from elsewhere.

    `about` is listed at its end and says where the figures come from.
    """
    content = {"title": title, "about": {"countercase": __version__, **about}, "style": _stylesheet(), **values}
    return _environment().get_template(template).render(content)


def draft_page(text: str, report: "DraftReport", name: str) -> str:
    """The check of a draft as one page: what is wrong first, then what cannot be told, then the draft."""
    return page(
        "draft_report.html",
        f"Check of {name}",
        {"checked against": "our list of decisions, our table of overrulings and the stored cases"},
        findings=[
            (heading, [item for item in report.items if item.verdict == verdict])
            for verdict, heading in (("wrong", "Wrong"), ("unknown", "Cannot be told"))
        ],
        correct=sum(item.verdict == "ok" for item in report.items),
        marked=marked_draft(text, report),
    )


@cache
def _environment() -> "Environment":
    return make_environment()


@cache
def _stylesheet() -> Markup:
    """The whole style sheet. It is our own file, so it is not escaped."""
    folder = resources.files("countercase.report").joinpath("static")
    styles = (folder.joinpath(f"{name}.css").read_text(encoding="utf-8") for name in STYLES)
    return Markup("").join(map(Markup, styles))


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows under headings. `numbers` are right-aligned columns; `best` are the cells (row, column) in bold."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: frozenset[int] = frozenset()
    best: frozenset[tuple[int, int]] = frozenset()


def figures_table(rows: Sequence[Sequence[str]], mark_best: bool = False) -> ReportTable:
    """A table with the first row as headings; figures are right-aligned, and the largest marked if wanted."""
    heads, *body = rows
    best = set()
    for column in range(1, len(heads)) if mark_best and body else ():
        top = max(float(row[column]) for row in body)
        best |= {(index, column) for index, row in enumerate(body) if float(row[column]) == top}
    numbers = {column for column in range(len(heads)) if any(row[column][:1] in _FIGURES for row in body)}
    return ReportTable(heads, body, frozenset(numbers), frozenset(best))


def long_day(day: date | None) -> str:
    """The date as a brief writes it, `21 October 2024`; empty if there is none."""
    return written(day) if day else ""


def moves(value: float) -> str:
    """How far a change moves the list, as a sentence."""
    if value == 0:
        return "This change leaves the list as it is."
    return "The list hardly moves." if value < 0.05 else f"The list moves by {places(value)}."


def places(value: float) -> str:
    """A number of places: one decimal, and the word."""
    return f"{value:.1f} place{'' if f'{value:.1f}' == '1.0' else 's'}"


# Text with its marks: facts, words of a query, changes, answers, findings.

TYPE_NAMES: Mapping[str, str] = {
    "Section": "Law",
    "PartyType": "Parties",
    "Evidence": "Evidence",
    "Numerical": "Numbers",
    "Other": "Acts",
}
_CONTEXT = 12  # words kept on each side of a change
_DISTINCTIVE = 1.9  # rarity; a word below it occurs in one passage of seven or more and says little
_WORD = re.compile(r"\S+\s*")


def fact_class(fact: Fact) -> str:
    """The class that colours a fact by its type."""
    return fact.type.value if fact.type is not None else "Other"


def mark_facts(sheet: FactSheet) -> Markup:
    """The narrative in paragraphs with every mention of every fact marked; of two that overlap, the first wins."""
    mentions = sorted((span, number) for number, fact in enumerate(sheet.facts) for span in fact.spans)
    parts, end = [], 0
    for span, number in mentions:
        if span.start < end:
            continue
        fact = sheet.facts[number]
        parts.append(escape(sheet.narrative[end : span.start]))
        parts.append(
            Markup('<mark class="fact {}" data-fact="{}"><a href="#fact-{}">{}</a></mark>').format(
                fact_class(fact), number, number, span.of(sheet.narrative)
            )
        )
        end = span.end
    parts.append(escape(sheet.narrative[end:]))
    return Markup("").join(parts)


def mark_spans(text: str, spans: Iterable[Span], kind: str = "hit") -> Markup:
    """The text with some spans marked."""
    parts, end = [], 0
    for span in merge(spans):
        parts.append(escape(text[end : span.start]))
        parts.append(Markup('<mark class="{}">{}</mark>').format(kind, span.of(text)))
        end = span.end
    parts.append(escape(text[end:]))
    return Markup("").join(parts)


def mark_answers(text: str, gold: Sequence[Span], found: Mapping[int, Span]) -> Markup:
    """The text with the answer and the findings marked, each labelled at its start and (hidden) at its end."""
    names = {f"answer-{number}": ("gold", span) for number, span in enumerate(gold, start=1)}
    names |= {f"found-{rank}": ("found", span) for rank, span in found.items()}
    cuts = sorted({0, len(text), *(edge for _, span in names.values() for edge in (span.start, span.end))})
    parts: list[Markup] = []
    for start, end in pairwise(cuts):
        parts += [_label(name, kind) for name, (kind, span) in names.items() if span.start == start]
        kinds = sorted({kind for kind, span in names.values() if span.start <= start and end <= span.end})
        piece = escape(text[start:end])
        parts.append(Markup('<mark class="{}">{}</mark>').format(" ".join(kinds), piece) if kinds else piece)
        ends = [name for name, (_, span) in names.items() if span.end == end]
        parts += [Markup('<span class="hidden"> end of {} </span>').format(name.replace("-", " ")) for name in ends]
    return Markup("").join(parts)


def _label(name: str, kind: str) -> Markup:
    return Markup('<span class="badge {}" id="{}" tabindex="-1">{}</span>').format(kind, name, name.replace("-", " "))


def matched_words(text: str, stems: Collection[str], rarity: Callable[[str], float]) -> list[Span]:
    """The distinctive words of a text that a query shares; neighbours are joined, so that a phrase is one mark."""
    matches = [
        Span(match.start(), match.end())
        for match in re.finditer(r"[^\W\d_]{4,}", text)
        if (stemmed := stem(match[0].lower())) in stems and rarity(stemmed) >= _DISTINCTIVE
    ]
    return list(merge(matches, bridge_gap=1))


def query_stems(text: str) -> frozenset[str]:
    """The words of a query as indexed, without its provision tokens."""
    from countercase.retrieval.bm25 import tokenise

    return frozenset(token for token in tokenise(text) if ":" not in token)


def best_stretch(text: str, spans: Sequence[Span], width: int, first: int = 0) -> Span:
    """About `width` characters from `first` on, by sentences if possible, with most of the marks."""
    if len(text) - first <= width:
        return Span(first, max(first + 1, len(text)))
    starts = [first, *(match.end() for match in re.finditer(r"[.;?]\s+", text))]
    best = max(starts, key=lambda start: (sum(start <= span.start < start + width for span in spans), -start))
    end = min(len(text), best + width)
    stop = max(text.rfind(". ", best, end) + 1, text.rfind("; ", best, end) + 1)
    if end < len(text) and stop > best + width // 2:
        return Span(best, stop)
    space = text.rfind(" ", best, end)
    return Span(best, space if end < len(text) and space > best else end)


def word_changes(before: str, after: str, whole: bool = False) -> Markup:
    """The words removed and added; long unchanged stretches are cut unless the whole text is wanted."""
    left, right = _WORD.findall(before), _WORD.findall(after)
    parts: list[Markup] = []
    for what, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if what == "equal":
            parts.append(_kept(left[a:b], a == 0, b == len(left), whole))
            continue
        if b > a:
            parts.append(Markup("<del>{}</del> ").format("".join(left[a:b]).strip()))
        if d > c:
            parts.append(Markup("<ins>{}</ins> ").format("".join(right[c:d]).strip()))
    return Markup("").join(parts)


def _kept(words: Sequence[str], first: bool, last: bool, whole: bool) -> Markup:
    if whole:
        return escape("".join(words))
    head = [] if first else words[:_CONTEXT]
    tail = [] if last else words[max(len(head), len(words) - _CONTEXT) :]
    gap = "… " if len(head) + len(tail) < len(words) else ""
    return escape("".join(head)) + escape(gap) + escape("".join(tail))


def marked_draft(text: str, report: "DraftReport", numbers: Mapping[tuple[int, int], int] | None = None) -> Markup:
    """The draft with every finding marked; numbered findings can be linked to."""
    parts: list[Markup] = []
    end = 0
    for item in report.items:
        if item.span.start < end:
            continue  # a quotation that contains a citation is marked once
        parts.append(escape(text[end : item.span.start]))
        number = (numbers or {}).get((item.span.start, item.span.end))
        anchor = Markup(' id="at-{}" tabindex="-1"').format(number) if number else ""
        mark = Markup('<mark class="{}"{} title="{}">{}</mark>')
        parts.append(mark.format(item.verdict, anchor, item.says, item.span.of(text)))
        if number:
            parts.append(Markup('<sup><a href="#found-{}">{}</a></sup>').format(number, number))
        end = item.span.end
    return Markup("").join([*parts, escape(text[end:])])
