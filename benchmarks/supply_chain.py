"""What an install brings along: known holes (audit), a bill of materials (sbom), and sizes for the docs (sizes).

python -m benchmarks.supply_chain audit | sbom --out FILE | sizes [--write]
"""

import argparse
import json
import re
import subprocess
import sys
import tomllib
import uuid
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "decisions" / "dependencies.md"
BEGIN, END = "<!-- sizes: begin -->", "<!-- sizes: end -->"
PRODUCT = "countercase"
_UNREACHABLE = re.compile(r"ConnectionError|Max retries|Name or service|ServiceError|Failed to (?:connect|upgrade)")


def closure(extras: tuple[str, ...] = ()) -> dict[str, metadata.Distribution]:
    """The product and everything that it needs, by name; packages that are not installed here are left out."""
    from packaging.requirements import Requirement

    found: dict[str, metadata.Distribution] = {}
    waiting: list[tuple[str, frozenset[str]]] = [(PRODUCT, frozenset(extras))]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        try:
            found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        for line in _own_needs(wanted) if name == PRODUCT else found[name].requires or ():
            needed = Requirement(line)
            if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in (*wanted, "")):
                waiting.append((re.sub(r"[-_.]+", "-", needed.name).lower(), frozenset(needed.extras)))
    return dict(sorted(found.items()))


def _own_needs(extras: frozenset[str]) -> list[str]:
    """What pyproject.toml asks for; the metadata of an editable install may be older."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional: dict[str, list[str]] = project["optional-dependencies"]
    return [*project["dependencies"], *(line for extra in sorted(extras) for line in optional[extra])]


def megabytes(package: metadata.Distribution) -> float:
    """What its files take on this disk; of our own package, the source tree."""
    if package.name == PRODUCT:
        paths = [path for path in (ROOT / "src").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    else:
        paths = [Path(str(file.locate())) for file in package.files or ()]
    return sum(path.stat().st_size for path in paths if path.is_file()) / 1e6


def table() -> str:
    """The packages of the light install with their sizes, and what each extra adds."""
    light = closure()
    sizes = {name: megabytes(package) for name, package in light.items()}
    rows = ["| package | version | MB |", "|---|---|---:|"]
    rows += [
        f"| {name} | {light[name].version} | {sizes[name]:.1f} |" for name in sorted(sizes, key=lambda one: -sizes[one])
    ]
    rows += ["", f"The light install has {len(light)} packages and {sum(sizes.values()):.0f} MB.", ""]
    rows += ["| extra | packages more | MB more |", "|---|---:|---:|"]
    for extra in ("chroma", "parquet", "html", "evaluation", "web", "llm", "mcp"):
        more = {name: package for name, package in closure((extra,)).items() if name not in light}
        rows.append(f"| {extra} | {len(more)} | {sum(map(megabytes, more.values())):.0f} |")
    return "\n".join(rows)


def write_sizes() -> None:
    """Put the table between its marks in the docs."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def sbom() -> dict[str, Any]:
    """A bill of materials in CycloneDX 1.5: name, version, licence, package URL and hashes of the record."""
    packages = closure(("all",))
    needs = [_purl(package) for name, package in packages.items() if name != PRODUCT]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid4()}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.now(UTC).isoformat(timespec="seconds"),
            "component": _component(packages[PRODUCT], "application"),
        },
        "components": [_component(package) for name, package in packages.items() if name != PRODUCT],
        "dependencies": [{"ref": _purl(packages[PRODUCT]), "dependsOn": needs}],
    }


def _purl(package: metadata.Distribution) -> str:
    return f"pkg:pypi/{package.name.lower()}@{package.version}"


def _component(package: metadata.Distribution, kind: str = "library") -> dict[str, Any]:
    about = package.metadata
    named = [about[field].split("\n")[0][:100] for field in ("License-Expression", "License") if field in about]
    licence = next((name for name in named if name), "")
    classed = (line.rpartition(":: ")[2] for line in about.get_all("Classifier") or () if "License ::" in line)
    licence = licence or next(classed, "")
    return {
        "type": kind,
        "bom-ref": _purl(package),
        "name": package.name,
        "version": package.version,
        "purl": _purl(package),
        **({"licenses": [{"license": {"name": licence}}]} if licence else {}),
    }


def audit() -> int:
    """Ask pip-audit about the locked versions; a line where it is not installed or cannot reach its database."""
    try:
        metadata.distribution("pip-audit")
    except metadata.PackageNotFoundError:
        print("audit: skipped, pip-audit is not installed (pip install pip-audit)")
        return 0
    command = [sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip", "-r", "requirements/run.lock"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        print("audit: skipped, the database of holes did not answer in two minutes")
        return 0
    said = done.stdout + done.stderr
    if done.returncode and _UNREACHABLE.search(said):
        print("audit: skipped, the database of holes cannot be reached from here")
        return 0
    unknown = said.count("could not be audited")
    print("\n".join(line for line in said.splitlines() if "could not be audited" not in line).strip())
    if unknown:
        print(f"audit: {unknown} packages are not known to the database that answered, and were not looked up")
    return done.returncode


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", choices=("audit", "sbom", "sizes"))
    options.add_argument("--out", type=Path)
    options.add_argument("--write", action="store_true", help="put the table into the docs")
    given = options.parse_args()
    if given.what == "audit":
        sys.exit(audit())
    if given.what == "sizes" and given.write:
        write_sizes()
    else:
        content = table() if given.what == "sizes" else json.dumps(sbom(), indent=2, ensure_ascii=False)
        if given.out:
            given.out.write_text(content + "\n", encoding="utf-8")
        else:
            print(content)
