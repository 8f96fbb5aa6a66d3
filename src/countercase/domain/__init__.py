"""Frozen types and Protocols. No I/O, no defaults that a user may set, nothing but the standard library."""
