"""How geoms move within a step if their velocities stay as they are, and bounds of the broad phase grown by it.

geom_shift   h v, way of the center [m]          geom_travel   |h v| + |h w| rbound, no point goes farther [m]
geom_turn    h w, rotation [rad]
"""

from corten.enums import GeomType
from corten.math import spatial
from corten.math.spatial import load6, store6
from corten.math.vector3 import load3, norm, scale, store3, sub
from corten.runtime import helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.broad.bounds import SLACK

SCRATCH = scratch(
    Field("geom_turn", F8, ("ngeom", 3), "rotation vector of a geom within a step, 0 for spheres [rad]"),
) + scratch(
    Field("geom_shift", F8, ("ngeom", 3), "way of a geom's centre within a step at its present velocity [m]"),
    Field("geom_travel", F8, ("ngeom",), "bound of the way of any of its points within a step [m]"),
    readers=("corten.stages.collision.broad",),
)

# ---- motion


@stage
def step_motion(m, d) -> None:
    """Set the way and the rotation of every geom within a step, and a bound of the way of its points.

    A sphere's rotation moves nothing.
    """
    velocity, bodyid, h = d.body_spatial, m.geom_bodyid, m.opt_timestep
    shift, turn, travel = d.geom_shift, d.geom_turn, d.geom_travel

    set_body_velocities(m, d)
    for g in range(m.ngeom):
        body = bodyid[g]
        root = m.body_rootid[body]
        offset = sub(load3(d.geom_xpos, g), load3(d.subtree_com, root))
        moved = spatial.scale6(spatial.shift_motion(load6(velocity, body), offset), h)
        turned = spatial.angular(moved)
        if m.geom_type[g] == GeomType.SPHERE:
            turned = scale(turned, 0.0)
        store3(shift, g, spatial.linear(moved))
        store3(turn, g, turned)
        travel[g] = norm(spatial.linear(moved)) + norm(turned) * m.geom_rbound[g]


@helper
def set_body_velocities(m, d) -> None:
    """Set the velocity of every body about the centre of mass of its tree, from the root to the leaves."""
    velocity, cdof, qvel = d.body_spatial, d.cdof, d.qvel
    store6(velocity, 0, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    for b in range(1, m.nbody):
        moved = load6(velocity, m.body_parentid[b])
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            moved = spatial.add_scaled6(moved, load6(cdof, i), qvel[i])
        store6(velocity, b, moved)


# ---- bounds of the broad phase, grown by the motion of geoms within a step


@stage
def extend_bounds(m, d) -> None:
    """Extend the boxes around geoms and moving bodies by what they can reach within the step."""
    geomadr, geomnum, members = m.body_geomadr, m.body_geomnum, d.sweep_body
    geom_bound, body_bound = d.geom_bound, d.body_bound

    for g in range(m.ngeom):
        if m.geom_type[g] != GeomType.PLANE:
            extend_geom(m, d, g)
    for i in range(d.nsweep_body):
        b = members[i]
        for g in range(geomadr[b], geomadr[b] + geomnum[b]):
            for k in range(3):
                body_bound[b, k] = min(body_bound[b, k], geom_bound[g, k])
                body_bound[b, k + 3] = max(body_bound[b, k + 3], geom_bound[g, k + 3])


@helper
def extend_geom(m, d, g: int) -> None:
    """Extend the box around a geom by the way of its centre and by that of its points when it turns."""
    bound, shift = d.geom_bound, d.geom_shift
    turned = norm(load3(d.geom_turn, g)) * m.geom_rbound[g]
    for k in range(3):
        grown = turned + SLACK * (turned + abs(shift[g, k]))
        bound[g, k] += min(0.0, shift[g, k]) - grown
        bound[g, k + 3] += max(0.0, shift[g, k]) + grown
