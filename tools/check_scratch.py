#!/usr/bin/env python3
"""Check that work space is used by the folder of the module that declares it and by the readers that it names alone.

See `corten.runtime.scratch`. Uses are found in the code of kernels and in Python, which says `data.work.NAME`.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import corten
from corten.data import DATA
from corten.runtime.scratch import scratch_fields


def uses() -> Iterator[tuple[str, str, int]]:
    """Yield (module, field, line) of each use of work space in the package."""
    fields, root = scratch_fields(DATA), Path(corten.__file__).parent.parent
    for path in sorted(root.glob("corten/**/*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in fields:
                yield module, node.attr, node.lineno


def mistakes() -> list[str]:
    """Return uses of work space that its owner does not allow, and readers that use nothing of a declaration."""
    fields, result = scratch_fields(DATA), []
    used: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for module, name, line in uses():
        field = fields[name]
        used.setdefault((field.owner, field.readers), set()).add(module)
        if not field.open_to(module):
            result.append(f"{module}:{line}: {name} is work space of {field.owner}, which names no such reader")
    for (owner, readers), modules in used.items():
        for reader in readers:
            if not any(f"{module}.".startswith(f"{reader}.") for module in modules):
                result.append(f"{owner}: {reader} is named as a reader of what it does not use")
    return result


def main() -> int:
    """Check the package and return the exit code."""
    wrong = mistakes()
    print(*wrong, f"{len(scratch_fields(DATA))} fields of work space checked, {len(wrong)} mistakes", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
