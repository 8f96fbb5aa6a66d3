"""A workspace, its settings and its cases: what everything else stands on."""

from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from countercase.domain.case import Case, CaseId
from countercase.settings import Settings

if TYPE_CHECKING:
    from countercase.corpus.ingest import Ingest
    from countercase.corpus.store import Store
    from countercase.domain.encoding import Encoder
    from countercase.domain.facts import FactSheet
    from countercase.llm.advisers import Advisers, Suggestions
    from countercase.llm.model import LanguageModel


class Opened:
    """A workspace that was opened. Parts are made when they are first used."""

    def __init__(self, folder: Path, settings: Settings, built_in: bool = False) -> None:
        self.folder = folder
        self.settings = settings
        self.built_in = built_in

    @cached_property
    def store(self) -> "Store":
        """The cases."""
        from countercase.corpus.workspace import Workspace

        return Workspace(self.folder).open()

    @cached_property
    def encoder(self) -> "Encoder":
        """The text encoder that the settings name."""
        from countercase.models.encoder import load_encoder

        models, allow_remote = self.settings.models, self.settings.llm.allow_remote
        return load_encoder(models.encoder, models.threads, models.download, allow_remote)

    @property
    def ingest(self) -> "Ingest":
        """Reads files into the store."""
        from countercase.corpus.ingest import CaseDescriber, Ingest

        return Ingest(self.settings.ingest, partial(CaseDescriber, self.settings.chunks), sheet_of)

    def case(self, case_id: CaseId) -> Case:
        """A case with all that is known of it."""
        return self.store.get(case_id)

    def facts_of(self, case_id: CaseId) -> "FactSheet":
        """The fact sheet of a stored case: the one kept at ingest, else read now."""
        import json

        from countercase.facts.sheet_json import from_json

        kept = self.store.facts(case_id)
        return from_json(json.loads(kept if kept is not None else sheet_of(self.case(case_id))))

    @cached_property
    def advisers(self) -> "Advisers | None":
        """What a language model may advise on; None where none is configured, and then rules do everything."""
        from countercase.llm.advisers import Advisers

        model = language_model(self.settings)
        return Advisers(model) if model else None

    def suggest_facts(self, narrative: str) -> "Suggestions":
        """What a language model would add to the sheet, each with its places; empty, and saying so, without one."""
        from countercase.llm.advisers import Suggestions

        return self.advisers.suggest_facts(narrative) if self.advisers else Suggestions(path="rules")


def language_model(settings: Settings) -> "LanguageModel | None":
    """The language model of the settings; None where none is configured: nothing is sent anywhere then."""
    if not settings.llm.base_url:
        return None
    from countercase.llm.cache import open_cache
    from countercase.llm.client import Client, check_address
    from countercase.llm.model import LanguageModel

    check_address(settings.llm)
    return LanguageModel(Client(settings.llm, open_cache(settings.llm.cache)))


def sheet_of(case: Case) -> str:
    """The fact sheet of a case as JSON; ingest calls it in its child processes."""
    import json

    from countercase.facts.extract import build
    from countercase.facts.sheet_json import to_json

    return json.dumps(to_json(build(case.text, case.paragraphs, case.outcome)), ensure_ascii=False)
