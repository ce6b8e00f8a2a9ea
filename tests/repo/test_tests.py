"""Tests keep to a few rules of their own."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.repository import ROOT

TESTS = ROOT / "tests"
FILES = sorted(TESTS.rglob("test_*.py"))
SUPPORT = sorted((TESTS / "support").rglob("*.py"))

# clocks (only the timeout of pytest ends what hangs), and random numbers that differ from run to run
CLOCKS = re.compile(r"\b(?:import time|from time|import timeit|perf_counter|process_time|monotonic|timeout=\d+)\b")
UNSEEDED = re.compile(
    r"default_rng\(\)|\bRandom\(\)|np\.random\.(?!default_rng|Generator)\w+|(?<!rng\.)\brandom\.seed\("
)

# what fails a test, besides `assert` and functions that begin with assert_
FAILING = {"raises", "warns", "fail", "deprecated_call"}


# ids of behaviours in acceptance tests; RK4 is an integrator
ACCEPTANCE_ID = re.compile(r"\b(?!RK)[A-Z]{2}[0-9]\b")


def test_acceptance_ids_are_explained():
    """Explain in the README of acceptance tests every id that they name, and no other."""
    folder = TESTS / "acceptance"
    used = {name for path in folder.glob("*.py") for name in ACCEPTANCE_ID.findall(path.read_text(encoding="utf-8"))}
    explained = re.findall(r"^\| ([A-Z]{2}[0-9]) \|", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(explained) == sorted(used)


@cache
def parse(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def functions_of(path: Path) -> Iterator[ast.FunctionDef]:
    """Yield all functions of a file."""
    return (node for node in ast.walk(parse(path)) if isinstance(node, ast.FunctionDef))


def list_tests(path: Path) -> list[ast.FunctionDef]:
    """Return the tests of a file."""
    return [node for node in functions_of(path) if node.name.startswith("test_")]


def can_fail(function: ast.FunctionDef, failing: set[str]) -> bool:
    """Tell whether a function asserts something, by itself or by calling functions that can fail."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in failing or called.startswith("assert_"):
                return True
    return False


def failing_functions(functions: list[ast.FunctionDef], known: set[str]) -> set[str]:
    """Return the names of functions that can fail a test, through any number of calls."""
    found = known | {function.name for function in functions if can_fail(function, known)}
    return found if found == known else failing_functions(functions, found)


@cache
def failing_support() -> frozenset[str]:
    """Return the functions of tests/support that can fail a test."""
    return frozenset(failing_functions([node for path in SUPPORT for node in functions_of(path)], FAILING))


def relative(path: Path) -> str:
    """Return a path as ids of tests show it."""
    return path.relative_to(TESTS).as_posix()


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_every_test_says_what_it_shows(path):
    """Give every test a docstring whose first line is a sentence."""
    texts = {node.name: ast.get_docstring(node) or "" for node in list_tests(path)}
    assert [name for name, text in texts.items() if not text.split("\n\n")[0].endswith(".")] == []


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_every_test_can_fail(path):
    """Let every test assert something, by itself or by functions that it calls."""
    helpers = [node for node in functions_of(path) if not node.name.startswith("test_")]
    failing = failing_functions(helpers, set(failing_support()))
    assert [node.name for node in list_tests(path) if not can_fail(node, failing)] == []


def test_only_the_oracle_imports_mujoco():
    """Leave MuJoCo to tests/support/oracle.py, so that comparisons are written once; in strings of code as well."""
    importing = re.compile(
        r"(?:import|import_module\(|__import__\()\s*[\"']?mujoco\b|\boracle import .*\bmujoco\b|oracle\.mujoco\b"
    )
    importers = {relative(path) for path in TESTS.rglob("*.py") if importing.search(path.read_text(encoding="utf-8"))}
    assert importers == {"support/oracle.py"}


def test_nothing_leans_on_a_clock_or_on_chance():
    """Count work instead of seconds, and seed every random number: machines and runs must not differ."""
    texts = {relative(path): path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py") if path != Path(__file__)}
    assert [name for name, text in texts.items() if CLOCKS.search(text)] == []
    assert [name for name, text in texts.items() if UNSEEDED.search(text)] == []


# words under which comparisons take a tolerance, and the smallest number that is written there as it is
BOUNDS, PLAIN = {"abs", "rel", "atol", "rtol"}, 0.1


def unnamed(node: ast.expr) -> bool:
    """Tell whether an expression is a small number or has one as a factor or summand; zero needs no name."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float) and 0 < abs(node.value) < PLAIN
    return isinstance(node, ast.BinOp) and (unnamed(node.left) or unnamed(node.right))


def inline_tolerances(path: Path) -> Iterator[int]:
    """Yield the lines of a file that compare up to a small number without a name."""
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.keyword) and node.arg in BOUNDS and unnamed(node.value):
            yield node.value.lineno
        if isinstance(node, ast.Assert):
            for test in ast.walk(node.test):
                if isinstance(test, ast.Compare) and "abs(" in ast.unparse(test.left):
                    pairs = zip(test.ops, test.comparators, strict=True)
                    if any(isinstance(op, ast.Lt | ast.LtE) and unnamed(bound) for op, bound in pairs):
                        yield test.lineno


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_tolerances_have_names(path):
    """Take tolerances from tests/support/tolerance.py, where each has its reason."""
    assert list(inline_tolerances(path)) == []


def test_unit_tests_mirror_the_package():
    """Keep the tests of a folder of the package in the folder of the same name below tests/unit."""
    folders = {path.parent.relative_to(TESTS / "unit") for path in (TESTS / "unit").rglob("test_*.py")}
    assert [folder for folder in sorted(folders) if not (ROOT / "src" / "corten" / folder).is_dir()] == []


def test_slow_files_exist():
    """List only files that exist among the slow ones, in order."""
    names = (TESTS / "slow.txt").read_text(encoding="utf-8").split()
    assert names == sorted(set(names)) and all((TESTS / name).is_file() for name in names)
