"""Translation of command descriptions and choice names; Discord shows them in each reader's own language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands

from cogs.text.i18n import Words, language_of
from gridlock_rules.wording import Phrase

_Where = app_commands.TranslationContextLocation
# Names of commands and options are not translated, because texts refer to them.
_TRANSLATED: Final = {
    _Where.group_description,
    _Where.command_description,
    _Where.parameter_description,
    _Where.choice_name,
}


class CatalogTranslator(app_commands.Translator):
    """Translates with the same catalogs as the bot's messages.

    Args:
        words: The languages by their codes.
    """

    def __init__(self, words: Mapping[str, Words]) -> None:
        self._words = words

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Return the translation; None if the catalog has none, or if this kind of text is not translated."""
        words = self._words.get(language_of(locale.value) or "")
        if words is None or context.location not in _TRANSLATED:
            return None
        said = words.say(Phrase(string.message))
        return None if said == string.message else said
