"""The six stages together."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.retrieval.corpus_on_the_spot import WordEncoder, make_chunks

from countercase.domain.case import CaseId, Chunk
from countercase.domain.ranking import CaseFilter, Precedent, Query
from countercase.errors import RetrievalError, SettingsError
from countercase.retrieval import hybrid
from countercase.retrieval.bm25 import Bm25Searcher, CitingSearcher
from countercase.retrieval.dense import DenseSearcher
from countercase.retrieval.fusion import FEATURES, CachedReranker, fuse
from countercase.retrieval.hybrid import HybridRetriever, Passages
from countercase.retrieval.index import IndexFiles, IndexSource, build_index, open_index
from countercase.retrieval.ngrams import NgramSearcher
from countercase.retrieval.plan import FULL, JUDGMENT, LONG, PLANS, RetrievalPlan, find_plan
from countercase.retrieval.searcher import ABSENT, Mask, Searcher
from countercase.settings import PlanSettings, RetrievalSettings

CHUNKS = make_chunks()
EVEN = {"dense": 1.0, "bm25": 1.0, "authority": 1.0, "votes": 0.0}
PLAN = replace(FULL, searchers=("dense", "bm25"), weights=EVEN)
QUERY = Query("The accused stabbed the deceased with a knife. The landlord sought eviction of the tenant.")
QUERIES = [QUERY, Query("A cheque was returned unpaid."), Query("dying declaration"), Query("zebra"), QUERY]


class Preferring:
    """A re-ranker that likes one word."""

    name = "preferring"

    def __init__(self, word: str) -> None:
        self.word = word
        self.asked = 0

    def score(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        self.asked += len(pairs)
        return np.array([5.0 if self.word in passage else -5.0 for _, passage in pairs], dtype=np.float32)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> IndexFiles:
    folder = tmp_path_factory.mktemp("index")
    links = [(CaseId(citing), CaseId("tenancy")) for citing in ("cheque", "dowry", "knife")]
    described = [(CaseId("knife"), CaseId("tenancy"), "There it was held that a lease for grazing cattle lapses.")]
    build_index(folder, IndexSource(CHUNKS, links, described), WordEncoder())
    return open_index(folder)


def read(rows: Sequence[int]) -> list[Chunk]:
    return [CHUNKS[row] for row in rows]


def admitted(filter_: CaseFilter) -> Mask | None:
    return np.array([chunk.case_id not in filter_.excluded for chunk in CHUNKS]) if filter_.excluded else None


def make(files: IndexFiles, reranker: Preferring | None = None, **changes: object) -> HybridRetriever:
    searchers: dict[str, Searcher] = {
        "dense": DenseSearcher(files.vectors, files.first_row),
        "bm25": Bm25Searcher(files.folder / "bm25", files.first_row),
        "citing": CitingSearcher(files.folder / "citing", files.first_row),
        "ngrams": NgramSearcher(files.folder / "ngrams", files.first_row),
    }
    settings = RetrievalSettings.model_validate(changes)
    cached = CachedReranker(reranker) if reranker else None
    return HybridRetriever(files, searchers, Passages(read, admitted), settings, WordEncoder(), cached)


def test_a_batch_is_the_same_as_one_by_one(files: IndexFiles) -> None:
    retriever = make(files, Preferring("knife"))
    batch = retriever.retrieve_many(QUERIES, PLAN)
    assert batch == [retriever.retrieve(query, PLAN) for query in QUERIES]
    assert batch[0] == batch[-1]
    assert {precedent.case_id for precedent in batch[0][:3]} == {"stabbing", "knife", "tenancy"}


def test_the_cases_alone_are_those_of_the_whole_search(files: IndexFiles) -> None:
    retriever = make(files, Preferring("knife"))
    for plan in (PLAN, replace(PLAN, mmr=False, rerank=False), replace(PLAN, mmr=False)):
        whole = retriever.retrieve_many(QUERIES, plan, 3)
        assert retriever.rank_many(QUERIES, plan, 3) == [tuple(one.case_id for one in found) for found in whole]


def test_authority_moves_a_case_that_is_cited_and_finds_none(files: IndexFiles) -> None:
    cited = replace(PLAN, weights={**EVEN, "authority": 50.0}, mmr=False, rerank=False)
    query = Query("A knife was recovered from the tenant.")
    (first, *_) = make(files).retrieve(query, cited)
    assert first.case_id == "tenancy"
    assert first.score_of("authority") == pytest.approx(np.log(4))
    unasked = replace(cited, searchers=("bm25",))
    assert make(files).retrieve(Query("zebra"), unasked) == ()
    assert "tenancy" not in {one.case_id for one in make(files).retrieve(Query("knife"), unasked)}


def test_the_best_answer_votes_for_what_it_cites(files: IndexFiles) -> None:
    asked = Query("A cheque was returned unpaid for insufficient funds.")
    voted = replace(PLAN, rerank=False, authority=False, weights={**EVEN, "votes": 9.0})
    first, second = make(files).retrieve(asked, voted, top_k=2)
    assert (first.case_id, second.case_id) == ("tenancy", "cheque")  # cited by the cheque case
    assert first.score_of("votes") == pytest.approx(np.log(2))


def test_a_case_is_found_by_what_another_says_of_it_unless_that_one_asks(files: IndexFiles) -> None:
    plan = replace(PLAN, searchers=("citing",), weights={"citing": 1.0}, authority=False, votes=False, rerank=False)
    grazing = "A lease for grazing cattle."
    asked = [Query(grazing), Query(grazing, CaseFilter(excluded=frozenset({CaseId("knife")})))]
    assert make(files).rank_many(asked, plan) == [(CaseId("tenancy"),), ()]


def test_the_case_that_asks_does_not_speak_for_those_it_cites(files: IndexFiles) -> None:
    query = Query(QUERY.text, CaseFilter(excluded=frozenset({CaseId("dowry")})))
    found = {one.case_id: one for one in make(files).retrieve(query, PLAN)}
    assert found[CaseId("tenancy")].score_of("authority") == pytest.approx(np.log(3))


def test_mmr_chooses_who_stays_and_keeps_their_order(files: IndexFiles) -> None:
    plan = replace(PLAN, weights={**EVEN, "authority": 0.0}, rerank=False, diverse=2)
    twins = replace(files, case_vectors=np.ones_like(files.case_vectors))
    plain = make(files).retrieve(QUERY, replace(plan, mmr=False), top_k=2)
    apart = replace(files, case_vectors=_alike(files, plain[0].case_id, plain[1].case_id))
    kept = make(apart).retrieve(QUERY, plan, top_k=2)
    assert kept[0].case_id == plain[0].case_id
    assert kept[1].case_id != plain[1].case_id
    same = make(twins).retrieve(QUERY, plan, top_k=2)
    assert [one.case_id for one in same] == [one.case_id for one in plain]


def test_mmr_orders_where_the_plan_says_so(files: IndexFiles) -> None:
    plan = replace(PLAN, weights={**EVEN, "authority": 0.0}, rerank=False, diverse=3)
    plain = make(files).retrieve(QUERY, replace(plan, mmr=False), top_k=3)
    apart = replace(files, case_vectors=_alike(files, plain[0].case_id, plain[1].case_id))
    ordered = make(apart).retrieve(QUERY, replace(plan, mmr_orders=True), top_k=3)
    assert ordered[0].case_id == plain[0].case_id
    assert ordered[1].case_id != plain[1].case_id  # the twin of the first comes later
    assert [one.score for one in ordered] == [one.score_of("mmr") for one in ordered]


@pytest.mark.parametrize("mmr", [True, False])
def test_a_longer_list_begins_with_the_shorter_one(files: IndexFiles, mmr: bool) -> None:
    plan = replace(PLAN, mmr=mmr, diverse=2, reranked=2)
    retriever = make(files, Preferring("tenancy"))
    longest = retriever.retrieve(QUERY, plan, top_k=9)
    assert len(longest) > 2
    for length in range(1, len(longest)):
        shorter = retriever.retrieve(QUERY, plan, top_k=length)
        assert [one.case_id for one in shorter] == [one.case_id for one in longest[:length]]
    scores = [one.score for one in longest]
    assert scores == sorted(scores, reverse=True)


def _alike(files: IndexFiles, first: CaseId, second: CaseId) -> NDArray[np.float16]:
    """Case vectors that are at right angles, but for two that are the same."""
    vectors = np.eye(len(files.cases), dtype=np.float16)
    vectors[files.cases.index(second)] = vectors[files.cases.index(first)]
    return vectors


def test_every_precedent_carries_the_score_of_every_stage(files: IndexFiles) -> None:
    found = make(files, Preferring("knife")).retrieve(QUERY, PLAN)
    assert [precedent.rank for precedent in found] == list(range(1, len(found) + 1))
    passed = {one.case_id: [stage.stage for stage in one.stages] for one in found}
    assert passed[CaseId("knife")] == ["dense", "bm25", PLAN.fusion, "mmr", "rerank"]
    assert passed[CaseId("tenancy")] == ["dense", "bm25", "authority", PLAN.fusion, "mmr", "rerank"]  # it is cited
    assert all(precedent.passage.case_id == precedent.case_id for precedent in found)
    assert [precedent.score for precedent in found] == sorted((p.score for p in found), reverse=True)


def test_rrf_scores_are_those_of_the_formula(files: IndexFiles) -> None:
    plan = replace(PLAN, fusion="rrf", authority=False, mmr=False, rerank=False)
    for precedent in make(files).retrieve(QUERY, plan):
        ranks = [stage.rank for stage in precedent.stages if stage.stage in {"dense", "bm25"}]
        assert precedent.score == pytest.approx(sum(1 / (20 + rank) for rank in ranks if rank))


def test_the_passage_shown_does_not_depend_on_how_many_are_asked_for(files: IndexFiles) -> None:
    for plan in (PLAN, replace(PLAN, mmr=False)):
        few, many = (make(files).retrieve(QUERY, plan, top_k) for top_k in (1, 5))
        assert few[0].passage == many[0].passage


def test_queries_of_one_batch_keep_their_own_filters(files: IndexFiles) -> None:
    without = CaseFilter(excluded=frozenset({CaseId("stabbing")}))
    free, bound = make(files).retrieve_many([QUERY, Query(QUERY.text, without)], PLAN)
    assert (free, bound) == (make(files).retrieve(QUERY, PLAN), make(files).retrieve(Query(QUERY.text, without), PLAN))
    assert "stabbing" in {one.case_id for one in free}
    assert "stabbing" not in {one.case_id for one in bound}


def test_an_approximate_list_is_standardised_over_what_it_knows() -> None:
    known = np.array([3.0, 1.0, 2.0, ABSENT, ABSENT, ABSENT])
    whole = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
    plan = replace(PLAN, weights={"chroma": 1.0, "bm25": 0.0})
    fused = fuse({"chroma": known, "bm25": whole}, {"chroma": None, "bm25": 0.0}, {}, plan, 20)
    z = (np.array([3.0, 2.0, 1.0]) - 2) / np.std([1.0, 2.0, 3.0])
    assert fused.order.tolist() == [0, 2, 1, 3, 4, 5]
    assert fused.scores.tolist() == pytest.approx([*z, z[-1], z[-1], z[-1]])


def test_authority_is_ranked_among_what_was_found_and_has_no_part_in_rrf() -> None:
    found = {"bm25": np.array([ABSENT, 2.0, 1.0])}
    cited = {"authority": np.array([9.0, ABSENT, 1.0])}
    plan = replace(PLAN, weights={"bm25": 1.0, "authority": 1.0})
    summed = fuse(found, {"bm25": 0.0}, cited, plan, 20)
    assert [(one.stage, one.rank) for one in summed.stages([2])[0]] == [("bm25", 2), ("authority", 1), ("convex", 2)]
    assert summed.stages([1])[0][-1].score == pytest.approx(1.0)
    ranked = fuse(found, {"bm25": 0.0}, cited, replace(plan, fusion="rrf"), 20)
    assert ranked.order.tolist() == [1, 2]
    assert ranked.scores.tolist() == pytest.approx([1 / 21, 1 / 22])


def test_a_case_is_returned_once_and_top_k_counts_cases(files: IndexFiles) -> None:
    found = make(files).retrieve(QUERY, replace(PLAN, rerank=False), top_k=2)
    assert len({precedent.case_id for precedent in found}) == 2


def test_the_re_ranker_can_change_the_top(files: IndexFiles) -> None:
    plain = make(files).retrieve(QUERY, replace(PLAN, rerank=False, mmr=False))
    last = plain[-1]
    liked = Preferring(last.passage.text)
    moved = make(files, liked).retrieve(QUERY, replace(PLAN, mmr=False, rerank_weight=0.9))
    assert moved[0].case_id == last.case_id
    assert moved[0].score_of("rerank") == 5.0


def test_the_re_ranker_scores_a_pair_once(files: IndexFiles) -> None:
    reranker = Preferring("knife")
    retriever = make(files, reranker)
    retriever.retrieve_many(QUERIES, PLAN)
    asked = reranker.asked
    retriever.retrieve_many(QUERIES, PLAN)
    assert reranker.asked == asked


def test_a_filter_binds_the_whole_search(files: IndexFiles) -> None:
    free = make(files).retrieve(QUERY, PLAN)
    without = Query(QUERY.text, CaseFilter(excluded=frozenset({CaseId("stabbing")})))
    bound = make(files).retrieve(without, PLAN)
    assert "stabbing" in {precedent.case_id for precedent in free}
    assert "stabbing" not in {precedent.case_id for precedent in bound}


def test_lambda_one_makes_mmr_keep_the_fused_order(files: IndexFiles) -> None:
    plain = make(files).retrieve(QUERY, replace(PLAN, mmr=False, rerank=False))
    kept = make(files, mmr_lambda=1.0).retrieve(QUERY, replace(PLAN, mmr=True, rerank=False))
    assert [precedent.case_id for precedent in kept] == [precedent.case_id for precedent in plain]


def test_nothing_to_search_for_finds_nothing(files: IndexFiles) -> None:
    assert make(files).retrieve(Query("  "), PLAN) == ()
    assert make(files).retrieve(Query("zebra"), replace(PLAN, searchers=("bm25",))) == ()


def test_a_searcher_that_the_index_lacks_is_an_error_not_a_smaller_answer(files: IndexFiles) -> None:
    with pytest.raises(RetrievalError, match="no searcher 'chroma'"):
        make(files).retrieve(QUERY, PLANS["full_system"])


def test_every_stage_is_timed(files: IndexFiles) -> None:
    seen: dict[str, float] = {}
    retriever = HybridRetriever(
        files,
        {"bm25": Bm25Searcher(files.folder / "bm25", files.first_row)},
        Passages(read, admitted),
        RetrievalSettings(),
        observe=seen.__setitem__,
    )
    retriever.retrieve(QUERY, PLANS["bm25_only"])
    assert set(seen) == {"filter", "bm25", "fuse", "passages", "attribute"}


def test_the_plans_of_the_specification_are_there() -> None:
    assert set(PLANS) >= {
        "full_system",
        "dpr_only",
        "chroma_only",
        "bm25_only",
        "hybrid_no_mmr",
        "hybrid_no_reranker",
        "fast",
        "specification",
    }
    written = PLANS["specification"]
    assert (written.searchers, written.fusion, written.authority) == (("dense", "chroma"), "rrf", False)
    assert (written.mmr, written.mmr_orders, written.rerank) == (True, True, True)
    assert PLANS["dpr_only"].searchers == ("dense",)
    assert not PLANS["hybrid_no_mmr"].mmr
    assert not PLANS["hybrid_no_reranker"].rerank


def test_a_long_text_is_searched_by_its_runs_of_words_and_a_short_one_is_not(files: IndexFiles) -> None:
    brief = Query("A dying declaration was recorded by the magistrate. " * (LONG // 7))
    short, long = make(files).retrieve_many([QUERY, brief], PLAN)
    assert "ngrams" not in {stage.stage for stage in short[0].stages}
    assert long[0].case_id == "dowry"
    assert "ngrams" in {stage.stage for stage in long[0].stages}


def test_of_a_judgment_the_encoder_reads_the_facts_alone(files: IndexFiles) -> None:
    brief = "The landlord sought eviction of the tenant for arrears of rent. " * (LONG // 10)
    asked = replace(JUDGMENT, searchers=("dense",), weights=EVEN, authority=False, votes=False, rerank=False)
    searcher: dict[str, Searcher] = {"dense": DenseSearcher(files.vectors, files.first_row)}
    passages = Passages(read, admitted)
    for facts, best in (("The wife died of burns.", "dowry"), ("The cheque was returned unpaid.", "cheque")):
        found = {brief: facts}
        retriever = HybridRetriever(
            files, searcher, passages, RetrievalSettings(), WordEncoder(), facts_of=found.__getitem__
        )
        assert retriever.rank_many([Query(brief)], asked, 1) == [(CaseId(best),)]


def test_the_learned_ranker_is_stage_five_and_its_shares_add_up(
    files: IndexFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert make(files).retrieve(QUERY, PLAN)[0].score_of("ranker") is None  # too few cases to stand out among
    monkeypatch.setattr(hybrid, "LEAST_RANKED", 1)
    first, *others = make(files).retrieve(QUERY, PLAN)
    names = [stage.stage for stage in first.stages]
    assert names[-1] == "ranker"
    assert [name for name in names if name.startswith("ranker: ")] == [f"ranker: {f}" for f in FEATURES["narrative"]]
    rest = [_unexplained(precedent) for precedent in (first, *others)]  # the mean score, the same for every case
    assert rest == pytest.approx([rest[0]] * len(rest))
    assert "ranker" not in {stage.stage for stage in make(files).retrieve(QUERY, replace(PLAN, rerank=False))[0].stages}


def test_without_links_between_cases_the_learned_ranker_is_left_out(
    files: IndexFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hybrid, "LEAST_RANKED", 1)
    unlinked = replace(files, links=files.links[:0])
    assert make(unlinked).retrieve(QUERY, PLAN)[0].score_of("ranker") is None


def _unexplained(precedent: Precedent) -> float:
    shares = sum(stage.score for stage in precedent.stages if stage.stage.startswith("ranker: "))
    return (precedent.score_of("ranker") or 0.0) - shares


def test_a_cross_encoder_takes_the_place_of_the_learned_ranker(files: IndexFiles) -> None:
    found = make(files, Preferring("knife")).retrieve(QUERY, PLAN)
    assert {stage.stage for stage in found[0].stages} >= {"rerank"}
    assert found[0].score_of("ranker") is None


def test_a_plan_of_one_s_own_and_one_that_is_not_there() -> None:
    settings = RetrievalSettings(plans={"mine": PlanSettings(searchers=("bm25",), pool=50)})
    assert find_plan("mine", settings) == replace(FULL, name="mine", searchers=("bm25",), pool=50, for_long=None)
    heavy = RetrievalSettings(plans={"heavy": PlanSettings(weights={"bm25": 0.9})})
    assert find_plan("heavy", heavy).weights == {**FULL.weights, "bm25": 0.9}
    wrong = RetrievalSettings(plans={"wrong": PlanSettings(weights={"bmm25": 0.9})})
    with pytest.raises(SettingsError, match="there is no list 'bmm25' to weigh"):
        find_plan("wrong", wrong)
    with pytest.raises(SettingsError, match="Known: full_system"):
        find_plan("ful_system", settings)


def test_plan_is_a_value_that_prints() -> None:
    assert "searchers=('bm25',)" in repr(PLANS["bm25_only"])
    assert RetrievalPlan("a") != RetrievalPlan("b")
