"""Calls a helper for many rows of arguments, as plain Python or compiled into a loop of its own."""

import functools
import linecache

import numpy as np

from corten.runtime import stage
from corten.runtime.fields import F8, Field, Layout, Size
from corten.runtime.storage import Storage

MODES = ("python", "compiled")


def evaluate(mode, helper, *columns):
    """Return the results of a helper, one row for each row of its arguments.

    Each column is an array of shape (n,) for a number or (n, k) for a tuple of k numbers. Nested results are
    flattened; a single number gives shape (n,).
    """
    columns = [np.asarray(column, dtype=float) for column in columns]
    rows = [tuple(_argument(column[i]) for column in columns) for i in range(len(columns[0]))]
    if mode == "python":
        result = np.array([_flat(helper(*row)) for row in rows], dtype=float)
    else:
        result = _run_compiled(helper, columns, helper(*rows[0]))
    return result[:, 0] if result.shape[1] == 1 else result


def _argument(value):
    return tuple(map(float, value)) if value.ndim else float(value)


def _flat(value):
    return [number for item in value for number in _flat(item)] if isinstance(value, tuple) else [value]


def _run_compiled(helper, columns, example):
    widths = tuple(column.shape[1] if column.ndim == 2 else 0 for column in columns)
    kernel, source_type, result_type = _loop_over(helper, widths, _paths(example))
    sizes = {"n": len(columns[0])}
    source, result = source_type(sizes), result_type(sizes)
    source.x = np.column_stack(columns)
    result.y = np.nan
    kernel(source, result)
    return result.y.copy()


def _paths(value, path="value"):
    """Return the expressions that name each number of a nested result."""
    if not isinstance(value, tuple):
        return (path,)
    return tuple(leaf for i, item in enumerate(value) for leaf in _paths(item, f"{path}[{i}]"))


@functools.cache
def _loop_over(helper, widths, paths):
    """Return a stage that applies the helper to every row of x and writes y, with the storages it needs."""
    arguments, place = [], 0
    for width in widths:
        names = [f"x[i, {place + j}]" for j in range(max(width, 1))]
        arguments.append(f"({', '.join(names)})" if width else names[0])
        place += len(names)
    lines = [
        "def loop(m, d):",
        "    x, y = m.x, d.y",
        "    for i in range(m.n):",
        f"        value = call({', '.join(arguments)})",
        *(f"        y[i, {j}] = {path}" for j, path in enumerate(paths)),
    ]

    # the compiler reads the source of a kernel: give it one
    file = f"<loop over {helper.name} {widths}>"
    text = "\n".join(lines) + "\n"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope = {"call": helper, "__name__": f"loop_over.{helper.name}"}
    exec(compile(text, file, "exec"), scope)
    return stage(scope["loop"]), _storage("Source", "x", place), _storage("Result", "y", len(paths))


def _storage(name, field, width):
    layout = Layout(name, (Size("n", "rows"),), (Field(field, F8, ("n", width), "numbers"),))
    return type(name, (Storage,), {"layout": layout})
