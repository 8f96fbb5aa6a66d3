"""Word files (.docx) as text: paragraphs and the cells of tables, in order."""

import io
import zipfile

from countercase.errors import MissingExtra, UnreadableFile

_MOST_BYTES = 200 * 1024 * 1024  # of the unpacked document; a brief has under one


def read_docx(content: bytes) -> str:
    """The text; `UnreadableFile` says why there is none."""
    try:
        import docx
        from docx.table import Table
    except ImportError:
        raise MissingExtra("python-docx", "web") from None
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > _MOST_BYTES:
                raise UnreadableFile("the Word file unpacks to more than 200 MB. Save its text in a new file.")
        document = docx.Document(io.BytesIO(content))
        parts = []
        for block in document.iter_inner_content():
            if isinstance(block, Table):
                parts += ["\t".join(cell.text.strip() for cell in row.cells) for row in block.rows]
            else:
                parts.append(block.text)
    except UnreadableFile:
        raise
    except Exception as error:  # noqa: BLE001 - python-docx raises whatever its XML reader does
        raise UnreadableFile(f"it cannot be read as a Word file: {str(error)[:120]}. Save it again.") from None
    return "\n\n".join(part for part in parts if part.strip())
