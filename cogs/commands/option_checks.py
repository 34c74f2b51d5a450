"""Options of commands: whether a value is allowed, and which game, challenge or cell it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from discord import app_commands

from cogs.components.visible_games import find_visible_game
from cogs.context import Interaction, Request
from cogs.text.i18n import Words
from cogs.text.shared import ORDERS, STARTS, challenge_title
from gridlock_host import Challenge, Game, game_to_move_in, game_to_show
from gridlock_host.errors import NoSuchChallenge, NoSuchGame, SeveralChallengesFit
from gridlock_rules import VARIANTS
from gridlock_rules.notation import ascii_look_alike
from gridlock_rules.wording import Phrase

SIZES: Final = VARIANTS[0].sizes
VARIANT_CHOICES: Final = [app_commands.Choice(name=variant.title, value=variant.key) for variant in VARIANTS]
START_CHOICES: Final = [app_commands.Choice(name=name, value=start.value) for start, name in STARTS.items()]
BY_RATING: Final = {"rating": Phrase("rating"), "rating against the bot": Phrase("rating in games against me")}
"""The orders of leaderboards that are computed from all results, beside those of points."""
ORDER_CHOICES: Final = [
    *(app_commands.Choice(name=name, value=order.value) for order, name in ORDERS.items()),
    *(app_commands.Choice(name=name, value=value) for value, name in BY_RATING.items()),
]


def check_options(command: app_commands.Command[Any, ..., Any], given: app_commands.Namespace) -> None:
    """Check that options are among their choices and within their bounds. Discord checks that, discord.py does not.

    Raises:
        CommandSignatureMismatch: One is not, because the command has changed since the client loaded it.
    """
    for option in command.parameters:
        value = getattr(given, option.display_name, None)
        if isinstance(value, str | int | float) and not _is_allowed(option, value):
            raise app_commands.CommandSignatureMismatch(command)


def _is_allowed(option: app_commands.Parameter, value: str | float) -> bool:
    if option.choices:
        return value in [choice.value for choice in option.choices]
    size = len(value) if isinstance(value, str) else value
    too_small = option.min_value is not None and size < option.min_value
    return not too_small and (option.max_value is None or size <= option.max_value)


def read_labels(
    command: app_commands.Command[Any, ..., Any], interaction: Interaction, languages: Iterable[Words]
) -> None:
    """Replace the labels of choices in an interaction by their values, since some clients send the label.

    A label is read in every language, because Discord shows it in that of the client. `typed_id` reads the labels of
    autocompleted games and challenges.
    """
    data: Any = interaction.data or {}
    choices = {option.display_name: option.choices for option in command.parameters if option.choices}
    for option in _leaves(data.get("options") or ()):
        if isinstance(option.get("value"), str):
            offered = choices.get(option["name"], [])
            option["value"] = _value_of_label(option["value"], offered, languages)


def _leaves(options: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the options of a command, which lie inside those that name its groups."""
    for option in options:
        if "options" in option:
            yield from _leaves(option["options"] or ())
        else:
            yield option


def _value_of_label(sent: str, choices: Sequence[app_commands.Choice[Any]], languages: Iterable[Words]) -> Any:  # noqa: ANN401  # as in discord.py
    """Return the value of the choice with this label; what was sent, if it is a value or no label."""
    if sent in [choice.value for choice in choices]:
        return sent
    wanted = without_case(sent.strip())
    for choice in choices:
        labels = {choice.name, *(words.say(Phrase(choice.name)) for words in languages)}
        if wanted in map(without_case, [str(choice.value), *labels]):
            return choice.value
    return sent


def without_case(text: str) -> str:
    """Return a text for comparisons that ignore case. An i is the same with and without its dot, as for Turkish."""
    return text.casefold().replace("i\N{COMBINING DOT ABOVE}", "i").replace("\N{LATIN SMALL LETTER DOTLESS I}", "i")


def option_being_typed(interaction: Interaction) -> str | None:
    """Return the option that an autocomplete is for; None if the interaction names none, as only a forged one does."""
    data: Any = interaction.data or {}
    return _focused(data.get("options") or ())


def _focused(options: Iterable[dict[str, Any]]) -> str | None:
    found = (str(one["name"]) if one.get("focused") else _focused(one.get("options") or ()) for one in options)
    return next(filter(None, found), None)


def typed_id(text: str) -> int | None:
    """Return the id in a text such as ``12`` or ``#12``, or at the start of a label; None if there is none."""
    found = re.fullmatch(r"\s*#?([0-9]{1,18})\s*(?:·.*)?", ascii_look_alike(text), re.DOTALL)
    return int(found[1]) if found else None


def chosen_game_id(text: str) -> int:
    """Return the id in the option `game`.

    Raises:
        NoSuchGame: It is no id.
    """
    game_id = typed_id(text)
    if game_id is None:
        raise NoSuchGame
    return game_id


async def chosen_game(request: Request, text: str) -> Game:
    """Return the game that the option `game` names.

    Raises:
        NoSuchGame: There is no such game in this server.
    """
    return await find_visible_game(request, chosen_game_id(text))


async def chosen_challenge(request: Request, text: str) -> Challenge:
    """Return the challenge that the option `challenge` names.

    Raises:
        NoSuchChallenge: There is no such challenge in this server.
        SeveralChallengesFit: The label of a choice was sent, and that of another challenge begins alike.
    """
    challenge_id = typed_id(text)
    if challenge_id is None:
        return await _challenge_with_label(request, text)
    return await request.host.challenges.find(request.guild_id, challenge_id)


async def _challenge_with_label(request: Request, text: str) -> Challenge:
    """Return the open challenge whose label was sent in place of its number, as some clients do."""
    challenges, guild_id = request.host.challenges, request.guild_id
    found = await challenges.open_for(guild_id, request.user_id)
    if not request.is_outside:
        found = [*found, *await challenges.open_to_anybody(guild_id)]
    meant = {one.id: one for one in found if without_case(text).startswith(without_case(challenge_title(one)))}
    if not meant:
        raise NoSuchChallenge
    if len(meant) > 1:
        raise SeveralChallengesFit(list(meant.values()))
    return next(iter(meant.values()))


async def game_to_play(request: Request, option: str | None) -> Game:
    """Return the game for a move: the one that is named, or else the one that fits.

    Raises:
        NoSuchGame, NothingFits, NotYourTurn, SeveralGamesFit: There is none, or more than one.
    """
    if option is not None:
        return await chosen_game(request, option)
    games = await request.host.games.open_for(request.guild_id, request.user_id)
    return game_to_move_in(games, request.user_id, request.place.channel_id)


async def own_game(request: Request, option: str | None) -> Game:
    """Return the game that is named, or else the person's open game that fits.

    Raises:
        NoSuchGame, NothingFits, SeveralGamesFit: There is none, or more than one.
    """
    if option is not None:
        return await chosen_game(request, option)
    games = await request.host.games.open_for(request.guild_id, request.user_id)
    return game_to_show(games, request.place.channel_id)
