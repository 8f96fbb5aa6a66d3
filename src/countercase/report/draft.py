"""The check of a draft as one self-contained page: the text with every finding marked, and the list of findings."""

from collections.abc import Mapping
from html import escape

from countercase.citator.draft import CheckedItem, DraftReport

STYLE = """
body { font: 1rem/1.6 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #1c1b19; background: #fbfaf7; }
h1, h2 { line-height: 1.25; } li { margin: .4rem 0; } .text { white-space: pre-wrap; overflow-wrap: break-word; }
mark { background: #eef3ea; } mark.wrong { background: #f7d9d7; } mark.unknown { background: #f6efd0; }
.faint { color: #5d5952; } .wrong strong { color: #a3242b; }
@media (prefers-color-scheme: dark) {
  body { background: #191817; color: #eceae5; } mark { background: #24352a; color: inherit; }
  mark.wrong { background: #5a2422; } mark.unknown { background: #4d4520; } .faint { color: #b3aea4; }
}
"""
ABOUT = (
    "Checked against our list of decisions, our table of overrulings and the stored cases. "
    "What cannot be told may be right."
)
HEADINGS = {"wrong": "Wrong", "unknown": "Cannot be told"}


def draft_page(text: str, report: DraftReport, name: str) -> str:
    """The page. All text from outside is escaped."""
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>Check of {escape(name)}</title><style>{STYLE}</style></head><body><main>",
        f"<h1>Check of {escape(name)}</h1>",
        f"<p class='faint'>{ABOUT}</p>",
    ]
    for verdict, heading in HEADINGS.items():
        items = [item for item in report.items if item.verdict == verdict]
        if items:
            parts.append(f"<h2>{heading} ({len(items)})</h2><ol class='{verdict}'>{''.join(map(_item, items))}</ol>")
    correct = sum(item.verdict == "ok" for item in report.items)
    parts.append(f"<p>{correct} citations, quotations and provisions are correct.</p>")
    parts.append(f"<h2>The draft</h2><div class='text'>{marked_draft(text, report)}</div></main></body></html>")
    return "\n".join(parts)


def _item(item: CheckedItem) -> str:
    problem = f"<strong>{escape(item.problem)}</strong>: " if item.problem else ""
    return f"<li>{escape(item.kind)} “{escape(' '.join(item.text.split()))}” — {problem}{escape(item.says)}</li>"


def marked_draft(text: str, report: DraftReport, numbers: Mapping[tuple[int, int], int] | None = None) -> str:
    """The draft as HTML with every finding marked; numbered findings can be linked to."""
    parts: list[str] = []
    end = 0
    for item in report.items:
        if item.span.start < end:
            continue  # a quotation that contains a citation is marked once
        parts.append(escape(text[end : item.span.start]))
        marked = escape(text[item.span.start : item.span.end])
        number = (numbers or {}).get((item.span.start, item.span.end))
        anchor = f" id='at-{number}' tabindex='-1'" if number else ""
        parts.append(f"<mark class='{item.verdict}'{anchor} title='{escape(item.says, quote=True)}'>{marked}</mark>")
        parts.append(f"<sup><a href='#found-{number}'>{number}</a></sup>" if number else "")
        end = item.span.end
    return "".join([*parts, escape(text[end:])])
