"""Equality of positions."""

import doctest

import gridlock_rules as rules

ISOLATION_ENDING_SOON_AFTER_A_REMOVAL = ["A3", "A1", "B2/C2", "B1", "C3/A3", "A1/C1", "B2/B3", "A2", "B1/C3", "A1"]
ISOLATION_ENDING_LONG_AFTER_A_REMOVAL = ["B3", "C1", "A2/B3", "B1/C1", "A3/C3", "A1/C2", "A2/A3", "B2", "B1", "A1"]


def test_positions_of_standoff_and_blocking_are_equal_whatever_the_order_of_claims() -> None:
    for key in ("standoff", "blocking"):
        one = rules.replay(key, 6, ["A1", "D4", "B6", "F3"])
        other = rules.replay(key, 6, ["B6", "F3", "A1", "D4"])
        assert (one, hash(one)) == (other, hash(other))


def test_positions_of_dodge_with_different_last_claims_differ() -> None:
    assert rules.replay("dodge", 6, ["A1", "D4", "C1", "F6"]) != rules.replay("dodge", 6, ["A1", "F6", "C1", "D4"])


def test_positions_with_exchanged_owners_differ() -> None:
    assert rules.replay("standoff", 6, ["A1", "D4"]) != rules.replay("standoff", 6, ["D4", "A1"])


def test_positions_of_different_variants_or_sizes_differ() -> None:
    starts = [variant.start(size) for variant in rules.VARIANTS for size in variant.sizes]
    assert len(set(starts)) == len(starts)


def test_positions_of_isolation_with_different_earlier_positions_differ() -> None:
    """Both have the same board and ply, but a step repeats a position in only one of them."""
    recent = rules.replay("isolation", 3, ISOLATION_ENDING_SOON_AFTER_A_REMOVAL)
    long_ago = rules.replay("isolation", 3, ISOLATION_ENDING_LONG_AFTER_A_REMOVAL)

    assert (recent.marks, recent.ply) == (long_ago.marks, long_ago.ply)
    assert recent != long_ago
    assert [str(move) for move in recent.legal_moves] == ["A2", "B2"]
    assert [str(move) for move in long_ago.legal_moves] == ["B2"]


def test_earlier_positions_of_isolation_do_not_matter_after_a_removal() -> None:
    one = rules.replay("isolation", 4, ["A1", "D4", "B2/A1", "C3/D4", "A2/D1"])
    other = rules.replay("isolation", 4, ["A1", "D4", "B1/A1", "C3/D4", "A2/D1"])

    assert (one, hash(one)) == (other, hash(other))


def test_the_players_are_opponents() -> None:
    assert rules.Player.ONE.opponent is rules.Player.TWO
    assert rules.Player.TWO.opponent is rules.Player.ONE


def test_the_examples_in_the_docstring_of_the_package_work() -> None:
    assert doctest.testmod(rules) == doctest.TestResults(failed=0, attempted=5)
