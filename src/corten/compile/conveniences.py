"""Methods of Spec, Element and Model that need what stands above them: what the user would call next anyway.

Spec, Element and Model import this module, and nothing else from above, inside of the methods that lead here.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from corten.compile import carry_over_state, compile_spec
from corten.data import Data
from corten.data.data import missing_field
from corten.model import Model
from corten.passes import expand_tree
from corten.passes.attach import attach
from corten.passes.self_contained import make_self_contained
from corten.pipeline.reset import begins_asleep, put_to_sleep
from corten.spec import Spec

if TYPE_CHECKING:
    MeshCollision = str | Mapping[str, str] | None

__all__ = [
    "attach",
    "compile_spec",
    "empty_model",
    "expand_tree",
    "make_data",
    "make_self_contained",
    "missing_field",
    "recompile",
]


def empty_model() -> Model:
    """Return a model that holds the world body and nothing else."""
    return compile_spec(Spec(), None)


def make_data(model: Model, diagnostics: bool) -> Data:
    """Return a new Data at the reference configuration, in which trees sleep that begin so."""
    data = Data(model, diagnostics)
    if begins_asleep(model):
        put_to_sleep(model, data)
    return data


def recompile(spec: Spec, model: Model, data: Data, mesh_collision: "MeshCollision") -> tuple[Model, Data]:
    """Return the Model of an edited spec, and a Data that has the state of what is still there."""
    new = compile_spec(spec, mesh_collision)
    return new, carry_over_state(model, data, new)
