"""Check of reasons by the rules: `python -m scripts.checks.reasons` takes some minutes.

For 1,000 moves of random positions of each variant it evaluates what the reason claims, by a second reading of the
rules and by plain search; and whether the same sentence would be as true of a losing move in the same position, or of a
winning one if the move loses.
"""

import argparse
import sys

from tests.solver.reason_cases import BOARDS, Tally, tally, total


def main() -> int:
    """Print what was counted. Returns 1 if a claim is false."""
    parser = argparse.ArgumentParser(description="Check what reasons claim.")
    parser.add_argument("--number", type=int, default=1_000, help="how many reasons of each variant")
    parser.add_argument("--seed", type=int, default=1, help="chooses the positions")
    parser.add_argument("--variants", nargs="+", choices=list(BOARDS), default=list(BOARDS), help="which variants")
    options = parser.parse_args()
    tallies = []
    for key in options.variants:
        tallies.append(tally(key, options.number, options.seed))
        for name in sorted(tallies[-1].true | tallies[-1].left_out):
            print(_line(name, tallies[-1]), flush=True)
    summed = total(tallies)
    for case in summed.false:
        print("FALSE:", case)
    print(
        f"{summed.true.total():,} true, {len(summed.false)} false, {summed.left_out.total():,} left out as too large;",
        f"{summed.alike.total():,} of {summed.compared.total():,} as true of a move of the other kind",
    )
    return 1 if summed.false else 0


def _line(name: str, counted: Tally) -> str:
    numbers = counted.true[name], counted.left_out[name], counted.alike[name], counted.compared[name]
    return "{}: {} true, {} left out; {} of {} as true of a move of the other kind".format(name, *numbers)


if __name__ == "__main__":
    sys.exit(main())
