"""Translation of texts, and the cached language of each server."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path

import discord
import pytest
from sqlalchemy import text

import gridlock_rules as rules
from cogs.text.i18n import Languages, Words, _Style, babel_locale
from cogs.text.shared import sentences
from gridlock_host import Database
from gridlock_host.errors import Busy, NothingFits
from gridlock_host.model.messages.look import Look
from gridlock_host.servers.permissions import Actor
from gridlock_host.servers.settings import ServerSettings, SettingsChange
from gridlock_host.servers.settings_service import SettingsService
from gridlock_rules.wording import COMMA, CountedPhrase, Phrase, all_of, any_of, listed
from tests.support.migrated_sqlite import migrated_sqlite

GUILD, OTHER_GUILD = 1, 2
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
MANAGER = Actor(3, manages_server=True)
ENGLISH, GERMAN, JAPANESE = Words.of("en"), Words.of("de"), Words.of("ja")


def test_a_text_is_translated_and_filled_in() -> None:
    assert ENGLISH("Game #{id} is over.", id=7) == "Game #7 is over."
    assert GERMAN("Game #{id} is over.", id=7) == "Partie #7 ist vorbei."


def test_values_that_are_phrases_are_translated_too() -> None:
    reason = Phrase("{loser} resigned", loser=Phrase("{player} ({mark})", player=Phrase("deleted player"), mark="X"))
    assert GERMAN("{winner} won: {reason}.", winner="Ada", reason=reason) == (
        "Ada hat gewonnen: gelöschte Person (X) hat aufgegeben."
    )


def test_what_stands_between_the_parts_of_a_list_and_between_sentences_is_translated() -> None:
    terms = listed([Phrase("a coin decides who moves first"), Phrase("with the right to swap")], COMMA)
    assert GERMAN.say(terms) == "das Los entscheidet, wer beginnt, mit Recht auf Seitentausch"
    assert JAPANESE.say(terms) == "先手は抽選、入れ替えの権利あり"
    assert JAPANESE.say(all_of(["A1", "B2", "C3"])) == "A1、B2とC3"
    assert GERMAN.say(any_of(["A1", "B2", "C3"])) == "A1, B2 oder C3"
    said = sentences(Phrase("Game #{id} is over.", id=7), Phrase("Try again."), Phrase("Nothing was deleted."))
    assert ENGLISH.say(said) == "Game #7 is over. Try again. Nothing was deleted."
    assert JAPANESE.say(said) == "対局#7は終わっています。もう一度どうぞ。何も削除していません。"


def test_a_date_is_written_as_the_language_does() -> None:
    day = date(2026, 11, 28)
    assert ENGLISH("Puzzle of {day}", day=day) == "Puzzle of November 28, 2026"
    assert GERMAN("Puzzle of {day}", day=day) == "Puzzle of 28. November 2026"


@pytest.mark.parametrize(("number", "said"), [(0, "0 Punkte"), (1, "1 Punkt"), (2, "2 Punkte")])
def test_a_counted_text_has_the_right_plural_form(number: int, said: str) -> None:
    assert GERMAN.counted(number, "{number} point", "{number} points") == said
    assert GERMAN.say(CountedPhrase(number, "{number} point", "{number} points")) == said


def test_a_refusal_of_the_rules_is_translated() -> None:
    with pytest.raises(rules.IllegalMove) as caught:
        rules.replay("lines", 5, ["C3", "D4"])
    assert GERMAN.say(caught.value) == "D4 liegt weder in Zeile C noch in Spalte 3, wo X gerade gespielt hat."
    assert ENGLISH.say(caught.value) == str(caught.value)


def test_a_refusal_of_the_host_is_translated() -> None:
    assert GERMAN.say(Busy()).startswith("Ich bin gerade überlastet.")


def test_a_text_that_is_no_phrase_is_not_translated() -> None:
    assert GERMAN.say("Accept") == "Accept"
    assert GERMAN.say(Phrase("Accept")) == "Annehmen"
    assert GERMAN.say(NothingFits()) == ""


def test_a_text_missing_from_the_catalog_stays_english() -> None:
    unheard = "nothing to {what} here"
    assert GERMAN(unheard, what="see") == "nothing to see here"


def test_braces_in_user_input_are_not_filled_in() -> None:
    assert "{id}" in GERMAN("{written} is not a move. {how}", written="`{id}`", how="")


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(f"sqlite:///{shutil.copy(migrated_sqlite(), tmp_path)}")
    yield database
    await database.close()


@pytest.fixture
def settings(database: Database) -> SettingsService:
    return SettingsService(database, now=lambda: NOON)


async def speak(settings: SettingsService, language: str) -> None:
    await settings.change(GUILD, MANAGER, SettingsChange(language=language))


async def test_a_server_has_the_language_of_its_settings(settings: SettingsService) -> None:
    await speak(settings, "de")
    languages = Languages(settings)
    assert (await languages.of(GUILD)).language == "de"
    assert (await languages.of(OTHER_GUILD)).language == "en"
    assert (await languages.of(None)).language == "en"


async def test_a_server_has_the_look_of_its_settings(settings: SettingsService) -> None:
    languages = Languages(settings, clock=Clock())
    assert await languages.look_of(GUILD) is Look.CLASSIC
    await settings.change(GUILD, MANAGER, SettingsChange(look=Look.TEXT))
    languages.forget(GUILD)
    assert await languages.look_of(GUILD) is Look.TEXT
    assert await languages.look_of(OTHER_GUILD) is Look.CLASSIC


async def test_a_change_by_this_process_takes_effect_at_once(settings: SettingsService) -> None:
    languages = Languages(settings, clock=Clock())
    await languages.of(GUILD)
    await speak(settings, "de")
    languages.forget(GUILD)
    assert (await languages.of(GUILD)).language == "de"


class SlowSettings(SettingsService):
    """Returns settings only when the test lets it."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, now=lambda: NOON)
        self.has_read, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def find(self, guild_id: int) -> ServerSettings:
        settings = await super().find(guild_id)
        self.has_read.set()
        await self.may_go_on.wait()
        return settings


