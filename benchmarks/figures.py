"""Writes docs/figures.md from benchmarks/results, so that no figure is copied by hand.

python -m benchmarks.figures           write the page
python -m benchmarks.figures --check   fail where the page is not what the results say
"""

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "figures.md"
HEAD = """# Figures

Each figure comes from a result that a command wrote. `benchmarks/results` has every result in full, with the commit at
which it was measured. The data is real and not part of this repository (see [Contributing](contributing.md#real-data)).
`python -m benchmarks.figures` writes this page; CI fails if it is out of date.
"""


def main() -> None:
    """Write or check the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    page = written_page()
    if not parser.parse_args().check:
        PAGE.write_text(page, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page:
        sys.exit("docs/figures.md is not what benchmarks/results say. Run: python -m benchmarks.figures")


def written_page() -> str:
    """The page, group by group, and at its end where the published figures come from."""
    parts = [HEAD]
    for group in tomllib.loads((HERE / "figures.toml").read_text(encoding="utf-8"))["group"]:
        rows = [row_of(row) for row in group["row"]]
        table = "\n".join(["| what | figure | measured on, and beside it | command |", "|---|---|---|---|", *rows])
        parts.append(f"## {group['title']}\n\n{table}\n")
    return "\n".join([*parts, _published_section()])


def published() -> dict[str, dict[str, Any]]:
    """The figures of others, each with its source, table and correction."""
    return tomllib.loads((HERE / "published.toml").read_text(encoding="utf-8"))


def _published_section() -> str:
    lines = ["## Published figures", "", "What stands beside ours as published, and where it is printed.", ""]
    for each in published().values():
        told = f"{_values(each)}. {each['system']}; {each['task']}. {each['source']}, {each['table']}."
        correction = f" **Correction:** {each['correction']}" if each["correction"] else ""
        lines.append(f"- {told}{correction} Checked: {each['checked']}.")
    return "\n".join([*lines, ""])


def _values(each: dict[str, Any]) -> str:
    return ", ".join(f"{name} {_written(value)}" for name, value in each["figures"].items())


def row_of(row: dict[str, Any]) -> str:
    """One line of a table; a figure that no result holds is an error, not a blank."""
    values = [figure(row["result"], path) for path in row["values"]]
    values += [figure(row["result_2"], path) for path in row.get("values_2", ())]
    note = row["note"]
    if "published" in row:
        note += f"; published: {_values(published()[row['published']])} (see *Published figures*)"
    command = f"`python -m benchmarks.{row.get('command', row['result'].removesuffix('_fresh'))}`"
    return f"| {row['what']} | {' / '.join(values)} | {note} | {command} |"


def figure(result: str, path: str) -> str:
    """The figure at a path of a result, as people write it: `.91`, `74.9`."""
    held: Any = json.loads((HERE / "results" / f"{result}.json").read_text(encoding="utf-8"))
    for part in path.split("/"):
        if part not in held:
            sys.exit(
                f"benchmarks/results/{result}.json has no {path!r} (at {part!r}; it has {', '.join(list(held)[:12])})."
            )
        held = held[part]
    return _written(held)


def _written(value: float) -> str:
    if isinstance(value, float) and abs(value) <= 1:
        return f"{value:.3f}".rstrip("0").rstrip(".").replace("0.", ".", 1) or "0"
    return f"{value:g}"


if __name__ == "__main__":
    main()
