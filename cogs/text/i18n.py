"""Translation catalogs, and the language of each server and of each reader."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel import Locale
from babel.dates import format_date
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from cogs.text.drawn import Drawn
from cogs.text.outside import OutsideTranslations
from gridlock_host import Refusal
from gridlock_host.model.messages.look import Look
from gridlock_host.servers.settings_service import SettingsService
from gridlock_rules.wording import CountedPhrase, Phrase

_log = logging.getLogger(__name__)

LANGUAGES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "pt-BR": "Português (Brasil)",
    "pl": "Polski",
    "ja": "日本語",
    "tr": "Türkçe",
}
"""Language codes with the native name of each language. The texts in the code are in the first one."""

DEFAULT: Final = "en"

# How long a language change by another process on the same database may go unnoticed.
_FRESH_SECONDS: Final = 10.0
_MOST_SERVERS: Final = 10_000


_PLAIN: Final = (str, int)


def language_of(locale: str) -> str | None:
    """Return the language that is spoken to people whose Discord has this locale; None if there is none of theirs.

    A regional locale without a catalog of its own has that of its language: `en-GB` has `en`.
    """
    base = locale.partition("-")[0]
    return locale if locale in LANGUAGES else base if base in LANGUAGES else None


def babel_locale(locale: str) -> Locale:
    """Return what Babel knows of one of Discord's locales, which have a hyphen before the region: `pt-BR`."""
    return Locale.parse(locale, sep="-")


class Words:
    """One language.

    Args:
        language: Its code, one of `LANGUAGES`.
        translations: Translations of the English texts; a missing one falls back to English.
        is_spoken: Whether boards are said in sentences, and not drawn.
    """

    def __init__(
        self,
        language: str = DEFAULT,
        translations: NullTranslations | None = None,
        *,
        is_spoken: bool = False,
    ) -> None:
        self.language = language
        self.is_spoken = is_spoken
        self._translations = translations or NullTranslations()

    @cached_property
    def aloud(self) -> Words:
        """The same language, with boards in sentences."""
        return Words(self.language, self._translations, is_spoken=True)

    @cached_property
    def outside(self) -> Words:
        """The same language, outside of the servers that have the bot."""
        return Words(self.language, OutsideTranslations(self._translations), is_spoken=self.is_spoken)

    @classmethod
    def of(cls, language: str) -> Words:
        """Load the gettext catalog of a language."""
        if language == DEFAULT:
            return cls()
        compiled = BytesIO()
        with files("cogs").joinpath("languages", f"{language}.po").open("rb") as catalog:
            write_mo(compiled, read_po(catalog, locale=babel_locale(language), abort_invalid=True))
        compiled.seek(0)
        return cls(language, GNUTranslations(compiled))

    def __call__(self, template: str, /, **values: object) -> str:
        """Translate and fill in a text.

        Args:
            template: The English text, with the names of its values in braces.
            values: The values; phrases and dates among them are translated too.
        """
        return self._filled(self._translations.gettext(template), values)

    def counted(self, number: int, singular: str, plural: str, /, **values: object) -> str:
        """Translate a text about a number of things, which stands in it as `{number}`."""
        return self.say(CountedPhrase(number, singular, plural, **values))

    def say(self, said: str | Exception) -> str:
        """Translate a phrase, or the reason of a refusal. Any other text is returned unchanged."""
        if isinstance(said, Exception):
            return self.say(said.args[0] if said.args else "")
        if not isinstance(said, Phrase):
            return said
        if self.is_spoken and isinstance(said, Drawn):
            return self.say(said.speak())
        return self._filled(self._template(said), said.values)

    def say_with(self, said: str, **values: object) -> str:
        """Translate a phrase with other values under some of its names."""
        if not isinstance(said, Phrase):
            return said
        return self._filled(self._template(said), {**said.values, **values})

    def _filled(self, template: str, values: Mapping[str, object]) -> str:
        if not values and "{" not in template:
            return template
        # Most values are plain strings and numbers, which stay as they are.
        return template.format(
            **{name: one if type(one) in _PLAIN else self._value(one) for name, one in values.items()}
        )

    def _value(self, value: object) -> object:
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, date):
            return format_date(value, "long", locale=babel_locale(self.language))
        return value

    def _template(self, phrase: Phrase) -> str:
        if isinstance(phrase, CountedPhrase):
            return self._translations.ngettext(phrase.singular, phrase.plural, phrase.number)
        return self._translations.gettext(phrase.template)


