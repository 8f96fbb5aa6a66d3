"""`countercase doctor`: what is installed, which models, which endpoints, what would leave the machine."""

import platform
from importlib import metadata, util
from pathlib import Path
from typing import Any

import typer

from countercase.cli.options import AsJson, Workspace
from countercase.cli.output import print_json, print_pairs

# library -> the extra that brings it; None where every install has it
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
    "openai": "llm",
    "torch": "torch",
}


def doctor(workspace: Workspace = None, as_json: AsJson = False) -> None:
    """Say what is installed, which models and endpoints are set, what would leave the machine; check a workspace."""
    found = examine()
    if workspace is not None:
        found["workspace"] = examine_workspace(workspace)
    if as_json:
        print_json(found)
        return
    rows = (
        (name, version or f"not installed (extra: {LIBRARIES[name]})") for name, version in found["libraries"].items()
    )
    print_pairs(rows)
    typer.echo("")
    print_pairs(
        [
            ("countercase", found["version"]),
            ("Python", found["python"]),
            *((f"{kind} model", value) for kind, value in found["models"].items()),
            ("OCR", found["ocr"] or "tesseract is not installed: scanned pages will be marked unreadable"),
            ("endpoints", ", ".join(found["endpoints"]) or "none configured"),
            ("leaves the machine", "; ".join(found["leaves_the_machine"]) or "nothing"),
        ]
    )
    if "workspace" in found:
        held = found["workspace"]
        typer.echo("")
        print_pairs(
            [
                ("workspace", held["folder"]),
                ("holds", ", ".join(f"{count} {what}" for what, count in held["counts"].items() if count) or "nothing"),
                ("damage", "; ".join(held["damage"]) or "none"),
                ("index", held["index"]),
            ]
        )


def examine_workspace(folder: Path) -> dict[str, Any]:
    """What a workspace holds, and what is wrong with its store or its index."""
    from countercase.corpus.workspace import Workspace as Folder
    from countercase.errors import RetrievalError
    from countercase.models.encoder import load_encoder
    from countercase.retrieval.index import IndexSource, open_index
    from countercase.settings import load_settings

    place = Folder(folder)
    with place.open() as store:
        damage = list(store.integrity_check())
        counts = store.counts()
        try:
            manifest = open_index(place.indexes).manifest
            now = IndexSource(list(store.chunks()), store.links()).fingerprint
            index = "up to date" if manifest.fingerprint == now else "older than the cases"
            encoder = load_encoder(load_settings().models.encoder, 1).name
            if manifest.encoder != encoder:
                index = f"made with {manifest.encoder}, the settings name {encoder}. Run: countercase index"
        except RetrievalError as error:
            index = str(error)
    return {"folder": str(folder), "counts": counts, "damage": damage, "index": index}


def examine() -> dict[str, Any]:
    """The facts that `doctor` prints, as one JSON-ready object."""
    import shutil

    from countercase import __version__
    from countercase.llm.remote import is_local
    from countercase.settings import load_settings

    settings = load_settings()
    endpoints = [settings.llm.base_url] if settings.llm.base_url else []
    if settings.chroma.mode == "http":
        endpoints.append(f"http://{settings.chroma.host}:{settings.chroma.port}")
    return {
        "version": __version__,
        "python": platform.python_version(),
        "libraries": {name: _version(name) for name in LIBRARIES},
        "models": {"encoder": settings.models.encoder, "reranker": settings.models.reranker},
        "ocr": shutil.which("tesseract"),
        "endpoints": endpoints,
        "leaves_the_machine": [f"text sent to {url}" for url in endpoints if not is_local(url)],
    }


def _version(library: str) -> str | None:
    if util.find_spec(library.replace("-", "_")) is None:
        return None
    return metadata.version(library)
