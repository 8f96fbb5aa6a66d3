"""The documentation holds: its code runs, its commands exist, and its figures are those of the results."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from benchmarks import figures
from tests.cuad.tiny_cuad import write_tiny_cuad
from typer.testing import CliRunner

from countercase.cli import app
from countercase.cuad import Benchmark, generate_cuad

DOCS = Path(__file__).parents[1] / "docs"


def test_the_engineers_script_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "tutorial-engineer.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) > 4
    exec(compile("\n".join(blocks), "tutorial-engineer.md", "exec"), {})
    assert "Murder" in capsys.readouterr().out


def python_of(page: str) -> str:
    return "\n".join(re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL))


def test_the_recipe_for_a_retriever_of_ones_own_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    exec(compile(python_of("evaluation.md"), "evaluation.md", "exec"), names)
    shown = capsys.readouterr().out
    assert "cases removed because the queries' filters exclude them" in shown
    assert "four_grams\tMAP\t0." in shown
    assert names["result"].systems["four_grams"].scores.means["MAP"] > 0.2


def test_the_recipe_for_a_contract_retriever_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generate_cuad(write_tiny_cuad(tmp_path / "cuad_v1"), tmp_path / "OUT")
    monkeypatch.chdir(tmp_path)
    test = Benchmark.from_json("OUT/benchmarks/cuad.json").tests[0]
    answer = [(snippet.file_path, *snippet.span, 1.0) for snippet in test.snippets]
    names: dict[str, Any] = {"my_search": lambda query, k: answer if query == test.query else []}
    exec(compile(python_of("cuad.md"), "cuad.md", "exec"), names)
    assert names["report"].overall()["recall@8"]["mean"] == 0.5


def test_published_figures_have_a_source_a_table_and_how_far_they_were_checked() -> None:
    for each in figures.published().values():
        assert each["figures"]
        assert all(each[part] for part in ("system", "task", "source", "table", "checked"))
    told = json.loads((figures.HERE / "results" / "cuad.json").read_text())["published_table"]["as published"]
    assert told == figures.published()["legalbench_rag_cuad"]
    assert "permuted" in told["correction"]
    assert "permuted" in (DOCS / "cuad.md").read_text(encoding="utf-8")


def test_the_lawyers_commands_run(tmp_path: Path) -> None:
    page = (DOCS / "tutorial-lawyer.md").read_text(encoding="utf-8")
    commands = [
        line.removeprefix("$ countercase ").split() for line in re.findall(r"^\$ countercase .*$", page, re.MULTILINE)
    ]
    assert [command[0] for command in commands] == ["facts", "search", "whatif", "serve"]
    facts = tmp_path / "facts.txt"
    facts.write_text("A cheque was returned unpaid; the notice went out on the thirty-third day.")
    for command in commands[:-1]:  # serve does not end by itself
        run = CliRunner().invoke(app, [str(facts) if word == "FACTS.txt" else word for word in command])
        assert run.exit_code == 0, run.output


def test_the_figures_page_is_what_the_results_say() -> None:
    assert figures.PAGE.read_text(encoding="utf-8") == figures.written_page()


def test_every_benchmark_that_the_docs_name_exists() -> None:
    pages = [*DOCS.rglob("*.md"), DOCS.parent / "README.md"]
    named = {name for page in pages for name in re.findall(r"python -m (benchmarks\.\w+)", page.read_text("utf-8"))}
    assert len(named) > 10
    missing = [name for name in named if not (DOCS.parent / f"{name.replace('.', '/')}.py").is_file()]
    assert not missing


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.name)
def test_what_the_docs_import_can_be_imported(page: Path) -> None:
    for line in re.findall(r"^from countercase\S* import .*$", page.read_text(encoding="utf-8"), re.MULTILINE):
        exec(line, {})


DRAFT = """\
In Ramesh Kumar v. State of Atlantis, 2021 INSC 99999, bail was granted. Kharak Singh v. State of U.P.,
AIR 1963 SC 1295 denied a right to privacy. The accused is charged under Section 302, Section 34 and Section 603 of the
Indian Penal Code.
"""


def console_examples() -> list[tuple[str, str, str]]:
    """Page, command and output of every example in the documentation that shows what a command prints."""
    return [
        (page.name, command, shown)
        for page in (DOCS.parent / "README.md", *sorted(DOCS.glob("*.md")))
        for command, shown in re.findall(
            r"```console\n\$ countercase ([^\n]*)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL
        )
        if shown.strip()
    ]


@pytest.mark.parametrize(
    ("command", "shown"), [pytest.param(*rest, id=f"{page}: {rest[0]}") for page, *rest in console_examples()]
)
def test_an_example_shows_what_the_command_prints(
    command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "draft.txt").write_text(DRAFT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(app, shlex.split(command))
    printed = " ".join(run.output.split())  # the width of the terminal decides where lines break
    excerpts = [" ".join(excerpt.split()) for excerpt in re.split(r"^\.\.\.$", shown, flags=re.MULTILINE)]
    assert [excerpt for excerpt in excerpts if excerpt not in printed] == []


def test_the_readme_shows_what_each_main_command_prints() -> None:
    commands = [command.split()[0] for page, command, _ in console_examples() if page == "README.md"]
    assert commands == ["facts", "whatif", "check"]


def test_every_module_that_the_contributing_guide_names_exists() -> None:
    package = DOCS.parent / "src" / "countercase"
    named = set(
        re.findall(r"`(?:src/countercase/)?([\w/]+\.py)`", (DOCS / "contributing.md").read_text(encoding="utf-8"))
    )
    assert len(named) > 20
    known = {str(path.relative_to(package)) for path in package.rglob("*.py")}
    names = known | {path.rpartition("/")[2] for path in known}
    outside = {name for name in named if (DOCS.parent / name).is_file()}
    assert named - names - outside == set()
