"""Small PDFs made on the spot: text at places on pages, or pictures of such pages."""

import zlib
from collections.abc import Sequence

Word = tuple[float, float, str]  # x and y from the lower left corner, in points, and the text

WIDTH, HEIGHT = 595, 842


def text_pdf(pages: Sequence[Sequence[Word]], size: float = 10) -> bytes:
    """A PDF with a text layer."""
    contents = []
    for words in pages:
        shown = [f"BT /F1 {size} Tf {x} {y} Td ({_escaped(text)}) Tj ET" for x, y, text in words]
        contents.append("\n".join(shown).encode("latin-1"))
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    return _document([(content, b"/Font << /F1 FONT >>", b"") for content in contents], font)


def lines(texts: Sequence[str], x: float = 72, top: float = 760, leading: float = 14) -> list[Word]:
    """Lines one below the other; an empty text leaves a gap."""
    return [(x, top - leading * place, text) for place, text in enumerate(texts) if text]


def scanned_pdf(pdf: bytes) -> bytes:
    """The same pages as pictures, without a text layer."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    pages = []
    for page in document:
        pixels = page.render(scale=200 / 72, grayscale=True).to_numpy()
        rows, columns = pixels.shape[:2]
        data = zlib.compress(pixels.reshape(rows, columns, -1)[:, :, 0].tobytes())
        picture = (
            b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8"
            b" /Filter /FlateDecode /Length %d >>\nstream\n" % (columns, rows, len(data))
        ) + data + b"\nendstream"  # fmt: skip
        pages.append((b"%d 0 0 %d 0 0 cm /Im Do" % (WIDTH, HEIGHT), b"/XObject << /Im PICTURE >>", picture))
    document.close()
    return _document(pages, b"null")


def bomb_pdf(megabytes: int) -> bytes:
    """A small file whose one page unpacks to that many megabytes."""
    packer = zlib.compressobj(level=1)
    packed = b"".join(packer.compress(b" " * 2**20) for _ in range(megabytes)) + packer.flush()
    stream = b"<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(packed), packed)
    return _document([(b"", b"", b"")], b"null").replace(b"<< /Length 0 >>\nstream\n\nendstream", stream)


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _document(pages: Sequence[tuple[bytes, bytes, bytes]], font: bytes) -> bytes:
    """Objects: 1 catalogue, 2 page tree, 3 font, then page, content and picture of each page."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", font]
    kids = []
    for content, resources, picture in pages:
        number = len(objects) + 1
        kids.append(b"%d 0 R" % number)
        named = resources.replace(b"FONT", b"3 0 R").replace(b"PICTURE", b"%d 0 R" % (number + 2))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R /Resources << %s >> >>"
            % (WIDTH, HEIGHT, number + 1, named)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(picture or b"null")
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)
