"""Whether a point lies inside of a site."""

from corten.enums import GeomType
from corten.math import matrix3, vector3
from corten.math.matrix3 import load9
from corten.math.quaternion import conjugate_quat, load4, rotate_vector
from corten.math.vector3 import load3
from corten.runtime import helper
from corten.stages.collision.grid.mesh_distance import hull_plane


@helper
def inside_site(m, d, i, point):
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
