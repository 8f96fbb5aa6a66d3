"""Switches off the telemetry of the libraries we load. The package calls this before it loads any of them.

onnxruntime reads its switch once, when its native library is loaded. Without it, about nine seconds after the first
model is loaded, it contacts its maker and leaves a device id in the user's cache folder; `disable_telemetry_events()`
comes too late. Child processes inherit the environment, so they are silent too. `tests/test_silence.py` watches the
system calls.
"""

import os

SWITCHES = {
    "ORT_DISABLE_TELEMETRY": "1",  # onnxruntime
    "ANONYMIZED_TELEMETRY": "False",  # chromadb
    "HF_HUB_DISABLE_TELEMETRY": "1",  # sentence-transformers and transformers, by way of huggingface_hub
    "RAY_USAGE_STATS_ENABLED": "0",  # ray
    "DO_NOT_TRACK": "1",  # any library that honours this convention
}


def silence_libraries() -> None:
    """Set every switch, whatever the environment says."""
    os.environ.update(SWITCHES)
