"""All settings and their defaults. Read from TOML files, then the environment, then flags; frozen after that.

A setting is named `group.key`: in TOML `[retrieval] rrf_k = 30`, in the environment `COUNTERCASE_RETRIEVAL__RRF_K=30`.
The user's own file is `countercase/countercase.toml` in their configuration folder. A `countercase.toml` in the current
folder overrides it, but may not say where text goes (`USER_ONLY`), because a folder may come from somebody else.
"""

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from countercase.errors import SettingsError

RRF_K = 20  # the specification's: steeper than the paper's 60, so the top ranks of a list count for more
MMR_LAMBDA = 0.7  # 70 % relevance, 30 % diversity
TOP_K = 10  # cases shown
DISPOSITIVE_THRESHOLD = 1.5  # the specification's: mean displacement above this counts as dispositive
EXPANSION_THRESHOLD = 1.0  # the specification's: a node that moves the ranking less is not expanded
GROUNDED_SHARE = 0.40  # the specification's: share of content words that grounds a sentence

FILE_NAME = "countercase.toml"
ENV_PREFIX = "COUNTERCASE_"
# Where text goes, who may connect and what is loaded: never taken from a file that happens to be in the folder.
USER_ONLY = frozenset(
    {
        "llm.base_url",
        "llm.allow_remote",
        "llm.api_key",
        "llm.cache",
        "models.encoder",
        "models.encoder_key",
        "models.reranker",
        "models.download",
        "chroma.mode",
        "chroma.host",
        "chroma.port",
        "download.base_url",
        "web.host",
        "web.token",
        "web.tokens",
        "store.url",
        "store.allow_remote",
        "cluster.address",
        "cluster.allow_remote",
    }
)
# Groups that may be written as a single value: `store = "postgresql://..."` means `[store] url = "..."`.
SHORT = {"store": "url"}
# Never shown in a message.
SECRET = frozenset({"llm.api_key", "models.encoder_key", "web.token", "web.tokens", "llm.base_url", "store.url"})
# Variables with our prefix that are not settings: they say where to look for files.
ENV_NOT_SETTINGS = frozenset({"COUNTERCASE_CONFIG", "COUNTERCASE_DATA"})


class _Group(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)


class PlanSettings(_Group):
    """A plan that the user defines; what it leaves out is taken from `full_system`."""

    searchers: tuple[str, ...] | None = Field(None, min_length=1)
    authority: bool | None = None
    pool: int | None = Field(None, ge=1)
    fused: int | None = Field(None, ge=1)
    diverse: int | None = Field(None, ge=1)
    rerank: bool | None = None
    mmr: bool | None = None
    fusion: Literal["rrf", "convex"] | None = None
    weights: dict[str, float] | None = None


class RetrievalSettings(_Group):
    """Sizes and weights of the six stages."""

    rrf_k: int = Field(RRF_K, ge=1)
    mmr_lambda: float = Field(MMR_LAMBDA, ge=0, le=1)
    top_k: int = Field(TOP_K, ge=1, le=1000)
    ngrams: int = Field(1, ge=1, le=4)  # 2 adds pairs of words to BM25, and so on; the index is rebuilt
    plan: str = "full_system"
    plans: dict[str, PlanSettings] = Field(default_factory=dict)


class ChunkSettings(_Group):
    """Size of passages, in words. They are cut at sentences and never cross a section."""

    words: int = Field(180, ge=20, le=1000)
    overlap_words: int = Field(30, ge=0, le=200)


class IngestSettings(_Group):
    """Limits for the child processes that read files."""

    seconds_per_file: float = Field(120, gt=0)
    memory_mb: int = Field(2048, ge=128)
    max_pages: int = Field(2000, ge=1)
    max_file_mb: int = Field(512, ge=1)
    ocr: bool = True
    workers: int = Field(2, ge=1, le=64)


class DownloadSettings(_Group):
    """Where `countercase corpus download` fetches from, and how often it asks the server."""

    base_url: str = "https://indian-supreme-court-judgments.s3.amazonaws.com"
    delay_seconds: float = Field(1.0, ge=0)  # between two files
    retries: int = Field(6, ge=0, le=100)
    backoff_seconds: float = Field(1.0, ge=0)  # doubled at every retry that fetched nothing
    timeout_seconds: float = Field(60, gt=0)


