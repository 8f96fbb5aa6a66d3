"""Loads the models that the settings name, each when it is first used."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from countercase.errors import ModelError
from countercase.settings import Settings

if TYPE_CHECKING:
    from countercase.cuad.benchmark import Document
    from countercase.cuad.retrieve import ContractPlan, ContractRetriever
    from countercase.domain.checklist import ClauseReader
    from countercase.domain.ranking import Encoder, Reranker
    from countercase.llm.advisers import Advisers
    from countercase.llm.model import LanguageModel
    from countercase.models.encoders import EndpointRules
    from countercase.retrieval.fusion import CachedReranker


class Models:
    """The encoder, the re-ranker and the language model that the settings name, each loaded when first used."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def encoder(self) -> "Encoder":
        """The text encoder."""
        from countercase.models.encoders import load_encoder

        models = self._settings.models
        return load_encoder(models.encoder, models.threads, models.download, endpoint_rules(self._settings))

    @property
    def clause_reader(self) -> "ClauseReader":
        """The learned model that reads the ingredients of a charge or claim."""
        from countercase.models.clause_matcher import built_in_matcher

        return built_in_matcher(self._settings.models.threads)

    @cached_property
    def reranker(self) -> "CachedReranker | None":
        """The cross-encoder with a cache; None if none is built in and the settings name none."""
        from countercase.models.encoders import BUILT_IN
        from countercase.retrieval.fusion import CachedReranker

        try:
            return CachedReranker(self.cross_encoder())
        except ModelError:
            if self._settings.models.reranker != BUILT_IN:
                raise
            return None

    def cross_encoder(self) -> "Reranker":
        """The cross-encoder without a cache. Raises ModelError if there is none."""
        from countercase.models.encoders import load_reranker

        models = self._settings.models
        return load_reranker(models.reranker, models.threads, models.download)

    @cached_property
    def language_model(self) -> "LanguageModel | None":
        """The language model in the settings; None if none is configured, and then nothing is sent anywhere."""
        llm = self._settings.llm
        if not llm.base_url:
            return None
        from countercase.llm.client import Client, check_address, open_cache
        from countercase.llm.model import LanguageModel

        check_address(llm)
        return LanguageModel(Client(llm, open_cache(llm.cache)))

    @cached_property
    def advisers(self) -> "Advisers | None":
        """The language model's advice; None if no model is configured. The rules work without it."""
        from countercase.llm.advisers import Advisers

        return Advisers(self.language_model) if self.language_model else None

    def contract_retriever(
        self, documents: "Sequence[Document]", plan: "ContractPlan", vectors_in: Path | None = None
    ) -> "ContractRetriever":
        """A retriever that searches contracts by a plan, with these models."""
        from countercase.cuad.retrieve import ContractRetriever, DocumentPicker

        encoder = self.encoder if plan.needs_encoder else None
        reranker = self.cross_encoder() if plan.rerank else None
        picker = DocumentPicker(documents) if plan.pick else None
        return ContractRetriever(documents, plan, encoder, reranker, picker=picker, vectors_in=vectors_in)


def endpoint_rules(settings: Settings) -> "EndpointRules":
    """How an embeddings endpoint may be asked: the language model's rules, with a key of its own."""
    from countercase.models.encoders import EndpointRules

    return EndpointRules(settings.models.encoder_key, settings.llm.allow_remote, settings.llm.timeout_seconds)
