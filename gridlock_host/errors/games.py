"""Refusals about one game, and about offers in it."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock_host.errors.refusal import Refusal
from gridlock_host.model.game import Game
from gridlock_rules.wording import Phrase


class NoSuchGame(Refusal):
    """No game of this server has that id."""

    def __init__(self, game_id: int | None = None) -> None:
        self.game_id = game_id
        super().__init__(
            Phrase("There is no game with that number in this server. `/gridlock games` lists yours.")
            if game_id is None
            else Phrase("There is no game #{id} in this server. `/gridlock games` lists yours.", id=game_id)
        )


class SeveralGamesFit(Refusal):
    """No game was named, and several fit.

    Attributes:
        games: Those that fit.
    """

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = tuple(games)
        super().__init__(Phrase("More than one game fits. Which one?"))


class GameRefusal(Refusal):
    """A refusal about one game.

    Attributes:
        game: The game as it was when the request was refused.
    """

    def __init__(self, game: Game, sentence: Phrase) -> None:
        self.game = game
        super().__init__(sentence)


class GameIsOver(GameRefusal):
    """The game has ended."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, Phrase("Game #{id} is over.", id=game.id))


class NotInThisGame(GameRefusal):
    """The person who asked is not one of its players."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game, Phrase("You are not playing in game #{id}. Only its two players can do that.", id=game.id)
        )


class NotYourTurn(GameRefusal):
    """The other player is to move."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game,
            Phrase("It is not your turn in game #{id}: I am thinking.", id=game.id)
            if game.bot_is_to_move
            else Phrase("It is not your turn in game #{id}: your opponent is to move.", id=game.id),
        )


class StaleBoard(GameRefusal):
    """The game has moved on since the player saw it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, Phrase("That board is out of date: game #{id} has moved on since.", id=game.id))


class PlayerIsGone(GameRefusal):
    """The data of one of its players was deleted."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game,
            Phrase("A player of game #{id} has deleted their data, so you cannot do that any more.", id=game.id),
        )


class NoSwap(GameRefusal):
    """The players have not agreed on the right to swap, or it is too late."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game,
            Phrase("In game #{id} there is no swap: it was not agreed in the challenge.", id=game.id)
            if game.swap is None
            else Phrase(
                "In game #{id} you cannot swap now: only the second player can, in place of their first move.",
                id=game.id,
            ),
        )


class NotOver(GameRefusal):
    """The game goes on, or the next one of its match has begun."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game, Phrase("Game #{id} or its match is not over yet. You can have a rematch when it is over.", id=game.id)
        )


class RematchBegan(GameRefusal):
    """There has been a rematch already; `game` is that rematch."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, Phrase("The rematch has begun already: it is game #{id}.", id=game.id))


class AlreadyOffered(GameRefusal):
    """The same offer is open already."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, Phrase("You have asked already. Now your opponent has to answer."))


class OfferedElsewhere(GameRefusal):
    """One of the two players has offered the other a rematch of another game, and it is still open.

    Attributes:
        game: The game whose rematch is offered.
        yours: Whether the player who asks has offered it.
    """

    def __init__(self, game: Game, *, yours: bool) -> None:
        self.yours = yours
        super().__init__(
            game,
            Phrase(
                "You have already offered your opponent a rematch, of game #{id}. `/gridlock games` shows where.",
                id=game.id,
            )
            if yours
            else Phrase(
                "Your opponent already offers you a rematch, of game #{id}. `/gridlock games` shows where.", id=game.id
            ),
        )


class NothingToTakeBack(GameRefusal):
    """The last move is the opponent's; or, against the bot, the player has not moved yet."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game,
            Phrase("You can take back only a move of your own, and the last one is your opponent's.")
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
        super().__init__(game, Phrase("Only your opponent can answer that offer."))


class NotOfferedByYou(GameRefusal):
    """The other player made the offer, and only they can withdraw it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, Phrase("Your opponent made that offer. You can decline it."))
