"""Sensors of sites: whether a point lies inside of one, and how far an object protrudes from it."""

from corten.constants import MAXVAL, MINVAL
from corten.enums import GeomType, ObjectType, SensorType
from corten.math import matrix3, vector3
from corten.math.matrix3 import load9, mul_mat_vec, store9
from corten.math.quaternion import conjugate_quat, load4, mul_quat, quat_to_mat, rotate_vector
from corten.math.vector3 import load3, store3
from corten.runtime import Vec3, helper, stage
from corten.stages.collision.convex.support import place_shape, support_shape
from corten.stages.collision.grid.sampling import hull_plane
from corten.stages.sensor.frame import frame_quat
from corten.stages.sensor.output import apply_cutoff, write1

# ---- is a point inside of a site?


@helper
def inside_site(m, d, i: int, point: Vec3) -> bool:
    """Tell whether a world point lies inside of site i; a mesh counts as its convex hull, other assets hold nothing."""
    x, y, z = matrix3.mul_matT_vec(load9(d.site_xmat, i), vector3.sub(point, load3(d.site_xpos, i)))
    a, b, c = load3(m.site_size, i)
    kind = m.site_type[i]
    if kind == GeomType.SPHERE:
        return x * x + y * y + z * z < a * a
    if kind == GeomType.CAPSULE:
        beyond = max(0.0, abs(z) - b)
        return x * x + y * y + beyond * beyond < a * a
    if kind == GeomType.ELLIPSOID:
        return (x * x) / (a * a) + (y * y) / (b * b) + (z * z) / (c * c) < 1.0
    if kind == GeomType.CYLINDER:
        return abs(z) < b and x * x + y * y < a * a
    if kind == GeomType.BOX:
        return abs(x) < a and abs(y) < b and abs(z) < c
    mesh = m.site_dataid[i]
    if kind != GeomType.MESH or mesh < 0:
        return False
    offset = vector3.sub((x, y, z), load3(m.mesh_pos, mesh))
    return hull_plane(m, mesh, rotate_vector(conjugate_quat(load4(m.mesh_quat, mesh)), offset)).dist < 0.0


# ---- sensors of enclosure: how far an object protrudes from a site, negative inside of it
# That is the greatest of (farthest point of the object - farthest point of the site) . u over all directions u, the
# directed Hausdorff distance of two convex shapes. Six climbs on the sphere of directions begin at the axes of the
# site, as MuJoCo's do; like those they may end on a lower peak


# length of the first step of a climb
FIRST_STEP = 0.5


@stage
def enclosed_sensors(m, d) -> None:
    """Read all insidesite sensors that ask for enclosure."""
    for s in range(m.nsensor):
        if m.sensor_type[s] == SensorType.INSIDESITE and m.sensor_intprm[s, 0] != 0:
            place_site(m, d, 1, m.sensor_refid[s])
            write1(d, m.sensor_adr[s], greatest_protrusion(m, d, m.sensor_objtype[s], m.sensor_objid[s]))
            apply_cutoff(m, d, s)


@helper
def greatest_protrusion(m, d, kind: int, i: int) -> float:
    """Return how far an object protrudes from the second shape: a geom, a site, or all geoms of a body or subtree."""
    if kind == ObjectType.SITE:
        place_site(m, d, 0, i)
        return protrusion(m, d)
    greatest = -MAXVAL
    for g in range(m.ngeom):
        if belongs_to(m, g, kind, i):
            place_shape(m, d, 0, g, 0.0)
            greatest = max(greatest, protrusion(m, d))
    return greatest


@helper
def belongs_to(m, g: int, kind: int, i: int) -> bool:
    """Tell whether geom g is an object, or part of the body or subtree that it is."""
    if kind == ObjectType.GEOM:
        return g == i
    body = m.geom_bodyid[g]
    if kind == ObjectType.XBODY:
        while body > i:
            body = m.body_parentid[body]
    return body == i


@helper
def place_site(m, d, side: int, i: int) -> None:
    """Make a site one of both shapes."""
    d.ccd_type[side] = m.site_type[i]
    d.ccd_mesh[side] = -1
    pos, axes = load3(d.site_xpos, i), load9(d.site_xmat, i)
    if m.site_type[i] == GeomType.MESH:
        mesh = m.site_dataid[i]
        d.ccd_mesh[side] = mesh
        pos = vector3.add(mul_mat_vec(axes, load3(m.mesh_pos, mesh)), pos)
        axes = quat_to_mat(mul_quat(frame_quat(m, d, ObjectType.SITE, i), load4(m.mesh_quat, mesh)))
    store3(d.ccd_pos, side, pos)
    store3(d.ccd_size, side, load3(m.site_size, i))
    store9(d.ccd_mat, side, axes)
    d.ccd_inflate[side] = 0.0
    d.ccd_vertex[side] = -1
    d.ccd_hullvertex[side] = -1


@helper
def protrusion(m, d) -> float:
    """Return how far the first shape protrudes from the second one: the best of six climbs."""
    axes = load9(d.ccd_mat, 1)
    greatest = -MAXVAL
    for k in range(3):
        axis = axes[0], axes[3], axes[6]
        if k == 1:
            axis = axes[1], axes[4], axes[7]
        elif k == 2:
            axis = axes[2], axes[5], axes[8]
        greatest = max(greatest, climb(m, d, axis))
        greatest = max(greatest, climb(m, d, vector3.scale(axis, -1.0)))
    return greatest


@helper
def climb(m, d, start: Vec3) -> float:
    """Return the greatest protrusion that a climb from one direction finds.

    It goes along the gradient, on the sphere; a step that does not lead higher is halved, and its way turned towards
    the gradient where it ended.
    """
    tolerance, direction, best, at = m.opt_ccd_tolerance, start, -MAXVAL, start
    way, step = (0.0, 0.0, 0.0), FIRST_STEP
    for _ in range(m.opt_ccd_iterations):
        # height along this direction, and its gradient on the sphere
        beyond = vector3.sub(support_shape(m, d, 0, direction), support_shape(m, d, 1, direction))
        height = vector3.dot(beyond, direction)
        gradient = vector3.sub(beyond, vector3.scale(direction, height))
        slope = vector3.norm(gradient)

        # higher: go on from here along the gradient; else go back and try a shorter step
        if height > best:
            best, at = height, direction
            if slope <= MINVAL or slope <= tolerance * abs(height):
                break
            way = vector3.scale(gradient, 1.0 / slope)
        else:
            step *= 0.5
            if step < tolerance:
                break
            if slope > MINVAL:
                way = vector3.add(way, vector3.scale(gradient, 1.0 / slope))

            # the way is tangential to the sphere
            way = vector3.sub(way, vector3.scale(at, vector3.dot(way, at)))
            length = vector3.norm(way)
            if length <= tolerance:
                break
            way = vector3.scale(way, 1.0 / length)
        direction = vector3.normalize(vector3.add_scaled(at, way, step))[0]
    return best
