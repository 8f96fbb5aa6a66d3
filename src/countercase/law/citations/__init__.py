"""Finds citations of law reports, and brings each to a normal form."""

from countercase.law.citations.find import Citation, CitationMention, find_citations, normalise_citation

__all__ = ["Citation", "CitationMention", "find_citations", "normalise_citation"]
