"""Reads Indian law in text, and holds the tables of law; every row of a table names its source.

provisions/   finds the Acts and provisions that a text cites, and normalises each
citations/    finds citations of law reports, and normalises each
precedents/   finds the cases that a text cites by name or citation, and the stored case meant
quantities/   finds money, ages, durations, weights and dates, and converts each to one unit
tables/       the Acts, the codes of 2023 beside the old ones, neighbouring provisions, thresholds
anchors.py    finds where in a long text a pattern is worth trying, which keeps the finders fast
"""
