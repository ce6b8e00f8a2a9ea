"""The syntax trees of kernels, found in those of their files, each of which is parsed once."""

import ast
import functools
import inspect
import types
from typing import NamedTuple

from corten.errors import KernelError
from corten.runtime.kernel import Helper


class Source(NamedTuple):
    """The definition of a function, and the names that it assigns to."""

    definition: ast.FunctionDef
    assigned: frozenset[str]


def source_of(helper: Helper) -> Source:
    """Return the syntax tree of a helper."""
    try:
        return _source(helper.function.__code__)
    except (OSError, SyntaxError):
        raise KernelError(f"the source of {helper.name} cannot be read, so it cannot be compiled") from None


def file_tree(code: types.CodeType) -> ast.Module:
    """Return the syntax tree of the file that a function stands in."""
    return _parsed("".join(inspect.findsource(code)[0]))


@functools.cache
def _source(code: types.CodeType) -> Source:
    lines, _ = inspect.findsource(code)
    definition = _definitions("".join(lines)).get((code.co_firstlineno, code.co_name))
    if definition is None:
        raise KernelError(
            f"{code.co_filename}:{code.co_firstlineno}: {code.co_name} is not there; a kernel is a plain function, in "
            "a file that has not changed since it was imported"
        )
    names = (node for node in ast.walk(definition) if isinstance(node, ast.Name))
    return Source(definition, frozenset(name.id for name in names if isinstance(name.ctx, ast.Store)))


@functools.lru_cache(maxsize=64)
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


@functools.lru_cache(maxsize=64)
def _definitions(text: str) -> dict[tuple[int, str], ast.FunctionDef]:
    """Return the functions of a file by their first line, that of the first decorator, and their name."""
    found = (node for node in ast.walk(_parsed(text)) if isinstance(node, ast.FunctionDef))
    return {(min([node.lineno, *(each.lineno for each in node.decorator_list)]), node.name): node for node in found}
