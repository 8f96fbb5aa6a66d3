"""Finds the cases that a text cites by name or citation, and which stored case is meant."""

from countercase.law.precedents.find import PrecedentMention, annotate, find_precedents

__all__ = ["PrecedentMention", "annotate", "find_precedents"]
