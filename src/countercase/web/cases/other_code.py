"""What a provision is called in the other code, for pages that show any provision."""

from countercase.domain.provision import Provision
from countercase.errors import LawError
from countercase.law.tables.codes import counterparts


def in_other_code(provision: Provision) -> tuple[str, ...]:
    """Its ids in the other code; none for an Act that no code of 2023 replaced, and for a section that it lacks."""
    try:
        return tuple(one.provision.id for one in counterparts(provision) if one.provision)
    except LawError:
        return ()
