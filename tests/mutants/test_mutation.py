"""Mutations: applied to a file, restored, and reported if the code has changed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from mutants.mutation import Mutation, NotApplicable, load_catalog
from mutants.runner import Finding, Runner, Verdict

CODE = "def double(number: int) -> int:\n    return number * 2\n"
TEST = "from arithmetic import double\n\n\ndef test_double() -> None:\n    assert double(3) == 6\n"


def wrong(old: str, new: str) -> Mutation:
    return Mutation("a wrong product", "arithmetic.py", old, new, ("test_arithmetic.py",))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "arithmetic.py").write_text(CODE)
    (tmp_path / "test_arithmetic.py").write_text(TEST)
    return tmp_path


def test_a_mutation_is_undone_even_after_an_error(checkout: Path) -> None:
    file = checkout / "arithmetic.py"
    with suppress(ZeroDivisionError), wrong("* 2", "* 3").applied(checkout):
        assert file.read_text() == CODE.replace("* 2", "* 3")
        raise ZeroDivisionError
    assert file.read_text() == CODE


@pytest.mark.parametrize("old", ["* 4", "number"])
def test_a_text_that_is_not_there_exactly_once_is_reported(checkout: Path, old: str) -> None:
    finding = Runner(checkout, with_runs=False).try_out(wrong(old, "* 3"))
    assert finding.by_tests is Verdict.NOT_APPLICABLE
    assert "arithmetic.py has the text" in finding.remark
    assert not finding.is_good


def test_a_file_that_is_gone_is_reported(tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="0 times"), wrong("* 2", "* 3").applied(tmp_path):
        pass


@pytest.mark.parametrize(
    ("new", "verdict"), [("* 3", Verdict.CAUGHT), ("* 1 * 2", Verdict.SURVIVED)], ids=["defect", "no defect"]
)
def test_the_verdict_is_that_of_the_tests(checkout: Path, new: str, verdict: Verdict) -> None:
    finding = Runner(checkout, with_runs=False).try_out(wrong("* 2", new))
    assert finding == Finding(finding.mutation, verdict)
    assert finding.is_good == (verdict is Verdict.CAUGHT)


def test_tests_that_cannot_run_catch_nothing(checkout: Path) -> None:
    (checkout / "test_arithmetic.py").unlink()
    finding = Runner(checkout, with_runs=False).try_out(wrong("* 2", "* 3"))
    assert finding.by_tests is Verdict.BROKEN
    assert not finding.is_good


def test_every_mutation_of_the_catalog_has_a_name_of_its_own_and_tests() -> None:
    catalog = load_catalog()
    assert len({one.name for one in catalog}) == len(catalog)
    assert all(one.tests and one.old != one.new for one in catalog)
    assert {one.run.split(" ")[0] for one in catalog} == {"", "chaos", "races"}


@pytest.mark.parametrize(
    ("said", "status", "verdict"),
    [("| breaches | |", 1, Verdict.CAUGHT), ("| breaches | |", 0, Verdict.SURVIVED), ("Traceback", 1, Verdict.BROKEN)],
    ids=["a breach", "no breach", "a crash"],
)
def test_a_run_that_crashes_has_found_nothing(checkout: Path, said: str, status: int, verdict: Verdict) -> None:
    (checkout / "chaos.py").write_text(f"import sys\nprint({said!r}, sys.argv)\nsys.exit({status})\n")
    mutation = replace(wrong("* 2", "* 3"), run="chaos --also full-disk")
    assert Runner(checkout, with_runs=True).try_out(mutation) == Finding(mutation, Verdict.CAUGHT, verdict)
