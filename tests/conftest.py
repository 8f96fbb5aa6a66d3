"""Where the tests find the real data, and how they say that it is not there."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# No test depends on the clock: a busy machine is slow, not wrong.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

DATA = Path(os.environ.get("COUNTERCASE_DATA", Path(__file__).parents[2] / "shared" / "data"))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with the real data; the test is skipped, and says so, where it is absent."""
    if not DATA.is_dir():
        pytest.skip(f"no real data at {DATA}; set COUNTERCASE_DATA to its folder")
    return DATA