async def test_a_language_read_before_a_change_is_not_cached_after_it(database: Database) -> None:
    settings = SlowSettings(database)
    languages = Languages(settings, clock=Clock())
    saying = asyncio.ensure_future(languages.of(GUILD))
    await settings.has_read.wait()
    await speak(settings, "de")
    languages.forget(GUILD)
    settings.may_go_on.set()
    assert (await saying).language == "en"
    assert (await languages.of(GUILD)).language == "de"


async def test_a_change_by_another_process_takes_effect_within_ten_seconds(settings: SettingsService) -> None:
    clock = Clock()
    languages = Languages(settings, clock=clock)
    await languages.of(GUILD)
    await speak(settings, "de")
    clock.seconds += 10
    assert (await languages.of(GUILD)).language == "de"


async def test_a_language_is_cached(database: Database, settings: SettingsService) -> None:
    languages = Languages(settings, clock=Clock())
    await speak(settings, "de")
    await languages.of(GUILD)
    async with database.writing() as connection:
        await connection.execute(text("UPDATE guild_settings SET language = 'en'"))
    assert (await languages.of(GUILD)).language == "de"


@pytest.mark.parametrize("locale", [locale.value for locale in discord.Locale])
def test_babel_knows_every_locale_of_discord(locale: str) -> None:
    """Some name a region after a hyphen, where Babel expects an underscore."""
    assert babel_locale(locale).language == locale.partition("-")[0]
    assert "2026" in Words(locale)("{day}", day=date(2026, 11, 28))


@pytest.mark.parametrize(
    ("locale", "language"), [("en-GB", "en"), ("de", "de"), ("pt-BR", "pt-BR"), ("ko", None), ("", None)]
)
def test_a_reader_has_the_language_of_their_discord(settings: SettingsService, locale: str, language: str) -> None:
    words = Languages(settings).of_reader(locale)
    assert (None if words is None else words.language) == language


async def test_a_server_without_a_language_has_that_of_its_discord(settings: SettingsService) -> None:
    clock, locales = Clock(), {GUILD: "de", OTHER_GUILD: "ko"}
    languages = Languages(settings, clock=clock, locale=locales.get)
    assert languages.known(GUILD).language == "de"
    assert [(await languages.of(guild)).language for guild in (GUILD, OTHER_GUILD, 3)] == ["de", "en", "en"]
    await speak(settings, "en")
    languages.forget(GUILD)
    assert (await languages.of(GUILD)).language == "en"


async def test_an_unknown_language_falls_back_to_english(settings: SettingsService) -> None:
    await speak(settings, "ko")
    assert (await Languages(settings).of(GUILD)).language == "en"


async def test_the_last_known_language_is_used_while_the_database_cannot_be_read(
    database: Database, settings: SettingsService
) -> None:
    """English, if none is known."""
    await speak(settings, "de")
    clock = Clock()
    languages = Languages(settings, clock=clock)
    await languages.of(GUILD)
    async with database.writing() as connection:
        await connection.execute(text("DROP TABLE guild_settings"))
    clock.seconds += 60
    assert (await languages.of(GUILD)).language == "de"
    assert (await languages.of(OTHER_GUILD)).language == "en"


async def test_the_cache_of_languages_is_bounded(settings: SettingsService) -> None:
    languages = Languages(settings, clock=Clock())
    for guild_id in range(20_000):
        languages._remember(guild_id, _Style(ENGLISH), 100.0)
    assert len(languages._known) == 10_000
    assert 19_999 in languages._known
