"""From a narrative to a fact sheet, every fact with its place."""
