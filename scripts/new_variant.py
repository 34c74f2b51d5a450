"""Script that writes the skeleton of a new variant and of its tests: `make new-variant NAME=knights`.

The skeleton can be played at once: every free cell may be claimed. What is to be filled in is marked TODO, and the
tests fail until it is. `python -m scripts.new_variant --perft knights` then adds the variant's perft numbers.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]

_MODULE = '''"""@Title@: TODO: say in one sentence what a player does."""

from dataclasses import dataclass
from typing import Self

from gridlock_rules.claim_position import ClaimPosition
from gridlock_rules.errors import IllegalMove
from gridlock_rules.geometry import cell_name
from gridlock_rules.moves import Move
from gridlock_rules.position import Variant
from gridlock_rules.wording import Phrase


@dataclass(frozen=True)
class @Title@Position(ClaimPosition):
    """A position of @Title@.

    Attributes:
        last: The cell claimed last, or None before the first move.
    """

    __slots__ = ("last",)

    last: int | None

    @classmethod
    def initial(cls, size: int) -> Self:
        """Return the empty board."""
        return cls(size, one=0, two=0, last=None)

    @property
    def variant(self) -> Variant:
        """@Title@."""
        return @KEY@

    @property
    def restriction(self) -> str:
        """TODO: return the rule for the next move; it completes "X may play ..."."""
        return Phrase("any free cell")

    @property
    def _open(self) -> int:
        """TODO: return the mask of the free cells that the player to move may claim."""
        return self._free

    def _after(self, move: Move) -> Self:
        one, two = self._claims_with(move.cell)
        return type(self)(self.size, one, two, move.cell)

    def _why_closed(self, cell: int) -> IllegalMove:
        """TODO: return the error for a free cell that may not be claimed, with a reason such as "touches_last"."""
        name = cell_name(cell)
        return IllegalMove(Phrase("{cell} may not be claimed.", cell=name), "closed", name)


@KEY@ = Variant(
    key="@key@",
    title="@Title@",
    summary=Phrase("TODO: say what a player does, in at most 100 characters."),
    default_size=5,
    position_class=@Title@Position,
)
'''

_RULE_TEXT = """# @Title@
TODO: two players, `X` and `O`, claim cells on a square board. Say what is special.

## Your turn
TODO: say which cells may be claimed, and that the first move is free.

## Winning
**If you cannot move on your turn, you lose.** There are no draws. TODO: say when that happens.

## Example
TODO: play a short game. Draw boards of golden games that are marked `drawn`, in their order:
```
  1 2 3
A . . .
B . . .
C . . .
```

@writing@## Rulings
- TODO: say what may be unclear.
- The board has 5×5 cells unless you choose another size from 3×3 to 8×8.

## With perfect play
TODO: say who wins; `/gridlock rules` shows it below this text.
"""  # noqa: RUF001  # the multiplication sign

_GOLDEN = """# Golden games and their expected last positions. See tests/rules/support.py for the fields.
# TODO: write a game that ends (winner), one that refuses moves (game.refused), and one for each board that the
# rule text draws (drawn = true), in the text's order.

[[game]]
about = "every free cell may be claimed first"
size = 3
moves = ""
legal = "A1 A2 A3 B1 B2 B3 C1 C2 C3"
drawn = true
marks = '''
. . .
. . .
. . .
'''
"""

_REFERENCE = """def _@key@(size: int, game: list[Turn]) -> list[Turn]:
    # TODO: write the rule once more, as plainly as you can.
    return [(cell,) for cell in _unclaimed(size, game)]


