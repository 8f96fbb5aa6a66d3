"""Metrics, test sets, experiments and significance."""
