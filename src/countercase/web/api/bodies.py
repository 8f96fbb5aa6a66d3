"""What requests may carry; a field that is not known is refused."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from countercase.web.workbench import MAX_NARRATIVE


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SearchBody(_Body):
    """A search, as `countercase search` takes it."""

    text: str = Field(min_length=1, max_length=MAX_NARRATIVE)
    plan: str | None = None
    top_k: int | None = Field(None, ge=1, le=1000)
    filters: list[str] = Field(default_factory=list, description="Such as year=2010..2015, bench=3, provision=IPC-302")
    before: str | None = Field(None, description="Only cases decided before this day, as 2015-03-31")


class TextBody(_Body):
    """A text to read."""

    text: str = Field(min_length=1, max_length=MAX_NARRATIVE)


class NewMatter(TextBody):
    """A matter to keep."""

    title: str = ""


class NextVersion(_Body):
    """A matter as it should be next; `version` is the one it was made from."""

    version: int
    title: str
    sheet: dict[str, Any]
    locks: list[list[str]] = Field(default_factory=list)


class TreeBody(_Body):
    """How large a tree may grow."""

    depth: int = Field(2, ge=1, le=5)
    children: int = Field(8, ge=1, le=50)


class ReachBody(_Body):
    """A case to be brought into the list or driven out of it."""

    case_id: str
    aim: Literal["bring_in", "drive_out"]
