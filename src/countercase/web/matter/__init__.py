"""The first page, and the facts of a matter."""
