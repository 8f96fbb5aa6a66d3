"""The tree of changes."""
