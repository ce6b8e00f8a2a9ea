"""The rows of a model with a single tree, made ready for products once all of them are known.

One environment keeps the blocks in which a row has entries, environments that share instructions keep all blocks of all
rows (`block_rows.py`).
"""

from corten.enums import Integrator, SolverType, StepErrorKind
from corten.model import Model
from corten.runtime import helper, max_lane, select, stage
from corten.stages.constraint.block_rows import spread_rows
from corten.stages.constraint.island import whole_tree
from corten.stages.sleep import may_sleep

# dofs up to which there is room for all blocks of all rows and of the Hessian
MOST_DOFS = 64


def has_tree_rows(model: Model) -> bool:
    """Tell whether a model's rows are kept in blocks as soon as they are known.

    Where trees sleep, lanes may part and run the solver one by one, which does not go with the blocks of lanes.
    """
    newton = model.opt_solver == SolverType.NEWTON and model.opt_integrator != Integrator.DISCRETE
    return bool(model.ntree == 1 and model.nv <= MOST_DOFS and newton and not may_sleep(model))


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
    """Write all blocks of the rows that each environment has."""
    return write_all_blocks(m, d)


@write_rows.version(machine="strided")
def write_rows_of_lane(m, d):
    """Write all blocks of the rows that an environment has, on the memory of lanes."""
    return write_all_blocks(m, d)


@helper
def has_room(m, d):
    """Tell whether all blocks of all rows would find room; one environment asks for what its neighbours will need."""
    d.nJblock = ((m.nv + 3) >> 2) * d.nefc
    return d.nJblock <= d.maxJblock


@helper
def write_all_blocks(m, d):
    """Write the rows in all blocks; return whether they fit into the room there is."""
    J, values, colind, blocks = d.iefc_J, d.efc_J_values, d.efc_J_colind, (m.nv + 3) >> 2

    if not has_room(m, d):
        return False
    for r in range(d.nefc):
        at = blocks * r
        for b in range(at, at + blocks):
            J[b, 0] = 0.0
            J[b, 1] = 0.0
            J[b, 2] = 0.0
            J[b, 3] = 0.0
        first = d.efc_J_rowadr[r]
        for entry in range(first, first + d.efc_J_rownnz[r]):
            p = m.nv - 1 - colind[entry]
            J[at + (p >> 2), p & 3] = values[entry]
    return True


@helper
def clear_missing_rows(m, d, island):
    """Clear the rows that only some of the environments have which share an instruction; alone, there are none."""


@clear_missing_rows.version(machine="lanes")
def clear_missing_rows_in_lanes(m, d, island):
    """Clear the rows from the first that an environment does not have to the last that one has."""
    J, blocks = d.iefc_J, island.blocks

    for q in range(-max_lane(-d.nefc), island.row_end):
        real = q < d.nefc
        for b in range(blocks * q, blocks * (q + 1)):
            for c in range(4):
                J[b, c] = select(real, J[b, c], 0.0)
