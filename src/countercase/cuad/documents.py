"""The contracts that are searched: every text file below the corpus folder."""

from dataclasses import dataclass
from pathlib import Path

from countercase.errors import InputError


@dataclass(frozen=True, slots=True)
class Document:
    """A contract, under the path that snippets use."""

    file_path: str
    text: str


def read_corpus(folder: Path) -> list[Document]:
    """All `.txt` files below the folder, in order of their paths; `cuad/NAME.txt` where the folder holds `cuad`."""
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder. Give --corpus the folder that holds cuad/NAME.txt.")
    documents = []
    for path in sorted(folder.rglob("*.txt")):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"{path} is not UTF-8 text (byte {error.start}). Convert it or take it away.") from None
        documents.append(Document(path.relative_to(folder).as_posix(), text))
    if not documents:
        raise InputError(f"There is no .txt file below {folder}.")
    return documents
