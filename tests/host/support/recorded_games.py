"""Random games as they are stored: of every variant and size, with starts, swaps, take-backs and endings."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from gridlock_host.model.game import Game
from gridlock_host.model.person import DELETED_PLAYER_TWO
from gridlock_host.model.result import Ending
from gridlock_host.model.starts import Swap
from gridlock_host.records.record import ENDINGS_WITHOUT_WINNER
from gridlock_rules import VARIANTS, Player, Variant
from gridlock_rules.start_pools import HANDICAPS, fair_starts, handicap_starts
from tests.host.support.host import ADA, BOB, BOT, HERE, NOON


@st.composite
def stored_games(draw: st.DrawFn, *, finished: bool = False) -> Game:
    """A game of random moves, take-backs and perhaps a swap, which goes on or has ended in some way."""
    random = Random(draw(st.integers(0, 2**32)))  # noqa: S311  # not for secrets
    variant = draw(st.sampled_from(VARIANTS))
    game = _new_game(random, variant, draw(st.sampled_from(variant.sizes)))
    for _ in range(draw(st.integers(0, 90))):
        game = _changed(random, game)
        if game.is_over:
            break
    if not game.is_over and (finished or random.random() < 0.8):
        ending = random.choice([each for each in Ending if each is not Ending.NO_LEGAL_MOVE])
        game = game.ended(ending, None if ending in ENDINGS_WITHOUT_WINNER else random.choice((ADA, BOB)), NOON)
    return replace(game, player_two_id=DELETED_PLAYER_TWO) if _may_forget(random, game) else game


def _new_game(random: Random, variant: Variant, size: int) -> Game:
    handicap = random.choice((0, 0, *HANDICAPS, *(-steps for steps in HANDICAPS)))
    starts = handicap_starts(variant.key, size, abs(handicap), favours_first=handicap > 0) if handicap else ()
    start = random.choice((None, *fair_starts(variant.key, size)[:50]))
    if starts:
        start = random.choice(starts)
    against_bot = random.random() < 0.2
    return Game(
        id=random.randrange(1, 10**6),
        place=HERE,
        notice=None,
        player_one_id=ADA,
        player_two_id=BOT if against_bot else BOB,
        version=0,
        created_at=NOON,
        moves=(),
        position=variant.start(size, start),
        result=None,
        bot_id=BOT if against_bot else None,
        level=3 if against_bot else None,
        start=start,
        swap=random.choice((None, Swap.AGREED)),
        handicap=handicap if starts else 0,
    )


def _changed(random: Random, game: Game) -> Game:
    if game.may_swap and random.random() < 0.5:
        return game.swapped(NOON)
    if game.moves_to_take_back and random.random() < 0.1:
        return game.without_last_moves(NOON)
    if not game.position.legal_moves:
        return game
    move = random.choice(game.position.legal_moves)
    after = game.with_move(str(move), game.position.play(move), NOON)
    outcome = after.position.outcome
    return after if outcome is None else after.ended(Ending.NO_LEGAL_MOVE, after.player_id(outcome.winner), NOON)


def _may_forget(random: Random, game: Game) -> bool:
    """Whether Player 2 of a game without a winner deletes their data."""
    return game.result is not None and game.result.winner_id is None and random.random() < 0.3


def winner_of(game: Game) -> Player | None:
    """The seat of the winner."""
    if game.result is None or game.result.winner_id is None:
        return None
    return Player.ONE if game.result.winner_id == game.player_one_id else Player.TWO
