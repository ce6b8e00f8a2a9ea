"""The polygons of faces, in world coordinates, clockwise as seen from outside."""

from corten.enums import GeomType
from corten.math.vector3 import load3
from corten.runtime import helper, select
from corten.stages.collision.convex.features import CAP_CORNERS, has_room, store_side, to_world

# corners of a box' faces as signs, four for each of +x, -x, +y, -y, +z, -z
BOX_X = (1, 1, 1, 1, -1, -1, -1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, 1, -1, -1, 1)
BOX_Y = (1, 1, -1, -1, 1, 1, -1, -1, 1, 1, 1, 1, -1, -1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1)
BOX_Z = (1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, 1, 1, -1, -1, 1, 1, 1, 1, -1, -1, -1, -1)

# cosines and sines of multiples of a sixteenth of a turn, to 15 digits: of quadrilaterals of a cap, which are equal but
# for that, the last digit chooses the largest (MuJoCo's values)
CAP_COS = (
    1.0,
    0.923879532511287,
    0.707106781186548,
    0.38268343236509,
    0.0,
    -0.38268343236509,
    -0.707106781186547,
    -0.923879532511287,
    -1.0,
    -0.923879532511287,
    -0.707106781186548,
    -0.38268343236509,
    0.0,
    0.38268343236509,
    0.707106781186547,
    0.923879532511287,
)
CAP_SIN = CAP_COS[12:] + CAP_COS[:12]


@helper
def box_polygon(d, side, face):
    """Write the four corners of a box' face."""
    size = load3(d.ccd_size, side)
    for i in range(4):
        x, y, z = float(BOX_X[4 * face + i]), float(BOX_Y[4 * face + i]), float(BOX_Z[4 * face + i])
        corner = x * size[0], y * size[1], z * size[2]
        store_side(d.ccd_polygon, i, side, to_world(d, side, corner))
    return 4


@helper
def mesh_polygon(m, d, side, face):
    """Write the corners of a mesh' polygon."""
    mesh = d.ccd_mesh[side]
    polygon = m.mesh_polyadr[mesh] + face
    first, count = m.mesh_polyvertadr[polygon], m.mesh_polyvertnum[polygon]
    if not has_room(d, count):
        return 0
    for i in range(count):
        vertex = m.mesh_vertadr[mesh] + m.mesh_polyvert[first + count - 1 - i]
        store_side(d.ccd_polygon, i, side, to_world(d, side, load3(m.mesh_vert, vertex)))
    return count


@helper
def cap_polygon(d, side, face):
    """Write the corners of a polygon inside of a cylinder's cap."""
    radius, sign = d.ccd_size[side, 0], select(face == 0, 1.0, -1.0)
    for i in range(CAP_CORNERS):
        corner = radius * CAP_COS[i], sign * (radius * -CAP_SIN[i]), sign * d.ccd_size[side, 1]
        store_side(d.ccd_polygon, i, side, to_world(d, side, corner))
    return CAP_CORNERS


@helper
def face_polygon(m, d, side, face):
    """Write the polygon of a listed face; return how many corners it has."""
    kind = d.ccd_type[side]
    if kind == GeomType.BOX:
        return box_polygon(d, side, face)
    if kind == GeomType.MESH:
        return mesh_polygon(m, d, side, face)
    return cap_polygon(d, side, face)
