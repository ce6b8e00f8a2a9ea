#!/usr/bin/env python3
"""Check the kernels and helpers of the package: types in their signatures, words in their docstrings.

Every argument but `m` and `d` and every result has a type, which the compiler holds against what the function is called
with (`corten.runtime.language.signatures`). A docstring says in words what a kernel computes; what a stage reads and
writes is known to the compiler, complete, and shown by `corten info --stages`: a list in the docstring is refused.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import corten
from corten.errors import KernelError
from corten.pipeline.catalogue import all_stages, stage_accesses

PACKAGE = Path(corten.__file__).parent

# decorators of kernels; `@name.version(...)` and `@name.derivative` declare others of the same signature
DECORATORS = {"helper", "stage", "wrapping", "version", "derivative"}

# arguments that need no type: the Model and the Data
BARE = ("m", "d")


def kernels(text: str) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a file that are kernels or helpers."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and DECORATORS & set(map(decorator_name, node.decorator_list)):
            yield node


def decorator_name(node: ast.expr) -> str:
    """Return the last word of a decorator: `version` for `@name.version(machine="wgsl")`."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def mistakes(text: str, file: str) -> list[str]:
    """Return what is wrong with the kernels of a file, one line for each mistake."""
    found = []
    for node in kernels(text):
        place = f"{file}:{node.lineno}: {node.name}"
        bare = [each.arg for each in node.args.args if each.annotation is None and each.arg not in BARE]
        if bare:
            found.append(f"{place}: no type for {', '.join(bare)}")
        if node.returns is None:
            found.append(f"{place}: no type for the result")
        words = ast.get_docstring(node) or ""
        if not words:
            found.append(f"{place}: no docstring")
        if re.search(r"^[ ]*(reads|writes):", words, flags=re.MULTILINE):
            found.append(f"{place}: what it reads and writes is generated; say in words what it computes")
    return found


def refusals() -> list[str]:
    """Return what the compiler refuses in stages, in signatures that do not fit among others."""
    found = []
    for stage in all_stages():
        try:
            stage_accesses(stage)
        except KernelError as error:
            found.append(str(error))
    return found


def main() -> int:
    """Check all kernels and return the exit code."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    wrong = [line for path, text in texts.items() for line in mistakes(text, str(path.relative_to(PACKAGE.parent)))]
    wrong += refusals()
    count = sum(len(list(kernels(text))) for text in texts.values())
    print(*wrong, f"{count} kernels and helpers checked, {len(wrong)} mistakes", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
