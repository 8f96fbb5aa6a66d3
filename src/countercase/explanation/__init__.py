"""Why this case, and why the ranks moved; every sentence with its anchor."""
