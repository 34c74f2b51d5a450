"""Parsing of settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridlock_host import Database, DatabaseUnusable
from gridlock_host.ownership.shards import FreeShards, Shards
from gridlock_host.storage.address import sqlite_address
from operation.configuration.settings import Settings, read_settings
from operation.configuration.values import CannotStart


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("8080", "127.0.0.1:8080"),
        ("127.0.0.1:8080", "127.0.0.1:8080"),
        ("0.0.0.0:1", "0.0.0.0:1"),
        ("[::1]:65535", "[::1]:65535"),
        ("localhost:9000", "localhost:9000"),
    ],
)
def test_a_port_alone_means_loopback(text: str, address: str) -> None:
    assert str(Settings.from_environment({"GRIDLOCK_STATUS": text}).status) == address


def test_the_endpoint_of_interactions_is_an_address_with_a_path() -> None:
    for text in ("http://0.0.0.0:8081/interactions", "http://[::]:8081/a/b-c", "http://bot.internal:80/"):
        assert str(Settings.from_environment({"GRIDLOCK_INTERACTIONS": text}).endpoint) == text
    assert Settings.from_environment({}).endpoint is None


@pytest.mark.parametrize(
    "text",
    [
        "8081",
        "http://0.0.0.0/interactions",
        "http://0.0.0.0:8081",
        "https://0.0.0.0:8081/x",
        "http://0.0.0.0:0/x",
        "http://a:1/x?y",
    ],
)
def test_an_endpoint_that_cannot_be_served_is_refused(text: str) -> None:
    with pytest.raises(CannotStart, match="GRIDLOCK_INTERACTIONS is "):
        Settings.from_environment({"GRIDLOCK_INTERACTIONS": text})


def test_shards_and_an_endpoint_exclude_each_other() -> None:
    both = {"GRIDLOCK_INTERACTIONS": "http://0.0.0.0:8081/interactions", "GRIDLOCK_SHARDS": "0/2"}
    with pytest.raises(CannotStart, match="Set GRIDLOCK_INTERACTIONS or GRIDLOCK_SHARDS, not both"):
        Settings.from_environment(both)


def test_no_status_server_by_default() -> None:
    assert Settings.from_environment({}).status is None


@pytest.mark.parametrize(
    "text", ["0", "65536", "here", ":8080", "::1:8080", "127.0.0.1:", "http://127.0.0.1:80", "\uff18\uff10"]
)
def test_an_invalid_address_is_refused(text: str) -> None:
    with pytest.raises(CannotStart, match="GRIDLOCK_STATUS"):
        Settings.from_environment({"GRIDLOCK_STATUS": text})


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("GRIDLOCK_SWEEP_SECONDS", "soon", "'soon'; use a number of seconds"),
        ("GRIDLOCK_LOG_LEVEL", "LOUD", "'LOUD'; use DEBUG, INFO, WARNING or ERROR"),
        ("GRIDLOCK_EMOJI", "drawn", "'drawn'; use own or unicode"),
        ("GRIDLOCK_LOG_FORMAT", "xml", "'xml'; use text or json"),
        ("GRIDLOCK_LIMIT", "5", "'5'; use a number from 10 to 1000"),
        ("GRIDLOCK_CALLS", "many", "'many'; use a number of requests a second"),
    ],
)
def test_an_invalid_value_is_refused_with_the_allowed_values(name: str, text: str, sentence: str) -> None:
    with pytest.raises(CannotStart, match=f"{name} is {sentence}"):
        Settings.from_environment({name: text})


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("0,1/4", Shards((0, 1), 4)),
        ("auto/4", FreeShards(4, 4)),
        ("auto:2/4", FreeShards(2, 4)),
        ("auto:9/4", FreeShards(4, 4)),
    ],
)
def test_shards_are_named_or_free_ones(text: str, meant: Shards | FreeShards) -> None:
    assert Settings.from_environment({"GRIDLOCK_SHARDS": text}).shards == meant


@pytest.mark.parametrize("name", ["no..host", "h" * 64])
def test_an_impossible_host_name_is_refused(name: str) -> None:
    with pytest.raises(CannotStart, match="no machine of that name"):
        Settings.from_environment({"GRIDLOCK_STATUS": f"{name}:8080"})


@pytest.mark.parametrize("text", ["9" * 5000, "00", "020", "\u0662\u0660", "1e2", "-20", "9", "1001"])
def test_an_invalid_limit_is_refused(text: str) -> None:
    with pytest.raises(CannotStart, match="GRIDLOCK_LIMIT"):
        Settings.from_environment({"GRIDLOCK_LIMIT": text})


@pytest.mark.parametrize("text", ["abc\ndef", "abc\x00def", "abc\u200bdef"])
def test_a_token_with_invisible_characters_is_refused_and_not_shown(text: str) -> None:
    with pytest.raises(CannotStart, match="DISCORD_TOKEN") as info:
        Settings.from_environment({"DISCORD_TOKEN": text})
    assert "abc" not in str(info.value)


def test_secrets_are_the_token_and_the_password_of_the_database() -> None:
    settings = Settings.from_environment(
        {"DISCORD_TOKEN": "abc.def", "DATABASE_URL": "postgresql://ada:hush@127.0.0.1:5432/x"}
    )
    assert settings.secrets == ["abc.def", ":hush@"]


@pytest.mark.parametrize(
    ("address", "shown_nowhere"),
    [
        ("postgresql://ada:p@ss@127.0.0.1/x", [":p@ss@"]),
        ("postgresql://ada:p%40ss@127.0.0.1/x", [":p%40ss@", ":p@ss@"]),
        ("postgresql://ada@127.0.0.1/x?ssl=require&password=hush", ["hush"]),
    ],
)
def test_a_password_is_a_secret_in_every_notation(address: str, shown_nowhere: list[str]) -> None:
    assert Settings.from_environment({"DATABASE_URL": address}).secrets[1:] == shown_nowhere


def test_a_settings_file_with_invalid_characters_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=abc\0def\n")
    monkeypatch.setattr("operation.configuration.settings.ROOT", tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.delenv("DISCORD_TOKEN")
    with pytest.raises(CannotStart, match=r"\.env holds a NUL"):
        read_settings()


def test_an_unreadable_settings_file_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Here the file is a link to an unreadable one; usually it belongs to another user."""
    (tmp_path / ".env").symlink_to("/proc/self/mem")
    monkeypatch.setattr("operation.configuration.settings.ROOT", tmp_path)
    with pytest.raises(CannotStart, match=r"\.env cannot be read: Input/output error"):
        read_settings()


