"""Readers: one file a format. Each gives the text as the source has it, with its pages; nothing is repaired here."""
