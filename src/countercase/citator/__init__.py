"""Citator: the catalogue of decisions, how later judgments treated them, and the check of a draft."""
