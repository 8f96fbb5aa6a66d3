"""Results of benchmarks and evaluation runs."""
