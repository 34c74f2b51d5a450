"""Each check finds its breach: a test spoils a run in which nothing is wrong."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from chaos.checks import CHECKS
from chaos.checks.evidence import Invariant
from tests.chaos.evidence import SmallRun

NOT_YOUR_TURN = "It is not your turn in game #7: your opponent is to move."


def found(run: SmallRun) -> set[Invariant]:
    """The invariants that are broken."""
    evidence = run.evidence()
    return {breach.invariant for check in CHECKS for breach in check(evidence)}


def test_a_run_in_which_all_is_right_has_no_breach() -> None:
    run = SmallRun()
    run.press(run.bob, "A1", version=0, answer=NOT_YOUR_TURN)
    assert found(run) == set()


def test_an_acknowledged_move_that_is_not_stored_is_lost() -> None:
    run = SmallRun()
    run.moves, run.version = (), 0
    assert found(run) == {Invariant.LOST}


def test_a_move_that_was_taken_back_by_agreement_is_not_lost() -> None:
    run = SmallRun()
    run.press(run.bob, "", version=1, action="agree", answer="<@1> took a move back in game #7 · Lines 3×3.")  # noqa: RUF001
    run.moves, run.version = (), 2
    assert found(run) == set()


def test_a_move_that_was_taken_back_although_nobody_agreed_is_lost() -> None:
    run = SmallRun()
    run.moves, run.version = (), 2
    assert found(run) == {Invariant.LOST, Invariant.ACKNOWLEDGED_LOST}


def test_nobody_agrees_to_their_own_offer() -> None:
    run = SmallRun()
    entry = run.press(run.ada, "", version=1, action="agree", answer="<@2> took a move back in game #7 · Lines 3×3.")  # noqa: RUF001
    asked = f"{run.bob.mention}, {run.ada.mention} asks to take **A1** back in game #7"
    entry.interaction.payload["message"] = {"content": asked}
    run.moves, run.version = (), 2
    assert found(run) == {Invariant.NOT_THEIRS}


def test_an_agreement_that_is_not_stored_is_lost() -> None:
    run = SmallRun()
    run.press(run.bob, "", version=1, action="agree", answer="<@1> took a move back in game #7 · Lines 3×3.")  # noqa: RUF001
    assert found(run) == {Invariant.ACKNOWLEDGED_LOST}


def test_two_moves_on_one_version_are_one_too_many() -> None:
    run = SmallRun()
    run.press(run.ada, "A1", answer=run.board(1, "X A1"))
    assert found(run) == {Invariant.TWICE}


def test_a_move_that_was_refused_must_not_be_stored() -> None:
    run = SmallRun()
    run.press(run.bob, "A2", version=1, answer="That cell is taken.")
    run.moves, run.version = ("A1", "A2"), 2
    assert found(run) == {Invariant.REFUSED_MADE}


def test_a_move_by_a_third_member_is_found() -> None:
    run = SmallRun()
    run.press(run.cleo, "A2", version=1, answer=run.board(2, "O A2"))
    run.moves, run.version = ("A1", "A2"), 2
    assert found(run) == {Invariant.NOT_THEIRS}


def test_a_point_without_a_won_game_is_found() -> None:
    run = SmallRun()
    run.standings = (SimpleNamespace(guild_id=run.guild_id, user_id=run.ada.id, variant="lines", won=1, lost=0),)
    assert found(run) == {Invariant.MISCOUNTED}


def test_a_press_without_an_answer_needs_an_excuse() -> None:
    run = SmallRun()
    run.press(run.bob, "A1")
    assert found(run) == {Invariant.UNANSWERED}


def test_a_press_while_the_bot_was_down_needs_no_answer() -> None:
    run = SmallRun()
    with run.outages.during("the bot was down"):
        run.press(run.bob, "A1")
        run.now += 5
    assert found(run) == set()
    run.now += 60
    run.press(run.bob, "A1")
    assert found(run) == {Invariant.UNANSWERED}


def test_a_game_of_other_people_among_the_choices_is_found() -> None:
    run = SmallRun()
    run.type(run.cleo, "gridlock move", focused="game", choices=["7"])
    assert found(run) == {Invariant.NOT_THEIRS}


def test_choices_that_never_came_need_an_excuse() -> None:
    run = SmallRun()
    run.type(run.ada, "gridlock move", focused="cell", choices=None)
    assert found(run) == {Invariant.UNANSWERED}


def test_the_bot_makes_its_moves_without_being_asked() -> None:
    run = SmallRun()
    run.bot_id, run.moves, run.version = run.bob.id, ("A1", "A2"), 2
    assert found(run) == set()


def test_against_the_bot_one_press_takes_two_moves_back() -> None:
    run = SmallRun()
    run.press(run.ada, "", answer=run.board(0, ""), action="takeback")
    run.bot_id, run.moves, run.version = run.bob.id, (), 3
    assert found(run) == set()


def test_moves_that_nobody_has_taken_back_from_the_bot_are_lost() -> None:
    run = SmallRun()
    run.bot_id, run.moves, run.version = run.bob.id, (), 3
    assert found(run) == {Invariant.LOST, Invariant.ACKNOWLEDGED_LOST}


def test_a_second_answer_is_one_too_many() -> None:
    run = SmallRun()
    run.answer(run.pressed, NOT_YOUR_TURN, status=400, code=40060)
    assert found(run) == {Invariant.ANSWERED_TWICE}


def test_a_second_answer_is_allowed_if_the_interaction_was_delivered_twice() -> None:
    run = SmallRun()
    run.pressed.twice = True
    run.answer(run.pressed, NOT_YOUR_TURN, status=400, code=40060)
    assert found(run) == set()


@pytest.mark.parametrize(
    "line",
    [
        "2026-01-01 12:00:00,000 ERROR cogs.messages.error_replies: interaction 2 failed [incident 1]",
        "2026-01-01 12:00:00,000 ERROR discord.client: Ignoring exception in on_guild_remove [incident 1]",
    ],
)
def test_an_error_in_the_log_is_found_from_any_logger(line: str) -> None:
    run = SmallRun()
    run.log = (line,)
    assert found(run) == {Invariant.ERROR}


def test_reconnects_of_discord_py_are_no_errors() -> None:
    run = SmallRun()
    run.log = ("2026-01-01 12:00:00,000 ERROR discord.shard: Attempting a reconnect for shard ID 0 in 0.53s",)
    assert found(run) == set()


NOT_STORED = "My database does not work right now. Nothing was changed; please try again in a few minutes."


def test_a_database_that_does_not_work_is_to_be_told_and_excuses_no_missing_answer() -> None:
    run = SmallRun()
    with run.store_outages.during("the disk was full"):
        run.press(run.bob, "A2", version=1, answer=NOT_STORED)
        assert found(run) == set()
        run.press(run.bob, "A2", version=1)
        run.now += 5
    assert found(run) == {Invariant.UNANSWERED}


def test_a_move_of_which_nobody_knew_whether_it_was_stored_may_be_stored() -> None:
    run = SmallRun()
    with run.store_outages.during("the line was broken"):
        run.press(run.bob, "A2", version=1, answer="My database failed while I was storing that, so I do not know.")
        run.moves, run.version = ("A1", "A2"), 2
        assert found(run) == set()
        run.press(run.ada, "A3", version=2, answer=NOT_STORED)
        run.moves, run.version = ("A1", "A2", "A3"), 3
        assert found(run) == {Invariant.REFUSED_MADE}


def test_seconds_after_the_database_is_back_it_refuses_nobody() -> None:
    run = SmallRun()
    with run.store_outages.during("the disk was full"):
        run.now += 5
    run.now += 1
    run.press(run.bob, "A2", version=1, answer=NOT_STORED)
    assert found(run) == set()
    run.now += 5
    run.press(run.bob, "A2", version=1, answer=NOT_STORED)
    assert found(run) == {Invariant.REFUSED_LONG}


@pytest.mark.parametrize(
    "entry",
    [
        "2026-01-01 12:00:00,000 ERROR gridlock_host.storage.faults: The disk with the database is full",
        "2026-01-01 12:00:00,000 ERROR operation.loop: Future exception was never retrieved\nbuiltins.ConnectionError",
    ],
)
def test_the_log_may_tell_that_the_database_does_not_work_if_that_is_so(entry: str) -> None:
    run = SmallRun()
    run.log = (entry,)
    assert found(run) == {Invariant.ERROR}
    with run.store_outages.during("the disk was full"):
        assert found(run) == set()


def test_a_challenge_that_expired_within_a_run_is_found() -> None:
    run = SmallRun()
    run.challenges = {5: SimpleNamespace(id=1, status="expired", message_id=None)}
    assert found(run) == {Invariant.EARLY}


def test_one_process_that_is_down_excuses_nothing_in_the_servers_of_another() -> None:
    run = SmallRun()
    with run.outages.during("the bot was down", lambda guild: guild != run.guild_id):
        run.press(run.bob, "A1")
        run.now += 5
    assert found(run) == {Invariant.UNANSWERED}
