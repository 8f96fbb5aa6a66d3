"""Runnable measurements. `python -m benchmarks` runs all that the data at hand allows; results are JSON."""
