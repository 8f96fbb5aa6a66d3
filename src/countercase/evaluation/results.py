"""Results of an evaluation: figures with what they come from, as JSON, and as tables in CSV and LaTeX."""

import csv
import hashlib
import io
import json
import os
import platform
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from countercase.errors import InputError
from countercase.evaluation.experiment import ExperimentOptions, SetResult
from countercase.evaluation.formats import safe_cell
from countercase.files import sha256_of, write_whole
from countercase.settings import Settings
from countercase.significance import PairedDifference
from countercase.version import __version__

LIBRARIES = ("numpy", "scipy", "ir-measures", "pytrec-eval-terrier", "bm25s", "onnxruntime", "chromadb", "krippendorff")
_SECRET = frozenset({"llm.api_key", "models.encoder_key", "web.token", "web.tokens", "store.url"})


@dataclass(frozen=True, slots=True)
class ResultSource:
    """Everything needed to trust a figure and to compute it again."""

    version: str
    commit: str | None  # None if the package is installed and not a checkout
    command: tuple[str, ...]  # the words after `countercase`; empty if called from Python
    date: str  # UTC
    settings: Mapping[str, Any]  # those that differ from the defaults
    plans: Mapping[str, Mapping[str, Any]]  # the definition of each
    inputs: Mapping[str, str]  # name -> SHA-256, or the name of a model with its hash
    machine: Mapping[str, Any]
    libraries: Mapping[str, str]

    def as_record(self) -> dict[str, Any]:
        """The record as JSON data."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    def lines(self) -> dict[str, str]:
        """The record as lines of text, empty parts left out."""
        machine = f"{self.machine['processor']}, {self.machine['cores']} cores, Python {self.machine['python']}"
        lines = {
            "commit": self.commit or "an installed package, not a checkout",
            "command": " ".join(["countercase", *self.command]) if self.command else "",
            "date": self.date,
            "settings changed": ", ".join(f"{name} = {value}" for name, value in self.settings.items()),
            **{f"plan {name}": _plan_line(plan) for name, plan in self.plans.items()},
            **{f"{name} (SHA-256)" if len(value) == 64 else name: value for name, value in self.inputs.items()},
            "machine": machine,
            "libraries": ", ".join(f"{name} {version}" for name, version in self.libraries.items()),
        }
        return {name: text for name, text in lines.items() if text}

    def comment(self) -> str:
        """One comment line for the top of a LaTeX table."""
        command = " ".join(["countercase", *self.command]) if self.command else "from Python"
        return f"% countercase {self.version}, commit {self.commit or 'unknown'}, {self.date}: {command}"


def _plain(value: Any) -> Any:
    """A value converted to types that JSON has."""
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [_plain(part) for part in value]
    return value


def provenance(
    command: Sequence[str] = (),
    settings: Settings | None = None,
    plans: Mapping[str, Mapping[str, Any]] | None = None,
    inputs: Mapping[str, str] | None = None,
    files: Mapping[str, Path] | None = None,
) -> ResultSource:
    """The provenance of a run that happens now; `files` are hashed and added to `inputs`."""
    hashes = {name: file_hash(path) for name, path in (files or {}).items()}
    return ResultSource(
        version=__version__,
        commit=commit(),
        command=tuple(command),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        settings=changed_settings(settings) if settings is not None else {},
        plans=dict(plans or {}),
        inputs={**hashes, **(inputs or {})},
        machine=machine(),
        libraries=libraries(),
    )


@cache
def commit() -> str | None:
    """The commit of the checkout that this package runs from, marked if files differ; None if installed."""
    folder = str(Path(__file__).parent)
    try:
        run = subprocess.run(
            ["git", "-C", folder, "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty"],
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return None
    return run.stdout.strip() or None


def changed_settings(settings: Settings) -> dict[str, Any]:
    """Each setting that differs from its default, as `group.key`; the value of a secret is not shown."""
    default, chosen = dict(_flat(Settings().model_dump(mode="json"))), dict(_flat(settings.model_dump(mode="json")))
    changed = {name: value for name, value in chosen.items() if default.get(name) != value}
    return {name: "(set)" if name in _SECRET else value for name, value in changed.items()}


def _flat(values: Mapping[str, Any], group: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, dict) and value and not group:
            yield from _flat(value, name)
        else:
            yield (f"{group}.{name}" if group else name), value


def machine() -> dict[str, Any]:
    """The properties of the machine that affect figures and times."""
    return {
        "system": platform.system(),
        "architecture": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }


@cache
def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


@cache
def libraries() -> dict[str, str]:
    """Versions of the installed libraries that figures depend on."""
    versions = {}
    for name in LIBRARIES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


def file_hash(path: Path) -> str:
    """SHA-256 of a file, or of all files in a folder with their names."""
    sha = hashlib.sha256()
    try:
        if path.is_dir():
            for file in sorted(file for file in path.rglob("*") if file.is_file()):
                sha.update(f"{file.relative_to(path).as_posix()}\n{file_hash(file)}\n".encode())
        else:
            return sha256_of(path)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. Check the name.") from None
    return sha.hexdigest()


def texts_hash(texts: Mapping[str, str]) -> str:
    """SHA-256 of a corpus: every id and text, in order of ids."""
    sha = hashlib.sha256()
    for case in sorted(texts):
        for part in (case, texts[case]):
            content = part.encode()
            sha.update(len(content).to_bytes(8, "big") + content)
    return sha.hexdigest()


def definition(plan: Any) -> dict[str, Any]:
    """A plan as plain data: every field of its dataclass."""
    values = {field.name: getattr(plan, field.name) for field in fields(plan)}
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()}


def _plan_line(plan: Mapping[str, Any]) -> str:
    return "; ".join(f"{name} = {value}" for name, value in plan.items())


# The figures as JSON and as tables.

ALPHA = 0.05
_LATEX = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
)

Rows = list[list[str]]


def as_json(
    results: Sequence[SetResult],
    options: ExperimentOptions,
    about: Mapping[str, Any] | None = None,
    source: ResultSource | None = None,
) -> dict[str, Any]:
    """Everything measured, with its provenance, the options and the digest of each set."""
    return {
        "provenance": (source or provenance()).as_record(),
        "options": asdict(options),
        "about": dict(about or {}),
        "sets": [_set_json(result) for result in results],
    }


def _set_json(result: SetResult) -> dict[str, Any]:
    first = next(iter(result.systems.values())).scores
    return {
        "name": result.name,
        "digest": result.digest,
        "queries": len(first.queries),
        "without_relevant": list(first.without_relevant),
        "same_lists": [asdict(same) for same in result.same],
        "systems": {
            name: {
                "means": dict(system.scores.means),
                "intervals": {metric: list(ends) for metric, ends in system.intervals.items()},
                "recall_curve": {str(k): value for k, value in system.recall_curve.items()},
                "latency_seconds": {stage: asdict(latency) for stage, latency in system.latency.items()},
                "queries_without_results": len(system.scores.without_results),
                "inadmissible_removed": system.inadmissible,
                "notes": list(system.notes),
                "cached": system.cached,
                "per_query": {metric: system.scores.of(metric) for metric in system.scores.means},
            }
            for name, system in result.systems.items()
        },
        "comparisons": [asdict(comparison) for comparison in result.comparisons],
    }


# What a reader must know besides the figures.


def set_notes(result: SetResult) -> Iterator[str]:
    """Sentences on queries that are not scored or count as zero, removed cases, and systems that are the same."""
    first = next(iter(result.systems.values())).scores
    if first.without_relevant:
        yield f"{len(first.without_relevant)} judged queries have no relevant case and are not scored."
    for name, system in result.systems.items():
        if system.run and system.scores.without_results:
            yield f"{name}: {len(system.scores.without_results)} queries without results count as zero."
        if system.inadmissible:
            yield f"{name}: {system.inadmissible} cases removed because the queries' filters exclude them."
        for note in system.notes:
            yield f"{name}: {note}."
    for same in result.same:
        yield f"{same}: compare them with others, not with each other."


# Rows: a header, then the figures.


def score_rows(result: SetResult) -> Rows:
    """One row per system: its name and its mean on each measure, to four decimals."""
    metrics = list(next(iter(result.systems.values())).scores.means)
    rows = [["system", *metrics]]
    rows += [
        [name, *(f"{system.scores.means[metric]:.4f}" for metric in metrics)] for name, system in result.systems.items()
    ]
    return rows


def interval_rows(result: SetResult) -> Rows:
    """One row per system and measure: the mean with its 95 % bootstrap interval over queries."""
    rows = [["system", "measure", "mean", "low", "high"]]
    for name, system in result.systems.items():
        for metric, mean in system.scores.means.items():
            ends = [f"{end:.4f}" for end in system.intervals.get(metric, ())] or ["", ""]
            rows.append([name, metric, f"{mean:.4f}", *ends])
    return rows


COMPARISON_HEADER = ["system", "baseline", "measure", "difference", "low", "high", "p", "p (Holm)", "p (t-test)",
                     "higher", "lower", "same"]  # fmt: skip


def comparison_rows(result: SetResult) -> Rows:
    """One row per comparison."""
    return difference_rows(result.comparisons)


def difference_rows(comparisons: Sequence[PairedDifference]) -> Rows:
    """One row per paired difference; an interval that cannot be computed is empty."""
    return [COMPARISON_HEADER, *(_comparison_row(comparison) for comparison in comparisons)]


def _comparison_row(comparison: PairedDifference) -> list[str]:
    numbers = [
        "" if value is None else f"{value:+.4f}" for value in (comparison.difference, comparison.low, comparison.high)
    ]
    chances = [f"{value:.4f}" for value in (comparison.p_randomisation, comparison.p_holm, comparison.p_t_test)]
    counts = [str(count) for count in (comparison.wins, comparison.losses, comparison.ties)]
    return [comparison.system, comparison.baseline, comparison.metric, *numbers, *chances, *counts]


def latency_rows(result: SetResult) -> Rows:
    """One row per system and stage, in milliseconds."""
    rows = [["system", "stage", "p50 ms", "p95 ms", "queries"]]
    for name, system in result.systems.items():
        for stage, latency in system.latency.items():
            rows.append([name, stage, f"{1e3 * latency.p50:.1f}", f"{1e3 * latency.p95:.1f}", str(latency.queries)])
    return rows


def query_rows(result: SetResult) -> Rows:
    """One row per query and system, at full precision, for your own tests."""
    metrics = list(next(iter(result.systems.values())).scores.means)
    columns = {name: [system.scores.of(metric) for metric in metrics] for name, system in result.systems.items()}
    rows = [["query", "system", *metrics]]
    for query in next(iter(result.systems.values())).scores.queries:
        rows += [[query, name, *(repr(column[query]) for column in values)] for name, values in columns.items()]
    return rows


def for_all_sets(results: Sequence[SetResult], rows_of: Callable[[SetResult], Rows]) -> Rows:
    """The rows of all sets under one header, with the name of the set as the first column."""
    header = ["set", *rows_of(results[0])[0]] if results else []
    return [header, *([result.name, *row] for result in results for row in rows_of(result)[1:])]


# Files.


def to_csv(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV; text that a spreadsheet would run as a formula is quoted, numbers are not."""
    out = io.StringIO()
    safe_rows = ([cell if _is_number(str(cell)) else safe_cell(str(cell)) for cell in row] for row in rows)
    csv.writer(out, lineterminator="\n").writerows(safe_rows)
    return out.getvalue()


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text == text.strip()


