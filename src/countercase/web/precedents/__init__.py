"""The precedents of a matter, and what would change them."""
