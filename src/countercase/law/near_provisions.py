"""Which provisions are near each other. There are two answers, because there are two questions.

*What could be charged instead?* Murder and culpable homicide: the table of neighbours answers, step by step.
*What belongs to the same subject?* Section 149 IPC punishes what section 141 defines. Neither can be charged instead of
the other, so the table does not connect them, and yet the five persons of section 141 matter wherever section 149 is
named. Acts keep a subject together, so the distance between section numbers answers.
"""

from functools import cache

from countercase.domain.provision import Provision
from countercase.law.tables.adjacency import Edge, EdgeKind, distance, neighbours
from countercase.law.tables.codes import equivalents

SWAPS = 2  # steps in the table of neighbours beyond which a provision no longer concerns the same events
_CHAPTER = 10  # sections; unlawful assembly is IPC 141 to 149


@cache
def can_replace(provision: Provision, other: Provision) -> bool:
    """Whether one could be charged instead of the other, under either code, within two steps of the table."""
    same = {provision, *equivalents(provision)}
    return other in same or any(distance(other, near, SWAPS) is not None for near in same)


def same_subject(left: Provision, right: Provision) -> bool:
    """Whether two provisions of one Act are close enough to concern one subject."""
    is_one_series = (left.act, left.order, left.article) == (right.act, right.order, right.article)
    return is_one_series and abs(_number(left) - _number(right)) <= _CHAPTER


def replacements(provision: Provision) -> tuple[Edge, ...]:
    """The neighbours that may replace a charge; provisions only cited beside it are left out."""
    return tuple(edge for edge in neighbours(provision) if not edge.kind.is_beside)


def other_names(provision: Provision) -> tuple[Edge, ...]:
    """The neighbours that label the same events differently: a replacement, but not another step of procedure.

    A what-if may ask for bail under another section; a case on that section is not about the same events.
    """
    return tuple(edge for edge in replacements(provision) if edge.kind is not EdgeKind.PROCEDURAL)


def _number(provision: Provision) -> int:
    return int("".join(filter(str.isdigit, provision.number)))
