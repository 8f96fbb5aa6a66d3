"""A database that is down, full, older, newer, elsewhere or cut off: one line, and nothing lost."""

from pathlib import Path

import psycopg
import pytest
from tests.corpus.test_store import chunks_of, make_case, put
from tests.retrieval.corpus_on_the_spot import WordEncoder

from countercase import postgres
from countercase.app import App, open_app
from countercase.corpus.store import Put
from countercase.domain.case import CaseId
from countercase.errors import (
    DatabaseDown,
    DatabaseFull,
    EndpointError,
    IndexBroken,
    NotFound,
    SettingsError,
    WorkspaceError,
)
from countercase.health import examine
from countercase.postgres import MIGRATIONS, PostgresConnection
from countercase.settings import Settings, StoreSettings, load_settings
from countercase.workspaces import PostgresStore, open_postgres


def one_line(error: pytest.ExceptionInfo[BaseException]) -> str:
    text = str(error.value)
    assert "\n" not in text
    assert text.endswith((".", ")"))
    return text


def cut_off(url: str) -> None:
    """Ends every other connection, as a restarted server does."""
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'countercase'")


def test_a_database_that_is_down() -> None:
    with pytest.raises(DatabaseDown) as error:
        PostgresStore("postgresql://me:secret@127.0.0.1:1/cases")
    text = one_line(error)
    assert "127.0.0.1:1/cases" in text
    assert "Start it or correct store.url" in text
    assert "secret" not in text


def test_a_server_that_was_restarted_is_connected_to_again(postgres_url: str) -> None:
    with PostgresStore(postgres_url) as store:
        put(store, make_case())
        cut_off(postgres_url)
        assert store.get(CaseId("c1")) == make_case()
        cut_off(postgres_url)
        assert put(store, make_case("c2")) is Put.ADDED


def write_and_lose_the_server(store: PostgresStore) -> None:
    with store._writing() as db:
        db.execute("DELETE FROM chunks")
        cut_off(store.database.url)
        db.execute("DELETE FROM paragraphs")


def test_a_server_that_goes_in_the_middle_of_a_write_leaves_no_half(postgres_url: str) -> None:
    with PostgresStore(postgres_url) as store:
        put(store, make_case())
        with pytest.raises(DatabaseDown) as error:
            write_and_lose_the_server(store)
        assert "what was stored before is kept" in one_line(error)
        assert tuple(store.chunks()) == chunks_of(make_case())


def test_a_full_database(postgres_url: str) -> None:
    with PostgresStore(postgres_url) as store:
        put(store, make_case())
        store._db.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$"
        )
        store._db.execute("CREATE TRIGGER full_disk BEFORE INSERT ON chunks EXECUTE FUNCTION full_disk()")
        with pytest.raises(DatabaseFull) as error:
            put(store, make_case("c2"))
        assert "Free some space" in one_line(error)
        assert store.case_ids() == ["c1"]
        store._db.execute("DROP TRIGGER full_disk ON chunks")
        assert put(store, make_case("c2")) is Put.ADDED
        store._db.execute("DROP FUNCTION full_disk")


def test_an_older_schema_is_migrated_and_keeps_its_cases(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(postgres, "MIGRATIONS", MIGRATIONS[:1])
        with PostgresStore(postgres_url) as store:
            put(store, make_case())
            assert postgres.schema_version(store.database.raw) == 1
    with PostgresStore(postgres_url) as store:
        assert postgres.schema_version(store.database.raw) == len(MIGRATIONS)
        assert store.get(CaseId("c1")) == make_case()


def test_a_newer_schema_is_refused(postgres_url: str) -> None:
    with PostgresStore(postgres_url) as store:
        store._db.execute("INSERT INTO schema_version VALUES (99)")
    with pytest.raises(WorkspaceError) as error:
        PostgresStore(postgres_url)
    assert "newer countercase (schema 99). Update countercase." in one_line(error)


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    PostgresStore(postgres_url).close()
    broken = ("ALTER TABLE cases ADD COLUMN note TEXT", "this is no SQL")
    with monkeypatch.context() as patch:
        patch.setattr(postgres, "MIGRATIONS", (*MIGRATIONS, broken))
        with pytest.raises(psycopg.errors.SyntaxError):
            PostgresStore(postgres_url)
    with PostgresStore(postgres_url) as store:
        assert put(store, make_case()) is Put.ADDED


@pytest.mark.parametrize(
    ("limit", "value", "says"),
    [("LEAST_VECTOR", (99, 0), "0.7 or newer is needed"), ("LEAST_SERVER", 990000, "13 or newer is needed")],
)
def test_another_version_of_the_server_or_of_pgvector(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, limit: str, value: object, says: str
) -> None:
    monkeypatch.setattr(postgres, limit, value)
    with pytest.raises(WorkspaceError) as error:
        PostgresConnection(postgres_url)
    assert says in one_line(error)


def test_an_empty_database_says_what_to_do(postgres_url: str) -> None:
    with pytest.raises(NotFound, match="countercase move"):
        open_postgres(postgres_url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me@db.example.org/cases",
        "postgresql://me@/cases?host=db.example.org",
        "postgresql://me@localhost/cases?host=db.example.org",
        "postgresql://me@localhost/cases?hostaddr=db.example.org",
        "postgresql://127.0.0.1,db.example.org/cases",
    ],
)
def test_a_database_elsewhere_needs_leave(url: str) -> None:
    with pytest.raises(EndpointError, match=r"db\.example\.org, not this machine") as error:
        open_app(None, Settings(store=StoreSettings(url=url)))
    assert "store.allow_remote" in one_line(error)


def test_what_is_no_database_is_refused() -> None:
    with pytest.raises(EndpointError, match="not a database address"):
        open_app(None, Settings(store=StoreSettings(url="mysql://me@127.0.0.1/cases")))


@pytest.mark.parametrize("text", ['store = "postgresql://evil/x"', '[store]\nurl = "postgresql://evil/x"'])
def test_the_folder_of_a_brief_cannot_name_a_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "countercase.toml").write_text(text)
    with pytest.raises(SettingsError, match=r"sets store\.url"):
        load_settings(environment={})


def test_a_store_is_named_by_a_word_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('store = "postgresql:///cases"')
    assert load_settings(file, {}).store.url == "postgresql:///cases"
    assert load_settings(environment={"COUNTERCASE_STORE": "postgresql:///other"}).store.url == "postgresql:///other"
    assert "postgresql:" not in repr(load_settings(file, {}))


class OtherEncoder(WordEncoder):
    """Another machine's weights."""

    name = "other@test"


def test_an_index_of_another_encoder_is_not_searched(postgres_url: str, tmp_path: Path) -> None:
    settings = Settings(store=StoreSettings(url=postgres_url))
    first, second = (App(tmp_path / name, settings, database=postgres_url) for name in ("one", "two"))
    first.models.encoder, second.models.encoder = WordEncoder(), OtherEncoder()
    with first.make_store() as store:
        put(store, make_case())
    first.index.build()
    with pytest.raises(IndexBroken) as error:
        second.search("the accused was convicted", "dpr_only")
    assert "encoder = words@test, now other@test" in one_line(error)
    assert first.search("the accused was convicted", "dpr_only")[0].case_id == "c1"
    first.close()
    second.close()


def test_doctor_names_a_store_elsewhere_without_its_password() -> None:
    settings = Settings(store=StoreSettings(url="postgresql://me:secret@db.example.org/cases", allow_remote=True))
    found = examine(settings)
    assert found["store"] == "db.example.org/cases"
    assert found["leaves_the_machine"] == ["cases and matters kept at db.example.org"]