@pytest.mark.parametrize("folder", ["50%20off", "per%cent", "a?b=c", "a#b", "file:x", "~", "two words", "ä"])
def test_the_default_database_is_in_the_folder_of_the_program_whatever_its_name(tmp_path: Path, folder: str) -> None:
    path = tmp_path / folder / "gridlock.db"
    assert Database(sqlite_address(path)).path == path


def test_a_tilde_in_the_address_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert Database("sqlite:///~/games/x.db").path == tmp_path / "home" / "games" / "x.db"
    assert not (tmp_path / "~").exists()
    with pytest.raises(DatabaseUnusable, match="no such home folder"):
        Database("sqlite:///~no-such-user/x.db")
    assert Database("sqlite:///./~no-such-user.db").path == tmp_path / "~no-such-user.db"


@pytest.mark.parametrize("text", ["bot.internal:80", "http://bot", "a,,b", "no..host", "*"])
def test_names_that_no_request_can_have_are_refused(text: str) -> None:
    with pytest.raises(CannotStart, match="GRIDLOCK_STATUS_HOSTS"):
        Settings.from_environment({"GRIDLOCK_STATUS_HOSTS": text})


def test_names_of_the_status_port_are_read_without_case() -> None:
    settings = Settings.from_environment({"GRIDLOCK_STATUS_HOSTS": "Bot.internal, 10.0.0.7,[fd00::1]"})
    assert settings.status_hosts == {"bot.internal", "10.0.0.7", "fd00::1"}


@pytest.mark.parametrize("text", ["a\nb", "x" * 201, "a\u202eb"])
def test_a_contact_that_is_not_one_visible_line_is_refused(text: str) -> None:
    with pytest.raises(CannotStart, match="GRIDLOCK_CONTACT"):
        Settings.from_environment({"GRIDLOCK_CONTACT": text})


@pytest.mark.parametrize(
    ("environment", "proxy"),
    [
        ({"HTTPS_PROXY": "http://proxy.example:3128"}, "http://proxy.example:3128"),
        ({"https_proxy": "proxy.example:3128", "HTTPS_PROXY": "http://other"}, "http://proxy.example:3128"),
        ({"HTTPS_PROXY": "http://proxy.example", "NO_PROXY": "localhost,discord.com"}, ""),
        ({"HTTPS_PROXY": "http://proxy.example", "no_proxy": ".com"}, ""),
        ({"HTTPS_PROXY": "socks5://proxy.example", "no_proxy": "*"}, ""),
        ({"HTTPS_PROXY": "http://proxy.example", "GRIDLOCK_DISCORD_API": "http://127.0.0.1/api"}, ""),
        ({"HTTP_PROXY": "http://proxy.example"}, ""),
    ],
)
def test_the_proxy_is_found_as_other_programs_find_it(environment: dict[str, str], proxy: str) -> None:
    assert Settings.from_environment(environment).proxy == proxy


@pytest.mark.parametrize(
    "text", ["socks5://proxy.example:1080", "http://", "http://a..b", "http://a:99999", "http://[a"]
)
def test_what_is_no_http_proxy_is_refused(text: str) -> None:
    with pytest.raises(CannotStart, match="HTTPS_PROXY names no HTTP proxy"):
        Settings.from_environment({"HTTPS_PROXY": text})


def test_the_password_of_the_proxy_is_a_secret() -> None:
    settings = Settings.from_environment({"HTTPS_PROXY": "http://ada:h%40sh@proxy.example"})
    assert settings.secrets == ["", ":h%40sh@", ":h@sh@"]


def test_a_settings_file_of_an_editor_on_windows_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("DISCORD_TOKEN=abc\r\nGRIDLOCK_LIMIT=50\r\n".encode("utf-8-sig"))
    monkeypatch.setattr("operation.configuration.settings.ROOT", tmp_path)
    for name in ("DISCORD_TOKEN", "GRIDLOCK_LIMIT"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    settings = read_settings()
    assert (settings.token, settings.most_uses) == ("abc", 50)
