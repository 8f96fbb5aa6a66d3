"""The installation, the settings and the state of a workspace, for `countercase doctor` and the page."""

import platform
import shutil
from importlib import metadata, util
from typing import TYPE_CHECKING, Any

from countercase.errors import CountercaseError, RetrievalError
from countercase.version import __version__

if TYPE_CHECKING:
    from countercase.app import App
    from countercase.settings import Settings

# library -> the extra that installs it; None if every installation includes it
LIBRARIES = {
    "numpy": None,
    "scipy": None,
    "bm25s": None,
    "onnxruntime": None,
    "tokenizers": None,
    "pypdfium2": None,
    "chromadb": "chroma",
    "pyarrow": "parquet",
    "lxml": "html",
    "ir-measures": "evaluation",
    "fastapi": "web",
    "psycopg": "postgres",
    "ray": "cluster",
    "torch": "torch",
}
UP_TO_DATE = "up to date"
OLDER = "older than the cases"
_NOT_COMPARED = "not compared, since the cases cannot be read"


def examine(settings: "Settings") -> dict[str, Any]:
    """Libraries, models, endpoints, and what would leave the machine."""
    from countercase.outbound import endpoints, hosts_elsewhere, is_local, without_secrets
    from countercase.postgres import without_password

    addresses = [without_secrets(url) for url in endpoints(settings).values()]
    leaving = [f"text sent to {url}" for url in addresses if not is_local(url)]
    store, cluster = settings.store.url, settings.cluster.address
    leaving += [f"cases and matters kept at {host}" for host in hosts_elsewhere(store)]
    if cluster and cluster != "local" and not is_local(f"//{cluster.removeprefix('ray://')}"):
        leaving.append(f"texts read at {cluster}")
    return {
        "version": __version__,
        "python": platform.python_version(),
        "libraries": {name: _version(name) for name in LIBRARIES},
        "models": {"encoder": _encoder(settings.models.encoder), "reranker": _reranker(settings.models.reranker)},
        "search": _search(settings),
        "ocr": shutil.which("tesseract"),
        "endpoints": addresses,
        "store": without_password(store) if store else "a folder",
        "leaves_the_machine": leaving,
    }


def examine_workspace(app: "App") -> dict[str, Any]:
    """What the workspace holds, and what is wrong with its store or index. Raises nothing."""
    try:
        damage, counts = list(app.store.integrity_check()), app.store.counts()
    except Exception as error:  # noqa: BLE001 - a damaged file can make any library raise anything
        return {"folder": app.location, "counts": {}, "damage": [_one_line(error)], "index": _NOT_COMPARED}
    return {"folder": app.location, "counts": counts, "damage": damage, "index": index_state(app)}


def index_state(app: "App") -> str:
    """Whether the index matches the store; if not, what is wrong with it."""
    try:
        return _index_state(app)
    except Exception as error:  # noqa: BLE001 - as above
        return _one_line(error)


def _one_line(error: Exception) -> str:
    """An error in one line, with its type if it is not one of ours."""
    line = " ".join(str(error).split())
    return line if isinstance(error, CountercaseError) else f"{type(error).__name__}: {line}"


def _index_state(app: "App") -> str:
    try:
        manifest = app.index.opened().manifest
    except RetrievalError as error:
        return str(error)
    changed = app.index.changed_shape(manifest)
    if changed:
        return f"built with {changed}. Run: countercase index"
    if manifest.fingerprint != app.index.source().fingerprint:
        return OLDER
    damage = app.index.chroma_damage()
    if damage:
        return f"{UP_TO_DATE}, without its Chroma part: {damage}"
    if manifest.chroma or app.database:
        return UP_TO_DATE
    return f"{UP_TO_DATE}, without its Chroma part (chromadb was not installed)"


def _encoder(name: str) -> str:
    from countercase.outbound import without_secrets

    return without_secrets(name) if name.startswith(("http:", "https:")) else name


def _reranker(name: str) -> str:
    from countercase.models.encoders import BUILT_IN
    from countercase.models.runtime import WEIGHTS

    return "none is built in" if name == BUILT_IN and not (WEIGHTS / "reranker").is_dir() else name


def _search(settings: "Settings") -> str:
    """The plan in the settings, and whether it has to work without Chroma here."""
    from countercase.retrieval.plan import find_plan
    from countercase.retrieval.search_index import WITHOUT_CHROMA

    plan = find_plan(settings.retrieval.plan, settings.retrieval)
    no_chroma = "chroma" in plan.searchers and not settings.store.url and util.find_spec("chromadb") is None
    return WITHOUT_CHROMA.format(plan=plan.name) if no_chroma else plan.name


def _version(library: str) -> str | None:
    try:
        return None if util.find_spec(library.replace("-", "_")) is None else metadata.version(library)
    except metadata.PackageNotFoundError:
        return "of unknown version"
