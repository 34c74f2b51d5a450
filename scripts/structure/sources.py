"""Measures of the sources: sizes of folders and files, import circles, and signs of a poor structure."""

from __future__ import annotations

import ast
import re
import statistics
import subprocess
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Final

import networkx as nx  # type: ignore[import-untyped]

PRODUCT: Final = (
    "cogs",
    "gridlock_host",
    "gridlock_ratings",
    "gridlock_rules",
    "gridlock_solver",
    "local_discord",
    "operation",
)
WORDS: Final = ("somebody", "whoever", "meanwhile")
_SMALL, _MIDDLE, _LARGE = 60, range(100, 251), 300
_HOST_NAMES: Final = ("Host", "SessionManager")
_RESPONDERS: Final = {"answer", "responder"}
_CONNECTIONS: Final = {"reading", "writing", "snapshot"}
# Nouns of the field that end like a participle; the last is a game's name.
_NOUNS: Final = {"wording", "matching", "blocking"}
_TEXTS: Final = {".py", ".md", ".js", ".css", ".html", ".toml", ".yml", ".sh", ".po", ".example", ""}

_NO_CODE: Final = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One Python file of the product.

    Attributes:
        name: Its dotted name.
        path: Where it is.
        text: What it holds.
    """

    name: str
    path: Path
    text: str

    @property
    def is_package(self) -> bool:
        """Whether it is the `__init__.py` of a folder."""
        return self.path.name == "__init__.py"

    @property
    def lines(self) -> int:
        """The number of its lines."""
        return self.text.count("\n")

    @property
    def code_lines(self) -> int:
        """The number of its lines without comments, docstrings and blank lines."""
        tokens = tokenize.generate_tokens(StringIO(self.text).readline)
        lines = {
            line for token in tokens if token.type not in _NO_CODE for line in range(token.start[0], token.end[0] + 1)
        }
        return len(lines - self._docstring_lines())

    def _docstring_lines(self) -> set[int]:
        documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        nodes = [node for node in ast.walk(self.tree) if isinstance(node, documented) and ast.get_docstring(node)]
        return {line for node in nodes for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)}

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.text)

    def functions(self) -> Iterator[_Function]:
        """All functions and methods in it."""
        return (node for node in ast.walk(self.tree) if isinstance(node, _Function))


class Sources:
    """The product as it is in one folder.

    Args:
        root: The folder with `bot.py`.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        paths = [root / "bot.py", *(path for package in PRODUCT for path in sorted((root / package).rglob("*.py")))]
        paths = [path for path in paths if "build" not in path.parts]
        all_modules = [_module(root, path) for path in paths if path.exists()]
        self._by_name = {module.name: module for module in all_modules if "tests" not in module.name.split(".")}
        self.modules = list(self._by_name.values())

    @property
    def named(self) -> list[Module]:
        """The modules without the `__init__.py` of folders."""
        return [module for module in self.modules if not module.is_package]

    def fullest_folders(self) -> dict[str, int]:
        """The number of modules in the fullest folder of each package."""
        folders = Counter(module.path.parent.relative_to(self.root) for module in self.named)
        fullest: Counter[str] = Counter()
        for folder, number in folders.items():
            if folder.parts:
                fullest[folder.parts[0]] = max(fullest[folder.parts[0]], number)
        return dict(fullest)

    def sizes(self) -> dict[str, int]:
        """How long files are: the median, and how many are small, of middle size and large."""
        lines = [module.lines for module in self.named]
        return {
            "median": round(statistics.median(lines)),
            "files": len(lines),
            "small": sum(number < _SMALL for number in lines),
            "middle": sum(number in _MIDDLE for number in lines),
            "large": sum(number > _LARGE for number in lines),
            "total": sum(module.lines for module in self.modules),
            "code": sum(module.code_lines for module in self.modules),
        }

    def circles(self) -> dict[str, int]:
        """The number of modules in import circles, by package. Imports for type checkers count, too."""
        graph: nx.DiGraph[str] = nx.DiGraph()
        for module in self.modules:
            graph.add_edges_from((module.name, imported) for imported in self._imports(module))
        circles = [part for part in nx.strongly_connected_components(graph) if len(part) > 1]
        return dict(Counter(name.split(".")[0] for part in circles for name in part))

    def host(self) -> tuple[int, int]:
        """The number of the host object's base classes, and of its public methods with theirs."""
        classes = {
            node.name: node
            for module in self.modules
            for node in module.tree.body
            if isinstance(node, ast.ClassDef) and module.name.startswith("gridlock_host")
        }
        host = next(classes[name] for name in _HOST_NAMES if name in classes)
        methods = {
            node.name
            for each in _with_bases(host, classes)
            for node in each.body
            if isinstance(node, _Function) and not node.name.startswith("_")
        }
        return len(host.bases), len(methods)

    def connection_forwarders(self) -> list[str]:
        """The functions that do nothing but open a connection and pass it on."""
        return [f"{module.name}.{node.name}" for module, node in self._functions() if _only_forwards(node)]

    def paired_signatures(self) -> list[str]:
        """The functions that take both an interaction and what answers it."""
        return [
            f"{module.name}.{node.name}"
            for module, node in self._functions()
            if "interaction" in _parameters(node) and _RESPONDERS & _parameters(node)
        ]

    def calls_of_place_of(self) -> int:
        """The number of calls that work out the place of an interaction."""
        return sum(
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "place_of"
            for module in self.modules
            for node in ast.walk(module.tree)
        )

    def kinds_of_extras(self) -> list[str]:
        """The keys under which something is attached to an interaction without a type."""
        texts = "\n".join(module.text for module in self.modules)
        return sorted(set(re.findall(r"interaction\.extras(?:\[|\.get\()\"(\w+)\"", texts)))

    def participles(self) -> list[str]:
        """The modules that are named by a participle."""
        stems = ((module.name, module.path.stem.split("_")[-1]) for module in self.named)
        return [name for name, stem in stems if stem.endswith("ing") and stem not in _NOUNS]

    def words(self) -> dict[str, int]:
        """How often words of the old style occur in all texts that Git tracks."""
        found = Counter(
            match.lower()
            for path in tracked_texts(self.root)
            for match in re.findall(rf"\b(?:{'|'.join(WORDS)})\b", path.read_text(encoding="utf-8"), re.IGNORECASE)
        )
        return {word: found[word] for word in WORDS}

    def _functions(self) -> Iterator[tuple[Module, _Function]]:
        return ((module, node) for module in self.modules for node in module.functions())

    def _imports(self, module: Module) -> Iterator[str]:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                names = [name if name in self._by_name else node.module for name in inner]
            else:
                continue
            yield from (name for name in names if name in self._by_name and name != module.name)


