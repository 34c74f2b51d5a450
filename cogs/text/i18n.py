"""Saying in a server's language what the bot says there."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Final, cast

from babel.dates import format_date
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from gridlock_host import Refusal
from gridlock_rules.wording import CountedPhrase, Phrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction
    from gridlock_host.servers.settings_service import SettingsService

_log = logging.getLogger(__name__)

LANGUAGES: Final = {"en": "English", "de": "Deutsch"}
"""The languages by their codes, under the names that they have in themselves. The texts are written in the first."""

DEFAULT: Final = "en"

# Another process on the same store may change a server's language; so long it may go unnoticed.
_FRESH_SECONDS: Final = 10.0
_MOST_SERVERS: Final = 10_000


class Words:
    """One language.

    Args:
        language: Its code, one of `LANGUAGES`.
        translations: What its texts are for the English ones; what it lacks is said in English.
    """

    def __init__(self, language: str = DEFAULT, translations: NullTranslations | None = None) -> None:
        self.language = language
        self._translations = translations or NullTranslations()

    @classmethod
    def of(cls, language: str) -> Words:
        """Read the catalog of a language, in the format of gettext."""
        if language == DEFAULT:
            return cls()
        compiled = BytesIO()
        with files("cogs").joinpath("languages", f"{language}.po").open("rb") as catalog:
            write_mo(compiled, read_po(catalog, locale=language, abort_invalid=True))
        compiled.seek(0)
        return cls(language, GNUTranslations(compiled))

    def __call__(self, template: str, /, **values: object) -> str:
        """Say a text.

        Args:
            template: The English text with the names of its values in braces.
            values: The values; those that are phrases or dates are said in this language, too.
        """
        return self.say(Phrase(template, **values))

    def counted(self, number: int, singular: str, plural: str, /, **values: object) -> str:
        """Say a text about a number of things, which stands in it as `{number}`."""
        return self.say(CountedPhrase(number, singular, plural, **values))

    def say(self, said: str | Exception) -> str:
        """Say a phrase, or why something was refused. What is no phrase is said as it stands."""
        if isinstance(said, Exception):
            return self.say(said.args[0] if said.args else "")
        if not isinstance(said, Phrase):
            return said
        return self._template(said).format(**{name: self._value(one) for name, one in said.values.items()})

    def _value(self, value: object) -> object:
        """What is filled in for a value."""
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, date):
            return format_date(value, "long", locale=self.language)
        return value

    def _template(self, phrase: Phrase) -> str:
        if isinstance(phrase, CountedPhrase):
            return self._translations.ngettext(phrase.singular, phrase.plural, phrase.number)
        return self._translations.gettext(phrase.template)


class Languages:
    """Which language each server is spoken to in.

    Args:
        settings: Where the servers' settings are.
        clock: Tells seconds that go by, to forget in time what another process may have changed.

    Attributes:
        words: All languages by their codes.
    """

    def __init__(self, settings: SettingsService, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self.words = {language: Words.of(language) for language in LANGUAGES}
        self._known: OrderedDict[int, tuple[Words, float]] = OrderedDict()
        self._changes = 0

    async def of(self, guild_id: int | None) -> Words:
        """The words for a server; those of the default language outside of servers.

        Where the settings cannot be read, these are the words known before: there is always something to say.
        """
        if guild_id is None:
            return self.words[DEFAULT]
        words, read_at = self._known.get(guild_id, (self.words[DEFAULT], None))
        now = self._clock()
        if read_at is not None and now - read_at < _FRESH_SECONDS:
            return words
        changes = self._changes
        try:
            settings = await self._settings.find(guild_id)
        except Refusal:
            # The store has told what is wrong with it, once.
            return words
        except Exception as error:  # noqa: BLE001  # what is to be said may be why the store cannot be read
            _log.warning("the language of server %d could not be read: %s", guild_id, error)
            return words
        words = self.words.get(settings.language or DEFAULT, self.words[DEFAULT])
        if changes == self._changes:
            # Else the settings may be those of before a change that was made while they were being read.
            self._remember(guild_id, words, now)
        return words

    def known(self, guild_id: int | None) -> Words:
        """The words last spoken in a server, without asking the store for others."""
        words, _ = self._known.get(guild_id or 0, (self.words[DEFAULT], None))
        return words

    def forget(self, guild_id: int) -> None:
        """Read a server's language anew the next time, because its settings have changed."""
        self._known.pop(guild_id, None)
        self._changes += 1

    def _remember(self, guild_id: int, words: Words, now: float) -> None:
        self._known[guild_id] = (words, now)
        self._known.move_to_end(guild_id)
        if len(self._known) > _MOST_SERVERS:
            self._known.popitem(last=False)


async def words_for(interaction: AnyInteraction) -> Words:
    """The words in which an interaction is answered."""
    if "words" in interaction.extras:
        return cast("Words", interaction.extras["words"])
    return await interaction.client.languages.of(interaction.guild_id)
