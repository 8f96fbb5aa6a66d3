"""The version, stated once beside pyproject.toml; a test holds the two together."""

__version__ = "0.1.0"
