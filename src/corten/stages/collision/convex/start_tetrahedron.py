"""EPA's polytope where GJK ended with a tetrahedron around the origin."""

from corten.math.vector3 import add, load3, scale
from corten.runtime import helper
from corten.stages.collision.convex.polytope import (
    FAILED,
    attach_face,
    insert_vertex,
    open_faces,
    same_side,
    set_center,
    shrink_to_triangle,
)
from corten.stages.collision.convex.simplex import MINVAL2


@helper
def holds_origin(a, b, c, e):
    """Tell whether the origin is inside of a tetrahedron."""
    return same_side(a, b, c, e) and same_side(b, c, e, a) and same_side(c, e, a, b) and same_side(e, a, b, c)


@helper
def begin_with_tetrahedron(d):
    """Begin with the tetrahedron that holds the origin; return how that ends."""
    v1 = insert_vertex(d, 0)
    v2 = insert_vertex(d, 1)
    v3 = insert_vertex(d, 2)
    v4 = insert_vertex(d, 3)
    polyvert = d.ccd_polyvert
    a, b, c, e = load3(polyvert, v1), load3(polyvert, v2), load3(polyvert, v3), load3(polyvert, v4)
    set_center(d, scale(add(add(add(a, b), c), e), 0.25))

    # an origin on a face makes that face the beginning
    if attach_face(d, v1, v2, v3, 1, 3, 2) < MINVAL2:
        return shrink_to_triangle(d, v1, v2, v3)
    if attach_face(d, v1, v4, v2, 2, 3, 0) < MINVAL2:
        return shrink_to_triangle(d, v1, v4, v2)
    if attach_face(d, v1, v3, v4, 0, 3, 1) < MINVAL2:
        return shrink_to_triangle(d, v1, v3, v4)
    if attach_face(d, v4, v3, v2, 2, 0, 1) < MINVAL2:
        return shrink_to_triangle(d, v4, v3, v2)
    if not holds_origin(a, b, c, e):
        return FAILED
    return open_faces(d, 4)
