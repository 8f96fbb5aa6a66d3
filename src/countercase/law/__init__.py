"""Indian law read out of text, and the tables it is read against; every row of a table names its source.

provisions/   finds the Acts and provisions that a text cites, and brings each to a normal form
citations/    finds citations of law reports, and brings each to a normal form
precedents/   finds the cases that a text cites by name or citation, and which stored case is meant
quantities/   finds money, ages, durations, weights and dates, and measures them in one unit
tables/       the Acts, the codes of 2023 beside the old ones, neighbouring provisions, thresholds
anchors.py    where in a long text a pattern is worth trying: what keeps the finders fast
"""
