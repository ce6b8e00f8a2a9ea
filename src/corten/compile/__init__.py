"""From Spec to Model: one file for each kind of element; derived constants come from running stages at qpos0."""

from corten.compile.collect import bodies_with_inertia
from corten.compile.compiler import carry_over_state, compile_spec, load_model, load_model_from_string
from corten.deformable.compile.flexcomp.expand import Flexcomps
from corten.passes.hooks import HOOKS

HOOKS.flexcomps = Flexcomps
HOOKS.bodies_with_inertia = bodies_with_inertia

__all__ = [
    "carry_over_state",
    "compile_spec",
    "load_model",
    "load_model_from_string",
]
