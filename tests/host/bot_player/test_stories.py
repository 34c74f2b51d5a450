"""Stories of finished games, computed by the real solver in a worker process: who stood to win, and accuracy."""

from __future__ import annotations

from datetime import timedelta

from gridlock_host import Database, Game, Host
from gridlock_host.bot_player.stories import Stories
from gridlock_host.learning.accuracies import MemberAccuracy
from gridlock_host.maintenance.recount import miscounts
from gridlock_host.model.standings.season import Rhythm
from gridlock_host.servers.settings import SettingsChange
from gridlock_host.workers.pool import WorkerPool
from gridlock_solver import Accuracy
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    GUILD,
    MANAGER,
    OTHER_GUILD,
    Clock,
    open_host,
    play,
    start,
    start_against_bot,
)


def stories_of(host: Host, pool: WorkerPool) -> Stories:
    return Stories(host.games.end_cards, host.learning.accuracies, host.learning.lessons, pool)


async def slipped(host: Host) -> Game:
    """In Lines on 3x3 Ada gives the win away with C3, and Bob keeps it with A3, the last move."""
    return await play(host, await start(host), "A1", "A2", "B2", "B3", "C3", "A3")


async def test_the_card_of_a_game_has_the_accuracy_of_both_players(host: Host, pool: WorkerPool) -> None:
    game = await slipped(host)
    assert await stories_of(host, pool).tell(game)
    card = await host.games.end_cards.find(game)
    assert card.story is not None
    assert card.story.text == "1111122"
    assert card.accuracies == {ADA: Accuracy(1, 0), BOB: Accuracy(1, 1)}


async def test_accuracies_add_up_by_member_and_variant(database: Database, host: Host, pool: WorkerPool) -> None:
    stories = stories_of(host, pool)
    for _ in range(2):
        assert await stories.tell(await slipped(host))
    accuracies = host.learning.accuracies
    assert await accuracies.by_variant(GUILD, ADA) == {"lines": MemberAccuracy(Accuracy(2, 0), Accuracy())}
    assert await accuracies.by_variant(GUILD, BOB) == {"lines": MemberAccuracy(Accuracy(2, 2), Accuracy())}
    assert await accuracies.by_variant(OTHER_GUILD, ADA) == {}
    async with database.reading() as connection:
        assert await miscounts(connection) == []


async def test_the_accuracy_of_the_running_season_is_told_apart(
    database: Database, clock: Clock, pool: WorkerPool
) -> None:
    host = open_host(database, now=clock)
    stories, accuracies = stories_of(host, pool), host.learning.accuracies
    await stories.tell(await slipped(host))
    clock.time += timedelta(days=1)
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(season=Rhythm.MONTH))
    await stories.tell(await slipped(host))
    assert await accuracies.by_variant(GUILD, BOB) == {"lines": MemberAccuracy(Accuracy(2, 2), Accuracy(1, 1))}
    clock.time += timedelta(days=31)
    assert await accuracies.by_variant(GUILD, BOB) == {"lines": MemberAccuracy(Accuracy(2, 2), Accuracy())}


async def test_a_game_counts_once_however_often_its_story_is_told(host: Host, pool: WorkerPool) -> None:
    game, stories = await slipped(host), stories_of(host, pool)
    await stories.tell(game)
    assert not await stories.tell(game)
    await host.learning.accuracies.add(game, {ADA: Accuracy(5, 5)})
    told = await host.learning.accuracies.by_variant(GUILD, ADA)
    assert told == {"lines": MemberAccuracy(Accuracy(1, 0), Accuracy())}


async def test_a_game_without_a_decision_leaves_no_accuracy(host: Host, pool: WorkerPool) -> None:
    game = await play(host, await start(host, variant="blocking"), "B2", "A1", "C3")
    assert await stories_of(host, pool).tell(game)
    assert (await host.games.end_cards.find(game)).accuracies == {}
    assert await host.learning.accuracies.by_variant(GUILD, ADA) == {}


async def test_the_bot_is_on_the_card_and_in_no_sum(database: Database, host: Host, pool: WorkerPool) -> None:
    game = await play(host, await start_against_bot(host), "A1", "A2", "B2", "B3", "C3", "A3")
    await stories_of(host, pool).tell(game)
    assert (await host.games.end_cards.find(game)).accuracies == {ADA: Accuracy(1, 0), BOT: Accuracy(1, 1)}
    assert await host.learning.accuracies.by_variant(GUILD, BOT) == {}
    async with database.reading() as connection:
        assert await miscounts(connection) == []


async def test_a_game_with_help_has_a_story_and_no_accuracy(host: Host, pool: WorkerPool) -> None:
    game = await start_against_bot(host, variant="dodge")
    assert await host.games.note_help(game)
    game = await play(host, await host.games.find(GUILD, game.id), "B2")
    assert game.helped
    assert await stories_of(host, pool).tell(game)
    assert (await host.games.end_cards.find(game)).accuracies == {}


async def test_a_forgotten_player_gets_no_new_accuracy(host: Host) -> None:
    """The story may have been under way when the data was deleted."""
    game = await slipped(host)
    await host.members.privacy.forget(ADA)
    await host.learning.accuracies.add(game, {ADA: Accuracy(1, 0), BOB: Accuracy(1, 1)})
    assert await host.learning.accuracies.by_variant(GUILD, ADA) == {}


async def test_a_wrong_sum_is_found_by_the_check(database: Database, host: Host, pool: WorkerPool) -> None:
    await stories_of(host, pool).tell(await slipped(host))
    async with database.writing() as connection:
        await connection.exec_driver_sql("UPDATE accuracy_totals SET kept = 7 WHERE kept = 1")
        (fault,) = await miscounts(connection)
    assert "say 1 decisions, 7 kept; the accuracies say 1 decisions, 1 kept" in fault
