"""From Spec to Model: one file for each kind of element; derived constants come from running stages at qpos0."""

from corten.compile.carry_over import carry_over_state
from corten.compile.collect import bodies_with_inertia
from corten.compile.compiler import compile_spec
from corten.compile.flexcomp.expand import Flexcomps
from corten.compile.load import load_model, load_model_from_string
from corten.passes.hooks import HOOKS

HOOKS.flexcomps = Flexcomps
HOOKS.bodies_with_inertia = bodies_with_inertia

__all__ = [
    "carry_over_state",
    "compile_spec",
    "load_model",
    "load_model_from_string",
]