def latex_table(rows: Sequence[Sequence[str]], note: str = "") -> str:
    """Rows as a booktabs table: the first row is the header, columns of figures are right-aligned."""
    header, *body = rows
    columns = "".join(
        "r" if body and all(_is_figure(row[column]) for row in body) else "l" for column in range(len(header))
    )
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", _latex_row(header), r"\midrule"]
    lines += [*map(_latex_row, body), r"\bottomrule", r"\end{tabular}", ""]
    return "\n".join([*([note] if note else []), *lines])


def to_latex(results: Sequence[SetResult]) -> str:
    """One booktabs table per set: the best value of each column in bold, a star if a value beats the baseline."""
    return "\n".join(_latex_scores(result) for result in results)


def _latex_scores(result: SetResult) -> str:
    header, *rows = score_rows(result)
    stars = {
        (comparison.system, comparison.metric)
        for comparison in result.comparisons
        if comparison.p_holm < ALPHA and comparison.difference > 0
    }
    best = [max(float(row[column]) for row in rows) for column in range(1, len(header))]
    lines = [r"\begin{tabular}{l" + "r" * (len(header) - 1) + "}", r"\toprule", _latex_row(header), r"\midrule"]
    for row in rows:
        cells = [row[0].translate(_LATEX)]
        for metric, value, top in zip(header[1:], row[1:], best, strict=True):
            shown = rf"\textbf{{{value}}}" if float(value) == top else value
            cells.append(shown + (r"$^{*}$" if (row[0], metric) in stars else ""))
        lines.append(" & ".join(cells) + r" \\")
    queries = len(next(iter(result.systems.values())).scores.queries)
    note = f"% {result.name}: {queries} queries; * p < {ALPHA} (paired randomisation test, Holm) against the baseline"
    same = [f"% {same}" for same in result.same]
    return "\n".join([note, *same, *lines, r"\bottomrule", r"\end{tabular}", ""])


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(cell.translate(_LATEX) for cell in cells) + r" \\"


