"""The stages of deformables that a step takes: `Deformables` is what rigid stages ask for, see `corten.stages.wing`.

In the order of a step:

    positions      flex_position_stages           vertices, nodes, frames of rods, boxes, edges
    collision      Deformables.collision_stages   geoms with elements, elements with each other
    prediction     prediction_stages              XPBD constraints where the vertices are going
    rows           equality_rows, contact_rows    rows that move several bodies
    velocities     flex_velocity_stages
    forces         force_stages                   stretching, bending, cells, rods, springs of edges
    metric         metric_stages                  h^2 K + h D of all of these, DISCRETE only
    solver         substep_stages                 again, with vertices where the solution before leads them
    end of a step  end_stages                     what yields, and the frames of rods
"""

import numpy as np

from corten.deformable.contacts.broad_phase import find_flex_pairs
from corten.deformable.contacts.convex import convex_flex_pairs, hfield_flex_pairs, mpr_flex_hfield, mpr_flex_pairs
from corten.deformable.contacts.gather import gather_flex_contacts
from corten.deformable.contacts.primitive import primitive_flex_pairs
from corten.deformable.contacts.sdf import sdf_flex_pairs
from corten.deformable.contacts.sleeping import all_flexes_awake, exclude_sleeping_flex_contacts, wake_by_flex_contact
from corten.deformable.contacts.soft_bodies import soft_body_pairs
from corten.deformable.contacts.thinning import thin_flex_contacts
from corten.deformable.contacts.trees import refit_trees
from corten.deformable.elasticity.bending import flex_bend, flex_bend_faces
from corten.deformable.elasticity.cells import flex_cells
from corten.deformable.elasticity.scatter import apply_flex_forces, clear_flex_forces
from corten.deformable.elasticity.stretching import flex_edge_energy, flex_edge_springs, flex_stretch
from corten.deformable.fields.kinds import Deformable
from corten.deformable.kinematics.edges import edge_lengths, edge_velocity, element_boxes
from corten.deformable.kinematics.vertices import node_velocity, place_nodes, place_vertices, vertex_velocity
from corten.deformable.metric.assembly import contact_shift, flex_metric, flex_shift
from corten.deformable.metric.factor import factor_flexes
from corten.deformable.metric.stiffness import rotate_cells, stretch_hessian
from corten.deformable.plasticity.flexes import swap_positions, yield_flexes, yield_flexes_rk4
from corten.deformable.plasticity.springs import save_tendon_lengths, yield_springs, yield_springs_rk4
from corten.deformable.rods.bending import flex_rods
from corten.deformable.rods.bending_metric import rod_metric, rod_shift
from corten.deformable.rods.frames import rod_frames, save_rod_frames, store_rod_frames, store_rod_frames_rk4
from corten.deformable.rods.twisting import flex_twisting_rods
from corten.deformable.rods.twisting_metric import twist_metric, twist_shift
from corten.deformable.rows.contact import flex_contact_diagonal, flex_contact_rows
from corten.deformable.rows.equality import flex_diagonal, flex_equality_rows
from corten.deformable.rows.passive_contacts import flex_contact_forces, has_passive_contacts, passive_contacts
from corten.deformable.xpbd.projection import constraint_energy, predict_substep, predict_vertices, project_constraints
from corten.deformable.xpbd.rows import (
    deformable_contact_diagonal,
    deformable_diagonal,
    deformable_equality_rows,
    deformable_reference,
    deformable_response,
    find_deformable_rows,
    update_deformable_rows,
)
from corten.enums import DisableBit, EqualityType, GeomType, Integrator
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.runtime.plan import unless
from corten.stages.collision import broadphase_stages, narrowphase_stages
from corten.stages.collision.contact_sleep import contacts_woke_nobody, skip_sleeping_pairs, wake_by_contact
from corten.stages.collision.contacts.gather import clear_contacts, complete_frames
from corten.stages.collision.pairs import uses_mpr
from corten.stages.constraint import block_stages, discrete_row_stages, may_have_rows, reference_stages
from corten.stages.inertia import com_pos
from corten.stages.integrate.sleeping_trees import keep_elastic_awake, tie_twists
from corten.stages.kinematics import kinematics_stages
from corten.stages.sleep import may_sleep
from corten.stages.solver import solver_stages
from corten.stages.variants import Variant
from corten.stages.wing import Wing

# ---- what the order of a step asks for


def flex_position_stages(model: Model) -> list[Stage]:
    """Return the stages that follow from positions alone, after the centres of mass."""
    if not model.nflex:
        return []
    nodes, rods = [place_nodes] if model.nflexnode else [], [rod_frames] if model.nrodedge else []
    return [*nodes, place_vertices, *rods, element_boxes, edge_lengths]


