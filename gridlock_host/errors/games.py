"""Refusals about one game."""

from __future__ import annotations

from gridlock_host.errors.refusal import Refusal
from gridlock_host.snapshots import Game


class NoSuchGame(Refusal):
    """No game of this server has that id."""

    def __init__(self, game_id: int | None = None) -> None:
        self.game_id = game_id
        named = "no game with that number" if game_id is None else f"no game #{game_id}"
        super().__init__(f"There is {named} in this server. `/gridlock games` lists yours.")


class GameRefusal(Refusal):
    """A refusal about one game, as it stood.

    Attributes:
        game: The game, read when the request was refused.
    """

    def __init__(self, game: Game, sentence: str) -> None:
        self.game = game
        super().__init__(sentence)


class GameIsOver(GameRefusal):
    """The game has ended."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"Game #{game.id} is over.")


class NotInThisGame(GameRefusal):
    """Whoever asked does not take part."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"You are not playing in game #{game.id}. Only its two players can do that.")


class NotYourTurn(GameRefusal):
    """The other player is to move."""

    def __init__(self, game: Game) -> None:
        why = "the bot is thinking" if game.bot_is_to_move else "your opponent is to move"
        super().__init__(game, f"It is not your turn in game #{game.id}: {why}.")


class StaleBoard(GameRefusal):
    """The game has moved on since the caller looked at it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"That board is out of date: game #{game.id} has moved on since.")


class PlayerIsGone(GameRefusal):
    """A player of the game has had their data deleted."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game, f"A player of game #{game.id} has had their data deleted, so that cannot be done any more."
        )