"""

_FEW_SEQUENCES = 20_000
"""The most sequences of moves that are counted for one perft number."""


def named(template: str, key: str) -> str:
    """Return a template with the name of a variant."""
    return template.replace("@KEY@", key.upper()).replace("@Title@", key.capitalize()).replace("@key@", key)


def write_skeleton(key: str, root: Path = ROOT) -> list[Path]:
    """Write the skeleton of a variant and return the files that are to be filled in.

    Raises:
        ValueError: The key is not one of 1 to 32 small letters, or there is such a variant.
    """
    if not re.fullmatch(r"[a-z]{1,32}", key):
        raise ValueError(f"{key!r} is no key of a variant: use 1 to 32 small letters")
    module = root / "gridlock_rules" / "variants" / f"{key}.py"
    text = root / "gridlock_rules" / "texts" / f"{key}.md"
    golden = root / "tests" / "rules" / "golden" / f"{key}.toml"
    reference = root / "tests" / "rules" / "reference.py"
    if module.exists():
        raise ValueError(f"there is a variant {key} already: {module}")
    rule_text = _RULE_TEXT.replace("@writing@", _section("Writing a move", text.parent / "lines.md"))
    for path, template in ((module, _MODULE), (text, rule_text), (golden, _GOLDEN)):
        path.write_text(named(template, key), encoding="utf-8")
    _register(key, root / "gridlock_rules" / "registry.py")
    _add_reading(key, reference)
    return [module, text, golden, reference]


def _section(heading: str, rule_text: Path) -> str:
    """Return a section of a rule text that is the same in most games."""
    text = rule_text.read_text(encoding="utf-8")
    begin = text.index(f"## {heading}\n")
    return text[begin : text.index("\n## ", begin) + 1]


def _register(key: str, registry: Path) -> None:
    """Import a variant in the registry, and put it at the end of `VARIANTS`."""
    lines = registry.read_text(encoding="utf-8").splitlines(keepends=True)
    imports = [number for number, line in enumerate(lines) if line.startswith("from gridlock_rules.variants.")]
    new = f"from gridlock_rules.variants.{key} import {key.upper()}\n"
    lines.insert(next((number for number in imports if lines[number] > new), imports[-1] + 1), new)
    listed = re.sub(r"^(VARIANTS: .*)\)$", rf"\1, {key.upper()})", "".join(lines), flags=re.MULTILINE)
    registry.write_text(listed, encoding="utf-8")


def _add_reading(key: str, reference: Path) -> None:
    """Add a second reading of the rules to the tests' reference."""
    before, rules = reference.read_text(encoding="utf-8").split("RULES: ")
    entry = f'    "{key}": _{key},\n}}\n'
    reference.write_text(
        f"{before}{named(_REFERENCE, key)}RULES: {rules.removesuffix('}' + chr(10))}{entry}", encoding="utf-8"
    )


def perft_rows(key: str) -> Iterator[str]:
    """Yield rows of perft numbers, counted with the tests' second reading of the rules."""
    from gridlock_rules import find_variant  # noqa: PLC0415  # after the skeleton is written
    from tests.rules.reference import Turn, legal_turns  # noqa: PLC0415  # as above

    def count(size: int, depth: int, game: list[Turn]) -> int:
        turns = legal_turns(key, size, game)
        return len(turns) if depth == 1 else sum(count(size, depth - 1, [*game, turn]) for turn in turns)

    for size in sorted({3, 4, find_variant(key).default_size}):
        for depth in range(1, size * size + 1):
            sequences = count(size, depth, [])
            if not sequences:
                break
            yield f"{key}\t{size}\t{depth}\t{sequences}\n"
            if sequences * size > _FEW_SEQUENCES:
                break


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a skeleton or perft numbers, and print what is left to do."""
    parser = argparse.ArgumentParser(prog="python -m scripts.new_variant", description=__doc__)
    parser.add_argument("key", help="the variant's key, 1 to 32 small letters")
    parser.add_argument("--perft", action="store_true", help="add perft numbers of a variant that is written")
    options = parser.parse_args(arguments)
    if options.perft:
        with (ROOT / "tests" / "rules" / "vectors" / "perft.tsv").open("a", encoding="utf-8") as file:
            file.writelines(perft_rows(options.key))
        return
    try:
        written = write_skeleton(options.key)
    except ValueError as error:
        parser.error(str(error))
    print("Fill in what is marked TODO in", *(f"  {path.relative_to(ROOT)}" for path in written), sep="\n")
    print(f"Then: .venv/bin/python -m scripts.new_variant --perft {options.key}, and tests/rules says what is missing")


if __name__ == "__main__":
    main()
