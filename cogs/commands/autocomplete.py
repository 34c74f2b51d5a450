"""Autocomplete choices: games, challenges and cells that match what was typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from discord import app_commands

from cogs.commands.decorators import MOST_CHOICES, Choices
from cogs.commands.option_checks import game_to_play, without_case
from cogs.components.moves.typed_moves import typed_cell
from cogs.context import Request
from cogs.text.i18n import Words
from cogs.text.shared import DisplayNames, challenge_title, game_title
from gridlock_host import Challenge, Game, your_turn_first
from gridlock_rules import cell_name
from gridlock_rules.notation import ascii_look_alike

_LONGEST_NAME: Final = 100


def game_choices(names: DisplayNames, games: Iterable[Game], user_id: int, current: str, words: Words) -> Choices:
    """Return a person's own games, those first in which it is their turn."""
    labels = []
    for game in your_turn_first(list(games), user_id):
        turn = words("your turn") if game.to_move_id == user_id else words("their turn")
        opponent = _name(names, game.place.guild_id, game.opponent_of(user_id))
        labels.append((f"{game_title(game)}{opponent} · {turn}", str(game.id)))
    return _matching(labels, current)


def any_game_choices(names: DisplayNames, games: Iterable[Game], current: str) -> Choices:
    """Return games of any people, with the names of both players."""
    labels = []
    for game in games:
        guild_id = game.place.guild_id
        players = "".join(_name(names, guild_id, one) for one in (game.player_one_id, game.player_two_id))
        labels.append((f"{game_title(game)}{players}", str(game.id)))
    return _matching(labels, current)


def challenge_choices(
    names: DisplayNames, challenges: Iterable[Challenge], user_id: int, current: str, words: Words
) -> Choices:
    """Return challenges, with the name of the other person."""
    labels = []
    for challenge in challenges:
        other = challenge.opponent_id if user_id == challenge.challenger_id else challenge.challenger_id
        opponent = " · " + words("anybody") if other is None else _name(names, challenge.place.guild_id, other)
        labels.append((challenge_title(challenge) + opponent, str(challenge.id)))
    return _matching(labels, current)


def cell_choices(game: Game, current: str) -> Choices:
    """Return the cells with which a legal move begins, in board order."""
    return _cells(game, game.position.targets, current)


def removal_choices(game: Game, cell: str, current: str) -> Choices:
    """Return the cells that can be removed after a step to `cell`."""
    target = typed_cell(game, cell)
    if target is None:
        return []
    return _cells(game, game.position.removals(target), current)


def _cells(game: Game, cells: Iterable[int], current: str) -> Choices:
    """Return the cell that is written in any notation, or else those whose names contain what is typed."""
    written = typed_cell(game, current)
    named = current if written is None else cell_name(written)
    return _matching([(name, name) for name in map(cell_name, cells)], ascii_look_alike(named))


async def game_being_played(request: Request) -> Game:
    """Return the game for which a move is being typed."""
    named = getattr(request.interaction.namespace, "game", None)
    return await game_to_play(request, str(named) if named else None)


def _name(names: DisplayNames, guild_id: int, user_id: int) -> str:
    name = names.find(guild_id, user_id)
    return "" if name is None else f" · {name}"


def _matching(labels: Iterable[tuple[str, str]], current: str) -> Choices:
    wanted = without_case(current.strip())
    return [
        app_commands.Choice(name=label[:_LONGEST_NAME], value=value)
        for label, value in labels
        if wanted in without_case(label)
    ][:MOST_CHOICES]
