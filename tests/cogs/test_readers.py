"""Who reads an answer decides its language: what is posted for everybody is not in the language of one person."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

COGS = Path(__file__).parents[2] / "cogs"
OF_ONE_PERSON = {"load_words", "load_board_words"}


def functions(path: Path) -> list[ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef)]


def called(function: ast.AsyncFunctionDef) -> set[str]:
    """The methods that a function calls, a post by the responder as "responder.send"."""
    names = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            is_responder = isinstance(owner, ast.Attribute) and owner.attr == "responder"
            names.add(f"responder.{node.func.attr}" if is_responder else node.func.attr)
    return names


MODULES = sorted(path for path in COGS.rglob("*.py") if "responder.send(" in path.read_text(encoding="utf-8"))


def test_there_are_public_posts() -> None:
    assert len(MODULES) > 3


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(COGS).as_posix())
def test_a_public_post_is_not_in_the_language_of_one_person(path: Path) -> None:
    posts = [function for function in functions(path) if "responder.send" in called(function)]
    assert posts
    assert [function.name for function in posts if OF_ONE_PERSON & called(function)] == []
