"""Runnable measurements. `python -m benchmarks` runs all that the data at hand allows; results are JSON."""

import os

import countercase  # noqa: F401 - silences the telemetry of libraries before they are loaded

os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")  # as the command line sets it, before numpy is loaded
