"""The bodies of requests. An unknown field is refused."""

import re
from datetime import date
from math import isfinite
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from countercase.web.workbench import MAX_NARRATIVE

MAX_QUERIES = 1000
_SURROGATE = re.compile("[\ud800-\udfff]")
MAX_JUDGED = 1000  # cases per query
Name = Annotated[str, Field(min_length=1, max_length=300)]
Grade = Annotated[int, Field(ge=-10, le=100)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _storable(cls, content: Any) -> Any:
        """Refuse values that cannot be stored or shown, at any depth."""
        check_storable(content)
        return content


def check_storable(content: Any) -> None:
    """Raises ValueError for a lone surrogate, for NaN or infinity, and for an integer beyond 64 bits."""
    match content:
        case dict():
            for name, value in content.items():
                check_storable(name)
                check_storable(value)
        case list():
            for value in content:
                check_storable(value)
        case str() if not content.isascii() and _SURROGATE.search(content):
            raise ValueError("a text contains half a character (a lone surrogate)")
        case float() if not isfinite(content):
            raise ValueError("a number is infinite or NaN")
        case int() if not -(2**63) <= content < 2**63:
            raise ValueError("a number has more than 64 bits")


class SearchBody(_Body):
    """A search, as in `countercase search`."""

    text: str = Field(min_length=1, max_length=MAX_NARRATIVE)
    plan: str | None = None
    top_k: int | None = Field(None, ge=1, le=1000)
    filters: list[str] = Field(default_factory=list, description="Such as year=2010..2015, bench=3, provision=IPC-302")
    before: str | None = Field(None, description="Only cases decided before this day, as 2015-03-31")


class TextBody(_Body):
    """A text to read."""

    text: str = Field(min_length=1, max_length=MAX_NARRATIVE)


class NewMatter(TextBody):
    """A matter to save."""

    title: str = ""


class NextVersion(_Body):
    """The next version of a matter; `version` is the one that it is based on."""

    version: int
    title: str
    sheet: dict[str, Any]
    locks: list[list[str]] = Field(default_factory=list)


class TreeBody(_Body):
    """The size of a tree."""

    depth: int = Field(2, ge=1, le=5)
    children: int = Field(8, ge=1, le=50)


class FewestChangesBody(_Body):
    """A case to bring into the list or drive out of it."""

    case_id: str
    aim: Literal["bring_in", "drive_out"]


class QueryRow(_Body):
    """A query in BEIR's format; `case_id` is the case it was made from and `decided` that case's date, if known."""

    id: Name = Field(alias="_id")
    text: str = Field(min_length=1, max_length=MAX_NARRATIVE)
    case_id: Name | None = None
    decided: date | None = None


class EvaluationBody(_Body):
    """Queries and judgments, as in `countercase eval retrieval`."""

    queries: list[QueryRow] = Field(min_length=1, max_length=MAX_QUERIES, description="Such as {_id, text}")
    qrels: dict[Name, Annotated[dict[Name, Grade], Field(max_length=MAX_JUDGED)]] = Field(
        min_length=1, max_length=MAX_QUERIES, description="Query to case to grade; unjudged queries are left out"
    )
    plans: list[Name] = Field(default_factory=list, max_length=10, description="If empty, the plan in the settings")
    metrics: list[Name] = Field(default_factory=list, max_length=20, description="Such as NDCG@10 or MAP")
    depth: int = Field(100, ge=1, le=1000)
    baseline: Name = "floor_bm25"
    seed: int = Field(0, ge=0, lt=2**32)
