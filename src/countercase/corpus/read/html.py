"""HTML pages: the judgment of an Indian Kanoon page, or the body of any other."""

from html.parser import HTMLParser

from countercase.corpus.read.document import decode
from countercase.errors import UnreadableFile

_BLOCKS = frozenset(
    (
        "address",
        "article",
        "blockquote",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "li",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tr",
        "ul",
    )
)
_SILENT = frozenset(
    ("script", "style", "noscript", "nav", "form", "button", "select", "svg", "head", "iframe", "template")
)
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
# The classes of an Indian Kanoon page that say what the case is.
_FIELD_OF_CLASS = {
    "docsource_main": "court",
    "doc_title": "title",
    "doc_author": "author",
    "doc_bench": "bench",
    "doc_citations": "citations",
}
_LABELS = ("Author:", "Bench:", "Equivalent citations:")


def parse_html(content: bytes) -> tuple[str, dict[str, str]]:
    """Text and fields; paragraphs are parted by an empty line, and `<pre>` keeps its lines."""
    page = _Page()
    page.feed(decode(content))
    page.close()
    text = page.judgment or page.body
    if not text:
        raise UnreadableFile("the page holds no text.")
    return text, page.fields


class _Page(HTMLParser):
    """Collects the text of `<div class="judgments">` apart from that of the whole body."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.fields: dict[str, str] = {}
        self._all: list[str] = []
        self._inside: list[str] = []
        self._open: list[str] = []
        self._silent = 0
        self._preformatted = 0
        self._judgment_depth: int | None = None
        self._field: tuple[str, int] | None = None

    @property
    def judgment(self) -> str:
        """The text of the judgment element, empty where the page has none."""
        return _tidy(self._inside)

    @property
    def body(self) -> str:
        """All text of the page."""
        return _tidy(self._all)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br":
            self._write("\n")
        if tag in _BLOCKS:
            self._write("\n\n")
        if tag in _VOID:
            return
        self._open.append(tag)
        self._silent += tag in _SILENT
        self._preformatted += tag == "pre"
        classes = (dict(attrs).get("class") or "").split()
        if "judgments" in classes and self._judgment_depth is None:
            self._judgment_depth = len(self._open)
        for name in classes:
            if name in _FIELD_OF_CLASS:
                self._field = (_FIELD_OF_CLASS[name], len(self._open))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self._open:
            return
        while self._open:
            closed = self._open.pop()
            self._silent -= closed in _SILENT
            self._preformatted -= closed == "pre"
            if closed == tag:
                break
        if tag in _BLOCKS:
            self._write("\n\n")
        if self._field and len(self._open) < self._field[1]:
            self._field = None
        if self._judgment_depth and len(self._open) < self._judgment_depth:
            self._judgment_depth = None

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._field:
            self._note(self._field[0], data)
        self._write(data if self._preformatted else _one_spaced(data))

    def _write(self, text: str) -> None:
        self._all.append(text)
        if self._judgment_depth:
            self._inside.append(text)

    def _note(self, field: str, data: str) -> None:
        value = f"{self.fields.get(field, '')} {data}"
        for label in _LABELS:
            value = value.replace(label, "")
        self.fields[field] = " ".join(value.split())


def _one_spaced(data: str) -> str:
    """Runs of space made one, also at the ends: words of neighbouring elements must not run together."""
    before = " " if data[:1].isspace() else ""
    after = " " if data.strip() and data[-1].isspace() else ""
    return before + " ".join(data.split()) + after


def _tidy(pieces: list[str]) -> str:
    lines = (line.strip() for line in "".join(pieces).split("\n"))
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).strip()
