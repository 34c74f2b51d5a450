"""The fault run reads boards as the bot writes them."""

from __future__ import annotations

from dataclasses import replace

from chaos.players.visible_messages import Board, read_board
from cogs.messages.boards.board import board_message, old_board_message
from cogs.text.i18n import Words
from gridlock_host import Game
from gridlock_rules import replay
from local_discord.model.components import shown_texts
from tests.cogs.support.games import ADA, BOB, game_of


def written(game: Game) -> str:
    """The text of its board."""
    return "\n".join(shown_texts(board_message(game, Words()).payload))


def test_a_board_tells_its_moves_and_whose_turn_it_is() -> None:
    game = game_of(replay("lines", 3, ("A1",)), ("A1",))
    board = read_board(written(game))
    assert board == Board(game.id, 3, (ADA, BOB), ply=1, move="A1", to_move=BOB, is_choosing=False)
    assert not board.is_over


def test_the_board_of_a_finished_game_tells_its_last_move_and_that_it_is_over() -> None:
    game = game_of(replay("dodge", 3, ("B2",)), ("B2",))
    board = read_board(written(game))
    assert board == Board(game.id, 3, (), ply=1, move="B2", to_move=None, is_choosing=False)
    assert board.is_over


def test_a_former_copy_is_no_board() -> None:
    game = game_of(replay("lines", 3, ("A1",)), ("A1",))
    assert read_board("\n".join(shown_texts(old_board_message(game, Words()).payload))) is None


def test_the_board_of_a_game_from_a_start_tells_whose_turn_it_is() -> None:
    start = "#A1 B2"
    game = replace(game_of(replay("blocking", 4, (), start=start), ()), start=start)
    assert read_board(written(game)) == Board(game.id, 4, (ADA, BOB), ply=0, move=None, to_move=BOB, is_choosing=False)


def test_the_last_move_of_a_player_who_was_forgotten_is_read() -> None:
    text = "**Lines** #7 · 3×3 · Game over after 2 moves\ndeleted player played **C1**."  # noqa: RUF001
    board = read_board(text)
    assert board is not None
    assert (board.ply, board.move) == (2, "C1")
