"""All that the host does, at least once."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

from sqlalchemy import insert

from gridlock_host import Database, First, Host, Order, Person, Record, Sweeper
from gridlock_host.games.finished import Cursor, FinishedFilter
from gridlock_host.learning.fair_play import running_positions
from gridlock_host.model.standings.season import Rhythm, Season
from gridlock_host.model.starts import SWAP_WORD, StartKind
from gridlock_host.model.terms import Terms
from gridlock_host.ratings.results import RatingGroup
from gridlock_host.records.service import RecordForm
from gridlock_host.servers.settings import SettingsChange
from gridlock_host.standings.record_counts import ALL_VARIANTS, change_counts, key_of
from gridlock_host.standings.seasons import recount_seasons
from gridlock_host.storage.schema import standing_totals, standings
from tests.host.support.busy_life import every_trace, live
from tests.host.support.host import ADA, BOB, GUILD, HERE, MANAGER, NOON, OTHER_GUILD, Clock, new_request, play, start

_A_FILE = 10**6


async def use_everything(database: Database, host: Host, clock: Clock) -> None:
    """Play, read every list, let time pass, and delete a person and a server."""
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(season=Rhythm.BY_HAND))
    await host.games.seasons.begin(GUILD)
    await live(host, every_trace())
    await _add_equal_members(database)
    await _read(host)
    await host.learning.tutorial.note_solved(ADA, "lines", 1)
    await host.learning.tutorial.solved(ADA)
    await running_positions(database, ADA, "lines", 3)
    await _let_time_pass(database, host, clock)
    await _begin_fairly(host)
    newcomer = new_request()
    await host.challenges.propose(HERE, newcomer, None, Terms("lines"), request_id=new_request())
    await start(host, one=newcomer, two=new_request())
    for person in (ADA, newcomer):
        await host.members.privacy.export(person, most_bytes=_A_FILE)
        await host.members.privacy.forget(person)
    await _leave(database, host, clock)


async def _begin_fairly(host: Host) -> None:
    """Begin two games of newcomers from fair starts, and swap in one."""
    one, two = new_request(), new_request()
    terms = Terms("blocking", 4, First.ME, start=StartKind.FAIR, swap=True)
    games = []
    for _ in range(2):
        challenge = await host.challenges.propose(HERE, one, Person(two), terms, request_id=new_request())
        games.append(await host.challenges.accept(GUILD, challenge.id, two, channel_id=HERE.channel_id))
    game = games[-1]
    await play(host, game, str(game.position.legal_moves[0]))
    await host.games.move(GUILD, game.id, two, SWAP_WORD)


async def _add_equal_members(database: Database) -> None:
    """Give a leaderboard several pages of members with one rank."""
    equal = [{"guild_id": GUILD, "user_id": user_id, "won": 0, "lost": 9} for user_id in range(1, 31)]
    async with database.writing() as connection:
        await connection.execute(insert(standing_totals), equal)
        await connection.execute(insert(standings), [row | {"variant": "lines"} for row in equal])
        await change_counts(connection, {key_of(GUILD, key, Record(0, 9)): 30 for key in (ALL_VARIANTS, "lines")})


async def _take_back(host: Host) -> None:
    """Let moderators take games out of standings and ratings, and put them back."""
    moderation = host.servers.moderation
    game = (await moderation.finished_games(GUILD, MANAGER, 25))[0]
    await moderation.void(GUILD, game.id, MANAGER, "")
    await moderation.unvoid(GUILD, game.id, MANAGER, "")
    # She is banned by now.
    await moderation.unban(GUILD, MANAGER, ADA, "")
    await moderation.ban(GUILD, MANAGER, ADA, "", voids_games=True)
    await moderation.unvoid_member(GUILD, MANAGER, ADA, "")


async def _read(host: Host) -> None:
    await _take_back(host)
    await host.games.open_for(GUILD, ADA)
    await host.games.finished_for(GUILD, ADA, 25)
    season = Season(GUILD, 1, Rhythm.MONTH, NOON, NOON)
    for cursor in (Cursor(), Cursor(1), Cursor(1, newer=True)):
        for which in (FinishedFilter(ADA), FinishedFilter(ADA, BOB, "lines", season)):
            await host.games.finished.page(GUILD, which, cursor)
    await host.records.export(GUILD, ADA, RecordForm.JSON)
    await host.games.offers.messages_of(ADA)
    await host.challenges.open_for(GUILD, ADA)
    await host.challenges.open_to_anybody(GUILD)
    await host.challenges.rematch.open_for(GUILD, ADA)
    await host.servers.moderation.open_games(GUILD, MANAGER, 25)
    await host.servers.moderation.log(GUILD, MANAGER, 10)
    await host.servers.moderation.finished_games(GUILD, MANAGER, 25)
    await host.pair_reports.report(GUILD, MANAGER, ADA, BOB)
    for group in (RatingGroup(), RatingGroup("lines"), RatingGroup("lines", against_bot=True)):
        await host.ratings.current(GUILD, group)
    await host.members.blocks.blocked_by(ADA, 70)
    await host.members.blocks.count(ADA)
    await host.members.notifications.may_notify(ADA)
    await host.stored_counts()
    standings = host.games.standings
    await standings.records_by_variant(GUILD, ADA)
    await standings.bot_records(GUILD)
    await standings.bot_records(GUILD, ADA)
    await standings.head_to_head(GUILD, ADA, BOB)
    await standings.played_games(GUILD, ADA)
    await host.ratings.of_member(GUILD, ADA)
    await host.games.announcements.week(GUILD, NOON.date())
    await host.games.seasons.newest(GUILD)
    for number, order in product(range(2), Order):
        await standings.leaderboard(GUILD, None, order, asker_id=BOB, number=number, season=1)
    await host.learning.accuracies.by_variant(GUILD, ADA)
    await _learn(host)
    for variant_key, order in product((None, "lines"), Order):
        for number in range(3):
            await standings.leaderboard(GUILD, variant_key, order, asker_id=BOB, number=number)


async def _learn(host: Host) -> None:
    lessons = host.learning.lessons
    exercise = await lessons.next(ADA)
    assert exercise is not None
    assert (await lessons.outlook(ADA)).due
    text = str(exercise.game.position.legal_moves[0])
    await lessons.answer(ADA, exercise.id, text, seen_answers=0)
    await lessons.delete(ADA, exercise.id)


async def _solve_the_puzzle(host: Host) -> None:
    puzzles = host.bot_player.puzzles
    daily = puzzles.puzzle(GUILD)
    for _ in range(2):
        await puzzles.answer(GUILD, ADA, daily.day, str(daily.puzzle.answer))
    await puzzles.streak(GUILD, ADA)
    await puzzles.longest_streaks(GUILD)
    await puzzles.result(GUILD, daily.day)
    await host.servers.settings.change(
        GUILD, MANAGER, SettingsChange(puzzle_channel_id=HERE.channel_id, results_channel_id=HERE.channel_id)
    )


async def _let_time_pass(database: Database, host: Host, clock: Clock) -> None:
    await _solve_the_puzzle(host)
    sweeper = Sweeper(database, host.games, now=clock)
    await host.games.seasons.begin(GUILD)
    async with database.writing() as connection:
        await recount_seasons(connection, GUILD, [NOON])
    await host.scheduler.departures.note_present_servers([GUILD, OTHER_GUILD], [OTHER_GUILD])
    for passed in (timedelta(), timedelta(days=2), timedelta(days=-1)):
        await sweeper.extend_deadlines_after_downtime()
        clock.time += passed
        await sweep_once(sweeper)
    await host.scheduler.departures.note_present_servers([GUILD, OTHER_GUILD])


async def sweep_once(sweeper: Sweeper) -> None:
    """Do what the sweep loop does."""
    await sweeper.extend_deadlines_after_pause(timedelta(days=1))
    await sweeper.find_unshown_at_start()
    await sweeper.sweep()
    await sweeper.find_unshown()
    await sweeper.find_awaiting_bot()
    await sweeper.find_to_redraw()


async def _leave(database: Database, host: Host, clock: Clock) -> None:
    await host.scheduler.departures.note_departure(OTHER_GUILD)
    clock.time += timedelta(days=31)
    await Sweeper(database, host.games, now=clock).sweep()
