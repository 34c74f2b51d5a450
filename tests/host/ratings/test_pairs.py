"""Reports about two members: proven wins that were given away, and games that were repeated."""

from __future__ import annotations

import pytest

from gridlock_host import Database, Game, Host
from gridlock_host.errors import NotModerator
from gridlock_host.model.end_card import Story
from gridlock_host.servers.permissions import Actor
from gridlock_rules import Player
from tests.host.support.host import ADA, BOB, CLEO, GUILD, MANAGER, lift_limits, open_host, play, start

MOVES = ("A1", "A3", "C3", "C5")


async def played(host: Host, favourites: str, *moves: str, loser: int = ADA, first: int = ADA) -> Game:
    """A game that is resigned, with what the solver has found out about it."""
    other = BOB if first == ADA else ADA
    game = await play(host, await start(host, one=first, two=other, size=5), *(moves or MOVES))
    over = await host.games.resign(GUILD, game.id, loser)
    seats = {"1": Player.ONE, "2": Player.TWO, "?": None}
    await host.games.end_cards.note_story(over, Story(tuple(seats[each] for each in favourites)))
    return over


async def test_a_resignation_in_a_won_position_and_lost_wins_are_counted_by_proof(database: Database) -> None:
    host = open_host(database)
    won = await played(host, "11211")  # Ada's second seat turns: ply 1 to Bob, ply 2 back to Ada, who then resigns
    await played(host, "1222?", "B1", "B3", "C3", "C5")
    report = await host.pair_reports.report(GUILD, MANAGER, ADA, BOB)
    assert (report.games, report.judged) == (2, 2)
    assert report.resigned == {ADA: (won.id,), BOB: ()}
    assert dict(report.lost_wins) == {ADA: 2, BOB: 1}
    assert dict(report.won) == {BOB: 2}
    assert report.repeated == ()


async def test_games_that_repeat_an_earlier_one_are_named_whoever_moved_first(database: Database) -> None:
    host = open_host(database)
    one = await played(host, "?????")
    two = await played(host, "?????", first=BOB)
    other = await played(host, "?????", "B1", "B3", "C3", "C5")
    three = await played(host, "?????")
    report = await host.pair_reports.report(GUILD, MANAGER, BOB, ADA)
    assert report.repeated == ((two.id, one.id), (three.id, one.id))
    assert other.id not in dict(report.repeated)


async def test_only_moderators_get_a_report_and_only_about_the_two(database: Database) -> None:
    host = open_host(database)
    await lift_limits(host)
    await play(host, await start(host, one=ADA, two=CLEO), "A1", "A2")
    with pytest.raises(NotModerator):
        await host.pair_reports.report(GUILD, Actor(ADA), ADA, BOB)
    assert (await host.pair_reports.report(GUILD, MANAGER, ADA, BOB)).games == 0
    assert (await host.pair_reports.report(GUILD, MANAGER, ADA, ADA)).games == 0
