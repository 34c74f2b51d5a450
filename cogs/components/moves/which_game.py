"""The question which game or challenge is meant, with a button for each that fits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from cogs.components.base import Handler
from cogs.components.moves.games import resign_question, show_board
from cogs.components.moves.removal_menu import removal_question
from cogs.components.moves.typed_moves import typed_cell
from cogs.context import Request
from cogs.discord_api.components import Component, controls_below
from cogs.messages.controls import BOARD_OF, HINT_IN, MOVE_IN, RESIGN_IN, ControlKind, Key, button
from cogs.text.i18n import Words
from cogs.text.learning.hints import hint_text
from cogs.text.shared import DisplayNames, challenge_title, game_title, played
from gridlock_host import Challenge, Game
from gridlock_host.errors import SeveralChallengesFit, SeveralGamesFit
from gridlock_rules import InvalidNotation, RulesError
from gridlock_rules.notation import ascii_look_alike, read_move
from gridlock_rules.wording import Phrase, listed

# Discord takes five rows of five buttons, and 80 characters on each.
_MOST_BUTTONS: Final = 25
_LONGEST_LABEL: Final = 80


async def ask_which_game(request: Request, refusal: SeveralGamesFit, kind: ControlKind, argument: str = "") -> None:
    """Ask a player in an ephemeral message which game they mean.

    Args:
        request: The request that several games fit.
        refusal: Which these are.
        kind: The buttons; a press does in its game what was asked for.
        argument: What else that needs, such as the move.
    """
    words, names = await request.load_words(), request.services.names
    buttons = [
        button(
            kind, Key(game.id, game.version, argument), words, label=_game_label(names, game, request.user_id, words)
        )
        for game in refusal.games[:_MOST_BUTTONS]
    ]
    await _ask(request, refusal.args[0], buttons, len(refusal.games), "`game`")


async def ask_which_game_to_move_in(request: Request, refusal: SeveralGamesFit, text: str) -> None:
    """Ask in which game to play a move, or a step without its removal.

    Raises:
        InvalidNotation: In none of the games the text is a move.
    """
    await ask_which_game(request, refusal, MOVE_IN, _one_way_of_writing(refusal.games, text))


async def ask_which_challenge(request: Request, refusal: SeveralChallengesFit, kind: ControlKind) -> None:
    """Ask in an ephemeral message which challenge is meant; the buttons are those of a challenge's own message."""
    words, names = await request.load_words(), request.services.names
    buttons = [
        button(kind, Key(one.id), words, label=_challenge_label(names, one, request.user_id, words))
        for one in refusal.challenges[:_MOST_BUTTONS]
    ]
    await _ask(request, refusal.args[0], buttons, len(refusal.challenges), "`challenge`")


async def _ask(request: Request, question: Phrase, buttons: Sequence[Component], fitting: int, option: str) -> None:
    lines = [question]
    if fitting > len(buttons):
        others = Phrase("For one of the {number} others, use {option}.", number=fitting - len(buttons), option=option)
        lines.append(others)
    await request.responder.send_ephemeral(listed(lines, "\n"), components=controls_below(*buttons))


def _game_label(names: DisplayNames, game: Game, user_id: int, words: Words) -> str:
    title, opponent_id = game_title(game), game.opponent_of(user_id)
    if opponent_id == game.bot_id:
        return _cut(words("{title} vs me", title=title))
    return _label(title, names.find(game.place.guild_id, opponent_id), words)


def _challenge_label(names: DisplayNames, challenge: Challenge, user_id: int, words: Words) -> str:
    title = challenge_title(challenge)
    if challenge.opponent_id is None:
        return _cut(words("{title} for anybody", title=title))
    other_id = challenge.opponent_id if user_id == challenge.challenger_id else challenge.challenger_id
    return _label(title, names.find(challenge.place.guild_id, other_id), words)


def _label(title: str, name: str | None, words: Words) -> str:
    return title if name is None else _cut(words("{title} vs {opponent}", title=title, opponent=name))


def _cut(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"


def _one_way_of_writing(games: Sequence[Game], text: str) -> str:
    """Return the text in plain characters, as the custom id of a button takes it."""
    refusals = []
    for game in games:
        variant = game.variant
        try:
            read_move(text, size=game.position.size, origin=variant.origin, cells=variant.cells_per_move)
        except InvalidNotation as refusal:
            refusals.append(refusal)
        except RulesError:
            # It is a move; the game says why it cannot be played.
            continue
    if len(refusals) == len(games):
        raise refusals[0]
    return re.sub(r"\s+", " ", ascii_look_alike(text).strip())


async def _play_there(request: Request, key: Key) -> None:
    """Play the move, or ask what to remove after the step."""
    guild_id, games = request.guild_id, request.host.games
    game = await games.find_turn(guild_id, key.subject, request.user_id, seen_version=key.state)
    step = typed_cell(game, key.argument)
    if step is not None and game.position.removals(step):
        question, menus = removal_question(game, step, await request.load_words())
        await request.responder.edit_source(menus, text=question)
        return
    game = await games.move(guild_id, game.id, request.user_id, key.argument, seen_version=key.state)
    await request.responder.edit_source(None, text=played(game))
    await request.services.board_messages.show_elsewhere(game, request)


async def _bring_board(request: Request, key: Key) -> None:
    game = await request.host.games.find_own(request.guild_id, key.subject, request.user_id)
    await show_board(request, game)


async def _ask_to_resign(request: Request, key: Key) -> None:
    game = await request.host.games.find_own(request.guild_id, key.subject, request.user_id)
    question, buttons = resign_question(game, request.user_id, await request.load_words())
    await request.responder.edit_source(buttons, text=question)


async def _hint(request: Request, key: Key) -> None:
    hint = await request.host.bot_player.hints.hint(request.guild_id, key.subject, request.user_id)
    await request.responder.edit_source(None, text=(await request.load_board_words()).say(hint_text(hint)))


WHICH_GAME_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    MOVE_IN: Handler(_play_there),
    BOARD_OF: Handler(_bring_board),
    RESIGN_IN: Handler(_ask_to_resign),
    HINT_IN: Handler(_hint),
}
