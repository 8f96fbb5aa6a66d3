"""Cleaning: removes what the printer added, and keeps the original place of every character that stays."""

from collections.abc import Sequence
from dataclasses import dataclass

from countercase.corpus.clean import reports
from countercase.corpus.clean.broken_words import character_cuts, footnote_cuts, hyphen_cuts, ligature_cuts
from countercase.corpus.clean.offsets import Cut, OffsetMap, apply_cuts
from countercase.corpus.clean.prints import print_cuts
from countercase.corpus.clean.reports import counsel_cuts, margin_cuts
from countercase.corpus.read.document import PageSpan

__all__ = ["Cleaned", "Cut", "OffsetMap", "apply_cuts", "clean"]


@dataclass(frozen=True, slots=True)
class Cleaned:
    """The text to be stored, its pages in offsets of that text, and the map back to the text as read."""

    text: str
    pages: tuple[PageSpan, ...]
    offsets: OffsetMap


def clean(text: str, pages: Sequence[PageSpan] = ()) -> Cleaned:
    """Cuts what is not part of the judgment. Every rule sees the text as read, so one map leads back."""
    cuts = [
        *character_cuts(text),
        *hyphen_cuts(text),
        *ligature_cuts(text),
        *footnote_cuts(text),
        *print_cuts(text, pages),
        *counsel_cuts(text),
    ]
    volume = reports.find_volume(text) if not pages else None
    if volume is not None:
        heads = reports.find_heads(text, volume)
        pages = reports.report_pages(text, volume, heads)
        bodies = [volume.body, *(head.end for head in heads)]
        cuts += [*reports.head_cuts(text, volume, heads), *margin_cuts(text, pages, bodies)]
    cleaned, offsets = apply_cuts(text, cuts)
    return Cleaned(cleaned, tuple(_moved(page, offsets) for page in pages), offsets)


def _moved(page: PageSpan, offsets: OffsetMap) -> PageSpan:
    start = offsets.cleaned(page.start)
    end = max(start, offsets.cleaned(page.end))
    return PageSpan(page.number, start, end, page.readable, page.ocr)
