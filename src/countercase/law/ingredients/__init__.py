"""What each charge, claim, defence and safeguard needs in law, and the ways in which a matter says it."""

from countercase.law.ingredients.tables import (
    Ingredient,
    LegalSubject,
    LineRule,
    Role,
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
    "LegalSubject",
    "LineRule",
    "Role",
    "SubjectKind",
    "Tables",
    "Way",
    "WayStatus",
    "either_code",
    "load",
    "tables",
]
