"""WGSL, the language of shaders: text for any vendor's GPU, one environment to an invocation.

This back end writes text and knows no device. Whoever runs its shaders lays memory out as `Slots` says, in a buffer for
each `Pool` at its number in `BINDINGS`, `TILE` environments side by side; `table` has sizes and places, `run` is
what one dispatch has to know. `LOOPS_CUT` is the status of an environment whose loops a driver has ended early.
"""

import functools
import os
from typing import TYPE_CHECKING

from corten.runtime import cache
from corten.runtime.backends.wgsl.merging import merge_calls
from corten.runtime.backends.wgsl.module import BINDINGS, LOOPS_CUT, RUN_BINDING, TABLE_BINDING, ModuleWriter, Shader
from corten.runtime.backends.wgsl.parts import SpilledVariables
from corten.runtime.backends.wgsl.sharing import is_huge, share_functions
from corten.runtime.backends.wgsl.slots import TILE, Pool, Slots
from corten.runtime.build import stage_program
from corten.runtime.fields import Layout
from corten.runtime.kernel import Stage, Target
from corten.runtime.passes.folding import KnownSizes, fold_sizes
from corten.runtime.typed.types import Struct

if TYPE_CHECKING:
    from corten.runtime.typed.tree import Program

TARGET = Target(machine="wgsl", precision="float32")

__all__ = [
    "BACKEND",
    "BINDINGS",
    "LOOPS_CUT",
    "RUN_BINDING",
    "TABLE_BINDING",
    "TARGET",
    "TILE",
    "KnownSizes",
    "Pool",
    "Shader",
    "Slots",
    "stage_shader",
]


class Wgsl:
    """The back end: programs are shortened by `passes.folding`, `merging` and `sharing`, and written by `module`."""

    target = TARGET

    def identity(self) -> str:
        """Return a hash of what writes shaders."""
        return _sources_digest()

    def text(self, program: "Program", symbol: str, checked: bool, target: Target) -> str:
        """Return the shader of a program as text; its entry point is `main`, and WebGPU checks indices."""
        return self.shader(program).text

    def shader(self, program: "Program", known: KnownSizes = ()) -> Shader:
        """Return the shader of a program; what WGSL cannot express is a KernelError that names file and line.

        What does not run where sizes and options of the Model have `known` values is left out.
        """
        model, data = (kind.layout for _, kind in program.entry.parameters if isinstance(kind, Struct))
        slots = Slots((model, data))
        shortened = fold_sizes(program, model.name, known)
        merged = merge_calls(shortened)
        if not is_huge(merged):
            return ModuleWriter(slots).write(merged)
        shared = share_functions(shortened)
        return ModuleWriter(slots, SpilledVariables(shared.spilled)).write(shared.program)


BACKEND = Wgsl()


@functools.cache
def _sources_digest() -> str:
    return cache.sources_digest(os.path.dirname(__file__)).hex()[:16]


def stage_shader(stage: Stage, layouts: tuple[Layout, Layout], known: KnownSizes = ()) -> Shader:
    """Return the shader of a stage."""
    return BACKEND.shader(stage_program(stage, layouts, TARGET), known)
