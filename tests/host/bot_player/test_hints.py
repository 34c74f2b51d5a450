"""Hints, and the help they count as."""

from __future__ import annotations

import pytest

from gridlock_host import Database, First, Host
from gridlock_host.bot_player.hints import Hints
from gridlock_host.errors import (
    CannotThink,
    GameIsOver,
    NoSuchGame,
    NotAgainstBot,
    NotInThisGame,
    NotYourTurn,
)
from gridlock_host.standings.bot_records import BotRecord
from gridlock_host.workers.pool import WorkerPool
from gridlock_rules import VARIANTS
from tests.host.support.host import (
    ADA,
    BOB,
    GUILD,
    OTHER_GUILD,
    open_host,
    play,
    refused,
    resign,
    start,
    start_against_bot,
)


@pytest.fixture
def hints(host: Host, pool: WorkerPool) -> Hints:
    return Hints(host.games, pool)


async def test_a_hint_names_a_winning_move_and_says_why(host: Host, hints: Hints) -> None:
    """On 3x3 only the middle wins in dodge."""
    game = await start_against_bot(host, variant="dodge")
    hint = await hints.hint(GUILD, game.id, ADA)
    assert (str(hint.move), hint.wins, hint.exact) == ("B2", True, True)
    assert str(hint.explanation)


@pytest.mark.parametrize("variant", [variant.key for variant in VARIANTS])
async def test_every_variant_has_hints_even_in_lost_positions(host: Host, hints: Hints, variant: str) -> None:
    game = await start_against_bot(host, variant=variant, size=3)
    while not game.is_over:
        hint = await hints.hint(GUILD, game.id, ADA)
        assert hint.move in game.position.legal_moves
        game = await play(host, game, str(hint.move))
        if not game.is_over:
            game = await play(host, game, str(game.position.legal_moves[0]))


async def test_help_is_stored_before_the_hint_is_returned_and_the_board_stays(
    database: Database, host: Host, hints: Hints
) -> None:
    game = await start_against_bot(host, variant="dodge")
    hint = await hints.hint(GUILD, game.id, ADA)
    assert hint.game.helped
    assert await open_host(database).games.find(GUILD, game.id) == hint.game
    await host.games.move(GUILD, game.id, ADA, str(hint.move), seen_version=game.version)
    assert await host.games.standings.bot_records(GUILD, ADA) == [BotRecord("dodge", 3, won=1, lost=0, won_with_help=1)]


async def test_only_the_player_to_move_against_the_bot_gets_a_hint(
    database: Database, host: Host, hints: Hints
) -> None:
    mine = await start_against_bot(host, size=4)
    between_people = await start(host)
    bots_turn = await start_against_bot(host, first=First.OPPONENT)
    over = await resign(host, GUILD, (await start_against_bot(host)).id, ADA)
    for game, guild_id, actor_id, refusal in [
        (mine, GUILD, BOB, NotInThisGame),
        (mine, OTHER_GUILD, ADA, NoSuchGame),
        (between_people, GUILD, ADA, NotAgainstBot),
        (bots_turn, GUILD, ADA, NotYourTurn),
        (over, GUILD, ADA, GameIsOver),
    ]:
        async with refused(database, refusal):
            await hints.hint(guild_id, game.id, actor_id)


async def test_a_failed_hint_is_not_stored_as_help(
    database: Database, host: Host, hints: Hints, pool: WorkerPool
) -> None:
    game = await start_against_bot(host)
    await pool.close()
    async with refused(database, CannotThink):
        await hints.hint(GUILD, game.id, ADA)
