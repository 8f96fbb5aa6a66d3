"""A section, article or rule in its normal form: `IPC-302`, `Constitution-Article-21`, `CPC-Order-7-Rule-11`.

A Part or an Exception without brackets is a clause too, written `IPC-304-Part-II` and `IPC-300-Exception-4`, so that
it falls back to its section wherever a clause does.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

_ID = re.compile(
    r"(?P<act>[A-Za-z][A-Za-z0-9]*)-"
    r"(?:(?P<article>Article)-|Order-(?P<order>\d+[A-Z]{0,2})-Rule-)?"
    r"(?P<number>\d+[A-Z]{0,3})"
    r"(?:-(?P<limb>Part-(?:I{1,3}|IV|V)|Exception-[1-9][0-9]?))?"
    r"(?P<clauses>(?:\([0-9A-Za-z]+\))*)"
)


@dataclass(frozen=True, slots=True, order=True)
class Provision:
    """One provision of one Act. `act` is the short name of the law tables; `order` is set for rules of an Order."""

    act: str
    number: str
    clauses: tuple[str, ...] = ()
    order: str | None = None
    article: bool = False

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ValueError(f"{self.id!r} is not a provision id such as IPC-302 or Constitution-Article-19(1)(g)")

    @property
    def id(self) -> str:
        """The normal form, unique for the provision."""
        return self.base + "".join(f"-{clause}" if "-" in clause else f"({clause})" for clause in self.clauses)

    @property
    def written(self) -> str:
        """The number as lawyers write it: `103(1)`, `304 Part II`, `300 Exception 4`."""
        clauses = (f" {clause.replace('-', ' ')}" if "-" in clause else f"({clause})" for clause in self.clauses)
        return self.number + "".join(clauses)

    @property
    def base(self) -> str:
        """The provision without its clauses: `BNS-103(1)` -> `BNS-103`, `IPC-304-Part-II` -> `IPC-304`."""
        if self.order is not None:
            return f"{self.act}-Order-{self.order}-Rule-{self.number}"
        return f"{self.act}-Article-{self.number}" if self.article else f"{self.act}-{self.number}"

    def shared_with(self, others: Iterable["Provision"]) -> "Provision":
        """The provision in as much detail as one of the others has: the section alone if none has the same clauses."""
        has_clauses = any(self.clauses == other.clauses[: len(self.clauses)] for other in others)
        return self if has_clauses else replace(self, clauses=())

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a normal form; `countercase.law.provisions` reads free text."""
        match = _ID.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is not a provision id such as IPC-302 or Constitution-Article-19(1)(g)")
        bracketed = match["clauses"][1:-1].split(")(") if match["clauses"] else []
        clauses = tuple([match["limb"], *bracketed] if match["limb"] else bracketed)
        return cls(match["act"], match["number"], clauses, match["order"], match["article"] is not None)

    def __str__(self) -> str:
        return self.id
