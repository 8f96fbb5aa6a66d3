"""Whatever a command is given, it answers in lines for people: no traceback, and nothing half written."""

from pathlib import Path

import pytest
from tests.web.small_corpus import ENCODER, make_app
from typer.testing import CliRunner

from countercase.cli import app

BROKEN: dict[str, bytes] = {
    "empty": b"",
    "zeros": bytes(4000),
    "cut.json": b'{"nodes": [{"id": 0',
    "list.json": b"[1, 2, 3]",
    "number.json": b"1e999",
    "nothing.json": b"null",
    "deep.json": b"[" * 100_000,
    "surrogate.json": b'{"_id": "\\ud800", "text": "\\udfff", "query": "\\ud800"}',
    "latin1.txt": b"caf\xe9, aged 17",
    "half.pdf": b"%PDF-1.7\n1 0 obj",
    "rows.csv": b'id,text\n"a,b\n1;2;3\n',
    "rows.tsv": b"query-id\tcorpus-id\tscore\nq\tc\tmany\n",
    "rows.jsonl": b'{"_id": 5}\n{"text"\n',
    "zip.docx": b"PK\x03\x04broken",
}
READS = [  # FILE is each of the broken files
    "search --file FILE",
    "facts FILE",
    "whatif FILE",
    "whatif FILE --report OUT",
    "check FILE",
    "law provision --file FILE",
    "law citations --file FILE",
    "eval retrieval --queries FILE --qrels FILE",
    "eval retrieval --queries FILE --qrels FILE --run FILE",
    "eval counterfactual --trees FILE",
    "eval counterfactual --trees FILE --annotations FILE",
    "eval faithfulness --explanations FILE",
    "eval human-score FILE --key FILE",
    "eval human-template --explanations FILE --out OUT",
    "eval again FILE",
    "cuad evaluate --benchmark FILE --corpus FOLDER",
    "cuad generate --source FILE --out OUT",
]
ODD = [
    "search x --top-k 0", "search x --top-k 99999999999999999999999", "search x --top-k -1", "search \ud800",
    "search x --filter year=99999999999999999999", "search x --filter bench=many", "search x --filter =",
    "search x --before 0000-00-00", "search x --before 2015-13-45", "search x --sort best", "search x --flag red",
    "search x --side judge", "search x --workspace /dev/null", "search x --plan \x1b[31m", "facts /dev/null",
    "facts \x00", "whatif /nowhere --depth 0", "whatif /nowhere --children -1", "cited \ud800", "cited nobody",
    "cited nobody --on yesterday", "check /nowhere --on never", "remove nobody --workspace FOLDER", "remove \n",
    "ingest /nowhere --workspace OUT", "index --workspace /nowhere", "doctor --workspace /nowhere",
    "law provision \ud800", "law map 302", "law map IPC-99999999999999999999", "law map \u2028",
    "law thresholds --quantity love", "law thresholds --on 31.02.2010", "law ingredients IPC-0",
    "law ingredients murder --on 2010-02-31", "law citations \ud800", "corpus download --years many",
    "corpus download --years 1..99999999", "move --to ftp://x", "move --to postgresql://[", "serve --port 99999999",
    "serve --host [ --token-file FOLDER", "demo --matter \ud800", "eval citation-set --out /dev/null/x",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("malformed")
    make_app(folder / "workspace").store.close()
    for name, content in BROKEN.items():
        (folder / name).write_bytes(content)
    return folder


def trouble(folder: Path, line: str, file: str = "") -> str:
    """What is wrong with the answer to a command; empty where it is right."""
    names = {"FILE": str(folder / file), "OUT": str(folder / "out"), "FOLDER": str(folder)}
    arguments = [names.get(word, word) for word in line.split(" ")]
    if arguments[0] in {"search", "whatif", "cited", "check"} and "--workspace" not in arguments:
        arguments += ["--workspace", str(folder / "workspace")]
    result = CliRunner().invoke(app, arguments, env={"COUNTERCASE_MODELS__ENCODER": str(ENCODER)})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return f"{line} ({file}): {type(result.exception).__name__}: {result.exception}"
    if "Traceback" in result.output or (result.exit_code and not result.stderr.strip()):
        return f"{line} ({file}): exit {result.exit_code}, {result.output[-200:]!r}"
    return ""


@pytest.mark.parametrize("line", READS)
def test_a_broken_file_is_refused_in_words(folder: Path, line: str) -> None:
    assert list(filter(None, (trouble(folder, line, file) for file in BROKEN))) == []


def test_an_odd_value_is_refused_in_words(folder: Path) -> None:
    assert list(filter(None, (trouble(folder, line) for line in ODD))) == []
