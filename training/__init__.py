"""How the shipped weights were made. Run from the repository root."""

import countercase  # noqa: F401 - silences the telemetry of libraries before they are loaded
