"""From Spec to Model: one file for each kind of element; derived constants come from running stages at qpos0."""

from corten.compile.compiler import compile_spec
from corten.compile.load import load_model, load_model_from_string
from corten.compile.rewrite.carry_over import carry_over_state
from corten.compile.rewrite.self_contained import make_self_contained
from corten.deformable.compile.flexcomp.expand import Flexcomps

__all__ = [
    "Flexcomps",
    "carry_over_state",
    "compile_spec",
    "load_model",
    "load_model_from_string",
    "make_self_contained",
]
