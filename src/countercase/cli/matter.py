"""The matter that a command is given: a text, a PDF, a fact sheet, a tree to go on with, or a ready matter."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from countercase.cli.input import pdf_text
from countercase.errors import InputError

if TYPE_CHECKING:
    from countercase.counterfactual.result import Matter

_FRONT = re.compile(r"\+\+\+\n.*?\n\+\+\+\n", re.DOTALL)


def read_matter(file: Path) -> "Matter":
    """The matter with its facts; a name without a file may be one of the ready matters."""
    from countercase.corpus.builtin import builtin_matters
    from countercase.counterfactual.result import Matter
    from countercase.counterfactual.tree_json import FORMAT
    from countercase.counterfactual.tree_json import from_json as tree_from_json
    from countercase.facts.extract import extract_facts
    from countercase.facts.sheet_json import from_json

    ready = {one.id: one for one in builtin_matters()}
    if file.name in ready and not file.exists():
        return Matter(file.name, ready[file.name].title, extract_facts(ready[file.name].text))
    content = _read(file, list(ready))
    if file.suffix.lower() == ".json":
        found = _parsed(content, file)
        if found.get("format") == FORMAT:
            tree = tree_from_json(found, from_json)
            return Matter(
                tree.case_id, str(found.get("title") or tree.case_id), tree.growth.tree.root.sheet, so_far=tree.growth
            )
        return Matter(file.stem, file.stem, from_json(found))
    text = pdf_text(file) if content.startswith(b"%PDF") else _text(content, file)
    if file.stem in ready:
        return Matter(file.stem, ready[file.stem].title, extract_facts(text))
    return Matter(file.stem, file.stem.replace("-", " ").replace("_", " "), extract_facts(text))


def _read(file: Path, ready: list[str]) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(
            f"{file} cannot be read: {error.strerror}. Check the name, or use a ready matter: {', '.join(ready)}."
        ) from None


def _text(content: bytes, file: Path) -> str:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8 text (byte {error.start}). Convert it.") from None
    body = _FRONT.sub("", text, count=1) if text.startswith("+++\n") else text
    if not body.strip():
        raise InputError(f"{file} is empty. Give it the facts of the matter.")
    return body.strip()


def _parsed(content: bytes, file: Path) -> dict[str, Any]:
    try:
        found = json.loads(content)
    except ValueError as error:
        raise InputError(f"{file} is not JSON: {error}.") from None
    if not isinstance(found, dict):
        raise InputError(f"{file} is not a fact sheet: it holds no object. See: countercase facts FILE --json")
    return found
