"""When two positions are the same, and what only some variants have to say about it."""

import doctest

import gridlock_rules as rules

ISOLATION_ENDING_SOON_AFTER_A_REMOVAL = ["A3", "A1", "B2/C2", "B1", "C3/A3", "A1/C1", "B2/B3", "A2", "B1/C3", "A1"]
ISOLATION_ENDING_LONG_AFTER_A_REMOVAL = ["B3", "C1", "A2/B3", "B1/C1", "A3/C3", "A1/C2", "A2/A3", "B2", "B1", "A1"]


def test_the_order_of_claims_does_not_matter_where_the_rules_forget_it() -> None:
    for key in ("standoff", "blocking"):
        one = rules.replay(key, 6, ["A1", "D4", "B6", "F3"])
        other = rules.replay(key, 6, ["B6", "F3", "A1", "D4"])
        assert (one, hash(one)) == (other, hash(other))


def test_the_last_claim_matters_where_it_binds_the_next() -> None:
    assert rules.replay("dodge", 6, ["A1", "D4", "C1", "F6"]) != rules.replay("dodge", 6, ["A1", "F6", "C1", "D4"])


def test_who_has_claimed_a_cell_matters() -> None:
    assert rules.replay("standoff", 6, ["A1", "D4"]) != rules.replay("standoff", 6, ["D4", "A1"])


def test_positions_of_different_variants_or_sizes_differ() -> None:
    starts = [variant.start(size) for variant in rules.VARIANTS for size in variant.sizes]
    assert len(set(starts)) == len(starts)


def test_what_has_stood_since_the_last_removal_is_part_of_an_isolation_position() -> None:
    """Two games with the same board after as many moves differ when one step would repeat in only one of them."""
    recent = rules.replay("isolation", 3, ISOLATION_ENDING_SOON_AFTER_A_REMOVAL)
    long_ago = rules.replay("isolation", 3, ISOLATION_ENDING_LONG_AFTER_A_REMOVAL)

    assert (recent.marks, recent.ply) == (long_ago.marks, long_ago.ply)
    assert recent != long_ago
    assert [str(move) for move in recent.legal_moves] == ["A2", "B2"]
    assert [str(move) for move in long_ago.legal_moves] == ["B2"]


def test_a_removal_wipes_out_what_has_stood() -> None:
    """However the tokens came to stand where they do, after a removal only the cells left count."""
    one = rules.replay("isolation", 4, ["A1", "D4", "B2/A1", "C3/D4", "A2/D1"])
    other = rules.replay("isolation", 4, ["A1", "D4", "B1/A1", "C3/D4", "A2/D1"])

    assert (one, hash(one)) == (other, hash(other))


def test_players_are_each_others_opponents() -> None:
    assert rules.Player.ONE.opponent is rules.Player.TWO
    assert rules.Player.TWO.opponent is rules.Player.ONE


def test_the_examples_in_the_documentation_of_the_package_are_true() -> None:
    assert doctest.testmod(rules) == doctest.TestResults(failed=0, attempted=5)
