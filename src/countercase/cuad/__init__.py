"""The span-level contract benchmark."""
