"""The layout of the tests."""

import re
from pathlib import Path

TESTS = Path(__file__).parent
_IMPORT = re.compile(r"^\s*(?:from|import) (tests\.[\w.]*\btest_\w+)", re.MULTILINE)


def test_no_test_module_imports_another_one() -> None:
    """What several of them need stands in a support module."""
    found = [
        f"{path.relative_to(TESTS)} imports {name}"
        for path in TESTS.rglob("*.py")
        for name in _IMPORT.findall(path.read_text(encoding="utf-8"))
    ]
    assert found == []
