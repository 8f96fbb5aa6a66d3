"""What each charge, claim, defence and safeguard needs in law, and the ways in which a matter says it."""

from countercase.law.ingredients.tables import (
    Ingredient,
    LineRule,
    Role,
    Subject,
    SubjectKind,
    Tables,
    Way,
    WayStatus,
    either_code,
    load,
    tables,
)

__all__ = [
    "Ingredient",
    "LineRule",
    "Role",
    "Subject",
    "SubjectKind",
    "Tables",
    "Way",
    "WayStatus",
    "either_code",
    "load",
    "tables",
]
