"""Reads a narrative into a fact sheet. Every fact keeps its position in the text."""
