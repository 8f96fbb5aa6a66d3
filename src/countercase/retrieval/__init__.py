"""Six-stage precedent retrieval."""
