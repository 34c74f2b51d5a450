"""Each check of what counts, of moderators, of the channel for results and of forgotten people finds its breach."""

from __future__ import annotations

import pytest

from chaos.checks import CHECKS
from chaos.checks.evidence import Invariant
from chaos.checks.moderation import forgotten
from chaos.players.visible_messages import FORGOTTEN
from tests.chaos.evidence import GAME, SmallRun

VOID = "gridlock-server moderate void"
BAN = "gridlock-server moderate ban"
OVER = f"**Lines** #{GAME} · 3\u00d73 · Game over after 1 move"
SEASON_OVER = "🏁 **Season 1 (17 May to 18 May) is over.**"


@pytest.fixture
def run() -> SmallRun:
    """Ada has won the game against Bob in the first season, and is its champion; both were told."""
    run = SmallRun()
    run.press(run.bob, "", version=1, action="giveup", answer=run.board(1, "X A1"))
    run.end(run.ada, run.bob)
    run.add_season(run.ada)
    run.tell(OVER, game=GAME)
    run.tell(SEASON_OVER, season=1)
    return run


def found(run: SmallRun) -> set[Invariant]:
    """The invariants that are broken."""
    evidence = run.evidence()
    return {breach.invariant for check in CHECKS for breach in check(evidence)}


def void(run: SmallRun) -> None:
    """Take the game out, as it has to be."""
    run.command(run.cleo, VOID, f"<@9> took game #{GAME} out of standings and ratings, now: x", game=str(GAME))
    run.moderate("void", game=GAME)
    run.voided, run.standings, run.season_standings = True, (), []
    run.seasons[0].champion_id = None


def test_a_season_in_which_all_is_right_has_no_breach(run: SmallRun) -> None:
    assert found(run) == set()
    run.tables = {
        (run.guild_id, None): f"1\\. <@{run.ada.id}> **1 point** · 2\\. <@{run.bob.id}> **0 points**",
        (run.guild_id, 1): f"1\\. <@{run.ada.id}> **1 point** · 2\\. <@{run.bob.id}> **0 points**",
    }
    run.ratings = {run.guild_id: "No rated game has been finished here yet."}
    assert found(run) == set()


def test_a_void_in_which_all_is_right_has_no_breach(run: SmallRun) -> None:
    void(run)
    assert found(run) == set()


def test_a_void_that_was_answered_and_is_not_stored_is_lost(run: SmallRun) -> None:
    run.command(run.cleo, VOID, f"<@9> took game #{GAME} out of standings and ratings, now: x", game=str(GAME))
    assert found(run) == {Invariant.VOID_LOST}


def test_a_void_that_nobody_was_told_may_be_stored_or_not(run: SmallRun) -> None:
    run.command(run.cleo, VOID, None, game=str(GAME))
    run.events.entries["t3"].interaction.callbacks.append(run.pressed.interaction.callbacks[0])
    assert found(run) == set()


def test_a_ban_that_voids_nothing_is_found(run: SmallRun) -> None:
    done = (
        f"<@9> banned <@{run.bob.id}> from new games, now: x\n<@9> took the games of <@{run.bob.id}> out of standings"
    )
    run.command(run.cleo, BAN, done, member=str(run.bob.id))
    run.moderate("ban", member=run.bob)
    run.moderate("void", member=run.bob)
    assert found(run) == {Invariant.VOID_LOST}


def test_a_void_that_still_counts_is_found(run: SmallRun) -> None:
    standings = run.standings
    void(run)
    run.standings = standings
    assert found(run) == {Invariant.MISCOUNTED}


def test_a_void_that_still_counts_for_the_season_is_found(run: SmallRun) -> None:
    rows = run.season_standings
    void(run)
    run.season_standings = rows
    assert found(run) == {Invariant.MISCOUNTED}


def test_a_champion_without_the_most_points_is_found(run: SmallRun) -> None:
    run.seasons[0].champion_id = run.bob.id
    assert found(run) == {Invariant.MISCOUNTED}


def test_a_game_or_a_champion_that_is_told_twice_is_found(run: SmallRun) -> None:
    for post in list(run.posts):
        run.posts = [*run.posts[:2], post]
        assert found(run) == {Invariant.TOLD_TWICE}


def test_a_game_or_a_champion_that_is_never_told_is_found(run: SmallRun) -> None:
    rows, posts = run.announcements, run.posts
    for left_out in range(2):
        run.announcements, run.posts = [rows[1 - left_out]], [posts[1 - left_out]]
        assert found(run) == {Invariant.NOT_TOLD}


def test_a_post_that_is_stored_and_was_never_made_is_found(run: SmallRun) -> None:
    del run.posts[0]
    assert found(run) == {Invariant.NOT_TOLD}


def test_a_table_with_other_points_than_the_results_give_is_found(run: SmallRun) -> None:
    run.tables = {(run.guild_id, None): f"1\\. <@{run.ada.id}> **2 points**"}
    assert found(run) == {Invariant.WRONG_TABLE}


def test_a_table_of_ratings_with_a_voided_game_is_found(run: SmallRun) -> None:
    void(run)
    run.ratings = {run.guild_id: "As of game #7, rated games: 1."}
    assert found(run) == {Invariant.WRONG_TABLE}


def test_a_forgotten_person_who_is_named_in_the_database_is_found(run: SmallRun) -> None:
    run.still_named = frozenset({run.cleo.id})
    assert found(run) == {Invariant.STILL_NAMED}


def test_who_was_told_to_be_forgotten_and_was_not_heard_of_since_is_forgotten() -> None:
    run = SmallRun()
    run.now = 55.0
    run.type(run.ada, "gridlock move", focused="cell", choices=["A1"])
    run.now = 60.0
    pressed = run.press(run.ada, "", action="forget", answer=FORGOTTEN)
    assert pressed.told
    assert forgotten(run.events) == {run.ada.id}
    run.now += 1
    run.command(run.bob, "gridlock versus", "nothing", member=str(run.ada.id))
    assert forgotten(run.events) == set(), "somebody has named them again"


def test_who_came_back_or_was_not_told_is_not_forgotten() -> None:
    run = SmallRun()
    run.now = 60.0
    run.press(run.bob, "", action="forget")
    run.press(run.ada, "", action="forget", answer=FORGOTTEN)
    run.now += 1
    run.press(run.ada, "B2", answer="That cell is taken.")
    assert forgotten(run.events) == set()
