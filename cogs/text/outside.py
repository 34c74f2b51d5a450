"""Sentences about a server, as they are said outside of the servers that have the bot."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from gridlock_rules.wording import CountedPhrase, translatable

SENTENCES: Final[Mapping[str, str]] = {
    "There is no game #{id} in this server. `/gridlock games` lists yours.": translatable(
        "There is no game #{id} here. `/gridlock games` lists yours."
    ),
    "There is no game with that number in this server. `/gridlock games` lists yours.": translatable(
        "There is no game with that number here. `/gridlock games` lists yours."
    ),
    "You have no open game in this server. `/gridlock challenge` starts one.": translatable(
        "You have no open game here. `/gridlock challenge` starts one."
    ),
    "You have no open games or challenges in this server. `/gridlock challenge` starts one.": translatable(
        "You have no open games or challenges here. `/gridlock challenge` starts one."
    ),
    "There is no such challenge in this server. `/gridlock games` lists yours.": translatable(
        "There is no such challenge here. `/gridlock games` lists yours."
    ),
    "There is no open challenge {wanted} in this server.": translatable("There is no open challenge {wanted} here."),
    "I give hints only in games against me, and you have none open in this server. *Play me* in `/gridlock help` "
    "starts one.": translatable(
        "I give hints only in games against me, and you have none open here. *Play me* in `/gridlock help` starts one."
    ),
    "This server allows {allowed} at a time, and you have {have}.": translatable(
        "Outside of the servers that I am in, {allowed} are allowed at a time, and you have {have}."
    ),
    "This server allows {allowed} at a time, and the other player has {have}.": translatable(
        "Outside of the servers that I am in, {allowed} are allowed at a time, and the other player has {have}."
    ),
    "This server allows {allowed} at a time, offers of rematches included, and you have {have}.": translatable(
        "Outside of the servers that I am in, {allowed} are allowed at a time, offers of rematches included, and you "
        "have {have}."
    ),
    "Your {games} in this server. `/gridlock import` opens such a file again.": translatable(
        "Your {games} outside of the servers that I am in. `/gridlock import` opens such a file again."
    ),
    "Your last {games} in this server; older ones do not fit. `/gridlock import` opens such a file again.": (
        translatable(
            "Your last {games} outside of the servers that I am in; older ones do not fit. `/gridlock import` opens "
            "such a file again."
        )
    ),
    "Resign game #{id}? {opponent} wins, unless they have left the server.": translatable(
        "Resign game #{id}? {opponent} wins."
    ),
    "Please try again. If it fails again, I may not have the permission *Attach Files* in this channel. A member who "
    "manages this server can grant it.": translatable("Please try again."),
    "I am missing permissions in this channel. I need *View Channel*, *Send Messages*, and in threads *Send Messages "
    "in Threads*. A member who manages this server can grant them.": translatable("Discord does not let me do that."),
    "It is done, but AutoMod, a rule of this server, blocked my message. `/gridlock games` lists your games and "
    "challenges.": translatable(
        "It is done, but Discord blocked my message. `/gridlock games` lists your games and challenges."
    ),
}
"""What is said in place of these sentences."""

COUNTED: Final[Mapping[str, CountedPhrase]] = {
    "It is not your turn in your game in this server.": CountedPhrase(
        1,
        "It is not your turn in your game outside of the servers that I am in.",
        "It is not your turn in any of your {number} games outside of the servers that I am in.",
    )
}
"""The same for sentences about a number of things, by their singular."""


class OutsideTranslations(NullTranslations):
    """Translations in which no sentence is about a server that has the bot.

    Args:
        translations: Those of the language.
    """

    def __init__(self, translations: NullTranslations) -> None:
        super().__init__()
        self._translations = translations

    def gettext(self, message: str) -> str:
        """Translate a text."""
        return self._translations.gettext(SENTENCES.get(message, message))

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Translate a text about a number of things."""
        said = COUNTED.get(singular)
        if said is not None:
            singular, plural = said.singular, said.plural
        return self._translations.ngettext(singular, plural, number)
