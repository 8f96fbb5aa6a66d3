"""Reads Indian law in text, and holds the tables of law; every row of a table names its source.

provisions/   finds the Acts and provisions that a text cites, and normalises each
citations/    finds citations of law reports, and normalises each
precedents/   finds the cases that a text cites by name or citation, and the stored case meant
quantities/   finds money, ages, durations, weights and dates, and converts each to one unit
ingredients/  what each charge, claim, defence and safeguard requires, and how matters state it
tables/       the Acts, the codes of 2023 beside the old ones, thresholds, periods, sentences, opposites
near_provisions.py   which provisions could be charged instead of another, or concern the same subject
dates.py      counts days, months and years as Indian law counts them
"""