def tracked_texts(root: Path) -> list[Path]:
    """The text files of a folder that Git tracks; all of them where the folder was unpacked from an archive."""
    if (root / ".git").exists():
        listed = subprocess.run(["git", "ls-files"], cwd=root, check=True, capture_output=True, text=True).stdout
        paths: Sequence[Path] = [root / line for line in listed.splitlines()]
    else:
        paths = list(root.rglob("*"))
    return [path for path in paths if path.is_file() and path.suffix in _TEXTS and _is_utf8(path)]


def _is_utf8(path: Path) -> bool:
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _module(root: Path, path: Path) -> Module:
    parts = path.relative_to(root).with_suffix("").parts
    return Module(".".join(parts[:-1] if parts[-1] == "__init__" else parts), path, path.read_text(encoding="utf-8"))


def _with_bases(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> list[ast.ClassDef]:
    names = [base.id for base in node.bases if isinstance(base, ast.Name)]
    return [node, *(each for name in names if name in classes for each in _with_bases(classes[name], classes))]


def _parameters(node: _Function) -> set[str]:
    return {argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}


def _only_forwards(node: _Function) -> bool:
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    if len(body) != 1 or not isinstance(body[0], ast.AsyncWith) or len(body[0].body) != 1:
        return False
    opened = body[0].items[0].context_expr
    inner = body[0].body[0]
    opens = isinstance(opened, ast.Call) and isinstance(opened.func, ast.Attribute) and opened.func.attr in _CONNECTIONS
    value = inner.value if isinstance(inner, ast.Return | ast.Expr) else None
    return opens and isinstance(value, ast.Await) and isinstance(value.value, ast.Call)
