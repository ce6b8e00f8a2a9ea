"""What a function says: a digest of its syntax tree, and the names that it mentions.

Both are the same in every version of Python, which byte code is not, and comments, docstrings, decorators, annotations
and the place in the file have no say. A file is parsed once: what was found in it is kept under the digest of its
content, so an edited file is parsed anew, and one that came with its kernels compiled never.
"""

import ast
import contextlib
import functools
import hashlib
import inspect
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from corten.errors import KernelError
from corten.runtime.disk_cache import ASSETS, cache_folder, keep_file, read_file
from corten.runtime.kernel_archive import bundled_archive

# what this module makes of a file; to be raised with every change of it
VERSION = 1

# parts of a function that its code does not depend on, and those that not every version of Python has
SILENT = {"decorator_list", "returns", "annotation", "type_comment", "type_params", "ctx", "kind", "name"}


class Syntax(NamedTuple):
    """The digest of a function's syntax tree, and names outside of it that it may refer to, attributes included."""

    digest: str
    names: tuple[str, ...]


def function_syntax(function: Callable[..., Any]) -> Syntax:
    """Return what a function says; KernelError where its source cannot be read."""
    code = function.__code__
    found = _file_syntax(code.co_filename).get(f"{code.co_firstlineno} {code.co_name}")
    if found is None:
        # not a file, or one that was exchanged
        try:
            text = "".join(inspect.findsource(code)[0])
            found = parsed_syntax(text).get(f"{code.co_firstlineno} {code.co_name}")
        except (OSError, SyntaxError):
            found = None
    if found is None:
        raise KernelError(
            f"{code.co_filename}:{code.co_firstlineno}: the source of {code.co_name} cannot be read, so it cannot be "
            "compiled; a kernel is a plain function, in a file that has not changed since it was imported"
        )
    return found


@functools.cache
def _file_syntax(path: str) -> dict[str, Syntax]:
    """Return the functions of a file by line and name; none where there is no such file."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return {}
    key = syntax_key(content)
    kept = bundled_archive().read(key) or _kept(key)
    if kept is not None:
        return syntax_of(kept)
    try:
        found = parsed_syntax(content.decode())
    except (SyntaxError, UnicodeDecodeError):
        return {}
    with contextlib.suppress(OSError):
        keep_file(f"{cache_folder()}/{ASSETS}/{key}", syntax_bytes(found))
    return found


def syntax_key(content: bytes) -> str:
    """Return the name under which is kept what a file says."""
    return f"syntax-{hashlib.sha256(b'%d ' % VERSION + content).hexdigest()[:40]}"


def _kept(key: str) -> bytes | None:
    try:
        return read_file(f"{cache_folder()}/{ASSETS}/{key}")
    except OSError:
        return None


def syntax_bytes(found: dict[str, Syntax]) -> bytes:
    """Return what was found in a file as it is kept."""
    return json.dumps(found).encode()


def syntax_of(kept: bytes) -> dict[str, Syntax]:
    """Return what was kept."""
    return {place: Syntax(digest, tuple(names)) for place, (digest, names) in json.loads(kept).items()}


# ---------------------------------------------------------------- from text to digests


@functools.lru_cache(maxsize=16)
def parsed_syntax(text: str) -> dict[str, Syntax]:
    """Return the functions of a text by the line of their first decorator and their name."""
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            found[f"{first} {node.name}"] = _syntax(node)
    return found


def _syntax(definition: ast.FunctionDef) -> Syntax:
    words = list(_words(definition.args))
    for statement in _without_docstring(definition.body):
        words.extend(_words(statement))
    inside = [node for statement in definition.body for node in ast.walk(statement)]
    names = [node for node in inside if isinstance(node, ast.Name)]
    own = {node.id for node in names if isinstance(node.ctx, ast.Store)} | {each.arg for each in definition.args.args}
    mentioned = {node.id for node in names} - own | {node.attr for node in inside if isinstance(node, ast.Attribute)}
    return Syntax(hashlib.sha256("\0".join(words).encode()).hexdigest()[:40], tuple(sorted(mentioned)))


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    match body[0]:
        case ast.Expr(value=ast.Constant(value=str())):
            return body[1:]
    return body


def _words(node: ast.AST) -> Iterator[str]:
    """Yield the kinds of the nodes of a tree and what they hold, in order; what is empty is left out."""
    yield f"({type(node).__name__}"
    for field, value in ast.iter_fields(node):
        if field in SILENT:
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST):
                yield f"{field}:"
                yield from _words(each)
            elif each is not None:
                yield f"{field}={each!r}"
    yield ")"
