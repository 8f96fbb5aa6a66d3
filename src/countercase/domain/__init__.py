"""Frozen types and Protocols. No I/O, no user settings, only the standard library."""
