"""How one judgment describes another when it cites it."""

from datetime import date
from pathlib import Path

from countercase.corpus.store import Store
from countercase.domain.case import Case, CaseId, CitedCase

TEXT = (
    "The appeal is against conviction. A confession to a stranger is weak evidence. See Gobind Rao v. State of Kerala, "
    "(1999) 4 SCC 11. There the confession was not corroborated. We turn to the recovery of the knife."
)


def test_the_citing_sentence_comes_with_the_one_before_and_the_one_after(tmp_path: Path) -> None:
    cited = Case(id=CaseId("old"), name="Gobind Rao v. State of Kerala", text="Held.", citations=("(1999) 4 SCC 11",))
    cites = (CitedCase("Gobind Rao v. State of Kerala", ("(1999) 4 SCC 11",)),)
    citing = Case(id=CaseId("new"), name="Mohan v. State of Bihar", text=TEXT, cites=cites)
    with Store(tmp_path / "cases.sqlite") as store:
        for case in (cited, citing):
            store.put(case, (), f"{case.id}.txt", str(case.id))
        assert store.citing_sentences() == []  # nothing is resolved yet
        store.resolve_links()
        ((new, old, told),) = store.citing_sentences()
    assert (new, old) == ("new", "old")
    assert "weak evidence" in told
    assert "not corroborated" in told
    assert "recovery" not in told
    assert "against conviction" not in told


def test_a_case_is_found_under_a_parallel_citation(tmp_path: Path) -> None:
    cited = Case(id=CaseId("old"), name="Gobind Rao v. State of Kerala", text="Held.", decided=date(1999, 3, 2))
    citing = Case(
        id=CaseId("new"), name="M v. State", text=TEXT, cites=(CitedCase("Govind's case", ("(1999) 4 SCC 11",)),)
    )
    with Store(tmp_path / "cases.sqlite") as store:
        for case in (cited, citing):
            store.put(case, (), f"{case.id}.txt", str(case.id))
        store.resolve_links()
        assert store.links() == []
        store.parallels = lambda name, decided: ("(1999) 4 SCC 11",) if decided == date(1999, 3, 2) else ()
        store.resolve_links()
        assert store.links() == [("new", "old")]
