"""Refusals about rematches and taking a move back."""

from __future__ import annotations

from gridlock_host.errors.games import GameRefusal
from gridlock_host.model.game import Game
from gridlock_rules.wording import Phrase


class NotOver(GameRefusal):
    """The game goes on, or the next one of its match has begun."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game, Phrase("Game #{id} is not over, or its match goes on; a rematch comes after that.", id=game.id)
        )


class RematchBegan(GameRefusal):
    """There has been a rematch already; `game` is that rematch."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, Phrase("The rematch has begun already: it is game #{id}.", id=game.id))


class AlreadyOffered(GameRefusal):
    """The same offer is open already."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, Phrase("That is offered already; now it is for your opponent to answer."))


class NothingToTakeBack(GameRefusal):
    """The last move is the opponent's; or, against the bot, the player has not moved yet."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game,
            Phrase("Only the player who made the last move can ask to take it back.")
            if game.bot_id is None
            else Phrase("You have made no move yet."),
        )


class OfferIsOver(GameRefusal):
    """The offer was answered, or the game has moved on since."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game, Phrase("That offer is over: it was answered, or game #{id} has moved on since.", id=game.id)
        )


class NotYourOffer(GameRefusal):
    """The other player has to answer the offer."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, Phrase("That offer is for your opponent to answer."))
