"""From CUAD to the benchmark: rows, names, titles, filter, spans, tests, in that order."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from countercase.cuad.benchmark import Benchmark, QAGroundTruth, Snippet
from countercase.cuad.cells import CellError, parse_quotes
from countercase.cuad.clause_rows import FILE_NAME, ClauseRow, read_clause_rows
from countercase.cuad.columns import Clause
from countercase.cuad.locate import OMITTED, extract_quote_span, quote_parts, sort_and_merge_spans
from countercase.cuad.manifest import Drop, Manifest, sha256_of
from countercase.cuad.names import FileNames, NameMatch
from countercase.cuad.policy import Policy, ambiguous_because, find_policy
from countercase.cuad.titles import create_title, distinct_titles
from countercase.domain.span import Span
from countercase.errors import InputError

TEXTS = "full_contract_txt"
BRIDGE = 1  # characters between two quotes that still make one span
# In this order a test that needs several is first counted.
RECOVERIES = ("file-name", "extra-column", "omitted-parts", "partial-cell")

Titles = Callable[[Mapping[str, str]], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Contract:
    """A row with its text."""

    row: ClauseRow
    match: NameMatch
    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Generated:
    """The benchmark, the texts it needs by file name, and the record of the run."""

    benchmark: Benchmark
    texts: Mapping[str, str]
    manifest: Manifest


@dataclass(slots=True)
class _Found:
    """The spans of one cell, what it took to find them, and what was not found."""

    spans: list[Span] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    lost: list[tuple[str, str]] = field(default_factory=list)


def generate_cuad(
    source: Path, out: Path | None = None, policy: str = "published", titles: Titles | None = None
) -> Generated:
    """Generate the benchmark from a folder with CUAD v1; with `out`, write it, its corpus and its manifest there.

    `titles` gives the titles by file name from the texts by file name; without it they are made by rules.
    """
    rules = find_policy(policy)
    drops: list[Drop] = []
    matches: list[NameMatch] = []
    contracts = [found for found in _contracts(source, rules, drops, matches) if not _is_ambiguous(found, drops)]
    texts = {contract.file: contract.text for contract in contracts}
    named = titles(texts) if titles else rule_titles(texts)
    tests = [test for contract in contracts for test in _tests(contract, named[contract.file], rules, drops)]
    benchmark = Benchmark(tests=tuple(tests))
    used = {path.partition("/")[2] for path in benchmark.file_paths()}
    kept = {file: text for file, text in texts.items() if file in used}
    manifest = _manifest(source, rules, "given" if titles else "rules", benchmark, matches, drops)
    generated = Generated(benchmark, kept, manifest)
    if out is not None:
        write_generated(generated, out)
    return generated


def rule_titles(texts: Mapping[str, str]) -> dict[str, str]:
    """Titles by rules, told apart where two are the same."""
    return distinct_titles({file: create_title(file, text) for file, text in texts.items()})


def write_generated(generated: Generated, out: Path) -> None:
    """`benchmarks/cuad.json`, `corpus/cuad/NAME.txt` and `manifest.json` below a folder."""
    corpus = out / "corpus" / "cuad"
    corpus.mkdir(parents=True, exist_ok=True)
    generated.benchmark.to_json(out / "benchmarks" / "cuad.json")
    for file, text in generated.texts.items():
        (corpus / file).write_text(text, encoding="utf-8", newline="\n")
    generated.manifest.to_json(out / "manifest.json")


def _contracts(source: Path, policy: Policy, drops: list[Drop], matches: list[NameMatch]) -> Iterable[Contract]:
    folder = source / TEXTS
    if not folder.is_dir():
        raise InputError(f"There is no {TEXTS} in {source}. Give the folder of CUAD v1, or download it.")
    names = FileNames(path.name for path in folder.iterdir())
    for row in read_clause_rows(source):
        match = names.match(row.csv_name)
        matches.append(match)
        if match.file is None:
            drops.append(Drop("contract", f"its text file is {match.how}", row.number, row.csv_name))
        elif match.how == "letters" and not policy.match_letters:
            reason = "no text file of exactly its name"
            drops.append(Drop("contract", reason, row.number, row.csv_name, detail=match.file))
        else:
            try:
                text = (folder / match.file).read_text(encoding="utf-8")
            except UnicodeDecodeError as error:
                drops.append(
                    Drop("contract", "its text is not UTF-8", row.number, row.csv_name, detail=str(error.start))
                )
                continue
            yield Contract(row, match, match.file, text)


def _is_ambiguous(contract: Contract, drops: list[Drop]) -> bool:
    reason = ambiguous_because(contract.row.csv_name, contract.row.document_name)
    if reason:
        drops.append(Drop("contract", reason, contract.row.number, contract.row.csv_name))
    return reason is not None


def _tests(contract: Contract, title: str, policy: Policy, drops: list[Drop]) -> Iterable[QAGroundTruth]:
    row = contract.row
    for clause in policy.clauses:
        try:
            quotes = parse_quotes(row.cells[clause.column])
        except CellError as error:
            detail = f"{FILE_NAME}, row {row.number}, {clause.column}: {error}"
            drops.append(Drop("cell", "not a list of strings", row.number, row.csv_name, clause.column, detail))
            continue
        found = _locate(contract.text, quotes, policy)
        lost = [Drop("quote", why, row.number, row.csv_name, clause.column, which) for which, why in found.lost]
        if lost and not policy.keep_partial:
            drops.extend(lost[:1])
            continue
        drops.extend(lost)
        if found.spans:
            yield _test(contract, title, clause, found)


def _locate(text: str, quotes: Iterable[str], policy: Policy) -> _Found:
    found = _Found()
    for number, quote in enumerate(quotes, start=1):
        omitted = policy.split_omitted and OMITTED in quote
        for part in quote_parts(quote) if omitted else (quote,):
            span = extract_quote_span(text, part)
            if span is None:
                why = "in more than one place" if part and part in text else "nowhere in the text"
                found.lost.append((f"quote {number}, {len(part)} characters", why))
                found.tags.add("partial-cell")
            else:
                found.spans.append(span)
                if omitted:
                    found.tags.add("omitted-parts")
    return found


def _test(contract: Contract, title: str, clause: Clause, found: _Found) -> QAGroundTruth:
    tags = set(found.tags)
    if contract.match.how == "letters":
        tags.add("file-name")
    if not clause.published:
        tags.add("extra-column")
    snippets = tuple(
        Snippet(file_path=f"cuad/{contract.file}", span=(span.start, span.end))
        for span in sort_and_merge_spans(found.spans, max_bridge_gap_len=BRIDGE)
    )
    query = f"Consider the {title}; {clause.question}"
    ordered = tuple(tag for tag in RECOVERIES if tag in tags)
    return QAGroundTruth(query=query, snippets=snippets, tags=ordered) if ordered else _plain(query, snippets)


def _plain(query: str, snippets: tuple[Snippet, ...]) -> QAGroundTruth:
    """Without a tags field, as the published file."""
    return QAGroundTruth(query=query, snippets=snippets)


def _manifest(
    source: Path, policy: Policy, titles: str, benchmark: Benchmark, matches: list[NameMatch], drops: list[Drop]
) -> Manifest:
    recovered = {
        tag: {
            "tests": sum(tag in test.tags for test in benchmark.tests),
            "by_it_alone": sum(test.tags == (tag,) for test in benchmark.tests),
        }
        for tag in RECOVERIES
        if policy.name != "published"
    }
    return Manifest(
        policy=policy.name,
        titles=titles,
        tests=len(benchmark.tests),
        contracts=len(benchmark.file_paths()),
        snippets=sum(len(test.snippets) for test in benchmark.tests),
        recovered=recovered,
        names=dict(Counter(match.how for match in matches)),
        unusual_names={match.csv_name: match.file or "" for match in matches if match.how != "exact"},
        sha256={FILE_NAME: sha256_of(source / FILE_NAME)},
        drops=tuple(drops),
    )
