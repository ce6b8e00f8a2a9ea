"""Typed trees that have gone through passes, run as machine code."""

import ctypes
from collections.abc import Callable
from typing import Any

from corten.runtime import cache
from corten.runtime.backends.llvm.machine import compile_object, loader
from corten.runtime.backends.llvm.module import ModuleWriter
from corten.runtime.build import ENTRY, stage_program
from corten.runtime.kernel import Stage
from corten.runtime.typed import tree

Pass = Callable[[tree.Program], tree.Program]


def compiled(stage: Stage, layouts: Any, change: Pass) -> Callable[[Any, Any], int]:
    """Return a function that runs a stage whose program a pass has changed."""
    program = change(stage_program(stage, layouts))
    symbol = cache.text_key(stage.__name__, ModuleWriter("x", checked=False).write(program))
    code = cache.read(symbol)
    if code is None:
        code = compile_object(ModuleWriter(symbol, checked=False).write(program))
        cache.write(symbol, code)
    if not loader().address(symbol):
        loader().load([code])
    entry = ctypes.cast(loader().address(symbol), ENTRY)
    return lambda model, data: entry(model._address, data._address)
