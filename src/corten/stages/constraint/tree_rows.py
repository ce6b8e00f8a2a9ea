"""The rows of a model with a single tree, made ready for products once all of them are known.

The rows of one environment stand in their order, those of environments that share instructions side by side
(`side_by_side.py`).
"""

from corten.enums import Integrator, SolverType, StepErrorKind
from corten.model import Model
from corten.runtime import helper, stage
from corten.stages.constraint.block_rows import spread_rows
from corten.stages.constraint.island import whole_tree
from corten.stages.constraint.side_by_side import place_side_by_side
from corten.stages.sleep import may_sleep

# dofs up to which there is room for all blocks of all rows and of the Hessian
MOST_DOFS = 64

# trees up to which environments solve their islands together
MOST_TREES = 8


def has_tree_rows(model: Model) -> bool:
    """Tell whether a model's rows are kept in blocks as soon as they are known.

    Where trees sleep, lanes may part and run the solver one by one, which does not go with the blocks of lanes.
    """
    return model.ntree == 1 and _suits_lanes(model)


def has_forest(model: Model) -> bool:
    """Tell whether a model has so few trees that environments solve their islands together."""
    return 1 < model.ntree <= MOST_TREES and model.opt_noslip_iterations == 0 and _suits_lanes(model)


def _suits_lanes(model: Model) -> bool:
    """Tell whether Newton's method runs for all lanes at once."""
    newton = model.opt_solver == SolverType.NEWTON and model.opt_integrator != Integrator.DISCRETE
    return bool(newton and model.nv <= MOST_DOFS and not model.nflex and not may_sleep(model))


@stage
def tree_rows(m, d):
    """Write all rows in blocks of four places.

    reads:  d.nefc d.efc_J_rowadr d.efc_J_rownnz d.efc_J_colind d.efc_J_values d.efc_type d.efc_id d.contact_geom
    writes: d.nJblock d.iefc_J d.iefc_J_block d.iefc_J_blockadr d.iefc_J_blocknum d.iefc_J_shared
    """
    return 0 if write_rows(m, d) else StepErrorKind.CAPACITY


@helper
def write_rows(m, d):
    """Write all rows of one environment; return whether they fit into the room there is."""
    return has_room(m, d) and spread_rows(d, whole_tree(m, d))


@write_rows.version(machine="lanes")
def write_rows_in_lanes(m, d):
    """Write the rows of all environments side by side."""
    return place_side_by_side(m, d)


@helper
def has_room(m, d):
    """Tell whether all blocks of all rows would find room; one environment asks for what its neighbours will need."""
    d.nJblock = ((m.nv + 3) >> 2) * d.nefc
    return d.nJblock <= d.maxJblock
