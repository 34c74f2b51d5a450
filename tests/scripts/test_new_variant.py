"""A sixth variant, added to a copy of the project with the script's skeleton, is played everywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.new_variant import ROOT, write_skeleton

MODULE = {
    "TODO: say in one sentence what a player does.": "claim a free cell a knight's move from the opponent's last cell.",
    '"""TODO: return the rule for the next move; it completes "X may play ..."."""': """'''Such as "any free cell".'''
        if self.last is not None:
            return Phrase("a free cell a knight's move from {last}", last=cell_name(self.last))""",
    '"""TODO: return the mask of the free cells that the player to move may claim."""\n': """
        free, last = self._free, self.last
        if last is not None:
            jumps = (cell for cell in range(64) if {abs(cell // 8 - last // 8), abs(cell % 8 - last % 8)} == {1, 2})
            return free & sum(1 << cell for cell in jumps)\n""",
    '"""TODO: return the error for a free cell that may not be claimed, with a reason such as "touches_last"."""': (
        '"""Return the error for every other cell."""'
    ),
    "TODO: say what a player does, in at most 100 characters.": "Claim a free cell a knight's move from the last one.",
}
RULE_TEXT = {
    "TODO: two players": "Two players",
    "Say what is special.": "They jump like knights.",
    "TODO: say which cells may be claimed, and that the first move is free.": "Jump from your opponent's last cell.",
    " TODO: say when that happens.": "",
    "TODO: play a short game. Draw boards of golden games that are marked `drawn`, in their order:": "The empty board:",
    "TODO: say what may be unclear.": "A knight moves two cells in one direction and one to the side.",
    "TODO: say who wins; `/gridlock rules` shows it below this text.": "See below.",
}
GOLDEN = """
[[game]]
about = "no knight jumps from the middle"
size = 3
moves = "B2"
winner = "ONE"

[[game]]
about = "a knight's move is neither straight nor diagonal"
size = 3
moves = "A1"
legal = "B3 C2"
refused = [{ text = "B2", reason = "closed", cell = "B2" }]
"""
READING = {
    "# TODO: write the rule once more, as plainly as you can.": (
        "if game:\n"
        "        row, column = game[-1][0]\n"
        "        return [((r, c),) for r, c in _unclaimed(size, game) if {abs(r - row), abs(c - column)} == {1, 2}]"
    ),
}
EVERYWHERE = [
    "tests/rules/test_contract.py",
    "tests/rules/test_golden.py",
    "tests/rules/test_values.py",
    "tests/rules/test_properties.py::test_the_legal_moves_are_those_of_the_second_reading",
    "tests/solver/test_solve.py",
    "tests/solver/test_perfect_play.py",
    "tests/host/games/test_moves.py",
    "tests/host/bot_player/test_opponent.py",
    "tests/cogs/messages/test_limits.py",
    "tests/end_to_end/challenges/test_challenges.py",
    "tests/end_to_end/games/test_moves.py",
    "tests/end_to_end/servers/test_information.py",
    "tests/end_to_end/browser/test_typing.py",
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project with a sixth variant: its module, its line in the registry, and its rule text."""
    root = tmp_path / "gridlock"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(".*", "__pycache__", "pictures", "*.sqlite3*", "*.log"))
    write_skeleton("knights", root)
    fill(root / "gridlock_rules" / "variants" / "knights.py", MODULE)
    fill(root / "gridlock_rules" / "texts" / "knights.md", RULE_TEXT)
    return root


def fill(path: Path, replacements: dict[str, str]) -> None:
    """Replace what a skeleton has marked TODO."""
    text = path.read_text(encoding="utf-8")
    for old, new in replacements.items():
        assert old in text, f"{path.name} has no {old!r}"
        text = text.replace(old, new)
    assert "TODO" not in text
    path.write_text(text, encoding="utf-8")


def run(root: Path, *arguments: str) -> str:
    """Run a module in the copy and return its output."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def failed(output: str) -> set[str]:
    return set(re.findall(r"^FAILED \S+::(\w+)", output, re.MULTILINE))


def test_until_the_tests_data_are_filled_in_the_contract_names_their_files(copy: Path) -> None:
    output = run(copy, "pytest", "-q", "tests/rules/test_contract.py", "-k", "knights")

    assert failed(output) == {
        "test_a_variant_has_golden_games_that_end_and_refuse",
        "test_a_variant_has_perft_numbers",
        "test_nothing_of_a_variant_is_left_to_fill_in",
    }, output
    for name in ("golden/knights.toml", "vectors/perft.tsv", "reference.py"):
        assert f"tests/rules/{name}" in output


def test_a_variant_of_three_files_is_played_everywhere(copy: Path) -> None:
    golden = copy / "tests" / "rules" / "golden" / "knights.toml"
    lines = golden.read_text(encoding="utf-8").splitlines(keepends=True)
    golden.write_text("".join([line for line in lines if not line.startswith("#")] + [GOLDEN]), encoding="utf-8")
    fill(copy / "tests" / "rules" / "reference.py", READING)
    assert run(copy, "scripts.new_variant", "--perft", "knights") == ""

    of_all_variants = (
        "knights or interleaved or perfect_play or longest_statistics or second_reading or every_variant_can_be_chosen"
    )
    output = run(copy, "pytest", "-q", *EVERYWHERE, "-k", of_all_variants)

    assert failed(output) == set(), output
    assert len(re.findall(r"\d+ passed", output)) == 1, output


@pytest.mark.parametrize("key", ["Knights", "", "no name", "../x", "k" * 33])
def test_a_key_that_is_no_word_is_refused(key: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no key of a variant"):
        write_skeleton(key, tmp_path)


def test_a_variant_is_not_overwritten(tmp_path: Path) -> None:
    module = tmp_path / "gridlock_rules" / "variants" / "knights.py"
    module.parent.mkdir(parents=True)
    module.touch()

    with pytest.raises(ValueError, match="there is a variant knights already"):
        write_skeleton("knights", tmp_path)
