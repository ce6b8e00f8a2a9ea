"""The source of kernels: their syntax trees, and the types that their signatures name.

Annotations are checked, never obeyed: a helper is specialised for the types that it is called with, and its code and
fingerprint are the same with them and without. They are read from the source in the scope of the function, so that
those of functions with exchanged globals (`kernel.bind`) count, too. A record of a module that imports this one may be
imported under TYPE_CHECKING, in quotes.
"""

import ast
import builtins
import functools
import importlib
import inspect
import types
import typing
from enum import IntEnum
from typing import Any, NamedTuple

from corten.errors import KernelError
from corten.runtime.kernel import Helper
from corten.runtime.language.records import record_type
from corten.runtime.typed.types import BOOL, FLOAT, INT, NONE, Array, Struct, Tuple, Type
from corten.runtime.value_types import FloatArray, IntArray, is_record


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


# ---------------------------------------------------------------- types in signatures

# the types of values that fit a plain name; an int serves as a float, as for every type checker
SCALARS: dict[Any, tuple[Type, ...]] = {
    float: (FLOAT, INT),
    int: (INT,),
    bool: (BOOL,),
    None: (NONE,),
    types.NoneType: (NONE,),
}
ARRAYS: dict[Any, Type] = {FloatArray: FLOAT, IntArray: INT}


def misfit(helper: Helper, given: tuple[Type, ...]) -> str:
    """Return which argument does not fit the signature of a helper, and why; nothing if all of them do."""
    arguments = source_of(helper).definition.args.args
    for argument, kind in zip(arguments, given, strict=False):
        if argument.annotation is not None and not _holds(helper, argument.annotation, kind):
            return f"{helper.name} takes {ast.unparse(argument)}, got {kind}"
    return ""


def returns_misfit(helper: Helper, kind: Type) -> str:
    """Return why the type of its result is not that of a helper's signature; nothing if it is."""
    declared = source_of(helper).definition.returns
    if declared is None or _holds(helper, declared, kind):
        return ""
    return f"is declared to return {ast.unparse(declared)}, but returns {kind}"


def _holds(helper: Helper, annotation: ast.expr, kind: Type) -> bool:
    code = helper.function.__code__
    place = f"{code.co_filename}:{annotation.lineno}: {helper.name}"
    try:
        return fits(_meaning(annotation, helper), kind)
    except NameError as error:
        raise KernelError(f"{place}: {error}; import types of signatures where the program runs") from None
    except TypeError:
        known = "int, float, bool, Vec3 and other tuples, records, FloatArray, IntArray, unions of them and Any"
        raise KernelError(f"{place}: {ast.unparse(annotation)} is no type of a kernel; these are {known}") from None


@functools.cache
def _meaning(annotation: ast.expr, helper: Helper) -> Any:
    """Return the Python object that an annotation stands for in the scope of its function."""
    text = annotation.value if isinstance(annotation, ast.Constant) else ast.unparse(annotation)
    if not isinstance(text, str):
        return text
    function = helper.function
    outer = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    scope = {**vars(builtins), **function.__globals__, **{name: cell.cell_contents for name, cell in outer}}
    try:
        return eval(text, scope)
    except NameError:
        return eval(text, {**scope, **_checking_names(function.__code__)})


@functools.cache
def _checking_names(code: types.CodeType) -> dict[str, Any]:
    """Return what the file of a function imports under TYPE_CHECKING, which can be imported by now."""
    found = {}
    for node in file_tree(code).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for each in (each for each in node.body if isinstance(each, ast.ImportFrom) and each.module):
                module = importlib.import_module(str(each.module))
                found |= {name.asname or name.name: getattr(module, name.name) for name in each.names}
    return found


def fits(annotation: Any, kind: Type) -> bool:
    """Tell whether a value of this type may stand where the annotation does; TypeError for what is no type."""
    annotation = getattr(annotation, "__value__", annotation)
    if annotation in (Any, object):
        return True
    if annotation in SCALARS:
        return kind in SCALARS[annotation]
    if annotation in ARRAYS:
        return isinstance(kind, Array) and kind.element == ARRAYS[annotation]
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        # all of them are looked at, so that a word that is no type is found
        return True in [fits(each, kind) for each in typing.get_args(annotation)]
    if typing.get_origin(annotation) is tuple:
        return _fits_tuple(typing.get_args(annotation), kind)
    if isinstance(annotation, type):
        return _fits_class(annotation, kind)
    raise TypeError(annotation)


def _fits_tuple(items: tuple[Any, ...], kind: Type) -> bool:
    if not isinstance(kind, Tuple):
        return False
    if items[-1] is Ellipsis:
        items = (items[0],) * len(kind.items)
    return len(items) == len(kind.items) and all(map(fits, items, kind.items))


def _fits_class(annotation: type, kind: Type) -> bool:
    """Tell whether a type is that of a record, an enumeration, an array, or of the Model or the Data by name."""
    if is_record(annotation):
        return kind == record_type(annotation)
    if issubclass(annotation, IntEnum):
        return kind == INT
    if annotation.__name__ == "ndarray":
        return isinstance(kind, Array)
    if isinstance(kind, Struct):
        return annotation.__name__ == kind.layout.name
    if hasattr(annotation, "layout"):
        return False
    raise TypeError(annotation)
