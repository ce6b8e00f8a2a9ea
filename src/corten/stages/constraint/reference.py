"""The acceleration that each row asks for: that of a spring and damper between it and its margin."""

from corten.enums import ConstraintType
from corten.runtime import helper, reduce_max, stage
from corten.stages.constraint.block_rows import mul_block_rows
from corten.stages.constraint.island import gather_places, store_at_row, whole_tree
from corten.stages.constraint.product import mul_jacobian
from corten.stages.constraint.response import folding_at


@stage
def reference_constraint(m, d):
    """Compute efc_vel = J qvel and efc_aref = -B vel - K imp (pos - margin).

    Moving surfaces add to the velocity of their contacts; adhesion shifts the reference, so that it does not press
    the bodies into each other.

    reads:  d.qvel d.nefc d.efc_type d.efc_J_rownnz
    writes: d.efc_vel d.efc_aref
    """
    set_velocities(d)
    set_references(d)
    add_all_adhesion(m, d)


@stage
def tree_reference(m, d):
    """Do what `reference_constraint` does for a model with a single tree, whose rows stand in blocks.

    reads:  d.qvel d.nefc d.efc_type d.iefc_J
    writes: d.efc_vel d.efc_aref
    """
    island = whole_tree(m, d)
    gather_places(d, island, d.qvel, d.place_search)
    mul_tree_rows(d, island, d.place_search, d.efc_vel)
    add_surface_velocities(d)
    set_references(d)
    add_all_adhesion(m, d)


@stage
def row_velocity(m, d):
    """Compute efc_vel = J qvel, with the velocities of moving surfaces.

    reads:  d.qvel d.nefc d.efc_type d.efc_J_rownnz
    writes: d.efc_vel
    """
    set_velocities(d)


@stage
def folded_reference(m, d):
    """Compute efc_aref = (-B vel - K imp (pos - margin + h vel)) / (1 + h B + h^2 K imp).

    This is what makes spring and damper of each row act at the end of a step by DISCRETE.

    reads:  d.nefc d.efc_KBIP d.efc_pos d.efc_margin d.efc_vel
    writes: d.efc_aref
    """
    h, vel, aref, KBIP, pos, margin = m.opt_timestep, d.efc_vel, d.efc_aref, d.efc_KBIP, d.efc_pos, d.efc_margin

    for i in range(d.nefc):
        end = pos[i] - margin[i] + h * vel[i]
        aref[i] = (-KBIP[i, 1] * vel[i] - KBIP[i, 0] * KBIP[i, 2] * end) / folding_at(m, d, i)
    add_all_adhesion(m, d)


@helper
def mul_tree_rows(d, island, x, result):
    """Write J x into `result`, in the order of rows; x is over places."""
    mul_block_rows(d, island, x, result)


@mul_tree_rows.version(machine="lanes")
def mul_tree_rows_in_lanes(d, island, x, result):
    """Write the same where environments stand side by side."""
    mul_block_rows(d, island, x, d.iefc_jv)
    for q in range(island.row_end):
        store_at_row(d, q, result, d.iefc_jv[q])


@helper
def set_velocities(d):
    """Set efc_vel = J qvel, with the velocities of moving surfaces."""
    mul_jacobian(d, d.efc_vel, d.qvel)
    add_surface_velocities(d)


@helper
def set_references(d):
    """Set efc_aref = -B vel - K imp (pos - margin)."""
    vel, aref, KBIP, pos, margin = d.efc_vel, d.efc_aref, d.efc_KBIP, d.efc_pos, d.efc_margin

    for i in range(reduce_max(d.nefc)):
        aref[i] = -KBIP[i, 1] * vel[i] - KBIP[i, 0] * KBIP[i, 2] * (pos[i] - margin[i])


@helper
def add_surface_velocities(d):
    """Add the velocities of moving surfaces to those of their contacts."""
    for c in range(d.ncon):
        if d.contact_efc_address[c] >= 0:
            add_surface_velocity(d, c)


@helper
def add_all_adhesion(m, d):
    """Shift the references of contacts that adhere."""
    if m.flg_adhesion != 0:
        for c in range(d.ncon):
            if d.contact_efc_address[c] >= 0 and d.contact_adhesion[c] != 0.0:
                add_adhesion(d, c)


@helper
def add_surface_velocity(d, c):
    """Add the relative velocity of the surfaces of contact c, along both tangents and about the normal."""
    vel, row, dim, speed = d.efc_vel, d.contact_efc_address[c], d.contact_dim[c], d.contact_surfacevel
    friction = d.contact_friction
    moves = speed[c, 0] != 0.0 or speed[c, 1] != 0.0 or speed[c, 2] != 0.0
    if moves and dim > 1:
        for j in range(min(dim - 1, 3)):
            if d.efc_type[row] == ConstraintType.CONTACT_PYRAMIDAL:
                vel[row + 2 * j] += friction[c, j] * speed[c, j]
                vel[row + 2 * j + 1] -= friction[c, j] * speed[c, j]
            else:
                vel[row + 1 + j] += speed[c, j]


@helper
def add_adhesion(d, c):
    """Shift the reference of the normal of contact c; all edges of a pyramid bear the same share."""
    aref, R, row, dim, pull = d.efc_aref, d.efc_R, d.contact_efc_address[c], d.contact_dim[c], d.contact_adhesion[c]
    if d.efc_type[row] == ConstraintType.CONTACT_PYRAMIDAL:
        edge = pull / (2 * (dim - 1))
        for j in range(row, row + 2 * (dim - 1)):
            aref[j] += R[j] * edge
    else:
        aref[row] += R[row] * pull
