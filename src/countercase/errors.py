"""Every error that the user can put right. Each message is one line: what is wrong, where, and what to do.

CountercaseError
├── InputError           what the user gave cannot be used
│   ├── SettingsError    a wrong key or value in the settings
│   ├── NotFound         no case, matter, tree, page or job has that name or number
│   ├── FactSheetError   a fact sheet that contradicts itself or does not fit its text
│   └── LawError         a provision, date or amount that the law module does not know
├── CorpusError          a problem with the store or with what goes into it
│   ├── WorkspaceError   the workspace is missing, locked, damaged or from another version
│   │   ├── DatabaseDown the shared store does not answer
│   │   └── DatabaseFull the shared store has no space left
│   ├── UnreadableFile   one file could not be read; it goes to quarantine
│   └── ReaderNotStarted the process that reads files does not start, whatever the file
├── RetrievalError       a problem with the indexes
│   ├── IndexMissing     there is nothing to search yet
│   └── IndexBroken      an index does not match its checksum, its store or its encoder
├── ModelError           weights are missing, damaged or of the wrong kind
├── EndpointError        a language model or embedding endpoint failed or is not allowed
│   ├── EndpointSilent   it did not answer in time, or kept failing
│   ├── SchemaNotHeld    it broke the schema, and broke it again after one repair
│   ├── AnswerRefused    its answer has no support in the source
│   ├── Abstained        it says that it does not know
│   └── ReplayMiss       the run is a replay, and this answer is not in the cache
├── ClusterLost          the Ray cluster cannot be reached, or keeps losing its workers
├── DownloadError        a file could not be downloaded completely
├── BudgetSpent          the work stopped at its limit of nodes, seconds, calls or tokens
└── MissingExtra         an optional library is not installed

Anything else that escapes is a bug and keeps its traceback.
"""


class CountercaseError(Exception):
    """Base of all errors meant for the user, who reads only the message."""

    exit_code = 1


class InputError(CountercaseError):
    """What the user gave cannot be used."""

    exit_code = 2


class SettingsError(InputError):
    """A wrong key or value in the settings file, the environment or the flags."""


class NotFound(InputError):
    """No case, matter, tree, page or job has that name or number."""


class FactSheetError(InputError):
    """A fact sheet that contradicts itself or does not fit its text; the message names the field."""


class LawError(InputError):
    """A provision, date or amount that the law module does not know."""


class CorpusError(CountercaseError):
    """A problem with the stored cases."""


class WorkspaceError(CorpusError):
    """The workspace is missing, locked, damaged or from another version."""


class DatabaseDown(WorkspaceError):
    """The shared store does not answer."""


class DatabaseFull(WorkspaceError):
    """The shared store has no space left."""


class UnreadableFile(CorpusError):
    """One file could not be read."""


class ReaderNotStarted(CorpusError):
    """The process that reads files does not start, whatever the file."""


class RetrievalError(CountercaseError):
    """A problem with the indexes."""


class IndexMissing(RetrievalError):
    """There is nothing to search yet."""


class IndexBroken(RetrievalError):
    """An index does not match its checksum, its store or its encoder."""


class ModelError(CountercaseError):
    """Weights are missing, damaged or of the wrong kind."""


class EndpointError(CountercaseError):
    """A language model or embedding endpoint failed or is not allowed."""


class EndpointSilent(EndpointError):
    """The endpoint did not answer in time, or kept failing."""


class SchemaNotHeld(EndpointError):
    """The model broke the schema, and broke it again after one repair."""


class AnswerRefused(EndpointError):
    """The model's answer has no support in the source."""


class Abstained(EndpointError):
    """The model says that it does not know."""


class ReplayMiss(EndpointError):
    """The run is a replay, and this answer is not in the cache."""


class ClusterLost(CountercaseError):
    """The Ray cluster cannot be reached, or keeps losing its workers."""


class DownloadError(CountercaseError):
    """A file could not be downloaded completely."""


class BudgetSpent(CountercaseError):
    """The work stopped at its limit."""


class MissingExtra(CountercaseError):
    """An optional library is not installed."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"{library} is not installed. Run: pip install 'countercase[{extra}]'")