class CounterfactualSettings(_Group):
    """Size of the tree and the two thresholds of the specification."""

    max_depth: int = Field(2, ge=1, le=5)
    max_children: int = Field(8, ge=1, le=50)
    dispositive_threshold: float = Field(DISPOSITIVE_THRESHOLD, ge=0)
    min_displacement_threshold: float = Field(EXPANSION_THRESHOLD, ge=0)
    placebos: int = Field(63, ge=19, le=999)  # 21 of each kind: with fewer, one decisive fact cannot reach q < .05
    seed: int = 20
    max_nodes: int = Field(200, ge=1)
    max_seconds: float = Field(300, gt=0)


class ModelSettings(_Group):
    """Which weights: `built-in`, a path, or a third-party model (docs/models.md)."""

    encoder: str = "built-in"
    encoder_key: str = Field("", repr=False)  # of an embeddings endpoint
    reranker: str = "built-in"
    threads: int = Field(2, ge=1, le=256)
    download: bool = False  # whether a hub name may be fetched


class LlmSettings(_Group):
    """No base URL means no language model is ever called."""

    base_url: str = ""
    model: str = ""
    api_key: str = Field("", repr=False)
    allow_remote: bool = False
    timeout_seconds: float = Field(60, gt=0)
    validate_changes: bool = True  # whether the model advises on what-ifs
    smooth_prose: bool = False  # whether the model rewrites explanations: one call per sentence
    retries: int = Field(3, ge=0, le=20)  # on 429, 5xx and broken connections
    backoff_seconds: float = Field(1.0, ge=0)  # doubled at every retry
    concurrency: int = Field(2, ge=1, le=64)
    max_calls: int = Field(1000, ge=0)  # per run
    max_tokens: int = Field(0, ge=0)  # per run, questions and answers together; 0: no limit
    answer_tokens: int = Field(400, ge=16)  # per answer
    context_characters: int = Field(8000, ge=200)  # of a document, as shown to the model
    cache: str = ""  # a SQLite file; empty: in the user's cache folder; "off": no cache
    replay: bool = False  # answer only from the cache; no socket is opened
    price_question: float = Field(0, ge=0)  # per million tokens, in any currency; 0: costs are not counted
    price_answer: float = Field(0, ge=0)


class WebSettings(_Group):
    """Where the page is served; an address outside this machine needs a token."""

    host: str = "127.0.0.1"
    port: int = Field(8642, ge=1, le=65535)
    token: str = Field("", repr=False)
    tokens: dict[str, str] = Field(default_factory=dict, repr=False)  # user name -> that user's secret


class StoreSettings(_Group):
    """A shared store on PostgreSQL. Without an address: SQLite and files in the workspace."""

    url: str = Field("", repr=False)  # postgresql://USER:PASSWORD@HOST/DATABASE; its password is never shown
    allow_remote: bool = False  # whether it may be another machine: matters are kept there
    exact: Literal["memory", "database"] = "memory"  # where exact searches compare vectors


class ClusterSettings(_Group):
    """Workers of a Ray cluster for ingest, indexing and trees. Without an address: child processes of this machine."""

    address: str = ""  # HOST:PORT of a running cluster, or "local" to start one here
    allow_remote: bool = False  # whether it may be another machine: texts and facts are sent there
    workers: int = Field(4, ge=1, le=10_000)
    shards: int = Field(0, ge=0, le=10_000)  # parts of the index that workers search in parallel; 0: none


class ChromaSettings(_Group):
    """Where the Chroma collection lives: in the workspace, or on a server."""

    mode: Literal["local", "http"] = "local"
    host: str = "127.0.0.1"
    port: int = Field(8000, ge=1, le=65535)


class Settings(_Group):
    """All groups of settings. `Settings()` holds the defaults."""

    retrieval: RetrievalSettings = RetrievalSettings()
    chunks: ChunkSettings = ChunkSettings()
    ingest: IngestSettings = IngestSettings()
    download: DownloadSettings = DownloadSettings()
    counterfactual: CounterfactualSettings = CounterfactualSettings()
    models: ModelSettings = ModelSettings()
    chroma: ChromaSettings = ChromaSettings()
    llm: LlmSettings = LlmSettings()
    web: WebSettings = WebSettings()
    store: StoreSettings = StoreSettings()
    cluster: ClusterSettings = ClusterSettings()


