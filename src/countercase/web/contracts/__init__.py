"""Contract tests, opened in their contract."""
