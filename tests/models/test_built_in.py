"""The encoder that is shipped: small, licensed, whole, and it knows a cheque from a tenancy."""

import numpy as np

from countercase.models.encoders import load_encoder
from countercase.models.runtime import WEIGHTS

FACTS = [
    "The complainant lent money to the accused, who gave a cheque that the bank returned for insufficient funds.",
    "The landlord sued to evict the shopkeeper, who had let part of the shop to another without leave.",
    "The wife was burnt to death in the matrimonial home and named her husband before she died.",
]
LAW = [
    "A drawer of a negotiable instrument that is dishonoured is presumed to have issued it in discharge of a debt.",
    "Sub-letting without the written consent of the owner is a ground for eviction of the tenant.",
    "A dying declaration recorded by a doctor may alone support a conviction for murder.",
]


def test_each_narrative_finds_its_law() -> None:
    encoder = load_encoder()
    likeness = encoder.encode_queries(FACTS) @ encoder.encode_passages(LAW).T
    assert likeness.argmax(axis=1).tolist() == [0, 1, 2]


def test_two_loads_give_identical_rows() -> None:
    one, other = load_encoder(threads=1), load_encoder(threads=2)
    assert np.array_equal(one.encode_queries(FACTS), other.encode_queries(FACTS[::-1])[::-1])
    assert np.array_equal(one.encode_passages(LAW), other.encode_passages(LAW[::-1])[::-1])


def test_every_file_is_small_enough_and_licensed() -> None:
    folder = WEIGHTS / "encoder"
    assert (folder / "LICENSE").is_file()
    assert max(path.stat().st_size for path in folder.iterdir()) <= 25 * 10**6
