"""Refusals about rematches and taking a move back."""

from __future__ import annotations

from gridlock_host.errors.games import GameRefusal
from gridlock_host.snapshots import Game


class NotOver(GameRefusal):
    """The game goes on, or the next one of its match has begun."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"Game #{game.id} is not over, or its match goes on; a rematch comes after that.")


class RematchBegan(GameRefusal):
    """There has been a rematch already; `game` is that rematch."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"The rematch has begun already: it is game #{game.id}.")


class AlreadyOffered(GameRefusal):
    """The same offer stands already."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "That is offered already; now it is for your opponent to answer.")


class NothingToTakeBack(GameRefusal):
    """The last move is not the asker's; or, against the bot, the asker has not moved yet."""

    def __init__(self, game: Game) -> None:
        between_people = "Only the player who made the last move can ask to take it back."
        super().__init__(game, between_people if game.bot_id is None else "You have made no move yet.")


class OfferIsOver(GameRefusal):
    """The offer was answered, or the game has moved on since."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"That offer is over: it was answered, or game #{game.id} has moved on since.")


class NotYourOffer(GameRefusal):
    """The offer is for the other player to answer."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "That offer is for your opponent to answer.")
