"""Typed trees that have gone through passes, run as machine code."""

from collections.abc import Callable
from typing import Any

from corten.runtime import cache
from corten.runtime.backends import backend
from corten.runtime.build import kernel_call, stage_program
from corten.runtime.kernel import SCALAR, Stage
from corten.runtime.typed import tree

Pass = Callable[[tree.Program], tree.Program]


def compiled(stage: Stage, layouts: Any, change: Pass) -> Callable[[Any, Any], int]:
    """Return a function that runs a stage whose program a pass has changed."""
    program = change(stage_program(stage, layouts))
    target = backend()
    symbol = cache.code_key(stage.__name__, target.text(program, "symbol", False, SCALAR))
    code = cache.read(symbol)
    if code is None:
        code = target.compile(program, symbol, False, SCALAR)
        cache.write(symbol, code)
    if not target.address(symbol):
        target.load([code])
    return lambda model, data: kernel_call()(target.address(symbol), model._address, data._address)
