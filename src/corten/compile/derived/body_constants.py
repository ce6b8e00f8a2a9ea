"""Constants of bodies and geoms: masses of subtrees, frames that coincide, lengths of rotations, bounds."""

from corten.enums import GeomType, JointType, SameFrame, StepErrorKind
from corten.math import vector3
from corten.math.quaternion import load4
from corten.math.vector3 import load3
from corten.model.geom_bounds import bounding_box, bounding_radius
from corten.runtime import Quat, Vec3, Vec4, helper, stage
from corten.spec.frames import UNIT, ZERO

# ---------------------------------------------------------------- masses of bodies and of what hangs on them


@stage
def subtree_masses(m, d) -> None:
    """Add up the mass of each body and of all its descendants, from the leaves inwards."""
    total, parentid = m.body_subtreemass, m.body_parentid

    for b in range(m.nbody):
        total[b] = m.body_mass[b]
    for b in range(m.nbody - 1, 0, -1):
        total[parentid[b]] += total[b]


# ---------------------------------------------------------------- frames that coincide
# so that stages may copy them


# [m, or of a quaternion] frames nearer than this count as the same (MuJoCo's value)
SAME = 1e-6


@stage
def same_frames(m, d) -> int:
    """Say for inertias, geoms and sites whether their frames are the body's; a body that is simple must remain so."""
    ipos, iquat = m.body_ipos, m.body_iquat

    for b in range(m.nbody):
        m.body_sameframe[b] = body_sameframe(load3(ipos, b), load4(iquat, b))
        if b > 0 and m.body_simple[b] > 0 and m.body_sameframe[b] != SameFrame.BODY:
            d.error_where = b
            return StepErrorKind.BAD_MODEL
    for g in range(m.ngeom):
        b = m.geom_bodyid[g]
        pos, quat = load3(m.geom_pos, g), load4(m.geom_quat, g)
        m.geom_sameframe[g] = attached_sameframe(pos, quat, load3(ipos, b), load4(iquat, b))
    for s in range(m.nsite):
        b = m.site_bodyid[s]
        pos, quat = load3(m.site_pos, s), load4(m.site_quat, s)
        m.site_sameframe[s] = attached_sameframe(pos, quat, load3(ipos, b), load4(iquat, b))
    return 0


@helper
def body_sameframe(ipos: Vec3, iquat: Quat) -> int:
    """Return whether the inertial frame of a body is its own frame."""
    if not is_same_rotation(iquat, UNIT):
        return SameFrame.NONE
    return SameFrame.BODY if is_same_place(ipos, ZERO) else SameFrame.BODYROT


@helper
def attached_sameframe(pos: Vec3, quat: Quat, ipos: Vec3, iquat: Quat) -> int:
    """Return whether the frame of a geom or site is that of its body, or of the body's inertia."""
    if is_same_rotation(quat, UNIT):
        return SameFrame.BODY if is_same_place(pos, ZERO) else SameFrame.BODYROT
    if is_same_rotation(quat, iquat):
        return SameFrame.INERTIA if is_same_place(pos, ipos) else SameFrame.INERTIAROT
    return SameFrame.NONE


@helper
def is_same_place(a: Vec3, b: Vec3) -> bool:
    """Tell whether two points are the same."""
    return abs(a[0] - b[0]) < SAME and abs(a[1] - b[1]) < SAME and abs(a[2] - b[2]) < SAME


@helper
def is_same_rotation(a: Vec4, b: Vec4) -> bool:
    """Tell whether two quaternions are the same rotation; one and its negative are."""
    same = abs(a[0] - b[0]) < SAME and is_same_place((a[1], a[2], a[3]), (b[1], b[2], b[3]))
    opposite = abs(a[0] + b[0]) < SAME and is_same_place((a[1], a[2], a[3]), (-b[1], -b[2], -b[3]))
    return same or opposite


# ---------------------------------------------------------------- how far bodies reach
# It is the length that rotations are measured by.


# [m] least size of a body (MuJoCo's value)
LEAST = 1e-5


@stage
def body_sizes(m, d) -> None:
    """Measure how far joints, those of children, and geoms are from the centre of each body; set lengths of dofs."""
    size, bodyid = d.body_size, m.jnt_bodyid

    for b in range(m.nbody):
        size[b] = LEAST if b > 0 else 0.0
    for j in range(m.njnt):
        anchor, child = load3(d.xanchor, j), bodyid[j]
        reach(d, child, anchor, 0.0)
        reach(d, m.body_parentid[child], anchor, 0.0)
    for g in range(m.ngeom):
        if m.geom_rbound[g] > 0.0:
            reach(d, m.geom_bodyid[g], load3(d.geom_xpos, g), m.geom_rbound[g])
    for i in range(m.nv):
        j = m.dof_jntid[i]
        slides = m.jnt_type[j] == JointType.SLIDE or (m.jnt_type[j] == JointType.FREE and i < m.jnt_dofadr[j] + 3)
        m.dof_length[i] = 1.0 if slides else size[m.dof_bodyid[i]]


@helper
def reach(d, b: int, point: Vec3, radius: float) -> None:
    """Let a body reach as far as a sphere about a point; the world has no size."""
    if b > 0:
        far = radius + vector3.norm(vector3.sub(load3(d.xipos, b), point))
        d.body_size[b] = max(d.body_size[b], far)


# ---------------------------------------------------------------- bounds of geoms whose sizes have changed


@stage
def bound_primitives(m, d) -> None:
    """Bound geoms by their sizes; bounds of meshes, height fields and grids are those of their assets."""
    box = m.geom_aabb

    for g in range(m.ngeom):
        kind = m.geom_type[g]
        if kind != GeomType.HFIELD and kind != GeomType.MESH and kind != GeomType.SDF:
            size = load3(m.geom_size, g)
            m.geom_rbound[g] = bounding_radius(kind, size)
            box[g, 0], box[g, 1], box[g, 2], box[g, 3], box[g, 4], box[g, 5] = bounding_box(kind, size)
