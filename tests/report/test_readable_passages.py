"""A passage that is no prose gives way to the nearest one of its case."""

from countercase.domain.case import CaseId, Chunk, ChunkId
from countercase.domain.ranking import Precedent
from countercase.domain.span import Span
from countercase.report.precedent_list import with_readable_passages


def chunk(number: int, text: str) -> Chunk:
    return Chunk(ChunkId(f"c#{number}"), CaseId("c"), Span(number * 1000, number * 1000 + len(text)), text)


COUNSEL = chunk(
    0, "K. L. Menon, Sr. Adv., R. Das, P. Q. Nair, Advs. for the Appellant. V. W. Jha, S. T. Bose, Advs. for the State."
)
RENT = chunk(1, "The tenant paid the rent for the shop by cheque in every month of the year, and the landlord kept it.")
TRUCK = chunk(2, "The truck was found by the road with its cargo scattered, and the owner was not there at the time.")


def test_a_list_of_counsel_is_replaced_by_the_passage_nearest_to_the_query() -> None:
    listed = [Precedent(1, CaseId("c"), 1.0, COUNSEL), Precedent(2, CaseId("c"), 0.5, RENT)]
    shown = with_readable_passages(
        listed, "owner of a truck with cargo", lambda _: [COUNSEL, RENT, TRUCK], lambda: lambda _: 1.0
    )
    assert [precedent.passage for precedent in shown] == [TRUCK, RENT]
    assert [precedent.rank for precedent in shown] == [1, 2]
