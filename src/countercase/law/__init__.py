"""Provisions, codes, thresholds and citations of Indian law. Tables are data files with a source on every row."""
