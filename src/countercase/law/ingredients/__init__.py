"""What each charge, claim, defence and safeguard requires in law, and how a matter may state it."""

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
