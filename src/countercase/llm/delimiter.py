"""Text of judgments, contracts and matters goes to a model only between marks that the text cannot write itself."""

import re
import secrets
from collections.abc import Iterable

# Chat formats of local servers: llama.cpp reads <|im_end|> inside a message as the end of that message.
_TURN_MARKS = re.compile(
    r"<(?=[|｜][^<>]{0,40}[|｜]>|/?s>|/?think>|(?:start|end)_of_turn>|/?SYS>>)|\[(?=/?(?:INST|SYSTEM_PROMPT)\])"
)


def new_nonce(texts: Iterable[str]) -> str:
    """A random word that stands in none of the texts."""
    together = "\n".join(texts)
    while True:
        nonce = secrets.token_hex(6)
        if nonce not in together:
            return nonce


def enclose(name: str, text: str, nonce: str) -> str:
    """The text between two marks that carry the nonce; chat-format marks inside are broken by a space."""
    if nonce in text:
        raise ValueError("the text holds the nonce that should enclose it")
    return f"<data {nonce} {name}>\n{defused(text)}\n</data {nonce}>"


def defused(text: str) -> str:
    """The text with a space in every mark that a chat format would take for its own."""
    return _TURN_MARKS.sub(lambda mark: f"{mark[0]} ", text)
