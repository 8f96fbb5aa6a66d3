"""Citator: the catalogue of decisions, what later judgments did with them, and the check of a draft."""
