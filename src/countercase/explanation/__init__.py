"""Explains why a case was found and why the ranks moved; every sentence has an anchor."""
