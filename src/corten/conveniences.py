"""Methods of Spec and Model that need what stands above them: what the user would call next anyway.

Spec and Model import this module, and nothing else from above, inside of the methods that lead here.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from corten.compile import Flexcomps, carry_over_state, compile_spec, make_self_contained
from corten.data import Data
from corten.data.data import missing_field
from corten.model import Model
from corten.pipeline.reset import begins_asleep, put_to_sleep
from corten.spec import Spec

if TYPE_CHECKING:
    MeshCollision = str | Mapping[str, str] | None

__all__ = ["Flexcomps", "compile_spec", "empty_model", "make_data", "make_self_contained", "missing_field", "recompile"]


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
