"""The check of a draft: the text with every finding marked, and one self-contained page with the list of findings."""

from collections.abc import Mapping

from markupsafe import Markup, escape

from countercase.citator.draft import DraftReport
from countercase.report.page import page

HEADINGS = {"wrong": "Wrong", "unknown": "Cannot be told"}
ABOUT = {"checked against": "our list of decisions, our table of overrulings and the stored cases"}


def draft_page(text: str, report: DraftReport, name: str) -> str:
    """The findings as one self-contained page: what is wrong first, then what cannot be told, then the draft."""
    return page(
        "draft_report.html",
        f"Check of {name}",
        ABOUT,
        findings=[
            (heading, [item for item in report.items if item.verdict == verdict])
            for verdict, heading in HEADINGS.items()
        ],
        correct=sum(item.verdict == "ok" for item in report.items),
        marked=marked_draft(text, report),
    )


def marked_draft(text: str, report: DraftReport, numbers: Mapping[tuple[int, int], int] | None = None) -> Markup:
    """The draft with every finding marked; numbered findings can be linked to."""
    parts: list[Markup] = []
    end = 0
    for item in report.items:
        if item.span.start < end:
            continue  # a quotation that contains a citation is marked once
        parts.append(escape(text[end : item.span.start]))
        number = (numbers or {}).get((item.span.start, item.span.end))
        anchor = Markup(' id="at-{}" tabindex="-1"').format(number) if number else ""
        mark = Markup('<mark class="{}"{} title="{}">{}</mark>')
        parts.append(mark.format(item.verdict, anchor, item.says, item.span.of(text)))
        if number:
            parts.append(Markup('<sup><a href="#found-{}">{}</a></sup>').format(number, number))
        end = item.span.end
    return Markup("").join([*parts, escape(text[end:])])
