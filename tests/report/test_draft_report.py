"""The check of a draft as a page."""

from datetime import date

from countercase.citator.draft import check_draft
from countercase.report.page import draft_page, marked_draft

DRAFT = "<script>alert(1)</script> He is charged under Section 912 of the Indian Penal Code, and see 2019 INSC 99999."


def test_the_page_lists_and_marks_what_is_wrong_and_escapes_the_draft() -> None:
    page = draft_page(DRAFT, check_draft(DRAFT, date(2024, 1, 1)), "<b>draft</b>")
    assert "Check of &lt;b&gt;draft&lt;/b&gt;" in page
    assert "no such provision" in page
    assert "does not exist" in page
    assert page.count('<mark class="wrong"') == 2
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_a_numbered_finding_can_be_linked_to() -> None:
    report = check_draft(DRAFT, date(2024, 1, 1))
    span = report.items[0].span
    marked = marked_draft(DRAFT, report, {(span.start, span.end): 1})
    assert '<mark class="wrong" id="at-1"' in marked
    assert '<a href="#found-1">1</a>' in marked
