"""Counts what the fault tests did, and says so at the end of a run."""

from collections import Counter

import pytest

_COUNTS = pytest.StashKey[Counter[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_COUNTS] = Counter()


@pytest.fixture
def counts(request: pytest.FixtureRequest) -> Counter[str]:
    """Kills and full disks so far, by operation."""
    return request.config.stash[_COUNTS]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    counted = config.stash[_COUNTS]
    if counted:
        terminalreporter.section("faults")
        for what, count in sorted(counted.items()):
            terminalreporter.write_line(f"{count:5}  {what}")
        terminalreporter.write_line(f"{counted.total():5}  in all")
