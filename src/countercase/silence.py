"""Switches off the telemetry of the libraries we load. Imported by the package itself, before any of them.

onnxruntime reads its switch once, when its native library is loaded: about nine seconds after the first model it
contacts its maker and leaves a device id in the user's cache folder. `disable_telemetry_events()` comes too late.
Child processes inherit the environment, so they are silent too. `tests/test_silence.py` watches the system calls.
"""

import os

SWITCHES = {
    "ORT_DISABLE_TELEMETRY": "1",  # onnxruntime
    "ANONYMIZED_TELEMETRY": "False",  # chromadb
    "HF_HUB_DISABLE_TELEMETRY": "1",  # sentence-transformers and transformers, by way of huggingface_hub
    "RAY_USAGE_STATS_ENABLED": "0",  # ray
    "DO_NOT_TRACK": "1",  # whoever honours the common word
}


def silence_libraries() -> None:
    """Set every switch, over whatever the environment said."""
    os.environ.update(SWITCHES)
