"""Which contracts were tuned on and which only reported: by the hash of the file name, so the same everywhere.

The built-in encoder was trained on the same half (`training/contracts.py`), so what is reported on the other half is
new to the clause words and to the encoder alike.
"""

import hashlib
import re
import unicodedata
from pathlib import PurePosixPath
from typing import Literal

Half = Literal["tuned", "held_out"]

_NOT_BARE = re.compile(r"\W+")


def half_of(file_path: str) -> Half:
    """The half of a contract, by the word characters of its file name without folder and ending."""
    stem = unicodedata.normalize("NFC", PurePosixPath(file_path).stem)
    bare = _NOT_BARE.sub("", stem).lower()
    return "tuned" if hashlib.sha256(bare.encode()).digest()[-1] % 2 == 0 else "held_out"
