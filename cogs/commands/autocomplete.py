"""What Discord offers while an option is typed, and what the typed text means."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from discord import app_commands

from cogs.messages.delivery import place_of
from cogs.runtime.metrics import INCIDENT, note_outcome
from cogs.text.shared import ORDERS, challenge_title, game_title
from gridlock_host import Challenge, Game, game_to_move_in, your_turn_first
from gridlock_host.errors import NoSuchChallenge, NoSuchGame, Refusal
from gridlock_rules import VARIANTS, InvalidNotation, cell_name
from gridlock_rules.notation import read_move

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction, GridlockBot
    from cogs.text.i18n import Words


_log = logging.getLogger(__name__)

MOST_CHOICES: Final = 25
_LONGEST_NAME: Final = 100
# Discord forgets an autocomplete after 3 seconds; no choices in time are better than an error.
_PATIENCE_SECONDS: Final = 2.0

SIZES: Final = VARIANTS[0].sizes
VARIANT_CHOICES = [app_commands.Choice(name=variant.title, value=variant.key) for variant in VARIANTS]
ORDER_CHOICES = [app_commands.Choice(name=name, value=order.value) for order, name in ORDERS.items()]

Autocomplete = Callable[[Any, Any, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def answered(autocomplete: Autocomplete) -> Autocomplete:
    """Make an autocomplete answer in time, and at most 25 choices, whatever happens in it."""

    @wraps(autocomplete)
    async def in_time(cog: object, interaction: AnyInteraction, current: str) -> list[app_commands.Choice[str]]:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                return (await autocomplete(cog, interaction, current))[:MOST_CHOICES]
        except Refusal:
            return []
        except TimeoutError:
            _log.warning("an autocomplete took too long, and got no choices")
            return []
        except Exception:  # noqa: BLE001  # discord.py would leave the autocomplete unanswered
            note_outcome(interaction, INCIDENT)
            _log.exception("no choices for an autocomplete")
            return []

    return in_time


def expect_allowed(command: app_commands.Command[Any, ..., Any], given: app_commands.Namespace) -> None:
    """Check that the options are among their choices and within their bounds: Discord does that, discord.py does not.

    Raises:
        CommandSignatureMismatch: One is not, as when the command has changed while it was being typed.
    """
    for option in command.parameters:
        value = getattr(given, option.display_name, None)
        if isinstance(value, str | int | float) and not _allows(option, value):
            raise app_commands.CommandSignatureMismatch(command)


def _allows(option: app_commands.Parameter, value: str | float) -> bool:
    if option.choices:
        return value in [choice.value for choice in option.choices]
    size = len(value) if isinstance(value, str) else value
    too_small = option.min_value is not None and size < option.min_value
    return not too_small and (option.max_value is None or size <= option.max_value)


def option_being_typed(interaction: AnyInteraction) -> str | None:
    """The option for which choices are asked; None if there is none, which Discord's own clients do not send."""
    data: Any = interaction.data or {}
    return _focused(data.get("options") or ())


def _focused(options: Iterable[dict[str, Any]]) -> str | None:
    found = (str(one["name"]) if one.get("focused") else _focused(one.get("options") or ()) for one in options)
    return next(filter(None, found), None)


def typed_id(text: str) -> int | None:
    """The id in a text such as ``12`` or ``#12``; None when it is no id."""
    found = re.fullmatch(r"\s*#?([0-9]{1,18})\s*", text)
    return int(found[1]) if found else None


def chosen_game_id(text: str) -> int:
    """The id that the option `game` names.

    Raises:
        NoSuchGame: It is no id.
    """
    game_id = typed_id(text)
    if game_id is None:
        raise NoSuchGame
    return game_id


async def chosen_game(interaction: AnyInteraction, text: str) -> Game:
    """The game that the option `game` names.

    Raises:
        NoSuchGame: There is no such game in this server.
    """
    return await interaction.client.host.games.find(place_of(interaction).guild_id, chosen_game_id(text))


def chosen_challenge_id(text: str) -> int:
    """The id that the option `challenge` names.

    Raises:
        NoSuchChallenge: It is no id.
    """
    challenge_id = typed_id(text)
    if challenge_id is None:
        raise NoSuchChallenge
    return challenge_id


def game_choices(
    client: GridlockBot, games: Iterable[Game], user_id: int, current: str, words: Words
) -> list[app_commands.Choice[str]]:
    """The games as choices, those where it is this person's turn first."""
    labels = []
    for game in your_turn_first(list(games), user_id):
        turn = words("your turn") if game.to_move_id == user_id else words("their turn")
        opponent = _versus(client, game.place.guild_id, game.opponent_of(user_id))
        labels.append((f"{game_title(game)}{opponent} · {turn}", str(game.id)))
    return _matching(labels, current)


def any_game_choices(client: GridlockBot, games: Iterable[Game], current: str) -> list[app_commands.Choice[str]]:
    """Games of other people as choices, named by their players."""
    labels = []
    for game in games:
        guild_id = game.place.guild_id
        names = "".join(_versus(client, guild_id, one) for one in (game.player_one_id, game.player_two_id))
        labels.append((f"{game_title(game)}{names}", str(game.id)))
    return _matching(labels, current)


def challenge_choices(
    client: GridlockBot, challenges: Iterable[Challenge], user_id: int, current: str, words: Words
) -> list[app_commands.Choice[str]]:
    """The challenges as choices."""
    labels = []
    for challenge in challenges:
        other = challenge.opponent_id if user_id == challenge.challenger_id else challenge.challenger_id
        opponent = " · " + words("anybody") if other is None else _versus(client, challenge.place.guild_id, other)
        labels.append((challenge_title(challenge) + opponent, str(challenge.id)))
    return _matching(labels, current)


def cell_choices(game: Game, current: str) -> list[app_commands.Choice[str]]:
    """The cells with which a legal move begins, in board order."""
    names = [cell_name(cell) for cell in game.position.targets]
    return _matching([(name, name) for name in names], current)


def removal_choices(game: Game, cell: str, current: str) -> list[app_commands.Choice[str]]:
    """The cells that may be removed along with a step to `cell`."""
    target = typed_cell(game, cell)
    if target is None:
        return []
    names = [cell_name(removed) for removed in game.position.removals(target)]
    return _matching([(name, name) for name in names], current)


def typed_cell(game: Game, text: str) -> int | None:
    """The cell of this game's board that a text names; None when it names none, or more than one."""
    try:
        return read_move(text, size=game.position.size, origin=game.variant.origin, cells=1).cell
    except InvalidNotation:
        return None


async def game_being_played(interaction: AnyInteraction) -> Game:
    """The game for which a move is being typed: the one named, or the one that fits."""
    named = getattr(interaction.namespace, "game", None)
    if named:
        return await chosen_game(interaction, str(named))
    here = place_of(interaction)
    games = await interaction.client.host.games.open_for(here.guild_id, interaction.user.id)
    return game_to_move_in(games, interaction.user.id, here.channel_id)


def _versus(client: GridlockBot, guild_id: int, user_id: int) -> str:
    name = client.names.find(guild_id, user_id)
    return "" if name is None else f" · {name}"


def _matching(labels: Iterable[tuple[str, str]], current: str) -> list[app_commands.Choice[str]]:
    wanted = current.strip().casefold()
    return [
        app_commands.Choice(name=label[:_LONGEST_NAME], value=value)
        for label, value in labels
        if wanted in label.casefold()
    ][:MOST_CHOICES]
