"""Size is a test: files, functions and argument lists that a reader can hold in mind."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.repository import ROOT

FOLDERS = ("src", "tests", "tools", "benchmarks", "examples")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
FILE_LINES, FUNCTION_LINES, KERNEL_LINES, ARGUMENTS = 500, 60, 120, 8

# what is larger, with its size: shrink or delete an entry, never raise one
CEILINGS: dict[str, int] = {}


def oversized(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the name and size of whatever in a file is beyond its limit; arguments are those that a caller gives."""
    text = path.read_text(encoding="utf-8")
    place = path.relative_to(ROOT).as_posix()
    if (lines := len(text.splitlines())) > FILE_LINES:
        yield place, lines
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            name, kernel = f"{place}::{node.name}", is_kernel(node)
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > (KERNEL_LINES if kernel else FUNCTION_LINES):
                yield name, lines
            given = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            count = sum(argument.arg not in ("self", "cls") for argument in given)
            if count > ARGUMENTS and not place.startswith("tests/"):
                yield f"{name}()", count


def is_kernel(node: ast.FunctionDef) -> bool:
    """Tell whether a function is compiled; kernels are read as a whole, so they may be longer."""
    return any(isinstance(item, ast.Name) and item.id in ("stage", "helper") for item in node.decorator_list)


@pytest.fixture(scope="module")
def found() -> dict[str, int]:
    """Return everything that is beyond its limit."""
    return {name: size for path in FILES for name, size in oversized(path)}


def test_nothing_is_larger_than_its_limit(found):
    """Keep files, functions, kernels and argument lists within their limits, or below their ceilings."""
    assert {name: size for name, size in found.items() if size > CEILINGS.get(name, 0)} == {}


def test_ceilings_only_fall(found):
    """Lower a ceiling as soon as what it holds has shrunk, and delete it when it is no longer needed."""
    assert {name: size for name, size in CEILINGS.items() if found.get(name) != size} == {}
