"""From Spec to Model: one file for each kind of element; derived constants come from running stages at qpos0."""

from corten.compile.compiler import compile_spec
from corten.compile.load import load_model, load_model_from_string
from corten.compile.rewrite.carry_over import keep_state
from corten.compile.rewrite.write_out import settle_spec

__all__ = ["compile_spec", "keep_state", "load_model", "load_model_from_string", "settle_spec"]
