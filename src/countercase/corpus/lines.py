"""Short lines: headings and names of judges stand on them, paragraphs do not."""

from collections.abc import Iterator


def short_lines(text: str, longest: int, start: int = 0) -> Iterator[int]:
    """Where lines of at most so many characters begin, from `start` on, which counts where it begins a line."""
    if start and text[start - 1 : start] != "\n":
        start = text.find("\n", start) + 1
        if not start:
            return
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if end - start <= longest:
            yield start
        start = end + 1
