"""Metrics, test sets, experiments and their results."""
