"""A narrative of 500 words asks several things; each window asks about one of them."""

import re

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+(?=[\"'“(]?[A-Z0-9])|\n\s*\n")


def split_windows(text: str, words: int, most: int) -> tuple[str, ...]:
    """Sentence-aligned pieces of about `words` words, at most `most` of them; a short text is one piece.

    A text that needs more than `most` windows gets longer ones, so that nothing of it is dropped.
    """
    sentences = [piece for piece in _SENTENCE_END.split(text) if piece.strip()]
    total = sum(len(sentence.split()) for sentence in sentences)
    if total == 0:
        return ()
    count = min(most, max(1, round(total / words)))
    size = total / count
    windows: list[list[str]] = [[]]
    used = 0
    for sentence in sentences:
        length = len(sentence.split())
        if windows[-1] and used + length / 2 > size * len(windows) and len(windows) < count:
            windows.append([])
        windows[-1].append(sentence)
        used += length
    return tuple(" ".join(window) for window in windows)
