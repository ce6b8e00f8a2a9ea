"""WGSL, the language of shaders: text for any vendor's GPU, one environment to an invocation.

This room writes text and knows no device; `Slots` says how memory has to lie for it.
"""

from corten.runtime.backends.wgsl.merging import merge_calls
from corten.runtime.backends.wgsl.module import BINDINGS, LOOPS_CUT, RUN_BINDING, TABLE_BINDING, ModuleWriter, Shader
from corten.runtime.backends.wgsl.parts import SpilledVariables
from corten.runtime.backends.wgsl.sharing import is_huge, share_functions
from corten.runtime.backends.wgsl.slots import TILE, Pool, Slots
from corten.runtime.build import stage_program
from corten.runtime.fields import Layout
from corten.runtime.kernel import Stage, Target
from corten.runtime.passes.folding import KnownSizes, fold_sizes

TARGET = Target(machine="wgsl", precision="float32")

__all__ = [
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


def stage_shader(stage: Stage, layouts: tuple[Layout, Layout], known: KnownSizes = ()) -> Shader:
    """Return the shader of a stage; what WGSL cannot express is a KernelError that names file and line.

    What does not run where sizes and options of the Model have `known` values is left out.
    """
    program = fold_sizes(stage_program(stage, layouts, TARGET), layouts[0].name, known)
    merged = merge_calls(program)
    if not is_huge(merged):
        return ModuleWriter(Slots(layouts)).write(merged)
    shared = share_functions(program)
    return ModuleWriter(Slots(layouts), SpilledVariables(shared.spilled)).write(shared.program)
