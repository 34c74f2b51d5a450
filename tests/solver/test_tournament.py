"""The tournament of the levels: its statistics, its matches and its document."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import gridlock_rules as rules
from benchmarks.strength import tables, tournament
from benchmarks.strength.intervals import Interval, wilson
from benchmarks.strength.matches import Match, Player, Result, play_games, share
from benchmarks.strength.players import BEGINNER, RANDOM
from gridlock_solver import solve

ONE, TWO = rules.Player


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_those_of_a_publication(hits: int, trials: int, low: float, high: float) -> None:
    """The examples of R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), method 3."""
    interval = wilson(hits, trials)

    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


@pytest.mark.parametrize(("hits", "trials"), [(0, 0), (3, 2), (-1, 2)])
def test_counts_that_are_no_share_are_refused(hits: int, trials: int) -> None:
    with pytest.raises(ValueError, match="are no share"):
        wilson(hits, trials)


def wins(position: rules.Position) -> bool:
    return solve(position).is_won


def start_on(size: int, key: str) -> Callable[[Random], rules.Position]:
    """Return what draws the empty board of a size as every start."""
    return lambda _chance: rules.find_variant(key).start(size)


def test_the_players_of_a_match_take_turns_to_move_first() -> None:
    """Blocking on 5x5 is won by the player who moves first."""
    results = play_games("blocking", start_on(5, "blocking"), (RANDOM, BEGINNER), range(6), wins)
    match = Match("blocking", RANDOM.name, BEGINNER.name, results)

    assert [result.seat for result in match.results] == [ONE, TWO] * 3
    assert [result.won for result in match.results] == [True, False] * 3
    assert [share(match.results), share(match.from_seat(ONE)), share(match.from_seat(TWO))] == [0.5, 1, 0]
    assert [share(match.standing_to(win=True)), share(match.standing_to(win=False))] == [1, 0]


def test_each_start_is_played_from_both_seats() -> None:
    begun: list[rules.Position] = []

    def start(chance: Random) -> rules.Position:
        position = rules.find_variant("standoff").start(5)
        begun.append(position.play(chance.choice(position.legal_moves)))
        return begun[-1]

    play_games("standoff", start, (RANDOM, BEGINNER), range(6), wins)

    assert begun[::2] == begun[1::2]
    assert len(set(begun)) > 1


def test_a_win_given_away_is_counted() -> None:
    """In dodge on 3x3 only B2 wins, at once; A1 leaves the opponent a win."""
    careless = Player("level 5", lambda position, _chance: position.legal_moves[0])
    perfect = Player("perfect", lambda position, _chance: solve(position).best or position.legal_moves[0])
    results = play_games("dodge", start_on(3, "dodge"), (careless, perfect), range(1), wins)

    assert results == (Result(ONE, won=False, could_win=True, stood_to_win=True),)
    assert tables.wins_given_away([Match("dodge", "level 5", "perfect", results)], "level 5") == (1, 1)


def test_a_win_that_a_watched_player_got_later_is_counted_too() -> None:
    """In dodge on 3x3 A1 leaves the opponent a win, which the player gives away."""
    careless = Player("level 5", lambda position, _chance: position.legal_moves[0], is_watched=True)
    results = play_games("dodge", start_on(3, "dodge"), (careless, careless), range(1, 2), wins)

    assert [(result.seat, result.could_win, result.stood_to_win) for result in results] == [(TWO, True, False)]


def test_portions_of_a_match_are_the_games_of_the_whole() -> None:
    def games(numbers: range) -> tuple[Result, ...]:
        return play_games("standoff", start_on(4, "standoff"), (RANDOM, BEGINNER), numbers, wins)

    assert games(range(4)) + games(range(4, 10)) == games(range(10))


def test_only_wins_given_away_by_the_player_are_counted() -> None:
    lost = Result(ONE, won=False, could_win=True, stood_to_win=True)
    hopeless = Result(TWO, won=False, could_win=False, stood_to_win=False)
    won = Result(ONE, won=True, could_win=True, stood_to_win=True)

    assert tables.wins_given_away([Match("dodge", "level 4", "x", (lost,))], "level 5") == (0, 0)
    assert tables.wins_given_away([Match("dodge", "level 5", "x", (won, hopeless, won))], "level 5") == (2, 0)


def test_the_beginner_wins_at_once_if_it_can() -> None:
    position = rules.find_variant("dodge").start(3)

    assert str(BEGINNER.choose(position, Random(0))) == "B2"  # noqa: S311  # games, not secrets


def test_the_beginner_avoids_moves_after_which_the_opponent_wins_at_once() -> None:
    position = rules.replay("lines", 3, ["A1", "A2", "B2", "B1", "C1"])
    chosen = {BEGINNER.choose(position, Random(seed)) for seed in range(20)}  # noqa: S311  # games

    for move in position.legal_moves:
        after = position.play(move)
        ends = any(not after.play(answer).legal_moves for answer in after.legal_moves)
        assert (move in chosen) is not ends


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.651, 0.7, "yes"), (0.65, 0.7, "unsure"), (0.5, 0.66, "unsure"), (0.6, 0.65, "no")]
)
def test_a_share_is_above_the_goal_if_its_whole_interval_is(low: float, high: float, verdict: str) -> None:
    assert tables.verdict(Interval(low, high)) == verdict


def test_the_table_tells_which_shares_are_above_the_goal() -> None:
    won = Result(ONE, won=True, could_win=True, stood_to_win=True)
    lost = Result(TWO, won=False, could_win=False, stood_to_win=False)
    matches = [Match("dodge", "a", "b", (won,) * 99 + (lost,)), Match("dodge", "b", "c", (won, lost))]
    _, _, above, unsure = tables.judged_table(matches).splitlines()

    assert above.startswith("| dodge | a | b | 100 | **99.0** | ")
    assert above.endswith(" | yes |")
    assert unsure.endswith(" | unsure |")


def test_a_small_tournament_fills_the_document_and_is_repeatable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "strength.md"
    document.write_text(f"Before.\n{tournament.BEGIN}old\n{tournament.END}After.\n", encoding="utf-8")

    tournament.main(["lines", "--games", "2", "--processes", "2", "--document", str(document)])
    first = document.read_text(encoding="utf-8")
    progress = capsys.readouterr().err
    tournament.main(["lines", "--games", "2", "--processes", "2", "--document", str(document)])

    assert document.read_text(encoding="utf-8") == first
    assert first.startswith(f"Before.\n{tournament.BEGIN}\nEach level against")
    assert first.endswith(f"Of those it lost **0**.\n\n{tournament.END}After.\n")
    assert first.count("\n| lines | level ") == 16
    assert progress.count("of 2 games against") == 16


def tables_of_the_document() -> tuple[str, str]:
    """Return the tables from the empty board and those from fair starts."""
    text = tournament.DOCUMENT.read_text(encoding="utf-8").split(tournament.BEGIN)[1].split(tournament.END)[0]
    assert "Of those it lost **0**." in text
    plain, fair = text.split("Each level against the one below, from fair starts:")
    return plain, fair


@pytest.mark.parametrize("key", tournament.ALL_KEYS)
def test_the_document_has_the_matches_of_every_variant(key: str) -> None:
    played = (tournament.KEYS, tournament.ALL_KEYS)

    for text, keys in zip(tables_of_the_document(), played, strict=True):
        for number in range(2, 6):
            row = re.search(
                rf"^\| {key} \| level {number} \| level {number - 1} \| ([\d,]+) \| \*\*", text, re.MULTILINE
            )
            assert bool(row) is (key in keys), "docs/strength.md: run `make tournament`"


def test_the_document_shows_that_each_level_beats_the_one_below() -> None:
    """All shares are above the goal for certain, but for four from fair starts, as the document says."""
    too_small = [
        (key, *match)
        for key in ("standoff", "blocking")
        for match in (("level 4", "level 3", "unsure"), ("level 5", "level 4", "no"))
    ]

    for text, keys in zip(tables_of_the_document(), (tournament.KEYS, tournament.ALL_KEYS), strict=True):
        ladder, _ = text.split("against simple players")
        rows = [row.strip("| ").split(" | ") for row in ladder.splitlines() if row.startswith("| ") and "**" in row]

        assert len(rows) == 4 * len(keys)
        assert [(*row[:3], row[-1]) for row in rows if row[-1] != "yes"] == (too_small if "blocking" in keys else [])
