"""Refusals about the bot: levels, hints, reviews, failed computations."""

from __future__ import annotations

from gridlock_host.errors.games import GameRefusal
from gridlock_host.errors.refusal import Refusal
from gridlock_host.model.game import Game
from gridlock_rules.wording import Phrase


class NoSuchLevel(Refusal):
    """The bot has no such level.

    Attributes:
        level: The level that was asked for.
        levels: The levels of the bot.
    """

    def __init__(self, level: int, levels: range) -> None:
        self.level, self.levels = level, levels
        super().__init__(
            Phrase(
                "There is no level {level}: I play at levels {lowest} to {highest}.",
                level=level,
                lowest=levels[0],
                highest=levels[-1],
            )
        )


class OnlyTheBotHasLevels(Refusal):
    """A level was chosen for a game between two people."""

    sentence = Phrase("Only games against me have levels. Choose me as the opponent, or leave `level` out.")


class NoSwapWithBot(Refusal):
    """The right to swap, or a handicap, was chosen for a game against the bot."""

    sentence = Phrase(
        "A swap or a handicap is for two people. Against me, leave it out; `start:fair` is fair, and `level` says how "
        "well I play."
    )


class NotAgainstBot(GameRefusal):
    """The game is between two people."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game, Phrase("I give hints only in games against me, and game #{id} is not one of them.", id=game.id)
        )


class NotFinished(GameRefusal):
    """The game goes on, so its moves must not be judged yet."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game, Phrase("Game #{id} is not over yet. You can replay and review it when it is over.", id=game.id)
        )


class NothingToReview(GameRefusal):
    """The game ended before the first move."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game, Phrase("Game #{id} ended before the first move, so there is nothing to review.", id=game.id)
        )


class CannotThink(Refusal):
    """A computation of the bot failed: it crashed, took too long, or the workers are too busy."""

    sentence = Phrase("I could not work that out just now. Nothing was changed; please try again.")
