"""One answer of a results file, which may hold thousands: its line is found as text, and only that is read."""

import json
from pathlib import Path

from countercase.cuad.adapters import read_results
from countercase.cuad.benchmark import RetrievedSnippet
from countercase.errors import InputError


def recorded_answer(path: Path, query: str) -> tuple[RetrievedSnippet, ...]:
    """What was recorded for a query, best first; nothing where the file has no line for it."""
    forms = {json.dumps(query), json.dumps(query, ensure_ascii=False)}
    found: tuple[RetrievedSnippet, ...] | None = None
    try:
        with path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, start=1):
                if any(form in line for form in forms):
                    found = _snippets(line, f"{path.name}:{number}")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path.name} cannot be read: {error}. Write it again.") from None
    if found is None:  # a writer that escapes in another way
        return tuple(read_results(path).answers.get(query, ()))
    return found


def _snippets(line: str, where: str) -> tuple[RetrievedSnippet, ...]:
    try:
        return tuple(RetrievedSnippet.model_validate(one) for one in json.loads(line)["snippets"])
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{where}: not a line of a results file. Write it again.") from None