@dataclass(frozen=True, slots=True)
class _Style:
    """How the bot shows itself in one server.

    Attributes:
        words: Its language.
        look: The look of boards.
    """

    words: Words
    look: Look = Look.CLASSIC


class Languages:
    """The language of each server, and the look of its boards along with it, cached for ten seconds.

    A server that has set no language has that of its own Discord settings.

    Args:
        settings: The settings of servers.
        clock: A monotonic clock, in seconds.
        locale: Returns the locale of a server in Discord; None if it is not known.

    Attributes:
        words: All languages by their codes.
    """

    def __init__(
        self,
        settings: SettingsService,
        *,
        clock: Callable[[], float] = time.monotonic,
        locale: Callable[[int], str | None] = lambda _: None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._locale = locale
        self.words = {language: Words.of(language) for language in LANGUAGES}
        self._default = _Style(self.words[DEFAULT])
        self._known: OrderedDict[int, tuple[_Style, float]] = OrderedDict()
        self._changes = 0

    async def of(self, guild_id: int | None) -> Words:
        """Return the words for a server; in direct messages, those of the default language.

        If the settings cannot be read, these are the last known ones, so that errors can be reported too.
        """
        return (await self._style(guild_id)).words

    def of_reader(self, locale: str) -> Words | None:
        """Return the words for a person whose Discord has this locale; None if there is no language of theirs."""
        return self.words.get(language_of(locale) or "")

    async def look_of(self, guild_id: int) -> Look:
        """Return the look of the boards of a server; the last known one if the settings cannot be read."""
        return (await self._style(guild_id)).look

    async def _style(self, guild_id: int | None) -> _Style:
        if guild_id is None:
            return self._default
        style, read_at = self._known.get(guild_id) or (self._unset(guild_id), None)
        now = self._clock()
        if read_at is not None and now - read_at < _FRESH_SECONDS:
            return style
        changes = self._changes
        try:
            settings = await self._settings.find(guild_id)
        except Refusal:
            # The store has logged what is wrong.
            return style
        except Exception as error:  # noqa: BLE001  # the message may be about this very failure
            _log.warning("the language of server %d could not be read: %s", guild_id, error)
            return style
        words = self.words.get(settings.language or "") or self._unset(guild_id).words
        style = _Style(words, settings.look)
        if changes == self._changes:
            # Otherwise these may be the settings before a change that was made while they were being read.
            self._remember(guild_id, style, now)
        return style

    def known(self, guild_id: int | None) -> Words:
        """Return the last known words of a server, without a database query."""
        if guild_id is None:
            return self._default.words
        style, _ = self._known.get(guild_id) or (self._unset(guild_id), None)
        return style.words

    def _unset(self, guild_id: int) -> _Style:
        """Return the style of a server that has set nothing."""
        locale = self._locale(guild_id)
        words = None if locale is None else self.of_reader(locale)
        return self._default if words is None else _Style(words)

    def forget(self, guild_id: int) -> None:
        """Drop what is cached of a server, because its settings have changed."""
        self._known.pop(guild_id, None)
        self._changes += 1

    def _remember(self, guild_id: int, style: _Style, now: float) -> None:
        self._known[guild_id] = (style, now)
        self._known.move_to_end(guild_id)
        if len(self._known) > _MOST_SERVERS:
            self._known.popitem(last=False)
