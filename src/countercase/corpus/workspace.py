"""A workspace: one folder with the cases and everything made from them."""

from dataclasses import dataclass
from pathlib import Path

from countercase.corpus.store import Store
from countercase.errors import WorkspaceError


@dataclass(frozen=True, slots=True)
class Workspace:
    """Where the parts of a workspace lie."""

    folder: Path

    @property
    def cases(self) -> Path:
        """The case store."""
        return self.folder / "cases.sqlite"

    @property
    def indexes(self) -> Path:
        """What retrieval builds from the store; may be deleted and built again."""
        return self.folder / "indexes"

    @property
    def downloads(self) -> Path:
        """What `countercase corpus download` fetched, laid out as on the server."""
        return self.folder / "downloads"

    def create(self) -> Store:
        """The store, made where there is none."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WorkspaceError(f"{self.folder} cannot be made: {error.strerror}. Choose another folder.") from None
        return Store(self.cases)

    def open(self) -> Store:
        """The store that is there."""
        if not self.cases.is_file():
            raise WorkspaceError(f"No cases in {self.folder}. Run: countercase ingest PATH --workspace {self.folder}")
        return Store(self.cases)
