"""Spoils an example: flipped bits, cuts, repeats, foreign pieces, odd values. The same number spoils the same way."""

import random
import re

ODD = tuple(
    piece.encode("utf-8", errors="surrogatepass")
    for piece in (
        "", " ", "\n", "\r", "\t", "\x00", "\x1b[2J", "\x85", "\u2028", "\ufeff", "\ufffe", "\ud800", "\u202e",
        "\u0661\u0662", "²",
        "½", "İ", "ß", "ﬁ", "१७", "-1", "0", "-0", "1e999", "NaN", "Infinity", "null", "true", "[]", "{}",
        "[" * 500,
        '{"a":' * 300, "9" * 30, "9" * 5000, "10000000000000000000000000", "0.0000001",
        "32.13.2010", "29 February 2001",
        "31st June, 0000", "Section ", "Sections 302 to 99999999", "s. 0", "(9999) 0 SCC 0", "AIR 0 SC 0",
        "v.", " v. " * 50,
        "aged 0", "aged 999999999999", "Rs. " + "9" * 400, "lakh crore lakh ", "<" * 300, "&#xD800;",
        "&#99999999;", "]]>",
        "<!--", "<![CDATA[", "\\u0000", "\\ud800", '"', "'", ",", ";", "=", "..", "2000..1000", "A" * 3000, "\x80\xff",
    )
)  # fmt: skip
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_QUOTED = re.compile(rb'"[^"\n]{0,200}"')


def spoiled(seed: bytes, number: int) -> bytes:
    """The example after one to four strokes."""
    rng = random.Random(number)
    for _ in range(rng.choice((1, 1, 2, 4))):
        seed = rng.choice(STROKES)(seed, rng)
    return seed[:200_000]


def _flip(content: bytes, rng: random.Random) -> bytes:
    flipped = bytearray(content or b"x")
    for _ in range(rng.choice((1, 2, 8))):
        flipped[rng.randrange(len(flipped))] ^= 1 << rng.randrange(8)
    return bytes(flipped)


def _cut(content: bytes, rng: random.Random) -> bytes:
    start, end = sorted((rng.randrange(len(content) + 1), rng.randrange(len(content) + 1)))
    return content[:start] + content[end:]


def _end(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _insert(content: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(content) + 1)
    return content[:place] + rng.choice(ODD) + content[place:]


def _repeat(content: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(content) + 1)
    piece = content[start : start + rng.choice((1, 5, 40))]
    return content[:start] + piece * rng.choice((2, 10, 200)) + content[start:]


def _replaced(content: bytes, rng: random.Random, found: list[re.Match[bytes]], piece: bytes) -> bytes:
    if not found:
        return _insert(content, rng)
    match = rng.choice(found)
    return content[: match.start()] + piece + content[match.end() :]


def _number(content: bytes, rng: random.Random) -> bytes:
    return _replaced(content, rng, list(_NUMBER.finditer(content)), rng.choice(ODD))


def _value(content: bytes, rng: random.Random) -> bytes:
    piece = rng.choice(ODD)
    return _replaced(content, rng, list(_QUOTED.finditer(content)), rng.choice((piece, b'"' + piece + b'"')))


STROKES = (_flip, _cut, _end, _insert, _insert, _repeat, _number, _value)
