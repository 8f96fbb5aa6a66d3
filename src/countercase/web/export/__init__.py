"""A matter to take away."""
