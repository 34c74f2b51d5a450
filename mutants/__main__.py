"""Command line of the mutation run: `python -m mutants`.

Every mutation of the catalog is applied to a copy of the checkout, and the tests that must catch it are run. Prints a
table; the exit status is 1 if one survived, or could not be tried.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from mutants.mutation import Mutation, NotApplicable, load_catalog
from mutants.runner import ROOT, Finding, Runner, Verdict, copy_checkout


def main() -> int:
    """Try the mutations, print the table, and return the exit status."""
    arguments = _arguments()
    chosen = [one for one in load_catalog() if _is_chosen(one, arguments.only)]
    if arguments.check:
        return _check(chosen)
    with TemporaryDirectory(prefix="gridlock-mutants-") as folder:
        runner = Runner(copy_checkout(Path(folder)), with_runs=arguments.runs)
        if not arguments.trust:
            print("the tests without a mutation ...", file=sys.stderr, flush=True)
            broken = runner.sound(sorted({test for one in chosen for test in one.tests}))
            if broken:
                print("The tests fail without a mutation:", broken, sep="\n")
                return 1
            runs = sorted({one.run for one in chosen if one.run}) if arguments.runs else []
            if wrong := runner.sound_runs(runs):
                print(f"The run {wrong} fails without a mutation.")
                return 1
        print("| mutation | by tests | by a run |\n|---|---|---|", flush=True)
        findings = [_tell(number, len(chosen), one, runner) for number, one in enumerate(chosen, start=1)]
    print("\n" + ", ".join(f"{verdict.value}: {times}" for verdict, times in _count(findings).items()))
    for finding in findings:
        if finding.remark:
            print(f"\n{finding.mutation.name}: {finding.remark}")
    return 0 if findings and all(finding.is_good for finding in findings) else 1


def _tell(number: int, of: int, mutation: Mutation, runner: Runner) -> Finding:
    print(f"{number} of {of}: {mutation.name}", file=sys.stderr, flush=True)
    finding = runner.try_out(mutation)
    run = f" ({mutation.run.format(postgresql='…')})" if mutation.run else ""
    print(f"| {mutation.name} | {finding.by_tests.value} | {finding.by_run.value}{run} |", flush=True)
    return finding


def _is_chosen(mutation: Mutation, texts: list[str]) -> bool:
    """Whether its name, file or run has one of some texts, if there are any."""
    told = f"{mutation.name} {mutation.file} {mutation.run}".lower()
    return not texts or any(text.lower() in told for text in texts)


def _count(findings: list[Finding]) -> Counter[Verdict]:
    return Counter(
        verdict for each in findings for verdict in (each.by_tests, each.by_run) if verdict is not Verdict.SKIPPED
    )


def _check(mutations: list[Mutation]) -> int:
    """Check that each mutation can be applied, without running anything."""
    with TemporaryDirectory(prefix="gridlock-mutants-") as folder:
        checkout = copy_checkout(Path(folder))
        wrong = [wrong for one in mutations if (wrong := _not_applicable(one, checkout))]
    print(*wrong, f"{len(mutations) - len(wrong)} of {len(mutations)} mutations can be applied", sep="\n")
    return 1 if wrong else 0


def _not_applicable(mutation: Mutation, checkout: Path) -> str:
    missing = [test for test in mutation.tests if not (checkout / test.split("::")[0]).exists()]
    if missing:
        return f"{mutation.name}: there is no {', '.join(missing)}"
    try:
        with mutation.applied(checkout):
            if mutation.file.endswith(".py"):
                compile((checkout / mutation.file).read_text(encoding="utf-8"), mutation.file, "exec")
    except (NotApplicable, SyntaxError) as error:
        return f"{mutation.name}: {error}"
    return ""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m mutants", description=f"Try defects in a copy of {ROOT.name}.")
    parser.add_argument(
        "--only", nargs="+", default=[], help="only mutations with one of these texts in their name, file or run"
    )
    parser.add_argument("--check", action="store_true", help="only check that the catalog fits the code")
    parser.add_argument("--runs", action="store_true", help="also the fault runs and race tests that must catch them")
    parser.add_argument("--trust", action="store_true", help="do not run the tests without a mutation first")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