def _is_figure(cell: str) -> bool:
    return not cell or _is_number(cell)


def write_tables(
    folder: Path,
    tables: Mapping[str, Sequence[Sequence[str]]],
    record: Mapping[str, Any],
    source: ResultSource,
    latex: Mapping[str, str] | None = None,
) -> list[Path]:
    """Write every table as NAME.csv and NAME.tex, and the whole result as result.json; return the files.

    `latex` holds tables with a LaTeX form of their own.
    """
    contents = {"result.json": json.dumps(record, indent=2, ensure_ascii=False, default=str) + "\n"}
    for name, rows in tables.items():
        contents[f"{name}.csv"] = to_csv(rows)
        table = (latex or {}).get(name) or latex_table(rows)
        contents[f"{name}.tex"] = f"{source.comment()}\n{table}"
    for file, text in contents.items():
        write_whole(folder / file, text, private=False)
    return [folder / file for file in contents]


def retrieval_tables(results: Sequence[SetResult]) -> dict[str, Rows]:
    """The tables of `countercase eval retrieval`, by file name."""
    return {
        "scores": for_all_sets(results, score_rows),
        "intervals": for_all_sets(results, interval_rows),
        "comparisons": for_all_sets(results, comparison_rows),
        "latency": for_all_sets(results, latency_rows),
        "per_query": for_all_sets(results, query_rows),
    }
