"""Tests keep to a few rules of their own."""

import ast

import pytest

from support.repository import ROOT

FILES = sorted((ROOT / "tests").rglob("test_*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT / "tests").as_posix())
def test_every_test_says_what_it_shows(path):
    """Give every test a docstring whose first line is a sentence."""
    functions = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)
    ]
    tests = {node.name: ast.get_docstring(node) or "" for node in functions if node.name.startswith("test_")}
    assert [name for name, text in tests.items() if not text.split("\n\n")[0].endswith(".")] == []


def test_only_the_oracle_imports_mujoco():
    """Leave MuJoCo to tests/support/oracle.py, so that comparisons are written once."""
    importers = []
    for path in [*(ROOT / "tests").rglob("*.py"), *(ROOT / "src").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            importers += [path.name for name in names if name.partition(".")[0] == "mujoco"]
    assert set(importers) == {"oracle.py"}
