#!/usr/bin/env python3
"""Write the type stubs of the packages of stages, in which every stage has its full reads and writes.

An editor then shows what a stage computes, reads and writes when the mouse is over it, as the compiler finds it. The
stubs stand beside the packages (`src/corten/stages/*/__init__.pyi`) and are not committed: run this when you
work on stages; a release has them.
"""

import ast
import importlib
import pkgutil
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from corten import stages
from corten.pipeline.catalogue import stage_accesses, stage_summary
from corten.runtime.kernel import Helper, Stage

HEAD = "# Written by tools/write_stage_stubs.py from the code beside it.\n"
WIDTH = 116


def stubs() -> dict[Path, str]:
    """Return the text of every stub, by its file."""
    found = {}
    for each in pkgutil.walk_packages(stages.__path__, f"{stages.__name__}."):
        package = importlib.import_module(each.name)
        if each.ispkg and any(isinstance(value, Stage) for value in vars(package).values()):
            assert package.__file__
            found[Path(package.__file__).with_suffix(".pyi")] = stub(package, Path(package.__file__).read_text("utf-8"))
    return found


def stub(package: ModuleType, text: str) -> str:
    """Return the stub of one package: its stages with their docstrings, everything else as its source declares it."""
    imports, body = ["from typing import Any", "from corten.runtime.kernel import Helper, Stage"], []
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            imports += import_lines(package, node)
            body += [line for name in node.names for line in stage_lines(package, name.asname or name.name)]
        elif isinstance(node, ast.Import | ast.If):
            imports.append(ast.unparse(node))
        else:
            body += declaration_lines(package, node)
    return "\n".join([HEAD, *imports, "", *body, ""])


def import_lines(package: ModuleType, node: ast.ImportFrom) -> Iterator[str]:
    """Yield the imports of what is no stage, each as a name of the package."""
    for name in node.names:
        own = name.asname or name.name
        if not isinstance(getattr(package, own, None), Stage):
            yield f"from {node.module} import {name.name} as {own}"


def stage_lines(package: ModuleType, name: str) -> Iterator[str]:
    """Yield a stage as a variable with a docstring, if the name is one."""
    value = getattr(package, name, None)
    if isinstance(value, Stage):
        yield f"{name}: Stage\n{stage_docstring(value)}"


def stage_docstring(stage: Stage) -> str:
    """Return what a stage computes, reads and writes as a docstring."""
    parts = [textwrap.fill(stage_summary(stage), WIDTH)]
    for word, names in stage_accesses(stage).items():
        lines = textwrap.fill(f"{word}: {' '.join(names) or 'nothing'}", WIDTH, break_on_hyphens=False)
        parts.append(lines)
    return '"""' + "\n\n".join(parts).replace("\\", "\\\\") + '\n"""'


def declaration_lines(package: ModuleType, node: ast.stmt) -> Iterator[str]:
    """Yield what the stub says of a function, a class or a variable of the package itself."""
    if isinstance(node, ast.FunctionDef):
        value = getattr(package, node.name, None)
        if isinstance(value, Helper):
            yield from stage_lines(package, node.name) if isinstance(value, Stage) else [f"{node.name}: Helper"]
            return
        words = ast.get_docstring(node)
        node.body = (
            [ast.Expr(ast.Constant(words)), ast.Expr(ast.Constant(...))] if words else [ast.Expr(ast.Constant(...))]
        )
        yield ast.unparse(ast.fix_missing_locations(node))
    elif isinstance(node, ast.ClassDef | ast.AnnAssign):
        yield ast.unparse(node)
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id == "__all__":
                yield ast.unparse(node)
            elif isinstance(target, ast.Name):
                yield from list(stage_lines(package, target.id)) or [f"{target.id}: Any"]


if __name__ == "__main__":
    for path, content in stubs().items():
        path.write_text(content, encoding="utf-8")