def flex_velocity_stages(model: Model) -> list[Stage]:
    """Return the stages that follow from positions and velocities."""
    return [edge_velocity] if model.nflexedge else []


def prediction_stages(model: Model) -> list[Stage]:
    """Return the stages that evaluate XPBD constraints where the vertices are going, before all rows are made."""
    return [predict_vertices, project_constraints] if model.nxpbd else []


def substep_stages(model: Model) -> list[Stage]:
    """Return the stages that solve again, with vertices where the solution before leads them: one round a substep."""
    if not model.nxpbd or not may_have_rows(model):
        return []
    rows = [predict_substep, project_constraints, update_deformable_rows, *block_stages(model)]
    again = [*rows, *reference_stages(model), *discrete_row_stages(model), *solver_stages(model)]
    return again * (int(model.flex_substeps.max()) - 1)


# ---- what rigid stages ask for


class Deformables(Wing):
    """What flexes, rods, cloth, soft bodies, ropes and springs that yield add to the stages of rigid bodies."""

    equality_rows = (
        Variant(
            (deformable_equality_rows,), lambda model: model.nxpbd, "cloth, soft bodies or ropes are held by equalities"
        ),
        Variant((flex_equality_rows,), lambda model: _has_flex_equality(model), "equalities of flexes"),
    )
    contact_rows = (Variant((flex_contact_rows,), lambda model: model.nflex, "vertices of flexes may touch"),)

    def may_touch(self, model: Model) -> bool:
        return model.nflex > 0 and model.nbody > 1

    def collision_stages(self, model: Model) -> list[Stage]:
        if not model.nflex:
            return []
        broad, narrow = ([], []) if model.ngeom < 2 else (broadphase_stages(model), narrowphase_stages(model))
        broad, flexes = broad or [clear_contacts], _contact_stages(model)
        if not may_sleep(model):
            return [*broad, *narrow, *flexes, complete_frames, gather_flex_contacts]
        waking = [*unless(all_flexes_awake, [*flexes, wake_by_flex_contact]), wake_by_contact]
        narrow = [skip_sleeping_pairs, *narrow, *waking, *unless(contacts_woke_nobody, narrow)]
        return [*broad, *narrow, *flexes, complete_frames, gather_flex_contacts, exclude_sleeping_flex_contacts]

    def rows_after_sleep(self, model: Model) -> list[Stage]:
        return [find_deformable_rows] if model.nxpbd else []

    def before_contact_rows(self, model: Model) -> list[Stage]:
        return [passive_contacts] if has_passive_contacts(model) else []

    def diagonal_stages(self, model: Model, equalities: bool, contacts: bool) -> list[Stage]:
        if not model.nflex:
            return []
        xpbd = equalities and model.nxpbd
        touching = deformable_contact_diagonal if xpbd else flex_contact_diagonal
        return [
            *([deformable_diagonal] if xpbd else []),
            *([flex_diagonal] if equalities and _has_flex_equality(model) else []),
            *([touching] if contacts else []),
        ]

    def response_stages(self, model: Model) -> list[Stage]:
        return [deformable_response] if model.nxpbd else []

    def reference_stages(self, model: Model) -> list[Stage]:
        return [deformable_reference] if model.nxpbd else []

    def force_stages(self, model: Model) -> list[Stage]:
        if not model.nflex:
            return []
        contacts = [flex_contact_forces] if has_passive_contacts(model) else []
        return [*_elastic_stages(model), flex_edge_springs, *contacts]

    def energy_stages(self, model: Model) -> list[Stage]:
        edges, xpbd = [flex_edge_energy] if np.any(model.flex_dim == 1) else [], [constraint_energy]
        return [*edges, *(xpbd if model.nxpbd else [])]

    def has_couplings(self, model: Model) -> bool:
        return bool(model.nefmK or has_passive_contacts(model))

    def metric_stages(self, model: Model) -> list[Stage]:
        contacts = [contact_shift] if has_passive_contacts(model) else []
        return [*(_stiffness_stages(model) if model.nefmK else []), *contacts]

    def metric_factor_stages(self, model: Model) -> list[Stage]:
        return [factor_flexes] if model.nefmK else []

    def before_sleep(self, model: Model) -> list[Stage]:
        elastic = (model.flex_stiffnessadr >= 0) | (model.flex_bendingadr >= 0)
        # DISCRETE has them in the metric, which ties their trees
        if not elastic.any() or model.opt_integrator == Integrator.DISCRETE:
            return []
        return [keep_elastic_awake, *([tie_twists] if model.nrodedge else [])]

    def end_stages(self, model: Model) -> list[Stage]:
        if not model.nplastic:
            return []
        flexes, rods = [yield_flexes] if _flexes_yield(model) else [], [store_rod_frames] if model.nrodedge else []
        return [yield_springs, *flexes, *rods]

    def rk4_begin_stages(self, model: Model) -> list[Stage]:
        springs, rods = [save_tendon_lengths] if model.nplastic else [], [save_rod_frames] if model.nrodedge else []
        return [*springs, *rods]

    def rk4_end_stages(self, model: Model) -> list[Stage]:
        springs, rods = [yield_springs_rk4] if model.nplastic else [], [store_rod_frames_rk4] if model.nrodedge else []
        if not _flexes_yield(model):
            return [*springs, *rods]
        # flexes yield from where bodies were at the beginning of the step
        places = [*kinematics_stages(model), com_pos, *flex_position_stages(model)]
        return [*springs, *rods, swap_positions, *places, yield_flexes_rk4, swap_positions]


