"""Which facts matter."""
