"""One owner of every default; a wrong key or value is refused with the nearest right one."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from countercase import settings
from countercase.errors import SettingsError
from countercase.settings import Settings, known_keys, load_settings


def test_the_defaults_are_those_of_the_specification() -> None:
    shipped = load_settings(environment={})
    assert shipped == Settings()
    assert (settings.RRF_K, settings.MMR_LAMBDA, settings.TOP_K) == (20, 0.7, 10)
    assert (shipped.retrieval.rrf_k, shipped.retrieval.mmr_lambda, shipped.retrieval.top_k) == (20, 0.7, 10)
    assert shipped.counterfactual.dispositive_threshold == 1.5
    assert shipped.counterfactual.min_displacement_threshold == 1.0
    assert settings.GROUNDED_SHARE == 0.40
    assert shipped.chunks.words == 180


def test_file_then_environment_then_flags(tmp_path: Path) -> None:
    file = tmp_path / "countercase.toml"
    file.write_text("[retrieval]\nrrf_k = 30\ntop_k = 5\nmmr_lambda = 0.5\n")
    environment = {"COUNTERCASE_RETRIEVAL__TOP_K": "7", "COUNTERCASE_RETRIEVAL__MMR_LAMBDA": "0.6", "HOME": "/"}
    found = load_settings(file, environment, {"retrieval.mmr_lambda": 0.9, "retrieval.plan": None}).retrieval
    assert (found.rrf_k, found.top_k, found.mmr_lambda, found.plan) == (30, 7, 0.9, "full_system")


def test_a_user_may_define_a_plan(tmp_path: Path) -> None:
    file = tmp_path / "countercase.toml"
    file.write_text('[retrieval.plans.mine]\nsearchers = ["bm25"]\nrerank = false\n')
    assert load_settings(file, {}).retrieval.plans["mine"].searchers == ("bm25",)


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"COUNTERCASE_RETRIEVAL__RFF_K": "3"}, "retrieval.rrf_k"),
        ({"COUNTERCASE_RETREIVAL__RRF_K": "3"}, "retrieval"),
        ({"COUNTERCASE_TOPK": "3"}, "retrieval.top_k"),
        ({"COUNTERCASE_RETRIEVAL__MMR_LAMBDA": "1.5"}, "less than or equal to 1"),
        ({"COUNTERCASE_RETRIEVAL__TOP_K": "many"}, "valid integer"),
    ],
)
def test_a_wrong_key_or_value_names_the_right_one(environment: dict[str, str], says: str) -> None:
    with pytest.raises(SettingsError, match=says) as caught:
        load_settings(environment=environment)
    assert "\n" not in str(caught.value)


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "countercase.toml"
    file.write_text("[retrieval\n")
    with pytest.raises(SettingsError, match=r"countercase\.toml cannot be read as TOML"):
        load_settings(file, {})


def test_a_config_variable_that_names_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="not a file"):
        load_settings(environment={"COUNTERCASE_CONFIG": str(tmp_path / "none.toml")})


def test_the_file_in_the_current_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "countercase.toml").write_text("[retrieval]\ntop_k = 3\n")
    assert load_settings(environment={}).retrieval.top_k == 3


def test_settings_are_frozen_and_secrets_are_not_printed() -> None:
    found = load_settings(environment={"COUNTERCASE_LLM__API_KEY": "hush"})
    assert "hush" not in repr(found)
    with pytest.raises(ValidationError, match="frozen"):
        found.retrieval.top_k = 3  # type: ignore[misc]


def test_every_setting_is_documented() -> None:
    page = (Path(__file__).parents[1] / "docs" / "settings.md").read_text(encoding="utf-8")
    assert [key for key in known_keys() if f"`{key}`" not in page] == []


@pytest.mark.parametrize("key", sorted(settings.USER_ONLY))
def test_a_file_in_the_current_folder_may_not_say_where_text_goes(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    group, _, name = key.partition(".")
    (tmp_path / "countercase.toml").write_text(f'[{group}]\n{name} = "x"\n')
    with pytest.raises(SettingsError, match=f"sets {key}, which a file in the current folder may not") as caught:
        load_settings(environment={"HOME": "/home/counsel"})
    assert "\n" not in str(caught.value)
    assert "/home/counsel/.config/countercase/countercase.toml" in str(caught.value)


def test_the_users_own_file_the_environment_and_a_named_file_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    users = tmp_path / "config" / "countercase" / "countercase.toml"
    users.parent.mkdir(parents=True)
    users.write_text('[llm]\nbase_url = "http://127.0.0.1:1/v1"\n[retrieval]\ntop_k = 4\nrrf_k = 9\n')
    (tmp_path / "countercase.toml").write_text("[retrieval]\ntop_k = 3\n")
    environment = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    found = load_settings(environment=environment)
    assert (found.llm.base_url, found.retrieval.top_k, found.retrieval.rrf_k) == ("http://127.0.0.1:1/v1", 3, 9)
    assert load_settings(environment={"COUNTERCASE_LLM__BASE_URL": "http://h/v1"}).llm.base_url == "http://h/v1"
    assert load_settings(users, environment={}).llm.base_url == "http://127.0.0.1:1/v1"


def test_a_value_without_a_group_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "countercase.toml"
    file.write_text("top_k = 3\n")
    with pytest.raises(SettingsError, match=r"settings are named group\.key, not 'top_k'"):
        load_settings(file, {})