def load_settings(
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, Any] | None = None,
) -> Settings:
    """Load the settings from files, then the environment, then flags (`{"retrieval.top_k": 5}`); a later source wins.

    `file`, or the file that COUNTERCASE_CONFIG names, replaces the user's file and the one in the current folder.
    """
    environment = os.environ if environment is None else environment
    named = file or _named_file(environment)
    read = [named] if named else _usual_files(environment)
    values: dict[str, Any] = {}
    for path in read:
        _merge(values, _read_toml(path), path)
    for name, text in environment.items():
        if name.startswith(ENV_PREFIX) and name not in ENV_NOT_SETTINGS:
            _put(values, _dotted(name), text, where=f"environment variable {name}")
    for dotted, value in (flags or {}).items():
        if value is not None:
            _put(values, dotted, value, where="flag")
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        raise SettingsError(_explain(error, read)) from None


def user_file(environment: Mapping[str, str]) -> Path | None:
    """The path of the user's own settings; None if the environment names no home folder."""
    home = environment.get("XDG_CONFIG_HOME") or (environment["HOME"] + "/.config" if environment.get("HOME") else "")
    return Path(home) / "countercase" / FILE_NAME if home else None


def _named_file(environment: Mapping[str, str]) -> Path | None:
    named = environment.get("COUNTERCASE_CONFIG")
    if named and not Path(named).is_file():
        raise SettingsError(f"COUNTERCASE_CONFIG names {named}, which is not a file. Correct or unset it.")
    return Path(named) if named else None


def _usual_files(environment: Mapping[str, str]) -> list[Path]:
    """The user's file and the one in the current folder, if they exist. The second may not set everything."""
    users, here = user_file(environment), Path(FILE_NAME)
    files = [users] if users and users.is_file() else []
    if here.is_file() and not (files and here.samefile(files[0])):
        _refuse_user_only(here, users)
        files.append(here)
    return files


def _refuse_user_only(here: Path, users: Path | None) -> None:
    values = {group: _spelled_out(group, keys) for group, keys in _read_toml(here).items()}
    for dotted in sorted(USER_ONLY):
        group, _, key = dotted.partition(".")
        if isinstance(values.get(group), dict) and key in values[group]:
            variable = ENV_PREFIX + dotted.upper().replace(".", "__")
            raise SettingsError(
                f"{here.absolute()} sets {dotted}, which a file in the current folder may not do: it could send facts "
                f"elsewhere. Remove it there; to set it yourself, use {users or 'your own settings'} or {variable}."
            )


def _merge(values: dict[str, Any], more: dict[str, Any], path: Path) -> None:
    for group, given in more.items():
        keys = _spelled_out(group, given)
        if not isinstance(keys, dict):
            raise SettingsError(f"{path}: settings are named group.key, not {group!r}. Write [group] and key = value.")
        values.setdefault(group, {}).update(keys)


def _spelled_out(group: str, given: object) -> Any:
    return {SHORT[group]: given} if group in SHORT and isinstance(given, str) else given


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:  # also numbers of more than 4,300 digits
        raise SettingsError(f"{path} cannot be read as TOML: {error}. Correct it or move it away.") from None


def _dotted(name: str) -> str:
    dotted = name.removeprefix(ENV_PREFIX).lower().replace("__", ".")
    return f"{dotted}.{SHORT[dotted]}" if dotted in SHORT else dotted


def _put(values: dict[str, Any], dotted: str, value: object, where: str) -> None:
    group, _, key = dotted.partition(".")
    if not key or not isinstance(values.setdefault(group, {}), dict):
        raise SettingsError(f"{where}: settings are named group.key, not {dotted!r}.{_nearest(dotted, known_keys())}")
    values[group][key] = value


def known_keys() -> list[str]:
    """Every setting as `group.key`."""
    return [
        f"{group}.{key}"
        for group, field in Settings.model_fields.items()
        for key in field.annotation.model_fields  # type: ignore[union-attr]
    ]


def _explain(error: ValidationError, files: list[Path]) -> str:
    first = error.errors()[0]
    dotted = ".".join(str(part) for part in first["loc"])
    source = f"settings ({', '.join(map(str, files))} and environment)" if files else "settings"
    if first["type"] == "extra_forbidden":
        known = known_keys() if "." in dotted else list(Settings.model_fields)
        return f"{source}: there is no {dotted!r}.{_nearest(dotted, known)}"
    shown = "the value given" if dotted in SECRET else f"{first['input']!r}"
    return f"{source}: {dotted} = {shown} is not allowed: {first['msg']}."


def _nearest(word: str, known: list[str]) -> str:
    def likeness(candidate: str) -> float:
        last = candidate.rpartition(".")[2]
        return max(difflib.SequenceMatcher(None, word, form).ratio() for form in (candidate, last))

    best = max(known, key=likeness)
    return f" Did you mean {best!r}?" if likeness(best) >= 0.5 else f" Known: {', '.join(known)}."
