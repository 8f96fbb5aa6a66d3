"""Cases in full, with the pages of their PDF."""