WING = Deformables()


# ---- collision

# with these, all elements collide by formulas; with boxes, all but tetrahedra
ROUND = (GeomType.PLANE, GeomType.SPHERE, GeomType.CAPSULE)


def _contact_stages(model: Model) -> list[Stage]:
    """Return the stages that find the contacts of flexes, after those of geoms."""
    trees = [] if model.opt_disableflags & DisableBit.MIDPHASE else [refit_trees]
    by_engine, by_prisms = convex_flex_pairs, hfield_flex_pairs
    if uses_mpr(model):
        by_engine, by_prisms = mpr_flex_pairs, mpr_flex_hfield
    convex = [by_engine] if _needs_convex(model) else []
    if (model.flex_deformable == Deformable.SOFT_BODY).any() and not uses_mpr(model):
        convex = [*convex, soft_body_pairs]
    fields = [by_prisms] if (model.geom_type == GeomType.HFIELD).any() else []
    distances = [sdf_flex_pairs] if (model.geom_type == GeomType.SDF).any() else []
    limited = [thin_flex_contacts] if model.flex_rigid.any() or model.flex_interp.any() else []
    return [*trees, find_flex_pairs, primitive_flex_pairs, *convex, *fields, *distances, *limited]


def _needs_convex(model: Model) -> bool:
    """Tell whether a model has pairs of geoms and elements, or of elements, for which there are no formulas."""
    if (model.flex_dim > 1).any():
        return True
    others = (*ROUND, GeomType.BOX, GeomType.HFIELD, GeomType.SDF)
    return any(kind not in others for kind in model.geom_type)


# ---- rows


def _has_flex_equality(model: Model) -> bool:
    """Tell whether an equality is about a flex."""
    return bool(np.any(np.isin(model.eq_type, (EqualityType.FLEX, EqualityType.FLEXSTRAIN))))


# ---- forces and the metric


def _elastic_stages(model: Model) -> list[Stage]:
    """Return the stages of elastic flexes, by what the structure of the model has room for."""
    own, stiff = model.flex_interp == 0, model.flex_stiffnessadr >= 0
    stretch, cells = bool(np.any(own & stiff)), bool(np.any(~own & stiff))
    bend = bool(np.any(own & (model.flex_bendingadr >= 0) & (model.flex_dim == 2)))
    faces = bool(np.any(~own & (model.flex_bendingadr >= 0)))
    rods, twisting = _has_plain_rods(model), model.nrodedge > 0
    if not (stretch or cells or bend or faces or rods or twisting):
        return []
    return [
        clear_flex_forces,
        *([vertex_velocity] if bend or rods or twisting else []),
        *([flex_bend] if bend else []),
        *([flex_rods] if rods else []),
        *([flex_twisting_rods] if twisting else []),
        *([flex_stretch] if stretch else []),
        *([node_velocity, flex_cells] if cells else []),
        *([flex_bend_faces] if faces else []),
        apply_flex_forces,
    ]


def _stiffness_stages(model: Model) -> list[Stage]:
    """Return the stages that set what elastic flexes add to the metric, after those of passive forces."""
    own, stiff = model.flex_interp == 0, model.flex_stiffnessadr >= 0
    rods, twisting = _has_plain_rods(model), model.nrodedge > 0
    return [
        *([stretch_hessian] if np.any(own & stiff) else []),
        *([rotate_cells, node_velocity] if np.any(~own & stiff) else []),
        *([vertex_velocity] if np.any(own) else []),
        flex_metric,
        *([rod_metric] if rods else []),
        *([twist_metric] if twisting else []),
        flex_shift,
        *([rod_shift] if rods else []),
        *([twist_shift] if twisting else []),
    ]


def _has_plain_rods(model: Model) -> bool:
    """Tell whether there are rods that bend and whose edges do not twist."""
    bend = (model.flex_interp == 0) & (model.flex_bendingadr >= 0)
    return bool(np.any(bend & (model.flex_dim == 1) & (model.flex_rodadr < 0)))


def _flexes_yield(model: Model) -> bool:
    return bool(np.any(model.flex_plasticmode))
