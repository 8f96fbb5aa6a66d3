"""The part of a document that a model is shown."""


def excerpt(text: str, near: int, characters: int) -> str:
    """All of a short text; of a longer one, that many characters around a place."""
    if len(text) <= characters:
        return text
    start = min(max(0, near - characters // 2), len(text) - characters)
    return text[start : start + characters]
