"""Settings in, ready objects out: the only place that wires one package to another."""
